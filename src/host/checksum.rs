//! Checksums of what the program wrote, so that it recognizes its own files.

use crate::text::fnv1a;

/// Returns the FNV-1a hash of a text.
pub(crate) fn checksum(text: &[u8]) -> u64 {
    fnv1a(text.iter().copied())
}
