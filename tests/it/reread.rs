//! Holds that reading a document again after an edit gives what reading the whole of it gives, and
//! that an edit within a statement costs no more than the statements around it.

use std::sync::Arc;

use crate::common::{Random, Text, example_texts};
use puzzled::diag::{Diagnostic, Sink};
use puzzled::kinds::KINDS;
use puzzled::syntax::{Document, Reader, Statement, parse_document};
use puzzled::text::Source;

fn source(text: &str) -> Arc<Source> {
    Arc::new(Source::new("x.puzzle", text))
}

fn whole(text: &str) -> (Document, Vec<Diagnostic>) {
    let mut sink = Sink::new();
    (parse_document(text, &KINDS, &mut sink), sink.take())
}

/// Reads a text again, and as a whole; both must be the same.
fn reread(reader: &mut Reader, text: &str, why: &str) {
    let mut sink = Sink::new();
    let document = reader.read(&source(text), &KINDS, &mut sink);
    let (expected, found) = whole(text);
    assert_eq!(*document, expected, "{why}:\n{text}");
    assert_eq!(sink.take(), found, "{why}:\n{text}");
}

/// Texts that mean something to the parser.
const PIECES: &[&str] = &[
    "x",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "{",
    "}",
    "{ 1 }",
    "}\n",
    "{\n",
    " {",
    "// ",
    "//{",
    "// }",
    "/*",
    "*/",
    "# ",
    "=>",
    " => 3",
    "=> {\n  1\n}\n",
    " => {",
    "->",
    "→",
    "=",
    ":",
    "use a\n",
    "use ",
    "solve\n",
    "  1 2\n",
    "show => X\n",
    "matrix m {\n  1 2\n}\n",
    "matrix m {",
    "matrix m\n",
    "matrix",
    "rings\n",
    "  A B\n",
    "[<]",
    "\u{1b}[1m",
    "\0",
    "\u{feff}",
    "\u{a0}",
    "é",
    "\"",
    "-- ",
    ";",
    "// puzzled: allow x\n",
    "1 2\n3 4\n}\n",
    "\n\n\n",
];

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Puts in, takes out, or replaces something.
fn edit(text: &mut String, random: &mut Random) {
    let start = boundary(text, random.below(text.len() + 1));
    let start = match random.below(4) {
        0 => text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1),
        _ => start,
    };
    let length = [0, 1, 3, 10, 60, 400][random.below(6)];
    let end = match random.below(3) {
        0 => start,
        _ => boundary(text, (start + random.below(length + 1)).min(text.len())).max(start),
    };
    let new = match random.below(8) {
        0 => String::new(),
        1 => {
            let from = boundary(text, random.below(text.len() + 1));
            let to = boundary(text, (from + random.below(80)).min(text.len())).max(from);
            text[from..to].to_owned()
        }
        _ => PIECES[random.below(PIECES.len())].to_owned(),
    };
    text.replace_range(start..end, &new);
}

#[test]
fn reading_again_gives_what_reading_the_whole_gives() {
    let texts = example_texts().into_iter().filter_map(Text::utf8);
    let corpus: Vec<_> = texts.filter(|text| text.len() < 3_000).collect();
    let mut random = Random(0x0dd5);
    let (mut parsed, mut all) = (0, 0);
    let rounds = 200;
    for round in 0..rounds {
        let mut text: String = corpus[round % corpus.len()].clone();
        for _ in 0..random.below(5) {
            text.push_str(&corpus[random.below(corpus.len())]);
        }
        if random.below(6) == 0 {
            text = text.replace('\n', "\r\n");
        }
        let mut reader = Reader::default();
        for step in 0..25 {
            reread(&mut reader, &text, &format!("round {round}, step {step}"));
            (parsed, all) = (parsed + reader.parsed(), all + text.len());
            for _ in 0..=random.below(5) / 4 {
                edit(&mut text, &mut random);
            }
        }
    }
    assert!(parsed < all / 2, "{parsed} of {all} bytes were parsed");
}

/// Small puzzles with commands, among them blocks, comments and mistakes.
fn document(count: usize) -> String {
    let puzzle = |n: usize| {
        format!(
            "// Puzzle {n}.\nklotski k{n} {{\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}}\nmoves\n\
             k{n}: show => {{\n  A . B\n  C . B\n  C D .\n}}\nplay A right => 1 // a comment\nuse k{n}\n"
        )
    };
    let mistakes =
        "solve -> 3\nshow # note\nmatrix m {\n  1 2\n\u{1b}show\nuse\n// puzzled: allow x\nrings\n";
    let (head, tail): (String, String) =
        ((0..count).map(puzzle).collect(), (count..2 * count).map(puzzle).collect());
    head + mistakes + &tail
}

#[test]
fn an_edit_parses_no_more_than_three_statements() {
    let text = document(40);
    let (parsed, _) = whole(&text);
    let longest = |statement: &Statement| statement.span().len() as usize;
    let longest = parsed.statements.iter().map(longest).max().expect("there are statements");
    let mut reader = Reader::default();
    reread(&mut reader, &text, "the text");
    for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
        // Small puzzles before and after the mistakes.
        if at % 7 > 0 && (2_000..text.len() - 2_000).contains(&at) {
            continue;
        }
        for new in ["x", "7", "\n"] {
            let mut edited = text.clone();
            edited.insert_str(at, new);
            for text in [&edited, &text] {
                reader.read(&source(text), &KINDS, &mut Sink::new());
                let parsed = reader.parsed();
                assert!(parsed <= 3 * longest, "{parsed} bytes after {new:?} at {at}:\n{edited}");
            }
        }
    }
}

#[test]
fn a_statement_is_unsound_at_each_place_of_its_mistake() {
    let unsound = |text: &str| parse_document(text, &KINDS, &mut Sink::new()).unsound;
    let matrix = "matrix m { 1 2 / 3 4 }\n";
    assert_eq!(unsound(&format!("{matrix}show -> 1\nshow\nshow -> 2\n")), [1, 3]);
    assert_eq!(unsound(&format!("{matrix}show # x\nshow\nshow # y\n")), [1, 3]);
    assert_eq!(unsound(&format!("{matrix}ring\u{a0}1\nshow\nring\u{a0}2\n")), [1, 3]);
    assert_eq!(unsound(&format!("# a\n{matrix}  # b\nshow\n/* c\nd */\nshow\n")), [0; 0]);
}
