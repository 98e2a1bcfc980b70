//! Bodies that are written as a list of another language, with `[1, 2],` or `"AB.",` for a row, or
//! in a frame of `+--+` and `|`; and bodies on one line whose rows end with a `/` without spaces.

use std::collections::HashSet;

use super::{Body, Info, Out};
use crate::diag::Applicability::{Guess, Sure};
use crate::diag::{Applicability, Diagnostic, Edit, Fix, Severity, Sink};
use crate::syntax::codes::{foreign_list, row_end};
use crate::syntax::{uncommented, whole_line};
use crate::text::Span;

/// Reads a body with `read`. If something is wrong with it, and rows on one line end with a `/` that
/// lacks a space, that is the fault if the body is sound then. If the reading fails, and the signs of
/// a list or a frame are in the rows, it is read again without them. If they explain errors of the
/// first reading, they are one fault, and the findings of the second reading are the others. The cost
/// is that of three readings at most. A whole text has no rows, so it is read once.
pub(crate) fn read_rows<T>(
    info: &Info,
    body: &Body<'_>,
    out: &mut Out<'_>,
    read: impl Fn(&Body<'_>, &mut Out<'_>) -> Option<T>,
) -> Option<T> {
    if info.is_whole_text() {
        return read(body, out);
    }
    let mut first = Sink::new();
    let reading = read(body, &mut out.with_sink(&mut first));
    let slashes = if first.is_empty() { Vec::new() } else { body.joined_slashes() };
    if !slashes.is_empty() {
        let mut again = Sink::new();
        let sound = read(&Body { joined: true, ..*body }, &mut Out::new(&mut again)).is_some();
        if sound && again.len() < first.len() {
            out.push(row_end(body.source, &slashes));
            out.append(again);
            return None;
        }
    }
    // Where queries can be, brackets are paths. One kind of sign can have a report of the kind.
    if reading.is_none()
        && info.query.is_none()
        && !matches!(first.diagnostics(), [fault] if takes_signs(body.source, fault))
        && let Some(list) = List::of(body)
    {
        let mut again = Sink::new();
        let sound = read(&list.body(body), &mut Out::new(&mut again)).is_some();
        if sound || explains(&list, &first, &again) {
            let start = list.start;
            out.push(list.report(if again.is_empty() { Sure } else { Guess }));
            for mut fault in again.take() {
                fault.spans_mut().for_each(|span| *span = span.shifted(start));
                out.push(fault);
            }
            return None;
        }
    }
    out.append(first);
    reading
}

/// Returns the report of the signs of a list in rows that cannot be read. `None` if there are none.
pub(crate) fn foreign_rows(body: &Body<'_>) -> Option<Diagnostic> {
    List::of(body).map(|list| list.report(Guess))
}

/// Returns whether the fix of a fault takes signs of a list away.
fn takes_signs(source: &str, fault: &Diagnostic) -> bool {
    let is_sign = |edit: &Edit| matches!(&source[edit.span.range()], "," | ";" | "\"" | "'");
    fault.fixes.first().is_some_and(|fix| fix.edits.iter().all(is_sign))
}

/// Returns whether the signs of a list are the cause of errors of the first reading: the second one
/// gives some of these only, or fewer by two.
fn explains(list: &List, first: &Sink, again: &Sink) -> bool {
    let errors = |sink: &Sink, start: u32| -> HashSet<(Span, &str)> {
        let errors =
            sink.diagnostics().iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        errors.map(|diagnostic| (diagnostic.span.shifted(start), diagnostic.code.path)).collect()
    };
    let first = errors(first, 0);
    let again = errors(again, list.start);
    again.len() + 1 < first.len() || again.len() < first.len() && again.is_subset(&first)
}

/// A body in which the signs of a list were found.
struct List {
    /// The source from the name of the puzzle to the end of the body, with blanks in place of the
    /// signs, and the end of a row between two rows on one line. Every cell stays where it is.
    text: String,
    /// The place in the source where it begins.
    start: u32,
    /// The first sign.
    sign: Span,
    /// The edits that turn the body into rows.
    edits: Vec<Edit>,
}

impl List {
    /// `None` if the body has no such signs, or only one, which a slip of a finger can be.
    fn of(body: &Body<'_>) -> Option<Self> {
        let whole = body.text();
        let brackets = whole.contains(['[', '{']);
        let framed = whole.split(['\n', '\r']).any(is_edge);
        // A single `(0,2)` is a place.
        let begins = |line: &&str| line.trim_start().starts_with('(');
        let round = whole.contains("((") || whole.split(['\n', '\r']).filter(begins).count() > 1;
        let row_end = if whole.contains(['\n', '\r']) { '\n' } else { '/' };

        let start = body.name.start.min(body.span.start);
        let mut text = body.source[start as usize..body.span.start as usize].to_owned();
        let mut signs = Vec::new();
        let mut edits = Vec::new();
        let mut at = body.span.start;

        for line in whole.split_inclusive(['\n', '\r']) {
            let (code, _) = uncommented(line.trim_end_matches(['\n', '\r']));
            let (row, mut places) =
                if framed { without_frame(code) } else { (code.to_owned(), vec![]) };
            let (row, signs_within) = without_signs(&row, row_end, Signs { brackets, round });
            places.extend(signs_within);
            places.sort_unstable();
            text = text + &row + &line[code.len()..];

            let begin = at;
            at += line.len() as u32;
            if places.is_empty() {
                continue;
            }

            signs.extend(places.iter().map(|&place| begin + place as u32));
            let indent = code.len() - code.trim_start().len();
            let place = Span::new(begin + indent as u32, begin + code.trim_end().len() as u32);
            let words = |row: &str| {
                uncommented(row).0.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
            };
            let rows: Vec<_> = row.split('\n').map(words).filter(|row| !row.is_empty()).collect();
            let span = if rows.is_empty() { whole_line(body.source, place) } else { place };
            edits.push(Edit { span, text: rows.join(&format!("\n{}", &code[..indent])) });
        }

        let &[first, _, ..] = &signs[..] else { return None };
        Some(Self { text, start, sign: Span::new(first, first + 1), edits })
    }

    /// Returns the report; its fix is sure if nothing else is wrong.
    fn report(self, sure: Applicability) -> Diagnostic {
        let fix = Fix::of(sure, "Write rows", self.edits);
        foreign_list(self.sign).fix(fix)
    }

    /// Returns the body without the signs.
    fn body<'a>(&'a self, body: &Body<'a>) -> Body<'a> {
        let back = |span: Span| Span::new(span.start - self.start, span.end - self.start);
        Body { source: &self.text, span: back(body.span), name: back(body.name), ..*body }
    }
}

/// Returns whether a line is the upper or lower edge of a frame, or a line between two rows:
/// `+---+`.
fn is_edge(line: &str) -> bool {
    let line = line.trim_ascii();
    let inner = line.strip_prefix('+').and_then(|rest| rest.strip_suffix('+'));
    inner.is_some_and(|inner| {
        !inner.is_empty() && inner.bytes().all(|byte| matches!(byte, b'-' | b'=' | b'+'))
    })
}

/// Returns a line of a body with blanks in place of its part of a frame, and its place. A comment
/// is an edge, because a blank line would end the rows.
fn without_frame(code: &str) -> (String, Vec<usize>) {
    let is_part = |at: &usize| !code.as_bytes()[*at].is_ascii_whitespace();
    let edge = is_edge(code);
    let places: Vec<usize> = match edge {
        true => (0..code.len()).filter(is_part).collect(),
        false => code.match_indices('|').map(|(at, _)| at).collect(),
    };
    let mut row = code.as_bytes().to_vec();
    for (number, &at) in places.iter().enumerate() {
        row[at] = if edge && number < 2 { b'/' } else { b' ' };
    }
    (String::from_utf8(row).expect("only ASCII characters were replaced"), places)
}

/// The characters that are signs of a list in a body, in addition to quotes and commas.
#[derive(Clone, Copy)]
struct Signs {
    /// Brackets are signs, so that a semicolon ends a row.
    brackets: bool,
    /// Parentheses are signs, because several rows have them.
    round: bool,
}

/// Returns a line of a body with blanks in place of brackets, quotes, commas and semicolons, and
/// where they are. A line of words such as `a: soft toggles b, c` has none. A closing bracket
/// before another cell is the end of a row; so is a semicolon if the body has `brackets`, as in `[1
/// 2; 3 4]`. Parentheses are signs if several rows have them (`round`).
fn without_signs(code: &str, row_end: char, signs: Signs) -> (String, Vec<usize>) {
    let mut places = Vec::new();
    if code.contains(':') {
        return (code.to_owned(), places);
    }
    let Signs { brackets, round } = signs;
    let round = round && code.trim_start().starts_with(['(', '[', '{']);
    let closes = |byte: u8| matches!(byte, b']' | b'}') || byte == b')' && round;
    let is_sign = |byte: u8| {
        matches!(byte, b'[' | b']' | b'{' | b'}' | b'"' | b'\'' | b',' | b';')
            || matches!(byte, b'(' | b')') && round
    };
    let is_blank = |byte: u8| is_sign(byte) || matches!(byte, b' ' | b'\t');
    let mut row = code.as_bytes().to_vec();
    let last = row.iter().rposition(|&byte| !is_blank(byte)).unwrap_or(0);
    let mut within = false;
    for at in 0..row.len() {
        let byte = row[at];
        let next = |ahead: usize| row.get(at + ahead).copied().unwrap_or(b' ');
        if !round && matches!(byte, b'(' | b')') {
            within = byte == b'(';
        }
        if !is_sign(byte) || within {
            continue;
        }
        places.push(at);
        let ends = closes(byte) && !closes(next(1)) || byte == b';' && brackets;
        let (here, after) = match row_end {
            '\n' => (b'\n', None),
            _ => (b' ', (is_blank(next(1)) && is_blank(next(2))).then_some(at + 1)),
        };
        row[at] = if ends && at < last { here } else { b' ' };
        if let Some(after) = after.filter(|_| ends && at < last) {
            row[after] = b'/';
        }
    }
    (String::from_utf8(row).expect("only ASCII characters were replaced"), places)
}
