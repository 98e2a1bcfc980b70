//! Floor 6: from a scene to text and SVG, from a diagnostic to what people and programs read. Knows
//! nothing of puzzles. One renderer per file.

mod diagnostics;
mod github;
mod graph;
mod human;
mod json;
mod picture;
mod plot;
mod sarif;
mod scenes;
mod short;
mod svg;
mod worksheet;

pub use diagnostics::{Format, sanitize};
#[doc(hidden)]
pub use diagnostics::{one_line, places};
#[doc(hidden)]
pub use github::annotation;
pub use github::github;
pub use graph::{dot, graph_json};
pub use human::{Human, Look};
pub use json::json;
#[doc(hidden)]
pub use json::{Extent, json_line, meta_value};
pub use picture::{Paint, frame, picture};
pub use plot::{growth, population, space_time};
pub use sarif::{SarifFile, sarif};
pub use scenes::{film_json, scene_json};
#[cfg(feature = "cli")]
pub(crate) use scenes::{frame_value, scene_value};
pub use short::short;
#[cfg(feature = "cli")]
pub(crate) use short::verdict_line;
#[doc(hidden)]
pub use svg::escape as xml_escape;
#[cfg(feature = "lsp-core")]
pub(crate) use svg::named_svg;
pub use svg::{film, strip, svg};
pub use worksheet::{Answered, Exercise, Instruction, Question, Sheet, Worksheet};
#[cfg(feature = "cli")]
pub(crate) use worksheet::{solving_role, task_comment};
