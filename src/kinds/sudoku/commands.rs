//! The commands of sudoku.

use super::grid::{Alphabet, Grid, cell_name, digits};
use super::rules::{Unit, candidates, extends, geometry, is_solution, next, values};
use super::solve::{Asked, Proof, Solver, givens_too_much};
use super::syntax::{Call, Line3, Place, read_placement};
use super::techniques::{Explanation, Hint, Rater};
use super::{AtWork, Givens, State, Sudoku, faults, ordered, stream, techniques};
use crate::puzzle::marks::reread;
use crate::puzzle::{Answer, Context, Cue, Depth, Failure, Reply};
use crate::scene::Emphasis;
use crate::search::{Budget, Stop};
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
    Err(Box::new(faults::no_such_place(place.span, &what, grid.size())))
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
pub(super) fn obstacles(model: &Givens, state: &State, call: &Call) -> Vec<String> {
    let Call::Play(moves) = call else { return Vec::new() };
    let mut grid = state.grid.clone();
    let size = grid.size();
    for &(place, digit) in moves {
        let Ok(at) = cell(&grid, place) else { break };
        let Some(digit) = digit_of(&grid, digit) else { break };
        let whose = |peer: usize| if model.grid.value(peer) == 0 { "entered" } else { "a given" };
        if grid.value(at) != 0 {
            let digit = grid.symbol(grid.value(at), '.');
            let message = faults::holds_already(&cell_name(at, size), digit);
            return vec![format!("{message}, {}", whose(at))];
        }
        let lines: Vec<String> = holders(&grid, at, digit)
            .map(|(peer, unit)| {
                format!(
                    "{}, {}",
                    faults::holds(&cell_name(peer, size), unit, grid.symbol(digit, '.')),
                    whose(peer)
                )
            })
            .collect();
        if !lines.is_empty() {
            return lines;
        }
        grid.set(at, digit);
    }
    Vec::new()
}

/// Puts digits into cells. If the givens stand in the source of the command (`home`), those in the
/// way are shown.
pub(super) fn play(
    model: &Givens,
    state: &State,
    moves: &[(Place, u8)],
    home: bool,
) -> Result<Reply<State>, Failure> {
    let mut grid = state.grid.clone();
    for &(place, digit) in moves {
        let at = cell(&grid, place)?;
        let name = cell_name(at, grid.size());
        let Some(digit) = digit_of(&grid, digit) else {
            return Err(Box::new(faults::no_such_digit(place.span, digit, &grid)));
        };
        if grid.value(at) != 0 {
            let filled = faults::filled(place.span, &name, grid.symbol(grid.value(at), '.'));
            return Err(Box::new(if home && model.grid.value(at) != 0 {
                filled.also(model.places[at], "given here")
            } else {
                filled
            }));
        }
        let able = candidates(&grid, at);
        if able >> (digit - 1) & 1 == 0 {
            let holder = holders(&grid, at, digit).next();
            let (peer, unit) = holder.expect("a digit is not a candidate because a peer holds it");
            let other = cell_name(peer, grid.size());
            let clash = faults::clash(
                place.span,
                &name,
                grid.symbol(digit, '.'),
                &other,
                unit,
                &grid.alphabet().digits_line(able),
            );
            let given = |peer: &usize| home && model.grid.value(*peer) != 0;
            let peers = holders(&grid, at, digit).map(|(peer, _)| peer).filter(given);
            let clash = peers.fold(clash, |clash, peer| {
                clash.also(model.places[peer], cell_name(peer, grid.size()))
            });
            return Err(Box::new(clash));
        }
        grid.set(at, digit);
    }
    let answer = Answer::list(rows(&grid, model.blank));
    Ok(Reply::Changed(State::new(grid, state.moves + moves.len()), answer))
}

/// The moves of a path as text.
pub(super) fn path(cells: impl Iterator<Item = (usize, u8)>, grid: &Grid) -> String {
    let moves: Vec<_> = cells
        .map(|(cell, digit)| {
            format!("{}={}", cell_name(cell, grid.size()), grid.symbol(digit, '.'))
        })
        .collect();
    moves.join(" ")
}

/// The placements that clash with nothing, in reading order of the cells.
pub(super) fn placements(grid: &Grid) -> Vec<String> {
    (0..grid.cells().len())
        .filter(|&cell| grid.value(cell) == 0)
        .flat_map(|cell| digits(candidates(grid, cell)).map(move |digit| (cell, digit)))
        .map(|placed| path(std::iter::once(placed), grid))
        .collect()
}

/// The digits that may not be placed, in the notation of moves, cell by cell.
pub(super) fn misplacements(grid: &Grid) -> Vec<String> {
    (0..grid.cells().len())
        .filter(|&cell| grid.value(cell) == 0)
        .flat_map(|cell| digits(!candidates(grid, cell)).map(move |digit| (cell, digit)))
        .filter(|(_, digit)| usize::from(*digit) <= grid.size())
        .map(|placed| path(std::iter::once(placed), grid))
        .collect()
}

/// The grid after those moves; `None` if one of them is not a legal move.
pub(super) fn after(grid: &Grid, moves: &str) -> Option<Grid> {
    let mut grid = grid.clone();
    for word in moves.split_ascii_whitespace() {
        let (place, digit) = read_placement(word, Span::at(0))?;
        let at = cell(&grid, place).ok()?;
        let digit = digit_of(&grid, digit).filter(|_| grid.value(at) == 0)?;
        if candidates(&grid, at) >> (digit - 1) & 1 == 0 {
            return None;
        }
        grid.set(at, digit);
    }
    Some(grid)
}

/// Whether a text is a grid, written as in a body, that completes `grid`. Several rows on one line
/// may have ` / ` between them.
pub(super) fn completes(grid: &Grid, text: &str) -> bool {
    let lines: Vec<_> =
        text.lines().flat_map(|line| line.split(" / ")).map(str::to_owned).collect();
    reread::<Sudoku>(&lines).map(|reading| reading.model.grid).is_some_and(|full| {
        full.size() == grid.size()
            && full.alphabet() == grid.alphabet()
            && extends(&full, grid)
            && is_solution(&full)
    })
}

/// Runs a command.
pub(super) fn run(
    model: &Givens,
    state: &mut State,
    call: &Call,
    context: &mut Context<'_>,
) -> Result<Reply<State>, Failure> {
    if let Call::Play(moves) = call {
        return play(model, state, moves, context.home);
    }
    let answer = match looked_up(&state.grid, model.blank, call)? {
        Some(answer) => answer,
        None if context.depth != Depth::Run => Answer::NotComputed,
        None => {
            let at_work = state.at_work.take().filter(|_| context.budget.resumes);
            let mut at_work = at_work.unwrap_or_default();
            let answer = search(model, state, &mut at_work, call, context);
            state.at_work = answer.is_paused().then_some(at_work);
            answer
        }
    };
    Ok(Reply::Answer(answer))
}

/// Returns the answer of a command that needs no search, and `None` for the others.
///
/// # Errors
/// A place that the grid does not have.
fn looked_up(grid: &Grid, blank: char, call: &Call) -> Result<Option<Answer>, Failure> {
    Ok(match call {
        Call::Unit(line, number, span) => {
            let unit = unit(grid, *line, *number, *span)?;
            Some(Answer::Text(grid.alphabet().line(&values(grid, unit), blank)))
        }
        Call::Candidates(place) => {
            let at = cell(grid, *place)?;
            let own = grid.value(at);
            let mut set = candidates(grid, at);
            if own != 0 {
                set &= 1 << (own - 1);
            }
            Some(Answer::Text(grid.alphabet().digits_line(set)))
        }
        Call::Next => Some(Answer::list(lines(&next(grid), blank))),
        Call::Moves => Some(Answer::List(placements(grid).iter().collect())),
        _ => None,
    })
}

/// Returns the answer of a command that searches for solutions.
fn search(
    model: &Givens,
    state: &mut State,
    at_work: &mut AtWork,
    call: &Call,
    context: &mut Context<'_>,
) -> Answer {
    let (size, blank, budget) = (state.grid.size(), model.blank, context.budget);
    match call {
        Call::Solve => solve(model, state, at_work, context),
        Call::Count(limit) => {
            let grid = &state.grid;
            let counter = state.counter.get_or_insert_with(|| Box::new(Solver::new(grid)));
            match counter.count(*limit, &at_work.beyond(counter.nodes(), budget)) {
                Ok(count) => Answer::number(count),
                Err(stop) => gave_up(stop, format_args!("{} guesses", counter.nodes())),
            }
        }
        Call::Solutions(count) => {
            let line = |solution: &Grid| solution.line(blank);
            match at_work.ordered.lines(&state.grid, *count, budget, line) {
                Ok(found) if found.is_empty() && *count > 0 => {
                    unsolvable(model, &state.grid, &mut at_work.too_much, context)
                }
                Ok(found) => Answer::Page(found),
                Err(stop) => gave_up(stop, "before all were found"),
            }
        }
        Call::Goals(count) => {
            let line = |solution: &Grid| {
                let empty = (0..size * size).filter(|&cell| state.grid.value(cell) == 0);
                path(empty.map(|cell| (cell, solution.value(cell))), &state.grid)
            };
            match at_work.ordered.lines(&state.grid, *count, budget, line) {
                Ok(found) => Answer::Page(found),
                Err(stop) => gave_up(stop, "before all were found"),
            }
        }
        Call::Boards(_) | Call::Step(_) | Call::Frontier(_) | Call::Paths(_) => {
            stream::answer(state, at_work, blank, call, budget)
        }
        Call::Rate => {
            let rater = at_work.rater.get_or_insert_with(|| Rater::new(&state.grid));
            match rater.finish(budget) {
                Err(stop) => gave_up(stop, "before the last step"),
                Ok(Some(rating)) => Answer::Text(rating.to_string()),
                Ok(None) => unsolvable(model, &state.grid, &mut at_work.too_much, context),
            }
        }
        Call::Explain => {
            let new = || Explanation::new(&state.grid);
            match at_work.explanation.get_or_insert_with(new).finish(budget) {
                Err(stop) => gave_up(stop, "before the last step"),
                Ok(found) => Answer::List(found.iter().map(ToString::to_string).collect()),
            }
        }
        Call::Hint => match techniques::hint(&state.grid, &mut at_work.asked, budget) {
            Err(stop) => gave_up(stop, "before a technique was found"),
            Ok(Hint::Step(step)) => Answer::Text(step.to_string()),
            Ok(Hint::Solved) => Answer::Text(String::from("solved")),
            Ok(Hint::Impossible) => Answer::Text(String::from("impossible")),
            Ok(Hint::NoTechnique) => Answer::Text(String::from("no technique")),
        },
        Call::Play(_) | Call::Unit(..) | Call::Candidates(_) | Call::Next | Call::Moves => {
            Answer::NotComputed
        }
    }
}

/// A grid, and the cells that a picture points at.
pub(super) struct Pointed {
    /// The grid.
    pub(super) grid: Grid,
    /// The cells.
    pub(super) marks: Vec<(usize, Emphasis)>,
}

/// The cells that a picture points at for a command: a unit, a cell and its peers, the cells of a
/// hint; for moves the cell of the last, or of the first illegal one with the cells that it clashes
/// with. Also answers the grid at that point.
///
/// # Errors
/// A place that the grid does not have.
pub(super) fn point(grid: &Grid, call: &Call) -> Result<Option<Pointed>, Failure> {
    let geometry = geometry(grid);
    let at = |emphasis: Emphasis| move |&cell: &u16| (usize::from(cell), emphasis);
    let mut grid = grid.clone();
    let marks = match call {
        Call::Play(moves) => {
            let mut marks = Vec::new();
            for &(place, digit) in moves {
                let at = cell(&grid, place)?;
                let digit = digit_of(&grid, digit);
                marks = digit.map_or_else(Vec::new, |digit| {
                    holders(&grid, at, digit).map(|(peer, _)| (peer, Emphasis::Near)).collect()
                });
                marks.push((at, Emphasis::Focus));
                let Some(digit) = digit.filter(|_| grid.value(at) == 0 && marks.len() == 1) else {
                    break;
                };
                grid.set(at, digit);
            }
            marks
        }
        Call::Unit(line, number, span) => {
            let unit = unit(&grid, *line, *number, *span)?;
            geometry.cells(unit).iter().map(at(Emphasis::Near)).collect()
        }
        Call::Candidates(place) => {
            let cell = cell(&grid, *place)?;
            let peers = geometry.peers[cell].iter().map(at(Emphasis::Near));
            peers.chain([(cell, Emphasis::Focus)]).collect()
        }
        Call::Hint => match techniques::step(&grid).map(|step| step.effect) {
            Some(techniques::Effect::Place(cell, _)) => vec![(cell, Emphasis::Focus)],
            Some(techniques::Effect::Remove(gone)) => {
                gone.iter().map(|&(cell, _)| (cell, Emphasis::Focus)).collect()
            }
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(Pointed { grid, marks }))
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
        return Err(Box::new(faults::no_such_place(span, &format!("{word} {number}"), size)));
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
    let size = grid.size();
    let mut explanation = Explanation::new(grid);
    let found = explanation.finish(budget).map_err(spent)?;
    let place = |label: String, cell: usize, digit: u8| {
        Cue::new(label, format!("play {}", path(std::iter::once((cell, digit)), grid)))
    };
    let mut cues = Vec::with_capacity(found.len());
    let mut now = grid.clone();
    for step in found {
        match &step.effect {
            techniques::Effect::Place(cell, digit) => {
                now.set(*cell, *digit);
                cues.push(place(step.to_string(), *cell, *digit));
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
                for cell in (0..size * size).filter(|&cell| now.value(cell) == 0) {
                    let digit = rest.value(cell);
                    let name = path(std::iter::once((cell, digit)), grid);
                    cues.push(place(format!("{name} of the first solution"), cell, digit));
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
    let grid = &state.grid;
    let proof = state.proof.get_or_insert_with(|| Box::new(Proof::new(grid)));
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
        return unsolvable(model, &state.grid, &mut at_work.too_much, context);
    };
    if let Some(second) = found.get(1) {
        context.sink.push(faults::not_unique(Some(context.verb), &[], first, second));
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
    context.sink.push(faults::unsolvable(context.verb, grid, &too_much));
    Answer::Unsolvable
}
