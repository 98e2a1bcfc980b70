//! The lines before the first heading.

use super::super::codes;
use super::Setting;
use super::cursor::{Cursor, trimmed};
use super::reader::Reader;
use super::words::{take_code, take_name};

/// The settings that have a value.
pub(in super::super) const WITH_VALUE: [&str; 12] = [
    "title",
    "author",
    "homepage",
    "background_color",
    "text_color",
    "key_repeat_interval",
    "realtime_interval",
    "again_interval",
    "flickscreen",
    "zoomscreen",
    "color_palette",
    "youtube",
];

/// The settings without a value.
pub(in super::super) const FLAGS: [&str; 10] = [
    "run_rules_on_level_start",
    "norepeat_action",
    "require_player_movement",
    "debug",
    "verbose_logging",
    "throttle_movement",
    "noundo",
    "noaction",
    "norestart",
    "scanline",
];

/// What the next text of a line of the prelude is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expected {
    /// A setting.
    #[default]
    Setting,
    /// The value of a flag, which is reported already.
    FlagValue,
    /// A value.
    Value,
    /// Text after a value.
    Rest,
}

/// What was read of a line of the prelude.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PreludeLine {
    expected: Expected,
    /// True after a character that no setting has.
    is_faulty: bool,
}

impl<'a> Reader<'a, '_, '_> {
    /// Reads a word of the prelude.
    pub(super) fn read_prelude(&mut self, cursor: &mut Cursor<'a>, at_start: bool) {
        if at_start {
            self.prelude = PreludeLine::default();
        }
        match self.prelude.expected {
            Expected::Setting => {}
            Expected::FlagValue => {
                self.prelude.expected = Expected::Setting;
                cursor.take(take_code);
                return;
            }
            Expected::Value | Expected::Rest => {
                let text = cursor.written();
                if let Some((_, code)) = cursor.take(take_code)
                    && self.prelude.expected == Expected::Rest
                {
                    let length = code.text.len();
                    self.report.push(codes::comment_in_value(trimmed(text.part(0..length))));
                }
                self.prelude.expected = Expected::Rest;
                return;
            }
        }

        let Some(word) = cursor.word(take_name) else {
            let here = cursor.here();
            cursor.next();
            if !self.prelude.is_faulty {
                self.prelude.is_faulty = true;
                self.report.push(codes::prelude_character(here, trimmed(cursor.line())));
            }
            return;
        };
        // What follows an unknown word on its line is not looked at.
        if !at_start {
            return;
        }
        let written = cursor.written();
        let length = take_code(cursor.rest()).map_or(0, |(_, code)| code.len());
        let has_value = WITH_VALUE.contains(&word.text);
        if has_value {
            self.prelude.expected = Expected::Value;
            // Titles and addresses keep their case; a value in another line is a word.
            let keeps_case = matches!(word.text, "title" | "author" | "homepage");
            let lower = crate::syntax::Fragment { text: cursor.rest(), start: written.start };
            let value = if keeps_case { written } else { lower };
            if word.text == "youtube" {
                self.report.push(codes::youtube(word.span()));
            }
            if length == 0 {
                self.report.push(codes::missing_value(word));
                return;
            }
            let earlier = self.first_settings.get(word.text).copied();
            if let Some(earlier) = earlier {
                self.report.push(codes::repeated_setting(word, earlier));
            }
            self.first_settings.insert(word.text, word.span());
            self.draft.settings.push(Setting { key: word, value: trimmed(value.part(0..length)) });
        } else if FLAGS.contains(&word.text) {
            self.prelude.expected = Expected::FlagValue;
            let extra = trimmed(written.part(0..length));
            if length > 0 {
                self.report.push(codes::flag_value(extra, word));
            }
            self.draft.settings.push(Setting { key: word, value: extra });
        } else {
            self.report.push(codes::unknown_setting(word));
        }
    }
}
