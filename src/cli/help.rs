//! `puzzled help`.

use std::io::IsTerminal;

use clap::CommandFactory;

use super::args::Args;
use crate::codes::{codes, list, page_of};
use crate::diag::clip;
use crate::host::{Console, Exit, help as pages, present};
use crate::render::one_line;

/// The word for the list of diagnostic codes.
const CODES: &str = "codes";

/// Explains everything that has a name: the command of the command line first, then what `help` and
/// `explain` say at the prompt. Without a name, lists the commands.
pub(super) fn help(console: &Console, word: Option<&str>) -> Exit {
    let mut command = Args::command();
    command.build();
    let Some(word) = word else {
        let mut text = command.render_help().to_string();
        text += "\n`puzzled help WORD` explains a command, a kind of puzzle, a verb or a diagnostic code.\n";
        present(console, &text);
        return Exit::Fine;
    };

    let mut texts = Vec::new();
    if let Some(call) = command.find_subcommand_mut(word) {
        texts.push(call.render_long_help().to_string());
    }
    let width = pages::width(std::io::stdout().is_terminal());
    texts.extend(pages::page(word, None, width));
    texts.extend(page_of(word));
    texts.extend((word == CODES).then(list));
    if !texts.is_empty() {
        present(console, &texts.join("\n"));
        return Exit::Fine;
    }

    let calls = command.get_subcommands().map(clap::Command::get_name);
    let codes = codes().into_iter().map(|code| code.path);
    let words = calls.chain(pages::words()).chain(codes).chain([CODES]);
    let otherwise = "`puzzled help` lists the commands, `puzzled help codes` the codes";
    let hint = pages::hint(word, words, otherwise);
    console.refuse(format!("there is no help on `{}`; {hint}", one_line(&clip(word))))
}
