//! What the prompt writes down: the journal of the session, recordings and saved sessions. One [`Log`]
//! follows the events of the session and feeds both the journal and the recording; one replay
//! (`replay`) runs what a journal holds.

pub(crate) mod journal;
pub(crate) mod left;
pub(crate) mod offer;
mod recording;
pub(crate) mod replay;
pub(crate) mod saved;

use std::path::{Path, PathBuf};

use crate::diag::Shown;
use crate::host::WriteError;
use crate::puzzle::Verdict;
use crate::session::Event;
use journal::{Journal, RecordKind};
use recording::Recording;

/// Follows what statements do, and writes it to the journal and to the recording.
#[derive(Debug, Default)]
pub(crate) struct Log {
    journal: Option<Journal>,
    recording: Option<Recording>,
    /// Messages about failures that were not shown yet.
    trouble: String,
    /// True if a recording could not be written, which was not said yet.
    torn: bool,
    /// The folder where sessions keep their journals, if it is known.
    folder: Option<PathBuf>,
    /// True if a recording must not state answers, because a setting changes them: a document has none.
    pub(crate) omits_answers: bool,
}

impl Log {
    /// Looks for the journals of other sessions in a folder from now on.
    pub(crate) fn look_in(&mut self, folder: PathBuf) {
        self.folder = Some(folder);
    }

    /// Keeps a journal in a folder from now on, after a document that shows what was there before.
    pub(crate) fn keep(&mut self, folder: PathBuf, before: String) {
        self.journal = Some(Journal::new(folder.clone(), before));
        self.folder = Some(folder);
    }

    /// Returns whether a journal of this session is kept.
    pub(crate) fn is_kept(&self) -> bool {
        self.journal.is_some()
    }

    /// Returns the folder of journals, if it is known.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the name of the file that is being recorded to.
    pub(crate) fn recorded(&self) -> Option<&str> {
        self.recording.as_ref().map(|recording| recording.shown.as_str())
    }

    /// Begins a recording with a document that leads to the current state, and returns its name.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub(crate) fn begin_recording(&mut self, path: &Path, start: &str) -> Result<&str, WriteError> {
        Ok(&self.recording.insert(Recording::begin(path, start)?).shown)
    }

    /// Ends the recording with digests, which show whether a replay comes to the same states. Returns
    /// a message for people.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn end_recording(&mut self, digests: &str) -> Result<Option<String>, WriteError> {
        let Some(Recording { mut file, shown, .. }) = self.recording.take() else {
            return Ok(None);
        };
        file.add(digests).and_then(|()| file.sync())?;
        Ok(Some(format!("recorded to {shown}; `puzzled test {shown}` holds it\n")))
    }

    /// Ends the journal. It stays for `recover` if the session was cut off.
    pub(crate) fn end(&mut self, is_cut_off: bool) {
        if let Some(journal) = self.journal.take().filter(|_| !is_cut_off) {
            journal.end();
        }
    }

    /// Follows an event of statements that run in the session.
    pub(crate) fn follow_event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Answer { puzzle, command, answer, .. } => {
                if let Some(recording) = &mut self.recording {
                    let answer = Some(answer).filter(|answer| answer.verdict() != Verdict::GaveUp);
                    let answer = answer.cloned();
                    recording.answer = Some((puzzle.to_owned(), command.to_owned(), answer));
                    recording.omits_answer = self.omits_answers;
                }
            }
            Event::Changed { puzzle: Some(puzzle), text } => {
                self.write(RecordKind::Statement, || format!("{puzzle}: {text}"));
            }
            Event::Changed { puzzle: None, text } => {
                self.write(RecordKind::Statement, || text.to_owned());
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

    fn write(&mut self, kind: RecordKind, text: impl FnOnce() -> String) {
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.add(kind, &text())
        {
            self.trouble += &format!("puzzled: no journal is kept from here on: {error}\n");
        }
    }

    fn stop_recording(&mut self, why: &str) {
        if let Some(recording) = self.recording.take() {
            self.trouble += &format!("the recording to {} ends: {why}\n", recording.shown);
        }
    }

    /// Notes that a puzzle is new, or replaced another puzzle of its name. `text` declares it.
    pub(crate) fn replaced(&mut self, name: &str, text: &str, fresh: bool) {
        self.write(RecordKind::Whole, || text.to_owned());
        if !fresh {
            self.stop_recording(&format!("a document cannot declare `{}` again", Shown(name)));
        } else if let Some(recording) = &mut self.recording {
            recording.follow(text);
            if let Err(error) = recording.file.add(text) {
                self.torn = true;
                self.stop_recording(&error.to_string());
            }
        }
    }

    /// Notes that `forget` removed a puzzle. A document that is recorded keeps it: nothing there asks for it.
    pub(crate) fn forgotten(&mut self, name: &str) {
        self.write(RecordKind::Forgotten, || name.to_owned());
    }

    /// Returns what went wrong since the last call, for people.
    pub(crate) fn take_trouble(&mut self) -> String {
        std::mem::take(&mut self.trouble)
    }

    /// Returns whether a recording was lost since the last call.
    pub(crate) fn take_torn(&mut self) -> bool {
        std::mem::take(&mut self.torn)
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::Sink;
    use crate::repl::shell::Shell;
    use crate::repl::tests::{say, shell};
    use crate::search::Budget;
    use crate::session::{self, Mode, Session};
    use crate::text::Source;

    /// Returns the messages after an input.
    fn messages(shell: &mut Shell, text: &str) -> String {
        say(shell, text).1
    }

    /// Returns the number of expectations that held, and of those that did not.
    fn held(text: &str) -> (u64, u64) {
        let source = Source::new("recorded", text);
        let mut session = Session::new();
        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        let budget = Budget::unlimited();
        let mode = Mode::Run { solve: true };
        session.run(&source, &document, mode, &budget, &mut sink, &mut |_, _| {});
        assert!(!sink.errors_since(0), "{:?} in\n{text}", sink.diagnostics());
        (session.tally().held, session.tally().wrong)
    }

    #[test]
    fn a_recording_holds_and_begins_where_the_session_stood() {
        let folder = std::env::temp_dir().join(format!("puzzled-record-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("tour.puzzle");
        let record = format!("record {}", file.display());
        let mut shell = shell();

        assert!(messages(&mut shell, "record off").contains("`record FILE` begins"));
        assert!(messages(&mut shell, "record").contains("syntax::missing-argument"));
        messages(&mut shell, "matrix m {\n1 2\n3 4\n}\nrotate 1\nundo\nrotate 2\nbranch two");
        assert!(messages(&mut shell, &record).starts_with("recording to"));
        assert!(messages(&mut shell, &record).contains("`record off` ends it"));
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
            messages(&mut shell, text);
        }

        let text = std::fs::read_to_string(&file).expect("it is written at once");
        assert!(text.contains("m: branch two\n") && text.contains("show => {\n  4 3\n"), "{text}");
        for out in ["rotat 1", "undo 77", "list", "comment", "=> 9"] {
            assert!(!text.contains(out), "{out} in\n{text}");
        }
        for line in ["m: goto two => {", "\nsolve => {", "hint => ", "candidates r1c1 => "] {
            assert!(text.contains(line), "{line} in\n{text}");
        }

        assert!(messages(&mut shell, "record off").contains("puzzled test"));
        let text = std::fs::read_to_string(&file).expect("it is there");
        let (held, wrong) = held(&text);
        assert_eq!((held, wrong), (text.matches(" => ").count() as u64, 0), "{text}");
        assert_eq!(text.matches("digest => ").count(), 5);
        assert!(messages(&mut shell, &record).contains("name a new file"));
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
