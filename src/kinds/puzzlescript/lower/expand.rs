//! Copies of a rule: one for each direction, each movement, each object that its words stand for.

use hashbrown::{HashMap, HashSet};

use super::super::codes;
use super::super::game::Direction;
use super::super::report::Report;
use super::names::{Names, Symbol};
use super::parse::{Content, Item, Modifier, NOTHING, Row, Written};

/// A copy of a rule, in which every word means one thing.
#[derive(Clone, Debug)]
pub(super) struct Copy {
    /// The direction of its cells.
    pub direction: Direction,
    /// The patterns before the arrow.
    pub left: Vec<Row>,
    /// The patterns after the arrow.
    pub right: Vec<Row>,
}

impl Copy {
    /// Returns the room that the copy takes, in cells; four items of a cell count as one more.
    fn size(&self) -> usize {
        let mut size = 1;
        for row in self.left.iter().chain(&self.right) {
            size += 1 + row.len() + row.iter().map(Vec::len).sum::<usize>() / 4;
        }
        size
    }

    /// Returns all cells of both sides.
    fn cells_mut(&mut self) -> impl Iterator<Item = &mut Content> {
        self.left.iter_mut().chain(&mut self.right).flatten()
    }

    /// Returns the cell on the right of the same place, if the rule has a right side.
    fn right_cell(&mut self, row: usize, cell: usize) -> Option<&mut Content> {
        self.right.get_mut(row)?.get_mut(cell)
    }
}

/// The outcome of making copies.
pub(super) struct Copies {
    /// The copies, in the order in which they are tried.
    pub copies: Vec<Copy>,
    /// True if a movement on the right has no direction: no rule of the game is compiled then.
    pub is_ambiguous: bool,
}

/// Makes the copies of a rule. `room` is the number of cells that copies may still have.
pub(super) fn expand(
    rule: &Written,
    names: &Names<'_>,
    room: &mut usize,
    report: &mut Report<'_>,
) -> Copies {
    let mut copies = Vec::new();
    let mut is_ambiguous = false;
    for &direction in &rule.directions {
        let mut copy = Copy { direction, left: rule.left.clone(), right: rule.right.clone() };
        for content in copy.cells_mut() {
            for item in content.iter_mut() {
                item.modifier = absolute(item.modifier, direction);
            }
        }
        turn(&mut copy);
        for content in copy.cells_mut() {
            spell_out(content, names, report);
        }
        let size = copy.size() + (rule.length / 64).saturating_sub(2);
        if !take_room(Some(1), size, room, rule, report) {
            break;
        }
        let Some(moved) = concrete_movements(&copy, size, room, rule, report) else { break };
        is_ambiguous |= has_ambiguous_movement(&moved, report);
        let mut is_full = false;
        for copy in moved {
            match concrete_objects(copy, size, names, room, rule, report) {
                Some(concrete) => copies.extend(concrete),
                None => {
                    is_full = true;
                    break;
                }
            }
        }
        if is_full {
            break;
        }
    }
    if !rule.late {
        for copy in &mut copies {
            keep_created_still(copy, names);
        }
    }
    Copies { copies: without_repeats(copies), is_ambiguous }
}

/// Returns the modifier that a relative one means in a rule of this direction.
fn absolute(modifier: Modifier, forward: Direction) -> Modifier {
    use Modifier::{Down, Left, Right, Up};
    let [leftward, rightward, behind, ahead] = match forward {
        Direction::Right => [Up, Down, Left, Right],
        Direction::Up => [Left, Right, Down, Up],
        Direction::Down => [Right, Left, Up, Down],
        Direction::Left => [Down, Up, Right, Left],
    };
    let is_horizontal = matches!(forward, Direction::Left | Direction::Right);
    match modifier {
        Modifier::Ahead => ahead,
        Modifier::Behind => behind,
        Modifier::Leftward => leftward,
        Modifier::Rightward => rightward,
        Modifier::Parallel if is_horizontal => Modifier::HorizontalParallel,
        Modifier::Parallel => Modifier::VerticalParallel,
        Modifier::Perpendicular if is_horizontal => Modifier::VerticalAcross,
        Modifier::Perpendicular => Modifier::HorizontalAcross,
        other => other,
    }
}

/// Turns a rule for up into one for down, and left into right, unless it has an ellipsis.
fn turn(copy: &mut Copy) {
    let is_gap = |content: &Content| content.first().is_some_and(|item| item.name == NOTHING);
    if copy.left.iter().flatten().any(is_gap) {
        return;
    }
    copy.direction = match copy.direction {
        Direction::Up => Direction::Down,
        Direction::Left => Direction::Right,
        Direction::Down | Direction::Right => return,
    };
    for row in copy.left.iter_mut().chain(&mut copy.right) {
        row.reverse();
    }
}

/// Puts the objects in the place of a name declared with `and`, and of another name for an object.
fn spell_out(content: &mut Content, names: &Names<'_>, report: &mut Report<'_>) {
    let mut at = 0;
    while at < content.len() {
        let item = content[at];
        at += 1;
        if item.name == NOTHING {
            continue;
        }
        if let Some(parts) = &names.every[item.name as usize] {
            if item.modifier == Modifier::No {
                report.push(codes::no_every(item.span, names.text(item.name)));
            }
            if let Some((&first, others)) = parts.split_first() {
                content[at - 1].name = first;
                content.extend(others.iter().map(|&name| Item { name, ..item }));
            }
        }
        let name = content[at - 1].name;
        if let Some(object) = names.same[name as usize] {
            content[at - 1].name = object;
        }
    }
}

/// Returns the movements that a word stands for; none for a word that means one movement.
fn movements(modifier: Modifier) -> &'static [Modifier] {
    use Modifier::{Action, Down, Left, Right, Up};
    match modifier {
        Modifier::Moving => &[Up, Down, Left, Right, Action],
        Modifier::Orthogonal => &[Up, Down, Left, Right],
        Modifier::Horizontal | Modifier::HorizontalParallel | Modifier::HorizontalAcross => {
            &[Left, Right]
        }
        Modifier::Vertical | Modifier::VerticalParallel | Modifier::VerticalAcross => &[Up, Down],
        _ => &[],
    }
}

/// A word on the left that stands for several movements, or a name that stands for several objects.
#[derive(Clone, Copy, Debug)]
struct Open {
    row: usize,
    cell: usize,
    modifier: Modifier,
    name: Symbol,
}

/// Counts through all choices: the last place changes fastest.
struct Choices {
    sizes: Vec<usize>,
    digits: Vec<usize>,
    is_done: bool,
}

impl Choices {
    fn new(sizes: Vec<usize>) -> Self {
        let is_done = sizes.contains(&0);
        Self { digits: vec![0; sizes.len()], sizes, is_done }
    }

    /// Returns the number of choices, or `None` if there are too many to count.
    fn count(&self) -> Option<usize> {
        self.sizes.iter().try_fold(1_usize, |product, &size| product.checked_mul(size))
    }

    /// Goes to the next choice.
    fn advance(&mut self) {
        for at in (0..self.digits.len()).rev() {
            self.digits[at] += 1;
            if self.digits[at] < self.sizes[at] {
                return;
            }
            self.digits[at] = 0;
        }
        self.is_done = true;
    }
}

/// Takes room for copies of a rule. Returns whether there is enough; reports it if not.
fn take_room(
    count: Option<usize>,
    size: usize,
    room: &mut usize,
    rule: &Written,
    report: &mut Report<'_>,
) -> bool {
    let cells = count.and_then(|count| count.checked_mul(size));
    match cells.and_then(|cells| room.checked_sub(cells)) {
        Some(rest) => {
            *room = rest;
            true
        }
        None => {
            report.push(codes::too_many_copies(rule.span));
            false
        }
    }
}

/// Makes a copy for each movement that a word can mean. A word on the right means what the same word
/// means on the left: at the same place, else at the only place that has it with the same name,
/// else at the only place that has it.
fn concrete_movements(
    copy: &Copy,
    size: usize,
    room: &mut usize,
    rule: &Written,
    report: &mut Report<'_>,
) -> Option<Vec<Copy>> {
    // Words of the last cell change slowest; within a cell, the first word does.
    let mut open: Vec<Open> = Vec::new();
    for (row, cells) in copy.left.iter().enumerate().rev() {
        for (cell, content) in cells.iter().enumerate().rev() {
            for item in content {
                let place = Open { row, cell, modifier: item.modifier, name: item.name };
                let is_same = |other: &Open| {
                    (other.row, other.cell, other.modifier, other.name)
                        == (row, cell, item.modifier, item.name)
                };
                if !movements(item.modifier).is_empty() && !open.iter().any(is_same) {
                    open.push(place);
                }
            }
        }
    }
    if open.is_empty() {
        return Some(vec![copy.clone()]);
    }

    let mut with_name: HashMap<(Modifier, Symbol), usize> = HashMap::new();
    let mut alone: HashMap<Modifier, usize> = HashMap::new();
    for place in &open {
        *with_name.entry((place.modifier, place.name)).or_default() += 1;
        *alone.entry(place.modifier).or_default() += 1;
    }
    let sizes = open.iter().map(|place| movements(place.modifier).len()).collect();
    let mut choices = Choices::new(sizes);
    let more = choices.count().map(|count| count.saturating_sub(1));
    if !take_room(more, size, room, rule, report) {
        return None;
    }

    let mut copies = Vec::new();
    while !choices.is_done {
        let mut made = copy.clone();
        let chosen = |at: usize| movements(open[at].modifier)[choices.digits[at]];
        for (at, place) in open.iter().enumerate() {
            let is_it = |item: &Item| (item.modifier, item.name) == (place.modifier, place.name);
            set_modifier(&mut made.left[place.row][place.cell], is_it, chosen(at));
            if let Some(content) = made.right_cell(place.row, place.cell) {
                set_modifier(content, is_it, chosen(at));
            }
        }
        for (at, place) in open.iter().enumerate() {
            if with_name[&(place.modifier, place.name)] == 1 {
                let is_it =
                    |item: &Item| (item.modifier, item.name) == (place.modifier, place.name);
                for content in made.right.iter_mut().flatten() {
                    set_modifier(content, is_it, chosen(at));
                }
            }
        }
        for (at, place) in open.iter().enumerate() {
            if alone[&place.modifier] == 1 {
                let is_it = |item: &Item| item.modifier == place.modifier;
                for content in made.right.iter_mut().flatten() {
                    set_modifier(content, is_it, chosen(at));
                }
            }
        }
        copies.push(made);
        choices.advance();
    }
    Some(copies)
}

/// Gives a modifier to some items of a cell.
fn set_modifier(content: &mut Content, is_it: impl Fn(&Item) -> bool, modifier: Modifier) {
    for item in content {
        if is_it(item) {
            item.modifier = modifier;
        }
    }
}

/// Returns whether a word on the right still stands for several movements; reports the first.
fn has_ambiguous_movement(copies: &[Copy], report: &mut Report<'_>) -> bool {
    for copy in copies {
        for item in copy.right.iter().flatten().flatten() {
            if !movements(item.modifier).is_empty() {
                report.push_after(codes::ambiguous_movement(item.span, item.modifier.word()));
                return true;
            }
        }
    }
    false
}

/// Returns the names declared with `or` of a cell, each once, but those after `random`.
fn properties(content: &Content, names: &Names<'_>) -> Vec<Symbol> {
    let mut properties = Vec::new();
    for item in content {
        let is_any = item.name != NOTHING && names.any[item.name as usize].is_some();
        if is_any && item.modifier != Modifier::Random && !properties.contains(&item.name) {
            properties.push(item.name);
        }
    }
    properties
}

/// Makes a copy for each object that a name can mean. A name whose objects all are in one layer is
/// kept, unless the right side needs to know which object it is. Returns `None` if there is no room.
fn concrete_objects(
    mut copy: Copy,
    size: usize,
    names: &Names<'_>,
    room: &mut usize,
    rule: &Written,
    report: &mut Report<'_>,
) -> Option<Vec<Copy>> {
    for content in copy.cells_mut() {
        spell_out_no(content, names);
    }
    let spelled = copy.size();
    if !take_room(Some(1), spelled.saturating_sub(size), room, rule, report) {
        return None;
    }
    let size = size.max(spelled);

    // Names on the right that the same cell on the left does not have.
    let mut needed: HashSet<Symbol> = HashSet::new();
    for (left, right) in copy.left.iter().zip(&copy.right) {
        for (left, right) in left.iter().zip(right) {
            let known = properties(left, names);
            let other = properties(right, names).into_iter();
            needed.extend(other.filter(|name| !known.contains(name)));
        }
    }

    let mut open: Vec<Open> = Vec::new();
    for (row, cells) in copy.left.iter().enumerate() {
        for (cell, content) in cells.iter().enumerate() {
            for name in properties(content, names) {
                let is_kept = names.single_layer[name as usize].is_some();
                if !is_kept || needed.contains(&name) {
                    open.push(Open { row, cell, modifier: Modifier::Plain, name });
                }
            }
        }
    }
    let objects = |name: Symbol| names.any[name as usize].as_deref().unwrap_or_default();
    let mut places: HashMap<Symbol, usize> = HashMap::new();
    for place in &open {
        *places.entry(place.name).or_default() += 1;
    }
    let mut choices = Choices::new(open.iter().map(|place| objects(place.name).len()).collect());
    let more = choices.count().map(|count| count.saturating_sub(1));
    if !take_room(more, size, room, rule, report) {
        return None;
    }

    let mut copies = Vec::new();
    while !choices.is_done {
        let mut made = copy.clone();
        for (at, place) in open.iter().enumerate() {
            let object = objects(place.name)[choices.digits[at]];
            set_name(&mut made.left[place.row][place.cell], place.name, object);
            if let Some(content) = made.right_cell(place.row, place.cell) {
                set_name(content, place.name, object);
            }
        }
        for (at, place) in open.iter().enumerate() {
            if places[&place.name] == 1 {
                let object = objects(place.name)[choices.digits[at]];
                for content in made.right.iter_mut().flatten() {
                    set_name(content, place.name, object);
                }
            }
        }
        copies.push(made);
        choices.advance();
    }

    for made in &copies {
        for content in made.right.iter().flatten() {
            for item in content {
                let is_open = item.modifier != Modifier::Random && needed.contains(&item.name);
                if is_open {
                    report.push_after(codes::ambiguous_object(item.span, names.text(item.name)));
                    return Some(Vec::new());
                }
            }
        }
    }
    Some(copies)
}

/// Puts an object in the place of a name.
fn set_name(content: &mut Content, name: Symbol, object: Symbol) {
    for item in content {
        if item.name == name && item.modifier != Modifier::Random {
            item.name = object;
        }
    }
}

/// Puts each object after a `no` of its own.
fn spell_out_no(content: &mut Content, names: &Names<'_>) {
    let is_open = |item: &Item| {
        item.modifier == Modifier::No
            && item.name != NOTHING
            && names.any[item.name as usize].is_some()
    };
    if !content.iter().any(is_open) {
        return;
    }
    let mut spelled = Vec::new();
    for item in content.iter() {
        match names.any.get(item.name as usize) {
            Some(Some(objects)) if item.modifier == Modifier::No => {
                spelled.extend(objects.iter().map(|&name| Item { name, ..*item }));
            }
            _ => spelled.push(*item),
        }
    }
    *content = spelled;
}

/// Makes objects on the right stationary whose layer is empty on the left, so that they do not take
/// over a movement.
fn keep_created_still(copy: &mut Copy, names: &Names<'_>) {
    for (left, right) in copy.left.iter().zip(&mut copy.right) {
        for (left, right) in left.iter().zip(right) {
            let mut objects: Vec<Symbol> = Vec::new();
            for item in left.iter().filter(|item| item.name != NOTHING) {
                if names.object(item.name).is_some() {
                    objects.push(item.name);
                } else if let Some(parts) = &names.any[item.name as usize] {
                    objects.extend_from_slice(parts);
                }
            }
            let placed = objects.iter().filter_map(|&name| names.object(name));
            let layers: Vec<Option<usize>> = placed.map(|placed| placed.layer).collect();
            for item in right.iter_mut() {
                if item.modifier != Modifier::Plain || objects.contains(&item.name) {
                    continue;
                }
                let placed = if item.name == NOTHING { None } else { names.object(item.name) };
                let Some(placed) = placed else { continue };
                if !layers.contains(&placed.layer) {
                    item.modifier = Modifier::Stationary;
                }
            }
        }
    }
}

/// Keeps the last of equal copies. The direction of copies whose patterns have one cell each makes
/// no difference.
fn without_repeats(copies: Vec<Copy>) -> Vec<Copy> {
    let mut seen = HashSet::new();
    let mut is_last = vec![false; copies.len()];
    for (at, copy) in copies.iter().enumerate().rev() {
        let is_directed = copy.left.iter().any(|row| row.len() > 1);
        let direction = is_directed.then_some(copy.direction);
        is_last[at] = seen.insert((direction, &copy.left, &copy.right));
    }
    drop(seen);
    let kept = copies.into_iter().zip(is_last).filter(|(_, is_last)| *is_last);
    kept.map(|(copy, _)| copy).collect()
}
