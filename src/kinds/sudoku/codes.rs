//! The codes of sudoku, with what their diagnostics say.

use super::grid::{Alphabet, Grid, cell_name, digits};
use super::layout::Layout;
use super::rules::{Clash, DeadDigit, Unit, geometry};
use super::several::{Difference, Given, Several, difference};
use super::syntax::frame::FrameLine;
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Code, Diagnostic, Edit, Fix, Form, Label, Part as Text, Shown, codes};
use crate::puzzle::moves::design;
use crate::syntax::{Habit, Line};
use crate::text::Span;

/// The most givens that are shown.
const MOST: usize = 6;
/// The most cells beside the first that are shown with the digits they can have.
const MOST_DIFFER: usize = 10;

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    CELLS = Code::error(
        "sudoku::cells", "a grid with the wrong number of cells", "codes/cells.md"
    ) {
        /// The grid has `found` cells; `wanted` is the nearest size of a grid.
        fn cells(span: Span, found: usize, wanted: Option<usize>) {
            let size = wanted.unwrap_or_default();
            let apart = size.abs_diff(found);
            at span => [
                found == 0 => "this grid is empty",
                found == 1 => "this grid has 1 cell",
                else "this grid has {found} cells",
            ], [
                wanted.is_none() => "expected 16, 36, 81, 144, 256 or 625 cells",
                size > found => "{apart} missing",
                else "{apart} too many",
            ];
            help [
                wanted.is_some() => "make it {size} cells: a grid has 16, 36, 81, 144, 256 or 625 cells",
                else "a grid has 16, 36, 81, 144, 256 or 625 cells",
            ];
        }
        /// A row of `found` cells in a grid that seems to have rows of `size`.
        fn row_cells(span: Span, row: usize, found: usize, size: usize) {
            let number = row + 1;
            let apart = size.abs_diff(found);
            at span => "row {number} has {found} cells instead of {size}",
                [found < size => "{apart} missing", else "{apart} too many"];
            help "make it {size} cells; write `.` for an empty one";
        }
    }
    BAD_CHARACTER = Code::error(
        "sudoku::bad-character",
        "a character that is not a digit of the grid",
        "codes/bad-character.md"
    ) {
        /// A sign that is not a digit, or a run of several, at these places. `size` is the largest
        /// digit, if it is known; `fits` says that the grid has the right number of cells if each
        /// sign is one.
        fn bad_character(sign: &str, places: &[Span], size: Option<usize>, fits: bool) {
            let grid = size.map_or_else(String::new, |size| format!(" of a {size}×{size} grid"));
            let alone = sign.chars().count() == 1;
            let length = sign.len().max(1);
            let uses = places.iter().map(|span| span.len() as usize / length).sum::<usize>();
            let several = uses > 1;
            let shown = Shown(sign);
            let last = size.map_or('9', |size| Alphabet::Letters.symbol(size as u8, '.'));
            let edits = |cell: &str| {
                let signs = |span: &Span| match alone {
                    true => span.len() as usize / sign.len(),
                    false => sign.chars().count(),
                };
                let edit = |span: &Span| Edit { span: *span, text: cell.repeat(signs(span)) };
                places.iter().map(edit).collect::<Vec<_>>()
            };
            let marks = sign.chars().all(|char| char.is_ascii_punctuation());
            let separates = alone && !fits && several && marks;
            // A punctuation mark, or an x, is a sign for an empty cell; a letter or a digit may be
            // a slip.
            let empty = |char: char| char.is_ascii_punctuation() || Habit::Empty.is(char);
            let sure = alone && fits && several && sign.chars().all(empty);
            at places.first().copied().unwrap_or_default() => [
                several => "`{shown}` is used {uses} times; it is not a digit{grid}",
                else "`{shown}` is not a digit{grid}",
            ], "expected a digit or an empty cell";
            help "use 1 to {last}, or `.` for an empty cell";
            when true = separates => {
                fix Guess, "Remove each `{sign}`", edits("");
            }
            when false = separates => {
                fix if sure { Sure } else { Guess },
                    [several => "Make these cells empty", else "Make the cell empty"], edits(".");
            }
        }
        /// A line that begins with a word, and not with cells.
        fn words(line: &Line<'_>) {
            at line.span() => "`{line}` is not a row of a grid", "expected digits and empty cells";
            help "remove the line: a grid is cells only; its size follows from their number";
            fix Guess, "Remove the text", line.span() => "";
        }
        /// `-` at these places are intended as empty cells: with them the grid has the right number
        /// of cells.
        fn dashes(places: &[Span]) {
            let edits = places.iter().map(|&span| Edit { span, text: String::from(".") });
            let uses = places.len();
            at places.first().copied().unwrap_or_default() => [
                uses == 1 => "`-` draws a frame here; it is not an empty cell",
                else "`-` is used {uses} times; it draws a frame, it is not an empty cell",
            ], "expected `.` for an empty cell";
            help "write `.` for an empty cell";
            // A single one may be a slip of a finger.
            fix if uses > 1 { Sure } else { Likely }, "Write `.` for each `-`", edits.collect();
        }
    }
    DUPLICATE = Code::error(
        "sudoku::duplicate-digit",
        "the same digit twice in a row, a column or a box",
        "codes/duplicate-digit.md"
    ) {
        /// The digit of a cell is elsewhere in its units too.
        fn duplicate(grid: &Grid, cell: usize, clashes: &[Clash], places: &[Span]) {
            let digit = grid.symbol(grid.value(cell), '.');
            let units = {
                let mut units: Vec<_> = clashes.iter().map(|clash| clash.unit.to_string()).collect();
                units.dedup();
                units.join(" and in ")
            };
            at places[cell] => "{digit} appears twice in {units}", "{digit} again";
            for clash in clashes => {
                let other = if clash.first == cell { clash.second } else { clash.first };
                also places[other] => "{digit} stands here";
            }
            help [
                clashes.len() == 1 => "change or remove one of the two, or state that there is no \
                                       solution: `solve => unsolvable`",
                else "change or remove this one or the others, or state that there is no \
                      solution: `solve => unsolvable`",
            ];
        }
    }
    NO_CANDIDATE = Code::error(
        "sudoku::no-candidate", "an empty cell that can take no digit", "codes/no-candidate.md"
    ) {
        /// An empty cell that can take no digit.
        fn no_candidate(span: Span, name: &str) {
            at span => "{name} can take no digit", "its row, column and box hold them all";
            help "look for a wrong given in the row, the column and the box of this cell, or \
                  state that there is no solution: `solve => unsolvable`";
        }
    }
    NO_PLACE = Code::error(
        "sudoku::no-place",
        "a digit without a place in a row, a column or a box",
        "codes/no-place.md"
    ) {
        /// A digit that no cell of a unit can take. Points at the unit's first empty cell, and at
        /// the givens that keep the digit from its empty cells.
        fn no_place(grid: &Grid, dead: &DeadDigit, places: &[Span]) {
            let geometry = geometry(grid);
            let unit = dead.unit;
            let cells = geometry.cells(unit).iter().map(|&cell| usize::from(cell));
            let empty = cells.filter(|&cell| grid.value(cell) == 0).collect::<Vec<_>>();
            let digit = grid.symbol(dead.digit, '.');
            let holders = (0..grid.cells().len())
                .filter(|&cell| grid.value(cell) == dead.digit)
                .filter(|&cell| empty.iter().any(|&open| geometry.sees(cell, open)));
            at empty.first().map(|&cell| places[cell]).unwrap_or_default() =>
                "{digit} has no place in {unit}", "no empty cell of {unit} can take {digit}";
            help "look for a wrong given among those shown and in {unit}, or state that there is \
                  no solution: `solve => unsolvable`";
            each holders.take(MOST).map(|cell| places[cell]) => "{digit} stands here";
        }
    }
    NOT_A_PUZZLE = Code::error(
        "sudoku::not-a-puzzle",
        "a line of a list of sudokus that is not a puzzle",
        "codes/not-a-puzzle.md"
    ) {
        /// A line of a list that is not a puzzle: `why` is a clause.
        fn not_a_puzzle(span: Span, why: &str) {
            at span => "this line is not a puzzle: {why}", "expected 16, 36, 81, 144, 256 or 625 cells";
            help "write the puzzle as one word; start a line with `#` if it is a comment";
        }
    }
    WRONG_SOLUTION = Code::warning(
        "sudoku::wrong-solution",
        "a solution beside a puzzle that is not its solution",
        "codes/wrong-solution.md"
    ) {
        /// The solution of a line, and why it is not that of its puzzle; `right` is.
        fn wrong_solution(span: Span, why: &str, right: Option<&str>) {
            at span => "this is not the solution of its puzzle: {why}", "expected its solution";
            help "correct the solution, or the puzzle before it";
            when Some(right) = right => { fix Guess, "Write the solution", span => right; }
        }
    }
    UNREAD_TEXT = Code::advice(
        "sudoku::unread-text",
        "text after the puzzle of a line that is not read",
        "codes/unread-text.md"
    ).once() {
        /// A text that may belong to the puzzle before it: the first of its list.
        fn unread_text(span: Span, text: &str) {
            let shown = Shown(text);
            at span => "`{shown}` after the puzzle is not read",
                "neither candidates of its cells nor its solution";
            help "write `#` before a comment, and `:` before removed candidates, each as digit, row \
                  and column with a space between two: `:412 512`";
        }
    }
    FEW_GIVENS = Code::warning(
        "sudoku::few-givens",
        "a 9×9 grid with fewer than 17 givens, or a 6×6 grid with fewer than 8",
        "codes/few-givens.md"
    ) {
        /// Fewer givens than a grid of that size must have for a single solution.
        fn few_givens(name: Span, size: usize, givens: usize, fewest: usize) {
            let more = fewest.saturating_sub(givens);
            at name => [
                givens == 0 => "a {size}×{size} sudoku without givens cannot have a unique solution",
                givens == 1 => "a {size}×{size} sudoku with 1 given cannot have a unique solution",
                else "a {size}×{size} sudoku with {givens} givens cannot have a unique solution",
            ], "fewer than {fewest} givens";
            help "add at least {more} more; or state that several are intended: `count 10 => 10`";
        }
    }
    OTHER_BOXES = Code::error(
        "sudoku::other-boxes",
        "a frame that draws boxes of another shape",
        "codes/other-boxes.md"
    ) {
        /// The frame draws boxes of `rows` × `columns`. Points at the first line that differs.
        fn other_boxes(span: Span, rows: usize, columns: usize, layout: Layout) {
            let size = layout.size();
            let is_transposed = rows == layout.box_columns();
            at span => "the frame draws boxes of {rows} rows × {columns} columns",
                "a {size}×{size} grid has boxes of {layout}";
            help [
                is_transposed => "exchange rows and columns; or remove the frame, if the boxes \
                                  have {layout}",
                else "remove the frame, if the boxes have {layout}; others are not read",
            ];
        }
    }
    MISPLACED_FRAME = Code::warning(
        "sudoku::misplaced-frame",
        "a line of a frame that is not between two boxes",
        "codes/misplaced-frame.md"
    ) {
        /// A line of the frame within a box, and how many others there are.
        fn misplaced_frame(line: FrameLine, others: usize, layout: Layout) {
            let size = layout.size();
            let (row, column) = (line.before / size, line.before % size);
            let next = row + 1;
            at line.span => [
                column == 0 => "the frame has a line below row {row}, within a box",
                else "the frame has a line after column {column} in row {next}, within a box",
            ], [
                others == 0 => "not between two boxes",
                others == 1 => "not between two boxes, like 1 other line",
                else "not between two boxes, like {others} other lines",
            ];
            help "boxes have {layout}: move the line between two of them, or remove it";
        }
    }
    REPEATED = Code::warning(
        "sudoku::repeated-candidate",
        "a digit twice among the candidates of a cell",
        "codes/repeated-candidate.md"
    ) {
        /// The second of two equal digits of a group.
        fn repeated_candidate(place: Span, cell: &str, digit: u8) {
            at place => "{cell} lists {digit} twice", "{digit} again";
            help "remove one of the two, or write the digit that was intended";
            fix Guess, "Remove the second {digit}", place => "";
        }
    }
    FOREIGN_FORM = Code::error(
        "sudoku::foreign-form",
        "a grid in the form of another program",
        "codes/foreign-form.md"
    ) {
        /// A body in another form, and its rows.
        fn foreign_form(place: Span, form: &str, rows: &str) {
            at place => "the rows are written in another form: {form}", "expected rows of cells";
            help "write a row of cells per line";
            fix Likely, "Write rows", place => rows;
        }
    }
    NOT_READ = Code::error(
        "sudoku::form-not-read", "a form that is not read", "codes/form-not-read.md"
    ) {
        /// A text in a packed form.
        fn form_not_read(place: Span, form: &str) {
            at place => "cannot read the form of {form}", "this form is packed and may hold other rules";
            help "export the puzzle from {form} as 81 characters";
        }
    }
    EXCLUDED = Code::warning(
        "sudoku::excluded-candidate",
        "a candidate that its row, column or box excludes",
        "codes/excluded-candidate.md"
    ) {
        /// Candidates (a set per cell) that a digit of a peer excludes.
        fn excluded(grid: &Grid, cells: &[(usize, u32)], places: &[Span]) {
            let (cell, set) = cells.first().copied().unwrap_or_default();
            let more = cells.iter().map(|entry| entry.1.count_ones()).sum::<u32>().saturating_sub(1);
            let digit = digits(set).next().unwrap_or(1);
            let peers = geometry(grid).peers[cell].iter().map(|&peer| usize::from(peer));
            let holder = peers.clone().find(|&peer| grid.value(peer) == digit).unwrap_or(cell);
            let name = cell_name(cell, grid.size());
            let sign = grid.symbol(digit, '.');
            let other = cell_name(holder, grid.size());
            at places[cell] => [
                more == 0 => "{name} lists {sign}, but {other} holds it",
                more == 1 => "{name} lists {sign}, but {other} holds it; 1 more candidate is excluded",
                else "{name} lists {sign}, but {other} holds it; {more} more candidates are excluded",
            ], "{sign} is excluded here";
            also places[holder] => "{sign} stands here";
            help "remove {sign} from the group: it is not a candidate";
        }
    }
    UNSOLVABLE = Code::error(
        "sudoku::unsolvable", "a grid without a solution", "codes/unsolvable.md"
    ) + [design::BLOCKERS] {
        /// There is no solution; without one of the digits in `too_much` there is. `places` are
        /// those of the cells, if they are to be labeled.
        fn unsolvable(place: Span, grid: &Grid, too_much: &[usize], places: &[Span]) {
            let shown = |&cell: &usize| {
                let digit = grid.symbol(grid.value(cell), '.');
                let name = cell_name(cell, grid.size());
                format!("{digit} in {name}")
            };
            let digits = too_much.iter().map(shown).collect::<Vec<_>>().join(" or ");
            at place => "this sudoku has no solution", "proved by trying every digit";
            help [
                too_much.is_empty() => "change the givens, or state the fact: `solve => \
                                        unsolvable`",
                else "remove {digits}, then there is a solution; or state the fact: `solve => \
                      unsolvable`",
            ];
            for (cell, place) in too_much.iter().filter_map(|&cell| Some((cell, *places.get(cell)?))) => {
                let digit = grid.symbol(grid.value(cell), '.');
                also place => "without this {digit} there is a solution";
            }
        }
    }
    SEVERAL = Code::error(
        "sudoku::several-solutions",
        "a grid with more than one solution",
        "codes/several-solutions.md"
    ) + [ALL_KNOWN] {
        /// Two solutions; `places` are those of the cells.
        fn several(places: &[Span], first: &Grid, second: &Grid) {
            let Difference { cell, name, digits: [a, b], cells } = difference(first, second);
            at places[cell] => "this sudoku has more than one solution: {name} can be {a} or {b}",
                "{a} or {b}";
            help "add a given where two solutions differ: {cells}; or state their number: `count \
                  => N`";
        }
    }
    NOT_UNIQUE = Code::warning(
        "sudoku::not-unique", "an answer that is one of several solutions", "codes/not-unique.md"
    ) {
        /// The answer is one of several solutions. Points at the command, or at the first cell that
        /// differs.
        fn not_unique(command: Option<Span>, places: &[Span], first: &Grid, second: &Grid) {
            let Difference { cell, name, digits: [a, b], cells } = difference(first, second);
            at command.unwrap_or_else(|| places[cell]) =>
                "this is one of several solutions: {name} can be {a} or {b}",
                "{name} is {a} in the one given";
            help "a given would decide where two solutions differ: {cells}";
        }
    }
    OLD_RATING = Code::error(
        "sudoku::old-rating", "an expected rating in the form of version 0.1", "codes/old-rating.md"
    ).judging() {
        /// An expected rating is a technique and a number.
        fn old_rating(span: Span) {
            at span => "expected `CLASS SCORE TECHNIQUE`, found a technique and a number",
                "a rating of version 0.1";
            help "put the answer found here, or the class or the technique alone";
        }
    }
    NO_SUCH_PLACE = Code::error(
        "sudoku::no-such-place",
        "a row, column, box or cell that the grid does not have",
        "codes/no-such-place.md"
    ) {
        /// A unit or a cell that is not there.
        fn no_such_place(span: Span, what: &str, size: usize) {
            at span => "there is no {what}", "not in this grid";
            help "rows, columns and boxes go from 1 to {size}, coordinates `(R,C)` from 0";
        }
        /// A digit that the grid does not have, as a placement writes it: 0 for `0`.
        fn no_such_digit(span: Span, written: u8, grid: &Grid) {
            let digit = Alphabet::Letters.symbol(written, '0');
            let last = grid.symbol(grid.size() as u8, '.');
            at span => "there is no digit {digit}", "not in this grid";
            help "the digits go from 1 to {last}";
        }
    }
    BAD_MOVE = Code::error(
        "sudoku::bad-move", "a move that is not of the form `r1c3=4` or `r1c3-4`", "codes/bad-move.md"
    ) {
        /// A word that is not a move.
        fn bad_move(span: Span, found: &str) {
            let found = Shown(found);
            at span => "expected a move, found `{found}`", "expected `r1c3=4` or `r1c3-4`";
            help "a move is `r`, the row, `c`, the column, `=` and the digit, rows and columns \
                  from 1; `-` deletes a pencil mark, `+` restores it";
        }
        /// A word that is not a cell.
        fn bad_cell(span: Span, found: &str) {
            let found = Shown(found);
            at span => "expected a cell, found `{found}`", "expected `r1c3` or `(0,2)`";
            help "a cell is `r1c3`, rows and columns from 1, or `(0,2)`, from 0";
        }
    }
    ILLEGAL_MOVE = Code::error(
        "sudoku::illegal-move", "a move that the rules do not allow", "codes/illegal-move.md"
    ) {
        /// A digit is played into a filled cell, which may be `given`.
        fn filled(span: Span, name: &str, digit: char, given: Option<Span>) {
            at span => "{name} holds {digit} already", "not an empty cell";
            help "play into an empty cell; `undo` takes an earlier move back";
            each given => "given here";
        }
        /// A digit is played whose pencil mark was deleted.
        fn deleted(span: Span, name: &str, digit: char) {
            at span => "{name} cannot be {digit}: its pencil mark was deleted", "deleted";
            help "restore it first: `play {name}+{digit}`";
        }
        /// A pencil mark is deleted that is not there.
        fn not_marked(span: Span, name: &str, digit: char) {
            at span => "{name} has no candidate {digit}", "nothing to delete";
            help "`candidates {name}` lists those that it has";
        }
        /// A pencil mark is restored that was not deleted.
        fn marked(span: Span, name: &str, digit: char) {
            at span => "{name} has the candidate {digit} already", "nothing to restore";
            help "`candidates {name}` lists those that it has";
        }
        /// A digit clashes with one that is there; `left` are those that do not.
        fn clash(
            span: Span, name: &str, digit: char, other: &str, unit: Unit, left: &str,
            givens: &[(String, Span)]
        ) {
            let list = left.chars().map(String::from).collect::<Vec<_>>().join(", ");
            at span => "{name} cannot be {digit}: {other} in {unit} holds {digit}",
                "clashes with {other}";
            help [
                left.is_empty() => "{name} can take no digit at all; `undo` goes back",
                else "{name} can take {list}",
            ];
            for (given, place) in givens => {
                also *place => "{given}";
            }
        }
    }
}

/// The codes that only a search finds.
pub(super) static DEEP: &[&Code] = &[&UNSOLVABLE, &SEVERAL];

/// The codes whose fact an expectation of `solve` states.
pub(super) static SOLVABLE: &[&Code] = &[&UNSOLVABLE];

/// The codes whose fact an expectation of `unsolvable` states.
pub(super) static HOPELESS: &[&Code] =
    &[&UNSOLVABLE, &SEVERAL, &FEW_GIVENS, &DUPLICATE, &NO_CANDIDATE, &NO_PLACE];

/// The codes whose fact an expectation of `count` states.
pub(super) static COUNTED: &[&Code] = &[&UNSOLVABLE, &SEVERAL, &FEW_GIVENS];

/// Returns the digits of a set: `1, 2 or 4`.
fn choice(grid: &Grid, set: u32) -> String {
    let digits: Vec<String> =
        digits(set).map(|digit| grid.symbol(digit, '.').to_string()).collect();
    match &digits[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        few => few.concat(),
    }
}

/// The texts that are added to the diagnostic of several solutions if all of them are known.
const ALL_KNOWN: &[Form] = &[Form(&[
    (Text::Also, &["{choice}", "{choice}; {written} would leave one of {count} solutions"]),
    (Text::Fix, &["Add {written}"]),
])];

/// Adds to the diagnostic of several solutions the cells in which they differ, and givens that leave
/// one of them. `places` are those of the cells.
pub(super) fn note_all_known(
    fault: &mut Diagnostic,
    places: &[Span],
    grid: &Grid,
    several: &Several,
) {
    let Several { count, differ, givens } = several;
    let written = givens.iter().map(|given| shown(grid, given)).collect::<Vec<_>>().join(" and ");
    let others = differ.iter().filter(|(cell, _)| places[*cell] != fault.span);
    let others: Vec<_> = others.take(MOST_DIFFER).collect();
    // The diagnostic points at one cell already.
    let is_given = |cell: usize| givens.iter().any(|given| given.cell == cell);
    let last = others.iter().position(|(cell, _)| is_given(*cell)).unwrap_or(0);
    for (at, &&(cell, set)) in others.iter().enumerate() {
        let mut text = choice(grid, set);
        if at == last {
            text += &format!("; {written} would leave one of {count} solutions");
        }
        fault.related.push(Label { span: places[cell], text });
    }
    let edits = givens.iter().map(|given| Edit {
        span: places[given.cell],
        text: grid.symbol(given.digit, '.').to_string(),
    });
    fault.fixes.push(Fix::of(Guess, format!("Add {written}"), edits.collect()));
}

/// Returns a given with its place: `5 in r1c1`.
fn shown(grid: &Grid, given: &Given) -> String {
    format!("{} in {}", grid.symbol(given.digit, '.'), cell_name(given.cell, grid.size()))
}

/// Returns why a cell cannot be filled, in one line.
pub(super) fn holds_already(name: &str, digit: char) -> String {
    format!("{name} holds {digit} already")
}

/// Returns the clash of a digit, in one line.
pub(super) fn holds(other: &str, unit: Unit, digit: char) -> String {
    format!("{other} in {unit} holds {digit}")
}
