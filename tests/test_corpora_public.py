"""The loaders: exact counts on the real sets where they are present, and small sets made up here
in the same formats always."""

import hashlib
import io
import lzma
from collections import Counter
from functools import partial

import numpy as np
import pytest

from elmo_lite import corpora
from elmo_lite import files as course_files
from elmo_lite.corpora.public import archives, fetch, running, sense_sets, wordeval
from elmo_lite.corpora.public.sets import SETS
from tests.test_corpora_parsers import COARSE, CONLLU, SEMCOR, SENSEVAL, coarse, make_tar, make_zip

# --- the real sets: loader, where the set lies, state, counts

PAIRS = {"ws353": 353, "ws353_similarity": 203, "ws353_relatedness": 252, "simlex999": 999}
PAIRS |= {"men": 3_000, "ws353_ko": 353}
RAW = {  # lines, words
    "imdb_unlabelled": (24_752, 5_780_692),
    "nsmc_unlabelled": (495_736, 3_928_388),
    "3i4k": (57_276, 289_177),
    "kornlu": (25_406, 206_343),
    "chatbot": (19_436, 71_776),
    "wiki_narrative": (19_500, 1_004_918),
    "wiki_biography": (9_981, 510_547),
    "korean_laws": (1_655, 10_603),
}
SEMCOR_COUNTS = (352, 37_087, 776_145, 233_870, 21_141, 34_976)
REAL = [
    (partial(corpora.ewt, "train"), "pos/ud_english_ewt", "exact", (12_544, 204_577)),
    (partial(corpora.ewt, "dev"), "pos/ud_english_ewt", "exact", (2_001, 25_147)),
    (partial(corpora.ewt, "test"), "pos/ud_english_ewt", "exact", (2_077, 25_094)),
    (corpora.semcor, "wsd/semcor3_noad", "exact", SEMCOR_COUNTS),
    (corpora.wordnet_senses, "wsd/wordnet30_inventory", "rebuilt", (58_459, 20_728)),
    (partial(corpora.senseval, "hard"), "wsd/senseval2", "own split", (3_468, 865)),
    (partial(corpora.senseval, "interest"), "wsd/senseval2", "own split", (1_898, 470)),
    (partial(corpora.senseval, "line"), "wsd/senseval2", "own split", (3_316, 830)),
    (partial(corpora.senseval, "serve"), "wsd/senseval2", "own split", (3_502, 876)),
    (partial(corpora.coarsewsd, "bank"), "wsd/coarsewsd20", "exact", (1_107, 455)),
    (partial(corpora.coarsewsd, "bass"), "wsd/coarsewsd20", "exact", (3_173, 1_391)),
    (partial(corpora.coarsewsd, "yard"), "wsd/coarsewsd20", "exact", (144, 72)),
    (corpora.sms_spam, "classification/sms_spam", "own split", (4_136, 1_035)),
    (corpora.imdb, "classification/imdb/imdb_train.tsv.xz", "rebuilt", (25_000, 25_000)),
    (corpora.nsmc, "classification/nsmc_rebuilt", "own split", (150_000, 50_000)),
    (partial(corpora.sst, 2), "classification/sst", "exact", (6_920, 872, 1_821)),
    (partial(corpora.sst, 5), "classification/sst", "exact", (8_544, 1_101, 2_210)),
    (corpora.wnut17, "ner/wnut17", "exact", (3_394, 1_009, 1_287)),
    (partial(corpora.analogies, "en"), "wordeval", "exact", (19_544, 14)),
    (partial(corpora.analogies, "ko"), "wordeval", "exact", (10_000, 10)),
    (corpora.wikitext2, "pretrain_en/wikitext2_eval", "exact", (60, 2_461, 213_886)),
    *(
        (partial(corpora.word_pairs, name), "wordeval", "exact", (number,))
        for name, number in PAIRS.items()
    ),
    *(
        (
            partial(corpora.raw_text, name),
            running.RAW[name]["path"].split("/")[0],
            "rebuilt",
            counts,
        )
        for name, counts in RAW.items()
    ),
]


def named(load):
    """ "sst 5" for partial(corpora.sst, 5)"""
    words = (getattr(load, "func", load).__name__, *getattr(load, "args", ()))
    return " ".join(map(str, words))


@pytest.mark.parametrize(
    ("load", "place", "state", "counts"), [pytest.param(*row, id=named(row[0])) for row in REAL]
)
def test_exact_counts_of_the_real_sets(load, place, state, counts, data_set):
    data_set(place)
    found = load()
    assert (found.state, tuple(found.counts.values())) == (state, counts)
    about = found.about
    assert about.licence and about.citation and found.name in found._repr_markdown_()
    if place == "wsd/coarsewsd20":
        assert {o.tokens[o.index] for o in found.test} == {found.train[0].lemma}
        assert not {o.tokens for o in found.train} & {o.tokens for o in found.test}


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


@pytest.mark.parametrize(
    ("load", "place", "counts"),
    [
        (corpora.korean_gsd, "pos/ud_korean_gsd", {"train": 760, "dev": 190, "test": 989}),
        (corpora.korean_kaist, "pos/ud_korean_kaist", {"train": 1_446, "dev": 206, "test": 414}),
    ],
)
def test_korean_treebanks(load, place, counts, data_set):
    data_set(place)
    treebank = load()
    tags = {tag for _, tags in treebank.test for tag in tags}
    assert {"NOUN", "VERB", "ADV", "PUNCT"} < tags and len(tags) <= 17
    if treebank.state == "own split":  # the training part is not there
        assert treebank.counts == counts
        train, dev = (
            {" ".join(tokens) for tokens, _ in part} for part in (treebank.train, treebank.dev)
        )
        assert not train & dev


def test_the_spam_split_of_lectures_leaks_and_says_so(data_set):
    data_set("classification/sms_spam")
    sms = corpora.sms_spam(copies=True)
    assert sms.counts == {"train": 4_457, "test": 1_117} and sms.state == "rebuilt"
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


def npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


SPAM = b"ham\thello &lt;#&gt;\nham\thello &lt;#&gt;\n" + b"".join(
    b"%s\tmessage %d\n" % (b"spam" if i % 2 else b"ham", i) for i in range(20)
)
NEWS = b'"1","A title, here","a text"\n"4","Two\\nd ""e""","it #39;s"\n'
JOINED = b'"1","A title, here a text"\n"4","Two\\nd ""e"" it #39;s"\n'
NSMC = "id\tdocument\tlabel\n1\t좋다\u2028정말\t1\n2\t\t0\n".encode()
IMDB = b"label\trating\tid\ttext\nneg\t2\t0\tbad<br /><br />film\npos\t9\t1\tgood\n"
KOREAN = "".join(f"1\t고양이{i}\t_\tNOUN\tNNG\t_\t0\troot\t_\t_\n\n" for i in range(20)).encode()
WORDS_50 = "".join(f"{word} {' '.join(['0.5'] * 50)}\n" for word in ("the", "cat")).encode()
WORDNET = "sense_key\tlemma\tpos\tsense_no\tsynset_offset\tsemcor3_count\tsynonyms\tgloss\n"
WIKITEXT = " \n = Cat = \n \n A <unk> . \n = = Life = = \n It sleeps . \n = Dog = \n Yes . "
SEMCOR_FILES = {
    "s/brown1_br-x01": SEMCOR,
    "s/brownv_br-x02": b"<contextfile>\n",
    "s/brown1_": b"junk",
}
MADE_UP = {
    "pos/ud_english_ewt/en_ewt-ud-train.conllu": CONLLU.encode(),
    "pos/ud_english_ewt/en_ewt-ud-dev.conllu": CONLLU.encode(),
    "pos/ud_english_ewt/en_ewt-ud-test.conllu": CONLLU.encode(),
    "pos/ud_korean_gsd/ko_gsd-ud-dev.conllu.xz": lzma.compress(KOREAN),
    "pos/ud_korean_gsd/ko_gsd-ud-test.conllu": KOREAN[:400].rpartition(b"1\t")[0],
    "pos/ud_korean_kaist/ko_kaist-ud-dev.conllu": KOREAN,
    "wsd/semcor3_noad/semcor_in_original_format.tar.xz": make_tar(SEMCOR_FILES),
    "wsd/senseval2/senseval.zip": make_zip(
        {"senseval/line.pos": SENSEVAL, "senseval/hard.pos": "<corpus></corpus>"}
    ),
    "wsd/coarsewsd20/CoarseWSD-20.tar.xz": coarse(),
    "wsd/wordnet30_inventory/wordnet30_semcor_lemmas.tsv": (
        f"{WORDNET}k\tcat\tn\t1\t0\t7\tcat|puss\ta pet\n".encode()
    ),
    "classification/sms_spam/SMSSpamCollection": SPAM,
    "classification/ag_news/train_sample.csv": JOINED,
    "classification/ag_news/test.csv": NEWS,
    "classification/nsmc_rebuilt/ratings_train.txt": NSMC,
    "classification/nsmc_rebuilt/ratings_test.txt": NSMC,
    "classification/imdb/imdb_train.tsv": IMDB,
    "classification/imdb/imdb_test.tsv": IMDB,
    "ner/wnut17/wnut17train.conll": b"Kim\tB-person\nsat\tO\n\nYes\tO\n",
    "ner/wnut17/emerging.dev.conll": b"Kim\tB-person\nsat\tO\n\t\nYes\tO\n",
    "ner/wnut17/emerging.test.annotated": b"Kim\tB-person\nsat\tO\n\n\n\t\nYes\tO",
    "wordeval/EN-WS-353-ALL.txt": b"cat\tdog\t7.5\tM\nold new 1.58\n",
    "wordeval/WS353_korean.csv": "\ufeffa,b,c\n개,고양이,7.5\n".encode(),
    "wordeval/questions-words.txt": b": g\na b c d\n: other one\nboy girl king queen\n",
    "wordeval/word_analogy_korean.txt": ": g\n가 나 다 라\n".encode(),
    "vectors/glove.6B.50d.top50k.f16.npy": npy(np.ones((2, 50), dtype=np.float16)),
    "vectors/glove.6B.50d.top50k.vocab.txt": b"the\ncat\n",
    "pretrain_en/wikitext2_eval/valid.txt": WIKITEXT.encode(),
    "pretrain_ko/chatbot.txt": "안녕 하세요\n한\u2028줄\n".encode(),
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
    documents = hashlib.sha256(b"<contextfile>\n".join((SEMCOR, b""))).hexdigest()
    monkeypatch.setattr(sense_sets, "SEMCOR", documents)
    return tmp_path / "data"


def test_made_up_sentences_with_tags(made_up):
    for part in ("train", "dev", "test"):
        found = corpora.ewt(part)
        assert found[0] == (["I", "do", "n't"], ["PRON", "AUX", "PART"])
        assert found.counts == {"sentences": 2, "tokens": 4} and found.name == "UD English-EWT"
    gsd, kaist = corpora.korean_gsd(), corpora.korean_kaist()
    assert gsd.counts == {"train": 16, "dev": 4, "test": 10} and gsd.state == "own split"
    assert kaist.counts == {"train": 14, "dev": 2, "test": 4}
    assert sorted(kaist.train + kaist.dev + kaist.test) == sorted(gsd.train + gsd.dev)
    names = [(["Kim", "sat"], ["B-person", "O"]), (["Yes"], ["O"])]
    wnut = corpora.wnut17()
    assert wnut.train == wnut.dev == wnut.test == names
    for name in ("ko_gsd-ud-train", "ko_gsd-ud-dev", "ko_gsd-ud-test"):
        (made_up / "pos/ud_korean_gsd" / f"{name}.conllu").write_bytes(KOREAN)
    gsd = corpora.korean_gsd()  # all three parts are there
    assert gsd.state == "exact" and gsd.counts == {"train": 20, "dev": 20, "test": 20}


def test_made_up_senses(made_up):
    semcor = corpora.semcor()
    assert tuple(semcor.counts.values()) == (2, 2, 5, 2, 2, 2)
    cat, take = semcor
    assert cat.tokens == ("cats", "took", "place", "AT&T", ".") == take.tokens
    assert (cat.sense, cat.lemma, cat.pos) == ("cat%1:05:00::", "cat", "NN")
    assert (take.sense, take.index, take.end) == ("take_place%2:30:00::", 1, 3)
    assert cat.document == "brown1/br-x01" and cat.end == 1
    splits = corpora.senseval("line")
    (line,) = splits.train + splits.test
    assert line.tokens == ("<", '"', "at&t", "1", "/", "2", "long", "lines", ".", "bare")
    assert (line.tokens[line.index], line.sense, line.pos) == ("lines", "cord", "NNS")
    assert line.document == "line-n.a"
    spring = corpora.coarsewsd("spring")
    assert (len(spring.train), len(spring.test), spring.state) == (2, 1, "exact")
    assert [o.sense for o in spring.train] == ["spring_other", "spring_water"]
    (sense,) = corpora.wordnet_senses()
    assert sense == ("k", "cat", "n", 1, 7, ("cat", "puss"), "a pet")


def test_senses_come_from_the_files_of_the_public_address(made_up):
    folder = made_up / "wsd/coarsewsd20/CoarseWSD-20/apple"
    folder.mkdir(parents=True)
    for name, text in COARSE.items():
        (folder / name).write_bytes(text)
    apple = corpora.coarsewsd("apple")
    assert apple.counts == {"train": 2, "test": 1} and apple.train[0].lemma == "apple"
    (folder / "train.gold.txt").write_bytes(b"1\n")
    with pytest.raises(corpora.Damaged, match="do not fit .2 sentences of apple have 1"):
        corpora.coarsewsd("apple")
    (made_up / "wsd/semcor3_noad/semcor_in_original_format.tar.xz").unlink()
    name = SETS["semcor"]["files"]["zip"]["url"].rpartition("/")[2]
    (made_up / "wsd/semcor3_noad" / name).write_bytes(make_zip(SEMCOR_FILES))
    assert [o.document for o in corpora.semcor()] == ["brown1/br-x01"] * 2
    changed = SEMCOR_FILES | {"s/brown1_br-x01": SEMCOR.replace(b"cats", b"dogs")}
    (made_up / "wsd/semcor3_noad" / name).write_bytes(make_zip(changed))
    with pytest.raises(corpora.Damaged, match="sha256 of its documents differs"):
        corpora.semcor()


def test_made_up_texts_with_labels(made_up):
    sms = corpora.sms_spam()
    texts = [text for _, text in sms.train + sms.test]
    assert sorted(texts) == sorted(["hello <#>"] + [f"message {i}" for i in range(20)])
    news = corpora.ag_news()
    titles = [("World", "A title, here a text"), ("Sci/Tech", 'Two nd "e" it\'s')]
    assert news.train == news.test == titles
    assert (news.name, news.state) == ("AG News", "part")
    assert corpora.nsmc().test == [("positive", "좋다\u2028정말"), ("negative", "")]
    assert "2 test texts are in the training part" in corpora.nsmc().about.note
    assert corpora.imdb().train == [("negative", "bad film"), ("positive", "good")]
    assert corpora.sst().dev == [("positive", "good ."), ("negative", "bad .")]
    assert corpora.sst(5).test[0] == ("negative", "good .")


def test_the_full_set_is_preferred_to_a_sample(made_up):
    (made_up / "classification/ag_news/train.csv").write_bytes(NEWS * 2)
    news = corpora.ag_news()
    assert news.state == "exact" and len(news.train) == 4
    (made_up / "classification/nsmc").mkdir()
    for part in ("train", "test"):
        (made_up / f"classification/nsmc/ratings_{part}.txt").write_bytes(NSMC)
    assert (corpora.nsmc().name, corpora.nsmc().state) == ("NSMC", "exact")
    reviews = {
        "aclImdb/train/neg/0_2.txt": b"bad<br /><br />film",
        "aclImdb/train/pos/1_9.txt": b"good",
        "aclImdb/train/unsup/0_0.txt": b"no label",
        "aclImdb/test/pos/0_10.txt": b"fine",
        "aclImdb/train/urls_pos.txt": b"http",
    }
    archive = made_up / "classification/imdb/aclImdb_v1.tar.gz"
    archive.write_bytes(make_tar(reviews, "w:gz"))
    imdb = corpora.imdb()
    assert imdb.train == [("negative", "bad film"), ("positive", "good")]
    assert imdb.state == "exact" and imdb.test == [("positive", "fine")]


def test_made_up_pairs_vectors_and_text(made_up):
    assert corpora.word_pairs() == [("cat", "dog", 7.5), ("old", "new", 1.58)]
    assert corpora.word_pairs("ws353_ko") == [("개", "고양이", 7.5)]
    other = ("other one", "boy", "girl", "king", "queen")
    assert corpora.analogies() == [("g", "a", "b", "c", "d"), other]
    assert corpora.analogies("ko")[0][-1] == "라"
    assert corpora.glove(2).index_to_key == ["the", "cat"]
    assert corpora.glove(2).about.state == "part"
    with pytest.raises(ValueError, match="Only 2 words of GloVe are here"):
        corpora.glove()
    (made_up / "vectors/glove.6B.zip").write_bytes(make_zip({"glove.6B.50d.txt": WORDS_50}))
    whole = corpora.glove(2)
    assert whole["cat"].tolist() == [0.5] * 50 and whole.about.note == ""
    wikitext = corpora.wikitext2()
    titles = [" ".join(article[0]) for article in wikitext.documents]
    assert titles == ["= Cat =", "= Dog ="] and wikitext.sentences[1] == ["A", "<unk>", "."]
    assert wikitext.counts == {"documents": 2, "sentences": 6, "tokens": 19}
    chatbot = corpora.raw_text("chatbot")
    assert chatbot == ["안녕 하세요", "한\u2028줄"] and chatbot.name == "chatbot"
    assert chatbot.counts == {"lines": 2, "words": 4}


@pytest.mark.parametrize(
    ("load", "says"),
    [
        (partial(corpora.ewt, "valid"), "The parts of UD .*: 'valid'"),
        (partial(corpora.ewt, "dev", "pos"), "tags is .* not 'pos'"),
        (partial(corpora.senseval, "dog"), "has .*, not 'dog'"),
        (partial(corpora.coarsewsd, "dog"), "has .*, not 'dog'"),
        (partial(corpora.sst, 3), "2 or 5 classes, not 3"),
        (partial(corpora.word_pairs, "x"), "not 'x'"),
        (partial(corpora.analogies, "x"), "not 'x'"),
        (partial(corpora.raw_text, "x"), "not 'x'"),
        (partial(corpora.senses, "x"), "not 'x'"),
        (partial(corpora.sense_inventory, "x"), "not 'x'"),
        (partial(corpora.our_tagged, "x"), "not 'x'"),
    ],
)
def test_what_there_is_instead_of_a_wrong_name(load, says):
    with pytest.raises(ValueError, match=says):
        load()


# --- nothing here and no network

LOADERS = {named(load).split()[0]: load for load, *_ in REAL}
LOADERS |= {load.__name__: load for load in (corpora.korean_gsd, corpora.korean_kaist)}
LOADERS |= {load.__name__: load for load in (corpora.ag_news, corpora.glove)}


@pytest.mark.parametrize("name", LOADERS)
def test_what_is_missing_is_said(name, tmp_path, monkeypatch):
    monkeypatch.delenv("ELMO_LITE_DATA", raising=False)
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    says = r" is missing \(.*\): save .* as .*; .*\.$"
    with pytest.raises(corpora.Missing, match=says) as caught:
        LOADERS[name]()
    assert str(tmp_path / "sets") in str(caught.value) and "\n" not in str(caught.value)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_damaged_set_is_an_error(made_up, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setenv("ELMO_LITE_DATA", str(made_up))
    for name in ("sms_spam", "ag_news", "ewt", "coarsewsd", "semcor"):
        with pytest.raises(corpora.Damaged, match="sha256 differs"):
            LOADERS[name]()


# --- our own texts


def test_our_texts_that_are_missing_or_changed(monkeypatch, tmp_path):
    monkeypatch.setattr(course_files, "DATA", tmp_path)
    with pytest.raises(FileNotFoundError, match="sms.tsv is part of the course: fetch the whole"):
        corpora.our_messages()
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks/sms.tsv").write_bytes(b"no tab\n")
    with pytest.raises(ValueError, match=r"sms.tsv is not as the course left it \(a line has 1"):
        corpora.our_messages()


# --- the table of sets


def test_every_loader_is_in_the_docstring():
    assert corpora.__doc__ is not None
    for name in (*LOADERS, "senses", "our_tagged", "gensim_file", "korean_verbs"):
        assert f"`{name}(" in corpora.__doc__
    assert set(running.RAW) == set(RAW) and set(wordeval.PAIRS) == set(PAIRS)


# The files that are checked by their count, since no sha256 of the published ones is known to us.
COUNTED = {
    *("ud_korean_gsd/ko_gsd-ud-train", "ud_korean_kaist/ko_kaist-ud-train"),
    *("ud_korean_kaist/ko_kaist-ud-test", "semcor3_noad/word_sense_disambigation_corpora"),
}


def test_the_table_of_sets_holds_what_a_score_must_name_and_what_a_check_needs():
    counted = set()
    for name, facts in SETS.items():
        assert name == "raw" or facts["name"] and facts["licence"] and facts["citation"], name
        for part, row in facts["files"].items() if name != "raw" else facts.items():
            if part == "sha256" or (name, part) == ("coarsewsd", "folder"):
                continue  # below
            assert row["path"], name
            assert len(row.get("sha256", "0" * 64)) == 64, name
            assert row.get("state", "exact") in ("exact", "part", "rebuilt", "own split"), name
            if "sha256" not in row:
                assert row["count"], name
                counted.add("/".join(row["path"].rpartition(".")[0].split("/")[-2:]))
    assert counted == COUNTED
    known = SETS["coarsewsd"]["files"]["sha256"]
    assert known.keys() == sense_sets.COARSE_HERE
    for sha256 in known.values():
        assert [len(each) for each in sha256] == [64] * len(sense_sets.COARSE_FILES)


def test_the_files_of_a_noun_are_those_of_the_archive(data_set):
    archive = data_set("wsd/coarsewsd20") / "CoarseWSD-20.tar.xz"
    for name, text in archives.members(archive, r"CoarseWSD-20/[^/]*/[^/]*\.txt"):
        word, file = name.split("/")[-2:]
        known = SETS["coarsewsd"]["files"]["sha256"][word]
        assert hashlib.sha256(text).hexdigest() == known[list(sense_sets.COARSE_FILES).index(file)]


def test_the_documents_that_we_packed_have_the_sha256_that_a_zip_of_semcor_must_have(data_set):
    archive = data_set("wsd/semcor3_noad") / "semcor_in_original_format.tar.xz"
    documents = sense_sets.semcor_documents(archive.read_bytes())
    assert len(documents) == 352
    contents = b"".join(text for _, text in documents)
    assert hashlib.sha256(contents).hexdigest() == sense_sets.SEMCOR
