use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::kinds::automaton::INFO;
use crate::puzzle::{Board, Body, Depth, Verdict};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

const ARTICLE: &str = "rule 23749\ntree (((X . .) X (X . X)) X ((. X X) . (. X .)))";

fn keyed(source: &Source) -> Body<'_> {
    let text = source.text();
    Body {
        source: text,
        span: Span::new(0, text.len() as u32),
        name: Span::new(0, 0),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    }
}

struct Desk(Board);

impl Desk {
    fn open(text: &str) -> Self {
        let source = Source::new("x", text);
        let mut sink = Sink::new();
        let opened = INFO.open(&keyed(&source), KINDS, &mut sink);
        Self(opened.unwrap_or_else(|| panic!("{text}: {:?}", sink.diagnostics())))
    }

    fn ask(
        &mut self,
        text: &str,
        depth: Depth,
    ) -> Result<Option<String>, (&'static str, u32, u32)> {
        let mut sink = Sink::new();
        let answer =
            self.0.run(Fragment { text, start: 0 }, depth, &Budget::unlimited(), &mut sink);
        match answer {
            Some(answer) => Ok(answer.into_text()),
            None => {
                assert_eq!(sink.len(), 1, "{text}: {:?}", sink.diagnostics());
                let diagnostic = &sink.diagnostics()[0];
                Err((diagnostic.code.path, diagnostic.span.start, diagnostic.span.end))
            }
        }
    }

    fn says(&mut self, text: &str) -> String {
        self.ask(text, Depth::Run).unwrap_or_else(|e| panic!("{text}: {e:?}")).expect("an answer")
    }
}

fn faults(text: &str) -> Vec<(&'static str, &str)> {
    let source = Source::new("x", text);
    let mut sink = Sink::new();
    let _ = INFO.open(&keyed(&source), KINDS, &mut sink);
    sink.diagnostics()
        .iter()
        .map(|diagnostic| (diagnostic.code.path, &text[diagnostic.span.range()]))
        .map(|(code, at)| (code.trim_start_matches("automaton::"), at))
        .collect()
}

fn judge(text: &str) -> (Vec<String>, Vec<&'static str>, Verdict) {
    let source = Source::new("x", text);
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    let verdict =
        (INFO.judge)((&source).into(), &Budget::unlimited(), &mut sink, &mut |_, line| {
            lines.push(line.to_owned());
        });
    (lines, sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect(), verdict)
}

#[test]
fn the_judges_examples() {
    let article = "23749\n((X . .) X (X . X)) X ((. X X) . (. X .))\n7\n3 []\n2 [><]\n-1 [<>]\n-1 [<><]\n12 [<<<]\n-2 [>><]\n1 [>>>]\n";
    let (lines, codes, _) = judge(&article.replace('\n', "\r\n"));
    assert_eq!((lines.concat().as_str(), codes.len()), ("X..XX..", 1));
    let other =
        "42354\n((. X (. . .)) . (X . (. X X)))\n6\n0 []\n2 [><]\n0 [><]\n0 [<>]\n1 [><]\n0 [<>]";
    let (lines, codes, verdict) = judge(other);
    assert_eq!(lines.concat(), ".XX.XX");
    assert_eq!((codes.len(), verdict), (0, Verdict::Fine));
    assert_eq!(judge("23749\nX\n0").0.len(), 0);
    assert_eq!(
        judge("23749\n(X . X)\n2\n-1 []\n1 [<<]").1,
        ["automaton::before-start", "automaton::off-tree"]
    );
}

#[test]
fn commands() {
    let mut desk = Desk::open(ARTICLE);
    assert_eq!(desk.says("predecessors"), "0");
    assert_eq!(desk.says("predecessor"), "none");
    assert_eq!(desk.says("step"), "1");
    assert_eq!(desk.says("predecessors"), "10");
    assert_eq!(desk.says("step"), "2");
    assert_eq!(desk.says("predecessors"), "87");

    assert_eq!(desk.says("undo 2"), "(((X . .) X (X . X)) X ((. X X) . (. X .)))");
    assert_eq!(desk.says("3 []"), "X");
    assert_eq!(desk.says("2 [><]"), ".");
    assert_eq!(desk.says("-1 [<>]"), ".");
    assert_eq!(desk.says("-1 [<><]"), "X");
    assert_eq!(desk.says("12 [<<<]"), "X");
    assert_eq!(desk.says("-2 [>><]"), ".");
    assert_eq!(desk.says("1 [>>>]"), ".");

    assert_eq!(desk.says("undo"), desk.says("show"));
    assert_eq!(desk.says("rule"), "23749");
    assert_eq!(desk.says("neighbours []").split(' ').next(), Some("-"));
    assert_eq!(desk.says("table").lines().count(), 16);
    assert_eq!(desk.says("table").lines().next(), Some(". . . . -> X"));

    let (first, period) =
        desk.says("cycle").split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("two");
    let period: u64 = period.parse().expect("a period");
    assert!(first.parse::<u64>().is_ok() && period > 0);
    let here = desk.says("show");
    let far = i64::MAX as u64 / period * period;
    desk.says(&format!("step {far}"));
    assert_eq!(desk.says("show"), here);

    desk.says("undo");
    assert_eq!(desk.says("rule 42354"), "42354");
    let current = desk.says("show");
    desk.says("step 2");
    assert_eq!(desk.says("history 3").lines().count(), 3);
    assert_eq!(
        desk.says("history 3").lines().next().and_then(|l| l.split_once(' ')).map(|l| l.1),
        Some(current.as_str())
    );
    assert!(desk.says("when [<]=X").parse::<u64>().is_ok() || desk.says("when [<]=X") == "never");

    desk.says("reset");
    let generation = desk.says("step");
    assert_eq!(generation, "1");
    let before = desk.says("predecessor");
    let mut parent = Desk::open(&format!("rule 23749\ntree {before}"));
    parent.says("step");
    assert_eq!(parent.says("show"), desk.says("show"));
}

#[test]
fn commands_that_fail_change_nothing() {
    let mut desk = Desk::open(ARTICLE);
    for depth in [Depth::Run, Depth::Check { answer: false }, Depth::Check { answer: true }] {
        for (text, code, start, end) in [
            ("-1 []", "automaton::before-start", 0, 2),
            ("1 [<<<<<]", "automaton::off-tree", 6, 7),
            ("at [x]", "automaton::bad-path", 4, 5),
            ("at", "syntax::missing-argument", 0, 2),
            ("rule 65536", "automaton::rule-range", 5, 10),
            ("rule x", "syntax::bad-argument", 5, 6),
            ("when [<] X", "syntax::bad-argument", 9, 10),
            ("when [<] = o", "syntax::bad-argument", 11, 12),
            ("99999999999999999999 []", "syntax::integer-range", 0, 20),
        ] {
            assert_eq!(desk.ask(text, depth), Err((code, start, end)), "{text}");
        }
    }
    assert_eq!(desk.says("status").lines().next(), Some("generation 0 newest 0 rule 23749"));
    assert!(desk.ask("undo", Depth::Run).is_err());
}

#[test]
fn the_checker_follows_without_computing() {
    let mut desk = Desk::open(ARTICLE);
    let check = Depth::Check { answer: false };
    assert_eq!(desk.ask("9000000000000000000 []", check), Ok(None));
    assert_eq!(desk.ask("rule 7", check), Ok(Some(String::from("7"))));
    assert_eq!(desk.ask("-9000000000000000001 []", check), Err(("automaton::before-start", 0, 20)));
    assert_eq!(desk.ask("undo 2", check), Ok(None));
    assert_eq!(desk.ask("3 []", Depth::Check { answer: true }), Ok(Some(String::from("X"))));
}

#[test]
fn faults_of_bodies() {
    for (text, expected) in [
        ("rule 65536\ntree X", vec![("rule-range", "65536")]),
        ("rule 1\ntree (X .)", vec![("missing-child", "(X .)")]),
        ("rule 1", vec![("missing-part", "1")]),
        ("tree X", vec![("missing-part", "")]),
        ("7\ntree (X . X)", vec![("unknown-part", "7")]),
        ("rule 1\nrule 2\ntree X", vec![("duplicate-part", "rule")]),
        ("rule 1\ntree\n  (X\n . X)", vec![]),
        ("rule 1\ntrie X\ntree X", vec![("unknown-part", "trie")]),
        ("rule 1 2\ntree (X . . .)", vec![("syntax::trailing-text", "2"), ("too-many-parts", ".")]),
        ("1\n(X . X)\n3\n1 []", vec![("query-count", "3")]),
        ("1\n(X . X)\n1\n1 []\n1 []", vec![("query-count", "1 []")]),
        ("1\n(X . X)\n1\n1 []\n2 []", vec![("query-count", "1")]),
        ("1\n(X . X)\n1 []\n1 []", vec![("query-count", "1 []")]),
        ("1\n1\n(X . X)\n1\n1 []", vec![("missing-part", "1")]),
        ("1\n2\n(X . X)\n1 []", vec![("missing-part", "2")]),
        ("rule 1\ntree ((0 1 0) 1 (1 0 1))", vec![("bad-character", "0")]),
        (".rule 1\ntree X", vec![("unknown-part", ".rule")]),
        ("8ule 1\ntree X", vec![("unknown-part", "8ule")]),
        ("rule 1\ntree (\ntree (\n  X . X\n )", vec![("duplicate-part", "tree")]),
        ("rule 1\ntree (\n  X\n  a\n  X\n )", vec![("bad-character", "a")]),
        ("1\n(X . X)\n1\n1 [y]", vec![("bad-path", "y")]),
        (
            "70000\n(X . X\n1\n1 [y]",
            vec![("bad-path", "y"), ("rule-range", "70000"), ("unclosed-bracket", "(")],
        ),
        ("1\nX . X\n0", vec![("bare-root", "X . X")]),
        ("1", vec![("missing-part", "1")]),
        ("1x\nX", vec![("syntax::bad-argument", "1x")]),
    ] {
        assert_eq!(faults(text), expected, "{text}");
    }
}

#[test]
fn a_tree_may_lie_on_many_lines() {
    let tree = "(((X . .) X (X . X)) X ((. X X) . (. X .)))";
    for between in ["\n", "\r\n\t", "\r\r", "\n // note (\n", "\n\n// )\n \n  "] {
        let lines = tree.replace(' ', between);
        for text in [
            format!("rule 23749\ntree {lines}"),
            format!("tree\n{lines}\n // end\nrule 23749\n"),
            format!("// first\n  tree{lines}\nrule 23749"),
        ] {
            assert_eq!(Desk::open(&text).says("show"), tree, "{text}");
        }
        let (answers, codes, _) = judge(&format!("23749 {lines}\n2\n3 []\n2 [><]\n"));
        assert_eq!((answers.concat().as_str(), codes.len()), ("X.", 0));
        assert_eq!(judge(&format!("23749\n{lines}{between}1\n3 []\n")).0, ["X"]);
    }
    assert_eq!(faults("rule 1\ntree (X\n.\nrules 2\nX)").len(), 2);
    assert_eq!(faults("rule 1\ntree (X\n.\n  X X\n)\n"), [("too-many-parts", "X")]);
}

#[test]
fn formatting_keeps_the_meaning() {
    let source = Source::new("x", "tree ( X .X )\nrule   7");
    let format = |source: &Source| {
        let body = keyed(source);
        let model = INFO.read_silently(&body).expect("a sound body");
        model.format(&body)
    };
    assert_eq!(format(&source), Some(vec!["rule 7".into(), "tree (X . X)".into()]));
    for other in
        ["7\n(X . X)\n0", "rule 7\ntree (X .\nX)", "rule 7\ntree X . X", "rule 7 // a\ntree X"]
    {
        let source = Source::new("x", other);
        assert_eq!(format(&source), None, "{other}");
    }
}

#[test]
fn completion_goes_down_the_tree() {
    let desk = Desk::open("rule 1\ntree (X . (X . X))");
    let complete = |text: &str| desk.0.complete(Fragment { text, start: 0 });
    assert_eq!(complete("at "), ["[]", "[<", "[>"]);
    assert_eq!(complete("1 [<"), ["[<]"]);
    assert_eq!(complete("when [>"), ["[>]", "[><", "[>>"]);
    assert!(complete("at [x").is_empty());
}
