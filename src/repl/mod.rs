//! The REPL: statements a line at a time, on rustyline where both ends are a terminal, line by
//! line without editing where they are not.
//!
//! | folder | what it holds |
//! |---|---|
//! | `input` | lines: read, completed, colored, and expanded to the text that runs |
//! | `verbs` | the verbs that only the prompt has |
//! | `output` | the two streams: answers, long answers in parts, films |
//! | `log` | what is written down: the journal, recordings, saved sessions |
//!
//! `shell` takes inputs; it knows no terminal and speaks through an `output`. `run` runs their
//! statements. This file joins them and listens to Ctrl-C.

mod input;
mod log;
mod output;
mod run;
mod shell;
#[cfg(test)]
pub(crate) mod tests;
mod verbs;

use std::io::{self, IsTerminal};

use crate::host::prompt::Start;
use crate::host::{Exit, HUNG_UP, Limits, When, hung_up, signals};
use crate::search::{Budget, Cancel};
use crate::session::Session;
use crate::text::Source;

use input::editor::LineEditor;
use input::interrupt::{InputKind, Interrupts};
use log::journal::Journal;
use output::{Output, Streams};
use shell::Shell;
use verbs::load::{load_file, load_puzzle};
use verbs::recover;

/// Runs the REPL: first the start file and the documents, then what is typed.
///
/// Without a terminal at both ends it reads lines without editing, and without a prompt if
/// standard input is none; then the exit code says whether anything went wrong.
pub fn run(color: When, start: &Start) -> Exit {
    let cancel = Cancel::default();
    let mut shell = Shell::new(Limits::default(), cancel.clone(), input::history::home());
    let mut output = Streams::new(color, cancel.clone());

    let is_terminal = io::stdin().is_terminal();
    let dumb = std::env::var("TERM").is_ok_and(|term| {
        ["dumb", "cons25", "emacs"].iter().any(|name| term.eq_ignore_ascii_case(name))
    });
    let kind = match (is_terminal, io::stdout().is_terminal() && !dumb) {
        (true, true) => InputKind::Editor,
        (true, false) => InputKind::Terminal,
        (false, _) => InputKind::Pipe,
    };

    let interrupts = Interrupts::new();
    if let Err(error) = interrupts.listen(&cancel, kind) {
        output.say(&format!("puzzled: Ctrl-C will end the prompt: {error}\n"));
    }

    let mut exit = Exit::Fine;
    if !start.no_init {
        input::init::run(&mut shell, &mut output, &interrupts);
    }
    shell.printer.settings.bail |= start.bail;
    for file in &start.files {
        shell.begin();
        interrupts.busy();
        let shell = &mut shell;
        let reading = &start.reading;
        let output = &mut output;
        let loaded = match &start.puzzle {
            Some(name) => load_puzzle(shell, file, reading, name, start.state, output),
            None => load_file(shell, file, reading, false, output),
        };
        if let Err(fault) = loaded {
            fault.report(&mut shell.printer, &Source::new("", ""), output);
            exit = Exit::Unusable;
        }
        interrupts.idle();
        if shell.printer.bailed && kind == InputKind::Pipe {
            return exit.max(Exit::Failed);
        }
        shell.begin(); // what stopped a document does not stop what follows
    }

    let folder = Journal::folder(input::history::default_file());
    if let Some(folder) = &folder {
        shell.log.look_in(folder.clone());
    }
    if (start.journal || start.resume || kind != InputKind::Pipe)
        && let Some(folder) = folder
    {
        interrupts.busy();
        shell.keep_journal(folder.clone());
        if start.resume {
            if let Err(fault) = recover::resume(&mut shell, &mut output) {
                fault.report(&mut shell.printer, &Source::new("", ""), &mut output);
            }
            shell.begin();
        }
        log::offer::offer(&folder, &shell.cancel, &mut output);
        shell.begin();
        interrupts.idle();
    }

    let editor = match kind {
        InputKind::Editor => {
            let unicode = output.paint().unicode;
            let opened = LineEditor::open(&shell, unicode, &interrupts, &mut output);
            opened
                .map_err(|error| output.say(&format!("puzzled: no line editing here: {error}\n")))
                .ok()
        }
        InputKind::Terminal | InputKind::Pipe => None,
    };

    match editor {
        Some(mut editor) => input::reader::run(&mut editor, &mut shell, &mut output),
        None => input::plain::run(&mut shell, &mut output, &interrupts, kind, dumb),
    }

    leave(&mut shell, &mut output, kind);
    if kind == InputKind::Pipe && shell.printer.failed { exit.max(Exit::Failed) } else { exit }
}

/// Ends the session. If its terminal was closed, or nobody reads its answers any more, nobody left
/// on purpose, and the journal is kept.
fn leave(shell: &mut Shell, output: &mut Streams, kind: InputKind) {
    let gone = kind != InputKind::Pipe && hung_up();
    shell.leave(gone, output);
    if gone {
        signals::end(HUNG_UP);
    }
}

/// Replays the bytes of a journal: the session that they lead to, and how many inputs did not come
/// back. `None` if the budget was cancelled. For the fuzzer and the fixtures of earlier versions.
#[doc(hidden)]
pub fn replay_journal(bytes: &[u8], budget: &Budget) -> Option<(Session, usize)> {
    log::replay::replay_bytes(bytes, budget)
}
