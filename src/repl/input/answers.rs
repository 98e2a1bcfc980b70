//! Earlier answers by name: `_` is the last one, `%3` that of input 3, `%3.2` its second line.
//!
//! A name stands for what it names wherever it is a word of a command that is typed, and `%3` also
//! within a body that is typed. A document that is loaded has no earlier inputs, and no names for
//! them. A `_` that an argument of the verb can be belongs to the verb: a move of a split block, a move
//! that is only asked about (`why not _`), the name of a file.

use std::collections::VecDeque;

use crate::diag::{Diagnostic, Edit, Sink, clip, edited};
use crate::kinds::KINDS;
use crate::repl::verbs::commands::{Word, parse_call};
use crate::session::Session;
use crate::syntax::codes::bad_argument;
use crate::syntax::{Expected, Fragment, Statement, parse_document, uncommented};
use crate::text::Span;

/// Bytes of answers that are remembered in all.
const MOST: usize = 64 << 20;

/// An answer, and what gave it.
#[derive(Debug)]
struct Given {
    number: usize,
    command: String,
    text: String,
}

/// The answers so far, of each input the last one.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    given: VecDeque<Given>,
    bytes: usize,
}

/// The name of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Name {
    /// The input; none for the last answer.
    number: Option<usize>,
    /// One line of it, from 1.
    line: Option<usize>,
}

/// Reads a name.
fn name(word: &str) -> Option<Name> {
    let (head, line) = match word.split_once('.') {
        Some((head, line)) => (head, Some(count(line)?)),
        None => (word, None),
    };
    match head.strip_prefix('%') {
        Some(number) => Some(Name { number: Some(count(number)?), line }),
        None => (head == "_").then_some(Name { number: None, line }),
    }
}

/// Returns a number without a sign.
fn count(digits: &str) -> Option<usize> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// Returns whether a character stands between words.
fn apart(char: char) -> bool {
    char.is_whitespace() || char == ';'
}

/// Where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Command,
    Expected,
    Body,
}

impl Answers {
    /// Remembers an answer of that input in the place of an earlier one.
    pub(crate) fn add(&mut self, number: usize, command: &str, text: &str) {
        if self.given.back().is_some_and(|last| last.number == number) {
            self.bytes -= self.given.pop_back().map_or(0, |last| last.text.len());
        }
        self.bytes += text.len();
        let (command, text) = (clip(command).into_owned(), text.to_owned());
        self.given.push_back(Given { number, command, text });
        while self.bytes > MOST {
            self.bytes -= self.given.pop_front().map_or(0, |first| first.text.len());
        }
    }

    fn of(&self, name: Name) -> Option<&str> {
        let given = match name.number {
            None => self.given.back()?,
            Some(number) => {
                &self.given[self.given.binary_search_by_key(&number, |one| one.number).ok()?]
            }
        };
        match name.line {
            None => Some(&given.text),
            Some(line) => given.text.lines().nth(line.checked_sub(1)?),
        }
    }

    /// Returns the names of the answers, the newest first.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.given.iter().rev().map(|one| format!("%{}", one.number))
    }

    /// Returns what a name stands for at a place.
    fn value(&self, name: Name, place: Place) -> Option<String> {
        let text = self.of(name)?;
        let mut lines = text.lines();
        Some(match place {
            Place::Body => text.to_owned(),
            // One line is compared with the first line of an answer.
            Place::Expected => lines.next().unwrap_or_default().to_owned(),
            Place::Command => {
                let counted = lines.clone().nth(1).is_some()
                    && lines.clone().next().is_some_and(|line| line.parse::<u64>().is_ok());
                // A length and then what has that length: the moves can be played.
                let rest: Vec<_> = lines.by_ref().skip(usize::from(counted)).collect();
                rest.join("; ")
            }
        })
    }

    /// Returns the newest answers: of each the name, the command and the first line.
    pub(crate) fn newest(&self, count: usize) -> Vec<[String; 3]> {
        let shown = self.given.iter().skip(self.given.len().saturating_sub(count));
        let row = |one: &Given| {
            let mut lines = one.text.lines();
            let first = clip(lines.next().unwrap_or_default()).into_owned();
            let more = if lines.next().is_some() { " …" } else { "" };
            [format!("%{}", one.number), one.command.clone(), first + more]
        };
        shown.map(row).collect()
    }

    /// Returns the answer that a text names, if it is a name alone: the name, and the answer if there is
    /// one.
    pub(super) fn named<'a>(&self, text: &'a str) -> Option<(&'a str, Option<&str>)> {
        let alone = uncommented(text.trim()).0.trim();
        name(alone).map(|name| (alone, self.of(name)))
    }

    /// Returns the fault that a name is not that of an answer.
    pub(super) fn missing(&self, span: Span, word: &str) -> Diagnostic {
        let help = match self.given.back() {
            None => String::from("nothing has answered yet"),
            Some(last) => {
                format!("`answers` lists those there are; the last one is `%{}`", last.number)
            }
        };
        bad_argument(span, &clip(word), "an earlier answer", "").help(help)
    }
}

/// Asks whether a `_` at an offset of a command on a puzzle (the one in focus, without a name) belongs
/// to the command.
pub(crate) type Keeps<'a> = dyn FnMut(Option<&str>, Fragment<'_>, u32) -> bool + 'a;

/// Returns whether a `_` at an offset of a command belongs to the command.
pub(crate) fn keeps(
    session: &mut Session,
    target: Option<&str>,
    command: Fragment<'_>,
    at: u32,
) -> bool {
    let info = session.puzzle(target).map(|puzzle| puzzle.info());
    let call = if target.is_none() { parse_call(command.text, 0, info) } else { None };
    let asked = match call {
        None => command,
        // The rest is a command of a puzzle, or a question.
        Some(call) if matches!(call.verb, Word::Time | Word::Draw) => {
            command.part(call.rest.range())
        }
        Some(_) => return true,
    };
    if asked.start > command.start {
        return at >= asked.start && keeps(session, target, asked, at);
    }
    let Some(puzzle) = session.puzzle(target) else { return false };
    let before = command.part(0..(at - command.start) as usize);
    if !before.text.is_empty() && puzzle.complete(before).iter().any(|word| word == "_") {
        return true;
    }
    let Some(kind) = KINDS.kind(puzzle.info().name) else { return false };
    let asks = kind.info().role(command).is_some_and(|role| !role.changes());
    asks && kind.lint(command, KINDS, &mut Sink::new())
}

/// A text in which names may be replaced.
struct Scan<'a> {
    text: &'a str,
    answers: &'a Answers,
    /// The places of the names, and what stands for them.
    edits: Vec<Edit>,
}

impl Scan<'_> {
    /// Looks at the words of a part of the text.
    fn words(
        &mut self,
        span: Span,
        place: Place,
        keeps: &mut dyn FnMut(u32) -> bool,
    ) -> Result<(), Box<Diagnostic>> {
        let whole = Fragment::of(self.text, span);
        for word in whole.text.split(apart) {
            let span = whole.locate(word).span();
            let Some(name) = name(word) else { continue };
            if place == Place::Body && (name.number.is_none() || self.answers.of(name).is_none()) {
                continue;
            }
            if word == "_" && keeps(span.start) {
                continue;
            }
            match self.answers.value(name, place) {
                Some(text) => self.edits.push(Edit { span, text }),
                // The command judges a `_` that belongs to it.
                None if word == "_" => {}
                None => return Err(Box::new(self.answers.missing(span, word))),
            }
        }
        Ok(())
    }
}

/// Returns the places of the names in a text, each with what stands for it.
///
/// # Errors
/// A name of no answer.
pub(crate) fn names_in(
    text: &str,
    answers: &Answers,
    keeps: &mut Keeps<'_>,
) -> Result<Vec<Edit>, Box<Diagnostic>> {
    let candidate = |word: &str| word.starts_with(['%', '_']) && name(word).is_some();
    if !text.split(apart).any(candidate) {
        return Ok(Vec::new());
    }
    let mut scan = Scan { text, answers, edits: Vec::new() };
    for statement in parse_document(text, &KINDS, &mut Sink::new()).statements {
        match statement {
            Statement::Declaration(one) => {
                scan.words(one.body, Place::Body, &mut |_| false)?;
            }
            Statement::Command(one) => {
                let target = one.target.and_then(|target| text.get(target.range()));
                let command = Fragment::of(text, one.text);
                scan.words(one.text, Place::Command, &mut |at| keeps(target, command, at))?;
                if let Some(Expected::Line(span)) = one.expected {
                    scan.words(span, Place::Expected, &mut |_| false)?;
                }
            }
            Statement::Use(_) | Statement::Broken(_) => {}
        }
    }
    Ok(scan.edits)
}

/// Returns the text with the names replaced; `None` if there are none.
pub(crate) fn replaced(text: &str, edits: &[Edit]) -> Option<String> {
    let new = || String::from_utf8_lossy(&edited(text.as_bytes(), edits)).into_owned();
    (!edits.is_empty()).then(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::shell::Shell;
    use crate::repl::tests::{Captured, shell};
    use crate::text::Source;

    fn say(shell: &mut Shell, text: &str) -> (String, String) {
        let mut captured = Captured::default();
        let source = Source::new(shell.next(), text);
        shell.take(&source, &mut captured);
        (captured.out, captured.err)
    }

    #[test]
    fn names_are_read() {
        let plain = |number, line| Some(Name { number, line });
        for (word, read) in [
            ("_", plain(None, None)),
            ("_.2", plain(None, Some(2))),
            ("%3", plain(Some(3), None)),
            ("%3.1", plain(Some(3), Some(1))),
            ("%", plain(Some(0), None).filter(|_| false)),
            ("%x", None),
            ("_x", None),
            ("_.", None),
            ("%+1", None),
        ] {
            assert_eq!(name(word), read, "{word}");
        }
    }

    #[test]
    fn earlier_answers_are_words() {
        let mut shell = shell();
        say(&mut shell, "matrix m {\n1 2\n3 4\n}");
        assert_eq!(say(&mut shell, "ring of (0,1)").0, "0 1\n");
        assert_eq!(say(&mut shell, "ring 0").0, "1 2 4 3\n");
        assert_eq!(
            say(&mut shell, "ring 0 => _"),
            ("1 2 4 3\n".into(), "runs: ring 0 => 1 2 4 3\n".into())
        );
        assert_eq!(say(&mut shell, "%2").0, "0 1\n");
        assert_eq!(say(&mut shell, "show").0, "1 2\n3 4\n");
        let (_, err) = say(&mut shell, "matrix n {\n%6\n} // %9");
        assert_eq!(err, "runs: matrix n {\n      1 2\n      3 4\n      } // %9\n");
        assert_eq!(say(&mut shell, "n: show").0, "1 2\n3 4\n");
        let (out, _) = say(&mut shell, "answers 2");
        assert_eq!(out, "%6  show  =>  1 2 …\n%8  show  =>  1 2 …\n");
        let (out, err) = say(&mut shell, "rotate %99");
        assert!(out.is_empty() && err.contains("expected an earlier answer, found `%99`"), "{err}");
        let (out, err) = say(&mut shell, "%99");
        assert!(out.is_empty() && err.contains("expected an earlier answer, found `%99`"), "{err}");
        assert_eq!(say(&mut shell, "_.2").0, "3 4\n");
        assert_eq!(say(&mut shell, "rotate _.9").0, "");
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

    #[test]
    fn a_move_that_is_called_like_it_stays_a_move() {
        let mut shell = shell();
        let body =
            "bloxorz b {\n  Sooxooo\n  ooooooo\n  oooToxx\n  x: splits to (1,0) and (1,3)\n}";
        say(&mut shell, body.replace("xx\n", "oo\n").as_str());
        say(&mut shell, "moves");
        let (_, err) = say(&mut shell, "play _");
        assert!(err.starts_with("runs: play "), "{err}");
    }

    #[test]
    fn memory_is_bounded() {
        let mut answers = Answers::default();
        let large = "x".repeat(MOST / 4);
        for number in 0..40 {
            answers.add(number, "c", &large);
        }
        assert!(answers.given.len() == 4 && answers.bytes <= MOST);
        assert_eq!(
            answers.value(Name { number: Some(39), line: None }, Place::Body).as_deref(),
            Some(&*large)
        );
        assert!(answers.of(Name { number: Some(1), line: None }).is_none());
    }
}
