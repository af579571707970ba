"""What the Korean biLM knows of the sentence, and of parts of speech: chapters 13 and 13b.

    python course.py measure korean [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/korean.jsonl. Vectors are kept in the cache folder. model: trained, random (the
same architecture, random weights) or warm start (the char-CNN that training began with, LSTMs
untrained); `draw` is the seed of such a control. right: which items, in their order.

swaps: in our Korean sentences an eojeol outside the vocabulary gives its place to another one, so
    that the words around alone can tell. Is the sentence as it was written the more probable one,
    forward and backward together? ending: any; same, if the two eojeol share their last syllable;
    near, if they share their part of speech, too
homonyms: our Korean sentences with senses. An occurrence gets the sense of the nearest occurrence
    of the same noun in another form (배가 is compared with 배를, 배는, 배에서), so the particle
    (조사) helps nobody. The mean of each form or of each noun is subtracted (means), then the
    vectors are whitened or not (space): chosen for each layer and model on the training part
ambiguity: the public Korean ambiguity data, forms with two or more analyses: 가는 is "thin" or
    "going". An occurrence gets the analysis of the nearest sentence with the same form. Analyses
    that occur twice or more, sentences of up to 40 eojeol, whitened 1/4; nothing is chosen
tags: a linear probe on each layer, and what counting and letters reach, on UD Korean GSD
negation: 부사 호응, adverbs that ask for a negation (exchange_pairs.py). higher: for how many nouns
    and pairs of verbs 없다 : 있다 and its kin are likelier after such an adverb than after another
    one; apart: by how much; and the share that each state carries of 없다 : 있다

homonyms and ambiguity also have
blind: how often an occurrence picked at random is right
words around, no function words: the mean of the vectors of the other words, as the warm start
    spells them, without the most frequent ones (left_out)
shuffled: the trained model, but the other words of each sentence in a random order, the asked one
    at its place; `draw` is the seed of the order
minus: the accuracy of a layer of the trained model minus that of a control, of all its draws, with
    the 95 % interval over words and draws
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from elmo_lite import corpora, exchange, senses
from elmo_lite.controls import SEEDS, names_for
from elmo_lite.corpora import Missing, Occurrence
from elmo_lite.corpora.lines import read_lines
from elmo_lite.elmo import Elmo
from elmo_lite.exchange import Reading
from elmo_lite.files import WEIGHTS, data_dir
from elmo_lite.probes import half
from elmo_lite.stats import interval, paired
from elmo_lite.text import SPECIALS, Vocabulary, tokenize
from elmo_lite.tools.cache import occurrence_vectors
from experiments import pos
from experiments.exchange import grid_of, preferences
from experiments.exchange_pairs import (
    ADVERBS,
    FRAMES_KO,
    NOUNS_KO,
    VERBS_KO,
    Family,
    comparisons,
)
from experiments.inputs import keyed, layer_0, read_by, vocabulary_of
from experiments.store import Store, command, crossed, scored
from notebooks.course.results import Row, select, unpack

AMBIGUITY = "wsd/korean_ambiguity/ambiguity.tsv.xz"
LONGEST = 40  # eojeol of a sentence of the ambiguity data
FREQUENT = 200  # words that say nothing of the topic
AROUND = "words around, no function words"
SHUFFLED = 5  # random orders of the other words
Score = Callable[[np.ndarray, Sequence[Occurrence]], Row]  # vectors (n, dim), n occurrences


# ---- swaps: an eojeol in a sentence where it does not belong ----

Pair = tuple[list[str], list[str]]  # a sentence, and its copy with another eojeol
Group = Callable[[str, str], str]  # of a word and its tag


def swaps(store: Store, elmo: Elmo, seeds: range) -> None:
    found = corpora.senses("ko")
    vocabulary = vocabulary_of(elmo)
    parts = (each for part in ("train", "dev", "test") for each in corpora.our_tagged(part, "ko"))
    tags_of = {tuple(words): tags for words, tags in parts}
    tagged = [(o.tokens, tags_of[tuple(o.tokens)]) for o in found]
    groups: dict[str, Group] = {
        "any": lambda word, tag: "",
        "same": lambda word, tag: word[-1],
        "near": lambda word, tag: tag + word[-1],
    }
    pairs = {ending: swapped(tagged, vocabulary, group) for ending, group in groups.items()}
    numbers = {ending: len(each) for ending, each in pairs.items()}
    store.measured_on("swaps", {"data": {found.name: found.state}, "pairs": numbers})
    settings = crossed(model=("trained",), draw=(0,), ending=pairs)
    settings += crossed(model=names_for(elmo), draw=seeds, ending=pairs)
    for setting in store.todo("swaps", settings):
        read = read_by(elmo, setting["model"], setting["draw"])
        store.add("swaps", setting, **scored(prefers(read, pairs[setting["ending"]])))


def swapped(
    tagged: Iterable[tuple[Sequence[str], Sequence[str]]], vocabulary: Vocabulary, group: Group
) -> list[Pair]:
    """Put into each sentence, for its first unknown eojeol, that of another sentence at random.

    tagged: sentences and their tags. group: of a word and its tag; the two words have the same.
    """
    strange = []  # sentence, position, eojeol, its group
    for sentence, tags in tagged:
        for k, word in enumerate(sentence):
            if is_hangul(word) and word not in vocabulary:
                strange.append((list(sentence), k, word, group(word, tags[k])))
                break
    random, pairs = np.random.default_rng(0), []
    for sentence, k, _, its in strange:
        others = [other for _, _, other, that in strange if that == its and other not in sentence]
        if others:
            other = others[random.integers(len(others))]
            pairs.append((sentence, [*sentence[:k], other, *sentence[k + 1 :]]))
    return pairs


def is_hangul(word: str) -> bool:
    """Whether a word has two syllables or more, and nothing else."""
    return len(word) > 1 and all("가" <= letter <= "힣" for letter in word)


def prefers(elmo: Elmo, pairs: Sequence[Pair]) -> np.ndarray:
    """Whether the first sentence of each pair is the more probable one: (pairs,) of bool."""
    found = elmo.log_probabilities([sentence for pair in pairs for sentence in pair])
    sums = np.array([s.forward.sum() + s.backward.sum() for s in found]).reshape(-1, 2)
    return sums[:, 0] > sums[:, 1]


# ---- homonyms and ambiguity: the nearest other occurrence ----


def homonyms(store: Store, elmo: Elmo, seeds: range) -> None:
    found = corpora.senses("ko")
    chance = round(blind(found, other_form=True), 4)
    facts = {"data": {found.name: found.state}, "blind": chance}
    nearest(store, "homonyms", facts, found, homonym_score, elmo, seeds)


def ambiguity(store: Store, elmo: Elmo, seeds: range) -> None:
    path = (data_dir() or Path("ELMO_LITE_DATA")) / AMBIGUITY
    if not path.exists():
        raise Missing(
            "the Korean ambiguity data are missing: lines of form, analysis and sentence, from "
            f"github.com/bareun-nlp/korean-ambiguity-data, belong at {path}"
        )
    found = ambiguous(path)
    facts = {
        "data": {"Korean ambiguity data": "part"},
        "blind": round(blind(found), 4),
        "sentences": len(found),
        "forms": len({o.lemma for o in found}),
    }
    nearest(store, "ambiguity", facts, found, ambiguity_score, elmo, seeds)


def nearest(
    store: Store,
    name: str,
    facts: Row,
    occurrences: Sequence[Occurrence],
    score: Score,
    elmo: Elmo,
    seeds: range,
) -> None:
    """The words around, every layer of the trained model and the upper ones of its controls; then
    what the upper layers have more than all the others."""
    frequent = vocabulary_of(elmo).words[len(SPECIALS) :][:FREQUENT]
    store.measured_on(name, facts | {"left_out": frequent})
    upper = range(1, elmo.num_layers)
    settings = crossed(by=(AROUND,))
    settings += crossed(model=("trained",), draw=(0,), layer=range(elmo.num_layers))
    settings += crossed(model=names_for(elmo), draw=seeds, layer=upper)
    settings += crossed(model=("shuffled",), draw=range(SHUFFLED), layer=upper)
    for setting in store.todo(name, settings):
        if "by" in setting:
            x = words_around(elmo, occurrences, frequent)
        elif setting["model"] == "shuffled":
            mixed = shuffled(occurrences, setting["draw"])
            x = occurrence_vectors(elmo, mixed)[setting["layer"]]
        else:
            read = read_by(elmo, setting["model"], setting["draw"])
            x = occurrence_vectors(read, occurrences)[setting["layer"]]
        store.add(name, setting, **score(x, occurrences))
    rows = store.rows(name)
    rows[:] = [row for row in rows if "minus" not in row]  # there may be more draws by now
    compared = crossed(minus=(AROUND, *names_for(elmo), "shuffled"), layer=upper)
    for setting in store.todo(name, compared, reads=lambda setting: True):
        store.add(name, setting, difference=difference(rows, setting, occurrences))


def shuffled(occurrences: Sequence[Occurrence], seed: int) -> list[Occurrence]:
    """The same occurrences, each in its place among the other words in a random order."""
    random, found = np.random.default_rng(seed), []
    for o in occurrences:
        others = [k for k in range(len(o.tokens)) if k != o.index]
        tokens = list(o.tokens)
        for k, other in zip(others, random.permutation(others), strict=True):
            tokens[k] = o.tokens[other]
        found.append(replace(o, tokens=tuple(tokens)))
    return found


def difference(rows: Sequence[Row], setting: Row, occurrences: Sequence[Occurrence]) -> list[float]:
    """The accuracy of a trained layer minus that of a control, and the ends of the interval."""
    other, layer = setting["minus"], setting["layer"]
    trained = select(rows, model="trained", layer=layer)
    control = select(rows, by=other) or select(rows, model=other, layer=layer)
    found = paired(
        [*map(unpack, trained)], [*map(unpack, control)], groups=[o.lemma for o in occurrences]
    )
    return [round(number, 4) for number in found]


def homonym_score(x: np.ndarray, occurrences: Sequence[Occurrence]) -> Row:
    """How often the nearest occurrence in another form has the same sense."""
    train = np.array([o.split == "train" for o in occurrences])
    names = {"form": forms(occurrences), "noun": [o.lemma for o in occurrences]}
    right = {}
    for means, of in names.items():
        for space in ("centred", "whitened 1/4", "whitened 1/2"):
            moved = senses.in_space(x, of, space)
            right[means, space] = nearest_right(moved, occurrences, other_form=True)
    means, space = max(right, key=lambda way: right[way][train].mean())
    return scored(right[means, space]) | {"means": means, "space": space}


def ambiguity_score(x: np.ndarray, occurrences: Sequence[Occurrence]) -> Row:
    """How often the nearest sentence with the same form has the same analysis."""
    moved = senses.in_space(x, ["all"] * len(x), "whitened 1/4")
    return scored(nearest_right(moved, occurrences))


def nearest_right(
    x: np.ndarray, occurrences: Sequence[Occurrence], other_form: bool = False
) -> np.ndarray:
    """Whether the nearest other occurrence of the same word has the same sense: (n,) of bool.

    x: (n, dim), unit vectors. other_form: only occurrences in another form are compared. Of equally
    near ones one is taken at random, so vectors that know no context do as well as a blind pick.
    """
    right, random = np.zeros(len(x), dtype=bool), np.random.default_rng(0)
    for rows, others, same in compared_with(occurrences, other_form):
        cosines = (x[rows] @ x[rows].T).round(5)
        cosines = cosines + 1e-6 * random.random(cosines.shape)
        found = np.where(others, cosines, -2).argmax(axis=1)
        right[rows] = (others & same)[np.arange(len(rows)), found]
    return right


def blind(occurrences: Sequence[Occurrence], other_form: bool = False) -> float:
    """How often an occurrence picked at random has the same sense."""
    shares = np.zeros(len(occurrences))
    for rows, others, same in compared_with(occurrences, other_form):
        shares[rows] = (others & same).sum(axis=1) / np.maximum(others.sum(axis=1), 1)
    return float(shares.mean())


def compared_with(
    occurrences: Sequence[Occurrence], other_form: bool
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Of each word: its rows (m,), which are compared with which (m, m), and which of them have the
    same sense (m, m)."""
    sense, form = np.array([o.sense for o in occurrences]), np.array(forms(occurrences))
    for rows in senses.by_lemma(occurrences).values():
        others = ~np.eye(len(rows), dtype=bool)
        if other_form:
            others = form[rows][:, None] != form[rows]
        yield rows, others, sense[rows][:, None] == sense[rows]


def forms(occurrences: Sequence[Occurrence]) -> list[str]:
    """The eojeol of each occurrence, as it is written."""
    return [o.tokens[o.index] for o in occurrences]


def words_around(
    elmo: Elmo, occurrences: Sequence[Occurrence], left_out: Sequence[str]
) -> np.ndarray:
    """The mean of the vectors of the other words, each of length 1: (n, dim), zeros if none."""
    words = {word for o in occurrences for word in senses.words_around(o)}
    kept = sorted(words - set(left_out))
    spelled = half(layer_0(read_by(elmo, "warm start", 0), kept), "forward")  # twice the same
    return senses.mean_of_words_around(occurrences, keyed(kept, senses.unit(spelled)))


def ambiguous(path: Path) -> list[Occurrence]:
    """The forms of the ambiguity data that are a word of their sentence; sense: the analysis."""
    found = []
    for line in read_lines(path):
        form, analysis, sentence = line.split("\t")
        words = tuple(tokenize(sentence))
        if len(sentence.split()) <= LONGEST and form in words:
            found.append(Occurrence(words, words.index(form), analysis, form))
    return repeated(found)


def repeated(occurrences: Sequence[Occurrence]) -> list[Occurrence]:
    """Those whose sense occurs twice or more, of words that still have two senses or more."""
    counts = Counter((o.lemma, o.sense) for o in occurrences)
    kept = {pair for pair, count in counts.items() if count > 1}
    number = Counter(lemma for lemma, _ in kept)
    return [o for o in occurrences if (o.lemma, o.sense) in kept and number[o.lemma] > 1]


# ---- parts of speech ----


def tags(store: Store, elmo: Elmo, seeds: range) -> None:
    found = corpora.korean_gsd()  # as far as it is public here
    data = pos.tagged_set(found.train, found.test, found.dev)
    store.measured_on("tags", data.facts())
    settings = crossed(by=("most frequent tag",), seed=(0,))
    settings += crossed(by=("characters",), seed=seeds[:SEEDS])  # the slowest of all
    for setting in store.todo("tags", settings + pos.each_layer(elmo, seeds)):
        row = pos.baseline(data, setting) if "by" in setting else pos.probed(data, elmo, setting)
        store.add("tags", setting, **row)


# ---- an adverb that asks for a negation ----


def negation(store: Store, elmo: Elmo, seeds: range) -> None:
    nouns = {name: len(each) for name, each in NOUNS_KO.items()}
    store.measured_on("negation", {"nouns": nouns, "verbs": len(VERBS_KO)})
    asked = crossed(adverbs=map("/".join, ADVERBS), nouns=NOUNS_KO, template=FRAMES_KO)
    models = [{"model": "trained", "draw": 0}]
    models += crossed(model=names_for(elmo), draw=range(SEEDS))
    for setting in store.todo("negation", [model | each for model in models for each in asked]):
        model = read_by(elmo, setting["model"], setting["draw"])
        two = tuple(setting["adverbs"].split("/"))
        family = Family("", VERBS_KO[0], (two,), (), FRAMES_KO, NOUNS_KO[setting["nouns"]])
        pairs = comparisons(model, family, setting["template"])
        apart = np.array(
            [
                [
                    prefers_verb(model, pair.first, v) - prefers_verb(model, pair.second, v)
                    for pair in pairs
                ]
                for v in VERBS_KO
            ]
        )
        row: Row = {"higher": int((apart > 0).sum()), "asked": apart.size}
        row |= {"apart": round(float(apart.mean()), 4), "interval_apart": interval(apart.mean(0))}
        if setting["model"] == "trained":
            row |= preferences(pairs) | grid_of(pairs, setting["template"])
        store.add("negation", setting, **row)


def prefers_verb(elmo: Elmo, reading: Reading, verbs: tuple[str, str]) -> float:
    return float(exchange.prefers(elmo, reading, verbs)[0])


EXPERIMENTS = (swaps, homonyms, ambiguity, tags, negation)


def main(arguments: Sequence[str]) -> int:
    return command("korean", __doc__, EXPERIMENTS, arguments, WEIGHTS / "elmo_lite_ko")
