// A biLM of the course in the browser: its weights and a sentence in, every layer out.
//
//   const elmo = new Elmo(options, words, tensors);        // the files of a folder of weights
//   const [layers] = elmo.read([["We", "sat", "."]]);
//   layers.at("forward", 2, 1);                            // what was read up to "We": (proj_dim)
import { Machine } from "./machine.js";
import { BOS, EOS, PADDING, characterIds } from "./spell.js";
import { floats } from "./tensors.js";

const sigmoid = (x) => 1 / (1 + Math.exp(-x));
const DIRECTIONS = ["forward", "backward"];
const LATELY = 2;                                         // sentences that are compared beside each other

/** Every layer of one sentence. Position 0 is <S>, 1 the first word, and </S> is the last. */
class Layers {
  constructor(tokens, dim, count) {
    const zeros = () => new Float32Array((tokens.length + 2) * dim);
    Object.assign(this, { tokens, dim, token: zeros() });
    this.forward = Array.from({ length: count }, zeros);
    this.backward = Array.from({ length: count }, zeros);
  }

  /** The vector (proj_dim) of a position in one direction; layer 0 is the same in both. */
  at(direction, layer, position) {
    const all = layer ? this[direction][layer - 1] : this.token;
    return all.subarray(position * this.dim, (position + 1) * this.dim);
  }

  /** [forward; backward], or [token; token]: (2 * proj_dim) */
  both(layer, position) {
    const out = new Float32Array(2 * this.dim);
    out.set(this.at("forward", layer, position));
    out.set(this.at("backward", layer, position), this.dim);
    return out;
  }
}

export class Elmo {
  /** options: options.json; words: the vocabulary; tensors: of a file, or of random.js. */
  constructor(options, words, tensors, machine = new Machine()) {
    Object.assign(this, { options, words, m: machine });
    this.P = options.proj_dim;
    this.H = options.hidden_dim;
    this.ids = new Map(words.map((word, i) => [word, i]));
    this.keepWeights(tensors);
    this.planFilters();
    this.known = new Map();                               // word -> its token vector
    this.lately = [];                                     // what readOn has read
    this.letters = new Map();                             // character id -> answers of all filters
  }

  id(word) {
    return this.ids.get(word) ?? 0;
  }

  /** All tensors as float32 in the memory of the machine; this.w: name -> address. */
  keepWeights(tensors) {
    const { m } = this, names = Object.keys(tensors).filter((name) => !name.endsWith(".scale"));
    const bytes = names.reduce((sum, name) => sum + tensors[name].data.length * 4 + 64, 0);
    m.top = m.room(bytes);                                // grow once
    this.w = Object.create(null);
    for (const name of names) {
      const count = tensors[name].data.length, at = m.room(count * 4);
      floats(tensors, name, m.f32.subarray(at >> 2, (at >> 2) + count));
      this.w[name] = at;
    }
  }

  // ---- characters -> token vectors ----

  planFilters() {
    const { filters } = this.options.characters;
    this.numFilters = this.numAnswers = 0;
    this.filters = filters.map(([width, num]) => {
      const plan = { width, num, out: this.numFilters, at: this.numAnswers };
      this.numFilters += num;
      this.numAnswers += num * width;
      return plan;
    });
    this.widest = Math.max(...filters.map(([width]) => width));
  }

  /** What each filter answers to one character at each of its places: once for a character. */
  letter(id) {
    if (this.letters.has(id)) return this.letters.get(id);
    const found = new Float32Array(this.numAnswers), f = this.m.f32;
    const dim = this.options.characters.char_dim;
    const row = (this.w["bilm.char_cnn.embedding.weight"] >> 2) + id * dim;
    this.filters.forEach(({ width, num, at }, i) => {
      let w = this.w[`bilm.char_cnn.convolutions.${i}.weight`] >> 2;   // (num, dim, width)
      for (let n = 0; n < num; n++)
        for (let d = 0; d < dim; d++)
          for (let k = 0; k < width; k++) found[at + k * num + n] += f[w++] * f[row + d];
    });
    this.letters.set(id, found);
    return found;
  }

  /** The strongest answer of each filter over a word, written to `into` (num_filters); `where`, if it
   * is there, gets the place of each. */
  convolve(word, into, where = null) {
    const { max_characters: most, alphabet, activation } = this.options.characters;
    const ids = characterIds(word, most, alphabet);
    const length = Math.min(most, ids.length + this.widest);   // more padding changes no maximum
    while (ids.length < length) ids.push(PADDING);
    const rows = ids.map((id) => this.letter(id)), f = this.m.f32;
    this.filters.forEach(({ width, num, out, at }, i) => {
      const bias = this.w[`bilm.char_cnn.convolutions.${i}.bias`] >> 2;
      const sum = new Float32Array(num);
      into.fill(-Infinity, out, out + num);
      for (let p = 0; p + width <= length; p++) {
        for (let n = 0; n < num; n++) sum[n] = f[bias + n];
        for (let k = 0; k < width; k++)
          for (let n = 0, row = rows[p + k], o = at + k * num; n < num; n++) sum[n] += row[o + n];
        for (let n = 0; n < num; n++) {
          if (!(sum[n] > into[out + n])) continue;
          into[out + n] = sum[n];
          if (where) where[out + n] = p;
        }
      }
      const activate = activation === "tanh" ? Math.tanh : (v) => Math.max(0, v);
      for (let n = out; n < out + num; n++) into[n] = activate(into[n]);
    });
  }

  /** Compute the token vectors of the words that are new, 64 at a time. */
  learn(words) {
    const fresh = [...new Set(words)].filter((word) => !this.known.has(word));
    for (let i = 0; i < fresh.length; i += 64) this.learnSome(fresh.slice(i, i + 64));
  }

  learnSome(words) {
    const { m, w, P } = this, F = this.numFilters, n = words.length, cnn = "bilm.char_cnn.";
    const [x, t, g] = ["x", "t", "g"].map((name) => m.scratch(name, 64 * F * 4));
    const y = m.scratch("y", 64 * P * 4);
    words.forEach((word, i) => {
      const at = (x >> 2) + i * F;
      this.convolve(word, m.f32.subarray(at, at + F));
    });
    for (let j = 0; j < this.options.characters.num_highway; j++) this.highway(j, x, t, g, n);
    m.matmul(x, w[`${cnn}projection.weight`], w[`${cnn}projection.bias`], y, n, P, F);
    words.forEach((word, i) => {
      const at = (y >> 2) + i * P;
      this.known.set(word, m.f32.slice(at, at + P));
    });
  }

  /** Highway layer j over n words at x; the gates stay at g, what they let in at t. */
  highway(j, x, t, g, n) {
    const { m, w } = this, F = this.numFilters, name = `bilm.char_cnn.highways.${j}.`;
    m.matmul(x, w[`${name}transform.weight`], w[`${name}transform.bias`], t, n, F, F);
    m.matmul(x, w[`${name}gate.weight`], w[`${name}gate.bias`], g, n, F, F);
    const f = m.f32, X = x >> 2, T = t >> 2, G = g >> 2;
    for (let i = 0; i < n * F; i++) {
      const gate = f[G + i] = sigmoid(f[G + i]), fresh = f[T + i] = Math.max(0, f[T + i]);
      f[X + i] = gate * fresh + (1 - gate) * f[X + i];
    }
  }

  /** A word on its way to its token vector: { filters: { answers, where }, highways, vector } */
  steps(word) {
    const { m } = this, F = this.numFilters, where = new Int16Array(F), highways = [];
    const [x, t, g] = ["x", "t", "g"].map((name) => m.scratch(name, 64 * F * 4));
    const taken = (at) => m.f32.slice(at >> 2, (at >> 2) + F);
    this.convolve(word, m.f32.subarray(x >> 2, (x >> 2) + F), where);
    const answers = taken(x);
    for (let j = 0, before = answers; j < this.options.characters.num_highway; j++) {
      this.highway(j, x, t, g, 1);
      const after = taken(x);
      highways.push({ before, gates: taken(g), fresh: taken(t), after });
      before = after;
    }
    this.learn([word]);
    return { filters: { answers, where }, highways, vector: this.known.get(word) };
  }

  // ---- token vectors -> layers ----

  /** Read sentences, each a list of tokens, all at once -> their Layers. */
  read(sentences) {
    return this.readVectors(sentences, sentences.map((tokens) => this.tokenVectors(tokens)));
  }

  /** The token vectors of a sentence, its marks included. */
  tokenVectors(tokens) {
    const all = [BOS, ...tokens, EOS];
    this.learn(all);
    return all.map((token) => this.known.get(token));
  }

  /** The same from token vectors: vectors[i][k] is that of position k of sentence i. */
  readVectors(sentences, vectors) {
    const { m, P } = this, { num_layers: count, skip } = this.options;
    const order = vectors.map((_, i) => i).sort((a, b) => vectors[b].length - vectors[a].length);
    const lengths = order.map((i) => vectors[i].length);   // the longest sentence comes first
    const steps = Array.from({ length: lengths[0] ?? 0 }, (_, t) => t);
    const running = steps.map((t) => lengths.filter((length) => length > t).length);
    const found = sentences.map((tokens) => new Layers(tokens, P, count));
    vectors.forEach((rows, i) => rows.forEach((row, k) => found[i].token.set(row, k * P)));
    for (const direction of DIRECTIONS) {
      // The rows of x: step after step, and in each the sentences that still run.
      const places = steps.flatMap((t) => order.slice(0, running[t]).map((i, s) =>
        [i, direction === "forward" ? t : lengths[s] - 1 - t]));
      const x = m.scratch("seq", places.length * P * 4);
      places.forEach(([i, k], row) => m.f32.set(vectors[i][k], (x >> 2) + row * P));
      for (let j = 0; j < count; j++) {
        this.lstm(x, running, `bilm.${direction}_lstms.${j}.`, j > 0 && skip);
        places.forEach(([i, k], row) => {
          const at = (x >> 2) + row * P;
          found[i][direction][j].set(m.f32.subarray(at, at + P), k * P);
        });
      }
    }
    return found;
  }

  /** One sentence -> its Layers. Who types changes its end: what a direction has read before the first
   * word that is new, lately, it does not read again. */
  readOn(tokens) {
    const layers = new Layers(tokens, this.P, this.options.num_layers), vectors = this.tokenVectors(tokens);
    vectors.forEach((row, k) => layers.token.set(row, k * this.P));
    const words = [BOS, ...tokens, EOS], orders = { forward: words, backward: [...words].reverse() };
    const states = {};
    for (const direction of DIRECTIONS) {
      const shared = (one) => common(one[direction].words, orders[direction]);
      const best = this.lately.reduce((a, b) => (a && shared(a) >= shared(b) ? a : b), null);
      const steps = (best?.[direction].steps ?? []).slice(0, best ? Math.min(shared(best), words.length - 1) : 0);
      const place = (t) => (direction === "forward" ? t : words.length - 1 - t);
      states[direction] = { words: orders[direction], steps: this.goOn(direction, vectors, place, steps) };
      states[direction].steps.forEach((step, t) => step.forEach(({ out }, j) =>
        layers[direction][j].set(out, place(t) * this.P)));
    }
    this.lately = [states, ...this.lately].slice(0, LATELY);
    return layers;
  }

  /** The steps of a direction, of which the first are known: steps[t][j] = { h, c, out } of layer j. */
  goOn(direction, vectors, place, steps) {
    const { m, P } = this, { num_layers: count, skip } = this.options, from = steps.length;
    const fresh = Array.from({ length: vectors.length - from }, () => []);
    const x = m.scratch("seq", fresh.length * P * 4);
    fresh.forEach((_, i) => m.f32.set(vectors[place(from + i)], (x >> 2) + i * P));
    for (let j = 0; j < count; j++)
      this.lstm(x, fresh.map(() => 1), `bilm.${direction}_lstms.${j}.`, j > 0 && skip, steps.at(-1)?.[j],
        (step, t) => fresh[t].push(step));
    return [...steps, ...fresh];
  }

  /** One layer in one direction, x -> x. running[t]: how many sentences have a step t. start: the step
   * { h, c } before the first; keep(step, t): told each step of a sentence that is read alone. */
  lstm(x, running, name, skip, start, keep) {
    const { m, w, P, H } = this, rows = running.reduce((a, b) => a + b, 0), most = running[0];
    const cellClip = this.options.cell_clip || Infinity;
    const projClip = this.options.proj_clip || Infinity;
    const a = m.scratch("a", rows * 4 * H * 4), r = m.scratch("r", most * 4 * H * 4);
    const o = m.scratch("o", most * H * 4), h = m.scratch("h", most * P * 4);
    m.matmul(x, w[`${name}w_input`], w[`${name}bias`], a, rows, 4 * H, P);
    const f = m.f32, c = new Float32Array(most * H);       // the cells
    const A = a >> 2, R = r >> 2, O = o >> 2, X = x >> 2, h0 = h >> 2;
    f.fill(0, h0, h0 + most * P);
    if (start) {
      f.set(start.h, h0);
      c.set(start.c);
    }
    for (let t = 0, row = 0; t < running.length; row += running[t++]) {
      const n = running[t];
      m.matmul(h, w[`${name}w_hidden`], 0, r, n, 4 * H, P);
      for (let s = 0; s < n; s++) {
        // The gates i, f, g, o lie one behind the other, H numbers each.
        let p = A + (row + s) * 4 * H, q = R + s * 4 * H;
        for (let u = s * H, end = u + H; u < end; u++, p++, q++) {
          // tanh(v) = 2 sigmoid(2 v) - 1, and Math.tanh is slow
          const input = 1 / (1 + Math.exp(-f[p] - f[q]));
          const forget = 1 / (1 + Math.exp(-f[p + H] - f[q + H]));
          const fresh = 2 / (1 + Math.exp(-2 * (f[p + 2 * H] + f[q + 2 * H]))) - 1;
          const output = 1 / (1 + Math.exp(-f[p + 3 * H] - f[q + 3 * H]));
          const cell = clip(c[u] * forget + fresh * input, cellClip);
          c[u] = cell;
          f[O + u] = (2 / (1 + Math.exp(-2 * cell)) - 1) * output;
        }
      }
      m.matmul(o, w[`${name}w_project`], 0, h, n, P, H);
      for (let i = 0, y = X + row * P; i < n * P; i++, y++) {
        f[h0 + i] = clip(f[h0 + i], projClip);
        f[y] = skip ? f[y] + f[h0 + i] : f[h0 + i];
      }
      if (!keep) continue;
      const y = X + row * P;
      keep({ h: f.slice(h0, h0 + P), c: c.slice(), out: f.slice(y, y + P) }, t);
    }
  }
}

/** How many entries two lists begin with in common. */
function common(a, b) {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return n;
}

function clip(value, limit) {
  return value > limit ? limit : value < -limit ? -limit : value;
}
