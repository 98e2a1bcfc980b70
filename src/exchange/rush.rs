//! One-line boards of cars as rush-hour collections hold them: `o` or `.` for an empty cell, `x` for
//! a wall, capital letters for the pieces, `A` the one that must leave at the right.

use super::packed::{drawn, single_labels};
use super::{Format, Misfit, Options, Piece, codes, comment, lines, trimmed};
use crate::diag::Sink;
use crate::syntax::Line;
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "rush",
    summary: "square klotski boards, one per line: o empty, x wall, A must reach the right edge",
    endings: &[],
    kinds: &["klotski"],
    many: true,
    fits,
    read,
    write,
};

/// The word of a line that is a board: a square of at least 4 by 4 cells.
fn board<'a>(line: &Line<'a>) -> Option<(Line<'a>, usize)> {
    let mut from = 0;
    for word in line.text.split(' ') {
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
            word.text.contains('A')
                && word.text.chars().all(|char| char.is_ascii_uppercase() || ".ox".contains(char))
                && goal(word.text, side).is_some()
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

fn read(source: &Source, _options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for line in lines(source.text()).iter().map(trimmed) {
        if let Some(note) = comment(&line).or_else(|| line.text.strip_prefix('#')) {
            notes.push(note.trim().to_owned());
            continue;
        }
        if line.text.is_empty() {
            continue;
        }
        super::cap(sink);
        let Some((word, side)) = board(&line) else {
            let count = line.text.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
            let wanted = "it is a square, 6 by 6 mostly";
            sink.push(codes::wrong_length(line.span(), (count, "cell"), "board", wanted));
            continue;
        };
        let bad = |char: &char| !char.is_ascii_uppercase() && !".ox".contains(*char);
        if let Some((at, char)) = word.text.char_indices().find(|(_, char)| bad(char)) {
            let span = word.part(&(at..at + char.len_utf8()));
            let wanted = "a capital letter, `o` or `.` for an empty cell, or `x` for a wall";
            sink.push(codes::bad_character(span, &char.to_string(), wanted));
            continue;
        }
        let mut said = std::mem::take(&mut notes);
        let beside = line.text.replacen(word.text, "", 1);
        if !beside.trim().is_empty() {
            said.push(beside.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        said.push(String::from("Cars keep to their lane; here blocks slide in any direction."));
        let cells: Vec<char> = word.text.chars().collect();
        let cell = |char: &char| match char {
            'o' => String::from("."),
            'x' => String::from("#"),
            label => label.to_string(),
        };
        let mut body: Vec<String> = cells
            .chunks(side)
            .map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" "))
            .collect();
        if let Some((row, column)) = goal(word.text, side) {
            body.push(format!("goal A at ({row},{column})"));
        }
        pieces.push(Piece { kind: "klotski".into(), notes: said, body, ..Piece::default() });
    }
    pieces
}

fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let mut text = String::new();
    for piece in pieces {
        let model = single_labels(piece)?;
        let board = &model.board;
        if board.rows != board.columns || board.rows < 4 {
            return Err(Misfit(String::from("a board is a square of at least 4 by 4 cells")));
        }
        let capital = |label: &str| label.chars().all(|char| char.is_ascii_uppercase());
        if let Some(block) = board.blocks.iter().find(|block| !capital(&block.label)) {
            return Err(Misfit(format!("the label `{}` is not a capital letter", block.label)));
        }
        let cells = drawn(&model, 'o', 'x').concat();
        let implied = goal(&cells, board.rows as usize);
        let goals: Vec<_> = board
            .goals
            .iter()
            .map(|goal| (board.blocks[goal.block].label.as_str(), goal.at))
            .collect();
        let wanted = implied.map(|(row, column)| ("A", (row as i32, column as i32)));
        if wanted.is_none() || goals != wanted.into_iter().collect::<Vec<_>>() {
            let only = "its one goal is that `A`, lying across, reaches the right edge in its row";
            return Err(Misfit(String::from(only)));
        }
        text += &cells;
        text.push('\n');
    }
    Ok(text)
}
