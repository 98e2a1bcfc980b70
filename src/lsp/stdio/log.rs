//! The log of the server: why messages were dropped and requests refused.

use std::path::Path;
use std::time::Duration;

use crate::host::{Growing, Links, WriteError};
use crate::render::sanitize;

/// The first line of a log.
const HEAD: &str = "The log of `puzzled lsp`. Times are seconds since the server started.\n";
/// The longest log, in bytes.
const LONGEST: u64 = 16 << 20;

/// A log file.
pub(super) struct Log(Growing);

impl Log {
    /// Opens a log, or begins one.
    pub(super) fn open(path: &Path) -> Result<Self, WriteError> {
        Links::of_file(path).check(path)?;
        let mut file = Growing::reopen(path, HEAD)?;
        file.add(&format!("0.000 started as process {}\n", std::process::id()))?;
        Ok(Self(file))
    }

    /// Adds a line, unless the log is full or cannot be written.
    pub(super) fn add(&mut self, time: Duration, text: &str) {
        if self.0.len() < LONGEST {
            let text = text.replace(['\n', '\r'], " ");
            let _ = self.0.add(&format!("{:.3} {}\n", time.as_secs_f64(), sanitize(&text)));
        }
    }
}
