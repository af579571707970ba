"""The explorer's answers as HTML. Everything that was typed goes through `escape` first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import numpy as np

from elmo_lite.corpora import Occurrence
from elmo_lite.explorer.answers import Found
from elmo_lite.explorer.bank import Bank
from elmo_lite.explorer.labels import label, layer_name

AROUND = 9  # words shown on each side
NO_SPACE_BEFORE = set(".,;:!?)]}'%…") | {"n't", "'s", "'m", "'re", "'ve", "'ll", "'d", "..."}
SYMBOLS = "●■▲◆▼✚"  # of the senses of a word; their colours are in the style sheet
CSS = f"<style>\n{Path(__file__).with_name('explorer.css').read_text(encoding='utf-8')}</style>"


def message(text: str) -> str:
    """One sentence that the reader should see; nothing for an empty one."""
    return f'<p class="elmo-message" role="status">{escape(text)}</p>' if text else ""


def part(language: str, body: str) -> str:
    """A part of the page, with its language for screen readers and fonts."""
    return f'<div lang="{language}">{body}</div>'


def introduction(language: str) -> str:
    """What the page is for and how it is used."""
    return f"<h2>{label(language, 'title')}</h2><p>{label(language, 'how')}</p>"


def spaced(tokens: Sequence[str]) -> str:
    """Tokens as running text, escaped: no space before a comma or "n't"."""
    text = ""
    for token in tokens:
        tight = not text or token.lower() in NO_SPACE_BEFORE
        text += ("" if tight else " ") + escape(token)
    return text


def in_context(occurrence: Occurrence) -> str:
    """The word highlighted among the words around it."""
    tokens, index, end = occurrence.tokens, occurrence.index, occurrence.end
    parts = tokens[max(0, index - AROUND) : index], tokens[index:end], tokens[end : end + AROUND]
    before, word, after = map(spaced, parts)
    left = "… " * (index > AROUND) + before + " " * bool(before)
    tight = not after or parts[2][0].lower() in NO_SPACE_BEFORE
    more = " …" * (len(tokens) > end + AROUND)
    return f"{left}<mark>{word}</mark>{'' if tight else ' '}{after}{more}"


def number(cosine: float) -> str:
    """0.5 -> +0.50"""
    return f"{round(cosine, 2) + 0:+.2f}".replace("-", "−")  # + 0: no "-0.00"


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], now: int = -1) -> str:
    """A table of cells that are HTML; the row `now` is highlighted."""
    names = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = ""
    for i, cells in enumerate(rows):
        row = "".join(f"<td>{cell.replace('layer ', 'layer&nbsp;')}</td>" for cell in cells)
        body += f"<tr class='elmo-now'>{row}</tr>" if i == now else f"<tr>{row}</tr>"
    return f"<h2>{escape(title)}</h2><table><tr>{names}</tr>{body}</table>"


def bar(cosine: float, name: str) -> str:
    """A bar from 0 in the middle: -1 is on the left, 1 on the right."""
    where = f"left:{50 + 50 * min(cosine, 0):.1f}%;width:{50 * abs(cosine):.1f}%"
    return f'<div class="elmo-bar elmo-{name}"><i style="{where}"></i></div>'


def senses_of(bank: Bank, lemma: str) -> list[str]:
    """The senses of a word, in the order of the inventory: it gives each its colour."""
    there = {bank.occurrences[i].sense for i in bank.rows[lemma]}
    return [sense for sense in bank.glosses if sense in there]


def look(bank: Bank, occurrence: Occurrence) -> tuple[str, str]:
    """The class in the style sheet and the symbol of a sense."""
    i = senses_of(bank, occurrence.lemma).index(occurrence.sense)
    return f"s{i}", SYMBOLS[i]


def sense_label(bank: Bank, sense: str) -> str:
    """A coloured symbol and the name of the sense."""
    colour, symbol = look(bank, next(o for o in bank.occurrences if o.sense == sense))
    mark = f'<span class="{colour}" aria-hidden="true">{symbol}</span>'
    return f'<span class="elmo-sense">{mark} {escape(sense)}</span>'


# ---- the parts of the page ----


def headline(bank: Bank, found: Found, layer: str) -> str:
    """The sentence with the word marked, and the answer in words."""
    language, name = bank.language, layer_name(bank.language, layer, first=True)
    winner = found.answers[layer].winner
    if layer == "layer 0":
        text = spelling(bank, found)
    elif not found.lemma:
        text = label(language, "unknown", word=escape(found.word))
    elif winner:
        sense, gloss = f"<b>{sense_label(bank, winner)}</b>", escape(bank.glosses[winner])
        text = label(language, "says", layer=name, sense=sense, gloss=gloss)
    else:
        text = label(language, "tie", layer=name, lemma=escape(found.lemma))
    return f'<div class="elmo-head"><p>{in_context(found.query)}</p><p>{text}</p></div>'


def spelling(bank: Bank, found: Found) -> str:
    """What layer 0 knows: the form, which the corpus has in several senses."""
    form = nearest_form(found)
    there = [bank.occurrences[i] for i in found.rows]
    senses = Counter(o.sense for o in there if o.tokens[o.index] == form)
    counts = ", ".join(
        label(bank.language, "times", sense=sense_label(bank, sense), n=n)
        for sense, n in senses.items()
    )
    name = "same form" if form == found.word else "other form"
    return label(bank.language, name, form=escape(form), counts=counts)


def nearest_form(found: Found) -> str:
    """The form of the corpus that layer 0 finds most similar."""
    nearest = found.answers["layer 0"].nearest
    return nearest.tokens[nearest.index]


def kinship(bank: Bank, found: Found) -> str:
    """What layer 0 has to say of its neighbours."""
    name = "same spelling" if nearest_form(found) == found.word else "similar spelling"
    return label(bank.language, name)


def neighbours(bank: Bank, found: Found, layer: str) -> str:
    """The nearest occurrences in their sentences, each with its sense and cosine."""
    rows = [
        (in_context(o), sense_label(bank, o.sense), number(cosine))
        for o, cosine in found.answers[layer].neighbours
    ]
    language = bank.language
    title = label(language, "neighbours", layer=layer_name(language, layer))
    title += f": {kinship(bank, found)}" if layer == "layer 0" else ""
    return table(title, heads(language, "occurrence", "sense", "cosine"), rows)


def heads(language: str, *names: str) -> list[str]:
    """The head of a table."""
    return [label(language, name) for name in names]


def by_layer(bank: Bank, found: Found, layer: str) -> str:
    """The cosine with each sense, the largest bold, and the nearest occurrence, layer by layer."""
    there = senses_of(bank, found.lemma) if found.lemma else []
    rows: list[list[str]] = []
    for name, answer in found.answers.items():
        cells = [number(answer.similarities[sense]) for sense in there]
        if answer.winner:
            won = there.index(answer.winner)
            cells[won] = f"<b>{cells[won]}</b>"
        near = f"{in_context(answer.nearest)} ({sense_label(bank, answer.nearest.sense)})"
        if name == "layer 0":
            cells, near = ["–" for _ in there], kinship(bank, found)
        rows.append([layer_name(bank.language, name), *cells, near])
    first, last = heads(bank.language, "layer column", "nearest")
    head = [first, *(sense_label(bank, sense) for sense in there), last]
    now = list(found.answers).index(layer)
    return table(label(bank.language, "by layer"), head, rows, now)


def occurrence_map(
    bank: Bank, found: Found, layer: str, points: np.ndarray, typed: np.ndarray
) -> str:
    """The occurrences as symbols whose sentences show when pointed at; stars for typed words."""
    there = [bank.occurrences[i] for i in found.rows]
    marks = [
        _mark(point, *look(bank, o), f"{o.sense}: {' '.join(o.tokens)}")
        for o, point in zip(there, points, strict=True)
    ]
    stars = heads(bank.language, "first star", "second star")
    for name, above, point in zip(stars, (22, -24), typed, strict=False):
        marks += [_mark(point, "elmo-star", "★"), _mark(point, "elmo-name", name, above=above)]
    senses = senses_of(bank, found.lemma)
    counts = Counter(o.sense for o in there)
    said = ", ".join(label(bank.language, "count", n=counts[s], sense=s) for s in senses)
    alt = label(bank.language, "map of", counts=said)
    name = layer_name(bank.language, layer)
    title = label(bank.language, "map", lemma=found.lemma, layer=name)
    legend = "".join(f"<p>{sense_label(bank, s)}: {escape(bank.glosses[s])}</p>" for s in senses)
    return (
        f'<h2>{escape(title)}</h2><svg viewBox="0 0 600 340" '
        f'role="img" aria-label="{escape(alt)}">{"".join(marks)}</svg>{legend}'
    )


def _mark(point: np.ndarray, colour: str, symbol: str, title: str = "", above: int = 0) -> str:
    x, y = round(300 + 280 * point[0]), round(175 - 145 * point[1]) - above
    title = title and f"<title>{escape(title)}</title>"
    return f'<text class="{colour}" x="{x}" y="{y}">{symbol}{title}</text>'


def side_by_side(
    language: str,
    contexts: Sequence[Occurrence],
    models: Mapping[str, Mapping[str, tuple[float, ...]]],
) -> str:
    """The same word in two sentences: its cosine in each layer of each model.

    models: name -> layer -> cosine of the two, mean of pairs of one sense, mean of two senses.
    """
    rows: list[list[str]] = []
    for layer in next(iter(models.values())):
        for name, found in models.items():
            cosine, *means = found[layer]
            usual = [number(mean) if layer != "layer 0" and mean == mean else "" for mean in means]
            names = [layer_name(language, layer), label(language, name)]
            rows.append([*names, bar(cosine, name), number(cosine), *usual])
    names = ["layer column", "weights", "your two", "cosine", "one sense", "two senses"]
    text = "".join(f"<p>{in_context(context)}</p>" for context in contexts)
    title, note = heads(language, "compared", "note")
    return table(title, heads(language, *names), rows) + f"{text}<p>{note}</p>"
