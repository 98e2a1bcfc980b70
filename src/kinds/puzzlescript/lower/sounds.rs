//! Sounds by event, object and movement.

use super::super::codes;
use super::super::game::{BitSet, MoveSound, SoundOf, Sounds, movement};
use super::super::report::Report;
use super::super::syntax::{Draft, SoundWord};
use super::names::{Names, Symbol};
use crate::text::Span;

/// The most sounds of movements, one for each object.
const MOST_TARGETS: usize = 100_000;

/// Compiles the sounds.
pub(super) fn sounds(draft: &Draft<'_>, names: &Names<'_>, report: &mut Report<'_>) -> Sounds {
    let mut sounds = Sounds { moved: vec![Vec::new(); names.layers.len()], ..Sounds::default() };
    let mut places: Vec<Span> = Vec::new();
    let mut room = MOST_TARGETS;
    for line in &draft.sounds {
        let (Some(&(first, kind)), Some(&(last, last_kind))) =
            (line.words.first(), line.words.last())
        else {
            continue;
        };
        if line.words.len() == 1 {
            report.push(codes::incomplete_sound(first, kind == SoundWord::Event));
            continue;
        }
        if last_kind != SoundWord::Seed {
            report.push(codes::missing_seed(last));
            continue;
        }
        let seed = String::from(last.text);
        if kind == SoundWord::Event {
            match sounds.events.iter().position(|(event, _)| event == first.text) {
                Some(at) => {
                    report.push(codes::repeated_sound(first, places[at]));
                    sounds.events[at].1 = seed;
                }
                None => {
                    sounds.events.push((String::from(first.text), seed));
                    places.push(first.span());
                }
            }
            continue;
        }

        let Some(symbol) = names.symbol(first.text) else { continue };
        if names.every[symbol as usize].is_some() {
            report.push(codes::sound_of_every(first));
            continue;
        }
        let verb = line.words.get(1).map_or("", |(word, _)| word.text);
        let mut directions = 0;
        for (word, kind) in &line.words[2..] {
            if *kind == SoundWord::Direction {
                directions |= bits(word.text);
            }
        }
        if verb == "action" {
            directions = movement::ACTION;
        } else if directions == 0 {
            directions = bits("orthogonal");
        }
        let objects = names.masks[symbol as usize].clone().unwrap_or_default();
        match verb {
            "create" => sounds.created.push(SoundOf { objects, seed }),
            "destroy" => sounds.destroyed.push(SoundOf { objects, seed }),
            _ => {
                let targets = targets(symbol, names);
                match room.checked_sub(targets.len()) {
                    Some(rest) => room = rest,
                    None => {
                        report.push(codes::many_sounds(first));
                        continue;
                    }
                }
                for (object, layer) in targets {
                    let sound = MoveSound { object, layer, directions, seed: seed.clone() };
                    match verb {
                        "cantmove" => sounds.blocked.push(sound),
                        _ => sounds.moved[layer].push(sound),
                    }
                }
            }
        }
    }
    sounds
}

/// Returns the movements of a direction.
fn bits(word: &str) -> u8 {
    use movement::{DOWN, LEFT, RIGHT, UP};
    match word {
        "up" => UP,
        "down" => DOWN,
        "left" => LEFT,
        "right" => RIGHT,
        "horizontal" => LEFT | RIGHT,
        "vertical" => UP | DOWN,
        _ => UP | DOWN | LEFT | RIGHT,
    }
}

/// Returns the objects that a name stands for, with their layers.
fn targets(symbol: Symbol, names: &Names<'_>) -> Vec<(usize, usize)> {
    let single = [names.same[symbol as usize].unwrap_or(symbol)];
    let parts = names.any[symbol as usize].as_deref().unwrap_or(&single);
    let mut targets = Vec::new();
    for &part in parts {
        if let Some(placed) = names.object(part)
            && let (Some(id), Some(layer)) = (placed.id, placed.layer)
        {
            targets.push((id, layer));
        }
    }
    targets
}

/// Returns the set of all objects.
pub(super) fn every_object(names: &Names<'_>) -> BitSet {
    (0..names.by_id.len()).collect()
}
