//! What `help` says at the prompt and on the command line: all from the registry and the tables of
//! verbs.

use unicode_width::UnicodeWidthStr;

use super::prompt::{USE, VERBS};
use crate::diag::{among, clip, nearest};
use crate::kinds::KINDS;
use crate::puzzle::common::{COMMON, example, verbs};
use crate::puzzle::{Info, Verb};
use crate::render::sanitize;

/// Widest left column.
const LEFT: usize = 24;

/// Columns that help fills: those of a terminal, within bounds; 80 without a terminal.
pub fn width(terminal: bool) -> usize {
    if terminal { usize::from(console::Term::stdout().size().1).clamp(20, 120) } else { 80 }
}

/// `help` alone: the commands of the puzzle in focus, of every puzzle, and of the REPL.
pub fn overview(focus: Option<(&str, &'static Info)>, width: usize) -> String {
    let mut text = String::new();
    if let Some((name, info)) = focus {
        let title = format!("Commands of the {} {}", info.name, sanitize(name));
        heading(&mut text, &title, width);
        table(&mut text, info.verbs.iter().chain(&info.query).map(row), width);
        text.push('\n');
        heading(&mut text, "Commands of every puzzle", width);
        table(&mut text, COMMON.iter().map(row), width);
    } else {
        heading(&mut text, "Kinds of puzzle", width);
        let kinds = KINDS.iter().map(|kind| (kind.info().name, kind.info().summary));
        table(&mut text, kinds, width);
        text.push('\n');
        paragraph(
            &mut text,
            "Declare one: `KIND NAME {`, its body, and `}`. `help KIND` shows an example.",
            width,
        );
    }
    text.push('\n');
    heading(&mut text, "Statements", width);
    let statements = [
        (USE.usage, USE.summary),
        ("NAME: COMMAND", "runs a command on that puzzle"),
        ("COMMAND => ANSWER", "compares the answer with the expected one"),
        ("MOVES", "plays moves, such as `A right`, `LLUR` or `r1c2=6`"),
        ("(TREE)", "declares a tree with the rule of the automaton in focus"),
    ];
    table(&mut text, statements.into_iter(), width);
    text.push('\n');
    heading(&mut text, "Here at the prompt", width);
    table(&mut text, VERBS.iter().filter(|verb| verb.name != "exit").map(row), width);
    text.push('\n');
    paragraph(
        &mut text,
        "Tab completes. Ctrl-C clears the line, or stops a long computation and keeps what it has; \
         Ctrl-D leaves.",
        width,
    );
    text
}

/// `help WORD`: every verb and every kind of that name, those of the kind in focus first. If the
/// kind in focus has the verb, only its
/// own example is shown.
///
/// # Errors
/// The message when there is none.
pub fn page(word: &str, focus: Option<&'static Info>, width: usize) -> Result<String, String> {
    let mut text = String::new();
    if let Some(kind) = KINDS.kind(word) {
        about_kind(&mut text, kind.info(), width);
    }
    let of_focus = focus.filter(|info| info.verbs.iter().any(|verb| verb.name == word));
    let mut entry = |place: &str, verb: &Verb, example: &str| {
        if !text.is_empty() {
            text.push('\n');
        }
        heading(&mut text, &format!("{}  ({place})", verb.usage), width);
        paragraph(&mut text, &format!("  {}", verb.summary), width);
        if of_focus.is_none_or(|info| info.name == place) {
            text.push('\n');
            quote(&mut text, example);
        }
    };
    let mut infos: Vec<_> = KINDS.iter().map(|kind| kind.info()).collect();
    infos.sort_by_key(|info| focus.is_none_or(|focus| focus.name != info.name));
    for info in infos {
        // A query has no typed verb, so it is also found by the beginning of its form.
        let form = |verb: &&Verb| verb.name == word || verb.usage.split(' ').next() == Some(word);
        for verb in info.verbs.iter().chain(&info.query).filter(form) {
            entry(info.name, verb, &example(info, verb));
        }
    }
    for verb in COMMON.iter().filter(|verb| verb.name == word) {
        entry("every puzzle", verb, verb.example);
    }
    for verb in VERBS.iter().chain([&USE]).filter(|verb| verb.name == word) {
        entry("at the prompt", verb, verb.example);
    }
    if text.is_empty() { Err(unknown(word)) } else { Ok(text) }
}

fn unknown(word: &str) -> String {
    let shown = sanitize(&clip(word)).into_owned();
    let kinds: Vec<_> = KINDS.iter().map(|kind| kind.info().name).collect();
    match nearest(word, words()) {
        Some(near) => {
            format!("there is no help on `{shown}`; did you mean `{near}`?\n")
        }
        None => format!(
            "there is no help on `{shown}`; `help` alone lists what can be typed here, `help KIND` \
             the commands of {}\n",
            among(kinds)
        ),
    }
}

/// Every word that `help` knows, without repetition.
pub fn words() -> Vec<&'static str> {
    let kinds = KINDS.iter().map(|kind| kind.info());
    let mut words: Vec<&'static str> = kinds.clone().map(|info| info.name).collect();
    words.extend(kinds.flat_map(verbs).map(|verb| verb.name));
    words.extend(COMMON.iter().chain(VERBS).chain([&USE]).map(|verb| verb.name));
    words.retain(|word| word.starts_with(|char: char| char.is_ascii_alphabetic()));
    words.sort_unstable();
    words.dedup();
    words
}

fn about_kind(text: &mut String, info: &'static Info, width: usize) {
    heading(text, &format!("{}: {}", info.name, info.summary), width);
    text.push('\n');
    quote(text, info.example);
    text.push('\n');
    table(text, info.verbs.iter().chain(&info.query).map(row), width);
    let common: Vec<_> = COMMON.iter().map(|verb| verb.name).collect();
    text.push('\n');
    paragraph(text, &format!("and, as every puzzle, {}", among(common)), width);
}

/// Lines as they are typed, indented.
fn quote(text: &mut String, lines: &str) {
    for line in lines.lines() {
        text.push_str("    ");
        text.push_str(line);
        text.push('\n');
    }
}

fn row(verb: &'static Verb) -> (&'static str, &'static str) {
    (verb.usage, verb.summary)
}

fn heading(text: &mut String, title: &str, width: usize) {
    paragraph(text, title, width);
}

/// Two columns; a left side that is too wide gets a separate line.
fn table<'a>(
    text: &mut String,
    rows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    width: usize,
) {
    let most = LEFT.min(width / 3);
    let left = rows.clone().map(|(one, _)| one.width()).filter(|&one| one <= most).max();
    let left = left.unwrap_or(most.min(8));
    for (one, two) in rows {
        let mut lines = wrapped(two, width.saturating_sub(left + 4).max(12)).into_iter();
        text.push_str("  ");
        text.push_str(one);
        if one.width() > left {
            text.push('\n');
        } else if let Some(line) = lines.next() {
            text.extend(std::iter::repeat_n(' ', left + 2 - one.width()));
            text.push_str(&line);
            text.push('\n');
        }
        for line in lines {
            text.extend(std::iter::repeat_n(' ', left + 4));
            text.push_str(&line);
            text.push('\n');
        }
    }
}

fn paragraph(text: &mut String, words: &str, width: usize) {
    let indent = words.len() - words.trim_start().len();
    for line in wrapped(words.trim_start(), width.saturating_sub(indent).max(12)) {
        text.push_str(&words[..indent]);
        text.push_str(&line);
        text.push('\n');
    }
}

/// The words in lines of at most `width` columns; a longer word gets a separate line.
pub fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in words.split(' ') {
        let wide = word.width();
        if used > 0 && used + 1 + wide > width {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += wide;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_of_every_kind_has_a_page() {
        for word in words() {
            assert!(page(word, None, 40).is_ok_and(|page| !page.is_empty()), "{word}");
        }
        for kind in KINDS {
            for verb in verbs(kind.info()) {
                assert!(page(verb.name, None, 80).is_ok(), "{}", verb.name);
            }
        }
        let said = page("helpp", None, 80).expect_err("a slip");
        assert!(said.contains("`help`"), "{said}");
        assert!(page("zzzzzzzzz\u{1b}", None, 80).is_err_and(|said| !said.contains('\u{1b}')));
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        let focus = KINDS.iter().next().map(|kind| ("some-name", kind.info()));
        for width in [40, 80, 120] {
            for text in [overview(focus, width), overview(None, width)] {
                for line in text.lines() {
                    assert!(line.width() <= width, "{width}: {line}");
                }
            }
        }
    }

    #[test]
    fn words_wrap() {
        assert_eq!(wrapped("aa bb cccccccc d", 5), ["aa bb", "cccccccc", "d"]);
    }
}
