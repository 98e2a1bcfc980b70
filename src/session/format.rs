//! The canonical layout of a document: one space between words, bodies indented by two, no trailing
//! spaces, at most one blank line in a row, and every line ends as the first one does. Comments stay in their
//! places, verbatim bodies stay verbatim, and a statement that is broken stays as it is.

use std::sync::Arc;

#[cfg(feature = "lsp-core")]
use super::incremental::Checked;
use super::resolved::Text;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::kinds::KINDS;
use crate::puzzle::{Body, Model, Registry};
use crate::search::Cancel;
use crate::syntax::{
    Declaration, Document, Expected, Kinds as _, Statement, parse_document, uncommented,
};
use crate::text::{Source, Span, line_end};

/// Formats a document.
///
/// ```
/// use puzzled::{diag::Sink, session, text::Source};
///
/// let (source, mut sink) = (Source::new("m.puzzle", "matrix m{1  2/3 4}\nrotate   1"), Sink::new());
/// let document = session::read(&source, true, &mut sink);
/// let text = session::format(&source, &document, &sink);
/// assert!(text.ends_with("rotate 1\n"), "{text}");
/// ```
///
/// `sink` holds its diagnostics: statements that an error touches are copied as
/// they are, and so is a text that is a puzzle by itself. Every line ends as the first one does. Formatting is idempotent and keeps the meaning: a text that would be read as raw input
/// once its commands are spaced out is returned as it is.
pub fn format(source: &Source, document: &Document, sink: &Sink) -> String {
    format_with(KINDS, source, document, sink)
}

/// Formats a document like [`format()`], with other kinds than those that are shipped.
pub fn format_with(kinds: Registry, source: &Source, document: &Document, sink: &Sink) -> String {
    let model = |at: usize| {
        let Statement::Declaration(declaration) = &document.statements[at] else { return None };
        kinds
            .kind(declaration.kind_word(source))?
            .read_silently(&Body::of(source.text(), declaration))
    };
    let text = Text { source, document };
    if document.is_whole_text() {
        return String::from(source.text());
    }
    layout(kinds, text, &model, &Broken::of(sink.diagnostics()), &Cancel::default()).text
}

/// A text in the canonical layout.
#[derive(Debug)]
pub(crate) struct Formatted {
    pub(crate) text: String,
    /// The offsets at which the statements end in it.
    #[cfg_attr(not(feature = "lsp-core"), expect(dead_code, reason = "only the server asks"))]
    pub(crate) ends: Vec<u32>,
}

/// The places of errors in a text.
#[derive(Debug, Default)]
pub(crate) struct Broken {
    /// The places in rising order. Each ends where the last error up to it ends.
    spans: Vec<Span>,
}

impl Broken {
    /// Collects the places that the errors among diagnostics, and their fixes, touch.
    pub(crate) fn of<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Self {
        let errors =
            diagnostics.into_iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        let spans = errors.flat_map(|diagnostic| {
            let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
            edits.map(|edit| edit.span).chain([diagnostic.span])
        });
        let mut spans: Vec<_> = spans.collect();
        spans.sort_unstable();
        let mut last = 0;
        for span in &mut spans {
            last = last.max(span.end);
            span.end = last;
        }
        Self { spans }
    }

    /// Returns whether one of them has a part in `span`.
    fn touch(&self, span: Span) -> bool {
        let before = self.spans.partition_point(|broken| broken.start < span.end);
        before > 0 && self.spans[before - 1].end > span.start
    }
}

#[cfg(feature = "lsp-core")]
impl Checked {
    /// Formats the document; statements with errors are copied as they are. Costs the length of the
    /// text. Once `cancel` is set, the rest of the statements is left out.
    pub(crate) fn formatted(&self, cancel: &Cancel) -> Formatted {
        let text = Text { source: &self.source, document: &self.document };
        if text.document.is_whole_text() {
            let ends = text.document.statements.iter().map(|statement| statement.span().end);
            return Formatted { text: String::from(text.source.text()), ends: ends.collect() };
        }
        layout(self.kinds, text, &|at| self.model(at), &self.broken(), cancel)
    }
}

/// Formats a document in which statements that touch `broken` are copied as they are. `model`
/// returns what a declaration declares, by the number of its statement.
fn layout(
    kinds: Registry,
    text: Text<'_>,
    model: &dyn Fn(usize) -> Option<Arc<Model>>,
    broken: &Broken,
    cancel: &Cancel,
) -> Formatted {
    let Text { source, document } = text;
    let end = line_end(source.bytes());
    let mut layout = Layout { text: source.text(), out: String::new(), at: 0, end };
    let mut ends = Vec::with_capacity(document.statements.len());
    if layout.text.starts_with('\u{feff}') {
        layout.at = 3;
    }

    let statements = document.statements.iter().enumerate();
    for (at, statement) in statements.take_while(|_| !cancel.is_cancelled()) {
        let span = statement.span();
        layout.gap(span.start as usize);
        let touched = broken.touch(span);
        layout.line_start();
        match statement {
            Statement::Declaration(declaration)
                if !touched && kinds.has_whole_text(declaration.kind_word(source)) =>
            {
                layout.header(source, declaration);
                layout.out.extend([source.slice(declaration.body), "}"]);
            }
            Statement::Declaration(declaration) if !touched => {
                layout.declaration(source, declaration, || model(at));
            }
            Statement::Use(use_statement) if !touched => {
                layout.out.extend(["use ", source.slice(use_statement.name)]);
            }
            Statement::Command(command) if !touched => {
                if let Some(target) = command.target {
                    // After a space, `//` would become a comment.
                    let text = source.slice(command.text);
                    let glued = text.is_empty() || text.starts_with("//");
                    layout.out.push_str(source.slice(target));
                    layout.out.push_str(if glued { ":" } else { ": " });
                }
                layout.words(source.slice(command.text));
                let empty = command.target.is_none() && command.text.is_empty();
                if command.expected.is_some() && !empty {
                    layout.out.push(' ');
                }
                match command.expected {
                    None => {}
                    Some(Expected::Line(span) | Expected::Open(span)) => {
                        // After a space, `//` would become a comment.
                        let glued = source.slice(span).starts_with("//");
                        layout.out.push_str(if glued { "=>" } else { "=> " });
                        layout.words(source.slice(span));
                    }
                    Some(Expected::Block(span)) => {
                        layout.out.push_str("=> {");
                        let raw = source.slice(span);
                        layout.block(raw, None);
                    }
                }
            }
            _ => {
                let raw = source.slice(span);
                if raw.contains(['\n', '\r']) {
                    // Its first line may be a row, which is a command without its indent.
                    let before = &layout.text[..span.start as usize];
                    layout.out.push_str(&before[before.trim_end_matches([' ', '\t']).len()..]);
                }
                layout.out.push_str(raw);
            }
        }
        ends.push(layout.out.len() as u32);
        layout.at = span.end as usize;
    }

    layout.gap(layout.text.len());
    let mut out = layout.out;
    let length = out.trim_end_matches(['\n', '\r', ' ', '\t']).len();
    out.truncate(length);
    for place in ends.iter_mut().rev().take_while(|place| **place as usize > length) {
        *place = length as u32;
    }
    if !out.is_empty() {
        out.push_str(end);
    }

    let declares = |document: &Document| {
        document.statements.iter().any(|statement| matches!(statement, Statement::Declaration(_)))
    };
    if !document.statements.is_empty()
        && !declares(document)
        && declares(&parse_document(&out, &kinds, &mut Sink::new()))
    {
        let ends = document.statements.iter().map(|statement| statement.span().end).collect();
        return Formatted { text: source.text().to_owned(), ends };
    }
    Formatted { text: out, ends }
}

struct Layout<'a> {
    text: &'a str,
    out: String,
    /// The offset up to which the text is written.
    at: usize,
    /// The end of each line that is written.
    end: &'static str,
}

impl Layout<'_> {
    /// Writes the comments and blank lines between two statements.
    fn gap(&mut self, to: usize) {
        let gap = &self.text[self.at.min(to)..to];
        let mut lines = lines(gap);
        if self.at > 0 && !self.out.is_empty() {
            // The rest of the last statement's line: only a comment moves.
            let rest = lines.remove(0).trim_end();
            let bare = rest.trim_start();
            match bare.starts_with("//") {
                true => self.out.extend([" ", bare, self.end]),
                false => self.out.extend([rest, self.end]),
            }
        }
        let last = lines.len();
        for (at, line) in lines.into_iter().enumerate() {
            let line = line.trim();
            if !line.is_empty() {
                self.out.extend([line, self.end]);
            } else if at + 1 < last && !self.out.is_empty() && !self.is_after_blank_line() {
                self.out.push_str(self.end);
            }
        }
        self.at = to;
    }

    /// Returns whether the last line that was written is blank.
    fn is_after_blank_line(&self) -> bool {
        let before = self.out.strip_suffix(self.end);
        before.is_some_and(|before| before.ends_with(self.end))
    }

    fn line_start(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with(['\n', '\r']) {
            self.out.push_str(self.end);
        }
    }

    /// Writes words with one space between them.
    fn words(&mut self, text: &str) {
        let mut gap = "";
        for word in text.split_ascii_whitespace() {
            self.out.extend([gap, word]);
            gap = " ";
        }
    }

    /// Writes the line of a declaration up to its `{`.
    fn header(&mut self, source: &Source, declaration: &Declaration) {
        let name = declaration.name_word(source);
        self.out.extend([declaration.kind_word(source), " ", name, " {"]);
    }

    fn declaration(
        &mut self,
        source: &Source,
        declaration: &Declaration,
        model: impl FnOnce() -> Option<Arc<Model>>,
    ) {
        self.header(source, declaration);
        let raw = source.slice(declaration.body);
        let commented = lines(raw).iter().any(|line| uncommented(line).1);
        let body = Body::of(source.text(), declaration);
        let model = if commented { None } else { model() };
        let canonical = model.and_then(|model| model.format(&body));
        self.block(raw, canonical);
    }

    /// Writes the text between two braces, and the closing brace. `canonical` are the lines that
    /// replace the raw ones.
    fn block(&mut self, raw: &str, canonical: Option<Vec<String>>) {
        let raw_lines = lines(raw);
        if let [single] = raw_lines[..] {
            let single = unindented(single);
            // After a space, `//` would hide the brace.
            let glued = single.is_empty() || single.starts_with("//");
            self.out.extend([if glued { "" } else { " " }, &single, " }"]);
            return;
        }

        // A comment after the brace stays there; text there becomes the first line.
        let first = raw_lines[0].trim();
        if uncommented(first).0.contains('{') {
            // Alone on a line it would open a block.
            self.out.push_str(raw.trim_end_matches([' ', '\t']));
            self.out.push('}');
            return;
        }

        let mut kept = Vec::new();
        if first.starts_with("//") {
            self.out.extend([" ", first]);
        } else if !first.is_empty() {
            kept.push(String::from(first));
        }
        if let Some(lines) = canonical {
            kept = lines;
        } else {
            let code = |line: &str| {
                let code = uncommented(line).0.trim_end_matches([' ', '\t']);
                (!code.is_empty()).then(|| indentation(code))
            };
            // The comments decide the indentation of a body without rows.
            let any = |line: &str| (!line.trim().is_empty()).then(|| indentation(line));
            let least = raw_lines[1..].iter().filter_map(|line| code(line)).min();
            let indent = least
                .or_else(|| raw_lines[1..].iter().filter_map(|line| any(line)).min())
                .unwrap_or(0);
            for line in &raw_lines[1..] {
                let cut = indent.min(indentation(line));
                kept.push(line[cut..].trim_end_matches([' ', '\t']).to_owned());
            }
        }

        let mut blank = true;
        for line in kept {
            if line.is_empty() {
                blank = true;
                continue;
            }
            if blank && !self.out.ends_with('{') && !self.out.ends_with(['\n', '\r']) {
                let opened = self.out.rfind(['\n', '\r']).map_or(0, |at| at + 1);
                // Not right after the line of the brace.
                if !self.out[opened..].contains('{') {
                    self.out.push_str(self.end);
                }
            }
            blank = false;
            self.out.extend([self.end, "  ", &line]);
        }
        self.out.extend([self.end, "}"]);
    }
}

/// Removes the spaces with which all rows of a body on one line begin; further spaces may be cells.
/// One space after the brace and after a `/` is a separator.
fn unindented(single: &str) -> String {
    let single = single.trim_end();
    let mut starts = vec![0];
    let slash = |at: usize| {
        let blank = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b' ' | b'\t'));
        let bytes = single.as_bytes();
        blank(at.checked_sub(1).and_then(|before| bytes.get(before))) && blank(bytes.get(at + 1))
    };
    starts.extend(
        single.match_indices('/').map(|(at, _)| at).filter(|&at| slash(at)).map(|at| at + 1),
    );

    let extra = |&start: &usize| {
        let spaces = indentation(&single[start..]);
        let empty = single[start + spaces..].starts_with('/') || start + spaces == single.len();
        (!empty).then(|| spaces.saturating_sub(1))
    };
    let common = starts.iter().filter_map(extra).min().unwrap_or(0);

    let mut text = String::new();
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(single.len());
        let part = &single[start..end];
        let spaces = indentation(part);
        let cut = if extra(&start).is_some() { common.min(spaces) } else { 0 };
        // The separator after the brace is written by the caller.
        let cut = if start == 0 { (cut + 1).min(spaces) } else { cut };
        text += &part[cut..];
    }
    text
}

/// Returns the number of spaces and tabs at the start of a line.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Splits a text into lines at any kind of line end. A text that ends with a line end has an empty
/// last line.
fn lines(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        if at < start {
            continue;
        }
        lines.push(&text[start..at]);
        start = at + 1;
        if bytes[at] == b'\r' && bytes.get(start) == Some(&b'\n') {
            start += 1;
        }
    }
    lines.push(&text[start..]);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_document;

    fn tidy(text: &str) -> String {
        let source = Source::new("x", text);
        let mut sink = Sink::new();
        let document = parse_document(text, &["null"], &mut sink);
        format(&source, &document, &sink)
    }

    #[test]
    fn layout_is_canonical_and_idempotent() {
        let text = "\u{feff}// head\r\n\r\n\r\nnull   a{ // why\r\n\t\t3\r\n\r\n\r\n    \t\t4  \r\n // c\r\n}\r\n\
                    a:   add    3   =>   6  // six\nuse   a\n\n\n\nshow=>x\nshow => {\n      1\n    2\n  }\n null b {3}\n// end\n\n";
        let once = tidy(text);
        assert_eq!(
            once,
            "// head\n\nnull a { // why\n  3\n\n    \t\t4\n  // c\n}\na: add 3 => 6 // six\nuse a\n\nshow => x\n\
             show => {\n    1\n  2\n}\nnull b { 3 }\n// end\n"
                .replace('\n', "\r\n")
        );
        assert_eq!(tidy(&once), once);
    }

    #[test]
    fn every_line_ends_as_the_first_does() {
        let text = "// head\n// more\n\n\n\nnull a { // why\n 3\n\n\n  4\n}\na:  show => {\n 1\n}\n\n\n// end\n\n";
        let lines = tidy(text);
        assert!(!lines.contains('\r'), "{lines}");
        for end in ["\r\n", "\r", "\n"] {
            let ended = tidy(&text.replace('\n', end));
            assert_eq!(ended, lines.replace('\n', end));
            assert_eq!(tidy(&ended), ended);
            // The first line decides for a text with several line ends.
            for other in ["\r\n", "\r", "\n"] {
                let mixed = text.replace('\n', other).replacen(other, end, 1);
                assert_eq!(tidy(&mixed), lines.replace('\n', end), "{mixed:?}");
            }
        }
        assert_eq!(tidy("use   a"), "use a\n");
    }

    #[test]
    fn what_is_broken_stays_as_it_is() {
        assert_eq!(tidy("show   =>\n  }\nuse  x\n"), "show   =>\n}\nuse x\n");
        assert_eq!(tidy("a:// x\na:  // y\nb:   show\n"), "a:// x\na: // y\nb: show\n");
        assert_eq!(tidy(""), "");
        assert_eq!(tidy("\n\n"), "");
    }
}
