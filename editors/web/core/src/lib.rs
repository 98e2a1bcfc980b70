//! The language server in a worker of a page: one thread, a clock that the page brings, and
//! messages as bytes in the memory of the module.
//!
//! ```text
//!  page ─input, receive▶ ┌────────┐ ─next, data▶ page
//!                        │ Driver │
//!            ─work(ms)─▶ └────────┘
//! ```
//!
//! The page calls [`work`] again and again, and looks for messages between two calls, so that it
//! can stop a search at any time.

mod page;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;

use puzzled::lsp::server::{
    Evaluator, Lookup, Message, Outgoing, Report, Server, Settings, Task, Watch, Work,
};
use puzzled::search::Budget;

/// Bytes that searches may use. A module has at most 4 GB, and a page that uses so much is ended by
/// some browsers.
const MEMORY: u64 = 1 << 30;
/// The length of a slice in milliseconds: a frame of the page has 16.
const SLICE: f64 = 8.0;
/// A slice of a command takes at least a quarter of [`SLICE`], unless the command is done.
const BRIEF: f64 = SLICE / 4.0;
/// The units of work of the first slice of a command.
const UNITS: u64 = 1 << 10;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Returns the milliseconds since any moment.
    safe fn now() -> f64;
}

/// Returns the milliseconds since any moment: always 0 outside of a page.
#[cfg(not(target_family = "wasm"))]
fn now() -> f64 {
    0.0
}

/// The clock of the evaluator.
#[derive(Debug, Default)]
struct Clock {
    began: Cell<f64>,
}

impl Watch for Clock {
    fn begin(&self, _left: Duration) {
        self.began.set(now());
    }

    fn time(&self) -> Duration {
        time()
    }

    fn is_over(&self) -> bool {
        now() - self.began.get() >= SLICE
    }
}

fn time() -> Duration {
    Duration::from_micros((now() * 1000.0) as u64)
}

/// A server with its work.
#[derive(Debug)]
struct Driver {
    server: Server,
    clock: Clock,
    evaluator: Option<Evaluator>,
    /// True if the evaluator has something to do.
    is_evaluating: bool,
    /// Commands that people wait for, each with the units of work of its next slice.
    tasks: VecDeque<(Task, u64)>,
    lookups: VecDeque<Lookup>,
    outgoing: VecDeque<Outgoing>,
}

impl Driver {
    fn new() -> Self {
        let budget = Budget { bytes: MEMORY, ..Budget::unlimited() };
        Self {
            server: Server::new(Settings { budget, ..Settings::default() }),
            clock: Clock::default(),
            evaluator: None,
            is_evaluating: false,
            tasks: VecDeque::new(),
            lookups: VecDeque::new(),
            outgoing: VecDeque::new(),
        }
    }

    /// Receives a message of the page.
    fn receive(&mut self, frame: &[u8]) {
        match Message::read(frame) {
            Ok(Message::Request(id, method, params)) => match page::answer(&id, &method, &params) {
                Some(answer) => self.outgoing.push_back(answer.into()),
                None => self.server.receive(Message::Request(id, method, params)),
            },
            Ok(message) => self.server.receive(message),
            Err(answer) => self.outgoing.extend(answer.map(Outgoing::from)),
        }
    }

    /// Works for about so many milliseconds. Returns the milliseconds after which there is more to
    /// do: 0 for at once, -1 if nothing is to be done until the next message.
    fn work(&mut self, milliseconds: f64) -> f64 {
        let end = now() + milliseconds;
        loop {
            if !self.step() {
                let until = self.server.deadline();
                return until.map_or(-1.0, |at| at.saturating_sub(time()).as_secs_f64() * 1000.0);
            }
            if now() >= end {
                return 0.0;
            }
        }
    }

    /// Does the next thing: a message, a request, then a slice of each command and of the evaluator.
    /// Returns false if there is nothing to do.
    fn step(&mut self) -> bool {
        if self.server.step(time()) {
            self.hand_out();
            return true;
        }
        if self.server.deadline().is_some_and(|at| at <= time()) {
            self.server.pass(time());
            self.hand_out();
        }
        if let Some(lookup) = self.lookups.pop_front() {
            self.report(lookup.answer());
            return true;
        }
        let is_running = self.run();
        self.evaluate() || is_running
    }

    /// Works on the command that has waited longest. Returns false if there is none.
    fn run(&mut self) -> bool {
        let Some((mut task, units)) = self.tasks.pop_front() else { return false };
        let began = now();
        let report = task.slice(units);
        let took = now() - began;
        let observed = task.observer().map(|observer| observer.report());
        match report {
            Some(report) => self.report(report),
            None => {
                let units = match took {
                    took if took < BRIEF => units.saturating_mul(2),
                    took if took > SLICE => (units / 2).max(1),
                    _ => units,
                };
                self.tasks.push_back((task, units));
                observed.into_iter().for_each(|report| self.report(report));
            }
        }
        true
    }

    /// Lets the evaluator work for a slice. Returns false if it has nothing to do.
    fn evaluate(&mut self) -> bool {
        let Some(evaluator) = self.evaluator.as_mut().filter(|_| self.is_evaluating) else {
            return false;
        };
        if let Some(report) = evaluator.slice(&self.clock) {
            self.is_evaluating = !report.is_rest();
            self.report(report);
        }
        true
    }

    fn report(&mut self, report: Report) {
        self.server.report(report, time());
        self.hand_out();
    }

    /// Takes the messages and the work of the server.
    fn hand_out(&mut self) {
        for message in self.server.take_messages() {
            if message.topic.is_some() {
                self.outgoing.retain(|other| other.topic != message.topic);
            }
            self.outgoing.push_back(message);
        }
        for work in self.server.take_work() {
            match work {
                Work::Start(evaluator) => self.evaluator = Some(evaluator),
                Work::Order(order) => {
                    if let Some(evaluator) = &mut self.evaluator {
                        evaluator.accept(order);
                        self.is_evaluating = true;
                    }
                }
                Work::Run(task) => self.tasks.push_back((*task, UNITS)),
                Work::Lookup(lookup) => self.lookups.push_back(*lookup),
                Work::Note(_) => {}
            }
        }
    }
}

thread_local! {
    static DRIVER: RefCell<Driver> = RefCell::new(Driver::new());
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the place of memory for a message of that many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Receives the message that was written to [`input`].
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    let frame = INPUT.take();
    DRIVER.with_borrow_mut(|driver| driver.receive(&frame));
}

/// Works for about so many milliseconds. Returns the milliseconds after which there is more to do:
/// 0 for at once, -1 if nothing is to be done until the next message.
#[unsafe(no_mangle)]
pub extern "C" fn work(milliseconds: f64) -> f64 {
    DRIVER.with_borrow_mut(|driver| driver.work(milliseconds))
}

/// Takes the next message for the page to [`data`]. Returns its length, 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn next() -> usize {
    let message = DRIVER.with_borrow_mut(|driver| driver.outgoing.pop_front());
    let body = message.map(|message| message.body).unwrap_or_default();
    let length = body.len();
    OUTPUT.set(body);
    length
}

/// Returns the place of the message that [`next`] took.
#[unsafe(no_mangle)]
pub extern "C" fn data() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}
