//! A position as cells: what its text, its essence, its picture and the hover of a cell are written
//! from.

use std::borrow::Cow;

use super::{MoveGame, main_metric};
use crate::puzzle::Spot;
use crate::scene::{Board, Cell, Coordinate, Drawing, Exit, Role, Scene};

/// Columns and rows of a scene: larger boards are cut, and the caption says so.
const LARGEST: usize = 200;

/// A position as cells. A cell is made when it is looked at, so a view of a huge board is small.
pub struct View<'a> {
    /// The number of cells in each row.
    pub rows: Vec<usize>,
    /// Returns a cell of these rows.
    pub cell: Box<dyn Fn(Coordinate) -> Square<'a> + 'a>,
    /// The text between the cells of a row, as the puzzle was written.
    pub between: &'static str,
    /// The text between the cells of a row of the essence.
    pub apart: &'static str,
    /// The text of the cells that the essence leaves out at the ends of rows and below them.
    pub void: Option<&'static str>,
    /// The position in a few words, for the title of the picture: `3 of 8 tiles in place`.
    pub title: String,
    /// The line below the picture.
    pub caption: String,
    /// Lines below the rows, which explain signs of cells.
    pub notes: Vec<String>,
    /// Returns lines for the essence: parts of the position that its cells do not show, but on which moves
    /// depend.
    pub hidden: Box<dyn Fn() -> Vec<String> + 'a>,
}

/// A cell of a [`View`].
#[derive(Clone, Debug, Default)]
pub struct Square<'a> {
    /// Its text in a row, with the signs of the declaration.
    pub sign: Cow<'a, str>,
    /// Its text in a row of the essence, the same for every way to draw the puzzle.
    pub plain: Cow<'a, str>,
    /// Its text in the picture: see [`Cell::text`].
    pub label: Cow<'a, str>,
    /// A description for hover, if the kind gives no other: `a hole`.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// The number of the piece on it: see [`Cell::piece`].
    pub piece: Option<u32>,
    /// The number of its color: see [`Cell::tint`].
    pub tint: Option<u32>,
    /// True if something must arrive here.
    pub goal: bool,
    /// The edge beside it through which a piece leaves the board.
    pub exit: Option<Exit>,
    /// The height of a solid thing here, in cubes.
    pub height: u8,
}

impl<'a> Square<'a> {
    /// Returns a cell that has the same text everywhere.
    pub fn new(text: impl Into<Cow<'a, str>>, role: Role) -> Self {
        let text = text.into();
        Self { sign: text.clone(), plain: text.clone(), label: text, role, ..Self::default() }
    }

    /// Returns a cell without a text in the picture.
    pub fn unlabeled(sign: impl Into<Cow<'a, str>>, plain: &'a str, role: Role) -> Self {
        Self { sign: sign.into(), plain: plain.into(), role, ..Self::default() }
    }

    fn drawn(self) -> Cell {
        let Self { label, role, piece, tint, goal, exit, height, .. } = self;
        Cell { text: label.into_owned(), role, piece, tint, goal, exit, height, ..Cell::default() }
    }
}

impl<'a> View<'a> {
    /// Returns the view of a board with so many cells in each row.
    pub fn new(rows: Vec<usize>, cell: impl Fn(Coordinate) -> Square<'a> + 'a) -> Self {
        Self {
            rows,
            cell: Box::new(cell),
            between: " ",
            apart: " ",
            void: None,
            title: String::new(),
            caption: String::new(),
            notes: Vec::new(),
            hidden: Box::new(Vec::new),
        }
    }

    fn row(&self, row: usize) -> impl Iterator<Item = Square<'a>> + '_ {
        (0..self.rows[row])
            .map(move |column| (self.cell)(Coordinate::new(row as i32, column as i32)))
    }

    /// Returns the rows, with `between` between their cells.
    pub fn lines(&self, between: &str) -> Vec<String> {
        let line = |row| joined(self.row(row).map(|cell| cell.sign), between);
        (0..self.rows.len()).map(line).collect()
    }

    /// Returns the rows as they are in the essence, with `between` between their cells.
    pub fn plain_lines(&self, between: &str) -> Vec<String> {
        let line = |row| joined(self.row(row).map(|cell| cell.plain), between);
        (0..self.rows.len()).map(line).collect()
    }

    /// Returns the position as text, written as the puzzle was.
    pub fn text(&self) -> String {
        let mut lines = self.lines(self.between);
        lines.extend_from_slice(&self.notes);
        lines.join("\n")
    }

    /// Returns the position as text that is the same for every way to draw the puzzle.
    pub fn essence(&self) -> String {
        let mut lines = self.plain_lines(self.apart);
        if let Some(void) = self.void {
            for line in &mut lines {
                line.truncate(line.trim_end_matches(void).len());
            }
            lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |at| at + 1));
        }
        lines.extend((self.hidden)());
        lines.join("\n")
    }

    /// Returns the picture, in which `made` says how many moves led here.
    fn scene(self, name: &str, made: &str) -> Scene {
        let widest = self.rows.iter().copied().max().unwrap_or(0);
        let rows = self.rows.len().min(LARGEST);
        let columns = widest.min(LARGEST);
        let void = || Square { role: Role::Void, ..Square::default() };

        let mut cells = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            let outside = std::iter::repeat_with(void);
            cells.extend(self.row(row).chain(outside).take(columns).map(Square::drawn));
        }
        let mut caption = self.caption;
        for note in &self.notes {
            caption.extend(["; ", note]);
        }
        let is_cut = rows < self.rows.len() || columns < widest;
        let cut = if is_cut { "; only a part is drawn" } else { "" };
        Scene {
            title: format!("{name}: {}, {made} made", self.title),
            caption: caption.trim_start_matches("; ").to_owned() + cut,
            drawing: Drawing::Board(Board { rows, columns, cells, block: 0 }),
        }
    }

    /// Returns the description of the cell that is pointed at, if it has a name.
    pub(super) fn describe(&self, spot: &Spot<'_>) -> Option<String> {
        let at = spot.cell?;
        let [row, column] = at.place()?;
        let is_inside = self.rows.get(row).is_some_and(|&columns| column < columns);
        let name = is_inside.then(|| (self.cell)(at).name).filter(|name| !name.is_empty())?;
        Some(format!("**{name}** at {at}"))
    }
}

fn joined<'a>(texts: impl Iterator<Item = Cow<'a, str>>, between: &str) -> String {
    let mut line = String::new();
    for (at, text) in texts.enumerate() {
        if at > 0 {
            line.push_str(between);
        }
        line.push_str(&text);
    }
    line
}

/// Returns the picture of a position after `made` moves.
pub fn scene<M: MoveGame>(model: &M, name: &str, at: &M::Position, made: u64) -> Scene {
    model.view(at).scene(name, &main_metric::<M>().unit.count(made))
}
