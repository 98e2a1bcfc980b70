//! The arguments of a command as data. Its usage line, the reading of its arguments
//! ([`Given`](super::Given)), marks, completion, the help on a signature and the grammar come from it.

use std::fmt::{Display, Formatter};
use std::ops::Range;

use super::token::{parse_coordinate, parse_integer};

/// An argument of a command.
#[derive(Debug)]
pub enum Arg {
    /// One of these words as it is: `of`.
    Word(&'static [&'static str]),
    /// An integer.
    Number(Number),
    /// A place `(R,C)`.
    Cell,
    /// A word that has a meaning of its own: a state, a technique.
    Name(Name),
    /// Any of these words, in any order.
    Flags(&'static [&'static str]),
    /// Arguments that can be left out.
    Optional(&'static [Arg]),
    /// Several ways to go on, of which one begins with a word or all but the first do.
    Either(&'static [&'static [Arg]]),
    /// The rest of the command, which the kind reads.
    Rest {
        /// Its parts, for the usage line and for completion.
        form: &'static [Arg],
        /// Its production in the grammar.
        rule: &'static str,
    },
    /// Text of a form that only its reader knows: `MOVE`. It is part of an [`Arg::Rest`].
    Text(&'static str),
    /// One or more of a form, with `;` between them. It is part of an [`Arg::Rest`].
    Repeat(&'static [Arg]),
}

/// An integer in arguments.
#[derive(Debug)]
pub struct Number {
    /// Its name in the usage line: `N`.
    pub name: &'static str,
    /// Its meaning: `the number of a ring`.
    pub meaning: &'static str,
    /// The least value.
    pub least: i128,
    /// The greatest value.
    pub most: i128,
}

/// A word in arguments that has a meaning of its own.
#[derive(Debug)]
pub struct Name {
    /// Its name in the usage line: `STATE`.
    pub name: &'static str,
    /// Its meaning: `the number or the name of a state`.
    pub meaning: &'static str,
    /// Its production in the grammar.
    pub rule: &'static str,
    /// Returns whether a word can have that meaning.
    pub fits: fn(&str) -> bool,
}

impl Arg {
    /// A number from 0.
    pub const N: Self = Self::count("N");
    /// `[N]`
    pub const COUNT: &'static [Self] = &[Self::Optional(&[Self::N])];

    /// Returns a number from 0 with this name.
    pub const fn count(name: &'static str) -> Self {
        Self::number(name, "a number", 0, u64::MAX as i128)
    }

    /// Returns a 64-bit signed integer with this name and meaning.
    pub const fn integer(name: &'static str, meaning: &'static str) -> Self {
        Self::number(name, meaning, i64::MIN as i128, i64::MAX as i128)
    }

    /// Returns an integer in a range.
    pub const fn number(
        name: &'static str,
        meaning: &'static str,
        least: i128,
        most: i128,
    ) -> Self {
        Self::Number(Number { name, meaning, least, most })
    }

    /// Returns whether a word can be this argument.
    fn fits(&self, word: &str) -> bool {
        match self {
            Self::Word(words) => words.contains(&word),
            Self::Number(_) => matches!(parse_integer(word), Ok(("", _))),
            Self::Cell => matches!(parse_coordinate(word), Ok(("", _))),
            Self::Name(name) => (name.fits)(word),
            _ => true,
        }
    }
}

/// The form of a command: its verb, if one is typed, and its arguments. Shown as its usage line.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// The verb; empty for a query.
    pub verb: &'static str,
    /// The arguments.
    pub args: &'static [Arg],
}

impl From<&'static str> for Usage {
    fn from(verb: &'static str) -> Self {
        Self { verb, args: &[] }
    }
}

impl Display for Usage {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.line().text)
    }
}

/// An argument in a usage line.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its place.
    pub place: Range<usize>,
    /// The argument.
    pub arg: &'static Arg,
}

/// A usage line.
#[derive(Clone, Debug, Default)]
pub struct UsageLine {
    /// The text.
    pub text: String,
    /// Its arguments, without those that only group others.
    pub parameters: Vec<Parameter>,
}

impl UsageLine {
    fn push(&mut self, word: &str) {
        if !self.text.is_empty() && !self.text.ends_with(['[', ' ']) {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    /// Adds arguments. Each way but the first of an [`Arg::Either`] begins with `verb`.
    fn add(&mut self, args: &'static [Arg], verb: &str) {
        for arg in args {
            match arg {
                Arg::Optional(inner) => {
                    self.push("[");
                    self.add(inner, "");
                    self.text.push(']');
                }
                Arg::Either(ways) => {
                    for (number, way) in ways.iter().enumerate() {
                        if number > 0 {
                            self.push("|");
                            if !verb.is_empty() {
                                self.push(verb);
                            }
                        }
                        self.add(way, "");
                    }
                }
                Arg::Repeat(inner) => {
                    self.add(inner, "");
                    let again = Usage { verb: "", args: inner };
                    self.push(&format!("[; {again} …]"));
                }
                Arg::Rest { form, .. } => self.add(form, ""),
                Arg::Flags(words) => words.iter().for_each(|word| self.push(&format!("[{word}]"))),
                Arg::Word(words) => self.leaf(arg, &words.join("|")),
                Arg::Number(number) => self.leaf(arg, number.name),
                Arg::Cell => self.leaf(arg, "(R,C)"),
                Arg::Name(name) => self.leaf(arg, name.name),
                Arg::Text(text) => self.leaf(arg, text),
            }
        }
    }

    fn leaf(&mut self, arg: &'static Arg, word: &str) {
        self.push(word);
        let end = self.text.len();
        self.parameters.push(Parameter { place: end - word.len()..end, arg });
    }
}

impl Usage {
    /// Returns the usage line with the places of its arguments.
    pub fn line(self) -> UsageLine {
        let mut line = UsageLine { text: self.verb.to_owned(), ..UsageLine::default() };
        line.add(self.args, self.verb);
        line
    }

    /// Returns whether the verb can be written without arguments.
    pub fn is_optional(self) -> bool {
        self.args.iter().all(|arg| matches!(arg, Arg::Optional(_) | Arg::Flags(_)))
    }

    /// Returns all arguments, those within others too.
    pub fn leaves(self) -> impl Iterator<Item = &'static Arg> {
        let mut waiting: Vec<&'static Arg> = self.args.iter().rev().collect();
        std::iter::from_fn(move || {
            let arg = waiting.pop()?;
            match arg {
                Arg::Optional(inner) | Arg::Repeat(inner) | Arg::Rest { form: inner, .. } => {
                    waiting.extend(inner.iter().rev());
                }
                Arg::Either(ways) => {
                    waiting.extend(ways.iter().rev().flat_map(|way| way.iter().rev()));
                }
                _ => {}
            }
            Some(arg)
        })
    }

    /// Returns whether a word is one that is typed as it is.
    pub fn has_word(self, word: &str) -> bool {
        self.leaves().any(|arg| matches!(arg, Arg::Word(words) if words.contains(&word)))
    }

    /// Returns the part of the usage line that follows `typed`, the arguments so far.
    pub fn rest(self, typed: &str) -> String {
        let words = words(typed);
        let mut rest = None;
        let mut see = |left: &Left<'_>| {
            let line = rest.get_or_insert_with(UsageLine::default);
            if line.text.is_empty() {
                let verb = if words.is_empty() { self.verb } else { "" };
                left.write(line, verb);
            }
        };
        Left { args: self.args, next: None }.follow(&words, &mut see, &mut |_| {});
        rest.map_or_else(String::new, |line| line.text)
    }

    /// Returns the arguments that the last word of `typed` can be, which is empty after a space.
    /// Arguments that are fixed words come first.
    pub fn at_end(self, typed: &str) -> Vec<&'static Arg> {
        let (before, _) = typed.split_at(last_word(typed));
        let mut args: Vec<&'static Arg> = Vec::new();
        let mut within = Vec::new();
        let mut see = |left: &Left<'_>| left.first(&mut args);
        let start = Left { args: self.args, next: None };
        start.follow(&words(before), &mut see, &mut |arg| within.push(arg));
        args.extend(within);
        args.sort_by_key(|arg| !matches!(arg, Arg::Word(_)));
        args
    }
}

/// Returns the offset of the last word of a text, which may be empty.
pub(crate) fn last_word(text: &str) -> usize {
    text.rfind([' ', '\t', ';']).map_or(0, |at| at + 1)
}

/// Splits arguments into words: a place is one of them, and so is `;`.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches([' ', '\t']);
    while let Some(first) = rest.chars().next() {
        let length = match parse_coordinate(rest) {
            Ok((after, _)) => rest.len() - after.len(),
            Err(_) if first == ';' => 1,
            Err(_) => rest.find([' ', '\t', ';']).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start_matches([' ', '\t']);
    }
    words
}

/// Arguments that are still to come: some, and those after them.
#[derive(Clone, Copy)]
struct Left<'a> {
    args: &'static [Arg],
    next: Option<&'a Left<'a>>,
}

impl Left<'_> {
    /// Hands to `see` what is left after some words, for each way in which they can be read, and to
    /// `within` the arguments of the kind in which they end.
    fn follow(
        &self,
        words: &[&str],
        see: &mut dyn FnMut(&Left<'_>),
        within: &mut dyn FnMut(&'static Arg),
    ) {
        let Some((word, later)) = words.split_first() else { return see(self) };
        let Some((arg, after)) = self.args.split_first() else {
            if let Some(next) = self.next {
                next.follow(words, see, within);
            }
            return;
        };

        let then = Left { args: after, next: self.next };
        let into = |args| Left { args, next: Some(&then) };
        match arg {
            Arg::Optional(inner) => {
                into(inner).follow(words, see, within);
                then.follow(words, see, within);
            }
            Arg::Either(ways) => {
                ways.iter().for_each(|way| into(way).follow(words, see, within));
            }
            Arg::Rest { form, .. } => {
                within(arg);
                into(form).follow(words, see, within);
            }
            Arg::Repeat(inner) => {
                let last = words.iter().rposition(|word| *word == ";").map_or(0, |at| at + 1);
                into(inner).follow(&words[last..], see, within);
            }
            Arg::Flags(flags) if flags.contains(word) => self.follow(later, see, within),
            Arg::Flags(_) => then.follow(words, see, within),
            leaf if leaf.fits(word) => then.follow(later, see, within),
            _ => {}
        }
    }

    /// Adds the arguments with which it can begin.
    fn first(&self, args: &mut Vec<&'static Arg>) {
        let Some((arg, after)) = self.args.split_first() else {
            if let Some(next) = self.next {
                next.first(args);
            }
            return;
        };
        let then = Left { args: after, next: self.next };
        let into = |args| Left { args, next: Some(&then) };
        match arg {
            Arg::Optional(inner) => {
                into(inner).first(args);
                then.first(args);
            }
            Arg::Either(ways) => ways.iter().for_each(|way| into(way).first(args)),
            Arg::Repeat(inner) => into(inner).first(args),
            Arg::Flags(_) => {
                args.push(arg);
                then.first(args);
            }
            Arg::Rest { form, .. } => {
                args.push(arg);
                into(form).first(args);
            }
            _ => args.push(arg),
        }
    }

    fn write(&self, line: &mut UsageLine, verb: &str) {
        line.add(self.args, verb);
        if let Some(next) = self.next {
            next.write(line, "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RING: &[Arg] = &[Arg::Either(&[&[Arg::count("K")], &[Arg::Word(&["of"]), Arg::Cell]])];
    const SOLVE: &[Arg] = &[Arg::Optional(&[Arg::Word(&["by"]), Arg::Word(&["steps"])])];
    const NEAR: &[Arg] = &[
        Arg::Optional(&[Arg::Word(&["all"])]),
        Arg::Optional(&[Arg::Cell, Arg::Optional(&[Arg::Cell])]),
    ];
    const TURN: &[Arg] = &[Arg::Word(&["turn"]), Arg::N];
    const PLAY: &[Arg] = &[Arg::Rest { form: &[Arg::Repeat(TURN)], rule: "turns" }];

    #[test]
    fn the_rest_of_a_form_follows_what_is_typed() {
        for (verb, args, typed, rest) in [
            ("rotate", &[Arg::N][..], "", "N"),
            ("rotate", &[Arg::N], " 1", ""),
            ("undo", Arg::COUNT, " ", "[N]"),
            ("ring", RING, " ", "K | ring of (R,C)"),
            ("ring", RING, " 0", ""),
            ("ring", RING, " of", "(R,C)"),
            ("solve", SOLVE, "", "[by steps]"),
            ("solve", SOLVE, " by ", "steps"),
            ("near", NEAR, " (0, 0)", "[(R,C)]"),
            ("near", NEAR, " all", "[(R,C) [(R,C)]]"),
            ("play", PLAY, "", "turn N [; turn N …]"),
            ("play", PLAY, " turn 1; turn", "N"),
            ("show", &[], " more words", ""),
        ] {
            assert_eq!(Usage { verb, args }.rest(typed), rest, "{verb}{typed}");
        }
        let is_optional = |args| Usage { verb: "", args }.is_optional();
        assert!(is_optional(&[]) && is_optional(Arg::COUNT) && !is_optional(RING));
    }

    #[test]
    fn the_arguments_at_the_end_are_those_of_the_ways_that_fit() {
        let at = |args, typed| {
            let shown = Usage { verb: "", args }.at_end(typed).into_iter().map(|arg| match arg {
                Arg::Word(words) => words.join("|"),
                Arg::Number(number) => number.name.to_owned(),
                Arg::Cell => String::from("(R,C)"),
                _ => String::from("own"),
            });
            shown.collect::<Vec<_>>().join(" ")
        };
        for (args, typed, expected) in [
            (RING, "", "of K"),
            (RING, "o", "of K"),
            (RING, "of ", "(R,C)"),
            (RING, "of (1, 1) ", ""),
            (SOLVE, "by ", "steps"),
            (NEAR, "", "all (R,C)"),
            (NEAR, "all ", "(R,C)"),
            (NEAR, "(0,1) (", "(R,C)"),
            (PLAY, "", "turn own"),
            (PLAY, "turn 1; ", "turn own"),
            (PLAY, "turn ", "N own"),
        ] {
            assert_eq!(at(args, typed), expected, "{typed}");
        }
    }
}
