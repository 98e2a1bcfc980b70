//! The commands of sliders.

use super::board::{Board, Pair};
use super::breadth::Sum;
use super::faults;
use super::finder::Finder;
use super::lower::Model;
use super::rules::{CHECKSUM_MODULUS, Slide, checksum};
use super::scene::board_text;
use super::syntax::Call;
use crate::kind::{Answer, Context, Depth, Failure, Reply};
use crate::search::{Budget, Halt, Kept, Lines, Outcome, Resume, Stop, Until, Work};
use crate::text::Span;

/// A board in a game, with the search that started from it.
pub struct State {
    /// The places of the tiles.
    pub board: Board,
    /// Slides made since the start.
    pub slides: u64,
    finder: Kept<Finder>,
}

impl State {
    /// A state without a search.
    pub fn new(board: Board, slides: u64) -> Self {
        Self { board, slides, finder: Kept::default() }
    }

    /// The finder of shortest paths from here to the goal.
    pub(super) fn finder(&mut self, model: &Model, budget: &Budget) -> Work<'_, Finder> {
        self.finder.open(budget, || {
            let pair = Pair::new(self.board.clone(), model.pair.goal().clone());
            Finder::new(pair.expect("slides keep the tiles and the shape"))
        })
    }

    /// Does the breadth-first search again, if it was dropped. (The figures of the iterative
    /// deepening are enough: only commands that solve resume it.)
    ///
    /// # Errors
    /// `gave up`, if the budget stops it before it is as far as it was.
    pub(super) fn resume(&mut self, model: &Model, budget: &Budget) -> Result<(), Answer> {
        let reached = self.finder.reached().expanded;
        if reached == 0 {
            return Ok(());
        }
        let done = self.finder(model, budget).routes_mut().catch_up(reached, budget);
        done.map_err(|stop| self.gave_up(stop))
    }

    /// The answer of `status`.
    pub fn status(&self) -> String {
        let (line, bytes) = self.figures();
        format!("{line}\nmemory {bytes} bytes\nslides made {}", self.slides)
    }

    /// `gave up`, with the figures of the search.
    pub(super) fn gave_up(&self, stop: Stop) -> Answer {
        let (line, _) = self.figures();
        Answer::gave_up(format!("{line}, {}", stop.reason()))
    }

    /// `expanded N frontier N depth N` and the bytes held, of the search that has done more.
    fn figures(&self) -> (String, u64) {
        let mut reached = self.finder.reached();
        let (breadth, bytes) = self.finder.look(|finder| match finder {
            None => (None, 0),
            Some(finder) => {
                finder.note(&mut reached);
                let deep = finder.deepening().map_or(0, super::Deepening::bytes);
                let breadth = finder.routes().figures();
                (Some(breadth), deep + breadth.bytes)
            }
        });
        let (nodes, open, bound) = reached.deep;
        let line = match breadth {
            Some(breadth) if breadth.expanded >= nodes => breadth.to_string(),
            None if nodes == 0 => String::from("expanded 0 frontier 1 depth 0"),
            _ => format!("expanded {nodes} frontier {open} depth {bound}"),
        };
        (line, bytes)
    }
}

/// The budget of a command, on top of what its search has spent before.
pub(super) fn more(finder: &Finder, budget: &Budget) -> Budget {
    let nodes = finder.deepening().map_or(0, super::Deepening::nodes);
    let spent = finder.routes().figures().expanded.max(nodes);
    Budget { states: budget.states.saturating_add(spent), ..budget.clone() }
}

/// The letters of a path.
pub(super) fn letters(path: &[Slide]) -> String {
    path.iter().map(|slide| slide.letter()).collect()
}

/// The letters of the legal slides.
pub(super) fn legal(board: &Board) -> String {
    board.slides().map(Slide::letter).collect()
}

/// Runs a command.
///
/// # Errors
/// A slide with no tile for it.
pub(super) fn run(
    model: &Model,
    state: &mut State,
    call: &Call,
    context: &mut Context<'_>,
) -> Result<Reply<State>, Failure> {
    let wanted = context.depth != Depth::Check { answer: false };
    let answer = match call {
        Call::Play(slides) => return play(model, state, slides, wanted),
        _ if !wanted => Answer::unknown(),
        Call::Checksum(slides) => Answer::new(checksum(slides).to_string()),
        Call::Moves => {
            let lines: Vec<String> = legal(&state.board).chars().map(String::from).collect();
            Answer::new(lines.join("\n"))
        }
        _ if context.depth != Depth::Run => Answer::unknown(),
        _ => search(model, state, call, context),
    };
    Ok(Reply::Answer(answer))
}

/// The commands that search.
fn search(model: &Model, state: &mut State, call: &Call, context: &mut Context<'_>) -> Answer {
    let found = ask(model, &mut state.finder(model, context.budget), call, context.budget);
    match found {
        Outcome::Solved(text) => Answer::new(text),
        Outcome::GaveUp(stop) => state.gave_up(stop),
        Outcome::Unsolvable => {
            // The declaration already said so if parity forbids it.
            if !model.pair.parity_forbids() {
                context.sink.push(faults::unsolvable(context.verb));
            }
            Answer::unsolvable()
        }
    }
}

/// Asks a search for the text that answers a command.
fn ask(model: &Model, finder: &mut Finder, call: &Call, budget: &Budget) -> Outcome<String> {
    let budget = &more(finder, budget);
    let told = |text: Result<String, Stop>| text.map_or_else(Outcome::GaveUp, Outcome::Solved);
    match *call {
        Call::Paths(count) => told(paths(finder, count, budget)),
        Call::Frontier(count) => told(frontier(finder, model, count, budget)),
        Call::Step(count) => match finder.routes_mut().advance(Until::Expanded(count), budget) {
            Halt::Stopped(stop) => Outcome::GaveUp(stop),
            _ => Outcome::Solved(finder.routes().figures().to_string()),
        },
        Call::Goals(count) => goals(finder, count, budget),
        Call::Count => match finder.count(budget) {
            Outcome::Solved(count) => Outcome::Solved(count.to_string()),
            Outcome::Unsolvable => Outcome::Solved(String::from("0")),
            Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
        },
        Call::Sum => match finder.sum(budget) {
            Outcome::Solved(Sum::Exact(sum)) => Outcome::Solved(sum.to_string()),
            Outcome::Solved(Sum::Modulo(sum)) => Outcome::Solved(format!(
                "{sum} modulo {CHECKSUM_MODULUS}, the paths are too many for the exact sum"
            )),
            Outcome::Unsolvable => Outcome::Solved(String::from("0")),
            Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
        },
        _ => match finder.solve(budget) {
            Outcome::Solved(path) if matches!(call, Call::Hint) => {
                Outcome::Solved(match path.first() {
                    Some(slide) => slide.letter().to_string(),
                    None => String::from("solved"),
                })
            }
            Outcome::Solved(path) if path.is_empty() => Outcome::Solved(String::from("0")),
            Outcome::Solved(path) => Outcome::Solved(format!("{}\n{}", path.len(), letters(&path))),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
        },
    }
}

/// The first paths of the stream.
fn paths(finder: &mut Finder, count: u64, budget: &Budget) -> Result<String, Stop> {
    let routes = finder.routes_mut();
    if let Halt::Stopped(stop) = routes.advance(Until::Discovered(count), budget) {
        return Err(stop);
    }
    let mut lines = Lines::new(budget);
    for id in 0..count.min(u64::from(routes.discovered())) as u32 {
        lines.push(&letters(&routes.path_to(id)))?;
    }
    Ok(lines.into_text())
}

/// The first shortest paths to the goal.
fn goals(finder: &mut Finder, count: u64, budget: &Budget) -> Outcome<String> {
    finder.rewind();
    let mut lines = Lines::new(budget);
    for number in 0..count {
        match finder.next_goal(budget) {
            Outcome::Solved(path) => {
                if let Err(stop) = lines.push(&letters(&path)) {
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

/// The first boards that wait for their expansion, each with the path to it: rows separated by `/`.
fn frontier(finder: &Finder, model: &Model, count: u64, budget: &Budget) -> Result<String, Stop> {
    let routes = finder.routes();
    let mut lines = Lines::new(budget);
    for id in routes.frontier().take(usize::try_from(count).unwrap_or(usize::MAX)) {
        let board = board_text(model, &routes.board(id)).replace('\n', " / ");
        lines.push(format!("{} {board}", letters(&routes.path_to(id))).trim_start())?;
    }
    Ok(lines.into_text())
}

/// Slides tiles: all of them or none.
fn play(
    model: &Model,
    state: &State,
    slides: &[(Slide, Span)],
    wanted: bool,
) -> Result<Reply<State>, Failure> {
    let letters: Vec<Slide> = slides.iter().map(|&(slide, _)| slide).collect();
    match state.board.play(&letters) {
        Ok(board) => {
            let answer =
                if wanted { Answer::new(board_text(model, &board)) } else { Answer::unknown() };
            let made = state.slides + slides.len() as u64;
            Ok(Reply::Changed(State::new(board, made), answer))
        }
        Err(at) => {
            let before = state.board.play(&letters[..at]).unwrap_or_else(|_| state.board.clone());
            let (slide, span) = slides[at];
            Err(Box::new(faults::no_tile(span, slide.letter(), &legal(&before))))
        }
    }
}

/// Where the legal slides of a `play` lead.
pub(super) fn point(state: &State, call: &Call) -> Option<Board> {
    let Call::Play(slides) = call else { return None };
    let letters: Vec<Slide> = slides.iter().map(|&(slide, _)| slide).collect();
    let legal = state.board.play(&letters).err().unwrap_or(letters.len());
    state.board.play(&letters[..legal]).ok()
}

/// Why the first slide that is illegal has no tile.
pub(super) fn obstacles(state: &State, call: &Call) -> Vec<String> {
    let Call::Play(slides) = call else { return Vec::new() };
    let letters: Vec<Slide> = slides.iter().map(|&(slide, _)| slide).collect();
    let Err(at) = state.board.play(&letters) else { return Vec::new() };
    let Ok(before) = state.board.play(&letters[..at]) else { return Vec::new() };
    let (gap, columns) = (before.gap(), before.cols());
    vec![faults::at_the_edge(letters[at].letter(), (gap / columns, gap % columns))]
}
