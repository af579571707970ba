"""Running text without labels, to train on: one paragraph, utterance or post a line.

Write it to a file and `python -m elmo_lite pretrain` reads it:
    lines = corpora.raw_text("gap_wikipedia")
    Path("text.txt").write_text("\n".join(lines), encoding="utf-8")
Mind what a model is measured on later: raw text that holds a scored set gives scores for nothing.
"""

from functools import partial

from elmo_lite.corpora import unpack
from elmo_lite.corpora.corpus import Corpus, Documents
from elmo_lite.corpora.examples import About, Examples
from elmo_lite.corpora.fetch import File, load
from elmo_lite.corpora.sets import SETS, about, file

_MADE = 'only from a folder; wikitext2("train"), state_union and nsmc() can be downloaded'

RAW = SETS["raw"]


def raw_text(name: str) -> Examples[str]:
    """Text to train on, by name: see [raw] in sets.toml; Korean ones are in pretrain_ko."""
    if name not in RAW:
        raise ValueError(f"There are texts named {', '.join(RAW)}, not {name!r}.")
    facts = dict(RAW[name])
    licence, citation = facts.pop("licence"), facts.pop("citation")
    pattern = facts.pop("pattern", None)
    read = partial(read_zip, pattern) if pattern else unpack.lines
    _, lines = load(File(parse=read, **facts), instead=_MADE)
    counts = {"lines": len(lines), "words": sum(len(line.split()) for line in lines)}
    state = "exact" if pattern else "rebuilt"
    return Examples(lines, About(name, licence, citation, state), counts)


def read_zip(wanted: str, data: bytes) -> list[str]:
    """The lines of all texts in a zip (paragraphs, utterances or verses), without empty ones."""
    texts = (decoded(text) for _, text in sorted(unpack.members(data, wanted)))
    lines = (" ".join(line.split()) for text in texts for line in text.split("\n"))
    return [line for line in lines if line]


def decoded(text: bytes) -> str:
    """Most files are UTF-8. Speeches of 1970 to 1974 and 2005 write ’ as in Big5, the rest is
    Windows-1252."""
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        encoding = "big5" if b"\xa1\xa6" in text else "cp1252"
        return text.decode(encoding, "replace")


def wikitext2(split: str = "valid") -> Corpus:
    """WikiText-2, "train", "valid" or "test": tokens with <unk> for rare words.

    A sentence is a line, that is a paragraph or a heading. The published number of tokens (217,646
    in valid) counts one end for each line, empty ones too; those are left out here.
    """
    if split not in ("train", "valid", "test"):
        raise ValueError(f'The parts of WikiText-2 are "train", "valid" and "test", not {split!r}.')
    _, lines = load(file("wikitext2", split, unpack.lines))
    facts = about("wikitext2")
    return Corpus(
        name=f"{facts.name} {split}",
        licence=facts.licence,
        citation=facts.citation,
        state="exact",
        documents=articles(lines),
        note=f"{len(lines):,} lines as published, of which the empty ones are left out.",
    )


def articles(lines: list[str]) -> Documents:
    """Lines -> articles: each begins with a line "= Title =" (sections have more signs)."""
    found: Documents = []
    for tokens in (line.split() for line in lines):
        title = len(tokens) > 2 and tokens[0] == tokens[-1] == "=" and tokens[1] != "="
        if title or (tokens and not found):
            found.append([])
        if tokens:
            found[-1].append(tokens)
    return found
