//! Reading documents, checking them, and drawing their diagnostics. Opponent of the parser: counting
//! the lines of the same bytes, which no parser can beat.

mod timing;

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use puzzled::diag::Sink;
use puzzled::host::{Invocation, Limits, check_document};
use puzzled::kinds::KINDS;
use puzzled::kinds::automaton::PlainTree;
use puzzled::render::{Human, Look};
use puzzled::search::Budget;
use puzzled::session::{self, Mode, Parts, Session};
use puzzled::syntax::parse_document;
use puzzled::text::Source;
use timing::median;

fn rate(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64() / 1e6
}

/// Returns texts of trees: a random one of 1,000,001 nodes in four layouts, and deep ones.
fn trees() -> Vec<(&'static str, String)> {
    let mut noise = 88_172_645_463_325_252_u64;
    let mut next = || {
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        noise >> 8
    };
    let mut plain = PlainTree::default();
    let mut leaves = vec![plain.leaf(true)];

    while plain.live.len() < 1_000_001 {
        let at = (next() % leaves.len() as u64) as usize;
        let leaf = leaves.swap_remove(at) as usize;
        let left = plain.leaf(next() & 1 == 1);
        let right = plain.leaf(next() & 1 == 1);
        plain.left[leaf] = left;
        plain.right[leaf] = right;
        leaves.extend([left, right]);
    }

    let spaced = plain.pack().to_string();
    let tight = spaced.replace(' ', "");
    let mut indented = String::new();
    let mut depth = 0;
    for token in tight.chars() {
        depth -= usize::from(token == ')');
        let _ = writeln!(indented, "{:depth$}{token}", "");
        depth += usize::from(token == '(');
    }
    let lines = spaced.replace(' ', "\n");
    let deep = 1_000_000;
    vec![
        ("random, spaced", spaced),
        ("random, tight", tight),
        ("random, indented lines", indented),
        ("random, bare lines", lines),
        ("1,000,000 deep", "(X . ".repeat(deep) + "X" + &")".repeat(deep)),
        ("1,000,000 deep, lines", "(\nX .\n".repeat(deep) + "X" + &"\n)".repeat(deep)),
    ]
}

/// Returns a document of small puzzles of all kinds with a few commands each, about 90 bytes a
/// puzzle.
fn ordinary(bytes: usize) -> String {
    let bodies = [
        ("automaton", "  rule 110\n  tree ((X . .) X (X . X))\n", "step 2\nat [<]\n-1 []\n"),
        ("klotski", "  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n", "move A right\nundo\nhint\n"),
        ("matrix", "  17 4 61 9\n  38 2 50 77\n", "rotate 1\nrings\nbranch turned\n"),
        ("rush", "  ..B.\n  AAB.\n  ...C\n  ...C\n", "moves\nmove C up\nreset\n"),
        ("sudoku", "  1..4\n  ..1.\n  .1..\n  4..1\n", "candidates r1c2\nhint\n"),
        ("sliders", "  A B C\n  D . E\n  goal\n  . A C\n  D B E\n", "play L\nstatus\n"),
        ("bloxorz", "  ooo---\n  oSoooo\n  oooooo\n  ---oTo\n", "moves\nplay R\nstatus\n"),
    ];
    let mut text = String::new();
    for at in 0.. {
        if text.len() >= bytes {
            break;
        }
        let (kind, body, commands) = bodies[at * 5 % bodies.len()];
        let number = at.wrapping_mul(2_654_435_761) % 65_536;
        let body =
            body.replace("110", &number.to_string()).replace("17 4", &format!("{} 4", at % 97));
        let _ = write!(text, "{kind} p{at} {{\n{body}}}\n{commands}");
    }
    text
}

/// Checks an ordinary document as a whole, in parts, and in parts on all processors.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn check_ordinary() {
    let source = Source::new("ordinary.puzzle", ordinary(10_000_000));
    let budget = Budget::unlimited();
    let read = |sink: &mut Sink| session::read(&source, true, sink);
    let whole = median(7, || {
        let mut sink = Sink::new();
        let mode = Mode::Check { solve: false };
        let document = read(&mut sink);
        Session::new().run(&source, &document, mode, &budget, &mut sink, &mut |_, _| {});
        assert!(sink.is_empty(), "every puzzle is sound");
    });
    let parts = median(7, || {
        let mut sink = Sink::new();
        let document = read(&mut sink);
        let parts = Parts::of(KINDS, &source, &document, &mut sink);
        for range in parts.ranges(u32::MAX) {
            parts.check(range, false, &budget, &mut |_, sink| assert!(sink.is_empty()));
        }
        assert!(sink.is_empty(), "every name is known");
    });

    let limits = Limits::default();
    let call = Invocation::default();
    let threads = median(7, || {
        assert!(check_document(&source, false, &limits, &call).diagnostics.is_empty());
    });
    let rate = |time| rate(source.text().len(), time);
    println!("check an ordinary document    {:>8.0} MB/s as a whole", rate(whole));
    let ratio = |time: Duration| whole.as_secs_f64() / time.as_secs_f64();
    println!("  puzzle by puzzle            {:>8.0} MB/s, x{:.2}", rate(parts), ratio(parts));
    println!("  on all processors           {:>8.0} MB/s, x{:.2}", rate(threads), ratio(threads));
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    let mut queries = String::from("automaton a {\n  rule 30\n  tree ((X . .) X (X . X))\n}\n");
    for at in 0..1_000_000 {
        let _ = writeln!(queries, "{} [{}]", at % 7 - 3, ["", "<", ">", "<<", "<>"][at % 5]);
    }
    let kinds = KINDS;
    let plain = median(7, || {
        black_box(memchr::memchr_iter(b'\n', black_box(queries.as_bytes())).count());
    });
    let parse = median(7, || {
        black_box(parse_document(black_box(&queries), &kinds, &mut Sink::new()));
    });
    println!(
        "parse a document of queries   {:>8.0} MB/s   (counting its lines: {:.0} MB/s, ratio {:.3})",
        rate(queries.len(), parse),
        rate(queries.len(), plain),
        plain.as_secs_f64() / parse.as_secs_f64(),
    );

    let mut puzzles = String::new();
    for at in 0..110_000 {
        let _ = writeln!(
            puzzles,
            "matrix m{at} {{\n  1 2\n  3 4 // the last row\n}}\nm{at}: rotate 1 => {{\n  2 4\n  1 3\n}}\nrings => 1"
        );
    }
    let parse = median(7, || {
        black_box(parse_document(black_box(&puzzles), &kinds, &mut Sink::new()));
    });
    println!("parse a document of puzzles   {:>8.0} MB/s", rate(puzzles.len(), parse));
    // `cargo bench --bench documents -- parse` stops here.
    if std::env::args().any(|argument| argument == "parse") {
        return;
    }

    check_ordinary();
    // `cargo bench --bench documents -- ordinary` stops here.
    if std::env::args().any(|argument| argument == "ordinary") {
        return;
    }

    for (shape, tree) in trees() {
        let text = format!("automaton t {{\n  rule 30\n  tree {tree}\n}}\n");
        let source = Source::new("tree.puzzle", text);
        let check = median(7, || {
            let mut sink = Sink::new();
            let document = session::read(&source, true, &mut sink);
            let mode = Mode::Check { solve: false };
            let budget = Budget::unlimited();
            Session::new().run(&source, &document, mode, &budget, &mut sink, &mut |_, _| {});
            assert!(sink.is_empty(), "the tree is well formed");
        });
        println!("check a tree, {shape:<22} {:>8.0} MB/s", rate(source.text().len(), check));
    }

    let mut faults = String::from("matrix m {\n  1 2\n  3 4\n}\n");
    for at in 0..400_000 {
        faults.push_str(if at % 400 == 0 {
            "rotat 1 // misspelled\n"
        } else {
            "ring of (0,1) => 0 1\n"
        });
    }
    while faults.len() < 10_000_000 {
        faults.push_str("// a comment that makes the file longer, as comments do in real files\n");
    }
    let source = Source::new("faults.puzzle", faults);
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let budget = Budget::unlimited();
    let mode = Mode::Check { solve: false };
    Session::new().run(&source, &document, mode, &budget, &mut sink, &mut |_, _| {});
    let diagnostics = sink.take();
    let human = Human::new(Look { color: false, unicode: true, width: 100 });
    let draw = median(7, || {
        let fresh = Source::new("faults.puzzle", source.text());
        for diagnostic in &diagnostics {
            black_box(human.draw(&fresh, diagnostic));
        }
    });
    println!(
        "draw {} diagnostics of a {} MB file, its index included: {:.1} ms",
        diagnostics.len(),
        source.text().len() / 1_000_000,
        draw.as_secs_f64() * 1e3
    );
}
