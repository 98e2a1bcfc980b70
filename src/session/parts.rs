//! Checking a document in parts. Puzzles know nothing of each other, so the findings in a *script*,
//! a declaration and the commands that go to it, depend on its own text alone. Scripts can be
//! checked in any order, on several threads, and a puzzle can be dropped after its last command.

use std::ops::Range;

use super::policy::BadLines;
use super::resolve::{Meant, Names};
use super::scope::{Course, Scope};
use super::skips::{Skips, note};
use super::{Event, Facts, Mode, Session, codes};
use crate::diag::Sink;
use crate::puzzle::Registry;
use crate::search::Budget;
use crate::syntax::{Document, Statement};
use crate::text::{Source, Span};

/// A document that can be checked in parts: one script after the other, in any order.
#[derive(Debug)]
pub struct Parts<'a> {
    kinds: Registry,
    source: &'a Source,
    document: &'a Document,
    scripts: Groups,
    /// Statements that may refer to any puzzle, by their numbers.
    doubts: Vec<u32>,
    bad: BadLines,
}

/// The statements of a document, or those of them that belong to a script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statements<'a> {
    pub(super) all: &'a [Statement],
    /// The numbers of those that belong to the script.
    pub(super) members: Option<&'a [u32]>,
}

impl<'a> Statements<'a> {
    /// Returns how many there are.
    pub(super) fn len(self) -> usize {
        self.members.map_or(self.all.len(), <[u32]>::len)
    }

    /// The one with the number `at`, counted from 0.
    pub(super) fn get(self, at: usize) -> &'a Statement {
        &self.all[self.members.map_or(at, |members| members[at] as usize)]
    }

    /// Those from number `at` on.
    pub(super) fn from(self, at: usize) -> impl Iterator<Item = &'a Statement> {
        (at..self.len()).map(move |at| self.get(at))
    }
}

impl<'a> Parts<'a> {
    /// Divides a document. The parser's findings are in the sink; adds what is wrong with names and
    /// focus.
    pub fn of(
        kinds: Registry,
        source: &'a Source,
        document: &'a Document,
        solve: bool,
        sink: &mut Sink,
    ) -> Self {
        Session::with(kinds).note_unreadable(source, document, Mode::Check { solve }, sink);
        let bad = BadLines::of(source, document);
        let mut owners = Vec::with_capacity(document.statements.len());
        let doubts = resolve_all(kinds, source, document, &bad, sink, |meant, _| {
            owners.push(meant.puzzle().map_or(u32::MAX, |owner| owner as u32));
        });
        let owner = |at: usize| Some(owners[at]).filter(|&owner| owner != u32::MAX);
        let scripts = Groups::of(document, owner);
        sink.retain_since(0, |one| bad.keep(one, source));
        Self { kinds, source, document, scripts, doubts, bad }
    }

    /// Cuts the scripts into ranges that are worth a thread: all but the last one have at least
    /// `least` statements.
    pub fn ranges(&self, least: u32) -> Vec<Range<usize>> {
        let (mut ranges, mut first, mut start) = (Vec::new(), 0, 0);
        for (at, &end) in self.scripts.ends.iter().enumerate() {
            if end - start >= least {
                ranges.push(first..at + 1);
                (first, start) = (at + 1, end);
            }
        }
        if first < self.scripts.ends.len() {
            ranges.push(first..self.scripts.ends.len());
        }
        ranges
    }

    /// Checks the scripts in a range, as [`Session::run`] checks a document in [`Mode::Check`].
    /// Returns whether it stopped early because the puzzles themselves need more memory than the
    /// budget allows.
    pub fn check(
        &self,
        range: Range<usize>,
        solve: bool,
        budget: &Budget,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
    ) -> bool {
        let (mode, mut sink) = (Mode::Check { solve }, Sink::new());
        let mut session = Session::with(self.kinds);
        session.begin(false);
        session.sources += 1;
        for script in range {
            let members = self.scripts.members(script);
            let statements = Statements { all: &self.document.statements, members: Some(members) };
            let facts = Facts::of_script(self.kinds, self.source, statements.from(0));
            let doubts = doubts(members, &self.doubts);
            // When the time of the script is over, the statements that need no search are still
            // judged.
            let course =
                Course { doubts: &doubts, alone: true, persists: true, ..Course::default() };
            let (source, sink, on) = (self.source, &mut sink, &mut *on);
            let (bad, facts) = (&self.bad, &facts);
            let mut scope = Scope { source, mode, budget, bad, facts, sink, on, course };
            session.walk(statements, 0..statements.len(), &mut scope);
            // Nothing names this puzzle any more; the memory serves the next one.
            session.slots.clear();
            if session.full {
                break;
            }
        }
        session.full
    }
}

/// The meaning of a statement of a script, whose puzzle stands in the first slot.
pub(super) fn meant(statement: &Statement, bad: &BadLines) -> Meant {
    match statement {
        Statement::Command(one) if bad.touch(one.span) => Meant::Unreadable(0),
        Statement::Broken(_) => Meant::Unreadable(0),
        Statement::Declaration(_) | Statement::Use(_) | Statement::Command(_) => Meant::Puzzle(0),
    }
}

/// The statements of all scripts, script by script.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Where the statements of each script end.
    pub(super) ends: Vec<u32>,
    /// The statements, by their numbers in the document.
    pub(super) members: Vec<u32>,
}

impl Groups {
    /// Groups the statements of a document by their scripts. `use` belongs to none.
    pub(super) fn of(document: &Document, owner: impl Fn(usize) -> Option<u32>) -> Self {
        let owned = || {
            let statements = document.statements.iter().enumerate();
            let owned = statements.filter(|(_, one)| !matches!(one, Statement::Use(_)));
            owned.filter_map(|(at, one)| Some((at, one, owner(at)?)))
        };
        // The counts become places.
        let mut ends = Vec::new();
        for (_, statement, script) in owned() {
            if matches!(statement, Statement::Declaration(_)) {
                ends.push(0);
            }
            ends[script as usize] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            let count = *end;
            *end = total;
            total += count;
        }
        let mut members = vec![0; total as usize];
        for (at, _, script) in owned() {
            let end = &mut ends[script as usize];
            members[*end as usize] = at as u32;
            *end += 1;
        }
        Self { ends, members }
    }

    /// The statements of a script: the declaration first.
    fn members(&self, script: usize) -> &[u32] {
        let start = script.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.members[start as usize..self.ends[script] as usize]
    }
}

/// Resolves all statements of a document; reports what is wrong with names and focus. Answers the
/// numbers of those that may refer to any puzzle.
pub(super) fn resolve_all(
    kinds: Registry,
    source: &Source,
    document: &Document,
    bad: &BadLines,
    sink: &mut Sink,
    mut each: impl FnMut(Meant, &Names),
) -> Vec<u32> {
    let mut names = Names::new(kinds);
    let (mut places, mut doubts): (Vec<Span>, _) = (Vec::new(), Vec::new());
    let mut skips: Option<Skips> = None;
    for (at, statement) in document.statements.iter().enumerate() {
        if let Statement::Declaration(one) = statement {
            let name = source.slice(one.name);
            if let Some(first) = names.declare(source, one) {
                sink.push(codes::duplicate_name(one.name, name, Some(places[first])));
            }
            places.push(one.name);
        }
        let mark = sink.len();
        let meant = names.resolve(source, statement, bad, Some(sink));
        let uses = matches!(statement, Statement::Use(_));
        if meant == Meant::Any || uses && meant == Meant::Nothing {
            let skips = skips.get_or_insert_with(|| {
                let rest: Vec<_> = document.statements[at + 1..].iter().collect();
                Skips::of(source, (at, meant), &rest, bad, names.clone())
            });
            if let Some(one) = sink.found_since(mark).last_mut() {
                note(one, skips.after(at, meant, false));
            }
        }
        if meant == Meant::Any {
            doubts.push(at as u32);
        }
        each(meant, &names);
    }
    doubts
}

/// Numbers of a script's statements before which a statement stands that may refer to any puzzle,
/// in rising order. `members` are the statements of the script, `doubts` those that may.
pub(super) fn doubts(members: &[u32], all: &[u32]) -> Vec<u32> {
    let mut doubts = Vec::new();
    if all.is_empty() {
        return doubts; // the common case
    }
    if all.len() < members.len() {
        let after = |&doubt: &u32| members.partition_point(|&at| at < doubt) as u32;
        doubts.extend(all.iter().map(after));
    } else {
        let before = |at: u32| all.partition_point(|&doubt| doubt < at);
        let gaps = members.windows(2).zip(1..);
        doubts.extend(gaps.filter(|(gap, _)| before(gap[0]) < before(gap[1])).map(|(_, at)| at));
    }
    doubts.dedup();
    doubts.retain(|&at| at > 0 && (at as usize) < members.len());
    doubts
}
