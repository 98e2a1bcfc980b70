//! Deductions beside a plain version that steps the tree under each rule on its own.

use super::*;
use crate::kinds::automaton::rules::{PlainTree, Rule};
use crate::kinds::automaton::samples::{self, Noise};

/// Returns the generations 0 to `last` of a tree under a rule.
fn run(tree: &PlainTree, rule: u16, last: u32) -> Vec<Tree> {
    let next = |tree: &PlainTree| Some(tree.step(Rule(rule)));
    let generations = std::iter::successors(Some(tree.clone()), next);
    generations.take(last as usize + 1).map(|tree| tree.pack()).collect()
}

/// Returns whether a premise holds in a run.
fn holds(premise: &Premise, run: &[Tree]) -> bool {
    premise.claims.iter().all(|claim| {
        let tree = &run[claim.generation as usize];
        match &claim.states {
            States::Node(node, live) => tree.live(*node) == *live,
            States::Tree(claimed) => *tree == **claimed,
        }
    })
}

/// Returns premises about the nodes of a tree up to generation 3, which mostly hold under one rule.
fn premises(tree: &PlainTree, wrong: usize, noise: &mut Noise) -> Vec<Premise> {
    let run = run(tree, noise.next() as u16, 3);
    let nodes = tree.live.len();
    let count = 1 + noise.below(8);
    let mut premise = |at: usize| {
        let generation = noise.below(4);
        let node = NodeIndex(1 + noise.below(nodes) as u32);
        let live = run[generation].live(node) != (noise.below(20) < wrong);
        let claims = vec![Claim::node(generation as u32, node, live)];
        Premise { claims, place: Place { source: 0, span: Span::at(at as u32) } }
    };
    (0..count).map(&mut premise).collect()
}

fn tree(round: usize, noise: &mut Noise) -> PlainTree {
    match round % 3 {
        0 => samples::random(2 * noise.below(12) + 1, noise),
        1 => samples::caterpillar(2 * noise.below(6) + 1, noise),
        _ => samples::complete(15, noise),
    }
}

#[test]
fn the_rules_and_the_question_are_those_of_the_plain_version() {
    let mut noise = Noise(11);
    for round in 0..4 {
        let plain = tree(round, &mut noise);
        let packed = plain.pack();
        let premises = premises(&plain, round % 2, &mut noise);
        let position = noise.below(3) as u32;
        let mut wanted = Vec::new();
        let mut live = vec![vec![0; plain.live.len() + 1]; TIMES];

        for rule in 0..=u16::MAX {
            let run = run(&plain, rule, 5);
            if premises.iter().all(|premise| holds(premise, &run)) {
                wanted.push(rule);
                for (time, counts) in live.iter_mut().enumerate() {
                    let tree = &run[position as usize + time];
                    for (node, count) in counts.iter_mut().enumerate().skip(1) {
                        *count += usize::from(tree.live(NodeIndex(node as u32)));
                    }
                }
            }
        }

        let mut deduction = Deduction::default();
        let budget = Budget::unlimited();
        // Premises that come later are taken in later.
        for premise in premises {
            deduction.assume(premise.clone());
            deduction.assume(premise);
            if noise.below(2) == 0 {
                deduction.rules(&packed, &budget).expect("unlimited");
            }
        }

        let rules = deduction.rules(&packed, &budget).expect("unlimited").to_vec();
        assert_eq!(rules, wanted, "round {round}");

        let question = deduction.question(&packed, position, &budget).expect("unlimited");
        let worst =
            |time: usize, node: usize| live[time][node].max(wanted.len() - live[time][node]);
        let questions =
            (0..TIMES).flat_map(|time| (1..=plain.live.len()).map(move |node| (time, node)));
        let least = questions.map(|(time, node)| worst(time, node)).min().unwrap_or(0);
        match question {
            None => assert_eq!(least, wanted.len(), "round {round}"),
            Some((time, node)) => {
                assert_eq!(worst(time, node.number()), least, "round {round}");
                let earlier = (0..time)
                    .flat_map(|time| (1..=plain.live.len()).map(move |node| worst(time, node)));
                assert!(earlier.min().is_none_or(|worst| worst > least), "round {round}");
            }
        }
    }
}

#[test]
fn a_conflict_has_no_rule_and_each_premise_of_it_is_needed() {
    let mut noise = Noise(3);
    let mut conflicts = 0;
    for round in 0..14 {
        let plain = tree(round, &mut noise);
        let packed = plain.pack();
        let mut deduction = Deduction::default();
        for premise in premises(&plain, 6, &mut noise) {
            deduction.assume(premise);
        }
        let budget = Budget::unlimited();
        if !deduction.rules(&packed, &budget).expect("unlimited").is_empty() {
            continue;
        }
        conflicts += 1;

        let places = deduction.conflict(&packed, &budget).expect("unlimited");
        let chosen: Vec<_> = deduction
            .premises
            .iter()
            .filter(|premise| places.contains(&premise.place))
            .cloned()
            .collect();

        let rules_of = |chosen: &[&Premise]| {
            let mut part = Deduction::default();
            for &premise in chosen {
                part.assume(premise.clone());
            }
            part.rules(&packed, &budget).expect("unlimited").len()
        };

        assert_eq!(rules_of(&chosen.iter().collect::<Vec<_>>()), 0, "round {round}");
        for left_out in 0..chosen.len() {
            let others = chosen.iter().enumerate().filter(|(at, _)| *at != left_out);
            let others: Vec<_> = others.map(|(_, premise)| premise).collect();
            assert_ne!(rules_of(&others), 0, "round {round}");
        }

        // No smaller set is a conflict.
        for (at, premise) in deduction.premises.iter().enumerate() {
            assert!(chosen.len() <= 1 || rules_of(&[premise]) > 0, "round {round}");
            for other in &deduction.premises[at + 1..] {
                assert!(chosen.len() <= 2 || rules_of(&[premise, other]) > 0, "round {round}");
            }
        }
    }
    assert!(conflicts > 2, "{conflicts} conflicts");
}

#[test]
fn expectations_become_claims() {
    let tree =
        crate::kinds::automaton::syntax::tree::read_sound("((X . .) X .)").expect("a tree").0;
    let path = |turns| Path { turns, span: Span::default() };
    let root = NodeIndex::ROOT;
    let when = Call::When(path(Vec::new()), true);
    let of = |now, call: Option<&Call>, expected| claims(&tree, now, call, expected);
    let node = |time, live| Claim::node(time, root, live);
    assert_eq!(of(2, Some(&Call::At(path(Vec::new()))), "X"), Some(vec![node(2, true)]));
    assert_eq!(of(2, Some(&Call::At(path(Vec::new()))), "Y"), None);
    let dead_then_live = Some(vec![node(3, false), node(4, false), node(5, true)]);
    assert_eq!(of(2, Some(&when), "5"), dead_then_live);
    assert_eq!(of(2, Some(&when), "2"), None);
    assert_eq!(of(2, Some(&when), "1001"), Some(vec![node(1001, true)]));
    assert_eq!(of(2, Some(&when), "never"), Some(vec![node(u32::MAX, true)]));
    let shown = of(1, None, " ((. X X)\n . X)");
    let Some([Claim { generation: 1, states: States::Tree(shown) }]) = shown.as_deref() else {
        panic!("{shown:?}")
    };
    assert_eq!(shown.to_string(), "((. X X) . X)");
    assert_eq!(of(1, None, "(. X X)"), None);
    assert_eq!(of(1, None, "((. X) X . X)"), None);
}
