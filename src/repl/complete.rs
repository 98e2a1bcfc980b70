//! Completion and hints, as functions of a line and a [`View`].

use std::path::Path;

use super::bare;
use super::commands::{self, USE, VERBS};
use super::settings::NAMES;
use super::view::{Head, View, head, is_open};
use crate::host::{codes, help};
use crate::kinds::KINDS;
use crate::puzzle::Verb;
use crate::syntax::Fragment;

/// More candidates than this are not shown.
const MOST: usize = 1000;
/// No hints on lines longer than this.
const LONG: usize = 10_000;

/// A candidate: what is listed, and what is put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// What the list shows.
    pub(super) shown: String,
    /// What replaces the word.
    pub(super) text: String,
}

impl Candidate {
    fn new(shown: impl Into<String>, after: &str) -> Self {
        let shown = shown.into();
        let text = format!("{shown}{after}");
        Self { shown, text }
    }
}

/// Answers the questions of completion.
pub(super) trait Ask {
    /// What could stand at the end of a command of a puzzle (the one in focus, without a name).
    fn words(&self, name: Option<&str>, before: Fragment<'_>) -> Vec<String>;
    /// Whether a verb that needs no arguments is possible now.
    fn legal(&self, _name: Option<&str>, _verb: &str) -> bool {
        true
    }
    /// The names of earlier answers.
    fn answers(&self) -> Vec<String> {
        Vec::new()
    }
    /// What a line would answer, if that is cheap to compute.
    fn answer(&self, _line: &str) -> Option<String> {
        None
    }
}

/// What could stand at `pos`: the place where the word to replace begins, and the candidates.
pub(super) fn complete(
    text: &str,
    pos: usize,
    view: &View,
    ask: &dyn Ask,
) -> (usize, Vec<Candidate>) {
    let none = (pos, Vec::new());
    if !text.is_char_boundary(pos) {
        return none;
    }
    let line = text[..pos].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    if is_open(&text[..line]) {
        return none;
    }
    let head = head(text, pos);
    if crate::syntax::uncommented(head.rest).1 {
        return none;
    }
    if let Some(at) = head.rest.find("=>") {
        // The answer that a command would give, if all of it is still to be typed.
        let after = head.start + at + 2;
        let start = after + text[after..pos].len() - text[after..pos].trim_start().len();
        let answer = ask.answer(&text[line..after - 2]).filter(|_| start > after);
        let answer = answer.filter(|answer| answer.starts_with(&text[start..pos]));
        return (start, answer.into_iter().map(|one| Candidate::new(one, "")).collect());
    }
    let (start, mut found) = at_head(&head, pos, view, ask);
    let word = &text[start..pos];
    found.retain(|one| one.text.starts_with(word));
    found.truncate(MOST);
    (start, found)
}

fn at_head(head: &Head<'_>, pos: usize, view: &View, ask: &dyn Ask) -> (usize, Vec<Candidate>) {
    let verb = |verb: (&'static str, &'static str)| {
        Candidate::new(verb.0, if verb.1.len() > verb.0.len() { " " } else { "" })
    };
    let Some(gap) = head.rest.find([' ', '\t']) else {
        // The first word is being typed; a query begins with a number, which nothing completes.
        let mut found: Vec<_> = view
            .verbs(head.target)
            .into_iter()
            .filter(|(_, usage)| usage.starts_with(|char: char| char.is_ascii_lowercase()))
            .filter(|(name, usage)| usage.starts_with(name) && name.len() > 1)
            .filter(|(name, usage)| {
                // What needs arguments is judged when they are there.
                let bare = split_usage(usage).skip(1).all(|word| word.starts_with('['));
                !name.starts_with(head.rest) || !bare || ask.legal(head.target, name)
            })
            .map(verb)
            .collect();
        if head.target.is_none() {
            found.extend(VERBS.iter().chain([&USE]).map(|one| verb((one.name, one.usage))));
            found.extend(KINDS.iter().map(|kind| Candidate::new(kind.info().name, " ")));
            found.extend(view.names.iter().take(MOST).map(|name| Candidate::new(name, ": ")));
        }
        found.sort_by(|a, b| a.text.cmp(&b.text));
        found.dedup();
        return (head.start, found);
    };
    let argument = &head.rest[gap..];
    let first = head.start + head.rest.len() - argument.trim_start_matches([' ', '\t']).len();
    let argument = argument.trim_start_matches([' ', '\t']);
    let single = !argument.contains([' ', '\t']);
    let name = &head.rest[..gap];
    if head.target.is_none() {
        let focus = view.info(None);
        let own = commands::own(head.rest, 0, focus);
        match own.map_or(name, |own| own.verb.name) {
            "use" if single => {
                return (first, view.names.iter().map(|name| Candidate::new(name, "")).collect());
            }
            "edit" | "list" | "forget" if single => {
                return (first, view.names.iter().map(|name| Candidate::new(name, "")).collect());
            }
            "bail" if single => {
                return (first, ["on", "off"].map(|word| Candidate::new(word, "")).to_vec());
            }
            "set" => return settings(argument, first),
            "load" | "save" | "record" | "watch" | "output" => return (first, files(argument)),
            "recover" if single => {
                return (first, ["list", "drop"].map(|word| Candidate::new(word, "")).to_vec());
            }
            "help" if single => {
                return (first, help::words().into_iter().map(|w| Candidate::new(w, "")).collect());
            }
            "explain" if single => {
                let codes = codes();
                return (first, codes.iter().map(|code| Candidate::new(code.path, "")).collect());
            }
            "draw" if single => {
                let mut found: Vec<_> =
                    view.names.iter().take(MOST).map(|name| Candidate::new(name, "")).collect();
                let info = view.info(None);
                let verbs = info.into_iter().flat_map(|info| info.points);
                found.extend(verbs.map(|&verb| Candidate::new(verb, " ")));
                found.extend(info.map(|_| Candidate::new("why", " not ")));
                return (first, found);
            }
            "draw" => {
                let last = argument.rfind([' ', '\t']).map_or(0, |at| at + 1);
                let before = Fragment { text: argument, start: first as u32 };
                let found = ask.words(None, before).into_iter().map(|one| Candidate::new(one, ""));
                return (first + last, found.collect());
            }
            _ if own.is_some_and(|own| own.verb.name != "play") => return (pos, Vec::new()),
            _ => {}
        }
    }
    let last = head.rest.rfind([' ', '\t', ';']).map_or(0, |at| at + 1);
    let before = Fragment { text: head.rest, start: head.start as u32 };
    let mut found: Vec<_> = ask.words(head.target, before);
    if let Some(kind) = view.kind(head.target)
        && bare::may_be_bare(head.rest, head.target.is_none(), kind)
    {
        // Moves without `play`.
        let play = format!("{}{}", bare::PLAY, head.rest);
        found = ask.words(head.target, Fragment { text: &play, start: 0 });
    }
    if head.rest[last..].starts_with('%') {
        found.extend(ask.answers());
    }
    (head.start + last, found.into_iter().map(|one| Candidate::new(one, "")).collect())
}

/// The names of settings, and what they can be.
fn settings(argument: &str, first: usize) -> (usize, Vec<Candidate>) {
    let Some((name, value)) = argument.split_once([' ', '\t']) else {
        let names = NAMES.iter().map(|(name, ..)| Candidate::new(*name, " "));
        return (first, names.collect());
    };
    let start = first + argument.len() - value.trim_start_matches([' ', '\t']).len();
    let takes = NAMES.iter().find(|(known, ..)| *known == name).map(|(_, takes, _)| takes);
    let takes = takes.into_iter().copied().flatten();
    (start, takes.map(|value| Candidate::new(*value, "")).collect())
}

/// The files whose names begin like `argument`; folders end with `/`.
fn files(argument: &str) -> Vec<Candidate> {
    let (folder, begin) = argument.split_at(argument.rfind('/').map_or(0, |at| at + 1));
    let place = if folder.is_empty() {
        Path::new(".").to_owned()
    } else {
        commands::path(folder, super::history::home())
    };
    let Ok(entries) = std::fs::read_dir(place) else { return Vec::new() };
    let mut found: Vec<_> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let fits =
                name.starts_with(begin) && (begin.starts_with('.') || !name.starts_with('.'));
            let plain = !name.chars().any(char::is_control);
            let folder = fits && entry.path().is_dir();
            (fits && plain).then(|| if folder { name + "/" } else { name })
        })
        .map(|name| Candidate { text: format!("{folder}{name}"), shown: name })
        .take(MOST)
        .collect();
    found.sort_by(|a, b| a.text.cmp(&b.text));
    found
}

/// A hint after the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ghost {
    /// What is shown.
    pub(super) shown: String,
    /// How much of it the right arrow takes over, in bytes.
    pub(super) taken: usize,
    /// Whether the line could end here as well.
    pub(super) optional: bool,
}

/// The form of the command that is being typed, from the cursor on.
pub(super) fn ghost(text: &str, pos: usize, view: &View) -> Option<Ghost> {
    if text.len() > LONG || pos < text.len() || text.is_empty() {
        return None;
    }
    let line = text.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let head = head(text, pos);
    if head.rest.is_empty() || crate::syntax::uncommented(head.rest).1 || head.rest.contains("=>") {
        return None;
    }
    let (ghost, usage) = form(&head, view)?;
    if line > 0 && is_open(&text[..line]) {
        return None;
    }
    let typed = head.rest.split([' ', '\t']).filter(|word| !word.is_empty()).count();
    let left: Vec<_> = if typed > 1 {
        alternative(usage, head.rest).into_iter().skip(typed - 1).collect()
    } else {
        split_usage(usage).skip(1).collect()
    };
    let optional = left.iter().all(|word| word.starts_with('['));
    let mut shown = ghost.to_owned();
    let taken = shown.len();
    if !left.is_empty() {
        if !head.rest.ends_with([' ', '\t']) {
            shown.push(' ');
        }
        shown.push_str(&left.join(" "));
    }
    (!shown.is_empty()).then_some(Ghost { shown, taken, optional })
}

/// What completes the first word (empty if it is complete), and the form of its command.
fn form<'a>(head: &Head<'a>, view: &View) -> Option<(&'a str, &'static str)>
where
    'static: 'a,
{
    let info = view.info(head.target);
    if let Some(query) = info.and_then(|info| info.query.as_ref())
        && head.rest.starts_with(|char: char| char.is_ascii_digit() || char == '-' || char == '+')
    {
        return Some(("", query.usage));
    }
    let word = head.rest.split([' ', '\t']).next().unwrap_or_default();
    let theirs = view.verbs(head.target);
    let ours: &[&Verb] = &[&USE];
    let ours = ours.iter().copied().chain(VERBS).filter(|_| head.target.is_none());
    let all: Vec<_> = theirs.into_iter().chain(ours.map(|verb| (verb.name, verb.usage))).collect();
    if let Some((_, usage)) = all.iter().find(|(name, _)| *name == word) {
        return Some(("", usage));
    }
    let kinds = KINDS.iter().map(|kind| kind.info().name).filter(|_| head.target.is_none());
    if kinds.clone().any(|kind| kind == word) {
        return Some(("", "KIND NAME {"));
    }
    if word.len() < head.rest.len() || word.len() < 2 {
        return None;
    }
    let mut near =
        all.into_iter().chain(kinds.map(|kind| (kind, "KIND NAME {"))).filter(|(name, usage)| {
            name.starts_with(word) && (usage.starts_with(name) || usage.starts_with("KIND"))
        });
    match (near.next(), near.next()) {
        (Some((name, usage)), None) => Some((&name[word.len()..], usage)),
        _ => None,
    }
}

/// The words after the verb of the form, of several between ` | `, that the words typed so far
/// fit: its own words are in small letters.
fn alternative<'a>(usage: &'a str, typed: &str) -> Vec<&'a str> {
    let own = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    let verb = usage.split(' ').next().unwrap_or_default();
    let typed: Vec<_> = typed.split([' ', '\t']).filter(|word| !word.is_empty()).skip(1).collect();
    let forms: Vec<Vec<_>> = usage
        .split(" | ")
        .map(|form| split_usage(form.strip_prefix(verb).unwrap_or(form).trim_start()).collect())
        .collect();
    // None if a word is another one; else how many of its words stand there.
    let score = |form: &Vec<&str>| {
        typed.iter().zip(form).try_fold(0, |score, (typed, word)| match own(word) {
            true if typed != word => None,
            own => Some(score + usize::from(own)),
        })
    };
    let best = forms.iter().filter_map(score).max();
    let best = forms.iter().find(|form| score(form) == best).or(forms.first());
    best.cloned().unwrap_or_default()
}

/// The words of a form; what stands in brackets together is one.
fn split_usage(usage: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    usage.split(move |char: char| {
        match char {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        char == ' ' && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::search::Budget;
    use crate::session::{Mode, Session, read};
    use crate::text::Source;

    fn session() -> Session {
        let source =
            Source::new("x", "matrix one {\n1 2\n3 4\n}\nmatrix rings {\n5 6\n7 8\n}\nuse one\n");
        let mut sink = Sink::new();
        let document = read(&source, true, &mut sink);
        let mut session = Session::new();
        let mode = Mode::Run { solve: false };
        session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
        assert!(sink.is_empty(), "{:?}", sink.found());
        session
    }

    struct Asked(std::cell::RefCell<Session>);

    impl Ask for Asked {
        fn words(&self, name: Option<&str>, before: Fragment<'_>) -> Vec<String> {
            let mut session = self.0.borrow_mut();
            session.puzzle(name).map(|puzzle| puzzle.complete(before)).unwrap_or_default()
        }

        fn answers(&self) -> Vec<String> {
            vec![String::from("%3"), String::from("%1")]
        }

        fn answer(&self, line: &str) -> Option<String> {
            (line.trim() == "ring 0").then(|| String::from("1 2 4 3"))
        }
    }

    fn at(text: &str) -> Vec<String> {
        let session = session();
        let view = View::of(&session);
        let asked = Asked(session.into());
        let (start, found) = complete(text, text.len(), &view, &asked);
        found.into_iter().map(|one| format!("{}{}", &text[..start], one.text)).collect()
    }

    #[test]
    fn the_first_word() {
        assert_eq!(at("rot"), ["rotate "]);
        assert_eq!(at("m"), ["matrix ", "more "]);
        assert_eq!(at("o"), ["one: ", "output "]);
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
        assert_eq!(at("bail o"), ["bail on", "bail off"]);
        assert_eq!(at("rotate %"), ["rotate %3", "rotate %1"]);
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
    fn bare_moves_complete_like_those_of_play() {
        let mut shell = crate::repl::tests::shell();
        let blocks = "klotski k { A . B / C . B / C D . / goal A at (2,2) }";
        crate::repl::tests::say(&mut shell, blocks);
        let view = View::of(&shell.session().borrow());
        let typist = crate::repl::helper::Typist::new(&shell, true);
        let offered = |text: &str| {
            let (start, found) = complete(text, text.len(), &view, &typist);
            let whole = |one: Candidate| format!("{}{}", &text[..start], one.text);
            found.into_iter().map(whole).collect::<Vec<_>>()
        };
        assert_eq!(offered("A ri"), ["A right"]);
        assert_eq!(
            offered("A right; B "),
            offered("play A right; B ").iter().map(|one| one[5..].to_owned()).collect::<Vec<_>>()
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
        let view = View::of(&session());
        let hint = |text: &str| ghost(text, text.len(), &view).map(|ghost| ghost.shown);
        assert_eq!(hint("rotate").as_deref(), Some(" R"));
        assert_eq!(hint("rotate ").as_deref(), Some("R"));
        assert_eq!(hint("rotate 1"), None);
        assert_eq!(hint("ring ").as_deref(), Some("K | ring of (R,C)"));
        assert_eq!(hint("ring 0"), None);
        assert_eq!(hint("ring of").as_deref(), Some(" (R,C)"));
        assert_eq!(hint("rot").as_deref(), Some("ate R"));
        assert_eq!(hint("und").as_deref(), Some("o [N]"));
        assert_eq!(hint("load ").as_deref(), Some("FILE"));
        assert_eq!(hint("matrix").as_deref(), Some(" NAME {"));
        assert_eq!(hint("matrix m {\nload "), None);
        assert_eq!(hint(&"x".repeat(20_000)), None);
        assert_eq!(hint(""), None);
        assert_eq!(split_usage("neighbours [(R,C) [(R,C)]]").count(), 2);
    }
}
