//! A command on a puzzle of a known kind: its verb found, its arguments read.

use super::common::{self, Call, Meaning, Word};
use super::{Game, Mark, Registry, Verb, marks, why};
use crate::diag::Sink;
use crate::syntax::{Arg, Args, Fragment, Given};
use crate::text::Span;

/// A command whose arguments are read.
pub(super) enum Parsed<'a, G: Game> {
    /// A command of every kind.
    Common(Call<'a>),
    /// `why not`, and the move.
    WhyNot(G::Call),
    /// A command of the kind.
    Own(G::Call),
}

/// A command of the kind or of every kind.
pub(super) struct Command<'a, G: Game> {
    /// The description of its verb.
    pub verb: &'static Verb,
    /// The place of its verb.
    pub place: Span,
    /// The command.
    pub call: Parsed<'a, G>,
}

impl<'a, G: Game> Command<'a, G> {
    /// Reads a command; reports what is wrong with it. `kinds` are those that may have its verb.
    pub(super) fn parse(kinds: Registry, text: Fragment<'a>, sink: &mut Sink) -> Option<Self> {
        let (meaning, mut args) = common::expect_meaning(G::INFO, kinds, text, sink)?;
        let place = args.before();
        let call = match meaning {
            Meaning::Common(Word::Why) => Parsed::WhyNot(why::parse::<G>(kinds, &mut args, sink)?),
            Meaning::Common(word) => {
                Parsed::Common(common::expect_common_command(word, args, sink)?)
            }
            Meaning::Own(at) => Parsed::Own(call_of::<G>(at, args, sink)?),
        };
        Some(Self { verb: meaning.verb(G::INFO), place, call })
    }
}

/// Reads the arguments of the verb of the kind at a position of its table.
pub(super) fn call_of<G: Game>(at: usize, args: Args<'_>, sink: &mut Sink) -> Option<G::Call> {
    let mut given = Given::read(Meaning::Own(at).verb(G::INFO).args, args, sink)?;
    G::call(G::VERBS.words[at], &mut given, sink)
}

/// Reads a command of the kind; silent.
pub(super) fn call<G: Game>(text: Fragment<'_>) -> Option<G::Call> {
    match common::meaning(G::INFO, text)? {
        (Meaning::Own(at), args) => call_of::<G>(at, args, &mut Sink::new()),
        (Meaning::Common(_), _) => None,
    }
}

/// Returns the marks of the arguments of the verb of the kind at a position of its table.
pub(super) fn marks<G: Game>(at: usize, args: Fragment<'_>) -> Vec<Mark> {
    let usage = Meaning::Own(at).verb(G::INFO).usage();
    match usage.leaves().any(|arg| matches!(arg, Arg::Own { .. })) {
        true => G::own_marks(G::VERBS.words[at], args),
        false => marks::arguments(usage, args),
    }
}
