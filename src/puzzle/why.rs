//! `why not MOVE`: why a move is illegal now.
//!
//! The move is tried as the checker tries it. The answer is the reasons of its failure, one per line
//! ([`Command::obstacles`]). A kind can also give reasons for a legal move that does less than expected. A
//! failure is drawn as an advice, too.

use super::common::{self, Meaning};
use super::{
    Answer, Command, Context, Depth, Game, Info, Instruction, Mark, Part, Registry, Role, Slot,
    command, find,
};
use crate::diag::Sink;
use crate::syntax::{Args, Fragment, codes};
use crate::text::Span;

/// Reads the text after `why`: `not`, and moves in the form that `play` takes, or a whole command
/// of the kind.
pub(super) fn parse<'a>(
    info: &'static Info,
    kinds: Registry,
    args: &mut Args<'a>,
    sink: &mut Sink,
) -> Option<Instruction<'a>> {
    if args.keyword("not").is_none() {
        let what = if args.is_empty() { "`not MOVE` after `why`" } else { "`not` after `why`" };
        args.reject(what, sink);
        return None;
    }

    let before = args.before();
    let usage = args.usage();
    let rest = args.take_rest();
    if rest.text.is_empty() {
        sink.push(codes::missing_argument(before, "a move", usage));
        return None;
    }

    let mut failed = Sink::new();
    if let Some((Meaning::Kind(at), args)) = common::expect_meaning(info, kinds, rest, &mut failed)
        && let Some(command) = well_formed(info, at, &args, &mut failed)
    {
        return Some(command);
    }
    let Some(play) = player(info) else {
        failed.take().into_iter().for_each(|fault| sink.push(fault));
        return None;
    };

    let mut misread = Sink::new();
    let command = well_formed(info, play, &Args::new(rest, before, usage), &mut misread);
    if command.is_none() {
        // A command that is only mistyped is reported as such.
        let word = rest.text.split([' ', '\t']).next().unwrap_or_default();
        let reported = if find(info.verbs, word).is_some() { &mut failed } else { &mut misread };
        reported.take().into_iter().for_each(|fault| sink.push(fault));
    }
    command
}

/// Reads the arguments of a verb of the kind, if the kind can read them to their end.
fn well_formed<'a>(
    info: &'static Info,
    verb: usize,
    args: &Args<'a>,
    sink: &mut Sink,
) -> Option<Instruction<'a>> {
    let is_sound = (info.lints)(command::instruction(info, verb, args.clone(), sink)?, sink);
    let command = || command::instruction(info, verb, args.clone(), &mut Sink::new());
    is_sound.then(command)?
}

/// Returns the position of the verb that makes moves, if the kind has it.
fn player(info: &Info) -> Option<usize> {
    info.verbs.iter().position(|verb| verb.role == Role::Play)
}

/// Tries the move and returns the answer. Nothing changes.
pub(super) fn answer(command: &mut dyn Command, context: &mut Context<'_>) -> Answer {
    if context.depth == (Depth::Check { answer: false }) {
        return Answer::NotComputed;
    }
    let mut inner =
        Context { sink: &mut Sink::new(), depth: Depth::Check { answer: false }, ..*context };
    let failure = command.run(&mut inner).err();
    let mut reasons = command.obstacles();
    if reasons.is_empty() {
        let Some(failure) = &failure else {
            return Answer::Text(String::from("it is legal"));
        };
        reasons.push(failure.message.clone());
    }
    if let Some(failure) = failure.filter(|_| context.depth == Depth::Run) {
        context.sink.push(common::illegal_now(&failure));
    }
    Answer::List(reasons.iter().collect())
}

/// Returns the word `not` after `why`, and the text after it.
fn cut(args: Fragment<'_>) -> Option<(Span, Fragment<'_>)> {
    let mut args = Args::new(args, args.span(), "");
    let not = args.keyword("not")?;
    Some((not, args.unfinished()))
}

/// Returns the marks of the arguments.
pub(super) fn marks(info: &'static Info, args: Fragment<'_>) -> Vec<Mark> {
    let Some((not, rest)) = cut(args) else { return Vec::new() };
    let mut marks = vec![Mark::new(not, Part::Keyword)];
    marks.extend(match (common::meaning(info, rest), player(info)) {
        (Some((Meaning::Kind(at), rest)), _) => command::marks(info, at, rest.rest()),
        (_, Some(play)) => command::marks(info, play, rest),
        _ => Vec::new(),
    });
    marks
}

/// Returns the words that could be at the end of the arguments.
pub(super) fn complete(game: &dyn Game, before: Fragment<'_>) -> Vec<String> {
    match cut(before) {
        // The cursor is still at the word.
        Some((not, _)) if before.span().end == not.end => vec![String::from("not")],
        None if !before.text.trim().contains([' ', '\t']) => vec![String::from("not")],
        Some((_, rest)) => match player(game.info()) {
            Some(verb) => {
                let args = game.info().verbs[verb].args.iter();
                let slot = |arg| Slot { verb, arg, is_legal: false };
                args.flat_map(|arg| game.candidates(slot(arg), rest)).collect()
            }
            None => {
                let verbs = game.info().verbs.iter().map(|verb| verb.name.to_owned());
                if rest.text.contains([' ', '\t']) { Vec::new() } else { verbs.collect() }
            }
        },
        None => Vec::new(),
    }
}
