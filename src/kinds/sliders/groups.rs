//! The division of the tiles into groups, each with a pattern database.

use super::board::Pair;
use super::pattern::MAX_PLACES;

/// One partition of the tiles into groups, all tables in one array.
///
/// The second partition is the first one mirrored in the main diagonal. If the goal's gap lies on
/// the diagonal of a square board and all tiles differ, it needs no tables: mirrored places are
/// looked up in the first one's (`places` maps them).
pub(super) struct Side {
    /// For every tile: the number of its group, and the weight of a place in its index.
    pub(super) group: [u8; MAX_PLACES],
    pub(super) weight: [i32; MAX_PLACES],
    /// The number that a place counts as.
    pub(super) places: [i32; MAX_PLACES],
    /// The starts of the tables of the groups.
    pub(super) offsets: Vec<usize>,
    /// Which array of tables it looks at.
    pub(super) tables: usize,
}

impl Side {
    /// Returns the index of every group if these tiles lie on the board; that at the gap does not
    /// count.
    pub(super) fn indices(&self, cells: &[u8], gap: usize) -> impl Iterator<Item = usize> {
        (0..self.offsets.len()).map(move |group| {
            let members = (0..).zip(cells).filter(move |&(place, &tile)| {
                place != gap && usize::from(self.group[usize::from(tile)]) == group
            });
            let part =
                |(place, &tile): (usize, &u8)| self.places[place] * self.weight[usize::from(tile)];
            members.map(part).sum::<i32>() as usize
        })
    }
}

/// A table to make.
pub(super) struct Plan {
    /// The array to which it is appended.
    pub(super) array: usize,
    /// The places where each tile of the group may come to rest.
    pub(super) targets: Vec<Vec<usize>>,
}

/// The tiles of a pair, numbered by the place where they belong, in two partitions.
pub(super) struct Groups {
    /// Tile numbers by place at the start.
    pub(super) start_cells: Vec<u8>,
    /// The partitions: along the rows, along the columns.
    pub(super) sides: [Side; 2],
    /// The tables that they need, in their order in the arrays.
    pub(super) plans: Vec<Plan>,
}

impl Groups {
    /// Returns the groups for a pair, of at most `most` tiles each.
    pub(super) fn new(pair: &Pair, most: usize) -> Self {
        let start = pair.start();
        let goal = pair.goal();
        let rows = start.rows();
        let cols = start.cols();
        let places = start.cells().len();

        // A tile for every place of the goal, numbered by the place where it belongs. Equal tiles
        // get the places of their label in reading order.
        let mut start_cells = vec![0u8; places];
        let mut used = vec![false; places];
        for (place, &label) in start.cells().iter().enumerate() {
            let free = (0..places).find(|&at| !used[at] && goal.cells()[at] == label);
            let tile = free.expect("both boards have the same tiles");
            used[tile] = true;
            start_cells[place] = tile as u8;
        }

        let rests = |tile: usize| -> Vec<usize> {
            (0..places).filter(|&at| goal.cells()[at] == goal.cells()[tile]).collect()
        };

        let row_wise = snake(rows, cols, |row, col| row * cols + col);
        let transposed = |place: usize| place % cols * rows + place / cols;
        let mirrored = rows == cols && transposed(goal.gap()) == goal.gap() && pair.all_differ();
        let column_wise = if mirrored {
            row_wise.iter().map(|&tile| transposed(tile)).collect()
        } else {
            snake(cols, rows, |col, row| row * cols + col)
        };

        let mut plans = Vec::new();
        let mut side = |number: usize, order: &[usize], mirror: bool| {
            let tiles: Vec<usize> =
                order.iter().copied().filter(|&tile| tile != goal.gap()).collect();
            let groups = tiles.len().div_ceil(most.max(1));
            let mut side = Side {
                group: [0; MAX_PLACES],
                weight: [0; MAX_PLACES],
                places: std::array::from_fn(|place| match place < places {
                    true if mirror => transposed(place) as i32,
                    _ => place as i32,
                }),
                offsets: Vec::new(),
                tables: if mirror { 0 } else { number },
            };

            let mut offset = 0;
            let mut rest = &tiles[..];
            for group in 0..groups {
                let size = rest.len().div_ceil(groups - group);
                let (members, later) = rest.split_at(size);
                rest = later;
                for (slot, &tile) in members.iter().enumerate() {
                    side.group[tile] = group as u8;
                    side.weight[tile] = places.pow(slot as u32) as i32;
                }
                if !mirror {
                    let targets = members.iter().map(|&tile| rests(tile)).collect();
                    plans.push(Plan { array: number, targets });
                }
                side.offsets.push(offset);
                offset += places.pow(size as u32);
            }
            side
        };

        let sides = [side(0, &row_wise, false), side(1, &column_wise, mirrored)];
        Self { start_cells, sides, plans }
    }
}

/// Returns the places in rows of which every other is read backward, so that neighbors in the list
/// are neighbors on the board. `place` numbers them.
fn snake(rows: usize, cols: usize, place: impl Fn(usize, usize) -> usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(rows * cols);
    for row in 0..rows {
        for col in 0..cols {
            order.push(place(row, if row % 2 == 0 { col } else { cols - 1 - col }));
        }
    }
    order
}
