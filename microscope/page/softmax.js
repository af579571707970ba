// From a vector to words: the adaptive softmax of the biLM, exactly.

/** The ids at which its clusters begin; the first are the words of the head. */
export function cutoffs(numWords) {
  const inside = [1000, 6000].filter((rank) => rank < numWords - 1);
  return [0, ...(inside.length ? inside : [numWords - 1]), numWords];
}

/** For each vector (proj_dim) the k likeliest words (0: none), and the probability of the ids in ask[i].
 *
 * -> { top: [{ word, id, p }], asked: { id: p } } for each. A cluster of rarer words is left out
 * only where all of it together is less likely than the k-th word. */
export function predict(elmo, vectors, k = 5, ask = []) {
  const { m, w, P, words } = elmo, cuts = cutoffs(words.length), clusters = cuts.length - 2;
  const n = vectors.length, heads = cuts[1] + clusters;
  const x = m.scratch("sx", n * P * 4), head = m.scratch("head", n * heads * 4);
  vectors.forEach((vector, i) => m.f32.set(vector, (x >> 2) + i * P));
  m.matmul(x, w["softmax.head.weight"], 0, head, n, heads, P);
  const found = vectors.map((_, i) => {
    const one = { k, top: [], asked: {}, ask: ask[i] ?? [] };
    const at = head + i * heads * 4;
    const z = merge(m, one, { at, n: heads, count: cuts[1], first: 0, base: 0 });
    const logit = (c) => m.f32[(at >> 2) + cuts[1] + c];
    one.cluster = Array.from({ length: clusters }, (_, c) => logit(c) - z);
    return one;
  });
  for (let c = 0; c < clusters; c++) {
    const first = cuts[c + 1], size = cuts[c + 2] - first;
    const wanted = found.map((one, i) => [one, i]).filter(([one]) =>
      one.cluster[c] > least(one) || one.ask.some((id) => id >= first && id < first + size));
    for (let from = 0; from < wanted.length; from += 16)
      tail(elmo, wanted.slice(from, from + 16), c, first, size, x);
  }
  return found.map(({ top, asked }) => ({
    top: top.map(({ id, logp }) => ({ word: words[id], id, p: Math.exp(logp) })),
    asked: Object.fromEntries(Object.entries(asked).map(([id, logp]) => [id, Math.exp(logp)])),
  }));
}

/** The words of one cluster, for up to 16 vectors. */
function tail({ m, w, P }, some, c, first, size, x) {
  const dim = Math.floor(P / 2 ** (c + 1)), name = `softmax.tail.${c}`;
  const tx = m.scratch("tx", 16 * P * 4), ty = m.scratch("ty", 16 * P * 4);
  const logits = m.scratch(`tail.${c}`, 16 * size * 4);
  some.forEach(([, i], row) => {
    const at = (x >> 2) + i * P;
    m.f32.copyWithin((tx >> 2) + row * P, at, at + P);
  });
  m.matmul(tx, w[`${name}.0.weight`], 0, ty, some.length, dim, P);
  m.matmul(ty, w[`${name}.1.weight`], 0, logits, some.length, size, dim);
  some.forEach(([one], row) => {
    const at = logits + row * size * 4;
    merge(m, one, { at, n: size, count: size, first, base: one.cluster[c] });
  });
}

const least = ({ top, k }) => (!k ? Infinity : top.length < k ? -Infinity : top[k - 1].logp);

/** Merge n logits, the first `count` of them words with ids from `first`, into what was found. */
function merge(m, one, { at, n, count, first, base }) {
  const f = m.f32, start = at >> 2;
  let max = -Infinity;
  for (let i = start; i < start + n; i++) if (f[i] > max) max = f[i];
  const z = max + Math.log(m.expsum(at, n, max));
  let bound = least(one);
  for (let i = 0; i < count; i++) {
    const logp = f[start + i] - z + base;
    if (logp <= bound) continue;
    insert(one.top, { id: first + i, logp }, (word) => word.logp, one.k);
    bound = least(one);
  }
  for (const id of one.ask)
    if (id >= first && id < first + count) one.asked[id] = f[start + id - first] - z + base;
  return z;
}

/** Put an item into a list of at most `most` items that falls by `value`. */
export function insert(list, item, value, most) {
  let at = list.length;
  while (at > 0 && value(list[at - 1]) < value(item)) at--;
  list.splice(at, 0, item);
  if (list.length > most) list.pop();
}
