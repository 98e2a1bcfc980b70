//! Every shortest path, by breadth-first search: their number, each of them, their checksums.

use num_bigint::BigUint;

use super::board::{Board, Pair};
use super::rules::{CHECKSUM_FACTOR, CHECKSUM_MODULUS, Slide, checksum_step};
use super::space::{Key, Layout, SliderSpace};
use crate::search::{Budget, Explorer, Fold, Outcome, Search, Shortest, Stop, Walk};

/// The sum of the checksums of all shortest paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sum {
    /// Each checksum reduced, the sum not.
    Exact(BigUint),
    /// The sum modulo [`CHECKSUM_MODULUS`]: the paths are too many for the exact one.
    Modulo(u64),
}

/// Most half paths that are listed for an exact sum of checksums, at four bytes each.
///
/// The paths are cut in the layer where both halves are about equally many, so the exact sum
/// reaches to about the square of this many paths.
pub(super) const MAX_HALF_PATHS: u64 = 1 << 24;

/// The sum of the checksums as far as it came before a stop.
#[derive(Default)]
pub(super) struct Summing {
    /// The numbers of half paths that were counted, in the order of the questions.
    known: Vec<u64>,
    halves: Fold<u64>,
    prefixes: Step<Vec<u32>>,
    suffixes: Step<(u64, Vec<u32>)>,
    /// The number of prefixes that were paired with their suffixes, and the sum of these.
    paired: usize,
    total: BigUint,
    modular: Fold<(u64, u64)>,
}

/// Values of a layer, once they are known.
struct Step<T> {
    fold: Fold<T>,
    done: Option<Vec<(u32, T)>>,
}

impl<T> Default for Step<T> {
    fn default() -> Self {
        Self { fold: Fold::default(), done: None }
    }
}

impl<T> Step<T> {
    /// Returns the values, carried by `carry` unless they are known.
    fn get(
        &mut self,
        carry: impl FnOnce(&mut Fold<T>) -> Result<Vec<(u32, T)>, Stop>,
    ) -> Result<&[(u32, T)], Stop> {
        if self.done.is_none() {
            self.done = Some(carry(&mut self.fold)?);
        }
        Ok(self.done.as_deref().unwrap_or_default())
    }
}

/// Returns the sum of the checksums of the shortest paths of a search.
fn sum_of<K: Key>(
    ways: &mut Explorer<SliderSpace<K>>,
    summing: &mut Summing,
    budget: &Budget,
) -> Outcome<Sum> {
    let found = ways.shortest(budget).and_then(|found| {
        found.map(|all| sum(all.shortest, all.search, summing, budget)).transpose()
    });
    if found.is_ok() {
        *summing = Summing::default();
    }
    Outcome::from(found)
}

impl Summing {
    /// Returns the number of half paths that question `number` is about.
    fn half(
        &mut self,
        number: usize,
        carry: impl FnOnce(&mut Fold<u64>) -> Result<Vec<(u32, u64)>, Stop>,
    ) -> Result<u64, Stop> {
        if self.known.len() == number {
            let values = carry(&mut self.halves)?;
            self.known
                .push(values.into_iter().fold(0, |sum, (_, value)| sum.saturating_add(value)));
        }
        Ok(self.known[number])
    }

    /// Returns the sum of the numbers of ways from the start into each state of a layer, and from
    /// there to a goal; they do not wrap. `number` counts the questions for layers.
    fn halves<K: Key>(
        &mut self,
        shortest: &Shortest,
        search: &Search<SliderSpace<K>>,
        number: usize,
        layer: usize,
        budget: &Budget,
    ) -> Result<(u64, u64), Stop> {
        let add = |sum: &mut u64, more: u64| *sum = sum.saturating_add(more);
        let before = self.half(2 * number, |fold| {
            shortest.fold(search, layer, || 1, |n, _| *n, add, fold, budget)
        })?;
        let after = self.half(2 * number + 1, |fold| {
            shortest.fold_back(search, layer, || 1, |_, n| *n, add, fold, budget)
        })?;
        Ok((before, after))
    }
}

/// Returns the sum of checksums: exact by cutting the paths in the middle.
///
/// Let a path be `x` then `y`, `y` of `k` letters. Its checksum is `(a + b) mod m` with
/// `a = checksum(x) · 243^k mod m` and `b = checksum(y)`, so for a state in the cut with prefixes
/// `A` and suffixes `B` the sum over all pairs is `|B| ΣA + |A| ΣB − m · #{a + b ≥ m}`, and the
/// last number is found by bisection in the sorted `B`.
fn sum<K: Key>(
    shortest: &Shortest,
    search: &Search<SliderSpace<K>>,
    summing: &mut Summing,
    budget: &Budget,
) -> Result<Sum, Stop> {
    // The first layer with no fewer prefixes than suffixes: the former grow with the depth.
    let (mut low, mut high, mut number) = (0, shortest.length(), 0);
    while low < high {
        let middle = usize::midpoint(low, high);
        let (before, after) = summing.halves(shortest, search, number, middle, budget)?;
        number += 1;
        if before >= after {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    let (before, after) = summing.halves(shortest, search, number, low, budget)?;
    let room = (budget.free() / 16).min(MAX_HALF_PATHS);
    if before.saturating_add(after) > room {
        return modular_sum(shortest, search, &mut summing.modular, budget);
    }
    let m = CHECKSUM_MODULUS;
    let append = |list: &mut Vec<u32>, more: Vec<u32>| list.extend(more);
    let step = |list: &Vec<u32>, slide| {
        list.iter().map(|&sum| checksum_step(u64::from(sum), slide) as u32).collect()
    };
    let Summing { prefixes, suffixes, paired, total, .. } = summing;
    let prefixes = prefixes
        .get(|fold| shortest.fold(search, low, || vec![0u32], step, append, fold, budget))?;
    // Suffixes with 243 to the power of their length, which is the same in a layer.
    let step = |slide: Slide, (power, list): &(u64, Vec<u32>)| {
        let first = u64::from(slide.byte()) * power % m;
        let list = list.iter().map(|&sum| ((first + u64::from(sum)) % m) as u32).collect();
        (power * CHECKSUM_FACTOR % m, list)
    };
    let seed = || (1u64, vec![0u32]);
    let merge = |list: &mut (u64, Vec<u32>), more: (u64, Vec<u32>)| append(&mut list.1, more.1);
    let suffixes =
        suffixes.get(|fold| shortest.fold_back(search, low, seed, step, merge, fold, budget))?;
    for (id, list) in &prefixes[*paired..] {
        budget.check(0, 0)?;
        *paired += 1;
        let Ok(slot) = suffixes.binary_search_by_key(id, |&(id, _)| id) else { continue };
        let (power, ends) = &suffixes[slot].1;
        let mut ends = ends.clone();
        ends.sort_unstable();
        let ends_sum: u128 = ends.iter().map(|&b| u128::from(b)).sum();
        let mut here = 0u128;
        for &a in list {
            let a = u64::from(a) * power % m;
            let wraps = ends.len() - ends.partition_point(|&b| a + u64::from(b) < m);
            here += u128::from(a) * ends.len() as u128 + ends_sum;
            here -= u128::from(m) * wraps as u128;
        }
        *total += here;
    }
    Ok(Sum::Exact(total.clone()))
}

/// Returns the sum modulo the modulus, by carrying (number, sum) along the paths: `sum' = 243 · sum
/// + number · letter`.
fn modular_sum<K: Key>(
    shortest: &Shortest,
    search: &Search<SliderSpace<K>>,
    fold: &mut Fold<(u64, u64)>,
    budget: &Budget,
) -> Result<Sum, Stop> {
    let m = CHECKSUM_MODULUS;
    let total = shortest.total(
        search,
        || (1u64, 0u64),
        |(count, sum), slide| {
            (*count, (CHECKSUM_FACTOR * sum + count * u64::from(slide.byte())) % m)
        },
        |sum, more| *sum = ((sum.0 + more.0) % m, (sum.1 + more.1) % m),
        fold,
        budget,
    )?;
    Ok(Sum::Modulo(total.map_or(0, |(_, sum)| sum)))
}

/// A search with the narrowest key that a board fits in. Keys of 32 bits take 0.99 of the time of
/// those of 64 bits on Euler 244, and so are left out.
pub(super) enum Routes {
    /// Keys of 64 bits.
    Word(Explorer<SliderSpace<u64>>),
    /// Keys of 128 bits.
    Wide(Explorer<SliderSpace<u128>>),
    /// A number per cell.
    Any(Explorer<SliderSpace<Box<[u32]>>>),
}

/// Does the same for each type of key.
macro_rules! each {
    ($routes:expr, $ways:ident => $do:expr) => {
        match $routes {
            Routes::Word($ways) => $do,
            Routes::Wide($ways) => $do,
            Routes::Any($ways) => $do,
        }
    };
}

impl Routes {
    /// Returns a search from the start of the pair to its goal that has done nothing yet.
    pub(super) fn new(pair: &Pair) -> Self {
        let layout = Layout::new(pair);
        match layout.key_bits() {
            0..=64 => Self::Word(Explorer::new(SliderSpace::new(layout, pair))),
            65..=128 => Self::Wide(Explorer::new(SliderSpace::new(layout, pair))),
            _ => Self::Any(Explorer::new(SliderSpace::new(layout, pair))),
        }
    }

    /// Returns the search, whatever its keys are.
    pub(super) fn walk(&self) -> &dyn Walk {
        each!(self, ways => ways)
    }

    /// Returns the search to continue it.
    pub(super) fn walk_mut(&mut self) -> &mut dyn Walk {
        each!(self, ways => ways)
    }

    /// Returns the first of the shortest paths, in the tie order.
    pub(super) fn solve(&mut self, budget: &Budget) -> Outcome<Vec<Slide>> {
        each!(self, ways => ways.solution(budget))
    }

    /// Returns the sum of the checksums of all shortest paths: exact if about the square root of
    /// their number is within [`MAX_HALF_PATHS`] and the memory of the budget.
    pub(super) fn sum(&mut self, summing: &mut Summing, budget: &Budget) -> Outcome<Sum> {
        each!(self, ways => sum_of(ways, summing, budget))
    }

    /// Returns the sum modulo the modulus, whether or not memory allows the exact one.
    #[cfg(test)]
    pub(super) fn modular(&mut self) -> Option<Sum> {
        let budget = Budget::unlimited();
        each!(self, ways => {
            let all = ways.shortest(&budget).ok()??;
            modular_sum(all.shortest, all.search, &mut Fold::default(), &budget).ok()
        })
    }

    /// Returns the next of the shortest paths, in the tie order; `Unsolvable` after the last.
    pub(super) fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<Slide>> {
        each!(self, ways => ways.next_goal(budget))
    }

    /// Returns the path to the state of a number below the states discovered, and its board.
    pub(super) fn path_to(&self, id: u32) -> Vec<Slide> {
        each!(self, ways => ways.path_to(id))
    }

    /// Returns the board of a state of a number below the states discovered.
    pub(super) fn board(&self, id: u32) -> Board {
        each!(self, ways => ways.space().unpack(ways.state(id)))
    }
}
