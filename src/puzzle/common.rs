//! The commands that every kind has, how a command's first word finds its verb, and the
//! diagnostics of both.

mod codes;

pub(crate) use codes::{
    CODES, illegal_now, no_such_state, nothing_to_redo, nothing_to_undo, search_was_dropped,
};
#[cfg(feature = "cli")]
pub(crate) use codes::{ILLEGAL_NOW, MISSING_VERB, NOT_A_COMMAND, UNKNOWN_VERB};

use super::{Info, Registry, Role, Verb, find, position, words};
use crate::diag::{Diagnostic, Sink, few_nearest, nearest};
use crate::syntax::codes::bad_state_name;
use crate::syntax::{Arg, Args, Fragment, Given, Name, parse_integer, parse_name};
use crate::text::Span;

/// The command that shows the state.
pub const SHOW: &str = "show";
/// The command that goes back to the state as declared.
pub const RESET: &str = "reset";
/// The command that identifies the state.
pub const DIGEST: &str = "digest";

/// `common-state`: a state by its number or its name.
const STATE: Arg = Arg::Name(Name {
    name: "STATE",
    meaning: "the number or the name of a state",
    rule: "common-state",
    fits: |word| {
        word.bytes().all(|byte| byte.is_ascii_digit()) || matches!(parse_name(word), Ok(("", _)))
    },
});

words! {
    /// A verb of every kind.
    #[expect(missing_docs, reason = "each has its description beside it")]
    pub enum Word {
        Show => Verb {
            name: "show",
            role: Role::Ask,
            args: &[],
            summary: "shows the current state",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 1\nshow => {\n  2 4\n  1 3\n}\n",
        },
        Check => Verb {
            name: "check",
            role: Role::Find,
            args: &[],
            summary: "answers what `check --solve` finds in the current state, one finding per line, or `ok`",
            example: "sudoku easy {\n  ..3.2.6..\n  9..3.5..1\n  ..18.64..\n  ..81.29..\n  \
                7.......8\n  ..67.82..\n  ..26.95..\n  8..2.3..9\n  ..5.1.3..\n}\n\
                check => ok\n",
        },
        Status => Verb {
            name: "status",
            role: Role::Progress,
            args: &[],
            summary: "shows how far the puzzle and its search are",
            example: "bloxorz first {\n  ooo-------\n  oSoooo----\n  ooooooooo-\n  -ooooooooo\n  \
                -----ooToo\n  ------ooo-\n}\nstep 3\n\
                status => expanded 3 frontier 3 depth 2\n",
        },
        Reset => Verb {
            name: "reset",
            role: Role::Reset,
            args: &[],
            summary: "goes back to the state as declared",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 1\nreset => {\n  1 2\n  3 4\n}\n",
        },
        Undo => Verb {
            name: "undo",
            role: Role::Travel,
            args: Arg::COUNT,
            summary: "takes back the last N changes of state",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 1\nrotate 2\nundo 2 => {\n  1 2\n  3 4\n\
                }\n",
        },
        Redo => Verb {
            name: "redo",
            role: Role::Travel,
            args: Arg::COUNT,
            summary: "does again what `undo` took back",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 1\nundo\nredo => {\n  2 4\n  1 3\n}\n",
        },
        Why => Verb {
            name: "why",
            role: Role::Ask,
            args: &[Arg::Rest {
                form: &[Arg::Word(&["not"]), Arg::Text("MOVE")],
                rule: "\"not\" gap why-move",
            }],
            summary: "says what makes a move illegal now, one reason per line, or `it is legal`",
            example: "klotski little {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n\
                why not A right => it is legal\nwhy not C up => A stands on (0,0)\n",
        },
        Goto => Verb {
            name: "goto",
            role: Role::Visit,
            args: &[STATE],
            summary: "goes to a state by its number or its name; `branches` lists them",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 1\nrotate 1\ngoto 1 => {\n  2 4\n  1 3\n}\n",
        },
        Branch => Verb {
            name: "branch",
            role: Role::Name,
            args: &[Arg::Rest { form: &[Arg::Text("NAME")], rule: "name" }],
            summary: "names the current state and answers its number",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 1\nbranch quarter => 1\nreset\n\
                goto quarter => {\n  2 4\n  1 3\n}\n",
        },
        Branches => Verb {
            name: "branches",
            role: Role::Timeline,
            args: &[],
            summary: "lists where the states branch and end: number, name, parent, moves from the start",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 1\nbranch left\nundo\nrotate -1\n\
                branches => {\n    0  -     start   0 moves\n    1  left  from 0  1 move\n\
                \x20 * 2  -     from 0  1 move\n}\n",
        },
        Diff => Verb {
            name: "diff",
            role: Role::Timeline,
            args: &[STATE, Arg::Optional(&[STATE])],
            summary: "lists the cells in which two states differ, and the commands that lead from one to the other",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 2\ndiff 0 1 => 4\n",
        },
        Digest => Verb {
            name: "digest",
            role: Role::Ask,
            args: &[],
            summary: "answers 16 hex digits that identify this state",
            example: "matrix m {\n  1 2\n  3 4\n}\nrotate 4\ndigest => 9221ea3cdbe4f67c\n",
        },
    }
}

/// The descriptions of the verbs of every kind.
pub static COMMON: &[Verb] = Word::TABLE.verbs;

/// The meaning of the first word of a command.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// A verb of every kind.
    Common(Word),
    /// A verb of this kind, or its query: its position in [`Table::words`](super::Table::words).
    Kind(usize),
}

impl Meaning {
    /// Returns the description of the verb, or of the query.
    pub fn verb(self, info: &'static Info) -> &'static Verb {
        match self {
            Self::Common(word) => &COMMON[word as usize],
            Self::Kind(at) => {
                info.verbs.get(at).or(info.query).expect("the verb has a description")
            }
        }
    }

    /// Returns whether it is the query, whose verb is not typed.
    pub fn is_query(self, info: &'static Info) -> bool {
        matches!(self, Self::Kind(at) if at == info.verbs.len())
    }
}

/// A command that every kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call<'a> {
    /// `show`
    Show,
    /// `check`
    Check,
    /// `status`
    Status,
    /// `reset`
    Reset,
    /// `undo [N]`, at this place
    Undo(u64, Span),
    /// `redo [N]`, at this place
    Redo(u64, Span),
    /// `goto STATE`
    Goto(Fragment<'a>),
    /// `branch NAME`
    Branch(Fragment<'a>),
    /// `branches`
    Branches,
    /// `diff STATE [STATE]`
    Diff(Fragment<'a>, Option<Fragment<'a>>),
    /// `digest`
    Digest,
}

/// Returns whether a command is `undo` (else `redo`), and of how many changes; none if it is
/// neither.
pub fn travel(info: &'static Info, text: Fragment<'_>) -> Option<(bool, u64)> {
    let (Meaning::Common(word), args) = meaning(info, text)? else { return None };
    match expect_common_command(word, args, &mut Sink::new())? {
        Call::Undo(count, _) => Some((true, count)),
        Call::Redo(count, _) => Some((false, count)),
        _ => None,
    }
}

/// Returns the verb of a command and the arguments after it. `None` if it does not begin with a
/// verb.
pub fn meaning<'a>(info: &'static Info, text: Fragment<'a>) -> Option<(Meaning, Args<'a>)> {
    if let Some(query) = info.query.filter(|_| is_query(text.text)) {
        let args = Args::new(text, Span::at(text.start), query.usage());
        return Some((Meaning::Kind(info.verbs.len()), args));
    }
    let (word, rest) = first_word(text);
    let of_kind = || position(info.verbs, word.text).map(Meaning::Kind);
    let meaning = of_kind().or_else(|| Word::TABLE.find(word.text).map(Meaning::Common))?;
    Some((meaning, Args::new(rest, word.span(), meaning.verb(info).usage())))
}

/// Returns the meaning of a command; reports one that does not begin with a verb. `kinds` are those
/// that may have the verb.
pub fn expect_meaning<'a>(
    info: &'static Info,
    kinds: Registry,
    text: Fragment<'a>,
    sink: &mut Sink,
) -> Option<(Meaning, Args<'a>)> {
    let parsed = meaning(info, text);
    if parsed.is_none() {
        sink.push(unknown_verb(info, kinds, text));
    }
    parsed
}

/// The verbs that only the prompt has.
pub(crate) const OF_THE_PROMPT: &[&str] = &[
    "help", "tour", "list", "load", "reload", "forget", "save", "draw", "time", "edit", "explain",
    "quit", "exit", "set", "record", "recover",
];

/// Returns the fault of a command that begins with `word`, if only the prompt has that verb.
pub(crate) fn of_the_prompt(word: Fragment<'_>) -> Option<Diagnostic> {
    OF_THE_PROMPT.contains(&word.text).then(|| codes::prompt_verb(word))
}

/// Returns the fault of a command that does not begin with a verb of the kind; another of `kinds`
/// may have the verb.
fn unknown_verb(info: &'static Info, kinds: Registry, text: Fragment<'_>) -> Diagnostic {
    let (word, _) = first_word(text);
    if word.text.is_empty() {
        return codes::missing_verb(text.span());
    }
    let names: Vec<_> = info.verbs.iter().chain(COMMON).map(|verb| verb.name).collect();
    let near = few_nearest(word.text, &names);
    let first = first_verbs(info);
    let intended = meant_unless(!near.is_empty(), info, kinds, text.text);
    let instead =
        intended.as_ref().map(|(right, why)| codes::Instead { text: text.span(), right, why });

    let query = word.text.starts_with('[') || matches!(parse_integer(word.text), Ok(("", _)));
    let has =
        |other: &Info| find(other.verbs, word.text).is_some() || other.query.is_some() && query;
    let others = kinds.iter().copied().filter(|kind| kind.name != info.name);
    let others: Vec<_> = others.filter(|other| has(other)).map(|other| other.name).collect();
    if !others.is_empty() {
        return codes::not_a_command(info.name, word, others, &near, &first, instead);
    }

    let near = if instead.is_none() { near } else { Vec::new() };
    match of_the_prompt(word) {
        Some(fault) if instead.is_none() => fault,
        _ => codes::unknown_verb(info.name, word, &near, &first, instead),
    }
}

/// Returns the commands with which a puzzle of a kind is begun: the first that help lists of the
/// kind, the one that makes moves, and the one that shows the state.
pub(crate) fn first_verbs(info: &Info) -> Vec<&'static str> {
    let play = info.player();
    let of_kind = info.verbs.first().into_iter().chain(play);
    let mut names: Vec<_> = of_kind.map(|verb| verb.name).chain([SHOW]).collect();
    names.dedup();
    names
}

/// Returns the command that is intended by one without a verb, and why: a verb is called like a
/// function (`rotate 1` for `rotate(1)`, `candidates (0,2)` for `candidates(0,2)`), or moves lack
/// `play`.
pub(crate) fn meant(
    info: &'static Info,
    kinds: Registry,
    text: &str,
) -> Option<(String, &'static str)> {
    let word = first_word(Fragment { text, start: 0 }).0.text;
    let is_slip = nearest(word, verbs(info).map(|verb| verb.name)).is_some();
    meant_unless(is_slip, info, kinds, text)
}

/// Returns the command that [`meant`] finds. A first word that `is_slip` for a verb does not begin
/// moves: `moev right`.
fn meant_unless(
    is_slip: bool,
    info: &'static Info,
    kinds: Registry,
    text: &str,
) -> Option<(String, &'static str)> {
    let reads = |text: &String| reads(info, kinds, text);
    if let Some((verb, rest)) = text.split_once('(')
        && let Some(inner) = rest.trim_end().strip_suffix(')')
    {
        let words = inner.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let words = [verb].into_iter().chain(words).collect::<Vec<_>>().join(" ");
        let right = [words, format!("{verb} ({inner})")].into_iter().find(reads);
        if let Some(right) = right {
            return Some((right, "a space stands between a command and its arguments"));
        }
    }
    let (word, rest) = first_word(Fragment { text, start: 0 });
    // The sign for a number in the form of a query.
    let line = info.query.map(|query| query.usage().line());
    if line.is_some_and(|line| line.text.split(' ').next() == Some(word.text)) {
        let rest = rest.text.trim_start();
        let right = [rest.to_owned(), format!("0 {rest}")].into_iter().find(reads)?;
        return Some((right, "a number stands there, or nothing"));
    }
    let play = info.player()?;
    let right = format!("{} {text}", play.name);
    (!is_slip && reads(&right)).then_some((right, "moves are made with a command"))
}

/// Returns whether a text is a command of the kind in the right form.
fn reads(info: &'static Info, kinds: Registry, text: &str) -> bool {
    let text = Fragment { text, start: 0 };
    let lints = |kind: &'static Info| kind.lint(text, kinds, &mut Sink::new());
    meaning(info, text).is_some() && kinds.kind(info.name).is_some_and(lints)
}

/// Returns the first word of a command, and the rest.
fn first_word(text: Fragment<'_>) -> (Fragment<'_>, Fragment<'_>) {
    let length = text.text.bytes().take_while(|byte| !matches!(byte, b' ' | b'\t')).count();
    (text.part(0..length), text.part(length..text.text.len()))
}

/// Returns whether a command is a query, which has no verb: it begins with a number or a path.
pub fn is_query(command: &str) -> bool {
    command.starts_with(|char: char| char.is_ascii_digit() || matches!(char, '-' | '+' | '['))
}

/// Returns whether a line is a query whose path has begun: `2 [<`, which no row of a body is.
pub(crate) fn has_path(line: &str) -> bool {
    let rest = parse_integer(line).map_or(line, |(rest, _)| rest);
    is_query(line) && rest.trim_start_matches([' ', '\t']).starts_with('[')
}

/// `common-command`, after its verb. `None` for `why` too, whose move only the kind can read.
pub fn expect_common_command<'a>(word: Word, args: Args<'a>, sink: &mut Sink) -> Option<Call<'a>> {
    let verb = args.before();
    let mut given = Given::read(Word::TABLE.verbs[word as usize].args, args, sink)?;
    let place = given.number().map_or(verb, |number| number.span);
    Some(match word {
        Word::Undo => Call::Undo(given.count(1), place),
        Word::Redo => Call::Redo(given.count(1), place),
        Word::Goto => Call::Goto(given.names()[0]),
        Word::Branch => Call::Branch(expect_state_name(&mut given.rest, sink)?),
        Word::Diff => Call::Diff(given.names()[0], given.names().get(1).copied()),
        Word::Branches => Call::Branches,
        Word::Digest => Call::Digest,
        Word::Show => Call::Show,
        Word::Check => Call::Check,
        Word::Status => Call::Status,
        Word::Reset => Call::Reset,
        Word::Why => return None,
    })
}

/// Reads a name for a state.
fn expect_state_name<'a>(args: &mut Args<'a>, sink: &mut Sink) -> Option<Fragment<'a>> {
    let name = args.expect_word("a name for this state", sink)?;
    if !matches!(parse_name(name.text), Ok(("", _))) {
        sink.push(bad_state_name(name));
        return None;
    }
    args.expect_end(sink).then_some(name)
}

/// Returns the example of a verb as a whole document: after the example of the kind, unless it has
/// its own declaration.
pub fn example(info: &Info, verb: &Verb) -> String {
    let declares = |line: &str| line.contains('{') && !line.contains("=>");
    if verb.example.lines().next().is_some_and(declares) {
        return verb.example.to_owned();
    }
    format!("{}{}", info.example, verb.example)
}

/// Returns the verbs of a kind as help lists them: its own, then the common ones.
pub fn verbs(info: &'static Info) -> impl Iterator<Item = &'static Verb> {
    info.verbs.iter().chain(info.query).chain(COMMON)
}
