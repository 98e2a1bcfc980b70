//! The outputs of a shell: a terminal, a pipe, or a test that captures the text.

pub(crate) mod printer;
pub(crate) mod settings;
pub(crate) mod show;
pub(crate) mod summary;

use std::io::{IsTerminal, Write};

use unicode_width::UnicodeWidthStr;

use settings::Shape;

use crate::diag::Diagnostic;
use crate::host::help::wrapped;
use crate::host::{Console, LiveLine, When, output, text_output};
use crate::render::{Paint, frame, json, json_line, picture, sanitize};
use crate::scene::{Drawing, Film, Scene};
use crate::search::Cancel;
use crate::text::Source;

/// Lines of a window that the command and the next prompt need.
pub(crate) const BESIDE: usize = 2;
/// Bytes of an answer that are written before Ctrl-C is looked at again.
const PIECE: usize = 1 << 14;

/// The two streams, and the live line of a long computation.
pub(crate) trait Output {
    /// Writes an answer and a line end to standard output. False if its reader has closed it.
    fn answer(&mut self, text: &str) -> bool;
    /// Writes to standard error.
    fn say(&mut self, text: &str);
    /// Writes a message about a failure to standard error.
    fn complain(&mut self, text: &str);
    /// Draws diagnostics on standard error, at most `limit` of them.
    fn report(&mut self, source: &Source, diagnostics: &[Diagnostic], limit: usize);
    /// Returns the live line of computations.
    fn live(&self) -> Option<&'static LiveLine>;
    /// Draws a picture on standard error. In a window it leaves room for `below` more lines.
    fn picture(&mut self, scene: &Scene, below: usize);
    /// Returns how many rows of the window diagnostics fill.
    fn report_rows(&self, source: &Source, diagnostics: &[Diagnostic]) -> usize;
    /// Returns how pictures are painted on standard output.
    fn paint(&self) -> Paint;
    /// Writes a picture, which may hold colors, to standard output. False if its reader has closed it.
    fn write_picture(&mut self, text: &str) -> bool;
    /// Returns whether a person reads the messages.
    fn watched(&self) -> bool;
    /// Writes answers and messages in this form from now on.
    fn adapt(&mut self, shape: Shape);
    /// Returns the number of columns that help may fill.
    fn width(&self) -> usize;
    /// Returns the height of the window in which a person reads answers.
    fn rows(&self) -> Option<usize>;
}

/// Returns the picture of a scene in so many lines, with its caption: in a small window frames and
/// small writing are left out, and then what does not fit.
pub(crate) fn fitted(scene: &Scene, paint: Paint, rows: usize) -> String {
    let rows = rows.max(1);
    let mut height = rows;
    loop {
        let text = picture(scene, Paint { height, ..paint });
        let over = text.lines().count().saturating_sub(rows);
        if over == 0 {
            return text;
        }
        if height == 1 {
            return text.split_inclusive('\n').take(rows).collect();
        }
        height = height.saturating_sub(over).max(1);
    }
}

/// Returns the lines that the picture of a scene needs at least, with its caption. A tree is drawn
/// in any room.
pub(crate) fn least_rows(scene: &Scene) -> usize {
    let drawing = match &scene.drawing {
        Drawing::Board(board) => board.rows,
        Drawing::Tree(_) => 1,
    };
    drawing + usize::from(!scene.caption.is_empty())
}

/// Returns the pictures of a film as texts, each under its heading.
pub(crate) fn pictures(film: &Film, paint: Paint) -> impl Iterator<Item = String> {
    film.frames.iter().map(move |picture| frame(&film.heading(picture), picture, paint))
}

/// The streams of the process.
pub(crate) struct Streams {
    console: Console,
    cancel: Cancel,
    terminal: bool,
    shape: Shape,
}

impl Streams {
    /// Returns the streams; `cancel` cuts a long answer short.
    pub(crate) fn new(when: When, cancel: Cancel) -> Self {
        let console = Console::new(when, None);
        let terminal = std::io::stdout().is_terminal();
        Self { console, cancel, terminal, shape: Shape::Text }
    }
}

/// Returns a message as an object of JSON with its line end.
fn note(severity: &str, text: &str) -> String {
    let message = text.strip_suffix('\n').unwrap_or(text);
    json_line(&serde_json::json!({ "severity": severity, "message": message }))
}

impl Output for Streams {
    fn answer(&mut self, text: &str) -> bool {
        let mut out = text_output();
        let clean = if self.terminal { sanitize(text) } else { text.into() };
        for (at, piece) in clean.as_bytes().chunks(PIECE).enumerate() {
            // What a stopped computation needs to say is short and is always said.
            if at > 0 && self.terminal && self.cancel.is_cancelled() {
                let sent = out.write_all(b"\n").and_then(|()| out.flush());
                self.say("the rest of this answer was left out\n");
                return sent.is_ok();
            }
            if out.write_all(piece).and_then(|()| out.flush()).is_err() {
                return false;
            }
        }
        out.write_all(b"\n").and_then(|()| out.flush()).is_ok()
    }

    fn complain(&mut self, text: &str) {
        if self.shape == Shape::Json {
            return self.console.say(&note("error", text));
        }
        self.say(text);
    }

    fn say(&mut self, text: &str) {
        if self.shape == Shape::Json {
            return self.console.say(&note("note", text));
        }
        if !self.console.watched() {
            return self.console.say(text);
        }
        // A terminal breaks lines in the middle of words.
        let columns = usize::from(console::Term::stderr().size().1).max(20);
        let mut shown = String::new();
        for line in text.split_inclusive('\n') {
            if line.width() <= columns || line.starts_with([' ', '\t']) {
                shown.push_str(line);
            } else {
                shown.push_str(&wrapped(line.trim_end_matches('\n'), columns).join("\n"));
                shown.push('\n');
            }
        }
        self.console.say(&shown);
    }

    fn report(&mut self, source: &Source, diagnostics: &[Diagnostic], limit: usize) {
        if self.shape == Shape::Json {
            let lines: String =
                diagnostics.iter().take(limit).map(|diagnostic| json(source, diagnostic)).collect();
            return self.console.say(&lines);
        }
        self.console.report(source, diagnostics, limit, false);
    }

    fn live(&self) -> Option<&'static LiveLine> {
        self.watched().then(|| LiveLine::of_process("Ctrl-C pauses"))
    }

    fn picture(&mut self, scene: &Scene, below: usize) {
        let paint = self.console.paint();
        if self.shape == Shape::Json {
            let paint = Paint { color: false, ..paint };
            return self.console.say(&note("note", &picture(scene, paint)));
        }
        let color = paint.color && self.console.watched();
        let rows = self.rows().map_or(usize::MAX, |rows| rows.saturating_sub(below));
        let paint = Paint { color, ..paint };
        self.console.say_painted(&fitted(scene, paint, rows.saturating_sub(BESIDE)));
    }

    fn report_rows(&self, source: &Source, diagnostics: &[Diagnostic]) -> usize {
        self.console.report_rows(source, diagnostics)
    }

    fn watched(&self) -> bool {
        self.console.watched()
    }

    fn paint(&self) -> Paint {
        self.console.paint()
    }

    fn write_picture(&mut self, text: &str) -> bool {
        let mut out = output();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok()
    }

    fn adapt(&mut self, shape: Shape) {
        self.shape = shape;
    }

    fn width(&self) -> usize {
        crate::host::help::width(self.terminal)
    }

    fn rows(&self) -> Option<usize> {
        let (rows, _) = console::Term::stdout().size_checked().filter(|_| self.terminal)?;
        Some(rows.into())
    }
}
