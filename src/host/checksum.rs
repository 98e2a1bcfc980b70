//! Checksums of what the program wrote, so that it recognizes its own files.

/// Returns the FNV-1a hash of a text.
pub(crate) fn checksum(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
