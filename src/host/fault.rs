//! Faults on purpose, in builds with debug assertions only: with `PUZZLED_FAULT=3` in the
//! environment the third operation of the process that writes fails as if the disk were full, and
//! with `PUZZLED_FAULT=kill-3` the process ends there without cleaning up. The tests try every
//! number until the process does all its work. A unit test can also run code of its own before each
//! operation ([`with_action`]).

use std::fs::File;
use std::io;

/// Fails if this operation is the one that should fail.
#[cfg(any(debug_assertions, test))]
pub(super) fn strike(operation: &str) -> io::Result<()> {
    use std::io::Write;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static CHOSEN: OnceLock<Option<(bool, u64)>> = OnceLock::new();
    static DONE: AtomicU64 = AtomicU64::new(0);
    #[cfg(test)]
    action::run(operation)?;
    let chosen = *CHOSEN.get_or_init(|| {
        let text = std::env::var("PUZZLED_FAULT").ok()?;
        let number = text.strip_prefix("kill-");
        Some((number.is_some(), number.unwrap_or(&text).parse().ok()?))
    });
    let Some((kill, chosen)) = chosen else { return Ok(()) };
    if DONE.fetch_add(1, Ordering::Relaxed) + 1 != chosen {
        return Ok(());
    }
    let text = format!("fault {chosen}: {operation}\n");
    let _ = io::stderr().lock().write_all(text.as_bytes());
    if kill {
        std::process::exit(137);
    }
    Err(io::ErrorKind::StorageFull.into())
}

/// Returns `Ok`, because no operation is made to fail here.
#[cfg(not(any(debug_assertions, test)))]
#[allow(clippy::unnecessary_wraps)] // as it is in builds with debug assertions
pub(super) fn strike(_operation: &str) -> io::Result<()> {
    Ok(())
}

/// Writes all bytes, or half of them if this operation is the one that should fail.
pub(super) fn write(file: &mut impl io::Write, bytes: &[u8]) -> io::Result<()> {
    if let Err(fault) = strike("write") {
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(fault);
    }
    file.write_all(bytes)
}

/// Waits until a file or a folder is on the disk.
pub(super) fn sync(operation: &str, file: &File) -> io::Result<()> {
    strike(operation)?;
    file.sync_all()
}

#[cfg(test)]
pub(super) use action::with_action;

#[cfg(test)]
mod action {
    use std::cell::RefCell;
    use std::io;

    type Action = Box<dyn FnMut(&str) -> io::Result<()>>;

    thread_local! {
        /// The action of this thread, and the names of its operations so far.
        static ACTION: RefCell<Option<(Action, Vec<String>)>> = const { RefCell::new(None) };
    }

    /// Calls `work`, and calls `action` with the name of each operation that writes, before that
    /// operation. If the action fails, the operation fails. Returns the result of `work` and the
    /// names in their order.
    pub(in crate::host) fn with_action<T>(
        action: impl FnMut(&str) -> io::Result<()> + 'static,
        work: impl FnOnce() -> T,
    ) -> (T, Vec<String>) {
        ACTION.set(Some((Box::new(action), Vec::new())));
        let result = work();
        let (_, operations) = ACTION.take().expect("nothing else takes it");
        (result, operations)
    }

    pub(super) fn run(operation: &str) -> io::Result<()> {
        // The action may write too: those operations are not its concern.
        let Some((mut action, mut operations)) = ACTION.take() else { return Ok(()) };
        operations.push(operation.to_owned());
        let result = action(operation);
        ACTION.set(Some((action, operations)));
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_is_asked_to_sync() {
        // A device without a disk refuses, so the call was made.
        let null = File::open("/dev/null").expect("a device");
        let error = sync("fsync", &null).expect_err("it has no disk");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }

    #[test]
    fn half_of_the_bytes_are_written_when_a_write_fails() {
        let fail = |_: &str| Err(io::ErrorKind::StorageFull.into());
        let mut file = Vec::new();
        let (result, operations) = with_action(fail, || write(&mut file, b"abcdef"));
        assert_eq!(result.expect_err("it fails").kind(), io::ErrorKind::StorageFull);
        assert_eq!((file, operations), (b"abc".to_vec(), vec![String::from("write")]));
    }
}
