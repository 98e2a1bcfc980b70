//! `puzzled rank`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde_json::{Value, json};

use super::args::{Lines, Rank};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::host::help::columns as aligned;
use crate::host::{
    Console, Exit, FOREIGN, InputError, Invocation, Limits, Picked, Runner, full, open_document,
    progress_bar,
};
use crate::kinds::KINDS;
use crate::puzzle::rank::{Extent, Figure, Ranking, drawn, rank as figures};
use crate::puzzle::{Body, Puzzle};
use crate::render::{json_line, meta_value, one_line};
use crate::search::{Budget, Cancel, Charge};
use crate::session::{self, Parts};
use crate::syntax::{Meta, Statement};
use crate::text::Source;

/// Time that a puzzle gets without `--time`.
const SEARCH: Duration = Duration::from_secs(10);
/// Diagnostics shown for one file.
const LIMIT: usize = 20;
/// The column that is left out unless `--seconds` asks for it: it differs from call to call.
const SECONDS: &str = "seconds";
/// The column of rows and columns: it is sorted by their product.
const SIZE: &str = "size";
/// The columns.
pub(super) const COLUMNS: [&str; 16] = [
    "file",
    "name",
    "kind",
    "optimum",
    "solutions",
    "states",
    "unique",
    "rating",
    "pieces",
    SIZE,
    "idle",
    "forced",
    "divergence",
    "bottlenecks",
    SECONDS,
    "same",
];

/// A puzzle to be ranked.
struct Entry {
    file: String,
    name: String,
    kind: &'static str,
    meta: Meta,
    puzzle: Box<dyn Puzzle>,
    /// True if an open question is asked about it, so that its figures are withheld.
    is_withheld: bool,
    /// The memory of the puzzle.
    charge: Charge,
}

/// A puzzle that was ranked.
struct Row {
    file: String,
    name: String,
    kind: &'static str,
    meta: Meta,
    ranking: Ranking,
    seconds: f64,
    /// The place among all puzzles: by file, then as declared.
    number: usize,
    /// The first puzzle that is the same.
    same: Option<(String, String)>,
}

/// A file with its puzzles.
struct Opened {
    entries: Vec<Entry>,
    /// The errors of its declarations, or of the file of another program that it was made of.
    faults: Option<(Source, Vec<Diagnostic>)>,
    /// A remark on how a file of another program was read, if the user should know.
    remark: Option<&'static str>,
    /// Set if its puzzles and those of the files before it need more memory than the limit.
    is_full: bool,
}

/// Prints a line per puzzle of files and folders. Their order is that of difficulty, and does not
/// depend on the order of the files.
pub(super) fn rank(console: &Console, args: &Rank) -> Exit {
    let (mut files, mut exit) = console.walk(&args.paths);
    files.sort();
    files.dedup_by(|next, file| next.path == file.path);
    let (limits, call) = args.limits.begin(Some(SEARCH), console);
    let mut entries = Vec::new();
    let budget = limits.budget(&Cancel::default(), None);
    let opened: Vec<_> = files.par_iter().map(|file| open(file, args, &budget)).collect();
    for (file, opened) in files.iter().zip(opened) {
        match opened {
            Err(error) => exit = console.refuse(error),
            Ok(Opened { is_full: true, .. }) => {
                return console.refuse(full(file, limits.bytes));
            }
            Ok(Opened { entries: mut more, faults, remark, .. }) => {
                console.remark(remark);
                more.retain(|one| args.only.as_deref().is_none_or(|kind| one.kind == kind));
                entries.extend(more);
                if let Some((source, found)) = faults.filter(|(_, found)| !found.is_empty()) {
                    console.report(&source, &found, LIMIT, false);
                    exit = exit.max(Exit::Failed);
                }
            }
        }
    }
    let mut rows = ranked(console, entries, &limits, &call);
    let failed = |row: &Row| matches!(row.ranking.optimum, Figure::Unsolvable | Figure::GaveUp);
    if rows.iter().any(failed) {
        exit = exit.max(Exit::Failed);
    }
    rows.sort_by_cached_key(order);
    if let Some(column) = COLUMNS.iter().position(|name| args.sort.as_deref() == Some(name)) {
        let text = ["file", "name", "kind", "same"].contains(&COLUMNS[column]);
        match COLUMNS[column] {
            SIZE => rows.sort_by_cached_key(|row| {
                let size = row.ranking.extent.size;
                (size.is_none(), size.map(|[rows, columns]| rows.saturating_mul(columns)))
            }),
            _ => rows.sort_by_cached_key(|row| place(&cells(row)[column], text)),
        }
    }
    rows.truncate(args.top.unwrap_or(usize::MAX));
    // A header alone would look like an answer.
    if !rows.is_empty() || exit == Exit::Fine {
        console.print(&printed(&rows, args));
    }
    call.exit(exit, console)
}

/// Opens the puzzles of a file.
///
/// # Errors
/// When it cannot be read.
fn open(file: &Picked, args: &Rank, budget: &Budget) -> Result<Opened, InputError> {
    let opened = open_document(file, args.goal.asked(args.kind.as_deref()))?;
    let remark = opened.remark;
    let mut faults = opened.made_of.map(|(source, mut found)| {
        found.retain(|one| one.severity() == Severity::Error);
        found.truncate(FOREIGN);
        (source, found)
    });
    let (mut entries, mut is_full) = (Vec::new(), false);
    let Some(source) = opened.source else {
        return Ok(Opened { entries, faults, remark, is_full });
    };
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let parts = Parts::of(KINDS, &source, &document, false, &mut Sink::new());
    for (at, statement) in document.statements.iter().enumerate() {
        let Statement::Declaration(one) = statement else { continue };
        let Some(kind) = KINDS.kind(source.slice(one.kind)) else { continue };
        if let Some(puzzle) = kind.open(&Body::of(source.text(), one), KINDS, &mut sink) {
            let name = source.slice(one.name).to_owned();
            let file = crate::host::name(file);
            let mut charge = Charge::default();
            charge.set_lasting(puzzle.bytes(), budget);
            is_full = budget.is_full();
            let (kind, is_withheld) = (kind.info().name, parts.withholds(at));
            let meta = Meta::of(source.slice(one.meta));
            entries.push(Entry { file, name, kind, meta, puzzle, is_withheld, charge });
            if is_full {
                break;
            }
        }
    }
    let mut found = sink.take();
    found.retain(|one| one.severity() == Severity::Error);
    if !found.is_empty() {
        found.sort_by_key(|one| one.span);
        faults = Some((source, found));
    }
    Ok(Opened { entries, faults, remark, is_full })
}

/// Ranks puzzles on all cores. Those that Ctrl-C interrupted are left out.
fn ranked(console: &Console, entries: Vec<Entry>, limits: &Limits, call: &Invocation) -> Vec<Row> {
    let bar = progress_bar(console.watched() && entries.len() > 1, entries.len() as u64);
    let measure = |(number, entry): (usize, Entry)| {
        let Entry { file, name, kind, meta, mut puzzle, is_withheld, charge: _charge } = entry;
        if call.is_interrupted() {
            return None;
        }
        let begun = Instant::now();
        let canonical = puzzle.canonical();
        let mut runner = Runner::of(call, limits, None);
        let (ranking, _) = runner.compute(&name, |budget| match is_withheld {
            true => drawn(&*puzzle),
            false => figures(&mut *puzzle, budget),
        });
        bar.inc(1);
        let seconds = begun.elapsed().as_secs_f64();
        let row = Row { file, name, kind, meta, ranking, seconds, number, same: None };
        (!call.is_interrupted()).then_some((canonical, row))
    };
    let done: Vec<_> = entries.into_par_iter().enumerate().filter_map(measure).collect();
    bar.finish_and_clear();
    // In the order of the files, so that the first of several is the same every time.
    let mut first: HashMap<(&str, Vec<u64>), (String, String)> = HashMap::new();
    let mut rows = Vec::with_capacity(done.len());
    for (canonical, mut row) in done {
        if let Some(canonical) = canonical {
            let own = (row.file.clone(), row.name.clone());
            let known = first.entry((row.kind, canonical)).or_insert_with(|| own.clone());
            row.same = (*known != own).then(|| known.clone());
        }
        rows.push(row);
    }
    rows
}

/// Returns the sort key of a row: by kind, then from easy to hard, puzzles without a figure first
/// and unsolvable ones last; then by file and as declared.
fn order(row: &Row) -> (usize, [(u8, usize, String); 3], usize) {
    let kind = KINDS.iter().position(|kind| kind.info().name == row.kind).unwrap_or(usize::MAX);
    // Numbers compare by their length, then as texts.
    let key = |figure: &Figure| match figure {
        Figure::None => (0, 0, String::new()),
        Figure::Is(text) => {
            let number = text.split(' ').next_back().unwrap_or_default().trim_start_matches('>');
            (1, number.len(), number.to_owned())
        }
        Figure::GaveUp => (2, 0, String::new()),
        Figure::Unsolvable => (3, 0, String::new()),
    };
    let Ranking { optimum, rating, states, .. } = &row.ranking;
    (kind, [key(optimum), key(rating), key(states)], row.number)
}

/// Returns the sort key of a cell, which is `text` or a figure: numbers by their size, then texts; what is not known or has no
/// value is last. Numbers compare by their length first, because some are larger than any type.
fn place(cell: &str, text: bool) -> (u8, usize, String) {
    let number = cell.rsplit(' ').next().unwrap_or_default().trim_start_matches('>');
    let digits = number.split('.').next().unwrap_or_default();
    match cell {
        "" | "-" => (4, 0, String::new()),
        "?" => (3, 0, String::new()),
        "unsolvable" => (2, 0, String::new()),
        _ if text => (0, 0, cell.to_owned()),
        _ if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            (0, digits.len(), number.to_owned())
        }
        word => (1, 0, word.to_owned()),
    }
}

fn printed(rows: &[Row], args: &Rank) -> String {
    let chosen = |name: &&str| args.seconds || *name != SECONDS;
    let columns: Vec<&str> = COLUMNS.into_iter().filter(chosen).collect();
    let cells = |row: &Row| -> Vec<String> {
        let named = COLUMNS.iter().zip(cells(row)).filter(|(name, _)| chosen(name));
        named.map(|(_, cell)| cell).collect()
    };
    match args.format {
        Lines::Table => {
            let head = columns.iter().copied().map(String::from).collect();
            let lines: Vec<_> = std::iter::once(head).chain(rows.iter().map(cells)).collect();
            let figures = [
                "optimum",
                "solutions",
                "states",
                "pieces",
                "idle",
                "forced",
                "divergence",
                "bottlenecks",
                SECONDS,
            ];
            aligned(&lines, |at| figures.contains(&columns[at]))
        }
        Lines::Csv => {
            let mut text = columns.join(",") + "\n";
            for row in rows {
                let cells: Vec<_> = cells(row).iter().map(|cell| quoted(cell)).collect();
                text += &(cells.join(",") + "\n");
            }
            text
        }
        Lines::Json => {
            let line = |row: &Row| {
                let mut object = object(row);
                if let Value::Object(fields) = &mut object {
                    fields.retain(|name, _| chosen(&name.as_str()));
                }
                json_line(&object)
            };
            rows.iter().map(line).collect()
        }
    }
}

/// Returns the cells of a row, as text.
fn cells(row: &Row) -> [String; 16] {
    let Ranking { optimum, solutions, states, unique, rating, extent, .. } = &row.ranking;
    let Ranking { idle, forced, divergence, bottlenecks, .. } = &row.ranking;
    let pieces = extent.pieces.map_or_else(|| String::from("-"), |pieces| pieces.to_string());
    let unique = match unique {
        None => "-",
        Some(true) => "yes",
        Some(false) => "no",
    };
    [
        one_line(&row.file).into_owned(),
        row.name.clone(),
        row.kind.to_owned(),
        word(optimum),
        word(solutions),
        word(states),
        unique.to_owned(),
        word(rating),
        pieces,
        size(extent).unwrap_or_else(|| String::from("-")),
        word(idle),
        word(forced),
        word(divergence),
        word(bottlenecks),
        format!("{:.3}", row.seconds),
        row.same
            .as_ref()
            .map_or_else(String::new, |(file, name)| format!("{}:{name}", one_line(file))),
    ]
}

/// Returns the size as rows and columns: `4x5`.
fn size(extent: &Extent) -> Option<String> {
    extent.size.map(|[rows, columns]| format!("{rows}x{columns}"))
}

/// Returns a figure as a word: `-` if there is none, `?` if its search stopped at its limit.
fn word(figure: &Figure) -> String {
    match figure {
        Figure::None => String::from("-"),
        Figure::Is(text) => text.clone(),
        Figure::Unsolvable => String::from("unsolvable"),
        Figure::GaveUp => String::from("?"),
    }
}

/// Formats a cell of a table of values that are separated by commas. A file name that a spreadsheet
/// would take for a formula is written as a path.
pub(super) fn quoted(cell: &str) -> String {
    let formula = cell.len() > 1 && cell.starts_with(['=', '+', '-', '@', '\t']);
    let cell = &*if formula { Cow::Owned(format!("./{cell}")) } else { Cow::Borrowed(cell) };
    if cell.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}

fn object(row: &Row) -> Value {
    let Ranking { optimum, solutions, states, unique, rating, extent, .. } = &row.ranking;
    let Ranking { idle, forced, divergence, bottlenecks, .. } = &row.ranking;
    // A number that fits is one; `unsolvable`, `?`, `>100000` and larger numbers are texts.
    let value = |figure: &Figure| match figure {
        Figure::None => Value::Null,
        figure => {
            let word = word(figure);
            word.parse::<u64>().map_or_else(|_| Value::from(word), Value::from)
        }
    };
    let same = row.same.as_ref().map(|(file, name)| json!({ "file": file, "name": name }));
    let mut object = json!({
        "file": row.file, "name": row.name, "kind": row.kind, "optimum": value(optimum),
        "solutions": value(solutions), "states": value(states), "unique": unique,
        "rating": value(rating), "pieces": extent.pieces, "size": size(extent),
        "idle": value(idle), "forced": value(forced), "divergence": value(divergence),
        "bottlenecks": value(bottlenecks), "seconds": (row.seconds * 1000.0).round() / 1000.0, "same": same,
    });
    if !row.meta.is_empty() {
        object["meta"] = meta_value(&row.meta);
    }
    object
}
