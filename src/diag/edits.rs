//! Applying fixes to a text.

use std::collections::BTreeSet;

use super::{Diagnostic, Edit, Fix};
use crate::text::Span;

/// The first safe fix of each diagnostic, in their order.
pub fn safe_fixes(found: &[Diagnostic]) -> Vec<&Fix> {
    found.iter().filter_map(|one| one.fixes.iter().find(|fix| fix.safe)).collect()
}

/// The edits of several fixes in the order of the text, and how many fixes they are: a fix with an
/// edit that overlaps one of an earlier fix is left out, and so is a second insertion at the same
/// place.
pub fn together(fixes: &[&Fix]) -> (Vec<Edit>, usize) {
    let (mut edits, mut count) = (Vec::new(), 0);
    let mut taken: BTreeSet<Span> = BTreeSet::new();
    for fix in fixes {
        let free = |edit: &Edit| {
            let before = taken.range(..edit.span).next_back();
            let after = taken.range(edit.span..).next();
            before.is_none_or(|before| before.end <= edit.span.start)
                && after.is_none_or(|after| edit.span.end <= after.start && *after != edit.span)
        };
        if fix.edits.iter().all(free) {
            taken.extend(fix.edits.iter().map(|edit| edit.span));
            edits.extend(fix.edits.iter().cloned());
            count += 1;
        }
    }
    edits.sort_by_key(|edit| edit.span);
    (edits, count)
}

/// A text with edits made, which do not overlap. The text is bytes, so that bytes that are not
/// UTF-8 stay as they are.
pub fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut new = Vec::with_capacity(text.len());
    let mut from = 0;
    for edit in edits {
        new.extend_from_slice(&text[from..edit.span.start as usize]);
        new.extend_from_slice(edit.text.as_bytes());
        from = edit.span.end as usize;
    }
    new.extend_from_slice(&text[from..]);
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(start: u32, end: u32, text: &str) -> Fix {
        Fix::new("", Span::new(start, end), text)
    }

    #[test]
    fn fixes_that_overlap_an_earlier_one_are_left_out() {
        let fixes = [
            fix(4, 6, "X"),
            fix(5, 7, "no"),
            fix(6, 6, "+"),
            fix(6, 6, "no"),
            fix(5, 5, "no"),
            fix(0, 1, "_"),
            fix(4, 4, "<"),
            fix(4, 6, "no"),
        ];
        let (edits, count) = together(&fixes.iter().collect::<Vec<_>>());
        assert_eq!(count, 4);
        assert_eq!(edited(b"abcdefgh", &edits), b"_bcd<X+gh");
        assert_eq!(
            edited(b"a\xffc", &[Edit { span: Span::new(2, 3), text: "é".into() }]),
            b"a\xff\xc3\xa9"
        );
    }
}
