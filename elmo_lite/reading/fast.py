"""The layers of plain.py, several times faster, with the same numbers (1e-5 in float32).

Read char_cnn.py, bilm.py and plain.py first; nothing here is needed to understand the model. A word
goes through the char-CNN once and is kept, loop.py reads packed sentences, and products.py packs
weights for the processor. docs/embedding.md says what each part adds.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from threading import Lock

import torch
from torch import Tensor, nn

from elmo_lite.bilm import BiLM, Layers, State
from elmo_lite.char_cnn import Highway, trim
from elmo_lite.reading.loop import Packing, compiled, refuse_a_fork, two_workers
from elmo_lite.reading.plain import States, by_length, check_batch
from elmo_lite.reading.products import make_product
from elmo_lite.text import SENTENCE_BEGIN, SENTENCE_END, WORD_PAD, Tokens
from elmo_lite.weights.many_langs import WordEncoder

Span = tuple[int, int]  # the words of a sentence from the first number up to the second

WORDS = 128  # words that go through the char-CNN together
SIDE_BY_SIDE = 16e6  # bytes: two directions with larger weights would push each other out of cache


class Reader:
    """A biLM prepared for reading; `read` and `read_on` are those of plain.py.

    keep: the number of word vectors that are known; none while the biLM is in training.
    When the weights change, everything is prepared again at the next reading. A change through
    `.data`, which PyTorch does not count, needs `forget`. Several threads may read at once; a
    process forked while one of them reads would deadlock. One that is forked after a reading with
    several threads calls torch.set_num_threads(1) before it reads, or is started by "spawn".
    """

    def __init__(self, bilm: BiLM, keep: int = 20_000) -> None:
        self.bilm, self.keep = bilm, keep
        self.forget()

    def __getstate__(self) -> dict:
        """Copies and pickles are prepared again."""
        return {"bilm": self.bilm, "keep": self.keep}

    def __setstate__(self, state: dict) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def forget(self) -> None:
        """Drop what was made from the weights, the cached word vectors included."""
        self.weights: list | None = None
        self.lock = Lock()

    def prepare(self) -> None:
        """Pack the weights, if they have changed."""
        parameters = list(self.bilm.parameters())
        now = [(p.data_ptr(), 0 if p.is_inference() else p._version) for p in parameters]
        if now == self.weights:
            return
        cnn, shape = self.bilm.char_cnn, self.bilm.shape
        self.highways = []
        for highway in cnn.highways:
            assert isinstance(highway, Highway)
            both = highway.transform, highway.gate  # one product
            weight, bias = (
                torch.cat([getattr(linear, n) for linear in both]) for n in ("weight", "bias")
            )
            self.highways.append(make_product(weight, bias))
        self.projection = make_product(cnn.projection.weight, cnn.projection.bias)
        self.loops = [
            [compiled(lstm, shape) for lstm in lstms]
            for lstms in (self.bilm.forward_lstms, self.bilm.backward_lstms)
        ]
        size = 4 * 5 * shape.hidden_dim * shape.proj_dim  # bytes of what the loop multiplies with
        self.side_by_side = size <= SIDE_BY_SIDE and isinstance(
            self.loops[0][0], torch.jit.ScriptModule
        )
        self.known: dict[str, Tensor] = {}  # word: its vector, the oldest first
        self.weights = now

    def words(self, words: list[str]) -> Tensor:
        """Distinct words -> (words, proj_dim); those not known yet go through the char-CNN."""
        frozen = not any(p.requires_grad for p in self.bilm.char_cnn.parameters())
        if self.bilm.training and not frozen:
            return self.char_cnn(words)
        new = [word for word in words if word not in self.known]
        if new:
            self.known.update(zip(new, self.char_cnn(new), strict=True))
        vectors = torch.stack([self.known[word] for word in words])
        for oldest in list(islice(self.known, max(0, len(self.known) - self.keep))):
            del self.known[oldest]
        return vectors

    def char_cnn(self, words: list[str]) -> Tensor:
        """CharCNN.forward on words, those of similar length together."""
        cnn = self.bilm.char_cnn
        if isinstance(cnn, WordEncoder):
            return cnn.vectors(words)
        ids = cnn.shape.ids_of(words)
        order = torch.argsort((ids != WORD_PAD).sum(1))
        vectors = cnn.projection.weight.new_empty(len(words), cnn.shape.emb_dim)
        for part in order.split(WORDS):
            x = cnn.convolve(trim(ids[part], cnn.shape.widest).to(vectors.device))
            for highway in self.highways:
                transform, gate = highway(x).chunk(2, dim=1)
                x = torch.lerp(x, transform.relu_(), gate.sigmoid_())
            vectors[part.to(vectors.device)] = self.projection(x)
        return vectors

    def read(
        self,
        sentences: Sequence[Tokens],
        max_tokens: int = 4096,
        start: States | None = None,
        wanted: Sequence[Span] = (),
    ) -> Iterator[tuple[list[int], Layers]]:
        """reading.read: groups of sentences, as indices, with their layers.

        start: the state of one row, from which every sentence is read (default: zeros).
        wanted: the words of each sentence that are asked for (default: all), see read_on.
        """
        for group in by_length(sentences, max_tokens):
            forward, backward = (
                [(h.expand(len(group), -1), c.expand(len(group), -1)) for h, c in direction]
                for direction in start or ([], [])
            )
            states = (forward, backward) if start else None
            spans = [wanted[i] for i in group] if wanted else ()
            yield group, self.read_on([sentences[i] for i in group], states, spans)[0]

    def spell(
        self, sentences: Sequence[Tokens], max_tokens: int = 4096
    ) -> Iterator[tuple[list[int], Layers]]:
        """As `read`, but layer 0 alone: no LSTM is needed for it."""
        for group in by_length(sentences, max_tokens):
            x, packing = self.pack([sentences[i] for i in group])
            yield group, Layers(x.view(len(group), packing.time, -1), [], [])

    @torch.inference_mode()
    def pack(self, sentences: Sequence[Tokens]) -> tuple[Tensor, Packing]:
        """x (batch * time, proj_dim) of plain.token_vectors, and the order in which it is read."""
        refuse_a_fork()
        marked = [[SENTENCE_BEGIN, *sentence, SENTENCE_END] for sentence in sentences]
        distinct: dict[str, int] = {}
        ids = [distinct.setdefault(word, len(distinct)) for words in marked for word in words]
        packing = Packing([len(words) for words in marked])
        with self.lock:
            self.prepare()
            vectors = self.words(list(distinct))
        x = vectors.new_zeros(len(marked) * packing.time, vectors.shape[1])
        x[packing.words.to(x.device)] = vectors[torch.tensor(ids, device=x.device)]
        return x, packing

    @torch.inference_mode()
    def read_on(
        self,
        sentences: Sequence[Tokens],
        states: States | None = None,
        wanted: Sequence[Span] = (),
    ) -> tuple[Layers, States]:
        """reading.read_on: one batch, from the state in which each row ended before.

        wanted: the words of each sentence that are asked for. Each direction stops behind the last
        of them that it meets, which saves half of the reading if it is one word; layers are zero
        beyond, and states are of no use.
        """
        check_batch(sentences)
        x, packing = self.pack(sentences)
        there = back = packing
        if wanted:  # each direction meets the mark of its side first
            lengths = [len(sentence) + 2 for sentence in sentences]
            there = Packing(lengths, [1 + end for _, end in wanted])
            to_first = [n - 1 - first for n, (first, _) in zip(lengths, wanted, strict=True)]
            back = Packing(lengths, to_first)
        starts = states or (self.bilm.zero_state(0), self.bilm.zero_state(0))
        together = self.side_by_side and torch.get_num_threads() > 1
        run = two_workers().map if together else map
        rows = there.rows, back.reversed
        (forward, forward_states), (backward, backward_states) = run(
            partial(self.direction, x), self.loops, (there, back), rows, starts
        )
        layers = [h.view(len(sentences), packing.time, -1) for h in (x, *forward, *backward)]
        half = len(forward) + 1
        return Layers(layers[0], layers[1:half], layers[half:]), (forward_states, backward_states)

    @torch.inference_mode()
    def direction(
        self, x: Tensor, loops: list[nn.Module], packing: Packing, rows: Tensor, states: list[State]
    ) -> tuple[list[Tensor], list[State]]:
        """All layers of one direction, each (batch * time, proj_dim), and its last states."""
        rows = rows.to(x.device)
        packed, outputs, ends = x[rows], [], []
        order, last = packing.order.to(x.device), packing.last.to(x.device)
        more = self.bilm.zero_state(max(0, len(order) - len(states[0][0])))
        for j, (loop, old, new) in enumerate(zip(loops, states, more, strict=True)):
            # The model may have been moved or converted since the old state was made.
            h, c = torch.cat([old[0].to(new[0]), new[0]]), torch.cat([old[1].to(new[1]), new[1]])
            cells = c[order]
            output = loop(packed, packing.sizes, h[order], cells)
            h[order], c[order] = output[last], cells
            packed = output + packed if self.bilm.shape.skip and j > 0 else output
            outputs.append(torch.zeros_like(x).index_copy_(0, rows, packed))
            ends.append((h, c))
        return outputs, ends
