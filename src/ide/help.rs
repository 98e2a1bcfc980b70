//! Descriptions of kinds, verbs and codes, as Markdown.

use std::fmt::Write as _;

use super::complete::{Candidate, Means};
use crate::diag::Code;
use crate::puzzle::markdown::fenced;
use crate::puzzle::{Info, Verb, common::COMMON, find};

/// Returns the explanation of a code as a page of Markdown.
pub fn page(code: &Code) -> String {
    // The words after `puzzled` in a fence are for the tests.
    let mut text = format!("# `{}`\n\n*{}: {}*\n\n", code.path, code.severity.word(), code.title);
    for line in code.explain.lines() {
        text.push_str(if line.starts_with("```puzzled") { "```puzzled" } else { line });
        text.push('\n');
    }
    text
}

/// Returns a list of a kind's commands as Markdown.
pub fn manual(info: &Info) -> String {
    let mut text = format!("**{}** — {}\n\n", info.name, info.summary);
    for verb in info.verbs.iter().chain(info.query) {
        let _ = writeln!(text, "* `{}` — {}", verb.usage(), verb.summary);
    }
    text
}

/// Returns the manual entry of a verb.
pub fn entry(info: &Info, verb: &Verb) -> String {
    let is_of_kind = find(COMMON, verb.name).is_none();
    let owner = if is_of_kind { info.name } else { "every kind" };
    let usage = fenced("puzzled", &verb.usage().to_string());
    format!("{usage}\n{} — *{owner}*\n\n{}", verb.summary, fenced("puzzled", verb.example))
}

impl Candidate {
    /// Returns an explanation as Markdown; may be empty.
    pub fn documentation(&self) -> String {
        match self.means {
            Means::Verb(info, verb) => entry(info, verb),
            Means::Kind(info) => fenced("puzzled", info.example),
            _ => String::new(),
        }
    }
}
