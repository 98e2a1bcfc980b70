//! Finds the places where the patterns of a rule match.

use super::super::game::{Cell, Direction, Part, Pattern};
use super::cells::{self, Cells};
use super::limits::{Budget, Halt};
use super::position::RuleId;

/// A place where a pattern matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    /// The place of the first cell of the pattern.
    pub place: usize,
    /// The lengths of the gaps of the ellipses, 0 for those that the pattern does not have.
    pub gaps: [usize; 2],
}

/// The largest number of matches of one pattern that are listed.
const MATCHES: usize = 1 << 24;

/// Returns whether a cell fulfills the requirements of a pattern.
pub(crate) fn fits(cell: &Cell, objects: &[u64], movements: &[u64]) -> bool {
    has_needed(cell, objects, movements)
        && !cells::holds_any(objects, &cell.missing)
        && !cells::holds_any(movements, &cell.still)
}

/// Returns whether sets have the objects and movements that a cell of a pattern needs.
fn has_needed(cell: &Cell, objects: &[u64], movements: &[u64]) -> bool {
    cells::holds_all(objects, &cell.present)
        && cells::holds_all(movements, &cell.moving)
        && cell.any.iter().all(|property| cells::holds_any(objects, property))
}

/// The objects and movements that the cells of a level have held since a turn began. A rule that needs
/// anything else, such as the movement of another key, matches nowhere, so its cells are not searched.
pub(crate) struct Contents {
    objects: Vec<u64>,
    movements: Vec<u64>,
}

impl Contents {
    /// Returns the objects and movements of a level.
    pub(crate) fn of(objects: &Cells, movements: &Cells) -> Self {
        Self { objects: objects.union(), movements: movements.union() }
    }

    /// Adds those of a cell.
    pub(crate) fn add(&mut self, objects: &[u64], movements: &[u64]) {
        cells::add(&mut self.objects, objects);
        cells::add(&mut self.movements, movements);
    }

    /// Returns whether a pattern may match somewhere.
    pub(crate) fn may_match(&self, pattern: &Pattern) -> bool {
        pattern.parts.iter().all(|part| match part {
            Part::Cell(cell) => has_needed(cell, &self.objects, &self.movements),
            Part::Ellipsis => true,
        })
    }
}

/// The cells of a level in which patterns are looked for.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// The objects.
    pub objects: &'a Cells,
    /// The movements.
    pub movements: &'a Cells,
    /// The direction of the rule.
    pub direction: Direction,
    /// The rule.
    pub rule: RuleId,
}

impl View<'_> {
    /// Returns all matches of a pattern. A rule for left or right is looked for row by row, one for
    /// up or down column by column; at one place, the shortest gaps come first.
    ///
    /// # Errors
    /// The search was stopped, or there are too many matches.
    pub(crate) fn find(&self, pattern: &Pattern, budget: &mut Budget) -> Result<Vec<Match>, Halt> {
        let mut matches = Vec::new();
        let segments: Vec<&[Part]> = pattern.parts.split(|part| *part == Part::Ellipsis).collect();
        let (width, height) = (self.objects.width(), self.objects.height());
        match self.direction {
            Direction::Left | Direction::Right => {
                for row in 0..height {
                    for column in 0..width {
                        self.find_at(&segments, column, row, &mut matches, budget)?;
                    }
                }
            }
            Direction::Up | Direction::Down => {
                for column in 0..width {
                    for row in 0..height {
                        self.find_at(&segments, column, row, &mut matches, budget)?;
                    }
                }
            }
        }
        Ok(matches)
    }

    /// Returns whether a pattern still matches at a place with these gaps.
    pub(crate) fn matches(&self, pattern: &Pattern, at: Match) -> bool {
        self.places(pattern, at).into_iter().all(|(cell, place)| self.fits(cell, place))
    }

    /// Returns the cells of a pattern that matches, each with its place in the level.
    pub(crate) fn places<'p>(&self, pattern: &'p Pattern, at: Match) -> Vec<(&'p Cell, usize)> {
        let mut place = at.place;
        let mut ellipses = 0;
        let mut places = Vec::with_capacity(pattern.parts.len());
        for part in &pattern.parts {
            match part {
                Part::Cell(cell) => {
                    places.push((cell, place));
                    place = self.along(place, 1);
                }
                Part::Ellipsis => {
                    place = self.along(place, at.gaps[ellipses]);
                    ellipses += 1;
                }
            }
        }
        places
    }

    /// Returns the place so many cells further in the direction of the rule. It may lie outside the
    /// level, and is not looked at then.
    pub(crate) fn along(&self, place: usize, count: usize) -> usize {
        let steps = match self.direction {
            Direction::Left | Direction::Right => count,
            Direction::Up | Direction::Down => count * self.objects.width(),
        };
        match self.direction {
            Direction::Left | Direction::Up => place.wrapping_sub(steps),
            Direction::Right | Direction::Down => place.wrapping_add(steps),
        }
    }

    /// Adds the matches that begin at a cell. `segments` are the parts of the pattern between its
    /// ellipses.
    fn find_at(
        &self,
        segments: &[&[Part]],
        column: usize,
        row: usize,
        matches: &mut Vec<Match>,
        budget: &mut Budget,
    ) -> Result<(), Halt> {
        budget.spend(1)?;

        let cells = segments.iter().map(|segment| segment.len()).sum();
        let ahead = match self.direction {
            Direction::Up => row + 1,
            Direction::Down => self.objects.height() - row,
            Direction::Left => column + 1,
            Direction::Right => self.objects.width() - column,
        };
        let Some(room) = ahead.checked_sub(cells) else {
            return Ok(());
        };
        let place = row * self.objects.width() + column;

        match *segments {
            [cells] if !self.segment_fits(cells, place) => {}
            [_] => matches.push(Match { place, gaps: [0, 0] }),
            [first, last] => {
                if !self.segment_fits(first, place) {
                    return Ok(());
                }
                for gap in 0..=room {
                    budget.spend(1)?;
                    if self.segment_fits(last, self.along(place, first.len() + gap)) {
                        matches.push(Match { place, gaps: [gap, 0] });
                    }
                }
            }
            [first, middle, last] => {
                if !self.segment_fits(first, place) {
                    return Ok(());
                }
                for gap in 0..=room {
                    budget.spend(1)?;
                    let from = self.along(place, first.len() + gap);
                    if !self.segment_fits(middle, from) {
                        continue;
                    }
                    for second in 0..=room - gap {
                        budget.spend(1)?;
                        if self.segment_fits(last, self.along(from, middle.len() + second)) {
                            matches.push(Match { place, gaps: [gap, second] });
                        }
                    }
                }
            }
            // The compiler allows two ellipses.
            _ => {}
        }
        if matches.len() > MATCHES {
            return Err(Halt::TooManyMatches(self.rule));
        }
        Ok(())
    }

    /// Returns whether cells without an ellipsis match from a place on. They must lie in the level.
    fn segment_fits(&self, cells: &[Part], place: usize) -> bool {
        cells.iter().enumerate().all(|(index, part)| match part {
            Part::Cell(cell) => self.fits(cell, self.along(place, index)),
            Part::Ellipsis => false,
        })
    }

    /// Returns whether the cell at a place fulfills the requirements of a pattern.
    fn fits(&self, cell: &Cell, place: usize) -> bool {
        fits(cell, self.objects.get(place), self.movements.get(place))
    }
}
