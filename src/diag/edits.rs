//! Applying fixes to a text.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

use super::{Diagnostic, Edit, Fix};
use crate::text::{Span, line_end};

/// Returns the first safe fix of each diagnostic, in their order.
pub fn safe_fixes(diagnostics: &[Diagnostic]) -> Vec<&Fix> {
    diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.fixes.iter().find(|fix| fix.is_safe()))
        .collect()
}

/// Returns the edits of several fixes of a text in the order of their places, and the number of
/// fixes. A fix with an edit that overlaps one of an earlier fix is left out, and so is a second
/// insertion at the same place.
pub(crate) fn together(fixes: &[&Fix], text: &[u8]) -> (Vec<Edit>, usize) {
    let mut edits = Vec::new();
    let mut count = 0;
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
    (with_line_ends(&edits, text).into_owned(), count)
}

/// Edits whose lines end as those of the text that they are for: with CRLF, CR or LF, as its first
/// line does.
pub(crate) fn with_line_ends<'a>(edits: &'a [Edit], text: &[u8]) -> Cow<'a, [Edit]> {
    let is_lf = |edit: &Edit| !edit.text.contains('\n');
    if edits.iter().all(is_lf) {
        return Cow::Borrowed(edits);
    }
    let end = line_end(text);
    if end == "\n" {
        return Cow::Borrowed(edits);
    }
    let fit = |edit: &Edit| {
        // What was copied from the text has its ends already.
        let lines: Vec<_> = edit.text.split("\r\n").map(|part| part.replace('\n', end)).collect();
        Edit { span: edit.span, text: lines.join("\r\n") }
    };
    Cow::Owned(edits.iter().map(fit).collect())
}

/// Makes edits in a text, which do not overlap; their lines end as those of the text do. The text
/// is bytes, so that bytes that are not UTF-8 stay as they are.
pub fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let edits = with_line_ends(edits, text);
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

/// A text that is edited again and again, as pieces of the first one and new ones between them.
pub(crate) struct Pieces {
    pieces: VecDeque<Piece>,
    /// The length of the first text.
    length: u32,
}

enum Piece {
    /// A piece of the first text.
    Kept(Span),
    New(String),
}

impl Pieces {
    /// Returns a text that was not edited yet.
    pub(crate) fn of(text: &[u8]) -> Self {
        let length = text.len() as u32;
        Self { pieces: VecDeque::from([Piece::Kept(Span::new(0, length))]), length }
    }

    /// Makes edits, which are in the order of their places.
    pub(crate) fn edit(&mut self, edits: &[Edit]) {
        let mut new = VecDeque::new();
        let mut at = 0;
        for edit in edits {
            new.extend(self.take(edit.span.start - at));
            self.take(edit.span.len());
            new.push_back(Piece::New(edit.text.clone()));
            at = edit.span.end;
        }
        new.append(&mut self.pieces);
        self.pieces = new;
    }

    /// Takes the next bytes away.
    fn take(&mut self, mut count: u32) -> Vec<Piece> {
        let mut taken = Vec::new();
        while count > 0
            && let Some(piece) = self.pieces.pop_front()
        {
            let (head, rest) = match piece {
                Piece::Kept(span) if span.len() > count => {
                    let middle = span.start + count;
                    let rest = Piece::Kept(Span::new(middle, span.end));
                    (Piece::Kept(Span::new(span.start, middle)), Some(rest))
                }
                Piece::New(mut text) if text.len() > count as usize => {
                    let rest = Piece::New(text.split_off(count as usize));
                    (Piece::New(text), Some(rest))
                }
                piece => (piece, None),
            };

            count -= match &head {
                Piece::Kept(span) => span.len(),
                Piece::New(text) => text.len() as u32,
            };
            taken.push(head);
            if let Some(rest) = rest {
                self.pieces.push_front(rest);
            }
        }
        taken
    }

    /// Returns the edits that make this text from the first one, in the order of their places.
    pub(crate) fn edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut from = 0;
        let mut text = String::new();
        let end = Piece::Kept(Span::at(self.length));
        for piece in self.pieces.iter().chain([&end]) {
            match piece {
                Piece::New(new) => text.push_str(new),
                Piece::Kept(span) => {
                    if span.start > from || !text.is_empty() {
                        let span = Span::new(from, span.start);
                        edits.push(Edit { span, text: std::mem::take(&mut text) });
                    }
                    from = span.end;
                }
            }
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Applicability;

    fn fix(start: u32, end: u32, text: &str) -> Fix {
        Fix::new(Applicability::Sure, "", Span::new(start, end), text)
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
        let (edits, count) = together(&fixes.iter().collect::<Vec<_>>(), b"abcdefgh");
        assert_eq!(count, 4);
        assert_eq!(edited(b"abcdefgh", &edits), b"_bcd<X+gh");
        assert_eq!(
            edited(b"a\xffc", &[Edit { span: Span::new(2, 3), text: "é".into() }]),
            b"a\xff\xc3\xa9"
        );
    }

    #[test]
    fn lines_of_edits_end_as_those_of_the_text() {
        for (text, new, right) in [
            ("a\nb", "x\ny", "ax\ny\nb"),
            ("a\r\nb", "x\ny", "ax\r\ny\r\nb"),
            ("a\r\nb", "x\r\ny\n", "ax\r\ny\r\n\r\nb"),
            ("a\rb", "x\ny", "ax\ry\rb"),
            ("ab", "\n", "a\nb"),
        ] {
            let edit = Edit { span: Span::at(1), text: new.into() };
            let new = edited(text.as_bytes(), &[edit]);
            assert_eq!(String::from_utf8(new).expect("UTF-8"), right, "{text:?}");
        }
    }

    #[test]
    fn edits_of_edits_are_edits_of_the_first_text() {
        let mut random = 7_u32;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) as usize % bound
        };
        for _ in 0..200 {
            let first = b"abcdefghijklmnop".to_vec();
            let mut pieces = Pieces::of(&first);
            let mut text = first.clone();
            for _ in 0..=below(4) {
                let mut ends =
                    [below(text.len() + 1), below(text.len() + 1), below(text.len() + 1)];
                ends.sort_unstable();
                let edit = |from: usize, to: usize, text: &str| Edit {
                    span: Span::new(from as u32, to as u32),
                    text: text.into(),
                };
                let edits = [edit(ends[0], ends[1], "XY"), edit(ends[2], ends[2], "é")];
                if ends[1] == ends[2] || std::str::from_utf8(&text[..ends[0]]).is_err() {
                    continue;
                }
                let new = edited(&text, &edits);
                if std::str::from_utf8(&new).is_err() {
                    continue;
                }
                pieces.edit(&edits);
                text = new;
            }
            assert_eq!(edited(&first, &pieces.edits()), text);
        }
    }
}
