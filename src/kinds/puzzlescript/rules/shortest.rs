//! A plain breadth-first search for a shortest list of inputs that wins.

use hashbrown::HashSet;

use super::super::game::{Command, Game};
use super::limits::Halt;
use super::position::{Input, Position, RuleId};
use super::random::Generator;
use super::turn::Options;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// A shortest list of inputs that wins.
    Found(Vec<Input>),
    /// All reachable positions were seen, and none of them is won.
    Unsolvable,
    /// The search looked at as many positions as it may.
    Limit,
    /// A turn was decided by chance, or did not end: the rule to blame.
    Undecided(RuleId),
    /// The caller asked to stop.
    Stopped,
}

/// Searches for a shortest solution from a position, up to a number of positions.
pub fn shortest(game: &Game, from: &Position, limit: usize, options: Options) -> Search {
    let inputs = inputs(game);
    let restarts = has_restart(game);
    let mut seen = HashSet::new();
    let mut entries: Vec<Entry> = Vec::new();
    let mut undecided = None;
    let start = key(from, restarts);
    seen.insert(start.clone());
    entries.push(Entry { position: start, parent: 0, input: Input::Tick });

    let mut next = 0;
    while next < entries.len() {
        for &input in &inputs {
            let turn = match entries[next].position.turn(game, input, options) {
                Ok(turn) => turn,
                Err(Halt::Stopped) => return Search::Stopped,
                // A chain that repeats leads nowhere: it can neither win nor stop.
                Err(Halt::Endless(_)) => continue,
                Err(Halt::ManyTurns(rule) | Halt::TooManyMatches(rule)) => {
                    undecided.get_or_insert(rule);
                    continue;
                }
            };
            if let Some(rule) = turn.chance {
                undecided.get_or_insert(rule);
                continue;
            }
            if turn.position.won {
                return match undecided {
                    None => Search::Found(path(&entries, next, input)),
                    Some(rule) => Search::Undecided(rule),
                };
            }
            let position = key(&turn.position, restarts);
            if seen.insert(position.clone()) {
                if entries.len() == limit {
                    return Search::Limit;
                }
                entries.push(Entry { position, parent: next, input });
            }
        }
        next += 1;
    }
    match undecided {
        None => Search::Unsolvable,
        Some(rule) => Search::Undecided(rule),
    }
}

/// A position that was found, and how.
struct Entry {
    position: Position,
    parent: usize,
    input: Input,
}

/// Returns the inputs that lead to an entry, and one more.
fn path(entries: &[Entry], mut entry: usize, last: Input) -> Vec<Input> {
    let mut inputs = vec![last];
    while entry != 0 {
        inputs.push(entries[entry].input);
        entry = entries[entry].parent;
    }
    inputs.reverse();
    inputs
}

/// Returns the inputs that a search makes: ticks only in games that tick by themselves, the action key
/// only in games that have one.
pub fn inputs(game: &Game) -> Vec<Input> {
    let mut inputs = vec![Input::Up, Input::Down, Input::Left, Input::Right];
    if !game.prelude.noaction {
        inputs.push(Input::Action);
    }
    if game.prelude.realtime_interval.is_some() {
        inputs.push(Input::Tick);
    }
    inputs
}

/// Returns whether a rule restarts the level.
pub fn has_restart(game: &Game) -> bool {
    let groups = game.rules.groups.iter().chain(&game.late.groups);
    let mut rules = groups.flat_map(|group| &group.rules);
    rules.any(|rule| rule.commands.contains(&Command::Restart))
}

/// Returns a position without what no later turn depends on. The search ends at turns that are
/// decided by chance, so the generator is left out.
fn key(position: &Position, restarts: bool) -> Position {
    let mut key = position.clone();
    key.undo_points.clear();
    key.generator = Generator::new("");
    if !restarts {
        key.checkpoint = std::sync::Arc::clone(&key.cells);
    }
    key
}
