// The laboratory behind postMessage. Of the questions of one kind only the newest is answered: who
// types fast asks more than needs to be known.
import { Lab } from "./lab.js";

let lab, busy = false;
const waiting = new Map();                                // kind and slot -> question

const breath = new MessageChannel();
/** Let the post come in -> whether there is any. */
function post() {
  return new Promise((go) => {
    breath.port1.onmessage = () => go(waiting.size > 0);
    breath.port2.postMessage(0);
  });
}

const answers = {
  load({ files, simd }) {
    lab = new Lab(files, simd);
    lab.warm("next");
    return true;
  },
  furnish(what) {
    lab.furnish(what);
    lab.warm("near", "pos", "sense");
    return true;
  },
  add: (what) => (what.bank && lab.models[what.name] ? lab.furnish(what) : lab.add(what)),
  grid: (what) => lab.grid(what),
  detail: (what) => lab.detail(what),
  influence: (what) => lab.influence(what, post),
  exchange: (what) => lab.exchange(what),
  narrow: (what) => lab.narrow(what, post),
  probe: (what) => lab.probe(what),
  tags: (what) => lab.tags(what),
  memory: (what) => lab.memory(what),
  walk: (what) => lab.walk(what),
};

onmessage = ({ data }) => {
  waiting.set(`${data.kind} ${data.slot ?? ""}`, data);
  work();
};

async function work() {
  if (busy) return;
  busy = true;
  while (await post()) {
    const [key, { id, kind, ...what }] = waiting.entries().next().value;
    waiting.delete(key);
    const start = performance.now();
    try {
      const answer = await answers[kind](what);
      const { simd } = lab.models.trained.elmo.m;
      postMessage({ id, answer, ms: performance.now() - start, simd });
    } catch (error) {
      postMessage({ id, error: String(error.stack ?? error) });
    }
  }
  busy = false;
}
