//! No command writes outside of the folders that were named, wherever a link is, and none waits for
//! a pipe.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::fifo;

use super::{EVERY_WRITER, content, names, puzzled, repl, repository, stderr_of};

const BOARD: &str = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\n";

/// The commands that write a file per puzzle, each with the name of the file for [`BOARD`] in
/// `a.puzzle`.
const EACH: [(&str, &str); 5] = [
    ("show", "a-k.txt"),
    ("show --svg", "a-k.svg"),
    ("graph", "a-k.dot"),
    ("graph --format json", "a-k.json"),
    ("export --all", "a-k.json"),
];

/// The verbs of the prompt that write a file.
const VERBS: [&str; 2] = ["save", "record"];

/// Runs a call, which must end: one that waits for a pipe is killed.
fn run(folder: &Path, words: &[&str]) -> Output {
    let mut command = puzzled(folder, words);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let begun = Instant::now();
    while child.try_wait().expect("it is a child").is_none() {
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it is killed");
            panic!("{words:?} waits");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended")
}

/// Holds that a call was refused with this text, and that the folder `home` holds what it held.
fn refused(root: &Path, output: &Output, what: &str, call: &str) {
    assert!(stderr_of(output).contains(what), "{call}: {output:?}");
    assert!(!output.status.success(), "{call}: {output:?}");
    untouched(root, call);
}

fn untouched(root: &Path, call: &str) {
    assert_eq!(names(&root.join("home")), ["notes.puzzle"], "{call}");
    assert_eq!(content(root, "home/notes.puzzle"), "precious", "{call}");
}

#[test]
fn a_file_per_puzzle_stays_in_the_folder_of_out() {
    for (words, name) in EACH {
        for force in [false, true] {
            let call = format!("{words} --out out{}", if force { " --force" } else { "" });
            let words: Vec<_> = call.split(' ').chain(["sub"]).collect();
            let folder = repository("precious");
            let root = fs::canonicalize(folder.path()).expect("it is there");
            let repo = root.join("repo");
            let out = repo.join("out/deep");
            fs::create_dir_all(repo.join("sub/deep")).expect("a folder");
            fs::write(repo.join("sub/deep/a.puzzle"), BOARD).expect("a file");
            fs::create_dir(repo.join("out")).expect("a folder");

            // A link in the middle: to a folder that is there, and to one that is not.
            symlink(root.join("home"), &out).expect("a link");
            let leads = format!(" {}/home/{name}, ", root.display());
            let output = run(&repo, &words);
            refused(&root, &output, &leads, &call);
            refused(&root, &output, "`--out`", &call);
            fs::remove_file(&out).expect("removed");
            symlink(root.join("home/none"), &out).expect("a link");
            refused(&root, &run(&repo, &words), "cannot write out/deep/", &call);
            fs::remove_file(&out).expect("removed");

            // At the end: to a file that is there, to one that is not, and a pipe.
            fs::create_dir(&out).expect("a folder");
            symlink(root.join("home/notes.puzzle"), out.join(name)).expect("a link");
            let what = if force { "a link to" } else { "cannot write out/deep/" };
            refused(&root, &run(&repo, &words), what, &call);
            fs::remove_file(out.join(name)).expect("removed");
            symlink(root.join("home/none"), out.join(name)).expect("a link");
            let what = if force { "missing" } else { "it exists" };
            refused(&root, &run(&repo, &words), what, &call);
            fs::remove_file(out.join(name)).expect("removed");
            fifo(&out.join(name));
            let what = if force { "regular file" } else { "it exists" };
            refused(&root, &run(&repo, &words), what, &call);
            fs::remove_file(out.join(name)).expect("removed");

            // A link within the folder is followed, and so is the folder that is named.
            fs::remove_dir(&out).expect("removed");
            symlink("real", &out).expect("a link");
            fs::create_dir(repo.join("out/real")).expect("a folder");
            fs::rename(repo.join("out"), repo.join("drawn")).expect("renamed");
            symlink("drawn", repo.join("out")).expect("a link");
            let output = run(&repo, &words);
            assert!(output.status.success(), "{call}: {output:?}");
            assert_eq!(names(&repo.join("drawn/real")), [name], "{call}");
        }
    }
}

#[test]
fn puzzles_that_are_made_stay_in_the_folder_of_out() {
    let call = ["make", "matrix", "--seed", "1", "--force", "--out", "out"];
    let folder = repository("precious");
    let root = fs::canonicalize(folder.path()).expect("it is there");
    let repo = root.join("repo");
    assert!(run(&repo, &call).status.success());
    let files = names(&repo.join("out"));
    let [name] = &files[..] else { panic!("{files:?}") };
    let file = repo.join("out").join(name);
    for (aim, what) in [("notes.puzzle", "a link to"), ("none", "missing")] {
        fs::remove_file(&file).expect("removed");
        symlink(root.join("home").join(aim), &file).expect("a link");
        refused(&root, &run(&repo, &call), what, "make");
    }
    fs::remove_file(&file).expect("removed");
    fifo(&file);
    refused(&root, &run(&repo, &call), "regular file", "make");
}

#[test]
fn a_path_that_leaves_the_current_folder_through_a_link_is_refused() {
    for (words, before, after) in EVERY_WRITER {
        let folder = repository(before);
        let root = fs::canonicalize(folder.path()).expect("it is there");
        let repo = root.join("repo");
        symlink("../home", repo.join("link")).expect("a link");

        // As a shell writes `*/*.puzzle` and `*`, from here and from a folder beside it.
        for (at, path) in [
            ("repo", "link/notes.puzzle"),
            ("repo", "./link/notes.puzzle"),
            ("repo", "link"),
            ("repo/deep", "../link/notes.puzzle"),
        ] {
            let output = run(&root.join(at), &[words, &[path]].concat());
            assert_eq!(output.status.code(), Some(2), "{words:?} {path}: {output:?}");
            let leads = format!("leads to {}/home/notes.puzzle, outside", root.display());
            assert!(stderr_of(&output).contains(&leads), "{words:?} {path}: {output:?}");
            assert!(stderr_of(&output).contains("add `--follow`"), "{words:?} {path}: {output:?}");
            assert_eq!(content(&root, "home/notes.puzzle"), before);
        }

        // From above, the link leaves nothing; and a path from the root says where it goes.
        let whole = repo.join("link/notes.puzzle");
        let places: [(&Path, &[&str]); 3] = [
            (&root, &["repo/link/notes.puzzle"]),
            (&repo, &[whole.to_str().expect("it is UTF-8")]),
            (&repo, &["--follow", "link/notes.puzzle"]),
        ];
        for (at, path) in places {
            fs::write(root.join("home/notes.puzzle"), before).expect("written");
            let output = run(at, &[words, path].concat());
            assert_eq!(output.status.code(), Some(0), "{words:?} {path:?}: {output:?}");
            assert_eq!(content(&root, "home/notes.puzzle"), after);
        }
    }
}

#[test]
fn a_verb_writes_where_its_file_is() {
    let puzzle = "matrix m { 1 2 / 3 4 }\n";
    let saved = || {
        let folder = repository("precious");
        let (text, _) = repl(folder.path(), &format!("{puzzle}save old.puzzle\n"));
        assert_eq!(text, "saved to old.puzzle\n");
        content(folder.path(), "old.puzzle")
    };
    let saved = saved();

    for verb in VERBS {
        let folder = repository(&saved);
        let root = fs::canonicalize(folder.path()).expect("it is there");
        let repo = root.join("repo");
        symlink("../home", repo.join("link")).expect("a link");
        symlink("../home/notes.puzzle", repo.join("old.puzzle")).expect("a link");
        symlink("../home/none", repo.join("none.puzzle")).expect("a link");
        fifo(&repo.join("pipe.puzzle"));
        for (file, what) in [
            ("link/new.puzzle", "a link in its path"),
            ("link/notes.puzzle", "a link in its path"),
            ("old.puzzle", "a link to "),
            ("none.puzzle", "it exists"),
            ("pipe.puzzle", if verb == "save" { "regular file" } else { "it exists" }),
        ] {
            let (text, code) = repl(&repo, &format!("{puzzle}m: rotate 1\n{verb} {file}\n"));
            assert!(text.contains("cannot write") && text.contains(what), "{verb} {file}: {text}");
            assert_eq!(text.contains("name that file"), what.contains("link"), "{verb}: {text}");
            assert_eq!(code, Some(1), "{verb} {file}: {text}");
            assert_eq!(names(&root.join("home")), ["notes.puzzle"], "{verb} {file}");
            assert_eq!(content(&root, "home/notes.puzzle"), saved, "{verb} {file}");
        }
    }
}

#[test]
fn the_log_of_the_server_is_where_its_file_is() {
    let folder = repository("precious");
    let root = fs::canonicalize(folder.path()).expect("it is there");
    let repo = root.join("repo");
    symlink("../home", repo.join("link")).expect("a link");
    symlink("../home/notes.puzzle", repo.join("log")).expect("a link");
    fifo(&repo.join("pipe"));
    for (file, what) in
        [("link/log", "a link in its path"), ("log", "a link to "), ("pipe", "regular file")]
    {
        let output = run(&repo, &["lsp", "--log", file]);
        assert!(stderr_of(&output).contains(what), "{file}: {output:?}");
        untouched(&root, file);
    }
}
