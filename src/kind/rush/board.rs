//! A Rush Hour board and its plain rules: clear rather than fast, and the oracle of the engine.

/// A cell: row and column.
pub type Cell = (i32, i32);

/// A car or truck: a straight line of cells that slides along its own axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Car {
    /// The label.
    pub label: char,
    /// Whether it lies in a row, and slides left and right.
    pub across: bool,
    /// Its row if it lies across, or else its column.
    pub lane: i32,
    /// Its number of cells.
    pub length: i32,
}

/// The declared puzzle: a rectangle with walls and cars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of rows.
    pub rows: i32,
    /// Number of columns.
    pub columns: i32,
    /// Whether a cell is a wall, row by row.
    pub walls: Vec<bool>,
    /// The cars, in reading order of their first cells.
    pub cars: Vec<Car>,
    /// Where the cars are at the start.
    pub start: Places,
    /// The number of the car that must reach the edge.
    pub hero: Option<usize>,
}

/// The place of each car: the first of its cells, counted along its lane.
pub type Places = Vec<i32>;

/// A move: a car, and by how many cells; right and down are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The number of the car: a board has no more of them than letters.
    pub car: u8,
    /// The cells that it moves by.
    pub by: i32,
}

/// Why a car cannot come to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The cell is off the board.
    Edge(Cell),
    /// The cell is a wall.
    Wall(Cell),
    /// That car is on the cell.
    Car(Cell, usize),
}

impl Board {
    /// Whether a cell lies on the board.
    pub fn holds(&self, (row, column): Cell) -> bool {
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column)
    }

    /// The number of a cell in reading order.
    pub fn index(&self, (row, column): Cell) -> usize {
        (row * self.columns + column) as usize
    }

    /// The cell of a car's lane, counted along it.
    fn along(&self, car: usize, at: i32) -> Cell {
        let Car { across, lane, .. } = self.cars[car];
        if across { (lane, at) } else { (at, lane) }
    }

    /// The cells of a car at a place of its lane.
    pub fn cells(&self, car: usize, at: i32) -> impl Iterator<Item = Cell> + '_ {
        (at..at + self.cars[car].length).map(move |at| self.along(car, at))
    }

    /// The place at which a car touches the right or the bottom edge.
    pub fn last_place(&self, car: usize) -> i32 {
        let Car { across, length, .. } = self.cars[car];
        if across { self.columns - length } else { self.rows - length }
    }

    /// For every cell in reading order, the car on it.
    pub fn layout(&self, places: &[i32]) -> Vec<Option<usize>> {
        let mut layout = vec![None; self.walls.len()];
        for (car, &at) in places.iter().enumerate() {
            for cell in self.cells(car, at) {
                layout[self.index(cell)] = Some(car);
            }
        }
        layout
    }

    /// The cars in reading order of their first cells.
    pub fn in_order(&self, places: &[i32]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&car| self.along(car, places[car]));
        order
    }

    /// What stands in the way of a car that slides from `at` by so many cells: the first such cell.
    pub fn blocked(
        &self,
        layout: &[Option<usize>],
        car: usize,
        at: i32,
        by: i32,
    ) -> Option<Blocked> {
        let front = if by < 0 { at } else { at + self.cars[car].length - 1 };
        (1..=by.saturating_abs()).find_map(|step| {
            let cell = self.along(car, front + step * by.signum());
            if !self.holds(cell) {
                return Some(Blocked::Edge(cell));
            }
            let index = self.index(cell);
            match layout[index] {
                _ if self.walls[index] => Some(Blocked::Wall(cell)),
                Some(other) => Some(Blocked::Car(cell, other)),
                None => None,
            }
        })
    }

    /// How many cells a car can slide back, and ahead.
    pub fn reach(&self, layout: &[Option<usize>], car: usize, at: i32) -> (i32, i32) {
        let free = |sign: i32| {
            let mut by = 0;
            while self.blocked(layout, car, at + by, sign).is_none() {
                by += sign;
            }
            by.abs()
        };
        (free(-1), free(1))
    }

    /// Every legal move, in reading order of cars, then of places.
    pub fn moves(&self, places: &[i32]) -> Vec<Move> {
        let layout = self.layout(places);
        let of = |car: usize| {
            let (back, ahead) = self.reach(&layout, car, places[car]);
            let by = (-back..=ahead).filter(|&by| by != 0);
            by.map(move |by| Move { car: car as u8, by })
        };
        self.in_order(places).into_iter().flat_map(of).collect()
    }

    /// The places after a move that is legal.
    pub fn after(&self, places: &[i32], by: Move) -> Places {
        let mut next = places.to_vec();
        next[usize::from(by.car)] += by.by;
        next
    }

    /// Whether the car that must reach the edge is there. A board without such a car is never solved.
    pub fn is_solved(&self, places: &[i32]) -> bool {
        self.hero.is_some_and(|hero| places[hero] == self.last_place(hero))
    }

    /// What keeps the car from the edge for good: a wall, or a car of the same lane that lies
    /// between.
    pub fn barrier(&self) -> Option<Blocked> {
        let hero = self.hero?;
        let (at, last) = (self.start[hero], self.last_place(hero));
        let ends = at + self.cars[hero].length..last + self.cars[hero].length;
        let layout = self.layout(&self.start);
        ends.map(|at| self.along(hero, at)).find_map(|cell| match layout[self.index(cell)] {
            _ if self.walls[self.index(cell)] => Some(Blocked::Wall(cell)),
            Some(other) if self.cars[other].across == self.cars[hero].across => {
                Some(Blocked::Car(cell, other))
            }
            _ => None,
        })
    }
}
