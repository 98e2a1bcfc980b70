//! `draw`: the picture of a state, or of a question about it; `draw solve`: the pictures of a solution.

use super::commands::VerbCall;
use super::list::unknown;
use super::{Fault, Outcome, Reply};
use crate::diag::Sink;
use crate::puzzle::{Role, Verdict, find};
use crate::render::{Paint, frame_value, scene_value};
use crate::repl::output::summary::{paused, resume};
use crate::repl::output::{BESIDE, Output, fitted, pictures};
use crate::repl::shell::Shell;
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

/// Runs `draw`, `draw NAME` and `draw QUESTION`.
pub(super) fn draw(
    shell: &mut Shell,
    source: &Source,
    call: VerbCall,
    output: &mut dyn Output,
) -> Outcome {
    let argument = source.slice(call.rest);
    let is_named = call.target.is_none() && shell.has(argument);
    let name = puzzle_of(shell, source, call.target.or(is_named.then_some(call.rest)))?;
    if !is_named && asks_solution(shell, &name, argument) {
        let prefix = call.target.map_or_else(String::new, |_| format!("{name}: "));
        return Ok(solution(shell, name, &format!("{prefix}draw solve"), output));
    }

    let mut sink = Sink::new();
    let budget = shell.budget(output);
    let scene = {
        let mut session = shell.session.borrow_mut();
        let title = session.meta(Some(&name)).title();
        let puzzle = session.puzzle(Some(&name));
        puzzle.and_then(|puzzle| match argument.is_empty() || is_named {
            true => Some(puzzle.scene(&name).titled(title.as_deref())),
            false => {
                puzzle.point(&name, Fragment::of(source.text(), call.rest), &budget, &mut sink)
            }
        })
    };
    let Some(scene) = scene else {
        let mut diagnostics = sink.take();
        return Err(match diagnostics.len() {
            0 => Fault::from("there is nothing to point at; `draw` alone draws the puzzle\n"),
            1 => Fault::from(diagnostics.remove(0)),
            count => {
                shell.printer.fault();
                output.report(source, &diagnostics, count);
                Fault::Reported
            }
        });
    };

    if !shell.printer.shows_text() {
        let paint = Paint { color: false, ..output.paint() };
        let text = fitted(&scene, paint, usize::MAX);
        return Ok(Reply::Record { text, value: scene_value(&scene) });
    }

    let rows = output.rows().map_or(usize::MAX, |rows| rows.saturating_sub(BESIDE));
    let is_sent = output.write_picture(&fitted(&scene, output.paint(), rows));
    shell.printer.send(is_sent);
    Ok(Reply::Nothing)
}

/// Returns whether a question is the kind's verb for a solution, without arguments.
fn asks_solution(shell: &Shell, name: &str, question: &str) -> bool {
    let info = shell.session.borrow_mut().puzzle(Some(name)).map(|puzzle| puzzle.info());
    let verb = info.and_then(|info| find(info.verbs, question));
    verb.is_some_and(|verb| verb.role == Role::Solve)
}

/// Draws the states of a solution from here, one after the other, for the input `typed`. The puzzle
/// stays as it is.
fn solution(shell: &mut Shell, name: String, typed: &str, output: &mut dyn Output) -> Reply {
    let session = shell.session.clone();
    let work = |budget: &Budget| {
        let mut session = session.borrow_mut();
        session.puzzle(Some(&name)).map(|puzzle| puzzle.film(&name, budget))
    };
    let (film, late) = shell.runner(output).compute(typed, work);

    match film {
        None => Reply::Nothing,
        Some(Ok(film)) if shell.printer.shows_text() => {
            for picture in pictures(&film, output.paint()) {
                if shell.cancel.is_cancelled() {
                    break;
                }
                let is_sent = output.write_picture(&picture);
                shell.printer.send(is_sent);
            }
            Reply::Nothing
        }
        Some(Ok(film)) => {
            let paint = Paint { color: false, ..output.paint() };
            let text = pictures(&film, paint).collect();
            let value = film.frames.iter().map(frame_value).collect();
            Reply::Record { text, value }
        }
        Some(Err(answer)) => {
            if answer.verdict() != Verdict::Fine {
                shell.printer.fault();
            }
            let is_cancelled = shell.cancel.is_cancelled();
            let gave_up = answer.verdict() == Verdict::GaveUp;
            let note = gave_up.then(|| resume(typed, &answer, is_cancelled, late));
            let answer = paused(answer, is_cancelled && !late);
            Reply::Answer { puzzle: Some(name), answer, note }
        }
    }
}

/// Returns the name of the puzzle that a part of an input names, or of the one in focus.
///
/// # Errors
/// When there is none.
pub(super) fn puzzle_of(
    shell: &Shell,
    source: &Source,
    named: Option<Span>,
) -> Result<String, Fault> {
    let session = shell.session.borrow_mut();
    let Some(span) = named else {
        let focus = session.focused().map(String::from);
        return focus
            .ok_or(Fault::from("there is no puzzle yet: declare one, or `load` a document\n"));
    };
    let name = source.slice(span);
    let is_known = session.has(name);
    if is_known { Ok(name.to_owned()) } else { Err(unknown(&session, name)) }
}

#[cfg(test)]
mod tests {
    use crate::repl::tests::{Captured, Dialog, shell, stands};
    use crate::text::Source;

    const BLOCKS: &str = "klotski k {\nA . B\nC . B\nC D .\ngoal A at (2,2)\n}";

    #[test]
    fn puzzles_are_drawn() {
        let mut dialog = Dialog::new();
        let picture = "┌───────┐\n│ 1   2 │\n│       │\n│ 3   4 │\n└───────┘\n1 ring\n";
        for text in ["draw", " draw // it", "draw one", "one: draw", "time draw"] {
            let (out, err) = dialog.type_in(text);
            assert_eq!(out, picture, "{text}: {err}");
        }
        assert!(dialog.out("draw ring of (0,1)").contains("│(1) [2]│"));
        assert_eq!(dialog.out(BLOCKS), "");
        assert!(dialog.out("draw").contains("┏━━━┱───┬───┐\n┃ A ┃   │ B │\n"));
        assert_eq!(dialog.out("one: draw"), picture);
        assert_eq!(dialog.out("draw one"), picture);
        let way = dialog.out("k: draw why not C right");
        assert!(way.contains("[C]") && way.contains("(D)"), "{way}");
        let blocked = dialog.out("k: draw why not D right; C right");
        assert!(blocked.contains("[C]"), "{blocked}");
        let tree =
            "automaton t {\nrule 0\ntree ((X . X) X .)\n}\ndraw at [<]\nt: draw neighbours [<]";
        let out = dialog.out(tree);
        assert!(out.contains(" ┏━┹─┐\n[.] .") || out.contains("[.]"), "{out}");
        assert!(out.contains("(X)"), "{out}");
        for (text, said) in [
            ("draw nothing", "command::unknown-verb"),
            ("draw at", "syntax::missing-argument"),
            ("draw at [<<<]", "automaton::"),
            ("two: draw", "no puzzle `two`"),
            ("k: draw moves", "nothing to point at"),
            ("k: draw why not Z up", "klotski::unknown-label"),
        ] {
            let err = dialog.err(text);
            assert!(err.contains(said), "{text}: {err}");
        }
        let mut captured = Captured::default();
        shell().take(&Source::new("x", "draw"), &mut captured);
        assert!(captured.err.contains("no puzzle yet"), "{}", captured.err);
    }

    #[test]
    fn solutions_are_drawn_and_nothing_changes() {
        let mut dialog = Dialog::new();
        dialog.out(BLOCKS);
        let prompt = stands(&dialog.shell);
        let film = dialog.out("draw solve");
        let solved = dialog.out("solve");
        let count: usize =
            solved.lines().next().and_then(|line| line.parse().ok()).expect("a length");
        let headings: Vec<&str> =
            film.lines().filter(|line| line.contains(&format!("/{count} "))).collect();
        assert_eq!(headings.len(), count + 1);
        assert_eq!(headings[0], format!("0/{count} start"));
        for (heading, by) in headings[1..].iter().zip(solved.lines().skip(1)) {
            assert!(heading.ends_with(by), "{heading} {by}");
        }
        assert!(film.ends_with("solved\n"), "{film}");
        assert_eq!(stands(&dialog.shell), prompt);
        dialog.out("play A right");
        assert_ne!(dialog.out("draw solve // on"), film);
        assert_eq!(
            dialog.out("undo\ndraw solve").split_once("0/").map(|two| two.1),
            film.split_once("0/").map(|two| two.1)
        );
        assert!(dialog.err("one: draw solve").contains("no command `solve`"));
        let stuck = "klotski s {\nA #\n. #\ngoal A at (0,1)\n}";
        dialog.type_in(stuck);
        let (out, _) = dialog.type_in("klotski s {\nA # .\ngoal A at (0,2)\n}\ndraw solve");
        assert_eq!(out, "unsolvable\n");
    }
}
