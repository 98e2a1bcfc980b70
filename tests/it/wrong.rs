//! Holds that each file of `examples/wrong/` shows exactly the codes of its `// codes:` line, drawn
//! as in `tests/golden/wrong/`, and that fixes fix what they are offered for. The file of a code is
//! the example of its explanation; files with other names are further cases. `BLESS=1 cargo test`
//! writes the files of codes and the drawings again.

use std::path::Path;

use crate::common::{diagnostics, paths, root, told, wrong_examples};
use puzzled::codes::codes;
use puzzled::diag::{Code, Diagnostic, Fix, Severity};
use puzzled::laws;
use puzzled::render::{Human, Look};
use puzzled::text::Source;

/// An example with what its first lines promise.
pub struct Example {
    name: String,
    pub source: Source,
    codes: Vec<String>,
    /// The manner in which [`diagnostics`] reads it.
    pub how: String,
}

fn read(path: &Path) -> Example {
    let name = told(path);
    let short = name.strip_prefix("examples/wrong/").expect("it lies there").to_owned();
    let area = short.split('/').next().unwrap_or_default();
    let bytes = std::fs::read(path).expect("the example can be read");
    let source = Source::from_bytes(short.as_str(), bytes);
    let line = |prefix: &str| {
        let mut head = source.text().split(['\n', '\r']).take(3);
        head.find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix(prefix))
    };
    let codes = line("// codes:")
        .map_or_else(Vec::new, |line| line.split(',').map(|code| code.trim().to_owned()).collect());
    let how = match line("// mode:").map_or("check", str::trim) {
        "raw" => format!("raw {area}"),
        how => how.to_owned(),
    };
    Example { name: short, source, codes, how }
}

/// Returns all examples.
pub fn examples() -> Vec<Example> {
    wrong_examples()
        .iter()
        .map(|path| read(path))
        // A file that must be empty cannot say what it shows: tests/cli.rs holds it.
        .filter(|example| !example.source.text().is_empty())
        .collect()
}

/// The file of a code: the wrong example of its explanation under the lines that say what it shows.
/// None for a code whose explanation, being text, has no example.
fn example_of(code: &Code) -> Option<String> {
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
fn the_example_of_a_code_is_the_one_of_its_explanation() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut differ = Vec::new();
    for code in codes() {
        let Some(wanted) = example_of(code) else { continue };
        let name = format!("examples/wrong/{}.puzzle", code.path.replace("::", "/"));
        let path = root().join(&name);
        if std::fs::read_to_string(&path).is_ok_and(|found| found == wanted) {
            continue;
        }
        if bless {
            std::fs::write(&path, wanted).expect("the example can be written");
        } else {
            differ.push(name);
        }
    }
    assert!(differ.is_empty(), "BLESS=1 writes these again:\n{}", differ.join("\n"));
}

#[test]
fn wrong_examples_show_their_codes() {
    for example in examples() {
        assert!(!example.codes.is_empty(), "{}: no `// codes:` line", example.name);
        let found = diagnostics(&example.source, &example.how);
        assert_eq!(paths(&found), example.codes, "{}", example.name);
    }
}

#[test]
fn wrong_examples_are_drawn_as_agreed() {
    let human = Human::new(Look { color: false, unicode: true, width: 100 });
    let bless = std::env::var_os("BLESS").is_some();
    let mut differ = Vec::new();
    for example in examples() {
        let found = diagnostics(&example.source, &example.how);
        let drawn: String = found.iter().map(|one| human.draw(&example.source, one)).collect();
        assert!(!drawn.contains(['\u{1b}', '\0']), "{} draws what may do harm", example.name);
        let golden = root().join("tests/golden/wrong").join(&example.name).with_extension("txt");
        if bless {
            let folder = golden.parent().expect("it lies in a folder");
            std::fs::create_dir_all(folder).expect("the folder can be made");
            std::fs::write(&golden, &drawn).expect("the drawing can be written");
        } else {
            let agreed = std::fs::read_to_string(&golden).unwrap_or_default();
            if agreed.replace("\r\n", "\n") != drawn {
                differ.push(format!("{}\nagreed:\n{agreed}\nfound:\n{drawn}", example.name));
            }
        }
    }
    assert!(differ.is_empty(), "BLESS=1 accepts these:\n{}", differ.join("\n"));
}

#[test]
fn every_drawing_belongs_to_an_example() {
    for golden in crate::common::files("tests/golden/wrong") {
        let name = told(&golden).replace("tests/golden/wrong/", "");
        let stem = Path::new(&name).with_extension("");
        assert!(
            examples().iter().any(|example| Path::new(&example.name).with_extension("") == stem),
            "{name} is left over"
        );
    }
}

/// The text after the edits of a fix.
fn fixed(source: &Source, fix: &Fix) -> String {
    let mut text = source.text().to_owned();
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    for edit in edits {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}

fn errors(found: &[Diagnostic]) -> Vec<&'static str> {
    let mut codes: Vec<_> = found
        .iter()
        .filter(|one| one.severity() == Severity::Error)
        .map(|one| one.code.path)
        .collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn safe_fixes_mend() {
    let (mut tried, mut faults) = (0, Vec::new());
    for example in examples() {
        let found = diagnostics(&example.source, &example.how);
        let count =
            |found: &[Diagnostic], code| paths(found).iter().filter(|one| **one == code).count();
        for one in &found {
            for fix in one.fixes.iter().filter(|fix| fix.is_safe()) {
                tried += 1;
                let text = fixed(&example.source, fix);
                let after = diagnostics(&Source::new("fixed", text.as_str()), &example.how);
                if count(&after, one.code.path) >= count(&found, one.code.path) {
                    faults.push(format!(
                        "{}: `{}` does not fix {}:\n{text}",
                        example.name, fix.title, one.code.path
                    ));
                }
                let before = errors(&found);
                let fresh: Vec<_> =
                    errors(&after).into_iter().filter(|code| !before.contains(code)).collect();
                if !fresh.is_empty() {
                    faults.push(format!(
                        "{}: `{}` brings {fresh:?}:\n{text}",
                        example.name, fix.title
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tried > 10, "only {tried} fixes were tried");
}
