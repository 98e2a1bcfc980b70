//! Bit deposit and extract in plain 64-bit arithmetic.

/// A mask and, for each of the six rounds, the bits that move by 1, 2, 4 … 32 places: the work that
/// is done once for a mask and serves several deposits and extracts.
#[derive(Clone, Copy)]
pub(super) struct Mask {
    mask: u64,
    moves: [u64; 6],
}

impl Mask {
    /// Prepares the compression of words by a mask (Hacker's Delight 7-4): a bit moves right by the
    /// number of zeros to its right, one binary digit of that number per round. The parity of the
    /// zeros comes from a parallel prefix.
    pub(super) fn new(mask: u64) -> Self {
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
        Self { mask, moves }
    }

    /// Spreads the low bits of `x` to the set bits of the mask.
    pub(super) fn deposit(&self, mut x: u64) -> u64 {
        for (round, moved) in self.moves.iter().enumerate().rev() {
            let shifted = x << (1 << round);
            x = (x & !moved) | (shifted & moved);
        }
        x & self.mask
    }

    /// Collects the bits of `x` at the set bits of the mask into the low bits.
    pub(super) fn extract(&self, x: u64) -> u64 {
        let mut x = x & self.mask;
        for (round, moved) in self.moves.iter().enumerate() {
            let moving = x & moved;
            x = (x ^ moving) | moving >> (1 << round);
        }
        x
    }
}

/// Spreads the low 32 bits to the even bits.
pub(super) fn spread(x: u64) -> u64 {
    let mut x = x & 0xffff_ffff;
    x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// Collects the even bits into the low 32 bits.
pub(super) fn evens(x: u64) -> u64 {
    let mut x = x & 0x5555_5555_5555_5555;
    x = (x | x >> 1) & 0x3333_3333_3333_3333;
    x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) & 0xffff_ffff
}
