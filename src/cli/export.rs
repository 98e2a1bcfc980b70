//! `puzzled export`.

use super::args::Export;
use super::each::{Each, Files, is_second_file, one_only, paths, say_which};
use super::open::open;
use super::show::{Followed, NoPuzzle, follow_source};
use crate::diag::{Severity, Shown, among};
use crate::exchange::{self, Format, Misfit, Piece};
use crate::host::{Console, Exit, RawOptions, Runner};
use crate::session::{Entry, Session};

/// Names of puzzles that a message lists.
const SHOWN: usize = 5;

/// Writes a puzzle, as its document leaves it, in another form.
pub(super) fn export(console: &Console, args: &Export) -> Exit {
    let (limits, call) = args.limits.begin(None, console);
    let exit = match exchange::format(&args.format) {
        None => Exit::Unusable,
        Some(format) => {
            let ending = format.endings.first().unwrap_or(&"txt");
            match Files::of(console, &args.out, ending) {
                Some(_) if !args.all => console.refuse("add `--all` to `--out DIR`"),
                Some(files) => {
                    let raw = RawOptions { kind: args.kind.as_deref(), ..RawOptions::default() };
                    let each = Each { console, raw, limits: &limits, call: &call };
                    write_each(console, args, format, &each, files)
                }
                None if args.file.is_dir() || is_second_file(args.name.as_deref()) => {
                    one_only(console, &args.file, "the text", "")
                }
                None if args.all && args.name.is_some() => {
                    console.refuse("`--all` writes every puzzle; leave out the name")
                }
                None => {
                    let mut runner = Runner::of(&call, &limits, console.live_line());
                    write(console, args, format, &mut runner).unwrap_or_else(|exit| exit)
                }
            }
        }
    };
    call.exit(exit, console)
}

/// Writes a file for each puzzle of the files and folders that the form can hold.
fn write_each(
    console: &Console,
    args: &Export,
    format: &Format,
    each: &Each<'_>,
    mut files: Files<'_>,
) -> Exit {
    let paths = paths(&args.file, args.name.clone(), &args.more);
    let exit = each.treat(&paths, &mut |file, session, entry, runner| {
        if !format.holds(entry.kind) {
            return Ok(());
        }
        let name = &entry.name;
        let piece = match piece(session, entry, runner) {
            None => return Ok(()),
            Some(Err(why)) => {
                let name = Shown(name);
                console.say(&format!("puzzled: cannot compute `{name}`: {why}\n"));
                return Err(Exit::Failed);
            }
            Some(Ok(piece)) => piece,
        };
        match exchange::write(format, std::slice::from_ref(&piece)) {
            Ok(text) => files.write(file, name, &text),
            Err(why) => {
                let form = format.name;
                let able = able(&[piece]);
                let name = Shown(name);
                let why = why.0;
                console.say(&format!("puzzled: cannot write `{name}` as {form}: {why}; {able}\n"));
                Err(Exit::Failed)
            }
        }
    });
    files.finish(exit)
}

/// Prints a puzzle, or all of a file.
fn write(
    console: &Console,
    args: &Export,
    format: &Format,
    runner: &mut Runner,
) -> Result<Exit, Exit> {
    let requested = args.name.as_ref().map(|name| name.to_string_lossy());
    let (source, unsound) = open(
        console,
        &args.file,
        RawOptions { kind: args.kind.as_deref(), ..RawOptions::default() },
    )?;
    let least = Some(Severity::Advice);
    let Followed { mut session, failed } = follow_source(console, &source, least, runner)?;
    let failed = failed || unsound;

    let entries = session.entries();
    let unknown = |name: Option<&str>| {
        let entries = &entries;
        let act = "write";
        let done = "written";
        NoPuzzle { entries, requested: name, counts: name, act, done, failed }.report(console)
    };
    let chosen: Vec<&Entry> = if args.all {
        entries.iter().filter(|entry| format.holds(entry.kind)).collect()
    } else {
        let name = requested.as_deref().or(session.focused());
        let entry = entries.iter().find(|entry| Some(entry.name.as_str()) == name);
        let Some(entry) = entry else { return Err(unknown(name)) };
        vec![entry]
    };

    let mut pieces = Vec::new();
    let mut uncomputed = Vec::new();
    for &entry in &chosen {
        match piece(&mut session, entry, runner) {
            Some(Ok(piece)) => pieces.push(piece),
            Some(Err(why)) => uncomputed.push((entry.name.as_str(), why)),
            None if args.all => {} // its declaration has errors, which were shown
            None => return Err(unknown(Some(&entry.name))),
        }
    }

    if pieces.is_empty() && uncomputed.is_empty() {
        return Err(unknown(requested.as_deref()));
    }
    if let [(_, why), ..] = &uncomputed[..] {
        let names = few(uncomputed.iter().map(|(name, _)| *name));
        console.say(&format!("puzzled: cannot compute {names}: {why}\n"));
    }

    let Written { text, left } = written(format, pieces);
    if let Some(Left { pieces, why }) = &left {
        let names = few(pieces.iter().filter_map(|piece| piece.name.as_deref()));
        let able = able(pieces);
        console
            .say(&format!("puzzled: cannot write {names} as {}: {}; {able}\n", format.name, why.0));
    }

    if let ([entry], None) = (&chosen[..], &requested) {
        say_which(console, &entry.name, entries.len(), "--all");
    }
    console.print(&text);
    let whole = !failed && left.is_none() && uncomputed.is_empty();
    Ok(if whole { Exit::Fine } else { Exit::Failed })
}

/// Some puzzles in a form.
struct Written {
    text: String,
    left: Option<Left>,
}

/// The puzzles that a form cannot hold.
struct Left {
    pieces: Vec<Piece>,
    /// The reason why the form cannot hold the first of them.
    why: Misfit,
}

/// Writes those of some puzzles that a form can hold.
fn written(format: &Format, pieces: Vec<Piece>) -> Written {
    if pieces.is_empty() {
        return Written { text: String::new(), left: None };
    }
    let why = match exchange::write(format, &pieces) {
        Ok(text) => return Written { text, left: None },
        Err(why) => why,
    };
    let mut reason = None;
    let (able, left): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|piece| {
        let written = exchange::write(format, std::slice::from_ref(piece));
        written.map_err(|why| reason.get_or_insert(why).0.len()).is_ok()
    });
    match (able.is_empty(), exchange::write(format, &able)) {
        (false, Ok(text)) => Written { text, left: reason.map(|why| Left { pieces: left, why }) },
        // Each could be written, but not all of them into one file.
        _ => {
            let pieces = left.into_iter().chain(able).collect();
            Written { text: String::new(), left: Some(Left { pieces, why: reason.unwrap_or(why) }) }
        }
    }
}

/// Returns the first of some names, and how many more there are.
fn few<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.len().checked_sub(SHOWN) {
        None | Some(0) => among(names),
        Some(more) => {
            let shown = names[..SHOWN].iter().map(|name| format!("`{}`", Shown(name)));
            let shown: Vec<_> = shown.collect();
            format!("{} and {more} more", shown.join(", "))
        }
    }
}

/// Returns a puzzle in its current state; `None` if its declaration has errors. Takes the entry,
/// because listing the entries again for each of many puzzles would cost the square of their
/// number.
fn piece(
    session: &mut Session,
    entry: &Entry,
    runner: &mut Runner,
) -> Option<Result<Piece, String>> {
    let puzzle = session.puzzle(Some(&entry.name))?;
    let (piece, _) = runner.compute(&entry.name, |budget| puzzle.piece(budget));
    let meta = || entry.meta.clone();
    let named = |piece| Piece { name: Some(entry.name.clone()), meta: meta(), ..piece };
    Some(piece.map(named).map_err(|answer| answer.to_string()))
}

/// Returns a hint that names the forms that can hold the puzzle.
fn able(pieces: &[Piece]) -> String {
    let fits = |format: &&&Format| exchange::write(format, pieces).is_ok();
    let names = exchange::FORMATS.iter().filter(fits).map(|format| format.name);
    let names: Vec<_> = names.collect();
    if names.is_empty() {
        String::from("no form can hold it")
    } else {
        format!("`--format` {} can hold it", among(names))
    }
}
