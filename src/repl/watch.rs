//! `watch FILE`: a document that is loaded again whenever it changes.
//!
//! Only the puzzles whose declaration or commands differ are opened again; the others keep their
//! states and their searches.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::commands::{self, Own};
use super::port::Port;
use super::shell::Shell;
use super::slips::duplicate;
use crate::diag::{Severity, among};
use crate::host::{Opened, Step, open_document, shown};
use crate::session::live::{Checked, Live, Thread};
use crate::session::{Event, Mode};
use crate::syntax::{self, Statement};
use crate::text::Source;

/// Diagnostics shown for one reading.
const LIMIT: usize = 100;
/// A file changed this shortly before it was read may change again within the same tick of its
/// clock.
const TICK: Duration = Duration::from_secs(2);

/// The number of no thread: the puzzle came from the file, and is not what stands there now.
const UNREAD: u64 = 0;

/// A file that is watched.
pub(super) struct Watched {
    file: PathBuf,
    shown: String,
    /// When it was changed last, its size, and whether that shows that it is the same.
    stamp: Option<(SystemTime, u64, bool)>,
    text: String,
    live: Live,
    /// The puzzles that came from it, with the numbers of their threads.
    known: BTreeMap<String, u64>,
    /// Whether it could be read the last time.
    readable: bool,
}

fn stamp(file: &Path) -> Option<(SystemTime, u64, bool)> {
    let data = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    let when = data.modified().ok()?;
    let settled = SystemTime::now().duration_since(when).is_ok_and(|age| age > TICK);
    Some((when, data.len(), settled))
}

/// The text of a file as it is on disk.
fn text_of(opened: &Opened) -> String {
    let source = opened.made_of.as_ref().map(|(source, _)| source).or(opened.source.as_ref());
    source.map_or_else(String::new, |source| source.text().to_owned())
}

impl Shell {
    /// `watch FILE`, `watch off`.
    pub(super) fn watch(&mut self, source: &Source, own: Own, port: &mut dyn Port) {
        let argument = source.slice(own.rest);
        if argument.is_empty() {
            let what = "the name of a document, or `off`,";
            let found = syntax::codes::missing_argument(own.word, what, own.verb.usage);
            return self.refuse(source, found, port);
        }
        if argument == "off" {
            return match self.watched.take() {
                Some(watched) => port.say(&format!("{} is watched no more\n", watched.shown)),
                None => self.complain("nothing is watched; `watch FILE` begins\n", port),
            };
        }
        let file = commands::path(argument, self.home.clone());
        let shown = shown(&file);
        if std::fs::metadata(&file).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            let text = format!("puzzled: cannot read {shown}: it is not a regular file\n");
            return self.complain(&text, port);
        }
        let stamp = stamp(&file);
        match open_document(&file, None) {
            Err(error) => {
                self.complain(&format!("puzzled: {error}\n"), port);
            }
            Ok(opened) => {
                let (live, known, text) = (Live::new(), BTreeMap::new(), text_of(&opened));
                let Some(source) = self.document_of(opened, port) else { return };
                let readable = true;
                let watched = Watched { file, shown, stamp, text, live, known, readable };
                self.watched = Some(watched);
                self.reload(source, true, port);
            }
        }
    }

    /// Loads the watched file again if it has changed.
    pub(super) fn look(&mut self, port: &mut dyn Port) {
        let Some(watched) = &mut self.watched else { return };
        let now = stamp(&watched.file);
        let same =
            |old: (SystemTime, u64, bool)| now.is_some_and(|now| now.0 == old.0 && now.1 == old.1);
        if watched.stamp.is_some_and(|old| old.2 && same(old)) {
            return;
        }
        watched.stamp = now;
        match open_document(&watched.file, None) {
            Err(error) => {
                if std::mem::replace(&mut watched.readable, false) {
                    port.say(&format!("puzzled: {error}\n"));
                }
            }
            Ok(opened) => {
                watched.readable = true;
                let text = text_of(&opened);
                if text != watched.text {
                    watched.text = text;
                    if let Some(source) = self.document_of(opened, port) {
                        self.reload(source, false, port);
                    }
                }
            }
        }
    }

    fn reload(&mut self, source: Source, first: bool, port: &mut dyn Port) {
        let Some(mut watched) = self.watched.take() else { return };
        let checked = watched.live.check(Arc::new(source));
        self.say_general(&checked, port);
        let (mut again, mut fresh, mut kept, mut faulty) = (vec![], vec![], vec![], vec![]);
        let mut here = BTreeMap::new();
        for thread in &checked.threads {
            let declaration = checked.members(thread).first();
            let statement = declaration.map(|&at| &checked.document.statements[at as usize]);
            let Some(Statement::Declaration(one)) = statement else { continue };
            let name = checked.source.slice(one.name).to_owned();
            if name.is_empty() || here.contains_key(&name) {
                continue; // which was said
            }
            let (before, known) = (watched.known.get(&name).copied(), self.has(&name));
            here.insert(name.clone(), thread.id);
            if known && before == Some(thread.id) {
                kept.push(name);
                continue;
            }
            if known && before.is_none() {
                // It belongs to somebody else, and is worth more than a file that can be read again.
                port.report(&checked.source, &[duplicate(one.name, &name, None)], 1);
                here.remove(&name);
                self.fault();
                continue;
            }
            if self.cancel.is_cancelled() {
                here.insert(name, UNREAD); // the next change of the file reads it
                continue;
            }
            let list = match self.run_thread(&checked, thread, &name, port) {
                true if known => &mut again,
                true => &mut fresh,
                false => &mut faulty,
            };
            list.push(name);
        }
        let mut gone = Vec::new();
        for (name, thread) in std::mem::take(&mut watched.known) {
            if let Entry::Vacant(free) = here.entry(name) {
                if thread != UNREAD {
                    gone.push(free.key().clone());
                }
                free.insert(UNREAD);
            }
        }
        let declared = checked.document.statements.iter().rev().find_map(|one| match one {
            Statement::Declaration(one) => Some(checked.source.slice(one.name)),
            _ => None,
        });
        if let Some(name) = declared.filter(|name| first && self.has(name)) {
            self.session.borrow_mut().turn_to(name);
        }
        watched.known = here;
        if first {
            port.say(&format!("watching {}; `watch off` ends it\n", watched.shown));
        } else {
            let text = changes(&watched.shown, &[again, fresh, faulty, gone, kept]);
            port.say(&text);
        }
        self.watched = Some(watched);
        port.say(&self.log.settle());
    }

    /// Says what is wrong with the document apart from its puzzles, which say it when they run.
    fn say_general(&mut self, checked: &Checked, port: &mut dyn Port) {
        if !checked.general.is_empty() {
            self.failed |= checked.general.iter().any(|one| one.severity() == Severity::Error);
            port.report(&checked.source, &checked.general, LIMIT);
        }
    }

    /// Runs a puzzle of the document with its commands, and takes it into the session. Whether
    /// there is such a puzzle.
    fn run_thread(
        &mut self,
        checked: &Checked,
        thread: &Thread,
        name: &str,
        port: &mut dyn Port,
    ) -> bool {
        let mut runner = self.runner(port);
        let mut shown = 0;
        let mode = Mode::Run { solve: false };
        let source = &checked.source;
        let part = checked.run(thread, mode, &runner.budget(), &mut |event, sink| {
            runner.hear(event, sink, &mut |step| match step {
                Step::Event { event: Event::Answer { puzzle, command, text, .. }, .. } => {
                    self.answers.borrow_mut().add(self.number, command, text);
                    if !port.answer(&self.settings.shape.of(Some(puzzle), command, text)) {
                        self.closed = true;
                        self.cancel.cancel();
                    }
                }
                Step::Event { .. } => {}
                Step::Found(found) => {
                    self.failed |= found.iter().any(|one| one.severity() == Severity::Error);
                    if shown < LIMIT {
                        port.report(source, &found, LIMIT - shown);
                        shown += found.len();
                    }
                }
            });
        });
        if part.focused().is_none_or(|focus| focus != name)
            || part.entries().iter().all(|one| one.prompt.is_none())
        {
            return false;
        }
        let fresh = !self.has(name);
        self.session.borrow_mut().adopt(part);
        let told = self.session.borrow().told(Some(name));
        self.log.replaced(name, &told, fresh);
        true
    }
}

/// What a change of a file came to.
fn changes(shown: &str, [again, fresh, faulty, gone, kept]: &[Vec<String>; 5]) -> String {
    let mut parts = Vec::new();
    for (names, one, many) in [
        (again, "was loaded again", "were loaded again"),
        (fresh, "is new", "are new"),
        (faulty, "has errors and stays what it was", "have errors and stay what they were"),
        (gone, "is gone from it and stays here", "are gone from it and stay here"),
        (kept, "keeps its history", "keep their history"),
    ] {
        if !names.is_empty() {
            let verb = if names.len() == 1 { one } else { many };
            let few = names.iter().take(8).map(String::as_str);
            let more = names.len().saturating_sub(8);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            parts.push(format!("{}{more} {verb}", among(few)));
        }
    }
    if parts.is_empty() {
        parts.push(String::from("no puzzle is in it"));
    }
    format!("{shown} changed: {}\n", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::Shell;
    use crate::repl::tests::{say, shell};

    #[test]
    fn a_file_of_another_program_is_watched_as_it_is_loaded() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("w.sdm");
        let write = |text: &str| std::fs::write(&file, text).expect("written");
        let (one, two) = ("1.343412214343.1", "12.43412214343.1");
        let mut shell = shell();
        write(&format!("{one}\n{one}\n"));
        let (out, err) = say(&mut shell, &format!("watch {}", file.display()));
        assert!(out.is_empty() && err.starts_with("watching "), "{out}{err}");
        assert_eq!(say(&mut shell, "list").0.lines().count(), 2);
        write(&format!("{one}\n{two}\n{one}\n"));
        let (_, err) = say(&mut shell, "");
        let changed = "`w-2` was loaded again; `w-3` is new; `w-1` keeps its history\n";
        assert!(err.ends_with(changed), "{err}");
        assert_eq!(say(&mut shell, "list").0.lines().count(), 3);
        write(&format!("{one}\n{two}?\n"));
        let (_, err) = say(&mut shell, "");
        assert!(err.contains("sudoku::not-a-puzzle"), "{err}");
        // A text that no name and no declaration explains is refused, as `load` refuses it.
        let other = folder.path().join("notes.txt");
        std::fs::write(&other, "some notes\n").expect("written");
        let refused =
            |shell: &mut Shell, verb: &str| say(shell, &format!("{verb} {}", other.display()));
        let (watch, load) = (refused(&mut shell, "watch"), refused(&mut shell, "load"));
        assert!(load.1.contains("is not a `.puzzle` document"), "{load:?}");
        assert_eq!(watch, load);
    }

    #[test]
    fn what_did_not_change_keeps_its_history() {
        let folder = std::env::temp_dir().join(format!("puzzled-watch-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("w.puzzle");
        let shown = file.display().to_string();
        let write = |text: &str| std::fs::write(&file, text).expect("written");
        let one = "matrix one {\n1 2\n3 4\n}\nrotate 1\n";
        let k = "klotski k {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n";
        let mut shell = shell();
        assert!(say(&mut shell, "watch off").1.contains("nothing is watched"));
        assert!(say(&mut shell, "watch").1.contains("syntax::missing-argument"));
        assert!(say(&mut shell, "watch /").1.contains("it is a folder"));
        assert!(say(&mut shell, "watch /no/such/file").1.contains("/no/such/file"));
        write(&format!("{one}{k}one: rotate 1\n"));
        let (out, err) = say(&mut shell, &format!("watch {shown}"));
        assert_eq!(
            (out.as_str(), err),
            ("2 4\n1 3\n4 3\n2 1\n", format!("watching {shown}; `watch off` ends it\n"))
        );
        // What is done at the prompt stays, a search too, wherever the puzzle stands in the file.
        say(&mut shell, "k: move A right\nk: step 3\none: rotate 1");
        let status = say(&mut shell, "k: status").0;
        write(&format!("// moved\n{k}\n{one}one: rotate 2\n"));
        let (out, err) = say(&mut shell, "k: status");
        assert_eq!(out, format!("2 4\n1 3\n3 1\n4 2\n{status}"));
        assert_eq!(
            err,
            format!("{shown} changed: `one` was loaded again; `k` keeps its history\n")
        );
        assert_eq!(
            say(&mut shell, "one: undo\nshow"),
            (String::from("2 4\n1 3\n. A B\nC . B\nC D .\n"), String::new())
        );
        // A slip in the file changes nothing here, and neither does a puzzle that is taken out.
        write(&format!("{k}matrix one {{\n1 2\n3\n}}\nmatrix two {{\n1 2\n3 4\n}}\n"));
        let (_, err) = say(&mut shell, "");
        assert!(err.contains("matrix::ragged"), "{err}");
        assert!(err.ends_with("changed: `two` is new; `one` has errors and stays what it was; `k` keeps its history\n"), "{err}");
        write("matrix two {\n1 2\n3 4\n}\n");
        let (_, err) = say(&mut shell, "");
        assert!(
            err.ends_with(
                "changed: `k` and `one` are gone from it and stay here; `two` keeps its history\n"
            ),
            "{err}"
        );
        write(&format!("matrix two {{\n1 2\n3 4\n}}\n{one}matrix two {{ 1 }}\n"));
        let (_, err) = say(&mut shell, "");
        assert!(
            err.contains("document::duplicate-name") && err.contains("`one` was loaded again"),
            "{err}"
        );
        // A name that was typed is not the file's.
        say(&mut shell, "matrix mine {\n1 2\n3 4\n}");
        write("matrix mine {\n9 9\n9 9\n}\n");
        let (_, err) = say(&mut shell, "mine: show => 1 2");
        assert!(err.contains("document::duplicate-name") && !err.contains("expectation"), "{err}");
        std::fs::remove_file(&file).expect("removed");
        assert!(say(&mut shell, "").1.contains("w.puzzle"));
        assert_eq!(say(&mut shell, "").1, "", "said once");
        assert!(say(&mut shell, "watch off").1.contains("watched no more"));
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
