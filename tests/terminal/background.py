"""Searches in the background: `&`, `jobs`, `wait`, `stop`."""

import os
import re
import time

from common import LONG, MATRIX, shows, typed
from screen import plain
from session import Session

SMALL = "klotski k {\rA . B\rC . B\rC D .\rgoal A at (2,2)\r}"
# All positions of it take about a second of an optimized program.
MANY = "klotski many {\rA B B C\rA B B C\rD E E F\rD G H F\rI . . J\rgoal B at (3,1)\r}"


def the_prompt_returns_at_once_and_the_answer_comes_above_the_line_that_is_typed():
    with Session(columns=100) as s:
        s.run(MANY, typed("many @0> "))
        s.run("states &", "job 1 runs in the background: `many: states`").wait(typed("many @0> "))
        s.type("why not A lef")
        s.send("\x1b[D\x1b[D")
        s.wait(shows(r"^job 1 answers as %\d+: `many: states`\n\d+\nmany @0> why not A lef"), 120)
        # The line is where it was, with its cursor, and its number is the one after the answer.
        assert not shows(r"lef[^\n]*\njob")(s.screen), s.frame()
        s.type("X").wait(typed("many @0> why not A lXef"))
        s.send("\x05\x15").wait(typed("many @0> "))
        s.run("_", shows(r"_\n\d+\nmany @0> "))


def keys_that_come_together_are_all_read_while_a_job_runs():
    with Session(columns=100) as s:
        s.run(LONG, typed("long @0> ")).run(MATRIX, typed("m @0> "))
        s.run("long: solve &", "job 1 runs").wait(typed("m @0> "))
        s.send("rotate 1\rrotate 1\rshow\rtime show\r").wait("took ").wait(typed("m @2> "))
        s.paste("rotate 1\nrotate 1").wait("rotate 1\nrotate 1").send("\r").wait(typed("m @4> "))
        # Ctrl-C at the prompt stops nothing.
        s.interrupt().wait("leaves").wait(typed("m @4> "))
        s.run("jobs", shows(r"1  long: solve  [\d,]+ states")).wait(typed("m @4> "))
        s.run("long: status", shows(r"^expanded \d+ frontier \d+ depth \d+$")).wait(typed("m @4> "))


def an_empty_line_shows_how_far_a_job_is():
    def states(screen):
        found = re.search(r"^long @0> job 1: long: solve, ([\d,]+) states, ", plain(screen.text()), re.M)
        return found and int(found[1].replace(",", ""))

    with Session(columns=100) as s:
        s.run(LONG, typed("long @0> ")).run("solve &", "job 1 runs")
        s.wait(states)
        for _ in range(3):
            before = states(s.screen)
            s.wait(lambda screen: (states(screen) or 0) > before, 10)
        # What is typed takes its place, and is not disturbed; neither is a search in the history.
        s.type("hel").wait(typed("long @0> hel"))
        time.sleep(2)
        assert states(s.screen) is None, s.frame()
        s.type("p").wait(typed("long @0> help")).send("\x15").wait(states)
        s.send("\x12").wait("reverse-i-search")
        time.sleep(2)
        s.type("sol").wait(shows(r"reverse-i-search\)`sol'.*solve &")).send("\x07").wait(states)
        s.run("stop 1", "paused after ").wait(lambda screen: not states(screen))


def a_job_is_waited_for_and_stopped():
    with Session(columns=100) as s:
        s.run(LONG, typed("long @0> ")).run(SMALL, typed("k @0> "))
        s.run("long: solve &", "job 1 runs").wait(typed("k @0> "))
        s.run("solve &", "job 2").wait(shows(r"job 2 answers as %\d+: `k: solve`\n4\nA "))
        s.send("wait\r").wait("Ctrl-C pauses")
        s.interrupt().wait("stopped waiting; 1 job in the background").wait(typed("k @0> "))
        s.run("stop 1", "paused after ").wait("continues from here").wait(typed("k @0> "))
        s.run("jobs", "no job runs").wait(typed("k @0> "))
        s.run("long: solve &", "job 3 runs").wait(typed("k @0> "))
        s.run("long: play L", "job 3 was stopped, because its puzzle has changed").wait(typed("k @0> "))


def leaving_asks_once_while_jobs_run():
    for leave in ("quit\r", "\x04"):
        with Session(columns=100) as s:
            s.run(LONG, typed("long @0> ")).run("solve &", "job 1 runs").wait(typed("long @0> "))
            s.send(leave).wait("1 job still runs; `quit` again stops it and leaves").wait(typed("long @0> "))
            assert s.send(leave).ended() == 0


def a_window_that_is_closed_ends_a_job():
    with Session(columns=100) as s:
        s.run(LONG, typed("long @0> ")).run("solve &", "job 1 runs").wait(typed("long @0> "))
        s.close()
        assert s.status == 129, s.status


def an_answer_in_the_middle_of_a_block_keeps_the_block():
    with Session(columns=100) as s:
        s.run(MANY, typed("many @0> ")).run("states &", "job 1 runs").wait(typed("many @0> "))
        s.send("matrix m {\r1 2\r3 4")
        s.wait(shows(r"job 1 answers as %\d+: `many: states`\n\d+\nmany @0> matrix m \{\n1 2\n3 4"), 120)
        assert len(re.findall("matrix m", plain(s.screen.text()))) == 1, s.frame()
        s.send("\r}\r").wait(typed("m @0> "))


def figures(session):
    """What `status` answers."""
    session.run("status", shows(r"status\n(expanded [\d ]+\w.*)\n"))
    return re.findall(r"^expanded .*$", plain(session.screen.text()), re.M)[-1]


def a_search_that_ends_with_the_window_is_run_again_to_where_it_was():
    with Session(columns=100) as s:
        # One that was paused: the figures agree to the digit.
        s.run(MANY, typed("many @0> ")).run("set states 3000", typed("many @0> "))
        s.run("states", "continues from here").wait(typed("many @0> "))
        before = figures(s)
        s.close()
        with Session("repl", "--resume", columns=100, home=s.home, prompt="many @0> ") as again:
            assert shows("`many: states` is again at 3,000 states")(again.screen), again.frame()
            assert figures(again) == before, again.frame()
    for search in ("solve\r", "solve &\r"):
        with Session(columns=100) as s:
            # One that was cut off, by the prompt or in the background.
            s.run(LONG, typed("long @0> ")).send(search)
            s.quiet(0.3)
            deadline = time.monotonic() + 60
            while b"\n~ " not in journal(s) and time.monotonic() < deadline:
                s.read(0.2)
            s.kill()
            with Session("repl", "--resume", columns=100, home=s.home, prompt="long @0> ") as again:
                again.wait(shows(r"`long: solve` is again at [\d,]+ states")).wait(typed("long @0> "))
                assert figures(again) > "expanded 1", again.frame()


def journal(session):
    """The bytes of the journal."""
    for folder, _, names in os.walk(session.home):
        for name in names:
            if folder.endswith("journal"):
                with open(os.path.join(folder, name), "rb") as file:
                    return file.read()
    return b""
