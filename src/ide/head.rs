//! The line that is being typed.

use crate::syntax::{Fragment, parse_prefix};

/// A command line up to the cursor, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// The puzzle that a prefix names.
    pub target: Option<&'a str>,
    /// The command: without the spaces before it, with those after it.
    pub rest: &'a str,
    /// The offset at which the command begins.
    pub start: usize,
}

impl<'a> Head<'a> {
    /// Takes the line apart that ends with `text[..offset]`.
    pub fn at(text: &'a str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        Self::of(&before[line..], line)
    }

    /// Takes a line apart that begins at `start`.
    fn of(line: &'a str, start: usize) -> Self {
        let code = line.trim_start_matches([' ', '\t']);
        let (rest, target) = match parse_prefix(code) {
            Ok((rest, name)) => (rest, Some(name)),
            Err(_) => (code, None),
        };
        Self { target, rest, start: start + line.len() - rest.len() }
    }

    /// Returns the line after a word that is written before a whole command; `None` if the line
    /// does not begin with that word.
    #[must_use]
    pub fn after(self, word: &str) -> Option<Self> {
        let rest = self.rest.strip_prefix(word).filter(|_| self.target.is_none())?;
        rest.starts_with([' ', '\t']).then(|| Self::of(rest, self.start + word.len()))
    }

    /// Returns the command with its place.
    pub fn command(&self) -> Fragment<'a> {
        Fragment { text: self.rest, start: self.start as u32 }
    }
}
