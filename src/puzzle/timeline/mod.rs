//! An open puzzle: a game with its timeline of states, as a [`Puzzle`].

mod board;
mod cells;
mod commands;
mod names;
#[cfg(test)]
mod tests;
mod travel;
mod tree;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::board::Board;
pub use self::cells::Cells;
use self::names::Names;
use self::tree::Tree;
use super::command::{self, Command, Parsed};
use super::common::{self, Meaning, Word};
use super::legal::{LegalMove, Standing};
use super::parts::NamedParts;
use super::rank::{Course, Extent, Figure, Solutions};
use super::states::{self, Growth, Life, StateGraph};
use super::verdict::{Question, Ruling};
use super::{
    Answer, Context, Depth, Failure, Game, Info, Lineage, Observed, Prospect, Puzzle, Registry,
    Reply, Role, Searches, Solved, Spot, Task, film, why,
};
use crate::diag::{Diagnostic, Sink};
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

/// A game and the tree of its states.
pub(super) struct Timeline<G: Game> {
    game: G,
    model: Arc<G::Model>,
    /// Bytes of the body from which the model was read; 0 in a copy, which shares the model.
    length: usize,
    /// The kinds whose commands it recognizes as another's.
    kinds: Registry,
    tree: Tree<G::State>,
    /// The names given by `branch`, by the numbers of states.
    names: Names,
    /// What was observed in states, by their places in the tree: statements that state it again.
    notes: BTreeMap<usize, Vec<String>>,
    board: Board,
    /// The source of the declaration, and that of the command at work.
    home: Option<u64>,
    source: u64,
}

impl<G: Game> Timeline<G> {
    pub(super) fn open(model: Arc<G::Model>, kinds: Registry, length: usize) -> Self {
        let game = G::open(model.clone());
        let tree = Tree::new(game.start());
        Self {
            game,
            model,
            length,
            kinds,
            tree,
            names: Names::default(),
            notes: BTreeMap::new(),
            board: Board::default(),
            home: None,
            source: 0,
        }
    }

    fn change(&mut self, next: G::State, command: &str) {
        let command = travel::spaced(command);
        if self.tree.can_redo() {
            // Keep the abandoned branch but drop its searches; otherwise memory grows without bound.
            for state in self.tree.below(self.board.states()) {
                self.board.forget(state);
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
        mut question: impl FnMut(&mut G, &G::State, &mut Searches) -> T,
    ) -> T {
        let now = self.tree.now();
        loop {
            let mut searches = self.board.take(now);
            let answer = question(&mut self.game, self.tree.current(), &mut searches);
            self.board.put(now, searches, budget.account.moment());
            if !is_short(&answer) || !budget.make_room(|| self.board.drop_oldest(Some(now))) {
                return answer;
            }
        }
    }

    /// Says at a command that searches from the current state were dropped. A command that only looks
    /// at them says so even if it begins none.
    fn say_dropped(&mut self, command: Span, only_looks: bool, sink: &mut Sink) {
        let now = self.tree.now();
        let is_begun = self.board.get(now).is_some_and(|searches| !searches.is_empty());
        if (is_begun || only_looks) && self.board.were_dropped(now) {
            sink.push(common::search_was_dropped(command));
        }
    }
}

/// Returns whether a search stopped because memory is short.
#[expect(clippy::ref_option, reason = "questions are answered by options")]
fn is_short<T>(found: &Option<Outcome<T>>) -> bool {
    matches!(found, Some(Outcome::GaveUp(Stop::Memory)))
}

impl<G: Game> Puzzle for Timeline<G> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn enter(&mut self, source: u64) {
        self.home.get_or_insert(source);
        self.source = source;
    }

    fn judge(&self) -> Box<dyn Puzzle> {
        let mut copy = Self::open(self.model.clone(), self.kinds, 0);
        copy.tree = Tree::new(self.tree.current().clone());
        Box::new(copy)
    }

    fn bytes(&self) -> u64 {
        let own = size_of::<Self>() + size_of::<G::Model>() + FIXED + EXPANSION * self.length;
        (own + self.tree.bytes()) as u64
    }

    fn run(
        &mut self,
        text: Fragment<'_>,
        depth: Depth,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Answer> {
        let Command { verb, place, call } = Command::<G>::parse(self.kinds, text, sink)?;
        let (source, home) = (self.source, self.home == Some(self.source));
        let (span, mark) = (text.span(), sink.len());
        let result = match call {
            Parsed::WhyNot(call) => {
                let searches = &mut Searches::default();
                let mut context =
                    Context { budget, searches, sink, depth, span, verb: place, source, home };
                Ok(why::answer(&mut self.game, self.tree.current(), &call, &mut context))
            }
            Parsed::Common(call) => self.common(call, text, depth, budget, sink),
            Parsed::Own(call) => {
                let is_short = |reply: &Result<Reply<G::State>, Failure>| matches!(reply, Ok(Reply::Answer(answer)) if answer.is_short_of_memory());
                let reply = self.ask(budget, is_short, |game, state, searches| {
                    sink.truncate(mark);
                    let mut context = Context {
                        budget,
                        searches,
                        sink: &mut *sink,
                        depth,
                        span,
                        verb: place,
                        source,
                        home,
                    };
                    game.run(state, &call, &mut context)
                });
                if depth == Depth::Run {
                    let only_looks = verb.role == Role::Progress;
                    self.say_dropped(place, only_looks, sink);
                }
                match reply {
                    Ok(Reply::Answer(answer)) => {
                        if depth == Depth::Run && verb.role.searches() && !answer.is_gave_up() {
                            self.board.note_answer(self.tree.now(), text.text);
                        }
                        Ok(answer)
                    }
                    Ok(Reply::Changed(state, answer)) => {
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

    fn preview(&mut self, text: Fragment<'_>, budget: &Budget, sink: &mut Sink) -> Option<Answer> {
        let Command { place, call, .. } = Command::<G>::parse(self.kinds, text, sink)?;
        let (depth, span) = (Depth::Check { answer: true }, text.span());
        let (verb, source, home) = (place, u64::MAX, false);
        let call = match call {
            Parsed::Own(call) => call,
            Parsed::WhyNot(call) => {
                let searches = &mut Searches::default();
                let mut context =
                    Context { budget, searches, sink, depth, span, verb, source, home };
                let state = self.tree.current();
                return Some(why::answer(&mut self.game, state, &call, &mut context));
            }
            Parsed::Common(call) => return self.preview_common(call, sink),
        };
        // The game may know the answer, and may compute nothing for it; a fresh one may compute a
        // little.
        let idle = budget.clone().with_states(0);
        let mut fresh = G::open(self.model.clone());
        for (game, budget) in [(&mut self.game, &idle), (&mut fresh, budget)] {
            let searches = &mut Searches::default();
            let mut context = Context { budget, searches, sink, depth, span, verb, source, home };
            match game.run(self.tree.current(), &call, &mut context) {
                Ok(Reply::Answer(answer) | Reply::Changed(_, answer)) => {
                    if answer.is_computed() {
                        return Some(answer);
                    }
                }
                Err(failure) => {
                    sink.push(*failure);
                    return None;
                }
            }
        }
        Some(Answer::NotComputed)
    }

    fn verdict(&mut self, question: &Question<'_>, budget: &Budget) -> Option<Ruling> {
        let call = command::call::<G>(Fragment { text: question.command, start: 0 })?;
        // An answer that was just computed is not searched for again.
        let mut beside = Searches::default();
        let searches = self.board.known(self.tree.now(), question.command, &mut beside);
        self.game.verdict(self.tree.current(), &call, question, searches, budget)
    }

    fn accepts(&mut self, text: Fragment<'_>, answer: &Answer, expected: &str) -> bool {
        let call = command::call::<G>(text);
        call.is_some_and(|call| self.game.accepts(&call, answer, expected))
    }

    fn observes(&self) -> bool {
        G::OBSERVES
    }

    fn observe(&mut self, asked: Observed<'_>) -> Option<Result<String, Box<Diagnostic>>> {
        let command = Command::<G>::parse(self.kinds, asked.text, &mut Sink::new())?;
        let call = match &command.call {
            Parsed::Own(call) => Some(call),
            Parsed::Common(common::Call::Show) => None,
            Parsed::Common(_) | Parsed::WhyNot(_) => return None,
        };
        let observed = self.game.observe(self.tree.current(), call, &asked)?;
        if let Ok(note) = &observed {
            let notes = self.notes.entry(self.tree.now()).or_default();
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
        Some(observed)
    }

    fn deep(&mut self, name: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        let start = self.game.start();
        self.game.deep(&start, name, budget, sink)
    }

    fn design(&mut self, mark: usize, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        let start = self.game.start();
        self.game.design(&start, mark, budget, sink)
    }

    fn prospects(
        &mut self,
        moves: &mut dyn Iterator<Item = String>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        let mut calls = moves.map(|text| command::call::<G>(Fragment { text: &text, start: 0 }));
        let state = self.tree.current();
        self.game.prospects(state, &mut calls, budget, each)
    }

    fn scene(&mut self, name: &str) -> Scene {
        self.game.scene(name, self.tree.current())
    }

    fn point(
        &mut self,
        name: &str,
        text: Fragment<'_>,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Scene> {
        let call = match Command::<G>::parse(self.kinds, text, sink)?.call {
            Parsed::Own(call) | Parsed::WhyNot(call) => call,
            Parsed::Common(_) => return None,
        };
        let mut beside = Searches::default();
        let searches = self.board.known(self.tree.now(), text.text, &mut beside);
        let scene = self.game.point(name, self.tree.current(), &call, searches, budget);
        scene.unwrap_or_else(|failure| {
            sink.push(*failure);
            None
        })
    }

    fn standing(&self) -> Standing {
        self.game.standing(self.tree.state(self.tree.now()))
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        self.game.legal_moves(self.tree.state(self.tree.now()))
    }

    fn task(&mut self, name: &str) -> Task {
        self.game.task(name)
    }

    fn graph(&mut self, limit: usize, budget: &Budget) -> Option<StateGraph> {
        self.game.graph(self.tree.state(self.tree.now()), limit, budget)
    }

    fn growth(&mut self, budget: &Budget) -> Option<Growth> {
        self.game.growth(self.tree.state(self.tree.now()), budget)
    }

    fn solve(&mut self, budget: &Budget) -> Option<Solved> {
        let is_short = |found: &Option<Solved>| matches!(found, Some(Solved::GaveUp(Stop::Memory)));
        self.ask(budget, is_short, |game, state, searches| game.solve(state, searches, budget))
    }

    fn solutions(&mut self, budget: &Budget) -> Option<Outcome<Solutions>> {
        self.ask(budget, is_short, |game, state, searches| game.solutions(state, searches, budget))
    }

    fn parts(&self) -> Option<Box<dyn NamedParts + '_>> {
        self.game.parts(&self.game.start())
    }

    fn rating(&mut self, budget: &Budget) -> Figure {
        self.game.rating(self.tree.state(self.tree.now()), budget)
    }

    fn course(&mut self, budget: &Budget) -> Option<Outcome<Course>> {
        self.ask(budget, is_short, |game, state, searches| game.course(state, searches, budget))
    }

    fn extent(&self) -> Extent {
        G::extent(&self.model)
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        G::canonical(&self.model)
    }

    fn life(&mut self, span: states::Stretch, budget: &Budget) -> Option<Life> {
        self.game.life(self.tree.state(self.tree.now()), span, budget)
    }

    fn film(&mut self, name: &str, budget: &Budget) -> Result<Film, Answer> {
        let source = self.source;
        let is_short =
            |film: &Result<Film, Answer>| film.as_ref().is_err_and(Answer::is_short_of_memory);
        self.ask(budget, is_short, |game, state, searches| {
            film::film(game, state, name, source, searches, budget)
        })
    }

    fn describe(&mut self, spot: &Spot<'_>) -> Option<String> {
        self.game.describe(self.tree.current(), spot)
    }

    fn prompt(&self) -> String {
        self.game.prompt(self.tree.current())
    }

    fn complete(&self, before: Fragment<'_>) -> Vec<String> {
        let Some((meaning, args)) = common::meaning(G::INFO, before) else { return Vec::new() };
        let (state, before) = (self.tree.current(), args.unfinished());
        if let Meaning::Common(Word::Why) = meaning {
            return why::complete(&self.game, state, before);
        }
        let mut found = Vec::new();
        for arg in meaning.verb(G::INFO).usage().at_end(before.text) {
            match (arg, meaning) {
                (Arg::Word(words) | Arg::Flags(words), _) => {
                    found.extend(words.iter().copied().map(String::from));
                }
                (_, Meaning::Own(at)) => {
                    let word = G::VERBS.words[at];
                    found.extend(self.game.candidates(state, word, arg, before));
                }
                (Arg::Name(_), Meaning::Common(_)) => found.extend(self.landmarks()),
                _ => {}
            }
        }
        let typed = &before.text[last_word(before.text)..];
        found.retain(|word| word.starts_with(typed));
        found
    }

    fn piece(&mut self, budget: &Budget) -> Result<Piece, Answer> {
        let kind = G::INFO.name.to_owned();
        let state = self.tree.current();
        if let Some(body) = self.game.declare(state, budget)? {
            let fields = self.game.fields(state, budget)?;
            return Ok(Piece { kind, body, fields, ..Piece::default() });
        }
        let start = self.game.start();
        let body = self.game.declare(&start, budget)?.unwrap_or_default();
        let (fields, commands) = (self.game.fields(&start, budget)?, self.changes());
        Ok(Piece { kind, body, commands, fields, ..Piece::default() })
    }

    fn place(&self) -> [usize; 3] {
        let notes = self.notes.values().map(Vec::len).sum::<usize>();
        [self.tree.len(), self.tree.now(), self.names.given() + notes]
    }

    fn idle_search(&self) -> Option<u64> {
        self.board.oldest(None).map(|(_, used)| used)
    }

    fn drop_idle_search(&mut self) {
        self.board.drop_oldest(None);
    }

    fn now(&self) -> usize {
        self.tree.now()
    }

    fn since(&self, state: usize) -> Option<usize> {
        let now = self.tree.now();
        (state < self.tree.len() && self.tree.is_below(now, state))
            .then(|| self.tree.depth(now) - self.tree.depth(state))
    }

    fn lineage(&self) -> Lineage {
        self.ancestry()
    }

    fn changed(&self) -> usize {
        self.tree.depth(self.tree.now())
    }

    fn story(&self, known: usize) -> Vec<String> {
        self.retell(known)
    }
}
