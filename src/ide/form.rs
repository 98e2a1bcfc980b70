//! The form of a command: the words that its usage names, and those that are still to be typed.

use std::ops::Range;

/// The usage of a command, taken apart: `ring K | ring of (R,C)`.
#[derive(Debug)]
pub struct Form {
    usage: &'static str,
    /// The verb, or the first word of a query.
    verb: &'static str,
    /// The words after the verb, for each way to write the command.
    ways: Vec<Vec<&'static str>>,
}

impl Form {
    /// Takes a usage apart.
    pub fn new(usage: &'static str) -> Self {
        let verb = usage.split(' ').next().unwrap_or_default();
        let mut ways = vec![Vec::new()];
        for word in words(&usage[verb.len()..]) {
            let way = ways.last_mut().filter(|_| word != "|");
            match way {
                None => ways.push(Vec::new()),
                Some(way) if word.contains(" | ") => way.push(word),
                Some(way) if !way.is_empty() || word != verb => way.extend(word.split(' ')),
                Some(_) => {} // the verb of another way
            }
        }
        Self { usage, verb, ways }
    }

    /// Returns whether the verb can be written without arguments.
    pub fn is_optional(&self) -> bool {
        is_optional(&self.usage[self.verb.len()..])
    }

    /// Returns the part of the form that follows the words of a command so far.
    pub fn rest(&self, command: &str) -> &'static str {
        let typed = arguments(command);
        let way = &self.ways[self.way(&typed)];
        let rest = match (typed.is_empty(), way.get(typed.len()), way.last()) {
            (true, ..) => self.usage[self.verb.len()..].trim_start(),
            (false, Some(next), Some(last)) => {
                &self.usage[self.start(next)..self.start(last) + last.len()]
            }
            _ => "",
        };
        // Brackets that were opened by a word before it.
        let closed = rest.matches(']').count().saturating_sub(rest.matches('[').count());
        &rest[..rest.len() - closed]
    }

    /// Returns the places of the arguments in the usage, and which of them is at the end of the
    /// command so far. The first word of a `query` is an argument. Returns `None` if the verb is
    /// still being typed.
    pub fn arguments(
        &self,
        query: bool,
        command: &str,
    ) -> Option<(Vec<Range<usize>>, Option<usize>)> {
        let typed = arguments(command);
        let count = typed.len() + usize::from(command.ends_with([' ', '\t']));
        let way = self.way(&typed);
        let before = usize::from(query) + self.ways[..way].iter().map(Vec::len).sum::<usize>();
        let all = query.then_some(&self.verb).into_iter().chain(self.ways.iter().flatten());
        let all: Vec<_> = all.map(|word| self.start(word)..self.start(word) + word.len()).collect();
        let active = match count.min(self.ways[way].len()) {
            _ if count == 0 && !query => return None,
            0 => 0,
            at => before + at - 1,
        };
        let active = Some(active).filter(|_| !all.is_empty());
        Some((all, active))
    }

    /// Returns the offset of one of its words.
    fn start(&self, word: &str) -> usize {
        word.as_ptr() as usize - self.usage.as_ptr() as usize
    }

    /// Returns the number of the way of writing that the words typed so far fit best: a word in
    /// small letters must be typed as it is.
    fn way(&self, typed: &[&str]) -> usize {
        let score = |way: &[&str]| {
            typed.iter().zip(way).try_fold(0, |score, (typed, word)| {
                let word = word.trim_matches(['[', ']']);
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

/// Returns the words of a command after the first.
fn arguments(command: &str) -> Vec<&str> {
    command.split([' ', '\t']).filter(|word| !word.is_empty()).skip(1).collect()
}

/// Returns whether all words of a form are in brackets.
fn is_optional(form: &str) -> bool {
    words(form).all(|word| word.starts_with('['))
}

/// Splits a form into words; everything within one pair of brackets is one word.
fn words(form: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let parts = form.split(move |char: char| {
        match char {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        char == ' ' && depth == 0
    });
    parts.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_form_follows_what_is_typed() {
        let ring = "ring K | ring of (R,C)";
        for (usage, command, rest) in [
            ("rotate R", "rotate", "R"),
            ("rotate R", "rotate 1", ""),
            ("undo [N]", "undo ", "[N]"),
            (ring, "ring ", "K | ring of (R,C)"),
            (ring, "ring 0", ""),
            (ring, "ring of", "(R,C)"),
            ("solve [by steps]", "solve", "[by steps]"),
            ("solve [by steps]", "solve by ", "steps"),
            ("near [(R,C) [(R,C)]]", "near (0,0)", "[(R,C)]"),
            ("draw [NAME | QUESTION]", "draw ", "[NAME | QUESTION]"),
            ("draw [NAME | QUESTION]", "draw m", ""),
            ("t PATH", "3 ", "PATH"),
            ("show", "show more words", ""),
        ] {
            assert_eq!(Form::new(usage).rest(command), rest, "{command}");
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
