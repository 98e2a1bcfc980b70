//! `recover`: what a REPL that was cut off, or one of the last that were left, had written down.

use std::collections::HashMap;

use serde_json::json;

use super::commands::VerbCall;
use super::{Fault, Outcome, Reply};
use crate::diag::Shown;
use crate::render::sanitize;
use crate::repl::log::left::{LeftJournal, LockedJournal, Summary, left};
use crate::repl::log::offer::counted_inputs;
use crate::repl::log::replay::{Replayed, replay};
use crate::repl::output::Output;
use crate::repl::output::summary::few;
use crate::repl::shell::Shell;
use crate::search::{Budget, Cancel};
use crate::session::{Event, Session};
use crate::text::Source;

const NOTHING: &str = "there is nothing to recover: no session was cut off or left\n";
/// Puzzles that are named in the list of sessions.
const NAMED: usize = 5;

/// The action of `recover` on a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Brings it back.
    Recover,
    /// Shows what it is.
    List,
    /// Deletes it.
    Drop,
}

/// The words after `recover` that name an action; without one it brings a session back.
pub(crate) const ACTIONS: [(&str, Action); 2] = [("list", Action::List), ("drop", Action::Drop)];

/// Returns the journals that other sessions left.
fn sessions(shell: &Shell) -> Vec<LeftJournal> {
    shell.log.folder().map(|folder| left(folder, &shell.cancel)).unwrap_or_default()
}

/// Brings back the session that was written last, whether it was cut off or left.
///
/// # Errors
/// Why nothing, or not all of it, came back.
pub(crate) fn resume(shell: &mut Shell, output: &mut dyn Output) -> Result<(), Fault> {
    let mut journals = sessions(shell);
    journals.sort_by_key(|journal| std::cmp::Reverse(journal.when));
    let newest = journals.iter().find(|journal| journal.has_inputs);
    take_back(shell, newest.ok_or(Fault::from("there is no session to resume\n"))?, output)
}

fn take_back(
    shell: &mut Shell,
    journal: &LeftJournal,
    output: &mut dyn Output,
) -> Result<(), Fault> {
    if !journal.has_inputs {
        let text = "nothing of this session can be read; `recover drop N` deletes it\n";
        return Err(Fault::from(text));
    }
    let taken = journal.take(&shell.cancel);
    let taken =
        taken.map_err(|error| Fault::trouble(format!("cannot read the journal: {error}")))?;
    bring_back(shell, taken, output)
}

/// Runs `recover`, `recover N`, `recover list` and `recover drop [N]`.
pub(super) fn recover(
    shell: &mut Shell,
    source: &Source,
    call: VerbCall,
    output: &mut dyn Output,
) -> Outcome {
    let words: Vec<_> = source.slice(call.rest).split_ascii_whitespace().collect();
    let named = ACTIONS.iter().find(|(word, _)| words.first() == Some(word));
    let action = named.map_or(Action::Recover, |&(_, action)| action);
    let number = words.get(usize::from(named.is_some()));
    let most = usize::from(named.is_some()) + usize::from(action != Action::List);
    let which = number.map_or(Some(1), |word| word.parse::<usize>().ok().filter(|&n| n > 0));
    let which = which.filter(|_| words.len() <= most);
    let which =
        which.ok_or_else(|| call.reject(source, "`list`, `drop` or the number of a session"))?;

    let journals = sessions(shell);
    if action == Action::List {
        return list(shell, &journals);
    }
    let Some(journal) = journals.get(which - 1) else {
        let text = match journals.len() {
            0 => NOTHING,
            1 => "there is 1 session to recover; `recover list` shows it\n",
            n => &format!("there are {n} sessions to recover; `recover list` shows them\n"),
        };
        return Err(Fault::from(text));
    };
    if action == Action::Recover {
        return take_back(shell, journal, output).map(|()| Reply::Nothing);
    }

    let dropped = journal.take(&Cancel::default()).and_then(|taken| {
        let count = taken.inputs();
        taken.drop().map(|()| count)
    });
    let count =
        dropped.map_err(|error| Fault::trouble(format!("cannot delete the journal: {error}")))?;
    Ok(Reply::Note(format!("{} were deleted\n", counted_inputs(count))))
}

/// Lists sessions by their numbers.
fn list(shell: &Shell, journals: &[LeftJournal]) -> Outcome {
    if journals.is_empty() {
        return Ok(Reply::Empty(NOTHING));
    }
    let mut rows = Vec::new();
    let mut values = Vec::new();
    for (journal, number) in journals.iter().zip(1..) {
        let summary = journal.summary(&shell.cancel);
        if shell.cancel.is_cancelled() {
            return Err(Fault::from("stopped before all sessions were read\n"));
        }
        let Some(summary) = summary else { continue };
        rows.push(row(journal, &summary, number));
        values.push(json!({
            "number": number, "puzzles": summary.puzzles, "inputs": summary.inputs, "whole": summary.whole,
            "ended": journal.ended, "age": journal.age(),
        }));
    }
    Ok(Reply::Record { text: rows.join("\n"), value: values.into() })
}

/// Replays a journal and takes its puzzles over. It is deleted only if all of it came back.
fn bring_back(
    shell: &mut Shell,
    taken: LockedJournal,
    output: &mut dyn Output,
) -> Result<(), Fault> {
    let work = |budget: &Budget| replay(&taken.records, budget);
    let (replayed, _) = shell.runner(output).compute("recover", work);
    let Some(Replayed { session, before, fault, failed }) = replayed else {
        return Err(Fault::from("stopped; nothing is recovered yet, `recover` begins anew\n"));
    };

    let names = taken_over(&shell.session.borrow_mut(), &session, &before)?;
    let focused = session.focused().map(String::from);
    shell.session.borrow_mut().adopt(session);
    for (name, is_new) in &names {
        let text = shell.session.borrow_mut().document_text(Some(name));
        shell.log.replaced(name, &text, *is_new);
    }
    if let Some(name) = focused.filter(|name| shell.session.borrow_mut().set_focus(name)) {
        let text = format!("use {name}");
        shell.log.follow_event(&Event::Changed { puzzle: None, text: &text });
        shell.log.follow_event(&Event::Done);
    }

    let trouble = shell.log.take_trouble();
    let count = taken.inputs();
    let damaged = if taken.whole { "" } else { "; the last one was damaged and is left out" };
    let recovered = counted_inputs(count - failed.min(count));
    output.say(&format!("recovered {recovered}{damaged}\n"));
    if let Some(fault) = fault {
        return Err(Fault::from(format!(
            "{} did not come back, the first for this reason: {}\n\
             the journal is kept; `recover drop` deletes it\n",
            counted_inputs(failed),
            sanitize(&fault)
        )));
    }

    if !trouble.is_empty() {
        // What came back is written nowhere else.
        return Err(Fault::from(trouble + "the journal of that session is kept\n"));
    }
    if !shell.log.is_kept() {
        let kept = "this session keeps no journal (`--journal`), so the other one stays\n";
        output.say(kept);
        return Ok(());
    }
    taken.drop().map_err(|error| Fault::trouble(format!("cannot delete the journal: {error}")))
}

/// Returns the names of the puzzles of a replayed session, each with whether it is new in this session.
///
/// # Errors
/// A puzzle that has changed in this session; `before` are those that were there before the journal.
fn taken_over(
    here: &Session,
    session: &Session,
    before: &HashMap<String, String>,
) -> Result<Vec<(String, bool)>, Fault> {
    let mut names = Vec::new();
    for entry in session.entries() {
        let name = entry.name;
        let is_known = here.has(&name);
        // What was loaded here as it was loaded there is part of what comes back.
        let is_same =
            || before.get(&name).is_some_and(|text| *text == here.document_text(Some(&name)));
        if is_known && !here.is_fresh(&name) && !is_same() {
            let name = Shown(&name);
            return Err(Fault::from(format!(
                "`{name}` has changed in this session, so nothing was recovered; `save` this session, \
                 leave, and `recover` in a new one\n"
            )));
        }
        names.push((name, !is_known));
    }
    Ok(names)
}

fn row(journal: &LeftJournal, summary: &Summary, at: usize) -> String {
    let names = few(&summary.puzzles, NAMED);
    let end = match (summary.whole, summary.inputs, journal.ended) {
        (false, 0, _) => {
            return format!("{at}  damaged, {} ago: nothing can be saved", journal.age());
        }
        (false, ..) => "damaged after them",
        (true, _, false) => "cut off",
        (true, _, true) => "left",
    };
    format!("{at}  {names}: {}, {} ago, {end}", counted_inputs(summary.inputs), journal.age())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::repl::log::offer::offer;
    use crate::repl::tests::{Captured, say, session_text, shell, stands};

    /// A shell that keeps a journal, and what it says first.
    fn start(folder: &std::path::Path, init: &str) -> (Shell, String) {
        let mut shell = shell();
        let mut captured = Captured::default();
        say(&mut shell, init);
        shell.keep_journal(folder.to_owned());
        offer(folder, &shell.cancel, &mut captured);
        (shell, captured.err)
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("puzzled-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_session_without_a_journal_sees_what_others_left_and_leaves_it_there() {
        let folder = folder("recover-pipe");
        let (mut first, _) = start(&folder, "");
        say(&mut first, "matrix m {\n1 2\n3 4\n}\nrotate 1");
        let before = session_text(&first);
        drop(first);
        for _ in 0..2 {
            let mut piped = shell();
            piped.log.look_in(folder.clone());
            assert!(
                say(&mut piped, "recover list").0.starts_with("1  `m`: 2 inputs, a moment ago")
            );
            let (_, said) = say(&mut piped, "recover");
            assert!(said.starts_with("recovered 2 inputs\n"), "{said}");
            assert!(said.contains("`--journal`"), "{said}");
            assert_eq!(session_text(&piped), before);
        }
        let mut piped = shell();
        piped.log.look_in(folder.clone());
        assert!(say(&mut piped, "recover drop").1.ends_with(" deleted\n"));
        assert!(say(&mut piped, "recover list").1.contains("nothing to recover"));
        std::fs::remove_dir_all(folder).expect("removed");
    }

    const START: &str = "matrix early {\n1 2\n3 4\n}\nrotate 1";

    #[test]
    fn a_puzzle_that_opens_with_an_error_is_not_lost() {
        let folder = folder("recover-opens");
        let (mut first, _) = start(&folder, "");
        assert!(say(&mut first, "sudoku s { 11.. / .... / .... / .... }").1.contains("duplicate"));
        say(&mut first, "play r4c4=2");
        let before = session_text(&first);
        drop(first);
        let (mut second, _) = start(&folder, "");
        assert_eq!(say(&mut second, "recover").1, "recovered 2 inputs\n");
        assert_eq!(session_text(&second), before);
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn a_session_that_was_cut_off_comes_back() {
        let folder = folder("recover");
        let (mut first, said) = start(&folder, START);
        assert_eq!(said, "");
        for text in [
            "early: rotate 1",
            "show",
            "rotat 1",
            "matrix m {\n5 6\n7 8\n}\nrotate 1\nbranch one\nundo\nrotate -1",
            "early: undo\nearly: branch here",
            "use m",
        ] {
            say(&mut first, text);
        }

        let before = session_text(&first);
        assert!(start(&folder, "").1.is_empty(), "it lives");
        drop(first);
        let (mut second, said) = start(&folder, START);
        assert!(said.contains("9 inputs") && said.contains("`recover`"), "{said}");

        assert_eq!(
            say(&mut second, "recover list").0,
            "1  `early` and `m`: 9 inputs, a moment ago, cut off\n"
        );
        assert_eq!(say(&mut second, "recover").1, "recovered 9 inputs\n");
        assert_eq!(session_text(&second), before);
        assert_eq!(stands(&second), "m @2, rotated by -1> ");

        // What is declared now takes the focus: it was brought back, not pinned.
        assert_eq!(say(&mut second, "matrix new { 1 }").0, "");
        assert!(stands(&second).starts_with("new @0"), "{}", stands(&second));
        say(&mut second, "forget new");

        // What came back is kept in turn, and the old journal is gone.
        drop(second);
        let (mut third, said) = start(&folder, "");
        assert!(said.contains("`recover drop`") && !said.contains("more"), "{said}");
        say(&mut third, "recover");
        assert_eq!(session_text(&third), before);
        third.leave(false, &mut Captured::default());
        let (mut fourth, said) = start(&folder, "");
        assert_eq!(said, "", "a clean exit needs no word");

        // What was left can be resumed all the same.
        let listed = say(&mut fourth, "recover list").0;
        assert_eq!(
            listed,
            "1  `early` and `m`: 2 inputs, a moment ago, left\n".replace("2 inputs", "3 inputs")
        );
        resume(&mut fourth, &mut Captured::default()).expect("it comes back");
        assert_eq!(session_text(&fourth), before);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn nothing_is_lost_on_the_way() {
        let folder = folder("recover-kept");
        let (mut first, _) = start(&folder, "");
        say(&mut first, "matrix m {\n1 2\n3 4\n}\nrotate 1");
        let before = session_text(&first);
        drop(first);

        // Interrupted.
        let (mut second, _) = start(&folder, "");
        let taken =
            left(&folder, &Cancel::default())[0].take(&Cancel::default()).expect("it is free");
        let budget = Budget { cancel: Cancel::default(), ..Budget::unlimited() };
        budget.cancel.cancel();
        assert!(replay(&taken.records, &budget).is_none());
        drop(taken);

        // In the way of something newer.
        say(&mut second, "matrix m {\n9 9\n9 9\n}\nrotate 1");
        let (_, said) = say(&mut second, "recover");
        assert!(said.contains("`m` has changed"), "{said}");
        second.leave(false, &mut Captured::default());

        // Cut off in the middle of a record.
        let mut entries = std::fs::read_dir(&folder).expect("a folder").flatten();
        let path = entries.find(|entry| entry.path().is_file()).expect("a file");
        let mut bytes = std::fs::read(path.path()).expect("a journal");
        bytes.extend(b"+ 11 00");
        std::fs::write(path.path(), bytes).expect("written");
        let (mut third, _) = start(&folder, "");
        let (_, said) = say(&mut third, "recover");
        assert!(said.starts_with("recovered 2 inputs; the last one"), "{said}");
        assert_eq!(session_text(&third), before);
        third.leave(false, &mut Captured::default());
        assert!(left(&folder, &Cancel::default()).iter().all(|journal| journal.ended));
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn several_are_listed_and_wrong_words_have_a_place() {
        let folder = folder("recover-several");
        for text in ["matrix a {\n1 2\n3 4\n}", "matrix b {\n1 2\n3 4\n}\nrotate 1"] {
            let (mut shell, _) = start(&folder, "");
            say(&mut shell, text);
        }
        let (mut shell, said) = start(&folder, "");
        assert!(said.contains("`recover list` shows 1 more"), "{said}");
        assert_eq!(say(&mut shell, "recover list").0.lines().count(), 2);
        assert!(say(&mut shell, "recover 3").1.contains("there are 2 sessions"));
        for wrong in ["recover 0", "recover x", "recover 1 2", "recover list 1", "recover drop x"] {
            assert!(say(&mut shell, wrong).1.contains("syntax::bad-argument"), "{wrong}");
        }
        assert!(say(&mut shell, "recover drop 2").1.ends_with(" deleted\n"));
        assert!(say(&mut shell, "recover drop").1.ends_with(" deleted\n"));
        assert!(say(&mut shell, "recover").1.contains("nothing to recover"));
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_puzzle_that_was_declared_anew_comes_back_as_it_was() {
        let folder = folder("recover-anew");
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("w.puzzle");
        let journals = folder.join("journals");
        let write = |text: &str| std::fs::write(&file, text).expect("written");
        write("matrix m {\n1 2\n3 4\n}\nrotate 1\n");
        let (mut first, _) = start(&journals, "");
        say(&mut first, &format!("load {}", file.display()));
        say(&mut first, "m: rotate 1");
        write("matrix m {\n5 6\n7 8\n}\nrotate 2\n");
        say(&mut first, "reload");
        let before = session_text(&first);
        assert!(before.contains("5 6") && before.contains("m: rotate 2\nm: rotate 1"), "{before}");
        drop(first);
        let (mut second, _) = start(&journals, "");
        let (_, said) = say(&mut second, "recover");
        assert!(said.starts_with("recovered "), "{said}");
        assert_eq!(session_text(&second), before);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
