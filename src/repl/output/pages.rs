//! `more`: the rest of an answer that was folded, or the next page of `frontier`, `paths`, `goals`
//! and the like. The search that they read from stays alive between pages: what was expanded for one
//! page is not expanded again for the next.

use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Depth, List, Role, Verdict, common::STATUS};
use crate::repl::output::Output;
use crate::repl::output::summary::resume;
use crate::repl::shell::Shell;
use crate::repl::verbs::commands::Own;
use crate::syntax::Fragment;
use crate::text::Source;

/// Where paging stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::repl) struct Pages {
    /// The puzzle and the command without its number.
    puzzle: String,
    verb: String,
    /// Lines that were shown, and the number that was asked for.
    shown: u64,
    step: u64,
    /// Where the puzzle stood, and for what changes while a search continues, where the search stood.
    stood: String,
    over: bool,
}

impl Pages {
    /// The page that a command answered, if it is one.
    pub(in crate::repl) fn of(puzzle: &str, command: &str, page: &List) -> Option<Self> {
        let mut words = command.split([' ', '\t']).filter(|word| !word.is_empty());
        let verb = words.next()?;
        let asked: Option<u64> = words.next().and_then(|count| count.parse().ok());
        let shown = page.len() as u64;
        let step = asked.unwrap_or(shown).max(1);
        let (puzzle, verb) = (puzzle.to_owned(), verb.to_owned());
        Some(Self { puzzle, verb, shown, step, stood: String::new(), over: shown < step })
    }
}

impl Shell {
    /// Notes where the puzzle of a page stands.
    pub(in crate::repl) fn turn_to(&mut self, pages: Option<Pages>) {
        let Some(mut pages) = pages else { return };
        pages.stood = self.standing(&pages);
        self.pages = Some(pages);
    }

    fn standing(&self, pages: &Pages) -> String {
        let mut session = self.session.lock();
        let Some(puzzle) = session.puzzle(Some(&pages.puzzle)) else { return String::new() };
        let mut text = format!("{} {}", puzzle.changed(), puzzle.prompt());
        let verb = Fragment { text: &pages.verb, start: 0 };
        if KINDS.kind(puzzle.info().name).and_then(|kind| kind.info().role(verb))
            == Some(Role::Progress)
        {
            let status = Fragment { text: STATUS, start: 0 };
            let budget = crate::search::Budget::unlimited();
            let answer = puzzle.run(status, Depth::Run, &budget, &mut Sink::new());
            text += &answer.and_then(Answer::into_text).unwrap_or_default();
        }
        text
    }

    /// `more [N]`.
    pub(in crate::repl) fn more(&mut self, source: &Source, own: Own, output: &mut dyn Output) {
        let Ok(count) = self.number(source, own, output) else { return };
        if self.unfold(count, output) {
            return;
        }
        let Some(pages) = self.pages.clone() else {
            return self.complain(
                "there is nothing to continue; `paths 5` starts a list, `more` continues it\n",
                output,
            );
        };
        let Pages { puzzle: name, verb, .. } = &pages;
        if self.standing(&pages) != pages.stood {
            let text = format!("`{name}` has moved on since; `{name}: {verb}` begins anew\n");
            return self.complain(&text, output);
        }
        let step = count.unwrap_or(pages.step);
        if pages.over || step == 0 {
            return output.say(&format!("those were all {}\n", pages.shown));
        }
        let wanted = pages.shown.saturating_add(step);
        let command = format!("{verb} {wanted}");
        let mut sink = Sink::new();
        let (answer, late) = self.runner(output).compute(&command, |budget| {
            let mut session = self.session.lock();
            session.puzzle(Some(name)).and_then(|puzzle| {
                let text = Fragment { text: &command, start: 0 };
                puzzle.run(text, Depth::Run, budget, &mut sink)
            })
        });
        let Some(answer) = answer else { return };
        let list = match answer {
            Answer::Page(list) => list,
            answer => {
                let gave_up = answer.verdict() == Verdict::GaveUp;
                self.print(&self.paused(answer, late).text(), output);
                if gave_up && output.watched() {
                    output.say(&resume("more", self.cancel.is_cancelled(), late));
                }
                return;
            }
        };
        let all = list.len() as u64;
        let shown = usize::try_from(pages.shown).unwrap_or(usize::MAX);
        let page = list.after(shown).into_text();
        let pages = Pages { shown: all.max(pages.shown), step, over: all < wanted, ..pages };
        if page.is_empty() {
            output.say(&format!("those were all {}\n", pages.shown));
        } else {
            self.answers.borrow_mut().add(self.number, &self.command, &page);
            self.print(&page, output);
        }
        self.turn_to(Some(pages));
    }
}

#[cfg(test)]
mod tests {
    use crate::repl::tests::{Ear, shell};
    use crate::text::Source;

    #[test]
    fn pages_add_up_to_the_whole() {
        let mut shell = shell();
        let mut say = |text: &str| {
            let mut ear = Ear::default();
            shell.take(&Source::new("x", text), &mut ear);
            (ear.out, ear.err)
        };
        assert!(say("more").1.contains("nothing to continue"));
        say("bloxorz one {\n  SoooT\n  ooooo\n  ooooo\n}");
        assert_eq!(say("paths 1").0, "\n", "the empty path");
        assert_eq!(say("more").0, "R\n");
        assert_eq!(say("more 2").0.lines().count(), 2);
        say("bloxorz b {\n  SoooT\n  ooooo\n  ooooo\n}");
        for verb in ["paths", "goals"] {
            let whole = say(&format!("{verb} 1000")).0;
            let mut pages = say(&format!("b: {verb} 2")).0;
            assert_eq!(pages.lines().count(), 2, "{verb}");
            for page in ["more", "more 3", "more 1000"] {
                pages += &say(page).0;
            }
            assert_eq!(pages, whole, "{verb}");
            assert!(say("more").1.starts_with("those were all "), "{verb}");
        }
        say("bloxorz c {\n  SoooT\n  ooooo\n  ooooo\n}");
        say("step 4");
        assert_eq!(say("frontier 1").0.lines().count(), 1);
        assert_eq!(say("more").0.lines().count(), 1);
        say("step 1");
        assert!(say("more").1.contains("has moved on since"));
        say("paths 1");
        say("play R");
        assert!(say("more").1.contains("has moved on since"));
        assert!(say("more x").1.contains("syntax::bad-argument"));
    }
}
