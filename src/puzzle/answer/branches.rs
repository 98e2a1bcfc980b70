//! The answer of `branches`: the tree of states.

use std::fmt::{self, Display};

use serde::Serialize;

/// A state of the tree that has a name, or is the start, an end, a fork or the current state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// The number of the state.
    pub state: usize,
    /// The names of the state.
    pub names: Vec<String>,
    /// The number of the nearest such state on the way to the start; `None` for the start.
    pub from: Option<usize>,
    /// The number of moves from the start.
    pub moves: usize,
    /// True for the current state.
    pub now: bool,
}

/// Such states in order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Branches(pub Vec<Branch>);

impl Branch {
    fn row(&self) -> [String; 4] {
        let names = if self.names.is_empty() { String::from("-") } else { self.names.join(",") };
        let from = self.from.map_or_else(|| String::from("start"), |state| format!("from {state}"));
        let moves = format!("{} {}", self.moves, if self.moves == 1 { "move" } else { "moves" });
        [format!("{} {}", if self.now { '*' } else { ' ' }, self.state), names, from, moves]
    }
}

impl Display for Branches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = self.0.iter().map(Branch::row).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let number = width(0);
        let name = width(1);
        let source = width(2);
        for (at, [state, names, from, moves]) in rows.iter().enumerate() {
            let end = if at == 0 { "" } else { "\n" };
            write!(f, "{end}{state:number$}  {names:name$}  {from:source$}  {moves}")?;
        }
        Ok(())
    }
}
