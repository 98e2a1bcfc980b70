//! A board while it is made: pieces and walls that can be added and taken away.

use super::super::rules::{Block, Board, Goal, Places};
use crate::puzzle::make::{Draw, Size};
use crate::scene::Coordinate;

/// The labels of pieces after the hero's, `A`. `O` and `X` in either case are left out: they mean
/// something else in rows of cars.
const LABELS: &str = "BCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnpqrstuvwyz";

/// Draws of a free place for a piece before it is given up.
const DRAWS: u64 = 20;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    /// Its rows.
    pub(crate) rows: i32,
    /// Its columns.
    pub(crate) columns: i32,
}

/// A rectangle at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Piece {
    /// Its first cell.
    pub(crate) at: Coordinate,
    /// Its size.
    pub(crate) shape: Shape,
}

/// The parts of the boards of a call that all attempts share.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    /// The size of the boards.
    pub(crate) size: Size,
    /// True if pieces slide along their own axis only.
    pub(crate) lanes: bool,
    /// The shape of the piece that has a goal.
    pub(crate) hero: Shape,
    /// The place of its goal.
    pub(crate) goal: Coordinate,
    /// The shapes of the other pieces; one that is there twice is drawn twice as often.
    pub(crate) shapes: &'static [Shape],
}

/// A board that is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) hero: Coordinate,
    /// The other pieces.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) walls: Vec<Coordinate>,
}

impl Piece {
    /// Returns the cells of the piece, in reading order.
    pub(super) fn cells(self) -> impl Iterator<Item = Coordinate> {
        let Self { at, shape } = self;
        (0..shape.rows).flat_map(move |row| {
            (0..shape.columns).map(move |column| at + Coordinate::new(row, column))
        })
    }
}

impl Ground {
    /// Returns a random place at which a shape lies on the board.
    fn place(&self, shape: Shape, draw: &mut Draw) -> Option<Coordinate> {
        let rows = (self.size.rows as i32 - shape.rows + 1).max(0);
        let columns = (self.size.columns as i32 - shape.columns + 1).max(0);
        let count = (rows * columns) as usize;
        let at = (count > 0).then(|| draw.index(count) as i32)?;
        Some(Coordinate::new(at / columns, at % columns))
    }

    /// Returns a plan with the hero alone. A hero that keeps to its lane starts in that of its goal.
    pub(crate) fn begin(&self, draw: &mut Draw) -> Option<Plan> {
        let mut hero = self.place(self.hero, draw)?;
        if self.lanes {
            hero.row = self.goal.row;
        }
        Some(Plan { hero, pieces: Vec::new(), walls: Vec::new() })
    }
}

impl Plan {
    /// Returns the hero as a piece.
    fn first(&self, ground: &Ground) -> Piece {
        Piece { at: self.hero, shape: ground.hero }
    }

    /// Returns whether each cell of the board is taken, in reading order.
    fn taken(&self, ground: &Ground) -> Vec<bool> {
        let mut taken = vec![false; ground.size.area()];
        let pieces = self.pieces.iter().copied().chain([self.first(ground)]);
        for cell in pieces.flat_map(Piece::cells).chain(self.walls.iter().copied()) {
            taken[cell.row as usize * ground.size.columns + cell.column as usize] = true;
        }
        taken
    }

    /// Returns the number of empty cells.
    pub(crate) fn free(&self, ground: &Ground) -> usize {
        self.taken(ground).iter().filter(|taken| !**taken).count()
    }

    /// Returns whether a piece lies on empty cells.
    fn fits(&self, ground: &Ground, piece: Piece) -> bool {
        let taken = self.taken(ground);
        let mut cells = piece.cells();
        cells.all(|cell| !taken[cell.row as usize * ground.size.columns + cell.column as usize])
    }

    /// Adds a piece of a random shape at a random place. Returns false if no place was found.
    pub(crate) fn add(&mut self, ground: &Ground, draw: &mut Draw) -> bool {
        for _ in 0..DRAWS {
            let shape = ground.shapes[draw.index(ground.shapes.len())];
            let Some(at) = ground.place(shape, draw) else { continue };
            let piece = Piece { at, shape };
            // A car beside the hero in its lane would stay there.
            let stays = ground.lanes && shape.rows == 1 && at.row == ground.goal.row;
            if !stays && self.fits(ground, piece) {
                self.pieces.push(piece);
                return true;
            }
        }
        false
    }

    /// Adds a wall at a random place. Returns false if no place was found.
    pub(crate) fn add_wall(&mut self, ground: &Ground, draw: &mut Draw) -> bool {
        let shape = Shape { rows: 1, columns: 1 };
        for _ in 0..DRAWS {
            let Some(at) = ground.place(shape, draw) else { return false };
            let stays = ground.lanes && at.row == ground.goal.row;
            if !stays && self.fits(ground, Piece { at, shape }) {
                self.walls.push(at);
                return true;
            }
        }
        false
    }

    /// Returns the board; `None` if there are more pieces than labels. Its blocks are in reading
    /// order of their first cells, and labeled in this order.
    pub(crate) fn board(&self, ground: &Ground) -> Option<Board> {
        let first = self.first(ground);
        let mut pieces: Vec<Piece> = self.pieces.iter().copied().chain([first]).collect();
        pieces.sort_unstable();
        let mut labels = LABELS.chars();
        let mut blocks = Vec::new();
        let mut goals = Vec::new();
        for (number, &piece) in pieces.iter().enumerate() {
            let label = match piece == first {
                true => {
                    goals.push(Goal { block: number, at: ground.goal });
                    String::from("A")
                }
                false => labels.next()?.to_string(),
            };
            let cells = Piece { at: Coordinate::new(0, 0), ..piece }.cells().collect();
            blocks.push(Block { label, cells });
        }
        let mut walls = vec![false; ground.size.area()];
        for wall in &self.walls {
            walls[wall.row as usize * ground.size.columns + wall.column as usize] = true;
        }
        let start = pieces.iter().map(|piece| piece.at).collect();
        let rows = ground.size.rows as i32;
        let columns = ground.size.columns as i32;
        Some(Board { rows, columns, walls, blocks, start, goals, lanes: ground.lanes })
    }

    /// Returns the plan of a board whose blocks are at other places.
    pub(crate) fn of(board: &Board, places: &Places, walls: &[Coordinate]) -> Self {
        let hero = board.goals.first().map_or(0, |goal| goal.block);
        let shape = |block: usize| {
            let last = board.blocks[block].cells.last().copied().unwrap_or(Coordinate::new(0, 0));
            Shape { rows: last.row + 1, columns: last.column + 1 }
        };
        let others = (0..places.len()).filter(|&block| block != hero);
        let pieces = others.map(|block| Piece { at: places[block], shape: shape(block) });
        Self { hero: places[hero], pieces: pieces.collect(), walls: walls.to_vec() }
    }
}
