//! Where each form is read: every form at every place that takes a text from outside, tried with the
//! program.

use std::fmt::Write;

use puzzled::exchange::{self, FORMATS, Format, Piece, outside};
use puzzled::kinds::KINDS;

use crate::common::puzzled;

/// Raw input of a kind, as programming sites give it.
const RAW: [(&str, &str); 7] = [
    ("automaton", "42354\n(X . X)\n1\n1 []\n"),
    ("matrix", "2 2 1\n1 2\n3 4\n"),
    ("klotski", "3 3\nA . B\nC . B\nC D .\nA\n0 1\n"),
    ("rush", "..BB..\n..C..D\nAAC..D\n....EE\n.F..G.\n.F..G.\n"),
    ("sudoku", "1.34\n3412\n2143\n43.1\n"),
    ("bloxorz", "ooo\noSoT\n"),
    ("sliders", "1 2\n3 .\ngoal\n1 2\n. 3\n"),
];

/// A form of a kind, with a text in it.
struct Dress {
    kind: &'static str,
    name: &'static str,
    text: String,
    format: Option<&'static Format>,
}

/// The places, in the order of the columns.
const PLACES: [&str; 8] = [
    "prompt",
    "`load`",
    "`run`",
    "puzzle of `verify`",
    "answer",
    "judge's answer",
    "`rank`",
    "`import`",
];

/// The text of a cell whose place does not take a form.
const NO_SUCH: &str = "holds no such thing";

fn dresses() -> Vec<Dress> {
    let raw = |&(kind, text): &(&'static str, &str)| Dress {
        kind,
        name: "raw input",
        text: text.to_owned(),
        format: None,
    };
    let mut dresses: Vec<Dress> = RAW.iter().map(raw).collect();
    for format in FORMATS.iter() {
        let kind = format.kinds.first().copied().unwrap_or("rush");
        let text = format.example.to_owned();
        dresses.push(Dress { kind, name: format.name, text, format: Some(format) });
    }
    let order = |dress: &Dress| KINDS.names().iter().position(|name| *name == dress.kind);
    dresses.sort_by_key(|dress| {
        (dress.format.is_some_and(|format| format.kinds.is_empty()), order(dress))
    });
    dresses
}

impl Dress {
    /// Returns what the cells say: nothing where the form is read.
    fn cells(&self) -> [&'static str; 8] {
        let Self { kind, text, format, .. } = self;
        let is_json = format.is_some_and(|format| format.kinds.is_empty());
        let call = |call: &str| puzzled(call).file("t.txt", text).run();
        let read = |is_read: bool, place: &str| -> &'static str {
            assert!(is_read, "{} of {kind} is not read: {place}\n{text}", self.name);
            ""
        };
        let fits = outside::kind_of(text).is_some_and(|fitting| fitting.name == *kind);
        let declares = |err: &str| err.contains(&format!("read as {kind}")) || is_json;
        let loaded =
            puzzled("repl --no-init").file("t.txt", text).input("load t.txt\nlist\n").run();
        let run = call("run t.txt");
        let verified = call("verify --answer x t.txt");
        let ranked = call("rank --format csv t.txt");
        let imported = call("import t.txt");
        let (answer, judged) = match self.solution() {
            Some(solution) => {
                let grid = |call| puzzled(call).file("t.txt", text).file("s.txt", &solution);
                let right = grid("verify t.txt s.txt").run();
                let kattis = format!("verify --kattis --as {kind} t.txt s.txt out");
                let judged = grid(&kattis).folder("out").input(&solution).run();
                let judged = judged.code(42);
                let _ = judged;
                (read(right.out().starts_with("right"), "answer"), "")
            }
            None => (NO_SUCH, NO_SUCH),
        };

        // JSON is read by files alone: a line of it would be a statement.
        let prompt = if is_json { NO_SUCH } else { read(fits, "prompt") };
        [
            prompt,
            read(loaded.out().contains(&format!("  {kind}")), "load"),
            read(declares(&run.err()) && !run.err().contains("error"), "run"),
            read(!verified.err().contains("cannot read"), "verify"),
            answer,
            judged,
            read(ranked.out().contains(&format!(",{kind},")), "rank"),
            read(imported.out().contains(&format!("{kind} ")), "import"),
        ]
    }

    /// Returns the solution of the text in the same form, if it is a grid that the form can hold.
    fn solution(&self) -> Option<String> {
        if self.kind != "sudoku" {
            return None;
        }
        let solved = puzzled("run t.txt").file("t.txt", &self.text).run().out();
        let signs: Vec<char> = solved.trim().chars().collect();
        let body: Vec<String> =
            signs.chunks(signs.len().isqrt()).map(|row| row.iter().collect()).collect();
        let Some(format) = self.format else { return Some(body.join("\n") + "\n") };
        let piece = Piece { kind: self.kind.to_owned(), body, ..Piece::default() };
        exchange::write(format, &[piece]).ok()
    }
}

/// Returns the table of all forms at all places.
pub fn table() -> String {
    let mut table = format!("| kind | form | {} |\n", PLACES.join(" | "));
    let _ = writeln!(table, "|{}", "---|".repeat(PLACES.len() + 2));
    for dress in dresses() {
        let kind = match dress.format {
            Some(format) if format.kinds.is_empty() => "every kind",
            _ => dress.kind,
        };
        let cell = |text: &'static str| if text.is_empty() { "yes" } else { text };
        let cells: Vec<_> = dress.cells().into_iter().map(cell).collect();
        let _ = writeln!(table, "| {kind} | {} | {} |", dress.name, cells.join(" | "));
    }
    table
}
