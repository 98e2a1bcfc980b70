//! Disks that are full and processes that are killed: in every case a file is the old one or the
//! new one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::Random;
use tempfile::TempDir;

const LOOSE: &str = "matrix   m {\n1 2\n3 4\n}\nrotate 1 => 1 2\n";
const TIDY: &str = "matrix m {\n  1 2\n  3 4\n}\nrotate 1 => 1 2\n";
const BLESSED: &str = "matrix   m {\n1 2\n3 4\n}\nrotate 1 => 2 4\n";

/// Something that writes a file, or standard output.
struct Job {
    words: &'static [&'static str],
    typed: &'static str,
    /// The file that is written; `None` for standard output.
    file: Option<&'static str>,
    /// Its content before.
    before: Option<&'static str>,
}

const FMT: Job =
    Job { words: &["fmt", "f.puzzle"], typed: "", file: Some("f.puzzle"), before: Some(LOOSE) };
const BLESS: Job = Job { words: &["test", "--bless", "f.puzzle"], ..FMT };
const FIX: Job =
    Job { words: &["check", "--fix", "f.puzzle"], before: Some("matrix m {\n1 2\n3 4\n"), ..FMT };
const REPL: &[&str] = &["repl", "--no-init"];
const SAVE: Job = Job {
    words: REPL,
    typed: "matrix m {\n1 2\n3 4\n}\nrotate 1\nsave f.puzzle\n",
    file: Some("f.puzzle"),
    before: None,
};

impl Job {
    /// Makes a folder in which the job can begin.
    fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        self.prepare(folder.path());
        folder
    }

    /// Makes everything as it was before the job.
    fn prepare(&self, folder: &Path) {
        let write = |name: &str, text: &str| {
            std::fs::write(folder.join(name), text).expect("a file can be written");
        };
        write("typed", self.typed);
        write("other.puzzle", LOOSE);
        if let Some(file) = self.file {
            let _ = std::fs::remove_file(folder.join(file));
            if let Some(text) = self.before {
                write(file, text);
            }
        }
    }

    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzled"));
        command.args(self.words).current_dir(folder).env_remove("PUZZLED_FAULT");
        command.env("XDG_STATE_HOME", folder.join("state"));
        let typed = std::fs::File::open(folder.join("typed")).expect("it is there");
        command.stdin(typed).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn content(&self, folder: &Path) -> Option<String> {
        std::fs::read_to_string(folder.join(self.file?)).ok()
    }
}

/// Returns every file under a folder, except those that a job finds there.
fn left_over(folder: &Path, job: &Job) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            if entry.path().is_dir() {
                // The last sessions are kept on purpose.
                folders.extend((entry.file_name() != "ended").then(|| entry.path()));
            } else {
                files.push(entry.path());
            }
        }
    }
    let known = ["typed", "other.puzzle"].into_iter().chain(job.file);
    let known: Vec<_> = known.map(|name| folder.join(name)).collect();
    files.retain(|path| !known.contains(path));
    files
}

/// Runs a job again and again, with the first, the second … operation failing, until all pass.
/// Tests what must hold for each, and passes on the exit code, the content and the messages.
fn inject(job: &Job, mut check: impl FnMut(i32, Option<String>, &Output)) {
    for number in 1..100 {
        let folder = job.folder();
        let mut command = job.command(folder.path());
        let output = command.env("PUZZLED_FAULT", number.to_string()).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code().unwrap_or(-1);
        assert!((0..=2).contains(&code) && !errors.contains("panic"), "{number}: {output:?}");
        let mut left_files = left_over(folder.path(), job);
        if errors.contains("write standard output") {
            // The journal of a session whose output is lost can be recovered.
            left_files
                .retain(|path| !path.starts_with(folder.path().join("state/puzzled/journal")));
        }
        assert!(left_files.is_empty(), "{number}: {left_files:?} left over: {output:?}");
        check(code, job.content(folder.path()), &output);
        if !errors.contains(&format!("fault {number}: ")) {
            assert_eq!(code, 0, "{output:?}");
            assert!(number > 1, "{:?}: no operation failed", job.words);
            return;
        }
    }
    panic!("{:?}: the operations do not end", job.words);
}

/// Returns the operations of a job that write files, in their order.
#[cfg(target_os = "linux")]
fn operations(job: &Job) -> Vec<String> {
    let mut operations = Vec::new();
    inject(job, |_, _, output| {
        let errors = String::from_utf8_lossy(&output.stderr);
        let lines = errors.lines().filter_map(|line| line.strip_prefix("fault "));
        let names = lines.filter_map(|line| line.split_once(": ")).map(|(_, name)| name);
        operations
            .extend(names.filter(|name| !name.contains("standard output")).map(str::to_owned));
    });
    operations
}

/// Every command that writes a file does it in these steps, whose own tests are in `host/write.rs`.
#[cfg(target_os = "linux")]
#[test]
fn the_disk_has_a_file_before_its_name_leads_to_it() {
    let create = ["create", "write", "fsync", "rename", "fsync of the folder"];
    let replace = ["create", "set permissions", "write", "fsync", "rename", "fsync of the folder"];
    let saved: &'static str = {
        let folder = SAVE.folder();
        assert!(SAVE.command(folder.path()).status().expect("it runs").success());
        SAVE.content(folder.path()).expect("it is saved").leak()
    };
    let again = Job { before: Some(saved), ..SAVE };
    for job in [FMT, BLESS, FIX, again] {
        assert_eq!(operations(&job), replace, "{:?}", job.words);
    }
    assert_eq!(operations(&SAVE), create);
    // These files grow while the session lasts: the disk has them at its end.
    let typed = "matrix m {\n1 2\n3 4\n}\nrecord f.puzzle\nrotate 1\nrecord off\n";
    let steps = operations(&Job { typed, ..SAVE });
    let mut rest = steps.iter().map(String::as_str).skip_while(|&name| name != "fsync");
    assert!(steps.starts_with(&["create".into(), "write".into()]), "{steps:?}");
    assert!(rest.by_ref().eq(["fsync", "fsync of the folder"]), "{steps:?}");
}

#[test]
fn whatever_fails_a_file_is_the_old_one_or_the_new_one() {
    let fixed = "matrix m {\n1 2\n3 4\n}\n";
    for (job, after) in [(FMT, TIDY), (BLESS, BLESSED), (FIX, fixed)] {
        let before = job.before.expect("the file is there");
        let mut old = 0;
        inject(&job, |code, content, output| {
            let content = content.expect("the file is there");
            assert!([before, after].contains(&content.as_str()), "{output:?}: {content}");
            old += usize::from(content == before);
            assert!(content == after || code == 2, "{output:?}");
            let printed = format!("{output:?}");
            // Only a file that is the old one was not written.
            assert_eq!(
                printed.contains(" was written, but the disk may not have it yet: "),
                printed.contains("fsync of the folder")
            );
            let refused = printed.contains("cannot write f.puzzle: ");
            assert!(!refused || content == before, "{output:?}: {content}");
            assert!(code == 0 || refused || content == after, "{output:?}: {content}");
        });
        assert!(old >= 4, "create, set permissions, write and fsync leave the old file: {old}");
    }
}

#[test]
fn whatever_fails_a_saved_session_is_whole() {
    let folder = SAVE.folder();
    assert!(SAVE.command(folder.path()).status().expect("it runs").success());
    let saved = SAVE.content(folder.path()).expect("it is saved");
    inject(&SAVE, |code, content, output| {
        assert!(content.is_none() || content.as_deref() == Some(&saved), "{output:?}");
        assert!(content.is_some() || code != 0, "{output:?}");
    });
    // Over a file that `save` wrote.
    let before: &'static str = saved.clone().leak();
    let typed = "matrix n {\n3 4\n5 6\n}\nsave f.puzzle\n";
    let again = Job { typed, before: Some(before), ..SAVE };
    inject(&again, |code, content, output| {
        let content = content.expect("the file is there");
        assert!(content == saved || content.contains("matrix n"), "{output:?}: {content}");
        assert!(content != saved || code != 0, "{output:?}");
    });
}

#[test]
fn whatever_fails_a_recording_holds_whole_lines() {
    let typed = "matrix m {\n1 2\n3 4\n}\nrecord f.puzzle\nrotate 1\nrotate 2\nrecord off\n";
    let job = Job { typed, ..SAVE };
    let folder = job.folder();
    assert!(job.command(folder.path()).status().expect("it runs").success());
    let whole = job.content(folder.path()).expect("it is recorded");
    inject(&job, |code, content, output| {
        assert!(code != 0 || content.as_ref() == Some(&whole), "{output:?}: {content:?}");
        let Some(text) = content else { return };
        // It holds up to its end, which is a whole line.
        std::fs::write(folder.path().join("f.puzzle"), &text).expect("written");
        let test = Job { words: &["test", "f.puzzle"], ..FMT };
        assert!(test.command(folder.path()).status().expect("it runs").success(), "{text}");
        assert!(text.ends_with('\n'), "{text}");
    });
}

#[test]
fn whatever_fails_the_prompt_goes_on_without_its_journal() {
    let typed = "matrix m {\n1 2\n3 4\n}\nrotate 1\nrotate 2\n";
    let job = Job { words: &["repl", "--no-init", "--journal"], typed, file: None, before: None };
    let mut lost = 0;
    inject(&job, |code, _, output| {
        let errors = String::from_utf8_lossy(&output.stderr);
        lost += usize::from(errors.contains("no journal is kept"));
        let answers = String::from_utf8_lossy(&output.stdout);
        assert!(code == 2 || answers == "2 4\n1 3\n3 1\n4 2\n", "{output:?}");
    });
    assert!(lost >= 3, "{lost} faults of the journal were said");
}

#[test]
fn whatever_fails_standard_output_is_whole_or_the_exit_code_says_so() {
    for words in [
        &["run", "other.puzzle"][..],
        &["show", "--svg", "other.puzzle"],
        &["export", "other.puzzle"],
        &["check", "--format", "json", "other.puzzle"],
        &["fmt", "--check", "other.puzzle"],
        &["help", "codes"],
        &["completions", "bash"],
    ] {
        let job = Job { words, typed: "", file: None, before: None };
        let folder = job.folder();
        let usual = job.command(folder.path()).output().expect("it runs");
        for number in 1..100 {
            let mut command = job.command(folder.path());
            let output =
                command.env("PUZZLED_FAULT", number.to_string()).output().expect("it runs");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(!errors.contains("panic"), "{words:?}: {output:?}");
            if !errors.contains(&format!("fault {number}: ")) {
                assert_eq!(output, usual, "{words:?}");
                break;
            }
            assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
            assert!(errors.contains("cannot write standard output: "), "{words:?}: {output:?}");
        }
    }
}

/// Removes the temporary file that a killed process left; returns whether there was one. Holds that
/// it left nothing else, and that the next process is not disturbed.
fn clear(folder: &Path, job: &Job) -> bool {
    let left_files = left_over(folder, job);
    let [file] = &left_files[..] else {
        assert_eq!(left_files, Vec::<PathBuf>::new());
        return false;
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    assert!(name.strip_suffix(".tmp").is_some_and(|name| name.starts_with(".puzzled-")), "{name}");
    job.prepare(folder);
    assert!(job.command(folder).status().expect("it runs").success());
    assert_eq!(left_over(folder, job), left_files);
    std::fs::remove_file(file).expect("it is there");
    true
}

// The program dies at the chosen place only if it is built with its assertions.
#[test]
fn wherever_it_is_killed_a_file_is_whole_and_one_temporary_file_stays() {
    let saved: &'static str = {
        let folder = SAVE.folder();
        assert!(SAVE.command(folder.path()).status().expect("it runs").success());
        SAVE.content(folder.path()).expect("it is saved").leak()
    };
    let again = Job { before: Some(saved), ..SAVE };

    // The temporary file is there before each operation from its creation up to the rename.
    for (job, expected) in [(FMT, 4), (BLESS, 4), (FIX, 4), (SAVE, 3), (again, 4)] {
        let folder = job.folder();
        assert_eq!(job.command(folder.path()).output().expect("it runs").status.code(), Some(0));
        let after = job.content(folder.path());
        let mut lefts = 0;
        let mut number = 1;
        loop {
            job.prepare(folder.path());
            let mut command = job.command(folder.path());
            let output = command.env("PUZZLED_FAULT", format!("kill-{number}")).output();
            if output.expect("it runs").status.code() != Some(137) {
                break;
            }
            let content = job.content(folder.path());
            assert!(content.as_deref() == job.before || content == after, "{number}: {content:?}");
            lefts += usize::from(clear(folder.path(), &job));
            number += 1;
        }
        assert!(number > 4, "{:?}: {number}", job.words);
        assert_eq!(lefts, expected, "{:?}", job.words);
    }
}

/// Returns how often each job is killed.
fn kills() -> usize {
    std::env::var("PUZZLED_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(20)
}

/// Kills a job that was just started at a random moment of the time that it takes.
fn kill(child: &mut Child, took: Duration, random: &mut Random) {
    std::thread::sleep(took.mul_f64(random.below(1000) as f64 / 900.0));
    let _ = child.kill(); // it may have ended
    child.wait().expect("it is dead");
}

#[test]
fn whenever_it_is_killed_a_file_is_the_old_one_or_the_new_one() {
    let mut random = Random(0xdead);
    for (name, job) in [("fmt", FMT), ("bless", BLESS), ("fix", FIX), ("save", SAVE)] {
        let folder = job.folder();
        let path = folder.path();
        let begun = Instant::now();
        assert!(job.command(path).output().expect("it runs").status.code() == Some(0));
        let took = begun.elapsed();
        let new = job.content(path);
        let mut olds = 0;
        let mut news = 0;
        let mut torn = 0;
        let mut leftovers = 0;

        for _ in 0..kills() {
            job.prepare(path);
            let mut child = job.command(path).spawn().expect("it starts");
            kill(&mut child, took, &mut random);
            match job.content(path) {
                content if content.as_deref() == job.before => olds += 1,
                content if content == new => news += 1,
                _ => torn += 1,
            }
            leftovers += usize::from(clear(path, &job));
        }

        let text =
            format!("{name} killed: {olds} old, {news} new, {torn} torn; {leftovers} left over\n");
        let _ = std::io::stderr().write_all(text.as_bytes());
        assert_eq!(torn, 0, "{text}");
    }
}

#[test]
fn whenever_it_is_killed_the_journal_holds_what_was_answered() {
    use std::io::{BufRead, BufReader};
    let mut random = Random(0xbeef);
    let folder = tempfile::tempdir().expect("a folder");
    let repl = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzled"));
        command.args(["repl", "--no-init", "--journal"]).env_remove("PUZZLED_FAULT");
        command.current_dir(folder.path()).env("XDG_STATE_HOME", folder.path().join("state"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    };

    // Each answer is one line, as the matrix has one row.
    let typed = format!("matrix m {{ 1 2 }}\n{}", "rotate 1\n".repeat(200));
    let mut least = usize::MAX;
    let mut most = 0;

    for round in 0..kills() {
        let mut child = repl();
        let mut pipe = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let input = typed.clone();
        let writer = std::thread::spawn(move || {
            let _ = pipe.write_all(input.as_bytes());
            pipe // stays open: the session is not over
        });
        let count = random.below(200);
        let reader = std::thread::spawn(move || {
            let mut answers = answers.lines();
            (answers.by_ref().take(count).count(), answers)
        });
        let (seen, rest) = reader.join().expect("the reader does not panic");
        child.kill().expect("it runs");
        child.wait().expect("it is dead");
        drop(writer.join().expect("the writer does not panic"));
        let seen = seen + rest.count();
        least = least.min(seen);
        most = most.max(seen);

        // The next session gets back everything that was answered.
        let mut next = repl();
        let mut pipe = next.stdin.take().expect("a pipe");
        pipe.write_all(b"recover\nm: status\nlist\n").expect("it reads");
        drop(pipe);
        let output = next.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        if seen == 0 {
            continue; // it may have died before it wrote anything
        }
        assert!(errors.contains("recovered "), "round {round}, {seen} seen: {errors}{out}");
        let at = out.rsplit('@').next().and_then(|at| at.split(' ').next()?.parse::<usize>().ok());
        assert!(at.is_some_and(|at| at >= seen), "round {round}: {seen} seen, but {out}");
    }

    let text = format!("journal killed {} times after {least} to {most} answers\n", kills());
    let _ = std::io::stderr().write_all(text.as_bytes());
}
