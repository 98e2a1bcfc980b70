//! `puzzled export`.

use super::args::Export;
use super::open::open;
use super::show::{Followed, follow_source, no_puzzle};
use crate::diag::{Severity, among};
use crate::exchange::{self, Format, Piece};
use crate::host::{Asked, Console, Exit, Runner};
use crate::session::{Entry, Session};

/// Writes a puzzle, in the state to which its document leads it, in another form.
pub(super) fn export(console: &Console, args: &Export) -> Exit {
    let (limits, call) = args.limits.begin(None, console);
    let mut runner = Runner::of(&call, &limits, console.live_line());
    let exit = write(console, args, &mut runner).unwrap_or_else(|exit| exit);
    call.exit(exit, console)
}

fn write(console: &Console, args: &Export, runner: &mut Runner) -> Result<Exit, Exit> {
    let format = exchange::format(&args.format).ok_or(Exit::Unusable)?;
    let (source, unsound) = open(console, &args.file, Asked { kind: args.kind.as_deref(), ..Asked::default() })?;
    let least = Some(Severity::Advice);
    let Followed { mut session, failed } = follow_source(console, &source, least, runner);
    let failed = failed || unsound;
    let entries = session.entries();
    let unknown = |name: Option<&str>| {
        no_puzzle(console, &entries, (name, name), ["write", "written"], failed)
    };
    let chosen: Vec<&Entry> = if args.all {
        entries.iter().filter(|entry| format.holds(entry.kind)).collect()
    } else {
        let name = args.name.as_deref().or(session.focused());
        let entry = entries.iter().find(|entry| Some(entry.name.as_str()) == name);
        let Some(entry) = entry else { return Err(unknown(name)) };
        vec![entry]
    };
    let mut pieces = Vec::new();
    for &entry in &chosen {
        match piece(&mut session, entry, runner) {
            Some(Ok(piece)) => pieces.push(piece),
            Some(Err(why)) => {
                console.say(&format!("puzzled: cannot compute `{}`: {why}\n", entry.name));
                return Err(Exit::Failed);
            }
            None if args.all => {} // its declaration has errors, which were shown
            None => return Err(unknown(Some(&entry.name))),
        }
    }
    if pieces.is_empty() {
        return Err(unknown(args.name.as_deref()));
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
            return Err(Exit::Failed);
        }
    };
    console.print(&text);
    Ok(if failed { Exit::Failed } else { Exit::Fine })
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
