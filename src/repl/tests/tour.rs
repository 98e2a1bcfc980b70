//! Holds the sessions of the manual and the README: what they type, typed into a shell, shows what they
//! show. `BLESS=1 cargo test --lib tour` records them anew.

#[path = "../../../tests/it/book/fences.rs"]
mod fences;

use std::path::{Path, PathBuf};

use crate::diag::Diagnostic;
use crate::render::{Human, Look};
use crate::repl::input::view::is_open;
use crate::repl::tests::output::Listener;
use crate::repl::tests::shell;
use crate::text::Source;

/// The text of a terminal without colors.
#[derive(Debug, Default)]
struct ScreenText(String);

impl Listener for ScreenText {
    fn answer(&mut self, text: &str) -> bool {
        self.0 += text;
        self.0.push('\n');
        true
    }

    fn say(&mut self, text: &str) {
        self.0 += text;
    }

    fn report(&mut self, source: &Source, diagnostics: &[Diagnostic], limit: usize) {
        let human = Human::new(Look::default());
        for diagnostic in diagnostics.iter().take(limit) {
            self.0 += &human.draw(source, diagnostic);
        }
    }

    fn paint(&self) -> crate::render::Paint {
        crate::render::Paint { unicode: true, width: 80, ..crate::render::Paint::default() }
    }

    fn watched(&self) -> bool {
        true
    }
}

/// Every page of the manual, and the README.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    let files = walkdir::WalkDir::new(root.join("docs/src")).sort_by_file_name();
    for entry in files {
        let path = entry.expect("the manual can be read").into_path();
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
    pages
}

/// Returns what a line of a session types after its prompt, such as `[7] m @3, rotated by 1> `.
fn typed(line: &str) -> Option<&str> {
    let prompt = line.strip_prefix('[')?;
    prompt.starts_with(|char: char| char.is_ascii_digit()).then_some(line.split_once("> ")?.1)
}

/// Returns the inputs of a session.
fn inputs(session: &str) -> Vec<String> {
    let mut inputs: Vec<String> = Vec::new();
    let mut open = false;
    for line in session.lines() {
        match (typed(line), inputs.last_mut()) {
            (Some(text), _) => inputs.push(text.to_owned()),
            (None, Some(last)) if open => {
                last.push('\n');
                last.push_str(line.strip_prefix("... ").unwrap_or(line));
            }
            _ => continue,
        }
        open = inputs.last().is_some_and(|last| is_open(last));
    }
    inputs
}

/// Returns what a shell shows of a session when its inputs are typed again.
fn screen_of(session: &str) -> String {
    let mut shell = shell();
    let mut screen = ScreenText::default();
    for input in inputs(session) {
        shell.echo(&input, &mut screen);
        shell.take(&Source::new(shell.next(), input), &mut screen);
    }
    let lines: Vec<_> = screen.0.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

#[test]
fn the_tours_of_the_manual_are_sessions() {
    let mut count = 0;
    let mut differ = Vec::new();
    for path in pages() {
        let page = std::fs::read_to_string(&path).expect("the page can be read");
        let page = page.replace("\r\n", "\n");
        let mut bodies = Vec::new();
        for fence in fences::fences(&page).iter().filter(|fence| fence.what() == "prompt") {
            let shown = &page[fence.body.clone()];
            let screen = screen_of(shown);
            count += 1;
            if screen != shown {
                differ.push(format!("{}:{}\n{screen}", path.display(), fence.line));
                bodies.push((fence.body.clone(), screen));
            }
        }
        if std::env::var_os("BLESS").is_some() && !bodies.is_empty() {
            std::fs::write(&path, fences::replaced(&page, bodies))
                .expect("the page can be written");
            differ.clear();
        }
    }
    assert!(count > 1, "no sessions");
    assert!(differ.is_empty(), "BLESS=1 records these anew:\n{}", differ.join("\n"));
}
