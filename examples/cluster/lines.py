#!/usr/bin/env python3
"""Prints COUNT lines for `puzzled verify --jsonl`, always the same: `python3 lines.py COUNT`.

Two of five answers are right. Every line is another sudoku, or another Rush Hour board."""

import json
import random
import sys

# A filled grid; the sudokus are made of it by exchanging digits, and rows and columns within a band.
GRID = [[(3 * (row % 3) + row // 3 + column) % 9 for column in range(9)] for row in range(9)]
# A board with 4 rows, which are shifted against each other by nothing but the letters of the cars.
BOARD, MOVES = "..B.AAB....C...C", "B+2 A+2"


def order(choose):
    return [3 * band + one for band in choose.sample(range(3), 3) for one in choose.sample(range(3), 3)]


def sudoku(choose):
    digits, rows, columns = choose.sample("123456789", 9), order(choose), order(choose)
    full = "".join(digits[GRID[row][column]] for row in rows for column in columns)
    shown = set(choose.sample(range(81), 50))
    puzzle = "".join(digit if at in shown else "." for at, digit in enumerate(full))
    wrong = choose.choice([at for at in range(81) if at not in shown])
    answers = [full, full[:wrong] + full[wrong - 1] + full[wrong + 1 :], full[:80], None, "unsolvable"]
    return {"kind": "sudoku", "puzzle": puzzle, "answer": choose.choice(answers)}


def rush(choose):
    letters = str.maketrans("BC", "".join(choose.sample("BCDEFGHIJKLMNPQRSTUVW", 2)))
    answer = choose.choice([f"2 {MOVES}", "3 B+1 B+1 A+2", "A+2", "B+2", "2 B+2 A+1"])
    return {"kind": "rush", "puzzle": BOARD.translate(letters), "answer": answer.translate(letters)}


def main():
    choose = random.Random(2026)
    for number in range(int(sys.argv[1])):
        line = {"id": number} | (rush if number % 4 == 0 else sudoku)(choose)
        print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    main()
