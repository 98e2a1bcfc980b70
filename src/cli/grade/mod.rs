//! `puzzled grade`: hand-ins, graded against a document with the answers.

mod master;
mod pupil;
mod table;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::args::Grade;
use crate::host::{Console, Exit, Invocation, Limits, progress_bar};
use master::Master;
use pupil::{Marks, Outcome};

/// A graded file.
struct Row {
    file: String,
    /// The marks, one for each question.
    marks: Marks,
}

/// Prints a row per file, a column per question.
pub(super) fn grade(console: &Console, args: &Grade) -> Exit {
    let (limits, call) = args.limits.begin(None, console);
    let exit = graded(console, args, &limits, &call).unwrap_or_else(|exit| exit);
    call.exit(exit, console)
}

/// Grades the files on all cores.
///
/// # Errors
/// The exit code if the document with the answers cannot be used.
fn graded(
    console: &Console,
    args: &Grade,
    limits: &Limits,
    call: &Invocation,
) -> Result<Exit, Exit> {
    let master = Master::open(console, &args.master, limits, call)?;
    let (files, exit) = console.walk(&args.paths);
    if files.is_empty() {
        return Err(exit.max(Exit::Unusable));
    }
    let bar = progress_bar(console.watched() && files.len() > 1, files.len() as u64);
    let unreadable = AtomicBool::new(false);
    let grade = |file: &std::path::PathBuf| {
        if call.is_interrupted() {
            return None;
        }
        let row = row(console, file, &master, limits, call);
        unreadable.fetch_or(row.marks.contains(&pupil::UNREADABLE), Ordering::Relaxed);
        bar.inc(1);
        Some(row)
    };
    let rows: Vec<Row> = files.par_iter().filter_map(grade).collect();
    bar.finish_and_clear();
    if !call.is_interrupted() {
        console.print(&table::printed(&rows, &master, args));
    }
    let whole = exit == Exit::Fine && !unreadable.into_inner();
    Ok(if whole { Exit::Fine } else { Exit::Failed })
}

/// Returns the row of a file. One that cannot be read has a row that says so.
fn row(console: &Console, file: &Path, master: &Master, limits: &Limits, call: &Invocation) -> Row {
    let marks = pupil::marks(file, master, limits, call).unwrap_or_else(|error| {
        console.refuse(error);
        vec![pupil::UNREADABLE; master.questions.len()]
    });
    Row { file: crate::host::name(file), marks }
}

impl Row {
    /// Returns how many questions have this outcome.
    fn count(&self, outcome: Outcome) -> usize {
        self.marks.iter().filter(|mark| mark.outcome == outcome).count()
    }

    /// Returns the points of the right answers.
    fn points(&self, master: &Master) -> u64 {
        let marks = self.marks.iter().zip(&master.questions);
        let right = marks.filter(|(mark, _)| mark.outcome == Outcome::Right);
        right.map(|(_, question)| u64::from(question.points)).sum()
    }
}
