//! Floor 2: what all kinds share of the grammar. Together with `kinds/*/syntax` the only home of nom.
//!
//! `parse_*` reads a construct and says nothing; `expect_*` reads it for a user and pushes a
//! diagnostic when it is not there. Parsing never fails: it yields a [`Document`] and diagnostics.

mod args;
mod body;
pub(crate) mod codes;
mod counted;
mod document;
mod form;
mod form_fix;
mod given;
mod habits;
mod kinds;
mod lexical;
mod meta;
mod rows;
mod statement;
mod token;
mod usage;

pub use args::{Args, Fragment};
pub use body::{Cut, Line, body_lines, expected_lines, raw_lines, row_parts, uncommented};
#[doc(hidden)]
pub use codes::not_utf8;
pub(crate) use counted::{Counted, NOT_COUNTED};
pub use document::parse_document;
pub(crate) use document::{after_comments, comment_sign, declares, expect_text, has_foreign_space};
pub(crate) use form::{Form, Place, Stop, expected, keyword, list, place};
pub(crate) use form_fix::{form_fix, spaces_fix};
pub use given::Given;
#[doc(hidden)]
pub use habits::{HABITS, Habit};
pub use kinds::{Kinds, Takes};
pub(crate) use lexical::{BOM, has_bad_character};
pub use meta::{Key, Meta, MetaLine, meta_lines};
pub(crate) use rows::{Grid, row_fix, row_span, usual_length, whole_line};
pub use statement::{Command, Declaration, Document, Expected, Note, Statement, Use};
pub(crate) use token::{
    nearest_i32, parse_blanks, parse_coordinate, parse_gap, parse_integer, parse_name,
    parse_prefix, parse_word,
};
pub(crate) use usage::last_word;
pub use usage::{Arg, Name, Number, Parameter, Usage, UsageLine};
