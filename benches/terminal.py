#!/usr/bin/env python3
"""How long the REPL takes on a terminal: from its start to the prompt, from a key to the line as it
is painted again (with a tree of 10,000 nodes in play), and from Ctrl-C in a long search to the prompt.

    cargo build --release && benches/terminal.py [--rounds N] [--check]

Prints the median and the 95th percentile of each in ms; `--check` ends with exit code 1 where a
median is above what was promised (20, 5 and 50 ms). PUZZLED_BIN names another program."""

import argparse
import os
import random
import select
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "terminal"))

from run import LONG  # noqa: E402
from session import Session  # noqa: E402

PAINTED = b"\x1b[?2026l"  # the end of a repaint
PAUSE = 0.03


def tree(nodes):
    """A random full binary tree of about that many nodes, as text."""
    rng = random.Random(7)
    text = [rng.choice("X.") for _ in range((nodes + 1) // 2)]
    # Joins neighbours until one is left: its depth stays small.
    while len(text) > 1:
        joined = []
        for left, right in zip(text[::2], text[1::2]):
            joined.append(f"({left} {rng.choice('X.')} {right})")
        if len(text) % 2:
            joined.append(text[-1])
        text = joined
    return text[0]


def answered(session, keys, until):
    """Seconds from the keys to the bytes `until`."""
    data = b""
    begun = time.perf_counter()
    os.write(session.fd, keys)
    while until not in data:
        ready, _, _ = select.select([session.fd], [], [], 10)
        if not ready:
            raise SystemExit(f"nothing came for {keys!r}; last: {data[-200:]!r}")
        data += os.read(session.fd, 1 << 16)
    return time.perf_counter() - begun


def starts(rounds):
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        with Session(prompt=None) as session:
            while PAINTED not in session.raw:
                if not session.read(10):
                    raise SystemExit("no prompt came")
            times.append(time.perf_counter() - begun)
    return times


def keys(rounds, setup, line):
    times = []
    with Session(prompt=None) as session:
        session.wait("puzzled> ")
        if setup:
            path = os.path.join(session.home, "bench.puzzle")
            with open(path, "w") as file:
                file.write(setup)
            session.run("load bench.puzzle", " @0")
        session.quiet()
        while len(times) < rounds:
            for char in line:
                times.append(answered(session, char.encode(), PAINTED))
                time.sleep(PAUSE / 10)
            answered(session, b"\x15", PAINTED)
    return times[:rounds]


def pauses(rounds):
    times = []
    with Session(rows=50) as session:
        session.run(LONG, "long @0> ")
        for _ in range(rounds):
            session.send("solve\r")
            session.wait("states · depth")
            times.append(answered(session, b"\x03", b"0 moves"))
            session.send("reset\r").quiet(0.2)
            session.send("\x0c").quiet(0.2)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    plant = f"automaton plant {{\n  rule 23749\n  tree {tree(10_000)}\n}}\n"
    rows = [
        ("start to prompt", 20, starts(max(args.rounds // 4, 10))),
        ("a key, no puzzle", 5, keys(args.rounds, "", "help automaton")),
        ("a key, query of 10,000 nodes", 5, keys(args.rounds, plant, "3 [><><]")),
        ("a key, verb of 10,000 nodes", 5, keys(args.rounds, plant, "when [<>] = X")),
        ("Ctrl-C to prompt", 50, pauses(max(args.rounds // 20, 5))),
    ]
    failed = False
    print(f"{'':32}{'median':>9}{'p95':>9}{'bound':>9}   ms")
    for name, bound, times in rows:
        times = sorted(1e3 * one for one in times)
        middle, high = statistics.median(times), times[int(len(times) * 0.95)]
        failed |= middle > bound
        print(f"{name:32}{middle:9.2f}{high:9.2f}{bound:9}")
    sys.exit(1 if args.check and failed else 0)


if __name__ == "__main__":
    main()
