"""The command `evaluate korean`: what the Korean biLM knows, chapters 13 and 13b.

    python course.py measure korean [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

measures data/weights/elmo_lite_ko and writes data/results/korean.jsonl. Other weights need an --out
of their own; those that spell in bytes were measured with --trained-only, in four experiments:
data/results/korean_bytes.jsonl. Static vectors are trained here, on the whole text of the biLM.
model: trained, random or warm start, with `draw`, the seed of a control.

senses: our Korean sense-annotated corpus, scored as `ours` of `evaluate senses`, in every way
layers_gsd, baselines_gsd, layers_kaist, baselines_kaist: UD Korean, as layers and baselines of
    `evaluate pos`, here of every layer and of "mix", a mixture learned with the probe. Only parts
    of both are public here: own split, nothing is chosen by its scores
nsmc: accuracy, macro_f1 of an LSTM on film reviews that reads an embedding layer, syllable or jamo
    fastText, ELMo, or jamo fastText with ELMo or one of its controls; and what counting reaches
pairs: log-probabilities of the two sentences of a pair of the lecture, forward, backward and their
    sum; accuracy is 1 if the likely one has the larger sum. unknown: words outside the vocabulary.
    by word counts: the same of words each by itself, 0.5 if there is no difference
eojeol: layer 0 (the vector of a word alone) and static vectors, raw or centred. known: which of two
    words is its neighbour in vectors of far more text; typing errors: the same from a word with one
    wrong key; found: whether the right word is the nearest; unknown eojeol: of a word that the text
    never has, which of two shares the stem, where the other one is spelled most like it; 모르다,
    남동생: which share of the nearest words are its other forms, and the nearest of each form
analogies: accuracy of those of the 10,000 questions whose words are known (asked), the share of all
    of them (of_all), and the place of the right answer to the two questions of the lecture
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from elmo_lite import corpora, probes
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.controls import CONTROLS
from elmo_lite.corpora.examples import Splits, Tagged
from elmo_lite.elmo import Elmo
from elmo_lite.static_vectors import score_analogies
from experiments import (
    pos,
    sense_set,
    senses,
    static_reviews,
    static_subwords,
    task_runs,
)
from experiments.evaluate import Area
from experiments.inputs import keyed, layer_0, unit
from experiments.pos import Part, TaggedSet
from experiments.runner import Experiment
from experiments.sense_set import SenseSet
from experiments.static_compare import StaticLab
from experiments.static_reviews import KOREAN_TEXTS, LETTERS, SIZES, TFIDF, UNITS
from experiments.store import crossed, reads_weights
from experiments.task_lab import InputWork, TaskLab, input_reads_elmo, read_by
from experiments.task_runs import Recipe
from notebooks.course.results import Row

PAIRS = {  # the likely sentence: the other one
    "나는 버스를 탔다": "나는 버스를 태운다",
    "나는 메론을 먹는다": "나는 메롱을 먹는다",
    "선생님이 달려갔다": "선생님이 잘려갔다",
}
ANALOGIES = (("서울", "한국", "도쿄", "일본"), ("야구", "박찬호", "축구", "호나우두"))
FORMS = {
    "모르다": "모르다 모르네 모르더라 몰라야 몰랐다 모르겠으나 몰라 모르겠니 모르면서",
    "남동생": "남동생 남동생이 남동생은 남동생을 남동생의 남동생도 남동생과 남동생에게",
}
QUESTIONS = ("known", "typing errors", "found", "unknown eojeol")
SPACES = ("raw", "centred")
WORDS = 30_000  # among which the answer to an analogy is looked for
STATIC = "jamo fastText"  # joined with ELMo and its controls
Near = Callable[[str], np.ndarray]  # how similar a word is to each candidate


def static() -> Any:
    """fastText of syllables, which has a vector for every word as it is written."""
    return static_reviews.korean_model("syllables", "all")


# ---- senses and parts of speech ----


def sense_settings(work: tuple[SenseSet, TaskLab]) -> list[Row]:
    """Baselines, then every layer and tagger."""
    lab = work[1]
    models = senses.models(lab.elmo, lab.seeds)
    layers = crossed(tagger=senses.TAGGERS, layer=range(lab.elmo.num_layers))
    rows = crossed(by=("most frequent sense", "naive Bayes", *senses.STATIC))
    return rows + [model | layer for model in models for layer in layers]


def sense_work(lab: TaskLab) -> tuple[SenseSet, TaskLab]:
    return replace(sense_set.ours("ko"), static=static), lab


SENSES = Experiment(
    "senses",
    grid=sense_settings,
    run=lambda work, setting: senses.tagged(work[0], work[1].elmo, setting),
    uses_weights=reads_weights,
    about=lambda work: senses.facts(work[0]),
    load=sense_work,
    scores=("accuracy", "mean_of_words", "balanced"),
)


def layer_settings(elmo: Elmo, seeds: range) -> list[Row]:
    """Every layer; of the trained weights also the mixture, and each half of the upper layers."""
    every = dict.fromkeys(pos.LAYERS, range(elmo.num_layers))
    found = [setting | {"direction": "both"} for setting in pos.each_layer(elmo, seeds, every)]
    for model in filter(reads_weights, pos.models(elmo, seeds)):
        found.append(model | {"layer": "mix", "direction": "both"})
        upper = range(1, elmo.num_layers)
        found += [model | h for h in crossed(layer=upper, direction=("forward", "backward"))]
    return found


def treebank(load: Callable[[], Splits[Tagged]], lab: TaskLab) -> tuple[TaggedSet, TaskLab]:
    found = load()
    dev = Part(found.dev) if found.dev else None
    parts = Part(found.train), Part(found.test), dev
    return TaggedSet(found.about.name, found.about.state, *parts, static=static), lab


def on_treebank(name: str, load: Callable[[], Splits[Tagged]]) -> tuple[Experiment, ...]:
    """What pos.py measures of each layer, and of what needs no biLM."""
    layers = Experiment(
        f"layers_{name}",
        grid=lambda work: layer_settings(work[1].elmo, work[1].seeds),
        run=lambda work, setting: pos.probed(work[0], work[1].elmo, setting),
        uses_weights=reads_weights,
        about=lambda work: work[0].facts() | {"lengths": work[0].test.lengths},
        load=partial(treebank, load),
        scores=("accuracy", "unseen"),
    )
    baselines = Experiment(
        f"baselines_{name}",
        grid=lambda work: [
            {"by": "majority", "seed": 0},
            *pos.baseline_settings(work[1].seeds),
        ],
        run=lambda work, setting: pos.baseline(work[0], setting),
        about=lambda work: work[0].facts(),
        load=partial(treebank, load),
        scores=("accuracy", "unseen"),
    )
    return layers, baselines


# ---- film reviews ----


def reviews(lab: TaskLab) -> InputWork:
    data = static_reviews.reviews(corpora.nsmc(), SIZES["nsmc"], {})
    words = sorted({token.lower() for tokens in data.task.sentences for token in tokens})
    tasks = {}
    for name in ("syllable fastText", STATIC):
        vectors = partial(static_reviews.korean_vectors, UNITS[name], "all", words)
        tasks[name] = replace(data.task, vectors=cache(vectors), _done={})  # runs of its own
    alone = Recipe(elmo=())
    inputs = {
        "embedding layer": (data.task, replace(alone, table="learned")),
        **{name: (task, alone) for name, task in tasks.items()},
        "ELMo": (data.task, Recipe(table="none")),
        f"{STATIC} + ELMo": (tasks[STATIC], Recipe()),
    }
    return InputWork(data, inputs, lab, STATIC)


def run_reviews(work: InputWork, setting: Row) -> Row:
    if "seed" in setting:
        return work.run(setting)
    if setting["input"] == "majority":
        return task_runs.majority(work.data.task)
    features = static_reviews.character_ngrams if setting["input"] == LETTERS else list
    return task_runs.tfidf(work.data.task, features=features)


# ---- which of two sentences is more likely ----


def run_pair(lab: TaskLab, setting: Row) -> Row:
    pair = [sentence.split() for sentence in (setting["likely"], setting["other"])]
    model = lab.elmo.model
    assert isinstance(model, BiLanguageModel)
    ids = [model.vocabulary.ids(words) for words in pair]
    every = {word for words in pair for word in words}
    row: Row = {"unknown": sorted(word for word in every if model.vocabulary.id(word) == 0)}
    if "by" in setting:  # each word by itself, as often as the text has it
        counts = np.maximum(model.vocabulary.counts, 1)
        one, two = (float(np.log(counts[i]).sum()) for i in ids)
        return {"accuracy": 0.5 if one == two else float(one > two), **row}
    elmo = read_by(lab.elmo, setting["model"], setting["draw"])
    found = elmo.log_probabilities(pair)
    forward, backward = (
        [round(float(getattr(s, way).sum()), 3) for s in found] for way in ("forward", "backward")
    )
    both = [round(f + b, 3) for f, b in zip(forward, backward, strict=True)]
    sums = {"forward": forward, "backward": backward, "both": both}
    return {"accuracy": float(both[0] > both[1]), **sums, **row}


def pairs_grid(lab: TaskLab) -> list[Row]:
    pairs = [{"likely": likely, "other": other} for likely, other in PAIRS.items()]
    ways = [{"by": "word counts"}, *senses.models(lab.elmo, lab.seeds)]
    return [pair | way for way in ways for pair in pairs]


# ---- the vector of a word alone ----


def word_ways(work: tuple[TaskLab, Any]) -> list[Row]:
    """Static vectors, and layer 0 of each model."""
    lab, _ = work
    return [*crossed(by=UNITS), *senses.models(lab.elmo, lab.seeds)]


def word_vectors(lab: TaskLab, setting: Row, words: Sequence[str]) -> np.ndarray:
    """(words, dim): layer 0, or static vectors, zeros where a word has none."""
    if "by" in setting:
        table = static_reviews.korean_vectors(UNITS[setting["by"]], "all", words)
        return probes.static_rows(words, table)
    return layer_0(read_by(lab.elmo, setting["model"], setting["draw"]), words)


def spelling(by: str, words: list[str]) -> Near:
    """Shares of n-grams in common."""
    quiz = static_subwords.Quiz([], words, {}, [], "ko", range(0))
    return static_subwords.similarity(quiz, by, 0)


def similarity(lab: TaskLab, setting: Row, words: list[str], queries: list[str]) -> Near:
    """Cosines of queries and words, raw or with the mean of the words subtracted; or spelling."""
    if setting.get("by", "").startswith("spelling"):
        return spelling(setting["by"], words)
    rows = word_vectors(lab, setting, [*words, *queries])
    if setting["space"] == "centred":
        rows[rows.any(axis=1)] -= rows[: len(words)].mean(axis=0)
    rows = unit(rows)
    return dict(zip(queries, rows[len(words) :] @ rows[: len(words)].T, strict=True)).__getitem__


def eojeol_work(lab: TaskLab) -> tuple[TaskLab, static_subwords.Quiz]:
    """The words, questions and typing errors of chapter 04, and eojeol that no text has."""
    quiz = static_subwords.korean(StaticLab(None, range(1)))
    read = {word for sentence in static_reviews.korean("all") for word in sentence}
    return lab, replace(quiz, asked=quiz.asked | {QUESTIONS[-1]: unknown(quiz.words, read)})


def unknown(words: list[str], read: set[str]) -> list[static_subwords.TwoWords]:
    """Eojeol of UD Korean that were never read, with the first candidate of the same stem and the
    one of another stem that is spelled most like them."""
    stems: dict[str, str] = {}
    for data in (corpora.korean_gsd("lemma"), corpora.korean_kaist("lemma")):
        forms, lemmas = probes.flat([*data.train, *data.dev, *data.test])
        stems |= {form: lemma.split("+")[0] for form, lemma in zip(forms, lemmas, strict=True)}
    near = spelling("spelling, jamo", words)
    known = [i for i, word in enumerate(words) if word in stems]
    found = []
    for word, stem in stems.items():
        same = [i for i in known if stems[words[i]] == stem]
        others = [i for i in known if stems[words[i]] != stem]
        if word not in read and len(stem) > 1 and static_subwords.is_plain(word) and same:
            shares = near(word)
            found.append((word, same[0], max(others, key=shares.__getitem__)))
    return found


def run_eojeol(work: tuple[TaskLab, static_subwords.Quiz], setting: Row) -> Row:
    (lab, quiz), kind = work, setting["words"]
    if kind in FORMS:
        forms = FORMS[kind].split()
        words = [*(word for word in quiz.words if word not in forms), *forms]
        return family(words, forms, similarity(lab, setting, words, forms))
    asked = quiz.asked["typing errors" if kind == "found" else kind]
    near = similarity(lab, setting, quiz.words, [query for query, *_ in asked])
    return static_subwords.answered(quiz, kind, near)


def family(words: list[str], forms: list[str], near: Near) -> Row:
    """Of the nearest words of each form, as many as there are other forms: how many are those."""
    shares, nearest = [], {}
    for form in forms:
        order = [i for i in np.argsort(-near(form), kind="stable") if words[i] != form]
        shares.append(np.mean([words[i] in forms for i in order[: len(forms) - 1]]))
        nearest[form] = words[order[0]]
    return {"accuracy": round(float(np.mean(shares)), 4), "nearest": nearest}


def eojeol_grid(work: tuple[TaskLab, Any]) -> list[Row]:
    kinds = (*QUESTIONS, *FORMS)
    return [
        *crossed(by=("spelling, syllables", "spelling, jamo"), words=kinds),
        *(way | each for way in word_ways(work) for each in crossed(space=SPACES, words=kinds)),
    ]


# ---- analogies ----


def analogy_work(lab: TaskLab) -> tuple[TaskLab, list[str]]:
    """The commonest words in Hangul, and those of the questions of the lecture."""
    counts = Counter(word for sentence in static_reviews.korean("all") for word in sentence)
    hangul = [w for w, _ in counts.most_common() if all("가" <= c <= "힣" for c in w)]
    return lab, list(dict.fromkeys([*hangul[:WORDS], *(w for q in ANALOGIES for w in q)]))


def run_analogies(work: tuple[TaskLab, list[str]], setting: Row) -> Row:
    lab, words = work
    rows = word_vectors(lab, setting, words)
    known = np.flatnonzero(rows.any(axis=1))
    table = keyed([words[i] for i in known], rows[known])
    score, asked = score_analogies(table, "ko")
    share = score * asked / len(corpora.analogies("ko")) if asked else 0.0
    row: Row = {"accuracy": score, "asked": asked, "of_all": round(share, 4)}
    for a, b, c, d in ANALOGIES:
        name = f"{b} - {a} + {c}"
        if all(word in table for word in (a, b, c)):
            ranked = [w for w, _ in table.most_similar([b, c], [a], topn=len(table))]
            row[name] = {"first": ranked[0], "place": ranked.index(d) + 1 if d in ranked else None}
    return row


# ---- the experiments ----


def facts(data: Row, **more: Any) -> Row:
    """What static vectors are trained on belongs to them."""
    return {"data": data, "text": ", ".join(KOREAN_TEXTS["all"]), **more}


AREA = Area(
    "korean",
    (
        SENSES,
        *on_treebank("gsd", lambda: corpora.korean_gsd()),
        *on_treebank("kaist", lambda: corpora.korean_kaist()),
        Experiment(
            "pairs",
            grid=pairs_grid,
            run=run_pair,
            uses_weights=lambda setting: setting.get("model") not in CONTROLS,
            about=lambda lab: {"data": {"pairs of the lecture": "exact"}},
        ),
        Experiment(
            "eojeol",
            grid=eojeol_grid,
            run=run_eojeol,
            uses_weights=reads_weights,
            about=lambda work: facts(
                {"frequent eojeol of film reviews": "part", "UD Korean GSD, Kaist": "part"},
                questions={kind: len(asked) for kind, asked in work[1].asked.items()},
            ),
            load=eojeol_work,
        ),
        Experiment(
            "analogies",
            grid=word_ways,
            run=run_analogies,
            uses_weights=reads_weights,
            about=lambda work: facts({"Korean analogies": "exact"}, words=len(work[1])),
            load=analogy_work,
            scores=("accuracy", "of_all"),
        ),
        Experiment(  # the slowest comes last
            "nsmc",
            grid=lambda work: work.grid(("majority", TFIDF, LETTERS)),
            run=run_reviews,
            uses_weights=input_reads_elmo,
            about=lambda work: facts(
                {work.data.about.name: work.data.about.state}, sizes=work.data.task.sizes
            ),
            load=reviews,
            scores=("accuracy", "macro_f1"),
        ),
    ),
    lab=lambda args, elmo, rows: TaskLab(elmo, range(args.seeds)),
    language="ko",
)
