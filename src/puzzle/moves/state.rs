//! A position, and the answers that the searches from it give.

use super::{Call, Engine, MoveGame, after, main_metric, path_text, scene, solution};
use crate::diag::thousands;
use crate::puzzle::rank::{Course, Solutions};
use crate::puzzle::{Answer, Context, Depth, Done, Effort, List, Solved, Status, Word};
use crate::scene::Scene;
use crate::search::{Budget, Figures, Halt, Lines, Outcome, Stop, Until};

/// A position in a game.
pub struct State<M: MoveGame> {
    /// The position.
    pub position: M::Position,
    /// The cost of the moves made since the start.
    pub made: u64,
}

impl<M: MoveGame> Clone for State<M> {
    fn clone(&self) -> Self {
        Self::new(self.position.clone(), self.made)
    }
}

impl<M: MoveGame> State<M> {
    /// Returns a state.
    pub fn new(position: M::Position, made: u64) -> Self {
        Self { position, made }
    }
}

/// A state with the engines that search from it, one for each metric that was asked about.
pub struct Engines<M: MoveGame> {
    /// The state.
    pub state: State<M>,
    /// The engine of each metric of [`MoveGame::METRICS`], once it is asked.
    engines: Vec<Option<Box<M::Engine>>>,
}

impl<M: MoveGame> Engines<M> {
    /// Returns a state from which no search has begun.
    pub fn new(state: State<M>) -> Self {
        Self { state, engines: M::METRICS.iter().map(|_| None).collect() }
    }

    /// Returns whether no search has begun.
    pub(super) fn is_empty(&self) -> bool {
        self.engines.iter().all(Option::is_none)
    }

    /// Returns the search from here, counted by a metric.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget has no room for what it needs at once.
    pub fn engine(
        &mut self,
        model: &M,
        metric: usize,
        budget: &Budget,
    ) -> Result<&mut M::Engine, Stop> {
        let engine = match self.engines[metric].take() {
            Some(engine) => engine,
            None => model.engine(&self.state.position, metric, budget)?,
        };
        Ok(self.engines[metric].insert(engine))
    }

    /// Asks the search from here. The limit of states holds for this question alone.
    pub(super) fn ask<T>(
        &mut self,
        model: &M,
        metric: usize,
        budget: &Budget,
        question: impl FnOnce(&mut M::Engine, &Budget) -> Outcome<T>,
    ) -> Outcome<T> {
        match self.engine(model, metric, budget) {
            Ok(engine) => {
                let budget = budget.beyond(engine.effort().expanded);
                question(engine, &budget)
            }
            Err(stop) => Outcome::GaveUp(stop),
        }
    }

    /// Returns a shortest solution, counted by a metric.
    pub(super) fn solution(
        &mut self,
        model: &M,
        metric: usize,
        budget: &Budget,
    ) -> Outcome<Vec<M::Move>> {
        self.ask(model, metric, budget, Engine::solve)
    }

    /// Finds a shortest solution, as texts of its moves.
    pub(super) fn solved(&mut self, model: &M, budget: &Budget) -> Solved {
        match self.solution(model, 0, budget) {
            Outcome::Solved(path) => Solved::Moves(solution(model, main_metric::<M>(), &path)),
            Outcome::Unsolvable => Solved::Unsolvable,
            Outcome::GaveUp(stop) => Solved::GaveUp(stop),
        }
    }

    /// Returns the number of shortest solutions, exact.
    pub(super) fn solutions(&mut self, model: &M, budget: &Budget) -> Outcome<Solutions> {
        let count = self.ask(model, 0, budget, Engine::count);
        count.map(|count| Solutions { count, more: false })
    }

    /// Returns how far the moves of a shortest solution are forced. The limit of states counts all that
    /// can be reached.
    pub(super) fn course(&mut self, model: &M, budget: &Budget) -> Outcome<Course> {
        match self.engine(model, 0, budget) {
            Ok(engine) => engine.course(budget),
            Err(stop) => Outcome::GaveUp(stop),
        }
    }

    /// Returns the picture of the first move of a shortest solution: the piece, and where it goes.
    /// Without one the caption says why.
    pub(super) fn hinted(&mut self, model: &M, name: &str, budget: &Budget) -> Scene {
        let scene = scene(model, name, &self.state.position, self.state.made);
        let path = match self.solution(model, 0, budget) {
            Outcome::Solved(path) => path,
            Outcome::Unsolvable => return captioned(scene, &Answer::Unsolvable),
            Outcome::GaveUp(stop) => return captioned(scene, &self.gave_up(0, stop)),
        };
        let Some(first) = path.first() else { return scene };
        let caption = Answer::Text(model.move_text(first));
        match after(model, &self.state.position, first) {
            Some(next) => {
                let after = super::scene(model, name, &next, self.state.made);
                captioned(scene.moving(&after), &caption)
            }
            None => captioned(scene, &caption),
        }
    }

    /// Returns the answer of `status`.
    pub(super) fn status(&self) -> Status {
        let figures = self.figures();
        let bytes: u64 = figures.iter().flatten().map(|figures| figures.bytes).sum();
        let [made, bytes] = [self.state.made, bytes].map(|count| thousands(count.into()));
        let made = format!("{} made {made}", main_metric::<M>().unit.plural);
        Status { done: done(first(figures)), figures: vec![format!("memory {bytes} bytes"), made] }
    }

    /// Returns how far the search of each metric is.
    fn figures(&self) -> Vec<Option<Figures>> {
        let engines = self.engines.iter().map(Option::as_ref);
        engines.map(|engine| engine.map(|engine| engine.effort())).collect()
    }

    /// Returns `gave up` with the figures of the search of a metric.
    pub(super) fn gave_up(&self, metric: usize, stop: Stop) -> Answer {
        let mut figures = self.figures();
        figures.rotate_left(metric);
        Answer::gave_up(Effort::Layers(first(figures)), stop)
    }

    /// Runs a command that searches.
    pub(super) fn search(
        &mut self,
        model: &M,
        call: &Call<M>,
        context: &mut Context<'_>,
    ) -> Answer {
        self.answer(model, metric(call), context, |engine, budget| ask(model, engine, call, budget))
    }

    /// Returns the answer of the search from here to a command; a checker does not search.
    pub fn answer(
        &mut self,
        model: &M,
        metric: usize,
        context: &mut Context<'_>,
        question: impl FnOnce(&mut M::Engine, &Budget) -> Outcome<Answer>,
    ) -> Answer {
        if context.depth != Depth::Run {
            return Answer::NotComputed;
        }
        match self.ask(model, metric, context.budget, question) {
            Outcome::Solved(answer) => answer,
            Outcome::GaveUp(stop) => self.gave_up(metric, stop),
            Outcome::Unsolvable => {
                if let Some(fault) = model.unsolvable(&self.state.position, Some(context.verb)) {
                    context.sink.push(fault);
                }
                Answer::Unsolvable
            }
        }
    }
}

/// Returns a scene with an answer as its caption.
fn captioned(scene: Scene, answer: &Answer) -> Scene {
    Scene { caption: answer.text().into_owned(), ..scene }
}

/// Returns the metric whose search answers a command.
fn metric<M: MoveGame>(call: &Call<M>) -> usize {
    if let Call::Solve(metric) = *call { metric } else { 0 }
}

/// Returns the effort of a search.
fn done(figures: Figures) -> Done {
    let Figures { expanded, frontier, depth, .. } = figures;
    let fields = [("expanded", expanded), ("frontier", frontier), ("depth", depth)];
    Done::Fields(fields.map(|(name, count)| (name, Word::Number(count.into()))).into())
}

/// Returns the figures of the first search that was begun, or of one that has done nothing.
fn first(figures: Vec<Option<Figures>>) -> Figures {
    let none = Figures { expanded: 0, frontier: 1, depth: 0, bytes: 0 };
    figures.into_iter().flatten().next().unwrap_or(none)
}

/// Returns the answer of a command, which a search finds.
fn ask<M: MoveGame>(
    model: &M,
    engine: &mut M::Engine,
    call: &Call<M>,
    budget: &Budget,
) -> Outcome<Answer> {
    match call {
        &Call::Paths(count) => {
            let line = |engine: &M::Engine, id| path_text(model, &engine.way_to(id).0);
            page(first_states(engine, count, budget, line))
        }
        &Call::Frontier(count) => page(frontier(model, engine, count, budget)),
        &Call::Goals(count) => {
            engine.rewind();
            goals(model, engine, count, budget).map(Answer::Page)
        }
        Call::Hint => engine.solve(budget).map(|path| match path.first() {
            None => Answer::Text(String::from("solved")),
            Some(by) => Answer::Text(model.move_text(by)),
        }),
        &Call::Solve(metric) => engine
            .solve(budget)
            .map(|path| Answer::Solution(solution(model, &M::METRICS[metric], &path))),
        &Call::Step(count) => {
            let halt = engine.advance(Until::Expanded(count), budget).unless_stopped();
            halt.map(|()| Some(Answer::Text(engine.figures().to_string()))).into()
        }
        // Those are answered without this search.
        Call::Moves | Call::Play(_) | Call::Kind(_) => Outcome::Solved(Answer::NotComputed),
    }
}

fn page(listed: Result<List, Stop>) -> Outcome<Answer> {
    match listed {
        Ok(list) => Outcome::Solved(Answer::Page(list)),
        Err(stop) => Outcome::GaveUp(stop),
    }
}

/// Lists the first states of the breadth-first search, that of the start first. Nothing is listed
/// before all of them are found.
fn first_states<E: Engine + ?Sized>(
    engine: &mut E,
    count: u64,
    budget: &Budget,
    line: impl Fn(&E, u32) -> String,
) -> Result<List, Stop> {
    if let Halt::Stopped(stop) = engine.advance(Until::Discovered(count), budget) {
        return Err(stop);
    }
    let count = count.min(u64::from(engine.frontier().end)) as u32;
    let mut lines = Lines::default();
    for id in 0..count {
        lines.push(&line(engine, id), budget)?;
    }
    Ok(lines.into())
}

/// Returns the first shortest solutions.
fn goals<M: MoveGame>(
    model: &M,
    engine: &mut M::Engine,
    count: u64,
    budget: &Budget,
) -> Outcome<List> {
    let mut lines = Lines::default();
    while (lines.count() as u64) < count {
        match engine.next_goal(budget) {
            Outcome::Solved(path) => {
                if let Err(stop) = lines.push(&path_text(model, &path), budget) {
                    return Outcome::GaveUp(stop);
                }
            }
            Outcome::Unsolvable if lines.count() == 0 => return Outcome::Unsolvable,
            Outcome::Unsolvable => break,
            Outcome::GaveUp(stop) => return Outcome::GaveUp(stop),
        }
    }
    Outcome::Solved(lines.into())
}

/// Returns the first positions that wait for their expansion.
fn frontier<M: MoveGame>(
    model: &M,
    engine: &M::Engine,
    count: u64,
    budget: &Budget,
) -> Result<List, Stop> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let mut lines = Lines::default();
    for id in engine.frontier().take(count) {
        let (path, at) = engine.way_to(id);
        lines.push(&model.frontier_text(&path, &at), budget)?;
    }
    Ok(lines.into())
}
