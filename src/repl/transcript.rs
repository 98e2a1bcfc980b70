//! Pasting what was copied from a session: prompts are taken off, answers are left out.

use super::view::is_open;
use crate::syntax::parse_name;

/// Longest that what stands between a name and its `>` may be.
const PLACE: usize = 40;
/// What a further line of an input may begin with.
const FURTHER: &str = "... ";

/// The length of the prompt that a line begins with: `puzzled> `, `NAME> `, `NAME @3 solved> `.
fn prompt(line: &str) -> Option<usize> {
    let (rest, name) = parse_name(line).ok()?;
    let rest = rest.strip_prefix('…').unwrap_or(rest);
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
    debug_assert!(at > name.len());
    match line.as_bytes().get(at) {
        None => Some(at),
        Some(b' ') => Some(at + 1),
        Some(_) => None,
    }
}

/// The inputs of a transcript, or none if the text is something else: its first line that holds
/// anything begins with a prompt. An input goes on while a block is open in it.
pub(super) fn inputs(text: &str) -> Option<Vec<String>> {
    let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).peekable();
    while lines.peek().is_some_and(|line| line.trim().is_empty()) {
        lines.next();
    }
    prompt(lines.peek()?.trim_start())?;
    let mut inputs: Vec<String> = Vec::new();
    let mut open = false;
    for line in lines {
        let bare = line.trim_start();
        if let Some(length) = prompt(bare) {
            let input = bare[length..].trim_end();
            inputs.push(input.to_owned());
            open = is_open(input);
        } else if let (Some(last), true) = (inputs.last_mut(), open || line.starts_with(FURTHER)) {
            last.push('\n');
            last.push_str(line.strip_prefix(FURTHER).unwrap_or(line));
            open = !line.contains(['{', '}']) && open || is_open(last);
        }
    }
    inputs.retain(|input| !input.trim().is_empty());
    Some(inputs)
}

/// Whether the last input of a transcript goes on. None if the text is not a transcript.
pub(super) fn goes_on(text: &str) -> Option<bool> {
    inputs(text).map(|inputs| inputs.last().is_some_and(|last| is_open(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_are_told_from_statements() {
        for (line, rest) in [
            ("puzzled> matrix m {", Some("matrix m {")),
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
            assert_eq!(prompt(line).map(|at| &line[at..]), rest, "{line}");
        }
    }

    #[test]
    fn only_what_was_typed_is_left() {
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
}
