//! Random sentences of the grammar.
//!
//! The tables here repeat the prose of the grammar beside a production: where a text counts, the
//! counts are drawn before the sentence; if a class is larger than is useful, its sentences come
//! from a list. The rest (a condition, an exception, a comparison) is found out afterward: the
//! caller draws again.

use std::collections::{BTreeMap, BTreeSet};

use super::ebnf::{Grammar, Part, mentioned};
use crate::common::Random;

/// A number of rows (or queries), and of cells per row.
type Size = (usize, usize);

/// Productions for which a size is drawn. It holds within each sentence of them.
const SIZES: &[(&str, &[Size])] = &[
    ("klotski-lines", &[(1, 2), (2, 2), (2, 3), (3, 1), (3, 3)]),
    ("rush-rows", &[(1, 2), (2, 2), (2, 3), (3, 1), (3, 3)]),
    ("matrix-body", &[(1, 1), (2, 2), (2, 3), (3, 3), (4, 2)]),
    ("matrix-raw", &[(1, 1), (2, 2), (2, 3), (3, 3), (4, 2)]),
    ("sliders-lines", &[(1, 2), (2, 2), (2, 3), (3, 1)]),
    ("verbatim", &[(0, 0), (1, 0), (3, 0)]),
];

/// Productions that repeat something so often: the part of the size, and how much less than it.
const REPEATS: &[(&str, Count, usize)] = &[
    ("picture", Count::Rows, 1),
    ("picture-row", Count::Cells, 1),
    ("rush-rows", Count::Rows, 1),
    ("rush-row", Count::Cells, 1),
    ("rush-packed-row", Count::Cells, 1),
    ("matrix-rows", Count::Rows, 1),
    ("matrix-row", Count::Cells, 1),
    ("board", Count::Rows, 1),
    ("board-row", Count::Cells, 1),
    ("terrain-row", Count::Cells, 1),
    ("verbatim", Count::Rows, 0),
];

/// Productions that write a part of the size.
const WRITES: &[(&str, Count)] =
    &[("row-count", Count::Rows), ("column-count", Count::Cells), ("query-count", Count::Rows)];

/// Productions whose sentences come from a list: classes, and numbers that mean something or other.
const LISTS: &[(&str, &[&str])] = &[
    ("letter", &["a", "b", "c", "x", "A", "Q", "Z"]),
    ("digit", &["1", "2", "3", "4", "7", "9"]),
    ("tab", &["\t"]),
    ("double-quote", &["\""]),
    ("byte-order-mark", &["\u{feff}"]),
    ("character", &["a", "7", "-", "_", "方", "é", "(", "~", "*", "}", "="]),
    ("plain", &["a", "7", "-", "_", "方", "é", "B", "~", ".", "#"]),
    ("newline", &["\n", "\n", "\r\n", "\r"]),
    ("after-blank", &[""]),
    ("inline", &[""]),
    ("comment", &[" // so", " //", " // a { brace } => in it // twice"]),
    ("number", &["0", "1", "2", "+3", "07"]),
    ("integer", &["0", "1", "-1", "+2", "-0", "0010"]),
    ("rule-number", &["0", "42354", "+110", "65535", "0007"]),
    ("pencil-4", &["12", "314", "0", ".", "*3-4", "a2", "+1", "4"]),
    ("pencil-6", &["12", "356", "0", ".", "*3-6", "B2", "u1", "6"]),
    (
        "lettered-6",
        &["ABCDEF..............................", "f.e-d_c0b?a*......BCDEFA...........C"],
    ),
    ("pencil-9", &["12", "397", "0", ".", "*3-8", "B2", "u1", "9"]),
    ("list-character", &["a", "7", "é", "~", "+"]),
    ("name", &["a", "a", "b-2", "Solve_"]),
    ("label", &["A", "A", "B", "b1", "..", ".", "#", "方", "up", "-3", "solve"]),
];

/// The most that a part is repeated. Larger grids of sudoku are left out.
const MOST: usize = 81;

/// A part of a size.
#[derive(Clone, Copy)]
enum Count {
    Rows,
    Cells,
}

/// The place of a sentence: in a body of one line or of several, or elsewhere.
#[derive(Clone, Copy, PartialEq)]
pub enum Layout {
    /// Not in a body, or in one over several lines.
    Lines,
    /// In a body on one line.
    OneLine,
}

/// The needs of a part: a line end, or a body on one line.
#[derive(Clone, Copy, Default, PartialEq)]
struct Needs {
    newline: bool,
    inline: bool,
    /// More repetitions than are drawn.
    large: bool,
}

/// Draws sentences.
pub struct Generator<'a> {
    grammar: &'a Grammar,
    needs: BTreeMap<&'a str, Needs>,
    random: Random,
    size: Option<Size>,
    layout: Layout,
    out: String,
}

impl<'a> Generator<'a> {
    /// Makes a generator for a grammar, which always gives the same sentences.
    pub fn new(grammar: &'a Grammar) -> Self {
        let mut needs = BTreeMap::from([
            ("newline", Needs { newline: true, ..Needs::default() }),
            ("inline", Needs { inline: true, ..Needs::default() }),
        ]);
        loop {
            let before = needs.clone();
            for (name, part) in grammar {
                let needed = need(part, &needs);
                let entry = needs.entry(name).or_default();
                *entry = entry.and(needed);
            }
            if needs == before {
                break;
            }
        }
        let random = Random(0x9e37_79b9_7f4a_7c15);
        Self { grammar, needs, random, size: None, layout: Layout::Lines, out: String::new() }
    }

    /// Draws a sentence of a production. The larger `depth`, the larger the sentence may be.
    pub fn sentence(&mut self, production: &str, depth: usize, layout: Layout) -> String {
        (self.size, self.layout) = (None, layout);
        self.named(production, depth);
        std::mem::take(&mut self.out)
    }

    /// Draws one of several texts.
    pub fn one_of<'b>(&mut self, among: &[&'b str]) -> &'b str {
        among[self.random.below(among.len())]
    }

    fn named(&mut self, name: &str, depth: usize) {
        if let (Some(size), Some((_, count))) = (self.size, of(WRITES, name)) {
            self.out.push_str(&count.of(size).to_string());
            return;
        }
        if let Some((_, list)) = LISTS.iter().find(|(other, _)| *other == name) {
            let text = self.one_of(list);
            self.out.push_str(text);
            return;
        }
        let size = self.size;
        let layout = self.layout;
        if let Some((_, among)) = SIZES.iter().find(|(other, _)| *other == name) {
            self.size = Some(among[self.random.below(among.len())]);
        }
        if name == "declaration" {
            let layouts = [Layout::Lines, Layout::Lines, Layout::OneLine];
            self.layout = layouts[self.random.below(layouts.len())];
        }
        let count = REPEATS.iter().find(|(other, ..)| *other == name);
        let count = count.zip(self.size).map(|(&(_, count, less), size)| count.of(size) - less);
        let grammar = self.grammar;
        let part = grammar.get(name).unwrap_or_else(|| panic!("`{name}` has no production"));
        self.part(part, depth.saturating_sub(1), &mut { count });
        (self.size, self.layout) = (size, layout);
    }

    /// Returns whether a part fits at this place of the sentence.
    fn fits(&self, part: &Part) -> bool {
        let needs = need(part, &self.needs);
        if needs.large {
            return false;
        }
        match self.layout {
            Layout::Lines => !needs.inline,
            Layout::OneLine => !needs.newline,
        }
    }

    /// Draws a sentence of a part. Deep down it takes the shortest way: nothing optional, nothing
    /// repeated, and of several ways the one that mentions the fewest productions. `count` is how
    /// often the next repetition repeats, if that is settled.
    fn part(&mut self, part: &Part, depth: usize, count: &mut Option<usize>) {
        match part {
            Part::Text(text) => self.out.push_str(text),
            Part::Prose => panic!("prose without a list of sentences"),
            Part::Name(name) => self.named(name, depth),
            Part::Sequence(parts) => {
                for part in parts {
                    self.part(part, depth, count);
                }
            }
            Part::Choice(parts) => {
                let fitting: Vec<&Part> = parts.iter().filter(|part| self.fits(part)).collect();
                let least = || fitting.iter().min_by_key(|part| names(part)).copied();
                let chosen = match depth {
                    0 => least(),
                    _ => fitting.get(self.random.below(fitting.len())).copied(),
                };
                if let Some(chosen) = chosen {
                    self.part(chosen, depth, count);
                }
            }
            Part::Option(part) => {
                if depth > 0 && self.random.below(2) == 0 && self.fits(part) {
                    self.part(part, depth, count);
                }
            }
            Part::Repeat(part) => {
                let drawn = if depth > 0 { self.random.below(4) } else { 0 };
                let times = count.take().unwrap_or(drawn);
                for _ in 0..if self.fits(part) { times } else { 0 } {
                    self.part(part, depth, &mut None);
                }
            }
            Part::Times(times, part) => {
                // Small in most places, so that the whole stays small.
                for _ in 0..*times {
                    let depth = if self.random.below(10) == 0 { depth } else { 0 };
                    self.part(part, depth, &mut None);
                }
            }
            Part::Except(part, _) => self.part(part, depth, count),
        }
    }
}

impl Needs {
    fn and(self, other: Self) -> Self {
        Self {
            newline: self.newline | other.newline,
            inline: self.inline | other.inline,
            large: self.large | other.large,
        }
    }
}

impl Count {
    fn of(self, (rows, cells): Size) -> usize {
        match self {
            Self::Rows => rows,
            Self::Cells => cells,
        }
    }
}

fn of<'t, T>(table: &'t [(&str, T)], name: &str) -> Option<&'t (&'t str, T)> {
    table.iter().find(|(other, _)| *other == name)
}

/// Returns the number of productions that a part mentions.
fn names(part: &Part) -> usize {
    let mut mentions = BTreeSet::new();
    mentioned(part, &mut mentions);
    let listed = |name: &&String| LISTS.iter().any(|(other, _)| *other == name.as_str());
    mentions.iter().filter(|name| !listed(name)).count()
}

/// Returns the needs of a part.
fn need(part: &Part, known: &BTreeMap<&str, Needs>) -> Needs {
    match part {
        Part::Text(_) | Part::Prose | Part::Option(_) | Part::Repeat(_) => Needs::default(),
        Part::Name(name) => known.get(name.as_str()).copied().unwrap_or_default(),
        Part::Sequence(parts) => {
            let needs_of_parts = parts.iter().map(|part| need(part, known));
            needs_of_parts.fold(Needs::default(), Needs::and)
        }
        Part::Choice(parts) => {
            let needs_of_parts = || parts.iter().map(|part| need(part, known));
            Needs {
                newline: needs_of_parts().all(|needs| needs.newline),
                inline: needs_of_parts().all(|needs| needs.inline),
                large: needs_of_parts().all(|needs| needs.large),
            }
        }
        Part::Times(times, part) => Needs { large: *times > MOST, ..need(part, known) },
        Part::Except(part, _) => need(part, known),
    }
}
