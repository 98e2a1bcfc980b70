//! Budgets at the edge: memory from the machine, time from a clock, Ctrl-C from the terminal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::memory::memory;
use crate::search::{Account, Budget, Cancel, Progress};

/// The memory account of this process.
static ACCOUNT: LazyLock<Account> = LazyLock::new(Account::default);

/// What a search may spend.
#[derive(Debug, Clone, clap::Args)]
pub struct Spend {
    /// Seconds that a statement may take
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// States that a search may expand
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Memory that all searches and answers together may hold: bytes, or with a suffix k, M, G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
}

/// What statements may spend.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for one statement.
    pub time: Option<Duration>,
    /// States for one search.
    pub states: u64,
    /// Bytes for all searches, histories and answers of the process together.
    pub bytes: u64,
}

impl Default for Limits {
    /// No limit of time, three quarters of the memory that the process can count on.
    fn default() -> Self {
        Self { time: None, states: u64::MAX, bytes: memory() / 4 * 3 }
    }
}

impl Limits {
    /// The defaults with what the command line says; `time` where it says nothing of time.
    pub fn of(spend: &Spend, time: Option<Duration>) -> Self {
        let default = Self::default();
        let asked = spend
            .time
            .map(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX));
        Self {
            time: asked.or(time),
            states: spend.states.unwrap_or(default.states),
            bytes: spend.memory.unwrap_or(default.bytes),
        }
    }

    /// A budget under these limits.
    pub fn budget(&self, cancel: &Cancel, progress: Option<Arc<Progress>>) -> Budget {
        let account = ACCOUNT.clone();
        Budget { states: self.states, bytes: self.bytes, account, cancel: cancel.clone(), progress }
    }
}

/// Reads a size: bytes, or with a suffix k, M, G (of 1024).
///
/// # Errors
/// When it is none.
pub fn size(text: &str) -> Result<u64, String> {
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
    closed: bool,
}

/// A clock that cancels a budget when a statement has had its time.
#[derive(Debug)]
pub struct Timer {
    time: Option<Duration>,
    cancel: Cancel,
    fired: Arc<AtomicBool>,
    clock: Arc<(Mutex<Clock>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Timer {
    /// A timer for that budget's flag. Without a time it does nothing.
    pub fn new(time: Option<Duration>, cancel: &Cancel) -> Self {
        let clock = Arc::new((Mutex::new(Clock::default()), Condvar::new()));
        let fired = Arc::new(AtomicBool::new(false));
        let thread = time.map(|_| {
            let (clock, fired, cancel) = (clock.clone(), fired.clone(), cancel.clone());
            std::thread::spawn(move || tick(&clock, &fired, &cancel))
        });
        Self { time, cancel: cancel.clone(), fired, clock, thread }
    }

    /// A statement begins.
    pub fn begin(&self) {
        if let Some(time) = self.time {
            self.set(Instant::now().checked_add(time));
        }
    }

    /// A statement is done: what the timer cancelled is free to go on.
    pub fn end(&self) {
        if self.time.is_some() {
            self.set(None);
            if self.fired.swap(false, Ordering::Relaxed) {
                self.cancel.clear();
            }
        }
    }

    /// Whether the statement at work has had its time.
    pub fn has_fired(&self) -> bool {
        self.fired.load(Ordering::Relaxed)
    }

    fn set(&self, deadline: Option<Instant>) {
        let mut clock = self.clock.0.lock().unwrap_or_else(PoisonError::into_inner);
        clock.deadline = deadline;
        self.clock.1.notify_one();
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.clock.0.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.clock.1.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn tick(clock: &(Mutex<Clock>, Condvar), fired: &AtomicBool, cancel: &Cancel) {
    let mut now = clock.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !now.closed {
        now = match now.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
        {
            None => clock.1.wait(now).unwrap_or_else(PoisonError::into_inner),
            Some(Duration::ZERO) => {
                now.deadline = None;
                fired.store(true, Ordering::Relaxed);
                cancel.cancel();
                now
            }
            Some(left) => clock.1.wait_timeout(now, left).unwrap_or_else(PoisonError::into_inner).0,
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
    fn a_timer_cancels_one_statement_and_lets_the_next_go() {
        let cancel = Cancel::default();
        let timer = Timer::new(Some(Duration::from_millis(1)), &cancel);
        timer.begin();
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
        timer.end();
        assert!(!cancel.is_cancelled());
    }
}
