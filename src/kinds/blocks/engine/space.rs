//! Successors on packed states.

use std::sync::Arc;

use super::super::rules::{Move, Places};
use super::Metric;
use super::finder::{Hop, Origin};
use super::pack::{Key, Mask};
use super::tables::{Piece, PieceGoal, Spot, Tables};
use crate::puzzle::moves::Positions;
use crate::search::{Budget, Goals, Properties, Space, Stop};

/// A move: from one placement of a class to another. Each number is below 128, because a board with
/// tables has no more cells than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    pub(super) class: u8,
    pub(super) from: u8,
    pub(super) to: u8,
    /// The number of the piece in the key after the move.
    pub(super) piece: u8,
}

/// The graph of states of a board in one metric.
pub(super) struct Packed<K, M> {
    tables: Arc<Tables<M>>,
    start: K,
    metric: Metric,
    /// The fields of the blocks with goals, and their contents in a goal. None if there is no goal,
    /// and if it can never hold.
    goal: Option<(K, K)>,
    origin: Arc<Origin>,
}

impl<K: Key, M> Clone for Packed<K, M> {
    fn clone(&self) -> Self {
        Self { tables: self.tables.clone(), origin: self.origin.clone(), ..*self }
    }
}

impl<K: Key, M: Mask> Packed<K, M> {
    /// Returns the graph of the states in reach of a start.
    pub(super) fn new(origin: Origin, metric: Metric) -> Self {
        let mut tables = Tables::<M>::new(&origin.board, &origin.classes);
        tables.goals.take_if(|_| origin.is_hopeless);
        let tables = Arc::new(tables);
        let start = K::pack(&tables.fields(&origin.classes, &origin.places), &tables.bits);
        let goal = tables.goals.as_ref().and_then(|goals| Self::goal(&tables, goals));
        Self { tables, start, metric, goal, origin: Arc::new(origin) }
    }

    /// Returns a mask of the fields that goals name, and their values. None if the goals name no
    /// piece, or one piece twice and at different places.
    fn goal(tables: &Tables<M>, goals: &[PieceGoal]) -> Option<(K, K)> {
        let mut fields = vec![0; tables.bits.len()];
        let mut wanted = fields.clone();
        for &PieceGoal { piece, field } in goals {
            if fields[piece] != 0 && wanted[piece] != field {
                return None;
            }
            fields[piece] = (1 << tables.bits[piece]) - 1;
            wanted[piece] = field;
        }
        let pack = |fields: &[u32]| K::pack(fields, &tables.bits);
        (!goals.is_empty()).then(|| (pack(&fields), pack(&wanted)))
    }

    /// Returns the placements to which the piece on `from` of a class can slide, without `from`,
    /// while the cells of `taken` are: its own are not among them. `spots` are those of the class.
    #[inline(always)]
    fn reach<const WAYS: usize>(&self, spots: &[Spot<M>], from: u8, taken: M) -> M {
        let start = M::of(usize::from(from));
        let mut reached = start;
        let mut open = start;
        loop {
            let spot = &spots[open.least()];
            let mut beside = M::NONE;
            for (&way, &next) in spot.ways[..WAYS].iter().zip(&spot.next) {
                beside |= M::of_if(next, way & taken == M::NONE);
            }
            open = open.without_least() | beside & !reached;
            reached |= beside;
            if open == M::NONE || self.metric == Metric::Steps {
                return reached & !start;
            }
        }
    }

    /// Adds the successors of a state whose pieces have the first `WAYS` ways of their placements. Bit n
    /// of `skip` is for piece n of the key.
    // A lazy operator would be a branch.
    #[allow(clippy::needless_bitwise_bool)]
    #[inline(always)]
    fn slides<const WAYS: usize>(&self, state: &K, skip: u32, out: &mut Vec<(Slide, K)>) {
        let Tables { spots, pieces, .. } = &*self.tables;
        let mut fields = M::ZEROS;
        let mut owners = M::ZEROS;
        let fields = &mut fields.as_mut()[..pieces.len()];
        let owners = owners.as_mut();

        let mut taken = M::NONE;
        for (piece, field) in pieces.iter().zip(&mut *fields) {
            *field = state.field(piece.shift, piece.mask);
            taken |= spots[piece.first + usize::from(*field)].mask;
        }

        // The pieces that can move, in reading order without sorting: a bit for the first cell of
        // each. Most branches here would be guessed wrong, so there are none. To begin with all
        // pieces beside an empty cell instead takes 1.08 times as long on L'âne rouge.
        let mut skip = u64::from(skip);
        let mut order = M::NONE;
        for (number, (piece, &field)) in pieces.iter().zip(&*fields).enumerate() {
            let spot = &spots[piece.first + usize::from(field)];
            let out =
                spot.ways[..WAYS].iter().fold(false, |out, &way| out | (way & taken == M::NONE));
            order |= M::of_if(spot.cell, out & (skip & 1 == 0));
            owners[usize::from(spot.cell)] = number as u8;
            skip >>= 1;
        }

        while order != M::NONE {
            let number = owners[order.least()];
            order = order.without_least();
            let piece = &pieces[usize::from(number)];
            let from = fields[usize::from(number)];
            let spots = &spots[piece.first..];
            let spot = &spots[usize::from(from)];
            let taken = taken ^ spot.mask;
            let mut reached = self.reach::<WAYS>(spots, from, taken);

            let before = number - piece.rank;
            let rank = piece.rank;
            let places = &fields[usize::from(before)..=usize::from(number + piece.later)];
            while reached != M::NONE {
                let to = reached.least() as u8;
                reached = reached.without_least();
                let mut after = usize::from(rank);
                while after + 1 < places.len() && places[after + 1] < to {
                    after += 1;
                }
                while after > 0 && places[after - 1] > to {
                    after -= 1;
                }

                let after = after as u8;
                let key = if after == rank {
                    state.changed(piece.shift, from, to)
                } else {
                    state.moved(piece.run, piece.bits, rank, after, to)
                };
                let by = Slide { class: piece.class, from, to, piece: before + after };
                out.push((by, key));
            }
        }
    }

    /// Adds the successors of a state by the pieces that `skip` leaves; its bit n is for piece n of
    /// the key.
    #[inline]
    fn push_slides(&self, state: &K, skip: u32, out: &mut Vec<(Slide, K)>) {
        match self.tables.lanes {
            true => self.slides::<2>(state, skip, out),
            false => self.slides::<4>(state, skip, out),
        }
    }
}

impl<K: Key, M: Mask> Space for Packed<K, M> {
    type State = K;
    type Move = Slide;

    fn starts(&self, out: &mut Vec<K>) {
        out.push(self.start);
    }

    fn successors(&self, state: &K, out: &mut Vec<(Slide, K)>) {
        self.push_slides(state, 0, out);
    }

    fn expand(
        &self,
        state: &K,
        skip: u32,
        _budget: &Budget,
        out: &mut Vec<(Slide, K)>,
    ) -> Result<(), Stop> {
        self.push_slides(state, skip, out);
        Ok(())
    }

    #[inline]
    fn is_goal(&self, state: &K) -> bool {
        self.goal.is_some_and(|(mask, wanted)| state.matches(mask, wanted))
    }

    /// No goal can be reached if its block has no such place.
    fn properties(&self) -> Properties {
        let is_hopeless = self.tables.goals.is_none();
        Properties {
            goals: if is_hopeless { Goals::Unreachable } else { Goals::Unknown },
            is_reversible: true,
            can_undo: true,
            makes_notes: self.metric == Metric::Moves,
            ..Properties::default()
        }
    }

    fn undone(&self, state: &K, by: Slide) -> Option<K> {
        let class = &self.tables.classes[usize::from(by.class)];
        let pieces = &self.tables.pieces[class.piece..class.piece + class.pieces];
        // Before the move, as many pieces of the class stood before this one.
        let place = |piece: &Piece| state.field(piece.shift, piece.mask);
        let after = by.piece - class.piece as u8;
        let others = pieces.iter().filter(|piece| piece.rank != after && place(piece) < by.from);
        Some(state.moved(class.shift, class.bits, after, others.count() as u8, by.from))
    }

    #[inline]
    fn takes_back(&self, last: Slide, next: Slide) -> bool {
        // Moving the same piece twice in a row is never shorter: its second place was reachable in
        // the first move.
        let same = last.class == next.class && last.to == next.from;
        same && (self.metric == Metric::Moves || last.from == next.to)
    }

    #[inline]
    fn skip_of(&self, by: Slide, _: &K) -> u32 {
        // A move of the piece that `by` has moved need not be tried: its new place was reachable
        // without `by`, in one move of the state before.
        1_u32.checked_shl(u32::from(by.piece)).unwrap_or(0)
    }
}

impl<K: Key, M: Mask> Positions for Packed<K, M> {
    type Position = Places;
    type Step = Move;

    fn steps(&self, path: &[Slide]) -> Vec<Move> {
        let Tables { classes, corners, .. } = &*self.tables;
        let hop = |by: &Slide| {
            let class = usize::from(by.class);
            let corner = |at: u8| corners[classes[class].first + usize::from(at)];
            Hop { from: corner(by.from), to: corner(by.to), class }
        };
        self.origin.replayed(path.iter().map(hop))
    }

    fn position(&self, state: &K, moves: &[Move]) -> Places {
        self.origin.after(moves, self.is_goal(state))
    }
}
