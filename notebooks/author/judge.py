"""One answer, checked in a process of its own, with limits of time, memory, files and network.

The limits keep accidents and pranks away from the marks of others. They are no sandbox against
somebody who wants to break out: the process has the rights of whoever starts it.
"""

import ast
import ctypes
import faulthandler
import linecache
import multiprocessing
import os
import re
import signal
import sys
import tempfile
import types
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from notebooks.author.handins import Answer, Cell, checks
from notebooks.course import check
from notebooks.course.chapters import chapters_in
from notebooks.course.check import Exercise
from notebooks.course.check.exercise import RECIPE_AT
from notebooks.course.check.report import messages, said
from notebooks.course.check.values import shown

MEMORY = 4 * 2**30  # bytes, on top of what the course itself takes
FILES = 64 * 2**20  # bytes, the longest file
# What an answer has no reason to do; each raises PermissionError in its own line.
NEVER = {
    "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.system", "os.startfile", "os.kill",
    "os.killpg", "subprocess.Popen", "pty.spawn", "socket.connect", "socket.bind", "socket.sendto",
    "socket.getaddrinfo", "ctypes.dlopen", "signal.pthread_kill",
}  # fmt: skip
# What it may do inside of its folder alone.
CHANGES = {
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.chown",
    "os.link", "os.symlink", "os.utime", "os.chflags", "os.setxattr", "shutil.rmtree",
}  # fmt: skip
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
WATCHED = ("builtins", "math", "random", "operator", "copy", "inspect", "numpy", "torch", "ast")


@dataclass(frozen=True)
class Mark:
    """What is said of one answer."""

    status: str  # "right", "wrong", "error", "too long" or "not attempted"
    text: str = ""


def exercise_of(answer: Answer, language: str) -> Exercise | None:
    """The exercise of this course that an answer is for."""
    first = answer.number.split(".")[0]
    for chapter in chapters_in(language):
        if chapter.number.removeprefix("0") == first:
            return check.of_number(check.exercises(chapter), answer.number)
    return None


def start(answer: Answer, language: str, passed: frozenset[str]) -> "Running":
    """Begin to check an answer; passed: the exercises that this notebook has solved before it."""
    forks = "fork" in multiprocessing.get_all_start_methods() and sys.platform == "linux"
    if forks:  # the process then finds torch and the exercise in place
        exercise_of(answer, language)
    context: Any = multiprocessing.get_context("fork" if forks else "spawn")
    ours, theirs = context.Pipe(duplex=False)
    folder = tempfile.TemporaryDirectory(prefix="elmo_lite_", ignore_cleanup_errors=True)
    arguments = (theirs, folder.name, answer, language, passed)
    process = context.Process(target=_in_process, args=arguments, daemon=True)
    process.start()
    theirs.close()
    return Running(process, ours, folder)


class Running:
    """A process that checks one answer."""

    def __init__(self, process: Any, pipe: Connection, folder: Any) -> None:
        self.process, self.pipe, self.folder = process, pipe, folder

    def mark(self) -> Mark:
        """The mark, once the process has sent it or has ended."""
        try:
            status, text = self.pipe.recv() if self.pipe.poll() else ("", "")
        except (EOFError, OSError, ValueError, TypeError):
            status, text = "", ""
        self.stop()
        if not status:
            return Mark("error", "It ended the process that checked it, or took too much memory.")
        return Mark(status, text)

    def stop(self) -> None:
        """End the process and all that it has started; its folder is deleted."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.pipe.close()
        self.folder.cleanup()


# ---- inside of the process ----


def _in_process(
    pipe: Connection, folder: str, answer: Answer, language: str, passed: frozenset[str]
) -> None:
    """Check the answer and send its mark."""
    me, end = os.getpid(), os._exit
    if hasattr(os, "setsid"):
        os.setsid()
    os.environ["ELMO_LITE_LANGUAGE"] = language
    exercise = exercise_of(answer, language)
    if exercise:
        exercise.last["tries"] = RECIPE_AT  # what is handed in is the last try
    with open(os.devnull, "r+", encoding="utf-8") as nothing:
        for stream in (0, 1, 2):
            os.dup2(nothing.fileno(), stream)
    sys.stdin, sys.stdout, sys.stderr = (open(n, "r+", closefd=False) for n in (0, 1, 2))  # noqa: SIM115
    fence(Path(folder))
    try:
        found = judged(answer, exercise, passed) if exercise else _unknown(answer)
    except BaseException as error:  # also SystemExit
        found = Mark("error", f"It stopped with `{type(error).__name__}`.")
    if os.getpid() == me:  # and not a copy that an answer has made of it
        with suppress(BaseException):
            pipe.send((found.status, found.text))
    end(0)


def _unknown(answer: Answer) -> Mark:
    return Mark("error", f"This course has no exercise {answer.number}: which version is it from?")


def fence(folder: Path) -> None:
    """From here on this process writes in its folder alone, and starts and asks nobody."""
    os.chdir(folder)
    for name in ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "ELMO_LITE_CACHE"):
        os.environ[name] = str(folder)
    tempfile.tempdir = str(folder)
    sys.dont_write_bytecode = True
    faulthandler.disable()  # of whoever has started this
    _cut_the_network()
    with suppress(ImportError):
        import resource

        limits = {
            resource.RLIMIT_FSIZE: FILES,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_AS: _taken() + MEMORY,
        }
        for which, limit in limits.items():
            with suppress(ValueError, OSError):
                resource.setrlimit(which, (limit, limit))
    inside = os.path.realpath(folder)
    sys.addaudithook(lambda event, arguments: _guard(event, arguments, inside))


def _taken() -> int:
    """The address space of this process, in bytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 8 * 2**30


def _cut_the_network() -> None:
    """On Linux a process may put itself where there is no network, if the system allows it."""
    new_user, new_network = 0x10000000, 0x40000000
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            unshare = ctypes.CDLL(None, use_errno=True).unshare
            if unshare(new_network) != 0:
                unshare(new_user | new_network)


def _guard(event: str, arguments: tuple[Any, ...], inside: str) -> None:
    """An audit hook, which nobody can take away again."""
    if event in NEVER:
        raise PermissionError(f"an answer may not use {event}")
    if event == "open":
        path, mode, flags = arguments
        if not _writes(mode, flags):
            return
        arguments = (path,)
    elif event not in CHANGES:
        return
    for path in arguments[:2]:
        if isinstance(path, (str, bytes, os.PathLike)):
            real = os.path.realpath(os.fsdecode(path))
            if real not in (os.devnull, inside) and not real.startswith(inside + os.sep):
                raise PermissionError("an answer may write in its own folder only")


def _writes(mode: Any, flags: Any) -> bool:
    by_mode = isinstance(mode, str) and any(letter in mode for letter in "wax+")
    return by_mode or (isinstance(flags, int) and bool(flags & WRITES))


def judged(answer: Answer, exercise: Exercise, passed: frozenset[str]) -> Mark:
    """Run the definitions of a notebook, then check its answer."""
    names = names_for(exercise)
    before = in_place()
    problem = run_cells(answer, names, passed)
    try:
        function = eval(answer.expression, names)
    except Exception:
        return Mark("error", problem) if problem else Mark("not attempted")
    result = exercise(function)
    if replaced := foreign(before, in_place()):
        return Mark("error", f"It replaces `{replaced}`, which its check needs.")
    if result.status == "correct":
        return Mark("right")
    if result.status == "kept":  # a prediction: it was made, and the lecturer sees it
        return Mark("right", shown(result.said))
    if result.status in ("not attempted", "ours"):
        return Mark("not attempted")
    text = " ".join(filter(None, (result.message, result.example)))
    return Mark("error" if stopped(result.message) else "wrong", text)


def stopped(message: str) -> bool:
    """Whether a check says that the answer raised an error."""
    for key in ("stopped", "stopped_at", "unusable"):
        template = re.escape(messages()["said"][key])
        if re.match(re.sub(r"\\\{\w+\\\}", ".*", template), message, re.S):
            return True
    return False


def names_for(exercise: Exercise) -> dict[str, Any]:
    """What a lesson has before this exercise, with our solutions of the others."""
    ours = exercise.reference
    names = dict((ours.__init__ if isinstance(ours, type) else ours).__globals__)  # type: ignore[misc]
    names.pop(ours.__name__, None)
    return names


def in_place() -> dict[str, Any]:
    """What each name of the modules stands for that a check needs."""
    found: dict[str, Any] = {}
    for name, module in list(sys.modules.items()):
        ours = name.startswith(("notebooks.course.check", "elmo_lite"))
        if isinstance(module, types.ModuleType) and (ours or name in WATCHED):
            found |= {f"{name}.{key}": value for key, value in list(vars(module).items())}
    return found | {f"Exercise.{key}": value for key, value in list(vars(Exercise).items())}


def foreign(before: dict[str, Any], after: dict[str, Any]) -> str:
    """The first name that no longer stands for the same; torch itself may exchange its own."""
    for name, value in after.items():
        changed = name in before and before[name] is not value
        if changed and callable(before[name]):
            home = str(getattr(value, "__module__", ""))
            if home.split(".")[0] != name.split(".")[0]:
                return name
    return ""


def run_cells(answer: Answer, names: dict[str, Any], passed: frozenset[str]) -> str:
    """Run what a notebook defines, cell by cell; why the answer's own cell failed, if it did.

    Of the cells of the lesson only definitions run, so nothing is trained or drawn. In the cell
    with the answer everything runs, and what fails beside the definition does not matter.
    """
    problem = ""
    for number, cell in enumerate(answer.cells):
        own = cell.defines(answer.expression)
        if cell.unread:
            if own:
                line = said("unread", name=answer.expression, line="\0", error="\0")
                problem = line.replace("`\0` (\0)", cell.unread)
            continue
        file = f"<cell {number + 1}>"
        linecache.cache[file] = (len(cell.source), None, cell.source.splitlines(True), file)
        for statement in cell.statements:
            if own or is_definition(statement):
                try:
                    run_statement(statement, file, names)
                    problem = "" if own else problem
                except Exception as error:
                    if own and is_definition(statement):
                        problem = f"Its cell stopped with `{type(error).__name__}` ({error})."
        put_ours(cell, answer, names, passed)
    return problem


def run_statement(statement: ast.stmt, file: str, names: dict[str, Any]) -> None:
    module = ast.Module([statement], [])
    exec(compile(module, file, "exec"), names)


def is_definition(statement: ast.stmt) -> bool:
    """Whether a statement only gives something a name."""
    if isinstance(statement, ast.Assign):
        try:
            ast.literal_eval(statement.value)
        except (ValueError, RecursionError):
            return isinstance(statement.value, ast.Lambda)
        return True
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    return isinstance(statement, kinds)


def put_ours(cell: Cell, answer: Answer, names: dict[str, Any], passed: frozenset[str]) -> None:
    """As in the lesson: after a check that an answer does not pass, our function goes on."""
    for number, _ in checks(cell):
        if number == answer.number or number in passed:
            continue
        ours = exercise_of(Answer(number, "", ()), os.environ.get("ELMO_LITE_LANGUAGE", "en"))
        if ours is not None:
            names[ours.reference.__name__] = ours.ours
