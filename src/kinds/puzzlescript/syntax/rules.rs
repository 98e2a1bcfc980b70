//! Rules, word by word: names that nothing declares, and messages, in which brackets are text.
//!
//! What a rule means is read when all of the game is known (`lower/parse.rs`).

use super::super::codes;
use super::RuleLine;
use super::cursor::Cursor;
use super::layers::first_code;
use super::reader::Reader;
use super::words::{take_arrow, take_rule_word};

/// The commands of rules.
pub(in super::super) const COMMANDS: [&str; 17] = [
    "sfx0",
    "sfx1",
    "sfx2",
    "sfx3",
    "sfx4",
    "sfx5",
    "sfx6",
    "sfx7",
    "sfx8",
    "sfx9",
    "sfx10",
    "cancel",
    "checkpoint",
    "restart",
    "win",
    "message",
    "again",
];

/// The words that may be before the first bracket of a rule.
pub(in super::super) const PREFIXES: [&str; 9] =
    ["up", "down", "left", "right", "horizontal", "vertical", "orthogonal", "late", "rigid"];

/// The words that may be before a name in a cell.
pub(in super::super) const MODIFIERS: [&str; 17] = [
    "action",
    "up",
    "down",
    "left",
    "right",
    "^",
    "v",
    "<",
    ">",
    "moving",
    "stationary",
    "parallel",
    "perpendicular",
    "horizontal",
    "orthogonal",
    "vertical",
    "no",
];

/// The words that are likely meant as the arrow of a rule.
pub(in super::super) const ARROWS: [&str; 7] = ["=>", "→", "⇒", "-", "--", "-->", "==>"];

/// What was read of a rule.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleState {
    /// True after the first bracket.
    has_bracket: bool,
    /// True after the word `message`.
    pub(super) is_message: bool,
}

impl<'a> Reader<'a, '_, '_> {
    /// Reads a word of a rule. `first` is the character at which the word began, before the word of
    /// a heading was passed over.
    pub(super) fn read_rule(
        &mut self,
        cursor: &mut Cursor<'a>,
        at_start: bool,
        first: Option<char>,
    ) {
        if at_start {
            let (code, whole) = (first_code(cursor.line()), cursor.written_line());
            self.draft.rules.push(RuleLine { code, whole, line: self.line });
            self.rules = RuleState::default();
        }
        if self.rules.is_message {
            cursor.finish();
            return;
        }
        if cursor.word(take_arrow).is_some() {
            return;
        }
        if matches!(first, Some('[' | '|' | ']' | '+')) {
            self.rules.has_bracket |= first != Some('+');
            cursor.next();
            cursor.spaces();
            return;
        }
        let Some((_, word)) = cursor.take(take_rule_word) else { return };
        let before = !self.rules.has_bracket;
        if before && matches!(word.text, "startloop" | "endloop") {
            return;
        }
        if before && PREFIXES.contains(&word.text)
            || !before && (MODIFIERS.contains(&word.text) || word.text == "randomdir")
        {
            cursor.spaces();
            return;
        }
        if self.draft.is_name(word.text) {
            if at_start {
                self.report.push(codes::outside_brackets(word));
            } else {
                cursor.spaces();
            }
            return;
        }
        if matches!(word.text, "..." | "rigid" | "random") {
            return;
        }
        if COMMANDS.contains(&word.text) {
            self.rules.is_message = word.text == "message";
            return;
        }
        if before {
            let is_relative =
                matches!(word.text, "^" | "v" | "<" | ">" | "parallel" | "perpendicular");
            self.report.push(match is_relative {
                true => codes::relative_prefix(word),
                false => codes::bad_prefix(word),
            });
            return;
        }
        self.report.push(codes::unknown_rule_word(word, self.draft.names()));
    }
}
