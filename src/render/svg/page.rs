//! Shared by all SVG documents: the frame with its accessible texts, escapes, and numbers.

use std::fmt::Write;

use super::super::diagnostics::sanitize;
use crate::diag::thousands;

/// Most characters of a description.
const DESCRIBED: usize = 4000;

/// A point of a drawing, in user units from its left upper corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::render) struct Point {
    pub(in crate::render) x: f64,
    pub(in crate::render) y: f64,
}

impl Point {
    /// Returns the distance to another point.
    pub(in crate::render) fn distance(self, to: Self) -> f64 {
        (to.x - self.x).hypot(to.y - self.y)
    }

    /// Returns the point that is `by` away from here in the direction of `to`.
    pub(in crate::render) fn toward(self, to: Self, by: f64) -> Self {
        let length = self.distance(to);
        if length == 0.0 {
            return self;
        }
        let step = |from: f64, to: f64| from + (to - from) / length * by;
        Self { x: step(self.x, to.x), y: step(self.y, to.y) }
    }
}

/// The size of a drawing in user units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::render) struct Size {
    pub(in crate::render) width: f64,
    pub(in crate::render) height: f64,
}

/// A rectangle of a drawing: its left upper corner and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::render) struct Area {
    pub(in crate::render) corner: Point,
    pub(in crate::render) size: Size,
}

impl Area {
    /// Returns a rectangle by its left and top edges, its width and its height.
    pub(in crate::render) fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { corner: Point { x, y }, size: Size { width, height } }
    }

    /// Returns the same four numbers as texts.
    pub(in crate::render) fn numbers(self) -> [String; 4] {
        let Self { corner: Point { x, y }, size: Size { width, height } } = self;
        [x, y, width, height].map(number)
    }
}

/// A document that is about to be written.
pub(in crate::render) struct Page<'a> {
    /// Its content in one sentence.
    pub(in crate::render) title: &'a str,
    /// A description for readers who cannot see it; may be empty.
    pub(in crate::render) desc: &'a str,
    pub(in crate::render) size: Size,
    /// The length of a user unit as CSS writes it; empty for a pixel.
    pub(in crate::render) unit: &'a str,
    /// The style sheet.
    pub(in crate::render) style: &'a str,
    /// The drawing.
    pub(in crate::render) body: &'a str,
}

impl Page<'_> {
    /// Returns the document, with a line end.
    pub(in crate::render) fn write(&self) -> String {
        let mut out = String::with_capacity(self.body.len() + self.style.len() + 600);
        let described = !self.desc.trim().is_empty();
        let by = if described { "title desc" } else { "title" };
        let unit = self.unit;
        let width = number(self.size.width);
        let height = number(self.size.height);
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}{unit}\" height=\"{height}{unit}\" role=\"img\" \
             aria-labelledby=\"{by}\">\n<title id=\"title\">{}</title>",
            escape(self.title)
        );
        if described {
            let desc: String = self.desc.chars().take(DESCRIBED).collect();
            let _ = writeln!(out, "<desc id=\"desc\">{}</desc>", escape(desc.trim_end()));
        }
        let _ = writeln!(out, "<style>\n{}</style>", self.style);
        out.push_str(self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// The background of a document.
pub(in crate::render) const PAPER: &str =
    "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";

/// Writes a rectangle with rounded corners.
pub(in crate::render) fn rect(class: &str, area: Area, round: f64, out: &mut String) {
    let ([x, y, wide, high], round) = (area.numbers(), number(round));
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" rx=\"{round}\"/>"
    );
}

/// Writes a circle.
pub(in crate::render) fn circle(class: &str, center: Point, radius: f64, out: &mut String) {
    let [x, y, radius] = [center.x, center.y, radius].map(number);
    let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
}

/// Writes a text at a point. The attributes before and after those of the point begin with a space.
pub(in crate::render) fn text(before: &str, at: Point, after: &str, text: &str, out: &mut String) {
    let x = number(at.x);
    let y = number(at.y);
    let text = escape(text);
    let _ = writeln!(out, "<text{before} x=\"{x}\" y=\"{y}\"{after}>{text}</text>");
}

/// Writes a text of a class at a point.
pub(in crate::render) fn label(class: &str, at: Point, words: &str, out: &mut String) {
    text(&format!(" class=\"{class}\""), at, "", words, out);
}

/// Escapes text for the content of an element or an attribute. Characters that XML does not allow
/// are replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in sanitize(text).chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // The two characters that XML excludes although they are not control characters.
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            char => out.push(char),
        }
    }
    out
}

/// Formats a coordinate with at most two decimals, without needless zeros.
pub(in crate::render) fn number(value: f64) -> String {
    let mut text = format!("{value:.2}");
    let kept = text.trim_end_matches('0').trim_end_matches('.').len();
    text.truncate(kept);
    if text == "-0" { String::from("0") } else { text }
}

/// Formats a count with its noun: `1 state`, `3 states`.
pub(in crate::render) fn count(value: u128, noun: &str) -> String {
    format!("{} {noun}{}", thousands(value), if value == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_numbers() {
        assert_eq!(escape("a<b & \"c\">\u{1b}\u{ffff}"), "a&lt;b &amp; &quot;c&quot;&gt;\\u{1b}?");
        assert_eq!(number(12.0), "12");
        assert_eq!(number(0.126), "0.13");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(120.5), "120.5");
        assert_eq!((count(1, "row"), count(20, "row")), ("1 row".into(), "20 rows".into()));
    }
}
