//! Functions are short, and their parameters have names.

use std::collections::BTreeMap;

use super::{is_test, shipped, sources};

/// The most lines of a function.
const MOST: usize = 100;

/// A function as its text shows it.
#[derive(Debug, PartialEq)]
struct Function<'a> {
    name: &'a str,
    lines: usize,
    /// Whether a parameter is a tuple, by its pattern or by its type.
    has_tuple: bool,
    /// True if a parameter takes diagnostics, or the function uses one that does.
    reports: bool,
}

/// Returns the text with spaces in place of comments, and of the content of strings and characters.
pub(super) fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let hashes = rest
            .strip_prefix('r')
            .map_or(0, |rest| rest.len() - rest.trim_start_matches('#').len());
        let raw = rest.strip_prefix('r').is_some_and(|rest| rest[hashes..].starts_with('"'));
        let is_word = bare.ends_with(|char: char| char.is_alphanumeric() || char == '_');
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if raw && !is_word {
            let open = hashes + 2;
            let close = format!("\"{}", "#".repeat(hashes));
            rest[open..].find(&close).map_or(rest.len(), |at| open + at + close.len())
        } else if char == '"' {
            quoted(rest, '"').expect("a string ends")
        } else if char == '\'' {
            quoted(rest, '\'').unwrap_or(0) // 0: a lifetime
        } else {
            0
        };

        if length == 0 {
            bare.push(char);
            rest = &rest[char.len_utf8()..];
        } else {
            let (blanked, after) = rest.split_at(length);
            bare.extend(blanked.chars().map(|char| if char == '\n' { '\n' } else { ' ' }));
            rest = after;
        }
    }

    bare
}

/// Returns the length of the string or character that a text starts with; `None` for a lifetime.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => drop(chars.next()),
            _ if char == quote => return Some(at + 1),
            // A character has one sign, unless a `\` begins it.
            _ if quote == '\''
                && !text[at + char.len_utf8()..].starts_with('\'')
                && !text.starts_with("'\\") =>
            {
                return None;
            }
            _ => {}
        }
    }
    None
}

/// Returns the parts of a text that commas outside of all brackets separate, up to the bracket that
/// closes the one before the text, and where that stands.
fn parts(text: &str) -> (Vec<&str>, usize) {
    let mut parts = Vec::new();
    let mut depth = 0_u32;
    let mut start = 0;
    let mut before = ' ';
    for (at, char) in text.char_indices() {
        let closes = matches!(char, ')' | ']' | '}') || char == '>' && !"-=".contains(before);
        if closes && depth == 0 {
            parts.push(&text[start..at]);
            return (parts, at);
        }
        match char {
            _ if closes => depth -= 1,
            '(' | '[' | '{' | '<' => depth += 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = char;
    }
    (parts, text.len())
}

/// Returns whether a pattern or a type is a tuple, or a reference to one.
fn is_tuple(text: &str) -> bool {
    let mut text = text.trim_start();
    while let Some(rest) = text.strip_prefix('&').or_else(|| text.strip_prefix("mut ")) {
        text = rest.trim_start();
        if let Some(rest) = text.strip_prefix('\'') {
            text = rest
                .trim_start_matches(|char: char| char.is_alphanumeric() || char == '_')
                .trim_start();
        }
    }
    text.strip_prefix('(').is_some_and(|inner| parts(inner).0.len() > 1)
}

/// Returns whether a text has a word that is no part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })
}

/// Returns where a part of a text begins.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Returns where the brace is closed that stands before a text.
fn closing(text: &str) -> usize {
    let mut depth = 1_u32;
    let closes = |&(_, char): &(usize, char)| {
        depth = if char == '{' { depth + 1 } else { depth - u32::from(char == '}') };
        depth == 0
    };
    text.char_indices().find(closes).map_or(text.len(), |(at, _)| at)
}

/// Returns what follows the `{` of a function, from what follows its parameters; `None` if it has
/// no body.
fn body(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    for (at, char) in text.char_indices() {
        match char {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            '{' => return Some(&text[at + 1..]),
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the functions of a text without comments and strings.
fn functions(text: &str) -> Vec<Function<'_>> {
    let mut functions = Vec::new();
    let words = text.match_indices("fn ").map(|(at, _)| at);
    for at in words
        .filter(|&at| !text[..at].ends_with(|char: char| char.is_alphanumeric() || char == '_'))
    {
        let rest = text[at + 3..].trim_start();
        let end =
            rest.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest.len());
        let (name, mut rest) = rest.split_at(end);
        if let Some(generic) = rest.strip_prefix('<') {
            rest = &generic[parts(generic).1 + 1..];
        }
        let Some(list) = rest.strip_prefix('(').filter(|_| !name.is_empty()) else { continue };
        let (parameters, end) = parts(list);
        let has_tuple = parameters.iter().any(|parameter| {
            let colon = parameter.match_indices(':').map(|(at, _)| at).find(|&at| {
                !parameter[at + 1..].starts_with(':') && !parameter[..at].ends_with(':')
            });
            colon.is_some_and(|at| is_tuple(&parameter[..at]) || is_tuple(&parameter[at + 1..]))
        });
        let body = body(&list[end + 1..]).unwrap_or_default();
        let lines = match body {
            "" => 1, // a declaration
            _ => text[at..=offset(text, body) + closing(body)].lines().count(),
        };
        let takes = parameters.iter().any(|parameter| parameter.contains("Sink"));
        let reports = takes || has_word(&body[..closing(body)], "sink");
        functions.push(Function { name, lines, has_tuple, reports });
    }

    functions
}

#[test]
fn functions_are_found() {
    let reports = "fn a(_: &mut Sink) {}\nfn b() { sink.push(1) }\nfn c() { sinks }\nfn d() {} fn e() { sink }";
    let reporting: Vec<_> = functions(reports).iter().map(|function| function.reports).collect();
    assert_eq!(reporting, [true, true, false, false, true]);
    let text = "fn a<F: Fn(u8) -> u8>(\n  f: F, // (x, y): (A, B)\n) {\n  g(\"}\", '}', '\\'', '\"');\n}\n\
                fn b((x, y): (A, B)) -> [u8; 2] {}\nfn c(a: &'a mut (A, B), b: &(dyn C + 'a));\n\
                fn d(_: [(A, B); 2], _: impl Fn((A, B)), _: ()) { r#\"fn \"#; |(a, b)| 1 }\n";
    let bare = bare(text);
    let shapes: Vec<_> = functions(&bare)
        .iter()
        .map(|function| (function.name, function.lines, function.has_tuple))
        .collect();
    assert_eq!(shapes, [("a", 5, false), ("b", 1, true), ("c", 1, true), ("d", 1, false)]);
}

/// Returns the names of the functions of each file for which a condition holds.
fn per_file(holds: impl Fn(&Function<'_>) -> bool) -> BTreeMap<String, Vec<String>> {
    let mut names_by_file = BTreeMap::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !is_test(name)) {
        let text = bare(shipped(&text));
        let names: Vec<_> = functions(&text)
            .iter()
            .filter(|function| holds(function))
            .map(|function| function.name.to_owned())
            .collect();
        if !names.is_empty() {
            names_by_file.insert(name, names);
        }
    }
    names_by_file
}

/// The functions that parse a document or a statement. A mistake never stops them, so they report.
const DOCUMENTS: &[&str] = &["parse_document", "parse_statement"];

#[test]
fn what_parses_does_not_report() {
    let reports = |function: &Function<'_>| {
        function.name.starts_with("parse_")
            && function.reports
            && !DOCUMENTS.contains(&function.name)
    };
    assert_eq!(per_file(reports), BTreeMap::new(), "what reports is called `expect_…`");
}

#[test]
fn functions_are_short() {
    let long = per_file(|function| function.lines > MOST);
    assert_eq!(long, BTreeMap::new(), "functions over {MOST} lines: split them by idea");
}

#[test]
fn parameters_are_not_tuples() {
    let with_tuples = per_file(|function| function.has_tuple);
    assert_eq!(with_tuples, BTreeMap::new(), "tuples as parameters: give the parts a struct");
}

/// Returns the names that a text gives to tuples: `type Place = (u32, u32);`.
fn tuple_names(text: &str) -> Vec<&str> {
    let words = text.match_indices("type ").map(|(at, word)| at + word.len());
    let named = words.filter_map(|at| {
        let (name, of) = text[at..].split(';').next()?.split_once('=')?;
        is_tuple(of).then_some(name.trim())
    });
    named.collect()
}

#[test]
fn tuples_have_no_names() {
    let mut aliases = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !is_test(name)) {
        let text = bare(shipped(&text));
        aliases.extend(tuple_names(&text).iter().map(|alias| format!("{name}: {alias}")));
    }
    assert!(aliases.is_empty(), "a name of a tuple hides it in parameters: {aliases:#?}");
    let text = "type A<S> = (<S as B>::C, u32);\n  type D = &'a (u8, u8);\ntype E = ();\n\
                type F = Vec<(u8, u8)>; type G; fn f(_: G) -> (u8, u8);";
    assert_eq!(tuple_names(text), ["A<S>", "D"]);
}
