//! The text of automata: the shape of bodies and commands, and trees and paths.
//!
//! The grammar is `grammar/automaton.ebnf`; each production has its `parse_` function here. Those
//! for trees are the definition; large texts go through [`tree::read_sound`], which is tested
//! against them, and what is wrong with others is found by [`faults::find`].

#[cfg(target_arch = "x86_64")]
mod avx2;
pub mod faults;
mod scan;
mod sound;
pub mod tree;

use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::char;
use nom::combinator::value;
use nom::error::{Error, ErrorKind};
use nom::sequence::delimited;
use nom::{IResult, Parser};

use super::blame;
use super::layout::Turn;
use super::reference::PlainTree;
use crate::diag::{Sink, clip, nearest};
use crate::kind::{Body, Verb};
use crate::syntax::codes as shared;
use crate::syntax::{Args, Cut, Fragment, Line, parse_integer, uncommented};
use crate::text::Span;

/// `node = "X" | "."`: whether it is live.
///
/// # Errors
/// At anything else.
pub fn parse_node(input: &str) -> IResult<&str, bool> {
    alt((value(true, char('X')), value(false, char('.')))).parse(input)
}

/// `tree = node | "(" tree node tree ")"`, with blanks and line ends between the symbols.
/// This is the definition, plain and slow; it does not recurse.
///
/// # Errors
/// Where the text is not a tree.
pub fn parse_tree(input: &str) -> IResult<&str, PlainTree> {
    let wrong = |at| nom::Err::Error(Error::new(at, ErrorKind::Verify));
    let gap = |at| {
        take_while(|char| " \t\r\n".contains(char)).parse(at).map(|(rest, _): (&str, &str)| rest)
    };
    let mut tree = PlainTree::default();
    // What is open: nothing yet, or the left child and the state.
    let mut open: Vec<Option<(u32, bool)>> = Vec::new();
    let mut rest = input;
    loop {
        while let Ok((after, _)) = char::<_, Error<&str>>('(').parse(rest) {
            open.push(None);
            rest = gap(after)?;
        }
        let (after, live) = parse_node(rest)?;
        rest = after;
        let mut whole = tree.leaf(live);
        loop {
            let Some(top) = open.last_mut() else {
                tree.root = whole;
                return Ok((rest, tree));
            };
            if let Some((left, live)) = *top {
                let (after, _) = char(')').parse(gap(rest)?)?;
                rest = after;
                whole = tree.join(left, live, whole);
                open.pop();
            } else {
                let (after, live) = parse_node(gap(rest)?).map_err(|_| wrong(rest))?;
                *top = Some((whole, live));
                rest = gap(after)?;
                break;
            }
        }
    }
}

/// `path = "[" { "<" | ">" } "]"`, from the root down.
///
/// # Errors
/// Where the text is not a path.
pub fn parse_path(input: &str) -> IResult<&str, Vec<Turn>> {
    delimited(char('['), take_while(|char| char == '<' || char == '>'), char(']'))
        .map(|steps: &str| {
            steps.bytes().map(|step| if step == b'<' { Turn::Left } else { Turn::Right }).collect()
        })
        .parse(input)
}

/// A path with its place; step `i` stands `i + 1` bytes after its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The steps from the root.
    pub turns: Vec<Turn>,
    /// The place of the path, brackets included.
    pub span: Span,
}

/// A command of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// `t PATH`, and the place of the time; `PATH` is `0 PATH`.
    Query(i64, Span, Path),
    /// `at PATH`
    At(Path),
    /// `step [N]`
    Step(u64),
    /// `rule [N]`: the number as written, and its place.
    Rule(Option<(String, Span)>),
    /// `table`
    Table,
    /// `neighbours PATH`
    Neighbours(Path),
    /// `history [N]`
    History(u64),
    /// `cycle`
    Cycle,
    /// `when PATH = NODE`
    When(Path, bool),
    /// `predecessors`
    Predecessors,
    /// `predecessor`
    Predecessor,
}

/// Generations that `history` shows when it is not told how many.
const HISTORY: u64 = 10;

/// `automaton-command`: the arguments of `verb`. Pushes what is malformed.
pub fn parse_automaton_command(verb: &Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
    match verb.name {
        "step" => args.expect_count(1, sink).map(Call::Step),
        "history" => args.expect_count(HISTORY, sink).map(Call::History),
        "at" | "neighbours" => {
            let path = expect_path(args, sink)?;
            args.expect_end(sink)
                .then(|| if verb.name == "at" { Call::At(path) } else { Call::Neighbours(path) })
        }
        "when" => expect_condition(args, sink),
        "rule" => {
            let Some(word) = args.word() else { return Some(Call::Rule(None)) };
            if !expect_rule(word, sink) {
                return None;
            }
            args.expect_end(sink).then(|| Call::Rule(Some((word.text.to_owned(), word.span()))))
        }
        "table" => args.expect_end(sink).then_some(Call::Table),
        "cycle" => args.expect_end(sink).then_some(Call::Cycle),
        "predecessors" => args.expect_end(sink).then_some(Call::Predecessors),
        "predecessor" => args.expect_end(sink).then_some(Call::Predecessor),
        _ => {
            // A path alone asks about the current generation.
            let path = args.peek().filter(|word| word.text.starts_with('['));
            let (time, place) = match path {
                Some(path) => (0, path.span()),
                None => (args.expect_integer("a number of generations", sink)?, args.before()),
            };
            let path = expect_path(args, sink)?;
            args.expect_end(sink).then_some(Call::Query(time, place, path))
        }
    }
}

/// Whether the word looks like the number of a rule; its range is a matter of meaning.
fn expect_rule(word: Fragment<'_>, sink: &mut Sink) -> bool {
    let sound = matches!(parse_integer(word.text), Ok(("", _)));
    if !sound {
        let found = clip(word.text);
        let what = "the number of a rule, 0 to 65535";
        sink.push(shared::bad_argument(word.span(), &found, what, "rule N"));
    }
    sound
}

fn expect_path(args: &mut Args<'_>, sink: &mut Sink) -> Option<Path> {
    let word = args.expect_word("a path such as `[<>]`", sink)?;
    match parse_path(word.text) {
        Ok(("", turns)) => Some(Path { turns, span: word.span() }),
        _ => {
            sink.push(blame::bad_path(word));
            None
        }
    }
}

/// `PATH = NODE`, with or without blanks around the sign.
fn expect_condition(args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
    let usage = args.usage();
    let rest = args.rest();
    let length = rest
        .text
        .find(']')
        .map_or_else(|| rest.text.find([' ', '\t', '=']).unwrap_or(rest.text.len()), |end| end + 1);
    if length == 0 {
        args.reject("a path such as `[<>]`", sink);
        return None;
    }
    let word = rest.part(0..length);
    let Ok(("", turns)) = parse_path(word.text) else {
        sink.push(blame::bad_path(word));
        return None;
    };
    args.take_rest();
    let path = Path { turns, span: word.span() };
    let mut args = Args::new(rest.part(length..rest.text.len()), path.span, usage);
    let Some(sign) = args.rest().text.strip_prefix('=') else {
        args.reject("`=` and the state", sink);
        return None;
    };
    let sign_at = args.rest().start;
    let after = Fragment { text: sign, start: sign_at + 1 };
    let mut args = Args::new(after, Span::new(sign_at, sign_at + 1), usage);
    let state = args.expect_word("the state, `X` or `.`,", sink)?;
    let Ok(("", live)) = parse_node(state.text) else {
        let found = clip(state.text);
        sink.push(shared::bad_argument(state.span(), &found, "a state, `X` or `.`", usage));
        return None;
    };
    args.expect_end(sink).then_some(Call::When(path, live))
}

/// The parts of a body as they are written.
#[derive(Clone, Debug, Default)]
pub struct Shape<'a> {
    /// The number of the rule.
    pub rule: Option<Fragment<'a>>,
    /// The text of the tree, which may take several lines.
    pub tree: Option<Fragment<'a>>,
    /// The number of queries (verbatim bodies).
    pub count: Option<Fragment<'a>>,
    /// The queries (verbatim bodies).
    pub queries: Vec<Fragment<'a>>,
    /// Whether the body is verbatim.
    pub verbatim: bool,
}

/// The lines of a text with their places, without comments and outer blanks; blank ones left out.
pub(super) struct Lines<'a> {
    rest: Fragment<'a>,
    /// The rows of a body on one line, in place of the rest.
    cut: Option<std::vec::IntoIter<Line<'a>>>,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Fragment<'a>;

    fn next(&mut self) -> Option<Fragment<'a>> {
        if let Some(rows) = &mut self.cut {
            return rows.next().map(|row| Fragment { text: row.text, start: row.start });
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
    /// them. A tree of a token a line would cost ten times as much line by line.
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

/// The lines of a body, see [`Lines`]. On one line each keyword begins a part.
pub(super) fn lines<'a>(body: &Body<'a>) -> Lines<'a> {
    let rest = Fragment::of(body.source, body.span);
    let one = !body.raw && memchr::memchr2(b'\n', b'\r', rest.text.as_bytes()).is_none();
    let cut = |word: &str| {
        // The tree may touch its keyword.
        let word = word.split('(').next().unwrap_or_default();
        if KEYWORDS.contains(&word) { Cut::Before } else { Cut::No }
    };
    Lines { rest, cut: one.then(|| body.parts(cut).into_iter()) }
}

/// Whether a line begins with a number.
pub(super) fn starts_number(text: &str) -> bool {
    text.starts_with(|char: char| char.is_ascii_digit() || char == '-' || char == '+')
}

/// `automaton-body`, verbatim (rule, tree, number of queries, queries) or keyed (`rule`, `tree`).
/// Gives what is there and pushes what has no place in it; what the parts mean does not matter here.
pub fn parse_automaton_body<'a>(body: &Body<'a>, sink: &mut Sink) -> Shape<'a> {
    match lines(body).next() {
        Some(line) if !is_keyed(line.text) => verbatim_body(body, sink),
        _ => keyed_body(body, sink),
    }
}

/// Whether a body with this first line is keyed.
pub(super) fn is_keyed(first: &str) -> bool {
    first.starts_with(|char: char| char.is_ascii_alphabetic() && char != 'X')
}

/// Whether a word that is not a keyword was meant for one, so that it ends the tree.
pub(super) fn starts_part(word: &str) -> bool {
    word.starts_with(|char: char| char.is_ascii_lowercase() && char != 'x')
}

fn verbatim_body<'a>(body: &Body<'a>, sink: &mut Sink) -> Shape<'a> {
    let mut shape = Shape { verbatim: true, ..Shape::default() };
    let mut ruled = false;
    let mut lines = lines(body);
    while let Some(line) = lines.next() {
        let number = starts_number(line.text);
        if !ruled && shape.tree.is_none() && number {
            ruled = true;
            // The tree may begin on the same line.
            let length = line.text.find([' ', '\t', '(']).unwrap_or(line.text.len());
            let word = line.part(0..length);
            if expect_rule(word, sink) {
                shape.rule = Some(word);
            }
            let rest = line.part(length..line.text.len());
            let blanks = rest.text.len() - rest.text.trim_start_matches([' ', '\t']).len();
            if blanks < rest.text.len() {
                shape.tree = Some(rest.part(blanks..rest.text.len()));
            }
        } else if shape.count.is_some() {
            shape.queries.push(line);
        } else if number {
            let mut args = Args::new(line, Span::at(line.start), "NUMBER OF QUERIES");
            if let Some(word) = args.word() {
                if !matches!(parse_integer(word.text), Ok(("", _))) {
                    let found = clip(word.text);
                    sink.push(shared::bad_argument(
                        word.span(),
                        &found,
                        "the number of queries",
                        "a number",
                    ));
                }
                shape.count = Some(word);
                args.expect_end(sink);
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
    if !ruled {
        sink.push(blame::missing_part(body.name, "rule"));
    }
    if shape.tree.is_none() {
        sink.push(blame::missing_part(shape.rule.map_or(body.name, |rule| rule.span()), "tree"));
    }
    let role = crate::kind::Role::Change;
    let verb = Verb { name: "query", role, usage: "t PATH", summary: "", example: "" };
    for query in &shape.queries {
        let mut args = Args::new(*query, Span::at(query.start), verb.usage);
        if query.text.starts_with('[') {
            args.expect_integer("a number of generations", sink); // only commands may leave it out
        } else {
            parse_automaton_command(&verb, &mut args, sink);
        }
    }
    shape
}

/// The words that begin a part of a keyed body.
pub(super) const KEYWORDS: [&str; 2] = ["rule", "tree"];

fn keyed_body<'a>(body: &Body<'a>, sink: &mut Sink) -> Shape<'a> {
    let mut shape = Shape::default();
    let mut in_tree = false;
    let mut seen: [Option<Span>; 2] = [None; 2];
    let mut unknown = Vec::new();
    let mut in_unknown = false;
    let mut lines = lines(body);
    while let Some(line) = lines.next() {
        let length = line.text.find([' ', '\t', '(']).unwrap_or(line.text.len());
        let word = line.part(0..length);
        let Some(which) = KEYWORDS.iter().position(|&keyword| keyword == word.text) else {
            let keyed = starts_part(word.text);
            if in_tree && !keyed {
                let start = shape.tree.map_or(line.start, |tree| tree.start);
                let end = lines.skip_tree().unwrap_or(line.span().end);
                shape.tree = Some(Fragment::of(body.source, Span::new(start, end)));
            } else if keyed || !in_unknown {
                unknown.push(word);
                in_tree = false;
                in_unknown = true;
            }
            continue;
        };
        in_tree = which == 1;
        in_unknown = false;
        let mut args = Args::new(
            line.part(length..line.text.len()),
            word.span(),
            ["rule N", "tree TREE"][which],
        );
        if let Some(first) = seen[which] {
            sink.push(blame::duplicate_part(word, first));
            in_tree = false;
            continue;
        }
        seen[which] = Some(word.span());
        if which == 1 {
            let rest = args.take_rest();
            shape.tree = (!rest.text.is_empty()).then_some(rest);
        } else if let Some(number) = args.expect_word("the number of the rule", sink)
            && expect_rule(number, sink)
            && args.expect_end(sink)
        {
            shape.rule = Some(number);
        }
    }
    let mut missing: Vec<_> =
        KEYWORDS.into_iter().zip(seen).filter(|(_, place)| place.is_none()).collect();
    for word in unknown {
        // A misspelt part is the missing one: one fault, said once.
        let meant = nearest(word.text, missing.iter().map(|(keyword, _)| *keyword));
        sink.push(blame::unknown_part(word, meant));
        missing.retain(|(keyword, _)| Some(*keyword) != meant);
    }
    for (keyword, _) in missing {
        sink.push(blame::missing_part(body.name, keyword));
    }
    if let (Some(place), None) = (seen[1], &shape.tree) {
        sink.push(blame::missing_part(place, "tree"));
    }
    shape
}

/// How many of the lines after the `{` of a body without `}` belong to it: `rule N` where the body
/// has no rule yet, and as many queries as a verbatim body announces.
pub(super) fn extent(
    lines: &mut dyn Iterator<Item = &str>,
    command: impl Fn(&str) -> bool,
) -> usize {
    let mut count = 0;
    let (mut keyed, mut ruled, mut tree) = (false, false, false);
    let mut queries: Option<usize> = None;
    for line in lines {
        let number = starts_number(line);
        keyed = if count == 0 { is_keyed(line) } else { keyed };
        let word = line.split([' ', '\t', '(']).next().unwrap_or_default();
        if keyed && word == "rule" && !ruled {
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

#[cfg(test)]
mod tests;
