//! `puzzled rank`.

mod table;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rayon::prelude::*;

pub(super) use table::{column_names, quoted};

use super::args::Rank;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::host::{
    Console, Exit, FOREIGN, InputError, Invocation, Limits, Picked, Runner, full, natural_path,
    open_document, progress_bar,
};
use crate::kinds::KINDS;
use crate::puzzle::rank::{Figure, Ranking, drawn, rank as figures};
use crate::puzzle::{Board, Body};
use crate::search::{Budget, Cancel, Charge};
use crate::session::{self, Parts};
use crate::syntax::{Meta, Statement};
use crate::text::Source;

/// Time that a puzzle gets without `--time`.
const SEARCH: Duration = Duration::from_secs(10);
/// Diagnostics shown for one file.
const LIMIT: usize = 20;
/// A puzzle to be ranked.
struct Entry {
    file: String,
    name: String,
    kind: &'static str,
    meta: Meta,
    puzzle: Board,
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
    time: Duration,
    /// The first puzzle that is the same.
    same: Option<Same>,
}

/// A puzzle that another one is the same as.
#[derive(Clone, PartialEq, Eq)]
struct Same {
    file: String,
    name: String,
}

/// A file with its puzzles.
struct Opened {
    entries: Vec<Entry>,
    /// The errors of its declarations; or what is wrong with the text of another program that it was made
    /// of, or not read in it.
    faults: Option<(Source, Vec<Diagnostic>)>,
    /// The message about how the text was read.
    reading: Option<String>,
    /// A remark on how a file of another program was read, if the user should know.
    remark: Option<&'static str>,
    /// Set if its puzzles and those of the files before it need more memory than the limit.
    is_full: bool,
}

/// Prints a line per puzzle of files and folders. Their order is that of difficulty, and does not
/// depend on the order of the files.
pub(super) fn rank(console: &Console, args: &Rank) -> Exit {
    let (mut files, mut exit) = console.walk_texts(&args.paths);
    files.sort_by(|file, other| natural_path(&file.path).cmp(&natural_path(&other.path)));
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
            Ok(Opened { entries: mut more, faults, reading, remark, .. }) => {
                console.note(reading.as_deref());
                console.remark(remark);
                more.retain(|entry| args.only.as_deref().is_none_or(|kind| entry.kind == kind));
                entries.extend(more);
                if let Some((source, diagnostics)) = faults.filter(|(_, faults)| !faults.is_empty())
                {
                    console.report(&source, &diagnostics, LIMIT, false);
                    let is_error = |fault: &Diagnostic| fault.severity() == Severity::Error;
                    if diagnostics.iter().any(is_error) {
                        exit = exit.max(Exit::Failed);
                    }
                }
            }
        }
    }

    let mut rows = ranked(console, entries, &limits, &call);
    let failed = |row: &Row| matches!(row.ranking.optimum, Figure::Unsolvable | Figure::GaveUp);
    if rows.iter().any(failed) {
        exit = exit.max(Exit::Failed);
    }
    // By kind, then from easy to hard; puzzles that are as hard stay in the order of their files.
    let kind = |row: &Row| KINDS.iter().position(|kind| kind.name == row.kind);
    rows.sort_by(|row, other| {
        let by_difficulty = row.ranking.difficulty().cmp(&other.ranking.difficulty());
        kind(row).cmp(&kind(other)).then(by_difficulty)
    });
    if let Some(column) = &args.sort {
        table::sort(&mut rows, column);
    }

    rows.truncate(args.top.unwrap_or(usize::MAX));
    // A header alone would look like an answer.
    if !rows.is_empty() || exit == Exit::Fine {
        console.print(&table::printed(console, &rows, args));
    }
    call.exit(exit, console)
}

/// Opens the puzzles of a file.
///
/// # Errors
/// When it cannot be read.
fn open(file: &Picked, args: &Rank, budget: &Budget) -> Result<Opened, InputError> {
    let opened = open_document(file, args.goal.raw_options(args.kind.as_deref()))?;
    let mut diagnostics = opened.unrepeated();
    diagnostics.truncate(FOREIGN);
    let reading = opened.reading;
    let remark = opened.remark;
    let mut faults = opened.made_of.map(|(source, _)| (source, diagnostics));

    let mut entries = Vec::new();
    let mut is_full = false;
    let Some(source) = opened.source else {
        return Ok(Opened { entries, faults, reading, remark, is_full });
    };

    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let parts = Parts::of(KINDS, &source, &document, &mut Sink::new());
    for (at, statement) in document.statements.iter().enumerate() {
        let Statement::Declaration(declaration) = statement else { continue };
        let Some(kind) = KINDS.kind(declaration.kind_word(&source)) else { continue };
        if let Some(puzzle) = kind.open(&Body::of(source.text(), declaration), KINDS, &mut sink) {
            let name = declaration.name_word(&source);
            let levels = puzzle.levels();
            let puzzles: Vec<_> = match levels.is_empty() {
                true => vec![(name.to_owned(), puzzle)],
                false => {
                    let named = |(number, level)| (format!("{name}:{number}"), level);
                    levels.into_iter().map(named).collect()
                }
            };
            for (name, puzzle) in puzzles {
                let file = crate::host::name(file);
                let mut charge = Charge::default();
                charge.set_lasting(puzzle.bytes(), budget);
                is_full = budget.is_full();
                let kind = kind.name;
                let is_withheld = parts.withholds(at);
                let meta = Meta::of(source.slice(declaration.meta));
                entries.push(Entry { file, name, kind, meta, puzzle, is_withheld, charge });
                if is_full {
                    break;
                }
            }
            if is_full {
                break;
            }
        }
    }

    let mut errors = sink.take();
    errors.retain(|diagnostic| diagnostic.severity() == Severity::Error);
    if !errors.is_empty() {
        errors.sort_by_key(|diagnostic| diagnostic.span);
        faults = Some((source, errors));
    }
    Ok(Opened { entries, faults, reading, remark, is_full })
}

/// Ranks puzzles on all cores. Those that Ctrl-C interrupted are left out.
fn ranked(console: &Console, entries: Vec<Entry>, limits: &Limits, call: &Invocation) -> Vec<Row> {
    let bar = progress_bar(console.watched() && entries.len() > 1, entries.len() as u64);
    let measure = |entry: Entry| {
        let Entry { file, name, kind, meta, mut puzzle, is_withheld, charge: _charge } = entry;
        if call.is_interrupted() {
            return None;
        }
        let begun = Instant::now();
        let canonical = puzzle.canonical();
        let mut runner = Runner::of(call, limits, None);
        let (ranking, _) = runner.compute(&name, |budget| match is_withheld {
            true => drawn(&puzzle),
            false => figures(&mut puzzle, budget),
        });
        bar.inc(1);
        let time = begun.elapsed();
        let row = Row { file, name, kind, meta, ranking, time, same: None };
        (!call.is_interrupted()).then_some((canonical, row))
    };

    let done: Vec<_> = entries.into_par_iter().filter_map(measure).collect();
    bar.finish_and_clear();

    // In the order of the files, so that the first of several is the same every time.
    let mut first: HashMap<(&str, Vec<u64>), Same> = HashMap::new();
    let mut rows = Vec::with_capacity(done.len());
    for (canonical, mut row) in done {
        if let Some(canonical) = canonical {
            let this = Same { file: row.file.clone(), name: row.name.clone() };
            let known = first.entry((row.kind, canonical)).or_insert_with(|| this.clone());
            row.same = (*known != this).then(|| known.clone());
        }
        rows.push(row);
    }
    rows
}
