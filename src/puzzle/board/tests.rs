//! The tree of states against a plain one, and the answers about it.

mod handed_on;

use super::travel::spaced;
use super::tree::Tree;
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::testing::open;
use crate::puzzle::{Answer, Board, Depth, Role};
use crate::search::Budget;
use crate::syntax::Fragment;

/// A tree that computes everything again: parents, and the paths of undo and redo as two stacks.
struct Plain {
    parents: Vec<usize>,
    now: usize,
    /// Where redo leads, the next last.
    future: Vec<usize>,
    /// For each state, when redo last led to it.
    seen: Vec<usize>,
    clock: usize,
}

impl Plain {
    fn way(&self, mut at: usize) -> Vec<usize> {
        let mut way = vec![at];
        while at > 0 {
            at = self.parents[at];
            way.push(at);
        }
        way.reverse();
        way
    }

    /// Marks the states on the path of undo and redo.
    fn see(&mut self) {
        self.clock += 1;
        for at in self.way(self.now).into_iter().chain(self.future.clone()) {
            self.seen[at] = self.clock;
        }
    }

    fn push(&mut self) {
        self.parents.push(self.now);
        self.seen.push(0);
        self.now = self.parents.len() - 1;
        self.future.clear();
        self.see();
    }

    fn back(&mut self) {
        self.future.push(self.now);
        self.now = self.parents[self.now];
    }

    fn forth(&mut self) {
        if let Some(next) = self.future.pop() {
            self.now = next;
        }
    }

    fn go(&mut self, at: usize) {
        let mut line = self.way(self.now);
        line.extend(self.future.iter().rev());
        self.now = at;
        self.future.clear();
        if let Some(place) = line.iter().position(|&state| state == at) {
            self.future = line.split_off(place + 1);
            self.future.reverse();
            return;
        }
        // Down to the leaf that was seen last.
        let mut down = at;
        let mut line = Vec::new();
        let parents = &self.parents;
        let children = |at: usize| (1..parents.len()).filter(move |&child| parents[child] == at);
        while let Some(child) = children(down).max_by_key(|&child| self.seen[child]) {
            line.push(child);
            down = child;
        }
        line.reverse();
        self.future = line;
        self.see();
    }
}

#[test]
fn the_tree_goes_where_a_plain_one_goes() {
    let mut seed = 0x7ee_u64;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    for round in 0..60 {
        let mut tree = Tree::new(0);
        let mut plain =
            Plain { parents: vec![0], now: 0, future: Vec::new(), seen: vec![0], clock: 0 };
        for step in 0..150 {
            match below(if round % 2 == 0 { 4 } else { 7 }) {
                0 => {
                    let at = below(tree.len());
                    tree.go(at);
                    plain.go(at);
                }
                1 => {
                    let count = below(1 + tree.depth(tree.now()).min(6));
                    tree.back(count);
                    (0..count).for_each(|_| plain.back());
                }
                2 => {
                    let count = below(1 + tree.ahead(usize::MAX));
                    tree.forth(count);
                    (0..count).for_each(|_| plain.forth());
                }
                _ => {
                    tree.push(tree.len(), &format!("c{}", tree.len()));
                    plain.push();
                }
            }
            assert_eq!(tree.now(), plain.now, "round {round}, step {step}");
            let ahead = plain.future.len();
            assert_eq!(tree.ahead(usize::MAX), ahead, "round {round}, step {step}");
            assert_eq!(tree.ahead(2), ahead.min(2));
            assert_eq!(*tree.state(tree.now()), tree.now());
            let a = below(tree.len());
            let b = below(tree.len());
            let way = plain.way(a);
            let other = plain.way(b);
            assert_eq!((tree.depth(a), tree.parent(a)), (way.len() - 1, plain.parents[a]));
            let same = way.iter().zip(&other).take_while(|(x, y)| x == y).last();
            assert_eq!(Some(tree.common(a, b)), same.map(|(x, _)| *x));
            assert_eq!(tree.is_below(a, b), way.contains(&b));
            let command = if a == 0 { String::new() } else { format!("c{a}") };
            assert_eq!(tree.command(a), command);
        }
        let children = |at| plain.parents[1..].iter().filter(|parent| **parent == at).count();
        let marks = |at: &usize| [0, 7, tree.now()].contains(at) || children(*at) != 1;
        assert_eq!(tree.landmarks([7]), (0..tree.len()).filter(marks).collect::<Vec<_>>());
        tree.go(below(tree.len() / 4));
        let now = tree.now();
        let list = || (0..tree.len()).filter(|at| at % 3 > 0);
        let is_below = |at: &usize| *at != now && plain.way(*at).contains(&now);
        assert_eq!(tree.below(list()), list().filter(is_below).collect::<Vec<_>>());
    }
}

/// If a step took as long as the whole chain, this would not end.
#[test]
fn a_million_steps_back_and_forth_take_a_moment() {
    const CHANGES: usize = 1_000_000;
    let mut tree = Tree::new(());
    (0..CHANGES).for_each(|_| tree.push((), "a"));
    for left in (0..CHANGES).rev() {
        tree.back(1);
        assert_eq!((tree.depth(tree.now()), tree.ahead(1)), (left, 1));
    }
    (0..CHANGES).for_each(|_| tree.forth(1));
    assert_eq!((tree.now(), tree.ahead(1)), (CHANGES, 0));
    for _ in 0..CHANGES {
        tree.back(1);
        assert_eq!(tree.below([tree.len() - 1].into_iter()), [tree.len() - 1]);
        tree.push((), "b");
    }
    assert_eq!((tree.len(), tree.depth(tree.now())), (2 * CHANGES + 1, CHANGES));
}

#[test]
fn redo_leads_to_a_leaf_below_even_if_that_was_left_long_ago() {
    let mut tree = Tree::new(());
    // 0 1 2 3, and much later 4 after 3.
    let leave = |tree: &mut Tree<()>| {
        for _ in 0..100 {
            tree.go(0);
            tree.push((), "away");
        }
    };
    (0..3).for_each(|_| tree.push((), "on"));
    leave(&mut tree);
    tree.go(1);
    assert_eq!(tree.ahead(9), 2);
    tree.forth(2);
    assert_eq!(tree.now(), 3);
    leave(&mut tree);
    tree.go(3);
    tree.push((), "on");
    let leaf = tree.now();
    leave(&mut tree);
    tree.go(1);
    assert_eq!(tree.ahead(9), 3);
    tree.forth(3);
    assert_eq!(tree.now(), leaf);
}

#[test]
fn commands_are_kept_as_the_formatter_writes_them() {
    for text in ["rotate 1", "rotate  1", "rotate\t1", " rotate 1", "rotate 1 ", "rotate \t 1\n"] {
        assert_eq!(spaced(text), "rotate 1", "{text:?}");
    }
}

#[test]
fn a_puzzle_says_where_it_is() {
    let mut puzzle = open("matrix", "1 2\n3 4");
    assert_eq!((puzzle.now(), puzzle.changed(), puzzle.since(0)), (0, 0, Some(0)));
    assert_eq!(puzzle.lineage().steps, []);
    for command in ["rotate 1", "rotate  2", "undo", "rotate  -1"] {
        answer_to(&mut puzzle, command);
    }
    assert_eq!((puzzle.now(), puzzle.changed()), (3, 2));
    let made: Vec<_> = puzzle.lineage().steps.into_iter().map(|(_, command)| command).collect();
    assert_eq!(made, ["rotate 1", "rotate 2", "rotate -1"]);
    let since: Vec<_> = (0..5).map(|state| puzzle.since(state)).collect();
    assert_eq!(since, [Some(2), Some(1), None, Some(0), None]);
    let lines = ["1 2", "3 4"].map(String::from).to_vec();
    let piece = puzzle.piece(&Budget::unlimited()).ok();
    assert_eq!(piece.map(|piece| (piece.body, piece.commands)), Some((lines, Vec::new())));
    assert_eq!(answer_to(&mut puzzle, "digest"), "9221ea3cdbe4f67c");
}

fn say(puzzle: &mut Board, text: &str) -> Result<String, &'static str> {
    let mut sink = Sink::new();
    let text = Fragment { text, start: 0 };
    let answer = puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut sink);
    answer.and_then(Answer::into_text).ok_or_else(|| sink.diagnostics()[0].code.path)
}

fn answer_to(puzzle: &mut Board, text: &str) -> String {
    say(puzzle, text).unwrap_or_else(|code| panic!("{text}: {code}"))
}

#[test]
fn states_have_numbers_and_names() {
    let puzzle = &mut open("matrix", "1 2\n3 4");
    for command in ["rotate 1", "branch once", "rotate 1", "undo 2", "rotate -1", "branch back"] {
        answer_to(puzzle, command);
    }
    assert_eq!(
        answer_to(puzzle, "branches"),
        "  0  -     start   0 moves\n  1  once  from 0  1 move\n  2  -     from 1  2 moves\n* 3  back  from 0  1 move"
    );
    assert_eq!(answer_to(puzzle, "goto once"), "2 4\n1 3");
    assert_eq!(answer_to(puzzle, "redo"), "4 3\n2 1", "the branch last left");
    assert_eq!(
        answer_to(puzzle, "diff back"),
        "4 cells differ\n(0,0): 3 -> 4\n(0,1): 1 -> 3\n(1,0): 4 -> 2\n(1,1): 2 -> 1\nundo\nrotate 1\nrotate 1"
    );
    assert_eq!(answer_to(puzzle, "diff 0 once").lines().last(), Some("rotate 1"));
    assert_eq!(answer_to(puzzle, "diff 2"), "0 cells differ");
    assert_eq!(answer_to(puzzle, "branch back"), "2", "a name moves");
    assert_eq!(answer_to(puzzle, "goto 3"), "3 1\n4 2");
    assert_eq!(answer_to(puzzle, "goto back"), "4 3\n2 1");
    let offered = |puzzle: &Board, text| puzzle.complete(Fragment { text, start: 0 });
    assert_eq!(offered(puzzle, "goto "), ["back", "once", "0", "1", "2", "3"]);
    assert_eq!(offered(puzzle, "diff 0 o"), ["once"]);
    for (text, code) in [
        ("goto 4", "command::no-such-state"),
        ("goto bakc", "command::no-such-state"),
        ("goto 99999999999999999999999", "command::no-such-state"),
        ("diff once onec", "command::no-such-state"),
        ("goto", "syntax::missing-argument"),
        ("goto 1x", "syntax::bad-argument"),
        ("goto -1", "syntax::bad-argument"),
        ("goto 1 2", "syntax::trailing-text"),
        ("branch 7", "syntax::bad-argument"),
        ("branch", "syntax::missing-argument"),
        ("branches x", "syntax::trailing-text"),
        ("digest x", "syntax::trailing-text"),
    ] {
        assert_eq!(say(puzzle, text), Err(code), "{text}");
    }
}

#[test]
fn a_digest_is_that_of_kind_and_state() {
    let puzzle = &mut open("matrix", "1 2\n3 4");
    // printf 'matrix\n1 2\n3 4', FNV-1a of 64 bits.
    assert_eq!(answer_to(puzzle, "digest"), "9221ea3cdbe4f67c");
    answer_to(puzzle, "rotate 1");
    let other = answer_to(puzzle, "digest");
    answer_to(puzzle, "rotate 3");
    assert_eq!(answer_to(puzzle, "digest"), "9221ea3cdbe4f67c", "the same state on another path");
    assert_ne!(other, "9221ea3cdbe4f67c");
}

#[test]
fn a_story_makes_the_same_tree() {
    let mut seed = 0x5a7e_u64;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    for round in 0..40 {
        let mut puzzle = open("matrix", "1 2\n3 4");
        let known = below(4);
        for _ in 0..known {
            answer_to(&mut puzzle, "rotate 1");
        }
        for _ in 0..40 {
            let text = match below(8) {
                0 => format!("goto {}", below(8)),
                1 => format!("branch n{}", below(5)),
                2 => String::from("undo"),
                3 => format!("undo {}", below(4)),
                4 => String::from("redo"),
                5 => String::from("reset"),
                _ => format!("rotate {}", below(9)),
            };
            let _ = say(&mut puzzle, &text); // many fail, and change nothing
        }
        let story = puzzle.story(known);
        let mut again = open("matrix", "1 2\n3 4");
        for _ in 0..known {
            answer_to(&mut again, "rotate 1");
        }
        for line in &story {
            answer_to(&mut again, line);
        }
        assert_eq!(again.story(known), story, "round {round}");
        for ask in ["branches", "show", "digest"] {
            assert_eq!(
                answer_to(&mut again, ask),
                answer_to(&mut puzzle, ask),
                "{round}: {story:?}"
            );
        }
        // Redo leads the same way to the end, from every state.
        for at in (0..puzzle.story(0).len().min(9)).rev() {
            if say(&mut puzzle, &format!("goto {at}")).is_ok() {
                answer_to(&mut again, &format!("goto {at}"));
                while let Ok(shown) = say(&mut puzzle, "redo") {
                    assert_eq!(answer_to(&mut again, "redo"), shown, "{round}: {story:?}");
                }
                assert!(say(&mut again, "redo").is_err());
            }
        }
    }
}

#[test]
fn a_way_that_is_left_loses_its_searches_and_keeps_its_states() {
    let puzzle = &mut open("sliders", "1 2\n3 .\ngoal\n2 1\n3 .");
    let puzzle_of =
        |puzzle: &mut Board| answer_to(puzzle, "status").lines().next().map(str::to_owned);
    answer_to(puzzle, "play R");
    answer_to(puzzle, "step 3");
    let searched = puzzle_of(puzzle);
    answer_to(puzzle, "undo");
    answer_to(puzzle, "redo");
    assert_eq!(puzzle_of(puzzle), searched, "undo brings both back");
    let shown = answer_to(puzzle, "show");
    answer_to(puzzle, "undo");
    answer_to(puzzle, "play D");
    answer_to(puzzle, "goto 1");
    assert_ne!(puzzle_of(puzzle), searched);
    assert_eq!(answer_to(puzzle, "show"), shown);
}

/// Runs a command with a budget; returns its answer and the codes of what was reported.
fn run(puzzle: &mut Board, text: &str, budget: &Budget) -> (String, Vec<&'static str>) {
    let mut sink = Sink::new();
    let answer = puzzle.run(Fragment { text, start: 0 }, Depth::Run, budget, &mut sink);
    let text = answer.and_then(Answer::into_text).expect("an answer");
    (text, sink.diagnostics().iter().map(|fault| fault.code.path).collect())
}

#[test]
fn a_search_that_was_dropped_begins_anew_and_says_so_once() {
    let budget = Budget::unlimited();
    let mut kinds = 0;
    for kind in KINDS {
        let verbs = kind.verbs;
        if !verbs.iter().any(|verb| verb.name == "step" && verb.role == Role::Progress) {
            continue;
        }
        let puzzle = &mut kind.opened_example().expect("it is sound");
        assert_eq!(puzzle.idle_search(), None);
        let first = run(puzzle, "step 3", &budget);
        if first.0.contains(" frontier 0 ") {
            continue; // a small level: there is no fourth state
        }
        kinds += 1;
        assert!(first.1.is_empty() && puzzle.idle_search().is_some(), "{first:?}");
        puzzle.drop_idle_search();
        assert_eq!(puzzle.idle_search(), None);
        assert_eq!(run(puzzle, "show", &budget).1, [""; 0], "it needs no search");
        let again = run(puzzle, "step 3", &budget);
        assert_eq!((&again.0, again.1), (&first.0, vec!["search::dropped"]));
        assert_ne!(run(puzzle, "step 3", &budget), first);
        puzzle.drop_idle_search();
        let (status, codes) = run(puzzle, "status", &budget);
        assert!(status.starts_with("expanded 0 frontier 1 depth 0"), "{status}");
        assert_eq!(codes, ["search::dropped"]);
        assert_eq!(run(puzzle, "step 3", &budget), first, "it was said");
    }
    assert!(kinds >= 3, "{kinds}");
}

#[test]
fn a_search_that_is_short_of_memory_gets_that_of_other_states() {
    const BODY: &str = "A B B C\nA B B C\nD E E F\nD G H F\nI . . J\ngoal B at (3,1)";
    let wide = Budget::unlimited();
    let commands = ["step 6000", "play J left", "step 6000"];
    let through = &mut open("klotski", BODY);
    let wanted = commands.map(|text| run(through, text, &wide).0);
    let needed = wide.account.held();
    // Enough for the larger of the two searches.
    let tight = Budget::unlimited().with_bytes(needed * 3 / 4);
    let puzzle = &mut open("klotski", BODY);
    let answers = commands.map(|text| run(puzzle, text, &tight));
    for (answer, wanted) in answers.iter().zip(&wanted) {
        assert_eq!((&answer.0, answer.1.len()), (wanted, 0));
    }
    assert!(tight.account.held() < needed * 3 / 4);
    run(puzzle, "undo", &tight);
    let again = run(puzzle, "step 6000", &tight);
    assert_eq!(again, (wanted[0].clone(), vec!["search::dropped"]));
    // Without other states it gives up.
    let alone = Budget::unlimited().with_bytes(needed / 20);
    let puzzle = &mut open("klotski", BODY);
    let (answer, _) = run(puzzle, "solve", &alone);
    assert!(answer.starts_with("gave up"), "{answer}");
}

#[test]
fn a_picture_points_at_what_why_asks_about() {
    let mut puzzle = open("klotski", "A B .\ngoal A at (0,2)");
    let mut point = |text: &str| {
        let mut sink = Sink::new();
        let scene = puzzle.point("k", Fragment { text, start: 0 }, &Budget::unlimited(), &mut sink);
        (scene.is_some(), sink.diagnostics().first().map(|fault| fault.code.path))
    };
    assert_eq!(point("why not A right"), (true, None));
    assert_eq!(point("status"), (false, None));
    assert_eq!(point("why"), (false, Some("syntax::missing-argument")));
}
