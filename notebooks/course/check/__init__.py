"""Answer checks for the exercises: `check("1.2", your_function)` says what is right or wrong.

The exercises of a chapter are made from its source.
"""

from functools import cache
from pathlib import Path
from typing import Any

from notebooks.course.chapters import Chapter, chapters_in
from notebooks.course.check import source
from notebooks.course.check.exercise import Exercise
from notebooks.course.check.kept import rows
from notebooks.course.check.report import Result
from notebooks.course.check.values import choosing, seeded, shares
from notebooks.course.language import current

__all__ = [
    "Exercise",
    "check",
    "choosing",
    "exercises",
    "predictions",
    "seeded",
    "shares",
    "source_of",
    "yours_or_ours",
]


def check(number: str, answer: Any) -> Result:
    """What is right or wrong with your answer to exercise `number`, such as "1.2"."""
    return find(number)(answer)


def yours_or_ours(number: str, answer: Any) -> Any:
    """Your answer to an exercise if it passes the check, else ours."""
    return find(number).yours_or_ours(answer)


def predictions(number: str) -> None:
    """Print the predictions of a chapter, such as "10", beside what was measured."""
    chapter = next(c for c in chapters_in(current()) if c.number == number)
    print("\n".join(rows(source.predictions(source_of(chapter), chapter.language))))


def find(number: str) -> Exercise:
    """The exercise with this number; "1.2+" is the twist of 1.2, and "1.a" a prediction."""
    first = number.split(".")[0]
    for chapter in chapters_in(current()):
        if chapter.number.removeprefix("0") == first:
            known = exercises(chapter)
            if found := of_number(known, number):
                return found
            raise ValueError(
                f"There is no exercise {number!r}: chapter {chapter.number} has {', '.join(known)}."
            )
    raise ValueError(f'There is no exercise {number!r}: write a number such as "1.2".')


def of_number(known: dict[str, Exercise], number: str) -> Exercise | None:
    """The exercise, the prediction or the twist with this number, if a chapter has it."""
    exercise = known.get(number.removesuffix("+"))
    return exercise.twist if exercise and number.endswith("+") else exercise


def source_of(chapter: Chapter) -> Path:
    """The file that a chapter is made from."""
    return Path(__file__).resolve().parents[2] / "source" / f"{chapter.slug}.py"


@cache
def exercises(chapter: Chapter) -> dict[str, Exercise]:
    """The exercises of a chapter by their numbers, such as "3b.1", in their order."""
    return source.exercises(source_of(chapter), chapter.language)
