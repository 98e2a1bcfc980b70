//! The amount of memory that this process can expect to get.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

/// Bytes that the process can expect if the system does not say: 4 GiB.
const UNKNOWN: u64 = 4 << 30;

/// Returns the bytes of memory that this process could expect at the first call: the least of what
/// is available, what its control groups allow, and what is left of its address space.
pub(super) fn memory() -> u64 {
    static MEMORY: LazyLock<u64> = LazyLock::new(|| least(system_text, hard_limit()));
    *MEMORY
}

/// Returns the text of a small file of the system; `None` if it cannot be read. Such files do not
/// say how long they are; each call to the system makes one anew, so one call should read all of
/// it.
pub(super) fn system_text(path: &Path) -> Option<String> {
    let mut text = String::with_capacity(1 << 12);
    let read = File::open(path).and_then(|mut file| file.read_to_string(&mut text));
    read.is_ok().then_some(text)
}

/// Returns the bytes that the system lets this process have at most, of its address space and in
/// its control groups, at the first call; `None` without such a limit. A process that uses them up
/// is ended by its next small allocation, so no search may have all of them.
pub(crate) fn hard_limit() -> Option<u64> {
    static LIMIT: LazyLock<Option<u64>> = LazyLock::new(|| hardest(&system_text, limits()));
    *LIMIT
}

/// Bytes that the process may map; `None` without a limit.
#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    /// The limit of the address space.
    space: Option<u64>,
    /// The limit of the data segment.
    data: Option<u64>,
}

/// Returns the soft limits of this process. Asking the system for them takes a tenth of the time of
/// reading its file of limits.
fn limits() -> Limits {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        Limits { space: getrlimit(Resource::As).current, data: getrlimit(Resource::Data).current }
    }
    #[cfg(not(unix))]
    Limits::default()
}

/// Returns the bytes that [`memory`] would return under a hard limit, with files as `read` gives
/// them.
fn least(read: impl Fn(&Path) -> Option<String>, hardest: Option<u64>) -> u64 {
    let available = read(Path::new("/proc/meminfo")).unwrap_or_default();
    let available = kilobytes(&available, "MemAvailable:");
    available.into_iter().chain(hardest).min().unwrap_or(UNKNOWN)
}

/// Returns the bytes that [`hard_limit`] would return under `limits`, with files as `read` gives
/// them.
fn hardest(read: &dyn Fn(&Path) -> Option<String>, limits: Limits) -> Option<u64> {
    let file = |path: &str| read(Path::new(path)).unwrap_or_default();
    // Memory that is mapped already counts against the limits.
    let left = |limit: Option<u64>, mapped: &str| {
        let limit = limit?;
        let mapped = kilobytes(&file("/proc/self/status"), mapped).unwrap_or(0);
        Some(limit.saturating_sub(mapped))
    };
    let space = left(limits.space, "VmSize:");
    let data = left(limits.data, "VmData:");
    let groups = groups(&file("/proc/self/cgroup"), read);
    space.into_iter().chain(data).chain(groups).min()
}

/// Returns the bytes after `name` in a file of lines `NAME: 123 kB`; `None` without such a line.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    number.checked_mul(1 << 10)
}

/// Returns the least limit of the control groups in a list, and of the groups that contain them.
///
/// ```text
///   0::/user/shell          version 2: /sys/fs/cgroup/user/shell/memory.max, and its parents
///   4:cpu,memory:/shell     version 1: /sys/fs/cgroup/memory/shell/memory.limit_in_bytes
/// ```
fn groups(list: &str, read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    let mut least: Option<u64> = None;
    for line in list.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (parts.next(), parts.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            some if some.split(',').any(|controller| controller == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        // In a container the group may be named as the host sees it: then only the root is there.
        for group in Path::new(group).ancestors() {
            let group = group.strip_prefix("/").unwrap_or(group);
            let limit = read(&Path::new(root).join(group).join(file));
            let limit = limit.and_then(|text| text.trim().parse().ok());
            least = least.into_iter().chain(limit).min();
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    const UNLIMITED: Limits = Limits { space: None, data: None };

    /// Returns the memory on a system with these files, without limits of the process, and with 8
    /// GiB of available memory.
    fn on(files: &[(&str, &str)]) -> u64 {
        under(UNLIMITED, files)
    }

    /// Returns the memory on such a system under `limits` of the process.
    fn under(limits: Limits, files: &[(&str, &str)]) -> u64 {
        let read = |path: &Path| {
            let mut known_files = files.iter().chain(&[(
                "/proc/meminfo",
                "MemTotal:  16777216 kB\nMemFree: 1 kB\nMemAvailable:    8388608 kB\n",
            )]);
            known_files.find(|file| Path::new(file.0) == path).map(|file| file.1.to_owned())
        };
        least(read, hardest(&read, limits))
    }

    #[test]
    fn the_least_limit_counts() {
        assert_eq!(on(&[]), 8192 * MIB);
        assert_eq!(least(|_| None, None), UNKNOWN);
        // An address space or data, less what is mapped.
        let status = "Name:\tpuzzled\nVmPeak:\t  999999 kB\nVmSize:\t  100000 kB\n\
                      VmData:\t   10000 kB\n";
        let files = [("/proc/self/status", status)];
        let space = Limits { space: Some(614_400_000), ..UNLIMITED };
        assert_eq!(under(space, &files), 614_400_000 - 102_400_000);
        let data = Limits { data: Some(204_800_000), ..UNLIMITED };
        assert_eq!(under(data, &files), 204_800_000 - 10_240_000);
        assert_eq!(under(Limits { data: data.data, ..space }, &files), 204_800_000 - 10_240_000);
        assert_eq!(hardest(&|_| None, space), space.space);
        assert_eq!(hardest(&|_| None, UNLIMITED), None);
        assert_eq!(on(&files), 8192 * MIB);
    }

    /// Compares the limits that the system returns with those in its table.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_limits_are_those_in_the_table_of_the_system() {
        let table = system_text(Path::new("/proc/self/limits")).expect("the table is readable");
        let soft = |name: &str| {
            let line = table.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_ascii_whitespace().next()?.parse().ok()
        };
        let Limits { space, data } = limits();
        assert_eq!((space, data), (soft("Max address space"), soft("Max data size")));
    }

    #[test]
    fn the_groups_around_a_group_count() {
        let cgroup = ("/proc/self/cgroup", "0::/user/shell\n");
        assert_eq!(on(&[cgroup, ("/sys/fs/cgroup/user/shell/memory.max", "max\n")]), 8192 * MIB);
        for group in ["/user/shell", "/user", ""] {
            let file = format!("/sys/fs/cgroup{group}/memory.max");
            assert_eq!(on(&[cgroup, (&file, "268435456\n")]), 256 * MIB, "{group}");
        }
        let cgroup =
            ("/proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/a/b\n1:cpuset:/c\n0::/\n");
        for group in ["/a/b", "/a", ""] {
            let file = format!("/sys/fs/cgroup/memory{group}/memory.limit_in_bytes");
            assert_eq!(on(&[cgroup, (&file, "268435456\n")]), 256 * MIB, "{group}");
        }
        assert_eq!(on(&[cgroup, ("/sys/fs/cgroup/c/memory.max", "1\n")]), 8192 * MIB);
    }
}
