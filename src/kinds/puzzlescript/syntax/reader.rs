//! The loop over lines and words: comments, headings, sections.

use hashbrown::HashMap;

use super::super::codes;
use super::super::report::Report;
use super::cursor::{Cursor, trimmed};
use super::legend::LegendLine;
use super::levels::LevelsState;
use super::objects::ObjectsState;
use super::prelude::PreludeLine;
use super::rules::RuleState;
use super::sounds::SoundsLine;
use super::words::{take_equals, take_equals_row, take_section};
use super::{Draft, Heading, Section};
use crate::diag::nearest;
use crate::syntax::Fragment;
use crate::text::{LineIndex, Span};

/// Why nothing but a comment may follow on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Closed {
    /// A row of equals signs.
    Equals,
    /// A heading.
    Heading(Section),
}

/// The state of reading a game.
pub(super) struct Reader<'a, 'r, 's> {
    pub(super) draft: Draft<'a>,
    pub(super) report: &'r mut Report<'s>,
    /// The section of the line.
    pub(super) section: Section,
    /// The number of the line, from 1.
    pub(super) line: u32,
    /// The number of open parentheses.
    depth: usize,
    /// The first of them.
    comment: Span,
    /// Lines that may be misspelled headings.
    misspelled: Vec<Heading>,
    /// True after a comment at the start of a line: what follows counts as the start.
    after_comment: bool,
    /// Set if nothing but a comment may follow on the line.
    closed: Option<Closed>,
    pub(super) objects: ObjectsState<'a>,
    pub(super) levels: LevelsState,
    pub(super) prelude: PreludeLine,
    pub(super) legend: LegendLine<'a>,
    pub(super) sounds: SoundsLine<'a>,
    pub(super) rules: RuleState,
    /// The names of the layer that is being read.
    pub(super) layer_names: HashMap<&'a str, Span>,
    /// The layers of each object.
    pub(super) layers_of: HashMap<&'a str, Vec<usize>>,
    /// The first heading of each section.
    first_headings: HashMap<Section, Span>,
    /// The first line of each setting.
    pub(super) first_settings: HashMap<&'a str, Span>,
    /// True if the layer that is being read has the name `background`.
    pub(super) layer_has_background: bool,
    /// The number of words of a win condition that were read.
    pub(super) condition_words: usize,
}

/// Reads a game: `lower` is its text in lower case, with the same offsets as `written`, which
/// begins at `start` in the source.
pub(in super::super) fn expect_puzzlescript_body<'a>(
    lower: &'a str,
    written: &'a str,
    start: u32,
    report: &mut Report<'_>,
) -> Draft<'a> {
    let mut reader = Reader {
        draft: Draft::default(),
        report,
        section: Section::Prelude,
        line: 0,
        depth: 0,
        comment: Span::default(),
        misspelled: Vec::new(),
        after_comment: false,
        closed: None,
        objects: ObjectsState::default(),
        levels: LevelsState::default(),
        prelude: PreludeLine::default(),
        legend: LegendLine::default(),
        sounds: SoundsLine::default(),
        rules: RuleState::default(),
        layer_names: HashMap::new(),
        layers_of: HashMap::new(),
        first_headings: HashMap::new(),
        first_settings: HashMap::new(),
        layer_has_background: false,
        condition_words: 0,
    };
    let lines = LineIndex::new(lower);
    for number in 0..lines.count() {
        if reader.report.is_full() {
            break;
        }
        let line = lines.span(number, lower);
        let fragment = Fragment { text: &lower[line.range()], start: start + line.start };
        reader.read_line(Cursor::new(fragment, &written[line.range()]));
    }
    reader.draft.open_comment = (reader.depth > 0).then_some(reader.comment);
    reader.draft
}

/// Returns the section of which a line, a single word, may be the misspelled heading.
fn misspelled(line: &str) -> Option<Section> {
    let is_word =
        (4..24).contains(&line.len()) && line.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_word || Section::of_heading(line).is_some() {
        return None;
    }
    nearest(line, Section::ALL.map(Section::word)).and_then(Section::of_heading)
}

impl<'a> Reader<'a, '_, '_> {
    /// Reads a line.
    fn read_line(&mut self, mut cursor: Cursor<'a>) {
        self.line += 1;
        self.report.at_line(self.line);
        self.closed = None;
        self.prelude = PreludeLine::default();
        self.legend = LegendLine::default();
        self.sounds = SoundsLine::default();
        self.rules = RuleState::default();
        self.levels.is_message = false;
        self.levels.is_row = false;
        self.condition_words = 1;

        let word = trimmed(cursor.line());
        if let Some(section) = misspelled(word.text) {
            self.misspelled.push(Heading { section, span: word.span() });
        }

        let mut at_start = true;
        loop {
            at_start |= self.after_comment;
            self.after_comment = false;
            let is_read = self.step(&mut cursor, at_start);
            if cursor.is_done() {
                if is_read {
                    self.finish_line();
                }
                return;
            }
            at_start = false;
        }
    }

    /// Reads a word. Returns false if the rest of the line is not looked at, because the word was a
    /// parenthesis too many.
    fn step(&mut self, cursor: &mut Cursor<'a>, at_start: bool) -> bool {
        cursor.spaces();
        let first = cursor.peek();
        if first == Some('(') && !self.levels.is_message && !self.rules.is_message {
            if self.depth == 0 {
                self.comment = cursor.here();
            }
            cursor.next();
            self.depth += 1;
        } else if first == Some(')') {
            if self.depth == 0 {
                self.report.push(codes::stray_parenthesis(cursor.here()));
                cursor.next();
                return false;
            }
            cursor.next();
            self.depth -= 1;
            if self.depth == 0 {
                self.after_comment = true;
                return true;
            }
        }
        if self.depth > 0 {
            self.after_comment = at_start;
            self.skip_comment(cursor);
            return true;
        }

        if at_start && cursor.is_done() {
            self.end_block();
            return true;
        }
        if let Some(closed) = self.closed
            && !cursor.is_done()
        {
            self.report.push(codes::after_heading(cursor.finish(), closed));
            return true;
        }
        if at_start && self.is_equals(cursor) {
            self.closed = Some(Closed::Equals);
            return true;
        }
        if self.section != Section::Levels
            && let Some((section, word)) = cursor.take(take_section)
        {
            cursor.spaces();
            // Within a line, the word of a heading is passed over.
            if at_start {
                self.open_section(section, word.span());
                return true;
            }
        }
        if cursor.is_done() {
            return true;
        }
        match self.section {
            Section::Prelude => self.read_prelude(cursor, at_start),
            Section::Objects => self.read_object(cursor, at_start),
            Section::Legend => self.read_legend(cursor),
            Section::Sounds => self.read_sound_word(cursor),
            Section::Layers => self.read_layer(cursor, at_start),
            Section::Rules => self.read_rule(cursor, at_start, first),
            Section::Conditions => self.read_condition(cursor, at_start),
            Section::Levels => self.read_level(cursor, at_start),
        }
        true
    }

    /// Takes a row of equals signs. In levels, nothing else may be on its line.
    fn is_equals(&self, cursor: &mut Cursor<'a>) -> bool {
        let alone = take_equals_row(cursor.rest()).is_ok();
        (self.section != Section::Levels || alone) && cursor.take(take_equals).is_some()
    }

    /// Takes a comment up to its end, or to the end of the line.
    fn skip_comment(&mut self, cursor: &mut Cursor<'a>) {
        while let Some(char) = cursor.peek() {
            cursor.next();
            match char {
                '(' => self.depth += 1,
                ')' => self.depth -= 1,
                _ => {}
            }
            if self.depth == 0 {
                break;
            }
        }
    }

    /// Begins a section.
    fn open_section(&mut self, section: Section, span: Span) {
        let first = self.first_headings.get(&section).copied();
        let before = section.before();
        if let Some(first) = first {
            self.report.push(codes::repeated_section(span, section, first));
        }
        match before {
            None if first.is_none() && !self.draft.headings.is_empty() => {
                self.report.push(codes::objects_first(span));
            }
            Some(before) if !self.first_headings.contains_key(&before) => {
                let meant = self.misspelled.iter().filter(|heading| heading.section == before);
                let meant = meant.map(|heading| heading.span).collect();
                self.report.push(codes::missing_section(span, section, before, meant));
            }
            _ => {}
        }
        self.first_headings.entry(section).or_insert(span);
        self.draft.headings.push(Heading { section, span });
        self.section = section;
        self.closed = Some(Closed::Heading(section));
        match section {
            Section::Objects => self.objects = ObjectsState::default(),
            Section::Sounds => self.draft.open_names(),
            Section::Levels => self.open_levels(),
            _ => {}
        }
    }

    /// Ends an object or a level at a line without text.
    fn end_block(&mut self) {
        match self.section {
            Section::Objects => self.objects.end(),
            Section::Levels => self.levels.end(),
            _ => {}
        }
    }

    /// Reads what a whole line means.
    fn finish_line(&mut self) {
        match self.section {
            Section::Legend => self.finish_legend(),
            Section::Sounds => self.finish_sound(),
            _ => {}
        }
    }
}
