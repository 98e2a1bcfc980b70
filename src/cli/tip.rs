//! Tips for calls that many people try first: the call that does what they want.

use std::path::Path;

use clap::error::{ContextKind, ContextValue};

use crate::host::pasted_dash;

/// Options of `puzzled repl` that are tried without it.
const OF_PROMPT: [&str; 3] = ["--no-init", "--bail", "--resume"];

/// Adds what to type to what is wrong with the arguments.
pub(super) fn add(error: &mut clap::Error) {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let tip = if let Some(word) = text(ContextKind::InvalidSubcommand) {
        let file = word.contains(['.', '/', '\\']) || Path::new(&word).exists();
        let runs = || {
            format!(
                "`puzzled run {word}` runs a document, `puzzled repl {word}` opens it at the prompt"
            )
        };
        pasted_dash(&word).or_else(|| file.then(runs))
    } else {
        let option = text(ContextKind::InvalidArg);
        let option = option.filter(|option| OF_PROMPT.contains(&option.as_str()));
        option.map(|option| format!("`puzzled repl {option}` starts the prompt with it"))
    };
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}
