//! The automaton as a kind of puzzle: its interface for the session, the checker and the REPL.

use std::sync::Arc;

use super::codes::{self, CODES};
use super::commands::symbol;
use super::deduce::{self, Deduction};
use super::history::{History, Timeline};
use super::lower::{self, Automaton, Layout, UNKNOWN};
use super::rules::Rule;
use super::syntax::{self, Call};
use super::verbs::{QUERY, VERBS, Word};
use super::{json, marks, scene, states};
use crate::diag::{Sink, thousands};
use crate::puzzle::rank::Extent;
use crate::puzzle::states::{Life, StateGraph, Stretch};
use crate::puzzle::{
    Answer, Ask, Body, Cells, Context, Converted, Cue, Done, Effort, Failure, Field, Game, Info,
    Input, Json, LegalMove, Mark, Observed, Out, Reading, Reply, Searches, Spot, Standing, Status,
    Table, Task, Verdict, Word as Value, Written,
};
use crate::scene::Scene;
use crate::search::{Budget, Counted};
use crate::syntax::{Args, Fragment};
use crate::text::Span;

static INFO: Info = Info {
    name: "automaton",
    summary: "a cellular automaton on a binary tree",
    verbs: VERBS,
    query: Some(QUERY),
    codes: CODES,
    example: "automaton article {\n  rule 23749\n  tree (((X . .) X (X . X)) X ((. X X) . (. X .)))\n}\n",
    json: Some(&json::FORM),
    separator: Some("; "),
    make: Some(&super::make::MakeAutomaton),
    symbols: "X.",
    extent: syntax::extent,
    begins,
    ..Info::PLAIN
};

/// Returns whether a text begins like raw input: with a rule alone on its line, and a tree.
fn begins(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_rule = lines.next().is_some_and(|line| line.parse::<u16>().is_ok());
    is_rule && lines.next().is_some_and(|line| line.starts_with(['(', 'X', '.']))
}

/// The most nodes that the checker steps for an answer that an expectation asks for.
const CHEAP: u64 = 1 << 16;

/// An open automaton.
pub(crate) struct AutomatonGame {
    pub(super) model: Arc<Automaton>,
    pub(super) history: History,
    /// The rules under which the expectations so far hold.
    pub(super) deduction: Deduction,
}

impl AutomatonGame {
    /// Returns whether the rule is to be found, so that only generation 0 is known.
    pub(super) fn is_unknown(&self) -> bool {
        self.model.rule.is_none()
    }

    /// Returns the number of the rule at a place of the timeline, or `?`.
    fn rule_text(&self, state: &Timeline) -> String {
        match self.is_unknown() {
            true => String::from(UNKNOWN),
            false => state.rule().0.to_string(),
        }
    }

    /// Returns the text of the tree at a place of the timeline.
    fn shown(&mut self, state: &Timeline, budget: &Budget) -> Result<String, Answer> {
        if self.is_unknown() && state.position() > 0 {
            return Err(Answer::NotComputed);
        }
        let budget = self.beyond(budget);
        let tree = self.history.tree(state, state.position(), &budget);
        tree.map(|tree| tree.to_string()).map_err(|stop| self.gave_up(stop))
    }

    /// The most nodes that a picture may step to restore its state.
    const DRAWN: u64 = 1 << 28;
    /// The most generations that a film shows.
    const FILMED: i128 = 12;

    fn draw(&mut self, name: &str, state: &Timeline, target: Option<scene::Target<'_>>) -> Scene {
        let nodes = self.model.tree.shape().nodes() as u64;
        let states = self.history.worked() + Self::DRAWN / nodes;
        let budget = Budget::unlimited().with_states(states);
        let is_known = !self.is_unknown() || state.position() == 0;
        match self.history.tree(state, if is_known { state.position() } else { 0 }, &budget) {
            Ok(tree) if is_known => scene::scene(name, &tree, state.position(), target),
            _ => {
                let mut scene = scene::scene(name, &self.model.tree, 0, target);
                let why = if is_known { "not computed" } else { "not known" };
                scene.caption = format!("generation 0 shown: {} is {why}", state.position());
                scene
            }
        }
    }
}

impl Game for AutomatonGame {
    type Model = Automaton;
    type State = Timeline;
    type Word = Word;
    type Call = Call;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = Word::TABLE;

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading<Automaton>> {
        let mark = out.len();
        let shape = syntax::expect_automaton_body(body, out);
        let sound = !out.errors_since(mark);
        let (mut model, asks) = lower::lower(&shape, out)?;
        if model.layout == Layout::Keyed && out.len() > mark {
            model.layout = Layout::ByHand;
        }
        sound.then_some(Reading { model, asks })
    }

    /// Leaves a body as it is that is laid out by hand.
    fn format(&Written { body, model, .. }: &Written<'_, Automaton>) -> Option<Vec<String>> {
        let rule = &body.source[model.rule_place.range()];
        let lines = || vec![format!("rule {rule}"), format!("tree {}", model.tree)];
        (model.layout == Layout::Keyed).then(lines)
    }

    fn convert(written: &Written<'_, Automaton>) -> Option<Converted> {
        marks::convert(written)
    }

    fn open(model: Arc<Automaton>) -> Self {
        let history = History::new(model.tree.clone());
        Self { model, history, deduction: Deduction::default() }
    }

    fn parse(word: Word, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
        syntax::expect_automaton_command(word, args, sink)
    }

    fn run(
        &mut self,
        state: &Timeline,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<Timeline>, Failure> {
        self.command(state, call, context)
    }

    fn declare(
        &mut self,
        state: &Timeline,
        budget: &Budget,
    ) -> Result<Option<Vec<String>>, Answer> {
        let tree = self.shown(state, budget)?;
        Ok(Some(vec![format!("rule {}", self.rule_text(state)), format!("tree {tree}")]))
    }

    fn fields(&mut self, state: &Timeline, budget: &Budget) -> Result<Vec<Field>, Answer> {
        let tree = self.shown(state, budget)?;
        let rule = match self.is_unknown() {
            true => Json::Text(String::from(UNKNOWN)),
            false => Json::Number(state.rule().0.to_string()),
        };
        Ok(vec![Field::new("rule", rule), Field::new("tree", Json::Text(tree))])
    }

    fn start(&self) -> Timeline {
        // An unknown rule is never followed.
        Timeline::new(self.model.rule.unwrap_or(Rule(0)))
    }

    fn show(&mut self, state: &Timeline, budget: &Budget) -> Answer {
        self.shown(state, budget).map_or_else(|gave_up| gave_up, Answer::Text)
    }

    fn cells(&self) -> Cells {
        Cells::Tree
    }

    fn status(&self, state: &Timeline, _: &Searches) -> Status {
        let rule = match self.is_unknown() {
            true => Value::Symbol(UNKNOWN),
            false => Value::Number(state.rule().0.into()),
        };
        let numbers = [state.position(), state.newest()].map(Value::Number);
        let (nodes, worked) = (self.model.tree.shape().nodes(), self.history.worked());
        let computed = Counted::Generations.count(worked);
        let [nodes, held] =
            [nodes, self.history.bytes() >> 10].map(|count| thousands(count as u128));
        Status {
            done: Done::Fields(vec![
                ("generation", numbers[0]),
                ("newest", numbers[1]),
                ("rule", rule),
            ]),
            figures: vec![format!("{nodes} nodes, {computed} computed, {held} KiB held")],
        }
    }

    fn prompt(&self, state: &Timeline) -> String {
        format!("generation {}", state.position())
    }

    fn scene(&mut self, name: &str, state: &Timeline) -> Scene {
        self.draw(name, state, None)
    }

    fn standing(&self, state: &Timeline) -> Standing {
        let made = u64::try_from(state.position()).unwrap_or(u64::MAX);
        Standing { made, ..Standing::default() }
    }

    fn legal_moves(&self, _state: &Timeline) -> Vec<LegalMove> {
        let step = (!self.is_unknown()).then(|| LegalMove::of(String::from("step 1")));
        step.into_iter().collect()
    }

    fn point(
        &mut self,
        name: &str,
        state: &Timeline,
        call: &Call,
        _: &mut Searches,
        _: &Budget,
    ) -> Result<Option<Scene>, Failure> {
        let (Call::At(path) | Call::Neighbors(path)) = call else { return Ok(None) };
        self.node(path)?;
        let neighbors = matches!(call, Call::Neighbors(_));
        let target = scene::Target { turns: &path.turns, neighbors };
        Ok(Some(self.draw(name, state, Some(target))))
    }

    fn argument_marks(_: Word, args: Fragment<'_>) -> Vec<Mark> {
        marks::argument_marks(args)
    }

    fn complete(&self, _state: &Timeline, verb: Word, before: Fragment<'_>) -> Vec<String> {
        let word = before.text.rsplit([' ', '\t']).next().unwrap_or_default();
        let first = !before.text.trim_start().contains([' ', '\t']);
        let expected = match verb {
            Word::At | Word::Neighbors | Word::When => first,
            Word::Query => !first,
            Word::Play => {
                let part = before.text.rsplit(';').next().unwrap_or_default().trim();
                let step = Word::TABLE.verb(Word::Step).map_or("", |verb| verb.name);
                let fresh = part == word.trim() && step.starts_with(part) && part != step;
                return if fresh { vec![step.to_owned()] } else { Vec::new() };
            }
            _ => false,
        };
        if verb == Word::When && !first {
            let state = before.text.trim_end().ends_with('=');
            let all: &[&str] =
                if state || before.text.contains('=') { &["X", "."] } else { &["="] };
            return all.iter().map(|&word| word.to_owned()).collect();
        }
        if !expected {
            return Vec::new();
        }
        let inner = word.strip_prefix('[').unwrap_or_default();
        let Ok(("", turns)) = syntax::parse_path(&format!("[{inner}]")) else { return Vec::new() };
        let shape = self.model.tree.shape();
        let Ok(node) = shape.walk(&turns) else { return Vec::new() };
        let mut all = vec![format!("[{inner}]")];
        if shape.is_internal(node) {
            all.extend(["<", ">"].map(|turn| format!("[{inner}{turn}")));
        }
        all
    }

    fn describe(&mut self, state: &Timeline, spot: &Spot<'_>) -> Option<String> {
        self.describe_part(state, spot)
    }

    fn cheap(&self, budget: &Budget) -> Option<Budget> {
        let nodes = self.model.tree.shape().nodes() as u64;
        let states = CHEAP.checked_div(nodes).filter(|&count| count > 0)?;
        let budget = Budget { progress: None, ..budget.clone() };
        Some(Budget { states: states.min(budget.states), ..budget })
    }

    const OBSERVES: bool = true;

    fn observe(
        &mut self,
        state: &Timeline,
        call: Option<&Call>,
        asked: &Observed<'_>,
    ) -> Option<Result<String, Failure>> {
        let (tree, place) = (&self.model.tree, (asked.source, asked.text.span()));
        let is_premise =
            matches!(call, None | Some(Call::Query(..) | Call::At(_) | Call::When(..)));
        let expected = asked.expected;
        let claims = deduce::claims(tree, state.position(), call, expected);
        if self.is_unknown() && is_premise && claims.is_none() {
            return Some(Err(Box::new(codes::no_premise(place.1, expected))));
        }
        let claims = claims?;
        let words = expected.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let again = match call {
            // The time of a query was moved to.
            Some(Call::Query(..)) => asked.text.text.rsplit([' ', '\t']).next().unwrap_or_default(),
            _ => asked.text.text,
        };
        let note = format!("{again} => {words}");
        let last = claims.last().map_or(0, |claim| claim.0);
        if u128::from(last) > deduce::LAST || !state.is_by_first_rule() {
            self.deduction.leave_out(asked.text.text);
            return self.is_unknown().then_some(Ok(note));
        }
        let premise = deduce::Premise { claims, place };
        if !self.is_unknown() {
            self.deduction.assume(premise);
            return None;
        }
        let conflict = self.deduction.assume_unless_refuted(premise, tree);
        let here = conflict.iter().filter(|(source, _)| *source == asked.source);
        let others = here.map(|(_, place)| *place).filter(|span| *span != place.1);
        Some(match conflict.is_empty() {
            true => Ok(note),
            false => Err(Box::new(codes::contradicts(place.1, others))),
        })
    }

    fn task(&mut self, _name: &str) -> Task {
        let rule = self.model.rule;
        let head = ["parent", "left", "self", "right", "new"].map(String::from).to_vec();
        let row = |(parent, left, own, right, new)| {
            let mut row = [parent, left, own, right, new].map(|live| symbol(live).to_owned());
            if self.is_unknown() {
                row[4].clear(); // it is to be filled in
            }
            row.to_vec()
        };
        let rows = rule.unwrap_or(Rule(0)).table().map(row);
        let table = std::iter::once(head).chain(rows).collect();
        Task { goal: None, notes: vec![format!("rule {}", self.rule_text(&self.start()))], table }
    }

    /// Returns the next generations, once around the cycle at most.
    fn script(
        &mut self,
        state: &Timeline,
        _: &mut Searches,
        budget: &Budget,
    ) -> Result<Vec<Cue>, Answer> {
        let (mut cues, budget) = (Vec::new(), &self.beyond(budget));
        if self.is_unknown() {
            return Ok(cues);
        }
        let now = self
            .history
            .tree(state, state.position(), budget)
            .map_err(|stop| self.gave_up(stop))?;
        for ahead in 1..=Self::FILMED {
            let Some(next) = state.moved(ahead) else { break };
            let tree = self.history.tree(&next, next.position(), budget);
            let tree = tree.map_err(|stop| self.gave_up(stop))?;
            cues.push(Cue::new(format!("generation {}", next.position()), "step 1"));
            // Once around the cycle is enough.
            if tree == now {
                break;
            }
        }
        Ok(cues)
    }

    fn graph(&mut self, state: &Timeline, limit: usize, budget: &Budget) -> Option<StateGraph> {
        (!self.is_unknown()).then(|| states::graph(&mut self.history, state, limit, budget))
    }

    fn extent(model: &Automaton) -> Extent {
        Extent { pieces: Some(model.tree.shape().nodes() as u64), size: None }
    }

    fn canonical(model: &Automaton) -> Option<Vec<u64>> {
        Some(states::canonical(model))
    }

    fn life(&mut self, state: &Timeline, stretch: Stretch, budget: &Budget) -> Option<Life> {
        (!self.is_unknown()).then(|| states::life(&mut self.history, state, stretch, budget))
    }

    fn judge(
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        let body = Body::raw(input);
        let Some(Reading { model, asks }) = Self::read(&body, &mut Out::new(sink)) else {
            return Verdict::Fine;
        };
        let mut history = History::new(model.tree);
        let mut line = Timeline::new(model.rule.unwrap_or(Rule(0))); // raw input has a number
        let mut verdict = Verdict::Fine;
        let written = asks.iter().filter_map(|ask| match ask {
            Ask::Written(span) => Some(Fragment::of(body.source, *span)),
            Ask::Implied { .. } => None,
        });
        for text in written {
            let number = input.source.line_number(text.start);
            let mut emit = |line: &str| emit(number, line);
            if verdict == Verdict::GaveUp {
                emit(&Answer::not_run().text()); // every query has its line
                continue;
            }
            let mut args = Args::new(text, Span::at(text.start), QUERY.usage);
            let Some(Call::Query(time, place, path)) =
                syntax::expect_automaton_command(Word::Query, &mut args, sink)
            else {
                continue;
            };
            let node = match history.shape().walk(&path.turns) {
                Ok(node) => node,
                Err(step) => {
                    sink.push(codes::off_tree(path.span, step, path.turns.len()));
                    continue;
                }
            };
            let Some(next) = line.moved(i128::from(time)) else {
                let (now, came) = (line.position(), line.came(0));
                sink.push(codes::before_start(place, time, now, came));
                continue;
            };
            match history.live(&next, next.position(), node, budget) {
                Ok(live) => emit(symbol(live)),
                Err(stop) => {
                    let effort = Effort::Count(history.worked(), Counted::Generations);
                    emit(&Answer::gave_up(effort, stop).text());
                    verdict = Verdict::GaveUp;
                    continue;
                }
            }
            line = if time == 0 { next } else { next.by(0, text.span()) };
        }
        verdict
    }
}
