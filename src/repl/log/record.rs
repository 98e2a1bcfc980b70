//! `record FILE`: commands and answers as a document that `puzzled test` holds; and the log that
//! hears of every statement, for this and for the journal.

use std::collections::HashMap;
use std::path::Path;

use crate::diag::Sink;
use crate::host::{Growing, WriteError, shown};
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Verdict};
use crate::repl::jobs;
use crate::repl::log::journal::{Journal, What};
use crate::repl::output::Output;
use crate::repl::shared::Shared;
use crate::repl::shell::Shell;
use crate::repl::verbs::commands::{self, Own};
use crate::session::resolve::Focus;
use crate::session::{Event, stated};
use crate::syntax::{Statement, parse_document};
use crate::text::{Source, Span};

/// Returns the text of a record that says how far a search is.
pub(in crate::repl) fn search_record(puzzle: &str, command: &str, expanded: u64) -> String {
    format!("{expanded} {puzzle}: {command}")
}

/// A document that is being recorded.
#[derive(Debug)]
struct Recording {
    file: Growing,
    /// The file as messages name it.
    shown: String,
    /// The puzzle that a command without a prefix goes to in the document.
    focus: Focus<String>,
    /// The last answer of the running statement: puzzle, command, answer.
    answer: Option<(String, String, Option<Answer>)>,
    /// The running declaration or `use`.
    plain: Option<String>,
}

impl Recording {
    fn begin(path: &Path, shown: String, start: &str) -> Result<Self, WriteError> {
        let mut file = Growing::begin(path, false)?;
        let gap = if start.is_empty() { "" } else { "\n" };
        if let Err(error) = file.add(&format!("{start}{gap}")) {
            file.remove();
            return Err(error);
        }
        let (answer, plain) = (None, None);
        let mut recording = Self { file, shown, focus: Focus::default(), answer, plain };
        recording.focus.begin(false);
        recording.follow(start);
        Ok(recording)
    }

    /// Follows the focus through declarations and `use`.
    fn follow(&mut self, text: &str) {
        for statement in parse_document(text, &KINDS, &mut Sink::new()).statements {
            let name = |span: Span| text[span.range()].to_owned();
            match statement {
                Statement::Declaration(one) => self.focus.declare(name(one.name)),
                Statement::Use(one) => self.focus.follow(Some(name(one.name))),
                Statement::Command(_) | Statement::Broken(_) => {}
            }
        }
    }

    fn done(&mut self) -> Result<(), WriteError> {
        let answer = self.answer.take();
        let text = if let Some(text) = self.plain.take() {
            self.follow(&text);
            text
        } else {
            match answer {
                None => return Ok(()), // it failed, or had nothing to say
                Some((_, command, None)) => format!("// {command} was stopped"),
                Some((puzzle, command, Some(answer))) => {
                    let text = stated(&command, &answer);
                    match self.focus.get() {
                        Some(focus) if *focus == puzzle => text,
                        _ => format!("{puzzle}: {text}"),
                    }
                }
            }
        };
        self.file.add(&format!("{text}\n"))
    }
}

/// Hears what statements do, and writes it down.
#[derive(Debug, Default)]
pub(in crate::repl) struct Log {
    /// The thread of the jobs writes here how far searches are.
    journal: Shared<Option<Journal>>,
    /// The searches whose records in the journal are not 0, by their puzzles.
    searches: HashMap<String, String>,
    recording: Option<Recording>,
    /// What went wrong and was not said yet.
    trouble: String,
    /// Whether a recording could not be written, which was not said yet.
    torn: bool,
}

impl Log {
    /// Keeps a journal from now on.
    pub(in crate::repl) fn keep(&mut self, journal: Journal) {
        *self.journal.lock() = Some(journal);
    }

    /// Returns the journal, for the thread that writes how far searches are.
    pub(in crate::repl) fn journal(&self) -> Shared<Option<Journal>> {
        self.journal.clone()
    }

    /// Writes how many states the search of a command has expanded; 0 if the command has its answer.
    pub(in crate::repl) fn search(&mut self, puzzle: &str, command: &str, expanded: u64) {
        let is_known = self.searches.get(puzzle).is_some_and(|known| known == command);
        if expanded == 0 && !is_known {
            return;
        }
        match expanded {
            0 => drop(self.searches.remove(puzzle)),
            _ => drop(self.searches.insert(puzzle.to_owned(), command.to_owned())),
        }
        self.write(What::Search, || search_record(puzzle, command, expanded));
    }

    /// Notes that the thread may have written how far the search of a command is.
    pub(in crate::repl) fn expect_search(&mut self, puzzle: &str, command: &str) {
        self.searches.insert(puzzle.to_owned(), command.to_owned());
    }

    /// Something happened while statements ran in the session.
    pub(in crate::repl) fn hear(&mut self, event: &Event<'_>) {
        match *event {
            Event::Answer { puzzle, command, answer, .. } => {
                if let Some(recording) = &mut self.recording {
                    let answer = Some(answer).filter(|one| one.verdict() != Verdict::GaveUp);
                    let answer = answer.cloned();
                    recording.answer = Some((puzzle.to_owned(), command.to_owned(), answer));
                }
            }
            Event::Changed { puzzle: Some(puzzle), text } => {
                self.write(What::Statement, || format!("{puzzle}: {text}"));
            }
            Event::Changed { puzzle: None, text } => {
                self.write(What::Statement, || text.to_owned());
                if let Some(recording) = &mut self.recording {
                    recording.plain = Some(text.to_owned());
                }
            }
            Event::Replaced { puzzle, text } => self.replaced(puzzle, text, false),
            Event::Begin | Event::Judged { .. } | Event::Question { .. } => {}
            Event::Done => {
                if let Some(Err(error)) = self.recording.as_mut().map(Recording::done) {
                    self.torn = true;
                    self.stop_recording(&error.to_string());
                }
            }
        }
    }

    fn write(&mut self, what: What, text: impl FnOnce() -> String) {
        if let Some(journal) = &mut *self.journal.lock()
            && let Err(error) = journal.add(what, &text())
        {
            self.trouble += &format!("puzzled: no journal is kept from here on: {error}\n");
        }
    }

    fn stop_recording(&mut self, why: &str) {
        if let Some(recording) = self.recording.take() {
            self.trouble += &format!("the recording to {} ends: {why}\n", recording.shown);
        }
    }

    /// A puzzle stands in the place of another one of its name: `told` declares it again.
    pub(in crate::repl) fn replaced(&mut self, name: &str, told: &str, fresh: bool) {
        self.write(What::Whole, || told.to_owned());
        if !fresh {
            self.stop_recording(&format!("a document cannot declare `{name}` again"));
        } else if let Some(recording) = &mut self.recording {
            recording.follow(told);
            if let Err(error) = recording.file.add(told) {
                self.torn = true;
                self.stop_recording(&error.to_string());
            }
        }
    }

    /// A puzzle was removed by `forget`. A document that is recorded keeps it: nothing there asks for it.
    pub(in crate::repl) fn forgotten(&mut self, name: &str) {
        self.write(What::Forgotten, || name.to_owned());
    }

    /// What went wrong since the last time.
    pub(in crate::repl) fn settle(&mut self) -> String {
        std::mem::take(&mut self.trouble)
    }

    /// Whether a recording was lost since the last time.
    pub(in crate::repl) fn take_torn(&mut self) -> bool {
        std::mem::take(&mut self.torn)
    }
}

impl Shell {
    /// `record FILE`, `record off`.
    pub(in crate::repl) fn record(&mut self, source: &Source, own: Own, output: &mut dyn Output) {
        let argument = source.slice(own.rest);
        if argument == "off" {
            if self.log.recording.is_none() {
                let text = "nothing is being recorded; `record FILE` begins\n";
                return self.complain(text, output);
            }
            return self.end_recording(output);
        }
        if let Some(recording) = &self.log.recording {
            let text = format!("{} is being recorded; `record off` ends it\n", recording.shown);
            return self.complain(&text, output);
        }
        let path = commands::path(argument, self.home.clone());
        let shown = shown(&path);
        let budget = self.budget(output);
        let start = self.session.lock().save(&budget);
        match Recording::begin(&path, shown.clone(), &start) {
            Ok(recording) => {
                self.log.recording = Some(recording);
                output.say(&format!("recording to {shown}; `record off` ends it\n"));
            }
            Err(error) => self.trouble(error, output),
        }
    }

    /// Ends the recording with what shows whether a replay comes to the same states.
    fn end_recording(&mut self, output: &mut dyn Output) {
        let Some(mut recording) = self.log.recording.take() else { return };
        let budget = self.budget(output);
        let digests = self.session.lock().digests(&budget);
        let shown = recording.shown;
        match recording.file.add(&digests).and_then(|()| recording.file.sync()) {
            Ok(()) => {
                output.say(&format!("recorded to {shown}; `puzzled test {shown}` holds it\n"));
            }
            Err(error) => self.trouble(error, output),
        }
    }

    /// Ends what was begun: the REPL is left. The journal stays for `recover` if the session was
    /// cut off.
    pub(in crate::repl) fn leave(&mut self, cut_off: bool, output: &mut dyn Output) {
        jobs::stop_all(self);
        self.end_recording(output);
        if let Some(journal) = self.log.journal.lock().take()
            && !(cut_off || self.closed)
        {
            journal.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::repl::tests::{say, shell};
    use crate::search::Budget;
    use crate::session::{self, Mode, Session};

    /// What an input makes the shell say.
    fn told(shell: &mut Shell, text: &str) -> String {
        say(shell, text).1
    }

    /// Expectations that held, and those that did not.
    fn held(text: &str) -> (u64, u64) {
        let source = Source::new("recorded", text);
        let (mut session, mut sink) = (Session::new(), Sink::new());
        let document = session::read(&source, true, &mut sink);
        let budget = Budget::unlimited();
        let mode = Mode::Run { solve: true };
        session.run(&source, &document, mode, &budget, &mut sink, &mut |_, _| {});
        assert!(!sink.errors_since(0), "{:?} in\n{text}", sink.found());
        (session.tally().held, session.tally().wrong)
    }

    #[test]
    fn a_recording_holds_and_begins_where_the_session_stood() {
        let folder = std::env::temp_dir().join(format!("puzzled-record-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("tour.puzzle");
        let record = format!("record {}", file.display());
        let mut shell = shell();
        assert!(told(&mut shell, "record off").contains("`record FILE` begins"));
        assert!(told(&mut shell, "record").contains("syntax::missing-argument"));
        told(&mut shell, "matrix m {\n1 2\n3 4\n}\nrotate 1\nundo\nrotate 2\nbranch two");
        assert!(told(&mut shell, &record).starts_with("recording to"));
        assert!(told(&mut shell, &record).contains("`record off` ends it"));
        for text in [
            "show => 9 // wrong, and the answer is what counts",
            "rotate 1 // no comment",
            "rotat 1",
            "undo 77",
            "klotski k {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}",
            "solve",
            "status",
            "time k: moves",
            "list",
            "k: paths 2\nuse k\nhint\nm: goto two",
            "sudoku s { 1.343412214343.1 }",
            "s: candidates r1c1\nm: digest",
        ] {
            told(&mut shell, text);
        }
        let text = std::fs::read_to_string(&file).expect("it is written at once");
        assert!(text.contains("m: branch two\n") && text.contains("show => {\n  4 3\n"), "{text}");
        for out in ["rotat 1", "undo 77", "list", "comment", "=> 9"] {
            assert!(!text.contains(out), "{out} in\n{text}");
        }
        for line in ["m: goto two => {", "\nsolve => {", "hint => ", "candidates r1c1 => "] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
        assert!(told(&mut shell, "record off").contains("puzzled test"));
        let text = std::fs::read_to_string(&file).expect("it is there");
        let (held, wrong) = held(&text);
        assert_eq!((held, wrong), (text.matches(" => ").count() as u64, 0), "{text}");
        assert_eq!(text.matches("digest => ").count(), 5);
        assert!(told(&mut shell, &record).contains("name a new file"));
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
