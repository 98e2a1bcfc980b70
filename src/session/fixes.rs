//! Applies the safe fixes of a text.

use super::read;
use crate::diag::{Diagnostic, Edit, Severity, Sink, edited, safe_fixes, together};
use crate::syntax::{Expected, Statement, expected_lines};
use crate::text::Source;

/// How often a text is read again at most.
const ROUNDS: usize = 100;

/// A text after its safe fixes were applied.
pub struct Fixed {
    /// The text, read again.
    pub source: Source,
    /// The remaining diagnostics.
    pub found: Vec<Diagnostic>,
    /// How many fixes were applied.
    pub fixes: usize,
}

/// Applies the safe fixes of `found` and reads the text again (`examine`) until no safe fix is
/// left. A round that would add an error, or change an expected answer, is not applied; then the
/// fixes are tried one by one.
pub fn fixed(
    source: Source,
    found: Vec<Diagnostic>,
    examine: impl Fn(&Source) -> Vec<Diagnostic>,
) -> Fixed {
    let mut fixed = Fixed { source, found, fixes: 0 };
    for _ in 0..ROUNDS {
        let fixes = safe_fixes(&fixed.found);
        let (edits, count) = together(&fixes);
        let mut next = fixed.with(&edits, count, &examine);
        if next.is_none() && count > 1 {
            let mut one_by_one = fixes.iter().take(ROUNDS);
            next = one_by_one.find_map(|fix| fixed.with(&fix.edits, 1, &examine));
        }
        match next {
            Some(next) => fixed = next,
            None => break,
        }
    }
    fixed
}

impl Fixed {
    /// The text with these edits, if they improve it.
    fn with(
        &self,
        edits: &[Edit],
        fixes: usize,
        examine: impl Fn(&Source) -> Vec<Diagnostic>,
    ) -> Option<Self> {
        let bytes = edited(self.source.bytes(), edits);
        if bytes == self.source.bytes() {
            return None;
        }
        let source = Source::from_bytes(self.source.name(), bytes);
        // Answers that become expectations are new; those that were there stay, in their order.
        let mut after = answers(&source).into_iter();
        if !answers(&self.source).iter().all(|one| after.any(|other| other == *one)) {
            return None;
        }
        let found = examine(&source);
        (errors(&found) <= errors(&self.found)).then(|| Self {
            source,
            found,
            fixes: self.fixes + fixes,
        })
    }
}

fn errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|one| one.severity() == Severity::Error).count()
}

/// The expected answers, in the order of the text.
fn answers(source: &Source) -> Vec<Vec<&str>> {
    let document = read(source, true, &mut Sink::new());
    let expected = |statement: &Statement| match statement {
        Statement::Command(one) => one.expected,
        _ => None,
    };
    let lines = |expected| match expected {
        Expected::Line(span) => vec![&source.text()[span.range()]],
        Expected::Block(span) => {
            expected_lines(source.text(), span).into_iter().map(|line| line.text).collect()
        }
    };
    document.statements.iter().filter_map(expected).map(lines).collect()
}
