//! The plain rules: what a slide does, and the checksum of a path.

use super::board::Board;

/// A move, named by the direction in which the tile slides; in the tie order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Slide {
    /// The tile to the right of the gap slides left.
    Left,
    /// The tile to the left of the gap slides right.
    Right,
    /// The tile below the gap slides up.
    Up,
    /// The tile above the gap slides down.
    Down,
}

impl Slide {
    /// All of them, in the tie order.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// Returns the letter that names it.
    pub fn letter(self) -> char {
        char::from(self.byte())
    }

    /// Returns the ASCII code of its letter.
    pub fn byte(self) -> u8 {
        b"LRUD"[self as usize]
    }

    /// Returns the slide of a letter, capital or small.
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'L' | 'l' => Self::Left,
            'R' | 'r' => Self::Right,
            'U' | 'u' => Self::Up,
            'D' | 'd' => Self::Down,
            _ => return None,
        })
    }

    /// Returns the slide in the opposite direction.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }

    /// Returns the place of the tile that slides into a gap at `gap`, on a board of that shape.
    pub fn tile_place(self, rows: usize, cols: usize, gap: usize) -> Option<usize> {
        let (row, col) = (gap / cols, gap % cols);
        match self {
            Self::Left => (col + 1 < cols).then(|| gap + 1),
            Self::Right => (col > 0).then(|| gap - 1),
            Self::Up => (row + 1 < rows).then(|| gap + cols),
            Self::Down => (row > 0).then(|| gap - cols),
        }
    }
}

impl Board {
    /// Returns the board after a slide; `None` if there is no tile to slide that way.
    pub fn after(&self, slide: Slide) -> Option<Self> {
        let from = slide.tile_place(self.rows(), self.cols(), self.gap())?;
        let mut board = self.clone();
        board.fill_gap(from);
        Some(board)
    }

    /// Returns the board after slides one after the other.
    ///
    /// # Errors
    /// The place in `slides` (from 0) of the first that is not possible.
    #[cfg(test)]
    pub(super) fn play(&self, slides: &[Slide]) -> Result<Self, usize> {
        let mut board = self.clone();
        for (at, &slide) in slides.iter().enumerate() {
            let from = slide.tile_place(board.rows(), board.cols(), board.gap()).ok_or(at)?;
            board.fill_gap(from);
        }
        Ok(board)
    }

    /// Returns the slides that are possible, in the tie order.
    pub fn slides(&self) -> impl Iterator<Item = Slide> + '_ {
        let possible =
            |slide: &Slide| slide.tile_place(self.rows(), self.cols(), self.gap()).is_some();
        Slide::ALL.into_iter().filter(possible)
    }
}

/// The modulus of checksums.
pub(super) const CHECKSUM_MODULUS: u64 = 100_000_007;

/// The factor of checksums.
pub(super) const CHECKSUM_FACTOR: u64 = 243;

/// Returns the checksum of a path (Project Euler 244): from 0, for each letter `sum = (sum · 243 +
/// ASCII) mod 100000007`.
pub(super) fn checksum(slides: &[Slide]) -> u64 {
    slides.iter().fold(0, |sum, &slide| checksum_step(sum, slide))
}

/// Returns the checksum of a path with one more letter.
pub(super) fn checksum_step(sum: u64, slide: Slide) -> u64 {
    (sum * CHECKSUM_FACTOR + u64::from(slide.byte())) % CHECKSUM_MODULUS
}
