//! The commands of sudoku.

use std::sync::Arc;

use super::grid::Grid;
use super::moves::{
    self, Placement, cell, follow, legal, make, placed, placement_text, placements,
};
use super::rules::{Unit, candidates, geometry, next, values};
use super::searched::Solvers;
use super::solve::{Queries, givens_too_much};
use super::syntax::{Call, Line3, Typed};
use super::techniques::{Elimination, Explanation, Hint, Step};
use super::{Givens, Sudoku, codes, mistakes, ordered, pencil, scene, techniques};
use crate::puzzle::{Answer, Context, Cue, Depth, Effort, Failure, List, Reply};
use crate::scene::{Emphasis, Scene};
use crate::search::{Budget, Counted, Lines, Stop};
use crate::text::Span;

/// Returns the rows of a grid, one per line.
pub(super) fn rows(grid: &Grid, blank: char) -> String {
    let rows: Vec<_> =
        grid.cells().chunks(grid.size()).map(|row| grid.alphabet().line(row, blank)).collect();
    rows.join("\n")
}

fn lines<'a>(grids: impl IntoIterator<Item = &'a Grid>, blank: char) -> String {
    let lines: Vec<_> = grids.into_iter().map(|grid| grid.line(blank)).collect();
    lines.join("\n")
}

fn gave_up(stop: Stop, effort: Effort) -> Answer {
    Answer::gave_up(effort, stop)
}

/// Implements [`crate::puzzle::Command::run`].
pub(super) fn run(
    sudoku: &Sudoku,
    call: &Call,
    solvers: &mut Solvers,
    context: &mut Context<'_>,
) -> Result<Reply, Failure> {
    let givens = &sudoku.givens;
    let grid = &sudoku.grid;
    let is_wanted = context.depth != Depth::Check { answer: false };
    if let Call::Play(moves) = call {
        let next = play(sudoku, moves, context.home)?;
        let answer = match is_wanted {
            true => Answer::list(rows(&next.grid, givens.blank)),
            false => Answer::NotComputed,
        };
        return Ok(Reply::Moved(Arc::new(next), answer));
    }
    let answer = match shown(givens, grid, call, is_wanted)? {
        Some(answer) => answer,
        None if context.depth == Depth::Run => search(givens, grid, call, solvers, context),
        None => Answer::NotComputed,
    };
    Ok(Reply::Answer(answer))
}

/// Makes moves: all of them or none.
fn play(sudoku: &Sudoku, moves: &[Typed], home: bool) -> Result<Sudoku, Failure> {
    let mut next = sudoku.clone();
    for typed in moves {
        let (grid, by) = make(&next.givens, &next.grid, typed, home)?;
        next.made += by.cost();
        next.grid = grid;
    }
    Ok(next)
}

/// Returns the answer of a command that needs no search; `None` if it needs one.
fn shown(
    givens: &Givens,
    grid: &Grid,
    call: &Call,
    is_wanted: bool,
) -> Result<Option<Answer>, Failure> {
    Ok(match call {
        Call::Unit(line, number, span) => {
            let unit = unit(grid, *line, *number, *span)?;
            Some(Answer::Text(grid.alphabet().line(&values(grid, unit), givens.blank)))
        }
        Call::Candidates(None) => Some(Answer::list(pencil::drawn(grid).join("\n"))),
        Call::Candidates(Some(place)) => {
            let at = cell(grid, *place)?;
            let value = grid.value(at);
            let mut set = candidates(grid, at);
            if value != 0 {
                set &= 1 << (value - 1);
            }
            Some(Answer::Text(grid.alphabet().digits_line(set)))
        }
        Call::Next => Some(Answer::list(lines(&next(grid), givens.blank))),
        Call::Moves if is_wanted => {
            Some(Answer::List(legal(grid).map(|by| placement_text(by, grid)).collect()))
        }
        _ => None,
    })
}

/// Points at a unit, at a cell and its peers, at the cells of moves, or at those of a hint or of the
/// first step. The picture of a solution is the grid that it fills.
pub(super) fn point(
    givens: &Givens,
    name: &str,
    grid: &Grid,
    call: &Call,
    budget: &Budget,
) -> Result<Option<Scene>, Failure> {
    let geometry = geometry(grid);
    let near = |cells: &[u16]| {
        cells.iter().map(|&cell| (usize::from(cell), Emphasis::Near)).collect::<Vec<_>>()
    };
    let marks = match call {
        Call::Unit(line, number, span) => near(geometry.cells(unit(grid, *line, *number, *span)?)),
        Call::Candidates(Some(place)) => {
            let cell = cell(grid, *place)?;
            let mut marks = near(&geometry.peers[cell]);
            marks.push((cell, Emphasis::Focus));
            marks
        }
        Call::Play(moves) => {
            let followed = follow(givens, grid, moves);
            let scene = scene::scene(name, &givens.grid, &followed.grid);
            return Ok(Some(scene.pointed(&moves::point(&followed)?)));
        }
        Call::Hint(level) => {
            let step = techniques::step(givens, grid, budget).ok().flatten();
            return Ok(step.map(|step| step_scene(givens, name, grid, &step, *level)));
        }
        Call::Steps(technique, options) => {
            let steps = techniques::steps(givens, grid, *technique, *options, budget);
            let step = steps.ok().and_then(|steps| steps.into_iter().next());
            return Ok(step.map(|step| step_scene(givens, name, grid, &step, 0)));
        }
        Call::Solve => {
            let full = first(grid, budget).ok().flatten();
            return Ok(full.map(|full| scene::scene(name, &givens.grid, &full)));
        }
        _ => return Ok(None),
    };
    Ok(Some(scene::scene(name, &givens.grid, grid).pointed(&placed(grid, marks))))
}

/// Returns the picture of a step, as much of it as `hint` shows.
fn step_scene(givens: &Givens, name: &str, grid: &Grid, step: &Step, level: u64) -> Scene {
    let mut scene = scene::scene(name, &givens.grid, grid);
    scene.caption = step.hint_text(level);
    let links = if level == 1 { Vec::new() } else { step.places.links() };
    let scene = scene.linked(links);
    if level > 0 {
        return scene;
    }
    scene.striking(&removals(step, grid)).pointed(&placed(grid, step.effect.cells()))
}

/// Returns the smallest solution of a grid.
fn first(grid: &Grid, budget: &Budget) -> Result<Option<Grid>, Stop> {
    let mut queries = Queries::default();
    let known = queries.any(grid, budget)?;
    known.map(|known| ordered::first(grid, known, &mut queries, budget)).transpose()
}

/// Returns the answer of a command that searches for solutions.
fn search(
    givens: &Givens,
    grid: &Grid,
    call: &Call,
    solvers: &mut Solvers,
    context: &mut Context<'_>,
) -> Answer {
    let budget = context.budget;
    match call {
        Call::Solve => solve(givens, grid, solvers, context),
        Call::Count(limit) => {
            let counter = solvers.counter(grid);
            match counter.count(*limit, &budget.beyond(counter.nodes())) {
                Ok(count) => Answer::number(count),
                Err(stop) => gave_up(stop, Effort::Count(counter.nodes(), Counted::Guesses)),
            }
        }
        Call::Solutions(count) => {
            let line = |solution: &Grid| solution.line(givens.blank);
            match list(grid, solvers, *count, budget, line) {
                Ok(None) => unsolvable(givens, grid, context),
                Ok(Some(page)) => Answer::Page(page),
                Err(stop) => gave_up(stop, Effort::Before("all were found")),
            }
        }
        Call::Boards(count) => boards(givens, grid, *count, solvers, budget),
        Call::Rate => match techniques::rate(givens, grid, budget) {
            Err(stop) => gave_up(stop, Effort::Before("the last step")),
            Ok(Some(rating)) => Answer::Figure(rating.figure()),
            Ok(None) => unsolvable(givens, grid, context),
        },
        Call::Explain => match Explanation::new(grid).finish(givens, budget) {
            Err(stop) => gave_up(stop, Effort::Before("the last step")),
            Ok(steps) => listed(steps, grid),
        },
        Call::Steps(technique, options) => {
            match techniques::steps(givens, grid, *technique, *options, budget) {
                Err(stop) => gave_up(stop, Effort::Before("all were found")),
                Ok(steps) => listed(&steps, grid),
            }
        }
        Call::Hint(level) => match techniques::hint(givens, grid, budget) {
            Err(stop) => gave_up(stop, Effort::Before("a technique was found")),
            Ok(Hint::Step(step)) => {
                let text = step.hint_text(*level);
                let data = step.data(grid, *level == 0, *level != 1);
                Answer::Steps(Box::new(Answer::Text(text)), vec![data])
            }
            Ok(Hint::Solved) => Answer::Text(String::from("solved")),
            Ok(Hint::Impossible) => Answer::Text(String::from("impossible")),
            Ok(Hint::NoTechnique) => Answer::Text(String::from("no technique")),
        },
        Call::Mistakes => match mistakes::mistakes(givens, grid, budget) {
            Err(stop) => gave_up(stop, Effort::Before("all were found")),
            Ok(mistakes) => Answer::List(mistakes.into_iter().collect()),
        },
        // Those need no search.
        Call::Unit(..) | Call::Candidates(_) | Call::Next | Call::Moves | Call::Play(_) => {
            Answer::NotComputed
        }
    }
}

/// Lists the first boards of the stream, a line for each. Nothing is listed before all of them are
/// found.
fn boards(
    givens: &Givens,
    grid: &Grid,
    count: u64,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Answer {
    let boards = solvers.boards(grid);
    let budget = budget.beyond(boards.figures().expanded);
    let listed = boards.first(count, &budget).and_then(|boards| {
        let mut lines = Lines::default();
        for board in boards {
            lines.push(&board.line(givens.blank), &budget)?;
        }
        Ok(lines)
    });
    match listed {
        Ok(lines) => Answer::Page(lines.into()),
        Err(stop) => gave_up(stop, Effort::Count(boards.figures().expanded, Counted::States)),
    }
}

/// Returns steps as an answer, one per line.
fn listed(steps: &[Step], grid: &Grid) -> Answer {
    let lines = Answer::List(steps.iter().map(ToString::to_string).collect());
    let data = steps.iter().map(|step| step.data(grid, true, true));
    Answer::Steps(Box::new(lines), data.collect())
}

/// Returns the pencil marks that a step removes: the number of a cell, and the marks.
fn removals(step: &Step, grid: &Grid) -> Vec<(usize, String)> {
    let techniques::Effect::Remove(eliminations) = &step.effect else { return Vec::new() };
    let marks = |elimination: &Elimination| grid.alphabet().digits_line(elimination.digits);
    eliminations.iter().map(|elimination| (elimination.cell, marks(elimination))).collect()
}

/// Returns the unit of that number, counted from 1.
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

/// Returns the steps of a person, and the remaining digits if there are several solutions: the
/// digits of the first.
///
/// # Errors
/// `unsolvable` or `gave up`.
pub(super) fn script(sudoku: &Sudoku, budget: &Budget) -> Result<Vec<Cue>, Answer> {
    let Sudoku { givens, grid, .. } = sudoku;
    let spent = |stop| gave_up(stop, Effort::Before("the last step"));
    let mut explanation = Explanation::new(grid);
    let steps = explanation.finish(givens, budget).map_err(spent)?;
    let mut cues = Vec::with_capacity(steps.len());
    let mut now = sudoku.clone();
    for step in steps {
        match &step.effect {
            techniques::Effect::Place(cell, digit) => {
                let by = Placement { cell: *cell as u16, digit: *digit };
                let links = step.places.links();
                now = now.after(by);
                cues.push(Cue { links, ..Cue::new(step.to_string(), now.clone()) });
            }
            techniques::Effect::Remove(_) => {
                let erased = removals(step, grid);
                let links = step.places.links();
                cues.push(Cue { label: step.to_string(), position: None, erased, links });
            }
            techniques::Effect::Stuck => {
                let Some(rest) = first(&now.grid, budget).map_err(spent)? else {
                    return Err(Answer::Unsolvable);
                };
                cues.push(Cue { label: step.to_string(), ..Cue::default() });
                let stuck = now.grid.clone();
                for by in placements(&stuck, |cell| 1 << (rest.value(cell) - 1)) {
                    let label = format!("{} of the first solution", placement_text(by, grid));
                    now = now.after(by);
                    cues.push(Cue::new(label, now.clone()));
                }
            }
        }
    }
    Ok(cues)
}

/// Lists the first solutions in ascending order, one per line; `None` if there are none.
fn list(
    grid: &Grid,
    solvers: &mut Solvers,
    count: u64,
    budget: &Budget,
    line: impl Fn(&Grid) -> String,
) -> Result<Option<List>, Stop> {
    if count == 0 {
        return Ok(Some(List::default()));
    }
    let proof = solvers.proof(grid);
    let before = proof.nodes();
    let Some(known) = proof.any(&budget.beyond(before))?.cloned() else { return Ok(None) };
    let queries = Queries::after(proof.nodes() - before);
    ordered::lines(grid, known, count, queries, budget, line).map(Some)
}

/// Finds up to two solutions, the smallest first.
///
/// # Errors
/// The stop that ended the search, and the number of guesses until then.
pub(super) fn two(
    grid: &Grid,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<Vec<Grid>, (Stop, u64)> {
    let proof = solvers.proof(grid);
    let solutions = match proof.two(&budget.beyond(proof.nodes())) {
        Ok(solutions) => solutions.to_vec(),
        Err(stop) => return Err((stop, proof.nodes())),
    };
    let [known, another] = &solutions[..] else { return Ok(solutions) };
    let first = ordered::first(grid, known.clone(), &mut Queries::default(), budget);
    let first = first.map_err(|stop| (stop, proof.nodes()))?;
    let second = if first == *another { known.clone() } else { another.clone() };
    Ok(vec![first, second])
}

fn solve(model: &Givens, grid: &Grid, solvers: &mut Solvers, context: &mut Context<'_>) -> Answer {
    let solutions = match two(grid, solvers, context.budget) {
        Ok(solutions) => solutions,
        Err((stop, guesses)) => return gave_up(stop, Effort::Count(guesses, Counted::Guesses)),
    };
    let Some(first) = solutions.first() else {
        return unsolvable(model, grid, context);
    };
    if let Some(second) = solutions.get(1) {
        context.sink.push(codes::not_unique(Some(context.verb), &[], first, second));
    }
    Answer::Text(first.line('.'))
}

/// Reports that there is no solution, and which digits prevent one; nothing if this was reported
/// for the declaration already.
fn unsolvable(model: &Givens, grid: &Grid, context: &mut Context<'_>) -> Answer {
    if model.hopeless {
        return Answer::Unsolvable;
    }
    let too_much = givens_too_much(grid, context.budget);
    context.sink.push(codes::unsolvable(context.verb, grid, &too_much, &[]));
    Answer::Unsolvable
}
