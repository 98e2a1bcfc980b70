//! The automaton as a kind of puzzle: its interface for the session, the checker and the REPL.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::codes::{self, CODES};
use super::commands::symbol;
use super::deduce::Deduction;
use super::history::{History, Timeline};
use super::lower::{self, Automaton, Layout, UNKNOWN};
use super::premise::Expectation;
use super::rules::Rule;
use super::syntax::{self, Call};
use super::verbs::{QUERY, VERBS, Word};
use super::{json, marks, scene, states};
use crate::diag::{Sink, thousands};
use crate::puzzle::rank::Extent;
use crate::puzzle::states::{Life, StateGraph, Stretch};
use crate::puzzle::{
    Answer, Ask, Board, Body, Cells, Command, Context, Cue, Depth, Done, Effort, Failure, Field,
    Game, Info, Input, Instruction, Json, LegalMove, Out, Reading, Reply, Request, Searches, Slot,
    Spot, Standing, Status, Task, Verdict, Word as Value,
};
use crate::scene::Scene;
use crate::search::{Budget, Counted};
use crate::syntax::{Arg, Args, Fragment, last_word};
use crate::text::Span;

/// The kind.
pub static INFO: Info = Info {
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
    has_premises: true,
    extent: syntax::extent,
    begins,
    read: reading,
    lints: |instruction, sink| Call::read(instruction, sink).is_some(),
    rest_marks: |_, args| marks::query(args),
    judge,
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

/// A moment in the life of an automaton.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(super) model: Arc<Automaton>,
    pub(super) line: Timeline,
    /// The generations that were computed, for all moments of this life.
    history: Arc<Mutex<History>>,
    /// The rules under which the expectations so far hold.
    deduction: Arc<Mutex<Deduction>>,
}

impl Moment {
    /// Returns generation 0.
    fn start(model: Arc<Automaton>) -> Self {
        let history = Arc::new(Mutex::new(History::new(model.tree.clone())));
        // An unknown rule is never followed.
        let line = Timeline::new(model.rule.unwrap_or(Rule(0)));
        Self { model, line, history, deduction: Arc::default() }
    }

    /// Returns this moment of a life of which nothing is computed.
    fn apart(&self) -> Self {
        Self { line: self.line.clone(), ..Self::start(self.model.clone()) }
    }

    /// Runs a command for an editor. What was computed may answer at once; apart from it, so that
    /// `status` does not show it, a little may be computed.
    fn preview(&self, call: &Call, context: &mut Context<'_>) -> Result<Reply, Failure> {
        let known = context.budget.clone().with_states(0);
        for (moment, budget) in [(self, &known), (&self.apart(), context.budget)] {
            let Context { span, verb, source, home, .. } = *context;
            let depth = Depth::Check { answer: true };
            let sink = &mut *context.sink;
            let mut check = Context { budget, sink, depth, span, verb, source, home };
            let reply = moment.command(call, &mut check)?;
            if let Reply::Answer(answer) | Reply::Moved(_, answer) = &reply
                && answer.is_computed()
            {
                return Ok(reply);
            }
        }
        Ok(Reply::Answer(Answer::NotComputed))
    }

    /// Returns another moment of the same life.
    pub(super) fn at(&self, line: Timeline) -> Self {
        Self { line, ..self.clone() }
    }

    /// Returns this moment, at which something else follows from the expectations.
    pub(super) fn concluding(&self, deduction: Deduction) -> Self {
        Self { deduction: Arc::new(Mutex::new(deduction)), ..self.clone() }
    }

    /// Returns what was computed, for one question.
    pub(super) fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what follows from the expectations, for one question.
    pub(super) fn deduction(&self) -> MutexGuard<'_, Deduction> {
        self.deduction.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the rule is to be found, so that only generation 0 is known.
    pub(super) fn is_unknown(&self) -> bool {
        self.model.rule.is_none()
    }

    /// Returns the number of the rule at a place of the timeline, or `?`.
    fn rule_text(&self) -> String {
        match self.is_unknown() {
            true => String::from(UNKNOWN),
            false => self.line.rule().0.to_string(),
        }
    }

    /// Returns the text of the tree.
    fn shown(&self, budget: &Budget) -> Result<String, Answer> {
        if self.is_unknown() && self.line.position() > 0 {
            return Err(Answer::NotComputed);
        }
        let budget = self.beyond(budget);
        let tree = self.history().tree(&self.line, self.line.position(), &budget);
        tree.map(|tree| tree.to_string()).map_err(|stop| self.gave_up(stop))
    }

    /// The most nodes that a picture may step to restore its state.
    const DRAWN: u64 = 1 << 28;
    /// The most generations that a film shows.
    const FILMED: i128 = 12;

    fn draw(&self, name: &str, target: Option<scene::Target<'_>>) -> Scene {
        let nodes = self.model.tree.shape().nodes() as u64;
        let states = self.history().worked() + Self::DRAWN / nodes;
        let budget = Budget::unlimited().with_states(states);
        let is_known = !self.is_unknown() || self.line.position() == 0;
        let generation = if is_known { self.line.position() } else { 0 };
        let tree = self.history().tree(&self.line, generation, &budget);
        match tree {
            Ok(tree) if is_known => scene::scene(name, &tree, self.line.position(), target),
            _ => {
                let mut scene = scene::scene(name, &self.model.tree, 0, target);
                let why = if is_known { "not computed" } else { "not known" };
                scene.caption = format!("generation 0 shown: {} is {why}", self.line.position());
                scene
            }
        }
    }
}

/// Reads a body, as the automaton and the queries that it implies.
fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<(Automaton, Vec<Ask>)> {
    let mark = out.len();
    let shape = syntax::expect_automaton_body(body, out);
    let sound = !out.errors_since(mark);
    let (mut model, asks) = lower::lower(&shape, out)?;
    if model.layout == Layout::Keyed && out.len() > mark {
        model.layout = Layout::ByHand;
    }
    sound.then_some((model, asks))
}

/// Returns the lines of a body, unless it is laid out by hand.
fn format(model: &Automaton, body: &Body<'_>) -> Option<Vec<String>> {
    let rule = &body.source[model.rule_place.range()];
    let lines = || vec![format!("rule {rule}"), format!("tree {}", model.tree)];
    (model.layout == Layout::Keyed).then(lines)
}

/// Reads a body, as a puzzle.
fn reading(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading> {
    let (model, asks) = read(body, out)?;
    let model = Arc::new(model);
    let keyed = model.clone();
    let other = model.clone();
    Some(Reading {
        asks,
        format: Box::new(move |body, _| format(&keyed, body)),
        convert: Box::new(move |body, asks| marks::convert(&other, body, asks)),
        ..Reading::new(move || Moment::start(model.clone()))
    })
}

impl Game for Moment {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn searches(&self) -> Box<dyn Searches> {
        Box::new(self.clone())
    }

    fn declare(&self, budget: &Budget) -> Result<Option<Vec<String>>, Answer> {
        let tree = self.shown(budget)?;
        Ok(Some(vec![format!("rule {}", self.rule_text()), format!("tree {tree}")]))
    }

    fn fields(&self, budget: &Budget) -> Result<Vec<Field>, Answer> {
        let tree = self.shown(budget)?;
        let rule = match self.is_unknown() {
            true => Json::Text(String::from(UNKNOWN)),
            false => Json::Number(self.line.rule().0.to_string()),
        };
        Ok(vec![Field::new("rule", rule), Field::new("tree", Json::Text(tree))])
    }

    fn show(&self, budget: &Budget) -> Answer {
        self.shown(budget).map_or_else(|gave_up| gave_up, Answer::Text)
    }

    fn cells(&self) -> Cells {
        Cells::Tree
    }

    fn prompt(&self) -> String {
        format!("generation {}", self.line.position())
    }

    fn scene(&self, name: &str) -> Scene {
        self.draw(name, None)
    }

    fn standing(&self) -> Standing {
        let made = u64::try_from(self.line.position()).unwrap_or(u64::MAX);
        Standing { made, ..Standing::default() }
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        let step = (!self.is_unknown()).then(|| LegalMove::of(String::from("step 1")));
        step.into_iter().collect()
    }

    fn candidates(&self, slot: Slot<'_>, before: Fragment<'_>) -> Vec<String> {
        if Word::TABLE.words[slot.verb] == Word::When && matches!(slot.arg, Arg::Text("X")) {
            return ["X", "."].map(String::from).to_vec();
        }
        if !matches!(slot.arg, Arg::Text("PATH")) {
            return Vec::new();
        }
        let word = &before.text[last_word(before.text)..];
        let inner = word.strip_prefix('[').unwrap_or_default();
        let Ok(("", turns)) = syntax::parse_path(&format!("[{inner}]")) else { return Vec::new() };
        let shape = self.model.tree.shape();
        let Ok(node) = shape.walk(&turns) else { return Vec::new() };
        let mut paths = vec![format!("[{inner}]")];
        if shape.is_internal(node) {
            paths.extend(["<", ">"].map(|turn| format!("[{inner}{turn}")));
        }
        paths
    }

    fn describe(&self, spot: &Spot<'_>) -> Option<String> {
        self.describe_part(spot)
    }

    fn cheap(&self, budget: &Budget) -> Option<Budget> {
        let nodes = self.model.tree.shape().nodes() as u64;
        let states = CHEAP.checked_div(nodes).filter(|&count| count > 0)?;
        let budget = Budget { progress: None, ..budget.clone() };
        Some(Budget { states: states.min(budget.states), ..budget })
    }

    fn task(&self, _name: &str) -> Task {
        let rule = self.model.rule;
        let head = ["parent", "left", "self", "right", "new"].map(String::from).to_vec();
        let row = |(parent, left, node, right, new)| {
            let mut row = [parent, left, node, right, new].map(|live| symbol(live).to_owned());
            if self.is_unknown() {
                row[4].clear(); // it is to be filled in
            }
            row.to_vec()
        };
        let rows = rule.unwrap_or(Rule(0)).table().map(row);
        let table = std::iter::once(head).chain(rows).collect();
        Task { goal: None, notes: vec![format!("rule {}", self.rule_text())], table }
    }

    fn graph(&self, limit: usize, budget: &Budget) -> Option<StateGraph> {
        (!self.is_unknown()).then(|| states::graph(&mut self.history(), &self.line, limit, budget))
    }

    fn extent(&self) -> Extent {
        Extent { pieces: Some(self.model.tree.shape().nodes() as u64), size: None }
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        Some(states::canonical(&self.model))
    }
}

impl Call {
    /// Returns the command of a verb and its arguments. Pushes a diagnostic and gives `None` if they are
    /// malformed.
    pub(super) fn read(instruction: Instruction<'_>, sink: &mut Sink) -> Option<Self> {
        let Instruction { verb, mut given } = instruction;
        syntax::automaton_command(Word::TABLE.words[verb], &mut given, sink)
    }
}

/// The moments of a life share their computed values, so no search belongs to a single moment.
impl Searches for Moment {
    fn command<'a>(
        &'a mut self,
        request: Request<'_>,
        sink: &mut Sink,
    ) -> Option<Box<dyn Command + 'a>> {
        let call = match request {
            Request::Command(instruction) => Call::read(instruction, sink)?,
            Request::Premise(observed) => Call::Premise(Box::new(Expectation::of(observed))),
        };
        Some(Box::new(Bound { at: self, call }))
    }

    fn status(&self) -> Status {
        let rule = match self.is_unknown() {
            true => Value::Symbol(UNKNOWN),
            false => Value::Number(self.line.rule().0.into()),
        };
        let numbers = [self.line.position(), self.line.newest()].map(Value::Number);
        let nodes = self.model.tree.shape().nodes();
        let history = self.history();
        let computed = Counted::Generations.count(history.worked());
        let [nodes, held] = [nodes, history.bytes() >> 10].map(|count| thousands(count as u128));
        Status {
            done: Done::Fields(vec![
                ("generation", numbers[0]),
                ("newest", numbers[1]),
                ("rule", rule),
            ]),
            figures: vec![format!("{nodes} nodes, {computed} computed, {held} KiB held")],
        }
    }

    /// Returns the next generations, once around the cycle at most.
    fn script(&mut self, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        let mut cues = Vec::new();
        let budget = &self.beyond(budget);
        if self.is_unknown() {
            return Ok(cues);
        }
        let now = self.history().tree(&self.line, self.line.position(), budget);
        let now = now.map_err(|stop| self.gave_up(stop))?;
        for ahead in 1..=Self::FILMED {
            let Some(next) = self.line.moved(ahead) else { break };
            let tree = self.history().tree(&next, next.position(), budget);
            let tree = tree.map_err(|stop| self.gave_up(stop))?;
            let label = format!("generation {}", next.position());
            cues.push(Cue::new(label, self.at(next)));
            // Once around the cycle is enough.
            if tree == now {
                break;
            }
        }
        Ok(cues)
    }
}

/// A command at the moment when it is run.
struct Bound<'a> {
    at: &'a Moment,
    call: Call,
}

impl Command for Bound<'_> {
    fn run(&mut self, context: &mut Context<'_>) -> Result<Reply, Failure> {
        match (&self.call, context.depth) {
            (Call::Premise(expectation), _) => self.at.assume(expectation, context),
            (call, Depth::Preview) => self.at.preview(call, context),
            (call, _) => self.at.command(call, context),
        }
    }

    fn point(&mut self, name: &str, _: &Budget) -> Result<Option<Scene>, Failure> {
        let (Call::At(path) | Call::Neighbors(path)) = &self.call else { return Ok(None) };
        self.at.node(path)?;
        let neighbors = matches!(self.call, Call::Neighbors(_));
        let target = scene::Target { turns: &path.turns, neighbors };
        Ok(Some(self.at.draw(name, Some(target))))
    }
}

/// Returns the generations of a stretch of the timeline of an automaton; `None` for puzzles of other
/// kinds, and if its rule is to be found.
pub fn life(puzzle: &Board, stretch: Stretch, budget: &Budget) -> Option<Life> {
    let moment = (puzzle.position() as &dyn Any).downcast_ref::<Moment>()?;
    let mut history = moment.history();
    (!moment.is_unknown()).then(|| states::life(&mut history, &moment.line, stretch, budget))
}

/// Runs the queries of raw input, and hands out their answers.
fn judge(
    input: Input<'_>,
    budget: &Budget,
    sink: &mut Sink,
    emit: &mut dyn FnMut(u32, &str),
) -> Verdict {
    let body = Body::raw(input);
    let Some((model, asks)) = read(&body, &mut Out::new(sink)) else {
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
        let mut args = Args::new(text, Span::at(text.start), QUERY.usage());
        let Some(Call::Query(time, place, path)) = syntax::expect_query(&mut args, sink) else {
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
            let now = line.position();
            let came = line.came(0);
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
