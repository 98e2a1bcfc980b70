//! The first words of the prompt about sessions that other prompts left.

use std::path::Path;

use super::left::{KEPT_CUT_OFF, cut_off, keep_limits};
use crate::diag::counted;
use crate::repl::output::Output;
use crate::search::Cancel;

/// Says what other sessions left, and which sessions are deleted because there are too
/// many.
pub(crate) fn offer(folder: &Path, cancel: &Cancel, output: &mut dyn Output) {
    let mut journals = cut_off(folder, cancel);
    if cancel.is_cancelled() {
        return output.say("stopped; `recover list` shows the sessions that were cut off\n");
    }

    let (deleted, kept) = keep_limits(&mut journals);
    if deleted > 0 {
        output.say(&format!("{} deleted, as announced\n", counted_sessions(deleted)));
    }
    if let Some(numbers) = numbers_of(kept, journals.len()) {
        output.say(&format!(
            "the next start deletes {numbers} of `recover list`: at most {KEPT_CUT_OFF} sessions and \
             100 MB are kept of those that were cut off; `recover N` brings one back\n"
        ));
    }

    journals.retain(|journal| journal.has_inputs);
    let Some(first) = journals.first() else { return };
    // Interrupted while it reads a large one, the prompt does not keep anybody waiting.
    let summary = first.summary(cancel);
    let inputs = summary.map(|summary| format!(", {}", counted_inputs(summary.inputs)));
    let mut text = format!(
        "an interrupted session ({} ago{}) can be recovered: `recover` brings it back, `recover drop` deletes it",
        first.age(),
        inputs.unwrap_or_default()
    );
    if journals.len() > 1 {
        text += &format!("; `recover list` shows {} more", journals.len() - 1);
    }
    output.say(&(text + "\n"));
}

/// Returns a number of inputs in words.
pub(crate) fn counted_inputs(count: usize) -> String {
    counted(count as u64, "input")
}

fn counted_sessions(count: usize) -> String {
    let verb = if count == 1 { "was" } else { "were" };
    format!("{} {verb}", counted(count as u64, "session"))
}

/// Returns the numbers from `first` to `last`, of which the first is not counted; `None` if there are
/// none.
fn numbers_of(first: usize, last: usize) -> Option<String> {
    match last.checked_sub(first)? {
        0 => None,
        1 => Some(format!("session {last}")),
        _ => Some(format!("sessions {} to {last}", first + 1)),
    }
}
