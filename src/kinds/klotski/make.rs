//! Boards of blocks made to order: a square of four cells, dominoes and single cells, with two cells
//! empty. The square must reach the middle of the short edge across from the start of the board, as
//! in L'âne rouge.

use crate::kinds::blocks::make::{BoardMaker, Effort, Ground, OPTIONS, Order, Shape, cell};
use crate::puzzle::make::{Make, Maker, Range, Size, Wishes};

/// The lengths of a side.
const SIDES: Range = Range { least: 3, most: 6 };
/// The board if nothing else is asked for.
const USUAL: Order =
    Order { size: Size { rows: 5, columns: 4 }, moves: Range { least: 30, most: 80 }, walls: 0 };
/// The most cells of a board: the states of larger ones are too many to be listed.
const AREA: usize = 24;
/// Cells without a block.
const FREE: usize = 2;
const SHAPES: &[Shape] = &[
    Shape { rows: 1, columns: 2 },
    Shape { rows: 2, columns: 1 },
    Shape { rows: 1, columns: 2 },
    Shape { rows: 2, columns: 1 },
    Shape { rows: 1, columns: 1 },
    Shape { rows: 1, columns: 1 },
];
const EFFORT: Effort = Effort { boards: 1000, random: 60, pool: 10, states: 150_000 };

/// The way to make boards of blocks.
#[derive(Debug)]
pub(super) struct MakeKlotski;

impl Make for MakeKlotski {
    fn options(&self) -> &'static [&'static str] {
        OPTIONS
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let order = USUAL.read(wishes, SIDES)?;
        let Order { size, walls, .. } = order;
        if size.area() > AREA {
            return Err(format!(
                "a klotski board can have {AREA} cells, such as `--size 6x4`; larger ones have too many states"
            ));
        }

        // The square has four cells.
        let room = (size.area() - 4 - FREE) as u64 - walls.min((size.area() - 4 - FREE) as u64);
        let most = Range { least: 1 + room.div_ceil(2), most: 1 + room };
        let pieces = wishes.range("pieces", Range { least: 1, ..most })?;
        let pieces = pieces.unwrap_or(Range { least: 1, ..most });
        if pieces.most < most.least {
            return Err(format!(
                "a board of this size needs {} blocks or more, as blocks have at most two cells",
                most.least
            ));
        }

        let rows = size.rows;
        let columns = size.columns;
        let goal = match rows >= columns {
            true => cell(rows - 2, (columns - 2) / 2),
            false => cell((rows - 2) / 2, columns - 2),
        };
        let hero = Shape { rows: 2, columns: 2 };
        let ground = Ground { size, lanes: false, hero, goal, shapes: SHAPES };

        Ok(Box::new(BoardMaker {
            ground,
            order,
            pieces,
            first: pieces,
            free: Range { least: FREE as u64, most: FREE as u64 },
            fills: true,
            effort: EFFORT,
        }))
    }
}
