//! The rules under which the expectations about a tree hold, and the question that divides them best.
//!
//! An expectation about a node, a tree or a time is a *premise*. All 65,536 rules are tried, 256 at
//! a time ([`lanes`]); a batch ends at the first premise that none of its rules explains. The
//! rules that are left are kept, so that a further premise costs only those.

mod conflict;
mod lanes;

use self::lanes::{Forest, Lanes, NONE, WIDTH, both, count};
use super::layout::{NodeIndex, Tree};
use super::syntax::{Call, Path};
use crate::search::{Budget, Charge, Stop};
use crate::text::Span;

/// The last generation that a premise may be about.
pub(super) const LAST: u128 = 1000;

/// The most nodes times generations, and the most premises, for which all rules are tried at once.
const CHEAP: u128 = 1 << 12;
const FEW: usize = 256;

/// The times, from the present on, that a question asks about, and those that are surveyed first.
const TIMES: usize = 4;
const SOON: usize = 2;

/// A statement about a generation of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) generation: u32,
    pub(super) states: States,
}

/// The states that a claim is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum States {
    /// The state of a node.
    Node(NodeIndex, bool),
    /// The whole tree.
    Tree(Box<Tree>),
}

impl Claim {
    /// Claims that a node is live, or dead, at a generation.
    pub(super) fn node(generation: u32, node: NodeIndex, live: bool) -> Self {
        Self { generation, states: States::Node(node, live) }
    }

    /// Returns the rules under which the claim holds. The forest is at its generation.
    fn holds(&self, forest: &Forest) -> Lanes {
        let agree = |node: NodeIndex, live: bool| -> Lanes {
            let lanes = forest.live(node);
            std::array::from_fn(|i| if live { lanes[i] } else { !lanes[i] })
        };
        match &self.states {
            States::Node(node, live) => agree(*node, *live),
            States::Tree(tree) => {
                let nodes = (1..=tree.shape().nodes() as u32).map(NodeIndex);
                nodes.fold(forest.used(), |lanes, node| both(&lanes, &agree(node, tree.live(node))))
            }
        }
    }
}

/// An expectation, as claims about generations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Premise {
    /// The claims, in the order of their generations.
    pub(super) claims: Vec<Claim>,
    /// The place of the command.
    pub(super) place: Place,
}

/// The place of a command in one of the sources of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) source: u64,
    pub(super) span: Span,
}

/// Returns the claims of an expectation about a tree that is at generation `now`. `None` if it claims
/// nothing, or something impossible. Without a call it claims the whole tree.
pub(super) fn claims(
    tree: &Tree,
    now: u128,
    call: Option<&Call>,
    expected: &str,
) -> Option<Vec<Claim>> {
    let now = u32::try_from(now).unwrap_or(u32::MAX);
    let node = |path: &Path| tree.shape().walk(&path.turns).ok();

    Some(match call {
        None => {
            let states = States::Tree(Box::new(stated_tree(tree, expected)?));
            vec![Claim { generation: now, states }]
        }
        Some(Call::Query(_, _, path) | Call::At(path)) => {
            let live = match expected.trim() {
                "X" => true,
                "." => false,
                _ => return None,
            };
            vec![Claim::node(now, node(path)?, live)]
        }
        Some(Call::When(path, live)) => {
            let node = node(path)?;
            let live = *live;
            let claim = |generation| Claim::node(generation, node, live);
            match expected.trim() {
                "never" => vec![claim(u32::MAX)],
                time => match time.parse::<u32>().ok().filter(|&time| time > now)? {
                    far if u128::from(far) > LAST => vec![claim(far)],
                    time => {
                        let before = (now + 1..time).map(|time| Claim::node(time, node, !live));
                        before.chain([claim(time)]).collect()
                    }
                },
            }
        }
        Some(_) => return None,
    })
}

/// Returns the tree of this shape that a text shows.
fn stated_tree(tree: &Tree, text: &str) -> Option<Tree> {
    let states: Vec<_> = text.bytes().filter(|byte| matches!(byte, b'X' | b'.')).collect();
    let order = in_text_order(tree);
    let shape = tree.shape();
    let mut live = vec![false; shape.nodes() + 1];
    order.iter().zip(&states).for_each(|(node, state)| live[node.number()] = *state == b'X');
    let stated = Tree::from_fn(shape.clone(), |node| live[node.number()]);
    let is_same = stated.to_string().split(' ').eq(text.split_ascii_whitespace());
    (order.len() == states.len() && is_same).then_some(stated)
}

/// The premises, and what follows from them.
#[derive(Clone, Debug, Default)]
pub(super) struct Deduction {
    premises: Vec<Premise>,
    /// Commands whose expectations are beyond the last generation, or under another rule.
    left_out: Vec<String>,
    /// The rules under which the first `settled` premises hold; none has been tried before the first.
    rules: Option<Vec<u16>>,
    settled: usize,
}

impl Deduction {
    /// Returns the commands whose expectations do not count.
    pub(super) fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Returns how many expectations were taken in or left out.
    pub(super) fn expectations(&self) -> usize {
        self.premises.len() + self.left_out.len()
    }

    /// Takes in a premise, unless it is known.
    pub(super) fn assume(&mut self, premise: Premise) {
        if !self.premises.iter().any(|known| known.claims == premise.claims) {
            self.premises.push(premise);
        }
    }

    /// Takes in a premise if a rule is left under it. Otherwise returns the places of premises that no
    /// rule explains, and is as before. Only premises are tried that take a few
    /// milliseconds; others are taken in.
    pub(super) fn assume_unless_refuted(&mut self, premise: Premise, tree: &Tree) -> Vec<Place> {
        self.assume(premise);
        if !self.is_cheap(tree, 0) {
            return Vec::new();
        }
        let conflict = self.contradiction(tree, &Budget::unlimited()).unwrap_or_default();
        if !conflict.is_empty() {
            self.premises.pop();
            self.rules = None;
            self.settled = 0;
        }
        conflict
    }

    /// Returns whether it takes a few milliseconds to try all rules up to the last premise, and up to a
    /// question after `position`.
    pub(super) fn is_cheap(&self, tree: &Tree, position: u128) -> bool {
        let last = |premise: &Premise| {
            premise.claims.last().map_or(0, |claim| u128::from(claim.generation))
        };
        let last = self.premises.iter().map(last).fold(position + TIMES as u128, u128::max);
        last * tree.shape().nodes() as u128 <= CHEAP && self.premises.len() <= FEW
    }

    /// Leaves out the expectation of a command.
    pub(super) fn leave_out(&mut self, command: &str) {
        if !self.left_out.iter().any(|known| known == command) {
            self.left_out.push(command.to_owned());
        }
    }

    /// Returns the rules under which all premises hold, in ascending order. Steps each node of the
    /// tree once for each generation up to the last premise and each 256 rules that are left.
    ///
    /// # Errors
    /// The budget stopped it.
    pub(super) fn rules(&mut self, tree: &Tree, budget: &Budget) -> Result<&[u16], Stop> {
        let count = self.premises.len();
        let rules = self.rules.get_or_insert_with(|| (0..=u16::MAX).collect());
        if self.settled < count {
            let further = self.premises[self.settled..].iter();
            let mut claims: Vec<_> = further.flat_map(|premise| &premise.claims).collect();
            claims.sort_by_key(|claim| claim.generation);
            *rules = explaining(rules, &claims, tree, budget)?;
            self.settled = count;
        }
        Ok(rules)
    }

    /// Returns the time after `position` and the node whose state leaves the fewest rules in the worst
    /// case: of several the first time, then the first node in the order of the text. `None` if no
    /// question divides the rules that are left.
    ///
    /// # Errors
    /// The budget stopped it.
    pub(super) fn question(
        &mut self,
        tree: &Tree,
        position: u32,
        budget: &Budget,
    ) -> Result<Option<(usize, NodeIndex)>, Stop> {
        let rules = self.rules(tree, budget)?;
        let rule_count = rules.len() as u32;
        let order = in_text_order(tree);
        let best_until = |times: usize| -> Result<Option<(u32, usize, NodeIndex)>, Stop> {
            let live = survey(rules, position, times, tree, budget)?;
            let worst = |time: usize, node: NodeIndex| {
                let live = live[time][node.number()];
                live.max(rule_count - live)
            };
            let questions = (0..times).flat_map(|time| order.iter().map(move |&node| (time, node)));
            let rated = questions.map(|(time, node)| (worst(time, node), time, node));
            Ok(rated.min_by_key(|&(worst, ..)| worst))
        };

        // No later question is better than one that halves the rules. Near the start it costs little
        // to begin anew if there is none.
        let mut best = if (position as usize) < TIMES { best_until(SOON)? } else { None };
        if best.is_none_or(|(worst, ..)| worst > rule_count.div_ceil(2)) {
            best = best_until(TIMES)?;
        }
        let best = best.filter(|&(worst, ..)| worst < rule_count);
        Ok(best.map(|(_, time, node)| (time, node)))
    }

    /// Returns the places of premises that no rule explains: none if a rule is left.
    ///
    /// # Errors
    /// The budget stopped it.
    pub(super) fn contradiction(
        &mut self,
        tree: &Tree,
        budget: &Budget,
    ) -> Result<Vec<Place>, Stop> {
        match self.rules(tree, budget)?.is_empty() {
            true => self.conflict(tree, budget),
            false => Ok(Vec::new()),
        }
    }

    /// Returns the places of a smallest set of premises that no rule explains, if it has at most four,
    /// or else of one from which none can be left out.
    ///
    /// # Errors
    /// The budget stopped it.
    fn conflict(&self, tree: &Tree, budget: &Budget) -> Result<Vec<Place>, Stop> {
        let sets = conflict::explained(&self.premises, tree, budget)?;
        let smallest = conflict::smallest(&sets, budget)?;
        Ok(smallest.into_iter().map(|at| self.premises[at].place).collect())
    }
}

/// Returns those of some rules under which claims hold, which are in the order of their generations.
fn explaining(
    rules: &[u16],
    claims: &[&Claim],
    tree: &Tree,
    budget: &Budget,
) -> Result<Vec<u16>, Stop> {
    let mut charge = Charge::default();
    charge.set(Forest::bytes(tree.shape().nodes()), budget);
    let mut kept = Vec::new();
    for batch in rules.chunks(WIDTH) {
        budget.rest()?;
        let mut forest = Forest::new(tree, batch);
        let mut alive = forest.used();
        for claim in claims {
            if alive == NONE {
                break;
            }
            forest.go(claim.generation, tree, budget)?;
            alive = both(&alive, &claim.holds(&forest));
        }
        let is_alive = |lane: usize| alive[lane / 64] >> (lane % 64) & 1 == 1;
        let batch = batch.iter().enumerate();
        kept.extend(batch.filter(|(lane, _)| is_alive(*lane)).map(|(_, &rule)| rule));
    }
    Ok(kept)
}

/// Counts, for each of the next `times` and each node, the rules under which the node is live.
fn survey(
    rules: &[u16],
    position: u32,
    times: usize,
    tree: &Tree,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Stop> {
    let nodes = tree.shape().nodes();
    let mut charge = Charge::default();
    charge.set(Forest::bytes(nodes) + (times * 4 * (nodes + 1)) as u64, budget);
    let mut live = vec![vec![0; nodes + 1]; times];
    for batch in rules.chunks(WIDTH) {
        let mut forest = Forest::new(tree, batch);
        for (time, counts) in live.iter_mut().enumerate() {
            budget.rest()?;
            forest.go(position + time as u32, tree, budget)?;
            for (node, count_of_node) in counts.iter_mut().enumerate() {
                *count_of_node += count(&both(forest.live(NodeIndex(node as u32)), &forest.used()));
            }
        }
    }
    Ok(live)
}

/// Returns the nodes in the order in which the text of the tree shows them: what is left of a node,
/// the node, what is right of it.
fn in_text_order(tree: &Tree) -> Vec<NodeIndex> {
    let shape = tree.shape();
    let mut order = Vec::with_capacity(shape.nodes());
    let mut open = Vec::new();
    let mut next = Some(NodeIndex::ROOT);
    loop {
        while let Some(node) = next {
            open.push(node);
            next = shape.children(node).map(|(left, _)| left);
        }
        let Some(node) = open.pop() else { return order };
        order.push(node);
        next = shape.children(node).map(|(_, right)| right);
    }
}

#[cfg(test)]
mod tests;
