//! Limits of long computations, requests to stop them, and the ways in which they end.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::Account;
use crate::diag::thousands;

/// A flag that asks a running computation to stop at its next convenient place.
///
/// Clones share the flag. Engines look at it at least every few milliseconds.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_set: AtomicBool,
    #[cfg(target_family = "wasm")]
    clock: Option<Clock>,
}

/// A clock that sets the flag, where no other thread can.
#[cfg(target_family = "wasm")]
#[derive(Debug)]
struct Clock {
    is_over: fn() -> bool,
    /// The number of looks at the flag.
    looks: std::sync::atomic::AtomicU32,
}

#[cfg(target_family = "wasm")]
impl Clock {
    /// Returns whether the time is over. Most looks do not ask, because the answer comes from outside
    /// of the module.
    fn is_over(&self) -> bool {
        self.looks.fetch_add(1, Ordering::Relaxed) % 16 == 0 && (self.is_over)()
    }
}

impl Cancel {
    /// Returns a flag that sets itself once `is_over` returns true.
    #[cfg(target_family = "wasm")]
    pub fn until(is_over: fn() -> bool) -> Self {
        let clock = Clock { is_over, looks: 0.into() };
        Self(Arc::new(Flag { clock: Some(clock), ..Flag::default() }))
    }

    /// Asks every holder of a clone to stop.
    pub fn cancel(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    /// Forgets an earlier request, before the next computation.
    pub fn clear(&self) {
        self.0.is_set.store(false, Ordering::Relaxed);
    }

    /// Returns true if a stop has been asked for.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        #[cfg(test)]
        if super::looks::look() {
            return true;
        }
        #[cfg(target_family = "wasm")]
        if self.0.clock.as_ref().is_some_and(Clock::is_over) {
            self.cancel();
        }
        self.0.is_set.load(Ordering::Relaxed)
    }
}

/// Figures that a running computation publishes for its observers (a progress line, `status`).
///
/// All are plain counters; readers may see them slightly out of step with each other.
#[derive(Debug, Default)]
pub struct Progress {
    /// States expanded so far, or units of work done.
    pub done: AtomicU64,
    /// Units of work in all, 0 if unknown.
    pub total: AtomicU64,
    /// States found and not yet expanded.
    pub frontier: AtomicU64,
    /// Depth of the layer being expanded.
    pub depth: AtomicU64,
    /// Bytes held by the search.
    pub bytes: AtomicU64,
    /// The number of the search, from 1, where several are made in a row, and how many; else 0.
    pub turn: AtomicU64,
    /// The number of searches in a row.
    pub turns: AtomicU64,
    /// The unit of `done`, as [`Progress::counted`] reads it.
    counted: AtomicU8,
}

/// The unit of [`Progress::done`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Counted {
    /// Units of work that have no other name.
    #[default]
    Work,
    /// States of a search.
    States,
    /// Guesses of a search that takes them back.
    Guesses,
    /// Entries of the tables that a search builds first.
    Entries,
    /// Generations of an automaton.
    Generations,
    /// Solutions that are listed.
    Solutions,
}

impl Counted {
    /// Returns the words for one and for several.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Work => ["step", "steps"],
            Self::States => ["state", "states"],
            Self::Guesses => ["guess", "guesses"],
            Self::Entries => ["entry", "entries"],
            Self::Generations => ["generation", "generations"],
            Self::Solutions => ["solution", "solutions"],
        }
    }

    /// Returns a count in words, as all messages write it: `1,531,392 guesses`.
    pub fn count(self, count: u64) -> String {
        let [single, many] = self.words();
        format!("{} {}", thousands(count.into()), if count == 1 { single } else { many })
    }
}

impl Progress {
    /// Publishes the figures of a layered search.
    pub fn publish(&self, done: u64, frontier: u64, depth: u64, bytes: u64) {
        self.put(Counted::States, [done, frontier, depth, bytes]);
    }

    /// Publishes the figures of a computation that is not a search by layers.
    pub fn publish_count(&self, counted: Counted, done: u64, bytes: u64) {
        self.put(counted, [done, 0, 0, bytes]);
    }

    /// Returns the present unit of `done`.
    pub fn counted(&self) -> Counted {
        let units = [
            Counted::States,
            Counted::Guesses,
            Counted::Entries,
            Counted::Generations,
            Counted::Solutions,
        ];
        let now = self.counted.load(Ordering::Relaxed);
        units.into_iter().find(|&unit| unit as u8 == now).unwrap_or_default()
    }

    fn put(&self, counted: Counted, [done, frontier, depth, bytes]: [u64; 4]) {
        self.counted.store(counted as u8, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
        self.frontier.store(frontier, Ordering::Relaxed);
        self.depth.store(depth, Ordering::Relaxed);
        self.bytes.store(bytes, Ordering::Relaxed);
    }
}

/// Gives parts of a computation a time of their own. This is implemented where there is a clock.
pub trait Timekeeper: std::fmt::Debug + Send + Sync {
    /// Does `work` with a budget of the same limits as `whole`, but with its own time.
    fn run(&self, whole: &Budget, work: &mut dyn FnMut(&Budget));
}

/// The limits of a computation; beyond them it must stop and return a [`Stop`].
///
/// A budget has no clock: a time limit is a timer of the front end that sets the stop flag.
#[derive(Clone, Debug)]
pub struct Budget {
    /// States that may be expanded (counted over the whole life of the search).
    pub states: u64,
    /// Bytes that may be charged to the account: this search, all others of the process, and
    /// everything else that holds much memory.
    pub bytes: u64,
    /// The account to which memory is charged.
    pub account: Account,
    /// The stop flag.
    pub cancel: Cancel,
    /// The place to publish figures, if anyone watches.
    pub progress: Option<Arc<Progress>>,
    /// The clock that gives each part a time of its own, if the time is limited.
    pub parts: Option<Arc<dyn Timekeeper>>,
    /// True if reasons may assume that a puzzle has one solution, where that is proved.
    pub uniqueness: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// Returns a budget without limits; only the stop flag can end the computation.
    pub fn unlimited() -> Self {
        Self {
            states: u64::MAX,
            bytes: u64::MAX,
            account: Account::default(),
            cancel: Cancel::default(),
            progress: None,
            parts: None,
            uniqueness: true,
        }
    }

    /// Publishes that search number `turn`, from 1, of `turns` begins; 0 of 0 after them.
    pub(crate) fn show_turn(&self, turn: usize, turns: usize) {
        if let Some(progress) = &self.progress {
            progress.turn.store(turn as u64, Ordering::Relaxed);
            progress.turns.store(turns as u64, Ordering::Relaxed);
        }
    }

    /// Returns this budget with a limit of states that is higher by the `spent` states that the
    /// search had expanded before the present command.
    #[must_use]
    pub fn beyond(&self, spent: u64) -> Self {
        Self { states: self.states.saturating_add(spent), ..self.clone() }
    }

    /// Does a part of the work that has a time of its own, such as a puzzle of a list.
    pub fn part<T>(&self, work: impl FnOnce(&Self) -> T) -> T {
        let Some(parts) = &self.parts else { return work(self) };
        let mut work = Some(work);
        let mut value = None;
        parts.run(self, &mut |budget| value = work.take().map(|work| work(budget)));
        value.expect("a part is done once")
    }

    /// Returns this budget with a limit on states expanded.
    #[must_use]
    pub fn with_states(mut self, states: u64) -> Self {
        self.states = states;
        self
    }

    /// Returns this budget with a limit on bytes held.
    #[must_use]
    pub fn with_bytes(mut self, bytes: u64) -> Self {
        self.bytes = bytes;
        self
    }

    /// Returns an error if a computation that has expanded `states` states and needs `more` bytes
    /// beyond those that are charged must stop now.
    ///
    /// # Errors
    /// The first limit that is reached: cancelled, states, memory, in this order.
    #[inline]
    pub fn check(&self, states: u64, more: u64) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            Err(Stop::Cancelled)
        } else if states >= self.states {
            Err(Stop::States)
        } else {
            self.fits(more)
        }
    }

    /// Returns an error if a computation that counts no states must stop here.
    ///
    /// # Errors
    /// Cancelled.
    #[inline]
    pub fn rest(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
    }

    /// Checks that `more` bytes fit beside those that are charged, without shared data that no search
    /// uses.
    ///
    /// # Errors
    /// [`Stop::Memory`] when they do not fit.
    #[inline]
    pub fn fits(&self, more: u64) -> Result<(), Stop> {
        // The charged bytes must stay below the limit.
        let room = self.bytes.saturating_sub(more);
        if self.account.held() >= room {
            self.account.drop_unused(0);
        }
        if self.account.held() < room { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Has `drop_one` drop searches that wait, one after the other, until an eighth of the limit of
    /// memory is given back or none is left. Returns false if there were none.
    pub(crate) fn make_room(&self, mut drop_oldest: impl FnMut() -> bool) -> bool {
        let enough = self.account.held().saturating_sub(self.bytes / 8);
        let mut has_dropped = false;
        while self.account.held() > enough && drop_oldest() {
            has_dropped = true;
        }
        has_dropped
    }

    /// Returns true if the puzzles alone need all the memory.
    pub(crate) fn is_full(&self) -> bool {
        self.account.lasting() >= self.bytes
    }

    /// Returns the bytes that are left.
    pub fn free(&self) -> u64 {
        self.bytes.saturating_sub(self.account.held())
    }
}

/// The reason why a computation stopped before it had its answer. It can be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was asked to stop: Ctrl-C, a timer, or a newer edit.
    Cancelled,
    /// The limit of states is reached.
    States,
    /// The limit of memory is reached, or the system has no more.
    Memory,
    /// Chance decides which states follow. The rule that draws is on this line of the puzzle's text.
    Chance(u32),
    /// A move does not end. The rule that causes this is on this line of the puzzle's text.
    Endless(u32),
}

impl Stop {
    /// Returns whether a rule of the puzzle is the reason, so that no limit changes it.
    pub fn is_by_rule(self) -> bool {
        matches!(self, Self::Chance(_) | Self::Endless(_))
    }

    /// Returns the reason in words that end a message.
    pub fn reason(self) -> Cow<'static, str> {
        match self {
            Self::Cancelled => "stopped".into(),
            Self::States => "stopped at the limit of states (`--states`)".into(),
            Self::Memory => "stopped at the limit of memory (`--memory`)".into(),
            Self::Chance(line) => format!("the rule on line {line} decides by chance").into(),
            Self::Endless(line) => format!("the rule on line {line} goes on without end").into(),
        }
    }
}

/// The end of a search. The three cases stay distinct: having no answer is not the same as having
/// no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// A solution, and for a shortest-path search a shortest one.
    Solved(T),
    /// Proved by exhaustion (or by an argument of equal strength) that there is none.
    Unsolvable,
    /// Stopped early; the search can be resumed.
    GaveUp(Stop),
}

impl<T> Outcome<T> {
    /// Returns this outcome with its solution, if any, changed by `change`.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Solved(value) => Outcome::Solved(change(value)),
            Self::Unsolvable => Outcome::Unsolvable,
            Self::GaveUp(stop) => Outcome::GaveUp(stop),
        }
    }
}

impl<T> Outcome<T> {
    /// Returns the solution, or `None` if there is none.
    ///
    /// # Errors
    /// The stop that ended the search.
    pub fn into_result(self) -> Result<Option<T>, Stop> {
        match self {
            Self::Solved(value) => Ok(Some(value)),
            Self::Unsolvable => Ok(None),
            Self::GaveUp(stop) => Err(stop),
        }
    }
}

impl<T> From<Result<Option<T>, Stop>> for Outcome<T> {
    /// Makes an outcome: `None` means unsolvable, and a stop means that the search gave up.
    fn from(result: Result<Option<T>, Stop>) -> Self {
        match result {
            Ok(Some(value)) => Self::Solved(value),
            Ok(None) => Self::Unsolvable,
            Err(stop) => Self::GaveUp(stop),
        }
    }
}
