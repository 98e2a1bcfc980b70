//! Premises that cannot hold together.

use super::lanes::{Forest, WIDTH};
use super::{Claim, Premise};
use crate::kinds::automaton::layout::Tree;
use crate::search::{Budget, Stop};

/// The words of a set of rules.
const WORDS: usize = (1 << 16) / 64;

/// The rules under which a premise holds, a bit for each.
pub(super) type Explained = Box<[u64; WORDS]>;

/// The largest set that is looked for exactly.
const EXACT: usize = 4;

/// The most sets that are intersected for it.
const TRIED: u64 = 1 << 16;

/// Returns the rules under which each premise holds. Takes as long as trying all rules without an
/// end at the first premise that fails.
///
/// # Errors
/// The budget stopped it.
pub(super) fn explained(
    premises: &[Premise],
    tree: &Tree,
    budget: &Budget,
) -> Result<Vec<Explained>, Stop> {
    let mut claims: Vec<(usize, &Claim)> = Vec::new();
    for (at, premise) in premises.iter().enumerate() {
        claims.extend(premise.claims.iter().map(|claim| (at, claim)));
    }
    claims.sort_by_key(|(_, claim)| claim.generation);
    budget.fits(Forest::bytes(tree.shape().nodes()) + (premises.len() * WORDS * 8) as u64)?;
    let mut sets: Vec<Explained> = premises.iter().map(|_| Box::new([u64::MAX; WORDS])).collect();
    let rules: Vec<u16> = (0..=u16::MAX).collect();
    for (number, batch) in rules.chunks(WIDTH).enumerate() {
        let mut forest = Forest::new(tree, batch);
        for (at, claim) in &claims {
            forest.go(claim.generation, tree, budget)?;
            let words = &mut sets[*at][number * WIDTH / 64..][..WIDTH / 64];
            for (word, holds) in words.iter_mut().zip(claim.holds(&forest)) {
                *word &= holds;
            }
        }
    }
    Ok(sets)
}

/// Returns the numbers of sets without a common rule: as few as possible if four are enough, and
/// otherwise so that none can be left out. All of the sets together have no common rule.
///
/// # Errors
/// The budget stopped it.
pub(super) fn smallest(sets: &[Explained], budget: &Budget) -> Result<Vec<usize>, Stop> {
    let mut tried = 0;
    for size in 1..=EXACT.min(sets.len()) {
        let mut chosen = Vec::new();
        if choose(sets, &[u64::MAX; WORDS], size, &mut chosen, &mut tried, budget)? {
            chosen.sort_unstable();
            return Ok(chosen);
        }
    }
    // A set is needed if the others alone have a common rule.
    let mut needed: Vec<usize> = (0..sets.len()).collect();
    for at in (0..sets.len()).rev() {
        budget.rest()?;
        let others = needed.iter().filter(|&&other| other != at);
        let mut common = [u64::MAX; WORDS];
        others.for_each(|&other| intersect(&mut common, &sets[other]));
        if is_empty(&common) {
            needed.retain(|&other| other != at);
        }
    }
    Ok(needed)
}

/// Looks for `size` sets without a rule of `left`. Each rule must be missing in one of them, so that
/// those are tried that lack the first rule.
fn choose(
    sets: &[Explained],
    left: &[u64; WORDS],
    size: usize,
    chosen: &mut Vec<usize>,
    tried: &mut u64,
    budget: &Budget,
) -> Result<bool, Stop> {
    let Some(word) = left.iter().position(|word| *word != 0) else { return Ok(true) };
    let bit = left[word].trailing_zeros();
    if size == 0 {
        return Ok(false);
    }
    for (at, set) in sets.iter().enumerate().filter(|(_, set)| set[word] >> bit & 1 == 0) {
        *tried += 1;
        if *tried > TRIED {
            return Ok(false);
        }
        budget.rest()?;
        let mut common = *left;
        intersect(&mut common, set);
        chosen.push(at);
        if choose(sets, &common, size - 1, chosen, tried, budget)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}

fn intersect(common: &mut [u64; WORDS], set: &[u64; WORDS]) {
    common.iter_mut().zip(set).for_each(|(word, other)| *word &= other);
}

fn is_empty(set: &[u64; WORDS]) -> bool {
    set.iter().all(|word| *word == 0)
}
