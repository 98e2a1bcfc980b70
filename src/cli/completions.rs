//! `puzzled completions`.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::{Args, Completions, Script};
use super::each::{ELSEWHERE, write_file};
use crate::diag::counted;
use crate::host::{Console, Exit, Links, shown};

/// A page for `man`: its name, and its text in roff.
struct Page {
    name: String,
    text: String,
}

/// Prints the completion script of a shell, or writes the pages for `man` into a folder.
pub(super) fn completions(console: &Console, args: &Completions) -> Exit {
    match (args.script, args.folder.as_deref()) {
        (Script::Shell(shell), None) => print(console, shell),
        (Script::Man, Some(folder)) => write(console, folder, args.force),
        (Script::Shell(_), Some(_)) => console
            .refuse("the completion script of a shell is printed; `--out` goes with `man` only"),
        (Script::Man, None) => {
            console.refuse("there is a page per command; name a folder for them with `--out DIR`")
        }
    }
}

fn print(console: &Console, shell: Shell) -> Exit {
    // The generator panics when a write fails; writing to a vector cannot fail.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "puzzled", &mut script);
    console.print(&String::from_utf8_lossy(&script));
    Exit::Fine
}

fn write(console: &Console, folder: &Path, force: bool) -> Exit {
    let links = Links::below(folder, ELSEWHERE);
    let pages = pages();
    for Page { name, text } in &pages {
        let target = folder.join(format!("{name}.1"));
        if let Err(exit) = write_file(console, &links, &target, text, force) {
            return exit;
        }
    }
    let files = counted(pages.len() as u64, "file");
    let folder = shown(folder);
    console.say(&format!("puzzled: wrote {files} to {folder}\n"));
    Exit::Fine
}

/// Returns the page of the program and a page per command. They carry the version and no date, so that
/// one version writes the same bytes on every day.
fn pages() -> Vec<Page> {
    let mut program = Args::command();
    program.build();
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    let commands = commands
        .map(|command| page(format!("puzzled-{}", command.get_name()), command.clone()))
        .collect::<Vec<_>>();
    std::iter::once(page("puzzled".to_owned(), program.clone())).chain(commands).collect()
}

fn page(name: String, command: Command) -> Page {
    // An empty date would be left out, and the fields after it would take its place.
    let man = Man::new(command).title(name.as_str()).date(" ").manual("puzzled");
    let man = man.source(concat!("puzzled ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    // Writing to a vector cannot fail.
    let _ = man.render(&mut text);
    Page { name, text: String::from_utf8_lossy(&text).into_owned() }
}
