"""The explorer's answers as HTML. Everything that was typed goes through `escape` first."""

import base64
from collections.abc import Sequence
from html import escape
from pathlib import Path

from elmo_lite.corpora import Occurrence
from elmo_lite.explorer.answers import Found
from elmo_lite.explorer.bank import Bank
from elmo_lite.plots.colours import COLOURS, SENSE_COLOURS
from elmo_lite.plots.explorer import SYMBOLS

AROUND = 9  # words shown on each side
NO_SPACE_BEFORE = set(".,;:!?)]}'%…") | {"n't", "'s", "'m", "'re", "'ve", "'ll", "'d", "..."}

STYLE = Path(__file__).with_name("explorer.css")
CSS = f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>"


def message(text: str) -> str:
    """One sentence that the reader should see; nothing for an empty one."""
    return f'<p class="elmo-message" role="status">{escape(text)}</p>' if text else ""


def spaced(tokens: Sequence[str]) -> str:
    """Tokens as running text, escaped: no space before a comma or "n't"."""
    text = ""
    for token in tokens:
        tight = not text or token in NO_SPACE_BEFORE or token.lower() in NO_SPACE_BEFORE
        text += ("" if tight else " ") + escape(token)
    return text


def in_context(tokens: Sequence[str], index: int, end: int = 0) -> str:
    """The word highlighted among the words around it."""
    end = end or index + 1
    before, after = spaced(tokens[max(0, index - AROUND) : index]), tokens[end : end + AROUND]
    left = ("… " if index > AROUND else "") + before + (" " if before else "")
    tight = after and after[0].lower() in NO_SPACE_BEFORE
    right = ("" if tight or not after else " ") + spaced(after)
    more = " …" if len(tokens) > end + AROUND else ""
    return f"{left}<mark>{spaced(tokens[index:end])}</mark>{right}{more}"


def senses_of(bank: Bank, lemma: str) -> list[str]:
    """The senses of a word, in the order of the inventory: it gives each its colour."""
    there = {o.sense for o in bank.occurrences if o.lemma == lemma}
    return [sense for sense in bank.glosses if sense in there]


def sense_label(bank: Bank, sense: str) -> str:
    """A coloured symbol and the name of the sense."""
    lemma = next(o.lemma for o in bank.occurrences if o.sense == sense)
    i = senses_of(bank, lemma).index(sense)
    symbol = f'<span style="color:{SENSE_COLOURS[i]}" aria-hidden="true">{SYMBOLS[i]}</span>'
    return f"{symbol} {escape(sense)}"


def neighbours(bank: Bank, found: Found, layer: str) -> str:
    """The nearest occurrences in their sentences, each with its sense and cosine."""
    rows = "".join(
        f"<tr><td>{_context(o)}</td>"
        f'<td class="elmo-sense">{sense_label(bank, o.sense)}</td>'
        f'<td class="elmo-sense">{cosine:.2f}</td></tr>'
        for o, cosine in found.answers[layer].neighbours
    )
    head = '<tr><th>occurrence</th><th>sense</th><th class="elmo-sense">cosine</th></tr>'
    return f"<h2>Nearest occurrences, {layer}</h2><table>{head}{rows}</table>"


def _context(occurrence: Occurrence) -> str:
    return in_context(occurrence.tokens, occurrence.index, occurrence.end)


def similarities(bank: Bank, found: Found, layer: str) -> str:
    """A bar for each sense, from -1 on the left over 0 in the middle to 1 on the right."""
    rows = ""
    order = senses_of(bank, found.lemma)
    for sense in order:
        cosine = found.answers[layer].similarities[sense]
        left, width = 50 + 50 * min(cosine, 0), 50 * abs(cosine)
        colour = SENSE_COLOURS[order.index(sense)]
        bar = f'<i style="left:{left:.1f}%;width:{width:.1f}%;background:{colour}"></i><b></b>'
        name = f"{sense_label(bank, sense)}</td>"
        gloss = escape(bank.glosses[sense])
        number = f"{round(cosine, 2) + 0:+.2f}".replace("-", "−")  # + 0: no "-0.00"
        rows += f'<tr><td class="elmo-sense">{name}<td><div class="elmo-bar">{bar}</div>'
        rows += f'<small>{gloss}</small></td><td class="elmo-sense">{number}</td></tr>'
    return f"<h2>Similarity to each sense, {layer}</h2><table>{rows}</table>"


def by_layer(bank: Bank, found: Found, layer: str) -> str:
    """The winning sense and the nearest occurrence, one layer below the other."""
    rows = ""
    for name, answer in found.answers.items():
        nearest, _ = answer.neighbours[0]
        won = sense_label(bank, answer.winner) if answer.winner else "no difference"
        cells = f'<td class="elmo-sense">{name}</td>'
        cells += f'<td class="elmo-sense">{won}</td>' if found.lemma else ""
        sense = sense_label(bank, nearest.sense)
        cells += f'<td>{_context(nearest)} <span class="elmo-sense">({sense})</span></td>'
        rows += f"<tr{' class=elmo-now' if name == layer else ''}>{cells}</tr>"
    won = "<th>winning sense</th>" if found.lemma else ""
    head = f"<tr><th>layer</th>{won}<th>nearest occurrence and its sense</th></tr>"
    return f"<h2>The answer by layer</h2><table>{head}{rows}</table>"


def chart(title: str, png: bytes, alt: str) -> str:
    """A picture that is part of the page, with its description for those who do not see it."""
    data = base64.b64encode(png).decode()
    return f'<h2>{escape(title)}</h2><img alt="{escape(alt)}" src="data:image/png;base64,{data}">'


def headline(bank: Bank, found: Found, layer: str) -> str:
    """The sentence with the word marked, and the answer in words."""
    answer = found.answers[layer]
    name = layer if layer.startswith("layer") else f"the {layer}"
    if not found.lemma:
        text = (
            f"“{escape(found.word)}” is not a word of our treebank of senses, so there is no map: "
            "below are the occurrences of any of its words that are most like it."
        )
    elif answer.winner:
        gloss = escape(bank.glosses[answer.winner])
        text = f"{name.capitalize()} says <b>{sense_label(bank, answer.winner)}</b>: {gloss}."
    else:
        text = f"To {name} two senses of “{escape(found.lemma)}” or more are equally near."
    if found.lemma and layer == "layer 0":
        text += " It sees letters and no sentence: equal forms lie on one spot."
    border = f"border-left:5px solid {COLOURS['mix']};padding-left:12px"
    context = in_context(found.tokens, found.index)
    return f'<div style="{border}"><p>{context}</p><p>{text}</p></div>'
