//! Reading a document again and again while it is edited: only the statements that an edit touches.
//!
//! A statement depends on its own text and on the line after it; where it depends on more, the
//! parser remembers that ([`Trail::joined`]). So the statements before an edit stay as they are. Those
//! after it do, too, as soon as a statement begins where an old one began: what is read from there
//! on depends on nothing before it.

use std::sync::Arc;

use super::slips::{Arrow, Slips};
use super::{Finding, Parser, Read, Trail, spaces};
use crate::diag::Sink;
use crate::syntax::token::is_blank;
use crate::syntax::{Document, Kinds, Note, Statement};
use crate::text::{Source, Span};

/// A document under edit.
#[derive(Debug, Default)]
pub struct Reader {
    last: Option<Last>,
    parsed: usize,
    kept: Kept,
}

/// The statements of a text that are those of the last text, perhaps at other places.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    /// Their number at the start of the text.
    pub head: usize,
    /// Their number at the end of the text.
    pub tail: usize,
}

/// A text, and what was read of it.
#[derive(Debug)]
struct Last {
    source: Arc<Source>,
    document: Arc<Document>,
    trail: Trail,
}

impl Reader {
    /// Reads a text as [`parse_document`](super::parse_document) does, but of a text that was read
    /// before only what differs. The kinds must be the same each time.
    ///
    /// Cost: a comparison with the last text, a copy of what was kept with its places moved, and the
    /// parsing of [`Reader::parsed`] bytes.
    pub fn read(
        &mut self,
        source: &Arc<Source>,
        kinds: &dyn Kinds,
        sink: &mut Sink,
    ) -> Arc<Document> {
        let text = source.text();
        let again = self.last.take().and_then(|last| last.read_again(text, kinds));
        let again = again.unwrap_or_else(|| Again {
            read: Parser::new(text, kinds).read_whole(),
            parsed: text.len(),
            kept: Kept::default(),
        });
        let read = again.read;
        (self.parsed, self.kept) = (again.parsed, again.kept);
        let trail = read.trail.clone();
        let document = Arc::new(read.finish(text, sink));
        self.last = Some(Last { source: source.clone(), document: document.clone(), trail });
        document
    }

    /// Returns the number of bytes of the last text that were parsed.
    pub fn parsed(&self) -> usize {
        self.parsed
    }

    /// Returns the statements that were not parsed again.
    pub fn kept(&self) -> Kept {
        self.kept
    }
}

/// The result of reading a new text.
struct Again {
    read: Read,
    /// The number of its bytes that were parsed.
    parsed: usize,
    kept: Kept,
}

impl Last {
    /// Reads a new text. `None` if the whole text must be read.
    fn read_again(&self, text: &str, kinds: &dyn Kinds) -> Option<Again> {
        let (old, new) = (self.source.text().as_bytes(), text.as_bytes());
        // A text without braces may be raw input.
        memchr::memchr2(b'{', b'}', old).and(memchr::memchr2(b'{', b'}', new))?;
        let head = common(old, new);
        let rest = old.len().min(new.len()) - head;
        let tail = common_end(&old[old.len() - rest..], &new[new.len() - rest..]);
        let mut parser = Parser::new(text, kinds);
        let from = self.start(head).unwrap_or_default();
        parser.at = parser.at.max(from);
        let is_known = |parser: &Parser<'_>| {
            let kept = parser.at.checked_sub(new.len() - tail);
            kept.is_some_and(|kept| self.begins(old.len() - tail + kept, parser))
        };
        let is_cut = parser.read_until(is_known);
        if from > 0 && parser.is_closed {
            return None; // the lines before the start may belong to the body that ends there
        }
        let to = if is_cut { parser.at } else { new.len() };
        let by = (new.len() as u32).wrapping_sub(old.len() as u32);
        let old_to = if is_cut { (to as u32).wrapping_sub(by) } else { u32::MAX };
        parser.read.trail.spaces = spaces::between(text, from, to);
        let cut = Cut { from: from as u32, to: old_to, by };
        let statements = &self.document.statements;
        let kept = Kept { head: cut.head(statements).len(), tail: cut.tail(statements).len() };
        Some(Again { read: self.splice(parser.read, cut), parsed: to - from, kept })
    }

    /// Returns the place where reading must begin if only the first `head` bytes are unchanged;
    /// `None` at the start of the text.
    fn start(&self, head: usize) -> Option<usize> {
        let (bytes, statements) = (self.source.text().as_bytes(), &self.document.statements);
        let before = statements.partition_point(|one| (one.span().start as usize) < head);
        let mut starts = statements[..before].iter().rev().map(|one| one.span().start as usize);
        // The statement before it depends on the line on which this one begins.
        let first = starts.find(|&start| {
            let end = memchr::memchr2(b'\n', b'\r', &bytes[start..]);
            end.is_some_and(|end| start + end + 2 < head)
        })?;
        let mut start = line_start(bytes, first);
        for joined in self.trail.joined.iter().rev() {
            let inside = (joined.start as usize) < start && start < joined.end as usize;
            if inside {
                let count = statements.partition_point(|one| one.span().start <= joined.start);
                let before = statements[..count].last()?;
                start = line_start(bytes, before.span().start as usize);
            }
        }
        Some(start)
    }

    /// Returns whether a statement of the old text begins on the line at `at`, and the parser of
    /// the new text reads it in the same way.
    fn begins(&self, at: usize, parser: &Parser<'_>) -> bool {
        let (bytes, statements) = (self.source.text().as_bytes(), &self.document.statements);
        let before = statements.partition_point(|one| (one.span().start as usize) < at);
        let Some(next) = statements.get(before) else { return false };
        let begins = line_start(bytes, next.span().start as usize) == at;
        let inside = |joined: &Span| (joined.start as usize) < at && at < joined.end as usize;
        let reaches = |joined: &Span| parser.at < joined.end as usize;
        begins
            && !parser.read.trail.joined.iter().any(reaches)
            && !self.trail.joined.iter().any(inside)
    }

    /// Returns the old text's parts outside of a stretch, with those that were read between them.
    fn splice(&self, read: Read, cut: Cut) -> Read {
        let (old, new) = (&self.trail, read.trail);
        Read {
            statements: cut.splice(&self.document.statements, read.statements),
            notes: cut.splice(&self.document.notes, read.notes),
            trail: Trail {
                found: cut.splice(&old.found, new.found),
                slips: Slips {
                    arrows: cut.splice(&old.slips.arrows, new.slips.arrows),
                    comments: cut.splice(&old.slips.comments, new.slips.comments),
                    lines: cut.splice(&old.slips.lines, new.slips.lines),
                },
                controls: cut.splice(&old.controls, new.controls),
                spaces: cut.splice(&old.spaces, new.spaces),
                joined: cut.splice(&old.joined, new.joined),
            },
        }
    }
}

/// Returns the start of the line if only spaces are between it and `at`.
fn line_start(bytes: &[u8], at: usize) -> usize {
    at - bytes[..at].iter().rev().take_while(|&&byte| is_blank(byte)).count()
}

/// Returns the number of bytes that two texts have in common at the start.
fn common(a: &[u8], b: &[u8]) -> usize {
    const STEP: usize = 1024; // compared as a whole
    let steps = a.chunks_exact(STEP).zip(b.chunks_exact(STEP)).take_while(|(a, b)| a == b).count();
    let same = a.iter().zip(b).skip(STEP * steps).take_while(|(a, b)| a == b).count();
    STEP * steps + same
}

/// Returns the number of bytes that two texts of the same length have in common at the end.
fn common_end(a: &[u8], b: &[u8]) -> usize {
    const STEP: usize = 1024;
    let pairs = a.rchunks_exact(STEP).zip(b.rchunks_exact(STEP));
    let steps = pairs.take_while(|(a, b)| a == b).count();
    let pairs = a.iter().zip(b).rev().skip(STEP * steps);
    STEP * steps + pairs.take_while(|(a, b)| a == b).count()
}

/// A stretch of an old text that another one replaced, and how far the text after it moved.
#[derive(Clone, Copy)]
struct Cut {
    from: u32,
    to: u32,
    by: u32,
}

impl Cut {
    /// Returns the things before the stretch.
    fn head<T: Placed>(self, old: &[T]) -> &[T] {
        &old[..old.partition_point(|one| one.start() < self.from)]
    }

    /// Returns the things after the stretch.
    fn tail<T: Placed>(self, old: &[T]) -> &[T] {
        &old[old.partition_point(|one| one.start() < self.to)..]
    }

    /// Returns the things of the old text outside of the stretch, with those of the new text between
    /// them.
    fn splice<T: Placed>(self, old: &[T], new: Vec<T>) -> Vec<T> {
        let (head, tail) = (self.head(old), self.tail(old));
        if head.is_empty() && tail.is_empty() {
            return new;
        }
        let mut all = Vec::with_capacity(head.len() + new.len() + tail.len());
        all.extend_from_slice(head);
        all.extend(new);
        all.extend(tail.iter().map(|one| one.moved(self.by)));
        all
    }
}

/// Something at a place of a text.
trait Placed: Clone {
    fn start(&self) -> u32;
    /// Returns the thing `by` bytes further on; see [`Span::shifted`].
    fn moved(&self, by: u32) -> Self;
}

impl Placed for u32 {
    fn start(&self) -> u32 {
        *self
    }

    fn moved(&self, by: u32) -> Self {
        self.wrapping_add(by)
    }
}

impl Placed for Span {
    fn start(&self) -> u32 {
        self.start
    }

    fn moved(&self, by: u32) -> Self {
        self.shifted(by)
    }
}

impl Placed for Arrow {
    fn start(&self) -> u32 {
        self.span.start
    }

    fn moved(&self, by: u32) -> Self {
        Self { span: self.span.shifted(by), ..*self }
    }
}

impl Placed for Statement {
    fn start(&self) -> u32 {
        self.span().start
    }

    fn moved(&self, by: u32) -> Self {
        self.shifted(by)
    }
}

impl Placed for Note {
    fn start(&self) -> u32 {
        self.span.start
    }

    fn moved(&self, by: u32) -> Self {
        let words = self.words.iter().map(|word| word.shifted(by)).collect();
        Self { span: self.span.shifted(by), words, target: None }
    }
}

impl Placed for Finding {
    fn start(&self) -> u32 {
        self.from
    }

    fn moved(&self, by: u32) -> Self {
        let mut moved = self.clone();
        moved.from = self.from.wrapping_add(by);
        for span in moved.diagnostic.spans_mut() {
            *span = span.shifted(by);
        }
        moved
    }
}
