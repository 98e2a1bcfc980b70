//! From declarations to JSON, one row per line.

use super::super::{Misfit, Piece, model, sudoku, terrain};
use super::VERSION;
use crate::kind::klotski::Klotski;
use crate::kind::matrix::MatrixGame;
use crate::kind::sliders::{Board, Sliders};

/// An object, or an array of them.
pub(super) fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let objects: Vec<String> = pieces.iter().map(object).collect::<Result<_, _>>()?;
    Ok(match &objects[..] {
        [one] => format!("{one}\n"),
        _ => format!("[\n{}\n]\n", objects.join(",\n")),
    })
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// An array on one line.
fn list<T>(items: impl IntoIterator<Item = T>, show: impl Fn(T) -> String) -> String {
    let items: Vec<String> = items.into_iter().map(show).collect();
    format!("[{}]", items.join(", "))
}

/// An array with one item per line.
fn lines(items: &[String]) -> String {
    if items.is_empty() {
        return String::from("[]");
    }
    format!("[\n    {}\n  ]", items.join(",\n    "))
}

fn object(piece: &Piece) -> Result<String, Misfit> {
    let lost = || Misfit(String::from("its declaration cannot be read"));
    let mut fields: Vec<(&str, String)> =
        vec![("puzzled", VERSION.to_string()), ("kind", quoted(&piece.kind))];
    if let Some(name) = &piece.name {
        fields.push(("name", quoted(name)));
    }
    let texts = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>();
    if !piece.notes.is_empty() {
        fields.push(("notes", lines(&texts(&piece.notes))));
    }
    match piece.kind.as_str() {
        "automaton" => {
            for (name, line) in ["rule", "tree"].into_iter().zip(&piece.body) {
                let value = line.strip_prefix(name).ok_or_else(lost)?.trim();
                let shown = if name == "rule" { value.to_owned() } else { quoted(value) };
                fields.push((name, shown));
            }
        }
        "matrix" => {
            let matrix = model::<MatrixGame>(&piece.body).ok_or_else(lost)?;
            let rows: Vec<String> =
                matrix.iter_rows().map(|row| list(row, i64::to_string)).collect();
            fields.push(("rows", lines(&rows)));
        }
        "klotski" => {
            let model = model::<Klotski>(&piece.body).ok_or_else(lost)?;
            let board = &model.board;
            let layout = board.layout(&board.start);
            let cells: Vec<&str> = layout
                .iter()
                .zip(&board.walls)
                .map(|(block, &wall)| match block {
                    Some(block) => board.blocks[*block].label.as_str(),
                    None if wall => "#",
                    None => ".",
                })
                .collect();
            let rows = cells.chunks(board.columns.max(1) as usize);
            let rows: Vec<String> = rows.map(|row| list(row, |label| quoted(label))).collect();
            fields.push(("rows", lines(&rows)));
            let goals: Vec<String> = board
                .goals
                .iter()
                .map(|goal| {
                    let block = quoted(&board.blocks[goal.block].label);
                    format!("{{\"block\": {block}, \"at\": [{}, {}]}}", goal.at.0, goal.at.1)
                })
                .collect();
            if !goals.is_empty() {
                fields.push(("goals", lines(&goals)));
            }
        }
        "sudoku" => fields.push((
            "rows",
            lines(&texts(&sudoku::rows(piece, '.').unwrap_or_else(|_| piece.body.clone()))),
        )),
        "bloxorz" => {
            let (rows, legend) = terrain::parts(&piece.body);
            fields.push(("rows", lines(&texts(rows))));
            if !legend.is_empty() {
                let meaning = |line: &String| {
                    let (letter, meaning) = line.split_once(':').unwrap_or((line, ""));
                    format!("{}: {}", quoted(letter), quoted(meaning.trim()))
                };
                let legend: Vec<String> = legend.iter().map(meaning).collect();
                fields.push(("legend", format!("{{\n    {}\n  }}", legend.join(",\n    "))));
            }
        }
        _ => {
            let model = model::<Sliders>(&piece.body).ok_or_else(lost)?;
            let grid = |board: &Board| {
                let label = |&cell: &u32| quoted(&model.labels[cell as usize]);
                let rows = board.cells().chunks(board.cols().max(1));
                lines(&rows.map(|row| list(row, label)).collect::<Vec<_>>())
            };
            fields.push(("start", grid(model.pair.start())));
            fields.push(("goal", grid(model.pair.goal())));
        }
    }
    if !piece.commands.is_empty() {
        fields.push(("commands", lines(&texts(&piece.commands))));
    }
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("  {}: {value}", quoted(name))).collect();
    Ok(format!("{{\n{}\n}}", fields.join(",\n")))
}
