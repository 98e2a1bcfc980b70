//! Runs the rules of a turn: groups, loops, and the changes of single rules.

use super::super::game::{BitSet, Command, Program, Replacement};
use super::cells;
use super::limits::Halt;
use super::matching::{Match, View};
use super::position::{Change, Firing, RuleId, Warning, WarningKind};
use super::turn::{Banned, Machine};

/// The most passes through the rules of a group.
const PASSES: usize = 200;

/// The most rounds of all loops of a turn.
const ROUNDS: usize = 200;

/// The work of trying a rule at one place per pattern, in cells. Measured: it takes as long as looking at so
/// many cells.
const TUPLE: u32 = 64;

impl<'a> Machine<'a> {
    /// Runs the rules that set movements, without the banned groups.
    pub(super) fn run_rules(&mut self, banned: &Banned) -> Result<(), Halt> {
        self.run_program(&self.game.rules, false, &banned.groups)
    }

    /// Runs the late rules.
    pub(super) fn run_late_rules(&mut self) -> Result<(), Halt> {
        self.run_program(&self.game.late, true, &[])
    }

    /// Runs groups one after the other, with the jumps of their loops.
    fn run_program(
        &mut self,
        program: &'a Program,
        late: bool,
        banned: &[bool],
    ) -> Result<(), Halt> {
        let mut has_changed = false;
        let mut rounds = 0;
        let mut group = 0;
        while group < program.groups.len() {
            if banned.get(group) != Some(&true) {
                has_changed |= self.run_group(program, late, group)?;
            }
            match program.loops.get(group).copied().flatten() {
                Some(first) if has_changed => {
                    group = first;
                    has_changed = false;
                    rounds += 1;
                    if rounds > ROUNDS {
                        let rule = RuleId { late, group, rule: 0 };
                        self.warn(Warning { kind: WarningKind::Loop, rule });
                        break;
                    }
                }
                _ => group += 1,
            }
        }
        Ok(())
    }

    /// Runs the rules of a group until none of them changes anything. Returns whether one did.
    fn run_group(&mut self, program: &Program, late: bool, group: usize) -> Result<bool, Halt> {
        if program.groups[group].random {
            return self.run_random_group(program, late, group);
        }
        let mut has_changed = false;
        for pass in 1..=PASSES {
            let mut changes = false;
            for rule in 0..program.groups[group].rules.len() {
                changes |= self.run_rule(RuleId { late, group, rule })?;
            }
            has_changed |= changes;
            // The engine complains about the last pass even if nothing is left to do in it.
            if pass == PASSES {
                let rule = RuleId { late, group, rule: 0 };
                self.warn(Warning { kind: WarningKind::Group, rule });
            }
            if !changes {
                break;
            }
        }
        Ok(has_changed)
    }

    /// Applies one match of one rule of a group, by a draw among all of them. Returns whether it
    /// changed anything.
    fn run_random_group(
        &mut self,
        program: &Program,
        late: bool,
        group: usize,
    ) -> Result<bool, Halt> {
        let mut candidates = Vec::new();
        let mut total: usize = 0;
        for rule in 0..program.groups[group].rules.len() {
            let rule = RuleId { late, group, rule };
            if let Some(matches) = self.find(rule)? {
                let count = combinations(&matches);
                total = total.saturating_add(count);
                candidates.push((rule, matches, count));
            }
        }
        let Some((first, ..)) = candidates.first() else {
            return Ok(false);
        };

        let mut number = self.draw(total, *first);
        for (rule, matches, count) in candidates {
            if number >= count {
                number -= count;
                continue;
            }
            let tuple = combination(&matches, number);
            let mut changes = Vec::new();
            let has_changed = self.apply(rule, &tuple, &mut changes);
            let commands = self.give(rule);
            self.record_firing(rule, has_changed, changes, commands);
            return Ok(has_changed);
        }
        Ok(false)
    }

    /// Applies a rule wherever it matches, and takes its commands. Returns whether it changed
    /// anything.
    fn run_rule(&mut self, id: RuleId) -> Result<bool, Halt> {
        let Some(matches) = self.find(id)? else {
            return Ok(false);
        };
        let rule = id.of(self.game);
        let mut has_changed = false;
        let mut changes = Vec::new();
        if rule.replaces {
            for number in 0..combinations(&matches) {
                self.budget.spend(TUPLE)?;
                let tuple = combination(&matches, number);
                // An application may take away what a later one needs.
                if number == 0 || self.still_matches(id, &tuple) {
                    has_changed |= self.apply(id, &tuple, &mut changes);
                }
            }
        }
        let commands = self.give(id);
        self.record_firing(id, has_changed, changes, commands);
        Ok(has_changed)
    }

    /// Returns the matches of each pattern of a rule, or `None` if a pattern has none.
    fn find(&mut self, id: RuleId) -> Result<Option<Vec<Vec<Match>>>, Halt> {
        let rule = id.of(self.game);
        self.budget.rule = Some(id);
        if !rule.patterns.iter().all(|pattern| self.contents.may_match(pattern)) {
            self.budget.spend(1)?;
            return Ok(None);
        }
        let mut matches_by_pattern = Vec::new();
        for pattern in &rule.patterns {
            let (objects, movements) = (&self.objects, &self.movements);
            let view = View { objects, movements, direction: rule.direction, rule: id };
            let matches = view.find(pattern, &mut self.budget)?;
            if matches.is_empty() {
                return Ok(None);
            }
            matches_by_pattern.push(matches);
        }
        Ok(Some(matches_by_pattern))
    }

    /// Returns whether the patterns of a rule still match at these places.
    fn still_matches(&self, id: RuleId, tuple: &[Match]) -> bool {
        let rule = id.of(self.game);
        let (objects, movements) = (&self.objects, &self.movements);
        let view = View { objects, movements, direction: rule.direction, rule: id };
        let mut patterns = rule.patterns.iter().zip(tuple);
        patterns.all(|(pattern, &at)| view.matches(pattern, at))
    }

    /// Makes the replacements of a rule at these places. Returns whether one changed anything.
    fn apply(&mut self, id: RuleId, tuple: &[Match], changes: &mut Vec<Change>) -> bool {
        let rule = id.of(self.game);
        let mut has_changed = false;
        for (pattern, at) in rule.patterns.iter().zip(tuple) {
            let (objects, movements) = (&self.objects, &self.movements);
            let view = View { objects, movements, direction: rule.direction, rule: id };
            for (cell, place) in view.places(pattern, *at) {
                if let Some(replacement) = &cell.replacement {
                    has_changed |= self.replace(id, replacement, place, changes);
                }
            }
        }
        has_changed
    }

    /// Changes a cell. Returns whether anything is not as before.
    fn replace(
        &mut self,
        id: RuleId,
        replacement: &Replacement,
        place: usize,
        changes: &mut Vec<Change>,
    ) -> bool {
        let mut clear = replacement.clear.clone();
        let mut set = replacement.set.clone();
        let mut movements_clear = replacement.movements_clear.clone();
        movements_clear.add(&replacement.movements_layers);
        let mut movements_set = replacement.movements_set.clone();

        let choices: Vec<usize> = replacement.random.iter().collect();
        if !choices.is_empty() {
            let object = choices[self.draw(choices.len(), id)];
            let layer = self.game.objects[object].layer;
            set.insert(object);
            clear.add(&self.game.layers[layer].objects);
            movements_clear.add_movement(layer, super::super::game::movement::EVERY);
        }
        for &layer in &replacement.random_directions {
            let direction = self.draw(4, id);
            movements_set.add_movement(layer, 1 << direction);
        }

        let objects_before = self.objects.get(place).to_vec();
        let movements_before = self.movements.get(place).to_vec();
        let mut objects = objects_before.clone();
        let mut movements = movements_before.clone();
        cells::clear(&mut objects, &clear);
        cells::set(&mut objects, &set);
        cells::clear(&mut movements, &movements_clear);
        cells::set(&mut movements, &movements_set);

        let has_marked = self.mark(id, &replacement.movements_layers, place);
        if objects == objects_before && movements == movements_before && !has_marked {
            return false;
        }

        for (index, (&before, &after)) in objects_before.iter().zip(&objects).enumerate() {
            self.noises.created.add(&bits(index, after & !before));
            self.noises.destroyed.add(&bits(index, before & !after));
        }
        if self.recording {
            changes.push(Change {
                place,
                objects_before: numbers(&objects_before),
                objects: numbers(&objects),
                movements_before: numbers(&movements_before),
                movements: numbers(&movements),
            });
        }
        self.contents.add(&objects, &movements);
        self.objects.get_mut(place).copy_from_slice(&objects);
        self.movements.get_mut(place).copy_from_slice(&movements);
        true
    }

    /// Marks the movements that a rigid rule sets. Returns whether a mark is new.
    fn mark(&mut self, id: RuleId, layers: &BitSet, place: usize) -> bool {
        let group = if id.late { None } else { self.game.rules.groups[id.group].rigid };
        let (Some(marks), Some(group)) = (&mut self.marks, group) else {
            return false;
        };
        if !id.of(self.game).rigid {
            return false;
        }
        let number = group as u8 + 1;
        let mut wanted = BitSet::new();
        for layer in 0..self.game.layers.len() {
            wanted.add_movement(layer, number & layers.movement(layer));
        }
        // A rule that marks several layers is new as soon as one of them lacks its marks. The mark
        // of another group is then not replaced but mixed with the new one.
        if cells::holds_all(marks.groups.get(place), &wanted)
            || cells::holds_all(marks.layers.get(place), layers)
        {
            return false;
        }
        cells::set(marks.groups.get_mut(place), &wanted);
        cells::set(marks.layers.get_mut(place), layers);
        true
    }

    /// Records that a rule fired, if it changed anything or gave a command.
    fn record_firing(
        &mut self,
        rule: RuleId,
        has_changed: bool,
        changes: Vec<Change>,
        commands: Vec<Command>,
    ) {
        if self.recording && (has_changed || !commands.is_empty()) {
            let (turn, attempt) = (self.log.again_turns, self.attempt);
            self.log.firings.push(Firing { rule, turn, attempt, changes, commands });
        }
    }
}

/// Returns the number of combinations of one match of each pattern.
fn combinations(matches: &[Vec<Match>]) -> usize {
    matches.iter().fold(1, |product, matches| product.saturating_mul(matches.len()))
}

/// Returns a combination of matches by its number: the first pattern changes fastest.
fn combination(matches: &[Vec<Match>], number: usize) -> Vec<Match> {
    let mut rest = number;
    let mut tuple = Vec::with_capacity(matches.len());
    for list in matches {
        tuple.push(list[rest % list.len()]);
        rest /= list.len();
    }
    tuple
}

/// Returns the members of a set that is given as words.
fn numbers(words: &[u64]) -> BitSet {
    let mut set = BitSet::new();
    for (index, &word) in words.iter().enumerate() {
        set.add(&bits(index, word));
    }
    set
}

/// Returns the members of one word of a set.
fn bits(index: usize, word: u64) -> BitSet {
    (0..64).filter(|bit| word >> bit & 1 == 1).map(|bit| index * 64 + bit).collect()
}
