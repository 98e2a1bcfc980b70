//! A node of the iterative deepening, and its children.

use super::super::groups::Side;
use super::super::pattern::MAX_PLACES;

/// No tile on that side.
pub(super) const NONE: u8 = u8::MAX;

/// A slide that the bound allows: the place of its tile, the slide by number, and what is known
/// after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) place: u8,
    pub(super) slide: u8,
    /// The lower bounds of both sides.
    pub(super) bounds: [u16; 2],
    /// The indices of the moved tile's groups.
    pub(super) indices: [u32; 2],
}

/// A node on the path from the start.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) gap: u8,
    /// The slide that leads here, by number; 4 at the start.
    pub(super) came: u8,
    /// The child to try next. [`NEW`] before they are known.
    pub(super) next: u8,
    pub(super) count: u8,
    /// All children, in the tie order. They are found together, so that the tables are asked for
    /// all of them at once.
    pub(super) children: [Child; 4],
    /// The lower bounds of both sides.
    pub(super) bounds: [u16; 2],
    /// The indices of the moved tile's groups before the move.
    pub(super) indices: [u32; 2],
}

/// The children of a node are not known yet.
pub(super) const NEW: u8 = u8::MAX;

impl Node {
    /// A node whose children are not known.
    pub(super) fn new(gap: u8, came: u8, bounds: [u16; 2], indices: [u32; 2]) -> Self {
        Self { gap, came, next: NEW, count: 0, children: [Child::default(); 4], bounds, indices }
    }
}

/// Finds the children of a node: the slides after which both sides promise at most `most` more. The
/// least that a side promises for any other slide, if there is one.
#[inline(always)]
pub(super) fn branch(
    node: &mut Node,
    places: &[u8; 4],
    cells: &[u8],
    sides: &[Side; 2],
    tables: [&[u8]; 2],
    indices: &[[u32; MAX_PLACES]; 2],
    most: u16,
) -> Option<u16> {
    let gap = usize::from(node.gap) % MAX_PLACES;
    let mut beyond = None;
    let mut children = [Child::default(); 4];
    let mut count = 0;
    for (slide, &place) in (0..).zip(places) {
        // Left and right, up and down are numbered in pairs.
        if place == NONE || node.came < 4 && slide == node.came ^ 1 {
            continue;
        }
        let at = usize::from(place) % MAX_PLACES;
        let tile = cells[at];
        let mut child = Child { place, slide, ..Child::default() };
        for number in 0..2 {
            let side = &sides[number];
            let old = indices[number][side.group_of(tile)];
            let weight = side.weight[usize::from(tile) % MAX_PLACES];
            let new = old.wrapping_add_signed(weight * (side.places[gap] - side.places[at]));
            let table = tables[number];
            child.bounds[number] = node.bounds[number] + u16::from(table[new as usize])
                - u16::from(table[old as usize]);
            child.indices[number] = new;
        }
        // The first side that promises too much decides, as it would if the second were not asked.
        match child.bounds.into_iter().find(|&bound| bound > most) {
            None => {
                children[count] = child;
                count += 1;
            }
            Some(bound) => beyond = Some(beyond.map_or(bound, |least: u16| least.min(bound))),
        }
    }
    node.children = children;
    node.count = count as u8;
    beyond
}
