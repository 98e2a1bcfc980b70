//! Boards of blocks made to order, by a search among boards.
//!
//! A board is judged by the hardest start that its blocks can reach: all states in reach are listed,
//! then their distances from the goals (`cluster` for cars). A pool keeps the boards that are nearest
//! to the wishes; each step changes one of them by a few pieces, and puts the result into the pool in
//! place of the worst if it is not worse. (Boards are changed at their hardest starts: with the hero
//! at its goal instead, it took more than twice as long to find 45 moves.) A board that meets the wishes loses its idle parts: a piece or a wall is idle
//! if the optimum is the same without it. Taking a part away never makes a solution longer, so a part
//! that matters still matters after others are gone, and one pass finds all that are idle.

mod cluster;
mod plan;

use std::sync::Arc;

pub(crate) use plan::{Ground, Shape};

use super::engine::{Finder, Metric};
use super::view::view;
use crate::diag::counted;
use crate::puzzle::make::{Draw, Made, Maker, Question, Range, Size, Wishes};
use crate::scene::Coordinate;
use crate::search::{Budget, Farthest, Outcome};
use cluster::Cluster;
use plan::Plan;

/// The effort of an attempt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Boards that are judged.
    pub(crate) boards: u64,
    /// Boards of these that are random.
    pub(crate) random: u64,
    /// Boards of the pool.
    pub(crate) pool: usize,
    /// States that the judgment of a board may expand.
    pub(crate) states: u64,
}

/// Makes boards of blocks.
#[derive(Clone, Debug)]
pub(crate) struct BoardMaker {
    pub(crate) ground: Ground,
    pub(crate) order: Order,
    /// Pieces, the hero among them.
    pub(crate) pieces: Range,
    /// The pieces of a random board.
    pub(crate) first: Range,
    /// Empty cells of a board.
    pub(crate) free: Range,
    /// True if a changed board is filled up until no more cells are empty than this range has.
    pub(crate) fills: bool,
    pub(crate) effort: Effort,
}

/// A board with its hardest start.
#[derive(Clone, Debug)]
struct Judged {
    plan: Plan,
    moves: u64,
    states: u64,
    /// The distance of the number of moves from the wished range.
    distance: u64,
}

/// The options of the kinds with blocks, in the order in which they are recorded.
pub(crate) const OPTIONS: &[&str] = &["moves", "size", "pieces", "walls"];

/// The wishes about a board, as far as they are the same for all kinds with blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    /// The size of the board.
    pub(crate) size: Size,
    /// Moves of a shortest solution.
    pub(crate) moves: Range,
    /// Walls, in at most a quarter of the cells.
    pub(crate) walls: u64,
}

impl Order {
    /// Reads wishes. A side must be in `sides`; size and moves are those of `self` where nothing else is
    /// asked for.
    ///
    /// # Errors
    /// The message for what cannot be met.
    pub(crate) fn read(self, wishes: &Wishes, sides: Range) -> Result<Self, String> {
        let size = wishes.size("size", sides)?.unwrap_or(self.size);
        let bounds = Range { least: 1, most: u64::MAX };
        let moves = wishes.range("moves", bounds)?.unwrap_or(self.moves);
        let walls = wishes.number("walls")?.unwrap_or(self.walls);
        let most = size.area() as u64 / 4;
        match walls > most {
            true => Err(format!("a board of this size has room for {}", counted(most, "wall"))),
            false => Ok(Self { size, moves, walls }),
        }
    }
}

impl Maker for BoardMaker {
    fn attempts(&self) -> u64 {
        100
    }

    fn attempt(&self, draw: &mut Draw, budget: &Budget) -> Option<Made> {
        let mut pool = Vec::new();
        let mut nearest = None::<Judged>;
        let mut cluster = Cluster::default();
        for number in 0..self.effort.boards {
            if budget.rest().is_err() {
                break;
            }

            let plan = match number < self.effort.random || pool.is_empty() {
                true => self.random(draw),
                false => self.changed(&pool[draw.index(pool.len())], draw),
            };
            let is_small = |plan: &Plan| plan.pieces.len() < cluster::CARS;
            let judged = plan.and_then(|plan| match self.ground.lanes && is_small(&plan) {
                true => self.judge_cars(&plan, &mut cluster, draw),
                false => self.judge(&plan, draw, budget),
            });
            let Some(judged) = judged else { continue };

            if judged.distance == 0
                && let Some(made) = self.minimal(&judged, budget)
                && made.fits
            {
                return Some(made);
            }

            if nearest.as_ref().is_none_or(|best| judged.distance < best.distance) {
                nearest = Some(judged.clone());
            }
            self.keep(judged, &mut pool);
        }

        let best = nearest?;
        let made = self.minimal(&best, budget);
        made.or_else(|| self.made(&best.plan, best.moves)).map(|made| Made { fits: false, ..made })
    }
}

impl BoardMaker {
    /// Returns a random board.
    fn random(&self, draw: &mut Draw) -> Option<Plan> {
        let mut plan = self.ground.begin(draw)?;
        for _ in 0..self.order.walls {
            plan.add_wall(&self.ground, draw).then_some(())?;
        }
        let count = draw.between(self.first.least, self.first.most);
        for _ in 1..count {
            if !self.fills || plan.free(&self.ground) as u64 > self.free.most {
                plan.add(&self.ground, draw);
            }
        }
        self.filled(plan, draw)
    }

    /// Returns a board that differs from one of the pool by a few pieces.
    fn changed(&self, from: &Judged, draw: &mut Draw) -> Option<Plan> {
        let mut plan = from.plan.clone();
        if self.order.walls > 0 && draw.below(4) == 0 {
            plan.walls.swap_remove(draw.index(plan.walls.len()));
            plan.add_wall(&self.ground, draw).then_some(())?;
        }
        let removed = match draw.below(10) {
            0..4 if !self.fills => 0,
            0..9 => 1,
            _ => 2,
        };
        for _ in 0..removed.min(plan.pieces.len()) {
            plan.pieces.swap_remove(draw.index(plan.pieces.len()));
        }
        if !self.fills && (removed == 0 || draw.below(3) > 0) {
            plan.add(&self.ground, draw);
        }
        self.filled(plan, draw)
    }

    /// Returns the plan, filled up with pieces if that is asked for; `None` if it has too few or too
    /// many pieces or empty cells.
    fn filled(&self, mut plan: Plan, draw: &mut Draw) -> Option<Plan> {
        let free = |plan: &Plan| plan.free(&self.ground) as u64;
        while self.fills && free(&plan) > self.free.most && plan.add(&self.ground, draw) {}
        let fits = self.free.has(free(&plan)) && self.pieces.has(plan.pieces.len() as u64 + 1);
        fits.then_some(plan)
    }

    /// Finds a hardest start of a board. `None` if no goal can be reached, or if there are too many
    /// states.
    fn judge(&self, plan: &Plan, draw: &mut Draw, budget: &Budget) -> Option<Judged> {
        let board = Arc::new(plan.board(&self.ground)?);
        let budget = budget.clone().with_states(self.effort.states);
        let mut finder =
            Finder::within(&board, &board.start, Metric::Moves, false, &budget).ok()?;
        let Farthest { moves, states: ids } = finder.farthest(&budget).ok()??;
        let states = u64::from(finder.frontier().end);
        let id = ids[draw.index(ids.len())];
        let plan = Plan::of(&board, &finder.way_to(id).1, &plan.walls);
        (moves > 0).then(|| Judged {
            plan,
            moves,
            states,
            distance: self.order.moves.distance(moves),
        })
    }

    /// Finds a hardest start of a board of cars that needs no more moves than are asked for. `None` if
    /// no goal can be reached, or if there are too many states.
    fn judge_cars(&self, plan: &Plan, cluster: &mut Cluster, draw: &mut Draw) -> Option<Judged> {
        let states = u16::try_from(self.effort.states).unwrap_or(u16::MAX);
        let most = cluster.list(plan, &self.ground, states)?;
        let moves = most.min(self.order.moves.most);
        let ids = cluster.at(moves);
        let plan = cluster.plan(ids[draw.index(ids.len())], &plan.walls);
        let states = cluster.states();
        let distance = self.order.moves.distance(moves);
        (moves > 0).then_some(Judged { plan, moves, states, distance })
    }

    /// Puts a board into the pool, if it is not like one that is there, nor worse than all.
    fn keep(&self, judged: Judged, pool: &mut Vec<Judged>) {
        if pool.iter().any(|pooled| pooled.moves == judged.moves && pooled.states == judged.states)
        {
            return;
        }
        if pool.len() < self.effort.pool {
            pool.push(judged);
        } else if let Some(worst) = pool.iter_mut().max_by_key(|pooled| pooled.distance)
            && judged.distance <= worst.distance
        {
            *worst = judged;
        }
    }

    /// Returns the number of moves of a shortest solution.
    fn optimum(&self, plan: &Plan, budget: &Budget) -> Option<u64> {
        let board = Arc::new(plan.board(&self.ground)?);
        let budget = budget.clone().with_states(100 * self.effort.states);
        let mut finder =
            Finder::within(&board, &board.start, Metric::Moves, false, &budget).ok()?;
        match finder.solve(&budget) {
            Outcome::Solved(path) => Some(path.len() as u64),
            _ => None,
        }
    }

    /// Takes the idle parts of a board away. `None` if a search stopped at its limit.
    fn minimal(&self, judged: &Judged, budget: &Budget) -> Option<Made> {
        let mut plan = judged.plan.clone();
        for at in (0..plan.pieces.len()).rev() {
            let piece = plan.pieces.remove(at);
            if self.optimum(&plan, budget)? != judged.moves {
                plan.pieces.insert(at, piece);
            }
        }
        for at in (0..plan.walls.len()).rev() {
            let wall = plan.walls.remove(at);
            if self.optimum(&plan, budget)? != judged.moves {
                plan.walls.insert(at, wall);
            }
        }
        let proved = self.optimum(&plan, budget)? == judged.moves;
        assert!(proved, "the distance of a start is its optimum");
        let mut made = self.made(&plan, judged.moves)?;
        made.notes.push(String::from("minimal"));
        made.fits = self.pieces.has(plan.pieces.len() as u64 + 1)
            && plan.walls.len() as u64 == self.order.walls
            && self.order.moves.has(judged.moves);
        Some(made)
    }

    /// Returns a board as a puzzle.
    fn made(&self, plan: &Plan, moves: u64) -> Option<Made> {
        let board = plan.board(&self.ground)?;
        let mut body = view(&board, &board.start, [".", "#"]).lines("");
        if !self.ground.lanes {
            body.push(format!("goal A at {}", self.ground.goal));
        }
        Some(Made {
            body,
            questions: vec![Question { command: String::from("solve"), answer: moves.to_string() }],
            distance: self.order.moves.distance(moves),
            reached: counted(moves, "move"),
            ..Made::default()
        })
    }
}

/// Returns the cell of a row and a column of a board.
pub(crate) fn cell(row: usize, column: usize) -> Coordinate {
    Coordinate::new(row as i32, column as i32)
}
