//! `watch FILE`: a document that is loaded again whenever it changes; and `reload`, which does so
//! once with the documents that were loaded.
//!
//! Only the puzzles whose declaration or commands differ are opened again, and the moves that were
//! made at the prompt are made again; the others keep their states and their searches.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::diag::{Severity, counted};
use crate::host::prompt::Reading;
use crate::host::{Opened, Step, open_document, shown};
use crate::repl::output::Output;
use crate::repl::output::summary::{few, moves, summary};
use crate::repl::shell::Shell;
use crate::repl::verbs::load::{document_of, open};
use crate::repl::verbs::{Fault, Outcome, Reply};
use crate::search::Budget;
use crate::session::incremental::{Checked, Incremental, Script};
use crate::session::{Mode, Revised, Tally, look};
use crate::syntax::Statement;
use crate::text::Source;

/// Diagnostics shown for one reading.
const LIMIT: usize = 100;
/// A file changed this shortly before it was read may change again within the same tick of its
/// clock.
const TICK: Duration = Duration::from_secs(2);

/// The number of no script: the puzzle came from the file, and is not what stands there now.
const UNREAD: u64 = 0;

/// A file that was loaded, or is watched.
pub(crate) struct Watched {
    file: PathBuf,
    shown: String,
    /// How it is read if it is not a document.
    reading: Reading,
    /// When it was changed last, its size, and whether that shows that it is the same.
    stamp: Option<(SystemTime, u64, bool)>,
    text: String,
    live: Incremental,
    /// The puzzles that came from it, with the numbers of their scripts.
    known: BTreeMap<String, u64>,
    /// True if it could be read the last time.
    readable: bool,
}

impl Watched {
    /// Returns a file that was just loaded.
    pub(crate) fn loaded(file: &Path, reading: &Reading, opened: &Opened) -> Self {
        Self {
            file: file.to_owned(),
            shown: shown(file),
            reading: reading.clone(),
            stamp: None,
            text: text_of(opened),
            live: Incremental::new(),
            known: BTreeMap::new(),
            readable: true,
        }
    }

    /// Returns what looks out for a change of the file.
    pub(crate) fn change(&self) -> Change {
        let known = self.stamp.map(|(when, length, _)| (when, length));
        Change { file: self.file.clone(), known, last: known }
    }

    /// Returns whether it is the same file.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.file == other.file
    }

    /// Reads the text once more that was loaded, so that it is known which puzzles stood there.
    fn remember(&mut self) {
        let source = Arc::new(Source::new(self.shown.as_str(), self.text.as_str()));
        let checked = self.live.check(source);
        for (name, script) in named(&checked) {
            self.known.entry(name).or_insert(script.id);
        }
    }
}

/// Returns the scripts of a document that declare a puzzle with a name, in order.
pub(crate) fn named(checked: &Checked) -> Vec<(String, Script)> {
    let name = |script: &Script| {
        let &declaration = checked.members(script).first()?;
        let statement = &checked.document.statements[declaration as usize];
        let Statement::Declaration(one) = statement else { return None };
        let name = checked.source.slice(one.name).to_owned();
        (!name.is_empty()).then_some((name, *script))
    };
    look(checked.scripts.len());
    checked.scripts.iter().filter_map(name).collect()
}

/// Looks out for a change of a file.
#[derive(Debug)]
pub(crate) struct Change {
    file: PathBuf,
    /// What was known of it, and what was seen of it the last time.
    known: Option<(SystemTime, u64)>,
    last: Option<(SystemTime, u64)>,
}

impl Change {
    /// Returns whether it has changed, and not again since the last look: an editor may write in pieces.
    pub(crate) fn is_there(&mut self) -> bool {
        let now = stamp(&self.file).map(|(when, length, _)| (when, length));
        let rests = std::mem::replace(&mut self.last, now) == now;
        rests && now != self.known
    }
}

fn stamp(file: &Path) -> Option<(SystemTime, u64, bool)> {
    let data = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    let when = data.modified().ok()?;
    let settled = SystemTime::now().duration_since(when).is_ok_and(|age| age > TICK);
    Some((when, data.len(), settled))
}

/// Returns the text of a file as it is on disk.
fn text_of(opened: &Opened) -> String {
    let source = opened.made_of.as_ref().map(|(source, _)| source).or(opened.source.as_ref());
    source.map_or_else(String::new, |source| source.text().to_owned())
}

/// Runs `watch FILE` and `watch off`.
pub(super) fn watch(
    shell: &mut Shell,
    argument: &str,
    file: &Path,
    output: &mut dyn Output,
) -> Outcome {
    if argument == "off" {
        let watched = shell.files.watched.take();
        let watched = watched.ok_or(Fault::from("nothing is watched; `watch FILE` begins\n"))?;
        return Ok(Reply::Note(format!("stopped watching {}\n", watched.shown)));
    }
    let (stamp, reading) = (stamp(file), Reading::default());
    let opened = open(file, &reading, true)?;
    let mut watched = Watched { stamp, ..Watched::loaded(file, &reading, &opened) };
    let source = document_of(&mut shell.printer, opened, output).ok_or(Fault::Reported)?;
    follow(shell, &mut watched, source, true, output);
    shell.files.watched = Some(watched);
    Ok(Reply::Nothing)
}

/// Runs `reload`: reads the files again that were loaded and have changed.
pub(super) fn reload(shell: &mut Shell, output: &mut dyn Output) -> Outcome {
    if shell.files.loaded.is_empty() {
        return Err(Fault::from("no file was loaded; `load FILE` does\n"));
    }
    let mut is_same = true;
    for mut file in std::mem::take(&mut shell.files.loaded) {
        match open(&file.file, &file.reading, false) {
            Err(fault) => {
                fault.report(&mut shell.printer, &Source::new("", ""), output);
                is_same = false;
            }
            Ok(_) if shell.cancel.is_cancelled() => {}
            Ok(opened) => is_same &= !renew(shell, &mut file, opened, output),
        }
        shell.files.loaded.push(file);
    }
    Ok(if is_same { Reply::Note(String::from("nothing has changed\n")) } else { Reply::Nothing })
}

/// Loads the watched file again if it has changed.
pub(crate) fn check_watched(shell: &mut Shell, output: &mut dyn Output) {
    let Some(mut watched) = shell.files.watched.take() else { return };
    look_at(shell, &mut watched, output);
    shell.files.watched = Some(watched);
}

fn look_at(shell: &mut Shell, watched: &mut Watched, output: &mut dyn Output) {
    let now = stamp(&watched.file);
    let same =
        |old: (SystemTime, u64, bool)| now.is_some_and(|now| now.0 == old.0 && now.1 == old.1);
    if watched.stamp.is_some_and(|old| old.2 && same(old)) {
        return;
    }
    watched.stamp = now;
    match open_document(&watched.file, watched.reading.asked()) {
        Err(error) => {
            if std::mem::replace(&mut watched.readable, false) {
                output.say(&format!("puzzled: {error}\n"));
            }
        }
        Ok(opened) => {
            watched.readable = true;
            renew(shell, watched, opened, output);
        }
    }
}

/// Takes the text of a file over if it has changed, and returns whether it has.
fn renew(shell: &mut Shell, file: &mut Watched, opened: Opened, output: &mut dyn Output) -> bool {
    let text = text_of(&opened);
    if text == file.text {
        return false;
    }
    if file.known.is_empty() {
        file.remember();
    }
    file.text = text;
    if let Some(source) = document_of(&mut shell.printer, opened, output) {
        follow(shell, file, source, false, output);
    }
    true
}

/// Takes a new text of a file over.
fn follow(
    shell: &mut Shell,
    watched: &mut Watched,
    source: Source,
    first: bool,
    output: &mut dyn Output,
) {
    let checked = watched.live.check(Arc::new(source));
    say_general(shell, &checked, output);
    let (mut again, mut fresh, mut kept, mut faulty) = (vec![], vec![], vec![], vec![]);
    let mut here = BTreeMap::new();
    let before = shell.session.lock().tally();
    let (mut tally, mut revised) = (before, Vec::new());
    for (name, script) in named(&checked) {
        if here.contains_key(&name) {
            continue; // which was said
        }
        let (before, known) = (watched.known.get(&name).copied(), shell.has(&name));
        here.insert(name.clone(), script.id);
        if known && before == Some(script.id) {
            kept.push(name);
            continue;
        }
        if shell.cancel.is_cancelled() {
            here.insert(name, UNREAD); // the next change of the file reads it
            continue;
        }
        let (sound, moves) = run_script(shell, &checked, &script, &name, &mut tally, output);
        revised.extend(moves);
        let list = match sound {
            true if known => &mut again,
            true => &mut fresh,
            false => &mut faulty,
        };
        list.push(name);
    }
    let mut gone = Vec::new();
    for (name, script) in std::mem::take(&mut watched.known) {
        if let Entry::Vacant(free) = here.entry(name) {
            if script != UNREAD {
                gone.push(free.key().clone());
            }
            free.insert(UNREAD);
        }
    }
    let declared = checked.document.statements.iter().rev().find_map(|one| match one {
        Statement::Declaration(one) => Some(checked.source.slice(one.name)),
        _ => None,
    });
    if let Some(name) = declared.filter(|name| first && shell.has(name)) {
        shell.session.lock().turn_to(name);
    }
    watched.known = here;
    if first {
        let (sound, broken) = (fresh.len() + again.len(), faulty.len());
        let name = &watched.shown;
        output.say(&summary(name, sound, broken, &checked.document, before, tally));
        output.say(&format!("watching {}; `watch off` ends it\n", watched.shown));
    } else {
        let mut text = changes(&watched.shown, &[again, fresh, faulty, gone, kept]);
        text += &moves(revised.into_iter());
        let wrong = tally.wrong - before.wrong;
        if wrong > 0 {
            text += &format!("; {} wrong", counted(wrong, "expectation"));
        }
        output.say(&(text + "\n"));
    }
    output.say(&shell.log.take_trouble());
}

/// Says what is wrong with the document apart from its puzzles, which say it when they run.
fn say_general(shell: &mut Shell, checked: &Checked, output: &mut dyn Output) {
    if !checked.general.is_empty() {
        shell.printer.failed |= checked.general.iter().any(|one| one.severity() == Severity::Error);
        output.report(&checked.source, &checked.general, LIMIT);
    }
}

/// Runs a puzzle of the document with its commands, and takes it into the session. Returns whether
/// there is such a puzzle, and how many of the moves made here were kept. Its expectations are
/// added to `tally`.
pub(super) fn run_script(
    shell: &mut Shell,
    checked: &Checked,
    script: &Script,
    name: &str,
    tally: &mut Tally,
    output: &mut dyn Output,
) -> (bool, Option<Revised>) {
    let mut runner = shell.runner(output);
    let mut shown = 0;
    let mode = Mode::Run { solve: false };
    let source = &checked.source;
    let (live, own) = checked.run(script, mode, &runner.budget(), &mut |event, sink| {
        runner.hear(event, sink, &mut |step| match step {
            Step::Event { .. } => {}
            Step::Found(found) => {
                shell.printer.failed |= found.iter().any(|one| one.severity() == Severity::Error);
                if shown < LIMIT {
                    output.report(source, &found, LIMIT - shown);
                    shown += found.len();
                }
            }
        });
    });
    tally.add(own);
    let sound = live.filter(|live| live.entry(false).is_some_and(|one| one.stands.is_some()));
    let Some(live) = sound else { return (false, None) };
    let fresh = !shell.has(name);
    let work = |budget: &Budget| shell.session.lock().take_over(live, budget);
    let (revised, _) = runner.compute("replay", work);
    let told = shell.session.lock().told(Some(name));
    shell.log.replaced(name, &told, fresh);
    (true, revised)
}

/// Describes what a change of a file came to.
fn changes(shown: &str, [again, fresh, faulty, gone, kept]: &[Vec<String>; 5]) -> String {
    let mut parts = Vec::new();
    for (names, one, many) in [
        (again, "was loaded again", "were loaded again"),
        (fresh, "is new", "are new"),
        (faulty, "has errors; kept the old version", "have errors; kept the old versions"),
        (
            gone,
            "is no longer in the file; kept in this session",
            "are no longer in the file; kept in this session",
        ),
        (kept, "keeps its history", "keep their history"),
    ] {
        if !names.is_empty() {
            let verb = if names.len() == 1 { one } else { many };
            parts.push(format!("{} {verb}", few(names, 8)));
        }
    }
    if parts.is_empty() {
        parts.push(String::from("no puzzle is in it"));
    }
    format!("{shown} changed: {}", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use crate::repl::shell::Shell;
    use crate::repl::tests::{say, shell};

    /// Standard input is what the prompt itself reads: reading it there would wait forever.
    #[test]
    fn a_dash_is_the_name_of_a_file() {
        let mut shell = shell();
        for line in ["watch -", "load -"] {
            let (out, err) = say(&mut shell, line);
            assert!(out.is_empty() && err.contains("cannot read ./-: "), "{line}: {out}{err}");
        }
        assert!(say(&mut shell, "reload").1.contains("no file was loaded"));
    }

    #[test]
    fn a_file_of_another_program_is_watched_as_it_is_loaded() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("w.sdm");
        let write = |text: &str| std::fs::write(&file, text).expect("written");
        let (one, two) = ("1.343412214343.1", "12.43412214343.1");
        let mut shell = shell();
        write(&format!("{one}\n{one}\n"));
        let (out, err) = say(&mut shell, &format!("watch {}", file.display()));
        assert!(out.is_empty() && err.contains(": 2 puzzles\nwatching "), "{out}{err}");
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
    fn a_change_is_seen_when_the_file_rests() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("w.puzzle");
        let write = |text: &str| std::fs::write(&file, text).expect("written");
        write("matrix m {\n1 2\n3 4\n}\n");
        let mut shell = shell();
        say(&mut shell, &format!("watch {}", file.display()));
        let mut change = shell.files.watched.as_ref().expect("it is watched").change();
        assert!(!change.is_there() && !change.is_there());
        write("");
        assert!(!change.is_there(), "it may be written in pieces");
        write("matrix m {\n1 2\n3 4\n}\nrotate 1\n");
        assert!(!change.is_there());
        assert!(change.is_there());
        assert!(say(&mut shell, "").1.contains("`m` was loaded again"));
        let mut change = shell.files.watched.as_ref().expect("it is watched").change();
        assert!(!change.is_there() && !change.is_there(), "once");
        std::fs::remove_file(&file).expect("removed");
        assert!(!change.is_there() && change.is_there());
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
        let watching = format!("watching {shown}; `watch off` ends it\n");
        assert_eq!(
            (out.as_str(), err),
            ("", format!("{shown}: 2 puzzles, 2 commands\n{watching}"))
        );
        // What is done at the prompt stays, a search too, also if the puzzle moves within the file.
        say(&mut shell, "k: move A right\nk: step 3\none: rotate 1");
        let status = say(&mut shell, "k: status").0;
        write(&format!("// moved\n{k}\n{one}one: rotate 2\n"));
        let (out, err) = say(&mut shell, "k: status");
        assert_eq!(out, status);
        // The move made here follows those of the file, and the first `undo` takes all of it back.
        let said = "`one` was loaded again; `k` keeps its history; 1 move kept\n";
        assert_eq!(err, format!("{shown} changed: {said}"));
        assert_eq!(
            say(&mut shell, "one: show\none: undo\none: undo\none: show\nshow").0,
            "1 2\n3 4\n3 1\n4 2\n4 3\n2 1\n4 3\n2 1\n. A B\nC . B\nC D .\n"
        );
        // A slip in the file changes nothing here, and neither does a puzzle that is taken out.
        write(&format!("{k}matrix one {{\n1 2\n3\n}}\nmatrix two {{\n1 2\n3 4\n}}\n"));
        let (_, err) = say(&mut shell, "");
        assert!(err.contains("matrix::ragged"), "{err}");
        assert!(err.ends_with("changed: `two` is new; `one` has errors; kept the old version; `k` keeps its history\n"), "{err}");
        write("matrix two {\n1 2\n3 4\n}\n");
        let (_, err) = say(&mut shell, "");
        assert!(
            err.ends_with(
                "changed: `k` and `one` are no longer in the file; kept in this session; `two` keeps its history\n"
            ),
            "{err}"
        );
        write(&format!("matrix two {{\n1 2\n3 4\n}}\n{one}matrix two {{ 1 }}\n"));
        let (_, err) = say(&mut shell, "");
        assert!(
            err.contains("document::duplicate-name") && err.contains("`one` was loaded again"),
            "{err}"
        );
        // A name that was typed is replaced like any other, and that can be taken back.
        say(&mut shell, "matrix mine {\n1 2\n3 4\n}");
        say(&mut shell, "mine: rotate 1");
        write("matrix mine {\n9 8\n7 6\n}\n");
        let (out, err) = say(&mut shell, "mine: show");
        assert!(out == "8 6\n9 7\n" && err.contains("1 move kept"), "{out}{err}");
        assert_eq!(say(&mut shell, "mine: undo").0, "2 4\n1 3\n");
        std::fs::remove_file(&file).expect("removed");
        assert!(say(&mut shell, "").1.contains("w.puzzle"));
        assert_eq!(say(&mut shell, "").1, "", "said once");
        assert!(say(&mut shell, "watch off").1.contains("stopped watching"));
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
