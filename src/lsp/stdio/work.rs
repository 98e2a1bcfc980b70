//! The threads that do the work of the server.

use std::cell::Cell;
use std::sync::mpsc::{RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::spawn;
use std::time::{Duration, Instant};

use super::Event;
use super::outbox::Outbox;
use crate::host::{Timer, spawn_small, thread_time};
use crate::lsp::server::{Evaluator, Order, Report, Task, Watch};

/// The longest time after which the end of a document's processor time is noticed.
const NOTICED: Duration = Duration::from_millis(2);
/// The time between two reports of the progress of a command.
const TICK: Duration = Duration::from_millis(100);

/// The length of a slice, unless a single statement takes longer.
const SLICE: Duration = Duration::from_millis(50);

/// The processor time of a thread, and a timer that stops puzzles.
struct Clock {
    timer: Timer,
    /// The time when the current slice began.
    began: Cell<Instant>,
    /// The time when it was looked at last: asking the system costs more than a short statement.
    time: Cell<(Instant, Duration)>,
}

impl Watch for Clock {
    fn begin(&self, left: Duration) {
        self.began.set(Instant::now());
        self.timer.begin_for(left);
    }

    fn end(&self) {
        self.timer.end();
    }

    fn time(&self) -> Duration {
        let (looked, time) = self.time.get();
        if looked.elapsed() < NOTICED {
            return time;
        }
        let time = thread_time();
        self.time.set((Instant::now(), time));
        time
    }

    fn is_over(&self) -> bool {
        self.began.get().elapsed() >= SLICE
    }
}

/// Runs the evaluator on a thread, until the server's end of the channel is dropped.
pub(super) fn evaluate(mut evaluator: Evaluator, events: Sender<Event>) -> Sender<Order> {
    let (sender, orders) = channel();
    spawn(move || {
        let timer = Timer::new(Some(Duration::ZERO), None, evaluator.cancel());
        let now = Instant::now();
        let (began, time) = (Cell::new(now), Cell::new((now, thread_time())));
        let clock = Clock { timer, began, time };
        loop {
            match orders.try_recv() {
                Ok(order) => {
                    evaluator.accept(order);
                    continue;
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return,
            }
            let Some(report) = evaluator.slice(&clock) else { continue };
            let rests = report.is_rest();
            if events.send(Event::Report(report)).is_err() {
                return;
            }
            if rests {
                match orders.recv() {
                    Ok(order) => evaluator.accept(order),
                    Err(_) => return,
                }
            }
        }
    });
    sender
}

/// Makes the answer to a request.
pub(super) type Job = Box<dyn FnOnce() -> Report + Send>;

/// Makes answers on a thread, one after the other, and waits for room in the outbox before each.
pub(super) fn beside(events: Sender<Event>, outbox: Outbox) -> Sender<Job> {
    let (sender, jobs) = channel::<Job>();
    spawn(move || {
        for job in jobs {
            outbox.wait_for_room();
            if events.send(Event::Report(job())).is_err() {
                return;
            }
        }
    });
    sender
}

/// Runs a command on a thread, in one slice, and reports how far it is.
pub(super) fn run(mut task: Box<Task>, events: Sender<Event>) {
    spawn(move || {
        let (done, over) = channel::<()>();
        let reporter = task.observer().and_then(|observer| {
            let events = events.clone();
            spawn_small("progress", move || {
                while over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    let _ = events.send(Event::Report(observer.report()));
                }
            })
            .ok()
        });
        let report = task.slice(u64::MAX);
        drop(done);
        if let Some(reporter) = reporter {
            let _ = reporter.join();
        }
        if let Some(report) = report {
            let _ = events.send(Event::Report(report));
        }
    });
}
