//! One finding: where, what, why, and how to fix it.

use serde::{Deserialize, Serialize};

use super::{Code, Severity};
use crate::text::Span;

/// A related place with a word about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text of the label.
    pub text: String,
}

/// A replacement of a stretch of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// The replaced span; empty for an insertion.
    pub span: Span,
    /// The text that replaces it.
    pub text: String,
}

/// The certainty of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Applicability {
    /// One of several texts that may be intended.
    Guess,
    /// Most likely the intended text, but a person must look at it: the fix changes, removes or
    /// moves content, a name, a verb or an expectation.
    Likely,
    /// The document means the same after the fix, or the fix adds what was clearly meant, such as
    /// a missing `=>` or brace. Only such a fix is applied unseen.
    Sure,
}

/// A fix that a machine can apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// The degree to which the fix is sure.
    pub applicability: Applicability,
    /// Its effect, in the imperative.
    pub title: String,
    /// The edits, which do not overlap. Their texts end lines with LF, also in a text with other
    /// line ends.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Returns a fix of one edit.
    pub fn new(
        applicability: Applicability,
        title: impl Into<String>,
        span: Span,
        text: impl Into<String>,
    ) -> Self {
        Self::of(applicability, title, vec![Edit { span, text: text.into() }])
    }

    /// Returns a fix of several edits.
    pub fn of(applicability: Applicability, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { applicability, title: title.into(), edits }
    }

    /// Returns the fix that replaces a word by another word, or by nothing.
    pub fn replace(applicability: Applicability, span: Span, word: impl Into<String>) -> Self {
        let word = word.into();
        let title = match &*word {
            "" => String::from("Remove it"),
            _ => format!("Replace by `{word}`"),
        };
        Self::new(applicability, title, span, word)
    }

    /// Returns whether the fix may be applied unseen.
    pub fn is_safe(&self) -> bool {
        self.applicability == Applicability::Sure
    }

    /// Returns whether it only takes text away.
    pub(crate) fn removes(&self) -> bool {
        self.edits.iter().all(|edit| edit.text.is_empty())
    }

    /// Returns the fix with one more edit.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits.push(Edit { span, text: text.into() });
        self
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of mistake.
    pub code: &'static Code,
    /// True if it is only an advice here, independent of its code.
    pub lowered: bool,
    /// The message, in one line without a full stop.
    pub message: String,
    /// The place.
    pub span: Span,
    /// A word at that place.
    pub label: String,
    /// Related places.
    pub related: Vec<Label>,
    /// The help.
    pub help: Option<String>,
    /// Fixes that a machine can apply, the best first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Returns a diagnostic of the given code at a place; `label` is the word drawn under it.
    pub fn new(
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            lowered: false,
            message: message.into(),
            span,
            label: label.into(),
            related: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// Adds a related place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label { span, text: text.into() });
        self
    }

    /// Adds related places, if there are any, with the same word about each.
    #[must_use]
    pub fn also_at(self, places: impl IntoIterator<Item = Span>, text: impl Into<String>) -> Self {
        let text = text.into();
        places.into_iter().fold(self, |diagnostic, place| diagnostic.also(place, text.clone()))
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Asks whether `near` is intended in place of the word at `span`, and offers to put it there.
    #[must_use]
    pub fn did_you_mean(self, span: Span, near: &str) -> Self {
        self.help(format!("did you mean `{near}`?")).fix(Fix::replace(
            Applicability::Likely,
            span,
            near,
        ))
    }

    /// Adds a fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Puts a fix in the place of those it has, unless it only takes text away and there are some.
    pub(crate) fn better_fix(&mut self, fix: Option<Fix>) {
        if self.fixes.is_empty() || fix.as_ref().is_some_and(|fix| !fix.removes()) {
            self.fixes.splice(.., fix);
            self.help_with_fix();
        }
    }

    /// Lets a help that only shows the form of a command begin with the first fix.
    fn help_with_fix(&mut self) {
        let form = self.help.as_mut().filter(|help| help.starts_with("the form is"));
        if let (Some(form), Some(fix)) = (form, self.fixes.first()) {
            let (first, rest) =
                fix.title.split_at(fix.title.chars().next().map_or(0, char::len_utf8));
            *form = format!("{}{rest}: {form}", first.to_lowercase());
        }
    }

    /// Returns all places that it names, including those of its fixes.
    pub(crate) fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits);
        let related = self.related.iter_mut().map(|label| &mut label.span);
        std::iter::once(&mut self.span).chain(related).chain(edits.map(|edit| &mut edit.span))
    }

    /// Returns the severity of the code, or advice if it was lowered.
    pub fn severity(&self) -> Severity {
        if self.lowered { Severity::Advice } else { self.code.severity }
    }

    /// Lowers the diagnostic to an advice, for a place that is not worth an error.
    #[must_use]
    pub fn advice(mut self) -> Self {
        self.lowered = true;
        self
    }
}
