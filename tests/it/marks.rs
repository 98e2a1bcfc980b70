//! Holds what kinds report to editors about bodies and commands: marks stand in order, each on one
//! line and within what was marked, also of damaged text; cells and names are those of the puzzle;
//! every marked part can be asked about; and a body in its other form gives the same answers.

use std::collections::BTreeMap;

use crate::common::{Random, example_texts, right_examples, run_document, shown_path};
use puzzled::diag::Sink;
use puzzled::kinds::KINDS;
use puzzled::puzzle::{Body, Converted, Info, Mark, Part, Role, Spot};
use puzzled::scene::{self, Board, Coordinate, Drawing};
use puzzled::search::Budget;
use puzzled::session::{self, Mode, Session};
use puzzled::syntax::{Declaration, Document, Fragment, Statement};
use puzzled::text::{Source, Span};

/// Returns every example that is not long, right or wrong, with its name.
fn examples() -> Vec<(String, Vec<u8>)> {
    let texts = example_texts().into_iter().map(|text| (text.name, text.bytes));
    texts.filter(|(_, text)| text.len() < 20_000).collect()
}

fn read(source: &Source) -> Document {
    session::read(source, false, &mut Sink::new())
}

fn body<'a>(source: &'a Source, declaration: &Declaration) -> Body<'a> {
    Body::of(source.text(), declaration)
}

/// Returns the declarations of known kinds.
fn declared<'d>(
    source: &'d Source,
    document: &'d Document,
) -> impl Iterator<Item = (&'static Info, &'d Declaration)> {
    document.statements.iter().filter_map(|statement| match statement {
        Statement::Declaration(declaration) => {
            Some((KINDS.kind(source.slice(declaration.kind))?, declaration))
        }
        _ => None,
    })
}

/// Returns a body in its other form.
fn other_form(kind: &'static Info, body: &Body<'_>) -> Option<Converted> {
    kind.read_silently(body)?.convert(body)
}

/// Holds that marks stand where they may.
fn hold(text: &str, within: Span, marks: &[Mark]) {
    let mut last = within.start;
    for mark in marks {
        let Span { start, end } = mark.span;
        assert!(last <= start && start < end && end <= within.end, "{mark:?} in {text:?}");
        last = end;
        let marked = text.get(mark.span.range());
        let marked = marked.unwrap_or_else(|| panic!("{mark:?} cuts a character of {text:?}"));
        assert!(!marked.contains(['\n', '\r']), "{mark:?} in {text:?}");
        assert!(mark.named || !mark.defines, "{mark:?} in {text:?}");
    }
}

/// Holds the marks of all that stands in a text, as a document and as raw input of every kind.
fn hold_all(bytes: &[u8], damaged: bool) {
    let source = Source::from_bytes("x.puzzle", bytes.to_vec());
    let text = source.text();
    let document = read(&source);
    for (kind, declaration) in declared(&source, &document) {
        let body = body(&source, declaration);
        hold(text, declaration.body, &kind.marks(&body, body.span));
        other_form(kind, &body);
    }
    for statement in &document.statements {
        let Statement::Command(command) = statement else { continue };
        for kind in KINDS {
            hold(text, command.text, &kind.command_marks(Fragment::of(text, command.text)));
        }
    }
    if damaged {
        return;
    }
    let raw = Body::raw(&source);
    for kind in KINDS {
        hold(text, raw.span, &kind.marks(&raw, raw.span));
        let span = Span::new(0, text.len() as u32);
        hold(text, span, &kind.marks(&Body { span, raw: false, ..raw }, span));
    }
}

#[test]
fn marks_of_the_examples_stand_in_order() {
    for (_, bytes) in examples() {
        hold_all(&bytes, false);
        let text = String::from_utf8_lossy(&bytes).replace('\n', "\r\n");
        hold_all(text.as_bytes(), false);
        hold_all(text.replace("\r\n", "\r").as_bytes(), false);
    }
}

/// The texts that are inserted to damage a text.
const BITS: [&str; 16] =
    ["goal", "at", " ", "\n", "\r", "\t", "(", ")", "[", ":", "//", "é", "0", "X", "-", "bridge"];

#[test]
fn marks_of_damaged_examples_stand_in_order() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (_, bytes) in examples().into_iter().filter(|(_, text)| text.len() < 4_000) {
        for _ in 0..12 {
            let mut text = bytes.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(text.len() + 1);
                let end = (at + random.below(9)).min(text.len());
                match random.below(4) {
                    0 => {
                        text.drain(at..end);
                    }
                    1 => {
                        let bit = BITS[random.below(BITS.len())].bytes();
                        text.splice(at..at, bit);
                    }
                    2 => {
                        let copy = text[at..end].to_vec();
                        let to = random.below(text.len() + 1);
                        text.splice(to..to, copy);
                    }
                    _ => {
                        if let Some(byte) = text.get_mut(at) {
                            *byte = random.below(256) as u8;
                        }
                    }
                }
            }

            hold_all(&text, true);
        }
    }
}

/// Returns the board that an opened declaration draws.
fn board(kind: &'static Info, body: &Body<'_>) -> Option<Board> {
    let puzzle = kind.open(body, KINDS, &mut Sink::new())?;
    match puzzle.scene("x").drawing {
        Drawing::Board(board) => Some(board),
        Drawing::Tree(_) => None,
    }
}

#[test]
fn cells_and_names_are_those_of_the_puzzle() {
    let mut seen = BTreeMap::new();
    for (name, bytes) in examples() {
        let source = Source::from_bytes(&name, bytes);
        let document = read(&source);
        for (kind, declaration) in declared(&source, &document) {
            let body = body(&source, declaration);
            let Some(board) = board(kind, &body) else { continue };
            // A grid in the form of another program has other places for its cells, or none.
            // A short row of a game is filled with its last cell.
            if name.ends_with("sudoku/foreign-form.puzzle") || name.contains("/ragged-level") {
                continue;
            }
            *seen.entry(kind.name).or_insert(0) += 1;
            let marks = kind.marks(&body, body.span);
            let mut cells: Vec<_> = marks.iter().filter_map(|mark| mark.cell).collect();
            cells.sort_unstable();

            // A coordinate in a legend names a cell again.
            cells.dedup();
            let places = (0..board.cells.len()).map(|cell| Coordinate::nth(cell, board.columns));
            // What lies outside need not be drawn.
            let expected: Vec<_> = places
                .zip(&board.cells)
                .filter(|(at, cell)| cell.role != scene::Role::Void || cells.contains(at))
                .map(|(at, _)| at)
                .collect();
            assert_eq!(cells, expected, "{name}: {}", source.slice(declaration.name));

            // Each name is defined once: in a legend, or at its first cell.
            let mut names: BTreeMap<&str, Vec<&Mark>> = BTreeMap::new();
            for mark in marks.iter().filter(|mark| mark.named) {
                names.entry(source.slice(mark.span)).or_default().push(mark);
            }
            for (text, marks) in names {
                let defined: Vec<_> = marks.iter().filter(|mark| mark.defines).collect();
                assert_eq!(defined.len(), 1, "{name}: {text}");
                assert!(defined[0].cell.is_none() || marks[0].defines, "{name}: {text}");
            }
        }
    }

    assert!(seen.len() > 4 && seen.values().all(|&bodies| bodies > 4), "few are sound: {seen:?}");
}

#[test]
fn what_is_marked_can_be_asked_about() {
    let mut described = 0;
    let mut marked = 0;
    for (name, bytes) in examples() {
        let source = Source::from_bytes(&name, bytes);
        let document = read(&source);
        for (kind, declaration) in declared(&source, &document) {
            let body = body(&source, declaration);
            let Some(opened) = kind.open(&body, KINDS, &mut Sink::new()) else { continue };
            for mark in kind.marks(&body, body.span) {
                let text = source.slice(mark.span);
                let spot = Spot { text, part: mark.part, cell: mark.cell, word: text };
                let words = opened.describe(&spot);
                let mute = matches!(mark.part, Part::Keyword | Part::Number | Part::Bracket);
                assert!(words.is_some() || mute || mark.part == Part::Step, "{name}: {mark:?}");
                marked += 1;
                described += usize::from(words.is_some_and(|words| words.len() < 1_000));
            }
        }
    }
    assert!(described * 10 > marked * 9, "{described} of {marked}");
}

/// Returns a text with a declaration in its other form, and the commands that this asks for after
/// it.
fn converted(text: &str, kind: &'static Info, body: &Body<'_>) -> Option<String> {
    let form = other_form(kind, body)?;
    let mut out = String::from(&text[..body.span.start as usize]);
    out.push('\n');
    for line in &form.lines {
        out.push_str(&format!("  {line}\n"));
    }
    let rest = &text[body.span.end as usize..];
    out.push_str(&format!("}}\n{}\n", form.commands.join("\n")));
    out.push_str(rest.strip_prefix('}').expect("a brace closes the body"));
    Some(out)
}

/// Returns the answers of a text, without the figures of the work done.
fn answers(text: &str) -> Vec<String> {
    let (_, answers, diagnostics) = run_document(text);
    assert!(
        diagnostics
            .iter()
            .all(|diagnostic| diagnostic.severity() != puzzled::diag::Severity::Error),
        "{diagnostics:?}"
    );
    answers.into_iter().filter(|answer| !answer.contains("computed")).collect()
}

#[test]
fn the_other_form_gives_the_same_answers_there_and_back() {
    let mut seen = 0;
    for path in right_examples() {
        let name = shown_path(&path);
        let text = std::fs::read_to_string(&path).expect("the example is UTF-8");
        let source = Source::new(&name, text.clone());
        let document = read(&source);

        for (at, (kind, declaration)) in declared(&source, &document).enumerate() {
            let Some(other_text) = converted(&text, kind, &body(&source, declaration)) else {
                continue;
            };
            seen += 1;
            let other = Source::new(&name, other_text.clone());
            let other_document = read(&other);
            let (_, twin) = declared(&other, &other_document).nth(at).expect("it is still there");

            // Without a search it is enough to check.
            let heavy = text.contains("solve") || text.contains("sum") || text.contains("rate");
            if heavy {
                let mut sink = Sink::new();
                let mode = Mode::Check { solve: false };
                let budget = Budget::unlimited();
                Session::new().run(
                    &other,
                    &other_document,
                    mode,
                    &budget,
                    &mut sink,
                    &mut |_, _| {},
                );
                assert!(!sink.errors_since(0), "{name}: {:?}\n{other_text}", sink.diagnostics());
            } else {
                assert_eq!(answers(&other_text), answers(&text), "{name}\n{other_text}");
            }

            let show = |source: &Source, declaration: &Declaration| {
                let mut opened =
                    kind.open(&body(source, declaration), KINDS, &mut Sink::new()).expect("sound");
                let fragment = Fragment { text: "show", start: 0 };
                let depth = puzzled::puzzle::Depth::Run;
                let sink = &mut Sink::new();
                opened.run(fragment, depth, &Budget::unlimited(), sink).expect("a picture")
            };

            assert_eq!(show(&source, declaration), show(&other, twin), "{name}\n{other_text}");
            if let Some(restored) = converted(&other_text, kind, &body(&other, twin)) {
                let restored = Source::new(&name, restored);
                let restored_document = read(&restored);
                let (_, third) =
                    declared(&restored, &restored_document).nth(at).expect("still there");
                assert_eq!(show(&source, declaration), show(&restored, third), "{name}");
                assert_eq!(
                    other_form(kind, &body(&restored, third)).map(|form| form.lines),
                    other_form(kind, &body(&source, declaration)).map(|form| form.lines),
                    "{name}"
                );
            }
        }
    }

    assert!(seen > 20, "only {seen} bodies have another form");
}

#[test]
fn the_single_moves_of_every_play_are_found() {
    for info in KINDS.iter().copied() {
        let play = info.verbs.iter().find(|verb| verb.role == Role::Play).expect("each plays");
        let mut lines = play.example.lines();
        let first = lines.find(|line| line.starts_with(play.name)).expect("it plays");
        let args = first.split("=>").next().unwrap_or_default().trim_start_matches(play.name);
        let spans = info.moves(Fragment { text: args, start: 0 });
        let moves: Vec<_> = spans.iter().map(|span| &args[span.range()]).collect();
        let separator = info.separator.expect("a kind with moves separates them");
        assert!(!moves.is_empty(), "{}: {first}", info.name);
        assert_eq!(moves.join(separator), args.trim(), "{}", info.name);
    }
}
