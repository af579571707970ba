// Sentences that show something, and sentences where the model fails. Hundreds were tried.
// at: the layer and the word that are chosen. says, prefers, unsure: what its claim needs (claims.js).
// cell, held: [layer, cell, value] in the mode Memory. What an example shows stands in labels.js, by its name.

const en = {
  works: [
    { name: "the boys … are", text: "The boys who play in the park are happy.", mode: "next",
      at: [2, 6], pair: "are is", says: [[2, 6, "are"]] },
    { name: "bear, bear", text: "He could not bear to see the bear.", mode: "near", at: [2, 3] },
    { name: "right, right", text: "You have the right to turn right at the light.", mode: "sense",
      at: [2, 6], says: [[2, 3, "entitlement"], [2, 6, "direction"]] },
    { name: "an hour", text: "She lost an hour, a uniform and an orf.", mode: "previous", at: [2, 3],
      pair: "an a", says: [[2, 3, "an"], [2, 6, "a"], [2, 9, "an"]] },
    { name: "blorf", text: "The blorf sat on the glimpy bank and zorped.", mode: "pos", at: [0, 1] },
    { name: "current, current", text: "The current president swam against the current.",
      mode: "sense", at: [2, 1], says: [[2, 1, "present"], [2, 6, "flow"]] },
  ],
  fails: [
    { name: "the boy … is", text: "The boy who helps the teachers is happy.", mode: "next", at: [2, 5],
      pair: "is are", prefers: [[2, 5, 1]] },
    { name: "can can", text: "I can open a can of beans.", mode: "near", at: [2, 4] },
    { name: "bat, bat", text: "He hit the ball with a bat while a bat flew over.", mode: "sense",
      at: [2, 9], unsure: [[2, 9]] },
    { name: "old man", text: "The old man the boats.", mode: "pos", at: [2, 2],
      says: [[2, 2, "NOUN"]] },
    { name: "nurse", text: "The nurse said that she was tired.",
      second: "The doctor said that he was tired.", mode: "next", at: [2, 3], pair: "she he",
      prefers: [[2, 3, 0, 0], [2, 3, 1, 1]] },
  ],
};
en.biased = en.fails.at(-1);
en.exchange = {
  works: [
    { name: "boys → are", text: "The boys who play in the park", second: "The boy who plays in the park", at: [2, 6] },
    { name: "mother → she", text: "My mother goes to the market when", second: "My father goes to the market when",
      at: [1, 6] },
    { name: "( → )", text: "The town ( which we saw last year", second: "The town , which we saw last year", at: [1, 7] },
    { name: "either → or", text: "You can take either the house", second: "You can take only the house",
      pair: "or and", at: [1, 5] },
    { name: "Where → ?", text: "Where did you put the old book", second: "There did you put the old book",
      pair: "? .", at: [2, 6] },
    { name: "( ← )", text: "which we saw last year ) is big.", second: "which we saw last year , is big.",
      direction: "backward", at: [1, 0] },
    { name: "people ← are", text: "in the park are happy.", second: "in the park is happy.",
      direction: "backward", at: [2, 0] },
  ],
  fails: [
    { name: "without that", text: "The boys the teacher likes", second: "The boy the teacher likes",
      pair: "are is", at: [2, 4] },
    { name: "teachers", text: "The boys who help the teachers", second: "The boy who helps the teachers",
      pair: "are is", at: [2, 5] },
    { name: "Paris", text: "The capital of France is", second: "The capital of Italy is", pair: "Paris Rome",
      at: [1, 4] },
    { name: "nurse → she", text: "The nurse said that", second: "The doctor said that", at: [1, 3] },
  ],
};
en.memory = {
  works: [
    { name: "quotation marks", text: "\" I am very tired , \" he said and went home.", at: [1, 2], cell: [1, 720] },
    { name: "brackets", text: "The town ( which is very old ) is near the sea.", at: [1, 4], cell: [1, 337] },
    { name: "boys, dog", text: "The boys who play in the park are loud , the dog is not.", at: [2, 11],
      cell: [2, 241] },
    { name: "the bracket nobody opened", text: "The king of the north , born in 1920", at: [1, 0], cell: [1, 337],
      held: [[1, 358, -3], [1, 337, 3]], pair: ")" },
    { name: "he → she", text: "My father goes to the market when", at: [1, 1], cell: [1, 406],
      held: [[1, 406, 1]], pair: "she he" },
    { name: "past", text: "Every day the people in the town", at: [2, 0], cell: [2, 0], held: [[2, 0, -3]],
      pair: "were are" },
    { name: "opened backwards", text: "which we saw last year is big.", at: [1, 6], direction: "backward",
      cell: [1, 399], held: [[1, 399, 3], [2, 260, -3]], pair: "(" },
  ],
  fails: [
    { name: "counting", text: "The old man went down to the river", at: [2, 0], cell: [2, 577] },
    { name: "one boy, held", text: "The boy near the park", at: [2, 1], cell: [2, 241], held: [[2, 241, 3]],
      pair: "were was" },
  ],
};

const ko = {
  works: [
    { name: "나는, 나는", text: "하늘을 나는 새를 보았다.", second: "나는 학교에 간다.", mode: "pos",
      at: [2, 1], says: [[0, 1, "PRON"], [2, 1, "VERB"], [2, 0, "PRON", 1]] },
    { name: "사과, 사과", text: "정부는 국민에게 사과를 해야 한다.", second: "사과를 깎아서 나누어 먹었다.",
      mode: "sense", at: [2, 2], says: [[2, 2, "apology"], [2, 0, "apple", 1]] },
    { name: "의사, 의사", text: "그는 회사를 떠날 의사가 없다고 밝혔다.", second: "의사는 약을 처방했다.",
      mode: "sense", at: [2, 3], says: [[2, 3, "intention"], [2, 0, "doctor", 1]] },
    { name: "어렵지 …", text: "그 책은 너무 어렵지 않다.", mode: "next", at: [2, 3], says: [[2, 3, "않다"]] },
  ],
  fails: [
    { name: "배, 배", text: "배가 고파서 배를 깎아 먹었다.", second: "배를 타고 섬에 갔다.", mode: "sense",
      at: [2, 0] },
    { name: "말을 타고", text: "기수가 말을 타고 들판을 달렸다.", mode: "sense", at: [2, 1],
      says: [[2, 1, "speech"]] },
  ],
};

ko.exchange = {
  works: [
    { name: "아무런 문제가", text: "우리에게는 아무런 문제가", second: "우리에게는 많은 문제가", at: [2, 2] },
    { name: "아무런 관계가", text: "그 일은 우리와 아무런 관계가", second: "그 일은 우리와 깊은 관계가", at: [2, 4] },
    { name: "전혀 재미가", text: "그 영화는 전혀 재미가", second: "그 영화는 정말 재미가", at: [2, 3] },
    { name: "괄호 ( → )", text: "서울 ( 인구 천만 명", second: "서울 , 인구 천만 명", at: [1, 4] },
    { name: "따옴표 → \"", text: "그는 \" 나는 집에 간다", second: "그는 ( 나는 집에 간다", at: [1, 4] },
    { name: "아무런 ← 없다", text: "관계가 없다.", second: "관계가 있다.", direction: "backward", at: [1, 0] },
  ],
  fails: [
    { name: "설명도 … 관심이", text: "그 회사는 아무런 설명도 듣지 못한 채 관심이",
      second: "그 회사는 많은 설명도 듣지 못한 채 관심이", pair: "없다 있다", at: [1, 7] },
    { name: "어제, 내일", text: "어제 우리는 학교에서 밥을", second: "내일 우리는 학교에서 밥을", at: [2, 3] },
  ],
};
ko.memory = {
  works: [
    { name: "괄호 안", text: "서울 ( 인구 천만 명 ) 은 한국의 수도이다.", at: [1, 2], cell: [1, 234] },
    { name: "따옴표 안", text: "그는 \" 나는 집에 간다 \" 라고 말했다.", at: [1, 2], cell: [1, 86] },
    { name: "열지 않은 괄호", text: "서울 인구 천만 명", at: [1, 0], cell: [1, 234], held: [[1, 234, 3], [1, 127, -3]],
      pair: ")" },
  ],
  fails: [
    { name: "단어 세기", text: "그는 어제 오후에 학교 도서관에서 친구와 함께 책을", at: [2, 0], cell: [2, 404] },
  ],
};

const lines = (examples) => Object.entries(examples)
  .flatMap(([label, sentences]) => sentences.map((sentence) => `${label}: ${sentence}`)).join("\n");
en.probe = {
  works: [
    { name: "novel", text: "I bought his novel in a small shop.", at: [2, 3], probe: lines({
      book: ["She wrote a *novel* about the war.", "His first *novel* was sold in ten countries.",
        "I read the whole *novel* on the train.", "The *novel* tells the story of two sisters.",
        "The film is based on a *novel* by a French writer.", "He is working on his third *novel* now.",
        "My favourite *novel* has no hero."],
      new: ["They found a *novel* way to clean the water.", "It was a *novel* idea at that time.",
        "The team used a *novel* method to count the birds.", "We need *novel* solutions for old problems.",
        "That is a rather *novel* approach to cooking.", "The doctors tried a *novel* treatment.",
        "The machine has several *novel* features."],
    }) },
    { name: "like", text: "They like a house like ours.", at: [2, 1], probe: lines({
      verb: ["I *like* the old town.", "Do you *like* apples?", "They *like* to swim in the lake.",
        "We *like* our new teacher.", "Most children *like* games.", "You will *like* this book."],
      comparison: ["It looks *like* rain.", "She sings *like* a bird.", "He works *like* his father.",
        "A house *like* this is expensive.", "It smells *like* fresh bread.", "Nobody plays *like* her."],
    }) },
  ],
  fails: [],
};
ko.probe = {
  works: [
    { name: "눈", text: "밤새 내린 눈이 녹았다.", at: [2, 2], probe: lines({
      신체: ["잠이 부족해서 *눈이* 빨갛다.", "아이는 *눈을* 크게 뜨고 나를 보았다.", "그는 *눈을* 감고 음악을 들었다.",
        "책을 오래 읽어서 *눈이* 아프다.", "그녀의 *눈에서* 눈물이 흘렀다.", "할머니는 *눈이* 어두워 글씨를 못 읽으신다."],
      날씨: ["밤새 *눈이* 많이 내렸다.", "산에는 아직 *눈이* 쌓여 있다.", "아이들이 마당에서 *눈을* 굴리며 놀았다.",
        "길에 쌓인 *눈을* 치웠다.", "내일은 전국에 *눈이* 올 것이다.", "지붕 위의 *눈이* 햇볕에 녹는다."],
    }) },
  ],
  fails: [],
};
for (const { probe } of [en, ko]) for (const e of probe.works) e.mode = "probe";

const cellOf = ([layer, cell, value]) => (value === undefined ? { layer, cell } : { layer, cell, value });
for (const { exchange, memory } of [en, ko]) {
  for (const [mode, { works, fails }] of [["exchange", exchange], ["memory", memory]]) {
    for (const e of [...works, ...fails]) {
      e.mode = mode;
      if (e.cell) e.cell = cellOf(e.cell);
      e.held = e.held?.map(cellOf);
    }
  }
}

export const EXAMPLES = { en, ko };
