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

use super::techniques::{Class, TABLE, technique};
use crate::diag::{among, did_you_mean};
use crate::puzzle::make::{Ends, Make, Maker, Range, Wishes};
use demand::{Demand, Technique};
use maker::SudokuMaker;
use symmetry::Symmetry;

/// The way to make sudokus.
#[derive(Debug)]
pub(super) struct MakeSudoku;

impl Make for MakeSudoku {
    fn options(&self) -> &'static [&'static str] {
        &["size", "class", "technique", "only", "clean", "givens", "symmetry", "strict"]
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let size = wishes.number("size")?.unwrap_or(9);
        // The fewest givens that can have one solution; of 16×16 nobody knows it.
        let (order, least) = match size {
            4 => (2, 4),
            9 => (3, 17),
            16 => (4, 1),
            _ => return Err(format!("sudokus are made with 4, 9 or 16 rows, not with {size}")),
        };
        let all = Range { least, most: size * size - 1 };
        let givens = wishes.range("givens", all)?.unwrap_or(all);
        // The most givens of a sudoku without one too many: of 4×4 it is proved, of 9×9 no larger one
        // is known, of 16×16 nobody knows it.
        let most = [(4, 6), (9, 40)].into_iter().find(|one| one.0 == size);
        if let Some((_, most)) = most.filter(|one| wishes.has("strict") && givens.least > one.1) {
            return Err(format!(
                "no sudoku of this size is known that needs more than {most} givens; ask for fewer, or \
                 leave out `--strict`"
            ));
        }
        let (classes, technique) = (classes(wishes)?, wanted_technique(wishes)?);
        if let (Some((_, hardest)), Some(technique)) = (classes, technique)
            && TABLE[technique.row].class > hardest
        {
            let Technique { row, .. } = technique;
            let (word, class) = (TABLE[row].word, TABLE[row].class);
            return Err(format!("`{word}` is {class}, so no puzzle with it is {hardest}"));
        }
        Ok(Box::new(SudokuMaker {
            order,
            symmetry: symmetry(wishes)?,
            is_strict: wishes.has("strict"),
            givens,
            demand: Demand { classes, technique },
        }))
    }
}

/// Reads the easiest and the hardest class.
fn classes(wishes: &Wishes) -> Result<Option<(Class, Class)>, String> {
    let Some(text) = wishes.text("class") else { return Ok(None) };
    let words = Class::LIMITS.map(|(class, _)| class.to_string());
    let class = |word: &str| {
        let found = Class::LIMITS.iter().map(|limit| limit.0).find(|one| one.to_string() == word);
        found.ok_or_else(|| {
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
        let help = did_you_mean(word, TABLE.iter().map(|row| row.word), "`explain` names them");
        format!("unknown technique `{word}`; {help}")
    })?;
    Ok(Some(Technique { row, only, clean }))
}

/// Reads the symmetry; `None` if any will do.
fn symmetry(wishes: &Wishes) -> Result<Option<Symmetry>, String> {
    let word = wishes.text("symmetry").unwrap_or("none");
    if word == "any" {
        return Ok(None);
    }
    let found = Symmetry::WORDS.iter().find(|one| one.0 == word);
    found.map(|one| Some(one.1)).ok_or_else(|| {
        let words = among(Symmetry::WORDS.iter().map(|one| one.0).chain(["any"]));
        format!("unknown symmetry `{word}`; the symmetries are {words}")
    })
}
