//! A written puzzle is read again as the same puzzle: every shipped and generated puzzle, every
//! form that holds it, from the form's own point of view and through a document.

mod rush;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{FORMATS, Format, Options, Piece, by_ending, document, format, read};
use crate::diag::{Severity, Sink};
use crate::kinds::KINDS;
use crate::laws;
use crate::puzzle::testing::{Draw, bodies_read};
use crate::puzzle::{Board, Body, Depth, Field};
use crate::search::{Budget, Cancel};
use crate::session::{self, Mode, Session};
use crate::syntax::Fragment;
use crate::text::{Source, Span};

fn open(kind_name: &str, lines: &[String]) -> Option<Board> {
    let text = lines.join("\n");
    let span = Span::new(0, text.len() as u32);
    let body = Body {
        source: &text,
        span,
        name: Span::default(),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    };
    KINDS.kind(kind_name)?.open(&body, KINDS, &mut Sink::new())
}

/// Returns the puzzle as a piece.
fn declared(name: &str, puzzle: &mut Board) -> Piece {
    let piece = puzzle.piece(&Budget::unlimited()).expect("cheap to compute");
    Piece { name: Some(name.to_owned()), ..piece }
}

/// Checks a document in a session.
fn checked(text: &str) -> (Session, Sink) {
    let source = Source::new("x.puzzle", text);
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let mut session = Session::new();
    let mode = Mode::Check { solve: false };
    session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
    (session, sink)
}

/// Returns the puzzles that a document declares, each in its last state.
fn states(text: &str) -> Vec<Piece> {
    let (mut session, sink) = checked(text);
    // A puzzle without a solution is still a puzzle.
    let facts =
        ["sliders::parity", "sudoku::duplicate-digit", "sudoku::no-candidate", "sudoku::no-place"];
    let mut unexpected =
        sink.diagnostics().iter().filter(|diagnostic| !facts.contains(&diagnostic.code.path));
    assert!(
        unexpected.all(|diagnostic| diagnostic.severity() != Severity::Error),
        "{:?} in\n{text}",
        sink.diagnostics()
    );
    let names: Vec<String> = session.entries().into_iter().map(|entry| entry.name).collect();
    let piece = |name: String| {
        let puzzle = session.puzzle(Some(&name)).expect("it is declared");
        declared(&name, puzzle)
    };
    names.into_iter().map(piece).collect()
}

/// Reads what a form wrote, and leads it to the state that the document declares.
fn again(format: &'static Format, kind: &str, text: &str) -> Vec<Piece> {
    let source = Source::new("written", text);
    let mut sink = Sink::new();
    let options = Options { format: Some(format), kind: Some(kind), ..Options::default() };
    let pieces = read(&source, &options, &mut sink);
    assert!(sink.is_empty(), "{}: {:?} in\n{text}", format.name, sink.diagnostics());
    states(&document(&pieces, "x", &mut BTreeSet::new()))
}

/// Writes a puzzle in every form that takes it, and compares what is read again with it: the lines
/// that the puzzle then declares itself by, or, if those only differ in how they are written, the
/// JSON of both. The fields of the puzzle are those of the puzzle that its body declares.
fn hold(piece: &Piece, done: &mut BTreeSet<(&'static str, String)>) {
    let declared = open(&piece.kind, &piece.body).expect("a puzzle writes a sound body");
    let reread = declared.piece(&Budget::unlimited()).expect("cheap to compute");
    // A digit that a player entered is a given of the puzzle that the state declares.
    let kept = |fields: &[Field]| {
        let kept = fields.iter().filter(|field| field.name != "givens");
        kept.cloned().collect::<Vec<_>>()
    };
    assert_eq!(kept(&reread.fields), kept(&piece.fields), "{:?}", piece.body);
    for &format in FORMATS.iter() {
        let Ok(text) = super::write(format, std::slice::from_ref(piece)) else { continue };
        let read_back = again(format, &piece.kind, &text);
        assert_eq!(read_back.len(), 1, "{}:\n{text}", format.name);
        if format.name == "candidates" {
            // A cell with one candidate is a filled one there, if no other lists the digit.
            done.insert((format.name, piece.kind.clone()));
            continue;
        }
        let json = |piece: &Piece| {
            let mut piece = Piece { name: None, ..piece.clone() };
            // A converted puzzle gives the same diagnostics in any document.
            piece.notes.clear();
            piece.fields = kept(&piece.fields);
            super::write(super::format("json").expect("a form"), &[piece])
                .expect("every puzzle has one")
        };
        // Boards that would be read differently get other labels.
        let same = |other: &Piece| {
            let form = |candidate: &Piece| {
                open(&candidate.kind, &candidate.body).and_then(|puzzle| puzzle.canonical())
            };
            json(other) == json(piece) || format.name == "rush" && form(other) == form(piece)
        };
        assert!(same(&read_back[0]), "{}:\n{text}\n{:?}", format.name, piece.body);
        if format.name == "json" {
            assert_eq!(read_back[0].name, piece.name);
        }
        // If only its text decides the form, it is the same puzzle too.
        let mut sink = Sink::new();
        let options = Options { kind: Some(&piece.kind), ..Options::default() };
        let guessed = read(&Source::new("-", text.as_str()), &options, &mut sink);
        assert_eq!(guessed.len(), 1, "{}: {:?} in\n{text}", format.name, sink.diagnostics());
        let guessed = states(&document(&guessed, "x", &mut BTreeSet::new()));
        assert!(same(&guessed[0]), "guessed from {}:\n{text}\n{:?}", format.name, piece.body);
        done.insert((format.name, piece.kind.clone()));
    }
}

fn examples(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the examples are there");
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.ends_with("wrong") {
            examples(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "puzzle") {
            paths.push(path);
        }
    }
}

#[test]
fn shipped_puzzles_survive_every_form() {
    let mut files = Vec::new();
    examples(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples"), &mut files);
    let mut done = BTreeSet::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("an example is UTF-8");
        let (mut session, _) = checked(&text);
        for entry in session.entries() {
            let Some(puzzle) = session.puzzle(Some(&entry.name)) else { continue };
            // A far jump is not computed here.
            let budget = Budget::unlimited().with_states(100_000);
            if let Ok(piece) = puzzle.piece(&budget) {
                hold(&Piece { name: Some(entry.name), ..piece }, &mut done);
            }
        }
    }
    for kind in KINDS {
        assert!(done.contains(&("json", kind.name.to_owned())), "{}", kind.name);
    }
    for format in FORMATS.iter().filter(|format| format.write.is_some()) {
        assert!(done.iter().any(|(name, _)| *name == format.name), "{}", format.name);
    }
}

fn pick<'a>(draw: &mut Draw, from: &[&'a str]) -> &'a str {
    from[draw.index(from.len())]
}

/// Leads a puzzle to a position next to it, if it can.
fn wander(puzzle: &mut Board, draw: &mut Draw) {
    let changes = laws::changes(puzzle);
    if !changes.is_empty() {
        let text = Fragment { text: &changes[draw.index(changes.len())], start: 0 };
        puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut Sink::new());
    }
}

/// Returns the body of a position near the example of a kind.
fn wandered(kind: &str, draw: &mut Draw) -> Vec<String> {
    let kind = KINDS.kind(kind).expect("a kind");
    let mut puzzle = kind.opened_example().expect("it is sound");
    for _ in 0..draw.index(12) {
        wander(&mut puzzle, draw);
    }
    puzzle.piece(&Budget::unlimited()).expect("cheap to compute").body
}

/// Returns a body of a kind; not all of them are sound. A kind for which nothing is drawn here gets
/// positions near its example.
pub(super) fn body(kind: &str, draw: &mut Draw) -> Vec<String> {
    let (rows, columns) = (1 + draw.index(5), 1 + draw.index(5));
    let mut grid = |rows: usize, columns: usize, cells: &[&str], between: &str| -> Vec<String> {
        let mut row = || (0..columns).map(|_| pick(draw, cells)).collect::<Vec<_>>().join(between);
        (0..rows).map(|_| row()).collect()
    };
    match kind {
        "automaton" => {
            let mut tree = String::from("?");
            for _ in 0..draw.index(12) {
                let leaves = tree.matches('?').count();
                let at = tree.match_indices('?').nth(draw.index(leaves)).expect("a leaf").0;
                tree.replace_range(at..=at, "(? ! ?)");
            }
            let node = |char| match char {
                '?' | '!' => ["X", "."][draw.index(2)].to_owned(),
                char => String::from(char),
            };
            let tree: String = tree.chars().map(node).collect();
            vec![format!("rule {}", draw.index(65_536)), format!("tree {tree}")]
        }
        "matrix" => grid(rows, columns, &["1", "2", "3", "0", "-5", "9223372036854775807"], " "),
        "klotski" => {
            let sets: [&[&str]; 7] = [
                &[".", "A", "B", "#", "x", "o"],
                &[".", "1", "2", "3"],
                &["..", "ab", "c.d", "##", "é", "goals"],
                &[".", "A", "B", "C", "C", "C", "é"],
                // Boards whose rows look like a size, a goal or packed rows.
                &[".", "2", "3", "3"],
                &[".", ".", "at", "(0,1)", "goal-", "A", "1"],
                &[".", "..", "ab", "ba", "#a"],
            ];
            let set = sets[draw.index(sets.len())];
            let wide = set.iter().any(|label| label.chars().count() > 1);
            let between = if wide || draw.index(2) == 0 { " " } else { "" };
            let mut grid = |set: &[&str]| -> Vec<String> {
                let mut row =
                    || (0..columns).map(|_| pick(draw, set)).collect::<Vec<_>>().join(between);
                (0..rows).map(|_| row()).collect()
            };
            let mut lines = grid(set);
            if draw.index(2) == 0 {
                let at = format!("({},{})", draw.index(rows), draw.index(columns));
                lines.push(format!("goal {} at {at}", pick(draw, set)));
            }
            if draw.index(3) == 0 {
                lines.insert(0, format!("{rows} {columns}"));
            }
            lines
        }
        "rush" => {
            let mut cells = vec![vec!["."; columns]; rows];
            for (row, label) in cells.iter_mut().zip(["A", "B", "C", "D", "E"]) {
                let at = draw.index(columns);
                match row.get_mut(at..at + 2) {
                    Some(car) => car.fill(label),
                    None => row[at] = "#",
                }
            }
            let between = if draw.index(2) == 0 { " " } else { "" };
            let mut lines: Vec<String> = cells.iter().map(|row| row.join(between)).collect();
            if draw.index(3) == 0 {
                lines.push(format!("goal {}", pick(draw, &["A", "B"])));
            }
            lines
        }
        "sudoku" => {
            let order = 2 + draw.index(3);
            let size = order * order;
            let mut cells = vec!['.'; size * size];
            for _ in 0..draw.index(size * size / 2) {
                let (row, column) = (draw.index(size), draw.index(size));
                let digit = (row * order + row / order + column) % size;
                let symbol = char::from_digit(digit as u32 + 1, 36).unwrap_or('.');
                cells[row * size + column] = symbol.to_ascii_uppercase();
            }
            cells.chunks(size).map(|row| row.iter().collect()).collect()
        }
        "bloxorz" => {
            let mut lines = grid(rows, columns, &["o", "o", "o", "-", "f", "p", "b", "s"], "");
            lines.push(String::from("oSoT"));
            let drawn = |letter: char| lines.iter().any(|line| line.contains(letter));
            let mut legend = Vec::new();
            if drawn('p') || drawn('b') {
                legend.push(format!("p: bridge {}", pick(draw, &["extended", "retracted"])));
            }
            if drawn('b') {
                let press = pick(draw, &["soft", "hard"]);
                legend.push(format!("b: {press} {} p", pick(draw, &["toggles", "extends"])));
            }
            if drawn('s') {
                legend.push(format!("s: splits to ({rows},0) and ({rows},2)"));
            }
            lines.extend(legend);
            lines
        }
        "sliders" => {
            let mut cells: Vec<&str> =
                (1..rows * columns).map(|_| pick(draw, &["A", "B", "10"])).collect();
            cells.push(".");
            let mut shuffled = cells.clone();
            for at in (1..shuffled.len()).rev() {
                shuffled.swap(at, draw.index(at + 1));
            }
            let lines = |cells: &[&str]| -> Vec<String> {
                cells.chunks(columns).map(|row| row.join(" ")).collect()
            };
            let mut body = lines(&cells);
            body.push(String::from("goal"));
            body.extend(lines(&shuffled));
            body
        }
        _ => wandered(kind, draw),
    }
}

#[test]
fn generated_puzzles_survive_every_form_wherever_they_stand() {
    let mut draw = Draw(20_261);
    let mut done = BTreeSet::new();
    for kind in KINDS {
        let name = kind.name;
        let mut sound = 0;
        for number in 0..crate::puzzle::testing::number("PUZZLED_MADE", 150) {
            let made = if number % 5 == 0 { wandered } else { body };
            let Some(mut puzzle) = open(name, &made(name, &mut draw)) else { continue };
            sound += 1;
            hold(&declared("start", &mut puzzle), &mut done);
            for _ in 0..3 {
                wander(&mut puzzle, &mut draw);
            }
            hold(&declared("later", &mut puzzle), &mut done);
        }
        assert!(sound > 20, "{name}: only {sound} bodies were sound");
    }
    for format in ["json", "sdk", "sdm", "ss", "line", "blocks", "terrain", "tiles"] {
        assert!(done.iter().any(|(name, _)| *name == format), "{format}");
    }
}

#[test]
fn a_body_is_read_once_for_every_form_that_it_is_written_in() {
    for kind in KINDS {
        let text = kind.example;
        let read = bodies_read(|| {
            let pieces = states(text);
            let written = FORMATS.iter().filter_map(|form| super::write(form, &pieces).ok());
            assert!(written.count() > 0, "{text}");
        });
        assert_eq!(read, 1, "{text}");
    }
}

#[test]
fn collections_keep_their_order() {
    let sudoku = |text: &str| Piece {
        kind: "sudoku".into(),
        body: text.split(' ').map(String::from).collect(),
        ..Piece::default()
    };
    let both = [sudoku("1.34 3412 2143 4321"), sudoku("1234 3412 2143 43.1")];
    for name in ["sdm", "line", "json"] {
        let form = format(name).expect("a form");
        let text = super::write(form, &both).expect("it holds many");
        let read_back = again(form, "sudoku", &text);
        let bodies: Vec<_> = read_back.iter().map(|piece| piece.body.clone()).collect();
        assert_eq!(bodies, both.each_ref().map(|piece| piece.body.clone()), "{name}");
    }
    assert!(
        super::write(format("sdk").expect("a form"), &both).is_err_and(|why| why.0.contains("one"))
    );
    assert!(super::write(format("blocks").expect("a form"), &both).is_err());
}

fn imported(text: &str, options: &Options<'_>) -> (String, Vec<&'static str>) {
    let mut sink = Sink::new();
    let pieces = read(&Source::new("-", text), options, &mut sink);
    let text = document(&pieces, "a 1", &mut BTreeSet::new());
    (text, sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect())
}

#[test]
fn headers_become_comments_and_the_state_is_in_the_body() {
    let text = "#A Jane\n#D two gaps\n[Puzzle]\n1.34\n3412\n2143\n43.1\n[State]\n1234\n3412\n2143\n43.1\n[Options]\nx=1\n";
    let (converted, codes) = imported(text, &Options::default());
    assert_eq!(codes, [] as [&str; 0]);
    let body = "  .-------.------.\n  | 1  +2 | 3  4 |\n  | 3  4  | 1  2 |\n  :-------+------:\n  \
                | 2  1  | 4  3 |\n  | 4  3  | .  1 |\n  '-------'------'\n";
    let wanted = format!("/// title: two gaps\n/// author: Jane\nsudoku a-1 {{\n{body}}}\n");
    assert_eq!(converted, wanted);
    assert_eq!(states(&converted)[0].body[0], "1234");
}

#[test]
fn names_are_made_and_never_taken_twice() {
    let piece = |name: Option<&str>| Piece {
        kind: "matrix".into(),
        name: name.map(String::from),
        body: vec!["1 2".into(), "3 4".into()],
        ..Piece::default()
    };
    let mut taken = BTreeSet::new();
    let text = document(&[piece(None), piece(Some("m-1")), piece(None)], "m", &mut taken);
    let more = document(&[piece(None)], "0815.final", &mut taken);
    let names: Vec<&str> =
        text.lines().chain(more.lines()).filter_map(|line| line.strip_suffix(" {")).collect();
    assert_eq!(names, ["matrix m-1", "matrix m-1-2", "matrix m-3", "matrix matrix-0815-final"]);
    assert_eq!(
        document(&[piece(None)], "", &mut BTreeSet::new()).split(' ').nth(1),
        Some("matrix")
    );
}

#[test]
fn endings_tell_the_form() {
    let name = |file: &str| by_ending(file).map(|format| format.name);
    assert_eq!(name("a/b.SDK"), Some("sdk"));
    assert_eq!(name("b.json"), Some("json"));
    assert_eq!((name("b.txt"), name("sdk"), name("b.")), (None, None, None));
}

#[test]
fn the_explanation_of_json_lists_the_fields_of_every_kind() {
    let explained = super::codes::BAD_FIELD.explain;
    for kind in KINDS {
        let info = kind;
        let form = info.json.expect("every kind has a form in JSON");
        let part =
            explained.split("\n* ").find(|part| part.starts_with(&format!("{}: ", info.name)));
        let part = part.unwrap_or_else(|| panic!("nothing about {}", info.name));
        for field in form.fields {
            assert!(part.contains(&format!("`{field}`")), "{}: {field}", info.name);
        }
    }
}

#[test]
fn a_reading_that_is_stopped_returns_no_more_puzzles() {
    let free = Cancel::default();
    let cancel = Cancel::default();
    cancel.cancel();
    for format in FORMATS.iter() {
        let source = Source::new("x", format.example);
        let read = |cancel| {
            let options = Options { cancel, format: Some(*format), ..Options::default() };
            read(&source, &options, &mut Sink::new()).len()
        };
        let whole = read(None);
        assert_eq!(read(Some(&free)), whole, "{}", format.name);
        assert_eq!(read(Some(&cancel)), 0, "{}", format.name);
    }
}
