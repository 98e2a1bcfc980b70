//! A command on a puzzle of a known kind: its verb found, its arguments read as its form says.

use super::common::{self, Meaning, Word};
use super::{Info, Instruction, Mark, Registry, Role, Verb, marks, position, why};
use crate::diag::Sink;
use crate::syntax::{Arg, Args, Fragment, Given};
use crate::text::Span;

/// A command, by what runs it.
pub(super) enum Action<'a> {
    /// A command of every kind.
    Common(common::Call<'a>),
    /// `why not`, and the move.
    WhyNot(Instruction<'a>),
    /// A command of the kind.
    Kind(Instruction<'a>),
}

/// A command of the kind or of every kind.
pub(super) struct Parsed<'a> {
    /// The description of its verb.
    pub verb: &'static Verb,
    /// The place of its verb.
    pub place: Span,
    /// The command with its arguments.
    pub action: Action<'a>,
}

impl<'a> Parsed<'a> {
    /// Reads a command up to what only its kind can read; reports what is wrong with it. `kinds` are
    /// those that may have its verb.
    pub(super) fn read(
        info: &'static Info,
        kinds: Registry,
        text: Fragment<'a>,
        sink: &mut Sink,
    ) -> Option<Self> {
        let (meaning, mut args) = common::expect_meaning(info, kinds, text, sink)?;
        let place = args.before();
        let action = match meaning {
            Meaning::Common(Word::Why) => Action::WhyNot(why::parse(info, kinds, &mut args, sink)?),
            Meaning::Common(word) => {
                Action::Common(common::expect_common_command(word, args, sink)?)
            }
            Meaning::Kind(at) => Action::Kind(instruction(info, at, args, sink)?),
        };
        Some(Self { verb: meaning.verb(info), place, action })
    }
}

/// A command that the program itself gives to a puzzle: a verb of the kind, and its arguments, such as
/// moves that were typed.
#[derive(Clone, Copy, Debug)]
pub struct Directive<'a> {
    /// The verb.
    verb: &'static Verb,
    /// Its arguments.
    args: &'a str,
    /// True for `why not` and the command.
    asks_why_not: bool,
    /// The place of its diagnostics.
    place: Span,
}

impl<'a> Directive<'a> {
    /// Returns a command without arguments.
    pub fn new(verb: &'static Verb) -> Self {
        Self { verb, args: "", asks_why_not: false, place: Span::default() }
    }

    /// Returns the command with arguments.
    #[must_use]
    pub fn with(self, args: &'a str) -> Self {
        Self { args, ..self }
    }

    /// Returns the command with the place of its verb in a source that shows it to people.
    #[must_use]
    pub fn at(self, place: Span) -> Self {
        Self { place, ..self }
    }

    /// Returns the question why the command is not possible.
    #[must_use]
    pub fn why_not(self) -> Self {
        Self { asks_why_not: true, ..self }
    }

    /// Returns the role of its verb.
    pub fn role(self) -> Role {
        self.verb.role
    }

    /// Returns the place of its verb.
    pub(super) fn place(self) -> Span {
        self.place
    }

    /// Returns the command as it would be typed.
    pub fn text(self) -> String {
        let Self { verb: Verb { name, .. }, args, asks_why_not, .. } = self;
        let before = if asks_why_not { "why not " } else { "" };
        format!("{before}{name} {args}").trim_end().to_owned()
    }

    /// Reads its arguments, without `why not`; reports what is wrong with them.
    pub(super) fn instruction(
        self,
        info: &'static Info,
        sink: &mut Sink,
    ) -> Option<Instruction<'a>> {
        let at = position(info.verbs, self.verb.name)?;
        let args = Fragment { text: self.args, start: self.place.end };
        instruction(info, at, Args::new(args, self.place, self.verb.usage()), sink)
    }

    /// Reads the command; reports what is wrong with it.
    pub(super) fn read(self, info: &'static Info, sink: &mut Sink) -> Option<Parsed<'a>> {
        let command = self.instruction(info, sink)?;
        let (verb, action) = match self.asks_why_not {
            true => (Word::TABLE.verb(Word::Why)?, Action::WhyNot(command)),
            false => (self.verb, Action::Kind(command)),
        };
        Some(Parsed { verb, place: self.place, action })
    }
}

/// Reads the arguments of the verb of the kind at a position of its table.
pub(super) fn instruction<'a>(
    info: &'static Info,
    verb: usize,
    args: Args<'a>,
    sink: &mut Sink,
) -> Option<Instruction<'a>> {
    let given = Given::read(Meaning::Kind(verb).verb(info).args, args, sink)?;
    Some(Instruction { verb, given })
}

/// Reads a command of the kind; silent.
pub(super) fn read_silently<'a>(
    info: &'static Info,
    text: Fragment<'a>,
) -> Option<Instruction<'a>> {
    match common::meaning(info, text)? {
        (Meaning::Kind(at), args) => instruction(info, at, args, &mut Sink::new()),
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
