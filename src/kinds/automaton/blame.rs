//! Finds what to say about a tree or a path that cannot be read.

use std::collections::HashMap;

use super::codes::{self, RelatedPlaces};
use super::syntax::faults::{Fault, FaultKind};
use crate::diag::{Diagnostic, Edit, among};
use crate::syntax::{Fragment, Habit};
use crate::text::Span;

/// Returns the meaning in other programs of a character that no tree holds.
fn meant(char: &str) -> Option<&'static str> {
    let habits = [Habit::Live, Habit::Dead, Habit::Open, Habit::Close];
    let right = habits.into_iter().find_map(|habit| habit.right(char));
    right.or_else(|| Habit::Between.has(char).then_some(""))
}

/// Returns the diagnostic of a tree that is written with other characters, at several places, or
/// with the same text that has no meaning. Removes the faults that it covers from `faults`.
pub(super) fn foreign(faults: &mut Vec<Fault>, text: Fragment<'_>) -> Option<Diagnostic> {
    let char = |fault: &Fault| &text.text[fault.at.clone()];
    let bad = |fault: &&Fault| fault.kind == FaultKind::BadCharacter;
    let mut uses: HashMap<&str, usize> = HashMap::new();
    faults.iter().filter(bad).for_each(|fault| *uses.entry(char(fault)).or_default() += 1);
    let is_foreign =
        |fault: &Fault| bad(&fault) && (meant(char(fault)).is_some() || uses[char(fault)] > 1);
    if faults.iter().filter(|fault| is_foreign(fault)).count() < 2 {
        return None;
    }
    let (foreign_faults, rest): (Vec<Fault>, Vec<Fault>) = faults.drain(..).partition(is_foreign);
    *faults = rest;
    let mut chars: Vec<&str> = foreign_faults.iter().map(char).collect();
    let uses = chars.len();
    chars.sort_unstable();
    chars.dedup();
    let several = chars.len() > 1;
    let place = |fault: &Fault| Span::of(&fault.at).shifted(text.start);
    let edit = |fault| Some(Edit { span: place(fault), text: meant(char(fault))?.to_owned() });
    let edits = foreign_faults.iter().map(edit).collect();
    let first = place(&foreign_faults[0]);
    let second = place(&foreign_faults[1]);
    Some(codes::bad_characters(&among(chars), several, uses, first, second, edits))
}

/// Returns the diagnostic of a fault in the text of a tree, and of a second one of the same cause.
pub(super) fn fault(fault: &Fault, text: Fragment<'_>, second: Option<Span>) -> Diagnostic {
    let place = |range: &std::ops::Range<usize>| Span::of(range).shifted(text.start);
    let at = place(&fault.at);
    let open = fault.related.as_ref().map(place);
    // A short pair of brackets is marked as a whole, a long one at its end.
    let pair = open.map_or(at, |open| open.to(at));
    let short = pair.len() <= 60 && !text.text[..fault.at.end].contains(['\n', '\r']);
    let also = RelatedPlaces { opened: open.filter(|_| !short), second };

    match fault.kind {
        FaultKind::BadCharacter => {
            let character = text.part(fault.at.clone());
            codes::bad_character(character, meant(character.text), also)
        }
        FaultKind::MalformedNode => codes::malformed_node(at, also),
        FaultKind::ChildMissing => {
            let parts = fault.parts.iter().filter(|_| !short).map(|part| {
                let inner = &text.text[part.at.clone()];
                let length = inner.find(['\n', '\r']).unwrap_or(inner.len());
                place(&(part.at.start..part.at.start + length))
            });
            // The state is a node, so it is not the second of two parts if that has brackets.
            let gap = match &fault.parts[..] {
                [first, second] if !second.node => Span::at(place(&first.at).end),
                _ => Span::at(at.start),
            };
            let whole = if short { pair } else { at };
            codes::missing_child(whole, fault.parts.len(), parts, gap, also)
        }
        FaultKind::TooManyParts => codes::too_many_parts(at, also),
        FaultKind::Unclosed(count) => match open {
            Some(open) if at != open || count > 1 => codes::unclosed(at, open, count, also),
            _ => codes::open_at_the_end(at, also),
        },
        FaultKind::StrayCloser => {
            codes::stray_bracket(at, open.map(|before| Span::at(before.start)), also)
        }
        FaultKind::TrailingText => codes::text_after_tree(at, also),
        FaultKind::Empty => codes::missing_part(text.span(), "tree", None),
    }
}

/// Returns the diagnostic of a word that is not a path.
pub(super) fn bad_path(word: Fragment<'_>) -> Diagnostic {
    let Some(inner) = word.text.strip_prefix('[') else {
        return codes::not_a_path(word, word.text.chars().all(|char| "<>".contains(char)));
    };
    let steps = &inner[..inner.find(']').unwrap_or(inner.len())];
    if let Some((at, char)) = steps.char_indices().find(|(_, char)| !"<>".contains(*char)) {
        return codes::bad_step(word.part(1 + at..1 + at + char.len_utf8()));
    }
    match word.text.find(']') {
        Some(end) => codes::text_after_path(word.part(end + 1..word.text.len()).span()),
        None => codes::unclosed_path(word),
    }
}
