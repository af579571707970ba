// Every word of the page, in English; korean.js has the same in Korean. {x} is filled in.
//
// The language of the page is not that of the model: either page shows either model. What differs
// between models has the language of the model as its key.
import { korean } from "./korean.js";
import { tour } from "./tourwords.js";
import { walk } from "./walkwords.js";

const english = {
  code: "en",
  title: "ELMo under the microscope", short: "ELMo microscope",
  page: { name: "한국어", lang: "ko", title: "이 페이지를 한국어로 보기" },
  models: { en: "English model", ko: "Korean model" }, change: "Change to this model",
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
  cut: "Only the first {n} words are read; the sentence has {all}.",
  long: "One word has {all} letters: the model reads only the first ones.",
  odd: {
    signs: "“{sign}” is no letter: the model reads its bytes and can only guess.",
    broken: "“{sign}” marks a letter that was lost on the way: the text is broken there, so type it anew.",
  },
  bars: {
    change: "Bars under the words: how much the chosen cell changes without this word", odds:
      "Bars under the words: which of the two words this word speaks for", left: "before it", right: "after it",
    own: "the word itself", grey: "Grey words are not read.",
  },
  tags: {
    NOUN: "noun", PROPN: "name", PRON: "pronoun", VERB: "verb", AUX: "auxiliary", ADJ: "adjective",
    ADV: "adverb", DET: "article (the, this)", ADP: "preposition (in, of)", CCONJ: "and, or", SCONJ: "that, if",
    PART: "particle (to, not)", INTJ: "interjection", NUM: "number", PUNCT: "mark", SYM: "symbol", X: "other",
  },
  weigh: "weigh", weighTitle: "Two words to weigh against each other",
  answered: "answered in {ms} ms, in your browser",
  fetching: "Fetching the model, once: {done} of {all} MB",
  making: "Preparing, once: {what}", failed: "The model could not be loaded: {error}",
  drawing: "Drawing random weights",
  modes: {
    near: ["Nearest word", "Most similar other word of {n} sentences; same part of speech in"
      + " {trained} % ({layers})", "picked blindly"],
    pos: ["Part of speech", "What a linear probe reads off the vector; right in {trained} %"
      + " ({layers})", "each word's most frequent tag"],
    next: ["Next word →", "What the forward half expects after each word; right in {trained} %"
      + " ({layers})", "always the most frequent word"],
    previous: ["← Previous word", "What the backward half expects before each word; right in"
      + " {trained} % ({layers})", "always the most frequent word"],
    sense: ["Sense", "The nearest of the senses marked by hand, of {l} words; right in {trained} %"
      + " ({layers})", "picked blindly"],
    exchange: ["Exchange", "B is read again with one state of A in it. Each box: how far that alone takes B to A’s answer;"
      + " 0 not at all, 1 all the way, above 1 past it; a dot: same state."],
    memory: ["Memory", "The value of one memory cell after each word: orange above zero, blue below; ↑ high, ↓ low"
      + " where its name holds. Hold it with its knob: do the expected words change?"],
    probe: ["Your probe", "A linear probe is fitted to your lines, in every layer: what can be read off the vector of the"
      + " marked word? Each line is asked about by a probe that has not seen it."],
  },
  ways: {
    forward: ["→ after", "The forward half reads from the left: which word comes next?"],
    backward: ["before ←", "The backward half reads from the right: which word stood before?"],
  },
  way: "Direction of reading",
  blank: {
    name: "here the model is asked for a word", left: "ask one word further left",
    right: "ask one word further right", rest: "not read",
  },
  exchange: {
    pair: "weigh", second: "Click a word below, or type the second sentence", vector: "word vector",
    grid: "What each state of A carries into B",
    differs: "{a} : {b} = {high} after A, {low} after B. Which state carries the difference?",
    empty: "Type a sentence.",
    one: "Click a word of the sentence and type another one: that makes the second sentence, B.",
    unequal: "A has {n} words at the blank and B has {m}. Only sentences of equal length can be exchanged"
      + " word by word: replace words by words.",
    same: "Up to the blank A and B are the same: there is nothing to exchange. Click a word and type"
      + " another one.",
    nothing: "{a} and {b} are as likely after A as after B ({high}, {low}): there is no difference that a"
      + " state could carry. Try two other words.",
    untaught: "Nothing to carry: with random weights {a} and {b} are as likely after A as after B ({high},"
      + " {low}). What the states carry has been learned.",
    outside: "{word}: not among the {n} words of the softmax, so two other words are weighed.",
    alike: "Here both sentences have the same state: there is nothing to exchange.",
    nothingHere: "nothing to carry", noCells: "A word vector has no memory cells. Choose a box of a layer above.",
    outcome: "the likelier of the two words after B with the chosen state of A", replace: "Click to type another word into B",
    state: "layer {j}", cells: "{n} cells", cell: "1 cell", randomCells: "{n} random",
    inFull: "B, with this taken from A, layer {j}",
    fewer: "How many of its {size} cells?", all: "all", slider: "Number of cells that are exchanged",
    randomly: "random cells instead", grey: "mean share of 20 draws of as many random cells",
    hint: "Move the slider: of its {size} memory cells only those that carry most are exchanged. Grey: as many random ones.",
    best: "Most is carried by cell", drawn: "Drawn at random: cell", toMemory: "look at this cell in Memory",
  },
  memory: {
    pair: "watch", any: "any word", pairTitle: "A word: how likely it is at the blank, as it is and with cells held",
    empty: "Type a sentence.", outside: "“{word}” is not among the {n} words of the softmax.",
    cell: "cell {cell} of layer {j}", known: "cell {cell} of layer {j}, {what}", brief: "layer {j}",
    list: "Which cells are listed",
    lists: { named: "switches", here: "change most at “{word}”", between: "differ most between A and B" },
    noList: "At this word the second sentence has no value to compare.",
    longer: "The second sentence is longer than the first up to its blank, so it is not shown below it.",
    gatesOf: "gates", gates: { forget: "forget", input: "input", candidate: "candidate", output: "output" },
    gateTitles: {
      forget: "1 keeps the old value, 0 forgets it", input: "how much of the candidate is written",
      candidate: "what would be written, from −1 to 1", output: "how much of the cell is passed on",
    },
    from: "Knobs, held from “{word}” on", hint: "Click another word to hold from there.",
    slider: "Hold {name} at a value", release: "let go", before: { forward: "as it is, after “{word}”", backward: "as it is, before “{word}”" }, after: "held: {cells}",
    follows: {
      quotes: "in quotes", brackets: "in brackets", number: "plural", gender: "she, not he", self: "I, we",
      past: "past", far: "how far in", end: "from the end", question: "a question", object: "object 을, 를",
      topic: "topic 은, 는", closed: "sentence end", negation: "negation",
    },
  },
  probe: {
    lines: "Your lines", how: "A line each, as in  book: She wrote a *novel* about the war.",
    placeholder: "book: She wrote a *novel* about the war.", file: "open a file",
    private: "Read in this browser; nothing leaves this computer.",
    scores: "How often the probe is right, by layer, beside its controls",
    right: "Right answers, each of {n} left out, with a 95 % interval", random: "random weights",
    letters: "letters alone", around: "words around it", blind: "always “{label}”",
    reading: "Reading {n} examples, with trained and with random weights: {percent} %",
    read: "{n} examples: {counts}.", typed: "Your sentence, tagged by the probe of each layer",
    none: "Type a sentence with a word that is like the marked ones: it is tagged here.",
    map: "Your examples", mapOf: "A map of {n} examples: {labels}.", wrong: "the probe is wrong here",
    point: "Point at an example to read it. Click a row of the grid to see another layer.",
    problems: {
      empty: "Write or paste some lines first: a label, a colon, and a sentence with one *marked* word.",
      binary: "This file is no text, or larger than 2 MB: choose a text with a line for each example.",
      lines: "{n} lines are too many: at most {most} are read.",
      label: "Line {line} has no label: begin it with a word and a colon.",
      mark: "Line {line} has no marked word: put one word between stars, as in *novel*.",
      marks: "Line {line} has {n} marked words: mark only one.",
      one: "All lines have the label “{label}”: a probe needs two labels or more to tell apart.",
      many: "{n} labels are too many: at most {most}.",
      few: "The label “{label}” has too few lines, {n}: each label needs at least {least}.",
    },
  },
  walk: walk.en, tour: tour.en,
  caption: "{what}. Random weights: {random}; {without}: {blind}.",
  control: "Control, nothing learned: right in {random} % ({layers}). The trained weights:"
    + " {trained}; {without}: {blind}.",
  layer: "layer {j}", layers: "layers {list}",
  lower: {
    shipped: "{layers} too: an output softmax that was never trained for them; layer 0’s answers are"
      + " inherited from the weights it started with",
    own: "{layers} too: an output softmax that was never trained for them",
    random: "{layers} too: here no layer was trained for anything",
  },
  rows: ["sees one word alone", "reads the words in both directions",
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
  lens: ["inherited", "not trained for it", "trained for it", "nothing learned"],
  was: "It was {word}, and layer {last} gave it {p}.",
  rare: "“{word}” is not among its {n} words.",
  occurrences: "{n} occurrences of {word}", map: "A map of {n} occurrences of {word}: {counts}.",
  of: "{n} of {sense}", yours: "yours", slider: "Layer of the map, 0 to {last}",
  alone: "alone", context: "in context", play: "▶ play", playTitle: "from layer 0 up (key p)",
  take: {
    address: "copy address", addressTitle: "It shows the same to others: the sentence and all choices",
    without: "copied, without your lines: they are too long for an address",
    call: "copy call", callTitle: "Python that shows the same in another cell", copied: "copied",
    picture: "picture:", pictureTitle: "Save what is shown, with a line that says what it is and of which weights",
    table: "table:", tableTitle: "Save the numbers, with a line that says what they are and of which weights",
    trained: "Weights: {model} of the course, {licence}, {precision}.",
    random: "Weights: random, nothing learned (the control).",
  },
  largeName: "⤢ large", large: "Map as large as the window (key m)",
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
    "Exchange asks what the model uses, not only what it knows: the state of one layer at one word of A is"
      + " put into B, and if A’s answer comes along, this state carries it. Memory shows single cells, and a"
      + " knob holds one at a value: what does the model believe then?",
    "Your probe asks your own question: paste a line for each example, with its label and one marked word."
      + " Whatever random weights, the letters or the words around it get right as well, the layer need not know.",
    "Random weights are the control: what they get right needs no learning. Only the highest layer was"
      + " trained to expect words; a switch shows what the same softmax makes of the layers below.",
    "On the map distances are those of two principal components; thin lines lead to the five nearest"
      + " in all dimensions.",
    "The examples were chosen by trying hundreds of sentences: some because the model amazes, some"
      + " because it fails. Most of those that work differ in grammar.",
    "Numbers of the weights: {form}.",
    "Keys: arrows move through the grid, 1 to 8 choose the question, w switches the weights, o opens"
      + " the chosen cell, p plays the map, m makes it large, / goes to the sentence.",
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
    "the boy … is": "It fails: after “the teachers” “are” is likelier than “is”, though one boy helps them."
      + " Across “who plays in the park” it was right.",
    "can can": "It fails: a can of beans stays the auxiliary “can” in every layer.",
    "bat, bat": "It fails: the second bat is an animal, and layer 2 cannot decide. Grammar counts"
      + " more than topic.",
    "old man": "It fails as you do: “man” is the verb here (old people man the boats).",
    "nurse": "It has learned this from its texts, too: for the nurse “she” is likelier than “he”,"
      + " for the doctor it is the other way round.",
    "novel": "Seven sentences of each kind are enough to tell a book from something new. Type a sentence of your own with"
      + " “novel” in it.",
    "like": "To like something, or to be like it: a question of grammar, so the layers that read are nearly always right.",
    "눈": "Is it the eye, or snow? Twelve lines ask. Compare the layers with random weights.",
    "boys → are": "The number climbs: “boys” is in layer 1 at first, and a word later layer 2 has it and keeps"
      + " it. Click the boxes of layer 2 and watch the answer of B.",
    "mother → she": "Whether it is a woman stays in layer 1 over the whole clause. Move the slider to 1: one"
      + " cell of 768 carries most of it.",
    "( → )": "That a bracket is open stays in layer 1 until it is closed; layer 2 has a part of it.",
    "either → or": "Layer 1 keeps in mind that “either” waits for its “or”; layer 2 has nothing of it.",
    "Where → ?": "That it is a question climbs from layer 1 to layer 2, as the number of the boys does.",
    "( ← )": "Read from the right: the closing bracket is kept in layer 1 until the opening one is due.",
    "people ← are": "Read from the right: “are” climbs to layer 2 within a word, and asks for people.",
    "without that": "It fails: without “that” it does not see the clause and expects “to”. Between"
      + " “are” and “is” there is hardly a difference to carry.",
    "teachers": "It fails: with “the teachers” in between it expects “are” after one boy as well as"
      + " after many.",
    "Paris": "It fails: it has hardly learned capitals. Neither Paris nor Rome is among its likely words, so"
      + " there is little to carry.",
    "nurse → she": "It has learned this from its texts, too, and keeps it where it keeps mother and father: in"
      + " layer 1.",
    "quotation marks": "Cell 720 of layer 1 is high within quotation marks and near 0 outside.",
    "brackets": "Cell 337 of layer 1 opens and closes with a bracket. Click another switch: which one moves?",
    "boys, dog": "Cell 241 of layer 2 is high after many and low after one: it turns at “dog”.",
    "the bracket nobody opened": "Two of 1,536 cells are held, and the model closes a bracket that nobody"
      + " opened. Let one of them go: either alone is not enough.",
    "he → she": "Cell 406 of layer 1 is held high, as after a woman: “she” overtakes “he”.",
    "past": "Cell 0 of layer 2 is held low, as after past forms: “were” overtakes “are”.",
    "opened backwards": "Read from the right, with two cells held: it opens a bracket that nobody closed.",
    "counting": "It fails: cell 577 counts the words up to its limit, but turn its knob as you like, the next words"
      + " stay. What a cell follows need not be used.",
    "one boy, held": "It fails in part: cell 241 is held at its highest value, and “were” comes up, but “was”"
      + " stays ahead. One cell is not all of the number.",
    "아무런 문제가": "“아무런” asks for a negation, “많은” does not. Layer 1 keeps it at first, and at the noun"
      + " layer 2 has half of it.",
    "아무런 관계가": "“아무런” (no) or “깊은” (close): “없는” or “있는” comes. The difference climbs slowly.",
    "전혀 재미가": "“전혀” (at all) asks for “없다”: the film is not fun at all. Layer 1 keeps it first, then both"
      + " layers have it.",
    "괄호 ( → )": "That a bracket is open stays in layer 1; layer 2 has next to nothing of it.",
    "따옴표 → \"": "Quotation mark or bracket: layer 1 remembers what has to be closed.",
    "아무런 ← 없다": "Read from the right: “없다” (is not) stays in layer 1 and lets “아무런” (no) come, which"
      + " “있다” (is) all but rules out.",
    "설명도 … 관심이": "It fails: over the clause “듣지 못한 채” (without hearing) it expects “없다” after both"
      + " sentences.",
    "어제, 내일": "It fails: yesterday or tomorrow should change the verb, but its past and future forms are not"
      + " among the likely words.",
    "괄호 안": "Cell 234 of layer 1 is near 1 in brackets and near 0 outside.",
    "따옴표 안": "Cell 86 of layer 1 rises with the quotation mark and falls when it is closed.",
    "열지 않은 괄호": "Two cells are held as in brackets: the bracket that nobody opened becomes the likeliest word.",
    "단어 세기": "It fails: cell 404 counts the words, but turn its knob as you like, the next words stay.",
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
