// What the walk through a cell and the tour say, in both languages; labels.js takes them in.

export const CHAPTERS = {                                 // which chapter builds a step
  letters: "07_char_cnn", filters: "07_char_cnn", highway: "07_char_cnn", projection: "07_char_cnn",
  forward: "08_bidirectional_language_model", backward: "08_bidirectional_language_model",
  softmax: "08_bidirectional_language_model", mixture: "09_elmo_mixture",
};

export const walk = {
  en: {
    open: "▸ open this cell", openWord: "▸ open this word", openTitle: "Step by step, from the letters to the expected words (key o)",
    title: "How layer {j} makes “{word}”", steps: "Steps", back: "← back", next: "next →", end: "done", close: "Close",
    here: "the cell that you have opened", layer: "Layer",
    names: {
      letters: "letters", filters: "filters", highway: "highway", projection: "projection", forward: "reads →",
      backward: "← reads", softmax: "softmax",
    },
    heads: {
      letters: "Letters become ids, ids become vectors", filters: "Filters look for runs of letters",
      highway: "A highway lets numbers pass or replaces them", projection: "A projection: this is layer 0",
      forward: "The forward reader comes from the left", backward: "The backward reader comes from the right",
      softmax: "The softmax makes probabilities of words",
    },
    says: {
      letters: "“{word}” becomes {n} ids: ⟨ for its beginning, {m} for its letters, ⟩ for its end. Each id has a"
        + " vector of {dim} numbers, which is the same in every word.",
      filters: "{count} filters, {from} to {to} letters wide, slide along these vectors. Each keeps its strongest"
        + " answer: {count} numbers, of which {quiet} are 0. These answer most to “{word}”, each to the letters"
        + " beside it (· is padding).",
      highway: "For each of the {count} numbers a gate says how much of it is replaced: new = gate × candidate +"
        + " (1 − gate) × old. For “{word}” the mean gate is {mean}. These change most.",
      none: "These weights have no highway layer: the answers of the filters go straight on.",
      projection: "A matrix makes {dim} numbers of the {count}. That is the vector of “{word}” in layer 0, the same in"
        + " every sentence: no other word has been looked at.",
      forward: "It has read {n} words, up to “{word}”, and nothing behind it. In layer {j} it keeps {size} memory"
        + " cells: now = forget × before + input × candidate. These change most at “{word}”.",
      backward: "It has read {n} words, down to “{word}”, and nothing before it. In layer {j} it keeps {size} memory"
        + " cells: now = forget × before + input × candidate. These change most at “{word}”.",
      out: "Each cell says output × tanh(now). A projection makes {dim} numbers of all that: what the forward or"
        + " backward half of layer {j} is at “{word}”.",
      softmax: "From layer {last} of each reader one softmax makes a probability for each of {n} words. The forward"
        + " reader is asked what follows “{word}”, the backward reader what stands before it; neither has seen it.",
      random: "Random weights: the same steps, but nothing has been learned.",
    },
    columns: {
      filter: "filter", letters: "letters", answer: "answer", number: "number", old: "old", gate: "gate",
      candidate: "candidate", new: "new", cell: "cell", before: "before", forget: "forget", input: "input", now: "now",
      output: "output", said: "says",
    },
    of: { forward: "after “{word}”", backward: "before “{word}”" }, truth: "There stands {word}: {p}",
    numbers: "{n} numbers, from {low} to {high}; orange above zero, blue below",
    chapter: "Built in chapter {chapter}.", mixture: "How all layers of a word become one vector: chapter {chapter}.",
    chapters: {
      "07_char_cnn": "07, Char-CNN", "08_bidirectional_language_model": "08, Bidirectional language model",
      "09_elmo_mixture": "09, ELMo’s mixture",
    },
  },
  ko: {
    open: "▸ 이 칸 열어 보기", openWord: "▸ 이 단어 열어 보기", openTitle: "글자에서 예상하는 단어까지 한 단계씩 (o 키)",
    title: "{j}층의 “{word}”: 만들어지는 과정", steps: "단계", back: "← 이전", next: "다음 →", end: "마침", close: "닫기",
    here: "지금 연 칸", layer: "층",
    names: {
      letters: "글자", filters: "필터", highway: "하이웨이", projection: "투영", forward: "순방향 →",
      backward: "← 역방향", softmax: "소프트맥스",
    },
    heads: {
      letters: "글자는 번호로, 번호는 벡터로", filters: "필터는 이어진 글자를 찾습니다",
      highway: "하이웨이는 그대로 보내거나 새 값으로 바꿉니다", projection: "투영까지 마치면 0층입니다",
      forward: "순방향은 왼쪽부터 읽습니다", backward: "역방향은 오른쪽부터 읽습니다",
      softmax: "소프트맥스는 단어마다 확률을 냅니다",
    },
    says: {
      letters: "“{word}”: 번호 {n}개. ⟨는 시작, ⟩는 끝이고 그 사이 {m}개가 글자입니다. 번호마다 {dim}개의 수로 된 벡터가 있고,"
        + " 어느 단어에서나 같습니다.",
      filters: "너비가 {from}부터 {to}까지인 필터 {count}개가 이 벡터들을 훑고, 저마다 가장 큰 답 하나만 남깁니다. 수는 모두"
        + " {count}개이고, 그 가운데 {quiet}개가 0입니다. “{word}”에 가장 크게 답한 필터와 그때 본 글자입니다 (·는 패딩).",
      highway: "수 {count}개마다 게이트가 얼마나 바꿀지 정합니다. 새 값 = 게이트 × 후보 + (1 − 게이트) × 옛 값."
        + " “{word}”에서는 게이트의 평균이 {mean}입니다. 가장 많이 바뀐 수들입니다.",
      none: "이 가중치에는 하이웨이 층이 없어서 필터의 답이 그대로 넘어갑니다.",
      projection: "행렬 하나가 {count}개의 수를 {dim}개로 줄입니다. 이것이 0층에서 본 “{word}”의 벡터입니다. 다른 단어는 아직"
        + " 보지 않았으므로 어느 문장에서나 같습니다.",
      forward: "“{word}”까지 {n}단어를 읽었고, 그 뒤는 읽지 않았습니다. {j}층의 기억 셀은 {size}개입니다. 지금 값 = 망각 × 앞의"
        + " 값 + 입력 × 후보. “{word}”에서 가장 많이 바뀐 셀들입니다.",
      backward: "뒤에서 “{word}”까지 {n}단어를 읽었고, 그 앞은 읽지 않았습니다. {j}층의 기억 셀은 {size}개입니다. 지금 값 ="
        + " 망각 × 앞의 값 + 입력 × 후보. “{word}”에서 가장 많이 바뀐 셀들입니다.",
      out: "셀마다 출력 × tanh(지금 값)을 내보내고, 투영이 이것을 {dim}개의 수로 줄입니다. {j}층이 한 방향으로 읽어서 만든"
        + " “{word}”의 벡터입니다.",
      softmax: "소프트맥스 하나가 두 방향의 {last}층에서 {n}개 단어의 확률을 냅니다. 순방향에는 “{word}” 다음 단어를, 역방향에는"
        + " 앞 단어를 묻습니다. 어느 쪽도 답을 미리 보지 못했습니다.",
      random: "무작위 가중치: 단계는 같지만 아무것도 배우지 않았습니다.",
    },
    columns: {
      filter: "필터", letters: "글자", answer: "답", number: "수", old: "옛 값", gate: "게이트", candidate: "후보", new: "새 값",
      cell: "셀", before: "앞의 값", forget: "망각", input: "입력", now: "지금", output: "출력", said: "보냄",
    },
    of: { forward: "“{word}” 다음 단어", backward: "“{word}” 앞 단어" }, truth: "실제 단어 {word}: {p}",
    numbers: "수 {n}개, {low}부터 {high}까지. 주황은 0보다 크고 파랑은 0보다 작습니다",
    chapter: "이 단계를 만드는 장: {chapter}.", mixture: "모든 층을 벡터 하나로 섞는 장: {chapter}.",
    chapters: {
      "07_char_cnn": "07 문자 CNN", "08_bidirectional_language_model": "08 양방향 언어 모델",
      "09_elmo_mixture": "09 ELMo의 혼합",
    },
  },
};
