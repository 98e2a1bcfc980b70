//! A scene as text for a terminal.

use unicode_width::UnicodeWidthStr;

use super::diagnostics::sanitize;
use crate::scene::{Board, Cell, Drawing, Role, Scene, Tree};

/// How a picture may be painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Whether ANSI colours may be used.
    pub colour: bool,
    /// Whether characters beyond ASCII may be used.
    pub unicode: bool,
}

/// Eight colours that people with any kind of colour vision can tell apart (Okabe and Ito, 2008),
/// as the nearest entries of the 256-colour table.
const PALETTE: [u8; 7] = [38, 214, 35, 227, 25, 175, 246];
const HERO: u8 = 166;

/// The scene as lines of text, each with a line end.
pub fn picture(scene: &Scene, paint: Paint) -> String {
    let mut text = match &scene.drawing {
        Drawing::Board(board) => draw_board(board, paint),
        Drawing::Tree(tree) => draw_tree(tree, paint),
    };
    if !scene.caption.is_empty() {
        text.push_str(&sanitize(&scene.caption));
        text.push('\n');
    }
    text
}

/// What stands between two neighbouring cells.
fn parted(board: &Board, a: Option<(usize, usize)>, b: Option<(usize, usize)>) -> bool {
    let cell = |at: Option<(usize, usize)>| at.map(|(r, c)| &board.cells[r * board.columns + c]);
    let block = |(r, c): (usize, usize)| Some((r.checked_div(board.block)?, c / board.block));
    if board.block > 0 {
        return a.and_then(block) != b.and_then(block);
    }
    cell(a).and_then(|cell| cell.piece) != cell(b).and_then(|cell| cell.piece)
}

fn draw_board(board: &Board, paint: Paint) -> String {
    let (rows, columns) = (board.rows, board.columns);
    let mut texts: Vec<_> = board.cells.iter().map(|cell| sanitize(&cell.text)).collect();
    if !paint.unicode {
        // The mark of an empty floor; labels of blocks are the user's own and stay what they are.
        for text in texts.iter_mut().filter(|text| *text == "·") {
            *text = ".".into();
        }
    }
    let wide = texts.iter().map(|text| text.width()).max().unwrap_or(1).max(1);
    let at = |r: isize, c: isize| {
        (r >= 0 && c >= 0 && r < rows as isize && c < columns as isize)
            .then_some((r as usize, c as usize))
    };
    // Whether a line runs along the top of cell (r, c), and along its left side.
    let top = |r: isize, c: isize| {
        (at(r, c).is_some() || at(r - 1, c).is_some()) && parted(board, at(r - 1, c), at(r, c))
    };
    let left = |r: isize, c: isize| {
        (at(r, c).is_some() || at(r, c - 1).is_some()) && parted(board, at(r, c - 1), at(r, c))
    };
    let mut out = String::new();
    for r in 0..=rows as isize {
        let mut line = String::new();
        for c in 0..=columns as isize {
            let (up, down) = (left(r - 1, c), left(r, c));
            let (west, east) = (top(r, c - 1), top(r, c));
            line.push(corner([up, down, west, east], paint.unicode));
            if c < columns as isize {
                let bar = if !top(r, c) {
                    ' '
                } else if paint.unicode {
                    '─'
                } else {
                    '-'
                };
                line.extend(std::iter::repeat_n(bar, wide + 2));
            }
        }
        if !line.trim().is_empty() {
            out.push_str(line.trim_end());
            out.push('\n');
        }
        if r == rows as isize {
            break;
        }
        let mut line = String::new();
        for c in 0..=columns as isize {
            let bar = if !left(r, c) {
                ' '
            } else if paint.unicode {
                '│'
            } else {
                '|'
            };
            line.push(bar);
            if let Some((r, c)) = at(r, c) {
                let number = r * columns + c;
                let pad = wide - texts[number].width();
                line.extend(std::iter::repeat_n(' ', 1 + pad));
                line.push_str(&coloured(&texts[number], &board.cells[number], paint));
                line.push(' ');
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The character where lines may meet: those that go up, down, west and east from it.
fn corner(lines: [bool; 4], unicode: bool) -> char {
    let lines = lines.iter().rev().fold(0, |bits, &line| bits << 1 | u8::from(line));
    if !unicode {
        return match lines {
            0 => ' ',
            1..=3 => '|',
            4 | 8 | 12 => '-',
            _ => '+',
        };
    }
    [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'][lines as usize]
}

fn coloured(text: &str, cell: &Cell, paint: Paint) -> String {
    if !paint.colour || text.trim().is_empty() {
        return text.to_owned();
    }
    let code = match (cell.role, cell.piece) {
        (Role::Hero, _) => format!("1;38;5;{HERO}"),
        (Role::Piece, Some(piece)) => {
            format!("38;5;{}", PALETTE[piece as usize % PALETTE.len()])
        }
        (Role::Given | Role::Piece, _) => String::from("1"),
        (Role::Goal, _) => String::from("1;32"),
        (Role::Active, _) => String::from("36"),
        (Role::Wall | Role::Void | Role::Floor | Role::Faint, _) => String::from("2"),
    };
    format!("\u{1b}[{code}m{text}\u{1b}[0m")
}

/// A tree, its root first, each node on a line below its parent. No recursion: trees may be deep.
fn draw_tree(tree: &Tree, paint: Paint) -> String {
    let (fork, last, pipe) =
        if paint.unicode { ("├─", "└─", "│ ") } else { ("|-", "`-", "| ") };
    let mut out = String::new();
    // Node, the prefix of its own line, the prefix of its children's lines.
    let mut stack = vec![(0_usize, String::new(), String::new())];
    while let Some((node, own, below)) = stack.pop() {
        let Some(this) = tree.nodes.get(node) else { continue };
        out.push_str(&own);
        let cell = Cell { role: this.role, ..Cell::default() };
        out.push_str(&coloured(&sanitize(&this.text), &cell, paint));
        out.push('\n');
        let count = this.children.len();
        for (at, &child) in this.children.iter().enumerate().rev() {
            let end = at + 1 == count;
            let (own, under) = if end { (last, "  ") } else { (fork, pipe) };
            stack.push((child, format!("{below}{own}"), format!("{below}{under}")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Node;

    const PLAIN: Paint = Paint { colour: false, unicode: true };

    #[test]
    fn neighbours_of_one_piece_share_a_border() {
        let cells = [("a", 0), ("a", 0), ("b", 1), ("c", 2)]
            .map(|(text, piece)| Cell {
                text: text.into(),
                role: Role::Piece,
                piece: Some(piece),
                ..Cell::default()
            })
            .to_vec();
        let board = Board { rows: 2, columns: 2, cells, block: 0 };
        let scene =
            Scene { title: String::new(), caption: String::new(), drawing: Drawing::Board(board) };
        assert_eq!(
            picture(&scene, PLAIN),
            "┌───────┐\n│ a   a │\n├───┬───┤\n│ b │ c │\n└───┴───┘\n"
        );
    }

    #[test]
    fn a_tree_hangs_from_its_root() {
        let node = |text: &str, children: &[usize]| Node {
            text: text.into(),
            role: Role::Piece,
            children: children.to_vec(),
            ..Node::default()
        };
        let tree = Tree {
            nodes: vec![node("X", &[1, 2]), node("a", &[3]), node("b", &[]), node("c", &[])],
        };
        let scene =
            Scene { title: String::new(), caption: "end".into(), drawing: Drawing::Tree(tree) };
        assert_eq!(picture(&scene, PLAIN), "X\n├─a\n│ └─c\n└─b\nend\n");
    }
}
