//! The settings of the prompt that concern what it shows, and when it ends a script.

use clap::ValueEnum;

use crate::host::When;

/// Rows of the longest answer that is not folded.
const FOLDED: usize = 100;

/// The form of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shape {
    /// As they are.
    #[default]
    Text,
    /// A JSON object per line: `{"puzzle","command","answer"}`, of a job with its number in `"job"`.
    Json,
}

/// What can be set, but for the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// When there are colors.
    pub(crate) color: When,
    /// Columns that drawings and help may fill; none for those of the terminal.
    pub(crate) width: Option<usize>,
    /// The form of answers.
    pub(crate) shape: Shape,
    /// True if a change of state is followed by a picture on standard error.
    pub(crate) pictures: bool,
    /// True if the first error ends the input.
    pub(crate) bail: bool,
    /// True if the commands and answers of a document that is loaded are shown.
    pub(crate) echo: bool,
    /// Rows that an answer on a terminal may have before it is folded; none for any number.
    pub(crate) fold: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            color: When::Auto,
            width: None,
            shape: Shape::Text,
            pictures: false,
            bail: false,
            echo: false,
            fold: Some(FOLDED),
        }
    }
}
