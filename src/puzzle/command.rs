//! A command on a puzzle of a known kind: its verb found, its arguments read.

use super::common::{self, Meaning, Word};
use super::{Call, Info, Mark, Registry, Verb, marks, why};
use crate::diag::Sink;
use crate::syntax::{Arg, Args, Fragment, Given};
use crate::text::Span;

/// A command whose arguments are read.
pub(super) enum Parsed<'a> {
    /// A command of every kind.
    Common(common::Call<'a>),
    /// `why not`, and the move.
    WhyNot(Call),
    /// A command of the kind.
    Kind(Call),
}

/// A command of the kind or of every kind.
pub(super) struct Command<'a> {
    /// The description of its verb.
    pub verb: &'static Verb,
    /// The place of its verb.
    pub place: Span,
    /// The command.
    pub call: Parsed<'a>,
}

impl<'a> Command<'a> {
    /// Reads a command; reports what is wrong with it. `kinds` are those that may have its verb.
    pub(super) fn parse(
        info: &'static Info,
        kinds: Registry,
        text: Fragment<'a>,
        sink: &mut Sink,
    ) -> Option<Self> {
        let (meaning, mut args) = common::expect_meaning(info, kinds, text, sink)?;
        let place = args.before();
        let call = match meaning {
            Meaning::Common(Word::Why) => Parsed::WhyNot(why::parse(info, kinds, &mut args, sink)?),
            Meaning::Common(word) => {
                Parsed::Common(common::expect_common_command(word, args, sink)?)
            }
            Meaning::Kind(at) => Parsed::Kind(call_of(info, at, args, sink)?),
        };
        Some(Self { verb: meaning.verb(info), place, call })
    }
}

/// Reads the arguments of the verb of the kind at a position of its table.
pub(super) fn call_of(
    info: &'static Info,
    at: usize,
    args: Args<'_>,
    sink: &mut Sink,
) -> Option<Call> {
    let mut given = Given::read(Meaning::Kind(at).verb(info).args, args, sink)?;
    (info.call)(at, &mut given, sink)
}

/// Reads a command of the kind; silent.
pub(super) fn call(info: &'static Info, text: Fragment<'_>) -> Option<Call> {
    match common::meaning(info, text)? {
        (Meaning::Kind(at), args) => call_of(info, at, args, &mut Sink::new()),
        (Meaning::Common(_), _) => None,
    }
}

/// Returns the marks of the arguments of the verb of the kind at a position of its table.
pub(super) fn marks(info: &'static Info, at: usize, args: Fragment<'_>) -> Vec<Mark> {
    let usage = Meaning::Kind(at).verb(info).usage();
    match usage.leaves().any(|arg| matches!(arg, Arg::Rest { .. })) {
        true => (info.rest_marks)(at, args),
        false => marks::arguments(usage, args),
    }
}
