//! Expectations that are taken as true: premises about an unknown rule, and evidence about a known one.

use std::sync::Arc;

use super::syntax::Call;
use super::{Moment, codes, deduce};
use crate::diag::Sink;
use crate::puzzle::{Answer, Context, Failure, Observed, Reply};
use crate::text::Span;

/// An expectation after a command, as a command of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// The command that it is about; `None` for `show`.
    call: Option<Call>,
    /// The text of that command, and its place.
    text: String,
    span: Span,
    /// The lines of the expectation.
    expected: String,
}

impl Expectation {
    /// Returns what was observed; see [`crate::puzzle::Info::has_premises`].
    pub(super) fn of(observed: Observed<'_>) -> Self {
        Self {
            call: observed.command.and_then(|command| Call::read(command, &mut Sink::new())),
            text: observed.text.text.to_owned(),
            span: observed.text.span(),
            expected: observed.expected.to_owned(),
        }
    }

    /// Returns a statement that states it again from the same moment.
    fn statement(&self) -> String {
        let words: Vec<_> = self.expected.split_ascii_whitespace().collect();
        let again = match self.call {
            // The time of a query was moved to.
            Some(Call::Query(..)) => self.text.rsplit([' ', '\t']).next().unwrap_or_default(),
            _ => &self.text,
        };
        format!("{again} => {}", words.join(" "))
    }
}

impl Moment {
    /// Takes an expectation as true. Under a known rule it is compared all the same.
    pub(super) fn assume(
        &self,
        expectation: &Expectation,
        context: &Context<'_>,
    ) -> Result<Reply, Failure> {
        let compared = Ok(Reply::Answer(Answer::NotComputed));
        let Expectation { call, text, span, expected } = expectation;
        let tree = &self.model.tree;
        let place = deduce::Place { source: context.source, span: *span };
        let claims = deduce::claims(tree, self.line.position(), call.as_ref(), expected);
        let Some(claims) = claims else {
            let can_be_premise =
                matches!(call, None | Some(Call::Query(..) | Call::At(_) | Call::When(..)));
            return match self.is_unknown() && can_be_premise {
                true => Err(Box::new(codes::no_premise(*span, expected))),
                false => compared,
            };
        };
        let last = claims.last().map_or(0, |claim| claim.generation);
        let is_left_out = u128::from(last) > deduce::LAST || !self.line.is_by_first_rule();
        let premise = deduce::Premise { claims, place };
        if !self.is_unknown() {
            match is_left_out {
                true => self.deduction().leave_out(text),
                false => self.deduction().assume(premise),
            }
            return compared;
        }

        let mut deduction = self.deduction().clone();
        let before = deduction.expectations();
        let conflict = match is_left_out {
            true => {
                deduction.leave_out(text);
                Vec::new()
            }
            false => deduction.assume_unless_refuted(premise, tree),
        };
        if !conflict.is_empty() {
            let here = conflict.iter().filter(|place| place.source == context.source);
            let others = here.map(|place| place.span).filter(|other| other != span);
            return Err(Box::new(codes::contradicts(*span, others)));
        }

        let answer = Answer::Text(expectation.statement());
        if deduction.expectations() == before {
            return Ok(Reply::Answer(answer));
        }
        Ok(Reply::Moved(Arc::new(self.concluding(deduction)), answer))
    }
}
