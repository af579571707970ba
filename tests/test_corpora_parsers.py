"""The readers of public formats, on small files written here, and what holds for any input."""

import contextlib
import csv
import io
import pickle
import tarfile
import time
import zipfile
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elmo_lite import corpora
from elmo_lite.corpora import examples, ours
from elmo_lite.corpora.examples import About, Examples, Occurrence, Splits
from elmo_lite.corpora.lines import lines_of
from elmo_lite.corpora.public import archives, classification, fetch, pos, sense_sets, wordeval

# Text as it occurs in messages and reviews: with U+0085 and U+2028 inside, without \n, \r, \t.
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\t\ufeff"), max_size=30)


def make_zip(files, packing=zipfile.ZIP_STORED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return stream.getvalue()


def make_tar(files, mode="w:xz"):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:
        for name, text in files.items():
            item = tarfile.TarInfo(name)
            item.size = len(text)
            archive.addfile(item, io.BytesIO(text))
    return stream.getvalue()


# --- lines and archives


@given(st.lists(TEXT, min_size=1).filter(lambda lines: lines[-1]))
def test_only_a_line_feed_ends_a_line(lines):
    joined = "\n".join(lines)
    assert lines_of(joined.encode()) == lines == lines_of((joined + "\n").encode())
    assert lines_of(b"\xef\xbb\xbf" + "\r\n".join(lines).encode()) == lines
    assert lines_of(b"") == []


@pytest.mark.parametrize("make", [make_zip, make_tar, partial(make_tar, mode="w:gz")])
def test_wanted_files_of_an_archive(make):
    archive = make({"a/b/one.txt": b"1", "a/two.txt": b"2", "a/one.txt.old": b"3"})
    assert list(archives.members(archive, r"\w+\.txt")) == [
        ("a/b/one.txt", b"1"),
        ("a/two.txt", b"2"),
    ]
    assert archives.member(archive, "two.txt") == b"2"
    with pytest.raises(ValueError, match="holds no xtwo.txt"):
        archives.member(archive, "xtwo.txt")  # a name must match in full


@pytest.mark.parametrize("make", [make_zip, make_tar])
def test_no_name_in_an_archive_becomes_a_path(make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = list(archives.members(make({"../evil.txt": b"1", "/evil.txt": b"2"}), r".*"))
    assert found == [("../evil.txt", b"1"), ("/evil.txt", b"2")]
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_an_archive_is_not_followed(tmp_path):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        item = tarfile.TarInfo("secret.txt")
        item.type, item.linkname = tarfile.SYMTYPE, "/secret.txt"
        archive.addfile(item)
    assert list(archives.members(stream.getvalue(), r".*")) == []


# --- texts


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("The cat #39;s mat", "The cat's mat"),
        ("He said: quot;no quot; to it", 'He said:"no" to it'),
        ("the  #36;10 prize", "the $10 prize"),
        ("worth \\$5 or \\\\$6", "worth $5 or $6"),
        ("a second\\team of cats", "a second team of cats"),
        (
            "A &lt;b&gt;fat&lt;/b&gt; cat &lt;A HREF=&quot;x&quot;&gt;here&lt;/A&gt;",
            "A fat cat here",
        ),
        ("cats #38; dogs #151; both", "cats& dogs— both"),
        ("Cat amp; Co lt;b gt;", "Cat& Co"),
        ("a #1; b, sequel; lieutenant;", "a #1; b, sequel; lieutenant;"),
        ("it &#39;s", "it 's"),
        ("a nbsp;b", "a b"),
    ],
)
def test_rests_of_html_in_news_are_mended(text, clean):
    assert classification.clean_news(text) == clean


# --- tagged sentences

CONLLU = """\
# sent_id = 1
# text = I don't
1\tI\tI\tPRON\tPRP\t_\t3\tnsubj\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\tVBP\t_\t3\taux\t_\t_
3\tn't\tnot\tPART\tRB\t_\t0\troot\t_\t_
3.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t_\t_

# sent_id = 2
1\tYes\u2028\u0085!\tyes\tINTJ\tUH\t_\t0\troot\t_\t_

"""


@pytest.mark.parametrize("text", [CONLLU, CONLLU.rstrip("\n"), CONLLU.replace("\n", "\r\n")])
def test_conllu_gives_syntactic_words(text):
    assert pos.read_conllu(text.encode()) == [
        (["I", "do", "n't"], ["PRON", "AUX", "PART"]),
        (["Yes\u2028\u0085!"], ["INTJ"]),
    ]
    assert pos.read_conllu(text.encode(), "xpos")[0][1] == ["PRP", "VBP", "RB"]
    heads = pos.read_conllu(text.encode(), "head")
    assert [tags for _, tags in heads] == [["right", "right", "root"], ["root"]]
    assert (
        pos.read_conllu(CONLLU.replace("\t3\taux", "\t1\taux").encode(), "head")[0][1][1] == "left"
    )


IOB = st.lists(st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B"]), max_size=8)


@given(IOB)
def test_entities_cover_what_is_tagged(tags):
    found = pos.entities(tags)
    inside = {i for start, end, _ in found for i in range(start, end)}
    assert inside == {i for i, tag in enumerate(tags) if tag != "O"}
    assert all(a[1] <= b[0] for a, b in zip(found, found[1:], strict=False))
    found = pos.entities(["B-A", "I-A", "B-A", "O", "I-B", "I-A"])
    assert found == [(0, 2, "A"), (2, 3, "A"), (4, 5, "B"), (5, 6, "A")]


# --- senses

SEMCOR = b"""<contextfile concordance="brown">
<context filename="br-x01" paras="yes">
<p pnum="1">
<s snum="1">
<wf cmd="done" pos="NN" lemma="cat" wnsn="1" lexsn="1:05:00::" oed_id="/x.001">cats</wf>
<wf cmd="done" pos="VB" lemma="take_place" wnsn="1" lexsn="2:30:00::;2:30:01::">took_place</wf>
<wf cmd=ignore pos=IN>AT&amp;T</wf>
<punc>.</punc>
</s>
<s snum=2>
<wf cmd="tag" pos="VB">_</wf>
</s>
</p>
</context></contextfile>
"""


SENSEVAL = """<corpus lang="en">
<lexelt item="line-n">
<instance id="line-n.a">
<answer instance="line-n.a" senseid="cord"/>
<context>
 <s snum="3"/> <wf pos="<"><</wf> <wf pos='"'>"</wf> <wf pos="NN">at&amp;t</wf> 1 FRASL 2
 <compound> <wf pos="NN">long</wf> </compound>
 <head> <wf pos="NNS">lines</wf></head> <wf pos=".">.</wf> bare
</context>
</instance>
</lexelt></corpus>"""


COARSE = {
    "train.data.txt": b"1\tthe spring of 1990\n0\tspring water\n",
    "train.gold.txt": b"1\r\n0\r\n",
    "test.data.txt": b"2\ta steel spring\n",
    "test.gold.txt": b"1",
    "classes_map.txt": b'{"0": "spring_water", "1": "spring_other"}',
}


def coarse(**changed):
    """The archive of one noun, with some of its files changed."""
    files = {f"CoarseWSD-20/spring/{name}": text for name, text in (COARSE | changed).items()}
    return make_tar(files)


ANNOTATED = """\
# sent_id = en-bank.river-01
# text = The bank.
# lemma = bank
# sense = bank.river
# register = story
# split = train
1\tThe\t_\tDET\t_\t_\t_\t_\t_\t_
2\tbank\t_\tNOUN\t_\t_\t_\t_\t_\tSense=bank.river|SpaceAfter=No
3\t.\t_\tPUNCT\t_\t_\t_\t_\t_\t_
"""


FORMAT_ERRORS = [
    (classification.read_sms, [b"ham no tab\n", b"eggs\ttext\n", b"ham\ta\tb\n", b"ham\t\xe9\n"]),
    (classification.read_nsmc, [b"1\tx\t1\n", b"id\tdocument\tlabel\n1\tx\t2\n"]),
    (classification.read_ag_news, [b'"5","a","b"\n', b'"1"\n', b'"1","a\n']),
    (partial(classification.read_sst, classification.OPINIONS), [b"2 meh\n"]),
    (pos.read_columns, [b"word\n", b"word\tPERSON\n", b"a\tb\tO\n"]),
    (wordeval.read_pairs, [b"a b\n"]),
    (wordeval.read_analogies, [b"a b c\n"]),
    (wordeval.read_glove, [b"cat 0.5 0.5\n"]),
    (sense_sets.read_wordnet, [b"k" + b"\t1" * 7]),
    (
        partial(sense_sets.read_senseval, "line"),
        [make_zip({"line.pos": SENSEVAL.replace("<head>", "<x>")})],
    ),
    (
        partial(sense_sets.read_coarsewsd, "spring"),
        [
            coarse(**{"train.gold.txt": b"1\n"}),
            coarse(**{"train.gold.txt": b"1\n7\n"}),
            coarse(**{"train.data.txt": b"9\tthe spring\n0\tspring\n"}),
            coarse(**{"train.data.txt": b"spring\n0\tspring\n"}),
            coarse(**{"classes_map.txt": b"[]"}),
            coarse(**{"classes_map.txt": b"{"}),
        ],
    ),
    (
        ours.read_annotated,
        [
            ANNOTATED.replace("Sense=bank.river", "Sense=bank.money").encode(),
            ANNOTATED.replace("Sense=bank.river|", "").encode(),
            ANNOTATED.replace("split = train", "split = dev").encode(),
            ANNOTATED.replace("# register = story\n", "").encode(),
            ANNOTATED.rstrip("_\n").encode() + b"Sense=bank.river\n",
        ],
    ),
]


@pytest.mark.parametrize(
    ("read", "data"), [(read, data) for read, wrong in FORMAT_ERRORS for data in wrong]
)
def test_what_has_another_format_is_an_error(read, data):
    assert len(ours.read_annotated(ANNOTATED.encode())) == 1  # whole before it is changed
    with pytest.raises((ValueError, IndexError, KeyError, csv.Error)):
        read(data)


def test_an_occurrence_lies_inside_its_sentence():
    for index, end in ((3, 0), (-1, 0), (1, 1), (2, 4)):
        with pytest.raises(ValueError, match="no word"):
            Occurrence(("a", "b", "c"), index, "s", "l", end=end)


# --- gensim's own format


def test_gensim_reads_what_gensim_file_writes(tmp_path, monkeypatch):
    import numpy as np
    from gensim.models import KeyedVectors

    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    vectors = KeyedVectors(2)
    points = {"a": (1, 0), "b": (1, 1), "c": (2, 0.1), "d": (2, 1.1), "e": (-1, 0)}
    vectors.add_vectors(list(points), np.array(list(points.values()), dtype=np.float32))
    about = About("toy", "CC0", "us")
    pairs = Examples([("a", "c", 9.0), ("a", "b", 5.0), ("a", "e", 0.5)], about, {"pairs": 3})
    _, spearman, unknown = vectors.evaluate_word_pairs(corpora.gensim_file(pairs))
    assert spearman.statistic == pytest.approx(1) and unknown == 0
    questions = Examples([("up", "a", "b", "c", "d"), ("no", "a", "e", "b", "x")], about, {})
    score, sections = vectors.evaluate_word_analogies(corpora.gensim_file(questions))
    assert [section["section"] for section in sections] == ["up", "no", "Total accuracy"]
    assert score == 1.0 and sections[0]["correct"] == [("A", "B", "C", "D")]


def test_parts_of_one_set_have_files_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    about = About("a/toy", "CC0", "us")
    one, two = (
        corpora.gensim_file(Examples([("group", "a", "b", "c", word)], about, {})) for word in "de"
    )
    assert one.read_text() == ": group\na b c d\n" and two.read_text() == ": group\na b c e\n"


# --- hostile text takes no longer than its length asks for

MANY = 40_000
TAG = '<instance id="a">'
HOSTILE = {  # the beginning, what is repeated, the end
    "SemCor": [
        ("", "<s ", ""),
        ("<s>", "<wf ", "</s>"),
        ("<s><wf lexsn=", "a", ">x</wf></s>"),
    ],
    "Senseval": [
        ("", TAG, ""),
        (TAG, '<wf pos="a">b', "</instance>"),
        (TAG, "<wf pos='", "</instance>"),
        (TAG, "<", "</instance>"),
    ],
}
HOSTILE_READERS = {
    "SemCor": lambda text: sense_sets.read_semcor(make_zip({"brown1_br-a01": text.encode()})),
    "Senseval": lambda text: sense_sets.read_senseval(
        "hard", make_zip({"hard.pos": text.encode()})
    ),
}


@pytest.mark.parametrize(
    ("reader", "text"), [(reader, text) for reader in HOSTILE for text in HOSTILE[reader]]
)
def test_hostile_text_takes_no_longer_than_its_length_asks_for(reader, text):
    """The patterns of before took 4 seconds for the mildest of these, and minutes for most."""
    beginning, repeated, end = text
    began = time.process_time()
    with contextlib.suppress(ValueError, KeyError):
        HOSTILE_READERS[reader](beginning + repeated * MANY + end)
    assert time.process_time() - began < 2


# --- any damage is an error that the door knows

READERS = [
    *(read for read, _ in FORMAT_ERRORS),
    classification.read_imdb,
    partial(classification.read_imdb_archive, "train"),
    pos.read_conllu,
    sense_sets.read_semcor,
    sense_sets.read_positions,
    sense_sets.read_numbers,
    sense_sets.read_classes,
    wordeval.read_korean_pairs,
    wordeval.read_matrix,
    lines_of,
]
SAMPLES = [
    b"",
    b"<!DOCTYPE html><html><body>Log in to the network</body></html>\n",
    CONLLU.encode(),
    SEMCOR,
    b'"3","a","b"\n"4","c"\n',
    b"ham\ttext\n0\ttext\n",
    b": group\na b c d\nword word 1.0\n",
    make_zip({"x/line.pos": SENSEVAL}),
    coarse(),
    make_tar({"train/pos/1_9.txt": b"good", "brown1_br-a01": SEMCOR}, "w:gz"),
]
DAMAGED = st.builds(
    lambda data, cut, at, junk: data[:at] + junk + data[at + cut :],
    st.sampled_from(SAMPLES) | st.binary(max_size=60),
    st.integers(0, 40),
    st.integers(0, 400),
    st.binary(max_size=6),
)


@pytest.mark.parametrize("read", READERS, ids=lambda read: getattr(read, "func", read).__qualname__)
@settings(max_examples=200, deadline=None)
@given(DAMAGED)
def test_no_reader_falls_over_what_it_is_given(read, data):
    try:
        read(data)
    except fetch._BROKEN as error:
        assert fetch._why(error)


# --- splits, and what is shown


@given(
    st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from("abcdefgh")), max_size=60),
    st.integers(0, 3),
)
def test_no_text_lies_in_both_parts(rows, seed):
    key, label = (lambda row: row[1]), (lambda row: row[0])
    train, test = examples.own_split(rows, key, label, test=0.3, seed=seed)
    assert not {key(row) for row in train} & {key(row) for row in test}
    assert sorted(train + test) == sorted(rows)
    assert train == [row for row in rows if row in train] and test == [r for r in rows if r in test]


def test_a_split_is_made_once():
    rows = [("ham" if i % 4 else "spam", f"text {i}") for i in range(400)]
    train, test = examples.own_split(rows, lambda r: r[1], lambda r: r[0])
    assert len(test) == 80 and sum(label == "spam" for label, _ in test) == 20
    again = examples.own_split(rows[::-1], lambda r: r[1], lambda r: r[0])
    assert (sorted(again[0]), sorted(again[1])) == (sorted(train), sorted(test))
    assert test[:3] == [("spam", "text 8"), ("ham", "text 9"), ("spam", "text 12")]
    assert examples.own_split(rows, lambda r: r[1], seed=1)[1] != test


def test_results_show_facts_and_no_text():
    from IPython.core.formatters import DisplayFormatter

    about = About("Toy set", "CC BY 4.0", "Us (2000): A paper.", "part", "A remark.")
    splits = Splits(about, [("ham", "secret one")], [], [("spam", "secret two")] * 1_000)
    found = Examples([(["secret"], ["NN"])], about, {"sentences": 1, "tokens": 1_234})
    occurrence = Occurrence(("secret", "word"), 1, "word.a", "word")
    for thing in (splits, splits.train, splits.test, found):
        shown, _ = DisplayFormatter().format(thing)
        assert not any("secret" in text for text in shown.values())
        for fact in ("Toy set", "part", "CC BY 4.0", "Us (2000): A paper.", "A remark."):
            assert fact in shown["text/markdown"]
        assert "Toy set" in shown["text/plain"] and "part" in shown["text/plain"]
        assert (thing.name, thing.state) == ("Toy set", "part")
    assert "1 train, 1,000 test" in repr(splits) and "dev" not in repr(splits)
    assert "1,234 tokens" in found._repr_markdown_() and "secret" not in repr(occurrence)
    assert found == [(["secret"], ["NN"])] and type(found[:1]) is list
    copy = pickle.loads(pickle.dumps(found))
    assert copy == found and repr(copy) == repr(found)
