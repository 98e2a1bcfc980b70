//! How many expectations wait for a statement: they are not compared if it fails.

use super::policy::BadLines;
use super::resolve::{Meant, Names};
use super::{Mode, Session};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::puzzle::Role;
use crate::syntax::{Document, Fragment, Statement};
use crate::text::Source;

/// The expectations after each statement of a text that are not compared if the statement fails:
/// those of its puzzle until the next `reset`.
#[derive(Debug)]
pub(super) struct Skips {
    /// The number of the first statement that was counted.
    base: usize,
    /// The expectations after it and after each statement that follows.
    counts: Vec<Count>,
}

/// The expectations after a statement.
#[derive(Clone, Copy, Debug)]
struct Count {
    /// Those of the statement's puzzle.
    own: u32,
    /// Those of them that ask how far a search is, until the next change of state.
    search: u32,
    /// Those of all puzzles.
    all: u32,
    /// Those that only wait for a `use`.
    unprefixed: u32,
}

impl Skips {
    /// Counts from statement `base` on, which refers to `first` and was resolved; `rest` follow it.
    /// `names` are those known after it.
    pub(super) fn of(
        source: &Source,
        (base, first): (usize, Meant),
        rest: &[&Statement],
        bad: &BadLines,
        mut names: Names,
    ) -> Self {
        let mut meant = Vec::with_capacity(rest.len());
        for statement in rest {
            meant.push((names.follow(source, statement, bad), names.focused()));
        }
        let (mut waiting, mut asking) = (vec![0; names.count()], vec![0; names.count()]);
        let (mut total, mut lost) = (0, 0);
        let mut counts = Vec::with_capacity(rest.len() + 1);
        let count = |slot: Option<usize>, waiting: &[u32], asking: &[u32], all, unprefixed| {
            let (own, search) = slot.map_or((0, 0), |slot| (waiting[slot], asking[slot]));
            Count { own, search, all, unprefixed }
        };
        for (statement, (meant, focused)) in rest.iter().zip(&meant).rev() {
            let slot = meant.puzzle();
            counts.push(count(slot, &waiting, &asking, total, lost));
            if focused.is_some() {
                lost = 0;
            }
            let Statement::Command(one) = statement else { continue };
            let expects = u32::from(one.expected.is_some());
            if focused.is_none() && one.target.is_none() {
                lost += expects;
            }
            let Some(slot) = slot else { continue };
            let text = Fragment::of(source.text(), one.text);
            let role = names.kind(slot).and_then(|kind| kind.role(text));
            let resets = role == Some(Role::Reset);
            match role {
                Some(Role::Progress) => asking[slot] += expects,
                Some(role) if role.changes() => asking[slot] = 0,
                _ => {}
            }
            let before = waiting[slot];
            waiting[slot] = if resets { 0 } else { before + expects };
            total = total - before + waiting[slot];
        }
        counts.push(count(first.puzzle(), &waiting, &asking, total, lost));
        counts.reverse();
        Self { base, counts }
    }

    /// How many expectations after statement `at`, which refers to `meant` and fails, are not
    /// compared; `search` says that only a search is not as far as intended.
    pub(super) fn after(&self, at: usize, meant: Meant, search: bool) -> u32 {
        let count = at.checked_sub(self.base).and_then(|at| self.counts.get(at));
        count.map_or(0, |count| match meant {
            Meant::Puzzle(_) if search => count.search,
            Meant::Puzzle(_) | Meant::Unreadable(_) => count.own,
            Meant::Any => count.all,
            Meant::Nothing => count.unprefixed,
        })
    }
}

impl Session {
    /// Adds to the parser's findings, which are in the sink, how many expectations wait for
    /// statements that cannot be read. [`Session::go_on`] does so for the statements it is given.
    pub fn note_unreadable(
        &self,
        source: &Source,
        document: &Document,
        mode: Mode,
        sink: &mut Sink,
    ) {
        let check = matches!(mode, Mode::Check { .. });
        let mut names = self.names.clone();
        let errors = sink.found().iter().enumerate();
        let errors = errors.filter(|(_, one)| one.severity() == Severity::Error);
        let mut errors: Vec<_> = errors.map(|(at, one)| (one.span.start, at)).collect();
        errors.sort_unstable();
        if errors.is_empty() {
            return;
        }
        let bad = &BadLines::of(source, document);
        let statements = &document.statements;
        let mut skips: Option<Skips> = None;
        for (number, statement) in statements.iter().enumerate() {
            let meant = names.follow(source, statement, bad);
            let unreadable = match statement {
                Statement::Broken(_) => true,
                Statement::Command(one) => bad.touch(one.span),
                Statement::Declaration(one) => one.kind.is_empty(),
                Statement::Use(_) => false,
            };
            // A check compares little, and later lines must not change what a run reports.
            let counts = match meant {
                Meant::Any => true,
                Meant::Puzzle(_) | Meant::Unreadable(_) => !check,
                Meant::Nothing => false,
            };
            if !unreadable || !counts {
                continue;
            }
            let span = statement.span();
            let first = errors.partition_point(|&(start, _)| start < span.start);
            let Some(&(start, at)) = errors.get(first) else { break };
            if start > span.end {
                continue;
            }
            let skips = skips.get_or_insert_with(|| {
                let rest: Vec<_> = statements[number + 1..].iter().collect();
                Skips::of(source, (number, meant), &rest, bad, names.clone())
            });
            note(&mut sink.found_since(0)[at], skips.after(number, meant, false));
        }
    }
}

/// Adds to the help of a diagnostic how many expectations are not compared because of it.
pub(super) fn note(one: &mut Diagnostic, count: u32) {
    let what = match count {
        0 => return,
        1 => String::from("1 expectation after it is not compared"),
        _ => format!("{count} expectations after it are not compared"),
    };
    one.help = Some(match one.help.take() {
        None => format!("until this is fixed, {what}"),
        Some(help) if help.ends_with('?') => format!("{help} Until this is fixed, {what}"),
        Some(help) => format!("{help}; until this is fixed, {what}"),
    });
}
