//! Holds what a reader of sheets and pictures must see: a key that can be corrected by, letters that
//! no line crosses, a floor that is seen, the candidate that a step removes, the place where a piece
//! goes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use puzzled::render::svg as svg_of;

use crate::common::{Random, json_lines, puzzled};
use crate::prints::every_puzzle;

/// Sudokus with their solutions, of two sizes, drawn and on a line.
const SUDOKUS: [(&str, &str); 3] = [
    ("1...\n..3.\n.2..\n...4\n", "1342243142133124"),
    (
        "..3.2.6..\n9..3.5..1\n..18.64..\n..81.29..\n7.......8\n..67.82..\n..26.95..\n8..2.3..9\n..5.1.3..\n",
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382",
    ),
    (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    ),
];

/// Returns the texts of the elements `text` whose class holds a word.
fn digits<'a>(page: &'a str, class: &str) -> Vec<&'a str> {
    let texts = page.split("<text ").skip(1);
    let texts = texts.filter(|text| {
        let head = text.split('>').next().unwrap_or_default();
        head.split('"').nth(1).is_some_and(|classes| classes.split(' ').any(|name| name == class))
    });
    texts.filter_map(|text| text.split(['>', '<']).nth(1)).collect()
}

/// Returns the value of an attribute of an element.
fn attribute(element: &str, name: &str) -> f64 {
    let value =
        element.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    value.and_then(|value| value.parse().ok()).expect("the attribute is a number")
}

#[test]
fn the_key_of_a_sudoku_is_a_full_grid_with_bold_givens() {
    for (body, solution) in SUDOKUS {
        let givens = body.chars().filter(|char| ('1'..='9').contains(char)).count();
        let text = format!("/// title: Monday\nsudoku s {{\n{body}}}\nsolve => {solution}\n");
        let call = |words: &str| puzzled(words).file("s.puzzle", &text).run().code(0).out();
        let key = call("sheet --answers s.puzzle");
        let filled = digits(&key, "digit");
        assert_eq!(filled.len(), solution.len(), "as many cells as the grid has");
        assert_eq!(filled.concat(), solution, "in reading order");
        assert_eq!(digits(&key, "given-text").len(), givens);
        assert_eq!(digits(&key, "active-text").len(), solution.len() - givens);
        assert!(key.contains(".given-text{font-weight:700}"), "{key}");
        assert!(!key.contains(&format!("<pre>{solution}")) && !key.contains("<li>"), "{key}");
        // The sheet has the givens alone, and nothing about them but the title.
        let sheet = call("sheet s.puzzle");
        assert_eq!(digits(&sheet, "digit").len(), givens);
        for word in ["solve", "class=\"line\"", "<li>", "cells empty"] {
            assert!(!sheet.contains(word), "{word}: {sheet}");
        }
        assert!(sheet.contains("Monday"), "{sheet}");
    }
}

#[test]
fn a_question_that_a_picture_answers_keeps_its_words_and_no_line() {
    let (body, _) = SUDOKUS[0];
    let text = format!(
        "sudoku s {{\n{body}}}\n// Fill it in.\nsolve => 1342243142133124\n// The corner?\ncandidates r1c2 => 34\n"
    );
    let call = |words: &str| puzzled(words).file("s.puzzle", &text).run().out();
    for (words, lines) in [("sheet s.puzzle", 1), ("sheet --answers s.puzzle", 0)] {
        let page = call(words);
        assert_eq!(page.matches("<li>").count(), 2, "{words}: {page}");
        assert!(page.contains("<li>Fill it in.</li>"), "{words}: {page}");
        assert_eq!(page.matches("class=\"line\"").count(), lines, "{words}: {page}");
    }
    assert_eq!(digits(&call("sheet --answers s.puzzle"), "digit").len(), 16);
    // Where there is nothing to fill in, the key says why; a second solution is written out.
    let unsolvable = "sudoku s {\n11..\n....\n....\n....\n}\nsolve => unsolvable\n";
    let two = "sudoku s {\n1234\n3412\n....\n....\n}\nsolve => ?\nplay r3c1=4\nsolve => ?\n";
    for (text, answer) in [(unsolvable, "<pre>unsolvable</pre>"), (two, "<pre>12343412")] {
        let key = puzzled("sheet --answers s.puzzle").file("s.puzzle", text).run().out();
        assert!(key.contains(answer), "{key}");
    }
}

#[test]
fn a_sheet_says_what_must_be_known_and_no_more() {
    let text = "sudoku s {\n1...\n..1.\n.2..\n....\n}\n\
                klotski k { A . B / C . B / C D . / goal A at (2,2) }\n\
                rush r { ..B. / AAB. / ...C / ...C }\n\
                matrix m {\n1 2\n3 4\n}\nbloxorz b { SoooT }\n";
    let page = puzzled("sheet a.puzzle").file("a.puzzle", text).run().code(0).out();
    for goal in ["A to (2,2)", "A to the right edge", "roll the block"] {
        assert!(page.contains(goal), "{goal}: {page}");
    }
    for noise in ["13 cells empty", ">1 ring<"] {
        assert!(!page.contains(noise), "{noise}: {page}");
    }
}

#[test]
fn questions_are_numbered_once() {
    let sheet = |tasks: [&str; 2]| {
        let [first, second] = tasks;
        let text =
            format!("matrix m {{\n1 2\n3 4\n}}\n// {first}\nrow 1 => ?\n// {second}\nrow 2 => ?\n");
        puzzled("sheet a.puzzle")
            .file("a.puzzle", text.replace("row", "rotate"))
            .run()
            .code(0)
            .out()
    };
    for numbered in
        ["(a) Which?", "a) Which?", "1. Which?", "12) Which?", "(iv) Which?", "B. Which?", "3: x"]
    {
        assert!(sheet([numbered, numbered]).contains("<ol class=\"numbered\">"), "{numbered}");
    }
    for words in ["Which?", "(now) which?", "A row.", "a row: which", "Is it 3.", "12 rows"] {
        assert!(sheet([words, "What?"]).contains("<ol>"), "{words}");
    }
}

/// Returns the numbers of a path, two by two.
fn corners(path: &str) -> Vec<[f64; 2]> {
    let numbers = path.split(|char: char| !(char.is_ascii_digit() || char == '.' || char == '-'));
    let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
    numbers.chunks_exact(2).map(|two| [two[0], two[1]]).collect()
}

/// Returns the texts that a line of a goal crosses in a picture of a board.
fn crossed(svg: &str) -> Vec<String> {
    let aims = svg.split("<path class=\"aim\" d=\"").skip(1);
    let sides: Vec<[[f64; 2]; 2]> = aims
        .flat_map(|rest| {
            let path = rest.split('"').next().expect("the path ends");
            path.split('Z').flat_map(|border| {
                let mut around = corners(border);
                around.extend(around.first().copied());
                around.windows(2).map(|two| [two[0], two[1]]).collect::<Vec<_>>()
            })
        })
        .collect();

    let mut letters = Vec::new();
    for element in svg.split("<text ").skip(1) {
        let element = format!(" {element}");
        if !element.contains("dy=") {
            continue;
        }
        let x = attribute(&element, "x");
        let y = attribute(&element, "y");
        // A letter is about twelve units high and ten wide.
        let is_in = |[from, to]: &[[f64; 2]; 2]| {
            let span = |at: usize| (from[at].min(to[at]), from[at].max(to[at]));
            let (left, right) = span(0);
            let (top, bottom) = span(1);
            left < x + 5.0 && right > x - 5.0 && top < y + 6.0 && bottom > y - 6.0
        };
        if sides.iter().any(is_in) {
            letters.push(element.split(['>', '<']).nth(1).unwrap_or_default().to_owned());
        }
    }

    letters
}

#[test]
fn no_line_of_a_goal_crosses_a_letter() {
    // The measure itself sees a crossing.
    let bad =
        "<path class=\"aim\" d=\"M7 1Q9 1 9 30L9 7Z\"/><text x=\"9\" y=\"20\" dy=\"1\">A</text>";
    assert_eq!(crossed(bad), ["A"]);
    let mut goals = 0;
    every_puzzle(|place, name, puzzle| {
        let drawn = svg_of(&puzzle.scene(name));
        goals += drawn.matches("class=\"aim\"").count();
        assert_eq!(crossed(&drawn), [""; 0], "{place}");
        // Nothing is covered to make room for a letter.
        assert!(!drawn.contains("style=\"stroke:none\""), "{place}");
    });
    assert!(goals > 30, "{goals}");
}

/// Returns the relative luminance of a color `#rrggbb` or `#rgb` (WCAG 2).
fn luminance(color: &str) -> f64 {
    let digits = color.trim_start_matches('#');
    let wide = if digits.len() == 3 { 1 } else { 2 };
    let part = |at: usize| {
        let digits = digits[at * wide..(at + 1) * wide].repeat(3 - wide);
        let value = f64::from(u8::from_str_radix(&digits, 16).expect("a color")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
}

fn contrast(ink: &str, paper: &str) -> f64 {
    let ink = luminance(ink);
    let paper = luminance(paper);
    (ink.max(paper) + 0.05) / (ink.min(paper) + 0.05)
}

/// Returns a property of a class in a style sheet; the last rule that has it counts.
fn property<'a>(style: &'a str, class: &str, name: &str) -> &'a str {
    let rules = style.split('}').filter_map(|rule| rule.split_once('{'));
    let rules = rules.filter(|(classes, _)| {
        classes.split(',').any(|name| name.rsplit('{').next() == Some(&format!(".{class}")[..]))
    });
    let settings =
        rules.flat_map(|(_, body)| body.split(';')).filter_map(|rule| rule.split_once(':'));
    settings
        .filter(|(known, _)| *known == name)
        .map(|(_, value)| value)
        .next_back()
        .expect("it is set")
}

#[test]
fn the_floor_of_a_terrain_is_seen_on_its_paper() {
    let text = "bloxorz b {\n  Soof\n  oooT\n}\n";
    let svg = puzzled("show --svg a.puzzle").file("a.puzzle", text).run().code(0).out();
    let (light, dark) = svg.split_once("@media(prefers-color-scheme:dark){").expect("two schemes");
    for style in [light, dark] {
        let style = style.split("</style>").next().expect("it ends").replace('\n', "");
        let style = style.rsplit("<style>").next().expect("it begins");
        let paper = property(style, "paper", "fill");
        let fill = property(style, "floor", "fill");
        let line = property(style, "floor", "stroke");
        assert!(contrast(fill, paper) > 1.35, "{fill} on {paper}");
        assert!(contrast(line, paper) > 3.0, "{line} on {paper}");
    }
    assert!((contrast("#fff", "#000000") - 21.0).abs() < 1e-9);
    assert!(svg.matches("class=\"floor\"").count() >= 5, "{svg}");
}

/// Nearly full, so that its next steps are chains.
const CHAIN: &str = "sudoku c {\n.29...45.\n.75...18.\n.13...26.\n148..9732\n5973..641\n\
                     236.7.895\n381745926\n964213578\n752896314\n}\n";

fn scene(words: &str, text: &str) -> Value {
    let end = puzzled(&format!("show --format json {words}")).file("a.puzzle", text).run().code(0);
    serde_json::from_str(&end.out()).expect("JSON")
}

fn svg(words: &str, text: &str) -> String {
    puzzled(&format!("show --svg {words}")).file("a.puzzle", text).run().code(0).out()
}

#[test]
fn a_chain_is_drawn_in_two_colors_with_what_it_removes_and_a_legend() {
    for question in ["hint", "steps xy-chain", "steps skyscraper", "steps remote-pair"] {
        let call = puzzled("show --format json a.puzzle --ask").argument(question);
        let end = call.file("a.puzzle", CHAIN).run();
        if end.out().is_empty() {
            continue;
        }
        let scene: Value = serde_json::from_str(&end.out()).expect("JSON");
        let cells = scene["board"]["cells"].as_array().expect("cells");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let struck: usize = cells.iter().map(|cell| text(&cell["struck"]).len()).sum();
        assert!(struck > 0, "{question}");
        for cell in cells {
            assert!(text(&cell["struck"]).chars().all(|mark| text(&cell["pencil"]).contains(mark)));
        }
        let links: Vec<&Value> =
            cells.iter().filter_map(|cell| cell["links"].as_array()).flatten().collect();
        assert!(!links.is_empty(), "{question}");

        // Along a chain a mark has one color, and the two ends of a link have different ones.
        let mut colors: BTreeMap<String, BTreeSet<bool>> = BTreeMap::new();
        for link in &links {
            let is_strong = link["strong"] == true;
            for (end, is_on) in [("from", !is_strong), ("to", is_strong)] {
                colors.entry(link[end].to_string()).or_default().insert(is_on);
            }
        }
        assert!(colors.values().all(|sides| sides.len() == 1), "{question}: {colors:?}");
        let call = puzzled("show --svg a.puzzle --ask").argument(question);
        let svg = call.file("a.puzzle", CHAIN).run().code(0).out();

        // One more of each is in the legend.
        let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count() - 1;
        assert_eq!(count("struck"), struck, "{question}");
        assert_eq!(count("link strong") + count("link weak"), links.len(), "{question}");
        let cells = |is_on: bool| -> usize {
            let ends = colors.iter().filter(|(_, sides)| sides.contains(&is_on));
            let ends = ends.map(|(end, _)| serde_json::from_str::<Value>(end).expect("JSON"));
            ends.map(|end| end["cells"].as_array().map_or(0, Vec::len)).sum()
        };
        assert_eq!([count("on"), count("off")], [cells(true), cells(false)], "{question}");
        for words in ["one of the two is true", "not both are true", "removed"] {
            assert!(svg.contains(words), "{question}: {words}");
        }
    }

    // Without a step there is no legend; a step without a chain explains what is struck.
    assert!(!svg("a.puzzle", CHAIN).contains("class=\"legend\""));
    // In a film the marks are struck in the picture of the step, and missing from the next one on.
    let film = puzzled("show --film --format json a.puzzle").file("a.puzzle", CHAIN).run().out();
    let frames = json_lines(&film);
    let mut compared = 0;

    for two in frames.windows(2) {
        let cells = |frame: &Value| frame["scene"]["board"]["cells"].as_array().cloned();
        let [before, after] = [cells(&two[0]), cells(&two[1])].map(Option::unwrap);
        for (before, after) in before.iter().zip(&after) {
            let Some(struck) = before["struck"].as_str() else { continue };
            compared += 1;
            assert!(struck.chars().all(|mark| before["pencil"].as_str().unwrap().contains(mark)));
            let pencil = after["pencil"].as_str().unwrap_or_default();
            assert!(!struck.chars().any(|mark| pencil.contains(mark)), "{}", two[0]["label"]);
        }
    }

    assert!(compared > 2, "{compared}");
}

#[test]
fn a_growth_says_what_it_shows_above_its_axis_and_of_the_first_puzzle() {
    let text =
        "matrix m {\n1 2\n3 4\n}\nrush first { ..B. / AAB. / ...C / ...C }\nrush last { AA.. }\n";
    let plot = svg("--growth a.puzzle", text);
    assert!(plot.contains("first: new states per depth"), "{plot}");
    assert!(svg("--growth a.puzzle last", text).contains("last: new states per depth"));
    let text = "sudoku wide {\n1...\n..1.\n.2..\n....\n}\n";
    for plot in [plot, svg("--growth a.puzzle", text)] {
        // Each text has its own line: the title, the caption, the name of the axis, the plot.
        let heights_of = |words: &str| -> Vec<f64> {
            let lines =
                plot.lines().filter(|line| line.starts_with("<text") && line.contains(words));
            lines.map(|line| attribute(line, "y")).collect()
        };
        let caption: Vec<f64> = heights_of("class=\"small\"");
        let axis = heights_of(">new states<")[0];
        let depth = heights_of(">depth (")[0];
        assert!(!caption.is_empty() && caption.is_sorted(), "{plot}");
        assert!(caption.iter().all(|line| line + 10.0 < axis), "{caption:?} {axis}");
        assert!(heights_of("class=\"head\"")[0] + 10.0 < caption[0]);
        let lowest = plot.lines().filter(|line| line.starts_with("<text"));
        let lowest = lowest.map(|line| attribute(line, "y")).fold(0.0, f64::max);
        assert!((lowest - depth).abs() < 1e-9, "nothing is written below the axis");
    }
}

#[test]
fn the_frame_is_open_where_a_car_leaves() {
    for (board, exit, at) in [
        ("..B. / AAB. / ...C / ...C", "right", [1, 3]),
        ("A.. / A.. / BB.", "bottom", [2, 0]),
        (".AA / ... / BB.", "right", [0, 2]),
    ] {
        let text = format!("rush r {{ {board} }}\n");
        let scene = scene("a.puzzle", &text);
        let columns = scene["board"]["columns"].as_u64().expect("a number") as usize;
        let cells = scene["board"]["cells"].as_array().expect("cells");
        let open: Vec<_> =
            cells.iter().enumerate().filter(|(_, cell)| cell["exit"] == exit).collect();
        assert_eq!(open.len(), 1, "{board}");
        assert_eq!([open[0].0 / columns, open[0].0 % columns], at, "{board}");
        let svg = svg("a.puzzle", &text);
        let gap = svg.lines().find(|line| line.contains("class=\"paper exit\"")).expect("a gap");
        let tray = svg.lines().find(|line| line.contains("class=\"tray\"")).expect("a frame");
        let edge = |name: &str, size: &str, element: &str| {
            attribute(element, name) + attribute(element, size)
        };

        // It reaches through the line of the frame, along the side of one cell.
        let (far, along) = if exit == "right" {
            (("x", "width"), ("y", "height"))
        } else {
            (("y", "height"), ("x", "width"))
        };
        assert!(edge(far.0, far.1, gap) > edge(far.0, far.1, tray), "{gap} {tray}");
        assert!(attribute(gap, along.1) < attribute(tray, along.1) / 2.0, "{gap} {tray}");
    }

    let text = puzzled("show a.puzzle").file("a.puzzle", "rush r { ..B. / AAB. / ...C / ...C }\n");
    let text = text.run().code(0).out();
    let open: Vec<&str> = text.lines().filter(|line| line.contains('◎')).collect();
    assert!(open.len() == 1 && open[0].ends_with("◎  "), "{text}");
    let other = svg("a.puzzle", "klotski k { A . / . . / goal A at (1,1) }\n");
    assert!(!other.contains("exit"), "{other}");
}

/// A puzzle, and in its picture of a hint the cells of the piece and those where it goes.
struct Hinted {
    text: &'static str,
    focus: &'static [[usize; 2]],
    arrival: &'static [[usize; 2]],
    caption: &'static str,
}

const HINTS: [Hinted; 6] = [
    Hinted {
        text: "klotski k { A A . . / goal A at (0,2) }\n",
        focus: &[[0, 0], [0, 1]],
        arrival: &[[0, 2], [0, 3]],
        caption: "A (0,0) (0,2)",
    },
    Hinted {
        text: "rush r { AA. }\n",
        focus: &[[0, 0], [0, 1]],
        arrival: &[[0, 1], [0, 2]],
        caption: "A+1",
    },
    Hinted {
        text: "rush r {\n..B.\nAAB.\n....\n....\n}\n",
        focus: &[[0, 2], [1, 2]],
        arrival: &[[2, 2], [3, 2]],
        caption: "B+2",
    },
    Hinted {
        text: "bloxorz b { SooT }\n",
        focus: &[[0, 0]],
        arrival: &[[0, 1], [0, 2]],
        caption: "R",
    },
    Hinted {
        text: "sliders s {\n1 2\n. 3\ngoal\n1 2\n3 .\n}\n",
        focus: &[[1, 1]],
        arrival: &[[1, 0]],
        caption: "L",
    },
    Hinted {
        text: "klotski k { A B / . . / goal A at (1,0) }\n",
        focus: &[[0, 0]],
        arrival: &[[1, 0]],
        caption: "A (0,0) (1,0)",
    },
];

#[test]
fn a_hint_is_drawn_as_the_piece_and_the_place_where_it_goes() {
    for Hinted { text, focus, arrival, caption } in HINTS {
        let scene = scene("--ask hint a.puzzle", text);
        assert_eq!(scene["caption"], caption, "{text}");
        let columns = scene["board"]["columns"].as_u64().expect("a number") as usize;
        let cells = scene["board"]["cells"].as_array().expect("cells");
        let those = |is: &dyn Fn(&Value) -> bool| -> Vec<[usize; 2]> {
            let marked = cells.iter().enumerate().filter(|(_, cell)| is(cell));
            marked.map(|(at, _)| [at / columns, at % columns]).collect()
        };
        assert_eq!(those(&|cell| cell["mark"] == "focus"), focus, "{text}");
        assert_eq!(those(&|cell| cell["arrival"] == true), arrival, "{text}");
        let drawn = svg("--ask hint a.puzzle", text);
        assert_eq!(drawn.matches("class=\"arrival\"").count(), 1, "{text}");
        // Without colors brackets mark both.
        let words = puzzled("show --ask hint a.puzzle").file("a.puzzle", text).run().code(0).out();
        assert!(words.contains('[') && words.ends_with(&format!("{caption}\n")), "{words}");
        // The prompt draws the same.
        let typed = format!("{text}draw hint\n");
        let prompt = puzzled("repl --no-init").input(typed.as_bytes()).run().out();
        assert!(prompt.contains(words.lines().next().expect("a line")), "{prompt}");
        assert!(prompt.contains(&format!("{caption}\n")), "{prompt}");
    }
}

#[test]
fn a_hint_that_is_no_move_says_why_below_the_board() {
    for (text, words) in [
        ("klotski k { A . / goal A at (0,0) }\n", "solved"),
        ("klotski k { A B . / goal A at (0,2) }\n", "unsolvable"),
        ("sliders s {\n1 2\n. 3\ngoal\n2 1\n. 3\n}\nsolve => unsolvable\n", "unsolvable"),
    ] {
        let scene = scene("--ask hint a.puzzle", text);
        assert_eq!(scene["caption"], words, "{text}");
    }
    let end = puzzled("show --ask hint a.puzzle").file("a.puzzle", "klotski k { A . }\n").run();
    end.code(1).stdout("").complains("klotski::no-goal");
    // A limit is an answer as well, and nothing is held back.
    let text = "sliders s {\n8 7 6\n5 4 3\n2 1 .\ngoal\n1 2 3\n4 5 6\n7 8 .\n}\n";
    let stopped = scene("--states 5 --ask hint a.puzzle", text);
    assert!(
        stopped["caption"].as_str().is_some_and(|caption| caption.starts_with("gave up")),
        "{stopped}"
    );
}

#[test]
fn the_place_of_a_piece_after_a_move_is_where_the_arrival_was() {
    // Random boards: what the picture of a hint promises is what the move does.
    let mut random = Random(77);
    let mut moved = 0;

    for _ in 0..12 {
        let mut cells = [['.'; 4]; 4];
        for label in ['A', 'B', 'C', 'D', 'E'] {
            cells[random.below(4)][random.below(4)] = label;
        }
        if !cells.concat().contains(&'A') {
            continue;
        }
        let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
        let goal = format!("goal A at ({},{})", random.below(4), random.below(4));
        let text = format!("klotski k {{ {} / {goal} }}\n", rows.join(" / "));
        let hinted = scene("--ask hint a.puzzle", &text);
        let caption = hinted["caption"].as_str().expect("words").to_owned();
        if caption == "solved" {
            continue;
        }
        let after = scene("a.puzzle", &format!("{text}play {caption}\n"));
        let label = &caption[..1];
        let cells = |scene: &Value| scene["board"]["cells"].as_array().cloned();
        let before = cells(&hinted).expect("cells");
        let after = cells(&after).expect("cells");
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before["arrival"] == true, after["text"] == label, "{text}{caption}");
            assert_eq!(before["mark"] == "focus", before["text"] == label, "{text}{caption}");
        }
        moved += 1;
    }

    assert!(moved > 6, "{moved}");
}
