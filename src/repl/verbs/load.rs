//! `load`: runs a document in the session, or takes one of its puzzles over.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::Duration;

use super::commands::{self, VerbCall};
use super::reload::{Loaded, named, run_script};
use super::{Fault, Outcome, Reply};
use crate::diag::{Severity, Shown, Sink};
use crate::exchange::Options;
use crate::host::prompt::Reading;
use crate::host::{FOREIGN, Opened, RawOptions, check_goal, is_stdin, open_document, shown};
use crate::kinds::KINDS;
use crate::repl::input::pasted::{self, Pasted};
use crate::repl::output::Output;
use crate::repl::output::printer::Printer;
use crate::repl::run::run_document;
use crate::repl::shell::Shell;
use crate::search::Cancel;
use crate::session;
use crate::session::incremental::Incremental;
use crate::text::Source;

/// The files of the session.
#[derive(Default)]
pub(crate) struct Files {
    /// The meaning of `~/`.
    pub(crate) home: Option<PathBuf>,
    /// The documents that were loaded, for `reload`.
    pub(crate) loaded: Vec<Loaded>,
}

impl Files {
    /// Adds a document that was loaded, in place of an earlier reading of its file.
    fn add(&mut self, file: Loaded) {
        self.loaded.retain(|earlier| !earlier.is(&file));
        self.loaded.push(file);
    }
}

/// Runs `load FILE`.
pub(super) fn load(
    shell: &mut Shell,
    source: &Source,
    call: VerbCall,
    output: &mut dyn Output,
) -> Outcome {
    let (reading, file) = commands::load(source, call)?;
    let Some(file) = file else {
        let refused = std::mem::take(&mut shell.refused);
        if refused.is_empty() {
            return Err(commands::load_needs_file(call));
        }
        let kind = reading.kind.as_deref().and_then(|name| KINDS.kind(name));
        if let (Some(kind), Some(goal)) = (kind, reading.goal.as_deref())
            && let Err(error) = check_goal(Path::new(source.name()), kind, goal)
        {
            shell.refused = refused;
            return Err(Fault::trouble(error));
        }
        let options = Options {
            kind: reading.kind.as_deref(),
            goal: reading.goal.as_deref(),
            ..Options::default()
        };
        let pasted = pasted::read(&refused, options, &mut shell.session.borrow_mut());
        let refused = Source::new(source.name(), refused);
        let Pasted { statements, message } = match pasted {
            Ok(pasted) => pasted,
            Err(faults) => {
                for fault in faults {
                    shell.printer.refuse(&refused, fault, output);
                }
                refused.text().clone_into(&mut shell.refused);
                return Err(Fault::Reported);
            }
        };
        output.say(&message);
        shell.declare(&Source::new(source.name(), statements), output);
        return Ok(Reply::Nothing);
    };

    let file = commands::path(file, shell.files.home.clone());
    load_file(shell, &file, &reading, true, output)?;
    Ok(Reply::Nothing)
}

/// The time between two looks at the flag while a file is read.
const LOOK: Duration = Duration::from_millis(20);

/// The file that `-` names: standard input is what the prompt itself reads.
const DASH: &str = "./-";
/// The message if there is no such file.
const NO_DASH: &str = "cannot read ./-: there is no such file, and standard input is what is typed here; \
                       leave `-` out, or name a file";

/// Opens a file. A file of the command line may be a pipe, one that is named at the prompt (`typed`) may
/// not: no other thread may wait for it forever.
///
/// # Errors
/// Why it cannot be read, or that this was interrupted.
pub(super) fn open(
    file: &Path,
    reading: &Reading,
    typed: bool,
    cancel: &Cancel,
) -> Result<Opened, Fault> {
    if file == Path::new(DASH) && !file.exists() {
        return Err(Fault::trouble(NO_DASH));
    }
    let device = |data: Metadata| !data.is_file() && !data.is_dir();
    if typed && std::fs::metadata(file).is_ok_and(device) {
        let why = format!("cannot read {}: it is not a regular file", shown(file));
        return Err(Fault::trouble(why));
    }
    // Reading changes nothing, so that a thread for whose result nobody waits may end by itself: it
    // looks at a flag of its own, because that of the prompt is cleared before the thread looks.
    let (sender, receiver) = mpsc::channel();
    let path = file.to_owned();
    let options = reading.clone();
    let given_up = Cancel::default();
    let flag = given_up.clone();
    let read = move || {
        let raw = RawOptions { cancel: Some(&flag), ..options.raw_options() };
        drop(sender.send(open_document(&path, raw)));
    };
    if Builder::new().name(String::from("reading")).spawn(read).is_err() {
        let raw = RawOptions { cancel: Some(cancel), ..reading.raw_options() };
        return open_document(file, raw).map_err(Fault::trouble);
    }
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(opened) => return opened.map_err(Fault::trouble),
            Err(RecvTimeoutError::Timeout) if !cancel.is_cancelled() => {}
            Err(_) => {
                given_up.cancel();
                return Err(Fault::Message(format!("interrupted; {} was not read\n", shown(file))));
            }
        }
    }
}

/// Runs a document in the session; `typed` says that the prompt named it.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn load_file(
    shell: &mut Shell,
    file: &Path,
    reading: &Reading,
    typed: bool,
    output: &mut dyn Output,
) -> Result<(), Fault> {
    let file = if is_stdin(file) { Path::new(DASH) } else { file };
    let opened = open(file, reading, typed, &shell.cancel)?;
    let loaded = Loaded::new(file, reading, &opened);
    let source = document_of(&mut shell.printer, opened, output).ok_or(Fault::Reported)?;
    shell.files.add(loaded);
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    run_document(shell, &source, &document, sink, false, output);
    Ok(())
}

/// Takes one puzzle of a document into the session, with the commands on it, and turns to it; then goes
/// to `state`. Reports only what is wrong with that puzzle.
///
/// # Errors
/// When the file cannot be read, or does not declare the puzzle.
pub(crate) fn load_puzzle(
    shell: &mut Shell,
    file: &Path,
    reading: &Reading,
    name: &str,
    state: Option<usize>,
    output: &mut dyn Output,
) -> Result<(), Fault> {
    let file = if is_stdin(file) { Path::new(DASH) } else { file };
    let opened = open(file, reading, false, &shell.cancel)?;
    let loaded = Loaded::new(file, reading, &opened);
    let source = document_of(&mut shell.printer, opened, output).ok_or(Fault::Reported)?;
    let checked = Incremental::new().check(Arc::new(source));
    let script = named(&checked).into_iter().find(|(declared, _)| declared == name);
    let missing =
        || Fault::trouble(format!("{} declares no puzzle `{}`", shown(file), Shown(name)));
    let (_, script) = script.ok_or_else(missing)?;
    shell.files.add(loaded);
    let mut tally = shell.session.borrow_mut().tally();
    let (is_sound, _) = run_script(shell, &checked, &script, name, &mut tally, output);
    if !is_sound {
        return Ok(()); // the faults were reported
    }
    shell.session.borrow_mut().set_focus(name);
    let now = shell.session.borrow_mut().focused_entry().and_then(|entry| entry.stands);
    if let Some(state) = state.filter(|state| now.is_none_or(|(now, _)| now != *state)) {
        shell.take(&Source::new(shell.next(), format!("goto {state}")), output);
    }
    output.say(&shell.log.take_trouble());
    Ok(())
}

/// Returns the document that a file was opened as. Reports what is wrong with a file of another program
/// that it was made of, and says how that was read.
pub(super) fn document_of(
    printer: &mut Printer,
    opened: Opened,
    output: &mut dyn Output,
) -> Option<Source> {
    let faults = opened.unrepeated();
    if let Some((source, _)) = &opened.made_of {
        if let Some(reading) = &opened.reading {
            output.say(&format!("{reading}\n"));
        }
        if let Some(remark) = opened.remark {
            output.say(&format!("{remark}\n"));
        }
        output.report(source, &faults, FOREIGN);
        if faults.iter().any(|fault| fault.severity() == Severity::Error) {
            printer.fault();
        }
    }
    opened.source
}
