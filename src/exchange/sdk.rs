//! `.sdk`: one sudoku, a row a line, with `#A` … header lines and `[Puzzle]` and `[State]` sections.

use super::cells::Cells;
use super::sdm::{grid, single};
use super::{Format, Options, Piece, comment, lines, trimmed};
use crate::diag::Sink;
use crate::kind::sudoku::grid::{cell_name, order_of, value_of};
use crate::text::{Source, Span};

pub(super) static FORMAT: Format = Format {
    name: "sdk",
    summary: "a sudoku, a row a line, with header lines",
    endings: &["sdk"],
    kinds: &["sudoku"],
    many: false,
    fits,
    read,
    write: |pieces| Ok(format!("{}\n", grid(single(pieces)?, '.').join("\n"))),
};

fn fits(text: &str) -> bool {
    let all = lines(text);
    let rows: Vec<_> = all
        .iter()
        .map(trimmed)
        .filter(|line| !line.text.is_empty() && !line.text.starts_with(['#', '[']))
        .filter(|line| comment(line).is_none())
        .take(60)
        .collect();
    let cells = |text: &str| text.chars().filter(|char| value_of(*char).is_some()).count();
    let only = |text: &str| text.chars().all(|c| value_of(c).is_some() || c == ' ' || c == '\t');
    let side = rows.first().map_or(0, |row| cells(row.text));
    if all.iter().any(|line| line.text.trim().eq_ignore_ascii_case("[puzzle]")) {
        return true;
    }
    order_of(side * side).is_some_and(|order| order * order == side)
        && rows.iter().all(|row| only(row.text) && cells(row.text) == side)
        && rows.len() == side
}

/// Which part of a file a line belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Puzzle,
    State,
    Other,
}

/// The grid; header lines become notes, and what the state fills in is played.
fn read(source: &Source, _options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let mut piece = Piece { kind: "sudoku".into(), ..Piece::default() };
    let mut section = Section::Puzzle;
    let mut grids = [Cells::default(), Cells::default()];
    let mut places: [Option<Span>; 2] = [None, None];
    for line in lines(source.text()).iter().map(trimmed) {
        if line.text.is_empty() {
            continue;
        }
        if let Some(note) = comment(&line) {
            piece.notes.push(note.to_owned());
        } else if line.text.starts_with('#') {
            piece.notes.push(line.text.to_owned());
        } else if line.text.starts_with('[') {
            section = match line.text.to_ascii_lowercase().as_str() {
                "[puzzle]" => Section::Puzzle,
                "[state]" => Section::State,
                _ => Section::Other,
            };
        } else if section != Section::Other {
            let at = usize::from(section == Section::State);
            places[at] = Some(places[at].map_or(line.span(), |place| place.to(line.span())));
            grids[at].take(&line, "|", "", sink);
        }
    }
    let Some(whole) = places[0] else { return Vec::new() };
    let Some(body) = grids[0].rows(whole, sink) else { return Vec::new() };
    if let Some(place) = places[1] {
        let Some(state) = grids[1].rows(place, sink) else { return Vec::new() };
        piece.commands.extend(play(&body, &state));
    }
    piece.body = body;
    vec![piece]
}

/// The command that fills in what a state has more than its puzzle.
fn play(puzzle: &[String], state: &[String]) -> Option<String> {
    let size = puzzle.len();
    let cells = puzzle.iter().flat_map(|row| row.chars()).zip(state.iter().flat_map(|r| r.chars()));
    let moves: Vec<String> = cells
        .enumerate()
        .filter(|(_, (given, now))| *given == '.' && *now != '.')
        .map(|(cell, (_, now))| format!("{}={now}", cell_name(cell, size)))
        .collect();
    (!moves.is_empty()).then(|| format!("play {}", moves.join(" ")))
}
