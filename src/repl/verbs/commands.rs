//! Telling the verbs that only the REPL has from commands of a puzzle.

use std::path::PathBuf;
use std::time::Duration;

use crate::diag::{Shown, clip, did_you_mean};
use crate::host::prompt::Reading;
pub(crate) use crate::host::prompt::{USE, VERBS, Word};
use crate::kinds::KINDS;
use crate::puzzle::{Info, find};
use crate::repl::verbs::Fault;
use crate::syntax::codes::{bad_argument, missing_argument};
use crate::syntax::{Fragment, Usage, parse_prefix, uncommented};
use crate::text::{Source, Span};

/// A command of the REPL itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VerbCall {
    /// Its verb.
    pub(crate) verb: Word,
    /// The word typed.
    pub(crate) word: Span,
    /// The arguments, without blanks around them and without a comment.
    pub(crate) rest: Span,
    /// The puzzle named in front of it, for those that draw.
    pub(crate) target: Option<Span>,
}

impl VerbCall {
    /// Returns the form of its verb.
    pub(crate) fn usage(self) -> Usage {
        VERBS[self.verb as usize].usage()
    }

    /// Returns the command of the REPL that this one times, if it does. `text` is that of the
    /// source.
    pub(crate) fn timed(self, text: &str, focus: Option<&'static Info>) -> Option<Self> {
        let rest = text.get(self.rest.range()).filter(|_| self.verb == Word::Time)?;
        parse_call(rest, self.rest.start as usize, focus)
    }

    /// Returns the fault that the argument is not `what` the verb takes.
    pub(crate) fn reject(self, source: &Source, what: &str) -> Fault {
        let argument = clip(source.slice(self.rest));
        bad_argument(self.rest, &argument, what, self.usage()).into()
    }
}

/// Refuses an option, or `-`, in place of the file of a call that writes: standard output holds the
/// answers.
///
/// # Errors
/// The fault that it is not a file.
pub(crate) fn expect_file(call: VerbCall, argument: &str) -> Result<(), Fault> {
    if !argument.starts_with('-') {
        return Ok(());
    }
    let argument = clip(argument);
    let usage = call.usage();
    let advice = format!("the form is `{usage}`; write `./{}` for such a name", Shown(&argument));
    Err(bad_argument(call.rest, &argument, "the name of a file", usage).help(advice).into())
}

/// Returns the length of the blanks at the start.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// Reads `text`, which begins at `start` of its source, as a command of the REPL. A kind that has
/// a verb of the same name (`focus` is the kind in focus) keeps it, but for `explain CODE`, whose
/// argument no puzzle takes. `draw` takes a puzzle's name in front.
pub(crate) fn parse_call(
    text: &str,
    start: usize,
    focus: Option<&'static Info>,
) -> Option<VerbCall> {
    let code = uncommented(text).0.trim_end_matches([' ', '\t']);
    let mut from = blanks(code);
    let mut target = None;
    if let Ok((rest, name)) = parse_prefix(&code[from..]) {
        target = Some((from, from + name.len()));
        from = code.len() - rest.len();
    }
    let length = code[from..].find([' ', '\t']).unwrap_or(code.len() - from);
    let to = from + length;
    let word = &code[from..to];
    let verb = Word::TABLE.find(word)?;
    let rest = to + blanks(&code[to..]);
    if target.is_some() && verb != Word::Draw {
        return None;
    }
    let theirs = focus.is_some_and(|info| find(info.verbs, word).is_some());
    let ours = verb == Word::Explain && code[rest..].contains("::");
    if theirs && !ours {
        return None;
    }
    let span = |from: usize, to: usize| Span::new((start + from) as u32, (start + to) as u32);
    let target = target.map(|(from, to)| span(from, to));
    Some(VerbCall { verb, word: span(from, to), rest: span(rest, code.len()), target })
}

/// Returns whether a line may be a command of the REPL.
pub(crate) fn is_call(line: &str) -> bool {
    parse_call(line, 0, None).is_some()
}

/// An option of `load`.
pub(crate) struct LoadOption<'a> {
    pub(crate) name: &'a str,
    /// Empty if it is missing.
    pub(crate) value: &'a str,
}

/// Returns the options before the file of `load`, and the rest of the argument.
pub(crate) fn load_options(argument: &str) -> (Vec<LoadOption<'_>>, &str) {
    let word = |text: &str| text.find([' ', '\t']).unwrap_or(text.len());
    let mut options = Vec::new();
    let mut rest = argument;
    loop {
        let (name, after) = rest.split_at(word(rest));
        if !matches!(name, "--as" | "--goal") {
            return (options, rest);
        }
        let after = after.trim_start_matches([' ', '\t']);
        let (value, after) = after.split_at(word(after));
        options.push(LoadOption { name, value });
        rest = after.trim_start_matches([' ', '\t']);
    }
}

/// Reads the arguments of `load`: how a text that is not a document is read, and the file; with a kind
/// and without a file, the text that was refused.
///
/// # Errors
/// What is missing, or not a kind.
pub(crate) fn load(source: &Source, call: VerbCall) -> Result<(Reading, Option<&str>), Fault> {
    let argument = source.slice(call.rest);
    let (options, file) = load_options(argument);
    let usage = call.usage();
    let mut reading = Reading::default();
    for LoadOption { name: option, value } in options {
        let place = Fragment { text: argument, start: call.rest.start }.locate(value).span();
        let what = if option == "--as" { "a kind" } else { "a label or a goal" };
        if value.is_empty() {
            let option = Span::new(place.start.saturating_sub(option.len() as u32), place.start);
            return Err(missing_argument(option, what, usage).into());
        }
        if option == "--as" && KINDS.kind(value).is_none() {
            let wrong = bad_argument(place, &clip(value), what, usage);
            let kinds = format!("the kinds are {}", KINDS.names().join(", "));
            return Err(wrong.help(did_you_mean(value, KINDS.names(), &kinds)).into());
        }
        let slot = if option == "--as" { &mut reading.kind } else { &mut reading.goal };
        *slot = Some(value.to_owned());
    }
    if file != "-" {
        expect_file(call, file)?;
    }
    match file.is_empty() {
        true if reading.kind.is_some() => Ok((reading, None)),
        true => Err(load_needs_file(call)),
        false => Ok((reading, Some(file))),
    }
}

/// Returns the fault of a `load` without a file and without a text that was refused.
pub(crate) fn load_needs_file(call: VerbCall) -> Fault {
    missing_argument(call.rest, "the name of a file", call.usage()).into()
}

/// Returns the file that an argument names: quotes around it are dropped, and `~/` is the home
/// folder.
pub(crate) fn path(argument: &str, home: Option<PathBuf>) -> PathBuf {
    let bare = argument
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .filter(|bare| !bare.is_empty())
        .unwrap_or(argument);
    match (bare.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ if bare == "-" => PathBuf::from("./-"), // a file: standard input is what is typed
        _ => PathBuf::from(bare),
    }
}

/// Returns a time as people read it: three figures and a unit.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 120.0 {
        let whole = time.as_secs();
        return format!("{} min {} s", whole / 60, whole % 60);
    }
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let digits = match value {
        v if v >= 99.95 => 0,
        v if v >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Role, Verb};

    fn parts(text: &str) -> Option<(&'static str, &str)> {
        parse_call(text, 0, None)
            .map(|call| (VERBS[call.verb as usize].name, &text[call.rest.range()]))
    }

    #[test]
    fn verbs_are_told_from_puzzles_that_are_called_like_them() {
        assert_eq!(parts("  load  a b.puzzle // it\t"), Some(("load", "a b.puzzle")));
        assert_eq!(parts("quit"), Some(("quit", "")));
        assert_eq!(parts("list: show"), None);
        assert_eq!(parts("lists"), None);
        assert_eq!(parts("play A right"), None);
        assert_eq!(parts("a b: draw"), None);
        assert_eq!(parts("a: draw at [<>]"), Some(("draw", "at [<>]")));
        let target = parse_call(" a:draw", 0, None).and_then(|call| call.target);
        assert_eq!(target, Some(Span::new(1, 2)));
        assert_eq!(parts(""), None);
        assert_eq!(parts("load http://x"), Some(("load", "http://x")));
        assert_eq!(parse_call("time 3 []", 10, None).expect("a verb").rest, Span::new(15, 19));
    }

    #[test]
    fn a_kind_keeps_its_own_explain() {
        static INFO: Info = Info {
            name: "k",
            summary: "",
            verbs: &[Verb {
                name: "explain",
                role: Role::Ask,
                args: &[],
                summary: "",
                example: "",
            }],
            ..Info::PLAIN
        };
        assert!(parse_call("explain", 0, Some(&INFO)).is_none());
        assert!(parse_call("explain a::b", 0, Some(&INFO)).is_some());
        assert!(parse_call("explain", 0, None).is_some());
    }

    #[test]
    fn files_and_times() {
        let home = || Some(PathBuf::from("/h"));
        assert_eq!(path("~/a b", home()), PathBuf::from("/h/a b"));
        assert_eq!(path("\"~/a\"", home()), PathBuf::from("/h/a"));
        assert_eq!(path("\"", None), PathBuf::from("\""));
        assert_eq!(path("~/a", None), PathBuf::from("~/a"));
        assert_eq!(duration(Duration::from_nanos(1_234)), "1.23 µs");
        assert_eq!(duration(Duration::from_micros(99_960)), "100 ms");
        assert_eq!(duration(Duration::from_secs(12)), "12.0 s");
        assert_eq!(duration(Duration::from_secs(3601)), "60 min 1 s");
    }
}
