"""The Python of the microscope: what its modes say, its files, its server, the still."""

import inspect
import json
import re
import subprocess
import sys
import urllib.request

import numpy as np
import pytest
import scope
from safetensors.numpy import load

import microscope
from elmo_lite import corpora, senses
from elmo_lite.elmo import Elmo
from microscope import bundle, pack, server, store
from microscope.bank import MODES, Bank
from microscope.corpus import Corpus
from microscope.store import FILES, RANDOM, State, Store
from microscope.widget import send
from notebooks.course import language
from notebooks.course.microscope import Microscope
from notebooks.course.plots import still, style

SENTENCE = "We sat on the bank of the river ."


@pytest.fixture(scope="module")
def bank():
    """A small corpus as the shipped weights read it."""
    return Bank(Elmo.load(), scope.part("en"))


# ---- the corpus ----


def test_the_corpus_word_by_word():
    corpus = scope.part("en")
    i = int(np.flatnonzero(corpus.marked)[-1])
    occurrence = corpus.occurrences[i]
    assert corpus.words[corpus.marked[i]] == occurrence.tokens[occurrence.index]
    assert corpus.senses[corpus.label[i]].sense == occurrence.sense
    at = corpus.marked[i]
    assert corpus.sentences[corpus.sentence[at]][corpus.position[at]] == corpus.words[at]
    assert set(corpus.marked) <= set(corpus.kept), "a marked word is always a neighbour"
    assert corpus.place(list(occurrence.tokens)) == i and corpus.place(["no", "."]) == -1


def test_a_korean_noun_may_have_the_particle_of_another():
    corpus = Corpus.load("ko")
    assert corpus.lemma_of("배만은") == "배" or "만은" not in corpus.endings
    assert corpus.lemma_of("배를") == "배" and corpus.lemma_of("배우") == ""
    assert Corpus.load("en").lemma_of("Banks") == "bank"


# ---- the modes ----


def test_a_mode_is_better_than_its_control_and_than_a_blind_guess(bank):
    """In the layer that reads; what layer 0 knows is what its words are."""
    for mode in ("near", "pos", "sense"):
        shares = bank.score(mode)
        assert len(shares) == 3 and max(shares[1:]) > bank.baseline(mode), mode
    assert bank.score("next")[2] > bank.baseline("next")
    assert bank.score("sense")[2] > bank.score("sense")[0] + 0.2


def test_what_is_asked_ahead_is_the_next_word_or_the_mark(bank):
    vocabulary, corpus = bank.model.vocabulary, bank.corpus
    for direction, step, mark in (("forward", 1, "</s>"), ("backward", -1, "<s>")):
        rows, truth = bank.asked(direction)
        for row, word in zip(rows[:50].tolist(), truth[:50].tolist(), strict=True):
            tokens = corpus.sentences[corpus.sentence[row]]
            at = corpus.position[row] + step
            there = tokens[at] if 0 <= at < len(tokens) else mark
            assert vocabulary.words[word] == there


def test_neighbours_are_of_another_form_and_from_other_sentences(bank):
    corpus = bank.corpus
    rows = corpus.marked[:20]
    words = [corpus.words[i] for i in rows]
    found, cosines = bank.nearest(2, bank.layers[2][rows], words, corpus.sentence[rows], k=3)
    assert (np.diff(cosines) <= 0).all() and found.shape == (20, 3)
    for row, near in zip(rows, found, strict=True):
        assert corpus.low[row] not in corpus.low[near]
        assert corpus.sentence[row] not in corpus.sentence[near]


def test_an_occurrence_does_not_vote_for_itself(bank):
    """Left out of its own centroid, it is less often near its sense than with itself."""
    with_itself = np.mean(
        [
            bank.sense_cosines(2, o.lemma, bank.layers[2][bank.corpus.marked[i]]).argmax()
            == bank.corpus.senses_of(o.lemma).index(bank.corpus.label[i])
            for i, o in enumerate(bank.corpus.occurrences)
        ]
    )
    assert bank.score("sense")[2] < with_itself <= 1


def test_senses_are_compared_as_in_chapter_10(bank):
    """In its space, each occurrence with the centroids of the others, written out."""
    corpus, j = bank.corpus, 2
    lemmas = [occurrence.lemma for occurrence in corpus.occurrences]
    placed = senses.in_space(bank.layers[j][corpus.marked], lemmas, "whitened 1/4")
    right = []
    for i, lemma in enumerate(lemmas):
        own = [(corpus.label == s) & (np.arange(len(lemmas)) != i) for s in corpus.senses_of(lemma)]
        means = np.stack([placed[rows].mean(axis=0) for rows in own])
        middle = means.mean(axis=0)
        cosines = senses.unit(means - middle) @ senses.unit(placed[i] - middle)
        right.append(corpus.senses_of(lemma)[cosines.argmax()] == corpus.label[i])
    assert bank.score("sense")[j] == round(float(np.mean(right)), 4)
    for s, centroid in enumerate(bank.space(j).centroids):
        assert np.allclose(centroid, placed[corpus.label == s].mean(axis=0), atol=1e-5)


# ---- the files ----


def test_eight_and_four_bits_keep_what_they_should(bank):
    rows = np.random.default_rng(0).normal(size=(20, 64)).astype(np.float32)
    whole, scale = pack.eight_bits(rows)
    assert whole.dtype == np.int8 and np.abs(whole).max() == 127
    assert np.abs(whole * scale[:, None].astype(np.float32) - rows).max() < 0.02
    turn = pack.rotation(40, np.random.default_rng(0))
    assert turn.shape == (40, 48) and np.allclose(turn @ turn.T, np.eye(40), atol=1e-5)
    unit = senses.unit(rows)
    packed = pack.four_bits(unit @ pack.rotation(64, np.random.default_rng(0)))
    assert packed.shape == (20, 32)
    opened = np.stack([packed & 15, packed >> 4], axis=2).reshape(20, 64).astype(int)
    opened = senses.unit(np.where(opened > 7, opened - 16, opened) + 0.5)
    turned = unit @ pack.rotation(64, np.random.default_rng(0))
    assert (opened * turned).sum(axis=1).min() > 0.97


def test_the_packed_probe_is_the_probe(bank):
    tables = pack.probe_tables(bank, 1)
    x = bank.layers[1][:50]
    logits = x @ tables["pos.1"].T + tables["pos.1.bias"]
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    assert np.allclose(p / p.sum(axis=1, keepdims=True), bank.tags(1, x), atol=1e-4)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A store whose files are ready, made of a small corpus."""
    patch = pytest.MonkeyPatch()
    cache = tmp_path_factory.mktemp("cache")
    scope.fill(cache, tmp_path_factory.getbasetemp().parent, patch)
    patch.setenv("ELMO_LITE_CACHE", str(cache))
    yield Store()
    patch.undo()


def test_the_files_of_the_page(files):
    folder = files.make("en")
    assert files.state("en") == State(1)
    assert {path.name for path in folder.iterdir()} == {*FILES, RANDOM}
    about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    assert about["licence"] == "CC BY-SA 4.0" and about["precision"] == "int8"
    scores = json.loads((folder / "scores.json").read_text(encoding="utf-8"))
    assert set(scores) == set(MODES) and set(scores["near"]) == {"trained", "random", "without"}
    tensors = load((folder / "bank.safetensors").read_bytes())
    assert tensors["near.2"].shape == (len(tensors["kept.sentence"]), 96)
    assert tensors["map.0"].shape == (len(about["sentences"]), 2)
    assert sum((folder / name).stat().st_size for name in FILES) < 18e6


def test_the_files_of_the_model_are_there_before_those_of_the_corpus(monkeypatch, tmp_path):
    """So the page opens on its next words while the bank is still being made."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    seen, small = [], scope.part("en")
    monkeypatch.setattr(Corpus, "load", lambda _: small)
    shelf = Store()
    shelf.states["en"] = State(0.5, "reading")

    def say(share, what):
        there = [name for name in FILES if server.answer(shelf, f"en/{name}")[0] == 200]
        seen.append((what.partition(",")[0], there))

    shelf.make("en", say)
    assert ("reading sentences", list(store.MODEL)) in seen
    assert seen[0] == ("loading PyTorch", []) and seen[-1][1] == list(FILES[:-1])
    assert server.answer(shelf, f"en/{store.SCORES}")[0] == 200


def test_no_file_holds_a_sentence_that_is_not_ours(files):
    ours = {" ".join(o.tokens) for o in Corpus.load("en").occurrences}
    about = json.loads((files.make("en") / "about.json").read_text(encoding="utf-8"))
    assert set(about["sentences"]) <= ours


def test_other_weights_are_other_files(files, tmp_path):
    for name in store.OF_WEIGHTS:
        (tmp_path / name).write_bytes((files.weights["en"] / name).read_bytes()[:-1])
    other = Store({"en": tmp_path})
    assert other.folder("en") != files.folder("en") != Store(exact=True).folder("en")
    assert (
        list(other.languages) == ["en", "ko"] and list(Store({"ko": tmp_path}).languages)[0] == "ko"
    )


def test_a_folder_without_weights_is_one_sentence(tmp_path):
    with pytest.raises(ValueError, match="holds no options.json: name a folder"):
        Store({"en": tmp_path})


# ---- one file ----


def test_the_modules_in_one_are_all_modules_and_no_import_is_left():
    for text in (bundle.joined("start"), bundle.joined("worker"), bundle.widget()):
        assert "\nimport " not in text and "\nexport class" not in text
    everything = bundle.widget()
    for file in bundle.PAGE.glob("*.js"):
        if file.stem != "start":
            assert f"const ${file.stem} = " in everything, file.name


def test_a_module_exports_what_others_import_from_it():
    """One `export const` exports one name in the bundle: a second would be undefined there."""
    for file in bundle.PAGE.glob("*.js"):
        for names, other in bundle.IMPORT.findall(file.read_text(encoding="utf-8")):
            imported = {name.split(" as ")[0] for name in re.findall(r"\w+(?: as \w+)?", names)}
            exported = {name for _, name in bundle.EXPORT.findall(bundle.read(f"{other}.js"))}
            assert imported <= exported, (file.name, other)


def test_no_file_of_the_page_names_another_computer():
    for file in bundle.PAGE.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text.replace("https?:", "") and "https://" not in text, file.name


# ---- the still and the widget ----


def test_the_still_shows_the_numbers_of_pytorch():
    ax = Microscope("The boys who play in the park are happy.").still()
    said = [text.get_text().strip() for text in ax.texts]
    assert said.count("are") >= 2 and ".60" in said and "layer 2" in said
    alt = style.alt_text(ax.figure)
    assert "layer 2: The ⟨rare⟩ 0.09" in alt and "park are 0.60" in alt


def test_the_still_agrees_with_the_modes(bank, monkeypatch):
    monkeypatch.setattr(still, "bank_of", lambda *_: bank)
    for mode in ("near", "pos", "sense"):
        cells = still.answers(SENTENCE, mode)
        assert len(cells) == 3 and len(cells[0]) == 9
        assert len(cells[2][4]) <= 3
    assert still.answers(SENTENCE, "sense")[2][4][0][0] == "river"
    assert still.answers(SENTENCE, "sense")[2][0] == []
    tags = [cell[0][0] for cell in still.answers(SENTENCE, "pos")[2]]
    assert tags == ["PRON", "VERB", "ADP", "DET", "NOUN", "ADP", "DET", "NOUN", "PUNCT"]


def test_a_saved_notebook_gets_the_picture_and_a_text_and_little_else(monkeypatch):
    monkeypatch.setenv("ELMO_LITE_BUILD", "here")
    data, metadata = Microscope("The boys play.", mode="next")._repr_mimebundle_()
    assert set(data) == {"text/plain", "image/png"}
    assert metadata["image/png"]["alt"].startswith("A grid: for each word of “The boys play.”")
    assert len(json.dumps(data)) < 150_000
    assert "layer 1" not in metadata["image/png"]["alt"], "nobody trained it for that"
    asked = Microscope("The boys play.", mode="next", word="boys", lower=True)
    boxes = asked.still().patches
    assert len(boxes) == 3 * 4 and [box.get_linewidth() for box in boxes].count(2.5) == 1


def test_the_state_of_the_widget_is_small(monkeypatch, files):
    made = Microscope("A bank.", mode="sense", word="bank", weigh="are is")
    assert made.state == {
        "text": "A bank.",
        "mode": "sense",
        "model": "trained",
        "layer": 2,
        "language": "en",
        "page": "en",
        "index": 1,
        "pair": ["are", "is"],
    }
    page = made.widget
    state = {name: value for name, value in page.get_state().items() if name[0] != "_"}
    assert len(json.dumps(state, default=str)) < 2000
    with urllib.request.urlopen(f"{page.address}languages.json", timeout=30) as answer:
        assert answer.status == 200


def test_files_go_as_messages_where_no_address_is_reached(files):
    sent = []

    class Page:
        def send(self, content, buffers=()):
            sent.append((content, buffers))

    send(Page(), files, "en/options.json")
    send(Page(), files, "en/nothing")
    (good, (body,)), (bad, none) = sent
    assert good["name"] == "en/options.json" and json.loads(body)["proj_dim"] == 192
    assert bad["state"]["error"] == "There is no file en/nothing." and not none


# ---- in Korean ----


def test_the_still_and_its_sentences_in_korean(monkeypatch):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    ax = Microscope("The boys play.").still()
    style.speak(ax.figure)
    said = [text.get_text().strip() for text in ax.texts]
    assert "2층" in said and "⟨끝⟩" in said and "boys" in said
    tokens, cells = ["The", "boys"], [[[], [("<unk>", 0.5)]], [[], []], [[("a", 1.0)], []]]
    for mode in MODES:
        alt = language.label(still.description("The boys", mode, tokens, cells))
        assert alt.startswith("“The boys”의 단어마다 ")
        assert alt.endswith("표: 2층: The a 1.00; 1층: 표시된 뜻 없음; 0층: boys ⟨미등록⟩ 0.50.")
    with pytest.raises(ValueError, match="문장에 없는 단어입니다: 'cat'. 문장의 단어: The, boys"):
        Microscope("The boys play.", word="cat")


def test_python_tells_the_page_its_language(files, monkeypatch, capsys):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    assert Microscope().widget.get_state()["state"]["page"] == "ko"
    folder = files.make("en")
    assert '<html lang="ko">' in bundle.one_file(folder, "en")
    assert '<html lang="en">' in bundle.one_file(folder, "en", page="en")
    monkeypatch.setattr(server, "watch", lambda *_: None)
    for arguments, end in (
        ([], "/?page=ko "),
        (["--page", "en", "--language", "ko"], "/#language=ko "),
    ):
        with server.Server(files) as free:
            port = str(free.server_port)
        assert server.main(["--no-browser", "--port", port, *arguments]) == 0
        assert f":{port}{end}" in capsys.readouterr().out


def test_every_sense_has_its_meaning_in_both_languages(files):
    for name in ("en", "ko"):
        for sense in corpora.sense_inventory(name):
            assert re.search("[a-z]", sense.gloss) and re.search("[가-힣]", sense.korean_gloss)
    about = json.loads((files.make("en") / "about.json").read_text(encoding="utf-8"))
    packed = {name: (gloss, korean) for name, _, gloss, korean in about["senses"]}
    assert packed["bank.river"][0].startswith("the ground along the side of a river")
    assert packed["bank.river"][1].startswith("강이나 운하")


def test_without_the_course_it_is_the_page_alone_and_says_where_its_figure_is(monkeypatch):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    alone = microscope.Microscope("The boys play.")
    assert alone.state["page"] == "ko" and microscope.Microscope(page="en").state["page"] == "en"
    text = {"text/plain": "The microscope: run this cell to use it."}
    assert alone._repr_mimebundle_() == (text, {})
    with pytest.raises(NotImplementedError, match="from notebooks.course.microscope import"):
        alone.still()
    assert inspect.signature(Microscope) == inspect.signature(microscope.Microscope)
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "xx")
    assert microscope.Microscope().state["page"] == "en"


def test_the_library_is_all_that_it_needs():
    code = """
import sys
from microscope import bank, bundle, corpus, kernel, pack, prepare, server, store, widget
print([name for name in sys.modules if name.startswith(("notebooks", "matplotlib"))])
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"mode": "tags"}, "mode is one of near"),
        ({"model": "other"}, 'model is "trained"'),
        ({"language": "de"}, "language is one of en"),
        ({"page": "de"}, "page is one of en"),
        ({"word": "cat"}, "has no word 'cat'; it has: The, boys"),
    ],
)
def test_a_wrong_argument_of_the_class_is_one_sentence(arguments, said):
    with pytest.raises(ValueError, match=said):
        Microscope("The boys play.", **arguments)
