//! Figures that say how hard a puzzle is, and which puzzles are the same.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::{Answer, Board, Depth, Directive, Role, Verb};
use crate::diag::Sink;
use crate::search::{Budget, Outcome};

/// States that are counted at most: above that, their number is unknown even with unlimited time,
/// so that it does not depend on the machine.
const STATES: u64 = 1_000_000;

/// The class of a sudoku: how hard it is for a person. Easier classes are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// For beginners.
    Easy,
    /// With a few techniques.
    Medium,
    /// With many techniques.
    Hard,
    /// With long searches for a step.
    Unfair,
    /// For solvers that know everything.
    Extreme,
}

impl Class {
    /// Every class, the easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Unfair => "unfair",
            Self::Extreme => "extreme",
        }
    }

    /// Returns the class that a word names.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.word() == word)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A technique in a rating; those that come first in the table of techniques are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Technique {
    /// The place in the table.
    pub place: usize,
    /// The word.
    pub word: &'static str,
}

/// The rating of a puzzle: how hard it is for a person. Ratings are ordered by class, then by score;
/// those without a score come after the others of their class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The class.
    pub class: Class,
    /// The sum of the scores of all steps.
    pub score: Option<u32>,
    /// The last technique of the table that was used.
    pub technique: Technique,
}

impl Ord for Rating {
    fn cmp(&self, other: &Self) -> Ordering {
        let key =
            |rating: &Self| (rating.class, rating.score.is_none(), rating.score, rating.technique);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Rating {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes `CLASS SCORE TECHNIQUE`; `-` is a score that is not known.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, score, technique } = self;
        match score {
            Some(score) => write!(f, "{class} {score} {}", technique.word),
            None => write!(f, "{class} - {}", technique.word),
        }
    }
}

/// One figure of a puzzle. Figures are ordered from small to large and from easy to hard; what has no
/// value comes last.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// A number.
    Count {
        /// The number.
        number: BigUint,
        /// True if it is only known that there are more.
        more: bool,
    },
    /// A rating.
    Rating(Rating),
    /// No rating, because there are several solutions.
    Several,
    /// There is no solution.
    Unsolvable,
    /// Puzzles of this kind have no such figure.
    #[default]
    Absent,
    /// The search for it stopped at its limit.
    GaveUp,
}

impl Figure {
    /// Returns a number as a figure.
    pub fn count(number: impl Into<BigUint>) -> Self {
        Self::Count { number: number.into(), more: false }
    }
}

/// Writes a number with `>` before it if there are more, `-` if there is no figure, and `?` if its
/// search stopped at its limit.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { number, more } => write!(f, "{}{number}", if *more { ">" } else { "" }),
            Self::Rating(rating) => rating.fmt(f),
            Self::Several => f.write_str("several"),
            Self::Unsolvable => f.write_str("unsolvable"),
            Self::Absent => f.write_str("-"),
            Self::GaveUp => f.write_str("?"),
        }
    }
}

/// Writes a number that fits into 64 bits as a number, no figure as `null`, and all else as a text.
impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent => serializer.serialize_none(),
            Self::Count { number, more: false } if number.bits() <= u64::from(u64::BITS) => {
                serializer.serialize_u64(number.iter_u64_digits().next().unwrap_or_default())
            }
            figure => serializer.collect_str(figure),
        }
    }
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

impl Ranking {
    /// Returns the figures by which puzzles of a kind are ordered from easy to hard: the length of a
    /// solution, or the rating of a kind whose solutions have no length; then the states.
    pub fn difficulty(&self) -> [&Figure; 3] {
        let Self { optimum, rating, states, .. } = self;
        match optimum {
            Figure::Absent => [rating, states, optimum],
            _ => [optimum, rating, states],
        }
    }
}

/// Returns the figures of an open puzzle that show without a search: its pieces and its size.
pub fn drawn(puzzle: &Board) -> Ranking {
    Ranking { extent: puzzle.extent(), ..Ranking::default() }
}

/// Returns the figures of an open puzzle.
pub fn rank(puzzle: &mut Board, budget: &Budget) -> Ranking {
    let mut ranking = drawn(puzzle);
    let solver = puzzle.info().solver();
    let has_moves = solver.is_some_and(|verb| verb.role == Role::Solve);

    if let Some(verb) = solver {
        // A puzzle without a goal has no answer.
        if let Some(answer) = direct(puzzle, verb, budget) {
            ranking.optimum = match answer {
                Answer::Unsolvable => Figure::Unsolvable,
                Answer::GaveUp { .. } => Figure::GaveUp,
                Answer::Solution(solution) => Figure::count(solution.length),
                _ => Figure::Absent,
            };
        }
    }

    match ranking.optimum {
        Figure::Unsolvable => {
            ranking.solutions = Figure::count(0_u8);
            ranking.unique = Some(false);
        }
        Figure::GaveUp => ranking.solutions = Figure::GaveUp,
        _ => match puzzle.solutions(budget) {
            None => {}
            Some(Outcome::Solved(Solutions { count: number, more })) => {
                ranking.unique = Some(!more && number == BigUint::from(1u8));
                ranking.solutions = Figure::Count { number, more };
            }
            Some(Outcome::Unsolvable) => ranking.solutions = Figure::Unsolvable,
            Some(Outcome::GaveUp(_)) => ranking.solutions = Figure::GaveUp,
        },
    }

    if ranking.optimum != Figure::Unsolvable {
        ranking.rating = rating(puzzle, budget);
    }
    if has_moves {
        let budget = budget.clone().with_states(budget.states.min(STATES));
        ranking.states = match puzzle.growth(&budget) {
            None => Figure::Absent,
            Some(growth) if growth.complete => Figure::count(growth.states.iter().sum::<u64>()),
            Some(_) => Figure::GaveUp,
        };
    }

    if matches!(ranking.optimum, Figure::Count { .. }) || ranking.unique == Some(true) {
        ranking.idle = idle(puzzle, budget);
    }
    if has_moves && matches!(ranking.optimum, Figure::Count { .. }) {
        note_course(&mut ranking, puzzle.course(budget).as_ref());
    }
    ranking
}

/// Returns how hard an open puzzle is for a person, if its kind can rate it.
pub fn rating(puzzle: &mut Board, budget: &Budget) -> Figure {
    let verbs = puzzle.info().verbs;
    let Some(verb) = verbs.iter().find(|verb| verb.role == Role::Rate) else {
        return Figure::Absent;
    };
    match direct(puzzle, verb, budget) {
        Some(Answer::Figure(rating)) => rating,
        Some(Answer::Unsolvable) => Figure::Unsolvable,
        Some(Answer::GaveUp { .. }) => Figure::GaveUp,
        _ => Figure::Absent,
    }
}

/// Runs a command without arguments.
fn direct(puzzle: &mut Board, verb: &'static Verb, budget: &Budget) -> Option<Answer> {
    puzzle.direct(Directive::new(verb), Depth::Run, budget, &mut Sink::new())
}

/// Counts the parts of a solvable puzzle that change nothing; none if it is solved at the start.
fn idle(puzzle: &Board, budget: &Budget) -> Figure {
    let Some(parts) = puzzle.parts() else { return Figure::Absent };
    let figure = match parts.figure(&[], budget) {
        Ok(Some(0) | None) => return Figure::Absent,
        Ok(Some(figure)) => figure,
        Err(_) => return Figure::GaveUp,
    };
    let mut count = 0_u64;
    match super::parts::idle(&*parts, figure, budget, &mut |_| count += 1) {
        Ok(()) => Figure::count(count),
        Err(_) => Figure::GaveUp,
    }
}

/// Enters how far the moves of a solution are forced.
fn note_course(ranking: &mut Ranking, course: Option<&Outcome<Course>>) {
    let Ranking { forced, divergence, bottlenecks, .. } = ranking;
    match course {
        Some(Outcome::Solved(course)) => {
            *forced = Figure::count(course.forced);
            *bottlenecks = Figure::count(course.bottlenecks);
            if let Some(first) = course.divergence {
                *divergence = Figure::count(first);
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
    /// True if a transposed puzzle is another one, as a sudoku whose boxes are not square.
    pub keeps_rows: bool,
}

impl Form {
    /// Returns a form that two puzzles share exactly if they differ only in being mirrored, rotated
    /// or relabeled; not rotated by a quarter if it keeps its rows. Costs up to eight passes over the
    /// boards.
    pub fn canonical(&self) -> Vec<u64> {
        let symmetries = if self.keeps_rows { 0..4 } else { 0..8 };
        symmetries.map(|symmetry| self.turned(symmetry)).min().unwrap_or_default()
    }

    /// Returns the form after one of the eight symmetries of a rectangle and its transpose, as
    /// numbers: labels in the order in which they appear, notes in order.
    fn turned(&self, symmetry: u8) -> Vec<u64> {
        let transposed = symmetry & 4 != 0;
        let down = symmetry & 2 != 0;
        let right = symmetry & 1 != 0;
        let (rows, columns) =
            if transposed { (self.columns, self.rows) } else { (self.rows, self.columns) };

        let mut names: HashMap<u64, u64> = HashMap::new();
        let mut numbers = vec![rows as u64, columns as u64];
        let mut push = |part: Part, numbers: &mut Vec<u64>| match part {
            Part::Fixed(what) => numbers.extend([0, what]),
            Part::Label(label) => {
                let next = names.len() as u64;
                numbers.extend([1, *names.entry(label).or_insert(next)]);
            }
            Part::Place(row, column) => {
                // The place after the symmetry.
                let (row, column) = if transposed { (column, row) } else { (row, column) };
                let row = if down { rows as i64 - 1 - row } else { row };
                let column = if right { columns as i64 - 1 - column } else { column };
                numbers.extend([2, row as u64, column as u64]);
            }
        };

        for board in &self.boards {
            for row in 0..rows {
                for column in 0..columns {
                    let row = if down { rows - 1 - row } else { row };
                    let column = if right { columns - 1 - column } else { column };
                    let (row, column) = if transposed { (column, row) } else { (row, column) };
                    push(board[row * self.columns + column], &mut numbers);
                }
            }
        }

        let note = |note: &Vec<Part>| {
            let mut numbers = Vec::with_capacity(2 * note.len() + 1);
            for &part in note {
                push(part, &mut numbers);
            }
            numbers
        };
        let mut notes: Vec<Vec<u64>> = self.notes.iter().map(note).collect();
        notes.sort_unstable();
        for note in notes {
            numbers.push(note.len() as u64);
            numbers.extend(note);
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn figures_are_ordered_by_their_values() {
        let rated = |class, score, place, word| {
            Figure::Rating(Rating { class, score, technique: Technique { place, word } })
        };
        let huge = BigUint::from(u64::MAX) + 1_u8;
        let ordered = [
            (Figure::count(0_u8), "0", json!(0)),
            (Figure::count(9_u8), "9", json!(9)),
            (Figure::count(10_u8), "10", json!(10)),
            (Figure::Count { number: 10_u8.into(), more: true }, ">10", json!(">10")),
            (Figure::count(u64::MAX), "18446744073709551615", json!(u64::MAX)),
            (Figure::count(huge), "18446744073709551616", json!("18446744073709551616")),
            (rated(Class::Easy, Some(0), 0, "full"), "easy 0 full", json!("easy 0 full")),
            (rated(Class::Easy, Some(90), 9, "b"), "easy 90 b", json!("easy 90 b")),
            (rated(Class::Easy, Some(800), 1, "a"), "easy 800 a", json!("easy 800 a")),
            (rated(Class::Easy, None, 1, "a"), "easy - a", json!("easy - a")),
            (rated(Class::Medium, Some(1), 1, "a"), "medium 1 a", json!("medium 1 a")),
            (rated(Class::Hard, Some(1), 1, "a"), "hard 1 a", json!("hard 1 a")),
            (rated(Class::Unfair, Some(1), 1, "a"), "unfair 1 a", json!("unfair 1 a")),
            (rated(Class::Extreme, Some(9), 1, "a"), "extreme 9 a", json!("extreme 9 a")),
            (rated(Class::Extreme, None, 1, "a"), "extreme - a", json!("extreme - a")),
            (
                rated(Class::Extreme, None, 9, "search"),
                "extreme - search",
                json!("extreme - search"),
            ),
            (Figure::Several, "several", json!("several")),
            (Figure::Unsolvable, "unsolvable", json!("unsolvable")),
            (Figure::Absent, "-", json!(null)),
            (Figure::GaveUp, "?", json!("?")),
        ];
        for (at, (figure, text, value)) in ordered.iter().enumerate() {
            assert_eq!((figure.to_string().as_str(), &json!(figure)), (*text, value));
            for (other_at, (other, ..)) in ordered.iter().enumerate() {
                assert_eq!(figure.cmp(other), at.cmp(&other_at), "{figure} {other}");
            }
        }
    }

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
            keeps_rows: false,
        }
    }

    #[test]
    fn a_form_is_the_same_mirrored_rotated_and_relabeled() {
        let original = form(&["A#.", "BB."], (0, 2)).canonical();
        for (rows, place) in [
            (&[".#A", ".BB"][..], (0, 0)),
            (&["BB.", "A#."], (1, 2)),
            (&["AB", "#B", ".."], (2, 0)),
            (&["BA", "B#", ".."], (2, 1)),
            (&["..", "#B", "AB"], (0, 0)),
        ] {
            assert_eq!(form(rows, place).canonical(), original, "{rows:?}");
        }
        let mut renamed = form(&["X#.", "AA."], (0, 2));
        renamed.notes[1] = vec![Part::Label('X' as u64)];
        assert_eq!(renamed.canonical(), original);
        assert_ne!(form(&["A#.", "BB."], (0, 1)).canonical(), original, "another place");
        assert_ne!(form(&["X#.", "AA."], (0, 2)).canonical(), original, "the note names the other");
        assert_ne!(form(&["A..", "BB#"], (0, 2)).canonical(), original, "another board");
        assert_ne!(form(&["A#.", "AA."], (0, 2)).canonical(), original, "one label less");
    }

    #[test]
    fn a_form_that_keeps_its_rows_is_not_transposed() {
        let kept =
            |rows: &[&str], place| Form { keeps_rows: true, ..form(rows, place) }.canonical();
        let original = kept(&["A#.", "BB."], (0, 2));
        for (rows, place) in
            [(&[".#A", ".BB"], (0, 0)), (&["BB.", "A#."], (1, 2)), (&[".BB", ".#A"], (1, 0))]
        {
            assert_eq!(kept(rows, place), original, "{rows:?}");
        }
        assert_ne!(kept(&["AB", "#B", ".."], (2, 0)), original);
    }
}
