//! The columns of `puzzled rank`: the value of each cell, and the table that is printed.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value as Json, json};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Row, Same};
use crate::cli::args::{Lines, Rank};
use crate::diag::among;
use crate::host::help::columns as aligned;
use crate::host::{Console, Natural};
use crate::puzzle::rank::Figure;
use crate::render::{json_line, meta_value, one_line};

/// Columns of the terminal that a table fills at most, unless the caller chooses its columns.
const WIDEST: usize = 100;
/// Columns of the terminal for a name in a table that would be wider: at first, and at least.
const NAME: usize = 20;
const SHORTEST_NAME: usize = 8;
/// The columns that a table gives up to fit, the first one first.
const LEAST: [&str; 9] = [
    "bottlenecks",
    "divergence",
    "forced",
    "idle",
    "pieces",
    "size",
    "unique",
    "states",
    "solutions",
];

/// The value of a cell. Values of a column are ordered by what they are, not by their texts; no value
/// comes last.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value<'a> {
    Name(Natural<'a>),
    Flag(bool),
    Size { area: usize, rows: usize, columns: usize },
    Time(Duration),
    Puzzle { file: Natural<'a>, name: Natural<'a> },
    Figure(Figure),
    Nothing,
}

impl<'a> Value<'a> {
    fn name(name: &'a str) -> Self {
        Self::Name(Natural(name.as_bytes()))
    }

    fn figure(figure: &Figure) -> Self {
        Self::Figure(figure.clone())
    }

    /// Returns the value as a program reads it.
    fn json(&self) -> Json {
        match self {
            Self::Name(name) => json!(name.text()),
            Self::Flag(flag) => json!(flag),
            Self::Time(time) => json!((time.as_secs_f64() * 1000.0).round() / 1000.0),
            Self::Size { .. } => json!(self.to_string()),
            Self::Puzzle { file, name } => json!({ "file": file.text(), "name": name.text() }),
            Self::Figure(figure) => json!(figure),
            Self::Nothing => Json::Null,
        }
    }

    /// Returns whether there is no value.
    fn is_missing(&self) -> bool {
        matches!(self, Self::Nothing | Self::Figure(Figure::Absent))
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(&one_line(&name.text())),
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Self::Size { rows, columns, .. } => write!(f, "{rows}x{columns}"),
            Self::Time(time) => write!(f, "{:.3}", time.as_secs_f64()),
            Self::Puzzle { file, name } => write!(f, "{}:{}", one_line(&file.text()), name.text()),
            Self::Figure(figure) => figure.fmt(f),
            Self::Nothing => Ok(()),
        }
    }
}

/// A column.
struct Column {
    name: &'static str,
    /// True if its cells are aligned to the right.
    is_number: bool,
    value: fn(&Row) -> Value<'_>,
}

/// Returns a column of words.
const fn words(name: &'static str, value: fn(&Row) -> Value<'_>) -> Column {
    Column { name, is_number: false, value }
}

/// Returns a column of numbers.
const fn numbers(name: &'static str, value: fn(&Row) -> Value<'_>) -> Column {
    Column { name, is_number: true, value }
}

/// The column that is left out unless the caller wants it: it differs from call to call.
const SECONDS: &str = "seconds";
/// The columns whose cells may be cut in a table.
const NAMES: [&str; 3] = ["file", "name", "same"];

/// Every column, in the order in which they are printed.
static COLUMNS: [Column; 16] = [
    words("file", |row| Value::name(&row.file)),
    words("name", |row| Value::name(&row.name)),
    words("kind", |row| Value::name(row.kind)),
    numbers("optimum", |row| Value::figure(&row.ranking.optimum)),
    numbers("solutions", |row| Value::figure(&row.ranking.solutions)),
    numbers("states", |row| Value::figure(&row.ranking.states)),
    words("unique", |row| row.ranking.unique.map_or(Value::figure(&Figure::Absent), Value::Flag)),
    words("rating", |row| Value::figure(&row.ranking.rating)),
    numbers("pieces", |row| {
        Value::Figure(row.ranking.extent.pieces.map_or(Figure::Absent, Figure::count))
    }),
    words("size", |row| match row.ranking.extent.size {
        Some([rows, columns]) => Value::Size { area: rows.saturating_mul(columns), rows, columns },
        None => Value::figure(&Figure::Absent),
    }),
    numbers("idle", |row| Value::figure(&row.ranking.idle)),
    numbers("forced", |row| Value::figure(&row.ranking.forced)),
    numbers("divergence", |row| Value::figure(&row.ranking.divergence)),
    numbers("bottlenecks", |row| Value::figure(&row.ranking.bottlenecks)),
    numbers(SECONDS, |row| Value::Time(row.time)),
    words("same", |row| match &row.same {
        Some(Same { file, name }) => {
            Value::Puzzle { file: Natural(file.as_bytes()), name: Natural(name.as_bytes()) }
        }
        None => Value::Nothing,
    }),
];

/// Returns the names of the columns.
pub(in crate::cli) fn column_names() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().map(|column| column.name)
}

fn column(name: &str) -> Option<&'static Column> {
    COLUMNS.iter().find(|column| column.name == name)
}

/// Sorts rows by the values of a column; rows of one value keep their order.
pub(super) fn sort(rows: &mut [Row], name: &str) {
    if let Some(column) = column(name) {
        rows.sort_by(|row, other| (column.value)(row).cmp(&(column.value)(other)));
    }
}

/// Formats rows as the caller wants them.
pub(super) fn printed(console: &Console, rows: &[Row], args: &Rank) -> String {
    let chosen: Vec<&Column> = match &args.columns[..] {
        [] => COLUMNS.iter().filter(|column| args.seconds || column.name != SECONDS).collect(),
        names => {
            let seconds =
                (args.seconds && !names.iter().any(|name| name == SECONDS)).then_some(SECONDS);
            names.iter().map(String::as_str).chain(seconds).filter_map(column).collect()
        }
    };

    match args.format {
        Lines::Table if args.columns.is_empty() => {
            let mut table = Table::of(chosen, rows);
            let left_out = table.fit(args.sort.as_deref());
            if !left_out.is_empty() {
                console.say(&format!(
                    "puzzled: left out {}, so that the table fits in {WIDEST} columns; \
                     `--columns` chooses columns, `--format csv` prints all\n",
                    among(left_out.iter().copied())
                ));
            }
            table.text()
        }
        Lines::Table => Table::of(chosen, rows).text(),
        Lines::Csv => {
            let mut text = chosen.iter().map(|column| column.name).collect::<Vec<_>>().join(",");
            text.push('\n');
            for row in rows {
                let cell = |column: &&Column| quoted(&(column.value)(row).to_string());
                text += &chosen.iter().map(cell).collect::<Vec<_>>().join(",");
                text.push('\n');
            }
            text
        }
        Lines::Json => rows.iter().map(|row| json_line(&object(row, &chosen))).collect(),
    }
}

fn object(row: &Row, chosen: &[&Column]) -> Json {
    let field = |column: &&Column| (column.name.to_owned(), (column.value)(row).json());
    let mut object: Map<_, _> = chosen.iter().map(field).collect();
    if !row.meta.is_empty() {
        object.insert(String::from("meta"), meta_value(&row.meta));
    }
    Json::Object(object)
}

/// A column of a table with its cells, the head first.
struct Cells {
    column: &'static Column,
    texts: Vec<String>,
    /// True if no row has a value.
    is_empty: bool,
}

impl Cells {
    fn width(&self) -> usize {
        self.texts.iter().map(|cell| cell.width()).max().unwrap_or_default()
    }

    fn is_name(&self) -> bool {
        NAMES.contains(&self.column.name)
    }

    /// Cuts longer cells to a width.
    fn cut(&mut self, width: usize) {
        self.texts.iter_mut().for_each(|cell| *cell = ending(cell, width));
    }
}

/// A table for people.
struct Table(Vec<Cells>);

impl Table {
    fn of(columns: Vec<&'static Column>, rows: &[Row]) -> Self {
        let cells = |column: &'static Column| {
            let value = |row| (column.value)(row);
            let head = column.name.to_owned();
            let cells = std::iter::once(head).chain(rows.iter().map(|row| value(row).to_string()));
            let is_empty = rows.iter().all(|row| value(row).is_missing());
            Cells { column, texts: cells.collect(), is_empty }
        };
        Self(columns.into_iter().map(cells).collect())
    }

    /// Returns the number of columns of the terminal that the table fills.
    fn width(&self) -> usize {
        let gaps = 2 * self.0.len().saturating_sub(1);
        self.0.iter().map(Cells::width).sum::<usize>() + gaps
    }

    /// Makes the table fit: drops columns without a value, cuts names, then drops the least important
    /// columns but `sorted`, then cuts names further. Returns the columns with values that were
    /// dropped.
    fn fit(&mut self, sorted: Option<&str>) -> Vec<&'static str> {
        let needs = |column: &Cells| !column.is_empty || sorted == Some(column.column.name);
        self.0.retain(needs);
        let mut left_out = Vec::new();
        if self.width() <= WIDEST {
            return left_out;
        }
        self.cut_names(NAME);
        for name in LEAST.into_iter().filter(|&name| sorted != Some(name)) {
            if self.width() <= WIDEST {
                return left_out;
            }
            let before = self.0.len();
            self.0.retain(|column| column.column.name != name);
            left_out.extend((self.0.len() < before).then_some(name));
        }
        for width in (SHORTEST_NAME..NAME).rev() {
            if self.width() <= WIDEST {
                break;
            }
            self.cut_names(width);
        }
        left_out
    }

    fn cut_names(&mut self, width: usize) {
        self.0.iter_mut().filter(|column| column.is_name()).for_each(|column| column.cut(width));
    }

    fn text(&self) -> String {
        let lines = self.0.first().map_or(0, |column| column.texts.len());
        let line = |at: usize| self.0.iter().map(|column| column.texts[at].clone()).collect();
        let lines: Vec<Vec<String>> = (0..lines).map(line).collect();
        aligned(&lines, |at| self.0[at].column.is_number)
    }
}

/// Returns a text, or its end that fits into `width` columns after `…`: names in a list differ at
/// their ends.
fn ending(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut room = width.saturating_sub(1);
    let fits = |&(_, char): &(usize, char)| {
        let left = room.checked_sub(char.width().unwrap_or_default());
        room = left.unwrap_or(room);
        left.is_some()
    };
    let start = text.char_indices().rev().take_while(fits).last().map_or(text.len(), |(at, _)| at);
    format!("…{}", &text[start..])
}

/// Formats a cell of a table of values that are separated by commas. A file name that a spreadsheet
/// would take for a formula is written as a path.
pub(in crate::cli) fn quoted(cell: &str) -> String {
    let formula = cell.len() > 1 && cell.starts_with(['=', '+', '-', '@', '\t']);
    let cell = &*if formula { Cow::Owned(format!("./{cell}")) } else { Cow::Borrowed(cell) };
    if cell.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}
