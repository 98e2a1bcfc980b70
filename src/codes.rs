//! Floor 7: every diagnostic code, and its page of explanation.

use crate::diag::{Code, Part, readable};
use crate::kinds::KINDS;
use crate::session::all_codes;

/// Returns every code, by area.
pub fn codes() -> Vec<&'static Code> {
    all_codes(KINDS)
}

/// Returns a line for each code: its path, severity and title.
pub fn list() -> String {
    let line =
        |code: &Code| format!("{:<34} {:<8} {}\n", code.path, code.severity.word(), code.title);
    codes().into_iter().map(line).collect()
}

/// Returns the page of the code that a word names.
pub fn page_of(word: &str) -> Option<String> {
    codes().into_iter().find(|code| code.path == word).map(page)
}

/// Returns what the diagnostics of a code can say, a line for each message and each help.
/// Placeholders are words in capital letters.
pub fn sayings(code: &Code) -> Vec<String> {
    let mut lines = Vec::new();
    for form in code.forms.iter().copied().flatten() {
        let helps = form.texts(Part::Help).map(|text| format!("help: {}", readable(text)));
        for line in form.texts(Part::Message).map(readable).chain(helps) {
            // A text that is only a placeholder says nothing here.
            if !lines.contains(&line) && line != "help: HELP" {
                lines.push(line);
            }
        }
    }
    lines
}

/// Returns the page of a code as plain text: its path, severity and title, then the explanation,
/// and what its diagnostics can say.
pub fn page(code: &Code) -> String {
    let mut text = format!("{} ({})\n{}\n\n", code.path, code.severity.word(), code.title);
    let mut example = false;
    for line in code.explain.lines() {
        if let Some(fence) = line.trim_start().strip_prefix("```") {
            example = !example && !fence.is_empty();
            if example {
                let wrong = fence.contains("wrong");
                text.push_str(if wrong { "  wrong:\n" } else { "  right:\n" });
            }
            continue;
        }
        if example {
            text.push_str("    ");
        }
        text.push_str(&crate::render::sanitize(line));
        text.push('\n');
    }
    if !code.forms.is_empty() {
        text.push_str("\nIt can say:\n");
    }
    text.extend(sayings(code).into_iter().flat_map(|line| ["    ", &line, "\n"].map(String::from)));
    text
}
