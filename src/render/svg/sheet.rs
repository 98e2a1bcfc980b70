//! Puzzles on A4 pages for printing: black on white, little ink.

use std::fmt::Write;

use super::INK;
use super::art;
use super::page::{Page, Point, Size, count, label, number, text};
use crate::scene::Scene;
use crate::syntax::{Key, Meta};

/// A4 and its margins, in millimeters.
const WIDE: f64 = 210.0;
const HIGH: f64 = 297.0;
const MARGIN: f64 = 14.0;
const GAP: f64 = 8.0;
/// Millimeters for a name, and for a line below a puzzle.
const NAME: f64 = 7.0;
const NOTE: f64 = 4.2;
/// Millimeters that a unit of a drawing takes at most: a cell takes 16 at most.
const LARGEST: f64 = 16.0 / 48.0;
/// Lines below a puzzle at most.
const NOTES: usize = 8;

/// A puzzle on a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its name in the document, which is above it unless it has a title.
    pub name: String,
    /// Its metadata: the title and the author are printed.
    pub meta: Meta,
    /// The puzzle.
    pub scene: Scene,
    /// The scene that it must become, if the picture does not show it.
    pub goal: Option<Scene>,
    /// Facts that a reader must know, one per line.
    pub notes: Vec<String>,
    /// A table that is needed to work on paper; its first row is its head. Only worksheets show it.
    pub table: Vec<Vec<String>>,
}

impl Sheet {
    /// Returns the text above the puzzle: its title, or else its name.
    pub fn heading(&self) -> String {
        self.meta.title().unwrap_or_else(|| self.name.clone())
    }

    /// Returns the line below the heading, if the author is known.
    pub fn byline(&self) -> Option<String> {
        self.meta.get(Key::Author).map(|author| format!("by {}", author.replace('\n', ", ")))
    }
}

/// Returns the number of rows of a page with that many columns.
const fn rows(columns: usize) -> usize {
    match columns {
        ..=1 => 2,
        2 => 3,
        3 => 4,
        4 => 5,
        _ => 7,
    }
}

/// Returns the number of pages that the puzzles take with that many side by side.
pub fn pages(puzzles: usize, columns: usize) -> usize {
    puzzles.div_ceil(columns.max(1) * rows(columns)).max(1)
}

/// Draws the puzzles on pages with `columns` side by side: page `only` (from 1), or all of them one
/// below the other.
pub fn sheet(puzzles: &[Sheet], columns: usize, only: Option<usize>) -> String {
    let columns = columns.max(1);
    let every = pages(puzzles.len(), columns);
    let shown: Vec<usize> = match only {
        Some(page) => vec![page.clamp(1, every) - 1],
        None => (0..every).collect(),
    };
    let each = columns * rows(columns);
    let mut out = String::new();
    for (place, &page) in shown.iter().enumerate() {
        let _ = writeln!(
            out,
            "<svg y=\"{}\" width=\"{WIDE}\" height=\"{HIGH}\" viewBox=\"0 0 {WIDE} {HIGH}\">\n\
             <title>page {} of {every}</title>\n\
             <rect class=\"paper\" width=\"{WIDE}\" height=\"{HIGH}\"/>",
            number(place as f64 * HIGH),
            page + 1
        );
        let on_page = puzzles.iter().skip(page * each).take(each);
        for (slot, puzzle) in on_page.enumerate() {
            draw(puzzle, slot, columns, &mut out);
        }
        let foot = format!("{} / {every}", page + 1);
        label("foot", Point { x: WIDE / 2.0, y: HIGH - 6.0 }, &foot, &mut out);
        out.push_str("</svg>\n");
    }
    let names: Vec<String> = puzzles.iter().map(Sheet::heading).collect();
    let size = Size { width: WIDE, height: HIGH * shown.len() as f64 };
    let held = [count(puzzles.len() as u128, "puzzle"), count(every as u128, "page")];
    let (title, desc) = (&held.join(" on "), &names.join(", "));
    // Without this a browser prints on its own paper, within its own margins.
    let style = &format!("@page{{size:{WIDE}mm {HIGH}mm;margin:0}}\n{INK}");
    Page { title, desc, size, unit: "mm", style, body: &out }.write()
}

fn draw(puzzle: &Sheet, slot: usize, columns: usize, out: &mut String) {
    let wide = (WIDE - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
    let high = (HIGH - 2.0 * MARGIN) / rows(columns) as f64;
    let x = MARGIN + (slot % columns) as f64 * (wide + GAP);
    let y = MARGIN + (slot / columns) as f64 * high;
    let byline = puzzle.byline();
    let notes: Vec<&String> = byline.iter().chain(&puzzle.notes).take(NOTES).collect();
    let room = (high - NAME - NOTE * notes.len() as f64 - 4.0).max(10.0);
    squeezed(
        "name",
        &puzzle.heading(),
        Point { x: x + wide / 2.0, y: y + NAME - 2.5 },
        wide,
        2.4,
        out,
    );
    let mut arts = vec![art(&puzzle.scene)];
    arts.extend(puzzle.goal.as_ref().map(art));
    // An arrow leads from the start to the goal.
    let between = 8.0 * (arts.len() - 1) as f64;
    let all: f64 = arts.iter().map(|art| art.width).sum();
    let tallest = arts.iter().map(|art| art.height).fold(1.0, f64::max);
    let scale = ((wide - between) / all).min(room / tallest).min(LARGEST);
    let mut left = x + (wide - all * scale - between) / 2.0;
    let top = y + NAME;
    for (at, art) in arts.iter().enumerate() {
        if at > 0 {
            let (x, y) = (left + between / 2.0, top + tallest * scale / 2.0 + 1.5);
            squeezed("name", "→", Point { x, y }, wide, 2.4, out);
            left += between;
        }
        let title = if at == 0 { &puzzle.scene.title } else { "what it must become" };
        let corner = Point { x: left, y: top + (tallest - art.height) * scale / 2.0 };
        art.place(corner, scale, title, out);
        left += art.width * scale;
    }
    let mut line = top + tallest * scale + NOTE;
    for note in notes {
        squeezed("foot", note, Point { x: x + wide / 2.0, y: line }, wide, 1.6, out);
        line += NOTE;
    }
}

/// Draws a text of that class, squeezed if it does not fit at `letter` units per character.
fn squeezed(class: &str, words: &str, at: Point, room: f64, letter: f64, out: &mut String) {
    let long = words.chars().count() as f64 * letter > room;
    let fit = match long {
        true => format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", number(room)),
        false => String::new(),
    };
    text(&format!(" class=\"{class}\"{fit}"), at, "", words, out);
}
