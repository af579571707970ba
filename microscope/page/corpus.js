// What a typed sentence is compared with: the sentences of the course, each with one marked word.

export class Corpus {
  /** about: about.json */
  constructor(about) {
    Object.assign(this, about);
    this.lemmaOf = new Map(Object.entries(about.lemmaOf));  // a typed word may be "constructor"
    this.last = about.layers - 1;                         // the highest layer
    this.layers = Array.from({ length: about.layers }, (_, j) => j);
    this.places = new Map(about.sentences.map((sentence, i) => [sentence, i]));
    this.sentences = about.sentences.map((sentence) => sentence.split(" "));
    this.senses = about.senses.map(([name, lemma, gloss, koreanGloss], id) =>
      ({ id, name, lemma, gloss, koreanGloss, short: name.slice(name.indexOf(".") + 1) }));
    this.sensesOf = about.lemmas.map((_, l) => this.senses.filter((s) => s.lemma === l));
    for (const senses of this.sensesOf) senses.forEach((sense, k) => { sense.k = k; });
    this.rows = about.lemmas.map((_, l) =>
      this.sense.flatMap((s, i) => (this.senses[s].lemma === l ? [i] : [])));
  }

  /** The bytes of about.json -> the corpus. */
  static parse(buffer) {
    return new Corpus(JSON.parse(new TextDecoder().decode(buffer)));
  }

  /** The number of the lemma of a word, or -1. A Korean noun may end in any particle. */
  lemma(word) {
    const form = word.toLowerCase(), known = this.lemmaOf.get(form);
    if (known !== undefined || !this.endings.length) return known ?? -1;
    let best = -1;
    this.lemmas.forEach((lemma, l) => {
      const fits = form.startsWith(lemma) && this.endings.includes(form.slice(lemma.length));
      if (fits && lemma.length > (this.lemmas[best] ?? "").length) best = l;
    });
    return best;
  }

  /** The number of a typed sentence in the corpus, or -1: it would prove nothing about itself. */
  place(tokens) {
    return this.places.get(tokens.join(" ")) ?? -1;
  }

  /** The marked word of an occurrence. */
  form(i) {
    return this.sentences[i][this.marked[i]];
  }
}
