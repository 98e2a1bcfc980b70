//! The bodies of automata: keyed (`rule`, `tree`), or verbatim in the form of the judge.

use super::super::codes;
use super::super::lower::UNKNOWN;
use super::super::marks::{mark_tree, query};
use super::super::verbs::QUERY;
use super::slips::Slips;
use super::{expect_query, expect_rule, tree};
use crate::diag::{clip, nearest};
use crate::puzzle::marks::{number as number_mark, words};
use crate::puzzle::{Body, Mark, Out, Part};
use crate::syntax::codes as shared;
use crate::syntax::{Args, Cut, Fragment, Line, comment_sign, parse_integer, uncommented};
use crate::text::Span;

/// The parts of a body as they are written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape<'a> {
    /// The number of the rule.
    pub rule: Option<Fragment<'a>>,
    /// The text of the tree, which may take several lines.
    pub tree: Option<Fragment<'a>>,
    /// The number of queries (verbatim bodies).
    pub count: Option<Fragment<'a>>,
    /// The queries (verbatim bodies).
    pub queries: Vec<Fragment<'a>>,
    /// True if the body is verbatim.
    pub verbatim: bool,
    /// The text of a tree that is not used, because a comment splits it or another one follows.
    unused: Option<Fragment<'a>>,
}

/// The lines of a text with their places, without comments and outer spaces; blank lines are left
/// out.
pub(in super::super) struct Lines<'a> {
    rest: Fragment<'a>,
    /// The rows of a body on one line, in place of the rest.
    cut: Option<std::vec::IntoIter<Line<'a>>>,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Fragment<'a>;

    fn next(&mut self) -> Option<Fragment<'a>> {
        if let Some(rows) = &mut self.cut {
            return rows.next().map(Line::trimmed);
        }
        while !self.rest.text.is_empty() {
            let end = memchr::memchr2(b'\n', b'\r', self.rest.text.as_bytes());
            let line = self.rest.part(0..end.unwrap_or(self.rest.text.len()));
            let from = end.map_or(self.rest.text.len(), |end| end + 1);
            self.rest = self.rest.part(from..self.rest.text.len());
            let code = uncommented(line.text).0;
            let blanks = code.len() - code.trim_start_matches([' ', '\t']).len();
            let code = line.part(blanks..code.trim_end_matches([' ', '\t']).len().max(blanks));
            if !code.text.is_empty() {
                return Some(code);
            }
        }
        None
    }
}

impl Lines<'_> {
    /// Goes over the lines that hold nothing but a part of a tree, and gives the end of the last of
    /// them. A tree with one token per line would cost ten times as much line by line.
    fn skip_tree(&mut self) -> Option<u32> {
        if self.cut.is_some() {
            return None;
        }
        let text = self.rest.text.as_bytes();
        let length = tree::extent(text);
        let length = match memchr::memrchr2(b'\n', b'\r', &text[..length]) {
            _ if length == text.len() => length,
            Some(end) => end + 1,
            None => 0,
        };
        let lines = self.rest.part(0..length);
        self.rest = self.rest.part(length..text.len());
        let code = lines.text.trim_end_matches([' ', '\t', '\n', '\r']);
        (!code.is_empty()).then(|| lines.start + code.len() as u32)
    }
}

/// Returns the lines of a part of a body: see [`Lines`].
pub(in super::super) fn lines_of(part: Fragment<'_>) -> Lines<'_> {
    Lines { rest: part, cut: None }
}

/// Returns the lines of a body, see [`Lines`]. On one line each keyword begins a part.
fn lines<'a>(body: &Body<'a>) -> Lines<'a> {
    let rest = Fragment::of(body.source, body.span);
    let is_single_line = !body.raw && memchr::memchr2(b'\n', b'\r', rest.text.as_bytes()).is_none();
    let cut = |word: &str| {
        // The tree may touch its keyword.
        let word = word.split(['(', ':', '=']).next().unwrap_or_default();
        if KEYWORDS.contains(&word) { Cut::Before } else { Cut::No }
    };
    Lines { rest, cut: is_single_line.then(|| body.parts(cut).into_iter()) }
}

/// Returns whether a line begins with a number.
pub(super) fn starts_number(text: &str) -> bool {
    text.starts_with(|char: char| char.is_ascii_digit() || char == '-' || char == '+')
}

/// `automaton-body`, verbatim (rule, tree, number of queries, queries) or keyed (`rule`, `tree`).
/// Gives the parts found and pushes diagnostics of what does not belong; the meaning of the parts
/// does not matter here.
pub(crate) fn expect_automaton_body<'a>(body: &Body<'a>, out: &mut Out<'_>) -> Shape<'a> {
    let shape = match lines(body).find(|line| comment_sign(line.text).is_none()) {
        Some(line) if !is_keyed(line.text) && !names_tree(body, line) => verbatim_body(body, out),
        _ => keyed_body(body, out),
    };
    if let Some(tree) = shape.tree.or(shape.unused) {
        out.mark(|marks| mark_tree(tree, marks));
    }
    shape
}

/// Returns whether a body with this first line is keyed.
fn is_keyed(first: &str) -> bool {
    let word = first.split([' ', '\t']).next().unwrap_or_default();
    first.starts_with(|char: char| char.is_ascii_alphabetic() && char != 'X')
        || (4..=5).contains(&word.len()) && nearest(word, KEYWORDS).is_some()
}

/// Returns whether the second line of a body whose first is a number begins with `tree`: then the
/// first lacks its keyword.
fn names_tree(body: &Body<'_>, first: Fragment<'_>) -> bool {
    let second = if starts_number(first.text) { lines(body).nth(1) } else { None };
    second.is_some_and(|line| line.text.split([' ', '\t', '(']).next() == Some(TREE))
}

/// Returns whether a word is a misspelled keyword, so that it ends the tree.
fn starts_part(word: &str) -> bool {
    // A single letter is a slip of a finger in the tree.
    let mut letters = word.bytes().take(2);
    letters.next().is_some_and(|byte| byte.is_ascii_lowercase() && byte != b'x')
        && letters.next().is_some_and(|byte| byte.is_ascii_lowercase())
}

fn verbatim_body<'a>(body: &Body<'a>, out: &mut Out<'_>) -> Shape<'a> {
    let mut shape = Shape { verbatim: true, ..Shape::default() };
    let mut ruled = false;
    let mut lines = lines(body);
    let mut slips = Slips::default();

    while let Some(line) = lines.next() {
        if slips.comment(line) {
            continue;
        }
        let number = starts_number(line.text);
        if !ruled && shape.tree.is_none() && number {
            ruled = true;
            // The tree may begin on the same line.
            let length = line.text.find([' ', '\t', '(']).unwrap_or(line.text.len());
            let word = line.part(0..length);
            out.mark(|marks| marks.extend(number_mark(word)));
            if expect_rule(word, out) {
                shape.rule = Some(word);
            }
            let rest = line.part(length..line.text.len());
            let blanks = rest.text.len() - rest.text.trim_start_matches([' ', '\t']).len();
            if blanks < rest.text.len() {
                shape.tree = Some(rest.part(blanks..rest.text.len()));
            }
        } else if shape.count.is_some() {
            out.mark(|marks| marks.extend(query(line)));
            shape.queries.push(line);
        } else if number && shape.tree.is_none() {
            out.push(codes::no_tree_here(line, shape.rule));
            out.mark(|marks| marks.extend(std::iter::once(line).chain(lines).flat_map(query)));
            return shape; // the meaning of the lines after it would be a guess
        } else if number && line.text.contains('[') {
            let queries: Vec<_> = std::iter::once(line).chain(lines).collect();
            out.push(codes::no_count_here(line, queries.len()));
            out.mark(|marks| marks.extend(queries.into_iter().flat_map(query)));
            return shape;
        } else if number {
            out.mark(|marks| marks.extend(words(line, number_mark)));
            let mut args = Args::new(line, Span::at(line.start), "NUMBER OF QUERIES");
            if let Some(word) = args.word() {
                if !matches!(parse_integer(word.text), Ok(("", _))) {
                    let clipped = clip(word.text);
                    out.push(shared::bad_argument(
                        word.span(),
                        &clipped,
                        "the number of queries",
                        "a number",
                    ));
                }
                shape.count = Some(word);
                args.expect_end(out);
            }
        } else {
            let start = shape.tree.map_or(line.start, |tree| tree.start);
            let span = Span::new(start, line.span().end);
            shape.tree = Some(Fragment::of(body.source, span));
        }
        if let (Some(tree), None) = (shape.tree, shape.count)
            && let Some(end) = lines.skip_tree()
        {
            shape.tree = Some(Fragment::of(body.source, Span::new(tree.start, end)));
        }
    }

    let split = shape.tree.is_some_and(|tree| slips.splits(tree));
    slips.report(body.source, out);
    if split {
        shape.unused = shape.tree.take();
        return shape;
    }

    if !ruled {
        out.push(codes::missing_part(body.name, RULE, None));
    }
    if shape.tree.is_none() {
        let rule = shape.rule.map(|rule| rule.span());
        out.push(codes::missing_part(body.name, TREE, rule));
    }

    for query in &shape.queries {
        let mut args = Args::new(*query, Span::at(query.start), QUERY.usage());
        if query.text.starts_with('[') {
            args.expect_integer("a number of generations", out); // only commands may leave it out
        } else {
            expect_query(&mut args, out);
        }
    }
    shape
}

/// The words that begin a part of a keyed body.
pub(super) const KEYWORDS: [&str; 2] = [RULE, TREE];

/// The keyword of the line with the rule.
pub(in super::super) const RULE: &str = "rule";

/// The keyword of the line with the tree.
const TREE: &str = "tree";

fn keyed_body<'a>(body: &Body<'a>, out: &mut Out<'_>) -> Shape<'a> {
    let mut shape = Shape::default();
    let mut in_tree = false;
    let mut seen: [Option<Span>; 2] = [None; 2];
    let mut twice = [false; 2];
    let mut unknown = Vec::new();
    let mut in_unknown = false;
    let mut lines = lines(body);
    let mut slips = Slips::default();

    while let Some(line) = lines.next() {
        let line = slips.line(line);
        if line.text.is_empty() {
            continue;
        }
        // A line may begin with the bracket that ends other words.
        let length = line.text.find([' ', '\t', '(']).filter(|&end| end > 0);
        let length = length.or_else(|| line.text.find([' ', '\t'])).unwrap_or(line.text.len());
        let word = line.part(0..length);
        let Some((which, length)) = slips.keyword(line) else {
            let keyed = starts_part(word.text);
            let rest = || &body.source[line.start as usize..body.span.end as usize];
            if in_tree && slips.query(line, rest) {
                continue;
            }
            if in_tree && !keyed {
                let start = shape.tree.map_or(line.start, |tree| tree.start);
                let end = lines.skip_tree().unwrap_or(line.span().end);
                shape.tree = Some(Fragment::of(body.source, Span::new(start, end)));
            } else if seen[1].is_none() && line.text.starts_with('(') {
                out.push(codes::missing_keyword(line));
                in_tree = true;
                in_unknown = false;
                seen[1] = Some(line.span());
                shape.tree = Some(line);
            } else if seen[0].is_none() && matches!(parse_integer(line.text), Ok(("", _))) {
                out.push(codes::missing_rule_keyword(line));
                in_tree = false;
                in_unknown = false;
                seen[0] = Some(line.span());
            } else if keyed || !in_unknown {
                unknown.push(word);
                in_tree = false;
                in_unknown = true;
            }
            continue;
        };
        in_tree = which == 1;
        in_unknown = false;
        let rest = line.part(length..line.text.len());
        out.mark(|marks| {
            marks.push(Mark::new(line.part(0..KEYWORDS[which].len()).span(), Part::Keyword));
            marks.extend((which == 0).then(|| words(rest, number_mark)).into_iter().flatten());
        });
        let mut args = Args::new(rest, word.span(), ["rule N", "tree TREE"][which]);
        if let Some(first) = seen[which] {
            out.push(codes::duplicate_part(word, first));
            if which == 1 {
                // Which of the two is intended would be a guess.
                shape.unused = shape.tree.take().or(shape.unused);
            }
            in_tree = false;
            in_unknown = true;
            twice[which] = true;
            continue;
        }
        seen[which] = Some(word.span());
        if which == 1 {
            let rest = args.take_rest();
            shape.tree = (!rest.text.is_empty()).then_some(rest);
        } else if let Some(number) = args.expect_word("the number of the rule", out)
            && (number.text == UNKNOWN || expect_rule(number, out))
            && args.expect_end(out)
        {
            shape.rule = Some(number);
        }
    }

    if shape.tree.is_some_and(|tree| slips.splits(tree)) {
        shape.unused = shape.tree.take();
        twice[1] = true;
    }
    slips.report(body.source, out);
    report_unknown_and_missing(body, &shape, seen, unknown, out);
    if let (Some(place), None, false) = (seen[1], &shape.tree, twice[1]) {
        out.push(codes::missing_part(place, TREE, None));
    }
    shape
}

/// Reports the words of lines that are not part of an automaton, and the keywords that are missing.
/// `seen` are the places of the keywords.
fn report_unknown_and_missing(
    body: &Body<'_>,
    shape: &Shape<'_>,
    seen: [Option<Span>; 2],
    unknown: Vec<Fragment<'_>>,
    out: &mut Out<'_>,
) {
    let mut missing: Vec<_> =
        KEYWORDS.into_iter().zip(seen).filter(|(_, place)| place.is_none()).collect();
    let alone = unknown.len() == 1 && missing.len() == 1;
    for word in unknown {
        // A misspelled part is the missing one: one fault, reported once.
        let meant = nearest(word.text, missing.iter().map(|(keyword, _)| *keyword));
        out.push(codes::unknown_part(word, meant));
        missing.retain(|(keyword, _)| Some(*keyword) != meant);
        // Lines below a misspelled part belong to it, so that another one may be among them.
        if meant.is_some() || alone {
            missing.clear();
        }
    }

    for (keyword, _) in missing {
        let rule = shape.rule.filter(|_| keyword == TREE).map(|rule| rule.span());
        out.push(codes::missing_part(body.name, keyword, rule));
    }
}

/// Returns how many of the lines after the `{` of a body without `}` belong to it: `rule N` if the
/// body has no rule yet, and as many queries as a verbatim body announces.
pub(in super::super) fn extent(
    lines: &mut dyn Iterator<Item = &str>,
    command: &dyn Fn(&str) -> bool,
) -> usize {
    let mut count = 0;
    let mut keyed = false;
    let mut ruled = false;
    let mut tree = false;
    let mut queries: Option<usize> = None;

    for line in lines {
        let number = starts_number(line);
        keyed = if count == 0 { is_keyed(line) } else { keyed };
        let word = line.split([' ', '\t', '(']).next().unwrap_or_default();
        if keyed && word == RULE && !ruled {
            ruled = true;
        } else if let Some(left) = queries.as_mut().filter(|left| **left > 0) {
            *left -= 1;
        } else if command(line) {
            break;
        } else if !keyed && number && !ruled {
            ruled = true;
            tree = line.contains(['(', 'X', '.']);
        } else if !keyed && number && tree && queries.is_none() {
            queries = Some(line.parse().unwrap_or(0));
        } else {
            tree = true;
        }
        count += 1;
    }
    count
}
