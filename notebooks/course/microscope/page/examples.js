// Sentences that show something, and sentences where the model fails. Hundreds were tried.
// at: the layer and the word that are chosen.

const en = {
  works: [
    { name: "the boys … are", text: "The boys who play in the park are happy.", mode: "next",
      at: [2, 6], pair: "are is", say: "After “park”, layer 2 expects “are”: it has kept the boys in"
        + " mind. Take away the s of “boys” and watch the cell." },
    { name: "bear, bear", text: "He could not bear to see the bear.", mode: "near", at: [2, 3],
      say: "Layer 0 has one vector for both. Above it, one bear is something to do, the other an"
        + " animal or a thing." },
    { name: "right, right", text: "You have the right to turn right at the light.", mode: "sense",
      at: [2, 6], say: "One spelling, two senses in one sentence. Layer 0 cannot tell them apart; the"
        + " layers that read can." },
    { name: "an hour", text: "She lost an hour, a uniform and an orf.", mode: "previous", at: [2, 3],
      pair: "an a", say: "Read from right to left: an hour, but a uniform, and an orf, which does not"
        + " exist. It has learned sounds from spelling." },
    { name: "blorf", text: "The blorf sat on the glimpy bank and zorped.", mode: "pos", at: [0, 1],
      say: "Words that do not exist. Layer 0 guesses from their letters, the layers above from where"
        + " they stand." },
    { name: "current, current", text: "The current president swam against the current.",
      mode: "sense", at: [2, 1], say: "Press play beside the map: the occurrences of one spelling"
        + " glide apart into two senses, and both of yours with them." },
  ],
  fails: [
    { name: "the boy … is", text: "The boy who helps the teachers is happy.", mode: "next", at: [2, 5],
      pair: "is are", say: "It fails: after “the teachers” it expects “are”, though one boy helps them."
        + " Across “who plays in the park” it was right every time." },
    { name: "can can", text: "I can open a can of beans.", mode: "near", at: [2, 4],
      say: "It fails: a can of beans stays the auxiliary “can” in every layer." },
    { name: "bat, bat", text: "He hit the ball with a bat while a bat flew over.", mode: "sense",
      at: [2, 9], say: "It fails: the second bat is an animal, and layer 2 cannot decide. Grammar"
        + " counts more than topic." },
    { name: "old man", text: "The old man the boats.", mode: "pos", at: [2, 2],
      say: "It fails as you do: “man” is the verb here (old people man the boats)." },
    { name: "nurse", text: "The nurse said that she was tired.",
      second: "The doctor said that he was tired.", mode: "next", at: [2, 3], pair: "she he",
      say: "It has learned this from its texts, too: for the nurse “she” is likelier than “he”, for"
        + " the doctor it is the other way round." },
  ],
};

const ko = {
  works: [
    { name: "품사", text: "다람쥐는 겨울을 나려고 밤을 땅에 묻었다.", mode: "pos", at: [2, 3],
      say: "어절 하나의 자모만 보는 0번 층도 품사를 꽤 알지만, 문장을 읽은 층이 더 잘 압니다." },
    { name: "다음 단어", text: "내일도 눈이 오면 그냥 집에 있자.", mode: "next", at: [2, 1],
      say: "“눈이” 다음에 2번 층은 “오-”로 시작하는 말을 기대합니다." },
  ],
  fails: [
    { name: "배, 배", text: "배가 고파서 배를 깎아 먹었다.", second: "배를 타고 섬에 갔다.", mode: "sense",
      at: [2, 0], say: "틀립니다: 배와 과일과 탈것을 이 작은 모델은 가려내지 못합니다." },
    { name: "눈, 눈", text: "내일도 눈이 오면 그냥 집에 있자.", second: "어제 잠을 못 자서 눈이 빨갛다.",
      mode: "sense", at: [2, 1], say: "틀립니다: 하늘의 눈과 몸의 눈이 거의 반반입니다." },
  ],
};

export const EXAMPLES = { en, ko };
