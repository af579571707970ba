"""The grid of the microscope as a figure, made from PyTorch's numbers.

It is what a saved notebook, a slide or a printed page shows in the place of the microscope.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import torch
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyBboxPatch

from elmo_lite.elmo import Elmo
from elmo_lite.text import tokenize
from microscope.bank import MODES, Bank, language_model
from microscope.corpus import Corpus
from notebooks.course.language import label
from notebooks.course.plots import shapes, style
from notebooks.course.plots.colours import COLOURS, SENSE_COLOURS, TAG_COLOURS

Answer = tuple[str, float]  # a word, a tag or a sense, and its probability or its cosine
Cell = list[Answer]  # the likeliest first; empty where there is nothing to say
SHOWN = 3  # answers of a cell
AHEAD = ("next", "previous")
MOST = 14  # words that fit into a figure
WIDE, HIGH = 1.12, 1.25  # inches of a cell
BAND = 7  # words side by side; a single layer with more goes on in a second row
LETTERS = 16  # points: on a slide the last row of a class reads them
SPECIAL = {"<unk>": "⟨rare⟩", "<s>": "⟨start⟩", "</s>": "⟨end⟩"}
WHAT = {
    "near": "the most similar other word of our sentences",
    "pos": "the part of speech that a linear probe reads",
    "next": "the word that the forward half expects next",
    "previous": "the word that the backward half expects before",
    "sense": "the nearest sense",
}


@lru_cache(maxsize=2)
def elmo_of(weights: str) -> Elmo:
    return Elmo.load(weights)


@lru_cache(maxsize=2)
def bank_of(weights: str, language: str) -> Bank:
    return Bank(elmo_of(weights), Corpus.load(language))


def answers(text: str, mode: str, weights: str = "en", language: str = "en") -> list[list[Cell]]:
    """What each layer says of each word: [layer][word] -> its answers, as the page gives them."""
    if mode not in MODES:
        raise ValueError(f"mode is one of {', '.join(MODES)}, not {mode!r}.")
    tokens, elmo = tokenize(text), elmo_of(weights)
    layers = elmo.layers([tokens], progress=False)[0]
    if mode in AHEAD:
        half = layers.forward if mode == "next" else layers.backward
        return [ahead(elmo, h) for h in (layers.token, *half)]
    bank = bank_of(weights, language)
    vectors = [layers.token, *(layers[j] for j in range(1, elmo.num_layers))]
    say = {"near": near, "pos": tags, "sense": senses}[mode]
    return [say(bank, j, tokens, v.numpy()) for j, v in enumerate(vectors)]


@torch.inference_mode()
def ahead(elmo: Elmo, h: torch.Tensor) -> list[Cell]:
    """h (time, proj_dim) -> the likeliest words at each position."""
    model = language_model(elmo)
    p, ids = model.log_distribution(h).exp().topk(SHOWN)
    words = model.vocabulary.words
    rows = zip(ids.tolist(), p.tolist(), strict=True)
    return [[(words[i], share) for i, share in zip(*row, strict=True)] for row in rows]


def near(bank: Bank, j: int, tokens: list[str], vectors: np.ndarray) -> list[Cell]:
    """The nearest words, each once, in any of its spellings with a capital."""
    here = np.full(len(tokens), bank.corpus.place(tokens))
    rows, cosines = bank.nearest(j, vectors, tokens, here, k=40)
    cells = []
    for places, values in zip(rows, cosines, strict=True):
        seen: dict[str, float] = {}
        for place, cosine in zip(places, values, strict=True):
            word = bank.corpus.words[place]
            seen.setdefault(word if word == "I" else word.lower(), float(cosine))
        cells.append(list(seen.items())[:SHOWN])
    return cells


def tags(bank: Bank, j: int, tokens: list[str], vectors: np.ndarray) -> list[Cell]:
    names = bank.corpus.tag_names
    return [ranked(names, row) for row in bank.tags(j, vectors)]


def senses(bank: Bank, j: int, tokens: list[str], vectors: np.ndarray) -> list[Cell]:
    cells = []
    for token, vector in zip(tokens, vectors, strict=True):
        lemma = bank.corpus.lemma_of(token)
        names = [
            bank.corpus.senses[s].sense.partition(".")[2] for s in bank.corpus.senses_of(lemma)
        ]
        shares = bank.senses(j, lemma, token, vector) if lemma else np.zeros(0)
        cells.append(ranked(names, shares))
    return cells


def ranked(names: Sequence[str], shares: np.ndarray) -> Cell:
    order = np.argsort(-shares, kind="stable")[:SHOWN]
    return [(names[i], float(shares[i])) for i in order]


# ---- the figure ----


def grid(
    text: str,
    mode: str = "next",
    weights: str = "en",
    language: str = "en",
    ax: Axes | None = None,
    here: tuple[int, int] | None = None,
    lower: bool = True,
) -> Axes:
    """Draw what each layer says of each word: layer 0 below, as the data flow upwards.

    here: the layer and the place of a cell to mark. lower: as on the page, the lower layers show
    what they expect only where they are asked for, since nobody trained them for it.
    """
    tokens, all_cells = tokenize(text), answers(text, mode, weights, language)
    if not tokens:
        raise ValueError("There is no word in this text: type a sentence.")
    last = len(all_cells) - 1
    shown, drawn = tokens[:MOST], [last] if mode in AHEAD and not lower else [*range(last + 1)]
    cells = [all_cells[j] for j in drawn]
    wide = -(-len(shown) // 2) if len(drawn) == 1 and len(shown) > BAND else len(shown)
    high = len(drawn) + 0.45  # of a row of words with their cells
    rows = -(-len(shown) // wide)
    ax = style.axes(ax, 1.2 + WIDE * wide, HIGH * high * rows, frame=False)
    for k, token in enumerate(shown):
        x, base = k % wide, (rows - 1 - k // wide) * high
        # with a space, a word of the sentence is never taken for a label
        ax.text(x - 0.42, base - 0.62, f"{token} ", fontsize=fitting(token), va="center")
        for y, (j, row) in enumerate(zip(drawn, cells, strict=True)):
            marked = (j, k) == here
            draw_cell(ax, row[k], mode, j, x, base + y, language, token, marked)
    for base in np.arange(rows) * high:
        for y, j in enumerate(drawn):
            ax.text(-0.56, base + y, f"layer {j}", fontsize=LETTERS, ha="right", va="center")
    ax.set(xlim=(-1.5, wide - 0.45), ylim=(-0.85, rows * high - 0.95))
    return style.describe(ax, description(text, mode, shown, cells, drawn))


def fitting(word: str) -> float:
    """The size in points at which a word fits into its cell."""
    return LETTERS * min(1, 8 / shapes.letters_wide(word))


def draw_cell(
    ax: Axes,
    cell: Cell,
    mode: str,
    j: int,
    k: int,
    y: float,
    language: str,
    token: str,
    marked: bool,
) -> None:
    """A box at (k, y), as strong in colour as the likeliest answer is sure, and the answers."""
    strength = cell[0][1] if cell else 0.0
    if mode == "near":
        strength = float(np.clip((strength - 0.3) / 0.6, 0, 1))
    if mode in AHEAD and j == 0:
        strength /= 2  # a heuristic must not outshine the rest
    colour = np.array(to_rgb(colour_of(cell, mode, j, language, token)))
    share = 0.06 + 0.5 * strength
    box = FancyBboxPatch((k - 0.44, y - 0.4), 0.9, 0.78, "round,pad=0,rounding_size=0.06")
    edge, width = ("#111111", 2.5) if marked else (tuple(0.35 * colour + 0.65), 0.8)
    box.set(facecolor=tuple(share * colour + 1 - share), edgecolor=edge, lw=width)
    ax.add_patch(box)
    lines = [(written(word), "black") for word, p in cell if p >= 0.005 or mode != "pos"]
    if cell and cell[0][1] >= 0.005:
        p = cell[0][1]
        lines.insert(1, ("1.0" if p >= 0.995 else f"{p:.2f}".removeprefix("0"), "#333333"))
    for n, (text, ink) in enumerate(lines):
        ax.text(k - 0.4, y + 0.28 - 0.195 * n, f"{text[:11]} ", va="center", color=ink)
        ax.texts[-1].set_fontsize(fitting(text[:11]))


def written(word: str) -> str:
    """A word as it is, and a mark of the vocabulary in the language of the kernel."""
    return label(SPECIAL[word]) if word in SPECIAL else word


def colour_of(cell: Cell, mode: str, j: int, language: str, token: str) -> str:
    """What a colour says: the answer itself for tags and senses, else whose answer it is."""
    if not cell:
        return COLOURS["static"]
    if mode == "pos":
        return TAG_COLOURS.get(cell[0][0], "#AAAAAA")
    if mode == "sense":
        corpus = Corpus.load(language)
        names = [
            s.sense.partition(".")[2] for s in corpus.senses if s.lemma == corpus.lemma_of(token)
        ]
        colour = SENSE_COLOURS[names.index(cell[0][0]) % len(SENSE_COLOURS)]
        return "#6A6A6A" if colour == "#111111" else colour  # its letters are black
    if j == 0:
        return COLOURS["token"]
    return COLOURS[{"next": "forward", "previous": "backward", "near": "mix"}[mode]]


def description(
    text: str, mode: str, tokens: list[str], cells: list[list[Cell]], layers: Sequence[int] = ()
) -> str:
    """The whole grid as a text, for those who do not see it."""
    parts = []
    for j, row in reversed([*zip(layers or range(len(cells)), cells, strict=True)]):
        said = [
            f"{token} {written(cell[0][0])} {cell[0][1]:.2f}"
            for token, cell in zip(tokens, row, strict=False)
            if cell
        ]
        parts.append(f"layer {j}: {', '.join(said) or 'nothing marked'}")
    return f"A grid: for each word of “{text}” {WHAT[mode]}. {'; '.join(parts)}."
