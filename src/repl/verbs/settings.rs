//! What `set` and `bail` show and change.

use std::borrow::Cow;
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;

use crate::diag::{Diagnostic, among, clip, nearest};
use crate::host::{Limits, When, duration, size};
use crate::puzzle::Answer;
use crate::render::json_line;
use crate::repl::output::Output;
use crate::repl::shell::Shell;
use crate::repl::verbs::commands::Own;
use crate::syntax::Fragment;
use crate::syntax::codes::{bad_argument, trailing_text};
use crate::text::{Source, Span};

/// Narrower answers would be all line ends.
const NARROWEST: usize = 20;
const WIDEST: usize = 1000;
/// Rows of the longest answer that is not folded.
const FOLDED: usize = 100;

/// How answers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::repl) enum Shape {
    /// As they are.
    #[default]
    Text,
    /// A JSON object per line: `{"puzzle","command","answer"}`, of a job with its number in `"job"`.
    Json,
}

/// An answer for programs.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    job: Option<usize>,
    puzzle: Option<&'a str>,
    command: &'a str,
    answer: &'a Answer,
}

impl Shape {
    /// Returns the answer of a command in this shape. `puzzle` is the name of the puzzle that answered,
    /// `None` if the prompt itself answers; `job` is the number of the job that found the answer.
    pub(in crate::repl) fn of<'a>(
        self,
        puzzle: Option<&str>,
        command: &str,
        answer: &'a Answer,
        job: Option<usize>,
    ) -> Cow<'a, str> {
        match self {
            Self::Text => answer.text(),
            Self::Json => {
                let object = Object { job, puzzle, command, answer };
                Cow::Owned(json_line(&object).trim_end().to_owned())
            }
        }
    }
}

/// What can be set, but for the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repl) struct Settings {
    /// When there are colors.
    pub(in crate::repl) color: When,
    /// Columns that drawings and help may fill; none for those of the terminal.
    pub(in crate::repl) width: Option<usize>,
    /// How answers are printed.
    pub(in crate::repl) shape: Shape,
    /// Whether a change of state is followed by a picture on standard error.
    pub(in crate::repl) pictures: bool,
    /// Whether the first error ends the input.
    pub(in crate::repl) bail: bool,
    /// Whether the commands and answers of a document that is loaded are shown.
    pub(in crate::repl) echo: bool,
    /// Rows that an answer on a terminal may have before it is folded; none for any number.
    pub(in crate::repl) fold: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            color: When::Auto,
            width: None,
            shape: Shape::Text,
            pictures: false,
            bail: false,
            echo: false,
            fold: Some(FOLDED),
        }
    }
}

/// A setting, by its place in [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Color,
    Width,
    Time,
    States,
    Memory,
    Format,
    Pictures,
    Bail,
    Echo,
    Fold,
}

impl Setting {
    /// Returns whether it is part of the budget of a search: `set budget` shows these.
    fn is_budget(self) -> bool {
        matches!(self, Self::Time | Self::States | Self::Memory)
    }
}

/// The description of a setting.
pub(in crate::repl) struct Described {
    setting: Setting,
    /// The word for it.
    pub(in crate::repl) name: &'static str,
    /// Another word for it, or none.
    other: &'static str,
    /// The words that it can be.
    pub(in crate::repl) values: &'static [&'static str],
    /// All that it can be, for a message.
    takes: &'static str,
}

/// The settings, in the order in which `set` lists them.
pub(in crate::repl) static TABLE: &[Described] = &[
    Described {
        setting: Setting::Color,
        name: "color",
        other: "colour",
        values: &["auto", "always", "never"],
        takes: "`auto`, `always` or `never`",
    },
    Described {
        setting: Setting::Width,
        name: "width",
        other: "",
        values: &["auto"],
        takes: "`auto` or a number of columns from 20 to 1000",
    },
    Described {
        setting: Setting::Time,
        name: "time",
        other: "",
        values: &["unlimited"],
        takes: "`unlimited` or a time such as `10s`, `500ms`, `2min`",
    },
    Described {
        setting: Setting::States,
        name: "states",
        other: "",
        values: &["unlimited"],
        takes: "`unlimited` or a number of states",
    },
    Described {
        setting: Setting::Memory,
        name: "memory",
        other: "",
        values: &["auto"],
        takes: "`auto` or a size such as `500M`, `4G`",
    },
    Described {
        setting: Setting::Format,
        name: "format",
        other: "",
        values: &["text", "json"],
        takes: "`text` or `json`",
    },
    Described {
        setting: Setting::Pictures,
        name: "pictures",
        other: "picture",
        values: &["on", "off"],
        takes: "`on` or `off`",
    },
    Described {
        setting: Setting::Bail,
        name: "bail",
        other: "",
        values: &["on", "off"],
        takes: "`on` or `off`",
    },
    Described {
        setting: Setting::Echo,
        name: "echo",
        other: "",
        values: &["on", "off"],
        takes: "`on` or `off`",
    },
    Described {
        setting: Setting::Fold,
        name: "fold",
        other: "",
        values: &["off"],
        takes: "`off` or the number of rows of the longest answer that is not folded",
    },
];

/// Returns the setting that a word names.
pub(in crate::repl) fn find(word: &str) -> Option<&'static Described> {
    TABLE.iter().find(|one| one.name == word || !word.is_empty() && one.other == word)
}

/// A time as [`duration`] reads it.
fn shown_time(time: Duration) -> String {
    let millis = time.as_millis();
    if millis.is_multiple_of(1000) { format!("{}s", millis / 1000) } else { format!("{millis}ms") }
}

/// A size as [`size`] reads it.
fn shown_size(bytes: u64) -> String {
    let units = [(30, "G"), (20, "M"), (10, "k")];
    let fit = units.iter().find(|(shift, _)| bytes > 0 && bytes.is_multiple_of(1 << shift));
    fit.map_or_else(|| bytes.to_string(), |(shift, unit)| format!("{}{unit}", bytes >> shift))
}

/// Reads `on` and `off`.
fn switch(text: &str) -> Option<bool> {
    match text {
        "on" | "true" | "yes" => Some(true),
        "off" | "false" | "no" => Some(false),
        _ => None,
    }
}

/// The word for a value that has names.
fn named(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

fn spelt(on: bool) -> String {
    String::from(if on { "on" } else { "off" })
}

impl Shell {
    /// The value of a setting, as `set` shows it.
    fn setting(&self, setting: Setting) -> String {
        let (limits, settings) = (&self.limits, &self.settings);
        let auto = || String::from("auto");
        match setting {
            Setting::Color => named(&settings.color),
            Setting::Width => settings.width.map_or_else(auto, |width| width.to_string()),
            Setting::Time => limits.time.map_or_else(|| String::from("unlimited"), shown_time),
            Setting::States if limits.states == u64::MAX => String::from("unlimited"),
            Setting::States => limits.states.to_string(),
            Setting::Memory if limits.bytes == Limits::default().bytes => auto(),
            Setting::Memory => shown_size(limits.bytes),
            Setting::Format => named(&settings.shape),
            Setting::Pictures => spelt(settings.pictures),
            Setting::Bail => spelt(settings.bail),
            Setting::Echo => spelt(settings.echo),
            Setting::Fold => {
                settings.fold.map_or_else(|| String::from("off"), |rows| rows.to_string())
            }
        }
    }

    /// Changes a setting; `None` if it does not take the value.
    fn change(&mut self, setting: Setting, value: &str) -> Option<()> {
        let free = matches!(value, "unlimited" | "none" | "off");
        let auto = value == "auto";
        match setting {
            Setting::Color => {
                let when = match value {
                    "on" => "always",
                    "off" => "never",
                    when => when,
                };
                self.settings.color = When::from_str(when, false).ok()?;
            }
            Setting::Width if auto => self.settings.width = None,
            Setting::Width => {
                let width = value.parse().ok()?;
                let fits = (NARROWEST..=WIDEST).contains(&width);
                self.settings.width = fits.then_some(width).map(Some)?;
            }
            Setting::Time => {
                self.limits.time = if free { None } else { Some(duration(value).ok()?) };
            }
            Setting::States => {
                self.limits.states = if free { u64::MAX } else { value.parse().ok()? };
            }
            Setting::Memory if auto => self.limits.bytes = Limits::default().bytes,
            Setting::Memory => self.limits.bytes = size(value).ok()?,
            Setting::Format => self.settings.shape = Shape::from_str(value, false).ok()?,
            Setting::Pictures => self.settings.pictures = switch(value)?,
            Setting::Bail => self.settings.bail = switch(value)?,
            Setting::Echo => self.settings.echo = switch(value)?,
            Setting::Fold if free => self.settings.fold = None,
            Setting::Fold => {
                self.settings.fold = Some(value.parse().ok().filter(|&rows: &usize| rows > 0)?);
            }
        }
        Some(())
    }

    /// A setting with its value, as it can be typed.
    fn shown(&self, one: &Described) -> String {
        format!("set {} {}", one.name, self.setting(one.setting))
    }

    /// `set`, `set NAME`, `set NAME VALUE`; what `set` shows can be typed.
    pub(in crate::repl) fn set(&mut self, source: &Source, own: Own, output: &mut dyn Output) {
        let words = words(source, own.rest);
        // `set budget time 10s` is a way to say it, too.
        let group = words.first().is_some_and(|&span| source.slice(span) == "budget");
        let words = &words[usize::from(group)..];
        let Some(&first) = words.first() else {
            let listed = TABLE.iter().filter(|one| !group || one.setting.is_budget());
            let lines: Vec<_> = listed.map(|one| self.shown(one)).collect();
            return self.print(&lines.join("\n"), output);
        };
        let name = source.slice(first);
        let Some(one) = find(name) else {
            return self.refuse(source, unknown(first, name), output);
        };
        match words[1..] {
            [] => self.print(&self.shown(one), output),
            [span] => {
                let value = source.slice(span);
                if self.change(one.setting, value).is_none() {
                    let found =
                        bad_argument(span, &clip(value), "a value for this setting", own.usage());
                    let found = found.help(format!("`{}` is {}", one.name, one.takes));
                    return self.refuse(source, found, output);
                }
                output.adapt(&self.settings);
            }
            [_, span, ..] => {
                self.refuse(source, trailing_text(span, "the value of a setting"), output);
            }
        }
    }

    /// `bail on`, `bail off`.
    pub(in crate::repl) fn bail(&mut self, source: &Source, own: Own, output: &mut dyn Output) {
        let argument = source.slice(own.rest);
        match switch(argument) {
            Some(on) => self.settings.bail = on,
            None => self.reject(source, own, "`on` or `off`", output),
        }
    }

    /// Says that the argument of a command is not `what` it takes.
    pub(in crate::repl) fn reject(
        &mut self,
        source: &Source,
        own: Own,
        what: &str,
        output: &mut dyn Output,
    ) {
        let argument = clip(source.slice(own.rest));
        self.refuse(source, bad_argument(own.rest, &argument, what, own.usage()), output);
    }

    /// Draws what is wrong with a command of the REPL.
    pub(in crate::repl) fn refuse(
        &mut self,
        source: &Source,
        found: Diagnostic,
        output: &mut dyn Output,
    ) {
        self.fault();
        output.report(source, &[found], 1);
    }

    /// Something went wrong: a script that bails ends here.
    pub(in crate::repl) fn fault(&mut self) {
        self.failed = true;
        if self.settings.bail {
            self.bailed = true;
            self.cancel.cancel();
        }
    }
}

fn unknown(span: Span, name: &str) -> Diagnostic {
    let names = TABLE.iter().map(|one| one.name);
    let found = bad_argument(span, &clip(name), "a setting", "set [NAME [VALUE]]");
    match nearest(name, names.clone()) {
        Some(near) => found.did_you_mean(span, near),
        None => found.help(format!("the settings are {}", among(names.collect::<Vec<_>>()))),
    }
}

/// The places of the words in a part of a source.
pub(in crate::repl) fn words(source: &Source, span: Span) -> Vec<Span> {
    let whole = Fragment::of(source.text(), span);
    let words = whole.text.split([' ', '\t']).filter(|word| !word.is_empty());
    words.map(|word| whole.locate(word).span()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{Ear, shell};

    fn say(shell: &mut Shell, text: &str) -> (String, String) {
        let mut ear = Ear::default();
        shell.take(&Source::new("x", text), &mut ear);
        (ear.out, ear.err)
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        let mut first = shell();
        for line in [
            "set color never",
            "set width 40",
            "set time 1500ms",
            "set budget states 1000",
            "set memory 64M",
            "set format text",
            "set pictures on",
            "bail on",
            "set echo on",
            "set fold 30",
        ] {
            assert_eq!(say(&mut first, line), Default::default(), "{line}");
        }
        let (shown, _) = say(&mut first, "set");
        assert_eq!(
            shown,
            "set color never\nset width 40\nset time 1500ms\nset states 1000\nset memory 64M\n\
             set format text\nset pictures on\nset bail on\nset echo on\nset fold 30\n"
        );
        let mut second = shell();
        assert_eq!(say(&mut second, &shown), Default::default());
        assert_eq!(say(&mut second, "set").0, shown);
        assert_eq!(say(&mut second, "set time").0, "set time 1500ms\n");
        say(&mut second, "set budget time unlimited");
        assert_eq!(say(&mut second, "set budget").0.lines().next(), Some("set time unlimited"));
    }

    #[test]
    fn what_cannot_be_set_is_pointed_at() {
        let mut shell = shell();
        for (line, told) in [
            ("set colr never", ":5: error[syntax::bad-argument]: expected a setting, found `colr`"),
            (
                "set width 3",
                ":11: error[syntax::bad-argument]: expected a value for this setting, found `3`",
            ),
            ("set time soon", ":10: error[syntax::bad-argument]"),
            ("set time -1", ":10: error[syntax::bad-argument]"),
            ("set format xml", ":12: error[syntax::bad-argument]"),
            ("set width 40 50", ":14: error[syntax::trailing-text]"),
            ("bail", ":1: error[syntax::missing-argument]"),
            ("bail maybe", ":6: error[syntax::bad-argument]"),
        ] {
            let (out, err) = say(&mut shell, line);
            assert!(out.is_empty() && err.contains(told), "{line}: {err}");
        }
        assert_eq!(shell.settings, Settings::default());
    }
}
