//! The commands of sudoku.

use super::at_work::{AtWork, Searches};
use super::grid::{Alphabet, Grid, cell_name, digits};
use super::rules::{Unit, candidates, extends, geometry, is_solution, next, values};
use super::solve::{Asked, Proof, Solver, givens_too_much};
use super::space::{Boards, Placement};
use super::syntax::{Line3, Own, Place, Typed, expect_sudoku_command};
use super::techniques::{Explanation, Hint, Rater};
use super::verbs::OwnWord;
use super::{Givens, State, Sudoku, codes, ordered, scene, techniques};
use crate::diag::Sink;
use crate::puzzle::moves::{self, Call, Engine as _, Followed, path_text, replay};
use crate::puzzle::read_lines;
use crate::puzzle::{Answer, Context, Cue, Failure};
use crate::scene::{Emphasis, Pointed, Scene};
use crate::search::{Budget, Explorer, Stop};
use crate::syntax::Args;
use crate::text::Span;

/// The rows of a grid, one per line.
pub(super) fn rows(grid: &Grid, blank: char) -> String {
    let rows: Vec<_> =
        grid.cells().chunks(grid.size()).map(|row| grid.alphabet().line(row, blank)).collect();
    rows.join("\n")
}

fn lines<'a>(grids: impl IntoIterator<Item = &'a Grid>, blank: char) -> String {
    let lines: Vec<_> = grids.into_iter().map(|grid| grid.line(blank)).collect();
    lines.join("\n")
}

pub(super) fn gave_up(stop: Stop, figures: impl std::fmt::Display) -> Answer {
    Answer::gave_up(figures, stop)
}

/// The number of a cell in the grid, or why there is none.
fn cell(grid: &Grid, place: Place) -> Result<usize, Failure> {
    let size = grid.size() as i64;
    if (0..size).contains(&place.row) && (0..size).contains(&place.column) {
        return Ok((place.row * size + place.column) as usize);
    }
    let Place { row, column, coordinate, .. } = place;
    let what = match coordinate {
        true => format!("cell ({row},{column})"),
        false => format!("cell r{}c{}", row.saturating_add(1), column.saturating_add(1)),
    };
    Err(Box::new(codes::no_such_place(place.span, &what, grid.size())))
}

/// The digit that a placement writes, as [`read_placement`] reads it: 0 for `0`. `None` if the grid
/// does not have it.
fn digit_of(grid: &Grid, written: u8) -> Option<u8> {
    let char = if written == 0 { '0' } else { Alphabet::Letters.symbol(written, '0') };
    grid.alphabet().digit(char, grid.size())
}

/// The cells that keep a digit from another one, each with a unit that both lie in.
fn holders(grid: &Grid, at: usize, digit: u8) -> impl Iterator<Item = (usize, Unit)> {
    let geometry = geometry(grid);
    geometry.peers[at]
        .iter()
        .map(|&peer| usize::from(peer))
        .filter(move |&peer| grid.value(peer) == digit)
        .filter_map(move |peer| Some((peer, geometry.shared(at, peer)?)))
}

/// The obstacles of the first move that is illegal, one cell per line.
pub(super) fn obstacles(model: &Givens, followed: &Followed<'_, Givens>) -> Vec<String> {
    let (grid, Some((typed, _))) = (&followed.at, &followed.refused) else { return Vec::new() };
    let Ok(at) = cell(grid, typed.place) else { return Vec::new() };
    let Some(digit) = digit_of(grid, typed.digit) else { return Vec::new() };
    let size = grid.size();
    let whose = |peer: usize| if model.grid.value(peer) == 0 { "entered" } else { "a given" };
    if grid.value(at) != 0 {
        let digit = grid.symbol(grid.value(at), '.');
        let message = codes::holds_already(&cell_name(at, size), digit);
        return vec![format!("{message}, {}", whose(at))];
    }
    let line = |(peer, unit)| {
        let held = codes::holds(&cell_name(peer, size), unit, grid.symbol(digit, '.'));
        format!("{held}, {}", whose(peer))
    };
    holders(grid, at, digit).map(line).collect()
}

/// Puts a digit into a cell. If the givens stand in the source of the command (`home`), those in
/// the way are shown.
///
/// # Errors
/// Why it cannot be put there.
pub(super) fn make(
    model: &Givens,
    grid: &Grid,
    typed: &Typed,
    home: bool,
) -> Result<(Grid, Placement), Failure> {
    let place = typed.place;
    let at = cell(grid, place)?;
    let name = cell_name(at, grid.size());
    let Some(digit) = digit_of(grid, typed.digit) else {
        return Err(Box::new(codes::no_such_digit(place.span, typed.digit, grid)));
    };
    if grid.value(at) != 0 {
        let given = (home && model.grid.value(at) != 0).then(|| model.places[at]);
        let digit = grid.symbol(grid.value(at), '.');
        return Err(Box::new(codes::filled(place.span, &name, digit, given)));
    }
    let able = candidates(grid, at);
    if able >> (digit - 1) & 1 == 0 {
        let holder = holders(grid, at, digit).next();
        let (peer, unit) = holder.expect("a digit is not a candidate because a peer holds it");
        let other = cell_name(peer, grid.size());
        let able = grid.alphabet().digits_line(able);
        let digit_sign = grid.symbol(digit, '.');
        let given = |peer: &usize| home && model.grid.value(*peer) != 0;
        let peers = holders(grid, at, digit).map(|(peer, _)| peer).filter(given);
        let givens = peers.map(|peer| (cell_name(peer, grid.size()), model.places[peer]));
        let givens = givens.collect::<Vec<_>>();
        let span = place.span;
        let clash = codes::clash(span, &name, digit_sign, &other, unit, &able, &givens);
        return Err(Box::new(clash));
    }
    let by = Placement { cell: at as u16, digit };
    Ok((by.on(grid), by))
}

/// Returns a digit for a cell in the notation of moves.
pub(super) fn move_text(by: Placement, grid: &Grid) -> String {
    let name = cell_name(usize::from(by.cell), grid.size());
    format!("{name}={}", grid.symbol(by.digit, '.'))
}

/// Returns the digits of a set for each empty cell, in reading order of the cells.
fn placements(grid: &Grid, set: impl Fn(usize) -> u32) -> impl Iterator<Item = Placement> {
    let empty = (0..grid.cells().len()).filter(|&cell| grid.value(cell) == 0);
    empty.flat_map(move |cell| {
        digits(set(cell)).map(move |digit| Placement { cell: cell as u16, digit })
    })
}

/// Returns the placements that clash with nothing, and the grids after them.
pub(super) fn legal(grid: &Grid) -> Vec<(Placement, Grid)> {
    placements(grid, |cell| candidates(grid, cell)).map(|by| (by, by.on(grid))).collect()
}

/// Returns the placements of the first empty cell that clash with nothing.
pub(super) fn branches(grid: &Grid) -> Vec<(Placement, Grid)> {
    let first = grid.cells().iter().position(|&value| value == 0);
    let first = |cell| if Some(cell) == first { candidates(grid, cell) } else { 0 };
    placements(grid, first).map(|by| (by, by.on(grid))).collect()
}

/// Returns the placements that are legal after the moves in `earlier`, or those that are not.
pub(super) fn next_moves(
    model: &Givens,
    grid: &Grid,
    earlier: &str,
    is_legal: bool,
) -> Vec<String> {
    let Some((grid, _)) = replay(model, grid, earlier) else { return Vec::new() };
    let all = (1 << grid.size()) - 1;
    let set =
        |cell| if is_legal { candidates(&grid, cell) } else { all & !candidates(&grid, cell) };
    placements(&grid, set).map(|by| move_text(by, &grid)).collect()
}

/// Whether a text is a grid, written as in a body, that completes `grid`. Several rows on one line
/// may have ` / ` between them.
pub(super) fn completes(grid: &Grid, text: &str) -> bool {
    let lines: Vec<_> =
        text.lines().flat_map(|line| line.split(" / ")).map(str::to_owned).collect();
    read_lines::<Sudoku>(&lines, &mut Sink::new()).map(|reading| reading.model.grid).is_some_and(
        |full| {
            full.size() == grid.size()
                && full.alphabet() == grid.alphabet()
                && extends(&full, grid)
                && is_solution(&full)
        },
    )
}

impl moves::Own<Givens> for Own {
    type Word = OwnWord;
    type Searches = Searches;

    fn parse(word: OwnWord, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<Givens>> {
        expect_sudoku_command(word, args, sink).map(Call::Own)
    }

    fn answer(&self, model: &Givens, grid: &Grid, _: bool) -> Result<Option<Answer>, Failure> {
        Ok(match self {
            Self::Unit(line, number, span) => {
                let unit = unit(grid, *line, *number, *span)?;
                Some(Answer::Text(grid.alphabet().line(&values(grid, unit), model.blank)))
            }
            Self::Candidates(place) => {
                let at = cell(grid, *place)?;
                let own = grid.value(at);
                let mut set = candidates(grid, at);
                if own != 0 {
                    set &= 1 << (own - 1);
                }
                Some(Answer::Text(grid.alphabet().digits_line(set)))
            }
            Self::Next => Some(Answer::list(lines(&next(grid), model.blank))),
            _ => None,
        })
    }

    fn run(&self, model: &Givens, state: &mut State, context: &mut Context<'_>) -> Answer {
        if let Self::Boards(count) = self {
            let board = |boards: &Explorer<Boards>, id| boards.way_to(id).1.line(model.blank);
            return state.list(model, *count, context, board);
        }
        let at_work = state.own.at_work.take().filter(|_| context.budget.resumes);
        let mut at_work = at_work.unwrap_or_default();
        let answer = search(model, state, &mut at_work, self, context);
        state.own.at_work = answer.is_paused().then_some(at_work);
        answer
    }

    fn accepts(&self, _: &Givens, grid: &Grid, expected: &str) -> bool {
        matches!(self, Self::Solve) && completes(grid, expected)
    }

    /// Points at a unit, at a cell and its peers, or at the cells of a hint.
    fn point(&self, model: &Givens, name: &str, state: &State) -> Result<Option<Scene>, Failure> {
        let grid = &state.position;
        let geometry = geometry(grid);
        let near = |cells: &[u16]| {
            cells.iter().map(|&cell| (usize::from(cell), Emphasis::Near)).collect::<Vec<_>>()
        };
        let marks = match self {
            Self::Unit(line, number, span) => {
                near(geometry.cells(unit(grid, *line, *number, *span)?))
            }
            Self::Candidates(place) => {
                let cell = cell(grid, *place)?;
                let mut marks = near(&geometry.peers[cell]);
                marks.push((cell, Emphasis::Focus));
                marks
            }
            Self::Hint => match techniques::step(grid).map(|step| step.effect) {
                Some(techniques::Effect::Place(cell, _)) => vec![(cell, Emphasis::Focus)],
                Some(techniques::Effect::Remove(gone)) => {
                    gone.iter().map(|&(cell, _)| (cell, Emphasis::Focus)).collect()
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(scene::scene(name, &model.grid, grid).pointed(&placed(grid, marks))))
    }
}

/// Cells with their row and column.
fn placed(grid: &Grid, marks: Vec<(usize, Emphasis)>) -> Pointed {
    let size = grid.size();
    let place = |cell: usize| ((cell / size) as i32, (cell % size) as i32);
    marks.into_iter().map(|(cell, emphasis)| (place(cell), emphasis)).collect()
}

/// Points at the cell of the last move, or at that of the first illegal one and the cells that it
/// clashes with.
///
/// # Errors
/// A diagnostic at a cell outside the grid.
pub(super) fn point(followed: &Followed<'_, Givens>) -> Result<Pointed, Failure> {
    let grid = &followed.at;
    let mut marks = Vec::new();
    if let Some((typed, _)) = &followed.refused {
        let at = cell(grid, typed.place)?;
        if let Some(digit) = digit_of(grid, typed.digit) {
            marks.extend(holders(grid, at, digit).map(|(peer, _)| (peer, Emphasis::Near)));
        }
        marks.push((at, Emphasis::Focus));
    } else if let Some(by) = followed.last {
        marks.push((usize::from(by.cell), Emphasis::Focus));
    }
    Ok(placed(grid, marks))
}

/// Returns the answer of a command that searches for solutions.
fn search(
    model: &Givens,
    state: &mut State,
    at_work: &mut AtWork,
    call: &Own,
    context: &mut Context<'_>,
) -> Answer {
    let (blank, budget) = (model.blank, context.budget);
    let grid = &state.position;
    match call {
        Own::Solve => solve(model, state, at_work, context),
        Own::Count(limit) => {
            let counter = state.own.counter.get_or_insert_with(|| Box::new(Solver::new(grid)));
            match counter.count(*limit, &at_work.beyond(counter.nodes(), budget)) {
                Ok(count) => Answer::number(count),
                Err(stop) => gave_up(stop, format_args!("{} guesses", counter.nodes())),
            }
        }
        Own::Solutions(count) => {
            let line = |solution: &Grid| solution.line(blank);
            match at_work.ordered.lines(grid, *count, budget, line) {
                Ok(found) if found.is_empty() && *count > 0 => {
                    unsolvable(model, grid, &mut at_work.too_much, context)
                }
                Ok(found) => Answer::Page(found),
                Err(stop) => gave_up(stop, "before all were found"),
            }
        }
        Own::Goals(count) => {
            let line = |solution: &Grid| {
                let rest = placements(grid, |cell| 1 << (solution.value(cell) - 1));
                path_text(model, &rest.collect::<Vec<_>>())
            };
            match at_work.ordered.lines(grid, *count, budget, line) {
                Ok(found) => Answer::Page(found),
                Err(stop) => gave_up(stop, "before all were found"),
            }
        }
        Own::Rate => {
            let rater = at_work.rater.get_or_insert_with(|| Rater::new(grid));
            match rater.finish(budget) {
                Err(stop) => gave_up(stop, "before the last step"),
                Ok(Some(rating)) => Answer::Text(rating.to_string()),
                Ok(None) => unsolvable(model, grid, &mut at_work.too_much, context),
            }
        }
        Own::Explain => {
            let new = || Explanation::new(grid);
            match at_work.explanation.get_or_insert_with(new).finish(budget) {
                Err(stop) => gave_up(stop, "before the last step"),
                Ok(found) => Answer::List(found.iter().map(ToString::to_string).collect()),
            }
        }
        Own::Hint => match techniques::hint(grid, &mut at_work.asked, budget) {
            Err(stop) => gave_up(stop, "before a technique was found"),
            Ok(Hint::Step(step)) => Answer::Text(step.to_string()),
            Ok(Hint::Solved) => Answer::Text(String::from("solved")),
            Ok(Hint::Impossible) => Answer::Text(String::from("impossible")),
            Ok(Hint::NoTechnique) => Answer::Text(String::from("no technique")),
        },
        Own::Unit(..) | Own::Candidates(_) | Own::Next | Own::Boards(_) => Answer::NotComputed,
    }
}

/// The unit of that number, counted from 1.
fn unit(grid: &Grid, line: Line3, number: u64, span: Span) -> Result<Unit, Failure> {
    let size = grid.size();
    let (word, unit): (_, fn(usize) -> Unit) = match line {
        Line3::Row => ("row", Unit::Row),
        Line3::Column => ("column", Unit::Column),
        Line3::Box => ("box", Unit::Box),
    };
    if number == 0 || number > size as u64 {
        return Err(Box::new(codes::no_such_place(span, &format!("{word} {number}"), size)));
    }
    Ok(unit(number as usize - 1))
}

/// The steps of a person, and the remaining digits if there are several solutions: the digits of
/// the first.
///
/// # Errors
/// `unsolvable` or `gave up`.
pub(super) fn script(grid: &Grid, budget: &Budget) -> Result<Vec<Cue>, Answer> {
    let spent = |stop| gave_up(stop, "before the last step");
    let mut explanation = Explanation::new(grid);
    let found = explanation.finish(budget).map_err(spent)?;
    let place = |label: String, by| Cue::new(label, format!("play {}", move_text(by, grid)));
    let mut cues = Vec::with_capacity(found.len());
    let mut now = grid.clone();
    for step in found {
        match &step.effect {
            techniques::Effect::Place(cell, digit) => {
                now.set(*cell, *digit);
                let by = Placement { cell: *cell as u16, digit: *digit };
                cues.push(place(step.to_string(), by));
            }
            techniques::Effect::Remove(gone) => {
                let erased = gone
                    .iter()
                    .map(|&(cell, mask)| (cell, grid.alphabet().digits_line(mask)))
                    .collect();
                cues.push(Cue { label: step.to_string(), command: None, erased });
            }
            techniques::Effect::Stuck => {
                let Some(rest) =
                    ordered::first(&now, &mut Asked::default(), budget).map_err(spent)?
                else {
                    return Err(Answer::Unsolvable);
                };
                cues.push(Cue { label: step.to_string(), ..Cue::default() });
                for by in placements(&now, |cell| 1 << (rest.value(cell) - 1)) {
                    cues.push(place(format!("{} of the first solution", move_text(by, grid)), by));
                }
            }
        }
    }
    Ok(cues)
}

/// Finds up to two solutions, the smallest first.
///
/// # Errors
/// The stop that ended the search, and the number of guesses until then.
pub(super) fn two(
    state: &mut State,
    at_work: &mut AtWork,
    budget: &Budget,
) -> Result<Vec<Grid>, (Stop, u64)> {
    let grid = &state.position;
    let proof = state.own.proof.get_or_insert_with(|| Box::new(Proof::new(grid)));
    let within = at_work.beyond(proof.nodes(), budget);
    let found = match proof.two(&within) {
        Ok(found) => found.to_vec(),
        Err(stop) => return Err((stop, proof.nodes())),
    };
    let [one, other] = &found[..] else { return Ok(found) };
    let first = match ordered::first(grid, &mut at_work.asked, budget) {
        Err(Stop::Paused) => return Err((Stop::Paused, proof.nodes())),
        first => first.ok().flatten().unwrap_or_else(|| one.clone()),
    };
    let second = if first == *other { one.clone() } else { other.clone() };
    Ok(vec![first, second])
}

fn solve(
    model: &Givens,
    state: &mut State,
    at_work: &mut AtWork,
    context: &mut Context<'_>,
) -> Answer {
    let found = match two(state, at_work, context.budget) {
        Ok(found) => found,
        Err((stop, guesses)) => return gave_up(stop, format_args!("{guesses} guesses")),
    };
    let Some(first) = found.first() else {
        return unsolvable(model, &state.position, &mut at_work.too_much, context);
    };
    if let Some(second) = found.get(1) {
        context.sink.push(codes::not_unique(Some(context.verb), &[], first, second));
    }
    Answer::Text(first.line('.'))
}

/// Reports that there is no solution, and which digits prevent one; nothing if this was reported
/// for the declaration already.
fn unsolvable(model: &Givens, grid: &Grid, asked: &mut Asked, context: &mut Context<'_>) -> Answer {
    if model.hopeless {
        return Answer::Unsolvable;
    }
    let too_much = match givens_too_much(grid, asked, context.budget) {
        Ok(too_much) => too_much,
        Err(stop) => return Answer::undecided(stop),
    };
    context.sink.push(codes::unsolvable(context.verb, grid, &too_much, &[]));
    Answer::Unsolvable
}
