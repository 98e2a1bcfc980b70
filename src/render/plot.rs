//! Plots as SVG: new states per depth, live nodes per generation, and the space-time diagram.

use std::fmt::Write;
use std::iter::successors;

use super::svg::page::{Area, PAPER, Page, Point, Size, count, escape, label, number, text};
use crate::diag::thousands;
use crate::puzzle::states::{Growth, Life};

const STYLE: &str = "\
text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#333}\
.head{font-size:17px;font-weight:600;fill:#1a1a1a}.end{text-anchor:end}.mid{text-anchor:middle}\
.small{font-size:11px}\
.paper{fill:#fff}.axis{stroke:#444;stroke-width:1.5;fill:none}\
.grid{stroke:#ddd;stroke-width:1;fill:none}.bar{fill:#0072b2}\
.line{stroke:#0072b2;stroke-width:2;fill:none;stroke-linejoin:round}.area{fill:#0072b2;opacity:.15}\
.live{fill:#0072b2}.field{fill:#f1efe9}.now{stroke:#d55e00;stroke-width:1.5;stroke-dasharray:4 3}\
.nowtext{fill:#b04a00}\n\
@media(prefers-color-scheme:dark){text{fill:#c8c8c8}.head{fill:#f2f2f2}.paper{fill:#16181d}\
.axis{stroke:#aaa}.grid{stroke:#33363d}.bar,.live{fill:#56b4e9}.line{stroke:#56b4e9}\
.area{fill:#56b4e9}.field{fill:#24272d}.now{stroke:#ff9a4d}.nowtext{fill:#ff9a4d}}\n";

/// The outer width of a plot, the height of its field, and what is beside and below that.
const WIDTH: f64 = 720.0;
const FIELD: f64 = 276.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 56.0;
/// The height of a title, and of the name of the vertical axis, between which the note is.
const TITLE: f64 = 50.0;
const AXIS: f64 = 26.0;

/// Height of a line of a note, and the width that a character of it takes.
const NOTE: f64 = 15.0;
const LETTER: f64 = 5.7;

/// Bars of a plot at most.
const BARS: usize = 600;

/// Values at even distances, with the names of both axes.
struct Plot<'a> {
    title: String,
    note: String,
    /// The values in words.
    desc: String,
    across: &'a str,
    up: &'a str,
    /// The first place and the distance to the next.
    from: u128,
    step: u128,
    values: &'a [u64],
    bars: bool,
    /// A place that is pointed at, and its label.
    mark: Option<(u128, String)>,
}

/// Returns the smallest round step (1, 2 or 5 times a power of ten) of which at most `wanted` reach
/// `span`.
fn step(span: u128, wanted: u128) -> u128 {
    let least = span.div_ceil(wanted.max(1)).max(1);
    let mut power = 1_u128;
    loop {
        for times in [1, 2, 5] {
            let Some(step) = power.checked_mul(times) else { return u128::MAX };
            if step >= least {
                return step;
            }
        }
        let Some(next) = power.checked_mul(10) else { return u128::MAX };
        power = next;
    }
}

impl Plot<'_> {
    fn draw(&self) -> String {
        let lines = broken(&self.note, WIDTH - 40.0);
        let ceiling = TITLE + lines.len() as f64 * NOTE + AXIS;
        let wide = WIDTH - LEFT - RIGHT;
        let high = FIELD;
        let floor = ceiling + FIELD;

        let most = u128::from(self.values.iter().copied().max().unwrap_or(0)).max(1);
        let up = step(most, 5);
        // A bar up to the top would run into the frame.
        let top = (most / up + 1) * up;
        let y = |value: u128| ceiling + high * (1.0 - value as f64 / top as f64);
        let places = self.values.len().max(1);
        // Bars are in the middle of their slots; a line runs from edge to edge.
        let slots = if self.bars { places } else { places.saturating_sub(1).max(1) } as f64;
        let shift = if self.bars { 0.5 } else { 0.0 };
        let x = |place: f64| LEFT + wide * (place + shift) / slots;

        let mut out = begun(&self.title, &lines, TITLE);
        let left = number(LEFT);
        let right = number(WIDTH - RIGHT);
        for tick in 0..=top / up {
            let at = y(tick * up);
            let _ = write!(out, "<path class=\"grid\" d=\"M{left} {}H{right}\"/>", number(at));
            beside("end", Point { x: LEFT - 8.0, y: at }, tick * up, &mut out);
        }
        self.ticks_across(&mut out, floor, x);

        let base = number(y(0));
        if self.bars {
            let gap = if wide / slots > 4.0 { 1.0 } else { 0.0 };
            for (place, &value) in self.values.iter().enumerate() {
                let width = wide / slots - gap;
                let top = y(value.into());
                let left = x(place as f64) - width / 2.0;
                let [left, top, width, height] = Area::new(left, top, width, y(0) - top).numbers();
                let _ = writeln!(
                    out,
                    "<rect class=\"bar\" x=\"{left}\" y=\"{top}\" width=\"{width}\" \
                     height=\"{height}\"><title>{} at {}</title></rect>",
                    thousands(value.into()),
                    thousands(self.from.saturating_add(place as u128 * self.step)),
                );
            }
            if self.values.len() <= 16 {
                for (place, &value) in self.values.iter().enumerate() {
                    let at = Point { x: x(place as f64), y: y(value.into()) - 5.0 };
                    label("small mid", at, &thousands(value.into()), &mut out);
                }
            }
        } else if !self.values.is_empty() {
            let mut line = String::new();
            for (place, &value) in self.values.iter().enumerate() {
                let pen = if place == 0 { 'M' } else { 'L' };
                let at = (number(x(place as f64)), number(y(value.into())));
                let _ = write!(line, "{pen}{} {}", at.0, at.1);
            }
            let end = number(x((places - 1) as f64));
            let _ = writeln!(
                out,
                "<path class=\"area\" d=\"{line}L{end} {base}L{} {base}Z\"/>\n\
                 <path class=\"line\" d=\"{line}\"/>",
                number(x(0.0))
            );
        }

        let _ = writeln!(
            out,
            "<path class=\"axis\" d=\"M{left} {}V{base}H{right}\"/>",
            number(ceiling)
        );
        let middle = Point { x: LEFT + wide / 2.0, y: floor + 40.0 };
        label("mid", middle, self.across, &mut out);
        text("", Point { x: 20.0, y: ceiling - 12.0 }, "", self.up, &mut out);

        if let Some((at, text)) = &self.mark
            && let Some(place) = at.checked_sub(self.from).map(|way| way as f64 / self.step as f64)
            && place <= (places - 1) as f64
        {
            let at = x(place);
            let (class, dx) = if at > WIDTH / 2.0 { ("nowtext end", -6) } else { ("nowtext", 6) };
            let _ = writeln!(
                out,
                "<path class=\"now\" d=\"M{0} {1}V{base}\"/>\
                 <text class=\"{class}\" x=\"{0}\" dx=\"{dx}\" y=\"{1}\" dy=\"12\">{2}</text>",
                number(at),
                number(ceiling),
                escape(text)
            );
        }

        let size = Size { width: WIDTH, height: floor + BOTTOM };
        finish(&self.title, &self.desc, size, &out)
    }

    fn ticks_across(&self, out: &mut String, base: f64, x: impl Fn(f64) -> f64) {
        let span = (self.values.len().max(1) as u128 - 1).saturating_mul(self.step);
        let last = self.from.saturating_add(span);
        // Wide numbers need room.
        let wanted = (60 / (thousands(last).len() as u128 + 1)).clamp(2, 12);
        let across = step(span, wanted).max(1);
        for tick in ticks(self.from, last, across) {
            let at = x((tick - self.from) as f64 / self.step as f64);
            let (across, down) = (number(at), number(base));
            let _ = write!(out, "<path class=\"axis\" d=\"M{across} {down}v5\"/>");
            label("mid", Point { x: at, y: base + 20.0 }, &thousands(tick), out);
        }
    }
}

/// Returns the multiples of `every` from `from` to `last`.
fn ticks(from: u128, last: u128, every: u128) -> impl Iterator<Item = u128> {
    let first = from.div_ceil(every).saturating_mul(every);
    successors(Some(first), move |tick| tick.checked_add(every))
        .take_while(move |&tick| tick <= last)
}

/// Writes a number of a vertical axis, centered at the height of its point.
fn beside(class: &str, at: Point, value: u128, out: &mut String) {
    let class = format!(" class=\"{class}\"");
    text(&class, at, " dy=\".35em\"", &thousands(value), out);
}

/// Returns the paper of a plot with its title, and with a note whose first line is below `top`.
fn begun(title: &str, note: &[String], top: f64) -> String {
    let mut out = String::from(PAPER);
    label("head", Point { x: 20.0, y: 30.0 }, title, &mut out);
    for (at, line) in note.iter().enumerate() {
        let y = top + at as f64 * NOTE;
        label("small", Point { x: 20.0, y }, line, &mut out);
    }
    out
}

/// Breaks a note into lines of that width.
fn broken(note: &str, width: f64) -> Vec<String> {
    let most = (width / LETTER) as usize;
    let mut lines = vec![String::new()];
    for word in note.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= most {
            last.extend([" ", word]);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn finish(title: &str, desc: &str, size: Size, body: &str) -> String {
    Page { title, desc, size, unit: "", style: STYLE, body }.write()
}

/// Draws the growth of a puzzle called `name` as a plot: bars of new states over depths.
pub fn growth(name: &str, growth: &Growth) -> String {
    let total: u128 = growth.states.iter().copied().map(u128::from).sum();
    let peak = growth.states.iter().enumerate().rev().max_by_key(|(_, states)| **states);
    let (depth, most) = peak.map_or((0, 0), |(depth, &most)| (depth, most));
    let last = growth.states.len().saturating_sub(1);
    let most = thousands(most.into());

    let what = match growth.what.split_once(", ") {
        Some((what, how)) => format!("{} {what} ({how})", thousands(total)),
        None => format!("{} {}", thousands(total), growth.what),
    };
    let note = match growth.complete {
        true => format!(
            "{what} can be reached. Depth {depth} has the most new ones, {most}; depth {last} is the \
             last."
        ),
        false => format!(
            "{what} are reached. Depth {depth} has the most new ones, {most}; the search stopped at \
             its limit after depth {last}."
        ),
    };

    // In very deep searches a bar is for several depths.
    let group = growth.states.len().div_ceil(BARS).max(1);
    let bars: Vec<u64> = growth.states.chunks(group).map(|few| few.iter().sum()).collect();
    let up = match group {
        1 => String::from("new states"),
        _ => format!("new states in {group} depths"),
    };
    let values: Vec<String> = bars.iter().map(u64::to_string).collect();

    Plot {
        title: format!("{name}: new states per depth"),
        desc: format!("{note} From depth 0 on: {}", values.join(" ")),
        note,
        across: &format!("depth ({})", growth.unit),
        up: &up,
        from: 0,
        step: group as u128,
        values: &bars,
        bars: true,
        mark: None,
    }
    .draw()
}

/// Returns sentences about the parts that are left out of a life, each with a space before it.
fn sampled(life: &Life, columns: bool) -> String {
    let mut note = String::new();
    if life.step > 1 {
        let _ = write!(note, " One generation in {} is shown.", thousands(life.step.into()));
    }
    if columns && life.stride > 1 {
        let _ = write!(note, " One node in {} is shown.", thousands(life.stride as u128));
    }
    if life.cut {
        note.push_str(" The computation stopped at its limit.");
    }
    note
}

/// Returns a sentence about the cycle of a life, with a space before it; empty if none is shown.
fn repeated(life: &Life) -> String {
    let Some((first, length)) = life.cycle() else { return String::new() };
    let first = thousands(life.from.saturating_add(first as u128));
    match length {
        1 => format!(" From generation {first} on nothing changes."),
        _ => format!(" From generation {first} on the same {length} generations repeat."),
    }
}

/// Returns the last generation of a life that is shown in `rows` rows.
fn last(life: &Life, rows: usize) -> u128 {
    let span = (rows.max(1) as u128 - 1).saturating_mul(life.step.into());
    life.from.saturating_add(span)
}

/// Draws the number of live nodes of an automaton called `name` over its generations, as a plot.
pub fn population(name: &str, life: &Life) -> String {
    let least = life.live.iter().min();
    let most = life.live.iter().max();
    let [least, most] = [least, most].map(|live| thousands(live.copied().unwrap_or(0).into()));
    let live = if least == most { least } else { format!("{least} to {most}") };
    let note = format!(
        "In generations {} to {}, {live} of {} are live.{}",
        thousands(life.from),
        thousands(last(life, life.live.len())),
        count(life.nodes as u128, "node"),
        sampled(life, false)
    );
    let values: Vec<String> = life.live.iter().map(u64::to_string).collect();
    Plot {
        title: format!("{name}: live nodes per generation"),
        desc: format!("{note} In order: {}", values.join(" ")),
        note,
        across: "generation",
        up: "live nodes",
        from: life.from,
        step: life.step.into(),
        values: &life.live,
        bars: false,
        mark: Some((life.now, String::from("now"))),
    }
    .draw()
}

/// Draws the space-time diagram of an automaton called `name`: one row per generation, one column
/// per node.
pub fn space_time(name: &str, life: &Life) -> String {
    let (rows, columns) = (life.rows.len(), life.rows.first().map_or(0, Vec::len));
    let size = (640 / columns.max(1)).min(480 / rows.max(1)).clamp(1, 28);
    let (left, top) = (82, 92);
    let (wide, high) = (columns * size, rows * size);
    let title = format!("{name}: space and time");
    // The least width that has room for the title and the axes.
    let width = (left + wide + 24).max(300).max(40 + 10 * title.chars().count());
    let note = format!(
        "Each row is a generation, from {} to {}; each column is a node of {}, breadth-first from \
         the root.{}{}",
        thousands(life.from),
        thousands(last(life, rows)),
        thousands(life.nodes as u128),
        repeated(life),
        sampled(life, true)
    );

    let lines = broken(&note, (width - 40) as f64);
    let height = (top + high + 30) as f64 + lines.len() as f64 * NOTE;
    let mut out = begun(&title, &lines, (top + high + 31) as f64);
    let _ = writeln!(
        out,
        "<rect class=\"field\" x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\"/>"
    );

    let mut path = String::new();
    for (row, states) in life.rows.iter().enumerate() {
        let mut column = 0;
        while column < columns {
            if !states[column] {
                column += 1;
                continue;
            }
            let run = states[column..].iter().take_while(|live| **live).count();
            let x = left + column * size;
            let y = top + row * size;
            let run_wide = run * size;
            let _ = write!(path, "M{x} {y}h{run_wide}v{size}h-{run_wide}z");
            column += run;
        }
        path.push('\n');
    }
    let _ = writeln!(
        out,
        "<path class=\"live\" shape-rendering=\"crispEdges\" d=\"{}\"/>",
        path.trim_end()
    );

    // Where the depths of the tree begin, if there is room for their numbers.
    let mut free = 0;
    for (depth, &column) in life.depths.iter().enumerate() {
        let x = left + column * size;
        if column > 0 {
            let _ = writeln!(out, "<path class=\"grid\" d=\"M{x} {top}v{high}\"/>");
        }
        let next = life.depths.get(depth + 1).copied().unwrap_or(columns);
        let middle = left + usize::midpoint(column, next) * size;
        if middle >= free {
            let at = Point { x: middle as f64, y: (top - 8) as f64 };
            label("small mid", at, &depth.to_string(), &mut out);
            free = middle + 18;
        }
    }

    let beside_field = (left - 8) as f64;
    let above = Point { x: left as f64, y: (top - 26) as f64 };
    text("", above, "", "depth of the node", &mut out);
    let corner = Point { x: beside_field, y: (top - 8) as f64 };
    label("small end", corner, "generation", &mut out);
    let every = step((rows as u128).saturating_mul(life.step.into()), 8).max(life.step.into());
    // A row has one tick at most; without rows there is none.
    for tick in ticks(life.from, last(life, rows), every).take(rows) {
        let row = ((tick - life.from) / u128::from(life.step)) as usize;
        let at = Point { x: beside_field, y: (top + row * size + size / 2) as f64 };
        beside("small end", at, tick, &mut out);
    }

    let title = format!("{name}: space-time diagram");
    let counts: Vec<String> = life.live.iter().map(u64::to_string).collect();
    let desc = format!("{note} Live nodes per row: {}", counts.join(" "));
    finish(&title, &desc, Size { width: width as f64, height }, &out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deep_search_has_few_bars() {
        let states = vec![1; 100_000];
        let deep = Growth { states, complete: false, what: "boards", unit: "moves" };
        let text = growth("long", &deep);
        assert!(text.len() < 100_000 && text.contains("new states in 167 depths"));
        assert_eq!(text.matches("class=\"bar\"").count(), 599);
    }

    #[test]
    fn steps_are_round_and_few() {
        for span in [0, 1, 3, 7, 10, 99, 25_955, u128::from(u64::MAX), u128::MAX] {
            let step = step(span, 5);
            assert!(span / step <= 6, "{span} in steps of {step}");
            let first = step.to_string().trim_end_matches('0').to_owned();
            assert!(["1", "2", "5"].contains(&first.as_str()) || step == u128::MAX, "{step}");
        }
    }
}
