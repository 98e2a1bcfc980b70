//! Texts that were written anew, and the places in the original.

use std::ops::Range;

use crate::diag::Diagnostic;
use crate::text::Span;

/// A text made of stretches of another one.
#[derive(Clone, Debug, Default)]
pub(super) struct Rewritten {
    /// The text.
    pub(super) text: String,
    /// The beginnings of the stretches.
    stretches: Vec<Stretch>,
}

/// The beginning of a stretch.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// Its offset in the text.
    start: u32,
    /// Its offset in the original.
    origin: u32,
}

impl Rewritten {
    /// Returns a stretch of a text as it is.
    pub(super) fn slice(text: &str, range: Range<usize>) -> Self {
        let mut slice = Self::default();
        slice.push(&text[range.clone()], range.start);
        slice
    }

    /// Adds text that is at `origin` in the original, or in place of what is there.
    pub(super) fn push(&mut self, text: &str, origin: usize) {
        self.stretches.push(Stretch { start: self.text.len() as u32, origin: origin as u32 });
        self.text += text;
    }

    /// Returns a part of the text.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        let first = self.stretch_at(range.start as u32);
        let begins = |stretch: &&Stretch| stretch.start as usize <= range.end;
        let mut part = Self { text: self.text[range.clone()].to_owned(), stretches: Vec::new() };
        for stretch in self.stretches[first..].iter().take_while(begins) {
            let skipped = (range.start as u32).saturating_sub(stretch.start);
            let start = (stretch.start + skipped) - range.start as u32;
            part.stretches.push(Stretch { start, origin: stretch.origin + skipped });
        }
        part
    }

    /// Returns the number of the stretch that holds an offset.
    fn stretch_at(&self, offset: u32) -> usize {
        self.stretches.partition_point(|stretch| stretch.start <= offset).saturating_sub(1)
    }

    /// Returns the offset in the original.
    pub(super) fn origin(&self, offset: u32) -> u32 {
        let stretch = self.stretches.get(self.stretch_at(offset));
        stretch.map_or(offset, |stretch| stretch.origin + (offset - stretch.start))
    }

    /// Moves a diagnostic of this text to the original. Between stretches a fix would change what is
    /// not written there.
    pub(super) fn restore(&self, diagnostic: &mut Diagnostic) {
        if self.stretches.len() > 1 {
            diagnostic.fixes.clear();
        }
        for span in diagnostic.spans_mut() {
            // The end of a stretch is not the beginning of the next.
            let last = span.end.saturating_sub(u32::from(!span.is_empty()));
            let end = self.origin(last) + (span.end - last);
            let start = self.origin(span.start);
            *span = Span::new(start, end.max(start));
        }
    }
}
