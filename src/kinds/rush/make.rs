//! Boards of cars made to order: car `A` leaves through the right edge, in the usual exit row.

use crate::kinds::blocks::make::{BoardMaker, Effort, Ground, OPTIONS, Order, Shape, cell};
use crate::puzzle::make::{Make, Maker, Range, Size, Wishes};

/// The lengths of a side.
const SIDES: Range = Range { least: 4, most: 8 };
/// The board if nothing else is asked for.
const USUAL: Order =
    Order { size: Size { rows: 6, columns: 6 }, moves: Range { least: 15, most: 25 }, walls: 0 };
/// The shapes of cars: two thirds of them are short.
const SHAPES: &[Shape] = &[
    Shape { rows: 1, columns: 2 },
    Shape { rows: 2, columns: 1 },
    Shape { rows: 1, columns: 2 },
    Shape { rows: 2, columns: 1 },
    Shape { rows: 1, columns: 3 },
    Shape { rows: 3, columns: 1 },
];
const EFFORT: Effort = Effort { boards: 8000, random: 800, pool: 80, states: 8000 };

/// The way to make boards of cars.
#[derive(Debug)]
pub(super) struct MakeRush;

impl Make for MakeRush {
    fn options(&self) -> &'static [&'static str] {
        OPTIONS
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let order = USUAL.read(wishes, SIDES)?;
        let Order { size, walls, .. } = order;

        let area = size.area() as u64;
        let most = Range { least: 2, most: (area - 2) / 2 };
        let pieces = wishes.range("pieces", most)?.unwrap_or(most);
        if 2 * pieces.least + walls > area {
            return Err(format!(
                "{} cars and {walls} walls do not fit on the board; ask for fewer, or for another `--size`",
                pieces.least
            ));
        }

        let usual = Range { least: area * 10 / 36, most: area * 13 / 36 };
        let (least, most) = match pieces.has(usual.least) || pieces.has(usual.most) {
            true => (usual.least.max(pieces.least), usual.most.min(pieces.most)),
            false => (pieces.least, pieces.most.min(pieces.least + 3)),
        };
        let first = Range { least, most };

        let goal = cell((size.rows - 1) / 2, size.columns - 2);
        let hero = Shape { rows: 1, columns: 2 };
        let ground = Ground { size, lanes: true, hero, goal, shapes: SHAPES };
        // Nearly all hard boards have this many empty cells; on others the states are too many.
        let free = match wishes.has("pieces") {
            true => Range { least: 0, most: area },
            false => Range { least: area / 6, most: area / 3 },
        };
        Ok(Box::new(BoardMaker {
            ground,
            order,
            pieces,
            first,
            free,
            fills: false,
            effort: EFFORT,
        }))
    }
}
