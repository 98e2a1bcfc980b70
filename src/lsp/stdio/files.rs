//! Puzzle files of the workspace that are not open.

use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::host::{documents, read_regular};
use crate::lsp::server::{Disk, Listed, Stamp};

/// The most files that are read.
const MOST: usize = 5_000;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;
/// A file that was changed within this time may change again without another time: file systems
/// count in steps of up to two seconds.
const STEP: Duration = Duration::from_secs(2);

/// The files of this machine.
pub(super) struct Files;

impl Disk for Files {
    fn list(&mut self, folders: &[PathBuf]) -> Vec<Listed> {
        let passed = &["target", "node_modules"];
        let all = folders.iter().flat_map(|folder| documents(folder, passed));
        let listed = all.filter_map(Result::ok).take(MOST);
        let listed = listed.map(|path| Listed { stamp: stamp(&path).filter(is_settled), path });
        listed.collect()
    }

    fn read(&mut self, path: &Path) -> Option<String> {
        let bytes = read_regular(path, LARGEST).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(path).ok()?;
    let modified = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(Stamp { modified, length: data.len() })
}

/// Returns whether a change after this moment shows in the stamp.
fn is_settled(stamp: &Stamp) -> bool {
    UNIX_EPOCH.elapsed().is_ok_and(|now| now.saturating_sub(stamp.modified) > STEP)
}
