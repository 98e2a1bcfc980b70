//! The scripts of a document: the one pass over its statements that comes before any of them is
//! read or run. A script is a declaration and the commands that go to it. Puzzles know nothing of
//! each other, so what is found in a script depends on its own text, on the statements that may
//! refer to any puzzle, and on nothing else: scripts can be run in any order.

use super::expect;
use super::policy::BadLines;
use super::resolve::{Names, Place};
use crate::diag::{Code, Diagnostic, Sink};
use crate::puzzle::Info;
use crate::syntax::{Document, Expected, Statement};
use crate::text::Source;

/// A document and its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'a> {
    pub(super) source: &'a Source,
    pub(super) document: &'a Document,
}

/// The focus after a statement if there is none.
const NONE: u32 = u32::MAX;

/// The puzzles to which the statements of a document refer.
#[derive(Default)]
pub(super) struct Resolved {
    /// The number of puzzles that were declared before this document.
    base: usize,
    /// The kind of each script.
    kinds: Vec<Option<&'static Info>>,
    /// The place of each statement.
    places: Vec<Place>,
    /// The puzzle in focus after each statement, or [`NONE`].
    focus: Vec<u32>,
    scripts: Groups,
    /// Statements that may refer to any puzzle, by their numbers.
    doubtful: Vec<u32>,
    /// The scripts with an open question, in rising order.
    questioned: Vec<usize>,
    /// Diagnostics about names and focus, with the number of the statement, in rising order.
    faults: Vec<(u32, Diagnostic)>,
    /// The places of characters that do not belong in a text.
    pub(super) bad: BadLines,
}

impl std::fmt::Debug for Resolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Resolved").field("places", &self.places).finish_non_exhaustive()
    }
}

impl Resolved {
    /// Resolves the statements of a document, after the puzzles in `names`.
    pub(super) fn of(names: &mut Names, text: Text<'_>) -> Self {
        let Text { source, document } = text;
        names.begin();
        let count = document.statements.len();
        let mut places = Vec::with_capacity(count);
        let mut focus = Vec::with_capacity(count);
        let mut doubtful = Vec::new();
        let mut faults = Vec::new();
        let mut sink = Sink::new();
        let base = names.count();
        let bad = BadLines::of(source, document);

        for (at, statement) in (0..).zip(&document.statements) {
            let place = names.resolve(source, statement, &bad, Some(&mut sink));
            faults.extend(sink.take().into_iter().map(|fault| (at, fault)));
            if place == Place::Any {
                doubtful.push(at);
            }
            places.push(place);
            focus.push(names.focused().map_or(NONE, |slot| slot as u32));
        }

        let questions = document.statements.iter().zip(&places);
        let questions = questions.filter(|(statement, _)| statement.is_open());
        let mut questioned: Vec<usize> =
            questions.filter_map(|(_, place)| place.puzzle()?.checked_sub(base)).collect();
        questioned.sort_unstable();

        let scripts = Groups::of(document, &places, base);
        let kinds = names.kinds()[base..].to_vec();
        Self { base, kinds, places, focus, scripts, doubtful, questioned, faults, bad }
    }

    /// Returns the place of a statement.
    pub(super) fn place(&self, at: usize) -> Place {
        self.places[at]
    }

    /// Returns the script of a statement, if there is one. A `use` belongs to the script that it
    /// names.
    pub(super) fn owner(&self, at: usize) -> Option<usize> {
        self.places.get(at)?.puzzle()?.checked_sub(self.base)
    }

    /// Returns the script that a command without a prefix would go to after a statement.
    pub(super) fn focus(&self, at: usize) -> Option<usize> {
        let slot = *self.focus.get(at).filter(|slot| **slot != NONE)?;
        (slot as usize).checked_sub(self.base)
    }

    /// Returns the number of scripts.
    pub(super) fn count(&self) -> usize {
        self.scripts.ends.len()
    }

    /// Returns for each script the number of statements up to its end, counted script by script.
    pub(super) fn ends(&self) -> &[u32] {
        &self.scripts.ends
    }

    /// Returns the numbers of the statements of a script in the document, the declaration first.
    pub(super) fn members(&self, script: usize) -> &[u32] {
        let start = script.checked_sub(1).map_or(0, |before| self.scripts.ends[before]);
        &self.scripts.members[start as usize..self.scripts.ends[script] as usize]
    }

    /// Returns whether a statement is the last one of its script.
    pub(super) fn is_last(&self, at: usize) -> bool {
        let script = self.places[at].puzzle().and_then(|slot| slot.checked_sub(self.base));
        script.is_some_and(|script| self.members(script).last() == Some(&(at as u32)))
    }

    /// Returns whether a statement between two others may refer to any puzzle.
    pub(super) fn doubts_between(&self, from: u32, to: u32) -> bool {
        let after = self.doubtful.partition_point(|&doubt| doubt <= from);
        self.doubtful.get(after).is_some_and(|&doubt| doubt < to)
    }

    /// Returns, in rising order, the numbers of a script's statements that come after a statement
    /// that may refer to any puzzle.
    pub(super) fn after_doubt(&self, script: usize) -> Vec<u32> {
        if self.doubtful.is_empty() {
            return Vec::new(); // the common case
        }
        let gaps = self.members(script).windows(2).zip(1..);
        gaps.filter(|(gap, _)| self.doubts_between(gap[0], gap[1])).map(|(_, at)| at).collect()
    }

    /// Reports what is wrong with the names of a statement.
    pub(super) fn report_names(&self, at: usize, sink: &mut Sink) {
        if self.faults.is_empty() {
            return; // the common case
        }
        let first = self.faults.partition_point(|(statement, _)| (*statement as usize) < at);
        let here =
            self.faults[first..].iter().take_while(|(statement, _)| *statement as usize == at);
        here.for_each(|(_, fault)| sink.push(fault.clone()));
    }

    /// Adds everything that is wrong with names and focus to the parser's findings, which are in
    /// the sink, and drops those that bad characters cause.
    pub(super) fn report(&mut self, text: Text<'_>, sink: &mut Sink) {
        for (_, fault) in std::mem::take(&mut self.faults) {
            sink.push(fault);
        }
        sink.retain_since(0, |fault| self.bad.keep(fault, text.source));
    }

    /// Returns the facts about a declaration that expectations of its script state. A diagnostic of
    /// such a fact would say nothing new.
    /// If open questions are asked and not answered (`answers`), all facts that a search finds are
    /// among them.
    pub(super) fn stated_facts(
        &self,
        text: Text<'_>,
        script: usize,
        answers: bool,
    ) -> Vec<&'static Code> {
        let Some(kind) = self.kinds[script] else {
            return Vec::new();
        };
        let mut stated_facts: Vec<&'static Code> = Vec::new();
        if !answers && self.has_question(script) {
            stated_facts.extend(kind.deep);
        }

        for &at in self.members(script) {
            let Statement::Command(command) = &text.document.statements[at as usize] else {
                continue;
            };
            let Some(expected) = command.expected else { continue };
            let lines = expect::lines(text.source.text(), expected);
            let written = text.source.slice(command.text);
            let verb = written.split([' ', '\t']).next().unwrap_or_default();
            let first = match expected {
                // A plain check must not say that the answer is this one.
                Expected::Open(_) => "unsolvable",
                _ => lines.first().copied().unwrap_or_default(),
            };
            stated_facts.extend(kind.facts_stated(verb, first));
        }

        stated_facts.sort_unstable_by_key(|code| code.path);
        stated_facts.dedup();
        stated_facts
    }

    /// Returns whether the text asks an open question about the puzzle of a script.
    pub(super) fn has_question(&self, script: usize) -> bool {
        self.questioned.binary_search(&script).is_ok()
    }
}

/// The statements of all scripts, script by script. `use` belongs to none.
#[derive(Debug, Default)]
struct Groups {
    /// The end of the statements of each script.
    ends: Vec<u32>,
    /// The statements, by their numbers in the document.
    members: Vec<u32>,
}

impl Groups {
    /// Groups the statements by their places; puzzles from number `base` on are those declared here.
    fn of(document: &Document, places: &[Place], base: usize) -> Self {
        let scripted = || {
            let statements = document.statements.iter().zip(places).enumerate();
            let members =
                statements.filter(|(_, (statement, _))| !matches!(statement, Statement::Use(_)));
            members.filter_map(|(at, (statement, place))| {
                Some((at, statement, place.puzzle()?.checked_sub(base)?))
            })
        };

        // The counts become places.
        let mut ends = Vec::new();
        for (_, statement, script) in scripted() {
            if matches!(statement, Statement::Declaration(_)) {
                ends.push(0);
            }
            ends[script] += 1;
        }

        let mut total = 0;
        for end in &mut ends {
            let count = *end;
            *end = total;
            total += count;
        }

        let mut members = vec![0; total as usize];
        for (at, _, script) in scripted() {
            let end = &mut ends[script];
            members[*end as usize] = at as u32;
            *end += 1;
        }
        Self { ends, members }
    }
}
