//! What only some kinds can do.

use std::sync::Arc;

use super::film::Cue;
use super::rank::Solutions;
use super::states::{Growth, Life, StateGraph, Stretch};
use super::{Answer, Body, Game, Input, Prospect, Solved, Task, read_rows};
use crate::diag::Sink;
use crate::search::{Budget, Outcome, Stop};
use crate::text::Span;

/// Why a search stopped before it had decided.
type Decided = Result<(), Stop>;

/// What only some kinds can do, a function per question. A kind names the functions that it has and
/// takes the others from [`Abilities::NONE`]; they answer that there is nothing to say.
#[expect(clippy::type_complexity, reason = "each function is named by its field")]
pub struct Abilities<G: Game> {
    /// The reasons, one per line, why [`Game::run`] refuses a call in this state. Empty if the
    /// message of its failure says everything.
    pub obstacles: fn(&G, &G::State, &G::Call) -> Vec<String>,
    /// Whether the second text (the lines of a block, joined with LF) is another right answer of a
    /// call than the first: any legal solution of the same length for `solve => { … }`.
    pub accepts: fn(&mut G, &G::State, &G::Call, &str, &str) -> bool,
    /// A text that identifies a state, however the puzzle is drawn; `digest` is computed from it.
    /// Two drawings of the same state (packed or spaced, `0` or `.`) have the same text. By default
    /// that of [`Game::show`].
    pub essence: fn(&mut G, &G::State, &Budget) -> Answer,
    /// Repeats a search in the state that was dropped because memory was short, up to the point
    /// that `step`, `frontier` and `status` need: they answer as if it were still there. Or else
    /// answers `gave up`, if the budget stops it before it is as far as it was.
    pub resume: fn(&mut G, &mut G::State, &Budget) -> Result<(), Answer>,
    /// The budget with which a checker shows a state for an expectation; `None` if that would cost
    /// too much each time a key is pressed.
    pub cheap: fn(&G, &Budget) -> Option<Budget>,
    /// Whether a fresh opening of the same model, put into a copy of a state, would answer a
    /// checker as this one does: false if this one has computed something that the checker may ask
    /// for.
    pub forks: fn(&G) -> bool,
    /// What a person must know, besides the picture of the start, to solve it on paper.
    pub task: fn(&mut G, &str) -> Task,
    /// The steps of a film that begins in this state, each with a command of the kind: the moves of
    /// a shortest solution, the next generations. A search in the state may advance. Or else the
    /// answer of the command that finds them: `unsolvable`, `gave up`.
    pub script: fn(&mut G, &mut G::State, &Budget) -> Result<Vec<Cue>, Answer>,
    /// Diagnostics of a state that need a search (`check --solve` for the start, the verb `check`
    /// for the current state), pushed at that place, or at better places that the model knows. A
    /// search that exhausts its budget reports nothing, and why it stopped is returned.
    pub deep: fn(&mut G, &mut G::State, Span, &Budget, &mut Sink) -> Decided,
    /// Makes moves from a state, each of them a call that makes one move (`None` if it cannot be
    /// read), and hands out after each of them how far the goal is, while the function given wants
    /// more. Ends early if the budget stops a search.
    pub prospects: fn(
        &mut G,
        &G::State,
        &mut dyn Iterator<Item = Option<G::Call>>,
        &Budget,
        &mut dyn FnMut(Prospect) -> bool,
    ),
    /// Reports what is wrong with raw input without answering it; with a budget also faults that
    /// only a search can find, or else why it stopped.
    pub survey: fn(Input<'_>, Option<&Budget>, &mut Sink) -> Decided,
    /// The graph of so many states from this one on.
    pub graph: fn(&mut G, &G::State, usize, &Budget) -> Option<StateGraph>,
    /// How many states are new per depth from this state on, if the kind searches.
    pub growth: fn(&mut G, &G::State, &Budget) -> Option<Growth>,
    /// A solution from this state. `None` if the kind, or the puzzle, has no goal.
    pub solve: fn(&mut G, &mut G::State, &Budget) -> Option<Solved>,
    /// How many solutions there are from this state; of kinds with moves, shortest ones. `None` if
    /// the kind, or the puzzle, has no goal.
    pub solutions: fn(&mut G, &mut G::State, &Budget) -> Option<Outcome<Solutions>>,
    /// How hard a state is for a person.
    pub rating: fn(&mut G, &G::State, &Budget) -> Option<Outcome<String>>,
    /// A form that is equal for two models exactly if they differ only in being mirrored, rotated
    /// or relabeled ([`super::rank::Form::canonical`]).
    pub canonical: fn(&G::Model) -> Option<Vec<u64>>,
    /// The generations of an automaton.
    pub life: fn(&mut G, &G::State, Stretch, &Budget) -> Option<Life>,
}

impl<G: Game> Abilities<G> {
    /// Those of a kind that neither searches nor has a goal.
    pub const NONE: Self = Self {
        obstacles: |_, _, _| Vec::new(),
        accepts: |_, _, _, _, _| false,
        essence: G::show,
        resume: |_, _, _| Ok(()),
        cheap: |_, budget| Some(budget.clone()),
        forks: |_| true,
        task: |_, _| Task::default(),
        script: |_, _, _| Ok(Vec::new()),
        deep: |_, _, _, _, _| Ok(()),
        prospects: |_, _, _, _, _| {},
        survey: |input, deep, sink| {
            let body = Body::raw(input);
            match (read_rows(G::INFO, &body, sink, G::read), deep) {
                (Some(reading), Some(budget)) => {
                    let mut game = G::open(Arc::new(reading.model));
                    let mut start = game.start();
                    (G::ABILITIES.deep)(&mut game, &mut start, body.name, budget, sink)
                }
                _ => Ok(()),
            }
        },
        graph: |_, _, _, _| None,
        growth: |_, _, _| None,
        solve: |_, _, _| None,
        solutions: |_, _, _| None,
        rating: |_, _, _| None,
        canonical: |_| None,
        life: |_, _, _, _| None,
    };
}
