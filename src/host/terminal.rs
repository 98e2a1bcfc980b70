//! The terminal of the process: its modes are restored when a signal ends the process, and a
//! terminal that went away is distinguished from one whose user typed Ctrl-D.

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal};
    use std::os::fd::AsFd;
    use std::sync::{Mutex, PoisonError};

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
    use nix::unistd::{getpgrp, tcgetpgrp, write};

    /// The modes that the terminal had when the process began to change them.
    static MODES: Mutex<Option<Termios>> = Mutex::new(None);

    /// Ends bracketed paste, shows the cursor, and begins a new line.
    const LEAVE_EDITOR: &[u8] = b"\x1b[?2004l\x1b[?25h\r\n";

    /// Keeps the modes that the terminal has now for [`restore`].
    pub(in crate::host) fn remember() {
        *MODES.lock().unwrap_or_else(PoisonError::into_inner) = tcgetattr(io::stdin()).ok();
    }

    /// Gives the terminal the modes that were remembered.
    ///
    /// Only a process in the foreground may do so: one in the background would be stopped, and the
    /// modes then belong to another process.
    pub(in crate::host) fn restore() {
        let modes = MODES.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(modes) = modes.as_ref() else { return };
        let input = io::stdin();
        if tcgetpgrp(&input) != Ok(getpgrp()) || tcgetattr(&input).as_ref() == Ok(modes) {
            return;
        }
        let _ = tcsetattr(&input, SetArg::TCSANOW, modes);
        let output = io::stdout();
        if output.is_terminal() {
            // Not through the buffer of standard output, which another thread may hold.
            let _ = write(&output, LEAVE_EDITOR);
        }
    }

    /// Whether standard input is a terminal that has gone away: its window was closed, or its
    /// connection was cut.
    pub fn hung_up() -> bool {
        let input = io::stdin();
        let mut polled = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
        let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
        let closed = poll(&mut polled, PollTimeout::ZERO).is_ok()
            && polled[0].revents().is_some_and(|events| events.intersects(gone));
        closed || matches!(tcgetattr(&input), Err(nix::errno::Errno::EIO))
    }
}

#[cfg(unix)]
pub use unix::hung_up;
#[cfg(unix)]
pub(super) use unix::{remember, restore};

/// Nothing changes the modes here.
#[cfg(not(unix))]
pub(super) fn remember() {}

/// Nothing changes the modes here.
#[cfg(not(unix))]
pub(super) fn restore() {}

/// Such a terminal ends the process here before anybody asks.
#[cfg(not(unix))]
pub fn hung_up() -> bool {
    false
}
