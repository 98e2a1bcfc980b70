//! Blocks as a puzzle with moves.

use super::barrier::barrier;
use super::engine::{self, Finder, classes};
use super::parts::PartsAt;
use super::rules::{Direction, Move, Places};
use super::syntax::Typed;
use super::{Blocks, Model, faults, marks, states, syntax, typed, view};
use crate::diag::{Code, Diagnostic, Sink};
use crate::puzzle::moves::verbs::Word;
use crate::puzzle::moves::{
    Call, EachMove, Engines, Followed, Item, KindCommand, KindReply, Metric, MoveGame, Particulars,
    Representative, Unread, View, replay,
};
use crate::puzzle::parts::Parts;
use crate::puzzle::rank::Form;
use crate::puzzle::{
    Answer, Body, Context, Failure, Field, Info, LegalMove, Out, Slot, Spot, Table, Task, Unit,
};
use crate::scene::{Coordinate, Pointed};
use crate::search::{Budget, Farthest, Outcome, Stop, Until};
use crate::syntax::{Arg, Args, Fragment, Given};
use crate::text::Span;

/// The number of unit slides, in solutions that have no longer ones.
const STEPS: Metric<Move> = Metric {
    word: "steps",
    unit: Unit { singular: "step", plural: "steps" },
    allows: Move::is_step,
    ..Metric::MOVES
};

/// A command that not all puzzles with moves have.
#[derive(Clone, Copy, Debug)]
pub enum Extra {
    /// `states`
    States,
    /// `hardest`
    Hardest,
}

/// A verb that not all puzzles with moves have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraWord {
    /// `move`
    Move,
    /// `states`
    States,
    /// `hardest`
    Hardest,
}

impl<K: Blocks> KindCommand<Model<K>> for Extra {
    type Word = ExtraWord;

    fn call(word: ExtraWord, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call<Model<K>>> {
        Some(match word {
            ExtraWord::Move => Call::Play(syntax::single::<K>(&mut given.rest, sink)?),
            ExtraWord::Hardest => Call::Kind(Self::Hardest),
            ExtraWord::States => Call::Kind(Self::States),
        })
    }

    fn reply(
        &self,
        model: &Model<K>,
        engines: &mut Engines<Model<K>>,
        context: &mut Context<'_>,
    ) -> Result<KindReply<Places>, Failure> {
        if let Self::Hardest = self {
            model.expect_goal(context.verb, context.home)?;
        }
        let answer = engines.answer(model, 0, context, |engine, budget| {
            Outcome::from(match self {
                Self::States => engine
                    .advance(Until::Exhausted, budget)
                    .unless_stopped()
                    .map(|()| Some(Answer::number(engine.figures().expanded))),
                // Of several, the first in the order of discovery.
                Self::Hardest => engine.farthest(budget).map(|farthest| {
                    let Farthest { moves, states } = farthest?;
                    let at = engine.way_to(states.into_iter().min()?).1;
                    Some(Answer::list(format!("{moves}\n{}", model.view(&at).text())))
                }),
            })
        });
        Ok(answer.into())
    }
}

/// Returns the codes that an expectation after a verb makes superfluous.
pub(crate) fn states_fact<K: Blocks>(at: usize) -> &'static [&'static Code] {
    match K::VERBS.words[at] {
        Word::Solve | Word::Goals | Word::Hint | Word::Kind(ExtraWord::Hardest) => K::WORDS.facts,
        _ => &[],
    }
}

impl<K: Blocks> MoveGame for Model<K> {
    type Position = Places;
    type Move = Move;
    type Typed = Typed;
    type Command = Extra;
    type Engine = Finder;

    const INFO: &'static Info = K::INFO;
    const VERBS: Table<Word<ExtraWord>> = K::VERBS;
    const METRICS: &'static [Metric<Move>] = &[Metric::MOVES, STEPS];
    const PARTICULARS: Particulars<Self> = Particulars {
        spaces_separate: K::LANES,
        counts_runs_once: !K::LANES,
        misreading: K::WORDS.misreading,
        ..Particulars::PLAIN
    };

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        K::read(body, out)
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
        syntax::play::<K>(args, sink)
    }

    fn start(&self) -> Places {
        self.board.start.clone()
    }

    fn is_solved(&self, at: &Places) -> bool {
        self.board.is_solved(at)
    }

    fn expect_goal(&self, place: Span, home: bool) -> Result<(), Failure> {
        match self.board.goals.is_empty() {
            true => Err(Box::new(faults::no_goal::<K>(place, home.then_some(self.last_row)))),
            false => Ok(()),
        }
    }

    fn legal(&self, at: &Places) -> Vec<(Move, Places)> {
        let moves = self.board.moves(at).into_iter();
        moves.map(|by| (by, self.board.after(at, by))).collect()
    }

    fn legal_moves(&self, at: &Places) -> Vec<LegalMove> {
        let board = &*self.board;
        let legal = |by: Move| {
            let [from, to] = [by.from, by.to].map(|corner| board.cells(by.block, corner).collect());
            LegalMove::shift(K::move_text(board, by), by.block as u32, from, to)
        };
        board.moves(at).into_iter().map(legal).collect()
    }

    fn make(&self, at: &Places, typed: &Typed, home: bool) -> Result<(Places, Move), Failure> {
        let by = typed::resolve(self, at, typed, home)?;
        Ok((self.board.after(at, by), by))
    }

    fn joins(last: &Move, next: &Move) -> bool {
        last.block == next.block
    }

    fn read_item<'a>(
        &self,
        text: Fragment<'a>,
        each: &mut EachMove<'_, 'a, Typed>,
    ) -> Result<Item<'a>, Unread<'a>> {
        syntax::read_item(self, text, each)
    }

    fn labels(&self) -> Vec<&str> {
        // Those of cars are single letters.
        let blocks = self.board.blocks.iter().filter(|_| !K::LANES);
        blocks.map(|block| block.label.as_str()).collect()
    }

    fn missing(&self, at: &Places) -> String {
        let open = self.board.goals.iter().filter(|goal| at[goal.block] != goal.at);
        let open: Vec<String> = open.map(|goal| K::goal_text(&self.board, goal)).take(4).collect();
        format!("the goal is not reached: {}", open.join(", "))
    }

    fn obstacles(&self, followed: &Followed<'_, Self>) -> Vec<String> {
        typed::obstacles(self, followed).unwrap_or_default()
    }

    fn move_text(&self, &by: &Move) -> String {
        K::move_text(&self.board, by)
    }

    /// Blocks that can be exchanged are in the order of their places.
    fn representative(&self) -> Representative<'_, Places> {
        let classes = classes(&self.board);
        Box::new(move |places| {
            let mut sorted = places.clone();
            for class in &classes {
                let mut corners: Vec<Coordinate> =
                    class.iter().map(|&block| places[block]).collect();
                corners.sort_unstable();
                class.iter().zip(corners).for_each(|(&block, at)| sorted[block] = at);
            }
            sorted
        })
    }

    fn view<'a>(&'a self, at: &'a Places) -> View<'a> {
        view::model_view(self, at)
    }

    fn frontier_text(&self, _path: &[Move], at: &Places) -> String {
        self.view(at).text().replace('\n', " / ")
    }

    fn engine(&self, at: &Places, metric: usize, budget: &Budget) -> Result<Box<Finder>, Stop> {
        let metric = if metric == 0 { engine::Metric::Moves } else { engine::Metric::Steps };
        Finder::within(&self.board, at, metric, barrier(&self.board).is_some(), budget)
    }

    fn unsolvable(&self, _at: &Self::Position, verb: Option<Span>) -> Option<Diagnostic> {
        let span = verb.or_else(|| self.goal_spans.first().copied())?;
        let stuck = || {
            let can_move = self.board.can_move(&self.board.start);
            (!can_move).then(|| format!("no {} can move", K::WORDS.block))
        };
        Some(faults::unsolvable::<K>(span, barrier(&self.board).or_else(stuck)))
    }

    fn is_decided(&self, at: &Places, sink: &mut Sink) -> bool {
        let solved = self.board.is_solved(at);
        if let (true, Some(&first)) = (solved, self.goal_spans.first()) {
            sink.push(faults::already_solved::<K>(first));
        }
        solved
    }

    fn declare(&self, at: &Places) -> Option<Vec<String>> {
        K::declare(self, at)
    }

    fn fields(&self, at: &Places) -> Vec<Field> {
        K::fields(self, at)
    }

    fn point(&self, followed: Followed<'_, Self>) -> Result<Pointed, Failure> {
        typed::point(self, followed)
    }

    fn task(&self, _name: &str) -> Task {
        let notes = vec![view::aim::<K>(&self.board, &self.board.start)];
        Task { notes, ..Task::default() }
    }

    fn cell_of(&self, at: &Places, typed: &Typed) -> Option<String> {
        Some(at[self.number(&typed.label)?].to_string())
    }

    fn parts(&self, at: &Places) -> Option<Box<dyn Parts + '_>> {
        Some(Box::new(PartsAt::of(self, at)))
    }

    fn pieces(&self) -> Option<u64> {
        Some(self.board.blocks.len() as u64)
    }

    fn form(&self) -> Option<Form> {
        Some(states::form(&self.board))
    }

    fn candidates(
        &self,
        at: &Places,
        word: Word<ExtraWord>,
        slot: Slot<'_>,
        before: Fragment<'_>,
    ) -> Vec<String> {
        let offer = match (word, slot.arg) {
            (Word::Play, Arg::Rest { .. }) if !slot.is_legal => Offer::Illegal,
            (Word::Play, Arg::Rest { .. }) => Offer::Moves,
            (Word::Kind(ExtraWord::Move), Arg::Rest { .. }) => Offer::Move,
            _ => return Vec::new(),
        };
        self.complete_move(at, offer, before.text).unwrap_or_default()
    }

    fn describe(&self, at: &Places, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }
}

/// The names that can be completed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offer {
    /// Legal moves, one after another.
    Moves,
    /// One legal move.
    Move,
    /// Moves of which the last is illegal.
    Illegal,
}

impl<K: Blocks> Model<K> {
    /// Returns the words that could be at the end of moves that were typed; `None` if they are not
    /// legal.
    fn complete_move(&self, at: &Places, offer: Offer, before: &str) -> Option<Vec<String>> {
        let several = offer != Offer::Move;
        let legal = offer != Offer::Illegal;
        let board = &*self.board;
        let (done, now) = match before.rfind(';') {
            Some(at) if several => before.split_at(at + 1),
            _ => ("", before),
        };

        let (places, _) = replay(self, at, done.trim_end_matches(';'))?;
        let finished = now.ends_with([' ', '\t']) || now.is_empty();
        let mut words: Vec<&str> = now.split_whitespace().collect();
        if !finished {
            words.pop();
        }

        let Some((label, rest)) = words.split_first() else {
            let moves = board.moves(&places);
            let label = |by: &Move| board.blocks[by.block].label.clone();
            return Some(match (legal, K::LANES) {
                (false, _) => board.blocks.iter().map(|block| block.label.clone()).collect(),
                // A move is one word.
                (true, true) => moves.iter().map(|by| self.move_text(by)).collect(),
                (true, false) => {
                    let mut labels: Vec<String> = moves.iter().map(label).collect();
                    labels.dedup();
                    labels
                }
            });
        };

        let block = self.number(label)?;
        let layout = board.layout(&places);
        Some(match rest {
            [] => {
                let free = |direction: &Direction| {
                    let to = places[block] + direction.offset();
                    let able = board.ways(block).contains(direction);
                    (able && board.blocked(&layout, block, to).is_none()) == legal
                };
                let directions = Direction::ALL.into_iter().filter(free);
                let mut words: Vec<String> =
                    directions.map(|direction| direction.word().to_owned()).collect();
                // The place of the block, which the answers have in front of its next one, is not
                // needed: alone it is an error.
                if legal && !K::LANES && !words.is_empty() {
                    words.push(String::from("to"));
                }
                words
            }
            [_] if legal && !K::LANES => board
                .reach_on(&layout, block, places[block])
                .iter()
                .map(Coordinate::to_string)
                .collect(),
            _ => Vec::new(),
        })
    }
}
