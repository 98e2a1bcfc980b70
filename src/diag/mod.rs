//! Floor 1: what is said about a text. One type for every mistake of every kind; who draws it is
//! the business of `render`.

mod code;
mod diagnostic;
mod edits;
mod near;
mod nearest;
mod sink;

pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Edit, Fix, Label};
pub use edits::{edited, safe_fixes, together};
pub use near::Nearest;
pub use nearest::{among, clip, counted, nearest};
pub use sink::Sink;
