//! A board as text: cells with borders between pieces, as large as the room allows.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::super::diagnostics::sanitize;
use super::Paint;
use super::ink::{Ink, Style, junction};
use super::links::{At, Overlay};
use crate::scene::{Board, Cell, Emphasis, Exit, Role};

/// Characters of the kinds and their replacements in ASCII. Labels of blocks belong to the user and
/// stay as they are.
const LIKES: [(&str, &str); 7] =
    [("·", "."), ("╌", "-"), ("▣", "@"), ("■", "%"), ("□", "+"), ("◎", "*"), ("▪", "=")];
/// The signs of an empty cell that has no borders to show it, and of a wall, the first that is not the
/// label of a piece: in Unicode and in ASCII.
const EMPTY: [[char; 3]; 2] = [['·', '∙', ' '], ['.', ',', ' ']];
const BRICKS: [[char; 3]; 2] = [['▒', '░', '█'], ['#', '&', '$']];
/// The sign beside a digit that sets it apart from a single pencil mark: in Unicode and in ASCII.
const BESIDE: [&str; 2] = ["·", "."];
/// The meaning of the lines between pencil marks.
const MEANING: &str = "═ one of the two is true, ╌ not both are true";
const ASCII_MEANING: &str = "= one of the two is true, ~ not both are true";
/// The most pencil marks on a line of a cell: with more, they are not drawn.
const PENCILS: usize = 3;

/// The size of the cells in a drawing, and the part of the board that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plan {
    /// Columns for a label.
    wide: usize,
    /// Spaces on either side of it.
    pad: usize,
    /// Lines of text per cell: more than one for pencil marks.
    tall: usize,
    /// Pencil marks per line of text.
    marks: usize,
    /// True if borders are drawn; else cells are side by side with `gap` spaces between them.
    lines: bool,
    gap: usize,
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Plan {
    fn width(&self) -> usize {
        let count = self.columns.len();
        let cell = self.wide + 2 * self.pad;
        match self.lines {
            true => count * (cell + 1) + 1,
            false => (count * (cell + self.gap)).saturating_sub(self.gap),
        }
    }

    fn height(&self) -> usize {
        self.rows.len() * (self.tall + usize::from(self.lines)) + usize::from(self.lines)
    }

    /// Returns the plan of the largest drawing that fits; if none does, of a part of the smallest.
    fn choose(board: &Board, wide: usize, paint: Paint) -> Self {
        let full = Self {
            wide,
            pad: 1,
            tall: 1,
            marks: 1,
            lines: true,
            gap: 0,
            rows: 0..board.rows,
            columns: 0..board.columns,
        };

        let mut plans = Vec::new();
        let tall = board.block;
        let marks = board.block_columns().unwrap_or(1);
        let pencilled = board.cells.iter().any(|cell| cell.pencil.chars().count() == tall * marks);
        if pencilled && tall > 1 && marks <= PENCILS {
            // There is room for a digit and what sets it apart.
            plans.push(Self { wide: marks.max(wide + 1), tall, marks, ..full.clone() });
        }

        let gap = usize::from(wide > 1);
        plans.push(full.clone());
        plans.push(Self { pad: 0, ..full.clone() });
        plans.push(Self { pad: 0, lines: false, gap: 1, ..full.clone() });
        plans.push(Self { pad: 0, lines: false, gap, ..full.clone() });
        let fits = |plan: &Self| plan.width() <= paint.width && plan.height() <= paint.height;
        if let Some(plan) = plans.into_iter().find(fits) {
            return plan;
        }

        let wide = wide.min(paint.width);
        let columns = board.columns.min((paint.width + gap) / (wide + gap)).max(1);
        let rows = board.rows.min(paint.height).max(1);
        // The part around what the picture points at.
        let about = |cell: &Cell| cell.emphasis == Emphasis::Focus || cell.role == Role::Hero;
        let at = board.cells.iter().position(about).unwrap_or(0);
        let part = |at: usize, length: usize, total: usize| {
            let from = at.saturating_sub(length / 2).min(total - length);
            from..from + length
        };

        Self {
            wide,
            pad: 0,
            lines: false,
            gap,
            rows: part(at / board.columns.max(1), rows, board.rows),
            columns: part(at % board.columns.max(1), columns, board.columns),
            ..full
        }
    }
}

/// The thing that a cell belongs to: borders lie between different things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    Outside,
    Wall,
    Ground,
    Piece(u32),
    Block(usize, usize),
}

/// The place of a cell on the board.
#[derive(Clone, Copy)]
struct Spot {
    row: usize,
    column: usize,
}

struct Drawer<'a> {
    board: &'a Board,
    paint: Paint,
    plan: Plan,
    texts: Vec<String>,
    /// The signs of an empty cell and of a wall.
    empty: char,
    brick: char,
}

/// Returns the board as lines of equal width, and a note about a part that is not drawn.
pub(super) fn draw(board: &Board, paint: Paint) -> (String, String) {
    if board.rows == 0 || board.columns == 0 || board.cells.len() != board.rows * board.columns {
        return (String::new(), String::new());
    }
    let mut texts: Vec<String> =
        board.cells.iter().map(|cell| shown(cell, paint.unicode)).collect();
    let pieces = || board.cells.iter().zip(&texts).filter(|(cell, _)| is_piece(cell));
    let is_free = |sign: &char| pieces().all(|(_, text)| !text.chars().eq([*sign]));
    let sign = |signs: [[char; 3]; 2]| {
        let [unicode, ascii] = signs;
        let signs = if paint.unicode { unicode } else { ascii };
        signs.into_iter().find(is_free).unwrap_or(' ')
    };
    let empty = sign(EMPTY);
    let brick = sign(BRICKS);
    for (cell, text) in board.cells.iter().zip(&mut texts) {
        // The borders around blocks do not show empty cells.
        if board.block > 0 && cell.role == Role::Floor && text.is_empty() {
            text.push(empty);
        }
    }
    let wide = texts.iter().map(|text| text.width()).max().unwrap_or(1).max(1);
    let plan = Plan::choose(board, wide, paint);
    let mut note = note(board, &plan);
    let drawer = Drawer { board, paint, plan, texts, empty, brick };
    let mut ink = Ink::new(paint);
    if drawer.plan.tall > 1 {
        let links = drawer.links();
        if !links.is_empty() && note.is_empty() {
            note.push_str(if paint.unicode { MEANING } else { ASCII_MEANING });
        }
        ink.link(links);
    }
    match drawer.plan.lines {
        true => drawer.bordered(&mut ink),
        false => drawer.dense(&mut ink),
    }
    (ink.finish(), note)
}

/// Returns a note on which part is drawn; empty if all of it is.
fn note(board: &Board, plan: &Plan) -> String {
    let part = |what: &str, range: &Range<usize>, total: usize| {
        (range.len() < total)
            .then(|| format!("{what} {} to {} of {total}", range.start, range.end - 1))
    };
    let parts =
        [part("columns", &plan.columns, board.columns), part("rows", &plan.rows, board.rows)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("only {} are drawn: there is no room for more", parts.join(" and ")),
    }
}

/// Returns the sign of a role, which a cell without a text shows. Borders and fillings show the roles
/// that have none.
fn sign(role: Role) -> &'static str {
    match role {
        Role::Void | Role::Floor | Role::Wall => "",
        Role::Piece => "■",
        Role::Hero => "▣",
        Role::Goal => "◎",
        Role::Given => "▪",
        Role::Active => "□",
        Role::Faint => "╌",
    }
}

/// Returns whether a cell holds a piece, whose label may be any text.
fn is_piece(cell: &Cell) -> bool {
    cell.piece.is_some() || matches!(cell.role, Role::Piece | Role::Hero)
}

/// Returns the text in a cell.
fn shown(cell: &Cell, unicode: bool) -> String {
    let text = match cell.role {
        _ if !cell.text.is_empty() => sanitize(&cell.text).into_owned(),
        role => String::from(sign(role)),
    };
    let like = LIKES.iter().find(|like| !unicode && like.0 == text);
    like.map_or(text, |like| like.1.to_owned())
}

/// Returns the text in that many columns: cut, with a mark, or padded on the left.
fn fit(text: &str, wide: usize, unicode: bool) -> String {
    let width = text.width();
    if width <= wide {
        return " ".repeat(wide - width) + text;
    }
    let mut kept = String::new();
    for char in text.chars() {
        let next = kept.width() + char.to_string().width();
        if next >= wide {
            break;
        }
        kept.push(char);
    }
    kept.push(if unicode { '…' } else { '~' });
    let width = kept.width();
    kept + &" ".repeat(wide.saturating_sub(width))
}

impl Drawer<'_> {
    /// Returns the links between the pencil marks of the whole board.
    fn links(&self) -> Overlay {
        let Plan { wide, pad, tall, marks, .. } = self.plan;
        let high = tall + 1;
        let across = wide + 2 * pad + 1;
        let margin = 1 + pad + wide - marks;
        let place = |cell: usize, mark: usize| {
            let (row, column) = (cell / self.board.columns, cell % self.board.columns);
            let is_mark = row < self.board.rows && mark < tall * marks;
            is_mark.then(|| At {
                line: row * high + 1 + mark / marks,
                column: column * across + margin + mark % marks,
            })
        };
        let is_free = |At { line, column }: At| {
            let cell = line / high * self.board.columns + column / across;
            let line = line % high;
            let column = (column % across).checked_sub(margin);
            let (Some(line), Some(column)) = (line.checked_sub(1), column) else { return true };
            let mark = || self.board.cells.get(cell)?.pencil.chars().nth(line * marks + column);
            column >= marks || mark().is_none_or(char::is_whitespace)
        };
        Overlay::new(self.board.links(), place, is_free)
    }

    fn cell(&self, row: usize, column: usize) -> &Cell {
        &self.board.cells[row * self.board.columns + column]
    }

    /// Returns the place of the cell there, if there is one; `row` and `column` are counted from one
    /// beyond the edge.
    fn at(&self, row: usize, column: usize) -> Option<Spot> {
        let spot = Spot { row: row.checked_sub(1)?, column: column.checked_sub(1)? };
        (spot.row < self.board.rows && spot.column < self.board.columns).then_some(spot)
    }

    fn region(&self, spot: Option<Spot>) -> Region {
        let Some(Spot { row, column }) = spot else { return Region::Outside };
        if let Some(wide) = self.board.block_columns() {
            return Region::Block(row / self.board.block, column / wide);
        }
        let cell = self.cell(row, column);
        match (cell.piece, cell.role) {
            (Some(piece), _) => Region::Piece(piece),
            (None, Role::Void) => Region::Outside,
            (None, Role::Wall) => Region::Wall,
            _ => Region::Ground,
        }
    }

    fn is_hero(&self, spot: Option<Spot>) -> bool {
        spot.is_some_and(|spot| self.cell(spot.row, spot.column).role == Role::Hero)
    }

    /// Returns the weight of the line between two places: 0 for no line, 1 or 2.
    fn weight(&self, a: Option<Spot>, b: Option<Spot>) -> u8 {
        let pencilled = self.plan.tall > 1;
        if self.region(a) == self.region(b) {
            return u8::from(pencilled && a.is_some() && b.is_some());
        }
        let strong = pencilled || self.is_hero(a) || self.is_hero(b);
        1 + u8::from(strong)
    }

    /// Returns the weight of the line along the top of a place.
    fn top(&self, row: usize, column: usize) -> u8 {
        let above = self.at(row.wrapping_sub(1), column);
        if above.is_some_and(|above| self.is_open(above, Exit::Bottom)) {
            return 0;
        }
        self.weight(above, self.at(row, column))
    }

    /// Returns the weight of the line along the left side of a place.
    fn left(&self, row: usize, column: usize) -> u8 {
        let before = self.at(row, column.wrapping_sub(1));
        if before.is_some_and(|before| self.is_open(before, Exit::Right)) {
            return 0;
        }
        self.weight(before, self.at(row, column))
    }

    /// Returns whether the frame is open beside a cell: where a piece leaves the board, until it is
    /// there.
    fn is_open(&self, spot: Spot, exit: Exit) -> bool {
        let cell = self.cell(spot.row, spot.column);
        cell.exit == Some(exit) && cell.piece.is_none()
    }

    fn ruled(&self, weight: u8) -> Style {
        if weight > 1 && self.board.block == 0 { Style::STRONG } else { Style::PLAIN }
    }

    /// Adds the filling between places without a line between them.
    fn between(&self, ink: &mut Ink, spots: &[Option<Spot>], count: usize) {
        let cells: Vec<&Cell> =
            spots.iter().flatten().map(|spot| self.cell(spot.row, spot.column)).collect();
        let whole = cells.len() == spots.len();
        match cells.first() {
            Some(first) if whole && first.piece.is_some() => {
                ink.fill(' ', count, Style::of(first).ground());
            }
            Some(first) if whole && cells.iter().all(|cell| cell.role == Role::Wall) => {
                ink.fill(self.brick, count, Style::of(first));
            }
            _ => ink.fill(' ', count, Style::PLAIN),
        }
    }

    fn bordered(&self, ink: &mut Ink) {
        let cell = self.plan.wide + 2 * self.plan.pad;
        let (from, to) = (self.plan.columns.start + 1, self.plan.columns.end + 1);
        for row in self.plan.rows.start + 1..=self.plan.rows.end + 1 {
            let bare = (from..to).all(|column| self.top(row, column) == 0);
            let edge = row == 1 || row > self.board.rows || self.board.block > 0;
            if !(bare && edge) {
                for column in from..=to {
                    self.corner(ink, row, column);
                    if column < to {
                        match self.top(row, column) {
                            0 => {
                                let spots = [self.at(row - 1, column), self.at(row, column)];
                                self.between(ink, &spots, cell);
                            }
                            weight => {
                                let bar = junction([0, 0, weight, weight], self.paint.unicode);
                                ink.fill(bar, cell, self.ruled(weight));
                            }
                        }
                    }
                }
                ink.end();
            }

            if row > self.plan.rows.end {
                break;
            }

            for line in 0..self.plan.tall {
                for column in from..=to {
                    match self.left(row, column) {
                        0 => {
                            let spots = [self.at(row, column - 1), self.at(row, column)];
                            self.between(ink, &spots, 1);
                        }
                        weight => {
                            // In ASCII, lines within a box differ from those around it.
                            let thin = self.plan.tall > 1 && weight == 1 && !self.paint.unicode;
                            let bar = junction([weight, weight, 0, 0], self.paint.unicode);
                            ink.fill(if thin { ':' } else { bar }, 1, self.ruled(weight));
                        }
                    }
                    if column < to {
                        self.inside(ink, row - 1, column - 1, line);
                    }
                }
                ink.end();
            }
        }
    }

    fn corner(&self, ink: &mut Ink, row: usize, column: usize) {
        let arms = [
            self.left(row - 1, column),
            self.left(row, column),
            self.top(row, column - 1),
            self.top(row, column),
        ];
        if arms == [0; 4] {
            let spots = [
                self.at(row - 1, column - 1),
                self.at(row - 1, column),
                self.at(row, column - 1),
                self.at(row, column),
            ];
            return self.between(ink, &spots, 1);
        }
        let weight = arms.iter().copied().max().unwrap_or(0);
        ink.fill(junction(arms, self.paint.unicode), 1, self.ruled(weight));
    }

    /// Adds one line of a cell between its borders.
    fn inside(&self, ink: &mut Ink, row: usize, column: usize, line: usize) {
        let Plan { wide, pad, tall, .. } = self.plan;
        let cell = self.cell(row, column);
        let style = Style::of(cell);
        if cell.role == Role::Wall && cell.text.is_empty() {
            return ink.fill(self.brick, wide + 2 * pad, style);
        }

        let mut before = " ".repeat(pad);
        let mut after = " ".repeat(pad);
        // Without colors brackets mark what the picture points at.
        if !self.paint.color
            && pad > 0
            && (cell.emphasis == Emphasis::Focus || cell.emphasis == Emphasis::Near)
        {
            let focus = cell.emphasis == Emphasis::Focus;
            (before, after) = match focus {
                true => (String::from("["), String::from("]")),
                false => (String::from("("), String::from(")")),
            };
        }

        let text = &self.texts[row * self.board.columns + column];
        let (text, style) = if tall == 1 {
            (fit(text, wide, self.paint.unicode), style)
        } else if !cell.pencil.is_empty() {
            let count = self.plan.marks;
            let marks: String = cell.pencil.chars().skip(line * count).take(count).collect();
            let pencil = if cell.emphasis == Emphasis::None { Style::DIM } else { style };
            let marks = fit(&marks, wide, self.paint.unicode);
            if marks.contains(|mark| cell.struck.contains(mark)) {
                ink.put(&before, style.ground());
                for mark in marks.chars() {
                    let is_struck = cell.struck.contains(mark);
                    let style = if is_struck { pencil.struck() } else { pencil };
                    ink.put(mark.encode_utf8(&mut [0; 4]), style);
                }
                return ink.put(&after, style.ground());
            }
            (marks, pencil)
        } else if line == tall / 2 && !cell.text.is_empty() {
            ink.put(&before, style.ground());
            self.apart(ink, text, style);
            return ink.put(&after, style.ground());
        } else if line == tall / 2 {
            let right = (wide - text.width().min(wide)) / 2;
            let text = fit(text, wide - right, self.paint.unicode);
            (text + &" ".repeat(right), style)
        } else {
            (" ".repeat(wide), style)
        };

        ink.put(&before, style.ground());
        ink.put(&text, style);
        ink.put(&after, style.ground());
    }

    /// Adds a digit between signs that set it apart from a single pencil mark.
    fn apart(&self, ink: &mut Ink, text: &str, style: Style) {
        let text = fit(text, text.width().min(self.plan.wide), self.paint.unicode);
        let room = self.plan.wide - text.width().min(self.plan.wide);
        let after = room / 2;
        let before = room - after;
        let [unicode, ascii] = BESIDE;
        let sign = if self.paint.unicode { unicode } else { ascii };
        let sign = |count: usize| if count > 0 { sign } else { "" };
        let blank = |count: usize| " ".repeat(count.saturating_sub(1));
        let quiet = Style { dim: true, ..style.ground() };
        ink.put(&(blank(before) + sign(before)), quiet);
        ink.put(&text, style);
        ink.put(&(String::from(sign(after)) + &blank(after)), quiet);
    }

    /// Draws the cells side by side, without borders.
    fn dense(&self, ink: &mut Ink) {
        let wide = self.plan.wide;
        let gap = self.plan.gap;
        for row in self.plan.rows.clone() {
            for column in self.plan.columns.clone() {
                let cell = self.cell(row, column);
                if column > self.plan.columns.start && gap > 0 {
                    let pair = [self.at(row + 1, column), self.at(row + 1, column + 1)];
                    match self.region(pair[0]) == self.region(pair[1]) && self.board.block == 0 {
                        true => self.between(ink, &pair, gap),
                        false => ink.fill(' ', gap, Style::PLAIN),
                    }
                }
                let style = Style::of(cell);
                let text = &self.texts[row * self.board.columns + column];
                if cell.role == Role::Wall && text.is_empty() {
                    ink.fill(self.brick, wide, style);
                } else if cell.role == Role::Floor && text.is_empty() {
                    let empty = fit(self.empty.encode_utf8(&mut [0; 4]), wide, self.paint.unicode);
                    ink.put(&empty, style);
                } else {
                    ink.put(&fit(text, wide, self.paint.unicode), style);
                }
            }
            ink.end();
        }
    }
}
