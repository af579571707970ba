// The occurrences of a word as points that glide from layer to layer; yours are stars.
import { svg } from "./dom.js";

export const SYMBOLS = "●■▲◆▼✚";
const SHAPES = [                                          // around 0, 0, all about as large
  "M-6.5,0a6.5,6.5 0 1,0 13,0a6.5,6.5 0 1,0 -13,0", "M-5.8,-5.8h11.6v11.6h-11.6z",
  "M0,-8L7.4,5.4H-7.4z", "M0,-8.2L8.2,0L0,8.2L-8.2,0z", "M0,8L7.4,-5.4H-7.4z",
  "M-2.4,-7h4.8v4.6h4.6v4.8h-4.6v4.6h-4.8v-4.6h-4.6v-4.8h4.6z",
];
const STAR = "M0,-15L3.9,-4.9L14.3,-4.6L6,1.9L8.8,12.1L0,6.2L-8.8,12.1L-6,1.9L-14.3,-4.6L-3.9,-4.9z";
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const NEAR = 5;                                           // lines from a star to its nearest
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class OccurrenceMap {
  /** where: an element; lang: of the words; point(i or null): called when one is pointed at */
  constructor(where, last, lang, point) {
    this.svg = svg("svg", { role: "img" }, where);
    this.lang = lang;
    this.last = this.t = last;                            // t: the layer shown, with its fraction
    this.point = point;
    this.groups = {};
    for (const name of ["labels", "trails", "lines", "marks", "stars"])
      this.groups[name] = svg("g", { class: name }, this.svg);
    this.watch = new ResizeObserver(() => this.draw());
    this.watch.observe(this.svg);
    this.svg.addEventListener("pointermove", (event) => this.pointAt(event));
    this.svg.addEventListener("pointerleave", () => this.over(null));
  }

  /** points: [{ i, sense, at }]; stars: [{ at, near, name, lang }]; senses: id -> sense; form: i -> form */
  show({ points, stars, senses, form, alt }) {
    const same = this.points?.length === points.length && points.every((p, n) => p.i === this.points[n].i);
    const old = same ? this.places(this.t) : null;
    Object.assign(this, { points, senses, form, starred: stars });
    this.svg.setAttribute("aria-label", alt);
    this.gather();
    this.make();
    if (old && !this.gliding) this.blend(old); else this.draw();
  }

  /** The elements of the points, the names and the stars. */
  make() {
    const { groups, points, senses } = this, kind = (p) => senses[p.sense].k;
    for (const group of Object.values(groups)) group.replaceChildren();
    this.marks = points.map((p) =>
      svg("path", { d: SHAPES[kind(p)], class: `mark fill-${kind(p)}` }, groups.marks));
    this.trails = points.map((p) => svg("path", { class: `line-${kind(p)}` }, groups.trails));
    this.names = Object.values(senses).map(({ id, k, name: [name, lang] }) => {
      const node = svg("text", { class: `sense-name fill-${k}`, lang }, groups.labels);
      node.textContent = name;
      return { id, node };
    });
    for (const spot of this.spots) {
      spot.node = svg("text", { class: "form-name", lang: this.lang }, groups.labels);
      spot.node.textContent = spot.name;
    }
    this.threads = this.starred.flatMap((_, s) => Array.from({ length: NEAR }, (__, n) =>
      ({ s, n, node: svg("line", { class: "thread" }, groups.lines) })));
    this.stars = this.starred.map(({ name, lang }) => {
      const group = svg("g", {}, groups.stars);
      svg("path", { d: STAR, class: "star" }, group);
      svg("text", { class: "star-name", y: 5, lang }, group).textContent = name;
      return group;
    });
  }

  /** Occurrences of one form are one point in layer 0: spread them into a small disc. */
  gather() {
    const spots = new Map();
    this.points.forEach((p, n) => {
      const key = p.at[0].map((x) => x.toFixed(2)).join();
      if (!spots.has(key)) spots.set(key, { at: p.at[0], members: [], name: this.form(p.i) });
      spots.get(key).members.push(n);
    });
    this.spots = [...spots.values()];
    this.offsets = [];
    for (const { members } of this.spots) {
      const turn = new Map();                             // senses in turn: none has its own part
      const rank = new Map(members.map((n) => {
        const { sense } = this.points[n], before = turn.get(sense) ?? 0;
        turn.set(sense, before + 1);
        return [n, before + sense / 1e4];
      }));
      [...members].sort((a, b) => rank.get(a) - rank.get(b)).forEach((n, place) => {
        const radius = Math.sqrt(place + 0.3), angle = place * GOLDEN;
        this.offsets[n] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
    }
  }

  // ---- movement ----

  /** Between two layers: a straight way. */
  between(at, t) {
    const j = Math.min(this.last - 1, Math.floor(t)), part = t - j;
    return [0, 1].map((d) => at[j][d] * (1 - part) + at[j + 1][d] * part);
  }

  places(t) {
    const of = (items) => items.map(({ at }) => this.between(at, t));
    return { points: of(this.points), stars: of(this.starred) };
  }

  set(t) {
    this.stop();
    this.t = t;
    this.draw();
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.mix = null;
    this.gliding = false;
  }

  /** Call step(x) with x from 0 to 1 while the time passes. */
  animate(step, ms) {
    this.stop();
    const start = performance.now();
    const next = (now) => {
      const x = Math.min(1, Math.max(0, (now - start) / ms));
      if (x < 1) this.frame = requestAnimationFrame(next);
      step(x);
    };
    this.frame = requestAnimationFrame(next);
  }

  /** Glide to a layer; moved(t) is told of every step. */
  glide(t, moved = () => {}, ms = 900) {
    const from = this.t, arrive = (at) => { this.t = at; this.draw(); moved(at); };
    if (still()) return arrive(t);
    this.animate((x) => {
      const eased = x < 0.5 ? 4 * x ** 3 : 1 - (2 - 2 * x) ** 3 / 2;
      this.gliding = x < 1;
      arrive(x === 1 ? t : from + (t - from) * eased);
    }, ms);
    this.gliding = true;
  }

  /** From where the same points were, with other weights or for another word, to where they are. */
  blend(old, ms = 800) {
    if (still()) return this.draw();
    this.animate((x) => {
      this.mix = x < 1 ? { old, x: 1 - (1 - x) ** 3 } : null;
      this.draw();
    }, ms);
  }

  mixed(here) {
    if (!this.mix) return here;
    const { old, x } = this.mix;
    const part = (name) => here[name].map((p, n) => {
      const from = old[name][n] ?? p;
      return p.map((v, d) => from[d] * (1 - x) + v * x);
    });
    return { points: part("points"), stars: part("stars") };
  }

  // ---- drawing ----

  draw() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!this.points || !width) return;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.width = width;
    this.size = Math.min(1.5, Math.max(0.8, height / 300));
    const up = height / 2 - 20 * this.size, along = Math.min(up * 2.2, width / 2 - 40);
    this.place = ([x, y]) => [width / 2 + x * along, height / 2 - y * up];
    this.disc = Math.min(11 * this.size, up / 7);
    const here = this.mixed(this.places(this.t));
    this.screen = here.points.map((p, n) => this.loose(p, n, this.t));
    this.screen.forEach(([x, y], n) => move(this.marks[n], x, y, this.size));
    this.drawTrails();
    this.drawNames();
    const taken = [];                                     // by the names of stars: [left, right, y]
    here.stars.forEach((p, s) => this.drawStar(this.place(p), s, taken));
    this.drawThreads(here.stars);
  }

  /** The place of a point; near layer 0 in the disc of its form. */
  loose(p, n, t) {
    const [x, y] = this.place(p), disc = this.disc * Math.max(0, 1 - t);
    return [x + this.offsets[n][0] * disc, y + this.offsets[n][1] * disc];
  }

  /** Where each point came from, while it is under way. */
  drawTrails() {
    const away = Math.abs(this.t - Math.round(this.t)) > 0.02;
    this.groups.trails.style.opacity = away ? 0.35 : 0;
    if (!away) return;
    this.points.forEach((p, n) => {
      const way = [];
      for (let t = Math.max(0, this.t - 0.35); t < this.t; t += 0.05)
        way.push(this.loose(this.between(p.at, t), n, t));
      const text = [...way, this.screen[n]].map((at) => at.map((v) => v.toFixed(1)).join());
      this.trails[n].setAttribute("d", `M${text.join("L")}`);
    });
  }

  /** Senses have their names above layer 0, forms in it. */
  drawNames() {
    for (const { id, node } of this.names) {
      const own = this.screen.filter((_, n) => this.points[n].sense === id);
      const middle = (d) => own.map((at) => at[d]).sort((a, b) => a - b)[own.length >> 1];
      node.setAttribute("x", middle(0));
      node.setAttribute("y", middle(1));
      node.style.opacity = Math.max(0, Math.min(1, this.t - 0.4)) * 0.3;
    }
    for (const { at, members, node } of this.spots) {
      const [x, y] = this.place(at), below = Math.sqrt(members.length) * this.disc;
      const half = node.getComputedTextLength() / 2 + 4;
      node.setAttribute("x", Math.min(Math.max(x, half), this.width - half));
      node.setAttribute("y", y + below * Math.max(0, 1 - this.t) + 22 * this.size);
      node.style.opacity = Math.max(0, 1 - this.t) * (members.length > 1 || this.spots.length < 5 ? 1 : 0.5);
    }
  }

  /** A star, and its name on the side where there is room; side by side in layer 0. */
  drawStar([x, y], s, taken) {
    const crowded = this.starred.length > 1 ? 16 * Math.max(0, 1 - this.t) : 0;
    const at = x + crowded * (s ? 2 * s - 1 : -1), label = this.stars[s].lastChild;
    const room = 24 + this.size * label.getComputedTextLength();
    const left = s === 0 ? at > room : at > this.width - room;
    label.setAttribute("x", left ? -17 : 17);
    label.setAttribute("text-anchor", left ? "end" : "start");
    const from = left ? at - room : at, to = from + room, free = (dy) =>
      taken.every(([a, b, other]) => to < a || from > b || Math.abs(y + dy * this.size - other) > 17 * this.size);
    const dy = [5, -9, 19, -23, 33].find(free) ?? 5;      // no name lies upon another one
    taken.push([from, to, y + dy * this.size]);
    label.setAttribute("y", dy);
    move(this.stars[s], at, y, this.size);
  }

  /** Lines to the nearest in all dimensions, so that a flat picture cannot lie unnoticed. */
  drawThreads(stars) {
    const layer = Math.round(this.t), settled = 1 - Math.min(1, Math.abs(this.t - layer) * 3);
    for (const { s, n, node } of this.threads) {
      const near = this.points.findIndex((p) => p.i === this.starred[s].near[layer][n]);
      node.style.opacity = layer && near >= 0 && !this.mix ? settled * 0.5 : 0;
      if (near < 0) continue;
      const [[x1, y1], [x2, y2]] = [this.place(stars[s]), this.screen[near]];
      for (const [key, value] of Object.entries({ x1, y1, x2, y2 })) node.setAttribute(key, value);
    }
  }

  // ---- pointing ----

  pointAt(event) {
    const box = this.svg.getBoundingClientRect(), [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const away = (this.screen ?? []).map(([a, b]) => (a - x) ** 2 + (b - y) ** 2);
    const nearest = Math.min(...away);
    this.over(nearest < 30 ** 2 ? this.points[away.indexOf(nearest)].i : null);
  }

  over(i) {
    if (i === this.hovered) return;
    this.hovered = i;
    this.marks?.forEach((mark, n) => mark.classList.toggle("over", this.points[n].i === i));
    this.point(i);
  }
}

function move(node, x, y, size) {
  node.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)}) scale(${size})`);
}
