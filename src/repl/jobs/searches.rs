//! The searches of the commands that the prompt itself runs, for the journal.

use std::slice::Iter;
use std::sync::Arc;

use super::Jobs;
use crate::puzzle::Verdict;
use crate::repl::log::Log;
use crate::search::Progress;
use crate::session::{Event, Session};
use crate::syntax::{Document, Fragment, Statement};
use crate::text::Source;

/// Follows the commands of a text while they run.
pub(crate) struct Searches<'a> {
    jobs: Jobs,
    source: &'a Source,
    statements: Iter<'a, Statement>,
    /// The puzzle that a command without a prefix goes to.
    focus: Option<String>,
    progress: Option<Arc<Progress>>,
    /// The commands that stopped, each with its puzzle.
    stopped: Vec<(String, String)>,
}

impl<'a> Searches<'a> {
    /// Begins to follow a text that is run in a session and publishes its progress.
    pub(crate) fn begin(
        jobs: &Jobs,
        source: &'a Source,
        document: &'a Document,
        session: &Session,
        progress: Option<Arc<Progress>>,
    ) -> Self {
        let focus = session.focused().map(str::to_owned);
        let statements = document.statements.iter();
        Self { jobs: jobs.clone(), source, statements, focus, progress, stopped: Vec::new() }
    }

    /// Follows an event of the run.
    pub(crate) fn hear(&mut self, event: &Event<'_>, log: &mut Log) {
        match *event {
            Event::Begin => {
                let running = self.next();
                let running = running.as_ref().zip(self.progress.clone());
                let running = running.map(|((name, text), progress)| (&**name, *text, progress));
                self.jobs.set_foreground(running);
            }
            Event::Answer { puzzle, command, answer, .. } => {
                if answer.verdict() == Verdict::GaveUp {
                    self.stopped.push((puzzle.to_owned(), command.to_owned()));
                } else {
                    log.search(puzzle, command, 0);
                }
            }
            _ => {}
        }
    }

    /// Returns the puzzle and the text of the next statement, if it is a command.
    fn next(&mut self) -> Option<(String, &'a str)> {
        match self.statements.next()? {
            Statement::Declaration(one) => {
                self.focus = Some(self.source.slice(one.name).to_owned());
            }
            Statement::Use(one) => self.focus = Some(self.source.slice(one.name).to_owned()),
            Statement::Command(one) => {
                let target = one.target.map(|name| self.source.slice(name).to_owned());
                let name = target.or_else(|| self.focus.clone())?;
                return Some((name, self.source.slice(one.text)));
            }
            Statement::Broken(_) => {}
        }
        None
    }

    /// Writes how far the searches are that stopped: the run has ended.
    pub(crate) fn end(self, session: &mut Session, log: &mut Log) {
        self.jobs.set_foreground(None);
        for (name, command) in self.stopped {
            let text = Fragment { text: &command, start: 0 };
            let expanded = session.puzzle(Some(&name)).map_or(0, |puzzle| puzzle.expanded(text));
            log.search(&name, &command, expanded);
        }
    }
}
