//! Completion and hints at the prompt: what every editor offers ([`ide`]), and the commands that only
//! the prompt has.

use std::path::Path;

use rustyline::completion::Pair;
use unicode_width::UnicodeWidthStr;

use crate::codes::codes;
use crate::host::help;
use crate::host::prompt::goals;
use crate::ide::{self, Head, Puzzles};
use crate::kinds::KINDS;
use crate::repl::input::bare;
use crate::repl::input::helper::LineHelper;
use crate::repl::input::view::{head, is_in_block};
use crate::repl::verbs::commands::{self, LoadOption, USE, VERBS, Word};
use crate::repl::verbs::recover::ACTIONS;
use crate::repl::verbs::set;
use crate::syntax::{Arg, Fragment, Usage, uncommented};

/// More candidates than this are not shown.
const MOST: usize = 1000;
/// No hints on lines longer than this.
const LONG: usize = 10_000;

/// Returns a candidate, and what is put in after it.
fn pair(shown: impl Into<String>, after: &str) -> Pair {
    let display = shown.into();
    let replacement = format!("{display}{after}");
    Pair { display, replacement }
}

/// Candidates without anything after them.
fn plain<T: Into<String>>(words: impl IntoIterator<Item = T>) -> Vec<Pair> {
    words.into_iter().map(|word| pair(word, "")).collect()
}

/// Returns what could stand at `pos`: the place where the word to replace begins, and the
/// candidates.
pub(crate) fn complete(text: &str, pos: usize, helper: &LineHelper) -> (usize, Vec<Pair>) {
    if !text.is_char_boundary(pos) || is_in_block(text, pos) {
        return (pos, Vec::new());
    }
    let head = head(text, pos);
    let (start, mut candidates) = prompt_arguments(&head, helper).unwrap_or_else(|| {
        let (start, candidates) = ide::complete(&head, helper);
        let as_pair = |candidate: ide::Candidate| {
            let after = if candidate.expects_more() { " " } else { "" };
            pair(candidate.label, after)
        };
        let mut candidates: Vec<_> = candidates.into_iter().map(as_pair).collect();
        if !head.rest.contains("=>") && !uncommented(head.rest).1 {
            more(&head, helper, &mut candidates);
        }
        (start, candidates)
    });
    candidates.retain(|pair| pair.replacement.starts_with(&text[start..pos]));
    candidates.truncate(MOST);
    (start, candidates)
}

/// Spaces that the editor puts between candidates.
const GAP: usize = 2;

/// Cuts a list of candidates to so many rows of a window. The last one then says how many are left
/// out, and begins like all of them, so that the editor puts in what they have in common.
pub(crate) fn fit(candidates: &mut Vec<Pair>, rows: usize, columns: usize, dots: &str) {
    let wide =
        |candidates: &[Pair]| candidates.iter().map(|pair| pair.display.width()).max().unwrap_or(0);
    let fits = |candidates: &[Pair], more: usize| {
        let across =
            (columns / (wide(candidates).max(more) + GAP).min(columns.max(1)).max(1)).max(1);
        let count = candidates.len() + usize::from(more > 0);
        count.div_ceil(across) < rows.max(3)
    };
    if fits(candidates, 0) {
        return;
    }

    let Some((first, rest)) = candidates.split_first() else { return };
    let mut common = first.replacement.as_str();
    for pair in rest {
        let same = common.char_indices().zip(pair.replacement.chars());
        let same = same.take_while(|((_, char), other)| char == other);
        common = &common[..same.map(|((at, char), _)| at + char.len_utf8()).last().unwrap_or(0)];
    }

    let replacement = common.to_owned();
    let count = candidates.len();
    let note = |left: usize| format!("{dots} {left} more");
    let longest = note(count).width();
    let mut least = 0;
    let mut most = count;
    while least < most {
        let middle = (least + most).div_ceil(2);
        match fits(&candidates[..middle], longest) {
            true => least = middle,
            false => most = middle - 1,
        }
    }

    candidates.truncate(least);
    candidates.push(Pair { display: note(count - least), replacement });
}

/// Adds what only the prompt knows: its commands, moves without `play`, and names of answers.
fn more(head: &Head<'_>, helper: &LineHelper, candidates: &mut Vec<Pair>) {
    if !head.rest.contains([' ', '\t']) {
        if head.target.is_none() {
            let after = |verb: &crate::puzzle::Verb| {
                pair(verb.name, if verb.args.is_empty() { "" } else { " " })
            };
            candidates.extend(VERBS.iter().map(after));
        }
        // The own commands are found among the others by their letters.
        candidates.sort_by(|a, b| a.replacement.cmp(&b.replacement));
        candidates.dedup_by(|a, b| a.replacement == b.replacement);
        return;
    }
    if let Some(kind) = helper.kind(head.target)
        && bare::may_be_bare(head.rest, head.target.is_none(), kind)
        && !helper.withholds(head.target)
    {
        let play = format!("{}{}", bare::PLAY, head.rest);
        *candidates = plain(helper.words(head.target, Fragment { text: &play, start: 0 }));
    }
}

/// Returns the arguments of a command that only the prompt has; `None` if it is another command.
fn prompt_arguments(head: &Head<'_>, helper: &LineHelper) -> Option<(usize, Vec<Pair>)> {
    let (name, argument) = head.rest.split_at(head.rest.find([' ', '\t'])?);
    if head.target.is_some() || head.rest.contains("=>") || uncommented(head.rest).1 {
        return None;
    }

    let end = head.start + head.rest.len();
    let argument = argument.trim_start_matches([' ', '\t']);
    let first = end - argument.len();
    let single = !argument.contains([' ', '\t']);
    let kind = helper.kind(None);
    let call = commands::parse_call(head.rest, 0, kind);
    let names = || helper.names().map(|(name, _)| name).take(MOST);
    let word = call.map(|call| call.verb).or_else(|| Word::TABLE.find(name))?;

    let candidates = match word {
        Word::Edit | Word::List | Word::Forget if single => plain(names()),
        Word::Set => return Some(settings(argument, first)),
        Word::Load => {
            let (options, file) = commands::load_options(argument);
            return Some(match options.last() {
                Some(LoadOption { name: "--as", value })
                    if file.is_empty() && argument.ends_with(value) =>
                {
                    (
                        end - value.len(),
                        KINDS.names().into_iter().map(|kind| pair(kind, " ")).collect(),
                    )
                }
                Some(LoadOption { name: "--goal", value })
                    if file.is_empty() && argument.ends_with(value) =>
                {
                    (end - value.len(), goals().map(|goal| pair(goal, " ")).collect())
                }
                _ => (end - file.len(), files(file)),
            });
        }
        Word::Save | Word::Record => files(argument),
        Word::Recover if single => plain(ACTIONS.map(|(word, _)| word)),
        Word::Help if single => plain(help::words()),
        Word::Explain if single => plain(codes().iter().map(|code| code.path)),
        Word::Draw if single => {
            let mut candidates = plain(names());
            let verbs = kind.into_iter().flat_map(|kind| kind.verbs);
            let verbs = verbs.filter(|verb| verb.role.points());
            candidates.extend(verbs.map(|verb| pair(verb.name, " ")));
            candidates.extend(kind.map(|_| pair("why", " not ")));
            candidates
        }
        Word::Draw => {
            let last = argument.rfind([' ', '\t']).map_or(0, |at| at + 1);
            let before = Fragment { text: argument, start: first as u32 };
            return Some((first + last, plain(helper.words(None, before))));
        }
        _ => return call.map(|_| (end, Vec::new())),
    };

    Some((first, candidates))
}

/// Returns the names of settings, and what they can be.
fn settings(argument: &str, first: usize) -> (usize, Vec<Pair>) {
    let Some((name, value)) = argument.split_once([' ', '\t']) else {
        let names = set::TABLE.iter().map(|setting| pair(setting.name, " "));
        return (first, names.collect());
    };
    let start = first + argument.len() - value.trim_start_matches([' ', '\t']).len();
    let values = set::find(name).into_iter().flat_map(|setting| setting.values);
    (start, values.map(|value| pair(*value, "")).collect())
}

/// Returns the files whose names begin like `argument`; folders end with `/`.
fn files(argument: &str) -> Vec<Pair> {
    let (folder, begin) = argument.split_at(argument.rfind('/').map_or(0, |at| at + 1));
    let place = if folder.is_empty() {
        Path::new(".").to_owned()
    } else {
        commands::path(folder, crate::repl::input::history::home())
    };
    let Ok(entries) = std::fs::read_dir(place) else { return Vec::new() };
    let mut candidates: Vec<_> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let fits =
                name.starts_with(begin) && (begin.starts_with('.') || !name.starts_with('.'));
            let plain = !name.chars().any(char::is_control);
            let folder = fits && entry.path().is_dir();
            (fits && plain).then(|| if folder { name + "/" } else { name })
        })
        .map(|name| Pair { replacement: format!("{folder}{name}"), display: name })
        .take(MOST)
        .collect();
    candidates.sort_by(|a, b| a.replacement.cmp(&b.replacement));
    candidates
}

/// A hint after the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InlineHint {
    /// The text that is shown.
    pub(crate) shown: String,
    /// The number of bytes of it that the right arrow accepts.
    pub(crate) taken: usize,
}

/// Returns the form of the command that is being typed, from the cursor on.
pub(crate) fn inline_hint(text: &str, pos: usize, helper: &LineHelper) -> Option<InlineHint> {
    if text.len() > LONG || pos < text.len() || text.is_empty() {
        return None;
    }
    let head = head(text, pos);
    if head.rest.is_empty() || uncommented(head.rest).1 || head.rest.contains("=>") {
        return None;
    }
    let (mut shown, usage) = form(&head, helper)?;
    let typed = match (usage.verb, head.rest.find([' ', '\t'])) {
        ("", _) => head.rest,
        (_, gap) => &head.rest[gap.unwrap_or(head.rest.len())..],
    };
    if is_in_block(text, pos) {
        return None;
    }
    let taken = shown.len();
    let rest = usage.rest(typed);
    if !rest.is_empty() && !head.rest.ends_with([' ', '\t']) {
        shown.push(' ');
    }
    shown.push_str(&rest);
    (!shown.is_empty()).then_some(InlineHint { shown, taken })
}

/// Returns what completes the first word (empty if it is complete), and the form of its command.
fn form(head: &Head<'_>, helper: &LineHelper) -> Option<(String, Usage)> {
    if let Some((verb, query)) =
        helper.kind(head.target).and_then(|of| ide::verb(of, head.command()))
    {
        // A query that begins with its path has no more words.
        return Some((String::new(), verb.usage()))
            .filter(|_| !query || !head.rest.starts_with('['));
    }

    let word = head.rest.split([' ', '\t']).next().unwrap_or_default();
    let verbs = VERBS.iter().chain([&USE]).map(|verb| (verb.name, verb.usage()));
    let declaration = |verb| Usage { verb, args: &[Arg::Text("NAME"), Arg::Word(&["{"])] };
    let kinds = KINDS.iter().map(|kind| (kind.name, declaration(kind.name)));
    let of_prompt = verbs.chain(kinds).filter(|_| head.target.is_none());
    if let Some((_, usage)) = of_prompt.clone().find(|(name, _)| *name == word) {
        return Some((String::new(), usage));
    }
    if word.len() < head.rest.len() || word.len() < 2 {
        return None;
    }

    let candidates = ide::verbs(head, helper).into_iter();
    let of_puzzle = candidates.filter_map(|candidate| match candidate.means {
        ide::Means::Verb(_, verb) => Some((candidate.label, verb.usage())),
        _ => None,
    });
    let of_prompt = of_prompt.filter(|(name, _)| name.starts_with(word));
    let mut usages = of_puzzle.chain(of_prompt.map(|(name, usage)| (name.to_owned(), usage)));
    match (usages.next(), usages.next()) {
        (Some((name, usage)), None) => Some((name[word.len()..].to_owned(), usage)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::shell::Shell;
    use crate::repl::tests::{say, shell};

    fn two() -> Shell {
        let mut shell = shell();
        say(&mut shell, "matrix one {\n1 2\n3 4\n}\nmatrix rings {\n5 6\n7 8\n}");
        say(&mut shell, "use one");
        say(&mut shell, "ring 0");
        say(&mut shell, "rings");
        shell
    }

    /// Returns the line that each candidate makes.
    fn offered(shell: &Shell, text: &str) -> Vec<String> {
        let mut helper = LineHelper::new(shell, true);
        helper.refresh("", false);
        let (start, candidates) = complete(text, text.len(), &helper);
        candidates
            .into_iter()
            .map(|pair| format!("{}{}", &text[..start], pair.replacement))
            .collect()
    }

    fn at(text: &str) -> Vec<String> {
        offered(&two(), text)
    }

    #[test]
    fn the_first_word() {
        assert_eq!(at("rot"), ["rotate "]);
        assert_eq!(at("m"), ["matrix "]);
        assert_eq!(at("o"), ["one: "]);
        assert_eq!(at("ring"), ["ring ", "rings", "rings: "]);
        assert_eq!(at("rings: sh"), ["rings: show"]);
        assert_eq!(at("rings: lis"), [""; 0], "after a prefix the REPL has no verbs");
        assert_eq!(at("time rot"), ["time rotate "]);
        assert_eq!(at("q"), ["quit"]);
        assert_eq!(at("show\n  rot"), ["show\n  rotate "]);
        assert!(at("").len() > 10);
        assert_eq!(at("zzz"), [""; 0]);
    }

    #[test]
    fn arguments() {
        assert_eq!(at("use r"), ["use rings"]);
        assert_eq!(at("help rota"), ["help rotate"]);
        assert_eq!(at("explain command::unk"), ["explain command::unknown-verb"]);
        assert_eq!(at("ring o"), ["ring of"]);
        assert_eq!(at("rings: ring o"), ["rings: ring of"]);
        assert_eq!(at("draw r"), ["draw rings", "draw ring "]);
        assert_eq!(at("draw ring o"), ["draw ring of"]);
        assert_eq!(at("play rot"), ["play rotate"]);
        assert_eq!(at("play "), ["play rotate"]);
        assert_eq!(at("pl"), ["play "]);
        assert_eq!(at("edit on"), ["edit one"]);
        assert_eq!(at("set for"), ["set format "]);
        assert_eq!(at("set format j"), ["set format json"]);
        assert_eq!(at("ring 0 => "), ["ring 0 => 1 2 4 3"]);
        assert_eq!(at("ring 0 => 1 2"), ["ring 0 => 1 2 4 3"]);
        assert_eq!(at("ring 0 => 2"), [""; 0]);
        assert_eq!(at("list x"), [""; 0]);
        assert_eq!(at("show => 1"), [""; 0]);
        assert_eq!(at("matrix m {\n ro"), [""; 0]);
        assert_eq!(at("ring // o"), [""; 0]);
        assert_eq!(at("unknown: o"), [""; 0]);
    }

    #[test]
    fn a_list_of_candidates_fits_the_window() {
        for count in [1, 2, 5, 23, 117, 1000] {
            let words = || plain((0..count).map(|number| format!("r1c{number}=é{number}")));
            for (rows, columns) in [(24, 80), (24, 20), (5, 40), (1, 10), (60, 200), (24, 3)] {
                let mut candidates = words();
                fit(&mut candidates, rows, columns, "…");
                let wide = candidates.iter().map(|pair| pair.display.width()).max().unwrap_or(0);
                let across = (columns / (wide + GAP).min(columns)).max(1);
                assert!(
                    candidates.len().div_ceil(across) < rows.max(3),
                    "{count} {rows} {columns}"
                );
                let last = candidates.last().expect("one");
                if candidates.len() < count {
                    let left = count + 1 - candidates.len();
                    assert_eq!(last.display, format!("… {left} more"));
                    assert_eq!(last.replacement, "r1c", "what all of them begin with");
                } else {
                    assert_eq!(candidates.len(), count);
                }
            }
        }
    }

    #[test]
    fn bare_moves_complete_like_those_of_play() {
        let mut shell = shell();
        say(&mut shell, "klotski k { A . B / C . B / C D . / goal A at (2,2) }");
        let offered = |text: &str| offered(&shell, text);
        assert_eq!(offered("A ri"), ["A right"]);
        // The place of the block alone would be an error.
        assert_eq!(offered("move A "), ["move A right", "move A to"]);
        assert_eq!(offered("A "), ["A right", "A to"]);
        assert_eq!(
            offered("A right; B "),
            offered("play A right; B ").iter().map(|line| line[5..].to_owned()).collect::<Vec<_>>()
        );
        assert_eq!(offered("C "), [""; 0], "it cannot move");
        assert!(offered("why not C ").contains(&String::from("why not C up")));
    }

    #[test]
    fn files_complete_to_folders_and_names() {
        let folder = std::env::temp_dir().join(format!("puzzled-repl-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("sub")).expect("a folder");
        for name in ["some a.puzzle", ".hidden"] {
            std::fs::write(folder.join(name), "").expect("a file");
        }
        let place = folder.to_str().expect("a name").to_owned();
        assert_eq!(at(&format!("load {place}/su")), [format!("load {place}/sub/")]);
        assert_eq!(at(&format!("save {place}/some a")), [format!("save {place}/some a.puzzle")]);
        assert_eq!(at(&format!("load {place}/")).len(), 2, "hidden files are passed over");
        assert_eq!(at("load /no/such/folder/x"), [""; 0]);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn hints_tell_the_rest_of_the_form() {
        let mut shell = two();
        let mut helper = LineHelper::new(&shell, true);
        helper.refresh("", false);
        let hint = |text: &str| inline_hint(text, text.len(), &helper).map(|hint| hint.shown);
        assert_eq!(hint("rotate").as_deref(), Some(" R"));
        assert_eq!(hint("rotate ").as_deref(), Some("R"));
        assert_eq!(hint("rotate 1"), None);
        assert_eq!(hint("ring ").as_deref(), Some("K | ring of (R,C)"));
        assert_eq!(hint("ring 0"), None);
        assert_eq!(hint("ring of").as_deref(), Some(" (R,C)"));
        assert_eq!(hint("rot").as_deref(), Some("ate R"));
        assert_eq!(hint("und"), None, "nothing can be undone");
        assert_eq!(hint("load ").as_deref(), Some("[--as KIND] [--goal GOAL] [FILE]"));
        assert_eq!(hint("matrix").as_deref(), Some(" NAME {"));
        assert_eq!(hint("matrix m {\nload "), None);
        assert_eq!(hint(&"x".repeat(20_000)), None);
        assert_eq!(hint(""), None);
        say(&mut shell, "rotate 1");
        assert_eq!(hint("und").as_deref(), Some("o [N]"));
    }
}
