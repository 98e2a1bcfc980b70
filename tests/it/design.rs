//! Holds the advice for designers against the plain rules, over many small random boards: a part is
//! said to change nothing exactly if the text without it has a shortest solution of the same length,
//! and an unsolvable puzzle lists exactly the parts without which the text has a solution.

mod figures;

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Random, diagnostics, fixed, puzzled};
use puzzled::diag::{Diagnostic, Fix, Severity, Sink};
use puzzled::kinds::KINDS;
use puzzled::puzzle::Input;
use puzzled::puzzle::states::StateGraph;
use puzzled::search::Budget;
use puzzled::text::Source;

/// A part of a text: the title of the fix that leaves it out, and the text without it.
type Without = BTreeMap<String, String>;

/// The cells of a drawn board.
type Rows = Vec<Vec<char>>;

/// A random board of a kind.
struct Board {
    kind: &'static str,
    rows: Rows,
    /// The lines below the rows.
    below: &'static str,
}

impl Board {
    /// Returns the document with some rows in place of its own.
    fn text(&self, rows: &[Vec<char>]) -> String {
        let mut text = format!("{} p {{\n", self.kind);
        for row in rows {
            text.extend([String::from("  "), row.iter().collect(), String::from("\n")]);
        }
        format!("{text}{}}}\n", self.below)
    }

    /// Returns the text in which other signs are drawn.
    fn changed(&self, change: impl Fn([usize; 2], char) -> char) -> String {
        let row = |(row, cells): (usize, &Vec<char>)| {
            cells.iter().enumerate().map(|(column, &sign)| change([row, column], sign)).collect()
        };
        let rows: Rows = self.rows.iter().enumerate().map(row).collect();
        self.text(&rows)
    }

    /// Returns the signs with their places, in reading order.
    fn cells(&self) -> Vec<([usize; 2], char)> {
        let row = |(row, cells): (usize, &Vec<char>)| -> Vec<_> {
            cells.iter().enumerate().map(|(column, &sign)| ([row, column], sign)).collect()
        };
        self.rows.iter().enumerate().flat_map(row).collect()
    }

    /// Returns the texts of the board without each of its parts, by the title of the fix.
    fn without(&self) -> Without {
        let mut variants = Without::new();
        for (at, sign) in self.cells() {
            let [row, column] = at;
            let alone =
                |with: char| self.changed(|here, sign| if here == at { with } else { sign });
            let every = |with: char| self.changed(|_, here| if here == sign { with } else { here });
            let (name, text) = match (self.kind, sign) {
                ("klotski" | "rush", '.' | 'A') | ("bloxorz", 'o' | 'S' | 'T' | '-') => continue,
                ("klotski" | "rush", '#') => (format!("wall at ({row},{column})"), alone('.')),
                ("klotski", _) => (format!("block `{sign}`"), every('.')),
                ("rush", _) => (format!("car `{sign}`"), every('.')),
                (_, 'p') => (String::from("bridge `p`"), every('-')),
                (_, 'f') => (format!("fragile tile at ({row},{column})"), alone('o')),
                _ => (format!("switch `{sign}` at ({row},{column})"), alone('o')),
            };
            variants.insert(format!("Leave out {name}"), text);
        }
        variants
    }

    /// Returns whether a row or column at the edge holds nothing but walls: those draw the outline.
    fn has_outline(&self) -> bool {
        let first = &self.rows[0];
        let last = &self.rows[self.rows.len() - 1];
        let column = |at: usize| self.rows.iter().all(|row| row[at] == '#');
        let row = |row: &[char]| row.iter().all(|&sign| sign == '#');
        row(first) || row(last) || column(0) || column(first.len() - 1)
    }
}

/// Draws a block of random size at a random place, if it is free.
fn put(rows: &mut Rows, sign: char, [high, wide]: [usize; 2], random: &mut Random) {
    let rows_free = rows.len() + 1;
    let columns_free = rows[0].len() + 1;
    if high >= rows_free || wide >= columns_free {
        return;
    }
    let top = random.below(rows_free - high);
    let left = random.below(columns_free - wide);
    let mut cells = (top..top + high).flat_map(|row| (left..left + wide).map(move |at| (row, at)));
    if cells.clone().all(|(row, at)| rows[row][at] == '.') {
        cells.by_ref().for_each(|(row, at)| rows[row][at] = sign);
    }
}

fn klotski(random: &mut Random) -> Board {
    let mut rows = vec![vec!['.'; 3 + random.below(2)]; 3];
    put(&mut rows, 'A', [1 + random.below(2), 1 + random.below(2)], random);
    for sign in ['B', 'C', 'D', 'E'] {
        put(&mut rows, sign, [1 + random.below(2), 1 + random.below(2)], random);
    }
    for _ in 0..random.below(3) {
        put(&mut rows, '#', [1, 1], random);
    }
    let below = ["  goal A at (0,0)\n", "  goal A at (1,1)\n", "  goal A at (0,2)\n"];
    Board { kind: "klotski", rows, below: below[random.below(3)] }
}

fn rush(random: &mut Random) -> Board {
    let mut rows = vec![vec!['.'; 5]; 4];
    put(&mut rows, 'A', [1, 2], random);
    for sign in ['B', 'C', 'D', 'E', 'F'] {
        let length = 2 + random.below(2);
        put(&mut rows, sign, if random.below(3) > 0 { [length, 1] } else { [1, length] }, random);
    }
    for _ in 0..random.below(3) {
        put(&mut rows, '#', [1, 1], random);
    }
    Board { kind: "rush", rows, below: "" }
}

fn bloxorz(random: &mut Random) -> Board {
    let signs: Vec<char> = "oooooooo-ffbhp".chars().collect();
    let sign = |random: &mut Random| signs[random.below(signs.len())];
    let mut rows: Rows = (0..3).map(|_| (0..6).map(|_| sign(random)).collect()).collect();
    rows[random.below(3)][random.below(2)] = 'S';
    rows[random.below(3)][2 + random.below(4)] = 'T';
    let drawn = |sign: char| rows.iter().flatten().any(|&cell| cell == sign);
    let below = match [drawn('b'), drawn('h'), drawn('p')] {
        [false, false, false] => "",
        [false, false, true] => "  p: bridge extended\n",
        [true, false, _] => "  p: bridge retracted\n  b: soft toggles p\n",
        [false, true, _] => "  p: bridge retracted\n  h: hard extends p\n",
        [true, true, _] => "  p: bridge extended\n  b: soft toggles p\n  h: hard extends p\n",
    };
    Board { kind: "bloxorz", rows, below }
}

/// Draws a board with two pairs of equal tiles, so that every board can be reached.
fn sliders(random: &mut Random) -> Board {
    let mut tiles = vec!['A', 'A', 'B', 'B', 'C', '.'];
    let mut tile = || tiles.swap_remove(random.below(tiles.len()));
    let rows = (0..2).map(|_| (0..3).map(|_| tile()).collect()).collect();
    Board { kind: "sliders", rows, below: "  goal\n  AAB\n  BC.\n" }
}

/// Returns all positions by the plain rules; `None` if the document declares no puzzle.
fn graph(text: &str) -> Option<StateGraph> {
    let mut report = puzzled::check(text);
    report.puzzle("p")?.graph(1 << 20, &Budget::unlimited())
}

/// Returns the cost of a move: giving control to the other cube of a block is free.
fn cost(label: &str) -> u64 {
    u64::from(label != "_")
}

/// Returns the distances from a state to all others, forward or backward, by relaxing every move
/// again and again.
fn distances(graph: &StateGraph, backward: bool, from: impl Fn(usize) -> bool) -> Vec<Option<u64>> {
    let mut far: Vec<Option<u64>> =
        (0..graph.nodes.len()).map(|node| from(node).then_some(0)).collect();
    loop {
        let mut is_changed = false;
        for edge in &graph.edges {
            let (here, there) = if backward { (edge.to, edge.from) } else { (edge.from, edge.to) };
            let Some(next) = far[here].map(|far| far + cost(&edge.label)) else { continue };
            if far[there].is_none_or(|known| next < known) {
                far[there] = Some(next);
                is_changed = true;
            }
        }
        if !is_changed {
            return far;
        }
    }
}

/// Returns the length of a shortest solution by the plain rules.
fn optimum(text: &str) -> Option<u64> {
    let graph = graph(text).unwrap_or_else(|| panic!("it cannot be read:\n{text}"));
    let far = distances(&graph, false, |node| node == 0);
    (0..far.len()).filter(|&node| graph.nodes[node].goal).filter_map(|node| far[node]).min()
}

/// Returns the diagnostics of `check --solve`.
fn diagnose(text: &str) -> Vec<Diagnostic> {
    diagnostics(&Source::new("p.puzzle", text), "solve")
}

/// Returns the fixes of some diagnostics that leave out a part, by title.
fn fixes<'a>(diagnostics: impl Iterator<Item = &'a Diagnostic>) -> BTreeMap<String, Fix> {
    let fixes = diagnostics
        .flat_map(|diagnostic| &diagnostic.fixes)
        .filter(|fix| fix.title.starts_with("Leave out"));
    fixes.map(|fix| (fix.title.clone(), fix.clone())).collect()
}

/// How many boards the property was held for.
#[derive(Debug, Default)]
struct Tally {
    idle: usize,
    needed: usize,
    mends: usize,
    cores: usize,
}

/// Holds the advice about a board.
fn hold(board: &Board, tally: &mut Tally) {
    let text = board.text(&board.rows);
    let diagnostics = diagnose(&text);
    let is_fact = |diagnostic: &&Diagnostic| {
        matches!(diagnostic.code.path.split("::").nth(1), Some("unsolvable" | "unreachable"))
    };
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
    if errors.clone().any(|diagnostic| !is_fact(&diagnostic)) || graph(&text).is_none() {
        return; // not a sound board
    }
    if diagnostics.iter().any(|diagnostic| {
        diagnostic.code.path.ends_with("already-solved")
            || diagnostic.code.path.ends_with("no-goal")
    }) {
        return;
    }
    let without = board.without();
    let length = optimum(&text);

    match diagnostics.iter().find(is_fact) {
        None => {
            let length = length.unwrap_or_else(|| panic!("it is unsolvable:\n{text}"));
            let idle = |(_, text): &(&String, &String)| optimum(text) == Some(length);
            let expected: BTreeSet<_> =
                without.iter().filter(idle).map(|(title, _)| title).collect();
            let advice =
                diagnostics.iter().filter(|diagnostic| diagnostic.code.path.contains("::idle-"));
            let offered = fixes(advice);
            assert_eq!(offered.keys().collect::<BTreeSet<_>>(), expected, "{text}");
            for (title, fix) in &offered {
                assert_eq!(optimum(&fixed(&text, fix)), Some(length), "{title}\n{text}");
            }
            tally.idle += offered.len();
            tally.needed += without.len() - offered.len();
        }
        Some(fault) => {
            assert_eq!(length, None, "{text}");
            let solvable = |(_, text): &(&String, &String)| optimum(text).is_some();
            let expected: BTreeSet<_> =
                without.iter().filter(solvable).map(|(title, _)| title).collect();
            let offered = fixes(std::iter::once(fault));
            assert_eq!(offered.keys().collect::<BTreeSet<_>>(), expected, "{text}");
            for (title, fix) in &offered {
                assert!(optimum(&fixed(&text, fix)).is_some(), "{title}\n{text}");
            }
            tally.mends += offered.len();
            hold_core(board, fault, &offered, tally);
        }
    }
}

/// Holds that the parts of a core keep a board unsolvable, and no fewer of them do.
fn hold_core(board: &Board, fault: &Diagnostic, mends: &BTreeMap<String, Fix>, tally: &mut Tally) {
    let text = board.text(&board.rows);
    let is_core = |text: &str| text.starts_with("one of ") || text.starts_with("without all other");
    let cores = fault.related.iter().filter(|label| is_core(&label.text));
    let mut core: BTreeSet<u32> = cores.map(|label| label.span.start).collect();

    // Switches do not only hinder: one without which the level can be solved need not be in its core.
    if core.is_empty() || board.kind == "bloxorz" && !mends.is_empty() {
        return;
    }
    core.extend(mends.values().map(|fix| fix.edits[0].span.start));

    // The sign and the place of each part that can be left out.
    let part_at = |at: [usize; 2], sign: char| {
        let offset = board.kind.len() + 5 + at[0] * (board.rows[0].len() + 3) + 2 + at[1];
        let alone = matches!(sign, '#' | 'f' | 'b' | 'h');
        let first =
            board.cells().into_iter().find(|&(_, other)| other == sign).map(|(place, _)| place);
        let first = first.map_or(0, |first| {
            board.kind.len() + 5 + first[0] * (board.rows[0].len() + 3) + 2 + first[1]
        });
        (if alone { offset } else { first }) as u32
    };

    let only = |kept: &BTreeSet<u32>| {
        board.changed(|at, sign| match sign {
            '.' | 'A' | 'o' | 'S' | 'T' | '-' => sign,
            'p' if board.kind == "bloxorz" => sign, // a bridge is never in the way
            _ if kept.contains(&part_at(at, sign)) => sign,
            'f' | 'b' | 'h' => 'o',
            _ => '.',
        })
    };

    let mut places_of_core = String::from("core");
    places_of_core.extend(core.iter().map(|at| format!(" {at}")));
    assert_eq!(optimum(&only(&core)), None, "{places_of_core}\n{text}");
    for part in &core {
        let mut fewer = core.clone();
        fewer.remove(part);
        assert!(optimum(&only(&fewer)).is_some(), "{places_of_core} without {part}\n{text}");
    }
    tally.cores += 1;
}

#[test]
fn advice_about_blocks_is_right_for_each_part() {
    let mut random = Random(7);
    let mut tally = Tally::default();
    for _ in 0..120 {
        let board = klotski(&mut random);
        if !board.has_outline() {
            hold(&board, &mut tally);
        }
    }
    assert!(tally.idle > 20 && tally.needed > 20 && tally.mends > 5, "{tally:?}");
}

#[test]
fn advice_about_cars_is_right_for_each_part() {
    let mut random = Random(8);
    let mut tally = Tally::default();
    for _ in 0..150 {
        let board = rush(&mut random);
        if !board.has_outline() {
            hold(&board, &mut tally);
        }
    }
    assert!(tally.idle > 20 && tally.needed > 20 && tally.mends > 5, "{tally:?}");
    assert!(tally.cores > 0, "{tally:?}");
}

#[test]
fn advice_about_terrains_is_right_for_each_part() {
    let mut random = Random(9);
    let mut tally = Tally::default();
    for _ in 0..300 {
        let board = bloxorz(&mut random);
        hold(&board, &mut tally);
        hold_unreached(&board);
    }
    assert!(tally.idle > 20 && tally.needed > 20 && tally.mends > 5, "{tally:?}");
}

/// Holds that the block never touches exactly the floor that can be left out without any position
/// that is reached being lost.
fn hold_unreached(board: &Board) {
    let text = board.text(&board.rows);
    let diagnostics = diagnose(&text);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return;
    }
    let Some(full_graph) = graph(&text) else { return };
    let floor = board.cells().into_iter().filter(|(_, sign)| *sign == 'o').filter(|(cell, _)| {
        let without = board.changed(|at, sign| if at == *cell { '-' } else { sign });
        graph(&without).is_some_and(|graph| graph.nodes.len() == full_graph.nodes.len())
    });
    let advice =
        diagnostics.iter().find(|diagnostic| diagnostic.code.path == "bloxorz::unreachable-part");
    let advised = advice.map_or(0, |diagnostic| diagnostic.fixes[0].edits.len());
    assert_eq!(advised, floor.count(), "{text}");
}

#[test]
fn an_outline_of_walls_is_not_a_part() {
    let text = "klotski p {\n  #####\n  #A..#\n  #B#.#\n  #####\n  goal A at (1,3)\n}\n";
    let offered = fixes(diagnose(text).iter());
    let titles: Vec<_> = offered.keys().collect();
    assert_eq!(titles, ["Leave out block `B`", "Leave out wall at (2,2)"]);
}

#[test]
fn what_is_intended_gets_no_advice() {
    let board = "klotski p {\n  . A A\n  B A D\n  C C .\n  goal A at (0,0)\n}\n";
    assert_eq!(diagnose(board).len(), 1);
    let allowed = format!("// puzzled: allow klotski::idle-part\n{board}");
    assert_eq!(diagnose(&allowed), []);
    // An open question withholds everything that a search finds.
    let open = format!("{board}solve => ?\n");
    assert_eq!(diagnose(&open), []);
    // A stated length is no reason to withhold advice; a stated fact is not mended.
    assert_eq!(diagnose(&format!("{board}solve => 3\n")).len(), 1);
    let stuck = "klotski p {\n  A # .\n  goal A at (0,2)\n}\n";
    assert_eq!(fixes(diagnose(stuck).iter()).len(), 1);
    assert_eq!(diagnose(&format!("{stuck}solve => unsolvable\n")), []);
}

/// Returns the advice about raw text, and the text after the first fix.
fn raw(kind: &str, text: &str) -> (Vec<Diagnostic>, Option<String>) {
    let source = Source::new("x", text);
    let mut sink = Sink::new();
    let kind = KINDS.kind(kind).expect("the kind exists");
    let done = kind.survey_raw(Input::from(&source), Some(&Budget::unlimited()), &mut sink);
    assert_eq!(done, Ok(()));
    let diagnostics = sink.take();
    let fixed = diagnostics
        .iter()
        .flat_map(|diagnostic| &diagnostic.fixes)
        .next()
        .map(|fix| fixed(text, fix));
    (diagnostics, fixed)
}

#[test]
fn raw_text_gets_the_advice_and_fixes_of_a_declaration() {
    for (kind, text, code) in [
        ("klotski", "3 3\n.AA\nBAD\nCC.\nA\n0 0\n", "klotski::idle-part"),
        ("klotski", "2 3\nA#.\n.#.\nA\n0 2\n", "klotski::unsolvable"),
        ("bloxorz", "SofoooT\n", "bloxorz::idle-part"),
        ("rush", "....\nAA..\n.B..\n.B..\n", "rush::idle-part"),
        ("rush", "12 ....AA...B...B..\n....AA...B...B..\n", "rush::idle-part"),
        ("sudoku", "1234\n34..\n21..\n43..\n", "sudoku::several-solutions"),
    ] {
        let (diagnostics, fixed) = raw(kind, text);
        let of_code = |diagnostics: &[Diagnostic]| {
            diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.code.path == code && !diagnostic.fixes.is_empty())
                .count()
        };
        let count = of_code(&diagnostics);
        assert!(count > 0, "{kind} {text}: {diagnostics:?}");
        let (after, _) = raw(kind, &fixed.expect("a fix"));
        assert_eq!(of_code(&after), count - 1, "{kind} {text}: {after:?}");
    }
    // A fix would not be JSON.
    let (diagnostics, fixed) = raw("sudoku", "[[1,2,3,4],[3,4,0,0],[2,1,0,0],[4,3,0,0]]");
    assert_eq!((diagnostics.len(), diagnostics[0].related.len(), fixed), (1, 3, None));
}

#[test]
fn the_switches_that_block_a_level_together_are_its_core() {
    // Each of two switches takes the only bridge away.
    let text =
        "bloxorz p {\n  Soxxppoo\n  ooxxppTo\n  x: soft retracts p\n  p: bridge extended\n}\n";
    let diagnostics = diagnose(text);
    let fault = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code.path == "bloxorz::unreachable")
        .expect("blocked");
    assert_eq!(fault.fixes.len(), 0, "no switch blocks it alone: {fault:?}");
    let core: Vec<_> =
        fault.related.iter().filter(|label| label.text.contains("other parts")).collect();
    assert_eq!(core.len(), 1, "{fault:?}");
    assert_eq!(core[0].text, "without all other parts it cannot be solved either");
}

#[test]
fn a_search_that_stops_says_so() {
    let board = "klotski p {\n  . A A\n  B A D\n  C C .\n  goal A at (0,0)\n}\n";
    let call = puzzled("check --solve --states 5 p.puzzle").file("p.puzzle", board);
    call.run().code(0).says("search::gave-up");
}
