//! PuzzleScript: a game whose rules are text.
//!
//! `syntax` reads the lines of a game into a draft, `lower` compiles the draft, and [`game::Game`] is
//! the result: plain values that an engine interprets.

mod codes;
mod commands;
mod form;
pub mod game;
mod json;
mod lower;
mod marks;
mod model;
mod palette;
#[cfg(test)]
mod played;
mod print;
mod recognize;
mod report;
pub mod rules;
mod solve;
mod syntax;
#[cfg(test)]
mod tests;
mod trace;
mod view;

pub use model::{INFO, Model};
pub use solve::Finder;

use crate::diag::{Code, Sink};
use crate::text::Span;

use game::Game;
use report::Report;

/// Returns the codes of the diagnostics of the kind.
pub fn codes() -> &'static [&'static Code] {
    codes::CODES
}

/// Reads and compiles a game, the text of `source` at `span`. `place` is where a part that the game
/// lacks is reported if no heading is nearer. Returns `None` if the text has an error.
pub fn read(source: &str, span: Span, place: Span, sink: &mut Sink) -> Option<Game> {
    let mark = sink.len();
    let game = read_playable(source, span, place, sink);
    if sink.errors_since(mark) { None } else { game }
}

/// Reads and compiles a game, also one with at most five errors if the engine plays it: its recorded
/// sessions have such games.
pub fn read_playable(source: &str, span: Span, place: Span, sink: &mut Sink) -> Option<Game> {
    let written = &source[span.range()];
    let lower = lowercase(written);
    let mut report = Report::new(sink);
    let draft = syntax::expect_puzzlescript_body(&lower, written, span.start, &mut report);
    report.at_line(0);
    let mut game = lower::lower(&draft, place, &mut report)?;
    for object in &mut game.objects {
        if let Some(name) = source.get(object.span.range()) {
            object.written = String::from(name);
        }
    }
    Some(game)
}

/// Returns a text in lower case, with every character at its offset: one whose lower case has
/// another length stays as it is.
fn lowercase(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut lower = String::with_capacity(text.len());
    for char in text.chars() {
        let mut chars = char.to_lowercase();
        match (chars.next(), chars.next()) {
            (Some(small), None) if small.len_utf8() == char.len_utf8() => lower.push(small),
            _ => lower.push(char),
        }
    }
    lower
}
