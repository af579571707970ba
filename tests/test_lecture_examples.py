"""Each Korean example of the source lectures is in some chapter, and its cell is named."""

import re

import pytest

from elmo_lite.files import ROOT

PAIRS = "나는 버스를 탔다, 나는 버스를 태운다, 나는 메론을 먹는다, 나는 메롱을 먹는다"
PAIRS += ", 선생님이 달려갔다, 선생님이 잘려갔다"
ANALOGIES = "한국 - 서울 + 도쿄 = 일본, 박찬호 - 야구 + 축구 = 호나우두"
FORMS = "모르다, 모르네, 모르더라, 몰라야, 몰랐다, 모르겠으나, 몰라, 모르겠니, 모르면서"
EXAMPLES = (
    f"선물, 재능, 은행, 강둑, {PAIRS}, 그 물은 투명했다, {ANALOGIES}, 선생님, 교사, 전화기, "
    "귀여운, 사랑스러운, 강아지, 고양이, 좋아해, 사랑해, 귀여운 강아지 좋아해, "
    f"사랑스러운 고양이 사랑해, 친절한, 불친절한, {FORMS}, ㅁ, ㄹ"
)
# What chapter 13 brings to life, most of it after the chapters that tell it first.
CHAPTER_13 = f"{PAIRS}, {ANALOGIES}, {FORMS}, 남동생, ㅁ, ㄴ, ㄹ"


@pytest.fixture(scope="module")
def cells():
    """{"04_fasttext, cell 38": its text}, comment marks and line breaks removed."""
    found = {}
    for path in sorted((ROOT / "notebooks" / "source").glob("*.py")):
        parts = re.split(r"(?m)^# %%.*$", path.read_text(encoding="utf-8"))
        for number, part in enumerate(parts):
            found[f"{path.stem}, cell {number}"] = " ".join(re.sub(r"(?m)^# ?", "", part).split())
    return found


@pytest.mark.parametrize(
    ("example", "chapter"),
    [(each, "") for each in EXAMPLES.split(", ")]
    + [(each, "13_") for each in CHAPTER_13.split(", ")],
)
def test_the_example_is_in_a_chapter(example, chapter, cells, record_property):
    where = [name for name, text in cells.items() if name.startswith(chapter) and example in text]
    record_property("cells", where)
    assert where, f"{example} is in no chapter {chapter}"
