//! A text from outside that is typed or pasted: the puzzles that it holds are declared.
//!
//! ```text
//! 53..7....6..195...…  →  sudoku sudoku-1 { … }
//! ```

use std::collections::BTreeSet;

use super::bare::{begins_tree, is_bare_move};
use crate::diag::{Diagnostic, Sink};
use crate::exchange::{self, Options, outside};
use crate::kinds::KINDS;
use crate::puzzle::find;
use crate::repl::verbs::commands::VERBS;
use crate::session::Session;
use crate::syntax::{BOM, Kinds as _, declares, parse_prefix, parse_word, uncommented};
use crate::text::Source;

/// Puzzles that a message names.
const NAMED: usize = 4;

/// A text from outside as statements.
pub(crate) struct Pasted {
    /// The statements that declare its puzzles.
    pub(crate) statements: String,
    /// The message about how the text was read.
    pub(crate) message: String,
}

/// Returns the statements that a text from outside is; `None` if it is a statement itself, moves of
/// the puzzle in focus, or fits no kind.
///
/// # Errors
/// The faults of a text that fits or nearly fits a kind, and cannot be a statement.
pub(crate) fn declared(
    text: &str,
    session: &mut Session,
) -> Result<Option<Pasted>, Vec<Diagnostic>> {
    let bare = text.trim_start_matches(BOM).trim();
    let is_other = declares(bare) || is_statement(bare) || begins_tree(bare);
    if bare.is_empty() || is_other || is_bare_move(bare, session) {
        return Ok(None);
    }
    if let Some(kind) = outside::kind_of(text) {
        return read(text, Options { kind: Some(kind.name), ..Options::default() }, session)
            .map(Some);
    }
    let is_text =
        bare.contains(['\n', '\r']) || bare.starts_with(|char: char| char.is_ascii_digit());
    match outside::unfit(text).nearest.filter(|_| is_text) {
        Some((_, fault)) => Err(vec![fault]),
        None => Ok(None),
    }
}

/// Returns the statements that declare the puzzles of a text, read as `options` say.
///
/// # Errors
/// The faults of a text in which no puzzle was found.
pub(crate) fn read(
    text: &str,
    options: Options<'_>,
    session: &mut Session,
) -> Result<Pasted, Vec<Diagnostic>> {
    let mut sink = Sink::new();
    let mut pieces = exchange::read(&Source::new("", text), &options, &mut sink);
    let mut remarks = sink.take_remark().map_or_else(String::new, |remark| format!("{remark}\n"));
    for fault in sink.diagnostics() {
        remarks += &format!("{}: {}\n", fault.severity().word(), fault.message);
    }
    if pieces.is_empty() {
        let faults = sink.take();
        return Err(if faults.is_empty() {
            vec![outside::unfit(text).fault(text)]
        } else {
            faults
        });
    }
    let mut taken: BTreeSet<String> =
        session.entries().into_iter().map(|entry| entry.name).collect();
    for piece in &mut pieces {
        piece.name.get_or_insert_with(|| numbered(&piece.kind, &taken));
        taken.extend(piece.name.clone());
    }
    let names = pieces.iter().filter_map(|piece| piece.name.as_deref());
    let shown = names.take(NAMED).collect::<Vec<_>>().join(", ");
    let rest = pieces.len().saturating_sub(NAMED);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    let kind = &pieces[0].kind;
    let message = format!("read as {kind}: {shown}{more}\n{remarks}");
    // A heading replaces the puzzle that it names, as a declaration does.
    let statements = exchange::document(&pieces, "", &mut BTreeSet::new());
    Ok(Pasted { statements, message })
}

/// Returns the first name of a kind with a number that is not taken.
fn numbered(kind: &str, taken: &BTreeSet<String>) -> String {
    let mut names = (1_u64..).map(|number| format!("{kind}-{number}"));
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// Returns whether a text begins like a statement or a verb of the prompt.
fn is_statement(text: &str) -> bool {
    let line = uncommented(text.lines().next().unwrap_or_default()).0.trim();
    let word = parse_word(line).map_or("", |(_, word)| word);
    word == "use"
        || find(VERBS, word).is_some()
        || KINDS.names().contains(&word)
        || KINDS.takes(None, line).is_some()
        || parse_prefix(line).is_ok()
}

#[cfg(test)]
mod tests {
    use crate::exchange::FORMATS;
    use crate::kinds::KINDS;
    use crate::repl::tests::{say, session_text, shell};

    const CARDS: &str = "..BB..\n..C..D\nAAC..D\n....EE\n.F..G.\n.F..G.\n";
    const GRID: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_form_is_declared_and_drawn() {
        for format in FORMATS.iter().filter(|format| !format.kinds.is_empty()) {
            let mut shell = shell();
            let (out, err) = say(&mut shell, format.example);
            let kind = format.kinds[0];
            assert!(err.starts_with(&format!("read as {kind}: {kind}-1\n")), "{err}{out}");
            // The last of them is drawn, beside the line that says what it is.
            assert!(out.is_empty() && err.lines().count() > 2, "{}: {err}", format.name);
            let (out, _) = say(&mut shell, "list");
            assert!(out.starts_with(&format!("* {kind}-1  {kind}")), "{out}");
        }
    }

    #[test]
    fn several_boards_are_as_many_puzzles_and_headings_name_them() {
        let mut shell = shell();
        let (_, err) = say(&mut shell, &format!("Level 1\n{CARDS}\nLevel 2\n{CARDS}\n{CARDS}"));
        assert!(err.starts_with("read as rush: level1, level2, rush-1\n"), "{err}");
        let (_, err) = say(&mut shell, &format!("{GRID}\n{GRID}\n").repeat(3));
        let names = "sudoku-1, sudoku-2, sudoku-3, sudoku-4 and 2 more";
        assert!(err.starts_with(&format!("read as sudoku: {names}\n")), "{err}");
        assert!(shell.prompt().contains("sudoku-6"), "{}", shell.prompt());
        // What was pasted is a part of the session.
        let saved = session_text(&shell);
        assert!(saved.contains("/// title: Level 1\nrush level1 {"), "{saved}");
    }

    #[test]
    fn statements_moves_and_trees_are_what_they_are() {
        let room = "bloxorz b { Sooo / oooo / oooT }";
        for (before, text) in [
            ("", "matrix m { 1 2 / 3 4 }"),
            (room, "RRD"),
            (room, "b: solve"),
            (room, "solve"),
            ("automaton t { rule 42354 tree (X . X) }", "(X . X)"),
            ("automaton t { rule 42354 tree (X . X) }", "1 [<]"),
        ] {
            let mut shell = shell();
            say(&mut shell, before);
            let (_, err) = say(&mut shell, text);
            assert!(!err.contains("read as"), "{text}: {err}");
        }
    }

    #[test]
    fn every_mistake_of_a_text_is_told() {
        let game = KINDS.iter().find(|kind| kind.is_whole_text()).expect("a kind").forms[0].example;
        let wrong = game.replace("green", "gren").replace("yellow", "yelow");
        let (_, err) = say(&mut shell(), &wrong);
        assert!(err.contains("`gren`") && err.contains("`yelow`"), "{err}");
    }

    #[test]
    fn what_was_refused_is_read_as_the_kind_that_is_named() {
        let mut shell = shell();
        let (out, err) = say(&mut shell, &GRID[..80]);
        assert!(out.is_empty() && err.contains("sudoku::cells"), "{err}");
        // A text that has a fault as this kind, too, is kept.
        let (_, err) = say(&mut shell, "load --as sudoku");
        assert!(err.contains("sudoku::cells"), "{err}");
        let (_, err) = say(&mut shell, "A.\n.A\n");
        assert!(err.contains("error"), "{err}");
        let (_, err) = say(&mut shell, "load --as klotski");
        assert!(err.starts_with("read as klotski: klotski-1\n"), "{err}");
        let (_, err) = say(&mut shell, "load --as klotski");
        assert!(err.contains("name of a file"), "{err}");
        // Nothing of a refused text is left.
        assert_eq!(shell.session.borrow_mut().entries().len(), 1);
    }
}
