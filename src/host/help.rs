//! The texts of `help` at the prompt and on the command line, made from the registry and the tables
//! of verbs.

use std::slice::from_ref;

use unicode_width::UnicodeWidthStr;

use super::pasted_dash;
use super::prompt::{USE, VERBS, Word};
use crate::diag::{among, clip, did_you_mean};
use crate::kinds::KINDS;
use crate::puzzle::common::{COMMON, example, verbs};
use crate::puzzle::{Info, Verb, find};
use crate::render::sanitize;

/// The greatest width of the left column.
const LEFT: usize = 24;

/// Returns the number of columns that help fills: the width of the terminal, but at least 20 and at
/// most 120; 80 without a terminal.
pub fn width(terminal: bool) -> usize {
    if terminal { usize::from(console::Term::stdout().size().1).clamp(20, 120) } else { 80 }
}

/// A text that is made of paragraphs and tables, for a window of `width` columns.
struct Page {
    text: String,
    width: usize,
}

impl Page {
    fn new(width: usize) -> Self {
        Self { text: String::new(), width }
    }

    /// Adds an empty line, if there is anything before it.
    fn gap(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Adds an empty line, a title and a table.
    fn section<'a, L: AsRef<str>>(
        &mut self,
        title: &str,
        rows: impl Iterator<Item = (L, &'a str)> + Clone,
    ) {
        self.gap();
        self.paragraph(title);
        self.table(rows);
    }

    /// Adds words in lines, all with the indent of the first.
    fn paragraph(&mut self, words: &str) {
        let indent = words.len() - words.trim_start().len();
        for line in wrapped(words.trim_start(), self.width.saturating_sub(indent).max(12)) {
            self.line(&words[..indent], &line);
        }
    }

    /// Adds an empty line, then lines as they are typed, indented.
    fn quote(&mut self, lines: &str) {
        self.gap();
        for line in lines.lines() {
            self.line("    ", line);
        }
    }

    fn line(&mut self, indent: &str, text: &str) {
        self.text.push_str(indent);
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Adds two columns; a left side that is too wide gets a separate line.
    fn table<'a, L: AsRef<str>>(&mut self, rows: impl Iterator<Item = (L, &'a str)> + Clone) {
        let most = LEFT.min(self.width / 3);
        let left = rows
            .clone()
            .map(|(label, _)| label.as_ref().width())
            .filter(|&width| width <= most)
            .max();
        let left = left.unwrap_or(most.min(8));
        for (label, text) in rows {
            let label = label.as_ref();
            let mut lines = wrapped(text, self.width.saturating_sub(left + 4).max(12)).into_iter();
            if label.width() > left {
                self.line("  ", label);
            } else if let Some(line) = lines.next() {
                self.line(
                    "  ",
                    &format!("{label}{:gap$}{line}", "", gap = left + 2 - label.width()),
                );
            }
            for line in lines {
                self.line(&" ".repeat(left + 4), &line);
            }
        }
    }
}

/// Returns the commands of a kind, as rows of a table.
fn kind_rows(info: &'static Info) -> impl Iterator<Item = (String, &'static str)> + Clone {
    info.verbs.iter().chain(info.query).map(row)
}

/// Returns the text of `help` alone: the commands of the puzzle in focus, of every puzzle, and of
/// the REPL.
pub fn overview(focus: Option<(&str, &'static Info)>, width: usize) -> String {
    let mut page = Page::new(width);
    if let Some((name, info)) = focus {
        page.section(&format!("Commands of the {} {}", info.name, sanitize(name)), kind_rows(info));
        page.section("Commands of every puzzle", COMMON.iter().map(row));
    } else {
        let kinds = KINDS.iter().map(|kind| (kind.name, kind.summary));
        page.section("Kinds of puzzle", kinds);
        page.gap();
        page.paragraph(
            "Declare one: `KIND NAME {`, its body, and `}`. `help KIND` shows an example.",
        );
    }

    let usage = USE.usage().to_string();
    let statements = [
        (usage.as_str(), USE.summary),
        ("NAME: COMMAND", "runs a command on that puzzle"),
        ("COMMAND => ANSWER", "compares the answer with the expected one"),
        ("MOVES", "plays moves, such as `A right`, `LLUR` or `r1c2=6`"),
        ("(TREE)", "declares a tree with the rule of the automaton in focus"),
        ("_", "is the whole last answer, alone or as an argument"),
    ];
    page.section("Statements", statements.into_iter());

    let here = VERBS.iter().filter(|verb| Word::TABLE.find(verb.name) != Some(Word::Exit)).map(row);
    page.section("Here at the prompt", here);
    page.gap();
    page.paragraph(
        "Tab completes. Ctrl-C clears the line, or stops a long computation and keeps what it has; \
         Ctrl-D leaves.",
    );
    page.text
}

/// The lines of the tour, and what each of them shows.
const TOUR: &[(&str, &str)] = &[
    ("rush r { ..B. / AAB. / ...C / ...C }", "declares a puzzle"),
    ("draw", "draws it"),
    ("B+2", "moves car `B` down by two"),
    ("hint", "shows the next move"),
    ("undo", "takes the last move back"),
    ("slove", "is a mistake, on purpose"),
    ("solve", "finds a shortest solution"),
    ("save mine.puzzle", "keeps it for `load`"),
    ("load mine.puzzle", "loads it"),
    ("help rush", "lists the commands of rush"),
];

/// Returns the text of `tour`.
pub fn tour(width: usize) -> String {
    let mut page = Page::new(width);
    page.section("Type these lines, one after the other:", TOUR.iter().copied());
    page.gap();
    page.paragraph("A sample of a programming site can be pasted between `KIND NAME {` and `}`.");
    page.text
}

/// Returns the text of `help WORD`: every verb and every kind of that name, those of the kind in
/// focus first. If the kind in focus has the verb, only its own example is shown.
///
/// # Errors
/// The message when there is none.
pub fn page(word: &str, focus: Option<&'static Info>, width: usize) -> Result<String, String> {
    let mut page = Page::new(width);
    if let Some(kind) = KINDS.kind(word) {
        about_kind(&mut page, kind);
    }

    let of_focus = focus.filter(|info| find(info.verbs, word).is_some());
    let mut entry = |place: &str, verb: &Verb, example: &str| {
        page.gap();
        page.paragraph(&format!("{}  ({place})", verb.usage()));
        page.paragraph(&format!("  {}", verb.summary));
        if of_focus.is_none_or(|info| info.name == place) {
            page.quote(example);
        }
    };

    let mut infos: Vec<_> = KINDS.iter().copied().collect();
    infos.sort_by_key(|info| focus.is_none_or(|focus| focus.name != info.name));
    for info in infos {
        // A query has no typed verb, so it is also found by the beginning of its form.
        let form = |verb: &&Verb| verb.usage().to_string().split(' ').next() == Some(word);
        let query =
            info.query.filter(|query| form(query) || find(from_ref(*query), word).is_some());
        for verb in find(info.verbs, word).into_iter().chain(query) {
            entry(info.name, verb, &example(info, verb));
        }
    }

    if let Some(verb) = find(COMMON, word) {
        entry("every puzzle", verb, verb.example);
    }
    if let Some(verb) = find(VERBS, word).or_else(|| find(from_ref(&USE), word)) {
        entry("at the prompt", verb, verb.example);
    }

    for topic in KINDS.iter().filter_map(|kind| (kind.topic)(word)) {
        page.gap();
        page.paragraph(&format!("{}  ({})", topic.name, topic.facts));
        if !topic.text.is_empty() {
            page.gap();
            page.paragraph(&topic.text);
        }
        if !topic.example.is_empty() {
            page.quote(&topic.example);
        }
    }

    if page.text.is_empty() { Err(unknown(word)) } else { Ok(page.text) }
}

fn unknown(word: &str) -> String {
    let shown = sanitize(&clip(word)).into_owned();
    let kinds = among(KINDS.names());
    let otherwise =
        format!("`help` alone lists what can be typed here, `help KIND` the commands of {kinds}");
    format!("there is no help on `{shown}`; {}\n", hint(word, words(), &otherwise))
}

/// Returns the word that is meant by one without help, or says `otherwise` what there is.
pub fn hint<'a>(word: &str, words: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    if let Some(dash) = pasted_dash(word) {
        return dash;
    }
    match verb_of(word) {
        Some(verb) => format!("did you mean `{verb}`?"),
        None => did_you_mean(word, words, otherwise),
    }
}

/// Returns the verb that a word ending in `ing` is a form of: `rate` for `rating`.
fn verb_of(word: &str) -> Option<&'static str> {
    let stem = word.strip_suffix("ing")?;
    let is_form = |verb: &str| verb.strip_suffix('e').unwrap_or(verb) == stem;
    words().into_iter().find(|verb| is_form(verb))
}

/// Returns every word that `help` knows, sorted and without repetition.
pub fn words() -> Vec<&'static str> {
    let kinds = KINDS.iter().copied();
    let mut words: Vec<&'static str> = kinds.clone().map(|info| info.name).collect();
    words.extend(kinds.clone().flat_map(|info| (info.topics)()));
    words.extend(kinds.flat_map(verbs).map(|verb| verb.name));
    words.extend(COMMON.iter().chain(VERBS).chain([&USE]).map(|verb| verb.name));
    words.retain(|word| word.starts_with(|char: char| char.is_ascii_alphabetic()));
    words.sort_unstable();
    words.dedup();
    words
}

fn about_kind(page: &mut Page, info: &'static Info) {
    page.paragraph(&format!("{}: {}", info.name, info.summary));
    page.quote(info.example);
    page.gap();
    page.table(kind_rows(info));
    page.gap();
    let common = among(COMMON.iter().map(|verb| verb.name));
    page.paragraph(&format!("and, as every puzzle, {common}"));
}

fn row(verb: &'static Verb) -> (String, &'static str) {
    (verb.usage().to_string(), verb.summary)
}

/// Formats rows as columns that are two spaces apart and as wide as their widest cell, a line for
/// each row. The columns for which `right` is true are aligned to the right.
pub fn columns<R: AsRef<[String]>>(rows: &[R], right: impl Fn(usize) -> bool) -> String {
    let mut widths = vec![0; rows.first().map_or(0, |row| row.as_ref().len())];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row.as_ref()) {
            *width = cell.width().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (at, (width, cell)) in widths.iter().zip(row.as_ref()).enumerate() {
            let gap = " ".repeat(width - cell.width());
            let (before, after) = if right(at) { (&*gap, "") } else { ("", &*gap) };
            line += &format!("{}{before}{cell}{after}", if at == 0 { "" } else { "  " });
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Breaks words into lines of at most `width` columns; a longer word gets a separate line.
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
            for verb in verbs(kind) {
                assert!(page(verb.name, None, 80).is_ok(), "{}", verb.name);
            }
        }
        let said = page("helpp", None, 80).expect_err("a slip");
        assert!(said.contains("`help`"), "{said}");
        for (word, verb) in [("rating", "rate"), ("solving", "solve"), ("checking", "check")] {
            let said = page(word, None, 80).expect_err("a form of a verb");
            assert!(said.contains(&format!("did you mean `{verb}`?")), "{said}");
        }
        assert!(page("zzzzzzzzz\u{1b}", None, 80).is_err_and(|said| !said.contains('\u{1b}')));
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        let focus = KINDS.iter().next().map(|kind| ("some-name", *kind));
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
