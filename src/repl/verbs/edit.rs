//! `edit`: the last input, or a declaration, in the editor that people like; what is saved runs.

use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitStatus};

use tempfile::{Builder, TempPath};

use super::list::unknown;
use super::{Fault, Outcome, Reply};
use crate::diag::clip;
use crate::render::sanitize;
use crate::repl::output::Output;
use crate::repl::shell::{Flow, Shell};
use crate::text::Source;

/// Creates a new file with that text, which nobody else can read and which goes away with its owner. Its
/// ending says the language to editors.
fn new_draft(text: &str) -> std::io::Result<TempPath> {
    let mut builder = Builder::new();
    let mut file = builder.prefix("puzzled-").suffix(".puzzle").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file.into_temp_path())
}

/// Returns the editor that the environment names.
fn editor() -> String {
    let var = |name| std::env::var(name).ok().filter(|value: &String| !value.trim().is_empty());
    var("VISUAL").or_else(|| var("EDITOR")).unwrap_or_else(|| String::from("vi"))
}

/// Opens a file in an editor, which may be a command with arguments, and waits for it.
fn open(editor: &str, file: &Path) -> std::io::Result<ExitStatus> {
    if cfg!(unix) {
        // As git does: the shell knows quotes and variables.
        let script = format!("{editor} \"$@\"");
        return Command::new("sh").args(["-c", &script, editor]).arg(file).status();
    }
    let mut words = editor.split_whitespace();
    Command::new(words.next().unwrap_or("vi")).args(words).arg(file).status()
}

/// The text with which `edit` begins, and the texts that it left.
#[derive(Debug, Default)]
pub(crate) struct Drafts {
    /// The editor, if it is not that of the environment.
    pub(crate) editor: Option<String>,
    /// The last input that was not an `edit`.
    pub(crate) last: String,
    /// The texts that editors saved since the last input, for the history.
    pub(crate) saved: Vec<String>,
}

/// Runs `edit` and `edit NAME`.
pub(super) fn edit(shell: &mut Shell, name: &str, output: &mut dyn Output) -> Outcome {
    let before = match name {
        "" => shell.drafts.last.clone(),
        name => {
            let session = shell.session.borrow_mut();
            session.text(name).ok_or_else(|| unknown(&session, name))?
        }
    };
    let editor = shell.drafts.editor.clone().unwrap_or_else(editor);
    let after = edited(&editor, &before);
    // Keys that were typed for the editor stop nothing here.
    shell.cancel.clear();
    let after = after?;
    if after.trim().is_empty() || after.trim_end() == before.trim_end() {
        let what = if after.trim().is_empty() { "left" } else { "changed" };
        return Ok(Reply::Note(format!("nothing was {what}; nothing is run\n")));
    }
    let after = after.trim_end_matches(['\n', '\r', ' ', '\t']).to_owned();
    shell.drafts.saved.push(after.clone());
    shell.echo(&after, output);
    shell.drafts.last.clone_from(&after);
    let source = Source::new(format!("<repl:{}>", shell.number), after);
    let flow = shell.input(&source, output);
    Ok(if flow == Flow::Leave { Reply::Leave } else { Reply::Nothing })
}

/// Returns what an editor makes of a text.
///
/// # Errors
/// Why it made nothing of it.
fn edited(editor: &str, text: &str) -> Result<String, Fault> {
    let shown = sanitize(&clip(editor)).into_owned();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let draft = new_draft(&format!("{text}{end}"))
        .map_err(|error| Fault::trouble(format!("cannot write a draft: {error}")))?;
    let status = open(editor, &draft)
        .map_err(|error| Fault::trouble(format!("cannot start `{shown}`: {error}; set $EDITOR")))?;
    if !status.success() {
        let text = format!("the editor `{shown}` ended with {status}; nothing is run\n");
        return Err(Fault::from(text));
    }
    let bytes = std::fs::read(&draft)
        .map_err(|error| Fault::trouble(format!("cannot read the draft: {error}")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::repl::shell::Shell;
    use crate::repl::tests::{say, session_text, shell, stands};
    use crate::search::Budget;

    const BLOCKS: &str = "klotski k { A . B / C . B / C D . / goal A at (2,2) }";

    /// Returns the messages after an input.
    fn err(shell: &mut Shell, text: &str) -> String {
        say(shell, text).1
    }

    fn out(shell: &mut Shell, text: &str) -> String {
        let (out, err) = say(shell, text);
        assert_eq!(err, "", "{text}");
        out
    }

    #[test]
    fn a_declaration_whose_name_is_taken_replaces_the_puzzle_and_keeps_its_moves() {
        let mut shell = shell();
        say(&mut shell, &format!("{BLOCKS}\nbranch start"));
        for line in ["A right", "branch there", "undo", "move B down", "D right"] {
            say(&mut shell, line);
        }
        // B is not in the way any more; D has another place to go.
        let other = "klotski k { A . . / C . B / C D B / goal A at (2,2) }";
        let said = err(&mut shell, other);
        assert!(said.starts_with("`k` replaced; 1 move kept, 1 "), "{said}");
        assert_eq!(stands(&shell), "k @0, 0 moves> ");
        assert_eq!(out(&mut shell, "goto there"), ". A .\nC . B\nC D B\n", "its name is kept");
        // Undone moves lead back to the replacement, and one step more over it.
        assert_eq!(out(&mut shell, "undo"), "A . .\nC . B\nC D B\n");
        assert_eq!(out(&mut shell, "undo"), "A . .\nC . B\nC D B\n", "the old one");
    }

    #[test]
    fn a_replacement_is_taken_back_and_made_again() {
        let mut shell = shell();
        say(&mut shell, "matrix m {\n1 2\n3 4\n}");
        for line in ["rotate 1", "rotate 1", "branch b"] {
            say(&mut shell, line);
        }

        let old = session_text(&shell);
        let said = err(&mut shell, "matrix m {\n5 6\n7 8\n}");
        assert!(said.starts_with("`m` replaced; 2 moves kept; "), "{said}");
        let new = session_text(&shell);
        assert!(new.contains("m: branch b") && out(&mut shell, "m: show") == "8 7\n6 5\n");
        assert_eq!(out(&mut shell, "undo"), "4 3\n2 1\n");
        assert_eq!(session_text(&shell), old, "all of it is back");
        assert_eq!(out(&mut shell, "redo"), "8 7\n6 5\n");
        assert_eq!(session_text(&shell), new);

        say(&mut shell, "rotate 1");
        assert_eq!(out(&mut shell, "undo 2"), "4 3\n2 1\n", "one move and the replacement");
        assert_eq!(out(&mut shell, "redo\nrotate 1\nundo 3"), "8 7\n6 5\n7 5\n8 6\n2 4\n1 3\n");
        assert_eq!(out(&mut shell, "show"), "2 4\n1 3\n", "and one move of the old one");
        assert!(err(&mut shell, "undo 9").contains("command::nothing-to-undo"));
        assert_eq!(out(&mut shell, "show"), "2 4\n1 3\n");

        // Another kind has none of the moves.
        let said = err(&mut shell, "sudoku m { 1.343412214343.1 }");
        assert!(said.starts_with("`m` replaced; 0 moves kept, 2 "), "{said}");
        assert_eq!(out(&mut shell, "undo"), "2 4\n1 3\n");

        // A slip replaces nothing, and twice in one text stays one.
        assert!(err(&mut shell, "matrix m {\n1 2\n3\n}").contains("matrix::ragged"));
        let said = err(&mut shell, "matrix z { 1 / 2 }\nmatrix z { 3 / 4 }");
        assert!(said.contains("document::duplicate-name") && !said.contains("replaced"), "{said}");
        assert_eq!(out(&mut shell, "z: show"), "1\n2\n");
    }

    #[test]
    fn a_session_that_was_saved_is_loaded_as_it_was_saved() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().join("a.puzzle").display().to_string();
        let mut shell = shell();
        say(&mut shell, "matrix m { 1 2 / 3 4 }");
        for line in ["rotate 1", "undo", "rotate 2", "rotate 1", "branch b", "undo"] {
            say(&mut shell, line);
        }
        let saved = session_text(&shell);
        say(&mut shell, &format!("save {name}"));
        assert!(err(&mut shell, &format!("load {name}")).contains("3 moves kept"));
        assert_eq!(session_text(&shell), saved);
        // Moves made since then follow those of the file.
        say(&mut shell, "m: rotate 3");
        let further = session_text(&shell);
        assert!(err(&mut shell, &format!("load {name}")).contains("1 move kept"));
        assert_eq!(session_text(&shell), further);
        // Moves that were taken over into the file by hand are not made twice either.
        fs::write(&name, "matrix o { 1 2 / 3 4 }\n").expect("written");
        say(&mut shell, &format!("load {name}"));
        say(&mut shell, "o: rotate 1\no: rotate 2");
        fs::write(&name, "matrix o { 1 2 / 3 4 }\nrotate 1\n").expect("written");
        assert!(err(&mut shell, "reload").contains("2 moves kept"));
        assert_eq!(out(&mut shell, "o: show"), "3 1\n4 2\n");
    }

    #[test]
    fn a_text_that_is_given_again_does_not_make_its_own_moves_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.puzzle");
        let name = file.display();
        let text = "matrix m {\n1 2\n3 4\n}\nrotate 1 => 2\nmatrix n { 5 6 / 7 8 }\n";
        fs::write(&file, text).expect("written");
        let mut shell = shell();
        let load = format!("load {name}");
        assert_eq!(err(&mut shell, &load), format!("{name}: 2 puzzles, 1 expectation held\n"));
        say(&mut shell, "m: rotate 1");
        let said = err(&mut shell, &load);
        let replaced = "`m` and `n` replaced; 1 move kept\n";
        assert_eq!(said, format!("{name}: 2 puzzles, 1 expectation held\n{replaced}"));
        assert_eq!(out(&mut shell, "m: show"), "4 3\n2 1\n");
        assert_eq!(err(&mut shell, "reload"), "nothing has changed\n");
        fs::write(&file, text.replace("3 4", "3 9").replace("matrix n", "matrix o"))
            .expect("written");
        let said = err(&mut shell, "reload");
        assert!(said.ends_with("; 1 move kept\n"), "{said}");
        assert_eq!(out(&mut shell, "list").lines().count(), 3);
        // The first `undo` takes the reload back.
        assert_eq!(out(&mut shell, "m: show\nm: undo"), "9 3\n2 1\n4 3\n2 1\n");
    }

    #[test]
    fn a_puzzle_is_forgotten_and_its_declaration_is_shown() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut shell = shell();
        shell.keep_journal(folder.path().to_owned());
        say(&mut shell, "matrix m { 1 2 / 3 4 }");
        say(&mut shell, "matrix n { 5 / 6 }\nrotate 1");
        say(&mut shell, "matrix n { 5 / 7 }");
        assert_eq!(out(&mut shell, "list n"), "matrix n { 5 / 7 }\n");
        say(&mut shell, "undo");
        assert_eq!(out(&mut shell, "list n"), "matrix n { 5 / 6 }\n");

        let text = session_text(&shell);
        let journal = fs::read_dir(folder.path()).expect("a folder").flatten().next();
        let journal = journal.expect("a journal").path();
        let back = |lost: usize| {
            let bytes = fs::read(&journal).expect("a file");
            let replayed = crate::repl::log::replay::replay_bytes(&bytes, &Budget::unlimited());
            let (session, failed) = replayed.expect("nobody stops it");
            assert_eq!(failed, lost);
            session.document_text(None)
        };
        assert_eq!(back(0), text, "a replacement that was taken back comes back so");

        let said = err(&mut shell, "forget n");
        assert!(said.contains("`n`; `m` is "), "{said}");
        assert_eq!(back(0), "matrix m { 1 2 / 3 4 }\n");
        assert!(err(&mut shell, "n: show").contains("document::unknown-puzzle"));
        say(&mut shell, "matrix n { 8 / 9 }");
        assert_eq!(out(&mut shell, "show"), "8\n9\n", "its name is free");
        say(&mut shell, "forget n");
        assert!(err(&mut shell, "forget m").contains("`m`"));
        assert_eq!(shell.prompt(), format!("[{}] puzzled> ", shell.number + 1));
        assert!(err(&mut shell, "show").contains("document::no-puzzle"));
    }
}
