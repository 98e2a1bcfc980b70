//! Files that are replaced and created, with something that happens between two operations.

use std::path::PathBuf;

use super::*;

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a");
    fs::write(&path, text).expect("a file");
    (folder, path)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

#[test]
fn only_what_was_read_is_replaced() {
    let (folder, path) = file("old");
    replace(&path, b"old", b"new").expect("it is what it was");
    for other in ["old", "ne", "news", ""] {
        let error = replace(&path, other.as_bytes(), b"newer").expect_err("it has changed");
        assert!(matches!(error, WriteError::Changed(_)), "{error}");
    }
    assert_eq!(read(&path), "new");
    let error = create(&path, b"newer").expect_err("it is there");
    assert!(matches!(error, WriteError::Exists(_)), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// Returns an action that calls `act` at one operation and does nothing at the others.
fn at(
    operation: &'static str,
    mut act: impl FnMut() -> io::Result<()> + 'static,
) -> impl FnMut(&str) -> io::Result<()> + 'static {
    move |at| if at == operation { act() } else { Ok(()) }
}

fn files(folder: &tempfile::TempDir) -> usize {
    fs::read_dir(folder.path()).expect("a folder").count()
}

const REPLACE: &[&str] =
    &["create", "set permissions", "write", "fsync", "rename", "fsync of the folder"];
/// The number of the last operation before the new text has the name of the file.
const RENAME: usize = 4;

#[test]
fn the_disk_has_the_bytes_before_anybody_sees_them() {
    let nothing = |_: &str| Ok(());
    let (folder, path) = file("old");
    let (result, operations) = fault::with_action(nothing, || replace(&path, b"old", b"new"));
    result.expect("replaced");
    assert_eq!(operations, REPLACE);
    let other = folder.path().join("b");
    let (result, operations) = fault::with_action(nothing, || create(&other, b"new"));
    result.expect("created");
    assert_eq!(operations, ["create", "write", "fsync", "rename", "fsync of the folder"]);
    // Nothing is begun for a name that is taken.
    let (result, operations) = fault::with_action(nothing, || create(&other, b"newer"));
    assert!(matches!(result, Err(WriteError::Exists(_))));
    assert_eq!(operations, [""; 0]);
    // A file whose content can be made again does not wait for the disk.
    let other = folder.path().join("c");
    let (result, operations) = fault::with_action(nothing, || create_private(&other, b"new"));
    result.expect("created");
    assert_eq!(operations, ["create", "write", "rename"]);
}

#[test]
fn whenever_somebody_saves_their_text_stays() {
    // Some editors write into the file, others put a new one in its place.
    let save_in_place = |path: &Path| fs::write(path, "mine");
    let save_beside = |path: &Path| {
        let beside = path.with_extension("editor");
        fs::write(&beside, "mine").and_then(|()| fs::rename(beside, path))
    };
    for save in [save_in_place, save_beside] {
        for (number, &operation) in REPLACE.iter().enumerate() {
            // What is saved between the comparison and the rename is lost.
            if number == RENAME {
                continue;
            }
            let (folder, path) = file("old");
            let saved = path.clone();
            let action = at(operation, move || save(&saved));
            let (result, operations) =
                fault::with_action(action, || replace(&path, b"old", b"new"));
            assert_eq!(read(&path), "mine", "saved before {operation}");
            let changed = matches!(result, Err(WriteError::Changed(_)));
            assert_eq!(changed, number < RENAME, "saved before {operation}: {result:?}");
            // The new text is not shown even for a moment if the change is seen.
            let is_shown = operations.iter().any(|name| name == "rename");
            assert_eq!(is_shown, number > RENAME, "saved before {operation}");
            assert_eq!(files(&folder), 1, "saved before {operation}");
        }
    }
}

#[test]
fn whatever_fails_the_file_is_the_old_one_or_the_new_one() {
    let full = || Err(io::ErrorKind::StorageFull.into());
    for (number, &operation) in REPLACE.iter().enumerate() {
        let (folder, path) = file("old");
        let (result, _) =
            fault::with_action(at(operation, full), || replace(&path, b"old", b"new"));
        let old = number <= RENAME;
        assert_eq!(read(&path), if old { "old" } else { "new" }, "{operation} fails");
        let failed = old || operation == "fsync of the folder";
        assert_eq!(result.is_err(), failed, "{operation} fails: {result:?}");
        assert_eq!(files(&folder), 1, "{operation} fails");
    }
    for operation in ["create", "write", "fsync", "rename"] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        let (result, _) = fault::with_action(at(operation, full), || create(&path, b"new"));
        assert!(matches!(result, Err(WriteError::Failed { .. })), "{result:?}");
        assert_eq!(files(&folder), 0, "{operation} fails");
    }
}

#[test]
fn a_new_file_never_takes_the_place_of_another() {
    for operation in ["create", "write", "fsync", "rename", "fsync of the folder"] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        let saved = path.clone();
        let action = at(operation, move || fs::write(&saved, "mine"));
        let (result, _) = fault::with_action(action, || create(&path, b"new"));
        let exists = matches!(result, Err(WriteError::Exists(_)));
        assert_eq!(exists, operation != "fsync of the folder", "{result:?}");
        assert_eq!((read(&path).as_str(), files(&folder)), ("mine", 1), "{operation}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_read_holds_nothing() {
    // Nothing is mapped at the beginning of a process.
    assert!(!holds(Path::new("/proc/self/mem"), b""));
}

#[test]
fn a_reason_is_that_of_the_system_without_its_number() {
    let missing = fs::read("absent").expect_err("it is absent");
    let text = missing.to_string();
    let (words, _) = text.split_once(" (os error").expect("it has a number");
    assert_eq!(reason(&missing), words);
    assert_eq!(reason(&io::Error::other("a disk is full")), "a disk is full");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_synced_is_no_failure() {
    // Not every file system can.
    let (_folder, path) = file("old");
    let cannot = || Err(io::ErrorKind::InvalidInput.into());
    let action = at("fsync of the folder", cannot);
    let (result, _) = fault::with_action(action, || replace(&path, b"old", b"new"));
    result.expect("replaced");
}
