// Sentences that show something, and sentences where the model fails. Hundreds were tried.
// at: the layer and the word that are chosen. What an example shows stands in labels.js, by its name.

const en = {
  works: [
    { name: "the boys … are", text: "The boys who play in the park are happy.", mode: "next",
      at: [2, 6], pair: "are is" },
    { name: "bear, bear", text: "He could not bear to see the bear.", mode: "near", at: [2, 3] },
    { name: "right, right", text: "You have the right to turn right at the light.", mode: "sense",
      at: [2, 6] },
    { name: "an hour", text: "She lost an hour, a uniform and an orf.", mode: "previous", at: [2, 3],
      pair: "an a" },
    { name: "blorf", text: "The blorf sat on the glimpy bank and zorped.", mode: "pos", at: [0, 1] },
    { name: "current, current", text: "The current president swam against the current.",
      mode: "sense", at: [2, 1] },
  ],
  fails: [
    { name: "the boy … is", text: "The boy who helps the teachers is happy.", mode: "next", at: [2, 5],
      pair: "is are" },
    { name: "can can", text: "I can open a can of beans.", mode: "near", at: [2, 4] },
    { name: "bat, bat", text: "He hit the ball with a bat while a bat flew over.", mode: "sense",
      at: [2, 9] },
    { name: "old man", text: "The old man the boats.", mode: "pos", at: [2, 2] },
    { name: "nurse", text: "The nurse said that she was tired.",
      second: "The doctor said that he was tired.", mode: "next", at: [2, 3], pair: "she he" },
  ],
};
en.biased = en.fails.at(-1);

const ko = {
  works: [
    { name: "나는, 나는", text: "하늘을 나는 새를 보았다.", second: "나는 학교에 간다.", mode: "pos",
      at: [2, 1] },
    { name: "사과, 사과", text: "정부는 국민에게 사과를 해야 한다.", second: "사과를 깎아서 나누어 먹었다.",
      mode: "sense", at: [2, 2] },
    { name: "의사, 의사", text: "그는 회사를 떠날 의사가 없다고 밝혔다.", second: "의사는 약을 처방했다.",
      mode: "sense", at: [2, 3] },
    { name: "어렵지 …", text: "그 책은 너무 어렵지 않다.", mode: "next", at: [2, 3] },
  ],
  fails: [
    { name: "배, 배", text: "배가 고파서 배를 깎아 먹었다.", second: "배를 타고 섬에 갔다.", mode: "sense",
      at: [2, 0] },
    { name: "말을 타고", text: "기수가 말을 타고 들판을 달렸다.", mode: "sense", at: [2, 1] },
  ],
};

export const EXAMPLES = { en, ko };
