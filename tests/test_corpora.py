"""Running text: what is left of wiki markup, and what the real sets hold."""

import re
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pytest

from elmo_lite import corpora, files
from elmo_lite.corpora import corpus
from elmo_lite.corpora.corpus import Corpus
from elmo_lite.corpora.examples import About
from elmo_lite.corpora.lines import read_lines
from experiments import shipped_texts, wiki
from experiments.free_text import clean, gram_hashes, running_words, scored_sets


def cleaned(markup):
    return [" ".join(tokens) for tokens in wiki.sentences(markup)]


ARTICLE = """{{Infobox cat|name=Tom|legs={{nowrap|4}}}}
[[File:cat.jpg|thumb|right|200px|A [[cat]] on a mat. It is fat.]]
'''Cats''' ({{IPAc-en|k|æ|t}}; ''Felis catus'') are [[Animal (life)|small animals]].<ref name="a">A
book. It is good.</ref> They&nbsp;live with [[people]]<ref name="a" /> &ndash; and
<!-- a remark. It is hidden. -->eat [http://mice.org fat mice] today.{{citation needed}}
{| class="wikitable"
| A cell is here. || {| nested tables too. |}
|}
== A heading ends here. ==
* A list item stands alone.
: An indented line too.
The cat weighs {{convert|4|kg|lb}} or {{convert|2|to|3|lb|kg}} at birth.
Water is H<sub>2</sub>O for it.
Its speed is <math>v = 3</math> at night. It sleeps a lot.
As said {{strange template|x}} before. Too short.

this line starts small and is no sentence.
Dogs bark (as every cat knows.

It is here.The space was forgotten here.
[[Category:Cats]]
== See also ==
It is the end. Nobody reads this list.
== Life ==
A last word comes here.
"""


def test_an_article_becomes_its_sentences_and_nothing_else():
    assert cleaned(ARTICLE) == [
        "Cats ( Felis catus ) are small animals .",
        "They live with people – and eat fat mice today .",
        "The cat weighs 4 kg or 2 to 3 lb at birth .",
        "Water is H2O for it .",
        "It sleeps a lot .",
        "It is here .",
        "The space was forgotten here .",
        "A last word comes here .",
    ]


@pytest.mark.parametrize(
    ("markup", "sentence"),
    [
        ("They&nbsp;live with [[people]] &ndash; and more.", "They live with people – and more ."),
        ("Some call it {{lang|fr|chat}} even now.", "Some call it chat even now ."),
        ("We met in 1900{{ndash}}1910 or so.", "We met in 1900 – 1910 or so ."),
        ("The so-called ''cat'''s'' [[cat|tail]]s here.", "The so - called cats tails here ."),
        ("Eat [http://mice.org fat mice] every day.", "Eat fat mice every day ."),
        ("Plato &amp; Co. were here &mdash; &quot;at last&quot;.", None),
        ("{{As of|2012}}, nobody had asked the cat.", "As of 2012 , nobody had asked the cat ."),
        ("There are {{formatnum:3000}} cats in town.", "There are 3000 cats in town ."),
        ("A cat (Greek: {{lang-el|γάτα}}; born {{circa|1900}}) sat.", None),
        ("A tag <unknown x=1> stands in here.", None),
        ("An open [[link that never ends is here.", None),
        ("An open {{template that never ends is here.", None),
    ],
)
def test_markup_inside_a_sentence(markup, sentence):
    found = cleaned(markup)
    if sentence is not None:
        assert found == [sentence]
    assert not re.search(r"[\[\]{}<>|&]\S|\ufffc|lang-el", " ".join(found).replace("& Co", ""))


@pytest.fixture(scope="module")
def wikipedia():
    return corpora.wikipedia_sample()


def test_the_wikipedia_sample_is_what_it_was(wikipedia):
    assert wikipedia.counts == {"documents": 98, "sentences": 17_679, "tokens": 462_169}
    assert corpus.sha256(wikipedia.documents).startswith("b6c8f973ef74")
    assert all(wikipedia.documents) and all(wikipedia.sentences)


def test_no_rest_of_markup_is_left(wikipedia):
    rests = re.compile(
        r"thumb \||\[\[|\]\]|\{\{|\}\}|''|[|{}<>=\\]|&\w+;|\bnbsp\b|https?:|\d+px\b|__|\ufffc"
        r"|\bcolspan\b|\bbgcolor\b|\( \)|^(?:File|Image|Category) :"
    )
    for sentence in wikipedia.sentences:
        line = " ".join(sentence)
        assert not rests.search(line), line
        assert re.search(r"[.!?]\W*$", line), line
        assert line.count("(") == line.count(")"), line
        assert len(sentence) >= 4 and not any(re.search(r"\s", token) for token in sentence)


def test_the_wikipedia_sample_is_that_of_gensim(wikipedia):
    dump = distribution("gensim").locate_file(f"gensim/test/test_data/{shipped_texts.DUMP}")
    documents = shipped_texts.articles(Path(str(dump)))
    assert documents == wikipedia.documents
    lines = read_lines(corpus.shipped("wikipedia_sample.txt.xz"))
    assert shipped_texts.as_lines(documents) == "".join(f"{line}\n" for line in lines)


def test_a_slice_of_simple_wikipedia_ends_with_the_paragraph_that_has_the_last_word():
    small, larger = corpora.simple_wiki(1000), corpora.simple_wiki(20_000)
    assert small.documents == larger.documents[: len(small.documents)]
    for found, words in ((small, 1000), (larger, 20_000)):
        assert words <= found.counts["tokens"] < words + 500
        assert found.counts["tokens"] - sum(map(len, found.documents[-1])) < words
    tokens = [word for sentence in larger.sentences for word in sentence]
    assert len({id(word) for word in tokens}) == len(set(tokens)), "equal words are one object"
    assert larger.about.licence == "CC BY-SA 3.0" and larger.state == "part"


def test_simple_wikipedia_is_as_its_card_says():
    whole = corpora.simple_wiki()
    assert whole.counts["documents"] == 40_853 and whole.counts["tokens"] == 2_500_035
    card = (files.DATA / "text" / "README.md").read_text(encoding="utf-8")
    for fact in ("40,853 paragraphs, 2,500,035 tokens", "17,679 sentences, 462,169 tokens"):
        assert fact in card
    for fact in ("licenses/by-sa/3.0/", "simple.wikipedia.org", "Changed:", "d21d03334ce8"):
        assert fact in card


def test_simple_wikipedia_shares_no_8_words_with_what_the_course_scores():
    """Here with the texts of this repository; `shipped_texts` compares all public sets as well."""
    sample = shipped_texts.as_lines(corpora.wikipedia_sample().documents)
    known = list(scored_sets(Path("nowhere"), shipped_texts.PLAN).values())
    known += [gram_hashes(running_words("", sample), 8)]
    assert len(known) == 4, "senses, tasks, Korean, and the sample"
    lines = read_lines(corpus.shipped("simple_wiki.txt.xz"))
    grams = [gram_hashes(running_words("", line), 8) for line in lines]
    assert not np.isin(np.concatenate(grams), np.concatenate(known)).any()


def test_a_single_run_of_8_words_keeps_a_paragraph_out_of_the_slice():
    text = "one two three four five six seven eight nine"
    scored = {"a": np.unique(gram_hashes(running_words("", text), 8))}
    lines = ["One two three, four five six seven eight!", "two three four five six seven eight"]
    assert clean([*lines, "nothing"], scored, shipped_texts.PLAN)[0] == [lines[1], "nothing"]


def test_the_slice_ends_with_the_paragraph_that_fills_it():
    taken, tokens = shipped_texts.slice_of(["A cat sat.", "It ran away.", "Why?"], words=5)
    assert taken == ["A cat sat.", "It ran away."] and tokens == 8


def test_a_text_that_is_gone_is_asked_for(monkeypatch, tmp_path):
    monkeypatch.setattr(files, "DATA", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"simple_wiki\.txt\.xz is part of the course"):
        corpora.simple_wiki(10)


def test_lee_news_is_what_it_was():
    news = corpora.lee_news()
    assert news.counts == {"documents": 300, "sentences": 2_683, "tokens": 68_060}
    first = "Hundreds of people have been forced to vacate their homes in the Southern Highlands"
    assert " ".join(news.documents[0][0]).startswith(first)
    assert news.sentences[0] is news.documents[0][0]


def test_a_corpus_names_what_a_score_must_name():
    facts = About("Toy", "CC0", "Nobody (1900).", "part")
    toy = Corpus(facts, [[["I", "am", "Sam"], ["No"]], [["Yes"]]])
    assert toy.counts == {"documents": 2, "sentences": 3, "tokens": 5}
    shown = toy._repr_markdown_()
    for word in ("Toy", "CC0", "Nobody (1900).", "part", "2 documents", "3 sentences", "5 tokens"):
        assert word in shown
    assert "Sam" not in repr(toy) and "Sam" not in shown


def test_gensim_without_its_texts_gets_a_clear_sentence():
    with pytest.raises(FileNotFoundError, match="gensim is installed without no_such_file"):
        corpus._from_gensim("no_such_file")
