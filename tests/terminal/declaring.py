"""The focus, bare input, and declarations that are changed (points 1 to 4 of the second round)."""

import os
import stat

from common import colors, shows, typed, wrong
from session import Session

BLOCKS = "klotski k { A . B / C . B / C D . / goal A at (2,2) }"
SMALL = "matrix m { 1 2 / 3 4 }"


def written(s, name, text):
    """Writes a file into the home folder of the session."""
    with open(os.path.join(s.home, name), "w") as file:
        file.write(text)


def a_loaded_file_has_its_own_focus():
    with Session(columns=100) as s:
        written(s, "other.puzzle", "matrix b {\n  5 6\n  7 8\n}\nrotate 1 => {\n6 8\n5 7\n}\n")
        s.run("matrix a { 1 2 / 3 4 }", typed("a @0> ")).run("matrix c { 9 }", typed("c @0> "))
        s.run("use a", typed("a @0> "))
        # Its commands go to its own puzzle, and the puzzle that was declared last has the focus.
        s.run("load other.puzzle", "other.puzzle: 1 puzzle, 1 expectation held").wait(typed("b @1> "))
        s.run("a: show", "1 2\n3 4")
        # At the prompt a new declaration takes the focus, also after `use`.
        s.run("use a", typed("a @0> ")).run("matrix d { 1 }", typed("d @0> "))
        # A file that declares nothing leaves the focus where it was.
        written(s, "none.puzzle", "// nothing\n")
        s.run("use a", typed("a @0> ")).run("load none.puzzle", "none.puzzle: 0 puzzles").wait(typed("a @0> "))


def what_is_saved_or_recovered_does_not_pin_the_focus():
    with Session(columns=100) as s:
        home, s.owned = s.home, False
        s.run("matrix a { 1 2 / 3 4 }", typed("a @0> ")).run("matrix b { 5 }", typed("b @0> "))
        s.run("use a", typed("a @0> ")).run("save all.puzzle", "saved to all.puzzle").wait(typed("a @0> "))
        s.run("matrix c { 1 }", typed("c @0> ")).run("use a", typed("a @0> "))
        s.kill()
    with Session(home=home, columns=100) as s:
        s.owned = True
        # What was saved is loaded with its focus, and so is what is recovered.
        s.run("recover", typed("a @0> ")).run("matrix d { 1 }", typed("d @0> "))
        s.run("load all.puzzle", typed("a @0> ")).run("matrix e { 1 }", typed("e @0> "))


def a_bare_line_shows_what_it_runs():
    with Session(columns=100) as s:
        s.run("klotski k { A . B / C . B / C D . / goal A at (2,2) }", typed("k @0> "))
        s.type("A r").quiet(0.2)
        assert not wrong(s.screen), s.frame()
        s.type("ight").wait(typed("k @0> A right"))
        assert not wrong(s.screen), s.frame()
        s.send("\r").wait("runs: play A right\n. A B\nC . B\nC D .\n").wait(typed("k @1> "))
        s.run("bloxorz room { Soooo / ooooo / oooTo }", typed("room @0> "))
        s.run("RR", "runs: play RR").wait(typed("room @1> "))
        s.run("k: D right", "runs: k: play D right").wait(typed("room @1> "))
        s.run("(X . X)", "`rule N` for this tree").wait(typed("room @1> "))
        s.run("automaton t { rule 42354 tree (X . X) }", typed("t @0> "))
        s.run("[<]", "[<]\nX\n").wait(typed("t @0> "))
        s.run("(X X .)", "runs: automaton tree { rule 42354 tree (X X .) }").wait(typed("tree @0> "))


def no_bare_form_is_marked_as_wrong():
    with Session(columns=110) as s:
        s.run(SMALL, typed("m @0> "))
        s.type("matrix n { 1 / 2 }").quiet()
        assert not wrong(s.screen), s.frame()
        s.send("\x15").type("matrix n { 1 / 2 3 }").wait(lambda screen: wrong(screen))
        s.send("\x15")
        for line, prompt, bare in (
            (BLOCKS, "k @0> ", "A right"),
            ("rush r { AA.B / ...B / .... / .... }", "r @0> ", "A+1"),
            ("bloxorz b { Soooo / ooooo / oooTo }", "b @0> ", "RRD"),
            ("sliders t { 1 2 / 3 . / goal / 1 2 / . 3 }", "t @0> ", "R"),
            ("sudoku s { 1234341221434.21 }", "s @0> ", "r4c2=3"),
            ("automaton a { rule 42354 tree (X . X) }", "a @0> ", "[<]"),
            ("use a", "a @0> ", "(. X .)"),
            ("use a", "a @0> ", "k: A right"),
        ):
            s.run(line, typed(prompt)).type(bare).wait(typed(prompt + bare)).quiet()
            assert not wrong(s.screen), s.frame()
            s.send("\x15").quiet()


def a_declaration_is_corrected_and_keeps_its_moves():
    with Session(columns=100) as s:
        s.run("matrix m { 1 2 / 3 4 }", typed("m @0> ")).run("rotate 1", typed("m @1> "))
        s.run("branch turned", typed("m @1> "))
        # The up arrow, a correction, and Enter.
        s.send("\x1b[A\x1b[A\x1b[A").wait(typed("m @1> matrix m { 1 2 / 3 4 }"))
        assert not wrong(s.screen), s.frame()
        s.send("\x7f\x7f\x7f9 }\r").wait("`m` replaced; 1 move kept; `undo` takes this back")
        s.wait(typed("m @1> ")).run("show", "2 9\n1 3").run("branches", "turned")
        s.run("list m", "matrix m { 1 2 / 3 9 }")
        s.run("undo", "2 4\n1 3").run("list m", "matrix m { 1 2 / 3 4 }")
        s.run("forget m", "forgot `m`").wait(typed("puzzled> "))


def a_line_with_a_slip_is_corrected_with_the_up_arrow():
    with Session(columns=100) as s:
        s.run("matrix m { 1 2 / 3 x }", "matrix::").wait(typed("puzzled> "))
        s.send("\x1b[A").wait(typed("puzzled> matrix m { 1 2 / 3 x }"))
        s.send("\x7f\x7f\x7f4 }\r").wait(typed("m @0> "))
        s.run("rotat 1", "did you mean").wait(typed("m @0> "))
        s.send("\x1b[A").wait(typed("m @0> rotat 1")).send("\x7f\x7fe 1\r").wait(typed("m @1> "))
        # A kind that changed keeps no moves.
        s.run("sudoku m { 1234341221434.21 }", "`m` replaced; 0 moves kept").wait(typed("m @0> "))
        s.run("undo", typed("m @1> ")).run("show", "2 4\n1 3")
        # Twice in one text stays an error.
        s.paste("matrix x { 1 }\nmatrix x { 2 }\n").quiet().send("\r").wait("the name `x` is taken")


def a_changed_file_is_reloaded_on_request():
    with Session(columns=100) as s:
        written(s, "a.puzzle", "matrix m {\n  1 2\n  3 4\n}\n")
        s.run("reload", "no file was loaded").run("load a.puzzle", typed("m @0> "))
        s.run("rotate 1", typed("m @1> ")).run("reload", "nothing has changed").wait(typed("m @1> "))
        written(s, "a.puzzle", "matrix m {\n  1 2\n  3 9\n}\nmatrix n {\n  1\n}\n")
        s.run(":r", "`m` was loaded again; `n` is new; 1 move kept").wait("m @1> ")
        s.run("m: show", "2 9\n1 3").run("m: undo", "2 4\n1 3")


def names_of_branches_survive_the_editor():
    with Session(prompt=None) as s:
        script = os.path.join(s.home, "editor")
        with open(script, "w") as file:
            file.write('#!/bin/sh\nsed -i "s/3 4/3 5/" "$1"\n')
        os.chmod(script, os.stat(script).st_mode | stat.S_IXUSR)
        home, s.owned = s.home, False
        s.kill()
    with Session(home=home, columns=100, environment={"EDITOR": script}) as s:
        s.owned = True
        s.run(SMALL, typed("m @0> ")).run("rotate 1", typed("m @1> ")).run("branch turned", typed("m @1> "))
        s.run("edit m", "`m` replaced; 1 move kept").wait(typed("m @1> "))
        s.run("branches", shows(r"^\* 1  turned")).run("undo", "2 4\n1 3")


def a_puzzle_is_listed_and_forgotten():
    with Session(columns=100) as s:
        text = "matrix m {\r  1 2  // first\r  3 4\r}"
        s.run(text, typed("m @0> ")).run("matrix n { 1 }", typed("n @0> "))
        s.run("rotate 1", typed("n @1> ")).run("list m", "list m\nmatrix m {\n  1 2  // first\n  3 4\n}")
        s.run("list", shows(r"^  m  matrix  @0  rotated by 0\n\* n  matrix  @1  rotated by 1$"))
        s.type("forget ").send("\t").wait(shows(r"\bm\s+n\b"))
        s.send("n\r").wait("forgot `n`; `m` is now in focus").wait(typed("m @0> "))
        s.run("n: show", "no puzzle called `n`").run("list n", "there is no puzzle `n`")


def the_prompt_says_what_can_be_typed():
    def whole(prompt):
        return lambda screen: screen.line(screen.row) == prompt

    with Session(columns=100) as s:
        s.run("klotski k { A . B / C . B / C D . / goal A at (2,2) }", whole("[2] k @0, 0 moves> "))
        s.run("move A right", whole("[3] k @1, 1 move> ")).run("undo", whole("[4] k @0, 0 moves> "))
        s.run("move B down", whole("[5] k @2, 1 move> "))
        # The number of the state leads back to it.
        s.run("goto 1", whole("[6] k @1, 1 move> "))
        dim = [text for style, text in s.screen.styles(s.screen.row) if style == "2"]
        assert dim == ["[6] ", ", 1 move"], dim
    with Session(columns=100, environment={"NO_COLOR": "1"}) as s:
        s.run("sudoku s { 1234341221434.21 }", whole("[2] s @0, 1 cell empty> "))
        assert not colors(s.screen) and ("2", "[2] ") in s.screen.styles(s.screen.row), s.frame()


def a_body_without_a_brace_ends_at_a_command():
    with Session(columns=100) as s:
        # Typed line by line: Enter ends the input at the command.
        s.send("matrix m {\r1 2\r3 4\rshow\r").wait("never closed").wait("\n1 2\n3 4\n").wait(typed("m @0> "))
        # Pasted as one block, with commands below it.
        s.paste("matrix n {\n5 6\n7 8\nrotate 1\nring 0\n").send("\r")
        s.wait("\n6 8\n5 7\n6 8 7 5\n").wait(typed("n @1> "))
        # A command with its block of answers.
        s.send("matrix o {\r1 2\r3 4\rrotate 1 => {\r2 4\r1 3\r}\r").wait("\n2 4\n1 3\n").wait(typed("o @1> "))
        # Verbs of the prompt, where the indentation shows the end.
        s.send("matrix p {\r  1 2\r  3 4\rlist\r").wait(shows(r"^\* p +matrix")).wait(typed("p @0> "))
        # A body that lacks something may go on: an empty line ends it, and everything is as it was.
        s.send("matrix q {\r1 2\r3\rshow\r").quiet(0.3)
        assert "ragged" not in s.screen.text(), s.frame()
        s.send("\r").wait("matrix::ragged-row").wait(typed("p @0> "))
        # Without a command two empty lines do.
        s.send("matrix q {\r1 2\r3 4\r\r\r").wait(typed("p @0> "))
        # Words that are labels, too, are rows while the `}` may come.
        s.send("klotski k {\rshow\rundo\r}\r").wait(typed("k @0"))


def a_command_of_the_shell_is_named_as_one():
    with Session(columns=100) as s:
        s.run("make klotski", "`make` is a command of the shell").wait("`puzzled make …`").wait(typed("puzzled> "))
        s.run(SMALL, typed("m @0> "))
        s.run("rank m.puzzle", "`rank` is a command of the shell").wait(typed("m @0> "))
        s.run("run m.puzzle", "type `load FILE` here").wait(typed("m @0> "))
        s.run("wibble", "`help` lists all commands").wait(typed("m @0> "))
        s.run("states", "`help` lists all commands").wait(typed("m @0> "))
        s.run("m: wibble", "`help matrix` lists all commands").wait(typed("m @0> "))
        s.run("load -", "standard input is what is typed here").wait(typed("m @0> "))
        assert "puzzled help" not in s.screen.text(), s.frame()
