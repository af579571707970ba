"""The explorer: type a sentence, click a word, and see how each layer reads it.

Explorer() in a notebook shows the page; `python -m elmo_lite explore` opens it in a browser. A test
needs no kernel: it sets the values of the widgets and reads what they show.
"""

from collections.abc import Callable, Mapping, Sequence

import ipywidgets as widgets
import numpy as np

from elmo_lite.corpora import Occurrence
from elmo_lite.explorer import answers, html
from elmo_lite.explorer import bank as banks
from elmo_lite.explorer.answers import Found
from elmo_lite.explorer.bank import Bank

INTRODUCTION = (
    "<h2>What does each layer take a word for?</h2>"
    "<p>Type a sentence and press Enter, or choose one; then click a word. A second sentence with "
    "the same word is compared with the first.</p>"
)
CHOOSE = "Choose two sentences"
EMPTY = "Type a sentence first: there is no word in the box."
Layers = Mapping[str, np.ndarray]


class Explorer(widgets.VBox):
    """The page. `load` gives the sense corpus of a language with its vectors."""

    def __init__(
        self, load: Callable[[str], Bank] = banks.load, languages: Sequence[str] | None = None
    ) -> None:
        there = list(banks.weights()) if languages is None else list(languages)
        self._load = load
        self._models: dict[str, dict[str, Bank]] = {}  # language -> trained, random weights
        self._read: dict[str, list[tuple[list[str], Layers]]] = {}  # weights -> each sentence
        self._where: list[int] = []  # the index of the word in each sentence that has it
        self._busy = False  # true while the page itself sets values
        self.found: Found | None = None
        self.bank: Bank
        self.language = widgets.ToggleButtons(
            options=[(banks.LANGUAGES[name], name) for name in there], description="Language"
        )
        self.language.layout.display = None if len(there) > 1 else "none"
        self.choice = widgets.Dropdown(options=[CHOOSE], description="Choose")
        self.text = widgets.Text(description="Sentence", continuous_update=False)
        self.second = widgets.Text(description="Compare", continuous_update=False)
        self.words = widgets.ToggleButtons(options=[], description="Word")
        self.layer = widgets.ToggleButtons(options=[], description="Layer")
        self.message, self.answer = widgets.HTML(), widgets.HTML()
        head = widgets.HTML(html.CSS + INTRODUCTION)
        controls = [self.language, self.choice, self.text, self.second, self.words, self.layer]
        super().__init__([head, *controls, self.message, self.answer])
        self.add_class("elmo-explorer")
        steps = (
            (self.language, self._start),
            (self.choice, self._take_choice),
            (self.text, self._read_sentences),
            (self.second, self._read_sentences),
            (self.words, self._ask),
            (self.layer, self._show),
        )
        for widget, step in steps:
            widget.observe(lambda _, step=step: self._safely(step), "value")
        self._safely(self._start)

    def __repr__(self) -> str:
        return "The explorer: run this cell in JupyterLab to see it."  # for a page without widgets

    def _safely(self, step: Callable[[], None]) -> None:
        """Run a step; an error becomes one sentence in the page."""
        if self._busy:
            return
        self._busy = True
        try:
            self.message.value = ""
            step()
        except (OSError, ValueError, RuntimeError) as error:
            self._give_up(f"{error}")
        finally:
            self._busy = False

    def _give_up(self, sentence: str) -> None:
        self.message.value, self.answer.value, self.found = html.message(sentence), "", None

    def _start(self) -> None:
        """Load the corpus of the language and open the first example on which layers disagree."""
        language = self.language.value
        if not language:
            raise ValueError("There are no weights of the course: fetch the whole course again.")
        if language not in self._models:
            trained = self._load(language)
            self._models[language] = {"trained": trained, "random": banks.control(trained)}
        self.bank = self._models[language]["trained"]
        pairs = banks.examples(self.bank)
        self.choice.options = [CHOOSE, *pairs]
        *layers, mixture = self.bank.layers
        self.layer.options = [*layers, mixture]
        self.layer.value = layers[-1]
        for self.choice.value in [*pairs, pairs[0]]:
            self._take_choice()
            if self.found and answers.disagree(self.found):
                break

    def _take_choice(self) -> None:
        if self.choice.value != CHOOSE:
            self.text.value, self.second.value = self.choice.value.split(" / ")
            self._read_sentences()

    def _read_sentences(self) -> None:
        """Read both sentences once; clicks on words and layers then cost almost nothing."""
        if not self._models:
            raise ValueError("There is no sense corpus to compare with.")
        tokens, note = answers.words(self.text.value)
        also, another = answers.words(self.second.value)
        if f"{self.text.value} / {self.second.value}" != self.choice.value:
            self.choice.value = CHOOSE  # other sentences were typed
        self.words.options = [(token, i) for i, token in enumerate(tokens)]
        if not tokens:
            self._give_up(EMPTY)
            return
        for name, bank in self._models[self.bank.language].items():
            sentences = [tokens, also] if also else [tokens]
            self._read[name] = [(words, answers.layers_of(bank, words)) for words in sentences]
        self.words.value = answers.first_choice(self.bank, tokens, also)
        self._ask()
        notes = (note or another, answers.remark(self.bank, [*tokens, *also]))
        self.message.value = html.message(" ".join(filter(None, notes)))

    def _ask(self) -> None:
        if self.words.value is None:
            return
        (tokens, layers), *others = self._read["trained"]
        self.found = answers.ask(self.bank, tokens, self.words.value, layers)
        there = [answers.same_word(self.bank, self.found.word, words) for words, _ in others]
        self._where = [self.words.value, *(i for i in there if i is not None)]
        self._show()

    def _show(self) -> None:
        """Write the answer of the chosen layer."""
        if self.found is None:
            return
        given = (self.bank, self.found, self.layer.value)
        right = ""
        if self.found.lemma:
            typed = np.stack([layers[self.layer.value] for layers in self._vectors("trained")])
            points, asked = answers.places(self.bank, self.found, self.layer.value, typed)
            right = html.occurrence_map(*given, points, asked)
        both = f"<div>{html.neighbours(*given)}</div>" + (right and f"<div>{right}</div>")
        below = html.by_layer(*given) + self._compare(self.found)
        self.answer.value = f'{html.headline(*given)}<div class="elmo-columns">{both}</div>{below}'

    def _vectors(self, weights: str) -> list[Layers]:
        """Layer -> vector of the word, for each sentence that has it."""
        sentences = zip(self._where, self._read[weights], strict=False)
        return [{name: v[i] for name, v in layers.items()} for i, (_, layers) in sentences]

    def _compare(self, found: Found) -> str:
        """The word in both sentences, or what to type for it."""
        if len(self._where) < 2:
            text = f"Type a second sentence with “{found.word}” to compare the two."
            return html.message(text)
        sentences = zip(self._where, self._read["trained"], strict=True)
        contexts = [Occurrence(tuple(tokens), i, "", "") for i, (tokens, _) in sentences]
        models = {
            name: answers.pairs(bank, found.lemma, *self._vectors(name))
            for name, bank in self._models[self.bank.language].items()
        }
        return html.side_by_side(contexts, models)
