//! Commands that lenses run, each on a separate thread with progress and a cancel button.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::{Sender, bounded};
use lsp_server::RequestId;
use serde_json::{Value, json};

use super::evaluate::Answered;
use super::hints::summary;
use crate::diag::{Severity, Sink};
use crate::host::{Limits, spawn_small};
use crate::puzzle::{Data, Depth, Shape, Verdict};
use crate::search::{Cancel, Progress};
use crate::session::incremental::Checked;
use crate::session::{Event, Mode, Session};
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

/// How often progress is reported.
const TICK: Duration = Duration::from_millis(100);

/// A command at work.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: RequestId,
    /// The token under which its progress is reported, as JSON.
    pub(super) token: Option<Value>,
    pub(super) cancel: Cancel,
}

/// A report of a running command.
#[derive(Debug)]
pub(super) enum Told {
    /// How far it is: the token, a sentence.
    Progress(Value, String),
    /// It is done: its request, what to answer, a sentence for people, and (for a solution) the
    /// document, the script and the solution in two words.
    Done(RequestId, Value, String, Option<(String, u64, String)>),
}

/// The command to run.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) uri: String,
    pub(super) name: String,
    pub(super) checked: Arc<Checked>,
    /// The number of the script in the document.
    pub(super) script: usize,
    pub(super) solve: bool,
}

/// Runs a task on a separate thread.
pub(super) fn start(task: Task, running: &Running, limits: Limits, told: Sender<Told>) {
    let (id, token, cancel) = (running.id.clone(), running.token.clone(), running.cancel.clone());
    std::thread::spawn(move || {
        let progress = Arc::new(Progress::default());
        let (done, over) = bounded::<()>(0);
        let reporter = token.and_then(|token| {
            let (progress, told) = (progress.clone(), told.clone());
            spawn_small("progress", move || {
                while over.recv_timeout(TICK) == Err(crossbeam_channel::RecvTimeoutError::Timeout) {
                    let _ = told.send(Told::Progress(token.clone(), figures(&progress)));
                }
            })
            .ok()
        });
        let run = || {
            if task.solve {
                solve(&task, &limits, &cancel, &progress)
            } else {
                test(&task, &limits, &cancel, &progress)
            }
        };
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        drop(done);
        if let Some(reporter) = reporter {
            let _ = reporter.join();
        }
        let (value, sentence, solved) = result.unwrap_or_else(|_| {
            (Value::Null, format!("{}: internal error; please report it", task.name), None)
        });
        let _ = told.send(Told::Done(id, value, sentence, solved));
    });
}

type Outcome = (Value, String, Option<(String, u64, String)>);

fn solve(task: &Task, limits: &Limits, cancel: &Cancel, progress: &Arc<Progress>) -> Outcome {
    let script = &task.checked.scripts[task.script];
    let name = &task.name;
    let budget = limits.budget(cancel, Some(progress.clone()));
    let Some(mut session) = task.checked.before(script, 1) else {
        return (Value::Null, format!("{name}: fix its declaration first"), None);
    };
    let Some(puzzle) = session.puzzle(None) else {
        return (Value::Null, format!("{name}: fix its declaration first"), None);
    };
    let mut sink = Sink::new();
    let Some(verb) = puzzle.info().verbs.iter().find(|verb| verb.role.solves()) else {
        return (Value::Null, format!("{name}: this kind of puzzle has no solution"), None);
    };
    let text = Fragment { text: verb.name, start: 0 };
    let Some(answer) = puzzle.run(text, Depth::Run, &budget, &mut sink) else {
        let why = sink.found().first().map_or("", |one| one.message.as_str());
        return (Value::Null, format!("{name}: {why}"), None);
    };
    let data = answer.data().unwrap_or(Data { text: "", shape: Shape::Text });
    let lines = data.text.split('\n').count();
    let known = Answered { data, whole: true, lines, verdict: answer.verdict };
    let short = summary(&known);
    let value = json!({ "answer": data.text });
    let solved =
        (answer.verdict != Verdict::GaveUp).then(|| (task.uri.clone(), script.id, short.clone()));
    (value, format!("{name}: {short}"), solved)
}

fn test(task: &Task, limits: &Limits, cancel: &Cancel, progress: &Arc<Progress>) -> Outcome {
    let script = &task.checked.scripts[task.script];
    let document = task.checked.part(script, usize::MAX);
    let budget = limits.budget(cancel, Some(progress.clone()));
    let (mut errors, mut sink) = (0, Sink::new());
    let mut session = Session::new();
    let mode = Mode::Run { solve: false };
    let source = &task.checked.source;
    session.run(source, &document, mode, &budget, &mut sink, &mut |event, sink| {
        if matches!(event, Event::Done) {
            let found = sink.take();
            errors += found.iter().filter(|one| one.severity() == Severity::Error).count();
        }
    });
    let tally = session.tally();
    let value = json!({ "held": tally.held, "wrong": tally.wrong, "errors": errors });
    let sentence = match (tally.held, tally.wrong) {
        _ if cancel.is_cancelled() => String::from("cancelled"),
        (held, wrong) if tally.gave_up + tally.skipped > 0 => format!(
            "{held} expectations hold, {wrong} do not, {} were not compared",
            tally.gave_up + tally.skipped
        ),
        (0, 0) => String::from("no expectations"),
        (1, 0) => String::from("the expectation holds"),
        (held, 0) => format!("all {held} expectations hold"),
        (held, wrong) => format!("{wrong} of {} expectations do not hold", held + wrong),
    };
    (value, format!("{}: {sentence}", task.name), None)
}

fn figures(progress: &Progress) -> String {
    let at = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let (done, depth, bytes) = (at(&progress.done), at(&progress.depth), at(&progress.bytes));
    if done == 0 {
        return String::from("searching");
    }
    format!("{done} states, depth {depth}, {} MiB", bytes >> 20)
}
