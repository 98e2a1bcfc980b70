//! The journal: what changes the session is written down before the next prompt, so that a crash
//! loses at most the command in flight.
//!
//! Each REPL has a file of its own in the state folder, which it keeps locked. A journal that nobody
//! has locked belongs to a REPL that was cut off. At a clean exit the journal moves into the folder
//! `ended`, which keeps those of the last ten sessions.
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

use std::fs::{File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, SystemTime};

use crate::diag::counted;
use crate::host::{Growing, WriteError, checksum, private_folder, spawn_small};
use crate::kinds::KINDS;
use crate::syntax::{parse_name, parse_prefix};

/// The first line.
const HEAD: &str = "puzzled journal 1\n";
/// The folder of the sessions that ended, within that of the journals.
const ENDED: &str = "ended";
/// Sessions kept there.
const KEPT: usize = 10;
/// Skip larger files: no typed session gets this big.
const LARGEST: u64 = 1 << 30;

/// What a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// What was there before the first statement.
    Before,
    /// A statement.
    Statement,
    /// A puzzle in full, in place of the one of its name.
    Whole,
    /// The name of a puzzle that `forget` removed.
    Forgotten,
}

impl What {
    const ALL: [Self; 4] = [Self::Before, Self::Statement, Self::Whole, Self::Forgotten];

    fn sign(self) -> &'static str {
        match self {
            Self::Before => "=",
            Self::Statement => "+",
            Self::Whole => "*",
            Self::Forgotten => "-",
        }
    }
}

fn record(what: What, text: &str) -> String {
    format!("{} {} {:016x}\n{text}\n", what.sign(), text.len(), checksum(text.as_bytes()))
}

/// The journal of this REPL. The file is made when there is something to write.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    open: Option<Growing>,
    /// What was there before.
    before: String,
    /// Whether writing failed: nothing more is written, and a clean exit removes the file.
    lost: bool,
    /// Has the disk take what was written, should the machine stop. That takes milliseconds, in
    /// which nobody needs to wait: what is written outlives this process anyway.
    disk: Option<SyncSender<()>>,
}

impl Journal {
    /// The folder of journals beside the history file.
    pub(super) fn folder(history: Option<PathBuf>) -> Option<PathBuf> {
        Some(history?.parent()?.join("journal"))
    }

    /// A journal in a folder, after a document that shows what was there before.
    pub(super) fn new(folder: PathBuf, before: String) -> Self {
        Self { folder, open: None, before, lost: false, disk: None }
    }

    /// Writes something down. It is in the hands of the system when this returns.
    ///
    /// # Errors
    /// When it cannot be written, the first time; from then on nothing is written.
    pub(super) fn add(&mut self, what: What, text: &str) -> Result<(), WriteError> {
        if self.lost {
            return Ok(());
        }
        let added = self.try_add(what, text);
        self.lost = added.is_err();
        added
    }

    fn try_add(&mut self, what: What, text: &str) -> Result<(), WriteError> {
        if self.open.is_none() {
            let file = create(&self.folder)?;
            let file = self.open.insert(file);
            let mut head = String::from(HEAD);
            if !self.before.is_empty() {
                head += &record(What::Before, &self.before);
            }
            file.add(&head)?;
            self.disk = follow(file.path());
            self.before = String::new();
        }
        if let Some(file) = &mut self.open {
            file.add(&record(what, text))?;
            if let Some(disk) = &self.disk {
                let _ = disk.try_send(()); // full: it will be done with what waits
            }
        }
        Ok(())
    }

    /// Ends the journal: nothing was lost. It is kept among the last ones for `recover`, unless it
    /// could not be written.
    pub(super) fn end(self) {
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
        let mut all = files(&folder);
        all.sort_by_key(|(path, when)| (std::cmp::Reverse(*when), path.clone()));
        for (path, _) in all.iter().skip(KEPT) {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The files of a folder that may be journals, each with the time when it was written last.
fn files(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let Ok(data) = entry.metadata() else { continue };
        if !hidden && data.is_file() && data.len() <= LARGEST {
            found.push((entry.path(), data.modified().unwrap_or(SystemTime::UNIX_EPOCH)));
        }
    }
    found
}

/// A thread that syncs a file to the disk on request.
fn follow(path: &Path) -> Option<SyncSender<()>> {
    // Not a copy of the handle: that would hold the lock for as long as it lives.
    let file = File::open(path).ok()?;
    let (sender, told) = sync_channel(1);
    let work = move || {
        while told.recv().is_ok() {
            let _ = file.sync_data();
        }
    };
    spawn_small("journal", work).ok()?;
    Some(sender)
}

/// A new journal, locked before anybody can see it.
fn create(folder: &Path) -> Result<Growing, WriteError> {
    private_folder(folder)?;
    let mut names = (0_u64..).map(|number| format!("{}-{number}", std::process::id()));
    let name = names.find(|name| !folder.join(name).exists()).unwrap_or_default();
    let (path, hidden) = (folder.join(&name), folder.join(format!(".{name}")));
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

/// A journal that another session left.
#[derive(Debug)]
pub(super) struct Left {
    path: PathBuf,
    /// When it was written last.
    pub(super) when: SystemTime,
    /// How many statements and puzzles it holds.
    pub(super) inputs: usize,
    /// The puzzles that they are about.
    pub(super) puzzles: Vec<String>,
    /// Whether nothing of it is damaged.
    pub(super) whole: bool,
    /// Whether the session was left on purpose.
    pub(super) ended: bool,
}

impl Left {
    /// How long ago it was written last, in words.
    pub(super) fn age(&self) -> String {
        let age = SystemTime::now().duration_since(self.when).unwrap_or(Duration::ZERO);
        match age.as_secs() {
            0..60 => String::from("a moment"),
            seconds @ 60..3600 => counted(seconds / 60, "minute"),
            seconds @ 3600..86400 => counted(seconds / 3600, "hour"),
            seconds => counted(seconds / 86400, "day"),
        }
    }

    /// Takes the journal, so that no other REPL can.
    pub(super) fn take(&self) -> io::Result<Taken> {
        let (file, bytes) = open(&self.path)?;
        let (records, whole) = read(&bytes);
        let records = records.into_iter().map(|(what, text)| (what, text.to_owned())).collect();
        Ok(Taken { path: self.path.clone(), _file: file, records, whole })
    }
}

/// A journal, locked for as long as the file is open, and what it holds.
fn open(path: &Path) -> io::Result<(File, Vec<u8>)> {
    let mut file = File::open(path)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::other("another REPL is at it"),
        TryLockError::Error(error) => error,
    })?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok((file, bytes))
}

/// The journals of the sessions that were cut off, then those of the sessions that ended; each the
/// newest first.
pub(super) fn left(folder: &Path) -> Vec<Left> {
    let mut found = Vec::new();
    for (folder, ended) in [(folder.to_owned(), false), (folder.join(ENDED), true)] {
        for (path, when) in files(&folder) {
            let Ok((_file, bytes)) = open(&path) else { continue };
            let (records, whole) = read(&bytes);
            let inputs = records.iter().filter(|(what, _)| *what != What::Before).count();
            let begun = HEAD.as_bytes().starts_with(&bytes);
            if inputs == 0 && (whole || begun) {
                let _ = std::fs::remove_file(&path); // it was cut off before anything happened
                continue;
            }
            if inputs == 0 && !bytes.starts_with(HEAD.as_bytes()) {
                continue; // not a journal
            }
            let puzzles = puzzles(&records);
            found.push(Left { path, when, inputs, puzzles, whole, ended });
        }
    }
    found.sort_by(|a, b| {
        let order = a.ended.cmp(&b.ended).then_with(|| b.when.cmp(&a.when));
        order.then_with(|| a.path.cmp(&b.path))
    });
    found
}

/// The puzzles that the records of a journal are about, in the order in which they come up.
fn puzzles(records: &[(What, &str)]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for &(what, text) in records {
        let name = match what {
            What::Before => continue,
            What::Forgotten => {
                found.retain(|name| name != text);
                continue;
            }
            What::Statement | What::Whole => match parse_prefix(text) {
                Ok((_, name)) => name,
                // A declaration: its name follows its kind.
                Err(_) => match text.split_once([' ', '\t']) {
                    Some((word, rest)) if KINDS.kind(word).is_some() => {
                        parse_name(rest.trim_start()).map_or("", |(_, name)| name)
                    }
                    _ => "",
                },
            },
        };
        if !name.is_empty() && !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    found
}

/// A journal that is ours alone.
#[derive(Debug)]
pub(super) struct Taken {
    path: PathBuf,
    _file: File,
    /// What it holds.
    pub(super) records: Vec<(What, String)>,
    /// Whether nothing of it is damaged.
    pub(super) whole: bool,
}

impl Taken {
    /// Deletes it.
    pub(super) fn drop(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// The records of a journal up to the first that is damaged, and whether there is none.
pub(super) fn read(bytes: &[u8]) -> (Vec<(What, &str)>, bool) {
    let mut found = Vec::new();
    let Some(mut rest) = bytes.strip_prefix(HEAD.as_bytes()) else { return (found, false) };
    while !rest.is_empty() {
        let one = || {
            let end = memchr::memchr(b'\n', rest)?;
            let mut words = std::str::from_utf8(&rest[..end]).ok()?.split(' ');
            let sign = words.next()?;
            let what = What::ALL.into_iter().find(|what| what.sign() == sign)?;
            let length: usize = words.next()?.parse().ok()?;
            let sum = u64::from_str_radix(words.next()?, 16).ok()?;
            let text = rest[end + 1..].get(..length)?;
            let after = rest[end + 1 + length..].strip_prefix(b"\n")?;
            let sound = checksum(text) == sum && words.next().is_none();
            sound.then_some((what, std::str::from_utf8(text).ok()?, after))
        };
        let Some((what, text, after)) = one() else { return (found, false) };
        found.push((what, text));
        rest = after;
    }
    (found, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("puzzled-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_journal_is_locked_while_it_lives_and_left_when_it_dies() {
        let folder = folder("journal");
        let mut journal = Journal::new(folder.clone(), String::from("matrix m { 1 2 }\n"));
        assert!(!folder.exists(), "nothing is written before anything happens");
        journal.add(What::Statement, "m: rotate 1").expect("written");
        journal.add(What::Whole, "matrix n {\n1\n}\n").expect("written");
        assert!(left(&folder).is_empty(), "it is locked");
        let mut second = Journal::new(folder.clone(), String::new());
        second.add(What::Statement, "use m").expect("written");
        second.end();
        drop(journal); // as a crash does, but for the process
        let found = left(&folder);
        assert_eq!((found.len(), found[0].inputs, found[0].age()), (2, 2, "a moment".into()));
        assert!(!found[0].ended && found[1].ended && found[0].puzzles == ["m", "n"]);
        let taken = found[0].take().expect("it is free");
        assert!(found[0].take().is_err() && left(&folder).len() == 1, "it is taken");
        let texts: Vec<_> = taken.records.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["matrix m { 1 2 }\n", "m: rotate 1", "matrix n {\n1\n}\n"]);
        assert!(taken.whole);
        taken.drop().expect("deleted");
        // Of the sessions that ended the last ten are kept.
        for number in 0..KEPT + 3 {
            let mut one = Journal::new(folder.clone(), String::new());
            one.add(What::Statement, &format!("m: rotate {number}")).expect("written");
            one.end();
        }
        assert!(left(&folder).len() == KEPT && left(&folder).iter().all(|one| one.ended));
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn every_cut_and_every_damage_leaves_a_sound_beginning() {
        let mut bytes = HEAD.as_bytes().to_vec();
        let mut ends = vec![bytes.len()];
        for text in ["matrix m {\n1 2\n}", "m: rotate 1", "é\n+ 3 0\n"] {
            bytes.extend(record(What::Statement, text).bytes());
            ends.push(bytes.len());
        }
        for cut in 0..=bytes.len() {
            let (found, whole) = read(&bytes[..cut]);
            assert_eq!(found.len(), ends.iter().filter(|&&end| end <= cut).count().max(1) - 1);
            assert_eq!(whole, ends.contains(&cut), "{cut}");
        }
        for at in HEAD.len()..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x11;
            let (found, whole) = read(&damaged);
            let before = ends.iter().filter(|&&end| end <= at).count() - 1;
            assert!(!whole && found.len() == before, "{at}: {found:?}");
        }
    }

    #[test]
    fn a_damaged_journal_is_listed_with_what_can_be_saved() {
        let folder = folder("damaged-journal");
        std::fs::create_dir_all(&folder).expect("a folder");
        let sound = record(What::Statement, "m: rotate 1");
        let torn = record(What::Statement, "m: rotate 2").replace("rotate 2", "rotate 3");
        for (name, records) in
            [("1-0", format!("{torn}{sound}")), ("2-0", format!("{sound}{torn}"))]
        {
            std::fs::write(folder.join(name), format!("{HEAD}{records}")).expect("a file");
        }
        let mut found = left(&folder);
        found.sort_by_key(|one| one.inputs);
        let saved: Vec<_> = found.iter().map(|one| (one.inputs, one.whole)).collect();
        assert_eq!(saved, [(0, false), (1, false)]);
        assert_eq!(left(&folder).len(), 2, "neither is removed");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn what_is_no_journal_is_left_alone() {
        let folder = folder("no-journal");
        std::fs::create_dir_all(folder.join("sub")).expect("a folder");
        std::fs::write(folder.join("notes"), "mine").expect("a file");
        assert!(left(&folder).is_empty() && folder.join("notes").exists());
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
