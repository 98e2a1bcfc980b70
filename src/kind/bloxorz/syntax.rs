//! The shape of a bloxorz: terrain rows and legend lines, and the arguments of its commands.

use super::faults;
use super::rules::Roll;
use super::terrain::Effect;
use crate::diag::Sink;
use crate::kind::{Body, Verb};
use crate::syntax::{Args, Cut, Fragment, Line};
use crate::text::Span;

/// Rows with a bad character that are told of; more would say nothing new.
const BAD_ROWS: usize = 50;

/// A body as it is written.
#[derive(Debug, Default)]
pub struct Shape<'a> {
    /// The rows of the terrain; only letters, digits, `-` and blanks where `sound`.
    pub rows: Vec<Line<'a>>,
    /// The legend lines that could be told from others.
    pub legends: Vec<Legend>,
    /// Whether every line could be read.
    pub sound: bool,
}

/// A legend line.
#[derive(Debug)]
pub struct Legend {
    /// The letter or digit that it declares.
    pub symbol: char,
    /// Where that stands.
    pub place: Span,
    /// The whole line.
    pub line: Span,
    /// What it is; none where that could not be read.
    pub meaning: Option<Meaning>,
}

/// What a legend line says.
#[derive(Debug)]
pub enum Meaning {
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
    Split([((i64, i64), Span); 2]),
}

/// A command, read.
#[derive(Debug)]
pub enum Call {
    /// `solve`
    Solve,
    /// `moves`
    Moves,
    /// `play ROLLS`
    Play(Vec<(Roll, Span)>),
    /// `hint`
    Hint,
    /// `paths N`
    Paths(u64),
    /// `goals N`
    Goals(u64),
    /// `frontier N`
    Frontier(u64),
    /// `step N`
    Step(u64),
    /// `neighbours [all] [(R,C) [(R,C)]]`
    Neighbours {
        /// The illegal ones too.
        all: bool,
        /// The places of the block asked for, and where they stand.
        block: Option<[((i64, i64), Span); 2]>,
    },
}

/// `bloxorz-body`: the terrain, then legend lines. None where there is no terrain.
pub fn parse_bloxorz_body<'a>(body: &Body<'a>, sink: &mut Sink) -> Option<Shape<'a>> {
    let lines = rows(body);
    let mut shape = Shape { sound: true, ..Shape::default() };
    let mut bad = 0;
    let mut in_terrain = true;
    for line in lines {
        let text = line.text.trim_matches([' ', '\t']);
        if text.is_empty() {
            in_terrain &= shape.rows.is_empty();
            continue;
        }
        let inner = Line {
            text,
            start: line.start + (line.text.len() - line.text.trim_start().len()) as u32,
        };
        if begins_legend(text) {
            in_terrain = false;
            match parse_legend(&inner, sink) {
                Some(legend) => {
                    shape.sound &= legend.meaning.is_some();
                    shape.legends.push(legend);
                }
                None => shape.sound = false,
            }
        } else if in_terrain {
            let mut found = Sink::new();
            if !parse_terrain_row(&line, &mut found) {
                shape.sound = false;
                bad += 1;
                if bad <= BAD_ROWS {
                    found.take().into_iter().for_each(|one| sink.push(one));
                }
            }
            shape.rows.push(line);
        } else {
            shape.sound = false;
            bad += 1;
            if bad <= BAD_ROWS {
                sink.push(faults::not_a_legend(&inner));
            }
        }
    }
    if shape.rows.is_empty() {
        if shape.sound {
            sink.push(faults::empty(body.name));
        }
        return None;
    }
    Some(shape)
}

/// The lines of a body; on one line `CHAR:` begins a legend.
pub(super) fn rows<'a>(body: &Body<'a>) -> Vec<Line<'a>> {
    if body.raw {
        return raw_lines(body);
    }
    body.parts(|word| if begins_legend(word) { Cut::Before } else { Cut::No })
}

/// The lines of a raw input: comments off, indentation kept, for there a blank is void.
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

/// Whether a line is meant for a legend line: one character, then a colon.
pub(super) fn begins_legend(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some() && chars.as_str().trim_start_matches([' ', '\t']).starts_with(':')
}

/// `terrain-row`: letters, digits and `-`, blanks before and after them. Says where it is not.
fn parse_terrain_row(line: &Line<'_>, sink: &mut Sink) -> bool {
    let from = line.text.len() - line.text.trim_start_matches([' ', '\t']).len();
    let tile = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let Some(at) = line.text[from..].find(|c| !tile(c)) else { return true };
    let at = from + at;
    let length = line.text[at..].find(tile).unwrap_or(line.text.len() - at);
    sink.push(faults::bad_character(line.part(&(at..at + length)), &line.text[at..at + length]));
    false
}

/// `legend`: a letter or digit, a colon, and what it is.
fn parse_legend(line: &Line<'_>, sink: &mut Sink) -> Option<Legend> {
    let symbol = line.text.chars().next()?;
    let place = line.part(&(0..symbol.len_utf8()));
    if !symbol.is_ascii_alphanumeric() {
        sink.push(faults::bad_part(place, &symbol.to_string(), "a letter or a digit"));
        return None;
    }
    let colon = line.text.find(':')?;
    let rest = Fragment { text: line.text, start: line.start }.part(colon + 1..line.text.len());
    let before = line.part(&(0..colon + 1));
    let mut args = Args::new(rest, before, "SYMBOL: MEANING");
    let kinds = ["bridge", "soft", "hard", "splits"];
    let meaning = match args.word() {
        None => {
            sink.push(faults::missing_word(before, "its meaning"));
            None
        }
        Some(word) => match word.text {
            "bridge" => parse_bridge(&mut args, sink),
            "soft" | "hard" => parse_switch(word.text == "hard", &mut args, sink),
            "splits" => parse_split(&mut args, sink),
            _ => {
                sink.push(faults::bad_word(word, &kinds));
                None
            }
        },
    };
    Some(Legend { symbol, place, line: line.span(), meaning })
}

/// Takes the next word, which has to be one of `words`: its number.
fn one_of(args: &mut Args<'_>, words: &[&str], sink: &mut Sink) -> Option<usize> {
    let before = args.before();
    let Some(word) = args.word() else {
        sink.push(faults::missing_word(before, &faults::either(words)));
        return None;
    };
    let found = words.iter().position(|&one| one == word.text);
    if found.is_none() {
        sink.push(faults::bad_word(word, words));
    }
    found
}

/// Whether nothing is left of a legend line; says what is.
fn ends(args: &mut Args<'_>, sink: &mut Sink) -> bool {
    if args.is_empty() {
        return true;
    }
    let rest = args.take_rest();
    sink.push(faults::bad_part(rest.span(), rest.text, "part of a legend line"));
    false
}

/// `bridge`: `extended` or `retracted`.
fn parse_bridge(args: &mut Args<'_>, sink: &mut Sink) -> Option<Meaning> {
    let state = one_of(args, &["extended", "retracted"], sink)?;
    ends(args, sink).then_some(Meaning::Bridge(state == 0))
}

/// `switch`: effects with commas between them.
fn parse_switch(hard: bool, args: &mut Args<'_>, sink: &mut Sink) -> Option<Meaning> {
    let mut before = args.before();
    let rest = args.take_rest();
    let mut effects = Vec::new();
    let mut start = 0;
    for piece in rest.text.split(',') {
        let part = rest.part(start..start + piece.len());
        start += piece.len() + 1;
        effects.push(parse_effect(part, before, sink)?);
        before = part.span();
    }
    Some(Meaning::Switch { hard, effects })
}

/// `effect`: what is done to a bridge.
fn parse_effect(part: Fragment<'_>, before: Span, sink: &mut Sink) -> Option<(Effect, char, Span)> {
    let mut args = Args::new(part, before, "toggles BRIDGE");
    let effect = match one_of(&mut args, &["toggles", "extends", "retracts"], sink)? {
        0 => Effect::Toggle,
        1 => Effect::Extend,
        _ => Effect::Retract,
    };
    let before = args.before();
    let Some(word) = args.word() else {
        sink.push(faults::missing_word(before, "a bridge"));
        return None;
    };
    let mut chars = word.text.chars();
    let (Some(bridge), None) = (chars.next(), chars.next()) else {
        sink.push(faults::bad_part(word.span(), word.text, "the letter of a bridge"));
        return None;
    };
    ends(&mut args, sink).then_some((effect, bridge, word.span()))
}

/// `split`: two places.
fn parse_split(args: &mut Args<'_>, sink: &mut Sink) -> Option<Meaning> {
    let mut place = |word: &str| {
        one_of(args, &[word], sink)?;
        let before = args.before();
        let found = args.coordinate();
        if found.is_none() {
            sink.push(match args.word() {
                None => faults::missing_word(before, "a place `(ROW,COLUMN)`"),
                Some(word) => faults::bad_part(word.span(), word.text, "a place `(ROW,COLUMN)`"),
            });
        }
        found
    };
    let places = [place("to")?, place("and")?];
    ends(args, sink).then_some(Meaning::Split(places))
}

/// `bloxorz-command`: the arguments after a verb.
pub fn parse_bloxorz_command(
    verb: &'static Verb,
    args: &mut Args<'_>,
    sink: &mut Sink,
) -> Option<Call> {
    match verb.name {
        "play" => parse_rolls(args, sink).map(Call::Play),
        "neighbours" => parse_block(args, sink),
        "paths" => args.expect_count(10, sink).map(Call::Paths),
        "goals" => args.expect_count(10, sink).map(Call::Goals),
        "frontier" => args.expect_count(10, sink).map(Call::Frontier),
        "step" => args.expect_count(1, sink).map(Call::Step),
        name => args.expect_end(sink).then_some(match name {
            "solve" => Call::Solve,
            "moves" => Call::Moves,
            _ => Call::Hint,
        }),
    }
}

/// `rolls`: letters, with blanks between them or not.
pub fn parse_rolls(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<(Roll, Span)>> {
    let first = args.expect_word("a move", sink)?;
    let mut words = vec![first];
    words.extend(std::iter::from_fn(|| args.word()));
    let mut rolls = Vec::new();
    for word in words {
        for (at, letter) in word.text.char_indices() {
            let place = word.part(at..at + letter.len_utf8());
            let Some(roll) = Roll::from_letter(letter) else {
                sink.push(faults::not_a_move(place.span(), place.text));
                return None;
            };
            rolls.push((roll, place.span()));
        }
    }
    Some(rolls)
}

/// `block`: `all`, if the illegal neighbours are asked for too, and the places of a block, if it is
/// not the current one.
fn parse_block(args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
    let all = args.keyword("all").is_some();
    let mut block = None;
    if !args.is_empty() {
        let first = args.expect_coordinate(sink)?;
        let second = if args.is_empty() { first } else { args.expect_coordinate(sink)? };
        block = Some([first, second]);
    }
    args.expect_end(sink).then_some(Call::Neighbours { all, block })
}
