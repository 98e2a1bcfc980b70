//! Recognizes a game by its section headings.

use super::syntax::Section;

/// The sections that a text must have to be taken for a game. LEGEND may be left out if there are rules.
const NEEDED: [Section; 3] = [Section::Objects, Section::Layers, Section::Levels];

/// Returns whether a text has the headings of a game: one on a line of its own each.
pub(super) fn is_game(text: &str) -> bool {
    let mut found = Vec::new();
    for line in text.split(['\n', '\r']) {
        found.extend(Section::of_heading(line.trim()));
    }
    let has = |section| found.contains(&section);
    NEEDED.into_iter().all(has) && (has(Section::Legend) || has(Section::Rules))
}
