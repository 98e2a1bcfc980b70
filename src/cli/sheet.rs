//! `puzzled show --sheet`.

use std::path::PathBuf;

use super::args::{Print, Show};
use super::show::{Followed, follow};
use crate::diag::{Severity, Sink};
use crate::host::{Asked, Console, Exit, Picked, Runner};
use crate::puzzle::{Depth, Puzzle, Task, common::RESET};
use crate::render::{self, Sheet};
use crate::search::Budget;
use crate::session::Entry;
use crate::syntax::{Fragment, Meta};

/// Puzzles of a sheet at most.
const PUZZLES: usize = 10_000;

/// Prints every puzzle of the files and folders, as declared, on pages.
pub(super) fn sheet(console: &Console, args: &Show) -> Exit {
    if args.format.is_some_and(|format| format != Print::Svg) || args.ascii {
        return console.refuse("a sheet is printed as SVG only; leave out --format and --ascii");
    }
    let second = args.name.as_ref().map(PathBuf::from);
    let named = std::iter::once(&args.file).chain(&second).chain(&args.more);
    let (files, mut exit) = console.walk(&named.cloned().collect::<Vec<_>>());
    if files.is_empty() {
        return exit.max(Exit::Unusable);
    }
    let mut puzzles = Vec::new();
    let (limits, call) = args.limits.begin(None, console);
    let mut runner = Runner::of(&call, &limits, console.live_line());
    let asked = args.goal.asked(args.kind.as_deref());
    for file in &files {
        if call.is_interrupted() || puzzles.len() > PUZZLES {
            break;
        }
        exit = exit.max(collect(console, file, asked, &mut puzzles, &mut runner));
    }
    if puzzles.is_empty() {
        let exit = console.refuse("there is no puzzle to print; name files that declare some");
        return call.exit(exit, console);
    }
    if puzzles.len() > PUZZLES {
        puzzles.truncate(PUZZLES);
        console.say(&format!("puzzled: only the first {PUZZLES} puzzles are printed\n"));
    }
    let columns = args.columns as usize;
    let pages = render::pages(puzzles.len(), columns);
    let only = args.page.map(|page| page as usize);
    if let Some(page) = only.filter(|&page| page > pages) {
        let pages = match pages {
            1 => String::from("there is only page 1"),
            _ => format!("there are pages 1 to {pages}"),
        };
        return console.refuse(format!("there is no page {page}; {pages}"));
    }
    if pages > 1 && only.is_none() {
        console.say(&format!("puzzled: {pages} pages, one below the other; --page N prints one\n"));
    }
    console.print_painted(&render::sheet(&puzzles, columns, only));
    call.exit(exit, console)
}

/// Adds the puzzles of a file.
fn collect(
    console: &Console,
    file: &Picked,
    asked: Asked<'_>,
    puzzles: &mut Vec<Sheet>,
    runner: &mut Runner,
) -> Exit {
    let Followed { mut session, failed } =
        match follow(console, file, asked, Severity::Error, runner) {
            Ok(followed) => followed,
            Err(exit) => return exit,
        };
    for Entry { name, meta, .. } in session.entries() {
        if puzzles.len() > PUZZLES {
            break;
        }
        if let Some(puzzle) = session.puzzle(Some(&name)) {
            puzzles.push(declared(&name, meta, puzzle));
        }
    }
    if failed { Exit::Failed } else { Exit::Fine }
}

/// Returns a puzzle as it was declared, without later moves.
fn declared(name: &str, meta: Meta, puzzle: &mut dyn Puzzle) -> Sheet {
    let reset = Fragment { text: RESET, start: 0 };
    let depth = Depth::Check { answer: false };
    puzzle.run(reset, depth, &Budget::unlimited(), &mut Sink::new());
    drawn(name, meta, puzzle)
}

/// Returns a puzzle in its current state.
pub(super) fn drawn(name: &str, meta: Meta, puzzle: &mut dyn Puzzle) -> Sheet {
    let scene = puzzle.scene(name);
    let Task { goal, notes, table } = puzzle.task(name);
    Sheet { name: name.to_owned(), meta, scene, goal, notes, table }
}
