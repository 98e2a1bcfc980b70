//! The pages for `man`: `docs/man/`.

use std::collections::BTreeMap;

use super::read;
use crate::common::root;

/// Returns the date of this version in the changelog: a page changes with its text and its version, and not with
/// the day on which it is made.
fn date() -> String {
    let log = read(&root().join("CHANGELOG.md"));
    let start = concat!("## ", env!("CARGO_PKG_VERSION"), " - ");
    let date = log.lines().find_map(|line| line.strip_prefix(start));
    let date = date.unwrap_or_else(|| panic!("CHANGELOG.md has no heading `{start}DATE`"));
    let digits = |char: char| if char.is_ascii_digit() { '0' } else { char };
    assert_eq!(date.chars().map(digits).collect::<String>(), "0000-00-00", "CHANGELOG.md: {start}");
    date.to_owned()
}

/// Every page, by its path from the root of the project.
pub fn made() -> BTreeMap<String, String> {
    let mut command = puzzled::cli::command();
    command.build();
    let mut made = BTreeMap::new();
    let date = date();
    let mut page = |name: &str, command: clap::Command| {
        let mut text = Vec::new();
        let man = clap_mangen::Man::new(command).title(name).date(date.as_str()).manual("puzzled");
        let man = man.source(concat!("puzzled ", env!("CARGO_PKG_VERSION")));
        man.render(&mut text).expect("a vector can be written");
        let text = String::from_utf8(text).expect("the page is UTF-8");
        made.insert(format!("docs/man/{name}.1"), text);
    };
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        page(&format!("puzzled-{}", one.get_name()), one.clone());
    }
    page("puzzled", command.clone());
    made
}

#[test]
fn the_citation_names_this_version() {
    let citation = read(&root().join("CITATION.cff"));
    for line in
        [format!("version: {}", env!("CARGO_PKG_VERSION")), format!("date-released: {}", date())]
    {
        assert!(citation.lines().any(|other| other == line), "CITATION.cff lacks `{line}`");
    }
}
