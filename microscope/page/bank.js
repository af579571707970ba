// The corpus as one biLM reads it: nearest words, parts of speech, senses and maps (pack.py).
import { floats } from "./tensors.js";

export class Bank {
  /** tensors: of bank.safetensors */
  constructor(machine, corpus, tensors) {
    const get = (name) => floats(tensors, name);
    Object.assign(this, { m: machine, corpus, temperatures: get("temperatures") });
    const stay = (name) => {
      const [rows, cols] = tensors[name].shape;
      return { at: machine.keep(get(name)), rows, cols };
    };
    this.near = corpus.layers.map((j) => ({
      table: this.unpack(tensors[`near.${j}`]),
      project: stay(`near.${j}.project`), bias: stay(`near.${j}.bias`).at,
    }));
    this.probes = corpus.layers.map((j) => ({ w: stay(`pos.${j}`), bias: stay(`pos.${j}.bias`).at }));
    this.spaces = corpus.layers.map((j) => j && {
      table: this.unpack(tensors[`sense.${j}`]), project: stay(`sense.${j}.project`),
      means: get(`sense.${j}.mean`), centroids: get(`sense.${j}.centroids`),
    });
    this.maps = corpus.layers.map((j) => ({
      points: get(`map.${j}`), axes: get(`map.${j}.axes`), offsets: get(`map.${j}.offset`),
    }));
    this.placeForms(tensors);
  }

  /** Where the rows of the tables stand: in layer 0 the first place of each form. */
  placeForms(tensors) {
    const { sentences, forms, layers } = this.corpus, first = new Map();
    sentences.forEach((words, s) => words.forEach((word, k) => {
      if (!first.has(word)) first.set(word, [s, k]);
    }));
    const positions = tensors["kept.position"].data;
    const kept = Array.from(tensors["kept.sentence"].data, (s, i) => [s, positions[i]]);
    this.places = layers.map((j) => (j ? kept : forms.map((form) => first.get(form))));
    this.low = this.places.map((places) => places.map(([s, k]) => sentences[s][k].toLowerCase()));
  }

  /** Four bits a number -> int8 in the memory of the machine, and the length of each row. */
  unpack({ shape: [rows, half], data }) {
    const cols = half * 2, at = this.m.room(rows * cols), out = this.m.i8;
    const length = new Float32Array(rows);
    for (let r = 0, i = 0; r < rows; r++) {
      let sum = 0;
      for (const end = i + half; i < end; i++) {
        const low = (data[i] << 28) >> 28, high = (data[i] << 24) >> 28;   // -8 to 7
        const a = 2 * low + 1, b = 2 * high + 1;          // and a half, times two
        out[at + 2 * i] = a;
        out[at + 2 * i + 1] = b;
        sum += a * a + b * b;
      }
      length[r] = Math.sqrt(sum);
    }
    return { at, rows, cols, length };
  }

  /** matrix . x + bias */
  times({ at, rows, cols }, x, bias = 0) {
    const { m } = this, a = m.scratch("bx", 4 * cols), y = m.scratch("by", 4 * rows);
    m.f32.set(x, a >> 2);
    m.matmul(a, at, bias, y, 1, rows, cols);
    return m.f32.slice(y >> 2, (y >> 2) + rows);
  }

  /** The cosines of a vector with all rows of a table. */
  cosines({ at, rows, cols, length }, vector) {
    const { m } = this, q = m.scratch("q", cols), y = m.scratch("dots", 4 * rows);
    const most = vector.reduce((max, v) => Math.max(max, Math.abs(v)), 1e-9);
    let sum = 0;
    vector.forEach((v, i) => {
      const rounded = Math.round((v / most) * 127);
      m.i8[q + i] = rounded;
      sum += rounded ** 2;
    });
    m.dots(q, at, y, rows, cols);
    const norm = Math.sqrt(sum), dots = m.i32.subarray(y >> 2, (y >> 2) + rows), found = new Float32Array(rows);
    for (let i = 0; i < rows; i++) found[i] = dots[i] / (norm * length[i]);   // a loop: it is the slow part
    return found;
  }

  /** The vector of a word as a layer of the bank has it: the token vector alone in layer 0. */
  vector(layers, j, k) {
    return j ? layers.both(j, k) : layers.at("forward", 0, k);
  }

  /** Words with similar vectors in other sentences, the nearest first; others: of another form. */
  nearest(layers, j, k, count, others = true) {
    const { table, project, bias } = this.near[j], word = layers.tokens[k - 1].toLowerCase();
    const cosines = this.cosines(table, this.times(project, this.vector(layers, j, k), bias));
    const here = this.corpus.place(layers.tokens), low = this.low[j], places = this.places[j];
    const best = new Float32Array(count).fill(-Infinity), rows = new Int32Array(count).fill(-1);
    for (let i = 0; i < cosines.length; i++) {            // no objects here: there are thousands of rows
      const cosine = cosines[i];
      if (cosine <= best[count - 1] || (others && low[i] === word) || (j && places[i][0] === here)) continue;
      let at = count - 1;
      for (; at > 0 && best[at - 1] < cosine; at--) {
        best[at] = best[at - 1];
        rows[at] = rows[at - 1];
      }
      best[at] = cosine;
      rows[at] = i;
    }
    return [...rows].flatMap((row, n) => {
      if (row < 0) return [];
      const [sentence, position] = places[row];
      return [{ sentence, position, cosine: best[n], word: this.corpus.sentences[sentence][position] }];
    });
  }

  /** The parts of speech and their probabilities, the likeliest first. */
  tags(layers, j, k) {
    const { w, bias } = this.probes[j];
    const p = softmax(this.times(w, this.vector(layers, j, k), bias));
    const found = this.corpus.tags.map((word, i) => ({ word, p: p[i] }));
    return found.sort((a, b) => b.p - a.p);
  }

  /** A word of the corpus as a unit vector: in the space "whitened 1/4", in layer 0 as it is. */
  placed(layers, j, k, lemma) {
    const vector = this.vector(layers, j, k);
    if (!j) return unit(vector);
    const { project, means } = this.spaces[j], x = this.times(project, vector), n = x.length;
    return unit(x.map((v, d) => v - means[lemma * n + d]));
  }

  /** { id, p } for each sense of a lemma, in the order of the inventory. */
  senses(layers, j, k, lemma) {
    const { corpus } = this, here = corpus.place(layers.tokens), senses = corpus.sensesOf[lemma];
    const others = corpus.rows[lemma].filter((i) => i !== here);
    const count = (rows, { id }) => rows.filter((i) => corpus.sense[i] === id).length;
    if (!j) {                                             // how often this form has each sense
      const same = others.filter((i) => corpus.form(i) === layers.tokens[k - 1]);
      const seen = senses.map((sense) => 1 + count(same, sense));
      const all = seen.reduce((a, b) => a + b);
      return senses.map(({ id }, i) => ({ id, p: seen[i] / all }));
    }
    const u = this.placed(layers, j, k, lemma), n = u.length, { centroids } = this.spaces[j];
    const own = here >= 0 && corpus.marked[here] === k - 1 ? corpus.sense[here] : -1;
    const means = senses.map((sense) => {
      const mean = centroids.slice(sense.id * n, (sense.id + 1) * n);
      if (sense.id !== own) return mean;                  // else the word itself is taken out
      const rest = count(others, sense);
      return mean.map((v, d) => (v * (rest + 1) - u[d]) / Math.max(rest, 1));
    });
    const middle = u.map((_, d) => means.reduce((sum, mean) => sum + mean[d], 0) / means.length);
    const from = (vector) => unit(vector.map((v, d) => v - middle[d]));
    const asked = from(u), p = softmax(means.map((mean) => dot(asked, from(mean)) / this.temperatures[j]));
    return senses.map(({ id }, i) => ({ id, p: p[i] }));
  }

  /** The occurrences of a lemma that are nearest in a layer above 0. */
  alike(layers, j, k, lemma, count) {
    const { corpus } = this, here = corpus.place(layers.tokens);
    const cosines = this.cosines(this.spaces[j].table, this.placed(layers, j, k, lemma));
    return corpus.rows[lemma].filter((i) => i !== here)
      .map((i) => ({ sentence: i, position: corpus.marked[i], cosine: cosines[i], word: corpus.form(i) }))
      .sort((a, b) => b.cosine - a.cosine).slice(0, count);
  }

  /** Where a word lies on the map of its lemma: [x, y] in the unit disc, for each layer. */
  points(layers, k, lemma) {
    return this.corpus.layers.map((j) => {
      const u = this.placed(layers, j, k, lemma), { axes, offsets } = this.maps[j], n = u.length;
      return [0, 1].map((d) => {
        const row = lemma * 2 + d;
        return dot(u, axes.subarray(row * n, (row + 1) * n)) - offsets[row];
      });
    });
  }

  /** The map of a lemma: { i, sense, at: [x, y] for each layer } for each occurrence. */
  map(lemma) {
    return this.corpus.rows[lemma].map((i) => ({
      i, sense: this.corpus.sense[i],
      at: this.maps.map(({ points }) => [points[2 * i], points[2 * i + 1]]),
    }));
  }
}

export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function unit(vector) {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((v) => v / length);
}

function softmax(logits) {
  const max = Math.max(...logits), e = Array.from(logits, (v) => Math.exp(v - max));
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
}
