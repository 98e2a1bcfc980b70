//! Guesses at the intended form of a line: changes after which the line has a form.

use std::ops::Range;

use nom::Offset;

use super::{Fragment, Habit};
use crate::diag::Applicability::Guess;
use crate::diag::{Edit, Fix, nearest};

/// The longest line, in bytes, that [`form_fix`] tries to fix: the effort grows with the square.
const LONGEST: usize = 120;

/// Returns the fix that puts spaces in the place of commas and semicolons between moves, if the
/// result `holds`.
pub(crate) fn spaces_fix(moves: Fragment<'_>, holds: impl Fn(&str) -> bool) -> Option<Fix> {
    let signs = |char: char| Habit::Between.is(char);
    if !moves.text.contains(signs) || !holds(&Habit::Between.replaced(moves.text)) {
        return None;
    }
    let edit = |(at, _): (usize, &str)| {
        let apart = moves.text[at + 1..].starts_with([' ', '\t']) || at + 1 == moves.text.len();
        let text = String::from(if apart { "" } else { " " });
        Edit { span: moves.part(at..at + 1).span(), text }
    };
    let edits = moves.text.match_indices(signs).map(edit).collect();
    Some(Fix::of(Guess, "Write spaces between the moves", edits))
}

/// Returns the fix for the line that is probably intended: one change (two words exchanged, a
/// keyword corrected or added, a word removed, a character replaced, removed or added) after which
/// the line `holds`.
pub(crate) fn form_fix(
    line: Fragment<'_>,
    keywords: &[&str],
    holds: impl Fn(&str) -> bool,
) -> Option<Fix> {
    if line.text.len() > LONGEST {
        return None;
    }
    let line_fix = semicolons_fix(line, &holds).or_else(|| round_fix(line, &holds));
    line_fix.or_else(|| {
        let words = Words::of(line.text);
        let changes = words.exchanged().chain(words.misspelled(keywords));
        let changes = changes.chain(words.short(keywords, &holds)).chain(words.numbers());
        let changes = changes.chain(words.separated()).chain(words.left_out());
        let changes = changes.chain(words.absent(keywords)).chain(characters(line.text));
        let right = changes.into_iter().find(|change| holds(&change.applied(line.text)))?;
        Some(Fix::new(Guess, right.title, line.part(right.range).span(), right.put))
    })
}

/// Returns the fix that puts semicolons in the place of all commas between moves.
fn semicolons_fix(line: Fragment<'_>, holds: &dyn Fn(&str) -> bool) -> Option<Fix> {
    let text = line.text;
    let depth = |at: usize| text[..at].matches('(').count() > text[..at].matches(')').count();
    let commas = text.match_indices(',').map(|(at, _)| at).filter(|&at| !depth(at));
    let commas: Vec<_> = commas.map(|at| line.part(at..at + 1).span()).collect();
    let (&first, more) = commas.split_first()?;
    let is_comma = |at: usize| commas.iter().any(|span| span.start == line.start + at as u32);
    let other = |(at, char)| if is_comma(at) { ';' } else { char };
    holds(&text.char_indices().map(other).collect::<String>()).then(|| {
        let fix = Fix::new(Guess, "Write `;` between moves", first, ";");
        more.iter().fold(fix, |fix, &place| fix.and(place, ";"))
    })
}

/// Returns the fix that puts round brackets in the place of all others.
fn round_fix(line: Fragment<'_>, holds: &dyn Fn(&str) -> bool) -> Option<Fix> {
    let text = line.text;
    Habit::Open.find(text)?;
    if !holds(&Habit::Close.replaced(&Habit::Open.replaced(text))) {
        return None;
    }
    let sign = |char: char| Habit::Open.is(char) || Habit::Close.is(char);
    let edits = text.match_indices(sign).filter_map(|(at, sign)| {
        let right = Habit::Open.right(sign).or_else(|| Habit::Close.right(sign))?;
        Some(Edit { span: line.part(at..at + 1).span(), text: right.to_owned() })
    });
    Some(Fix::of(Guess, "Write round brackets", edits.collect()))
}

/// A change of a line.
struct Change {
    title: String,
    range: Range<usize>,
    put: String,
}

impl Change {
    fn new(title: impl Into<String>, range: Range<usize>, put: impl Into<String>) -> Self {
        Self { title: title.into(), range, put: put.into() }
    }

    /// Returns the text after the change.
    fn applied(&self, text: &str) -> String {
        let mut text = text.to_owned();
        text.replace_range(self.range.clone(), &self.put);
        text
    }
}

/// A line with the places of its words.
struct Words<'a> {
    text: &'a str,
    places: Vec<Range<usize>>,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let words = text.split([' ', '\t']).filter(|word| !word.is_empty());
        let places = words.map(|word| text.offset(word)..text.offset(word) + word.len()).collect();
        Self { text, places }
    }

    fn get(&self, at: usize) -> &'a str {
        &self.text[self.places[at].clone()]
    }

    /// Returns the words with their places.
    fn with_places(&self) -> impl Iterator<Item = (&'a str, &Range<usize>)> {
        self.places.iter().map(|place| (&self.text[place.clone()], place))
    }

    /// Returns the changes that exchange two words.
    fn exchanged(&self) -> impl Iterator<Item = Change> {
        self.places.windows(2).map(|pair| {
            let left = &self.text[pair[0].clone()];
            let right = &self.text[pair[1].clone()];
            let swapped = [right, &self.text[pair[0].end..pair[1].start], left].concat();
            let title = format!("Exchange `{left}` and `{right}`");
            Change::new(title, pair[0].start..pair[1].end, swapped)
        })
    }

    /// Returns the changes that correct a misspelled keyword.
    fn misspelled(&self, keywords: &[&str]) -> impl Iterator<Item = Change> {
        self.with_places().filter_map(|(word, place)| {
            let near = nearest(word, keywords.iter().copied())?;
            Some(Change::new(format!("Write `{near}`"), place.clone(), near))
        })
    }

    /// Returns the changes that replace a short word by the only keyword that fits there.
    fn short(
        &self,
        keywords: &[&str],
        holds: &dyn Fn(&str) -> bool,
    ) -> impl Iterator<Item = Change> {
        let short = |word: &str| word.len() <= 2 && !word.contains(['(', ')', ',', ';']);
        self.with_places().filter(move |(word, _)| short(word)).filter_map(|(_, place)| {
            let put =
                |keyword: &&str| Change::new(format!("Write `{keyword}`"), place.clone(), *keyword);
            let mut fits =
                keywords.iter().map(put).filter(|change| holds(&change.applied(self.text)));
            fits.next().filter(|_| fits.next().is_none())
        })
    }

    /// Returns the changes that put brackets around a place.
    fn numbers(&self) -> impl Iterator<Item = Change> {
        let number = |word: &str| word.parse::<i64>().is_ok();
        self.with_places().enumerate().filter_map(move |(at, (word, place))| {
            if word.contains(',') {
                let put = format!("({word})");
                return Some(Change::new(format!("Write `{put}`"), place.clone(), put));
            }
            let before = self.get(at.checked_sub(1)?);
            let put = format!("({before},{word})");
            let range = self.places[at - 1].start..place.end;
            (number(before) && number(word))
                .then(|| Change::new(format!("Write `{put}`"), range, put))
        })
    }

    /// Returns the changes that add a semicolon after a word.
    fn separated(&self) -> impl Iterator<Item = Change> {
        let before_last = self.places.split_last().map_or(&[][..], |(_, before)| before);
        before_last.iter().map(|place| Change::new("Add `;`", place.end..place.end, ";"))
    }

    /// Returns the changes that remove a word.
    fn left_out(&self) -> impl Iterator<Item = Change> {
        let ends = self.places.iter().skip(1).map(|next| next.start).chain([self.text.len()]);
        self.with_places().zip(ends).map(|((word, place), end)| {
            Change::new(format!("Remove `{word}`"), place.start..end, "")
        })
    }

    /// Returns the changes that add a missing keyword.
    fn absent(&self, keywords: &[&str]) -> impl Iterator<Item = Change> {
        let like = |word: &str, keyword: &str| {
            word == keyword || word.len() > 2 && nearest(word, [keyword]).is_some()
        };
        let absent =
            move |keyword: &&&str| !self.with_places().any(|(word, _)| like(word, keyword));
        keywords.iter().filter(absent).flat_map(|keyword| {
            let title = format!("Add `{keyword}`");
            let before = self.places.iter().map(move |next| (next.start, format!("{keyword} ")));
            let end = (self.text.len(), format!(" {keyword}"));
            before.chain([end]).map(move |(at, put)| Change::new(title.clone(), at..at, put))
        })
    }
}

/// Returns the changes that remove, add or replace a character.
fn characters(text: &str) -> impl Iterator<Item = Change> {
    const SIGNS: [&str; 6] = [" ", "(", ",", ")", ":", ";"];
    let name = |sign: &str| if sign == " " { String::from("a space") } else { format!("`{sign}`") };
    let chars = || text.char_indices().map(|(at, char)| (at..at + char.len_utf8(), char));
    let pairs = move || chars().flat_map(|entry| SIGNS.map(|sign| (entry.clone(), sign)));
    // Without the sign between two numbers they would be one.
    let joins = |range: &Range<usize>| {
        text[..range.start].ends_with(|char: char| char.is_ascii_digit())
            && text[range.end..].starts_with(|char: char| char.is_ascii_digit())
    };
    let removed = chars().filter(move |(range, _)| !joins(range));
    let removed = removed.map(|(range, char)| Change::new(format!("Remove `{char}`"), range, ""));
    let added = pairs().map(move |((range, _), sign)| {
        Change::new(format!("Add {}", name(sign)), range.start..range.start, sign)
    });
    let replaced = pairs().map(move |((range, char), sign)| {
        Change::new(format!("Replace `{char}` by {}", name(sign)), range, sign)
    });
    let closed = Change::new("Add `)`", text.len()..text.len(), ")");
    removed.chain(added).chain(replaced).chain([closed])
}
