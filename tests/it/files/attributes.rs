//! What belongs to a file that is replaced: mode, owner, group, extended attributes and access list.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
#[cfg(target_os = "linux")]
use std::path::Path;

use super::{LOOSE, WRITERS, content, folder, names, puzzled, run, said};

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
        let error = "cannot write a.puzzle: it is read-only; `chmod u+w` makes it writable";
        assert!(said(&output).contains(error), "{output:?}");
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
                let error = "cannot write a.puzzle: its owner or group cannot be kept";
                assert!(said(&output).contains(error), "{output:?}");
                assert_eq!(content(folder.path(), "a.puzzle"), LOOSE);
            }
        }
        let before = file.metadata().expect("it is there");
        let output = run(folder.path(), &command);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(content(folder.path(), "a.puzzle"), after);
        let data = file.metadata().expect("it is there");
        assert_eq!(
            (data.mode(), data.uid(), data.gid()),
            (before.mode(), before.uid(), before.gid())
        );
        assert_eq!(names(folder.path()), ["a.puzzle"]);
    }
}

/// Returns an access list as Linux stores it: the owner and user 1234 may read and write, others read.
fn access_list() -> Vec<u8> {
    let mut list = 2u32.to_le_bytes().to_vec();
    let nobody = u32::MAX;
    for (tag, may, user) in
        [(1, 6, nobody), (2, 6, 1234), (4, 4, nobody), (0x10, 6, nobody), (0x20, 4, nobody)]
    {
        let (tag, may): (u16, u16) = (tag, may);
        list.extend([&tag.to_le_bytes()[..], &may.to_le_bytes(), &user.to_le_bytes()].concat());
    }
    list
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_and_the_access_list_are_kept() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    const ACCESS: &str = "system.posix_acl_access";
    let get = |path: &Path, name: &str| {
        let mut value = vec![0; 1 << 16];
        let length = getxattr(path, name, &mut value[..]).ok()?;
        value.truncate(length);
        Some(value)
    };
    let (mut kept, mut listed, mut inherited) = (0, 0, 0);
    for (words, after) in WRITERS {
        let command = [words, &["a.puzzle"]].concat();
        let folder = folder(LOOSE);
        let file = folder.path().join("a.puzzle");
        let set = |name: &str, value: &[u8]| {
            usize::from(setxattr(&file, name, value, XattrFlags::empty()).is_ok())
        };
        let attributes = set("user.origin", b"a book") + set("user.empty", b"");
        let lists = set(ACCESS, &access_list());
        let mode = file.metadata().expect("it is there").mode();
        let names = ["user.origin", "user.empty", ACCESS];
        let before = names.map(|name| get(&file, name));
        let output = run(folder.path(), &command);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(content(folder.path(), "a.puzzle"), after);
        assert_eq!(names.map(|name| get(&file, name)), before, "{words:?}");
        assert_eq!(file.metadata().expect("it is there").mode(), mode);
        kept += attributes;
        listed += lists;
        // A folder hands its access list to new files. The file without one stays without.
        let folder = self::folder(LOOSE);
        let file = folder.path().join("a.puzzle");
        let list = access_list();
        let flags = XattrFlags::empty();
        let handed = setxattr(folder.path(), "system.posix_acl_default", &list, flags);
        inherited += usize::from(handed.is_ok());
        let mode = file.metadata().expect("it is there").mode();
        let output = run(folder.path(), &command);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(get(&file, ACCESS), None, "{words:?}");
        assert_eq!(file.metadata().expect("it is there").mode(), mode);
    }
    let text = format!(
        "extended attributes kept: {kept} of 4; access lists kept: {listed} of 2; inherited access \
         lists removed: {inherited} of 2; the others this file system does not have\n"
    );
    let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
}

/// Returns whether the user who runs the tests may give files away.
fn can_give_away() -> bool {
    let probe = tempfile::NamedTempFile::new().expect("a file");
    std::os::unix::fs::chown(probe.path(), Some(1234), None).is_ok()
}
