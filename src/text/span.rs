//! A stretch of source text.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets into one source text.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset of the byte after the last one.
    pub end: u32,
}

/// A value that was read from a text, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl Span {
    /// Returns the span from `start` to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Returns the empty span at `at`.
    pub const fn at(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// Returns the span of a range of `usize` offsets (sources are below 4 GiB).
    pub fn of(range: &Range<usize>) -> Self {
        Self { start: range.start as u32, end: range.end as u32 }
    }

    /// Returns the smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the span moved `by` bytes further on. Sums wrap, so that the difference of two
    /// offsets moves a span back if it wraps, too.
    #[must_use]
    pub const fn shifted(self, by: u32) -> Self {
        Self { start: self.start.wrapping_add(by), end: self.end.wrapping_add(by) }
    }

    /// Returns the length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns whether the span holds no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the range of `usize` offsets.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
