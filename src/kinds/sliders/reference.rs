//! The plain search over the plain rules: the oracle of both engines in tests.

use std::collections::HashMap;

use super::{Board, Pair, Slide};

/// Returns every shortest path, in the order of the letters under the tie order.
pub(super) fn all_shortest(pair: &Pair) -> Vec<Vec<Slide>> {
    let mut paths: HashMap<Board, Vec<Vec<Slide>>> = HashMap::new();
    let mut layer = vec![pair.start().clone()];
    paths.insert(pair.start().clone(), vec![Vec::new()]);
    let mut known = paths.clone();
    while !layer.is_empty() {
        if let Some(mut shortest) = paths.remove(pair.goal()) {
            shortest.sort();
            return shortest;
        }
        let mut next: HashMap<Board, Vec<Vec<Slide>>> = HashMap::new();
        let mut order = Vec::new();
        for board in &layer {
            for slide in board.slides() {
                let after = board.after(slide).expect("a possible slide");
                if known.contains_key(&after) {
                    continue;
                }
                if !next.contains_key(&after) {
                    order.push(after.clone());
                }
                let longer = paths[board].iter().map(|path| [&path[..], &[slide]].concat());
                next.entry(after).or_default().extend(longer);
            }
        }
        known.extend(next.keys().map(|board| (board.clone(), Vec::new())));
        paths = next;
        layer = order;
    }
    Vec::new()
}
