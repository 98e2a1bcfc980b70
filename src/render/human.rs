//! A diagnostic as people read it, drawn by miette.
//!
//! miette would scan the whole source again for each label and draw lines of any length. Here each
//! diagnostic brings its own excerpt instead: the lines of its labels and their neighbors, long
//! lines cut to a window around what matters, hostile characters replaced. The source is indexed
//! once, and a diagnostic costs what its excerpt costs.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use unicode_width::UnicodeWidthStr;

use super::diagnostics::{columns, one_line, sanitize};
use super::picture::wrapped;
use crate::diag::{Diagnostic, Severity};
use crate::text::{Source, Span};

/// The narrowest drawing.
const NARROWEST: usize = 40;
/// A label longer than this is cut there.
const WIDEST: usize = 120;
/// Columns, at least, of a label and what is beside it on a long line.
const LEAST: usize = 4;
/// Columns beside the number of a line: the spaces and the rule.
const GUTTER: usize = 4;
/// Columns of the line that leads from a place to its label, with the space after it.
const ARROW: usize = 4;

/// The look of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// True if ANSI colors may be used.
    pub color: bool,
    /// True if lines may be drawn with characters beyond ASCII.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Default for Look {
    /// Returns a look of 80 columns, without colors and with characters beyond ASCII.
    fn default() -> Self {
        Self { color: false, unicode: true, width: 80 }
    }
}

/// A renderer that is made once and used for many diagnostics.
#[derive(Debug)]
pub struct Human {
    handler: GraphicalReportHandler,
    width: usize,
}

impl Human {
    /// Returns a renderer with that look.
    pub fn new(look: Look) -> Self {
        let characters =
            if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
        let styles = if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
        let width = look.width.max(NARROWEST);
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
            .with_width(width)
            .with_context_lines(1)
            .with_links(false)
            .with_wrap_lines(true);
        Self { handler, width }
    }

    /// Returns the drawing of one diagnostic, with an empty line after it.
    pub fn draw(&self, source: &Source, diagnostic: &Diagnostic) -> String {
        let report = Report::new(source, diagnostic, self.width);
        let mut text = String::new();
        // Writing to a string cannot fail; if miette fails, the short form still says everything.
        if self.handler.render_report(&mut text, &report).is_err() {
            text = super::short(source, diagnostic);
        }
        while text.ends_with("\n\n") {
            text.pop();
        }
        text.push('\n');
        text
    }
}

/// A line of the excerpt.
#[derive(Debug)]
struct Row {
    /// The offset at which it begins in the excerpt.
    start: usize,
    /// Its number in the source, from 0.
    line: usize,
}

/// A diagnostic with the excerpt that it is drawn on.
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    excerpt: Excerpt,
}

#[derive(Debug)]
struct Excerpt {
    name: String,
    text: String,
    rows: Vec<Row>,
    /// Line and column (from 0) of the place itself, for the header.
    place: (usize, usize),
    /// The primary label in the excerpt.
    primary: usize,
    /// The columns for a row.
    columns: usize,
}

impl<'a> Report<'a> {
    fn new(source: &Source, diagnostic: &'a Diagnostic, width: usize) -> Self {
        let related = diagnostic.related.iter().map(|label| (label.span, &label.text));
        let marks: Vec<Mark> = std::iter::once((diagnostic.span, &diagnostic.label))
            .chain(related)
            .map(|(span, text)| Mark {
                span: visible(source, span),
                label: sanitize(text).into_owned(),
            })
            .collect();

        let (excerpt, moved) = excerpt(source, &marks, width);
        let mut labels: Vec<_> = moved
            .iter()
            .zip(&marks)
            .enumerate()
            .map(|(at, (span, mark))| {
                let text = mark.wrapped(excerpt.room(*span));
                let range = (span.start as usize, span.len() as usize);
                if at == 0 {
                    LabeledSpan::new_primary_with_span(Some(text), range)
                } else {
                    LabeledSpan::new_with_span(Some(text), range)
                }
            })
            .collect();
        labels.sort_by_key(LabeledSpan::offset);
        Self {
            diagnostic,
            message: sanitize(&diagnostic.message).into_owned(),
            help: diagnostic.help.as_deref().map(|help| sanitize(help).into_owned()),
            labels,
            excerpt,
        }
    }
}

/// A place that is marked, and the text that is written there.
struct Mark {
    span: Span,
    label: String,
}

impl Mark {
    /// Returns the columns to the right of the middle of the place that the label needs at least:
    /// it can be broken between words.
    fn reserve(&self, room: usize) -> usize {
        let word = self.label.split_whitespace().map(UnicodeWidthStr::width).max();
        (ARROW + word.unwrap_or(0)).min(room / 2)
    }

    /// Returns the label in lines of at most `room` columns.
    fn wrapped(&self, room: usize) -> String {
        match self.label.width() <= room {
            true => self.label.clone(),
            false => wrapped(&self.label, room.max(LEAST)).trim_end().to_owned(),
        }
    }
}

impl Excerpt {
    /// Returns the columns for the label of a place.
    fn room(&self, span: Span) -> usize {
        let (start, end) = (span.start as usize, span.end as usize);
        let row = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let middle = self.text[row..start].width() + self.text[start..end].width() / 2;
        self.columns.saturating_sub(middle + ARROW)
    }
}

/// Returns a span that can be drawn: on one line, at least one character wide, not too long.
fn visible(source: &Source, span: Span) -> Span {
    let text = source.text();
    let lines = source.lines();
    let length = text.len() as u32;
    let mut start = span.start.min(length);
    while !text.is_char_boundary(start as usize) {
        start -= 1;
    }
    // At the very end, or on an empty last line: go back to the last visible character.
    if start == length {
        let seen = text.trim_end_matches(['\n', '\r']);
        start = seen.char_indices().next_back().map_or(0, |(at, _)| at as u32);
    }

    let line = lines.span(lines.line(start), text);
    let mut end = span.end.clamp(start, line.end.max(start));
    end = end.min(start + WIDEST as u32);
    if end <= start {
        // The span has no width: point at the character before it, or at the one after.
        if span.is_empty() && start > line.start && start == span.start {
            end = start;
            start -= 1;
            while !text.is_char_boundary(start as usize) {
                start -= 1;
            }
        } else {
            end = (start + 1).min(line.end.max(start));
        }
    }

    while !text.is_char_boundary(end as usize) {
        end += 1;
    }
    Span::new(start, end)
}

/// Returns the lines around the marks, cut to a drawing of that width, and the marks moved there.
fn excerpt(source: &Source, marks: &[Mark], width: usize) -> (Excerpt, Vec<Span>) {
    let text = source.text();
    let index = source.lines();
    let mut wanted: Vec<u32> = Vec::new();
    for mark in marks {
        let line = index.line(mark.span.start);
        wanted.extend(line.saturating_sub(1)..=(line + 1).min(index.count() - 1));
    }
    wanted.sort_unstable();
    wanted.dedup();

    let last = wanted.last().map_or(0, |line| line + source.first_line() + 1);
    let room = width.saturating_sub(GUTTER + last.to_string().len());
    let mut moved = vec![Span::default(); marks.len()];
    let mut out = String::new();
    let mut rows = Vec::new();

    for line in wanted {
        let span = index.span(line, text);
        rows.push(Row { start: out.len(), line: line as usize + source.first_line() as usize });
        let line_marks: Vec<usize> =
            (0..marks.len()).filter(|&at| index.line(marks[at].span.start) == line).collect();

        for Span { start: from, end: to } in
            windows(text, span, line_marks.iter().map(|&at| &marks[at]), room)
        {
            if from > span.start && !out.ends_with('…') {
                out.push('…');
            }
            // A byte order mark belongs to the file, not to its text.
            let first = if from == 0 && text.starts_with('\u{feff}') { 3 } else { from };
            let begun = out.len() as u32;
            // Escapes are longer than the characters that they replace.
            let drawn = |to: u32| sanitize(&text[first as usize..to.max(first) as usize]);
            out.push_str(&drawn(to));
            for &at in &line_marks {
                let mark = marks[at].span;
                if mark.start >= from && mark.start <= to {
                    let place = |offset: u32| begun + drawn(offset.min(to)).len() as u32;
                    moved[at] = Span::new(place(mark.start), place(mark.end));
                }
            }
            if to < span.end && !out.ends_with('…') {
                out.push('…');
            }
        }
        out.push('\n');
    }

    let at = source.place(marks[0].span.start);
    let excerpt = Excerpt {
        name: one_line(source.name()).into_owned(),
        text: out,
        rows,
        place: (at.line as usize, at.column as usize),
        primary: moved[0].start as usize,
        columns: room,
    };
    (excerpt, moved)
}

/// Returns the parts of a line that are shown: all of it if it and its labels fit into `room`
/// columns, or else windows around its marks, which share the columns.
fn windows<'a>(
    text: &str,
    line: Span,
    marks: impl Iterator<Item = &'a Mark> + Clone,
    room: usize,
) -> Vec<Span> {
    let fits = |mark: &Mark| {
        let end = mark.span.end.min(line.end).max(mark.span.start);
        let before = width(text, line.start, mark.span.start);
        before + width(text, mark.span.start, end) / 2 + mark.reserve(room) <= room
    };

    let is_short = to_the_right(text, line.start, line.end, room) == line.end;
    if is_short && marks.clone().all(fits) {
        return vec![line];
    }

    // The labels are to the right of all marks but the last.
    let reserve = marks.clone().map(|mark| mark.reserve(room)).max().unwrap_or(0);
    let mut marks: Vec<_> = marks.map(|mark| mark.span).collect();
    marks.sort_unstable();
    marks.dedup();
    let Some(&last) = marks.last() else {
        return vec![Span::new(line.start, to_the_right(text, line.start, line.end, room - 1))];
    };

    // Each window is followed by the sign that the line is cut, and the first begins with one.
    let shared = room.saturating_sub(reserve + 1);
    let share = (shared / marks.len()).saturating_sub(1).max(LEAST);
    let mut windows: Vec<Span> = Vec::new();
    for mark in marks {
        let end = to_the_right(text, mark.start, mark.end, share);
        // Each side gets half of the room; what one side does not need goes to the other side.
        let margin = (share - width(text, mark.start, end)) / 2;
        let right = to_the_right(text, end, line.end, margin);
        let rest = share - width(text, mark.start, right);
        let from = to_the_left(text, mark.start, line.start, rest);
        let most = if mark == last { share + reserve } else { share };
        let to = to_the_right(text, end, line.end, most - width(text, from, end));

        match windows.last_mut() {
            Some(last) if from <= last.end => last.end = last.end.max(to),
            _ => windows.push(Span::new(from, to)),
        }
    }
    windows
}

/// Returns the columns of a part of a text.
fn width(text: &str, from: u32, to: u32) -> usize {
    text[from as usize..to as usize].chars().map(columns).sum()
}

/// Returns where the characters from `from` end that fit into so many columns, at most `most`.
fn to_the_right(text: &str, from: u32, most: u32, room: usize) -> u32 {
    let mut at = from;
    let mut used = 0;
    for char in text[from as usize..most as usize].chars() {
        used += columns(char);
        if used > room {
            break;
        }
        at += char.len_utf8() as u32;
    }
    at
}

/// Returns where the characters before `from` begin that fit into so many columns, at least `least`.
fn to_the_left(text: &str, from: u32, least: u32, room: usize) -> u32 {
    let mut at = from;
    let mut used = 0;
    for char in text[least as usize..from as usize].chars().rev() {
        used += columns(char);
        if used > room {
            break;
        }
        at -= char.len_utf8() as u32;
    }
    at
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let row = |offset: usize| self.rows.partition_point(|row| row.start <= offset) - 1;
        let mut first = row(span.offset());
        let mut last = row(span.offset() + span.len());

        for _ in 0..before {
            if first > 0 && self.rows[first - 1].line + 1 == self.rows[first].line {
                first -= 1;
            }
        }
        for _ in 0..after {
            if last + 1 < self.rows.len() && self.rows[last].line + 1 == self.rows[last + 1].line {
                last += 1;
            }
        }

        let start = if before == 0 { span.offset() } else { self.rows[first].start };
        let end = match self.rows.get(last + 1) {
            Some(next) => next.start - 1,
            None => self.text.len().saturating_sub(1),
        }
        .max(start);
        let column = if span.offset() == self.primary && before == 0 { self.place.1 } else { 0 };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[start..end],
            (start, end - start).into(),
            self.rows[first].line,
            column,
            last - first + 1,
        )))
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code.path))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity() {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Advice => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;

    static CODE: Code = Code::error("a::b", "t", "e");

    fn draw(text: &str, span: Span, related: &[Span]) -> String {
        let source = Source::new("x.puzzle", text);
        let mut diagnostic = Diagnostic::new(&CODE, span, "message", "label").help("do this");
        for &span in related {
            diagnostic = diagnostic.also(span, "related");
        }
        Human::new(Look { color: false, unicode: true, width: 80 }).draw(&source, &diagnostic)
    }

    #[test]
    fn places_are_drawn_wherever_they_are() {
        for (text, span) in [
            ("", Span::at(0)),
            ("\n", Span::at(1)),
            ("abc", Span::at(3)),
            ("abc\n", Span::at(4)),
            ("abc\n", Span::new(0, 4)),
            ("a\r\nb\rc", Span::new(5, 6)),
            ("方块移动\tx", Span::new(13, 14)),
            ("x", Span::new(90, 99)),
        ] {
            let drawn = draw(text, span, &[]);
            assert!(drawn.contains("message") && drawn.contains("do this"), "{drawn}");
            assert!(
                text.is_empty() || text == "\n" || drawn.contains("label"),
                "{text:?}\n{drawn}"
            );
        }
    }

    #[test]
    fn the_header_counts_characters() {
        let drawn = draw("一行\n方块移动 blk\n", Span::new(20, 23), &[]);
        assert!(drawn.contains("x.puzzle:2:6"), "{drawn}");
    }

    #[test]
    fn long_lines_are_cut_and_far_places_stay_apart() {
        let text = format!("{}HERE{}THERE{}", "a".repeat(100_000), "b".repeat(900), "c".repeat(99));
        let here = Span::new(100_000, 100_004);
        let there = Span::new(100_904, 100_909);
        let drawn = draw(&text, here, &[there]);
        assert!(drawn.len() < 2500, "{}", drawn.len());
        assert!(drawn.contains("HERE") && drawn.contains("THERE"), "{drawn}");
        assert!(drawn.contains("x.puzzle:1:100001"), "{drawn}");
        let apart = draw("a\nb\nc\nd\ne\nf\ng\nh\n", Span::new(0, 1), &[Span::new(10, 11)]);
        assert!(apart.contains(" 6 │ f") && !apart.contains("3 │"), "{apart}");
        let far = "x\n".repeat(1000);
        let drawn = draw(&far, Span::new(0, 1), &[Span::new(1998, 1999)]);
        assert!(drawn.contains("1000 │") && drawn.lines().count() < 20, "{drawn}");
    }

    #[test]
    fn no_row_of_the_source_is_wider_than_the_window() {
        let source_rows = |drawn: &str| {
            let is_numbered = |line: &&str| line.trim_start().starts_with(['1', '2', '3']);
            drawn.lines().filter(is_numbered).map(str::to_owned).collect::<Vec<_>>()
        };
        for piece in ["0 ", "方", "é", "\u{202e}", "\t1"] {
            for count in [10, 41, 85, 120, 250, 3000] {
                let line = piece.repeat(count);
                let whole: usize = line.chars().map(columns).sum();
                let text = format!("{line}\n{line}\nabc\n");
                let unit = piece.len() as u32;
                let place = |number: u32, width: u32| {
                    Span::new(number * unit, (number + width).min(count as u32) * unit)
                };
                let last = count as u32 - 1;
                let far = |count: u32| -> Vec<Span> {
                    (1..count).map(|at| place(last * at / count, 1)).collect()
                };
                for (span, related) in [
                    (place(0, 1), vec![]),
                    (place(last, 1), vec![place(0, 1)]),
                    (place(last / 2, 200), vec![place(last, 1)]),
                    (place(0, 1), far(4)),
                ] {
                    for width in [40, 80, 120] {
                        let source = Source::new("x.puzzle", text.as_str());
                        let mut diagnostic = Diagnostic::new(&CODE, span, "message", "here");
                        for &span in &related {
                            diagnostic = diagnostic.also(span, "there");
                        }
                        let look = Look { color: false, unicode: true, width };
                        let drawn = Human::new(look).draw(&source, &diagnostic);
                        let rows = source_rows(&drawn);
                        assert!(rows.len() >= 2, "{drawn}");
                        for row in &rows {
                            let columns: usize = row.chars().map(columns).sum();
                            assert!(columns <= width, "{columns} of {width}: {row}\n{drawn}");
                            let fits = row.contains("abc") || whole + GUTTER < width;
                            assert_eq!(row.contains('…'), !fits, "{drawn}");
                        }
                        let labels = drawn.matches("here").count() + drawn.matches("there").count();
                        assert!(labels > related.len(), "{drawn}");
                    }
                }
            }
        }
    }

    /// Labels of one word, of a sentence, and of a word that no window has room for, at places that
    /// are near, far, at the ends of the line and on lines that fit.
    #[test]
    fn no_label_is_wider_than_the_window() {
        let sentence = "no empty cell of row 2 can take 2, because column 4 holds it already";
        let long = format!("`{}` is a name", "n".repeat(60));
        for width in [40, 80, 120] {
            for count in [30, 60, width as u32 - 6, 100, 130, 400, 3000] {
                let words = "ab c def ".repeat(400);
                let text = format!("{}\nabc\n", &words[..count as usize]);
                let last = count - 1;
                for places in [
                    vec![0],
                    vec![last],
                    vec![last / 2],
                    vec![last, 0],
                    vec![last / 3, last * 2 / 3, last],
                    vec![last - 8, last - 4, last],
                    vec![0, last / 4, last / 2, last],
                ] {
                    for label in ["here", sentence, &long] {
                        let source = Source::new("x.puzzle", text.as_str());
                        let span = |at: u32| Span::new(at, (at + 3).min(count));
                        let mut diagnostic =
                            Diagnostic::new(&CODE, span(places[0]), "message", label);
                        for &at in &places[1..] {
                            diagnostic = diagnostic.also(span(at), label);
                        }
                        let look = Look { color: false, unicode: true, width };
                        let drawn = Human::new(look).draw(&source, &diagnostic);
                        for line in drawn.lines() {
                            assert!(line.width() <= width, "{width}:\n{drawn}");
                        }
                        // No word is broken, unless no line has room for it.
                        let lines = drawn.lines().map(|line| line.trim_start_matches([' ', '·']));
                        let lines = lines.filter(|line| line.contains(['╰', '│', '┤']));
                        let said = lines.flat_map(str::split_whitespace).collect::<Vec<_>>();
                        for word in label.split(' ').filter(|word| word.len() < 16) {
                            let times = said.iter().filter(|said| *said == &word).count();
                            assert!(times >= places.len(), "{word} {times}:\n{drawn}");
                        }
                    }
                }
            }
        }
    }
}
