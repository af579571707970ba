// What the tour says, in both languages; labels.js takes it in.

export const tour = {
  en: {
    name: "Tour of the microscope", start: "Tour: five steps, one minute", count: "{n} of {all}", back: "← back",
    next: "next →", end: "done", leave: "leave", leaveTitle: "Leave the tour (key Esc)",
    wait: "The sentences to compare with are still being prepared (the bar below says how far). This step then"
      + " goes on by itself.",
    boys: "Each cell is what one layer makes of one word. This one is layer {j} at “{at}”: it has read the sentence up to here"
      + " and says which word it expects next. {a} gets {pa}, {b} gets {pb}.",
    boysSo: " It has kept “{why}” in mind.",
    boy: "Now “{why}” stands in its place. The same cell: {a} gets {pa}, {b} gets {pb}.",
    boySo: " What stands before it has turned the answer round.",
    layer: "“{word}” stands here twice, in two senses. Layer 0 sees the letters of one word alone, so it says the same"
      + " both times: {zero}. Layer {j} has read the words around it: {one} and {two}.",
    layerElse: "“{word}” stands here twice, in two senses. Layer 0 sees the letters of one word alone. Layer {j}, which"
      + " has read the words around it, says {one} and {two}.",
    random: "The control: the same network with random weights, which has learned nothing. At “{at}” it gives {a} {pa}"
      + " and {b} {pb}. What random weights get right as well, a layer need not have learned.",
    own: "Your turn: type a sentence, choose a question above the grid, and click a cell. “Open this cell” shows step"
      + " by step how it is made. The ? at the top brings this tour back.",
  },
  ko: {
    name: "현미경 둘러보기", start: "둘러보기: 다섯 단계, 1분", count: "단계 {n} / {all}", back: "← 이전",
    next: "다음 →", end: "마침", leave: "그만두기", leaveTitle: "둘러보기 그만두기 (Esc 키)",
    wait: "비교할 문장을 아직 준비하고 있습니다 (아래 막대가 얼마나 되었는지 보여 줍니다). 준비가 끝나면 이 단계가 저절로 이어집니다.",
    boys: "칸 하나는 한 층이 단어 하나를 어떻게 보는지 나타냅니다. 이 칸은 “{at}” 자리의 {j}층입니다. 문장을 여기까지 읽고 다음에 올 단어를 예상합니다."
      + " {a}: {pa}, {b}: {pb}.",
    boysSo: " 앞에 나온 “{why}”: 이 단어를 기억하고 있습니다.",
    boy: "이번에는 그 자리에 다른 단어 “{why}”, 같은 칸의 답은 이렇습니다. {a}: {pa}, {b}: {pb}.",
    boySo: " 앞에 있는 말이 답을 뒤집었습니다.",
    layer: "“{word}”: 여기에 두 번, 서로 다른 뜻으로 나옵니다. 0층은 단어 하나의 글자만 보므로 두 번 다 답이 같습니다: {zero}."
      + " {j}층은 주위의 단어를 읽었습니다: {one}, {two}.",
    layerElse: "“{word}”: 여기에 두 번, 서로 다른 뜻으로 나옵니다. 0층은 단어 하나의 글자만 봅니다. 주위의 단어를 읽은 {j}층의"
      + " 답: {one}, {two}.",
    random: "대조군입니다. 구조는 같지만 아무것도 배우지 않은 무작위 가중치입니다. “{at}” 다음의 확률은 {a}: {pa}, {b}: {pb}."
      + " 무작위 가중치도 맞히는 것이라면 층이 배웠다고 할 수 없습니다.",
    own: "이제 직접 해 보세요. 문장을 입력하고, 표 위에서 물을 것을 고르고, 칸을 누르세요. “이 칸 열어 보기”를 누르면 그 칸이"
      + " 만들어지는 과정을 한 단계씩 보여 줍니다. 맨 위의 ?를 누르면 이 둘러보기를 다시 할 수 있습니다.",
  },
};
