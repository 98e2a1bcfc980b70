//! `draw` and `play` at the prompt: pictures of states, and films of solutions.

use super::commands::Own;
use super::port::Port;
use super::settings::Shape;
use super::shell::Shell;
use crate::diag::{Sink, nearest};
use crate::kind::Verdict;
use crate::render::{Paint, picture, sanitize};
use crate::scene::Frame;
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

impl Shell {
    /// `draw`, `draw NAME`, `draw QUESTION`.
    pub(super) fn paint(&mut self, source: &Source, own: Own, port: &mut dyn Port) {
        let argument = source.slice(own.rest);
        let named = own.target.is_none() && self.has(argument);
        let Some(name) = self.whose(source, own, named.then_some(own.rest), port) else { return };
        let session = self.session();
        let mut session = session.borrow_mut();
        let Some(puzzle) = session.puzzle(Some(&name)) else { return };
        let mut sink = Sink::new();
        let scene = if argument.is_empty() || named {
            Some(puzzle.scene(&name))
        } else {
            puzzle.point(&name, Fragment::of(source.text(), own.rest), &mut sink)
        };
        match scene {
            Some(scene) => {
                let text = picture(&scene, port.paint());
                self.hang(&text, port);
            }
            None if sink.is_empty() => {
                self.complain(
                    "there is nothing to point at; `draw` alone draws the puzzle\n",
                    port,
                );
            }
            None => {
                self.fault();
                let found = sink.take();
                port.report(source, &found, found.len());
            }
        }
    }

    /// `play` without moves.
    pub(super) fn film(&mut self, source: &Source, own: Own, port: &mut dyn Port) {
        let Some(name) = self.whose(source, own, None, port) else { return };
        let session = self.session();
        let mut session = session.borrow_mut();
        let Some(puzzle) = session.puzzle(Some(&name)) else { return };
        let work = |budget: &Budget| puzzle.frames(&name, budget);
        let (frames, _) = self.runner(port).compute("play", work);
        drop(session);
        match frames {
            Ok(frames) if self.settings.shape == Shape::Text => {
                if !port.film(&frames) {
                    self.closed = true;
                }
            }
            Ok(frames) => {
                for text in pictures(&frames, port.paint()) {
                    self.print(&text, port);
                }
            }
            Err(answer) => {
                if answer.verdict != Verdict::Fine {
                    self.fault();
                }
                self.print(&answer.text.unwrap_or_default(), port);
            }
        }
    }

    /// The puzzle that is intended; says so where there is none.
    fn whose(
        &mut self,
        source: &Source,
        own: Own,
        named: Option<Span>,
        port: &mut dyn Port,
    ) -> Option<String> {
        if let Some(span) = own.target.or(named) {
            let name = source.slice(span).to_owned();
            if self.has(&name) {
                return Some(name);
            }
            let entries = self.session.borrow().entries();
            let near = nearest(&name, entries.iter().map(|entry| entry.name.as_str()));
            let help = near.map_or_else(
                || String::from("`list` shows the names"),
                |near| format!("did you mean `{near}`?"),
            );
            let text = format!("there is no puzzle `{}`; {help}\n", sanitize(&name));
            self.complain(&text, port);
            return None;
        }
        let focus = self.session.borrow().focused().map(String::from);
        if focus.is_none() {
            let text = "there is no puzzle yet: declare one, or `load` a document\n";
            self.complain(text, port);
        }
        focus
    }

    /// Prints a picture.
    fn hang(&mut self, text: &str, port: &mut dyn Port) {
        if self.settings.shape == Shape::Text {
            if !port.drawn(text) {
                self.closed = true;
            }
        } else {
            self.print(text, port);
        }
    }
}

/// The pictures of a film as texts, each under its heading.
pub(super) fn pictures(frames: &[Frame], paint: Paint) -> impl Iterator<Item = String> {
    let last = frames.len().saturating_sub(1);
    frames.iter().enumerate().map(move |(number, frame)| {
        let heading = super::screen::heading(number, last, frame);
        format!("{heading}\n{}", picture(&frame.scene, paint))
    })
}
