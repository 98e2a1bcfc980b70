//! The commands of bloxorz puzzles.

use super::faults;
use super::lower::Model;
use super::rules::{Block, Position, Roll, RollError};
use super::scene::picture;
use super::solve::{BloxorzSpace, Finder};
use super::syntax::Call;
use super::terrain::Cell;
use crate::kind::rank::Solutions;
use crate::kind::{Answer, Context, Depth, Failure, Reply};
use crate::search::{
    Budget, Halt, Kept, Lines, Outcome, PathCursor, Resume, Search, Shortest, Stop, Until, Work,
};
use crate::text::Span;

/// A position in a game, with the search that started from it.
pub struct State {
    /// The place of the block.
    pub position: Position,
    /// Rolls made since the start.
    pub rolls: u64,
    search: Kept<Hunt>,
}

/// A search and its solutions.
struct Hunt {
    finder: Finder,
    shortest: Option<Shortest>,
}

impl Resume for Hunt {
    type Reached = u64;

    fn note(&self, reached: &mut u64) {
        self.finder.note(reached);
    }
}

impl Hunt {
    /// All shortest solutions, ready to be counted or listed.
    fn shortest(&mut self, budget: &Budget) -> Result<(&Finder, &Shortest), Miss> {
        let Self { finder, shortest } = self;
        if shortest.is_none() {
            let budget = more(finder, budget);
            *shortest = Shortest::open(finder, &budget).map_err(Miss::Stopped)?;
        }
        let Some(shortest) = shortest else { return Err(Miss::Unsolvable) };
        let free = Budget { states: u64::MAX, ..budget.clone() };
        let ready = finder.ready(&free).and_then(|()| shortest.prepare(finder, &free));
        ready.map_err(Miss::Stopped)?;
        Ok((finder, shortest))
    }
}

/// Why there is no answer.
enum Miss {
    Unsolvable,
    Stopped(Stop),
}

impl State {
    /// A state without a search.
    pub fn new(position: Position, rolls: u64) -> Self {
        Self { position, rolls, search: Kept::default() }
    }

    /// The answer of `status`.
    pub fn status(&self) -> String {
        let (line, bytes) = self.search.look(|hunt| match hunt {
            None => (String::from("expanded 0 frontier 1 depth 0"), 0),
            Some(hunt) => {
                let figures = hunt.finder.figures();
                let more = hunt.shortest.as_ref().map_or(0, Shortest::bytes);
                (figures.to_string(), figures.bytes + more)
            }
        });
        format!("{line}\nmemory {bytes} bytes\nrolls made {}", self.rolls)
    }

    fn hunt(&mut self, model: &Model, budget: &Budget) -> Work<'_, Hunt> {
        self.search.open(budget, || {
            let space = BloxorzSpace::new(model.terrain.clone(), self.position);
            Hunt { finder: Search::new(space), shortest: None }
        })
    }

    /// Does the search again, if it was dropped.
    ///
    /// # Errors
    /// `gave up`, if the budget stops it before it is as far as it was.
    pub(super) fn resume(&mut self, model: &Model, budget: &Budget) -> Result<(), Answer> {
        let reached = self.search.reached();
        if reached == 0 {
            return Ok(());
        }
        let done = self.hunt(model, budget).finder.catch_up(reached, budget);
        done.map_err(|stop| self.gave_up(stop))
    }

    /// The first shortest solution.
    pub(super) fn solution(&mut self, model: &Model, budget: &Budget) -> Outcome<Vec<Roll>> {
        let finder = &mut self.hunt(model, budget).finder;
        match finder.solve(&more(finder, budget)) {
            Outcome::Solved(goal) => Outcome::Solved(finder.path_to(goal)),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
        }
    }

    /// The number of shortest solutions, exact.
    pub(super) fn solutions(&mut self, model: &Model, budget: &Budget) -> Outcome<Solutions> {
        let mut hunt = self.hunt(model, budget);
        let count = hunt
            .shortest(budget)
            .and_then(|(finder, shortest)| shortest.count(finder, budget).map_err(Miss::Stopped));
        match count {
            Ok(count) => Outcome::Solved(Solutions { count, more: false }),
            Err(Miss::Unsolvable) => Outcome::Unsolvable,
            Err(Miss::Stopped(stop)) => Outcome::GaveUp(stop),
        }
    }

    /// The first shortest solutions, at most `count`.
    fn goals(&mut self, model: &Model, count: u64, budget: &Budget) -> Result<String, Miss> {
        let mut hunt = self.hunt(model, budget);
        let (finder, shortest) = hunt.shortest(budget)?;
        let mut cursor = PathCursor::default();
        let mut lines = Lines::new(budget);
        for _ in 0..count {
            let Some(path) = shortest.next_path(finder, &mut cursor) else { break };
            lines.push(&letters(&path)).map_err(Miss::Stopped)?;
        }
        Ok(lines.into_text())
    }

    /// `gave up`, with the figures of the search.
    pub(super) fn gave_up(&self, stop: Stop) -> Answer {
        let status = self.status();
        let figures = status.lines().next().unwrap_or_default();
        Answer::gave_up(format!("{figures}, {}", stop.reason()))
    }
}

/// The budget of a command, on top of what its search has spent before.
fn more(finder: &Finder, budget: &Budget) -> Budget {
    let spent = finder.figures().expanded;
    Budget { states: budget.states.saturating_add(spent), ..budget.clone() }
}

/// The letters of a path.
pub(super) fn letters(path: &[Roll]) -> String {
    path.iter().map(|roll| roll.letter()).collect()
}

/// The rolls of a path that count.
pub(super) fn length(path: &[Roll]) -> usize {
    path.iter().filter(|roll| roll.counts()).count()
}

/// The letters of the legal moves.
pub(super) fn legal(model: &Model, position: &Position) -> String {
    let all = position.neighbours(&model.terrain);
    all.iter().filter(|(_, next)| next.is_ok()).map(|(roll, _)| roll.letter()).collect()
}

/// Runs a command.
///
/// # Errors
/// An illegal roll, or a block that cannot be at the given place.
pub(super) fn run(
    model: &Model,
    state: &mut State,
    call: &Call,
    context: &mut Context<'_>,
) -> Result<Reply<State>, Failure> {
    if let Call::Play(rolls) = call {
        return play(model, state, rolls, context.depth, context.home);
    }
    let wanted = context.depth != Depth::Check { answer: false };
    let answer = match call {
        Call::Neighbours { all, block } => {
            let position = block_of(model, state, *block)?;
            if !wanted {
                return Ok(Reply::Answer(Answer::unknown()));
            }
            Answer::new(neighbours(model, &position, *all))
        }
        Call::Moves if wanted => {
            let lines: Vec<String> =
                legal(model, &state.position).chars().map(String::from).collect();
            Answer::new(lines.join("\n"))
        }
        _ if context.depth != Depth::Run => Answer::unknown(),
        _ => search(model, state, call, context),
    };
    Ok(Reply::Answer(answer))
}

/// The commands that search.
fn search(model: &Model, state: &mut State, call: &Call, context: &mut Context<'_>) -> Answer {
    let budget = context.budget;
    let found = match *call {
        Call::Paths(count) => {
            paths(&mut state.hunt(model, budget).finder, count, budget).map_err(Miss::Stopped)
        }
        Call::Frontier(count) => {
            frontier(&state.hunt(model, budget).finder, count, budget).map_err(Miss::Stopped)
        }
        Call::Step(count) => {
            let finder = &mut state.hunt(model, budget).finder;
            match finder.advance(Until::Expanded(count), &more(finder, budget)) {
                Halt::Stopped(stop) => Err(Miss::Stopped(stop)),
                _ => Ok(finder.figures().to_string()),
            }
        }
        Call::Goals(count) => state.goals(model, count, budget),
        _ => match state.solution(model, budget) {
            Outcome::Solved(path) if matches!(call, Call::Hint) => Ok(match path.first() {
                Some(roll) => roll.letter().to_string(),
                None => String::from("solved"),
            }),
            Outcome::Solved(path) if path.is_empty() => Ok(String::from("0")),
            Outcome::Solved(path) => Ok(format!("{}\n{}", length(&path), letters(&path))),
            Outcome::Unsolvable => Err(Miss::Unsolvable),
            Outcome::GaveUp(stop) => Err(Miss::Stopped(stop)),
        },
    };
    match found {
        Ok(text) => Answer::new(text),
        Err(Miss::Stopped(stop)) => state.gave_up(stop),
        Err(Miss::Unsolvable) => {
            context.sink.push(faults::unreachable(context.verb, None));
            Answer::unsolvable()
        }
    }
}

/// The first paths of the stream.
fn paths(finder: &mut Finder, count: u64, budget: &Budget) -> Result<String, Stop> {
    if let Halt::Stopped(stop) = finder.advance(Until::Discovered(count), &more(finder, budget)) {
        return Err(stop);
    }
    let mut lines = Lines::new(budget);
    for id in 0..count.min(u64::from(finder.discovered())) as u32 {
        lines.push(&letters(&finder.path_to(id)))?;
    }
    Ok(lines.into_text())
}

/// The first positions that wait for their expansion, each with the path to it.
fn frontier(finder: &Finder, count: u64, budget: &Budget) -> Result<String, Stop> {
    let mut lines = Lines::new(budget);
    for id in finder.frontier().take(usize::try_from(count).unwrap_or(usize::MAX)) {
        let block = finder.space().unpack(finder.state(id)).block;
        lines.push(format!("{} {block}", letters(&finder.path_to(id))).trim_start())?;
    }
    Ok(lines.into_text())
}

/// Plays rolls: all of them or none.
fn play(
    model: &Model,
    state: &State,
    rolls: &[(Roll, Span)],
    depth: Depth,
    home: bool,
) -> Result<Reply<State>, Failure> {
    let mut position = state.position;
    let mut made = state.rolls;
    for &(roll, span) in rolls {
        position = position.after(&model.terrain, roll).map_err(|why| {
            let legal = legal(model, &position);
            let mut drawn: Vec<(Cell, Span)> = Vec::new();
            if home && let Some(next) = position.rolled(&model.terrain, roll) {
                let cells = next.unsupported(&model.terrain).filter_map(RollError::cell);
                drawn.extend(cells.filter_map(|cell| Some((cell, model.place(cell)?))));
            }
            let bridge = |number| model.bridge(number);
            Box::new(faults::illegal(span, why, bridge, &legal, &drawn))
        })?;
        made += u64::from(roll.counts());
    }
    let answer = match depth {
        Depth::Check { answer: false } => Answer::unknown(),
        _ => Answer::new(picture(model, &position)),
    };
    Ok(Reply::Changed(State::new(position, made), answer))
}

/// The reasons why the first illegal roll is illegal: one part of the block without floor per line.
pub(super) fn obstacles(model: &Model, state: &State, call: &Call) -> Vec<String> {
    let Call::Play(rolls) = call else { return Vec::new() };
    let mut position = state.position;
    for &(roll, _) in rolls {
        match position.rolled(&model.terrain, roll) {
            Some(next) if next.supported(&model.terrain).is_ok() => position = next,
            Some(next) => {
                let reason = |why| faults::reason(why, |number| model.bridge(number));
                return next.unsupported(&model.terrain).map(reason).collect();
            }
            None => break,
        }
    }
    Vec::new()
}

/// The position of the block that is asked about.
fn block_of(
    model: &Model,
    state: &State,
    block: Option<[((i64, i64), Span); 2]>,
) -> Result<Position, Failure> {
    let Some([first, second]) = block else { return Ok(state.position) };
    let cell = |((row, col), span): ((i64, i64), Span)| {
        let cell = i32::try_from(row).ok().zip(i32::try_from(col).ok());
        let cell = cell.map(|(row, col)| Cell::new(row, col));
        cell.ok_or_else(|| Box::new(faults::far_place(span, (row, col))))
    };
    let span = first.1.to(second.1);
    let position = Position { block: Block::at(cell(first)?, cell(second)?), ..state.position };
    match position.supported(&model.terrain) {
        Ok(()) => Ok(position),
        Err(why) => Err(Box::new(faults::not_resting(span, why, |number| model.bridge(number)))),
    }
}

/// The position after the legal rolls, and the places of the next roll that do not carry the block.
fn in_the_way(model: &Model, state: &State, rolls: &[(Roll, Span)]) -> (Position, Vec<Cell>) {
    let mut position = state.position;
    for &(roll, _) in rolls {
        match position.rolled(&model.terrain, roll) {
            Some(next) if next.supported(&model.terrain).is_ok() => position = next,
            Some(next) => {
                let cells = next.unsupported(&model.terrain).filter_map(RollError::cell);
                return (position, cells.collect());
            }
            None => break,
        }
    }
    (position, Vec::new())
}

/// The places that a picture points at. For `neighbours`: the position asked about, and the places
/// that the block reaches by one legal move. For moves: the last position that is legal, and the
/// places of the next roll that do not carry the block.
///
/// # Errors
/// A block that cannot be at the given place.
pub(super) fn point(
    model: &Model,
    state: &State,
    call: &Call,
) -> Result<Option<(Position, Vec<Cell>)>, Failure> {
    if let Call::Play(rolls) = call {
        return Ok(Some(in_the_way(model, state, rolls)));
    }
    let Call::Neighbours { block, .. } = call else { return Ok(None) };
    let from = block_of(model, state, *block)?;
    let ends = from.neighbours(&model.terrain).into_iter().filter_map(|(_, next)| next.ok());
    Ok(Some((from, ends.flat_map(|end| end.block.cells()).collect())))
}

/// A line for each neighbour: the roll, and the places of the block.
fn neighbours(model: &Model, position: &Position, all: bool) -> String {
    let lines: Vec<String> = position
        .neighbours(&model.terrain)
        .into_iter()
        .filter_map(|(roll, next)| {
            let block = match next {
                Ok(next) => next.block,
                Err(_) if all => position.block.rolled(roll)?.0,
                Err(_) => return None,
            };
            Some(format!("{} {block}", roll.letter()))
        })
        .collect();
    lines.join("\n")
}
