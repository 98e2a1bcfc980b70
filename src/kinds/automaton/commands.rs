//! The commands of an automaton.

use super::history::Timeline;
use super::layout::NodeIndex;
use super::syntax::{Call, Path};
use super::{AutomatonGame, codes, deduce, lower, predecessors};
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

impl AutomatonGame {
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
        budget.beyond(self.history.worked())
    }

    /// Returns the answer of a command that was stopped: how far it got, and why it stopped.
    pub(super) fn gave_up(&self, stop: Stop) -> Answer {
        Answer::gave_up(Effort::Count(self.history.worked(), Counted::Generations), stop)
    }

    /// Runs `ask` if the depth of the command asks for it: for the checker with a small budget, and
    /// only if an expectation asks for the answer.
    fn within(
        &mut self,
        context: &Context<'_>,
        ask: impl FnOnce(&mut Self, &Budget) -> Answered,
    ) -> Answer {
        match context.depth {
            Depth::Run => ask(self, context.budget).unwrap_or_else(|stop| self.gave_up(stop)),
            Depth::Check { answer: false } => Answer::NotComputed,
            Depth::Check { answer: true } => {
                let answer = self.cheap(context.budget).and_then(|cheap| ask(self, &cheap).ok());
                answer.unwrap_or(Answer::NotComputed)
            }
        }
    }

    /// Runs `ask`, which tries rules, as [`Self::within`] does. A checker asks it only if that takes a
    /// few milliseconds.
    fn deduced(
        &mut self,
        line: &Timeline,
        context: &Context<'_>,
        ask: impl FnOnce(&mut Self, &Budget) -> Answered,
    ) -> Answer {
        if context.depth != (Depth::Check { answer: true }) {
            return self.within(context, ask);
        }
        match self.deduction.is_cheap(&self.model.tree, line.position()) {
            true => ask(self, &Budget::unlimited()).unwrap_or(Answer::NotComputed),
            false => Answer::NotComputed,
        }
    }

    /// Moves to `line` and returns the answer there; stays at the old position when the budget is
    /// spent.
    fn go(
        &mut self,
        context: &Context<'_>,
        line: Timeline,
        ask: impl FnOnce(&mut Self, &Timeline, &Budget) -> Answered,
    ) -> Reply<Timeline> {
        let mut stopped = false;
        let answer = self.within(context, |game, budget| {
            let answer = ask(game, &line, budget);
            stopped = answer.is_err();
            answer
        });
        if stopped && context.depth == Depth::Run {
            Reply::Answer(answer)
        } else {
            Reply::Changed(line, answer)
        }
    }

    pub(super) fn command(
        &mut self,
        line: &Timeline,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<Timeline>, Failure> {
        let now = line.position();
        if self.is_unknown() {
            return self.premise(line, call, context);
        }
        Ok(Reply::Answer(match call {
            Call::Query(time, place, path) => {
                let node = self.node(path)?;
                let next = self.after(line, *time, *place, context)?;
                let ask = |game: &mut Self, next: &Timeline, budget: &Budget| {
                    let budget = &game.beyond(budget);
                    let live = game.history.live(next, next.position(), node, budget)?;
                    Ok(Answer::Text(symbol(live).to_owned()))
                };
                if *time != 0 {
                    return Ok(self.go(context, next, ask));
                }
                self.within(context, |game, budget| ask(game, &next, budget))
            }
            Call::At(path) => {
                let node = self.node(path)?;
                self.within(context, |game, budget| {
                    let budget = &game.beyond(budget);
                    Ok(Answer::Text(symbol(game.history.live(line, now, node, budget)?).to_owned()))
                })
            }
            Call::Step(0) => Answer::number(now),
            Call::Step(count) => {
                let next = line.moved(i128::from(*count)).unwrap_or_else(|| line.clone());
                let next = next.by(context.source, context.span);
                if matches!(context.depth, Depth::Check { .. }) {
                    let answer = Answer::number(next.position());
                    return Ok(Reply::Changed(next, answer));
                }
                return Ok(self.go(context, next, |game, next, budget| {
                    let budget = &game.beyond(budget);
                    game.history.live(next, next.position(), NodeIndex::ROOT, budget)?;
                    Ok(Answer::number(next.position()))
                }));
            }
            Call::Rule(None) => Answer::number(line.rule().0),
            Call::Rule(Some((text, span))) => {
                let mut sink = Sink::new();
                let Some(rule) = lower::rule(text, *span, &mut sink) else {
                    return Err(Box::new(sink.take().swap_remove(0)));
                };
                return Ok(Reply::Changed(line.with_rule(rule), Answer::number(rule.0)));
            }
            Call::Table => Answer::list(table(line)),
            Call::Neighbors(path) => {
                let node = self.node(path)?;
                self.neighbors(line, node, context)
            }
            Call::History(count) => {
                self.within(context, |game, budget| game.past(line, *count, budget))
            }
            Call::Cycle => self.within(context, |game, budget| {
                let budget = &game.beyond(budget);
                let (first, period) = game.history.cycle(line, budget)?;
                Ok(Answer::Words([first, period].map(Word::Number).into()))
            }),
            Call::When(path, live) => {
                let node = self.node(path)?;
                self.within(context, |game, budget| {
                    let budget = &game.beyond(budget);
                    let next = game.history.when(line, node, *live, budget)?;
                    Ok(next.map_or_else(|| Answer::Text(String::from("never")), Answer::number))
                })
            }
            Call::Predecessors => self.within(context, |game, budget| {
                let tree = game.history.tree(line, now, &game.beyond(budget))?;
                Ok(Answer::number(predecessors::count(&tree, line.rule(), budget)?))
            }),
            Call::Predecessor => self.within(context, |game, budget| {
                let tree = game.history.tree(line, now, &game.beyond(budget))?;
                let one = predecessors::one(&tree, line.rule(), budget)?;
                Ok(Answer::Text(one.map_or_else(|| String::from("none"), |tree| tree.to_string())))
            }),
            Call::Rules(count) => self.rules(*count, line, context),
            Call::NextQuestion => {
                self.deduced(line, context, |game, budget| game.question(now, budget))
            }
        }))
    }

    /// Returns the cells of the parent and the children of a node, `-` where there is none.
    fn neighbors(&mut self, line: &Timeline, node: NodeIndex, context: &mut Context<'_>) -> Answer {
        let now = line.position();
        let shape = self.model.tree.shape();
        let (left, right) = shape.children(node).unzip();
        let neighbors = [shape.parent(node), left, right];
        self.within(context, |game, budget| {
            let budget = &game.beyond(budget);
            let mut words = Vec::new();
            for neighbor in neighbors {
                words.push(Word::Symbol(match neighbor {
                    Some(node) => symbol(game.history.live(line, now, node, budget)?),
                    None => "-",
                }));
            }
            Ok(Answer::Words(words))
        })
    }

    /// Runs a command under an unknown rule: what is expected of a question about states is a
    /// premise, and its own answer is `?`.
    fn premise(
        &mut self,
        line: &Timeline,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<Timeline>, Failure> {
        Ok(Reply::Answer(match call {
            Call::Rules(count) => self.rules(*count, line, context),
            Call::NextQuestion => {
                let now = line.position();
                self.deduced(line, context, |game, budget| game.question(now, budget))
            }
            Call::Query(time, place, path) => {
                self.node(path)?;
                let next = self.after(line, *time, *place, context)?;
                let answer = Answer::Text(String::from(lower::UNKNOWN));
                match *time {
                    0 => answer,
                    _ => return Ok(Reply::Changed(next, answer)),
                }
            }
            Call::At(path) | Call::When(path, _) => {
                self.node(path)?;
                Answer::Text(String::from(lower::UNKNOWN))
            }
            _ => return Err(Box::new(codes::unknown_rule(context.span))),
        }))
    }

    /// Returns the timeline at the time of a query.
    fn after(
        &self,
        line: &Timeline,
        time: i64,
        place: Span,
        context: &Context<'_>,
    ) -> Result<Timeline, Failure> {
        let came = line.came(context.source);
        let next = line.moved(i128::from(time));
        let next =
            next.ok_or_else(|| Box::new(codes::before_start(place, time, line.position(), came)))?;
        Ok(next.by(context.source, context.span))
    }

    /// Returns the number of rules under which the expectations so far hold, and what they have in
    /// common; with `count`, the first of these rules. Reports expectations that no rule explains.
    fn rules(&mut self, count: Option<u64>, line: &Timeline, context: &mut Context<'_>) -> Answer {
        let mut conflict = Vec::new();
        let answer = self.deduced(line, context, |game, budget| {
            let tree = &game.model.tree;
            conflict = game.deduction.contradiction(tree, budget)?;
            let rules = game.deduction.rules(tree, budget)?;
            let mut lines = match count {
                _ if rules.is_empty() => vec![String::from("none")],
                None => vec![format!("{} {}", rules.len(), common(rules))],
                Some(count) => {
                    let count = usize::try_from(count).unwrap_or(usize::MAX);
                    rules.iter().take(count).map(u16::to_string).collect()
                }
            };
            if count.is_none() {
                lines
                    .extend(game.deduction.left_out().iter().map(|one| format!("left out: {one}")));
            }
            Ok(Answer::list(lines.join("\n")))
        });
        if !conflict.is_empty() {
            let here = conflict.iter().filter(|(source, _)| *source == context.source);
            context.sink.push(codes::contradiction(context.verb, here.map(|(_, place)| *place)));
        }
        answer
    }

    /// Returns the query that leaves the fewest rules in the worst case.
    fn question(&mut self, now: u128, budget: &Budget) -> Answered {
        let none = || Ok(Answer::Text(String::from("none")));
        let Ok(position) = u32::try_from(now.min(deduce::LAST + 1)) else { return none() };
        if u128::from(position) > deduce::LAST {
            return none();
        }
        let shape = self.model.tree.shape().clone();
        match self.deduction.question(&self.model.tree, position, budget)? {
            None => none(),
            Some((time, node)) => Ok(Answer::Text(format!("{time} {}", shape.path_to(node)))),
        }
    }

    /// Returns the newest `count` generations, the oldest of them first.
    fn past(&mut self, line: &Timeline, count: u64, budget: &Budget) -> Answered {
        let newest = line.newest();
        let within = self.beyond(budget);
        let mut lines = Lines::default();
        let first = (newest + 1).saturating_sub(u128::from(count));
        for generation in first..=newest {
            let tree = self.history.tree(line, generation, &within)?;
            lines.push(&format!("{generation} {tree}"), &within)?;
        }
        Ok(Answer::list(lines))
    }
}

/// Returns the 16 bits of rules, from row 15 to row 0, and `?` for those in which they differ.
fn common(rules: &[u16]) -> String {
    let all = rules.iter().fold(u16::MAX, |all, rule| all & rule);
    let any = rules.iter().fold(0, |any, rule| any | rule);
    let bit = |row: usize| match (any >> row & 1, all >> row & 1) {
        (0, _) => '0',
        (_, 1) => '1',
        _ => '?',
    };
    (0..16).rev().map(bit).collect()
}

/// Returns the 16 rows of the rule for the next step.
fn table(line: &Timeline) -> List {
    let rows = line.rule().table().map(|(parent, left, own, right, new)| {
        let [parent, left, own, right, new] = [parent, left, own, right, new].map(symbol);
        format!("{parent} {left} {own} {right} -> {new}")
    });
    rows.collect()
}
