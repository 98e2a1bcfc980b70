//! Holds that each wrong example shows exactly the codes of its `// codes:` line, at the places and
//! in the words of `tests/golden/wrong/`, and that fixes fix what they are offered for. The example of
//! a code is that of its explanation; the files of `examples/wrong/` are further cases.
//! `BLESS=1 cargo test` writes the golden files again. With `PUZZLED_WRONG` set to a folder, the texts
//! are written there, for tools that read files.

use std::collections::BTreeMap;

use crate::common::{Text, diagnostics, files, fixed, hold_golden, paths};
use puzzled::codes::codes;
use puzzled::diag::{Code, Diagnostic, Severity};
use puzzled::host::IGNORE;
use puzzled::laws;
use puzzled::render::{Human, Look, short};
use puzzled::text::Source;

/// An example with what its first lines promise.
pub struct Example {
    pub source: Source,
    codes: Vec<String>,
    /// The manner in which [`diagnostics`] reads it.
    pub how: String,
}

impl Example {
    fn new(text: Text) -> Example {
        let area = text.name.split('/').next().unwrap_or_default().to_owned();
        let source = Source::from_bytes(&text.name, text.bytes);
        let line = |prefix: &str| {
            let mut head = source.text().split(['\n', '\r']).take(3);
            head.find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix(prefix))
        };
        let split = |line: &str| line.split(',').map(|code| code.trim().to_owned()).collect();
        let codes = line("// codes:").map_or_else(Vec::new, split);
        let how = match line("// mode:").map_or("check", str::trim) {
            "raw" => format!("raw {area}"),
            how => how.to_owned(),
        };
        Example { source, codes, how }
    }
}

/// Returns the wrong examples, named `AREA/NAME.puzzle`, in the order of their names.
pub fn texts() -> Vec<Text> {
    let explained = codes().into_iter().filter_map(|code| {
        let text = explained(code)?;
        Some(Text {
            name: format!("{}.puzzle", code.path.replace("::", "/")),
            bytes: text.into_bytes(),
        })
    });
    let further = files("examples/wrong").into_iter().filter(|path| !path.ends_with(IGNORE));
    let further = further.map(|path| {
        let text = Text::read(&path);
        Text { name: text.name.replace("examples/wrong/", ""), ..text }
    });
    let mut texts: Vec<_> =
        explained.chain(further).filter(|text| !text.bytes.is_empty()).collect();
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    texts
}

/// Returns the examples of [`texts`], read.
pub fn examples() -> Vec<Example> {
    texts().into_iter().map(Example::new).collect()
}

/// Returns the wrong example of an explanation under the lines that say what it shows. None for a code
/// whose explanation, being text, has no example.
fn explained(code: &Code) -> Option<String> {
    let area = code.path.split("::").next().unwrap_or_default();
    let (head, text) =
        laws::examples(code).into_iter().find(|(head, _)| head.starts_with("wrong"))?;
    if text.is_empty() {
        return Some(text);
    }
    let (how, also) = head["wrong".len()..]
        .split_once("also ")
        .map_or((head["wrong".len()..].trim(), String::new()), |(how, also)| {
            (how.trim(), format!("{}, ", also.trim()))
        });
    let mode = match how {
        "" => String::new(),
        raw if raw == format!("raw {area}") => String::from("// mode: raw\n"),
        how => format!("// mode: {how}\n"),
    };
    Some(format!("// codes: {also}{}\n{mode}{text}", code.path))
}

#[test]
fn wrong_examples_show_their_codes() {
    for example in examples() {
        let name = example.source.name();
        assert!(!example.codes.is_empty(), "{name}: no `// codes:` line");
        let diagnostics = diagnostics(&example.source, &example.how);
        assert_eq!(paths(&diagnostics), example.codes, "{name}");
    }
    let Some(folder) = std::env::var_os("PUZZLED_WRONG").map(std::path::PathBuf::from) else {
        return;
    };
    for text in texts() {
        let path = folder.join(text.name);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder");
        std::fs::write(path, text.bytes).expect("the example can be written");
    }
}

#[test]
fn wrong_examples_are_described_as_agreed() {
    let mut areas: BTreeMap<String, String> = BTreeMap::new();
    for example in examples() {
        let diagnostics = diagnostics(&example.source, &example.how);
        let area = example.source.name().split('/').next().unwrap_or_default().to_owned();
        *areas.entry(area).or_default() += &diagnostics
            .iter()
            .map(|diagnostic| short(&example.source, diagnostic))
            .collect::<String>();
    }
    for (area, lines) in areas {
        hold_golden(&format!("wrong/{area}.txt"), &lines);
    }
}

/// The examples whose drawings differ in shape, and what each shows.
const SHAPES: [(&str, &str); 10] = [
    ("klotski/overlaps.puzzle", "a related place in the same picture"),
    ("klotski/disconnected.puzzle", "two places on different lines"),
    ("syntax/unclosed-brace.puzzle", "the end of a text, and where a body began"),
    ("syntax/not-utf8.puzzle", "bytes that are not text"),
    ("sudoku/duplicate-digit.puzzle", "two places on one line"),
    ("expectation/wrong.puzzle", "a fix that writes the answer"),
    ("automaton/before-start.puzzle", "a place that an earlier statement explains"),
    ("document/duplicate-name-more.puzzle", "places far from each other"),
    ("import/wrong-length.puzzle", "a file of another program"),
    ("klotski/unsolvable.puzzle", "a fault of the whole puzzle"),
];

#[test]
fn every_shape_is_drawn_as_agreed() {
    let human = Human::new(Look { color: false, unicode: true, width: 100 });
    let mut drawn = String::new();
    for example in examples() {
        let diagnostics = diagnostics(&example.source, &example.how);
        let name = example.source.name();
        let picture: String =
            diagnostics.iter().map(|diagnostic| human.draw(&example.source, diagnostic)).collect();
        assert!(!picture.contains(['\u{1b}', '\0']), "{name} draws what may do harm");
        if let Some((_, shape)) = SHAPES.iter().find(|(shown, _)| *shown == name) {
            drawn += &format!("## {name}: {shape}\n{picture}");
        }
    }
    assert_eq!(drawn.matches("## ").count(), SHAPES.len());
    hold_golden("drawings.txt", &drawn);
}

fn errors(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    let mut codes: Vec<_> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity() == Severity::Error)
        .map(|diagnostic| diagnostic.code.path)
        .collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn safe_fixes_mend() {
    let mut tried = 0;
    let mut faults = Vec::new();
    for example in examples() {
        let reported = diagnostics(&example.source, &example.how);
        let count = |reported: &[Diagnostic], code| {
            paths(reported).iter().filter(|path| **path == code).count()
        };

        for diagnostic in &reported {
            for fix in diagnostic.fixes.iter().filter(|fix| fix.is_safe()) {
                tried += 1;
                let text = fixed(example.source.text(), fix);
                let after = diagnostics(&Source::new("fixed", text.as_str()), &example.how);
                if count(&after, diagnostic.code.path) >= count(&reported, diagnostic.code.path) {
                    faults.push(format!(
                        "{}: `{}` does not fix {}:\n{text}",
                        example.source.name(),
                        fix.title,
                        diagnostic.code.path
                    ));
                }
                let before = errors(&reported);
                let fresh: Vec<_> =
                    errors(&after).into_iter().filter(|code| !before.contains(code)).collect();
                if !fresh.is_empty() {
                    faults.push(format!(
                        "{}: `{}` brings {fresh:?}:\n{text}",
                        example.source.name(),
                        fix.title
                    ));
                }
            }
        }
    }

    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tried > 10, "only {tried} fixes were tried");
}
