//! The positions of a puzzle that were visited, as a tree that undo, redo, goto and branch walk, and
//! the searches that began in them. Knows no kind.

mod cells;
mod commands;
mod names;
mod places;
#[cfg(test)]
mod tests;
mod travel;
mod tree;

use std::sync::Arc;

pub use self::cells::Cells;
pub use self::commands::Way;
use self::names::Names;
use self::places::Places;
use self::tree::Tree;
use super::command::{self, Action, Directive, Parsed};
use super::common::{self, Meaning, Word};
use super::legal::{LegalMove, Standing};
use super::parts::Parts;
use super::rank::{Course, Extent, Solutions};
use super::states::{Growth, StateGraph};
use super::verdict::{Question, Ruling};
use super::{
    Answer, Context, Depth, Failure, Game, Info, Instruction, Observed, Prospect, Registry, Reply,
    Request, Role, Searches, Slot, Solved, Spot, Task, film, why,
};
use crate::diag::Sink;
use crate::puzzle::Piece;
use crate::scene::{Film, Scene};
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Arg, Fragment, last_word};
use crate::text::Span;

/// Bytes of a puzzle in a session beside those of its types: small allocations, its name, its
/// declaration.
const FIXED: usize = 512;
/// Bytes of a model and an engine for a byte of the body.
const EXPANSION: usize = 8;

/// The positions of a puzzle that were visited, each with the command that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage {
    /// The position before each position after the start, and the command between them, by number.
    pub steps: Vec<(usize, String)>,
    /// The names of positions.
    pub names: Vec<(String, usize)>,
    /// The current position.
    pub now: usize,
}

/// An open puzzle: the tree of its positions, of which one is current.
pub struct Board {
    info: &'static Info,
    /// Bytes of the body from which the start was read; 0 in a copy, which shares it.
    length: usize,
    /// The kinds whose commands it recognizes as another's.
    kinds: Registry,
    tree: Tree<Arc<dyn Game>>,
    /// The names given by `branch`, by the numbers of positions.
    names: Names,
    places: Places,
    /// The source of the declaration, and that of the command at work.
    home: Option<u64>,
    source: u64,
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Board").field("kind", &self.info.name).finish_non_exhaustive()
    }
}

impl Board {
    pub(super) fn open(start: Arc<dyn Game>, kinds: Registry, length: usize) -> Self {
        Self {
            info: start.info(),
            length,
            kinds,
            tree: Tree::new(start),
            names: Names::default(),
            places: Places::default(),
            home: None,
            source: 0,
        }
    }

    fn change(&mut self, next: Arc<dyn Game>, command: &str) {
        let command = travel::spaced(command);
        if self.tree.can_redo() {
            // Keep the abandoned branch but drop its searches; otherwise memory grows without bound.
            for state in self.tree.below(self.places.states()) {
                self.places.forget(state);
            }
        }
        self.tree.push(next, &command);
    }

    /// Asks a question that may search from the current state. While it `is_short` of memory, drops the
    /// searches of other states, those used longest ago first, and asks again: the search goes on.
    fn ask<T>(
        &mut self,
        budget: &Budget,
        is_short: impl Fn(&T) -> bool,
        mut question: impl FnMut(&mut dyn Searches) -> T,
    ) -> T {
        self.visit(budget, |searches, places| places.ask(budget, is_short, || question(searches)))
    }

    /// Takes the searches of the current state for a while: those of the others, of which some may be
    /// dropped, stay with the board.
    fn visit<T>(
        &mut self,
        budget: &Budget,
        visit: impl FnOnce(&mut dyn Searches, &mut Places) -> T,
    ) -> T {
        let now = self.tree.now();
        let mut place = self.places.take(now);
        let searches = place.searches.get_or_insert_with(|| self.tree.current().searches());
        let result = visit(&mut **searches, &mut self.places);
        self.places.put(now, place, budget.account.moment());
        result
    }

    /// Says at a command that searches from the current state were dropped. A command that only looks
    /// at them says so even if it begins none.
    fn say_dropped(&mut self, command: Span, only_looks: bool, sink: &mut Sink) {
        let now = self.tree.now();
        let is_begun = self.places.get(now).is_some_and(|searches| !searches.is_empty());
        if (is_begun || only_looks) && self.places.were_dropped(now) {
            sink.push(common::search_was_dropped(command));
        }
    }
}

/// Returns whether a search stopped because memory is short.
#[expect(clippy::ref_option, reason = "questions are answered by options")]
fn is_short<T>(outcome: &Option<Outcome<T>>) -> bool {
    matches!(outcome, Some(Outcome::GaveUp(Stop::Memory)))
}

impl Board {
    /// Returns the description of its kind.
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// Says that the next commands are in source `source`, a number that the caller chooses. The
    /// first source that is named is that of the declaration.
    pub fn enter(&mut self, source: u64) {
        self.home.get_or_insert(source);
        self.source = source;
    }

    /// Returns a copy in the same state that knows neither searches nor other states, to judge
    /// answers with it.
    #[must_use]
    pub fn judge(&self) -> Self {
        Self::open(self.tree.current().clone(), self.kinds, 0)
    }

    /// Returns the levels of a puzzle that has several, with their numbers from 1; none if it is a single
    /// one.
    pub fn levels(&self) -> Vec<(usize, Self)> {
        let starts = self.tree.state(0).levels().into_iter();
        starts.map(|(number, start)| (number, Self::open(start, self.kinds, 0))).collect()
    }

    /// Estimates the bytes of the puzzle and its states, without their searches. This costs
    /// nothing.
    pub fn bytes(&self) -> u64 {
        let position = size_of_val(&**self.tree.current());
        let positions = self.tree.bytes() + self.tree.len() * position;
        (size_of::<Self>() + FIXED + EXPANSION * self.length + positions) as u64
    }

    /// Runs a command. `None` if it failed: the reason is in the sink and nothing has changed.
    pub fn run(
        &mut self,
        text: Fragment<'_>,
        depth: Depth,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Answer> {
        let parsed = Parsed::read(self.info, self.kinds, text, sink)?;
        self.perform(parsed, text, depth, budget, sink)
    }

    /// Runs a command of the kind that the program gives, as [`Board::run`] runs one that is typed.
    pub fn direct(
        &mut self,
        directive: Directive<'_>,
        depth: Depth,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Answer> {
        let parsed = directive.read(self.info, sink)?;
        let text = directive.text();
        let start = directive.place().start;
        self.perform(parsed, Fragment { text: &text, start }, depth, budget, sink)
    }

    /// Runs a command that is written as `text`.
    fn perform(
        &mut self,
        parsed: Parsed<'_>,
        text: Fragment<'_>,
        depth: Depth,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Answer> {
        let Parsed { verb, place, action } = parsed;
        let source = self.source;
        let home = self.home == Some(self.source);
        let span = text.span();
        let result = match action {
            Action::WhyNot(instruction) => {
                let mut beside = self.tree.current().searches();
                let mut command = beside.command(Request::Command(instruction), sink)?;
                let mut context = Context { budget, sink, depth, span, verb: place, source, home };
                Ok(why::answer(&mut *command, &mut context))
            }
            Action::Common(call) => self.common(call, text, depth, budget, sink),
            Action::Kind(instruction) => {
                let is_short = |reply: &Result<Reply, Failure>| match reply {
                    Ok(Reply::Answer(answer)) => answer.is_short_of_memory(),
                    _ => false,
                };
                let reply = self.visit(budget, |searches, places| {
                    let mut command = searches.command(Request::Command(instruction), sink)?;
                    let mark = sink.len();
                    Some(places.ask(budget, is_short, || {
                        sink.truncate(mark);
                        let sink = &mut *sink;
                        let verb = place;
                        command.run(&mut Context { budget, sink, depth, span, verb, source, home })
                    }))
                })?;

                if depth == Depth::Run {
                    let only_looks = verb.role == Role::Progress;
                    self.say_dropped(place, only_looks, sink);
                }

                match reply {
                    Ok(Reply::Answer(answer)) => {
                        if depth == Depth::Run && verb.role.searches() && !answer.is_gave_up() {
                            self.places.note_answer(self.tree.now(), text.text);
                        }
                        Ok(answer)
                    }
                    Ok(Reply::Moved(state, answer)) => {
                        self.change(state, text.text);
                        Ok(answer)
                    }
                    Err(failure) => Err(failure),
                }
            }
        };

        match result {
            Ok(answer) => Some(answer),
            Err(failure) => {
                sink.push(*failure);
                None
            }
        }
    }

    /// Returns the answer that a command would give, if it costs next to nothing, for a checker.
    /// Nothing changes: neither the state nor the answer of `status`.
    pub fn preview(
        &mut self,
        text: Fragment<'_>,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Answer> {
        let Parsed { place, action, .. } = Parsed::read(self.info, self.kinds, text, sink)?;
        let (instruction, is_why) = match action {
            Action::Kind(instruction) => (instruction, false),
            Action::WhyNot(instruction) => (instruction, true),
            Action::Common(call) => return self.preview_common(call, sink),
        };
        let mut beside = self.tree.current().searches();
        let mut command = beside.command(Request::Command(instruction), sink)?;
        let mut context = Context {
            budget,
            sink,
            depth: Depth::Preview,
            span: text.span(),
            verb: place,
            source: u64::MAX,
            home: false,
        };
        if is_why {
            return Some(why::answer(&mut *command, &mut context));
        }
        match command.run(&mut context) {
            Ok(Reply::Answer(answer) | Reply::Moved(_, answer)) => Some(answer),
            Err(failure) => {
                sink.push(*failure);
                None
            }
        }
    }

    /// Judges an answer to a command that solves the puzzle from the current state, by the plain
    /// rules; `None` for other commands, and if the puzzle has no goal. The state stays as it is.
    pub fn verdict(
        &mut self,
        command: &str,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Option<Ruling> {
        let text = Fragment { text: command, start: 0 };
        let instruction = command::read_silently(self.info, text)?;
        self.verdict_on(instruction, command, question, budget)
    }

    /// Judges an answer to a command that the program gives, as [`Board::verdict`].
    pub fn verdict_directive(
        &mut self,
        directive: Directive<'_>,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Option<Ruling> {
        let instruction = directive.instruction(self.info, &mut Sink::new())?;
        self.verdict_on(instruction, &directive.text(), question, budget)
    }

    /// Judges an answer to a command that is written as `text`.
    fn verdict_on(
        &mut self,
        instruction: Instruction<'_>,
        text: &str,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Option<Ruling> {
        // An answer that was just computed is not searched for again.
        let mut beside = self.tree.current().searches();
        let searches = self.places.known(self.tree.now(), text, &mut *beside);
        let mut command = searches.command(Request::Command(instruction), &mut Sink::new())?;
        command.verdict(question, budget)
    }

    /// Takes an expectation of a command, which was run, as true: see [`Info::has_premises`]. Returns the
    /// statement that states it again, or `None` if it is to be compared with the answer.
    ///
    /// # Errors
    /// Why it cannot be true.
    pub fn assume(
        &mut self,
        text: Fragment<'_>,
        expected: &str,
        budget: &Budget,
    ) -> Result<Option<String>, Failure> {
        if !self.info.has_premises {
            return Ok(None);
        }
        let parsed = Parsed::read(self.info, self.kinds, text, &mut Sink::new());
        let command = match parsed.map(|parsed| parsed.action) {
            Some(Action::Kind(instruction)) => Some(instruction),
            Some(Action::Common(common::Call::Show)) => None,
            _ => return Ok(None),
        };
        let mut beside = self.tree.current().searches();
        let premise = Request::Premise(Observed { command, text, expected });
        let Some(mut premise) = beside.command(premise, &mut Sink::new()) else { return Ok(None) };
        let mut context = Context {
            budget,
            sink: &mut Sink::new(),
            depth: Depth::Run,
            span: text.span(),
            verb: text.span(),
            source: self.source,
            home: self.home == Some(self.source),
        };
        let reply = premise.run(&mut context)?;
        drop(premise);
        let (Reply::Answer(answer) | Reply::Moved(_, answer)) = &reply;
        let statement = answer.is_computed().then(|| answer.text().into_owned());
        if let (Reply::Moved(position, _), Some(statement)) = (reply, &statement) {
            self.change(position, statement);
        }
        Ok(statement)
    }

    /// Diagnostics of the start that need a search.
    ///
    /// # Errors
    /// The stop that ended the search before it was decided.
    pub fn deep(&self, name: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        self.tree.state(0).deep(name, budget, sink)
    }

    /// Reports what a designer wants to know of the start: see [`Game::design`].
    ///
    /// # Errors
    /// Why a search stopped.
    pub fn design(&self, mark: usize, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        self.tree.state(0).design(mark, budget, sink)
    }

    /// Makes moves from the current state, each of them a command that makes one move, and hands out
    /// after each of them how far the goal is, while `each` wants more. The current state stays as
    /// it is.
    ///
    /// # Errors
    /// Why a search stopped.
    pub fn prospects(
        &self,
        moves: &mut dyn Iterator<Item = Directive<'_>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        let mut moves = moves.map(|by| by.instruction(self.info, &mut Sink::new()));
        self.tree.current().prospects(&mut moves, budget, each)
    }

    /// Returns the picture of the current state.
    pub fn scene(&self, name: &str) -> Scene {
        self.tree.current().scene(name)
    }

    /// Returns the picture of the current state that points at what a command asks about: `at
    /// [<>]`, `row 3`, `why not A right`. `None` if the reason is in the sink, or if there is
    /// nothing to point at.
    pub fn point(
        &mut self,
        name: &str,
        text: Fragment<'_>,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Scene> {
        let parsed = Parsed::read(self.info, self.kinds, text, sink)?;
        self.point_at(name, parsed, text.text, budget, sink)
    }

    /// Returns the picture that points at what a command that the program gives asks about, as
    /// [`Board::point`].
    pub fn point_directive(
        &mut self,
        name: &str,
        directive: Directive<'_>,
        budget: &Budget,
    ) -> Option<Scene> {
        let sink = &mut Sink::new();
        let parsed = directive.read(self.info, sink)?;
        self.point_at(name, parsed, &directive.text(), budget, sink)
    }

    /// Returns the picture that points at what a command asks about that is written as `text`.
    fn point_at(
        &mut self,
        name: &str,
        parsed: Parsed<'_>,
        text: &str,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Scene> {
        let instruction = match parsed.action {
            Action::Kind(instruction) | Action::WhyNot(instruction) => instruction,
            Action::Common(_) => return None,
        };
        let mut beside = self.tree.current().searches();
        let searches = self.places.known(self.tree.now(), text, &mut *beside);
        let mut command = searches.command(Request::Command(instruction), sink)?;
        command.point(name, budget).unwrap_or_else(|failure| {
            sink.push(*failure);
            None
        })
    }

    /// Returns how far the puzzle has been played.
    pub fn standing(&self) -> Standing {
        self.tree.current().standing()
    }

    /// Returns the legal moves of the current state with the cells that they lead between.
    pub fn legal_moves(&self) -> Vec<LegalMove> {
        self.tree.current().legal_moves()
    }

    /// Returns all that a person must know, besides the picture of the start, to solve it on paper.
    pub fn task(&self, name: &str) -> Task {
        self.tree.state(0).task(name)
    }

    /// Returns the graph of the first `limit` states from the current one on; `None` if the kind
    /// has none.
    pub fn graph(&self, limit: usize, budget: &Budget) -> Option<StateGraph> {
        self.tree.current().graph(limit, budget)
    }

    /// Returns how many states are new per depth from here on; `None` if the kind does not search.
    pub fn growth(&self, budget: &Budget) -> Option<Growth> {
        self.tree.current().growth(budget)
    }

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
    pub fn solve(&mut self, budget: &Budget) -> Option<Solved> {
        let is_short =
            |solved: &Option<Solved>| matches!(solved, Some(Solved::GaveUp(Stop::Memory)));
        self.ask(budget, is_short, |searches| searches.solve(budget))
    }

    /// Returns how many solutions there are from here; see [`Searches::solutions`].
    pub fn solutions(&mut self, budget: &Budget) -> Option<Outcome<Solutions>> {
        self.ask(budget, is_short, |searches| searches.solutions(budget))
    }

    /// Returns the parts of the declared puzzle that can be left out; `None` if the kind has none, or
    /// the puzzle no goal.
    pub fn parts(&self) -> Option<Box<dyn Parts + '_>> {
        self.tree.state(0).parts()
    }

    /// Returns how far the moves of a shortest solution from here are forced; see [`Searches::course`].
    pub fn course(&mut self, budget: &Budget) -> Option<Outcome<Course>> {
        self.ask(budget, is_short, |searches| searches.course(budget))
    }

    /// Returns the number of pieces, and the size.
    pub fn extent(&self) -> Extent {
        self.tree.state(0).extent()
    }

    /// Returns a form that is equal for two puzzles of this kind exactly if they differ only in
    /// being mirrored, rotated or relabeled, or in another way that changes nothing about the puzzle.
    pub fn canonical(&self) -> Option<Vec<u64>> {
        self.tree.state(0).canonical()
    }

    /// Returns the current position.
    pub fn position(&self) -> &dyn Game {
        &**self.tree.current()
    }

    /// Returns a film from the current state on: first that state, then one picture per move of a
    /// shortest solution (sudoku: a step of a person; automaton: a generation; matrix: a rotation).
    /// At most 10,000 pictures; the caption of the last says that more would follow. The current
    /// state stays as it is, but its search may have advanced.
    ///
    /// # Errors
    /// `unsolvable` or `gave up`, as the command that solves it answers.
    pub fn film(&mut self, name: &str, budget: &Budget) -> Result<Film, Answer> {
        let start = self.tree.current().clone();
        let is_short =
            |film: &Result<Film, Answer>| film.as_ref().is_err_and(Answer::is_short_of_memory);
        self.ask(budget, is_short, |searches| film::film(&start, name, searches, budget))
    }

    /// Returns a description of a marked part in the current state, as Markdown.
    pub fn describe(&self, spot: &Spot<'_>) -> Option<String> {
        self.tree.current().describe(spot)
    }

    /// Returns the kind's own figure with its word, in a few characters for the prompt.
    pub fn prompt(&self) -> String {
        self.tree.current().prompt()
    }

    /// Returns the words that could be at the end of `before`, the command up to the cursor.
    pub fn complete(&self, before: Fragment<'_>) -> Vec<String> {
        let Some((meaning, args)) = common::meaning(self.info, before) else { return Vec::new() };
        let game = self.tree.current();
        let before = args.unfinished();
        if let Meaning::Common(Word::Why) = meaning {
            return why::complete(&**game, before);
        }
        let mut words = Vec::new();
        for arg in meaning.verb(self.info).usage().at_end(before.text) {
            match (arg, meaning) {
                (Arg::Word(fixed) | Arg::Flags(fixed), _) => {
                    words.extend(fixed.iter().copied().map(String::from));
                }
                (_, Meaning::Kind(verb)) => {
                    words.extend(game.candidates(Slot { verb, arg, is_legal: true }, before));
                }
                (Arg::Name(_), Meaning::Common(_)) => words.extend(self.landmarks()),
                _ => {}
            }
        }
        let typed = &before.text[last_word(before.text)..];
        words.retain(|word| word.starts_with(typed));
        words
    }

    /// Returns the puzzle as it can be written, without a name: a body that declares a puzzle which
    /// starts in the current state, with its fields in JSON, and the commands that lead on from
    /// there. These are the commands made so far if no declaration can express the state.
    ///
    /// # Errors
    /// `gave up` if the state must be computed first and the budget is spent.
    pub fn piece(&self, budget: &Budget) -> Result<Piece, Answer> {
        let kind = self.info.name.to_owned();
        let game = self.tree.current();
        if let Some(body) = game.declare(budget)? {
            let fields = game.fields(budget)?;
            return Ok(Piece { kind, body, fields, ..Piece::default() });
        }
        let start = self.tree.state(0);
        let body = start.declare(budget)?.unwrap_or_default();
        let fields = start.fields(budget)?;
        let commands = self.changes();
        Ok(Piece { kind, body, commands, fields, ..Piece::default() })
    }

    /// Returns its place in its tree of states, in three numbers: they differ before and after a
    /// command if and only if the command changed something, even if only a name.
    pub fn place(&self) -> [usize; 3] {
        [self.tree.len(), self.tree.now(), self.names.given()]
    }

    /// Returns when the searches were used that were used longest ago, in the moments of the account
    /// of memory; `None` if there are none.
    pub fn idle_search(&self) -> Option<u64> {
        self.places.oldest().map(|(_, used)| used)
    }

    /// Drops these searches, because memory is short. A command that needs them begins them anew, and
    /// says so.
    pub fn drop_idle_search(&mut self) {
        self.places.drop_oldest();
    }

    /// Returns the number of the current state, as `goto` takes it.
    pub fn now(&self) -> usize {
        self.tree.now()
    }

    /// Returns how many commands led from a state to the current one; none if they did not pass it.
    pub fn since(&self, state: usize) -> Option<usize> {
        let now = self.tree.now();
        (state < self.tree.len() && self.tree.is_below(now, state))
            .then(|| self.tree.depth(now) - self.tree.depth(state))
    }

    /// Returns every state with the state before it and the command that led to it.
    pub fn lineage(&self) -> Lineage {
        self.ancestry()
    }

    /// Returns how many commands led from the start to the current state.
    pub fn changed(&self) -> usize {
        self.tree.depth(self.tree.now())
    }

    /// Returns the commands that build the tree of states again, its numbers, names and the state
    /// of redo included, and end in the current state. The first `known` states after the start are
    /// there already, and the last of them is the current one.
    pub fn story(&self, known: usize) -> Vec<String> {
        self.retell(known)
    }
}
