"""Checks, solves, judges, makes and ranks puzzles with the program `puzzled`.

A `str` is the text of a puzzle or an answer; a `pathlib.Path` (or another `os.PathLike`) is a file with it. What the
program finds out is a value, even if the puzzle or the answer is wrong. An `Error` means that there is no such value.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from sysconfig import get_path
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Optional, Sequence, TypedDict, TypeVar, Union

if TYPE_CHECKING:
    from typing_extensions import Unpack

Puzzle = Union[str, "os.PathLike[str]"]
Figure = Union[int, str, None]
Record = TypeVar("Record")


class Error(Exception):
    """There is no result. The message is what the program says; `found` holds the results before the error."""

    def __init__(self, message: str, found: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.found = list(found)


class Usage(Error):
    """The call is wrong: an option, its value, or the name of a puzzle."""


class Unreadable(Error):
    """A file, or the text of a puzzle, cannot be read."""


class GaveUp(Error):
    """A search stopped at its limit before it was decided."""


class Options(TypedDict, total=False):
    """The options of every call: how a text is read, and the limits of its searches."""
    kind: str  # of a text that is not a document
    goal: str  # in such a text: the car that must leave (rush); ordered, gap-first or snail (sliders)
    time: Union[float, str]  # of a puzzle: seconds, or a text such as "500ms"
    total_time: Union[float, str]  # of the call
    states: int
    memory: Union[int, str]  # bytes, or a text such as "2G"


class Judging(Options, total=False):
    any_length: bool  # no solution is too long
    by_steps: bool  # the length is counted in steps, not in moves


@dataclass(frozen=True)
class Diagnostic:
    """A fault that `check` found. `start` and `end` are offsets in the bytes of UTF-8."""
    file: str
    code: str
    severity: str  # "error", "warning" or "advice"
    message: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    labels: list[dict[str, Any]]  # start, end, text
    help: Optional[str]
    fixes: list[dict[str, Any]]  # title, safe, edits: start, end, text


@dataclass(frozen=True)
class Solution:
    """What `solve` found for a puzzle."""
    puzzle: str
    status: str  # "solved" or "unsolvable"; in `GaveUp.found` also "gave-up"
    answer: str  # in a form that `verify` reads
    moves: Optional[tuple[str, ...]]  # None of kinds without moves


@dataclass(frozen=True)
class Verdict:
    """What `verify` says about an answer."""
    verdict: str  # "right", "longer", "unsolved", "illegal", "wrong", "not-an-answer", "unknown", "unreadable"
    moves: Optional[int]
    shortest: Optional[int]
    at: Optional[dict[str, Any]]  # move (counted from 1), start, end, text, cell
    reason: str
    id: Any = None


@dataclass(frozen=True)
class Rank:
    """The figures of a puzzle. None means that there is no such figure, "?" that its search gave up."""
    file: str
    name: str
    kind: str
    optimum: Figure
    solutions: Figure
    states: Figure
    unique: Optional[bool]
    rating: Optional[str]
    pieces: Figure
    size: Optional[str]
    idle: Figure
    forced: Figure
    divergence: Figure
    bottlenecks: Figure
    same: Optional[dict[str, str]]  # file, name
    meta: Optional[dict[str, str]] = None


def check(puzzle: Puzzle, *, solve: bool = False, **options: Unpack[Options]) -> list[Diagnostic]:
    """Returns the faults of a puzzle, or of the documents of a folder; with `solve` also those that searches find."""
    return [_record(Diagnostic, record) for record in _run("check", puzzle, {**options, "solve": solve})[1]]


def solve(puzzle: Puzzle, **options: Unpack[Options]) -> list[Solution]:
    """Returns a shortest solution of each puzzle, or that it has none."""
    code, records, said = _run("solve", puzzle, options)
    found = []
    for record in records:
        moves = record["answer"]["moves"] if isinstance(record["answer"], dict) else None
        answer = str(record["answer"] or "") if moves is None else "\n".join(moves)
        found.append(Solution(record["puzzle"], record["status"], answer, None if moves is None else tuple(moves)))
    if any(solution.status == "gave-up" for solution in found):
        raise GaveUp(said, found)
    if code and all(solution.status == "solved" for solution in found):
        raise Unreadable(said, found)  # another puzzle of the text has an error
    return found


def verify(puzzle: Puzzle, answer: Puzzle, *, name: str = "", **options: Unpack[Judging]) -> Verdict:
    """Judges an answer to a puzzle; `name` says to which one of a document with several."""
    with tempfile.TemporaryDirectory() as folder:
        # With a separator in it, the name of a file is not taken for that of a puzzle.
        file = "-" if isinstance(answer, str) else os.path.join(os.curdir, answer)
        if isinstance(puzzle, str) and isinstance(answer, str):
            file = os.path.join(folder, "answer")  # because standard input has the puzzle
            Path(file).write_bytes(answer.encode("utf-8", "replace"))
        text, path = (puzzle, "-") if isinstance(puzzle, str) else (answer, os.fspath(puzzle))
        records = _run("verify", text, options, path, *([name] if name else []), file)[1]
    if len(records) != 1:
        raise Usage(f"expected one puzzle, found {len(records)}; `verify_many` judges many answers")
    return _record(Verdict, records[0])


def verify_many(lines: Iterable[Mapping[str, Any]], **options: Unpack[Judging]) -> Iterator[Verdict]:
    """Judges many answers with one process; each is judged when its verdict is asked for.

    A line has a `puzzle` (raw text of a `kind`, not a document), an `answer`, and if wanted `id`, `shortest`, `goal`.
    """
    call = [_program(), "verify", "--jsonl", *_flags(options)]
    errors = tempfile.TemporaryFile()
    with errors, subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors) as process:
        assert process.stdin and process.stdout
        try:
            for line in lines:
                with suppress(OSError):  # if the program has ended, its verdict is missing
                    process.stdin.write(json.dumps(line).encode() + b"\n")
                    process.stdin.flush()
                record = process.stdout.readline()
                if not record:
                    break
                yield _record(Verdict, json.loads(record))
            process.communicate()
        except BaseException:  # also if the caller asks for no more verdicts
            process.kill()
            process.communicate()
            raise
        errors.seek(0)
        _said("verify", process.returncode, errors.read().decode("utf-8", "replace"))


def make(kind: str, **wishes: Union[str, int, float, "os.PathLike[str]"]) -> list[str]:
    """Makes puzzles to order: a document for each. The wishes are those of `puzzled make`, such as `count=3`."""
    with tempfile.TemporaryDirectory() as folder:
        code, _, said = _run("make", "", {**wishes, "out": folder}, kind)
        made = [file.read_text("utf-8") for file in sorted(Path(folder).iterdir())]
    if code:
        raise GaveUp(re.sub("^wrote .*\n", "", said), made)
    return made


def rank(puzzle: Puzzle, **options: Unpack[Options]) -> list[Rank]:
    """Returns the figures of each puzzle of a text, a file or a folder, from easy to hard."""
    code, records, said = _run("rank", puzzle, options)
    found = [_record(Rank, record) for record in records]
    if code and not any(row.optimum in ("unsolvable", "?") for row in found):
        raise Unreadable(said, found)
    return found


def _run(command: str, text: Puzzle, options: Mapping[str, Any], *paths: str) -> tuple[int, list[dict[str, Any]], str]:
    """Runs the program on a file, or with a text as its standard input. Returns its code, its JSON, its other words."""
    given, path = (text, "-") if isinstance(text, str) else ("", os.fspath(text))
    options = options if command == "make" else {**options, "format": "json"}
    call = [_program(), command, *_flags(options), "--", *(paths or [path])]
    ended = subprocess.run(call, input=given.encode("utf-8", "replace"), capture_output=True)
    records = [json.loads(line) for line in ended.stdout.split(b"\n") if line]
    said = ended.stderr.decode("utf-8", "replace")
    said += "".join(record["reason"] for record in records if record.get("verdict") == "unreadable")
    if ended.returncode == 2 and os.path.exists(given):
        said += f"the text is the name of a file: `pathlib.Path({text!r})` has the file read"
    return ended.returncode, records, _said(command, ended.returncode, said)


def _said(command: str, code: int, text: str) -> str:
    """Raises the error for an exit code. Returns the text of standard error if it is not one."""
    message = re.sub("^puzzled: ", "", text.strip(), flags=re.MULTILINE)
    if code in (0, 1):
        return message
    if code != 2:
        raise KeyboardInterrupt if code == 130 else Error(f"the program ended with code {code}: {message}")
    is_full = re.search("^puzzled: stopped in ", text, re.MULTILINE)
    wrong = "^error: |^puzzled: (`--goal` |there is no puzzle |unexpected argument |.* has several puzzles: )"
    is_wrong = re.search(wrong, text, re.MULTILINE) or (command == "make" and "cannot read" not in text)
    raise (GaveUp if is_full else Usage if is_wrong else Unreadable)(message)


def _program() -> str:
    """Returns the path of the program: what PUZZLED says, or what pip put beside this module, or what is on PATH."""
    folders = [get_path("scripts"), get_path("scripts", f"{os.name}_user"), str(Path(__file__).parents[1] / "bin")]
    found = os.environ.get("PUZZLED") or which("puzzled", path=os.pathsep.join(folders)) or which("puzzled")
    if not found:
        raise Error("the program `puzzled` is neither beside this module nor on PATH; the variable PUZZLED can name it")
    return found


def _flags(options: Mapping[str, Any]) -> list[str]:
    """Returns options as arguments. One that is None or False is left out."""
    words = {"as" if name == "kind" else name.rstrip("_").replace("_", "-"): value for name, value in options.items()}
    given = [(f"--{word}", value) for word, value in words.items() if value is not None and value is not False]
    return [flag if value is True else f"{flag}={value}" for flag, value in given]


def _record(of: type[Record], values: Mapping[str, Any]) -> Record:
    """Returns the values that a record has fields for; a later program may have more."""
    known = {re.sub("([A-Z])", r"_\1", name).lower(): value for name, value in values.items()}
    return of(**{name: known[name] for name in of.__annotations__ if name in known})
