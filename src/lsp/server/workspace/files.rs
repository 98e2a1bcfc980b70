//! What is known of the puzzle files of the workspace that are not open, so that a request reads
//! only the files that have changed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::lsp::server::document::Document;
use crate::lsp::server::protocol::{self as lsp, SymbolInformation, SymbolKind};

/// The most puzzles whose names are kept. Files beyond are read for each request.
const MOST: usize = 1 << 18;

/// The files as the driver knows them.
pub trait Disk {
    /// Returns the puzzle files below the folders, in the order of their paths.
    fn list(&mut self, folders: &[PathBuf]) -> Vec<Listed>;
    /// Returns the text of a file.
    fn read(&mut self, path: &Path) -> Option<String>;
}

/// A file of the workspace.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its path.
    pub path: PathBuf,
    /// Its stamp; `None` if the text may change under it, so that it proves nothing.
    pub stamp: Option<Stamp>,
}

/// The metadata of a file in a file system. While they are the same, so is the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The time of the last change, from any moment of the driver's choice.
    pub modified: Duration,
    /// The length in bytes.
    pub length: u64,
}

/// A puzzle of a document: its name, and the place of that.
#[derive(Clone, Debug)]
pub(in crate::lsp::server) struct Symbol {
    name: Box<str>,
    kind: &'static str,
    range: lsp::Range,
}

impl Symbol {
    /// Returns the puzzles of a document that have a name.
    pub(in crate::lsp::server) fn all(document: &Document) -> Vec<Self> {
        let (places, checked) = (document.places(), &document.checked);
        let mut cursor = places.cursor();
        let named = checked.scripts.iter().filter_map(|script| {
            let (name, span) = checked.name(script)?;
            let kind = checked.kind(script).map_or("", |kind| kind.info().name);
            Some(Self { name: name.into(), kind, range: cursor.range(span) })
        });
        named.collect()
    }

    /// Returns the puzzle as the client gets it if its name holds the letters of `query`, which is
    /// in lower case, in their order.
    pub(super) fn matching(
        &self,
        query: &str,
        uri: impl FnOnce() -> String,
    ) -> Option<SymbolInformation> {
        let mut letters = self.name.chars().flat_map(char::to_lowercase);
        let fits = query.chars().all(|wanted| letters.any(|letter| letter == wanted));
        fits.then(|| SymbolInformation {
            name: self.name.to_string(),
            kind: SymbolKind::Class,
            location: lsp::Location { uri: uri(), range: self.range },
            container_name: self.kind,
        })
    }
}

/// A file of the workspace, with the puzzles that were found in it.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    stamp: Option<Stamp>,
    /// True if the text has been read since the file was last listed as changed.
    is_read: bool,
    /// The number of its text; `None` before it was first read.
    result: Option<u64>,
    /// Its puzzles, unless they are unknown or too many.
    symbols: Option<Box<[Symbol]>>,
}

/// The files of the workspace, in the order of their paths.
#[derive(Debug, Default)]
pub(super) struct Files {
    folders: Vec<PathBuf>,
    pub(super) all: Vec<File>,
    /// The number of puzzles that are kept.
    kept: usize,
}

impl Files {
    /// Takes over a list of all files. Those whose stamps are the same need not be read again.
    fn update(&mut self, listed: Vec<Listed>) {
        let mut known: HashMap<PathBuf, File> =
            self.all.drain(..).map(|file| (file.path.clone(), file)).collect();
        let files = listed.into_iter().map(|Listed { path, stamp }| match known.remove(&path) {
            Some(file) => {
                let is_read = file.is_read && stamp.is_some() && stamp == file.stamp;
                File { stamp, is_read, ..file }
            }
            None => File { path, stamp, is_read: false, result: None, symbols: None },
        });
        self.all = files.collect();
        self.kept =
            self.all.iter().filter_map(|file| file.symbols.as_deref()).map(<[_]>::len).sum();
    }
}

/// The text of a file, read for a request at most once.
pub(super) struct Reading<'a> {
    pub(super) file: &'a mut File,
    kept: &'a mut usize,
    disk: &'a mut dyn Disk,
    text: Option<String>,
}

impl Reading<'_> {
    fn text(&mut self) -> Option<&str> {
        if self.text.is_none() {
            let text = self.disk.read(&self.file.path)?;
            let result = number(&text);
            if self.file.result != Some(result) {
                self.forget();
                self.file.result = Some(result);
            }
            self.file.is_read = true;
            self.text = Some(text);
        }
        self.text.as_deref()
    }

    fn forget(&mut self) {
        *self.kept -= self.file.symbols.take().map_or(0, |symbols| symbols.len());
    }

    /// Returns the number of the text, which is made from it: the file is read only if it may have
    /// changed.
    pub(super) fn result(&mut self) -> Option<u64> {
        if !self.file.is_read {
            self.text()?;
        }
        self.file.result
    }

    /// Returns the document with its text.
    pub(super) fn document(
        &mut self,
        open: impl FnOnce(&Path, String) -> Document,
    ) -> Option<Document> {
        self.text()?;
        let document = open(&self.file.path, self.text.take()?);
        if self.file.symbols.is_none() {
            let symbols = Symbol::all(&document).into_boxed_slice();
            if *self.kept + symbols.len() <= MOST {
                *self.kept += symbols.len();
                self.file.symbols = Some(symbols);
            }
        }
        Some(document)
    }

    /// Hands out the puzzles of the file: it is parsed only if its text has changed.
    pub(super) fn symbols(
        &mut self,
        open: impl FnOnce(&Path, String) -> Document,
        mut each: impl FnMut(&Path, &Symbol),
    ) {
        if self.result().is_none() {
            return;
        }
        if self.file.symbols.is_none() {
            let document = self.document(open);
            if self.file.symbols.is_none() {
                let symbols = document.iter().flat_map(Symbol::all);
                symbols.for_each(|one| each(&self.file.path, &one));
                return;
            }
        }
        self.file.symbols.iter().flatten().for_each(|one| each(&self.file.path, one));
    }
}

/// Returns the number under which the diagnostics of a text are known.
fn number(text: &str) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    std::hash::Hash::hash(text, &mut hasher);
    std::hash::Hasher::finish(&hasher)
}

/// The files of the workspace, and whether the driver must look at them again.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp::server) struct Workspace {
    shared: Arc<Shared>,
    /// True if the client reports which files change.
    is_watched: bool,
}

#[derive(Debug, Default)]
struct Shared {
    is_stale: AtomicBool,
    files: Mutex<Files>,
}

impl Workspace {
    /// Notes that files may have changed: the next request lists them again. Never waits for a
    /// request that is being answered.
    pub(in crate::lsp::server) fn expire(&self) {
        self.shared.is_stale.store(true, Ordering::SeqCst);
    }

    /// Notes that the client reports changes from now on.
    pub(in crate::lsp::server) fn watch(&mut self) {
        self.is_watched = true;
        self.expire(); // files may have changed before
    }

    /// Returns what a request needs of the workspace. Unless the client reports changes, the files
    /// may have changed since the last request.
    pub(super) fn share(&self) -> Self {
        if !self.is_watched {
            self.expire();
        }
        self.clone()
    }

    /// Hands out each file that is to be looked at, after a list of the files was made if one is
    /// due. Ends when `each` returns false.
    pub(super) fn visit(
        &self,
        folders: &[PathBuf],
        disk: &mut dyn Disk,
        mut each: impl FnMut(Reading<'_>) -> bool,
    ) {
        let mut files = self.shared.files.lock().unwrap_or_else(PoisonError::into_inner);
        let files = &mut *files;
        if self.shared.is_stale.swap(false, Ordering::SeqCst) || files.folders != folders {
            files.update(disk.list(folders));
            files.folders = folders.to_vec();
        }
        for file in &mut files.all {
            if !each(Reading { file, kept: &mut files.kept, disk, text: None }) {
                return;
            }
        }
    }
}
