"""Text files -> windows: nothing lost, both directions right at the ends of sentences."""

import gzip
import itertools
import lzma
import random

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from elmo_lite.corpora.lines import MAX_LINE, find_texts, first_sentences, read_lines, sentences_of
from elmo_lite.text import Vocabulary, character_ids
from elmo_lite.training import batches
from elmo_lite.training.batches import NO_TARGET, Position, pack, training_blocks

SENTENCES = [["a", "b", "c"], ["b"], ["d", "a", "a", "b", "e"], ["새", "집"], ["c", "b"]]
VOCABULARY = Vocabulary.build(SENTENCES, max_size=4)


def read_back(direction, block, marks):
    """The (inputs, targets) of every sentence in a packed direction, as words."""
    found = []
    for words, targets, keep in zip(
        direction.words, direction.targets, direction.keep, strict=True
    ):
        starts = np.flatnonzero(keep == 0)
        for start, end in itertools.pairwise([*starts, len(keep)]):
            there = targets[start:end] != NO_TARGET
            spelled = block.characters[words[start:end][there]]
            if there.any():
                names = [marks[tuple(letters)] for letters in spelled]
                found.append((names, targets[start:end][there].tolist()))
    return sorted(found)


@pytest.mark.parametrize("rows", [1, 2, 3, 8])
@pytest.mark.parametrize("steps", [1, 4, 7])
def test_every_sentence_is_read_and_predicted_in_both_directions(rows, steps):
    block = pack(SENTENCES, VOCABULARY, rows, steps)
    words = [*{w for s in SENTENCES for w in s}, "<S>", "</S>"]
    marks = dict(zip(map(tuple, character_ids(words)), words, strict=True))
    ids = VOCABULARY.ids
    forward = sorted((["<S>", *s], [*ids(s).tolist(), 2]) for s in SENTENCES)
    backward = sorted((["</S>", *s[::-1]], [*ids(s[::-1]).tolist(), 1]) for s in SENTENCES)
    assert read_back(block.forward, block, marks) == forward
    assert read_back(block.backward, block, marks) == backward
    assert block.forward.words.shape[1] % steps == 0


def test_rows_are_of_nearly_equal_length():
    sentences = [["a"] * (n % 13 + 1) for n in range(300)]
    block = pack(sentences, VOCABULARY, 8, 1)
    lengths = (block.forward.targets != NO_TARGET).sum(axis=1)
    assert lengths.max() - lengths.min() <= 14


@given(st.lists(st.lists(st.text(max_size=5), min_size=1, max_size=9), min_size=1))
@settings(max_examples=50, deadline=None)
def test_pack_takes_any_words(sentences):
    block = pack(sentences, VOCABULARY, 3, 5)
    predicted = (block.forward.targets != NO_TARGET).sum()
    assert predicted == sum(len(s) + 1 for s in sentences)
    assert (block.backward.targets != NO_TARGET).sum() == predicted


def test_no_word_of_a_text_is_taken_for_a_mark():
    """An empty word and "<S>" are read as elmo.py reads them, and predicted as unknown words."""
    block = pack([["", "<S>", "a"]], VOCABULARY, 1, 4)
    words = block.forward.words[0]
    assert words[0] == batches.START and words.min() > batches.NOTHING
    assert block.characters[batches.NOTHING].sum() == 0
    np.testing.assert_array_equal(block.characters[[1, 2]], character_ids(["<S>", "</S>"]))
    np.testing.assert_array_equal(block.characters[words[1:]], character_ids(["", "<S>", "a"]))
    assert block.forward.targets[0].tolist() == [0, 0, VOCABULARY.id("a"), 2]
    assert block.backward.targets[0].tolist() == [VOCABULARY.id("a"), 0, 0, 1]


@pytest.fixture
def corpus(tmp_path):
    text = "".join(f"Line {n} says that it is number {n}. And more follows.\n" for n in range(60))
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    with lzma.open(tmp_path / "b.txt.xz", "wt", encoding="utf-8") as file:
        file.write("Packed text reads the same.\n한국어도 됩니다.\n")
    with gzip.open(tmp_path / "c.txt.gz", "wt", encoding="utf-8") as file:
        file.write("So does this one.")
    return tmp_path


def test_plain_and_packed_files_read_alike(corpus):
    lines = [line for path in find_texts([corpus]) for line in read_lines(path)]
    assert len(lines) == 63
    assert lines[-3:] == ["Packed text reads the same.", "한국어도 됩니다.", "So does this one."]


def take(corpus, count, position=None, seed=5):
    files, position = find_texts([corpus]), position or Position()
    blocks = training_blocks(files, VOCABULARY, 2, 4, seed, position, block_characters=900)
    return list(itertools.islice(blocks, count))


def test_going_on_from_a_position_gives_the_same_blocks(corpus):
    whole = take(corpus, 9)
    assert {0, 1} <= {position.epoch for position, _ in whole}
    for start in (1, 3, 5):
        for (p, block), (q, again) in zip(
            whole[start:], take(corpus, 9 - start, whole[start][0]), strict=True
        ):
            assert p == q
            np.testing.assert_array_equal(block.forward.words, again.forward.words)
            np.testing.assert_array_equal(block.characters, again.characters)


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_other_processes_pack_the_same_blocks_in_the_same_order(corpus, workers):
    arguments = {"files": find_texts([corpus]), "vocabulary": VOCABULARY, "rows": 2, "steps": 4}
    arguments |= {"seed": 5, "position": Position(0, 1), "block_characters": 900}
    before = torch.get_rng_state()
    found = list(itertools.islice(batches.packed_ahead(workers, **arguments), 8))
    assert torch.equal(torch.get_rng_state(), before), "a resumed run has the same dropout"
    for (p, block), (q, again) in zip(take(corpus, 9)[1:], found, strict=True):
        assert p == q
        np.testing.assert_array_equal(block.backward.words, again.backward.words)
        np.testing.assert_array_equal(block.characters, again.characters)


def test_an_epoch_holds_every_sentence_once_and_the_next_one_in_another_order(corpus):
    lines = [line for path in find_texts([corpus]) for line in read_lines(path)]
    whole = take(corpus, 9)
    first = [block for position, block in whole if position.epoch == 0]
    ends = sum(int((block.forward.targets == 2).sum()) for block in first)
    assert ends == len(sentences_of(lines))
    again = next(block for position, block in whole if position == Position(1, 0))
    assert not np.array_equal(first[0].characters, again.characters)
    assert not np.array_equal(first[0].characters, take(corpus, 1, seed=6)[0][1].characters)


def test_files_and_the_sentences_of_a_file_are_shuffled_apart(tmp_path):
    """In one file only the sentences can change places; of short files only the files can."""
    lines = [f"word{n} here.\n" for n in range(40)]
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "a.txt").write_text("".join(lines), encoding="utf-8")
    (tmp_path / "many").mkdir()
    for n, line in enumerate(lines):
        (tmp_path / "many" / f"{n:02}.txt").write_text(line, encoding="utf-8")
    (_, first), (_, again) = take(tmp_path / "one", 2)  # one block holds the whole file
    (_, other) = take(tmp_path / "one", 1, seed=6)[0]
    for block in (again, other):
        assert not np.array_equal(first.characters, block.characters)
        assert sorted(map(tuple, first.characters)) == sorted(map(tuple, block.characters))
    names = [list(first_words(tmp_path / "many", seed)) for seed in (5, 6)]
    assert names[0] != names[1] and sorted(names[0]) == sorted(names[1])


def first_words(folder, seed):
    """The spelling of the first word of each block; every file makes one."""
    blocks = training_blocks(find_texts([folder]), VOCABULARY, 1, 4, seed, block_characters=1)
    for _, block in itertools.islice(blocks, 40):
        yield tuple(block.characters[batches.END + 1])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "holds no words"),
        (b"\n \n\n", "holds no words"),
        (b"a b\0c", "not a text file"),
        ("Käse".encode("latin-1"), "not UTF-8"),
        (b"a" * (MAX_LINE + 5), "one paragraph on a line"),
    ],
)
def test_bad_input_gets_one_sentence(tmp_path, content, sentence):
    (tmp_path / "bad.txt").write_bytes(content)
    with pytest.raises(ValueError, match=sentence) as error:
        take(tmp_path, 1)
    assert "\n" not in str(error.value)


def test_damaged_and_missing_files_get_one_sentence(tmp_path):
    with pytest.raises(FileNotFoundError, match="check the path"):
        find_texts([tmp_path / "nothing"])
    with pytest.raises(FileNotFoundError, match="give some"):
        find_texts([tmp_path])
    (tmp_path / "cut.xz").write_bytes(lzma.compress(b"words " * 5000)[:-20])
    with pytest.raises(ValueError, match="is damaged"):
        take(tmp_path, 1)
    words = random.Random(0).choices(b"abc def\n", k=20_000)
    damaged = bytearray(gzip.compress(bytes(words)))
    damaged[3000:3010] = b"\xff" * 10
    (tmp_path / "c.gz").write_bytes(damaged)
    with pytest.raises(ValueError, match="is damaged"):
        list(read_lines(tmp_path / "c.gz"))


def test_a_file_named_twice_counts_once_and_a_folder_is_no_file(corpus):
    (corpus / "folder.txt").mkdir()
    b = corpus / "b.txt.xz"
    again = corpus / "folder.txt" / ".." / "b.txt.xz"
    assert find_texts([b, again, corpus]) == [b, corpus / "a.txt", corpus / "c.txt.gz"]


def test_capital_endings_count_and_hidden_files_do_not(tmp_path):
    (tmp_path / "A.TXT").write_text("a plain text\n", encoding="utf-8-sig")  # with its mark
    (tmp_path / "B.TXT.GZ").write_bytes(gzip.compress(b"a packed text\n"))
    (tmp_path / "._A.TXT").write_bytes(b"\x00\x05\x16\x07")  # what macOS puts beside a file
    files = find_texts([tmp_path])
    assert [path.name for path in files] == ["A.TXT", "B.TXT.GZ"]
    lines = [list(read_lines(path)) for path in files]
    assert lines == [["a plain text"], ["a packed text"]]


def test_the_first_sentences_of_a_text(tmp_path):
    """Up to the end of the line in which so many words are passed."""
    path = tmp_path / "a.txt"
    path.write_text("One two. Three four.\n\nfive six seven\neight\n")
    assert first_sentences(path, 5)[-1] == ["Three", "four", "."]
    assert first_sentences(path, 6)[-1] == ["five", "six", "seven"]
    assert len(first_sentences(path, 99)) == 4
