//! Sudokus made to order.
//!
//! * `fill`: random full grids; `symmetry`: which cells are given together; `dig`: givens that can go;
//! * `demand`: how hard a puzzle is to be; `maker`: an attempt.

mod demand;
mod dig;
mod fill;
mod maker;
mod symmetry;
#[cfg(test)]
mod tests;

use super::layout::Layout;
use super::techniques::{Class, LARGE, SEARCH, SINGLES, TABLE, technique};
use crate::diag::{among, did_you_mean};
use crate::puzzle::make::{Ends, Make, Maker, Range, Wishes};
use demand::{Demand, Technique};
use maker::SudokuMaker;
use symmetry::Symmetry;

/// The rows of two techniques in the table.
const FULL_HOUSE: usize = 0;
const NAKED_SINGLE: usize = 1;
/// Sizes, and the givens with which a few attempts make a sudoku that full houses solve. Nearer to the
/// least number they are too rare to be found.
const FULL_HOUSE_GIVENS: [(usize, usize); 5] = [(4, 8), (6, 24), (9, 60), (12, 124), (16, 230)];

/// The way to make sudokus.
#[derive(Debug)]
pub(super) struct MakeSudoku;

impl Make for MakeSudoku {
    fn options(&self) -> &'static [&'static str] {
        &["size", "class", "technique", "only", "clean", "givens", "symmetry", "strict"]
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let size = wishes.number("size")?.unwrap_or(9);
        // Larger ones take too long to prove.
        let layout = Layout::of_size(size as usize).filter(|layout| layout.size() <= 16);
        let layout = layout.ok_or_else(|| {
            format!("sudokus are made with 4, 6, 9, 12 or 16 rows, not with {size}")
        })?;
        let least = layout.fewest_givens().unwrap_or(1) as u64;
        let widest = Range { least, most: size * size - 1 };
        let givens = wishes.range("givens", widest)?.unwrap_or(widest);
        // The most givens of a sudoku without one too many: of 4×4 it is proved, of 9×9 no larger one
        // is known, of other sizes the number is not known.
        let most = [(4, 6), (9, 40)].into_iter().find(|limit| limit.0 == size);
        if let Some((_, most)) = most.filter(|limit| wishes.has("strict") && givens.least > limit.1)
        {
            return Err(format!(
                "no sudoku of this size is known that needs more than {most} givens; ask for fewer, or \
                 leave out `--strict`"
            ));
        }

        let classes = classes(wishes)?;
        let technique = wanted_technique(wishes)?;
        possible(layout, givens, classes, technique.map(|technique| technique.row))?;
        Ok(Box::new(SudokuMaker {
            layout,
            symmetry: symmetry(wishes, layout)?,
            is_strict: wishes.has("strict"),
            givens,
            demand: Demand { classes, technique },
        }))
    }
}

/// Returns why no puzzle of a size with so many givens has a rating that is wanted.
fn possible(
    layout: Layout,
    givens: Range,
    classes: Option<(Class, Class)>,
    row: Option<usize>,
) -> Result<(), String> {
    let size = layout.size();
    // The ratings of all 4×4 sudokus were computed.
    let is_least = size == 4;
    if let Some(row) = row {
        let word = TABLE[row].word;
        if !TABLE[row].is_on {
            return Err(format!("`{word}` is never used by a rating; `steps {word}` lists it"));
        }
        if is_least && row > NAKED_SINGLE {
            return Err(format!(
                "`{word}` is never needed in a 4×4 sudoku: naked singles solve all"
            ));
        }
        if !layout.is_small() && row >= LARGE {
            let last = TABLE[LARGE - 1].word;
            return Err(format!(
                "`{word}` is not looked for in a {size}×{size} sudoku; `{last}` is the last \
                 technique there"
            ));
        }
        // Each full house completes a unit; for 4×4, all sudokus were tried.
        let least = if is_least { 8 } else { size * size - 3 * size };
        if row == FULL_HOUSE && givens.least < least as u64 {
            let advised = FULL_HOUSE_GIVENS.into_iter().find(|known| known.0 == size);
            let advised = advised.map_or(least, |known| known.1);
            return Err(format!(
                "full houses alone solve no {size}×{size} sudoku with fewer than {least} givens; ask \
                 for more: `--givens {advised}..`"
            ));
        }
    }

    let Some((easiest, hardest)) = classes else { return Ok(()) };
    if let Some(row) = row.filter(|&row| TABLE[row].class > hardest) {
        let word = TABLE[row].word;
        let class = TABLE[row].class;
        return Err(format!("`{word}` is {class}, so no puzzle with it is {hardest}"));
    }

    let empty = (size * size) as u64 - givens.least;
    let most = hardest_class(layout, row, empty);
    // Beyond the techniques there is the search.
    let is_searched = !is_least && row.is_none() && hardest == Class::Extreme;
    if easiest > most && !is_searched {
        return Err(match row {
            Some(row) => format!(
                "a puzzle that needs nothing beyond `{}` is {most} at most, so none is {easiest}",
                TABLE[row].word
            ),
            None if is_least => format!("every 4×4 sudoku is {most}"),
            None => format!("a {size}×{size} sudoku is {most} at most, or needs a search"),
        });
    }
    Ok(())
}

/// Returns the hardest class of a puzzle with so many empty cells that the techniques up to `row`
/// solve, or all techniques.
fn hardest_class(layout: Layout, row: Option<usize>, empty: u64) -> Class {
    let last = match row {
        Some(row) => row,
        None if layout.size() == 4 => NAKED_SINGLE,
        None if layout.is_small() => return Class::Extreme,
        None => LARGE - 1,
    };
    let rows = &TABLE[..=last];
    let class = rows.iter().map(|row| row.class).max().unwrap_or(Class::Easy);
    // Only 9×9 grids have scores. Each single fills a cell; of other steps there may be many.
    let score = match layout.size() {
        9 if last >= SINGLES => return Class::Extreme,
        9 => empty * u64::from(rows.iter().map(|row| row.score).max().unwrap_or(0)),
        _ => 0,
    };
    let fits = |limit: &&(Class, u32)| limit.0 >= class && score <= u64::from(limit.1);
    Class::LIMITS.iter().find(fits).map_or(Class::Extreme, |limit| limit.0)
}

/// Reads the easiest and the hardest class.
fn classes(wishes: &Wishes) -> Result<Option<(Class, Class)>, String> {
    let Some(text) = wishes.text("class") else { return Ok(None) };
    let words = Class::LIMITS.map(|(class, _)| class.to_string());
    let class = |word: &str| {
        let named =
            Class::LIMITS.iter().map(|limit| limit.0).find(|known| known.to_string() == word);
        named.ok_or_else(|| {
            let classes = among(words.iter().map(String::as_str));
            format!("unknown class `{word}`; the classes are {classes}")
        })
    };
    let ends = Ends::of(text);
    let easiest = ends.least.map_or(Ok(Class::Easy), class)?;
    let hardest = ends.most.map_or(Ok(Class::Extreme), class)?;
    if easiest > hardest {
        return Err(format!(
            "the range `{text}` after `--class` is empty; write the easier class first"
        ));
    }
    Ok(Some((easiest, hardest)))
}

/// Reads the technique.
fn wanted_technique(wishes: &Wishes) -> Result<Option<Technique>, String> {
    let (only, clean) = (wishes.has("only"), wishes.has("clean"));
    let Some(word) = wishes.text("technique") else {
        return match (only, clean) {
            (true, _) => Err(String::from("`--only` needs `--technique`")),
            (_, true) => Err(String::from("`--clean` needs `--technique`")),
            _ => Ok(None),
        };
    };
    let row = technique(word).ok_or_else(|| {
        if word == SEARCH {
            return format!("`{word}` is not a technique; ask for `--class extreme`");
        }
        let help = "a technique is a word such as `naked-pair`; `steps` names those of a puzzle";
        let help = did_you_mean(word, TABLE.iter().map(|row| row.word), help);
        format!("unknown technique `{word}`; {help}")
    })?;
    Ok(Some(Technique { row, only, clean }))
}

/// Reads the symmetry of the givens of a grid; `None` if each attempt draws one.
fn symmetry(wishes: &Wishes, layout: Layout) -> Result<Option<Symmetry>, String> {
    let word = wishes.text("symmetry").unwrap_or("none");
    if word == "any" {
        return Ok(None);
    }
    let able = Symmetry::WORDS.into_iter().filter(|entry| entry.1.fits(layout));
    let chosen = able.clone().find(|entry| entry.0 == word);
    chosen.map(|entry| Some(entry.1)).ok_or_else(|| {
        let words = among(able.map(|entry| entry.0).chain(["any"]));
        let size = layout.size();
        match Symmetry::WORDS.iter().any(|entry| entry.0 == word) {
            true => format!(
                "`{word}` needs square boxes, and those of a {size}×{size} sudoku have {layout}; its \
                 symmetries are {words}"
            ),
            false => format!("unknown symmetry `{word}`; the symmetries are {words}"),
        }
    })
}
