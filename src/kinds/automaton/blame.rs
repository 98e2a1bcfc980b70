//! The diagnostics of automata: where, why, and what to do next.

use std::collections::HashMap;

use super::codes::{
    BAD_CHARACTER, BAD_PATH, BARE_ROOT, BEFORE_START, DUPLICATE_PART, MALFORMED_NODE,
    MISSING_CHILD, MISSING_PART, OFF_TREE, QUERY_COUNT, RULE_RANGE, STRAY_BRACKET, TOO_MANY_PARTS,
    TRAILING_TREE, UNCLOSED_BRACKET, UNKNOWN_PART,
};
use super::syntax::RULE;
use super::syntax::faults::{Fault, FaultKind};
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Diagnostic, Edit, Fix, among, clip};
use crate::syntax::Fragment;
use crate::text::Span;

/// The number at `span` is not a rule.
pub(super) fn rule_range(span: Span, text: &str) -> Diagnostic {
    let clamped = if text.starts_with('-') { "0" } else { "65535" };
    Diagnostic::new(
        &RULE_RANGE,
        span,
        format!("expected a rule (a number from 0 to 65535), found `{}`", clip(text)),
        "out of range",
    )
    .help("use the number whose bit `8·parent + 4·left + 2·self + right` is the new state")
    .fix(Fix::new(Guess, format!("Replace by {clamped}"), span, clamped))
}

/// The meaning in other programs of a character that no tree holds.
fn meant(char: &str) -> Option<&'static str> {
    match char {
        "x" | "#" | "*" | "1" | "●" | "■" => Some("X"),
        "o" | "O" | "0" | "_" | "-" | "·" | "•" | "○" | "□" => Some("."),
        "," | ";" => Some(""),
        "[" | "{" => Some("("),
        "]" | "}" => Some(")"),
        _ => None,
    }
}

/// A tree that is written with other characters, at several places, or with the same text that has
/// no meaning: the faults that it covers are removed from `faults`.
pub(super) fn foreign(faults: &mut Vec<Fault>, text: Fragment<'_>) -> Option<Diagnostic> {
    let char = |fault: &Fault| &text.text[fault.at.clone()];
    let bad = |fault: &&Fault| fault.kind == FaultKind::BadCharacter;
    let mut uses: HashMap<&str, usize> = HashMap::new();
    faults.iter().filter(bad).for_each(|fault| *uses.entry(char(fault)).or_default() += 1);
    let is_foreign =
        |fault: &Fault| bad(&fault) && (meant(char(fault)).is_some() || uses[char(fault)] > 1);
    if faults.iter().filter(|fault| is_foreign(fault)).count() < 2 {
        return None;
    }
    let (found, rest): (Vec<Fault>, Vec<Fault>) = faults.drain(..).partition(is_foreign);
    *faults = rest;
    let mut chars: Vec<&str> = found.iter().map(char).collect();
    let uses = chars.len();
    chars.sort_unstable();
    chars.dedup();
    let message = match chars[..] {
        [one] => format!("`{one}` is used {uses} times; it has no meaning in a tree"),
        _ => {
            let chars = among(chars.iter().copied());
            format!("{chars} are used {uses} times; they have no meaning in a tree")
        }
    };
    let place = |fault: &Fault| Span::of(&fault.at).shifted(text.start);
    let edits = found
        .iter()
        .map(|fault| Some(Edit { span: place(fault), text: meant(char(fault))?.to_owned() }));
    let edits: Option<Vec<Edit>> = edits.collect();
    let label = "not `X`, `.` or a bracket";
    let title = String::from("Write `X`, `.` and brackets");
    let mut diagnostic = Diagnostic::new(&BAD_CHARACTER, place(&found[0]), message, label)
        .also(place(&found[1]), "and here")
        .help("write `X` for a live node and `.` for a dead one");
    diagnostic.fixes.extend(edits.map(|edits| Fix::of(Guess, title, edits)));
    Some(diagnostic)
}

/// A fault in the text of a tree.
pub(super) fn fault(fault: &Fault, text: Fragment<'_>) -> Diagnostic {
    let place = |range: &std::ops::Range<usize>| Span::of(range).shifted(text.start);
    let at = place(&fault.at);
    let open = fault.related.as_ref().map(place);
    // A short pair of brackets is marked as a whole, a long one at its end.
    let pair = open.map_or(at, |open| open.to(at));
    let short = pair.len() <= 60 && !text.text[..fault.at.end].contains(['\n', '\r']);
    let whole = if short { pair } else { at };
    let opened = |diagnostic: Diagnostic| match open {
        Some(open) if !short => diagnostic.also(open, "opened here"),
        _ => diagnostic,
    };
    match fault.kind {
        FaultKind::BadCharacter => bad_character(&text.text[fault.at.clone()], at),
        FaultKind::MalformedNode => opened(Diagnostic::new(
            &MALFORMED_NODE,
            at,
            "the state of a node is `X` or `.`, not brackets",
            "the node itself belongs here",
        ))
        .help("write the parent's state between its two children: `(LEFT STATE RIGHT)`"),
        FaultKind::ChildMissing => child_missing(fault, text, opened, whole, short),
        FaultKind::TooManyParts => opened(Diagnostic::new(
            &TOO_MANY_PARTS,
            at,
            "these brackets hold more than three parts",
            "a part too many",
        ))
        .help("write `(LEFT STATE RIGHT)`; children that have children need brackets too")
        .fix(Fix::new(Guess, "Remove the extra part", at, "")),
        FaultKind::Unclosed(count) => unclosed(at, open.unwrap_or(at), count),
        FaultKind::StrayCloser => stray_closer(at, open),
        FaultKind::TrailingText => Diagnostic::new(
            &TRAILING_TREE,
            at,
            "the tree ended before this",
            "text after the end",
        )
        .help("remove it, or put brackets around the parts of each node: `(LEFT STATE RIGHT)`")
        .fix(Fix::new(Guess, "Remove the text after the end", at, "")),
        FaultKind::Empty => missing_part(text.span(), "tree"),
    }
}

/// A character in a tree that has no meaning there.
fn bad_character(text: &str, at: Span) -> Diagnostic {
    let message = format!("`{}` has no meaning in a tree", clip(text));
    let diagnostic = Diagnostic::new(&BAD_CHARACTER, at, message, "not `X`, `.` or a bracket")
        .help("write `X` for a live node and `.` for a dead one");
    let Some(meant) = meant(text) else { return diagnostic };
    diagnostic.fix(Fix::replace(Guess, at, meant))
}

/// Brackets with fewer than three parts. `whole` is what is marked, and `short` says whether it
/// shows all parts.
fn child_missing(
    fault: &Fault,
    text: Fragment<'_>,
    opened: impl Fn(Diagnostic) -> Diagnostic,
    whole: Span,
    short: bool,
) -> Diagnostic {
    let place = |range: &std::ops::Range<usize>| Span::of(range).shifted(text.start);
    let (label, rest) = match fault.parts.len() {
        0 => ("nothing is in these brackets", ". . ."),
        1 => ("only 1 part instead of 3", " . ."),
        _ => ("only 2 parts instead of 3", " ."),
    };
    // The state is a node, so it is not the second of two parts if that has brackets.
    let gap = match &fault.parts[..] {
        [first, second] if !second.node => Span::at(place(&first.at).end),
        _ => Span::at(place(&fault.at).start),
    };
    let fix = Fix::new(Guess, "Add the missing part as dead nodes", gap, rest);
    let mut diagnostic = opened(Diagnostic::new(
        &MISSING_CHILD,
        whole,
        "a child is missing in these brackets",
        label,
    ));
    for part in fault.parts.iter().filter(|_| !short) {
        let text = &text.text[part.at.clone()];
        let length = text.find(['\n', '\r']).unwrap_or(text.len());
        let line = part.at.start..part.at.start + length;
        diagnostic = diagnostic.also(place(&line), "a part");
    }
    diagnostic
        .help("write `(LEFT STATE RIGHT)`, or a node without children without brackets")
        .fix(fix)
}

/// A `(` at `open`, and `count - 1` before it, that are never closed; a `)` is missing after `at`.
fn unclosed(at: Span, open: Span, count: usize) -> Diagnostic {
    let (message, title) = if count == 1 {
        (String::from("this `(` is never closed"), String::from("Add the `)`"))
    } else {
        (
            format!("this `(` and {} before it are never closed", count - 1),
            format!("Add {count} `)`"),
        )
    };
    let diagnostic = Diagnostic::new(&UNCLOSED_BRACKET, open, message, "opened here");
    if at == open && count == 1 {
        return diagnostic.help("remove it, or add the `)` where its subtree ends").fix(Fix::new(
            Guess,
            "Remove the `(`",
            at,
            "",
        ));
    }
    let diagnostic = if at.start > open.start {
        diagnostic.also(at, "a `)` is missing after this")
    } else {
        diagnostic
    };
    diagnostic.help("add the `)` where its subtree ends").fix(Fix::new(
        Likely,
        title,
        Span::at(at.end),
        ")".repeat(count.min(1000)),
    ))
}

/// A `)` that closes nothing; a `(` is missing before `open`.
fn stray_closer(at: Span, open: Option<Span>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(&STRAY_BRACKET, at, "this `)` closes nothing", "a `)` too many")
            .help("remove it, or add the `(` that is missing before it");
    match open.map(|before| Span::at(before.start)) {
        Some(gap) => diagnostic.also(gap, "a `(` is missing before this").fix(Fix::new(
            Guess,
            "Add the `(`",
            gap,
            "(",
        )),
        None => diagnostic.fix(Fix::new(Likely, "Remove the `)`", at, "")),
    }
}

/// The tree at `span` has no outer brackets.
pub(super) fn bare_root(span: Span) -> Diagnostic {
    let edit = |at, text: &str| Edit { span: Span::at(at), text: text.to_owned() };
    let short = span.len() <= 60;
    Diagnostic::new(
        &BARE_ROOT,
        if short { span } else { Span::new(span.start, span.start + 1) },
        "this tree lacks its outer brackets",
        "the tree begins here",
    )
    .help("put `(` before it and `)` after it")
    .fix(Fix::of(
        Likely,
        "Add the outer brackets",
        vec![edit(span.start, "("), edit(span.end, ")")],
    ))
}

/// The automaton at `span` has no `part`.
pub(super) fn missing_part(span: Span, part: &str) -> Diagnostic {
    let form = if part == RULE { "rule N" } else { "tree TREE" };
    Diagnostic::new(
        &MISSING_PART,
        span,
        format!("the {part} of this automaton is missing"),
        format!("no {part}"),
    )
    .help(format!(
        "add a line `{form}`; in the form of the judge, the rule comes first, then the tree"
    ))
}

/// A number stands where the tree of a verbatim body should begin.
pub(super) fn no_tree_here(line: Fragment<'_>, rule: Option<Fragment<'_>>) -> Diagnostic {
    let message = format!("expected the tree, found `{}`", clip(line.text));
    let diagnostic = Diagnostic::new(&MISSING_PART, line.span(), message, "not a tree")
        .help("in the form of the judge, the rule comes first, then the tree");
    match rule.filter(|rule| rule.text == line.text) {
        Some(rule) => {
            let again = Span::new(rule.span().end, line.span().end);
            diagnostic.also(rule.span(), "the rule").fix(Fix::new(
                Guess,
                "Remove the repeated rule",
                again,
                "",
            ))
        }
        None => diagnostic,
    }
}

/// A query stands where the number of `queries` of a verbatim body should stand.
pub(super) fn no_count_here(line: Fragment<'_>, queries: usize) -> Diagnostic {
    let message = format!("expected the number of queries, found `{}`", clip(line.text));
    Diagnostic::new(&QUERY_COUNT, line.span(), message, "a query")
        .help("in the form of the judge, the number of queries comes before them")
        .fix(Fix::new(
            Guess,
            format!("Add {queries}"),
            Span::at(line.start),
            format!("{queries}\n"),
        ))
}

/// The part that begins with `word` was given before, at `first`.
pub(super) fn duplicate_part(word: Fragment<'_>, first: Span) -> Diagnostic {
    Diagnostic::new(
        &DUPLICATE_PART,
        word.span(),
        format!("the {} of this automaton is given twice", word.text),
        "the second one",
    )
    .also(first, "the first one")
    .help("keep one of them")
}

/// The tree at `span` stands in a keyed body without the keyword `tree`.
pub(super) fn missing_keyword(tree: Fragment<'_>) -> Diagnostic {
    let message = format!("expected `tree` before the tree, found `{}`", clip(tree.text));
    Diagnostic::new(&UNKNOWN_PART, tree.span(), message, "the tree")
        .help("write `tree` before it")
        .fix(Fix::new(Guess, "Add `tree`", Span::at(tree.start), "tree "))
}

/// A line of a keyed body begins with `word`, which may be a misspelling of the missing part
/// `meant`.
pub(super) fn unknown_part(word: Fragment<'_>, meant: Option<&str>) -> Diagnostic {
    let message = format!("`{}` is not part of an automaton", clip(word.text));
    let diagnostic = Diagnostic::new(&UNKNOWN_PART, word.span(), message, "not `rule` or `tree`");
    match meant {
        Some(near) => diagnostic.did_you_mean(word.span(), near),
        None => diagnostic.help("an automaton has a line `rule N` and a line `tree TREE`"),
    }
}

/// Signs that stand around the parts of a keyed body, as in `rule: 3` and `tree = X;`.
pub(super) fn sign_in_part(source: &str, signs: &[Span]) -> Diagnostic {
    let edit = |&span: &Span| {
        let blank = [' ', '\t'];
        let apart = source[..span.start as usize].ends_with(blank)
            || source[span.end as usize..].starts_with([' ', '\t', '\n', '\r']);
        Edit { span, text: String::from(if apart { "" } else { " " }) }
    };
    let found = clip(&source[signs[0].range()]);
    let message = format!("`{found}` does not belong to a part of an automaton");
    Diagnostic::new(&UNKNOWN_PART, signs[0], message, "not needed here")
        .also_at(signs[1..].iter().copied().take(3), "and not here")
        .help("an automaton has a line `rule N` and a line `tree TREE`")
        .fix(Fix::of(Likely, "Remove it", signs.iter().map(edit).collect()))
}

/// Queries stand below the parts of a keyed body.
pub(super) fn queries_in_keyed(first: Span) -> Diagnostic {
    let message = "a body with `rule` and `tree` holds no queries";
    Diagnostic::new(&UNKNOWN_PART, first, message, "the first line of them").help(
        "write them as commands below the `}`, without their number; or leave out the words `rule` and `tree`, as in the form of the judge",
    )
}

/// `count` queries are announced and `found` follow.
pub(super) fn query_count(count: Fragment<'_>, queries: &[Fragment<'_>]) -> Diagnostic {
    let found = queries.len();
    let follow = match found {
        0 => String::from("none follows"),
        1 => String::from("1 follows"),
        _ => format!("{found} follow"),
    };
    let diagnostic = Diagnostic::new(
        &QUERY_COUNT,
        count.span(),
        format!("the number of queries is given as {}, but {follow}", clip(count.text)),
        format!("should be {found}"),
    )
    .help("give the number of the queries below, or add those that are missing");
    let replace = Fix::new(Guess, format!("Replace by {found}"), count.span(), found.to_string());
    let surplus =
        Some(found) == count.text.parse().ok().map(|count: usize| count.saturating_add(1));
    let twice = queries.windows(2).find(|pair| surplus && pair[0].text == pair[1].text);
    match twice {
        Some([first, second]) => {
            let line = Span::new(first.span().end, second.span().end);
            diagnostic
                .also(second.span(), "the same as the query before it")
                .fix(Fix::new(Guess, "Remove the repeated query", line, ""))
                .fix(replace)
        }
        _ => diagnostic.fix(replace),
    }
}

/// The word is not a path.
pub(super) fn bad_path(word: Fragment<'_>) -> Diagnostic {
    let inner = word.text.strip_prefix('[');
    let open = usize::from(inner.is_some());
    let steps = open..word.text.find(']').unwrap_or(word.text.len()).max(open);
    let bad = word.text[steps].char_indices().find(|(_, char)| !"<>".contains(*char));
    let help = "a path is `[`, then `<` (left) and `>` (right) from the root down, then `]`";
    let diagnostic = |span: Span, message: String, label: &str| {
        Diagnostic::new(&BAD_PATH, span, message, label).help(help)
    };
    let shown = clip(word.text);
    if inner.is_none() {
        let message = format!("expected a path, found `{shown}`");
        let fault = diagnostic(word.span(), message, "a path begins with `[`");
        let steps = word.text.chars().all(|char| "<>".contains(char));
        return if steps {
            fault.help(format!("write it in brackets: `[{shown}]`"))
        } else {
            fault
        };
    }
    if let Some((at, char)) = bad {
        let at = open + at;
        let span = word.part(at..at + char.len_utf8()).span();
        return diagnostic(
            span,
            format!("expected a step of a path, found `{char}`"),
            "neither `<` nor `>`",
        );
    }
    match word.text.find(']') {
        Some(end) => diagnostic(
            word.part(end + 1..word.text.len()).span(),
            String::from("unexpected text after the path"),
            "a path ends with its `]`",
        ),
        None => diagnostic(
            word.span(),
            format!("the path `{shown}` is never closed"),
            "a `]` is missing",
        )
        .fix(Fix::new(Likely, "Add the `]`", Span::at(word.span().end), "]")),
    }
}

/// The path at `span` has blanks between its signs.
pub(super) fn spaced_path(span: Span, path: &str) -> Diagnostic {
    Diagnostic::new(&BAD_PATH, span, "this path has spaces in it", "expected no spaces")
        .help(format!("write `{}`", clip(path)))
        .fix(Fix::new(Sure, "Remove the spaces", span, path))
}

/// Step `step` of the path at `span` leaves the tree.
pub(super) fn off_tree(span: Span, step: usize, length: usize) -> Diagnostic {
    let at = span.start + 1 + step as u32;
    let levels = match step {
        0 => String::from("the root has no children"),
        1 => String::from("the tree is 1 step deep there"),
        _ => format!("the tree is {step} steps deep there"),
    };
    let ending = if step == 0 { "the root, `[]`".to_owned() } else { format!("step {step}") };
    Diagnostic::new(
        &OFF_TREE,
        Span::new(at, at + 1),
        format!("the path leaves the tree with step {} of {length}", step + 1),
        levels,
    )
    .help(format!("end the path at {ending}"))
    .fix(Fix::new(Guess, "End the path where the tree ends", Span::new(at, span.end), "]"))
}

/// The time at `span` leads to before generation 0 from `position`, to which the command at `came`
/// led.
pub(super) fn before_start(span: Span, by: i64, position: u128, came: Option<Span>) -> Diagnostic {
    let most = if position == 0 { String::from("0") } else { format!("-{position}") };
    let diagnostic = Diagnostic::new(
        &BEFORE_START,
        span,
        format!(
            "the position stands at generation {position}: {} back lies before generation 0",
            by.unsigned_abs()
        ),
        format!(
            "goes to generation {}",
            i128::try_from(position).unwrap_or(i128::MAX) + i128::from(by)
        ),
    )
    .help(format!("use a time of at least {most}: the history begins at generation 0"))
    .fix(Fix::new(Guess, "Go back to generation 0", span, most));
    diagnostic.also_at(came, format!("led to generation {position}"))
}
