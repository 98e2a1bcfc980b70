"""Words, styles and marks (points 9 and 10)."""

import os
import re

from common import MATRIX, colors, shows, typed, wrong
from declaring import BLOCKS, SMALL, written
from screen import plain
from session import Session


def marks_that_turn_the_text_never_reach_the_terminal():
    with Session() as s:
        s.run(MATRIX, "m @0> ")
        s.raw = b""
        s.type("show a\u202eb").quiet(0.3)
        s.paste("c\u2066d\u009b").quiet(0.3)
        assert s.line() == "m @0> show abcd", s.frame()
        s.send("\r").wait("show a\\u{202e}bc\\u{2066}d\\u{9b}").wait(typed("m @0> "))
        s.send("\x1b[A").quiet(0.3)
        for mark in ("\u202e", "\u2066", "\u009b"):
            assert mark.encode() not in s.raw, mark


def styles_without_colors_stay():
    with Session(columns=100, environment={"NO_COLOR": "1"}) as s:
        s.run(BLOCKS, typed("k @0> "))
        s.type("undo QQ").wait(lambda screen: ("4", "QQ") in screen.styles(screen.row))
        assert not colors(s.screen), s.frame()
        s.send("\x15").type("undo").wait("undo [N]")
        assert any(style == "2" and "[N]" in text for style, text in s.screen.styles(s.screen.row)), s.frame()
        assert not colors(s.screen), s.frame()
        s.send("\r").wait("nothing-to-undo").wait(typed("k @0> "))
        # Nothing on the screen has a color.
        rows = [style for row in range(s.screen.rows) for style, _ in s.screen.styles(row)]
        assert all(int(part or 0) < 30 for style in rows for part in style.split(";")), rows


def other_words_are_understood():
    with Session(rows=60) as s:
        s.run("?", "Here at the prompt").wait(typed("puzzled> "))
        s.run("use nothing", "document::").wait(typed("puzzled> "))
        assert s.send(":q\r").ended() == 0


def help_begins_with_the_puzzle_in_focus():
    with Session(rows=120, columns=100) as s:
        s.run("?", "Here at the prompt").wait(typed("puzzled> "))
        assert "help [VERB]" in s.screen.text(), s.frame()
        s.run(BLOCKS, typed("k @0> ")).send("\x0c").wait(lambda screen: screen.row == 0)
        s.run("help", shows(r"^Commands of the klotski k$")).wait(typed("k @0> "))
        titles = re.findall(r"^(Commands of .*|Statements|Here at the prompt)$", s.screen.text(), re.M)
        assert titles == ["Commands of the klotski k", "Commands of every puzzle", "Statements", "Here at the prompt"], titles
        # A verb that several kinds have: the one in focus first, and only its example.
        s.send("\x0c").wait(lambda screen: screen.row == 0)
        s.run("help solve", shows(r"^solve.*\(klotski\)")).wait(typed("k @0> "))
        places = re.findall(r"^solve.*\((\w+)\)$", s.screen.text(), re.M)
        assert places[0] == "klotski" and "sudoku" in places, places
        # A kind: what it is, an example, and its verbs.
        s.send("\x0c").wait(lambda screen: screen.row == 0)
        s.run("help sudoku", shows(r"^sudoku: ")).wait(typed("k @0> "))
        assert "sudoku" in s.screen.text() and "candidates [CELL]" in s.screen.text(), s.frame()
        s.run("solve?", shows(r"^solve.*\(klotski\)"))


def slips_are_answered_with_the_nearest_name():
    with Session(columns=100) as s:
        s.run("matrix red-donkey { 1 2 / 3 4 }", typed("red-donkey @0> ")).run("matrix other { 1 }", typed("other @0> "))
        s.run("use red-donky", "did you mean `red-donkey`?").wait(typed("other @0> "))
        s.run("use zzzzzz", "`red-donkey` and `other`").wait(typed("other @0> "))
        s.run("forget othr", "did you mean `other`?").run("list othr", "did you mean `other`?")
        s.run("redonkey: show", "did you mean `red-donkey`?")


def a_file_is_opened_at_the_prompt():
    with Session(prompt=None) as s:
        home, s.owned = s.home, False
        written(s, "a.puzzle", "matrix m {\n  1 2\n  3 4\n}\n")
        s.kill()
    with Session("repl", "a.puzzle", home=home, prompt="m @0> ") as s:
        s.owned = True
        s.run("rotate 1", typed("m @1> "))


def completion_knows_what_is_legal_and_what_is_not():
    def offered(s, line):
        s.send("\x15").quiet(0.1)
        s.send("\x0c").wait(lambda screen: screen.row == 0)
        s.type(line).send("\t").quiet(0.4)
        return set(re.findall(r"[^\s>]+", s.screen.text().split("\n", 1)[-1])), s.line()

    with Session(columns=100) as s:
        s.run(BLOCKS, typed("k @0> "))
        # In play: A moves right, C up and down not at all, D in both directions.
        listed, line = offered(s, "move ")
        moving = {row for row in s.screen.lines() if re.fullmatch(r"[A-D](  [A-D])*", row)}
        moving = set("".join(moving).split())
        s.send("\x15")
        s.run("moves", shows(r"A \(\d,\d\) \(")).wait(typed("k @0> "))
        legal = set(re.findall(r"^([A-D]) \(", s.screen.text(), re.M))
        assert moving == legal != {"A", "B", "C", "D"}, (moving, legal)
        [still] = {"A", "B", "C", "D"} - legal or [""]
        # `move` of a block that cannot move offers nothing; `why not` offers what is not legal.
        listed, line = offered(s, f"move {still} ")
        assert line.startswith(f"k @0> move {still} "), s.frame()
        assert not listed & {"up", "down", "left", "right", "to"}, s.frame()
        listed, line = offered(s, "why not ")
        assert still in listed, (listed, s.frame())
        listed, line = offered(s, f"why not {still} ")
        assert listed >= {"up", "down", "left", "right"}, (listed, s.frame())
        listed, line = offered(s, "why not A ")
        assert "right" not in listed and listed >= {"up", "down", "left"}, (listed, s.frame())


SUDOKU = "sudoku s { 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 }"


def a_list_of_candidates_fits_the_window():
    for rows, columns in ((24, 80), (12, 40)):
        with Session(rows=rows, columns=columns) as s:
            s.run(SUDOKU, typed("s @0> "))
            for line in ("play ", "", "why not "):
                s.send("\x0c").wait(lambda screen: screen.row == 0)
                s.type(line).send("\t").quiet(0.5)
                assert columns == 80 or re.search(r"… \d+ more", s.screen.text()), s.frame()
                assert "Display all" not in s.screen.text() and "More" not in s.screen.text(), s.frame()
                # The line is in sight, and takes the next key at once.
                assert "s @0> " + line.strip() in plain(s.screen.text()), s.frame()
                s.send("r1").quiet(0.2)
                s.interrupt().wait(typed("s @0> "))


def a_picture_fits_the_window_and_the_words_come_after_it():
    with Session() as s:
        s.run(SUDOKU, typed("s @0> "))
        s.send("\x0c").wait(lambda screen: screen.row == 0)
        s.run("why not r1c3=5", "help: ").wait(typed("s @0> "))
        text = s.screen.text()
        # The question, all nine rows, the reason, and the next prompt are on the screen.
        assert text.startswith("[2] s @0"), s.frame()
        picture, words = text.split("r1c1 in row 1 holds 5, a given")
        rows = re.findall(r"^│ [1-9·].*│$", picture, re.M)
        assert len(rows) == 9 and "\n51 cells empty" in picture, s.frame()
        assert "help: r1c3 can take" in words and "s @0" in words, s.frame()
        for line in ("draw", "draw row 3"):
            s.send("\x0c").wait(lambda screen: screen.row == 0)
            s.run(line, lambda screen: screen.row > 8).wait(typed("s @0> ")).quiet(0.2)
            assert line in s.screen.lines()[0], s.frame()


def diagnostics_follow_the_width_of_the_window():
    with Session(columns=60) as s:
        s.run(BLOCKS, typed("k @0> "))
        for columns in (110, 45):
            s.resize(columns, 24)
            s.quiet(0.3).send("\x0c").wait(lambda screen: screen.row == 0)
            s.run("set zzz 1", "help: ").wait(typed("k @0> "))
            longest = max(len(row.rstrip()) for row in s.screen.lines())
            assert columns - 14 < longest <= columns, s.frame()
            # Words are not cut at the edge.
            help = s.screen.text().split("help: ")[1].split("\n\n")[0]
            assert "`time`" in help and "`uniqueness`" in help, s.frame()


def moves_that_are_being_typed_are_not_marked():
    with Session() as s:
        s.run(BLOCKS, typed("k @0> "))
        for line in ("move ", "why ", "goto ", "branch ", "diff ", "A ", "A ri", "A right; "):
            s.type(line).quiet(0.2)
            assert not wrong(s.screen), (line, s.frame())
            s.send("\x15")
        s.type("move A sid").wait(lambda screen: wrong(screen) == ["sid"])
        s.send("\x15A sideways\r").wait("expected a direction, found `sideways`").wait(typed("k @0> "))


def captions_say_what_is_seen():
    node = "X"
    for _ in range(12):
        node = f"({node} . {node})"
    for columns in (40, 80, 200):
        with Session(columns=columns, rows=60, prompt=None) as s:
            s.wait("puzzled> ")
            written(s, "t.puzzle", f"automaton t {{\n  rule 42354\n  tree {node}\n}}\n")
            s.run("load t.puzzle", typed("t @0> ")).run("draw", shows(r"generation 0")).wait(typed("t @0> "))
            text = s.screen.text().replace("\n", " ")
            # No number of nodes is claimed to be shown.
            assert not re.search(r"\d+ (of \d+ )?nodes shown", text), s.frame()
            assert "8191 live" in text or "of 8191" in text, s.frame()
    with Session(columns=100) as s:
        s.run("sudoku s { 1234341221434.21 }", typed("s @0> ")).run("list", "1 cell empty")
        s.run("r4c2=3", typed("s @1> ")).run("list", shows(r"@1  full$"))
