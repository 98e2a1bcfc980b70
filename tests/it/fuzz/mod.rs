//! A short fuzz: documents are cut, spliced, shuffled and mangled, then checked, formatted, drawn and
//! run on a small budget. Nothing may panic, every span lies within the text, and formatting is
//! idempotent. `PUZZLED_FUZZ_ROUNDS` makes it longer, `PUZZLED_FUZZ_SEED` another one; the same seed
//! always mangles alike.

mod findings;
mod server;
mod targets;

use std::panic::AssertUnwindSafe;

use crate::common::{Random, files};
use puzzled::kinds::KINDS;

/// Returns the shipped examples, right and wrong, and the examples of the kinds.
fn corpus() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> =
        KINDS.iter().map(|kind| kind.example.as_bytes().to_vec()).collect();
    texts.extend(files("examples").iter().filter_map(|path| std::fs::read(path).ok()));
    texts.extend(crate::wrong::texts().into_iter().map(|text| text.bytes));
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
        match random.below(7) {
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
            4 => {
                let mut lines: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').collect();
                for at in (1..lines.len()).rev() {
                    lines.swap(at, random.below(at + 1));
                }
                text = lines.concat();
            }
            5 if at < text.len() => text[at] = random.below(256) as u8,
            _ => {
                let end = (at + random.below(40)).min(text.len());
                let piece = text[at..end].to_vec();
                text.splice(at..at, piece);
            }
        }
    }

    text
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

/// Runs every target on the same bytes.
fn hold(bytes: &[u8]) {
    targets::layout(bytes);
    targets::running(bytes);
    targets::foreign(bytes);
    targets::journal(bytes);
}

#[test]
fn mangled_documents_do_no_harm() {
    let corpus = corpus();
    let setting = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = setting("PUZZLED_FUZZ_SEED").unwrap_or(1);
    let wanted = setting("PUZZLED_FUZZ_ROUNDS").unwrap_or(400);
    let mut random = Random(seed | 1 << 40);
    // Without searches, which take most of the time, there can be more rounds.
    for rounds in 0..wanted + 1_200 {
        if corpus.is_empty() {
            break;
        }
        let text = mangle(&mut random, &corpus);
        let shown = String::from_utf8_lossy(&text).into_owned();
        let target = if rounds < wanted { hold } else { targets::layout };
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| target(&text)));
        assert!(outcome.is_ok(), "round {rounds} of seed {seed} failed on\n{shown}");
    }
}

/// Holds a target on the inputs that have shown a fault, and on the examples as `frame` puts them
/// into the form that the target reads.
fn hold_corpus(name: &str, frame: fn(&[u8]) -> Vec<u8>, target: fn(&[u8])) {
    let examples = files("examples").into_iter().filter_map(|path| {
        let text = std::fs::read(&path).ok().filter(|text| text.len() < 1_000)?;
        Some((path, frame(&text)))
    });
    let reproducers = files(&format!("fuzz/corpus/{name}")).into_iter().map(|path| {
        let bytes = std::fs::read(&path).expect("a file of a corpus can be read");
        (path, bytes)
    });
    let inputs: Vec<_> = examples.chain(reproducers).collect();
    assert!(inputs.len() > 20, "`{name}` has too few inputs");
    for (path, bytes) in inputs {
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| target(&bytes)));
        assert!(outcome.is_ok(), "`{name}` fails on {}", path.display());
    }
}

#[test]
fn the_corpus_of_layout_does_no_harm() {
    hold_corpus("layout", <[u8]>::to_vec, targets::layout);
}

#[test]
fn the_corpus_of_running_does_no_harm() {
    hold_corpus("running", <[u8]>::to_vec, targets::running);
}

#[test]
fn the_corpus_of_foreign_does_no_harm() {
    hold_corpus("foreign", <[u8]>::to_vec, targets::foreign);
}

#[test]
fn the_corpus_of_journal_does_no_harm() {
    hold_corpus("journal", |text| [b"=", text].concat(), targets::journal);
}

#[test]
fn the_corpus_of_server_does_no_harm() {
    // Opens the document, asks for a completion in its second line, changes that line, and asks again.
    const REQUESTS: &[u8] = b"\x1e?\x01\x01\x02\x1e~\x01\x00\x01\x03x\x1e?\x01\x01\x01\x1e?\x08";
    hold_corpus("server", |text| [b"+", text, REQUESTS].concat(), server::server);
}
