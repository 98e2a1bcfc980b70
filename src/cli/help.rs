//! `puzzled help`.

use std::io::IsTerminal;

use clap::CommandFactory;

use super::args::Args;
use crate::codes::{codes, page};
use crate::diag::nearest;
use crate::host::{Console, Exit, help as pages, present};
use crate::render::one_line;

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
    let codes = codes();
    texts.extend(codes.iter().find(|code| code.is_called(word)).map(|code| page(code)));
    if !texts.is_empty() {
        present(console, &texts.join("\n"));
        return Exit::Fine;
    }
    let calls = command.get_subcommands().map(clap::Command::get_name);
    let known = calls.chain(pages::words()).chain(codes.iter().map(|code| code.path));
    let hint = match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => String::from("`puzzled help` lists the commands, `puzzled explain` the codes"),
    };
    console.say(&format!("puzzled: there is no help on `{}`; {hint}\n", one_line(word)));
    Exit::Unusable
}
