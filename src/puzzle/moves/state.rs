//! A position with the searches that started from it, and the answers that they give.

use super::{Call, Engine, KindCommand, MoveGame, main_metric, path_text, solution};
use crate::puzzle::rank::Solutions;
use crate::puzzle::{Answer, Context, Cue, Done, Effort, List, Solved, Status, Word};
use crate::scene::Scene;
use crate::search::{Budget, Figures, Halt, Kept, Lines, Outcome, Stop, Until, Work};
use crate::text::Span;

/// A position in a game, with its searches: one per metric.
pub struct State<M: MoveGame> {
    /// The position.
    pub position: M::Position,
    /// The cost of the moves made since the start.
    pub made: u64,
    /// Those of the first metrics, as far as one was opened.
    searches: Vec<Kept<M::Engine>>,
    /// The searches of the commands that only this kind has.
    pub own: <M::Command as KindCommand<M>>::Searches,
}

impl<M: MoveGame> State<M> {
    /// Returns a state that nothing was searched from.
    pub fn new(position: M::Position, made: u64) -> Self {
        let own = <M::Command as KindCommand<M>>::Searches::default();
        Self { position, made, searches: Vec::new(), own }
    }

    /// Returns the search from here.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget has no room for what it needs at once.
    pub fn engine(
        &mut self,
        model: &M,
        metric: usize,
        budget: &Budget,
    ) -> Result<Work<'_, M::Engine>, Stop> {
        let at = &self.position;
        if self.searches.len() <= metric {
            self.searches.resize_with(metric + 1, Kept::default);
        }
        self.searches[metric].try_open(budget, || model.engine(at, metric, budget))
    }

    /// Asks the search from here.
    pub(super) fn ask<T>(
        &mut self,
        model: &M,
        metric: usize,
        budget: &Budget,
        question: impl FnOnce(&mut M::Engine, &Budget) -> Outcome<T>,
    ) -> Outcome<T> {
        let mut engine = match self.engine(model, metric, budget) {
            Ok(engine) => engine,
            Err(stop) => return Outcome::GaveUp(stop),
        };
        let budget = budget.beyond(engine.spent());
        question(&mut engine, &budget)
    }

    /// Returns a shortest solution, counted in moves.
    pub(super) fn solution(&mut self, model: &M, budget: &Budget) -> Outcome<Vec<M::Move>> {
        self.ask(model, 0, budget, |engine, budget| engine.solve(budget))
    }

    /// Finds a shortest solution, as texts of its moves.
    pub(super) fn solved(&mut self, model: &M, budget: &Budget) -> Solved {
        match self.solution(model, budget) {
            Outcome::Solved(path) => Solved::Moves(solution(model, main_metric::<M>(), &path)),
            Outcome::Unsolvable => Solved::Unsolvable,
            Outcome::GaveUp(stop) => Solved::GaveUp(stop),
        }
    }

    /// Returns the number of shortest solutions, exact.
    pub(super) fn solutions(&mut self, model: &M, budget: &Budget) -> Outcome<Solutions> {
        let count = self.ask(model, 0, budget, |engine, budget| engine.count(budget));
        count.map(|count| Solutions { count, more: false })
    }

    /// Returns the picture of the first move of a shortest solution: the piece, and where it goes.
    /// Without one the caption says why.
    pub(super) fn hinted(&mut self, model: &M, name: &str, budget: &Budget) -> Scene {
        let scene = model.scene(name, &self.position, self.made);
        let found = self.ask(model, 0, budget, |engine, budget| engine.solve(budget));
        let path = match found {
            Outcome::Solved(path) => path,
            Outcome::Unsolvable => return captioned(scene, &Answer::Unsolvable),
            Outcome::GaveUp(stop) => return captioned(scene, &self.gave_up(0, stop)),
        };
        let Some(first) = path.first().map(|by| model.move_text(by)) else { return scene };
        let legal = model.legal(&self.position).into_iter();
        let Some((_, at)) = legal.into_iter().find(|(by, _)| model.move_text(by) == first) else {
            return captioned(scene, &Answer::Text(first));
        };
        let after = model.scene(name, &at, self.made);
        captioned(scene.moving(&after), &Answer::Text(first))
    }

    /// Does the search that `status` shows again, if it was dropped.
    ///
    /// # Errors
    /// `gave up`, if the budget stops it before it is as far as it was.
    pub(super) fn resume(&mut self, model: &M, budget: &Budget) -> Result<(), Answer> {
        let dropped = |kept: &Kept<M::Engine>| -> u64 { kept.reached().into() };
        let figures = self.figures();
        let shown =
            |&metric: &usize| figures[metric].is_some() || dropped(&self.searches[metric]) > 0;
        let Some(metric) = (0..figures.len()).find(shown) else { return Ok(()) };
        let expanded = dropped(&self.searches[metric]);
        if expanded == 0 {
            return Ok(());
        }
        let engine = self.engine(model, metric, budget);
        let done = engine.and_then(|mut engine| engine.walk_mut().catch_up(expanded, budget));
        done.map_err(|stop| self.gave_up(metric, stop))
    }

    /// Returns how far each search is.
    fn figures(&self) -> Vec<Option<Figures>> {
        let look = |kept: &Kept<M::Engine>| {
            let reached = kept.reached();
            kept.look(|engine| M::Engine::look(engine, &reached))
        };
        self.searches.iter().map(look).collect()
    }

    /// Returns the answer of `status`.
    pub(super) fn status(&self, model: &M) -> Status {
        let figures = self.figures();
        let bytes: u64 = figures.iter().flatten().map(|one| one.bytes).sum();
        Status {
            done: done(first(figures)),
            figures: model.figures(&self.position, self.made, bytes),
        }
    }

    /// `gave up`, with how far the search of a metric came.
    pub(super) fn gave_up(&self, metric: usize, stop: Stop) -> Answer {
        let mut figures = self.figures();
        let opened = figures.len();
        figures.rotate_left(metric.min(opened));
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

    /// Returns the answer of the search from here to a command.
    pub(super) fn answer(
        &mut self,
        model: &M,
        metric: usize,
        context: &mut Context<'_>,
        question: impl FnOnce(&mut M::Engine, &Budget) -> Outcome<Answer>,
    ) -> Answer {
        match self.ask(model, metric, context.budget, question) {
            Outcome::Solved(answer) => answer,
            Outcome::GaveUp(stop) => self.gave_up(metric, stop),
            Outcome::Unsolvable => {
                if let Some(fault) = model.unsolvable(Some(context.verb)) {
                    context.sink.push(fault);
                }
                Answer::Unsolvable
            }
        }
    }

    /// Lists the first `count` states of the breadth-first search, a line for each.
    pub fn list(
        &mut self,
        model: &M,
        count: u64,
        context: &mut Context<'_>,
        line: impl Fn(&M::Engine, u32) -> String,
    ) -> Answer {
        self.answer(model, 0, context, |engine, budget| {
            page(first_states(engine, count, budget, line))
        })
    }

    /// Returns the moves of a shortest solution, for a film.
    ///
    /// # Errors
    /// `unsolvable`, `gave up`, or that there is no goal.
    pub(super) fn script(&mut self, model: &M, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        if let Err(fault) = model.expect_goal(Span::default(), false) {
            let help = fault.help.map(|help| format!(": {help}")).unwrap_or_default();
            return Err(Answer::Text(format!("{}{help}", fault.message)));
        }
        match self.solution(model, budget) {
            Outcome::Solved(path) => {
                let texts = path.iter().map(|by| model.move_text(by));
                Ok(texts.map(|text| Cue::new(&*text, format!("play {text}"))).collect())
            }
            Outcome::Unsolvable => Err(Answer::Unsolvable),
            Outcome::GaveUp(stop) => Err(self.gave_up(0, stop)),
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
        &Call::Step(count) => step(engine, count, budget),
        Call::Hint => engine.solve(budget).map(|path| match path.first() {
            None => Answer::Text(String::from("solved")),
            Some(by) => Answer::Text(model.move_text(by)),
        }),
        &Call::Solve(metric) => engine
            .solve(budget)
            .map(|path| Answer::Solution(solution(model, &M::METRICS[metric], &path))),
        // Those are answered without this search.
        Call::Moves | Call::Play(_) | Call::Own(_) => Outcome::Solved(Answer::NotComputed),
    }
}

/// Expands `count` states more.
fn step(engine: &mut impl Engine, count: u64, budget: &Budget) -> Outcome<Answer> {
    let walk = engine.walk_mut();
    match walk.advance(Until::Expanded(count), budget) {
        Halt::Stopped(stop) => Outcome::GaveUp(stop),
        Halt::Reached | Halt::Exhausted => {
            Outcome::Solved(Answer::Text(walk.figures().to_string()))
        }
    }
}

fn page(found: Result<List, Stop>) -> Outcome<Answer> {
    match found {
        Ok(list) => Outcome::Solved(Answer::Page(list)),
        Err(stop) => Outcome::GaveUp(stop),
    }
}

/// Lists the first states of the breadth-first search, that of the start first. Nothing is listed
/// before all of them are found.
fn first_states<E: Engine>(
    engine: &mut E,
    count: u64,
    budget: &Budget,
    line: impl Fn(&E, u32) -> String,
) -> Result<List, Stop> {
    if let Halt::Stopped(stop) = engine.walk_mut().advance(Until::Discovered(count), budget) {
        return Err(stop);
    }
    let count = count.min(u64::from(engine.walk().discovered())) as u32;
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
    for id in engine.walk().frontier().take(count) {
        let (path, at) = engine.way_to(id);
        lines.push(&model.frontier_text(&path, &at), budget)?;
    }
    Ok(lines.into())
}
