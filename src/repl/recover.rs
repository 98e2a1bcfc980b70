//! `recover`: what a REPL that was cut off had written down.

use super::commands::Own;
use super::journal::{Journal, Left, Taken, What, left};
use super::port::Port;
use super::shell::Shell;
use crate::diag::{Severity, Sink};
use crate::render::sanitize;
use crate::search::Budget;
use crate::session::{self, Event, Mode, Session};
use crate::syntax::{self, Fragment};
use crate::text::Source;

/// What became of a journal.
struct Replayed {
    session: Session,
    /// What was said first of a statement that did not change anything any more.
    fault: Option<String>,
    failed: usize,
}

impl Shell {
    /// Keeps a journal from now on, and offers what others left behind.
    pub(super) fn keep_journal(&mut self, port: &mut dyn Port) {
        let Some(folder) = Journal::folder(super::history::default_file()) else { return };
        let before = self.session.borrow().told(None);
        self.log.keep(Journal::new(folder.clone(), before));
        let found = left(&folder);
        self.journals = Some(folder);
        if let Some(first) = found.first() {
            let mut text = format!(
                "a session of {} ago with {} was cut off: `recover` brings it back, `recover drop` deletes it",
                first.age(),
                inputs(first.inputs)
            );
            if found.len() > 1 {
                text += &format!("; `recover list` shows {} more", found.len() - 1);
            }
            port.say(&(text + "\n"));
        }
    }

    /// `recover`, `recover N`, `recover list`, `recover drop [N]`.
    pub(super) fn recover(&mut self, source: &Source, own: Own, port: &mut dyn Port) {
        let argument = Fragment::of(source.text(), own.rest);
        let mut words = argument.text.split_ascii_whitespace();
        let (first, second) = (words.next(), words.next());
        let (verb, number) = match first {
            Some("list" | "drop") => (first, second),
            _ => (None, first),
        };
        let count = argument.text.split_ascii_whitespace().count();
        let most = usize::from(verb.is_some()) + usize::from(verb != Some("list"));
        let which = number.map_or(Some(1), |word| word.parse::<usize>().ok().filter(|&n| n > 0));
        let Some(which) = which.filter(|_| count <= most) else {
            let what = "`list`, `drop` or the number of a session";
            let found = syntax::codes::bad_argument(own.rest, argument.text, what, own.verb.usage);
            return self.refuse(source, found, port);
        };
        let found = self.journals.as_deref().map(left).unwrap_or_default();
        let Some(one) = found.get(which - 1) else {
            let text = match found.len() {
                0 => String::from("no session was cut off; there is nothing to recover\n"),
                1 => String::from("there is 1 session to recover; `recover list` shows it\n"),
                count => {
                    format!("there are {count} sessions to recover; `recover list` shows them\n")
                }
            };
            // To list nothing is no mistake.
            return if verb == Some("list") { port.say(&text) } else { self.complain(&text, port) };
        };
        match verb {
            Some("list") => {
                let rows: Vec<_> = found.iter().zip(1..).map(|(one, at)| row(one, at)).collect();
                self.print(&rows.join("\n"), port);
            }
            Some(_) => match one.take().and_then(Taken::drop) {
                Ok(()) => port.say(&format!("{} were deleted\n", inputs(one.inputs))),
                Err(error) => {
                    self.complain(&format!("puzzled: cannot delete the journal: {error}\n"), port);
                }
            },
            None => match one.take() {
                Ok(taken) => self.bring_back(taken, port),
                Err(error) => {
                    self.complain(&format!("puzzled: cannot read the journal: {error}\n"), port);
                }
            },
        }
    }

    /// Replays a journal and takes its puzzles over. It is deleted only if all of it came back.
    fn bring_back(&mut self, taken: Taken, port: &mut dyn Port) {
        let budget = self.budget(port);
        port.begin();
        let replayed = replay(&taken, &budget);
        port.end();
        let Some(Replayed { session, fault, failed }) = replayed else {
            return self
                .complain("stopped; nothing is recovered yet, `recover` begins anew\n", port);
        };
        let mut names = Vec::new();
        for entry in session.entries() {
            let known = self.has(&entry.name);
            if known && !self.session.borrow().is_fresh(&entry.name) {
                let name = &entry.name;
                let text = format!(
                    "`{name}` was led on here since: nothing is recovered; `save` this session, \
                     leave, and `recover` in a new one\n"
                );
                return self.complain(&text, port);
            }
            names.push((entry.name, !known));
        }
        self.used |= self.session.borrow_mut().adopt(session);
        for (name, fresh) in &names {
            let told = self.session.borrow().told(Some(name));
            self.log.replaced(name, &told, *fresh);
        }
        let focused = self.session.borrow().focused().map(String::from);
        if let Some(name) = focused.filter(|_| self.used) {
            let text = format!("use {name}");
            self.log.hear(&Event::Changed { puzzle: None, text: &text });
            self.log.hear(&Event::Done);
        }
        let trouble = self.log.settle();
        let count = taken.records.iter().filter(|(what, _)| *what != What::Before).count();
        let mut text = format!("recovered {}", inputs(count - failed.min(count)));
        if !taken.whole {
            text += "; the last one was damaged and is left out";
        }
        port.say(&(text + "\n"));
        if let Some(fault) = fault {
            let text = format!(
                "{} did not come back, the first for this reason: {}\n\
                 the journal is kept; `recover drop` deletes it\n",
                inputs(failed),
                sanitize(&fault)
            );
            return self.complain(&text, port);
        }
        if !trouble.is_empty() {
            // What came back is written nowhere else.
            return self.complain(&(trouble + "the journal of that session is kept\n"), port);
        }
        if let Err(error) = taken.drop() {
            self.complain(&format!("puzzled: cannot delete the journal: {error}\n"), port);
        }
    }
}

fn inputs(count: usize) -> String {
    if count == 1 { String::from("1 input") } else { format!("{count} inputs") }
}

fn row(one: &Left, at: usize) -> String {
    format!("{at}  {}, {} ago", inputs(one.inputs), one.age())
}

/// Runs what a journal holds in a session of its own. None if it was stopped.
fn replay(taken: &Taken, budget: &Budget) -> Option<Replayed> {
    let mut all = Replayed { session: Session::new(), fault: None, failed: 0 };
    for (what, text) in &taken.records {
        let source = Source::new("journal", text.as_str());
        let mut sink = Sink::new();
        let document = session::read(&source, false, &mut sink);
        let (mut whole, mode) = (Session::new(), Mode::Run { solve: false });
        let session = if *what == What::Whole { &mut whole } else { &mut all.session };
        let mut changed = false;
        session.run(&source, &document, mode, budget, &mut sink, &mut |event, _| {
            changed |= matches!(event, Event::Changed { .. });
        });
        if budget.cancel.is_cancelled() {
            return None;
        }
        let error = sink.take().into_iter().find(|one| one.severity() == Severity::Error);
        if *what == What::Whole {
            all.session.adopt(whole);
        }
        if error.is_some() || !changed {
            all.failed += 1;
            let reason = error.map_or_else(|| String::from("it gave up"), |error| error.message);
            all.fault.get_or_insert(format!("`{}`: {reason}", crate::diag::clip(text)));
        }
    }
    Some(all)
}
