"""Read sentences of any number and length with a biLM, in bounded memory.

At most max_tokens positions are read at once, or the longest single sentence. This is the plain
reader: fast.py is tested against it. read_on carries the state from one batch to the next, as the
published ELMo does.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

import torch
from torch import Tensor, nn

from elmo_lite.bilm import BiLM, Layers, State, reverse
from elmo_lite.char_cnn import embed_words
from elmo_lite.text import SENTENCE_BEGIN, SENTENCE_END, Tokens

States = tuple[list[State], list[State]]  # forward and backward, one state per layer


def by_length(sentences: Sequence[Tokens], max_tokens: int) -> Iterator[list[int]]:
    """Indices of sentences in groups of similar length, each with at most max_tokens positions.

    A single sentence that is longer than that is a group of its own, read whole.
    """
    group: list[int] = []
    for index in sorted(range(len(sentences)), key=lambda i: len(sentences[i])):
        if group and (len(group) + 1) * (len(sentences[index]) + 2) > max_tokens:
            yield group
            group = []
        group.append(index)
    if group:
        yield group


def token_vectors(bilm: BiLM, sentences: Sequence[Tokens]) -> tuple[Tensor, Tensor]:
    """Sentences -> x (batch, time, proj_dim) and lengths (batch,), both with the sentence marks.

    Each distinct word goes through the char-CNN once. After the end of a sentence x is zero.
    """
    device = next(bilm.parameters()).device
    marked = [[SENTENCE_BEGIN, *sentence, SENTENCE_END] for sentence in sentences]
    row_of = {word: row for row, word in enumerate(dict.fromkeys(chain(*marked)))}
    ids = bilm.shape.characters.ids_of(list(row_of))
    vectors = embed_words(bilm.char_cnn, ids.to(device))
    lengths = [len(words) for words in marked]
    x = vectors.new_zeros(len(marked), max(lengths), vectors.shape[1])
    for row, words in enumerate(marked):
        x[row, : len(words)] = vectors[[row_of[word] for word in words]]
    return x, torch.tensor(lengths, device=device)


@torch.inference_mode()
def read(
    bilm: BiLM, sentences: Sequence[Tokens], max_tokens: int = 4096
) -> Iterator[tuple[list[int], Layers]]:
    """Groups of sentences, as indices, with the layers of each group.

    A layer is (sentences of the group, time, proj_dim); position 0 is the mark <S>, position k the
    k-th word, the position after the last word the mark </S>, then zeros.
    """
    for group in by_length(sentences, max_tokens):
        vectors, lengths = token_vectors(bilm, [sentences[i] for i in group])
        yield group, bilm.layers(vectors, lengths)


@torch.inference_mode()
def read_on(
    bilm: BiLM, sentences: Sequence[Tokens], states: States | None = None
) -> tuple[Layers, States]:
    """One batch in the given order, from the state in which each row of the last batch ended.

    The published ELMo does this: the vectors of a sentence depend a little on what was read before.
        layers, states = read_on(bilm, batch_1)
        layers, states = read_on(bilm, batch_2, states)
    Rows that a batch does not have keep their state; new rows start from zeros. Layers are as those
    of `read`.
    """
    check_batch(sentences)
    x, lengths = token_vectors(bilm, sentences)
    forward_states, backward_states = states or (bilm.zero_state(0), bilm.zero_state(0))
    forward, forward_states = _run_on(bilm, x, lengths, forward_states, bilm.forward_lstms)
    back = reverse(x, lengths)
    backward, backward_states = _run_on(bilm, back, lengths, backward_states, bilm.backward_lstms)
    layers = Layers(x, forward, [reverse(h, lengths) for h in backward])
    return layers, (forward_states, backward_states)


def check_batch(sentences: Sequence[Tokens]) -> None:
    if not sentences or isinstance(sentences, str):
        raise ValueError("read_on takes a list of at least one sentence, each a list of tokens.")


def _run_on(
    bilm: BiLM, x: Tensor, lengths: Tensor, states: list[State], lstms: nn.ModuleList
) -> tuple[list[Tensor], list[State]]:
    """One direction, in reading order; every row stops at its own length and keeps its state.

    x: (batch, time, proj_dim) -> each layer (batch, time, proj_dim), zeros after the end.
    """
    batch = len(x)
    more = bilm.zero_state(max(0, batch - len(states[0][0])))
    now = [
        (torch.cat([h.to(new_h), new_h]), torch.cat([c.to(new_c), new_c]))
        for (h, c), (new_h, new_c) in zip(states, more, strict=True)
    ]
    layers = [torch.zeros_like(x) for _ in lstms]
    start = 0
    for end in sorted(set(lengths.tolist())):  # between two ends, the same rows read on
        rows = (lengths >= end).nonzero().squeeze(1)
        states = [(h[rows], c[rows]) for h, c in now]
        outputs, last = bilm.read(x[rows, start:end], lstms, states)
        for layer, output, (h, c), (new_h, new_c) in zip(layers, outputs, now, last, strict=True):
            layer[rows, start:end] = output
            h[rows], c[rows] = new_h, new_c
        start = end
    return layers, now
