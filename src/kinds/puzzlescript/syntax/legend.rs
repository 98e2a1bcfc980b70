//! The legend: `A = B`, `A = B and C`, `A = B or C`.

use hashbrown::HashMap;

use super::super::codes;
use super::cursor::Cursor;
use super::reader::Reader;
use super::words::{take_code, take_equal, take_glyph, take_name};
use super::{Entry, Join, Known, is_keyword};
use crate::syntax::Fragment;
use crate::text::Span;

/// What was read of a line of the legend.
#[derive(Clone, Debug, Default)]
pub(super) struct LegendLine<'a> {
    /// The words, `=` and joins included.
    words: Vec<Fragment<'a>>,
    /// The number of the word that is expected next.
    next: usize,
    /// True after a fault that explains why the line has the wrong form.
    is_faulty: bool,
}

impl<'a> Reader<'a, '_, '_> {
    /// Reads a word of the legend.
    pub(super) fn read_legend(&mut self, cursor: &mut Cursor<'a>) {
        let at = self.legend.next;
        if at == 0 {
            if let Some(word) = cursor.word(take_glyph) {
                self.legend.words.push(word);
            }
            self.legend.next = 1;
        } else if at == 1 {
            self.read_equals_sign(cursor);
        } else if at > 2 && at % 2 == 1 {
            self.read_join(cursor);
        } else if let Some(word) = cursor.word(take_name) {
            self.legend.words.push(word);
            self.legend.next += 1;
        } else {
            self.skip_bad_legend(cursor);
        }
    }

    /// Reads the `=`.
    fn read_equals_sign(&mut self, cursor: &mut Cursor<'a>) {
        let here = cursor.here();
        match cursor.word(take_equal) {
            Some(sign) => self.legend.words.push(sign),
            None => {
                let text = cursor
                    .take(take_code)
                    .map_or(Fragment { text: "", start: here.start }, |taken| taken.1);
                let name = self.legend.words.first().copied();
                self.legend.words.push(text);
                self.legend.is_faulty = true;
                self.report.push(codes::no_equals(super::cursor::trimmed(text), name));
            }
        }
        self.legend.next = 2;
    }

    /// Reads `and` or `or`.
    fn read_join(&mut self, cursor: &mut Cursor<'a>) {
        let Some(word) = cursor.word(take_name) else {
            self.skip_bad_legend(cursor);
            self.legend.next += 1;
            return;
        };
        let first = self.legend.words.get(3).copied();
        if !matches!(word.text, "and" | "or") {
            self.legend.is_faulty = true;
            self.report.push(codes::no_join(word));
        } else if self.legend.next >= 5
            && let Some(first) = first
            && first.text != word.text
        {
            self.legend.is_faulty = true;
            self.report.push(codes::mixed_joins(word, first));
        }
        self.legend.words.push(word);
        self.legend.next += 1;
    }

    /// Passes over text that is no name.
    fn skip_bad_legend(&mut self, cursor: &mut Cursor<'a>) {
        let here = cursor.here();
        let text = cursor
            .take(take_code)
            .map_or(Fragment { text: "", start: here.start }, |taken| taken.1);
        self.legend.is_faulty = true;
        self.report.push(codes::legend_character(here, super::cursor::trimmed(text)));
    }

    /// Reads what the whole line means.
    pub(super) fn finish_legend(&mut self) {
        let line = std::mem::take(&mut self.legend);
        let mut words = line.words;
        let Some(&name) = words.first() else { return };
        if words.len() < 3 || words.len().is_multiple_of(2) {
            if !line.is_faulty
                && let Some(&last) = words.last()
            {
                self.report.push(codes::legend_form(last, words.len()));
            }
            return;
        }

        let mut is_sound = true;
        if let Some(earlier) = self.draft.declared(name.text) {
            self.report.push(codes::name_in_use(name, earlier));
            is_sound = false;
        }
        if is_keyword(name.text) {
            self.report.push(codes::keyword_name(name));
        }
        is_sound &= self.check_legend_names(name, &mut words);
        self.push_legend(name, &words, is_sound && !line.is_faulty);
    }

    /// Looks for names that repeat or are not declared; removes the name itself from the names that
    /// it stands for. Returns whether it was not among them.
    fn check_legend_names(&mut self, name: Fragment<'a>, words: &mut Vec<Fragment<'a>>) -> bool {
        let mut is_sound = true;
        let mut seen: HashMap<&'a str, Span> = HashMap::new();
        let mut at = 2;
        while at < words.len() {
            let part = words[at];
            if part.text == name.text {
                self.report.push(codes::self_reference(part, name));
                is_sound = false;
                let from = if at >= 4 { at - 1 } else { at };
                words.drain(from..words.len().min(from + 2));
                continue;
            }
            if let Some(earlier) = seen.insert(part.text, part.span()) {
                self.report.push(codes::repeated_part(part, earlier));
            }
            at += 2;
        }
        for part in words.iter().skip(2).step_by(2) {
            if self.draft.declared(part.text).is_none() {
                self.report.push(codes::undeclared(*part, self.draft.names()));
            }
        }
        is_sound
    }

    /// Adds the entry of a line.
    fn push_legend(&mut self, name: Fragment<'a>, words: &[Fragment<'a>], is_sound: bool) {
        let Some(value) = words.get(2) else { return };
        let last = words.last().unwrap_or(value);
        let value = value.span().to(last.span());
        let line = self.line;
        let join = words.get(3).map(|word| word.text);
        let (join, parts) = match join {
            None if words.len() == 3 => (Join::Same, vec![words[2].text]),
            Some("and") => (Join::And, self.and_parts(words)),
            Some("or") if words[3..].iter().step_by(2).all(|word| word.text == "or") => {
                let parts = self.or_parts(name, words);
                if parts.is_empty() {
                    return;
                }
                (Join::Or, parts)
            }
            Some("or") => return,
            _ => {
                if is_sound && let Some(&word) = words.get(3) {
                    self.report.push(codes::no_join(word));
                }
                return;
            }
        };
        let is_full = self.draft.parts + parts.len() > super::MOST_PARTS;
        if is_full || self.draft.entries.len() >= super::MOST_ENTRIES {
            self.report.push(codes::large_legend(name));
            return;
        }
        self.draft.push_entry(Entry { name, line, join, parts, value });
    }

    /// Returns the objects that names joined by `and` stand for.
    fn and_parts(&mut self, words: &[Fragment<'a>]) -> Vec<&'a str> {
        let mut parts = Vec::new();
        for word in words.iter().skip(2).step_by(2) {
            match self.draft.known(word.text) {
                Known::Object(name) | Known::Nothing(name) => parts.push(name),
                Known::Every(entry) => {
                    let room = super::MOST_PARTS.saturating_sub(parts.len()) + 1;
                    parts.extend(self.draft.entries[entry].parts.iter().copied().take(room));
                }
                Known::Any(entry) => {
                    let entry = &self.draft.entries[entry];
                    self.report.push(codes::every_of_any(*word, entry.name.span()));
                    parts.push(entry.name.text);
                }
            }
        }
        parts
    }

    /// Returns the objects that names joined by `or` stand for.
    fn or_parts(&mut self, name: Fragment<'a>, words: &[Fragment<'a>]) -> Vec<&'a str> {
        let mut parts = Vec::new();
        for word in words.iter().skip(2).step_by(2) {
            match self.draft.known(word.text) {
                Known::Object(name) | Known::Nothing(name) => parts.push(name),
                Known::Any(entry) => {
                    let others = self.draft.entries[entry].parts.iter();
                    let mine = |part: &&&'a str| **part != name.text;
                    let room = super::MOST_PARTS.saturating_sub(parts.len()) + 1;
                    parts.extend(others.filter(mine).copied().take(room));
                }
                Known::Every(entry) => {
                    let place: Span = self.draft.entries[entry].name.span();
                    self.report.push(codes::any_of_every(*word, name, place));
                }
            }
        }
        parts
    }
}
