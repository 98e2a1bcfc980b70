//! Collision layers and win conditions: lists of names.

use super::super::codes;
use super::cursor::Cursor;
use super::reader::Reader;
use super::words::{is_space, take_code, take_name, take_separators};
use super::{ConditionLine, Known, LayerDraft};
use crate::syntax::Fragment;
use crate::text::Span;

/// The most places that a diagnostic labels.
const MOST_PLACES: usize = 10;

impl<'a> Reader<'a, '_, '_> {
    /// Reads a word of the section COLLISIONLAYERS.
    pub(super) fn read_layer(&mut self, cursor: &mut Cursor<'a>, at_start: bool) {
        if at_start {
            if self.draft.layers.len() == super::MOST_LAYERS {
                self.report.push(codes::many_layers(cursor.finish().span(), super::MOST_LAYERS));
                return;
            }
            self.draft.layers.push(LayerDraft { members: Vec::new(), span: cursor.here() });
            self.layer_names.clear();
            self.layer_has_background = false;
        }
        let Some(name) = cursor.word(take_name) else {
            if cursor.take(take_separators).is_none()
                && let Some(char) = cursor.next()
            {
                self.report.push(codes::layer_character(char));
            }
            return;
        };
        // A line that begins with a stray parenthesis is not a layer.
        let Some(number) = self.draft.layers.len().checked_sub(1) else {
            self.report.push(codes::no_layers(name.span(), true, None));
            return;
        };
        let is_empty = self.draft.layers[number].members.is_empty();
        if name.text == "background" {
            if !is_empty {
                self.report.push(codes::background_layer(name));
            }
            self.layer_has_background = true;
        } else if self.layer_has_background {
            self.report.push(codes::background_layer(name));
        }

        let objects = self.layer_objects(name);
        let mut others = Vec::new();
        for object in &objects {
            let layers = self.layers_of.get(object).map_or(&[][..], Vec::as_slice);
            let earlier = layers.iter().filter(|layer| **layer < number);
            others.extend(earlier.map(|layer| self.draft.layers[*layer].span));
        }
        if !others.is_empty() {
            others.sort_unstable();
            others.dedup();
            others.truncate(MOST_PLACES);
            self.report.push(codes::several_layers(name, others));
        }
        if let Some(earlier) = self.layer_names.insert(name.text, name.span()) {
            self.report.push(codes::repeated_part(name, earlier));
        }
        for object in &objects {
            let layers = self.layers_of.entry(object).or_default();
            if layers.last() != Some(&number) {
                layers.push(number);
            }
        }
        let layer = &mut self.draft.layers[number];
        layer.span = layer.span.to(name.span());
        layer.members.extend(objects.into_iter().map(|object| (object, name.span())));
    }

    /// Returns the objects that a name of a layer stands for.
    fn layer_objects(&mut self, name: Fragment<'a>) -> Vec<&'a str> {
        match self.draft.known(name.text) {
            Known::Object(object) => vec![object],
            Known::Every(entry) => {
                let place: Span = self.draft.entries[entry].name.span();
                self.report.push(codes::layer_of_every(name, place));
                Vec::new()
            }
            Known::Any(entry) => {
                let parts = self.draft.entries[entry].parts.clone();
                let mut objects = Vec::new();
                for part in parts {
                    match self.draft.known(part) {
                        Known::Object(object) => objects.push(object),
                        _ => self.report.push(codes::undeclared(name, self.draft.names())),
                    }
                }
                objects
            }
            Known::Nothing(_) => {
                self.report.push(codes::undeclared(name, self.draft.names()));
                Vec::new()
            }
        }
    }

    /// Reads a word of a win condition.
    pub(super) fn read_condition(&mut self, cursor: &mut Cursor<'a>, at_start: bool) {
        if at_start {
            let code = first_code(cursor.line());
            let words = code.text.split(is_space).filter(|word| !word.is_empty());
            let words = words.map(|word| code.locate(word)).collect();
            self.draft.conditions.push(ConditionLine { words, line: self.line });
            self.condition_words = 0;
        }
        let at = self.condition_words;
        self.condition_words += 1;
        let here = cursor.here();
        let Some(word) = cursor.word(take_name) else {
            cursor.take(take_code);
            self.report.push(codes::condition_character(here, cursor.line()));
            return;
        };
        match at {
            0 if !matches!(word.text, "all" | "any" | "no" | "some") => {
                self.report.push(codes::condition_start(word));
            }
            1 | 3 if !self.draft.is_name(word.text) => {
                self.report.push(codes::undeclared(word, self.draft.names()));
            }
            2 if word.text != "on" => self.report.push(codes::condition_on(word)),
            4.. => self.report.push(codes::condition_end(word)),
            _ => {}
        }
    }
}

/// Returns the first stretch of a line without an opening parenthesis. A line that begins with a
/// comment is at fault: its stretch begins within the comment.
pub(super) fn first_code(line: Fragment<'_>) -> Fragment<'_> {
    let start = line.text.len() - line.text.trim_start_matches('(').len();
    let rest = line.part(start..line.text.len());
    let length = rest.text.find('(').unwrap_or(rest.text.len());
    rest.part(0..length)
}
