"""Word vectors as the first knowledge of a biLM: what the char-CNN and the softmax take over."""

import random
from functools import partial

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from elmo_lite import weights
from elmo_lite.bilm import BiLanguageModel, BiLMShape
from elmo_lite.char_cnn import CharCNN, CharShape, embed_words
from elmo_lite.text import Vocabulary, character_ids
from elmo_lite.training import batches, command, log, warm_start
from elmo_lite.training.warm_start import SkipGramSettings, SpellingSettings

CHARACTERS = CharShape(filters=((1, 8), (2, 16), (3, 32)), emb_dim=12)
SHAPE = BiLMShape(CHARACTERS, hidden_dim=16, proj_dim=12)
WORDS = ["the", "cat", "dog", "sat", "ran", "on", "mat", "rug", "a", "and", "then", "they", "it"]
WORDS += ["was", "big", "small", "old", "new"]


def model(words=WORDS):
    torch.manual_seed(0)
    return BiLanguageModel(SHAPE, Vocabulary.build([words]))


def vectors(count, seed=0):
    """Random vectors, the three special words without one."""
    rows = torch.randn(count, SHAPE.proj_dim, generator=torch.Generator().manual_seed(seed))
    rows[:3] = 0
    return rows


def test_targets_have_no_common_mean_and_one_length():
    rows = vectors(40) + 5.0
    rows[:3] = 0
    goals, known = warm_start.targets(rows)
    assert known.tolist() == [False] * 3 + [True] * 37
    assert goals[:3].abs().max() == 0
    # A spread of 1: the mean square of every row is exactly 1.
    assert torch.allclose(goals[3:].square().mean(dim=1), torch.ones(37), atol=1e-5)
    share = goals[3:].mean(dim=0).norm() / goals[3:].norm(dim=1).mean()
    assert share < 0.15 < F.normalize(rows[3:], dim=1).mean(dim=0).norm()


def test_the_char_cnn_learns_to_spell_vectors_out():
    goals = vectors(len(WORDS) + 3)[3:]
    torch.manual_seed(0)
    cnn = CharCNN(CHARACTERS)
    before = warm_start.spelled(cnn, WORDS, goals)
    # 512 words a batch, but never more than there are
    after = warm_start.spell_out(cnn, WORDS, goals, SpellingSettings(passes=300))
    assert before < 0.3 and after > 0.95
    with torch.no_grad():  # a word it was not taught still gets a vector, and its own
        new = embed_words(cnn, torch.from_numpy(character_ids(["cats", "rugby"])))
    assert new.norm(dim=1).min() > 0.1 and not torch.allclose(new[0], new[1], atol=0.1)


def test_spelling_is_the_same_with_the_same_seed():
    goals = vectors(len(WORDS) + 3)[3:]
    found = []
    for seed in (0, 0, 1):
        torch.manual_seed(0)
        cnn = CharCNN(CHARACTERS)
        warm_start.spell_out(cnn, WORDS, goals, SpellingSettings(5, 16, seed=seed))
        found.append(cnn.projection.weight.detach().clone())
    assert torch.equal(found[0], found[1]) and not torch.equal(found[0], found[2])


def test_a_frequent_word_gets_its_vector_as_softmax_row():
    softmax = torch.nn.AdaptiveLogSoftmaxWithLoss(12, 60, [20], div_value=2.0)
    goals, _ = warm_start.targets(vectors(60))
    warm_start.fill_softmax(softmax, goals)
    rows = softmax.head.weight.detach()
    assert torch.allclose(rows[:3], torch.zeros(3, 12))
    assert torch.allclose(F.cosine_similarity(rows[3:20], goals[3:20]), torch.ones(17))
    assert rows[3:20].norm(dim=1).mean() == pytest.approx(
        warm_start.SOFTMAX_LENGTH * 60 / 57, rel=1e-4
    )


def test_rare_words_keep_the_products_that_their_few_numbers_can_hold():
    """If the vectors of a cluster span no more directions than it has numbers, nothing is lost."""
    softmax = torch.nn.AdaptiveLogSoftmaxWithLoss(12, 60, [20], div_value=2.0)
    goals = vectors(60)
    basis = torch.randn(6, 12, generator=torch.Generator().manual_seed(1))
    goals[20:] = goals[20:, :6] @ basis
    warm_start.fill_softmax(softmax, goals)
    narrow, rare = softmax.tail[0]
    context = torch.randn(5, 12)
    with torch.no_grad():
        logits = rare(narrow(context))
    scale = warm_start.SOFTMAX_LENGTH / goals.norm(dim=1).mean()
    assert torch.allclose(logits, scale * context @ goals[20:].t(), atol=1e-4)
    mean = scale * goals[20:].mean(dim=0)
    assert torch.allclose(softmax.head.weight[20], mean, atol=1e-6)


def test_warm_start_gives_both_ends_of_the_model_the_vectors():
    warm, cold = model(), model()
    rows = vectors(len(warm.vocabulary))
    settings = SpellingSettings(passes=120, batch_size=16)
    cosine = warm_start.warm_start(warm, rows, settings)
    goals, _ = warm_start.targets(rows)
    x = embed_words(warm.bilm.char_cnn, torch.from_numpy(character_ids(warm.vocabulary.words[3:])))
    assert F.cosine_similarity(x, goals[3:]).mean().item() == pytest.approx(cosine, abs=1e-5)
    assert cosine > 0.9
    for name, tensor in warm.bilm.forward_lstms.state_dict().items():
        assert torch.equal(tensor, cold.bilm.forward_lstms.state_dict()[name])


def test_the_char_cnn_also_spells_words_that_the_softmax_does_not_know():
    warm = model()
    rare = ["zyx", "zyxw"]
    rows = vectors(len(warm.vocabulary) + 2)
    settings = SpellingSettings(passes=150, batch_size=16)
    assert warm_start.warm_start(warm, rows, settings, rare=rare) > 0.9
    goals, _ = warm_start.targets(rows)
    assert warm_start.spelled(warm.bilm.char_cnn, rare, goals[-2:]) > 0.8
    expected = model().softmax
    warm_start.fill_softmax(expected, goals[:-2])
    torch.testing.assert_close(warm.softmax.head.weight, expected.head.weight)


def test_vectors_of_another_size_are_refused():
    with pytest.raises(ValueError, match=r"shape \(5, 12\) and the model needs \(21, 12\)"):
        warm_start.warm_start(model(), vectors(5))


def sentences(count=1500):
    """Cats and dogs do the same things; so do March and May, and nothing that cats do. They are
    told from "march" by their first letter alone."""
    generator = random.Random(0)
    found = []
    for _ in range(count):
        animal, month = generator.choice(["cat", "dog"]), generator.choice(["March", "May"])
        found.append(["the", animal, generator.choice(["sat", "ran"]), "on", "the", "rug"])
        found.append(["it", "rained", "in", month, generator.choice(["again", "twice"])])
        found.append(["soldiers", generator.choice(["march", "walk"]), "to", "war"])
    return found


def test_skip_gram_vectors_keep_capitals_and_know_who_does_the_same():
    text = sentences()
    vocabulary = Vocabulary.build(text)
    settings = SkipGramSettings(emb_dim=12, window=3, sample=0, epochs=5, workers=1)
    rows = torch.from_numpy(warm_start.train_vectors(text, vocabulary, settings))
    assert rows.shape == (len(vocabulary), 12)
    assert rows[:3].abs().max() == 0

    def cosine(a, b):
        return float(F.cosine_similarity(rows[vocabulary.id(a)], rows[vocabulary.id(b)], dim=0))

    assert cosine("cat", "dog") > cosine("cat", "May") + 0.3
    assert cosine("March", "May") > cosine("March", "march") + 0.3


def test_vectors_of_jamo_know_a_rare_form_by_its_letters():
    """The brother with another particle was met once; whole eojeol know nothing of him."""
    text = 300 * [["오늘", "남동생이", "집에", "왔다"], ["비가", "밤새", "많이", "내렸다"]]
    text.append(["어제", "남동생은", "학교에", "갔다"])
    vocabulary, cosines = Vocabulary.build(text), {}
    for jamo in (False, True):
        settings = SkipGramSettings(emb_dim=12, sample=0, workers=1, jamo=jamo, buckets=2000)
        rows = warm_start.train_vectors(text, vocabulary, settings)
        assert not rows[:3].any() and rows[3:].any(axis=1).all()
        one, other = (torch.from_numpy(rows[vocabulary.id(w)]) for w in ("남동생이", "남동생은"))
        cosines[jamo] = float(F.cosine_similarity(one, other, dim=0))
    assert cosines[True] > cosines[False] + 0.3, cosines


def test_vectors_are_saved_and_read(tmp_path):
    vocabulary = Vocabulary.build([WORDS])
    rows = vectors(len(vocabulary))
    weights.ours.save_vectors(vocabulary, rows, tmp_path / "v")
    again, read = warm_start.load(tmp_path / "v")
    assert again.words == vocabulary.words
    assert np.allclose(read, rows, atol=2e-3)
    with pytest.raises(FileNotFoundError, match="warm_start TEXT --out"):
        warm_start.load(tmp_path)
    (tmp_path / "v" / "vocabulary.tsv").write_text("<unk>\t0\n<s>\t0\n</s>\t0\n")
    with pytest.raises(ValueError, match="3 words but 21 vectors"):
        warm_start.load(tmp_path / "v")
    (tmp_path / "v" / "vectors.safetensors").write_bytes(b"no")
    with pytest.raises(ValueError, match="is damaged .*: make vectors with"):
        warm_start.load(tmp_path / "v")


def test_both_commands_from_a_text_to_a_warm_model(text, tmp_path, monkeypatch, capsys):
    """vectors -> pretrain --warm-start -> weights whose layer 0 still resembles the vectors; a
    resumed run does not spell again."""
    monkeypatch.setattr(warm_start, "SpellingSettings", lambda seed: SpellingSettings(passes=150))
    out = str(tmp_path / "v")
    made = [str(text), "--out", out, "--emb-dim", "12", "--workers", "1"]
    assert warm_start.main(made) == 0
    vocabulary, rows = warm_start.load(tmp_path / "v")
    warm = ["--size", "tiny", "--learning-rate", "1e-4", "--warm-start", out]
    model, _ = trained(text, "run", *warm, "--tokens", "500")
    assert "mean cosine of" in capsys.readouterr().out
    assert model.vocabulary.words == vocabulary.words
    goals, known = warm_start.targets(rows)
    words = [w for w, there in zip(vocabulary.words, known, strict=True) if there]
    assert warm_start.spelled(model.bilm.char_cnn, words, goals[known]) > 0.8
    start = weights.ours.load_start(text.parent / "run" / "warm_start")
    assert warm_start.spelled(start, words, goals[known]) > 0.8, "the control of every probe"
    few = ["--vocabulary-size", "5", "--tokens", "50"]
    assert trained(text, "few", *warm, *few)[0].vocabulary.words == vocabulary.words[:8]
    assert "mean cosine of" in capsys.readouterr().out
    _, records = trained(text, "run", *warm, "--tokens", "900", "--resume")
    assert "cosine" not in capsys.readouterr().out
    assert records[-1]["tokens"] >= 900
    missing = ["--out", str(tmp_path / "new"), "--warm-start", str(tmp_path / "no")]
    assert command.main([str(text), *missing]) == 1
    assert "holds no vocabulary.tsv: make vectors with" in capsys.readouterr().err


@pytest.fixture
def text(tmp_path, monkeypatch):
    """A made text; "tiny" is even smaller."""
    monkeypatch.setitem(command.SHAPES, "tiny", SHAPE)
    path = tmp_path / "text.txt"
    path.write_text("".join(" ".join(s) + ".\n" for s in sentences(200)), encoding="utf-8")
    return path


def trained(text, name, *options):
    """A short run beside the text -> its weights and its log."""
    out = text.parent / name
    run = [str(text), "--out", str(out), "--rows", "8", "--threads", "1", "--warmup", "1"]
    run += ["--precision", "float32", "--dropout", "0", "--tokens", "3000", "--log-every", "1"]
    assert command.main([*run, *options]) == 0
    return weights.ours.load(out / "model"), log.read_log(out / "log.jsonl")


def test_the_char_cnn_may_learn_slowly_or_not_at_all(text):
    runs = {
        rate: trained(text, f"rate{rate}", "--size", "tiny", "--token-rate", rate)[0]
        for rate in ("0", "0.1", "1")
    }
    torch.manual_seed(0)
    fresh = BiLanguageModel(SHAPE, runs["0"].vocabulary)

    def moved(model, part):
        before, after = fresh.get_submodule(part).state_dict(), model.get_submodule(part)
        return sum(float((t - before[n].half()).abs().sum()) for n, t in after.state_dict().items())

    letters = {rate: moved(model, "bilm.char_cnn") for rate, model in runs.items()}
    assert letters["0"] == 0 < letters["0.1"] < letters["1"] / 3
    lstms = [moved(model, "bilm.forward_lstms") for model in runs.values()]
    assert min(lstms) > 0.5 * max(lstms) > 0


def test_a_run_from_weights_may_skip_what_they_have_read(text, monkeypatch):
    """The first losses are those of the block where it begins, not those of the first block."""
    trained(text, "first", "--size", "tiny")
    start = ("--from", str(text.parent / "first" / "model"))
    small_blocks = partial(batches.training_blocks, block_characters=1000)
    monkeypatch.setattr(batches, "training_blocks", small_blocks)
    _, whole = trained(text, "whole", *start)
    _, later = trained(text, "later", *start, "--skip-blocks", "2")
    assert whole[0]["block"] == 0 and later[0]["block"] == 2
    assert whole[0]["forward"] != later[0]["forward"]
