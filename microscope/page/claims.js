// Whether what an example says is so in the cells that are shown: then it may be said.

/** Whether what an address asks for is an example, and not what a reader has made of it. */
export function unchanged(e, asked, apart) {
  if (e.text !== asked.text) return false;
  if (!apart) return !asked.mode || e.mode === asked.mode;
  const held = (list = []) => JSON.stringify(list.map(({ layer, cell, value }) => [layer, cell, value]));
  return (e.second ?? null) === (asked.second ?? null) && (e.ask ?? null) === (asked.ask ?? null)
    && (e.direction ?? "forward") === (asked.direction ?? "forward") && (e.pair ?? "") === (asked.pair ?? []).join(" ")
    && held(e.held) === held(asked.held) && (!e.probe || !asked.probe || e.probe === asked.probe);
}

/** e: of examples.js. e.says: [layer, word, answer] or [layer, word, answer, sentence], an answer that
 * comes first; e.prefers: [layer, word, i, sentence], which of the two weighed words is likelier;
 * e.unsure: [layer, word], a cell whose first answer has less than two thirds. */
export function holds(e, grids) {
  const cell = ([layer, word, , row = 0]) => grids[row]?.cells[layer]?.[word];
  const first = (one) => !cell(one) || cell(one).top[0]?.word.toLowerCase() === one[2].toLowerCase();
  const likelier = (one) => {
    const { pair } = cell(one) ?? {};
    return pair?.length === 2 && (pair[0] > pair[1] ? 0 : 1) === one[2];
  };
  const torn = (one) => cell(one)?.top[0]?.p < 2 / 3;
  return (e.says ?? []).every(first) && (e.prefers ?? []).every(likelier) && (e.unsure ?? []).every(torn);
}
