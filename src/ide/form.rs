//! The form of a command: the words that its usage names, and those that are still to be typed.

use std::ops::Range;

/// The usage of a command, taken apart: `ring K | ring of (R,C)`.
#[derive(Debug)]
pub struct Form {
    usage: &'static str,
    /// The verb, or the first word of a query.
    verb: Range<usize>,
    /// The places of the words after the verb, for each way to write the command.
    ways: Vec<Vec<Range<usize>>>,
}

impl Form {
    /// Takes a usage apart.
    pub fn new(usage: &'static str) -> Self {
        let mut words = words(usage).into_iter();
        let verb = words.next().unwrap_or_default();
        let mut ways = vec![Vec::new()];
        let mut begins = false;
        for word in words {
            let text = &usage[word.clone()];
            if text == "|" {
                ways.push(Vec::new());
                begins = true;
            } else if !(begins && text == &usage[verb.clone()]) {
                begins = false;
                let inner = if text.contains(" | ") { vec![word] } else { split(usage, word) };
                if let Some(way) = ways.last_mut() {
                    way.extend(inner);
                }
            }
        }
        Self { usage, verb, ways }
    }

    /// Whether the verb can stand alone.
    pub fn is_optional(&self) -> bool {
        is_optional(&self.usage[self.verb.end..])
    }

    /// The part of the form that follows the words of a command so far, and whether the command
    /// could end here.
    pub fn rest(&self, command: &str) -> (String, bool) {
        let typed = arguments(command);
        let rest = if typed.is_empty() {
            self.usage[self.verb.end..].trim_start()
        } else {
            let way = &self.ways[self.way(&typed)];
            match (way.get(typed.len()), way.last()) {
                (Some(next), Some(last)) => &self.usage[next.start..last.end],
                _ => "",
            }
        };
        let rest = balanced(rest);
        let optional = is_optional(&rest);
        (rest, optional)
    }

    /// The places of the arguments in the usage, and which of them stands at the end of the command
    /// so far. The first word of a `query` is an argument. `None` if the verb is still being typed.
    pub fn arguments(
        &self,
        query: bool,
        command: &str,
    ) -> Option<(Vec<Range<usize>>, Option<usize>)> {
        let typed = arguments(command);
        let fresh = command.ends_with([' ', '\t']);
        let mut all = Vec::from_iter(query.then(|| self.verb.clone()));
        let at = typed.len() + usize::from(fresh);
        let way = self.way(&typed);
        let before: usize = self.ways[..way].iter().map(Vec::len).sum();
        let last = self.ways[way].len().checked_sub(1);
        let active = match (at.checked_sub(1), last) {
            (None, _) if query => Some(0),
            (None, _) => return None,
            (Some(at), Some(last)) => Some(all.len() + before + at.min(last)),
            (Some(_), None) => all.len().checked_sub(1),
        };
        all.extend(self.ways.iter().flatten().cloned());
        Some((all, active))
    }

    /// The way of writing that the words typed so far fit best: a word in small letters stands for
    /// itself.
    fn way(&self, typed: &[&str]) -> usize {
        let score = |way: &[Range<usize>]| {
            typed.iter().zip(way).try_fold(0, |score, (typed, word)| {
                let word = self.usage[word.clone()].trim_matches(['[', ']']);
                match word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                    true if *typed != word => None,
                    own => Some(score + usize::from(own)),
                }
            })
        };
        let best = self.ways.iter().filter_map(|way| score(way)).max();
        self.ways.iter().position(|way| score(way) == best).unwrap_or_default()
    }
}

/// The words of a command after the first.
fn arguments(command: &str) -> Vec<&str> {
    command.split([' ', '\t']).filter(|word| !word.is_empty()).skip(1).collect()
}

/// Whether all words of a form stand in brackets.
fn is_optional(form: &str) -> bool {
    words(form).into_iter().all(|word| form[word].starts_with('['))
}

/// The words of a form; what stands in brackets together is one.
fn words(form: &str) -> Vec<Range<usize>> {
    let (mut depth, mut start, mut words) = (0_usize, 0, Vec::new());
    for (at, byte) in form.bytes().enumerate() {
        match byte {
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 => {
                words.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(start..form.len());
    words.retain(|word| !word.is_empty());
    words
}

/// The words in a stretch of a form, brackets or not.
fn split(form: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let mut start = within.start;
    let mut words = Vec::new();
    for word in form[within].split(' ') {
        words.push(start..start + word.len());
        start += word.len() + 1;
    }
    words
}

/// A form without the brackets that close one before it.
fn balanced(form: &str) -> String {
    let mut depth = 0_usize;
    let inner = form.chars().filter(|char| match char {
        '[' => {
            depth += 1;
            true
        }
        ']' if depth == 0 => false,
        ']' => {
            depth -= 1;
            true
        }
        _ => true,
    });
    inner.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_form_follows_what_is_typed() {
        let ring = "ring K | ring of (R,C)";
        for (usage, command, rest, optional) in [
            ("rotate R", "rotate", "R", false),
            ("rotate R", "rotate 1", "", true),
            ("undo [N]", "undo ", "[N]", true),
            (ring, "ring ", "K | ring of (R,C)", false),
            (ring, "ring 0", "", true),
            (ring, "ring of", "(R,C)", false),
            ("solve [by steps]", "solve", "[by steps]", true),
            ("solve [by steps]", "solve by ", "steps", false),
            ("near [(R,C) [(R,C)]]", "near (0,0)", "[(R,C)]", true),
            ("draw [NAME | QUESTION]", "draw ", "[NAME | QUESTION]", true),
            ("draw [NAME | QUESTION]", "draw m", "", true),
            ("t PATH", "3 ", "PATH", false),
            ("show", "show more words", "", true),
        ] {
            assert_eq!(Form::new(usage).rest(command), (rest.to_owned(), optional), "{command}");
        }
        assert!(Form::new("show").is_optional() && Form::new("undo [N]").is_optional());
        assert!(!Form::new(ring).is_optional());
    }

    #[test]
    fn the_argument_at_the_end_is_the_one_of_the_way_that_fits() {
        let at = |usage: &'static str, query, command: &str| {
            let (all, active) = Form::new(usage).arguments(query, command)?;
            Some(active.map(|at| &usage[all[at].clone()]))
        };
        let ring = "ring K | ring of (R,C)";
        assert_eq!(at(ring, false, "ring"), None);
        assert_eq!(at(ring, false, "ring "), Some(Some("K")));
        assert_eq!(at(ring, false, "ring of "), Some(Some("(R,C)")));
        assert_eq!(at(ring, false, "ring of (1,1)"), Some(Some("(R,C)")));
        assert_eq!(at("solve [by steps]", false, "solve by "), Some(Some("steps]")));
        assert_eq!(at("status", false, "status "), Some(None));
        assert_eq!(at("t PATH", true, "2"), Some(Some("t")));
        assert_eq!(at("t PATH", true, "2 "), Some(Some("PATH")));
    }
}
