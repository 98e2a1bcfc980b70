//! The time of a film: when each picture is shown, as key frames of a style sheet.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The seconds for which a picture is shown, including the transition to it; the seconds of the
/// transition; and the extra seconds for the last picture.
const STEP: f64 = 0.9;
const MOVE: f64 = 0.4;
const HOLD: f64 = 2.0;

/// Key frames that were asked for, each once.
pub(super) struct Clock {
    frames: usize,
    shown: BTreeMap<Vec<bool>, usize>,
    sheet: String,
    moves: usize,
}

impl Clock {
    /// Returns the clock of a film of that many pictures.
    pub(super) fn new(frames: usize) -> Self {
        Self { frames, shown: BTreeMap::new(), sheet: String::new(), moves: 0 }
    }

    /// Returns the number of pictures.
    pub(super) fn frames(&self) -> usize {
        self.frames
    }

    fn total(&self) -> f64 {
        self.frames as f64 * STEP + HOLD
    }

    /// Formats a moment as a percentage of the whole time.
    fn percent(&self, seconds: f64) -> String {
        let text = format!("{:.3}", seconds / self.total() * 100.0);
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }

    /// Returns the class (with a space before it) of things that are visible in these pictures
    /// only; empty for things visible in all.
    pub(super) fn seen(&mut self, seen: &[bool]) -> String {
        if seen.iter().all(|seen| *seen) {
            return String::new();
        }
        let hidden = if seen[0] { "" } else { " h" };
        if let Some(number) = self.shown.get(seen) {
            return format!(" v{number}{hidden}");
        }
        let number = self.shown.len();
        self.shown.insert(seen.to_vec(), number);
        let mut keys = String::new();
        for at in 0..seen.len() {
            if at == 0 || seen[at] != seen[at - 1] {
                let opacity = u8::from(seen[at]);
                let _ = write!(keys, "{}{{opacity:{opacity}}}", self.percent(at as f64 * STEP));
            }
        }
        let end = u8::from(seen[seen.len() - 1]);
        let _ = writeln!(
            self.sheet,
            ".v{number}{{animation:v{number} {:.1}s step-end infinite}}\
             @keyframes v{number}{{{keys}100%{{opacity:{end}}}}}",
            self.total()
        );
        format!(" v{number}{hidden}")
    }

    /// Returns the class (with a space before it) of things that are visible in one picture only.
    pub(super) fn seen_at(&mut self, place: usize) -> String {
        let mut seen = vec![false; self.frames];
        seen[place] = true;
        self.seen(&seen)
    }

    /// Returns the class (with a space before it) of a thing that changes to these styles picture
    /// by picture, through the styles before the last of each; empty if all are the same. The thing
    /// does not change in pictures that have `None`.
    pub(super) fn moved(&mut self, styles: &[Option<Vec<String>>]) -> String {
        let Some(first) = styles.iter().flatten().find_map(|way| way.last()) else {
            return String::new();
        };
        if styles.iter().flatten().flatten().all(|style| style == first) {
            return String::new();
        }

        let mut keys = format!("0%{{{first}}}");
        let mut last = first;
        for (at, style) in styles.iter().enumerate().skip(1) {
            let way = style.as_deref().unwrap_or_default();
            if way.last().is_none_or(|style| style == last) {
                continue;
            }
            let from = at as f64 * STEP;
            let _ = write!(keys, "{}{{{last}}}", self.percent(from));
            for (part, style) in way.iter().enumerate() {
                let comes = from + MOVE * (part + 1) as f64 / way.len() as f64;
                let _ = write!(keys, "{}{{{style}}}", self.percent(comes));
                last = style;
            }
        }

        let number = self.moves;
        self.moves += 1;
        let _ = writeln!(
            self.sheet,
            ".m{number}{{animation:m{number} {:.1}s ease-in-out infinite}}\
             @keyframes m{number}{{{keys}100%{{{last}}}}}",
            self.total()
        );
        format!(" m{number}")
    }

    /// Returns the style sheet of all that was asked for. Readers who prefer no motion see the
    /// first picture.
    pub(super) fn sheet(self) -> String {
        format!(
            ".h{{opacity:0}}\n{}@media(prefers-reduced-motion:reduce){{*{{animation:none!important}}}}\n",
            self.sheet
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_frames_are_shared_and_begin_with_the_first_picture() {
        let mut clock = Clock::new(4);
        assert_eq!(clock.seen(&[true; 4]), "");
        assert_eq!(clock.seen(&[true, false, false, true]), " v0");
        assert_eq!(clock.seen(&[false, true, true, true]), " v1 h");
        assert_eq!(clock.seen(&[true, false, false, true]), " v0");
        let style = |text: &str| Some(vec![String::from(text)]);
        assert_eq!(clock.moved(&[style("a"), None, style("a"), None]), "");
        assert_eq!(clock.moved(&[style("a:1"), style("a:1"), style("a:2"), style("a:2")]), " m0");
        let sheet = clock.sheet();
        assert!(
            sheet.contains(
                "@keyframes v0{0%{opacity:1}16.071%{opacity:0}48.214%{opacity:1}100%{opacity:1}}"
            ),
            "{sheet}"
        );
        assert!(
            sheet.contains("@keyframes m0{0%{a:1}32.143%{a:1}39.286%{a:2}100%{a:2}}"),
            "{sheet}"
        );
    }
}
