//! The settings of the prompt that concern what it shows, and when it ends a script.

use clap::ValueEnum;

/// The form of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shape {
    /// As they are.
    #[default]
    Text,
    /// A JSON object per line: `{"puzzle","command","answer"}`.
    Json,
}

/// The settings, except for those of the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The form of answers.
    pub(crate) shape: Shape,
    /// True if a change of state is followed by a picture on standard error.
    pub(crate) pictures: bool,
    /// True if the first error ends the input.
    pub(crate) bail: bool,
    /// True if the commands and answers of a document that is loaded are shown.
    pub(crate) echo: bool,
}
