//! `puzzled show`.

use std::io::Write;

use super::args::Show;
use super::input::read_file;
use super::{Console, Exit};
use crate::diag::{Severity, Sink, among, nearest};
use crate::render::{Paint, picture, svg};
use crate::search::Budget;
use crate::session::{self, Mode, Session};

/// Diagnostics shown for the file.
const LIMIT: usize = 100;

/// Draws a puzzle in the state to which its document leads it.
pub(super) fn show(console: &Console, args: &Show) -> Exit {
    let source = match read_file(&args.file) {
        Ok(source) => source,
        Err(error) => {
            console.say(&format!("puzzled: {error}\n"));
            return Exit::Unusable;
        }
    };
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let mut session = Session::new();
    let mode = Mode::Check { solve: false };
    session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
    let failed = sink.found().iter().any(|one| one.severity() == Severity::Error);
    console.report(&source, sink.found(), LIMIT, false);
    let name = args.name.clone().or_else(|| session.focused().map(String::from));
    let Some(puzzle) = session.puzzle(name.as_deref()) else {
        let entries = session.entries();
        let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let hint = match name.as_deref().and_then(|name| nearest(name, names.iter().copied())) {
            Some(near) if args.name.as_deref() != Some(near) => format!("did you mean `{near}`?"),
            _ if names.is_empty() => String::from("the file declares none"),
            _ => format!("the puzzles are {}", among(names)),
        };
        let what = args.name.as_deref().map_or_else(
            || String::from("there is no puzzle to show"),
            |name| format!("there is no puzzle `{name}` that could be shown"),
        );
        console.say(&format!("puzzled: {what}; {hint}\n"));
        return if failed { Exit::Failed } else { Exit::Unusable };
    };
    let scene = puzzle.scene(name.as_deref().unwrap_or("puzzle"));
    let paint = console.paint();
    let text = if args.svg {
        svg(&scene)
    } else {
        picture(&scene, Paint { unicode: paint.unicode && !args.ascii, ..paint })
    };
    let mut out = console.out();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if failed { Exit::Failed } else { Exit::Fine }
}
