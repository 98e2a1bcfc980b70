//! Small tables of the band solver, made at compile time.

/// For a row of nine cells, which of its three thirds hold a candidate.
pub(super) static THIRDS: [u8; 512] = {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        table[row] = (row & 7 != 0) as u8
            | ((row >> 3 & 7 != 0) as u8) << 1
            | ((row >> 6 & 7 != 0) as u8) << 2;
        row += 1;
    }
    table
};

/// A digit takes one third in each row of a band, and one in each box. For the nine thirds that
/// still hold a candidate (bit 3·row + box), those that lie in a choice of three that serves all
/// rows and boxes; 0 if there is none. The same table serves the columns of a stack.
///
/// Example: with thirds (0,0), (0,1), (1,0), (1,1), (2,2), (2,0) the digit must take (2,2), so
/// (2,0) is removed.
pub(super) static SHRINK: [u16; 512] = {
    const WAYS: [u16; 6] = [
        1 | 1 << 4 | 1 << 8,
        1 | 1 << 5 | 1 << 7,
        1 << 1 | 1 << 3 | 1 << 8,
        1 << 1 | 1 << 5 | 1 << 6,
        1 << 2 | 1 << 3 | 1 << 7,
        1 << 2 | 1 << 4 | 1 << 6,
    ];
    let mut table = [0; 512];
    let mut thirds = 0;
    while thirds < 512 {
        let mut way = 0;
        while way < 6 {
            if thirds as u16 & WAYS[way] == WAYS[way] {
                table[thirds] |= WAYS[way];
            }
            way += 1;
        }
        thirds += 1;
    }
    table
};

/// The cells of a band that lie in a set of thirds.
pub(super) static CELLS: [u32; 512] = {
    let mut table = [0; 512];
    let mut thirds = 0;
    while thirds < 512 {
        let mut at = 0;
        while at < 9 {
            if thirds >> at & 1 == 1 {
                table[thirds] |= 7 << (3 * at);
            }
            at += 1;
        }
        thirds += 1;
    }
    table
};

/// For each row (of 9 bits) with exactly one candidate, that candidate; else nothing.
pub(super) static ALONE: [u16; 512] = {
    let mut table = [0; 512];
    let mut row: usize = 0;
    while row < 512 {
        if row.is_power_of_two() {
            table[row] = row as u16;
        }
        row += 1;
    }
    table
};

/// For a cell of a band: the cells of its row, its column and its box within the band.
pub(super) static PEERS: [u32; 27] = {
    let mut table = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        let mut other = 0;
        while other < 27 {
            let (row, column) = (cell / 9, cell % 9);
            let (r, c) = (other / 9, other % 9);
            if r == row || c == column || c / 3 == column / 3 {
                table[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
};
