//! Moves of a keyword and a number, with `;` between them: `rotate 3; rotate -2`.

use nom::Parser;
use nom::combinator::all_consuming;

use super::{Args, Form, Fragment, form_fix};
use crate::diag::Applicability::Likely;
use crate::diag::{Code, Sink, forms, nearest};
use crate::text::Span;

forms! {
    pub(crate) NOT_COUNTED = counted.code => {
        /// `word` is not a move.
        fn not_counted(counted: &Counted, word: Fragment<'_>) {
            let Counted { keyword: [keyword], usage, kind, .. } = counted;
            let near = nearest(word.text, [*keyword]);
            let number = near.is_none() && word.text.parse::<i64>().is_ok();
            at word.span() => "expected a move of {kind}, found `{word}`", "expected `{keyword}`";
            help "a move is `{usage}`; several have `;` between them";
            when Some(near) = near => {
                fix Likely, "Replace by `{near}`", word.span() => near;
            }
            when true = number => {
                fix Likely, "Put `{keyword}` before the number", Span::at(word.start)
                    => format!("{keyword} ");
            }
        }
    }
}

/// The words for the moves of a kind.
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
        let whole = args.rest();
        let mark = sink.len();
        let numbers = match args.try_read(form) {
            Ok(numbers) => numbers,
            Err(stop) => {
                let word = stop.word.filter(|_| stop.expects(self.keyword));
                sink.push(word.map_or_else(|| stop.fault(), |word| not_counted(self, word)));
                Vec::new()
            }
        };
        if sink.len() == mark && args.expect_end(sink) {
            return Some(numbers);
        }
        let fix = form_fix(whole, self.keyword, |text| all_consuming(form).parse(text).is_ok());
        sink.diagnostics_since(mark)[0].better_fix(fix);
        None
    }
}
