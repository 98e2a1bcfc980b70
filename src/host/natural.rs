//! The order of names as people count: `2` before `10`, `easy` before `hard`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::path::Path;

use crate::puzzle::rank::Class;

/// A name in the order of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Natural<'a>(pub(crate) &'a [u8]);

/// A part of a name: a byte, or a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Part<'a> {
    /// The byte; of a number, a digit.
    byte: u8,
    /// The class, at the end of its word.
    class: Option<Class>,
    /// The number of digits, and the digits without zeros before them.
    length: usize,
    digits: &'a [u8],
}

impl<'a> Natural<'a> {
    /// Returns the name as a text.
    pub(crate) fn text(self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.0)
    }

    /// Returns the parts of the name. The word of each class is spelled as that of the first, so that
    /// the classes are neighbors, and the order is total.
    fn parts(self) -> impl Iterator<Item = Part<'a>> {
        let is_run = |a: &u8, b: &u8| {
            a.is_ascii_digit() && b.is_ascii_digit()
                || a.is_ascii_alphabetic() && b.is_ascii_alphabetic()
        };
        self.0.chunk_by(is_run).flat_map(|run| {
            let class = std::str::from_utf8(run).ok().and_then(Class::of);
            let zeros = run.iter().take_while(|&&byte| byte == b'0').count();
            let digits = &run[zeros..];
            let (letters, last) = match class {
                Some(_) => {
                    let (last, letters) =
                        Class::ALL[0].word().as_bytes().split_last().expect("a word");
                    (letters, Some(Part { byte: *last, class, ..Part::default() }))
                }
                None if run[0].is_ascii_digit() => {
                    let number = Part { byte: b'0', length: digits.len(), digits, class: None };
                    (&[][..], Some(number))
                }
                None => (run, None),
            };
            let letters = letters.iter().map(|&byte| Part { byte, ..Part::default() });
            letters.chain(last)
        })
    }
}

impl Ord for Natural<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        // `01` and `1` are the same number in two names.
        self.parts().cmp(other.parts()).then_with(|| self.0.cmp(other.0))
    }
}

impl PartialOrd for Natural<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the components of a path in the order of people.
pub(crate) fn natural_path(path: &Path) -> Vec<Natural<'_>> {
    path.components().map(|part| Natural(part.as_os_str().as_encoded_bytes())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_their_numbers_and_classes() {
        let ordered = [
            "",
            "a",
            "a01",
            "a1",
            "a1b",
            "a2",
            "a2-9",
            "a2-10",
            "a10",
            "aa",
            "b0",
            "b00",
            "easyg",
            "easy",
            "easy-9",
            "easy-10",
            "medium",
            "medium-1",
            "hard",
            "unfair",
            "extreme",
            "extreme-2",
            "eat",
            "f",
            "hardy",
        ];
        for (at, name) in ordered.iter().enumerate() {
            for (other_at, other) in ordered.iter().enumerate() {
                let order = Natural(name.as_bytes()).cmp(&Natural(other.as_bytes()));
                assert_eq!(order, at.cmp(&other_at), "{name:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_folder_comes_with_its_files() {
        let ordered = ["a/2/x", "a/10/a", "a-b/a", "easy/z", "hard/a"];
        assert!(ordered.is_sorted_by_key(|path| natural_path(Path::new(path))));
    }
}
