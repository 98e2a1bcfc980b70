//! Figures that say how hard a puzzle is, and which puzzles are the same.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::{Answer, Depth, Puzzle};
use crate::diag::Sink;
use crate::search::{Budget, Outcome};
use crate::syntax::Fragment;

/// States that are counted at most: above that, their number is unknown even with unlimited time,
/// so that it does not depend on the machine.
const STATES: u64 = 1_000_000;

/// One figure of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Figure {
    /// Puzzles of this kind have no such figure.
    #[default]
    None,
    /// The figure.
    Is(String),
    /// There is no solution.
    Unsolvable,
    /// The search for it stopped at its limit.
    GaveUp,
}

/// The number of solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// Solutions that were counted.
    pub count: BigUint,
    /// True if there are more: the count stopped at a fixed number.
    pub more: bool,
}

/// The number of pieces of a puzzle, and its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Blocks, cars, tiles, givens, or nodes of a tree.
    pub pieces: Option<u64>,
    /// Rows and columns.
    pub size: Option<[usize; 2]>,
}

/// Figures about the shortest solution that `solve` prints: where its moves are forced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// Moves in whose place no other brings the goal nearer.
    pub forced: u64,
    /// The first move, counted from 1, in whose place another would lead further away from the goal.
    pub divergence: Option<u64>,
    /// States between the start and the end that are on every shortest solution.
    pub bottlenecks: u64,
}

/// The figures that `rank` shows of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// Moves of a shortest solution.
    pub optimum: Figure,
    /// Solutions; of kinds with moves, shortest ones.
    pub solutions: Figure,
    /// States that can be reached.
    pub states: Figure,
    /// True if there is exactly one solution, or one shortest one.
    pub unique: Option<bool>,
    /// The rating: how hard it is for a person.
    pub rating: Figure,
    /// Its pieces and its size.
    pub extent: Extent,
    /// Parts that change nothing if they are left out ([`super::parts::idle`]); of a sudoku, givens.
    pub idle: Figure,
    /// See [`Course::forced`].
    pub forced: Figure,
    /// See [`Course::divergence`].
    pub divergence: Figure,
    /// See [`Course::bottlenecks`].
    pub bottlenecks: Figure,
}

/// Returns the figures of an open puzzle that show without a search: its pieces and its size.
pub fn drawn(puzzle: &dyn Puzzle) -> Ranking {
    Ranking { extent: puzzle.extent(), ..Ranking::default() }
}

/// Returns the figures of an open puzzle.
pub fn rank(puzzle: &mut dyn Puzzle, budget: &Budget) -> Ranking {
    let mut ranking = drawn(puzzle);
    let solver = puzzle.info().solver();
    let moves = solver.is_some_and(|verb| verb.role == super::Role::Solve);
    if let Some(verb) = solver {
        let text = Fragment { text: verb.name, start: 0 };
        // A puzzle without a goal has no answer.
        if let Some(answer) = puzzle.run(text, Depth::Run, budget, &mut Sink::new()) {
            ranking.optimum = match answer {
                Answer::Unsolvable => Figure::Unsolvable,
                Answer::GaveUp { .. } => Figure::GaveUp,
                Answer::Solution(solution) => Figure::Is(solution.length.to_string()),
                _ => Figure::None,
            };
        }
    }
    match ranking.optimum {
        Figure::Unsolvable => {
            ranking.solutions = Figure::Is(String::from("0"));
            ranking.unique = Some(false);
        }
        Figure::GaveUp => ranking.solutions = Figure::GaveUp,
        Figure::None | Figure::Is(_) => match puzzle.solutions(budget) {
            None => {}
            Some(Outcome::Solved(Solutions { count, more })) => {
                ranking.unique = Some(!more && count == BigUint::from(1u8));
                ranking.solutions = Figure::Is(format!("{}{count}", if more { ">" } else { "" }));
            }
            Some(Outcome::Unsolvable) => ranking.solutions = Figure::Unsolvable,
            Some(Outcome::GaveUp(_)) => ranking.solutions = Figure::GaveUp,
        },
    }
    if ranking.optimum != Figure::Unsolvable {
        ranking.rating = match puzzle.rating(budget) {
            None => Figure::None,
            Some(Outcome::Solved(rating)) => Figure::Is(rating),
            Some(Outcome::Unsolvable) => Figure::Unsolvable,
            Some(Outcome::GaveUp(_)) => Figure::GaveUp,
        };
    }
    if moves {
        let budget = budget.clone().with_states(budget.states.min(STATES));
        ranking.states = match puzzle.growth(&budget) {
            None => Figure::None,
            Some(growth) if growth.complete => {
                Figure::Is(growth.states.iter().sum::<u64>().to_string())
            }
            Some(_) => Figure::GaveUp,
        };
    }
    if matches!(ranking.optimum, Figure::Is(_)) || ranking.unique == Some(true) {
        ranking.idle = idle(puzzle, budget);
    }
    if moves && matches!(ranking.optimum, Figure::Is(_)) {
        note_course(&mut ranking, puzzle.course(budget).as_ref());
    }
    ranking
}

/// Counts the parts of a solvable puzzle that change nothing; none if it is solved at the start.
fn idle(puzzle: &dyn Puzzle, budget: &Budget) -> Figure {
    let Some(parts) = puzzle.parts() else { return Figure::None };
    let mut figures = super::parts::Figures::default();
    let figure = match figures.of(&*parts, &[], budget) {
        Ok(Some(0) | None) => return Figure::None,
        Ok(Some(figure)) => figure,
        Err(_) => return Figure::GaveUp,
    };
    let mut count = 0_u64;
    match super::parts::idle(&*parts, figure, &mut figures, budget, &mut |_| count += 1) {
        Ok(()) => Figure::Is(count.to_string()),
        Err(_) => Figure::GaveUp,
    }
}

/// Enters how far the moves of a solution are forced.
fn note_course(ranking: &mut Ranking, course: Option<&Outcome<Course>>) {
    let Ranking { forced, divergence, bottlenecks, .. } = ranking;
    match course {
        Some(Outcome::Solved(course)) => {
            *forced = Figure::Is(course.forced.to_string());
            *bottlenecks = Figure::Is(course.bottlenecks.to_string());
            if let Some(first) = course.divergence {
                *divergence = Figure::Is(first.to_string());
            }
        }
        Some(Outcome::GaveUp(_)) => {
            for figure in [forced, divergence, bottlenecks] {
                *figure = Figure::GaveUp;
            }
        }
        Some(Outcome::Unsolvable) | None => {}
    }
}

/// A part of a board or of a note about the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Something that is the same in every puzzle, such as a wall.
    Fixed(u64),
    /// A label: which one does not matter, only where else it is.
    Label(u64),
    /// A place of the boards: row and column.
    Place(i64, i64),
}

/// A puzzle as boards of one size and notes about it: the form by which two puzzles are compared
/// that may be mirrored, rotated or relabeled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Rows of every board.
    pub rows: usize,
    /// Columns of every board.
    pub columns: usize,
    /// The boards, each in reading order: `rows * columns` parts.
    pub boards: Vec<Vec<Part>>,
    /// Further facts about the puzzle.
    pub notes: Vec<Vec<Part>>,
}

impl Form {
    /// Returns a form that two puzzles share exactly if they differ only in being mirrored, rotated
    /// or relabeled. Costs eight passes over the boards.
    pub fn canonical(&self) -> Vec<u64> {
        (0..8).map(|symmetry| self.turned(symmetry)).min().unwrap_or_default()
    }

    /// Returns the form after one of the eight symmetries of a rectangle and its transpose, as
    /// numbers: labels in the order in which they appear, notes in order.
    fn turned(&self, symmetry: u8) -> Vec<u64> {
        let (transposed, down, right) = (symmetry & 4 != 0, symmetry & 2 != 0, symmetry & 1 != 0);
        let (rows, columns) =
            if transposed { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let mut names: HashMap<u64, u64> = HashMap::new();
        let mut text = vec![rows as u64, columns as u64];
        let mut push = |part: Part, text: &mut Vec<u64>| match part {
            Part::Fixed(what) => text.extend([0, what]),
            Part::Label(label) => {
                let next = names.len() as u64;
                text.extend([1, *names.entry(label).or_insert(next)]);
            }
            Part::Place(row, column) => {
                // The place after the symmetry.
                let (row, column) = if transposed { (column, row) } else { (row, column) };
                let row = if down { rows as i64 - 1 - row } else { row };
                let column = if right { columns as i64 - 1 - column } else { column };
                text.extend([2, row as u64, column as u64]);
            }
        };
        for board in &self.boards {
            for row in 0..rows {
                for column in 0..columns {
                    let row = if down { rows - 1 - row } else { row };
                    let column = if right { columns - 1 - column } else { column };
                    let (row, column) = if transposed { (column, row) } else { (row, column) };
                    push(board[row * self.columns + column], &mut text);
                }
            }
        }
        let note = |note: &Vec<Part>| {
            let mut text = Vec::with_capacity(2 * note.len() + 1);
            for &part in note {
                push(part, &mut text);
            }
            text
        };
        let mut notes: Vec<Vec<u64>> = self.notes.iter().map(note).collect();
        notes.sort_unstable();
        for note in notes {
            text.push(note.len() as u64);
            text.extend(note);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(rows: &[&str], place: (i64, i64)) -> Form {
        let part = |char| match char {
            '.' => Part::Fixed(0),
            '#' => Part::Fixed(1),
            label => Part::Label(label as u64),
        };
        Form {
            rows: rows.len(),
            columns: rows[0].len(),
            boards: vec![rows.iter().flat_map(|row| row.chars()).map(part).collect()],
            notes: vec![vec![Part::Place(place.0, place.1)], vec![Part::Label('A' as u64)]],
        }
    }

    #[test]
    fn a_form_is_the_same_mirrored_rotated_and_relabeled() {
        let one = form(&["A#.", "BB."], (0, 2)).canonical();
        for (rows, place) in [
            (&[".#A", ".BB"][..], (0, 0)),
            (&["BB.", "A#."], (1, 2)),
            (&["AB", "#B", ".."], (2, 0)),
            (&["BA", "B#", ".."], (2, 1)),
            (&["..", "#B", "AB"], (0, 0)),
        ] {
            assert_eq!(form(rows, place).canonical(), one, "{rows:?}");
        }
        let mut renamed = form(&["X#.", "AA."], (0, 2));
        renamed.notes[1] = vec![Part::Label('X' as u64)];
        assert_eq!(renamed.canonical(), one);
        assert_ne!(form(&["A#.", "BB."], (0, 1)).canonical(), one, "another place");
        assert_ne!(form(&["X#.", "AA."], (0, 2)).canonical(), one, "the note names the other");
        assert_ne!(form(&["A..", "BB#"], (0, 2)).canonical(), one, "another board");
        assert_ne!(form(&["A#.", "AA."], (0, 2)).canonical(), one, "one label less");
    }
}
