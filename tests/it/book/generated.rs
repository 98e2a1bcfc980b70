//! The parts of the manual that are made of other texts: of those that `help`, `explain` and `--help`
//! show, of the grammar, and of programs that are tests.
//!
//! A part lies in its page, so that the page is complete on a code host too, between the lines
//! `<!-- generated: NAME … -->` and `<!-- end of NAME -->`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

use clap::builder::StyledStr;
use puzzled::codes::{codes, sayings};
use puzzled::diag::Code;
use puzzled::host::prompt;
use puzzled::kinds::KINDS;
use puzzled::laws;
use puzzled::puzzle::common::{COMMON, example};
use puzzled::puzzle::{Info, Verb};

use super::{bless, chapters, drawn, read};
use crate::common::{files, root, told};

/// The beginning of the line before a generated part.
const START: &str = "<!-- generated: ";

pub const NOTE: &str =
    "<!-- Generated: `BLESS=1 cargo test --test it book` writes this file. -->\n\n";

/// The sections of the front page of the library that say how it is built.
const MAP: &[&str] =
    &["From text to answer", "Floors", "Where a thing goes", "Where to look", "Invariants"];

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}

/// A sentence without its full stop, as one.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    let mut whole: String = first.into_iter().flatten().collect();
    whole.extend(chars);
    if whole.ends_with('.') { whole } else { whole + "." }
}

/// What verbs do, one per row.
fn table(verbs: &[&Verb]) -> String {
    let mut text = String::from("| command | what it does |\n|---|---|\n");
    for verb in verbs {
        let _ = writeln!(text, "| `{}` | {} |", cell(verb.usage), cell(&sentence(verb.summary)));
    }
    text
}

/// The commands of a kind: a table, and an example for each.
fn verbs(info: &Info) -> String {
    let all: Vec<_> = info.verbs.iter().chain(info.query).collect();
    let mut text = format!("{}\n", table(&all));
    let _ =
        writeln!(text, "The examples follow this declaration:\n\n```puzzle\n{}```\n", info.example);
    for verb in all {
        let whole = example(info, verb);
        let own = whole.strip_prefix(info.example).unwrap_or(&whole);
        let _ = writeln!(text, "`{}`:\n\n```puzzle\n{own}```\n", verb.usage);
    }
    text
}

/// The commands of every kind.
fn common() -> String {
    let mut text = table(&COMMON.iter().collect::<Vec<_>>());
    for verb in COMMON {
        let _ = write!(
            text,
            "\n### {}\n\n{}\n\n```puzzle\n{}```\n",
            verb.name,
            sentence(verb.summary),
            verb.example
        );
    }
    text
}

/// The verbs of the prompt.
fn at_the_prompt() -> String {
    let all: Vec<_> = prompt::VERBS.iter().chain([&prompt::USE]).collect();
    let mut text = table(&all);
    text +=
        "\nIn these examples, `> ` marks what is typed, and a line `…` stands for any answer.\n";
    for verb in all {
        let _ = write!(
            text,
            "\n### {}\n\n{}\n\n```text\n{}```\n",
            verb.name,
            sentence(verb.summary),
            verb.example
        );
    }
    text
}

fn plain(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// An argument as it is typed.
fn form(argument: &clap::Arg) -> String {
    let names: Vec<_> =
        argument.get_value_names().unwrap_or_default().iter().map(ToString::to_string).collect();
    let value = names.join(" ");
    let takes = argument.get_action().takes_values();
    match argument.get_long() {
        Some(long) if takes => format!("--{long} {value}"),
        Some(long) => format!("--{long}"),
        None => value,
    }
}

/// The calls of the command line.
fn calls() -> String {
    let mut command = puzzled::cli::command();
    command.build();
    let mut text = String::new();
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        let mut one = one.clone();
        let usage = one.render_usage().to_string();
        let usage = usage.trim_start_matches("Usage:").trim();
        let about = plain(one.get_long_about().or(one.get_about()));
        let _ = write!(
            text,
            "## puzzled {}\n\n{}\n\n```text\n{usage}\n```\n",
            one.get_name(),
            sentence(about.trim())
        );
        let shown: Vec<_> =
            one.get_arguments().filter(|argument| !argument.is_hide_set()).collect();
        if shown.iter().any(|argument| argument.get_id() != "help") {
            text += "\n| argument | meaning |\n|---|---|\n";
        }
        for argument in shown {
            if argument.get_id() == "help" || argument.get_id() == "color" {
                continue;
            }
            let mut meaning = sentence(&plain(argument.get_long_help().or(argument.get_help())));
            let values = argument.get_possible_values();
            let takes = argument.get_action().takes_values();
            if takes && !values.is_empty() {
                let mut said = Vec::new();
                for value in values.iter().filter(|value| !value.is_hide_set()) {
                    let help = plain(value.get_help());
                    let help = if help.is_empty() { help } else { format!(" ({help})") };
                    said.push(format!("`{}`{help}", value.get_name()));
                }
                let _ = write!(meaning, " One of {}.", said.join(", "));
            }
            let defaults: Vec<_> =
                argument.get_default_values().iter().map(|one| one.to_string_lossy()).collect();
            if takes && !defaults.is_empty() {
                let _ = write!(meaning, " Default: `{}`.", defaults.join(" "));
            }
            let _ = writeln!(text, "| `{}` | {} |", cell(&form(argument)), cell(&meaning));
        }
        text.push('\n');
    }
    text
}

/// The forms of other programs.
fn forms() -> String {
    let mut text = String::from("| form | file names end in | what it holds |\n|---|---|---|\n");
    for form in puzzled::exchange::FORMATS.iter() {
        let endings: Vec<_> = form.endings.iter().map(|one| format!("`.{one}`")).collect();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            form.name,
            endings.join(", "),
            cell(&sentence(form.summary))
        );
    }
    text
}

/// The exit codes.
fn exit_codes() -> String {
    let mut text = String::from("| code | means |\n|---|---|\n");
    for (code, meaning) in puzzled::host::MEANINGS {
        let _ = writeln!(text, "| {code} | {} |", cell(meaning));
    }
    text
}

/// The kinds.
fn kinds() -> String {
    let mut text = String::from("| kind | what it is |\n|---|---|\n");
    for kind in KINDS {
        let info = kind.info();
        let _ = writeln!(
            text,
            "| [`{0}`](kinds/{0}.md) | {1} |",
            info.name,
            cell(&sentence(info.summary))
        );
    }
    text
}

/// A code: its page, with what is printed for each wrong example.
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
            let said = drawn("example.puzzle", &example, how);
            let _ = write!(text, "\n```text\n{said}```\n");
        }
    }
}

/// Writes what the diagnostics of a code can say.
fn said(text: &mut String, code: &Code) {
    let lines = sayings(code).join("\n");
    let _ = write!(text, "\nIt can say:\n\n```text\n{lines}\n```\n");
}

/// The title of a page of diagnostics.
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

/// The parts of the library's front page that say how it is built.
fn map() -> String {
    let mut text = String::new();
    let mut within = false;
    let page = read(&root().join("src/lib.rs"));
    for line in page.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if let Some(title) = line.strip_prefix("# ") {
            within = MAP.contains(&title);
        }
        if within {
            let plain = line.replace("[`", "`").replace("`]", "`");
            let heading = if plain.starts_with('#') { "#" } else { "" };
            let _ = writeln!(text, "{heading}{plain}");
        }
    }
    for title in MAP {
        assert!(text.contains(&format!("## {title}\n")), "src/lib.rs has no section `{title}`");
    }
    text
}

/// Returns the lines of a file between `ANCHOR: PART` and `ANCHOR_END: PART`.
fn anchored(file: &str, part: &str) -> String {
    let start = format!("ANCHOR: {part}");
    let end = format!("ANCHOR_END: {part}");
    let all = read(&root().join(file));
    let lines = all.split_inclusive('\n').skip_while(|line| !line.contains(&start)).skip(1);
    let lines: Vec<_> = lines.take_while(|line| !line.contains(&end)).collect();
    assert!(!lines.is_empty(), "{file} has no `{start}`");
    lines.concat()
}

/// Returns the links of the summary to the other pages.
fn contents() -> String {
    let summary = read(&root().join("docs/src/SUMMARY.md"));
    let is_topic = |line: &&str| line.contains("generated/techniques/") && line.starts_with(' ');
    let links = summary.lines().filter(|line| line.trim_start().starts_with("- ["));
    let links = links.filter(|line| !is_topic(line));
    links.flat_map(|line| [line, "\n"]).collect()
}

/// Returns a file of the grammar as a block of a page.
pub fn grammar(name: &str) -> String {
    format!("```ebnf\n{}```\n", read(&root().join(format!("grammar/{name}.ebnf"))))
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
        parts.insert(format!("verbs-{}", kind.info().name), verbs(kind.info()));
    }
    for path in files("grammar") {
        let name = told(&path);
        if let Some(name) =
            name.strip_prefix("grammar/").and_then(|name| name.strip_suffix(".ebnf"))
        {
            parts.insert(format!("grammar-{name}"), grammar(name));
        }
    }
    let program = |file: &str, part: &str| format!("```rust\n{}```\n", anchored(file, part));
    parts.insert("program".into(), program("tests/it/book/embed.rs", "program"));
    parts.insert("session".into(), program("tests/it/book/embed.rs", "session"));
    parts.insert("own-kind".into(), program("examples/embed/pegs/main.rs", "program"));
    for (name, file, language) in [
        ("pieces", "pieces.sh", "sh"),
        ("array", "array.sh", "sh"),
        ("spark", "spark.py", "python"),
    ] {
        let text = read(&root().join("examples/cluster").join(file));
        parts.insert(name.into(), format!("```{language}\n{text}```\n"));
    }
    parts.insert("outside".into(), super::kinds::outside());
    parts.insert("editors".into(), anchored("editors/README.md", "setup"));
    parts.insert("contents".into(), contents());
    parts.insert("verbs-common".into(), common());
    parts.insert("verbs-prompt".into(), at_the_prompt());
    parts.insert("calls".into(), calls());
    parts.insert("forms".into(), forms());
    parts.insert("kinds".into(), kinds());
    parts.insert("map".into(), map());
    parts.insert("exit-codes".into(), exit_codes());
    let mut pages = BTreeMap::new();
    let mut list = String::from("| code | meaning |\n|---|---|\n");
    for one in codes() {
        let (area, _) = one.path.split_once("::").expect("a code has an area");
        let page = pages
            .entry(format!("docs/src/generated/diagnostics/{area}.md"))
            .or_insert_with(|| format!("{NOTE}# {}\n", title(area)));
        code(page, one);
        if !one.forms.is_empty() {
            said(page, one);
        }
        let anchor = one.path.replace("::", "");
        let title = one.title;
        let severity = one.severity.word();
        let _ = writeln!(
            list,
            "| [`{}`](generated/diagnostics/{area}.md#{anchor}) | {} ({severity}) |",
            one.path,
            cell(sentence(title).trim_end_matches('.'))
        );
    }
    parts.insert("codes".into(), list);
    pages.extend(super::topics::made());
    Made { parts, pages }
});

/// Returns the generated parts of a page, in order: their names and the bytes between their two lines.
pub fn parts(page: &str) -> Vec<(&str, Range<usize>)> {
    let mut found = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        if let Some((name, start)) = open {
            if line.trim_end() == format!("<!-- end of {name} -->") {
                found.push((name, start..at));
                open = None;
            }
        } else if let Some(rest) = line.strip_prefix(START) {
            let name = rest.split([' ', ';']).next().unwrap_or_default();
            open = Some((name, at + line.len()));
        }
        at += line.len();
    }
    assert!(open.is_none(), "a generated part has no end: {open:?}");
    found
}

/// Returns the page with current parts, and the names of those that were not.
fn renewed(page: &str, made: &BTreeMap<String, String>) -> (String, Vec<String>) {
    let mut text = page.to_owned();
    let mut stale = Vec::new();
    for (name, place) in parts(page).into_iter().rev() {
        let Some(part) = made.get(name) else {
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
            stale.extend(faults.into_iter().map(|fault| format!("{}: {fault}", told(&path))));
        }
        if page.contains("{{#") {
            stale.push(format!("{}: code hosts do not show an include", told(&path)));
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
        if !MADE.pages.contains_key(&told(&path)) {
            stale.push(format!("{} is left over", told(&path)));
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
    let made = BTreeMap::from([("a".to_owned(), "new\n".to_owned())]);
    let page = "x\n<!-- generated: a; y -->\nold\n<!-- end of a -->\nz\n";
    let (text, stale) = renewed(page, &made);
    assert_eq!(text, "x\n<!-- generated: a; y -->\n\nnew\n\n<!-- end of a -->\nz\n");
    assert_eq!(stale, ["`a` is stale"]);
    assert_eq!(renewed(&text, &made), (text.clone(), vec![]));
    let page = "<!-- generated: b -->\n<!-- end of b -->\n";
    assert_eq!(renewed(page, &made), (page.to_owned(), vec!["`b` is unknown".to_owned()]));
}
