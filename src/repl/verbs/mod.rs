//! The verbs that only the prompt has, each in a file of its own. A verb gets the parts of the shell
//! that it needs, and returns what it says.

pub(crate) mod commands;
mod draw;
pub(crate) mod edit;
mod explain;
mod forget;
mod help;
mod list;
pub(crate) mod load;
mod record;
pub(crate) mod recover;
pub(crate) mod reload;
mod save;
pub(crate) mod set;
mod time;
mod tour;

use std::fmt::Display;

use serde_json::Value;

use super::output::Output;
use super::output::printer::{CommandRef, Printer};
use super::output::settings::Shape;
use super::shell::{Flow, Shell};
use crate::diag::Diagnostic;
use crate::puzzle::Answer;
use crate::syntax::codes::{missing_argument, trailing_text};
use crate::text::{Source, Span};
use commands::{VerbCall, Word};
use set::Values;

pub(crate) use time::timed;

/// The reply of a verb.
#[derive(Debug)]
pub(crate) enum Reply {
    /// Nothing, or it was said.
    Nothing,
    /// The answer of a puzzle, and a message about it.
    Answer { puzzle: Option<String>, answer: Answer, note: Option<String> },
    /// An answer of the prompt: a text for people, and a value for programs.
    Record { text: String, value: Value },
    /// An empty list, with a message for people.
    Empty(&'static str),
    /// A message.
    Note(String),
    /// The prompt is left.
    Leave,
}

/// The reason why a verb did nothing.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A message.
    Message(String),
    /// Its arguments are wrong.
    Refused(Box<Diagnostic>),
    /// Something that was reported.
    Reported,
}

/// The result of a verb.
pub(crate) type Outcome = Result<Reply, Fault>;

impl Fault {
    /// Returns the fault that an error of the system, or of the process, makes.
    pub(crate) fn trouble(error: impl Display) -> Self {
        Self::Message(format!("puzzled: {error}\n"))
    }

    /// Reports the fault; `source` is the input.
    pub(crate) fn report(self, printer: &mut Printer, source: &Source, output: &mut dyn Output) {
        match self {
            Self::Message(text) => printer.complain(&text, output),
            Self::Refused(diagnostic) => printer.refuse(source, *diagnostic, output),
            Self::Reported => {}
        }
    }
}

impl From<&str> for Fault {
    fn from(text: &str) -> Self {
        Self::Message(text.to_owned())
    }
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self::Message(text)
    }
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Refused(Box::new(diagnostic))
    }
}

/// Returns what is wrong with the number of the arguments of a command.
fn misfit(call: VerbCall, argument: &str) -> Option<Diagnostic> {
    let needed = match call.verb {
        Word::Load | Word::Save => Some("the name of a file"),
        Word::Time => Some("a command"),
        Word::Forget => Some("the name of a puzzle"),
        Word::Record => Some("the name of a new file, or `off`,"),
        _ => None,
    };
    let end = call.rest.end;
    let gap = argument.find([' ', '\t']);
    match (call.verb, needed, gap) {
        (_, Some(what), _) if argument.is_empty() => {
            Some(missing_argument(call.word, what, call.usage()))
        }
        (Word::Reload | Word::Tour | Word::Quit | Word::Exit, ..) if !argument.is_empty() => {
            Some(trailing_text(call.rest, "this command"))
        }
        (Word::Help | Word::Explain | Word::Edit | Word::List | Word::Forget, _, Some(at)) => {
            let span = Span::new(call.rest.start + at as u32 + 1, end);
            Some(trailing_text(span, "the arguments"))
        }
        _ => None,
    }
}

/// Runs a command of the prompt, and says what comes of it.
pub(crate) fn run(
    shell: &mut Shell,
    source: &Source,
    mut call: VerbCall,
    output: &mut dyn Output,
) -> Flow {
    let mut is_timed = false;
    while let Some(inner) = call.timed(source.text(), shell.focus()) {
        is_timed = true;
        call = inner;
    }
    if is_timed {
        return timed(shell, output, |shell, output| act(shell, source, call, output));
    }
    act(shell, source, call, output)
}

fn act(shell: &mut Shell, source: &Source, call: VerbCall, output: &mut dyn Output) -> Flow {
    source.slice(call.word.to(call.rest)).trim_end().clone_into(&mut shell.command);
    let outcome = match misfit(call, source.slice(call.rest)) {
        Some(wrong) => Err(Fault::from(wrong)),
        None => dispatch(shell, source, call, output),
    };
    let command = shell.command.clone();
    let printer = &mut shell.printer;
    match outcome {
        Ok(Reply::Nothing) => {}
        Ok(Reply::Leave) => return Flow::Leave,
        Ok(Reply::Note(text)) => output.say(&text),
        Ok(Reply::Empty(text)) if printer.settings.shape == Shape::Text => output.say(text),
        Ok(Reply::Empty(_)) => printer.record(&command, "", &[(); 0], output),
        Ok(Reply::Record { text, value }) => printer.record(&command, &text, &value, output),
        Ok(Reply::Answer { puzzle, answer, note }) => {
            let of = CommandRef { puzzle: puzzle.as_deref(), command: &command };
            printer.answer(of, &answer, output);
            if let Some(note) = note {
                output.say(&note);
            }
        }
        Err(fault) => fault.report(printer, source, output),
    }
    if printer.closed { Flow::Leave } else { Flow::On }
}

/// Hands a verb the parts that it needs.
fn dispatch(
    shell: &mut Shell,
    source: &Source,
    call: VerbCall,
    output: &mut dyn Output,
) -> Outcome {
    let argument = source.slice(call.rest);
    if matches!(call.verb, Word::Save | Word::Record) {
        commands::expect_file(call, argument)?;
    }
    let path = || commands::path(argument, shell.files.home.clone());

    match call.verb {
        Word::Help => help::help(argument, &shell.session, output.width()),
        Word::Tour => Ok(tour::tour(output.width())),
        Word::List => list::list(&shell.session.borrow_mut(), argument),
        Word::Explain => explain::explain(argument),
        Word::Forget => forget::forget(&mut shell.session.borrow_mut(), &mut shell.log, argument),
        Word::Save => save::save(&mut shell.session.borrow_mut(), &path(), &shell.budget(output)),
        Word::Record => {
            let path = path();
            let budget = shell.budget(output);
            record::record(
                &mut shell.log,
                &mut shell.session.borrow_mut(),
                argument,
                &path,
                &budget,
            )
        }
        Word::Set => {
            let settings = &mut shell.printer.settings;
            let limits = &mut shell.limits;
            let reply = set::set(Values { settings, limits }, source, call)?;
            output.adapt(shell.printer.settings.shape);
            shell.log.omits_answers = !shell.limits.uniqueness;
            Ok(reply)
        }
        Word::Quit | Word::Exit => Ok(Reply::Leave),
        Word::Draw => draw::draw(shell, source, call, output),
        Word::Load => load::load(shell, source, call, output),
        Word::Reload => reload::reload(shell, output),
        Word::Recover => recover::recover(shell, source, call, output),
        Word::Edit => edit::edit(shell, argument, output),
        Word::Time => Ok(time::time(shell, source, call, output)),
    }
}
