//! Floor 1: diagnostics. One type for every mistake of every kind; `render` draws it.

mod code;
mod diagnostic;
mod edits;
mod near;
mod nearest;
mod sink;

pub(crate) use code::codes;
pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Edit, Fix, Label};
pub use edits::safe_fixes;
#[doc(hidden)]
pub use edits::{edited, together};
pub(crate) use near::Nearest;
pub use nearest::clip;
#[doc(hidden)]
pub use nearest::clip_to;
pub(crate) use nearest::{among, counted, did_you_mean, nearest};
pub use sink::Sink;
