//! Counts the moves of shortest solutions on pictures of boards, apart from the program.

use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A picture in rows of bytes.
pub type Picture = Vec<Vec<u8>>;

/// The picture and the other lines of a body.
pub fn cut(body: &str, is_row: impl Fn(&str) -> bool) -> (Picture, Vec<String>) {
    let lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
    let (rows, rest): (Vec<&str>, Vec<&str>) = lines.partition(|line| is_row(line));
    let rows = rows.into_iter().map(|row| row.as_bytes().to_vec()).collect();
    (rows, rest.into_iter().map(String::from).collect())
}

/// The least number of moves from a start to a goal, breadth-first.
fn fewest<S: Clone + Eq + std::hash::Hash>(
    start: S,
    is_goal: impl Fn(&S) -> bool,
    next: impl Fn(&S) -> Vec<S>,
) -> Option<usize> {
    let (mut seen, mut layer) = (HashSet::from([start.clone()]), vec![start]);
    for moves in 0.. {
        if layer.iter().any(&is_goal) {
            return Some(moves);
        }
        let mut after = Vec::new();
        for state in layer.iter().flat_map(&next) {
            if seen.insert(state.clone()) {
                after.push(state);
            }
        }
        if after.is_empty() {
            return None;
        }
        layer = after;
    }
    None
}

/// The cells of each block.
fn blocks(picture: &Picture) -> BTreeMap<u8, Vec<(i32, i32)>> {
    let mut blocks = BTreeMap::<u8, Vec<_>>::new();
    for (row, cells) in picture.iter().enumerate() {
        for (column, &cell) in cells.iter().enumerate().filter(|(_, cell)| !b".#".contains(cell)) {
            blocks.entry(cell).or_default().push((row as i32, column as i32));
        }
    }
    blocks
}

/// The pictures after a slide of a block by one cell in each of these directions.
fn slides(picture: &Picture, label: u8, ways: &[(i32, i32)]) -> Vec<Picture> {
    let cells = &blocks(picture)[&label];
    let slide = |&(down, right): &(i32, i32)| {
        let mut after = picture.clone();
        for &(row, column) in cells {
            after[row as usize][column as usize] = b'.';
        }
        for (row, column) in cells {
            let cell = after.get_mut((row + down) as usize)?.get_mut((column + right) as usize)?;
            if std::mem::replace(cell, label) != b'.' {
                return None;
            }
        }
        Some(after)
    };
    ways.iter().filter_map(slide).collect()
}

/// The least number of moves of blocks until the first cell of block `A` is at `goal`. Cars keep to
/// their lanes.
pub fn of_blocks(start: &Picture, goal: (usize, usize), lanes: bool) -> Option<usize> {
    const ALL: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let first = |picture: &Picture| {
        let row = picture.iter().position(|row| row.contains(&b'A')).expect("a block");
        (row, picture[row].iter().position(|cell| *cell == b'A').expect("a block"))
    };
    let next = |picture: &Picture| {
        let mut found = Vec::new();
        for (&label, cells) in &blocks(picture) {
            let is_across = cells[0].0 == cells[cells.len() - 1].0;
            let ways = match (lanes, is_across) {
                (false, _) => &ALL[..],
                (true, true) => &ALL[..2],
                (true, false) => &ALL[2..],
            };
            let (mut reached, mut at) = (vec![picture.clone()], 0);
            while at < reached.len() {
                for after in slides(&reached[at], label, ways) {
                    if !reached.contains(&after) {
                        reached.push(after);
                    }
                }
                at += 1;
            }
            found.extend(reached.into_iter().skip(1));
        }
        found
    };
    fewest(start.clone(), |picture| first(picture) == goal, next)
}

/// The least number of slides between two boards of words, the gap a dot.
pub fn of_tiles(start: &[Vec<String>], goal: &[Vec<String>]) -> Option<usize> {
    let columns = start[0].len();
    let next = |board: &Vec<String>| {
        let gap = board.iter().position(|tile| tile == ".").expect("a gap");
        let (row, column) = (gap / columns, gap % columns);
        let mut beside = Vec::new();
        beside.extend((column > 0).then(|| gap - 1));
        beside.extend((column + 1 < columns).then_some(gap + 1));
        beside.extend((row > 0).then(|| gap - columns));
        beside.extend((gap + columns < board.len()).then_some(gap + columns));
        let moved = |from: usize| {
            let mut after = board.clone();
            after.swap(gap, from);
            after
        };
        beside.into_iter().map(moved).collect()
    };
    let goal = goal.concat();
    fewest(start.concat(), |board| *board == goal, next)
}

/// What a roll of the block leads to: two cells, equal if it stands, and the extended bridges.
type Roll = ([(i32, i32); 2], BTreeSet<u8>);

/// The least number of rolls on a terrain without splits.
pub fn of_terrain(picture: &Picture, legend: &[String]) -> Option<usize> {
    let find = |tile: u8| {
        let row = picture.iter().position(|row| row.contains(&tile))?;
        let column = picture[row].iter().position(|cell| *cell == tile)?;
        Some((row as i32, column as i32))
    };
    let (start, goal) = (find(b'S')?, find(b'T')?);
    let meaning = |tile: u8| {
        legend.iter().find(|line| line.as_bytes()[0] == tile).map(|line| &line.as_bytes()[3..])
    };
    let words = |tile: u8| {
        let text = String::from_utf8_lossy(meaning(tile).unwrap_or_default()).into_owned();
        text.split(' ').map(String::from).collect::<Vec<_>>()
    };
    let tile = |(row, column): (i32, i32)| {
        *picture.get(row as usize).and_then(|row| row.get(column as usize)).unwrap_or(&b'-')
    };
    let settle = |cells: [(i32, i32); 2], bridges: &BTreeSet<u8>| {
        let stands = cells[0] == cells[1];
        let mut bridges = bridges.clone();
        let pressed = if stands { &cells[..1] } else { &cells[..] };
        for words in pressed.iter().map(|&cell| words(tile(cell))) {
            if words[0] == "soft" || words[0] == "hard" && stands {
                let bridge = words[2].as_bytes()[0];
                match &*words[1] {
                    "extends" => bridges.insert(bridge),
                    "retracts" => bridges.remove(&bridge),
                    _ => bridges.remove(&bridge) || bridges.insert(bridge),
                };
            }
        }
        // The switches act first: a bridge that comes holds the block, one that goes drops it.
        let rests = |&cell: &(i32, i32)| match tile(cell) {
            b'-' => false,
            b'f' => !stands,
            own => words(own)[0] != "bridge" || bridges.contains(&own),
        };
        cells.iter().all(rests).then_some((cells, bridges))
    };
    let next = |(cells, bridges): &Roll| {
        let [a, b] = *cells;
        let to = |(down, right): (i32, i32)| {
            let by = |cell: (i32, i32), n: i32| (cell.0 + n * down, cell.1 + n * right);
            let along = (a.0 != b.0 && down != 0) || (a.1 != b.1 && right != 0);
            let cells = match (a == b, along) {
                (true, _) => [by(a, 1), by(a, 2)],
                (false, false) => [by(a, 1), by(b, 1)],
                // It stands up beyond its cell that is ahead.
                (false, true) => [by(if (down, right) > (0, 0) { b } else { a }, 1); 2],
            };
            let [first, second] = cells;
            settle([first.min(second), first.max(second)], bridges)
        };
        [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().filter_map(to).collect()
    };
    let extended = legend.iter().filter(|line| line.ends_with("bridge extended"));
    let bridges: BTreeSet<u8> = extended.map(|line| line.as_bytes()[0]).collect();
    fewest(([start; 2], bridges), |(cells, _)| *cells == [goal; 2], next)
}
