"""The engine of the microscope in a browser: equal to PyTorch, and its tokenizer to ours."""

import random
import re

import numpy as np
import pytest
import torch

from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from elmo_lite.files import DATA
from elmo_lite.reading.score import perplexity
from elmo_lite.text import character_ids, tokenize
from microscope import kernel, pack
from microscope.corpus import Corpus

HOSTILE = """\
don't DON’T can't cannot CANNOT gonna gotta wanna
it's It’S we'll I'd they've o'clock O'Brien's rock'n'roll
Mr. Smith met Dr. J. Smith in the U.S. at 5 p.m. yesterday. No. 5 is no. 7; no. Nothing.
3.5 1,000 4:00 9/11 20th 3월 5pm 5pmx 5PM. 1.2.3.4
well-known non-violent e-mail re-enter https://a.b/c?d=e. (www.example.com/x) a.b@c.d.e, x+y@z
... -- !! ?!? :) ;-) =D :Dx (: “Hello,” she said—‘no’ … «oui»
naïve e\u0301te\u0301 Straße ﬁne ÀÉ ſ's it'ſ PREſ
안녕하세요 갔어요. ㅋㅋ ㅏ 나는 O'Neill을 \u1100\u1161
👍🏽👩‍👩‍👧🇰🇷🇩🇪 🇰 x👍👍 a\u200bb a\ufeffb a\u0085b a\x1cb a\xa0b filename.txt e.g. i.e.
<b>x</b> & "q" </S> <S> <unk> __init__ ²³ ½ Ⅷ 日本語テスト。 नमस्ते x?""".splitlines()
HOSTILE += ["", " ", "x" * 300, "'" * 20, "a " * 50, "안" * 60, "\U0001f600\u0301"]


def sentences(count):
    """Sentences of our corpus in tokens, and the hostile ones."""
    own = Corpus.load("en").sentences
    step = len(own) // count
    return own[::step][:count] + [tokenize(text)[:60] for text in HOSTILE]


WANTED = "bank.random.safetensors"  # any name that the server gives out: the layers of PyTorch
READ = """
    const file = async (name) => (await fetch("/data/en/" + name)).arrayBuffer();
    const text = async (name) => new TextDecoder().decode(await file(name));
    const options = JSON.parse(await text("options.json"));
    const words = (await text("words.txt")).split("\\n");
    const tensors = given.seed === undefined ? safetensors(await file("weights.safetensors"))
        : randomWeights(options, words.length, given.seed);
    const elmo = new Elmo(options, words, tensors, new Machine(given.simd));
    const found = given.sentences.map((sentence) => elmo.read([sentence])[0]);
    const wanted = new Float32Array(await file(given.wanted));
    let largest = 0, count = 0;
    for (const layers of found) for (let j = 0; j < 3; j++)
        layers.tokens.forEach((_, k) => layers.both(j, k + 1).forEach((v) => {
            const away = Math.abs(v - wanted[count++]);
            if (!(away <= largest)) largest = away;
        }));
    const top = found.slice(0, given.predicted).map((layers) => ["forward", "backward"].map((way) =>
        predict(elmo, layers.tokens.map((_, k) => layers.at(way, 2, k + 1)), 5)
            .map(({ top }) => top.map(({ id, p }) => [id, p]))));
    return { largest, complete: count === wanted.length, top, simd: elmo.m.simd };
"""


def read(engine, elmo, sentences, predicted=0, simd=True, **given):
    """Let the page read; its layers and predictions must be those of PyTorch with `elmo`."""
    want = elmo.embed(sentences, layer="all", progress=False)
    (engine.path / WANTED).write_bytes(b"".join(layers.astype("<f4").tobytes() for layers in want))
    given |= {"sentences": sentences, "predicted": predicted, "simd": simd, "wanted": WANTED}
    found = engine.run(READ, **given)
    assert found["simd"] is simd and found["complete"]
    assert found["largest"] < 1e-5  # and not NaN
    for tokens, both in zip(sentences, found["top"], strict=False):
        check_predictions(elmo, tokens, both)


@torch.inference_mode()
def check_predictions(elmo, tokens, both):
    """The five likeliest words are the same in the same order, and so are their probabilities."""
    layers = elmo.layers([tokens], progress=False)[0]
    for h, rows in zip((layers.forward[-1], layers.backward[-1]), both, strict=True):
        p, ids = elmo.model.log_distribution(h).exp().topk(5)
        assert np.array(rows)[..., 0].tolist() == ids.tolist()
        assert np.allclose(np.array(rows)[..., 1], p.numpy(), rtol=1e-4)


# ---- the biLM ----


def dequantised(elmo: Elmo) -> Elmo:
    """The same model with the numbers that int8 leaves: what the page computes with."""
    state = {}
    for name, tensor in elmo.model.state_dict().items():
        x = tensor.numpy()
        if x.ndim < 2 or "embedding" in name or "convolutions" in name:
            state[name] = tensor.half().float()
        else:
            rows, scale = pack.eight_bits(x)
            state[name] = torch.from_numpy(rows * scale[:, None].astype(np.float32))
    same = Elmo(elmo.model)
    same.model.load_state_dict(state, assign=True)
    return Elmo(same.model)


@pytest.mark.parametrize("form", ["float16", "int8"])
def test_all_layers_and_predictions_are_those_of_pytorch(engine, form):
    """200 sentences of our corpus and hostile ones; int8 beside the numbers that int8 leaves."""
    shipped = Elmo.load()
    engine.put(shipped, pack.weights(shipped, exact=form == "float16"))
    elmo = shipped if form == "float16" else dequantised(shipped)
    read(engine, elmo, sentences(200), predicted=20)


TYPED = """
    const file = async (name) => (await fetch("/data/en/" + name)).arrayBuffer();
    const text = async (name) => new TextDecoder().decode(await file(name));
    const options = JSON.parse(await text("options.json"));
    const words = (await text("words.txt")).split("\\n");
    const tensors = safetensors(await file("weights.safetensors"));
    const elmo = new Elmo(options, words, tensors, new Machine(true));
    let largest = 0, steps = 0;
    const { lstm } = elmo;
    elmo.lstm = (x, running, ...others) => {
        steps += running.length;
        return lstm.call(elmo, x, running, ...others);
    };
    const counts = given.sentences.map((tokens) => {
        steps = 0;
        const found = elmo.readOn(tokens), count = steps, [want] = elmo.read([tokens]);
        for (let j = 0; j < 3; j++) for (let k = 0; k < tokens.length + 2; k++) {
            const a = found.both(j, k), b = want.both(j, k);
            a.forEach((v, d) => {
                if (!(Math.abs(v - b[d]) <= largest)) largest = Math.abs(v - b[d]);
            });
        }
        return count;
    });
    return { largest, counts };
"""


def test_who_types_waits_for_what_is_new_alone(engine):
    """A sentence after another one, typed on, changed in its middle, beside a second one."""
    elmo = Elmo.load()
    engine.put(elmo, pack.weights(elmo))
    typed = ["", "The", "The boys", "The boys play", "The boy", "The boy plays here"]
    typed += ["Here it is .", "The boys play here", "Here it was ."]
    typed += ["The boys play there", "The girls play there"]
    found = engine.run(TYPED, sentences=[text.split() for text in typed])
    assert found["largest"] < 1e-6  # and not NaN
    whole = [2 * 2 * (len(text.split()) + 2) for text in typed]  # layers, directions, words, marks
    assert found["counts"][0] == whole[0]
    assert found["counts"][6] == whole[6] - 2 * 2  # one mark each
    # In two layers: forward from the new word on, with </S>, and backward from it, with <S>.
    assert found["counts"][9] == 2 * (2 + 5), "the sentence before the last one is remembered, too"
    assert found["counts"][10] == 2 * (4 + 3)
    assert all(count <= most for count, most in zip(found["counts"], whole, strict=True))


def test_plain_javascript_gives_the_same(engine):
    elmo = Elmo.load()
    engine.put(elmo, pack.weights(elmo, exact=True))
    read(engine, elmo, sentences(4)[::3], predicted=2, simd=False)


def test_korean_is_spelled_in_jamo(engine):
    shipped = Elmo.load("ko")
    engine.put(shipped, pack.weights(shipped))
    texts = Corpus.load("ko").sentences[::20] + [tokenize(text)[:60] for text in HOSTILE]
    read(engine, dequantised(shipped), texts, predicted=3)


def test_random_weights_are_drawn_as_pytorch_draws_them(engine):
    shipped = Elmo.load()
    engine.put(shipped, b"")
    for seed in (0, 3):
        read(engine, with_random_weights(shipped, seed), sentences(10), predicted=1, seed=seed)


def test_int8_changes_little():
    """The perplexity rises by less than half a percent (whole corpus: README of the weights)."""
    shipped = Elmo.load()
    texts = Corpus.load("en").sentences[::20]
    before, after = (perplexity(e.model, texts) for e in (shipped, dequantised(shipped)))
    assert after.forward < 1.005 * before.forward and after.backward < 1.005 * before.backward


def test_a_matrix_of_any_size_is_multiplied(engine):
    """Sizes that the steps of four do not fit: too few rows, odd columns."""
    code = """
    const m = new Machine(true), found = [];
    for (const [n, rows, cols] of [[1, 2, 8], [3, 5, 6], [2, 7, 12], [5, 4, 4]]) {
        const x = Float32Array.from({ length: n * cols }, (_, i) => Math.sin(i));
        const w = Float32Array.from({ length: rows * cols }, (_, i) => Math.cos(3 * i));
        const b = Float32Array.from({ length: rows }, (_, i) => i / 4);
        const y = m.room(n * rows * 4);
        m.matmul(m.keep(x), m.keep(w), m.keep(b), y, n, rows, cols);
        found.push([n, rows, cols, Array.from(m.f32.slice(y >> 2, (y >> 2) + n * rows))]);
    }
    return found;"""
    for n, rows, cols, got in engine.run(code):
        x = np.sin(np.arange(n * cols)).reshape(n, cols)
        w = np.cos(3 * np.arange(rows * cols)).reshape(rows, cols)
        assert np.allclose(np.reshape(got, (n, rows)), x @ w.T + np.arange(rows) / 4, atol=1e-5)


# ---- the tokenizer ----


def raw_texts():
    text = (DATA / "senses" / "en.conllu").read_text(encoding="utf-8")
    return re.findall("^# text = (.*)$", text, flags=re.M)


LETTERS = "aAnNtTsSmMdrevlco.'’-/@:;!?,()[]\"“” \u00a0\t019_éÀſK\u0301\u200d👍🏽🇰🇷한ب½²—…$%&+"
PARTS = "n't can not gon na Mr. No. no.\u2003 www. http:// pm am J. e- non- re- 's ’ll U.S."


def fuzz(count):
    """Texts of letters and parts of words that mean something to the rules."""
    draw, pieces = random.Random(0), [*LETTERS, *PARTS.split(" ")]
    return ["".join(draw.choices(pieces, k=draw.randint(1, 25))) for _ in range(count)]


def test_the_tokenizer_is_that_of_the_course(engine):
    texts = raw_texts() + HOSTILE + fuzz(20_000)
    found = engine.run("return given.texts.map(tokenize)", texts=texts)
    wrong = [(t, f, tokenize(t)) for t, f in zip(texts, found, strict=True) if f != tokenize(t)]
    assert wrong == []


def test_half_a_character_becomes_a_question_mark(engine):
    assert engine.run("return tokenize('a\\ud800 \\udc00b \\ud83d\\ude00')") == [
        "a",
        "?",
        "?",
        "b",
        "😀",
    ]


ODD_WORDS = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "<S>", "배"]


@pytest.mark.parametrize("alphabet", ["bytes", "jamo"])
def test_a_word_that_objects_have_as_a_name_is_spelled_like_any_other(engine, alphabet):
    found = engine.run(
        "const { characterIds } = await import('/spell.js');"
        "return given.words.map((word) => characterIds(word, 50, given.alphabet))",
        words=ODD_WORDS,
        alphabet=alphabet,
    )
    for word, ids in zip(ODD_WORDS, found, strict=True):
        own = character_ids([word], alphabet=alphabet)[0].tolist()
        assert ids == [i for i in own if i != 261], word


# ---- the loops ----


def test_the_bytes_of_the_loops_are_those_of_their_text():
    pytest.importorskip("wasmtime")
    assert (kernel.PAGE / "kernel.js").read_text(encoding="utf-8") == kernel.kernel_js()
