//! One-line boards of cars as rush-hour collections hold them: `o` or `.` for an empty cell, `x` or
//! `#` for a wall, letters for the cars. The car that [`leaver`] finds must reach the edge. They are
//! rush puzzles; as klotski puzzles they are read and written as well, the goal of a car that lies
//! across named.

use super::INFO;
use super::Rules;
use super::leaver::{self, RED, USUAL};
use super::syntax::is_cell;
use crate::diag::{Shown, Sink, clip, counted};
use crate::kinds::blocks::faults::unknown_label;
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::json::Json;
use crate::puzzle::foreign::{Format, Misfit, Options, Piece, cap, codes, comment, lines, trimmed};
use crate::scene::Coordinate;
use crate::syntax::{Fragment, Line};
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "rush",
    summary: "square Rush Hour boards, one per line: o empty, x wall, A (or X in the exit row) must reach the edge",
    endings: &[],
    kinds: &["rush", "klotski"],
    many: true,
    example: "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN\n",
    headers: Headers::Lines(";"),
    fits,
    read,
    write: Some(write),
};

/// Returns the word of a line that is a board: a square of at least 4 by 4 cells.
fn board<'a>(line: &Line<'a>) -> Option<(Line<'a>, usize)> {
    let mut from = 0;
    for word in line.text.split([' ', '\t']) {
        let count = word.chars().count();
        let side = count.isqrt();
        if side > 3 && side * side == count {
            return Some((Line { text: word, start: line.start + from as u32 }, side));
        }
        from += word.len() + 1;
    }
    None
}

fn fits(text: &str) -> bool {
    let lines = lines(text);
    let mut rows = lines
        .iter()
        .map(trimmed)
        .filter(|line| !line.text.is_empty() && comment(line).is_none())
        .peekable();
    let row = |line: Line<'_>| {
        board(&line).is_some_and(|(word, side)| {
            let cells = word.text;
            let red = leaver::has_red(word.text, side, side);
            let label = leaver::named(None, red);
            cells.chars().all(is_cell)
                && (goal(cells, side, label).is_some() || is_upright(cells, side, label))
        })
    };
    rows.peek().is_some() && rows.take(1000).all(row)
}

/// Returns the cells of a car, by their places in reading order.
fn places(cells: &str, label: &str) -> Vec<usize> {
    let has_label = |(_, char): &(usize, char)| label.strip_prefix(*char) == Some("");
    cells.chars().enumerate().filter(has_label).map(|(at, _)| at).collect()
}

/// Returns where the corner of a car must arrive: in its row, at the right edge. `None` if it does
/// not lie across.
fn goal(cells: &str, side: usize, label: &str) -> Option<Coordinate> {
    let car = places(cells, label);
    let first = *car.first()?;
    let last = *car.last()?;
    let row = first / side;
    let across = car.len() > 1 && last / side == row && last - first + 1 == car.len();
    across.then(|| Coordinate::new(row as i32, (side - car.len()) as i32))
}

/// Returns whether the cells of a car are one below the other.
fn is_upright(cells: &str, side: usize, label: &str) -> bool {
    let car = places(cells, label);
    car.len() > 1 && car.windows(2).all(|pair| pair[1] - pair[0] == side)
}

fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for line in lines(source.text()).iter().map(trimmed) {
        if options.is_cancelled() {
            break;
        }
        // `#` is a wall, too.
        let walled = line.text.split([' ', '\t']).next().is_some_and(|word| {
            word.chars().all(is_cell) && board(&Line { text: word, ..line }).is_some()
        });
        let note = || line.text.strip_prefix('#').filter(|_| !walled);
        if let Some(note) = comment(&line).or_else(note) {
            notes.push(note.trim().to_owned());
            continue;
        }
        if line.text.is_empty() {
            continue;
        }

        cap(sink);
        let Some((word, side)) = board(&line) else {
            let count = line.text.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
            let wanted = "it is a square, 6 by 6 mostly";
            sink.push(codes::wrong_length(line.span(), "board", &counted(count, "cell"), wanted));
            continue;
        };
        if let Some((at, char)) = word.text.char_indices().find(|&(_, char)| !is_cell(char)) {
            let span = word.place(&(at..at + char.len_utf8()));
            let wanted = "a letter, `o` or `.` for an empty cell, or `x` or `#` for a wall";
            sink.push(codes::bad_character(span, Shown(&char.to_string()), wanted));
            continue;
        }

        let red = leaver::has_red(word.text, side, side);
        let label = leaver::named(options.goal, red);
        if options.goal.is_some() && places(word.text, label).is_empty() {
            let mut labels: Vec<&str> = word.text.split("").filter(|cell| is_car(cell)).collect();
            labels.sort_unstable();
            labels.dedup();
            let label = Fragment { text: label, start: 0 };
            let place = Some(word.span());
            sink.push(unknown_label::<Rules>(label, place, None, labels.into_iter()));
            continue;
        }
        if red && options.goal.is_none() {
            sink.remark(leaver::REMARK);
        }

        let mut piece_notes = std::mem::take(&mut notes);
        let beside = line.text.replacen(word.text, "", 1);
        if !beside.trim().is_empty() {
            piece_notes.push(beside.split_whitespace().collect::<Vec<_>>().join(" "));
        }

        let cells: Vec<char> = word.text.chars().collect();
        let rows = |cell: fn(&char) -> String, between: &str| -> Vec<String> {
            let row = |row: &[char]| row.iter().map(cell).collect::<Vec<_>>().join(between);
            cells.chunks(side).map(row).collect()
        };
        if options.kind.is_none_or(|kind| kind == INFO.name) {
            let mut body = rows(char::to_string, "");
            body.extend(leaver::goal_line(label, red));
            pieces.push(Piece {
                kind: INFO.name.into(),
                notes: piece_notes,
                body,
                ..Piece::default()
            });
            continue;
        }

        piece_notes
            .push(String::from("Cars keep to their lane; here blocks slide in any direction."));
        let cell = |char: &char| match char {
            'o' => String::from("."),
            'x' => String::from("#"),
            label => label.to_string(),
        };
        let mut body = rows(cell, " ");
        if let Some(corner) = goal(word.text, side, label) {
            body.push(format!("goal {label} at {corner}"));
        }
        pieces.push(Piece { kind: "klotski".into(), notes: piece_notes, body, ..Piece::default() });
    }
    pieces
}

/// Returns whether a cell is of a car.
fn is_car(cell: &str) -> bool {
    !cell.is_empty() && super::lower::ground(cell).is_none()
}

fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let line = |piece: &Piece| match piece.kind == INFO.name {
        true => rush_line(piece),
        false => klotski_line(piece),
    };
    pieces.iter().map(|piece| Ok(line(piece)? + "\n")).collect()
}

/// Returns a board on one line, if it is a square.
fn squared(rows: &[String]) -> Result<String, Misfit> {
    if rows.len() < 4 || rows.iter().any(|row| row.len() != rows.len()) {
        return Err(Misfit(String::from("a board is a square of at least 4 by 4 cells")));
    }
    Ok(rows.concat())
}

/// Writes a rush puzzle on one line.
fn rush_line(piece: &Piece) -> Result<String, Misfit> {
    let cell = |char| match char {
        '.' => 'o',
        '#' => 'x',
        label => label,
    };
    let rows = piece.items("rows").iter().map(|row| row.as_text().chars().map(cell).collect());
    let rows: Vec<String> = rows.collect();
    let cells = squared(&rows)?;
    let named = piece.fields.iter().find(|field| field.name == "goal");
    let usual = || (!places(&cells, USUAL).is_empty()).then(|| USUAL.to_owned());
    let goal = named.map(|field| field.value.as_text().to_owned()).or_else(usual);
    relabeled(cells, rows.len(), goal.as_deref(), |char| char.is_ascii_alphabetic())
}

/// Returns the cells of a board with other labels if it would be read as a board on which another
/// car than `goal` must leave, or one where none must. `able` are the characters that the kind has
/// as labels.
fn relabeled(
    cells: String,
    side: usize,
    goal: Option<&str>,
    able: impl Fn(char) -> bool,
) -> Result<String, Misfit> {
    let reads = |cells: &str| {
        let label = leaver::named(None, leaver::has_red(cells, side, side));
        (!places(cells, label).is_empty()).then_some(label)
    };
    if reads(&cells) == goal {
        return Ok(cells);
    }

    let exchanged = |cells: &str, label: &str, other: &str| -> String {
        let cell = |cell: char| match cell.encode_utf8(&mut [0; 4]) {
            text if text == label => String::from(other),
            text if text == other => String::from(label),
            text => String::from(text),
        };
        cells.chars().map(cell).collect()
    };

    // Car `A` and the car that must leave exchange their labels.
    let cells = goal.map_or_else(|| cells.clone(), |goal| exchanged(&cells, goal, USUAL));
    let goal = goal.map(|_| USUAL);
    if reads(&cells) == goal {
        return Ok(cells);
    }

    // A car `X` that must not leave gets a label that no car has, or that of a car elsewhere.
    let labels = ('A'..='Z').rev().chain(('a'..='z').rev());
    let mut labels = labels.filter(|&label| able(label) && is_car(&label.to_string()));
    let right = labels.find_map(|label| {
        let cells = exchanged(&cells, RED, &label.to_string());
        (reads(&cells) == goal).then_some(cells)
    });
    right.ok_or_else(|| {
        Misfit(String::from("every label would make another car the one that must leave"))
    })
}

/// Writes a klotski puzzle on one line.
fn klotski_line(piece: &Piece) -> Result<String, Misfit> {
    let cell = |label: &Json| match label.as_text() {
        "." => Ok('o'),
        "#" => Ok('x'),
        label => {
            let letter = label.chars().next().filter(char::is_ascii_uppercase);
            letter.filter(|_| label.len() == 1).ok_or_else(|| {
                Misfit(format!("the label `{}` is not a capital letter", clip(label)))
            })
        }
    };
    let row = |row: &Json| row.items().iter().map(cell).collect();
    let rows: Vec<String> = piece.items("rows").iter().map(row).collect::<Result<_, _>>()?;
    let cells = squared(&rows)?;
    if let [target] = piece.items("goals")
        && let Some(label) = target.entry("block").map(Json::as_text)
        && let Some(implied) = goal(&cells, rows.len(), label)
        && target.entry("at").is_some_and(|at| *at == Json::place(implied))
    {
        return relabeled(cells, rows.len(), Some(label), |char| char.is_ascii_uppercase());
    }
    Err(Misfit(String::from(
        "its one goal is that a block, lying across, reaches the right edge in its row",
    )))
}
