//! What a cell excludes with `no` although it cannot be there, or although it must be there.

use super::super::codes;
use super::super::game::BitSet;
use super::super::report::Report;
use super::names::Names;
use super::parse::{Content, Item, Modifier, NOTHING, Written};

/// Checks every `no` of all rules; removes those that say nothing.
pub(super) fn check_excluded(rules: &mut [Written], names: &Names<'_>, report: &mut Report<'_>) {
    for rule in rules {
        report.at_line(rule.line);
        for content in rule.right.iter().flatten() {
            check_right(content, names, report);
        }
        for (row, cells) in rule.right.iter_mut().enumerate() {
            for (cell, content) in cells.iter_mut().enumerate() {
                let left = rule.left.get(row).and_then(|cells| cells.get(cell));
                if let Some(left) = left {
                    remove_repeated(content, left);
                }
            }
        }
        for content in rule.left.iter_mut().flatten() {
            remove_superfluous(content, names, report);
        }
    }
}

/// Reports an object that a cell on the right both holds and excludes.
fn check_right(content: &Content, names: &Names<'_>, report: &mut Report<'_>) {
    let mut present = BitSet::new();
    for item in content {
        if item.modifier != Modifier::No
            && item.name != NOTHING
            && let Some(id) = names.object(item.name).and_then(|placed| placed.id)
        {
            present.insert(id);
        }
    }
    for item in content {
        if item.modifier == Modifier::No
            && let Some(mask) = mask(item, names)
            && mask.meets(&present)
        {
            report.push(codes::contradiction(item.span, names.text(item.name)));
        }
    }
}

/// Returns the objects of a name.
fn mask<'n>(item: &Item, names: &'n Names<'_>) -> Option<&'n BitSet> {
    names.masks.get(item.name as usize)?.as_ref()
}

/// Removes each `no` on the right that the same cell on the left has, too. Of two such words in a
/// row, the engine keeps the second.
fn remove_repeated(content: &mut Content, left: &Content) {
    let mut at = 0;
    while at < content.len() {
        let item = content[at];
        if item.modifier == Modifier::No && left.contains(&item) {
            content.remove(at);
        }
        at += 1;
    }
}

/// Removes each `no` on the left whose layers are all taken by other objects of the cell.
fn remove_superfluous(content: &mut Content, names: &Names<'_>, report: &mut Report<'_>) {
    let mut layers: Vec<usize> = Vec::new();
    let mut objects = BitSet::new();
    let mut occupier = None;
    for item in content.iter() {
        if item.modifier == Modifier::No || item.name == NOTHING {
            continue;
        }
        let name = item.name as usize;
        let is_single = names.single_layer[name].is_some();
        let parts = match (&names.any[name], &names.every[name]) {
            (Some(parts), _) if is_single => parts.as_slice(),
            _ if names.objects[name].is_some() => std::slice::from_ref(&item.name),
            (_, Some(parts)) => parts.as_slice(),
            _ => continue,
        };
        for placed in parts.iter().filter_map(|&part| names.object(part)) {
            layers.extend(placed.layer);
            if let Some(id) = placed.id {
                objects.insert(id);
            }
        }
        occupier.get_or_insert(*item);
    }
    content.retain(|item| {
        let Some(mask) = mask(item, names).filter(|_| item.modifier == Modifier::No) else {
            return true;
        };
        let is_taken =
            |(layer, objects): (usize, &BitSet)| !objects.meets(mask) || layers.contains(&layer);
        let is_covered = names.layers.iter().enumerate().all(is_taken);
        let says_nothing = is_covered && !mask.meets(&objects);
        if says_nothing {
            let other = occupier.map(|item| (item.span, names.text(item.name)));
            report.push(codes::superfluous_no(item.span, names.text(item.name), other));
        }
        !says_nothing
    });
}
