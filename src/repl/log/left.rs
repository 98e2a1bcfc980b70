//! The journals that other sessions left: which there are, what they hold, and which are deleted because
//! there are too many.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::diag::counted;
use crate::kinds::KINDS;
use crate::repl::log::journal::{ENDED, RecordKind, Records, State, files, read};
use crate::search::Cancel;
use crate::syntax::{parse_name, parse_prefix};

/// Sessions that were cut off and are kept, and bytes of their journals in all. The newest one is
/// kept whatever its size.
pub(crate) const KEPT_CUT_OFF: usize = 50;
const KEPT_BYTES: u64 = 100_000_000;
/// The beginning of the extension of a journal that the next start deletes.
const OUTDATED: &str = "old";

/// A journal that another session left.
#[derive(Debug)]
pub(crate) struct LeftJournal {
    path: PathBuf,
    /// When it was written last.
    pub(crate) when: SystemTime,
    bytes: u64,
    /// True if an input can be read.
    pub(crate) has_inputs: bool,
    /// True if the session was left on purpose.
    pub(crate) ended: bool,
}

/// The contents of a journal, as a list of sessions shows them.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// The number of statements and puzzles.
    pub(crate) inputs: usize,
    /// The puzzles that they are about.
    pub(crate) puzzles: Vec<String>,
    /// True if nothing of it is damaged.
    pub(crate) whole: bool,
}

impl LeftJournal {
    /// Returns how long ago it was written last, in words.
    pub(crate) fn age(&self) -> String {
        let age = SystemTime::now().duration_since(self.when).unwrap_or(Duration::ZERO);
        match age.as_secs() {
            0..60 => String::from("a moment"),
            seconds @ 60..3600 => counted(seconds / 60, "minute"),
            seconds @ 3600..86400 => counted(seconds / 3600, "hour"),
            seconds => counted(seconds / 86400, "day"),
        }
    }

    /// Reads the journal in full. `None` if that was cancelled, or the journal is gone.
    pub(crate) fn summary(&self, cancel: &Cancel) -> Option<Summary> {
        let mut records = Records::new(BufReader::new(open(&self.path).ok()?), cancel);
        let mut inputs = 0;
        let mut puzzles = Puzzles::default();
        while let Some((kind, text)) = records.next() {
            inputs += usize::from(kind.is_input());
            puzzles.add(kind, text);
        }
        let whole = records.state == State::Whole;
        (!cancel.is_cancelled()).then(|| Summary { inputs, puzzles: puzzles.names(), whole })
    }

    /// Takes the journal, so that no other REPL can. Cancelled, it ends early.
    pub(crate) fn take(&self, cancel: &Cancel) -> io::Result<LockedJournal> {
        let file = open(&self.path)?;
        let (records, whole) = read(BufReader::new(&file), cancel);
        Ok(LockedJournal { path: self.path.clone(), _file: file, records, whole })
    }

    /// Returns whether an earlier start has announced that it will be deleted.
    fn is_outdated(&self) -> bool {
        let extension = self.path.extension().and_then(|text| text.to_str());
        extension.is_some_and(|text| text.starts_with(OUTDATED))
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

/// Returns the journals of the sessions that were cut off, then those of the sessions that ended;
/// each the newest first. Reads of each the first input. Cancelled, it ends early.
pub(crate) fn left(folder: &Path, cancel: &Cancel) -> Vec<LeftJournal> {
    let mut journals = cut_off(folder, cancel);
    journals.extend(left_in(&folder.join(ENDED), true, cancel));
    journals
}

/// Returns the journals of the sessions that were cut off, the newest first, as [`left`] finds
/// them.
pub(crate) fn cut_off(folder: &Path, cancel: &Cancel) -> Vec<LeftJournal> {
    left_in(folder, false, cancel)
}

fn left_in(folder: &Path, ended: bool, cancel: &Cancel) -> Vec<LeftJournal> {
    let mut journals = Vec::new();
    for (path, when) in files(folder) {
        if cancel.is_cancelled() {
            break;
        }
        let Ok(file) = open(&path) else { continue };
        let bytes = file.metadata().map_or(0, |data| data.len());
        let mut records = Records::new(BufReader::new(file), cancel);
        let mut has_inputs = false;
        while let Some((kind, _)) = records.next() {
            if kind.is_input() {
                has_inputs = true;
                break;
            }
        }
        match records.state {
            State::Whole | State::Begun if !has_inputs => {
                let _ = std::fs::remove_file(&path); // it was cut off before anything happened
            }
            State::Foreign => {}
            _ => journals.push(LeftJournal { path, when, bytes, has_inputs, ended }),
        }
    }
    journals.sort_by(|a, b| b.when.cmp(&a.when).then_with(|| a.path.cmp(&b.path)));
    journals
}

/// Keeps the limits of sessions that were cut off, which are given the newest first. Deletes those
/// beyond the limits that an earlier start has announced, and takes them out of the list. Returns
/// how many it deleted, and where those begin in the list that the next start deletes.
pub(crate) fn keep_limits(journals: &mut Vec<LeftJournal>) -> (usize, usize) {
    let mut total = 0;
    let fits = |(at, journal): &(usize, &LeftJournal)| {
        total += journal.bytes;
        *at == 0 || *at < KEPT_CUT_OFF && total <= KEPT_BYTES
    };
    let kept = journals.iter().enumerate().take_while(fits).count();
    let mut deleted = 0;
    let mut at = 0;
    journals.retain(|journal| {
        at += 1;
        let is_announced = at > kept && journal.is_outdated();
        let is_deleted = is_announced
            && open(&journal.path).is_ok()
            && std::fs::remove_file(&journal.path).is_ok();
        deleted += usize::from(is_deleted);
        !is_deleted
    });
    for journal in &mut journals[kept..] {
        if !journal.is_outdated() {
            let _ = journal.outdate(); // it is announced again at the next start
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
    fn add(&mut self, kind: RecordKind, text: &str) {
        let name = match kind {
            RecordKind::Before => return,
            RecordKind::Forgotten => {
                self.places.remove(text);
                return;
            }
            RecordKind::Statement | RecordKind::Whole => match parse_prefix(text) {
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
        let mut puzzles: Vec<_> = self.places.into_iter().collect();
        puzzles.sort_unstable_by_key(|(_, place)| *place);
        puzzles.into_iter().map(|(name, _)| name).collect()
    }
}

/// A journal that this process has locked.
#[derive(Debug)]
pub(crate) struct LockedJournal {
    path: PathBuf,
    _file: File,
    /// The records up to the first damage.
    pub(crate) records: Vec<(RecordKind, String)>,
    /// True if nothing of it is damaged.
    pub(crate) whole: bool,
}

impl LockedJournal {
    /// Returns the number of statements and puzzles.
    pub(crate) fn inputs(&self) -> usize {
        self.records.iter().filter(|(kind, _)| kind.is_input()).count()
    }

    /// Deletes it.
    pub(crate) fn drop(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::log::journal::{HEAD, Journal, KEPT, record};

    fn left(folder: &Path) -> Vec<LeftJournal> {
        super::left(folder, &Cancel::default())
    }

    fn summary(journal: &LeftJournal) -> Summary {
        journal.summary(&Cancel::default()).expect("it is there")
    }

    fn take(journal: &LeftJournal) -> io::Result<LockedJournal> {
        journal.take(&Cancel::default())
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
        journal.add(RecordKind::Statement, "m: rotate 1").expect("written");
        journal.add(RecordKind::Whole, "matrix n {\n1\n}\n").expect("written");
        assert!(left(&folder).is_empty(), "it is locked");

        let mut second = Journal::new(folder.clone(), String::new());
        second.add(RecordKind::Statement, "use m").expect("written");
        second.end();
        drop(journal); // as a crash does, but for the process

        let journals = left(&folder);
        let summary = summary(&journals[0]);
        assert_eq!((journals.len(), summary.inputs, journals[0].age()), (2, 2, "a moment".into()));
        assert!(!journals[0].ended && journals[1].ended && summary.puzzles == ["m", "n"]);
        let taken = take(&journals[0]).expect("it is free");
        assert!(take(&journals[0]).is_err() && left(&folder).len() == 1, "it is taken");
        let texts: Vec<_> = taken.records.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["matrix m { 1 2 }\n", "m: rotate 1", "matrix n {\n1\n}\n"]);
        assert!(taken.whole);
        taken.drop().expect("deleted");

        // Of the sessions that ended the last ten are kept.
        for number in 0..KEPT + 3 {
            let mut journal = Journal::new(folder.clone(), String::new());
            journal.add(RecordKind::Statement, &format!("m: rotate {number}")).expect("written");
            journal.end();
        }
        assert!(left(&folder).len() == KEPT && left(&folder).iter().all(|journal| journal.ended));
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_damaged_journal_is_listed_with_what_can_be_saved() {
        let folder = folder("damaged-journal");
        std::fs::create_dir_all(&folder).expect("a folder");
        let sound = record(RecordKind::Statement, "m: rotate 1");
        let torn = record(RecordKind::Statement, "m: rotate 2").replace("rotate 2", "rotate 3");
        for (name, records) in
            [("1-0", format!("{torn}{sound}")), ("2-0", format!("{sound}{torn}"))]
        {
            std::fs::write(folder.join(name), format!("{HEAD}{records}")).expect("a file");
        }
        let journals = left(&folder);
        let saved = journals.iter().map(|journal| (journal.has_inputs, summary(journal)));
        let mut saved: Vec<_> = saved
            .map(|(has_inputs, summary)| (has_inputs, summary.inputs, summary.whole))
            .collect();
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
            std::fs::write(
                &path,
                format!("{HEAD}{}", record(RecordKind::Statement, "m: rotate 1")),
            )
            .expect("a file");
            let file = File::options().append(true).open(path).expect("a file");
            file.set_modified(now - Duration::from_secs(age)).expect("a time");
        };
        let limits = || {
            let mut journals = cut_off(&folder, &Cancel::default());
            let (deleted, kept) = keep_limits(&mut journals);
            (deleted, journals.len() - kept)
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
        let third = left(&folder).swap_remove(2);
        let file = File::options().append(true).open(third.path);
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
