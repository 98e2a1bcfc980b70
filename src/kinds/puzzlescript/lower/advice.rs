//! Advice for the designer of a game without errors.

use super::super::codes;
use super::super::game::{BitSet, Condition, Game, Level, Part, Quantifier, Replacement};
use super::super::report::Report;
use super::super::syntax::{Draft, StageDraft};
use super::names::Names;
use super::parse::{Modifier, NOTHING, Written};

/// Looks for what surely is not intended.
pub(super) fn advise(
    game: &Game,
    draft: &Draft<'_>,
    rules: &[Written],
    names: &Names<'_>,
    report: &mut Report<'_>,
) {
    for rule in rules {
        let wins = rule.commands.contains(&super::super::game::Command::Win);
        if let Some(message) = rule.message.filter(|_| wins) {
            report.push(codes::message_and_win(rule.span, message));
        }
    }
    let made = made(game);
    idle_rules(game, rules, names, &made, report);
    repeated_rules(rules, report);
    draws(game, rules, report);
    let unused = unused_objects(game, rules, names, &made, report);
    unused_glyphs(game, draft, &unused, report);
    levels(game, report);
}

/// Returns the objects that a level or a rule puts somewhere.
fn made(game: &Game) -> BitSet {
    let mut made = BitSet::new();
    for level in game.levels() {
        for kind in &level.kinds {
            made.add(kind);
        }
    }
    for group in game.rules.groups.iter().chain(&game.late.groups) {
        for part in group.rules.iter().flat_map(|rule| &rule.patterns).flat_map(|row| &row.parts) {
            if let Part::Cell(cell) = part
                && let Some(Replacement { set, random, .. }) = &cell.replacement
            {
                let mut new = set.clone();
                new.remove(&cell.present);
                made.add(&new);
                made.add(random);
            }
        }
    }
    made
}

/// Reports rules none of whose copies can match, because an object of theirs is never there.
fn idle_rules(
    game: &Game,
    rules: &[Written],
    names: &Names<'_>,
    made: &BitSet,
    report: &mut Report<'_>,
) {
    for rule in rules {
        for item in rule.left.iter().flatten().flatten() {
            if item.modifier == Modifier::No || item.name == NOTHING {
                continue;
            }
            let name = item.name as usize;
            let missing = match (&names.every_masks[name], &names.masks[name]) {
                (Some(every), _) => every.iter().find(|object| !made.contains(*object)),
                (None, Some(any)) if !any.meets(made) => any.iter().next(),
                _ => None,
            };
            if let Some(object) = missing {
                let place = game.objects[object].span;
                report.push(codes::idle_rule(rule.span, names.text(item.name), place));
                break;
            }
        }
    }
}

/// Reports rules that say the same as another of their group. In a random group, a repeated rule is
/// drawn more often, so it may be intended.
fn repeated_rules(rules: &[Written], report: &mut Report<'_>) {
    let mut from = 0;
    for (at, rule) in rules.iter().enumerate() {
        if rule.group != rules[from].group {
            from = at;
        }
        let random = rules[from].random;
        let same = |other: &&Written| {
            other.directions == rule.directions
                && other.left == rule.left
                && other.right == rule.right
                && other.commands == rule.commands
                && (other.late, other.rigid) == (rule.late, rule.rigid)
        };
        // A group of thousands of rules is compared only with its last hundred.
        let earlier = &rules[from.max(at.saturating_sub(100))..at];
        let next = at.checked_sub(1).map(|before| &rules[before]).filter(|_| from == at);
        let repeated = earlier.iter().find(same).or_else(|| next.filter(same));
        if let Some(other) = repeated.filter(|other| !random && !other.random) {
            report.push(codes::repeated_rule(rule.span, other.span));
        }
    }
}

/// Reports the first rule that draws.
fn draws(game: &Game, rules: &[Written], report: &mut Report<'_>) {
    let chance = |rule: &&Written| {
        let items = rule.right.iter().flatten().flatten();
        let draws =
            |modifier: Modifier| matches!(modifier, Modifier::Random | Modifier::RandomDirection);
        rule.random || items.map(|item| item.modifier).any(draws)
    };
    let compiled = game.rules.groups.iter().chain(&game.late.groups).flat_map(|group| &group.rules);
    let lines: hashbrown::HashSet<u32> = compiled.map(|rule| rule.line).collect();
    let drawing: Vec<&Written> =
        rules.iter().filter(|rule| lines.contains(&rule.line)).filter(chance).collect();
    if let Some(first) = drawing.first() {
        report.push(codes::draws(first.span, drawing.len()));
    }
}

/// Reports objects that are nowhere, and returns them.
fn unused_objects(
    game: &Game,
    rules: &[Written],
    names: &Names<'_>,
    made: &BitSet,
    report: &mut Report<'_>,
) -> BitSet {
    let mut used = made.clone();
    used.insert(game.background);
    for rule in rules {
        for item in rule.left.iter().chain(&rule.right).flatten().flatten() {
            if item.name == NOTHING {
                continue;
            }
            let name = item.name as usize;
            for mask in [&names.masks[name], &names.every_masks[name]].into_iter().flatten() {
                used.add(mask);
            }
        }
    }
    let mut unused = BitSet::new();
    for (number, object) in game.objects.iter().enumerate() {
        if !used.contains(number) {
            unused.insert(number);
            report.push(codes::unused_object(object.span, &object.name));
        }
    }
    unused
}

/// Reports glyphs of the legend that no level uses. Of several glyphs with the same objects, one is
/// enough, and letters may be names for rules. A glyph for an object in `unused` is not reported,
/// because the object is.
fn unused_glyphs(game: &Game, draft: &Draft<'_>, unused: &BitSet, report: &mut Report<'_>) {
    let mut drawn: hashbrown::HashSet<char> = hashbrown::HashSet::new();
    for stage in &draft.stages {
        if let StageDraft::Level { rows, .. } = stage {
            drawn.extend(rows.iter().flat_map(|row| row.text.chars()));
        }
    }
    let in_rules: hashbrown::HashSet<char> =
        draft.rules.iter().flat_map(|rule| rule.code.text.chars()).collect();
    for glyph in &game.glyphs {
        let is_used = drawn.contains(&glyph.character) || in_rules.contains(&glyph.character);
        if !is_used && !glyph.objects.meets(unused) {
            report.push(codes::unused_glyph(glyph.span, glyph.character));
        }
    }
}

/// Reports levels without a player, and levels that are won at the start.
fn levels(game: &Game, report: &mut Report<'_>) {
    for (number, level) in game.levels().enumerate() {
        if !level.kinds.iter().any(|kind| game.players.fits(kind)) {
            report.push(codes::playerless(level.span(), number + 1));
        }
        let holds = |condition: &Condition| holds(condition, level);
        if !game.conditions.is_empty() && game.conditions.iter().all(holds) {
            report.push(codes::won_at_start(level.span(), number + 1));
        }
    }
}

/// Returns whether a win condition holds in a level.
fn holds(condition: &Condition, level: &Level) -> bool {
    let both = |kind: &BitSet| condition.subject.fits(kind) && condition.on.fits(kind);
    match condition.quantifier {
        Quantifier::No => !level.kinds.iter().any(both),
        Quantifier::Some => level.kinds.iter().any(both),
        Quantifier::All => {
            let alone = |kind: &BitSet| condition.subject.fits(kind) && !condition.on.fits(kind);
            !level.kinds.iter().any(alone)
        }
    }
}
