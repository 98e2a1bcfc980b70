//! Fish with fins, and Franken fish, of which boxes are among the units of the base or of the cover.
//!
//! ```text
//!   base:  r2 r8 b5      each base unit has the digit once, so that as many cells of the cover
//!   cover: c2 c4 b9      have it: what is in the cover alone goes, and what is in two units of it
//!
//!   fin: a place of the base outside of the cover, or in two units of the base (endo fin); what
//!   goes sees all fins. Sashimi: without its fins a unit of the base has less than two places.
//! ```

use super::super::rules::Unit;
use super::Collector;
use super::board::{Board, Cells, bits, cells, choose};

/// The most fins, and the most of them that lie in two units of the base.
const FINS: u32 = 5;
const ENDO_FINS: u32 = 2;

/// A shape of fish.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Lines with fins.
    Finned,
    /// Lines with fins, one of which has less than two places without them.
    Sashimi,
    /// With boxes.
    Franken,
    /// With boxes and fins.
    FinnedFranken,
}

impl Shape {
    fn name(self, count: usize) -> &'static str {
        let names = match self {
            Self::Finned => ["finned-x-wing", "finned-swordfish", "finned-jellyfish"],
            Self::Sashimi => ["sashimi-x-wing", "sashimi-swordfish", "sashimi-jellyfish"],
            Self::Franken => ["franken-x-wing", "franken-swordfish", "franken-jellyfish"],
            Self::FinnedFranken => {
                ["finned-franken-x-wing", "finned-franken-swordfish", "finned-franken-jellyfish"]
            }
        };
        names[count - 2]
    }

    fn has_boxes(self) -> bool {
        matches!(self, Self::Franken | Self::FinnedFranken)
    }

    /// Returns how many cells of the base can lie outside of the cover.
    fn most_fins(self) -> u32 {
        if self == Self::Franken { 0 } else { FINS }
    }
}

/// Some units: the cells of at least one of them, and those of at least two.
#[derive(Clone, Copy, Default)]
struct Units {
    set: u32,
    union: Cells,
    overlap: Cells,
}

impl Units {
    fn with(self, unit: usize, places: Cells) -> Self {
        Self {
            set: self.set | 1 << unit,
            union: self.union | places,
            overlap: self.overlap | self.union & places,
        }
    }
}

/// The fins, with the cells that see all of them.
#[derive(Clone, Copy)]
struct Fins {
    set: Cells,
    seen: Cells,
}

impl Fins {
    /// Adds those of a set that includes the fins so far.
    fn grow(&mut self, board: &Board, set: Cells) {
        self.seen &= board.seen_by_all(set & !self.set);
        self.set = set;
    }
}

/// A unit that can cover cells of the base, and how many.
#[derive(Clone, Copy)]
struct CoverUnit {
    unit: usize,
    cells: u32,
}

/// A fish: its cover, its fins, and the cells that lose the digit.
#[derive(Clone, Copy)]
struct Fish {
    cover: u32,
    fins: Cells,
    targets: Cells,
    /// True if some unit of the base has less than two places in the cover.
    is_short: bool,
}

/// A digit with the fish that are looked for.
struct Search<'a> {
    board: &'a Board,
    digit: usize,
    shape: Shape,
    /// For each unit the places of the digit.
    places: Vec<Cells>,
    base: Units,
    /// The most cells that a line of the base has in a box.
    width: usize,
    /// The units that can cover the base, those with the most cells first.
    cover_units: Vec<CoverUnit>,
    /// For each of these the cells of it and those after it.
    rest: Vec<Cells>,
    fish: Vec<Fish>,
    /// True if a unit of the base of some fish has less than two places in the cover.
    has_short: bool,
}

/// Finds fish of a shape with so many units.
pub(super) fn find(board: &Board, count: usize, shape: Shape, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }
    let size = board.size();
    board.each_digit(collector, |digit, collector| {
        let places: Vec<Cells> = board.units().iter().map(|unit| unit & board.at(digit)).collect();
        let with_places = |units: std::ops::Range<usize>, most: u32| -> Vec<usize> {
            units.filter(|&unit| (1..=most).contains(&places[unit].count_ones())).collect()
        };
        let unlimited = size as u32;
        let boxes =
            if shape.has_boxes() { with_places(2 * size..3 * size, unlimited) } else { Vec::new() };
        let mut search = Search {
            board,
            digit,
            shape,
            places: places.clone(),
            base: Units::default(),
            width: 0,
            cover_units: Vec::new(),
            rest: Vec::new(),
            fish: Vec::new(),
            has_short: false,
        };
        let rows = 0..size;
        let columns = size..2 * size;
        let layout = board.geometry().layout;
        for (along, across, width) in [
            (rows.clone(), columns.clone(), layout.box_columns()),
            (columns, rows, layout.box_rows()),
        ] {
            // The fins of lines lie in one box that a line of the cover crosses: a line of the base
            // has one less of them than it has cells there.
            let most = if shape.has_boxes() { size } else { count + width - 1 };
            search.width = width;
            let bases = [with_places(along, most as u32), boxes.clone()].concat();
            let covers = [with_places(across, unlimited), boxes.clone()].concat();
            choose(&bases, count, |units| search.run(units, &covers, collector));
        }
        // The next row of the table is the sashimi fish of that size.
        if shape == Shape::Finned && !search.has_short {
            board.note_barren(collector.row + 1, digit);
        }
    });
}

impl Search<'_> {
    /// Finds the fish of a base.
    fn run(&mut self, units: &[usize], covers: &[usize], collector: &mut Collector) {
        if self.board.is_stopped() {
            return;
        }

        let with = |base: Units, &unit: &usize| base.with(unit, self.places[unit]);
        let base = units.iter().fold(Units::default(), with);
        let endo = if self.shape.has_boxes() { ENDO_FINS.min(self.shape.most_fins()) } else { 0 };
        if base.overlap.count_ones() > endo {
            return;
        }
        self.base = base;
        self.cover_units.clear();
        for &unit in covers {
            // Units of the base are none of the cover.
            let cells = (self.places[unit] & base.union).count_ones();
            if base.set >> unit & 1 == 0 && cells > 0 {
                self.cover_units.push(CoverUnit { unit, cells });
            }
        }

        self.cover_units.sort_unstable_by_key(|cover| std::cmp::Reverse(cover.cells));
        let largest = self.cover_units.iter().take(units.len()).map(|cover| cover.cells);
        let most = largest.sum::<u32>() + self.shape.most_fins();
        // The fins of lines see what goes in a box, where its own line is covered.
        let count = self.cover_units.len();
        let is_long = !self.shape.has_boxes() && count >= units.len() + self.width;
        if count < units.len() || is_long || base.union.count_ones() > most {
            return;
        }
        // The cells that the units from each one on have.
        self.rest.clear();
        self.rest.resize(count + 1, 0);
        for at in (0..count).rev() {
            self.rest[at] = self.rest[at + 1] | self.places[self.cover_units[at].unit];
        }
        self.fish.clear();
        self.pick(0, units.len(), Units::default(), Fins { set: 0, seen: Cells::MAX });
        if !self.fish.is_empty() {
            self.add(units.len(), collector);
        }
    }

    /// Picks so many units of the cover from `from` on, while they can leave few enough cells of the
    /// base, and while something can see those that are left.
    fn pick(&mut self, from: usize, count: usize, cover: Units, mut fins: Fins) {
        let left = self.base.union & !cover.union;
        if count == 0 {
            fins.grow(self.board, left | self.base.overlap);
            self.keep(cover, fins);
            return;
        }
        let last = (self.cover_units.len() + 1).saturating_sub(count);
        for at in from..last {
            let largest = self.cover_units[at..at + count].iter().map(|cover| cover.cells);
            if left.count_ones() > largest.sum::<u32>() + self.shape.most_fins() {
                break;
            }
            fins.grow(self.board, left & !self.rest[at] | self.base.overlap);
            if fins.seen & (cover.union | self.rest[at]) == 0 {
                break;
            }
            let unit = self.cover_units[at].unit;
            self.pick(at + 1, count - 1, cover.with(unit, self.places[unit]), fins);
        }
    }

    /// Keeps a fish that removes a candidate.
    fn keep(&mut self, cover: Units, fins: Fins) {
        let board = self.board;
        let base = self.base;
        let shape = self.shape;
        let boxes = u32::MAX << (2 * board.size());
        let has_boxes = (base.set | cover.set) & boxes != 0;
        let is_finned = shape != Shape::Franken;
        let count = fins.set.count_ones();
        if (count != 0) != is_finned || count > FINS || has_boxes != shape.has_boxes() {
            return;
        }
        let targets = (cover.union & !base.union | cover.overlap) & fins.seen;
        if targets != 0 {
            let short = |unit: usize| (self.places[unit] & cover.union).count_ones() < 2;
            let is_short = bits(base.set).any(short);
            self.has_short |= is_short;
            self.fish.push(Fish { cover: cover.set, fins: fins.set, targets, is_short });
        }
    }

    /// Adds the fish of a base, and two of them as one if siamese fish are asked for.
    fn add(&self, count: usize, collector: &mut Collector) {
        let has_shape = |fish: &Fish| match self.shape {
            Shape::Finned => !fish.is_short,
            Shape::Sashimi => fish.is_short,
            Shape::Franken | Shape::FinnedFranken => true,
        };
        let has_fins = self.shape != Shape::Franken;
        let is_siamese = self.board.options.is_some_and(|options| options.siamese) && has_fins;
        for (number, fish) in self.fish.iter().enumerate() {
            if has_shape(fish) {
                self.push(fish, count, collector);
            }
            for other in self.fish[..number].iter().filter(|_| is_siamese) {
                if has_shape(fish) || has_shape(other) {
                    let both = Fish {
                        cover: fish.cover | other.cover,
                        fins: fish.fins | other.fins,
                        targets: fish.targets | other.targets,
                        ..*fish
                    };
                    self.push(&both, count, collector);
                }
            }
        }
    }

    fn push(&self, fish: &Fish, count: usize, collector: &mut Collector) {
        let board = self.board;
        let eliminations = board.removal(cells(fish.targets), 1 << self.digit);
        collector.eliminate(board, self.shape.name(count), eliminations, || {
            let [base, cover] = [self.base.set, fish.cover].map(|set| text(board, set));
            let digit = board.digits(1 << self.digit);
            match fish.fins {
                0 => format!("{digit} in {base} {cover}"),
                fins => format!("{digit} in {base} {cover} fins {}", board.names(cells(fins))),
            }
        });
    }
}

/// Returns units in words, as `r28 b5`.
fn text(board: &Board, set: u32) -> String {
    let size = board.size();
    let kinds: [fn(usize) -> Unit; 3] = [Unit::Row, Unit::Column, Unit::Box];
    let of_kind = |(kind, unit): (usize, fn(usize) -> Unit)| {
        board.lines(bits(set).filter(|at| at / size == kind).map(|at| unit(at % size)))
    };
    let words: Vec<String> = kinds.into_iter().enumerate().map(of_kind).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
