#!/usr/bin/env bash
# In hodoku-py a sudoku without a solution is solved.
#
# Guess: some grids have no solution although no two givens contradict each other. For these, `solve` returns `solved` False
#   or raises an error.
# What happens: `solved` is True, `solution` has 81 digits, and there is a level and a score. The digits break the rules: some
#   rows, columns and boxes have a digit twice. The package takes a grid for solved if every cell has a digit.
# Seen with: hodoku-py 0.2.1 (PyPI, Python 3.11).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    hodoku-py==0.2.1

python3 - <<'PY'
import sys

import hodoku

# In each, one given of a sound puzzle is another digit.
GRIDS = [
    "178.........923..............5...236............785......1..367.92............1..",
    ".7.68.....53..14....1............2.4....1......47.6.3..683.21....2...5.8.......9.",
    ".63...8.4.........8.4...19...19..3...58.........671.........42....4.6.1..2...95.3",
]


def units():
    for at in range(9):
        yield [9 * at + place for place in range(9)]
        yield [9 * place + at for place in range(9)]
        row, column = at // 3 * 3, at % 3 * 3
        yield [9 * (row + place // 3) + column + place % 3 for place in range(9)]


PEERS = [{other for unit in units() if cell in unit for other in unit} - {cell} for cell in range(81)]


def has_solution(grid):
    """Tries the open cell with the fewest digits first."""
    options = [
        (cell, [digit for digit in "123456789" if all(grid[peer] != digit for peer in PEERS[cell])])
        for cell in range(81)
        if grid[cell] == "."
    ]
    if not options:
        return True
    cell, digits = min(options, key=lambda option: len(option[1]))
    return any(has_solution(grid[:cell] + digit + grid[cell + 1 :]) for digit in digits)


for grid in GRIDS:
    answer = hodoku.Solver().solve(grid)
    twice = sum(len({answer.solution[cell] for cell in unit}) < 9 for unit in units())
    print(f"{grid}\n  has a solution: {has_solution(grid)}; solved: {answer.solved}; units with a digit twice: {twice}")
    print(f"  level: {answer.level.name}; score: {answer.score}")
    if has_solution(grid) or not answer.solved or twice == 0:
        sys.exit("The behavior has changed: a sudoku without a solution is no longer said to be solved.")
PY
