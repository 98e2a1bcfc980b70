use super::faults::{FaultKind, find};
use super::tree::{print, read_sound, read_with_care};
use super::*;
use crate::kinds::automaton::engine::portable::Plain;
use crate::kinds::automaton::samples::{self, Noise};

fn printed(text: &str) -> String {
    read_sound(text).expect("a sound tree").0.to_string()
}

fn kinds(text: &str) -> Vec<(FaultKind, std::ops::Range<usize>)> {
    assert!(read_sound(text).is_none(), "{text}");
    let faults = find(text, 0);
    assert_eq!(faults.count, faults.found.len());
    faults.found.into_iter().map(|fault| (fault.kind, fault.at)).collect()
}

#[test]
fn fast_reading_agrees_with_the_definition_and_printing_inverts_it() {
    let mut noise = Noise(31);
    for nodes in [1, 3, 5, 9, 33, 129, 1001] {
        for _ in 0..5 {
            let plain = samples::scattered(samples::random(nodes, &mut noise), &mut noise);
            let tree = plain.pack();
            let mut text = String::new();
            print(&tree, &mut text).expect("a string takes everything");
            assert_eq!(read_sound(&text), Some((tree.clone(), false)));
            let (rest, defined) = parse_tree(&text).expect("a sound tree");
            assert_eq!((rest, defined.pack()), ("", tree.clone()));
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
            let faults = find(&text, 0);
            assert_eq!(sound.is_some(), faults.count == 0, "{text:?}: {faults:?}");
            if let Ok((rest, plain)) = parse_tree(text.trim_start())
                && rest.trim().is_empty()
            {
                assert_eq!(sound, Some((plain.pack(), false)), "{text:?}");
            }
            for fault in &faults.found {
                assert!(text.get(fault.at.clone()).is_some());
            }
        }
    }
}

/// The fast reader, on both kinds of processor, against the careful one.
fn reads_alike(text: &str) {
    let expected = read_with_care(text.as_bytes());
    assert_eq!(read_sound(text), expected, "{text:?}");
    let portable = sound::read(Plain, text.as_bytes());
    if portable.is_some() || expected.as_ref().is_some_and(|read| read.0.shape().nodes() > 1) {
        assert_eq!(portable, expected, "{text:?}");
    }
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
        ("(\n (\n  X\n  .\n  X\n .\n X\n)", Unclosed(1), 15..16),
        ("(\n  X\n  .\n  X\n )\n .\n X\n)", StrayCloser, 15..16),
        ("(\n (\n  X\n  .\n  X\n ))\n .\n X\n)", StrayCloser, 19..20),
        ("( (\n X\n .\n X\n)", Unclosed(1), 2..3),
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
    assert_eq!(find(&text[..text.len() - 3], 0).count, 1);
    let lines = "(\n".repeat(depth) + "X" + &"\n.\nX)".repeat(depth);
    assert_eq!(read_sound(&lines).map(|read| read.0.shape().nodes()), Some(2 * depth + 1));
    assert!(parse_tree(&printed(&lines)).is_ok());
}

#[test]
fn paths() {
    assert_eq!(parse_path("[<>]x"), Ok(("x", vec![Turn::Left, Turn::Right])));
    assert_eq!(parse_path("[]"), Ok(("", vec![])));
    for wrong in ["", "[", "<>", "[<", "[x]", "[< >]"] {
        assert!(parse_path(wrong).is_err());
    }
}
