//! `puzzled import`.

use std::collections::BTreeSet;
use std::io::Write;

use super::args::Import;
use super::open::made;
use crate::diag::Sink;
use crate::exchange::{self, Format, Options};
use crate::host::{
    Console, Exit, InputError, Picked, RawOptions, import as import_text, read_file, recognize,
    text_output,
};
use crate::search::Budget;
use crate::session::{self, Mode, Session};

/// Diagnostics shown for one file.
const LIMIT: usize = 100;

/// Prints documents that declare the puzzles of foreign files.
pub(super) fn import(console: &Console, args: &Import) -> Exit {
    let options = Options {
        format: args.format.as_deref().and_then(exchange::format),
        kind: args.kind.as_deref(),
        goal: args.goal.label.as_deref(),
        ..Options::default()
    };
    if let (Some(format), Some(kind)) = (options.format, options.kind)
        && !format.holds(kind)
    {
        return console.refuse(format!("the form {} holds no {kind}", format.name));
    }

    let endings = endings(options.format);
    let (files, mut exit) = console.pick(&args.files, &endings);
    if files.is_empty() {
        return exit;
    }

    let mut taken = BTreeSet::new();
    let mut first = true;
    let mut out = text_output();
    for file in &files {
        let read = imported(console, file, &options, &mut taken);
        let Ok(read) = read.map_err(|error| exit = console.refuse(error)) else { continue };
        let Some((text, sound)) = read else {
            exit = exit.max(Exit::Failed);
            continue;
        };
        if !sound {
            exit = exit.max(Exit::Failed);
        }
        let between = if first { "" } else { "\n" };
        first = false;
        if write!(out, "{between}{text}").and_then(|()| out.flush()).is_err() {
            break; // the reader has gone away
        }
    }
    exit
}

/// Returns how the names of files end that are read in folders: those of the form, if it has some.
fn endings(format: Option<&Format>) -> Vec<&'static str> {
    match format {
        Some(format) if !format.endings.is_empty() => format.endings.to_vec(),
        _ => {
            let known = exchange::FORMATS.iter().flat_map(|format| format.endings);
            known.copied().chain(["txt"]).collect()
        }
    }
}

/// Returns the document made of a text from outside, and whether both are without errors; shows the
/// diagnostics. Returns `None` if there is no puzzle in the text. A text that is a document already
/// is not changed.
///
/// # Errors
/// As [`recognize`] and [`import_text`].
fn imported(
    console: &Console,
    file: &Picked,
    options: &Options<'_>,
    taken: &mut BTreeSet<String>,
) -> Result<Option<(String, bool)>, InputError> {
    let raw = RawOptions { kind: options.kind, goal: options.goal, ..RawOptions::default() };
    let opened = if options.format.is_some() || options.kind.is_some() {
        import_text(&file.path, read_file(file)?, options, taken)?
    } else {
        let recognized = recognize(file, raw)?;
        match recognized.is_blank() {
            true => import_text(&file.path, recognized.into_source(file)?, options, taken)?,
            false => recognized.open_among(file, raw, taken)?,
        }
    };
    // Findings in the declarations are shown in the generated document, because no file holds them.
    let Some((made, unsound)) = made(console, opened) else { return Ok(None) };
    let mut sink = Sink::new();
    let document = session::read(&made, true, &mut sink);
    let mode = Mode::Check { solve: false };
    Session::new().run(&made, &document, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
    console.report(&made, sink.diagnostics(), LIMIT, false);
    let sound = !unsound && !sink.errors_since(0);
    Ok(Some((made.text().to_owned(), sound)))
}
