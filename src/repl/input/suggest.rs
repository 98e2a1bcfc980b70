//! Advice in diagnostics that only a prompt can give.

use crate::diag::Applicability::Likely;
use crate::diag::{Diagnostic, Fix, nearest};
use crate::host::prompt::{OF_THE_SHELL, PROGRAM};
use crate::kinds::KINDS;
use crate::puzzle::{common, find};
use crate::repl::verbs::commands;
use crate::session;
use crate::text::{Source, Span};

/// The beginning of a command of the shell that lists the commands of a kind.
const SHELL_HELP: &str = "`puzzled help ";

/// Adds to a diagnostic the verb of the prompt that was intended: a verb that nothing has may be a
/// slip for one of the REPL's, or a command of the shell.
pub(crate) fn suggest(source: &Source, diagnostic: &mut Diagnostic) {
    let codes = [&common::UNKNOWN_VERB, &common::NOT_A_COMMAND, &session::codes::NO_PUZZLE];
    if !codes.contains(&diagnostic.code) {
        return;
    }

    let before = source.text()[..diagnostic.span.start as usize].trim_end_matches([' ', '\t']);
    let has_prefix = before.ends_with(':');
    if let Some(help) = &mut diagnostic.help {
        *help = help_here(help, has_prefix);
    }
    if has_prefix || *diagnostic.code == common::NOT_A_COMMAND {
        return; // the command goes to a puzzle
    }

    let word = source.slice(diagnostic.span).split([' ', '\t']).next().unwrap_or_default();
    if OF_THE_SHELL.contains(&word) {
        let span = Span::new(diagnostic.span.start, diagnostic.span.start + word.len() as u32);
        *diagnostic = of_the_shell(word, span);
        return;
    }
    let is_verb = |word: &str| {
        let kinds = KINDS.iter().map(|kind| kind.verbs);
        kinds.chain([common::COMMON, commands::VERBS]).any(|verbs| find(verbs, word).is_some())
    };
    if word.split_once(';').is_some_and(|(first, _)| is_verb(first)) {
        diagnostic.help = Some(String::from("write each command on a line of its own"));
        return;
    }

    let edit = diagnostic.fixes.first().and_then(|fix| fix.edits.first());
    let of_puzzle = edit.map(|edit| edit.text.clone());
    let of_prompt = commands::VERBS.iter().map(|verb| verb.name);
    let near = nearest(word, of_puzzle.as_deref().into_iter().chain(of_prompt));

    if let Some(near) = near.filter(|&near| of_puzzle.as_deref() != Some(near)) {
        let span = Span::new(diagnostic.span.start, diagnostic.span.start + word.len() as u32);
        diagnostic.help = Some(format!("did you mean `{near}`?"));
        diagnostic.fixes = vec![Fix::replace(Likely, span, near)];
    } else if *diagnostic.code == session::codes::NO_PUZZLE
        && diagnostic.help.as_deref().is_some_and(|help| help.contains("KIND NAME"))
    {
        diagnostic.help = Some(String::from(
            "declare a puzzle first: `KIND NAME {`, its body, and `}`; `help` shows how",
        ));
    }
}

/// Returns a help in which the command of the shell that lists the commands of a kind is written as
/// at the prompt. `help` alone is about the puzzle in focus, and not about one in a prefix.
fn help_here(help: &str, has_prefix: bool) -> String {
    let parts = help.split_once(SHELL_HELP);
    let parts = parts.and_then(|(before, rest)| Some((before, rest.split_once('`')?)));
    match parts {
        Some((before, (kind, after))) if has_prefix => format!("{before}`help {kind}`{after}"),
        Some((before, (_, after))) => format!("{before}`help`{after}"),
        None => help.to_owned(),
    }
}

/// Returns the diagnostic of a command of the shell that is typed at the prompt.
fn of_the_shell(word: &str, span: Span) -> Diagnostic {
    let call = if word == PROGRAM { String::from(PROGRAM) } else { format!("{PROGRAM} {word}") };
    let help = match word {
        "run" | "import" | "repl" => {
            format!("type `load FILE` here, or `{call} …` in a shell; `quit` leaves")
        }
        _ => format!("type `{call} …` in a shell; `quit` leaves"),
    };
    let message = format!("`{word}` is a command of the shell");
    let label = "not a command of the prompt";
    Diagnostic::new(&common::UNKNOWN_VERB, span, message, label).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_where_it_is_typed() {
        let help = "begin with `show`; `puzzled help matrix` lists all commands";
        assert_eq!(help_here(help, false), "begin with `show`; `help` lists all commands");
        assert_eq!(help_here(help, true), "begin with `show`; `help matrix` lists all commands");
        assert_eq!(help_here("did you mean `show`?", false), "did you mean `show`?");
    }
}
