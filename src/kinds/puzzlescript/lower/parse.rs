//! One rule, from its words to patterns of named objects.

use super::super::codes;
use super::super::game::{Command, Direction};
use super::super::report::Report;
use super::super::syntax::words::is_space;
use super::super::syntax::{ARROWS, Draft, RuleLine};
use super::names::{Names, Symbol};
use crate::diag::Diagnostic;
use crate::syntax::Fragment;
use crate::text::Span;

/// A word before a name in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Modifier {
    /// No word.
    Plain,
    /// `no`.
    No,
    /// `stationary`.
    Stationary,
    /// `up`.
    Up,
    /// `down`.
    Down,
    /// `left`.
    Left,
    /// `right`.
    Right,
    /// `action`.
    Action,
    /// `>`.
    Ahead,
    /// `<`.
    Behind,
    /// `^`.
    Leftward,
    /// `v`.
    Rightward,
    /// `moving`.
    Moving,
    /// `orthogonal`.
    Orthogonal,
    /// `horizontal`.
    Horizontal,
    /// `vertical`.
    Vertical,
    /// `parallel`.
    Parallel,
    /// `perpendicular`.
    Perpendicular,
    /// `parallel` in a rule for left or right.
    HorizontalParallel,
    /// `perpendicular` in a rule for up or down.
    HorizontalAcross,
    /// `parallel` in a rule for up or down.
    VerticalParallel,
    /// `perpendicular` in a rule for left or right.
    VerticalAcross,
    /// `random`.
    Random,
    /// `randomdir`.
    RandomDirection,
    /// `...`.
    Ellipsis,
}

impl Modifier {
    /// The words of cells.
    const WORDS: [(&'static str, Self); 18] = [
        ("no", Self::No),
        ("stationary", Self::Stationary),
        ("up", Self::Up),
        ("down", Self::Down),
        ("left", Self::Left),
        ("right", Self::Right),
        ("action", Self::Action),
        (">", Self::Ahead),
        ("<", Self::Behind),
        ("^", Self::Leftward),
        ("v", Self::Rightward),
        ("moving", Self::Moving),
        ("orthogonal", Self::Orthogonal),
        ("horizontal", Self::Horizontal),
        ("vertical", Self::Vertical),
        ("parallel", Self::Parallel),
        ("perpendicular", Self::Perpendicular),
        ("random", Self::Random),
    ];

    /// Returns the modifier of a word.
    fn of(word: &str) -> Option<Self> {
        if word == "randomdir" {
            return Some(Self::RandomDirection);
        }
        Self::WORDS.iter().find(|(text, _)| *text == word).map(|(_, modifier)| *modifier)
    }

    /// Returns the word of the modifier; empty for none.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::RandomDirection => "randomdir",
            Self::Ellipsis => "...",
            Self::HorizontalParallel | Self::VerticalParallel => "parallel",
            Self::HorizontalAcross | Self::VerticalAcross => "perpendicular",
            other => {
                Self::WORDS.iter().find(|(_, known)| *known == other).map_or("", |word| word.0)
            }
        }
    }

    /// Returns whether the direction of the rule decides what it means.
    fn is_relative(self) -> bool {
        matches!(
            self,
            Self::Ahead
                | Self::Behind
                | Self::Leftward
                | Self::Rightward
                | Self::Parallel
                | Self::Perpendicular
        )
    }
}

/// An object of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The word before the name.
    pub modifier: Modifier,
    /// The name; [`NOTHING`] for an ellipsis.
    pub name: Symbol,
    /// The place of the name, or of the ellipsis.
    pub span: Span,
}

/// The most words of a rule.
const MOST_WORDS: usize = 2_048;

/// The name of an ellipsis.
pub(super) const NOTHING: Symbol = Symbol::MAX;

/// Two items are equal if they say the same, wherever they are.
impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        (self.modifier, self.name) == (other.modifier, other.name)
    }
}

impl Eq for Item {}

impl std::hash::Hash for Item {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.modifier, self.name).hash(state);
    }
}

/// A cell of a pattern.
pub(super) type Content = Vec<Item>;

/// The cells of a pair of brackets.
pub(super) type Row = Vec<Content>;

/// A rule as it is written.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// The line.
    pub line: u32,
    /// The place of the rule.
    pub span: Span,
    /// The directions, in the order of the text.
    pub directions: Vec<Direction>,
    /// The patterns before the arrow.
    pub left: Vec<Row>,
    /// The patterns after the arrow.
    pub right: Vec<Row>,
    /// `late`.
    pub late: bool,
    /// `rigid`.
    pub rigid: bool,
    /// `random` before the first bracket.
    pub random: bool,
    /// The line of the first rule of its group.
    pub group: u32,
    /// The commands.
    pub commands: Vec<Command>,
    /// The place of a message among them.
    pub message: Option<Span>,
    /// The length of the line in bytes.
    pub length: usize,
}

/// What a line of the section RULES is.
pub(super) enum Line {
    /// A rule.
    Rule(Box<Written>),
    /// `startloop`.
    Start(Span),
    /// `endloop`.
    End(Span),
    /// A line that means nothing: it was reported.
    Dropped,
}

/// Faults of which the words after them are a part.
#[derive(Clone, Copy, Debug, Default)]
struct Reported {
    /// A word of this stretch outside of brackets.
    outside: bool,
    /// A word before the first bracket.
    prefix: bool,
}

/// The state of reading a rule.
struct Parser<'a, 'g, 'r, 's> {
    names: &'g Names<'a>,
    draft: &'g Draft<'a>,
    report: &'r mut Report<'s>,
    tokens: Vec<Fragment<'a>>,
    whole: Fragment<'a>,
    rule: Written,
    cell: Content,
    /// A modifier that waits for its name.
    pending: Option<(Modifier, Span)>,
    row: Row,
    in_brackets: bool,
    after_arrow: bool,
    /// The opening brackets less the closing ones.
    depth: i32,
    /// The place of the last opening bracket.
    opened: Option<Span>,
    reported: Reported,
    has_plus: bool,
}

/// Whether reading goes on after a word.
#[derive(PartialEq, Eq)]
enum Next {
    /// With the next word.
    Word,
    /// The rest of the line is not looked at.
    Finish,
    /// The rule is dropped.
    Drop,
}

/// Returns the words of a rule. Brackets, bars and arrows need no spaces around them, nor does a
/// `+` at the start.
fn tokens(code: Fragment<'_>) -> Vec<Fragment<'_>> {
    let bytes = code.text.as_bytes();
    let mut tokens = Vec::new();
    let mut from = 0;
    let mut at = 0;
    let word = |from: usize, to: usize, tokens: &mut Vec<_>| {
        if from < to {
            tokens.push(code.part(from..to));
        }
    };
    while at < bytes.len() {
        let char = code.text[at..].chars().next().unwrap_or(' ');
        let is_arrow = code.text[at..].starts_with("->");
        let is_first_plus = char == '+' && tokens.is_empty() && from == at;
        let length = if is_arrow { 2 } else { char.len_utf8() };
        if is_arrow || is_first_plus || matches!(char, '[' | '|' | ']') {
            word(from, at, &mut tokens);
            tokens.push(code.part(at..at + length));
            from = at + length;
        } else if is_space(char) {
            word(from, at, &mut tokens);
            from = at + length;
        }
        at += length;
    }
    word(from, at, &mut tokens);
    tokens
}

/// Reads a line of the section RULES. `earlier` is the rule before, if there is one.
pub(super) fn parse<'a>(
    line: &RuleLine<'a>,
    earlier: Option<&Written>,
    names: &Names<'a>,
    draft: &Draft<'a>,
    report: &mut Report<'_>,
) -> Line {
    report.at_line(line.line);
    let tokens = tokens(line.code);
    if tokens.len() > MOST_WORDS {
        report.push(codes::long_rule(tokens[MOST_WORDS], MOST_WORDS));
        return Line::Dropped;
    }
    let span = match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span().to(last.span()),
        _ => line.code.span(),
    };
    if let Some(at) = line.whole.text.find('(')
        && !line.code.text.contains("->")
    {
        report.push(codes::comment_in_rule(line.whole.part(at..at + 1), span));
        return Line::Dropped;
    }
    if let [word] = tokens[..] {
        match word.text {
            "startloop" => return Line::Start(span),
            "endloop" => return Line::End(span),
            _ => {}
        }
    }
    if !tokens.iter().any(|token| token.text == "->") {
        let no_arrow = codes::no_arrow(span);
        let has_slip = tokens.iter().any(|token| ARROWS.contains(&token.text));
        if has_slip && report.is_faulty() {
            report.hide(&no_arrow);
        } else {
            report.push(no_arrow);
        }
    }
    let rule = Written {
        line: line.line,
        span,
        directions: Vec::new(),
        left: Vec::new(),
        right: Vec::new(),
        late: false,
        rigid: false,
        random: false,
        group: line.line,
        commands: Vec::new(),
        message: None,
        length: line.whole.text.len(),
    };
    let parser = Parser {
        names,
        draft,
        report,
        tokens,
        whole: line.whole,
        rule,
        cell: Vec::new(),
        pending: None,
        row: Vec::new(),
        in_brackets: false,
        after_arrow: false,
        depth: 0,
        opened: None,
        reported: Reported::default(),
        has_plus: false,
    };
    parser.run(earlier)
}

impl Parser<'_, '_, '_, '_> {
    /// Reads all words.
    fn run(mut self, earlier: Option<&Written>) -> Line {
        let mut at = 0;
        while at < self.tokens.len() && self.tokens[at].text != "[" {
            self.read_prefix(at, earlier);
            at += 1;
        }
        if self.rule.directions.is_empty() {
            use Direction::{Down, Left, Right, Up};
            self.rule.directions = vec![Up, Down, Left, Right];
        }
        while at < self.tokens.len() {
            match self.read_token(at, earlier) {
                Next::Word => at += 1,
                Next::Finish => break,
                Next::Drop => return Line::Dropped,
            }
        }
        self.finish()
    }

    /// Reads a word before the first bracket.
    fn read_prefix(&mut self, at: usize, earlier: Option<&Written>) {
        use Direction::{Down, Left, Right, Up};
        let token = self.tokens[at];
        match token.text {
            "+" => self.read_plus(at, earlier),
            "up" => self.rule.directions.push(Up),
            "down" => self.rule.directions.push(Down),
            "left" => self.rule.directions.push(Left),
            "right" => self.rule.directions.push(Right),
            "horizontal" => self.rule.directions.extend([Left, Right]),
            "vertical" => self.rule.directions.extend([Up, Down]),
            "orthogonal" => self.rule.directions.extend([Up, Down, Left, Right]),
            "late" => self.rule.late = true,
            "rigid" => self.rule.rigid = true,
            "random" => {
                self.rule.random = true;
                if self.has_plus {
                    self.report.push(codes::random_plus(token));
                }
            }
            "^" | "v" | "<" | ">" | "parallel" | "perpendicular" => {
                self.reported.prefix = true;
                self.report.push(codes::relative_prefix(token));
            }
            // A rule without brackets is reported as a whole.
            _ if !self.tokens.iter().any(|token| token.text == "[") => {}
            // The words after the first one are at fault because of it: its bracket may be missing.
            _ if self.reported.prefix => self.report.hide(&codes::bad_prefix(token)),
            _ => {
                self.reported.prefix = true;
                self.report.push(codes::bad_prefix(token));
            }
        }
    }

    /// Reads the `+` that joins a rule to the one before.
    fn read_plus(&mut self, at: usize, earlier: Option<&Written>) {
        let token = self.tokens[at];
        self.has_plus = true;
        if self.rule.group != self.rule.line {
            self.report.push(codes::second_plus(token));
            return;
        }
        if at > 0 {
            self.report.push(codes::late_plus(token));
        }
        match earlier {
            Some(earlier) => self.rule.group = earlier.group,
            None => {
                self.has_plus = false;
                self.report.push(codes::first_plus(token));
            }
        }
    }

    /// Reads a word from the first bracket on.
    fn read_token(&mut self, at: usize, earlier: Option<&Written>) -> Next {
        let token = self.tokens[at];
        match token.text {
            "[" => self.open(token),
            "|" => self.next_cell(at),
            "]" => return self.close(token),
            "->" => return self.read_arrow(at, earlier),
            _ => {}
        }
        if matches!(token.text, "[" | "|") {
            return Next::Word;
        }
        if let Some(modifier) = Modifier::of(token.text) {
            self.read_modifier(modifier, at);
            return Next::Word;
        }
        let symbol = self.names.symbol(token.text);
        if let Some(symbol) = symbol.filter(|_| self.draft.is_name(token.text)) {
            self.read_name(symbol, at);
            return Next::Word;
        }
        if token.text == "..." {
            self.read_ellipsis(at);
            return Next::Word;
        }
        self.read_command(at)
    }

    /// Reads `[`.
    fn open(&mut self, token: Fragment<'_>) {
        self.depth += 1;
        if self.has_open_cell() {
            self.report.push_after(codes::unclosed_bracket(token));
        } else if self.depth > 1 {
            self.report.push_after(codes::nested_bracket(token));
        }
        self.opened = Some(token.span());
        self.reported.outside = false;
        self.in_brackets = true;
        self.cell.clear();
        self.pending = None;
    }

    /// Returns whether the cell that is being read has a word.
    fn has_open_cell(&self) -> bool {
        !self.cell.is_empty() || self.pending.is_some()
    }

    /// Reports a word outside of brackets: only the first one of a stretch, and none if a `]` that
    /// closes nothing follows, because that one is reported.
    fn push_outside(&mut self, at: usize, diagnostic: Diagnostic) {
        let is_closed = self.depth == 0 && self.next_mark(at) == Some("]");
        if !self.reported.outside && !is_closed {
            self.reported.outside = true;
            self.report.push_after(diagnostic);
        }
    }

    /// Returns the next bracket or arrow after a word, or `message`, whose text is not read.
    fn next_mark(&self, at: usize) -> Option<&str> {
        let is_mark = |text: &&str| matches!(*text, "[" | "]" | "->" | "message");
        self.tokens[at + 1..].iter().map(|token| token.text).find(is_mark)
    }

    /// Reads `|`.
    fn next_cell(&mut self, at: usize) {
        if !self.in_brackets {
            self.push_outside(at, codes::bar_outside(self.tokens[at]));
        } else if let Some((modifier, span)) = self.pending {
            self.report.push_after(codes::movement_alone(span, modifier.word()));
        } else {
            self.row.push(std::mem::take(&mut self.cell));
        }
    }

    /// Reads `]`.
    fn close(&mut self, token: Fragment<'_>) -> Next {
        self.depth -= 1;
        if self.depth < 0 {
            self.report.push(codes::stray_bracket(token));
            return Next::Drop;
        }
        match self.pending {
            Some((modifier, span)) => {
                self.report.push_after(codes::movement_alone(span, modifier.word()));
            }
            None => self.row.push(std::mem::take(&mut self.cell)),
        }
        let row = std::mem::take(&mut self.row);
        if self.after_arrow {
            self.rule.right.push(row);
        } else {
            self.rule.left.push(row);
        }
        self.in_brackets = false;
        Next::Word
    }

    /// Reads the arrow.
    fn read_arrow(&mut self, at: usize, earlier: Option<&Written>) -> Next {
        let token = self.tokens[at];
        self.reported.outside = false;
        if self.rule.group != self.rule.line
            && let Some(earlier) = earlier
            && earlier.late != self.rule.late
        {
            self.report.push(codes::mixed_late(self.rule.span, earlier.span, self.rule.late));
        }
        if self.in_brackets {
            let is_open = self.tokens.get(at + 1).is_some_and(|next| next.text == "[");
            if is_open && self.has_open_cell() {
                self.report.push_after(codes::unclosed_bracket(token));
            } else {
                self.report.push_after(codes::arrow_inside(token));
            }
        } else if self.after_arrow {
            self.report.push(codes::second_arrow(token));
            return Next::Drop;
        } else {
            self.after_arrow = true;
        }
        Next::Word
    }

    /// Reads a word that stands before a name.
    fn read_modifier(&mut self, modifier: Modifier, at: usize) {
        use Modifier::{No, Random, RandomDirection};
        let token = self.tokens[at];
        if let Some((_, span)) = self.pending {
            self.report.push(codes::second_movement(token, span));
        } else if !self.in_brackets {
            self.push_outside(at, codes::direction_outside(token));
        } else if self.rule.late && !matches!(modifier, No | Random | RandomDirection) {
            self.report.push(codes::late_movement(token));
        } else {
            self.pending = Some((modifier, token.span()));
        }
    }

    /// Reads a name.
    fn read_name(&mut self, name: Symbol, at: usize) {
        let token = self.tokens[at];
        if !self.in_brackets {
            self.push_outside(at, codes::name_outside(token));
            return;
        }
        let modifier = self.pending.map_or(Modifier::Plain, |(modifier, _)| modifier);
        if let Some(same) = self.cell.iter().find(|item| item.name == name) {
            let (earlier, other) = (same.span, same.modifier);
            if other == Modifier::No && modifier == Modifier::No {
                self.report.push(codes::repeated_no(token, earlier));
            } else {
                let is_any = self.names.any[name as usize].is_some();
                self.report.push(codes::same_object_twice(token, earlier, is_any));
            }
        }
        self.cell.push(Item { modifier, name, span: token.span() });
        self.pending = None;
    }

    /// Reads an ellipsis.
    fn read_ellipsis(&mut self, at: usize) {
        let token = self.tokens[at];
        let span = token.span();
        if !self.in_brackets {
            self.push_outside(at, codes::ellipsis_outside(token));
        } else if let Some((modifier, place)) = self.pending {
            self.report.push_after(codes::movement_alone(place, modifier.word()));
            self.pending = Some((Modifier::Ellipsis, span));
        } else {
            self.cell.push(Item { modifier: Modifier::Ellipsis, name: NOTHING, span });
        }
    }

    /// Reads a command, or a word that means nothing.
    fn read_command(&mut self, at: usize) -> Next {
        let token = self.tokens[at];
        let Some(command) = self.command(token) else {
            self.report.push(codes::unexpected_word(token));
            return Next::Word;
        };
        let brackets_follow = self.tokens[at..].iter().any(|token| token.text == "]");
        if !self.after_arrow {
            self.report.push(codes::early_command(token));
        } else if self.in_brackets || brackets_follow {
            self.report.push(codes::misplaced_command(token));
        }
        if matches!(command, Command::Message(_)) {
            self.rule.message = Some(token.span());
            self.rule.commands.push(command);
            return Next::Finish;
        }
        if let Command::Sound(_) = command {
            let defines = |sound: &&super::super::syntax::SoundLine<'_>| {
                sound.words.first().is_some_and(|(word, _)| word.text == token.text)
            };
            if self.draft.sounds.iter().find(defines).is_none() {
                self.report.push(codes::unknown_sfx(token));
            }
        }
        self.rule.commands.push(command);
        Next::Word
    }

    /// Returns the command of a word.
    fn command(&self, token: Fragment<'_>) -> Option<Command> {
        /// The commands that are one word.
        const PLAIN: [(&str, Command); 5] = [
            ("again", Command::Again),
            ("cancel", Command::Cancel),
            ("checkpoint", Command::Checkpoint),
            ("restart", Command::Restart),
            ("win", Command::Win),
        ];
        if let Some((_, command)) = PLAIN.iter().find(|(word, _)| *word == token.text) {
            return Some(command.clone());
        }
        Some(match token.text {
            "message" => {
                let from = (token.span().end - self.whole.start) as usize;
                let text = self.whole.text[from..].trim_matches(is_space);
                // An empty message is still shown.
                let text = if text.is_empty() { " " } else { text };
                Command::Message(String::from(text))
            }
            word => {
                let number = word.strip_prefix("sfx")?;
                let number: u8 = number.parse().ok().filter(|number| *number <= 10)?;
                if word != format!("sfx{number}") {
                    return None;
                }
                Command::Sound(number)
            }
        })
    }

    /// Compares both sides of the rule.
    fn finish(mut self) -> Line {
        let rule = &mut self.rule;
        if rule.late && rule.rigid {
            self.report.push(codes::late_rigid(rule.span));
        }
        if rule.left.len() == rule.right.len() {
            for (left, right) in rule.left.iter().zip(&rule.right) {
                if left.len() != right.len() {
                    let counts = (left.len(), right.len());
                    self.report.push_after(codes::uneven_cells(rule.span, counts.0, counts.1));
                }
            }
        } else if rule.commands.is_empty() || !rule.right.is_empty() {
            let counts = (rule.left.len(), rule.right.len());
            let open = self.opened.filter(|_| self.in_brackets);
            self.report.push_after(codes::uneven_patterns(rule.span, counts.0, counts.1, open));
            return Line::Dropped;
        }
        if rule.left.is_empty() {
            self.report.push_after(codes::no_pattern(rule.span));
        }
        if !is_directional(rule) {
            rule.directions.truncate(1);
        }
        Line::Rule(Box::new(self.rule))
    }
}

/// Returns whether the direction of a rule makes a difference.
fn is_directional(rule: &Written) -> bool {
    let relative = |row: &Row| row.iter().flatten().any(|item| item.modifier.is_relative());
    rule.left.iter().any(|row| row.len() > 1 || relative(row)) || rule.right.iter().any(relative)
}

impl Written {
    /// Returns whether a pattern has another number of cells on the right: no rule is compiled then.
    pub(super) fn is_uneven(&self) -> bool {
        self.left.len() == self.right.len()
            && self.left.iter().zip(&self.right).any(|(left, right)| left.len() != right.len())
    }
}
