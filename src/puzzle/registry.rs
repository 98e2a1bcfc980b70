//! The kinds that a program knows ([`Registry`]), and the two traits that hide a typed [`Game`]:
//! [`Kind`] for what needs no puzzle and [`Puzzle`] for one that is open. One virtual call per
//! command.

use std::marker::PhantomData;
use std::slice;
use std::sync::Arc;

use super::command::Command;
use super::common::{self, Meaning, Word};
use super::legal::{LegalMove, Standing};
use super::marks::is_commented;
use super::parts::NamedParts;
use super::rank::{Course, Extent, Figure, Solutions};
use super::states::{self, Growth, Life, StateGraph};
use super::timeline::Timeline;
use super::verdict::{Question, Ruling};
use super::{
    Answer, Ask, Body, Converted, Depth, Game, Info, Input, Mark, Marks, Observed, Out, Piece,
    Precedence, Prospect, Solved, Spot, Task, Unfinished, Verdict, Written, read_rows, why,
};
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::scene::{Film, Scene};
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Fragment, has_bad_character, has_foreign_space};
use crate::text::{Source, Span};

/// The kinds that a program knows, in the order in which help lists them. A program with kinds of
/// its own makes a registry of them and of those that are shipped
/// ([`KINDS`](crate::kinds::KINDS)).
#[derive(Clone, Copy, Default)]
pub struct Registry(pub &'static [&'static dyn Kind]);

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl Registry {
    /// Returns the kinds.
    pub fn iter(self) -> slice::Iter<'static, &'static dyn Kind> {
        self.0.iter()
    }

    /// Returns the kind of that name.
    ///
    /// ```
    /// use puzzled::puzzle::{Answer, Depth};
    /// use puzzled::{diag::Sink, kinds::KINDS, search::Budget, syntax::Fragment};
    ///
    /// let mut puzzle = KINDS.kind("klotski").and_then(|kind| kind.example()).expect("an example");
    /// let solve = Fragment { text: "solve", start: 0 };
    /// let answer = puzzle.run(solve, Depth::Run, &Budget::unlimited(), &mut Sink::new());
    /// let Some(Answer::Solution(solution)) = answer else { panic!("it has a solution") };
    /// assert_eq!(solution.length, solution.moves.len() as u64);
    /// ```
    pub fn kind(self, name: &str) -> Option<&'static dyn Kind> {
        self.iter().copied().find(|kind| kind.info().name == name)
    }

    /// Returns the names of all kinds.
    pub fn names(self) -> Vec<&'static str> {
        self.iter().map(|kind| kind.info().name).collect()
    }
}

impl IntoIterator for Registry {
    type Item = &'static &'static dyn Kind;
    type IntoIter = slice::Iter<'static, &'static dyn Kind>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The content of a sound body, without a state: all puzzles that are opened from it share it.
pub trait Model: Send + Sync {
    /// Returns the puzzle in its start state. Cheap. `kinds` are those whose commands the puzzle
    /// recognizes as another's.
    fn open(&self, kinds: Registry) -> Box<dyn Puzzle>;
    /// Returns the commands that the body implies.
    fn asks(&self) -> &[Ask];
    /// Returns the canonical lines of the body that it was read from: see [`Game::format`].
    fn format(&self, body: &Body<'_>) -> Option<Vec<String>>;
    /// Returns the body that it was read from in its other form: see [`Game::convert`].
    fn convert(&self, body: &Body<'_>) -> Option<Converted>;
}

/// The history of the states of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage {
    /// Of each state after the start, by number: the state before it, and the command between.
    pub steps: Vec<(usize, String)>,
    /// The names of states.
    pub names: Vec<(String, usize)>,
    /// The current state.
    pub now: usize,
}

/// A kind of puzzle, as the registry holds it. See [`Game`] and [`Info`]
/// for what the methods do.
pub trait Kind: Send + Sync {
    /// Returns the description of the kind: name, verbs, codes.
    fn info(&self) -> &'static Info;
    /// Reads a body; pushes what is wrong with it, and the marks of its parts.
    fn read(&self, body: &Body<'_>, out: &mut Out<'_>) -> Option<Arc<dyn Model>>;
    /// Reads a body without reporting what is wrong with it.
    fn read_silently(&self, body: &Body<'_>) -> Option<Arc<dyn Model>> {
        self.read(body, &mut Out::new(&mut Sink::new()))
    }
    /// Returns the marks of the parts of a body that touch a stretch of the text, in order.
    fn marks(&self, body: &Body<'_>, within: Span) -> Vec<Mark> {
        let mut marks = Marks::within(within);
        self.read(body, &mut Out::with_marks(&mut Sink::new(), &mut marks));
        marks.into_sorted()
    }
    /// Reads a body and opens the puzzle.
    fn open(&self, body: &Body<'_>, kinds: Registry, sink: &mut Sink) -> Option<Box<dyn Puzzle>> {
        self.read(body, &mut Out::new(sink)).map(|model| model.open(kinds))
    }
    /// Checks the form of a command without a puzzle (whose declaration had errors). Answers
    /// whether it is a command of this kind in the right form.
    fn lint(&self, text: Fragment<'_>, kinds: Registry, sink: &mut Sink) -> bool;
    /// Returns whether a text from outside is of this kind, and its precedence: see [`Info::fits`].
    fn fits(&self, text: &str) -> Option<Precedence>;
    /// Returns the texts of the puzzles of raw input that is a list; none if it is one puzzle.
    fn entries<'a>(&self, text: &'a str) -> Vec<&'a str>;
    /// Judges raw input; each line of output comes with the number of the line that it answers.
    fn judge(
        &self,
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict;
    /// Reports what is wrong with raw input without answering it.
    ///
    /// # Errors
    /// Questions that a search leaves open when it stops.
    fn survey(
        &self,
        input: Input<'_>,
        deep: Option<&Budget>,
        sink: &mut Sink,
    ) -> Result<(), Unfinished>;
    /// Returns the marks of a command, after the verb. None if there is no such verb.
    fn command_marks(&self, text: Fragment<'_>) -> Vec<Mark>;
    /// Returns the puzzle that [`Info::example`] declares.
    fn example(&self) -> Option<Box<dyn Puzzle>> {
        let source = self.info().example;
        let (open, close) = (source.find('{')?, source.rfind('}')?);
        let span = Span::new(open as u32 + 1, close as u32);
        let body = Body { source, span, name: Span::at(0), raw: false, joined: false, goal: None };
        self.open(&body, Registry::default(), &mut Sink::new())
    }
    /// Returns the codes that an expectation makes superfluous.
    fn states_fact(&self, verb: &str, expected: &str) -> &'static [&'static Code];
}

/// An open puzzle with its history of states.
pub trait Puzzle: Send {
    /// Returns the description of its kind.
    fn info(&self) -> &'static Info;
    /// Says that the next commands are in source `source`, a number that the caller chooses. The
    /// first source that is named is that of the declaration.
    fn enter(&mut self, source: u64);
    /// Returns a copy in the same state that knows neither searches nor other states, to judge
    /// answers with it.
    fn judge(&self) -> Box<dyn Puzzle>;
    /// Estimates the bytes of the puzzle and its states, without their searches. This costs
    /// nothing.
    fn bytes(&self) -> u64;
    /// Runs a command. `None` if it failed: the reason is in the sink and nothing has changed.
    fn run(
        &mut self,
        text: Fragment<'_>,
        depth: Depth,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Answer>;
    /// Returns the answer that a command would give, if it costs next to nothing, for a checker.
    /// Nothing changes: neither the state nor the answer of `status`.
    fn preview(&mut self, text: Fragment<'_>, budget: &Budget, sink: &mut Sink) -> Option<Answer>;
    /// Judges an answer to a command that solves the puzzle from the current state, by the plain
    /// rules; `None` for other commands, and if the puzzle has no goal. The state stays as it is.
    fn verdict(&mut self, question: &Question<'_>, budget: &Budget) -> Option<Ruling>;
    /// Returns whether `expected` states the answer to a command in other words.
    fn accepts(&mut self, text: Fragment<'_>, answer: &Answer, expected: &str) -> bool;
    /// Returns whether the puzzle wants to know what is expected of its commands.
    fn observes(&self) -> bool;
    /// Takes note of what is expected of a command, which was run: see [`Game::observe`](super::Game::observe).
    fn observe(&mut self, asked: Observed<'_>) -> Option<Result<String, Box<Diagnostic>>>;
    /// Diagnostics of the start that need a search.
    ///
    /// # Errors
    /// The stop that ended the search before it was decided.
    fn deep(&mut self, name: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop>;
    /// Reports what a designer wants to know of the start: see [`Game::design`].
    ///
    /// # Errors
    /// Why a search stopped.
    fn design(&mut self, mark: usize, budget: &Budget, sink: &mut Sink) -> Result<(), Stop>;
    /// Makes moves from the current state, each of them a command that makes one move, and hands out
    /// after each of them how far the goal is, while `each` wants more. The current state stays as
    /// it is.
    ///
    /// # Errors
    /// Why a search stopped.
    fn prospects(
        &mut self,
        moves: &mut dyn Iterator<Item = String>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop>;
    /// Returns the picture of the current state.
    fn scene(&mut self, name: &str) -> Scene;
    /// Returns how far the puzzle has been played.
    fn standing(&self) -> Standing;
    /// Returns the legal moves of the current state with the cells that they lead between.
    fn legal_moves(&self) -> Vec<LegalMove>;
    /// Returns all that a person must know, besides the picture of the start, to solve it on paper.
    fn task(&mut self, name: &str) -> Task;
    /// Returns the graph of the first `limit` states from the current one on; `None` if the kind
    /// has none.
    fn graph(&mut self, limit: usize, budget: &Budget) -> Option<StateGraph>;
    /// Returns how many states are new per depth from here on; `None` if the kind does not search.
    fn growth(&mut self, budget: &Budget) -> Option<Growth>;
    /// Finds a solution from here; `None` if there is nothing to solve. The current state stays as it is,
    /// and a search that stopped at its budget goes on with the next call.
    ///
    /// ```
    /// use puzzled::{puzzle::Solved, search::Budget};
    ///
    /// let mut report = puzzled::check("sudoku s { 1... / ..1. / .2.. / ...3 }");
    /// let sudoku = report.puzzle("s").expect("`s` is declared");
    /// let Some(Solved::Grid { rows, .. }) = sudoku.solve(&Budget::unlimited()) else { panic!() };
    /// assert_eq!(rows[0].len(), 4);
    /// ```
    fn solve(&mut self, budget: &Budget) -> Option<Solved>;
    /// Returns how many solutions there are from here; see [`Game::solutions`].
    fn solutions(&mut self, budget: &Budget) -> Option<Outcome<Solutions>>;
    /// Returns the parts of the declared puzzle that can be left out; `None` if the kind has none, or
    /// the puzzle no goal.
    fn parts(&self) -> Option<Box<dyn NamedParts + '_>>;
    /// Returns how hard it is for a person from here, if the kind can rate it.
    fn rating(&mut self, budget: &Budget) -> Figure;
    /// Returns how far the moves of a shortest solution from here are forced; see [`Game::course`].
    fn course(&mut self, budget: &Budget) -> Option<Outcome<Course>>;
    /// Returns the number of pieces, and the size.
    fn extent(&self) -> Extent;
    /// Returns a form that is equal for two puzzles of this kind exactly if they differ only in
    /// being mirrored, rotated or relabeled, or in another way that changes nothing about the puzzle.
    fn canonical(&self) -> Option<Vec<u64>>;
    /// Returns the generations of an automaton; `None` for other kinds.
    fn life(&mut self, span: states::Stretch, budget: &Budget) -> Option<Life>;
    /// Returns the picture of the current state that points at what a command asks about: `at
    /// [<>]`, `row 3`, `why not A right`. `None` if the reason is in the sink, or if there is
    /// nothing to point at.
    fn point(
        &mut self,
        name: &str,
        text: Fragment<'_>,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Scene>;
    /// Returns a film from the current state on: first that state, then one picture per move of a
    /// shortest solution (sudoku: a step of a person; automaton: a generation; matrix: a rotation).
    /// At most 10,000 pictures; the caption of the last says that more would follow. The current
    /// state stays as it is, but its search may have advanced.
    ///
    /// # Errors
    /// `unsolvable` or `gave up`, as the command that solves it answers.
    fn film(&mut self, name: &str, budget: &Budget) -> Result<Film, Answer>;
    /// Returns a description of a marked part in the current state, as Markdown.
    fn describe(&mut self, spot: &Spot<'_>) -> Option<String>;
    /// Returns the kind's own figure with its word, in a few characters for the prompt.
    fn prompt(&self) -> String;
    /// Returns the words that could be at the end of `before`, the command up to the cursor.
    fn complete(&self, before: Fragment<'_>) -> Vec<String>;
    /// Returns the puzzle as it can be written, without a name: a body that declares a puzzle which
    /// starts in the current state, with its fields in JSON, and the commands that lead on from
    /// there. These are the commands made so far if no declaration can express the state.
    ///
    /// # Errors
    /// `gave up` if the state must be computed first and the budget is spent.
    fn piece(&mut self, budget: &Budget) -> Result<Piece, Answer>;
    /// Returns when the searches were used that were used longest ago, in the moments of the account
    /// of memory; `None` if there are none.
    fn idle_search(&self) -> Option<u64>;
    /// Drops these searches, because memory is short. A command that needs them begins them anew, and
    /// says so.
    fn drop_idle_search(&mut self);
    /// Returns the number of the current state, as `goto` takes it.
    fn now(&self) -> usize;
    /// Returns how many commands led from a state to the current one; none if they did not pass it.
    fn since(&self, state: usize) -> Option<usize>;
    /// Returns how the states came about.
    fn lineage(&self) -> Lineage;
    /// Returns how many commands led from the start to the current state.
    fn changed(&self) -> usize;
    /// Returns its place in its tree of states, in three numbers: they differ before and after a
    /// command if and only if the command changed something, even if only a name.
    fn place(&self) -> [usize; 3];
    /// Returns the commands that build the tree of states again, its numbers, names and the state
    /// of redo included, and end in the current state. The first `known` states after the start are
    /// there already, and the last of them is the current one.
    fn story(&self, known: usize) -> Vec<String>;
}

impl std::fmt::Debug for dyn Puzzle + '_ {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Puzzle").field("kind", &self.info().name).finish_non_exhaustive()
    }
}

/// The model of a typed kind.
struct Declared<G: Game> {
    model: Arc<G::Model>,
    asks: Vec<Ask>,
    /// Bytes of the body.
    length: usize,
}

impl<G: Game> Model for Declared<G> {
    fn open(&self, kinds: Registry) -> Box<dyn Puzzle> {
        Box::new(Timeline::<G>::open(self.model.clone(), kinds, self.length))
    }

    fn asks(&self) -> &[Ask] {
        &self.asks
    }

    fn format(&self, body: &Body<'_>) -> Option<Vec<String>> {
        G::format(&self.written(body)?)
    }

    fn convert(&self, body: &Body<'_>) -> Option<Converted> {
        G::convert(&self.written(body)?)
    }
}

impl<G: Game> Declared<G> {
    /// Returns the body that it was read from, unless another layout would lose a comment of it.
    fn written<'a>(&'a self, body: &'a Body<'a>) -> Option<Written<'a, G::Model>> {
        let written = || Written { body, model: &*self.model, asks: &self.asks };
        (!is_commented(body)).then(written)
    }
}

/// The entry of a typed kind in the registry.
pub struct Of<G>(PhantomData<fn() -> G>);

impl<G: Game> Of<G> {
    /// The entry.
    pub const KIND: Self = Self(PhantomData);
}

impl<G: Game> Kind for Of<G> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn read(&self, body: &Body<'_>, out: &mut Out<'_>) -> Option<Arc<dyn Model>> {
        #[cfg(test)]
        super::testing::READ.with(|count| count.set(count.get() + 1));
        let reading = read_rows(G::INFO, body, out, G::read)?;
        // Reported by the parser; a label that holds one could not be written again.
        let brace = || !body.raw && body.text().contains(['{', '}']) && body.has_brace();
        if has_bad_character(body.text()) || has_foreign_space(body.text()) || brace() {
            return None;
        }
        let (model, asks, length) = (Arc::new(reading.model), reading.asks, body.text().len());
        Some(Arc::new(Declared::<G> { model, asks, length }))
    }

    fn lint(&self, text: Fragment<'_>, kinds: Registry, sink: &mut Sink) -> bool {
        Command::<G>::parse(kinds, text, sink).is_some()
    }

    fn command_marks(&self, text: Fragment<'_>) -> Vec<Mark> {
        match common::meaning(G::INFO, text) {
            Some((Meaning::Common(Word::Why), args)) => why::marks::<G>(args.rest()),
            Some((meaning @ Meaning::Common(_), args)) => {
                super::marks::arguments(meaning.verb(G::INFO).usage(), args.rest())
            }
            Some((Meaning::Own(at), args)) => super::command::marks::<G>(at, args.rest()),
            None => Vec::new(),
        }
    }

    fn states_fact(&self, verb: &str, expected: &str) -> &'static [&'static Code] {
        G::VERBS.find(verb).map_or(&[], |word| G::states_fact(word, expected))
    }

    fn fits(&self, text: &str) -> Option<Precedence> {
        let reads = || {
            let source = Source::new("", text);
            let body = Body::raw(&source);
            let mut sink = Sink::new();
            let reading = G::read(&body, &mut Out::new(&mut sink));
            let is_complete = sink.found().iter().all(|one| one.severity() == Severity::Advice);
            reading.filter(|_| is_complete).map(|_| Precedence::Header)
        };
        G::INFO.fits.map_or_else(reads, |fits| fits(text))
    }

    fn entries<'a>(&self, text: &'a str) -> Vec<&'a str> {
        G::entries(text)
    }

    fn judge(
        &self,
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        G::judge(input, budget, sink, emit)
    }

    fn survey(
        &self,
        input: Input<'_>,
        deep: Option<&Budget>,
        sink: &mut Sink,
    ) -> Result<(), Unfinished> {
        G::survey(input, deep, sink)
    }
}
