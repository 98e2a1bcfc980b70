//! Rush, klotski, bloxorz and sliders.

use std::collections::{BTreeMap, HashMap};

use super::{Case, Forms, Made, Rules, case, hold};
use crate::common::Random;

type Cells = Vec<(i32, i32)>;

/// Blocks on a board: the cells of each by its label.
struct Blocks {
    rows: i32,
    columns: i32,
    cells: BTreeMap<char, Cells>,
    goal: (char, (i32, i32)),
    lanes: bool,
}

fn corner(cells: &Cells) -> (i32, i32) {
    let row = cells.iter().map(|cell| cell.0).min().expect("a cell");
    (row, cells.iter().map(|cell| cell.1).min().expect("a cell"))
}

impl Blocks {
    fn free(&self, at: &BTreeMap<char, Cells>, label: char, cells: &Cells) -> bool {
        let on = |cell: &(i32, i32)| {
            (0..self.rows).contains(&cell.0) && (0..self.columns).contains(&cell.1)
        };
        let taken =
            |cell| at.iter().any(|(other, covered)| *other != label && covered.contains(cell));
        cells.iter().all(|cell| on(cell) && !taken(cell))
    }

    /// Returns the places that a block reaches by single slides.
    fn reach(&self, at: &BTreeMap<char, Cells>, label: char) -> Vec<Cells> {
        let mut reached = vec![at[&label].clone()];
        let mut next = 0;
        while next < reached.len() {
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let moved: Cells = reached[next]
                    .iter()
                    .map(|(row, column)| (row + down, column + right))
                    .collect();
                if self.free(at, label, &moved) && !reached.contains(&moved) {
                    reached.push(moved);
                }
            }
            next += 1;
        }
        reached
    }

    fn text(&self, goal: bool) -> String {
        let mut rows = vec![vec!['.'; self.columns as usize]; self.rows as usize];
        for (label, cells) in &self.cells {
            for cell in cells {
                rows[cell.0 as usize][cell.1 as usize] = *label;
            }
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        match goal {
            false => rows.concat() + "\n",
            true => {
                let spaced = rows
                    .iter()
                    .map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n");
                let (label, (row, column)) = self.goal;
                let rows: String = spaced.collect();
                format!("{} {}\n{rows}{label}\n{row} {column}\n", self.rows, self.columns)
            }
        }
    }
}

impl Rules for Blocks {
    type State = BTreeMap<char, Cells>;

    fn start(&self) -> Self::State {
        self.cells.clone()
    }

    fn is_solved(&self, at: &Self::State) -> bool {
        corner(&at[&self.goal.0]) == self.goal.1
    }

    fn tokens(&self) -> Vec<String> {
        let labels = self.cells.keys();
        if self.lanes {
            let by = ["+1", "+2", "+3", "-1", "-2", "-3"];
            return labels.flat_map(|label| by.map(|by| format!("{label}{by}"))).collect();
        }
        let cells =
            || (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let to = |from| cells().map(move |to| (from, to));
        let slides = cells().flat_map(to).filter(|(from, to)| from != to);
        let slides: Vec<_> =
            slides.map(|((a, b), (c, d))| format!("({a},{b}) ({c},{d})")).collect();
        labels
            .flat_map(|label| slides.iter().map(move |slide| format!("{label} {slide}")))
            .collect()
    }

    fn make(&self, at: &Self::State, token: &str) -> Made<Self::State> {
        let mut signs = token.chars();
        let Some(label) = signs.next() else { return Made::NotAMove };
        let rest = signs.as_str();

        if self.lanes {
            let digits = rest.strip_prefix(['+', '-']).unwrap_or_default();
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if !label.is_ascii_alphabetic() || !is_number || digits.len() > 2 {
                return Made::NotAMove;
            }
            let Some(cells) = at.get(&label) else { return Made::Illegal };
            let by: i32 = rest.parse().expect("a number");
            let across = cells.iter().all(|cell| cell.0 == cells[0].0);
            let mut cells = cells.clone();
            for _ in 0..by.abs() {
                for cell in &mut cells {
                    *(if across { &mut cell.1 } else { &mut cell.0 }) += by.signum();
                }
                if !self.free(at, label, &cells) {
                    return Made::Illegal;
                }
            }
            if by == 0 {
                return Made::Illegal;
            }
            let mut next = at.clone();
            next.insert(label, cells);
            return Made::To(next);
        }

        let Some(places) = places(rest) else { return Made::NotAMove };
        let Some(cells) = at.get(&label) else { return Made::Illegal };
        let to = places[places.len() - 1];
        if places.len() == 2 && corner(cells) != places[0] || corner(cells) == to {
            return Made::Illegal;
        }

        match self.reach(at, label).into_iter().find(|cells| corner(cells) == to) {
            None => Made::Illegal,
            Some(cells) => {
                let mut next = at.clone();
                next.insert(label, cells);
                Made::To(next)
            }
        }
    }

    fn cut(&self, text: &str) -> Vec<String> {
        if is_empty_array(text) {
            return Vec::new();
        }
        let mut is_inside = false;
        let mut separates = |sign: char| {
            is_inside = sign == '(' || is_inside && sign != ')';
            sign == ';' || sign == ',' && !is_inside
        };
        let spaces = |sign: char| sign == '\n' || self.lanes && sign == ' ';
        let parts: Vec<&str> = text.split(|sign| separates(sign) || spaces(sign)).collect();
        // Every separator follows a move.
        let bare = |line: &str| {
            let mut parts: Vec<_> = line.split(&mut separates).collect();
            parts.pop();
            parts.iter().any(|part| part.trim().is_empty())
        };
        if text.lines().any(bare) {
            return vec![String::new()];
        }
        parts
            .iter()
            .map(|part| part.trim())
            .filter(|part| !part.is_empty())
            .map(String::from)
            .collect()
    }

    fn joins(&self, last: &str, next: &str) -> bool {
        !self.lanes && last.chars().next() == next.chars().next()
    }
}

/// Parses one or two places: ` to (r,c)` or ` (r,c) (r,c)`.
fn places(text: &str) -> Option<Vec<(i32, i32)>> {
    let (text, count) = match text.strip_prefix(" to ") {
        Some(place) => (place, 1),
        None => (text.strip_prefix(' ')?, 2),
    };
    let mut cells = Vec::new();
    for part in text.split(' ') {
        let inner = part.strip_prefix('(')?.strip_suffix(')')?;
        let (row, column) = inner.split_once(',')?;
        cells.push((row.parse().ok()?, column.parse().ok()?));
    }
    (cells.len() == count).then_some(cells)
}

/// Drops blocks of random shapes on a board.
fn drop(
    random: &mut Random,
    side: i32,
    shapes: &[&[(i32, i32)]],
    most: usize,
) -> BTreeMap<char, Cells> {
    let mut taken: Cells = Vec::new();
    let mut blocks = BTreeMap::new();
    for label in ('A'..).take(most) {
        for _ in 0..8 {
            let shape = shapes[random.below(shapes.len())];
            let row = random.below(side as usize) as i32;
            let column = random.below(side as usize) as i32;
            let cells: Cells = shape.iter().map(|cell| (cell.0 + row, cell.1 + column)).collect();
            let on = |cell: &(i32, i32)| cell.0 < side && cell.1 < side && !taken.contains(cell);
            if cells.iter().all(on) {
                taken.extend(&cells);
                blocks.insert(label, cells);
                break;
            }
        }
    }
    blocks
}

pub(super) fn rush(random: &mut Random) -> Case {
    let cars: [&[(i32, i32)]; 2] = [&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]];
    let blocks = loop {
        let blocks = drop(random, 4, &cars, 5);
        // A board of empty rows alone is none.
        if blocks.contains_key(&'A') {
            break blocks;
        }
    };
    let (row, column) = corner(&blocks[&'A']);
    let goal = if blocks[&'A'][1].0 == row { (row, 2) } else { (2, column) };
    let rules = Blocks { rows: 4, columns: 4, cells: blocks, goal: ('A', goal), lanes: true };
    let text = rules.text(false);
    case(rules, text)
}

pub(super) fn klotski(random: &mut Random) -> Case {
    let shapes: [&[(i32, i32)]; 4] =
        [&[(0, 0)], &[(0, 0), (0, 1)], &[(0, 0), (1, 0)], &[(0, 1), (1, 0), (1, 1)]];
    let (blocks, goal) = loop {
        let blocks = drop(random, 3, &shapes, 4);
        let goal = (random.below(3) as i32, random.below(3) as i32);
        let Some(hero) = blocks.get(&'A') else { continue };
        let (row, column) = corner(hero);
        let on = |cell: &(i32, i32)| cell.0 - row + goal.0 < 3 && cell.1 - column + goal.1 < 3;
        if hero.iter().all(on) {
            break (blocks, goal);
        }
    };
    let rules = Blocks { rows: 3, columns: 3, cells: blocks, goal: ('A', goal), lanes: false };
    let text = rules.text(true);
    case(rules, text)
}

fn json(tokens: &[String]) -> String {
    format!("{{\"length\":{},\"moves\":{tokens:?}}}", tokens.len())
}

#[test]
fn rush_verdicts_are_those_of_a_replay() {
    let forms = Forms {
        separator: " ",
        token: |random| {
            let label = ["A", "B", "C", "D"][random.below(4)];
            format!("{label}{}", ["+1", "-1", "+2", "-2"][random.below(4)])
        },
        foreign: &["Z+1", "a-1", "?+1"],
        far: &["A+9", "B-9", "C+0"],
        other: json,
    };
    hold("rush", &forms, rush);
}

#[test]
fn klotski_verdicts_are_those_of_a_replay() {
    let forms = Forms {
        separator: "\n",
        token: |random| {
            let label = ["A", "B", "C", "D"][random.below(4)];
            format!("{label} to ({},{})", random.below(3), random.below(3))
        },
        foreign: &["Z to (0,0)", "Z (0,0) (0,1)", "A (0,0)"],
        far: &["A to (9,9)", "B (0,0) (0,7)"],
        other: json,
    };
    hold("klotski", &forms, klotski);
}

/// A terrain, and where the block is: its first cell and its second.
struct Terrain(HashMap<(i32, i32), char>);

impl Terrain {
    fn find(&self, tile: char) -> (i32, i32) {
        *self.0.iter().find(|(_, drawn)| **drawn == tile).expect("it is there").0
    }
}

/// Returns whether a text is an array without moves.
fn is_empty_array(text: &str) -> bool {
    let inner = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| inner.trim().is_empty())
}

fn letters(text: &str) -> Vec<String> {
    if is_empty_array(text) {
        return Vec::new();
    }
    text.chars().filter(|char| !char.is_whitespace()).map(String::from).collect()
}

impl Rules for Terrain {
    type State = [(i32, i32); 2];

    fn start(&self) -> Self::State {
        [self.find('S'); 2]
    }

    fn is_solved(&self, at: &Self::State) -> bool {
        *at == [self.find('T'); 2]
    }

    fn tokens(&self) -> Vec<String> {
        ["L", "R", "U", "D"].map(String::from).to_vec()
    }

    fn make(&self, &[first, second]: &Self::State, token: &str) -> Made<Self::State> {
        let (down, right) = match token {
            "L" => (0, -1),
            "R" => (0, 1),
            "U" => (-1, 0),
            "D" => (1, 0),
            "_" => return Made::Illegal, // the block is whole
            _ => return Made::NotAMove,
        };
        let by = |cell: (i32, i32), steps: i32| (cell.0 + steps * down, cell.1 + steps * right);
        let mut next = if first == second {
            [by(first, 1), by(first, 2)]
        } else if (first.0 == second.0) == (down == 0) {
            // Along its axis it stands up beyond its front cell.
            let front = if (second.0 - first.0, second.1 - first.1) == (down, right) {
                second
            } else {
                first
            };
            [by(front, 1); 2]
        } else {
            [by(first, 1), by(second, 1)]
        };
        next.sort_unstable();
        let carries = |cell| self.0.get(&cell).is_some_and(|tile| *tile != '-');
        let breaks = next[0] == next[1] && self.0.get(&next[0]) == Some(&'f');
        if carries(next[0]) && carries(next[1]) && !breaks { Made::To(next) } else { Made::Illegal }
    }

    fn cut(&self, text: &str) -> Vec<String> {
        letters(text)
    }
}

pub(super) fn bloxorz(random: &mut Random) -> Case {
    let mut rows = vec![vec!['o'; 5]; 5];
    for row in &mut rows {
        for tile in row {
            *tile = ['o', 'o', 'o', 'o', 'f', '-'][random.below(6)];
        }
    }
    rows[0][0] = 'S';
    rows[4][2 + random.below(3)] = 'T';
    let cells = |row: usize| {
        let tiles = rows[row].iter().enumerate();
        tiles.map(move |(column, tile)| ((row as i32, column as i32), *tile)).collect::<Vec<_>>()
    };
    let terrain = Terrain((0..5).flat_map(cells).collect());
    let text: String = rows.iter().map(|row| String::from_iter(row) + "\n").collect();
    case(terrain, text)
}

#[test]
fn bloxorz_verdicts_are_those_of_a_replay() {
    let forms = Forms {
        separator: "",
        token: |random| ["L", "R", "U", "D"][random.below(4)].to_owned(),
        foreign: &["_", "X", "q"],
        far: &["RRRRRR", "LLLL"],
        other: json,
    };
    hold("bloxorz", &forms, bloxorz);
}

/// Two boards of three columns.
struct Tiles {
    start: String,
    goal: String,
}

const COLUMNS: usize = 3;

impl Tiles {
    /// Returns the length, the number and the sum of checksums of all shortest solutions.
    fn figures(&self, best: usize) -> String {
        let mut count = 0_u64;
        let mut total = 0_u64;
        let mut open = vec![(self.start.clone(), String::new())];
        while let Some((at, path)) = open.pop() {
            if path.len() == best {
                if at == self.goal {
                    count += 1;
                    let step = |sum: u64, letter: u8| (sum * 243 + u64::from(letter)) % 100_000_007;
                    total += path.bytes().fold(0, step);
                }
                continue;
            }
            for letter in self.tokens() {
                if let Made::To(next) = self.make(&at, &letter) {
                    open.push((next, path.clone() + &letter));
                }
            }
        }
        format!("{best} {count} {total}")
    }
}

impl Rules for Tiles {
    type State = String;

    fn start(&self) -> String {
        self.start.clone()
    }

    fn is_solved(&self, at: &String) -> bool {
        *at == self.goal
    }

    fn tokens(&self) -> Vec<String> {
        ["L", "R", "U", "D"].map(String::from).to_vec()
    }

    fn make(&self, at: &String, token: &str) -> Made<String> {
        let gap = at.find('.').expect("a gap");
        let row = gap / COLUMNS;
        let column = gap % COLUMNS;
        let from = match token {
            "L" if column + 1 < COLUMNS => gap + 1,
            "R" if column > 0 => gap - 1,
            "U" if row == 0 => gap + COLUMNS,
            "D" if row > 0 => gap - COLUMNS,
            "L" | "R" | "U" | "D" => return Made::Illegal,
            _ => return Made::NotAMove,
        };
        let mut tiles: Vec<char> = at.chars().collect();
        tiles.swap(gap, from);
        Made::To(tiles.into_iter().collect())
    }

    fn cut(&self, text: &str) -> Vec<String> {
        letters(text)
    }

    fn other(&self, answer: &str) -> Option<&'static str> {
        let words: Vec<&str> = answer.split_whitespace().collect();
        let numbers = words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        if words.len() != 3 || !numbers {
            return None;
        }
        let right = super::solution(self).map(|path| self.figures(path.len()));
        Some(if right.as_deref() == Some(answer) { "right" } else { "wrong" })
    }
}

pub(super) fn sliders(random: &mut Random) -> Case {
    let mut shuffled = |tiles: &str| {
        let mut tiles: Vec<char> = tiles.chars().collect();
        (1..tiles.len()).rev().for_each(|at| tiles.swap(at, random.below(at + 1)));
        tiles.into_iter().collect::<String>()
    };
    let tiles = Tiles { start: shuffled("AAABC."), goal: shuffled("AAABC.") };
    let rows = |board: &str| format!("{}\n{}\n", &board[..COLUMNS], &board[COLUMNS..]);
    let text = format!("{}goal\n{}", rows(&tiles.start), rows(&tiles.goal));
    case(tiles, text)
}

#[test]
fn sliders_verdicts_are_those_of_a_replay() {
    let forms = Forms {
        separator: "",
        token: |random| ["L", "R", "U", "D"][random.below(4)].to_owned(),
        foreign: &["_", "A", "q"],
        far: &["RRR", "UU"],
        other: |tokens| match tokens.len() % 2 {
            0 => json(tokens),
            _ => format!("{} 1 {}", tokens.len(), tokens.len()),
        },
    };
    hold("sliders", &forms, sliders);
}

/// The figures of all shortest solutions are right, and no others.
#[test]
fn the_figures_of_sliders_are_compared() {
    let mut random = Random(7);
    for _ in 0..20 {
        let start = "AB.AAC".to_owned();
        let goal = ["AABA.C", "A.BAAC", ".ABAAC"][random.below(3)];
        let tiles = Tiles { start, goal: goal.to_owned() };
        let text = format!("AB.\nAAC\ngoal\n{}\n{}\n", &goal[..COLUMNS], &goal[COLUMNS..]);
        let Some(path) = super::solution(&tiles) else { continue };
        let right = tiles.figures(path.len());
        assert_eq!(super::grade("sliders", &text, &right), "right", "{text}{right}");
        assert_eq!(super::grade("sliders", &text, &format!("{right}1")), "wrong");
    }
}
