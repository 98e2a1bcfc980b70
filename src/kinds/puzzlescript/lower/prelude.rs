//! The settings of the prelude as values.

use super::super::codes;
use super::super::game::{Color, Prelude};
use super::super::palette::Palette;
use super::super::report::Report;
use super::super::syntax::{Draft, Setting};
use super::levels::lines;
use crate::syntax::Fragment;

/// Returns the palette of a game.
pub(super) fn palette(draft: &Draft<'_>, report: &mut Report<'_>) -> Palette {
    let mut palette = Palette::default();
    for setting in draft.settings.iter().filter(|setting| setting.key.text == "color_palette") {
        match Palette::of(setting.value.text) {
            Some(known) => palette = known,
            None => report.push(codes::unknown_palette(setting.value)),
        }
    }
    palette
}

/// Returns the settings of a game.
pub(super) fn prelude(draft: &Draft<'_>, palette: Palette, report: &mut Report<'_>) -> Prelude {
    let mut prelude = Prelude::default();
    for (at, setting) in draft.settings.iter().enumerate() {
        let is_last = |other: &Setting<'_>| other.key.text != setting.key.text;
        // Of a setting that is written twice, the last counts.
        if draft.settings[at + 1..].iter().all(is_last) {
            enter(setting, &mut prelude, palette, report);
        }
    }
    prelude
}

/// Enters a setting.
fn enter(setting: &Setting<'_>, prelude: &mut Prelude, palette: Palette, report: &mut Report<'_>) {
    let value = setting.value;
    let text = || Some(String::from(value.text));
    let seconds = || value.text.parse::<f64>().ok().filter(|seconds| seconds.is_finite());
    match setting.key.text {
        "title" => prelude.title = text(),
        "author" => prelude.author = text(),
        "homepage" => prelude.homepage = text(),
        "background_color" => prelude.background_color = color(value, palette, report),
        "text_color" => prelude.text_color = color(value, palette, report),
        "again_interval" => prelude.again_interval = seconds(),
        "key_repeat_interval" => prelude.key_repeat_interval = seconds(),
        "realtime_interval" => prelude.realtime_interval = seconds(),
        "flickscreen" => prelude.flickscreen = screen(value, report),
        "zoomscreen" => prelude.zoomscreen = screen(value, report),
        "noaction" => prelude.noaction = true,
        "noundo" => prelude.noundo = true,
        "norestart" => prelude.norestart = true,
        "norepeat_action" => prelude.norepeat_action = true,
        "throttle_movement" => prelude.throttle_movement = true,
        "require_player_movement" => prelude.require_player_movement = true,
        "run_rules_on_level_start" => prelude.run_rules_on_level_start = true,
        "scanline" => prelude.scanline = true,
        "debug" => prelude.debug = true,
        "verbose_logging" => prelude.verbose_logging = true,
        _ => {}
    }
}

/// Returns a color; reports another word.
fn color(value: Fragment<'_>, palette: Palette, report: &mut Report<'_>) -> Option<Color> {
    let color = palette.color(value.text);
    if color.is_none() {
        report.push(codes::bad_setting_color(value));
    }
    color
}

/// Returns width and height of a screen; reports other text.
fn screen(value: Fragment<'_>, report: &mut Report<'_>) -> Option<(u32, u32)> {
    let size = value.text.split_once('x').and_then(|(width, height)| {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number > 0);
        Some((number(width)?, number(height)?))
    });
    if size.is_none() {
        report.push(codes::screen_size(value));
    }
    size
}

/// Reports a title or an author that does not fit on the engine's title screen, which has five lines
/// for both, and one more if a line about keys is not needed.
pub(super) fn check_title(prelude: &Prelude, draft: &Draft<'_>, report: &mut Report<'_>) {
    let without_keys = prelude.noaction || prelude.noundo && prelude.norestart;
    let room = 5 + usize::from(without_keys);
    let title = prelude.title.as_deref().unwrap_or("PuzzleScript Game");
    let title = lines(&spread(title));
    let author =
        prelude.author.as_ref().map_or(0, |author| lines(&spread(&format!("by {author}"))));
    let last = |key: &str| draft.settings.iter().rev().find(|setting| setting.key.text == key);
    if title + author.min(1) > room
        && title > 1
        && let Some(setting) = last("title")
    {
        report.push(codes::long_title(setting.key, room));
    }
    if title + author > room
        && author > 1
        && let Some(setting) = last("author")
    {
        report.push(codes::long_title(setting.key, room));
    }
}

/// Returns a text with a space after each wide character.
fn spread(text: &str) -> String {
    let mut spread = String::new();
    for char in text.chars() {
        spread.push(char);
        if char >= '\u{1100}' {
            spread.push(' ');
        }
    }
    spread
}
