//! Laws of boards, for every kind and every example: what a board lists is legal and is written where
//! it says, names are complete, and tests have the results of a run.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use serde_json::{Value, json};

use super::{BLOCKS, Hand, TILES, examples, mutants, open};
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::lsp::server::board::types::{Board, BoardParams, BoardWrite};
use crate::lsp::server::board::{Distances, board};
use crate::lsp::server::document::Document;
use crate::puzzle::Depth;
use crate::search::Budget;
use crate::session::{Event, Mode, Session, read};
use crate::syntax::{Fragment, Statement};
use crate::text::{Source, Span};

/// Asks for the board at an offset.
fn ask(document: &Document, offset: u32, more: &Value) -> Option<Board> {
    let position = document.places().position(offset);
    let mut params = json!({ "textDocument": { "uri": document.uri }, "position": position });
    let object = params.as_object_mut().expect("an object");
    object.extend(more.as_object().expect("an object").clone());
    let params: BoardParams = serde_json::from_value(params).expect("sound parameters");
    board(document, &params, &Distances::default()).map(|(board, _)| board)
}

/// The parts of a board that a person sees.
fn seen(board: &Board) -> (Option<&str>, u64, bool, &str, Vec<&str>) {
    let moves = board.moves.iter().flatten().map(|by| by.text.as_str()).collect();
    (board.text.as_deref(), board.at.made, board.solved, &board.title, moves)
}

/// Writes moves where a board says. Returns the text, and the offset of the moves in it.
fn written(document: &Document, write: &BoardWrite, moves: &str) -> (String, u32) {
    let span = document.places().span(write.range);
    let text = document.source().text();
    let before = &text[..span.start as usize];
    let after = &text[span.end as usize..];
    let offset = before.len() + write.prefix.len();
    (format!("{before}{}{moves}{}{after}", write.prefix, write.suffix), offset as u32)
}

/// Returns at most `most` items, evenly spread.
fn spread<T>(items: &[T], most: usize) -> impl Iterator<Item = &T> {
    let step = items.len().div_ceil(most).max(1);
    items.iter().step_by(step)
}

/// Offsets in statements: their beginnings, and in moves of a `play`.
fn offsets(document: &Document) -> Vec<u32> {
    let mut offsets = Vec::new();
    for (_, statement) in document.statements() {
        let span = statement.span();
        offsets.push(span.start);
        if matches!(statement, Statement::Command(_)) {
            offsets.push(span.start + span.len() / 2);
        }
    }
    offsets
}

/// Holds that each legal move of a board, written where the board says, gives a text whose board is the
/// one that `then` gives. Returns the number of moves.
fn hold_moves(document: &Document, offset: u32, most: usize) -> usize {
    let Some(here) = ask(document, offset, &json!({ "write": true })) else { return 0 };
    if here.illegal.is_some() {
        return 0; // no further moves are played after an illegal one of the text
    }
    let moves = here.moves.as_ref().expect("they are asked for");
    let Some(write) = &here.write.0 else {
        assert!(moves.is_empty(), "{} {offset}", document.source().text());
        return 0;
    };
    let mut count = 0;
    for by in spread(moves, most) {
        let then =
            ask(document, offset, &json!({ "then": by.text, "write": true })).expect("it is there");
        assert!(then.illegal.is_none(), "{by:?} {:?}", then.illegal);
        let (text, at) = written(document, write, &by.text);
        let next = ask(&open(&text), at, &json!({})).unwrap_or_else(|| panic!("no board: {text}"));
        assert_eq!(seen(&next), seen(&then), "{by:?} at {at}: {text}");
        // Another move after it.
        if let (Some(write), Some(again)) = (&then.write.0, then.moves.iter().flatten().last()) {
            let (text, at) = written(document, write, &again.text);
            let first = then.then.as_deref().expect("a move was made");
            let both = json!({ "then": format!("{first}{}", again.text) });
            let both = ask(document, offset, &both).expect("it is there");
            let next = ask(&open(&text), at, &json!({})).expect("it is there");
            assert_eq!(seen(&next), seen(&both), "{by:?} {again:?} at {at}: {text}");
        }
        count += 1;
    }
    count
}

#[test]
fn a_legal_move_is_written_where_the_board_says() {
    let mut count = 0;
    for kind in KINDS {
        let document = open(kind.example);
        let held = hold_moves(&document, 0, usize::MAX);
        assert!(held > 0, "{}", kind.name);
    }
    for text in examples(1200) {
        let document = open(&text);
        for &offset in spread(&offsets(&document), 6) {
            count += hold_moves(&document, offset, 2);
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn a_board_names_every_cell_and_every_piece_once() {
    let values = |svg: &str, name: &str| -> Vec<String> {
        let start = format!(" {name}=\"");
        let parts = svg.split(&start).skip(1);
        let value = |part: &str| {
            part.split('"').next().expect("it ends").replace("&lt;", "<").replace("&gt;", ">")
        };
        parts.map(value).collect()
    };
    let mut kinds = BTreeSet::new();
    let examples = KINDS.into_iter().map(|kind| kind.example.to_owned());
    for text in examples.chain(super::examples(1200)) {
        let document = open(&text);
        let Some(board) = ask(&document, text.len() as u32, &json!({})) else { continue };
        kinds.insert(board.puzzle.kind.clone());
        let svg = board.svg.as_deref().expect("it is asked for");
        let ids: Vec<&str> = board.cells.iter().map(|cell| cell.id.as_str()).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
        assert_eq!(values(svg, "data-cell"), ids, "{text}");
        let pieces: BTreeSet<String> =
            board.cells.iter().filter_map(|cell| cell.piece.clone()).collect();
        let drawn: BTreeSet<String> = values(svg, "data-piece").into_iter().collect();
        assert_eq!(drawn, pieces, "{text}");
        // Moves lead between cells that are there, and name pieces that are there.
        for by in board.moves.iter().flatten() {
            assert!(by.from.iter().chain(&by.to).all(|id| unique.contains(id.as_str())), "{by:?}");
            assert!(by.piece.as_ref().is_none_or(|piece| pieces.contains(piece)), "{by:?}");
            let covered = |id: &String| {
                let cell = board.cells.iter().find(|cell| cell.id == *id);
                cell.is_some_and(|cell| cell.piece == by.piece)
            };
            assert!(by.from.iter().all(covered), "{by:?}");
        }
    }
    assert_eq!(kinds.len(), KINDS.into_iter().count());
}

/// Moves that are illegal at the start of the example of each kind, and cells that are in the way.
const ILLEGAL: [(&str, &str, &[&str]); 7] = [
    ("automaton", "rule 7", &[]),
    ("matrix", "L", &[]),
    ("klotski", "A down", &["1,0"]),
    ("rush", "A left", &[]),
    ("sudoku", "r1c1=3", &["0,2"]),
    ("bloxorz", "U", &[]),
    ("sliders", "Q", &[]),
];

#[test]
fn an_illegal_move_is_refused_with_a_reason() {
    for (kind, by, cells) in ILLEGAL {
        let info = KINDS.kind(kind).expect("a kind");
        let document = open(info.example);
        let plain = ask(&document, 0, &json!({})).expect("it is there");
        let then = ask(&document, 0, &json!({ "then": by })).expect("it is there");
        assert_eq!(seen(&plain), seen(&then), "{kind}");
        let illegal = then.illegal.unwrap_or_else(|| panic!("{kind}: {by} is legal"));
        assert_eq!((illegal.r#move, illegal.text.as_str()), (1, by));
        assert!(!illegal.reason.is_empty(), "{kind}");
        assert!(
            cells.iter().all(|cell| illegal.cells.iter().any(|blocked| blocked == cell)),
            "{illegal:?}"
        );
        // In the words of `why not`.
        let mut puzzle =
            KINDS.kind(kind).and_then(crate::puzzle::Info::opened_example).expect("an example");
        let why = format!("why not play {by}");
        let why = Fragment { text: &why, start: 0 };
        let reasons = puzzle.run(why, Depth::Run, &Budget::unlimited(), &mut Sink::new());
        if let Some(reasons) = reasons {
            assert_eq!(reasons.text(), illegal.reason);
        }
    }
}

/// Moves of one cell for each piece and direction that a board shows, and the letters of directions.
fn candidates(board: &Board) -> Vec<(String, bool)> {
    let moves = board.moves.as_ref().expect("they are asked for");
    let words = ["left", "right", "up", "down"];
    let is_blocks = matches!(board.puzzle.kind.as_str(), "klotski" | "rush");
    if !is_blocks {
        let letters = ["L", "R", "U", "D"].map(String::from);
        return letters.map(|by| (by.clone(), moves.iter().any(|legal| legal.text == by))).to_vec();
    }
    let labels: BTreeSet<(&str, &str)> = board
        .cells
        .iter()
        .filter_map(|cell| Some((cell.text.as_deref()?, cell.piece.as_deref()?)))
        .collect();
    let pairs = labels.into_iter().flat_map(|label| words.map(|word| (label, word)));
    pairs
        .map(|((label, piece), word)| {
            let is_legal = moves.iter().any(|legal| {
                legal.piece.as_deref() == Some(piece)
                    && legal.direction.as_deref() == Some(word)
                    && legal.distance == Some(1)
            });
            (format!("{label} {word}"), is_legal)
        })
        .collect()
}

#[test]
fn a_move_is_legal_exactly_if_the_board_lists_it() {
    let mut legal = 0;
    let mut illegal = 0;
    for text in examples(1200) {
        let document = open(&text);
        for &offset in spread(&offsets(&document), 4) {
            let Some(here) = ask(&document, offset, &json!({ "parts": ["moves", "text"] })) else {
                continue;
            };
            let slides =
                ["klotski", "rush", "bloxorz", "sliders"].contains(&here.puzzle.kind.as_str());
            if !slides || here.illegal.is_some() || here.unknown.is_some() {
                continue;
            }
            for (by, is_legal) in candidates(&here) {
                let more = json!({ "then": by, "parts": ["moves", "text"] });
                let then = ask(&document, offset, &more).expect("it is there");
                assert_eq!(then.illegal.is_none(), is_legal, "{by}: {text}");
                *(if is_legal { &mut legal } else { &mut illegal }) += 1;
                if let Some(refused) = &then.illegal {
                    assert!(!refused.reason.is_empty(), "{by}: {text}");
                    assert_eq!(seen(&then), seen(&here), "nothing has moved");
                }
            }
        }
    }
    assert!(legal > 50 && illegal > 50, "{legal} {illegal}");
}

#[test]
fn every_expectation_is_a_test_with_the_outcome_of_a_run() {
    let mut count = 0;
    for text in examples(1500) {
        let source = Source::new("x.puzzle", &*text);
        let mut sink = Sink::new();
        let statements = read(&source, true, &mut sink);
        let mut expected: HashMap<Span, &'static str> = HashMap::new();
        let on = &mut |event: Event<'_>, _: &mut Sink| {
            if let Event::Judged { span, judgment, .. } = event {
                expected.insert(span, judgment.word());
            }
        };
        let mode = Mode::Run { solve: false };
        let budget = Budget::unlimited();
        Session::new().run(&source, &statements, mode, &budget, &mut sink, on);
        if expected.is_empty() {
            continue;
        }
        let mut hand = Hand::initialized(
            &json!({ "budget": { "seconds": 1e6 }, "document": { "seconds": 1e6 } }),
        );
        hand.open("file:///x.puzzle", &text);
        let ask = Hand::request(
            1,
            "puzzled/tests",
            &json!({ "textDocument": { "uri": "file:///x.puzzle" } }),
        );
        hand.send(&[ask]);
        let before = hand.answer(1)["result"].as_array().expect("a list").clone();
        assert_eq!(before.len(), expected.len(), "{text}");
        hand.work();
        let ask = Hand::request(
            2,
            "puzzled/tests",
            &json!({ "textDocument": { "uri": "file:///x.puzzle" } }),
        );
        hand.send(&[ask]);
        let document = open(&text);
        for test in hand.answer(2)["result"].as_array().expect("a list") {
            let range = serde_json::from_value(test["range"].clone()).expect("a range");
            let span = document.places().span(range);
            assert_eq!(test["outcome"], expected[&span], "{test}: {text}");
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

/// Returns the text after a move is written at a place marked by `|`; `None` if it is not written.
fn pushed(text: &str, by: &str, more: &Value) -> Option<String> {
    let offset = text.find('|').expect("a place is marked");
    let document = open(&text.replacen('|', "", 1));
    let board = ask(&document, offset as u32, more).expect("there is a puzzle");
    board.write.0.map(|write| written(&document, &write, by).0)
}

#[test]
fn a_move_extends_its_play_or_begins_another() {
    let none = json!({});
    let forced = json!({ "write": true });
    let cases = [
        // Below a declaration, with the comment behind it.
        ("k|lotski k { A . / goal A at (0,1) } // x\n", "\nplay A right", 1),
        ("|bloxorz b { oSoooooT }", "\nplay R", 1),
        // At the end of a `play`.
        ("bloxorz b { oSoooooT }\nplay R|\n", "R", 1),
        ("bloxorz b { oSoooooT }\nplay right|\n", " R", 1),
        ("bloxorz b { oSoooooT }\nplay r| // x\n", " R", 1),
        // Within it, only if that is asked for.
        ("bloxorz b { oSoooooT }\nplay |RR\n", "R", 0),
        // After a command that only asks, and before one that uses the state.
        ("bloxorz b { oSoooooT }\n  sol|ve\n", "\n  play R", 1),
        ("b|loxorz b { oSoooooT }\nsolve\n", "\nplay R", 0),
        ("bloxorz b { oSoooooT }\nplay R|\nreset\nsolve\n", "R", 1),
        // An expected answer stays.
        ("bloxorz b { oSoooooT }\nplay R| => oSo##ooT\n", "\nplay R", 1),
        // Another puzzle is in focus.
        ("bloxorz b { oSoooooT }\nmatrix m { 1 2 / 3 4 }\nb: sol|ve\n", "\nb: play R", 1),
        // A blank line below a statement.
        ("bloxorz b { oSoooooT }\nplay R\n\n|\n", "R", 1),
        ("bloxorz b { oSoooooT }\r\nsolve|\r\n", "\r\nplay R", 1),
    ];
    for (text, added, is_free) in cases {
        let whole = text.replacen('|', "", 1);
        let by = if whole.contains("klotski") { "A right" } else { "R" };
        let free = pushed(text, by, &none);
        assert_eq!(free.is_some(), is_free == 1, "{text}: {free:?}");
        let forced = pushed(text, by, &forced).expect("it is asked for");
        assert!(free.is_none_or(|free| free == forced));
        assert_eq!(forced.len(), whole.len() + added.len(), "{text}: {forced}");
        assert!(forced.contains(added), "{text}: {forced}");
    }
    // The moves that were only shown are written, too.
    let then = json!({ "then": "A (0,0) (0,1); B (1,0) (0,0)" });
    let text = "|klotski k { A . / B . / goal A at (1,1) }\n";
    let words = pushed("|bloxorz b { oSoooooooooT }\n", "L", &json!({ "then": "right R" }));
    assert!(words.is_some_and(|text| text.ends_with("play right RL\n")));
    let moved = pushed(text, "A (0,1) (1,1)", &then).expect("it is written");
    assert!(moved.ends_with("}\nplay A (0,0) (0,1); B (1,0) (0,0); A (0,1) (1,1)\n"), "{moved}");
}

#[test]
fn a_board_shows_the_state_at_its_place() {
    let text = "// none\nbloxorz b { oSoooooT }\nplay RRL\nsolve\n\nmatrix m { 1 2 / 3 4 }\nwrong";
    let document = open(text);
    let made = |part: &str, more: usize| {
        let offset = text.find(part).expect("it is there") + more;
        ask(&document, offset as u32, &json!({})).map(|board| (board.at.made, board.at.r#move.0))
    };
    assert_eq!(made("// none", 2), None, "above the first statement");
    assert_eq!(made("bloxorz", 3), Some((0, None)));
    assert_eq!(made("play RRL", 2), Some((3, Some(3))), "on the verb");
    assert_eq!(made("RRL", 0), Some((1, Some(1))));
    assert_eq!(made("RRL", 1), Some((2, Some(2))));
    assert_eq!(made("RRL", 3), Some((3, Some(3))));
    assert_eq!(made("solve\n\n", 6), Some((3, None)), "below a statement");
    // An illegal move of the text.
    let document = open("bloxorz b { oSoooooT }\nplay RULR\nsolve\n");
    let board = ask(&document, 28, &json!({})).expect("there is a puzzle");
    assert!(board.illegal.is_none() && board.at.r#move.0 == Some(1), "before it");
    let board = ask(&document, 32, &json!({})).expect("there is a puzzle");
    let illegal = board.illegal.expect("it is illegal");
    assert_eq!((board.at.made, illegal.r#move, illegal.text.as_str()), (1, 2, "U"));
    // After it the state is unknown.
    let board = ask(&document, 34, &json!({})).expect("there is a puzzle");
    assert!(board.unknown.is_some() && board.moves.is_some_and(|moves| moves.is_empty()));
    assert!(board.write.0.is_none());
    // A declaration with errors has no board.
    assert!(ask(&open("klotski k { A A . / }\nsolve\n"), 0, &json!({ "parts": [] })).is_some());
    assert!(ask(&open("bloxorz b { oSoo }\nsolve\n"), 0, &json!({})).is_none());
    // Parts that are not wanted are left out.
    let board =
        ask(&open("bloxorz b { oST }"), 0, &json!({ "parts": ["text"] })).expect("it is there");
    assert!(board.svg.is_none() && board.moves.is_none() && board.text.is_some());
}

#[test]
fn a_board_of_a_broken_text_and_moves_that_are_none_end_nothing() {
    let then = ["", "L", "A right", "; ;", "r1c1=1 r1", "\u{e9}\u{1f600}", "step -1", "rotate"];
    let mut boards = 0;
    for (number, text) in mutants(300).into_iter().enumerate() {
        let document = open(&text);
        for offset in [0, text.len() as u32 / 2, text.len() as u32] {
            let then = then[number % then.len()];
            let more =
                json!({ "then": then, "write": true, "hint": number % 2 == 0, "around": then });
            let Some(board) = ask(&document, offset, &more) else { continue };
            boards += 1;
            assert!(board.unknown.is_none() || board.write.0.is_none(), "{text}");
        }
    }
    assert!(boards > 100, "{boards}");
}

#[test]
fn a_document_that_asks_withholds() {
    let automaton = "automaton a { rule 30 tree (X . .) }\n3 [] => ?\n";
    let board = ask(&open(automaton), automaton.len() as u32, &json!({})).expect("it is there");
    assert_eq!(board.at.made, 0, "the start");
    assert!(board.moves.is_some_and(|moves| moves.is_empty()) && board.write.0.is_none());
    let text = format!("{BLOCKS}play A right\nsolve => ?\n");
    let board =
        ask(&open(&text), text.len() as u32, &json!({ "hint": true })).expect("it is there");
    assert_eq!(serde_json::to_value(board.distance_state).expect("a word"), "withheld");
    assert!(board.next.is_none() && board.hint.is_none());
    assert!(board.at.made == 1 && board.moves.is_some_and(|moves| !moves.is_empty()));
}

#[test]
fn each_node_of_a_tree_is_drawn_by_its_place_in_the_text() {
    // The second child of the root has children of its own, and they have the same text.
    let text = "automaton a {\n  rule 7\n  tree ((X . .) X ((. X X) . (. . X)))\n}\n";
    let document = open(text);
    let board = ask(&document, 0, &json!({})).expect("it is there");
    let tree = text.find("((X").expect("it is there") as u32;
    let offset = |id: &str| {
        let cell = board.cells.iter().find(|cell| cell.id == id).expect("it is drawn");
        document.places().span(cell.range.expect("it is written")).start - tree
    };
    let nodes =
        ["[<<]", "[<]", "[<>]", "[]", "[><<]", "[><]", "[><>]", "[>]", "[>><]", "[>>]", "[>>>]"];
    assert_eq!(nodes.map(offset), [2, 4, 6, 9, 13, 15, 17, 20, 23, 25, 27]);

    // Around a node far down.
    let tree = (0..9).fold(String::from("."), |tree, _| format!("({tree} X {tree})"));
    let document = open(&format!("automaton a {{\n  rule 7\n  tree {tree}\n}}\n"));
    let drawn = |id: &str, more: &Value| {
        let board = ask(&document, 0, more).expect("it is there");
        let cell = board.cells.into_iter().find(|cell| cell.id == id);
        (cell.map(|cell| cell.range.is_some()), board.hidden_cells)
    };
    assert_eq!(drawn("[<<<<<<<<>]", &json!({})), (None, 1023 - 127));
    let (is_written, hidden) = drawn("[<<<<<<<<>]", &json!({ "around": "[<<<<<<<<]" }));
    assert!(is_written == Some(true) && hidden < 1023 - 127, "{hidden}");
    assert_eq!(drawn("[]", &json!({ "around": "nothing" })), (Some(true), 1023 - 127));
}

#[test]
fn a_hint_is_drawn_and_said() {
    let document = open(BLOCKS);
    let board = ask(&document, 0, &json!({ "hint": true })).expect("it is there");
    assert_eq!(board.hint.as_deref(), Some("A (0,0) (0,1)"));
    let document = open(KINDS.kind("sudoku").expect("a kind").example);
    let [plain, hinted] = [false, true].map(|hint| ask(&document, 0, &json!({ "hint": hint })));
    let plain = plain.expect("it is there");
    let hinted = hinted.expect("it is there");
    assert!(plain.hint.is_none() && hinted.hint.is_some_and(|hint| hint.contains('r')));
    assert_ne!(plain.svg, hinted.svg);
}

/// Returns the names of the kinds that have a goal.
fn solvable() -> Vec<&'static str> {
    KINDS.iter().filter(|kind| kind.solver().is_some()).map(|kind| kind.name).collect()
}

/// The moves of hints are legal, and lead to the goal wherever there are hints up to there.
#[test]
fn the_moves_of_hints_are_legal_one_after_the_other() {
    let hint = json!({ "hint": true });
    let mut solved = Vec::new();
    for kind in KINDS {
        let document = open(kind.example);
        let mut board = ask(&document, 0, &hint).expect("an example has a board");
        for _ in 0..1000 {
            let moves = board.hint_moves.take().unwrap_or_default();
            if moves.is_empty() || board.solved {
                break;
            }
            for by in moves {
                let then = format!("{}{by}", board.then.as_deref().unwrap_or_default());
                let more = json!({ "then": then, "hint": true });
                board = ask(&document, 0, &more).expect("it is still there");
                let illegal = board.illegal.as_ref().map(|illegal| &illegal.reason);
                assert!(illegal.is_none(), "{by}: {illegal:?}");
            }
        }
        solved.extend(board.solved.then_some(kind.name));
    }
    assert_eq!(solved, solvable());
}

/// A server for a client that shows boards.
fn boards(text: &str) -> Hand {
    let mut hand = Hand::new();
    let params = json!({ "capabilities": { "experimental": { "puzzledBoard": true } } });
    hand.send(&[Hand::request(0, "initialize", &params)]);
    assert_eq!(hand.answer(0)["result"]["capabilities"]["experimental"]["puzzledBoard"], 1);
    hand.open("file:///x.puzzle", text);
    hand
}

/// Asks a server for the board at the start of its document.
fn start(hand: &mut Hand, id: i32, more: &Value) -> Value {
    let document = json!({ "uri": "file:///x.puzzle", "version": 1 });
    let mut params = json!({ "textDocument": document, "position": { "line": 0, "character": 0 } });
    params.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    hand.send(&[Hand::request(id, "puzzled/board", &params)]);
    hand.answer(id)["result"].clone()
}

/// Returns the number of messages about changed boards.
fn notified(hand: &Hand) -> usize {
    hand.seen.iter().filter(|message| message["method"] == "puzzled/boardChanged").count()
}

#[test]
fn a_distance_follows_and_is_known_along_the_solution() {
    let mut hand = boards(BLOCKS);
    let board = start(&mut hand, 1, &json!({}));
    assert_eq!((&board["distance"], &board["distanceState"]), (&Value::Null, &json!("running")));
    start(&mut hand, 2, &json!({}));
    assert_eq!(hand.searches(), 1, "one search");
    hand.work_on_search();
    assert_eq!(notified(&hand), 0, "not at once");
    let deadline = hand.server.deadline().expect("the client is to be notified");
    hand.server.pass(deadline);
    hand.take();
    assert_eq!(notified(&hand), 1);
    let mut then = String::new();
    for distance in (0..=4).rev() {
        let board = start(&mut hand, 10 + distance, &json!({ "then": then }));
        assert_eq!(
            (&board["distance"], &board["distanceState"]),
            (&json!(distance), &json!("done"))
        );
        assert_eq!(board["solved"], distance == 0);
        if let Some(next) = board["next"].as_str() {
            then = if then.is_empty() { next.to_owned() } else { format!("{then}; {next}") };
        }
    }
    assert_eq!(hand.searches(), 0, "no other search");
    // From a state off that solution.
    let board = start(&mut hand, 20, &json!({ "then": "D up" }));
    assert_eq!((board["distanceState"].as_str(), hand.searches()), (Some("running"), 1));
}

#[test]
fn next_moves_lead_to_the_goal_in_each_kind_that_has_one() {
    let mut solved = Vec::new();
    for kind in KINDS {
        let mut hand = boards(kind.example);
        let has_goal = start(&mut hand, 1, &json!({}))["hasGoal"] == true;
        if !has_goal {
            continue;
        }
        hand.work_on_search();
        let mut board = start(&mut hand, 2, &json!({}));
        let distance = board["distance"].as_u64().expect("an example has a solution");
        for (id, left) in (10..).zip((0..distance).rev()) {
            let next = board["next"].as_str().expect("it is on the solution");
            let then = format!("{}{next}", board["then"].as_str().unwrap_or_default());
            board = start(&mut hand, id, &json!({ "then": then }));
            let is_legal = board["illegal"].is_null();
            assert_eq!((board["distance"].as_u64(), is_legal), (Some(left), true), "{then}");
        }
        assert_eq!(board["solved"], true);
        solved.push(kind.name);
    }
    assert_eq!(solved, solvable());
}

#[test]
fn a_search_for_a_distance_has_the_time_of_a_puzzle() {
    let mut hand = boards(TILES);
    start(&mut hand, 1, &json!({}));
    let job = hand.server.next_job().expect("a search");
    assert_eq!(job.time(), Some(Duration::from_secs(2)));
    job.cancel().cancel();
    hand.run(&job);
    hand.work_on_reports();
    assert_eq!(start(&mut hand, 2, &json!({}))["distanceState"], "gave-up");
    // Another state takes its place.
    start(&mut hand, 3, &json!({ "then": "R" }));
    let replaced = hand.server.next_job().expect("a search");
    start(&mut hand, 4, &json!({ "then": "D" }));
    assert!(replaced.cancel().is_cancelled());
    hand.run(&replaced);
    hand.work_on_reports();
    assert_eq!(start(&mut hand, 5, &json!({ "then": "R" }))["distanceState"], "running");
}

#[test]
fn a_stale_version_and_a_document_that_is_closed_are_refused() {
    let mut hand = boards(BLOCKS);
    for (id, uri, version, code) in
        [(1, "file:///x.puzzle", 2, -32801), (2, "file:///y.puzzle", 1, -32602)]
    {
        let place = json!({ "line": 0, "character": 0 });
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "position": place });
        hand.send(&[Hand::request(id, "puzzled/board", &params)]);
        assert_eq!(hand.answer(id)["error"]["code"], code);
    }
}

#[test]
fn a_command_returns_the_moves_of_a_solution_and_its_message_to_clients_with_boards() {
    let mut solved = Vec::new();
    for kind in KINDS {
        let mut hand = boards(kind.example);
        let name = kind.example.split(' ').nth(1);
        let solve =
            json!({ "command": "puzzled.server.solve", "arguments": ["file:///x.puzzle", name] });
        hand.send(&[Hand::request(2, "workspace/executeCommand", &solve)]);
        hand.work_on_search();
        let result = hand.answer(2)["result"].clone();
        let is_shown = hand.seen.iter().any(|message| message["method"] == "window/showMessage");
        assert_eq!(is_shown, result.is_null(), "{result}");
        let Some(moves) = result["moves"].as_str() else { continue };
        assert!(result["message"].as_str().is_some_and(|message| message.contains(": ")));
        assert!(moves.ends_with(|last: char| last.is_alphanumeric() || last == ')'), "{moves}");
        assert_eq!(start(&mut hand, 3, &json!({ "then": moves }))["solved"], true, "{moves}");
        // Its moves are known without a search.
        let board = start(&mut hand, 4, &json!({}));
        assert!(board["next"].is_string() && board["distanceState"] == "done");
        assert_eq!(hand.searches(), 0);
        solved.push(kind.name);
    }
    assert_eq!(solved, solvable());
}

#[test]
fn a_test_that_was_run_by_hand_has_its_result() {
    let mut hand = boards(&format!("{BLOCKS}solve => 5\nsolve => 5\nshow => ?\n"));
    let tests = |hand: &mut Hand, id: i32| {
        let params = json!({ "textDocument": { "uri": "file:///x.puzzle" } });
        hand.send(&[Hand::request(id, "puzzled/tests", &params)]);
        hand.answer(id)["result"].clone()
    };
    let listed = tests(&mut hand, 1);
    let ids: Vec<_> =
        listed.as_array().expect("a list").iter().map(|test| test["id"].clone()).collect();
    assert_eq!(ids, ["k: solve", "k: solve #2", "k: show"]);
    assert!(listed[0]["outcome"].is_null(), "{listed}");
    let run = json!({ "command": "puzzled.server.test", "arguments": ["file:///x.puzzle", "k"] });
    hand.send(&[Hand::request(2, "workspace/executeCommand", &run)]);
    hand.work_on_search();
    let listed = tests(&mut hand, 3);
    let outcomes: Vec<_> = (0..3).map(|at| listed[at]["outcome"].clone()).collect();
    assert_eq!(outcomes, ["wrong", "wrong", "open"]);
    assert_eq!(listed[0]["expected"], "5");
}
