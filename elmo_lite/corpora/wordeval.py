"""What static word vectors are measured on (pairs, analogies), and GloVe's published vectors."""

import csv
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elmo_lite import files
from elmo_lite.corpora import unpack
from elmo_lite.corpora.examples import About, Examples
from elmo_lite.corpora.fetch import File, load
from elmo_lite.files import write_atomically

if TYPE_CHECKING:  # gensim takes half a second to import
    from gensim.models import KeyedVectors

WordPair = tuple[str, str, float]  # two words and how alike people find them
Question = tuple[str, str, str, str, str]  # group, then "a is to b as c is to d"

_GITHUB = "https://raw.githubusercontent.com"
_FARUQUI = f"{_GITHUB}/mfaruqui/eval-word-vectors/94b3dd9fdbac7ed08dbee7179cd5ee464acf0594"
_KOREAN = f"{_GITHUB}/SungjoonPark/KoreanWordVectors/7a815fa9ea63c940249ed9dedac0e6a97d61e8c6"
_PARK = (
    "S. Park, J. Byun, S. Baek, Y. Cho, A. Oh (2018): Subword-level word vector representations "
    "for Korean. ACL."
)
_FINKELSTEIN = "L. Finkelstein and others (2002): Placing search in context. ACM TOIS."
_AGIRRE = "E. Agirre and others (2009): A study on similarity and relatedness. NAACL."

# name: file, sha256, number of pairs, full name, licence, citation
PAIRS = {
    "ws353": (
        "EN-WS-353-ALL.txt",
        "ce12919b240af45bdf46d243601eaca2b6212b159b5e7e9b435ee7ee40c5619c",
        353,
        "WS-353",
        "research",
        _FINKELSTEIN,
    ),
    "ws353_similarity": (
        "EN-WS-353-SIM.txt",
        "f1da938998863c94e53f72f984a5c6e215f0b46c323aae8f0f4930703a339107",
        203,
        "WS-353 similarity",
        "research",
        _AGIRRE,
    ),
    "ws353_relatedness": (
        "EN-WS-353-REL.txt",
        "66a7c88100624d0a391605ff61ce84e11d11ee620d51ec0298da49592838f8fa",
        252,
        "WS-353 relatedness",
        "research",
        _AGIRRE,
    ),
    "simlex999": (
        "EN-SIMLEX-999.txt",
        "405394ffb7d25f6d0e3c041f87c9f27d29dc6b047506769953e85c4523b11685",
        999,
        "SimLex-999",
        "free for research",
        "F. Hill, R. Reichart, A. Korhonen (2015): SimLex-999. Computational Linguistics.",
    ),
    "men": (
        "EN-MEN-TR-3k.txt",
        "888b13580faa362c7b11da0a670258cf1b1eb4bf0ecbcd418918729a3bd3f43a",
        3_000,
        "MEN",
        "CC BY 2.0",
        "E. Bruni, N. K. Tran, M. Baroni (2014): Multimodal distributional semantics. JAIR.",
    ),
    "rg65": (
        "EN-RG-65.txt",
        "c243f3a91c3f5d8cf67f21a67f6fb80bde8b6bb060851a6a48e6f2d68ec98c9f",
        65,
        "RG-65",
        "research",
        "H. Rubenstein, J. B. Goodenough (1965): Contextual correlates of synonymy. CACM.",
    ),
    "ws353_ko": (
        "WS353_korean.csv",
        "1a2d9048dfde1a63e864c59f292db42ebe62b63469900d08bb87b074cc96306e",
        353,
        "Korean WS-353",
        "none stated; research",
        _PARK,
    ),
}
ANALOGIES = {
    "en": (
        "https://raw.githubusercontent.com/tmikolov/word2vec/master/questions-words.txt",
        "8c29b3332afc46f3fb8be04cb5297bf96f39aa7131272dff57869b4485b22a36",
        19_544,
        "Google analogies",
        "Apache-2.0",
        "T. Mikolov, K. Chen, G. Corrado, J. Dean (2013): Efficient estimation of word "
        "representations in vector space.",
    ),
    "ko": (
        f"{_KOREAN}/word_analogy_korean.txt",
        "b6dea84dda708883948de3b5922604acbe8fe71ed137c005c5b58b2cccbe4e96",
        10_000,
        "Korean analogies",
        "none stated; research",
        _PARK,
    ),
}


def read_pairs(data: bytes) -> list[WordPair]:
    """Lines "word word score ..." with tabs or spaces between the columns."""
    rows = (re.split(r"[\t ]+", line) for line in unpack.lines(data))
    return [(row[0], row[1], float(row[2])) for row in rows]


def read_korean_pairs(data: bytes) -> list[WordPair]:
    """A heading, then "word,word,score"; UTF-8 with a byte order mark."""
    rows = list(csv.reader(io.StringIO("\n".join(unpack.lines(data)), newline="\n")))
    return [(first, second, float(score)) for first, second, score in rows[1:]]


def read_analogies(data: bytes) -> list[Question]:
    """Lines ": group" and, below each, "a b c d"."""
    found: list[Question] = []
    group = ""
    for line in unpack.lines(data):
        if line.startswith(":"):
            group = line[1:].strip()
        else:
            a, b, c, d = line.split()
            found.append((group, a, b, c, d))
    return found


def word_pairs(name: str = "ws353") -> Examples[WordPair]:
    """Pairs of words with a score by people: ws353, ws353_similarity, ws353_relatedness,
    simlex999, men, rg65, or ws353_ko in Korean."""
    if name not in PAIRS:
        raise ValueError(f"There are pairs named {', '.join(PAIRS)}, not {name!r}.")
    file, sha256, count, title, licence, citation = PAIRS[name]
    korean = file.endswith(".csv")
    url = f"{_KOREAN}/{file}" if korean else f"{_FARUQUI}/data/word-sim/{file}"
    read = read_korean_pairs if korean else read_pairs
    _, found = load(File(f"wordeval/{file}", read, url, sha256, count))
    return Examples(found, About(title, licence, citation), {"pairs": len(found)})


def analogies(language: str = "en") -> Examples[Question]:
    """Questions "a is to b as c is to d" with their group: 19,544 in English, 10,000 in Korean."""
    if language not in ANALOGIES:
        raise ValueError(f'There are analogies in "en" and "ko", not {language!r}.')
    url, sha256, count, title, licence, citation = ANALOGIES[language]
    file = File(f"wordeval/{url.rpartition('/')[2]}", read_analogies, url, sha256, count)
    _, found = load(file)
    counts = {"questions": len(found), "groups": len({question[0] for question in found})}
    return Examples(found, About(title, licence, citation), counts)


def gensim_file(examples: Examples[WordPair] | Examples[Question]) -> Path:
    """Write pairs or questions as gensim's evaluate_word_pairs and evaluate_word_analogies read
    them (tabs; ": group"), into the cache -> the path."""
    lines: list[str] = []
    group = ""
    for example in examples:
        if len(example) == 5 and example[0] != group:
            group = str(example[0])
            lines.append(f": {group}")
        lines.append("\t".join(map(str, example)) if len(example) == 3 else " ".join(example[1:]))
    path = files.cache_dir() / "gensim" / f"{examples.name}.txt"
    write_atomically(path, "".join(f"{line}\n" for line in lines).encode("utf-8"))
    return path


# --- GloVe


def read_glove(data: bytes) -> list[bytes]:
    """The text format, "word number number ...", as lines; only those that are used are parsed."""
    found = data.removesuffix(b"\n").split(b"\n")
    if any(line.count(b" ") != 50 for line in found):
        raise ValueError("a line does not hold a word and 50 numbers")
    return found


def read_matrix(data: bytes) -> np.ndarray:
    """A numpy file -> (words, 50)."""
    return np.load(io.BytesIO(data), allow_pickle=False)


# No sha256 of the published text is known here: its number of words is checked.
GLOVE = File(
    "vectors/glove.6B.50d.txt",
    read_glove,
    url="https://nlp.stanford.edu/data/glove.6B.zip",
    member="glove.6B.50d.txt",
    count=400_000,
)
GLOVE_CUT = File(
    "vectors/glove.6B.50d.top50k.f16.npy",
    read_matrix,
    sha256="703239d4f7a3eb81a678d371d671af94a2862c61afec33d6d87ce00e1172502e",
    count=50_000,
    state="part",
)
GLOVE_WORDS = File(
    "vectors/glove.6B.50d.top50k.vocab.txt",
    unpack.lines,
    sha256="432ea9529641b5e90a3acffa32494dad0af23ba102b733e43eb616cc192bdfe4",
    count=50_000,
)


def glove(words: int = 50_000) -> "KeyedVectors":
    """GloVe 6B, 50 numbers a word, the most frequent words first: gensim's KeyedVectors.

    .about says where they come from. The download is 862 MB, of which 171 MB are kept.
    """
    from gensim.models import KeyedVectors

    where, found = load(GLOVE, GLOVE_CUT)
    if where is GLOVE:
        rows = [line.decode("utf-8").split(" ") for line in found[:words]]
        names = [row[0] for row in rows]
        matrix = np.array([row[1:] for row in rows], dtype=np.float32)
    else:
        names, matrix = load(GLOVE_WORDS)[1][:words], found[:words].astype(np.float32)
    if len(names) < words:
        raise ValueError(f"Only {len(names):,} words of GloVe are here: ask for words={len(names)}")
    vectors = KeyedVectors(matrix.shape[1])
    vectors.add_vectors(names, matrix)
    vectors.about = About(
        f"GloVe 6B, 50 dimensions, {words:,} words",
        "PDDL 1.0",
        "J. Pennington, R. Socher, C. D. Manning (2014): GloVe: Global vectors for word "
        "representation. EMNLP.",
        "exact" if where is GLOVE and words == 400_000 else "part",
        "" if where is GLOVE else "Rounded to 16 bits (largest error 0.002).",
    )
    vectors._repr_markdown_ = vectors.about._repr_markdown_  # shown by a notebook
    return vectors
