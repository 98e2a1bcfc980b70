//! Files, folders and standard input.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::natural::Natural;
use super::reason;
use super::regular::{LastLink, open_regular};
use crate::diag::{clip, clip_to, counted};
use crate::render::one_line;
use crate::search::Cancel;
use crate::text::{Nuls, Source, is_utf16};

/// Files larger than this are not read: offsets are 32 bits wide.
const LARGEST: u64 = u32::MAX as u64 - 1;
/// Bytes that a device may hold: enough for the null device, which ends at once.
const DEVICE: u64 = 1 << 16;
/// Bytes that are read between two looks at a flag.
const PIECE: usize = 1 << 16;

/// The reason why an input cannot be read. Names are written as [`shown`] returns them.
#[derive(Debug, Error)]
pub(crate) enum InputError {
    /// The operating system refuses.
    #[error("cannot read {name}: {}{}", reason(.error), dash_of(.name, .error))]
    Unreadable {
        /// The file.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// A folder in place of a file.
    #[error(
        "cannot read {0}: it is a folder; name the files in it, or use `check`, `test` or `fmt`, which search folders"
    )]
    Folder(String),
    /// More than offsets can count.
    #[error("cannot read {0}: files of 4 GiB and more are not supported; split it")]
    TooLarge(String),
    /// A device that never ends, such as `/dev/zero`.
    #[error("cannot read {0}: it is a device; name a file, or `-` for standard input")]
    Device(String),
    /// A pipe, a device or a socket in place of a regular file.
    #[error("cannot read {0}: it is not a regular file")]
    NotRegular(String),
    /// More bytes than are read.
    #[error("cannot read {name}: it is larger than {} MiB", .most >> 20)]
    Larger {
        /// The file.
        name: String,
        /// The bytes that are read at most.
        most: u64,
    },
    /// `--goal` for a file that is not of a kind that it is for.
    #[error("`--goal` is for raw and foreign text of {kinds}; {name} is none")]
    Goal {
        /// The file.
        name: String,
        /// The kinds.
        kinds: String,
    },
    /// `--level` for a file that is not a game with levels.
    #[error("`--level` is for a game in a file of its own; {0} is not one")]
    Level(String),
    /// A goal that the kind of the text does not have.
    #[error("{0}")]
    UnknownGoal(String),
    /// Neither a document nor a text of any kind.
    #[error("{name} is neither a document nor a puzzle of any kind{why}")]
    Unfit {
        /// The input.
        name: String,
        /// The fault of the kind that it resembles most, or a text of each kind.
        why: String,
    },
    /// A text from outside in place of a document.
    #[error(
        "{0} is not a document, and only documents are rewritten; `puzzled import` makes one of it"
    )]
    NotADocument(String),
}

/// Characters of a name in a folder, and of a path, at most: the limits of most systems.
const LONGEST_PART: usize = 255;
const LONGEST_NAME: usize = 4096;

/// Returns whether a path means standard input.
pub(crate) fn is_stdin(path: impl AsRef<Path>) -> bool {
    path.as_ref().as_os_str() == "-"
}

/// Returns the name of a file as a text: bytes that are not UTF-8 are written as `\xff`.
pub(crate) fn name(path: impl AsRef<Path>) -> String {
    let mut name = String::new();
    for chunk in path.as_ref().as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            name += &format!("\\x{byte:02x}");
        }
    }
    name
}

/// Returns the name of a file as messages show it: on one line, harmless to a terminal, and not
/// longer than any name that a system knows.
pub(crate) fn shown(path: impl AsRef<Path>) -> String {
    let name = name(path);
    if name.len() <= LONGEST_PART {
        return one_line(&name).into_owned();
    }
    let parts: Vec<_> = name.split('/').map(|part| clip_to(part, LONGEST_PART)).collect();
    one_line(&clip_to(&parts.join("/"), LONGEST_NAME)).into_owned()
}

/// Returns whether a character is a dash, as texts write it for a `-`.
fn is_pasted_dash(char: char) -> bool {
    matches!(
        char,
        '\u{2010}'
            ..='\u{2015}'
                | '\u{2043}'
                | '\u{2212}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
    )
}

/// Returns a word without the dashes at its start, if one of them is not `-`: the name of the option
/// that is intended.
pub(crate) fn without_pasted_dash(word: &str) -> Option<&str> {
    let name = word.trim_start_matches(|char| char == '-' || is_pasted_dash(char));
    let dashes = &word[..word.len() - name.len()];
    dashes.contains(is_pasted_dash).then_some(name)
}

/// Returns what is wrong with a word that begins with a dash, as texts write it for a `-`.
pub(crate) fn pasted_dash(word: &str) -> Option<String> {
    without_pasted_dash(word)?;
    let shown = one_line(&clip(word)).into_owned();
    Some(match word.starts_with('-') {
        true => format!("`{shown}` begins with dashes of which one is not `-`"),
        false => format!("`{shown}` begins with a dash that is not `-`"),
    })
}

/// Returns the end of the message about a file that is not there, if its name is an option with
/// another dash.
fn dash_of(name: &str, error: &io::Error) -> String {
    let missing = error.kind() == io::ErrorKind::NotFound;
    let dash = missing.then(|| pasted_dash(name)).flatten();
    dash.map_or_else(String::new, |dash| format!("; {dash}"))
}

/// A file to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputFile<'a> {
    /// Its path; `-` is standard input.
    pub path: &'a Path,
    /// True if a folder was searched for it: only a regular file is read.
    pub from_folder: bool,
    /// The flag that stops the reading.
    pub cancel: Option<&'a Cancel>,
}

impl<'a> From<&'a Path> for InputFile<'a> {
    fn from(path: &'a Path) -> Self {
        Self { path, from_folder: false, cancel: None }
    }
}

impl<'a> From<&'a PathBuf> for InputFile<'a> {
    fn from(path: &'a PathBuf) -> Self {
        Self::from(path.as_path())
    }
}

impl<'a> From<&'a str> for InputFile<'a> {
    fn from(path: &'a str) -> Self {
        Self::from(Path::new(path))
    }
}

impl<'a> From<&'a Picked> for InputFile<'a> {
    fn from(file: &'a Picked) -> Self {
        Self { path: &file.path, from_folder: file.from_folder, cancel: None }
    }
}

impl InputFile<'_> {
    /// Opens the file. Only a pipe that was named is waited for: another one took the place of a
    /// regular file meanwhile.
    fn open(self) -> Result<(fs::File, fs::Metadata), InputError> {
        let path = self.path;
        let unreadable = |error| InputError::Unreadable { name: shown(path), error };
        let link = if self.from_folder { LastLink::Refuse } else { LastLink::Follow };
        if !self.from_folder {
            let data = fs::metadata(path).map_err(unreadable)?;
            if data.is_dir() {
                return Err(InputError::Folder(shown(path)));
            }
            if !data.is_file() {
                return Ok((self.open_special().map_err(unreadable)?, data));
            }
        }
        let opened = open_regular(path, link).map_err(unreadable)?;
        opened.ok_or_else(|| InputError::NotRegular(shown(path)))
    }

    /// Opens a pipe or a device. If a flag can stop the reading, a pipe that nobody writes to yet is
    /// waited for while it is read ([`wait_for`]) and not here.
    fn open_special(self) -> io::Result<fs::File> {
        let mut options = fs::OpenOptions::new();
        options.read(true);
        #[cfg(target_os = "linux")]
        if self.cancel.is_some() {
            let flags = rustix::fs::OFlags::NONBLOCK.bits() as i32;
            std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
        }
        options.open(self.path)
    }

    /// Adds what is left of an opened file to `bytes`, at most so many.
    ///
    /// # Errors
    /// When it cannot be read, and [`io::ErrorKind::Interrupted`] when the flag is set.
    fn read_on(self, file: &mut fs::File, most: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        let Some(cancel) = self.cancel else {
            file.take(most).read_to_end(bytes)?;
            return Ok(());
        };
        let mut file = file.take(most);
        let mut piece = vec![0; PIECE];
        while !cancel.is_cancelled() {
            if !wait_for(file.get_ref())? {
                continue;
            }
            match file.read(&mut piece) {
                Ok(0) => return Ok(()),
                Ok(count) => {
                    bytes.try_reserve(count).map_err(|_| io::ErrorKind::OutOfMemory)?;
                    bytes.extend_from_slice(&piece[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::Interrupted.into())
    }
}

/// Waits until a file can be read, but only for so long that a flag is looked at in time. Returns
/// whether it can.
#[cfg(target_os = "linux")]
fn wait_for(file: &fs::File) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let time = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
    let ready = poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&time));
    match ready {
        Ok(count) => Ok(count > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Returns true: reading waits.
#[cfg(not(target_os = "linux"))]
fn wait_for(_file: &fs::File) -> io::Result<bool> {
    Ok(true)
}

/// Reads the whole of a file, or of standard input for `-`.
///
/// # Errors
/// When it cannot be read, is a folder or a device without an end, or is too large.
pub(crate) fn read_file<'a>(file: impl Into<InputFile<'a>>) -> Result<Source, InputError> {
    let input = file.into();
    let path = input.path;
    let (name, shown) = match is_stdin(path) {
        true => (String::from("<stdin>"), String::from("standard input")),
        false => (name(path), shown(path)),
    };
    let bytes = read_at_most(input, LARGEST)?;
    Ok(Source::from_bytes(name, bytes.ok_or(InputError::TooLarge(shown))?))
}

/// Reads a file, or standard input for `-`. Returns `None` if it has more than `most` bytes, or more
/// than can be read; then the rest of it is not read.
///
/// # Errors
/// When it cannot be read, or is a folder or a device without an end.
pub(crate) fn read_at_most<'a>(
    file: impl Into<InputFile<'a>>,
    most: u64,
) -> Result<Option<Vec<u8>>, InputError> {
    let input = file.into();
    let path = input.path;
    let most = most.min(LARGEST);
    let unreadable = |error| InputError::Unreadable { name: shown(path), error };
    let mut bytes = Vec::new();
    let fitting = |bytes: Vec<u8>| (bytes.len() as u64 <= most).then_some(bytes);

    if is_stdin(path) {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        return Ok(fitting(bytes));
    }

    let (mut file, data) = input.open()?;
    if data.len() > most {
        return Ok(None);
    }
    // One call reads all of it; without that much memory the reading fails below.
    let _ = bytes.try_reserve_exact(data.len() as usize + 1);
    if is_device(&data) && !file.is_terminal() {
        input.read_on(&mut file, DEVICE + 1, &mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > DEVICE {
            return Err(InputError::Device(shown(path)));
        }
    }
    input.read_on(&mut file, most + 1, &mut bytes).map_err(unreadable)?;
    Ok(fitting(bytes))
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is larger.
pub(crate) fn read_regular(path: &Path, most: u64) -> Result<Vec<u8>, InputError> {
    let unreadable = |error| InputError::Unreadable { name: shown(path), error };
    let opened = open_regular(path, LastLink::Follow).map_err(unreadable)?;
    let (file, _) = opened.ok_or_else(|| InputError::NotRegular(shown(path)))?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 > most {
        true => Err(InputError::Larger { name: shown(path), most }),
        false => Ok(bytes),
    }
}

/// Returns whether a regular file is not a text ([`Source::binary`]). One that cannot be read may be
/// one: reading it says why it cannot.
pub(crate) fn is_binary(path: &Path) -> bool {
    let Ok(Some((mut file, _))) = open_regular(path, LastLink::Refuse) else { return false };
    let mut bytes = [0; 1 << 14];
    let mut nuls = Nuls::default();
    let mut is_first = true;
    loop {
        match file.read(&mut bytes) {
            Ok(0) | Err(_) => return false,
            Ok(count) if is_first && is_utf16(&bytes[..count]) => return false,
            Ok(count) if nuls.are_many(&bytes[..count]) => return true,
            Ok(_) => is_first = false,
        }
    }
}

/// Returns whether a file is a device, which may never end.
#[cfg(unix)]
fn is_device(data: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    data.file_type().is_char_device() || data.file_type().is_block_device()
}

/// Returns false, because devices are not recognized here.
#[cfg(not(unix))]
fn is_device(_data: &fs::Metadata) -> bool {
    false
}

/// The name of a file that marks its folder to be skipped when a folder above it is searched,
/// because the documents there are wrong on purpose or not for every reader.
pub const IGNORE: &str = ".puzzleignore";

/// The reason why a search of folders passes over a file although its name fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// Its name begins with a period.
    Hidden,
    /// It is a link.
    Link,
    /// It is a pipe, a device or a socket.
    Special,
    /// It is not a text.
    Binary,
}

/// The numbers of files that a search of folders passed over, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PassedOver([u64; 4]);

impl PassedOver {
    /// Counts a file.
    pub(crate) fn add(&mut self, reason: Unfit) {
        self.0[reason as usize] += 1;
    }

    /// Returns the numbers, as in `1 hidden file and 2 links`; `None` if there are none.
    pub(crate) fn words(self) -> Option<String> {
        let names = ["hidden file", "link", "special file", "binary file"];
        let counts = self.0.into_iter().zip(names).filter(|(count, _)| *count > 0);
        let mut words: Vec<_> = counts.map(|(count, name)| counted(count, name)).collect();
        let last = words.pop()?;
        Some(if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) })
    }
}

/// The names of the files for which folders are searched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Endings<'a> {
    /// Any name.
    Any,
    /// Names that end in one of these.
    Some(&'a [&'a str]),
}

impl Endings<'_> {
    fn fit(self, path: &Path) -> bool {
        match self {
            Self::Any => !path.ends_with(IGNORE),
            Self::Some(endings) => path
                .extension()
                .is_some_and(|ending| endings.iter().any(|fitting| ending == *fitting)),
        }
    }
}

/// Returns the files below a folder whose names have one of some endings, in the order of their
/// names ([`Natural`]), without hidden files and folders and without folders with [`IGNORE`]. Calls
/// `pass_over` for each file that is passed over although its name fits.
fn files<'a, P: FnMut(Unfit) + 'a>(
    folder: &Path,
    endings: Endings<'a>,
    mut pass_over: P,
) -> impl Iterator<Item = Result<PathBuf, walkdir::Error>> + use<'a, P> {
    let is_entered = |entry: &walkdir::DirEntry| !entry.path().join(IGNORE).exists();
    let is_taken = move |entry: &walkdir::DirEntry| {
        let kind = entry.file_type();
        let is_root = entry.depth() == 0;
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if kind.is_dir() || is_root {
            return is_root || !is_hidden && is_entered(entry);
        }
        let reason = match () {
            () if is_hidden => Unfit::Hidden,
            () if kind.is_symlink() => Unfit::Link,
            () if !kind.is_file() => Unfit::Special,
            () => return endings.fit(entry.path()),
        };
        if endings.fit(entry.path()) {
            pass_over(reason);
        }
        false
    };

    walkdir::WalkDir::new(folder)
        .sort_by(|left, right| {
            let [left, right] = [left, right].map(|entry| entry.file_name().as_encoded_bytes());
            Natural(left).cmp(&Natural(right))
        })
        .into_iter()
        .filter_entry(is_taken)
        .filter(|entry| entry.as_ref().map_or(true, |entry| entry.file_type().is_file()))
        .map(|entry| entry.map(walkdir::DirEntry::into_path))
}

/// A file that a list of paths selects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Picked {
    /// The file.
    pub path: PathBuf,
    /// Its path below the folder in the list; its name if it is in the list itself.
    pub within: PathBuf,
    /// True if a folder in the list was searched for it.
    pub from_folder: bool,
}

impl AsRef<Path> for Picked {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

/// The files that a list of paths selects.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    pub files: Vec<Picked>,
    pub passed_over: PassedOver,
    /// An error for each path that cannot be read.
    pub errors: Vec<InputError>,
}

impl Selection {
    /// Selects the files of a list of paths: folders are searched for files with one of the
    /// endings, in the order of their names ([`Natural`]). Hidden files and folders are skipped,
    /// and so are folders with [`IGNORE`], unless they are in the list themselves.
    pub(crate) fn of(paths: &[PathBuf], endings: Endings<'_>) -> Self {
        let Self { mut files, mut passed_over, mut errors } = Self::default();
        for path in paths {
            if is_stdin(path) || !path.is_dir() {
                let within = path.file_name().map(PathBuf::from).unwrap_or_default();
                files.push(Picked { path: path.clone(), within, from_folder: false });
                continue;
            }
            for file in self::files(path, endings, |reason| passed_over.add(reason)) {
                match file {
                    Ok(file) => {
                        let within = file.strip_prefix(path).unwrap_or(&file).to_owned();
                        files.push(Picked { path: file, within, from_folder: true });
                    }
                    Err(error) => errors.push(InputError::Unreadable {
                        name: shown(error.path().unwrap_or(path)),
                        error: error.into(),
                    }),
                }
            }
        }
        Self { files, passed_over, errors }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_a_pipe_that_was_named_is_waited_for() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "text").expect("written");
        symlink("file", path("link")).expect("a link");
        let made = std::process::Command::new("mkfifo").arg(path("pipe")).status();
        assert!(made.expect("it starts").success());
        let read = |name: &str, from_folder| {
            let path = path(name);
            read_file(InputFile { path: &path, from_folder, cancel: None })
                .map(|source| source.text().to_owned())
        };
        assert_eq!(read("file", true).expect("a file"), "text");
        // A search of a folder met neither: they took the place of a file.
        assert!(matches!(read("pipe", true), Err(InputError::NotRegular(_))));
        assert!(matches!(read("link", true), Err(InputError::Unreadable { .. })));
        assert_eq!(read("link", false).expect("a link"), "text");
        let writer = std::thread::spawn({
            let path = path("pipe");
            move || fs::write(path, "piped")
        });
        assert_eq!(read("pipe", false).expect("a pipe"), "piped");
        writer.join().expect("it does not panic").expect("it is read");
        assert_eq!(read_regular(&path("link"), 4).expect("a link"), b"text");
        assert!(matches!(read_regular(&path("pipe"), 4), Err(InputError::NotRegular(_))));
        assert!(matches!(read_regular(&path("file"), 3), Err(InputError::Larger { .. })));
    }

    #[test]
    fn long_names_are_cut_and_pasted_dashes_are_named() {
        let long = format!("out/{}.svg", "x".repeat(3_000_000));
        assert_eq!(shown(&long), format!("out/{}…", "x".repeat(255)));
        assert!(shown("a/".repeat(3_000_000)).chars().count() == LONGEST_NAME + 1);
        let path = format!("{}/b.puzzle", "a".repeat(255));
        assert_eq!(shown(&path), path);
        for word in ["–solve", "—", "―x", "−1", "‐h", "‑h", "‒h", "﹣h", "－h"] {
            let dash = format!("`{word}` begins with a dash that is not `-`");
            assert_eq!(pasted_dash(word).as_deref(), Some(&*dash));
            let error = read_file(word).expect_err("there is no such file").to_string();
            assert_eq!(error, format!("cannot read {word}: No such file or directory; {dash}"));
        }
        for word in ["-solve", "--solve", "x–y", "--x–y", "-", ""] {
            assert_eq!(pasted_dash(word), None);
        }
        assert_eq!(
            pasted_dash("-–solve").as_deref(),
            Some("`-–solve` begins with dashes of which one is not `-`")
        );
        for word in ["–solve", "—solve", "––solve", "-–solve", "–-solve"] {
            assert_eq!(without_pasted_dash(word), Some("solve"), "{word}");
        }
    }
}
