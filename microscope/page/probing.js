// A probe of one's own in the laboratory: it reads the examples, a few at a time, fits a probe to
// every layer and to every control, and tags new words.
import { around, flat, heatOf, leftOut, letters, Ridge, rounds, wilson } from "./probe.js";

const AT_ONCE = 8;                                        // sentences
const PATIENCE = 150;                                     // ms between two looks at the post

export class Probing {
  /** models: () => { trained, random }: what reads */
  constructor({ examples, kinds }, layers, models) {
    Object.assign(this, { examples, kinds, layers, models });
    this.y = examples.map(({ label }) => kinds.indexOf(label));
    this.rows = { trained: layers.map(() => []), random: layers.map(() => []) };
    this.fits = { trained: [], random: [] };
    this.plan = rounds(this.y, examples.map(({ tokens }) => tokens.join(" ")), examples.map(wordOf));
    const sizes = kinds.map((_, c) => this.y.filter((label) => label === c).length);
    this.shares = this.y.map((label) => 1 / (kinds.length * sizes[label]));   // every label counts the same
    this.work = this.steps();
    this.done = 0;
    this.all = 2 * Math.ceil(examples.length / AT_ONCE) + 2 * layers.length + 3;
  }

  /** Go on for a while -> { share } or the result. */
  advance() {
    const end = performance.now() + PATIENCE;
    while (!this.result && performance.now() < end) {
      const { done, value } = this.work.next();
      if (done) this.result = value;
      this.done++;
    }
    return this.result ?? { share: Math.min(0.99, this.done / this.all) };
  }

  *steps() {
    const { examples, kinds, layers, y, rows, fits } = this, n = examples.length;
    for (const name of ["trained", "random"])
      for (let i = 0; i < n; i += AT_ONCE) {
        const some = examples.slice(i, i + AT_ONCE), { elmo } = this.models(name);
        elmo.read(some.map(({ tokens }) => tokens)).forEach((read, k) =>
          layers.forEach((j) => rows[name][j].push(vector(read, j, some[k]))));
        yield;
      }
    for (const name of ["trained", "random"])
      for (const j of layers) {
        fits[name][j] = this.fit(rows[name][j]);
        yield;
      }
    const spelled = this.fit(examples.map(letters));
    yield;
    const near = this.fit(examples.map(around));
    yield;
    let above;
    this.maps = [];
    for (const j of [...layers].reverse()) {
      this.maps[j] = flat(fits.trained[j].ridge, rows.trained[j], above);
      above = this.maps[j].points;
    }
    const counts = kinds.map((_, c) => y.filter((label) => label === c).length), most = Math.max(...counts);
    return {
      n, kinds, counts, letters: this.score(spelled), around: this.score(near),
      trained: layers.map((j) => this.score(fits.trained[j])), random: layers.map((j) => this.score(fits.random[j])),
      blind: { share: 1 / kinds.length, label: kinds[counts.indexOf(most)] },
      points: y.map((label, i) => ({ i, sense: label, at: layers.map((j) => this.maps[j].points[i]) })),
      wrong: layers.map((j) => fits.trained[j].right.map((r) => r < 0.5)),
    };
  }

  /** A probe, and what it says of each example without having seen it. */
  fit(rows) {
    const { y, kinds, plan } = this, ridge = new Ridge(rows, y, kinds.length), found = leftOut(ridge, plan);
    return { ridge, right: found.right, heat: heatOf(found.scores, y) };
  }

  score({ right }) {
    const { shares } = this, share = right.reduce((sum, r, i) => sum + shares[i] * r, 0);
    return { share, right, interval: wilson(share, 1 / shares.reduce((sum, s) => sum + s * s, 0)) };
  }

  /** Which words of a sentence the probe is about: those like the marked ones, or all. */
  about(tokens) {
    const forms = [...new Set(this.examples.map(wordOf))];
    if (forms.length > Math.max(5, this.examples.length / 4)) return tokens.map(() => true);
    const stem = forms.reduce((a, b) => {
      let k = 0;
      while (k < a.length && a[k] === b[k]) k++;
      return a.slice(0, k);
    });
    const like = (low) => forms.includes(low) || (stem.length > (/[가-힣]/.test(stem) ? 0 : 2) && low.startsWith(stem));
    return tokens.map((token) => like(token.toLowerCase()));
  }

  /** cells[j][k] as in a grid, null for words that the probe is not about; star: of the word `index`. */
  tags(read, tokens, name, index) {
    const { layers, kinds, maps, fits } = this, about = this.about(tokens);
    const cells = layers.map((j) => tokens.map((_, k) => {
      if (!about[k]) return null;
      const { ridge, heat } = fits[name][j], p = ridge.tags(vector(read, j, { at: k, end: k + 1 }), heat);
      const top = kinds.map((word, id) => ({ word, id, p: p[id] })).sort((a, b) => b.p - a.p);
      return { top };
    }));
    const place = about[index] ? index : about.indexOf(true);
    const star = name === "trained" && place >= 0
      ? { index: place, at: layers.map((j) => maps[j].of(vector(read, j, { at: place, end: place + 1 }))) } : null;
    return { tokens, cells, star, place, lemmas: tokens.map((_, k) => (about[k] ? 0 : -1)), known: tokens.map(() => true) };
  }
}

function wordOf({ tokens, at, end }) {
  return tokens.slice(at, end).join(" ").toLowerCase();
}

/** The mean vector of a word: layer 0 alone, or both directions. */
function vector(read, j, { at, end }) {
  const one = (k) => (j ? read.both(j, k + 1) : read.at("forward", 0, k + 1)), sum = Float32Array.from(one(at));
  for (let k = at + 1; k < end; k++) one(k).forEach((v, d) => { sum[d] += v; });
  return sum.map((v) => v / Math.max(1, end - at));
}
