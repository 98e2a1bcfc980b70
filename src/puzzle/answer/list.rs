//! Lines of an answer.

use crate::search::Lines;

/// Things, one per line. They are one text, because an answer may have millions of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    text: String,
    count: usize,
}

impl List {
    /// Returns the lines as text, without a final line end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the lines as text, without a final line end.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are none. A list of one empty line has one.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the lines in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (!self.is_empty()).then(|| self.text.split('\n')).into_iter().flatten()
    }
}

impl From<String> for List {
    /// Takes the lines of a text; none if it is empty.
    fn from(text: String) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).count();
        let count = if text.is_empty() { 0 } else { ends + 1 };
        Self { text, count }
    }
}

impl From<Lines> for List {
    fn from(lines: Lines) -> Self {
        let count = lines.count();
        Self { text: lines.into_text(), count }
    }
}

impl<S: AsRef<str>> FromIterator<S> for List {
    fn from_iter<I: IntoIterator<Item = S>>(lines: I) -> Self {
        let mut list = Self::default();
        for line in lines {
            if list.count > 0 {
                list.text.push('\n');
            }
            list.text.push_str(line.as_ref());
            list.count += 1;
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_line_is_an_item_and_an_empty_list_has_none() {
        let lines = |lines: &[&str]| lines.iter().collect::<List>();
        for (list, count) in [
            (lines(&[""]), 1),
            (lines(&[]), 0),
            (lines(&["a", "", "b"]), 3),
            (List::from(String::new()), 0),
            (List::from(String::from("a\n\nb")), 3),
        ] {
            assert_eq!((list.len(), list.iter().count()), (count, count), "{list:?}");
        }
    }
}
