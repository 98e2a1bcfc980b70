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

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, SystemTime};

use crate::diag::counted;
use crate::host::{Growing, WriteError, checksum, private_folder, spawn_small};
use crate::kinds::KINDS;
use crate::search::Cancel;
use crate::session::look;
use crate::syntax::{parse_name, parse_prefix};

/// The first line.
const HEAD: &str = "puzzled journal 1\n";
/// The folder of the sessions that ended, within that of the journals.
const ENDED: &str = "ended";
/// Sessions kept there.
const KEPT: usize = 10;
/// Sessions that were cut off and are kept, and bytes of their journals in all. The newest one is
/// kept whatever its size.
pub(super) const KEPT_CUT_OFF: usize = 50;
const KEPT_BYTES: u64 = 100_000_000;
/// How the extension begins of a journal that the next start deletes.
const OUTDATED: &str = "old";
/// The longest first line of a record.
const LONGEST: u64 = 64;
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
    bytes: u64,
    /// Whether an input can be read.
    pub(super) has_inputs: bool,
    /// Whether the session was left on purpose.
    pub(super) ended: bool,
}

/// The contents of a journal, as a list of sessions shows them.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// How many statements and puzzles it holds.
    pub(super) inputs: usize,
    /// The puzzles that they are about.
    pub(super) puzzles: Vec<String>,
    /// Whether nothing of it is damaged.
    pub(super) whole: bool,
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

    /// Reads the journal in full. `None` if that was cancelled, or the journal is gone.
    pub(super) fn summary(&self, cancel: &Cancel) -> Option<Summary> {
        let mut records = Records::new(BufReader::new(open(&self.path).ok()?), cancel);
        let (mut inputs, mut puzzles) = (0, Puzzles::default());
        while let Some((what, text)) = records.next() {
            inputs += usize::from(what != What::Before);
            puzzles.hear(what, text);
        }
        let whole = records.state == State::Whole;
        (!cancel.is_cancelled()).then(|| Summary { inputs, puzzles: puzzles.names(), whole })
    }

    /// Takes the journal, so that no other REPL can. Cancelled, it ends early.
    pub(super) fn take(&self, cancel: &Cancel) -> io::Result<Taken> {
        let file = open(&self.path)?;
        let (records, whole) = read(BufReader::new(&file), cancel);
        Ok(Taken { path: self.path.clone(), _file: file, records, whole })
    }

    /// Whether an earlier start has announced that it will be deleted.
    fn is_outdated(&self) -> bool {
        let extension = self.path.extension().and_then(|one| one.to_str());
        extension.is_some_and(|one| one.starts_with(OUTDATED))
    }

    /// Lets the next start delete it.
    fn outdate(&self) -> io::Result<()> {
        let _locked = open(&self.path)?;
        let name = |number: u32| self.path.with_extension(format!("{OUTDATED}{number}"));
        let free = (0..u32::MAX).map(name).find(|path| !path.exists());
        std::fs::rename(&self.path, free.unwrap_or_default())
    }
}

/// Opens a journal, which is locked for as long as the file is open.
fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::other("in use by another REPL"),
        TryLockError::Error(error) => error,
    })?;
    Ok(file)
}

/// The journals of the sessions that were cut off, then those of the sessions that ended; each the
/// newest first. Reads of each the first input. Cancelled, it ends early.
pub(super) fn left(folder: &Path, cancel: &Cancel) -> Vec<Left> {
    let mut found = cut_off(folder, cancel);
    found.extend(left_in(&folder.join(ENDED), true, cancel));
    found
}

/// The journals of the sessions that were cut off, the newest first, as [`left`] finds them.
pub(super) fn cut_off(folder: &Path, cancel: &Cancel) -> Vec<Left> {
    left_in(folder, false, cancel)
}

fn left_in(folder: &Path, ended: bool, cancel: &Cancel) -> Vec<Left> {
    let mut found = Vec::new();
    for (path, when) in files(folder) {
        if cancel.is_cancelled() {
            break;
        }
        let Ok(file) = open(&path) else { continue };
        let bytes = file.metadata().map_or(0, |data| data.len());
        let mut records = Records::new(BufReader::new(file), cancel);
        let mut has_inputs = false;
        while let Some((what, _)) = records.next() {
            if what != What::Before {
                has_inputs = true;
                break;
            }
        }
        match records.state {
            State::Whole | State::Begun if !has_inputs => {
                let _ = std::fs::remove_file(&path); // it was cut off before anything happened
            }
            State::Foreign => {}
            _ => found.push(Left { path, when, bytes, has_inputs, ended }),
        }
    }
    found.sort_by(|a, b| b.when.cmp(&a.when).then_with(|| a.path.cmp(&b.path)));
    found
}

/// Keeps the limits of sessions that were cut off, which are given the newest first. Deletes those
/// beyond the limits that an earlier start has announced, and takes them out of the list. Returns
/// how many it deleted, and where those begin in the list that the next start deletes.
pub(super) fn keep_limits(found: &mut Vec<Left>) -> (usize, usize) {
    let mut total = 0;
    let fits = |(at, one): &(usize, &Left)| {
        total += one.bytes;
        *at == 0 || *at < KEPT_CUT_OFF && total <= KEPT_BYTES
    };
    let kept = found.iter().enumerate().take_while(fits).count();
    let (mut deleted, mut at) = (0, 0);
    found.retain(|one| {
        at += 1;
        let goes = at > kept && one.is_outdated();
        let gone = goes && open(&one.path).is_ok() && std::fs::remove_file(&one.path).is_ok();
        deleted += usize::from(gone);
        !gone
    });
    for one in &mut found[kept..] {
        if !one.is_outdated() {
            let _ = one.outdate(); // it is announced again at the next start
        }
    }
    (deleted, kept)
}

/// The puzzles that the records of a journal are about, in the order in which they come up.
#[derive(Debug, Default)]
struct Puzzles {
    places: HashMap<String, usize>,
    count: usize,
}

impl Puzzles {
    fn hear(&mut self, what: What, text: &str) {
        let name = match what {
            What::Before => return,
            What::Forgotten => {
                self.places.remove(text);
                return;
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
        if !name.is_empty() && !self.places.contains_key(name) {
            self.places.insert(name.to_owned(), self.count);
            self.count += 1;
        }
    }

    fn names(self) -> Vec<String> {
        let mut all: Vec<_> = self.places.into_iter().collect();
        all.sort_unstable_by_key(|(_, place)| *place);
        all.into_iter().map(|(name, _)| name).collect()
    }
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
    /// How many statements and puzzles it holds.
    pub(super) fn inputs(&self) -> usize {
        self.records.iter().filter(|(what, _)| *what != What::Before).count()
    }

    /// Deletes it.
    pub(super) fn drop(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// The state of reading a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
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
struct Records<'a, R> {
    input: R,
    cancel: &'a Cancel,
    state: State,
    line: Vec<u8>,
    text: Vec<u8>,
}

impl<'a, R: BufRead> Records<'a, R> {
    fn new(mut input: R, cancel: &'a Cancel) -> Self {
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
    fn next(&mut self) -> Option<(What, &str)> {
        look(1);
        if self.state == State::Reading && self.cancel.is_cancelled() {
            self.state = State::Cancelled;
        }
        if self.state != State::Reading {
            return None;
        }
        let what = self.read();
        let Ok(what) = what else {
            self.state = State::Damaged;
            return None;
        };
        if what.is_none() {
            self.state = State::Whole;
        }
        Some((what?, std::str::from_utf8(&self.text).unwrap_or_default()))
    }

    /// Reads the next record into `text`; `None` at the end of the file.
    fn read(&mut self) -> Result<Option<What>, Damage> {
        self.line.clear();
        (&mut self.input).take(LONGEST).read_until(b'\n', &mut self.line)?;
        if self.line.is_empty() {
            return Ok(None);
        }
        let (what, length, sum) = header(&self.line).ok_or(Damage)?;
        self.text.clear();
        (&mut self.input).take(length.saturating_add(1)).read_to_end(&mut self.text)?;
        let whole = self.text.pop() == Some(b'\n') && self.text.len() as u64 == length;
        if !whole || checksum(&self.text) != sum || std::str::from_utf8(&self.text).is_err() {
            return Err(Damage);
        }
        Ok(Some(what))
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
fn header(line: &[u8]) -> Option<(What, u64, u64)> {
    let mut words = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?.split(' ');
    let sign = words.next()?;
    let what = What::ALL.into_iter().find(|what| what.sign() == sign)?;
    let length = words.next()?.parse().ok()?;
    let sum = u64::from_str_radix(words.next()?, 16).ok()?;
    words.next().is_none().then_some((what, length, sum))
}

/// Reads the records of a journal up to the first that is damaged; returns whether there is none.
/// Cancelled, it ends early.
pub(super) fn read(input: impl BufRead, cancel: &Cancel) -> (Vec<(What, String)>, bool) {
    let mut records = Records::new(input, cancel);
    let mut found = Vec::new();
    while let Some((what, text)) = records.next() {
        found.push((what, text.to_owned()));
    }
    (found, records.state == State::Whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(folder: &Path) -> Vec<Left> {
        super::left(folder, &Cancel::default())
    }

    fn summary(one: &Left) -> Summary {
        one.summary(&Cancel::default()).expect("it is there")
    }

    fn take(one: &Left) -> io::Result<Taken> {
        one.take(&Cancel::default())
    }

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
        let held = summary(&found[0]);
        assert_eq!((found.len(), held.inputs, found[0].age()), (2, 2, "a moment".into()));
        assert!(!found[0].ended && found[1].ended && held.puzzles == ["m", "n"]);
        let taken = take(&found[0]).expect("it is free");
        assert!(take(&found[0]).is_err() && left(&folder).len() == 1, "it is taken");
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
            let (found, whole) = read(&bytes[..cut], &Cancel::default());
            assert_eq!(found.len(), ends.iter().filter(|&&end| end <= cut).count().max(1) - 1);
            assert_eq!(whole, ends.contains(&cut), "{cut}");
        }
        for at in HEAD.len()..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x11;
            let (found, whole) = read(&damaged[..], &Cancel::default());
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
        let found = left(&folder);
        let saved = found.iter().map(|one| (one.has_inputs, summary(one)));
        let mut saved: Vec<_> = saved.map(|(has, held)| (has, held.inputs, held.whole)).collect();
        saved.sort_unstable();
        assert_eq!(saved, [(false, 0, false), (true, 1, false)]);
        assert_eq!(left(&folder).len(), 2, "neither is removed");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn sessions_beyond_the_limits_are_announced_and_then_deleted() {
        let folder = folder("journal-limits");
        std::fs::create_dir_all(&folder).expect("a folder");
        let now = SystemTime::now();
        let add = |number: usize, age: u64| {
            let path = folder.join(format!("{number}-0"));
            std::fs::write(&path, format!("{HEAD}{}", record(What::Statement, "m: rotate 1")))
                .expect("a file");
            let file = File::options().append(true).open(path).expect("a file");
            file.set_modified(now - Duration::from_secs(age)).expect("a time");
        };
        let limits = || {
            let mut found = cut_off(&folder, &Cancel::default());
            let (deleted, kept) = keep_limits(&mut found);
            (deleted, found.len() - kept)
        };
        (0..KEPT_CUT_OFF).for_each(|number| add(number, number as u64 * 100));
        assert_eq!(limits(), (0, 0));
        add(1000, 1_000_000);
        add(1001, 2_000_000);
        assert_eq!(limits(), (0, 2), "they are announced, and are still there");
        assert_eq!(left(&folder).len(), KEPT_CUT_OFF + 2);
        // The session of the start that announced them may be cut off too.
        add(1002, 0);
        assert_eq!(limits(), (2, 1));
        assert_eq!(limits(), (1, 0));
        // A large one, which is not the newest, goes however few there are.
        let newest = left(&folder).into_iter().take(3);
        let file = File::options().append(true).open(newest.last().expect("one").path);
        let file = file.expect("a file");
        let when = file.metadata().and_then(|data| data.modified()).expect("a time");
        file.set_len(KEPT_BYTES).expect("a sparse file");
        file.set_modified(when).expect("a time");
        drop(file);
        assert_eq!(limits(), (0, KEPT_CUT_OFF - 2));
        assert_eq!(limits(), (KEPT_CUT_OFF - 2, 0));
        assert_eq!(left(&folder).len(), 2);
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
