//! The commands of an automaton.

use std::sync::Arc;

use super::history::Timeline;
use super::layout::{NodeIndex, Tree};
use super::syntax::{Call, Path};
use super::{Moment, codes, deduce, lower, predecessors};
use crate::diag::Sink;
use crate::puzzle::{Answer, Context, Depth, Effort, Failure, Game as _, List, Reply, Word};
use crate::search::{Budget, Counted, Lines, Stop};
use crate::text::Span;

/// Either an answer, or the answer in its place if a budget stopped it.
type Answered = Result<Answer, Stop>;

/// Returns the symbol of a state.
pub(super) fn symbol(live: bool) -> &'static str {
    if live { "X" } else { "." }
}

impl Moment {
    /// Returns the node that a path leads to.
    pub(super) fn node(&self, path: &Path) -> Result<NodeIndex, Failure> {
        self.model
            .tree
            .shape()
            .walk(&path.turns)
            .map_err(|step| Box::new(codes::off_tree(path.span, step, path.turns.len())))
    }

    /// Returns the budget of a command for the history, which may have computed more for earlier
    /// commands.
    pub(super) fn beyond(&self, budget: &Budget) -> Budget {
        budget.beyond(self.history().worked())
    }

    /// Returns the answer of a command that was stopped: how far it got, and why it stopped.
    pub(super) fn gave_up(&self, stop: Stop) -> Answer {
        Answer::gave_up(Effort::Count(self.history().worked(), Counted::Generations), stop)
    }

    /// Returns the tree.
    fn tree(&self, budget: &Budget) -> Result<Tree, Stop> {
        let budget = self.beyond(budget);
        self.history().tree(&self.line, self.line.position(), &budget)
    }

    /// Returns the symbol of a node.
    fn symbol_of(&self, node: NodeIndex, budget: &Budget) -> Result<&'static str, Stop> {
        let live = self.history().live(&self.line, self.line.position(), node, budget)?;
        Ok(symbol(live))
    }

    /// Runs `ask` if the depth of the command asks for it: for the checker with a small budget, and
    /// only if an expectation asks for the answer.
    fn within(
        &self,
        context: &Context<'_>,
        ask: impl FnOnce(&Self, &Budget) -> Answered,
    ) -> Answer {
        match context.depth {
            Depth::Run => ask(self, context.budget).unwrap_or_else(|stop| self.gave_up(stop)),
            Depth::Check { answer: false } => Answer::NotComputed,
            Depth::Check { answer: true } | Depth::Preview => {
                let answer = self.cheap(context.budget).and_then(|cheap| ask(self, &cheap).ok());
                answer.unwrap_or(Answer::NotComputed)
            }
        }
    }

    /// Runs `ask`, which tries rules, as [`Self::within`] does. A checker asks it only if that takes a
    /// few milliseconds.
    fn deduced(
        &self,
        context: &Context<'_>,
        ask: impl FnOnce(&Self, &Budget) -> Answered,
    ) -> Answer {
        if context.depth != (Depth::Check { answer: true }) {
            return self.within(context, ask);
        }
        let is_cheap = self.deduction().is_cheap(&self.model.tree, self.line.position());
        match is_cheap {
            true => ask(self, &Budget::unlimited()).unwrap_or(Answer::NotComputed),
            false => Answer::NotComputed,
        }
    }

    /// Returns the reply of a command that moves to this moment and is answered there; it stays where it
    /// was when the budget is spent.
    fn reached(self, context: &Context<'_>, ask: impl FnOnce(&Self, &Budget) -> Answered) -> Reply {
        let mut stopped = false;
        let answer = self.within(context, |here, budget| {
            let answer = ask(here, budget);
            stopped = answer.is_err();
            answer
        });
        if stopped && context.depth == Depth::Run {
            Reply::Answer(answer)
        } else {
            Reply::Moved(Arc::new(self), answer)
        }
    }

    pub(super) fn command(&self, call: &Call, context: &mut Context<'_>) -> Result<Reply, Failure> {
        if self.is_unknown() {
            return self.premise(call, context);
        }
        let line = &self.line;
        let now = self.line.position();
        Ok(Reply::Answer(match call {
            Call::Query(time, place, path) => {
                let node = self.node(path)?;
                let next = self.after(*time, *place, context)?;
                let ask = |there: &Self, budget: &Budget| {
                    let budget = there.beyond(budget);
                    Ok(Answer::Text(there.symbol_of(node, &budget)?.to_owned()))
                };
                if *time != 0 {
                    return Ok(next.reached(context, ask));
                }
                next.within(context, ask)
            }
            Call::At(path) => {
                let node = self.node(path)?;
                self.within(context, |here, budget| {
                    let budget = here.beyond(budget);
                    Ok(Answer::Text(here.symbol_of(node, &budget)?.to_owned()))
                })
            }
            Call::Step(0) => Answer::number(now),
            Call::Step(count) => {
                let next = line.moved(i128::from(*count)).unwrap_or_else(|| line.clone());
                let next = self.at(next.by(context.source, context.span));
                let generation = next.line.position();
                if matches!(context.depth, Depth::Check { .. }) {
                    return Ok(Reply::Moved(Arc::new(next), Answer::number(generation)));
                }
                return Ok(next.reached(context, |there, budget| {
                    let budget = there.beyond(budget);
                    there.symbol_of(NodeIndex::ROOT, &budget)?;
                    Ok(Answer::number(generation))
                }));
            }
            Call::Rule(None) => Answer::number(line.rule().0),
            Call::Rule(Some((text, span))) => {
                let mut sink = Sink::new();
                let Some(rule) = lower::rule(text, *span, &mut sink) else {
                    return Err(Box::new(sink.take().swap_remove(0)));
                };
                let next = self.at(line.with_rule(rule));
                return Ok(Reply::Moved(Arc::new(next), Answer::number(rule.0)));
            }
            Call::Table => Answer::list(table(line)),
            Call::Neighbors(path) => {
                let node = self.node(path)?;
                self.neighbors(node, context)
            }
            Call::History(count) => self.within(context, |here, budget| here.past(*count, budget)),
            Call::Cycle => self.within(context, |here, budget| {
                let budget = here.beyond(budget);
                let (first, period) = here.history().cycle(line, &budget)?;
                Ok(Answer::Words([first, period].map(Word::Number).into()))
            }),
            Call::When(path, live) => {
                let node = self.node(path)?;
                self.within(context, |here, budget| {
                    let budget = here.beyond(budget);
                    let next = here.history().when(line, node, *live, &budget)?;
                    Ok(next.map_or_else(|| Answer::Text(String::from("never")), Answer::number))
                })
            }
            Call::Predecessors => self.within(context, |here, budget| {
                let tree = here.tree(budget)?;
                Ok(Answer::number(predecessors::count(&tree, line.rule(), budget)?))
            }),
            Call::Predecessor => self.within(context, |here, budget| {
                let tree = here.tree(budget)?;
                let before = predecessors::first(&tree, line.rule(), budget)?;
                let before = before.map_or_else(|| String::from("none"), |tree| tree.to_string());
                Ok(Answer::Text(before))
            }),
            Call::Rules(count) => self.rules(*count, context),
            Call::NextQuestion => self.deduced(context, Self::question),
            Call::Premise(expectation) => return self.assume(expectation, context),
        }))
    }

    /// Returns the cells of the parent and the children of a node, `-` where there is none.
    fn neighbors(&self, node: NodeIndex, context: &mut Context<'_>) -> Answer {
        let shape = self.model.tree.shape();
        let (left, right) = shape.children(node).unzip();
        let neighbors = [shape.parent(node), left, right];
        self.within(context, |here, budget| {
            let budget = here.beyond(budget);
            let mut words = Vec::new();
            for neighbor in neighbors {
                words.push(Word::Symbol(match neighbor {
                    Some(node) => here.symbol_of(node, &budget)?,
                    None => "-",
                }));
            }
            Ok(Answer::Words(words))
        })
    }

    /// Runs a command under an unknown rule: what is expected of a question about states is a
    /// premise, and its own answer is `?`.
    fn premise(&self, call: &Call, context: &mut Context<'_>) -> Result<Reply, Failure> {
        Ok(Reply::Answer(match call {
            Call::Rules(count) => self.rules(*count, context),
            Call::NextQuestion => self.deduced(context, Self::question),
            Call::Query(time, place, path) => {
                self.node(path)?;
                let next = self.after(*time, *place, context)?;
                let answer = Answer::Text(String::from(lower::UNKNOWN));
                match *time {
                    0 => answer,
                    _ => return Ok(Reply::Moved(Arc::new(next), answer)),
                }
            }
            Call::At(path) | Call::When(path, _) => {
                self.node(path)?;
                Answer::Text(String::from(lower::UNKNOWN))
            }
            _ => return Err(Box::new(codes::unknown_rule(context.span))),
        }))
    }

    /// Returns the moment that a query asks about.
    fn after(&self, time: i64, place: Span, context: &Context<'_>) -> Result<Self, Failure> {
        let now = self.line.position();
        let came = self.line.came(context.source);
        let next = self.line.moved(i128::from(time));
        let next = next.ok_or_else(|| Box::new(codes::before_start(place, time, now, came)))?;
        Ok(self.at(next.by(context.source, context.span)))
    }

    /// Returns the number of rules under which the expectations so far hold, and what they have in
    /// common; with `count`, the first of these rules. Reports expectations that no rule explains.
    fn rules(&self, count: Option<u64>, context: &mut Context<'_>) -> Answer {
        let mut conflict = Vec::new();
        let answer = self.deduced(context, |here, budget| {
            let tree = &here.model.tree;
            let mut deduction = here.deduction();
            conflict = deduction.contradiction(tree, budget)?;
            let rules = deduction.rules(tree, budget)?;
            let mut lines = match count {
                _ if rules.is_empty() => vec![String::from("none")],
                None => vec![format!("{} {}", rules.len(), common(rules))],
                Some(count) => {
                    let count = usize::try_from(count).unwrap_or(usize::MAX);
                    rules.iter().take(count).map(u16::to_string).collect()
                }
            };
            if count.is_none() {
                let left_out = deduction.left_out().iter();
                lines.extend(left_out.map(|command| format!("left out: {command}")));
            }
            Ok(Answer::list(lines.join("\n")))
        });
        if !conflict.is_empty() {
            let here = conflict.iter().filter(|place| place.source == context.source);
            context.sink.push(codes::contradiction(context.verb, here.map(|place| place.span)));
        }
        answer
    }

    /// Returns the query that leaves the fewest rules in the worst case.
    fn question(&self, budget: &Budget) -> Answered {
        let now = self.line.position();
        let none = || Ok(Answer::Text(String::from("none")));
        let Ok(position) = u32::try_from(now.min(deduce::LAST + 1)) else { return none() };
        if u128::from(position) > deduce::LAST {
            return none();
        }
        let shape = self.model.tree.shape().clone();
        let question = self.deduction().question(&self.model.tree, position, budget)?;
        match question {
            None => none(),
            Some((time, node)) => Ok(Answer::Text(format!("{time} {}", shape.path_to(node)))),
        }
    }

    /// Returns the newest `count` generations, the oldest of them first.
    fn past(&self, count: u64, budget: &Budget) -> Answered {
        let newest = self.line.newest();
        let within = self.beyond(budget);
        let mut lines = Lines::default();
        let first = (newest + 1).saturating_sub(u128::from(count));
        for generation in first..=newest {
            let tree = self.history().tree(&self.line, generation, &within)?;
            lines.push(&format!("{generation} {tree}"), &within)?;
        }
        Ok(Answer::list(lines))
    }
}

/// Returns the 16 bits of rules, from row 15 to row 0, and `?` for those in which they differ.
fn common(rules: &[u16]) -> String {
    let in_every_rule = rules.iter().fold(u16::MAX, |in_every_rule, rule| in_every_rule & rule);
    let in_some_rule = rules.iter().fold(0, |in_some_rule, rule| in_some_rule | rule);
    let bit = |row: usize| match (in_some_rule >> row & 1, in_every_rule >> row & 1) {
        (0, _) => '0',
        (_, 1) => '1',
        _ => '?',
    };
    (0..16).rev().map(bit).collect()
}

/// Returns the 16 rows of the rule for the next step.
fn table(line: &Timeline) -> List {
    let rows = line.rule().table().map(|(parent, left, node, right, new)| {
        let [parent, left, node, right, new] = [parent, left, node, right, new].map(symbol);
        format!("{parent} {left} {node} {right} -> {new}")
    });
    rows.collect()
}
