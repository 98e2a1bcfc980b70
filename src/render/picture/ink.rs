//! Colors, line characters, and lines of text that change their color on the way.

use super::Paint;
use super::links::{At, Overlay};
use crate::scene::{Cell, Emphasis, Role};

/// The look of a stretch of text. Colors are entries of the 256-color table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) fore: Option<u8>,
    pub(super) back: Option<u8>,
    pub(super) bold: bool,
    pub(super) dim: bool,
    pub(super) line: Option<Line>,
}

/// A line along a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Under,
    Through,
}

impl Style {
    /// The terminal's default style.
    pub(super) const PLAIN: Self =
        Self { fore: None, back: None, bold: false, dim: false, line: None };
    /// Less important things.
    pub(super) const DIM: Self = Self { dim: true, ..Self::PLAIN };
    /// The border of the hero, the way to a node.
    pub(super) const STRONG: Self = Self { fore: Some(208), bold: true, ..Self::PLAIN };

    const fn on(back: u8, fore: u8) -> Self {
        Self { fore: Some(fore), back: Some(back), ..Self::PLAIN }
    }

    /// Returns the style of the filling around letters in this style.
    pub(super) fn ground(self) -> Self {
        Self { back: self.back, ..Self::PLAIN }
    }

    /// Returns the style of a pencil mark that a step removes, beside marks in this style.
    pub(super) fn struck(self) -> Self {
        Self { fore: Some(160), bold: true, dim: false, line: Some(Line::Through), ..self }
    }

    /// Returns the style of a link over something in this style.
    fn linked(self) -> Self {
        Self { fore: Some(133), ..self.ground() }
    }

    /// Returns the style of a cell.
    pub(super) fn of(cell: &Cell) -> Self {
        let base = match (cell.role, cell.tint) {
            (Role::Hero, _) => Self { bold: true, ..Self::on(166, 231) },
            (Role::Goal, Some(tint)) => Self { bold: true, ..Self::tinted(tint) },
            (Role::Piece, Some(tint)) => Self::tinted(tint),
            (Role::Piece | Role::Given, _) => Self { bold: true, ..Self::PLAIN },
            (Role::Goal, None) => Self { fore: Some(35), bold: true, ..Self::PLAIN },
            (Role::Active, _) => Self { fore: Some(38), bold: true, ..Self::PLAIN },
            (Role::Faint, _) => Self { fore: Some(179), ..Self::PLAIN },
            (Role::Wall | Role::Void | Role::Floor, _) => Self::DIM,
        };
        base.emphasized(cell.emphasis)
    }

    /// Returns this style for a thing that the picture points at.
    pub(super) fn emphasized(self, emphasis: Emphasis) -> Self {
        match (emphasis, self.back) {
            (Emphasis::None, _) => self,
            (Emphasis::Focus, Some(_)) => Self { bold: true, line: Some(Line::Under), ..self },
            (Emphasis::Focus, None) => Self { bold: self.bold, ..Self::on(229, 16) },
            (Emphasis::Near, Some(_)) => Self { line: Some(Line::Under), ..self },
            (Emphasis::Near, None) => Self { bold: self.bold, ..Self::on(153, 16) },
            (Emphasis::Way, _) => Self { bold: true, fore: Some(208), dim: false, ..self },
        }
    }

    /// Colors that people with any kind of color vision can distinguish (Okabe and Ito, 2008), as
    /// the nearest entries of the 256-color table; then the same once more, darker. Vermilion is
    /// the hero's.
    fn tinted(tint: u32) -> Self {
        const PALETTE: [(u8, u8); 14] = [
            (117, 16),
            (214, 16),
            (36, 16),
            (227, 16),
            (26, 231),
            (175, 16),
            (250, 16),
            (31, 231),
            (136, 231),
            (23, 231),
            (143, 16),
            (18, 231),
            (96, 231),
            (240, 231),
        ];
        let (back, fore) = PALETTE[tint as usize % PALETTE.len()];
        Self::on(back, fore)
    }

    fn codes(self) -> String {
        let mut codes = Vec::new();
        let has = |line| self.line == Some(line);
        let flags =
            [(self.bold, "1"), (self.dim, "2"), (has(Line::Under), "4"), (has(Line::Through), "9")];
        codes.extend(flags.iter().filter(|flag| flag.0).map(|flag| flag.1.to_owned()));
        codes.extend(self.fore.map(|color| format!("38;5;{color}")));
        codes.extend(self.back.map(|color| format!("48;5;{color}")));
        codes.join(";")
    }
}

/// Lines of text under way.
#[derive(Debug)]
pub(super) struct Ink {
    text: String,
    color: bool,
    unicode: bool,
    now: Style,
    /// The links that are drawn over spaces and borders.
    over: Overlay,
    /// The place of the next character, if there are links.
    at: At,
}

impl Ink {
    pub(super) fn new(paint: Paint) -> Self {
        let Paint { color, unicode, .. } = paint;
        let text = String::new();
        let over = Overlay::default();
        Self { text, color, unicode, now: Style::PLAIN, over, at: At::default() }
    }

    /// Draws links over what is written from now on.
    pub(super) fn link(&mut self, over: Overlay) {
        self.over = over;
    }

    /// Writes in a style.
    pub(super) fn put(&mut self, text: &str, style: Style) {
        if self.over.is_empty() {
            return self.write(text, style);
        }
        for char in text.chars() {
            let link = self.over.at(self.at, self.unicode).filter(|_| is_background(char));
            let (char, style) = match link {
                Some((char, is_strong)) => (char, Style { bold: is_strong, ..style.linked() }),
                None => (char, style),
            };
            self.write(char.encode_utf8(&mut [0; 4]), style);
            self.at.column += 1;
        }
    }

    fn write(&mut self, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        // The color of letters does not matter for spaces.
        let style = if text.trim().is_empty() { style.ground() } else { style };
        if self.color && style != self.now {
            if self.now != Style::PLAIN {
                self.text.push_str("\u{1b}[0m");
            }
            if style != Style::PLAIN {
                self.text.push_str(&format!("\u{1b}[{}m", style.codes()));
            }
        }
        self.now = style;
        self.text.push_str(text);
    }

    /// Writes one character that many times.
    pub(super) fn fill(&mut self, with: char, count: usize, style: Style) {
        self.put(&std::iter::repeat_n(with, count).collect::<String>(), style);
    }

    /// Ends the line.
    pub(super) fn end(&mut self) {
        if self.color && self.now != Style::PLAIN {
            self.text.push_str("\u{1b}[0m");
        }
        self.now = Style::PLAIN;
        self.text.push('\n');
        self.at = At { line: self.at.line + 1, column: 0 };
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// Returns whether a character is a space or part of a border.
fn is_background(char: char) -> bool {
    matches!(char, ' ' | '-' | '=' | '|' | '+' | ':' | '\u{2500}'..='\u{257f}')
}

/// The weight of the lines that go up, down, west and east from a place: 0 none, 1 light, 2 heavy.
pub(super) type Arms = [u8; 4];

/// Returns the character where those lines meet.
pub(super) fn junction(arms: Arms, unicode: bool) -> char {
    let [up, down, west, east] = arms;
    if unicode {
        return JUNCTIONS[arms.iter().fold(0, |sum, &arm| 3 * sum + usize::from(arm.min(2)))];
    }
    match (up | down, west | east) {
        (0, 0) => ' ',
        (0, across) if across > 1 => '=',
        (0, _) => '-',
        (_, 0) => '|',
        _ => '+',
    }
}

/// In the order of `27·up + 9·down + 3·west + east`.
#[rustfmt::skip]
static JUNCTIONS: [char; 81] = [
    ' ', '╶', '╺', '╴', '─', '╼', '╸', '╾', '━',
    '╷', '┌', '┍', '┐', '┬', '┮', '┑', '┭', '┯',
    '╻', '┎', '┏', '┒', '┰', '┲', '┓', '┱', '┳',
    '╵', '└', '┕', '┘', '┴', '┶', '┙', '┵', '┷',
    '│', '├', '┝', '┤', '┼', '┾', '┥', '┽', '┿',
    '╽', '┟', '┢', '┧', '╁', '╆', '┪', '╅', '╈',
    '╹', '┖', '┗', '┚', '┸', '┺', '┛', '┹', '┻',
    '╿', '┞', '┡', '┦', '╀', '╄', '┩', '╃', '╇',
    '┃', '┠', '┣', '┨', '╂', '╊', '┫', '╉', '╋',
];
