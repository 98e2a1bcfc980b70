//! Work that runs beside the protocol: scripts, the commands of lenses, and searches for distances.
//!
//! A [`Job`] is a pure function of a text. The server hands jobs out when its driver asks for one, and
//! the driver runs them where it can: on threads, or in another worker. A job sends its results as they
//! come. A change of a document abandons the jobs whose statements are gone, and no others: what a job
//! finds holds for every script that begins like its own.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::board::{Along, State, measure};
use super::document::Document;
use super::message::RequestId;
use super::run::{self, Done};
use super::{Report, Server, Settings};
use crate::search::{Budget, Cancel, Progress};
use crate::session::incremental::{Checked, Outcome, Outcomes, Part};

/// The time limits of the scripts of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The time for a puzzle and all its statements.
    time: Duration,
    /// The time for the searches of a document between two edits.
    total: Duration,
}

impl Limits {
    pub(super) fn of(settings: &Settings) -> Self {
        Self { time: settings.time, total: settings.total }
    }
}

/// A piece of work on a text.
pub struct Job {
    pub(super) id: u64,
    /// The processor time after which the driver cancels it, if it is limited.
    pub(super) time: Option<Duration>,
    /// The limits. Its flag is set when the time is over, or when the results are no longer needed.
    pub(super) budget: Budget,
    /// Set when the results are no longer needed.
    pub(super) abandoned: Cancel,
    pub(super) checked: Arc<Checked>,
    pub(super) task: Task,
    /// The token of the request under which its progress is shown.
    pub(super) token: Option<RequestId>,
}

/// The task of a job.
pub(super) enum Task {
    /// Runs the script with this number, except for what is known.
    Script { number: usize, known: Arc<Outcomes> },
    /// Solves the puzzle of a script from its start.
    Solve { number: usize },
    /// Compares the expectations of a script.
    Test { number: usize },
    /// Finds how far the goal is.
    Distance(State),
}

impl Task {
    /// Returns its name in traces.
    fn name(&self) -> &'static str {
        match self {
            Self::Script { .. } => "run",
            Self::Solve { .. } => "solve",
            Self::Test { .. } => "test",
            Self::Distance(_) => "distance",
        }
    }

    /// Returns the number of the script that it works on.
    fn script(&self) -> Option<usize> {
        match self {
            Self::Script { number, .. } | Self::Solve { number } | Self::Test { number } => {
                Some(*number)
            }
            Self::Distance(_) => None,
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A result of a job.
#[derive(Debug)]
pub(super) enum JobResult {
    /// The outcome of a part of a script.
    Outcome(Part, Arc<Outcome>),
    /// The end of a command.
    Done(Box<Done>),
    /// The distances of states.
    Distances(Along),
    /// The job has ended, and took so much processor time.
    Ended(Duration),
}

impl Job {
    /// Returns its number.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the processor time after which the driver cancels it, if it is limited.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Returns the flag that stops what still needs a search.
    pub fn cancel(&self) -> &Cancel {
        &self.budget.cancel
    }

    /// Returns the flag that is set when the results are no longer needed.
    pub fn abandoned(&self) -> &Cancel {
        &self.abandoned
    }

    /// Shows how far it is while it is at work, if the client wants to know.
    pub fn observer(&self) -> Option<Observer> {
        let token = self.token.clone()?;
        let progress = self.budget.progress.clone()?;
        Some(Observer { token, progress })
    }

    /// Returns the name of the puzzle that it works on.
    fn puzzle(&self) -> Option<&str> {
        let script = self.checked.scripts.get(self.task.script()?)?;
        self.checked.name(script).map(|(name, _)| name)
    }

    /// Does the work, and sends the results. The driver reports the [end](Job::ended).
    pub fn run(&self, send: &mut dyn FnMut(Report)) {
        let Self { id, checked, budget, .. } = self;
        let _span = tracing::info_span!("job", id, task = self.task.name(), puzzle = self.puzzle())
            .entered();
        let mut send = |result| send(Report::of(*id, result));
        let work = AssertUnwindSafe(|| match &self.task {
            Task::Script { number, known } => {
                let script = &checked.scripts[*number];
                checked.work(script, known, budget, &self.abandoned, &mut |part, outcome| {
                    send(JobResult::Outcome(part, Arc::new(outcome)));
                });
            }
            Task::Solve { number } => {
                send(JobResult::Done(Box::new(run::solve(checked, *number, budget))));
            }
            Task::Test { number } => {
                send(JobResult::Done(Box::new(run::test(checked, *number, budget))));
            }
            Task::Distance(state) => {
                send(JobResult::Distances(measure(checked, state, budget)));
            }
        });
        // The end without a result says that this was a fault of ours.
        let _ = catch_unwind(work);
    }

    /// Reports its end, after so much processor time.
    pub fn ended(&self, spent: Duration) -> Report {
        Report::of(self.id, JobResult::Ended(spent))
    }
}

/// Looks at a job at work.
#[derive(Debug)]
pub struct Observer {
    token: RequestId,
    progress: Arc<Progress>,
}

impl Observer {
    /// Returns a report of the progress of the job.
    pub fn report(&self) -> Report {
        let at = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let Progress { done, depth, bytes, .. } = &*self.progress;
        let sentence = match at(done) {
            0 => String::from("searching"),
            done => format!("{done} states, depth {}, {} MiB", at(depth), at(bytes) >> 20),
        };
        Report::progress(self.token.clone(), sentence)
    }
}

/// A script at work.
#[derive(Debug)]
struct RunningScript {
    job: u64,
    uri: String,
    /// The place of the script among those of the present text.
    script: usize,
    /// The outcomes that were known when the job began.
    began: Arc<Outcomes>,
    /// The part that it works on.
    part: Part,
    cancel: Cancel,
    abandoned: Cancel,
}

impl RunningScript {
    fn abandon(&self) {
        self.abandoned.cancel();
        self.cancel.cancel();
    }
}

/// The jobs of a server.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    count: u64,
    /// The jobs for which a person or a board waits.
    queue: VecDeque<Job>,
    scripts: Vec<RunningScript>,
    /// Open documents: the one that was edited or asked about last comes first.
    order: Vec<String>,
}

impl Drop for Jobs {
    /// Ends the work on scripts.
    fn drop(&mut self) {
        self.abandon(|_| true);
    }
}

impl Jobs {
    /// Makes a job that comes before all scripts. Returns its number.
    pub(super) fn push(
        &mut self,
        checked: Arc<Checked>,
        task: Task,
        budget: Budget,
        time: Option<Duration>,
        token: Option<RequestId>,
    ) -> u64 {
        self.count += 1;
        let id = self.count;
        let abandoned = Cancel::default();
        self.queue.push_back(Job { id, time, budget, abandoned, checked, task, token });
        id
    }

    /// Abandons scripts at work.
    fn abandon(&mut self, is_gone: impl Fn(&RunningScript) -> bool) {
        self.scripts.retain(|work| {
            let is_gone = is_gone(work);
            if is_gone {
                work.abandon();
            }
            !is_gone
        });
    }

    /// Returns the number of jobs for which a person or a board waits.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Takes the scripts of a document first.
    pub(super) fn put_first(&mut self, uri: &str) {
        if self.order.first().is_none_or(|first| first != uri) {
            self.order.retain(|other| other != uri);
            self.order.insert(0, uri.to_owned());
        }
    }

    /// Abandons what is not wanted for the new text of a document.
    pub(super) fn change(&mut self, document: &Document) {
        for work in self.scripts.iter_mut().filter(|work| work.uri == document.uri) {
            let script = document.script_for(&work.began);
            match script.filter(|script| document.wants(*script, work.part, &work.began)) {
                Some(script) => work.script = script,
                None => work.abandon(),
            }
        }
        self.scripts.retain(|work| !work.abandoned.is_cancelled());
        self.put_first(&document.uri);
    }

    /// Ends the work on a document that is closed.
    pub(super) fn close(&mut self, uri: &str) {
        self.order.retain(|other| other != uri);
        self.abandon(|work| work.uri == uri);
    }

    /// Returns whether a script is at work.
    fn is_at_work(&self, uri: &str, script: usize) -> bool {
        self.scripts.iter().any(|work| work.uri == uri && work.script == script)
    }
}

impl Server {
    /// Returns the next job: those for which a person or a board waits come first, then the scripts of
    /// the document that was edited or asked about last.
    pub fn next_job(&mut self) -> Option<Job> {
        if let Some(job) = self.jobs.queue.pop_front() {
            return Some(job);
        }

        let limits = Limits::of(&self.settings);
        let Jobs { count, scripts, order, .. } = &mut self.jobs;
        for uri in &*order {
            let Some(document) = self.documents.get_mut(uri) else { continue };
            let is_at_work =
                |number| scripts.iter().any(|work| work.uri == *uri && work.script == number);
            let left = limits.total.saturating_sub(document.spent);
            let Some((number, known)) = document.next_script(left, is_at_work) else { continue };

            *count += 1;
            let cancel = Cancel::default();
            let abandoned = Cancel::default();
            let checked = document.checked.clone();
            scripts.push(RunningScript {
                job: *count,
                uri: uri.clone(),
                script: number,
                began: known.clone(),
                part: known.next().unwrap_or(Part::Advice),
                cancel: cancel.clone(),
                abandoned: abandoned.clone(),
            });
            return Some(Job {
                id: *count,
                time: Some(limits.time.min(left)),
                budget: Budget { cancel, ..self.settings.budget.clone() },
                abandoned,
                checked,
                task: Task::Script { number, known },
                token: None,
            });
        }
        None
    }

    /// Runs everything anew, because the limits are others.
    pub(super) fn evaluate_anew(&mut self) {
        self.jobs.abandon(|_| true);
        for document in self.documents.values_mut() {
            document.forget_outcomes();
        }
        self.waiting.iter_mut().for_each(|waiting| waiting.unready = 0);
    }

    /// Receives the outcome of a part of a script.
    pub(super) fn take_outcome(&mut self, job: u64, part: Part, outcome: Arc<Outcome>) {
        let Some(work) = self.jobs.scripts.iter_mut().find(|work| work.job == job) else { return };
        let Some(document) = self.documents.get_mut(&work.uri) else { return };

        if document.wants(work.script, part, &work.began) {
            if document.take_outcome(work.script, part, outcome) {
                self.dirty.insert(work.uri.clone());
            }
            if self.client.has_boards
                && let Some(name) = document.name_of(work.script)
            {
                self.distances.change(&work.uri, [name.to_owned()]);
            }
            self.evaluated.insert(work.uri.clone());
        }

        match work.began.after(part) {
            Some(next) if document.wants(work.script, next, &work.began) => work.part = next,
            // It ends by itself.
            None => {}
            Some(_) => {
                work.abandon();
                document.restart();
                self.jobs.scripts.retain(|work| work.job != job);
            }
        }

        self.serve_waiting();
        if self.now.saturating_sub(self.pushed) >= super::PUSHED {
            self.pushed = self.now;
            self.flush();
        }
    }

    /// Receives the end of a job.
    pub(super) fn job_ended(&mut self, job: u64, spent: Duration) {
        self.command_failed(job);
        self.distances.failed(job);
        let Some(at) = self.jobs.scripts.iter().position(|work| work.job == job) else { return };
        let RunningScript { uri, script, .. } = self.jobs.scripts.swap_remove(at);
        let Some(document) = self.documents.get_mut(&uri) else { return };
        document.spent += spent;
        document.script_ended(script);
        let left = Limits::of(&self.settings).total.saturating_sub(document.spent);
        let jobs = &self.jobs;
        let is_at_work = |number| jobs.is_at_work(&uri, number);
        let is_done = document.next_script(left, is_at_work).is_none()
            && jobs.scripts.iter().all(|work| work.uri != uri);
        if is_done {
            self.evaluated.insert(uri.clone());
            self.serve_waiting();
            self.pushed = self.now;
            self.flush(); // diagnostics do not wait for the comparisons of a refresh
            if self.partial.contains(&uri) || self.jobs.scripts.is_empty() {
                self.refresh();
            }
        }
    }
}
