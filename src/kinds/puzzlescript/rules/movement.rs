//! Movements: what a key starts, and how all of them are resolved.

use super::super::game::{Game, movement};
use super::cells;
use super::limits::Halt;
use super::position::Blocked;
use super::turn::{Banned, Machine, Marks, term_fits};

impl Machine<'_> {
    /// Gives the movement of a key to the players. Returns the cells that hold one.
    pub(super) fn start_movement(&mut self, bits: u8) -> Vec<usize> {
        let players = &self.game.players;
        let mut starts = Vec::new();
        for place in self.objects.by_columns() {
            if !term_fits(players, self.objects.get(place)) {
                continue;
            }
            starts.push(place);
            for object in self.objects.numbers(place) {
                if players.objects.contains(object) {
                    let layer = self.game.objects[object].layer;
                    cells::add_layer(self.movements.get_mut(place), layer, bits);
                }
            }
        }
        starts
    }

    /// Moves everything that can move. Returns whether the turn must begin anew because a rigid
    /// group failed, which is then banned.
    pub(super) fn resolve_movements(&mut self, banned: &mut Banned) -> Result<bool, Halt> {
        let places = self.objects.by_columns();
        let mut has_moved = true;
        while has_moved {
            has_moved = false;
            for place in self.objects.by_columns() {
                self.budget.spend(1)?;
                has_moved |= self.move_cell(place);
            }
        }

        let mut has_failed = false;
        for place in places {
            self.budget.spend(1)?;
            if cells::is_empty(self.movements.get(place)) {
                continue;
            }
            self.record_blocked(place);
            let mut movements = self.movements.get(place).to_vec();
            if let Some(marks) = &self.marks {
                let marked = marks.layers.get(place);
                if !cells::is_empty(marked) {
                    // The sounds below, too, see only the movements of rigid rules then.
                    cells::keep(&mut movements, marked);
                    has_failed |= banned.ban(self.game, marks, place, &movements);
                }
            }
            self.hear_blocked(place, &movements);
        }

        self.movements.clear();
        if let Some(marks) = &mut self.marks {
            marks.groups.clear();
            marks.layers.clear();
        }
        Ok(has_failed)
    }

    /// Moves the objects of a cell, layer by layer. Returns whether one of them moved.
    fn move_cell(&mut self, place: usize) -> bool {
        let before = self.movements.get(place).to_vec();
        if cells::is_empty(&before) {
            return false;
        }
        let mut movements = before.clone();
        let mut has_moved = false;
        let mut looks = 0;
        for layer in 0..self.game.layers.len() {
            let bits = cells::layer_movement(&movements, layer);
            if bits == 0 {
                continue;
            }
            let Some(target) = self.free_target(place, layer, bits) else {
                continue;
            };
            for _ in 0..self.hear_moved(place, layer, &before) {
                looks += 1;
                // The engine keeps movements in three vectors that it uses in turn: the third sound
                // that it looks up for a cell gives the cell its movements back, those of objects
                // that have left it included.
                if looks % 3 == 0 {
                    movements.clone_from(&before);
                }
            }
            self.move_layer(place, target, layer);
            cells::clear_layer(&mut movements, layer, bits);
            has_moved = true;
        }
        self.movements.get_mut(place).copy_from_slice(&movements);
        has_moved
    }

    /// Returns the cell to which a layer of a cell moves; `None` if something is in the way.
    fn free_target(&self, place: usize, layer: usize, bits: u8) -> Option<usize> {
        let target = self.objects.neighbor(place, cells::step(bits)?)?;
        let is_free = !cells::holds_any(self.objects.get(target), &self.game.layers[layer].objects);
        (is_free || bits == movement::ACTION).then_some(target)
    }

    /// Moves the objects of a layer from one cell to another.
    fn move_layer(&mut self, from: usize, to: usize, layer: usize) {
        let objects = &self.game.layers[layer].objects;
        let moving: Vec<usize> =
            self.objects.numbers(from).filter(|&object| objects.contains(object)).collect();
        cells::clear(self.objects.get_mut(from), objects);
        cells::set(self.objects.get_mut(to), &moving.into_iter().collect());
    }

    /// Notes the sounds of a layer that moves. Returns the number of sounds that have their object
    /// in the cell, in whatever direction they sound.
    fn hear_moved(&mut self, place: usize, layer: usize, movements: &[u64]) -> usize {
        let bits = cells::layer_movement(movements, layer);
        let Some(sounds) = self.game.sounds.moved.get(layer) else {
            return 0;
        };
        let mut count = 0;
        for sound in sounds {
            if !self.objects.numbers(place).any(|object| object == sound.object) {
                continue;
            }
            count += 1;
            if bits & sound.directions != 0 && !self.noises.moved.contains(&sound.seed) {
                self.noises.moved.push(sound.seed.clone());
            }
        }
        count
    }

    /// Notes the sounds of the objects of a cell that could not move.
    fn hear_blocked(&mut self, place: usize, movements: &[u64]) {
        for sound in &self.game.sounds.blocked {
            let is_here = self.objects.numbers(place).any(|object| object == sound.object);
            let bits = cells::layer_movement(movements, sound.layer);
            if is_here
                && bits & sound.directions != 0
                && !self.noises.cannot_move.contains(&sound.seed)
            {
                self.noises.cannot_move.push(sound.seed.clone());
            }
        }
    }

    /// Records the objects of a cell that could not move.
    fn record_blocked(&mut self, place: usize) {
        if !self.recording {
            return;
        }
        for object in self.objects.numbers(place) {
            let layer = self.game.objects[object].layer;
            let bits = cells::layer_movement(self.movements.get(place), layer);
            if bits == 0 {
                continue;
            }
            let target = cells::step(bits).and_then(|step| self.objects.neighbor(place, step));
            let obstacle = target.and_then(|target| {
                let in_layer = &self.game.layers[layer].objects;
                self.objects.numbers(target).find(|&other| in_layer.contains(other))
            });
            let turn = self.log.again_turns;
            self.log.blocked.push(Blocked { turn, place, object, movement: bits, obstacle });
        }
    }
}

impl Banned {
    /// Bans the rigid group that marked the first of these movements. Returns whether it was not
    /// banned before.
    fn ban(&mut self, game: &Game, marks: &Marks, place: usize, movements: &[u64]) -> bool {
        let layers = 0..game.layers.len();
        let mut blocked = layers.filter(|&layer| cells::layer_movement(movements, layer) != 0);
        let Some(layer) = blocked.next() else {
            return false;
        };
        let number = usize::from(cells::layer_movement(marks.groups.get(place), layer));
        let is_marked = |rigid: Option<usize>| rigid.is_some_and(|rigid| rigid + 1 == number);
        let group = game.rules.groups.iter().position(|group| is_marked(group.rigid));
        let ban = match group {
            Some(group) => &mut self.groups[group],
            None => &mut self.unknown,
        };
        !std::mem::replace(ban, true)
    }
}
