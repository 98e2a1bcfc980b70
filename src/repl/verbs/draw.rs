//! `draw`: the picture of a state, or of a question about it.

use super::commands::VerbCall;
use super::list::unknown;
use super::{Fault, Outcome, Reply};
use crate::diag::Sink;
use crate::render::{Paint, scene_value};
use crate::repl::output::{BESIDE, Output, fitted};
use crate::repl::shell::Shell;
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
    let mut sink = Sink::new();
    let budget = shell.budget(output);
    let scene = {
        let mut session = shell.session.lock();
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
        let mut found = sink.take();
        return Err(match found.len() {
            0 => Fault::from("there is nothing to point at; `draw` alone draws the puzzle\n"),
            1 => Fault::from(found.remove(0)),
            count => {
                shell.printer.fault();
                output.report(source, &found, count);
                Fault::Reported
            }
        });
    };
    if !shell.printer.shows_text() {
        let paint = Paint { color: false, ..output.paint() };
        let text = fitted(&scene, paint, usize::MAX);
        return Ok(Reply::Record { text, value: scene_value(&scene) });
    }
    let rows = output.window().map_or(usize::MAX, |one| one.rows.saturating_sub(BESIDE));
    let is_sent = output.drawn(&fitted(&scene, output.paint(), rows));
    shell.printer.send(is_sent);
    Ok(Reply::Nothing)
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
    let session = shell.session.lock();
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
    fn solutions_are_played_and_nothing_changes() {
        let mut dialog = Dialog::new();
        dialog.out(BLOCKS);
        let prompt = stands(&dialog.shell);
        let film = dialog.out("play");
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
        // With moves it is the kind's own; from there the film is another.
        dialog.out("play A right");
        assert_ne!(dialog.out("play // on"), film);
        assert_eq!(
            dialog.out("undo\nplay").split_once("0/").map(|two| two.1),
            film.split_once("0/").map(|two| two.1)
        );
        assert!(dialog.out("one: play").starts_with("0/4 start\n"));
        let stuck = "klotski s {\nA #\n. #\ngoal A at (0,1)\n}";
        dialog.type_in(stuck);
        let (out, _) = dialog.type_in("klotski s {\nA # .\ngoal A at (0,2)\n}\nplay");
        assert_eq!(out, "unsolvable\n");
        assert!(
            dialog.err("play B right").contains("unknown")
                || !dialog.err("play B right").is_empty()
        );
    }
}
