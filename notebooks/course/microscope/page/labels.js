// Every word of the page, in its two languages. {x} is filled in.

const en = {
  title: "ELMo under the microscope", short: "ELMo microscope", other: "한국어",
  sentence: "Sentence", type: "Type an English sentence", second: "Second sentence",
  typeSecond: "A second sentence to compare", compare: "+ compare",
  remove: "Remove the second sentence", try: "Try", fails: "It fails",
  chosen: "chosen by trying many sentences: these show most",
  chosenFails: "chosen in the same way: it fails here",
  weights: "weights", trained: "trained", random: "random",
  trainedTitle: "the weights that have read", randomTitle:
    "the control: the same architecture with random weights, nothing learned (key w)",
  help: "What is this?", close: "Close", show: "What each cell shows", key: "key {n}",
  weigh: "weigh", weighTitle: "Two words to weigh against each other",
  answered: "answered in {ms} ms, in your browser",
  fetching: "Fetching the model, once: {done} of {all} MB",
  making: "Preparing, once: {what}", failed: "The model could not be loaded: {error}",
  drawing: "Drawing random weights",
  modes: {
    near: ["Nearest word", "Most similar other word of {n} sentences; same part of speech in"
      + " {trained} % (layers {layers})", "picked blindly"],
    pos: ["Part of speech", "What a linear probe reads off the vector; right in {trained} %"
      + " (layers {layers})", "each word's most frequent tag"],
    next: ["Next word →", "What the forward half expects (below layer {last} a heuristic); right in"
      + " {trained} %", "always the most frequent word"],
    previous: ["← Previous word", "What the backward half expects (below layer {last} a heuristic);"
      + " right in {trained} %", "always the most frequent word"],
    sense: ["Sense", "The nearest of the senses marked by hand, of {l} words; right in {trained} %"
      + " (layers {layers})", "picked blindly"],
  },
  caption: "{what}. Random weights: {random}; {without}: {blind}.",
  control: "Control, nothing learned: right in {random} % in layers {layers}. The trained weights:"
    + " {trained}; {without}: {blind}.",
  layer: "layer {j}", rows: ["sees one word alone", "reads the words in both directions",
    "reads layer {below} in both directions"],
  grid: "What each layer makes of: {text}", none: "nothing marked",
  unknown: "not among the {n} words of the softmax", came: "and so it is",
  special: { "<unk>": "⟨rare⟩", "<s>": "⟨start⟩", "</s>": "⟨end⟩" },
  unread: "not read by this direction",
  moves: "moves the odds towards “{word}”, {times} times",
  changes: "without this word the cell changes by {x}",
  is: "{word} in layer {j} is {sense} ({p}), like these:",
  spelling: "{word} in layer 0: only the spelling is known, and it is the same in all of these:",
  like: "{word} in layer {j} is most like", tagged: "{word} in layer {j}: {tags}; nearest words:",
  also: " also “{word}” itself", cosine: "cosine",
  cosines: "cosine with the second sentence, layers {layers}: {list}",
  after: "after “{text} ▁▁▁”", before: "before “▁▁▁ {text}”",
  lens: ["the word alone", "a heuristic", "trained for it"],
  was: "It was {word}, and layer {last} gave it {p}.",
  rare: "“{word}” is not among its {n} words.",
  occurrences: "{n} occurrences of {word}", map: "A map of {n} occurrences of {word}: {counts}.",
  of: "{n} of {sense}", yours: "yours", slider: "Layer of the map, 0 to {last}",
  alone: "alone", context: "in context", play: "▶ play", playTitle: "from layer 0 up (key p)",
  large: "Map as large as the window (key m)",
  licence: "Weights: {licence}, {precision}.", own: "Weights: your own, {precision}.",
  bias: "It has learned the bias of its texts, too:", biasExample: "the nurse is a she",
  about: [
    "A language model with {parameters} million parameters reads your sentence in this browser;"
      + " nothing is sent anywhere. Its layer 0 makes a vector of each word from its letters alone."
      + " Above it lie layers of LSTMs in two directions, which never see each other.",
    "Each cell shows what one layer makes of one word. Choose what to ask for and click a cell: below"
      + " you see what it is compared with, {n} sentences that were written for this course, each with"
      + " one word marked with its sense.",
    "Bars under the words: how much the chosen cell would change without each word. Words that the"
      + " layer has not read are grey. With two words to weigh, a bar has the colour of the word that"
      + " it speaks for.",
    "Random weights are the control: what they get right needs no learning. Only the highest layer was"
      + " trained to expect words, so asking the layers below is a heuristic.",
    "On the map distances are those of two principal components; thin lines lead to the five nearest"
      + " in all dimensions.",
    "The examples were chosen by trying hundreds of sentences: some because the model amazes, some"
      + " because it fails. Most of those that work differ in grammar.",
    "Numbers of the weights: {form}.",
    "Keys: arrows move through the grid, 1 to 5 choose the question, w switches the weights, p plays"
      + " the map, m makes it large, / goes to the sentence.",
  ],
  forms: {
    int8: "int8 with a scale for each row, which changes one likeliest word in a hundred",
    float16: "half precision, as they are shipped",
  },
};

const ko = {
  title: "현미경으로 보는 ELMo", short: "ELMo 현미경", other: "English",
  sentence: "문장", type: "한국어 문장을 입력하세요", second: "비교할 문장",
  typeSecond: "비교할 문장", compare: "+ 비교", remove: "비교할 문장 지우기",
  try: "예문", fails: "틀리는 예문", chosen: "여러 문장을 시험해 잘 드러나는 것을 골랐습니다",
  chosenFails: "같은 방법으로 고른, 모델이 틀리는 문장입니다",
  weights: "가중치", trained: "학습됨", random: "무작위", trainedTitle: "글을 읽은 가중치",
  randomTitle: "대조군: 구조는 같고 가중치는 무작위 (w 키)",
  help: "이것은 무엇인가요?", close: "닫기", show: "칸에 보일 것", key: "{n} 키",
  weigh: "견주기", weighTitle: "견주어 볼 두 단어", answered: "브라우저 안에서 {ms}ms 만에 답함",
  fetching: "모델을 한 번 불러옵니다: {all}MB 가운데 {done}MB", making: "처음 한 번만 준비합니다: {percent}%",
  failed: "모델을 불러오지 못했습니다: {error}", drawing: "무작위 가중치를 뽑는 중",
  modes: {
    near: ["가까운 단어", "{n}개 문장에서 가장 비슷한 다른 단어; 품사가 같은 비율 {trained}%"
      + " ({layers}번 층)", "아무 단어나 고르면"],
    pos: ["품사", "선형 탐침이 벡터에서 읽은 품사; 맞힌 비율 {trained}% ({layers}번 층)",
      "단어마다 가장 잦은 품사"],
    next: ["다음 단어 →", "앞에서 읽은 반쪽이 기대하는 단어({last}번 층 아래는 어림); 맞힌 비율"
      + " {trained}%", "늘 가장 잦은 단어"],
    previous: ["← 앞 단어", "뒤에서 읽은 반쪽이 기대하는 단어({last}번 층 아래는 어림); 맞힌 비율"
      + " {trained}%", "늘 가장 잦은 단어"],
    sense: ["뜻", "손으로 표시한 뜻 가운데 가장 가까운 것, 단어 {l}개; 맞힌 비율 {trained}%"
      + " ({layers}번 층)", "아무 뜻이나 고르면"],
  },
  caption: "{what}. 무작위 가중치: {random}; {without}: {blind}.",
  control: "대조군, 배운 것 없음: {layers}번 층에서 {random}%. 학습된 가중치: {trained};"
    + " {without}: {blind}.",
  layer: "{j}번 층", rows: ["단어 하나만 봄", "단어를 두 방향으로 읽음", "{below}번 층을 두 방향으로 읽음"],
  grid: "층마다 본 것: {text}", none: "표시된 뜻 없음", unknown: "소프트맥스의 {n}개 단어에 없음",
  came: "실제로 그렇습니다",
  special: { "<unk>": "⟨드문 말⟩", "<s>": "⟨처음⟩", "</s>": "⟨끝⟩" },
  unread: "이 방향이 읽지 않은 단어", moves: "“{word}” 쪽으로 {times}배 옮김",
  changes: "이 단어가 없으면 칸이 {x}만큼 바뀜",
  is: "{j}번 층의 {word}: {sense} ({p}), 비슷한 문장:",
  spelling: "0번 층의 {word}: 철자만 알며, 아래 문장에서 모두 같습니다:",
  like: "{j}번 층에서 {word}와(과) 가장 비슷한 단어", tagged: "{j}번 층의 {word}: {tags}; 가까운 단어:",
  also: " “{word}”도 함께", cosine: "코사인", cosines: "비교할 문장과의 코사인, {layers}번 층: {list}",
  after: "“{text} ▁▁▁” 다음", before: "“▁▁▁ {text}” 앞", lens: ["단어 하나만", "어림", "배운 일"],
  was: "실제 단어는 {word}, {last}번 층의 확률은 {p}.", rare: "“{word}”은(는) 소프트맥스의 {n}개 단어에 없습니다.",
  occurrences: "{word} {n}번", map: "{word} {n}번의 지도: {counts}.", of: "{sense} {n}번",
  yours: "입력한 것", slider: "지도의 층, 0에서 {last}", alone: "홀로", context: "문맥 속",
  play: "▶ 재생", playTitle: "0번 층부터 (p 키)", large: "지도를 창 크기로 (m 키)",
  licence: "가중치: {licence}, {precision}.", own: "가중치: 직접 고른 것, {precision}.",
  bias: "읽은 글에 있던 편견도 함께 배웠습니다.", biasExample: "",
  about: [
    "매개변수 {parameters}백만 개인 언어 모델이 이 브라우저 안에서 문장을 읽습니다. 아무것도 밖으로 보내지"
      + " 않습니다. 0번 층은 단어 하나의 자모만으로 벡터를 만들고, 그 위에 서로를 보지 못하는 두 방향의 LSTM"
      + " 층이 있습니다.",
    "칸 하나는 한 층이 한 단어를 어떻게 보는지 보여 줍니다. 물을 것을 고르고 칸을 누르면, 이 강의를 위해 쓴"
      + " {n}개 문장과 견준 결과가 아래에 나옵니다. 문장마다 한 단어에 뜻이 표시되어 있습니다.",
    "단어 아래의 막대는 그 단어가 없을 때 고른 칸이 얼마나 바뀌는지를 보여 줍니다. 읽지 않은 단어는 회색입니다."
      + " 두 단어를 견주면 막대의 색은 그 단어가 편드는 쪽의 색입니다.",
    "무작위 가중치는 대조군입니다. 그것이 맞히는 것은 배우지 않아도 되는 것입니다. 단어를 기대하도록 배운 것은"
      + " 맨 위층뿐이어서, 아래층에 묻는 것은 어림입니다.",
    "지도의 거리는 주성분 두 개의 거리이고, 가는 선은 모든 차원에서 가장 가까운 다섯 개로 이어집니다.",
    "예문은 수백 문장을 시험해 골랐습니다. 잘하는 것도 있고 틀리는 것도 있습니다.",
    "가중치의 수: {form}.",
    "키: 화살표는 칸을 옮기고, 1에서 5는 물을 것을, w는 가중치를 바꾸며, p는 지도를 재생하고, m은 지도를 키우고,"
      + " /는 문장으로 갑니다.",
  ],
  forms: { int8: "행마다 배율이 있는 int8", float16: "배포된 그대로의 반정밀도" },
};

export const LABELS = { en, ko };
