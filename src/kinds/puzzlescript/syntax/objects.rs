//! Objects: a name, colors, a sprite.

use super::super::codes;
use super::cursor::Cursor;
use super::reader::Reader;
use super::words::{take_chunk, take_code, take_color, take_name, take_pixel};
use super::{Entry, Join, ObjectDraft, is_keyword};

/// What the next line of an object is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expected {
    /// A name.
    #[default]
    Name,
    /// More names on the same line.
    MoreNames,
    /// Colors.
    Colors,
    /// A row of the sprite, or the name of the next object.
    Sprite,
}

/// The object that is being read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ObjectsState<'a> {
    expected: Expected,
    /// The name of the object.
    name: &'a str,
    /// The number of rows of its sprite.
    rows: usize,
}

impl ObjectsState<'_> {
    /// Ends the object.
    pub(super) fn end(&mut self) {
        self.expected = Expected::Name;
    }
}

impl<'a> Reader<'a, '_, '_> {
    /// Reads a word of the section OBJECTS.
    pub(super) fn read_object(&mut self, cursor: &mut Cursor<'a>, at_start: bool) {
        if at_start {
            self.objects.expected = match self.objects.expected {
                Expected::MoreNames => Expected::Colors,
                Expected::Colors => Expected::Sprite,
                other => other,
            };
        }
        match self.objects.expected {
            Expected::Name | Expected::MoreNames => {
                self.objects.rows = 0;
                self.read_object_name(cursor, at_start);
            }
            Expected::Colors => self.read_color(cursor),
            Expected::Sprite => self.read_pixel(cursor, at_start),
        }
    }

    /// Reads a name of an object: the first of a line names it, others are second names.
    fn read_object_name(&mut self, cursor: &mut Cursor<'a>, at_start: bool) {
        let word = if at_start { cursor.word(take_name) } else { cursor.word(take_chunk) };
        let Some(name) = word else {
            let here = cursor.here();
            let text = cursor.take(take_code).map(|(_, text)| text);
            self.report.push(codes::bad_object_line(here, text, self.objects.name));
            return;
        };
        if let Some(object) = self.draft.object(name.text) {
            let earlier = self.draft.objects[object].name.span();
            self.report.push(codes::name_in_use(name, earlier));
            return;
        }
        if let Some(entry) = self.draft.entry(name.text, Join::Same) {
            let earlier = self.draft.entries[entry].name.span();
            self.report.push(codes::name_in_use(name, earlier));
        }
        if is_keyword(name.text) {
            self.report.push(codes::keyword_name(name));
        }
        if self.draft.objects.len() >= super::MOST_OBJECTS
            || self.draft.entries.len() >= super::MOST_ENTRIES
        {
            self.report.push(codes::many_objects(name, super::MOST_OBJECTS));
            cursor.finish();
            return;
        }
        if at_start {
            self.objects.name = name.text;
            self.draft.push_object(ObjectDraft {
                name,
                line: self.line,
                colors: Vec::new(),
                rows: Vec::new(),
                sprite: name.span(),
            });
        } else {
            self.draft.push_entry(Entry {
                name,
                line: self.line,
                join: Join::Same,
                parts: vec![self.objects.name],
                value: name.span(),
            });
        }
        self.objects.expected = Expected::MoreNames;
    }

    /// Returns the object that is being read.
    fn current(&mut self) -> Option<&mut ObjectDraft<'a>> {
        let object = self.draft.object(self.objects.name)?;
        self.draft.objects.get_mut(object)
    }

    /// Reads a color.
    fn read_color(&mut self, cursor: &mut Cursor<'a>) {
        if let Some(color) = cursor.word(take_color) {
            if let Some(object) = self.current() {
                object.colors.push(color);
            }
            return;
        }
        let word = cursor.word(take_name).or_else(|| cursor.word(take_code));
        if let Some(word) = word {
            let object = self.objects.name;
            self.report.push(codes::unknown_color(super::cursor::trimmed(word), object));
        }
    }

    /// Reads a character of a sprite.
    fn read_pixel(&mut self, cursor: &mut Cursor<'a>, at_start: bool) {
        let Some((_, pixel)) = cursor.take(take_pixel) else {
            if self.objects.rows == 0 {
                self.read_object_name(cursor, at_start);
                return;
            }
            let here = cursor.here();
            cursor.take(take_code);
            self.report.push(codes::bad_sprite(here, self.objects.name));
            return;
        };
        if at_start || self.objects.rows == 0 {
            self.objects.rows += 1;
        }
        let rows = self.objects.rows;
        let Some(object) = self.current() else { return };
        if object.rows.len() < rows {
            object.rows.push(Vec::new());
            object.sprite = if rows == 1 { pixel.span() } else { object.sprite.to(pixel.span()) };
        }
        object.sprite = object.sprite.to(pixel.span());
        let colors = object.colors.len();
        let Some(row) = object.rows.last_mut() else { return };
        row.extend_from_slice(pixel.text.as_bytes());
        let length = row.len();
        if length > 5 {
            let name = object.name;
            cursor.take(take_code);
            self.report.push(codes::wide_sprite(pixel.span(), name));
            return;
        }
        if rows == 5 && length == 5 {
            self.objects.expected = Expected::Name;
        }
        if let Ok(number) = pixel.text.parse::<usize>()
            && number >= colors
        {
            let name = self.objects.name;
            self.report.push(codes::color_number(pixel, colors, name));
        }
    }
}
