"""Plausible wrong answers, made of the solutions: an operator, a number, a call or a line differs.

    python tests/mutants.py 05 12c      tries those of two chapters and says which ones pass

A mutant that does the same as the solution has its line, with the reason, in mutants.toml.
"""

import ast
import copy
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from notebooks.course import check as checks
from notebooks.course.check import example, state
from notebooks.course.check.exercise import Exercise
from notebooks.course.check.report import Hint
from notebooks.course.check.source import numbers

EQUIVALENT = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SECONDS = 20  # after which a mutant runs for ever
OPERATORS = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult},
    **{ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult},
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In},
    **{ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd},
}
CALLS = {
    **{"mean": "sum", "sum": "mean", "argmax": "argmin", "max": "min", "amax": "amin"},
    **{"sorted": "list", "set": "list", "maximum": "minimum", "hstack": "vstack"},
    **{"sigmoid": "tanh", "tanh": "sigmoid", "log": "sqrt", "cat": "stack"},
}
NEEDED = ("range", "len", "enumerate", "zip", "print", "items", "values", "randperm", "backward")
LEFT_OUT = ("keepdims", "reverse", "dtype", "key", "weight_decay", "p")  # arguments to forget


class TooLong(BaseException):
    """A mutant has run for SECONDS."""


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def changed(node: ast.AST, **parts: Any) -> ast.AST:
    """A copy of a node with other parts."""
    new = copy.copy(node)
    for name, part in parts.items():
        setattr(new, name, part)
    return new


def others(node: ast.AST) -> Iterator[ast.AST | None]:
    """What may stand in the place of a node; None: nothing."""
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in OPERATORS:
        yield changed(node, op=OPERATORS[type(node.op)]())
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        yield changed(node, ops=[OPERATORS[type(node.ops[0])](), *node.ops[1:]])
    if isinstance(node, ast.UnaryOp):
        yield node.operand
    if isinstance(node, ast.Constant):
        yield from constants(node)
    if isinstance(node, ast.Call):
        yield from calls(node)
    if isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    if isinstance(node, ast.comprehension) and node.ifs:
        yield changed(node, ifs=[])
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
        first, second, *more = node.value.elts
        yield changed(node, value=changed(node.value, elts=[second, first, *more]))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield node.value
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if isinstance(node, (ast.Expr, ast.AugAssign, ast.If, ast.Break)) and not docstring:
        yield None


def constants(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node.value, float):
        yield ast.Constant(node.value * 2)


def calls(node: ast.Call) -> Iterator[ast.AST]:
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name in CALLS:
        part = "attr" if isinstance(node.func, ast.Attribute) else "id"
        yield changed(node, func=changed(node.func, **{part: CALLS[name]}))
    if name not in NEEDED and isinstance(node.func, ast.Attribute) and not node.args:
        yield node.func.value  # x of x.detach()
    elif name not in NEEDED and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
        yield node.args[0]  # x of abs(x)
    for keyword in node.keywords:
        if keyword.arg in LEFT_OUT:
            yield changed(node, keywords=[k for k in node.keywords if k is not keyword])


class Exchanged(ast.NodeTransformer):
    """Puts another node in the place of one."""

    def __init__(self, old: ast.AST, new: ast.AST | None) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        if node is not self.old:
            return self.generic_visit(node)
        if self.new is None:
            return ast.Pass()
        return copy.deepcopy(self.new)


def mutants(exercise: Exercise) -> Iterator[tuple[str, Callable[..., Any]]]:
    """What is changed, as `old lines → new lines`, and the function."""
    solution, name, names = exercise.edited.args
    lines = solution.splitlines()
    begin, end = ([i for i, x in enumerate(lines) if f"# {w} solution" in x] for w in WORDS)
    inside = {i + 1 for first, last in zip(begin, end, strict=True) for i in range(first, last)}
    plain = ast.unparse(ast.parse(solution))
    seen = {plain}
    for place, node in enumerate(ast.walk(ast.parse(solution))):
        if getattr(node, "lineno", 0) not in inside and not isinstance(node, ast.comprehension):
            continue
        for k in range(len(list(others(node)))):
            tree = ast.parse(solution)
            old = list(ast.walk(tree))[place]
            new = list(others(old))[k]
            made = ast.unparse(ast.fix_missing_locations(Exchanged(old, new).visit(tree)))
            if made not in seen and made.count("strict=True") == plain.count("strict=True"):
                seen.add(made)
                here = dict(names)
                exec(compile(made, f"<{exercise.number}>", "exec"), here)
                yield difference(plain, made), here[name]


def difference(old: str, new: str) -> str:
    """The lines that differ."""
    lines = [text.splitlines() for text in (old, new)]
    found = [" ".join(" ".join(set_apart(*pair)).split()) for pair in (lines, lines[::-1])]
    return f"{found[0]} → {found[1]}"


def set_apart(mine: list[str], others: list[str]) -> list[str]:
    """My lines without those that both have at the beginning and at the end."""
    first = next((i for i, (a, b) in enumerate(zip(mine, others, strict=False)) if a != b), 0)
    rest = list(zip(mine[first:][::-1], others[first:][::-1], strict=False))
    last = next((i for i, (a, b) in enumerate(rest) if a != b), len(rest))
    return mine[first : len(mine) - last]


WORDS = ("begin", "end")


def some(exercise: Exercise, number: int | None) -> list[tuple[str, Callable[..., Any]]]:
    """So many mutants, from all over the solution, without the equivalent ones; None: all."""
    found = list(mutants(exercise))
    step = 1 if number is None else max(1, -(-len(found) // number))
    known = EQUIVALENT.get(exercise.number, {})
    return [(told, answer) for told, answer in found[::step] if told not in known]


def passes(exercise: Exercise, answer: Callable[..., Any]) -> bool:
    """Whether a check accepts an answer; it stops at the first input that tells."""
    with state.kept():
        state.put(exercise.switches)
        for arguments in exercise.all_inputs():
            try:
                with in_time(SECONDS):
                    got = exercise.outcome(answer, arguments)
            except (Hint, TooLong):
                return False
            if not exercise.right(got, exercise.outcome(exercise.reference, arguments)):
                return False
    return True


def verdict(exercise: Exercise, answer: Callable[..., Any]) -> str:
    """passes, named (a known mistake), error or told."""
    try:
        with in_time(SECONDS):
            result = exercise(answer)
    except TooLong:
        return "too long"
    if result.status != "not yet":
        return "passes"
    if result.message in [hint for _, hint in exercise.mistakes]:
        return "named"
    return "error" if "stopped with" in result.message else "told"


def main(chapters: list[str]) -> None:
    example.SECONDS = 0.0  # no search for the smallest example
    import torch._dynamo  # noqa: F401 - torch does so on the way, and must not be interrupted

    total: Counter[str] = Counter()
    for chapter in checks.chapters_in("en"):
        if chapters and chapter.number not in chapters:
            continue
        for number in numbers(checks.source_of(chapter)):
            found: Counter[str] = Counter()
            exercise = checks.find(number)
            for told, answer in some(exercise, 12):
                kind = verdict(exercise, answer)
                found[kind] += 1
                if kind == "passes":
                    print(f"  {number} passes: {told}", flush=True)
            print(number, dict(found), flush=True)
            total += found
    print("all", dict(total))


if __name__ == "__main__":
    main(sys.argv[1:])
