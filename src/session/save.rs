//! Saving: a document that replays to the same state; and takes over puzzles from another session.

use super::{Declared, Live, Session, look};
use crate::puzzle::{Verdict, common::DIGEST};
use crate::search::Budget;
use crate::syntax::{Declaration, meta_lines, uncommented};
use crate::text::{Source, Span};

/// Returns a declaration in a form that parses: as it was written, or with the header and the
/// braces that it should have.
pub(super) fn sound_text(source: &Source, declaration: &Declaration) -> String {
    let slice = |start, end| source.slice(Span::new(start, end));
    let Declaration { span, kind, name, body, closed, .. } = declaration;
    let blank = |text: &str| text.trim_matches([' ', '\t']).is_empty();
    let apart = slice(name.end.min(body.start), body.start).trim_matches([' ', '\t']);
    let header = span.start == kind.start
        && kind.end < name.start
        && blank(slice(kind.end, name.start))
        && apart == "{";
    let brace = *closed && slice(body.end, span.end) == "}";
    if header && brace {
        return source.slice(*span).to_owned();
    }
    let text = source.slice(*body).trim_end();
    // On one line a slash may separate rows, and a comment would hide the brace.
    let (text, open, end) = match text.contains(['\n', '\r']) {
        true => (text, '\n', "\n}"),
        false => (uncommented(text).0.trim_end(), ' ', " }"),
    };
    let header = match header {
        true => slice(span.start, body.start).to_owned(),
        false => {
            format!("{} {} {{{open}", declaration.kind_word(source), declaration.name_word(source))
        }
    };
    header + text + end
}

/// Returns the lines of metadata above a declaration, each with its line end.
pub(super) fn meta_text(source: &Source, declaration: &Declaration) -> String {
    let lines = meta_lines(source.text(), declaration.meta);
    lines.flat_map(|line| [source.slice(line.span), "\n"]).collect()
}

impl Session {
    /// Returns the session as a document.
    ///
    /// ```
    /// use puzzled::session::{self, Mode, Session};
    /// use puzzled::{diag::Sink, search::Budget, text::Source};
    ///
    /// let source = Source::new("m.puzzle", "matrix m { 1 2 / 3 4 }\nrotate 1\n");
    /// let (mut sink, mut session, budget) = (Sink::new(), Session::new(), Budget::unlimited());
    /// let document = session::read(&source, true, &mut sink);
    /// session.run(&source, &document, Mode::Run { solve: false }, &budget, &mut sink, &mut |_, _| {});
    /// assert!(session.save(&budget).contains("m: rotate 1"));
    /// ```
    ///
    /// The document declares the puzzles of this session, makes all states of each again, in their
    /// order and with their names, and leads to the current one. A `digest` at the end of each
    /// puzzle shows whether the replay was right, if the budget allows to compute it. Puzzles whose
    /// declaration had errors are left out.
    pub fn save(&mut self, budget: &Budget) -> String {
        let mut text = String::new();
        for at in self.order() {
            let slot = &mut self.slots[at];
            let mut transcript = String::new();
            slot.write_transcript(&mut transcript);
            if !transcript.is_empty() {
                slot.write_digest(&mut transcript, budget);
                let gap = if text.is_empty() { "" } else { "\n" };
                text.extend([gap, &transcript]);
            }
        }
        text
    }

    /// Returns the puzzles in the order in which a document declares them. The one in focus comes
    /// last, so that it has the focus after the document too.
    fn order(&self) -> Vec<usize> {
        look(self.slots.len());
        let focused = self.names.focused();
        let others = (0..self.slots.len()).filter(|&at| Some(at) != focused);
        others.chain(focused).collect()
    }

    /// Returns the session, or one puzzle if a name is given, as a document without digests. Costs
    /// no more than the length of the text.
    pub fn document_text(&self, name: Option<&str>) -> String {
        let mut text = String::new();
        let chosen = match name {
            None => self.order(),
            Some(name) => self.names.find(name).into_iter().collect(),
        };
        for at in chosen {
            look(1);
            self.slots[at].write_transcript(&mut text);
        }
        text
    }

    /// Returns a `digest` line for each puzzle with its current state, as a saved document has
    /// them.
    pub fn digests(&mut self, budget: &Budget) -> String {
        let mut text = String::new();
        look(self.slots.len());
        for slot in &mut self.slots {
            slot.write_digest(&mut text, budget);
        }
        text
    }

    /// Returns true if a puzzle has never changed, so that its declaration alone restores it.
    pub fn is_fresh(&self, name: &str) -> bool {
        let slot = self.names.find(name).map(|slot| &self.slots[slot]);
        let puzzle = slot.and_then(|slot| Some((slot.body_changes, slot.puzzle.as_ref()?)));
        puzzle.is_some_and(|(changes, puzzle)| puzzle.place() == [changes + 1, changes, 0])
    }

    /// Sets the focus between two texts. Returns whether there is such a puzzle.
    pub fn set_focus(&mut self, name: &str) -> bool {
        let slot = self.names.find(name);
        if let Some(slot) = slot {
            self.names.focus.set(slot);
        }
        slot.is_some()
    }

    /// Takes over the puzzles of another session with their states and searches: each into the
    /// place of the one of its name, if there is one, else after all others. The focus stays.
    pub fn adopt(&mut self, other: Self) {
        // Numbers of sources stay distinct, so that no place is mistaken for one of another source.
        self.sources = self.sources.max(other.sources) + 1;
        look(other.slots.len());
        let sound = |slot: &Declared| slot.puzzle.is_some() && !slot.name.is_empty();
        for slot in other.slots.into_iter().filter(sound) {
            if let Some(at) = self.names.find(&slot.name) {
                self.names.touch(at, slot.kind);
                self.slots[at] = slot;
            } else {
                self.names.add(&slot.name, slot.kind);
                self.slots.push(slot);
            }
        }
    }
}

impl Live {
    /// Writes the declaration and the commands that lead to the current state.
    pub(super) fn write_transcript(&self, text: &mut String) {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| !self.name.is_empty()) else { return };
        text.extend([&self.meta, &self.text, "\n"]);
        for line in self.facts.iter().chain(&puzzle.story(self.body_changes)) {
            self.write_line(line, text);
        }
    }

    fn write_digest(&mut self, text: &mut String, budget: &Budget) {
        let Some(puzzle) = self.puzzle.as_mut().filter(|_| !self.name.is_empty()) else { return };
        let digest = puzzle.digest(budget);
        if digest.verdict() == Verdict::Fine
            && let Some(digest) = digest.into_text()
        {
            self.write_line(&format!("{DIGEST} => {digest}"), text);
        }
    }

    fn write_line(&self, line: &str, text: &mut String) {
        for part in [&self.name, ": ", line, "\n"] {
            text.push_str(part);
        }
    }
}
