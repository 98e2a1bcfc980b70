//! Chains as Eureka's notation writes them, read for their picture.
//!
//! ```text
//! (3=5)r1c1-(5)r1c9=(5)r4c9      = a strong link, - a weak one; both within a cell too
//! (12)r3c45=…                    a set of digits, a group of cells
//! ```
//!
//! A step carries its chain in this notation only, whatever technique found it.

use crate::scene::{Link, Mark};

/// A digit, or several, in one cell or several.
struct Node {
    digits: String,
    cells: Vec<usize>,
}

/// Returns the links of a chain in a grid of `size` rows; none if the text is not a chain.
pub(in crate::kinds::sudoku) fn links(chain: &str, size: usize) -> Vec<Link> {
    read(chain, size).unwrap_or_default()
}

fn read(chain: &str, size: usize) -> Option<Vec<Link>> {
    let mut found = Vec::new();
    let mut rest = chain;
    // The node before the next one, and whether the link to it is strong.
    let mut last: Option<(Node, bool)> = None;
    let mut first: Option<Node> = None;
    while !rest.is_empty() {
        let (digits, after) = rest.strip_prefix('(')?.split_once(')')?;
        let end = after.find(['=', '-']).unwrap_or(after.len());
        let cells = cells(&after[..end], size)?;
        let mut digits = digits;
        loop {
            let end = digits.find(['=', '-']).unwrap_or(digits.len());
            let node = Node { digits: digits[..end].to_owned(), cells: cells.clone() };
            if let Some((before, is_strong)) = &last {
                found.push(link(before, &node, *is_strong)?);
            }
            first.get_or_insert_with(|| Node { digits: node.digits.clone(), cells: cells.clone() });
            let is_strong = digits[end..].starts_with('=');
            last = Some((node, is_strong));
            if end == digits.len() {
                break;
            }
            digits = &digits[end + 1..];
        }
        let node = last.take()?.0;
        let is_strong = after[end..].starts_with('=');
        rest = after.get(end + 1..).unwrap_or_default();
        match (end < after.len(), rest.is_empty()) {
            // A loop ends with the sign of the link to its first node.
            (true, true) => found.push(link(&node, first.as_ref()?, is_strong)?),
            (true, false) => last = Some((node, is_strong)),
            (false, _) => break,
        }
    }
    Some(found)
}

/// Reads names of cells, such as `r1c1`, `r1c2,r1c3` or `r1c23`.
fn cells(names: &str, size: usize) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for name in names.split(',') {
        let (rows, columns) = name.strip_prefix('r')?.split_once('c')?;
        let numbers = |text: &str| -> Option<Vec<usize>> {
            let all = match size {
                ..=9 => text.chars().map(|char| char.to_digit(10)).collect::<Option<Vec<_>>>()?,
                _ => vec![text.parse().ok()?],
            };
            let fits = |&number: &u32| (1..=size).contains(&(number as usize));
            all.iter().all(fits).then(|| all.iter().map(|&number| number as usize - 1).collect())
        };
        let (rows, columns) = (numbers(rows)?, numbers(columns)?);
        found.extend(rows.iter().flat_map(|row| columns.iter().map(move |at| row * size + at)));
    }
    (!found.is_empty()).then_some(found)
}

/// Returns the link between two nodes.
fn link(from: &Node, to: &Node, is_strong: bool) -> Option<Link> {
    let mark = |node: &Node| {
        let mark = node.digits.chars().next()?;
        Some(Mark { cells: node.cells.clone(), mark })
    };
    Some(Link { from: mark(from)?, to: mark(to)?, is_strong })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_read_with_their_links() {
        let said = |chain: &str| {
            let one = |mark: &Mark| format!("{}@{:?}", mark.mark, mark.cells);
            let link = |link: &Link| {
                format!(
                    "{}{}{}",
                    one(&link.from),
                    ["-", "="][usize::from(link.is_strong)],
                    one(&link.to)
                )
            };
            links(chain, 9).iter().map(link).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(said("(3=5)r1c1-(5)r1c9=(5)r4c9"), "3@[0]=5@[0] 5@[0]-5@[8] 5@[8]=5@[35]");
        assert_eq!(said("(1)r1c1=(1)r1c2,r1c3-"), "1@[0]=1@[1, 2] 1@[1, 2]-1@[0]");
        assert_eq!(said("(1)r1c12=(1)r12c9"), "1@[0, 1]=1@[8, 17]");
        for text in ["5 in r28 c37", "", "r1c1", "(5)r1", "(5)r0c1=(5)r1c1", "(5)r1c1=x"] {
            assert_eq!(said(text), "", "{text}");
        }
    }
}
