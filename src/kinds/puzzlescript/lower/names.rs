//! What the names of a game stand for.

use hashbrown::HashMap;

use super::super::codes;
use super::super::game::{BitSet, Meaning};
use super::super::report::Report;
use super::super::syntax::{Draft, Join};

/// A name, by its number.
pub(super) type Symbol = u32;

/// An object as rules see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// The place of the object in the draft.
    pub object: usize,
    /// Its collision layer, if it has one.
    pub layer: Option<usize>,
    /// Its number, if it has a layer.
    pub id: Option<usize>,
}

/// The only layer of some objects, if they have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SingleLayer(pub Option<usize>);

/// The names of a game.
///
/// An object is in `objects`. Any other name is in one of `every`, `any` and `same`, and what it
/// stands for there is objects, unless the legend is at fault.
#[derive(Clone, Debug, Default)]
pub(super) struct Names<'a> {
    symbols: HashMap<&'a str, Symbol>,
    texts: Vec<&'a str>,
    /// The objects.
    pub objects: Vec<Option<Placed>>,
    /// Names declared with `and`, and other names for them.
    pub every: Vec<Option<Vec<Symbol>>>,
    /// Names declared with `or`, and other names for them.
    pub any: Vec<Option<Vec<Symbol>>>,
    /// Other names for an object.
    pub same: Vec<Option<Symbol>>,
    /// The objects that a name stands for, but those of `every`.
    pub masks: Vec<Option<BitSet>>,
    /// The objects of `every`.
    pub every_masks: Vec<Option<BitSet>>,
    /// The layer of names declared with `or` whose objects all are in that layer, or all in none.
    pub single_layer: Vec<Option<SingleLayer>>,
    /// The objects of each layer.
    pub layers: Vec<BitSet>,
    /// The objects by their numbers: their symbols.
    pub by_id: Vec<Symbol>,
}

impl<'a> Names<'a> {
    /// Collects the names of a draft. The number of an object is its place in the layers; if it is
    /// in several, the last counts.
    pub(super) fn of(draft: &Draft<'a>) -> Self {
        let mut names = Self::default();
        for (object, written) in draft.objects.iter().enumerate() {
            let symbol = names.intern(written.name.text);
            let placed = Placed { object, layer: None, id: None };
            names.objects[symbol as usize].get_or_insert(placed);
        }
        for entry in &draft.entries {
            names.intern(entry.name.text);
            for part in &entry.parts {
                names.intern(part);
            }
        }
        names.place(draft);
        names.enter(draft);
        names.close();
        names.make_masks(draft);
        names
    }

    /// Returns the number of a name, which is new if nothing has had it.
    fn intern(&mut self, name: &'a str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let symbol = self.texts.len() as Symbol;
        self.symbols.insert(name, symbol);
        self.texts.push(name);
        self.objects.push(None);
        self.every.push(None);
        self.any.push(None);
        self.same.push(None);
        self.masks.push(None);
        self.every_masks.push(None);
        self.single_layer.push(None);
        symbol
    }

    /// Returns the number of a name.
    pub(super) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// Returns the name of a number.
    pub(super) fn text(&self, symbol: Symbol) -> &'a str {
        self.texts[symbol as usize]
    }

    /// Returns the object of a name.
    pub(super) fn object(&self, symbol: Symbol) -> Option<Placed> {
        self.objects[symbol as usize]
    }

    /// Gives each object its layer and its number.
    fn place(&mut self, draft: &Draft<'a>) {
        let mut order: Vec<Symbol> = Vec::new();
        for (layer, written) in draft.layers.iter().enumerate() {
            for (member, _) in &written.members {
                let Some(symbol) = self.symbol(member) else { continue };
                if let Some(placed) = &mut self.objects[symbol as usize] {
                    placed.layer = Some(layer);
                    order.push(symbol);
                }
            }
        }
        // An object that is named several times has the number of its last place.
        let mut seen = vec![false; self.texts.len()];
        let mut last_first = Vec::new();
        for &symbol in order.iter().rev() {
            if !seen[symbol as usize] {
                seen[symbol as usize] = true;
                last_first.push(symbol);
            }
        }
        last_first.reverse();
        self.by_id = last_first;
        self.layers = vec![BitSet::new(); draft.layers.len()];
        for (id, &symbol) in self.by_id.iter().enumerate() {
            if let Some(placed) = &mut self.objects[symbol as usize] {
                placed.id = Some(id);
                if let Some(layer) = placed.layer {
                    self.layers[layer].insert(id);
                }
            }
        }
    }

    /// Enters the lines of the legend.
    fn enter(&mut self, draft: &Draft<'a>) {
        let of = |names: &Self, join: Join| {
            let entries = draft.entries.iter().filter(move |entry| entry.join == join);
            let mut lists = Vec::new();
            for entry in entries {
                let parts: Vec<Symbol> =
                    entry.parts.iter().filter_map(|part| names.symbol(part)).collect();
                if let Some(name) = names.symbol(entry.name.text) {
                    lists.push((name, parts));
                }
            }
            lists
        };
        for (name, parts) in of(self, Join::And) {
            self.every[name as usize] = Some(parts);
        }
        for (name, parts) in of(self, Join::Or) {
            self.any[name as usize] = Some(parts);
        }
        for (name, parts) in of(self, Join::Same) {
            let Some(&value) = parts.first() else { continue };
            if let Some(list) = self.every[value as usize].clone() {
                self.every[name as usize] = Some(list);
            } else if let Some(list) = self.any[value as usize].clone() {
                self.any[name as usize] = Some(list);
            } else if name != value {
                self.same[name as usize] = Some(value);
            }
        }
    }

    /// Follows names that stand for names, until all of them stand for objects. In a legend without
    /// a fault, one round is enough.
    fn close(&mut self) {
        for _ in 0..=self.texts.len().min(64) {
            let mut is_changed = false;
            for name in 0..self.texts.len() {
                let Some(value) = self.same[name] else { continue };
                if let Some(list) = self.any[value as usize].clone() {
                    self.same[name] = None;
                    self.any[name] = Some(list);
                    is_changed = true;
                } else if let Some(list) = self.every[value as usize].clone() {
                    self.same[name] = None;
                    self.every[name] = Some(list);
                    is_changed = true;
                } else if let Some(next) = self.same[value as usize] {
                    self.same[name] = Some(next);
                }
            }
            is_changed |= expand(&mut self.any, &self.same);
            is_changed |= expand(&mut self.every, &self.same);
            if !is_changed {
                break;
            }
        }
    }

    /// Makes the sets of objects of all names.
    fn make_masks(&mut self, draft: &Draft<'a>) {
        for name in 0..self.texts.len() {
            if let Some(placed) = self.objects[name] {
                self.masks[name] = Some(placed.id.map_or_else(BitSet::new, BitSet::of));
            }
        }
        for entry in draft.entries.iter().filter(|entry| entry.join != Join::And) {
            let Some(name) = self.symbol(entry.name.text) else { continue };
            let parts: Vec<Symbol> =
                entry.parts.iter().filter_map(|part| self.symbol(part)).collect();
            if let [part] = parts[..] {
                if let Some(mask) = self.masks[part as usize].clone() {
                    self.masks[name as usize] = Some(mask);
                }
                continue;
            }
            let mut mask = BitSet::new();
            for part in parts {
                if let Some(part) = &self.masks[part as usize] {
                    mask.add(part);
                }
            }
            self.masks[name as usize] = Some(mask);
        }
        for name in 0..self.texts.len() {
            if let Some(parts) = &self.every[name] {
                let mut mask = BitSet::new();
                for &part in parts {
                    if let Some(part) = &self.masks[part as usize] {
                        mask.add(part);
                    }
                }
                self.every_masks[name] = Some(mask);
            }
            self.single_layer[name] = self.layer_of_all(name);
        }
    }

    /// Returns the layer of a name declared with `or`, if all its objects are in one layer.
    fn layer_of_all(&self, name: usize) -> Option<SingleLayer> {
        let parts = self.any[name].as_ref()?;
        let layer = self.object(*parts.first()?)?.layer;
        for &part in parts {
            if self.object(part)?.layer != layer {
                return None;
            }
        }
        Some(SingleLayer(layer))
    }

    /// Returns the objects that a name stands for, and whether all of them are meant.
    pub(super) fn term(&self, name: &str) -> Option<(BitSet, bool)> {
        let symbol = self.symbol(name)? as usize;
        if let Some(mask) = &self.masks[symbol] {
            return Some((mask.clone(), false));
        }
        self.every_masks[symbol].clone().map(|mask| (mask, true))
    }

    /// Returns the meaning of a name, if it stands for objects only.
    pub(super) fn meaning(&self, symbol: Symbol) -> Option<Meaning> {
        let id = |symbol: &Symbol| self.object(*symbol).and_then(|placed| placed.id);
        if let Some(object) = id(&symbol) {
            return Some(Meaning::Object(object));
        }
        if let Some(parts) = &self.every[symbol as usize] {
            return Some(Meaning::Every(parts.iter().filter_map(id).collect()));
        }
        if let Some(parts) = &self.any[symbol as usize] {
            return Some(Meaning::Any(parts.iter().filter_map(id).collect()));
        }
        let same = self.same[symbol as usize]?;
        id(&same).map(Meaning::Object)
    }

    /// Returns the objects of a cell that is drawn with a name: an object, another name for one, or
    /// names declared with `and`; of several declarations of a name, the first that fits counts.
    pub(super) fn drawn(&self, draft: &Draft<'a>, name: &'a str) -> Option<BitSet> {
        let mut name = name;
        for _ in 0..=draft.entries.len() {
            let symbol = self.symbol(name)?;
            if let Some(placed) = self.object(symbol) {
                return Some(placed.id.map_or_else(BitSet::new, BitSet::of));
            }
            match draft.same(name) {
                Some(next) => name = next,
                None => break,
            }
        }
        let entry = draft.every(name)?;
        let is_object =
            |part: &&str| self.symbol(part).is_some_and(|symbol| self.object(symbol).is_some());
        let symbol = self.symbol(name).filter(|_| entry.parts.iter().all(is_object))?;
        self.every_masks[symbol as usize].clone()
    }

    /// Reports objects of one layer that a name puts into one cell.
    pub(super) fn check_every(&self, draft: &Draft<'a>, report: &mut Report<'_>) {
        for entry in draft.entries.iter().filter(|entry| entry.join == Join::And) {
            let mut taken: HashMap<usize, &'a str> = HashMap::new();
            for part in &entry.parts {
                let placed = self.symbol(part).and_then(|symbol| self.object(symbol));
                let Some(placed) = placed else { break };
                let Some(layer) = placed.layer else {
                    let object = &draft.objects[placed.object];
                    report.push(codes::unlayered_part(entry, object.name));
                    break;
                };
                if let Some(other) = taken.insert(layer, part) {
                    let place = draft.layers[layer].span;
                    report.push(codes::same_layer(entry, part, other, place));
                    break;
                }
            }
        }
    }
}

/// Puts what names stand for in the place of the names in each list, once. Returns whether a list
/// has changed.
fn expand(lists: &mut [Option<Vec<Symbol>>], same: &[Option<Symbol>]) -> bool {
    let mut is_changed = false;
    for name in 0..lists.len() {
        let Some(mut values) = lists[name].take() else { continue };
        let mut at = 0;
        while at < values.len() {
            let value = values[at] as usize;
            if let Some(object) = same[value] {
                values[at] = object;
                is_changed = true;
            } else if value == name {
                values.remove(at);
                is_changed = true;
            } else if let Some(others) = &lists[value] {
                values.remove(at);
                for other in others {
                    if !values.contains(other) {
                        values.push(*other);
                    }
                }
                is_changed = true;
            }
            at += 1;
        }
        lists[name] = Some(values);
    }
    is_changed
}
