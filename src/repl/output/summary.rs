//! One-line reports of what was done: a document was loaded, puzzles were replaced, a
//! search was paused.

use crate::diag::{among, clip, counted};
use crate::puzzle::Answer;
use crate::render::{one_line, sanitize};
use crate::session::{Revised, Tally};
use crate::syntax::{Document, Statement};

/// Names that are listed before they are only counted.
const FEW: usize = 8;

/// Returns one line about a document that was loaded: `a.puzzle: 12 puzzles, 22 expectations held,
/// 1 wrong`. `sound` puzzles were declared, and `broken` ones have errors in their declaration. The
/// tallies are the counts before and after it.
pub(crate) fn summary(
    name: &str,
    sound: usize,
    broken: usize,
    document: &Document,
    before: Tally,
    now: Tally,
) -> String {
    let commands = |statement: &&Statement| matches!(statement, Statement::Command(_));
    let commands = document.statements.iter().filter(commands).count() as u64;
    let skipped = |tally: Tally| tally.skipped + tally.gave_up;
    let judged = [
        (now.held - before.held, "held"),
        (now.wrong - before.wrong, "wrong"),
        (skipped(now) - skipped(before), "not compared"),
        (now.open - before.open, "open"),
    ];
    let mut parts = vec![counted(sound, "puzzle")];
    if broken > 0 {
        parts.push(format!("{broken} with errors"));
    }
    let mut judged = judged.iter().filter(|(count, _)| *count > 0);
    match judged.next() {
        None if commands > 0 => parts.push(counted(commands, "command")),
        None => {}
        Some((count, word)) => {
            parts.push(format!("{} {word}", counted(*count, "expectation")));
            parts.extend(judged.map(|(count, word)| format!("{count} {word}")));
        }
    }
    format!("{}: {}\n", one_line(name), parts.join(", "))
}

/// Returns at most `most` of these names, and how many more there are.
pub(crate) fn few(names: &[String], most: usize) -> String {
    let listed = among(names.iter().take(most).map(String::as_str));
    match names.len().saturating_sub(most) {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}

/// Says which puzzles were replaced, and how many of their moves were kept.
pub(crate) fn replaced(revised: &[(String, Revised)]) -> String {
    let mut text = match revised.len() {
        0..=FEW => format!("{} replaced", among(revised.iter().map(|(name, _)| name.as_str()))),
        count => format!("{count} puzzles replaced"),
    };
    text += &moves(revised.iter().map(|(_, moves)| *moves));
    if revised.len() == 1 {
        text += "; `undo` takes this back";
    }
    text + "\n"
}

/// Returns the end of a sentence that says how many moves were made again; empty if there were
/// none.
pub(crate) fn moves(revised: impl Iterator<Item = Revised>) -> String {
    let (kept, lost) = revised.fold((0, 0), |sum, moves| (sum.0 + moves.kept, sum.1 + moves.lost));
    let mut text = String::new();
    if kept + lost > 0 {
        text += &format!("; {} kept", counted(kept, "move"));
    }
    if lost > 0 {
        text += &format!(", {lost} no longer legal");
    }
    text
}

/// Returns an answer as it is shown: if a person stopped its search, it says so.
pub(crate) fn paused(answer: Answer, is_stopped: bool) -> Answer {
    match answer {
        Answer::GaveUp { effort, .. } if is_stopped => Answer::Text(effort.paused()),
        answer => answer,
    }
}

/// Returns a line that says how a command is continued that stopped with this answer.
pub(crate) fn resume(command: &str, answer: &Answer, cancelled: bool, late: bool) -> String {
    let command = sanitize(&clip(command)).into_owned();
    let is_in_status = matches!(answer, Answer::GaveUp { effort, .. } if effort.is_in_status());
    match (late, cancelled) {
        (true, _) => {
            format!("the time is up; `{command}` continues from here, `set time` gives more\n")
        }
        (_, true) if is_in_status => {
            format!("`{command}` continues from here, `status` shows where it stands\n")
        }
        (_, true) => format!("`{command}` continues from here\n"),
        _ => {
            format!("`{command}` continues from here; `set` shows and changes what it may spend\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::puzzle::Depth;
    use crate::puzzle::common::COMMON;
    use crate::search::Budget;
    use crate::syntax::Fragment;

    /// Every count that the pause names is in the answer of `status`.
    #[test]
    fn status_is_advised_only_where_it_shows_the_search() {
        let mut shown = 0;
        let mut silent = 0;
        for states in [0, 1, 3, 300] {
            for kind in KINDS {
                for verb in kind.verbs.iter().chain(COMMON) {
                    let mut puzzle = kind.opened_example().expect("an example");
                    let mut run = |text: &str, budget: &Budget| {
                        let text = Fragment { text, start: 0 };
                        puzzle.run(text, Depth::Run, budget, &mut Sink::new())
                    };
                    let budget = Budget::unlimited().with_states(states);
                    let line = verb.example.lines().next().unwrap_or_default();
                    let command = line.split("=>").next().unwrap_or_default().trim();
                    let Some(answer @ Answer::GaveUp { .. }) = run(command, &budget) else {
                        continue;
                    };
                    let advice = resume(command, &answer, true, false);
                    let status =
                        run("status", &Budget::unlimited()).expect("an answer").to_string();
                    let figures = |text: &str| -> Vec<u64> {
                        let is_digit = |char: char| char.is_ascii_digit();
                        let words = text.replace(',', "");
                        let words = words.split(|char| !is_digit(char)).map(str::to_owned);
                        words.filter_map(|word| word.parse().ok()).collect()
                    };
                    let Answer::GaveUp { effort, .. } = answer else { unreachable!("see above") };
                    let paused = figures(&effort.paused());
                    if advice.contains("`status`") {
                        let known = figures(&status);
                        assert!(paused.iter().all(|count| known.contains(count)), "{status}");
                        shown += 1;
                    } else {
                        assert!(advice.contains("continues from here"), "{advice}");
                        silent += 1;
                    }
                }
            }
        }
        assert!(shown > 20 && silent > 2, "{shown} {silent}");
    }
}
