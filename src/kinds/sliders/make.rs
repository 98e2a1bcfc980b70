//! Sliders made to order: all tiles differ, and the goal has them in reading order.

use super::board::{Board, GAP, Pair};
use super::finder::Finder;
use crate::diag::counted;
use crate::puzzle::make::{Draw, Made, Make, Maker, Question, Range, Size, Wishes};
use crate::puzzle::moves::Engine;
use crate::search::{Budget, Outcome, Until};

/// The lengths of a side.
const SIDES: Range = Range { least: 2, most: 5 };
/// Boards around the goal that are listed by their distance.
const LISTED: u64 = 400_000;
/// States that the search for a shortest solution may expand, if the board is not listed.
const STATES: u64 = 20_000_000;
/// Attempts before giving up.
const ATTEMPTS: u64 = 200;

/// The way to make sliders.
#[derive(Debug)]
pub(super) struct MakeSliders;

/// Makes sliders with shortest solutions of so many moves.
struct SlidersMaker {
    moves: Range,
    goal: Board,
}

impl Make for MakeSliders {
    fn options(&self) -> &'static [&'static str] {
        &["moves", "size"]
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let size = wishes.size("size", SIDES)?.unwrap_or(Size { rows: 3, columns: 3 });
        // The greatest distances of the boards that are known in full.
        let most = match (size.rows.min(size.columns), size.area()) {
            (2, 4) => 6,
            (2, 6) => 21,
            (2, 8) => 36,
            (2, 10) => 55,
            (_, 9) => 31,
            (_, 12) => 53,
            (_, 16) => 80,
            _ => 250,
        };
        let bounds = Range { least: 1, most };
        // Beyond these sizes few boards of many moves are solved within the limit of states.
        let usual = if size.area() > 12 { Range { least: 20, most: 40 } } else { bounds };
        let moves = wishes.range("moves", bounds)?.unwrap_or(usual);
        let tiles = (1..size.area() as u32).chain([GAP]).collect();
        let goal = Board::new(size.rows, size.columns, tiles).expect("a board with one gap");
        Ok(Box::new(SlidersMaker { moves, goal }))
    }
}

impl Maker for SlidersMaker {
    fn attempts(&self) -> u64 {
        ATTEMPTS
    }

    fn attempt(&self, draw: &mut Draw, budget: &Budget) -> Option<Made> {
        let aim = draw.between(self.moves.least, self.moves.most);
        let (start, length) = match self.listed(aim, draw, budget) {
            Some(board) => (board, aim),
            None => self.wandered(aim, draw, budget)?,
        };
        let boards = rows(&start).into_iter().chain([String::from("goal")]);
        let answer = length.to_string();
        Some(Made {
            body: boards.chain(rows(&self.goal)).collect(),
            questions: vec![Question { command: String::from("solve"), answer }],
            notes: Vec::new(),
            fits: self.moves.has(length),
            distance: self.moves.distance(length),
            reached: counted(length, "move"),
        })
    }
}

impl SlidersMaker {
    /// Returns a board whose distance from the goal is `aim`, each such board equally likely; `None`
    /// if there are too many boards that are nearer, or none at this distance.
    fn listed(&self, aim: u64, draw: &mut Draw, budget: &Budget) -> Option<Board> {
        // Slides can be taken back, so the distance to the goal is the distance from it.
        let pair = Pair::new(self.goal.clone(), self.goal.clone()).expect("one board twice");
        let mut finder = Finder::new(&pair);
        let aim = aim as usize;
        let layers = loop {
            let layers = finder.layers();
            let frontier = finder.frontier();
            let open = frontier.len() as u64;
            if layers.len() > aim {
                break layers;
            }
            if open == 0 || u64::from(frontier.end) + 2 * open > LISTED {
                return None;
            }
            finder.advance(Until::Expanded(open), budget).unless_stopped().ok()?;
        };
        let nearer: u64 = layers[..aim].iter().sum();
        let id = nearer + draw.below(layers[aim]);
        Some(finder.way_to(id as u32).1)
    }

    /// Returns the end of a random walk from the goal, and its distance from the goal.
    fn wandered(&self, aim: u64, draw: &mut Draw, budget: &Budget) -> Option<(Board, u64)> {
        let mut board = self.goal.clone();
        let mut last = None;
        for _ in 0..draw.between(aim, 4 * aim) {
            let next = board.slides().filter_map(|slide| board.after(slide));
            let ways: Vec<_> = next.filter(|next| last.as_ref() != Some(next)).collect();
            let next = ways[draw.index(ways.len())].clone();
            last = Some(std::mem::replace(&mut board, next));
        }
        let pair = Pair::new(board.clone(), self.goal.clone()).expect("slides keep the tiles");
        let budget = budget.clone().with_states(STATES);
        match Finder::new(&pair).solve(&budget) {
            Outcome::Solved(path) if !path.is_empty() => Some((board, path.len() as u64)),
            _ => None,
        }
    }
}

/// Returns the rows of a board as a document has them.
fn rows(board: &Board) -> Vec<String> {
    let text = |&cell: &u32| if cell == GAP { String::from(".") } else { cell.to_string() };
    let row = |row: &[u32]| row.iter().map(text).collect::<Vec<_>>().join(" ");
    board.cells().chunks(board.cols()).map(row).collect()
}
