//! Lowers a body: the rule, the tree, and the announced number of queries.

use super::blame;
use super::layout::Tree;
use super::rules::Rule;
use super::syntax::{Shape, faults, tree};
use crate::diag::Sink;
use crate::puzzle::Ask;
use crate::syntax::Fragment;
use crate::text::Span;

/// An automaton as declared.
#[derive(Debug)]
pub(crate) struct Automaton {
    /// The rule at generation 0.
    pub rule: Rule,
    /// The tree at generation 0.
    pub tree: Tree,
    /// Where the rule is written.
    pub rule_place: Span,
    /// Whether the body is verbatim.
    pub verbatim: bool,
    /// Whether the tree takes several lines, or something was reported about the body.
    pub by_hand: bool,
}

/// The number of a rule; reports it if it is out of range.
pub(super) fn rule(text: &str, span: Span, sink: &mut Sink) -> Option<Rule> {
    let rule = text.parse::<u16>().ok().map(Rule);
    if rule.is_none() {
        sink.push(blame::rule_range(span, text));
    }
    rule
}

/// The tree that a text stands for, which begins in `column` of its line; reports what is wrong
/// with it.
fn tree(text: Fragment<'_>, column: usize, sink: &mut Sink) -> Option<Tree> {
    if let Some((tree, bare)) = tree::read_sound(text.text) {
        if bare {
            sink.push(blame::bare_root(text.span()));
        }
        return Some(tree);
    }
    let mut faults = faults::find(text.text, column);
    let untold = faults.count - faults.found.len();
    if let Some(foreign) = blame::foreign(&mut faults.found, text) {
        sink.push(foreign);
    }
    // A cell or a bracket in the wrong place leaves one pair short and makes another too full.
    if let [first, second] = &faults.found[..]
        && std::mem::discriminant(&first.kind) != std::mem::discriminant(&second.kind)
    {
        let other = Span::of(&second.at).shifted(text.start);
        sink.push(blame::fault(first, text).also(other, "this does not fit either"));
        return None;
    }
    for (i, fault) in faults.found.iter().enumerate() {
        let mut diagnostic = blame::fault(fault, text);
        if untold > 0 && i + 1 == faults.found.len() {
            diagnostic = diagnostic
                .help(format!("{untold} more faults follow in this tree; fix these first"));
        }
        sink.push(diagnostic);
    }
    None
}

/// The model and the commands that the body implies.
pub(super) fn lower(shape: &Shape<'_>, sink: &mut Sink) -> Option<(Automaton, Vec<Ask>)> {
    let rule = shape.rule.and_then(|word| rule(word.text, word.span(), sink));
    let tree = shape.tree.and_then(|text| tree(text, shape.column, sink));
    if let Some(count) = shape.count
        && count.text.parse() != Ok(shape.queries.len())
    {
        sink.push(blame::query_count(count, &shape.queries));
    }
    let asks = shape.queries.iter().map(|query| Ask::Written(query.span())).collect();
    let model = Automaton {
        rule: rule?,
        tree: tree?,
        rule_place: shape.rule?.span(),
        verbatim: shape.verbatim,
        by_hand: shape.tree.is_some_and(|tree| tree.text.contains(['\n', '\r'])),
    };
    Some((model, asks))
}
