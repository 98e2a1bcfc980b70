//! The effects of the program on files: it replaces regular files whole, keeps what belongs to
//! them, and refuses the rest.

mod attributes;
mod links;

use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::Random;
use tempfile::TempDir;

const LOOSE: &str = "matrix   m {\n1 2\n3 4\n}\nrotate 1 => 1 2\n";
const TIDY: &str = "matrix m {\n  1 2\n  3 4\n}\nrotate 1 => 1 2\n";
const BLESSED: &str = "matrix   m {\n1 2\n3 4\n}\nrotate 1 => 2 4\n";

fn puzzled(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzled"));
    command.args(words).current_dir(folder).env_remove("PUZZLED_FAULT").stdin(Stdio::null());
    command
}

fn run(folder: &Path, words: &[&str]) -> Output {
    puzzled(folder, words).output().expect("the program starts")
}

/// Returns the output of `repl` for lines on a pipe, and its exit code.
fn repl(folder: &Path, lines: &str) -> (String, Option<i32>) {
    std::fs::write(folder.join("typed"), lines).expect("written");
    let input = std::fs::File::open(folder.join("typed")).expect("it is there");
    let mut command = puzzled(folder, &["repl", "--no-init"]);
    let output = command.stdin(input).output().expect("the program starts");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

fn folder(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.puzzle"), text).expect("a file");
    folder
}

fn content(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("the file is there")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<_> = entries.map(name).collect();
    names.sort();
    names
}

fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The commands that write files, with what they make of [`LOOSE`].
const WRITERS: [(&[&str], &str); 2] = [(&["fmt"], TIDY), (&["test", "--bless"], BLESSED)];

#[test]
fn links_planted_beside_a_file_are_not_written_through() {
    for (words, after) in WRITERS {
        let folder = folder(LOOSE);
        let home = tempfile::tempdir().expect("a folder");
        let victim = home.path().join(".bashrc");
        std::fs::write(&victim, "mine").expect("a file");
        std::fs::set_permissions(&victim, PermissionsExt::from_mode(0o600)).expect("a mode");
        let next = std::process::id() + 1;
        for process in (1..40).chain(next..next + 2000) {
            let link = folder.path().join(format!("a.puzzle.{process}.tmp"));
            symlink(&victim, link).expect("a link");
        }
        let output = run(folder.path(), &[words, &["a.puzzle"]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(content(folder.path(), "a.puzzle"), after);
        assert_eq!(content(home.path(), ".bashrc"), "mine");
        assert_eq!(victim.metadata().expect("it is there").mode() & 0o777, 0o600);
    }
}

#[test]
fn a_link_stays_and_its_file_is_replaced() {
    for (words, after) in WRITERS {
        let folder = folder(LOOSE);
        std::fs::create_dir(folder.path().join("real")).expect("a folder");
        let real = folder.path().join("real/b.puzzle");
        std::fs::rename(folder.path().join("a.puzzle"), &real).expect("renamed");
        symlink("real/b.puzzle", folder.path().join("a.puzzle")).expect("a link");
        let output = run(folder.path(), &[words, &["a.puzzle"]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let link = folder.path().join("a.puzzle").symlink_metadata().expect("it is there");
        assert!(link.file_type().is_symlink(), "{words:?} replaced the link");
        assert_eq!(content(folder.path(), "real/b.puzzle"), after);
        assert_eq!(names(&folder.path().join("real")), ["b.puzzle"]);
    }
}

/// Every command that writes the files it is given, with a text and what it makes of it.
const EVERY_WRITER: [(&[&str], &str, &str); 3] = [
    (&["fmt"], LOOSE, TIDY),
    (&["test", "--bless"], LOOSE, BLESSED),
    (
        &["check", "--fix"],
        "matrix m {\n  1 2\n  3 4\nrotate 1 => 2 4\n",
        "matrix m {\n  1 2\n  3 4\n}\nrotate 1 => 2 4\n",
    ),
];

/// Folders `repo`, with a folder `deep`, and `home`, with a file `notes.puzzle`.
fn repository(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["repo/deep", "home"] {
        std::fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    std::fs::write(folder.path().join("home/notes.puzzle"), text).expect("a file");
    folder
}

#[test]
fn a_link_that_leaves_the_folder_is_followed_only_if_asked() {
    // The links to make, each with where it leads; the last one is named.
    let chains: [&[(&str, &str)]; 4] = [
        &[("repo/a.puzzle", "../home/notes.puzzle")],
        &[("repo/a.puzzle", "ABSOLUTE/home/notes.puzzle")],
        &[("repo/deep/b.puzzle", "../../home/notes.puzzle"), ("repo/a.puzzle", "deep/b.puzzle")],
        &[("repo/out", "../home"), ("repo/a.puzzle", "out/notes.puzzle")],
    ];

    for (words, before, after) in EVERY_WRITER {
        for links in chains {
            let folder = repository(before);
            let root = folder.path().canonicalize().expect("it is there");
            for (name, aim) in links {
                let aim = aim.replace("ABSOLUTE", &root.to_string_lossy());
                symlink(aim, root.join(name)).expect("a link");
            }
            let repo = root.join("repo");
            let output = run(&repo, &[words, &["a.puzzle"]].concat());
            assert_eq!(output.status.code(), Some(2), "{words:?} {links:?}: {output:?}");
            let aim = root.join("home/notes.puzzle");
            let refusal = stderr_of(&output);
            for part in ["cannot write a.puzzle: ", &aim.to_string_lossy(), "`--follow`"] {
                assert!(refusal.contains(part), "{words:?} {links:?}: {refusal}");
            }
            assert_eq!(content(&root, "home/notes.puzzle"), before);
            assert_eq!(names(&root.join("home")), ["notes.puzzle"]);
            let output = run(&repo, &[words, &["--follow", "a.puzzle"]].concat());
            assert_eq!(output.status.code(), Some(0), "{words:?} {links:?}: {output:?}");
            assert_eq!(content(&root, "home/notes.puzzle"), after);
            assert!(repo.join("a.puzzle").is_symlink(), "{words:?} replaced the link");
        }
    }
}

#[test]
fn a_link_between_the_folders_given_is_followed() {
    for (words, before, after) in EVERY_WRITER {
        // The link alone, and with a file beside the one that it leads to.
        let both: &[&str] = &["repo/a.puzzle", "home/other.puzzle"];
        for (given, stays) in [(&both[..1], false), (both, true)] {
            let folder = repository(before);
            std::fs::write(folder.path().join("home/other.puzzle"), "matrix o { 1 }\n")
                .expect("a file");
            symlink("../home/notes.puzzle", folder.path().join("repo/a.puzzle")).expect("a link");
            let output = run(folder.path(), &[words, given].concat());
            assert_eq!(output.status.success(), stays, "{words:?} {given:?}: {output:?}");
            let text = content(folder.path(), "home/notes.puzzle");
            assert_eq!(text, if stays { after } else { before }, "{words:?} {given:?}");
        }
        // A folder that is a link itself was named.
        let folder = repository(before);
        symlink("home", folder.path().join("linked")).expect("a link");
        let output = run(folder.path(), &[words, &["linked"]].concat());
        assert_eq!(output.status.code(), Some(0), "{words:?}: {output:?}");
        assert_eq!(content(folder.path(), "home/notes.puzzle"), after);
    }
}

#[test]
fn only_regular_files_are_replaced() {
    let folder = folder(LOOSE);
    // A pipe is not a file that could be replaced.
    let mut shell = Command::new("sh");
    shell.args(["-c", "cat a.puzzle | \"$0\" \"$@\""]).arg(env!("CARGO_BIN_EXE_puzzled"));
    let output = shell.args(["fmt", "/dev/stdin"]).current_dir(folder.path()).output();
    let output = output.expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr_of(&output).contains("cannot write /dev/stdin: "), "{output:?}");
    let stdin = Path::new("/dev/stdin").symlink_metadata().expect("it is there");
    assert!(stdin.file_type().is_symlink(), "/dev/stdin was replaced");

    for (words, _) in WRITERS {
        let fifo = folder.path().join("fifo.puzzle");
        crate::common::fifo(&fifo);
        let child = puzzled(folder.path(), &[words, &["fifo.puzzle"]].concat())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It reads the pipe twice at most: for its form, and for its text.
        std::fs::write(&fifo, LOOSE).expect("written");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr_of(&output).contains("cannot write fifo.puzzle: "));
        assert!(fifo.symlink_metadata().expect("it is there").file_type().is_fifo());
        std::fs::remove_file(fifo).expect("removed");
    }
    let (printed, code) = repl(folder.path(), "matrix m {\n1 2\n3 4\n}\nsave /dev/null\nsave .\n");
    assert_eq!(printed.matches("cannot write ").count(), 2, "{printed}");
    assert_eq!(code, Some(1));
    assert_eq!(names(folder.path()), ["a.puzzle", "typed"]);
}

#[test]
fn devices_that_never_end_are_not_read() {
    let folder = folder("");
    for words in [&["check", "--as", "matrix"][..], &["test"], &["fmt"]] {
        let output = run(folder.path(), &[words, &["/dev/zero"]].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
    let output = run(folder.path(), &["fmt", "/dev/zero"]);
    assert!(stderr_of(&output).contains("cannot read /dev/zero: "), "{output:?}");
    let output = run(folder.path(), &["fmt", "--check", "/dev/null"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn another_name_of_the_file_keeps_the_old_text() {
    let folder = folder(LOOSE);
    let other = folder.path().join("b.txt");
    std::fs::hard_link(folder.path().join("a.puzzle"), &other).expect("a link");
    assert_eq!(run(folder.path(), &["fmt", "a.puzzle"]).status.code(), Some(0));
    assert_eq!(content(folder.path(), "a.puzzle"), TIDY);
    assert_eq!(content(folder.path(), "b.txt"), LOOSE);
}

#[test]
fn bytes_that_are_not_utf8_survive_blessing() {
    let folder = folder("");
    let before = b"// caf\xe9\nmatrix m {\n1 2\n3 4\n}\nrotate 1 => 1 2\n// \xff\n";
    std::fs::write(folder.path().join("a.puzzle"), before).expect("written");
    run(folder.path(), &["test", "--bless", "a.puzzle"]);
    let after = std::fs::read(folder.path().join("a.puzzle")).expect("it is there");
    assert_eq!(after, b"// caf\xe9\nmatrix m {\n1 2\n3 4\n}\nrotate 1 => 2 4\n// \xff\n");
}

/// Returns a document whose last expectation takes a while, and is wrong.
fn slow(comment: &str) -> String {
    format!(
        "{comment}sudoku s {{\n{}}}\nmatrix m {{\n1 2\n3 4\n}}\nm: show => 9 9\ns: count 500 => 5\n",
        "  .........\n".repeat(9)
    )
}

fn blessed(text: &str) -> String {
    text.replace("=> 9 9", "=> 1 2").replace("=> 8 8", "=> 1 2").replace("=> 5", "=> 500")
}

/// A file is compared with what was read just before it is replaced: what an editor saves is lost only in
/// the instant between the two.
#[test]
fn what_an_editor_saves_during_a_slow_bless_is_kept_but_for_an_instant() {
    let folder = folder(&slow(""));
    let file = folder.path().join("a.puzzle");
    let begun = Instant::now();
    let output = run(folder.path(), &["test", "--bless", "a.puzzle"]);
    let took = begun.elapsed();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(content(folder.path(), "a.puzzle"), blessed(&slow("")));

    let mut random = Random(0x5eed);
    let mut editors = 0;
    let mut wholly = 0;
    let mut lost = 0;
    for round in 0..100 {
        std::fs::write(&file, slow("")).expect("written");
        let child = puzzled(folder.path(), &["test", "--bless", "a.puzzle"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let moment = took.mul_f64(random.below(1000) as f64 / 900.0);
        // Shorter or longer than what was read, in place or by another file.
        let mine = match round % 3 {
            0 => slow("// a comment in front\n"),
            1 => String::from("matrix m {\n1 2\n}\n"),
            _ => slow("").replace("9 9", "8 8"),
        };
        let path = file.clone();
        let text = mine.clone();
        let editor = std::thread::spawn(move || {
            std::thread::sleep(moment);
            if round % 2 == 0 {
                std::fs::write(&path, text).expect("saved");
            } else {
                let beside = path.with_extension("swp");
                std::fs::write(&beside, text).expect("saved");
                std::fs::rename(beside, path).expect("saved");
            }
        });
        let output = child.wait_with_output().expect("it ends");
        editor.join().expect("the editor does not panic");
        let last = content(folder.path(), "a.puzzle");
        let code = output.status.code();
        assert!(code.is_some_and(|code| code <= 2), "round {round}: {output:?}");
        if last == mine {
            editors += 1;
            let changed = "a.puzzle: changed on disk";
            assert_eq!(code == Some(2), stderr_of(&output).contains(changed), "{output:?}");
        } else if last == blessed(&mine) {
            wholly += 1;
        } else {
            lost += 1;
            assert_eq!(last, blessed(&slow("")), "round {round} after {moment:?}: {output:?}");
        }
        assert_eq!(names(folder.path()), ["a.puzzle"], "round {round}");
    }
    assert!(editors > 0, "{wholly} blessed, {lost} lost");
    // Nine of ten would be lost without the comparison.
    assert!(lost <= 20, "{editors} kept, {wholly} blessed, {lost} lost");
}

#[test]
fn fmt_does_not_overwrite_what_it_has_not_read() {
    // The text that is read comes from one file, the text on disk is another.
    let folder = folder(LOOSE);
    let big = format!("{LOOSE}{}", "rotate   1\n".repeat(200_000));
    let file = folder.path().join("a.puzzle");
    let mut changed = 0;
    let mut lost = 0;
    for round in 0..20 {
        std::fs::write(&file, &big).expect("written");
        let child = puzzled(folder.path(), &["fmt", "a.puzzle"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(10 * round));
        std::fs::write(&file, "// mine\n").expect("saved");
        let output = child.wait_with_output().expect("it ends");
        changed += usize::from(output.status.code() == Some(2));
        lost += usize::from(content(folder.path(), "a.puzzle") != "// mine\n");
    }
    assert!(changed > 0, "no round met the program at work");
    // What is saved in the instant between comparison and replacement is lost.
    assert!(lost <= 2, "{changed} kept, {lost} lost");
}

#[test]
fn save_replaces_only_what_it_wrote() {
    let mine = "// mine\nmatrix m {\n  1 2\n}\nshow => 1 2\n";
    let folder = folder(mine);
    let lines = |name: &str| format!("matrix m {{\n1 2\n3 4\n}}\nrotate 1\nsave {name}\n");
    let (printed, code) = repl(folder.path(), &lines("a.puzzle"));
    assert!(printed.contains("cannot write a.puzzle: ") && code == Some(1), "{printed}");
    assert_eq!(content(folder.path(), "a.puzzle"), mine);

    assert_eq!(
        repl(folder.path(), &lines("s.puzzle")),
        (String::from("saved to s.puzzle\n"), Some(0))
    );
    let saved = content(folder.path(), "s.puzzle");
    assert!(saved.starts_with("// saved by puzzled, "), "{saved}");
    assert_eq!(run(folder.path(), &["test", "s.puzzle"]).status.code(), Some(0));
    let (printed, code) = repl(folder.path(), "matrix n {\n3 4\n5 6\n}\nsave s.puzzle\n");
    assert_eq!((printed.as_str(), code), ("saved to s.puzzle\n", Some(0)));
    assert!(content(folder.path(), "s.puzzle").contains("matrix n"));
    // Edited by hand, and a file of version 0.1.
    for text in [
        content(folder.path(), "s.puzzle") + "show\n",
        String::from("matrix m {\n  1 2\n}\nm: digest => 0123456789abcdef\n\n"),
    ] {
        std::fs::write(folder.path().join("s.puzzle"), &text).expect("written");
        let (printed, code) = repl(folder.path(), &lines("s.puzzle"));
        assert!(printed.contains("cannot write s.puzzle: "), "{printed}");
        assert_eq!((code, content(folder.path(), "s.puzzle")), (Some(1), text));
    }
    assert_eq!(names(folder.path()), ["a.puzzle", "s.puzzle", "typed"]);
}

#[test]
fn folders_of_the_state_are_private() {
    let folder = folder("");
    let state = folder.path().join("state");
    let mut command = puzzled(folder.path(), &["repl", "--no-init", "--journal"]);
    command.env("XDG_STATE_HOME", &state).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut answers = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    std::io::Write::write_all(&mut pipe, b"matrix m { 1 2 }\nshow\n").expect("it reads");
    std::io::BufRead::read_line(&mut answers, &mut String::new()).expect("it answers");
    for name in ["state/puzzled", "state/puzzled/journal"] {
        let mode = folder.path().join(name).metadata().expect("it is there").mode();
        assert_eq!(mode & 0o777, 0o700, "{name}");
    }
    drop(pipe);
    child.wait().expect("it ends");
}
