//! Signals: one handler for the whole process.
//!
//! Ctrl-C goes to the current listener. SIGTERM and SIGHUP end the process at once, with the
//! terminal restored: files are replaced in one step and the journal is written before an answer is
//! shown, so nothing is lost.

use std::io;
#[cfg(unix)]
use std::path::Path;
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
use super::exit::{HUNG_UP, TERMINATED};
#[cfg(unix)]
use super::memory::system_text;
#[cfg(unix)]
use super::threads::spawn_small;
use super::{live_line, terminal};

type Listener = Box<dyn FnMut() + Send>;

/// The listener of Ctrl-C, and whether signals are handled yet.
struct Handler {
    listener: Option<Listener>,
    installed: bool,
}

static HANDLER: Mutex<Handler> = Mutex::new(Handler { listener: None, installed: false });

/// Registers `listener` for Ctrl-C, replacing the previous one. It is called on a separate thread.
///
/// # Errors
/// When the system refuses the handler or its thread. Then signals do what they do by default.
pub(crate) fn listen(listener: impl FnMut() + Send + 'static) -> io::Result<()> {
    let mut handler = HANDLER.lock().unwrap_or_else(PoisonError::into_inner);
    handler.listener = Some(Box::new(listener));
    if !handler.installed {
        terminal::remember();
        install()?;
        handler.installed = true;
    }
    Ok(())
}

/// Ends the process with the terminal as it was found.
pub(crate) fn end(code: i32) -> ! {
    live_line::wipe();
    terminal::restore();
    std::process::exit(code)
}

fn interrupted() {
    let mut handler = HANDLER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(listener) = &mut handler.listener {
        listener();
    }
}

#[cfg(unix)]
fn install() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut handled = vec![SIGINT, SIGTERM];
    if !ignored(SIGHUP) {
        handled.push(SIGHUP);
    }
    let mut signals = signal_hook::iterator::Signals::new(handled)?;
    let wait = move || {
        for signal in signals.forever() {
            match signal {
                SIGTERM => end(TERMINATED),
                SIGHUP => end(HUNG_UP),
                _ => interrupted(),
            }
        }
    };
    spawn_small("signals", wait)?;
    Ok(())
}

#[cfg(not(unix))]
fn install() -> io::Result<()> {
    ctrlc::set_handler(interrupted).map_err(io::Error::other)
}

/// Returns whether the process was started with a signal ignored, as `nohup` does. Known on Linux.
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let status = system_text(Path::new("/proc/self/status")).unwrap_or_default();
    is_ignored(&status, signal)
}

/// Returns whether the text of `/proc/self/status` says that a signal is ignored; bit n - 1 of the
/// mask is signal n.
#[cfg(unix)]
fn is_ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_mask() {
        let status = "Name:\tpuzzled\nSigBlk:\t0000000000000001\nSigIgn:\t0000000000001001\n";
        assert!(is_ignored(status, 1) && is_ignored(status, 13));
        assert!(!is_ignored(status, 2) && !is_ignored("", 1) && !is_ignored("SigIgn:\tx", 1));
    }
}
