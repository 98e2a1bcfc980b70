//! The text that an input stands for: words of other prompts, names of earlier answers, and what is
//! typed bare are written out before anything runs, is recorded or goes to the journal.

use crate::diag::{Diagnostic, clip_to};
use crate::render::sanitize;
use crate::repl::input::answers::{Answers, keeps, names_in, replaced};
use crate::repl::input::bare;
use crate::repl::shared::Shared;
use crate::session::Session;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

/// Characters of an expanded command that are shown.
const SHOWN: usize = 2000;

/// What an input stands for.
pub(crate) enum Expanded {
    /// The input itself.
    Same,
    /// Another input, and a message that shows it.
    Written(Source, String),
    /// An earlier answer: its name and its text.
    Answer(String, String),
}

/// Replaces the names of earlier answers in an input. A name alone is the answer that it names.
///
/// # Errors
/// A name of no answer.
pub(crate) fn expand_names(
    source: &Source,
    session: &Shared<Session>,
    answers: &Answers,
) -> Result<Expanded, Box<Diagnostic>> {
    let text = source.text();
    if memchr::memchr2(b'%', b'_', text.as_bytes()).is_none() || !source.broken().is_empty() {
        return Ok(Expanded::Same);
    }
    if let Some((name, found)) = answers.named(text) {
        let start = (text.len() - text.trim_start().len()) as u32;
        let span = Span::new(start, start + name.len() as u32);
        let found = found.ok_or_else(|| Box::new(answers.missing(span, name)))?;
        return Ok(Expanded::Answer(name.to_owned(), found.to_owned()));
    }
    let mut keeps = |target: Option<&str>, command: Fragment<'_>, at: u32| {
        keeps(&mut session.lock(), target, command, at)
    };
    let edits = names_in(text, answers, &mut keeps)?;
    Ok(written(source, replaced(text, &edits)))
}

/// Writes out what is bare in an input: moves without `play`, and a tree without a declaration.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn expand_bare(
    source: &Source,
    session: &mut Session,
) -> Result<Expanded, Box<Diagnostic>> {
    if !source.broken().is_empty() {
        return Ok(Expanded::Same);
    }
    bare::written(source.text(), session).map(|new| written(source, new))
}

/// Returns the input with another text, if there is one.
fn written(source: &Source, new: Option<String>) -> Expanded {
    let Some(new) = new else { return Expanded::Same };
    let shown = clip_to(new.trim(), SHOWN);
    // Line by line: what is shown may be a block.
    let shown: Vec<_> = shown.lines().map(sanitize).collect();
    let message = format!("runs: {}\n", shown.join("\n      "));
    let whole = Span::new(0, source.text().len() as u32);
    Expanded::Written(source.edited(whole, &new), message)
}

/// Returns what people who come from other prompts type, in the words of this one.
pub(crate) fn other_word(text: &str) -> Option<String> {
    let text = text.trim();
    match text {
        "?" | ":?" | ":h" | ":help" | ".help" | "help()" => Some(String::from("help")),
        ":q" | ":quit" | ".quit" | ".exit" | "exit()" | "quit()" => Some(String::from("quit")),
        ":r" | ":reload" => Some(String::from("reload")),
        _ => {
            let word = text.strip_prefix('?').or_else(|| text.strip_suffix('?'))?.trim();
            let plain = !word.is_empty() && !word.contains(char::is_whitespace);
            plain.then(|| format!("help {word}"))
        }
    }
}
