//! The arguments of a command, read by their data.

use super::args::{Args, Fragment};
use super::codes;
use super::form::keyword;
use super::usage::{Arg, Name};
use crate::diag::Applicability::Likely;
use crate::diag::{Fix, Sink};
use crate::scene::Coordinate;
use crate::text::{Span, Spanned};

/// The arguments that were given to a command.
#[derive(Debug)]
pub struct Given<'a> {
    words: Vec<&'static str>,
    names: Vec<Fragment<'a>>,
    numbers: Vec<Spanned<i128>>,
    cells: Vec<Spanned<Coordinate>>,
    /// The text that the kind reads ([`Arg::Rest`]); empty if the command has none.
    pub rest: Args<'a>,
    /// The meaning of the optional name that is left out before the next word.
    skipped: Option<&'static str>,
    ends_in_rest: bool,
}

impl<'a> Given<'a> {
    /// Reads arguments; reports what is wrong with them.
    pub(crate) fn read(args: &'static [Arg], rest: Args<'a>, sink: &mut Sink) -> Option<Self> {
        let mut given = Self {
            words: Vec::new(),
            names: Vec::new(),
            numbers: Vec::new(),
            cells: Vec::new(),
            rest,
            skipped: None,
            ends_in_rest: false,
        };
        given.take(args, sink)?;
        (given.ends_in_rest || given.rest.expect_end(sink)).then_some(given)
    }

    /// Returns whether a word is among them.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// Returns the names.
    pub fn names(&self) -> &[Fragment<'a>] {
        &self.names
    }

    /// Returns the number.
    pub fn number(&self) -> Option<Spanned<i128>> {
        self.numbers.first().copied()
    }

    /// Returns the number if it is given, or else `default`.
    pub fn count(&self, default: u64) -> u64 {
        self.number().and_then(|number| number.value.try_into().ok()).unwrap_or(default)
    }

    /// Returns the places.
    pub fn cells(&self) -> &[Spanned<Coordinate>] {
        &self.cells
    }

    fn take(&mut self, args: &'static [Arg], sink: &mut Sink) -> Option<()> {
        for (at, arg) in args.iter().enumerate() {
            match arg {
                Arg::Word(words) => {
                    let number = self.rest.read(keyword(words), sink)?;
                    self.words.push(words[number]);
                }
                Arg::Number(number) => {
                    let value = self.rest.expect_number(number, sink)?;
                    self.numbers.push(Spanned { value, span: self.rest.before() });
                }
                Arg::Cell => self.cells.push(self.rest.expect_coordinate(sink)?),
                Arg::Name(name) => self.take_name(name, sink)?,
                Arg::Flags(flags) => self.take_flags(flags, sink)?,
                Arg::Optional(inner) if self.begins(inner, at + 1 == args.len()) => {
                    self.take(inner, sink)?;
                }
                Arg::Optional([Arg::Name(name), ..]) => self.skipped = Some(name.meaning),
                Arg::Optional(_) => {}
                Arg::Either(ways) => self.take_either(ways, sink)?,
                Arg::Rest { .. } | Arg::Text(_) | Arg::Repeat(_) => self.ends_in_rest = true,
            }
        }
        Some(())
    }

    fn take_name(&mut self, name: &Name, sink: &mut Sink) -> Option<()> {
        let word = self.rest.expect_word(name.meaning, sink)?;
        if !(name.fits)(word.text) {
            let usage = self.rest.usage();
            sink.push(codes::bad_argument(word.span(), word.text, name.meaning, usage));
            return None;
        }
        self.names.push(word);
        Some(())
    }

    fn take_flags(&mut self, flags: &'static [&'static str], sink: &mut Sink) -> Option<()> {
        let mut expected = self.skipped.take().unwrap_or("an option");
        while let Some(word) = self.rest.peek() {
            let Some(flag) = flags.iter().find(|flag| **flag == word.text) else {
                self.rest.reject(expected, sink);
                return None;
            };
            self.rest.word();
            self.words.push(flag);
            expected = "an option";
        }
        Some(())
    }

    fn take_either(&mut self, ways: &'static [&'static [Arg]], sink: &mut Sink) -> Option<()> {
        let next = self.rest.peek().map(|word| word.text);
        let is_next = |words: &[&str]| next.is_some_and(|next| words.contains(&next));
        let by_word = ways.iter().find(|way| matches!(way[0], Arg::Word(words) if is_next(words)));
        if let (None, [Arg::Number(number)], Some(place)) =
            (by_word, ways[0], self.rest.clone().coordinate())
        {
            let usage = self.rest.usage();
            let Spanned { value, span } = place;
            let mut fault = codes::bad_argument(span, &value.to_string(), number.meaning, usage);
            if let Some([Arg::Word([word]), Arg::Cell]) = ways.get(1) {
                let title = format!("Put `{word}` before the place");
                fault =
                    fault.fix(Fix::new(Likely, title, Span::at(span.start), format!("{word} ")));
            }
            sink.push(fault);
            return None;
        }
        self.take(by_word.unwrap_or(&ways[0]), sink)
    }

    /// Returns whether arguments that can be left out are there. Those at the end are, whatever is
    /// left: a word in their place is meant as one of them, unless it looks like an answer whose
    /// `=>` is missing.
    fn begins(&self, args: &'static [Arg], is_last: bool) -> bool {
        let Some(word) = self.rest.peek().map(|word| word.text) else { return false };
        let is_answer = || word == "unsolvable" || word.parse::<u64>().is_ok();
        match &args[0] {
            Arg::Word(words) => words.contains(&word) || is_last && !is_answer(),
            Arg::Name(name) => (name.fits)(word) || is_last,
            _ => true,
        }
    }
}
