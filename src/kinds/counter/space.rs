//! What the search of the crate needs to know of a counter: the space of its numbers. A kind with a
//! faster engine implements [`Engine`](crate::puzzle::moves::Engine) itself.

use super::rules::Step;
use crate::puzzle::moves::Positions;
use crate::search::Space;

/// The numbers that can be reached from a start.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The start.
    pub start: u32,
    /// The number to reach.
    pub goal: u32,
}

impl Space for Numbers {
    type State = u32;
    type Move = Step;

    fn starts(&self, out: &mut Vec<u32>) {
        out.push(self.start);
    }

    fn successors(&self, &number: &u32, out: &mut Vec<(Step, u32)>) {
        let next = |step: Step| Some((step, step.applied_to(number)?));
        out.extend(Step::ALL.into_iter().filter_map(next));
    }

    fn is_goal(&self, &number: &u32) -> bool {
        number == self.goal
    }
}

impl Positions for Numbers {
    type Position = u32;
    type Step = Step;

    fn position(&self, &number: &u32) -> u32 {
        number
    }

    fn step(&self, by: Step) -> Step {
        by
    }
}
