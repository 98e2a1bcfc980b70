//! The verdict on a filled grid.

use std::ops::Range;

use super::commands::two;
use super::dress::Dress;
use super::entries::numbered;
use super::grid::{Alphabet, Grid, cell_name};
use super::lower::{Givens, lower};
use super::moves::{cell, make, obstacles};
use super::rules::{geometry, is_solution};
use super::searched::Solvers;
use super::syntax::frame::is_rule;
use super::syntax::marked::{marked_line, parse_pencil_grid};
use super::syntax::opensudoku::games_of;
use super::syntax::plain::{Form, Plain, beside_array};
use super::syntax::{Content, Signs, Typed, expect_play, parse_cell, read_lines};
use super::{empty_cells, scene};
use crate::diag::{Sink, clip};
use crate::puzzle::Unit;
use crate::puzzle::foreign::{lines, trimmed as trim};
use crate::puzzle::moves::until_separator;
use crate::puzzle::verdict::given::{
    Given, Item, Moves, Separation, bare, is_unsolvable, read, trimmed, words,
};
use crate::puzzle::verdict::{Blame, Grade, Optimum, Question, Ruling, of_length};
use crate::search::{Budget, Outcome};
use crate::syntax::{Args, Fragment, Line};
use crate::text::Span;

/// The unit in which the moves of an answer are counted.
const CELLS: Unit = Unit { singular: "cell filled", plural: "cells filled" };

/// The most bytes of a grid. The largest with all its candidates and frames has a tenth of them.
const LONGEST: usize = 1 << 18;

/// Judges a grid, moves, or the claim that there is no solution.
pub(super) fn verdict(
    model: &Givens,
    now: &Grid,
    question: &Question<'_>,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Ruling {
    if is_unsolvable(question.answer) {
        return unsolvable(model, now, question, solvers, budget);
    }
    let mut ruling = match is_moves(question.answer) {
        true => moves(model, now, question),
        false => grid(model, now, question),
    };
    if ruling.grade == Grade::Right
        && question.optimum == Optimum::Search
        && two(now, solvers, budget).is_ok_and(|solutions| solutions.len() > 1)
    {
        ruling.reason += "; there are several solutions";
    }
    ruling
}

/// Returns the verdict on the claim that there is no solution.
fn unsolvable(
    model: &Givens,
    now: &Grid,
    question: &Question<'_>,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Ruling {
    let outcome = match question.optimum {
        Optimum::Known(length) | Optimum::Judge(length) => {
            length.map_or(Outcome::Unsolvable, |length| Outcome::Solved(Some(length)))
        }
        Optimum::Search | Optimum::Ignore | Optimum::Stated(_) => {
            match two(now, solvers, budget).as_deref() {
                Ok([]) => Outcome::Unsolvable,
                Ok(_) => Outcome::Solved(None),
                Err((stop, _)) => Outcome::GaveUp(*stop),
            }
        }
    };

    let mut ruling = match outcome {
        Outcome::Solved(length) => Ruling::unsolvable(question.answer, true, length),
        Outcome::Unsolvable => Ruling::unsolvable(question.answer, false, None),
        Outcome::GaveUp(stop) => {
            let reason = format!("whether there is a solution is not known: {}", stop.reason());
            Ruling::new(Grade::Unknown, reason)
        }
    };

    if question.optimum == Optimum::Judge(None) {
        ruling.reason = String::from("the judge's answer says that there is no solution");
    }
    let scene = question.draw.map(|name| Box::new(scene::scene(name, &model.grid, now)));
    Ruling { scene, ..ruling }
}

/// Judges moves: made one by one, up to the first that is illegal.
fn moves(model: &Givens, now: &Grid, question: &Question<'_>) -> Ruling {
    let plain = with_body_digits(question.answer, model.dress, model.grid.size());
    let answer = plain.as_deref().unwrap_or(question.answer);
    let moves = match read(answer, CELLS, |_| false) {
        Ok(Given::Moves(moves)) => moves,
        Ok(Given::Unsolvable) => return Ruling::unsolvable(answer, false, None),
        Err(ruling) => return *ruling,
    };
    let mut replay = Replay { model, answer, grid: now.clone(), cost: 0, read: 0, fault: None };
    let separation = Separation { by_spaces: true, ..Separation::default() };
    let mut ruling = match moves.each(&separation, &mut |text| replay.item(text)) {
        Ok(()) => replay.ruling(question),
        Err(ruling) => *ruling,
    };
    if let Some(blame) = ruling.at.as_mut().filter(|_| plain.is_some())
        && let Some(text) = question.answer.get(blame.place.clone())
    {
        text.clone_into(&mut blame.text);
    }
    ruling
}

/// The moves of an answer while they are made.
struct Replay<'a> {
    model: &'a Givens,
    answer: &'a str,
    grid: Grid,
    /// The number of cells filled.
    cost: u64,
    /// The number of moves read.
    read: u64,
    /// The verdict on the first that is illegal.
    fault: Option<Ruling>,
}

impl Replay<'_> {
    /// Returns the verdict on all moves.
    fn ruling(self, question: &Question<'_>) -> Ruling {
        let cost = CELLS.count(self.cost);
        let ruling = match self.fault {
            Some(fault) => fault,
            None if !is_solution(&self.grid) => {
                let reason = format!("legal, {cost}; {}", empty_cells(&self.grid));
                Ruling { moves: Some(self.cost), ..Ruling::new(Grade::Unsolved, reason) }
            }
            None => match question.optimum {
                Optimum::Known(length) => of_length(self.cost, CELLS, length),
                _ => of_length(self.cost, CELLS, None),
            },
        };
        let scene = |name| Box::new(scene::scene(name, &self.model.grid, &self.grid));
        Ruling { scene: question.draw.map(scene), ..ruling }
    }

    /// Makes the next move unless a move before it was illegal.
    fn make(&mut self, typed: &Typed, text: &str, place: Span) {
        self.read += 1;
        if self.fault.is_some() {
            return;
        }
        let failure = match make(self.model, &self.grid, typed, false) {
            Ok((next, by)) => {
                self.grid = next;
                self.cost += by.cost();
                return;
            }
            Err(failure) => failure,
        };
        let reasons = obstacles(self.model, &self.grid, typed);
        let why = if reasons.is_empty() { failure.message } else { reasons.join("; ") };
        let reason = format!("move {}, `{}`: {why}", self.read, clip(text));
        let cell = cell(&self.grid, typed.place).ok();
        let cell = cell.map(|cell| cell_name(cell, self.grid.size()));
        let blame = Blame::of(self.answer, place.range());
        let blame = Blame { number: Some(self.read), cell, ..blame };
        let ruling = Ruling::new(Grade::Illegal, reason).at(blame);
        self.fault = Some(Ruling { moves: Some(self.cost), ..ruling });
    }
}

impl<'a> Replay<'a> {
    /// Reads the move at the start of a text, and makes it.
    fn item(&mut self, text: Fragment<'a>) -> Result<Item<'a>, Box<Ruling>> {
        let word = until_separator(text.text, true).trim_end();
        let place = text.locate(word);
        let mut args = Args::new(place, place.span(), "MOVES");
        let moves = expect_play(&mut args, &mut Sink::new()).unwrap_or_default();
        let [typed] = &moves[..] else {
            let ruling = Ruling::not_an_answer(self.answer, place.span().range(), "a move");
            return Err(Box::new(ruling));
        };
        self.make(typed, word, place.span());
        Ok(Item { rest: &text.text[word.len()..], moves: 1 })
    }
}

/// Returns whether an answer is empty, or begins with the cell of a move.
fn is_moves(answer: &str) -> bool {
    // Moves fill cells, so that their number says nothing.
    let begins = |moves: &Moves<'_>| moves.length.is_none() && parse_cell(moves.first()).is_ok();
    bare(answer).trim().is_empty()
        || matches!(read(answer, Unit::MOVES, |_| false), Ok(Given::Moves(moves)) if begins(&moves))
}

/// Returns moves with the digits of a body in the places of those that the puzzle writes otherwise;
/// `None` if a digit is not one of the puzzle's.
fn with_body_digits(answer: &str, dress: Dress, size: usize) -> Option<String> {
    if matches!(dress, Dress::Body(_)) {
        return None;
    }
    let mut plain = answer.as_bytes().to_vec();
    for word in words(answer).flat_map(|word| word.split([';', ','])) {
        let Ok((rest, _)) = parse_cell(word) else { continue };
        let Some(digits) = rest.strip_prefix(['=', '-', '+']) else { continue };
        let start = Fragment { text: answer, start: 0 }.locate(digits).start as usize;
        let values: Vec<u8> = match dress {
            Dress::Numbers => vec![digits.parse().ok()?],
            _ => digits.chars().map(|char| dress.digit(char, size)).collect::<Option<_>>()?,
        };
        plain[start..start + digits.len()].fill(b' ');
        for (at, &value) in values.iter().enumerate() {
            let is_digit = (1..=size).contains(&usize::from(value));
            let symbol = is_digit.then(|| Alphabet::Letters.symbol(value, '.'))?;
            plain[start + at] = symbol as u8;
        }
    }
    String::from_utf8(plain).ok()
}

/// Reads a grid, and judges it cell by cell.
fn grid(model: &Givens, now: &Grid, question: &Question<'_>) -> Ruling {
    let answer = question.answer;
    let what = format!("{} cells, or moves such as `r1c3=4`", now.cells().len());
    let fault = |place| Ruling::not_an_answer(answer, place, &what);
    let place = trimmed(answer);
    if place.len() > LONGEST {
        let what = format!("a grid of at most {LONGEST} bytes, or moves such as `r1c3=4`");
        return Ruling::not_an_answer(answer, place, &what);
    }
    // In a body on one line ` / ` ends a row.
    let full = match read_grid(&answer.replace(" / ", "   "), model.dress) {
        Ok(full) if full.grid.size() == now.size() => full,
        Ok(_) => return fault(trimmed(answer)),
        Err(place) => return fault(place),
    };
    let scene = question.draw.map(|name| Box::new(scene::scene(name, &model.grid, &full.grid)));
    Ruling { scene, ..filled(model, now, &full, answer) }
}

/// Reads a grid in each form in which a puzzle is read, without anything beside it. `dress` is how the
/// puzzle writes its digits, and is tried first.
///
/// # Errors
/// The place of the first fault.
fn read_grid(text: &str, dress: Dress) -> Result<Givens, Range<usize>> {
    let plain = Plain::of(text);
    if plain.form == Some(Form::Array)
        && let Some(beside) = beside_array(text)
    {
        return Err(beside.range());
    }

    let lines = lines(&plain.text);
    let mut rows = lines.iter().filter(|line| !line.text.trim().is_empty());
    let marks = match (rows.next(), rows.next()) {
        (Some(only), None) => marked_line(&trim(only)),
        _ => parse_pencil_grid(&lines, true),
    };
    let full = |content| lower(&content, Span::default(), &mut Sink::new());
    if let Some(groups) = games_of(text).into_iter().next().or(marks)
        && let Some(full) = full(Content::Marks(groups))
    {
        return Ok(Givens { grid: full.start.without_marks(), ..full });
    }

    let signs = match dress {
        Dress::Capitals | Dress::Small => [Signs::Letters, Signs::Own, Signs::Foreign],
        Dress::Body(_) | Dress::Numbers => [Signs::Own, Signs::Letters, Signs::Foreign],
    };
    let mut fault = None;
    for signs in signs {
        let mut faults = Sink::new();
        // `-` draws frames, too, where it is an empty cell.
        let is_cut = |line: &&Line<'_>| signs != Signs::Own && is_rule(line.text);
        let rows: Vec<_> = lines.iter().filter(|line| !is_cut(line)).copied().collect();
        let mut shape = read_lines(&rows, signs, &mut faults);
        shape.zero_is_digit = dress == Dress::Body(Alphabet::Hexadecimal);
        match faults.diagnostics().first() {
            Some(first) => fault = fault.max(Some(first.span)),
            None => {
                if let Some(full) = numbered(full(Content::Cells(shape)), plain.has_numbers) {
                    return Ok(full);
                }
            }
        }
    }
    Err(fault.map_or_else(|| trimmed(text), Span::range))
}

/// A grid that was given as an answer to the state of a puzzle.
struct Entered<'a> {
    model: &'a Givens,
    now: &'a Grid,
    full: &'a Givens,
    /// The digits of both: those of the state in the cells that the answer leaves empty.
    board: Grid,
}

impl Entered<'_> {
    /// Returns why the digit of a cell cannot be entered: as a move it would be illegal.
    fn objection(&self, cell: usize) -> Option<String> {
        let current = self.now.value(cell);
        let digit = self.full.grid.value(cell);
        if digit == 0 || digit == current {
            return None;
        }
        if current != 0 {
            let word = self.model.dress.word(current);
            let is_given = self.model.grid.value(cell) != 0;
            let is_at_start = self.model.start.value(cell) != 0;
            return Some(match (is_given, is_at_start) {
                (true, _) => format!("holds {word} in the puzzle"),
                (false, true) => format!("{word} was entered there"),
                (false, false) => format!("{word} was played there"),
            });
        }
        let is_deleted = self.now.deleted(cell) >> (digit - 1) & 1 == 1;
        let deleted = || is_deleted.then(|| String::from("its pencil mark was deleted"));
        clash(&self.board, cell, self.full.dress).or_else(deleted)
    }
}

/// Returns in which unit another cell has the digit of a cell.
fn clash(grid: &Grid, cell: usize, dress: Dress) -> Option<String> {
    let geometry = geometry(grid);
    let digit = grid.value(cell);
    let mut peers = geometry.peers[cell].iter().map(|&peer| usize::from(peer));
    let peer = peers.find(|&peer| digit != 0 && grid.value(peer) == digit)?;
    let unit = geometry.shared(cell, peer)?;
    let word = dress.word(digit);
    let other = cell_name(peer, grid.size());
    Some(format!("{word} is in {unit} twice, also in {other}"))
}

/// Returns the verdict on a grid of the right size: that on the moves which enter its digits.
fn filled(model: &Givens, now: &Grid, full: &Givens, answer: &str) -> Ruling {
    let mut board = now.without_marks();
    let cells = || 0..now.cells().len();
    for cell in cells().filter(|&cell| full.grid.value(cell) != 0) {
        board.set(cell, full.grid.value(cell));
    }
    let entered = Entered { model, now, full, board };
    let first = cells().find_map(|cell| Some((cell, entered.objection(cell)?)));
    let wrong = first
        .or_else(|| cells().find_map(|cell| Some((cell, clash(&full.grid, cell, full.dress)?))));
    if let Some((cell, why)) = wrong {
        let name = cell_name(cell, now.size());
        let span = full.places[cell];
        let word = full.dress.word(full.grid.value(cell));
        let reason = format!("{name}, `{word}`: {why}");
        let blame = Blame { cell: Some(name), ..Blame::of(answer, span.range()) };
        return Ruling::new(Grade::Wrong, reason).at(blame);
    }
    match full.grid.is_full() {
        true => Ruling::new(Grade::Right, "it completes the puzzle and keeps the rules"),
        false => Ruling::new(Grade::Unsolved, empty_cells(&full.grid)),
    }
}
