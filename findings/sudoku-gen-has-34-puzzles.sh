#!/usr/bin/env bash
# All puzzles of the npm package sudoku-gen are 34 puzzles in other dresses.
#
# Guess: a generator with a level for its argument makes a new puzzle at each call. Its manual speaks of seeds that give
#   2.4 trillion unique puzzles each, so a thousand puzzles of a level are a thousand problems for a bench or a training set.
# What happens: each level has ten stored grids, and some of the ten are one another turned and renumbered. A call turns
#   one, shuffles its rows and columns and renames its digits. Up to this, a level has 8 to 9 puzzles, all levels together
#   34. A solver that has seen some dozens has seen all; a split into training and test sets shares all its puzzles.
# Seen with: sudoku-gen 1.0.2 (npm); classes counted with pynauty 2.8.8.1, as graphs that are alike exactly if two grids are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    pynauty==2.8.8.1
npm install --silent --no-audit --no-fund sudoku-gen@1.0.2

cat > draw.js <<'JS'
const { getSudoku } = require("sudoku-gen");
for (const level of ["easy", "medium", "hard", "expert"]) {
  for (let draw = 0; draw < 400; draw += 1) {
    console.log(`${level} ${getSudoku(level).puzzle}`);
  }
}
JS
node draw.js > drawn.txt

python3 - <<'PY'
import sys

from pynauty import Graph, certificate

CELLS, LINES, BOXES, DIGITS = range(0, 81), range(81, 99), range(99, 108), range(108, 117)


def puzzle_class(puzzle):
    """Returns a value that two puzzles share exactly if one can be turned, shuffled and renumbered into the other."""
    neighbors = {}
    for cell in CELLS:
        row, column = divmod(cell, 9)
        neighbors[cell] = [81 + row, 90 + column, 99 + row // 3 * 3 + column // 3]
        if puzzle[cell] != "-":
            neighbors[cell].append(107 + int(puzzle[cell]))
    colors = [set(CELLS), set(LINES), set(BOXES), set(DIGITS)]
    return certificate(Graph(117, adjacency_dict=neighbors, vertex_coloring=colors))


drawn = {}
for line in open("drawn.txt"):
    level, puzzle = line.split()
    drawn.setdefault(level, []).append(puzzle)

counts = {}
together = set()
for level, puzzles in drawn.items():
    classes = {puzzle_class(puzzle) for puzzle in puzzles}
    together |= classes
    counts[level] = len(classes)
    print(f"{level}: {len(puzzles)} draws, {len(set(puzzles))} different texts, {len(classes)} different puzzles")
print("all levels:", len(together), "different puzzles")

if counts != {"easy": 8, "medium": 9, "hard": 8, "expert": 9} or len(together) != 34:
    sys.exit("The behavior has changed: sudoku-gen has other numbers of different puzzles.")
PY
