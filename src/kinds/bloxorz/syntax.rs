//! The shape of a bloxorz: terrain rows and legend lines, and the arguments of its commands.

use nom::bytes::complete::take_while;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{all_consuming, eof, peek, recognize};
use nom::sequence::{pair, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use super::marks::mark_body;
use super::rules::Roll;
use super::terrain::Effect;
use super::{codes, faults};
use crate::diag::Sink;
use crate::puzzle::moves::expect_letters;
use crate::puzzle::{Body, Out};
use crate::scene::Coordinate;
use crate::syntax::{
    Args, Cut, Form, Fragment, Line, Place, expected, form_fix, keyword, parse_blanks, place,
};
use crate::text::{Span, Spanned};

/// The most faulty lines that are reported; more would say nothing new.
const BAD_LINES: usize = 50;

/// A body as it is written.
#[derive(Debug, Default)]
pub(super) struct Shape<'a> {
    /// The rows of the terrain; only digits, `-` and spaces if `sound`.
    pub rows: Vec<Line<'a>>,
    /// The legend lines that could be recognized.
    pub legends: Vec<Legend<'a>>,
    /// True if every line could be read.
    pub sound: bool,
    /// True if a line that could not be read may declare a letter.
    pub lost: bool,
}

/// A legend line.
#[derive(Debug)]
pub(super) struct Legend<'a> {
    /// The letter or digit that it declares.
    pub symbol: char,
    /// Its place.
    pub place: Span,
    /// The whole line.
    pub line: Span,
    /// The text after its colon.
    pub words: Fragment<'a>,
    /// Its meaning; `None` if that could not be read.
    pub meaning: Option<Meaning>,
}

/// The meaning of a legend line.
#[derive(Debug)]
pub(super) enum Meaning {
    /// `bridge extended`, `bridge retracted`
    Bridge(bool),
    /// `soft toggles p, …`, `hard …`
    Switch {
        /// Pressed by a standing block only.
        hard: bool,
        /// Each effect with the bridge that it names, and where.
        effects: Vec<(Effect, char, Span)>,
    },
    /// `splits to (R,C) and (R,C)`
    Split([Spanned<Coordinate>; 2]),
}

/// A command that only bloxorz puzzles have: `neighbours [all] [(R,C) [(R,C)]]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct BloxorzCommand {
    /// True if the illegal moves are listed, too.
    pub with_illegal: bool,
    /// The cells of the block that is asked about, with their places in the text.
    pub block: Option<[Spanned<Coordinate>; 2]>,
}

/// The verb of such a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BloxorzWord {
    /// `neighbours`
    Neighbors,
}

/// `bloxorz-body`: the terrain, then legend lines. `None` if there is no terrain.
pub(super) fn expect_bloxorz_body<'a>(body: &Body<'a>, out: &mut Out<'_>) -> Option<Shape<'a>> {
    let shape = expect_lines(body, out);
    out.mark(|marks| mark_body(&shape, marks));
    if shape.rows.is_empty() {
        if shape.sound {
            out.push(codes::empty(body.name));
        }
        return None;
    }
    Some(shape)
}

/// Returns the lines of a `bloxorz-body`, even if there is no terrain.
fn expect_lines<'a>(body: &Body<'a>, sink: &mut Sink) -> Shape<'a> {
    let mut shape = Shape { sound: true, ..Shape::default() };
    let mut faults = Sink::new();
    let mut bad: Vec<Fragment<'a>> = Vec::new();
    let mut in_terrain = true;
    let mut apart = false;

    for line in rows(body) {
        let inner = line.trimmed();
        if inner.is_blank() {
            in_terrain &= shape.rows.is_empty();
            continue;
        }

        if begins_legend(inner.text) || !shape.rows.is_empty() && resembles_legend(inner.text) {
            in_terrain = false;
            match read_legend_line(&inner, &mut faults) {
                Some(legend) => {
                    shape.sound &= legend.meaning.is_some() || is_reserved(legend.symbol);
                    shape.legends.push(legend);
                }
                None => {
                    shape.sound = false;
                    shape.lost = true;
                }
            }
            continue;
        }

        let Ok((rest, _)) = parse_terrain_row(line.text) else { continue };
        if in_terrain {
            shape.sound &= rest.is_empty();
            bad.extend((!rest.is_empty()).then(|| line.locate(bad_tiles(rest))));
            shape.rows.push(line);
        } else if rest.is_empty() && shape.legends.is_empty() {
            // Rows below a blank line are the rest of the same terrain.
            shape.sound = false;
            if !std::mem::replace(&mut apart, true) {
                faults.push(codes::not_a_legend(&inner));
            }
        } else {
            shape.sound = false;
            // A terrain below its legend is one mistake.
            if !rest.is_empty() || !std::mem::replace(&mut apart, true) {
                faults.push(codes::not_a_legend(&inner));
            }
        }
    }

    faults::bad_characters(&bad, &shape.rows, sink);
    faults.take().into_iter().take(BAD_LINES).for_each(|fault| sink.push(fault));
    shape
}

/// Returns the lines of a body; on one line `CHAR:` begins a legend.
fn rows<'a>(body: &Body<'a>) -> Vec<Line<'a>> {
    if body.raw {
        return raw_lines(body);
    }
    body.parts(|word| if begins_legend(word) { Cut::Before } else { Cut::No })
}

/// Returns the lines of a raw input: without comments, but with indentation, because a space is
/// void there.
fn raw_lines<'a>(body: &Body<'a>) -> Vec<Line<'a>> {
    let text = body.text();
    let mut lines = Vec::new();
    let mut start = 0;
    while start <= text.len() {
        let rest = &text[start..];
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (code, _) = crate::syntax::uncommented(&rest[..end]);
        let code = code.trim_end_matches([' ', '\t']);
        lines.push(Line { text: code, start: body.span.start + start as u32 });
        let two = rest[end..].starts_with("\r\n");
        start += end + 1 + usize::from(two);
    }
    lines
}

/// Returns whether a line is intended as a legend line: one character, then a colon.
fn begins_legend(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some() && chars.as_str().trim_start_matches([' ', '\t']).starts_with(':')
}

/// Returns whether a line of several words below the terrain is a legend line at fault: it has a
/// colon, or holds a word that begins a meaning.
fn resembles_legend(text: &str) -> bool {
    let mut words = text.split([' ', '\t', ':']);
    text.contains([' ', '\t']) && (text.contains(':') || words.any(|word| MEANINGS.contains(&word)))
}

/// `terrain-row = blanks tile-character { tile-character } blanks`: `-ooSo`.
fn parse_terrain_row(input: &str) -> IResult<&str, &str> {
    preceded(parse_blanks, take_while(is_tile)).parse(input)
}

/// `tile-character = letter | digit | "-"`.
fn is_tile(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '-'
}

/// Returns whether a letter has a meaning without a legend line.
pub(super) fn is_reserved(letter: char) -> bool {
    matches!(letter, 'o' | 'S' | 'T' | 'f')
}

/// Returns the characters that are not tiles, at the start of a text.
fn bad_tiles(text: &str) -> &str {
    &text[..text.find(is_tile).unwrap_or(text.len())]
}

/// The words that begin a meaning, and those of its parts.
const MEANINGS: [&str; 4] = ["bridge", "soft", "hard", "splits"];
const STATES: [&str; 2] = ["extended", "retracted"];
const JOINTS: [&str; 2] = ["to", "and"];

/// All words of legend lines.
pub(super) const WORDS: [&[&str]; 4] = [&MEANINGS, &STATES, &Effect::WORDS, &JOINTS];

/// The text of a legend line: as [`Meaning`], but with texts for places.
enum Written<'a> {
    Bridge(bool),
    Switch(bool, Vec<(Effect, &'a str)>),
    Split(Place<'a>, Place<'a>),
}

/// `legend = symbol blanks meaning`: `b: soft toggles p`.
fn parse_legend(input: &str) -> Form<'_, (&str, Written<'_>)> {
    pair(expected("a letter or a digit", parse_symbol), parse_meaning).parse(input)
}

/// `symbol = letter | digit`, as a whole word.
fn parse_symbol(input: &str) -> IResult<&str, &str> {
    let end = recognize(one_of(" \t,:"));
    terminated(recognize(satisfy(|char| char.is_ascii_alphanumeric())), peek(end.or(eof)))
        .parse(input)
}

/// `meaning = ":" blanks ( bridge | switch | split )`: `: bridge extended`.
fn parse_meaning(input: &str) -> Form<'_, Written<'_>> {
    let (rest, word) = preceded(expected("`:`", char(':')), keyword(&MEANINGS)).parse(input)?;
    match word {
        0 => parse_bridge(rest),
        1 | 2 => {
            parse_effects(rest).map(|(rest, effects)| (rest, Written::Switch(word == 2, effects)))
        }
        _ => parse_split(rest),
    }
}

/// `bridge = "bridge" gap ( "extended" | "retracted" )`, after its first word.
fn parse_bridge(input: &str) -> Form<'_, Written<'_>> {
    keyword(&STATES).map(|state| Written::Bridge(state == 0)).parse(input)
}

/// `effects = effect { blanks "," blanks effect }`: `toggles p, extends q`.
fn parse_effects(input: &str) -> Form<'_, Vec<(Effect, &str)>> {
    let (rest, first) = parse_effect(input)?;
    let mut effects = vec![first];
    let mut rest = rest;
    while let Ok((after, _)) = expected("`,`", char(',')).parse(rest) {
        let (after, effect) = parse_effect(after)?;
        effects.push(effect);
        rest = after;
    }
    Ok((rest, effects))
}

/// `effect = ( "toggles" | "extends" | "retracts" ) gap symbol`: `toggles p`.
fn parse_effect(input: &str) -> Form<'_, (Effect, &str)> {
    let effect = keyword(&Effect::WORDS).map(|word| Effect::ALL[word]);
    pair(effect, expected("the letter of a bridge", parse_symbol)).parse(input)
}

/// `split = "splits" gap "to" gap coordinate blanks "and" gap coordinate`, after its first word.
fn parse_split(input: &str) -> Form<'_, Written<'_>> {
    let places = preceded(keyword(&["to"]), separated_pair(place, keyword(&["and"]), place));
    places.map(|(first, second)| Written::Split(first, second)).parse(input)
}

/// Returns a legend line; reports what is wrong with it. `None` if it does not begin with a symbol.
fn read_legend_line<'a>(line: &Line<'a>, sink: &mut Sink) -> Option<Legend<'a>> {
    let whole = *line;
    let mut args = Args::new(whole, line.place(&(0..0)), "SYMBOL: MEANING");
    let (legend, fault) = match args.try_read(parse_legend) {
        Ok((_, legend)) if args.is_empty() => (Some(legend), None),
        Ok(_) => (None, Some(codes::after_legend(args.take_rest()))),
        Err(stop) => (None, Some(codes::malformed(*stop))),
    };

    let symbol = line.text.chars().next().filter(char::is_ascii_alphanumeric);
    let symbol = symbol.filter(|_| begins_legend(line.text));
    // A line for a reserved letter is reported as that, whatever it says.
    if let Some(mut fault) = fault.filter(|_| !symbol.is_some_and(is_reserved)) {
        let right = |text: &str| all_consuming(parse_legend).parse(text).is_ok();
        fault.fixes.splice(.., form_fix(whole, &WORDS.concat(), right));
        sink.push(fault);
    }

    let span = |text: &'a str| whole.locate(text).span();
    let meaning = legend.map(|legend| match legend {
        Written::Bridge(extended) => Meaning::Bridge(extended),
        Written::Switch(hard, effects) => {
            let effect = |(effect, bridge): (Effect, &'a str)| {
                (effect, bridge.chars().next().unwrap_or_default(), span(bridge))
            };
            Meaning::Switch { hard, effects: effects.into_iter().map(effect).collect() }
        }
        Written::Split(first, second) => {
            let place = |place: Place<'a>| Spanned { value: place.at, span: span(place.text) };
            Meaning::Split([first, second].map(place))
        }
    });

    let words = line.part(line.text.find(':')? + 1..line.text.len());
    Some(Legend { symbol: symbol?, place: line.place(&(0..1)), line: line.span(), words, meaning })
}

/// `rolls = roll-word { gap roll-word }`: `LU R`, `left up`.
pub(super) fn expect_rolls(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Spanned<Roll>>> {
    expect_letters(args, Roll::from_letter, codes::not_a_move, sink)
}
