//! `puzzled test --bless`.

use std::path::Path;

use crate::diag::{Diagnostic, Edit, edited};
use crate::host::{Links, WriteError, replace_through};
use crate::text::Source;

/// Puts the answers found in place of those expected, and removes their diagnostics. Returns the
/// number of answers replaced.
///
/// # Errors
/// When the file cannot be written, has changed since it was read, or is a link that is not among
/// those that are followed (`links`); then the file and the diagnostics stay as they are.
pub(super) fn bless(
    file: &Path,
    links: &Links,
    source: &Source,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u64, WriteError> {
    let fix = |diagnostic: &Diagnostic| {
        diagnostic.fixes.first().filter(|_| diagnostic.code.judges).cloned()
    };
    let fixes: Vec<_> = diagnostics.iter().filter_map(fix).collect();
    if fixes.is_empty() {
        return Ok(0);
    }
    let edits: Vec<Edit> = fixes.iter().flat_map(|fix| fix.edits.iter().cloned()).collect();
    replace_through(links, file, source.bytes(), &edited(source.bytes(), &edits))?;
    diagnostics.retain(|diagnostic| fix(diagnostic).is_none());
    Ok(fixes.len() as u64)
}
