//! Pasting what was copied from a session: prompts are taken off, answers are left out.

use crate::repl::input::view::is_open;
use crate::syntax::parse_name;

/// Longest that what stands between a name and its `>` may be.
const PLACE: usize = 60;
/// Digits of the number of an input, at most.
const NUMBER: usize = 9;
/// What a further line of an input may begin with.
const FURTHER: &str = "... ";

/// A prompt at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Prompt<'a> {
    /// Its length, with the space after it.
    length: usize,
    /// The name of its puzzle, or the beginning of a long name; `None` if no puzzle was in focus.
    puzzle: Option<&'a str>,
}

/// Returns the prompt that a line begins with: `[1] puzzled> `, `[7] NAME @3, 2 moves> `, and as
/// version 0.1 showed it, `puzzled> `, `NAME> `, `NAME @3 solved> `.
fn prompt(line: &str) -> Option<Prompt<'_>> {
    let numbered = line.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let rest = match numbered {
        Some((number, rest)) if !number.is_empty() && number.len() <= NUMBER => {
            number.bytes().all(|byte| byte.is_ascii_digit()).then_some(rest)?
        }
        _ => line,
    };
    let (rest, name) = parse_name(rest).ok()?;
    let (rest, cut) = rest.strip_prefix('…').map_or((rest, false), |rest| (rest, true));
    let end = rest.find('>')?;
    // What no prompt holds: `show => 1`, `at [<>]`, `m: when [>] = X`, `solve -> 3`.
    let place = &rest[..end];
    let plain = |char: char| char.is_alphanumeric() || matches!(char, ' ' | '@' | '-' | '.' | ',');
    if place.len() > PLACE || !place.chars().all(plain) {
        return None;
    }
    let place = place.strip_prefix(' ');
    let stands = |place: &str| {
        place.starts_with(|char: char| char == '@' || char.is_ascii_digit())
            && !place.ends_with([' ', '-'])
    };
    if place.is_none() && end > 0 || place.is_some_and(|place| !stands(place)) {
        return None;
    }
    let at = line.len() - rest.len() + end + 1;
    let length = match line.as_bytes().get(at) {
        None => at,
        Some(b' ') => at + 1,
        Some(_) => return None,
    };
    let puzzle = (place.is_some() || cut).then_some(name);
    Some(Prompt { length, puzzle })
}

/// An input of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// The puzzle that its prompt names, or the beginning of a long name.
    pub(crate) puzzle: Option<String>,
    /// What was typed.
    pub(crate) text: String,
}

/// Returns the inputs of a transcript, or none if the text is something else: its first line that
/// holds anything begins with a prompt. An input continues while a block is open in it.
pub(crate) fn inputs(text: &str) -> Option<Vec<Input>> {
    let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).peekable();
    while lines.peek().is_some_and(|line| line.trim().is_empty()) {
        lines.next();
    }
    prompt(lines.peek()?.trim_start())?;
    let mut inputs: Vec<Input> = Vec::new();
    let mut open = false;
    for line in lines {
        let bare = line.trim_start();
        if let Some(Prompt { length, puzzle }) = prompt(bare) {
            let text = bare[length..].trim_end();
            inputs.push(Input { puzzle: puzzle.map(String::from), text: text.to_owned() });
            open = is_open(text);
        } else if let (Some(Input { text: last, .. }), true) =
            (inputs.last_mut(), open || line.starts_with(FURTHER))
        {
            last.push('\n');
            last.push_str(line.strip_prefix(FURTHER).unwrap_or(line));
            open = !line.contains(['{', '}']) && open || is_open(last);
        }
    }
    inputs.retain(|input| !input.text.trim().is_empty());
    Some(inputs)
}

/// Returns whether the last input of a transcript continues. None if the text is not a transcript.
pub(crate) fn goes_on(text: &str) -> Option<bool> {
    inputs(text).map(|inputs| inputs.last().is_some_and(|last| is_open(&last.text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_are_told_from_statements() {
        for (line, rest) in [
            ("puzzled> matrix m {", Some("matrix m {")),
            ("[1] puzzled> list", Some("list")),
            ("[12] m @3, rotated by -1> show", Some("show")),
            ("[3] s @0, 51 cells empty> next", Some("next")),
            ("[x] m @3> show", None),
            ("[<>] => X", None),
            ("m @3> rotate 1", Some("rotate 1")),
            ("m 3> rotate 1", Some("rotate 1")),
            ("s 51 empty> next", Some("next")),
            ("b @4 solved> list", Some("list")),
            ("a-very-long-name…> list", Some("list")),
            ("m @-3>", Some("")),
            ("show => 1 2", None),
            ("when [>] = X", None),
            ("at [<>]", None),
            ("3 [><] => X", None),
            ("m: show", None),
            ("table", None),
            (". X . X -> .", None),
            ("a>b", None),
            ("solve -> 3", None),
            ("rotate 1 -> 2 4", None),
            ("rotate 1 --> 2 4", None),
            ("", None),
        ] {
            assert_eq!(prompt(line).map(|one| &line[one.length..]), rest, "{line}");
        }
    }

    #[test]
    fn a_prompt_names_its_puzzle() {
        let named = |line| prompt(line).and_then(|one| one.puzzle);
        assert_eq!(named("[7] little-2 @3, 2 moves> solve"), Some("little-2"));
        assert_eq!(named("little2 @0> solve"), Some("little2"));
        assert_eq!(named("a-very-long…> list"), Some("a-very-long"));
        assert_eq!(named("[1] puzzled> list"), None);
    }

    #[test]
    fn only_what_was_typed_is_left() {
        let all = inputs;
        let inputs = |text: &str| -> Option<Vec<String>> {
            Some(all(text)?.into_iter().map(|one| one.text).collect())
        };
        let text = "\n puzzled> matrix m {\n  1 2\n\n  3 4\n}\nm @0> rotate 1\n2 4\n1 3\nm @1> \
                    m @1> show => {\r\n... 2 4\r\n... 1 3\r\n... }\r\n2 4\nm @1> \n";
        let all = inputs(text).expect("a transcript");
        assert_eq!(all[..2], ["matrix m {\n  1 2\n\n  3 4\n}", "rotate 1"]);
        let text = "m @0> show => {\r\n... 1 2\r\n... }\r\n1 2\nm @0> \nm @0> list\n* m";
        assert_eq!(inputs(text).expect("one"), ["show => {\n1 2\n}", "list"]);
        assert_eq!(inputs("rotate 1\nm @1> show"), None);
        assert_eq!(goes_on("rotate 1 {"), None);
        assert_eq!(goes_on("puzzled> matrix m {\n 1 2"), Some(true));
        assert_eq!(goes_on("puzzled> matrix m {\n 1 2\n}\nm @0> show\n1 2"), Some(false));
    }

    #[test]
    fn a_pasted_input_runs_on_the_puzzle_that_its_prompt_names() {
        use crate::repl::tests::{say, shell, stands};
        let mut shell = shell();
        let long = "an-exceedingly-long-name-2";
        say(&mut shell, "matrix little {\n1 2\n3 4\n}\nmatrix big { 5 / 6 }");
        say(&mut shell, &format!("matrix {long} {{ 7 / 8 }}"));
        say(&mut shell, "use big");
        assert_eq!(say(&mut shell, "little @0> show"), ("1 2\n3 4\n".into(), String::new()));
        assert!(stands(&shell).starts_with("little @0"), "the session continues there");
        let (out, err) =
            say(&mut shell, "[9] big @0, rotated by 0> show\n5\n6\n[10] big @0> rotate 1\n");
        assert_eq!((out.as_str(), err.as_str()), ("5\n6\n5\n6\n", ""));
        assert_eq!(say(&mut shell, "an-exceedingly-long-name…> show").0, "7\n8\n");
        let (out, err) =
            say(&mut shell, "gone @0> rotate 1\ngone @1> little: show\n[3] puzzled> list");
        assert!(err.contains("no puzzle `gone`") && err.contains("`rotate 1` is not run"), "{err}");
        assert!(out.starts_with("1 2\n3 4\n  little"), "{out}");
    }
}
