//! The shell, spoken to without a terminal.

#[cfg(test)]
mod linear;
#[cfg(test)]
pub(crate) mod output;
#[cfg(test)]
mod tour;

use std::path::PathBuf;

use crate::diag::Diagnostic;
use crate::host::Limits;
use crate::render::short;
use crate::repl::shell::{Flow, Shell};
use crate::repl::tests::output::Listener;
use crate::repl::verbs::commands::{USE, VERBS};
use crate::search::{Budget, Cancel};
use crate::text::Source;

/// Collects answers and messages; `deaf` is a closed standard output, and a person reads in a window of `rows`.
#[derive(Debug, Default)]
pub(crate) struct Captured {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) closed: bool,
    pub(crate) rows: Option<usize>,
}

impl Listener for Captured {
    fn answer(&mut self, text: &str) -> bool {
        self.out += text;
        self.out.push('\n');
        !self.closed
    }

    fn say(&mut self, text: &str) {
        self.err += text;
    }

    fn report(&mut self, source: &Source, diagnostics: &[Diagnostic], limit: usize) {
        for diagnostic in diagnostics.iter().take(limit) {
            self.err += &short(source, diagnostic);
        }
    }

    fn rows(&self) -> Option<usize> {
        self.rows
    }
}

/// A shell without limits.
pub(crate) fn shell() -> Shell {
    let limits = Limits { time: None, states: u64::MAX, bytes: u64::MAX, uniqueness: true };
    Shell::new(limits, Cancel::default(), None)
}

/// Returns the answers of a shell to an input, and its messages.
pub(crate) fn say(shell: &mut Shell, text: &str) -> (String, String) {
    let mut captured = Captured::default();
    assert_eq!(shell.take(&Source::new("<repl:1>", text), &mut captured), Flow::On, "{text}");
    (captured.out, captured.err)
}

/// Returns the session as a document.
pub(crate) fn session_text(shell: &Shell) -> String {
    shell.session.borrow_mut().document_text(None)
}

/// Returns the candidates that Tab lists at the end of a line, after a text without a fault.
pub(crate) fn offered(before: &str) -> impl Fn(&str) -> Vec<String> {
    let mut shell = shell();
    let (_, err) = say(&mut shell, before);
    assert!(!err.contains("error"), "{before}: {err}");
    // The puzzle that a document declares last is in focus after it; a `use` in it holds only there.
    if let Some((_, name)) = before.rsplit_once("\nuse ") {
        say(&mut shell, &format!("use {}", name.trim_end()));
    }
    let mut helper = crate::repl::input::helper::LineHelper::new(&shell, true);
    helper.refresh("", false);
    move |line| {
        let (_, candidates) = crate::repl::input::complete::complete(line, line.len(), &helper);
        candidates.into_iter().map(|candidate| candidate.display).collect()
    }
}

/// The parts of a text that have a meaning at the prompt.
pub(crate) fn colored(text: &str) -> Vec<&str> {
    let view = crate::repl::input::view::View::default();
    let marks = crate::repl::input::highlight::marks(
        text,
        &view,
        crate::repl::input::highlight::Seen::default(),
    );
    let parts =
        marks.iter().filter(|mark| matches!(mark.style, crate::repl::input::paint::Style::Sort(_)));
    parts.map(|mark| &text[mark.span.range()]).collect()
}

/// The prompt without the number of the input.
pub(crate) fn stands(shell: &Shell) -> String {
    let prompt = shell.prompt();
    prompt.split_once("] ").expect("the number of the input").1.to_owned()
}

const ONE: &str = "matrix one {\n1 2\n3 4\n}";

/// A shell with a puzzle, and what it answers to one more input.
pub(crate) struct Dialog {
    pub(crate) shell: Shell,
    inputs: usize,
}

impl Dialog {
    pub(crate) fn new() -> Self {
        let mut dialog = Self { shell: shell(), inputs: 0 };
        assert_eq!(dialog.type_in(ONE), (String::new(), String::new()));
        dialog
    }

    pub(crate) fn type_in(&mut self, text: &str) -> (String, String) {
        let mut captured = Captured::default();
        self.inputs += 1;
        let source = Source::new(format!("<repl:{}>", self.inputs), text);
        let flow = self.shell.take(&source, &mut captured);
        assert_eq!(flow, Flow::On, "{text}");
        (captured.out, captured.err)
    }

    pub(crate) fn out(&mut self, text: &str) -> String {
        let (out, err) = self.type_in(text);
        assert_eq!(err, "", "{text}");
        out
    }

    pub(crate) fn err(&mut self, text: &str) -> String {
        let before =
            (stands(&self.shell), self.shell.session.borrow_mut().save(&Budget::unlimited()));
        let (out, err) = self.type_in(text);
        assert_eq!(out, "", "{text}");
        let after =
            (stands(&self.shell), self.shell.session.borrow_mut().save(&Budget::unlimited()));
        assert_eq!(before, after, "bad input changes no state: {text}");
        err
    }
}

#[test]
fn statements_answer_and_move_the_prompt() {
    let mut dialog = Dialog::new();
    assert_eq!(stands(&dialog.shell), "one @0, rotated by 0> ");
    assert_eq!(dialog.out("rotate 1"), "2 4\n1 3\n");
    assert_eq!(stands(&dialog.shell), "one @1, rotated by 1> ");
    assert_eq!(dialog.out("  one: undo // back"), "1 2\n3 4\n");
    assert_eq!(dialog.out("show => 1 2"), "1 2\n3 4\n");
    assert_eq!(dialog.out(""), "");
    assert_eq!(dialog.out("// nothing"), "");
}

#[test]
fn a_pasted_block_runs_statement_by_statement() {
    let mut dialog = Dialog::new();
    let text = "matrix two { 5 6 }\n\nmatrix three {\r\n  7 8\r\n  9 1\r\n}\nlist\nshow\none: show\nuse one\ntime show\n";
    let (out, err) = dialog.type_in(text);
    assert_eq!(
        out,
        "  one    matrix  @0  rotated by 0\n  two    matrix  @0  rotated by 0\n\
         * three  matrix  @0  rotated by 0\n7 8\n9 1\n1 2\n3 4\n1 2\n3 4\n"
    );
    assert!(err.starts_with("<repl:2>:1:14: advice"), "{err}");
    assert!(err.contains("took "), "{err}");
    assert_eq!(stands(&dialog.shell), "three @0, rotated by 0> ");
}

#[test]
fn bad_input_changes_no_state() {
    let mut dialog = Dialog::new();
    for (text, code) in [
        ("rotate x", "syntax::bad-argument"),
        ("rotate 1 =>", "syntax::missing-expectation"),
        ("rotate 1\u{1b}", "syntax::bad-character"),
        ("list\u{1b}", "syntax::bad-character"),
        ("matrix one {\n1 2\n3\n}", "matrix::ragged"),
        ("matrix one {\n1 2\n3\n}\none: rotate 1\nrotate 1", "matrix::ragged"),
        ("matrix two {\n1 2\n3\n}", "matrix::ragged"),
        ("matrix two {\n1 2\n", "syntax::unclosed-brace"),
        ("matrx two { 1 }", "document::unknown-kind"),
        ("matrix 2 { 1 }", "syntax::bad-name"),
        ("use two", "document::unknown-puzzle"),
        ("use one two", "syntax::trailing-text"),
        ("two: show", "document::unknown-puzzle"),
        ("undo", "command::nothing-to-undo"),
        ("load", "syntax::missing-argument"),
        ("save", "syntax::missing-argument"),
        ("time", "syntax::missing-argument"),
        ("list x", "there is no puzzle `x`"),
        ("list one x", "syntax::trailing-text"),
        ("forget onne", "did you mean `one`?"),
        ("forget", "syntax::missing-argument"),
        ("reload", "no file was loaded"),
        ("(X . X)", "`rule N` for this tree"),
        ("help a b", "syntax::trailing-text"),
        ("load /no/such/file", "cannot read /no/such/file"),
        ("load /", "it is a folder"),
        ("save /", "not a regular file"),
        ("help zzzzzzzz", "there is no help"),
        ("explain command::unknwn-verb", "`command::unknown-verb`"),
        ("show => 9", ""),
    ] {
        if code.is_empty() {
            let (out, err) = dialog.type_in(text);
            assert!(out == "1 2\n3 4\n" && err.contains("expectation::wrong"), "{out} {err}");
        } else {
            let err = dialog.err(text);
            assert!(err.contains(code), "{text}: {err}");
        }
    }

    // A slip can be fixed: the name is still free.
    assert_eq!(dialog.out("matrix two {\n1 2\n3 4\n}"), "");
    assert_eq!(stands(&dialog.shell), "two @0, rotated by 0> ");
}

#[test]
fn commands_for_a_faulty_declaration_go_nowhere() {
    let mut dialog = Dialog::new();
    let (out, err) = dialog.type_in("matrix two {\n1 2\n3\n}\nrotate 1\ntwo: rotate 1\none: show");
    assert_eq!(out, "1 2\n3 4\n");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert_eq!(stands(&dialog.shell), "one @0, rotated by 0> ");
    assert_eq!(dialog.out("show"), "1 2\n3 4\n");
}

#[test]
fn an_unclosed_block_is_one_mistake() {
    let mut dialog = Dialog::new();
    assert_eq!(dialog.err("matrix two {\n1 2\n3\n\n").lines().count(), 1);
    let (out, err) =
        dialog.type_in("matrix two {\n  1 2\n  3\nmatrix three {\n4\n5 6\n}\ntwo: show\nshow");
    assert_eq!(out, "");
    // As the checker says: the body of the first seems to end, and its last row is too short.
    assert_eq!(err.lines().count(), 3, "{err}");
    assert_eq!(stands(&dialog.shell), "one @0, rotated by 0> ");
    // A sound one is declared, and answers.
    let (out, err) = dialog.type_in("matrix two {\n  1 2\n  3 4\nmatrix three {\n5 6\nshow\n");
    assert_eq!((out.as_str(), err.matches("unclosed-brace").count()), ("5 6\n", 2), "{err}");
    assert_eq!(dialog.out("two: show"), "1 2\n3 4\n");
    assert_eq!(dialog.out("list two"), "matrix two {\n  1 2\n  3 4\n}\n");
}

#[test]
fn slips_are_recognized() {
    let mut dialog = Dialog::new();
    let mut near = |text: &str| {
        let source = Source::new("x", text);
        let mut captured = Helps::default();
        dialog.shell.take(&source, &mut captured);
        captured.0
    };
    assert!(near("lst").contains("`list`"));
    assert!(near("hlep").contains("`help`"));
    assert!(near("rotat 1").contains("`rotate`"));
    assert!(!near("one: lst").contains("`list`"));
    let mut fresh = shell();
    let mut captured = Helps::default();
    fresh.take(&Source::new("x", "laod x"), &mut captured);
    assert!(captured.0.contains("`load`"), "{}", captured.0);
}

/// Captures the help of diagnostics only.
#[derive(Debug, Default)]
struct Helps(String);

impl Listener for Helps {
    fn answer(&mut self, _: &str) -> bool {
        true
    }

    fn say(&mut self, _: &str) {}

    fn report(&mut self, _: &Source, diagnostics: &[Diagnostic], _: usize) {
        for diagnostic in diagnostics {
            self.0 += diagnostic.help.as_deref().unwrap_or_default();
        }
    }
}

#[test]
fn puzzles_may_be_called_like_verbs() {
    let mut dialog = Dialog::new();
    for name in ["list", "quit", "time", "use", "help"] {
        assert_eq!(dialog.out(&format!("matrix {name} {{\n1 2\n3 4\n}}")), "");
        assert_eq!(dialog.out(&format!("{name}: show")), "1 2\n3 4\n");
    }
    assert!(dialog.out("list").contains("* help"));
    assert_eq!(dialog.out("use list"), "");
    assert!(dialog.out("list").contains("* list"));
}

#[test]
fn files_are_saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("puzzled-shell-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file: PathBuf = folder.join("a file.puzzle");
    let file = file.to_str().expect("a name");
    let mut dialog = Dialog::new();
    dialog.out("rotate 1");
    let (out, err) = dialog.type_in(&format!("save \"{file}\" // here"));
    assert!(out.is_empty() && err.starts_with("saved to"), "{err}");
    let mut again = shell();
    let mut captured = Captured::default();
    again.take(&Source::new("x", format!("time load {file}")), &mut captured);
    assert_eq!(captured.out, "", "answers of a document are shown on request");
    assert_eq!(stands(&again), "one @1, rotated by 1> ");
    let (done, took) = captured.err.split_once('\n').expect("two lines");
    assert!(done.ends_with("a file.puzzle: 1 puzzle, 1 expectation held"), "{done}");
    assert!(took.starts_with("took "), "{took}");
    say(&mut again, "set echo on");
    let (out, err) = say(&mut again, &format!("load {file}"));
    assert!(out.starts_with("2 4\n1 3\n") && out.lines().count() == 3, "{out}");
    assert!(err.contains("one> rotate 1\n") && err.contains("`one` replaced"), "{err}");
    // A document has none of the verbs of the REPL.
    std::fs::write(file, "list\nquit\n\u{fffd}\nshow").expect("a file");
    let (out, err) = dialog.type_in(&format!("load {file}"));
    assert_eq!(out, "");
    assert_eq!(err.matches("command::unknown-verb").count(), 3, "{err}");
    std::fs::write(file, b"\xff\xfe\0{{{{\n}}}} \x1b[2J").expect("a file");
    dialog.err(&format!("load {file}"));

    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn nothing_is_saved_before_anything_is_declared() {
    let mut captured = Captured::default();
    shell().take(&Source::new("x", "save /tmp/never"), &mut captured);
    assert!(captured.err.contains("nothing to save"), "{}", captured.err);
}

#[test]
fn leaving() {
    for text in ["quit", " exit // bye", "time quit", "matrix m { 1 }\nquit\nshow"] {
        let mut captured = Captured::default();
        assert_eq!(shell().take(&Source::new("x", text), &mut captured), Flow::Leave, "{text}");
        assert_eq!(captured.out, "");
    }
    // The reader of the output is gone.
    let mut captured = Captured { closed: true, ..Captured::default() };
    let text = format!("{ONE}\nshow\nlist\nshow");
    assert_eq!(shell().take(&Source::new("x", text), &mut captured), Flow::Leave);
    assert_eq!(captured.out, "1 2\n3 4\n");
    let mut captured = Captured { closed: true, ..Captured::default() };
    assert_eq!(shell().take(&Source::new("x", "help"), &mut captured), Flow::Leave);
}

#[test]
fn help_and_explain_answer() {
    let mut dialog = Dialog::new();
    assert!(dialog.out("help").contains("rotate R"));
    assert!(dialog.out("help rotate").contains("rotate R"));
    assert!(dialog.out("help matrix").contains("matrix onion {"));
    assert!(dialog.out("explain command::unknown-verb").contains("wrong:"));
    assert!(dialog.out("explain").lines().count() > 10);
}

#[test]
fn the_examples_of_its_own_verbs_answer_as_they_say() {
    let folder = std::env::temp_dir().join(format!("puzzled-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for verb in VERBS.iter().chain([&USE]) {
        let mut shell = shell();
        shell.files.home = Some(folder.clone());
        shell.drafts.editor = Some(String::from("true"));
        let mut lines = verb.example.lines().peekable();
        let mut is_used = false;

        while let Some(typed) = lines.next() {
            let typed = typed.strip_prefix("> ").unwrap_or_else(|| panic!("{}", verb.example));
            is_used |= typed.split([' ', '\t']).next() == Some(verb.name);
            let mut captured = Captured::default();
            let flow = shell.take(&Source::new("<repl>", typed), &mut captured);
            assert_eq!(flow == Flow::Leave, matches!(typed, "quit" | "exit"), "{typed}");
            let mut answers = captured.out.lines();
            while let Some(wanted) = lines.next_if(|line| !line.starts_with("> ")) {
                if wanted == "…" {
                    assert!(answers.next().is_some(), "{typed}: no answer");
                    answers = "".lines();
                    break;
                }
                assert_eq!(answers.next(), Some(wanted), "{typed}: {}", captured.out);
            }

            assert_eq!(answers.next(), None, "{typed}: {}", captured.out);
            assert!(!shell.printer.failed, "{typed}: {}", captured.err);
        }
        assert!(is_used, "the example of `{}` does not use it", verb.name);
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Captures diagnostics: each with the texts of its labels in the source.
#[derive(Debug, Default)]
struct Labels(Vec<(&'static str, Vec<String>)>);

impl Listener for Labels {
    fn answer(&mut self, _: &str) -> bool {
        true
    }

    fn say(&mut self, _: &str) {}

    fn report(&mut self, source: &Source, diagnostics: &[Diagnostic], _: usize) {
        for diagnostic in diagnostics {
            let spans = diagnostic.related.iter().map(|label| label.span).chain([diagnostic.span]);
            let texts = spans.map(|span| format!("{}:{}", span.start, source.slice(span)));
            self.0.push((diagnostic.code.path, texts.collect()));
        }
    }

    fn watched(&self) -> bool {
        true
    }
}

#[test]
fn what_is_in_the_way_is_drawn_in_the_declaration() {
    let mut dialog = Dialog::new();
    dialog.out("// first\nklotski  k  {\n  A B\n  C .\n  goal A at (1,1)\n}");
    assert_eq!(dialog.type_in("why not A right"), ("B stands on (0,1)\n".into(), String::new()));
    let mut labels = Labels::default();
    dialog.shell.take(&Source::new("x", "  k: why not A right // now"), &mut labels);
    let expected = vec![String::from("18:B"), String::from("56:right")];
    assert_eq!(labels.0, [("command::illegal-now", expected)]);
    let mut labels = Labels::default();
    dialog.shell.take(&Source::new("x", "why not B down\nwhy not A up => (-1,0)"), &mut labels);
    assert_eq!(labels.0, []);
}

#[test]
fn no_input_makes_it_panic() {
    let pieces = [
        "matrix",
        " ",
        "m",
        "{",
        "}",
        "\n",
        "1 2",
        "=>",
        ":",
        "time ",
        "list",
        "help ",
        "use ",
        "rotate ",
        "é",
        "\u{1b}",
        "//",
        "\t",
        "\r",
        "-",
        "explain ",
        "undo",
        "\u{feff}",
        "::",
        "(X . X)",
        "(",
        "RRD",
        "A right",
        "forget ",
        "reload",
        "?",
        "redo",
        "_",
        "list ",
        "bloxorz b { SooT }",
        "automaton t { rule 7 tree X }",
        "[3] m @2, x> ",
        "use ",
    ];

    let mut seed = 7_u64;
    let mut shell = shell();
    for round in 0..2000 {
        if round % 50 == 0 {
            shell = self::shell(); // with many puzzles there is much to complete
        }
        let mut text = String::new();
        for _ in 0..10 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text += pieces[(seed >> 33) as usize % pieces.len()];
        }
        let mut captured = Captured::default();
        shell.take(&Source::new("x", text.as_str()), &mut captured);
        crate::repl::input::helper::ends(&text);
        let session = shell.session.clone();
        let view = crate::repl::input::view::View::of(&session.borrow_mut());
        let mut helper = crate::repl::input::helper::LineHelper::new(&shell, true);
        helper.refresh("", false);
        crate::repl::input::complete::inline_hint(&text, text.len(), &helper);
        for pos in 0..=text.len() {
            crate::repl::input::complete::complete(&text, pos, &helper);
        }
        crate::repl::input::highlight::marks(
            &text,
            &view,
            crate::repl::input::highlight::Seen::default(),
        );
    }
}
