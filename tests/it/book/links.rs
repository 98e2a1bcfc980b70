//! Holds that links lead somewhere: to a file, and to a heading where they name one.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::fences::{fences, prose};
use super::{chapters, read};
use crate::common::{files, root, shown_path};

/// The folders of the project whose files pages name.
const FOLDERS: &[&str] =
    &[".ci", "benches", "docs", "editors", "examples", "fuzz", "grammar", "src", "tests"];

/// Returns the target of every link and picture of a page.
fn targets(page: &str) -> Vec<String> {
    let mut targets = Vec::new();
    let mut text = String::new();
    for (index, part) in prose(page).split('`').enumerate() {
        // What stands between backticks is not a link.
        text += if index % 2 == 0 { part } else { "code" };
    }
    for (open, close) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        for rest in text.split(open).skip(1) {
            targets.extend(rest.split(close).next().map(str::to_owned));
        }
    }
    targets
}

/// Returns the names of a page's headings, as mdBook and forges make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for line in prose(page).lines().filter(|line| line.starts_with('#')) {
        let title = line.trim_start_matches('#').trim();
        let name: String = title
            .chars()
            .filter(|&char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'))
            .map(|char| if char == ' ' { '-' } else { char.to_ascii_lowercase() })
            .collect();
        let mut free = name.clone();
        let mut number = 0;
        while anchors.contains(&free) {
            number += 1;
            free = format!("{name}-{number}");
        }
        anchors.insert(free);
    }
    anchors
}

/// Returns a path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

fn broken(path: &Path, book: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let page = read(path);
    for target in targets(&page) {
        if ["http://", "https://", "mailto:"].iter().any(|start| target.starts_with(start)) {
            continue;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let to = match file {
            "" => path.to_owned(),
            _ => plain(&path.parent().expect("a page lies in a folder").join(file)),
        };
        let mut fault =
            |reason: &str| faults.push(format!("{}: `{target}` {reason}", shown_path(path)));
        if !to.exists() {
            fault("does not exist");
        } else if book && !to.starts_with(root().join("docs/src")) {
            fault("is not in the book");
        } else if !anchor.is_empty() && !anchors(&read(&to)).contains(anchor) {
            fault("is not a heading");
        }
    }
    faults
}

/// Returns the files and folders of the project that a page names in code, without the names of patterns.
fn named(page: &str) -> Vec<String> {
    let text = prose(page);
    let code = text.split('`').skip(1).step_by(2);
    let is_ours = |name: &&str| {
        let folder = name.split_once('/').map(|(folder, _)| folder);
        folder.is_some_and(|folder| FOLDERS.contains(&folder))
    };
    let is_plain = |name: &&str| !name.contains("KIND") && !name.contains(['*', ' ', '…']);
    code.filter(is_ours).filter(is_plain).map(str::to_owned).collect()
}

/// Returns the generated pages of the manual.
fn generated() -> Vec<PathBuf> {
    let mut pages = files("docs/src/generated");
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    assert!(!pages.is_empty(), "no generated pages");
    pages
}

#[test]
fn links_lead_somewhere() {
    let mut pages = chapters();
    pages.extend(generated());
    let mut faults: Vec<_> = pages.iter().flat_map(|path| broken(path, true)).collect();
    for name in [
        "README.md",
        "SECURITY.md",
        "CONTRIBUTING.md",
        "CODE_OF_CONDUCT.md",
        "CHANGELOG.md",
        "examples/README.md",
        "editors/README.md",
        "grammar/README.md",
    ] {
        faults.extend(broken(&root().join(name), false));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_that_are_named_exist() {
    let mut pages = chapters();
    pages.extend(["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root().join(name)));
    let mut faults = Vec::new();
    for path in pages {
        for name in named(&read(&path)) {
            if !root().join(&name).exists() {
                faults.push(format!("{}: `{name}` does not exist", shown_path(&path)));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let page = "`src/no.rs` `src/kinds/KIND` `other/a` src/b\n\n```text\n`src/c`\n```\n`docs`\n";
    assert_eq!(named(page), ["src/no.rs"]);
}

#[test]
fn the_summary_lists_every_page() {
    let summary = root().join("docs/src/SUMMARY.md");
    let listed: BTreeSet<_> = targets(&read(&summary)).into_iter().collect();
    for path in chapters().into_iter().chain(generated()) {
        let name = shown_path(&path).replace("docs/src/", "");
        assert!(name == "SUMMARY.md" || listed.contains(&name), "the summary lacks {name}");
    }
}

#[test]
fn every_picture_is_used() {
    let mut pages: String = chapters().iter().map(|path| read(path)).collect();
    pages += &read(&root().join("README.md")).replace("docs/src/", "");
    for path in files("docs/src/pictures") {
        let name = shown_path(&path).replace("docs/src/", "");
        assert!(name.ends_with("/commands.txt") || pages.contains(&name), "no page shows {name}");
    }
}

#[test]
fn a_broken_link_is_found() {
    let page =
        "# A `b::c` d\n\n[x](#a-bc-d) `[y](z)` [z](no.md) ![p](p.svg)\n\n```text\n[v](w)\n```\n";
    assert_eq!(targets(page), ["#a-bc-d", "no.md", "p.svg"]);
    assert_eq!(anchors(page).into_iter().collect::<Vec<_>>(), ["a-bc-d"]);
    assert_eq!(fences(page).len(), 1);
}
