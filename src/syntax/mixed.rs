//! Rows of which some have spaces between their cells, and the others have none.

use super::{Fragment, row_span};
use crate::diag::Applicability::Guess;
use crate::diag::{Code, Diagnostic, forms};
use crate::text::Span;

/// Returns whether the rows without spaces are right, if some rows have spaces and some have none:
/// most rows have none, or as many, and the first has none. The cells must be single characters,
/// and all rows must have as many of them.
fn mixed_rows(rows: &[Vec<Fragment<'_>>]) -> Option<bool> {
    let cells = |row: &Vec<Fragment<'_>>| match &row[..] {
        [word] => Some(word.text.chars().count()),
        _ => row.iter().all(|cell| cell.text.chars().nth(1).is_none()).then_some(row.len()),
    };
    let length = cells(rows.first()?).filter(|&length| length > 1)?;
    let packed = rows.iter().filter(|row| row.len() == 1).count();
    let mixed = packed > 0 && packed < rows.len();
    let even = || rows.iter().all(|row| cells(row) == Some(length));
    (mixed && even()).then(|| 2 * packed > rows.len() - usize::from(rows[0].len() == 1))
}

forms! {
    pub(crate) MIXED_ROWS = code => {
        /// A row with spaces among `packed` ones, or a packed one among rows with spaces; `odd`
        /// shows it.
        fn mixed_row(code: &'static Code, row: &[Fragment<'_>], odd: Span, packed: bool) {
            let chars = row.iter().flat_map(|cell| cell.text.chars());
            let chars = chars.filter(|char| !char.is_whitespace()).map(String::from);
            let text = chars.collect::<Vec<_>>().join(if packed { "" } else { " " });
            at odd => [
                packed => "this row has spaces, but the others have none",
                else "this row lacks spaces, but the others have them",
            ], [packed => "a space", else "no space"];
            help "write all rows with a space between the cells, or all without spaces";
            fix Guess, [packed => "Remove the spaces", else "Add the spaces"],
                row_span(row) => text;
        }
    }
}

/// Returns the reports of the rows that are written in another way than most rows.
pub(crate) fn report_mixed<'r>(
    code: &'static Code,
    rows: &'r [Vec<Fragment<'_>>],
) -> impl Iterator<Item = Diagnostic> + 'r {
    let packed = mixed_rows(rows);
    let odd =
        move |row: &&Vec<Fragment<'_>>| packed.is_some_and(|packed| (row.len() == 1) != packed);
    rows.iter().filter(odd).map(move |row| {
        let place = match &row[..] {
            [first, second, ..] => Span::new(first.span().end, second.start),
            _ => row_span(row),
        };
        mixed_row(code, row, place, packed == Some(true))
    })
}
