//! Marks: the parts of a body or a command, for editors that color, explain or rename them.
//! Reading marks never fails; broken parts are left unmarked.

use super::Body;
use super::moves::parse_direction_word;
use crate::scene::Coordinate;
use crate::syntax::{Fragment, Usage, parse_coordinate, parse_integer, uncommented};
use crate::text::Span;

/// The kind of a marked stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A word of the form: `rule`, `goal`, `at`, `bridge`, `toggles`.
    Keyword,
    /// A number: a rule, a size, an element, the row or column of a coordinate.
    Number,
    /// A cell of a movable piece, or its label.
    Piece,
    /// A cell of a piece that the goal names, or its label.
    Hero,
    /// A place that nothing enters.
    Wall,
    /// An empty place: floor, a gap, an open cell of a sudoku.
    Floor,
    /// Outside the board.
    Void,
    /// A place where something starts or must arrive.
    Goal,
    /// A given digit.
    Given,
    /// A tile that breaks under weight.
    Fragile,
    /// A switch, or its letter.
    Switch,
    /// A bridge, or its letter.
    Bridge,
    /// A live node.
    Live,
    /// A dead node.
    Dead,
    /// A bracket of a tree or of a path.
    Bracket,
    /// A step of a path.
    Step,
    /// A direction or a letter of a move.
    Move,
}

/// A marked stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place: never empty, on one line.
    pub span: Span,
    /// Its kind.
    pub part: Part,
    /// True if its text is a name within the puzzle (a label, a legend letter): marks of one puzzle
    /// with the same text and `named` are the same thing, and can be renamed together.
    pub named: bool,
    /// True if that name is explained here: its legend line, the first cell of a block.
    pub defines: bool,
    /// The cell of the picture that it draws; in arguments, the cell that it names.
    pub cell: Option<Coordinate>,
}

impl Mark {
    /// Returns a mark that names nothing and is not a cell.
    pub fn new(span: Span, part: Part) -> Self {
        #[cfg(test)]
        super::testing::MARKED.with(|count| count.set(count.get() + 1));
        Self { span, part, named: false, defines: false, cell: None }
    }

    /// Says that it is a name within the puzzle.
    #[must_use]
    pub fn named(mut self) -> Self {
        self.named = true;
        self
    }

    /// Says that it is the place where that name is explained.
    #[must_use]
    pub fn defines(mut self) -> Self {
        self.defines = true;
        self
    }

    /// Says which cell of the picture it is.
    #[must_use]
    pub fn cell(mut self, row: usize, column: usize) -> Self {
        self.cell = Some(Coordinate::new(row as i32, column as i32));
        self
    }
}

/// Something in a document that is pointed at.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a> {
    /// The text of the mark.
    pub text: &'a str,
    /// Its kind.
    pub part: Part,
    /// Which cell it is: [`Mark::cell`].
    pub cell: Option<Coordinate>,
    /// The whole word that it is part of: for a step, the path up to and with that step, closed.
    pub word: &'a str,
}

/// A body in its other form: verbatim or keyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The effect of the conversion, in the imperative.
    pub title: &'static str,
    /// The lines of the new body, without indentation.
    pub lines: Vec<String>,
    /// Commands that the old body implied and the new one does not: they must follow it.
    pub commands: Vec<String>,
}

/// Returns the marks of arguments by their form: its words, numbers and places.
pub(crate) fn arguments(usage: Usage, args: Fragment<'_>) -> Vec<Mark> {
    words(args, |word| match usage.has_word(word.text) {
        true => Some(Mark::new(word.span(), Part::Keyword)),
        false => number(word),
    })
}

/// Returns the mark of a word that is an integer, of any size.
pub(crate) fn number(word: Fragment<'_>) -> Option<Mark> {
    let sound = matches!(parse_integer(word.text), Ok(("", _)));
    sound.then(|| Mark::new(word.span(), Part::Number))
}

/// Marks the two numbers of the coordinate that a text begins with; both name its cell. Returns how
/// many bytes the coordinate has; `None` if there is no coordinate.
pub(crate) fn coordinate(text: Fragment<'_>, marks: &mut Vec<Mark>) -> Option<usize> {
    let (after, at) = parse_coordinate(text.text).ok()?;
    let length = text.text.len() - after.len();
    let from = marks.len();
    digits(text.part(0..length), marks);
    if at.place().is_some() {
        marks[from..].iter_mut().for_each(|mark| mark.cell = Some(at));
    }
    Some(length)
}

/// Marks those words of a text (separated by spaces, commas and semicolons) for which `part` knows
/// the kind, and coordinates.
pub fn words(text: Fragment<'_>, mut part: impl FnMut(Fragment<'_>) -> Option<Mark>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = 0;
    let between = |char: char| matches!(char, ' ' | '\t' | ',' | ';');
    while at < text.text.len() {
        let rest = &text.text[at..];
        if let Some(length) = coordinate(text.part(at..text.text.len()), &mut marks) {
            at += length;
            continue;
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        if rest.starts_with(between) {
            at += first;
            continue;
        }
        let stop = |char: char| between(char) || char == '(';
        let length = rest[first..].find(stop).map_or(rest.len(), |length| first + length);
        marks.extend(part(text.part(at..at + length)));
        at += length;
    }
    marks
}

/// Returns whether a body holds a comment, which converting it would lose.
pub(crate) fn is_commented(body: &Body<'_>) -> bool {
    body.text().split(['\n', '\r']).any(|line| uncommented(line).1)
}

/// Returns words for Markdown with spaces between them, and lists at most `most` of them.
pub(crate) fn some(words: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let count = words.len();
    let mut text = words.take(most).collect::<Vec<_>>().join(" ");
    if count > most {
        text.push_str(&format!(" and {} more", count - most));
    }
    text
}

/// Returns the pieces of a text between separators, without the spaces around them.
pub(crate) fn parts(args: Fragment<'_>, separates: impl Fn(char) -> bool) -> Vec<Span> {
    let pieces = args.text.split(separates).map(|piece| piece.trim_matches([' ', '\t']));
    pieces.filter(|piece| !piece.is_empty()).map(|piece| args.locate(piece).span()).collect()
}

/// Returns the letters of a text, one by one; a word that is a direction is one of them.
pub(crate) fn letters(args: Fragment<'_>) -> Vec<Span> {
    let words = parts(args, |char| matches!(char, ' ' | '\t')).into_iter();
    let letters = |word: Span| {
        let word = args.at(word);
        match parse_direction_word(word.text) {
            Ok(("", _)) => vec![word.span()],
            _ => word.characters().map(|letter| letter.span()).collect(),
        }
    };
    words.flat_map(letters).collect()
}

/// Marks each run of digits (with a sign) in a stretch of text as a number.
pub(crate) fn digits(text: Fragment<'_>, marks: &mut impl Extend<Mark>) {
    let bytes = text.text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let from = at;
        if bytes[at] == b'-' || bytes[at] == b'+' {
            at += 1;
        }
        let first = at;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        if at > first {
            marks.extend([Mark::new(text.part(from..at).span(), Part::Number)]);
        } else {
            at = from + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_marked_by_their_form() {
        let text = "A to (1, 12); B right -3";
        let marks = arguments(Usage::from("play"), Fragment { text, start: 0 });
        let seen: Vec<_> = marks.iter().map(|mark| &text[mark.span.range()]).collect();
        assert_eq!(seen, ["1", "12", "-3"]);
        let cells: Vec<_> = marks.iter().map(|mark| mark.cell).collect();
        let place = Some(Coordinate { row: 1, column: 12 });
        assert_eq!(cells, [place, place, None]);
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(some(["1", "2", "3"].map(String::from).into_iter(), 2), "1 2 and 1 more");
    }
}
