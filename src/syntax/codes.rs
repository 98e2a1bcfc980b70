//! The codes of the grammar that all kinds share, with what their diagnostics say.

use std::fmt::Display;

use super::{Fragment, parse_name};
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Applicability, Diagnostic, Edit, Shown, Sink, clip, codes};
use crate::text::{Source, Span};

codes! {
    /// Every code of this area.
    pub(crate) CODES;

    NOT_UTF8 = Code::error(
        "syntax::not-utf8", "bytes that are not UTF-8 text", "codes/not-utf8.md"
    ) {
        /// A source whose first bytes are those of UTF-16.
        fn utf16() {
            at Span::new(0, 1) => "this text is UTF-16, not UTF-8", "nothing of it is read";
            help "save the file as UTF-8";
        }
        /// A source with many NUL characters, the first at `span`.
        fn binary(span: Span) {
            at span => "this is not a text: it has NUL characters", "the first one is here; nothing of the file is read";
            help "name a text file, or export the puzzles as text";
        }
        /// Bytes that are not UTF-8.
        fn broken(span: Span) {
            at span => [
                span.len() == 1 => "a byte that is not UTF-8",
                else "bytes that are not UTF-8",
            ], "read as `?`";
            help "save the file as UTF-8";
        }
    }
    BAD_CHARACTER = Code::error(
        "syntax::bad-character", "a control character in the text", "codes/bad-character.md"
    ) {
        /// A run of control characters or byte order marks at `span`, the first of them `char`.
        fn bad_character(span: Span, char: char) {
            let code = u32::from(char);
            let mark = char == '\u{feff}';
            at span => [
                mark => "byte order mark (U+FEFF) after the start of the file",
                char == '\0' => "control character NUL",
                char == '\u{1b}' => "control character ESC",
                char == '\u{7f}' => "control character DEL",
                else "control character U+{code:04X}",
            ], "not allowed here";
            help "remove it";
            fix Likely, [mark => "Remove the byte order mark", else "Remove the control character"],
                span => "";
        }
        /// A character that looks like a space, at these places.
        fn foreign_space(char: char, places: &[Span]) {
            let code = u32::from(char);
            let count = places.len();
            let name = match char {
                '\u{a0}' => "no-break space",
                '\u{202f}' => "narrow no-break space",
                '\u{3000}' => "ideographic space",
                _ => "typographic space",
            };
            at places[0] => [
                count == 1 => "{name} (U+{code:04X})",
                else "{name} (U+{code:04X}) {count} times",
            ], "looks like a space";
            each next_few(places) => "and here";
            help "write a space";
            fix Sure, "Write spaces", written(places, " ");
        }
    }
    UNCLOSED_BRACE = Code::error(
        "syntax::unclosed-brace", "a `{` that is never closed", "codes/unclosed-brace.md"
    ) {
        /// A `{` at `open`, whose text seems to end with `last`, after which `add` closes it. The
        /// body has `one_line` if nothing but the line of the `{` belongs to it.
        fn unclosed_brace(
            open: Span, last: Span, add: Edit, sure: Applicability, one_line: bool
        ) {
            at last => [
                last == open => "expected `}}` after this `{{`",
                one_line => "expected `}}` at the end of this line",
                else "expected `}}` after this row",
            ], "the block seems to end here";
            each (last != open).then_some(open) => "this `{{` is never closed";
            help [
                one_line => "put ` }}` at the end of the line",
                else "put a `}}` alone on the line after the last line of the body",
            ];
            fix sure, "Add the missing `}}`", vec![add];
        }
        /// A whole text after the `{` at `open` seems to end with `last`, after which `add` closes it.
        fn unclosed_whole_text(open: Span, last: Span, add: Edit) {
            at last => "expected a line that is `}}` alone after this one", "the text seems to end here";
            each (last != open).then_some(open) => "this `{{` is never closed";
            help "put a `}}` alone on the line after the last line of the text";
            fix Likely, "Add the missing `}}`", vec![add];
        }
        /// A second `{` is on the line of the one at `open`.
        fn second_brace(span: Span, open: Span, sure: Applicability) {
            at span => "expected one `{{` on this line", "one `{{` too many";
            also open => "the block opens here";
            help "remove the second `{{`";
            fix sure, "Remove the second `{{`", span => "";
        }
        /// Another character is in the place of the `}` for the `{` at `open`.
        fn mistyped_closer(open: Span, sign: Span, text: &str) {
            let found = Shown(text);
            at sign => "expected `}}`, found `{found}`", "expected `}}`";
            also open => "opened here";
            help "write `}}` here";
            fix Sure, "Write `}}`", sign => "}";
        }
        /// A line that opens a block appears twice; `line` is all of the first one.
        fn repeated_line(code: Span, line: Span) {
            at code => "this line is repeated on the next line", "no body follows";
            help "remove one of the two lines";
            fix Likely, "Remove the line", line => "";
        }
    }
    STRAY_CLOSER = Code::error(
        "syntax::stray-closer", "a `}` that closes nothing", "codes/stray-closer.md"
    ) {
        /// A `}` at `span` that closes nothing; `line` is the text that the fix removes.
        fn stray_closer(span: Span, line: Span) {
            at span => "this `}}` closes nothing", "no `{{` is open here";
            help "remove it, or look for the `{{` that is missing above";
            fix Likely, "Remove the `}}`", line => "";
        }
    }
    MISSING_BRACE = Code::error(
        "syntax::missing-brace", "a declaration without its `{`", "codes/missing-brace.md"
    ) {
        /// A declaration without a brace after its `header`; `rest` is the text in its place,
        /// `close` the place where a `}` is missing too.
        fn missing_brace(header: Span, rest: Span, close: Option<u32>, sure: Applicability) {
            let add = |at| Edit { span: Span::at(at), text: String::from("\n}") };
            let edits = [Edit { span: rest, text: String::from(" {") }].into_iter();
            at header => "expected `{{` after the puzzle name", "a `{{` is missing after this";
            help "write `KIND NAME {{`, the body on the lines below, and `}}`";
            fix sure, [close.is_some() => "Add the braces", else "Add the `{{`"],
                edits.chain(close.map(add)).collect();
        }
        /// The brace at `brace` is alone on a line; it belongs after the name, at `end`.
        fn brace_apart(brace: Span, end: u32) {
            at brace => "expected `{{` after the puzzle name, found it on the next line",
                "alone on its line";
            help "write `KIND NAME {{` on one line";
            fix Sure, "Move the `{{` after the name", Span::new(end, brace.end) => " {";
        }
    }
    MISSING_HEADER = Code::error(
        "syntax::missing-header", "a body without the line that declares it",
        "codes/missing-header.md"
    ) {
        /// Lines from `start` that look like a body but have no declaration line. `first` is the
        /// first of them; they end with the `}` at `closer`, or without one at `stop`. They would
        /// fit the kinds `fits`.
        fn missing_header(
            first: Span, start: u32, closer: Option<Span>, stop: u32, fits: &[&'static str]
        ) {
            let ends = closer.is_some();
            let listed = |before: &str, after: &str| {
                let each = fits.iter().map(|kind| format!("{before}{kind}{after}"));
                each.collect::<Vec<_>>().join(" or ")
            };
            let kinds = listed("", "");
            let heads = listed("`", " NAME {`");
            let options = listed("`--as ", "`");
            at first => [
                ends => "expected `KIND NAME {{` before this body",
                else "expected a declaration, found lines that are not statements",
            ], [ends => "the body begins here", else "the first of them"];
            each closer => "it ends here";
            help [
                fits.is_empty() => "declare a puzzle above them: `KIND NAME {{`",
                ends => "this looks like {kinds}: write {heads} above it",
                else "this looks like {kinds}: write {heads} above it, or run it as raw input with \
                      {options}",
            ];
            when Some(kind) = fits.first() => {
                let head = format!("{kind} puzzle {{\n");
                let edits = [Edit { span: Span::at(start), text: head }].into_iter();
                let close = Edit { span: Span::at(stop), text: String::from("\n}") };
                fix Guess, "Declare a {kind} puzzle",
                    edits.chain((!ends).then_some(close)).collect();
            }
        }
        /// A row that is below the `closer` of its block; `down` moves the line of the closer.
        fn row_below(row: Span, closer: Span, down: Vec<Edit>) {
            at row => "found a row below the `}}` that closes its block", "not a statement";
            also closer => "the block is closed here";
            help "move the row above the `}}`, or remove it";
            fix Likely, "Move the `}}` down", down;
        }
    }
    BAD_NAME = Code::error(
        "syntax::bad-name", "a declaration whose name is missing or malformed", "codes/bad-name.md"
    ) {
        /// The name of a declaration is missing (`text` is empty) or malformed. `kind` is the word
        /// before it, if that is a kind.
        fn bad_name(span: Span, text: &str, kind: Option<&str>) {
            let none = text.is_empty();
            let found = Shown(text);
            let kind = kind.unwrap_or("matrix");
            at span => [none => "this declaration has no name", else "expected a name, found `{found}`"],
                [none => "expected a name after this", else "not a name"];
            help "a name is a letter from A to Z or a to z, then such letters, digits, `-` and \
                  `_`: `{kind} first {{`";
        }
        /// A declaration whose name is right, but not the word before it. `meant` is the kind that
        /// this word is with a sign too many.
        fn bad_kind(span: Span, text: &str, meant: Option<&str>, name: &str) {
            let found = Shown(text);
            let name = Shown(name);
            let kind = meant.unwrap_or_default();
            at span => "expected a kind, found `{found}`", "not a kind";
            help [
                meant.is_some() => "write `{kind} {name} {{`",
                else "a declaration begins with `KIND NAME {{`: `matrix first {{`",
            ];
            when Some(kind) = meant => {
                fix Guess, "Replace by `{kind}`", span => kind;
            }
        }
        /// A declaration whose name is after the brace.
        fn name_after_brace(name: Span, text: &str) {
            let found = Shown(text);
            at name => "expected the name before the `{{`, found `{found}` after it",
                "the name belongs before the `{{`";
            help "a declaration begins with `KIND NAME {{`: `matrix first {{`";
        }
        /// A declaration of one word, which is not a kind.
        fn one_word_header(span: Span, word: &str) {
            let word = Shown(word);
            at span => "expected a kind and a name before `{{`, found `{word}`",
                "the kind or the name is missing";
            help "a declaration begins with `KIND NAME {{`: `matrix first {{`";
        }
        /// A name of several words.
        fn several_words(span: Span, text: &str) {
            let words = text.split([' ', '\t']).filter(|word| !word.is_empty());
            let joined = words.collect::<Vec<_>>().join("-");
            let name = Some(&*joined).filter(|joined| matches!(parse_name(joined), Ok(("", _))));
            let shown = clip(&joined);
            at span => "the name of a puzzle is one word", "expected one word";
            help [name.is_some() => "join the words: `{shown}`", else "keep one of these words"];
            when Some(name) = name => {
                fix Guess, "Join the words", span => name;
            }
        }
    }
    TRAILING_TEXT = Code::error(
        "syntax::trailing-text", "text after the end of a statement", "codes/trailing-text.md"
    ) {
        /// Text after the end of a statement.
        fn trailing_text(span: Span, after: &str) {
            at span => "unexpected text after {after}", "text after the end";
            help "remove it, or put it on a separate line";
            fix Guess, "Remove the text after the end", span => "";
        }
        /// Text after the `{` of a body that is a whole text.
        fn beside_whole_text(span: Span) {
            at span => "unexpected text after the `{{`", "the body begins on the next line";
            help "put it on the next line, and a `}}` alone on the line after the last one";
        }
        /// Text after the arguments of a command.
        fn trailing_arguments(span: Span, usage: impl Display) {
            at span => "unexpected text after the arguments", "text after the end";
            help "the form is `{usage}`";
            fix Guess, "Remove the text after the end", span => "";
        }
        /// Text after the arguments of a command without an expectation, which it may be; `form` is
        /// the help without that.
        fn perhaps_expected(span: Span, form: &str) {
            at span => "unexpected text after the arguments", "text after the end";
            help "{form}; put `=>` before an answer that you expect";
            fix Guess, "Put `=>` before it", Span::at(span.start) => "=> ";
            fix Guess, "Remove the text after the end", span => "";
        }
        /// Text after a closing brace for which there is a better fix.
        fn after_closer(text: Span, sure: Applicability, at: Span, put: &str) {
            at text => "unexpected text after the closing `}}`", "text after the end";
            help "remove it, or put it on a separate line";
            fix sure, [
                put.is_empty() => "Remove it",
                put == "\n" => "Put it on the next line",
                else "Put a space before the comment",
            ], at => put;
        }
        /// Text at `span` beside a closing brace.
        fn before_closer(span: Span) {
            at span => "expected `}}` alone on its line", "this is not part of the body";
            help "remove the text before the `}}`";
            fix Likely, "Remove the text before the `}}`", span => "";
        }
    }
    MISSING_EXPECTATION = Code::error(
        "syntax::missing-expectation", "a `=>` with no answer after it",
        "codes/missing-expectation.md"
    ) {
        /// `=>` at `span` with nothing after it.
        fn missing_expectation(span: Span) {
            at span => "expected an answer after `=>`", "nothing follows";
            help "write the answer on this line, or a block `{{` … `}}`; `{{ }}` is the empty \
                  answer";
        }
        /// Another sign is in the place of the `{` that opens an answer.
        fn mistyped_answer_brace(sign: Span, text: &str) {
            let found = Shown(text);
            at sign => "expected `{{` after `=>`, found `{found}`", "expected `{{`";
            help "begin an answer of several lines with `{{`";
            fix Likely, "Write `{{`", sign => "{";
        }
        /// Rows and a `}` follow the `=>` at `arrow`, but no `{` opens them.
        fn missing_answer_brace(arrow: Span) {
            at arrow => "expected `{{` after `=>`", "a `{{` is missing here";
            help "begin an answer of several lines with `{{`";
            fix Sure, "Add the `{{`", Span::at(arrow.end) => " {";
        }
    }
    WRONG_ARROW = Code::error(
        "syntax::wrong-arrow", "another sign in place of `=>`", "codes/wrong-arrow.md"
    ) {
        /// Another sign is in the place of `=>` at these places.
        fn wrong_arrow(places: &[Span], sign: &str, sure: Applicability) {
            let count = places.len();
            at places[0] => [
                count == 1 => "expected `=>`, found `{sign}`",
                else "expected `=>`, found `{sign}` {count} times",
            ], "expected `=>`";
            each next_few(places) => "and here";
            help "the expected answer follows `=>`";
            fix sure, "Write `=>`", written(places, "=>");
        }
    }
    FOREIGN_COMMENT = Code::error(
        "syntax::foreign-comment", "a comment that does not begin with `//`",
        "codes/foreign-comment.md"
    ) {
        /// Comments of another language begin at these places, and continue in lines that begin at
        /// `lines`.
        fn foreign_comment(places: &[Span], sign: &str, lines: &[u32], sure: Applicability) {
            let count = places.len();
            let sign = Shown(sign);
            let starts = lines.iter().map(|&at| Span::at(at));
            let signs = places.iter().copied().chain(starts).collect::<Vec<_>>();
            at places[0] => [
                count == 1 => "expected a comment that begins with `//`, found `{sign}`",
                else "expected comments that begin with `//`, found `{sign}` {count} times",
            ], "expected `//`";
            each next_few(places) => "and here";
            help [
                lines.is_empty() => "begin the comment with `//`",
                else "begin each line of the comment with `//`",
            ];
            fix sure, "Write `//`", written(&signs, "//");
        }
    }
    ROW_END = Code::error(
        "syntax::row-end", "a `/` without spaces between rows on one line", "codes/row-end.md"
    ) {
        /// A `/` at these places ends a row on one line and lacks a space before or after it.
        fn row_end(source: &str, slashes: &[Span]) {
            let blank = |at: Option<char>| at.is_none_or(char::is_whitespace);
            let edit = |&span: &Span| {
                let before = &source[..span.start as usize];
                let after = &source[span.end as usize..];
                let left = if blank(before.chars().next_back()) { "" } else { " " };
                let right = if blank(after.chars().next()) { "" } else { " " };
                Edit { span, text: format!("{left}/{right}") }
            };
            at slashes[0] => "a `/` between rows has a space before and after it",
                "a space is missing";
            each next_few(slashes) => "and here";
            help "write ` / ` between the rows of a body on one line";
            fix Sure, "Add the spaces", slashes.iter().map(edit).collect();
        }
    }
    FOREIGN_LIST = Code::error(
        "syntax::foreign-list",
        "rows with the brackets, quotes or commas of a list, or in a frame",
        "codes/foreign-list.md"
    ) {
        /// The rows of a body have brackets, quotes, commas or semicolons; `sign` is the first.
        fn foreign_list(sign: Span) {
            at sign => "brackets, quotes, commas, semicolons and frames do not belong in rows",
                "the first of them";
            help "leave them out: write a row per line, with spaces between its cells";
        }
    }
    MISSING_ARGUMENT = Code::error(
        "syntax::missing-argument", "a command without an argument that it needs",
        "codes/missing-argument.md"
    ) {
        /// An argument is missing after `span`; `usage` is the command's form.
        fn missing_argument(span: Span, what: &str, usage: impl Display) {
            at span => "expected {what}", "expected after this";
            help "the form is `{usage}`";
        }
    }
    BAD_ARGUMENT = Code::error(
        "syntax::bad-argument", "an argument of the wrong form", "codes/bad-argument.md"
    ) {
        /// An argument at `span` is not `what`.
        fn bad_argument(span: Span, text: &str, what: &str, usage: impl Display) {
            let found = Shown(text);
            at span => "expected {what}, found `{found}`", "expected {what}";
            help "the form is `{usage}`";
        }
        /// An argument is not a name for a state.
        fn bad_state_name(word: Fragment<'_>) {
            at word.span() => "expected a name, found `{word}`", "expected a name";
            help "a name is a letter, then letters, digits, `-` and `_`";
        }
        /// A number with another sign than `-` before its `digits`.
        fn foreign_minus(word: Fragment<'_>, what: &str, digits: &str) {
            let right = format!("-{digits}");
            at word.span() => "expected {what}, found `{word}`", "expected {what}";
            help "a minus sign is written `-`: write `{right}`";
            fix Sure, "Replace by `{right}`", word.span() => right;
        }
    }
    NEAR_KEY = Code::advice(
        "syntax::near-key", "a word in metadata that is nearly a key", "codes/near-key.md"
    ) {
        /// A line of metadata begins with a word that is nearly the key `near`.
        fn near_key(word: Fragment<'_>, near: &str) {
            at word.span() => "expected `{near}:`, found `{word}:`", "nearly a key";
            help "write `{near}:`; as it is, the line belongs to the note";
            near word.span() => Some(near);
        }
    }
    INTEGER_RANGE = Code::error(
        "syntax::integer-range", "an integer out of range", "codes/integer-range.md"
    ) {
        /// An integer is not within `least..=most`.
        fn integer_range(word: Fragment<'_>, least: impl Display, most: impl Display) {
            at word.span() => "`{word}` is out of range", "must lie between {least} and {most}";
            help "use a number from {least} to {most}";
        }
    }
}

/// Returns whether a source is a text that can be read, apart from bytes that are not UTF-8. Reports
/// these bytes, or why nothing of it is read.
pub(crate) fn is_text(source: &Source, sink: &mut Sink) -> bool {
    if let Some(place) = source.binary() {
        sink.push(binary(place));
        return false;
    }
    not_utf8(source, sink);
    !source.is_utf16()
}

/// Reports the bytes of a source that are not UTF-8.
pub fn not_utf8(source: &Source, sink: &mut Sink) {
    match source.is_utf16() {
        true => sink.push(utf16()),
        false => source.broken().iter().for_each(|&span| sink.push(broken(span))),
    }
}

/// Returns all places of a mistake. One diagnostic reports signs of other languages, and characters
/// that look like a space, wherever they are in a text; its fix replaces each of them.
pub(crate) fn places(diagnostic: &Diagnostic) -> Vec<Span> {
    let is_counted = [&BAD_CHARACTER, &WRONG_ARROW, &FOREIGN_COMMENT].contains(&diagnostic.code);
    match diagnostic.fixes.first().filter(|_| is_counted) {
        Some(fix) => fix.edits.iter().map(|edit| edit.span).collect(),
        None => vec![diagnostic.span],
    }
}

/// Returns the places after the first that are labeled.
fn next_few(places: &[Span]) -> impl Iterator<Item = Span> {
    places.iter().copied().skip(1).take(3)
}

/// Returns the edits that put a text at each of some places.
fn written(places: &[Span], text: &str) -> Vec<Edit> {
    places.iter().map(|&span| Edit { span, text: text.to_owned() }).collect()
}
