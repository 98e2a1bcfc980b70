//! The parts of the manual that are made of the texts that `help`, `explain` and `--help` show.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::builder::StyledStr;
use puzzled::codes::codes;
use puzzled::diag::Code;
use puzzled::host::prompt;
use puzzled::kinds::KINDS;
use puzzled::puzzle::common::{COMMON, example};
use puzzled::puzzle::{Info, Verb};

use super::{bless, drawn, read};
use crate::common::{fenced, files, root, told};

const NOTE: &str = "<!-- Generated: `BLESS=1 cargo test --test it book` writes this file. -->\n\n";

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
    let all: Vec<_> = info.verbs.iter().chain(&info.query).collect();
    let mut text = format!("{NOTE}{}\n", table(&all));
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
    let mut text = format!("{NOTE}{}", table(&COMMON.iter().collect::<Vec<_>>()));
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
    let mut text = format!("{NOTE}{}", table(&all));
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
    let mut text = String::from(NOTE);
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
    let mut text = format!("{NOTE}| form | file names end in | what it holds |\n|---|---|---|\n");
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
    let mut text = format!("{NOTE}| code | means |\n|---|---|\n");
    for (code, meaning) in puzzled::host::MEANINGS {
        let _ = writeln!(text, "| {code} | {} |", cell(meaning));
    }
    text
}

/// The kinds.
fn kinds() -> String {
    let mut text = format!("{NOTE}| kind | what it is |\n|---|---|\n");
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
    if !code.former.is_empty() {
        let _ = write!(
            text,
            "\nFormerly {}.\n",
            code.former.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ")
        );
    }
    let mut shown = fenced(code).into_iter();
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
    let mut text = String::from(NOTE);
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

/// Every generated file, under `docs/src/generated/`.
fn made() -> BTreeMap<String, String> {
    let mut made = BTreeMap::new();
    for kind in KINDS {
        made.insert(format!("verbs-{}.md", kind.info().name), verbs(kind.info()));
    }
    made.insert("verbs-common.md".into(), common());
    made.insert("verbs-prompt.md".into(), at_the_prompt());
    made.insert("calls.md".into(), calls());
    made.insert("forms.md".into(), forms());
    made.insert("kinds.md".into(), kinds());
    made.insert("map.md".into(), map());
    made.insert("exit-codes.md".into(), exit_codes());
    let mut list = format!("{NOTE}| code | meaning |\n|---|---|\n");
    for one in codes() {
        let (area, _) = one.path.split_once("::").expect("a code has an area");
        let page = made
            .entry(format!("diagnostics/{area}.md"))
            .or_insert_with(|| format!("{NOTE}# {}\n", title(area)));
        code(page, one);
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
    made.insert("codes.md".into(), list);
    made
}

#[test]
fn generated_parts_are_current() {
    let folder = root().join("docs/src/generated");
    let mut made = made();
    made.extend(super::man::made());
    let mut differ = Vec::new();
    for (name, text) in &made {
        let path = folder.join(name);
        if bless() {
            std::fs::create_dir_all(path.parent().expect("a folder"))
                .expect("a folder can be made");
            std::fs::write(&path, text).expect("a page can be written");
        } else if !path.exists() || read(&path) != *text {
            differ.push(name.clone());
        }
    }
    for path in files("docs/src/generated").into_iter().chain(files("docs/man")) {
        let name =
            told(&path).replace("docs/src/generated/", "").replace("docs/man/", "../../man/");
        if !made.contains_key(&name) {
            differ.push(format!("{name} is left over"));
        }
    }
    assert!(differ.is_empty(), "BLESS=1 writes these:\n{}", differ.join("\n"));
}
