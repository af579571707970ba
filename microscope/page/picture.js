// What is on the screen as a picture in SVG: boxes, lines and words, measured where they are drawn, so
// that other programs can open and change it.
import { svg } from "./dom.js";

const CONTROLS = "button.plain, button.move, button.link:not(.cells *), label, input, .travel, .unseen, .choice, .loading, .hint";
const BESIDE = ".probe .scroller";                        // what scrolls beside something else stays as it is
const EDGE = 16, LINE = 20;                               // px around the picture, and of a line below it
const ruler = document.createElement("canvas").getContext("2d");

/** parts: elements of the page; lines: what the picture shows, in words below it -> SVG as a text. */
export function picture(parts, lines, paper, ink) {
  const scrolled = parts.flatMap((part) => [part, ...part.querySelectorAll(".scroller")])
    .filter((node) => !node.matches(BESIDE)).map((node) => [node, node.scrollLeft]);
  for (const [node] of scrolled) node.scrollLeft = 0;
  const found = { items: [], box: [Infinity, Infinity, -Infinity, -Infinity] };
  for (const part of parts) collect(part, found, { opacity: 1, clip: null });
  for (const [node, left] of scrolled) node.scrollLeft = left;
  const [x0, y0, x1, y1] = found.box, width = x1 - x0 + 2 * EDGE;
  const text = lines.flatMap((line) => wrapped(line, width - 2 * EDGE));
  const height = y1 - y0 + 3 * EDGE + LINE * text.length;
  const root = svg("svg", { width, height,
    viewBox: `0 0 ${width} ${height}`, "font-family": FONTS });
  svg("title", {}, root).textContent = lines.join(" ");
  svg("rect", { width, height, fill: paper }, root);
  const all = svg("g", { transform: `translate(${EDGE - x0} ${EDGE - y0})` }, root);
  all.append(...found.items);
  text.forEach((line, i) => {
    const y = height - EDGE - LINE * (text.length - 1 - i);
    svg("text", { x: EDGE, y, "font-size": 14, fill: ink }, root).textContent = line;
  });
  return { width, height, text: new XMLSerializer().serializeToString(root) };
}

const FONTS = "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans KR', 'Malgun Gothic', 'DejaVu Sans', sans-serif";

function wrapped(line, width) {
  ruler.font = `14px ${FONTS}`;
  const lines = [""];
  for (const word of line.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) && ruler.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** A computed colour as every program reads it, and how opaque it is. */
function colour(text) {
  const numbers = text.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
  const [r, g, b, alpha = 1] = numbers, times = text.startsWith("color(") ? 255 : 1;
  return [`rgb(${[r, g, b].map((v) => Math.round(v * times)).join(",")})`, alpha];
}

function put(found, node, { left, top, right, bottom }, opacity) {
  if (opacity < 1) node.setAttribute("opacity", opacity.toFixed(3));
  found.items.push(node);
  const [x0, y0, x1, y1] = found.box;
  found.box = [Math.min(x0, left), Math.min(y0, top), Math.max(x1, right), Math.max(y1, bottom)];
}

/** An element and all in it; clip: the box in which it is seen. */
function collect(node, found, { opacity, clip: outer }) {
  const style = getComputedStyle(node), clip = style.position === "sticky" ? null : outer;
  if (style.display === "none" || style.visibility === "hidden" || node.matches(CONTROLS)) return;
  const box = node.getBoundingClientRect(), own = opacity * Number(style.opacity);
  if (node.tagName.toLowerCase() === "svg") return void put(found, copied(node, box), box, own);
  const seen = clip ? within(box, clip) : box;
  if (seen.width > 0 && seen.height > 0) drawBox(found, style, seen, own);
  if (node.tagName === "TEXTAREA") return drawLines(found, node, style, box, own);
  const beside = node.matches(BESIDE), names = beside && node.scrollLeft > 0 ? node.querySelector(".row-name").offsetWidth : 0;
  const cut = beside || style.overflowX === "hidden" || style.overflowX === "clip";
  const inner = !cut || !box.width ? clip : {
    left: Math.max(box.left + names, clip?.left ?? -Infinity), right: Math.min(box.right, clip?.right ?? Infinity),
    top: Math.max(box.top, clip?.top ?? -Infinity), bottom: Math.min(box.bottom, clip?.bottom ?? Infinity),
  };
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) drawText(found, child, style, own, inner);
    else if (child.nodeType === Node.ELEMENT_NODE) collect(child, found, { opacity: own, clip: inner });
  }
}

/** What of a box is seen in another one. */
function within(box, clip) {
  const [left, right] = [Math.max(box.left, clip.left - 3), Math.min(box.right, clip.right + 3)];
  const [top, bottom] = [Math.max(box.top, clip.top - 3), Math.min(box.bottom, clip.bottom + 3)];
  return { x: left, y: top, left, right, top, bottom, width: right - left, height: bottom - top };
}

function drawBox(found, style, box, opacity) {
  const blend = /gradient\(.*?((?:rgb|color)[^)]*\))/.exec(style.backgroundImage)?.[1];
  const [fill, alpha] = colour(blend ?? style.backgroundColor), { left: x, top: y, width, height } = box;
  const border = ["Top", "Right", "Bottom", "Left"].map((side) => parseFloat(style[`border${side}Width`]));
  const drawn = colour(style.borderTopColor)[1] > 0.01;
  const whole = drawn && border.every((w) => w > 0), ring = /(\d+)px$/.exec(style.boxShadow.replace(/ inset$/, ""));
  const rect = (attributes) => put(found,
    svg("rect", { x, y, width, height, rx: parseFloat(style.borderTopLeftRadius) || 0, ...attributes }), box, opacity);
  if (alpha > 0.01 || whole) rect({
    fill: alpha > 0.01 ? fill : "none", "fill-opacity": alpha,
    ...(whole && { stroke: colour(style.borderTopColor)[0], "stroke-width": border[0] }),
  });
  if (!whole && drawn && border[0] > 0) put(found, svg("path", {
    d: `M${x},${y}h${width}`, stroke: colour(style.borderTopColor)[0], "stroke-width": border[0] }), box, opacity);
  // the ring around the chosen cell
  if (ring && Number(ring[1]) > 0 && /^(rgb|color)/.test(style.boxShadow) && style.position !== "sticky")
    rect({ fill: "none", stroke: colour(style.boxShadow)[0], "stroke-width": ring[1] });
}

/** A text, line by line; what has no room ends with dots, as on the page. */
function drawText(found, node, style, opacity, clip) {
  if (!node.data.trim()) return;
  const range = document.createRange(), lines = [];
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const box = range.getBoundingClientRect(), last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 3) {
      last.text += word;
      last.box = { ...last.box, right: box.right };
    } else lines.push({ text: word, box: { left: box.left, right: box.right, top: box.top, bottom: box.bottom } });
  }
  ruler.font = style.font;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = ruler.measureText("x");
  for (const { text, box } of lines) {
    const middle = (box.top + box.bottom) / 2;
    if (clip && (middle < clip.top || middle > clip.bottom)) continue;
    const [shown, left] = fitting(text.trimEnd(), box, clip), [fill, alpha] = colour(style.color);
    if (!shown) continue;
    const attributes = {
      x: left.toFixed(1), y: (middle + (up - down) / 2).toFixed(1), fill, "font-size": parseFloat(style.fontSize),
      ...(Number(style.fontWeight) > 450 && { "font-weight": style.fontWeight }),
      ...(style.textDecorationLine.includes("underline") && { "text-decoration": "underline" }),
    };
    const line = svg("text", attributes);
    line.textContent = shown;
    const right = clip ? Math.min(box.right, clip.right) : box.right;
    put(found, line, { ...box, left, right }, opacity * alpha);
  }
}

/** The first lines of a box in which one writes: as many as there is room for. */
function drawLines(found, node, style, box, opacity) {
  const height = parseFloat(style.lineHeight) || 20, room = Math.floor((box.height - 10) / height);
  const all = node.value.split("\n"), left = box.left + parseFloat(style.paddingLeft) + 2, width = box.right - left - 8;
  const lines = all.length > room ? [...all.slice(0, room - 1), "…"] : all;
  ruler.font = style.font;
  lines.forEach((line, i) => {
    const right = left + ruler.measureText(line.slice(0, 1000)).width;
    const [shown] = fitting(line.slice(0, 1000), { left, right }, { left, right: left + width });
    if (!shown.trim()) return;
    const y = box.top + 5 + (i + 0.72) * height, size = parseFloat(style.fontSize);
    const text = svg("text", { x: left.toFixed(1), y: y.toFixed(1), fill: colour(style.color)[0], "font-size": size });
    text.textContent = shown;
    put(found, text, { left, right: Math.min(right, left + width), top: y - size, bottom: y }, opacity);
  });
}

/** What of a line fits between the edges -> [text, where it begins] */
function fitting(text, { left, right }, clip) {
  if (!clip || (left > clip.left - 2 && right < clip.right + 2)) return [text, left];
  const letters = [...text], size = (right - left) / letters.length;
  const from = Math.max(left, clip.left), keep = Math.floor((Math.min(right, clip.right) - from) / size) - 1;
  if (keep < 1) return ["", left];
  return left < clip.left - 2 ? [`…${letters.slice(-keep).join("")}`, from] : [`${letters.slice(0, keep).join("")}…`, left];
}

/** A drawing of the page with its colours inside. */
function copied(node, { left, top, width, height }) {
  const copy = node.cloneNode(true), own = [node, ...node.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((one, i) => {
    const style = getComputedStyle(own[i]);
    for (const name of ["fill", "stroke"]) {
      const [value, alpha] = colour(style[name]);
      one.setAttribute(name, style[name] === "none" ? "none" : value);
      if (alpha < 1) one.setAttribute(`${name}-opacity`, alpha);
    }
    for (const name of ["stroke-width", "opacity", "font-size", "font-weight", "text-anchor", "paint-order",
      "dominant-baseline"]) one.setAttribute(name, style.getPropertyValue(name));
    one.removeAttribute("class");
    one.removeAttribute("style");
  });
  for (const [name, value] of Object.entries({ x: left, y: top, width, height })) copy.setAttribute(name, value);
  return copy;
}

/** The same in pixels, twice as many as on the screen -> a Blob */
export async function pixels({ width, height, text }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 2 * Math.ceil(width), height: 2 * Math.ceil(height) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((give) => canvas.toBlob(give, "image/png"));
}
