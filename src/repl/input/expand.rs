//! The text that an input stands for: words of other prompts, `_` for the last answer, and what is
//! typed bare are written out before anything runs, is recorded or goes to the journal.

use crate::diag::{Diagnostic, clip_to, edited};
use crate::render::sanitize;
use crate::repl::input::pasted::{self, Pasted};
use crate::repl::input::{bare, last};
use crate::session::Session;
use crate::text::{Source, Span};

/// Characters of an expanded command that are shown.
const SHOWN: usize = 2000;

/// The expansion of an input.
pub(crate) enum Expanded {
    /// The input itself.
    Same,
    /// Another input, and a message that shows it.
    Written(Source, String),
    /// The declarations of puzzles from outside, and a message that names them.
    Pasted(Source, String),
}

/// Writes out an input: `_` becomes the last answer, moves get `play`, and a tree its declaration.
///
/// # Errors
/// A tree for which no rule is known, and a line that cannot be a statement.
pub(crate) fn expand(
    source: &Source,
    answer: Option<&str>,
    session: &mut Session,
) -> Result<Expanded, Vec<Diagnostic>> {
    if !source.broken().is_empty() {
        return Ok(Expanded::Same);
    }
    let text = source.text();
    let edits = answer.map_or_else(Vec::new, |answer| last::replacements(text, answer, session));
    let named = String::from_utf8_lossy(&edited(text.as_bytes(), &edits)).into_owned();
    if let Some(Pasted { statements, message }) = pasted::declared(&named, session)? {
        let whole = Span::new(0, text.len() as u32);
        return Ok(Expanded::Pasted(source.edited(whole, &statements), message));
    }
    let bare = bare::written(&named, session).map_err(|fault| vec![*fault])?;
    let is_named = !edits.is_empty();
    Ok(written(source, bare.or(is_named.then_some(named))))
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
