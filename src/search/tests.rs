use std::collections::VecDeque;

use num_bigint::BigUint;

use super::*;

/// A seeded xorshift: the tests draw the same numbers on every run.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    /// Returns a number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    /// Returns a place in a list of `length`.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }
}

/// The null example: a counter.
struct Counter;

impl Space for Counter {
    type State = i32;
    type Move = char;
    fn starts(&self, out: &mut Vec<i32>) {
        out.push(0);
    }
    fn successors(&self, state: &i32, out: &mut Vec<(char, i32)>) {
        if state.abs() < 1000 {
            out.extend([('-', state - 1), ('+', state + 1)]);
        }
    }
    fn is_goal(&self, state: &i32) -> bool {
        *state == 3
    }
}

/// A random graph in tables: moves of cost 1, free moves in pairs, several goals.
#[derive(Clone)]
struct Graph {
    edges: Vec<Vec<(u8, u16)>>,
    free: Vec<Option<u16>>,
    goals: Vec<bool>,
    is_reversible: bool,
    dense: bool,
}

impl Graph {
    fn random(draw: &mut Draw, with_free: bool) -> Self {
        let n = 2 + draw.index(40);
        let mut graph = Self {
            edges: vec![Vec::new(); n],
            free: vec![None; n],
            goals: vec![false; n],
            is_reversible: !with_free && draw.below(2) == 0,
            dense: !with_free && draw.below(2) == 0,
        };
        for at in 0..n {
            for letter in 0..draw.below(4) as u8 {
                let near = (at as u64 + draw.below(9)).min(n as u64 - 1) as u16;
                graph.edges[at].push((letter, near));
                if graph.is_reversible {
                    graph.edges[usize::from(near)].push((letter, at as u16));
                }
            }
            graph.goals[at] = draw.below(8) == 0 && at > n / 2;
        }
        for edges in &mut graph.edges {
            for (letter, edge) in (0..).zip(edges) {
                edge.0 = letter;
            }
        }
        if with_free {
            for _ in 0..n / 3 {
                let (a, b) = (draw.index(n), draw.index(n));
                if a != b && graph.free[a].is_none() && graph.free[b].is_none() {
                    graph.free[a] = Some(b as u16);
                    graph.free[b] = Some(a as u16);
                }
            }
        }
        graph
    }
}

impl Space for Graph {
    type State = u16;
    type Move = u8;
    fn starts(&self, out: &mut Vec<u16>) {
        out.push(0);
    }
    fn successors(&self, state: &u16, out: &mut Vec<(u8, u16)>) {
        out.extend(&self.edges[usize::from(*state)]);
    }
    fn free_move(&self, state: &u16) -> Option<(u8, u16)> {
        self.free[usize::from(*state)].map(|to| (9, to))
    }
    fn is_goal(&self, state: &u16) -> bool {
        self.goals[usize::from(*state)]
    }
    fn properties(&self) -> Properties {
        let numbering = Numbering { size: self.edges.len(), most_successors: 32 };
        Properties {
            is_reversible: self.is_reversible,
            dense: self.dense.then_some(numbering),
            ..Properties::default()
        }
    }
    fn dense_number(&self, state: &u16) -> usize {
        usize::from(*state)
    }
}

/// Computes all distances plainly, by relaxing until nothing changes.
fn distances(graph: &Graph) -> Vec<Option<usize>> {
    let mut distance = vec![None; graph.edges.len()];
    distance[0] = Some(0);
    loop {
        let before = distance.clone();
        for at in 0..graph.edges.len() {
            let Some(here) = distance[at] else { continue };
            let free = graph.free[at].map(|to| (to, 0));
            for (to, cost) in graph.edges[at].iter().map(|&(_, to)| (to, 1)).chain(free) {
                let to = &mut distance[usize::from(to)];
                *to = Some(to.map_or(here + cost, |old: usize| old.min(here + cost)));
            }
        }
        if before == distance {
            return distance;
        }
    }
}

/// Finds every shortest path plainly, by trying all words of that many moves.
fn all_paths(graph: &Graph, length: usize) -> Vec<Vec<u8>> {
    let mut open = VecDeque::from([(Vec::new(), 0u16, 0usize, false)]);
    let mut out = Vec::new();
    while let Some((path, at, cost, by_free)) = open.pop_front() {
        if cost == length && graph.goals[usize::from(at)] {
            out.push(path);
            continue;
        }
        let mut go = |letter, to, cost, by_free| {
            let mut path = path.clone();
            path.push(letter);
            open.push_back((path, to, cost, by_free));
        };
        if cost < length {
            for &(letter, to) in &graph.edges[usize::from(at)] {
                go(letter, to, cost + 1, false);
            }
        }
        if let (false, Some(to)) = (by_free, graph.free[usize::from(at)]) {
            go(9, to, cost, true);
        }
    }
    out.sort();
    out
}

#[test]
fn the_null_space_is_searched() {
    let mut search = Search::new(Counter);
    let Outcome::Solved(goal) = search.solve(&Budget::unlimited()) else { panic!("no goal") };
    assert_eq!(search.path_to(goal), ['+', '+', '+']);
    assert_eq!(search.depth_of(goal), 3);
    assert_eq!(search.figures().depth, 3);
    assert_eq!(search.advance(Until::Exhausted, &Budget::unlimited()), Halt::Exhausted);
    assert_eq!(search.figures().expanded, 2001);
    assert_eq!(search.figures().frontier, 0);
}

#[test]
fn paths_expand_no_more_than_asked() {
    let mut search = Search::new(Counter);
    let mut find = |count| {
        let halt = search.advance(Until::Discovered(count), &Budget::unlimited());
        let paths: Vec<_> = (0..count.min(3) as u32).map(|id| search.path_to(id)).collect();
        (paths, halt, search.figures().expanded)
    };
    assert_eq!(find(1), (vec![vec![]], Halt::Reached, 0));
    let three = vec![vec![], vec!['-'], vec!['+']];
    assert_eq!(find(3), (three.clone(), Halt::Reached, 1));
    assert_eq!(find(u64::MAX), (three, Halt::Exhausted, 2001));
}

#[test]
fn random_graphs_agree_with_the_reference() {
    let budget = Budget::unlimited();
    let mut draw = Draw(7);
    let mut with_goal = 0;
    let mut several = 0;
    for round in 0..600 {
        let graph = Graph::random(&mut draw, round % 2 == 0);
        let distance = distances(&graph);
        let mut search = Search::new(graph.clone());
        let shortest = Shortest::open(&mut search, &budget).unwrap();
        let nearest = (0..graph.goals.len()).filter(|&s| graph.goals[s]);
        let nearest = nearest.filter_map(|s| distance[s]).min();
        assert_eq!(shortest.as_ref().map(Shortest::length), nearest);
        if let Some(mut shortest) = shortest {
            shortest.prepare(&search, &budget).unwrap();
            let mut cursor = PathCursor::default();
            let mut paths = Vec::new();
            while let Some(path) = shortest.next_path(&search, &mut cursor) {
                paths.push(path);
            }
            let wanted = all_paths(&graph, shortest.length());
            assert_eq!(paths, wanted);
            let count = shortest.count(&search, &mut Fold::default(), &budget).unwrap();
            assert_eq!(count, BigUint::from(wanted.len()));
            with_goal += 1;
            several += usize::from(wanted.len() > 1);
            assert_eq!(search.path_to(search.goal().unwrap()), wanted[0]);
        }
        search.advance(Until::Exhausted, &budget);
        for (state, distance) in distance.iter().enumerate() {
            let id = search.id_of(&(state as u16));
            assert_eq!(id.map(|id| search.depth_of(id) as usize), *distance);
        }
        assert_eq!(search.figures().frontier, 0);
    }
    assert!(with_goal > 100 && several > 50, "the draw is worth its name: {with_goal} {several}");
}

/// A binary counter with two ways to set each bit: 2^n shortest paths.
struct Doubles(u32);

impl Space for Doubles {
    type State = u32;
    type Move = bool;
    fn starts(&self, out: &mut Vec<u32>) {
        out.push(0);
    }
    fn successors(&self, state: &u32, out: &mut Vec<(bool, u32)>) {
        out.extend([(false, state + 1), (true, state + 1)]);
    }
    fn is_goal(&self, state: &u32) -> bool {
        *state == self.0
    }
    fn properties(&self) -> Properties {
        Properties { goals: Goals::Unique, ..Properties::default() }
    }
}

#[test]
fn counts_outgrow_every_machine_word() {
    let budget = Budget::unlimited();
    let mut search = Search::new(Doubles(300));
    let mut shortest = Shortest::open(&mut search, &budget).unwrap().unwrap();
    shortest.prepare(&search, &budget).unwrap();
    let count = shortest.count(&search, &mut Fold::default(), &budget).unwrap();
    assert_eq!(count, BigUint::from(2u8).pow(300));
    let mut cursor = PathCursor::default();
    assert_eq!(shortest.next_path(&search, &mut cursor).unwrap(), [false; 300]);
    assert!(shortest.next_path(&search, &mut cursor).unwrap()[299]);
}

/// The cells of a square torus; wide enough to grow the tables several times.
struct Torus(u32);

impl Space for Torus {
    type State = (u32, u32);
    type Move = u8;
    fn starts(&self, out: &mut Vec<(u32, u32)>) {
        out.push((0, 0));
    }
    fn successors(&self, &(r, c): &(u32, u32), out: &mut Vec<(u8, (u32, u32))>) {
        let n = self.0;
        out.push((b'L', (r, (c + n - 1) % n)));
        out.push((b'R', (r, (c + 1) % n)));
        out.push((b'U', ((r + n - 1) % n, c)));
        out.push((b'D', ((r + 1) % n, c)));
    }
    fn is_goal(&self, state: &(u32, u32)) -> bool {
        *state == (self.0 / 2, self.0 / 2)
    }
}

#[test]
fn stopped_at_ten_places_it_ends_the_same() {
    let mut through = Search::new(Torus(60));
    let Outcome::Solved(goal) = through.solve(&Budget::unlimited()) else { panic!("no goal") };
    let mut draw = Draw(11);
    for _ in 0..5 {
        let mut search = Search::new(Torus(60));
        let mut places: Vec<u64> = (0..10).map(|_| draw.below(3000)).collect();
        places.sort_unstable();
        for states in places {
            let ended = search.solve(&Budget::unlimited().with_states(states));
            assert_eq!(ended, Outcome::GaveUp(Stop::States));
        }
        assert_eq!(search.solve(&Budget::unlimited()), Outcome::Solved(goal));
        assert_eq!(search.figures(), through.figures());
        assert_eq!(search.path_to(goal), through.path_to(goal));
    }
}

#[test]
fn memory_and_cancel_stop_it_and_it_goes_on() {
    let mut through = Search::new(Torus(60));
    through.advance(Until::Exhausted, &Budget::unlimited());
    let mut search = Search::new(Torus(60));
    let tight = Budget::unlimited().with_bytes(30_000);
    assert_eq!(search.advance(Until::Exhausted, &tight), Halt::Stopped(Stop::Memory));
    assert!(search.figures().bytes < 30_000 && search.figures().expanded > 100);
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    assert_eq!(search.advance(Until::Expanded(1), &cancelled), Halt::Stopped(Stop::Cancelled));
    assert_eq!(search.advance(Until::Expanded(1), &Budget::unlimited()), Halt::Reached);
    assert_eq!(search.advance(Until::Exhausted, &Budget::unlimited()), Halt::Exhausted);
    assert_eq!(search.figures(), through.figures());
    assert_eq!(search.figures().expanded, 3600);
}

#[test]
fn a_count_that_was_stopped_ends_where_it_would_have_ended() {
    let budget = Budget::unlimited();
    let mut search = Search::new(Plane);
    let mut expand = |until, limit| {
        let halt = search.advance(until, &budget.clone().with_states(limit));
        (halt, search.figures().expanded)
    };
    let stopped = Halt::Stopped(Stop::States);
    assert_eq!(expand(Until::Expanded(900), u64::MAX), (Halt::Reached, 900));
    assert_eq!(expand(Until::Expanded(900), 1000), (stopped, 1000));
    assert_eq!(expand(Until::Expanded(900), 1500), (stopped, 1500));
    assert_eq!(expand(Until::Discovered(10), u64::MAX), (Halt::Reached, 1500));
    assert_eq!(expand(Until::Expanded(900), u64::MAX), (Halt::Reached, 1800));
    // A smaller count adds its states, and so does one after another search has gone on.
    assert_eq!(expand(Until::Expanded(900), 2000), (stopped, 2000));
    assert_eq!(expand(Until::Expanded(100), u64::MAX), (Halt::Reached, 2100));
    assert_eq!(expand(Until::Expanded(900), 2200), (stopped, 2200));
    assert_eq!(expand(Until::Exhausted, 2300), (stopped, 2300));
    assert_eq!(expand(Until::Expanded(900), u64::MAX), (Halt::Reached, 3200));
}

#[test]
fn layers_are_told_when_they_are_whole() {
    let mut draw = Draw(77);
    for _ in 0..200 {
        let with_free = draw.below(2) == 0;
        let graph = Graph::random(&mut draw, with_free);
        let mut through = Search::new(graph.clone());
        through.advance(Until::Exhausted, &Budget::unlimited());
        let whole = through.layers();
        let mut counted = vec![0; whole.len()];
        for id in 0..through.discovered() {
            counted[through.depth_of(id) as usize] += 1;
        }
        assert_eq!(whole, counted);
        let mut paused = Search::new(graph);
        while let Halt::Reached = paused.advance(Until::Expanded(1), &Budget::unlimited()) {
            let layers = paused.layers();
            assert_eq!(layers, whole[..layers.len()]);
            assert!(layers.len() as u64 >= paused.figures().depth);
        }
        assert_eq!(paused.layers(), whole);
    }
}

/// A plane on which every place has four neighbors; reaches a million places in 707 moves.
struct Plane;

impl Space for Plane {
    type State = (i32, i32);
    type Move = u8;
    fn starts(&self, out: &mut Vec<(i32, i32)>) {
        out.push((0, 0));
    }
    fn successors(&self, &(x, y): &(i32, i32), out: &mut Vec<(u8, (i32, i32))>) {
        out.extend([(0, (x - 1, y)), (1, (x + 1, y)), (2, (x, y - 1)), (3, (x, y + 1))]);
    }
    fn is_goal(&self, &(x, y): &(i32, i32)) -> bool {
        x + y == 500 && y == 1
    }
}

#[test]
fn a_search_can_be_stopped_at_any_look_while_its_table_grows() {
    let budget = Budget::unlimited();
    let million = Until::Discovered(1_000_000);
    let mut whole = Search::new(Plane);
    assert_eq!(whole.advance(million, &budget), Halt::Reached);
    let mut draw = Draw(0x5eed);
    let mut search = Search::new(Plane);
    let mut stops = 0;
    let mut growing = 0;
    loop {
        let until = 1 + draw.below(5000);
        let (halt, counts) = looks::stopped_at(until, || search.advance(million, &budget));
        // A slice of the new table, or the successors of a state.
        assert!(counts.most <= 1024, "{} slots", counts.most);
        if halt == Halt::Reached {
            break;
        }
        assert_eq!(halt, Halt::Stopped(Stop::Cancelled));
        stops += 1;
        if search.ready(&budget.clone().with_states(0)).is_ok() && stops % 16 == 0 {
            // Every state is found, at once or in the list of those that are not in the table yet.
            let id = draw.below(u64::from(search.discovered())) as u32;
            assert_eq!(search.id_of(search.state(id)), Some(id));
        }
    }
    assert_eq!(search.figures(), whole.figures());
    for id in (0..1_000_000).step_by(977) {
        assert_eq!(search.state(id), whole.state(id));
        assert_eq!(search.id_of(whole.state(id)), Some(id));
    }
    // Stops inside the growing alone must lead to the same states.
    let mut search = Search::new(Plane);
    while {
        let before = search.figures().expanded;
        let few = Until::Discovered(50_000);
        let (halt, _) = looks::stopped_at(3, || search.advance(few, &budget));
        growing += usize::from(search.figures().expanded == before);
        let id = draw.below(u64::from(search.discovered())) as u32;
        assert_eq!(search.id_of(search.state(id)), Some(id));
        halt != Halt::Reached
    } {}
    assert!(stops > 100 && growing > 5, "{stops} stops, {growing} while growing");
}

/// A plane like [`Plane`], whose moves can be undone.
struct Undoing;

impl Space for Undoing {
    type State = (i32, i32);
    type Move = u8;
    fn starts(&self, out: &mut Vec<(i32, i32)>) {
        Plane.starts(out);
    }
    fn successors(&self, state: &(i32, i32), out: &mut Vec<(u8, (i32, i32))>) {
        Plane.successors(state, out);
    }
    fn is_goal(&self, state: &(i32, i32)) -> bool {
        Plane.is_goal(state)
    }
    fn properties(&self) -> Properties {
        Properties { can_undo: true, ..Properties::default() }
    }
    fn undone(&self, &(x, y): &(i32, i32), by: u8) -> Option<(i32, i32)> {
        Some([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)][usize::from(by)])
    }
}

#[test]
fn paths_are_the_same_without_parents_even_while_the_table_grows() {
    let budget = Budget::unlimited();
    let mut whole = Search::new(Plane);
    let mut search = Search::new(Undoing);
    let mut draw = Draw(0xfeed);
    let mut growing = 0;
    loop {
        let before = search.figures().expanded;
        let few = Until::Discovered(60_000);
        let (halt, _) = looks::stopped_at(3, || search.advance(few, &budget));
        growing += usize::from(search.figures().expanded == before);
        assert_ne!(whole.advance(Until::Expanded(1), &budget), Halt::Exhausted);
        whole.advance(Until::Discovered(u64::from(search.discovered())), &budget);
        let id = draw.below(u64::from(search.discovered())) as u32;
        assert_eq!(search.path_to(id), whole.path_to(id));
        if halt == Halt::Reached {
            break;
        }
    }
    assert!(growing > 3, "{growing}");
    let mut whole = Search::new(Plane);
    whole.advance(Until::Discovered(60_000), &budget);
    let ours = search.figures();
    let theirs = whole.figures();
    assert_eq!((ours.expanded, ours.frontier), (theirs.expanded, theirs.frontier));
    let room = (theirs.bytes - ours.bytes) / 4;
    assert!((60_000..80_000).contains(&room), "four bytes less a state: {room}");
}

/// A row of 20,000 places, every other of which is a goal.
#[derive(Clone)]
struct Row;

impl Space for Row {
    type State = u32;
    type Move = bool;
    fn starts(&self, out: &mut Vec<u32>) {
        out.push(0);
    }
    fn successors(&self, &at: &u32, out: &mut Vec<(bool, u32)>) {
        out.extend(at.checked_sub(1).map(|at| (false, at)));
        out.extend(Some((true, at + 1)).filter(|next| next.1 < 20_000));
    }
    fn is_goal(&self, at: &u32) -> bool {
        at.is_multiple_of(2)
    }
    fn properties(&self) -> Properties {
        Properties { is_reversible: true, ..Properties::default() }
    }
}

#[test]
fn a_search_from_many_goals_can_be_stopped_while_it_begins() {
    let budget = Budget::unlimited();
    let mut whole = Explorer::new(Row);
    let (farthest, counts) = looks::counted(|| whole.farthest(&budget));
    let farthest = farthest.expect("no limit").expect("there are goals");
    assert_eq!((farthest.moves, farthest.states.len()), (1, 10_000));
    assert!(counts.most <= 1024, "{} slots", counts.most);
    let total = counts.looks;
    let mut search = Explorer::new(Row);
    for after in (1..total).step_by(997) {
        let (outcome, _) = looks::stopped_from(after, || search.farthest(&budget));
        assert!(outcome.is_ok() || outcome == Err(Stop::Cancelled));
    }
    assert_eq!(search.farthest(&budget), whole.farthest(&budget));
}
