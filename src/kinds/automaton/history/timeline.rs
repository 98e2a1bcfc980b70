//! The position of an automaton, as a value: nothing is computed here.

use std::sync::Arc;

use crate::kinds::automaton::rules::Rule;
use crate::text::Span;

/// From generation `start` on, until the next segment, `rule` holds.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) start: u128,
    pub(super) rule: Rule,
    /// Number of segments before this one.
    pub(super) index: usize,
    pub(super) before: Option<Arc<Segment>>,
}

impl Drop for Segment {
    fn drop(&mut self) {
        // A long chain would be dropped recursively; drop it link by link.
        let mut next = self.before.take();
        while let Some(mut segment) = next.and_then(Arc::into_inner) {
            next = segment.before.take();
        }
    }
}

/// The position of an automaton in its history, and the rules that hold along it. A few words:
/// cloning is cheap for a tree of any size, so that every state can be kept for undo.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    pub(super) position: u128,
    pub(super) newest: u128,
    pub(super) last: Arc<Segment>,
    /// The command that led to the position: the number of its source, and its place there.
    came: Option<(u32, Span)>,
}

impl Timeline {
    /// Returns generation 0 under `rule`.
    pub(crate) fn new(rule: Rule) -> Self {
        let last = Arc::new(Segment { start: 0, rule, index: 0, before: None });
        Self { position: 0, newest: 0, last, came: None }
    }

    /// Records that the command at `span` of source `source` led there.
    #[must_use]
    pub(crate) fn by(mut self, source: u64, span: Span) -> Self {
        self.came = Some((source as u32, span));
        self
    }

    /// Returns the place of the command that led to the position, if it is in source `source`.
    pub(crate) fn came(&self, source: u64) -> Option<Span> {
        self.came.filter(|came| came.0 == source as u32).map(|came| came.1)
    }

    /// Returns the current generation.
    pub(crate) fn position(&self) -> u128 {
        self.position
    }

    /// Returns the newest generation that was visited under the present rules.
    pub(crate) fn newest(&self) -> u128 {
        self.newest
    }

    /// Returns the rule that leads from the current generation to the next.
    pub(crate) fn rule(&self) -> Rule {
        self.segment(self.position).rule
    }

    /// Returns whether the first rule led to the current generation and to all before it.
    pub(crate) fn is_by_first_rule(&self) -> bool {
        self.last.index == 0
    }

    /// Returns the timeline `by` generations forward (or back), or `None` before generation 0.
    #[must_use]
    pub(crate) fn moved(&self, by: i128) -> Option<Self> {
        let position = self.position.checked_add_signed(by)?;
        let newest = self.newest.max(position);
        Some(Self { position, newest, last: self.last.clone(), came: self.came })
    }

    /// Returns the timeline with another rule from the current generation on; later generations are
    /// gone.
    #[must_use]
    pub(crate) fn with_rule(&self, rule: Rule) -> Self {
        let mut before = Some(self.last.clone());
        while let Some(segment) = before.take_if(|segment| segment.start >= self.position) {
            before.clone_from(&segment.before);
        }
        let last = match before {
            Some(segment) if segment.rule == rule => segment,
            before => {
                let index = before.as_ref().map_or(0, |segment| segment.index + 1);
                Arc::new(Segment { start: self.position, rule, index, before })
            }
        };
        Self { position: self.position, newest: self.position, last, came: self.came }
    }

    /// Returns the segment that generation `generation` steps by.
    fn segment(&self, generation: u128) -> &Arc<Segment> {
        let mut segment = &self.last;
        while segment.start > generation {
            segment = segment.before.as_ref().expect("the first segment starts at generation 0");
        }
        segment
    }
}
