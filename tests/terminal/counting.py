"""What a key costs, in bytes that are read and painted: counters, not times."""

import os

from common import typed
from declaring import written
from progress import forest
from session import Session


def counters(s):
    """Bytes that the program has read and written so far; `None` where the system does not say."""
    try:
        with open(f"/proc/{s.pid}/io") as file:
            figures = dict(line.split(": ") for line in file)
    except OSError:
        return None
    return int(figures["rchar"]), int(figures["wchar"])


def cost(s, keys):
    """The most that one of these keys reads and paints."""
    most = (0, 0)
    for key in keys:
        before = counters(s)
        s.send(key).quiet(0.25)
        after = counters(s)
        if before is None or after is None:
            return most
        most = tuple(max(old, now - then) for old, now, then in zip(most, after, before))
    return most


def a_key_reads_only_itself_and_paints_one_line():
    with Session(columns=100) as s:
        written(s, "forest.puzzle", forest(20_001))
        s.run("load forest.puzzle", typed("forest @0> "))
        for line in ("3 [><]", "[<]", "status"):
            read, painted = cost(s, line)
            # No file is read, and no more is painted than the line with its ghost text.
            assert read <= 4 and painted < 1000, (line, read, painted)
            s.send("\x15").quiet()


def a_key_in_a_long_declaration_paints_it_once():
    text = "matrix long {\n" + "1 2 3 4 5 6 7 8\n" * 500
    for end in ("", "}"):
        with Session(rows=40) as s:
            s.paste(text + end).quiet(1)
            read, painted = cost(s, "7\x7f7")
            # What is right has no color that would make it longer.
            assert read <= 4 and painted < 3 * len(text), (end, read, painted)


def a_key_after_a_large_paste_paints_only_itself():
    with Session(rows=40) as s:
        s.paste("matrix large {\n" + "1 2 3 4 5 6 7 8\n" * 20_000).quiet(2)
        read, painted = cost(s, "777")
        assert read <= 4 and painted < 200, (read, painted)


def a_command_among_many_puzzles_writes_only_its_answer():
    with Session(columns=100) as s:
        written(s, "many.sdm", "1.343412214343.1\n" * 2000)
        s.run("load many.sdm", typed("many-2000 @0> "))
        os.remove(os.path.join(s.home, "many.sdm"))
        s.send("row 1").quiet()
        read, painted = cost(s, "\r")
        # The answer, the prompt, and a record for the history; nothing that grows with the puzzles.
        assert painted < 2000, (read, painted)
