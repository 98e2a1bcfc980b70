//! One fault, one diagnostic: makes one change in a shipped example, over and over, and holds what
//! share of the files that become wrong get exactly one diagnostic, are blamed at the changed line
//! (by the place of a diagnostic, or also by its related places and its fixes), and are made right by
//! the first fix. `cargo test --test it one_fault:: -- --nocapture` prints the
//! shares per change and per kind, and the codes of what falls short with an example of each.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::common::{Random, diagnostics, right_examples, shown_path};
use puzzled::diag::{Diagnostic, Severity};
use puzzled::kinds::KINDS;
use puzzled::syntax::uncommented;
use puzzled::text::{Source, Span};

/// A change of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    DeleteCharacter,
    InsertCharacter,
    ReplaceCharacter,
    DoubleCharacter,
    DropToken,
    SwapTokens,
    DoubleToken,
    DropLine,
    DoubleLine,
    SwapLines,
    DropBrace,
}

use Change::*;

pub const CHANGES: [Change; 11] = [
    DeleteCharacter,
    InsertCharacter,
    ReplaceCharacter,
    DoubleCharacter,
    DropToken,
    SwapTokens,
    DoubleToken,
    DropLine,
    DoubleLine,
    SwapLines,
    DropBrace,
];

/// Changes of each sort in the examples of each kind.
const ROUNDS: usize = 60;

/// The least shares, in percent: one diagnostic, the right line, a first fix that repairs, a place on
/// the right line. Wanted are 95, 98, 60 and 92; raise these when more is reached.
const LEAST: [f64; 4] = [94.0, 98.0, 60.0, 92.0];

/// The thresholds for games of PuzzleScript. They are lower, because a fault is reported on every line on which
/// PuzzleScript itself reports it.
const LEAST_OF_GAMES: [f64; 4] = [55.0, 90.0, 40.0, 85.0];

/// Characters that people type by mistake.
const KEYS: &str = "abcdefghijklmnopqrstuvwxyzABGSTX0123456789..,,::;#*?_-+=/()[]<>";

/// A text with one change in it.
pub struct Damaged {
    pub text: String,
    /// The lines that the change touches, counted in the damaged text.
    lines: std::ops::RangeInclusive<usize>,
}

/// Four facts about the diagnostics of a damaged text: there is only one, it points at the damage, it
/// repairs the damage, and its place is at the damage.
type Verdict = [bool; 4];

/// Returns the stretches of a text that are code, one per line that holds some: without comments
/// and blank lines.
fn code(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = uncommented(line).0.trim_end();
        let blanks = code.len() - code.trim_start().len();
        if blanks < code.len() {
            spans.push(Span::new((start + blanks) as u32, (start + code.len()) as u32));
        }
        start += line.len();
    }
    spans
}

/// Returns the number of the line that holds an offset.
fn line_of(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].bytes().filter(|&byte| byte == b'\n').count()
}

/// Returns the start and end of the line that holds an offset, with its line end.
fn whole_line(text: &str, at: usize) -> (usize, usize) {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    (start, end)
}

/// Returns the places of the words of a stretch of code.
fn tokens(text: &str, span: Span) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = span.start as usize;
    for word in text[span.range()].split([' ', '\t']) {
        if !word.is_empty() {
            words.push((start, start + word.len()));
        }
        start += word.len() + 1;
    }
    words
}

/// Makes one change; `None` if there is nothing to change in the place that was drawn.
pub fn damage(text: &str, change: Change, random: &mut Random) -> Option<Damaged> {
    let code = code(text);
    let which = random.below(code.len());
    let span = code[which];
    let start = span.start as usize;
    let end = span.end as usize;
    let at = start + random.below(end - start);
    let length = text[at..].chars().next()?.len_utf8();
    if !text.is_char_boundary(at) {
        return None;
    }
    let replaced = |from: usize, to: usize, with: &str| {
        let line = line_of(text, from);
        let text = [&text[..from], with, &text[to..]].concat();
        // A line that has gone, or on which nothing is left, can only be missed by its neighbors.
        let lines: Vec<_> = text.lines().map(|line| uncommented(line).0.trim()).collect();
        if !lines.get(line).is_some_and(|code| code.is_empty()) {
            return Some(Damaged { text, lines: line..=line });
        }
        let first = (0..line).rev().find(|&line| !lines[line].is_empty());
        let last = (line..lines.len()).find(|&line| !lines[line].is_empty());
        let lines = first.unwrap_or(line)..=last.unwrap_or(line);
        Some(Damaged { text, lines })
    };

    let key = random.below(KEYS.len());
    let key = &KEYS[key..=key];
    let words = tokens(text, span);
    let word = random.below(words.len());
    let (from, to) = words[word];

    match change {
        DeleteCharacter => replaced(at, at + length, ""),
        InsertCharacter => replaced(at, at, key),
        ReplaceCharacter => replaced(at, at + length, key),
        DoubleCharacter => replaced(at, at, &text[at..at + length]),
        DropToken => replaced(from, (to + 1).min(end), ""),
        DoubleToken => replaced(from, from, &format!("{} ", &text[from..to])),
        SwapTokens => {
            let &(next, stop) = words.get(word + 1)?;
            let swapped = [&text[next..stop], &text[to..next], &text[from..to]].concat();
            replaced(from, stop, &swapped)
        }
        DropLine => {
            let (from, to) = whole_line(text, start);
            let mut damaged = replaced(from, to, "\n")?;
            damaged.text.remove(from);
            damaged.lines = *damaged.lines.start()..=damaged.lines.end().saturating_sub(1);
            Some(damaged)
        }
        DoubleLine => {
            let (from, to) = whole_line(text, start);
            let mut damaged = replaced(from, from, &text[from..to])?;
            let line = *damaged.lines.start();
            damaged.lines = line..=line + 1;
            Some(damaged)
        }
        SwapLines => {
            let next = code.get(which + 1)?;
            let (from, to) = whole_line(text, start);
            let (next, stop) = whole_line(text, next.start as usize);
            let swapped = [&text[next..stop], &text[to..next], &text[from..to]].concat();
            let mut damaged = replaced(from, stop, &swapped)?;
            damaged.lines = *damaged.lines.start()..=line_of(text, next);
            Some(damaged)
        }
        DropBrace => {
            let braces: Vec<_> = code
                .iter()
                .flat_map(|span| span.range())
                .filter(|&at| matches!(text.as_bytes()[at], b'{' | b'}'))
                .collect();
            let at = *braces.get(random.below(braces.len()))?;
            replaced(at, at + 1, "")
        }
    }
}

/// Returns how many characters other than spaces must change between two texts.
fn distance(left: &str, right: &str) -> usize {
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let left = dense(left);
    let right = dense(right);
    let mut left = left.as_bytes();
    let mut right = right.as_bytes();

    let prefix = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    left = &left[prefix..];
    right = &right[prefix..];
    let suffix = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    left = &left[..left.len() - suffix];
    right = &right[..right.len() - suffix];
    strsim::generic_levenshtein(&Bytes(left), &Bytes(right))
}

struct Bytes<'a>(&'a [u8]);

impl<'a> IntoIterator for &Bytes<'a> {
    type Item = u8;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, u8>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

fn check(text: &str) -> Vec<Diagnostic> {
    diagnostics(&Source::new("one-fault.puzzle", text), "check")
}

fn has_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
}

/// Returns whether the first fix makes the text right, and differs from the undamaged text by no
/// more than the damage did: taking the statement out is not a repair.
fn repairs(original: &str, damaged: &str, diagnostics: &[Diagnostic]) -> bool {
    let Some(fix) = diagnostics.first().and_then(|diagnostic| diagnostic.fixes.first()) else {
        return false;
    };
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    let mut text = damaged.to_owned();
    for edit in edits {
        text.replace_range(edit.span.range(), &edit.text);
    }
    let least = distance(original, damaged).max(1);
    distance(original, &text) <= least && !has_error(&check(&text))
}

fn judge(original: &str, damaged: &Damaged, diagnostics: &[Diagnostic]) -> Verdict {
    let text = &damaged.text;
    let touches = |span: Span| {
        let last = (span.end as usize).saturating_sub(1).max(span.start as usize);
        let first = line_of(text, span.start as usize);
        let last = line_of(text, last);
        first <= *damaged.lines.end() && last >= *damaged.lines.start()
    };
    let stands = diagnostics.iter().any(|diagnostic| touches(diagnostic.span));
    let points = diagnostics.iter().any(|diagnostic| {
        touches(diagnostic.span)
            || diagnostic.related.iter().any(|label| touches(label.span))
            || diagnostic.fixes.iter().flat_map(|fix| &fix.edits).any(|edit| touches(edit.span))
    });
    [diagnostics.len() == 1, points, repairs(original, text, diagnostics), stands]
}

/// The number of damaged texts, and of those that pass each judgment.
#[derive(Default)]
struct Tally {
    damaged: usize,
    hold: [usize; 4],
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        self.damaged += 1;
        for (count, holds) in self.hold.iter_mut().zip(verdict) {
            *count += usize::from(holds);
        }
    }

    fn shares(&self) -> [f64; 4] {
        self.hold.map(|count| 100.0 * count as f64 / self.damaged.max(1) as f64)
    }

    fn row(&self, name: &str) -> String {
        let [single, line, fix, place] = self.shares();
        let damaged = self.damaged;
        format!("{name:<18} {damaged:>6} {single:>7.1} {line:>7.1} {fix:>7.1} {place:>7.1}")
    }
}

/// The shortfalls of one sort: how often, and the first example.
type Short = BTreeMap<(usize, String), (usize, String)>;

#[test]
fn one_fault_gives_one_diagnostic() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    let mut by_change = BTreeMap::new();
    let mut by_kind = BTreeMap::new();
    let mut total = Tally::default();
    let mut games = Tally::default();
    let mut short = Short::new();
    let mut examples = BTreeMap::<String, Vec<PathBuf>>::new();
    for path in right_examples() {
        let shown = shown_path(&path);
        let kind = shown.split('/').nth(1).unwrap_or_default().to_owned();
        examples.entry(kind).or_default().push(path);
    }
    let samples = examples.iter().flat_map(|(kind, paths)| {
        let rounds = ROUNDS.div_ceil(paths.len());
        paths.iter().map(move |path| (kind, path, rounds))
    });

    for (kind, path, rounds) in samples {
        let original = std::fs::read_to_string(path).expect("an example can be read");
        let before = check(&original);
        assert!(!has_error(&before), "{} is not right", path.display());
        for (change, _) in
            CHANGES.iter().flat_map(|change| (0..rounds).map(move |round| (change, round)))
        {
            let Some(damaged) = damage(&original, *change, &mut random) else { continue };
            let mut diagnostics = check(&damaged.text);
            // Some examples show warnings.
            diagnostics.retain(|new| !before.iter().any(|old| old.message == new.message));
            if !has_error(&diagnostics) {
                continue;
            }
            let verdict = judge(&original, &damaged, &diagnostics);
            by_change.entry(format!("{change:?}")).or_insert_with(Tally::default).add(verdict);
            by_kind.entry(kind.clone()).or_insert_with(Tally::default).add(verdict);
            let is_whole_text = KINDS.kind(kind).is_some_and(puzzled::puzzle::Info::is_whole_text);
            if is_whole_text {
                games.add(verdict);
            } else {
                total.add(verdict);
            }
            for (judgment, _) in verdict.iter().enumerate().filter(|(_, holds)| !**holds) {
                let codes: Vec<_> =
                    diagnostics.iter().map(|diagnostic| diagnostic.code.path).take(4).collect();
                let key = (judgment, format!("{kind}: {}", codes.join(", ")));
                let entry = short.entry(key).or_insert_with(|| {
                    let line = *damaged.lines.start();
                    let code = damaged.text.lines().nth(line).unwrap_or_default();
                    (0, format!("{change:?} {}:{}: {code}", shown_path(path), line + 1))
                });
                entry.0 += 1;
            }
        }
    }

    println!("{:<18} {:>6} {:>7} {:>7} {:>7} {:>7}", "", "wrong", "one", "line", "fix", "place");
    for (name, tally) in by_change.iter().chain(&by_kind) {
        println!("{}", tally.row(name));
    }
    println!("{}", total.row("all"));
    let mut worst: Vec<_> = short.iter().collect();
    worst.sort_by_key(|((judgment, _), (count, _))| (*judgment, std::cmp::Reverse(*count)));

    let titles = ["several diagnostics", "another line", "no repair", "another place"];
    for (judgment, title) in titles.iter().enumerate() {
        println!("\n{title}");
        for ((_, codes), (count, example)) in
            worst.iter().filter(|((failed, _), _)| *failed == judgment).take(40)
        {
            println!("{count:>4} {codes}\n     {example}");
        }
    }

    assert!(total.damaged > 1_000, "only {} changes made an example wrong", total.damaged);
    for (tally, least, name) in [(&total, LEAST, "all"), (&games, LEAST_OF_GAMES, "games")] {
        for (share, least) in tally.shares().into_iter().zip(least) {
            assert!(share >= least, "{}", tally.row(name));
        }
    }
}
