//! A kind of mistake, with its explanation.

use super::{Form, Part};

/// The severity of a diagnostic, from the least to the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Accepted; could be said better.
    Advice,
    /// Accepted, but surely not intended.
    Warning,
    /// No model can be built, or an answer is wrong.
    Error,
}

impl Severity {
    /// Returns the word that all outputs use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Advice => "advice",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A kind of mistake: a static declared beside the code that finds it.
///
/// The explanation is Markdown. Its examples are fenced blocks: ` ```puzzled wrong ` must show this
/// code when checked (or, `wrong solve`, `wrong run`, `wrong raw KIND`, when searched, run or read
/// raw), ` ```puzzled right ` must show nothing; tests check both.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent marks")]
pub struct Code {
    /// The path, `area::name`.
    pub path: &'static str,
    /// The severity of its diagnostics.
    pub severity: Severity,
    /// Its meaning, in one line.
    pub title: &'static str,
    /// Its meaning, a wrong and a right example, and the fix, as Markdown.
    pub explain: &'static str,
    /// True if it marks text that can be removed without loss; editors fade it.
    pub unnecessary: bool,
    /// True if it depends on the effects of earlier statements; it is not reported after one that
    /// cannot be read.
    pub history: bool,
    /// True if it says that an expectation does not hold; its first fix is the answer found.
    pub judges: bool,
    /// True if it is advice for a designer, which is looked for after the last statement about a
    /// puzzle.
    pub designs: bool,
    /// True if it is said only once per text.
    pub is_once: bool,
    /// The texts of its diagnostics: its own forms, and those that it shares with other codes.
    pub forms: &'static [&'static [Form]],
}

impl Code {
    const fn new(
        path: &'static str,
        severity: Severity,
        title: &'static str,
        explain: &'static str,
    ) -> Self {
        Self {
            path,
            severity,
            title,
            explain,
            unnecessary: false,
            history: false,
            judges: false,
            designs: false,
            is_once: false,
            forms: &[],
        }
    }

    /// Returns the code of an error.
    pub const fn error(path: &'static str, title: &'static str, explain: &'static str) -> Self {
        Self::new(path, Severity::Error, title, explain)
    }

    /// Returns the code of a warning.
    pub const fn warning(path: &'static str, title: &'static str, explain: &'static str) -> Self {
        Self::new(path, Severity::Warning, title, explain)
    }

    /// Returns the code of an advice.
    pub const fn advice(path: &'static str, title: &'static str, explain: &'static str) -> Self {
        Self::new(path, Severity::Advice, title, explain)
    }

    /// Returns whether every check of a declaration finds it, or (`searched`) every check that also
    /// searches, according to the wrong examples of its explanation.
    pub(crate) fn is_checked(&self, searched: bool) -> bool {
        let mut heads =
            self.explain.lines().filter_map(|line| line.strip_prefix("```puzzled wrong"));
        let finds = |head: &str| head.is_empty() || searched && head == " solve";
        heads.any(finds)
    }

    /// Returns the code with the forms of its diagnostics.
    #[must_use]
    pub const fn saying(mut self, forms: &'static [&'static [Form]]) -> Self {
        self.forms = forms;
        self
    }

    /// Returns the texts that a part of its diagnostics can have.
    pub fn texts(&self, part: Part) -> impl Iterator<Item = &'static str> {
        self.forms.iter().copied().flatten().flat_map(move |form| form.texts(part))
    }

    /// Returns the code as one that depends on the effects of earlier statements.
    #[must_use]
    pub const fn of_history(mut self) -> Self {
        self.history = true;
        self
    }

    /// Returns the code as one that says that an expectation does not hold.
    #[must_use]
    pub const fn judging(mut self) -> Self {
        self.judges = true;
        self
    }

    /// Returns the code as one of advice for a designer.
    #[must_use]
    pub const fn designing(mut self) -> Self {
        self.designs = true;
        self
    }

    /// Returns the code as one that is said only once per text.
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.is_once = true;
        self
    }

    /// Returns the code as one for text that can be removed without loss.
    #[must_use]
    pub const fn unnecessary(mut self) -> Self {
        self.unnecessary = true;
        self
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.path)
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for Code {}
