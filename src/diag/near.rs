//! The nearest of many names, in a time that does not grow with their number.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::nearest;

/// Up to this many names are compared one by one.
const FEW: usize = 64;
/// Names looked at, at most, for one word, and for each way to leave a letter out of it.
const MOST: usize = 1024;
/// Names of those compared in full if all differ by more than one slip.
const COMPARED: usize = 16;

/// Names, in order, that can be asked which of them is nearest to a misspelled word.
///
/// A few names are compared one by one ([`nearest`]). Of many, only those are compared that agree
/// with the word after one letter is left out of either (the deletion neighborhoods of Mor and
/// Fraenkel, 1982, as in SymSpell), which finds every slip of one letter: a letter too many, too
/// few, another, or two exchanged. A look-up costs as many probes as the word has letters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearest {
    names: Vec<String>,
    /// The names that are in the table, in lower case.
    lower: Vec<String>,
    /// The number of names that are in the table, which is made when it is first needed.
    known: usize,
    /// Hash of a name, or of a name without one of its letters, to the names.
    table: HashMap<u64, Vec<u32>>,
}

impl Nearest {
    /// Takes one in; an empty name is never near to anything.
    pub(crate) fn push(&mut self, name: &str) {
        self.names.push(name.to_owned());
    }

    /// Returns the names, in order.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the name that is nearest to `word`, if one is near enough to be intended; of equally
    /// near names, the first.
    pub(crate) fn of(&mut self, word: &str) -> Option<&str> {
        if self.names.len() <= FEW {
            let names = self.names.iter().filter(|name| !name.is_empty());
            return nearest(word, names.map(String::as_str));
        }

        let lower = word.to_lowercase();
        if lower.chars().count() > 64 {
            return None;
        }

        for (at, name) in self.names.iter().enumerate().skip(self.known) {
            let name = name.to_lowercase();
            if !name.is_empty() && name.chars().count() <= 64 {
                keys(&name, |key| self.table.entry(key).or_default().push(at as u32));
            }
            self.lower.push(name);
        }
        self.known = self.names.len();

        let mut candidates = Vec::new();
        keys(&lower, |key| {
            if let Some(names) = self.table.get(&key) {
                candidates.extend_from_slice(&names[..names.len().min(MOST)]);
            }
        });
        candidates.sort_unstable();
        candidates.dedup();

        let mut slip = None;
        for &at in &candidates {
            let name = &self.lower[at as usize];
            if *name == lower {
                return Some(&self.names[at as usize]);
            }
            if slip.is_none() && lower.len() > 1 && is_slip(&lower, name) {
                slip = Some(at);
            }
        }
        if let Some(at) = slip {
            return Some(&self.names[at as usize]);
        }

        candidates.truncate(COMPARED);
        nearest(word, candidates.iter().map(|&at| self.names[at as usize].as_str()))
    }
}

/// Returns whether two different words differ by one letter too many, too few, exchanged for
/// another or with its neighbor. Takes one pass.
fn is_slip(a: &str, b: &str) -> bool {
    let mut a = a.chars();
    let mut b = b.chars();
    loop {
        let left = a.clone();
        let right = b.clone();
        match (a.next(), b.next()) {
            (Some(x), Some(y)) if x == y => {}
            (Some(x), Some(y)) => {
                let after_a = a.as_str();
                let after_b = b.as_str();
                let swapped =
                    a.next() == Some(y) && b.next() == Some(x) && a.as_str() == b.as_str();
                return after_a == after_b
                    || after_a == right.as_str()
                    || left.as_str() == after_b
                    || swapped;
            }
            (None, None) => return false,
            _ => return left.as_str().chars().count() + right.as_str().chars().count() == 1,
        }
    }
}

/// Calls `each` with the hashes of a word, and of the word without each of its letters.
fn keys(word: &str, mut each: impl FnMut(u64)) {
    let hash = |head: &str, tail: &str| {
        let mut hasher = DefaultHasher::new();
        for byte in head.bytes().chain(tail.bytes()) {
            byte.hash(&mut hasher);
        }
        hasher.finish()
    };
    each(hash(word, ""));
    for (at, char) in word.char_indices() {
        each(hash(&word[..at], &word[at + char.len_utf8()..]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_found_among_many() {
        let mut near = Nearest::default();
        for at in 0..5000 {
            near.push(&format!("puzzle-{at:05}"));
        }
        for (word, name) in [
            ("puzzle-04321", Some("puzzle-04321")),
            ("puzle-04321", Some("puzzle-04321")),
            ("puzzzle-04321", Some("puzzle-04321")),
            ("puzzle-0432l", Some("puzzle-04320")),
            ("pzuzle-04999", Some("puzzle-04999")),
            ("something", None),
        ] {
            assert_eq!(near.of(word), name, "{word}");
        }
        near.push("another");
        assert_eq!(near.of("anothe"), Some("another"));
    }

    #[test]
    fn slips_are_slips() {
        for (a, b) in
            [("abc", "abx"), ("abc", "ab"), ("abc", "abcd"), ("abc", "acb"), ("abc", "bc")]
        {
            assert!(is_slip(a, b) && is_slip(b, a), "{a} {b}");
            assert_eq!(strsim::damerau_levenshtein(a, b), 1);
        }
        for (a, b) in
            [("abc", "abc"), ("abc", "a"), ("abcd", "badc"), ("abc", "xyc"), ("ab", "cab1")]
        {
            assert!(!is_slip(a, b) && !is_slip(b, a), "{a} {b}");
        }
    }

    #[test]
    fn few_are_compared_one_by_one() {
        let mut near = Nearest::default();
        for name in ["klotski", "", "sudoku"] {
            near.push(name);
        }
        assert_eq!(near.of("klotsky"), Some("klotski"));
        assert_eq!(near.of("x"), None);
    }
}
