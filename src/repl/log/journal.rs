//! The journal: what changes the session is written down before the next prompt, so that a crash
//! loses at most the command in flight.
//!
//! Each REPL has a file of its own in the state folder, which it keeps locked. A journal that nobody
//! has locked belongs to a REPL that was cut off; the newest of these are kept, and a start announces
//! which ones the next start deletes. At a clean exit the journal moves into the folder `ended`, which
//! keeps those of the last ten sessions.
//!
//! A journal may hold a hundred thousand puzzles, and a start must not wait for that: a start reads
//! one journal in full, and of the others the first input.
//!
//! ```text
//! puzzled journal 1
//! = 37 5d0a…          what was there before: a record of 37 bytes and their hash
//! matrix m {…
//! + 11 77e1…          a statement that changed something
//! m: rotate 1
//! * 52 90cc… m        a puzzle in full, in place of the one of its name
//! matrix m {…
//! - 1 af63…           the name of a puzzle that `forget` removed
//! m
//! ```

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::SystemTime;

use crate::host::{Growing, WriteError, checksum, private_folder, spawn_small};
use crate::search::Cancel;
use crate::session::look;

/// The first line.
pub(crate) const HEAD: &str = "puzzled journal 1\n";
/// The folder of the sessions that ended, within that of the journals.
pub(crate) const ENDED: &str = "ended";
/// Sessions kept there.
pub(crate) const KEPT: usize = 10;
/// The longest first line of a record.
const LONGEST: u64 = 64;
/// Skip larger files: no typed session gets this big.
const LARGEST: u64 = 1 << 30;

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordKind {
    /// The puzzles that were there before the first statement.
    Before,
    /// A statement.
    Statement,
    /// A puzzle in full, in place of the one of its name.
    Whole,
    /// The name of a puzzle that `forget` removed.
    Forgotten,
}

impl RecordKind {
    const ALL: [Self; 4] = [Self::Before, Self::Statement, Self::Whole, Self::Forgotten];

    /// Returns whether such a record is an input of the session.
    pub(crate) fn is_input(self) -> bool {
        self != Self::Before
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Before => "=",
            Self::Statement => "+",
            Self::Whole => "*",
            Self::Forgotten => "-",
        }
    }
}

/// Returns a record as it is written.
pub(crate) fn record(kind: RecordKind, text: &str) -> String {
    format!("{} {} {:016x}\n{text}\n", kind.sign(), text.len(), checksum(text.as_bytes()))
}

/// The journal of this REPL. The file is made when there is something to write.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: PathBuf,
    open: Option<Growing>,
    /// The document of the puzzles that were there before the first statement.
    before: String,
    /// True if writing failed: nothing more is written, and a clean exit removes the file.
    lost: bool,
    /// Wakes the thread that syncs the file, so that a power failure loses little. Syncing takes
    /// milliseconds and nobody waits for it, because the text outlives this process anyway.
    syncer: Option<SyncSender<()>>,
}

impl Journal {
    /// Returns the folder of journals beside the history file.
    pub(crate) fn folder(history: Option<PathBuf>) -> Option<PathBuf> {
        Some(history?.parent()?.join("journal"))
    }

    /// Returns a journal in a folder, after a document that shows what was there before.
    pub(crate) fn new(folder: PathBuf, before: String) -> Self {
        Self { folder, open: None, before, lost: false, syncer: None }
    }

    /// Appends a record. The system has it when this returns.
    ///
    /// # Errors
    /// When it cannot be written, the first time; from then on nothing is written.
    pub(crate) fn add(&mut self, kind: RecordKind, text: &str) -> Result<(), WriteError> {
        if self.lost {
            return Ok(());
        }
        let added = self.try_add(kind, text);
        self.lost = added.is_err();
        added
    }

    fn try_add(&mut self, kind: RecordKind, text: &str) -> Result<(), WriteError> {
        if self.open.is_none() {
            let file = create(&self.folder)?;
            let file = self.open.insert(file);
            let mut head = String::from(HEAD);
            if !self.before.is_empty() {
                head += &record(RecordKind::Before, &self.before);
            }
            file.add(&head)?;
            self.syncer = spawn_syncer(file.path());
            self.before = String::new();
        }
        if let Some(file) = &mut self.open {
            file.add(&record(kind, text))?;
            if let Some(syncer) = &self.syncer {
                let _ = syncer.try_send(()); // full: the waiting request syncs this record too
            }
        }
        Ok(())
    }

    /// Ends the journal: nothing was lost. It is kept among the last ones for `recover`, unless it
    /// could not be written.
    pub(crate) fn end(self) {
        let Some(mut file) = self.open else { return };
        let folder = self.folder.join(ENDED);
        let name = file.path().file_name().map(PathBuf::from).unwrap_or_default();
        let free = |number: u32| folder.join(&name).with_extension(number.to_string());
        let path = (0..u32::MAX).map(free).find(|path| !path.exists());
        let kept = !self.lost && private_folder(&folder).is_ok();
        match path.filter(|_| kept).map(|path| file.rename(path)) {
            Some(Ok(())) => {}
            _ => return file.remove(),
        }
        drop(file);
        let mut journals = files(&folder);
        journals.sort_by_key(|(path, when)| (std::cmp::Reverse(*when), path.clone()));
        for (path, _) in journals.iter().skip(KEPT) {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Returns the files of a folder that may be journals, each with the time when it was written last.
pub(crate) fn files(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let mut journals = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let Ok(data) = entry.metadata() else { continue };
        if !hidden && data.is_file() && data.len() <= LARGEST {
            journals.push((entry.path(), data.modified().unwrap_or(SystemTime::UNIX_EPOCH)));
        }
    }
    journals
}

/// Starts a thread that syncs a file to the disk on request.
fn spawn_syncer(path: &Path) -> Option<SyncSender<()>> {
    // Not a copy of the handle: that would hold the lock for as long as it lives.
    let file = File::open(path).ok()?;
    let (sender, requests) = sync_channel(1);
    let work = move || {
        while requests.recv().is_ok() {
            let _ = file.sync_data();
        }
    };
    spawn_small("journal", work).ok()?;
    Some(sender)
}

/// Creates a new journal, which is locked before another process can see it.
fn create(folder: &Path) -> Result<Growing, WriteError> {
    private_folder(folder)?;
    let mut names = (0_u64..).map(|number| format!("{}-{number}", std::process::id()));
    let name = names.find(|name| !folder.join(name).exists()).unwrap_or_default();
    let path = folder.join(&name);
    let hidden = folder.join(format!(".{name}"));
    // Left over from a process of the same number that died just here.
    let _ = std::fs::remove_file(&hidden);
    let mut file = Growing::begin(hidden, true)?;
    match file.lock().and_then(|()| file.rename(path)) {
        Ok(()) => Ok(file),
        Err(error) => {
            file.remove();
            Err(error)
        }
    }
}

/// The state of reading a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// More records may follow.
    Reading,
    /// All records were sound.
    Whole,
    /// It ends within the first line.
    Begun,
    /// The next record is damaged.
    Damaged,
    /// It is not a journal.
    Foreign,
    /// Reading was cancelled.
    Cancelled,
}

/// Reads the records of a journal, one after the other, up to the first that is damaged.
pub(crate) struct Records<'a, R> {
    input: R,
    cancel: &'a Cancel,
    pub(crate) state: State,
    line: Vec<u8>,
    text: Vec<u8>,
}

impl<'a, R: BufRead> Records<'a, R> {
    /// Reads the first line of a journal.
    pub(crate) fn new(mut input: R, cancel: &'a Cancel) -> Self {
        let mut line = Vec::new();
        let sound = (&mut input).take(HEAD.len() as u64).read_to_end(&mut line).is_ok();
        let state = match HEAD.as_bytes().strip_prefix(&line[..]) {
            Some([]) => State::Reading,
            Some(_) if sound => State::Begun,
            _ => State::Foreign,
        };
        Self { input, cancel, state, line, text: Vec::new() }
    }

    /// Reads the next record; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<(RecordKind, &str)> {
        look(1);
        if self.state == State::Reading && self.cancel.is_cancelled() {
            self.state = State::Cancelled;
        }
        if self.state != State::Reading {
            return None;
        }
        let kind = self.read();
        let Ok(kind) = kind else {
            self.state = State::Damaged;
            return None;
        };
        if kind.is_none() {
            self.state = State::Whole;
        }
        Some((kind?, std::str::from_utf8(&self.text).unwrap_or_default()))
    }

    /// Reads the next record into `text`; `None` at the end of the file.
    fn read(&mut self) -> Result<Option<RecordKind>, Damage> {
        self.line.clear();
        (&mut self.input).take(LONGEST).read_until(b'\n', &mut self.line)?;
        if self.line.is_empty() {
            return Ok(None);
        }
        let (kind, length, sum) = header(&self.line).ok_or(Damage)?;
        self.text.clear();
        (&mut self.input).take(length.saturating_add(1)).read_to_end(&mut self.text)?;
        let whole = self.text.pop() == Some(b'\n') && self.text.len() as u64 == length;
        if !whole || checksum(&self.text) != sum || std::str::from_utf8(&self.text).is_err() {
            return Err(Damage);
        }
        Ok(Some(kind))
    }
}

/// A record cannot be read.
struct Damage;

impl From<io::Error> for Damage {
    fn from(_: io::Error) -> Self {
        Self
    }
}

/// Reads the first line of a record: its sign, and the length and the hash of its text.
fn header(line: &[u8]) -> Option<(RecordKind, u64, u64)> {
    let mut words = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?.split(' ');
    let sign = words.next()?;
    let kind = RecordKind::ALL.into_iter().find(|kind| kind.sign() == sign)?;
    let length = words.next()?.parse().ok()?;
    let sum = u64::from_str_radix(words.next()?, 16).ok()?;
    words.next().is_none().then_some((kind, length, sum))
}

/// Reads the records of a journal up to the first that is damaged; returns whether there is none.
/// Cancelled, it ends early.
pub(crate) fn read(input: impl BufRead, cancel: &Cancel) -> (Vec<(RecordKind, String)>, bool) {
    let mut records = Records::new(input, cancel);
    let mut kept = Vec::new();
    while let Some((kind, text)) = records.next() {
        kept.push((kind, text.to_owned()));
    }
    (kept, records.state == State::Whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_and_every_damage_leaves_a_sound_beginning() {
        let mut bytes = HEAD.as_bytes().to_vec();
        let mut ends = vec![bytes.len()];
        for text in ["matrix m {\n1 2\n}", "m: rotate 1", "é\n+ 3 0\n"] {
            bytes.extend(record(RecordKind::Statement, text).bytes());
            ends.push(bytes.len());
        }
        for cut in 0..=bytes.len() {
            let (records, whole) = read(&bytes[..cut], &Cancel::default());
            assert_eq!(records.len(), ends.iter().filter(|&&end| end <= cut).count().max(1) - 1);
            assert_eq!(whole, ends.contains(&cut), "{cut}");
        }
        for at in HEAD.len()..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x11;
            let (records, whole) = read(&damaged[..], &Cancel::default());
            let before = ends.iter().filter(|&&end| end <= at).count() - 1;
            assert!(!whole && records.len() == before, "{at}: {records:?}");
        }
    }
}
