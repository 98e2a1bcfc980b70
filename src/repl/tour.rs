//! Holds the tour of the README: pasted into a shell, it comes out as it stands there.

use super::port::Port;
use super::tests::shell;
use crate::diag::Diagnostic;
use crate::render::{Human, Look};
use crate::text::Source;

/// What stands around the tour.
const BEFORE: &str = "<!-- tour: recorded by `BLESS=1 cargo test --lib tour` -->\n```text\n";
const AFTER: &str = "```\n";

/// What scrolls by on a terminal without colours.
#[derive(Debug, Default)]
struct Scroll(String);

impl Port for Scroll {
    fn answer(&mut self, text: &str) -> bool {
        self.0 += text;
        self.0.push('\n');
        true
    }

    fn say(&mut self, text: &str) {
        self.0 += text;
    }

    fn report(&mut self, source: &Source, found: &[Diagnostic], limit: usize) {
        let human = Human::new(Look { colour: false, unicode: true, width: 80 });
        for one in found.iter().take(limit) {
            self.0 += &human.draw(source, one);
        }
    }

    fn paint(&self) -> crate::render::Paint {
        crate::render::Paint { unicode: true, width: 80, ..crate::render::Paint::default() }
    }

    fn watched(&self) -> bool {
        true
    }
}

#[test]
fn the_tour_of_the_readme_is_a_session() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = std::fs::read_to_string(path).expect("there is a README");
    let start = readme.find(BEFORE).expect("the README has a tour") + BEFORE.len();
    let end = start + readme[start..].find(AFTER).expect("the tour ends");
    let mut scroll = Scroll::default();
    shell().take(&Source::new("<repl:1>", &readme[start..end]), &mut scroll);
    let lines: Vec<_> = scroll.0.lines().map(str::trim_end).collect();
    let told = lines.join("\n") + "\n";
    assert!(told.lines().count() > 30, "a tour that shows nothing: {told}");
    if std::env::var_os("BLESS").is_some() {
        let readme = format!("{}{told}{}", &readme[..start], &readme[end..]);
        std::fs::write(path, readme).expect("the README can be written");
    } else {
        assert_eq!(told, readme[start..end], "BLESS=1 records the tour anew");
    }
}
