//! A line that shows the progress of a long computation.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount};

use super::threads::spawn_small;
use crate::diag::clip_to;
use crate::render::sanitize;
use crate::search::{Counted, Progress};

/// True while the line is on the screen, for [`wipe`].
static ON_SCREEN: AtomicBool = AtomicBool::new(false);

/// The effect of Ctrl-C on a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CtrlC {
    /// It can be resumed later: at the interactive prompt.
    Pauses,
    /// It ends.
    Stops,
}

/// A live line on standard error that shows the progress of a long computation. It appears after
/// half a second and disappears completely.
#[derive(Debug)]
pub(crate) struct LiveLine {
    progress: Arc<Progress>,
    line: Arc<Mutex<Line>>,
    thread: Option<JoinHandle<()>>,
}

/// The state shared by the drawing thread and the computing threads.
#[derive(Debug, Default)]
struct Line {
    /// The time when the computation began; `None` while nothing is computed.
    since: Option<Instant>,
    /// Samples of time and work done, the newest last: the rate is computed from them.
    samples: VecDeque<(Instant, u64)>,
    /// The number of times that the line was drawn since it appeared.
    drawn: usize,
    /// The name of the computation, in a few characters.
    phase: String,
    closed: bool,
}

impl LiveLine {
    /// Starts the thread that draws the line, if the line can be seen (`shown`).
    pub(crate) fn new(shown: bool, ctrl_c: CtrlC) -> Self {
        let progress = Arc::new(Progress::default());
        let line = Arc::new(Mutex::new(Line::default()));
        let start = || {
            let (progress, line) = (progress.clone(), line.clone());
            spawn_small("live line", move || {
                while draw(&progress, &line, ctrl_c) {
                    std::thread::park_timeout(Duration::from_millis(100));
                }
            })
        };
        // A system that has no memory for the thread shows no line.
        let thread = shown.then(start).and_then(Result::ok);
        Self { progress, line, thread }
    }

    /// Returns the counters to hand to the computation.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        self.progress.clone()
    }

    /// Names the computation from now on: shows the first line of `text`, cut to the room.
    pub(crate) fn phase(&self, text: &str) {
        if self.thread.is_some() {
            let first = text.trim_start().lines().next().unwrap_or_default();
            let first = first.trim_end_matches([' ', '\t', '{']);
            self.lock().phase = sanitize(&clip_to(first, PHASE)).into_owned();
        }
    }

    /// Starts the clock for a statement.
    pub(crate) fn begin(&self) {
        self.progress.publish_count(Counted::Work, 0, 0);
        self.progress.total.store(0, Ordering::Relaxed);
        if self.thread.is_some() {
            let mut line = self.lock();
            line.since = Some(Instant::now());
            line.samples.clear();
        }
    }

    /// Ends a statement: the line is gone when this returns.
    pub(crate) fn end(&self) {
        if self.thread.is_some() {
            let mut line = self.lock();
            line.since = None;
            if std::mem::take(&mut line.drawn) > 0 {
                write(WIPE);
                ON_SCREEN.store(false, Ordering::Relaxed);
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.end();
        self.lock().closed = true;
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// The control sequence that clears the row of the cursor.
const WIPE: &str = "\r\u{1b}[K";
/// Characters of a phase.
const PHASE: usize = 24;

/// Removes the line from the screen when a signal ends the process.
pub(super) fn wipe() {
    if ON_SCREEN.swap(false, Ordering::Relaxed) {
        write(WIPE);
    }
}

/// The figures of a running computation.
#[derive(Clone, Debug, PartialEq)]
struct Shown<'a> {
    done: u64,
    /// Units of work in all, 0 if that is unknown.
    total: u64,
    /// The number of the search in a row of searches, and how many there are, or 0.
    turn: [u64; 2],
    depth: u64,
    frontier: u64,
    /// Time since it began.
    elapsed: Duration,
    /// Steps per second, if that is known yet.
    rate: Option<f64>,
    bytes: u64,
    /// The unit that `done` counts.
    counted: Counted,
    phase: &'a str,
    ctrl_c: CtrlC,
}

impl Shown<'_> {
    /// Returns the work done in words.
    fn done(&self) -> String {
        let done = self.counted.count(self.done);
        match self.counted {
            Counted::Entries => format!("building tables · {done}"),
            Counted::Work | Counted::States if self.total > 0 && self.depth == 0 => {
                format!("{} of {} done", HumanCount(self.done), HumanCount(self.total))
            }
            Counted::States if self.depth > 0 => format!("{done} · depth {}", self.depth),
            _ => done,
        }
    }

    /// Returns as much of the line as `room` columns hold: the most important part comes first, and
    /// a part that does not fit is left out.
    fn line(&self, room: usize) -> String {
        let [turn, turns] = self.turn;
        let turn = (turns > 0).then(|| format!("search {turn} of {turns}"));
        let mut parts: Vec<_> = turn.into_iter().collect();
        parts.extend([self.done(), elapsed(self.elapsed)]);
        if let Some(rate) = self.rate {
            parts.push(format!("{}/s", HumanCount(rate as u64)));
        }
        if self.bytes > 0 {
            parts.push(HumanBytes(self.bytes).to_string());
        }
        if !self.phase.is_empty() {
            parts.push(String::from(self.phase));
        }
        parts.push(String::from(match self.ctrl_c {
            CtrlC::Pauses => "Ctrl-C pauses",
            CtrlC::Stops => "Ctrl-C stops",
        }));
        if self.depth > 0 {
            parts.push(format!("frontier {}", HumanCount(self.frontier)));
        }
        let mut line = String::new();
        for part in parts {
            let gap = if line.is_empty() { "" } else { " · " };
            let width = |text: &str| console::measure_text_width(text);
            if width(&line) + width(gap) + width(&part) <= room {
                line = line + gap + &part;
            }
        }
        line
    }
}

/// Formats a time: `7 s`, `1:02 min`, `3:05:00 h`.
fn elapsed(time: Duration) -> String {
    let (hours, minutes, seconds) =
        (time.as_secs() / 3600, time.as_secs() / 60 % 60, time.as_secs() % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes}:{seconds:02} min"),
        _ => format!("{hours}:{minutes:02}:{seconds:02} h"),
    }
}

/// Writes to standard error. Ignores errors, because a closed stream is not an error of the
/// program.
fn write(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// The time over which a rate is averaged.
const WINDOW: Duration = Duration::from_secs(2);

/// Draws the line if a computation has taken long enough. Returns false when the line is closed.
fn draw(progress: &Progress, line: &Mutex<Line>, ctrl_c: CtrlC) -> bool {
    let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(since) = line.since else { return !line.closed };
    let now = Instant::now();
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let done = read(&progress.done);
    // A resumed search starts with its earlier work: only growth counts.
    if done > 0 {
        // After the tables the search counts from 0.
        if line.samples.back().is_some_and(|&(_, before)| before > done) {
            line.samples.clear();
        }
        line.samples.push_back((now, done));
        while line.samples.len() > 2 && now.duration_since(line.samples[1].0) > WINDOW {
            line.samples.pop_front();
        }
    }
    if now.duration_since(since) < Duration::from_millis(500) {
        return !line.closed;
    }
    let rate = line.samples.front().and_then(|&(then, before)| {
        let time = now.duration_since(then).as_secs_f64();
        (time > 0.1).then(|| done.saturating_sub(before) as f64 / time)
    });
    let rate = rate.filter(|&rate| rate >= 1.0);
    let shown = Shown {
        done,
        total: read(&progress.total),
        turn: [read(&progress.turn), read(&progress.turns)],
        depth: read(&progress.depth),
        frontier: read(&progress.frontier),
        elapsed: now.duration_since(since),
        rate,
        bytes: read(&progress.bytes),
        counted: progress.counted(),
        phase: &line.phase,
        ctrl_c,
    };
    // The row keeps room after the text: the `^C` that a terminal echoes stays on the row, and
    // disappears with it.
    let columns = usize::from(console::Term::stderr().size().1);
    let wheel = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'][line.drawn % 10];
    ON_SCREEN.store(true, Ordering::Relaxed);
    write(&format!("{WIPE}{wheel} {}", shown.line(columns.saturating_sub(6))));
    line.drawn += 1;
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: Shown<'static> = Shown {
        done: 12_345_678,
        total: 0,
        turn: [0, 0],
        depth: 81,
        frontier: 1_234_567,
        elapsed: Duration::from_millis(3999),
        rate: Some(3_456_789.4),
        bytes: 3 << 30,
        counted: Counted::States,
        phase: "solve",
        ctrl_c: CtrlC::Pauses,
    };

    #[test]
    fn the_line_fits_every_window() {
        assert_eq!(
            SHOWN.line(120),
            "12,345,678 states · depth 81 · 3 s · 3,456,789/s · 3.00 GiB · solve · Ctrl-C pauses · \
             frontier 1,234,567"
        );
        assert_eq!(SHOWN.line(34), "12,345,678 states · depth 81 · 3 s");
        assert_eq!(SHOWN.line(48), "12,345,678 states · depth 81 · 3 s · 3,456,789/s");
        let part = Shown { turn: [3, 12], ..SHOWN };
        assert_eq!(part.line(54), "search 3 of 12 · 12,345,678 states · depth 81 · 3 s");
        for room in 0..120 {
            assert!(console::measure_text_width(&SHOWN.line(room)) <= room, "{room}");
        }
    }

    #[test]
    fn the_line_says_what_is_counted_and_what_ctrl_c_does() {
        let tables = Shown { depth: 0, frontier: 0, counted: Counted::Entries, ..SHOWN };
        assert_eq!(
            tables.line(80),
            "building tables · 12,345,678 entries · 3 s · 3,456,789/s · 3.00 GiB · solve"
        );
        let shown = Shown { rate: None, bytes: 0, phase: "", ctrl_c: CtrlC::Stops, ..SHOWN };
        let plain = Shown { done: 5, depth: 0, frontier: 0, counted: Counted::Work, ..shown };
        assert_eq!(plain.line(40), "5 steps · 3 s · Ctrl-C stops");
        let counted = |counted| Shown { counted, ..plain.clone() }.line(40);
        assert_eq!(counted(Counted::Generations), "5 generations · 3 s · Ctrl-C stops");
        assert_eq!(counted(Counted::Solutions), "5 solutions · 3 s · Ctrl-C stops");
        assert_eq!(counted(Counted::States), "5 states · 3 s · Ctrl-C stops");
        assert_eq!(counted(Counted::Guesses), "5 guesses · 3 s · Ctrl-C stops");
        assert_eq!(Shown { total: 9, ..plain }.line(40), "5 of 9 done · 3 s · Ctrl-C stops");
    }

    #[test]
    fn elapsed_time_has_a_unit() {
        for (seconds, text) in [(0, "0 s"), (59, "59 s"), (62, "1:02 min"), (11_100, "3:05:00 h")] {
            assert_eq!(elapsed(Duration::from_secs(seconds)), text);
        }
    }
}
