"""Reading fast gives the numbers of reading plainly, whatever is cached, packed or compiled."""

import copy
import os
import pickle
import random
import subprocess
import sys
import threading
from dataclasses import replace

import pytest
import small
import torch

from elmo_lite import bilm
from elmo_lite.char_cnn import CharShape
from elmo_lite.elmo import Elmo
from elmo_lite.reading import fast as fast_reading
from elmo_lite.reading import loop, products
from elmo_lite.reading import plain as reading
from elmo_lite.reading.fast import Reader
from elmo_lite.reading.products import Packed, Public, make_product

SHAPE = bilm.BiLMShape(
    CharShape(char_dim=4, filters=((1, 4), (2, 5), (3, 6)), emb_dim=8), hidden_dim=12, proj_dim=8
)
WORDS = ["a", "the", "배가", "🙂", "x" * 100, "", "<S>", "bank", "internationalisation", "."]


def random_model(seed=0, **changes):
    return small.random_bilm(replace(SHAPE, **changes), seed).requires_grad_(False)


def some_batches(number, seed=0):
    """Of 1 to 9 sentences of 0 to 14 words."""
    rng = random.Random(seed)
    return [
        [rng.choices(WORDS, k=rng.randint(0, 14)) for _ in range(rng.randint(1, 9))]
        for _ in range(number)
    ]


def close(layers, others, tolerance=1e-5):
    for (name, one), other in zip(layers.named().items(), others.named().values(), strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=tolerance, msg=name)


def same(fast, batch):
    """The fast reader and the plain one agree."""
    close(fast.read_on(batch)[0], reading.read_on(fast.bilm, batch)[0])


@pytest.fixture(params=[Packed, Public])
def operations(request, monkeypatch):
    monkeypatch.setattr(products, "WAYS", (request.param,))
    return request.param


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("rows", [1, 4, 512])
@pytest.mark.parametrize(
    "changes", [{}, {"cell_clip": 0.3, "proj_clip": None}, {"skip": False, "num_layers": 3}]
)
def test_carried_state_goes_the_same_way_as_in_plain_reading(
    operations, changes, rows, monkeypatch
):
    """Layers and states over ragged batches, with the inputs multiplied in pieces of any size."""
    monkeypatch.setattr(loop, "ROWS", rows)
    model = random_model(**changes)
    fast, states, plain_states = Reader(model), None, None
    for batch in some_batches(12):
        layers, states = fast.read_on(batch, states)
        plain, plain_states = reading.read_on(model, batch, plain_states)
        close(layers, plain)
        torch.testing.assert_close(states, plain_states, rtol=0, atol=1e-5)
    assert fast.loops[0][0].hidden.original_name == operations.__name__


@pytest.mark.parametrize("keep", [0, 3, 20_000])
@pytest.mark.parametrize("words", [1, 128])
def test_a_vector_is_the_same_however_many_are_kept(keep, words, monkeypatch):
    monkeypatch.setattr(fast_reading, "WORDS", words)
    model = random_model()
    fast = Reader(model, keep=keep)
    for batch in some_batches(12, seed=1):
        for (one, layers), (other, plain) in zip(
            fast.read(batch, 40), reading.read(model, batch, 40), strict=True
        ):
            assert one == other
            close(layers, plain)
    assert len(fast.known) == min(keep, len(WORDS) + 1)  # "<S>" is there as a mark, "</S>" too
    for word, vector in fast.known.items():
        torch.testing.assert_close(vector, fast.char_cnn([word])[0])


def test_known_words_do_not_go_through_the_characters_again(monkeypatch):
    asked = []
    original = Reader.char_cnn
    monkeypatch.setattr(
        Reader, "char_cnn", lambda self, words: asked.append(words) or original(self, words)
    )
    fast = Reader(random_model(), keep=6)
    fast.read_on([["a", "b", "a"], ["b"]])
    fast.read_on([["b", "a"]])
    fast.read_on([["c", "b"], ["d"]])
    assert asked == [["<S>", "a", "b", "</S>"], ["c", "d"]]
    fast.read_on([["e"]])  # the oldest word, the mark <S>, gives its place,
    fast.read_on([["a"]])  # and then takes that of the next oldest
    assert asked[2:] == [["e"], ["<S>"]] and len(fast.known) == 6


def test_changed_weights_are_noticed_everywhere():
    model = random_model()
    fast, batch = Reader(model), [["a", "bank"], ["the"]]
    fast.read_on(batch)
    for parameter in model.parameters():  # each of them matters
        with torch.no_grad():
            parameter += 0.05 * torch.randn_like(parameter)
        same(fast, batch)
    model.load_state_dict(random_model(seed=1).state_dict())
    same(fast, batch)
    model.load_state_dict(random_model(seed=2).state_dict(), assign=True)
    same(fast, batch)
    model.char_cnn.projection.bias.data += 1  # this way PyTorch does not count
    fast.forget()
    same(fast, batch)


def test_nothing_is_kept_while_a_model_trains():
    model = random_model()
    fast = Reader(model)
    model.train()
    fast.read_on([["a"]])
    assert fast.known  # frozen weights stay as they are, whatever the mode is called
    model.requires_grad_(True)
    fast.forget()
    fast.read_on([["a"]])
    assert not fast.known
    model.eval()
    fast.read_on([["a"]])
    assert list(fast.known) == ["<S>", "a", "</S>"]


def test_directions_side_by_side_give_the_same_numbers(two_threads, monkeypatch):
    fast, used, original = Reader(random_model()), [], loop.two_workers
    monkeypatch.setattr(fast_reading, "two_workers", lambda: used.append(1) or original())
    for batch in some_batches(6, seed=2):
        same(fast, batch)
    assert len(used) == 6 and torch.get_num_threads() == 2
    torch.set_num_threads(1)
    fast.read_on([["a"]])
    assert len(used) == 6  # one thread stays one thread
    torch.set_num_threads(2)
    monkeypatch.setattr(fast_reading, "SIDE_BY_SIDE", 0)
    fast.forget()
    fast.read_on([["a"]])
    assert len(used) == 6  # nor with weights that are too large


def test_several_threads_may_read_at_once(two_threads):
    loop._workers.clear()  # so that all of them want to make the two workers
    model, begin = random_model(), threading.Barrier(4, timeout=30)
    fast, batches, found = Reader(model, keep=5), some_batches(12, seed=3), {}

    def work(k):
        begin.wait()
        for i in range(k, 12, 4):
            found[i] = fast.read_on(batches[i])[0]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i, batch in enumerate(batches):
        close(found[i], reading.read_on(model, batch)[0])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_reads_too():
    """As the workers of a DataLoader do; they have one thread each."""
    code = """if True:
        import os, torch
        from elmo_lite import bilm
        from elmo_lite.reading.fast import Reader
        torch.set_num_threads(2)
        fast = Reader(bilm.BiLM(bilm.SHAPES["tiny"]).eval().requires_grad_(False))
        before = fast.read_on([["a"]])[0][2]
        child = os.fork()
        if not child:
            torch.set_num_threads(1)
            os._exit(0 if torch.allclose(fast.read_on([["a"]])[0][2], before, atol=1e-5) else 3)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    """
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_that_would_wait_forever_says_so():
    """PyTorch's threads are not in the fork; without the sentence it hangs."""
    code = """if True:
        import os, signal, torch
        from elmo_lite import bilm
        from elmo_lite.reading.fast import Reader
        torch.set_num_threads(2)
        fast = Reader(bilm.BiLM(bilm.SHAPES["tiny"]).eval().requires_grad_(False))
        fast.read_on([["a", "b", "c"] * 9] * 9)
        child = os.fork()
        if not child:
            signal.alarm(30)  # ends it if it hangs
            told = []
            for read in (fast.read_on, lambda sentences: list(fast.spell(sentences))):
                try:
                    read([["d", "e", "f"] * 9] * 9)
                except RuntimeError as error:
                    told.append("call torch.set_num_threads(1) before you read" in str(error))
            os._exit(0 if told == [True, True] else 3)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        fast.read_on([["a"]])  # the parent reads on
    """
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_without_torchscript_python_runs_the_loop(monkeypatch):
    def gone(*_, **__):
        raise RuntimeError("torch.jit is gone")

    monkeypatch.setattr(torch.jit, "script", gone)
    fast = Reader(random_model())
    for batch in some_batches(4, seed=4):
        same(fast, batch)
    assert isinstance(fast.loops[0][0], loop.Loop) and not fast.side_by_side


def test_copies_and_pickles_are_made_ready_on_their_own():
    model = random_model()
    elmo = Elmo(model)
    before = elmo.embed([["a", "bank"]])[0]
    for other in (copy.deepcopy(elmo), pickle.loads(pickle.dumps(elmo))):
        assert other.reader.bilm is other.bilm and other.bilm is not elmo.bilm
        assert abs(other.embed([["a", "bank"]])[0] - before).max() < 1e-6
    twice = copy.deepcopy(elmo).double()
    assert abs(twice.embed([["a", "bank"]])[0] - before).max() < 1e-5
    assert twice.embed([["a"]])[0].dtype == "float64"


def test_a_lone_surrogate_changes_nothing():
    fast = Reader(random_model())
    with pytest.raises(ValueError, match="lone surrogate"):
        fast.read_on([["a", "b\ud800"]])
    same(fast, [["a"]])
    with pytest.raises(ValueError, match="at least one sentence"):
        fast.read_on([])


def test_a_start_made_before_a_model_was_converted_still_fits():
    elmo, plain = Elmo(random_model()).start_from("warm"), random_model().double()
    before = elmo.embed([["bank"]], 2)[0]
    after = elmo.double().embed([["bank"]], 2)[0]
    assert after.dtype == "float64" and abs(after - before).max() < 1e-5
    _, start = reading.read_on(random_model(), [["a"]])
    layers, _ = reading.read_on(plain, [["bank"]], start)
    close(Reader(plain).read_on([["bank"]], start)[0], layers)


# --- products -------------------------------------------------------------------------------------


def operands(rows, inside=24, outside=40):
    torch.manual_seed(rows)
    return torch.randn(outside, inside), torch.randn(outside), torch.randn(rows, inside)


def test_a_packed_product_is_right_and_in_use():
    if not torch.backends.mkldnn.is_available():
        pytest.skip("PyTorch comes without oneDNN on this computer")
    for rows in (1, 2, 7, 33, 200):
        weight, bias, x = operands(rows)
        exact = (x.double() @ weight.double().t()).float()
        y = torch.randn_like(exact)
        with_bias, bare = (make_product(weight, b) for b in (bias, None))
        assert type(with_bias) is Packed
        for found, right in (
            (with_bias(x), exact + bias),
            (bare(x), exact),
            (bare.plus(x, y), y + exact),
            (with_bias.plus(x, y), y + exact + bias),
        ):
            assert found.dtype == torch.float32 and (found - right).abs().max() < 1e-5


def test_a_private_operation_that_lies_is_not_trusted(monkeypatch):
    class Lying(Packed):
        def plus(self, x, y):
            return super().plus(x, y) * (1 + 1e-3)

    class NotANumber(Packed):
        def forward(self, x):
            return super().forward(x) * float("nan")

    class Changed(Packed):
        def forward(self, x):
            return torch.ops.mkldnn.no_such_operation(x)

    weight, bias, x = operands(3)
    for way in (Lying, NotANumber, Changed):
        monkeypatch.setattr(products, "WAYS", (way, Public))
        assert type(make_product(weight, bias)) is Public
    torch.testing.assert_close(make_product(weight, bias)(x), x @ weight.t() + bias)


def test_other_kinds_of_numbers_are_exact():
    weight, bias, x = (t.double() for t in operands(4))
    torch.testing.assert_close(
        make_product(weight, bias)(x), x @ weight.t() + bias, rtol=1e-14, atol=1e-14
    )
