//! The thread that runs jobs, and looks out for a change of the watched file, while the prompt waits
//! for a line. It also writes into the journal how far searches are, so that those which end with the
//! window are not lost.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Jobs;
use crate::repl::input::interrupt::Interrupts;
use crate::repl::log::journal::{Journal, RecordKind};
use crate::repl::shared::Shared;
use crate::session::Session;

/// The time between two looks at the watched file, two attempts to wake the editor, and two records.
const LOOK: Duration = Duration::from_millis(200);
const AGAIN: Duration = Duration::from_millis(50);
const RECORD: Duration = Duration::from_secs(1);
/// The time between two looks of people at how far a job is, while nothing is typed.
const LIVE: Duration = Duration::from_secs(1);
/// The pause while the prompt itself runs a command.
const PAUSE: Duration = Duration::from_millis(10);
/// The stack of the thread: that of the thread which runs commands.
const STACK: usize = 8 << 20;

/// Starts the thread when it is needed first.
#[derive(Debug)]
pub(crate) struct Background {
    interrupts: Interrupts,
    is_running: bool,
}

/// What the thread works on.
struct Work {
    jobs: Jobs,
    session: Shared<Session>,
    journal: Shared<Option<Journal>>,
    interrupts: Interrupts,
}

impl Background {
    /// Returns the starter of a thread that wakes the reader of these keys.
    pub(crate) fn new(interrupts: &Interrupts) -> Self {
        Self { interrupts: interrupts.clone(), is_running: false }
    }

    /// Starts the thread, unless it runs. Without one, jobs run in `wait` and at the end of the input.
    pub(crate) fn begin(
        &mut self,
        jobs: &Jobs,
        session: &Shared<Session>,
        journal: Shared<Option<Journal>>,
    ) {
        if !self.is_running {
            let (jobs, session, interrupts) =
                (jobs.clone(), session.clone(), self.interrupts.clone());
            let work = Work { jobs, session, journal, interrupts };
            let builder = std::thread::Builder::new().name(String::from("jobs")).stack_size(STACK);
            self.is_running = builder.spawn(move || work.run()).is_ok();
        }
    }
}

impl Work {
    /// Works as long as the process lives.
    fn run(&self) {
        let now = Instant::now();
        let (mut looked, mut woke, mut recorded) = (now, now, now);
        let mut has_changed = false;
        loop {
            // The prompt itself may be running a command.
            let session = self.session.try_lock_last();
            let is_free = session.is_some();
            let is_busy = session.is_some_and(|mut session| self.jobs.work(&mut session));
            if recorded.elapsed() >= RECORD {
                recorded = Instant::now();
                self.record();
            }
            let mut list = self.jobs.list();
            match &mut list.watched {
                None => has_changed = false,
                Some(file) if looked.elapsed() >= LOOK => {
                    (looked, has_changed) = (Instant::now(), file.is_there());
                }
                Some(_) => {}
            }
            let calls = has_changed || !list.ended.is_empty();
            let is_shown = is_busy
                && self.jobs.0.is_line_empty.load(Ordering::Relaxed)
                && !list.running.is_empty();
            let again = if calls { AGAIN } else { LIVE };
            if (calls || is_shown) && woke.elapsed() >= again {
                woke = Instant::now();
                self.interrupts.wake();
            }
            let pause = match (is_busy, &list.watched) {
                (true, _) => continue,
                _ if !is_free && !list.running.is_empty() => PAUSE,
                _ if calls => AGAIN,
                (_, Some(_)) => LOOK,
                _ if list.foreground.is_some() => RECORD,
                _ => Duration::from_secs(3600),
            };
            drop(self.jobs.0.changed.wait_timeout(list, pause));
        }
    }

    /// Writes how far the searches are. What cannot be written is reported at the next input.
    fn record(&self) {
        let records = self.jobs.records();
        if let Some(journal) = &mut *self.journal.lock() {
            for record in records {
                let _ = journal.add_again(RecordKind::Search, &record);
            }
        }
    }
}
