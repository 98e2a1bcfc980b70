"""Long answers, files that are loaded, and sessions that are taken up (points 5 to 8)."""

import json
import os
import signal
import time

from common import shows, typed
from declaring import SMALL, written
from screen import plain
from session import BIN, Session


def a_long_answer_is_shown_by_its_ends():
    with Session() as s:
        rows = " / ".join(str(row) for row in range(1, 301))
        s.paste(f"matrix m {{ {rows} }}").quiet(0.5).send("\r").wait(typed("m @0> "))
        s.send("\x0c").wait(lambda screen: screen.row == 0)
        before = len(s.screen.gone)
        s.run("show", shows(r"show\n1\n2\n(\d+\n)+… 282 more lines; `_` prints all\n297\n298\n299\n300\nm @0> "))
        assert len(s.screen.gone) == before, s.frame()
        s.run("_", typed("m @0> "))
        shown = "\n".join(["".join(char for char, _ in row).rstrip() for row in s.screen.gone[before:]] + s.screen.lines())
        assert shown.endswith("_\n" + "".join(f"{row}\n" for row in range(1, 301)) + s.screen.line(s.screen.row)), s.frame()
        # An answer that fits is shown whole.
        s.send("\x0c").wait(lambda screen: screen.row == 0)
        s.run("status", typed("m @0> "))
        assert "prints all" not in s.screen.text(), s.frame()


def a_file_says_what_it_did():
    with Session(columns=100) as s:
        with open(os.path.join(s.home, "a.puzzle"), "w") as file:
            file.write("matrix m {\n  1 2\n  3 4\n}\nrotate 1 => 2 4\nshow => 9\n")
        s.run("load a.puzzle", "a.puzzle: 1 puzzle, 1 expectation held, 1 wrong").wait(typed("m @1> "))
        assert "2 4\n1 3" not in s.screen.text(), s.frame()
        s.run("reload", "nothing has changed")


def a_file_of_many_puzzles_is_one_line():
    with Session(columns=100) as s:
        line = "1.343412214343.1"
        written(s, "many.sdm", f"{line}\n" * 300)
        s.run("load many.sdm", "many.sdm, imported: 300 puzzles").wait(typed("many-300 @0> "))
        assert len(s.screen.gone) == 0, s.frame()
        # Two files are two lines.
        written(s, "a.puzzle", "matrix a {\n  1 2\n  3 4\n}\nrotate 1\nshow => { \n2 4\n1 3\n}\n")
        written(s, "b.puzzle", "matrix b {\n  1 2\n  3\n}\n")
        s.run("load a.puzzle", "a.puzzle: 1 puzzle, 1 expectation held").wait(typed("a @1> "))
        s.run("load b.puzzle", "b.puzzle: 0 puzzles, 1 with errors")


def answers_of_a_file_are_shown_on_request():
    with Session(columns=100) as s:
        written(s, "a.puzzle", "matrix a {\n  1 2\n  3 4\n}\nrotate 1\n")
        s.run("load a.puzzle", "a.puzzle: 1 puzzle, 1 command").wait(typed("a @1> "))
        assert "2 4" not in s.screen.text(), s.frame()
        s.run("set echo on", typed("a @1> ")).run("load a.puzzle", "a> rotate 1\n2 4\n1 3")


def answers_in_json_are_values():
    def records(s, line):
        s.send("\x0c").wait(lambda screen: screen.row == 0)
        s.send(line + "\r").wait(lambda screen: screen.row > 0 and plain(screen.line(screen.row)).endswith("> "))
        # A record is one line, however many rows it fills.
        text = "".join("".join(char for char, _ in row) for row in s.screen.cells[1 : s.screen.row])
        found, at = [], 0
        while text[at:].strip():
            at += len(text[at:]) - len(text[at:].lstrip())
            one, end = json.JSONDecoder().raw_decode(text, at)
            found, at = [*found, one], end
        return found

    with Session(columns=100) as s:
        s.run("klotski k { A . B / C . B / C D . / goal A at (2,2) }", typed("k @0> ")).run("set format json", typed("k @0> "))
        assert records(s, "moves")[0]["answer"][0] == "A (0,0) (0,1)"
        solved = records(s, "solve")[0]
        assert solved["answer"]["length"] == 4 and len(solved["answer"]["moves"]) == 4, solved
        [fault] = records(s, "move QQ right")
        assert fault["severity"] == "error" and fault["code"] == "klotski::unknown-label", fault
        # What the prompt itself refuses is an error of the same form.
        [fault] = records(s, "list nothing")
        assert fault["severity"] == "error" and "nothing" in fault["message"], fault
        [fault] = records(s, "load nothing.puzzle")
        assert fault["severity"] == "error" and "nothing.puzzle" in fault["message"], fault


def sessions_that_were_left_are_listed_and_taken_up():
    home = None
    for number in range(1, 13):
        with Session(**({"home": home} if home else {})) as s:
            home, s.owned = s.home, False
            s.run(f"matrix m{number} {{ 1 2 / 3 4 }}", typed(f"m{number} @0> ")).run("rotate 1", typed(f"m{number} @1> "))
            assert s.leave() == 0
    with Session("repl", "--resume", home=home, prompt=None, columns=100) as s:
        s.wait("recovered 2 inputs").wait(typed("m12 @1> "))
        # The last ten are kept, and one of them is back.
        s.run("recover list", shows(r"^1  `m11`: 2 inputs, .* ago, left$")).wait(shows(r"^9  `m3`"))
        assert "`m2`" not in s.screen.text() and "10  " not in s.screen.text(), s.frame()
        s.run("recover 2", "recovered 2 inputs").wait(typed("m10 @1> "))
        s.run("recover drop 1", "2 inputs were deleted")
        s.run("recover list", shows(r"^1  `m9`: 2 inputs"))
        s.owned = True


def journal_of(count):
    """A journal of so many inputs."""
    text = b"matrix m { 1 2 / 3 4 }"
    hash = 0xCBF29CE484222325
    for byte in text:
        hash = (hash ^ byte) * 0x100000001B3 % 2**64
    return b"puzzled journal 1\n" + b"+ %d %016x\n%s\n" % (len(text), hash, text) * count


def ctrl_c_is_heard_while_a_start_reads_a_large_journal():
    with Session() as s:
        home, s.owned = s.home, False
        s.run(SMALL, typed("m @0> ")).kill()
    folder = next(os.path.join(at, "journal") for at, names, _ in os.walk(home) if "journal" in names)
    with open(os.path.join(folder, "1-0"), "wb") as file:
        file.write(journal_of(2_000_000))
    for times in (1, 3):
        with Session(home=home, prompt=None, columns=100) as s:
            # Before the program listens, Ctrl-C ends it, as it ends any program.
            while not heard(s.pid, signal.SIGINT):
                time.sleep(0.001)
            for _ in range(times):
                s.interrupt()
                time.sleep(0.03)
            s.wait("puzzled> ", patience=10)
            assert "2000000 inputs" not in s.screen.text(), s.frame()
            s.run("matrix n { 1 }", typed("n @0> "))
            s.owned = times == 3
            s.run("quit", lambda screen: True).ended()
            assert s.status == 0, (s.status, s.frame())


def heard(pid, number):
    """Whether the program has begun in a process and handles a signal."""
    if os.readlink(f"/proc/{pid}/exe") != os.path.realpath(BIN):
        return False
    with open(f"/proc/{pid}/status") as file:
        caught = next(line.split()[1] for line in file if line.startswith("SigCgt:"))
    return int(caught, 16) >> (number - 1) & 1 == 1


def a_damaged_journal_is_listed_with_what_can_be_saved():
    with Session() as s:
        home, s.owned = s.home, False
        s.run(SMALL, typed("m @0> ")).run("rotate 1", typed("m @1> ")).run("rotate 1", typed("m @2> "))
        s.kill()
    folder = next(os.path.join(at, "journal") for at, names, _ in os.walk(home) if "journal" in names)
    [path] = [os.path.join(folder, name) for name in os.listdir(folder) if os.path.isfile(os.path.join(folder, name)) and not name.startswith(".")]
    with open(path, "rb") as file:
        whole = file.read()
    with open(path, "wb") as file:
        file.write(whole[:-3] + b"\xff\xff\xff")
    with Session(home=home, columns=100) as s:
        s.owned = False
        s.run("recover list", shows(r"^1  `m`: 2 inputs, .* ago, damaged after them$"))
        s.run("recover", "recovered 2 inputs; the last one was damaged and is left out").wait(typed("m @1> "))
        s.kill()
    for name in os.listdir(folder):
        if os.path.isfile(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    with open(path, "wb") as file:
        head = whole.index(b"\n") + 1
        file.write(whole[:head] + b"\xff" * 9 + whole[head + 9 :])
    with Session(home=home, columns=100) as s:
        s.owned = True
        s.run("recover list", "1  damaged, a moment ago: nothing can be saved")
        s.run("recover", "nothing of this session can be read").run("recover drop 1", "deleted")


