//! `jobs`, `wait` and `stop`: the searches in the background.

use serde_json::{Value, json};

use super::commands::duration;
use super::{Fault, Outcome, Reply};
use crate::diag::clip;
use crate::host::help::columns;
use crate::render::sanitize;
use crate::repl::jobs::{Jobs, Running, deliver, wait_for};
use crate::repl::output::Output;
use crate::repl::shell::Shell;

/// Runs `jobs`: lists the running jobs.
pub(super) fn jobs(jobs: &Jobs) -> Reply {
    let running = jobs.running();
    if running.is_empty() {
        return Reply::Empty("no job runs; `solve &` begins one\n");
    }
    let rows: Vec<_> = running.iter().map(row).collect();
    let value = running.iter().map(object).collect();
    Reply::Record { text: columns(&rows, |_| false), value }
}

/// Returns how far the first job is, and how many run beside it, for the prompt.
pub(crate) fn live_text(jobs: &Jobs) -> Option<String> {
    let running = jobs.running();
    let [number, title, done, worked] = row(running.first()?);
    let others = match running.len() - 1 {
        0 => String::new(),
        count => format!(", and {count} more"),
    };
    Some(format!("job {number}: {title}, {done}, {worked}{others}"))
}

fn row(job: &Running) -> [String; 4] {
    let title = sanitize(&clip(&job.title())).into_owned();
    let done = job.counted.count(job.done);
    [job.number.to_string(), title, done, duration(job.worked)]
}

fn object(job: &Running) -> Value {
    let Running { number, puzzle, command, done, counted: _, worked } = job;
    let seconds = worked.as_secs_f64();
    json!({ "job": number, "puzzle": puzzle, "command": command, "states": done, "seconds": seconds })
}

/// Returns the fault that no job of that number runs.
fn check(shell: &Shell, number: Option<usize>) -> Result<(), Fault> {
    match number {
        Some(number) if !shell.jobs.is_running(Some(number)) => {
            Err(Fault::from(format!("no job {number} runs; `jobs` lists those that do\n")))
        }
        _ => Ok(()),
    }
}

/// Runs `stop N`.
pub(super) fn stop(shell: &mut Shell, number: Option<usize>, output: &mut dyn Output) -> Outcome {
    check(shell, number)?;
    shell.jobs.stop(number, &mut shell.session.lock());
    deliver(shell, output);
    Ok(Reply::Nothing)
}

/// Runs `wait` and `wait N`.
pub(super) fn wait(shell: &mut Shell, number: Option<usize>, output: &mut dyn Output) -> Outcome {
    check(shell, number)?;
    wait_for(shell, number, output);
    Ok(Reply::Nothing)
}
