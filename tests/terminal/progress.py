"""The live line of every search (point 11)."""

import random
import re

from common import LONG, typed
from declaring import written
from session import Session

ELAPSED = r"\d+ s"
RATE = r"[\d,]+/s"
MEMORY = r"[\d.]+ (?:B|[KMG]iB)"
CELLS = [one + two for one in "abcdefghijk" for two in "xyz"][:32] + ["."] * 4
BIG = "klotski big {\r" + "\r".join(" ".join(CELLS[row : row + 6]) for row in range(0, 36, 6)) + "\rgoal ax at (5,5)\r}"
SWITCHES = "abcdeghijklmnpq"
FLOOR = "o" * 40
LIGHTS = (
    f"bloxorz lights {{\rS{FLOOR[1:]}\r{FLOOR}\roo{'o'.join(SWITCHES)}{'o' * 9}\r{FLOOR}\r{FLOOR}\r"
    # The hole is out of reach: all states are searched.
    f"{'-' * 10}{SWITCHES.upper()}\r-\r-\r-\rT\r"
    + "".join(f"{one}: soft toggles {one.upper()}\r{one.upper()}: bridge extended\r" for one in SWITCHES)
    + "}"
)
EMPTY = f"sudoku empty {{ {'.' * 81} }}"


def forest(nodes):
    """An automaton without a short cycle."""
    choose = random.Random(7).choice
    parts = [choose("X.") for _ in range((nodes + 1) // 2)]
    while len(parts) > 1:
        joined = [f"({left} {choose('X.')} {right})" for left, right in zip(parts[::2], parts[1::2])]
        parts = joined + parts[len(joined) * 2 :]
    return f"automaton forest {{\n  rule 28407\n  tree {parts[0]}\n}}\n"


def live(declaration, commands, counted):
    """The line of each search: what it counts, the time, the rate and the memory, all on one line."""
    with Session(columns=140, rows=50) as s:
        name = declaration.split()[1]
        written(s, "live.puzzle", declaration.replace("\r", "\n") + "\n")
        s.run("load live.puzzle", typed(f"{name} @0> "))
        for command in commands:
            line = rf". {counted} · {ELAPSED} · {RATE} · {MEMORY} · {re.escape(command)} · Ctrl-C pauses"
            s.send(command + "\r").wait(lambda screen, line=line: re.match(line, screen.line(screen.row)))
            # It goes away without a trace.
            s.interrupt().wait("paused").wait(typed(f"{name} @0> "))
            assert "Ctrl-C pauses" not in s.screen.text(), s.frame()
            s.send("\x0c").wait(lambda screen: screen.row == 0)


STATES = r"[\d,]+ states · depth \d+"
STEPS = r"[\d,]+ steps"


def a_search_of_klotski_shows_its_progress():
    live(BIG, ["solve", "states", "hardest", "hint", "goals 2", "step 100000000"], STATES)


def a_search_of_bloxorz_shows_its_progress():
    live(LIGHTS, ["solve", "goals 3", "step 100000000"], STATES)


def a_search_of_sliders_shows_its_progress():
    # On a quick machine the tables are complete before the line is drawn for the first time.
    live(LONG, ["solve", "goals 3", "count", "sum"], rf"(building tables · [\d,]+ entries|{STATES})")
    live(LONG, ["step 100000000"], STATES)


def a_search_of_sudokus_shows_its_progress():
    live(EMPTY, ["count"], r"[\d,]+ guesses")
    live(EMPTY, ["boards 99999999"], STATES)
    live(EMPTY, ["solutions 99999999"], r"[\d,]+ solutions")


def a_jump_of_an_automaton_shows_its_progress():
    live(forest(20_001), ["cycle", "999999999999 []"], r"[\d,]+ generations")
