//! `puzzled verify`: its arguments, the texts that it reads, and what it claims.

use serde_json::{Value, json};

use crate::common::{Call, json_lines, puzzled};

const TWO: &str = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\nklotski other { A . / goal A at (0,1) }\n";
const ONE: &str = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\n";
const RAW: &str = "3 3\nA . B\nC . B\nC D .\nA\n2 2\n";
const RIGHT: &str = "A (0,0) (0,1); C (1,0) (0,0); D (2,1) (2,0); A (0,1) (2,2)\n";

/// Makes a call of `verify` in a folder with documents, raw input, a list and answers. Standard
/// input holds an answer that is wrong everywhere.
fn verify(arguments: &str) -> Call {
    puzzled(&format!("verify {arguments}"))
        .file("one.puzzle", ONE)
        .file("two.puzzle", TWO)
        .file("raw", RAW)
        .file("list", "..B.AAB....C...C\n..B.AAB....C...C\n")
        .file("answer", RIGHT)
        .file("answer.txt", RIGHT)
        .file("sub/answer", RIGHT)
        .file("two-answers", "B+2 A+2\nB+1 B+1 A+2\n")
        .file("other", "A (0,0) (0,1)\n")
        .input("neither\n")
}

#[test]
fn an_argument_is_a_puzzle_or_a_file_and_never_ignored() {
    for arguments in [
        "one.puzzle answer",
        "one.puzzle answer.txt",
        "one.puzzle ./answer",
        "one.puzzle sub/answer",
        "one.puzzle k answer",
        "two.puzzle k answer",
        "two.puzzle k ./answer",
        "--as klotski raw answer",
        "--as klotski raw answer.txt",
    ] {
        verify(arguments).run().code(0).says("right: legal, 4 moves").stderr("");
    }
    verify("two.puzzle other other").run().code(0).says("right: legal, 1 move");
    let both = verify("--as rush list two-answers").run().code(1).out();
    let words: Vec<_> = both.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(words, ["right", "longer"], "{both}");
    // `-` is standard input, also under a name.
    for arguments in ["one.puzzle -", "one.puzzle k -", "--as klotski raw -"] {
        verify(arguments).input(RIGHT).run().code(0).says("right: legal, 4 moves");
    }
    // A file in place of standard input is read, whatever it holds.
    verify("one.puzzle answer").file("answer", "").input(RIGHT).run().code(1).says("unsolved");
}

#[test]
fn arguments_that_contradict_each_other_are_wrong_usage() {
    for (arguments, message) in [
        ("two.puzzle", "`k` and `other`"),
        ("two.puzzle answer", "several puzzles"),
        ("two.puzzle --answer 4", "several puzzles"),
        ("two.puzzle other", "`./other`"),
        ("one.puzzle kk", "did you mean `k`?"),
        ("one.puzzle answer answer", "no puzzle `answer` in one.puzzle"),
        ("one.puzzle ./answer k", "no puzzle `./answer` in one.puzzle"),
        ("one.puzzle missing.txt", "cannot read missing.txt: "),
        ("one.puzzle k missing", "cannot read missing: "),
        ("one.puzzle sub/", "cannot read sub/: "),
        ("one.puzzle k answer more", "argument more"),
        ("--as klotski raw missing", "cannot read missing: "),
        ("--as klotski raw answer more", "argument more"),
        ("--as rush list answer more", "argument more"),
        ("one.puzzle answer --answer 4", "answer and `--answer`"),
        ("one.puzzle k answer --answer 4", "answer and `--answer`"),
        ("--as klotski raw answer --answer 4", "answer and `--answer`"),
        ("--as klotski - -", "standard input"),
    ] {
        verify(arguments).run().code(2).stdout("").complains(message);
    }
    let many: Vec<_> = (0..30).map(|at| format!("matrix m{at} {{ 1 }}\n")).collect();
    let ended = verify("many.puzzle").file("many.puzzle", many.concat()).run().code(2);
    ended.complains("`m0`, `m1`").complains("`m19`, and 10 more");
}

/// Calls with as many arguments as each command takes.
const FULL: &[(&str, &[&str])] = &[
    ("run", &["run one.puzzle", "run --as rush list", "run --as rush --jsonl lines"]),
    ("solve", &["solve one.puzzle", "solve --as rush list"]),
    ("check", &["check one.puzzle", "check --as klotski raw"]),
    ("test", &["test one.puzzle"]),
    (
        "verify",
        &[
            "verify one.puzzle k answer",
            "verify --answer 4 one.puzzle k",
            "verify --as klotski raw answer",
            "verify --answer 4 --as klotski raw",
            "verify --as rush list two-answers",
            "verify --jsonl lines",
            "verify --kattis --as klotski raw answer sub",
        ],
    ),
    ("grade", &["grade one.puzzle one.puzzle"]),
    ("fmt", &["fmt --check one.puzzle"]),
    ("rank", &["rank one.puzzle"]),
    ("repl", &["repl --no-init one.puzzle"]),
    ("lsp", &["lsp"]),
    ("help", &["help klotski"]),
    ("explain", &["explain klotski::no-goal"]),
    ("sheet", &["sheet one.puzzle"]),
    ("make", &["make rush"]),
    ("show", &["show one.puzzle k", "show --as klotski raw raw", "show --out drawn one.puzzle"]),
    ("graph", &["graph one.puzzle k", "graph --out drawn one.puzzle"]),
    ("import", &["import --as klotski raw"]),
    ("export", &["export one.puzzle k", "export --all one.puzzle"]),
    ("completions", &["completions bash"]),
];

#[test]
fn no_command_ignores_an_argument() {
    for command in puzzled::cli::command().get_subcommands() {
        let name = command.get_name();
        assert!(FULL.iter().any(|(known, _)| *known == name), "no call of `{name}`");
    }
    for call in FULL.iter().flat_map(|(_, calls)| *calls) {
        let folder = puzzled(call)
            .file("one.puzzle", format!("{ONE}solve => 4\n"))
            .file("raw", RAW)
            .file("list", "..B.AAB....C...C\n")
            .file("lines", "{}\n")
            .file("answer", RIGHT)
            .file("two-answers", "B+2 A+2\n")
            .folder("sub");
        let ended = folder.argument("surplus").input("").run();
        let output = format!("{}{}", ended.out(), ended.err());
        let refusals = ["surplus", "Usage", "several", "leave out"];
        assert!(refusals.iter().any(|refusal| output.contains(refusal)), "{call}: {output}");
        assert!(ended.status() != Some(0), "{call}: {output}");
    }
}

/// Returns the verdicts on lines of JSON.
fn judged(lines: impl AsRef<[u8]>) -> Vec<Value> {
    json_lines(&puzzled("verify --jsonl").input(lines).run().code(0).out())
}

#[test]
fn a_stated_length_is_not_called_the_shortest() {
    let line = |kind: &str, puzzle: &str, answer: &str, shortest: Value| {
        let line =
            json!({ "kind": kind, "puzzle": puzzle, "answer": answer, "shortest": shortest });
        judged(line.to_string()).remove(0)
    };
    let board = "..B.AAB....C...C";
    let none = Value::Null;

    for (answer, shortest, verdict, reported, reason) in [
        ("B+2 A+2", json!(2), "right", json!(2), "legal, 2 moves, as few as `shortest` says"),
        ("B+1 B+1 A+2", json!(2), "longer", json!(2), "legal, 3 moves; `shortest` says 2"),
        ("B+1 B+1 A+2", json!(3), "right", json!(3), "legal, 3 moves, as few as `shortest` says"),
        // The answer refutes what is stated: then it is searched for.
        (
            "B+1 B+1 A+2",
            json!(5),
            "longer",
            json!(2),
            "legal, 3 moves; 2 are enough; `shortest` says 5",
        ),
        (
            "B+2 A+2",
            json!(5),
            "right",
            json!(2),
            "legal, 2 moves, as few as possible; `shortest` says 5",
        ),
        ("B+2 A+2", none.clone(), "right", json!(2), "legal, 2 moves, as few as possible"),
        (
            "B+2",
            json!(1),
            "unsolved",
            none.clone(),
            "legal, 1 move; the goal is not reached: A to the right edge",
        ),
        ("unsolvable", json!(5), "wrong", json!(5), "`shortest` says that there is a solution"),
        ("unsolvable", none.clone(), "wrong", json!(2), "there is a solution"),
    ] {
        let value = line("rush", board, answer, shortest.clone());
        assert_eq!(value["verdict"], verdict, "{answer} {shortest}: {value}");
        assert_eq!(value["shortest"], reported, "{answer} {shortest}: {value}");
        assert_eq!(value["reason"], reason, "{answer} {shortest}");
    }

    // Every kind: a length that is too great, too small, or right never makes a claim.
    for (kind, puzzle, answer) in [
        ("rush", board, "B+2 A+2"),
        ("klotski", "2 2\nA .\n. .\nA\n1 1\n", "A to (1,1)"),
        ("bloxorz", "SooT\n", "RR"),
        ("sliders", "A.\nBC\ngoal\nAC\nB.\n", "U"),
        ("sudoku", "1.343412214343.1", "r1c2=2 r4c3=2"),
    ] {
        for shortest in 0..4 {
            let value = line(kind, puzzle, answer, json!(shortest));
            let claims = value["reason"].as_str().expect("a reason").contains("as possible");
            let refuted = value["moves"].as_u64() < Some(shortest);
            assert!(!claims || refuted && kind != "sudoku", "{kind} {shortest}: {value}");
            assert!(
                value["verdict"] == "right" || value["moves"].as_u64() > Some(shortest),
                "{kind} {shortest}: {value}"
            );
        }
    }

    let value = line("sudoku", "1.343412214343.1", "r1c2=2 r4c3=2", json!(7));
    assert_eq!(value["reason"], "legal, 2 cells filled, reaches the goal");
    assert_eq!(value["shortest"], none);
}

/// Judges the output of a team by the answer of a judge; returns the exit code and the message.
fn validated(options: &str, kind: &str, puzzle: &str, judge: &str, team: &str) -> (i32, String) {
    let call = puzzled(&format!("verify --kattis --as {kind} in judge fb {options}"))
        .file("in", puzzle)
        .file("judge", judge)
        .folder("fb");
    let ended = call.input(team).run();
    let message = std::fs::read_to_string(ended.path("fb/judgemessage.txt"));
    (ended.status().expect("a code"), message.unwrap_or_else(|_| ended.err()))
}

#[test]
fn a_validator_claims_nothing_that_was_not_checked() {
    let board = "..B.AAB....C...C\n";
    let two = "B+2 A+2";
    let three = "B+1 B+1 A+2";
    let four = "B+1 B-1 B+2 A+2";

    for (judge, team, code, message) in [
        (two, two, 42, "right: legal, 2 moves, as few as the judge's answer\n"),
        (two, three, 43, "longer: legal, 3 moves; 2 are enough\n"),
        (three, three, 42, "right: legal, 3 moves, as few as the judge's answer\n"),
        (three, four, 43, "longer: legal, 4 moves; 3 are enough\n"),
        (
            four,
            three,
            2,
            "puzzled: the team beats the judge: legal, 3 moves; the judge's answer has 4\n",
        ),
        ("", two, 42, "right: legal, 2 moves, as few as possible\n"),
        ("", three, 43, "longer: legal, 3 moves; 2 are enough\n"),
        (
            "unsolvable",
            "unsolvable",
            42,
            "right: the judge's answer says that there is no solution\n",
        ),
        (
            "unsolvable",
            two,
            2,
            "puzzled: the team beats the judge: legal, 2 moves, reaches the goal\n",
        ),
        (two, "unsolvable", 43, "wrong: there is a solution\n"),
    ] {
        let validation = validated("", "rush", board, judge, team);
        assert_eq!(validation, (code, String::from(message)), "{judge} {team}");
        // Any length is right, and nothing is searched or claimed.
        let (any, message) = validated("--any-length", "rush", board, judge, team);
        assert_eq!(
            any,
            if code == 43 && team != "unsolvable" { 42 } else { code },
            "{judge} {team}"
        );
        assert!(!message.contains("as few") && !message.contains("enough"), "{message}");
    }

    // Every kind: only a search says that fewer moves are not possible.
    for (kind, puzzle, answer) in [
        ("rush", board, two),
        ("klotski", "2 2\nA .\n. .\nA\n1 1\n", "A to (1,1)"),
        ("bloxorz", "SooT\n", "RR"),
        ("sliders", "A.\nBC\ngoal\nAC\nB.\n", "U"),
        ("sudoku", "1.343412214343.1", "r1c2=2 r4c3=2"),
    ] {
        for options in ["", "--any-length"] {
            let (code, message) = validated(options, kind, puzzle, answer, answer);
            assert_eq!(code, 42, "{kind}: {message}");
            assert!(!message.contains("as possible"), "{kind}: {message}");
        }
    }
}

#[test]
fn any_length_is_right_in_lines_with_and_without_a_stated_length() {
    let board = "..B.AAB....C...C";
    for shortest in [Value::Null, json!(1), json!(2), json!(3), json!(5)] {
        let line = |answer: &str| {
            let fields =
                json!({ "kind": "rush", "puzzle": board, "answer": answer, "shortest": shortest });
            let call = puzzled("verify --jsonl --any-length --states 1").input(fields.to_string());
            serde_json::from_str::<Value>(&call.run().code(0).out()).expect("JSON")
        };
        for (answer, count) in [("B+2 A+2", 2), ("B+1 B+1 A+2", 3)] {
            let value = line(answer);
            assert_eq!(value["verdict"], "right", "{value}");
            assert_eq!(value["reason"], format!("legal, {count} moves, reaches the goal"));
            assert_eq!(value["shortest"], Value::Null, "{value}");
        }
        assert_eq!(line("B+1")["verdict"], "unsolved");
        if shortest != Value::Null {
            let reason = "`shortest` says that there is a solution";
            assert_eq!(line("unsolvable")["reason"], reason);
        }
    }
}

const MARK: &str = "\u{feff}";

#[test]
fn byte_order_marks_and_empty_lines_are_skipped() {
    let line = r#"{"id":1,"kind":"rush","puzzle":"..B.AAB....C...C","answer":"B+2 A+3"}"#;
    let text = format!("{MARK}{line}\r\n\r\n  \t\n{MARK}\n{MARK}{line}\n\n");
    let verdicts = judged(&text);
    assert_eq!(verdicts.len(), 2);
    assert_eq!(verdicts[0], judged(line)[0]);
    let solved = puzzled("run --as rush --jsonl").input(&text).run().code(0).out();
    assert_eq!(solved, "{\"id\":1,\"answer\":\"2 B+2 A+2\",\"status\":\"solved\"}\n".repeat(2));

    // The answers of every kind, in a line, in a file and on standard input.
    for (kind, puzzle, answer) in [
        ("rush", "..B.AAB....C...C", "2 B+2 A+2"),
        ("rush", "..B.AAB....C...C", "{\"length\":2,\"moves\":[\"B+2\",\"A+2\"]}"),
        ("rush", "BAA.B...........", "unsolvable"),
        ("klotski", RAW, RIGHT),
        ("bloxorz", "SooT\n", "RR"),
        ("sliders", "A.\nBC\ngoal\nAC\nB.\n", "1 1 85"),
        ("sliders", "A.\nBC\ngoal\nAC\nB.\n", "U"),
        ("sudoku", "1.343412214343.1", "1234341221434321"),
        ("sudoku", "1.343412214343.1", "r1c2=2 r4c3=2"),
        ("matrix", "2 2 1\n1 2\n3 4\n", "2 4\n1 3"),
        ("automaton", "3\nX\n1\n0 []\n", "X"),
    ] {
        for bare in [answer, "B+9 ?"] {
            let marked = format!("{MARK}{bare}");
            let verdicts = [bare, &marked].map(|answer| {
                let lines = json!({ "kind": kind, "puzzle": puzzle, "answer": answer });
                judged(lines.to_string()).remove(0)
            });
            for field in ["verdict", "moves", "shortest", "reason"] {
                assert_eq!(verdicts[0][field], verdicts[1][field], "{kind} {bare}: {verdicts:?}");
            }
            if let Some(start) = verdicts[0]["at"]["start"].as_u64() {
                assert_eq!(verdicts[1]["at"]["start"], start + 3, "{kind} {bare}");
                assert_eq!(verdicts[1]["at"]["text"], verdicts[0]["at"]["text"], "{kind} {bare}");
            }
            let call = || puzzled(&format!("verify --as {kind} in")).file("in", puzzle);
            let plain = call().input(bare).run();
            let code = plain.status().expect("a code");
            call().input(&marked).run().code(code).stdout(&plain.out());
            call().argument("out").file("out", &marked).run().code(code).stdout(&plain.out());
        }

        // A team's answer, and a judge's.
        let marked = format!("{MARK}{answer}");
        let kattis = puzzled(&format!("verify --kattis --as {kind} in judge fb"));
        let kattis = kattis.file("in", puzzle).file("judge", &marked).folder("fb");
        kattis.input(&marked).run().code(42).stderr("");
    }
}

#[test]
fn lines_have_their_verdicts_and_the_call_ends_well() {
    let malformed =
        "x\n{}\n[]\n{\"kind\":\"chess\"}\n{\"kind\":\"rush\",\"puzzle\":\"AA..\",\"answer\":5}\n";
    for lines in [malformed, "", "\n", "{}"] {
        let verdicts = judged(lines);
        assert_eq!(verdicts.len(), lines.lines().filter(|line| !line.is_empty()).count());
        assert!(verdicts.iter().all(|value| value["verdict"] == "unreadable"), "{verdicts:?}");
    }
    judged(r#"{"kind":"rush","puzzle":"..B.AAB....C...C","answer":"B+9"}"#);
    // A line without an answer: of a puzzle with a goal, and of one without.
    for (goal, verdict) in [("\\nA\\n1 1\\n", "not-an-answer"), ("\\n", "unreadable")] {
        let puzzle = format!("2 2\\nA .\\n. .{goal}");
        let line = format!("{{\"kind\":\"klotski\",\"puzzle\":\"{puzzle}\",\"answer\":null}}");
        assert_eq!(judged(line)[0]["verdict"], verdict, "{goal}");
    }
    puzzled("verify --jsonl missing").run().code(2).complains("cannot read missing: ");
}

/// Makes a call as a validator, whose team makes one legal move.
#[cfg(unix)]
fn validator(folder: &str) -> Call {
    puzzled(&format!("verify --kattis --as rush in judge {folder} --tell-team"))
        .file("in", "..B.AAB....C...C\n")
        .file("judge", "2 B+2 A+2\n")
        .file("precious", "precious")
        .folder("fb")
        .input("B+2\n")
}

#[cfg(unix)]
#[test]
fn a_validator_writes_regular_files_of_its_folder_only() {
    use std::os::unix::fs::symlink;

    for name in ["judgemessage.txt", "judgeimage.svg", "teammessage.txt", "teamimage.svg"] {
        let refusal = format!("cannot write fb/{name}: ");
        let place = format!("fb/{name}");
        // A link to a file of another folder, of the same folder, to nothing, and to itself.
        for target in ["../precious", "own", "../new", name] {
            let call = validator("fb").file("fb/own", "precious");
            symlink(target, call.path(&place)).expect("a link can be made");
            let ended = call.run().code(2).stdout("").complains(&refusal);
            assert_eq!(ended.content("precious"), b"precious");
            assert_eq!(ended.content("fb/own"), b"precious");
            assert!(!ended.path("new").exists(), "{name} {target}");
        }
        let call = validator("fb");
        crate::common::fifo(&call.path(&place));
        call.run().code(2).stdout("").complains(&refusal);
        validator("fb").folder(&place).run().code(2).complains(&refusal);
        // A file that is there is replaced; the folder may be named through a link.
        let call = validator("link/fb").file(&place, "old");
        symlink(".", call.path("link")).expect("a link can be made");
        let ended = call.run().code(43).stdout("").stderr("");
        assert!(ended.text("fb/judgemessage.txt").starts_with("unsolved: legal, 1 move; "));
        assert_ne!(ended.content(&place), b"old");
        assert_eq!(ended.content("precious"), b"precious");
    }
    validator("missing")
        .run()
        .code(2)
        .stdout("")
        .complains("cannot write missing/judgemessage.txt");
}
