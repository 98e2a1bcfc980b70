//! Scenes as SVG: text stays text, titles and descriptions are accessible, light and dark follow
//! the reader's settings, and there are no scripts: an animation is a style sheet. Its first frame
//! stands still if the viewer does not animate styles or the reader prefers no motion.

mod board;
mod clock;
mod film;
mod legend;
mod outline;
pub(in crate::render) mod page;
mod strip;
mod style;
mod tokens;
mod track;
mod tree;

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

pub use film::film;
pub use strip::strip;

use legend::Legend;
pub use page::escape;
use page::{Area, PAPER, Page, Point, Size, count, label, number};
pub(in crate::render) use style::INK;
use style::SCREEN;

use super::picture::wrapped;
use crate::scene::{Drawing, Film, Scene};

/// Height of a line below a picture.
const LINE: f64 = 26.0;
/// The width of a character of a caption, its margins, and the height of each line after the first,
/// in units of the picture.
const LETTER: f64 = 7.0;
const MARGINS: f64 = 20.0;
const CAPTION: f64 = 18.0;
/// The least width of a picture, and the width to which a long caption widens a narrow picture.
const NARROWEST: f64 = 160.0;
const READABLE: f64 = 320.0;

/// A drawing, and its size from the origin on.
struct Art {
    body: String,
    width: f64,
    height: f64,
}

impl Art {
    /// Writes it as a picture in another one, with its left upper corner at a point.
    fn place(&self, at: Point, scale: f64, title: &str, out: &mut String) {
        let Self { body, width, height } = self;
        let [x, y, wide, high] = Area::new(at.x, at.y, width * scale, height * scale).numbers();
        let _ = writeln!(
            out,
            "<svg x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {} {}\">\n\
             <title>{}</title>\n{body}</svg>",
            number(*width),
            number(*height),
            escape(title)
        );
    }
}

/// Returns the elements of a drawing, and its size.
pub(in crate::render) fn drawing(scene: &Scene) -> (String, Size) {
    let Art { body, width, height } = art(scene, Naming::None);
    (body, Size { width, height })
}

/// Returns a document's paper, with a drawing of that width in the middle of the `full` width.
fn centered(body: &str, width: f64, full: f64) -> String {
    let left = number((full - width) / 2.0);
    format!("{PAPER}<g transform=\"translate({left},0)\">\n{body}</g>\n")
}

/// The caption of a picture, broken into lines of the picture's width.
struct Caption {
    lines: Vec<String>,
}

impl Caption {
    /// Returns the width of a picture that is `wide` without its captions: they widen a narrow one
    /// until they can be read, and no picture beyond that.
    fn widen<'a>(wide: f64, captions: impl Iterator<Item = &'a str>) -> f64 {
        let length = captions.map(UnicodeWidthStr::width).max().unwrap_or(0);
        wide.max((length as f64 * LETTER + MARGINS).min(READABLE))
    }

    /// Breaks a caption into lines for a picture of that width.
    fn of(text: &str, full: f64) -> Self {
        let columns = ((full - MARGINS) / LETTER) as usize;
        Self { lines: wrapped(text, columns).lines().map(String::from).collect() }
    }

    /// Returns its height; 0 if it is empty.
    fn height(&self) -> f64 {
        match self.lines.len() {
            0 => 0.0,
            count => LINE + (count - 1) as f64 * CAPTION,
        }
    }

    /// Draws it in the middle of the `full` width, below `top`.
    fn place(&self, class: &str, full: f64, top: f64, out: &mut String) {
        let mut at = Point { x: full / 2.0, y: top + 8.0 };
        for line in &self.lines {
            label(class, at, line, out);
            at.y += CAPTION;
        }
    }
}

/// Returns a note on how many pictures of a film are drawn; `None` if all of them are.
fn left_out(shown: usize, film: &Film) -> Option<String> {
    let total = count(film.frames.len() as u128, "picture");
    (shown < film.frames.len()).then(|| format!("{shown} of {total} are shown"))
}

/// Returns the number of steps of a film, with its word.
fn all_steps(film: &Film) -> String {
    count(film.last() as u128, "step")
}

/// Returns the steps of a film in words.
fn steps(film: &Film) -> String {
    let labels: Vec<&str> = film.frames.iter().skip(1).map(|frame| frame.label.as_str()).collect();
    labels.join("; ")
}

/// The names that a drawing gives to its cells and pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    /// No names.
    None,
    /// Each cell has an element with the attribute `data-cell` ([`Scene::names`]); what is drawn for a
    /// piece is in elements with the attribute `data-piece`, the number of the piece in the scene.
    Cells,
}

/// Draws a scene, without its caption.
fn art(scene: &Scene, naming: Naming) -> Art {
    match &scene.drawing {
        Drawing::Board(board) => board::draw(board, naming),
        Drawing::Tree(tree) => tree::draw(tree, naming),
    }
}

/// Draws the scene as an SVG document.
///
/// ```
/// use puzzled::{kinds::KINDS, render::svg};
///
/// let mut puzzle = KINDS.kind("klotski").and_then(|kind| kind.opened_example()).expect("an example");
/// assert!(svg(&puzzle.scene("k")).starts_with("<svg"));
/// ```
pub fn svg(scene: &Scene) -> String {
    document(scene, Naming::None)
}

/// Draws the scene as an SVG document in which programs find its parts: each cell has one element with
/// the attribute `data-cell` ([`Scene::names`]), and what is drawn for a piece is in elements with the
/// attribute `data-piece`.
#[cfg(feature = "lsp-core")]
pub(crate) fn named_svg(scene: &Scene) -> String {
    document(scene, Naming::Cells)
}

fn document(scene: &Scene, naming: Naming) -> String {
    let Art { body, width, height } = art(scene, naming);
    let legend = Legend::of(std::iter::once(scene));
    let wide = width.max(legend.size.width).max(NARROWEST);
    let full = Caption::widen(wide, std::iter::once(scene.caption.trim()));
    let caption = Caption::of(&scene.caption, full);
    let mut tall = height + caption.height();
    let mut out = centered(&body, width, full);
    caption.place("caption", full, height, &mut out);
    legend.place(full, tall, &mut out);
    tall += legend.size.height;
    let title = &scene.title;
    let desc = &words(scene);
    let size = Size { width: full, height: tall };
    Page { title, desc, size, unit: "", style: SCREEN, body: &out }.write()
}

/// Describes the picture in words: its cells row by row, or its nodes level by level, and its
/// caption.
fn words(scene: &Scene) -> String {
    let mut out = String::new();
    match &scene.drawing {
        Drawing::Board(board) => {
            for row in board.cells.chunks(board.columns.max(1)) {
                let texts = row.iter().map(|cell| match cell.role {
                    crate::scene::Role::Wall => "#",
                    _ if cell.text.trim().is_empty() => ".",
                    _ => cell.text.as_str(),
                });
                let _ = writeln!(out, "{}", texts.collect::<Vec<_>>().join(" "));
            }
        }
        Drawing::Tree(tree) => {
            let mut level = vec![0_usize];
            while !level.is_empty() {
                let nodes = || level.iter().filter_map(|&at| tree.nodes.get(at));
                let texts: Vec<&str> = nodes().map(|node| node.text.as_str()).collect();
                let _ = writeln!(out, "{}", texts.join(" "));
                level = nodes().flat_map(|node| node.children.iter().copied()).collect();
            }
        }
    }
    out.push_str(&scene.caption);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KINDS;
    use crate::scene::Frame;

    /// Returns the width of a picture.
    fn width(picture: &str) -> f64 {
        let from = picture.find("viewBox=\"").expect("it has a size") + "viewBox=\"".len();
        let size = picture[from..].split('"').next().expect("it ends");
        size.split(' ').nth(2).and_then(|width| width.parse().ok()).expect("a number")
    }

    /// Returns the lines of the captions.
    fn captions(picture: &str) -> Vec<&str> {
        let lines = picture.lines().filter(|line| line.contains("class=\"caption"));
        lines.map(|line| line.split(['<', '>']).nth(2).expect("a text")).collect()
    }

    #[test]
    fn a_caption_is_wrapped_to_the_width_of_its_board() {
        let words = vec!["r1c2=5"; 90].join(" ");
        let long = "x".repeat(700);
        for kind in KINDS {
            let puzzle = kind.opened_example().expect("an example");
            let plain = Scene { caption: String::new(), ..puzzle.scene("p") };
            for caption in [&words, &long, &format!("{words} {long}"), "A to (1,2)", "漢字"] {
                let scene = Scene { caption: String::from(caption), ..plain.clone() };
                let frame = |at: usize, label: &str| Frame {
                    label: label.to_owned(),
                    at,
                    scene: plain.clone(),
                };
                let frames = vec![frame(0, ""), frame(1, caption)];
                for drawn in [svg(&scene), film(&Film { name: "p".into(), frames }, 2)] {
                    let full = width(&drawn);
                    assert!(full <= width(&svg(&plain)).max(READABLE), "{full}");
                    let lines = captions(&drawn);
                    for line in &lines {
                        assert!(line.width() as f64 * LETTER <= full, "{line} {full}");
                    }
                    let text: String = lines.concat().split_whitespace().collect();
                    let whole: String = caption.split_whitespace().collect();
                    assert!(text.ends_with(&whole), "{text}");
                }
            }
        }
    }
}
