//! `draw` and `play` at the prompt: pictures of states, and films of solutions.

use crate::diag::Sink;
use crate::puzzle::Verdict;
use crate::render::{self, Paint};
use crate::repl::output::{BESIDE, Output, fitted};
use crate::repl::shell::Shell;
use crate::repl::verbs::commands::Own;
use crate::repl::verbs::settings::Shape;
use crate::scene::Film;
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

impl Shell {
    /// `draw`, `draw NAME`, `draw QUESTION`.
    pub(in crate::repl) fn paint(&mut self, source: &Source, own: Own, output: &mut dyn Output) {
        let argument = source.slice(own.rest);
        let named = own.target.is_none() && self.has(argument);
        let Some(name) = self.whose(source, own, named.then_some(own.rest), output) else { return };
        let session = self.session.clone();
        let mut session = session.lock();
        let Some(puzzle) = session.puzzle(Some(&name)) else { return };
        let mut sink = Sink::new();
        let scene = if argument.is_empty() || named {
            Some(puzzle.scene(&name))
        } else {
            puzzle.point(&name, Fragment::of(source.text(), own.rest), &mut sink)
        };
        match scene {
            Some(scene) => {
                let shown = self.settings.shape == Shape::Text && self.redirected.is_none();
                let window = output.window().filter(|_| shown);
                let rows = window.map_or(usize::MAX, |one| one.rows.saturating_sub(BESIDE));
                self.hang(&fitted(&scene, output.paint(), rows), output);
            }
            None if sink.is_empty() => {
                let text = "there is nothing to point at; `draw` alone draws the puzzle\n";
                self.complain(text, output);
            }
            None => {
                self.fault();
                let found = sink.take();
                output.report(source, &found, found.len());
            }
        }
    }

    /// `play` without moves.
    pub(in crate::repl) fn film(&mut self, source: &Source, own: Own, output: &mut dyn Output) {
        let Some(name) = self.whose(source, own, None, output) else { return };
        let session = self.session.clone();
        let mut session = session.lock();
        let Some(puzzle) = session.puzzle(Some(&name)) else { return };
        let work = |budget: &Budget| puzzle.film(&name, budget);
        let (film, _) = self.runner(output).compute("play", work);
        drop(session);
        match film {
            Ok(film) if self.settings.shape == Shape::Text && self.redirected.is_none() => {
                self.closed |= !output.film(&film);
            }
            Ok(film) => {
                for text in pictures(&film, output.paint()) {
                    self.print(&text, output);
                }
            }
            Err(answer) => {
                if answer.verdict() != Verdict::Fine {
                    self.fault();
                }
                self.print(&answer.text(), output);
            }
        }
    }

    /// The puzzle that is intended; says so if there is none.
    fn whose(
        &mut self,
        source: &Source,
        own: Own,
        named: Option<Span>,
        output: &mut dyn Output,
    ) -> Option<String> {
        if let Some(span) = own.target.or(named) {
            let name = source.slice(span).to_owned();
            if self.has(&name) {
                return Some(name);
            }
            self.say_unknown(&name, output);
            return None;
        }
        let focus = self.session.lock().focused().map(String::from);
        if focus.is_none() {
            let text = "there is no puzzle yet: declare one, or `load` a document\n";
            self.complain(text, output);
        }
        focus
    }

    /// Prints a picture.
    fn hang(&mut self, text: &str, output: &mut dyn Output) {
        if self.settings.shape == Shape::Text && self.redirected.is_none() {
            self.closed |= !output.drawn(text);
        } else {
            self.print(text, output);
        }
    }
}

/// The pictures of a film as texts, each under its heading.
pub(in crate::repl) fn pictures(film: &Film, paint: Paint) -> impl Iterator<Item = String> {
    film.frames.iter().map(move |frame| render::frame(&film.heading(frame), frame, paint))
}

#[cfg(test)]
mod tests {
    use crate::repl::tests::{Ear, Talk, shell, stands};
    use crate::text::Source;

    const BLOCKS: &str = "klotski k {\nA . B\nC . B\nC D .\ngoal A at (2,2)\n}";

    #[test]
    fn puzzles_are_drawn() {
        let mut talk = Talk::new();
        let picture = "┌───────┐\n│ 1   2 │\n│       │\n│ 3   4 │\n└───────┘\n1 ring\n";
        for text in ["draw", " draw // it", "draw one", "one: draw", "time draw"] {
            let (out, err) = talk.type_in(text);
            assert_eq!(out, picture, "{text}: {err}");
        }
        assert!(talk.out("draw ring of (0,1)").contains("│(1) [2]│"));
        assert_eq!(talk.out(BLOCKS), "");
        assert!(talk.out("draw").contains("┏━━━┱───┬───┐\n┃ A ┃   │ B │\n"));
        assert_eq!(talk.out("one: draw"), picture);
        assert_eq!(talk.out("draw one"), picture);
        let way = talk.out("k: draw why not C right");
        assert!(way.contains("[C]") && way.contains("(D)"), "{way}");
        let blocked = talk.out("k: draw why not D right; C right");
        assert!(blocked.contains("[C]"), "{blocked}");
        let tree =
            "automaton t {\nrule 0\ntree ((X . X) X .)\n}\ndraw at [<]\nt: draw neighbours [<]";
        let out = talk.out(tree);
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
            let err = talk.err(text);
            assert!(err.contains(said), "{text}: {err}");
        }
        let mut ear = Ear::default();
        shell().take(&Source::new("x", "draw"), &mut ear);
        assert!(ear.err.contains("no puzzle yet"), "{}", ear.err);
    }

    #[test]
    fn solutions_are_played_and_nothing_changes() {
        let mut talk = Talk::new();
        talk.out(BLOCKS);
        let prompt = stands(&talk.shell);
        let film = talk.out("play");
        let solved = talk.out("solve");
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
        assert_eq!(stands(&talk.shell), prompt);
        // With moves it is the kind's own; from there the film is another.
        talk.out("play A right");
        assert_ne!(talk.out("play // on"), film);
        assert_eq!(
            talk.out("undo\nplay").split_once("0/").map(|two| two.1),
            film.split_once("0/").map(|two| two.1)
        );
        assert!(talk.out("one: play").starts_with("0/4 start\n"));
        let stuck = "klotski s {\nA #\n. #\ngoal A at (0,1)\n}";
        talk.type_in(stuck);
        let (out, _) = talk.type_in("klotski s {\nA # .\ngoal A at (0,2)\n}\nplay");
        assert_eq!(out, "unsolvable\n");
        assert!(
            talk.err("play B right").contains("unknown") || !talk.err("play B right").is_empty()
        );
    }
}
