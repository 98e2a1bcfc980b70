//! Levels and messages.

use hashbrown::HashSet;

use super::super::codes;
use super::cursor::{Cursor, trimmed};
use super::reader::Reader;
use super::words::{is_space, take_code, take_message, take_run, take_word_end};
use super::{Join, StageDraft};
use crate::syntax::Fragment;

/// The state of reading levels.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelsState {
    /// True if the last stage is a level that more rows can follow.
    is_open: bool,
    /// True after the word `message`: the rest of the line is its text.
    pub(super) is_message: bool,
    /// True after the start of a row: its characters follow.
    pub(super) is_row: bool,
    /// The characters that levels can be drawn with.
    glyphs: HashSet<char>,
    /// The characters of the row that no glyph has, so far.
    unknown: Vec<char>,
}

impl LevelsState {
    /// Ends a level.
    pub(super) fn end(&mut self) {
        self.is_open = false;
    }
}

impl<'a> Reader<'a, '_, '_> {
    /// Collects the glyphs: names of one character that are not declared with `or`.
    pub(super) fn open_levels(&mut self) {
        let objects = self.draft.objects.iter().map(|object| object.name.text);
        let entries = self.draft.entries.iter().filter(|entry| entry.join != Join::Or);
        let names = objects.chain(entries.map(|entry| entry.name.text));
        let mut glyphs = HashSet::new();
        for name in names {
            let mut chars = name.chars();
            if let (Some(char), None) = (chars.next(), chars.next()) {
                glyphs.insert(char);
            }
        }
        self.levels.glyphs = glyphs;
    }

    /// Reads a part of a level: at the start of a line a whole row, or the word `message`, then
    /// character by character, because comments may be among them.
    pub(super) fn read_level(&mut self, cursor: &mut Cursor<'a>, at_start: bool) {
        if at_start {
            self.levels.unknown.clear();
            if let Some((_, word)) = cursor.take(take_message) {
                self.read_message(cursor, word);
                return;
            }
            self.read_row(cursor);
        }
        if self.levels.is_message {
            cursor.finish();
            return;
        }
        // After a stray parenthesis at its start, a line is not a row.
        if !self.levels.is_row {
            cursor.next();
            return;
        }
        // A level may have a million cells: pass over glyphs without looking at each word.
        let known = |char: char| {
            self.levels.glyphs.contains(&char) && !is_space(char) && !matches!(char, '(' | ')')
        };
        if cursor.take(take_run(known)).is_some() {
            return;
        }
        let Some(glyph) = cursor.next() else { return };
        let Some(char) = glyph.text.chars().next() else { return };
        if !self.levels.glyphs.contains(&char) && !self.levels.unknown.contains(&char) {
            self.levels.unknown.push(char);
            let draft = &self.draft;
            let any = draft.entry(glyph.text, Join::Or).map(|at| draft.entries[at].name.span());
            self.report.push(codes::unknown_glyph(glyph, any));
        }
    }

    /// Reads a message.
    fn read_message(&mut self, cursor: &mut Cursor<'a>, word: Fragment<'a>) {
        if cursor.take(take_word_end).is_none() {
            self.report.push(codes::message_space(word));
        }
        cursor.spaces();
        self.levels.is_message = true;
        self.levels.is_open = false;
        let text = trimmed(cursor.written());
        let span = word.span().to(text.span());
        self.draft.stages.push(StageDraft::Message(text, span));
    }

    /// Reads a row of a level.
    fn read_row(&mut self, cursor: &mut Cursor<'a>) {
        let mut ahead = *cursor;
        let Some((_, row)) = ahead.take(take_code) else { return };
        let row = trimmed(row);
        self.levels.is_row = true;
        if !self.levels.is_open {
            self.draft.stages.push(StageDraft::Level { rows: Vec::new(), line: self.line });
            self.levels.is_open = true;
        }
        let Some(StageDraft::Level { rows, .. }) = self.draft.stages.last_mut() else { return };
        rows.push(row);
        let first = rows[0];
        let length = |row: Fragment<'_>| row.text.encode_utf16().count();
        let (expected, found) = (length(first), length(row));
        if expected != found {
            self.report.push(codes::ragged_level(row, expected, found, first.span()));
        }
    }
}
