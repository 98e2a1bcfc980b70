//! Faults on purpose, in builds with debug assertions only: with `PUZZLED_FAULT=3` in the
//! environment the third operation of the process that writes fails as if the disk were full, and
//! with `PUZZLED_FAULT=kill-3` the process ends there without cleaning up. The tests try every
//! number until the process does all its work.

use std::io;

/// Fails if this operation is the one that should fail.
#[cfg(debug_assertions)]
pub(super) fn strike(operation: &str) -> io::Result<()> {
    use std::io::Write;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static CHOSEN: OnceLock<Option<(bool, u64)>> = OnceLock::new();
    static DONE: AtomicU64 = AtomicU64::new(0);
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

/// Never fails.
#[cfg(not(debug_assertions))]
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
