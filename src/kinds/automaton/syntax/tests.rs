use super::faults::{FaultKind, find};
use super::tree::{parse_whole_tree, print, read_sound};
use super::*;
use crate::kinds::automaton::layout::Tree;
use crate::kinds::automaton::rules::PlainTree;
use crate::kinds::automaton::samples::{self, Noise};

fn printed(text: &str) -> String {
    read_sound(text).expect("a sound tree").0.to_string()
}

/// Reads a text as the grammar says: `tree = node | "(" tree node tree ")"`, or a bare one. Recurses.
fn defined(text: &str) -> Option<(Tree, bool)> {
    fn part(symbols: &mut Vec<char>, tree: &mut PlainTree) -> Option<u32> {
        match symbols.pop()? {
            '(' => {
                let whole = inside(symbols, tree)?;
                (symbols.pop()? == ')').then_some(whole)
            }
            symbol => Some(tree.leaf(state(symbol)?)),
        }
    }

    fn inside(symbols: &mut Vec<char>, tree: &mut PlainTree) -> Option<u32> {
        let left = part(symbols, tree)?;
        let live = state(symbols.pop()?)?;
        let right = part(symbols, tree)?;
        Some(tree.join(left, live, right))
    }

    fn state(symbol: char) -> Option<bool> {
        matches!(symbol, 'X' | '.').then_some(symbol == 'X')
    }

    let blank = |char| matches!(char, ' ' | '\t');
    let line = |line: &str| -> String {
        let comment =
            line.match_indices("//").find(|&(at, _)| at == 0 || line[..at].ends_with(blank));
        line[..comment.map_or(line.len(), |(at, _)| at)]
            .chars()
            .filter(|&char| !blank(char))
            .collect()
    };
    let lines: Vec<String> = text.split(['\n', '\r']).map(line).collect();
    let symbols: Vec<char> = lines.concat().chars().rev().collect();

    let read = |bare: bool| {
        let mut symbols = symbols.clone();
        let mut tree = PlainTree::default();
        tree.root =
            if bare { inside(&mut symbols, &mut tree) } else { part(&mut symbols, &mut tree) }?;
        symbols.is_empty().then(|| (tree.pack(), bare))
    };
    read(false).or_else(|| read(true))
}

fn kinds(text: &str) -> Vec<(FaultKind, std::ops::Range<usize>)> {
    assert!(read_sound(text).is_none(), "{text}");
    let faults = find(text);
    faults.into_iter().map(|fault| (fault.kind, fault.at)).collect()
}

#[test]
fn reading_agrees_with_the_definition_and_printing_inverts_it() {
    let mut noise = Noise(31);
    for nodes in [1, 3, 5, 9, 33, 129, 1001] {
        for _ in 0..5 {
            let plain = samples::scattered(samples::random(nodes, &mut noise), &mut noise);
            let tree = plain.pack();
            let mut text = String::new();
            print(&tree, &mut text).expect("a string takes everything");
            assert_eq!(read_sound(&text), Some((tree.clone(), false)));
            assert_eq!(defined(&text), Some((tree.clone(), false)));
            let loose = text.replace(' ', if nodes % 4 == 1 { "" } else { "\r\n // no\n\t" });
            assert_eq!(read_sound(&loose), Some((tree.clone(), false)));
            if nodes > 1 {
                let bare = &text[1..text.len() - 1];
                assert_eq!(read_sound(bare), Some((tree, true)));
            }
        }
    }
}

#[test]
fn every_short_text_is_sound_or_has_a_fault() {
    let alphabet = ["X", ".", "(", ")", " ", "x"];
    for length in 0..7_u32 {
        for number in 0..alphabet.len().pow(length) {
            let text: String = (0..length)
                .map(|i| alphabet[number / alphabet.len().pow(i) % alphabet.len()])
                .collect();
            let sound = read_sound(&text);
            let faults = find(&text);
            assert_eq!(sound.is_some(), faults.is_empty(), "{text:?}: {faults:?}");
            assert_eq!(sound, defined(&text), "{text:?}");
            for fault in &faults {
                assert!(text.get(fault.at.clone()).is_some());
            }
        }
    }
}

/// Holds that the reader reads what the grammar says, also after a long comment.
fn reads_alike(text: &str) {
    let expected = defined(text);
    assert_eq!(read_sound(text), expected, "{text:?}");
    let large = format!("// {}\n{text}", "(".repeat(4096));
    assert_eq!(read_sound(&large), expected, "{text:?} after a comment");
}

#[test]
fn short_rows_of_tokens_read_alike() {
    let alphabet = ['X', '(', ')'];
    for length in 0..11_u32 {
        for number in 0..alphabet.len().pow(length) {
            let text: String = (0..length)
                .map(|i| alphabet[number / alphabet.len().pow(i) % alphabet.len()])
                .collect();
            reads_alike(&text);
        }
    }
}

#[test]
fn spoilt_and_loose_texts_read_alike() {
    let mut noise = Noise(64);
    for round in 0..1500 {
        let nodes = 2 * noise.below(150) + 1;
        let plain = match round % 3 {
            0 => samples::caterpillar(nodes, &mut noise),
            _ => samples::random(nodes, &mut noise),
        };
        let mut text = samples::scattered(plain, &mut noise).pack().to_string().into_bytes();
        if round % 2 == 0 {
            text.retain(|&byte| byte != b' ');
        }

        for _ in 0..noise.below(4) {
            let at = noise.below(text.len());
            match noise.below(5) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, b"X.()/x"[noise.below(6)]),
                2 => text.swap(at, (at + 1) % nodes),
                3 => drop(text.splice(at..at, *b" // (X\n")),
                _ => drop(text.splice(at..at, [b' '; 70])),
            }
            if text.is_empty() {
                break;
            }
        }
        reads_alike(std::str::from_utf8(&text).expect("ASCII"));
    }
}

#[test]
fn one_mistake_is_one_fault() {
    use FaultKind::*;
    for (text, kind, at) in [
        ("(X .)", ChildMissing, 4..5),
        ("((X .) X (. . .))", ChildMissing, 5..6),
        ("()", ChildMissing, 1..2),
        ("(X . . .)", TooManyParts, 7..8),
        ("(X (. X .) X)", MalformedNode, 3..10),
        ("((((", Unclosed(4), 3..4),
        ("((X . .) X (X . X)", Unclosed(1), 17..18),
        ("((X . . X (X . X))", Unclosed(1), 6..7),
        ("((X . .)) X (X . X))", StrayCloser, 8..9),
        ("(X . X))", StrayCloser, 7..8),
        ("(X o X)", BadCharacter, 3..4),
        ("(X hello .)", BadCharacter, 3..8),
        ("(X . X) (X . X)", TrailingText, 8..15),
        ("", Empty, 0..0),
        ("X X", TrailingText, 2..3),
    ] {
        assert_eq!(kinds(text), [(kind, at)], "{text}");
    }

    for (text, kind, at) in [
        ("(X X . X)", TooManyParts, 3..4),
        ("((X . .) (X . .) X .)", TooManyParts, 9..16),
        ("((X . .) . (. . .) X)", TooManyParts, 19..20),
        ("((X . .) (. . .) . X)", TooManyParts, 9..16),
    ] {
        assert_eq!(kinds(text), [(kind, at)], "{text}");
    }
    assert_eq!(kinds("((X .) X (. . . .))").len(), 2);
    assert_eq!(kinds("((X o .) X (. .))").len(), 2);
}

#[test]
fn a_million_deep() {
    let depth = 1_000_000;
    let text = "(X . ".repeat(depth) + "X" + &")".repeat(depth);
    let (tree, bare) = read_sound(&text).expect("a deep tree");
    assert!(!bare);
    assert_eq!(tree.shape().nodes(), 2 * depth + 1);
    assert!(tree.to_string() == text);
    let path = vec![Turn::Right; depth];
    assert!(tree.shape().walk(&path).is_ok_and(|leaf| tree.live(leaf)));
    assert_eq!(find(&text[..text.len() - 3]).len(), 1);
    let lines = "(\n".repeat(depth) + "X" + &"\n.\nX)".repeat(depth);
    assert_eq!(read_sound(&lines).map(|read| read.0.shape().nodes()), Some(2 * depth + 1));
    for text in [&printed(&lines), &lines] {
        assert!(
            matches!(parse_whole_tree(text), Ok(("", (tree, false))) if tree == read_sound(text).expect("sound").0)
        );
    }
}

#[test]
fn paths() {
    assert_eq!(parse_path("[<>]x"), Ok(("x", vec![Turn::Left, Turn::Right])));
    assert_eq!(parse_path("[]"), Ok(("", vec![])));
    for wrong in ["", "[", "<>", "[<", "[x]", "[< >]"] {
        assert!(parse_path(wrong).is_err());
    }
}
