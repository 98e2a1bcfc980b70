//! Hidden, linked and special files of a folder are passed over and counted, and no command waits
//! for a pipe that takes the place of a file.

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{Call, fifo, puzzled};

const TEXT: &str = "matrix m { 1 2 / 3 4 }\nrotate 1 => 2 4\n";

/// Every command that searches folders, with the ending of the files that it reads there. FOLDER is
/// the folder.
const COMMANDS: [(&str, &str); 12] = [
    ("check FOLDER", "puzzle"),
    ("check --fix FOLDER", "puzzle"),
    ("test FOLDER", "puzzle"),
    ("test --bless FOLDER", "puzzle"),
    ("fmt --check FOLDER", "puzzle"),
    ("rank FOLDER", "puzzle"),
    ("sheet FOLDER", "puzzle"),
    ("show --out out FOLDER", "puzzle"),
    ("graph FOLDER", "puzzle"),
    ("export --all --out out FOLDER", "puzzle"),
    ("import FOLDER", "txt"),
    ("make matrix --seed 1 --avoid FOLDER", "puzzle"),
];

fn call(words: &str, ending: &str) -> Call {
    let call = puzzled(&words.replace("FOLDER", "d"));
    call.file(&format!("d/a.{ending}"), TEXT).file("other", TEXT)
}

#[test]
fn what_is_passed_over_is_counted_in_one_line() {
    for (words, ending) in COMMANDS {
        let plain = call(words, ending).run();
        assert!(!plain.err().contains("passed over"), "{words}: {}", plain.err());
        let call = call(words, ending)
            .file(&format!("d/.b.{ending}"), TEXT)
            .file(&format!("d/.hidden/c.{ending}"), TEXT)
            .file("d/.other", TEXT)
            .file("d/notes.md", TEXT);
        let path = |name: &str| call.path(&format!("d/{name}.{ending}"));
        std::os::unix::fs::symlink("../other", path("link")).expect("a link");
        std::os::unix::fs::symlink("/dev/zero", path("zero")).expect("a link");
        fifo(&path("pipe"));
        let ended = call.run();
        let counts = "passed over 1 hidden file, 2 links and 1 special file";
        let err = ended.err();
        let (notes, rest): (Vec<_>, Vec<_>) =
            err.split_inclusive('\n').partition(|line| line.contains(counts));
        assert_eq!((notes.len(), rest.concat()), (1, plain.err()), "{words}: {err}");
        assert_eq!(ended.out(), plain.out(), "{words}");
    }
}

#[test]
fn a_folder_of_special_files_is_not_called_empty() {
    let call = puzzled("check d").folder("d");
    fifo(&call.path("d/pipe.puzzle"));
    let ended = call.run().code(2).stdout("");
    ended.complains("passed over 1 special file").complains("no other file in d ends with");
}

/// Exchanges the files of a folder with pipes and back while commands read it.
#[test]
fn no_command_waits_for_a_pipe_put_in_the_place_of_a_file() {
    let commands = COMMANDS.iter().chain(&[("grade other FOLDER", "puzzle")]);
    for (words, ending) in commands {
        let call = call(words, ending).folder("pipes");
        let names: Vec<_> = (0..40).map(|number| format!("f{number}.{ending}")).collect();
        for name in &names {
            std::fs::write(call.path("d").join(name), TEXT).expect("written");
            fifo(&call.path("pipes").join(name));
        }
        let d = call.path("d");
        let pipes = call.path("pipes");
        let aside = call.path("aside");
        let is_over = AtomicBool::new(false);

        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    for name in &names {
                        let _ = std::fs::rename(d.join(name), &aside);
                        let _ = std::fs::rename(pipes.join(name), d.join(name));
                        let _ = std::fs::rename(&aside, pipes.join(name));
                    }
                }
            });

            let waits = (0..3).find(|_| {
                let mut command = call.command();
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                let mut child = command.spawn().expect("the program starts");
                let begun = Instant::now();
                let ended = loop {
                    if child.try_wait().expect("it is a child").is_some() {
                        break true;
                    }
                    if begun.elapsed() > Duration::from_secs(30) {
                        break false;
                    }
                    std::thread::sleep(Duration::from_millis(5));
                };
                if !ended {
                    child.kill().and_then(|()| child.wait()).expect("it is killed");
                }
                !ended
            });

            is_over.store(true, Ordering::Relaxed);
            assert_eq!(waits, None, "{words} waits");
        });
    }
}
