"""The command `evaluate senses`: which layer tells the senses of a word apart.

    python -m elmo_lite evaluate senses [EXPERIMENT ...] [--weights DIR]
    python -m elmo_lite evaluate senses --coarsewsd DIR [--out FILE]

writes data/results/senses.json (with --coarsewsd only where --out says). Finished rows are written
at once; the same command goes on after an interruption. Vectors are kept in the cache folder.
Nothing is tuned: five neighbours, or the nearest mean of a sense. `leave_one_out` is a score within
the training part, which may choose a layer; a test part is scored once for each shipped checkpoint.

`chapter.results("senses")["experiments"][NAME]` is {about, rows}. model: trained, or random (the
same architecture, random weights; `draw` says which ones). by: what needs no biLM: first sense
(of WordNet), most frequent sense, naive Bayes (words around), static context (the mean of the
static vectors around), neighbours or centroids.

| NAME | what tells the rows apart | what was measured |
|---|---|---|
| ours | model, draw, layer, tagger (neighbours, centroids); or by | accuracy, interval (95 %), |
|  |  | mean_of_words, balanced (mean of the senses), words {lemma: accuracy}, leave_one_out |
| coarsewsd | the same | the same, over the nouns that are at hand |
| senseval | the same | the same; the senses are skewed, so read `balanced` |
| few | model, draw, layer, shots (1, 3, 10, 30), seed; or by | accuracy: mean of the words of |
|  |  | CoarseWSD-20, nearest centroid |
| semcor | split (0, 1, 2: of the documents) and model, layer, tagger; or by | as in ours; words |
|  |  | that training never had get their first sense |
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from elmo_lite import corpora, layer_cache
from elmo_lite import sense_experiments as experiments
from elmo_lite.corpora import Occurrence, sense_formats
from elmo_lite.corpora.fetch import Missing
from elmo_lite.corpora.sense_sets import COARSE_WORDS, SENSEVAL
from elmo_lite.elmo import Elmo
from elmo_lite.errors import sentence_on_error
from elmo_lite.paths import RESULTS, WEIGHTS
from elmo_lite.record import Record, Row, mean_and_spread
from elmo_lite.sense_experiments import DRAWS, SenseSet, published

FILE = RESULTS / "senses.json"
SPLITS = (0, 1, 2)


# ---- the sets ----


def ours() -> SenseSet:
    found = corpora.senses("en")
    train, test = ([o for o in found if o.split == part] for part in ("train", "test"))
    return published(found.name, "exact", train, test)


def coarsewsd(nouns: Sequence[str] = ()) -> SenseSet:
    """These nouns, or all that are at hand, each with its published split."""
    train: list[Occurrence] = []
    test: list[Occurrence] = []
    words, missing = [], None
    for word in sorted(nouns or COARSE_WORDS):
        try:
            found = corpora.coarsewsd(word)
        except Missing as error:
            missing = error
            continue
        words.append(word)
        train += found.train
        test += found.test
    if missing and not words:
        raise missing
    whole = len(words) == len(COARSE_WORDS)
    name = f"CoarseWSD-20, {len(words)} of {len(COARSE_WORDS)} nouns"
    return published(name, "exact" if whole else "part", train, test)


def senseval() -> SenseSet:
    found = [corpora.senseval(word) for word in SENSEVAL]
    train, test = [o for s in found for o in s.train], [o for s in found for o in s.test]
    return published("Senseval-2, four words", "own split", train, test)


def semcor(split: int, folder: str = "") -> SenseSet:
    """SemCor by document; a word is its lemma with its part of speech, as is usual.

    folder: only the documents of brown1, brown2 or brownv.
    """
    found = [
        replace(o, lemma=word_of(o.sense))
        for o in corpora.semcor()
        if "%" in o.sense and o.document.startswith(folder)
    ]
    first = {word_of(s.key): s.key for s in corpora.wordnet_senses() if s.rank == 1}
    whole = experiments.by_document("SemCor 3.0", found, split, first)
    return replace(whole, name=f"SemCor 3.0, {folder}", state="part") if folder else whole


def word_of(key: str) -> str:
    """ "say%2:32:00::" -> "say%2": the lemma and its part of speech (5, satellite, is 3)."""
    lemma, _, rest = key.partition("%")
    return f"{lemma}%{rest[:1].replace('5', '3')}"


def own_folder(folder: Path) -> SenseSet:
    """A folder with one folder for each word, in the format of CoarseWSD-20."""
    parts: dict[str, list[Occurrence]] = {"train": [], "test": []}
    words = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    if not words:
        raise ValueError(f"{folder} holds no folder: one is expected for each word.")
    for word in words:
        for part in parts:
            try:
                data, gold, names = (
                    (word / name).read_bytes()
                    for name in (f"{part}.data.txt", f"{part}.gold.txt", "classes_map.txt")
                )
                parts[part] += sense_formats.coarse_occurrences(
                    word.name,
                    part,
                    sense_formats.read_positions(data),
                    sense_formats.read_numbers(gold),
                    sense_formats.read_classes(names),
                )
            except (ValueError, KeyError) as error:
                raise ValueError(
                    f"{word} is not in the format of CoarseWSD-20: {error}."
                ) from error
    return published(folder.name, "own split", parts["train"], parts["test"])


# ---- what is printed ----


def table(rows: Sequence[Row]) -> str:
    """The best first: accuracy, mean of the words and balanced accuracy, in percent."""
    keys = ("by", "model", "layer", "tagger")
    named = [{**{key: None for key in keys}, **row} for row in rows]
    columns = [mean_and_spread(named, keys, c) for c in ("accuracy", "mean_of_words", "balanced")]
    lines = ["accuracy   spread   mean of words   balanced", ""]
    for key, (mean, spread, number) in sorted(columns[0].items(), key=lambda pair: -pair[1][0]):
        by, model, layer, tagger = key
        what = by or f"{model} weights, layer {layer}, {tagger}"
        words, balanced = (100 * column[key][0] for column in columns[1:])
        spreads = f"{100 * spread:.2f}" if number > 1 else "-"
        lines.append(
            f"{100 * mean:8.2f}   {spreads:>6}   {words:13.2f}   {balanced:8.2f}      {what}"
        )
    return "\n".join(lines)


# ---- the command ----


def _simple(make: Callable[[], SenseSet]) -> Callable[[Record, str, Elmo], None]:
    def measure(record: Record, name: str, elmo: Elmo) -> None:
        _tagging(record, name, make(), elmo, DRAWS)

    return measure


def _tagging(
    record: Record,
    name: str,
    data: SenseSet,
    elmo: Elmo,
    draws: Sequence[int],
    skip: Sequence[str] = (),
    **keys: object,
) -> None:
    record.about(name, data={data.name: data.state}, train=len(data.train), test=len(data.test))
    experiments.tagging(record, name, data, elmo, draws, skip, **keys)


def _semcor(record: Record, name: str, elmo: Elmo, folder: str = "") -> None:
    for split in SPLITS:
        data = semcor(split, folder)
        _tagging(record, name, data, elmo, DRAWS[:1], skip=("naive Bayes",), split=split)


def _few(record: Record, name: str, elmo: Elmo, nouns: Sequence[str] = ()) -> None:
    data = coarsewsd(nouns)
    record.about(name, data={data.name: data.state}, train=len(data.train), test=len(data.test))
    experiments.few_shots(record, name, data, elmo)


EXPERIMENTS = {
    "ours": _simple(ours),
    "coarsewsd": _simple(coarsewsd),
    "few": _few,
    "senseval": _simple(senseval),
    "semcor": _semcor,
}


def main(argv: list[str]) -> int:
    """Measures what the layers know of word senses, for chapter 10."""
    parser = argparse.ArgumentParser(
        prog="python -m elmo_lite evaluate senses",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("experiments", nargs="*", metavar="EXPERIMENT", help="(default: all)")
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en")
    parser.add_argument("--coarsewsd", type=Path, metavar="DIR", help="a folder of your own")
    parser.add_argument(
        "--nouns",
        nargs="+",
        choices=sorted(COARSE_WORDS),
        metavar="NOUN",
        default=(),
        help="only these nouns of CoarseWSD-20 (default: all that are at hand)",
    )
    parser.add_argument(
        "--semcor",
        choices=("brown1", "brown2", "brownv"),
        default="",
        help="only these documents of SemCor (default: all of them, which takes an hour)",
    )
    parser.add_argument("--out", type=Path, help="where to write the JSON file")
    parser.add_argument("--again", action="store_true", help="measure again what is there")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _evaluate(args))


def _evaluate(args: argparse.Namespace) -> int:
    for name in args.experiments:
        if name not in EXPERIMENTS:
            there = ", ".join(EXPERIMENTS)
            raise ValueError(f"There is no experiment {name!r}; there are: {there}.")
    elmo = Elmo.load(args.weights)
    out = args.out or (None if args.coarsewsd else FILE)
    record = Record(
        out, "python -m elmo_lite evaluate senses", weights=layer_cache.fingerprint(elmo)
    )
    if args.coarsewsd:
        data = own_folder(args.coarsewsd)
        own = {"own": _simple(lambda: data)}
    known = EXPERIMENTS | {
        "coarsewsd": _simple(partial(coarsewsd, args.nouns)),
        "few": partial(_few, nouns=args.nouns),
        "semcor": partial(_semcor, folder=args.semcor),
    }
    for name, measure in (own if args.coarsewsd else known).items():
        if args.experiments and name not in args.experiments:
            continue
        if args.again:
            record.forget(name)
        measure(record, name, elmo)
        if name != "few":
            print(f"\n{name}\n{table(record.rows(name))}\n", flush=True)
    if out:
        print(f"written to {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
