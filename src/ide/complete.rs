//! Completions at the end of a line.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::head::Head;
use super::{Puzzles, touches};
use crate::puzzle::{Directive, Info, Prospect, Role, Verb, common};
use crate::search::Budget;
use crate::syntax::{Expected, Statement, uncommented};

/// The most names of puzzles that are offered.
const MOST: usize = 1000;
/// The most states that are searched for the distance after a move.
const FAR: u64 = 2_000;
/// The most moves whose distances are looked for.
const MANY: usize = 32;
/// Spaces between words.
const BLANK: [char; 2] = [' ', '\t'];

/// Something that could be typed.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The text that replaces the word at the cursor.
    pub label: String,
    /// The meaning of that text.
    pub means: Means,
}

/// The meaning of a candidate.
#[derive(Clone, Copy, Debug)]
pub enum Means {
    /// A verb of a kind.
    Verb(&'static Info, &'static Verb),
    /// The word `use`.
    Use,
    /// The kind of a new puzzle.
    Kind(&'static Info),
    /// The name of a puzzle of a kind.
    Name(&'static str),
    /// The name of a puzzle of a kind, with the colon of a prefix.
    Prefix(&'static str),
    /// A word of a command.
    Word,
    /// The answer of the command.
    Answer,
}

impl Candidate {
    fn new(label: impl Into<String>, means: Means) -> Self {
        Self { label: label.into(), means }
    }

    /// Returns whether more words must or may follow it.
    pub fn expects_more(&self) -> bool {
        match self.means {
            Means::Verb(_, verb) => !verb.args.is_empty(),
            Means::Use | Means::Kind(_) | Means::Prefix(_) => true,
            Means::Name(_) | Means::Word | Means::Answer => false,
        }
    }

    /// Returns a description in a few words; may be empty.
    pub fn detail(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self.means {
            Means::Verb(_, verb) => return Cow::Owned(verb.usage().to_string()),
            Means::Kind(info) => info.summary,
            Means::Name(kind) | Means::Prefix(kind) => kind,
            Means::Answer => "the answer",
            Means::Use | Means::Word => "",
        })
    }
}

/// Returns whether an offset is in a body or in an answer in braces, where no command is typed. A
/// body that is not closed yet extends to the end of the text.
pub fn is_in_block(text: &str, statements: &[Statement], offset: u32) -> bool {
    let line = text[..offset as usize].rfind(['\n', '\r']).map_or(0, |at| at as u32 + 1);
    let within = |span| touches(span, offset);
    let last = |limit: u32| {
        statements.partition_point(|statement| statement.span().start < limit).checked_sub(1)
    };
    let here = last(offset + 1).is_some_and(|at| match &statements[at] {
        Statement::Declaration(declaration) => within(declaration.body),
        Statement::Command(command) => {
            matches!(command.expected, Some(Expected::Block(span)) if within(span))
        }
        _ => false,
    });
    here || last(line).is_some_and(|at| {
        matches!(&statements[at], Statement::Declaration(declaration)
            if !declaration.closed && declaration.body.start <= offset)
    })
}

/// Returns the candidates for the end of a line that is not in a block, in the order of the manual,
/// and the offset at which the text begins that a candidate replaces.
pub fn complete(head: &Head<'_>, puzzles: &dyn Puzzles) -> (usize, Vec<Candidate>) {
    let end = head.start + head.rest.len();
    if uncommented(head.rest).1 {
        return (end, Vec::new());
    }

    if let Some(arrow) = head.rest.find("=>") {
        let after = &head.rest[arrow + 2..];
        let typed = after.trim_start_matches(BLANK);
        let mut command = head.command();
        command.text = command.text[..arrow].trim_end_matches(BLANK);
        // An answer that is typed in part is not replaced by another one.
        let wants_answer = typed.len() < after.len() && !puzzles.withholds(head.target);
        let answer = if wants_answer { puzzles.answer(head, command) } else { None };
        let answer = answer.as_deref().and_then(expectation);
        let answer = answer.filter(|answer| answer.starts_with(typed));
        let candidate = answer.map(|answer| Candidate::new(answer, Means::Answer));
        return (end - typed.len(), candidate.into_iter().collect());
    }

    let Some(gap) = head.rest.find(BLANK) else {
        return (head.start, first_words(head, puzzles));
    };
    let verb = &head.rest[..gap];
    let last = head.rest.rfind([' ', '\t', ';']).map_or(0, |at| at + 1);
    let typed = &head.rest[last..];

    let mut candidates = Vec::new();
    match verb {
        "use" if head.target.is_none() => {
            if head.rest[gap..last].trim_matches(BLANK).is_empty() {
                candidates.extend(
                    names(typed, puzzles).map(|(name, of)| Candidate::new(name, Means::Name(of))),
                );
            }
        }
        _ if head.target.is_none() && puzzles.kinds().kind(verb).is_some() => {} // the name of a new puzzle
        _ if withholds_moves(head, puzzles) => {}
        _ => puzzles.ask(head.target, &mut |puzzle| {
            let words = puzzle.complete(head.command()).into_iter();
            let words = words.filter(|word| word.starts_with(typed));
            candidates.extend(words.map(|word| Candidate::new(word, Means::Word)));
        }),
    }
    (head.start + last, candidates)
}

/// Returns the offset at which the text ends that a candidate replaces. That text begins at
/// `word.start`, and the cursor is at `word.end`: if the cursor is within a word, the word is
/// replaced to its end, and so is an answer. Between two moves that are letters, nothing after the
/// cursor is replaced.
pub fn word_end(text: &str, word: Range<usize>, means: Means, puzzles: &dyn Puzzles) -> usize {
    let offset = word.end;
    let line = text[offset..].split(['\n', '\r']).next().unwrap_or_default();
    let rest = uncommented(line).0;
    if matches!(means, Means::Answer) {
        return offset + rest.trim_end_matches(BLANK).len();
    }
    if word.is_empty() {
        return offset;
    }
    let length = rest.find([' ', '\t', ';', ':']).unwrap_or(rest.len());
    let length = rest[..length].find("=>").unwrap_or(length);
    if matches!(means, Means::Prefix(_)) && rest[length..].starts_with(':') {
        return offset + length + 1;
    }
    let head = Head::at(text, offset + length);
    let is_between = plays(&head, puzzles).is_some_and(|kind| {
        let verb = head.rest.find(BLANK).unwrap_or(head.rest.len());
        let moves = kind.moves(head.command().part(verb..head.rest.len()));
        moves.iter().any(|span| span.start as usize == offset)
    });
    if is_between { offset } else { offset + length }
}

/// Returns the kind of the puzzle if the line makes moves.
fn plays(head: &Head<'_>, puzzles: &dyn Puzzles) -> Option<&'static Info> {
    let kind = puzzles.kind(head.target)?;
    (kind.role(head.command()) == Some(Role::Play)).then_some(kind)
}

/// Returns whether the words that could follow are withheld: the legal moves of a puzzle of which an
/// open question is asked.
fn withholds_moves(head: &Head<'_>, puzzles: &dyn Puzzles) -> bool {
    let is_why = head.rest.starts_with("why");
    let role = puzzles.kind(head.target).and_then(|kind| kind.role(head.command()));
    (is_why || role.is_none_or(Role::changes)) && puzzles.withholds(head.target)
}

/// Returns an answer as it is written on the line of its command: its first line; `None` if that
/// would be read as something else.
pub fn expectation(answer: &str) -> Option<&str> {
    answer.lines().next().filter(|line| !line.is_empty() && !line.starts_with(['{', '/']))
}

/// Says of each candidate that makes a move how far the goal is after it, if few states show that.
pub fn distances(
    head: &Head<'_>,
    start: usize,
    candidates: &[Candidate],
    puzzles: &dyn Puzzles,
) -> Vec<Option<String>> {
    let mut distances = vec![None; candidates.len()];
    let Some(play) = plays(head, puzzles).and_then(Info::player) else { return distances };
    if candidates.len() > MANY || puzzles.withholds(head.target) {
        return distances;
    }

    let verb = head.rest.find(BLANK).unwrap_or(head.rest.len());
    let Some(before) = head.rest.get(verb..start - head.start) else { return distances };
    let budget = Budget::unlimited().with_states(FAR);
    puzzles.ask(head.target, &mut |puzzle| {
        for (candidate, shown) in candidates.iter().zip(&mut distances) {
            let args = format!("{before}{}", candidate.label);
            let mut moves = std::iter::once(Directive::new(play).with(args.trim_start()));
            let mut prospect = None;
            let mut receive = |reported| {
                prospect = Some(reported);
                true
            };
            if puzzle.prospects(&mut moves, &budget, &mut receive).is_err() {
                return; // too far, and so it is for the others
            }
            *shown = match prospect {
                Some(Prospect::Legal { distance, .. }) => Some(format!("{distance} to the goal")),
                Some(Prospect::Lost) => Some(String::from("the goal cannot be reached")),
                Some(Prospect::Open | Prospect::Illegal) => None,
                None => return, // there is no goal
            };
        }
    });
    distances
}

/// Returns the verbs that begin like the first word of a command and are possible now.
pub fn verbs(head: &Head<'_>, puzzles: &dyn Puzzles) -> Vec<Candidate> {
    let Some(kind) = puzzles.kind(head.target) else { return Vec::new() };
    let info = kind;
    let verbs = info.verbs.iter().chain(common::COMMON);
    let possible = verbs.filter(|verb| {
        // A command that needs arguments is judged when they are there.
        verb.name.starts_with(head.rest)
            && (!verb.usage().is_optional() || puzzles.is_possible(head.target, verb.name))
    });
    possible.map(|verb| Candidate::new(verb.name, Means::Verb(info, verb))).collect()
}

/// Returns the candidates for the beginning of a line: verbs, and without a prefix `use`, kinds and
/// the prefixes of puzzles.
fn first_words(head: &Head<'_>, puzzles: &dyn Puzzles) -> Vec<Candidate> {
    let mut candidates = verbs(head, puzzles);
    if head.target.is_some() {
        return candidates;
    }
    let kinds = puzzles.kinds();
    let kinds = kinds.iter().copied().map(|info| Candidate::new(info.name, Means::Kind(info)));
    let words = std::iter::once(Candidate::new("use", Means::Use)).chain(kinds);
    candidates.extend(words.filter(|candidate| candidate.label.starts_with(head.rest)));
    let prefix = |(name, of)| Candidate::new(format!("{name}:"), Means::Prefix(of));
    candidates.extend(names(head.rest, puzzles).map(prefix));
    candidates
}

/// Returns the names that begin like `typed`, each once, with their kinds.
fn names<'a>(
    typed: &'a str,
    puzzles: &'a dyn Puzzles,
) -> impl Iterator<Item = (&'a str, &'static str)> {
    let mut known = HashSet::new();
    let fitting = puzzles.names().filter(move |(name, _)| name.starts_with(typed));
    fitting.filter(move |(name, _)| known.insert(*name)).take(MOST)
}
