//! One generation of a packed tree, 64 nodes at a time.
//!
//! For a word of 64 nodes (breadth-first order) with `m` the mask of the internal ones and `k` the
//! internal nodes before it:
//!
//! * their left children are bits `k + 1 ..` of the row of lefts, read through a window of 64 bits
//!   and spread to the places of their parents by a deposit at `m`; the rights likewise;
//! * their own states, those of the internal ones extracted at `m` and appended to a stream, are the
//!   parents' states of later (or the same) nodes: bit `j` of the stream belongs to nodes `2j`, `2j + 1`.
//!
//! So one pass forward serves every shape of tree, without an index per node; a complete tree needs
//! no masks either. The 16-row rule is applied bit-sliced. Two versions, portable and AVX2; the
//! processor is asked at run time.
//! The idea of deposit and extract at a running offset is the project's own; the software
//! versions are the compress and expand of Warren, *Hacker's Delight*, 2nd ed., 7-4 and 7-5.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod bmi2;
mod complete;
#[cfg(target_arch = "x86_64")]
mod gather;
pub(super) mod portable;
pub(super) mod sweep;

use super::layout::{Shape, Tree};
use super::rules::Rule;

/// Which version of the step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Plain 64-bit arithmetic, on any processor.
    Portable,
    /// Bit deposit and extract in hardware, and 256 bits at a time for the rest (x86-64-v3).
    Avx2,
}

impl Engine {
    /// Returns the fastest version that this processor runs.
    pub fn detect() -> Self {
        *Self::available().last().expect("the portable version always runs")
    }

    /// Returns every version that this processor runs, slowest first.
    pub fn available() -> Vec<Self> {
        let all = std::iter::once(Self::Portable);
        #[cfg(target_arch = "x86_64")]
        let all = all.chain(bmi2::Bmi2::detect().map(|_| Self::Avx2));
        all.collect()
    }

    /// Writes the generation after `old` to `new`, a tree of the same shape. Costs a pass over one
    /// bit per node.
    ///
    /// # Panics
    /// When the shapes differ.
    pub fn advance(self, rule: Rule, old: &Tree, new: &mut Tree) {
        assert!(old.shape() == new.shape(), "a generation has the shape of the one before");
        let shape = old.shape().clone();
        self.step(&shape, rule, old.state(), new.state_mut());
    }

    /// Writes the generation after `old` to `new`; both are split states of `shape`. A version that
    /// this processor cannot run is replaced by the portable one.
    pub(super) fn step(self, shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
        assert!(old.len() == shape.state_words() && new.len() == shape.state_words());
        if !self.step_in_hardware(shape, rule, old, new) {
            portable::step(shape, rule, old, new);
        }
        shape.trim(new);
    }

    /// Does the step if this processor has the instructions for this version; answers whether it
    /// did.
    #[cfg(target_arch = "x86_64")]
    fn step_in_hardware(self, shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) -> bool {
        let done = match self {
            Self::Portable => None,
            Self::Avx2 => {
                bmi2::Bmi2::detect().map(|proof| avx2::step(proof, shape, rule, old, new))
            }
        };
        done.is_some()
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn step_in_hardware(self, _: &Shape, _: Rule, _: &[u64], _: &mut [u64]) -> bool {
        false
    }
}

#[cfg(test)]
mod tests;
