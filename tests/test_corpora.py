"""Running text: what the shipped texts hold, and what they must not hold."""

import re

import pytest

from elmo_lite import corpora, files
from elmo_lite.corpora import texts as corpus
from elmo_lite.corpora.examples import About
from elmo_lite.corpora.lines import read_lines
from elmo_lite.corpora.texts import Corpus


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


def runs_of_8(text):
    """Every 8 words in a row, in small letters and without punctuation."""
    words = re.findall(r"[^\W_]+", text.lower())
    return {tuple(words[i : i + 8]) for i in range(len(words) - 7)}


def test_simple_wikipedia_shares_no_8_words_with_what_the_course_scores():
    """Here with what the repository has; it was compared with all public sets as well."""
    ours = [" ".join(o.tokens) for o in corpora.senses("en")]
    ours += [text for _, text in [*corpora.our_messages().train, *corpora.our_messages().test]]
    ours += [text for _, text in [*corpora.our_headlines().train, *corpora.our_headlines().test]]
    ours += [text for pair in corpora.our_pairs() for text in (pair.premise, pair.hypothesis)]
    scored = set().union(*map(runs_of_8, ours))
    for document in corpora.wikipedia_sample().documents:
        scored |= runs_of_8(" ".join(token for sentence in document for token in sentence))
    assert len(scored) > 200_000
    lines = read_lines(corpus.shipped("simple_wiki.txt.xz"))
    assert not [line for line in lines if runs_of_8(line) & scored]


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
