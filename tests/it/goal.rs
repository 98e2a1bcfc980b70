//! `--goal` of tiles whose text has no goal: the usual goals, at every command that reads such a text.

use crate::common::puzzled;

/// The snail after one slide; its numbers cannot be brought in order.
const TILES: &str = "3\n1 2 3\n8 4 0\n7 6 5\n";
/// The same with a goal, as a line `goal` separates it, or a blank one.
const WRITTEN: [&str; 2] = [
    "1 2 3\n8 4 0\n7 6 5\ngoal\n1 2 3\n8 0 4\n7 6 5\n",
    "1 2 3\n8 4 0\n7 6 5\n\n1 2 3\n8 0 4\n7 6 5\n",
];
/// The beginning of the remark if no goal is named.
const REMARK: &str = "puzzled: no goal is written: ";
/// The commands, each with its answer if the goal is the snail.
const COMMANDS: [(&str, &str); 9] = [
    ("run", "1 1 82\n"),
    ("solve", "1 1 82\n"),
    ("check", ""),
    ("check --solve", ""),
    ("test", "1 of 1 file passed"),
    ("show", "| 1"),
    ("graph --states 3", "digraph"),
    ("import", "  goal\n  1 2 3\n  8 . 4\n  7 6 5\n"),
    ("rank --format csv", "t.txt,t,sliders,1,1,"),
];

#[test]
fn the_usual_goals_that_can_be_reached_are_told_once() {
    for (command, _) in COMMANDS {
        let end = puzzled(&format!("{command} t.txt")).file("t.txt", TILES).run();
        let err = end.err();
        assert_eq!(err.matches(REMARK).count(), 1, "{command}: {err}");
        assert_eq!(err.matches("`--goal snail`").count(), 1, "{command}: {err}");
    }
    let end = puzzled("run t.txt").file("t.txt", TILES).run().code(1).stdout("unsolvable\n");
    assert!(end.err().contains("which cannot be reached"), "{}", end.err());
    let end = puzzled("verify --as sliders --answer R t.txt").file("t.txt", TILES).run().code(1);
    assert_eq!(end.err().matches("`--goal snail`").count(), 1, "{}", end.err());
}

#[test]
fn a_goal_is_named_at_every_command_that_reads_such_a_text() {
    for (command, answer) in COMMANDS {
        for kind in ["", "--as sliders "] {
            let call = format!("{command} {kind}--goal snail t.txt");
            let end = puzzled(&call).file("t.txt", TILES).run().code(0);
            let answer = answer.replace("| 1", "│ 1");
            assert!(end.out().contains(&answer), "{call}: {}{}", end.out(), end.err());
            assert!(!end.err().contains(REMARK), "{call}: {}", end.err());
        }
    }
    for (goal, answer) in [("gap-first", "unsolvable\n"), ("ordered", "unsolvable\n")] {
        let call = format!("run --goal {goal} t.txt");
        puzzled(&call).file("t.txt", TILES).run().code(1).stdout(answer);
    }
    let other = "0 1 2\n3 4 5\n";
    let call = puzzled("run --goal gap-first t.txt").file("t.txt", other).run();
    call.code(0).stdout("0 1 0\n");

    let verify = |options: &str| {
        let call = format!("verify --as sliders --goal snail {options} --answer R t.txt");
        puzzled(&call).file("t.txt", TILES).run()
    };
    verify("").code(0).says("right");
    verify("--format json").code(0).says("\"verdict\":\"right\"");
    puzzled("verify --kattis --as sliders --goal snail t.txt a.txt .")
        .file("t.txt", TILES)
        .file("a.txt", "")
        .input("R\n")
        .run()
        .code(42);
    let line = r#"{"kind":"sliders","puzzle":"1 2 3\n8 4 0\n7 6 5","answer":"R","goal":"snail"}"#;
    puzzled("verify --jsonl").input(line).run().code(0).says("\"verdict\":\"right\"");
    puzzled("run --as sliders --jsonl").input(line).run().code(0).says("\"answer\":\"1 1 82\"");
    let line = line.replace(",\"goal\":\"snail\"", "");
    for (command, answer) in [("run", "\"answer\":\"1 1 82\""), ("verify", "\"verdict\":\"right\"")]
    {
        let call = format!("{command} --as sliders --jsonl --goal snail");
        puzzled(&call).input(&line).run().code(0).says(answer);
    }
}

#[test]
fn an_unknown_goal_is_wrong_usage_and_its_nearest_name_is_told() {
    let commands = COMMANDS.iter().map(|(command, _)| *command);
    for command in commands.chain(["verify --answer R", "repl"]) {
        for kind in ["", "--as sliders "] {
            let call = format!("{command} {kind}--goal snial t.txt");
            let end = puzzled(&call).file("t.txt", TILES).run().code(2);
            assert!(end.err().contains("did you mean `snail`?"), "{call}: {}", end.err());
        }
    }
    let end = puzzled("run --goal Q t.txt").file("t.txt", TILES).run().code(2);
    end.complains("the goals are `ordered`, `gap-first` and `snail`");
    for call in
        ["run --as sliders --jsonl --goal snial", "verify --as sliders --jsonl --goal snial"]
    {
        puzzled(call).input("{}\n").run().code(2).stdout("");
    }
    let line = r#"{"kind":"sliders","puzzle":"1 2 3\n8 4 0\n7 6 5","answer":"R","goal":"snial"}"#;
    let end = puzzled("verify --jsonl").input(line).run().code(0);
    assert!(
        end.out().contains("unreadable") && end.out().contains("did you mean"),
        "{}",
        end.out()
    );
    puzzled("import --format tiles --goal snial t.txt")
        .file("t.txt", TILES)
        .run()
        .code(2)
        .stdout("");
}

#[test]
fn tiles_with_a_goal_refuse_another_one() {
    for text in WRITTEN {
        for (command, _) in COMMANDS {
            for goal in ["snail", "ordered"] {
                let call = format!("{command} --goal {goal} t.txt");
                let end = puzzled(&call).file("t.txt", text).run();
                let output = end.out() + &end.err();
                assert!(output.contains("a goal is written here"), "{call}: {output}");
                assert!(!output.contains("1 1 82") && !output.contains("unsolvable"), "{call}");
                end.code(1);
            }
        }
        let call = "verify --as sliders --goal snail --answer R t.txt";
        let end = puzzled(call).file("t.txt", text).run().code(2);
        end.complains("a goal is written here");
    }
    let json = r#"{"puzzled":1,"kind":"sliders","start":[["1",".","2"]],"goal":[["1","2","."]]}"#;
    let end = puzzled("import --goal snail t.json").file("t.json", json).run().code(1);
    end.complains("a goal is written here");
    puzzled("import --goal snial t.json").file("t.json", json).run().code(2).stdout("");
    let letters = puzzled("run --as sliders --goal snail t.txt").file("t.txt", "A B\nC .\n").run();
    letters.code(1).complains("sliders::no-goal");
}

#[test]
fn a_goal_is_named_at_the_prompt() {
    let repl = |lines: &str| {
        let call = puzzled("repl --no-init").file("t.txt", TILES).file("g.txt", WRITTEN[0]);
        call.input(lines).run()
    };
    let end = repl("load --goal snail t.txt\nsolve\n").code(0);
    assert!(end.out().contains("1\nR\n") && !end.err().contains(REMARK), "{}", end.err());
    repl("load --as sliders --goal snail t.txt\nsolve\n").code(0).says("1\nR\n");
    let end = repl("load t.txt\n");
    assert_eq!(end.err().matches("`--goal snail`").count(), 1, "{}", end.err());
    for (line, message) in [
        ("load --goal snial t.txt", "did you mean `snail`?"),
        ("load --as sliders --goal snial t.txt", "did you mean `snail`?"),
        ("load --goal snail g.txt", "a goal is written here"),
    ] {
        let end = repl(&format!("{line}\nlist\n")).code(1).stdout("");
        assert!(end.err().contains(message), "{line}: {}", end.err());
    }
    puzzled("repl --no-init --goal snail t.txt")
        .file("t.txt", TILES)
        .input("solve\n")
        .run()
        .code(0)
        .says("1\nR\n");
}

#[test]
fn completion_scripts_offer_the_names_of_goals() {
    for shell in ["bash", "zsh", "fish"] {
        let script = puzzled(&format!("completions {shell}")).run().code(0).out();
        assert!(script.contains("gap-first"), "{shell}");
    }
}
