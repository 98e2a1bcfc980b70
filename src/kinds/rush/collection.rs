//! One-line boards of cars as rush-hour collections hold them: `o` or `.` for an empty cell, `x` or
//! `#` for a wall, letters for the cars. The car `A` must reach the edge. They are rush puzzles; as
//! klotski puzzles they are read and written as well, the goal of a car that lies across named.

use super::syntax::is_cell;
use super::{Rush, leaver, scene};
use crate::diag::{Sink, clip};
use crate::puzzle::Game;
use crate::puzzle::foreign::{
    Format, Misfit, Options, Piece, Strictness, cap, codes, comment, lines, trimmed,
};
use crate::puzzle::marks::reread;
use crate::syntax::Line;
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "rush",
    summary: "square Rush Hour boards, one per line: o empty, x wall, A must reach the edge",
    endings: &[],
    kinds: &["rush", "klotski"],
    many: true,
    strictness: Strictness::Cells,
    fits,
    read,
    write,
};

/// The word of a line that is a board: a square of at least 4 by 4 cells.
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
    let all = lines(text);
    let mut rows = all
        .iter()
        .map(trimmed)
        .filter(|line| !line.text.is_empty() && comment(line).is_none())
        .peekable();
    let row = |line: Line<'_>| {
        board(&line).is_some_and(|(word, side)| {
            word.text.chars().all(is_cell)
                && (goal(word.text, side).is_some() || is_upright(word.text, side))
        })
    };
    rows.peek().is_some() && rows.take(1000).all(row)
}

/// Where the corner of piece `A` must arrive: in its row, at the right edge. `None` if it does not
/// lie across.
fn goal(cells: &str, side: usize) -> Option<(usize, usize)> {
    let of_a = cells.chars().enumerate().filter(|(_, char)| *char == 'A').map(|(at, _)| at);
    let of_a: Vec<usize> = of_a.collect();
    let (first, last) = (*of_a.first()?, *of_a.last()?);
    let row = first / side;
    let across = of_a.len() > 1 && last / side == row && last - first + 1 == of_a.len();
    across.then(|| (row, side - of_a.len()))
}

/// Whether the cells of car `A` stand one below the other.
fn is_upright(cells: &str, side: usize) -> bool {
    let of_a: Vec<usize> = cells.match_indices('A').map(|(at, _)| at).collect();
    of_a.len() > 1 && of_a.windows(2).all(|pair| pair[1] - pair[0] == side)
}

fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for line in lines(source.text()).iter().map(trimmed) {
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
            sink.push(codes::wrong_length(line.span(), (count, "cell"), "board", wanted));
            continue;
        };
        if let Some((at, char)) = word.text.char_indices().find(|&(_, char)| !is_cell(char)) {
            let span = word.place(&(at..at + char.len_utf8()));
            let wanted = "a letter, `o` or `.` for an empty cell, or `x` or `#` for a wall";
            sink.push(codes::bad_character(span, &char.to_string(), wanted));
            continue;
        }
        let mut said = std::mem::take(&mut notes);
        let beside = line.text.replacen(word.text, "", 1);
        if !beside.trim().is_empty() {
            said.push(beside.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        let cells: Vec<char> = word.text.chars().collect();
        let rows = |cell: fn(&char) -> String, between: &str| -> Vec<String> {
            let row = |row: &[char]| row.iter().map(cell).collect::<Vec<_>>().join(between);
            cells.chunks(side).map(row).collect()
        };
        if options.kind.is_none_or(|kind| kind == Rush::INFO.name) {
            let (kind, body) = (Rush::INFO.name.into(), rows(char::to_string, ""));
            pieces.push(Piece { kind, notes: said, body, ..Piece::default() });
            continue;
        }
        said.push(String::from("Cars keep to their lane; here blocks slide in any direction."));
        let cell = |char: &char| match char {
            'o' => String::from("."),
            'x' => String::from("#"),
            label => label.to_string(),
        };
        let mut body = rows(cell, " ");
        if let Some((row, column)) = goal(word.text, side) {
            body.push(format!("goal A at ({row},{column})"));
        }
        pieces.push(Piece { kind: "klotski".into(), notes: said, body, ..Piece::default() });
    }
    pieces
}

fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let line = |piece: &Piece| match piece.kind == Rush::INFO.name {
        true => own(&piece.body),
        false => foreign(&piece.body),
    };
    pieces.iter().map(|piece| Ok(line(piece)? + "\n")).collect()
}

/// A board on one line, if it is a square.
fn squared(rows: &[String]) -> Result<String, Misfit> {
    if rows.len() < 4 || rows.iter().any(|row| row.len() != rows.len()) {
        return Err(Misfit(String::from("a board is a square of at least 4 by 4 cells")));
    }
    Ok(rows.concat())
}

/// A rush puzzle on one line.
fn own(body: &[String]) -> Result<String, Misfit> {
    let board = reread::<Rush>(body).ok_or_else(Misfit::unread)?.model.board;
    let cells = squared(&scene::texts(&board, &board.start, ["o", "x"], ""))?;
    if leaver(&board) != "A" {
        return Err(Misfit(String::from("only the car `A` can be the one that must leave")));
    }
    Ok(cells)
}

/// A klotski puzzle on one line, from the lines that it wrote itself: a size or not, rows, goals.
fn foreign(body: &[String]) -> Result<String, Misfit> {
    let end = body.iter().position(|line| line.starts_with("goal ")).unwrap_or(body.len());
    let (drawn, goals) = body.split_at(end);
    let is_size = |line: &String| line.split(' ').all(|word| word.parse::<usize>().is_ok());
    let drawn = &drawn[usize::from(drawn.first().is_some_and(is_size))..];
    let packed = drawn.iter().all(|line| !line.contains(' '));
    let mut rows = Vec::new();
    for line in drawn {
        let labels: Vec<String> = match packed {
            true => line.chars().map(String::from).collect(),
            false => line.split(' ').map(String::from).collect(),
        };
        let mut row = String::new();
        for label in &labels {
            row.push(match label.chars().next() {
                Some('.') => 'o',
                Some('#') => 'x',
                Some(letter) if label.len() == 1 && letter.is_ascii_uppercase() => letter,
                _ => {
                    let shown = clip(label);
                    return Err(Misfit(format!("the label `{shown}` is not a capital letter")));
                }
            });
        }
        rows.push(row);
    }
    let cells = squared(&rows)?;
    let implied = goal(&cells, rows.len());
    let implied = implied.map(|(row, column)| format!("goal A at ({row},{column})"));
    if implied.is_none() || goals != implied.as_slice() {
        let only = "its one goal is that `A`, lying across, reaches the right edge in its row";
        return Err(Misfit(String::from(only)));
    }
    Ok(cells)
}
