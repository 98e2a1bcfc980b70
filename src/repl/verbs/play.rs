//! `play` without moves: a film of a solution.

use super::commands::VerbCall;
use super::draw::puzzle_of;
use super::{Outcome, Reply};
use crate::puzzle::Verdict;
use crate::render::{Paint, frame_value};
use crate::repl::output::{Output, pictures};
use crate::repl::shell::Shell;
use crate::search::Budget;
use crate::text::Source;

/// Runs `play` without moves. The puzzle stays as it is.
pub(super) fn play(
    shell: &mut Shell,
    source: &Source,
    call: VerbCall,
    output: &mut dyn Output,
) -> Outcome {
    let name = puzzle_of(shell, source, call.target)?;
    let session = shell.session.clone();
    let work =
        |budget: &Budget| session.lock().puzzle(Some(&name)).map(|it| it.film(&name, budget));
    let (film, _) = shell.runner(output).compute("play", work);
    match film {
        None => Ok(Reply::Nothing),
        Some(Ok(film)) if shell.printer.shows_text() => {
            let is_sent = output.film(&film);
            shell.printer.send(is_sent);
            Ok(Reply::Nothing)
        }
        Some(Ok(film)) => {
            let paint = Paint { color: false, ..output.paint() };
            let text = pictures(&film, paint).collect();
            let value = film.frames.iter().map(frame_value).collect();
            Ok(Reply::Record { text, value })
        }
        Some(Err(answer)) => {
            if answer.verdict() != Verdict::Fine {
                shell.printer.fault();
            }
            Ok(Reply::Answer { puzzle: Some(name), answer, note: None })
        }
    }
}
