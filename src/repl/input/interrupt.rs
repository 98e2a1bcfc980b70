//! Ctrl-C.
//!
//! While a line is edited the terminal is raw and Ctrl-C is a key like any other. While something
//! runs it is a signal, which cancels the budget; the computation stops at its next look, with
//! everything kept. A third one in a row ends the process, should a computation not look.
//! One at an idle prompt comes from elsewhere (`kill -INT`) and ends the process. The signals that
//! tell the process to end do so at once, whatever it does ([`signals`]).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::host::{INTERRUPTED, signals};
use crate::search::Cancel;

/// A signal this soon after a computation was intended for it.
const LATE: Duration = Duration::from_millis(1500);

/// The source of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputKind {
    /// A terminal with line editing.
    Editor,
    /// A terminal without.
    Terminal,
    /// A pipe, a file or a device.
    Pipe,
}

#[derive(Debug)]
struct State {
    busy: bool,
    since: Instant,
    strikes: u32,
}

impl State {
    fn begun(busy: bool) -> Self {
        Self { busy, since: Instant::now(), strikes: 0 }
    }
}

/// Keeps whether something runs, which decides what Ctrl-C does.
#[derive(Clone, Debug)]
pub(crate) struct Interrupts {
    state: Arc<Mutex<State>>,
}

/// The reaction to a Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reaction {
    Nothing,
    Cancel,
    Warn,
    End,
}

impl Interrupts {
    /// Creates the state of a process that is busy and has received no Ctrl-C.
    pub(crate) fn new() -> Self {
        Self { state: Arc::new(Mutex::new(State::begun(true))) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers the handler of Ctrl-C, which cancels through `cancel`.
    ///
    /// # Errors
    /// When the system refuses; then Ctrl-C ends the process.
    pub(crate) fn listen(&self, cancel: &Cancel, kind: InputKind) -> std::io::Result<()> {
        let heard = self.clone();
        let cancel = cancel.clone();
        signals::listen(move || match heard.on_interrupt(kind) {
            Reaction::Nothing => {}
            Reaction::Cancel => cancel.cancel(),
            Reaction::Warn => {
                cancel.cancel();
                let _ = std::io::Write::write_all(
                    &mut std::io::stderr(),
                    b"\nstill stopping; Ctrl-C once more ends puzzled\n",
                );
            }
            Reaction::End => signals::end(INTERRUPTED),
        })
    }

    /// Notes that something runs from now on.
    pub(crate) fn busy(&self) {
        self.set(true);
    }

    /// Notes that an input is waited for from now on.
    pub(crate) fn idle(&self) {
        self.set(false);
    }

    fn set(&self, busy: bool) {
        let mut state = self.state();
        state.busy = busy;
        state.since = Instant::now();
        state.strikes = 0;
    }

    fn on_interrupt(&self, kind: InputKind) -> Reaction {
        let mut state = self.state();
        state.strikes += 1;
        match (state.busy, kind) {
            (true, _) if state.strikes == 1 => Reaction::Cancel,
            (true, _) if state.strikes == 2 => Reaction::Warn,
            (false, InputKind::Editor) if state.since.elapsed() < LATE => Reaction::Nothing,
            // The terminal has dropped the line; the lines before it are dropped with the next.
            (false, InputKind::Terminal) if state.strikes < 3 => Reaction::Cancel,
            _ => Reaction::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interrupts(busy: bool) -> Interrupts {
        Interrupts { state: Arc::new(Mutex::new(State::begun(busy))) }
    }

    #[test]
    fn the_first_stops_and_the_third_ends() {
        let interrupts = interrupts(true);
        let deeds: Vec<_> = (0..3).map(|_| interrupts.on_interrupt(InputKind::Editor)).collect();
        assert_eq!(deeds, [Reaction::Cancel, Reaction::Warn, Reaction::End]);
        interrupts.busy();
        assert_eq!(interrupts.on_interrupt(InputKind::Pipe), Reaction::Cancel);
    }

    #[test]
    fn one_that_comes_too_late_does_no_harm() {
        assert_eq!(interrupts(false).on_interrupt(InputKind::Editor), Reaction::Nothing);
        assert_eq!(interrupts(false).on_interrupt(InputKind::Terminal), Reaction::Cancel);
        assert_eq!(interrupts(false).on_interrupt(InputKind::Pipe), Reaction::End);
    }
}
