//! Things followed through the pictures of a film: which piece of a picture is which of the next.

use std::collections::{BTreeMap, HashMap};

use super::outline::Cell as At;
use super::tokens::Token;

/// Most pairs of things that are weighed against each other from one picture to the next.
const PAIRS: usize = 1 << 20;

/// One thing: for every picture its number among the things there, where it is there.
pub(super) type Track = Vec<Option<usize>>;

/// Follows things through pictures. From one to the next a thing is the one that lies and looks the
/// same; else the one with its number, shape and texts; else the nearest of its shape and texts;
/// else, for solid ones, the one with its number. What is left comes or goes.
pub(super) fn follow(frames: &[Vec<Token>]) -> Vec<Track> {
    let mut tracks: Vec<Track> = Vec::new();
    // Of every thing of the last picture its track.
    let mut owners: Vec<usize> = Vec::new();
    for (at, frame) in frames.iter().enumerate() {
        let links = match at.checked_sub(1) {
            Some(before) => matches(&frames[before], frame),
            None => vec![None; frame.len()],
        };
        owners = links
            .into_iter()
            .enumerate()
            .map(|(number, link)| {
                let track = link.map_or(tracks.len(), |before: usize| owners[before]);
                if track == tracks.len() {
                    tracks.push(vec![None; frames.len()]);
                }
                tracks[track][at] = Some(number);
                track
            })
            .collect();
    }
    tracks
}

/// For each thing of the later picture the one of the earlier that it is.
fn matches(before: &[Token], after: &[Token]) -> Vec<Option<usize>> {
    let mut links = vec![None; after.len()];
    let mut free = vec![true; before.len()];
    let key = |token: &Token| (token.cells.clone(), token.texts.clone());
    let places: HashMap<_, usize> = before.iter().map(key).zip(0..).collect();
    for (number, token) in after.iter().enumerate() {
        if let Some(&old) = places.get(&key(token)).filter(|&&old| free[old]) {
            links[number] = Some(old);
            free[old] = false;
        }
    }
    let look = |token: &Token| (token.id, token.shape(), token.texts.clone());
    let mut named: HashMap<_, usize> = HashMap::new();
    for old in (0..before.len()).rev().filter(|&old| free[old]) {
        named.insert(look(&before[old]), old);
    }
    for number in 0..after.len() {
        if links[number].is_none()
            && let Some(&old) = named.get(&look(&after[number])).filter(|&&old| free[old])
        {
            links[number] = Some(old);
            free[old] = false;
        }
    }
    nearest(before, after, &mut links, &mut free);
    let solid: HashMap<u32, usize> = (0..before.len())
        .filter(|&old| free[old] && before[old].height > 0)
        .map(|old| (before[old].id, old))
        .collect();
    for (number, token) in after.iter().enumerate() {
        if links[number].is_none()
            && token.height > 0
            && let Some(&old) = solid.get(&token.id).filter(|&&old| free[old])
        {
            links[number] = Some(old);
            free[old] = false;
        }
    }
    links
}

/// Joins what is left of one shape and text, the nearest first.
fn nearest(before: &[Token], after: &[Token], links: &mut [Option<usize>], free: &mut [bool]) {
    let mut groups: BTreeMap<(Vec<At>, &[String]), (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for old in (0..before.len()).filter(|&old| free[old]) {
        let key = (before[old].shape(), &before[old].texts[..]);
        groups.entry(key).or_default().0.push(old);
    }
    for new in (0..after.len()).filter(|&new| links[new].is_none()) {
        let key = (after[new].shape(), &after[new].texts[..]);
        groups.entry(key).or_default().1.push(new);
    }
    for (olds, news) in groups.into_values() {
        if olds.len().saturating_mul(news.len()) > PAIRS {
            continue;
        }
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for &old in &olds {
            for &new in &news {
                let ((a, b), (c, d)) = (before[old].bounds().0, after[new].bounds().0);
                pairs.push((a.abs_diff(c) + b.abs_diff(d), old, new));
            }
        }
        pairs.sort_unstable();
        for (_, old, new) in pairs {
            if free[old] && links[new].is_none() {
                links[new] = Some(old);
                free[old] = false;
            }
        }
    }
}
