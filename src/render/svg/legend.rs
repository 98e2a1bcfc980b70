//! The meaning of the lines and colors of a sudoku's step, below its picture.

use std::fmt::Write;

use super::page::{Point, Size, circle, number, text};
use crate::scene::Scene;

/// Height of a row.
const ROW: f64 = 22.0;
/// Width of a sample with the gap after it, of a letter, and of the gap after a text.
const SAMPLE: f64 = 34.0;
const LETTER: f64 = 6.2;
const GAP: f64 = 18.0;

/// A sample of a drawing, and what it means.
#[derive(Clone, Copy)]
struct Entry {
    sample: Sample,
    meaning: &'static str,
}

#[derive(Clone, Copy)]
enum Sample {
    /// A line of this class.
    Line(&'static str),
    /// The ground of a pencil mark of this class.
    Mark(&'static str),
    /// The line through a pencil mark.
    Struck,
}

const LINKS: [Entry; 2] = [
    Entry { sample: Sample::Line("link strong"), meaning: "one of the two is true" },
    Entry { sample: Sample::Line("link weak"), meaning: "not both are true" },
];
const MARKS: [Entry; 2] = [
    Entry { sample: Sample::Mark("on"), meaning: "true along the chain" },
    Entry { sample: Sample::Mark("off"), meaning: "false" },
];
const STRUCK: Entry = Entry { sample: Sample::Struck, meaning: "removed" };

/// A legend: its elements from the origin on, and its size.
pub(super) struct Legend {
    body: String,
    pub(super) size: Size,
}

impl Legend {
    /// Returns the legend of pictures; empty if none of them shows a step.
    pub(super) fn of<'a>(scenes: impl Iterator<Item = &'a Scene>) -> Self {
        let mut is_linked = false;
        let mut is_struck = false;
        for board in scenes.filter_map(Scene::board) {
            is_linked |= board.links().next().is_some();
            is_struck |= board.is_struck();
        }
        let mut rows: Vec<Vec<Entry>> = Vec::new();
        if is_linked {
            rows.push(LINKS.to_vec());
            rows.push(MARKS.to_vec());
        }
        if is_struck {
            match rows.last_mut() {
                Some(last) => last.push(STRUCK),
                None => rows.push(vec![STRUCK]),
            }
        }
        let mut legend = Self { body: String::new(), size: Size { width: 0.0, height: 0.0 } };
        for row in &rows {
            legend.push(row);
        }
        legend
    }

    /// Adds a row.
    fn push(&mut self, row: &[Entry]) {
        let y = self.size.height + ROW / 2.0;
        let mut x = 0.0;
        for Entry { sample, meaning } in row {
            sample.draw(Point { x, y }, &mut self.body);
            let at = Point { x: x + SAMPLE, y };
            text(" class=\"legend\"", at, " dy=\".35em\"", meaning, &mut self.body);
            x += SAMPLE + meaning.len() as f64 * LETTER + GAP;
        }
        self.size.width = self.size.width.max(x - GAP);
        self.size.height += ROW;
    }

    /// Draws it in the middle of the `full` width, below `top`.
    pub(super) fn place(&self, full: f64, top: f64, out: &mut String) {
        if self.body.is_empty() {
            return;
        }
        let (left, top) = (number((full - self.size.width) / 2.0), number(top));
        let _ = write!(out, "<g transform=\"translate({left},{top})\">\n{}</g>\n", self.body);
    }
}

impl Sample {
    /// Draws it to the right of a point.
    fn draw(self, from: Point, out: &mut String) {
        let Point { x, y } = from;
        let middle = Point { x: x + SAMPLE / 2.0 - 3.0, y };
        match self {
            Self::Line(class) => {
                let [x, y] = [x, y].map(number);
                let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x} {y}h27\"/>");
            }
            Self::Mark(class) => circle(class, middle, 6.3, out),
            Self::Struck => {
                circle("gone", middle, 6.3, out);
                let [x, y] = [middle.x - 6.3, y + 6.3].map(number);
                let _ = writeln!(out, "<path class=\"struck\" d=\"M{x} {y}l12.6 -12.6\"/>");
            }
        }
    }
}
