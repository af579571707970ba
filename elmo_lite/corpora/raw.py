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

_GITHUB = "https://raw.githubusercontent.com"
_NLTK = f"{_GITHUB}/nltk/nltk_data/5db857e6f7df11eabb5e5665836db9ec8df07e28/packages/corpora"
_WIKITEXT = f"{_GITHUB}/pytorch/examples/77f55b912142e11fcfdf5b530231fb9c52f181e8"
_MADE = 'only from a folder; wikitext2("train"), state_union and nsmc() can be downloaded'

# name: path, lines, licence, where the text is from
TEXTS = {
    "novels_1840": ("novels/novels_1840_1889", 117_011, "public domain", "100 English Novels"),
    "novels_1890": ("novels/novels_1890_1929", 94_590, "public domain", "100 English Novels"),
    "openstax_by": ("openstax/openstax_by", 12_319, "CC BY 4.0", "openstax.org, 2 textbooks"),
    "openstax_by_2": ("openstax/openstax_by_2", 4_403, "CC BY 4.0", "openstax.org, 2 textbooks"),
    "openstax_by_nc_sa": (
        "openstax/openstax_by_nc_sa",
        44_441,
        "CC BY-NC-SA 4.0",
        "openstax.org, 13 textbooks",
    ),
    "dialogues": (
        "dialogues/sgd_dialogues",
        231_005,
        "CC BY-SA 4.0",
        "Schema-Guided Dialogue, A. Rastogi and others (2020). AAAI.",
    ),
    "enwiki_2011": ("wikipedia/enwiki_2011_sample", 4_665, "CC BY-SA 3.0", "English Wikipedia"),
    "gap_wikipedia": (
        "wikipedia/gap_wikipedia",
        4_451,
        "CC BY-SA 3.0",
        "GAP, K. Webster and others (2018). TACL.",
    ),
    "wikisplit": (
        "wikipedia/wikisplit_tokenised",
        15_000,
        "CC BY-SA 4.0",
        "WikiSplit, J. Botha and others (2018). EMNLP.",
    ),
    "imdb_unlabelled": (
        "imdb_unsup/imdb_unsup_0",
        24_752,
        "none stated; for research and teaching",
        "IMDB, A. L. Maas and others (2011). ACL.",
    ),
    "nsmc_unlabelled": ("nsmc_unlabelled", 495_736, "CC0", "NSMC, L. Park (2015)."),
    "3i4k": ("3i4k", 57_276, "CC BY-SA 4.0", "3i4K, W. I. Cho and others (2018)."),
    "kornlu": ("kornlu", 25_406, "CC BY-SA 4.0", "KorNLU, J. Ham and others (2020). EMNLP."),
    "chatbot": ("chatbot", 19_436, "MIT", "Chatbot data, Y. Song (2018)."),
    "korean_laws": ("konlpy_kolaw_kobill", 1_655, "laws: no copyright", "Laws in KoNLPy."),
}
KOREAN = ("nsmc_unlabelled", "3i4k", "kornlu", "chatbot", "korean_laws")
SHA256 = {  # of the text, uncompressed
    "novels_1840": "67da851fa2a2b40ad37264e6acfb9da50a21e0aa4665870490d9e3857737b545",
    "novels_1890": "657e8f3eff43cad8913c08e3f65d545d0abd55203f51255e799e4becb8f82dd7",
    "openstax_by": "7df282bcfb9ebc95f8cacce04df6e4c117dafb7837ca28ce17c73e22d0da3ec3",
    "openstax_by_2": "77879958d122dc5cfa316150cfa0733c8236e29d878d5e8a24bb4f71b59c5860",
    "openstax_by_nc_sa": "fa579c1f8ea10b448bca625f0977691cf1bc1bfb945b3beee746532d834cf045",
    "dialogues": "b196427c016eef7e70b56503f78717d661d551e755666e819c70ab443f24a580",
    "enwiki_2011": "5803e81098ccd961b4b89072a5ac8709309ef2aa36157dd6a09aae1956f772f7",
    "gap_wikipedia": "522006f76c2075cbd485e6f2e9bc38a15ce553b76597edd6dd417c49effc7e18",
    "wikisplit": "bc34d1a2be4466403193bac4cddfed1653144df25705b4e4bec95513fca95d43",
    "imdb_unlabelled": "31485d0cf09f25fd1655302e6b088b108abd5cfaf6d8ddf96daf120acd04f7bf",
    "nsmc_unlabelled": "7aacb1e08c97cb454aa2d933d1d3ea783020e9c74545fae819dea19c17123daa",
    "3i4k": "9e5b983cafa990c272b53a540d8b01409fa22cf3a0067dbe63a83ee9f6efb97f",
    "kornlu": "073abbca61db8eb6452ea2e4bf043ad11967acf70ac53969a9d29e29ec37d359",
    "chatbot": "a069953922af4b059b0a139cc6376af83830e1cf06e1a8a238e558ecf46975b3",
    "korean_laws": "9d6fd5295b132d5c76603986d2d29903c5ba57aa4763e30c39e3da296cda53b3",
}
# name: sha256 of the published zip, which files in it, licence, where the text is from
ZIPS = {
    "abc": (
        "129bb6001beb828049a90a59b7dd3c2f0594a47012e48fc5177dfae38e658565",
        r"(?:rural|science)\.txt",
        "none stated",
        "Australian Broadcasting Commission (2006).",
    ),
    "state_union": (
        "366c1dc82b2abf896f42b2ec50ba802a0141a29f75d29ca48a7a243ce5bfbe8d",
        r"\d{4}-.*\.txt",
        "public domain",
        "State of the Union addresses 1945 to 2006.",
    ),
    "inaugural": (
        "7c5fb5793e31fbeae12bf1aa0ffda5336468f07cedb50654c6d31ca384e2046b",
        r"\d{4}-.*\.txt",
        "public domain",
        "Inaugural addresses of the presidents of the USA.",
    ),
    "webtext": (
        "9e32dbae4879464b8f420a0dc721855bb26167b720d7695588d2ca2aeadf501a",
        r"\w+\.txt",
        "none stated",
        "Web text collected for NLTK.",
    ),
    "genesis": (
        "0cac241f88d7999f81a45e26b1764b2d1f3b4d21654aa954e0d5349eb4784cd0",
        r"english-\w+\.txt",
        "public domain",
        "Genesis, King James and World English Bible.",
    ),
}
# sha256 of the published file ("" where none is known here), and its number of lines.
WIKITEXT2 = {
    "train": ("", 36_718),
    "valid": ("f0737ed31fc1329026e95cb8b98e19c2a182c39c240ab909dc31abf2f8af58e8", 3_760),
    "test": ("", 4_358),
}


def raw_text(name: str) -> Examples[str]:
    """Text to train on, by name (see TEXTS and ZIPS; KOREAN says which are Korean)."""
    if name in ZIPS:
        sha256, wanted, licence, citation = ZIPS[name]
        read, path = partial(read_zip, wanted), f"pretrain_en/nltk/{name}.zip"
        file = File(path, read, f"{_NLTK}/{name}.zip", sha256)
        state = "exact"
    elif name in TEXTS:
        place, count, licence, citation = TEXTS[name]
        folder = "pretrain_ko" if name in KOREAN else "pretrain_en"
        file = File(f"{folder}/{place}.txt", unpack.lines, sha256=SHA256[name], count=count)
        state = "rebuilt"
    else:
        raise ValueError(f"There are texts named {', '.join([*TEXTS, *ZIPS])}, not {name!r}.")
    _, lines = load(file, instead=_MADE)
    counts = {"lines": len(lines), "words": sum(len(line.split()) for line in lines)}
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
    """WikiText-2, "train", "valid" or "test": tokens with <unk> in place of rare words.

    A sentence is a line, that is a paragraph or a heading. The published number of tokens (217,646
    in valid) counts one end for each line, empty ones too; those are left out here.
    """
    if split not in WIKITEXT2:
        raise ValueError(f'The parts of WikiText-2 are "train", "valid" and "test", not {split!r}.')
    url = f"{_WIKITEXT}/word_language_model/data/wikitext-2/{split}.txt"
    path = f"pretrain_en/wikitext2_eval/{split}.txt"
    _, lines = load(File(path, unpack.lines, url, *WIKITEXT2[split]))
    return Corpus(
        name=f"WikiText-2 {split}",
        licence="CC BY-SA 3.0",
        citation="S. Merity, C. Xiong, J. Bradbury, R. Socher (2017): Pointer sentinel mixture "
        "models. ICLR.",
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
