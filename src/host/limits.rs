//! Budgets at the edge: memory from the machine, time from a clock, Ctrl-C from the terminal.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::memory::{hard_limit, memory};
use super::shown;
use super::threads::spawn_small;
use crate::search::{Account, Budget, Cancel, Progress};

/// The memory account of this process.
static ACCOUNT: LazyLock<Account> = LazyLock::new(Account::default);

/// The limits of a search.
#[derive(Debug, Clone, clap::Args)]
pub struct Spend {
    /// Time for a statement: seconds, or with a unit, as in 10s, 500ms, 2min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// States that a search may expand
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Memory that all searches and answers together may hold: bytes, or with a suffix k, M, G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
}

/// Returns the processor time that the calling thread has used.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let used = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(used.tv_sec as u64, used.tv_nsec as u32)
}

/// Returns the time since the first call, because the time of a thread is not known here.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    static START: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// The limits of all searches of a call together.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Total {
    /// Time for all searches of this call; after it each remaining one gives up at once
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub total_time: Option<Duration>,
}

/// The limits of statements.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for one statement.
    pub time: Option<Duration>,
    /// States for one search.
    pub states: u64,
    /// Bytes for all searches, histories and answers of the process together.
    pub bytes: u64,
    /// True if reasons may assume that a puzzle has one solution, where that is proved.
    pub uniqueness: bool,
}

impl Default for Limits {
    /// Returns limits without a time, and with three quarters of the memory that the process can
    /// expect to get.
    fn default() -> Self {
        Self { time: None, states: u64::MAX, bytes: memory() / 4 * 3, uniqueness: true }
    }
}

impl Limits {
    /// Returns the defaults with the options of the command line; `time` is used if the options
    /// give no time. Searches get at most three quarters of a hard limit of the system, even if
    /// more was asked for.
    pub fn of(spend: &Spend, time: Option<Duration>) -> Self {
        let default = Self::default();
        let most = || hard_limit().map_or(u64::MAX, |left| left / 4 * 3);
        Self {
            time: spend.time.or(time),
            states: spend.states.unwrap_or(default.states),
            bytes: spend.memory.map_or(default.bytes, |bytes| bytes.min(most())),
            uniqueness: default.uniqueness,
        }
    }

    /// Returns a budget under these limits.
    pub fn budget(&self, cancel: &Cancel, progress: Option<Arc<Progress>>) -> Budget {
        let account = ACCOUNT.clone();
        let &Self { states, bytes, uniqueness, .. } = self;
        let cancel = cancel.clone();
        Budget { states, bytes, account, cancel, progress, uniqueness, ..Budget::unlimited() }
    }
}

/// Returns why the work on `file` stopped under a limit of so many bytes
/// ([`Session::is_full`](crate::session::Session::is_full)).
pub(crate) fn full(file: impl AsRef<Path>, bytes: u64) -> String {
    let limit = match bytes >> 20 {
        0 => format!("{bytes} bytes"),
        mebibytes => format!("{mebibytes} MiB"),
    };
    format!(
        "stopped in {}: its puzzles alone need more than the limit of memory, {limit}; raise the \
         limit (`--memory`), or split the file",
        shown(file)
    )
}

/// Reads a time: seconds, or with a unit.
///
/// # Errors
/// When it is not one.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|char: char| char.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let scale = match unit.trim() {
        "" | "s" => Some(1.0),
        "ms" => Some(1e-3),
        "min" | "m" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    };
    number
        .trim()
        .parse::<f64>()
        .ok()
        .zip(scale)
        .and_then(|(number, scale)| Duration::try_from_secs_f64(number * scale).ok())
        .ok_or_else(|| String::from("expected a time such as `10`, `10s`, `500ms` or `2min`"))
}

/// Reads a size: bytes, or with a suffix k, M, G (of 1024).
///
/// # Errors
/// When it is not one.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.trim_end_matches(['i', 'B']).as_bytes() {
        [rest @ .., b'k' | b'K'] => (rest.len(), 10),
        [rest @ .., b'M' | b'm'] => (rest.len(), 20),
        [rest @ .., b'G' | b'g'] => (rest.len(), 30),
        rest => (rest.len(), 0),
    };
    text[..digits]
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| String::from("write a number of bytes, or 500M, 4G"))
}

/// State shared with a timer's thread.
#[derive(Debug, Default)]
struct Clock {
    deadline: Option<Instant>,
    /// The time when the thread looks next; `None` if it sleeps until it is woken.
    looks: Option<Instant>,
    closed: bool,
}

/// The state, with the condition that wakes the thread when the state has changed.
#[derive(Debug, Default)]
struct Alarm {
    clock: Mutex<Clock>,
    changed: Condvar,
}

impl Alarm {
    fn lock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A clock that cancels a budget when a statement has used up its time.
#[derive(Debug)]
pub(crate) struct Timer {
    time: Option<Duration>,
    /// The end of the time for all statements.
    deadline: Option<Instant>,
    cancel: Cancel,
    fired: Arc<AtomicBool>,
    alarm: Arc<Alarm>,
    thread: Option<JoinHandle<()>>,
}

impl Timer {
    /// Returns a timer for that budget's flag, which also stops the statement that runs at the
    /// deadline for all statements. A statement that begins later is cancelled at once. Without a
    /// time and a deadline the timer does nothing.
    pub(crate) fn new(time: Option<Duration>, deadline: Option<Instant>, cancel: &Cancel) -> Self {
        let alarm = Arc::new(Alarm::default());
        let fired = Arc::new(AtomicBool::new(false));
        let start = || {
            let alarm = alarm.clone();
            let fired = fired.clone();
            let cancel = cancel.clone();
            spawn_small("timer", move || tick(&alarm, &fired, &cancel))
        };
        let started = (time.is_some() || deadline.is_some()).then(start);
        let thread = started.and_then(Result::ok);
        Self { time, deadline, cancel: cancel.clone(), fired, alarm, thread }
    }

    /// Starts the clock for a statement.
    pub(crate) fn begin(&self) {
        if !self.is_set() {
            return;
        }
        // What could not be stopped must not begin.
        let time = if self.thread.is_none() { Some(Duration::ZERO) } else { self.time };
        let statement_end = time.and_then(|time| Instant::now().checked_add(time));
        let end = statement_end.into_iter().chain(self.deadline).min();
        if end.is_some_and(|end| end <= Instant::now()) {
            self.fired.store(true, Ordering::Relaxed);
            self.cancel.cancel();
        } else {
            self.set(end);
        }
    }

    /// Stops the clock, because a statement is done: a computation that the timer cancelled may
    /// continue.
    pub(crate) fn end(&self) {
        if self.is_set() {
            self.set(None);
            if self.fired.swap(false, Ordering::Relaxed) {
                self.cancel.clear();
            }
        }
    }

    /// Returns whether the current statement was cancelled because the time for all statements is
    /// over.
    pub(crate) fn is_overdue(&self) -> bool {
        self.has_fired() && self.deadline.is_some_and(|end| end <= Instant::now())
    }

    /// Returns whether the current statement was cancelled because a time is over.
    pub(crate) fn has_fired(&self) -> bool {
        self.fired.load(Ordering::Relaxed)
    }

    fn is_set(&self) -> bool {
        self.time.is_some() || self.deadline.is_some()
    }

    /// Sets the deadline, and wakes the thread only if it would look too late: a document of a
    /// hundred thousand statements sets as many deadlines, nearly all of them later than the time
    /// until which the thread sleeps.
    fn set(&self, deadline: Option<Instant>) {
        let mut clock = self.alarm.lock();
        clock.deadline = deadline;
        if deadline.is_some_and(|deadline| clock.looks.is_none_or(|looks| deadline < looks)) {
            self.alarm.changed.notify_one();
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.alarm.lock().closed = true;
        self.alarm.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn tick(alarm: &Alarm, fired: &AtomicBool, cancel: &Cancel) {
    let mut now = alarm.lock();
    while !now.closed {
        now.looks = now.deadline;
        now = match now.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
        {
            None => alarm.changed.wait(now).unwrap_or_else(PoisonError::into_inner),
            Some(Duration::ZERO) => {
                now.deadline = None;
                fired.store(true, Ordering::Relaxed);
                cancel.cancel();
                now
            }
            Some(left) => {
                alarm.changed.wait_timeout(now, left).unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("12"), Ok(12));
        assert_eq!(size("4k"), Ok(4096));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert!(size("x").is_err() && size("").is_err() && size("99999999999999G").is_err());
    }

    #[test]
    fn times() {
        for (text, millis) in [
            ("10", 10_000),
            ("10s", 10_000),
            ("500ms", 500),
            ("2min", 120_000),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("0.5", 500),
            ("1.5 s", 1500),
            ("0", 0),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1", "-1s", "10x", "10 s s", "ten", "nan", "inf", "1e400", "1e99"] {
            assert!(duration(text).is_err_and(|why| why.contains("500ms")), "{text}");
        }
    }

    #[test]
    fn after_the_deadline_each_statement_is_cancelled_at_once() {
        let cancel = Cancel::default();
        let timer = Timer::new(None, Some(Instant::now()), &cancel);
        for _ in 0..3 {
            timer.begin();
            assert!(cancel.is_cancelled() && timer.has_fired() && timer.is_overdue());
            timer.end();
            assert!(!cancel.is_cancelled() && !timer.is_overdue());
        }
        // The earlier of the two limits ends a statement, and is the one reported.
        let hour = Duration::from_secs(3600);
        let timer = Timer::new(Some(Duration::ZERO), Some(Instant::now() + hour), &cancel);
        timer.begin();
        assert!(timer.has_fired() && !timer.is_overdue());
    }

    #[test]
    fn a_timer_is_not_woken_for_each_of_many_statements() {
        let timer = Timer::new(Some(Duration::from_secs(3600)), None, &Cancel::default());
        let looks = || timer.alarm.lock().looks;
        timer.begin();
        while looks().is_none() {
            std::thread::yield_now();
        }
        let first = looks();
        for _ in 0..1000 {
            timer.end();
            timer.begin();
            std::thread::yield_now();
        }
        assert_eq!(looks(), first, "the first deadline is not over");
        assert!(!timer.has_fired());
    }

    #[test]
    fn a_timer_cancels_one_statement_and_lets_the_next_go() {
        let cancel = Cancel::default();
        let timer = Timer::new(Some(Duration::from_millis(1)), None, &cancel);
        timer.begin();
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
        timer.end();
        assert!(!cancel.is_cancelled());
    }
}
