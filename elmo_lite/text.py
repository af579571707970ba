"""Text in, numbers out: sentences, tokens, a vocabulary, and the character ids of ELMo.

Chapters 01 and 02 use the vocabulary, chapter 07 the character ids, chapters 09 and later the rule
of what may be given as sentences.

The rule of the tokenizer, close to the Universal Dependencies English Web Treebank (UD EWT):
* white space always separates, and is the only thing that is ever dropped;
* URLs, e-mail addresses, abbreviations ("Mr.", "U.S.", "a.m.") and numbers ("3.5", "1,000",
  "4:00", "9/11") stay whole;
* English contractions are cut as "do n't", "it 's", "we 'll", "can not", "gon na";
* a hyphen or a slash separates ("well - known"), except after a few prefixes ("non-violent");
* runs such as "...", "--", "!!" and emoticons such as ":)" stay whole, other marks stand alone;
* everything else is a run of letters, digits and the accents on them. So a Korean eojeol (어절,
  what is between two spaces) stays whole, apart from the punctuation around it.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from elmo_lite.files import write_atomically
from elmo_lite.hangul import JAMO_IDS, jamo_ids

UNK, BOS, EOS = "<unk>", "<s>", "</s>"
SPECIALS = (UNK, BOS, EOS)

# Abbreviations that keep their full stop. After the first group a sentence never ends, after the
# second it ends only if a typical first word of a sentence follows.
_TITLES = """Mr Mrs Ms Messrs Dr Prof St Ft Mt Gen Lt Col Capt Cpt Sgt Maj Adm Rev Hon Sen Rep Reps
    Gov Fr Sr Br vs cf ca approx Fig Figs pp Vol vols Nos eds viz"""
_OTHERS = """Jr Inc Ltd Co Corp Bros etc al Jan Feb Aug Sept Sep Oct Nov Dec Ave Blvd Dept Univ"""
_STARTERS = """The A An This That These Those He She It They We In On At But And For If When After
    His Her Its Their There As By From However Although While Since During Some Many Most"""
_TITLES, _OTHERS, _STARTERS = ("|".join(w.split()) for w in (_TITLES, _OTHERS, _STARTERS))

# Accents and vowel signs that follow a letter ("e" + U+0301). Python's \w leaves them out.
_MARKS = "".join(c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c)[0] == "M")
_WORD = rf"[\w{_MARKS}]"
_ABBREVIATION = rf"(?>(?:[A-Za-z]\.){{2,}})|(?:{_TITLES}|{_OTHERS})\."
_CLITIC = rf"['’](?i:s|m|d|re|ve|ll)(?!{_WORD})"
_PREFIX = "e|non|anti|pro|pre|post|co|re|mid|multi|semi|neo|ex|sub"

_TOKEN = re.compile(
    rf"""
    (?:https?://|www\.)[^\s<>()"]*[\w/]                     # URL, without the full stop after it
  | [\w.+-]{{1,64}}+@[\w-]+(?>(?:\.[\w-]+)*)                 # e-mail address
  | {_ABBREVIATION} | [Nn]o\.(?=\s*\d)
  | [A-HJ-Z]\.(?=\s+[A-Z])                                  # initial: "J. Smith"
  | \d++(?>(?:[.,:/]\d++)*)(?:(?=(?i:[ap]m)\b)|{_WORD}*+)      # number: 3.5  1,000  20th  3월
  | (?i:can(?=not\b)|gon(?=na\b)|wan(?=na\b)|got(?=ta\b))
  | (?i:{_PREFIX})-[a-zA-Z]++
  | {_WORD}++(?!['’])(?>(?:\.(?=[a-z]){_WORD}++)*)             # a plain word, or notes.txt
  | [A-Za-z]+(?=(?i:n['’]t)(?!{_WORD}))                     # the "do" of "don't"
  | (?i:n['’]t)(?!{_WORD}) | {_CLITIC}
  | [A-Za-zÀ-ɏ]++(?>(?:['’](?!(?i:s|m|d|re|ve|ll)\b)[A-Za-zÀ-ɏ]++)?) # O'Brien
  | {_WORD}++
  | [:;=]-?[()DP](?!\w) | [.!?]{{2,}}+
  | [\U0001F1E6-\U0001F1FF]{{2}}                            # a flag
  | [()\[\]{{}}"“”„«»,]                                     # never joined to its neighbour
  | ([^\w\s])(?>(?:\1|[{_MARKS}\U0001F3FB-\U0001F3FF]|\u200d[^\w\s])*)
    """,
    re.VERBOSE,
)
# The two rules that look beyond a white space: for an initial, and for "No. 5".
_LOOKS_BEYOND = re.compile(r"[A-HJ-Z]\.\s+[A-Z]|[Nn]o\.\s+\d")

_END = re.compile(r"""(?<![.!?…。！？])[.!?…。！？]++["'”’»)\]]*+(?=\s)|\n\s*\n\s*""")
_NEVER_LAST = re.compile(rf"\b(?:{_TITLES})\.$")
_SELDOM_LAST = re.compile(rf"\b(?:(?:[A-Za-z]\.)+|(?:{_OTHERS})\.)$")
_STARTER = re.compile(rf"[\"'“‘(]*(?:{_STARTERS})\b")


def tokenize(text: str) -> list[str]:
    """The tokens of a text, by the rule at the top of this module."""
    if _LOOKS_BEYOND.search(text):
        return _cut(text)
    tokens: list[str] = []
    for piece in text.split():  # the same few pieces come again and again
        tokens += _cut_before(piece) if len(piece) < 50 else _cut(piece)
    return tokens


def _cut(text: str) -> list[str]:
    return [match.group() for match in _TOKEN.finditer(text)]


@lru_cache(maxsize=100_000)
def _cut_before(piece: str) -> tuple[str, ...]:
    return tuple(_cut(piece))


def split_sentences(text: str) -> list[str]:
    """Cut running text into sentences, without the white space around them.

    A sentence ends at a blank line, or after . ! ? … (and closing quotes) before white space.
    It goes on if a small letter follows, after a title ("Dr.") or "No." before a number, and
    after initials and abbreviations ("U.S.", "Inc.") unless a typical first word ("The") follows.
    """
    sentences, start = [], 0
    for match in _END.finditer(text):
        end = match.end()
        before, rest = text[max(start, end - 12) : end], text[end : end + 40].lstrip()[:12]
        blank_line = match.group().isspace()
        if blank_line or not _goes_on(before, rest):
            sentences.append(text[start:end].strip())
            start = end
    return [sentence for sentence in (*sentences, text[start:].strip()) if sentence]


def _goes_on(before: str, rest: str) -> bool:
    if rest[:1].islower() or _NEVER_LAST.search(before):
        return True
    if before.endswith(("No.", " no.")):
        return rest[:1].isdigit()
    return bool(_SELDOM_LAST.search(before)) and not _STARTER.match(rest)


class Vocabulary:
    """Words with ids: 0 <unk>, 1 <s>, 2 </s>, then the words by falling count."""

    def __init__(self, words: Sequence[str], counts: Sequence[int]):
        """words[i] is the word with id i, counts[i] how often it was seen."""
        self.words, self.counts = list(words), [int(count) for count in counts]
        self._ids = {word: i for i, word in enumerate(self.words)}
        if tuple(self.words[:3]) != SPECIALS:
            raise ValueError(f"A vocabulary starts with {', '.join(SPECIALS)}, in this order.")
        if len(self.words) != len(self.counts):
            raise ValueError(f"{len(self.words)} words but {len(self.counts)} counts.")
        if len(self._ids) != len(self.words):
            word = next(word for word, count in Counter(self.words).items() if count > 1)
            raise ValueError(f"The word {word!r} is in the vocabulary twice: remove one.")
        for word in self.words:
            if not word or re.search(r"[\t\n\r\ud800-\udfff]", word):
                problem = "no word is empty or holds a tab, a line break or a lone surrogate"
                raise ValueError(f"{word!r} cannot be in a vocabulary: {problem}.")

    @classmethod
    def build(
        cls, sentences: Iterable[Sequence[str]], max_size: int | None = None, min_count: int = 1
    ) -> "Vocabulary":
        """Count the words of tokenised sentences and keep the most frequent ones.

        max_size counts the ordinary words, the three special ones come on top of it. Words with
        the same count are in alphabetical order. The count of <unk> is that of all words left
        out, the counts of <s> and </s> are the number of sentences.
        """
        seen: Counter[str] = Counter()
        number = 0
        for sentence in sentences:
            if isinstance(sentence, str):
                raise TypeError("A sentence is a list of tokens: use text.tokenize(sentence).")
            seen.update(sentence)
            number += 1
        if BOS in seen or EOS in seen:
            raise ValueError(f"Leave {BOS} and {EOS} out of the sentences: the models add them.")
        frequent = [pair for pair in seen.items() if pair[1] >= min_count and pair[0] != UNK]
        kept = sorted(frequent, key=lambda pair: (-pair[1], pair[0]))[:max_size]
        words, counts = [word for word, _ in kept], [count for _, count in kept]
        left_out = seen.total() - sum(counts)
        return cls([*SPECIALS, *words], [left_out, number, number, *counts])

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._ids

    def __repr__(self) -> str:
        return f"Vocabulary({len(self) - len(SPECIALS):,} words and {', '.join(SPECIALS)})"

    def id(self, word: str) -> int:
        """The id of a word, 0 if the word is unknown."""
        return self._ids.get(word, 0)

    def ids(self, tokens: Sequence[str]) -> np.ndarray:
        """tokens -> (len(tokens),) ids, 0 for every unknown word."""
        if isinstance(tokens, str):
            raise TypeError("ids() takes a list of tokens: use text.tokenize(text), or id(word).")
        return np.array([self._ids.get(token, 0) for token in tokens], dtype=np.int64)

    def tokens(self, ids: Iterable[int]) -> list[str]:
        """ids -> words."""
        numbers = [int(i) for i in ids]
        if numbers and not 0 <= min(numbers) <= max(numbers) < len(self):
            raise ValueError(f"The ids of this vocabulary go from 0 to {len(self) - 1}.")
        return [self.words[i] for i in numbers]

    def first(self, number: int) -> "Vocabulary":
        """The most frequent words; the others are counted as unknown."""
        kept = len(SPECIALS) + number
        counts = [self.counts[0] + sum(self.counts[kept:]), *self.counts[1:kept]]
        return Vocabulary(self.words[:kept], counts)

    def save(self, path: str | Path) -> None:
        """Write one "word<tab>count" line per word, in the order of the ids, in UTF-8."""
        lines = [f"{word}\t{n}\n" for word, n in zip(self.words, self.counts, strict=True)]
        write_atomically(path, "".join(lines).encode("utf-8"))

    @classmethod
    def load(cls, path: str | Path) -> "Vocabulary":
        """Read what save wrote."""
        try:
            text = Path(path).read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"{path} is not a vocabulary: it is not UTF-8 text.") from error
        pairs = []
        # Only "\n" ends a line: str.splitlines would also cut at U+0085 and U+2028.
        for number, line in enumerate(text.removesuffix("\n").split("\n"), start=1):
            parts = re.fullmatch(r"([^\t]+)\t([0-9]{1,18})\r?", line)
            if not parts:
                raise ValueError(f'{path}, line {number}: not "word<tab>count" but {line[:50]!r}.')
            pairs.append((parts[1], int(parts[2])))
        try:
            return cls([word for word, _ in pairs], [count for _, count in pairs])
        except ValueError as error:
            raise ValueError(f"{path} is not a vocabulary. {error}") from error


# The byte scheme of the published ELMo. Byte 0 has id 1, so that 0 is free for "no token here".
BOS_ID, EOS_ID, WORD_BEGIN, WORD_END, WORD_PAD = 257, 258, 259, 260, 261
SENTENCE_BEGIN, SENTENCE_END = "<S>", "</S>"
ROWS_OF_THEIR_OWN = {SENTENCE_BEGIN: BOS_ID, SENTENCE_END: EOS_ID}

# What a word is spelled in, and how many ids that takes.
ALPHABETS = {"bytes": WORD_PAD + 1, "jamo": WORD_PAD + 1 + len(JAMO_IDS)}


def character_ids(
    tokens: Sequence[str],
    errors: str = "strict",
    max_characters: int = 50,
    alphabet: str = "bytes",
) -> np.ndarray:
    """tokens -> (len(tokens), max_characters) character ids, as the published ELMo reads them.

    A row: begin of word, at most 48 UTF-8 bytes (each + 1; the cut may fall inside a letter), end
    of word, padding. "<S>" and "</S>" have rows of their own. A lone surrogate has no bytes: that
    is an error, or nothing with errors="ignore". With alphabet="jamo" Hangul is spelled in jamo.
    """
    if isinstance(tokens, str):
        raise TypeError("character_ids takes a list of tokens: use text.tokenize(text).")
    if alphabet not in ALPHABETS:
        raise ValueError(f"alphabet is one of {', '.join(ALPHABETS)}, not {alphabet!r}.")
    if errors not in ("strict", "ignore"):
        raise ValueError(f'errors is "strict" or "ignore", not {errors!r}.')
    ids = np.full((len(tokens), max_characters), WORD_PAD, dtype=np.int64)
    for row, token in zip(ids, tokens, strict=True):
        letters = _spell(token, errors, alphabet)[: max_characters - 2]
        row[: len(letters) + 2] = [WORD_BEGIN, *letters, WORD_END]
    return ids


def _spell(token: str, errors: str, alphabet: str) -> list[int]:
    """The ids of all letters of a token."""
    if token in ROWS_OF_THEIR_OWN:
        return [ROWS_OF_THEIR_OWN[token]]
    try:
        if alphabet == "jamo":
            return jamo_ids(token, errors)
        return [byte + 1 for byte in token.encode("utf-8", errors)]
    except UnicodeEncodeError as error:
        problem = "a lone surrogate, which has no bytes"
        way_out = 'token.encode("utf-8", "ignore").decode() drops it'
        raise ValueError(f"The token {token[:40]!r} holds {problem}: {way_out}.") from error


# ---- what may be given as sentences: plain text, tokenised here, or lists of tokens ----

Tokens = Sequence[str]
Sentence = str | Tokens
Sentences = Sequence[Sentence]
WARM_UP = (
    "The train was late again, and the people on the platform had stopped looking at the clock.",
    "Two of them talked about the weather, as one does, and a third read a book.",
    "When it came at last, nobody said a word.",
)


def refuse_one_sentence(sentences: object) -> None:
    if isinstance(sentences, str):
        raise TypeError("This takes a list of sentences: write [sentence].")


def to_tokens(sentences: Iterable[Sentence]) -> list[list[str]]:
    """Plain text or tokens -> tokens."""
    refuse_one_sentence(sentences)
    return [to_words(sentence, number) for number, sentence in enumerate(sentences)]


def to_words(sentence: Sentence, number: int) -> list[str]:
    if isinstance(sentence, str):
        return tokenize(sentence)
    words = list(sentence) if isinstance(sentence, Iterable) else [sentence]
    wrong = [word for word in words if not isinstance(word, str)]
    if wrong:
        raise TypeError(
            f"Sentence {number} is neither text nor a list of words: it is or holds {wrong[0]!r}."
        )
    return words


def blocks(sentences: Iterable, size: int, rows: int) -> Iterator[list[list[str]]]:
    """Tokenised sentences in lists of about `size` words, their number a multiple of `rows`."""
    refuse_one_sentence(sentences)
    block: list[list[str]] = []
    words = 0
    for number, sentence in enumerate(sentences):
        block.append(to_words(sentence, number))
        words += len(block[-1]) + 2
        if words >= size and len(block) % rows == 0:
            yield block
            block, words = [], 0
    if block:
        yield block
