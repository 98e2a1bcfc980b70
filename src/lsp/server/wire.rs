//! Jobs and their results as bytes, for a driver that runs jobs where there is no shared memory.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Weak};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::board::{Along, State};
use super::jobs::{Job, JobResult, Task};
use super::run::Done;
use super::{News, Report};
use crate::diag::{Code, Diagnostic, Fix, Label};
use crate::kinds::KINDS;
use crate::puzzle::Prospect;
use crate::search::{Budget, Cancel};
use crate::session::incremental::{Checked, Incremental, Outcome, Outcomes, Part, Shown};
use crate::session::{End, Judgment, all_codes, codes};
use crate::text::{Source, Span};

/// Writes jobs for one [`JobReader`].
#[derive(Debug, Default)]
pub struct JobWriter {
    /// The document of the last job.
    last: Weak<Checked>,
}

impl JobWriter {
    /// Returns a job as bytes: without the text if the job before it had the same.
    pub fn write(&mut self, job: &Job) -> Vec<u8> {
        let Job { id, time, checked, task, .. } = job;
        let is_new = self.last.as_ptr() != Arc::as_ptr(checked);
        self.last = Arc::downgrade(checked);
        let source = &checked.source;
        let text =
            is_new.then(|| WireText { name: source.name().into(), text: source.text().into() });
        let job = WireJob { id: *id, time: *time, text, task: WireTask::of(task) };
        serde_json::to_vec(&job).unwrap_or_default()
    }
}

/// Reads the jobs of one [`JobWriter`].
#[derive(Debug)]
pub struct JobReader {
    budget: Budget,
    incremental: Incremental,
    /// The document of the last job.
    last: Option<Arc<Checked>>,
}

impl JobReader {
    /// Returns a reader of jobs that are to run within a budget.
    pub fn new(budget: Budget) -> Self {
        let incremental = Incremental::numbered_from(KINDS, 0, budget.clone()).keeping_bodies();
        Self { budget, incremental, last: None }
    }

    /// Returns the job, which stops when `cancel` is set; `None` if these are not the bytes of one.
    pub fn read(&mut self, bytes: &[u8], cancel: Cancel) -> Option<Job> {
        let WireJob { id, time, text, task } = serde_json::from_slice(bytes).ok()?;
        if let Some(WireText { name, text }) = text {
            let source = Arc::new(Source::new(name, text));
            self.last = Some(Arc::new(self.incremental.check(source)));
        }
        let checked = self.last.clone()?;
        let task = task.read(&checked)?;
        let budget = Budget { cancel, ..self.budget.clone() };
        Some(Job { id, time, budget, abandoned: Cancel::default(), checked, task, token: None })
    }
}

impl Report {
    /// Returns the result of a job as bytes; `None` if it is not one.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let Self(News::Job(job, result)) = self else { return None };
        let result = match result {
            JobResult::Outcome(part, outcome) => {
                WireResult::Outcome(*part, Box::new((**outcome).clone().into()))
            }
            JobResult::Done(done) => WireResult::Done(done.clone()),
            JobResult::Distances(distances) => WireResult::Distances(distances.clone()),
            JobResult::Ended(spent) => WireResult::Ended(*spent),
        };
        serde_json::to_vec(&(job, result)).ok()
    }

    /// Returns the result of a job; `None` if these are not the bytes of one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (job, result) = serde_json::from_slice(bytes).ok()?;
        let result = match result {
            WireResult::Outcome(part, outcome) => {
                JobResult::Outcome(part, Arc::new((*outcome).into()))
            }
            WireResult::Done(done) => JobResult::Done(done),
            WireResult::Distances(distances) => JobResult::Distances(distances),
            WireResult::Ended(spent) => JobResult::Ended(spent),
        };
        Some(Self::of(job, result))
    }
}

#[derive(Serialize, Deserialize)]
struct WireJob {
    id: u64,
    time: Option<Duration>,
    text: Option<WireText>,
    task: WireTask,
}

#[derive(Serialize, Deserialize)]
struct WireText {
    name: String,
    text: String,
}

#[derive(Serialize, Deserialize)]
enum WireTask {
    Script { number: usize, known: Vec<(Part, WireOutcome)> },
    Solve { number: usize },
    Test { number: usize },
    Distance(State),
}

impl WireTask {
    fn of(task: &Task) -> Self {
        match task {
            Task::Script { number, known } => {
                let known = known.iter().map(|(part, outcome)| (part, relied_on(outcome).into()));
                Self::Script { number: *number, known: known.collect() }
            }
            Task::Solve { number } => Self::Solve { number: *number },
            Task::Test { number } => Self::Test { number: *number },
            Task::Distance(state) => Self::Distance(state.clone()),
        }
    }

    /// Returns the task on a document; `None` if the document has no such script.
    fn read(self, checked: &Checked) -> Option<Task> {
        let exists = |number: usize| checked.scripts.get(number);
        Some(match self {
            Self::Script { number, known } => {
                let mut outcomes = checked.outcomes(exists(number)?, &Outcomes::default());
                for (part, outcome) in known {
                    outcomes.insert(part, Arc::new(outcome.into()));
                }
                Task::Script { number, known: Arc::new(outcomes) }
            }
            Self::Solve { number } => exists(number).map(|_| Task::Solve { number })?,
            Self::Test { number } => exists(number).map(|_| Task::Test { number })?,
            Self::Distance(state) => Task::Distance(state),
        })
    }
}

/// Returns what the work on later statements needs of an outcome.
fn relied_on(outcome: &Outcome) -> Outcome {
    let diagnostics = outcome.diagnostics.iter();
    Outcome {
        diagnostics: diagnostics
            .filter(|reported| *reported.code == codes::GAVE_UP)
            .cloned()
            .collect(),
        end: outcome.end,
        has_failed: outcome.has_failed,
        facts: outcome.facts.clone(),
        wants_advice: outcome.wants_advice,
        ..Outcome::default()
    }
}

#[derive(Serialize, Deserialize)]
enum WireResult {
    Outcome(Part, Box<WireOutcome>),
    Done(Box<Done>),
    Distances(Along),
    Ended(Duration),
}

/// An [`Outcome`]. What most of them do not have is left out.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct WireOutcome {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<WireDiagnostic>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    starts: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judgment: Option<Judgment>,
    #[serde(skip_serializing_if = "is_default")]
    end: End,
    #[serde(skip_serializing_if = "is_default")]
    has_failed: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<WireCode>,
    #[serde(skip_serializing_if = "is_default")]
    wants_advice: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    distances: Vec<Prospect>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl From<Outcome> for WireOutcome {
    fn from(outcome: Outcome) -> Self {
        let Outcome { diagnostics, starts, answer, judgment, end, .. } = outcome;
        let Outcome { has_failed, facts, wants_advice, distances, .. } = outcome;
        Self {
            diagnostics: diagnostics.into_iter().map(WireDiagnostic).collect(),
            starts: starts.to_vec(),
            answer,
            judgment,
            end,
            has_failed,
            facts: facts.into_iter().map(WireCode).collect(),
            wants_advice,
            distances,
        }
    }
}

impl From<WireOutcome> for Outcome {
    fn from(outcome: WireOutcome) -> Self {
        let WireOutcome { diagnostics, starts, answer, judgment, end, .. } = outcome;
        let WireOutcome { has_failed, facts, wants_advice, distances, .. } = outcome;
        Self {
            diagnostics: diagnostics
                .into_iter()
                .map(|WireDiagnostic(diagnostic)| diagnostic)
                .collect(),
            starts: starts.into(),
            answer,
            judgment,
            end,
            has_failed,
            facts: facts.into_iter().map(|WireCode(code)| code).collect(),
            wants_advice,
            distances,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct WireDiagnostic(#[serde(with = "DiagnosticParts")] Diagnostic);

/// The parts of a [`Diagnostic`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Diagnostic")]
struct DiagnosticParts {
    #[serde(with = "code")]
    code: &'static Code,
    lowered: bool,
    message: String,
    span: Span,
    label: String,
    related: Vec<Label>,
    help: Option<String>,
    fixes: Vec<Fix>,
}

#[derive(Serialize, Deserialize)]
struct WireCode(#[serde(with = "code")] &'static Code);

/// Codes by their paths.
mod code {
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{CODES, Code};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub(super) fn serialize<S: Serializer>(code: &&Code, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(code.path)
    }

    pub(super) fn deserialize<'de, D>(deserializer: D) -> Result<&'static Code, D::Error>
    where
        D: Deserializer<'de>,
    {
        let path = String::deserialize(deserializer)?;
        let unknown = || D::Error::invalid_value(Unexpected::Str(&path), &"the path of a code");
        CODES.get(&*path).copied().ok_or_else(unknown)
    }
}

/// The codes of the kinds that are shipped, by their paths.
static CODES: LazyLock<HashMap<&'static str, &'static Code>> =
    LazyLock::new(|| all_codes(KINDS).into_iter().map(|code| (code.path, code)).collect());

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::Value;

    use super::*;

    /// The limit of states: searches end soon, and some give up.
    const STATES: u64 = 2_000;

    /// A result of a job in an order of its own.
    fn value(report: &Report) -> Value {
        serde_json::from_slice(&report.to_bytes().expect("a result of a job")).expect("JSON")
    }

    fn reports(job: &Job) -> Vec<Value> {
        let mut reports = Vec::new();
        job.run(&mut |report| reports.push(value(&report)));
        reports
    }

    /// Sends a job and its reports as bytes, and returns its outcomes.
    fn compare(
        checked: &Arc<Checked>,
        task: Task,
        reader: &mut JobReader,
    ) -> Vec<(Part, Arc<Outcome>)> {
        let budget = Budget::unlimited().with_states(STATES);
        let abandoned = Cancel::default();
        let checked = checked.clone();
        let job = Job { id: 7, time: None, budget, abandoned, checked, task, token: None };
        let mut outcomes = Vec::new();
        let mut direct = Vec::new();
        job.run(&mut |report| {
            let read = Report::from_bytes(&report.to_bytes().expect("bytes")).expect("a report");
            direct.push(value(&report));
            assert_eq!(value(&read), value(&report));
            if let (
                News::Job(_, JobResult::Outcome(part, read)),
                News::Job(_, JobResult::Outcome(_, outcome)),
            ) = (read.0, report.0)
            {
                assert_eq!(read, outcome);
                outcomes.push((part, outcome));
            }
        });
        let sent = JobWriter::default().write(&job);
        let read = reader.read(&sent, Cancel::default()).expect("a job");
        assert_eq!(reports(&read), direct);
        outcomes
    }

    #[test]
    fn a_job_that_is_sent_as_bytes_gives_the_same_reports() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
        let files = walkdir::WalkDir::new(root).into_iter();
        let texts =
            files.filter_map(|file| std::fs::read_to_string(file.expect("a file").path()).ok());
        let mut reader = JobReader::new(Budget::unlimited().with_states(STATES));
        for text in texts.filter(|text| text.len() < 20_000) {
            let source = Arc::new(Source::new("x.puzzle", text));
            let checked = Arc::new(Incremental::new().keeping_bodies().check(source));
            for (number, script) in checked.scripts.iter().enumerate() {
                let mut known = checked.outcomes(script, &Outcomes::default());
                let task = Task::Script { number, known: Arc::new(known.clone()) };
                let outcomes = compare(&checked, task, &mut reader);
                let half = outcomes.len() / 2;
                for (part, outcome) in outcomes.into_iter().take(half) {
                    known.insert(part, outcome);
                }
                let task = Task::Script { number, known: Arc::new(known) };
                compare(&checked, task, &mut reader);
                compare(&checked, Task::Solve { number }, &mut reader);
                compare(&checked, Task::Test { number }, &mut reader);
            }
        }
    }

    #[test]
    fn a_text_is_sent_once() {
        let source = Arc::new(Source::new("x.puzzle", "rush r {\n  AA.\n}\n"));
        let checked = Arc::new(Incremental::new().check(source));
        let budget = Budget::unlimited();
        let abandoned = Cancel::default();
        let task = Task::Test { number: 0 };
        let job = Job { id: 1, time: None, budget, abandoned, checked, task, token: None };
        let mut writer = JobWriter::default();
        let mut reader = JobReader::new(Budget::unlimited());
        let first = writer.write(&job);
        let second = writer.write(&job);
        assert!(second.len() < first.len());
        assert!(reader.read(&second, Cancel::default()).is_none(), "its text was never sent");
        for bytes in [first, second] {
            let read = reader.read(&bytes, Cancel::default()).expect("a job");
            assert_eq!(reports(&read), reports(&job));
        }
    }
}
