"""A biLM reads sentences of any number and length; memory is bounded and order does not matter."""

from collections.abc import Iterator, Sequence

import torch

from elmo_lite import fast
from elmo_lite.bilm import BiLM, Layers
from elmo_lite.text import SENTENCE_BEGIN, SENTENCE_END, character_ids

Sentence = Sequence[str]


def by_length(sentences: Sequence[Sentence], max_tokens: int) -> Iterator[list[int]]:
    """Indices of sentences in groups of similar length, each with at most max_tokens positions."""
    group: list[int] = []
    for index in sorted(range(len(sentences)), key=lambda i: len(sentences[i])):
        if group and (len(group) + 1) * (len(sentences[index]) + 2) > max_tokens:
            yield group
            group = []
        group.append(index)
    if group:
        yield group


@torch.inference_mode()
def read(
    bilm: BiLM, sentences: Sequence[Sentence], max_tokens: int = 4096
) -> Iterator[tuple[list[int], Layers]]:
    """Groups of sentences, as indices, with the layers of each group.

    A layer is (sentences of the group, time, proj_dim); position 0 is the mark <S>, position k the
    k-th word, the position behind the last word the mark </S>, then zeros.
    """
    device = next(bilm.parameters()).device
    for group in by_length(sentences, max_tokens):
        marked = [[SENTENCE_BEGIN, *sentences[i], SENTENCE_END] for i in group]
        distinct = {word: k for k, word in enumerate({w: 0 for s in marked for w in s})}
        characters = torch.from_numpy(character_ids(list(distinct))).to(device)
        vectors = fast.embed_words(bilm.char_cnn, characters)
        lengths = torch.tensor([len(s) for s in marked], device=device)
        where = torch.zeros(len(group), int(lengths.max()), dtype=torch.long, device=device)
        for row, sentence in enumerate(marked):
            where[row, : len(sentence)] = torch.tensor([distinct[word] for word in sentence])
        yield group, bilm.layers(vectors[where], lengths)
