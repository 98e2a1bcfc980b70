//! `puzzled verify --jsonl`: a verdict per line.

use serde_json::value::RawValue;

use super::super::args::Verify;
use super::super::lines::{Line, stream, text, write};
use super::Record;
use crate::host::{Console, Exit, Runner};
use crate::kinds::KINDS;
use crate::puzzle::Input;
use crate::puzzle::verdict::{Grade, Measure, Optimum, Ruling, judge_raw};
use crate::search::Budget;
use crate::text::Source;

/// Judges the answers of lines of JSON.
pub(super) fn verify(console: &Console, args: &Verify) -> Exit {
    let (limits, call) = args.limits.begin(None, console);
    let mut runner = Runner::of_list(&call, &limits, None);
    let (exit, _) = runner.compute("verify", |budget| {
        stream(console, &args.paths, &call, |line, out| {
            let line = Line::read(line);
            let (id, judged) = match &line {
                Ok(line) => (line.id(), budget.part(|budget| judge(line, args, budget))),
                Err(reason) => (RawValue::NULL, Err(reason.clone())),
            };
            write(&Record { id: Some(id), ..Record::of(&judged) }, out);
        })
    });
    call.exit(exit, console)
}

/// Judges the answer of a line.
fn judge(line: &Line<'_>, args: &Verify, budget: &Budget) -> Result<Ruling, String> {
    let kind = text("kind", line.kind)?;
    let kind = kind.as_deref().or(args.kind.as_deref()).ok_or("expected a `kind`")?;
    let kind = KINDS.kind(kind).ok_or_else(|| {
        let hint = crate::diag::did_you_mean(kind, KINDS.names(), "`puzzled help` lists the kinds");
        format!("unknown kind; {hint}")
    })?;
    let puzzle = line.puzzle()?;
    let goal = text("goal", line.goal)?;
    let answer = text("answer", line.answer)?;
    let shortest = match line.shortest.map(RawValue::get) {
        None | Some("null") => None,
        Some(number) => Some(number.parse().map_err(|_| "expected a number as `shortest`")?),
    };
    let source = Source::new("", &*puzzle);
    let goal = goal.as_deref().or(args.goal.label.as_deref());
    let input = Input { source: &source, goal: goal.filter(|_| kind.info().raw_goal.is_some()) };
    let measure = args.measure();
    let optimum = shortest.map_or(measure.optimum, |length| Optimum::Known(Some(length)));
    let Some(answer) = answer else {
        let ruling = judge_raw(
            kind,
            KINDS,
            input,
            "",
            Measure { optimum: Optimum::Ignore, ..measure },
            budget,
        );
        let reason = "expected an answer, found null";
        return ruling.map(|_| Ruling::new(Grade::NotAnAnswer, reason));
    };
    judge_raw(kind, KINDS, input, &answer, Measure { optimum, ..measure }, budget)
}
