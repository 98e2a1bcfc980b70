//! Rows of which one differs from the others: what length is usual, and which cell is too many or
//! missing.

use super::Fragment;
use crate::diag::Fix;
use crate::text::Span;

/// Cells of a row for which a fix is looked for; the effort grows with the square.
const MOST: usize = 100;

/// The number of cells that most rows have; the first such number.
pub fn usual_length(lengths: impl Iterator<Item = usize>) -> usize {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for length in lengths {
        match counts.iter().position(|&(known, _)| known == length) {
            Some(at) => counts[at].1 += 1,
            None if counts.len() < 64 => counts.push((length, 1)),
            None => {}
        }
    }
    let most = counts.iter().map(|&(_, count)| count).max().unwrap_or(0);
    counts.iter().find(|&&(_, count)| count == most).map_or(0, |&(length, _)| length)
}

/// How many cells of a row stand below or above the same cell.
fn alike<'a>(row: impl Iterator<Item = Option<&'a str>>, beside: &[&[Fragment<'_>]]) -> usize {
    row.enumerate()
        .map(|(at, cell)| {
            let same = |other: &&&[Fragment<'_>]| other.get(at).map(|cell| cell.text) == cell;
            cell.map_or(0, |_| beside.iter().filter(same).count())
        })
        .sum()
}

/// A fix for the row at `at` of `rows`, which has one cell more or less than `wanted`: it takes out
/// or puts in the cell with which the row is most like its neighbors. `filler` is an empty cell.
pub fn row_fix(
    rows: &[Vec<Fragment<'_>>],
    at: usize,
    wanted: usize,
    packed: bool,
    filler: &str,
) -> Option<Fix> {
    let row = rows.get(at)?;
    if row.is_empty() || row.len() > MOST {
        return None;
    }
    let beside: Vec<&[Fragment<'_>]> = [at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .filter_map(|at| rows.get(at?))
        .filter(|row| row.len() == wanted)
        .map(Vec::as_slice)
        .collect();
    let texts = || row.iter().map(|cell| Some(cell.text));
    let gap = if packed { "" } else { " " };
    if row.len() == wanted + 1 {
        let without = |left: usize| {
            let kept = texts().enumerate().filter(move |&(at, _)| at != left);
            let double = left > 0 && row[left].text == row[left - 1].text;
            (alike(kept.map(|(_, cell)| cell), &beside), double, left)
        };
        let left = (0..row.len()).map(without).max()?.2;
        let span = match row.get(left + 1) {
            Some(next) => Span::new(row[left].start, next.start),
            None => Span::new(row[left - 1].span().end, row[left].span().end),
        };
        return Some(Fix::new(format!("Remove `{}`", row[left].text), span, "").guess());
    }
    if row.len() + 1 == wanted {
        let with = |put: usize| {
            let (before, after) = (texts().take(put), texts().skip(put));
            let filled = before.chain([Some(filler)]).chain(after);
            (alike(filled, &beside), put)
        };
        let put = (0..=row.len()).map(with).max()?.1;
        let (at, text) = match row.get(put) {
            Some(next) => (next.start, format!("{filler}{gap}")),
            None => (row[put - 1].span().end, format!("{gap}{filler}")),
        };
        return Some(Fix::new(format!("Add `{filler}`"), Span::at(at), text).guess());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str, at: usize, packed: bool) -> Option<String> {
        let mut start = 0;
        let rows: Vec<Vec<Fragment<'_>>> = text
            .split('\n')
            .map(|line| {
                let whole = Fragment { text: line, start };
                start += line.len() as u32 + 1;
                let ends = |(from, part): (usize, &str)| whole.part(from..from + part.len());
                match packed {
                    true => line
                        .char_indices()
                        .map(|(at, c)| ends((at, &line[at..at + c.len_utf8()])))
                        .collect(),
                    false => line
                        .split(' ')
                        .map(|word| ends((word.as_ptr() as usize - line.as_ptr() as usize, word)))
                        .collect(),
                }
            })
            .collect();
        let wanted = usual_length(rows.iter().map(Vec::len));
        let fix = row_fix(&rows, at, wanted, packed, ".")?;
        let mut text = text.to_owned();
        for edit in fix.edits {
            text.replace_range(edit.span.range(), &edit.text);
        }
        Some(text)
    }

    #[test]
    fn the_odd_cell_is_found_by_the_rows_beside_it() {
        for (wrong, at, packed, right) in [
            ("A B C\nA B B C\nA B C", 1, false, "A B C\nA B C\nA B C"),
            ("A B C\nB C\nA B C", 1, false, "A B C\n. B C\nA B C"),
            ("A B C\nA B\nA B C", 1, false, "A B C\nA B .\nA B C"),
            ("ABC\nAxBC\nABC", 1, true, "ABC\nABC\nABC"),
            ("ABC\nAC\nABC", 1, true, "ABC\nA.C\nABC"),
            ("ABC\nABC\nABCD", 2, true, "ABC\nABC\nABC"),
        ] {
            assert_eq!(fixed(wrong, at, packed).as_deref(), Some(right), "{wrong}");
        }
        assert_eq!(fixed("ABC\nA\nABC", 1, true), None);
    }
}
