//! `puzzled fmt`.

use std::io::Write;

use super::args::Fmt;
use crate::diag::{Severity, Sink};
use crate::host::{
    Console, Exit, InputError, Links, RawOptions, ReadAs, is_stdin, recognize, replace_through,
    shown, text_output,
};
use crate::session;

/// Diagnostics shown for one file.
const LIMIT: usize = 100;

/// Puts documents into the canonical layout.
pub(super) fn fmt(console: &Console, args: &Fmt) -> Exit {
    let (files, mut exit) = console.walk(&args.paths);
    let links = Links::of(&args.paths, args.follow);
    let mut out = text_output();
    for file in &files {
        // Any text has words that could be laid out.
        let document = || {
            let refused = || InputError::NotADocument(shown(file));
            match recognize(file, RawOptions::default()) {
                Ok(recognized) if matches!(recognized.how, ReadAs::Document) => {
                    recognized.into_source(file)
                }
                Ok(_) | Err(InputError::Unfit { .. }) => Err(refused()),
                Err(error) => Err(error),
            }
        };
        let Ok(source) = document().map_err(|error| exit = console.refuse(error)) else {
            continue;
        };

        let mut sink = Sink::new();
        let document = session::read(&source, false, &mut sink);
        if sink.diagnostics().iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
            // A text that cannot be read is not rewritten, so that nothing is lost.
            console.report(&source, sink.diagnostics(), LIMIT, false);
            console.say(&format!("{}: left as it is\n", shown(file)));
            exit = exit.max(Exit::Failed);
            continue;
        }

        let text = session::format(&source, &document, &sink);
        let same = text == source.text();
        if is_stdin(file) && !args.check {
            let _ = out.write_all(text.as_bytes());
        } else if !same && args.check {
            let _ = writeln!(out, "{}", shown(file));
            exit = exit.max(Exit::Failed);
        } else if !same
            && let Err(error) = replace_through(&links, file, source.bytes(), text.as_bytes())
        {
            exit = console.refuse(error);
        }
    }
    let _ = out.flush();
    exit
}
