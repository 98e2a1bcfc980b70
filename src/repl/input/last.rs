//! `_`: the last answer, as a word of a command that is typed.
//!
//! A `_` that an argument of the verb can be belongs to the verb: a move of a split block, a move
//! that is only asked about (`why not _`), the name of a file.

use crate::diag::{Edit, Sink};
use crate::kinds::KINDS;
use crate::repl::verbs::commands::{Word, parse_call};
use crate::session::Session;
use crate::syntax::{Expected, Fragment, Statement, parse_document, uncommented};

/// The word for the last answer.
pub(crate) const LAST: &str = "_";

/// Returns whether a text asks for the last answer and nothing else.
pub(crate) fn is_last(text: &str) -> bool {
    uncommented(text.trim()).0.trim() == LAST
}

/// Returns the replacements of the words for the last answer in the commands of a text.
pub(crate) fn replacements(text: &str, answer: &str, session: &mut Session) -> Vec<Edit> {
    let mut edits = Vec::new();
    if !text.contains(LAST) {
        return edits;
    }
    for statement in parse_document(text, &KINDS, &mut Sink::new()).statements {
        let Statement::Command(command) = statement else { continue };
        let target = command.target.and_then(|target| text.get(target.range()));
        let code = Fragment::of(text, command.text);
        for span in words(code) {
            if !belongs_to_verb(session, target, code, span.start) {
                edits.push(Edit { span, text: argument(answer) });
            }
        }
        if let Some(Expected::Line(line)) = command.expected {
            let first = answer.lines().next().unwrap_or_default();
            let written = words(Fragment::of(text, line)).into_iter();
            edits.extend(written.map(|span| Edit { span, text: first.to_owned() }));
        }
    }
    edits
}

/// Returns the places of the words for the last answer.
fn words(code: Fragment<'_>) -> Vec<crate::text::Span> {
    let words = code.text.split(|char: char| char.is_whitespace() || char == ';');
    words.filter(|&word| word == LAST).map(|word| code.locate(word).span()).collect()
}

/// Returns an answer as the argument of a command: its lines as moves, without the length in front of
/// them.
fn argument(answer: &str) -> String {
    let lines: Vec<_> = answer.lines().collect();
    let has_length = lines.len() > 1 && lines[0].parse::<u64>().is_ok();
    lines[usize::from(has_length)..].join("; ")
}

/// Returns whether a `_` at an offset of a command belongs to the command.
fn belongs_to_verb(
    session: &mut Session,
    target: Option<&str>,
    command: Fragment<'_>,
    at: u32,
) -> bool {
    let info = session.puzzle(target).map(|puzzle| puzzle.info());
    let call = if target.is_none() { parse_call(command.text, 0, info) } else { None };
    if let Some(call) = call {
        // The rest of these is a command of a puzzle, or a question.
        if !matches!(call.verb, Word::Time | Word::Draw) {
            return true;
        }
        let question = command.part(call.rest.range());
        return at >= question.start && belongs_to_verb(session, target, question, at);
    }
    let Some(puzzle) = session.puzzle(target) else { return false };
    let before = command.part(0..(at - command.start) as usize);
    if !before.text.is_empty() && puzzle.complete(before).iter().any(|word| word == LAST) {
        return true;
    }
    let Some(kind) = KINDS.kind(puzzle.info().name) else { return false };
    let asks = kind.role(command).is_some_and(|role| !role.changes());
    asks && kind.lint(command, KINDS, &mut Sink::new())
}

#[cfg(test)]
mod tests {
    use crate::repl::tests::{say, shell};

    #[test]
    fn the_last_answer_is_a_word() {
        let mut shell = shell();
        let (out, err) = say(&mut shell, "_");
        assert!(out.is_empty() && err.contains("nothing has answered yet"), "{out}{err}");
        say(&mut shell, "matrix m {\n1 2\n3 4\n}");
        assert_eq!(say(&mut shell, "ring 0").0, "1 2 4 3\n");
        let (out, err) = say(&mut shell, "ring 0 => _");
        assert_eq!((&*out, &*err), ("1 2 4 3\n", "runs: ring 0 => 1 2 4 3\n"));
        assert_eq!(say(&mut shell, "_ // again").0, "1 2 4 3\n");
        assert_eq!(say(&mut shell, "show").0, "1 2\n3 4\n");
        assert_eq!(say(&mut shell, "_").0, "1 2\n3 4\n");
    }

    #[test]
    fn a_solution_can_be_played() {
        let mut shell = shell();
        say(&mut shell, "bloxorz b {\n  SoooT\n  ooooo\n  ooooo\n}");
        let solved = say(&mut shell, "solve").0;
        let moves = solved.lines().nth(1).expect("moves").to_owned();
        let (_, err) = say(&mut shell, "play _");
        assert_eq!(err, format!("runs: play {moves}\n"));
        assert!(shell.prompt().contains("solved"), "{}", shell.prompt());
    }

    #[test]
    fn a_word_that_the_verb_takes_belongs_to_the_verb() {
        let mut shell = shell();
        say(&mut shell, "bloxorz b { Sooo / oooo / oooT }");
        assert_eq!(say(&mut shell, "why not _").0, "the block is in one piece\n");
        for line in ["why not _", "b: why not _", "time why not _", "draw why not _"] {
            let (out, err) = say(&mut shell, line);
            assert!(!err.contains("runs:") && !out.is_empty(), "{line}: {out}{err}");
        }
        assert!(say(&mut shell, "help _").1.contains("no help on `_`"));
        assert!(say(&mut shell, "_R").1.contains("bloxorz::not-split"));
        // Where it cannot be a word of the command, it is the last answer.
        say(&mut shell, "solve");
        assert!(say(&mut shell, "play _").1.starts_with("runs: play "));
        say(&mut shell, "klotski k { A . B / C . B / C D . / goal A at (2,2) }");
        say(&mut shell, "moves");
        assert!(say(&mut shell, "why not _").1.starts_with("runs: why not A (0,0) (0,1); "));
    }
}
