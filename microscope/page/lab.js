// The laboratory: models and banks, and an answer to each question of the page. It runs in a worker
// (worker.js), so that typing never waits.
import { MOST } from "./asked.js";
import { Bank, dot } from "./bank.js";
import { Corpus } from "./corpus.js";
import { Elmo } from "./elmo.js";
import { exchanged, narrowed } from "./exchange.js";
import { Machine } from "./machine.js";
import { remembered } from "./memory.js";
import { randomWeights } from "./random.js";
import { Probing } from "./probing.js";
import { predict } from "./softmax.js";
import { BOS, EOS } from "./spell.js";
import { Reading } from "./states.js";
import { safetensors } from "./tensors.js";
import { tokenize } from "./tokenize.js";
import { walked } from "./walk.js";

const AT_ONCE = 4;                                        // sentences between two looks at the post
const AHEAD = { next: ["forward", 1], previous: ["backward", -1] };

export class Lab {
  /** files: options, words, about and weights as ArrayBuffers */
  constructor(files, simd = true) {
    const text = (buffer) => new TextDecoder().decode(buffer);
    this.options = JSON.parse(text(files.options));
    this.words = text(files.words).split("\n");
    this.corpus = Corpus.parse(files.about);
    this.simd = simd;
    this.models = {};
    this.add({ name: "trained", weights: files.weights });
  }

  /** weights: a file; without it they are random and drawn here. Only AHEAD works without a bank. */
  add({ name, weights, bank }) {
    const tensors = weights ? safetensors(weights) : randomWeights(this.options, this.words.length);
    const elmo = new Elmo(this.options, this.words, tensors, new Machine(this.simd));
    this.models[name] = { elmo, bank: null, read: new Map(), readings: new Map() };
    if (bank) this.furnish({ name, bank });
  }

  /** Give a model its bank, which is a file. */
  furnish({ name, bank }) {
    const model = this.models[name];
    model.bank = new Bank(model.elmo.m, this.corpus, safetensors(bank));
  }

  /** Let the browser compile the loops of some modes before the first question. */
  warm(...modes) {
    const { lemmas } = this.corpus, text = `${lemmas[0]} ${lemmas[1]} , ${lemmas[2]} .`;
    for (const mode of modes) this.grid({ model: "trained", text, mode });
  }

  layers(model, tokens) {
    const { elmo, read } = this.models[model];
    return kept(read, tokens.join(" "), () => elmo.readOn(tokens));
  }

  /** A sentence as every question needs it. */
  sentence(model, text) {
    const all = tokenize(text).slice(0, MOST + 1), tokens = all.slice(0, MOST);  // the one beyond is the last one's next
    const layers = this.layers(model, tokens);
    return { ...this.models[model], all, tokens, layers, lemmas: tokens.map((t) => this.corpus.lemma(t)) };
  }

  /** Everything that the grid shows: cells[j][k] for layer j and word k, null where nothing is. */
  grid({ model, text, mode, pair = [], lower = true }) {
    const sentence = this.sentence(model, text), { elmo, tokens, lemmas } = sentence;
    const cell = { near: this.nearCell, pos: this.posCell, sense: this.senseCell }[mode];
    const each = (j) => tokens.map((_, index) => cell.call(this, sentence, j, index));
    const cells = AHEAD[mode] ? this.aheadCells(sentence, mode, pair, lower) : this.corpus.layers.map(each);
    return { tokens, cells, lemmas, known: tokens.map((token) => elmo.id(token) > 0) };
  }

  nearCell({ bank, layers }, j, index) {
    const seen = new Map();                               // one occurrence of a word is enough
    for (const { word, cosine } of bank.nearest(layers, j, index + 1, 40)) {
      const plain = word === "I" ? word : word.toLowerCase();
      if (!seen.has(plain)) seen.set(plain, cosine);
    }
    return { top: [...seen].slice(0, 3).map(([word, p]) => ({ word, p })) };
  }

  posCell({ bank, layers }, j, index) {
    return { top: bank.tags(layers, j, index + 1).slice(0, 3) };
  }

  senseCell({ bank, layers, lemmas }, j, index) {
    if (lemmas[index] < 0) return null;
    const senses = bank.senses(layers, j, index + 1, lemmas[index]);
    const top = senses.map(({ id, p }) => ({ word: this.corpus.senses[id].short, id, p }));
    return { senses, top: top.sort((a, b) => b.p - a.p) };
  }

  /** The layers that are asked ahead: the highest, or all of them. */
  ahead(lower) {
    return lower ? this.corpus.layers : [this.corpus.last];
  }

  /** What comes after each word, or before it, with the odds of two words; lower: in every layer. */
  aheadCells({ elmo, all: whole, tokens, layers }, mode, pair, lower) {
    const [direction, step] = AHEAD[mode], ids = pair.map((word) => elmo.id(word)), n = tokens.length;
    const rows = this.ahead(lower), all = rows.flatMap((j) => tokens.map((_, index) => [j, index]));
    const truths = tokens.map((_, index) => truth(elmo, whole, index + step));
    const vectors = all.map(([j, index]) => layers.at(direction, j, index + 1));
    const found = predict(elmo, vectors, 3, all.map(([, index]) => [truths[index].id, ...ids]));
    const cells = found.map(({ top, asked }, i) => {
      const { word, id } = truths[all[i][1]];
      return { top, truth: { word, known: id > 0, p: asked[id] }, pair: ids.map((own) => asked[own]) };
    });
    return this.corpus.layers.map((j) => {
      const row = rows.indexOf(j);
      return row < 0 ? null : cells.slice(row * n, (row + 1) * n);
    });
  }

  /** Everything about one cell. second: the other sentence, if there is one. */
  detail({ model, text, mode, layer: j, index, others = true, second = "", lower = true }) {
    const sentence = this.sentence(model, text), { elmo, bank, tokens, layers, lemmas } = sentence;
    const lemma = lemmas[index], k = index + 1, found = { tokens, index, layer: j, lemma };
    if (AHEAD[mode]) {
      const [direction, step] = AHEAD[mode], { word, id } = truth(elmo, sentence.all, index + step);
      const rows = this.ahead(lower), vectors = rows.map((layer) => layers.at(direction, layer, k));
      found.lens = predict(elmo, vectors, 14, vectors.map(() => [id]))
        .map(({ top, asked }, i) => ({ layer: rows[i], top, p: asked[id] }));
      found.truth = { word, known: id > 0 };
    } else if (mode === "sense" && lemma >= 0) {
      found.near = j ? bank.alike(layers, j, k, lemma, 8) : this.sameForm(tokens, index, lemma);
      found.senses = bank.senses(layers, j, k, lemma);
    } else {
      found.near = bank.nearest(layers, j, k, 8, others);
      if (mode === "pos") found.tags = bank.tags(layers, j, k).slice(0, 3).filter(({ p }) => p >= 0.005);
    }
    return lemma < 0 || !bank ? found : { ...found, ...this.mapOf(sentence, index, model, second) };
  }

  /** The map of a word: its occurrences, and stars for it and its like in both sentences. */
  mapOf({ bank, layers, tokens, lemmas }, index, model, second) {
    const lemma = lemmas[index], points = bank.map(lemma);
    const here = [index, ...lemmas.flatMap((l, i) => (l === lemma && i !== index ? [i] : []))];
    const stars = here.map((i) => this.star(bank, layers, i + 1, lemma));
    const other = this.sentence(model, second), at = other.lemmas.indexOf(lemma);
    if (at < 0) return { points, stars };
    stars.push(this.star(bank, other.layers, at + 1, lemma));
    const cosines = this.corpus.layers.map((j) =>
      dot(bank.placed(layers, j, index + 1, lemma), bank.placed(other.layers, j, at + 1, lemma)));
    return { points, stars, cosines };
  }

  star(bank, layers, k, lemma) {
    const around = layers.tokens.slice(Math.max(0, k - 2), k + 1);
    const near = (j) => (j ? bank.alike(layers, j, k, lemma, 5).map(({ sentence }) => sentence) : []);
    return {
      name: around.filter((token) => /[\p{L}\p{N}]/u.test(token)).join(" "),
      at: bank.points(layers, k, lemma), near: this.corpus.layers.map(near),
    };
  }

  /** Occurrences of the same form, of each sense in turn: to layer 0 they are one vector. */
  sameForm(tokens, index, lemma) {
    const { corpus } = this, here = corpus.place(tokens), form = tokens[index].toLowerCase();
    const rows = corpus.rows[lemma].filter((i) => i !== here && corpus.form(i).toLowerCase() === form);
    const before = (i, r) => rows.slice(0, r).filter((o) => corpus.sense[o] === corpus.sense[i]).length;
    const turns = rows.map((i, r) => [before(i, r), i]).sort((a, b) => a[0] - b[0]).slice(0, 8);
    return turns.map(([, i]) =>
      ({ sentence: i, position: corpus.marked[i], cosine: 1, word: corpus.form(i) }));
  }

  /** How much a cell changes without each word, whose token vector becomes a mean one: { change },
   * and with two words to weigh { odds }: how far each word moves their log odds to the first.
   *
   * interrupted: says, between a few sentences and the next, that nobody waits any more. */
  async influence({ model, text, mode, layer: j, index, pair = [] }, interrupted) {
    const { elmo, tokens } = this.sentence(model, text), k = index + 1;
    const own = elmo.tokenVectors(tokens), mean = this.meanToken(model), changed = [];
    const variants = [own, ...tokens.map((_, i) => own.map((v, at) => (at === i + 1 ? mean : v)))];
    for (let i = 0; i < variants.length; i += AT_ONCE) {
      const some = variants.slice(i, i + AT_ONCE);
      for (const layers of elmo.readVectors(some.map(() => tokens), some))
        changed.push(AHEAD[mode] ? layers.at(AHEAD[mode][0], j, k) : layers.both(j, k));
      if (await interrupted()) return undefined;
    }
    return AHEAD[mode] ? this.changeOfWords(elmo, changed, pair) : { change: changeOfVectors(changed) };
  }

  /** Half of what the probabilities of the likeliest words change, and the change of odds. */
  changeOfWords(elmo, vectors, pair) {
    const [{ top }] = predict(elmo, [vectors[0]], 30), ids = top.map(({ id }) => id);
    const two = pair.length === 2 ? pair.map((word) => elmo.id(word)) : [];
    const all = predict(elmo, vectors, 1, vectors.map(() => [...ids, ...two]));
    const change = all.slice(1).map(({ asked }) =>
      top.reduce((sum, { id, p }) => sum + Math.abs(p - asked[id]), 0) / 2);
    if (!two.length) return { change };
    const odds = all.map(({ asked }) => Math.log(asked[two[0]] / asked[two[1]]));
    return { change, odds: odds.slice(1).map((without) => odds[0] - without) };
  }

  // ---- exchange and memory ----

  /** What these modes ask for, with tokens in place of texts: [elmo, reading(words), what] */
  asking({ model, text, second, ...what }) {
    const { elmo, readings } = this.models[model], { direction } = what;
    const cut = (sentence) => tokenize(sentence).slice(0, MOST);
    const reading = (words) => kept(readings, `${direction} ${words.join(" ")}`,
      () => new Reading(elmo, words, direction));
    return [elmo, reading, { ...what, tokens: cut(text), second: second === null ? null : cut(second) }];
  }

  exchange(what) {
    this.exchanged = exchanged(...this.asking(what));
    const { comparison, ...found } = this.exchanged;      // which cannot be sent
    return found;
  }

  /** The cells of one state of the last exchange; interrupted: see influence. */
  async narrow(what, interrupted) {
    return this.exchanged.comparison && narrowed(this.exchanged, what, interrupted);
  }

  memory(what) {
    return remembered(...this.asking(what));
  }

  // ---- a cell, opened ----

  /** What leads from the letters of a word to the words that both readers expect. */
  walk({ model, text, index }) {
    const tokens = tokenize(text).slice(0, MOST), { elmo, readings } = this.models[model];
    return walked(elmo, (words, direction) => kept(readings, `${direction} ${words.join(" ")}`,
      () => new Reading(elmo, words, direction)), tokens, index);
  }

  // ---- a probe of one's own ----

  /** Go on with a probe, or begin with new examples -> { share }, or what was found. */
  probe({ examples, kinds }) {
    if (examples) {
      if (!this.models.random) this.add({ name: "random" });
      this.probing = new Probing({ examples, kinds }, this.corpus.layers, (name) => this.models[name]);
    }
    return this.probing.advance();
  }

  /** What the probe makes of the words of a sentence. */
  tags({ text, model, index }) {
    const { tokens, layers } = this.sentence(model, text);
    return this.probing?.result ? this.probing.tags(layers, tokens, model, index) : null;
  }

  /** The mean token vector of 500 frequent words. */
  meanToken(name) {
    const model = this.models[name], { elmo } = model, some = this.words.slice(3, 503);
    if (model.mean) return model.mean;
    elmo.learn([BOS, EOS, ...some]);
    model.mean = new Float32Array(elmo.P);
    for (const word of some)
      elmo.known.get(word).forEach((v, d) => { model.mean[d] += v / some.length; });
    return model.mean;
  }
}

/** What a map has for a key, or what is made now; it keeps the last 50. */
function kept(map, key, make) {
  if (!map.has(key)) {
    if (map.size >= 50) map.delete(map.keys().next().value);
    map.set(key, make());
  }
  return map.get(key);
}

/** The word at a place of a sentence, or its mark, and its id. */
function truth(elmo, tokens, at) {
  const word = at < 0 ? "<s>" : tokens[at] ?? "</s>";
  return { word, id: elmo.id(word) };
}

/** The distance of each vector from the first, in its lengths. */
function changeOfVectors([own, ...others]) {
  const size = Math.sqrt(dot(own, own));
  return others.map((v) => {
    const away = v.map((x, d) => x - own[d]);
    return Math.sqrt(dot(away, away)) / size;
  });
}
