#!/usr/bin/env python3
"""Tests the module for Python and runs the examples of its page in the manual. PUZZLED names the program (default: the
release build); arguments choose tests as those of `unittest` do."""

import ast
import contextlib
import doctest
import inspect
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("PUZZLED", str(ROOT / "target/release/puzzled"))
sys.path.insert(0, str(ROOT / "python"))

import puzzled  # noqa: E402

BIN = os.environ["PUZZLED"]
RUSH = "..B.AAB....C...C"
CORNER = "klotski corner { A . B / C . B / C D . / goal A at (2,2) }\n"
STUCK = "klotski stuck { A . # / B B B / C . . / goal A at (2,2) }\n"
RAGGED = "matrix m { 1 2 / 3 }\n"
# The 24 puzzle, reversed: a search without an end.
LONG = (
    "sliders long { . X W V U / T S R Q P / O N M L K / J I H G F / E D C B A"
    " / goal / A B C D E / F G H I J / K L M N O / P Q R S T / U V W X . }\n"
)
# A program that notes each start and its process, and then is `puzzled`.
SHIM = f"""#!/bin/sh
echo $$ >> starts
exec '{BIN}' "$@"
"""


def is_running(process):
    """Returns whether a process runs. One that has ended may be kept as long as nobody asks for its code."""
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()
    return state != "Z"


def ends(process):
    """Returns whether a process ends within some seconds."""
    deadline = time.monotonic() + 10
    while is_running(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(process)


class Module(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    @contextlib.contextmanager
    def raises(self, error, *words):
        """Expects an exception of exactly this class with these words, all of them in its message."""
        with self.assertRaises(puzzled.Error) as caught:
            yield caught
        self.assertIs(type(caught.exception), error, str(caught.exception))
        for word in words:
            self.assertIn(word, str(caught.exception))

    def shim(self):
        """Has a program run that notes its processes. Returns a function that gives their numbers."""
        Path("shim").write_text(SHIM)
        Path("shim").chmod(0o755)
        os.environ["PUZZLED"] = str(Path("shim").resolve())
        self.addCleanup(os.environ.update, PUZZLED=BIN)
        starts = Path("starts").resolve()
        return lambda: [int(line) for line in starts.read_text().split()] if starts.exists() else []

    def test_check(self):
        self.assertEqual(puzzled.check(CORNER), [])
        Path("bad.puzzle").write_text(RAGGED)
        for puzzle, file in ((RAGGED, "<stdin>"), (Path("bad.puzzle"), "bad.puzzle"), (Path("."), "bad.puzzle")):
            [fault] = puzzled.check(puzzle)
            self.assertEqual((fault.code, fault.severity, fault.line), ("matrix::ragged-row", "error", 1))
            self.assertEqual(Path(fault.file), Path(file))
            self.assertEqual(RAGGED[fault.start : fault.end], "3")
            self.assertEqual(fault.end_column, 19)
        self.assertEqual(puzzled.check(CORNER + "solve => 5"), [])
        [wrong] = puzzled.check(CORNER + "solve => 5", solve=True)
        self.assertEqual(wrong.fixes[0]["edits"][0]["text"], "4")
        [empty] = puzzled.check("")
        self.assertEqual(empty.code, "document::empty")

    def test_solve(self):
        [found] = puzzled.solve(CORNER)
        self.assertEqual((found.puzzle, found.status, len(found.moves)), ("corner", "solved", 4))
        self.assertEqual(found.moves[0], "A (0,0) (0,1)")
        self.assertEqual(puzzled.verify(CORNER, found.answer).verdict, "right")
        [grid] = puzzled.solve("1.343412214343.1")
        self.assertEqual((grid.answer, grid.moves), ("1234341221434321", None))
        Path("two.puzzle").write_text(CORNER + STUCK)
        found = puzzled.solve(Path("two.puzzle"))
        self.assertEqual([one.status for one in found], ["solved", "unsolvable"])
        self.assertEqual(puzzled.verify(STUCK, found[1].answer).verdict, "right")
        for name in ("automaton-1", "matrix-1", "klotski-1", "bloxorz-1", "sliders-1"):
            file, kind = ROOT / f"examples/site/inputs/{name}.in", name[:-2]
            found = puzzled.solve(file, kind=kind)
            self.assertEqual({one.status for one in found}, {"solved"}, kind)
            if kind != "automaton":  # with an answer for each query
                self.assertEqual(puzzled.verify(file, found[0].answer, kind=kind).verdict, "right", kind)

    def test_verify_takes_texts_and_files(self):
        answer = "A right; C up; D left; A to (2,2)"
        Path("corner.puzzle").write_text(CORNER)
        Path("corner").write_text(answer)  # the name of the puzzle, too
        for puzzle in (CORNER, Path("corner.puzzle")):
            for given in (answer, Path("corner"), Path("corner").resolve()):
                self.assertEqual(puzzled.verify(puzzle, given).verdict, "right")
                self.assertEqual(puzzled.verify(puzzle, given, name="corner").verdict, "right")
        self.assertEqual(puzzled.verify(CORNER + STUCK, answer, name="corner").shortest, 4)

    def test_a_wrong_answer_is_a_value(self):
        answers = {
            "B+2 A+2": "right", "B+1; B+1; A+2": "longer", "B+2": "unsolved", "A+2": "illegal", "3 B+2 A+2": "wrong",
            "unsolvable": "wrong", "no idea": "not-an-answer", "": "unsolved",
        }  # fmt: skip
        for answer, verdict in answers.items():
            self.assertEqual(puzzled.verify(RUSH, answer).verdict, verdict, answer)
        self.assertEqual(puzzled.verify(RUSH, "B+1; B+1; A+2", any_length=True).verdict, "right")
        self.assertEqual(puzzled.verify(RUSH, "A+2").at["cell"], "(1,0)")
        self.assertEqual(puzzled.verify(LONG, "unsolvable", states=10).verdict, "unknown")

    def test_texts_that_are_not_plain(self):
        texts = ["\x00", "\x1b[31m", "\ud800", "<b>&amp;</b>", "`$(touch no)`", '"; touch no #', "🧩 äöü\u202e", "--help"]
        for text in texts:
            verdict = puzzled.verify(RUSH, text)
            self.assertEqual(verdict.verdict, "not-an-answer", ascii(text))
            with self.raises(puzzled.Unreadable):
                puzzled.solve(text)
            [verdict] = puzzled.verify_many([{"id": "ä\n", "puzzle": RUSH, "answer": text}], kind="rush")
            self.assertIn(verdict.verdict, ("not-an-answer", "unreadable"))
        self.assertFalse(Path("no").exists())
        [found] = puzzled.check(f"// {'🧩' * 1000}\r\n" + RAGGED)
        self.assertEqual((found.line, found.start), (2, 4005 + 17))

    def test_texts_that_are_very_long(self):
        long = "B+1; B-1; " * 100_000
        self.assertEqual(puzzled.verify(RUSH, long + "B+2; A+2").moves, 200_002)
        # Both pipes are full at the same time.
        faults = puzzled.check(RAGGED + "matrix m { 1 2 / 3 }\n" * 2_000)
        self.assertGreater(len(faults), 2_000)

    def test_files_with_strange_names(self):
        names = ["a b.puzzle", "--help.puzzle", "ä'\".puzzle" if os.name == "posix" else "ä'.puzzle", "$(x) & y.puzzle"]
        for name in names:
            Path(name).write_text(CORNER)
            self.assertEqual(puzzled.solve(Path(name))[0].status, "solved", name)
            self.assertEqual(puzzled.verify(Path(name), "A right").verdict, "unsolved", name)
            self.assertEqual(puzzled.rank(Path(name))[0].file, name)

    def test_verify_many_has_one_process(self):
        starts = self.shim() if os.name == "posix" else lambda: [0]
        answers = ["B+2 A+2", "B+1 B+1 A+2", "A+2", "no idea"]
        lines = ({"id": number, "kind": "rush", "puzzle": RUSH, "answer": answers[number % 4]} for number in range(1_000))
        verdicts = list(puzzled.verify_many(lines))
        self.assertEqual([verdict.id for verdict in verdicts], list(range(1_000)))
        self.assertEqual([v.verdict for v in verdicts], ["right", "longer", "illegal", "not-an-answer"] * 250)
        self.assertEqual(len(starts()), 1)
        self.assertEqual(list(puzzled.verify_many([])), [])
        [verdict] = puzzled.verify_many([{"id": [1, None], "kind": "chess"}])
        self.assertEqual((verdict.id, verdict.verdict), ([1, None], "unreadable"))
        [verdict] = puzzled.verify_many([{"puzzle": RUSH, "answer": "B+1 B+1 A+2"}], kind="rush", any_length=True)
        self.assertEqual(verdict.verdict, "right")

    @unittest.skipIf(os.name != "posix", "the shim is for a shell")
    def test_verify_many_is_lazy_and_ends_with_its_caller(self):
        starts, taken = self.shim(), []
        lines = ({"kind": "rush", "puzzle": RUSH, "answer": str(taken.append(number))} for number in range(1_000))
        verdicts = puzzled.verify_many(lines)
        self.assertEqual((starts(), next(verdicts).verdict, len(taken)), ([], "not-an-answer", 1))
        verdicts.close()
        self.assertTrue(ends(*starts()))
        with self.assertRaises(ZeroDivisionError):
            list(puzzled.verify_many({"answer": 1 // number} for number in (1, 0)))
        self.assertTrue(all(map(ends, starts())))

    def test_make(self):
        made = puzzled.make("sliders", size="2x3", seed=3, count=2)
        self.assertEqual(made, puzzled.make("sliders", size="2x3", seed=3, count=2))
        self.assertEqual([puzzled.check(one, solve=True) for one in made], [[], []])
        Path("made.puzzle").write_text(made[0])
        [other] = puzzled.make("sliders", size="2x3", seed=3, avoid=Path("made.puzzle"))
        self.assertNotIn(made[0].split("{")[1], other)
        [sudoku] = puzzled.make("sudoku", size=4, class_="easy", strict=True, seed=0)
        self.assertIn("--strict --seed 0\n", sudoku)
        with self.raises(puzzled.GaveUp, "made 1 of 2") as caught:
            puzzled.make("sliders", size="2x2", moves=6, seed=1, count=2, attempts=9)
        self.assertEqual(len(caught.exception.found), 1)

    def test_rank(self):
        rows = puzzled.rank(CORNER + CORNER.replace("corner", "other"))
        self.assertEqual([(row.name, row.optimum, row.unique) for row in rows], [("corner", 4, False), ("other", 4, False)])
        self.assertEqual(rows[1].same, {"file": "-", "name": "corner"})
        self.assertEqual(puzzled.rank(STUCK)[0].optimum, "unsolvable")
        self.assertEqual(puzzled.rank(LONG, states=10)[0].optimum, "?")
        self.assertEqual(puzzled.rank("/// author: A\n" + CORNER)[0].meta, {"author": "A"})
        self.assertGreater(len(puzzled.rank(ROOT / "examples/designer")), 2)

    def test_usage(self):
        Path("two.puzzle").write_text(CORNER + STUCK)
        with self.raises(puzzled.Usage, "--tiem"):
            puzzled.solve(CORNER, tiem=1)
        with self.raises(puzzled.Usage, "expected a time"):
            puzzled.check(CORNER, time="soon")
        with self.raises(puzzled.Usage, "rush"):
            puzzled.rank(CORNER, kind="rus")
        with self.raises(puzzled.Usage, "rus"):
            list(puzzled.verify_many([{"puzzle": RUSH, "answer": ""}] * 100, kind="rus"))
        with self.raises(puzzled.Usage, "chess"):
            puzzled.make("chess")
        with self.raises(puzzled.Usage, "rush puzzles have no option `--class`"):
            puzzled.make("rush", class_="hard")
        with self.raises(puzzled.Usage, "two.puzzle has several puzzles: name one"):
            puzzled.verify(Path("two.puzzle"), "A right")
        with self.raises(puzzled.Usage, "there is no puzzle `third`"):
            puzzled.verify(CORNER + STUCK, "A right", name="third")
        with self.raises(puzzled.Usage, "raw input, whose puzzles have no names"):
            puzzled.verify(RUSH, "", name="third")
        with self.raises(puzzled.Usage, "`--goal` is for raw and foreign text"):
            puzzled.check(CORNER, goal="A")
        with self.raises(puzzled.Usage, "expected one puzzle, found 2"):
            puzzled.verify("1.343412214343.1\n" * 2, "1234341221434321\n" * 2)

    def test_unreadable(self):
        for call in (puzzled.check, puzzled.solve, puzzled.rank, lambda path: puzzled.verify(path, "A")):
            with self.raises(puzzled.Unreadable, "cannot read no.puzzle: "):
                call(Path("no.puzzle"))
            with self.raises(puzzled.Unreadable, "neither a document nor a puzzle"):
                call("What is this?")
        with self.raises(puzzled.Unreadable, "cannot read "):
            puzzled.verify(CORNER, Path("no"))
        with self.raises(puzzled.Unreadable, "cannot read nowhere"):
            puzzled.make("rush", avoid=Path("nowhere"))
        with self.raises(puzzled.Unreadable, "this klotski puzzle has no goal"):
            puzzled.verify("klotski k { A . }", "")
        with self.raises(puzzled.Unreadable, "1 element instead of 2"):
            puzzled.verify(RAGGED + CORNER, "", name="corner")
        for call in (puzzled.solve, puzzled.rank):
            with self.raises(puzzled.Unreadable, "1 element instead of 2") as caught:
                call(RAGGED + CORNER)
            self.assertEqual(len(caught.exception.found), 1)
        Path("corner.puzzle").write_text(CORNER)
        with self.raises(puzzled.Unreadable, "`pathlib.Path('corner.puzzle')`"):
            puzzled.solve("corner.puzzle")

    def test_gave_up(self):
        with self.raises(puzzled.GaveUp, "gave up: ", "`--states`") as caught:
            puzzled.solve(LONG + CORNER, states=100)
        found = {one.puzzle: one.status for one in caught.exception.found}
        self.assertEqual(found, {"long": "gave-up", "corner": "solved"})
        for limit in ({"time": 0.01}, {"time": "10ms"}, {"total_time": 0.01}, {"memory": "1M"}, {"memory": 1_000_000}):
            with self.raises(puzzled.GaveUp):
                puzzled.solve(LONG, **limit)
        with self.raises(puzzled.GaveUp, "raise the limit (`--memory`)"):
            puzzled.solve(CORNER, memory=1_000)

    @unittest.skipIf(os.name != "posix", "signals are sent")
    def test_an_interrupt_ends_a_long_search(self):
        starts = self.shim()
        board = LONG.split("{ ")[1].split(" }")[0].replace(" / ", "\n")
        line = {"kind": "sliders", "puzzle": board, "answer": "unsolvable"}
        calls = f"puzzled.solve({LONG!r}, memory='1G', time=60)", f"list(puzzled.verify_many([{line}], memory='1G', time=60))"
        for call in calls:
            for whole_group in (False, True):
                script = f"import sys\nsys.path.insert(0, {str(ROOT / 'python')!r})\nimport puzzled\n{call}"
                before = len(starts())
                child = subprocess.Popen(
                    [sys.executable, "-B", "-c", script], stderr=subprocess.PIPE, start_new_session=True
                )
                self.addCleanup(child.kill)
                deadline = time.monotonic() + 20
                while len(starts()) == before and time.monotonic() < deadline:
                    time.sleep(0.02)
                time.sleep(0.3)
                program = starts()[-1]
                self.assertTrue(is_running(program), call)
                (os.killpg if whole_group else os.kill)(child.pid, signal.SIGINT)
                self.assertIn(b"KeyboardInterrupt", child.communicate(timeout=30)[1])
                self.assertTrue(ends(program), call)

    @unittest.skipIf(os.name != "posix", "the program is a script")
    def test_a_program_that_fails(self):
        self.addCleanup(os.environ.update, PUZZLED=BIN)
        os.environ["PUZZLED"] = str(Path("fails").resolve())
        calls = lambda: puzzled.solve(CORNER), lambda: list(puzzled.verify_many([{"answer": "x" * 1_000_000}] * 3))
        for call in calls:
            Path("fails").write_text("#!/bin/sh\necho 'it fails' >&2\nexit 101\n")
            Path("fails").chmod(0o755)
            with self.raises(puzzled.Error, "code 101", "it fails"):
                call()
            Path("fails").write_text("#!/bin/sh\nexit 130\n")  # another process has sent it an interrupt
            with self.assertRaises(KeyboardInterrupt):
                call()

    @unittest.skipIf(os.name != "posix", "links are made")
    def test_the_program_is_found(self):
        names = ("PUZZLED", "PATH")
        self.addCleanup(os.environ.update, {name: os.environ[name] for name in names})
        for folder in ("target/puzzled", "target/bin", "path"):
            Path(folder).mkdir(parents=True)
        script = f"import puzzled; print(puzzled._program(), puzzled.solve({RUSH!r})[0].status)"
        environment = {**os.environ, "PYTHONPATH": str(Path("target").resolve()), "PATH": str(Path("path").resolve())}
        Path("target/puzzled/__init__.py").write_text(Path(puzzled.__file__).read_text())

        def run():
            ended = subprocess.run([sys.executable, "-B", "-c", script], env=environment, capture_output=True, text=True)
            return ended.stdout.strip() or ended.stderr.strip().split("\n")[-1]

        self.assertEqual(run(), f"{BIN} solved")
        del environment["PUZZLED"]
        if "is neither beside" not in run():
            self.skipTest("puzzled is installed for this Python")
        os.symlink(BIN, "path/puzzled")
        self.assertTrue(run().endswith("path/puzzled solved"), run())
        os.symlink(BIN, "target/bin/puzzled")
        self.assertTrue(run().endswith("target/bin/puzzled solved"), run())


class Agreement(unittest.TestCase):
    """The module beside the program and the manual."""

    def test_records_have_the_fields_of_the_program(self):
        bad, solved = RAGGED.encode(), CORNER.encode()
        calls = (
            (puzzled.Diagnostic, ["check", "--format=json", "-"], bad, set()),
            (puzzled.Verdict, ["verify", "--format=json", "--answer=x", "-"], solved, {"id"}),
            (puzzled.Verdict, ["verify", "--jsonl"], b"{}", set()),
            (puzzled.Rank, ["rank", "--format=json", "-"], b"/// author: A\n" + solved, set()),
        )
        for record, call, text, more in calls:
            printed = subprocess.run([BIN, *call], input=text, capture_output=True).stdout
            names = {re.sub("[A-Z]", lambda sign: f"_{sign[0].lower()}", name) for name in json.loads(printed)}
            self.assertEqual(names | more, set(record.__annotations__), record)

    def test_options_are_those_of_the_program(self):
        for call, options in (
            ("check", puzzled.Options), ("solve", puzzled.Options), ("rank", puzzled.Options), ("verify", puzzled.Judging),
        ):  # fmt: skip
            text = subprocess.run([BIN, call, "--help"], capture_output=True, text=True, encoding="utf-8").stdout
            for name in options.__annotations__:
                flag = "--as" if name == "kind" else "--" + name.replace("_", "-")
                self.assertRegex(text, f"(?m)^ +{flag}( |$)", call)

    def test_no_shell_reads_what_is_given(self):
        source = Path(puzzled.__file__).read_text()
        words = {node.arg for node in ast.walk(ast.parse(source)) if isinstance(node, ast.keyword)}
        self.assertFalse({"shell", "executable", "preexec_fn"} & words)
        self.assertNotRegex(source, r"os\.(system|popen|spawn)")

    def test_the_module_is_small_and_documented(self):
        self.assertLessEqual(len(Path(puzzled.__file__).read_text().splitlines()), 250)
        self.assertTrue((ROOT / "python/puzzled/py.typed").exists())
        page = (ROOT / "docs/src/python.md").read_text(encoding="utf-8")
        for name in ("check", "solve", "verify", "verify_many", "make", "rank", "Usage", "Unreadable", "GaveUp"):
            self.assertIn(f"`{name}", page)
            self.assertTrue(inspect.getdoc(getattr(puzzled, name)), name)

    def test_the_examples_of_the_manual(self):
        page = (ROOT / "docs/src/python.md").read_text(encoding="utf-8")
        # The line ends stay, so that failures name the line of the page.
        text = re.sub("(?m)^```.*$", "", page)
        examples = doctest.DocTestParser().get_doctest(text, {}, "python.md", "docs/src/python.md", 0)
        self.assertEqual(len(examples.examples), page.count("\n>>> "))
        self.assertGreater(len(examples.examples), 10)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed
            finally:
                os.chdir(before)
        self.assertEqual(failed, 0)


if __name__ == "__main__":
    unittest.main()
