//! `puzzled export`.

use std::collections::BTreeSet;
use std::io::Write;

use super::args::Export;
use super::import::imported;
use crate::diag::{Severity, Sink, among, nearest};
use crate::exchange::{self, Format, Options, Piece};
use crate::host::{Console, Exit};
use crate::host::{is_stdin, read_file, reading};
use crate::search::Budget;
use crate::session::{self, Mode, Session};
use crate::text::Source;

/// Diagnostics shown for the file.
const LIMIT: usize = 100;

/// Writes a puzzle, in the state to which its document leads it, in another form.
pub(super) fn export(console: &Console, args: &Export) -> Exit {
    let Some(format) = exchange::format(&args.format) else { return Exit::Unusable };
    let source = match read_file(&args.file) {
        Ok(source) => source,
        Err(error) => {
            console.say(&format!("puzzled: {error}\n"));
            return Exit::Unusable;
        }
    };
    // From one foreign form to another: by way of a document.
    let foreign = !is_stdin(&args.file)
        && (exchange::by_ending(source.name()).is_some() || reading(&args.file).is_err());
    let source = if foreign {
        let options = Options::default();
        let made = imported(console, &source, &args.file, &options, &mut BTreeSet::new());
        let Some((text, _)) = made else { return Exit::Failed };
        Source::new(source.name(), text)
    } else {
        source
    };
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let mut session = Session::new();
    let mode = Mode::Check { solve: false };
    session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
    let failed = sink.found().iter().any(|one| one.severity() == Severity::Error);
    if !foreign {
        console.report(&source, sink.found(), LIMIT, false);
    }
    let names: Vec<String> = if args.all {
        let entries = session.entries().into_iter();
        entries.filter(|entry| format.holds(entry.kind)).map(|entry| entry.name).collect()
    } else {
        let focused = || session.focused().map(String::from);
        args.name.clone().or_else(focused).into_iter().collect()
    };
    let mut pieces = Vec::new();
    for name in &names {
        match piece(&mut session, name) {
            Some(Ok(piece)) => pieces.push(piece),
            Some(Err(why)) => {
                console.say(&format!("puzzled: cannot compute `{name}`: {why}\n"));
                return Exit::Failed;
            }
            None if args.all => {} // its declaration has errors, which were shown
            None => return unknown(console, &session, Some(name), failed),
        }
    }
    if pieces.is_empty() {
        return unknown(console, &session, args.name.as_deref(), failed);
    }
    let text = match format.write(&pieces) {
        Ok(text) => text,
        Err(why) => {
            let able = able(&pieces);
            console.say(&format!(
                "puzzled: cannot write {} as {}: {}; {able}\n",
                among(names.iter().map(String::as_str)),
                format.name,
                why.0
            ));
            return Exit::Failed;
        }
    };
    let mut out = console.out();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if failed { Exit::Failed } else { Exit::Fine }
}

/// A puzzle as it stands; none where there is no such puzzle.
fn piece(session: &mut Session, name: &str) -> Option<Result<Piece, String>> {
    let entry = session.entries().into_iter().find(|entry| entry.name == name)?;
    let puzzle = session.puzzle(Some(name))?;
    Some(match puzzle.declare(&Budget::unlimited()) {
        Ok((body, commands)) => Ok(Piece {
            kind: entry.kind.into(),
            name: Some(entry.name),
            notes: Vec::new(),
            body,
            commands,
        }),
        Err(answer) => Err(answer.text.unwrap_or_default()),
    })
}

/// Which forms would do.
fn able(pieces: &[Piece]) -> String {
    let fits = |format: &&&Format| format.write(pieces).is_ok();
    let names = exchange::FORMATS.iter().filter(fits).map(|format| format.name);
    let names: Vec<_> = names.collect();
    if names.is_empty() {
        String::from("no form would do")
    } else {
        format!("`--format` {} would do", among(names))
    }
}

/// There is no such puzzle.
fn unknown(console: &Console, session: &Session, name: Option<&str>, failed: bool) -> Exit {
    let entries = session.entries();
    let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let hint = match name.and_then(|name| nearest(name, names.iter().copied())) {
        Some(near) if name != Some(near) => format!("did you mean `{near}`?"),
        _ if names.is_empty() => String::from("the file declares none"),
        _ => format!("the puzzles are {}", among(names)),
    };
    let what = match name {
        None => String::from("there is no puzzle to write"),
        Some(name) => format!("there is no puzzle `{name}` that could be written"),
    };
    console.say(&format!("puzzled: {what}; {hint}\n"));
    if failed { Exit::Failed } else { Exit::Unusable }
}
