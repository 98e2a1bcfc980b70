//! The commands about the tree of states: its numbers and names, its listing, the difference of two
//! states, and the commands that replay it.

use std::borrow::Cow;

use super::Board;
use super::tree::Tree;
use crate::diag::Diagnostic;
use crate::puzzle::{Answer, Branch, Branches, Lineage, Verdict, common};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::fnv1a;

/// Returns the FNV-1a hash of the kind and of a text, in 16 hexadecimal digits.
fn hash(kind: &str, text: &str) -> String {
    let bytes = kind.bytes().chain([b'\n']).chain(text.bytes());
    format!("{:016x}", fnv1a(bytes))
}

impl Board {
    /// Returns the number of the state that a word names.
    pub(super) fn number(&mut self, word: Fragment<'_>) -> Result<usize, Box<Diagnostic>> {
        let last = self.tree.len() - 1;
        let digits = word.text.starts_with(|first: char| first.is_ascii_digit());
        let number = match digits {
            true => word.text.parse().ok().filter(|&number| number <= last),
            false => self.names.get(word.text),
        };
        number.ok_or_else(|| {
            let near = if digits { None } else { self.names.near(word.text) };
            Box::new(common::no_such_state(word, near.as_deref(), last))
        })
    }

    /// Returns the start, the ends, the branching states, the named states and the current state.
    pub(super) fn branches(&self) -> Branches {
        let names = self.names.by_state();
        let landmarks = self.tree.landmarks(names.keys().copied());
        let above = |at: usize| {
            let mut up = at;
            while up > 0 {
                up = self.tree.parent(up);
                if landmarks.binary_search(&up).is_ok() {
                    break;
                }
            }
            up
        };
        let branch = |&at: &usize| Branch {
            state: at,
            names: names.get(&at).into_iter().flatten().map(|&name| name.into()).collect(),
            from: (at > 0).then(|| above(at)),
            moves: self.tree.depth(at),
            now: at == self.tree.now(),
        };
        Branches(landmarks.iter().map(branch).collect())
    }

    /// Returns the names and numbers of states that can be named.
    pub(super) fn landmarks(&self) -> Vec<String> {
        let names = self.names.by_state();
        let numbers = self.tree.landmarks(names.keys().copied()).into_iter();
        let mut words: Vec<String> = names.values().flatten().map(|&name| name.into()).collect();
        words.sort_unstable();
        words.extend(numbers.map(|number| number.to_string()));
        words
    }

    fn shown(&self, at: usize, budget: &Budget) -> Result<String, Answer> {
        let answer = self.tree.state(at).show(budget);
        match answer.verdict() {
            Verdict::Fine => answer.into_text().ok_or(Answer::NotComputed),
            _ => Err(answer),
        }
    }

    /// Returns the cells in which two states differ, and the commands that lead from the one to the
    /// other.
    pub(super) fn diff(&self, from: usize, to: usize, budget: &Budget) -> Answer {
        let shown = self.shown(from, budget);
        let shown = shown.and_then(|before| Ok((before, self.shown(to, budget)?)));
        let (before, after) = match shown {
            Ok(texts) => texts,
            Err(answer) => return answer,
        };
        let mut text = self.tree.current().cells().differences(&before, &after).text();
        let common = self.tree.common(from, to);
        match self.tree.depth(from) - self.tree.depth(common) {
            0 => {}
            1 => text.push_str("\nundo"),
            back => text += &format!("\nundo {back}"),
        }
        for at in self.tree.way(common, to) {
            text.push('\n');
            text.push_str(self.tree.command(at));
        }
        Answer::list(text)
    }

    /// Returns a number that identifies this state: the FNV-1a hash of the kind and of the state
    /// (Fowler, Noll, Vo 1991), the same on every machine and for every drawing of the state.
    pub fn digest(&self, budget: &Budget) -> Answer {
        let answer = self.tree.current().essence(budget);
        match answer.verdict() {
            Verdict::Fine if answer.is_computed() => {
                Answer::Text(hash(self.info.name, &answer.text()))
            }
            _ => answer,
        }
    }

    /// Returns the commands that led from the start to the current state, in order.
    pub(super) fn changes(&self) -> Vec<String> {
        let way = self.tree.way(0, self.tree.now());
        way.into_iter().map(|at| self.tree.command(at).to_owned()).collect()
    }

    /// Returns the states and commands for [`Board::lineage`].
    pub(super) fn ancestry(&self) -> Lineage {
        let step = |at: usize| (self.tree.parent(at), self.tree.command(at).to_owned());
        let names = self.names.by_state().into_iter();
        let names =
            names.flat_map(|(at, names)| names.into_iter().map(move |name| (name.to_owned(), at)));
        Lineage {
            steps: (1..self.tree.len()).map(step).collect(),
            names: names.collect(),
            now: self.tree.now(),
        }
    }

    /// Returns the commands for [`Board::story`].
    pub(super) fn retell(&self, known: usize) -> Vec<String> {
        let names = self.names.by_state();
        let mut story = Vec::new();
        // Replay on a tree without states, so that the commands are known to be right.
        let mut twin = Tree::new(());
        let go = |twin: &mut Tree<()>, story: &mut Vec<String>, at: usize| {
            if twin.now() != at {
                story.push(format!("goto {at}"));
                twin.go(at);
            }
        };

        for at in 1..=known.min(self.tree.len() - 1) {
            twin.push((), self.tree.command(at));
        }

        for at in 0..self.tree.len() {
            if at > known {
                go(&mut twin, &mut story, self.tree.parent(at));
                story.push(self.tree.command(at).to_owned());
                twin.push((), self.tree.command(at));
            }
            for name in names.get(&at).into_iter().flatten() {
                go(&mut twin, &mut story, at);
                story.push(format!("branch {name}"));
            }
        }

        // Redo leads the same way from every state. Those further down come first, because a way to
        // a leaf turns the states above as well.
        for at in (0..self.tree.len()).rev() {
            if twin.next(at) != self.tree.next(at) {
                go(&mut twin, &mut story, self.tree.leaf(at));
            }
        }
        go(&mut twin, &mut story, self.tree.now());
        story
    }
}

/// Returns a command as the formatter writes it, so that an answer that quotes it survives
/// formatting.
pub(super) fn spaced(command: &str) -> Cow<'_, str> {
    let mut gap = true;
    let spaced = command.bytes().all(|byte| {
        let space = byte.is_ascii_whitespace();
        let odd = space && (gap || byte != b' ');
        gap = space;
        !odd
    });
    match spaced && !gap {
        true => Cow::Borrowed(command), // the common case
        false => Cow::Owned(command.split_ascii_whitespace().collect::<Vec<_>>().join(" ")),
    }
}
