//! Levels as sets of objects.

use hashbrown::{HashMap, HashSet};

use super::super::codes;
use super::super::game::{BitSet, Glyph, Level, Stage};
use super::super::report::Report;
use super::super::syntax::words::is_space;
use super::super::syntax::{Draft, StageDraft};
use super::names::Names;
use crate::syntax::Fragment;
use crate::text::Span;

/// The columns and rows of a message on the engine's screen.
const SCREEN: (usize, usize) = (34, 12);

/// The most cells of all levels of a game.
const MOST_CELLS: usize = 4_000_000;

/// What the levels of a game need.
pub(super) struct Background {
    /// The object that cells without a background get.
    pub object: Option<usize>,
    /// The layer of the background.
    pub layer: Option<usize>,
}

/// Returns the glyphs of a game: names of one character that are not declared with `or`.
pub(super) fn glyphs(draft: &Draft<'_>, names: &Names<'_>) -> Vec<Glyph> {
    let objects = draft.objects.iter().map(|object| object.name);
    let mut written: Vec<Fragment<'_>> = objects.collect();
    written.extend(draft.entries.iter().map(|entry| entry.name));
    written.sort_by_key(|name| name.start);
    let mut seen: HashSet<char> = HashSet::new();
    let mut glyphs: Vec<Glyph> = Vec::new();
    for name in written {
        let mut chars = name.text.chars();
        let (Some(character), None) = (chars.next(), chars.next()) else { continue };
        let Some(objects) = names.drawn(draft, name.text) else { continue };
        // The engine counts characters in units of UTF-16.
        if character.len_utf16() == 1 && seen.insert(character) {
            glyphs.push(Glyph { character, objects, span: name.span() });
        }
    }
    glyphs
}

/// Compiles levels and messages.
pub(super) fn stages(
    draft: &Draft<'_>,
    names: &Names<'_>,
    glyphs: &[Glyph],
    background: &Background,
    report: &mut Report<'_>,
) -> Vec<Stage> {
    let known: HashMap<char, usize> =
        glyphs.iter().enumerate().map(|(at, glyph)| (glyph.character, at)).collect();
    let mut stages = Vec::new();
    let mut room = MOST_CELLS;
    for stage in &draft.stages {
        match stage {
            StageDraft::Message(text, span) => {
                if lines(text.text) > SCREEN.1 {
                    report.push(codes::long_message(*text, SCREEN.1));
                }
                stages.push(Stage::Message { text: String::from(text.text), span: *span });
            }
            StageDraft::Level { rows, line } => {
                let width = rows.first().map_or(0, |row| row.text.chars().count());
                let cells = width.checked_mul(rows.len());
                match cells.and_then(|cells| room.checked_sub(cells)) {
                    Some(rest) => room = rest,
                    None => {
                        let place = rows.first().map_or(Span::default(), Fragment::span);
                        report.push(codes::large_level(place, MOST_CELLS));
                        continue;
                    }
                }
                let level = level(rows, *line, names, glyphs, &known, background, report);
                stages.extend(level.map(Stage::Level));
            }
        }
    }
    stages
}

/// Returns the number of lines of a text on the engine's screen: a line ends at the last space
/// that fits, or within a word that is too long.
pub(super) fn lines(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let mut lines = 0;
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let longest = rest.len().min(SCREEN.0);
        let fits = |length: &usize| rest.get(*length).is_none_or(|char| is_space(*char));
        at += match (1..=longest).rev().find(fits) {
            Some(length) => length + 1,
            None => longest,
        };
        lines += 1;
    }
    lines
}

/// Compiles a level; `None` if it has no row. A character that is not a glyph is reported.
fn level(
    rows: &[Fragment<'_>],
    line: u32,
    names: &Names<'_>,
    glyphs: &[Glyph],
    known: &HashMap<char, usize>,
    background: &Background,
    report: &mut Report<'_>,
) -> Option<Level> {
    let drawn: Vec<Vec<char>> = rows.iter().map(|row| row.text.chars().collect()).collect();
    let width = drawn.first()?.len();
    let height = drawn.len();
    // A short row goes on with its last cell.
    let at = |column: usize, row: usize| {
        let row = &drawn[row];
        row.get(column).or(row.last()).copied().unwrap_or(' ')
    };

    let mut kind_of: HashMap<char, u32> = HashMap::new();
    let mut kinds: Vec<BitSet> = Vec::new();
    let mut cells = Vec::with_capacity(width * height);
    let mut is_sound = true;
    for row in 0..height {
        for column in 0..width {
            let char = at(column, row);
            let kind = match kind_of.get(&char) {
                Some(&kind) => kind,
                None => {
                    let kind = kinds.len() as u32;
                    is_sound &= known.contains_key(&char);
                    let glyph = known.get(&char).map(|&glyph| glyphs[glyph].objects.clone());
                    kinds.push(glyph.unwrap_or_default());
                    kind_of.insert(char, kind);
                    kind
                }
            };
            cells.push(kind);
        }
    }
    // The level is kept, so that the other levels keep their numbers.
    if !is_sound {
        report_unknown(rows, width, &at, names, known, report);
    }

    let level = Level {
        width,
        height,
        kinds,
        cells,
        rows: rows.iter().map(Fragment::span).collect(),
        line,
    };
    Some(with_background(level, names, background))
}

/// Reports the first character of a level that is not a glyph, by columns.
fn report_unknown(
    rows: &[Fragment<'_>],
    width: usize,
    at: &impl Fn(usize, usize) -> char,
    names: &Names<'_>,
    known: &HashMap<char, usize>,
    report: &mut Report<'_>,
) {
    for column in 0..width {
        for (row, written) in rows.iter().enumerate() {
            let char = at(column, row);
            if known.contains_key(&char) {
                continue;
            }
            let offset = written.text.find(char).unwrap_or(0);
            let length = char.len_utf8().min(written.text.len() - offset);
            let glyph = written.part(offset..offset + length);
            let is_any =
                names.symbol(glyph.text).is_some_and(|symbol| names.any[symbol as usize].is_some());
            report.push(codes::level_character(glyph, is_any));
            return;
        }
    }
}

/// Gives each cell a background: the first one of the level by columns, or that of the game.
fn with_background(mut level: Level, names: &Names<'_>, background: &Background) -> Level {
    let mask = background.layer.and_then(|layer| names.layers.get(layer)).cloned();
    let mask = mask.unwrap_or_default();
    let mut fill = None;
    'search: for column in 0..level.width {
        for row in 0..level.height {
            let mut cell = level.cell(column, row).clone();
            cell.keep(&mask);
            if !cell.is_empty() {
                fill = Some(cell);
                break 'search;
            }
        }
    }
    let fill = fill.or_else(|| background.object.map(BitSet::of)).unwrap_or_default();
    for kind in &mut level.kinds {
        if !kind.meets(&mask) {
            kind.add(&fill);
        }
    }
    level
}
