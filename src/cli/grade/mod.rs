//! `puzzled grade`: hand-ins, graded against a document with the answers.

mod master;
mod pupil;
mod table;

use rayon::prelude::*;

use super::args::Grade;
use crate::host::{
    Console, Endings, Exit, Invocation, Limits, Picked, Selection, Unfit, progress_bar, shown,
};
use master::Master;
use pupil::{Judging, Mark, Outcome};

/// A graded file.
struct Row {
    file: String,
    /// The marks, one for each question.
    marks: Vec<Mark>,
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
/// The exit code if the document with the answers cannot be used, or there is nothing to grade.
fn graded(
    console: &Console,
    args: &Grade,
    limits: &Limits,
    call: &Invocation,
) -> Result<Exit, Exit> {
    let master = Master::open(console, &args.master, limits, call)?;
    let Selection { mut files, mut passed_over, errors } = Selection::of(&args.paths, Endings::Any);
    files.retain(|file| {
        let is_master = file.from_folder && master.is_master(&file.path);
        if is_master {
            console.say(&format!("puzzled: {} has the answers, so it has no row\n", shown(file)));
        }
        !is_master
    });
    let mut exit = errors.iter().fold(Exit::Fine, |_, error| console.refuse(error));

    let judging = Judging { limits, call, show_answers: args.show_answers };
    let bar = progress_bar(console.watched() && files.len() > 1, files.len() as u64);
    let grade = |file: &Picked| {
        let row = (!call.is_interrupted()).then(|| row(console, file, &master, &judging));
        bar.inc(1);
        row
    };
    let graded: Vec<Option<Row>> = files.par_iter().filter_map(grade).collect();
    bar.finish_and_clear();

    for _ in graded.iter().filter(|row| row.is_none()) {
        passed_over.add(Unfit::Binary);
    }
    console.pass_over(passed_over);
    let rows: Vec<Row> = graded.into_iter().flatten().collect();

    if rows.is_empty() && !call.is_interrupted() {
        let paths: Vec<_> = args.paths.iter().map(shown).collect();
        return Err(console.refuse(format!("nothing to grade in {}", paths.join(", "))));
    }
    if !call.is_interrupted() {
        console.print(&table::printed(&rows, &master, args));
    }
    if rows.iter().any(|row| row.count(Outcome::Unreadable) > 0) {
        exit = Exit::Failed;
    }
    Ok(if exit == Exit::Fine { Exit::Fine } else { Exit::Failed })
}

/// Returns the row of a file; `None` if a search of a folder met it and it is not a text. One that
/// cannot be read has a row that says so.
fn row(console: &Console, file: &Picked, master: &Master, judging: &Judging<'_>) -> Option<Row> {
    let marks = match pupil::read(file) {
        Ok(source) => pupil::marks(&source?, master, judging),
        Err(error) => {
            console.refuse(&error);
            let mark = || Mark::of(Outcome::Unreadable, Some(error.clone()));
            master.questions.iter().map(|_| mark()).collect()
        }
    };
    Some(Row { file: crate::host::name(file), marks })
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

    /// Returns the reasons of its marks, each once. One that is about a single answer names the
    /// question.
    fn reasons(&self, master: &Master) -> String {
        let mut reasons: Vec<String> = Vec::new();
        for (mark, question) in self.marks.iter().zip(&master.questions) {
            let Some(reason) = &mark.reason else { continue };
            let reason = match mark.outcome {
                Outcome::Wrong => format!("{}: {reason}", question.name()),
                _ => reason.clone(),
            };
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons.join("; ")
    }
}
