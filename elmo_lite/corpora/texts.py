"""Running text: what a corpus is, and those that need no download."""

import hashlib
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from elmo_lite import files, text
from elmo_lite.corpora.examples import About, Facts
from elmo_lite.corpora.lines import read_lines, sentences_of

Documents = list[list[list[str]]]  # document -> sentence -> tokens


class Corpus(Facts):
    """Tokenised running text, with everything a score on it has to name."""

    def __init__(self, about: About, documents: Documents):
        self.about, self.documents = about, documents
        sentences = self.sentences
        self.counts = {"documents": len(documents), "sentences": len(sentences)}
        self.counts["tokens"] = sum(map(len, sentences))

    @property
    def sentences(self) -> list[list[str]]:
        """The sentences of all documents in their order."""
        return [sentence for document in self.documents for sentence in document]


# ---- the loaders ----


@cache
def wikipedia_sample() -> Corpus:
    """Articles of the English Wikipedia of 2016, in the order of the dump: data/text/README.md.

    Redirects, disambiguation pages and articles without a single running sentence are left out.
    """
    facts = About(
        "English Wikipedia sample in gensim",
        "CC BY-SA 3.0 and GFDL",
        "Wikipedia contributors, English Wikipedia, dump of May 2016, first articles.",
        note="Markup, lists, tables and sentences with formulas removed by this course.",
    )
    documents: Documents = [[]]
    for line in read_lines(shipped("wikipedia_sample.txt.xz")):
        if line:
            documents[-1].append(line.split(" "))
        else:  # the end of an article
            documents.append([])
    return Corpus(facts, documents[:-1])


def simple_wiki(words: int = 2_500_000) -> Corpus:
    """Simple English Wikipedia of 2021, paragraphs in random order, up to `words` tokens.

    A document is a paragraph. None has 8 words in a row from a text on which the course scores.
    Reading and tokenising all of it takes seconds.
    """
    facts = About(
        "Simple English Wikipedia, a slice",
        "CC BY-SA 3.0",
        "Wikipedia contributors, Simple English Wikipedia, dump of December 2021.",
        "part",
        note="Paragraphs chosen at random by this course, without lists, tables and headings.",
    )
    known: dict[str, str] = {}  # equal words are one object, which saves most of the memory
    documents: Documents = []
    read = 0
    for line in read_lines(shipped("simple_wiki.txt.xz")):
        if read >= words:
            break
        sentences = [[known.setdefault(word, word) for word in s] for s in sentences_of([line])]
        documents.append(sentences)
        read += sum(map(len, sentences))
    return Corpus(facts, documents)


def shipped(name: str) -> Path:
    """A file of data/text."""
    path = files.DATA / "text" / name
    if not path.exists():
        raise FileNotFoundError(files.not_here(name))
    return path


def lee_news() -> Corpus:
    """300 texts of the news mail of the Australian Broadcasting Corporation."""
    facts = About(
        "Lee background corpus in gensim",
        "none stated; distributed with gensim",
        "M. D. Lee, B. Pincombe, M. Welsh (2005): An empirical evaluation of models of text "
        "document similarity. Proceedings of the 27th Annual Conference of the Cognitive Science "
        "Society.",
    )
    return Corpus(facts, _news(_from_gensim("lee_background.cor")))


# ---- the formats ----


def _from_gensim(name: str) -> Path:
    """A file of gensim's test data."""
    # Importing gensim would find it as well, half a second later.
    path = Path(str(distribution("gensim").locate_file(f"gensim/test/test_data/{name}")))
    if not path.exists():
        raise FileNotFoundError(f"gensim is installed without {name}: pip install -U gensim")
    return path


def _news(path: Path) -> Documents:
    lines = path.read_text(encoding="utf-8").split("\n")
    split = ([text.tokenize(s) for s in text.split_sentences(line)] for line in lines)
    return [document for document in split if document]


def sha256(documents: Documents) -> str:
    """A hash of the token stream: it changes with every token and every border."""
    blocks = ("".join(" ".join(s) + "\n" for s in document) + "\n" for document in documents)
    return hashlib.sha256("".join(blocks).encode("utf-8")).hexdigest()
