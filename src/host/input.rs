//! Files, folders and standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use crate::kind::KINDS;
use crate::text::Source;

/// Files larger than this are not read: offsets are 32 bits wide.
const LARGEST: u64 = u32::MAX as u64 - 1;

/// Why an input cannot be read.
#[derive(Debug, Error)]
pub enum InputError {
    /// The operating system says no.
    #[error("cannot read {name}: {reason}")]
    Unreadable {
        /// The file.
        name: String,
        /// Why.
        reason: io::Error,
    },
    /// A folder where a file is wanted.
    #[error(
        "cannot read {0}: it is a folder; name the files in it, or use `check`, `test` or `fmt`, which walk folders"
    )]
    Folder(String),
    /// More than offsets can count.
    #[error("cannot read {0}: files of 4 GiB and more are not supported; split it")]
    TooLarge(String),
    /// No document by its name.
    #[error("{name} is no `.puzzle` document; {advice}")]
    NotADocument {
        /// The file.
        name: String,
        /// Which `--as` would fit.
        advice: String,
    },
}

/// The whole of a file, or of standard input for `-`.
///
/// # Errors
/// When it cannot be read, is a folder, or is too large.
pub fn read_file(name: &str) -> Result<Source, InputError> {
    let unreadable = |reason| InputError::Unreadable { name: String::from(name), reason };
    if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > LARGEST {
            return Err(InputError::TooLarge(String::from("standard input")));
        }
        return Ok(Source::from_bytes("<stdin>", bytes));
    }
    let data = fs::metadata(name).map_err(unreadable)?;
    if data.is_dir() {
        return Err(InputError::Folder(String::from(name)));
    }
    if data.len() > LARGEST {
        return Err(InputError::TooLarge(String::from(name)));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(name).map_err(unreadable)?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        return Err(InputError::TooLarge(String::from(name)));
    }
    Ok(Source::from_bytes(name, bytes))
}

/// How a file is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As a document.
    Document,
    /// As raw input of that kind.
    Raw(&'static str),
}

/// How a file of that name is read without `--as`.
///
/// # Errors
/// When the name says nothing: the message names the kinds that the text would fit.
pub fn reading(name: &str) -> Result<Reading, InputError> {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or("");
    match ending {
        "puzzle" => Ok(Reading::Document),
        "sdk" | "sdm" | "ss" if KINDS.iter().any(|kind| kind.info().name == "sudoku") => {
            Ok(Reading::Raw("sudoku"))
        }
        _ if name == "-" => Ok(Reading::Document),
        _ => {
            let source = read_file(name)?;
            let mut text = source.text();
            if text.len() > 1 << 20 {
                let cut = (0..=1 << 20).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
                text = &text[..cut];
            }
            let fitting: Vec<_> = KINDS
                .iter()
                .filter(|kind| kind.fits(text))
                .map(|kind| format!("`--as {}`", kind.info().name))
                .collect();
            let advice = if fitting.is_empty() {
                let all: Vec<_> = KINDS.iter().map(|kind| kind.info().name).collect();
                format!("say what it is with `--as KIND`. Its text fits none of {}", all.join(", "))
            } else {
                format!("its text would fit {}", fitting.join(" or "))
            };
            Err(InputError::NotADocument { name: String::from(name), advice })
        }
    }
}

/// The files that a list of paths means: folders are walked for `.puzzle` files (hidden ones are
/// passed over), in the order of their names.
///
/// # Errors
/// One for each path that cannot be read; the files found are returned all the same.
pub fn walk(paths: &[String]) -> (Vec<String>, Vec<InputError>) {
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if path == "-" || !Path::new(path).is_dir() {
            files.push(path.clone());
            continue;
        }
        let hidden = |entry: &walkdir::DirEntry| {
            entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
        };
        let tree = walkdir::WalkDir::new(path).sort_by_file_name().into_iter();
        for entry in tree.filter_entry(|entry| !hidden(entry)) {
            match entry {
                Ok(entry) => {
                    let named = entry.path().extension().is_some_and(|end| end == "puzzle");
                    if named && entry.file_type().is_file() {
                        files.push(entry.path().to_string_lossy().into_owned());
                    }
                }
                Err(error) => errors.push(InputError::Unreadable {
                    name: error.path().map_or_else(|| path.clone(), |at| at.display().to_string()),
                    reason: error.into(),
                }),
            }
        }
    }
    (files, errors)
}
