//! Holds that what is published with a version names it.

use super::read;
use crate::common::root;

/// Returns the date of this version in the changelog.
fn date() -> String {
    let log = read(&root().join("CHANGELOG.md"));
    let start = concat!("## ", env!("CARGO_PKG_VERSION"), " - ");
    let date = log.lines().find_map(|line| line.strip_prefix(start));
    let date = date.unwrap_or_else(|| panic!("CHANGELOG.md has no heading `{start}DATE`"));
    let digits = |char: char| if char.is_ascii_digit() { '0' } else { char };
    assert_eq!(date.chars().map(digits).collect::<String>(), "0000-00-00", "CHANGELOG.md: {start}");
    date.to_owned()
}

#[test]
fn the_pages_name_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    let pages = [
        ("SECURITY.md", format!("at present {version}.")),
        ("docs/src/versions.md", format!("The version is {version}")),
        ("CHANGELOG.md", String::from("\n## Unreleased\n")),
    ];
    for (page, text) in pages {
        assert!(read(&root().join(page)).contains(&text), "{page} lacks `{text}`");
    }
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

/// A user reads the newest entry to learn what to do; the pages of the manual have the rest.
#[test]
fn an_entry_of_the_changelog_is_short() {
    const LONGEST: usize = 40;
    let log = read(&root().join("CHANGELOG.md"));
    let entries: Vec<_> = log.split("\n## ").skip(1).collect();
    assert!(entries.len() >= 2, "CHANGELOG.md has no entries");
    for entry in entries {
        let lines = entry.trim_end().lines().count();
        let title = entry.lines().next().unwrap_or_default();
        assert!(
            lines <= LONGEST,
            "CHANGELOG.md: `## {title}` has {lines} lines, more than {LONGEST}"
        );
    }
}
