//! Floor 1: what a picture shows, by role and not by color. A kind makes one [`Scene`]; terminal,
//! SVG and JSON are three renderings of it.

mod coordinate;

pub use coordinate::Coordinate;

use std::collections::BTreeSet;

/// The role of a cell. Renderers choose colors by it. A cell without a text shows a sign of its role in
/// the text picture, which has no colors: `■` a piece, `▣` the hero, `□` what is active, `▪` what is
/// given, `◎` a goal, `╌` what is faint. A wall is filled; floor and void are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Nothing: no part of the drawing.
    Void,
    /// An empty place that can hold things.
    #[default]
    Floor,
    /// A place that never moves and cannot be entered.
    Wall,
    /// A movable piece, or a live node.
    Piece,
    /// The piece that the goal is about.
    Hero,
    /// A place where something must arrive.
    Goal,
    /// Given from the start and fixed.
    Given,
    /// Filled in or at work: a switch, a bridge, an entered digit.
    Active,
    /// Fragile or not there at the moment.
    Faint,
}

impl Role {
    /// Returns the name of it in renderings: of a class, of a value.
    pub fn word(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::Floor => "floor",
            Self::Wall => "wall",
            Self::Piece => "piece",
            Self::Hero => "hero",
            Self::Goal => "goal",
            Self::Given => "given",
            Self::Active => "active",
            Self::Faint => "faint",
        }
    }
}

/// The way in which a picture points at a thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Emphasis {
    /// Nothing in particular.
    #[default]
    None,
    /// The thing itself: what a move changed, the end of a path.
    Focus,
    /// Beside it: a neighbor of the end of a path.
    Near,
    /// On the way to it: a node of a path.
    Way,
}

impl Emphasis {
    /// Returns its word in JSON, which is also its class in SVG; `None` for nothing in particular.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Focus => Some("focus"),
            Self::Near => Some("near"),
            Self::Way => Some("way"),
        }
    }
}

/// A side of a board through which a piece leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// The right edge.
    Right,
    /// The bottom edge.
    Bottom,
}

impl Exit {
    /// Returns its word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Bottom => "bottom",
        }
    }
}

/// A pencil mark in one or several cells, which a link joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The numbers of the cells.
    pub cells: Vec<usize>,
    /// The mark.
    pub mark: char,
    /// Its place among all pencil marks that a cell can have, from 0.
    pub place: usize,
}

/// A line between two pencil marks of a board: a step of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its beginning.
    pub from: Mark,
    /// Its end.
    pub to: Mark,
    /// True if one of the two holds, false if not both do.
    pub is_strong: bool,
    /// The cells of the almost locked set that it leads through; empty if there is none.
    pub set: Vec<usize>,
}

impl Link {
    /// Returns its ends in the two colors of a chain: first the mark that is false if the chain is
    /// read from its beginning, then the one that is true. Along a chain each mark has one color,
    /// because strong and weak links take turns.
    pub fn colored(&self) -> [&Mark; 2] {
        if self.is_strong { [&self.from, &self.to] } else { [&self.to, &self.from] }
    }
}

/// One cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its text. If it is empty, the text picture shows a sign of the role, so that a kind whose cells
    /// differ in their roles needs no text; cells of one role that differ need one.
    pub text: String,
    /// Its role.
    pub role: Role,
    /// Cells of one piece share a number; no border is drawn between neighbors that do.
    pub piece: Option<u32>,
    /// The number of its color among the colors for pieces, the same in every state of a puzzle;
    /// `None` for the color of its role.
    pub tint: Option<u32>,
    /// Pencil marks: empty, or a character for each cell of a block, a space for a candidate that is
    /// ruled out.
    pub pencil: String,
    /// The pencil marks that the step in the picture removes.
    pub struck: String,
    /// The way in which the picture points at it.
    pub emphasis: Emphasis,
    /// True if something must arrive here, independent of what is here now.
    pub goal: bool,
    /// True if the piece that the picture points at moves here.
    pub arrival: bool,
    /// The edge beside it that is open, because a piece leaves the board there.
    pub exit: Option<Exit>,
    /// The height of a solid thing here, in cubes; its text only shows that height. 0 for flat
    /// things.
    pub height: u8,
    /// The links whose first cell this is.
    pub links: Vec<Link>,
}

/// A rectangular board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// Rows of a block; 0 for no blocks. Stronger lines surround blocks of as many cells as a row has.
    pub block: usize,
}

impl Board {
    /// Returns the number of columns of a block; `None` if there are no blocks.
    pub fn block_columns(&self) -> Option<usize> {
        Some(self.columns.checked_div(self.block)?.max(1))
    }

    /// Returns the links between pencil marks.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.cells.iter().flat_map(|cell| &cell.links)
    }

    /// Returns whether some pencil mark is removed.
    pub fn is_struck(&self) -> bool {
        self.cells.iter().any(|cell| !cell.struck.is_empty())
    }
}

/// One node of a drawn tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its text.
    pub text: String,
    /// Its role.
    pub role: Role,
    /// Indices of its children, left to right.
    pub children: Vec<usize>,
    /// Nodes below it that the scene does not hold.
    pub hidden: u64,
    /// The way in which the picture points at it.
    pub emphasis: Emphasis,
}

/// A tree; node 0 is the root. Large trees are cut by the kind, and say so in the caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The nodes, parents before their children.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// Returns the path of each node from the root: `[]` for the root, `[<]` and `[>]` for its
    /// children.
    pub fn paths(&self) -> Vec<String> {
        let mut turns = vec![String::new(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            for (&child, turn) in node.children.iter().zip(['<', '>']) {
                turns[child] = format!("{}{turn}", turns[at]);
            }
        }
        turns.into_iter().map(|turns| format!("[{turns}]")).collect()
    }
}

/// The content of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Cells in rows and columns.
    Board(Board),
    /// Nodes and their children.
    Tree(Tree),
}

/// Cells of a board that are pointed at.
pub type Pointed = Vec<(Coordinate, Emphasis)>;

/// A picture of a puzzle in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// A description for readers who cannot see it.
    pub title: String,
    /// A line below the picture; may be empty.
    pub caption: String,
    /// The picture.
    pub drawing: Drawing,
}

impl Scene {
    /// Returns the number of its cells or nodes.
    pub fn size(&self) -> usize {
        match &self.drawing {
            Drawing::Board(board) => board.cells.len(),
            Drawing::Tree(tree) => tree.nodes.len(),
        }
    }

    /// Returns the board, if it is one.
    pub fn board(&self) -> Option<&Board> {
        match &self.drawing {
            Drawing::Board(board) => Some(board),
            Drawing::Tree(_) => None,
        }
    }

    /// Returns the name of each cell or node: `row,column` from 0, or the path of a node from the root,
    /// such as `[<>]`. `None` for void, which is no part of the drawing.
    pub fn names(&self) -> Vec<Option<String>> {
        match &self.drawing {
            Drawing::Board(board) => {
                let cells = board.cells.iter().enumerate();
                cells
                    .map(|(at, cell)| {
                        let (row, column) = (at / board.columns, at % board.columns);
                        (cell.role != Role::Void).then(|| format!("{row},{column}"))
                    })
                    .collect()
            }
            Drawing::Tree(tree) => tree.paths().into_iter().map(Some).collect(),
        }
    }

    /// Returns the tree, if it is one.
    pub fn tree(&self) -> Option<&Tree> {
        match &self.drawing {
            Drawing::Tree(tree) => Some(tree),
            Drawing::Board(_) => None,
        }
    }

    /// Returns the scene with the title of its puzzle, if it has one, before its caption.
    #[must_use]
    pub fn titled(mut self, title: Option<&str>) -> Self {
        if let Some(title) = title {
            self.caption = match self.caption.as_str() {
                "" => title.to_owned(),
                caption => format!("{title}: {caption}"),
            };
        }
        self
    }

    /// Returns the scene without the pencil marks of its board.
    #[must_use]
    pub fn without_pencil_marks(mut self) -> Self {
        if let Drawing::Board(board) = &mut self.drawing {
            board.cells.iter_mut().for_each(|cell| cell.pencil.clear());
        }
        self
    }

    /// Returns the scene with links between pencil marks of its board, and emphasis on their cells.
    #[must_use]
    pub fn linked(mut self, links: Vec<Link>) -> Self {
        if let Drawing::Board(board) = &mut self.drawing {
            for link in links {
                for &cell in link.from.cells.iter().chain(&link.to.cells).chain(&link.set) {
                    if let Some(cell) = board.cells.get_mut(cell) {
                        cell.emphasis = Emphasis::Way;
                    }
                }
                if let Some(cell) = link.from.cells.first().and_then(|&at| board.cells.get_mut(at))
                {
                    cell.links.push(link);
                }
            }
        }
        self
    }

    /// Returns the scene of a state with the pieces that a move takes away in focus, and the cells
    /// where they are in `after`, the scene of the state after that move.
    #[must_use]
    pub fn moving(mut self, after: &Self) -> Self {
        let (Drawing::Board(board), Some(after)) = (&mut self.drawing, after.board()) else {
            return self;
        };
        if board.cells.len() != after.cells.len() {
            return self;
        }
        let look = |cell: &Cell| (cell.text.clone(), cell.piece, cell.tint);
        let changed: Vec<bool> = board
            .cells
            .iter()
            .zip(&after.cells)
            .map(|(before, after)| look(before) != look(after))
            .collect();
        let pieces = |cells: &[Cell]| -> BTreeSet<u32> {
            let of_cell = |(cell, &changed): (&Cell, &bool)| cell.piece.filter(|_| changed);
            cells.iter().zip(&changed).filter_map(of_cell).collect()
        };
        let (leaving, arriving) = (pieces(&board.cells), pieces(&after.cells));
        for (cell, after) in board.cells.iter_mut().zip(&after.cells) {
            cell.arrival = after.piece.is_some_and(|piece| arriving.contains(&piece));
            if cell.piece.is_some_and(|piece| leaving.contains(&piece)) {
                cell.emphasis = Emphasis::Focus;
            } else if cell.arrival {
                cell.emphasis = Emphasis::Near;
            }
        }
        self
    }

    /// Returns the scene with pencil marks of its board that a step removes: the number of a cell, and
    /// the characters.
    #[must_use]
    pub fn striking(mut self, marks: &[(usize, String)]) -> Self {
        if let Drawing::Board(board) = &mut self.drawing {
            for (number, gone) in marks {
                if let Some(cell) = board.cells.get_mut(*number) {
                    cell.struck.clone_from(gone);
                }
            }
        }
        self
    }

    /// Returns the scene with emphasis on these cells of its board.
    #[must_use]
    pub fn pointed(mut self, cells: &[(Coordinate, Emphasis)]) -> Self {
        if let Drawing::Board(board) = &mut self.drawing {
            for &(at, emphasis) in cells {
                if let Some(number) = at.number(board.rows, board.columns) {
                    board.cells[number].emphasis = emphasis;
                }
            }
        }
        self
    }
}

/// A film of a puzzle: the picture of a state and those of the steps from there. All writers of
/// films draw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// The name of the puzzle.
    pub name: String,
    /// The pictures, the first of the state itself.
    pub frames: Vec<Frame>,
}

impl Film {
    /// Returns the number of the last picture: how many steps the film has.
    pub fn last(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    /// Returns at most `most` of the pictures, evenly spread, the first and the last among them.
    pub fn shown(&self, most: usize) -> Vec<&Frame> {
        if self.frames.len() <= most {
            return self.frames.iter().collect();
        }
        let most = most.max(2);
        (0..most).map(|at| &self.frames[at * self.last() / (most - 1)]).collect()
    }

    /// Returns the place of a picture in the film, and its label: `3/7 A right`.
    pub fn heading(&self, frame: &Frame) -> String {
        format!("{}/{} {}", frame.at, self.last(), frame.label)
    }
}

/// One picture of a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its number in the film, from 0.
    pub at: usize,
    /// The move that led to it, or what it shows.
    pub label: String,
    /// The picture.
    pub scene: Scene,
}
