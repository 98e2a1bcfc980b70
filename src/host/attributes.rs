//! The attributes of a file besides its bytes: owner, group, extended attributes, access list,
//! mode.

use std::fs::{File, Metadata};
use std::io;

use super::fault::strike;

/// The reason why a new file cannot get the attributes of an old one.
#[derive(Debug)]
pub(super) enum Lost {
    /// This user may not give the file its owner or group.
    Owner,
    /// An extended attribute or the access list cannot be read or set.
    #[cfg_attr(
        not(any(target_os = "linux", target_os = "macos")),
        expect(dead_code, reason = "files have none here")
    )]
    Attributes,
    /// The operating system refuses.
    Failed(io::Error),
}

/// Gives a new file the attributes of an old one. The mode comes last, because a change of the
/// owner or of the access list changes it.
pub(super) fn keep(new: &File, old: &File, data: &Metadata) -> Result<(), Lost> {
    keep_owner(new, data).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => Lost::Owner,
        _ => Lost::Failed(error),
    })?;
    strike("set attributes").map_err(Lost::Failed)?;
    keep_attributes(new, old)?;
    strike("set permissions")
        .and_then(|()| new.set_permissions(data.permissions()))
        .map_err(Lost::Failed)
}

/// Gives a file the owner and the group of another.
#[cfg(unix)]
fn keep_owner(file: &File, data: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    let uid = (own.uid() != data.uid()).then_some(data.uid());
    let gid = (own.gid() != data.gid()).then_some(data.gid());
    if uid.is_none() && gid.is_none() { Ok(()) } else { fchown(file, uid, gid) }
}

/// Does nothing, because files have no owner here.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as it is on Unix
fn keep_owner(_file: &File, _data: &Metadata) -> io::Result<()> {
    Ok(())
}

/// The access list of a file on Linux.
#[cfg(any(target_os = "linux", target_os = "macos"))]
const ACCESS: &[u8] = b"system.posix_acl_access";

/// Gives a file the extended attributes and the access list of another. Only the attributes that
/// the system or an administrator sets, such as `security.selinux`, may differ.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn keep_attributes(new: &File, old: &File) -> Result<(), Lost> {
    use rustix::fs::{XattrFlags, fremovexattr, fsetxattr};
    let names = names(old).map_err(|_| Lost::Attributes)?;
    for name in names.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        // They are true of the old content only.
        if [&b"security.ima"[..], b"security.evm", b"security.capability"].contains(&name) {
            continue;
        }
        let kept = value(old, name).is_ok_and(|wanted| {
            value(new, name).is_ok_and(|found| found == wanted)
                || fsetxattr(new, name, &wanted, XattrFlags::empty()).is_ok()
        });
        if !kept && !is_set_by_the_system(name) {
            return Err(Lost::Attributes);
        }
    }
    // A new file may have inherited an access list from its folder.
    let listed = |names: &[u8]| names.split(|&byte| byte == 0).any(|name| name == ACCESS);
    if !listed(&names) && self::names(new).is_ok_and(|names| listed(&names)) {
        fremovexattr(new, ACCESS).map_err(|_| Lost::Attributes)?;
    }
    Ok(())
}

/// Returns whether an attribute is set by the system and not by people.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn is_set_by_the_system(name: &[u8]) -> bool {
    name != ACCESS
        && ["security.", "trusted.", "system.", "com.apple."]
            .iter()
            .any(|space| name.starts_with(space.as_bytes()))
}

/// The largest value, and the longest list of names, that Linux can hand over, in bytes.
#[cfg(any(target_os = "linux", target_os = "macos"))]
const LARGEST: usize = 1 << 16;

/// Returns the names of all extended attributes, each ended by a zero; empty if the file system has
/// no such attributes.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn names(file: &File) -> io::Result<Vec<u8>> {
    let mut names = vec![0; LARGEST];
    match rustix::fs::flistxattr(file, &mut names[..]) {
        Ok(length) => names.truncate(length),
        Err(rustix::io::Errno::NOTSUP) => names.clear(),
        Err(error) => return Err(error.into()),
    }
    Ok(names)
}

/// Returns the value of an extended attribute.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn value(file: &File, name: &[u8]) -> io::Result<Vec<u8>> {
    let mut value = vec![0; LARGEST];
    let length = rustix::fs::fgetxattr(file, name, &mut value[..])?;
    value.truncate(length);
    Ok(value)
}

/// Does nothing, because extended attributes are not supported here.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
#[allow(clippy::unnecessary_wraps)] // as it is on Linux
fn keep_attributes(_new: &File, _old: &File) -> Result<(), Lost> {
    Ok(())
}
