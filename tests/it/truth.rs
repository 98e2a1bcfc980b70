//! A message never contradicts the text that it points at: laws over all texts with one wrong
//! character.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::{diagnostics, places};
use crate::mutants::mutants;
use puzzled::diag::{Diagnostic, Fix, edited};
use puzzled::kinds::KINDS;
use puzzled::session::incremental::Incremental;
use puzzled::text::Source;
use rayon::prelude::*;

/// A function that says whether a text is of the sort that a noun names.
type Reads = fn(&str) -> bool;

/// The nouns after `expected` and `not`, by their beginning, with the parser of each. The first that
/// fits is used.
const NOUNS: &[(&str, Reads)] = &[
    ("a name", is_name),
    ("one word", |text| !text.is_empty() && !text.contains([' ', '\t'])),
    ("an integer", is_integer),
    ("a whole number", is_integer),
    ("a number", is_integer),
    ("the number of", is_integer),
    ("a rule", is_rule),
    ("a path", is_path),
    ("a place", is_place),
    ("a direction", |text| ["left", "right", "up", "down"].contains(&text)),
    ("a kind", |text| KINDS.kind(text).is_some()),
    ("a step of a path", |text| ["<", ">"].contains(&text)),
    ("a cell", |text| {
        let place = text.strip_prefix('r').and_then(|text| text.split_once('c'));
        place.is_some_and(|(row, column)| is_integer(row) && is_integer(column))
    }),
];

fn is_name(text: &str) -> bool {
    let sign = |char: char| char.is_ascii_alphanumeric() || "-_".contains(char);
    text.starts_with(|char: char| char.is_ascii_alphabetic()) && text.chars().all(sign)
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_place(text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let pair = inner.and_then(|inner| inner.split_once(','));
    pair.is_some_and(|(row, column)| is_integer(row.trim()) && is_integer(column.trim()))
}

fn is_rule(text: &str) -> bool {
    text.parse::<u16>().is_ok()
}

fn is_path(text: &str) -> bool {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    inner.is_some_and(|inner| inner.chars().all(|sign| "<>".contains(sign)))
}

/// Returns whether a text is what was expected: the words in quotation, or of the sort that the
/// noun names. The words say after what it was expected, too.
fn is_as_expected(expected: &str, text: &str) -> bool {
    let expected = expected.split(" after ").next().unwrap_or_default();
    let quoted = || expected.split('`').skip(1).step_by(2);
    let noun = NOUNS.iter().find(|(noun, _)| {
        let rest = expected.strip_prefix(noun);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphabetic()))
    });
    quoted().any(|word| word == text) || noun.is_some_and(|(_, reads)| reads(text))
}

/// Returns what a message says of a found text that is not so.
fn contradiction(message: &str) -> Option<String> {
    let pairs = [
        message.split_once("expected ").and_then(|(_, rest)| rest.split_once(", found `")),
        message.split_once("` is not ").map(|(quoted, expected)| (expected, quoted)),
    ];
    pairs.into_iter().flatten().find_map(|(expected, quoted)| {
        let same = expected == format!("`{quoted}");
        let text = quoted.trim_start_matches('`').split('`').next().unwrap_or_default();
        (same || is_as_expected(expected, text)).then(|| format!("`{text}` is {expected}"))
    })
}

/// Returns what a message about a wrong expectation says that is not so. Any text may be quoted in
/// it.
fn alike(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("expected ")?;
    let (expected, actual) = rest.split_once(", found ")?;
    (expected == actual).then(|| String::from("both read alike"))
}

/// Returns what a label says of the text under it that is not so.
fn mislabel(label: &str, text: &str) -> Option<String> {
    let expected = label.strip_prefix("expected ").or_else(|| label.strip_prefix("not "))?;
    let here = !expected.contains(" after ");
    (here && is_as_expected(expected, text)).then(|| format!("`{text}` is {expected}"))
}

/// Returns everything that a diagnostic says: message, labels, help, titles of fixes.
fn sentences(diagnostic: &Diagnostic) -> impl Iterator<Item = &str> {
    let related = diagnostic.related.iter().map(|label| &*label.text);
    let titles = diagnostic.fixes.iter().map(|fix| &*fix.title);
    [&*diagnostic.message, &*diagnostic.label]
        .into_iter()
        .chain(related)
        .chain(diagnostic.help.as_deref())
        .chain(titles)
}

/// Returns the laws that a diagnostic breaks, with the reason.
fn broken(diagnostic: &Diagnostic, source: &Source) -> Vec<String> {
    let mut broken = Vec::new();
    let quotes = source.text().contains("``");
    let empty = |text: &&str| text.contains("``") && !text.contains("```") && !quotes;
    broken.extend(
        sentences(diagnostic).filter(empty).map(|text| format!("an empty quotation: {text}")),
    );
    let idle = |fix: &&Fix| edited(source.bytes(), &fix.edits) == source.bytes();
    let idle = diagnostic.fixes.iter().filter(idle);
    broken.extend(idle.map(|fix| format!("a fix that changes nothing: {}", fix.title)));
    if diagnostic.code.path == "expectation::wrong" {
        broken.extend(alike(&diagnostic.message));
    } else {
        broken.extend(contradiction(&diagnostic.message));
        broken.extend(mislabel(&diagnostic.label, source.slice(diagnostic.span)));
    }
    broken
}

#[test]
fn no_message_contradicts_a_text_with_one_wrong_character() {
    let sorts: BTreeMap<String, (usize, String)> = mutants()
        .map_init(Incremental::new, |live, mutant| {
            // Neighbors differ little, so that most of a long example need not be checked again.
            let text = mutant.text();
            let source = Arc::new(Source::new("truth.puzzle", &*text));
            let checked = live.check(source.clone());
            let mut faults = Vec::new();
            for diagnostic in checked.diagnostics(|_| None) {
                for reason in broken(&diagnostic, &source) {
                    let line = source.lines().line(diagnostic.span.start) as usize;
                    let code = text.lines().nth(line).unwrap_or_default();
                    let first = format!("{mutant:?}: {}\n      {code}", diagnostic.message);
                    faults.push((format!("{}: {reason}", diagnostic.code.path), (1, first)));
                }
            }
            faults
        })
        .flatten_iter()
        .fold(BTreeMap::new, |mut sorts, (reason, (count, first))| {
            sorts.entry(reason).or_insert((0, first)).0 += count;
            sorts
        })
        .reduce(BTreeMap::new, |mut sorts, other_sorts| {
            for (reason, (count, first)) in other_sorts {
                sorts.entry(reason).or_insert((0, first)).0 += count;
            }
            sorts
        });

    let lines =
        sorts.iter().map(|(reason, (count, first))| format!("{count:>5} {reason}\n      {first}"));
    let lines: Vec<_> = lines.collect();
    assert!(lines.is_empty(), "{} sorts of false messages:\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn the_laws_notice_false_messages() {
    for message in [
        "expected a name, found `small`",
        "expected an integer, found `-3`",
        "expected a path such as `[<>]`, found `[<]`",
        "expected a place `(ROW,COLUMN)`, found `(1,2)`",
        "expected `=>`, found `=>`",
        "`7` is not a number",
        "expected a rule (a number from 0 to 65535), found `65535`",
        "line 1 of the goal: expected `48…`, found `48…`",
    ] {
        assert!(contradiction(message).is_some(), "{message}");
    }
    for message in
        ["expected a name, found `1a`", "`x` is not a number", "expected `=>`, found `->`"]
    {
        assert!(contradiction(message).is_none(), "{message}");
    }
    assert!(alike("line 1 of the answer: expected `48…`, found `48…`").is_some());
    assert!(alike("expected `a`, found nothing").is_none());
    assert!(mislabel("expected a name after this", "yard").is_none());
    assert!(mislabel("not a name", "yard").is_some() && mislabel("not a name", "1a").is_none());
}

#[test]
fn messages_point_at_the_mistake() {
    let tree = "automaton a { rule 7 tree (X . X) }\n";
    let matrix = "matrix m { 1 2 / 3 4 }\n";
    let sudoku = "sudoku s { 1.34 / 3412 / 2143 / 432. }\n";
    let rush = "rush r { AA.. / BB.. / .... / .... }\n";
    let glued = [("a: [<]", ">"), ("[<]", "]"), ("[<]", "x"), ("2 [<]", "x"), ("2 [<]", "3")];
    let more = [("+1 [<]", "5"), ("[<]", ","), ("[<]", "."), ("[<]", ")")];
    for (query, rest) in glued.into_iter().chain(more) {
        let source = Source::new("x", format!("{tree}{query}{rest}\n"));
        let diagnostics = diagnostics(&source, "check");
        assert_eq!(places(&source, &diagnostics), [("automaton::bad-path", rest)], "{query}");
    }

    for (text, code, place, help) in [
        (format!("{tree}2 <>\n"), "automaton::bad-path", "<>", "`[<>]`"),
        (
            "automaton a {\n  rule 90\n  (X . X)\n}\n".to_owned(),
            "automaton::unknown-part",
            "(X . X)",
            "`tree`",
        ),
        ("(matrix) m {\n  1 2\n}\n".to_owned(), "syntax::bad-name", "(matrix)", "`matrix m {`"),
        (
            "sudoku: small {\n  1234\n  3412\n  2143\n  432.\n}\n".to_owned(),
            "syntax::bad-name",
            "sudoku:",
            "`sudoku small {`",
        ),
        (format!("{matrix}why A\n"), "syntax::bad-argument", "A", ""),
        (format!("{matrix}why\n"), "syntax::missing-argument", "why", ""),
        (format!("{matrix}branch 3x\n"), "syntax::bad-argument", "3x", "`-` and `_`"),
        (format!("{matrix}rotate 1.5\n"), "syntax::bad-argument", "1.5", ""),
        (format!("{matrix}rotate \u{2212}1\n"), "syntax::bad-argument", "\u{2212}1", "`-1`"),
        (format!("{matrix}rotate 1 2\n"), "syntax::trailing-text", "2", ""),
        (format!("{matrix}rotate\n"), "syntax::missing-argument", "rotate", ""),
        (format!("{matrix}states\n"), "command::not-of-this-kind", "states", ""),
        (format!("{sudoku}candidates (4,4)\n"), "sudoku::no-such-place", "(4,4)", ""),
        (format!("{sudoku}candidates r5c5\n"), "sudoku::no-such-place", "r5c5", ""),
        (format!("{rush}play B+2 A+2\n"), "syntax::trailing-text", "A+2", "`;`"),
        (
            "klotski k { A . B / goal “A” at (0,1) }\n".to_owned(),
            "klotski::unknown-label",
            "“A”",
            "`A`",
        ),
        (
            "matrix m {\n  1\u{a0}2\u{a0}3\n  4 5 6\n}\n".to_owned(),
            "syntax::bad-character",
            "\u{a0}",
            "a space",
        ),
        ("matrix m {\n  1;2\n  3;4\n}\n".to_owned(), "syntax::foreign-list", ";", ""),
    ] {
        let source = Source::new("x", &*text);
        let diagnostics = diagnostics(&source, "check");
        assert_eq!(places(&source, &diagnostics), [(code, place)], "{text}");
        let shown = diagnostics[0].help.as_deref().unwrap_or_default();
        assert!(shown.contains(help), "{text}: {shown}");
    }
}
