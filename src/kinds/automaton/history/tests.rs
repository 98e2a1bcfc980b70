use super::super::rules::PlainTree;
use super::super::rules::Rule;
use super::super::samples::{self, Noise};
use super::*;

/// Returns every generation of a plain tree, and where its cycle begins and how long it is.
fn life(plain: &PlainTree, rule: Rule) -> (Vec<Vec<bool>>, usize, usize) {
    let mut states = vec![plain.live.clone()];
    let mut tree = plain.clone();
    loop {
        tree = tree.step(rule);
        if let Some(first) = states.iter().position(|state| *state == tree.live) {
            let period = states.len() - first;
            return (states, first, period);
        }
        states.push(tree.live.clone());
    }
}

fn bits(history: &mut History, line: &Timeline, at: u128) -> Tree {
    history.tree(line, at, &Budget::unlimited()).expect("there is no limit")
}

#[test]
fn any_generation_in_any_order_with_few_checkpoints() {
    let mut noise = Noise(5);
    for nodes in [1, 3, 7, 9, 11, 13, 15, 129] {
        for _ in 0..6 {
            let rule = Rule(noise.next() as u16);
            let plain = samples::scattered(samples::random(nodes, &mut noise), &mut noise);
            let mut tree = plain.clone();
            let mut states = vec![plain.clone()];
            for _ in 0..200 {
                tree = tree.step(rule);
                states.push(tree.clone());
            }

            let mut history = History::with(plain.pack(), 0);
            let line = Timeline::new(rule);
            for _ in 0..60 {
                let at = noise.below(states.len());
                assert_eq!(
                    bits(&mut history, &line, at as u128),
                    states[at].pack(),
                    "{nodes} {at}"
                );
            }

            for at in (0..states.len()).rev() {
                assert_eq!(
                    bits(&mut history, &line, at as u128),
                    states[at].pack(),
                    "{nodes} {at}"
                );
            }
        }
    }
}

#[test]
fn cycles_and_far_jumps_agree_with_the_plain_life() {
    let mut noise = Noise(11);
    for nodes in [1, 3, 5, 7, 9, 11] {
        for _ in 0..12 {
            let rule = Rule(noise.next() as u16);
            let plain = samples::scattered(samples::random(nodes, &mut noise), &mut noise);
            let (states, first, period) = life(&plain, rule);
            let order = plain.breadth_first();
            let line = Timeline::new(rule);

            for checkpoints in [0, 1 << 20] {
                let mut history = History::with(plain.pack(), checkpoints);
                let budget = Budget::unlimited();
                assert_eq!(history.cycle(&line, &budget), Ok((first as u128, period as u128)));
                let far = 1_000_000_000_000_000_000_u128;
                let same = first + ((far - first as u128) % period as u128) as usize;
                let expected = PlainTree { live: states[same].clone(), ..plain.clone() }.pack();
                assert_eq!(bits(&mut history, &line, far), expected);

                for (number, &index) in order.iter().enumerate() {
                    for live in [true, false] {
                        let node = NodeIndex(number as u32 + 1);
                        let expected = (1..=first + period)
                            .find(|&at| {
                                let at = if at < states.len() {
                                    at
                                } else {
                                    first + (at - first) % period
                                };
                                states[at][index as usize] == live
                            })
                            .map(|at| at as u128);
                        assert_eq!(history.when(&line, node, live, &budget), Ok(expected));
                    }
                }
            }
        }
    }
}

#[test]
fn stops_keep_everything_and_lead_to_the_same_end() {
    let mut noise = Noise(3);
    let plain = samples::scattered(samples::random(31, &mut noise), &mut noise);
    let line = Timeline::new(Rule(23749));
    let mut whole = History::with(plain.pack(), 0);
    let cycle = whole.cycle(&line, &Budget::unlimited());
    let mut pieces = History::with(plain.pack(), 0);
    for states in (1..).step_by(100_000) {
        let partial = pieces.cycle(&line, &Budget::unlimited().with_states(states));
        if partial.is_ok() {
            assert_eq!(partial, cycle);
            break;
        }
        assert_eq!(partial, Err(Stop::States));
    }
    assert_eq!(pieces.worked(), whole.worked());
}

#[test]
fn rules_change_and_come_back() {
    let mut noise = Noise(9);
    let plain = samples::scattered(samples::random(15, &mut noise), &mut noise);
    let mut history = History::with(plain.pack(), 0);
    let zero = Timeline::new(Rule(23749));
    let ten = zero.moved(10).expect("forward");
    let other = ten.with_rule(Rule(42354));
    let back = other.moved(5).and_then(|line| line.moved(-8)).expect("to generation 7");
    assert_eq!((back.position(), back.newest(), back.rule()), (7, 15, Rule(23749)));
    assert_eq!((ten.with_rule(Rule(23749)).newest(), ten.rule()), (10, Rule(23749)));

    let mut states = vec![plain];
    for at in 0..20 {
        let rule = Rule(if at < 10 { 23749 } else { 42354 });
        states.push(states[at].step(rule));
    }
    for at in [15, 3, 12, 10, 11, 9, 20] {
        assert_eq!(bits(&mut history, &other, at as u128), states[at].pack());
    }

    // Undone: the old rule continues; a far jump, then a new rule there.
    assert_eq!(bits(&mut history, &ten, 11), states[10].step(Rule(23749)).pack());
    let far = zero.moved(i128::from(i64::MAX)).expect("forward").with_rule(Rule(42354));
    let there = bits(&mut history, &far, far.position());
    let next = PlainTree::unpack(&there).step(Rule(42354)).pack();
    assert_eq!(bits(&mut history, &far, far.position() + 1), next);
    assert!(zero.moved(-1).is_none());

    // A thousand rules use no more tracks than may be held.
    let mut line = zero;
    for rule in 0..1000 {
        line = line.moved(1).expect("forward").with_rule(Rule(rule));
        bits(&mut history, &line, line.position());
    }
    assert!(history.bytes() < 1 << 20);
}
