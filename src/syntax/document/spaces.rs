//! Characters that look like a space, as texts of web pages and word processors have them. Only
//! comments may hold them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::span;
use crate::diag::Sink;
use crate::syntax::{Habit, codes, uncommented};
use crate::text::Span;

/// Returns the characters of a text that look like a space, outside of its comments.
fn find(text: &str) -> impl Iterator<Item = (usize, char)> {
    let lines = if text.is_ascii() { "" } else { text };
    let mut end = 0;
    let lines = lines.split_inclusive(['\n', '\r']).map(move |line| {
        let start = end;
        end += line.len();
        (start, line)
    });
    lines.filter(|(_, line)| !line.is_ascii()).flat_map(|(start, line)| {
        let chars = uncommented(line).0.char_indices();
        chars.filter(|(_, char)| Habit::Space.is(*char)).map(move |(at, char)| (start + at, char))
    })
}

/// Returns whether a text has a character that looks like a space outside of its comments.
pub(crate) fn has_foreign_space(text: &str) -> bool {
    find(text).next().is_some()
}

/// Finds the characters that look like a space between two offsets of a text, where lines begin.
pub(super) fn between(text: &str, start: usize, end: usize) -> Vec<Span> {
    let spaces = find(&text[start..end]);
    spaces.map(|(at, char)| span(start + at, start + at + char.len_utf8())).collect()
}

/// Finds the characters that look like a space, but for those in some stretches of a text.
pub(super) fn outside(text: &str, stretches: &[Range<usize>]) -> Vec<Span> {
    let is_outside = |space: &Span| {
        let before = stretches.partition_point(|stretch| stretch.end <= space.start as usize);
        stretches.get(before).is_none_or(|stretch| !stretch.contains(&(space.start as usize)))
    };
    between(text, 0, text.len()).into_iter().filter(is_outside).collect()
}

/// Reports the characters at some places of a text, equal ones together, and returns the places in
/// that order.
pub(super) fn report(text: &str, places: &[Span], sink: &mut Sink) -> Vec<Span> {
    let mut places_by_char: BTreeMap<char, Vec<Span>> = BTreeMap::new();
    for &place in places {
        let char = text[place.range()].chars().next().unwrap_or_default();
        places_by_char.entry(char).or_default().push(place);
    }
    for (char, places) in &places_by_char {
        sink.push(codes::foreign_space(*char, places));
    }
    places_by_char.into_values().flatten().collect()
}
