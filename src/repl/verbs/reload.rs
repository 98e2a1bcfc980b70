//! `reload`: reads the documents again that were loaded and have changed.
//!
//! Only the puzzles whose declaration or commands differ are opened again, and the moves that were
//! made at the prompt are made again; the others keep their states and their searches.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diag::{Severity, counted};
use crate::host::prompt::Reading;
use crate::host::{Opened, Step, shown};
use crate::repl::output::Output;
use crate::repl::output::summary::{few, moves};
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
/// The number of a puzzle that came from the file, but not from its current text. No script has it.
const UNREAD: u64 = 0;

/// A file that was loaded.
pub(crate) struct Loaded {
    file: PathBuf,
    shown: String,
    /// The options to read it with if it is not a document.
    reading: Reading,
    /// Its text on disk, and the document that was made of it if it is not one.
    text: String,
    document: Option<String>,
    live: Incremental,
    /// The puzzles that came from it, with the numbers of their scripts.
    known: BTreeMap<String, u64>,
}

impl Loaded {
    /// Returns a file that was just loaded.
    pub(crate) fn new(file: &Path, reading: &Reading, opened: &Opened) -> Self {
        Self {
            file: file.to_owned(),
            shown: shown(file),
            reading: reading.clone(),
            text: text_of(opened),
            document: document_text(opened),
            live: Incremental::new(),
            known: BTreeMap::new(),
        }
    }

    /// Returns whether it is the same file.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.file == other.file
    }

    /// Reads the text once more that was loaded, so that it is known which puzzles stood there.
    fn remember(&mut self) {
        let text = self.document.as_deref().unwrap_or(&self.text);
        let source = Arc::new(Source::new(self.shown.as_str(), text));
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
        let Statement::Declaration(declaration) = statement else { return None };
        let name = declaration.name_word(&checked.source).to_owned();
        (!name.is_empty()).then_some((name, *script))
    };
    look(checked.scripts.len());
    checked.scripts.iter().filter_map(name).collect()
}

/// Returns the text of the document that was made of a file of another program.
fn document_text(opened: &Opened) -> Option<String> {
    opened.made_of.as_ref().and(opened.source.as_ref()).map(|source| source.text().to_owned())
}

/// Returns the text of a file as it is on disk.
fn text_of(opened: &Opened) -> String {
    let source = opened.made_of.as_ref().map(|(source, _)| source).or(opened.source.as_ref());
    source.map_or_else(String::new, |source| source.text().to_owned())
}

/// Runs `reload`: reads the files again that were loaded and have changed.
pub(super) fn reload(shell: &mut Shell, output: &mut dyn Output) -> Outcome {
    if shell.files.loaded.is_empty() {
        return Err(Fault::from("no file was loaded; `load FILE` does\n"));
    }
    let mut is_same = true;
    for mut file in std::mem::take(&mut shell.files.loaded) {
        match open(&file.file, &file.reading, false, &shell.cancel) {
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

/// Takes the text of a file over if it has changed, and returns whether it has.
fn renew(shell: &mut Shell, file: &mut Loaded, opened: Opened, output: &mut dyn Output) -> bool {
    let text = text_of(&opened);
    if text == file.text {
        return false;
    }
    if file.known.is_empty() {
        file.remember();
    }
    file.text = text;
    file.document = document_text(&opened);
    if let Some(source) = document_of(&mut shell.printer, opened, output) {
        follow(shell, file, source, output);
    }
    true
}

/// Takes a new text of a file over.
fn follow(shell: &mut Shell, file: &mut Loaded, source: Source, output: &mut dyn Output) {
    let checked = file.live.check(Arc::new(source));
    say_general(shell, &checked, output);
    let mut reloaded = vec![];
    let mut fresh = vec![];
    let mut kept = vec![];
    let mut faulty = vec![];
    let mut scripts = BTreeMap::new();
    let before = shell.session.borrow_mut().tally();
    let mut tally = before;
    let mut revised = Vec::new();

    for (name, script) in named(&checked) {
        if scripts.contains_key(&name) {
            continue; // a duplicate, which was reported
        }
        let before = file.known.get(&name).copied();
        let known = shell.has(&name);
        scripts.insert(name.clone(), script.id);
        if known && before == Some(script.id) {
            kept.push(name);
            continue;
        }
        if shell.cancel.is_cancelled() {
            scripts.insert(name, UNREAD); // the next change of the file reads it
            continue;
        }
        let (sound, moves) = run_script(shell, &checked, &script, &name, &mut tally, output);
        revised.extend(moves);
        let list = match sound {
            true if known => &mut reloaded,
            true => &mut fresh,
            false => &mut faulty,
        };
        list.push(name);
    }

    let mut removed = Vec::new();
    for (name, script) in std::mem::take(&mut file.known) {
        if let Entry::Vacant(free) = scripts.entry(name) {
            if script != UNREAD {
                removed.push(free.key().clone());
            }
            free.insert(UNREAD);
        }
    }
    file.known = scripts;

    let mut text = changes(&file.shown, &[reloaded, fresh, faulty, removed, kept]);
    text += &moves(revised.into_iter());
    let wrong = tally.wrong - before.wrong;
    if wrong > 0 {
        text += &format!("; {} wrong", counted(wrong, "expectation"));
    }
    output.say(&(text + "\n"));
    output.say(&shell.log.take_trouble());
}

/// Reports the diagnostics of the document that belong to none of its puzzles. Those of the puzzles are
/// reported when they run.
fn say_general(shell: &mut Shell, checked: &Checked, output: &mut dyn Output) {
    if !checked.general.is_empty() {
        shell.printer.failed |=
            checked.general.iter().any(|fault| fault.severity() == Severity::Error);
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
    let (live, run_tally) = checked.run(script, mode, &runner.budget(), &mut |event, sink| {
        runner.hear(event, sink, &mut |step| match step {
            Step::Event { .. } => {}
            Step::Diagnostics(faults) => {
                shell.printer.failed |=
                    faults.iter().any(|fault| fault.severity() == Severity::Error);
                if shown < LIMIT {
                    output.report(source, &faults, LIMIT - shown);
                    shown += faults.len();
                }
            }
        });
    });

    tally.add(run_tally);
    let sound = live.filter(|live| live.entry(false).is_some_and(|entry| entry.stands.is_some()));
    let Some(live) = sound else { return (false, None) };

    let fresh = !shell.has(name);
    let work = |budget: &Budget| shell.session.borrow_mut().take_over(live, budget);
    let (revised, _) = runner.compute("replay", work);
    let commands = shell.session.borrow_mut().document_text(Some(name));
    shell.log.replaced(name, &commands, fresh);
    (true, revised)
}

/// Describes what a change of a file came to.
fn changes(shown: &str, [again, fresh, faulty, gone, kept]: &[Vec<String>; 5]) -> String {
    let mut parts = Vec::new();
    for (names, single, many) in [
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
            let verb = if names.len() == 1 { single } else { many };
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
        let (out, err) = say(&mut shell, "load -");
        assert!(out.is_empty() && err.contains("cannot read ./-: "), "{out}{err}");
        assert!(err.contains("name a file"), "{err}");
        assert!(say(&mut shell, "reload").1.contains("no file was loaded"));
    }

    #[test]
    fn a_file_of_another_program_is_reloaded_as_it_is_loaded() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("w.sdm");
        let write = |text: &str| std::fs::write(&file, text).expect("written");
        let first = "1.343412214343.1";
        let second = "12.43412214343.1";
        let mut shell = shell();
        write(&format!("{first}\n{first}\n"));
        let (out, err) = say(&mut shell, &format!("load {}", file.display()));
        assert!(out.is_empty() && err.contains(": 2 puzzles"), "{out}{err}");
        write(&format!("{first}\n{second}\n{first}\n"));
        let (_, err) = say(&mut shell, "reload");
        let changed = "`w-2` was loaded again; `w-3` is new; `w-1` keeps its history\n";
        assert!(err.ends_with(changed), "{err}");
        assert_eq!(say(&mut shell, "list").0.lines().count(), 3);
        write(&format!("{first}\n{second}?\n"));
        let (_, err) = say(&mut shell, "reload");
        assert!(err.contains("sudoku::not-a-puzzle"), "{err}");
    }

    #[test]
    fn what_did_not_change_keeps_its_history() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("w.puzzle");
        let shown = file.display().to_string();
        let write = |text: &str| std::fs::write(&file, text).expect("written");
        let reload = |shell: &mut Shell| say(shell, "reload").1;
        let declaration = "matrix one {\n1 2\n3 4\n}\nrotate 1\n";
        let k = "klotski k {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n";

        let mut shell = shell();
        assert!(say(&mut shell, "load /").1.contains("it is a folder"));
        assert!(say(&mut shell, "load /no/such/file").1.contains("/no/such/file"));
        write(&format!("{declaration}{k}one: rotate 1\n"));
        let (out, err) = say(&mut shell, &format!("load {shown}"));
        assert_eq!((out.as_str(), err), ("", format!("{shown}: 2 puzzles, 2 commands\n")));
        assert_eq!(reload(&mut shell), "nothing has changed\n");

        // What is done at the prompt stays, a search too, also if the puzzle moves within the file.
        say(&mut shell, "k: move A right\nk: step 3\none: rotate 1");
        let status = say(&mut shell, "k: status").0;
        write(&format!("// moved\n{k}\n{declaration}one: rotate 2\n"));
        let err = reload(&mut shell);
        assert_eq!(say(&mut shell, "k: status").0, status);
        // The move made here follows those of the file, and the first `undo` takes all of it back.
        let said = "`one` was loaded again; `k` keeps its history; 1 move kept\n";
        assert_eq!(err, format!("{shown} changed: {said}"));
        let states = say(&mut shell, "one: show\none: undo\none: undo\none: show").0;
        assert_eq!(states, "1 2\n3 4\n3 1\n4 2\n4 3\n2 1\n4 3\n2 1\n");

        // A slip in the file changes nothing here, and neither does a puzzle that is taken out.
        write(&format!("{k}matrix one {{\n1 2\n3\n}}\nmatrix two {{\n1 2\n3 4\n}}\n"));
        let err = reload(&mut shell);
        assert!(err.contains("matrix::ragged"), "{err}");
        assert!(
            err.ends_with(
                "`two` is new; `one` has errors; kept the old version; `k` keeps its history\n"
            ),
            "{err}"
        );
        write("matrix two {\n1 2\n3 4\n}\n");
        let err = reload(&mut shell);
        assert!(err.ends_with("changed: `k` and `one` are no longer in the file; kept in this session; `two` keeps its history\n"), "{err}");
        write(&format!("matrix two {{\n1 2\n3 4\n}}\n{declaration}matrix two {{ 1 }}\n"));
        let err = reload(&mut shell);
        let says = ["document::duplicate-name", "`one` was loaded again"];
        assert!(says.iter().all(|words| err.contains(words)), "{err}");

        // A name that was typed is replaced like any other, and that can be taken back.
        say(&mut shell, "matrix mine {\n1 2\n3 4\n}");
        say(&mut shell, "mine: rotate 1");
        write("matrix mine {\n9 8\n7 6\n}\n");
        assert!(reload(&mut shell).contains("1 move kept"));
        assert_eq!(say(&mut shell, "mine: show").0, "8 6\n9 7\n");
        assert_eq!(say(&mut shell, "mine: undo").0, "2 4\n1 3\n");
        std::fs::remove_file(&file).expect("removed");
        assert!(reload(&mut shell).contains("w.puzzle"));
    }
}
