//! The text of automata: the shape of bodies and commands, and trees and paths.
//!
//! The grammar is `grammar/automaton.ebnf`; each production has its `parse_` function here.
//! [`faults::find`] finds the faults of trees that are not well-formed.

mod body;
pub(super) mod faults;
mod join;
mod slips;
mod token;
pub(super) mod tree;

use nom::bytes::complete::take_while;
use nom::character::complete::{char, digit1};
use nom::combinator::{opt, recognize};
use nom::sequence::{delimited, pair, preceded};
use nom::{IResult, Parser};

pub(super) use self::body::{RULE, extent, lines_of};
pub(super) use self::body::{Shape, expect_automaton_body};
use self::token::parse_node;
use super::blame;
use super::codes::{NOT_A_MOVE, spaced_path};
use super::layout::Turn;
use super::premise::Expectation;
use super::verbs::Word;
use crate::diag::{Sink, clip};
use crate::syntax::codes as shared;
use crate::syntax::{
    Args, Counted, Form, Fragment, Given, Number, expected, keyword, list, parse_integer,
};
use crate::text::Span;

/// `path = "[" { "<" | ">" } "]"`, from the root down.
///
/// # Errors
/// Where the text is not a path.
pub(super) fn parse_path(input: &str) -> IResult<&str, Vec<Turn>> {
    delimited(char('['), take_while(|char| char == '<' || char == '>'), char(']'))
        .map(|steps: &str| {
            steps.bytes().map(|step| if step == b'<' { Turn::Left } else { Turn::Right }).collect()
        })
        .parse(input)
}

/// A path with its place; step `i` is `i + 1` bytes after its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// The steps from the root.
    pub turns: Vec<Turn>,
    /// The place of the path, brackets included.
    pub span: Span,
}

/// A command of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// `t PATH`, and the place of the time; `PATH` is `0 PATH`.
    Query(i64, Span, Path),
    /// `at PATH`
    At(Path),
    /// `step [N]`, or the sum of the moves of `play`
    Step(u64),
    /// `rule [N]`: the number as written, and its place.
    Rule(Option<(String, Span)>),
    /// `table`
    Table,
    /// `neighbours PATH`
    Neighbors(Path),
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
    /// `rules [N]`: how many are listed.
    Rules(Option<u64>),
    /// `next-question`
    NextQuestion,
    /// The expectation after a command, which is taken as true.
    Premise(Box<Expectation>),
}

/// Generations that `history` shows by default.
const HISTORY: u64 = 10;

/// `automaton-command`: the command of a verb with these arguments.
pub(super) fn automaton_command(
    word: Word,
    given: &mut Given<'_>,
    sink: &mut Sink,
) -> Option<Call> {
    let args = &mut given.rest;
    Some(match word {
        Word::Step => Call::Step(given.count(1)),
        Word::Play => Call::Step(read_automaton_moves(args, sink)?),
        Word::History => Call::History(given.count(HISTORY)),
        Word::At => Call::At(expect_last_path(args, sink)?),
        Word::Neighbors => Call::Neighbors(expect_last_path(args, sink)?),
        Word::When => expect_condition(args, sink)?,
        Word::Rule => expect_rule_call(args, sink)?,
        Word::Table => Call::Table,
        Word::Cycle => Call::Cycle,
        Word::Predecessors => Call::Predecessors,
        Word::Predecessor => Call::Predecessor,
        Word::Rules => Call::Rules(given.number().map(|_| given.count(0))),
        Word::NextQuestion => Call::NextQuestion,
        Word::Query => expect_query(args, sink)?,
    })
}

/// `query = integer gap path`; a path alone asks about the current generation.
pub(super) fn expect_query(args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
    let path = args.peek().filter(|word| word.text.starts_with('['));
    let (time, place) = match path {
        Some(path) => (0, path.span()),
        None => (args.expect_integer("a number of generations", sink)?, args.before()),
    };
    Some(Call::Query(time, place, expect_last_path(args, sink)?))
}

/// `automaton-move = "step" gap [ "+" ] digit { digit }`: `step 3`. Gives the number.
fn parse_automaton_move(input: &str) -> Form<'_, &str> {
    preceded(keyword(&["step"]), expected("a number", recognize(pair(opt(char('+')), digit1))))
        .parse(input)
}

/// `automaton-moves = automaton-move { blanks ";" blanks automaton-move } [ blanks ";" ]`:
/// `step 1; step 2`.
fn parse_automaton_moves(input: &str) -> Form<'_, Vec<&str>> {
    list(';', parse_automaton_move).parse(input)
}

/// The moves of an automaton.
const MOVES: Counted =
    Counted { keyword: &["step"], usage: "step N", kind: "an automaton", code: &NOT_A_MOVE };

/// Reads moves; gives the sum of their generations, which stays below 2^64.
fn read_automaton_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<u64> {
    let whole = args.rest();
    let steps = MOVES.read(args, parse_automaton_moves, sink)?;
    steps.into_iter().try_fold(0_u64, |sum, text| {
        let mut move_args = Args::new(whole.locate(text), whole.span(), args.usage());
        let most = i128::from(u64::MAX - sum);
        let number = Number { name: "N", meaning: "a number", least: 0, most };
        Some(sum + u64::try_from(move_args.expect_number(&number, sink)?).ok()?)
    })
}

/// Reads `[N]` of `rule`: the number as it is written, with its place.
fn expect_rule_call(args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
    let Some(word) = args.word() else { return Some(Call::Rule(None)) };
    let is_sound = expect_rule(word, sink) && args.expect_end(sink);
    is_sound.then(|| Call::Rule(Some((word.text.to_owned(), word.span()))))
}

/// Returns whether the word looks like the number of a rule; its range is a matter of meaning.
fn expect_rule(word: Fragment<'_>, sink: &mut Sink) -> bool {
    let sound = matches!(parse_integer(word.text), Ok(("", _)));
    if !sound {
        let clipped = clip(word.text);
        let what = "the number of a rule, 0 to 65535";
        sink.push(shared::bad_argument(word.span(), &clipped, what, "rule N"));
    }
    sound
}

fn expect_path(args: &mut Args<'_>, sink: &mut Sink) -> Option<Path> {
    let rest = args.rest();
    let word = args.expect_word("a path such as `[<>]`", sink)?;
    if let Ok(("", turns)) = parse_path(word.text) {
        return Some(Path { turns, span: word.span() });
    }
    // A path with blanks in it.
    let whole = rest.text.find(']').map(|end| rest.part(0..end + 1));
    let whole = whole.map(|whole| (whole, whole.text.replace([' ', '\t'], "")));
    let spaced =
        whole.filter(|(whole, path)| path != whole.text && matches!(parse_path(path), Ok(("", _))));
    sink.push(match spaced {
        Some((whole, path)) => spaced_path(whole.span(), &path),
        None => blame::bad_path(word),
    });
    None
}

/// Reads a path at the end of the arguments.
fn expect_last_path(args: &mut Args<'_>, sink: &mut Sink) -> Option<Path> {
    let path = expect_path(args, sink)?;
    args.expect_end(sink).then_some(path)
}

/// `PATH = NODE`, with or without spaces around the sign.
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
        args.reject("`=` and the state after the path", sink);
        return None;
    };
    let sign_at = args.rest().start;
    let after = Fragment { text: sign, start: sign_at + 1 };
    let mut args = Args::new(after, Span::new(sign_at, sign_at + 1), usage);

    let state = args.expect_word("a state, `X` or `.`", sink)?;
    let Ok(("", live)) = parse_node(state.text) else {
        let clipped = clip(state.text);
        sink.push(shared::bad_argument(state.span(), &clipped, "a state, `X` or `.`", usage));
        return None;
    };
    args.expect_end(sink).then_some(Call::When(path, live))
}

#[cfg(test)]
mod tests;
