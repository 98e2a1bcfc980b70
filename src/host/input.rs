//! Files, folders and standard input.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::reason;
use crate::render::one_line;
use crate::text::Source;

/// Files larger than this are not read: offsets are 32 bits wide.
const LARGEST: u64 = u32::MAX as u64 - 1;
/// Bytes that a device may hold: enough for the null device, which ends at once.
const DEVICE: u64 = 1 << 16;

/// The reason why an input cannot be read. Names are written as [`shown`] returns them.
#[derive(Debug, Error)]
pub(crate) enum InputError {
    /// The operating system refuses.
    #[error("cannot read {name}: {}", reason(.error))]
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
    /// `--goal` for a file that is not of a kind that it is for.
    #[error("`--goal` is for raw and foreign text of {kinds}; {name} is none")]
    Goal {
        /// The file.
        name: String,
        /// The kinds.
        kinds: String,
    },
    /// No document by its name.
    #[error("{name} is not a `.puzzle` document; {advice}")]
    NotADocument {
        /// The file.
        name: String,
        /// A hint with the `--as` that fits.
        advice: String,
    },
}

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

/// Returns the name of a file as messages show it: on one line, and harmless to a terminal.
pub(crate) fn shown(path: impl AsRef<Path>) -> String {
    one_line(&name(path)).into_owned()
}

/// Reads the whole of a file, or of standard input for `-`.
///
/// # Errors
/// When it cannot be read, is a folder or a device without an end, or is too large.
pub(crate) fn read_file(path: impl AsRef<Path>) -> Result<Source, InputError> {
    let path = path.as_ref();
    let unreadable = |error| InputError::Unreadable { name: shown(path), error };
    let mut bytes = Vec::new();
    if is_stdin(path) {
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > LARGEST {
            return Err(InputError::TooLarge(String::from("standard input")));
        }
        return Ok(Source::from_bytes("<stdin>", bytes));
    }
    let data = fs::metadata(path).map_err(unreadable)?;
    if data.is_dir() {
        return Err(InputError::Folder(shown(path)));
    }
    if data.len() > LARGEST {
        return Err(InputError::TooLarge(shown(path)));
    }
    let mut file = fs::File::open(path).map_err(unreadable)?;
    // One call reads all of it; without that much memory the reading fails below.
    let _ = bytes.try_reserve_exact(data.len() as usize + 1);
    if is_device(&data) && !file.is_terminal() {
        file.by_ref().take(DEVICE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > DEVICE {
            return Err(InputError::Device(shown(path)));
        }
    }
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        return Err(InputError::TooLarge(shown(path)));
    }
    Ok(Source::from_bytes(name(path), bytes))
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

/// Returns the `.puzzle` files below a folder, in the order of their names, `2` before `10`, without
/// hidden files and folders, folders with [`IGNORE`], and folders of one of the names `passed`.
pub(crate) fn documents<'a>(
    folder: &Path,
    passed: &'a [&str],
) -> impl Iterator<Item = Result<PathBuf, walkdir::Error>> + use<'a> {
    files(folder, passed, &["puzzle"])
}

/// Returns the files below a folder like [`documents`], whose names end in one of `endings`.
fn files<'a>(
    folder: &Path,
    passed: &'a [&str],
    endings: &'a [&str],
) -> impl Iterator<Item = Result<PathBuf, walkdir::Error>> + use<'a> {
    let hidden = |entry: &walkdir::DirEntry| {
        let folder = || entry.file_type().is_dir();
        let ignored = || entry.path().join(IGNORE).exists();
        let name = entry.file_name();
        let passed = || passed.iter().any(|one| name == *one);
        let dot = name.as_encoded_bytes().starts_with(b".");
        entry.depth() > 0 && (dot || folder() && (passed() || ignored()))
    };
    let named = move |entry: &walkdir::DirEntry| {
        let ending = entry.path().extension();
        ending.is_some_and(|ending| endings.iter().any(|one| ending == *one))
            && entry.file_type().is_file()
    };
    walkdir::WalkDir::new(folder)
        .sort_by(|one, other| by_number(one.file_name(), other.file_name()))
        .into_iter()
        .filter_entry(move |entry| !hidden(entry))
        .filter(move |entry| entry.as_ref().map_or(true, named))
        .map(|entry| entry.map(walkdir::DirEntry::into_path))
}

/// Compares two names, runs of digits as numbers: people and makers count their levels.
fn by_number(one: &OsStr, other: &OsStr) -> Ordering {
    let [mut one_left, mut other_left] = [one, other].map(OsStr::as_encoded_bytes);
    while let ([a, ..], [b, ..]) = (one_left, other_left) {
        let (of_one, of_other) = (digits(one_left), digits(other_left));
        let order = match of_one > 0 && of_other > 0 {
            true => {
                let number = |name: &[u8], end: usize| {
                    let zeros = name[..end].iter().take_while(|&&digit| digit == b'0').count();
                    (end - zeros, name[zeros..end].to_owned())
                };
                number(one_left, of_one).cmp(&number(other_left, of_other))
            }
            false => a.cmp(b),
        };
        if order.is_ne() {
            return order;
        }
        (one_left, other_left) = (&one_left[of_one.max(1)..], &other_left[of_other.max(1)..]);
    }
    // `01` and `1` are the same number in two names.
    one_left.len().cmp(&other_left.len()).then_with(|| one.cmp(other))
}

/// Returns the number of digits that a name begins with.
fn digits(name: &[u8]) -> usize {
    name.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// A file that a list of paths selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picked {
    /// The file.
    pub path: PathBuf,
    /// Its path below the folder in the list; its name if it is in the list itself.
    pub within: PathBuf,
}

/// Returns the files that a list of paths selects: folders are searched for files whose names end
/// in one of `endings`, in the order of their names, `2` before `10`. Hidden files and folders are skipped, and so
/// are folders with [`IGNORE`], unless they are in the list themselves.
///
/// # Errors
/// One for each path that cannot be read; the files found are returned anyway.
pub(crate) fn pick(paths: &[PathBuf], endings: &[&str]) -> (Vec<Picked>, Vec<InputError>) {
    let (mut picked, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if is_stdin(path) || !path.is_dir() {
            let within = path.file_name().map(PathBuf::from).unwrap_or_default();
            picked.push(Picked { path: path.clone(), within });
            continue;
        }
        for file in files(path, &[], endings) {
            match file {
                Ok(file) => {
                    let within = file.strip_prefix(path).unwrap_or(&file).to_owned();
                    picked.push(Picked { path: file, within });
                }
                Err(error) => errors.push(InputError::Unreadable {
                    name: shown(error.path().unwrap_or(path)),
                    error: error.into(),
                }),
            }
        }
    }
    (picked, errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_their_numbers() {
        let ordered =
            ["", "a", "a01", "a1", "a1b", "a2", "a2-9", "a2-10", "a10", "aa", "b0", "b00"];
        for (at, one) in ordered.iter().enumerate() {
            for (other_at, other) in ordered.iter().enumerate() {
                let order = by_number(OsStr::new(one), OsStr::new(other));
                assert_eq!(order, at.cmp(&other_at), "{one:?} {other:?}");
            }
        }
    }
}
