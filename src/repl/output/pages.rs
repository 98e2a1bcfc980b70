//! Paging through a list: the next page of `frontier`, `paths`, `goals` and the like. The search that
//! they read from stays alive between pages: what was expanded for one page is not expanded again for
//! the next.

use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Depth, List, Role, common::STATUS};
use crate::search::Budget;
use crate::session::Session;
use crate::syntax::Fragment;

/// Where paging through a list stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pages {
    /// The puzzle and the command without its number.
    pub(crate) puzzle: String,
    pub(crate) verb: String,
    /// Lines that were shown, and the number that was asked for.
    pub(crate) shown: u64,
    pub(crate) step: u64,
    /// The position of the puzzle; for what changes while a search continues, also that of the search.
    position: String,
    /// True if there are no more lines.
    pub(crate) over: bool,
}

impl Pages {
    /// Returns the first page that a command answered, if it is one.
    pub(crate) fn of(puzzle: &str, command: &str, page: &List) -> Option<Self> {
        let mut words = command.split([' ', '\t']).filter(|word| !word.is_empty());
        let verb = words.next()?;
        let asked: Option<u64> = words.next().and_then(|count| count.parse().ok());
        let shown = page.len() as u64;
        let step = asked.unwrap_or(shown).max(1);
        let (puzzle, verb) = (puzzle.to_owned(), verb.to_owned());
        Some(Self { puzzle, verb, shown, step, position: String::new(), over: shown < step })
    }

    /// Notes the position of the puzzle: a page shows what there is in this position.
    pub(crate) fn note_position(&mut self, session: &mut Session) {
        self.position = self.position_in(session);
    }

    /// Returns whether the puzzle has moved on since the page was shown.
    pub(crate) fn is_outdated(&self, session: &mut Session) -> bool {
        self.position_in(session) != self.position
    }

    fn position_in(&self, session: &mut Session) -> String {
        let Some(puzzle) = session.puzzle(Some(&self.puzzle)) else { return String::new() };
        let mut text = format!("{} {}", puzzle.changed(), puzzle.prompt());
        let verb = Fragment { text: &self.verb, start: 0 };
        if KINDS.kind(puzzle.info().name).and_then(|kind| kind.info().role(verb))
            == Some(Role::Progress)
        {
            let status = Fragment { text: STATUS, start: 0 };
            let answer = puzzle.run(status, Depth::Run, &Budget::unlimited(), &mut Sink::new());
            text += &answer.and_then(Answer::into_text).unwrap_or_default();
        }
        text
    }
}
