//! Reads the fenced blocks of a page. The tests of the library use this file, too.

#![allow(dead_code, unreachable_pub)] // each of its users takes its own part

use std::ops::Range;

/// A fenced block at the start of a line.
#[derive(Clone, Debug)]
pub struct Fence {
    /// The words after the fence: what the block is.
    pub info: String,
    /// The bytes of its lines, without the fences.
    pub body: Range<usize>,
    /// The line of the page on which it opens, from 1.
    pub line: usize,
}

impl Fence {
    /// Returns the first word of the info string.
    pub fn what(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or_default()
    }

    /// Returns whether a later word of the info string is this one.
    pub fn is(&self, word: &str) -> bool {
        self.info.split_whitespace().skip(1).any(|other| other == word)
    }

    /// Returns the file name among the words of the info string: the word with a dot, or the one in
    /// quotes.
    pub fn file(&self) -> Option<&str> {
        let mut words = self.info.split_whitespace().skip(1);
        words.find_map(|word| match word.strip_prefix("file=") {
            Some(name) => Some(name),
            None => word.contains('.').then_some(word),
        })
    }
}

/// Returns the fenced blocks of a page, in order.
pub fn fences(page: &str) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut open: Option<(&str, Fence)> = None;
    let mut at = 0;
    for (number, line) in page.split_inclusive('\n').enumerate() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        let rest = line[ticks..].trim();
        match &mut open {
            None if ticks >= 3 => {
                let body = at + line.len()..at + line.len();
                let fence = Fence { info: rest.to_owned(), body, line: number + 1 };
                open = Some((&line[..ticks], fence));
            }
            Some((mark, fence)) if ticks >= mark.len() && rest.is_empty() => {
                fence.body.end = at;
                fences.extend(open.take().map(|(_, fence)| fence));
            }
            _ => {}
        }
        at += line.len();
    }
    assert!(open.is_none(), "a block is not closed: {open:?}");
    fences
}

/// Returns the page without its fenced blocks; each leaves an empty line.
pub fn prose(page: &str) -> String {
    let mut text = String::new();
    let mut at = 0;
    for fence in fences(page) {
        let opening = page[..fence.body.start].trim_end_matches('\n');
        let start = opening.rfind('\n').map_or(0, |end| end + 1);
        text.push_str(&page[at..start]);
        text.push('\n');
        at = page[fence.body.end..].find('\n').map_or(page.len(), |end| fence.body.end + end + 1);
    }
    text.push_str(&page[at..]);
    text
}

/// Returns the page with other bodies for some of its blocks.
pub fn replaced(page: &str, mut bodies: Vec<(Range<usize>, String)>) -> String {
    bodies.sort_by_key(|(body, _)| std::cmp::Reverse(body.start));
    let mut text = page.to_owned();
    for (body, new) in bodies {
        text.replace_range(body, &new);
    }
    text
}
