//! Holds `puzzled rank`: a line per puzzle, the same in any order of files, equal puzzles marked.

use std::process::Stdio;

use crate::common::{json_lines, puzzled, right_examples, root};
use puzzled::kinds::KINDS;
use serde_json::Value;

/// A klotski, and the same mirrored, rotated and with other labels; then one that is not the same.
const LEVELS: &str = "\
klotski one {
  A . B
  C . B
  C D .
  goal A at (2,2)
}
klotski mirrored {
  Y . X
  Y . P
  . Q P
  goal X at (2,0)
}
klotski turned {
  . D C
  B . C
  B . A
  goal A at (0,0)
}
klotski other {
  A . B
  C . B
  C D .
  goal A at (2,1)
}
klotski stuck { A # . / goal A at (0,2) }
klotski aimless { A . }
";

const SUDOKUS: &str = "\
sudoku small { 1.34 3412 2143 432. }
sudoku renamed { 2.43 4321 1234 341. }
sudoku open { 1... .... .... .... }
";

/// Parses the objects that a call prints.
fn objects(text: &str) -> Vec<Value> {
    let objects = json_lines(text);
    assert!(objects.iter().all(|object| object.get("seconds").is_none()), "{text}");
    objects
}

fn find<'a>(puzzles: &'a [Value], name: &str) -> &'a Value {
    puzzles
        .iter()
        .find(|puzzle| puzzle["name"] == name)
        .unwrap_or_else(|| panic!("{name} is missing"))
}

#[test]
fn figures_are_those_of_the_commands() {
    let call = puzzled("rank --format json a.puzzle b.puzzle");
    let end = call.file("a.puzzle", LEVELS).file("b.puzzle", SUDOKUS).run().code(1).stderr("");
    let puzzles = objects(&end.out());
    assert_eq!(puzzles.len(), 9);
    let first = find(&puzzles, "one");
    assert_eq!((&first["kind"], &first["file"]), (&"klotski".into(), &"a.puzzle".into()));
    assert_eq!(first["optimum"], 4);
    assert_eq!(first["states"], 240);
    assert_eq!(first["rating"], Value::Null);
    // As many as `goals` lists.
    let goals = puzzled("run a.puzzle").file("a.puzzle", format!("{LEVELS}one: goals 100000\n"));
    let count = goals.run().code(0).out().lines().count();
    assert_eq!(first["solutions"], count);
    assert_eq!(first["unique"], count == 1);
    let stuck = find(&puzzles, "stuck");
    assert_eq!((&stuck["optimum"], &stuck["solutions"]), (&"unsolvable".into(), &0.into()));
    let aimless = find(&puzzles, "aimless");
    assert_eq!((&aimless["optimum"], &aimless["unique"]), (&Value::Null, &Value::Null));
    assert_eq!(aimless["states"], 2);
    let small = find(&puzzles, "small");
    assert_eq!((&small["solutions"], &small["unique"]), (&1.into(), &true.into()));
    assert!(small["rating"].as_str().is_some_and(|text| text.starts_with("easy - ")));
    let open = find(&puzzles, "open");
    assert_eq!((&open["solutions"], &open["unique"]), (&72.into(), &false.into()));
}

#[test]
fn equal_puzzles_are_marked() {
    let call = puzzled("rank --format json a.puzzle b.puzzle");
    let end = call.file("a.puzzle", LEVELS).file("b.puzzle", SUDOKUS).run().code(1);
    let puzzles = objects(&end.out());
    for (name, same) in [
        ("one", None),
        ("mirrored", Some("one")),
        ("turned", Some("one")),
        ("other", None),
        ("stuck", None),
        ("small", None),
        ("renamed", Some("small")),
        ("open", None),
    ] {
        assert_eq!(find(&puzzles, name)["same"]["name"].as_str(), same, "{name}");
    }
    let same = find(&puzzles, "renamed")["same"].clone();
    assert_eq!(same["file"], "b.puzzle");
}

#[test]
fn sudokus_with_exchanged_rows_and_columns_are_the_same() {
    let first = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    let cell = |row: usize, column: usize| first.as_bytes()[9 * row + column];
    // Rows of a band, bands, columns of a stack and digits are exchanged, and rows become columns.
    let rows = [5, 3, 4, 0, 2, 1, 8, 6, 7];
    let columns = [0, 2, 1, 7, 6, 8, 3, 4, 5];
    let digit =
        |byte: u8| if byte == b'.' { '.' } else { char::from(b'1' + (byte - b'1' + 4) % 9) };
    let drawn = |at: usize| digit(cell(rows[at % 9], columns[at / 9]));
    let other: String = (0..81).map(drawn).collect();
    // Another puzzle: a given has another place in its row.
    let third = format!("3....2{}", &other[6..]);
    let text = format!("sudoku a {{ {first} }}\nsudoku b {{ {other} }}\nsudoku c {{ {third} }}\n");
    let call = puzzled("rank --format json a.puzzle").file("a.puzzle", text);
    let puzzles = objects(&call.run().out());
    assert_eq!(find(&puzzles, "b")["same"]["name"], "a");
    assert_eq!(find(&puzzles, "c")["same"], Value::Null);
    assert_eq!(find(&puzzles, "a")["idle"], find(&puzzles, "b")["idle"]);
}

#[test]
fn open_questions_withhold_what_a_search_finds() {
    let level = "klotski a { A . B / C . B / C D . / goal A at (2,2) }\nsolve => ?\n";
    let call = puzzled("rank --format json a.puzzle").file("a.puzzle", level);
    let puzzle = &objects(&call.run().code(0).out())[0];
    assert_eq!((&puzzle["pieces"], &puzzle["size"]), (&4.into(), &"3x3".into()));
    for name in ["optimum", "solutions", "states", "idle", "forced", "divergence", "bottlenecks"] {
        assert_eq!(puzzle[name], Value::Null, "{name}");
    }
}

#[test]
fn sizes_are_sorted_as_areas() {
    let levels = "matrix a { 1 2 3 4 5 6 7 8 9 10 }\nmatrix b { 1 2 / 3 4 / 5 6 }\nsudoku c { 1.34 3412 2143 432. }\n";
    let call = puzzled("rank --sort size --format json a.puzzle").file("a.puzzle", levels);
    let sizes: Vec<_> =
        objects(&call.run().out()).iter().map(|puzzle| puzzle["size"].clone()).collect();
    assert_eq!(sizes, ["3x2", "1x10", "4x4"]);
}

#[test]
fn every_kind_finds_its_mirror_images() {
    let pairs = [
        (
            "automaton a { rule 18 tree (X . (. X X)) }",
            "automaton b { rule 18 tree ((X X .) . X) }",
        ),
        ("matrix a { 1 2 / 3 4 / 5 6 }", "matrix b { 5 3 1 / 6 4 2 }"),
        (
            "sliders a { 1 2 / 3 . / goal / 1 2 / . 3 }",
            "sliders b { Q P / . R / goal / Q P / R . }",
        ),
        (
            "bloxorz a {\n  Sppo\n  obsT\n  p: bridge extended\n  b: soft toggles p\n  s: splits to (0,0) and (1,3)\n}",
            "bloxorz b {\n  ------\n  --Tcxo\n  --oqqS\n  q: bridge extended\n  x: soft toggles q\n  c: splits to (2,5) and (1,2)\n}",
        ),
    ];
    for (puzzle, image) in pairs {
        let call = puzzled("rank --format json a.puzzle");
        let end = call.file("a.puzzle", format!("{puzzle}\n{image}\n")).run();
        let puzzles = objects(&end.out());
        assert_eq!(puzzles.len(), 2, "{puzzle}\n{image}\n{}", end.err());
        assert_eq!(find(&puzzles, "b")["same"]["name"], "a", "{puzzle}\n{image}\n{}", end.out());
    }
    // A rule whose left and right differ is not its own mirror image.
    let text = "automaton a { rule 2 tree (X . .) }\nautomaton b { rule 2 tree (. . X) }\n";
    let end = puzzled("rank --format json a.puzzle").file("a.puzzle", text).run().code(0);
    assert_eq!(find(&objects(&end.out()), "b")["same"], Value::Null);
}

#[test]
fn the_order_of_files_does_not_matter() {
    let files: Vec<String> =
        right_examples().iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let run = |files: Vec<String>| {
        let call = files
            .into_iter()
            .fold(puzzled("rank --format json --time 600 --states 2000"), |call, file| {
                call.argument(file)
            });
        let output = call.command().stdin(Stdio::null()).output().expect("the program runs");
        objects(&String::from_utf8(output.stdout).expect("UTF-8"))
    };

    let small: Vec<String> = files
        .into_iter()
        .filter(|file| {
            ["bloxorz/first", "alike", "klotski/why", "small", "rings"]
                .iter()
                .any(|part| file.contains(part))
        })
        .collect();

    let mut turned = small.clone();
    turned.reverse();
    turned.push(small[0].clone());
    let forward = run(small);
    let backward = run(turned);
    assert_eq!(forward, backward);
    let kinds: Vec<_> = forward
        .iter()
        .map(|puzzle| KINDS.iter().position(|kind| puzzle["kind"] == kind.name))
        .collect();
    assert!(kinds.is_sorted() && forward.len() > 4, "{kinds:?}");
}

#[test]
fn tables_and_values_have_a_line_per_puzzle() {
    let end = puzzled("rank a.puzzle").file("a.puzzle", SUDOKUS).run().code(0).stderr("");
    let text = end.out();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("file      name     kind"), "{text}");
    assert_eq!(lines.len(), 4, "{text}");
    let end = puzzled("rank --format csv").argument("a,b.puzzle").file("a,b.puzzle", SUDOKUS);
    let text = end.run().code(0).out();
    let head = "file,name,kind,optimum,solutions,states,unique,rating,pieces,size,idle,forced,\
                divergence,bottlenecks,same\n";
    assert!(
        text.starts_with(head) && text.contains("\n\"a,b.puzzle\",small,sudoku,-,1,-,yes,"),
        "{text}"
    );
    assert!(text.contains(",\"a,b.puzzle:small\"\n"), "{text}");
}

#[test]
fn the_time_is_told_only_to_those_who_ask() {
    for format in ["table", "csv", "json"] {
        let call = |option: &str| {
            let call = format!("rank --format {format} {option} a.puzzle");
            puzzled(&call).file("a.puzzle", SUDOKUS).run().code(0).out()
        };
        let with_seconds = call("--seconds");
        let without = call("");
        assert!(
            with_seconds.contains("seconds") && !without.contains("seconds"),
            "{with_seconds}{without}"
        );
        assert_eq!(without, call(""), "two calls say the same");
        let of = |text: &str| text.lines().map(|line| line.matches("0.0").count()).sum::<usize>();
        assert!(of(&with_seconds) >= of(&without) + 2, "a time for each puzzle: {with_seconds}");
    }
}

#[test]
fn a_file_name_is_no_formula_and_a_header_alone_no_answer() {
    let end = puzzled("rank --format csv").argument("=1+1.puzzle").file("=1+1.puzzle", SUDOKUS);
    let text = end.run().code(0).out();
    assert!(text.contains("\n./=1+1.puzzle,small,") && !text.contains("\n="), "{text}");
    assert!(text.contains(",./=1+1.puzzle:small\n"), "{text}");
    puzzled("rank t.txt").file("t.txt", "23749\nX\n1\n").run().code(2).stdout("");
}

#[test]
fn limits_faults_and_missing_files_are_told() {
    let end = puzzled("rank --states 1 a.puzzle").file("a.puzzle", LEVELS).run().code(1);
    assert!(end.out().contains('?'), "{}", end.out());
    let end = puzzled("rank a.puzzle").file("a.puzzle", "matrix m { 1 x }\nmatrix n { 1 }\n").run();
    let end = end.code(1).complains("matrix::not-an-integer");
    assert_eq!(end.out().lines().count(), 2);
    puzzled("rank none.puzzle").run().code(2).complains("cannot read none.puzzle");
    let end = puzzled("rank").folder("a").file("a/a.puzzle", SUDOKUS).run().code(0);
    assert!(end.out().contains("a.puzzle"), "{}", end.out());
    assert!(root().join("examples").is_dir());
}

#[test]
fn lines_are_sorted_and_chosen() {
    let column = |words: &str, column: usize| -> Vec<String> {
        let call = puzzled(&format!("rank --format csv {words} levels.puzzle small.puzzle"));
        let out = call.file("levels.puzzle", LEVELS).file("small.puzzle", SUDOKUS).run().out();
        let cell = |line: &str| line.split(',').nth(column).unwrap_or_default().to_owned();
        out.lines().skip(1).map(cell).collect()
    };
    let mut names = column("", 1);
    names.sort();
    assert_eq!(column("--sort name", 1), names);
    assert_eq!(column("--sort name --top 2", 1), names[..2]);
    assert!(column("--kind klotski", 2).iter().all(|kind| kind == "klotski"));
    assert_eq!(column("--kind klotski", 1).len(), 6);
    assert_eq!(column("--kind matrix", 1), [] as [&str; 0]);
    let optima = column("--sort optimum --kind klotski", 3);
    let lengths: Vec<u64> = optima.iter().map_while(|optimum| optimum.parse().ok()).collect();
    assert!(lengths.len() > 2 && lengths.is_sorted(), "{optima:?}");
    assert!(
        optima[lengths.len()..].iter().all(|optimum| optimum.parse::<u64>().is_err()),
        "{optima:?}"
    );
}

/// Sudokus of every rating, from easy to hard; the names of the techniques are of all lengths. The
/// order in the file is another.
const RATED: [(&str, &str); 15] = [
    ("full", "1234341221434321"),
    ("easy-9", ".3............76.9....4..7.9........38...5.9.7.4...15...915...6...8.2..3.....6..2"),
    (
        "easy-10",
        ".....68.4...7...5..5....1.....5....784.67.....1.2.8.......4..61..58......9....3..",
    ),
    ("small", "1.3434122143432."),
    (
        "medium-9",
        "....2.....6......1.8....794...9.287....84...9....7..65..82.5.....5.97...3.....1..",
    ),
    (
        "medium-10",
        ".6.3.........7.6.54..8.....1.4.5.8.....4.7.2.78.....3..19..8..............7.19..4",
    ),
    ("hard-9", "8..16.49.....7...1.6.....8...5.2......27..16...7.1...9..8..3.4..56...3.........7."),
    (
        "hard-10",
        ".3.7..2.59.....7...4.56....8..3......14....52......46.3..1..........9........7893",
    ),
    (
        "unfair-9",
        "7....82...86....19...6......6......32...45.97..5.....8.7..5.3......9....3.1.6...5",
    ),
    (
        "unfair-10",
        "4.3.......6......1.....387......7.4.8...6.......2.1.6.291.....5....7.....5..3.2..",
    ),
    (
        "extreme-9",
        ".....69....137.5...8.1.27.....457....4.6..8....3..1...3.7.....6.5....28.6........",
    ),
    (
        "extreme-10",
        ".8...26...1.3..5.4..6....1..7..63..8..19..........1.2.9.867.....64..8..3.........",
    ),
    ("search", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    ("several", "1..............."),
    ("unsolvable", "123........4...."),
];

/// Returns documents with puzzles of every kind, of which some have no solution, no goal, or no
/// figures.
fn every_kind() -> String {
    let mut text = String::from(LEVELS);
    for (name, grid) in RATED.iter().rev() {
        text += &format!("sudoku {name} {{ {grid} }}\n");
    }
    text + "\
        rush jam { ..B. / AAB. / ...C / ...C }\n\
        rush free { .... / AA.. / .... / .... }\n\
        bloxorz roll { SoooT / ooooo / ooooo }\n\
        bloxorz walk { Sooo / oooo / ooTo }\n\
        sliders far { 1 2 / 3 . / goal / . 2 / 1 3 }\n\
        sliders near { 1 2 / 3 . / goal / 1 2 / . 3 }\n\
        matrix long { 1 2 3 4 5 6 7 8 9 10 }\n\
        matrix wide { 1 2 3 / 4 5 6 }\n\
        automaton tree { rule 42354 tree (X . X) }\n"
}

/// Returns the place of a value among those of its column: no value is last, and `?` after it.
fn place(column: &str, value: &Value) -> (u8, f64, f64) {
    const CLASSES: [&str; 5] = ["easy", "medium", "hard", "unfair", "extreme"];
    let text = value.as_str().unwrap_or_default();
    let words: Vec<&str> = text.split(' ').collect();
    match (column, value) {
        (_, Value::Null) => (3, 0.0, 0.0),
        (_, Value::Bool(flag)) => (0, f64::from(*flag), 0.0),
        (_, Value::Number(number)) => (0, number.as_f64().expect("a number"), 0.0),
        (_, _) if text == "several" => (1, 0.0, 0.0),
        (_, _) if text == "unsolvable" => (2, 0.0, 0.0),
        (_, _) if text == "?" => (4, 0.0, 0.0),
        ("rating", _) => {
            let class = CLASSES.iter().position(|class| *class == words[0]).expect("a class");
            (0, class as f64, words[1].parse().unwrap_or(f64::INFINITY))
        }
        ("size", _) => {
            let (rows, columns) = text.split_once('x').expect("a size");
            (0, rows.parse::<f64>().expect("a number") * columns.parse::<f64>().expect("one"), 0.0)
        }
        _ => (0, text.strip_prefix('>').expect("a bound").parse().expect("a number"), 0.5),
    }
}

#[test]
fn every_column_of_every_kind_is_sorted_by_its_value() {
    let ranked = |words: &str| {
        let call = format!("rank --states 3000 --format json {words} a.puzzle");
        objects(&puzzled(&call).file("a.puzzle", every_kind()).run().out())
    };
    let names = |puzzles: &[Value]| -> Vec<String> {
        puzzles.iter().map(|puzzle| puzzle["name"].as_str().expect("a name").to_owned()).collect()
    };
    let columns = [
        "optimum",
        "solutions",
        "states",
        "unique",
        "rating",
        "pieces",
        "size",
        "idle",
        "forced",
        "divergence",
        "bottlenecks",
    ];

    for column in columns {
        let puzzles = ranked(&format!("--sort {column}"));
        let places: Vec<_> = puzzles.iter().map(|puzzle| place(column, &puzzle[column])).collect();
        assert!(places.is_sorted(), "{column}: {places:?}");
        assert!(places.first() < places.last(), "{column} tells puzzles apart: {places:?}");
    }

    // Without `--sort` the easiest come first, kind by kind.
    let rated: Vec<_> = RATED.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names(&ranked("--kind sudoku")), rated);
    assert_eq!(names(&ranked("--kind sudoku --top 3")), rated[..3]);
    let solvable = rated[..13].to_vec();
    assert_eq!(names(&ranked("--kind sudoku --sort rating"))[..13], solvable);
    let levels = ["one", "mirrored", "turned", "other", "stuck", "aimless"];
    assert_eq!(names(&ranked("--kind klotski"))[4..], levels[4..]);

    for column in ["name", "same"] {
        let puzzles = ranked(&format!("--sort {column}"));
        let names = names(&puzzles);
        let at = |name: &str| names.iter().position(|other| other == name).expect("a puzzle");
        if column == "name" {
            assert!(at("easy-9") < at("easy-10") && at("easy-10") < at("medium-9"), "{names:?}");
            assert!(
                at("medium-10") < at("hard-9") && at("unfair-10") < at("extreme-9"),
                "{names:?}"
            );
        } else {
            assert!(
                at("mirrored") < 2 && at("turned") < 2,
                "those with a value come first: {names:?}"
            );
        }
    }

    for column in ["file", "kind"] {
        let puzzles = ranked(&format!("--sort {column}"));
        assert!(
            puzzles.is_sorted_by_key(|puzzle| puzzle[column].as_str().expect("a text").to_owned())
        );
    }
    let seconds = puzzled("rank --seconds --sort seconds --format csv --columns seconds a.puzzle");
    let seconds = seconds.file("a.puzzle", every_kind()).run().out();
    let seconds: Vec<f64> =
        seconds.lines().skip(1).map(|line| line.parse().expect("seconds")).collect();
    assert!(seconds.is_sorted() && seconds.len() == 30, "{seconds:?}");
}

#[test]
fn puzzles_of_files_are_in_the_order_of_numbers_and_classes() {
    let files = ["b-9", "b-10", "easy/a", "medium/a", "hard/a", "hard/b", "unfair/a", "extreme/a"];
    let mut call = puzzled("rank --format csv --columns file");
    for folder in ["easy", "medium", "hard", "unfair", "extreme"] {
        call = call.folder(folder);
    }
    let mut expected = String::from("file\n");
    for file in files.iter().rev() {
        call = call.file(&format!("{file}.puzzle"), "matrix m { 1 2 }\n");
    }
    for file in files {
        expected += &format!("./{file}.puzzle\n");
    }
    assert_eq!(call.run().code(0).out(), expected);
}

#[test]
fn a_table_fits_in_a_hundred_columns_and_other_forms_keep_every_column() {
    let long = "a-folder-with-a-long-name-for-its-puzzles";
    let path = format!("{long}/and-a-file-with-another-long-name.puzzle");
    let run = |words: &str| {
        let call = puzzled(&format!("rank --states 3000 {words} {path}"));
        call.folder(long).file(&path, every_kind()).run()
    };
    for words in ["", "--seconds", "--kind klotski", "--kind sudoku", "--kind klotski --sort idle"]
    {
        let end = run(words);
        let table = end.out();
        let errors = end.err();
        let widest = table.lines().map(|line| line.chars().count()).max().expect("a line");
        assert!(widest <= 100, "{words}: {widest}\n{table}");
        let head: Vec<_> = table.lines().next().expect("a head").split_whitespace().collect();
        let figure = if words.contains("sudoku") { "rating" } else { "optimum" };
        assert!(head.contains(&"name") && head.contains(&figure), "{table}");
        assert_eq!(head.contains(&"seconds"), words.contains("seconds"), "{table}");
        assert!(!words.contains("idle") || head.contains(&"idle"), "{table}");
        // Nothing that has a value is left out without a word.
        let csv = run(&format!("--format csv {words}")).out();
        for (at, column) in csv.lines().next().expect("a head").split(',').enumerate() {
            let has_value = csv
                .lines()
                .skip(1)
                .any(|line| !["", "-"].contains(&line.split(',').nth(at).expect("a cell")));
            let is_told = errors.contains(&format!("`{column}`"));
            assert_eq!(has_value, head.contains(&column) || is_told, "{column}: {errors}{table}");
        }
    }

    let chosen = run("--columns name,bottlenecks,rating,file --kind klotski");
    assert!(!chosen.err().contains("left out"), "{}", chosen.err());
    let chosen = chosen.out();
    let mut lines = chosen.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(lines.next().expect("a head"), ["name", "bottlenecks", "rating", "file"]);
    assert!(lines.all(|line| line[3] == path), "{chosen}");
    for format in ["csv", "json"] {
        let call = |words: &str| run(&format!("--format {format} --kind klotski {words}")).out();
        let columns = call("").lines().next().expect("a line").split(',').count();
        assert_eq!(columns, 15, "every column but the time: {}", call(""));
        assert_eq!(call("--columns name").lines().next().expect("a line").split(',').count(), 1);
    }
    run("--columns nosuch").code(2).complains("nosuch");
}
