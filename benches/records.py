#!/usr/bin/env python3
"""Measures every engine as its work grows, beside other programs where they are named, and writes
the tables and curves of `benches/README.md`.

    cargo build --release && python3 benches/records.py [--rounds N] [--opponents FILE] [--loops] [--only NAME…]

Each figure is the processor time and the peak memory of a whole process, the median of some rounds. The instances are made here. `--opponents` names a TOML file with one table per
comparison; both programs run in turns, pinned to one core unless `pinned` is false, and the ratio is
the median of the rounds' ratios. `rounds` sets their number; `elapsed = true` compares the time on the
clock, which shows what more cores are worth:

    [[beside]]
    work = "49,151 sudokus with 17 clues, proof of uniqueness"
    name = "some-solver"
    version = "1.2"
    ours = ["run", "--as", "sudoku", "/lists/17.txt"]
    theirs = ["/opt/some-solver", "/lists/17.txt"]

`--loops` runs the benchmarks of cargo, too, which compare each engine with a plain version of the
same work or with a loop that no program can beat. `--show` prints the tables instead of writing
them."""

import argparse
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from chart import chart

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "benches" / "README.md"
CURVES = ROOT / "benches" / "curves"
BEGIN, END = "<!-- written by records.py -->", "<!-- end -->"

KLOTSKI = """klotski big {
  A A B C D E
  A A B C D E
  F F G H I J
  K K G H L L
  M N O . . P
  Q Q R . . S
  goal A at (4,4)
}
"""
RUSH = """rush large {
  . . B . C . . D
  E . B . C F . D
  E A A . . F . .
  . . . G G . H .
  I I . J . . H K
  L . . J M M . K
  L . N . . O . .
  P P N . . O Q Q
}
"""
SLIDERS = """sliders fifteen {
  1 2 3 4
  5 6 7 8
  9 10 11 12
  13 14 15 .
  goal
  1 2 3 4
  5 6 7 8
  9 10 11 12
  13 14 . 15
}
"""
# A board of its own, with one solution; a list holds it relabeled, which keeps its difficulty.
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@dataclass
class Call:
    """A call of the program: its arguments, and the text of the file that stands for `{}`."""

    arguments: list[str]
    text: str
    name: str = "work.puzzle"


@dataclass
class Curve:
    """An engine, the unit in which its work is counted, and a call for each size. `counts` reads the
    size from the answers, where only they tell."""

    name: str
    unit: str
    sizes: list[int]
    call: Callable[[int], Call]
    counts: bool = False


def searched(board: str) -> Callable[[int], Call]:
    return lambda size: Call(["run", "{}"], f"{board}step {size}\nstatus\n")


def bloxorz(size: int) -> Call:
    """A wide terrain with a split: places of two cubes, so states grow with the square of the cells."""
    rows = [["o"] * size for _ in range(size)]
    rows[0][0], rows[1][2], rows[-1][-1] = "S", "s", "T"
    text = "\n".join("  " + "".join(row) for row in rows)
    split = f"  s: splits to (0,{size - 1}) and ({size - 1},0)\n"
    return Call(["run", "{}"], f"bloxorz wide {{\n{text}\n{split}}}\nstep {10**9}\nstatus\n")


def tree(levels: int) -> str:
    rng = random.Random(7)
    text = [rng.choice("X.") for _ in range(2 ** (levels - 1))]
    while len(text) > 1:
        text = [f"({left} {rng.choice('X.')} {right})" for left, right in zip(text[::2], text[1::2])]
    return text[0]


def automaton(nodes: int) -> Call:
    levels = (nodes + 1).bit_length() - 1
    return Call(["run", "{}"], f"automaton wide {{\n  rule 39270\n  tree {tree(levels)}\n}}\nstep 1000\n[]\n")


def matrix(cells: int) -> Call:
    side, rng = round(cells**0.5), random.Random(5)
    rows = "\n".join(" ".join(str(rng.randrange(10**6)) for _ in range(side)) for _ in range(side))
    return Call(["run", "{}"], f"matrix square {{\n{rows}\n}}\nrotate 777\n")


def sudokus(count: int) -> Call:
    rng, lines = random.Random(3), []
    for _ in range(count):
        digits = rng.sample("123456789", 9)
        lines.append(SUDOKU.translate(str.maketrans("123456789", "".join(digits))))
    return Call(["run", "--as", "sudoku", "{}"], "\n".join(lines) + "\n", "list.sdm")


def documents(count: int) -> Call:
    kinds = (
        "klotski k{0} {{\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}}\nmove A right\nmoves\n",
        "matrix m{0} {{\n  1 2 3\n  4 5 6\n}}\nrotate 1\n",
        "automaton a{0} {{\n  rule 42354\n  tree ((X . .) X (. X X))\n}}\nstep 2\n[<>]\n",
        "bloxorz b{0} {{\n  Sooo\n  oooo\n  ooTo\n}}\nplay R\n",
        "sliders s{0} {{\n  1 2\n  3 .\n  goal\n  1 2\n  . 3\n}}\nplay R\n",
    )
    return Call(["check", "{}"], "\n".join(kinds[i % len(kinds)].format(i) for i in range(count)))


STATES = [10**3, 10**4, 10**5, 10**6, 4 * 10**6]
WORK = [
    Curve("klotski", "state", STATES, searched(KLOTSKI), counts=True),
    Curve("rush", "state", STATES[:-1], searched(RUSH), counts=True),
    Curve("sliders", "state", STATES, searched(SLIDERS), counts=True),
    Curve("bloxorz", "state", [6, 10, 16, 24, 32, 40], bloxorz, counts=True),
    Curve("sudoku", "puzzle", [10**2, 10**3, 10**4, 10**5, 4 * 10**5], sudokus),
    Curve("automaton", "node, 1,000 generations", [2**k - 1 for k in (10, 13, 16, 19, 21)], automaton),
    Curve("matrix", "cell", [10**4, 10**5, 10**6, 4 * 10**6], matrix),
    Curve("documents", "puzzle", [10**2, 10**3, 10**4, 10**5], documents),
]


@dataclass
class Run:
    """A finished process: seconds of processor time and on the clock, bytes of peak memory, its exit
    code, and what it printed."""

    time: float
    elapsed: float
    memory: int
    code: int
    printed: str


def peak(process: int) -> int:
    """The peak memory of a living process in bytes. What the system says after its end counts the
    memory of this program, from which it was forked, too."""
    try:
        found = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def run(command: list[str], core: int | None) -> Run:
    with tempfile.TemporaryFile() as output:
        all_cores, start = os.sched_getaffinity(0), time.perf_counter()
        os.sched_setaffinity(0, all_cores if core is None else {core})  # the process keeps it; this one leaves the core again
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)
        finally:
            os.sched_setaffinity(0, all_cores)
        memory = 0
        while True:
            memory = max(memory, peak(process.pid))
            number, status, usage = os.wait4(process.pid, os.WNOHANG)
            if number:
                break
            time.sleep(0.001)
        elapsed = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode < 0:
            raise SystemExit(f"{command[0]} ended with signal {-process.returncode}")
        output.seek(max(output.seek(0, os.SEEK_END) - (1 << 16), 0))
        printed = output.read().decode(errors="replace")
    return Run(usage.ru_utime + usage.ru_stime, elapsed, memory, process.returncode, printed)


def median(runs: list[Run]) -> Run:
    seen = [one.memory for one in runs if one.memory > 0] or [0]  # a short run may end unseen
    middle = statistics.median
    return Run(middle(one.time for one in runs), middle(one.elapsed for one in runs), int(middle(seen)), runs[0].code, runs[0].printed)


class Machine:
    """Where the program is, how often each call is made, and on which core."""

    def __init__(self, program: Path, rounds: int):
        self.program, self.rounds, self.core = program, rounds, max(os.sched_getaffinity(0))
        self.folder = tempfile.TemporaryDirectory()

    def call(self, call: Call) -> list[str]:
        path = Path(self.folder.name) / call.name
        path.write_text(call.text)
        return [str(self.program)] + [str(path) if one == "{}" else one for one in call.arguments]

    def ours(self, call: Call) -> Run:
        command = self.call(call)
        measured = median([run(command, self.core) for _ in range(self.rounds)])
        if measured.code:
            raise SystemExit(f"{' '.join(command)} ended with {measured.code}: its messages would be measured, not its work")
        return measured

    def about(self) -> list[str]:
        info = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
        model = re.search(r"model name\s*: (.*)", info)
        flags = re.search(r"flags\s*: (.*)", info)
        known = set(flags[1].split()) if flags else set()
        vectors = [name for name in ("avx2", "bmi2", "avx512f") if name in known]
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
        said = lambda *command: subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()
        return [
            f"{model[1] if model else platform.processor()}, {os.cpu_count()} cores, {', '.join(vectors) or 'no vectors'}, "
            f"{memory:.0f} GiB; {platform.system()} {platform.release().split('-')[0]}; {said('rustc', '--version')}.",
            f"{said(str(self.program), '--version')} at commit {said('git', 'rev-parse', '--short', 'HEAD')}; "
            f"median of {self.rounds} rounds, one core, load {os.getloadavg()[0]:.1f} at the start.",
        ]


def sized(figure: float, units: list[tuple[float, str]]) -> str:
    for size, unit in units:
        if figure >= size:
            return f"{figure / size:.3g} {unit}"
    return f"{figure / units[-1][0]:.3g} {units[-1][1]}"


TIME = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]
MEMORY = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")]


def curve(machine: Machine, work: Curve, empty: Run, write: bool) -> list[str]:
    """Measures a curve; gives its lines of Markdown."""
    rows, times, memory = [], [], []
    for size in work.sizes:
        one = machine.ours(work.call(size))
        if work.counts:
            found = re.search(r"expanded (\d+) frontier (\d+)", one.printed)
            if not found:
                raise SystemExit(f"{work.name} {size}: no `expanded N frontier N` in {one.printed[:200]!r}")
            size = int(found[1]) + int(found[2])
        # What one costs shows only above what the process costs.
        each = sized((one.time - empty.time) / size, TIME) if one.time > 2 * empty.time else "–"
        space = sized((one.memory - empty.memory) / size, MEMORY) if one.memory > 2 * empty.memory else "–"
        rows.append(
            f"| {size:,} | {sized(one.time, TIME)} | {each} | {sized(one.memory, MEMORY)} | {space} |"
        )
        times.append((size, one.time * 1e3))
        memory.append((size, one.memory / 1e6))
        print(work.name, rows[-1], file=sys.stderr, flush=True)
    unit = work.unit.split(",")[0]
    if write:
        CURVES.mkdir(exist_ok=True)
        panels = [("processor time, ms", f"{unit}s", times), ("peak memory, MB", f"{unit}s", memory)]
        (CURVES / f"{work.name}.svg").write_text(chart(panels))
    head = [f"### {work.name[0].upper()}{work.name[1:]}", "", f"![{work.name}: time and memory](curves/{work.name}.svg)", ""]
    table = [f"| {unit}s | time | per {work.unit} | memory | per {unit} |", "|---:|---:|---:|---:|---:|"]
    return head + table + rows + [""]


def beside(machine: Machine, path: Path) -> list[str]:
    """Measures ours and theirs in turns; gives the lines of Markdown."""
    out = [
        "| work | opponent | its time | ours | ours ÷ its | its memory | ours |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for one in tomllib.loads(path.read_text())["beside"]:
        ours, theirs = [], []
        core = machine.core if one.get("pinned", True) else None
        for _ in range(one.get("rounds", machine.rounds)):
            ours.append(run([str(machine.program), *one["ours"]], core))
            theirs.append(run(one["theirs"], core))
        elapsed = one.get("elapsed", False)
        took = lambda one: one.elapsed if elapsed else one.time
        ratio = statistics.median(took(a) / max(took(b), 1e-6) for a, b in zip(ours, theirs))
        mine, other = median(ours), median(theirs)
        cells = [f"{one['work']}{', on the clock' if elapsed else ''}", f"{one['name']} {one['version']}"]
        cells += [sized(took(other), TIME), sized(took(mine), TIME), f"{ratio:.3g}"]
        cells += [sized(other.memory, MEMORY), sized(mine.memory, MEMORY)]
        out.append(f"| {' | '.join(cells)} |")
        print(out[-1], file=sys.stderr, flush=True)
    return out + [""]


def loops() -> list[str]:
    """The lines that the benchmarks of cargo print."""
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text())
    out = []
    for name in sorted(one["name"] for one in manifest["bench"]):
        print(f"cargo bench --bench {name}", file=sys.stderr, flush=True)
        done = subprocess.run(["cargo", "bench", "--bench", name], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        out += [f"`cargo bench --bench {name}`:", "", "```text", done.stdout.strip(), "```", ""]
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--program", type=Path, default=ROOT / "target" / "release" / "puzzled")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--opponents", type=Path)
    parser.add_argument("--loops", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    machine = Machine(args.program, args.rounds)
    empty = machine.ours(Call(["run", "{}"], ""))
    write = not (args.show or args.only)
    out = [*machine.about(), f"A call of an empty file: {sized(empty.time, TIME)}, {sized(empty.memory, MEMORY)}.", ""]
    if args.opponents:
        out += ["## Beside other programs", "", *beside(machine, args.opponents)]
    if args.loops:
        out += ["## Beside loops", "", *loops()]
    out += ["## Cost as it grows", ""]
    for work in WORK:
        if not args.only or work.name in args.only:
            out += curve(machine, work, empty, write)
    text = "\n".join(out)
    if not write:
        print(text)
        return
    page = PAGE.read_text()
    if BEGIN not in page or END not in page:
        raise SystemExit(f"{PAGE} has no place for the tables: `{BEGIN}` … `{END}`")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{text.strip()}\n\n{END}{after}")


if __name__ == "__main__":
    main()
