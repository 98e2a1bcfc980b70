//! A scene as SVG: text stays text, titles are accessible, light and dark follow the reader.

pub(in crate::render) mod page;

use std::fmt::Write;

use super::diagnostics::sanitize;
use crate::scene::{Board, Drawing, Role, Scene, Tree};

/// Side of a cell, in user units.
const SIDE: usize = 40;
const STYLE: &str = "svg{font-family:ui-sans-serif,system-ui,sans-serif;background:#fff}\
text{fill:#1a1a1a;text-anchor:middle;dominant-baseline:central;font-size:16px}\
.caption{font-size:13px;fill:#555}\
.line{stroke:#444;stroke-width:1.5;fill:none}.thick{stroke:#1a1a1a;stroke-width:3;fill:none}\
.void{fill:none}.floor{fill:#f1efe9}.wall{fill:#5b5b5b}.goal{fill:#9fd8b4}.given{fill:#e6e6e6}\
.active{fill:#bfe3f7}.faint{fill:#f7e3c6}.hero{fill:#e8835a}.piece{fill:#d9d4c7}\
.p0{fill:#7cc4ea}.p1{fill:#f2bd54}.p2{fill:#54c39f}.p3{fill:#f3e96f}.p4{fill:#6f9fd8}\
.p5{fill:#dca3c4}.p6{fill:#bdbdbd}\
@media(prefers-color-scheme:dark){svg{background:#16181d}text{fill:#f2f2f2}.caption{fill:#aaa}\
.line{stroke:#8a8a8a}.thick{stroke:#e0e0e0}.floor{fill:#2a2d34}.wall{fill:#8b8b8b}.given{fill:#3a3e46}\
.goal{fill:#2f7a52}.active{fill:#1f5f80}.faint{fill:#7a5a2a}.hero{fill:#b5512b}.piece{fill:#55504a}\
.p0{fill:#1f6f9c}.p1{fill:#94690b}.p2{fill:#14795a}.p3{fill:#7d7410}.p4{fill:#2a5a99}\
.p5{fill:#8a4f72}.p6{fill:#606060}}";

/// The scene as an SVG document.
pub fn svg(scene: &Scene) -> String {
    let (body, width, height) = match &scene.drawing {
        Drawing::Board(board) => draw_board(board),
        Drawing::Tree(tree) => draw_tree(tree),
    };
    let caption = usize::from(!scene.caption.is_empty()) * 28;
    let title = escape(&scene.title);
    let mut out = String::new();
    let full = height + caption;
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {full}\" \
         width=\"{width}\" height=\"{full}\" role=\"img\" aria-labelledby=\"title\">\n\
         <title id=\"title\">{title}</title>\n<style>{STYLE}</style>"
    );
    out.push_str(&body);
    if caption > 0 {
        let _ = writeln!(
            out,
            "<text class=\"caption\" x=\"{}\" y=\"{}\">{}</text>",
            width / 2,
            height + 12,
            escape(&scene.caption)
        );
    }
    out.push_str("</svg>\n");
    out
}

fn escape(text: &str) -> String {
    sanitize(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn class(role: Role, piece: Option<u32>) -> String {
    match (role, piece) {
        (Role::Piece, Some(piece)) => format!("p{}", piece % 7),
        (role, _) => String::from(match role {
            Role::Void => "void",
            Role::Floor => "floor",
            Role::Wall => "wall",
            Role::Piece => "piece",
            Role::Hero => "hero",
            Role::Goal => "goal",
            Role::Given => "given",
            Role::Active => "active",
            Role::Faint => "faint",
        }),
    }
}

fn draw_board(board: &Board) -> (String, usize, usize) {
    let wide = board.cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(1);
    let side = SIDE.max(wide * 10 + 14);
    let (mut cells, mut lines, mut words) = (String::new(), String::new(), String::new());
    let piece = |r: usize, c: usize| board.cells[r * board.columns + c].piece;
    let kept = |r: usize, c: usize| board.cells[r * board.columns + c].role != Role::Void;
    for r in 0..board.rows {
        for c in 0..board.columns {
            let cell = &board.cells[r * board.columns + c];
            let (x, y) = (10 + c * side, 10 + r * SIDE);
            if cell.role != Role::Void {
                let _ = writeln!(
                    cells,
                    "<rect class=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{SIDE}\"/>",
                    class(cell.role, cell.piece)
                );
            }
            if !cell.text.trim().is_empty() {
                let _ = writeln!(
                    words,
                    "<text x=\"{}\" y=\"{}\">{}</text>",
                    x + side / 2,
                    y + SIDE / 2,
                    escape(&cell.text)
                );
            }
            let same = |other: Option<u32>| cell.piece.is_some() && cell.piece == other;
            let edge = |a: usize| board.block > 0 && a.is_multiple_of(board.block);
            // Top and left sides; the far sides are drawn once at the end of a row or column.
            let mut side_line = |x1: usize, y1: usize, x2: usize, y2: usize, thick: bool| {
                let class = if thick { "thick" } else { "line" };
                let _ = writeln!(lines, "<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>");
            };
            let here = cell.role != Role::Void;
            if (here || r > 0 && kept(r - 1, c)) && !(r > 0 && same(piece(r - 1, c))) {
                side_line(x, y, x + side, y, edge(r));
            }
            if (here || c > 0 && kept(r, c - 1)) && !(c > 0 && same(piece(r, c - 1))) {
                side_line(x, y, x, y + SIDE, edge(c));
            }
            if here && r + 1 == board.rows {
                side_line(x, y + SIDE, x + side, y + SIDE, edge(r + 1));
            }
            if here && c + 1 == board.columns {
                side_line(x + side, y, x + side, y + SIDE, edge(c + 1));
            }
        }
    }
    (cells + &lines + &words, board.columns * side + 20, board.rows * SIDE + 20)
}

fn draw_tree(tree: &Tree) -> (String, usize, usize) {
    // Leaves take the columns from left to right; a parent stands above the middle of its
    // children. Children come after their parents, so one backward pass is enough.
    let count = tree.nodes.len();
    let mut depth = vec![0_usize; count];
    for (at, node) in tree.nodes.iter().enumerate() {
        for &child in &node.children {
            depth[child] = depth[at] + 1;
        }
    }
    let mut column = vec![0_usize; count];
    let mut next = 0;
    let mut stack = vec![0_usize];
    while let Some(at) = stack.pop() {
        let children = tree.nodes.get(at).map_or(&[][..], |node| &node.children);
        if children.is_empty() {
            column[at] = next;
            next += 2;
        }
        stack.extend(children.iter().rev());
    }
    for at in (0..count).rev() {
        let children = &tree.nodes[at].children;
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            column[at] = usize::midpoint(column[first], column[last]);
        }
    }
    let place = |at: usize| (30 + column[at] * 18, 30 + depth[at] * 52);
    let (mut lines, mut nodes) = (String::new(), String::new());
    for (at, node) in tree.nodes.iter().enumerate() {
        let (x, y) = place(at);
        for &child in &node.children {
            let (cx, cy) = place(child);
            let _ = writeln!(lines, "<path class=\"line\" d=\"M{x} {y}L{cx} {cy}\"/>");
        }
        let _ = writeln!(
            nodes,
            "<circle class=\"{} line-node\" cx=\"{x}\" cy=\"{y}\" r=\"15\" stroke=\"#444\"/>\n\
             <text x=\"{x}\" y=\"{y}\">{}</text>",
            class(node.role, None),
            escape(&node.text)
        );
    }
    let width = 60 + next.saturating_sub(2) * 18;
    let height = 60 + depth.iter().max().unwrap_or(&0) * 52;
    (lines + &nodes, width, height)
}
