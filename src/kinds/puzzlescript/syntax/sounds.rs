//! Sounds: `sfx0 SEED`, `endlevel SEED`, `Crate move up SEED`.

use super::super::codes;
use super::cursor::Cursor;
use super::reader::Reader;
use super::words::{
    take_chunk, take_code, take_event, take_name, take_seed, take_sound_direction, take_sound_verb,
};
use super::{SoundLine, SoundWord};
use crate::syntax::Fragment;

/// What was read of a line of the section SOUNDS.
#[derive(Clone, Debug, Default)]
pub(super) struct SoundsLine<'a> {
    words: Vec<(Fragment<'a>, SoundWord)>,
    is_faulty: bool,
}

/// What is expected as the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum SoundPart {
    /// A seed after an event.
    EventSeed,
    /// What happens to an object.
    Verb,
    /// A direction or a seed.
    DirectionOrSeed,
    /// A seed.
    Seed,
    /// Nothing.
    End,
}

/// The sounds of an object that may name a direction.
const MOVING: [&str; 2] = ["move", "cantmove"];

impl<'a> Reader<'a, '_, '_> {
    /// Reads a word of a sound.
    pub(super) fn read_sound_word(&mut self, cursor: &mut Cursor<'a>) {
        if self.sounds.is_faulty {
            skip(cursor);
            return;
        }
        let Some(&(first, kind)) = self.sounds.words.first() else {
            self.read_sound_start(cursor);
            return;
        };
        let (last, last_kind) = self.sounds.words.last().copied().unwrap_or((first, kind));
        let verb = self.sounds.words.get(1).map(|(word, _)| word.text);
        let part = match (kind, verb) {
            (SoundWord::Event, None) => SoundPart::EventSeed,
            (_, None) => SoundPart::Verb,
            _ if kind == SoundWord::Event || last_kind == SoundWord::Seed => SoundPart::End,
            (_, Some(verb)) if MOVING.contains(&verb) => SoundPart::DirectionOrSeed,
            _ => SoundPart::Seed,
        };
        let word = match part {
            SoundPart::EventSeed | SoundPart::Seed => {
                cursor.word(take_seed).map(|word| (word, SoundWord::Seed))
            }
            SoundPart::Verb => cursor.word(take_sound_verb).map(|word| (word, SoundWord::Verb)),
            SoundPart::DirectionOrSeed => match cursor.word(take_sound_direction) {
                Some(word) => Some((word, SoundWord::Direction)),
                None => cursor.word(take_seed).map(|word| (word, SoundWord::Seed)),
            },
            SoundPart::End => None,
        };
        match word {
            Some(word) => self.sounds.words.push(word),
            None => {
                self.sounds.is_faulty = true;
                let word = skip(cursor);
                self.report.push(codes::sound_part(word, part, last));
            }
        }
    }

    /// Reads the first word: an event, or the name of an object.
    fn read_sound_start(&mut self, cursor: &mut Cursor<'a>) {
        if let Some(event) = cursor.word(take_event) {
            self.sounds.words.push((event, SoundWord::Event));
        } else if let Some(name) = cursor.word(take_name) {
            if self.draft.declared(name.text).is_some() {
                self.sounds.words.push((name, SoundWord::Name));
            } else {
                self.sounds.is_faulty = true;
                self.report.push(codes::undeclared_sound(name, self.draft.names()));
            }
        } else {
            self.sounds.is_faulty = true;
            let text = skip(cursor);
            self.report.push(codes::sound_start(text));
        }
    }

    /// Keeps the line, if it could be read.
    pub(super) fn finish_sound(&mut self) {
        let line = std::mem::take(&mut self.sounds);
        if !line.is_faulty && !line.words.is_empty() {
            self.draft.sounds.push(SoundLine { words: line.words });
        }
    }
}

/// Passes over a word.
fn skip<'a>(cursor: &mut Cursor<'a>) -> Fragment<'a> {
    let start = cursor.here().start;
    let word = cursor.word(take_chunk).or_else(|| cursor.word(take_code));
    word.unwrap_or(Fragment { text: "", start })
}
