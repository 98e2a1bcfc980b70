"""The live line of every search (point 11)."""

import re

from common import LONG, typed
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
    f"{'-' * 10}{SWITCHES.upper()}---T\r"
    + "".join(f"{one}: soft toggles {one.upper()}\r{one.upper()}: bridge extended\r" for one in SWITCHES)
    + "}"
)
EMPTY = f"sudoku empty {{ {'.' * 81} }}"


def tree(depth):
    """A full tree whose nodes are alive by a pattern that repeats late."""
    node = ["X", "."]
    for level in range(depth):
        node = [f"({node[level % 2]} {'X.'[level % 3 == 0]} {node[1]})", f"({node[1]} {'.X'[level % 2]} {node[0]})"]
    return node[0]


FOREST = f"automaton forest {{ rule 28407 tree {tree(12)} }}"


def live(declaration, commands, counted):
    """The line of each search: what it counts, the time, the rate and the memory, at first sight."""
    with Session(columns=140, rows=50) as s:
        s.paste(declaration).quiet(0.3).send("\r")
        name = declaration.split()[1]
        s.wait(typed(f"{name} @0> "))
        for command in commands:
            line = rf"^. {counted} · {ELAPSED} · {RATE} · {MEMORY} · {re.escape(command)} · Ctrl-C pauses"
            rows = []

            def seen(screen, rows=rows, line=line):
                row = screen.line(screen.row)
                if "Ctrl-C" in row and row not in rows:
                    rows.append(row)
                return re.match(line, row)

            s.send(command + "\r").wait(seen)
            # A first line may be drawn before two figures are known; no later one lacks any.
            assert len(rows) <= 3, rows
            s.interrupt().wait("paused").wait(typed(f"{name} @0> "))
            s.send("\x0c").wait(lambda screen: screen.row == 0)


STATES = r"[\d,]+ states · depth \d+"
STEPS = r"[\d,]+ steps"


def a_search_of_klotski_shows_its_progress():
    live(BIG, ["solve", "states", "hardest", "hint", "goals 2", "step 100000000"], STATES)


def a_search_of_bloxorz_shows_its_progress():
    live(LIGHTS, ["solve", "goals 3", "step 100000000"], STATES)


def a_search_of_sliders_shows_its_tables():
    live(LONG, ["solve", "goals 3", "count", "sum"], r"building tables · [\d,]+ entries")


def a_search_of_sliders_shows_its_progress():
    live(LONG, ["step 100000000"], STATES)


def a_search_of_sudokus_shows_its_progress():
    live(EMPTY, ["count"], STEPS)
    live(EMPTY, ["boards 99999999"], STATES)
    live(EMPTY, ["solutions 99999999"], r"[\d,]+ solutions")


def a_jump_of_an_automaton_shows_its_progress():
    live(FOREST, ["cycle", "when [] = X"], r"[\d,]+ generations")
