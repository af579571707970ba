"""Two sets of running English text that come with gensim, so that no chapter needs a download."""

import bz2
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from elmo_lite import text
from elmo_lite.corpora import corpus, wiki
from elmo_lite.corpora.corpus import Corpus, Documents

_CODE = [Path(str(module.__file__)) for module in (text, corpus, wiki)] + [Path(__file__)]


def _from_gensim(name: str) -> Path:
    """A file of gensim's test data."""
    from importlib.util import find_spec

    spec = find_spec("gensim")  # finds the folder without the half second of importing gensim
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("This text comes with gensim: pip install gensim")
    path = Path(spec.origin).parent / "test" / "test_data" / name
    if not path.exists():
        raise FileNotFoundError(f"gensim is installed without {name}: pip install -U gensim")
    return path


def wikipedia_sample() -> Corpus:
    """Articles of the English Wikipedia of 2016, in the order of the dump.

    Redirects, disambiguation pages and articles without a single running sentence are left out.
    """
    name = "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
    return Corpus(
        name="English Wikipedia sample in gensim",
        licence="CC BY-SA 3.0 and GFDL",
        citation="Wikipedia contributors, English Wikipedia, dump of May 2016, first articles.",
        state="exact",
        documents=corpus.cached("wikipedia_sample", _from_gensim(name), _CODE, _articles),
        note="Markup, lists, tables and sentences with formulas removed by this course.",
    )


def lee_news() -> Corpus:
    """300 texts of the news mail of the Australian Broadcasting Corporation."""
    return Corpus(
        name="Lee background corpus in gensim",
        licence="none stated; distributed with gensim",
        citation="M. D. Lee, B. Pincombe, M. Welsh (2005): An empirical evaluation of models of "
        "text document similarity. Proceedings of the 27th Annual Conference of the Cognitive "
        "Science Society.",
        state="exact",
        documents=corpus.cached("lee_news", _from_gensim("lee_background.cor"), _CODE, _news),
    )


def _articles(path: Path) -> Documents:
    documents = []
    with bz2.open(path) as file:
        for _, page in ElementTree.iterparse(file):
            if page.tag.rpartition("}")[2] != "page":
                continue
            markup = page.findtext("{*}revision/{*}text") or ""
            listing = "{{disambig" in markup.lower() or "{{hndis" in markup.lower()
            if page.find("{*}redirect") is None and not listing:
                documents.append(wiki.sentences(markup))
            page.clear()
    return [document for document in documents if document]


def _news(path: Path) -> Documents:
    lines = path.read_text(encoding="utf-8").split("\n")
    split = ([text.tokenize(s) for s in text.split_sentences(line)] for line in lines)
    return [document for document in split if document]
