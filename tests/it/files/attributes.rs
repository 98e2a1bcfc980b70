//! What belongs to a file that is replaced: mode, owner and group.

use std::os::unix::fs::{MetadataExt, PermissionsExt};

use super::{LOOSE, WRITERS, content, folder, names, puzzled, run, stderr_of};

#[test]
fn mode_owner_and_group_are_kept_or_the_file_is() {
    let root = can_give_away();
    for (words, after) in WRITERS {
        let folder = folder(LOOSE);
        let file = folder.path().join("a.puzzle");
        let command = [words, &["a.puzzle"]].concat();
        // It is read-only, even for its owner.
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).expect("a mode");
        let output = run(folder.path(), &command);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr_of(&output).contains("`chmod u+w`"), "{output:?}");
        assert_eq!(content(folder.path(), "a.puzzle"), LOOSE);

        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o666)).expect("a mode");
        if root {
            std::os::unix::fs::chown(&file, Some(1234), Some(4321)).expect("an owner");
            // Another user may write the file and its folder, but cannot give the new file away.
            std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o777)).expect("set");
            let mut other = puzzled(folder.path(), &command);
            std::os::unix::process::CommandExt::uid(&mut other, 65534);
            // The program itself may lie in a folder from which no other user can start it.
            if let Ok(output) = other.output() {
                assert_eq!(output.status.code(), Some(2), "{output:?}");
                assert!(stderr_of(&output).contains("cannot write a.puzzle: "), "{output:?}");
                assert_eq!(content(folder.path(), "a.puzzle"), LOOSE);
            }
        }
        let before = file.metadata().expect("it is there");
        let output = run(folder.path(), &command);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(content(folder.path(), "a.puzzle"), after);
        let metadata = file.metadata().expect("it is there");
        assert_eq!(
            (metadata.mode(), metadata.uid(), metadata.gid()),
            (before.mode(), before.uid(), before.gid())
        );
        assert_eq!(names(folder.path()), ["a.puzzle"]);
    }
}

/// Returns whether the user who runs the tests may give files away.
fn can_give_away() -> bool {
    let probe = tempfile::NamedTempFile::new().expect("a file");
    std::os::unix::fs::chown(probe.path(), Some(1234), None).is_ok()
}
