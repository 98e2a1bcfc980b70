//! Applies the safe fixes of a text: for the command line and for editors.

use std::collections::HashSet;

use super::{Event, Judgment, Parts, expect, read_with};
use crate::diag::{Diagnostic, Edit, Fix, Pieces, Severity, Sink, edited, safe_fixes, together};
use crate::puzzle::Registry;
use crate::search::{Budget, Cancel};
use crate::syntax::Statement;
use crate::text::{Source, Span};

/// The largest number of times that a text is read again.
const ROUNDS: usize = 100;

/// A text after its safe fixes were applied.
#[derive(Debug)]
pub struct Fixed {
    /// The text, read again.
    pub source: Source,
    /// The remaining diagnostics.
    pub remaining: Vec<Diagnostic>,
    /// The number of fixes applied.
    pub fixes: usize,
    /// The edits that turn the text before all fixes into this one, in the order of their places.
    pub edits: Vec<Edit>,
}

/// Applies the safe fixes of `diagnostics` and reads the text again (`examine`) until no safe fix
/// is left.
///
/// Leaves out each fix that adds an error, breaks an expectation that held, changes an expected
/// answer, or sends a command to another puzzle, as a check without search judges. Stops when
/// `most` bytes of text were examined; each fix applied until then was judged. Costs two checks of
/// the text if no fix is left out. Once `cancel` is set, no further fix is applied.
pub fn apply_safe(
    kinds: Registry,
    source: Source,
    diagnostics: Vec<Diagnostic>,
    most: usize,
    cancel: &Cancel,
    examine: impl Fn(&Source) -> Vec<Diagnostic>,
) -> Fixed {
    let mut pieces = Pieces::of(source.bytes());
    let mut fixed = Fixed { source, remaining: diagnostics, fixes: 0, edits: Vec::new() };
    let mut left = most;
    let budget = Budget { cancel: cancel.clone(), ..Budget::unlimited() };

    for _ in 0..ROUNDS {
        let fixes = safe_fixes(&fixed.remaining);
        if fixes.is_empty() || left < fixed.source.bytes().len() {
            break;
        }

        let before = Facts::of(kinds, &fixed.source, &fixed.remaining, &budget);
        let mut chosen: Vec<&Fix> = Vec::new();
        let mut best = None;
        // If not all of them can be applied together, one half is tried after the other.
        let mut waiting = vec![&fixes[..]];
        while let Some(some) = waiting.pop() {
            let bytes = fixed.source.bytes().len();
            if left < bytes || cancel.is_cancelled() {
                break;
            }
            left -= bytes;
            let tried = [&chosen[..], some].concat();
            let (edits, count) = together(&tried, fixed.source.bytes());
            match trial(kinds, &fixed.source, &before, &edits, &budget, &examine) {
                Some((source, diagnostics)) => {
                    chosen = tried;
                    best = Some((source, diagnostics, edits, count));
                }
                None if some.len() > 1 => {
                    let (first, second) = some.split_at(some.len() / 2);
                    waiting.extend([second, first]);
                }
                None => {}
            }
        }

        let Some((source, diagnostics, edits, count)) = best else { break };
        pieces.edit(&edits);
        let fixes = fixed.fixes + count;
        fixed = Fixed { source, remaining: diagnostics, fixes, edits: Vec::new() };
    }
    fixed.edits = pieces.edits();
    fixed
}

/// Returns the text with these edits and its diagnostics, or `None` if the edits are refused.
fn trial(
    kinds: Registry,
    source: &Source,
    before: &Facts,
    edits: &[Edit],
    budget: &Budget,
    examine: impl Fn(&Source) -> Vec<Diagnostic>,
) -> Option<(Source, Vec<Diagnostic>)> {
    let bytes = edited(source.bytes(), edits);
    if bytes == source.bytes() {
        return None;
    }
    let new = Source::from_bytes(source.name(), bytes);
    let diagnostics = examine(&new);
    before
        .hold_in(&Facts::of(kinds, &new, &diagnostics, budget), edits)
        .then_some((new, diagnostics))
}

/// The facts about a text that no safe fix changes.
struct Facts {
    errors: usize,
    /// The commands in the order of the text.
    commands: Vec<Command>,
}

/// The facts about a command.
struct Command {
    /// The place of the command, without its prefix and its expectation.
    place: Span,
    /// The name of the puzzle that it goes to.
    puzzle: Option<String>,
    /// The lines of the expected answer.
    expected: Option<Vec<String>>,
    /// True if the expected answer is right, as far as a check without search can say.
    holds: bool,
}

impl Facts {
    /// Collects the facts about a text that has these diagnostics.
    fn of(kinds: Registry, source: &Source, diagnostics: &[Diagnostic], budget: &Budget) -> Self {
        let errors = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error)
            .count();

        let mut sink = Sink::new();
        let mut held = HashSet::new();
        let document = read_with(kinds, source, true, &mut sink);
        let mut on = |event: Event<'_>, sink: &mut Sink| match event {
            Event::Judged { span, judgment: Judgment::Held, .. } => _ = held.insert(span.start),
            Event::Done => _ = sink.take(),
            _ => {}
        };

        // A puzzle is dropped after its last command.
        let parts = Parts::of(kinds, source, &document, &mut sink);
        let ranges = parts.ranges(64).into_iter();
        for range in ranges.take_while(|_| !budget.cancel.is_cancelled()) {
            parts.check(range, false, budget, &mut on);
        }

        let declared = document.statements.iter().filter_map(|statement| match statement {
            Statement::Declaration(declaration) => Some(declaration.name_word(source)),
            _ => None,
        });
        let declared: Vec<_> = declared.collect();
        let commands = document.statements.iter().enumerate().filter_map(|(at, statement)| {
            let Statement::Command(command) = statement else { return None };
            let puzzle = parts.owner(at).map(|script| declared[script]);
            let lines = |expected| expect::lines(source.text(), expected);
            let texts = |expected| lines(expected).into_iter().map(String::from).collect();
            Some(Command {
                place: command.text,
                puzzle: puzzle.map(String::from),
                expected: command.expected.map(texts),
                holds: held.contains(&command.span.start),
            })
        });
        Self { errors, commands: commands.collect() }
    }

    /// Returns whether they are facts of the text after these edits, too.
    fn hold_in(&self, after: &Self, edits: &[Edit]) -> bool {
        let mut moved = Moved { edits, delta: 0 };
        after.errors <= self.errors
            && self.commands.iter().all(|command| {
                let at = moved.to(command.place.start);
                let next = after.commands.partition_point(|other| other.place.end < at);
                let counterpart = after.commands.get(next).filter(|other| other.place.start <= at);
                match counterpart {
                    Some(other) => command.holds_in(other),
                    None => command.puzzle.is_none() && command.expected.is_none(),
                }
            })
    }
}

impl Command {
    /// Returns whether the facts are those of the command after the fix, too.
    fn holds_in(&self, after: &Self) -> bool {
        (self.puzzle.is_none() || self.puzzle == after.puzzle)
            && (self.expected.is_none() || self.expected == after.expected)
            && (!self.holds || after.holds)
    }
}

/// The places of rising offsets of a text after edits of it.
struct Moved<'a> {
    /// The edits that are not before the last offset.
    edits: &'a [Edit],
    /// The number of bytes by which the edits before the last offset move it.
    delta: i64,
}

impl Moved<'_> {
    /// Returns the new place of an offset that is not before the last one. An offset inside a
    /// replaced text becomes the place where the new text begins.
    fn to(&mut self, at: u32) -> u32 {
        while let Some((edit, rest)) = self.edits.split_first()
            && edit.span.end <= at
        {
            self.delta += edit.text.len() as i64 - i64::from(edit.span.len());
            self.edits = rest;
        }
        let within = self.edits.first().filter(|edit| edit.span.start < at);
        let at = within.map_or(at, |edit| edit.span.start);
        u32::try_from(i64::from(at) + self.delta).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Applicability::Sure;
    use crate::kinds::KINDS;
    use crate::session::codes::EMPTY;
    use crate::session::{Mode, Session, read};

    const TEXT: &str = "matrix a { 1 2 / 3 4 }\nmatrix b { 5 6 / 7 8 }\nuse a\nrotate 1\n\
        show => {\n  2 4\n  1 3\n}\nb: show => 5 6\nrotat 1\n";

    fn check(source: &Source) -> Vec<Diagnostic> {
        let mut sink = Sink::new();
        let mut session = Session::new();
        let document = read(source, true, &mut sink);
        let mode = Mode::Check { solve: false };
        let budget = Budget::unlimited();
        session.run(source, &document, mode, &budget, &mut sink, &mut |_, _| {});
        sink.take()
    }

    /// Returns a diagnostic with the fix that replaces the first `old` by `new`.
    fn fault(old: &str, new: &str) -> Diagnostic {
        let at = TEXT.find(old).expect("the text has it");
        let span = Span::of(&(at..at + old.len()));
        Diagnostic::new(&EMPTY, span, "", "").fix(Fix::new(Sure, "", span, new))
    }

    fn apply(diagnostics: Vec<Diagnostic>) -> Fixed {
        let source = Source::new("x", TEXT);
        let diagnostics = [check(&source), diagnostics].concat();
        let fixed = apply_safe(KINDS, source, diagnostics, usize::MAX, &Cancel::default(), check);
        let same = edited(TEXT.as_bytes(), &fixed.edits);
        assert_eq!(String::from_utf8_lossy(&same), fixed.source.text());
        fixed
    }

    #[test]
    fn a_fix_that_changes_what_held_is_left_out() {
        for (old, new) in [
            ("rotate 1", "rotate 2"),     // an expectation does not hold
            ("rotate 1", "// rotate 1"),  // likewise
            ("2 4", "1 2"),               // an expected answer is another
            ("=> 5 6", "// => 5 6"),      // it is gone
            ("b: show", "// b: show"),    // the whole command is gone
            ("use a\n", ""),              // a command goes to another puzzle
            ("use a", "use b"),           // likewise
            ("matrix a {", "matrix c {"), // there is an error more
            ("5 6 / 7 8", "5 0 / 7 8"),   // an expectation does not hold
        ] {
            let fixed = apply(vec![fault(old, new)]);
            assert_eq!((fixed.source.text(), fixed.fixes), (TEXT, 0), "{old:?} {new:?}");
        }
    }

    #[test]
    fn the_other_fixes_are_applied() {
        let faults = [
            ("1 2 / 3 4", "1  2 / 3 4"),
            ("use a", "use b"),
            ("rotate 1", "rotate -3"),
            ("2 4", "2 5"),
            ("rotat 1", "rotate 1"),
        ];
        let fixed = apply(faults.map(|(old, new)| fault(old, new)).into());
        let right = TEXT.replace("{ 1 2", "{ 1  2").replace("rotate 1", "rotate -3");
        assert_eq!(fixed.source.text(), right.replace("rotat 1", "rotate 1"));
        assert_eq!(fixed.fixes, 3);
        let no_unknown_verb = fixed
            .remaining
            .iter()
            .all(|diagnostic| diagnostic.code.path != "command::unknown-verb");
        assert!(no_unknown_verb, "{:?}", fixed.remaining);
    }

    #[test]
    fn a_large_text_costs_no_more_than_what_was_allowed() {
        let count = std::cell::Cell::new(0);
        let text = "matrix m { 1 2 / 3 4 }\nrotate 1 -> 3 1\n".to_owned() + &"// x\n".repeat(1000);
        for most in [0, 1, 2 * text.len(), 100 * text.len()] {
            let source = Source::new("x", text.as_str());
            let diagnostics = check(&source);
            let size = text.len();
            count.set(0);
            let fixed =
                apply_safe(KINDS, source, diagnostics, most, &Cancel::default(), |source| {
                    count.set(count.get() + source.bytes().len());
                    check(source)
                });
            assert!(count.get() <= most, "{} of {most}", count.get());
            assert_eq!(fixed.fixes, usize::from(most >= size), "{most}");
        }
    }
}
