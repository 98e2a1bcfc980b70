//! Models and marks of the bodies of a document, for questions about its text.

use std::sync::Arc;

use super::Checked;
#[cfg(feature = "lsp-core")]
use crate::puzzle::Model;
use crate::puzzle::{Body, Info, Mark};
use crate::session::read_body::ReadBody;
use crate::syntax::Statement;
use crate::text::Span;

impl Checked {
    /// Returns the body of a declaration as it was read, if that is kept.
    fn kept(&self, statement: usize) -> Option<Arc<ReadBody>> {
        self.checks[self.owner(statement)?].read.clone()
    }

    /// Returns the marks of the body of a declaration that touch `within`. The body is read again if
    /// they are not kept.
    pub(crate) fn body_marks(&self, statement: usize, within: Span) -> Vec<Mark> {
        let Statement::Declaration(declaration) = &self.document.statements[statement] else {
            return Vec::new();
        };
        let kept = self.kept(statement).and_then(|read| read.marks(declaration.body, within));
        kept.unwrap_or_else(|| {
            let kind = self.kinds.kind(declaration.kind_word(&self.source));
            let marks = |kind: &'static Info| {
                kind.marks(&Body::of(self.source.text(), declaration), within)
            };
            kind.map_or_else(Vec::new, marks)
        })
    }

    /// Returns what the body of a declaration declares, if it is sound. The body is read again if
    /// what was read there is not kept.
    #[cfg(feature = "lsp-core")]
    pub(crate) fn model(&self, statement: usize) -> Option<Arc<Model>> {
        let Statement::Declaration(declaration) = &self.document.statements[statement] else {
            return None;
        };
        match self.kept(statement).filter(|read| read.is_at(declaration.body)) {
            Some(read) => read.model().cloned(),
            None => self
                .kinds
                .kind(declaration.kind_word(&self.source))?
                .read_silently(&Body::of(self.source.text(), declaration)),
        }
    }
}
