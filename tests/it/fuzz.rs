//! A short fuzz: documents are cut, spliced and mangled, then checked, formatted, drawn and run on
//! a small budget. Nothing may panic, every span lies within the text, and formatting is
//! idempotent. `PUZZLED_FUZZ_ROUNDS` makes it longer, `PUZZLED_FUZZ_SEED` another one; the same seed
//! always mangles alike.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::path::Path;

use puzzled::diag::{Severity, Sink};
use puzzled::exchange::{self, FORMATS, Options};
use puzzled::kind::{KINDS, names};
use puzzled::render::{
    Human, Look, Paint, Sheet, dot, film, github, growth, json, picture, scene_json, sheet, short,
    strip, svg,
};
use puzzled::search::Budget;
use puzzled::session::{self, Mode, Session, format};
use puzzled::syntax::{Statement, parse_document};
use puzzled::text::Source;

/// A small generator of pseudo-random numbers (xorshift64*, Vigna 2016): the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// The shipped examples, right and wrong, and the examples of the kinds.
fn corpus() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> =
        KINDS.iter().map(|kind| kind.info().example.as_bytes().to_vec()).collect();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read(&path) {
                texts.push(text);
            }
        }
    }
    texts.extend(
        FOREIGN.iter().flat_map(|text| [text.as_bytes().to_vec(), text.as_bytes().to_vec()]),
    );
    texts.retain(|text| !text.is_empty() && text.len() < 5_000);
    texts
}

/// Things that have broken parsers before.
const SPICE: &[&str] = &[
    "{",
    "}",
    "=>",
    "=> {",
    "(",
    ")",
    "[",
    "]",
    "//",
    ":",
    "\r",
    "\r\n",
    "\n\n",
    "\0",
    "\u{1b}[31m",
    "方",
    "\u{feff}",
    "-9223372036854775808",
    "99999999999999999999",
    "goal ",
    "use ",
    "(0,0)",
    "(-1,99999999999)",
    "\t",
    " ",
    "X",
    ".",
    "undo 3",
    "play ",
    "r1c1=1",
    "step 5",
    "hint",
    "moves",
    "solve => unsolvable",
    "show",
    "paths 3",
    "goals 2",
    "frontier",
];

fn mangle(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut text = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        match random.below(6) {
            0 => {
                let end = (at + random.below(12)).min(text.len());
                text.drain(at..end);
            }
            1 => {
                let spice = SPICE[random.below(SPICE.len())];
                text.splice(at..at, spice.bytes());
            }
            2 => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len());
                let to = (from + random.below(80)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            3 => text.truncate(at),
            4 if at < text.len() => text[at] = random.below(256) as u8,
            _ => {
                let end = (at + random.below(40)).min(text.len());
                let piece = text[at..end].to_vec();
                text.splice(at..at, piece);
            }
        }
    }
    text
}

/// Holds that every place lies within the text.
fn within(sink: &Sink, text: &str) {
    for one in sink.found() {
        let related = one.related.iter().map(|label| label.span);
        let edits = one.fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
        for span in std::iter::once(one.span).chain(related).chain(edits) {
            assert!(
                text.get(span.range()).is_some(),
                "{} points outside of\n{text}",
                one.code.path
            );
        }
    }
}

/// Files of other programs.
const FOREIGN: &[&str] = &[
    "#A Jane\n[Puzzle]\n1.34\n3412\n2143\n43.1\n[State]\n1234\n3412\n2143\n43.1\n",
    "# two\n1.343412214343.1\n1034341221430321 # easy\n",
    "1.|34\n34|12\n-----\n21|43\n43|.1\n",
    "5x4 ABBCABBCDEEFDGHFI..J; goal B at (3,1)\nAAB/C.B/DD.\n",
    "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n",
    "ooo/oSoooo/ooooooooo/-ooooooooo/-----ooToo/------ooo\n2x4 oSpbfooT; p: bridge retracted; b: soft toggles p\n",
    "{\"puzzled\": 1, \"kind\": \"klotski\", \"rows\": [[\"A\", \".\"], [\"\\u0042\", \"#\"]], \"goals\": [{\"block\": \"A\", \"at\": [0, 1]}]}",
    "[{\"puzzled\": 1, \"kind\": \"sliders\", \"name\": \"s\", \"start\": [[\"A\", \".\"]], \"goal\": [[\".\", \"A\"]], \"commands\": [\"play R\"]}, {\"puzzled\": 1, \"kind\": \"automaton\", \"rule\": 30, \"tree\": \"(X . X)\", \"notes\": [\"n\"]}]",
];

fn hold(bytes: Vec<u8>, human: &Human) {
    let source = Source::from_bytes("fuzz.puzzle", bytes);
    let text = source.text();
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let layout = format(&source, &document, &sink);
    if !sink.found().iter().any(|one| one.severity() == Severity::Error) {
        let again = Source::new("again", layout.as_str());
        let mut fresh = Sink::new();
        let document = parse_document(&layout, &names(), &mut fresh);
        assert!(!fresh.errors_since(0), "formatting broke\n{text}\ninto\n{layout}");
        assert_eq!(format(&again, &document, &fresh), layout, "not idempotent for\n{text}");
    }
    let budget = Budget::unlimited().with_states(2_000).with_bytes(64 << 20);
    for mode in [Mode::Check { solve: true }, Mode::Run { solve: false }] {
        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        let mut session = Session::new();
        session.run(&source, &document, mode, &budget, &mut sink, &mut |_, _| {});
        within(&sink, text);
        for one in sink.found().iter().take(20) {
            human.draw(&source, one);
            json(&source, one);
            short(&source, one);
            github(&source, one);
        }
        for entry in session.entries() {
            if let Some(puzzle) = session.puzzle(Some(&entry.name)) {
                let scene = puzzle.scene(&entry.name);
                picture(&scene, Paint { colour: true, width: 80, ..Paint::default() });
                svg(&scene);
                scene_json(&scene);
                if let Ok(frames) = puzzle.frames(&entry.name, &budget) {
                    film(&entry.name, &frames, 5);
                    strip(&entry.name, &frames, 4);
                }
                let few = Budget { states: 100, ..budget.clone() };
                if let Some(found) = puzzle.growth(&few) {
                    growth(&entry.name, &found);
                }
                if let Some(found) = puzzle.graph(20, &few) {
                    dot(&entry.name, &found);
                }
                let (name, task) = (entry.name.clone(), puzzle.task(&entry.name));
                sheet(&[Sheet { name, scene, goal: task.goal, notes: task.notes }], 2, None);
            }
        }
        session.save(&Budget::unlimited());
    }
    // Other programs' files: what is read of them is a document, sound or not.
    for format in FORMATS {
        for kind in [None, Some("sudoku"), Some("klotski")] {
            let options = Options { format: Some(format), kind, width: Some(3) };
            let mut sink = Sink::new();
            let pieces = exchange::read(&source, &options, &mut sink);
            within(&sink, text);
            let made = exchange::document(&pieces, "fuzz", &mut BTreeSet::new());
            let mut sink = Sink::new();
            let document = parse_document(&made, &names(), &mut sink);
            let found = document.statements.iter();
            let found = found.filter(|one| matches!(one, Statement::Declaration(_))).count();
            assert!(found >= pieces.len(), "{} tears\n{text}\ninto\n{made}", format.name);
            let _ = format.write(&pieces);
        }
    }
    exchange::read(&source, &Options::default(), &mut Sink::new());
    // Raw input of every kind.
    for kind in KINDS {
        kind.fits(text);
        kind.judge(&source, &budget, &mut Sink::new(), &mut |_| {});
    }
}

#[test]
fn mangled_documents_do_no_harm() {
    let corpus = corpus();
    let human = Human::new(Look { colour: true, unicode: true, width: 80 });
    let asked = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = asked("PUZZLED_FUZZ_SEED").unwrap_or(1);
    let wanted = asked("PUZZLED_FUZZ_ROUNDS").unwrap_or(400);
    let mut random = Random(seed | 1 << 40);
    for rounds in 0..wanted {
        if corpus.is_empty() {
            break;
        }
        let text = mangle(&mut random, &corpus);
        let shown = String::from_utf8_lossy(&text).into_owned();
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| hold(text, &human)));
        assert!(result.is_ok(), "round {rounds} of seed {seed} failed on\n{shown}");
    }
}
