#!/usr/bin/env bash
# The permissive reader of the Rust crate sudoku takes labels and pencil marks for clues and returns another puzzle.
#
# Guess: a reader with "very few constraints" skips what surrounds a grid. Handed row numbers, a line of column numbers or
#   a grid of candidates, it gets the nine cells of each row right, or says that they are not there.
# What happens: it takes the first nine digits and dots of each line that has so many, and drops the rest of the line. A
#   row number becomes the row's first cell and pushes its last cell out; a line 1 to 9 above the columns becomes the first
#   row, and the ninth row is never read; of candidates the first nine digits count, so each cell is a clue. All three
#   return Ok. Letters as labels are skipped, which makes a first try look right.
# Seen with: the Rust crate sudoku 0.8.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export CARGO_PROFILE_DEV_DEBUG=false
cargo init --quiet --vcs none --name reader reader
cd reader
cargo add --quiet sudoku@=0.8.0
cat > src/main.rs <<'RS'
use sudoku::Sudoku;

fn main() {
    for name in ["letters", "numbers", "heading", "candidates"] {
        let text = std::fs::read_to_string(format!("../{name}.txt")).expect("a drawn grid");
        match Sudoku::from_str_block_permissive(&text) {
            Ok(grid) => println!("{name}: {} with {} clues", grid.to_str_line(), grid.n_clues()),
            Err(error) => println!("{name}: {error}"),
        }
    }
}
RS

python3 - <<'PY'
puzzle = "84..93.....98....3.56.12.....4..7.56.........53.2..4.....42.18.7....82.....97..65"
rows = [puzzle[start:start + 9] for start in range(0, 81, 9)]


def marks(cell):
    """Returns the digit of a cell, or those that its row, column and box leave."""
    if puzzle[cell] != ".":
        return puzzle[cell]
    row, column = divmod(cell, 9)
    seen = set()
    for other in range(81):
        line, place = divmod(other, 9)
        if line == row or place == column or (line // 3, place // 3) == (row // 3, column // 3):
            seen.add(puzzle[other])
    return "".join(digit for digit in "123456789" if digit not in seen)


def write(name, lines):
    open(f"../{name}.txt", "w").write("\n".join(lines) + "\n")


write("letters", [f"{label} | {' '.join(row)}" for label, row in zip("ABCDEFGHI", rows)])
write("numbers", [f"{label} | {' '.join(row)}" for label, row in zip("123456789", rows)])
write("heading", ["  " + " ".join("123456789")] + [f"{label} {' '.join(row)}" for label, row in zip("ABCDEFGHI", rows)])
write("candidates", ["| " + " ".join(marks(9 * row + column).ljust(6) for column in range(9)) + "|" for row in range(9)])
PY
cat ../candidates.txt

cargo build --quiet
target/debug/reader | tee ../seen.txt

cat > ../expected.txt <<'TEXT'
letters: 84..93.....98....3.56.12.....4..7.56.........53.2..4.....42.18.7....82.....97..65 with 30 clues
numbers: 184..93..2..98....3.56.12..4..4..7.55........653.2..4.7...42.1887....82.9...97..6 with 36 clues
heading: 12345678984..93.....98....3.56.12.....4..7.56.........53.2..4.....42.18.7....82.. with 35 clues
candidates: 841275679121279845356712789129128941126912678531782681369693542716913513123412812 with 81 clues
TEXT
if ! diff ../expected.txt ../seen.txt; then
    echo "The behavior has changed: the crate reads a labelled grid or candidates in another way." >&2
    exit 1
fi
