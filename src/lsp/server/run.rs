//! Commands that lenses run, each with progress and a cancel button.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::board::{self, Judgments, Measure, along, played};
use super::message::RequestId;
use super::{Found, Report};
use crate::diag::{Severity, Sink, counted};
use crate::puzzle::{self, Depth, Solution, Verdict};
use crate::search::{Budget, Cancel, Progress};
use crate::session::incremental::Checked;
use crate::session::{Event, Live, Mode};
use crate::syntax::Fragment;

/// Solves a puzzle from its start. Arguments: the document, the puzzle's name.
pub(super) const SOLVE: &str = "puzzled.server.solve";
/// Checks the expectations of a puzzle. Arguments as before.
pub(super) const TEST: &str = "puzzled.server.test";
/// Applies an edit, for clients that take commands only. Argument: the edit.
pub(super) const APPLY: &str = "puzzled.server.applyEdit";
/// Opens a puzzle in the REPL: the terminal belongs to the client, and so does this command.
pub(super) const REPL: &str = "puzzled.repl";
/// The commands that the server runs.
pub(super) const COMMANDS: [&str; 3] = [SOLVE, TEST, APPLY];

/// A command at work.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: RequestId,
    /// The token under which its progress is reported, as JSON.
    pub(super) token: Option<RequestId>,
    pub(super) cancel: Cancel,
}

/// The result of a command for the client.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Outcome {
    Solved {
        /// The result in a sentence for people.
        message: String,
        answer: String,
        /// The moves of the solution, as `play` takes them.
        #[serde(skip_serializing_if = "Option::is_none")]
        moves: Option<String>,
    },
    Tested {
        /// As above.
        message: String,
        held: u64,
        wrong: u64,
        open: u64,
        errors: usize,
    },
    Nothing,
}

/// A solution that a command found, in two words.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) uri: String,
    /// The number of the script in the document.
    pub(super) script: u64,
    pub(super) summary: String,
    pub(super) name: String,
    /// The distances along it.
    pub(super) distances: board::Along,
}

/// The end of a running command.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) id: RequestId,
    pub(super) outcome: Outcome,
    /// The result in a sentence for people.
    pub(super) sentence: String,
    pub(super) solved: Option<Solved>,
    pub(super) tested: Option<Tested>,
}

/// The results of expectations that a command found.
#[derive(Debug)]
pub(super) struct Tested {
    pub(super) uri: String,
    pub(super) name: String,
    /// The number of the script in the document.
    pub(super) script: u64,
    pub(super) judged: Judgments,
}

/// Work that the driver does beside that of the evaluator.
#[derive(Debug)]
pub struct Task(Kind);

#[derive(Debug)]
enum Kind {
    Command(Box<Command>),
    Measure(Measure),
}

impl Task {
    /// Returns the task to run a command.
    pub(super) fn command(command: Command) -> Self {
        Self(Kind::Command(Box::new(command)))
    }

    /// Returns the task to find the distance of a state.
    pub(super) fn measure(measure: Measure) -> Self {
        Self(Kind::Measure(measure))
    }

    /// Works for a slice of that many units of work ([`Slice`]). `None` if the search goes on with the
    /// next slice.
    pub fn slice(&mut self, states: u64) -> Option<Report> {
        let found = match &mut self.0 {
            Kind::Command(command) => Found::Done(Box::new(command.slice(states)?)),
            Kind::Measure(measure) => {
                let slice = catch_unwind(AssertUnwindSafe(|| measure.slice(states)));
                Found::Measured(slice.unwrap_or_else(|_| Some(measure.failed()))?)
            }
        };
        Some(Report(found))
    }

    /// Reports how far a command is while it is at work, if the client wants to know.
    pub fn observer(&self) -> Option<Observer> {
        match &self.0 {
            Kind::Command(command) => command.observer(),
            Kind::Measure(_) => None,
        }
    }
}

/// A command to run. A person waits for it and can cancel it, so that it has no limit of time.
pub(super) struct Command {
    pub(super) id: RequestId,
    pub(super) token: Option<RequestId>,
    pub(super) uri: String,
    pub(super) name: String,
    pub(super) checked: Arc<Checked>,
    /// The number of the script in the document.
    pub(super) script: usize,
    pub(super) solve: bool,
    pub(super) budget: Budget,
    /// The puzzle with its search, once it has begun.
    pub(super) live: Option<Live>,
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Command")
            .field("id", &self.id)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Command {
    /// Works on the command for a slice of that many units of work ([`Slice`]). `None` if
    /// the search goes on with the next slice.
    fn slice(&mut self, states: u64) -> Option<Done> {
        let work = || if self.solve { self.solve(states) } else { Some(self.test()) };
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => done,
            Err(_) => Some(self.failed("internal error; please report it")),
        }
    }

    fn observer(&self) -> Option<Observer> {
        let (token, progress) = (self.token.clone()?, self.budget.progress.clone()?);
        Some(Observer { token, progress })
    }

    /// Returns a sentence about the puzzle.
    fn sentence(&self, what: &str) -> String {
        format!("{}: {what}", self.name)
    }

    fn done(&self, outcome: Outcome, what: &str, solved: Option<Solved>) -> Done {
        let sentence = self.sentence(what);
        Done { id: self.id.clone(), outcome, sentence, solved, tested: None }
    }

    fn failed(&self, why: &str) -> Done {
        self.done(Outcome::Nothing, why, None)
    }

    fn solve(&mut self, states: u64) -> Option<Done> {
        let script = &self.checked.scripts[self.script];
        if self.checked.withholds(script) {
            return Some(self.failed("the document asks for the answer, so it is withheld"));
        }
        if self.live.is_none() {
            self.live = self.checked.before(script, 1);
        }
        let Some(puzzle) = self.live.as_mut().and_then(Live::puzzle) else {
            return Some(self.failed("fix its declaration first"));
        };
        let Some(verb) = puzzle.info().solver() else {
            return Some(self.failed("this kind of puzzle has no solution"));
        };
        let (text, mut sink) = (Fragment { text: verb.name, start: 0 }, Sink::new());
        let budget = self.budget.clone();
        let Some(answer) = puzzle.run(text, Depth::Run, &budget, &mut sink) else {
            let why = sink.found().first().map_or("", |one| one.message.as_str());
            return Some(self.failed(why));
        };
        let (summary, answer_text) = (answer.summary().into_owned(), answer.to_string());
        let separator = puzzle.info().separator.unwrap_or_default();
        let (length, moves) = match puzzle.solve(&budget) {
            Some(puzzle::Solved::Moves(Solution { length, moves, .. })) => (length, moves),
            Some(puzzle::Solved::Grid { moves, .. }) => (moves.len() as u64, moves),
            _ => (0, Vec::new()),
        };
        let declaration = self.checked.declaration(script);
        let declaration = declaration.map_or("", |one| self.checked.source.slice(one.span));
        let distances = along(&mut *puzzle.judge(), board::hash(declaration), length, &moves);
        let moves = played(&moves, separator);
        let message = self.sentence(&summary);
        let outcome = Outcome::Solved { message, answer: answer_text, moves };
        let solved = (answer.verdict() != Verdict::GaveUp).then(|| Solved {
            uri: self.uri.clone(),
            script: script.id,
            summary: summary.clone(),
            name: self.name.clone(),
            distances,
        });
        Some(self.done(outcome, &summary, solved))
    }

    fn test(&self) -> Done {
        let script = &self.checked.scripts[self.script];
        let (mut errors, mode) = (0, Mode::Run { solve: false });
        let (mut begun, mut judged) = (0_usize, Judgments::new());
        let (_, tally) =
            self.checked.run(script, mode, &self.budget, &mut |event, sink| match event {
                Event::Begin => begun += 1,
                Event::Judged { judgment, .. } => {
                    judged.insert(begun.saturating_sub(1), judgment);
                }
                Event::Done => {
                    let found = sink.take();
                    errors += found.iter().filter(|one| one.severity() == Severity::Error).count();
                }
                _ => {}
            });
        let sentence = match (tally.held, tally.wrong) {
            _ if self.budget.cancel.is_cancelled() => String::from("cancelled"),
            (held, wrong) if tally.gave_up + tally.skipped > 0 => format!(
                "{held} expectations hold, {wrong} do not, {} were not compared",
                tally.gave_up + tally.skipped
            ),
            (0, 0) if errors > 0 => format!("{}, no expectations", counted(errors, "error")),
            (0, 0) if tally.open > 0 => counted(tally.open, "open question"),
            (0, 0) => String::from("no expectations"),
            (1, 0) => String::from("the expectation holds"),
            (held, 0) => format!("all {held} expectations hold"),
            (held, wrong) => format!("{wrong} of {} expectations do not hold", held + wrong),
        };
        let (held, wrong, open) = (tally.held, tally.wrong, tally.open);
        let message = self.sentence(&sentence);
        let outcome = Outcome::Tested { message, held, wrong, open, errors };
        let (uri, name, script) = (self.uri.clone(), self.name.clone(), script.id);
        let tested = Some(Tested { uri, name, script, judged });
        Done { tested, ..self.done(outcome, &sentence, None) }
    }
}

/// Looks at a command at work.
#[derive(Debug)]
pub struct Observer {
    token: RequestId,
    progress: Arc<Progress>,
}

impl Observer {
    /// Returns a report of the progress of the command.
    pub fn report(&self) -> Report {
        let at = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let Progress { done, depth, bytes, .. } = &*self.progress;
        let sentence = match at(done) {
            0 => String::from("searching"),
            done => format!("{done} states, depth {}, {} MiB", at(depth), at(bytes) >> 20),
        };
        Report(Found::Progress(self.token.clone(), sentence))
    }
}
