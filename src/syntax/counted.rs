//! Moves of a keyword and a number, with `;` between them: `rotate 3; rotate -2`.

use nom::Parser;
use nom::combinator::all_consuming;

use super::{Args, Form, Fragment, form_fix};
use crate::diag::Applicability::Likely;
use crate::diag::{Code, Diagnostic, Fix, Sink, clip, nearest};
use crate::text::Span;

/// What the moves of a kind are called.
pub(crate) struct Counted {
    /// The keyword.
    pub keyword: &'static [&'static str; 1],
    /// The form of a move.
    pub usage: &'static str,
    /// The kind, with its article.
    pub kind: &'static str,
    /// The code of another word in place of the keyword.
    pub code: &'static Code,
}

impl Counted {
    /// Reads moves in their `form`, which gives the texts of their numbers.
    pub(crate) fn read<'a>(
        &self,
        args: &mut Args<'a>,
        form: fn(&str) -> Form<'_, Vec<&str>>,
        sink: &mut Sink,
    ) -> Option<Vec<&'a str>> {
        let (whole, mark) = (args.rest(), sink.len());
        let numbers = match args.try_read(form) {
            Ok(numbers) => numbers,
            Err(stop) => {
                let word = stop.found.filter(|_| stop.expects(self.keyword));
                sink.push(word.map_or_else(|| stop.fault(), |word| self.not_a_move(word)));
                Vec::new()
            }
        };
        if sink.len() == mark && args.expect_end(sink) {
            return Some(numbers);
        }
        let fix = form_fix(whole, self.keyword, |text| all_consuming(form).parse(text).is_ok());
        sink.found_since(mark)[0].better_fix(fix);
        None
    }

    /// `word` is not a move.
    fn not_a_move(&self, word: Fragment<'_>) -> Diagnostic {
        let ([keyword], usage) = (self.keyword, self.usage);
        let message = format!("expected a move of {}, found `{}`", self.kind, clip(word.text));
        let diagnostic =
            Diagnostic::new(self.code, word.span(), message, format!("expected `{keyword}`"))
                .help(format!("a move is `{usage}`; several have `;` between them"));
        match nearest(word.text, [*keyword]) {
            Some(near) => diagnostic.fix(Fix::replace(Likely, word.span(), near)),
            None if word.text.parse::<i64>().is_ok() => diagnostic.fix(Fix::new(
                Likely,
                format!("Put `{keyword}` before the number"),
                Span::at(word.span().start),
                format!("{keyword} "),
            )),
            None => diagnostic,
        }
    }
}
