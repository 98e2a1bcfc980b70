//! `puzzled export`.

use std::io::Write;

use super::args::Export;
use super::open::open;
use super::show::{Followed, follow_source};
use crate::diag::{Severity, among, nearest};
use crate::exchange::{self, Format, Piece};
use crate::host::{Console, Exit};
use crate::host::{Invocation, Limits, Runner};
use crate::render::one_line;
use crate::session::{Entry, Session};

/// Writes a puzzle, in the state to which its document leads it, in another form.
pub(super) fn export(console: &Console, args: &Export) -> Exit {
    let limits = Limits::of(&args.spend, None);
    let call = Invocation::begin(args.total.total_time, console);
    let mut runner = Runner::of(&call, &limits, console.live_line());
    call.exit(write(console, args, &mut runner), console)
}

fn write(console: &Console, args: &Export, runner: &mut Runner) -> Exit {
    let Some(format) = exchange::format(&args.format) else { return Exit::Unusable };
    let (source, unsound) = match open(console, &args.file, args.kind.as_deref()) {
        Ok(opened) => opened,
        Err(exit) => return exit,
    };
    let least = Some(Severity::Advice);
    let Followed { mut session, failed } = follow_source(console, &source, least, runner);
    let failed = failed || unsound;
    let entries = session.entries();
    let chosen: Vec<&Entry> = if args.all {
        entries.iter().filter(|entry| format.holds(entry.kind)).collect()
    } else {
        let name = args.name.as_deref().or(session.focused());
        let entry = entries.iter().find(|entry| Some(entry.name.as_str()) == name);
        let Some(entry) = entry else { return unknown(console, &entries, name, failed) };
        vec![entry]
    };
    let mut pieces = Vec::new();
    for &entry in &chosen {
        match piece(&mut session, entry, runner) {
            Some(Ok(piece)) => pieces.push(piece),
            Some(Err(why)) => {
                console.say(&format!("puzzled: cannot compute `{}`: {why}\n", entry.name));
                return Exit::Failed;
            }
            None if args.all => {} // its declaration has errors, which were shown
            None => return unknown(console, &entries, Some(&entry.name), failed),
        }
    }
    if pieces.is_empty() {
        return unknown(console, &entries, args.name.as_deref(), failed);
    }
    let text = match format.write(&pieces) {
        Ok(text) => text,
        Err(why) => {
            let able = able(&pieces);
            console.say(&format!(
                "puzzled: cannot write {} as {}: {}; {able}\n",
                among(chosen.iter().map(|entry| entry.name.as_str())),
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

/// A puzzle in its current state; `None` if its declaration has errors. Takes the entry, because
/// listing the entries again for each of many puzzles would cost the square of their number.
fn piece(
    session: &mut Session,
    entry: &Entry,
    runner: &mut Runner,
) -> Option<Result<Piece, String>> {
    let puzzle = session.puzzle(Some(&entry.name))?;
    let (declared, _) = runner.compute(&entry.name, |budget| puzzle.declare(budget));
    Some(match declared {
        Ok((body, commands)) => Ok(Piece {
            kind: entry.kind.into(),
            name: Some(entry.name.clone()),
            notes: Vec::new(),
            body,
            commands,
        }),
        Err(answer) => Err(answer.text.unwrap_or_default()),
    })
}

/// A hint that names the forms that can hold the puzzle.
fn able(pieces: &[Piece]) -> String {
    let fits = |format: &&&Format| format.write(pieces).is_ok();
    let names = exchange::FORMATS.iter().filter(fits).map(|format| format.name);
    let names: Vec<_> = names.collect();
    if names.is_empty() {
        String::from("no form can hold it")
    } else {
        format!("`--format` {} can hold it", among(names))
    }
}

/// There is no such puzzle.
fn unknown(console: &Console, entries: &[Entry], name: Option<&str>, failed: bool) -> Exit {
    let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let hint = match name.and_then(|name| nearest(name, names.iter().copied())) {
        Some(near) if name != Some(near) => format!("did you mean `{near}`?"),
        _ if names.is_empty() => String::from("the file declares none"),
        _ => format!("the puzzles are {}", among(names)),
    };
    let what = match name {
        None => String::from("there is no puzzle to write"),
        Some(name) => format!("there is no puzzle `{}` that could be written", one_line(name)),
    };
    console.say(&format!("puzzled: {what}; {hint}\n"));
    if failed { Exit::Failed } else { Exit::Unusable }
}
