//! `more`: the rest of an answer that was folded, or the next page of a list.

use super::{Fault, Outcome, Reply};
use crate::diag::{Shown, Sink};
use crate::puzzle::{Answer, Depth, Verdict};
use crate::repl::output::Output;
use crate::repl::output::pages::Pages;
use crate::repl::output::summary::{paused, resume};
use crate::repl::shell::Shell;
use crate::syntax::Fragment;

/// Runs `more` and `more N`.
pub(super) fn more(shell: &mut Shell, count: Option<u64>, output: &mut dyn Output) -> Outcome {
    if shell.printer.unfold(count, output) {
        return Ok(Reply::Nothing);
    }
    let Some(mut pages) = shell.printer.held.pages.clone() else {
        let text = "there is nothing to continue; `paths 5` starts a list, `more` continues it\n";
        return Err(Fault::from(text));
    };
    let Pages { puzzle: name, verb, .. } = &pages;
    if pages.is_outdated(&mut shell.session.lock()) {
        let name = Shown(name);
        let text = format!("`{name}` has moved on since; `{name}: {verb}` begins anew\n");
        return Err(Fault::from(text));
    }
    let all = |shown: u64| Ok(Reply::Note(format!("those were all {shown}\n")));
    let step = count.unwrap_or(pages.step);
    if pages.over || step == 0 {
        return all(pages.shown);
    }
    let wanted = pages.shown.saturating_add(step);
    let command = format!("{verb} {wanted}");
    let session = shell.session.clone();
    let (answer, late) = shell.runner(output).compute(&command, |budget| {
        let mut session = session.lock();
        let puzzle = session.puzzle(Some(name))?;
        puzzle.run(Fragment { text: &command, start: 0 }, Depth::Run, budget, &mut Sink::new())
    });
    let list = match answer {
        None => return Ok(Reply::Nothing),
        Some(Answer::Page(list)) => list,
        Some(answer) => {
            let gave_up = answer.verdict() == Verdict::GaveUp && output.watched();
            let is_cancelled = shell.cancel.is_cancelled();
            let answer = paused(answer, is_cancelled && !late);
            let note = gave_up.then(|| resume("more", is_cancelled, late));
            return Ok(Reply::Answer { puzzle: Some(pages.puzzle), answer, note });
        }
    };
    let page = list.after(usize::try_from(pages.shown).unwrap_or(usize::MAX));
    let found = list.len() as u64;
    (pages.shown, pages.step, pages.over) = (found.max(pages.shown), step, found < wanted);
    let reply = if page.is_empty() {
        all(pages.shown)
    } else {
        let answer = Answer::List(page);
        shell.answers.borrow_mut().add(shell.number, &shell.command, &answer.text());
        Ok(Reply::Answer { puzzle: Some(pages.puzzle.clone()), answer, note: None })
    };
    pages.note_position(&mut shell.session.lock());
    shell.printer.held.pages = Some(pages);
    reply
}
#[cfg(test)]
mod tests {
    use crate::repl::tests::{Captured, shell};
    use crate::text::Source;

    #[test]
    fn pages_add_up_to_the_whole() {
        let mut shell = shell();
        let mut say = |text: &str| {
            let mut captured = Captured::default();
            shell.take(&Source::new("x", text), &mut captured);
            (captured.out, captured.err)
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
