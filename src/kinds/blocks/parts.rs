//! The parts of a board that can be left out: blocks without a goal, and walls.

use std::sync::Arc;

use super::engine::{Finder, Metric};
use super::rules::{Board, Goal, Places};
use super::{Blocks, Model};
use crate::diag::Shown;
use crate::puzzle::parts::{Part, Parts};
use crate::scene::Coordinate;
use crate::search::{Budget, Stop};

/// A part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardPart {
    /// The block of that number.
    Block(usize),
    /// The wall on the cell of that number.
    Wall(usize),
}

impl Board {
    /// Returns its parts: the blocks that no goal names, then the walls, both in reading order. Rows
    /// and columns of nothing but walls at the edge draw the outline, and are not parts.
    pub(crate) fn parts(&self) -> Vec<BoardPart> {
        let has_goal = |block: usize| self.goals.iter().any(|goal| goal.block == block);
        let blocks = (0..self.blocks.len()).filter(|&block| !has_goal(block));
        let wall = |row: i32, column: i32| self.walls[self.index(Coordinate::new(row, column))];
        let mut top = 0;
        let mut bottom = self.rows;
        let mut left = 0;
        let mut right = self.columns;
        loop {
            let row = |row: i32| (left..right).all(|column| wall(row, column));
            let column = |column: i32| (top..bottom).all(|row| wall(row, column));
            if top >= bottom || left >= right {
                break;
            } else if row(top) {
                top += 1;
            } else if row(bottom - 1) {
                bottom -= 1;
            } else if column(left) {
                left += 1;
            } else if column(right - 1) {
                right -= 1;
            } else {
                break;
            }
        }
        let inside = (top..bottom).flat_map(|row| (left..right).map(move |column| (row, column)));
        let walls = inside.filter(|&(row, column)| wall(row, column));
        let walls = walls.map(|(row, column)| self.index(Coordinate::new(row, column)));
        blocks.map(BoardPart::Block).chain(walls.map(BoardPart::Wall)).collect()
    }

    /// Returns the board without some of its parts.
    #[must_use]
    pub(crate) fn without(&self, left_out: &[BoardPart]) -> Self {
        let stays = |block: &usize| !left_out.contains(&BoardPart::Block(*block));
        let kept: Vec<usize> = (0..self.blocks.len()).filter(stays).collect();
        let number = |block: usize| kept.binary_search(&block).ok();
        let goal = |goal: &Goal| Some(Goal { block: number(goal.block)?, ..*goal });
        let wall =
            |(cell, &wall): (usize, &bool)| wall && !left_out.contains(&BoardPart::Wall(cell));
        Self {
            walls: self.walls.iter().enumerate().map(wall).collect(),
            blocks: kept.iter().map(|&block| self.blocks[block].clone()).collect(),
            start: kept.iter().map(|&block| self.start[block]).collect(),
            goals: self.goals.iter().filter_map(goal).collect(),
            ..*self
        }
    }
}

/// The parts of a puzzle whose blocks may have moved.
pub(super) struct PartsAt<'a, K> {
    model: &'a Model<K>,
    board: Board,
    parts: Vec<BoardPart>,
}

impl<'a, K: Blocks> PartsAt<'a, K> {
    /// Returns the parts of a puzzle that starts with the blocks at these places.
    pub(super) fn of(model: &'a Model<K>, places: &Places) -> Self {
        let board = Board { start: places.clone(), ..Board::clone(&model.board) };
        let parts = board.parts();
        Self { model, board, parts }
    }
}

impl<K: Blocks> Parts for PartsAt<'_, K> {
    fn count(&self) -> usize {
        self.parts.len()
    }

    fn figure(&self, left_out: &[usize], budget: &Budget) -> Result<Option<u64>, Stop> {
        let left_out: Vec<BoardPart> = left_out.iter().map(|&part| self.parts[part]).collect();
        let board = Arc::new(self.board.without(&left_out));
        let mut finder = Finder::within(&board, &board.start, Metric::Moves, false, budget)?;
        finder.solve(budget).map(|path| path.len() as u64).into_result()
    }

    fn part(&self, number: usize) -> Part {
        let Self { model, board, parts } = self;
        let places = |cells: &mut dyn Iterator<Item = usize>| {
            cells.filter_map(|cell| model.cell_spans.get(cell).copied()).collect()
        };
        let [block_sort, wall_sort] = K::WORDS.sorts;
        let instead = model.empty.clone().into_owned();
        match parts[number] {
            BoardPart::Block(block) => Part {
                sort: block_sort,
                name: format!("{} `{}`", K::WORDS.block, Shown(&board.blocks[block].label)),
                places: places(
                    &mut board.cells(block, model.board.start[block]).map(|cell| board.index(cell)),
                ),
                instead,
            },
            BoardPart::Wall(cell) => {
                let at = Coordinate::new(cell as i32 / board.columns, cell as i32 % board.columns);
                let name = format!("wall at {at}");
                Part { sort: wall_sort, name, places: places(&mut [cell].into_iter()), instead }
            }
        }
    }
}
