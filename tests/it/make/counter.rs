//! Counts the moves of shortest solutions on pictures of boards, apart from the program.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::Hash;

/// A picture in rows of bytes.
pub type Picture = Vec<Vec<u8>>;

/// Splits a body into its picture and its other lines.
pub fn cut(body: &str, is_row: impl Fn(&str) -> bool) -> (Picture, Vec<String>) {
    let lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
    let (rows, rest): (Vec<&str>, Vec<&str>) = lines.partition(|line| is_row(line));
    let rows = rows.into_iter().map(|row| row.as_bytes().to_vec()).collect();
    (rows, rest.into_iter().map(String::from).collect())
}

/// Returns the least number of moves from a start to a goal, breadth-first. `next` adds the
/// successors of a state.
fn fewest<S: Clone + Eq + Hash>(
    start: S,
    is_goal: impl Fn(&S) -> bool,
    mut next: impl FnMut(&S, &mut Vec<S>),
) -> Option<usize> {
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    let mut reached = Vec::new();
    for moves in 0.. {
        if layer.iter().any(&is_goal) {
            return Some(moves);
        }
        for state in &layer {
            next(state, &mut reached);
        }
        layer = reached.drain(..).filter(|state| seen.insert(state.clone())).collect();
        if layer.is_empty() {
            return None;
        }
    }
    None
}

/// The most blocks of a board.
const BLOCKS: usize = 24;

/// The first cell of each block, in reading order from 0. Blocks of one shape are neighbors in the
/// list, and in ascending order: which of them is where makes no difference.
type Places = [u8; BLOCKS];

/// A picture of at most 64 cells as sets of cells; bit n is cell n in reading order.
struct Cells {
    columns: usize,
    walls: u64,
    /// The cells of a block, shifted so that its first is cell 0, and whether it is the one with the
    /// goal.
    shapes: Vec<(bool, u64)>,
    /// The last cell of each row and of each column is on the edge to the right and below.
    edges: [u64; 4],
}

impl Cells {
    fn of(picture: &Picture) -> (Self, Places) {
        let columns = picture[0].len();
        let mut sets = BTreeMap::<u8, u64>::new();
        let mut edges = [0; 4];
        for (at, &cell) in picture.concat().iter().enumerate() {
            *sets.entry(cell).or_default() |= 1 << at;
            let row = at / columns;
            let column = at % columns;
            let on = [column + 1 == columns, column == 0, row + 1 == picture.len(), row == 0];
            (0..4).filter(|way| on[*way]).for_each(|way| edges[way] |= 1 << at);
        }
        sets.remove(&b'.');
        let walls = sets.remove(&b'#').unwrap_or(0);
        let first = |set: u64| set.trailing_zeros() as u8;
        let mut blocks: Vec<_> = sets
            .into_iter()
            .map(|(label, set)| ((label == b'A', set >> first(set)), first(set)))
            .collect();
        // The block with the goal is the last.
        blocks.sort_unstable();
        let mut places = [0; BLOCKS];
        let both = blocks.iter().zip(&mut places);
        both.for_each(|((_, first), place)| *place = *first);
        let shapes = blocks.into_iter().map(|(shape, _)| shape).collect();
        (Self { columns, walls, shapes, edges }, places)
    }

    /// Returns the cells of a set after it slides by one cell, if it stays on the board.
    fn slid(&self, set: u64, way: usize) -> Option<u64> {
        let stays = set & self.edges[way] == 0;
        stays.then(|| match way {
            0 => set << 1,
            1 => set >> 1,
            2 => set << self.columns,
            _ => set >> self.columns,
        })
    }
}

/// Returns the least number of moves of blocks until the first cell of block `A` is at `goal`. Cars
/// keep to their lanes.
pub fn of_blocks(picture: &Picture, goal: (usize, usize), lanes: bool) -> Option<usize> {
    let (cells, start) = Cells::of(picture);
    let hero = cells.shapes.len() - 1;
    let goal = (goal.0 * cells.columns + goal.1) as u8;
    let next = |places: &Places, successors: &mut Vec<Places>| {
        let occupied = |block: usize| cells.shapes[block].1 << places[block];
        let taken = (0..=hero).fold(cells.walls, |taken, block| taken | occupied(block));
        for block in 0..=hero {
            let others = taken & !occupied(block);
            let ways = match (lanes, cells.shapes[block].1 & 2 != 0) {
                (false, _) => 0..4,
                (true, true) => 0..2,
                (true, false) => 2..4,
            };
            let mut reached = vec![occupied(block)];
            let mut at = 0;

            while at < reached.len() {
                let set = reached[at];
                for set in ways.clone().filter_map(|way| cells.slid(set, way)) {
                    if set & others == 0 && !reached.contains(&set) {
                        reached.push(set);
                    }
                }
                at += 1;
            }

            let alike = |other: &usize| cells.shapes[*other] == cells.shapes[block];
            let first = (0..=hero).find(alike).expect("itself");
            let count = (first..=hero).take_while(alike).count();
            successors.extend(reached[1..].iter().map(|set| {
                let mut after = *places;
                after[block] = set.trailing_zeros() as u8;
                after[first..first + count].sort_unstable();
                after
            }));
        }
    };

    fewest(start, |places| places[hero] == goal, next)
}

/// Returns the least number of slides between two boards of words, the gap a dot.
pub fn of_tiles(start: &[Vec<String>], goal: &[Vec<String>]) -> Option<usize> {
    let columns = start[0].len();
    let goal = goal.concat();
    // Tiles as numbers, the gap too.
    let number = |tile: &String| goal.iter().position(|other| other == tile).expect("a tile") as u8;
    let gap = number(&String::from("."));
    let next = |board: &Vec<u8>, successors: &mut Vec<Vec<u8>>| {
        let at = board.iter().position(|tile| *tile == gap).expect("a gap");
        let row = at / columns;
        let column = at % columns;
        let beside = [
            (column > 0).then(|| at - 1),
            (column + 1 < columns).then_some(at + 1),
            (row > 0).then(|| at - columns),
            (at + columns < board.len()).then_some(at + columns),
        ];
        for from in beside.into_iter().flatten() {
            let mut after = board.clone();
            after.swap(at, from);
            successors.push(after);
        }
    };
    let start = start.concat().iter().map(number).collect();
    let goal: Vec<u8> = goal.iter().map(number).collect();
    fewest(start, |board| *board == goal, next)
}
/// The parts of the block, in reading order and equal if it stands, and the extended bridges.
type Roll = ([(i32, i32); 2], BTreeSet<u8>);

/// Returns the two places of the words `splits to (R,C) and (R,C)`.
fn split(words: &[String]) -> [(i32, i32); 2] {
    let place = |word: &String| {
        let (row, column) = word[1..word.len() - 1].split_once(',').expect("a place");
        (row.parse().expect("a row"), column.parse().expect("a column"))
    };
    [place(&words[2]), place(&words[4])]
}

/// Returns the least number of rolls on a terrain. Control of the cubes is free, so that either may
/// roll.
pub fn of_terrain(picture: &Picture, legend: &[String]) -> Option<usize> {
    let find = |tile: u8| {
        let row = picture.iter().position(|row| row.contains(&tile))?;
        let column = picture[row].iter().position(|cell| *cell == tile)?;
        Some((row as i32, column as i32))
    };
    let start = find(b'S')?;
    let goal = find(b'T')?;
    let meaning =
        |line: &String| (line.as_bytes()[0], line[3..].split(' ').map(String::from).collect());
    let legend: BTreeMap<u8, Vec<String>> = legend.iter().map(meaning).collect();
    let plain = vec![String::from("floor")];
    let words = |tile: u8| legend.get(&tile).unwrap_or(&plain);
    let tile = |(row, column): (i32, i32)| {
        *picture.get(row as usize).and_then(|row| row.get(column as usize)).unwrap_or(&b'-')
    };

    // `moved` are the parts that come onto their cells.
    let settle = |mut cells: [(i32, i32); 2], moved: &[(i32, i32)], bridges: &BTreeSet<u8>| {
        let is_upright = cells[0] == cells[1];
        let mut bridges = bridges.clone();
        let pressed = if is_upright { &moved[..1] } else { moved };

        for words in pressed.iter().map(|&cell| words(tile(cell))) {
            if words[0] == "soft" || words[0] == "hard" && is_upright {
                let bridge = words[2].as_bytes()[0];
                match &*words[1] {
                    "extends" => bridges.insert(bridge),
                    "retracts" => bridges.remove(&bridge),
                    _ => bridges.remove(&bridge) || bridges.insert(bridge),
                };
            } else if words[0] == "splits" && is_upright {
                cells = split(words);
            }
        }

        cells.sort_unstable();
        // The switches act first: a bridge that comes holds the block, one that goes drops it.
        let rests = |&cell: &(i32, i32)| match tile(cell) {
            b'-' => false,
            b'f' => cells[0] != cells[1],
            sign => words(sign)[0] != "bridge" || bridges.contains(&sign),
        };
        cells.iter().all(rests).then_some((cells, bridges))
    };

    let next = |(cells, bridges): &Roll, successors: &mut Vec<Roll>| {
        let [a, b] = *cells;
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let by = |cell: (i32, i32), steps: i32| (cell.0 + steps * down, cell.1 + steps * right);
            let mut go = |cells, moved: &[_]| successors.extend(settle(cells, moved, bridges));
            if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) > 1 {
                go([by(a, 1), b], &[by(a, 1)]);
                go([a, by(b, 1)], &[by(b, 1)]);
                continue;
            }
            let along = (a.0 != b.0 && down != 0) || (a.1 != b.1 && right != 0);
            let mut after = match (a == b, along) {
                (true, _) => [by(a, 1), by(a, 2)],
                (false, false) => [by(a, 1), by(b, 1)],
                // It stands up beyond its cell that is ahead.
                (false, true) => [by(if (down, right) > (0, 0) { b } else { a }, 1); 2],
            };
            after.sort_unstable();
            go(after, &after);
        }
    };

    let extended = legend.iter().filter(|(_, words)| words[..] == ["bridge", "extended"]);
    let bridges: BTreeSet<u8> = extended.map(|(tile, _)| *tile).collect();
    fewest(([start; 2], bridges), |(cells, _)| *cells == [goal; 2], next)
}

/// Returns a matrix whose rings turn by so many places, counterclockwise if the number is positive,
/// place by place. An innermost line is not a ring.
pub fn turned(matrix: &[Vec<i64>], places: i64) -> Vec<Vec<i64>> {
    let rows = matrix.len();
    let columns = matrix[0].len();
    let mut turned = matrix.to_vec();

    for ring in 0..rows.min(columns) / 2 {
        // Around the ring, counterclockwise from its top left corner.
        let mut row = ring;
        let mut column = ring;
        let mut around = Vec::new();
        let height = rows - 2 * ring - 1;
        let width = columns - 2 * ring - 1;
        for (down, right, steps) in [(1, 0, height), (0, 1, width), (-1, 0, height), (0, -1, width)]
        {
            for _ in 0..steps {
                around.push((row, column));
                (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            }
        }
        for _ in 0..places.unsigned_abs() {
            let before = turned.clone();
            for (at, &(row, column)) in around.iter().enumerate() {
                let from = if places < 0 { at + 1 } else { at + around.len() - 1 };
                let (from_row, from_column) = around[from % around.len()];
                turned[row][column] = before[from_row][from_column];
            }
        }
    }

    turned
}

/// A tree. Each node is alive or not, and has its parent, its left and its right child as numbers in
/// this list.
#[derive(Clone)]
pub struct Tree(Vec<(bool, [Option<usize>; 3])>);

impl Tree {
    /// Reads a tree such as `((X . X) X .)`.
    pub fn of(text: &str) -> Self {
        let mut tree = Self(Vec::new());
        tree.read(&mut text.bytes().filter(|sign| !sign.is_ascii_whitespace()), None);
        tree
    }

    /// Reads a node and all below it. Returns its number.
    fn read(&mut self, signs: &mut dyn Iterator<Item = u8>, parent: Option<usize>) -> usize {
        let number = self.0.len();
        self.0.push((false, [parent, None, None]));
        let mut sign = signs.next();
        if sign == Some(b'(') {
            let left = self.read(signs, Some(number));
            sign = signs.next();
            let right = self.read(signs, Some(number));
            self.0[number].1 = [parent, Some(left), Some(right)];
            assert_eq!(signs.next(), Some(b')'));
        }
        self.0[number].0 = sign == Some(b'X');
        number
    }

    /// Returns whether the node of a path such as `[<>]` is alive.
    fn is_alive(&self, path: &str) -> bool {
        let step = |node: usize, sign: u8| {
            self.0[node].1[if sign == b'<' { 1 } else { 2 }].expect("a node of the tree")
        };
        self.0[path.bytes().filter(|sign| b"<>".contains(sign)).fold(0, step)].0
    }

    /// Returns the tree a generation later.
    fn after(&self, rule: u32) -> Self {
        let live = |node: Option<usize>| u32::from(node.is_some_and(|node| self.0[node].0));
        let node = |(is_live, around): &(bool, [Option<usize>; 3])| {
            let [parent, left, right] = around.map(live);
            let bit = 8 * parent + 4 * left + 2 * u32::from(*is_live) + right;
            (rule >> bit & 1 == 1, *around)
        };
        Self(self.0.iter().map(node).collect())
    }

    /// Returns whether all answers hold under a rule. An answer is a number of generations on from
    /// the one before, a path, and whether the node is alive.
    pub fn holds(&self, rule: u32, answers: &[(u64, &str, bool)]) -> bool {
        let mut now = self.clone();
        answers.iter().all(|&(by, path, alive)| {
            (0..by).for_each(|_| now = now.after(rule));
            now.is_alive(path) == alive
        })
    }
}
