//! `puzzled show --sheet`.

use std::path::{Path, PathBuf};

use super::args::{Print, Show};
use super::show::{follow, print};
use crate::diag::{Severity, Sink};
use crate::host::{Console, Exit};
use crate::host::{Reading, read_file, reading};
use crate::kind::{Body, Depth, Kind, Puzzle, kind};
use crate::render::{self, Sheet};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::Source;

/// Puzzles of a sheet at most.
const PUZZLES: usize = 10_000;

/// Prints every puzzle of the files, as declared, on pages.
pub(super) fn sheet(console: &Console, args: &Show) -> Exit {
    if args.format.is_some_and(|format| format != Print::Svg) || args.ascii {
        console.say("puzzled: a sheet is printed as SVG only; leave out --format and --ascii\n");
        return Exit::Unusable;
    }
    let mut puzzles = Vec::new();
    let mut exit = Exit::Fine;
    let second = args.name.as_ref().map(PathBuf::from);
    for file in std::iter::once(&args.file).chain(&second).chain(&args.more) {
        exit = exit.max(collect(console, file, &mut puzzles));
    }
    if puzzles.is_empty() {
        console.say("puzzled: there is no puzzle to print; name files that declare some\n");
        return exit.max(Exit::Unusable);
    }
    if puzzles.len() > PUZZLES {
        puzzles.truncate(PUZZLES);
        console.say(&format!("puzzled: only the first {PUZZLES} puzzles are printed\n"));
    }
    let columns = args.columns as usize;
    let pages = render::pages(puzzles.len(), columns);
    let only = args.page.map(|page| page as usize);
    if let Some(page) = only.filter(|&page| page > pages) {
        let last =
            if pages == 1 { String::from("only page 1") } else { format!("pages 1 to {pages}") };
        console.say(&format!("puzzled: there is no page {page}; there is {last}\n"));
        return Exit::Unusable;
    }
    if pages > 1 && only.is_none() {
        console.say(&format!("puzzled: {pages} pages, one below the other; --page N prints one\n"));
    }
    print(console, &render::sheet(&puzzles, columns, only));
    exit
}

/// Adds the puzzles of a file.
fn collect(console: &Console, file: &Path, puzzles: &mut Vec<Sheet>) -> Exit {
    match reading(file) {
        Ok(Reading::Raw(name)) => match (read_file(file), kind(name)) {
            (Ok(source), Some(kind)) => raw(console, &source, kind, puzzles),
            (Err(error), _) => {
                console.say(&format!("puzzled: {error}\n"));
                Exit::Unusable
            }
            (_, None) => Exit::Unusable,
        },
        Err(error) if file.extension().is_none_or(|ending| ending != "puzzle") => {
            console.say(&format!("puzzled: {error}\n"));
            Exit::Unusable
        }
        _ => match follow(console, file, Severity::Error) {
            Ok(mut followed) => {
                let names: Vec<String> =
                    followed.session.entries().into_iter().map(|entry| entry.name).collect();
                for name in names {
                    if let Some(puzzle) = followed.session.puzzle(Some(&name)) {
                        puzzles.push(declared(&name, puzzle));
                    }
                }
                if followed.failed { Exit::Failed } else { Exit::Fine }
            }
            Err(exit) => exit,
        },
    }
}

/// A puzzle as it was declared, whatever was played since.
fn declared(name: &str, puzzle: &mut dyn Puzzle) -> Sheet {
    let reset = Fragment { text: "reset", start: 0 };
    let depth = Depth::Check { answer: false };
    puzzle.run(reset, depth, &Budget::unlimited(), &mut Sink::new());
    let scene = puzzle.scene(name);
    let task = puzzle.task(name);
    let mut notes = task.notes;
    if notes.is_empty() && !scene.caption.is_empty() {
        notes.push(scene.caption.clone());
    }
    Sheet { name: name.to_owned(), scene, goal: task.goal, notes }
}

/// Adds the puzzles of a raw input: one a line where it may be cut at line ends.
fn raw(console: &Console, source: &Source, kind: &dyn Kind, puzzles: &mut Vec<Sheet>) -> Exit {
    let text = source.text();
    let mut exit = Exit::Fine;
    let stem = Path::new(source.name())
        .file_stem()
        .map_or_else(|| String::from("puzzle"), |stem| stem.to_string_lossy().into_owned());
    let pieces: Vec<Source> = if kind.streams(text) {
        let lines = text.lines().enumerate();
        lines
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
            .map(|(at, line)| Source::new(format!("{}:{}", source.name(), at + 1), line))
            .collect()
    } else {
        vec![Source::new(source.name(), text)]
    };
    let several = pieces.len() > 1;
    for (at, piece) in pieces.iter().enumerate() {
        let mut sink = Sink::new();
        let opened = kind.open(&Body::raw(piece), &mut sink);
        console.report(piece, sink.found(), 1, true);
        let name = if several { format!("{stem} {}", at + 1) } else { stem.clone() };
        match opened {
            Some(mut opened) => puzzles.push(declared(&name, &mut *opened.puzzle)),
            None => exit = Exit::Failed,
        }
    }
    exit
}
