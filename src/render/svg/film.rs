//! A film as one SVG: things that move are drawn once and moved by key frames, things that change
//! are drawn once per look and shown in their time. Without animation the first picture is visible.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::board::{above, aims, below, extent, grid, ground, has_void, links, write};
use super::clock::Clock;
use super::legend::Legend;
use super::outline::{At, Grid, outlined};
use super::page::{Area, Page, Point, Size, number, rect};
use super::style::SCREEN;
use super::tokens::{Token, put, tokens};
use super::track::{Track, follow, route};
use super::tree::Layout;
use super::{Caption, LINE, Naming, all_steps, art, centered, left_out, steps};
use crate::scene::{Board, Cell, Film, Frame, Tree};

/// Cells and nodes of all pictures of a film at most.
const CELLS: usize = 400_000;

/// Draws at most `most` pictures of a film, fewer of large ones, the first and the last among them.
pub fn film(film: &Film, most: usize) -> String {
    let size = film.frames.first().map_or(1, |frame| frame.scene.size());
    let shown = film.shown(most.min((CELLS / size.max(1)).max(2)));
    let mut clock = Clock::new(shown.len());
    let mut body = String::new();

    let boards: Option<Vec<&Board>> = shown.iter().map(|frame| frame.scene.board()).collect();
    let trees: Option<Vec<&Tree>> = shown.iter().map(|frame| frame.scene.tree()).collect();
    let alike = |boards: &Vec<&Board>| {
        let size = |board: &Board| (board.rows, board.columns, board.block);
        boards.iter().all(|board| size(board) == size(boards[0]))
    };
    let same = |trees: &Vec<&Tree>| {
        let shape = |tree: &Tree| -> Vec<Vec<usize>> {
            tree.nodes.iter().map(|node| node.children.clone()).collect()
        };
        trees.iter().all(|tree| shape(tree) == shape(trees[0]))
    };

    let Size { width, height } = match (boards.filter(alike), trees.filter(same)) {
        (Some(boards), _) => film_of_boards(&boards, &mut clock, &mut body),
        (_, Some(trees)) => film_of_trees(&trees, &mut clock, &mut body),
        _ => film_of_anything(&shown, &mut clock, &mut body),
    };

    let name = &film.name;
    let last = film.last();
    let all_steps = all_steps(film);
    let captions = shown.iter().map(|frame| match frame.at {
        0 => format!("{name}: {all_steps}"),
        at => format!("{at} of {last}: {}", frame.label),
    });
    let captions: Vec<String> = captions.collect();

    let legend = Legend::of(shown.iter().map(|frame| &frame.scene));
    let wide = width.max(legend.size.width);
    let full = Caption::widen(wide, captions.iter().map(String::as_str));
    let mut out = centered(&body, width, full);
    let mut tall = height;
    for (place, caption) in captions.iter().enumerate() {
        let caption = Caption::of(caption, full);
        caption.place(&format!("caption{}", clock.seen_at(place)), full, height, &mut out);
        tall = tall.max(height + caption.height());
    }
    legend.place(full, tall, &mut out);
    tall += legend.size.height;
    if let Some(note) = left_out(shown.len(), film) {
        put(&note, "caption", Point { x: full / 2.0, y: tall + 4.0 }, full, &mut out);
        tall += LINE;
    }

    let title = &format!("{name}: a film of {all_steps}");
    let desc = &steps(film);
    let style = &format!("{SCREEN}{}", clock.sheet());
    let size = Size { width: full, height: tall };
    Page { title, desc, size, unit: "", style, body: &out }.write()
}

/// Draws each look once, with the class that shows it in its time.
fn looks<T: Ord>(
    sequence: impl Iterator<Item = T>,
    clock: &mut Clock,
    mut draw: impl FnMut(&T, &mut String),
    out: &mut String,
) {
    let mut times: BTreeMap<T, Vec<bool>> = BTreeMap::new();
    let count = clock.frames();
    for (at, look) in sequence.enumerate() {
        times.entry(look).or_insert_with(|| vec![false; count])[at] = true;
    }
    for (look, seen) in times {
        let mut drawing = String::new();
        draw(&look, &mut drawing);
        if !drawing.is_empty() {
            wrap(&clock.seen(&seen), &drawing, out);
        }
    }
}

/// Puts classes around something drawn.
fn wrap(class: &str, inner: &str, out: &mut String) {
    if class.is_empty() {
        out.push_str(inner);
    } else {
        let _ = writeln!(out, "<g class=\"{}\">\n{inner}</g>", class.trim_start());
    }
}

fn film_of_boards(boards: &[&Board], clock: &mut Clock, out: &mut String) -> Size {
    let first = boards[0];
    let grid = grid(boards.iter().copied());
    below(first, &grid, out);
    let island = boards.iter().any(|board| has_void(board));
    let drawn = |draw: &dyn Fn(&mut String)| {
        let mut drawn = String::new();
        draw(&mut drawn);
        drawn
    };
    let show = |drawn: &String, out: &mut String| out.push_str(drawn);

    for at in 0..first.cells.len() {
        let cells = uncovered(boards, at).into_iter();
        let grounds = cells.map(|cell| drawn(&|out| ground(cell, at, first, &grid, island, out)));
        looks(grounds, clock, show, out);
    }
    let linked = boards.iter().map(|board| drawn(&|out| links(board, &grid, out)));
    looks(linked, clock, show, out);
    for at in 0..first.cells.len() {
        let cells = uncovered(boards, at).into_iter();
        let texts = cells.map(|cell| drawn(&|out| write(cell, at, first, &grid, out)));
        looks(texts, clock, show, out);
    }

    let pieces = |board: &Board| -> Vec<_> {
        board.cells.iter().map(|cell| (cell.role, cell.piece)).collect()
    };
    // If no piece ever moves, the texts do: rings of numbers.
    let still = boards.iter().all(|board| pieces(board) == pieces(first));
    let mut frames: Vec<Vec<Token>> = boards.iter().map(|board| tokens(board)).collect();
    if still {
        for token in &frames[0] {
            token.draw(&grid, out);
        }
        frames = boards.iter().map(|board| words(board)).collect();
    }

    let tracks = follow(&frames);
    let things = |track: &Track| -> Vec<Option<&Token>> {
        track.iter().zip(&frames).map(|(at, frame)| at.map(|at| &frame[at])).collect()
    };
    let goals: BTreeSet<At> = aims(first).into_iter().collect();
    let layer = match still {
        true => Layer::Words,
        false if goals.is_empty() => Layer::AreasWithTexts,
        false => Layer::Areas,
    };

    for track in &tracks {
        draw_track(&things(track), boards, &grid, layer, clock, out);
    }
    above(first, &grid, out);
    if layer == Layer::Areas {
        // The texts come last, so that no line crosses them.
        for things in tracks.iter().map(things) {
            let patched = things.iter().flatten().any(|token| token.is_crossed(&goals, &grid));
            draw_track(&things, boards, &grid, Layer::Texts { patched }, clock, out);
        }
    }
    extent(first, &grid)
}

/// The part of things that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    /// They are texts on pieces that never move.
    Words,
    /// Areas with their texts.
    AreasWithTexts,
    /// Areas alone.
    Areas,
    /// Texts alone, on patches if a line of a goal crosses them somewhere.
    Texts { patched: bool },
}

/// Returns a cell in every picture: while a piece is on it, its look before that (or after it).
fn uncovered<'a>(boards: &[&'a Board], at: usize) -> Vec<&'a Cell> {
    let cells = || boards.iter().map(|board| &board.cells[at]);
    let mut last = cells().find(|cell| cell.piece.is_none());
    cells()
        .map(|cell| {
            if cell.piece.is_none() {
                last = Some(cell);
            }
            last.unwrap_or(cell)
        })
        .collect()
}

/// Returns the texts on the pieces of a board, each as a separate thing.
fn words(board: &Board) -> Vec<Token> {
    let cells = board.cells.iter().enumerate().filter(|(_, cell)| cell.piece.is_some());
    cells
        .map(|(at, cell)| Token {
            // Nearest first, independent of the number.
            id: at as u32,
            cells: vec![At::of(at, board.columns)],
            texts: vec![cell.text.clone()],
            class: String::new(),
            home: false,
            emphasis: crate::scene::Emphasis::None,
            height: 0,
        })
        .collect()
}

/// Draws a thing on its way through the film.
fn draw_track(
    things: &[Option<&Token>],
    boards: &[&Board],
    grid: &Grid,
    layer: Layer,
    clock: &mut Clock,
    out: &mut String,
) {
    let Some(first) = things.iter().flatten().next().copied() else { return };
    let words = layer == Layer::Words;
    let texts = matches!(layer, Layer::Texts { .. });
    if texts && first.height > 0 {
        return;
    }

    let there: Vec<bool> = things.iter().map(Option::is_some).collect();
    let mut inner = String::new();
    if first.height > 0 {
        // It rolls: its rectangles change.
        for part in 0..3 {
            let styles: Vec<_> = things
                .iter()
                .map(|token| token.map(|token| vec![css(token.solid(grid)[part].1)]))
                .collect();
            let class = clock.moved(&styles);
            let (name, place) = first.solid(grid)[part];
            rect(&format!("{name}{class}"), place, 5.0, &mut inner);
        }
        wrap(&clock.seen(&there), &inner, out);
        return;
    }

    let at = |thing: &Token| thing.bounds().first;
    let start = at(first);
    let still = |thing: &Token| Token { emphasis: crate::scene::Emphasis::None, ..thing.clone() };
    if words {
        first.write(grid, &mut inner);
    } else {
        let look = |thing: Option<&Token>| thing.map(|token| (token.class.clone(), token.home));
        let draw = |look: &Option<(String, bool)>, out: &mut String| {
            if let Some((class, home)) = look {
                let shown = Token { class: class.clone(), home: *home, ..still(first) };
                if !texts {
                    shown.draw(grid, out);
                }
                match layer {
                    Layer::Areas => {}
                    Layer::Texts { patched } => shown.write_on_patches(grid, patched, out),
                    Layer::Words | Layer::AreasWithTexts => shown.write(grid, out),
                }
            }
        };
        looks(things.iter().map(|token| look(*token)), clock, draw, &mut inner);
        let class = |thing: Option<&Token>| {
            thing.and_then(|token| token.emphasis.word()).unwrap_or_default()
        };
        let frame = |class: &&str, out: &mut String| {
            if !class.is_empty() {
                outlined(class, &first.cells, grid, 2.0, 8.0, out);
            }
        };
        if !texts {
            looks(things.iter().map(|token| class(*token)), clock, frame, &mut inner);
        }
    }

    let style = |at: At| {
        let across = (at.column as f64 - start.column as f64) * grid.wide;
        let down = (at.row as f64 - start.row as f64) * grid.high;
        format!("transform:translate({}px,{}px)", number(across), number(down))
    };
    let styles: Vec<Option<Vec<String>>> = (0..things.len())
        .map(|place| {
            let to = things[place]?;
            let from = place.checked_sub(1).and_then(|before| Some((before, things[before]?)));
            let way = match from.filter(|_| !words) {
                Some((before, from)) => route(boards[before], from, at(to)),
                None => vec![at(to)],
            };
            Some(way.into_iter().map(style).collect())
        })
        .collect();

    let class = format!(
        "{}{}",
        clock.moved(&styles),
        if words { clock.seen(&there) } else { String::new() }
    );
    // A class that moves and one that shows are two animations: one element each.
    let mut moved = class.split_whitespace().filter(|name| name.starts_with('m'));
    let shown: Vec<&str> = class.split_whitespace().filter(|name| !name.starts_with('m')).collect();
    let mut whole = String::new();
    wrap(moved.next().unwrap_or_default(), &inner, &mut whole);
    wrap(&shown.join(" "), &whole, out);
}

/// Formats a rectangle as styles.
fn css(area: Area) -> String {
    let [x, y, wide, high] = area.numbers();
    format!("x:{x}px;y:{y}px;width:{wide}px;height:{high}px")
}

fn film_of_trees(trees: &[&Tree], clock: &mut Clock, out: &mut String) -> Size {
    let layout = Layout::of(trees[0]);
    layout.edges(trees[0], out);
    for at in 0..trees[0].nodes.len() {
        let drawn = trees.iter().map(|tree| {
            let mut drawing = String::new();
            layout.node(at, &tree.nodes[at], &mut drawing);
            drawing
        });
        looks(drawn, clock, |drawing, out| out.push_str(drawing), out);
    }
    Size { width: layout.width, height: layout.height }
}

/// Pictures without common parts, one after the other.
fn film_of_anything(frames: &[&Frame], clock: &mut Clock, out: &mut String) -> Size {
    let mut width = 0.0_f64;
    let mut height = 0.0_f64;
    for (at, frame) in frames.iter().enumerate() {
        let art = art(&frame.scene, Naming::None);
        wrap(&clock.seen_at(at), &art.body, out);
        (width, height) = (width.max(art.width), height.max(art.height));
    }
    Size { width, height }
}

#[cfg(test)]
mod tests {
    use super::super::strip;
    use super::film;
    use crate::puzzle::testing::open;
    use crate::search::Budget;

    #[test]
    fn films_and_strips_draw_the_links_of_their_steps() {
        let body = ".29...45.\n.75...18.\n.13...26.\n148..9732\n5973..641\n236.7.895\n\
                    381745926\n964213578\n752896314";
        let solution_film = open("sudoku", body).film("x", &Budget::unlimited()).expect("a film");
        let links: usize = solution_film
            .frames
            .iter()
            .filter_map(|frame| frame.scene.board())
            .map(|board| board.links().count())
            .sum();
        assert!(links > 6, "{links}");
        for drawn in [film(&solution_film, 400), strip(&solution_film, 400)] {
            // The legend has one of each.
            assert_eq!(drawn.matches("class=\"link ").count(), links + 2);
            assert!(drawn.contains("class=\"link weak\""));
        }
    }
}
