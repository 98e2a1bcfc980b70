//! The search for the fewest inputs that win a level. The plain rules make its turns.

use std::sync::Arc;

use super::game::Game;
use super::rules::{Cells, Halt, Input, Options, Position, RuleId, has_restart, inputs};
use crate::puzzle::moves::Positions;
use crate::search::{Budget, Explorer, Properties, Space, Stop};

/// A breadth-first search from a position of a level.
pub type Finder = Explorer<Turns>;

/// The positions of a level that inputs reach from a start.
#[derive(Clone)]
pub struct Turns {
    game: Arc<Game>,
    start: Position,
    /// True if a rule restarts the level, so that the checkpoint decides what turns do.
    restarts: bool,
    /// The lines of the body before the first line of the game.
    above: u32,
}

/// The part of a position on which later turns depend. The level is always the same, no key of a search
/// undoes, and the generator does not matter, because a search stops at the first turn that draws.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key {
    cells: Arc<Cells>,
    movements: Option<Arc<Cells>>,
    checkpoint: Option<Arc<Cells>>,
    is_won: bool,
}

/// Returns the search from a position. `above` is the number of lines of the body before the first line
/// of the game.
pub(super) fn finder(game: &Arc<Game>, start: &Position, above: u32) -> Finder {
    let start = Position { undo_points: Vec::new(), events: Arc::default(), ..start.clone() };
    Explorer::new(Turns { game: game.clone(), restarts: has_restart(game), above, start })
}

impl Turns {
    fn key(&self, at: &Position) -> Key {
        Key {
            cells: at.cells.clone(),
            movements: (!at.movements.is_clear()).then(|| at.movements.clone()),
            checkpoint: self.restarts.then(|| at.checkpoint.clone()),
            is_won: at.won,
        }
    }

    /// Returns the line of a rule in the text of the game, from 1.
    fn line(&self, rule: RuleId) -> u32 {
        rule.of(&self.game).line - self.above
    }

    /// Returns a position of a key. Its generator is that of the start.
    fn position_of(&self, key: &Key) -> Position {
        let movements = match &key.movements {
            Some(movements) => movements.clone(),
            None => {
                let cells = &key.cells;
                Arc::new(Cells::empty(cells.width(), cells.height(), self.game.layers.len() * 5))
            }
        };
        let checkpoint = key.checkpoint.clone().unwrap_or_else(|| self.start.checkpoint.clone());
        Position {
            cells: key.cells.clone(),
            movements,
            checkpoint,
            won: key.is_won,
            ..self.start.clone()
        }
    }
}

impl Space for Turns {
    type State = Key;
    type Move = Input;

    fn starts(&self, out: &mut Vec<Key>) {
        out.push(self.key(&self.start));
    }

    fn successors(&self, at: &Key, out: &mut Vec<(Input, Key)>) {
        // A turn without an end leads nowhere.
        let _ = self.expand(at, 0, &Budget::unlimited(), out);
    }

    fn is_goal(&self, at: &Key) -> bool {
        at.is_won
    }

    fn properties(&self) -> Properties {
        let words = self.game.objects.len().div_ceil(64).max(1);
        Properties { heap_bytes: 64 + 8 * words * self.start.cells.len(), ..Properties::default() }
    }

    fn expand(
        &self,
        at: &Key,
        _skip: u32,
        budget: &Budget,
        out: &mut Vec<(Input, Key)>,
    ) -> Result<(), Stop> {
        if at.is_won {
            return Ok(());
        }
        let position = self.position_of(at);
        let stop = || budget.cancel.is_cancelled();
        let options = Options { stop: &stop, ..Options::default() };
        for input in inputs(&self.game) {
            let turn = match position.turn(&self.game, input, options) {
                Ok(turn) => turn,
                // A chain that repeats can neither win nor stop.
                Err(Halt::Endless(_)) => continue,
                Err(Halt::Stopped) => return Err(Stop::Cancelled),
                Err(Halt::ManyTurns(rule) | Halt::TooManyMatches(rule)) => {
                    return Err(Stop::Endless(self.line(rule)));
                }
            };
            if let Some(rule) = turn.chance {
                return Err(Stop::Chance(self.line(rule)));
            }
            out.push((input, self.key(&turn.position)));
        }
        Ok(())
    }
}

impl Positions for Turns {
    type Position = Position;
    type Step = Input;

    fn steps(&self, path: &[Input]) -> Vec<Input> {
        path.to_vec()
    }

    fn position(&self, state: &Key, steps: &[Input]) -> Position {
        // Draws of one candidate move the generator on.
        let turn = |at: Position, &input: &Input| {
            at.turn(&self.game, input, Options::default()).map(|turn| turn.position)
        };
        let played = steps.iter().try_fold(self.start.clone(), turn);
        played.unwrap_or_else(|_| self.position_of(state))
    }
}
