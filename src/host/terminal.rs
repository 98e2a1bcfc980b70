//! The terminal of the process: its modes are restored when a signal ends the process, and a
//! terminal that went away is distinguished from one whose user typed Ctrl-D.

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{Errno, write};
    use rustix::process::getpgrp;
    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};

    /// The modes that the terminal had when the process began to change them.
    static MODES: Mutex<Option<Termios>> = Mutex::new(None);

    /// True while a thread changes the modes.
    static CHANGING: AtomicBool = AtomicBool::new(false);
    /// True when the process is ending, so that no thread may change the modes any more.
    static ENDING: AtomicBool = AtomicBool::new(false);

    /// The number of times that the end of the process waits for a change of the modes, and the
    /// time of each wait.
    const PATIENCE: (u32, Duration) = (100, Duration::from_millis(5));

    /// Says that this thread is about to change the modes. Does not return while the process is
    /// ending, with the modes restored.
    pub(crate) fn begin_change() {
        CHANGING.store(true, Ordering::SeqCst);
        while ENDING.load(Ordering::SeqCst) {
            CHANGING.store(false, Ordering::SeqCst);
            std::thread::park();
        }
    }

    /// Says that this thread has changed the modes.
    pub(crate) fn end_change() {
        CHANGING.store(false, Ordering::SeqCst);
    }

    /// The control sequences that end bracketed paste, show the cursor, and begin a new line.
    const LEAVE_EDITOR: &[u8] = b"\x1b[?2004l\x1b[?25h\r\n";

    /// Keeps the modes that the terminal has now for [`restore`].
    pub(in crate::host) fn remember() {
        *MODES.lock().unwrap_or_else(PoisonError::into_inner) = tcgetattr(io::stdin()).ok();
    }

    /// Returns whether a terminal has these modes.
    fn has_modes(terminal: &io::Stdin, modes: &Termios) -> bool {
        tcgetattr(terminal).is_ok_and(|now| {
            now.input_modes == modes.input_modes
                && now.output_modes == modes.output_modes
                && now.control_modes == modes.control_modes
                && now.local_modes == modes.local_modes
        })
    }

    /// Gives the terminal the modes that were remembered.
    ///
    /// Only a process in the foreground may do so: one in the background would be stopped, and the
    /// modes then belong to another process.
    pub(in crate::host) fn restore() {
        ENDING.store(true, Ordering::SeqCst);
        for _ in 0..PATIENCE.0 {
            if !CHANGING.load(Ordering::SeqCst) {
                break;
            }
            std::thread::sleep(PATIENCE.1);
        }
        let modes = MODES.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(modes) = modes.as_ref() else { return };
        let input = io::stdin();
        if tcgetpgrp(&input) != Ok(getpgrp()) || has_modes(&input, modes) {
            return;
        }
        let _ = tcsetattr(&input, OptionalActions::Now, modes);
        let output = io::stdout();
        if output.is_terminal() {
            // Not through the buffer of standard output, which another thread may hold.
            let _ = write(&output, LEAVE_EDITOR);
        }
    }

    /// Returns whether standard input is a terminal that has gone away: its window was closed, or
    /// its connection was cut.
    pub(crate) fn hung_up() -> bool {
        let input = io::stdin();
        let mut polled = [PollFd::new(&input, PollFlags::IN)];
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        let closed = poll(&mut polled, Some(&Timespec::default())).is_ok()
            && polled[0].revents().intersects(gone);
        closed || matches!(tcgetattr(&input), Err(Errno::IO))
    }
}

#[cfg(unix)]
pub(crate) use unix::{begin_change, end_change, hung_up};
#[cfg(unix)]
pub(super) use unix::{remember, restore};

/// Does nothing, because nothing changes the modes here.
#[cfg(not(unix))]
pub(super) fn remember() {}

/// Does nothing, because nothing changes the modes here.
#[cfg(not(unix))]
pub(super) fn restore() {}

/// Does nothing, because nothing restores the modes here.
#[cfg(not(unix))]
pub(crate) fn begin_change() {}

/// Does nothing, because nothing restores the modes here.
#[cfg(not(unix))]
pub(crate) fn end_change() {}

/// Returns false, because such a terminal ends the process here before this is called.
#[cfg(not(unix))]
pub(crate) fn hung_up() -> bool {
    false
}
