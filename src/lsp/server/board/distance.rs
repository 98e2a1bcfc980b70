//! The distances of states to their goals: those that are known, and searches for one state.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Changed;
use super::position::Position;
use super::types::DistanceState;
use crate::diag::Sink;
use crate::lsp::server::document::Document;
use crate::puzzle::{Board, Depth, Directive, Prospect, Solution, Solved};
use crate::search::{Budget, Cancel};
use crate::session::incremental::Checked;

/// The time between two messages about changed boards.
const APART: Duration = Duration::from_millis(50);
/// States whose distances are kept at most.
const KEPT: usize = 100_000;

/// A state of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    job: u64,
    uri: String,
    name: String,
    key: Key,
    cancel: Cancel,
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
    /// Returns whether the distance of a state is being searched for.
    pub(in crate::lsp::server) fn is_running(&self, key: &Key) -> bool {
        self.running.iter().any(|search| search.key == *key)
    }

    /// Begins a search. One for another state of the document is stopped.
    pub(in crate::lsp::server) fn begin(&mut self, job: u64, state: &State, cancel: Cancel) {
        self.stop(&state.uri);
        let uri = state.uri.clone();
        let name = state.name.clone();
        let key = state.key.clone();
        self.running.push(Running { job, uri, name, key, cancel });
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

    /// Returns the time when the next notification is to be sent.
    pub(in crate::lsp::server) fn deadline(&self) -> Option<Duration> {
        (!self.changed.is_empty()).then_some(self.notified + APART)
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
    pub(in crate::lsp::server) fn end(&mut self, job: u64, distances: Along) {
        let at = self.running.iter().position(|search| search.job == job);
        let search = at.map(|at| self.running.swap_remove(at));
        // A search that was stopped for another one has not given up.
        let holds = |known: &Known| search.is_some() || *known != Known::GaveUp;
        self.keep(distances.into_iter().filter(|(_, known)| holds(known)).collect());
        if let Some(Running { uri, name, .. }) = search {
            self.change(&uri, [name]);
        }
    }

    /// Receives the end of a search that was stopped by a fault of ours.
    pub(in crate::lsp::server) fn failed(&mut self, job: u64) {
        if let Some(search) = self.running.iter().find(|search| search.job == job) {
            let unknown = vec![(search.key.clone(), Known::GaveUp)];
            self.end(job, unknown);
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

    let digest = digest(position.puzzle());
    let declaration = hash(document.source().slice(position.declaration.span));
    let key = Key { declaration, digest };
    match distances.known.get(&key) {
        Some(Known::Far(distance, next)) => {
            let moves = Some(*distance);
            let next = next.clone();
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

/// Returns the distance that was found after a move of a `play`.
fn followed(document: &Document, position: &Position<'_>) -> Option<u64> {
    let play = position.play.as_ref().filter(|_| position.then.is_empty())?;
    let outcomes = document.outcomes_of(position.script.id)?;
    let distances = outcomes.distances(position.count - 1)?;
    match distances.get(play.made.checked_sub(1)?)? {
        Prospect::Legal { distance, .. } => Some(*distance),
        _ => None,
    }
}

/// Returns the digest of the current state.
fn digest(puzzle: &Board) -> String {
    puzzle.digest(&Budget::unlimited()).text().into_owned()
}

/// A state of a puzzle whose distance is to be searched for: the one at a place of a text, after moves
/// that are not in the text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::lsp::server) struct State {
    pub(in crate::lsp::server) uri: String,
    pub(in crate::lsp::server) name: String,
    pub(in crate::lsp::server) key: Key,
    pub(super) offset: u32,
    pub(super) then: String,
}

/// Searches for the distance of a state. Returns the distances of the states on the solution.
pub(in crate::lsp::server) fn measure(checked: &Checked, state: &State, budget: &Budget) -> Along {
    let gave_up = || vec![(state.key.clone(), Known::GaveUp)];
    let Some(mut position) = Position::find(checked, state.offset, &state.then) else {
        return gave_up();
    };
    let mut puzzle = position.puzzle().judge();
    let (length, moves) = match puzzle.solve(budget) {
        Some(Solved::Moves(Solution { length, moves, .. })) => (length, moves),
        Some(Solved::Grid { moves, .. }) => (moves.len() as u64, moves),
        Some(Solved::Unsolvable) => return vec![(state.key.clone(), Known::Lost)],
        Some(Solved::GaveUp(_)) | None => return gave_up(),
    };
    along(&mut puzzle, state.key.declaration, length, &moves)
}

/// States with what was found about their distances.
pub(in crate::lsp::server) type Along = Vec<(Key, Known)>;

/// Returns the distances of the states along a shortest solution of a puzzle in its present state, with
/// the hash of its declaration. The moves are made.
pub(in crate::lsp::server) fn along(
    puzzle: &mut Board,
    declaration: u64,
    length: u64,
    moves: &[String],
) -> Along {
    let play = puzzle.info().player();
    let start = puzzle.standing().made;
    let mut distances = Along::with_capacity(moves.len());
    for by in moves {
        let made = puzzle.standing().made - start;
        let digest = digest(puzzle);
        let known = Known::Far(length.saturating_sub(made), Some(by.clone()));
        distances.push((Key { declaration, digest }, known));
        let Some(play) = play else { break };
        let play = Directive::new(play).with(by);
        let depth = Depth::Check { answer: false };
        if puzzle.direct(play, depth, &Budget::unlimited(), &mut Sink::new()).is_none() {
            break;
        }
    }
    distances
}
