use super::*;
use crate::kinds::automaton::layout::Tree;
use crate::kinds::automaton::rules::PlainTree;
use crate::kinds::automaton::samples::{self, Noise};

/// Returns the generation after a tree. Words that the engine leaves unwritten would show.
fn step(tree: &Tree, rule: Rule) -> Tree {
    let mut new = vec![u64::MAX; tree.shape().state_words()];
    super::step(tree.shape(), rule, tree.state(), &mut new);
    Tree::new(tree.shape().clone(), new.into())
}

#[test]
fn the_engine_steps_like_the_plain_tree() {
    let mut noise = Noise(2026);
    let mut shapes: Vec<PlainTree> = samples::all_shapes(9);
    for nodes in [11, 61, 63, 65, 127, 129, 255, 257, 1023, 2047, 4095, 4099, 20_001] {
        shapes.push(samples::random(nodes, &mut noise));
        shapes.push(samples::caterpillar(nodes, &mut noise));
        shapes.push(samples::complete(nodes, &mut noise));
        shapes.push(samples::nearly_complete(nodes, &mut noise));
    }
    for nodes in (1..2600).step_by(62) {
        shapes.push(samples::complete(nodes, &mut noise));
    }
    for plain in shapes {
        let mut plain = samples::scattered(plain, &mut noise);
        let mut packed = plain.pack();
        for _ in 0..3 {
            let rule = Rule(noise.next() as u16);
            plain = plain.step(rule);
            let expected = plain.pack();
            let nodes = packed.shape().nodes();
            assert_eq!(step(&packed, rule), expected, "{nodes} nodes, {rule:?}");
            packed = expected;
        }
    }
}

#[test]
fn samples_have_words_that_are_full_without_being_complete() {
    // A complete tree takes another path.
    let mut noise = Noise(3);
    let tree = samples::nearly_complete(20_001, &mut noise).pack();
    assert!(!tree.shape().is_complete());
    let dense = tree.shape().mask().iter().filter(|mask| mask.count_ones() > 56).count();
    assert!(dense > 10, "{dense} words");
    assert!(samples::complete(20_001, &mut noise).pack().shape().is_complete());
    assert!(samples::complete(1, &mut noise).pack().shape().is_complete());
    assert!(!samples::caterpillar(7, &mut noise).pack().shape().is_complete());
}

#[test]
fn mirrored_trees_step_to_mirrored_trees_under_the_mirrored_rule() {
    let mut noise = Noise(7);
    for nodes in [1, 3, 9, 131, 1001] {
        let plain = samples::scattered(samples::random(nodes, &mut noise), &mut noise);
        let rule = Rule(noise.next() as u16);
        let mirrored = (0..16).fold(0, |sum, row| {
            let p = row & 8 != 0;
            let l = row & 4 != 0;
            let s = row & 2 != 0;
            let r = row & 1 != 0;
            sum | u16::from(rule.next(p, r, s, l)) << row
        });
        let mirror =
            |t: &PlainTree| PlainTree { left: t.right.clone(), right: t.left.clone(), ..t.clone() };
        let there = step(&mirror(&plain).pack(), Rule(mirrored));
        assert_eq!(there, mirror(&plain.step(rule)).pack());
    }
}
