//! Sudokus of 6×6 and from 12×12 on as programs write them: read, answered and judged at the commands.

use puzzled::text::Source;

use crate::common::{diagnostics, fixed, puzzled};

/// The digits of a full grid, from 1, and the cells that a puzzle leaves empty.
#[derive(Clone, Copy)]
struct Pattern {
    box_rows: usize,
    box_columns: usize,
}

/// The grids whose digits can be letters. The last three have numbers from 10, too.
const PATTERNS: [Pattern; 4] = [
    Pattern { box_rows: 2, box_columns: 3 },
    Pattern { box_rows: 3, box_columns: 4 },
    Pattern { box_rows: 4, box_columns: 4 },
    Pattern { box_rows: 5, box_columns: 5 },
];

impl Pattern {
    fn size(&self) -> usize {
        self.box_rows * self.box_columns
    }

    fn digit(&self, row: usize, column: usize) -> usize {
        let moved = row % self.box_rows * self.box_columns + row / self.box_rows;
        (moved + column) % self.size() + 1
    }

    /// Returns the rows of the grid, or of a puzzle with that text for an empty cell.
    fn text(&self, empty: Option<&str>, between: &str, word: impl Fn(usize) -> String) -> String {
        let cell = |row: usize, column: usize| match empty {
            Some(empty) if (3 * row + 5 * column) % 7 < 2 => empty.to_owned(),
            _ => word(self.digit(row, column)),
        };
        let row = |row| {
            let cells: Vec<String> = (0..self.size()).map(|column| cell(row, column)).collect();
            cells.join(between)
        };
        (0..self.size()).map(|number| row(number) + "\n").collect()
    }
}

fn letter(first: u8) -> impl Fn(usize) -> String {
    move |digit| char::from(first + digit as u8 - 1).to_string()
}

fn symbol(digit: usize) -> String {
    match digit {
        1..=9 => digit.to_string(),
        _ => letter(b'A')(digit - 9),
    }
}

/// Returns the full grid in every dress.
fn answers(pattern: &Pattern) -> Vec<String> {
    let numbers = pattern.text(None, " ", |digit| digit.to_string());
    let fields = numbers.replace(' ', ",");
    let array = format!("[[{}]]", fields.trim().replace('\n', "],["));
    let boxed = format!("┌─┐\n│ {} │\n└─┘\n", numbers.trim().replace('\n', " │\n│ "));
    vec![
        pattern.text(None, "", symbol),
        pattern.text(None, "", symbol).to_lowercase(),
        pattern.text(None, " | ", symbol),
        pattern.text(None, "", letter(b'A')),
        pattern.text(None, "", letter(b'a')),
        pattern.text(None, "", letter(b'a')).replace('\n', ""),
        fields,
        format!("grid = {array}\n"),
        array,
        boxed,
        numbers,
    ]
}

#[test]
fn large_grids_are_answered_in_their_own_signs_and_judged_in_all() {
    for pattern in PATTERNS {
        let joined = |text: String| text.replace('\n', "") + "\n";
        // One character a digit needs no space.
        let spaced = |text: String| match pattern.size() {
            6 => text.replace([' ', '\n'], "") + "\n",
            _ => text.trim().replace('\n', " ") + "\n",
        };
        let number = |digit: usize| digit.to_string();
        let puzzles = [
            (
                pattern.text(Some("."), "", letter(b'A')),
                joined(pattern.text(None, "", letter(b'A'))),
            ),
            (
                pattern.text(Some("."), "", letter(b'a')),
                joined(pattern.text(None, "", letter(b'a'))),
            ),
            // As the judges of a well-known task have it, with the number of grids above.
            (
                String::from("1\n") + &pattern.text(Some("-"), "", letter(b'A')),
                joined(pattern.text(None, "", letter(b'A'))),
            ),
            (pattern.text(Some("0"), " ", number), spaced(pattern.text(None, " ", number))),
            (pattern.text(Some(""), ",", number), spaced(pattern.text(None, " ", number))),
            (pattern.text(Some("."), "", symbol), joined(pattern.text(None, "", symbol))),
        ];

        for (puzzle, solution) in &puzzles {
            puzzled("run --as sudoku p.txt").file("p.txt", puzzle).run().code(0).stdout(solution);
            // The same on one line, and two of them in a list.
            if !puzzle.contains([',', '-']) {
                let line = puzzle.trim().replace('\n', if puzzle.contains(' ') { " " } else { "" });
                let call = puzzled("run --as sudoku -").input(format!("{line}\n{line}\n"));
                call.run().code(0).stdout(&format!("{solution}{solution}"));
            }
            let imported =
                puzzled("import --as sudoku p.txt").file("p.txt", puzzle).run().code(0).out();
            let body = pattern.text(Some("."), "", symbol).replace('\n', "\n  ");
            assert!(imported.contains(body.trim()), "{imported}");
            for answer in answers(&pattern) {
                puzzled("verify --as sudoku p.txt")
                    .file("p.txt", puzzle)
                    .input(answer)
                    .run()
                    .code(0)
                    .says("right");
            }
        }

        // Moves have the digits of the puzzle, or those of a body.
        let moves = |word: &dyn Fn(usize) -> String| {
            let cells = (0..pattern.size())
                .flat_map(|row| (0..pattern.size()).map(move |column| (row, column)));
            let open = cells.filter(|(row, column)| (3 * row + 5 * column) % 7 < 2);
            let text = open.map(|(row, column)| {
                format!("r{}c{}={}", row + 1, column + 1, word(pattern.digit(row, column)))
            });
            text.collect::<Vec<_>>().join(" ")
        };

        for (puzzle, word) in [
            (&puzzles[0].0, &letter(b'A') as &dyn Fn(usize) -> String),
            (&puzzles[1].0, &letter(b'a')),
            (&puzzles[3].0, &number),
            (&puzzles[3].0, &symbol),
            (&puzzles[5].0, &symbol),
        ] {
            let call = puzzled("verify --as sudoku p.txt").file("p.txt", puzzle);
            call.input(moves(word)).run().code(0).says("right");
        }

        let document = format!("sudoku s {{\n{}}}\n", pattern.text(Some("."), "", symbol));
        for answer in answers(&pattern) {
            let file = |text: String| puzzled("verify s.puzzle a.txt").file("a.txt", text);
            let right = file(answer.clone()).file("s.puzzle", &document).run();
            right.code(0).says("right");
            // The judge writes 1 to G, the team another form.
            let call = "verify --kattis --as sudoku p.txt judge.txt feedback";
            let kattis = puzzled(call).folder("feedback").file("p.txt", &puzzles[0].0);
            kattis.file("judge.txt", &puzzles[5].1).input(&answer).run().code(42);
            let kattis = puzzled(call).folder("feedback").file("p.txt", &puzzles[0].0);
            kattis.file("judge.txt", &answer).input(&puzzles[3].1).run().code(42);
            // Nothing beside the grid is skipped.
            file(format!("{answer}!\n"))
                .file("s.puzzle", &document)
                .run()
                .code(1)
                .says("not-an-answer");
        }
    }
}

#[test]
fn letters_in_a_body_are_one_fault_with_a_fix() {
    let texts = |pattern: Pattern| {
        let numbers = [("0", " "), ("", ",")]
            .map(|(empty, between)| pattern.text(Some(empty), between, |digit| digit.to_string()));
        let letters = [b'A', b'a'].map(|first| pattern.text(Some("."), "", letter(first)));
        let texts = letters.into_iter().chain(numbers);
        // Up to 9 a number is a digit of a body.
        let texts = texts.take(if pattern.size() > 9 { 4 } else { 2 });
        texts.map(move |text| (text, pattern.text(Some("."), "", symbol)))
    };
    for (text, body) in PATTERNS.into_iter().flat_map(texts) {
        let document = format!("sudoku s {{\n{text}}}\n");
        let diagnostics = diagnostics(&Source::new("s", &*document), "");
        let [fault] = &diagnostics[..] else { panic!("{text}: {diagnostics:?}") };
        assert_eq!(fault.code.path, "sudoku::foreign-form", "{text}");
        let fixed = fixed(&document, &fault.fixes[0]);
        let fixed: String = fixed.split_whitespace().skip(3).collect();
        assert_eq!(
            fixed.trim_end_matches('}'),
            body.split_whitespace().collect::<String>(),
            "{text}"
        );
    }
}
