#!/usr/bin/env python3
"""How long the REPL takes on a terminal: from its start to the prompt, from a key to the line as it
is painted again (with large puzzles in play, and while long texts are typed), from a command to the
next prompt among many puzzles, and from Ctrl-C in a long search to the prompt.

    cargo build --release && benches/terminal.py [--rounds N] [--check] [NAME…]

Prints the median and the 95th percentile of each in ms, and of the time that the program computed
(a busy machine lets it wait; the prompt after Ctrl-C computes in vain until it sees it); `--check` ends with exit code 1 where a
figure is above what was promised. NAMEs choose rows by a part of their names. PUZZLED_BIN names
another program."""

import argparse
import os
import pty
import random
import select
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "terminal"))

from common import LONG  # noqa: E402
from session import BIN, Session  # noqa: E402

PAINTED = b"\x1b[?2026l"  # the end of a repaint
PAUSE = 0.003  # between two keys
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def tree(nodes):
    """A random full binary tree of that many nodes (an odd number), as text."""
    rng = random.Random(7)
    text = [rng.choice("X.") for _ in range((nodes + 1) // 2)]
    # Joins neighbors until one is left: its depth stays small.
    while len(text) > 1:
        joined = []
        for left, right in zip(text[::2], text[1::2]):
            joined.append(f"({left} {rng.choice('X.')} {right})")
        if len(text) % 2:
            joined.append(text[-1])
        text = joined
    return text[0]


def plant(nodes):
    return f"automaton plant {{\n  rule 23749\n  tree {tree(nodes)}\n}}\n"


def sudokus(count):
    """Lines of different puzzles: one puzzle with its digits renamed."""
    rng = random.Random(7)
    lines = []
    for _ in range(count):
        digits = rng.sample("123456789", 9)
        lines.append(PUZZLE.translate(str.maketrans("123456789", "".join(digits))))
    return "\n".join(lines) + "\n"


def cpu(session):
    """Seconds that the program has computed, in all its threads; 0 where the system does not say."""
    total, folder = 0, f"/proc/{session.pid}/task"
    try:
        for thread in os.listdir(folder):
            with open(f"{folder}/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
    except OSError:
        pass
    return total / 1e9


def answered(session, keys, until, patience=60):
    """Seconds from the keys to the bytes `until`: as a clock has them, and computed."""
    before = cpu(session)
    begun = time.perf_counter()
    data = b""
    rest = memoryview(keys)
    os.set_blocking(session.fd, False)
    while True:
        ready, writable, _ = select.select([session.fd], [session.fd] if rest else [], [], patience)
        if not ready and not writable:
            raise SystemExit(f"nothing came for {keys[:80]!r}; last: {data[-200:]!r}")
        if writable:
            try:
                rest = rest[os.write(session.fd, rest[:4096]) :]
            except BlockingIOError:
                pass
        if ready:
            data += os.read(session.fd, 1 << 16)
            # What came before the last key was sent is not the answer to it.
            if not rest and until in data:
                break
    took = time.perf_counter() - begun
    os.set_blocking(session.fd, True)
    return took, cpu(session) - before


def settled(session, keys, silence=0.25):
    """The same until the last byte before a silence, however the line is painted."""
    before = cpu(session)
    begun = last = time.perf_counter()
    rest = memoryview(keys)
    os.set_blocking(session.fd, False)
    while True:
        ready, writable, _ = select.select([session.fd], [session.fd] if rest else [], [], silence if last > begun else 60)
        if not ready and not writable:
            break
        if writable:
            try:
                rest = rest[os.write(session.fd, rest[:4096]) :]
            except BlockingIOError:
                pass
        if ready:
            os.read(session.fd, 1 << 16)
            last = time.perf_counter()
    os.set_blocking(session.fd, True)
    return last - begun, cpu(session) - before


def rest(session):
    """Reads until the program is quiet, without drawing it."""
    while select.select([session.fd], [], [], 0.3)[0]:
        os.read(session.fd, 1 << 16)


class Started:
    """A process on a terminal that is started at no cost of this one's size, as a shell does."""

    def __init__(self, home):
        self.fd, inner = pty.openpty()
        environment = {"PATH": os.environ["PATH"], "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        streams = {"stdin": inner, "stdout": inner, "stderr": inner}
        self.process = subprocess.Popen(
            [BIN, "repl"], **streams, env=environment, start_new_session=True, close_fds=False
        )
        os.close(inner)
        self.pid = self.process.pid


def starts(rounds):
    times = []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(rounds):
            begun = time.perf_counter()
            started = Started(home)
            data = b""
            while PAINTED not in data:
                data += os.read(started.fd, 1 << 16)
            times.append((time.perf_counter() - begun, cpu(started)))
            started.process.kill()
            started.process.wait()
            os.close(started.fd)
    return times


def loaded(setup, name):
    """A session that has loaded this text from a file of that name."""
    session = Session(prompt=None)
    session.wait("puzzled> ")
    if setup:
        with open(os.path.join(session.home, name), "w") as file:
            file.write(setup)
        session.run(f"load {name}", " @0")
    session.quiet()
    return session


def keys(rounds, setup, line):
    """A line is typed again and again."""
    times = []
    with loaded(setup, "bench.puzzle") as session:
        while len(times) < rounds:
            for char in line:
                times.append(answered(session, char.encode(), PAINTED))
                time.sleep(PAUSE)
            answered(session, b"\x15", PAINTED)
    return times[:rounds]


def edits(rounds, text, back):
    """Digits are typed and deleted in a text that was pasted, so many rows before its end."""
    times = []
    with loaded("", "") as session:
        session.send("\x1b[200~" + text.replace("\n", "\r") + "\x1b[201~")
        rest(session)
        for _ in range(back):
            session.send("\x1b[A")
        rest(session)
        while len(times) < rounds:
            for key in (b"7", b"\x7f"):
                times.append(answered(session, key, PAINTED))
                time.sleep(PAUSE)
    return times[:rounds]


def large_paste(rounds, text):
    """The time of the paste, and the times of keys after it."""
    pasted = []
    with loaded("", "") as session:
        typed = text.replace("\n", "\r").encode()
        pasted.append(settled(session, b"\x1b[200~" + typed + b"\x1b[201~"))
        times = []
        while len(times) < rounds:
            for key in (b"7", b"\x7f"):
                times.append(settled(session, key))
    return pasted, times[:rounds]


def commands(rounds, setup, name, lines):
    """From Enter to the next prompt."""
    times = []
    with loaded(setup, name) as session:
        while len(times) < rounds:
            for line in lines:
                answered(session, line.encode(), PAINTED)
                rest(session)
                # The prompt is painted after the answer; the line is painted once more before it.
                times.append(answered(session, b"\r", b"\x1b[?2004h"))
                rest(session)
    return times[:rounds]


def pauses(rounds):
    times = []
    with Session(rows=50) as session:
        session.run(LONG, "long @0> ")
        for _ in range(rounds):
            session.send("solve\r")
            session.wait("states · depth")
            times.append(answered(session, b"\x03", b"0 slides"))
            session.send("reset\r").quiet(0.2)
            session.send("\x0c").quiet(0.2)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    rounds = args.rounds
    few = max(rounds // 10, 10)
    long_matrix = "matrix long {\n" + "1 2 3 4 5 6 7 8\n" * 500
    long_blocks = "klotski long {\n" + "A . B\n" * 500
    lines = "".join(f"{row} {row + 1}\n" for row in range(230_000))
    megabytes = ("matrix large {\n" + lines)[:3_000_000]

    def paste_row(which):
        # One session gives both rows.
        if not hasattr(paste_row, "times"):
            paste_row.times = large_paste(rounds, megabytes)
        return paste_row.times[which]

    # Name, what is bounded, the bound in ms, and how it is measured.
    rows = [
        ("start to prompt", "median", 10, lambda: starts(max(rounds // 4, 10))),
        ("a key, no puzzle", "p95", 5, lambda: keys(rounds, "", "help automaton")),
        ("a key, query of 10,001 nodes", "p95", 5, lambda: keys(rounds, plant(10_001), "3 [><><]")),
        ("a key, verb of 10,001 nodes", "p95", 5, lambda: keys(rounds, plant(10_001), "when [<>] = X")),
        ("a key, query of 1,000,001 nodes", "p95", 5, lambda: keys(rounds, plant(1_000_001), "3 [><><]")),
        ("a key, bare of 1,000,001 nodes", "p95", 5, lambda: keys(rounds, plant(1_000_001), "[><><]")),
        ("a key, verb of 1,000,001 nodes", "p95", 5, lambda: keys(rounds, plant(1_000_001), "when [<>] = X")),
        ("a key, undo of 1,000,001 nodes", "p95", 5, lambda: keys(rounds, plant(1_000_001), "history 2")),
        ("a key, 500 rows, at the end", "p95", 5, lambda: edits(rounds, long_matrix, 0)),
        ("a key, 500 rows, 10 before the end", "p95", 5, lambda: edits(rounds, long_matrix, 10)),
        ("a key, 500 rows, closed", "p95", 5, lambda: edits(rounds, long_matrix + "}", 1)),
        ("a key, 500 rows of blocks", "p95", 5, lambda: edits(rounds, long_blocks + "}", 1)),
        ("3 MB pasted", "median", 3000, lambda: paste_row(0)),
        ("a key, 3 MB pasted", "p95", 5, lambda: paste_row(1)),
        (
            "a command, 49,150 sudokus",
            "median",
            20,
            lambda: commands(few, sudokus(49_150), "many.sdm", ["row 1", "use many-3", "undo", "status"]),
        ),
        ("Ctrl-C to prompt", "median", 50, lambda: pauses(max(rounds // 20, 5))),
    ]
    if args.names:
        rows = [row for row in rows if any(part in row[0] for part in args.names)]
    failed = False
    print(f"load {os.getloadavg()[0]:.1f}, {args.rounds} rounds, ms")
    print(f"{'':36}{'median':>9}{'p95':>9}{'computed':>9}{'p95':>9}   bound")
    for name, of, bound, measure in rows:
        figures = []
        for times in zip(*measure()):
            times = sorted(1e3 * one for one in times)
            figures += [statistics.median(times), times[min(int(len(times) * 0.95), len(times) - 1)]]
        failed |= figures[0 if of == "median" else 1] > bound
        print(f"{name:36}" + "".join(f"{one:9.2f}" for one in figures) + f"   {of} ≤ {bound}", flush=True)
    sys.exit(1 if args.check and failed else 0)


if __name__ == "__main__":
    main()
