//! The distances of states to their goals: what the evaluator found, and searches for one state.

use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use super::Changed;
use super::position::Position;
use super::types::DistanceState;
use crate::diag::Sink;
use crate::lsp::server::document::Document;
use crate::puzzle::{Depth, Prospect, Puzzle, Role, Solution, Solved, common::DIGEST};
use crate::search::{Budget, Cancel};
use crate::syntax::Fragment;

/// The time between two messages about changed boards.
const APART: Duration = Duration::from_millis(50);
/// States whose distances are kept at most.
const KEPT: usize = 100_000;

/// A state of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::lsp::server) struct Key {
    /// The hash of the declaration.
    declaration: u64,
    /// The digest of the state.
    digest: String,
}

/// Returns the hash of a declaration.
pub(in crate::lsp::server) fn hash(declaration: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    declaration.hash(&mut hasher);
    hasher.finish()
}

/// The result of a search for the distance of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lsp::server) enum Known {
    /// The number of moves to the goal, and the first of them.
    Far(u64, Option<String>),
    /// No moves lead to the goal.
    Lost,
    /// The search stopped at a limit.
    GaveUp,
}

/// A search for a distance.
#[derive(Debug)]
struct Running {
    uri: String,
    key: Key,
    cancel: Cancel,
    /// The time when it is stopped.
    until: Duration,
}

/// The distances that are known and those that are being searched for, and the boards that have
/// changed since the last notification.
#[derive(Debug, Default)]
pub(in crate::lsp::server) struct Distances {
    known: HashMap<Key, Known>,
    running: Vec<Running>,
    changed: Changed,
    /// The time of the last notification.
    notified: Duration,
}

impl Distances {
    /// Begins a search. Returns the flag that stops it; `None` if it is running already. A search for
    /// another state of the document is stopped.
    pub(in crate::lsp::server) fn begin(
        &mut self,
        uri: &str,
        key: &Key,
        until: Duration,
    ) -> Option<Cancel> {
        if self.running.iter().any(|search| search.key == *key) {
            return None;
        }
        self.stop(uri);
        let cancel = Cancel::default();
        let (uri, key) = (uri.to_owned(), key.clone());
        self.running.push(Running { uri, key, cancel: cancel.clone(), until });
        Some(cancel)
    }

    /// Stops the searches for states of a document.
    pub(in crate::lsp::server) fn stop(&mut self, uri: &str) {
        self.running.retain(|search| {
            let is_other = search.uri != uri;
            if !is_other {
                search.cancel.cancel();
            }
            is_other
        });
    }

    /// Stops the searches that have had their time.
    pub(in crate::lsp::server) fn stop_late(&mut self, now: Duration) {
        for search in self.running.iter_mut().filter(|search| search.until <= now) {
            search.cancel.cancel();
            search.until = Duration::MAX;
        }
    }

    /// Returns the time when the next search is to be stopped, or the next notification is to be sent.
    pub(in crate::lsp::server) fn deadline(&self) -> Option<Duration> {
        let tell = (!self.changed.is_empty()).then_some(self.notified + APART);
        let ends =
            self.running.iter().map(|search| search.until).filter(|until| *until < Duration::MAX);
        ends.chain(tell).min()
    }

    /// Notes that boards of puzzles have changed without an edit.
    pub(in crate::lsp::server) fn change(
        &mut self,
        uri: &str,
        names: impl IntoIterator<Item = String>,
    ) {
        self.changed.entry(uri.to_owned()).or_default().extend(names);
    }

    /// Takes the changes of which clients are to be notified now.
    pub(in crate::lsp::server) fn take_changed(&mut self, now: Duration) -> Changed {
        if self.changed.is_empty() || now < self.notified + APART {
            return Changed::new();
        }
        self.notified = now;
        std::mem::take(&mut self.changed)
    }

    /// Receives the result of a search.
    pub(in crate::lsp::server) fn end(&mut self, measured: Measured) {
        let Measured { uri, name, key, distances } = measured;
        let at = self.running.iter().position(|search| search.key == key);
        let is_wanted = at.map(|at| self.running.swap_remove(at)).is_some();
        // A search that was stopped for another one has not given up.
        let holds = |known: &Known| is_wanted || *known != Known::GaveUp;
        self.keep(distances.into_iter().filter(|(_, known)| holds(known)).collect());
        if is_wanted {
            self.change(&uri, [name]);
        }
    }

    /// Keeps the distances along a solution.
    pub(in crate::lsp::server) fn keep(&mut self, distances: Along) {
        if self.known.len() + distances.len() > KEPT {
            self.known.clear();
        }
        self.known.extend(distances);
    }

    /// Forgets where searches gave up: the limits are others.
    pub(in crate::lsp::server) fn retry(&mut self) {
        self.known.retain(|_, known| *known != Known::GaveUp);
    }
}

/// The distance of a state to its goal, as far as it is known.
pub(super) struct Distance {
    pub(super) moves: Option<u64>,
    pub(super) state: DistanceState,
    /// The next move of a shortest solution.
    pub(super) next: Option<String>,
    /// The state that must be searched from.
    pub(super) key: Option<Key>,
}

impl Distance {
    fn of(state: DistanceState) -> Self {
        Self { moves: None, state, next: None, key: None }
    }
}

/// Returns what is known of the distance of the state of a position.
pub(super) fn distance(
    document: &Document,
    position: &mut Position<'_>,
    distances: &Distances,
) -> Distance {
    let standing = position.puzzle().standing();
    if position.unknown().is_some() {
        return Distance::of(DistanceState::GaveUp);
    }
    if !standing.has_goal {
        return Distance::of(DistanceState::Done);
    }
    if position.is_withheld {
        return Distance::of(DistanceState::Withheld);
    }
    if standing.is_solved {
        return Distance { moves: Some(0), ..Distance::of(DistanceState::Done) };
    }
    let Some(digest) = digest(position.puzzle()) else {
        return Distance::of(DistanceState::GaveUp);
    };
    let declaration = hash(document.source().slice(position.declaration.span));
    let key = Key { declaration, digest };
    match distances.known.get(&key) {
        Some(Known::Far(distance, next)) => {
            let (moves, next) = (Some(*distance), next.clone());
            Distance { moves, next, ..Distance::of(DistanceState::Done) }
        }
        Some(Known::Lost) => Distance::of(DistanceState::Done),
        Some(Known::GaveUp) => Distance::of(DistanceState::GaveUp),
        None => {
            // The next move is still to be found.
            let moves = followed(document, position);
            let state = if moves.is_some() { DistanceState::Done } else { DistanceState::Running };
            Distance { moves, key: Some(key), ..Distance::of(state) }
        }
    }
}

/// Returns the distance that the evaluator found after a move of a `play`.
fn followed(document: &Document, position: &Position<'_>) -> Option<u64> {
    let play = position.play.as_ref().filter(|_| position.then.is_empty())?;
    let evaluated = document.evaluated.get(&position.script.id)?;
    let prospects = evaluated.plays.get(&(position.count - 1))?;
    match prospects.get(play.made.checked_sub(1)?)? {
        Prospect::Legal { distance, .. } => Some(*distance),
        _ => None,
    }
}

/// Returns the digest of the current state.
fn digest(puzzle: &mut dyn Puzzle) -> Option<String> {
    let text = Fragment { text: DIGEST, start: 0 };
    let answer = puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut Sink::new());
    answer.map(|answer| answer.text().into_owned())
}

/// A search for the distance of one state, and what it found.
pub(in crate::lsp::server) struct Measure {
    pub(in crate::lsp::server) uri: String,
    pub(in crate::lsp::server) name: String,
    pub(in crate::lsp::server) key: Key,
    pub(in crate::lsp::server) puzzle: Box<dyn Puzzle>,
    pub(in crate::lsp::server) budget: Budget,
    pub(in crate::lsp::server) has_begun: bool,
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measure").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The end of a search: distances of the states on the solution that it found.
#[derive(Debug)]
pub(in crate::lsp::server) struct Measured {
    uri: String,
    name: String,
    key: Key,
    distances: Along,
}

/// States with what was found about their distances.
pub(in crate::lsp::server) type Along = Vec<(Key, Known)>;

impl Measure {
    /// Searches for a slice of that many units of work. `None` if the search goes on with the next slice.
    pub(in crate::lsp::server) fn slice(&mut self, states: u64) -> Option<Measured> {
        let distances = match self.puzzle.solve(&self.budget) {
            Some(Solved::Moves(Solution { length, moves, .. })) => {
                along(&mut *self.puzzle, self.key.declaration, length, &moves)
            }
            Some(Solved::Grid { moves, .. }) => {
                along(&mut *self.puzzle, self.key.declaration, moves.len() as u64, &moves)
            }
            Some(Solved::Unsolvable) => vec![(self.key.clone(), Known::Lost)],
            Some(Solved::GaveUp(_)) | None => vec![(self.key.clone(), Known::GaveUp)],
        };
        Some(self.ended(distances))
    }

    /// Returns the end of a search that found this.
    fn ended(&self, distances: Along) -> Measured {
        let (uri, name, key) = (self.uri.clone(), self.name.clone(), self.key.clone());
        Measured { uri, name, key, distances }
    }

    /// Returns the end of a search that was stopped by a fault of ours.
    pub(in crate::lsp::server) fn failed(&self) -> Measured {
        self.ended(vec![(self.key.clone(), Known::GaveUp)])
    }
}

/// Returns the distances of the states along a shortest solution of a puzzle in its present state, with
/// the hash of its declaration. The moves are made.
pub(in crate::lsp::server) fn along(
    puzzle: &mut dyn Puzzle,
    declaration: u64,
    length: u64,
    moves: &[String],
) -> Along {
    let play = puzzle.info().verbs.iter().find(|verb| verb.role == Role::Play);
    let verb = play.map_or("", |verb| verb.name);
    let start = puzzle.standing().made;
    let mut distances = Along::with_capacity(moves.len());
    for by in moves {
        let made = puzzle.standing().made - start;
        let Some(digest) = digest(puzzle) else { break };
        let known = Known::Far(length.saturating_sub(made), Some(by.clone()));
        distances.push((Key { declaration, digest }, known));
        let command = format!("{verb} {by}");
        let (depth, budget) = (Depth::Check { answer: false }, Budget::unlimited());
        let command = Fragment { text: &command, start: 0 };
        if puzzle.run(command, depth, &budget, &mut Sink::new()).is_none() {
            break;
        }
    }
    distances
}
