//! The facts that the grammar of documents takes from the registry: verbs and what follows them,
//! where a body without `}` ends, and what a text without a declaration would fit.

use std::ops::Range;

use super::common::{COMMON, has_path};
use super::{Info, Registry, Verb, find};
use crate::diag::nearest;
use crate::syntax::{Arg, Kinds, Takes, after_comments, declares, parse_integer, parse_prefix};

/// Bytes of a text that are tried as raw input: a larger one is cut at a line end. The server reads
/// a document after each keystroke.
const TRIED: usize = 1 << 14;

/// Returns the text that may follow a verb.
fn takes(verb: &Verb) -> Takes {
    let is_words = |arg: &Arg| match arg {
        Arg::Name(_) | Arg::Flags(_) | Arg::Repeat(_) | Arg::Word(["="]) => true,
        Arg::Text(text) => ["MOVE", "MOVES", "LABEL", "NAME"].contains(text),
        _ => false,
    };
    if verb.usage().leaves().any(is_words) { Takes::Words } else { Takes::Plain }
}

/// Returns the first word of a line.
fn first_word(line: &str) -> &str {
    line.split([' ', '\t']).next().unwrap_or_default()
}

/// Returns whether a line is a query with a path that lacks its brackets: `2 <>`.
fn lacks_brackets(line: &str) -> bool {
    let Ok((rest, _)) = parse_integer(line) else { return false };
    let steps = rest.trim_start_matches([' ', '\t']);
    !steps.is_empty() && steps.bytes().all(|byte| matches!(byte, b'<' | b'>'))
}

fn has_verb(info: &Info, word: &str) -> bool {
    [info.verbs, COMMON].into_iter().any(|verbs| find(verbs, word).is_some())
}

impl Registry {
    /// Returns whether a line begins like `use` or a command of that kind, or names a puzzle before
    /// a command of any: no row of a body does.
    fn begins_command(self, info: &Info, line: &str) -> bool {
        let word = first_word(line);
        word == "use"
            || line.contains("=>")
            || has_verb(info, word)
            || info.query.is_some() && has_path(line)
            || parse_prefix(line)
                .is_ok_and(|(rest, _)| has_path(rest) || self.verb(None, rest).is_some())
    }

    /// Returns the verb that a command begins with.
    fn verb(self, of: Option<&str>, command: &str) -> Option<&'static Verb> {
        let word = first_word(command);
        let kinds = self.iter().copied();
        let kinds = kinds.filter(|info| of.is_none_or(|name| info.name == name));
        let tables = kinds.map(|info| info.verbs).chain([COMMON]);
        tables.into_iter().find_map(|verbs| find(verbs, word))
    }
}

impl Kinds for Registry {
    fn names(&self) -> Vec<&'static str> {
        (*self).names()
    }

    fn takes(&self, of: Option<&str>, call: &str) -> Option<Takes> {
        if has_path(call) {
            return Some(Takes::Plain);
        }
        let word = first_word(call);
        let kinds = self.iter().copied();
        let kinds = kinds.filter(|info| of.is_none_or(|name| info.name == name));
        let tables = kinds.map(|info| info.verbs).chain([COMMON]);
        let mut candidates = tables.filter_map(|verbs| find(verbs, word)).map(takes);
        let first = candidates.next()?;
        Some(if candidates.any(|takes| takes == Takes::Words) { Takes::Words } else { first })
    }

    fn resembles(&self, line: &str) -> bool {
        let rest = parse_prefix(line).map_or(line, |(rest, _)| rest);
        let word = first_word(rest);
        let verbs = || self.iter().flat_map(|kind| kind.verbs).chain(COMMON);
        has_path(rest)
            || lacks_brackets(rest)
            || self.verb(None, rest).is_some()
            || word.len() > 2 && nearest(word, verbs().map(|verb| verb.name)).is_some()
    }

    fn extent(&self, of: Option<&str>, lines: &mut dyn Iterator<Item = &str>) -> usize {
        match of.and_then(|name| self.kind(name)) {
            Some(kind) => (kind.extent)(lines, &|line| self.begins_command(kind, line)),
            None => {
                let begins = |line: &str| self.iter().any(|kind| self.begins_command(kind, line));
                lines.take_while(|line| !begins(line)).count()
            }
        }
    }

    fn has_whole_text(&self, kind: &str) -> bool {
        self.kind(kind).is_some_and(Info::is_whole_text)
    }

    fn whole_text(&self, name: &str, text: &str) -> Option<&'static str> {
        if name.ends_with(".puzzle") {
            return None;
        }
        let mut kinds = self.iter().filter(|kind| kind.is_whole_text());
        let fits = |kind: &&&'static Info| kind.has_ending(name) || (kind.begins)(text);
        let kind = kinds.find(fits)?;
        let is_header =
            |line: &str| declares(line) && self.kind(first_word(line.trim_start())).is_some();
        let is_kind = self.kind(first_word(after_comments(text))).is_some();
        let is_document = is_kind || declares(text) || text.lines().any(is_header);
        (!is_document).then_some(kind.name)
    }

    fn commands(&self, kind: &str, text: &str) -> Vec<Range<usize>> {
        let commands = self.kind(kind).and_then(|info| info.whole_text);
        commands.map(|commands| commands(text)).unwrap_or_default()
    }

    fn fitting(&self, text: &str) -> Vec<&'static str> {
        let most = text.len().min(TRIED);
        let end = memchr::memrchr2(b'\n', b'\r', &text.as_bytes()[..most]).unwrap_or(0);
        let cut = if most == text.len() { most } else { end };
        let text = &text[..cut];
        let mut fits: Vec<_> =
            self.iter().filter_map(|kind| Some((kind.precedence(text)?, kind.name))).collect();
        fits.sort_by_key(|(precedence, _)| *precedence);
        fits.into_iter().map(|(_, kind)| kind).collect()
    }
}
