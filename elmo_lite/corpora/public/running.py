"""Public running text: WikiText-2, and lines to train on."""

from elmo_lite.corpora.examples import About, Examples
from elmo_lite.corpora.lines import lines_of
from elmo_lite.corpora.public.fetch import File, load
from elmo_lite.corpora.public.sets import SETS, about, file
from elmo_lite.corpora.texts import Corpus, Documents

RAW = SETS["raw"]


def wikitext2() -> Corpus:
    """WikiText-2, the valid part: tokens with <unk> for rare words.

    A sentence is a line, that is a paragraph or a heading. The published number of tokens (217,646
    in valid) counts one end for each line, empty ones too; those are left out here.
    """
    _, lines = load(file("wikitext2", "valid", lines_of))
    note = f"{len(lines):,} lines as published, of which the empty ones are left out."
    return Corpus(about("wikitext2", name="WikiText-2 valid", note=note), by_title(lines))


def raw_text(name: str) -> Examples[str]:
    """Text to train on, by name: see [raw] in sets.toml. Only from a folder: we made the files."""
    if name not in RAW:
        raise ValueError(f"There are texts named {', '.join(RAW)}, not {name!r}.")
    facts = dict(RAW[name])
    licence, citation = facts.pop("licence"), facts.pop("citation")
    _, lines = load(File(parse=lines_of, **facts))
    counts = {"lines": len(lines), "words": sum(len(line.split()) for line in lines)}
    return Examples(lines, About(name, licence, citation, "rebuilt"), counts)


def by_title(lines: list[str]) -> Documents:
    """Lines -> articles: each begins with a line "= Title =" (sections have more signs)."""
    found: Documents = []
    for tokens in (line.split() for line in lines):
        title = len(tokens) > 2 and tokens[0] == tokens[-1] == "=" and tokens[1] != "="
        if title or (tokens and not found):
            found.append([])
        if tokens:
            found[-1].append(tokens)
    return found
