//! The arguments of `puzzled verify PUZZLE [NAME] [ANSWER]`, and the text of the answer.

use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use super::super::args::Verify;
use super::super::lines::SHORT;
use crate::diag::{among, did_you_mean};
use crate::host::{Console, Exit, InputError, is_stdin, name, pasted_dash, read_at_most, shown};
use crate::search::{Budget, Charge};

/// The most puzzles that a message lists; the others are counted.
const LISTED: usize = 20;
/// Copies of an answer that are charged: it is held once, and the place where it goes wrong may be
/// all of it.
const COPIES: u64 = 2;

/// The arguments after the file of the puzzle.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments<'a> {
    /// The name of the puzzle.
    pub(super) puzzle: Option<String>,
    /// The file of the answer.
    pub(super) answer: Option<&'a Path>,
}

impl<'a> Arguments<'a> {
    /// Returns the meaning of the arguments after `file`, raw input.
    ///
    /// # Errors
    /// The argument that is one too many.
    pub(super) fn of_raw(file: &Path, rest: &'a [PathBuf]) -> Result<Self, String> {
        match rest {
            [] => Ok(Self::default()),
            [answer] => Ok(Self { puzzle: None, answer: Some(answer) }),
            [answer, more, ..] => Err(format!(
                "unexpected argument {} after {}: {} is raw input, whose puzzles have no names",
                shown(more),
                shown(answer),
                shown(file)
            )),
        }
    }

    /// Returns the meaning of the arguments after `file`, which declares these puzzles.
    ///
    /// # Errors
    /// Why they do not say which puzzle and which answer.
    pub(super) fn of_declared(
        file: &Path,
        rest: &'a [PathBuf],
        puzzles: &[String],
    ) -> Result<Self, String> {
        let is_puzzle = |argument: &Path| puzzles.contains(&name(argument));
        let unknown = |argument: &Path, kind: &str| {
            let word = name(argument);
            let hint = pasted_dash(&word).unwrap_or_else(|| {
                did_you_mean(&word, puzzles.iter().map(String::as_str), &listed(puzzles))
            });
            format!("there is no puzzle `{}` in {}{kind}; {hint}", shown(argument), shown(file))
        };

        let (puzzle, answer) = match rest {
            [] => (None, None),
            [argument] if is_file(argument) => (None, Some(&**argument)),
            [argument] => match (is_puzzle(argument), argument.exists()) {
                (true, false) => (Some(name(argument)), None),
                (false, true) => (None, Some(&**argument)),
                (true, true) => {
                    let argument = shown(argument);
                    return Err(format!(
                        "`{argument}` is a puzzle in {} and a file; write `./{argument}` for the file",
                        shown(file)
                    ));
                }
                (false, false) => return Err(unknown(argument, ", and no file of that name")),
            },
            [puzzle, answer] if is_puzzle(puzzle) => (Some(name(puzzle)), Some(&**answer)),
            [puzzle, _] => return Err(unknown(puzzle, "")),
            [_, answer, more, ..] => {
                let answer = shown(answer);
                let more = shown(more);
                return Err(format!(
                    "unexpected argument {more} after {answer}; expected PUZZLE, NAME and ANSWER"
                ));
            }
        };

        if puzzle.is_none() && puzzles.len() > 1 {
            let puzzles = listed(puzzles);
            return Err(format!("{} has several puzzles: name one; {puzzles}", shown(file)));
        }
        Ok(Self { puzzle, answer })
    }

    /// Reads the answer: the text of `--answer`, a file, or standard input.
    ///
    /// # Errors
    /// The exit code if there is no answer or more than one; the reason has been reported.
    pub(super) fn read(
        &self,
        console: &Console,
        args: &Verify,
        file: &Path,
        budget: &Budget,
    ) -> Result<Result<Text, String>, Exit> {
        let answer = match (&args.answer, self.answer) {
            (Some(_), Some(answer)) => {
                return Err(console.refuse(format!(
                    "{} and `--answer` are both an answer; leave one out",
                    shown(answer)
                )));
            }
            (Some(answer), None) => return Ok(Ok(Text::of(answer.clone()))),
            (None, answer) => answer.unwrap_or(Path::new("-")),
        };
        if is_stdin(answer) && is_stdin(file) {
            let advice =
                "the puzzle is read from standard input; use `--answer TEXT`, or name a file";
            return Err(console.refuse(advice));
        }
        if self.answer.is_none() && stdin().is_terminal() {
            let advice = "no answer to judge; name its file, use `--answer TEXT`, or give it on \
                          standard input";
            return Err(console.refuse(advice));
        }
        read(answer, budget).map_err(|error| console.refuse(error))
    }
}

/// Returns whether an argument names a file by its form; another may be the name of a puzzle.
fn is_file(argument: &Path) -> bool {
    is_stdin(argument) || name(argument).contains(['/', '.', std::path::MAIN_SEPARATOR])
}

/// Returns the list of puzzles for a message.
fn listed(puzzles: &[String]) -> String {
    let shown = among(puzzles.iter().take(LISTED).map(String::as_str));
    match puzzles.len().checked_sub(LISTED) {
        None | Some(0) => format!("its puzzles are {shown}"),
        Some(more) => format!("its first puzzles are {shown}, and {more} more"),
    }
}

/// The text of an answer, charged to the limit of memory while it is held.
#[derive(Debug)]
pub(super) struct Text {
    text: String,
    _charge: Charge,
}

impl Text {
    fn of(text: String) -> Self {
        Self { text, _charge: Charge::default() }
    }

    /// Returns the text.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }
}

/// Reads an answer from a file or from standard input. Returns the reason for the verdict on it if
/// it is longer than the limit of memory allows; then the rest of it is not read.
///
/// # Errors
/// When it cannot be read.
pub(super) fn read(path: &Path, budget: &Budget) -> Result<Result<Text, String>, InputError> {
    let most = (budget.free() / COPIES).max(SHORT);
    Ok(match read_at_most(path, most)? {
        None => Err(too_long(most)),
        Some(bytes) => {
            let mut charge = Charge::default();
            charge.set(COPIES * bytes.len() as u64, budget);
            Ok(Text { text: decoded(bytes), _charge: charge })
        }
    })
}

/// Returns the reason for the verdict on an answer that is longer than `most` bytes.
pub(super) fn too_long(most: u64) -> String {
    format!("expected an answer of at most {most} bytes, found a longer one (`--memory`)")
}

/// Returns whether `bytes` more bytes may be held because of an answer.
pub(super) fn fits(bytes: u64, budget: &Budget) -> bool {
    bytes <= SHORT || budget.fits(bytes).is_ok()
}

/// Returns the text of bytes, in place; each byte that is not UTF-8 becomes a `?`.
fn decoded(mut bytes: Vec<u8>) -> String {
    let mut valid = 0;
    while let Err(error) = std::str::from_utf8(&bytes[valid..]) {
        let start = valid + error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |length| start + length);
        bytes[start..end].fill(b'?');
        valid = end;
    }
    String::from_utf8(bytes).expect("what was not UTF-8 was replaced")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_become_question_marks() {
        let cases: [&[u8]; 5] =
            [b"", b"B+2", b"\xff", "é\u{feff}".as_bytes(), b"a\xe2\x82b\xf0\x9f"];
        for bytes in cases {
            let lossless = crate::text::Source::from_bytes("", bytes.to_vec());
            assert_eq!(decoded(bytes.to_vec()), lossless.text());
        }
    }

    #[test]
    fn an_answer_is_charged_while_it_is_held_and_cut_at_the_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("answer");
        let length = SHORT + 10;
        std::fs::write(&file, "R".repeat(length as usize)).expect("it can be written");
        let budget = Budget::unlimited().with_bytes(COPIES * length);
        let text = read(&file, &budget).expect("it can be read").expect("it fits");
        assert_eq!(text.as_str().len() as u64, length);
        assert_eq!(budget.account.held(), COPIES * length);
        // Another answer has no room beside it, unless it is short.
        assert_eq!(read(&file, &budget).expect("it can be read").err(), Some(too_long(SHORT)));
        std::fs::write(&file, "R").expect("it can be written");
        assert!(read(&file, &budget).expect("it can be read").is_ok());
        drop(text);
        assert_eq!(budget.account.held(), 0);
    }
}
