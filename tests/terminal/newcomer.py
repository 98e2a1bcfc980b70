"""The first ten minutes of somebody new, at the usual sizes and on dark and light screens."""

import os
import re

from common import shows, typed
from declaring import written
from screen import plain
from session import Session

# The first sample of a programming site: rows, columns, rotation, then the matrix.
SAMPLE = "4 4 2\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16"
LOOKS = [
    (columns, {"COLORFGBG": background}) for columns in (80, 40) for background in ("15;0", "0;15")
]
# What each line of the tour shows.
TOUR = {
    "rush r { ..B. / AAB. / ...C / ...C }": "r @0> ",
    "draw": "A to the right edge",
    "B+2": "r @1> ",
    "hint": "A+2",
    "undo": "r @0> ",
    "slove": "did you mean `solve`?",
    "solve": "2\nB+2\nA+2",
    "save mine.puzzle": "saved to mine.puzzle",
    "load mine.puzzle": "mine.puzzle: 1 puzzle",
    "help rush": "and, as every puzzle",
}
# Black and white letters, which do not show on dark or on light screens.
FORBIDDEN = {"30", "37", "97"}


def seen(s, alone=True):
    """Holds that the screen is in order: no row wraps unless it was typed, and every letter shows on dark and light."""
    for row, line in enumerate(s.screen.lines()):
        typed_line = re.match(r"\[\d+\] ", line) or not alone
        assert typed_line or len(line) <= s.screen.columns, s.frame()
        for style, text in s.screen.styles(row):
            parts = style.split(";")
            assert not FORBIDDEN & set(parts) or any(part in ("7", "100", "47", "48") for part in parts), (style, text)
    return s


def the_tour():
    """Each line of `tour` does what it says, and the tour fits on the screen."""
    for columns, environment in LOOKS:
        with Session(columns=columns, environment=environment) as s:
            s.wait("`tour`")
            s.run("tour", "between").wait(typed("puzzled> "))
            seen(s)
            assert "Type these lines" in s.screen.text(), s.frame()
            rows = [re.match(r"  (\S.*?)(?:  +|$)", line) for line in s.screen.lines()]
            lines = [row.group(1) for row in rows if row]
            assert lines == list(TOUR), lines
            for line in lines:
                s.send("\x0c").wait(lambda screen: screen.row == 0)
                s.run(line, lambda screen, line=line: TOUR[line] in plain(screen.text()) and screen.row > 0)
                s.wait(typed("r @1> " if line in ("B+2", "hint") else "r @0> "))
                seen(s)


def the_first_ten_minutes():
    for columns, environment in LOOKS:
        with Session(columns=columns, environment=environment) as s:
            home, s.owned = s.home, False
            # A sample of a site is read as its kind, and drawn.
            s.paste(SAMPLE).quiet(0.4).send("\r").wait(shows("read as matrix: matrix-1"))
            s.wait(lambda screen: "2 rings" in plain(screen.text())).quiet(0.4)
            seen(s).send("\x0c").wait(lambda screen: screen.row == 0)
            s.paste("matrix spin {\n" + SAMPLE + "\n}").quiet(0.4).send("\r")
            s.wait("3 4 8 12\n2 11 10 16\n1 7 6 15\n5 9 13 14\nspin @1> ")
            # A wrong line says what was intended, and changes nothing.
            s.run("rotat 1", "did you mean `rotate`?").wait(typed("spin @1> "))
            seen(s).send("\x0c").wait(lambda screen: screen.row == 0)
            # A board is drawn.
            s.run("draw", "2 rings").wait(typed("spin @1> "))
            seen(s)
            # Moves are taken back.
            s.run("rotate 1", typed("spin @2> ")).run("undo", typed("spin @1> "))
            # A file that an editor wrote, as editors do: another file takes its name.
            written(s, "levels.puzzle", "matrix two {\n  1 2\n  3 4\n}\n")
            s.run("load levels.puzzle", typed("two @0> ")).send("\x0c").wait(lambda screen: screen.row == 0)
            written(s, "levels.new", "matrix two {\n  5 6\n  7 8\n}\n")
            os.replace(os.path.join(home, "levels.new"), os.path.join(home, "levels.puzzle"))
            s.run("reload", shows(r"levels\.puzzle changed")).wait(typed("two @0> "))
            s.run("show", "5 6\n7 8")
            # What was done is kept in a file, which brings it back at the next start.
            s.run("use spin", typed("spin @1> ")).run("save mine.puzzle", "saved to").wait(typed("spin @1> "))
            seen(s)
            assert s.leave() == 0
        with Session("repl", "mine.puzzle", columns=columns, environment=environment, home=home, prompt=None) as s:
            s.owned = True
            s.wait(typed("spin @1> ")).run("show", "3 4 8 12\n2 11 10 16\n1 7 6 15\n5 9 13 14")
            seen(s)
