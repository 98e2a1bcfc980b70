//! A command on a puzzle of a known kind: its verb found, its arguments read.

use super::common::{self, Call, Meaning, Word};
use super::{Game, Registry, Verb, why};
use crate::diag::Sink;
use crate::syntax::{Args, Fragment};
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
                Parsed::Common(common::expect_common_command(word, &mut args, sink)?)
            }
            Meaning::Own(at) => Parsed::Own(G::parse(G::VERBS.words[at], &mut args, sink)?),
        };
        Some(Self { verb: meaning.verb(G::INFO), place, call })
    }
}

/// Finds the verb of the kind that a command begins with, and the arguments after it; silent.
pub(super) fn own<G: Game>(text: Fragment<'_>) -> Option<(G::Word, Args<'_>)> {
    match common::meaning(G::INFO, text)? {
        (Meaning::Own(at), args) => Some((G::VERBS.words[at], args)),
        (Meaning::Common(_), _) => None,
    }
}

/// Reads a command of the kind; silent.
pub(super) fn call<G: Game>(text: Fragment<'_>) -> Option<G::Call> {
    let (word, mut args) = own::<G>(text)?;
    G::parse(word, &mut args, &mut Sink::new())
}
