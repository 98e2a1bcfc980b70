//! Says at once what a kind lacks, and what to write where: `cargo test --profile fast --test kinds`. It uses
//! only the library, so that it is built in seconds. `BLESS=1` writes the lists of names.

mod outside;

use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::thread;

use puzzled::diag::{Diagnostic, Part, is_of};
use puzzled::kinds::KINDS;
use puzzled::laws;
use puzzled::puzzle::{Info, Role};
use puzzled::text::Source;

/// Returns the root of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the text of a file; an empty one if it is missing.
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n")
}

/// Returns whether lists are to be written again.
fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// A document of the repository.
struct Document {
    /// Its path from the root.
    name: String,
    text: String,
}

/// Returns the documents in a folder and the folders in it.
fn documents(folder: &str) -> Vec<Document> {
    let mut nested = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match path.extension() {
            _ if path.is_dir() => nested.extend(documents(&name)),
            Some(ending) if ending == "puzzle" => {
                nested.push(Document { name, text: read(&path) });
            }
            _ => {}
        }
    }
    nested
}

/// Holds a law; returns why it does not hold.
fn broken(hold: impl FnOnce()) -> Option<String> {
    let panic = panic::catch_unwind(AssertUnwindSafe(hold)).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| String::from(*text)))
}

/// Returns which laws the kind breaks, one example after the other.
fn broken_laws(kind: &'static Info) -> Vec<String> {
    let mut faults = Vec::new();
    for verb in kind.verbs.iter().chain(kind.query) {
        faults.extend(broken(|| laws::example_holds(KINDS, kind, verb)));
    }
    for code in kind.codes {
        faults.extend(broken(|| laws::explanations_hold(KINDS, &[*code])));
    }
    let open = || kind.opened_example().expect("the example of a kind is sound");
    faults.extend(broken(|| laws::pictures_differ(&open)));
    if kind.verbs.iter().any(|verb| verb.role == Role::Solve) {
        faults.extend(broken(|| laws::moves_hold(&open)));
    }
    faults
}

/// Returns what its grammar lacks, and the productions that no function is said to read.
fn lacks_of_grammar(kind: &Info) -> Vec<String> {
    let file = format!("grammar/{}.ebnf", kind.name);
    let grammar = read(&root().join(&file));
    let names: BTreeSet<_> = grammar
        .lines()
        .filter(|line| line.starts_with(|char: char| char.is_ascii_lowercase()))
        .filter_map(|line| line.split_once(" =").map(|(name, _)| name))
        .collect();
    let foreign = read(&root().join("grammar/foreign.ebnf"));
    let mut lacks = Vec::new();
    for part in ["body", "raw", "command"] {
        let name = format!("{}-{part}", kind.name);
        if !names.contains(&*name) && !foreign.contains(&format!("\n{name} =")) {
            lacks.push(format!("{file}: write the production `{name} = …`"));
        }
    }
    let readers = read(&root().join("tests/it/grammar/readers.rs"));
    let unread = names.iter().filter(|name| !readers.contains(&format!("\"{name}\"")));
    lacks.extend(unread.map(|name| {
        format!("tests/it/grammar/readers.rs: write the function that reads `{name}`")
    }));
    lacks
}

/// Returns what its documents lack: one at least, and every verb.
fn lacks_of_examples(kind: &Info) -> Vec<String> {
    let folder = format!("examples/{}", kind.name);
    let documents = documents(&folder);
    if documents.is_empty() {
        return vec![format!("{folder}: write a document that begins with a comment")];
    }
    let is_name = |name: &str| {
        !name.contains(|char: char| !char.is_ascii_alphanumeric() && !"-_".contains(char))
    };
    let command = |line: &'_ str| {
        let line = line.trim_start();
        let (target, rest) = line.split_once(':').unwrap_or(("", line));
        let command = if is_name(target) { rest } else { line };
        command.split_whitespace().next().map(str::to_owned)
    };
    let words: BTreeSet<_> =
        documents.iter().flat_map(|document| document.text.lines()).filter_map(command).collect();
    let unwritten = kind.verbs.iter().filter(|verb| !words.contains(verb.name));
    let mut lacks: Vec<_> =
        unwritten.map(|verb| format!("{folder}: write the command `{}`", verb.name)).collect();
    let is_number = |word: &String| {
        word.trim_start_matches(['-', '+']).starts_with(|char: char| char.is_ascii_digit())
    };
    if kind.query.is_some() && !words.iter().any(is_number) {
        lacks.push(format!("{folder}: write a query"));
    }
    lacks
}

/// Returns what its page in the manual lacks.
fn lacks_of_page(kind: &Info) -> Vec<String> {
    let name = kind.name;
    let file = format!("docs/src/kinds/{name}.md");
    let page = read(&root().join(&file));
    let fences: Vec<&str> = page.split("\n```puzzle").skip(1).collect();
    let declares = |fence: &&&str| fence.contains(&format!("\n{name} "));
    let has_wrong = fences.iter().filter(declares).any(|fence| fence.starts_with(" wrong"));
    let has_answer = fences.iter().filter(declares).any(|fence| {
        !fence.starts_with(" wrong")
            && fence.split("\n```").next().is_some_and(|text| text.contains("=>"))
    });
    [
        (has_answer, format!("a block `puzzle` with a {name} puzzle and an expectation")),
        (
            has_wrong,
            format!("a block `puzzle wrong` with a {name} puzzle, and a block `message` after it"),
        ),
        (
            page.contains(&format!("run --as {name}")),
            format!("raw input, by `puzzled run --as {name}`"),
        ),
        (
            page.contains(&format!("<!-- generated: verbs-{name}")),
            format!(
                "the lines `<!-- generated: verbs-{name} -->` and `<!-- end of verbs-{name} -->`"
            ),
        ),
    ]
    .into_iter()
    .filter(|(is_there, _)| !is_there)
    .map(|(_, part)| format!("{file}: write {part}"))
    .collect()
}

/// Returns the wrong documents that do not show their codes, and the messages that no wrong example shows.
fn lacks_of_messages(kind: &Info) -> Vec<String> {
    let diagnose = |text: &str, how: &str| laws::found(KINDS, &Source::new("example", text), how);
    let mut lacks = Vec::new();
    let mut shown = Vec::new();
    for (head, text) in kind.codes.iter().flat_map(|code| laws::examples(code)) {
        let how = head.split_once(' ').map_or("", |(_, how)| how).split("also ").next();
        shown.extend(diagnose(&text, how.unwrap_or_default().trim()));
    }
    for Document { name, text } in documents(&format!("examples/wrong/{}", kind.name)) {
        let line = |start: &str| text.lines().take(3).find_map(|line| line.strip_prefix(start));
        let how = match line("// mode: ").unwrap_or_default() {
            "raw" => format!("raw {}", kind.name),
            how => how.to_owned(),
        };
        let diagnostics = diagnose(&text, &how);
        let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code.path).collect();
        let codes = codes.join(", ");
        if line("// codes: ") != Some(&codes) {
            lacks.push(format!("{name}: shows `// codes: {codes}`"));
        }
        shown.extend(diagnostics);
    }

    let listed = read(&root().join("tests/golden/unshown.txt"));
    for code in kind.codes {
        for message in code.texts(Part::Message) {
            let says = |diagnostic: &Diagnostic| {
                diagnostic.code == *code && is_of(message, &diagnostic.message)
            };
            if !shown.iter().any(says) && !listed.contains(&format!("{code}: {message}\n")) {
                lacks
                    .push(format!("examples/wrong/{}: write an example of `{message}`", kind.name));
            }
        }
    }
    lacks
}

/// Returns what a kind lacks, one place a line.
fn lacks(kind: &'static Info) -> Vec<String> {
    let mut lacks = broken_laws(kind);
    lacks.extend(lacks_of_examples(kind));
    lacks.extend(lacks_of_page(kind));
    lacks.extend(lacks_of_grammar(kind));
    lacks.extend(lacks_of_messages(kind));
    lacks.extend(outside::missing(kind.name));
    lacks
}

#[test]
fn every_kind_is_complete() {
    // The laws panic in this thread; their messages are a part of the list.
    let hook = panic::take_hook();
    let here = thread::current().id();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() != here {
            hook(panic);
        }
    }));
    let mut faults = outside::stale_lists();
    faults.extend(outside::unread_forms());
    for kind in KINDS {
        faults.extend(lacks(kind).into_iter().map(|fault| format!("{}: {fault}", kind.name)));
    }
    drop(panic::take_hook());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The template is not registered, so that it lacks everything that a kind has outside its folder, and
/// nothing else.
#[test]
fn missing_parts_are_listed() {
    let counter = &puzzled::kinds::counter::INFO;
    let lacks =
        [lacks_of_examples(counter), lacks_of_page(counter), lacks_of_grammar(counter)].concat();
    assert_eq!(lacks.len(), 1 + 4 + 3, "{lacks:#?}");
    let outside = outside::missing(counter.name);
    assert!(outside.iter().any(|fault| fault.starts_with("README.md: write")), "{outside:#?}");
}
