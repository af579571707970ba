"""The explorer without a browser: what it computes, what it writes, and what its widgets do."""

import json
import re
import sys
from dataclasses import replace
from html import unescape

import numpy as np
import pytest
import small

from elmo_lite import corpora, senses, weights
from elmo_lite.__main__ import main
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.explorer import answers, html
from elmo_lite.explorer import bank as banks
from elmo_lite.explorer import command as explore_command
from elmo_lite.explorer.answers import MAX_WORDS, ask, layers_of
from elmo_lite.explorer.bank import EXAMPLES, examples
from elmo_lite.explorer.labels import LABELS, LANGUAGES, label
from elmo_lite.explorer.page import Explorer
from notebooks.course.plots import colours

ATTACK = '<script>alert("x")</script> <img src=x onerror=alert(1)> the bank'


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """The shipped biLM and its control, with the sentences of three words."""
    chosen = [o for o in corpora.senses("en") if o.lemma in ("bank", "gift", "play")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ELMO_LITE_CACHE", str(tmp_path_factory.mktemp("cache")))
        trained = banks.read("en", Elmo.load("en"), chosen)
        return {"trained": trained, "random": banks.control(trained)}


@pytest.fixture
def bank(models):
    return models["trained"]


@pytest.fixture
def loads(models, monkeypatch):
    """Loads the models of these tests; a set of other weights may be added, or an error."""
    found, asked_for = {"en": models}, []

    def load(language):
        asked_for.append(language)
        if isinstance(found[language], Exception):
            raise found[language]
        return found[language]["trained"]

    monkeypatch.setattr(banks, "load", load)
    monkeypatch.setattr(banks, "control", lambda bank: found[bank.language]["random"])
    monkeypatch.setattr(banks, "weights", lambda: dict.fromkeys(found))
    return found, asked_for


@pytest.fixture
def page(loads):
    return Explorer()


def asked(bank, text, word):
    tokens, _ = answers.words(text)
    layers = layers_of(bank, tokens)
    return ask(bank, tokens, tokens.index(word), layers), layers


# ---- what is computed ----


def test_a_word_is_placed_as_chapter_10_places_it(bank):
    words, vectors = [o.lemma for o in bank.occurrences], bank.layers["layer 1"]
    parts = vectors, words, vectors[:4], ["gift"] * 4
    train, typed = senses.both_in_space(*parts, "whitened 1/4")
    given = banks.placed(bank, "layer 1", "gift", vectors[bank.rows["gift"]])
    np.testing.assert_allclose(given, train[bank.rows["gift"]], atol=1e-4)
    given = banks.placed(bank, "layer 1", "gift", vectors[:4])
    np.testing.assert_allclose(given, typed, atol=1e-4)
    raw = banks.placed(bank, "layer 0", "gift", bank.layers["layer 0"][:3])
    np.testing.assert_allclose(raw, senses.unit(bank.layers["layer 0"][:3]))


@pytest.mark.parametrize(
    ("similarities", "expected"),
    [({"a": 0.2, "b": 0.5}, "b"), ({"a": 0.5, "b": 0.495}, ""), ({"a": 0.1}, "a"), ({}, "")],
)
def test_a_lead_that_is_next_to_nothing_wins_nothing(similarities, expected):
    assert answers.Answer([], similarities).winner == expected


def test_neighbours_and_similarities(bank):
    found, layers = asked(bank, "We ate lunch on the bank of the river.", "bank")
    assert found.lemma == "bank" and found.word == "bank"
    labels = [bank.occurrences[i].sense for i in found.rows]
    for name in ("layer 1", "layer 2", "mixture"):
        answer = found.answers[name]
        vectors = banks.placed(bank, name, "bank", bank.layers[name][found.rows])
        typed = banks.placed(bank, name, "bank", layers[name][5])
        assert [answer.winner] == senses.by_centroids(vectors, labels, typed[None])
        cosines = vectors @ typed
        assert answer.nearest == bank.occurrences[found.rows[int(cosines.argmax())]]
        given = [cosine for _, cosine in answer.neighbours]
        np.testing.assert_allclose(given, np.sort(cosines)[::-1][:5], atol=1e-5)
    assert found.answers["layer 2"].winner == "bank.river"


def test_a_sentence_of_the_corpus_is_not_its_own_neighbour(bank):
    o = bank.occurrences[0]
    layers = layers_of(bank, o.tokens)
    found = ask(bank, o.tokens, o.index, layers)
    assert len(found.rows) == len(bank.rows[o.lemma]) - 1
    # But it was read in the same way: its vector is the one of the bank.
    np.testing.assert_allclose(layers["layer 2"][o.index], bank.layers["layer 2"][0], atol=0.01)


def test_a_form_finds_its_lemma_and_another_word_is_compared_with_all(bank):
    assert asked(bank, "Two BANKS closed.", "BANKS")[0].lemma == "bank"
    other, _ = asked(bank, "Two banks closed.", "closed")
    assert other.lemma == "" and len(other.rows) == len(bank.occurrences)
    assert all(a.winner == "" and len(a.neighbours) == 5 for a in other.answers.values())


def test_two_sentences_are_compared_in_both_models(models):
    found = {}
    for name, bank in models.items():
        first, second = (layers_of(bank, text.split()) for text in ("a bank .", "the bank ."))
        vectors = [{layer: v[1] for layer, v in read.items()} for read in (first, second)]
        found[name] = answers.pairs(bank, "bank", *vectors)
        assert found[name]["layer 0"][0] == pytest.approx(1, abs=1e-3)
        same = answers.pairs(bank, "", vectors[0], vectors[0])["layer 1"]
        assert same[0] == pytest.approx(1, abs=1e-3) and np.isnan(same[1:]).all()
    _, one_sense, two_senses = found["trained"]["layer 2"]
    assert one_sense > two_senses + 0.03  # reading tells senses apart


def test_where_another_sentence_has_the_word(bank):
    tokens = ["Banks", "or", "a", "bank", "or", "OR"]
    assert answers.same_word(bank, "bank", tokens) == 3
    assert answers.same_word(bank, "banks", tokens) == 0
    assert answers.same_word(bank, "or", tokens) == 1
    assert answers.same_word(bank, "gift", tokens) is None
    assert answers.first_choice(bank, ["a", "gift", "bank"], tokens) == 2
    assert answers.first_choice(bank, ["a", "gift", "bank"]) == 1
    assert answers.first_choice(bank, ["1", "a"]) == 1 and answers.first_choice(bank, ["1"]) == 0


def test_the_map_lays_the_typed_word_where_its_twin_lies(bank):
    o = next(p for p in bank.occurrences if p.lemma == "play")
    layers = layers_of(bank, o.tokens)
    found = ask(bank, (*o.tokens, "!"), o.index, layers)  # not the same sentence: o takes part
    typed = layers["layer 2"][[o.index]]
    points, asked_for = answers.places(bank, found, "layer 2", typed)
    twin = points[list(found.rows).index(bank.occurrences.index(o))]
    assert np.abs(twin - asked_for[0]).max() < 0.02
    assert points[:, 0].var() >= points[:, 1].var() and np.abs(points).max() <= 1


def test_the_map_of_layer_0_does_not_magnify_rounding(bank):
    found, layers = asked(bank, "The bank closed.", "bank")
    forms = [bank.occurrences[i] for i in found.rows]
    same = found.rows[[o.tokens[o.index] == "bank" for o in forms]]
    points, _ = answers.places(bank, replace(found, rows=same), "layer 0", layers["layer 0"][[1]])
    assert np.ptp(points, axis=0).max() < 0.1


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        ("", 0, False),
        (" \n\t ", 0, False),
        ("a bank", 2, False),
        ("word " * 5000, MAX_WORDS, True),
        ("x" * 9000, 1, True),
        ("\ud800 bank", 2, False),
        ("나는 배를 😀", 3, False),
    ],
)
def test_any_text_becomes_words_and_nothing_is_cut_in_silence(text, number, said):
    tokens, cut = answers.words(text)
    assert len(tokens) == number and cut == said
    assert all(token.encode() for token in tokens)


def test_the_sentences_of_an_example_share_a_word_of_the_corpus(bank):
    for language in ("en", "ko"):
        forms = {o.tokens[o.index].lower(): o.lemma for o in corpora.senses(language)}
        for text in EXAMPLES[language]:
            both = [{forms.get(t.lower()) for t in answers.words(s)[0]} for s in text.split(" / ")]
            assert (both[0] & both[1]) - {None}, text
    assert all(text.count(" / ") == 1 for text in examples(bank)) and len(examples(bank)) == 9


def test_the_weights_that_are_there(tmp_path, monkeypatch):
    monkeypatch.setattr(banks, "WEIGHTS", tmp_path)
    assert list(banks.weights()) == []
    (tmp_path / "elmo_lite_ko").mkdir()
    assert list(banks.weights()) == ["ko"]
    (tmp_path / "elmo_lite_en").mkdir()
    assert list(banks.weights()) == ["en", "ko"]
    monkeypatch.setenv(banks.CHOSEN, explore_command.choice(str(tmp_path.parent.name), "ko"))
    assert banks.weights() == {"ko": tmp_path.parent.name, "en": "en"}, "the chosen ones first"


# ---- weights of one's own, and Korean ----


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A tiny biLM with one LSTM layer that has learned nothing, saved as weights of one's own."""
    path = tmp_path_factory.mktemp("my weights")
    model = small.language_model(["배가", "고프다"], shape=replace(small.SHAPE, num_layers=1))
    weights.ours.save(model, path)
    return path


@pytest.fixture(scope="module")
def korean(folder, tmp_path_factory):
    """The Korean page with these weights, as the command opens it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ELMO_LITE_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv(banks.CHOSEN, explore_command.choice(str(folder), "ko"))
        yield Explorer()


def test_weights_of_ones_own_open_with_their_layers_and_korean_sentences(korean, folder):
    assert korean.bank.language == korean.language.value == "ko"
    names = [("0번 층", "layer 0"), ("1번 층", "layer 1"), ("혼합", "mixture")]
    assert korean.layer.options == tuple(names)
    assert korean.layer.value == "layer 1" and korean.message.value == ""
    assert f"{korean.text.value} / {korean.second.value}" in EXAMPLES["ko"]
    assert korean.found.lemma and label("ko", "compared") in korean.answer.value
    assert korean.bank.layers["layer 1"].shape == (len(corpora.senses("ko")), 12)
    assert korean.bank.elmo.bilm.shape.num_layers == 1


def test_korean_text_is_answered_in_korean(korean):
    korean.second.value = "눈을 감았다."
    korean.text.value = "밤에 왔다. 눈이 <b>눈</b>"
    assert korean.found.word == "눈이", "the word that both sentences have"
    answer = unescape(korean.answer.value)
    assert korean.found.lemma == "눈" and "눈.snow" in answer and "눈.eye" in answer
    glosses = [s.korean_gloss for s in corpora.sense_inventory("ko") if s.lemma == "눈"]
    assert all(gloss in answer for gloss in glosses)
    assert "<b>눈</b>" not in korean.answer.value and "<svg" in answer
    assert "<mark>눈을</mark>" in answer and "<td>무작위</td>" in answer
    korean.words.value = 0
    assert korean.found.lemma == "밤"
    assert "같은 단어(“밤에”)가 든 문장을 하나 더 입력하세요" in korean.answer.value
    korean.second.value = ""
    korean.text.value = "The bank closed."
    assert label("ko", "foreign") in korean.message.value and korean.found is not None
    korean.text.value = "눈 " * 100 + "😀"
    assert label("ko", "long", n=60) in korean.message.value and korean.found.lemma == "눈"


def test_the_page_is_korean_as_a_whole(korean):
    """No Latin word but names: of senses, of a key, of the model."""

    def shown():
        widgets = [getattr(korean, name) for name in ("choice", "text", "words", "layer")]
        labels = [widget.description for widget in (*widgets, korean.second, korean.language)]
        options = [*korean.choice._options_labels, *korean.layer._options_labels]
        html = korean.head.value.partition("</style>")[2] + korean.answer.value
        alternatives = re.findall(r'aria-label="([^"]*)"', html)
        text = re.sub(r"<[^>]*>", " ", html + korean.message.value)
        return " ".join([*labels, *options, *alternatives, unescape(text)])

    for text, layer in (("눈이 왔다", "layer 1"), ("눈이", "layer 0"), ("옛날 눈", "mixture")):
        korean.layer.value, korean.text.value = layer, text
        latin = set(re.findall(r"(?<![가-힣.])\b[A-Za-z]+", shown()))
        assert latin <= {"Enter", "biLM"}, latin
        assert korean.answer.value.startswith('<div lang="ko">')
    korean.text.value = ""
    assert not re.search("[a-z]", re.sub(r"<[^>]*>", "", korean.message.value))


def test_each_label_has_the_same_blanks_in_every_language():
    assert list(LABELS) == list(LANGUAGES) == list(EXAMPLES)
    assert list(LABELS["en"]) == list(LABELS["ko"])
    for name, text in LABELS["en"].items():
        korean = LABELS["ko"][name]
        assert sorted(re.findall("{.*?}", text)) == sorted(re.findall("{.*?}", korean)), name
        assert korean.strip() and text.strip()


def test_each_label_is_used():
    files = explore_command.PAGE.parent.glob("[!l]*.py")  # all but labels.py
    code = " ".join(path.read_text(encoding="utf-8") for path in files)
    unused = {name for name in LABELS["en"] if not re.search(f"[\"']{name}[\"']", code)}
    assert unused == {"Layer j", "layer j", "Mixture"}, "these are in labels.layer_name"


def test_a_korean_noun_is_known_with_particles_that_another_noun_has(korean):
    forms = {"배": "배", "배를": "배", "배까지": "배", "배우": "", "다리만은": "다리", "bank": ""}
    assert {form: banks.lemma_of(korean.bank, form) for form in forms} == forms


# ---- what is written ----


def test_the_word_is_marked_and_punctuation_stands_close():
    def marked(tokens, index, end=0):
        return html.in_context(Occurrence(tuple(tokens), index, "", "", end=end))

    tokens = ["Well", ",", "I", "do", "n't", "like", "the", "bank", ",", "he", "said", "."]
    assert unescape(marked(tokens, 7)) == "Well, I don't like the <mark>bank</mark>, he said."
    assert marked(["a"] * 30, 15).startswith("… a") and marked(["a"] * 30, 15).endswith("a …")
    assert marked(["<b>", "&"], 0) == "<mark>&lt;b&gt;</mark> &amp;"
    assert marked(["they", "take", "place", "here"], 1, 3) == "they <mark>take place</mark> here"


def test_markup_stays_text(page):
    page.text.value = ATTACK
    for index in range(len(page.words.options)):
        page.words.value = index
        written = page.answer.value + page.message.value
        assert "<script" not in written and "<img" not in written
    assert html.message("<script>") == '<p class="elmo-message" role="status">&lt;script&gt;</p>'


def test_a_sense_has_one_colour_on_the_map_and_in_the_tables(bank):
    """It is that of the figures of the course."""
    for i, colour in enumerate(colours.SENSE_COLOURS):
        assert f".s{i} {{ color: {colour}; }}" in html.CSS
    for name in ("HERE", "PALE"):
        assert f"color: {getattr(colours, name)}; }}" in html.CSS
    assert len(html.SYMBOLS) == len(colours.SENSE_COLOURS)
    order = html.senses_of(bank, "play")
    assert order == ["play.game", "play.music", "play.theatre"]
    found, _ = asked(bank, "They play.", "play")
    typed = np.array([[0.5, -1.0], [1, 1]])
    drawn = html.occurrence_map(bank, found, "layer 1", np.zeros((len(found.rows), 2)), typed)
    for i, sense in enumerate(order):
        assert f'class="s{i}"' in html.sense_label(bank, sense)
        there = sum(bank.occurrences[row].sense == sense for row in found.rows)
        assert len(re.findall(rf'class="s{i}" x="300" y="175"', drawn)) == there
        assert f"{there} of {sense}" in drawn and unescape(bank.glosses[sense]) in unescape(drawn)
    assert 'x="440" y="320">★' in drawn and ">yours<" in drawn and ">second<" in drawn


def test_layer_0_names_the_spelling_and_no_sense(page):
    page.text.value = "We sat on the bank."
    page.layer.value = "layer 0"
    said = page.answer.value
    assert "Layer 0 knows the spelling alone" in said and "same spelling" in said
    assert "Layer 0 says" not in said and "every one is the same vector" in said
    page.text.value = "BANK"
    assert "this one is the nearest" in page.answer.value


# ---- the widgets ----


def test_the_page_opens_where_layers_disagree(page, bank):
    """Or with the first example, if they never do for the three words of these tests."""
    assert page.choice.value == f"{page.text.value} / {page.second.value}"
    assert answers.disagree(page.found) or page.choice.value == examples(bank)[0]
    assert page.layer.value == "layer 2" and "Nearest occurrences, layer 2" in page.answer.value
    assert "The word in two sentences" in page.answer.value
    assert page.message.value == "" and page.language.value == "en"
    assert repr(page) == "The explorer: run this cell in JupyterLab to see it."


def test_typing_choosing_and_clicking(page):
    page.text.value = "The bank sent a gift."
    page.second.value = "The bank closed."
    assert page.found.word == "bank" and page.choice.value == ""
    page.words.value = 4
    assert page.found.word == "gift" and "gift." in page.answer.value
    assert "Type a second sentence with “gift”" in page.answer.value
    first = page.answer.value
    page.layer.value = "layer 0"
    assert page.answer.value != first and "layer 0: same spelling</h2>" in page.answer.value
    page.choice.value = page.choice.options[-1][1]
    assert f"{page.text.value} / {page.second.value}" == page.choice.value
    assert page.found.lemma == "play"
    page.text.value = "A bank."
    assert page.choice.index == 0 and page.found.lemma == "bank"


def test_the_tables_have_a_row_for_each_layer(page):
    page.text.value = page.second.value = "The bank sent a gift."
    names = ("layer&nbsp;0", "layer&nbsp;1", "layer&nbsp;2", "mixture")
    assert all(page.answer.value.count(f"<td>{name}</td>") == 3 for name in names)
    assert page.answer.value.count("<b>") == 4  # the headline, and the winner of three layers
    page.words.value = 2
    assert "not a word of our sense corpus" in page.answer.value and "nan" not in page.answer.value
    assert "<svg" not in page.answer.value and page.answer.value.count("<td>random</td>") == 4


def test_nothing_typed_is_one_sentence_and_the_page_recovers(page):
    page.text.value = "  "
    page.layer.value = "layer 1"
    assert page.answer.value == "" and page.found is None
    page.text.value = ""
    assert "Type a sentence first" in page.message.value
    page.text.value = "The bank near the bank."
    assert page.message.value == "" and "layer 1" in page.answer.value
    page.words.index = 4  # the word stands twice, and can be clicked in both places
    assert page.found.query.index == 4 and page.words.value == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [("배가 고프다.", "English only"), ("bank " * 100, "long"), ("😀 👩‍👩‍👧 bank", "")],
)
def test_unusual_text_gets_an_answer_and_a_remark(page, text, said):
    page.text.value = text
    assert page.found and said in page.message.value and bool(page.message.value) == bool(said)


def test_an_error_is_one_sentence_in_the_page(loads):
    loads[0]["en"] = FileNotFoundError("There are <no> weights: fetch the course again.")
    page = Explorer()
    assert "There are &lt;no&gt; weights: fetch the course again." in page.message.value
    page.text.value = "the bank"
    assert "no sense corpus" in page.message.value
    loads[0].clear()
    assert "no weights of the course" in Explorer().message.value


def test_languages_can_be_switched_and_each_is_loaded_once(korean, loads):
    loads[0]["ko"] = korean._models["ko"]
    page = Explorer()
    english = page.answer.value, page.layer.options, page.text.description
    page.language.value = "ko"
    assert page.text.value in EXAMPLES["ko"][0] and page.text.description == "문장"
    assert page.found.lemma and page.layer.label == "1번 층" and page.message.value == ""
    page.language.value = "en"
    assert english == (page.answer.value, page.layer.options, page.text.description)
    page.language.value = "ko"
    assert loads[1] == ["en", "ko"]


@pytest.mark.parametrize(
    ("korean_weights", "said"),
    [
        ({}, "There are no weights for 한국어 here (data/weights/elmo_lite_ko)"),
        ({"ko": ValueError("These weights are damaged.")}, "These weights are damaged."),
    ],
)
def test_without_korean_weights_the_page_says_so_and_stays_english(loads, korean_weights, said):
    loads[0].update(korean_weights)
    page = Explorer()
    before = page.answer.value
    page.language.value = "ko"
    assert said in page.message.value
    assert page.language.value == "en" and page.answer.value == ("" if korean_weights else before)
    page.text.value = "A bank closed."
    assert page.message.value == "" and page.found.lemma == "bank"
    assert page.text.description == "Sentence"


# ---- the command ----


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--weights", "."], "holds no options.json"),
        (["--port", "0"], "not 0."),
        (["--port", "70000"], "not 70000."),
    ],
)
def test_a_wrong_argument_is_one_sentence(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(explore_command, "find_spec", lambda name: True)
    assert main(["explore", "--port", "8865", *arguments]) == 1
    written = capsys.readouterr().err
    assert said in written and written.count("\n") == 1


def test_without_voila_the_command_says_what_to_do(monkeypatch, capsys):
    monkeypatch.setattr(explore_command, "find_spec", lambda name: None)
    assert main(["explore"]) == 1
    said = capsys.readouterr().err
    assert f'"{sys.executable}" -m pip install "voila' in said, "the pip of this Python"
    assert said.count("\n") == 1


def test_a_port_that_is_taken_is_one_sentence():
    with explore_command.socket.socket() as other:
        other.bind((explore_command.HOST, 0))
        other.listen()
        with pytest.raises(ValueError, match="is taken: choose another"):
            explore_command.check_port(other.getsockname()[1])


def test_what_the_page_is_told_of_weights(folder, monkeypatch):
    assert json.loads(explore_command.choice("", "en")) == {"en": "en"}
    assert json.loads(explore_command.choice("small", "en")) == {"en": "small"}
    monkeypatch.chdir(folder.parent)
    assert json.loads(explore_command.choice(folder.name, "ko")) == {"ko": str(folder)}
    # A name may be that of published weights: the page knows.
    monkeypatch.setenv(banks.CHOSEN, explore_command.choice("nowhere", "en"))
    page = Explorer()
    assert "There are no weights" in page.message.value and page.answer.value == ""


def test_how_voila_is_started(monkeypatch):
    command = explore_command.command(8866, browser=False)
    assert command[:3] == [sys.executable, "-m", "voila"] and "--no-browser" in command
    assert "--Voila.ip=127.0.0.1" in command and "--port=8866" in command
    assert "--no-browser" not in explore_command.command(8866, browser=True)
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    both = explore_command._before(explore_command.ROOT, "PYTHONPATH")
    assert both.split(explore_command.os.pathsep) == [str(explore_command.ROOT), "elsewhere"]
    assert (explore_command.PAGE / "explorer.ipynb").is_file()


def test_the_page_names_no_other_computer():
    files = [path for path in explore_command.PAGE.rglob("*") if path.is_file()]
    files = [path for path in files if ".ipynb_checkpoints" not in path.parts]  # JupyterLab's own
    assert len(files) == 3
    assert all("http" not in path.read_text(encoding="utf-8") for path in files)
    assert "http" not in html.CSS
