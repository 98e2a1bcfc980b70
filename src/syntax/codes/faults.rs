//! The diagnostics of each mistake.

use super::{
    BAD_ARGUMENT, BAD_CHARACTER, BAD_NAME, FOREIGN_COMMENT, FOREIGN_LIST, INTEGER_RANGE,
    MISSING_ARGUMENT, MISSING_BRACE, MISSING_EXPECTATION, MISSING_HEADER, NOT_UTF8, ROW_END,
    STRAY_CLOSER, TRAILING_TEXT, UNCLOSED_BRACE, WRONG_ARROW,
};
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Applicability, Code, Diagnostic, Edit, Fix, Sink, clip};
use crate::syntax::parse_name;
use crate::text::{Source, Span};

/// Reports the bytes of a source that are not UTF-8.
pub fn not_utf8(source: &Source, sink: &mut Sink) {
    if source.is_utf16() {
        let (start, message) = (Span::new(0, 1), "this text is UTF-16, not UTF-8");
        let fault = Diagnostic::new(&NOT_UTF8, start, message, "nothing of it is read");
        sink.push(fault.help("save the file as UTF-8"));
        return;
    }
    for &span in source.broken() {
        let bytes = if span.len() == 1 { "a byte that is" } else { "bytes that are" };
        let message = format!("{bytes} not UTF-8");
        let fault = Diagnostic::new(&NOT_UTF8, span, message, "read as `?`");
        sink.push(fault.help("save the file as UTF-8"));
    }
}

/// A run of control characters or byte order marks at `span`, the first of them `char`.
pub(crate) fn bad_character(span: Span, char: char) -> Diagnostic {
    let name = match char {
        '\0' => String::from("control character NUL"),
        '\u{1b}' => String::from("control character ESC"),
        '\u{7f}' => String::from("control character DEL"),
        '\u{feff}' => String::from("byte order mark (U+FEFF) after the start of the file"),
        other => format!("control character U+{:04X}", other as u32),
    };
    let what = if char == '\u{feff}' { "byte order mark" } else { "control character" };
    let fix = Fix::new(Likely, format!("Remove the {what}"), span, "");
    Diagnostic::new(&BAD_CHARACTER, span, name, "not allowed here").help("remove it").fix(fix)
}

/// A character that looks like a space, at these places.
pub(crate) fn foreign_space(char: char, places: &[Span]) -> Diagnostic {
    let name = match char {
        '\u{a0}' => "no-break space",
        '\u{202f}' => "narrow no-break space",
        '\u{3000}' => "ideographic space",
        _ => "typographic space",
    };
    let times = if places.len() == 1 { String::new() } else { format!(" {} times", places.len()) };
    let message = format!("{name} (U+{:04X}){times}", char as u32);
    let edits = places.iter().map(|&span| Edit { span, text: String::from(" ") }).collect();
    Diagnostic::new(&BAD_CHARACTER, places[0], message, "looks like a space")
        .also_at(places[1..].iter().copied().take(3), "and here")
        .help("write a space")
        .fix(Fix::of(Sure, "Write spaces", edits))
}

/// A `{` at `open`; the text that it holds seems to end at `end`, how sure says `sure`.
pub(crate) fn unclosed_brace(
    open: Span,
    end: Span,
    sure: Applicability,
    insert: u32,
    text: String,
) -> Diagnostic {
    let end = (end.start > open.end).then_some(end);
    Diagnostic::new(&UNCLOSED_BRACE, open, "this `{` is never closed", "opened here")
        .also_at(end, "its text seems to end here")
        .help("put a `}` alone on the line after the last line of the body")
        .fix(Fix::new(sure, "Add the missing `}`", Span::at(insert), text))
}

/// A second `{` stands on the line of the one at `open`.
pub(crate) fn second_brace(span: Span, open: Span, sure: Applicability) -> Diagnostic {
    Diagnostic::new(&UNCLOSED_BRACE, span, "expected one `{` on this line", "one `{` too many")
        .also(open, "the block opens here")
        .help("remove the second `{`")
        .fix(Fix::new(sure, "Remove the second `{`", span, ""))
}

/// Makes the fix of [`unclosed_brace`] remove the line of a `}` that stands further down.
pub(crate) fn move_closer(fault: &mut Diagnostic, line: Span) {
    for fix in &mut fault.fixes {
        fix.applicability = Likely;
        fix.title = String::from("Move the `}` up");
        fix.edits.push(Edit { span: line, text: String::new() });
    }
}

/// Another character stands in place of the `}` for the `{` at `open`.
pub(crate) fn mistyped_closer(open: Span, sign: Span, found: &str) -> Diagnostic {
    let message = format!("expected `}}`, found `{}`", clip(found));
    Diagnostic::new(&UNCLOSED_BRACE, sign, message, "expected `}`")
        .also(open, "opened here")
        .help("write `}` here")
        .fix(Fix::new(Sure, "Write `}`", sign, "}"))
}

/// A line that opens a block stands twice; `line` is all of the first one.
pub(crate) fn repeated_line(code: Span, line: Span) -> Diagnostic {
    let message = "this line is repeated on the next line";
    Diagnostic::new(&UNCLOSED_BRACE, code, message, "no body follows")
        .help("remove one of the two lines")
        .fix(Fix::new(Likely, "Remove the line", line, ""))
}

/// Text at `span` beside a closing brace.
pub(crate) fn before_closer(span: Span) -> Diagnostic {
    before_brace(span, "expected `}` alone on its line", "body", '}')
}

/// Text at `span` between an arrow and the brace of an answer.
pub(crate) fn before_opener(span: Span) -> Diagnostic {
    before_brace(span, "expected nothing between `=>` and `{`", "answer", '{')
}

fn before_brace(span: Span, message: &str, block: &str, brace: char) -> Diagnostic {
    Diagnostic::new(&TRAILING_TEXT, span, message, format!("this is not part of the {block}"))
        .help(format!("remove the text before the `{brace}`"))
        .fix(Fix::new(Likely, format!("Remove the text before the `{brace}`"), span, ""))
}

/// A row that stands above the line `head` which opens its block; `lines` are the two lines, each
/// with the text of the other.
pub(crate) fn row_above(row: Span, head: Span, lines: [(Span, String); 2]) -> Diagnostic {
    let message = "found a row above the line that opens its block";
    Diagnostic::new(&MISSING_HEADER, row, message, "not a statement")
        .also(head, "the block is opened here")
        .help("move the row below the `{`, or remove it")
        .fix(exchange(lines))
}

/// A statement between the line `head`, which opens a block, and the rows of the block; `lines` are
/// the two lines, each with the text of the other.
pub(crate) fn statement_inside(
    statement: Span,
    head: Span,
    lines: [(Span, String); 2],
) -> Diagnostic {
    let message = "found a statement between the line that opens a block and its rows";
    Diagnostic::new(&MISSING_HEADER, statement, message, "a statement")
        .also(head, "the block is opened here")
        .help("move the statement above the line that opens the block, or below the `}`")
        .fix(exchange(lines))
}

fn exchange(lines: [(Span, String); 2]) -> Fix {
    let [(above, text), (below, other)] = lines;
    Fix::new(Likely, "Exchange the two lines", above, text).and(below, other)
}

/// Rows that stand below the `closer` of their block; `lines` are the line of the closer and the end
/// of the last row, after which `text` closes the block.
pub(crate) fn row_below(row: Span, closer: Span, lines: [Span; 2], text: String) -> Diagnostic {
    let [line, end] = lines;
    let fix = Fix::new(Likely, "Move the `}` down", line, "").and(end, text);
    let message = "found a row below the `}` that closes its block";
    Diagnostic::new(&MISSING_HEADER, row, message, "not a statement")
        .also(closer, "the block is closed here")
        .help("move the row above the `}`, or remove it")
        .fix(fix)
}

/// Rows and a `}` follow the `=>` at `arrow`, but no `{` opens them.
pub(crate) fn missing_answer_brace(arrow: Span) -> Diagnostic {
    Diagnostic::new(&MISSING_EXPECTATION, arrow, "expected `{` after `=>`", "a `{` is missing here")
        .help("begin an answer of several lines with `{`")
        .fix(Fix::new(Sure, "Add the `{`", Span::at(arrow.end), " {"))
}

/// A `}` at `span` that closes nothing; `line` is the text that the fix removes.
pub(crate) fn stray_closer(span: Span, line: Span) -> Diagnostic {
    Diagnostic::new(&STRAY_CLOSER, span, "this `}` closes nothing", "no `{` is open here")
        .help("remove it, or look for the `{` that is missing above")
        .fix(Fix::new(Likely, "Remove the `}`", line, ""))
}

/// A declaration without a brace after its `header`; `rest` is what stands in its place, `close`
/// where a `}` is missing too.
pub(crate) fn missing_brace(
    header: Span,
    rest: Span,
    close: Option<u32>,
    sure: Applicability,
) -> Diagnostic {
    let mut fix = Fix::new(sure, "Add the `{`", rest, " {");
    if let Some(close) = close {
        fix.title = String::from("Add the braces");
        fix.edits.push(Edit { span: Span::at(close), text: String::from("\n}") });
    }
    Diagnostic::new(
        &MISSING_BRACE,
        header,
        "expected `{` after the puzzle name",
        "a `{` is missing after this",
    )
    .help("write `KIND NAME {`, the body on the lines below, and `}`")
    .fix(fix)
}

/// Lines from `start` to `close` that look like a body but have no declaration line. `first` is the
/// first of them, `stop` their end with the `}`, if they have one, and `fits` the kinds that they
/// would fit.
pub(crate) fn missing_header(
    first: Span,
    start: u32,
    stop: usize,
    close: usize,
    fits: &[&'static str],
) -> Diagnostic {
    let (message, label) = match stop > close {
        true => ("expected `KIND NAME {` before this body", "the body begins here"),
        false => {
            ("expected a declaration, found lines that are not statements", "the first of them")
        }
    };
    let end = (stop > close).then_some(span(close, stop));
    let diagnostic =
        Diagnostic::new(&MISSING_HEADER, first, message, label).also_at(end, "it ends here");
    let Some(kind) = fits.first() else {
        return diagnostic.help("declare a puzzle above them: `KIND NAME {`");
    };
    let mut fix = Fix::new(
        Guess,
        format!("Declare a {kind} puzzle"),
        Span::at(start),
        format!("{kind} puzzle {{\n"),
    );
    if stop == close {
        fix.edits.push(Edit { span: Span::at(stop as u32), text: String::from("\n}") });
    }
    let kinds: Vec<_> = fits.iter().map(|kind| format!("`{kind} NAME {{`")).collect();
    let as_kinds: Vec<_> = fits.iter().map(|kind| format!("`--as {kind}`")).collect();
    let mut help =
        format!("the text would fit {}: write {} above it", fits.join(" or "), kinds.join(" or "));
    if stop == close {
        help += &format!(", or run it as raw input with {}", as_kinds.join(" or "));
    }
    diagnostic.help(help).fix(fix)
}

fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}

/// The name of a declaration is missing (`found` empty) or malformed. `kind` is the word before it,
/// if that is a kind.
pub(crate) fn bad_name(span: Span, found: &str, kind: Option<&str>) -> Diagnostic {
    let (message, label) = match found.is_empty() {
        true => (String::from("this declaration has no name"), "expected a name after this"),
        false => (format!("expected a name, found `{found}`"), "not a name"),
    };
    let kind = kind.unwrap_or("matrix");
    Diagnostic::new(&BAD_NAME, span, message, label).help(format!(
        "a name is a letter from A to Z or a to z, then such letters, digits, `-` and `_`: `{kind} first {{`"
    ))
}

/// A declaration whose name is right, but not the word before it. `meant` is the kind that this
/// word is with a sign too many.
pub(crate) fn bad_kind(span: Span, found: &str, meant: Option<&str>, name: &str) -> Diagnostic {
    let message = format!("expected a kind, found `{}`", clip(found));
    let fault = Diagnostic::new(&BAD_NAME, span, message, "not a kind");
    match meant {
        Some(kind) => fault
            .help(format!("write `{kind} {} {{`", clip(name)))
            .fix(Fix::replace(Guess, span, kind)),
        None => fault.help("a declaration begins with `KIND NAME {`: `matrix first {`"),
    }
}

/// A declaration whose name stands after the brace; `all` is the brace and the name.
pub(crate) fn name_after_brace(name: Span, all: Span, text: &str) -> Diagnostic {
    let message = format!("expected the name before the `{{`, found `{}` after it", clip(text));
    Diagnostic::new(&BAD_NAME, name, message, "the name belongs before the `{`")
        .help("a declaration begins with `KIND NAME {`: `matrix first {`")
        .fix(Fix::new(Likely, "Put the name before the `{`", all, format!("{text} {{")))
}

/// A declaration of one word, which is not a kind.
pub(crate) fn one_word_header(span: Span, word: &str) -> Diagnostic {
    let word = clip(word);
    Diagnostic::new(
        &BAD_NAME,
        span,
        format!("expected a kind and a name before `{{`, found `{word}`"),
        "the kind or the name is missing",
    )
    .help("a declaration begins with `KIND NAME {`: `matrix first {`")
}

/// A name of several words.
pub(crate) fn several_words(span: Span, found: &str) -> Diagnostic {
    let joined = found.split([' ', '\t']).filter(|word| !word.is_empty());
    let joined = joined.collect::<Vec<_>>().join("-");
    let diagnostic =
        Diagnostic::new(&BAD_NAME, span, "the name of a puzzle is one word", "expected one word");
    if !matches!(parse_name(&joined), Ok(("", _))) {
        return diagnostic.help("keep one of these words");
    }
    diagnostic.help(format!("join the words: `{}`", clip(&joined))).fix(Fix::new(
        Guess,
        "Join the words",
        span,
        joined,
    ))
}

/// Text where a statement has ended.
pub(crate) fn trailing_text(span: Span, after: &str) -> Diagnostic {
    Diagnostic::new(
        &TRAILING_TEXT,
        span,
        format!("unexpected text after {after}"),
        "text after the end",
    )
    .help("remove it, or put it on a separate line")
    .fix(Fix::new(Guess, "Remove the text after the end", span, ""))
}

/// Makes the fault about text after a command without an expectation say that it may be one.
pub(crate) fn perhaps_expected(fault: &mut Diagnostic) {
    let unclear = *fault.code == TRAILING_TEXT && fault.fixes.iter().all(Fix::removes);
    if let Some(form) = fault.help.take_if(|_| unclear) {
        fault.help = Some(format!("{form}; put `=>` before an answer that you expect"));
        let fix = Fix::new(Guess, "Put `=>` before it", Span::at(fault.span.start), "=> ");
        fault.fixes.insert(0, fix);
    }
}

/// Text after a closing brace that a fix takes away, or puts on the next line.
pub(crate) fn after_closer(text: Span, fix: Fix) -> Diagnostic {
    Diagnostic { fixes: Vec::new(), ..trailing_text(text, "the closing `}`") }.fix(fix)
}

/// `=>` at `span` with nothing after it.
pub(crate) fn missing_expectation(span: Span) -> Diagnostic {
    Diagnostic::new(&MISSING_EXPECTATION, span, "expected an answer after `=>`", "nothing follows")
        .help("write the answer on this line, or a block `{` … `}`; `{ }` is the empty answer")
}

/// Another sign stands for `=>` at these places.
pub(crate) fn wrong_arrow(places: &[Span], sign: &str, sure: Applicability) -> Diagnostic {
    other_sign(&WRONG_ARROW, places, "=>", sure, &format!("expected `=>`, found `{sign}`"))
        .help("the expected answer follows `=>`")
}

/// Comments of another language begin at these places, and go on in lines that begin there.
pub(crate) fn foreign_comment(
    places: &[Span],
    sign: &str,
    lines: &[u32],
    sure: Applicability,
) -> Diagnostic {
    let message = format!("a comment begins with `//`, found `{}`", clip(sign));
    let mut fault = other_sign(&FOREIGN_COMMENT, places, "//", sure, &message);
    for fix in &mut fault.fixes {
        let more = lines.iter().map(|&at| Edit { span: Span::at(at), text: String::from("//") });
        fix.edits.extend(more);
    }
    fault.help(match lines {
        [] => "begin the comment with `//`",
        _ => "begin each line of the comment with `//`",
    })
}

/// A `/` at these places ends a row on one line and lacks a space before or after it.
pub(crate) fn row_end(source: &str, slashes: &[Span]) -> Diagnostic {
    let blank = |at: Option<char>| at.is_none_or(char::is_whitespace);
    let edit = |&span: &Span| {
        let (before, after) = (&source[..span.start as usize], &source[span.end as usize..]);
        let left = if blank(before.chars().next_back()) { "" } else { " " };
        let right = if blank(after.chars().next()) { "" } else { " " };
        Edit { span, text: format!("{left}/{right}") }
    };
    let edits = slashes.iter().map(edit).collect();
    let message = "a `/` between rows has a space before and after it";
    Diagnostic::new(&ROW_END, slashes[0], message, "a space is missing")
        .also_at(slashes[1..].iter().copied().take(3), "and here")
        .help("write ` / ` between the rows of a body on one line")
        .fix(Fix::of(Sure, "Add the spaces", edits))
}

/// The rows of a body have brackets, quotes, commas or semicolons; `sign` is the first.
pub(crate) fn foreign_list(sign: Span) -> Diagnostic {
    let message = "brackets, quotes, commas, semicolons and frames do not belong in rows";
    Diagnostic::new(&FOREIGN_LIST, sign, message, "the first of them")
        .help("leave them out: write a row per line, with spaces between its cells")
}

/// Returns all places of a mistake. One diagnostic reports signs of other languages, and characters that
/// look like a space, wherever they stand in a text; its fix replaces each of them.
pub(crate) fn places(one: &Diagnostic) -> Vec<Span> {
    let is_counted = [&BAD_CHARACTER, &WRONG_ARROW, &FOREIGN_COMMENT].contains(&one.code);
    match one.fixes.first().filter(|_| is_counted) {
        Some(fix) => fix.edits.iter().map(|edit| edit.span).collect(),
        None => vec![one.span],
    }
}

/// Another sign than the right one stands at these places, of which the next few are labeled.
fn other_sign(
    code: &'static Code,
    places: &[Span],
    right: &str,
    sure: Applicability,
    message: &str,
) -> Diagnostic {
    let (first, more) = (places[0], &places[1..]);
    let times = if more.is_empty() { String::new() } else { format!(" {} times", places.len()) };
    let fix = Fix::new(sure, format!("Write `{right}`"), first, right);
    let fix = more.iter().fold(fix, |fix, place| fix.and(*place, right));
    let label = format!("expected `{right}`");
    Diagnostic::new(code, first, format!("{message}{times}"), label)
        .also_at(more.iter().copied().take(3), "and here")
        .fix(fix)
}

/// An argument is missing after `span`; `usage` is the command's form.
pub(crate) fn missing_argument(span: Span, what: &str, usage: &str) -> Diagnostic {
    Diagnostic::new(&MISSING_ARGUMENT, span, format!("expected {what}"), "expected after this")
        .help(format!("the form is `{usage}`"))
}

/// An argument at `span` is not `what`.
pub(crate) fn bad_argument(span: Span, found: &str, what: &str, usage: &str) -> Diagnostic {
    let message = format!("expected {what}, found `{found}`");
    Diagnostic::new(&BAD_ARGUMENT, span, message, format!("expected {what}"))
        .help(format!("the form is `{usage}`"))
}

/// An integer at `span` lies outside `least..=most`.
pub(crate) fn integer_range(span: Span, found: &str, least: &str, most: &str) -> Diagnostic {
    let label = format!("must lie between {least} and {most}");
    Diagnostic::new(&INTEGER_RANGE, span, format!("`{found}` is out of range"), label)
        .help(format!("use a number from {least} to {most}"))
}

/// The brace at `brace` stands alone on a line; it belongs after the name, at `end`.
pub(crate) fn brace_apart(brace: Span, end: u32) -> Diagnostic {
    let fix = Fix::new(Sure, "Move the `{` after the name", Span::new(end, brace.end), " {");
    Diagnostic::new(
        &MISSING_BRACE,
        brace,
        "expected `{` after the puzzle name, found it on the next line",
        "alone on its line",
    )
    .help("write `KIND NAME {` on one line")
    .fix(fix)
}
