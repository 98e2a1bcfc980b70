//! Outputs without a terminal, for tests.

use crate::diag::Diagnostic;
use crate::host::LiveLine;
use crate::render::Paint;
use crate::repl::output::settings::Shape;
use crate::repl::output::{BESIDE, Output, fitted};
use crate::scene::Scene;
use crate::text::Source;

/// An output without a terminal, which hears answers, messages and diagnostics.
pub(crate) trait Listener {
    fn answer(&mut self, text: &str) -> bool;
    fn say(&mut self, text: &str);
    fn report(&mut self, source: &Source, diagnostics: &[Diagnostic], limit: usize);
    fn paint(&self) -> Paint {
        Paint { width: 80, ..Paint::default() }
    }
    fn watched(&self) -> bool {
        false
    }
    fn rows(&self) -> Option<usize> {
        None
    }
}

impl<T: Listener> Output for T {
    fn answer(&mut self, text: &str) -> bool {
        Listener::answer(self, text)
    }

    fn say(&mut self, text: &str) {
        Listener::say(self, text);
    }

    fn complain(&mut self, text: &str) {
        Listener::say(self, text);
    }

    fn report(&mut self, source: &Source, diagnostics: &[Diagnostic], limit: usize) {
        Listener::report(self, source, diagnostics, limit);
    }

    fn live(&self) -> Option<&'static LiveLine> {
        None
    }

    fn picture(&mut self, scene: &Scene, below: usize) {
        let rows = Listener::rows(self).map_or(usize::MAX, |rows| rows - below - BESIDE);
        Listener::say(self, &fitted(scene, Listener::paint(self), rows));
    }

    fn report_rows(&self, _: &Source, diagnostics: &[Diagnostic]) -> usize {
        diagnostics.len()
    }

    fn paint(&self) -> Paint {
        Listener::paint(self)
    }

    fn write_picture(&mut self, text: &str) -> bool {
        Listener::answer(self, text.strip_suffix('\n').unwrap_or(text))
    }

    fn watched(&self) -> bool {
        Listener::watched(self)
    }

    fn adapt(&mut self, _: Shape) {}

    fn width(&self) -> usize {
        80
    }

    fn rows(&self) -> Option<usize> {
        Listener::rows(self)
    }
}
