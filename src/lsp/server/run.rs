//! Commands that lenses run, each with progress and a cancel button.

use serde::{Deserialize, Serialize};

use super::board::{self, Along, Judgments, along, played};
use super::message::RequestId;
use crate::diag::{Severity, Sink, counted};
use crate::puzzle::{self, Depth, Directive, Solution, Verdict};
use crate::search::{Budget, Cancel};
use crate::session::incremental::Checked;
use crate::session::{Event, Live, Mode};

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
    /// The number of its job.
    pub(super) job: u64,
    pub(super) uri: String,
    pub(super) name: String,
    /// The number of the script in the document.
    pub(super) script: u64,
    /// The token under which its progress is reported, as JSON.
    pub(super) token: Option<RequestId>,
    pub(super) cancel: Cancel,
}

/// The result of a command for the client.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
        /// The result in a sentence for people.
        message: String,
        held: u64,
        wrong: u64,
        open: u64,
        errors: usize,
    },
    Nothing,
}

/// The end of a command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Done {
    pub(super) outcome: Outcome,
    /// The result in a sentence for people.
    pub(super) sentence: String,
    /// The solution in two words, if one was found.
    pub(super) summary: Option<String>,
    /// The distances along it.
    pub(super) distances: Along,
    /// The results of expectations, if they were compared.
    pub(super) judged: Option<Judgments>,
}

impl Done {
    /// Returns the end of a command with a result for its client.
    fn of(sentence: String, outcome: Outcome) -> Self {
        let summary = None;
        let distances = Along::new();
        let judged = None;
        Self { outcome, sentence, summary, distances, judged }
    }

    /// Returns the end of a command on the puzzle `name` that has no result.
    pub(super) fn failed(name: &str, why: &str) -> Self {
        Self::of(format!("{name}: {why}"), Outcome::Nothing)
    }
}

/// Solves the puzzle of script `number` from its start. A person waits for it and can cancel it, so
/// that it has no limit of time.
pub(super) fn solve(checked: &Checked, number: usize, budget: &Budget) -> Done {
    let script = &checked.scripts[number];
    let (name, _) = checked.name(script).unwrap_or_default();
    if checked.withholds(script) {
        return Done::failed(name, "the document asks for the answer, so it is withheld");
    }
    let mut live = checked.before(script, 1);
    let Some(puzzle) = live.as_mut().and_then(Live::puzzle) else {
        return Done::failed(name, "fix its declaration first");
    };
    let Some(verb) = puzzle.info().solver() else {
        return Done::failed(name, "this kind of puzzle has no solution");
    };

    let mut sink = Sink::new();
    let Some(answer) = puzzle.direct(Directive::new(verb), Depth::Run, budget, &mut sink) else {
        let why = sink.diagnostics().first().map_or("", |fault| fault.message.as_str());
        return Done::failed(name, why);
    };
    let separator = puzzle.info().separator.unwrap_or_default();
    let (length, moves) = match puzzle.solve(budget) {
        Some(puzzle::Solved::Moves(Solution { length, moves, .. })) => (length, moves),
        Some(puzzle::Solved::Grid { moves, .. }) => (moves.len() as u64, moves),
        _ => (0, Vec::new()),
    };
    let declaration = checked.declaration(script);
    let declaration = declaration.map_or("", |declared| checked.source.slice(declared.span));
    let distances = along(&mut puzzle.judge(), board::hash(declaration), length, &moves);

    let summary = answer.summary().into_owned();
    let message = format!("{name}: {summary}");
    let moves = played(&moves, separator);
    let outcome = Outcome::Solved { message: message.clone(), answer: answer.to_string(), moves };
    let is_solved = answer.verdict() != Verdict::GaveUp;
    Done { summary: is_solved.then_some(summary), distances, ..Done::of(message, outcome) }
}

/// Compares the expectations of script `number`.
pub(super) fn test(checked: &Checked, number: usize, budget: &Budget) -> Done {
    let script = &checked.scripts[number];
    let (name, _) = checked.name(script).unwrap_or_default();
    let mut errors = 0;
    let mode = Mode::Run { solve: false };
    let mut begun = 0_usize;
    let mut judged = Judgments::new();
    let (_, tally) = checked.run(script, mode, budget, &mut |event, sink| match event {
        Event::Begin => begun += 1,
        Event::Judged { judgment, .. } => {
            judged.insert(begun.saturating_sub(1), judgment);
        }
        Event::Done => {
            let diagnostics = sink.take();
            errors +=
                diagnostics.iter().filter(|fault| fault.severity() == Severity::Error).count();
        }
        _ => {}
    });

    let sentence = match (tally.held, tally.wrong) {
        _ if budget.cancel.is_cancelled() => String::from("cancelled"),
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
    let held = tally.held;
    let wrong = tally.wrong;
    let open = tally.open;
    let message = format!("{name}: {sentence}");
    let outcome = Outcome::Tested { message: message.clone(), held, wrong, open, errors };
    Done { judged: Some(judged), ..Done::of(message, outcome) }
}
