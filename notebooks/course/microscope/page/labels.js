// Every word of the page, in English; korean.js has the same in Korean. {x} is filled in.
//
// The language of the page is not that of the model: either page shows either model. What differs
// between models has the language of the model as its key.
import { korean } from "./korean.js";

const english = {
  title: "ELMo under the microscope", short: "ELMo microscope",
  page: { name: "한국어", lang: "ko", title: "이 페이지를 한국어로 보기" },
  models: { en: "English model", ko: "Korean model" },
  sentence: "Sentence", type: { en: "Type an English sentence", ko: "Type a Korean sentence" },
  foreign: {
    en: "This model has read English, so it can only guess at Hangul. For Korean press “Korean model”"
      + " at the top.",
    ko: "This model has read Korean, so it can only guess at English. For English press “English"
      + " model” at the top.",
  },
  second: "Second sentence", typeSecond: "A second sentence to compare", compare: "+ compare",
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
  biasAlone: "It has learned the bias of its texts, too.",
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
  gloss: ({ gloss }) => gloss,                            // of a sense
  examples: {                                             // what they show, by their names
    "the boys … are": "After “park”, layer 2 expects “are”: it has kept the boys in mind. Take away"
      + " the s of “boys” and watch the cell.",
    "bear, bear": "Layer 0 has one vector for both. Above it, one bear is something to do, the"
      + " other an animal or a thing.",
    "right, right": "One spelling, two senses in one sentence. Layer 0 cannot tell them apart; the"
      + " layers that read can.",
    "an hour": "Read from right to left: an hour, but a uniform, and an orf, which does not exist."
      + " It has learned sounds from spelling.",
    "blorf": "Words that do not exist. Layer 0 guesses from their letters, the layers above from"
      + " where they stand.",
    "current, current": "Press play beside the map: the occurrences of one spelling glide apart"
      + " into two senses, and both of yours with them.",
    "the boy … is": "It fails: after “the teachers” it expects “are”, though one boy helps them."
      + " Across “who plays in the park” it was right every time.",
    "can can": "It fails: a can of beans stays the auxiliary “can” in every layer.",
    "bat, bat": "It fails: the second bat is an animal, and layer 2 cannot decide. Grammar counts"
      + " more than topic.",
    "old man": "It fails as you do: “man” is the verb here (old people man the boats).",
    "nurse": "It has learned this from its texts, too: for the nurse “she” is likelier than “he”,"
      + " for the doctor it is the other way round.",
    "나는, 나는": "One spelling: layer 0 takes both for the pronoun “I”; the layers that have read the"
      + " sentence know that the bird’s “나는” is a verb, “flying”.",
    "사과, 사과": "Layer 0 takes both for an apple; the layers that have read the sentence tell the"
      + " apology to the people from the apple that is peeled.",
    "의사, 의사": "The layers that have read the sentence tell the intention to leave from the doctor"
      + " who prescribes a medicine.",
    "어렵지 …": "After “어렵지” (difficult) layer 2 expects “않다” (is not): the ending “-지” says so.",
    "배, 배": "It fails: this small model cannot tell belly, pear and ship apart.",
    "말을 타고": "It fails: a jockey rides this “말” (horse), but in every layer it stays speech.",
  },
};

export const LABELS = { en: english, ko: korean };
