//! Lowers a body: the rule, the tree, and the announced number of queries.

use super::layout::Tree;
use super::rules::Rule;
use super::syntax::{Shape, faults, tree};
use super::{blame, codes};
use crate::diag::Sink;
use crate::puzzle::Ask;
use crate::syntax::Fragment;
use crate::text::Span;

/// An automaton as declared.
#[derive(Debug)]
pub(crate) struct Automaton {
    /// The rule at generation 0; `None` if it is to be found (`rule ?`).
    pub rule: Option<Rule>,
    /// The tree at generation 0.
    pub tree: Tree,
    /// The place of the rule in the body.
    pub rule_place: Span,
    /// The layout of the body.
    pub layout: Layout,
}

/// The layout of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In the form of the judge.
    Verbatim,
    /// With keywords, one per line.
    Keyed,
    /// With keywords, and something that formatting would lose: a tree on several lines, or a part
    /// that was reported.
    ByHand,
}

/// The sign in place of a rule that is to be found.
pub(super) const UNKNOWN: &str = "?";

/// Returns the number of a rule; reports it if it is out of range.
pub(super) fn rule(text: &str, span: Span, sink: &mut Sink) -> Option<Rule> {
    let rule = text.parse::<u16>().ok().map(Rule);
    if rule.is_none() {
        sink.push(codes::rule_range(span, text));
    }
    rule
}

/// Reads a text as a tree and reports what is wrong with it.
fn tree(text: Fragment<'_>, sink: &mut Sink) -> Option<Tree> {
    if let Some((tree, bare)) = tree::read_sound(text.text) {
        if bare {
            sink.push(codes::bare_root(text.span()));
        }
        return Some(tree);
    }
    let mut faults = faults::find(text.text);
    if let Some(foreign) = blame::foreign(&mut faults, text) {
        sink.push(foreign);
    }
    // A cell or a bracket in the wrong place leaves one pair short and makes another too full.
    if let [first, second] = &faults[..]
        && std::mem::discriminant(&first.kind) != std::mem::discriminant(&second.kind)
    {
        let other = Span::of(&second.at).shifted(text.start);
        sink.push(blame::fault(first, text, Some(other)));
        return None;
    }
    for fault in &faults {
        sink.push(blame::fault(fault, text, None));
    }
    None
}

/// Returns the model and the commands that the body implies.
pub(super) fn lower(shape: &Shape<'_>, sink: &mut Sink) -> Option<(Automaton, Vec<Ask>)> {
    let rule = shape.rule.and_then(|word| match word.text {
        UNKNOWN => Some(None),
        text => rule(text, word.span(), sink).map(Some),
    });
    let tree = shape.tree.and_then(|text| tree(text, sink));
    if let Some(count) = shape.count
        && count.text.parse() != Ok(shape.queries.len())
    {
        sink.push(codes::query_count(count, &shape.queries));
    }
    let asks = shape.queries.iter().map(|query| Ask::Written(query.span())).collect();
    let layout = match shape.tree?.text.contains(['\n', '\r']) {
        _ if shape.verbatim => Layout::Verbatim,
        true => Layout::ByHand,
        false => Layout::Keyed,
    };
    let rule_place = shape.rule?.span();
    Some((Automaton { rule: rule?, tree: tree?, rule_place, layout }, asks))
}
