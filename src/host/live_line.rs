//! A line that shows the progress of a long computation.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use console::{Alignment, Term, measure_text_width, pad_str};
use indicatif::{FormattedDuration, HumanBytes, HumanCount, ProgressBar};

use super::threads::spawn_small;
use crate::diag::clip_to;
use crate::render::sanitize;
use crate::search::{Counted, Progress};

/// The line of this process.
static LINE: OnceLock<LiveLine> = OnceLock::new();

/// The age of a computation whose line appears.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two drawings.
const INTERVAL: Duration = Duration::from_millis(100);
/// Characters of a phase.
const PHASE: usize = 24;
/// Columns of the spinner and the space after it.
const SPINNER: usize = 2;
/// Columns that stay free at the end, so that the `^C` that a terminal echoes does not break the
/// row, and disappears with it.
const ECHO: usize = 4;

/// A line on standard error that shows the progress of a long computation. It appears after half a
/// second and disappears completely.
#[derive(Debug)]
pub(crate) struct LiveLine {
    progress: Arc<Progress>,
    computation: Mutex<Computation>,
    /// The effect of Ctrl-C.
    ctrl_c: &'static str,
    /// Finished while nothing is drawn.
    bar: ProgressBar,
}

/// The computation that the line is about.
#[derive(Debug, Default)]
struct Computation {
    /// Its beginning; `None` if nothing is computed.
    since: Option<Instant>,
    /// Its name, in a few characters.
    phase: String,
}

impl LiveLine {
    /// Returns the line of this process. The first call says what Ctrl-C does.
    pub(crate) fn of_process(ctrl_c: &'static str) -> &'static Self {
        let mut is_new = false;
        let line = LINE.get_or_init(|| {
            is_new = true;
            let bar = ProgressBar::new_spinner();
            bar.finish_and_clear();
            Self { progress: Arc::default(), computation: Mutex::default(), ctrl_c, bar }
        });
        if is_new {
            // A system that has no memory for the thread shows no line.
            let _ = spawn_small("live line", || {
                loop {
                    std::thread::sleep(INTERVAL);
                    line.draw();
                }
            });
        }
        line
    }

    /// Returns the counters to hand to the computation.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        self.progress.clone()
    }

    /// Names the computation from now on: shows the first line of `text`, cut to the room.
    pub(crate) fn phase(&self, text: &str) {
        let first = text.trim_start().lines().next().unwrap_or_default();
        let first = first.trim_end_matches([' ', '\t', '{']);
        self.lock().phase = sanitize(&clip_to(first, PHASE)).into_owned();
    }

    /// Starts the clock for a statement.
    pub(crate) fn begin(&self) {
        self.progress.publish_count(Counted::Work, 0, 0);
        self.progress.total.store(0, Ordering::Relaxed);
        self.lock().since = Some(Instant::now());
    }

    /// Ends a statement: the line is gone when this returns.
    pub(crate) fn end(&self) {
        let mut computation = self.lock();
        computation.since = None;
        if !self.bar.is_finished() {
            self.bar.finish_and_clear();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Computation> {
        self.computation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws the line if a computation has taken long enough.
    fn draw(&self) {
        let computation = self.lock();
        let elapsed = computation.since.map(|since| since.elapsed());
        let Some(elapsed) = elapsed.filter(|&elapsed| elapsed >= DELAY) else { return };
        let is_new = self.bar.is_finished();
        let figures = Figures {
            progress: &self.progress,
            elapsed,
            rate: if is_new { 0.0 } else { self.bar.per_sec() },
            phase: &computation.phase,
            ctrl_c: self.ctrl_c,
        };
        let columns = usize::from(Term::stderr().size().1).saturating_sub(SPINNER);
        let line = figures.line(columns.saturating_sub(ECHO));
        // The bar fills the row with spaces; the cursor goes back to the end of the text.
        let filled = pad_str(&line, columns, Alignment::Left, None);
        let end = SPINNER + measure_text_width(&line);
        self.bar.set_message(format!("{filled}\r\u{1b}[{end}C"));
        if is_new {
            self.bar.reset();
        }
        self.bar.set_position(self.progress.done.load(Ordering::Relaxed));
        if is_new {
            // A resumed search starts with its earlier work: only growth counts.
            self.bar.reset_eta();
        }
    }
}

/// Removes the line from the screen when a signal ends the process.
pub(super) fn wipe() {
    if let Some(line) = LINE.get() {
        line.end();
    }
}

/// The figures of a running computation.
#[derive(Clone, Debug)]
struct Figures<'a> {
    progress: &'a Progress,
    /// Time since it began.
    elapsed: Duration,
    /// Steps per second, if that is known yet.
    rate: f64,
    phase: &'a str,
    ctrl_c: &'a str,
}

impl Figures<'_> {
    /// Returns as much of the line as `room` columns hold: the most important part comes first, and
    /// a part that does not fit is left out.
    fn line(&self, room: usize) -> String {
        let &Self { progress, elapsed, rate, phase, ctrl_c } = self;
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let done = read(&progress.done);
        let total = read(&progress.total);
        let depth = read(&progress.depth);
        let turns = read(&progress.turns);
        let bytes = read(&progress.bytes);
        let counted = progress.counted().count(done);

        let part = |is_shown: bool, text: String| is_shown.then_some(text);
        let parts = [
            part(turns > 0, format!("search {} of {turns}", read(&progress.turn))),
            Some(match progress.counted() {
                Counted::Entries => format!("building tables · {counted}"),
                Counted::Work | Counted::States if total > 0 && depth == 0 => {
                    format!("{} of {} done", HumanCount(done), HumanCount(total))
                }
                Counted::States if depth > 0 => format!("{counted} · depth {depth}"),
                _ => counted,
            }),
            Some(match elapsed.as_secs() {
                seconds @ ..60 => format!("{seconds} s"),
                _ => FormattedDuration(elapsed).to_string(),
            }),
            part(rate >= 1.0, format!("{}/s", HumanCount(rate as u64))),
            part(bytes > 0, HumanBytes(bytes).to_string()),
            part(!phase.is_empty(), String::from(phase)),
            Some(String::from(ctrl_c)),
            part(depth > 0, format!("frontier {}", HumanCount(read(&progress.frontier)))),
        ];

        let mut line = String::new();
        for part in parts.into_iter().flatten() {
            let gap = if line.is_empty() { "" } else { " · " };
            let width = |text: &str| measure_text_width(text);
            if width(&line) + width(gap) + width(&part) <= room {
                line = line + gap + &part;
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(progress: &Progress, room: usize) -> String {
        let elapsed = Duration::from_millis(3999);
        let figures = Figures { progress, elapsed, rate: 0.0, phase: "", ctrl_c: "Ctrl-C stops" };
        figures.line(room)
    }

    #[test]
    fn the_line_fits_every_window() {
        let progress = Progress::default();
        progress.publish(12_345_678, 1_234_567, 81, 3 << 30);
        let elapsed = Duration::from_millis(3999);
        let rate = 3_456_789.4;
        let phase = "solve";
        let ctrl_c = "Ctrl-C pauses";
        let shown = Figures { progress: &progress, elapsed, rate, phase, ctrl_c };
        assert_eq!(
            shown.line(120),
            "12,345,678 states · depth 81 · 3 s · 3,456,789/s · 3.00 GiB · solve · Ctrl-C pauses · \
             frontier 1,234,567"
        );
        assert_eq!(shown.line(34), "12,345,678 states · depth 81 · 3 s");
        assert_eq!(shown.line(48), "12,345,678 states · depth 81 · 3 s · 3,456,789/s");
        for room in 0..120 {
            assert!(measure_text_width(&shown.line(room)) <= room, "{room}");
        }
        let later = Figures { elapsed: Duration::from_secs(11_102), ..shown.clone() };
        assert_eq!(later.line(42), "12,345,678 states · depth 81 · 03:05:02");
        progress.turn.store(3, Ordering::Relaxed);
        progress.turns.store(12, Ordering::Relaxed);
        assert_eq!(shown.line(54), "search 3 of 12 · 12,345,678 states · depth 81 · 3 s");
    }

    #[test]
    fn the_line_says_what_is_counted_and_what_ctrl_c_does() {
        let progress = Progress::default();
        for (counted, text) in [
            (Counted::Entries, "building tables · 5 entries"),
            (Counted::Work, "5 steps"),
            (Counted::Generations, "5 generations"),
            (Counted::Solutions, "5 solutions"),
            (Counted::States, "5 states"),
            (Counted::Guesses, "5 guesses"),
        ] {
            progress.publish_count(counted, 5, 0);
            assert_eq!(line(&progress, 60), format!("{text} · 3 s · Ctrl-C stops"));
        }
        progress.publish_count(Counted::Work, 5, 0);
        progress.total.store(9, Ordering::Relaxed);
        assert_eq!(line(&progress, 40), "5 of 9 done · 3 s · Ctrl-C stops");
    }
}
