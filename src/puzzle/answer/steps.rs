//! Steps of a person as data, for programs.

use serde::Serialize;

use crate::scene;

/// A step of a person toward a solution. Its JSON leaves out the parts that a question does not ask
/// for. Cells have the names that the moves of the puzzle use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The word of its technique.
    pub technique: &'static str,
    /// The score of the technique in ratings; `None` if the ratings give it none.
    pub score: Option<u32>,
    /// Its effect on the grid.
    #[serde(flatten)]
    pub conclusion: Option<Conclusion>,
    /// Why it does so.
    #[serde(flatten)]
    pub reason: Option<Reason>,
}

/// The effect of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Conclusion {
    /// The digits that go into cells.
    pub placements: Vec<Digits>,
    /// The pencil marks that are deleted.
    pub removals: Vec<Digits>,
}

impl Conclusion {
    /// Returns the moves that have this effect, as `play` takes them.
    pub fn moves(&self) -> Vec<String> {
        let written =
            |sign: char| move |Digits { cell, digits }: &Digits| format!("{cell}{sign}{digits}");
        let placements = self.placements.iter().map(written('='));
        placements.chain(self.removals.iter().map(written('-'))).collect()
    }
}

/// Digits of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Digits {
    /// The name of the cell.
    pub cell: String,
    /// The digits, ascending.
    pub digits: String,
}

/// The reason for a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The places where it is seen, in words.
    pub places: String,
    /// The links between pencil marks that it follows from, chain by chain.
    pub links: Vec<Link>,
}

/// A link between pencil marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Its kind.
    pub kind: LinkKind,
    /// Its beginning.
    pub from: Node,
    /// Its end.
    pub to: Node,
    /// The names of the cells of the almost locked set that it leads through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
}

/// The sort of a link, by the truth of the two nodes that it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// One of them is true, or both are.
    Strong,
    /// One of them is false, or both are.
    Weak,
}

/// A node of a chain: a candidate, or a digit in several cells, one of which has it if it is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The digit.
    pub digit: char,
    /// The names of the cells, in reading order.
    pub cells: Vec<String>,
}

impl Link {
    /// Creates a link of a picture whose cells have names.
    pub fn new(link: scene::Link, name: impl Fn(usize) -> String) -> Self {
        let names = |cells: Vec<usize>| cells.into_iter().map(&name).collect();
        let node = |mark: scene::Mark| Node { digit: mark.mark, cells: names(mark.cells) };
        let kind = if link.is_strong { LinkKind::Strong } else { LinkKind::Weak };
        Self { kind, from: node(link.from), to: node(link.to), set: names(link.set) }
    }
}
