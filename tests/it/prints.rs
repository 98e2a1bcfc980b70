//! Holds the pictures: those of `docs/src/pictures/` and `tests/golden/prints/` are what the calls in
//! their `commands.txt` print, every puzzle of `examples/` is drawn in every form, every SVG is
//! well-formed and whole in itself, and messages about wrong use say what to do next. `BLESS=1
//! cargo test --test it prints` writes the pictures again.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{files, is_blessing, puzzled, right_examples, root, run_in, shown_path};
use puzzled::puzzle::Board;
use puzzled::puzzle::states::Stretch;
use puzzled::render::{self, Paint};
use puzzled::search::Budget;
use puzzled::session::{Mode, Session};
use puzzled::text::Source;
use serde_json::Value;

/// Returns the pictures of a folder: their names, and the arguments of the calls that make them.
fn pictures(folder: &str) -> Vec<(String, Vec<String>)> {
    let list = root().join(folder).join("commands.txt");
    let text = std::fs::read_to_string(list).expect("the list of pictures can be read");
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, call) = line.split_once(' ').expect("a name and a call");
            (name.to_owned(), call.split_whitespace().map(String::from).collect())
        })
        .collect()
}

/// Returns standard output of a call whose files are in the project or in blocks of the README; of
/// a check, a test and a table, it returns the picture of the output.
fn output_of(call: &[String]) -> String {
    if let [command, options @ .., file] = call
        && ["check", "test", "rank"].contains(&&**command)
    {
        // As it looks in the folder of the file.
        let path = root().join(file);
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let content = std::fs::read(&path).expect("the file can be read");
        let typed =
            [&[command.clone()][..], options, std::slice::from_ref(&name)].concat().join(" ");
        let call = puzzled(&typed).argument("--color").argument("always").file(&name, content);
        return crate::screen::screen(&format!("puzzled {typed}"), &call.run().out());
    }

    let mut sentence = puzzled("");
    for argument in call {
        if let Some(name) = argument.strip_prefix("README.md:") {
            sentence = sentence.argument(name).file(name, crate::book::block("README.md", name));
            continue;
        }
        let file = argument.starts_with("examples/");
        let path = root().join(argument);
        sentence = sentence.argument(if file {
            path.to_string_lossy().into_owned()
        } else {
            argument.clone()
        });
    }

    sentence.run().code(0).out()
}

#[test]
fn pictures_are_what_their_calls_print() {
    let bless = is_blessing();
    let mut differ = Vec::new();
    for folder in ["docs/src/pictures", "tests/golden/prints"] {
        let list = pictures(folder);
        for (name, call) in &list {
            let text = output_of(call);
            let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
            match ending {
                Some("svg") => crate::xml::check(name, &text),
                Some("json") => text.lines().for_each(|line| {
                    // One object, or one per line.
                    let whole = serde_json::from_str::<Value>(&text).is_ok();
                    assert!(whole || serde_json::from_str::<Value>(line).is_ok(), "{name}");
                }),
                _ => {}
            }
            let path = root().join(folder).join(name);
            if bless {
                std::fs::write(&path, &text).expect("the picture can be written");
            } else {
                let agreed = std::fs::read_to_string(&path).unwrap_or_default();
                if agreed.replace("\r\n", "\n") != text {
                    differ.push(format!("{folder}/{name}"));
                }
            }
        }

        for path in files(folder) {
            let name = shown_path(&path).replace(&format!("{folder}/"), "");
            let is_listed =
                name == "commands.txt" || list.iter().any(|(listed, _)| *listed == name);
            assert!(is_listed, "{folder}/{name} is left over");
        }
    }

    assert!(differ.is_empty(), "BLESS=1 accepts these:\n{}", differ.join("\n"));
}

/// Does something with every puzzle of the examples, in the state to which its document leads.
pub fn every_puzzle(mut act: impl FnMut(&str, &str, &mut Board)) {
    for path in right_examples() {
        let text = std::fs::read_to_string(&path).expect("the example is UTF-8");
        let source = Source::new(shown_path(&path), text);
        let mut session = Session::new();
        let mode = Mode::Check { solve: false };
        run_in(&mut session, &source, mode, &Budget::unlimited());
        let names: Vec<_> = session.entries().into_iter().map(|entry| entry.name).collect();
        for name in names {
            let puzzle = session.puzzle(Some(&name)).expect("a right example");
            act(&format!("{}: {name}", shown_path(&path)), &name, puzzle);
        }
    }
}

#[test]
fn every_puzzle_is_drawn_in_every_form() {
    let small = Budget::unlimited().with_states(1500);
    let mut films = 0;
    let mut graphs = 0;
    every_puzzle(|place, name, puzzle| {
        let scene = puzzle.scene(name);
        let text = render::svg(&scene);
        crate::xml::check(place, &text);
        assert!(text.contains("<title id=\"title\">") && text.contains("prefers-color-scheme"));
        let value: Value = serde_json::from_str(&render::scene_json(&scene)).expect("JSON");
        assert!(value["board"]["cells"].is_array() || value["tree"]["nodes"].is_array(), "{place}");
        render::picture(&scene, Paint::default());

        if let Ok(film) = puzzle.film(name, &small) {
            films += 1;
            for most in [2, 9, 60] {
                crate::xml::check(place, &render::film(&film, most));
                crate::xml::check(place, &render::strip(&film, most));
            }
            let lines = render::film_json(&film, 3);
            assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
            assert_eq!(puzzle.scene(name), scene, "{place}: a film moves nothing");
        }

        if let Some(growth) = puzzle.growth(&small)
            && !growth.states.is_empty()
        {
            assert_eq!(growth.states[0], 1, "{place}");
            crate::xml::check(place, &render::growth(name, &growth));
        }

        for rows in [1, 7, 40] {
            let stretch = Stretch { from: 0, generations: 40, rows, columns: 5 };
            if let Some(life) = puzzled::kinds::automaton::life(puzzle, stretch, &small) {
                assert_eq!(life.rows.len(), life.live.len());
                assert!(life.live.len() <= rows, "{place}");
                crate::xml::check(place, &render::population(name, &life));
                crate::xml::check(place, &render::space_time(name, &life));
            }
        }

        if let Some(graph) = puzzle.graph(30, &small) {
            graphs += 1;
            assert!(graph.nodes.len() <= 30 && !graph.nodes.is_empty(), "{place}");
            let value: Value =
                serde_json::from_str(&render::graph_json(name, "kind", &graph)).expect("JSON");
            assert_eq!(value["states"].as_array().map(Vec::len), Some(graph.nodes.len()));
            assert!(render::dot(name, &graph).ends_with("}\n"));
        }
    });

    assert!(films > 30 && graphs > 60, "{films} films, {graphs} graphs");
}

#[test]
fn growth_graph_and_solution_agree() {
    let budget = Budget::unlimited().with_states(20_000);
    let mut compared = 0;
    every_puzzle(|place, name, puzzle| {
        let (Some(growth), Some(graph)) = (puzzle.growth(&budget), puzzle.graph(400, &budget))
        else {
            return;
        };

        // Depth by depth the plain rules reach as many states as the engines do.
        let mut depths = vec![0_u64; growth.states.len()];
        for node in &graph.nodes {
            if let Some(count) = depths.get_mut(node.depth as usize) {
                *count += 1;
            }
        }
        let whole =
            if graph.cut { graph.nodes.last().map_or(0, |node| node.depth) } else { u64::MAX };
        for (depth, (reached, expected)) in depths.iter().zip(&growth.states).enumerate() {
            assert!((depth as u64) >= whole || reached == expected, "{place}: depth {depth}");
            compared += 1;
        }

        if !graph.cut && growth.complete {
            let total: u64 = growth.states.iter().sum();
            assert_eq!(total, graph.nodes.len() as u64, "{place}");
            // A shortest solution is as long as the nearest goal is deep. (A sudoku's film is shown
            // by a person's steps; a pass of control between two cubes counts as a letter here.)
            let nearest = graph.nodes.iter().filter(|node| node.goal).map(|node| node.depth).min();
            let passes = graph.edges.iter().any(|edge| edge.label == "_");
            if puzzle.info().verbs.iter().any(|verb| verb.name == "candidates") || passes {
                return;
            }
            match puzzle.film(name, &budget) {
                Ok(film) => assert_eq!(nearest, Some(film.last() as u64), "{place}"),
                Err(_) => assert_eq!(nearest, None, "{place}"),
            }
        }
    });

    assert!(compared > 300, "{compared}");
}

/// Two puzzles, the second one in focus.
const TWO: &str =
    "klotski one {\n  A .\n  . .\n  goal A at (1,1)\n}\nmatrix two {\n  1 2\n  3 4\n}\n";

#[test]
fn wrong_use_says_what_to_do_next() {
    let call = |text: &str| puzzled(text).file("a.puzzle", TWO).run();
    for (text, code, reason) in [
        ("show --film --strip a.puzzle", 2, "cannot be used with"),
        ("show --svg --format json a.puzzle", 2, "cannot be used with"),
        ("show a.puzzle one two", 2, "`puzzled sheet`"),
        ("show --sheet a.puzzle", 2, "unexpected argument '--sheet'"),
        ("show --growth a.puzzle two", 2, "`klotski`, `rush`, "),
        ("show --population a.puzzle one", 2, "`automaton` has one"),
        ("show --space-time a.puzzle one", 2, "`automaton` has one"),
        ("show --svg a.puzzle on", 2, "did you mean `one`?"),
        ("show --frames 1 --film a.puzzle", 2, "--frames"),
        ("graph a.puzzle absent", 2, "`one` and `two`"),
        ("graph absent.puzzle", 2, "cannot read absent.puzzle"),
        ("graph --format svg a.puzzle", 2, "dot, json"),
        ("graph --states 0 a.puzzle", 2, "--states"),
        ("sheet absent.txt", 2, "absent.txt"),
    ] {
        let end = call(text).code(code).stdout("");
        assert!(end.err().contains(reason), "{text}: {}", end.err());
    }

    let unsolvable = "klotski shut {\n  A #\n  # .\n  goal A at (1,1)\n}\n";
    let end = puzzled("show --film a.puzzle").file("a.puzzle", unsolvable).run().code(1).stdout("");
    end.complains("`shut`: unsolvable");
    let end = call("show --growth --states 1 a.puzzle one").code(0);
    assert!(end.err().contains("--states"), "{}", end.err());
    let end = call("graph --states 2 a.puzzle one").code(0);
    end.complains(" 2 states");
}

/// Prints a file with the first browser of this machine that prints without a window.
fn printed_by_a_browser(folder: &Path, name: &str, text: &str) -> Option<Vec<u8>> {
    std::fs::write(folder.join(name), text).expect("written");
    for browser in ["chromium", "chromium-browser", "google-chrome"] {
        let mut command = Command::new(browser);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]);
        command.args(["--disable-background-networking", "--no-pdf-header-footer"]);
        command.args(["--user-data-dir=data", "--print-to-pdf=sheet.pdf"]);
        command.arg(format!("file://{}", folder.join(name).display()));
        command.current_dir(folder).env("HOME", folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.spawn() else { continue };
        let begun = Instant::now();
        while child.try_wait().expect("it can be waited for").is_none() {
            if begun.elapsed() > Duration::from_secs(120) {
                let _ = child.kill();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        return Some(std::fs::read(folder.join("sheet.pdf")).expect("the browser prints"));
    }
    None
}

/// Returns the width and the height of each page of a PDF, in millimeters.
fn pages(document: &[u8]) -> Vec<(i64, i64)> {
    let text = String::from_utf8_lossy(document);
    let boxes = text.lines().filter(|line| line.starts_with("/MediaBox "));
    let sides = boxes.map(|line| {
        // In points, of which 72 are an inch.
        let sides = line.trim_end_matches(']').rsplit(' ').take(2).map(str::parse::<f64>);
        let sides = sides.map(|side| (side.expect("a number") / 72.0 * 25.4).round() as i64);
        let sides: Vec<_> = sides.collect();
        (sides[1], sides[0])
    });
    sides.collect()
}

/// The questions of a document with a comment for one, for two, and for none.
const QUESTIONS: &str = "\
automaton tree {\n  rule 23749\n  tree ((X . .) X (. . X))\n}\n
// Is the root <live>
// after 3 generations?\n3 [] => X\n
// How many trees lead here, and one step on?\nreset\npredecessors => 0\nstep\npredecessors => 6\n
cycle => 2 1\n
klotski k { A . B / C . B / C D . / goal A at (2,2) }\n
// The fewest moves.\nsolve => 4\ngoals => {\n  one\n  two\n}\n";

#[test]
fn a_worksheet_asks_and_its_key_answers() {
    let call = |text: &str| puzzled(text).file("a.puzzle", QUESTIONS).run();
    let sheet = call("sheet --title Week<3 a.puzzle").code(0).stderr("").out();
    let (head, page) = sheet.split_once('\n').expect("a line");
    assert_eq!(head, "<!doctype html>");
    crate::xml::check("worksheet", page);
    assert!(!page.contains("=&gt;") && !page.contains("<script"), "{page}");
    assert!(page.contains("<h1>Week&lt;3</h1>"), "{page}");
    let questions: Vec<_> = page.split("<li>").skip(1).collect();
    let lines: Vec<_> =
        questions.iter().map(|question| question.matches("class=\"line\"").count()).collect();
    // The two questions below one comment are one, and an answer of several lines has as many.
    assert_eq!(lines, [1, 2, 1, 3], "{page}");
    assert!(questions[0].starts_with("Is the root &lt;live&gt; after 3 generations?"), "{page}");
    assert!(questions[2].starts_with("<code>cycle</code>"), "{page}");
    // The table of the rule is what the automaton is worked out with.
    assert_eq!(page.matches("<tr><td>").count(), 16, "{page}");
    // The key has the answers and not the expectations, of which some are wrong here.
    let key = call("sheet --answers a.puzzle").code(1).out();
    let questions: Vec<_> = key.split("<li>").skip(1).collect();
    assert!(questions[0].contains("<pre>X</pre>"), "{key}");
    assert!(questions[3].contains("<pre>4 moves</pre>"), "{key}");
    assert_eq!(questions[3].matches("<figure>").count(), 5, "{key}");
    assert!(!key.contains("class=\"line\""), "{key}");
}

/// A line of a list of sudokus that is easy.
const EASY: &str =
    ".3............76.9....4..7.9........38...5.9.7.4...15...915...6...8.2..3.....6..2";

#[test]
fn a_worksheet_has_the_class_the_title_and_the_source_of_a_puzzle() {
    let hard = "8..16.49.....7...1.6.....8...5.2......27..16...7.1...9..8..3.4..56...3.........7.";
    let text = format!(
        "/// title: Morning <1>\n/// author: J. Doe\n/// source: The Daily, p. 3\n\
         sudoku a {{ {EASY} }}\nsudoku b {{ {hard} }}\nsolve => ?\nsudoku c {{ {hard} }}\n\
         matrix m {{ 1 2 }}\n"
    );
    let call = |words: &str| puzzled(words).file("a.puzzle", &text).run().code(0).out();
    let page = call("sheet a.puzzle");
    let heads: Vec<_> = page.split("<h2>").skip(1).collect();
    let head =
        "Morning &lt;1&gt;</h2>\n<p class=\"author\">by J. Doe · easy · The Daily, p. 3</p>\n";
    assert!(heads[0].starts_with(head), "{page}");
    assert!(heads[1].starts_with("b</h2>\n<div"), "an open question withholds it: {page}");
    assert!(heads[2].starts_with("c</h2>\n<p class=\"author\">hard</p>\n"), "{page}");
    assert!(heads[3].starts_with("m</h2>\n<div"), "{page}");
    let key = call("sheet --answers a.puzzle");
    assert!(key.contains("<h2>b</h2>\n<p class=\"author\">hard</p>\n"), "{key}");
}

#[test]
fn a_worksheet_of_what_was_made_goes_from_easy_to_hard() {
    let heads = |page: &str| -> Vec<String> {
        let head = |part: &str| part.split_once("</h2>").expect("a heading").0.to_owned();
        page.split("<h2>").skip(1).map(head).collect()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let run = |words: &str| {
        let mut command = puzzled(words).command();
        let end = command.current_dir(folder.path()).output().expect("the program runs");
        assert!(end.status.success(), "{words}: {}", String::from_utf8_lossy(&end.stderr));
        String::from_utf8(end.stdout).expect("UTF-8")
    };
    // Folders of one class each, and all classes in one folder.
    for class in ["easy", "medium", "hard"] {
        run(&format!("make sudoku --class {class} --seed 11 --count 2 --out each/{class}"));
        run(&format!("make sudoku --class {class} --seed 11 --count 2 --out one"));
    }
    run("make sudoku --class easy..hard --seed 11 --count 6 --out range");
    let expected: Vec<String> = ["1-easy", "2-medium", "3-hard"]
        .iter()
        .flat_map(|class| (1..=2).map(move |at| format!("sudoku-{class}-11-{at}")))
        .collect();
    for folder in ["each", "one", "range"] {
        assert_eq!(heads(&run(&format!("sheet {folder}"))), expected, "{folder}");
    }
}

#[test]
fn a_worksheet_keeps_questions_with_their_puzzles_and_stops_at_its_limit() {
    let text = "matrix a { 1 2 / 3 4 }\nmatrix b { 5 6 / 7 8 }\n// First.\na: row 1 => ?\n\
                // Second.\nb: row 1 => ?\n// First.\nuse a\nrow 2 => ?\nnosuch: row 1\n";
    let end = puzzled("sheet a.puzzle").file("a.puzzle", text).run().code(1);
    let page = end.out();
    let parts: Vec<_> = page.split("<article>").skip(1).collect();
    assert_eq!(
        [parts[0].matches("<li>First.").count(), parts[1].matches("<li>Second.").count()],
        [2, 1]
    );
    end.complains("nosuch");
    let text: Vec<_> = (0..10_003).map(|at| format!("matrix m{at} {{ 1 }}\n")).collect();
    let end = puzzled("sheet a.puzzle a.puzzle").file("a.puzzle", text.concat()).run().code(0);
    assert_eq!(end.out().matches("<article>").count(), 10_000);
    end.complains("first 10000 puzzles");
}

/// Returns the drawings of a page: each is a document of its own when it is cut out.
fn drawings(page: &str) -> impl Iterator<Item = &str> {
    let end = "</svg>\n";
    page.match_indices("<svg").map(move |(at, _)| {
        let length = page[at..].find(end).expect("a drawing ends");
        &page[at..at + length + end.len()]
    })
}

#[test]
fn every_example_is_a_worksheet_and_a_key() {
    for path in right_examples() {
        let file = path.display().to_string();
        for call in ["sheet", "sheet --answers --states 20000"] {
            let end = puzzled(&format!("{call} FILE").replace("FILE", &file)).run();
            let text = end.out();
            let page = text.split_once('\n').expect("a line").1;
            crate::xml::check(&file, page);
            for drawing in drawings(page) {
                crate::xml::check(&file, drawing);
                assert!(
                    drawing.starts_with("<svg xmlns=") && drawing.contains("<style>"),
                    "{file}"
                );
            }
            if call == "sheet" {
                end.code(0);
            }
        }
    }
}

#[test]
fn a_browser_prints_a_worksheet_on_its_paper() {
    for (paper, size) in [("a4", (210, 297)), ("letter", (216, 279))] {
        let call = puzzled(&format!("sheet --paper {paper} a.puzzle")).file("a.puzzle", QUESTIONS);
        let sheet = call.run().code(0).out();
        let folder = tempfile::tempdir().expect("a folder");
        let Some(document) = printed_by_a_browser(folder.path(), "sheet.html", &sheet) else {
            let _ = writeln!(std::io::stderr(), "left out: no Chromium prints the sheet here");
            return;
        };
        assert_eq!(pages(&document), [size]);
    }
}

#[test]
fn the_key_of_the_course_ends_with_a_page_that_is_worth_its_paper() {
    let master = root().join("examples/course/exercises.puzzle");
    for (paper, size) in [("a4", (210, 297)), ("letter", (216, 279))] {
        let call = puzzled(&format!("sheet --answers --paper {paper}"));
        let key = call.argument(master.to_string_lossy()).run().code(0).out();
        // Three pictures of a solution fit side by side into half of either page.
        let width = |name: &str| -> f64 {
            let rest = key.split(&format!("{name}:")).nth(1).expect("it is set");
            rest.split("mm").next().and_then(|number| number.parse().ok()).expect("a length")
        };
        let column = (size.0 as f64 - 2.0 * 14.0 - width("main{display:grid;gap")) / 2.0;
        let room = column - width("ol{margin:3mm 0 0;padding-left");
        assert!(3.0 * width("figure{margin:0;width") + 2.0 * width("flex-wrap:wrap;gap") <= room);
        let folder = tempfile::tempdir().expect("a folder");
        let Some(document) = printed_by_a_browser(folder.path(), "sheet.html", &key) else {
            let _ = writeln!(std::io::stderr(), "left out: no Chromium prints the key here");
            return;
        };
        assert_eq!(pages(&document), [size; 2]);
    }
}

#[test]
fn nothing_hostile_reaches_a_picture() {
    let evil = "klotski evil {\n  <b>&\" \u{1b}[31m \u{202e}x .\n  <b>&\" . . .\n}\n";
    let call = |text: &str| puzzled(text).file("a.puzzle", evil).run();
    for text in ["show --svg a.puzzle", "sheet a.puzzle"] {
        let page = call(text).out();
        let page = page.trim_start_matches("<!doctype html>\n");
        if !page.is_empty() {
            crate::xml::check(text, page);
        }
    }
    let end = call("graph a.puzzle");
    assert!(!end.out().contains(['\u{1b}', '\u{202e}']));
}
