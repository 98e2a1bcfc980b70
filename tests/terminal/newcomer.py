"""The first ten minutes of somebody new, at the usual sizes and on dark and light screens."""

import os
import re

from common import shows, typed
from declaring import written
from session import Session

# The first sample of a programming site: rows, columns, rotation, then the matrix.
SAMPLE = "4 4 2\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16"
LOOKS = [
    (columns, {"COLORFGBG": background}) for columns in (80, 40) for background in ("15;0", "0;15")
]


def fits(s):
    """Holds that no row was cut: the program knows the width."""
    assert all(len(line) <= s.screen.columns for line in s.screen.lines()), s.frame()


def the_first_ten_minutes():
    for columns, environment in LOOKS:
        with Session(columns=columns, environment=environment) as s:
            home, s.owned = s.home, False
            # The greeting names the next step, and the tour names those after it.
            s.wait("help")
            s.run("tour", "klotski").wait(typed("puzzled> "))
            fits(s)
            # A sample of a site is read as its kind once the kind is named; the message says so.
            s.paste(SAMPLE).quiet(0.4).send("\r").wait("matrix").wait(typed("puzzled> "))
            assert re.search(r"matrix\s+NAME\s+\{", s.screen.text().replace("│", " ")), s.frame()
            s.paste("matrix spin {\n" + SAMPLE + "\n}").quiet(0.4).send("\r").wait(typed("spin @1> "))
            s.wait("3 4 8 12").wait("1 2 6 10")
            # A wrong line says what was intended, and changes nothing.
            s.run("rotat 1", "did you mean `rotate`?").wait(typed("spin @1> "))
            # A board is drawn.
            s.send("\x0c").run("draw", typed("spin @1> "))
            assert s.screen.lines()[1:-1], s.frame()
            fits(s)
            # Moves are taken back.
            s.run("rotate 1", typed("spin @2> ")).run("undo", typed("spin @1> "))
            # A file that an editor writes is loaded again at the idle prompt.
            written(s, "levels.puzzle", "matrix two {\n  1 2\n  3 4\n}\n")
            s.run("watch levels.puzzle", typed("two @0> "))
            written(s, "levels.new", "matrix two {\n  5 6\n  7 8\n}\n")
            os.replace(os.path.join(home, "levels.new"), os.path.join(home, "levels.puzzle"))
            s.wait("levels.puzzle").wait(shows(r"replaced|changed")).wait(typed("two @0> "))
            s.run("show", "5 6\n7 8")
            # What was done is kept in a file, which brings it back at the next start.
            s.run("use spin", typed("spin @1> ")).run("save mine.puzzle", "mine.puzzle").wait(typed("spin @1> "))
            assert s.leave() == 0
        with Session("repl", "mine.puzzle", columns=columns, home=home, environment=environment, prompt=None) as s:
            s.owned = True
            s.wait(typed("spin @1> ")).run("show", "3 4 8 12\n2 11 10 16\n1 7 6 15\n5 9 13 14")
            fits(s)
