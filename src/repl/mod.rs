//! The REPL: statements a line at a time, on rustyline where both ends are a terminal, line by
//! line without editing where they are not.
//!
//! | folder | what it holds |
//! |---|---|
//! | `input` | lines: read, completed, colored, and expanded to the text that runs |
//! | `verbs` | the verbs that only the prompt has |
//! | `jobs` | searches in the background |
//! | `output` | the two streams: answers, long answers in parts, films |
//! | `log` | what is written down: the journal, recordings, saved sessions |
//!
//! `shell` takes inputs; it knows no terminal and speaks through an `output`. `run` runs their
//! statements. This file joins them and listens to Ctrl-C.

mod input;
mod jobs;
mod log;
mod output;
mod run;
mod shared;
mod shell;
#[cfg(test)]
pub(crate) mod tests;
mod verbs;

use std::io::{self, IsTerminal};

use rustyline::config::{BellStyle, Config};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Editor};

use crate::host::prompt::Start;
use crate::host::{
    Console, Exit, HUNG_UP, Limits, When, begin_change, end_change, hung_up, signals,
};
use crate::render::Paint;
use crate::search::{Budget, Cancel};
use crate::session::Session;
use crate::text::Source;

use input::helper::Typist;
use input::history::Memory;
use input::interrupt::{Keys, Place};
use input::pressed::Pressed;
use log::journal::Journal;
use output::{Output, Streams};
use shell::{Flow, Shell};

/// Inputs that the history remembers.
const REMEMBERED: usize = 10_000;
/// Failures to read in a row after which the prompt ends.
const PATIENCE: usize = 16;

/// Runs the REPL: first the start file and the documents, then what is typed.
///
/// Without a terminal at both ends it reads lines without editing, and without a prompt if
/// standard input is none; then the exit code says whether anything went wrong.
pub fn run(color: When, start: &Start) -> Exit {
    let console = Console::new(color, None);
    let cancel = Cancel::default();
    let mut shell = Shell::new(Limits::default(), cancel.clone(), input::history::home());
    let mut output = Streams::new(color, cancel.clone());
    let is_terminal = io::stdin().is_terminal();
    let dumb = std::env::var("TERM").is_ok_and(|term| {
        ["dumb", "cons25", "emacs"].iter().any(|one| term.eq_ignore_ascii_case(one))
    });
    let place = match (is_terminal, io::stdout().is_terminal() && !dumb) {
        (true, true) => Place::Editor,
        (true, false) => Place::Terminal,
        (false, _) => Place::Pipe,
    };
    let keys = Keys::new();
    shell.background = Some(jobs::Background::new(&keys));
    if let Err(error) = keys.listen(&cancel, place) {
        output.say(&format!("puzzled: Ctrl-C will end the prompt: {error}\n"));
    }
    let mut exit = Exit::Fine;
    if !start.no_init {
        input::init::run(&mut shell, &mut output, &keys);
    }
    shell.settings.bail |= start.bail;
    for file in &start.files {
        shell.begin();
        keys.busy();
        let loaded = match &start.puzzle {
            Some(name) => shell.load_puzzle(file, &start.reading, name, start.state, &mut output),
            None => shell.load(file, &start.reading, false, &mut output),
        };
        if !loaded {
            exit = Exit::Unusable;
        }
        keys.idle();
        if shell.bailed && place == Place::Pipe {
            return exit.max(Exit::Failed);
        }
        shell.begin(); // what stopped a document does not stop what follows
    }
    if (start.journal || start.resume || place != Place::Pipe)
        && let Some(folder) = Journal::folder(input::history::default_file())
    {
        keys.busy();
        shell.keep_journal(folder);
        if start.resume {
            shell.resume(&mut output);
            shell.begin();
        }
        shell.offer_sessions(&mut output);
        shell.begin();
        keys.idle();
    }
    if place == Place::Editor {
        match editor(&shell, console.paint()) {
            Ok(mut editor) => {
                edit(&mut editor, &mut shell, &mut output, &keys);
                drop(editor);
                leave(&mut shell, &mut output, place);
                return Exit::Fine;
            }
            Err(error) => output.say(&format!("puzzled: no line editing here: {error}\n")),
        }
    }
    input::plain::run(&mut shell, &mut output, &keys, place, dumb);
    leave(&mut shell, &mut output, place);
    if place == Place::Pipe && shell.failed { exit.max(Exit::Failed) } else { exit }
}

/// Ends the session. If its terminal was closed, or nobody reads its answers any more, nobody left
/// on purpose, and the journal is kept.
fn leave(shell: &mut Shell, output: &mut Streams, place: Place) {
    let gone = place != Place::Pipe && hung_up();
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

type Line = Editor<Typist, DefaultHistory>;

fn editor(shell: &Shell, paint: Paint) -> rustyline::Result<Line> {
    let config = Config::builder()
        .max_history_size(REMEMBERED)?
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        // The list is cut to the window: no question and no pages, which take neither Ctrl-C nor Escape.
        .completion_prompt_limit(usize::MAX)
        .bell_style(BellStyle::None)
        // Underlined and dim are not colors: without colors there is still a style.
        .color_mode(ColorMode::Forced)
        .build();
    let mut editor = Line::with_config(config)?;
    editor.set_helper(Some(Typist::new(shell, paint.unicode)));
    Ok(editor)
}

fn edit(editor: &mut Line, shell: &mut Shell, output: &mut Streams, keys: &Keys) {
    output.say(concat!(
        "puzzled ",
        env!("CARGO_PKG_VERSION"),
        " · `tour` shows the first steps · `help` lists all · Ctrl-D leaves\n"
    ));
    let memory = Memory::open(input::history::default_file(), editor);
    let pressed = Pressed::bind(editor);
    keys.edits();
    let (mut failures, mut told) = (0, false);
    let mut typed = (String::new(), String::new());
    loop {
        shell.look(output);
        jobs::deliver(shell, output);
        let columns = usize::from(console::Term::stdout().size().1);
        let (prompt, color) = (shell.prompt_within(columns), output.color());
        if let Some(typist) = editor.helper_mut() {
            typist.refresh(&prompt, color);
        }
        shell.wait_for_line();
        keys.idle();
        begin_change(); // until the first prompt is painted
        let (left, right) = std::mem::take(&mut typed);
        let mut read = editor.readline_with_initial(&prompt, (&left, &right));
        end_change();
        keys.busy();
        shell.jobs.watch(None);
        if keys.was_woken() && matches!(read, Err(ReadlineError::Interrupted)) {
            if let Some(typist) = editor.helper() {
                typed = typist.typed();
                let rows = typist.rows(columns.max(1));
                let _ = console::Term::stdout().write_str(&format!("\u{1b}[{rows}A\r\u{1b}[J"));
            }
            continue;
        }
        if pressed.take_interrupt() && read.is_ok() {
            read = Err(ReadlineError::Interrupted);
        }
        match read {
            Ok(text) => {
                failures = 0;
                if text.trim().is_empty() {
                    continue;
                }
                match input::transcript::inputs(&text) {
                    None => memory.add(editor, &text),
                    Some(inputs) => inputs.iter().for_each(|one| memory.add(editor, &one.text)),
                }
                let source = Source::new(shell.next(), text);
                let flow = shell.take(&source, output);
                for draft in std::mem::take(&mut shell.drafts) {
                    memory.add(editor, &draft);
                }
                if flow == Flow::Leave {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {
                if !told {
                    output.say("Ctrl-D or `quit` leaves\n");
                    told = true;
                }
            }
            Err(ReadlineError::Eof) if jobs::may_leave(shell, output) => break,
            Err(ReadlineError::Eof) => {}
            Err(error) => {
                failures += 1;
                if failures > PATIENCE || hung_up() {
                    break;
                }
                if !matches!(error, ReadlineError::Signal(_)) {
                    output.say(&format!("puzzled: this input cannot be read: {error}\n"));
                }
            }
        }
    }
}
