//! placeholder
use crate::kind::automaton::layout::Shape;
use crate::kind::automaton::rule::Rule;
pub(super) fn runs_here() -> bool {
    false
}
pub(super) fn step(shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    super::portable::step(shape, rule, old, new)
}
