//! The shape of a Klotski body (a picture and its goals), and the arguments of commands.

use super::board::{Cell, Direction};
use super::faults;
use crate::diag::{Sink, nearest};
use crate::kind::{Body, Verb};
use crate::syntax::{Args, Cut, Fragment, Line};
use crate::text::Span;

/// Lines that belong nowhere that are told of.
const STRAY_LINES: usize = 20;

/// The picture of a board as it is written.
#[derive(Debug, Default)]
pub struct Picture<'a> {
    /// The cells, row by row.
    pub rows: Vec<Vec<Fragment<'a>>>,
    /// Whether its characters are the cells.
    pub packed: bool,
}

/// The first line, where it tells the size.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The rows that it names.
    pub rows: usize,
    /// The cells per row that it names.
    pub columns: usize,
    /// Where it stands.
    pub span: Span,
}

impl Size {
    /// Whether a line has the number of cells that it names, packed or not.
    fn fits(&self, line: &Line<'_>) -> bool {
        let cells = words(line);
        cells.len() == self.columns
            || cells.len() == 1 && cells[0].text.chars().count() == self.columns
    }
}

/// A goal as it is written.
#[derive(Clone, Copy, Debug)]
pub struct GoalLine<'a> {
    /// The label.
    pub label: Fragment<'a>,
    /// The place.
    pub at: (i64, i64),
    /// Where the place stands.
    pub place: Span,
}

/// A body as it is written.
#[derive(Debug)]
pub struct Shape<'a> {
    /// The size, in verbatim form.
    pub size: Option<Size>,
    /// The picture.
    pub picture: Picture<'a>,
    /// The goals.
    pub goals: Vec<GoalLine<'a>>,
    /// Whether every line had its place.
    pub sound: bool,
}

/// Where a move leads, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// One slide.
    Slide(Direction),
    /// To that place.
    To((i64, i64)),
    /// From the first place (standing there) to the second.
    Between((i64, i64), Span, (i64, i64)),
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The label.
    pub label: String,
    /// Where the label stands.
    pub label_span: Span,
    /// Where the block goes.
    pub target: Target,
    /// Where the direction or the last place stands.
    pub target_span: Span,
}

/// A command, read.
#[derive(Debug)]
pub enum Call {
    /// `solve`, and whether by steps
    Solve(bool),
    /// `moves`
    Moves,
    /// `play MOVES` and `move MOVE`
    Play(Vec<Typed>),
    /// `hint`
    Hint,
    /// `states`
    States,
    /// `hardest`
    Hardest,
    /// `paths N`
    Paths(u64),
    /// `goals N`
    Goals(u64),
    /// `frontier N`
    Frontier(u64),
    /// `step N`
    Step(u64),
}

/// The first word of a goal line: `goal`, or a misspelling of it on a line that has the form of a
/// goal and not that of a row.
fn goal_word<'a>(line: &Line<'a>) -> Option<&'a str> {
    let word = line.text.split([' ', '\t']).next()?;
    let form = || line.text.contains(" at ") && line.text.ends_with(')');
    (word == "goal" || form() && nearest(word, ["goal"]).is_some()).then_some(word)
}

fn is_goal(line: &Line<'_>) -> bool {
    goal_word(line).is_some()
}

fn words<'a>(line: &Line<'a>) -> Vec<Fragment<'a>> {
    let whole = Fragment { text: line.text, start: line.start };
    let mut args = Args::new(whole, line.span(), "LABEL …");
    std::iter::from_fn(|| args.word()).collect()
}

/// The lines of a body; on one line a goal is a row of its own.
pub(super) fn rows<'a>(body: &Body<'a>) -> Vec<Line<'a>> {
    body.parts(|word| if word == "goal" { Cut::Before } else { Cut::No })
}

/// `klotski-body`: the size or not, the picture, the goals. None where there is no picture.
pub fn parse_klotski_body<'a>(body: &Body<'a>, sink: &mut Sink) -> Option<Shape<'a>> {
    let mut lines: Vec<Line<'a>> = rows(body);
    for line in &mut lines {
        let text = line.text.trim_start_matches([' ', '\t']);
        line.start += (line.text.len() - text.len()) as u32;
        line.text = text;
    }
    let end = lines.iter().position(is_goal).unwrap_or(lines.len());
    let size = parse_size(&lines[..end], body.raw);
    let mut at = usize::from(size.is_some());
    while at < end && lines[at].is_blank() {
        at += 1;
    }
    let picture_end = (at..end).find(|&line| lines[line].is_blank()).unwrap_or(end);
    let rows = match size {
        Some(size) => rows_of(&lines[at..picture_end], size),
        None => picture_end - at,
    };
    if rows == 0 {
        sink.push(faults::empty(body.name));
        return None;
    }
    let picture = parse_picture(&lines[at..at + rows], size);
    let mut shape = Shape { size, picture, goals: Vec::new(), sound: true };
    let mut stray = 0;
    let mut rest = lines[at + rows..].iter().filter(|line| !line.is_blank()).peekable();
    while let Some(line) = rest.next() {
        if let Some(word) = goal_word(line) {
            let goal = match word {
                "goal" => parse_goal(line, sink),
                _ => {
                    sink.push(faults::misspelt_goal(line.part(&(0..word.len())), word));
                    None
                }
            };
            shape.sound &= goal.is_some();
            shape.goals.extend(goal);
            continue;
        }
        let place = size.and(rest.peek()).and_then(|next| parse_place(next));
        let label = words(line);
        if let (Some((at, place)), [label]) = (place, &label[..]) {
            rest.next();
            shape.goals.push(GoalLine { label: *label, at, place });
            continue;
        }
        shape.sound = false;
        stray += 1;
        if stray <= STRAY_LINES {
            let lacks = size.is_some() && rest.peek().is_none() && label.len() == 1;
            sink.push(if lacks { faults::lacks_place(line) } else { faults::stray_line(line) });
        }
    }
    Some(shape)
}

/// `size`: the line `ROWS COLUMNS`, if the first line is that. Two integers are labels where the
/// rows below do not agree and have two cells themselves.
pub fn parse_size(lines: &[Line<'_>], raw: bool) -> Option<Size> {
    let first = lines.first()?;
    let found = words(first);
    let [rows, columns] = &found[..] else { return None };
    let number = |word: &Fragment<'_>| word.text.parse::<usize>().ok().filter(|&n| n > 0);
    let size = Size { rows: number(rows)?, columns: number(columns)?, span: first.span() };
    let below = lines[1..].iter().skip_while(|line| line.is_blank());
    let rows: Vec<&Line<'_>> = below.take_while(|line| !line.is_blank()).collect();
    // A label and a place may follow the rows.
    let below = [size.rows, size.rows.saturating_add(2)].contains(&rows.len());
    let whole = below && rows.iter().take(size.rows).all(|line| size.fits(line));
    let two = !rows.is_empty() && rows.iter().all(|line| words(line).len() == 2);
    (raw || whole || !two && !rows.is_empty()).then_some(size)
}

/// How many of the lines after the `{` of a body without `}` belong to it. After a size so many
/// lines are rows, whatever their labels, and a label and a place may follow.
pub(super) fn extent(
    lines: &mut dyn Iterator<Item = &str>,
    command: impl Fn(&str) -> bool,
) -> usize {
    let mut count = 0;
    let mut rows = None;
    // A label that is a verb, too; the next line shows whether it is one.
    let mut label = false;
    for line in lines {
        let mut numbers = line.split([' ', '\t']).filter(|word| !word.is_empty());
        let (first, second, third) = (numbers.next(), numbers.next(), numbers.next());
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<usize>().ok());
        let pair = number(first).zip(number(second)).filter(|_| third.is_none());
        if label {
            return if pair.is_some() { count + 2 } else { count };
        }
        if count == 0 {
            rows = pair.map(|(rows, _)| rows);
        } else if rows.is_none_or(|rows| count > rows) && command(line) {
            if rows.is_none_or(|rows| count != rows + 1) || second.is_some() {
                break;
            }
            label = true;
            continue;
        }
        count += 1;
    }
    count
}

/// How many of the lines below a size are rows: as many as it names, or all but a label and a
/// place at their end.
fn rows_of(lines: &[Line<'_>], size: Size) -> usize {
    let count = lines.len();
    let tail = count >= 3
        && words(&lines[count - 2]).len() == 1
        && parse_place(&lines[count - 1]).is_some();
    // A label whose place is missing is not a row, unless it has the length of one.
    let bare = |line: &Line<'_>| {
        let found = words(line);
        found.len() == 1 && size.columns > 1 && found[0].text.chars().count() != size.columns
    };
    match count {
        _ if count == size.rows && (!tail || size.fits(&lines[count - 1])) => count,
        _ if tail || count == size.rows + 2 => count - 2,
        _ if count == size.rows + 1 && lines.last().is_some_and(bare) => size.rows,
        _ => count,
    }
}

/// `place`: two integers with a blank between them.
pub fn parse_place(line: &Line<'_>) -> Option<((i64, i64), Span)> {
    let found = words(line);
    let [row, column] = &found[..] else { return None };
    Some(((row.text.parse().ok()?, column.text.parse().ok()?), line.span()))
}

/// `picture`: rows of labels with blanks between them; or, where every row is one word of the same
/// length greater than 1, of characters.
pub fn parse_picture<'a>(lines: &[Line<'a>], size: Option<Size>) -> Picture<'a> {
    let single = |line: &Line<'_>| !line.text.contains([' ', '\t']);
    let length = lines.first().map_or(0, |line| line.text.chars().count());
    let words_only = lines.iter().all(single);
    let even = length > 1 && lines.iter().all(|line| line.text.chars().count() == length);
    // Dots or walls inside of words: a packed picture with a row of a wrong length, no labels.
    let inside = |line: &Line<'_>| {
        let mixed = |mark: char| line.text.contains(mark) && !line.text.chars().all(|c| c == mark);
        mixed('.') || mixed('#')
    };
    let packed = match size {
        Some(size) => words_only && size.columns > 1,
        None => words_only && (even || lines.len() > 1 && lines.iter().any(inside)),
    };
    let rows = lines
        .iter()
        .map(|line| {
            let whole = Fragment { text: line.text, start: line.start };
            if packed {
                let cell = |(at, char): (usize, char)| whole.part(at..at + char.len_utf8());
                line.text.char_indices().map(cell).collect()
            } else {
                words(line)
            }
        })
        .collect();
    Picture { rows, packed }
}

/// `goal`: the line `goal LABEL at (ROW,COLUMN)`.
pub fn parse_goal<'a>(line: &Line<'a>, sink: &mut Sink) -> Option<GoalLine<'a>> {
    let whole = Fragment { text: line.text, start: line.start };
    let mut args = Args::new(whole, line.span(), "goal LABEL at (ROW,COLUMN)");
    args.word();
    let label = args.expect_word("the label of a block", sink)?;
    if args.keyword("at").is_none() {
        args.reject("`at`", sink);
        return None;
    }
    let (at, place) = args.expect_coordinate(sink)?;
    args.expect_end(sink).then_some(GoalLine { label, at, place })
}

/// `klotski-command`: the arguments after a verb.
pub fn parse_klotski_command(
    verb: &'static Verb,
    args: &mut Args<'_>,
    sink: &mut Sink,
) -> Option<Call> {
    match verb.name {
        "play" => parse_moves(args, sink).map(Call::Play),
        "move" => {
            let by = parse_move(args, sink)?;
            args.expect_end(sink).then(|| Call::Play(vec![by]))
        }
        "solve" if !args.is_empty() => {
            if args.keyword("by").is_none() {
                args.reject("`by steps`, or nothing", sink);
                return None;
            }
            if args.keyword("steps").is_none() {
                args.reject("`steps`", sink);
                return None;
            }
            args.expect_end(sink).then_some(Call::Solve(true))
        }
        "paths" => args.expect_count(10, sink).map(Call::Paths),
        "goals" => args.expect_count(10, sink).map(Call::Goals),
        "frontier" => args.expect_count(10, sink).map(Call::Frontier),
        "step" => args.expect_count(1, sink).map(Call::Step),
        name => args.expect_end(sink).then_some(match name {
            "solve" => Call::Solve(false),
            "moves" => Call::Moves,
            "states" => Call::States,
            "hardest" => Call::Hardest,
            _ => Call::Hint,
        }),
    }
}

/// `moves`: moves with `;` between them; one may stand at the end.
pub fn parse_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
    let (usage, before) = (args.usage(), args.before());
    let rest = args.take_rest();
    let mut moves = Vec::new();
    let mut from = 0;
    let mut last = before;
    for part in rest.text.split(';') {
        let fragment = rest.part(from..from + part.len());
        from += part.len() + 1;
        let trailing = from > rest.text.len() && !moves.is_empty() && part.trim().is_empty();
        if trailing {
            break;
        }
        let mut own = Args::new(fragment, last, usage);
        moves.push(parse_move(&mut own, sink)?);
        if !own.expect_end(sink) {
            return None;
        }
        last = own.before();
    }
    Some(moves)
}

/// `move`: a label and a direction, a place to go to, or the places before and after.
pub fn parse_move(args: &mut Args<'_>, sink: &mut Sink) -> Option<Typed> {
    let label = args.expect_word("the label of a block", sink)?;
    let made = |target, target_span| {
        Some(Typed { label: label.text.to_owned(), label_span: label.span(), target, target_span })
    };
    if args.keyword("to").is_some() {
        let (to, span) = args.expect_coordinate(sink)?;
        return made(Target::To(to), span);
    }
    if let Some((from, from_span)) = args.coordinate() {
        args.keyword("to");
        let (to, span) = args.expect_coordinate(sink)?;
        return made(Target::Between(from, from_span, to), span);
    }
    let word = args.expect_word("a direction, or places", sink)?;
    let Some(direction) = Direction::from_word(word.text) else {
        sink.push(faults::not_a_move(word));
        return None;
    };
    made(Target::Slide(direction), word.span())
}

/// A place as the engine counts them; none where it is beyond every board.
pub fn cell((row, column): (i64, i64)) -> Option<Cell> {
    Some((i32::try_from(row).ok()?, i32::try_from(column).ok()?))
}
