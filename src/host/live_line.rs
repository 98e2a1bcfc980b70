//! A line that shows how a long computation is doing.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount};

use crate::search::Progress;

/// A live line on standard error that tells how a long computation is doing. It appears after half
/// a second and goes away without a trace.
#[derive(Debug)]
pub struct LiveLine {
    progress: Arc<Progress>,
    line: Arc<Mutex<Line>>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread that draws and those who compute share.
#[derive(Debug, Default)]
struct Line {
    /// When the computation began; none while nothing is computed.
    since: Option<Instant>,
    /// When how much was done, the newest last: what the rate is taken from.
    samples: VecDeque<(Instant, u64)>,
    /// How often the line was drawn since it appeared.
    drawn: usize,
    closed: bool,
}

impl LiveLine {
    /// Watches if someone looks (`shown`).
    pub fn new(shown: bool) -> Self {
        let progress = Arc::new(Progress::default());
        let line = Arc::new(Mutex::new(Line::default()));
        let thread = shown.then(|| {
            let (progress, line) = (progress.clone(), line.clone());
            std::thread::spawn(move || {
                while draw(&progress, &line) {
                    std::thread::park_timeout(Duration::from_millis(100));
                }
            })
        });
        Self { progress, line, thread }
    }

    /// The figures to hand to the computation.
    pub fn progress(&self) -> Arc<Progress> {
        self.progress.clone()
    }

    /// A statement begins.
    pub fn begin(&self) {
        self.progress.publish(0, 0, 0, 0);
        if self.thread.is_some() {
            let mut line = self.lock();
            line.since = Some(Instant::now());
            line.samples.clear();
        }
    }

    /// A statement is done: the line is gone when this returns.
    pub fn end(&self) {
        if self.thread.is_some() {
            let mut line = self.lock();
            line.since = None;
            if std::mem::take(&mut line.drawn) > 0 {
                write("\r\u{1b}[K");
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

/// The figures of a computation at work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Shown {
    done: u64,
    depth: u64,
    frontier: u64,
    /// Steps a second, where that is known yet.
    rate: Option<f64>,
    bytes: u64,
}

impl Shown {
    /// As much of the line as `room` columns hold: what matters most comes first, and of a part
    /// that does not fit nothing is shown.
    fn line(self, room: usize) -> String {
        // A count of generations, or of boards judged, has neither depth nor frontier.
        let search = self.frontier > 0 || self.depth > 0;
        let what = if search { "states" } else { "done" };
        let mut parts = vec![format!("{} {what}", HumanCount(self.done))];
        if search {
            parts.push(format!("depth {}", self.depth));
        }
        if let Some(rate) = self.rate {
            parts.push(format!("{}/s", HumanCount(rate as u64)));
        }
        if self.bytes > 0 {
            parts.push(HumanBytes(self.bytes).to_string());
        }
        if search {
            parts.push(format!("frontier {}", HumanCount(self.frontier)));
        }
        parts.push(String::from("Ctrl-C pauses"));
        let mut line = String::new();
        for part in parts {
            let gap = if line.is_empty() { "" } else { " · " };
            if console::measure_text_width(&line) + gap.len() + part.len() > room {
                continue;
            }
            line = line + gap + &part;
        }
        line
    }
}

/// Writes to standard error. A reader that went away is no error of ours.
fn write(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// How long a rate looks back.
const WINDOW: Duration = Duration::from_secs(2);

/// Draws the line if a computation has taken long enough. False when the watch is over.
fn draw(progress: &Progress, line: &Mutex<Line>) -> bool {
    let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(since) = line.since else { return !line.closed };
    let now = Instant::now();
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let done = read(&progress.done);
    // A search that goes on begins with what it had done before: only growth counts.
    if done > 0 {
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
        depth: read(&progress.depth),
        frontier: read(&progress.frontier),
        rate,
        bytes: read(&progress.bytes),
    };
    // Nothing stands behind the text, and the row has room: the `^C` that a terminal echoes stays
    // on it, and goes away with it.
    let columns = usize::from(console::Term::stderr().size().1);
    let wheel = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'][line.drawn % 10];
    write(&format!("\r\u{1b}[K{wheel} {}", shown.line(columns.saturating_sub(6))));
    line.drawn += 1;
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_fits_every_window() {
        let shown = Shown {
            done: 12_345_678,
            depth: 81,
            frontier: 1_234_567,
            rate: Some(3_456_789.4),
            bytes: 3 << 30,
        };
        assert_eq!(
            shown.line(100),
            "12,345,678 states · depth 81 · 3,456,789/s · 3.00 GiB · frontier 1,234,567 · Ctrl-C pauses"
        );
        assert_eq!(shown.line(34), "12,345,678 states · depth 81");
        assert_eq!(shown.line(44), "12,345,678 states · depth 81 · 3,456,789/s");
        for room in 0..120 {
            assert!(console::measure_text_width(&shown.line(room)) <= room, "{room}");
        }
        let shown = Shown { done: 5, ..Shown::default() };
        assert_eq!(shown.line(40), "5 done · Ctrl-C pauses");
    }
}
