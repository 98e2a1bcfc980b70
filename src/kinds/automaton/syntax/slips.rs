//! Habits of other languages in a body: comments, signs around the parts, queries below a keyed one.

use super::super::codes;
use super::body::{KEYWORDS, starts_number};
use crate::diag::Applicability::Likely;
use crate::diag::Sink;
use crate::syntax::codes::foreign_comment;
use crate::syntax::{Fragment, comment_sign};
use crate::text::Span;

/// The slips that were found so far. The lines are read as if they were not there.
#[derive(Default)]
pub(super) struct Slips {
    comments: Vec<Span>,
    signs: Vec<Span>,
    queries: Option<Span>,
    /// True after the first line that can be a query: it decides whether there are queries.
    is_decided: bool,
}

impl Slips {
    /// Returns a line without a comment of another language and a `;` or `,` at its end; empty if
    /// nothing is left.
    pub(super) fn line<'a>(&mut self, line: Fragment<'a>) -> Fragment<'a> {
        let bytes = line.text.as_bytes();
        let sign = memchr::memchr3(b'#', b'%', b';', bytes);
        if sign.or_else(|| memchr::memchr2(b'-', b',', bytes)).is_none() {
            return line; // the common case; a tree may take millions of bytes
        }
        let starts =
            std::iter::once(0).chain(line.text.match_indices([' ', '\t']).map(|(at, _)| at + 1));
        let comment = starts
            .filter(|&at| line.text[at..].trim_start() != ";")
            .find_map(|at| comment_sign(&line.text[at..]).map(|length| line.part(at..at + length)));
        let mut end = comment.map_or(line.text.len(), |sign| (sign.start - line.start) as usize);
        self.comments.extend(comment.map(|sign| sign.span()));
        end = line.text[..end].trim_end_matches([' ', '\t']).len();
        if line.text[..end].ends_with([';', ',']) {
            self.signs.push(line.part(end - 1..end).span());
            end = line.text[..end - 1].trim_end_matches([' ', '\t']).len();
        }
        line.part(0..end)
    }

    /// Returns whether a line of a verbatim body is a comment of another language.
    pub(super) fn comment(&mut self, line: Fragment<'_>) -> bool {
        let sign = comment_sign(line.text).map(|length| line.part(0..length).span());
        self.comments.extend(sign);
        sign.is_some()
    }

    /// Returns the number of the keyword that a line begins with, and where what it says begins:
    /// `rule 3`, `rule: 3`, `rule = 3`.
    pub(super) fn keyword(&mut self, line: Fragment<'_>) -> Option<(usize, usize)> {
        let length = line.text.find([' ', '\t', '(', ':', '=']).unwrap_or(line.text.len());
        let word = &line.text[..length];
        let which = KEYWORDS.iter().position(|&keyword| keyword == word)?;
        let gap = line.text[word.len()..].len() - line.text[word.len()..].trim_start().len();
        let from = word.len() + gap;
        let signs =
            line.text[from..].bytes().take_while(|byte| matches!(byte, b':' | b'=')).count();
        if signs == 0 {
            return Some((which, length));
        }
        self.signs.push(line.part(from..from + signs).span());
        Some((which, from + signs))
    }

    /// Returns whether a line below the tree is one of the queries of a verbatim body; `rest` is
    /// the body from there on.
    pub(super) fn query<'s>(&mut self, line: Fragment<'_>, rest: impl Fn() -> &'s str) -> bool {
        let starts = starts_number(line.text) || line.text.starts_with('[');
        if starts && !self.is_decided {
            self.is_decided = true;
            self.queries = rest().contains('[').then(|| line.span());
        }
        starts && self.queries.is_some()
    }

    /// Returns whether a comment is between the rows of a tree.
    pub(super) fn splits(&self, tree: Fragment<'_>) -> bool {
        let span = tree.span();
        self.comments.iter().any(|sign| span.start < sign.start && sign.end < span.end)
    }

    /// Reports what was found.
    pub(super) fn report(self, source: &str, sink: &mut Sink) {
        let sign = |span: &Span| &source[span.range()];
        if let Some(first) = self.comments.first() {
            sink.push(foreign_comment(&self.comments, sign(first), &[], Likely));
        }
        if !self.signs.is_empty() {
            sink.push(codes::sign_in_part(source, &self.signs));
        }
        if let Some(span) = self.queries {
            sink.push(codes::queries_in_keyed(span));
        }
    }
}
