//! Text from outside: every text that is not a document, whatever program or person wrote it.
//!
//! ```text
//! text ─syntax─▶ rows ─parts─▶ boards, with their headings ─a kind─▶ pieces of a document
//!                                                         └──────▶ the judge's output
//! ```
//!
//! A text fits a kind if all of it does. Nothing here knows a kind: each says which board fits
//! ([`crate::puzzle::Info::precedence`]) and lists the forms of other programs that hold it ([`crate::puzzle::Info::forms`]).

mod parts;
mod places;
mod syntax;
#[cfg(test)]
mod tests;

use self::parts::{Cuts, Part};
use self::places::Rewritten;
use super::{FORMATS, Format, Options, Piece, codes, raw};
use crate::diag::{Diagnostic, Severity, Sink, clip_to};
use crate::kinds::KINDS;
use crate::puzzle::foreign::{cap, headers};
use crate::puzzle::{Body, Info, Input, Unfinished};
use crate::search::Budget;
use crate::syntax::{Key, parse_name};
use crate::text::{Source, Span};

/// Reads the puzzles of a text.
type Reader = fn(&Source, &Options<'_>, &mut Sink) -> Vec<Piece>;

/// Bytes of a long list that decide which kind it fits.
const LOOK: usize = 1 << 18;

/// Characters of an example that are shown.
const SHOWN: usize = 60;

/// A stretch of a text from outside that is a puzzle, or a list with a puzzle a line.
#[derive(Debug)]
struct Stretch {
    rows: Rewritten,
    part: Part,
}

/// A puzzle of a text from outside, or a list of puzzles with one a line, as raw input of its kind.
#[derive(Debug)]
pub struct Board {
    /// The text.
    pub source: Source,
    rows: Rewritten,
    /// Its place in the text from outside, if it was made of a form that is not raw input.
    made_of: Option<Span>,
    /// A remark on how that was read, if the user should know.
    pub remark: Option<&'static str>,
}

impl Board {
    /// Returns it as raw input with the goal that its caller names, unless that is in its text already.
    pub fn input<'a>(&'a self, goal: Option<&'a str>) -> Input<'a> {
        Input { goal: goal.filter(|_| self.made_of.is_none()), ..(&self.source).into() }
    }

    /// Moves a diagnostic of its text to the text from outside.
    pub fn restore(&self, diagnostic: &mut Diagnostic) {
        let Some(place) = self.made_of else { return self.rows.restore(diagnostic) };
        diagnostic.fixes.clear();
        diagnostic.related.clear();
        diagnostic.span = place;
    }

    /// Returns the number, from 1, of the line of the text from outside that is line `number` of its text.
    pub fn line_number(&self, of: &Source, number: u32) -> u32 {
        let before = number.saturating_sub(1) as usize;
        let start = self.source.text().split_inclusive('\n').take(before).map(str::len).sum();
        of.line_number(self.rows.origin(usize::min(start, self.rows.text.len()) as u32))
    }
}

/// The reason why a text fits no kind.
pub struct Unfit {
    /// The kind whose reader came furthest, and the first fault that it met; `None` if the text
    /// begins like no kind.
    pub nearest: Option<(&'static Info, Diagnostic)>,
}

impl Unfit {
    /// Returns the report of a text that fits no kind.
    pub fn fault(self, text: &str) -> Diagnostic {
        match self.nearest {
            Some((_, fault)) => fault,
            None => {
                let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
                let start = text.find(first).unwrap_or_default();
                codes::unknown_format(Span::of(&(start..start + first.len())), &examples())
            }
        }
    }
}

/// Returns a line for each kind, with a small text that is read as it: the form of the fewest lines.
pub fn examples() -> String {
    let line = |kind: &&'static Info| {
        let forms = kind.forms.iter().map(|form| form.example);
        let shortest = forms.min_by_key(|example| (example.lines().count(), example.len()));
        let example = shortest.unwrap_or(kind.example);
        let rows: Vec<_> = example.lines().map(str::trim).collect();
        format!("{:<10} {}", kind.name, clip_to(&rows.join(" / "), SHOWN))
    };
    KINDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the kind that a text fits. If it fits several, the one with the highest precedence. The
/// beginning of a long list decides.
pub fn kind_of(text: &str) -> Option<&'static Info> {
    let start = beginning(text);
    let is_list = |kind: &&'static Info| (kind.streams)(start);
    let listed = || kind_in(start).filter(is_list);
    (start.len() < text.len()).then(listed).flatten().or_else(|| kind_in(text))
}

/// Returns the kind that all of a text fits.
fn kind_in(text: &str) -> Option<&'static Info> {
    let readings = readings(text);
    let precedence = |kind: &'static Info| {
        let parts = readings.iter().filter_map(|reading| Some((reading, reading.parts(kind)?)));
        let fits = |(reading, parts): (&Reading, Vec<Part>)| {
            parts
                .iter()
                .filter_map(|part| kind.precedence(&reading.rows.text[part.rows.clone()]))
                .max()
        };
        parts.filter_map(fits).min()
    };
    let fitting = KINDS.iter().filter_map(|kind| Some((precedence(kind)?, *kind)));
    fitting.min_by_key(|(precedence, _)| *precedence).map(|(_, kind)| kind)
}

/// Returns the puzzles of a text as raw input of a kind. If not all of the text fits, the boards that
/// do not are among them; a text of which less than half fits is a single board.
pub fn boards(source: &Source, kind: &'static Info, options: &Options<'_>) -> Vec<Board> {
    let board = |stretch: Stretch| {
        let text = Source::new(source.name(), stretch.rows.text.as_str());
        let is_raw = || kind.is_whole_text() || kind.read_silently(&Body::raw(&text)).is_some();
        let form = form_of(kind, text.text()).filter(|_| !is_raw());
        let mut sink = Sink::new();
        let pieces = form.map(|form| (form.read)(&text, options, &mut sink));
        let made = pieces.as_deref().and_then(|pieces| match pieces {
            [piece] => Some(Source::new(source.name(), piece.body.join("\n"))),
            _ => None,
        });
        let made_of = made.is_some().then(|| stretch.place());
        let source = made.unwrap_or(text);
        let remark = sink.take_remark();
        Board { source, rows: stretch.rows, made_of, remark }
    };
    stretches(source.text(), kind).into_iter().map(board).collect()
}

/// A text from outside as raw input: a single puzzle, or the text as it is.
#[derive(Debug)]
pub struct RawText<'a> {
    /// The text.
    pub source: Source,
    /// The goal that its caller names, unless that is in the text.
    pub goal: Option<&'a str>,
    /// A remark on how it was read, if the user should know.
    pub remark: Option<&'static str>,
}

impl RawText<'_> {
    /// Returns it as raw input.
    pub fn input(&self) -> Input<'_> {
        Input { goal: self.goal, ..(&self.source).into() }
    }
}

/// Returns a text that is a single puzzle of a kind as raw input; a text that is none, or several, as
/// it is. `goal` is the one that its caller names.
pub fn raw_input<'a>(source: Source, kind: &'static Info, goal: Option<&'a str>) -> RawText<'a> {
    let options = Options { goal, ..Options::default() };
    let mut boards = boards(&source, kind, &options);
    match boards.pop() {
        Some(board) if boards.is_empty() => RawText {
            goal: goal.filter(|_| board.made_of.is_none()),
            remark: board.remark,
            source: board.source,
        },
        _ => RawText { source, goal, remark: None },
    }
}

/// Reports what is wrong with the puzzles of a text without answering them, as [`crate::puzzle::Info::survey_raw`] does.
///
/// # Errors
/// Questions that a search leaves open when it stops.
pub fn survey(
    input: Input<'_>,
    kind: &'static Info,
    deep: Option<&Budget>,
    sink: &mut Sink,
) -> Result<(), Unfinished> {
    if !crate::syntax::codes::is_text(input.source, sink) {
        return Ok(());
    }
    if (kind.streams)(input.source.text()) {
        return kind.survey_raw(input, deep, sink);
    }
    let mut surveyed = Ok(());
    let options = Options { goal: input.goal, ..Options::default() };
    for board in boards(input.source, kind, &options) {
        let mut faults = Sink::new();
        faults.remark(board.remark);
        let this = kind.survey_raw(board.input(input.goal), deep, &mut faults);
        surveyed = surveyed.and(this);
        faults.diagnostics_since(0).iter_mut().for_each(|fault| board.restore(fault));
        sink.append(faults);
    }
    surveyed
}

/// Returns the puzzles of a text as pieces of a document; reports what is wrong with it.
pub(super) fn pieces(
    source: &Source,
    kind: &'static Info,
    options: &Options<'_>,
    sink: &mut Sink,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for stretch in stretches(source.text(), kind) {
        if options.is_cancelled() {
            break;
        }
        let text = Source::new(source.name(), stretch.rows.text.as_str());
        // Many lines of a list may be faulty.
        let listed = || {
            let is_list = (kind.streams)(text.text());
            kind.forms.iter().copied().find(|form| form.many && is_list)
        };

        let named = options.format.filter(|format| !format.kinds.is_empty());
        let form = named.or_else(|| form_of(kind, text.text())).or_else(listed);
        let read = form.map_or(raw::read as Reader, |form| form.read);
        let options = Options { kind: Some(kind.name), ..*options };

        let mut faults = Sink::new();
        let mut read = read(&text, &options, &mut faults);
        if let [piece] = &mut read[..] {
            stretch.part.label(piece);
        }
        pieces.append(&mut read);
        faults.diagnostics_since(0).iter_mut().for_each(|fault| stretch.rows.restore(fault));
        sink.append(faults);
        cap(sink);
    }
    pieces
}

impl Stretch {
    /// Returns its place in the text from outside.
    fn place(&self) -> Span {
        let text = &self.rows.text;
        let [start, end] = [text.len() - text.trim_start().len(), text.trim_end().len()];
        let last = text[..end].char_indices().next_back().map_or(0, |(at, _)| at);
        let end = self.rows.origin(last as u32) + (end - last) as u32;
        Span::new(self.rows.origin(start as u32).min(end), end)
    }
}

impl Part {
    /// Puts the heading and the notes above a board into its piece.
    fn label(&self, piece: &mut Piece) {
        if let Some(title) = &self.title {
            // A heading may be a line of metadata.
            match headers::is_metadata(title) {
                true => piece.notes.insert(0, title.clone()),
                false => {
                    piece.meta.add(Key::Title, title);
                    piece.name = piece.name.take().or_else(|| name_of(title));
                }
            }
        }
        piece.notes.splice(0..0, self.notes.iter().cloned());
    }
}

/// Returns the name that a heading is: its letters, digits and `-`, in lower case.
fn name_of(title: &str) -> Option<String> {
    let is_sign = |char: &char| char.is_ascii_alphanumeric() || *char == '-';
    let name = title.chars().filter(is_sign).collect::<String>().to_ascii_lowercase();
    matches!(parse_name(&name), Ok(("", _))).then_some(name)
}

/// Returns the form of another program in which a text holds puzzles of a kind: one that belongs to
/// another kind before its own.
fn form_of(kind: &'static Info, text: &str) -> Option<&'static Format> {
    let name = kind.name;
    let holds = |format: &&&Format| format.kinds.contains(&name);
    let mut formats: Vec<&'static Format> = FORMATS.iter().filter(holds).copied().collect();
    formats.sort_by_key(|format| format.kinds.first() == Some(&name));
    formats.into_iter().find(|format| (format.fits)(text))
}

/// Returns the beginning of a text: whole lines.
fn beginning(text: &str) -> &str {
    let end = (0..=LOOK.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    match end == text.len() {
        true => text,
        false => &text[..text[..end].rfind(['\n', '\r']).unwrap_or(end)],
    }
}

/// Returns the ways in which a text is read: without what surrounds it, and with blanks in place of
/// what separates its cells.
fn readings(text: &str) -> Vec<Reading> {
    let inner = syntax::unfenced(text);
    let separated = syntax::separated(&inner);
    let reading = |rows: Rewritten| Reading { cuts: Cuts::of(&rows.text), rows };
    std::iter::once(inner).chain(separated).map(reading).collect()
}

/// A way in which a text is read.
struct Reading {
    rows: Rewritten,
    cuts: Cuts,
}

impl Reading {
    /// Returns the boards of the text if all of it fits a kind.
    fn parts(&self, kind: &'static Info) -> Option<Vec<Part>> {
        let text = &self.rows.text;
        let fits = |text: &str| kind.precedence(text).is_some();
        if fits(text) {
            return Some(vec![Part { rows: 0..text.len(), ..Part::default() }]);
        }
        self.cuts.boards(text, &fits)
    }
}

/// Cuts a text into its boards.
fn stretches(text: &str, kind: &'static Info) -> Vec<Stretch> {
    let mut readings = readings(text);
    let fitting = readings.iter().enumerate();
    let mut fitting = fitting.filter_map(|(at, reading)| Some((at, reading.parts(kind)?)));
    let (at, parts) = fitting.next().unwrap_or_else(|| {
        let at = if syntax::is_array(&readings[0].rows.text) { readings.len() - 1 } else { 0 };
        let text = &readings[at].rows.text;
        let blocks = readings[at].cuts.blocks();
        let sound =
            blocks.iter().filter(|part| kind.precedence(&text[part.rows.clone()]).is_some());
        let whole = Part { rows: 0..text.len(), ..Part::default() };
        (at, if 2 * sound.count() < blocks.len().max(1) { vec![whole] } else { blocks })
    });
    let rows = readings.swap_remove(at).rows;
    let stretch = |part: Part| Stretch { rows: rows.part(part.rows.clone()), part };
    parts.into_iter().map(stretch).collect()
}

/// Returns why a text fits no kind.
pub fn unfit(text: &str) -> Unfit {
    let source = Source::new("", beginning(text));
    let readings = readings(source.text());
    let begins = |kind: &&&'static Info| {
        readings.iter().any(|reading| (kind.begins)(reading.rows.text.trim()))
    };
    let begun = KINDS.iter().filter(begins);
    let fault = |kind: &&'static Info| {
        let board = boards(&source, kind, &Options::default()).into_iter().next()?;
        let mut sink = Sink::new();
        kind.survey_raw((&board.source).into(), None, &mut sink).ok()?;
        let faults = sink.take().into_iter();
        let errors = faults.filter(|fault| fault.severity() == Severity::Error);
        let mut fault = errors.min_by_key(|fault| fault.span.start)?;
        board.restore(&mut fault);
        Some((*kind, fault))
    };
    // The error that is farthest into the text; of several, that of the first kind.
    let faults: Vec<_> = begun.filter_map(fault).collect();
    let nearest = faults.into_iter().rev().max_by_key(|(_, fault)| fault.span.start);
    Unfit { nearest }
}
