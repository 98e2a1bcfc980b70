//! `quit` and `exit`: leave the prompt.

use super::Reply;
use crate::diag::counted;
use crate::repl::output::Output;
use crate::repl::shell::Shell;

/// Runs `quit`: leaves, but asks once while jobs run.
pub(super) fn quit(shell: &mut Shell) -> Reply {
    let count = shell.jobs.count();
    if count == 0 || std::mem::replace(&mut shell.asked_to_leave, true) {
        return Reply::Leave;
    }
    let (jobs, them) = (counted(count as u64, "job"), if count == 1 { "it" } else { "them" });
    let verb = if count == 1 { "runs" } else { "run" };
    Reply::Note(format!("{jobs} still {verb}; `quit` again stops {them} and leaves\n"))
}

/// Returns whether the prompt may be left at the end of its input, as `quit` leaves it.
pub(crate) fn may_leave(shell: &mut Shell, output: &mut dyn Output) -> bool {
    let reply = quit(shell);
    if let Reply::Note(text) = &reply {
        output.say(text);
    }
    matches!(reply, Reply::Leave)
}
