//! `set`: shows and changes the settings.

use std::time::Duration;

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use crate::diag::{Diagnostic, among, clip, nearest};
use crate::host::{Limits, duration, size};
use crate::repl::output::settings::{Settings, Shape};
use crate::repl::verbs::commands::VerbCall;
use crate::repl::verbs::{Fault, Outcome, Reply};
use crate::syntax::Fragment;
use crate::syntax::codes::{bad_argument, trailing_text};
use crate::text::{Source, Span};

/// A setting, by its place in [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Time,
    States,
    Memory,
    Format,
    Pictures,
    Bail,
    Echo,
    Uniqueness,
}

impl Setting {
    /// Returns whether it is part of the budget of a search: `set budget` shows these.
    fn is_budget(self) -> bool {
        matches!(self, Self::Time | Self::States | Self::Memory)
    }
}

/// The description of a setting.
pub(crate) struct Described {
    setting: Setting,
    /// The word for it.
    pub(crate) name: &'static str,
    /// Another word for it, or none.
    other: &'static str,
    /// The words that it can be.
    pub(crate) values: &'static [&'static str],
    /// All that it can be, for a message.
    takes: &'static str,
}

/// Returns the description of a setting: its word, another word for it or none, the words that it can
/// be, and all that it can be.
const fn described(
    setting: Setting,
    [name, other]: [&'static str; 2],
    values: &'static [&'static str],
    takes: &'static str,
) -> Described {
    Described { setting, name, other, values, takes }
}

/// The settings, in the order in which `set` lists them.
pub(crate) static TABLE: &[Described] = &[
    described(
        Setting::Time,
        ["time", ""],
        &["unlimited"],
        "`unlimited` or a time such as `10s`, `500ms`, `2min`",
    ),
    described(Setting::States, ["states", ""], &["unlimited"], "`unlimited` or a number of states"),
    described(Setting::Memory, ["memory", ""], &["auto"], "`auto` or a size such as `500M`, `4G`"),
    described(Setting::Format, ["format", ""], &["text", "json"], "`text` or `json`"),
    described(Setting::Pictures, ["pictures", "picture"], &["on", "off"], "`on` or `off`"),
    described(Setting::Bail, ["bail", ""], &["on", "off"], "`on` or `off`"),
    described(Setting::Echo, ["echo", ""], &["on", "off"], "`on` or `off`"),
    described(Setting::Uniqueness, ["uniqueness", ""], &["on", "off"], "`on` or `off`"),
];

/// Returns the setting that a word names.
pub(crate) fn find(word: &str) -> Option<&'static Described> {
    TABLE.iter().find(|setting| setting.name == word || !word.is_empty() && setting.other == word)
}

/// Returns a time as [`duration`] reads it.
fn shown_time(time: Duration) -> String {
    let millis = time.as_millis();
    if millis.is_multiple_of(1000) { format!("{}s", millis / 1000) } else { format!("{millis}ms") }
}

/// Returns a size as [`size`] reads it.
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

/// Returns the word for a value that has names.
fn named(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

fn spelt(on: bool) -> String {
    String::from(if on { "on" } else { "off" })
}

/// The values of the settings.
pub(crate) struct Values<'a> {
    pub(crate) settings: &'a mut Settings,
    pub(crate) limits: &'a mut Limits,
}

impl Values<'_> {
    /// Returns the value of a setting, as `set` shows it.
    fn get(&self, setting: Setting) -> String {
        let limits = &*self.limits;
        let settings = &*self.settings;
        let auto = || String::from("auto");
        match setting {
            Setting::Time => limits.time.map_or_else(|| String::from("unlimited"), shown_time),
            Setting::States if limits.states == u64::MAX => String::from("unlimited"),
            Setting::States => limits.states.to_string(),
            Setting::Memory if limits.bytes == Limits::default().bytes => auto(),
            Setting::Memory => shown_size(limits.bytes),
            Setting::Format => named(&settings.shape),
            Setting::Pictures => spelt(settings.pictures),
            Setting::Bail => spelt(settings.bail),
            Setting::Echo => spelt(settings.echo),
            Setting::Uniqueness => spelt(limits.uniqueness),
        }
    }

    /// Changes a setting; `None` if it does not take the value.
    fn change(&mut self, setting: Setting, value: &str) -> Option<()> {
        let free = matches!(value, "unlimited" | "none" | "off");
        let auto = value == "auto";
        match setting {
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
            Setting::Uniqueness => self.limits.uniqueness = switch(value)?,
        }
        Some(())
    }

    /// Returns a setting with its value, as it can be typed.
    fn shown(&self, entry: &Described) -> String {
        format!("set {} {}", entry.name, self.get(entry.setting))
    }

    /// Returns settings with their values, as they can be typed and as an object of JSON.
    fn listed<'a>(&self, entries: impl Iterator<Item = &'a Described>) -> Reply {
        let mut lines = Vec::new();
        let mut object = Map::new();
        for entry in entries {
            lines.push(self.shown(entry));
            object.insert(entry.name.to_owned(), value_of(&self.get(entry.setting)));
        }
        Reply::Record { text: lines.join("\n"), value: Value::Object(object) }
    }
}

/// Returns the value of a setting for programs: numbers and switches are what they are.
fn value_of(shown: &str) -> Value {
    match (shown, shown.parse::<u64>()) {
        (_, Ok(number)) => json!(number),
        ("on" | "off", _) => json!(shown == "on"),
        _ => json!(shown),
    }
}

/// Runs `set`, `set NAME` and `set NAME VALUE`; what `set` shows can be typed.
pub(crate) fn set(mut values: Values<'_>, source: &Source, call: VerbCall) -> Outcome {
    let words = words(source, call.rest);
    // `set budget time 10s` is a way to say it, too.
    let group = words.first().is_some_and(|&span| source.slice(span) == "budget");
    let words = &words[usize::from(group)..];
    let Some(&first) = words.first() else {
        return Ok(values.listed(TABLE.iter().filter(|entry| !group || entry.setting.is_budget())));
    };
    let name = source.slice(first);
    let entry = find(name).ok_or_else(|| unknown(first, name))?;
    match words[1..] {
        [] => Ok(values.listed([entry].into_iter())),
        [span] => {
            let value = source.slice(span);
            let changed = values.change(entry.setting, value);
            changed.map(|()| Reply::Nothing).ok_or_else(|| {
                let what = "a value for this setting";
                let diagnostic = bad_argument(span, &clip(value), what, call.usage());
                Fault::from(diagnostic.help(format!("`{}` is {}", entry.name, entry.takes)))
            })
        }
        [_, span, ..] => Err(trailing_text(span, "the value of a setting").into()),
    }
}

fn unknown(span: Span, name: &str) -> Diagnostic {
    let names = TABLE.iter().map(|entry| entry.name);
    let diagnostic = bad_argument(span, &clip(name), "a setting", "set [NAME [VALUE]]");
    match nearest(name, names.clone()) {
        Some(near) => diagnostic.did_you_mean(span, near),
        None => diagnostic.help(format!("the settings are {}", among(names.collect::<Vec<_>>()))),
    }
}

/// Returns the places of the words in a part of a source.
fn words(source: &Source, span: Span) -> Vec<Span> {
    let whole = Fragment::of(source.text(), span);
    let words = whole.text.split([' ', '\t']).filter(|word| !word.is_empty());
    words.map(|word| whole.locate(word).span()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::shell::Shell;
    use crate::repl::tests::{Captured, shell};

    fn say(shell: &mut Shell, text: &str) -> (String, String) {
        let mut captured = Captured::default();
        shell.take(&Source::new("x", text), &mut captured);
        (captured.out, captured.err)
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        let mut first = shell();
        for line in [
            "set time 1500ms",
            "set budget states 1000",
            "set memory 64M",
            "set format text",
            "set pictures on",
            "set bail on",
            "set echo on",
            "set uniqueness off",
        ] {
            assert_eq!(say(&mut first, line), Default::default(), "{line}");
        }
        let (shown, _) = say(&mut first, "set");
        assert_eq!(
            shown,
            "set time 1500ms\nset states 1000\nset memory 64M\nset format text\nset pictures on\n\
             set bail on\nset echo on\nset uniqueness off\n"
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
        for (line, message) in [
            ("set ecoh on", ":5: error[syntax::bad-argument]: expected a setting, found `ecoh`"),
            ("set echo 3", ":10: error[syntax::bad-argument]: "),
            ("set time soon", ":10: error[syntax::bad-argument]"),
            ("set time -1", ":10: error[syntax::bad-argument]"),
            ("set format xml", ":12: error[syntax::bad-argument]"),
            ("set states 40 50", ":15: error[syntax::trailing-text]"),
            ("set bail maybe", ":10: error[syntax::bad-argument]"),
        ] {
            let (out, err) = say(&mut shell, line);
            assert!(out.is_empty() && err.contains(message), "{line}: {err}");
        }
        assert_eq!(shell.printer.settings, Settings::default());
    }
}
