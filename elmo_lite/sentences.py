"""What may be given as sentences: plain text, which is tokenised here, or lists of tokens."""

from collections.abc import Iterable, Iterator, Sequence

from elmo_lite.text import tokenize

Sentence = str | Sequence[str]
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
    if wrong or not isinstance(sentence, Iterable):
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
