//! The step in plain 64-bit arithmetic: the twin that every other version is tested against.

use super::complete;
use super::sweep::{self, Bits, Sliced};
use crate::kinds::automaton::layout::Shape;
use crate::kinds::automaton::rules::Rule;

/// Needs nothing of a processor.
#[derive(Clone, Copy)]
pub(in crate::kinds::automaton) struct Plain;

/// A mask and, for each of the six rounds, the bits that move by 1, 2, 4 … 32 places.
#[derive(Clone, Copy)]
pub(in crate::kinds::automaton) struct Moves {
    mask: u64,
    moves: [u64; 6],
}

impl Bits for Plain {
    type Mask = Moves;

    /// Prepares the compression of words by a mask (Hacker's Delight 7-4): a bit moves right by the
    /// number of zeros to its right, one binary digit of that number per round. The parity of the
    /// zeros comes from a parallel prefix.
    fn prepare(self, mask: u64) -> Moves {
        let mut left = mask;
        let mut zeros = !mask << 1;
        let mut moves = [0; 6];
        for (round, moved) in moves.iter_mut().enumerate() {
            let mut parity = zeros;
            for shift in [1, 2, 4, 8, 16, 32] {
                parity ^= parity << shift;
            }
            *moved = parity & left;
            left = (left ^ *moved) | *moved >> (1 << round);
            zeros &= !parity;
        }
        Moves { mask, moves }
    }

    fn deposit(self, mut x: u64, mask: Moves) -> u64 {
        for (round, moved) in mask.moves.iter().enumerate().rev() {
            let shifted = x << (1 << round);
            x = (x & !moved) | (shifted & moved);
        }
        x & mask.mask
    }

    fn extract(self, x: u64, mask: Moves) -> u64 {
        let mut x = x & mask.mask;
        for (round, moved) in mask.moves.iter().enumerate() {
            let moving = x & moved;
            x = (x ^ moving) | moving >> (1 << round);
        }
        x
    }

    fn spread(self, x: u64) -> u64 {
        let mut x = x & 0xffff_ffff;
        x = (x | x << 16) & 0x0000_ffff_0000_ffff;
        x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
        x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        x = (x | x << 2) & 0x3333_3333_3333_3333;
        (x | x << 1) & 0x5555_5555_5555_5555
    }

    fn evens(self, x: u64) -> u64 {
        let mut x = x & 0x5555_5555_5555_5555;
        x = (x | x >> 1) & 0x3333_3333_3333_3333;
        x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
        x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
        x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
        (x | x >> 16) & 0xffff_ffff
    }
}

pub(super) fn step(shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    if shape.is_complete() {
        let blocks = shape.blocks();
        let (new_lefts, new_rights) = new.split_at_mut(blocks);
        let (lefts, rights) = old[..2 * blocks].split_at(blocks);
        let sliced = Sliced::new(rule);
        complete::step(Plain, &sliced, 0..blocks, lefts, rights, new_lefts, new_rights);
        new[2 * blocks..].fill(0);
    } else {
        sweep::step(Plain, shape, rule, old, new);
    }
}
