//! Floor 1: diagnostics. One type for every mistake of every kind; `render` draws it.

mod code;
mod diagnostic;
mod edits;
mod form;
mod near;
mod nearest;
mod sink;

pub use code::{Code, Severity};
pub use diagnostic::{Applicability, Diagnostic, Edit, Fix, Label};
#[doc(hidden)]
pub use edits::edited;
pub use edits::safe_fixes;
pub(crate) use edits::{Pieces, together, with_line_ends};
pub use form::{Form, Part, Shown, is_of, readable};
pub(crate) use form::{codes, forms};
pub(crate) use near::Nearest;
pub use nearest::clip;
#[doc(hidden)]
pub use nearest::clip_to;
pub(crate) use nearest::{
    among, counted, did_you_mean, either, few_nearest, is_within, nearest, thousands,
};
pub use sink::Sink;
