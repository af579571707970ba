"""The explorer: type a sentence, click a word, and see how each layer reads it.

Explorer() in a notebook shows the page; `python course.py explore` opens it in a browser. A test
needs no kernel: it sets the values of the widgets and reads what they show.
"""

from collections.abc import Callable, Mapping

import ipywidgets as widgets
import numpy as np

from elmo_lite.corpora import Occurrence
from elmo_lite.explorer import answers, html
from elmo_lite.explorer import bank as banks
from elmo_lite.explorer.answers import Found
from elmo_lite.explorer.bank import Bank
from elmo_lite.explorer.labels import LANGUAGES, label, layer_name

ByLayer = Mapping[str, np.ndarray]


class Explorer(widgets.VBox):
    """The page."""

    def __init__(self) -> None:
        self._there = list(banks.weights())  # languages
        self._models: dict[str, dict[str, Bank]] = {}  # language -> trained, random weights
        self._read: dict[str, list[tuple[list[str], ByLayer]]] = {}  # weights -> each sentence
        self._where: list[int] = []  # the index of the word in each sentence that has it
        self._busy = False  # true while the page itself sets values
        self.found: Found | None = None
        self.bank: Bank
        self.language = widgets.ToggleButtons(
            options=[(own, name) for name, own in LANGUAGES.items()],
            value=next(iter(self._there), "en"),
        )
        self.choice = widgets.Dropdown()
        self.text = widgets.Text(continuous_update=False)
        self.second = widgets.Text(continuous_update=False)
        self.words, self.layer = widgets.ToggleButtons(), widgets.ToggleButtons()
        self.head, self.message, self.answer = (widgets.HTML() for _ in range(3))
        controls = [self.language, self.choice, self.text, self.second, self.words, self.layer]
        super().__init__([self.head, *controls, self.message, self.answer])
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
        self._speak(self.language.value)
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
        self._say(sentence)
        self.answer.value, self.found = "", None

    def _say(self, *sentences: str) -> None:
        text = html.message(" ".join(filter(None, sentences)))
        self.message.value = text and html.part(self._spoken, text)

    def _label(self, name: str, /, **values: object) -> str:
        return label(self._spoken, name, **values)

    def _speak(self, language: str) -> None:
        """Name everything in this language."""
        self._spoken = language
        self.head.value = html.CSS + html.part(language, html.introduction(language))
        for name in ("language", "choice", "text", "second", "words", "layer"):
            getattr(self, name).description = self._label(name)

    def _start(self) -> None:
        """Load the corpus of the language and open the first example on which layers disagree.

        Where its weights are missing, or cannot be read, the page stays as it was.
        """
        language = self.language.value
        if not self._there:
            raise ValueError("There are no weights of the course: fetch the whole course again.")
        if language not in self._there:
            self.language.value = self._spoken
            self._say(self._label("missing", name=LANGUAGES[language], code=language))
            return
        try:
            self.bank = self._open(language)
        except (OSError, ValueError, RuntimeError):
            self.language.value = self._spoken
            raise
        self._speak(language)
        pairs = banks.examples(self.bank)
        choose = (self._label("choose"), "")
        self.choice.options = [choose, *zip(pairs, pairs, strict=True)]
        *layers, mixture = self.bank.layers
        self.layer.options = [(layer_name(language, name), name) for name in self.bank.layers]
        self.layer.value = layers[-1]
        for pair in [*pairs, pairs[0]]:
            self.choice.value = pair
            self._take_choice()
            if self.found and answers.disagree(self.found):
                break

    def _open(self, language: str) -> Bank:
        """The sense corpus of the language, read once by its biLM and by the control."""
        if language not in self._models:
            self._say(label(language, "loading"))
            trained = banks.load(language)
            self._models[language] = {"trained": trained, "random": banks.control(trained)}
        return self._models[language]["trained"]

    def _take_choice(self) -> None:
        if self.choice.value:
            self.text.value, self.second.value = self.choice.value.split(" / ")
            self._read_sentences()

    def _read_sentences(self) -> None:
        """Read both sentences once; clicks on words and layers then cost almost nothing."""
        if not self._models:
            raise ValueError("There is no sense corpus to compare with.")
        tokens, cut = answers.words(self.text.value)
        also, also_cut = answers.words(self.second.value)
        if f"{self.text.value} / {self.second.value}" != self.choice.value:
            self.choice.value = ""  # other sentences were typed
        self.words.options = [(token, i) for i, token in enumerate(tokens)]
        if not tokens:
            self._give_up(self._label("empty"))
            return
        for name, bank in self._models[self.bank.language].items():
            sentences = [tokens, also] if also else [tokens]
            self._read[name] = [(words, answers.layers_of(bank, words)) for words in sentences]
        self.words.value = answers.first_choice(self.bank, tokens, also)
        self._ask()
        read = len(tokens if cut else also)
        long = self._label("long", n=read) if cut or also_cut else ""
        foreign = answers.foreign(self.bank, [*tokens, *also])
        self._say(long, self._label("foreign") if foreign else "")

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
        columns = f'<div class="elmo-columns">{both}</div>'
        self.answer.value = html.part(self._spoken, html.headline(*given) + columns + below)

    def _vectors(self, weights: str) -> list[ByLayer]:
        """Layer -> vector of the word, for each sentence that has it."""
        sentences = zip(self._where, self._read[weights], strict=False)
        return [{name: v[i] for name, v in layers.items()} for i, (_, layers) in sentences]

    def _compare(self, found: Found) -> str:
        """The word in both sentences, or what to type for it."""
        if len(self._where) < 2:
            return html.message(self._label("alone", word=found.word))
        sentences = zip(self._where, self._read["trained"], strict=True)
        contexts = [Occurrence(tuple(tokens), i, "", "") for i, (tokens, _) in sentences]
        models = {
            name: answers.pairs(bank, found.lemma, *self._vectors(name))
            for name, bank in self._models[self.bank.language].items()
        }
        return html.side_by_side(self._spoken, contexts, models)
