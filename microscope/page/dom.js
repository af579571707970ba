// Small tools of the page: elements, numbers as text, and tokens as a sentence.

/** An element: h("div.cell", { onclick }, "text", child, ...). Text is never read as HTML. */
export function h(what, properties = {}, ...children) {
  const [name, ...classes] = what.split("."), node = document.createElement(name);
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (key === "style") node.style.cssText = value;      // as an attribute it would be refused
    else if (key in node) node[key] = value;
    else if (value !== null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** An element of SVG. */
export function svg(name, attributes = {}, parent = null) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent?.append(node);
  return node;
}

/** A word as it stands in a line of text: one without end is cut. */
export function cut(word, most = 48) {
  return word.length > most ? `${[...word.slice(0, most)].join("")}…` : word;
}

/** A probability in a cell: .07, and nothing where it would be .00 */
export function short(p) {
  if (p >= 0.995) return "1.0";
  return p < 0.005 ? "" : p.toFixed(2).replace("0.", ".");
}

/** A probability in a list. */
export function exact(p) {
  if (p < 0.00005) return "<0.0001";                      // a zero would say that it cannot be
  return p.toFixed(p < 0.005 ? 4 : 2);
}

export function signed(x) {
  return (x < 0 ? "−" : "+") + Math.abs(x).toFixed(2);
}

/** "a {x}" with { x: 1 } -> "a 1" */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

const ruler = document.createElement("canvas").getContext("2d");
/** How many pixels a word of the sentence needs. */
export function width(word) {
  ruler.font = "650 18px system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";
  return Math.ceil(ruler.measureText(word).width) + 18;
}

const CLOSES = new Set([..." . , ; : ! ? ) ] } % … ... ” ’".split(" ")]);
const CLITIC = /^(n['’]t|['’](s|m|re|ve|ll|d))$/i;
const OPENS = new Set(["(", "[", "{", "“", "‘", "$"]);

/** Whether a space stands before each token; a straight quote opens and closes in turn. */
function spaces(tokens) {
  let open = false, stuck = true;
  return tokens.map((token) => {
    const closing = CLOSES.has(token) || CLITIC.test(token) || (token === '"' && open);
    const space = !stuck && !closing;
    stuck = OPENS.has(token) || (token === '"' && !open);
    if (token === '"') open = !open;
    return space;
  });
}

/** Tokens as text with one of them marked -> [before, the mark, after] as lists of nodes. */
export function around(tokens, at) {
  const space = spaces(tokens);
  const text = (from, to) =>
    tokens.slice(from, to).map((token, i) => (space[from + i] ? " " : "") + token).join("");
  return [text(0, at), h("mark", {}, tokens[at]), text(at + 1, tokens.length)];
}

export function plain(tokens) {
  const space = spaces(tokens);
  return tokens.map((token, i) => (space[i] ? " " : "") + token).join("");
}
