//! One copy of a rule as sets of objects and movements.

use super::super::codes;
use super::super::game::{BitSet, Cell, Command, Part, Pattern, Replacement, Rule, movement};
use super::super::report::Report;
use super::expand::Copy;
use super::names::{Names, Symbol};
use super::parse::{Content, Item, Modifier, Row, Written};

/// A compiled rule, and two objects of one layer that a cell of it requires, if it does.
pub(super) struct Compiled {
    /// The rule.
    pub rule: Rule,
    /// The names that exclude each other.
    pub clash: Option<(Item, Item)>,
}

/// The objects of a cell, by layer.
type Used = Vec<Option<Item>>;

/// A cell of the left that was compiled.
struct Left {
    cell: Cell,
    used: Used,
    /// The layers of its objects (five bits per layer).
    layers: BitSet,
}

/// A side of a rule: what is collected over its cells.
struct Compiler<'g, 'a, 'r, 's> {
    names: &'g Names<'a>,
    rule: &'g Written,
    report: &'r mut Report<'s>,
    clash: Option<(Item, Item)>,
}

/// Why a rule is dropped.
struct Dropped;

/// Returns the bits of a movement.
fn bits(modifier: Modifier) -> u8 {
    match modifier {
        Modifier::Up => movement::UP,
        Modifier::Down => movement::DOWN,
        Modifier::Left => movement::LEFT,
        Modifier::Right => movement::RIGHT,
        Modifier::Action => movement::ACTION,
        Modifier::RandomDirection => movement::NEVER,
        _ => 0,
    }
}

/// Compiles a copy of a rule; `None` if it can never match, or is at fault.
pub(super) fn compile(
    copy: &Copy,
    rule: &Written,
    names: &Names<'_>,
    report: &mut Report<'_>,
) -> Option<Compiled> {
    let mut compiler = Compiler { names, rule, report, clash: None };
    let mut patterns = Vec::new();
    let mut is_at_edge = false;
    for (row, left) in copy.left.iter().enumerate() {
        let mut parts = Vec::new();
        let mut ellipses = 0;
        for (cell, content) in left.iter().enumerate() {
            let right = copy.right.get(row).and_then(|cells| cells.get(cell));
            if content.iter().any(|item| item.modifier == Modifier::Ellipsis) {
                is_at_edge |= compiler.ellipsis(content, right, cell, left.len()).ok()?;
                parts.push(Part::Ellipsis);
                ellipses += 1;
            } else {
                parts.push(Part::Cell(compiler.cell(content, right).ok()?));
            }
        }
        patterns.push(Pattern { parts, ellipses });
    }
    if is_at_edge {
        return None;
    }
    compiler.check_ellipses(&patterns, &copy.left);
    let clash = compiler.clash;
    let rule = Rule {
        line: rule.line,
        span: rule.span,
        direction: copy.direction,
        patterns,
        replaces: !copy.right.is_empty(),
        commands: rule.commands.clone(),
        rigid: rule.rigid,
        text: text(copy, rule, names),
    };
    Some(Compiled { rule, clash })
}

impl Compiler<'_, '_, '_, '_> {
    /// Checks an ellipsis. Returns whether it is at an edge.
    fn ellipsis(
        &mut self,
        left: &Content,
        right: Option<&Content>,
        at: usize,
        length: usize,
    ) -> Result<bool, Dropped> {
        let [item] = left[..] else {
            self.crowded(left);
            return Err(Dropped);
        };
        let is_at_edge = at == 0 || at + 1 == length;
        if is_at_edge {
            self.report.push(codes::ellipsis_at_edge(item.span));
        }
        let is_matched =
            |right: &Content| matches!(right[..], [item] if item.modifier == Modifier::Ellipsis);
        if right.is_some_and(|right| !is_matched(right)) {
            self.report.push(codes::unmatched_ellipsis(item.span, self.rule.span, true));
        }
        Ok(is_at_edge)
    }

    /// Reports something beside an ellipsis.
    fn crowded(&mut self, content: &Content) {
        let is_gap = |item: &&Item| item.modifier == Modifier::Ellipsis;
        if let Some(gap) = content.iter().find(is_gap) {
            self.report.push(codes::crowded_ellipsis(gap.span));
        }
    }

    /// Reports more than two ellipses, and two in a row.
    fn check_ellipses(&mut self, patterns: &[Pattern], left: &[Row]) {
        for (pattern, row) in patterns.iter().zip(left) {
            let gaps: Vec<usize> = (0..pattern.parts.len())
                .filter(|&at| pattern.parts[at] == Part::Ellipsis)
                .collect();
            let span = |at: usize| row[at].first().map_or(self.rule.span, |item| item.span);
            if let Some(&third) = gaps.get(2) {
                self.report.push(codes::third_ellipsis(span(third)));
            }
            for pair in gaps.windows(2).take(1) {
                if pair[0] + 1 == pair[1] {
                    self.report.push(codes::double_ellipsis(span(pair[1]), span(pair[0])));
                }
            }
        }
    }

    /// Returns the layer of an object, or of a name whose objects are in one layer.
    fn layer(&mut self, item: &Item) -> Option<usize> {
        let layer = match self.names.object(item.name) {
            Some(placed) => Some(placed.layer.unwrap_or(0)),
            None => self.names.single_layer[item.name as usize].and_then(|single| single.0),
        };
        if layer.is_none() {
            let name = self.names.text(item.name);
            self.report.push(codes::no_layer(item.span, name));
        }
        layer
    }

    /// Returns the objects of a name.
    fn mask(&self, name: Symbol) -> BitSet {
        self.names.masks[name as usize].clone().unwrap_or_default()
    }

    /// Compiles a cell.
    fn cell(&mut self, left: &Content, right: Option<&Content>) -> Result<Cell, Dropped> {
        let mut compiled = self.left(left)?;
        if let Some(right) = right {
            compiled.cell.replacement = self.right(&compiled, right);
        }
        Ok(compiled.cell)
    }

    /// Compiles what a cell must hold.
    fn left(&mut self, content: &Content) -> Result<Left, Dropped> {
        let mut cell = Cell::default();
        let mut used: Used = vec![None; self.names.layers.len()];
        let mut layers = BitSet::new();
        for item in content {
            if item.modifier == Modifier::Random {
                self.report.push(codes::random_left(item.span));
                continue;
            }
            let Some(layer) = self.layer(item) else { continue };
            if item.modifier == Modifier::No {
                cell.missing.add(&self.mask(item.name));
                continue;
            }
            if let Some(other) = used.get_mut(layer).and_then(|place| place.replace(*item)) {
                self.clash = Some((*item, other));
            }
            if self.names.object(item.name).is_some() {
                cell.present.add(&self.mask(item.name));
                layers.add_movement(layer, movement::EVERY);
            } else {
                cell.any.push(self.mask(item.name));
            }
            if item.modifier == Modifier::Stationary {
                cell.still.add_movement(layer, movement::EVERY);
            } else {
                cell.moving.add_movement(layer, bits(item.modifier));
            }
        }
        if cell.present.meets(&cell.missing) {
            let excluded = |item: &&Item| {
                item.modifier == Modifier::No && self.mask(item.name).meets(&cell.present)
            };
            let place = content.iter().find(excluded);
            let span = place.map_or(self.rule.span, |item| item.span);
            let name = place.map_or("", |item| self.names.text(item.name));
            self.report.push(codes::never_matches(span, name, self.rule.span));
            return Err(Dropped);
        }
        Ok(Left { cell, used, layers })
    }

    /// Compiles what becomes of a cell; `None` if nothing does.
    fn right(&mut self, left: &Left, content: &Content) -> Option<Replacement> {
        let mut change = Replacement::default();
        let mut used: Used = vec![None; self.names.layers.len()];
        let mut drawn: Used = used.clone();
        let mut layers = BitSet::new();
        if let Some(gap) = content.iter().find(|item| item.modifier == Modifier::Ellipsis) {
            if content[0].modifier == Modifier::Ellipsis {
                self.report.push(codes::unmatched_ellipsis(gap.span, self.rule.span, false));
            }
            if content.len() > 1 {
                self.report.push(codes::crowded_ellipsis(gap.span));
            }
        }
        for item in content {
            match item.modifier {
                Modifier::Ellipsis => break,
                Modifier::Random => self.draw(item, &used, &mut drawn, &mut change),
                Modifier::No => {
                    if self.layer(item).is_some() {
                        change.clear.add(&self.mask(item.name));
                    }
                }
                _ => self.put(item, &mut used, &drawn, &mut change, &mut layers),
            }
        }

        if !left.cell.present.is_within(&change.set) {
            change.clear.add(&left.cell.present);
        }
        if !left.cell.moving.is_within(&change.movements_set) {
            change.movements_clear.add(&left.cell.moving);
        }
        for (layer, place) in left.used.iter().enumerate() {
            if place.is_some() && used[layer].is_none() {
                change.clear.add(&self.names.layers[layer]);
                change.movements_layers.add_movement(layer, movement::EVERY);
            }
        }
        let mut emptied = left.layers.clone();
        emptied.remove(&layers);
        change.movements_layers.add(&emptied);
        (change != Replacement::default()).then_some(change)
    }

    /// Compiles an object that is drawn.
    fn draw(&mut self, item: &Item, used: &Used, drawn: &mut Used, change: &mut Replacement) {
        let Some(mask) = self.names.masks[item.name as usize].clone() else {
            self.report.push(codes::random_unknown(item.span, self.names.text(item.name)));
            return;
        };
        change.random.add(&mask);
        let single = [item.name];
        let parts = self.names.any[item.name as usize].as_deref().unwrap_or(&single);
        if let [part] = parts {
            self.report.push(codes::random_single(item.span, self.names.text(*part)));
        }
        for &part in parts {
            let Some(layer) = self.names.object(part).and_then(|placed| placed.layer) else {
                continue;
            };
            if let Some(other) = used[layer].filter(|other| other.name != part) {
                let names = (self.names.text(part), self.names.text(other.name));
                self.report.push(codes::random_overlap(item.span, names.0, other.span, names.1));
            }
            drawn[layer] = Some(Item { name: part, ..*item });
        }
    }

    /// Compiles an object that is put into a cell, or that stays in it.
    fn put(
        &mut self,
        item: &Item,
        used: &mut Used,
        drawn: &Used,
        change: &mut Replacement,
        layers: &mut BitSet,
    ) {
        let Some(layer) = self.layer(item) else { return };
        if layer >= used.len() {
            return;
        }
        if let Some(other) = used[layer].or(drawn[layer])
            && self.clash.is_none()
        {
            let names = (self.names.text(item.name), self.names.text(other.name));
            self.report.push(codes::overlap(item.span, names.0, other.span, names.1));
        }
        used[layer] = Some(*item);
        if item.modifier != Modifier::Plain {
            change.movements_layers.add_movement(layer, movement::EVERY);
        }
        if self.names.object(item.name).is_some() {
            change.set.add(&self.mask(item.name));
            change.clear.add(&self.names.layers[layer]);
            layers.add_movement(layer, movement::EVERY);
        }
        match item.modifier {
            Modifier::Stationary => change.movements_clear.add_movement(layer, movement::EVERY),
            Modifier::RandomDirection => {
                if !change.random_directions.contains(&layer) {
                    change.random_directions.push(layer);
                    change.random_directions.sort_unstable();
                }
            }
            other => change.movements_set.add_movement(layer, bits(other)),
        }
    }
}

/// Returns a copy as text: its direction, its cells, its commands.
fn text(copy: &Copy, rule: &Written, names: &Names<'_>) -> String {
    let mut text = String::new();
    for (is_set, word) in [(rule.late, "late "), (rule.rigid, "rigid "), (rule.random, "random ")] {
        if is_set {
            text.push_str(word);
        }
    }
    text.push_str(copy.direction.word());
    write_rows(&copy.left, names, &mut text);
    text.push_str(" ->");
    write_rows(&copy.right, names, &mut text);
    for command in &rule.commands {
        text.push(' ');
        text.push_str(&command.word());
        if let Command::Message(message) = command {
            text.push(' ');
            text.push_str(message);
        }
    }
    text
}

/// Writes the patterns of a side.
fn write_rows(rows: &[Row], names: &Names<'_>, text: &mut String) {
    for row in rows {
        text.push_str(" [ ");
        for (at, content) in row.iter().enumerate() {
            if at > 0 {
                text.push_str("| ");
            }
            for item in content {
                let word = item.modifier.word();
                text.push_str(word);
                if !word.is_empty() {
                    text.push(' ');
                }
                if item.modifier != Modifier::Ellipsis {
                    text.push_str(names.text(item.name));
                    text.push(' ');
                }
            }
        }
        text.push(']');
    }
}
