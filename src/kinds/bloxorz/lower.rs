//! Lowers a bloxorz: from its shape to a terrain.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::codes;
use super::syntax::{Legend, Meaning, Shape, is_reserved};
use super::terrain::{Effect, Split, Switch, Terrain, Tile};
use crate::diag::Applicability::Guess;
use crate::diag::{Fix, Sink};
use crate::puzzle::Body;
use crate::scene::Coordinate;
use crate::syntax::{Line, whole_line};
use crate::text::{Span, Spanned};

/// The most second starts, second holes and undeclared letters that are reported, each.
const MOST: usize = 20;

/// A bloxorz as it was declared.
#[derive(Debug)]
pub(super) struct Model {
    /// The terrain for the rules.
    pub terrain: Arc<Terrain>,
    /// The rows as they are drawn, `-` for every void.
    pub rows: Vec<Vec<u8>>,
    /// The letters of the bridges.
    pub bridges: Vec<u8>,
    /// The places of the start and the hole in the text.
    pub places: [Span; 2],
    /// The places of the rows in the text: one byte per place.
    pub lines: Vec<Span>,
}

impl Model {
    /// Returns the place in the text of a place of the drawing.
    pub(super) fn place(&self, cell: Coordinate) -> Option<Span> {
        let line = self.lines.get(usize::try_from(cell.row).ok()?)?;
        let at = line.start.checked_add(u32::try_from(cell.column).ok()?)?;
        (at < line.end).then(|| Span::new(at, at + 1))
    }

    /// Returns the letter of a bridge.
    pub(super) fn bridge(&self, number: u8) -> char {
        char::from(self.bridges[usize::from(number)])
    }
}

impl Model {
    /// Returns the meaning of a tile as a legend line writes it, with the bridges in that state;
    /// `None` if its letter needs no declaration.
    pub(super) fn meaning(&self, tile: Tile, extended: u64) -> Option<String> {
        Some(match tile {
            Tile::Void | Tile::Floor | Tile::Fragile | Tile::Target => return None,
            Tile::Bridge(number) if extended >> number & 1 == 1 => String::from("bridge extended"),
            Tile::Bridge(_) => String::from("bridge retracted"),
            Tile::Switch(number) => {
                let switch = self.terrain.switch(number);
                let effects: Vec<String> = switch
                    .effects
                    .iter()
                    .map(|&(effect, bridge)| format!("{} {}", effect.word(), self.bridge(bridge)))
                    .collect();
                let press = if switch.hard { "hard" } else { "soft" };
                format!("{press} {}", effects.join(", "))
            }
            Tile::Split(number) => {
                let split = self.terrain.split(number);
                format!("splits to {} and {}", split.first, split.second)
            }
        })
    }

    /// Returns the meanings of the letters that are drawn and need a declaration, with the bridges
    /// in that state.
    pub(super) fn legend(&self, extended: u64) -> BTreeMap<char, String> {
        let mut legend = BTreeMap::new();
        let rows = self.rows.iter().zip(self.terrain.rows());
        for (&symbol, &tile) in rows.flat_map(|(symbols, tiles)| symbols.iter().zip(tiles)) {
            if let Entry::Vacant(letter) = legend.entry(char::from(symbol))
                && let Some(meaning) = self.meaning(tile, extended)
            {
                letter.insert(meaning);
            }
        }
        legend
    }
}

/// The meanings of letters, by their bytes: a tile, or unknown because the legend line is at fault.
type Tiles = [Option<Option<Tile>>; 128];

/// The legend lines by letter.
type Legends<'s, 'a> = BTreeMap<char, &'s Legend<'a>>;

/// Returns the model of a shape; reports what is wrong with it, each fault once.
pub(super) fn lower(shape: &Shape<'_>, body: &Body<'_>, sink: &mut Sink) -> Option<Model> {
    let mark = sink.len();
    let legends = declared(shape, body.source, sink);
    let meanings = Meanings::of(shape, &legends, sink);
    let drawing = Drawing::of(shape, &meanings.tiles);
    let drawn = match (shape.rows.first(), shape.rows.last()) {
        (Some(first), Some(last)) => first.span().to(last.span()),
        _ => body.name,
    };

    let unused: Vec<&Legend<'_>> = legends
        .values()
        .filter(|legend| !drawing.used.contains_key(&legend.symbol) && legend.meaning.is_some())
        .copied()
        .collect();
    let lacks = [drawing.starts.is_empty(), drawing.holes.is_empty()];
    let missing = drawing.undeclared(&meanings.tiles);

    // The only letter that nothing declares may be where the start or the hole was intended.
    let instead = match (lacks, &missing[..], &unused[..]) {
        ([true, false] | [false, true], &[(symbol, span, 1)], [])
            if shape.sound && !meanings.named.contains(&symbol) =>
        {
            Some((symbol, span))
        }
        _ => None,
    };

    // A line at fault may have been the one that declares them.
    if instead.is_none() && (shape.legends.is_empty() && !shape.lost || shape.sound) {
        let last = shape.legends.last().map(|legend| legend.line);
        for &(symbol, span, count) in missing.iter().take(MOST) {
            sink.push(codes::undeclared(span, symbol, count, last));
        }
    }

    // If a row or a tile is missing, the drawing is unknown.
    if missing.is_empty() && lacks == [false; 2] && shape.sound {
        for legend in unused {
            sink.push(codes::unused(legend.place, legend.symbol, legend.line));
        }
    }

    if lacks != [false; 2] && shape.sound {
        sink.push(match lacks {
            [true, hole] => codes::no_start(body.name, hole, drawn, instead),
            _ => codes::no_hole(body.name, drawn, instead),
        });
    }

    let start = single(shape, &drawing.starts, true, sink);
    let hole = single(shape, &drawing.holes, false, sink);
    let cubes = cubes(shape, &meanings.splits, &drawing, drawn, sink);
    if !shape.sound || sink.errors_since(mark) {
        return None;
    }

    let (start, start_span) = start?;
    let (_, hole_span) = hole?;
    let Meanings { states, switches, bridges, .. } = meanings;
    let terrain = Terrain::new(drawing.tiles, start, &states, switches, cubes).ok()?;
    Some(Model {
        terrain: Arc::new(terrain),
        rows: drawing.rows,
        bridges: bridges.iter().map(|&symbol| symbol as u8).collect(),
        places: [start_span, hole_span],
        lines: shape.rows.iter().map(Line::span).collect(),
    })
}

/// The meanings of the letters of a drawing.
struct Meanings {
    tiles: Tiles,
    /// The letters of the bridges, in order.
    bridges: Vec<char>,
    /// For each bridge, `true` if it is extended at the start.
    states: Vec<bool>,
    switches: Vec<Switch>,
    splits: Vec<[Spanned<Coordinate>; 2]>,
    /// Letters that are drawn, and that switches name without a declaration.
    named: Vec<char>,
}

impl Meanings {
    /// Gives each letter its meaning; reports switches that name no bridge.
    fn of(shape: &Shape<'_>, legends: &Legends<'_, '_>, sink: &mut Sink) -> Self {
        let is_bridge = |legend: &&&Legend<'_>| matches!(legend.meaning, Some(Meaning::Bridge(_)));
        let bridges = legends.values().filter(is_bridge).map(|legend| legend.symbol).collect();

        let mut meanings = Self {
            tiles: [None; 128],
            bridges,
            states: Vec::new(),
            switches: Vec::new(),
            splits: Vec::new(),
            named: Vec::new(),
        };

        for (symbol, tile) in [
            ('-', Tile::Void),
            (' ', Tile::Void),
            ('\t', Tile::Void),
            ('o', Tile::Floor),
            ('S', Tile::Floor),
            ('T', Tile::Target),
            ('f', Tile::Fragile),
        ] {
            meanings.tiles[symbol as usize] = Some(Some(tile));
        }

        for legend in legends.values() {
            let tile = match &legend.meaning {
                None => None,
                Some(Meaning::Bridge(extended)) => {
                    meanings.states.push(*extended);
                    meanings.bridge(legend.symbol).map(Tile::Bridge)
                }
                Some(Meaning::Switch { hard, effects }) => {
                    let effects = meanings.effects(effects, shape, legends, sink);
                    meanings.switches.push(Switch { hard: *hard, effects });
                    Some(Tile::Switch(meanings.switches.len() as u16 - 1))
                }
                Some(Meaning::Split(places)) => {
                    meanings.splits.push(*places);
                    Some(Tile::Split(meanings.splits.len() as u16 - 1))
                }
            };

            if let Some(known) = meanings.tiles.get_mut(legend.symbol as usize) {
                known.get_or_insert(tile);
            }
        }
        meanings
    }

    /// Returns the number of the bridge of a letter.
    fn bridge(&self, symbol: char) -> Option<u8> {
        self.bridges.binary_search(&symbol).ok().map(|at| at as u8)
    }

    /// Returns the effects of a switch on bridges; reports letters that are none.
    fn effects(
        &mut self,
        written: &[(Effect, char, Span)],
        shape: &Shape<'_>,
        legends: &Legends<'_, '_>,
        sink: &mut Sink,
    ) -> Vec<(Effect, u8)> {
        let drawn = |symbol: char| shape.rows.iter().any(|row| row.text.contains(symbol));
        let mut known = Vec::new();
        for &(effect, symbol, span) in written {
            if let Some(number) = self.bridge(symbol) {
                known.push((effect, number));
                continue;
            }
            let other = legends.get(&symbol);
            // A legend line that could not be read may have been a bridge.
            if other.is_none() && drawn(symbol) {
                self.named.push(symbol);
            } else if other.is_none_or(|other| other.meaning.is_some()) {
                let names: Vec<String> = self.bridges.iter().map(char::to_string).collect();
                let place = other.map(|other| other.place);
                sink.push(codes::no_bridge(span, symbol, place, &names));
            }
        }
        known
    }
}

/// Returns the first of the starts or holes that are drawn; reports the others.
fn single(
    shape: &Shape<'_>,
    places: &[(Coordinate, Span)],
    start: bool,
    sink: &mut Sink,
) -> Option<(Coordinate, Span)> {
    let first = *places.first()?;
    // A row that appears twice on its line has everything twice.
    let again = |&&(cell, _): &&(Coordinate, Span)| shape.sound || cell.row != first.0.row;
    for &(_, span) in places.iter().skip(1).filter(again).take(MOST) {
        let several = if start { codes::several_starts } else { codes::several_holes };
        let fault = several(span, first.1);
        sink.push(fault.fix(Fix::new(Guess, "Make it floor", span, "o")));
    }
    Some(first)
}

/// Returns the places that cubes are put on; reports those without floor. `drawn` is the place of
/// the rows.
fn cubes(
    shape: &Shape<'_>,
    splits: &[[Spanned<Coordinate>; 2]],
    drawing: &Drawing,
    drawn: Span,
    sink: &mut Sink,
) -> Vec<Split> {
    let ground = |at: Coordinate| {
        let [row, column] = at.place()?;
        let tile = *drawing.tiles.get(row)?.get(column)?;
        (tile != Tile::Void).then_some(at)
    };
    let mut cubes = Vec::new();
    for &[first, second] in splits {
        if first.value == second.value {
            sink.push(codes::split_on_one_place(second.span, first.span));
        }
        let pair = [first, second].map(|place| {
            let cell = ground(place.value);
            // If a row could not be read, its tiles are unknown.
            if cell.is_none() && shape.sound {
                sink.push(codes::split_on_void(place, drawn));
            }
            cell
        });
        if let [Some(first), Some(second)] = pair {
            cubes.push(Split { first, second });
        }
    }
    cubes
}

/// Returns the legend lines by letter; reports letters that are declared twice or need no
/// declaration.
fn declared<'s, 'a>(shape: &'s Shape<'a>, source: &str, sink: &mut Sink) -> Legends<'s, 'a> {
    let mut legends = Legends::new();
    for legend in &shape.legends {
        if is_reserved(legend.symbol) {
            let line = legend.meaning.is_none().then(|| whole_line(source, legend.line));
            sink.push(codes::reserved(legend.place, legend.symbol, line));
            continue;
        }
        match legends.get(&legend.symbol) {
            Some(first) => {
                let same = source[first.line.range()] == source[legend.line.range()];
                let line = same.then(|| whole_line(source, legend.line));
                sink.push(codes::duplicate(legend.place, first.place, legend.symbol, line));
            }
            None => {
                legends.insert(legend.symbol, legend);
            }
        }
    }
    legends
}

/// The rows of a shape, read tile by tile.
struct Drawing {
    tiles: Vec<Vec<Tile>>,
    rows: Vec<Vec<u8>>,
    starts: Vec<(Coordinate, Span)>,
    holes: Vec<(Coordinate, Span)>,
    /// The letters that are drawn: where first, and how often.
    used: BTreeMap<char, (Span, usize)>,
}

impl Drawing {
    /// Reads the rows.
    fn of(shape: &Shape<'_>, tiles: &Tiles) -> Self {
        let mut drawing = Self {
            tiles: Vec::new(),
            rows: Vec::new(),
            starts: Vec::new(),
            holes: Vec::new(),
            used: BTreeMap::new(),
        };
        for (r, row) in shape.rows.iter().enumerate() {
            let mut made = Vec::with_capacity(row.text.len());
            let mut drawn = Vec::with_capacity(row.text.len());
            for (c, (at, symbol)) in row.text.char_indices().enumerate() {
                let tile = tiles.get(symbol as usize).copied().flatten().flatten();
                made.push(tile.unwrap_or(Tile::Floor));
                drawn.push(if tile == Some(Tile::Void) { b'-' } else { symbol as u8 });
                if matches!(tile, Some(Tile::Void | Tile::Floor)) && symbol != 'S' {
                    continue;
                }
                let span = row.place(&(at..at + symbol.len_utf8()));
                let cell = Coordinate::new(r as i32, c as i32);
                match symbol {
                    'S' if drawing.starts.len() <= MOST => drawing.starts.push((cell, span)),
                    'T' if drawing.holes.len() <= MOST => drawing.holes.push((cell, span)),
                    'S' | 'T' | 'f' => {}
                    _ => drawing.used.entry(symbol).or_insert((span, 0)).1 += 1,
                }
            }
            drawing.tiles.push(made);
            drawing.rows.push(drawn);
        }
        drawing
    }

    /// Returns the letters that are declared nowhere, in the order of their first places, and how
    /// often they are drawn.
    fn undeclared(&self, tiles: &Tiles) -> Vec<(char, Span, usize)> {
        let letters = self.used.iter().filter(|(symbol, _)| symbol.is_ascii_alphanumeric());
        let missing = letters.filter(|(symbol, _)| tiles[**symbol as usize].is_none());
        let mut missing: Vec<_> =
            missing.map(|(&symbol, &(span, count))| (symbol, span, count)).collect();
        missing.sort_by_key(|(_, span, _)| *span);
        missing
    }
}
