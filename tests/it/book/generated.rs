//! The parts of the manual that are made of other texts: of those that `help` and `explain` show, and of programs
//! that are tests.
//!
//! A part lies in its page, so that the page is complete on a code host too, between the lines
//! `<!-- generated: NAME … -->` and `<!-- end of NAME -->`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

use puzzled::codes::{codes, sayings};
use puzzled::diag::Code;
use puzzled::kinds::KINDS;
use puzzled::laws;
use puzzled::puzzle::common::COMMON;
use puzzled::puzzle::{Info, Verb};

use super::{bless, chapters, drawn, read};
use crate::common::{files, root, shown_path};

/// The beginning of the line before a generated part.
const START: &str = "<!-- generated: ";

pub const NOTE: &str =
    "<!-- Generated: `BLESS=1 cargo test --test it book` writes this file. -->\n\n";

/// Returns a text in the form of a cell of a table.
fn cell(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}

/// Turns the title of a code, which has no full stop, into a sentence.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    let mut whole: String = first.into_iter().flatten().collect();
    whole.extend(chars);
    if whole.ends_with('.') { whole } else { whole + "." }
}

/// Returns a table of verbs, one per row.
fn table(verbs: &[&Verb]) -> String {
    let mut text = String::from("| command | what it does |\n|---|---|\n");
    for verb in verbs {
        let _ = writeln!(
            text,
            "| `{}` | {} |",
            cell(&verb.usage().to_string()),
            cell(&sentence(verb.summary))
        );
    }
    text
}

/// Returns the commands of a kind.
fn verbs(info: &Info) -> String {
    let verbs: Vec<_> = info.verbs.iter().chain(info.query).collect();
    format!("{}\n`puzzled help COMMAND` shows an example.\n", table(&verbs))
}

/// Returns the commands of every kind.
fn common() -> String {
    let verbs: Vec<_> = COMMON.iter().collect();
    format!("{}\n`puzzled help COMMAND` shows an example.\n", table(&verbs))
}

/// Returns the table of the forms of other programs.
fn forms() -> String {
    let mut text =
        String::from("| form | file names end in | what it holds | written |\n|---|---|---|---|\n");
    for form in puzzled::exchange::FORMATS.iter() {
        let endings: Vec<_> = form.endings.iter().map(|ending| format!("`.{ending}`")).collect();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} |",
            form.name,
            endings.join(", "),
            cell(&sentence(form.summary)),
            if form.is_written() { "yes" } else { "no" }
        );
    }
    text
}

/// Returns the table of exit codes.
fn exit_codes() -> String {
    let mut text = String::from("| code | means |\n|---|---|\n");
    for (code, meaning) in puzzled::host::MEANINGS {
        let _ = writeln!(text, "| {code} | {} |", cell(meaning));
    }
    text
}

/// Returns the table of kinds.
fn kinds() -> String {
    let mut text = String::from("| kind | what it is |\n|---|---|\n");
    for kind in KINDS {
        let info = kind;
        let _ = writeln!(
            text,
            "| [`{0}`](kinds/{0}.md) | {1} |",
            info.name,
            cell(&sentence(info.summary))
        );
    }
    text
}

/// Writes the section of a code: its page, with the diagnostics of each wrong example.
fn code(text: &mut String, code: &Code) {
    let _ = write!(
        text,
        "\n## {}\n\n*{}*: {}.\n",
        code.path,
        sentence(code.severity.word()).trim_end_matches('.'),
        code.title
    );
    let mut shown = laws::examples(code).into_iter();
    let mut open: Option<bool> = None;
    text.push('\n');

    for line in code.explain.trim().lines() {
        let Some(info) = line.trim_start().strip_prefix("```") else {
            let _ = writeln!(text, "{line}");
            continue;
        };
        let Some(wrong) = open.take() else {
            let wrong = info.contains("wrong");
            open = Some(wrong);
            let _ = writeln!(text, "{}:\n\n```puzzle", if wrong { "Wrong" } else { "Right" });
            continue;
        };
        text.push_str("```\n");
        if let Some((head, example)) = shown.next()
            && wrong
        {
            let (_, how) = head.split_once(' ').unwrap_or_default();
            let how = how.split("also ").next().unwrap_or_default().trim();
            let how = if how.is_empty() { "check" } else { how };
            let drawings = drawn("example.puzzle", &example, how);
            let _ = write!(text, "\n```text\n{drawings}```\n");
        }
    }
}

/// Writes the forms of the messages of a code.
fn forms_of_messages(text: &mut String, code: &Code) {
    let lines = sayings(code).join("\n");
    let _ = write!(text, "\nIt can say:\n\n```text\n{lines}\n```\n");
}

/// Returns the title of a page of diagnostics.
fn title(area: &str) -> String {
    let first = match area {
        "document" => "documents",
        "command" => "commands",
        "expectation" => "expectations",
        "search" => "searches",
        "import" => "other programs' files",
        other => other,
    };
    format!("Diagnostics: {first}")
}

/// Returns the codes of each area.
fn areas() -> BTreeMap<&'static str, Vec<&'static Code>> {
    let mut areas = BTreeMap::<_, Vec<_>>::new();
    for code in codes() {
        let (area, _) = code.path.split_once("::").expect("a code has an area");
        areas.entry(area).or_default().push(code);
    }
    areas
}

/// Returns the page of an area: a table of its codes, and a section for each.
fn diagnostics(area: &str, codes: &[&Code]) -> String {
    let mut text = format!("{NOTE}# {}\n\n| code | meaning |\n|---|---|\n", title(area));
    for code in codes {
        let anchor = code.path.replace("::", "");
        let meaning = sentence(code.title);
        let meaning = cell(meaning.trim_end_matches('.'));
        let severity = code.severity.word();
        let _ = writeln!(text, "| [`{}`](#{anchor}) | {meaning} ({severity}) |", code.path);
    }
    for entry in codes {
        code(&mut text, entry);
        if !entry.forms.is_empty() {
            forms_of_messages(&mut text, entry);
        }
    }
    text
}

/// Returns the lines of a file between `ANCHOR: PART` and `ANCHOR_END: PART`.
fn anchored(file: &str, part: &str) -> String {
    let start = format!("ANCHOR: {part}");
    let end = format!("ANCHOR_END: {part}");
    let text = read(&root().join(file));
    let lines = text.split_inclusive('\n').skip_while(|line| !line.contains(&start)).skip(1);
    let lines: Vec<_> = lines.take_while(|line| !line.contains(&end)).collect();
    assert!(!lines.is_empty(), "{file} has no `{start}`");
    lines.concat()
}

/// Returns the links of the summary whose lines start with `start`.
fn contents(start: &str) -> String {
    let summary = read(&root().join("docs/src/SUMMARY.md"));
    let links = summary.lines().filter(|line| line.starts_with(start));
    links.flat_map(|line| [line.trim_start(), "\n"]).collect()
}

/// The generated texts.
struct Made {
    /// Parts of pages, by name.
    parts: BTreeMap<String, String>,
    /// Whole files, by their path from the root of the project.
    pages: BTreeMap<String, String>,
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let mut parts = BTreeMap::new();
    for kind in KINDS {
        parts.insert(format!("verbs-{}", kind.name), verbs(kind));
    }
    let program = |file: &str, part: &str| format!("```rust\n{}```\n", anchored(file, part));
    parts.insert("program".into(), program("tests/it/book/embed.rs", "program"));
    parts.insert("session".into(), program("tests/it/book/embed.rs", "session"));
    parts.insert("own-kind".into(), program("examples/embed/pegs/main.rs", "program"));
    parts.insert("outside".into(), super::kinds::outside());
    parts.insert("editors".into(), anchored("editors/README.md", "setup"));
    parts.insert("contents".into(), contents("- ["));
    parts.insert("codes".into(), contents("  - ["));
    parts.insert("verbs-common".into(), common());
    parts.insert("forms".into(), forms());
    parts.insert("uses".into(), super::uses::table());
    parts.insert("kinds".into(), kinds());
    parts.insert("exit-codes".into(), exit_codes());
    let types = puzzled::lsp::server::board_types();
    let shown = types.split_once("\n\n").map_or(&*types, |(_, types)| types);
    parts.insert("board-types".into(), format!("```ts\n{shown}```\n"));
    parts.insert("board-example".into(), crate::lsp::board::example());
    let mut pages = super::topics::page_and_pictures();
    pages.insert(String::from("editors/board/protocol.d.ts"), types);
    for (area, codes) in areas() {
        pages
            .insert(format!("docs/src/generated/diagnostics/{area}.md"), diagnostics(area, &codes));
    }
    Made { parts, pages }
});

/// Returns the generated parts of a page, in order: their names and the bytes between their two lines.
pub fn parts(page: &str) -> Vec<(&str, Range<usize>)> {
    let mut parts = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        if let Some((name, start)) = open {
            if line.trim_end() == format!("<!-- end of {name} -->") {
                parts.push((name, start..at));
                open = None;
            }
        } else if let Some(rest) = line.strip_prefix(START) {
            let name = rest.split([' ', ';']).next().unwrap_or_default();
            open = Some((name, at + line.len()));
        }
        at += line.len();
    }
    assert!(open.is_none(), "a generated part has no end: {open:?}");
    parts
}

/// Returns the page with current parts, and the names of those that were not.
fn renewed(page: &str, current: &BTreeMap<String, String>) -> (String, Vec<String>) {
    let mut text = page.to_owned();
    let mut stale = Vec::new();
    for (name, place) in parts(page).into_iter().rev() {
        let Some(part) = current.get(name) else {
            stale.push(format!("`{name}` is unknown"));
            continue;
        };
        // Blank lines end the comments, so that Markdown reads what lies between them.
        let part = format!("\n{}\n", part.trim_end_matches('\n').to_owned() + "\n");
        if page[place.clone()] != part {
            stale.push(format!("`{name}` is stale"));
            text.replace_range(place, &part);
        }
    }
    (text, stale)
}

/// Writes a file anew if it should be blessed; returns whether it differs otherwise.
fn differs(path: &Path, text: &str) -> bool {
    if path.exists() && read(path) == *text {
        return false;
    }
    if bless() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a page can be written");
    }
    !bless()
}

/// The stale parts and pages. The first caller renews it if it should be blessed, and the others wait until it is:
/// the examples of the same pages are blessed after their parts.
pub static STALE: LazyLock<Vec<String>> = LazyLock::new(|| {
    // The parts show some of the files that hold these lists.
    let mut stale = super::kinds::stale_lists();
    let mut shown = Vec::new();
    for path in chapters() {
        let page = read(&path);
        shown.extend(parts(&page).into_iter().map(|(name, _)| name.to_owned()));
        let (text, faults) = renewed(&page, &MADE.parts);
        let unknown = faults.iter().any(|fault| fault.ends_with("unknown"));
        if differs(&path, &text) || unknown {
            stale.extend(faults.into_iter().map(|fault| format!("{}: {fault}", shown_path(&path))));
        }
        if page.contains("{{#") {
            stale.push(format!("{}: code hosts do not show an include", shown_path(&path)));
        }
    }
    for name in MADE.parts.keys().filter(|name| !shown.contains(name)) {
        stale.push(format!("no page shows `{name}`"));
    }
    for (name, text) in &MADE.pages {
        if differs(&root().join(name), text) {
            stale.push(name.clone());
        }
    }
    for path in files("docs/src/generated") {
        if !MADE.pages.contains_key(&shown_path(&path)) {
            stale.push(format!("{} is left over", shown_path(&path)));
        }
    }
    stale
});

#[test]
fn generated_parts_are_current() {
    assert!(STALE.is_empty(), "BLESS=1 writes what is stale:\n{}", STALE.join("\n"));
}

#[test]
fn a_stale_part_is_found() {
    let current = BTreeMap::from([("a".to_owned(), "new\n".to_owned())]);
    let page = "x\n<!-- generated: a; y -->\nold\n<!-- end of a -->\nz\n";
    let (text, stale) = renewed(page, &current);
    assert_eq!(text, "x\n<!-- generated: a; y -->\n\nnew\n\n<!-- end of a -->\nz\n");
    assert_eq!(stale, ["`a` is stale"]);
    assert_eq!(renewed(&text, &current), (text.clone(), vec![]));
    let page = "<!-- generated: b -->\n<!-- end of b -->\n";
    assert_eq!(renewed(page, &current), (page.to_owned(), vec!["`b` is unknown".to_owned()]));
}
