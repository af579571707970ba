// Questions to the worker. A newer question of a kind takes the place of the older one, whose
// promise then gives undefined.

export class Assistant {
  /** busy(now): told whether a question is open. */
  constructor(worker, busy = () => {}) {
    Object.assign(this, { worker, busy });
    this.open = new Map();                                // id -> { key, give, fail }
    this.count = 0;
    this.facts = {};
    worker.onmessage = ({ data: { id, answer, error, ...facts } }) => {
      const question = this.open.get(id);
      if (!question) return;
      this.open.delete(id);
      busy(this.open.size > 0);
      if (error) return question.fail(new Error(error));
      this.facts = facts;
      question.give(answer);
    };
    worker.onerror = (event) => this.open.forEach(({ fail }) => fail(new Error(event.message)));
  }

  ask(kind, what = {}, transfer = []) {
    const key = `${kind} ${what.slot ?? ""}`, id = ++this.count;
    for (const [other, question] of this.open) {
      if (question.key !== key) continue;
      this.open.delete(other);
      question.give(undefined);
    }
    return new Promise((give, fail) => {
      this.open.set(id, { key, give, fail });
      this.busy(true);
      this.worker.postMessage({ id, kind, ...what }, transfer);
    });
  }

  stop() {
    this.worker.terminate();
    this.open.forEach(({ give }) => give(undefined));
  }
}
