"""The loaders: exact counts on the real sets where they are present, and small sets made up here
in the same formats always."""

import io
import lzma
from collections import Counter

import numpy as np
import pytest

from elmo_lite import corpora
from elmo_lite import files as course_files
from elmo_lite.corpora import corpus, fetch, wordeval
from elmo_lite.corpora.sets import SETS
from tests.test_corpora_parsers import (
    COARSE,
    CONLLU,
    SEMCOR,
    SENSEVAL,
    make_tar,
    make_zip,
)

# --- the real sets: loader, where the set lies, state, counts

REAL = {
    "ewt train": (lambda: corpora.ewt("train"), "pos/ud_english_ewt", "exact", (12_544, 204_577)),
    "ewt dev": (lambda: corpora.ewt("dev"), "pos/ud_english_ewt", "exact", (2_001, 25_147)),
    "ewt test": (lambda: corpora.ewt("test"), "pos/ud_english_ewt", "exact", (2_077, 25_094)),
    "semcor": (
        corpora.semcor,
        "wsd/semcor3_noad",
        "exact",
        (352, 37_087, 776_145, 233_870, 21_141, 34_976),
    ),
    "wordnet": (corpora.wordnet_senses, "wsd/wordnet30_inventory", "rebuilt", (58_459, 20_728)),
    "hard": (lambda: corpora.senseval("hard"), "wsd/senseval2", "own split", (3_468, 865)),
    "interest": (lambda: corpora.senseval("interest"), "wsd/senseval2", "own split", (1_898, 470)),
    "line": (lambda: corpora.senseval("line"), "wsd/senseval2", "own split", (3_316, 830)),
    "serve": (lambda: corpora.senseval("serve"), "wsd/senseval2", "own split", (3_502, 876)),
    "sms": (corpora.sms_spam, "classification/sms_spam", "own split", (4_136, 1_035)),
    "imdb": (corpora.imdb, "classification/imdb/imdb_train.tsv.xz", "rebuilt", (25_000, 25_000)),
    "nsmc": (corpora.nsmc, "classification/nsmc_rebuilt", "own split", (150_000, 50_000)),
    "sst 2": (lambda: corpora.sst(2), "classification/sst", "exact", (6_920, 872, 1_821)),
    "sst 5": (lambda: corpora.sst(5), "classification/sst", "exact", (8_544, 1_101, 2_210)),
    "wnut": (corpora.wnut17, "ner/wnut17", "exact", (3_394, 1_009, 1_287)),
    "analogies en": (lambda: corpora.analogies("en"), "wordeval", "exact", (19_544, 14)),
    "analogies ko": (lambda: corpora.analogies("ko"), "wordeval", "exact", (10_000, 10)),
    "wikitext2": (corpora.wikitext2, "pretrain_en/wikitext2_eval", "exact", (60, 2_461, 213_886)),
}
COARSE_COUNTS = {
    "bank": (1_107, 455, 2),
    "bass": (3_173, 1_391, 3),
    "yard": (144, 72, 2),
}
PAIRS = {"ws353": 353, "ws353_similarity": 203, "ws353_relatedness": 252, "simlex999": 999}
PAIRS |= {"men": 3_000, "ws353_ko": 353}
WORDS = {  # of the raw texts
    "imdb_unlabelled": 5_780_692,
    "nsmc_unlabelled": 3_928_388,
    "3i4k": 289_177,
    "kornlu": 206_343,
    "chatbot": 71_776,
    "korean_laws": 10_603,
}


@pytest.mark.parametrize("name", REAL)
def test_exact_counts_of_the_real_sets(name, data_set):
    load, place, state, counts = REAL[name]
    data_set(place)
    found = load()
    assert (found.state, tuple(found.counts.values())) == (state, counts)
    assert found.licence and found.citation and found.name in found._repr_markdown_()


@pytest.mark.parametrize("word", COARSE_COUNTS)
def test_exact_counts_of_coarsewsd(word, data_set):
    data_set("wsd/coarsewsd20")
    found = corpora.coarsewsd(word)
    senses = {o.sense for o in found.train + found.test}
    assert (len(found.train), len(found.test), len(senses)) == COARSE_COUNTS[word]
    assert {o.tokens[o.index] for o in found.test} == {word}
    assert not {o.tokens for o in found.train} & {o.tokens for o in found.test}


@pytest.mark.parametrize("name", PAIRS)
def test_exact_counts_of_the_pairs(name, data_set):
    data_set("wordeval")
    found = corpora.word_pairs(name)
    assert found.counts == {"pairs": PAIRS[name]} and found.state == "exact"
    assert all(a and b and 0 <= score <= 50 for a, b, score in found)


@pytest.mark.parametrize("name", WORDS)
def test_exact_counts_of_the_raw_texts(name, data_set):
    data_set(corpus.RAW[name]["path"].split("/")[0])
    found = corpora.raw_text(name)
    assert found.counts["words"] == WORDS[name] and found.counts["lines"] == len(found)
    assert all(line.strip() and "\n" not in line for line in found[:1_000])


def test_ag_news_is_clean_and_balanced(data_set):
    folder = data_set("classification/ag_news")
    news = corpora.ag_news()
    sample = not (folder / "train.csv").exists()
    assert news.state == ("part" if sample else "exact")
    assert len(news.train) == (14_400 if sample else 120_000) and len(news.test) == 7_600
    assert set(Counter(label for label, _ in news.test).values()) == {1_900}
    rest = ("\\", "#39;", "quot;", "&lt;", "&gt;", "<b>", " amp;", " nbsp;", "  ")
    for _, text in news.train + news.test:
        assert text and not any(piece in text for piece in rest)


def test_korean_treebanks(data_set):
    data_set("pos/ud_korean_gsd")
    gsd = corpora.korean_gsd()
    if gsd.state == "own split":  # the training part is not there
        assert gsd.counts == {"train": 760, "dev": 190, "test": 989}
    data_set("pos/ud_korean_kaist")
    kaist = corpora.korean_kaist()
    if kaist.state == "own split":
        assert kaist.counts == {"train": 1_446, "dev": 206, "test": 414}
    for treebank in (gsd, kaist):
        assert "CC BY-SA 4.0" in treebank._repr_markdown_()
        tags = {tag for _, tags in treebank.test for tag in tags}
        assert {"NOUN", "VERB", "ADV", "PUNCT"} < tags and len(tags) <= 17
        if treebank.state == "own split":
            parts = (treebank.train, treebank.dev)
            texts = [{" ".join(tokens) for tokens, _ in part} for part in parts]
            assert not texts[0] & texts[1]
    assert len({tag for _, tags in corpora.korean_gsd("xpos").test for tag in tags}) == 486


def test_the_spam_split_of_lectures_leaks_and_says_so(data_set):
    data_set("classification/sms_spam")
    sms = corpora.sms_spam(copies=True)
    assert sms.counts == {"train": 4_457, "test": 1_117} and sms.state == "rebuilt"
    trained = {text for _, text in sms.train}
    assert sum(text in trained for _, text in sms.test) == 107
    assert sms.about.note == "107 test texts are in the training part too."
    assert Counter(label for label, _ in sms.test) == {"ham": 972, "spam": 145}
    every = Counter(label for label, _ in sms.train + sms.test)
    assert every["ham"] / every.total() == pytest.approx(0.866, abs=5e-4)  # the lecture's majority


def test_glove_knows_neighbours(data_set):
    data_set("vectors")
    vectors = corpora.glove(20_000)
    assert len(vectors) == 20_000 and vectors.index_to_key[0] == "the"
    assert vectors["cat"].dtype == np.float32 and vectors["cat"].shape == (50,)
    assert "dog" in [word for word, _ in vectors.most_similar("cat", topn=5)]
    assert vectors.about.state == "part" and "20,000 words" in vectors._repr_markdown_()
    data_set("wordeval")
    file = corpora.gensim_file(corpora.word_pairs("ws353"))
    assert vectors.evaluate_word_pairs(file)[1].statistic == pytest.approx(0.52, abs=0.02)


# --- small sets made up here, through the same doors


def xz(text):
    return lzma.compress(text if isinstance(text, bytes) else text.encode())


def npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


SPAM = b"ham\thello &lt;#&gt;\nham\thello &lt;#&gt;\n" + b"".join(
    b"%s\tmessage %d\n" % (b"spam" if i % 2 else b"ham", i) for i in range(20)
)
NEWS = b'"1","A title","a text"\n"4","Two\\nd","it #39;s"\n'
NSMC = "id\tdocument\tlabel\n1\t좋다\t1\n2\t나쁘다\t0\n".encode()
IMDB = b"label\trating\tid\ttext\nneg\t2\t0\tbad<br />film\npos\t9\t1\tgood\n"
NER = b"Kim\tB-person\nsat\tO\n\nYes\tO\n"
KOREAN = "".join(f"1\t고양이{i}\t_\tNOUN\tNNG\t_\t0\troot\t_\t_\n\n" for i in range(20)).encode()
WORDS_50 = "".join(f"{word} {' '.join(['0.5'] * 50)}\n" for word in ("the", "cat")).encode()
COARSE_FILES = {f"CoarseWSD-20/spring/{name}": text for name, text in COARSE.items()}
MADE_UP = {
    "pos/ud_english_ewt/en_ewt-ud-train.conllu.xz": xz(CONLLU),
    "pos/ud_english_ewt/en_ewt-ud-dev.conllu": CONLLU.encode(),
    "pos/ud_english_ewt/en_ewt-ud-test.conllu": CONLLU.encode(),
    "pos/ud_korean_gsd/ko_gsd-ud-dev.conllu.xz": xz(KOREAN),
    "pos/ud_korean_gsd/ko_gsd-ud-test.conllu": KOREAN[:400].rpartition(b"1\t")[0],
    "pos/ud_korean_kaist/ko_kaist-ud-dev.conllu": KOREAN,
    "wsd/semcor3_noad/semcor_in_original_format.tar.xz": make_tar({"s/brown1_br-a01": SEMCOR}),
    "wsd/senseval2/senseval.zip": make_zip({"senseval/line.pos": SENSEVAL}),
    "wsd/coarsewsd20/CoarseWSD-20.tar.xz": make_tar(COARSE_FILES),
    "wsd/wordnet30_inventory/wordnet30_semcor_lemmas.tsv.xz": xz(
        "sense_key\tlemma\tpos\tsense_no\to\tc\ts\tgloss\nk\tcat\tn\t1\t0\t7\tcat|puss\ta pet\n"
    ),
    "classification/sms_spam/SMSSpamCollection": SPAM,
    "classification/ag_news/train_sample.csv": NEWS,
    "classification/ag_news/test.csv": NEWS,
    "classification/nsmc_rebuilt/ratings_train.txt.xz": xz(NSMC),
    "classification/nsmc_rebuilt/ratings_test.txt.xz": xz(NSMC),
    "classification/imdb/imdb_train.tsv.xz": xz(IMDB),
    "classification/imdb/imdb_test.tsv.xz": xz(IMDB),
    "ner/wnut17/wnut17train.conll": NER,
    "ner/wnut17/emerging.dev.conll": NER,
    "ner/wnut17/emerging.test.annotated": NER,
    "wordeval/EN-WS-353-ALL.txt": b"cat\tdog\t7.5\tM\n",
    "wordeval/WS353_korean.csv": "\ufeffa,b,c\n개,고양이,7.5\n".encode(),
    "wordeval/questions-words.txt": b": g\na b c d\n",
    "wordeval/word_analogy_korean.txt": ": g\n가 나 다 라\n".encode(),
    "vectors/glove.6B.50d.top50k.f16.npy": npy(np.ones((2, 50), dtype=np.float16)),
    "vectors/glove.6B.50d.top50k.vocab.txt.xz": xz("the\ncat\n"),
    "pretrain_en/wikitext2_eval/valid.txt.xz": xz(" \n = Cat = \n \n It <unk> . \n"),
    "pretrain_ko/chatbot.txt.xz": xz("안녕 하세요\n한\u2028줄\n"),
} | {
    f"classification/sst/stsa.{kind}.{part}": b"1 good .\n0 bad .\n"
    for kind in ("binary", "fine")
    for part in ("train", "dev", "test")
}


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    """A folder of made-up sets, whose sha256 and counts are not those of the published ones."""
    for name, data in MADE_UP.items():
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(fetch, "_parsed", lambda data, file: file.parse(data))
    return tmp_path / "data"


def test_made_up_sentences_with_tags(made_up):
    for part in ("train", "dev", "test"):
        found = corpora.ewt(part)
        assert found[0] == (["I", "do", "n't"], ["PRON", "AUX", "PART"])
        assert found.counts == {"sentences": 2, "tokens": 4} and found.name == "UD English-EWT"
    gsd, kaist = corpora.korean_gsd(), corpora.korean_kaist()
    assert (gsd.state, gsd.counts["train"], gsd.counts["dev"]) == ("own split", 16, 4)
    assert kaist.counts == {"train": 14, "dev": 2, "test": 4}
    assert sorted(kaist.train + kaist.dev + kaist.test) == sorted(gsd.train + gsd.dev)
    assert corpora.wnut17().dev == [(["Kim", "sat"], ["B-person", "O"]), (["Yes"], ["O"])]
    for call in (lambda: corpora.ewt("valid"), lambda: corpora.ewt("dev", "pos")):
        with pytest.raises(ValueError, match="upos|valid"):
            call()


def test_all_three_korean_parts_are_the_published_set(made_up):
    for name in ("ko_gsd-ud-train", "ko_gsd-ud-dev", "ko_gsd-ud-test"):
        (made_up / "pos/ud_korean_gsd" / f"{name}.conllu").write_bytes(KOREAN)
    gsd = corpora.korean_gsd()
    assert gsd.state == "exact" and gsd.counts == {"train": 20, "dev": 20, "test": 20}


def test_made_up_senses(made_up):
    assert [o.lemma for o in corpora.semcor()] == ["cat", "take_place"]
    assert corpora.semcor().counts["documents"] == 1
    line = corpora.senseval("line")
    assert [o.sense for o in line.train + line.test] == ["cord"]
    spring = corpora.coarsewsd("spring")
    assert (len(spring.train), len(spring.test), spring.state) == (2, 1, "exact")
    sense = corpora.wordnet_senses()[0]
    assert (sense.rank, sense.frequency, sense.synonyms) == (1, 7, ("cat", "puss"))
    assert [o.sense for o in spring.train] == ["spring_other", "spring_water"]
    for call in (corpora.senseval, corpora.coarsewsd):
        with pytest.raises(ValueError, match="has .*, not 'dog'"):
            call("dog")


def test_a_noun_comes_from_the_files_of_the_public_address(made_up):
    folder = made_up / "wsd/coarsewsd20/CoarseWSD-20/apple"
    folder.mkdir(parents=True)
    for name, text in COARSE.items():
        (folder / name).write_bytes(text)
    apple = corpora.coarsewsd("apple")
    assert apple.counts == {"train": 2, "test": 1} and apple.train[0].lemma == "apple"
    (folder / "train.gold.txt").write_bytes(b"1\n")
    with pytest.raises(corpora.Damaged, match="do not fit .2 sentences of apple have 1"):
        corpora.coarsewsd("apple")


def test_senses_come_from_the_zip_of_the_public_address(made_up):
    for path in (made_up / "wsd/semcor3_noad").iterdir():
        path.unlink()
    name = SETS["semcor"]["files"]["zip"]["url"].rpartition("/")[2]
    files = {"repo/semcor_in_original_format/brown1_br-a01": SEMCOR}
    (made_up / "wsd/semcor3_noad" / name).write_bytes(make_zip(files))
    assert [o.document for o in corpora.semcor()] == ["brown1/br-a01"] * 2


def test_made_up_texts_with_labels(made_up):
    sms = corpora.sms_spam()
    texts = [text for _, text in sms.train + sms.test]
    assert sorted(texts) == sorted(["hello <#>"] + [f"message {i}" for i in range(20)])
    news = corpora.ag_news()
    assert news.test == [("World", "A title a text"), ("Sci/Tech", "Two nd it's")]
    assert (news.name, news.state) == ("AG News", "part")
    assert corpora.nsmc().test == [("positive", "좋다"), ("negative", "나쁘다")]
    assert "2 test texts are in the training part" in corpora.nsmc().about.note
    assert corpora.imdb().train == [("negative", "bad film"), ("positive", "good")]
    assert corpora.sst().dev == [("positive", "good ."), ("negative", "bad .")]
    assert corpora.sst(5).test[0] == ("negative", "good .")
    with pytest.raises(ValueError, match="2 or 5 classes, not 3"):
        corpora.sst(3)


def test_the_full_set_is_preferred_to_a_sample(made_up):
    (made_up / "classification/ag_news/train.csv").write_bytes(NEWS * 2)
    news = corpora.ag_news()
    assert news.state == "exact" and len(news.train) == 4
    (made_up / "classification/nsmc").mkdir()
    for part in ("train", "test"):
        (made_up / f"classification/nsmc/ratings_{part}.txt").write_bytes(NSMC)
    assert (corpora.nsmc().name, corpora.nsmc().state) == ("NSMC", "exact")
    files = {f"aclImdb/{part}/pos/1_9.txt": b"good" for part in ("train", "test")}
    (made_up / "classification/imdb/aclImdb_v1.tar.gz").write_bytes(make_tar(files, "w:gz"))
    imdb = corpora.imdb()
    assert imdb.state == "exact" and imdb.train == imdb.test == [("positive", "good")]


def test_made_up_pairs_vectors_and_text(made_up):
    assert corpora.word_pairs() == [("cat", "dog", 7.5)]
    assert corpora.word_pairs("ws353_ko") == [("개", "고양이", 7.5)]
    assert corpora.analogies() == [("g", "a", "b", "c", "d")]
    assert corpora.analogies("ko")[0][-1] == "라"
    assert corpora.glove(2).index_to_key == ["the", "cat"]
    assert corpora.glove(2).about.state == "part"
    with pytest.raises(ValueError, match="Only 2 words of GloVe are here"):
        corpora.glove()
    (made_up / "vectors/glove.6B.zip").write_bytes(make_zip({"glove.6B.50d.txt": WORDS_50}))
    whole = corpora.glove(2)
    assert whole["cat"].tolist() == [0.5] * 50 and whole.about.note == ""
    wikitext = corpora.wikitext2()
    assert wikitext.counts == {"documents": 1, "sentences": 2, "tokens": 6}
    assert corpora.raw_text("chatbot") == ["안녕 하세요", "한\u2028줄"]
    assert corpora.raw_text("chatbot").counts == {"lines": 2, "words": 4}
    assert corpora.raw_text("chatbot").name == "chatbot"
    for call in (corpora.word_pairs, corpora.analogies, corpora.raw_text):
        with pytest.raises(ValueError, match="not 'x'"):
            call("x")


# --- nothing here and no network

LOADERS = {
    "ewt": lambda: corpora.ewt("train"),
    "korean_gsd": corpora.korean_gsd,
    "korean_kaist": corpora.korean_kaist,
    "semcor": corpora.semcor,
    "senseval": lambda: corpora.senseval("line"),
    "coarsewsd": lambda: corpora.coarsewsd("bank"),
    "sms_spam": corpora.sms_spam,
    "ag_news": corpora.ag_news,
    "nsmc": corpora.nsmc,
    "wordnet_senses": corpora.wordnet_senses,
    "imdb": corpora.imdb,
    "sst": corpora.sst,
    "wnut17": corpora.wnut17,
    "word_pairs": corpora.word_pairs,
    "analogies": corpora.analogies,
    "glove": corpora.glove,
    "wikitext2": corpora.wikitext2,
    "raw_text": lambda: corpora.raw_text("chatbot"),
}


@pytest.mark.parametrize("name", LOADERS)
def test_what_is_missing_is_said(name, tmp_path, monkeypatch):
    monkeypatch.delenv("ELMO_LITE_DATA", raising=False)
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    says = r" is missing \(.*\): save .* as .*; .*\.$"
    with pytest.raises(corpora.Missing, match=says) as caught:
        LOADERS[name]()
    assert str(tmp_path / "sets") in str(caught.value) and "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_set_is_an_error(made_up, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setenv("ELMO_LITE_DATA", str(made_up))
    for name in ("sms_spam", "ag_news", "ewt", "coarsewsd", "semcor"):
        with pytest.raises(corpora.Damaged, match="sha256 differs"):
            LOADERS[name]()


# --- our own texts


@pytest.mark.parametrize(
    ("load", "labels"),
    [
        (corpora.our_messages, {"ham", "spam"}),
        (corpora.our_headlines, {"World", "Sports", "Business", "Sci/Tech"}),
        (corpora.our_reviews, {"negative", "positive"}),
    ],
)
def test_our_texts_with_labels(load, labels):
    found = load()
    assert {label for label, _ in found.train} == labels == {label for label, _ in found.test}
    texts = [text for _, text in found.train + found.test]
    assert len(texts) == len(set(texts)) >= 400 and found.state == "own split"
    assert len(found.test) / len(texts) == pytest.approx(0.2, abs=0.01)
    assert found.test == load().test


def test_our_other_texts_and_wrong_names(monkeypatch, tmp_path):
    assert any("몰라" in line for line in corpora.korean_verbs())
    for call in (corpora.senses, corpora.sense_inventory, corpora.our_tagged):
        with pytest.raises(ValueError, match="not 'xx'"):
            call("xx")
    monkeypatch.setattr(course_files, "DATA", tmp_path)
    with pytest.raises(FileNotFoundError, match="sms.tsv is part of the course: fetch the whole"):
        corpora.our_messages()
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks/sms.tsv").write_bytes(b"no tab\n")
    with pytest.raises(ValueError, match=r"sms.tsv is not as the course left it \(a line has 1"):
        corpora.our_messages()


def test_every_loader_is_in_the_docstring():
    assert corpora.__doc__ is not None
    for name in (*LOADERS, "senses", "our_tagged", "gensim_file", "korean_verbs"):
        assert f"`{name}(" in corpora.__doc__
    assert set(corpus.RAW) == set(WORDS) and set(wordeval.PAIRS) == set(PAIRS)


def test_the_table_of_sets_holds_what_a_score_must_name_and_what_a_check_needs():
    for name, facts in SETS.items():
        assert name == "raw" or facts["name"] and facts["licence"] and facts["citation"], name
        for row in facts["files"].values() if name != "raw" else facts.values():
            checked = row.get("sha256") or row.get("count")
            assert row["path"] and (checked or (name, row) == ("coarsewsd", row)), name
            assert len(row.get("sha256", "0" * 64)) == 64, name
