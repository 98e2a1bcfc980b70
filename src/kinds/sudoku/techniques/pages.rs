//! Pages about the techniques: what each of them looks for, and a grid on which it has a step.
//!
//! A line of the table has the word of a technique, the word of the step that its grid shows, the
//! grid as a library line, and what the technique is. On the grid no technique before it makes
//! progress. Techniques without a word of a step are rarely or never the next one: `steps` lists them.

use super::super::lower::lower;
use super::super::pencil::{framed, groups};
use super::super::syntax::Content;
use super::super::syntax::library::parse_library_line;
use super::table::{Row, SEARCH, TABLE, technique};
use crate::diag::Sink;
use crate::puzzle::Topic;
use crate::syntax::Line;
use crate::text::Span;

static PAGES: &str = include_str!("pages.txt");

/// Returns the words of all techniques, the other words for them, and the names of their steps.
pub(in crate::kinds::sudoku) fn topics() -> Vec<&'static str> {
    TABLE.iter().flat_map(Row::words).collect()
}

/// The text of the page on `search`, the step that is taken where no technique makes progress.
const SEARCH_TEXT: &str = "Where no technique of the table makes progress, `explain` puts a digit of the \
    only solution into the cell with the fewest candidates, because every other digit there ends in a \
    contradiction, and goes on. If there is no solution, or there are several, the step says so and is \
    the last one. The class of a puzzle that needs a search is extreme, and it has no score.";

/// Returns the page about the technique of a word, or about the search.
pub(in crate::kinds::sudoku) fn topic(word: &str) -> Option<Topic> {
    if word == SEARCH {
        let facts = String::from("the last step of `explain`, and the end of a rating");
        let text = SEARCH_TEXT.to_owned();
        let example = String::new();
        return Some(Topic { name: SEARCH, facts, text, example });
    }
    let row = &TABLE[technique(word)?];
    let mut facts =
        format!("a technique of sudoku; class {}, {} points a step", row.class, row.score);
    if !row.aliases.is_empty() {
        facts += &format!("; also called {}", row.aliases.join(", "));
    }
    if !row.shapes.is_empty() {
        facts += &format!("; its steps are called {}", row.shapes.join(", "));
    }
    let line = PAGES.lines().map(|line| line.split('|')).find_map(|mut parts| {
        (parts.next() == Some(row.word)).then_some([parts.next()?, parts.next()?, parts.next()?])
    });
    let [shape, grid, text] = line.unwrap_or_default();
    let example = example(row.word, shape, grid).unwrap_or_default();
    Some(Topic { name: row.word, facts, text: text.to_owned(), example })
}

/// Returns a document with the grid of a library line, on which the step of that word is the next one,
/// or `steps` lists the technique.
fn example(word: &str, shape: &str, line: &str) -> Option<String> {
    let groups_of = parse_library_line(&Line { text: line, start: 0 })?.groups;
    let model = lower(&Content::Marks(groups_of), Span::default(), &mut Sink::new())?;
    let givens = &model.grid;
    let grid = &model.start;
    let rows = if grid.has_marks() || givens.cells() != grid.cells() {
        let mut groups = groups(grid);
        for (cell, group) in groups.iter_mut().enumerate() {
            if givens.value(cell) != grid.value(cell) {
                group.insert(0, 'u');
            }
        }
        framed(&groups, grid.layout())
    } else {
        super::super::commands::rows(grid, '.').lines().map(str::to_owned).collect()
    };

    // The name of a puzzle begins with a letter.
    let name = if word.starts_with(|char: char| char.is_ascii_digit()) { "grid" } else { word };
    let mut text = format!("sudoku {name} {{\n");
    for row in rows {
        text += &format!("  {row}\n");
    }
    text += "}\n\n";
    text += &match shape {
        "" => format!("steps {word}\n"),
        _ => format!("hint 1 => {shape}\nhint\n"),
    };
    Some(text)
}
