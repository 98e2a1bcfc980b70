//! The commands of Klotski.

use super::board::{Blocked, Board, Cell, Direction, Move, Places};
use super::codes::NO_WAY;
use super::engine::{Finder, Metric};
use super::faults;
use super::lower::Model;
use super::scene::board_text;
use super::syntax::{Call, Target, Typed, cell};
use crate::diag::nearest;
use crate::kind::{Answer, Context, Cue, Depth, Failure, Reply};
use crate::scene::Mark;
use crate::search::{Budget, Figures, Halt, Kept, Lines, Outcome, Stop, Work};
use crate::syntax::Fragment;

/// Blocks in a game, with the searches that started from there.
pub struct State {
    /// The places of the blocks.
    pub places: Places,
    /// Moves made since the start.
    pub made: u64,
    by_moves: Kept<Finder>,
    by_steps: Kept<Finder>,
}

impl State {
    /// A state without a search.
    pub fn new(places: Places, made: u64) -> Self {
        Self { places, made, by_moves: Kept::default(), by_steps: Kept::default() }
    }

    /// The search from here.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the budget has no room for its tables alone.
    pub(super) fn finder(
        &mut self,
        model: &Model,
        metric: Metric,
        budget: &Budget,
    ) -> Result<Work<'_, Finder>, Stop> {
        let slot = match metric {
            Metric::Moves => &mut self.by_moves,
            Metric::Steps => &mut self.by_steps,
        };
        slot.try_open(budget, || Finder::within(&model.board, &self.places, metric, budget))
    }

    /// Does the search that `status` shows again, if it was dropped.
    ///
    /// # Errors
    /// `gave up`, if the budget stops it before it is as far as it was.
    pub(super) fn resume(&mut self, model: &Model, budget: &Budget) -> Result<(), Answer> {
        let metric = match self.by_moves.reached() > 0 || self.by_moves.look(|one| one.is_some()) {
            true => Metric::Moves,
            false => Metric::Steps,
        };
        let reached = match metric {
            Metric::Moves => self.by_moves.reached(),
            Metric::Steps => self.by_steps.reached(),
        };
        if reached == 0 {
            return Ok(());
        }
        let found = self.finder(model, metric, budget);
        let done = found.and_then(|mut finder| finder.catch_up(reached, budget));
        done.map_err(|stop| self.gave_up(metric, stop))
    }

    /// The figures of both searches, if they exist.
    fn known(&self) -> [Option<Figures>; 2] {
        [&self.by_moves, &self.by_steps].map(|slot| slot.look(|one| one.map(Finder::figures)))
    }

    /// The answer of `status`.
    pub fn status(&self) -> String {
        let known = self.known();
        let bytes: u64 = known.iter().flatten().map(|figures| figures.bytes).sum();
        let line = figures_line(known.into_iter().flatten().next());
        format!("{line}\nmemory {bytes} bytes\nmoves made {}", self.made)
    }

    /// `gave up`, with the figures of the search of that metric.
    pub(super) fn gave_up(&self, metric: Metric, stop: Stop) -> Answer {
        let [by_moves, by_steps] = self.known();
        let figures = match metric {
            Metric::Moves => by_moves.or(by_steps),
            Metric::Steps => by_steps.or(by_moves),
        };
        Answer::gave_up(format!("{}, {}", figures_line(figures), stop.reason()))
    }
}

/// The figures of a search, or of one that has done nothing.
fn figures_line(figures: Option<Figures>) -> String {
    figures.map_or_else(
        || String::from("expanded 0 frontier 1 depth 0"),
        |figures| figures.to_string(),
    )
}

/// `LABEL (r,c) (r,c)`.
pub(super) fn move_text(board: &Board, by: Move) -> String {
    let label = &board.blocks[by.block].label;
    format!("{label} ({},{}) ({},{})", by.from.0, by.from.1, by.to.0, by.to.1)
}

/// The moves of a path on one line.
fn path_text(board: &Board, path: &[Move]) -> String {
    let moves: Vec<String> = path.iter().map(|&by| move_text(board, by)).collect();
    moves.join("; ")
}

/// The length of a solution, then one move per line.
pub(super) fn solution_text(board: &Board, path: &[Move]) -> String {
    let mut lines = vec![path.len().to_string()];
    lines.extend(path.iter().map(|&by| move_text(board, by)));
    lines.join("\n")
}

/// Runs a command.
///
/// # Errors
/// An illegal move; a goal that is missing but needed.
pub(super) fn run(
    model: &Model,
    state: &mut State,
    call: &Call,
    context: &mut Context<'_>,
) -> Result<Reply<State>, Failure> {
    let wanted = context.depth != Depth::Check { answer: false };
    let aims = matches!(call, Call::Solve(_) | Call::Hint | Call::Hardest | Call::Goals(_));
    if aims && model.board.goals.is_empty() {
        let below = context.home.then_some(model.last_row);
        return Err(Box::new(faults::no_goal(context.verb, below)));
    }
    let answer = match call {
        Call::Play(moves) => return play_all(model, state, moves, (wanted, context.home)),
        _ if !wanted => Answer::unknown(),
        Call::Moves => {
            let moves = model.board.moves(&state.places);
            let lines: Vec<String> = moves.iter().map(|&by| move_text(&model.board, by)).collect();
            Answer::new(lines.join("\n"))
        }
        _ if context.depth != Depth::Run => Answer::unknown(),
        _ => search(model, state, call, context),
    };
    Ok(Reply::Answer(answer))
}

/// The commands that search.
fn search(model: &Model, state: &mut State, call: &Call, context: &mut Context<'_>) -> Answer {
    let metric = if matches!(call, Call::Solve(true)) { Metric::Steps } else { Metric::Moves };
    let found = match state.finder(model, metric, context.budget) {
        Ok(mut finder) => ask(model, &mut finder, call, context.budget),
        Err(stop) => Outcome::GaveUp(stop),
    };
    match found {
        Outcome::Solved(text) => Answer::new(text),
        Outcome::GaveUp(stop) => state.gave_up(metric, stop),
        Outcome::Unsolvable => {
            context.sink.push(faults::unsolvable(context.verb));
            Answer::unsolvable()
        }
    }
}

/// The budget of a command, on top of what its search has spent before.
pub(super) fn more(finder: &Finder, budget: &Budget) -> Budget {
    let spent = finder.figures().expanded;
    Budget { states: budget.states.saturating_add(spent), ..budget.clone() }
}

/// Asks a search for the text that answers a command.
fn ask(model: &Model, finder: &mut Finder, call: &Call, budget: &Budget) -> Outcome<String> {
    let board = &*model.board;
    let budget = &more(finder, budget);
    let answered = |halt, text: String| match halt {
        Halt::Stopped(stop) => Outcome::GaveUp(stop),
        Halt::Reached | Halt::Exhausted => Outcome::Solved(text),
    };
    let solution = |found: Outcome<Vec<Move>>, text: &dyn Fn(&[Move]) -> String| match found {
        Outcome::Solved(path) => Outcome::Solved(text(&path)),
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
    };
    match *call {
        Call::Step(count) => {
            let halt = finder.step(count, budget);
            answered(halt, finder.figures().to_string())
        }
        Call::Paths(count) => {
            let mut lines = Lines::new(budget);
            let halt = finder.paths(count, budget, |path| lines.push(&path_text(board, path)));
            answered(halt, lines.into_text())
        }
        Call::Frontier(count) => {
            let mut lines = Lines::new(budget);
            let line = |places| board_text(model, &places).replace('\n', " / ");
            let pushed = finder.frontier(count).try_for_each(|places| lines.push(&line(places)));
            match pushed {
                Ok(()) => Outcome::Solved(lines.into_text()),
                Err(stop) => Outcome::GaveUp(stop),
            }
        }
        Call::Goals(count) => goals(finder, board, count, budget),
        Call::States => match finder.states(budget) {
            Ok(count) => Outcome::Solved(count.to_string()),
            Err(stop) => Outcome::GaveUp(stop),
        },
        Call::Hardest => match finder.hardest(budget) {
            Ok(Some((distance, places))) => {
                Outcome::Solved(format!("{distance}\n{}", board_text(model, &places)))
            }
            Ok(None) => Outcome::Unsolvable,
            Err(stop) => Outcome::GaveUp(stop),
        },
        Call::Hint => solution(finder.solve(budget), &|path| match path.first() {
            Some(&by) => move_text(board, by),
            None => String::from("solved"),
        }),
        _ => solution(finder.solve(budget), &|path| solution_text(board, path)),
    }
}

/// The moves of a shortest solution, for a film.
///
/// # Errors
/// `unsolvable`, `gave up`, or that no goal is declared.
pub(super) fn script(
    model: &Model,
    state: &mut State,
    budget: &Budget,
) -> Result<Vec<Cue>, Answer> {
    let board = &*model.board;
    if board.goals.is_empty() {
        return Err(Answer::new("no goal is declared: `goal LABEL at (R,C)` sets one"));
    }
    let metric = Metric::Moves;
    let found = match state.finder(model, metric, budget) {
        Ok(mut finder) => {
            let budget = more(&finder, budget);
            finder.solve(&budget)
        }
        Err(stop) => Outcome::GaveUp(stop),
    };
    let cue = |&by: &Move| {
        let label = &board.blocks[by.block].label;
        let command = format!("move {label} to ({},{})", by.to.0, by.to.1);
        Cue::new(move_text(board, by), command)
    };
    match found {
        Outcome::Solved(path) => Ok(path.iter().map(cue).collect()),
        Outcome::Unsolvable => Err(Answer::unsolvable()),
        Outcome::GaveUp(stop) => Err(state.gave_up(metric, stop)),
    }
}

/// The first shortest paths to the goal.
fn goals(finder: &mut Finder, board: &Board, count: u64, budget: &Budget) -> Outcome<String> {
    finder.rewind();
    let mut lines = Lines::new(budget);
    for number in 0..count {
        match finder.next_goal(budget) {
            Outcome::Solved(path) => {
                if let Err(stop) = lines.push(&path_text(board, &path)) {
                    return Outcome::GaveUp(stop);
                }
            }
            Outcome::Unsolvable if number == 0 => return Outcome::Unsolvable,
            Outcome::Unsolvable => break,
            Outcome::GaveUp(stop) => return Outcome::GaveUp(stop),
        }
    }
    Outcome::Solved(lines.into_text())
}

/// Makes moves: all of them or none.
fn play_all(
    model: &Model,
    state: &State,
    moves: &[Typed],
    (wanted, home): (bool, bool),
) -> Result<Reply<State>, Failure> {
    let mut places = state.places.clone();
    for typed in moves {
        let by = resolve(model, &places, typed, home)?;
        places[by.block] = by.to;
    }
    let answer = match wanted {
        true => Answer::new(board_text(model, &places)),
        false => Answer::unknown(),
    };
    Ok(Reply::Changed(State::new(places, state.made + moves.len() as u64), answer))
}

/// Where a move leads the corner of its block. `None` for a place beyond the range of cells, which
/// is off the board like any other.
fn aim(board: &Board, typed: &Typed, from: Cell) -> Option<Cell> {
    let to = match typed.target {
        Target::Slide(direction) => {
            let (row, column) = direction.offset();
            Some((from.0 + row, from.1 + column))
        }
        Target::To(to) | Target::Between(_, _, to) => cell(to),
    };
    to.filter(|&at| board.near(at))
}

/// The obstacles of the first move that is illegal, one block or wall per line; empty if the
/// message of the failure says everything.
pub(super) fn obstacles(model: &Model, state: &State, call: &Call) -> Vec<String> {
    let Call::Play(moves) = call else { return Vec::new() };
    let board = &*model.board;
    let mut places = state.places.clone();
    for typed in moves {
        let failure = match resolve(model, &places, typed, false) {
            Ok(by) => {
                places[by.block] = by.to;
                continue;
            }
            Err(failure) => failure,
        };
        let Some(&block) = model.numbers.get(&typed.label) else { break };
        let from = places[block];
        let Some(to) = aim(board, typed, from).filter(|&to| to != from) else { break };
        let layout = board.layout(&places);
        if failure.code != &NO_WAY {
            return faults::reasons(
                board,
                &board.obstacles(&layout, block, to).collect::<Vec<_>>(),
            );
        }
        // Free, but out of reach: the obstacles around all places that the block can reach.
        let mut here = board.reach_on(&layout, block, from);
        here.push(from);
        here.sort_unstable();
        let around: Vec<Blocked> = here
            .into_iter()
            .flat_map(|at| Direction::ALL.map(|way| (at, way.offset())))
            .flat_map(|(at, by)| board.obstacles(&layout, block, (at.0 + by.0, at.1 + by.1)))
            .filter(|one| !matches!(one, Blocked::Edge(_)))
            .collect();
        let mut lines = vec![failure.message];
        lines.extend(faults::reasons(board, &around));
        return lines;
    }
    Vec::new()
}

/// The places of the blocks, and the cells that a picture points at.
type Pointed = (Places, Vec<(Cell, Mark)>);

/// The cells that a picture points at for moves: the block of the last, or the block of the first
/// illegal move and its obstacles; and the places of the blocks then.
///
/// # Errors
/// A label that no block has.
pub(super) fn point(model: &Model, state: &State, call: &Call) -> Result<Option<Pointed>, Failure> {
    let Call::Play(moves) = call else { return Ok(None) };
    let board = &*model.board;
    let mut places = state.places.clone();
    let mut last = None;
    let mut marks = Vec::new();
    for typed in moves {
        let failure = match resolve(model, &places, typed, false) {
            Ok(by) => {
                places[by.block] = by.to;
                last = Some(by.block);
                continue;
            }
            Err(failure) => failure,
        };
        let Some(&block) = model.numbers.get(&typed.label) else { return Err(failure) };
        last = Some(block);
        if let Some(to) = aim(board, typed, places[block]) {
            let layout = board.layout(&places);
            for obstacle in board.obstacles(&layout, block, to) {
                match obstacle {
                    Blocked::Edge(_) => {}
                    Blocked::Wall(cell) => marks.push((cell, Mark::Near)),
                    Blocked::Block(_, other) => {
                        marks.extend(board.cells(other, places[other]).map(|c| (c, Mark::Near)));
                    }
                }
            }
        }
        break;
    }
    let block = last.into_iter().flat_map(|block| board.cells(block, places[block]));
    marks.extend(block.map(|cell| (cell, Mark::Focus)));
    Ok(Some((places, marks)))
}

/// The legal move that was typed. `home` says whether the move stands in the source that declares
/// the board, so that a block in its way can be labelled there.
///
/// # Errors
/// Why there is none.
pub(super) fn resolve(
    model: &Model,
    places: &Places,
    typed: &Typed,
    home: bool,
) -> Result<Move, Failure> {
    let board = &*model.board;
    let span = typed.target_span;
    let Some(&block) = model.numbers.get(&typed.label) else {
        let labels = || board.blocks.iter().map(|block| block.label.as_str());
        let label = Fragment { text: &typed.label, start: typed.label_span.start };
        let near = nearest(&typed.label, labels());
        return Err(Box::new(faults::unknown_label(label, near, labels())));
    };
    let from = places[block];
    if let Target::Between(start, start_span, _) = typed.target
        && cell(start) != Some(from)
    {
        return Err(Box::new(faults::stands_elsewhere(&typed.label, from, start_span)));
    }
    let layout = board.layout(places);
    let Some(to) = aim(board, typed, from) else {
        return Err(Box::new(faults::off_board(&typed.label, (board.rows, board.columns), span)));
    };
    let obstacles: Vec<Blocked> = board.obstacles(&layout, block, to).collect();
    if let Some(&why) = obstacles.first() {
        let mut drawn: Vec<_> = obstacles
            .iter()
            .filter_map(|one| match *one {
                Blocked::Block(_, other) => Some((other, *model.label_spans.get(other)?)),
                _ => None,
            })
            .filter(|_| home)
            .collect();
        drawn.dedup();
        return Err(Box::new(faults::blocked(board, block, why, span, &drawn)));
    }
    if to == from {
        let reach = board.reach_on(&layout, block, from);
        return Err(Box::new(faults::no_way(&typed.label, true, &reach, span)));
    }
    let reach = board.reach_on(&layout, block, from);
    if !reach.contains(&to) {
        return Err(Box::new(faults::no_way(&typed.label, false, &reach, span)));
    }
    Ok(Move { block, from, to })
}
