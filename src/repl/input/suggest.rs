//! Advice in diagnostics that only a prompt can give.

use crate::diag::Applicability::Likely;
use crate::diag::{Diagnostic, Fix, nearest};
use crate::kinds::KINDS;
use crate::puzzle::{common, find};
use crate::repl::verbs::commands;
use crate::session;
use crate::text::{Source, Span};

/// Adds to a diagnostic the verb of the prompt that was intended: a verb that nothing has may be a
/// slip for one of the REPL's.
pub(crate) fn suggest(source: &Source, diagnostic: &mut Diagnostic) {
    if *diagnostic.code != common::UNKNOWN_VERB && *diagnostic.code != session::codes::NO_PUZZLE {
        return;
    }
    if source.text()[..diagnostic.span.start as usize].trim_end_matches([' ', '\t']).ends_with(':')
    {
        return; // a prefix sends it to a puzzle
    }

    let word = source.slice(diagnostic.span).split([' ', '\t']).next().unwrap_or_default();
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
