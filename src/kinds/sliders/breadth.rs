//! Every shortest path, by breadth-first search: their number, each of them, their checksums.

use num_bigint::BigUint;

use super::board::{Board, Pair};
use super::rules::{CHECKSUM_FACTOR, CHECKSUM_MODULUS, Slide, checksum};
use super::space::{Key, Layout, SliderSpace};
use crate::puzzle::moves::Engine;
use crate::search::{
    AllShortest, Budget, Explorer, Fold, Outcome, PathCursor, Search, Shortest, Stop,
};

/// The sum of the checksums of all shortest paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sum {
    /// Each checksum reduced, the sum not.
    Exact(BigUint),
    /// The sum modulo [`CHECKSUM_MODULUS`]: the paths are too many for the exact one.
    Modulo(u64),
}

/// Most shortest paths whose checksums are added up one by one.
pub(super) const MOST_PATHS: u64 = 1 << 20;

/// The sum of the checksums as far as it came before a stop.
#[derive(Default)]
pub(super) struct Summing {
    /// True if the paths are few enough to be listed; known once they are counted.
    is_exact: Option<bool>,
    paths: PathCursor<Slide>,
    total: BigUint,
    modular: Fold<(u64, u64)>,
}

/// Returns the sum of the checksums of the shortest paths of a search.
fn sum_of<K: Key>(
    ways: &mut Explorer<SliderSpace<K>>,
    summing: &mut Summing,
    budget: &Budget,
) -> Outcome<Sum> {
    if summing.is_exact.is_none() {
        match ways.count(budget) {
            Outcome::Solved(count) => summing.is_exact = Some(count <= MOST_PATHS.into()),
            Outcome::Unsolvable => return Outcome::Unsolvable,
            Outcome::GaveUp(stop) => return Outcome::GaveUp(stop),
        }
    }
    let outcome = ways
        .shortest(budget)
        .and_then(|outcome| outcome.map(|paths| sum(&paths, summing, budget)).transpose());
    if outcome.is_ok() {
        *summing = Summing::default();
    }
    Outcome::from(outcome)
}

/// Returns the sum of checksums: exact by listing the paths, if they are few enough.
fn sum<K: Key>(
    AllShortest { shortest, search, .. }: &AllShortest<'_, SliderSpace<K>>,
    summing: &mut Summing,
    budget: &Budget,
) -> Result<Sum, Stop> {
    if summing.is_exact == Some(false) {
        return modular_sum(shortest, search, &mut summing.modular, budget);
    }
    loop {
        budget.check(0, 0)?;
        let Some(path) = shortest.next_path(search, &mut summing.paths) else {
            return Ok(Sum::Exact(summing.total.clone()));
        };
        summing.total += checksum(&path);
    }
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
    pub(super) fn engine(&self) -> &dyn Engine<Position = Board, Move = Slide> {
        each!(self, ways => ways)
    }

    /// Returns the search to continue it.
    pub(super) fn engine_mut(&mut self) -> &mut dyn Engine<Position = Board, Move = Slide> {
        each!(self, ways => ways)
    }

    /// Returns the sum of the checksums of all shortest paths: exact if they are at most
    /// [`MOST_PATHS`].
    pub(super) fn sum(&mut self, summing: &mut Summing, budget: &Budget) -> Outcome<Sum> {
        each!(self, ways => sum_of(ways, summing, budget))
    }

    /// Returns the sum modulo the modulus, however few paths there are.
    #[cfg(test)]
    pub(super) fn modular(&mut self) -> Option<Sum> {
        let budget = Budget::unlimited();
        each!(self, ways => {
            let paths = ways.shortest(&budget).ok()??;
            modular_sum(paths.shortest, paths.search, &mut Fold::default(), &budget).ok()
        })
    }
}
