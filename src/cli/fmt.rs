//! `puzzled fmt`.

use std::io::{self, Write};
use std::path::Path;

use super::args::Fmt;
use super::input::{read_file, walk};
use super::{Console, Exit};
use crate::diag::{Severity, Sink};
use crate::session;

/// Diagnostics shown for one file.
const LIMIT: usize = 100;

/// Puts documents into the canonical layout.
pub(super) fn fmt(console: &Console, args: &Fmt) -> Exit {
    let (files, errors) = walk(&args.paths);
    let mut exit = Exit::Fine;
    for error in errors {
        console.say(&format!("puzzled: {error}\n"));
        exit = Exit::Unusable;
    }
    let mut out = console.out();
    for file in &files {
        let source = match read_file(file) {
            Ok(source) => source,
            Err(error) => {
                console.say(&format!("puzzled: {error}\n"));
                exit = Exit::Unusable;
                continue;
            }
        };
        let mut sink = Sink::new();
        let document = session::read(&source, false, &mut sink);
        if sink.found().iter().any(|one| one.severity() == Severity::Error) {
            // What cannot be read is not rewritten: nothing of it may get lost.
            console.report(&source, sink.found(), LIMIT, false);
            console.say(&format!("{file}: left as it is\n"));
            exit = exit.max(Exit::Failed);
            continue;
        }
        let text = session::format(&source, &document, &sink);
        let same = text == source.text();
        if file == "-" && !args.check {
            let _ = out.write_all(text.as_bytes());
        } else if !same && args.check {
            let _ = writeln!(out, "{file}");
            exit = exit.max(Exit::Failed);
        } else if !same && let Err(error) = replace(file, text.as_bytes()) {
            console.say(&format!("puzzled: cannot write {file}: {error}\n"));
            exit = Exit::Unusable;
        }
    }
    let _ = out.flush();
    exit
}

/// Replaces a file in one step, so that a crash leaves the old one or the new one and nothing
/// between. Permissions are kept; a link is followed.
pub(crate) fn replace(file: &str, bytes: &[u8]) -> io::Result<()> {
    let path = std::fs::canonicalize(file).unwrap_or_else(|_| Path::new(file).to_owned());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let written = std::fs::write(&beside, bytes)
        .and_then(|()| match std::fs::metadata(&path) {
            Ok(data) => std::fs::set_permissions(&beside, data.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| std::fs::rename(&beside, &path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
