//! A film as a strip: picture beside picture in rows, each with its move.

use std::fmt::Write;

use super::page::{Page, count, escape, number};
use super::style::SCREEN;
use super::tokens::put;
use super::{LINE, art, sample};
use crate::scene::Frame;

/// Least and greatest width of a picture in a strip, its greatest height, and what is free between.
const NARROW: f64 = 150.0;
const WIDE: f64 = 260.0;
const HIGH: f64 = 240.0;
const GAP: f64 = 16.0;
/// Units for the label of a picture.
const LABEL: f64 = 24.0;

/// A strip of a puzzle called `name`: at most `most` of its pictures, the first and the last among
/// them.
pub fn strip(name: &str, frames: &[Frame], most: usize) -> String {
    let at = sample(frames.len(), most);
    let arts: Vec<_> = at.iter().map(|&at| art(&frames[at].scene)).collect();
    let widest = arts.iter().map(|art| art.width).fold(0.0, f64::max);
    let room = (widest * 0.6).clamp(NARROW, WIDE);
    let scale = |width: f64, height: f64| (room / width).min(HIGH / height).min(1.0);
    let high = arts.iter().map(|art| art.height * scale(art.width, art.height)).fold(0.0, f64::max);
    // About three pictures wide where it is two high.
    let cell = (room + GAP, high + LABEL + GAP);
    let wanted = (arts.len() as f64 * 1.5 * cell.1 / cell.0).sqrt().ceil() as usize;
    let columns = wanted.clamp(1, arts.len().max(1)).min(8);
    let rows = arts.len().div_ceil(columns);
    let steps = frames.len().saturating_sub(1);
    let width = (columns as f64 * cell.0 + GAP).max(320.0);
    let top = 44.0;
    let mut height = top + rows as f64 * cell.1;
    let mut out = String::from("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    let title = format!("{name}: {}", count(steps as u128, "step"));
    put(&title, "head", (width / 2.0, 24.0), width - 2.0 * GAP, &mut out);
    for (place, (art, &at)) in arts.iter().zip(&at).enumerate() {
        let (x, y) = ((place % columns) as f64 * cell.0 + GAP, (place / columns) as f64 * cell.1);
        let scale = scale(art.width, art.height);
        let (wide, tall) = (art.width * scale, art.height * scale);
        let label = match at {
            0 => frames[0].label.clone(),
            at => format!("{at}. {}", frames[at].label),
        };
        let _ = writeln!(
            out,
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\">\n\
             <title>{}</title>\n{}</svg>",
            number(x + (room - wide) / 2.0),
            number(y + top + (high - tall) / 2.0),
            number(wide),
            number(tall),
            number(art.width),
            number(art.height),
            escape(&label),
            art.body
        );
        let middle = (x + room / 2.0, y + top + high + LABEL / 2.0);
        put(&label, "label", middle, room + GAP, &mut out);
    }
    if at.len() < frames.len() {
        let note = format!("{} of {} are shown", at.len(), count(frames.len() as u128, "picture"));
        put(&note, "caption", (width / 2.0, height), width, &mut out);
        height += LINE;
    }
    let labels: Vec<&str> = frames.iter().skip(1).map(|frame| frame.label.as_str()).collect();
    Page {
        title: &format!("{name}: a strip of {}", count(steps as u128, "step")),
        desc: &labels.join("; "),
        width: (width, number(width)),
        height: (height, number(height)),
        style: SCREEN,
        body: &out,
    }
    .write()
}
