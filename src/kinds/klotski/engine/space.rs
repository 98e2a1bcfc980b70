//! Successors on packed states.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;

use super::super::board::{Board, Places};
use super::Metric;
use super::pack::{Key, Mask};
use super::run::{Graph, Hop};
use super::tables::{NONE, Tables};
use crate::search::{Reversible, Space};

/// A move: from one placement (among all) to another of the same class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    pub(super) from: u16,
    pub(super) to: u16,
}

/// A placement as moves hold it. It fits: a board of 128 cells has no more blocks than that.
fn place(number: u32) -> u16 {
    u16::try_from(number).expect("no more than 128 classes of 128 placements")
}

/// The graph of states of a board in one metric.
pub(super) struct Klotski<K, M> {
    pub(super) tables: Arc<Tables<M>>,
    pub(super) starts: Vec<K>,
    pub(super) metric: Metric,
    /// Whether the goals count; a search from all goals looks for none.
    pub(super) aimed: bool,
    scratch: RefCell<Scratch>,
    key: PhantomData<K>,
}

/// Buffers of one expansion.
#[derive(Default)]
struct Scratch {
    fields: Vec<u32>,
    /// For each cell that is the first of a piece, the number of that piece.
    owners: Vec<u8>,
    /// Placements that a flood has reached, in the order found.
    reached: Vec<u32>,
    /// The flood in which a placement was reached last.
    stamps: Vec<u32>,
    stamp: u32,
    changed: Vec<u32>,
}

impl<K: Key, M: Mask> Klotski<K, M> {
    fn new(tables: Arc<Tables<M>>, starts: Vec<K>, metric: Metric, aimed: bool) -> Self {
        let stamps = vec![0; tables.masks.len()];
        let owners = vec![0; tables.cells];
        let scratch = RefCell::new(Scratch { owners, stamps, ..Scratch::default() });
        Self { tables, starts, metric, aimed, scratch, key: PhantomData }
    }

    /// The graph of the states in reach of `start`.
    pub(super) fn from_start(
        board: &Board,
        classes: &[Vec<usize>],
        start: &Places,
        metric: Metric,
    ) -> Self {
        let tables = Arc::new(Tables::<M>::new(board, classes));
        let key = K::pack(&tables.fields(classes, start), &tables.bits);
        Self::new(tables, vec![key], metric, true)
    }

    /// Fills `reached` with the placements to which the piece on `from` can slide while the cells
    /// of `others` are taken, in reading order, without `from`.
    fn flood(&self, scratch: &mut Scratch, from: u32, others: &M) {
        let tables = &*self.tables;
        scratch.reached.clear();
        scratch.stamp = scratch.stamp.wrapping_add(1);
        if scratch.stamp == 0 {
            scratch.stamps.fill(0);
            scratch.stamp = 1;
        }
        let stamp = scratch.stamp;
        scratch.stamps[from as usize] = stamp;
        let mut open = from;
        let mut at = 0;
        loop {
            for next in tables.next[open as usize] {
                if next != NONE
                    && scratch.stamps[next as usize] != stamp
                    && !tables.masks[next as usize].meets(others)
                {
                    scratch.stamps[next as usize] = stamp;
                    scratch.reached.push(next);
                }
            }
            if self.metric == Metric::Steps || at == scratch.reached.len() {
                break;
            }
            open = scratch.reached[at];
            at += 1;
        }
        scratch.reached.sort_unstable();
    }
}

impl<K: Key, M: Mask> Space for Klotski<K, M> {
    type State = K;
    type Move = Slide;

    fn starts(&self, out: &mut Vec<K>) {
        out.extend(self.starts.iter().cloned());
    }

    fn successors(&self, state: &K, out: &mut Vec<(Slide, K)>) {
        self.successors_but(state, 0, out);
    }

    /// Bit n of `skip` is for piece n of the key.
    fn successors_but(&self, state: &K, skip: u32, out: &mut Vec<(Slide, K)>) {
        let tables = &*self.tables;
        let scratch = &mut *self.scratch.borrow_mut();
        let mut fields = std::mem::take(&mut scratch.fields);
        state.unpack(&tables.bits, &mut fields);
        let mut taken = M::none(tables.cells);
        // Pieces in reading order without sorting: a bit for the first cell of each.
        let mut firsts = 0_u128;
        for (piece, &field) in fields.iter().enumerate() {
            let class = &tables.classes[tables.class_of[piece] as usize];
            let placement = class.first + field;
            taken.join(&tables.masks[placement as usize]);
            if piece < 32 && skip >> piece & 1 != 0 {
                continue;
            }
            let first = tables.firsts[placement as usize];
            scratch.owners[first as usize] = piece as u8;
            firsts |= 1 << first;
        }
        while firsts != 0 {
            let piece = usize::from(scratch.owners[firsts.trailing_zeros() as usize]);
            firsts &= firsts - 1;
            let class = &tables.classes[tables.class_of[piece] as usize];
            let from = class.first + fields[piece];
            // Most pieces cannot move at all: look before any work is done.
            let ways = &tables.ways[from as usize];
            if ways.iter().all(|way| way.meets(&taken)) {
                continue;
            }
            taken.part(&tables.masks[from as usize]);
            self.flood(scratch, from, &taken);
            taken.join(&tables.masks[from as usize]);
            for index in 0..scratch.reached.len() {
                let to = scratch.reached[index];
                let field = to - class.first;
                let key = if class.pieces == 1 {
                    state.replaced(class.shift, class.bits, &[field])
                } else {
                    scratch.changed.clear();
                    let own = class.piece..class.piece + class.pieces;
                    scratch.changed.extend_from_slice(&fields[own]);
                    move_sorted(&mut scratch.changed, piece - class.piece, field);
                    state.replaced(class.shift, class.bits, &scratch.changed)
                };
                out.push((Slide { from: place(from), to: place(to) }, key));
            }
        }
        scratch.fields = fields;
    }

    fn is_goal(&self, state: &K) -> bool {
        let Some(goals) = self.tables.goals.as_ref().filter(|_| self.aimed) else { return false };
        if goals.is_empty() {
            return false;
        }
        let scratch = &mut *self.scratch.borrow_mut();
        state.unpack(&self.tables.bits, &mut scratch.changed);
        goals.iter().all(|&(piece, at)| scratch.changed[piece] == at)
    }

    /// A goal can never hold if its block has no such place.
    fn is_hopeless(&self) -> bool {
        self.tables.goals.is_none()
    }

    fn predecessors(&self, state: &K, out: &mut Vec<K>) -> bool {
        // Every slide can be taken back.
        let mut found = Vec::new();
        self.successors(state, &mut found);
        out.extend(found.into_iter().map(|(_, state)| state));
        true
    }

    fn takes_back(&self, last: Slide, next: Slide) -> bool {
        // Moving the same piece twice in a row is never shorter: its second place was reachable in
        // the first move.
        match self.metric {
            Metric::Moves => last.to == next.from,
            Metric::Steps => last.to == next.from && last.from == next.to,
        }
    }

    fn skip_of(&self, by: Slide, state: &K) -> u32 {
        // A move of the piece that `by` has moved need not be tried: its new place was reachable
        // without `by`, in one move of the state before. Its number in this key is its rank within
        // its class.
        let tables = &*self.tables;
        let to = u32::from(by.to);
        let class = &tables.classes[tables.class_at[to as usize] as usize];
        let own = to - class.first;
        let before = (0..class.pieces).take_while(|&rank| {
            let shift = class.shift + rank as u32 * u32::from(class.bits);
            state.field(shift, class.bits) < own
        });
        let piece = class.piece + if class.pieces == 1 { 0 } else { before.count() };
        1_u32.checked_shl(piece as u32).unwrap_or(0)
    }

    fn skips(&self) -> bool {
        self.metric == Metric::Moves
    }
}

impl<K: Key, M: Mask> Graph for Klotski<K, M> {
    fn hop(&self, by: Slide) -> Hop {
        let tables = &*self.tables;
        let (from, to) = (usize::from(by.from), usize::from(by.to));
        (tables.corners[from], tables.corners[to], tables.class_at[from] as usize)
    }
}

impl<K: Key, M: Mask> Reversible for Klotski<K, M> {
    fn backward_from(&self, goals: Vec<K>) -> Self {
        Self::new(self.tables.clone(), goals, self.metric, false)
    }
}

/// Sets element `at` of a sorted list to `value` and sorts the list again.
fn move_sorted(list: &mut [u32], mut at: usize, value: u32) {
    while at + 1 < list.len() && list[at + 1] < value {
        list[at] = list[at + 1];
        at += 1;
    }
    while at > 0 && list[at - 1] > value {
        list[at] = list[at - 1];
        at -= 1;
    }
    list[at] = value;
}
