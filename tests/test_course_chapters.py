"""The table of chapters."""

import re

import pytest

from elmo_lite.course.chapters import CHAPTERS, find


def test_the_table_of_chapters_is_in_order_and_needs_only_what_came_before():
    numbers = [c.number for c in CHAPTERS]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)
    parts = [c.part for c in CHAPTERS]
    assert sum(a != b for a, b in zip(parts, parts[1:], strict=False)) + 1 == len(set(parts)) == 5
    for c in CHAPTERS:
        assert re.fullmatch(rf"{c.number}_[a-z0-9_]+", c.slug)
        assert c.question.endswith("?")
        assert all(find(number).number < c.number for number in c.needs)


def test_find_gives_the_chapter_or_a_sentence():
    assert find("08").slug == "08_bidirectional_language_model"
    with pytest.raises(ValueError, match="no chapter '8'"):
        find("8")
