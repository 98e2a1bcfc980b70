//! `puzzled verify --jsonl`: a verdict per line.

use serde_json::value::RawValue;

use super::super::args::Verify;
use super::super::lines::{Line, goal_of, stream, text, write};
use super::Record;
use super::call::{fits, too_long};
use crate::exchange::outside;
use crate::host::{Console, Exit, Runner};
use crate::kinds::KINDS;
use crate::puzzle::verdict::{Batch, Optimum, Ruling};
use crate::search::{Budget, Charge};
use crate::text::Source;

/// Judges the answers of lines of JSON.
pub(super) fn verify(console: &Console, args: &Verify) -> Exit {
    let kind = args.kind.as_deref().and_then(|name| KINDS.kind(name));
    if let Some(Err(message)) = kind.map(|kind| goal_of(kind, args.goal.label.as_deref())) {
        return console.refuse(message);
    }
    let (limits, call) = args.limits.begin(None, console);
    let mut runner = Runner::of_list(&call, &limits, None);
    let mut batch = Batch::default();
    let (exit, _) = runner.compute("verify", |budget| {
        stream(console, &args.paths, &call, budget, |line, out| {
            let line = line.and_then(Line::read);
            let (id, judged) = match &line {
                Ok(line) => {
                    (line.id(), budget.part(|budget| judge(&mut batch, line, args, budget)))
                }
                Err(reason) => (RawValue::NULL, Err(reason.clone())),
            };
            write(&Record { id: Some(id), ..Record::of(&judged) }, out);
        })
    });
    call.exit(exit, console)
}

/// Judges the answer of a line.
fn judge(
    batch: &mut Batch,
    line: &Line<'_>,
    args: &Verify,
    budget: &Budget,
) -> Result<Ruling, String> {
    let kind = text("kind", line.kind)?;
    let kind = kind.as_deref().or(args.kind.as_deref()).ok_or("expected a `kind`")?;
    let kind = KINDS.kind(kind).ok_or_else(|| {
        let hint = crate::diag::did_you_mean(kind, KINDS.names(), "`puzzled help` lists the kinds");
        format!("unknown kind; {hint}")
    })?;
    let puzzle = line.puzzle()?;
    let goal = text("goal", line.goal)?;

    let mut charge = Charge::default();
    let held = charged(line.answer, &mut charge, budget);
    let answer = match held {
        Ok(()) => text("answer", line.answer)?,
        Err(_) => None,
    };
    let shortest = match line.shortest.map(RawValue::get) {
        None | Some("null") => None,
        Some(number) => Some(number.parse().map_err(|_| "expected a number as `shortest`")?),
    };

    let goal = goal_of(kind, goal.as_deref().or(args.goal.label.as_deref()))?;
    let raw = outside::raw_input(Source::new("", &*puzzle), kind, goal);
    let missing = || String::from("expected an answer, found null");
    let answer = held.and_then(|()| answer.as_deref().ok_or_else(missing));
    let known = shortest.map_or(args.measure().optimum, Optimum::Stated);
    let measure = args.measure_by(known, answer.as_ref().copied());
    batch.judge(kind, KINDS, raw.input(), answer, measure, budget)
}

/// Charges the answer of a line: a copy of it if it has escapes, and the place where it goes wrong,
/// which may be all of it.
///
/// # Errors
/// The reason for the verdict on an answer that is too long.
fn charged(answer: Option<&RawValue>, charge: &mut Charge, budget: &Budget) -> Result<(), String> {
    let text = answer.map_or("", RawValue::get);
    let copies = if text.contains('\\') { 2 } else { 1 };
    let bytes = copies * text.len() as u64;
    if !fits(bytes, budget) {
        return Err(too_long(budget.free() / copies));
    }
    charge.set(bytes, budget);
    Ok(())
}
