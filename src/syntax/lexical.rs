//! Finds notable bytes and commands to terminals.

/// The byte that begins a command to a terminal.
pub(super) const ESC: u8 = 0x1b;

/// The byte order mark. It has a meaning only at the start of a file.
pub(crate) const BOM: &str = "\u{feff}";

/// Returns whether a text has a control character other than a tab or a line end, or a byte order
/// mark. No kind gives such a character a meaning.
#[allow(clippy::needless_bitwise_bool)] // as in `is_control`
pub(crate) fn has_bad_character(text: &str) -> bool {
    let mark = BOM.as_bytes()[0];
    let bytes = text.as_bytes();
    let bad = |at: usize| bytes[at] != mark || text[at..].starts_with(BOM);
    let mut from = 0;
    while let Some(offset) = first(&bytes[from..], |byte| is_control(byte) | (byte == mark)) {
        if bad(from + offset) {
            return true;
        }
        from += offset + 1;
    }
    false
}

/// Returns the first brace, control character, or byte that may begin a byte order mark.
#[allow(clippy::needless_bitwise_bool)] // as in `is_control`
pub(super) fn first_notable(bytes: &[u8]) -> Option<usize> {
    let mark = BOM.as_bytes()[0];
    first(bytes, |byte| is_control(byte) | (byte == mark) | (byte == b'{') | (byte == b'}'))
}

/// Returns whether a byte is a control character other than a tab or a line end.
#[allow(clippy::needless_bitwise_bool)] // branches would prevent vectors
fn is_control(byte: u8) -> bool {
    (byte == 127) | (byte < b' ') & (byte != b'\t') & (byte != b'\n') & (byte != b'\r')
}

/// Returns the first byte for which a condition without branches holds. Looks at 64 bytes at a
/// time, then at 16, which compiles to vectors.
fn first(bytes: &[u8], holds: impl Fn(u8) -> bool) -> Option<usize> {
    let any = |chunk: &[u8]| chunk.iter().fold(false, |any, &byte| any | holds(byte));
    let mut at = 64 * bytes.as_chunks::<64>().0.iter().take_while(|chunk| !any(*chunk)).count();
    at += 16 * bytes[at..].as_chunks::<16>().0.iter().take_while(|chunk| !any(*chunk)).count();
    bytes[at..].iter().position(|&byte| holds(byte)).map(|offset| at + offset)
}

/// Returns the number of bytes of what a terminal takes for one command after an ESC (ECMA-48: `[`,
/// parameters, a final byte). They came with the ESC and must be removed with it.
pub(super) fn sequence(rest: &[u8]) -> usize {
    if rest.first() != Some(&b'[') {
        return 0;
    }
    let parameters = rest[1..].iter().take_while(|byte| (0x30..=0x3f).contains(*byte)).count();
    match rest.get(1 + parameters) {
        Some(0x40..=0x7e) => parameters + 2,
        _ => 0,
    }
}

/// Returns the offset of the first `=>`.
pub(super) fn find_arrow(bytes: &[u8]) -> Option<usize> {
    // Most texts are a short line, for which a plain loop is quicker than setting up vectors.
    (0..bytes.len()).find(|&at| bytes[at] == b'=' && bytes.get(at + 1) == Some(&b'>'))
}
