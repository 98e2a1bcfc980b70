//! `recover`: what a REPL that was cut off, or one of the last that were left, had written down.

use std::collections::BTreeMap;
use std::path::PathBuf;

use indicatif::HumanCount;

use crate::diag::{Sink, clip, counted};
use crate::host::{Limits, Runner};
use crate::puzzle::Depth;
use crate::render::sanitize;
use crate::repl::log::journal::Journal;
use crate::repl::log::left::{KEPT_CUT_OFF, Left, Summary, Taken, cut_off, keep_limits, left};
use crate::repl::log::replay::{Reached, Replayed, replay};
use crate::repl::output::Output;
use crate::repl::output::summary::few;
use crate::repl::shell::Shell;
use crate::repl::verbs::commands::Own;
use crate::search::{Budget, Cancel};
use crate::session::Event;
use crate::syntax::Fragment;
use crate::text::Source;

/// Puzzles that are named in the list of sessions.
const NAMED: usize = 5;

/// What `recover` does with a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repl) enum Action {
    /// Brings it back.
    Recover,
    /// Shows what it is.
    List,
    /// Deletes it.
    Drop,
}

/// The words after `recover` that name an action; without one it brings a session back.
pub(in crate::repl) const ACTIONS: [(&str, Action); 2] =
    [("list", Action::List), ("drop", Action::Drop)];

impl Shell {
    /// Keeps a journal in a folder from now on.
    pub(in crate::repl) fn keep_journal(&mut self, folder: PathBuf) {
        let before = self.session.lock().told(None);
        self.log.keep(Journal::new(folder.clone(), before));
        self.journals = Some(folder);
    }

    /// Offers what other sessions left, and says which sessions are deleted because there are too
    /// many.
    pub(in crate::repl) fn offer_sessions(&mut self, output: &mut dyn Output) {
        let Some(folder) = &self.journals else { return };
        let mut found = cut_off(folder, &self.cancel);
        if self.cancel.is_cancelled() {
            return output.say("stopped; `recover list` shows the sessions that were cut off\n");
        }
        let (deleted, kept) = keep_limits(&mut found);
        if deleted > 0 {
            output.say(&format!("{} deleted, as announced\n", sessions(deleted)));
        }
        if let Some(numbers) = span_of(kept, found.len()) {
            output.say(&format!(
                "the next start deletes {numbers} of `recover list`: at most {KEPT_CUT_OFF} sessions and \
                 100 MB are kept of those that were cut off; `recover N` brings one back\n"
            ));
        }
        found.retain(|one| one.has_inputs);
        let Some(first) = found.first() else { return };
        // Interrupted while it reads a large one, the prompt does not keep anybody waiting.
        let held = first.summary(&self.cancel);
        let held = held.map(|held| format!(", {}", inputs(held.inputs)));
        let mut text = format!(
            "an interrupted session ({} ago{}) can be recovered: `recover` brings it back, `recover drop` deletes it",
            first.age(),
            held.unwrap_or_default()
        );
        if found.len() > 1 {
            text += &format!("; `recover list` shows {} more", found.len() - 1);
        }
        output.say(&(text + "\n"));
    }

    /// The journals that other sessions left.
    fn sessions(&self) -> Vec<Left> {
        self.journals.as_deref().map(|folder| left(folder, &self.cancel)).unwrap_or_default()
    }

    /// Brings back the session that was written last, be it cut off or left.
    pub(in crate::repl) fn resume(&mut self, output: &mut dyn Output) {
        let mut found = self.sessions();
        found.sort_by_key(|one| std::cmp::Reverse(one.when));
        match found.iter().find(|one| one.has_inputs) {
            None => self.complain("there is no session to resume\n", output),
            Some(one) => self.take_back(one, output),
        }
    }

    fn take_back(&mut self, one: &Left, output: &mut dyn Output) {
        if !one.has_inputs {
            let text = "nothing of this session can be read; `recover drop N` deletes it\n";
            return self.complain(text, output);
        }
        match one.take(&self.cancel) {
            Ok(taken) => self.bring_back(taken, output),
            Err(error) => self.trouble(format!("cannot read the journal: {error}"), output),
        }
    }

    /// `recover`, `recover N`, `recover list`, `recover drop [N]`.
    pub(in crate::repl) fn recover(&mut self, source: &Source, own: Own, output: &mut dyn Output) {
        let argument = Fragment::of(source.text(), own.rest);
        let mut words = argument.text.split_ascii_whitespace();
        let (first, second) = (words.next(), words.next());
        let named = ACTIONS.iter().find(|(word, _)| Some(*word) == first);
        let (action, number) =
            named.map_or((Action::Recover, first), |&(_, action)| (action, second));
        let count = argument.text.split_ascii_whitespace().count();
        let most = usize::from(named.is_some()) + usize::from(action != Action::List);
        let which = number.map_or(Some(1), |word| word.parse::<usize>().ok().filter(|&n| n > 0));
        let Some(which) = which.filter(|_| count <= most) else {
            let what = "`list`, `drop` or the number of a session";
            return self.reject(source, own, what, output);
        };
        let found = self.sessions();
        let Some(one) = found.get(which - 1) else {
            let text = match found.len() {
                0 => "there is nothing to recover: no session was cut off or left\n",
                1 => "there is 1 session to recover; `recover list` shows it\n",
                n => &format!("there are {n} sessions to recover; `recover list` shows them\n"),
            };
            // An empty list is not a mistake.
            if action == Action::List {
                output.say(text);
            } else {
                self.complain(text, output);
            }
            return;
        };
        match action {
            Action::List => {
                let rows = found
                    .iter()
                    .zip(1..)
                    .filter_map(|(one, at)| Some(row(one, &one.summary(&self.cancel)?, at)));
                let rows: Vec<_> = rows.collect();
                self.print(&rows.join("\n"), output);
                if self.cancel.is_cancelled() {
                    self.complain("stopped; not all sessions are listed\n", output);
                }
            }
            Action::Drop => match one.take(&Cancel::default()).and_then(|taken| {
                let count = taken.inputs();
                taken.drop().map(|()| count)
            }) {
                Ok(count) => output.say(&format!("{} were deleted\n", inputs(count))),
                Err(error) => self.trouble(format!("cannot delete the journal: {error}"), output),
            },
            Action::Recover => self.take_back(one, output),
        }
    }

    /// Replays a journal and takes its puzzles over. It is deleted only if all of it came back.
    fn bring_back(&mut self, taken: Taken, output: &mut dyn Output) {
        let work = |budget: &Budget| replay(&taken.records, budget);
        let (replayed, _) = self.runner(output).compute("recover", work);
        let Some(Replayed { session, before, fault, failed, searches }) = replayed else {
            return self
                .complain("stopped; nothing is recovered yet, `recover` begins anew\n", output);
        };
        let mut names = Vec::new();
        for entry in session.entries() {
            let (name, known) = (&entry.name, self.has(&entry.name));
            let here = self.session.lock();
            // What was loaded here as it was loaded there is part of what comes back.
            let same = || before.get(name).is_some_and(|told| *told == here.told(Some(name)));
            if known && !here.is_fresh(name) && !same() {
                drop(here);
                let text = format!(
                    "`{name}` has changed in this session, so nothing was recovered; `save` this session, \
                     leave, and `recover` in a new one\n"
                );
                return self.complain(&text, output);
            }
            names.push((entry.name, !known));
        }
        let focused = session.focused().map(String::from);
        self.session.lock().adopt(session);
        for (name, fresh) in &names {
            let told = self.session.lock().told(Some(name));
            self.log.replaced(name, &told, *fresh);
        }
        if let Some(name) = focused.filter(|name| self.session.lock().turn_to(name)) {
            let text = format!("use {name}");
            self.log.hear(&Event::Changed { puzzle: None, text: &text });
            self.log.hear(&Event::Done);
        }
        let trouble = self.log.settle();
        let count = taken.inputs();
        let mut text = format!("recovered {}", inputs(count - failed.min(count)));
        if !taken.whole {
            text += "; the last one was damaged and is left out";
        }
        output.say(&(text + "\n"));
        self.search_again(searches, output);
        if let Some(fault) = fault {
            let text = format!(
                "{} did not come back, the first for this reason: {}\n\
                 the journal is kept; `recover drop` deletes it\n",
                inputs(failed),
                sanitize(&fault)
            );
            return self.complain(&text, output);
        }
        if !trouble.is_empty() {
            // What came back is written nowhere else.
            return self.complain(&(trouble + "the journal of that session is kept\n"), output);
        }
        if let Err(error) = taken.drop() {
            self.trouble(format!("cannot delete the journal: {error}"), output);
        }
    }
}

impl Shell {
    /// Runs searches again to where they were.
    fn search_again(&mut self, searches: BTreeMap<String, Reached>, output: &mut dyn Output) {
        let limits = Limits { time: None, ..self.limits.clone() };
        for (name, Reached { command, expanded, state }) in searches {
            let text = Fragment { text: &command, start: 0 };
            let mut runner = Runner::new(&limits, &self.cancel, output.live());
            let session = self.session.clone();
            let (now, _) = runner.compute(&command, |budget| {
                let mut session = session.lock();
                let puzzle = session.puzzle(Some(&name)).filter(|puzzle| puzzle.now() == state)?;
                puzzle.info().role(text).filter(|role| role.searches())?;
                let budget = budget.clone().with_states(expanded);
                puzzle.run(text, Depth::Run, &budget, &mut Sink::new())?;
                Some(puzzle.expanded(text))
            });
            drop(runner);
            let Some(now) = now.filter(|now| *now > 0) else { continue };
            self.log.search(&name, &command, now);
            let title = sanitize(&clip(&format!("{name}: {command}"))).into_owned();
            let states = HumanCount(now);
            output
                .say(&format!("`{title}` is again at {states} states, and continues from there\n"));
        }
    }
}

fn inputs(count: usize) -> String {
    counted(count as u64, "input")
}

fn sessions(count: usize) -> String {
    let verb = if count == 1 { "was" } else { "were" };
    format!("{} {verb}", counted(count as u64, "session"))
}

/// The numbers from `first` to `last`, of which the first is not counted; `None` if there are none.
fn span_of(first: usize, last: usize) -> Option<String> {
    match last.checked_sub(first)? {
        0 => None,
        1 => Some(format!("session {last}")),
        _ => Some(format!("sessions {} to {last}", first + 1)),
    }
}

fn row(one: &Left, held: &Summary, at: usize) -> String {
    let names = few(&held.puzzles, NAMED);
    let end = match (held.whole, held.inputs, one.ended) {
        (false, 0, _) => return format!("{at}  damaged, {} ago: nothing can be saved", one.age()),
        (false, ..) => "damaged after them",
        (true, _, false) => "cut off",
        (true, _, true) => "left",
    };
    format!("{at}  {names}: {}, {} ago, {end}", inputs(held.inputs), one.age())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{Ear, say, shell, stands};

    /// A shell that keeps a journal, and what it says first.
    fn start(folder: &std::path::Path, init: &str) -> (Shell, String) {
        let (mut shell, mut ear) = (shell(), Ear::default());
        say(&mut shell, init);
        shell.keep_journal(folder.to_owned());
        shell.offer_sessions(&mut ear);
        (shell, ear.err)
    }

    fn told(shell: &Shell) -> String {
        shell.session.lock().told(None)
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("puzzled-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    const START: &str = "matrix early {\n1 2\n3 4\n}\nrotate 1";

    #[test]
    fn a_puzzle_that_opens_with_an_error_is_not_lost() {
        let folder = folder("recover-opens");
        let (mut first, _) = start(&folder, "");
        assert!(say(&mut first, "sudoku s { 11.. / .... / .... / .... }").1.contains("duplicate"));
        say(&mut first, "play r4c4=2");
        let before = told(&first);
        drop(first);
        let (mut second, _) = start(&folder, "");
        assert_eq!(say(&mut second, "recover").1, "recovered 2 inputs\n");
        assert_eq!(told(&second), before);
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
        let before = told(&first);
        assert!(start(&folder, "").1.is_empty(), "it lives");
        drop(first);
        let (mut second, said) = start(&folder, START);
        assert!(
            said.starts_with(
                "an interrupted session (a moment ago, 9 inputs) can be recovered: `recover`"
            ),
            "{said}"
        );
        assert_eq!(
            say(&mut second, "recover list").0,
            "1  `early` and `m`: 9 inputs, a moment ago, cut off\n"
        );
        assert_eq!(say(&mut second, "recover").1, "recovered 9 inputs\n");
        assert_eq!(told(&second), before);
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
        assert_eq!(told(&third), before);
        third.leave(false, &mut Ear::default());
        let (mut fourth, said) = start(&folder, "");
        assert_eq!(said, "", "a clean exit needs no word");
        // What was left can be resumed all the same.
        let listed = say(&mut fourth, "recover list").0;
        assert_eq!(
            listed,
            "1  `early` and `m`: 2 inputs, a moment ago, left\n".replace("2 inputs", "3 inputs")
        );
        fourth.resume(&mut Ear::default());
        assert_eq!(told(&fourth), before);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn nothing_is_lost_on_the_way() {
        let folder = folder("recover-kept");
        let (mut first, _) = start(&folder, "");
        say(&mut first, "matrix m {\n1 2\n3 4\n}\nrotate 1");
        let before = told(&first);
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
        assert!(said.contains("`m` has changed in this session"), "{said}");
        second.leave(false, &mut Ear::default());
        // Cut off in the middle of a record.
        let mut all = std::fs::read_dir(&folder).expect("a folder").flatten();
        let path = all.find(|one| one.path().is_file()).expect("a file");
        let mut bytes = std::fs::read(path.path()).expect("a journal");
        bytes.extend(b"+ 11 00");
        std::fs::write(path.path(), bytes).expect("written");
        let (mut third, _) = start(&folder, "");
        let (_, said) = say(&mut third, "recover");
        assert_eq!(said, "recovered 2 inputs; the last one was damaged and is left out\n");
        assert_eq!(told(&third), before);
        third.leave(false, &mut Ear::default());
        assert!(left(&folder, &Cancel::default()).iter().all(|one| one.ended));
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
        say(&mut first, &format!("watch {}", file.display()));
        say(&mut first, "m: rotate 1");
        write("matrix m {\n5 6\n7 8\n}\nrotate 2\n");
        say(&mut first, "m: rotate 1");
        let before = told(&first);
        assert!(before.contains("5 6") && before.contains("m: rotate 2\nm: rotate 1"), "{before}");
        drop(first);
        let (mut second, _) = start(&journals, "");
        let (_, said) = say(&mut second, "recover");
        assert!(said.starts_with("recovered "), "{said}");
        assert_eq!(told(&second), before);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
