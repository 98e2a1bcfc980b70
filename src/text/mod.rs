//! Floor 0: source texts, byte spans, and the line index that turns an offset into a place.

mod hash;
mod lines;
mod source;
mod span;

pub(crate) use hash::fnv1a;
pub(crate) use lines::line_end;
pub use lines::{Encoding, LineIndex, Position};
pub use source::Source;
#[cfg(feature = "cli")]
pub(crate) use source::{Nuls, is_utf16};
pub use span::{Span, Spanned};
