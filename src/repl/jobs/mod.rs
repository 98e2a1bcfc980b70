//! Searches in the background: `solve &`, `jobs`, `wait`, `stop`.
//!
//! A job is a command of a puzzle of the session that runs a slice at a time while the prompt waits
//! for a line. The search lies in the state of the puzzle, as that of any other command, so `status`
//! and `frontier` see it. A command that changes the state, or advances the same search, ends the job.

mod run;
mod searches;
#[cfg(test)]
mod tests;
mod thread;

pub(crate) use run::{LOOK, allow, background_of, check, deliver, start, stop_all, wait_for};
pub(crate) use searches::Searches;
pub(crate) use thread::Background;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::diag::{Diagnostic, Sink};
use crate::puzzle::{Answer, Depth, Puzzle};
use crate::repl::log::search_record;
use crate::repl::verbs::watch::Change;
use crate::search::{Budget, Cancel, Counted, Pace, Progress};
use crate::session::Session;
use crate::syntax::Fragment;

/// A puzzle in one of its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    /// The address of the puzzle: another puzzle may have taken its name.
    address: usize,
    state: [usize; 2],
}

impl Spot {
    fn of(puzzle: &dyn Puzzle) -> Self {
        let [states, now, _] = puzzle.place();
        Self { address: std::ptr::from_ref(puzzle).cast::<()>() as usize, state: [states, now] }
    }
}

/// A command that runs in the background.
#[derive(Debug)]
pub(crate) struct Job {
    number: usize,
    puzzle: String,
    /// The command without a prefix and without its `&`.
    command: String,
    spot: Spot,
    budget: Budget,
    pace: Pace,
    progress: Arc<Progress>,
    /// True after its first slice.
    begun: bool,
    /// The time for which it has worked, and the limit of this time.
    worked: Duration,
    time: Option<Duration>,
    /// True if it has reached this limit.
    late: bool,
    /// The states that its search had expanded after the last slice.
    expanded: u64,
    /// The states of the last record in the journal.
    recorded: u64,
}

/// A running job, as lists show it.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) number: usize,
    pub(crate) puzzle: String,
    pub(crate) command: String,
    /// The states that its search has expanded, or the units of other work that it has done.
    pub(crate) done: u64,
    /// The unit of `done`.
    pub(crate) counted: Counted,
    /// The time for which it has worked.
    pub(crate) worked: Duration,
}

impl Running {
    /// Returns its command with its puzzle.
    pub(crate) fn title(&self) -> String {
        format!("{}: {}", self.puzzle, self.command)
    }
}

/// How a job ended.
#[derive(Debug)]
pub(crate) enum End {
    /// With an answer, or with the reasons why there is none.
    Answered {
        /// The answer.
        answer: Option<Answer>,
        /// What was found.
        found: Vec<Diagnostic>,
    },
    /// Stopped, for this reason.
    Stopped(&'static str),
}

/// A job that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) job: Job,
    pub(crate) end: End,
}

impl Job {
    /// Returns the command with the name of its puzzle.
    fn title(&self) -> String {
        format!("{}: {}", self.puzzle, self.command)
    }

    /// Returns why the job cannot go on.
    fn obstacle(&self, session: &mut Session) -> Option<&'static str> {
        let Some(puzzle) = session.puzzle(Some(&self.puzzle)) else {
            return Some("its puzzle was removed");
        };
        if Spot::of(puzzle) != self.spot {
            return Some("its puzzle has changed");
        }
        let same = puzzle.expanded(self.text()) == self.expanded;
        (!same).then_some("another command went on with its search")
    }

    fn text(&self) -> Fragment<'_> {
        Fragment { text: &self.command, start: 0 }
    }

    /// Runs one slice. Returns how the job ended, if it did.
    fn run(&mut self, session: &mut Session) -> Option<End> {
        if let Some(obstacle) = self.obstacle(session) {
            self.budget.cancel.cancel();
            self.run_slice(session); // what was paused is dropped
            return Some(End::Stopped(obstacle));
        }
        let begun = Instant::now();
        let (answer, found) = self.run_slice(session)?;
        let took = begun.elapsed();
        self.pace.end(took.as_micros() as u64);
        self.worked += took;
        if !answer.as_ref().is_some_and(Answer::is_paused) {
            return Some(End::Answered { answer, found });
        }
        if self.time.is_some_and(|time| self.worked >= time) {
            self.late = true;
            self.budget.cancel.cancel();
        }
        None
    }

    fn run_slice(&mut self, session: &mut Session) -> Option<(Option<Answer>, Vec<Diagnostic>)> {
        let puzzle =
            session.puzzle(Some(&self.puzzle)).filter(|one| Spot::of(*one) == self.spot)?;
        self.pace.begin(None);
        let mut sink = Sink::new();
        puzzle.enter(u64::MAX);
        let text = Fragment { text: &self.command, start: 0 };
        let answer = puzzle.run(text, Depth::Run, &self.budget.resuming(self.begun), &mut sink);
        self.begun = true;
        self.expanded = puzzle.expanded(text);
        Some((answer, sink.take()))
    }
}

/// A command that the prompt runs while nothing else does.
#[derive(Debug)]
struct Foreground {
    puzzle: String,
    command: String,
    progress: Arc<Progress>,
    /// The states of the last record.
    recorded: u64,
}

/// Returns how many states a search has expanded by layers; 0 for other work.
fn layered(progress: &Progress) -> u64 {
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let is_layered = progress.counted() == Counted::States && read(&progress.depth) > 0;
    if is_layered { read(&progress.done) } else { 0 }
}

/// Returns whether a search has come so much farther that it is recorded again.
fn is_farther(expanded: u64, recorded: u64) -> bool {
    expanded > recorded.saturating_add(recorded / 16)
}

/// The jobs of a prompt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs(Arc<Table>);

#[derive(Debug, Default)]
struct Table {
    list: Mutex<List>,
    /// Wakes the thread that runs the jobs.
    changed: Condvar,
    /// True while nothing is typed at the prompt.
    is_line_empty: AtomicBool,
}

#[derive(Debug, Default)]
struct List {
    /// The number of the last job.
    last: usize,
    running: Vec<Job>,
    /// The running job that has its turn.
    turn: usize,
    ended: Vec<Ended>,
    /// The command that the prompt itself runs.
    foreground: Option<Foreground>,
    /// The watched file, while the prompt waits for a line.
    watched: Option<Change>,
}

impl Jobs {
    /// Returns the list. A caller that needs the session, too, locks the session first.
    fn list(&self) -> MutexGuard<'_, List> {
        self.0.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job, and returns its number.
    fn add(
        &self,
        puzzle: &dyn Puzzle,
        [name, command]: [&str; 2],
        budget: Budget,
        time: Option<Duration>,
    ) -> usize {
        let (pace, progress) = (Pace::new(), Arc::new(Progress::default()));
        let budget =
            Budget { cancel: Cancel::default(), progress: Some(progress.clone()), ..budget };
        let budget = budget.sliced(pace.slice());
        let mut list = self.list();
        list.last += 1;
        let number = list.last;
        let (puzzle, command, spot) = (puzzle, command.to_owned(), Spot::of(puzzle));
        let expanded = puzzle.expanded(Fragment { text: &command, start: 0 });
        let (begun, worked, late) = (false, Duration::ZERO, false);
        let puzzle = name.to_owned();
        list.running.push(Job {
            number,
            puzzle,
            command,
            spot,
            budget,
            pace,
            progress,
            begun,
            worked,
            time,
            late,
            expanded,
            recorded: 0,
        });
        self.0.changed.notify_all();
        number
    }

    /// Runs a slice of the job that has its turn. Returns false if there is none.
    fn work(&self, session: &mut Session) -> bool {
        let mut list = self.list();
        if list.running.is_empty() {
            return false;
        }
        let at = (list.turn + 1) % list.running.len();
        list.turn = at;
        if let Some(end) = list.running[at].run(session) {
            let job = list.running.remove(at);
            list.ended.push(Ended { job, end });
        }
        true
    }

    /// Ends the jobs that cannot go on, because a command has changed their puzzle or its search.
    fn check(&self, session: &mut Session) {
        let mut list = self.list();
        for at in (0..list.running.len()).rev() {
            if list.running[at].obstacle(session).is_some()
                && let Some(end) = list.running[at].run(session)
            {
                let job = list.running.remove(at);
                list.ended.push(Ended { job, end });
            }
        }
    }

    /// Stops a job, or all. Returns how many were stopped.
    pub(crate) fn stop(&self, which: Option<usize>, session: &mut Session) -> usize {
        let mut list = self.list();
        let (stopped, running) = std::mem::take(&mut list.running)
            .into_iter()
            .partition::<Vec<_>, _>(|job| which.is_none_or(|number| job.number == number));
        list.running = running;
        let count = stopped.len();
        for mut job in stopped {
            job.budget.cancel.cancel();
            let end = job.run(session).unwrap_or(End::Stopped("it was stopped"));
            list.ended.push(Ended { job, end });
        }
        count
    }

    /// Says which command the prompt itself runs from now on.
    pub(crate) fn set_foreground(&self, running: Option<(&str, &str, Arc<Progress>)>) {
        let running = running.map(|(puzzle, command, progress)| Foreground {
            puzzle: puzzle.to_owned(),
            command: command.to_owned(),
            progress,
            recorded: 0,
        });
        let mut list = self.list();
        if list.foreground.is_some() || running.is_some() {
            list.foreground = running;
            self.0.changed.notify_all();
        }
    }

    /// Returns records of the searches that have come farther.
    fn records(&self) -> Vec<String> {
        let mut list = self.list();
        let mut records = Vec::new();
        for job in &mut list.running {
            if is_farther(job.expanded, job.recorded) {
                job.recorded = job.expanded;
                records.push(search_record(&job.puzzle, &job.command, job.expanded));
            }
        }
        if let Some(one) = &mut list.foreground {
            let expanded = layered(&one.progress);
            if is_farther(expanded, one.recorded) {
                one.recorded = expanded;
                records.push(search_record(&one.puzzle, &one.command, expanded));
            }
        }
        records
    }

    /// Returns the running jobs, in order of their numbers.
    pub(crate) fn running(&self) -> Vec<Running> {
        let running = |job: &Job| Running {
            number: job.number,
            puzzle: job.puzzle.clone(),
            command: job.command.clone(),
            done: job.expanded.max(job.progress.done.load(Ordering::Relaxed)),
            counted: match job.progress.counted() {
                Counted::Work if job.expanded > 0 => Counted::States,
                counted => counted,
            },
            worked: job.worked,
        };
        self.list().running.iter().map(running).collect()
    }

    /// Says whether nothing is typed at the prompt.
    pub(super) fn note_line(&self, is_empty: bool) {
        self.0.is_line_empty.store(is_empty, Ordering::Relaxed);
    }

    /// Returns how many jobs run.
    pub(crate) fn count(&self) -> usize {
        self.list().running.len()
    }

    /// Returns whether a job runs, or has ended and was not reported yet.
    pub(crate) fn is_at_work(&self) -> bool {
        let list = self.list();
        !list.running.is_empty() || !list.ended.is_empty()
    }

    /// Returns whether a job runs: the one with that number, or any.
    pub(crate) fn is_running(&self, which: Option<usize>) -> bool {
        self.list().running.iter().any(|job| which.is_none_or(|number| job.number == number))
    }

    /// Returns whether jobs have ended that were not reported yet.
    pub(crate) fn has_ended(&self) -> bool {
        !self.list().ended.is_empty()
    }

    /// Returns the jobs that have ended since the last call.
    fn take_ended(&self) -> Vec<Ended> {
        std::mem::take(&mut self.list().ended)
    }

    /// Looks out for a change of a file while the prompt waits for a line.
    pub(crate) fn watch(&self, file: Option<Change>) {
        self.list().watched = file;
        self.0.changed.notify_all();
    }
}
