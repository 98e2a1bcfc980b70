//! A film as a strip: picture beside picture in rows, each with its move.

use super::legend::Legend;
use super::page::{PAPER, Page, Point, Size};
use super::style::SCREEN;
use super::tokens::put;
use super::{LINE, Naming, all_steps, art, left_out, steps};
use crate::scene::Film;

/// Least and greatest width of a picture in a strip, its greatest height, and what is free between.
const NARROW: f64 = 150.0;
const WIDE: f64 = 260.0;
const HIGH: f64 = 240.0;
const GAP: f64 = 16.0;
/// Units for a line of the label of a picture, and lines of it at most.
const LABEL: f64 = 16.0;
const LINES: usize = 3;

/// Draws at most `most` pictures of a film as a strip, the first and the last among them.
pub fn strip(film: &Film, most: usize) -> String {
    let name = &film.name;
    let shown = film.shown(most);
    let arts: Vec<_> = shown.iter().map(|frame| art(&frame.scene, Naming::None)).collect();
    let widest = arts.iter().map(|art| art.width).fold(0.0, f64::max);
    let room = (widest * 0.6).clamp(NARROW, WIDE);
    let scale = |width: f64, height: f64| (room / width).min(HIGH / height).min(1.0);
    let high = arts.iter().map(|art| art.height * scale(art.width, art.height)).fold(0.0, f64::max);

    let labels: Vec<Vec<String>> = shown
        .iter()
        .map(|frame| match frame.at {
            0 => lines(&frame.label, room),
            at => lines(&format!("{at}. {}", frame.label), room),
        })
        .collect();
    let below = labels.iter().map(Vec::len).max().unwrap_or(1) as f64 * LABEL + 6.0;

    // About three pictures wide for every two in height.
    let cell = Size { width: room + GAP, height: high + below + GAP };
    let wanted = (arts.len() as f64 * 1.5 * cell.height / cell.width).sqrt().ceil() as usize;
    let columns = wanted.clamp(1, arts.len().max(1)).min(8);
    let rows = arts.len().div_ceil(columns);
    let all_steps = all_steps(film);
    let legend = Legend::of(shown.iter().map(|frame| &frame.scene));
    let width = (columns as f64 * cell.width + GAP).max(320.0).max(legend.size.width);

    let top = 44.0;
    let mut height = top + rows as f64 * cell.height;
    let mut out = String::from(PAPER);
    let title = format!("{name}: {all_steps}");
    put(&title, "head", Point { x: width / 2.0, y: 24.0 }, width - 2.0 * GAP, &mut out);

    for (place, (art, frame)) in arts.iter().zip(&shown).enumerate() {
        let x = (place % columns) as f64 * cell.width + GAP;
        let y = (place / columns) as f64 * cell.height;
        let scale = scale(art.width, art.height);
        let wide = art.width * scale;
        let tall = art.height * scale;
        let corner = Point { x: x + (room - wide) / 2.0, y: y + top + (high - tall) / 2.0 };
        art.place(corner, scale, &frame.label, &mut out);
        for (line, text) in labels[place].iter().enumerate() {
            let down = high + LABEL * (line as f64 + 0.5) + 2.0;
            let at = Point { x: x + room / 2.0, y: y + top + down };
            put(text, "label", at, f64::INFINITY, &mut out);
        }
    }

    legend.place(width, height, &mut out);
    height += legend.size.height;
    if let Some(note) = left_out(shown.len(), film) {
        put(&note, "caption", Point { x: width / 2.0, y: height }, width, &mut out);
        height += LINE;
    }

    let title = &format!("{name}: a strip of {all_steps}");
    let desc = &steps(film);
    Page { title, desc, size: Size { width, height }, unit: "", style: SCREEN, body: &out }.write()
}

/// Breaks a label into lines of that width, by about six units a character. Words that are longer, such
/// as chains, are broken anywhere; what three lines have no room for is cut.
fn lines(label: &str, room: f64) -> Vec<String> {
    let most = ((room + GAP / 2.0) / 6.2).max(2.0) as usize;
    let mut lines = vec![String::new()];
    for word in label.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        while !rest.is_empty() {
            let last = lines.len() - 1;
            let used = lines[last].chars().count();
            let gap = usize::from(used > 0);
            if used + gap + rest.len() > most && used > 0 {
                if lines.len() == LINES {
                    lines[last] = lines[last].chars().take(most - 1).chain(['…']).collect();
                    return lines;
                }
                lines.push(String::new());
                continue;
            }
            if gap > 0 {
                lines[last].push(' ');
            }
            lines[last].extend(rest.drain(..rest.len().min(most)));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_broken_and_cut() {
        assert_eq!(lines("1. A (0,0) (0,1)", 150.0), ["1. A (0,0) (0,1)"]);
        let long = "naked-single r1c2=2: its row, column and box leave no other digit";
        assert_eq!(
            lines(long, 150.0),
            ["naked-single r1c2=2: its", "row, column and box leave", "no other digit"]
        );
        let longer = lines(&format!("{long} {long}"), 150.0);
        assert_eq!(longer.len(), LINES);
        assert!(longer[2].ends_with('…'), "{longer:?}");
        let chain = "x".repeat(60);
        assert_eq!(lines(&chain, 150.0).concat(), chain);
        let cut = lines(&"x".repeat(99), 150.0);
        assert!(cut.iter().all(|line| line.chars().count() == 25), "{cut:?}");
    }
}
