//! The parts of a bloxorz that editors color and explain. A body has only one form, so there is
//! nothing to convert.

use std::fmt::Write as _;

use super::commands::legal;
use super::lower::Model;
use super::rules::{Block, Position};
use super::syntax::{Shape, WORDS, is_reserved};
use super::terrain::{Effect, Tile};
use crate::puzzle::markdown::code_span;
use crate::puzzle::marks::words;
use crate::puzzle::{Mark, Marks, Part, Spot};
use crate::scene::Coordinate;
use crate::syntax::{Fragment, Line};

/// The most effects of a switch that are listed.
const MOST_LISTED: usize = 8;

/// The meanings of the letters of a legend, by their ASCII code.
type Letters = [Option<Part>; 128];

/// Returns the declaration of a legend line.
fn role(meaning: Fragment<'_>) -> Option<Part> {
    match meaning.text.split([' ', '\t']).find(|word| !word.is_empty())? {
        "bridge" => Some(Part::Bridge),
        "soft" | "hard" | "splits" => Some(Part::Switch),
        _ => None,
    }
}

/// Marks the tiles and the legend of a body.
pub(super) fn mark_body(shape: &Shape<'_>, marks: &mut Marks) {
    let mut letters: Letters = [None; 128];
    for legend in shape.legends.iter().filter(|legend| !is_reserved(legend.symbol)) {
        let letter = &mut letters[legend.symbol as usize];
        *letter = letter.or_else(|| role(legend.words));
    }
    for (row, line) in shape.rows.iter().enumerate() {
        row_marks(line, row, &letters, marks);
    }
    let mut defined = [false; 128];
    for legend in &shape.legends {
        if let Some(part) = letters[legend.symbol as usize] {
            let mark = Mark::new(legend.place, part).named();
            let again = std::mem::replace(&mut defined[legend.symbol as usize], true);
            marks.push(if again { mark } else { mark.defines() });
        }
        legend_marks(legend.words, &letters, marks);
    }
}

/// Marks a row of the terrain.
fn row_marks(line: &Line<'_>, row: usize, letters: &Letters, marks: &mut Marks) {
    for (column, (at, symbol)) in line.text.char_indices().enumerate() {
        let letter = || letters.get(symbol as usize).copied().flatten();
        let (part, named) = match symbol {
            '-' => (Part::Void, false),
            'o' => (Part::Floor, false),
            'S' | 'T' => (Part::Goal, false),
            'f' => (Part::Fragile, false),
            _ => match letter() {
                Some(part) => (part, true),
                None => continue,
            },
        };
        let mark = Mark::new(line.place(&(at..at + 1)), part).cell(row, column);
        marks.push(if named { mark.named() } else { mark });
    }
}

/// Marks the meaning in a legend line.
fn legend_marks(meaning: Fragment<'_>, letters: &Letters, marks: &mut Marks) {
    let mut expects_bridge = false;
    marks.extend(words(meaning, |word| {
        let bridge = std::mem::take(&mut expects_bridge);
        if !WORDS.iter().any(|words| words.contains(&word.text)) {
            let &[letter] = word.text.as_bytes() else { return None };
            let known = letters.get(usize::from(letter)).copied().flatten();
            let known = known.filter(|&part| bridge && part == Part::Bridge);
            return known.map(|part| Mark::new(word.span(), part).named());
        }
        expects_bridge = Effect::WORDS.contains(&word.text);
        Some(Mark::new(word.span(), Part::Keyword))
    }));
}

/// Returns the description of a part: see [`crate::puzzle::Game::describe`].
pub(super) fn describe(model: &Model, position: &Position, spot: &Spot<'_>) -> Option<String> {
    let terrain = &*model.terrain;
    let cell = match spot.cell {
        Some(cell) => cell,
        None if matches!(spot.part, Part::Switch | Part::Bridge) => {
            let Some(cell) = drawn(model, spot.text) else {
                return Some(format!("**{}** — drawn nowhere", code_span(spot.text)));
            };
            cell
        }
        None => return None,
    };
    let mut text = tile(model, position, cell);
    if spot.cell.is_none() {
        return Some(text);
    }
    let _ = write!(text, "\n\n- place {cell}");
    if position.block.cells().any(|part| part == cell) {
        text.push_str(": the block is on it now");
    }
    let there = Position { block: Block::Standing(cell), extended: position.extended };
    if terrain.tile(cell) != Tile::Void {
        let rolls = legal(model, &there);
        let _ = match (there.supported(terrain), rolls.as_str()) {
            (Err(_), _) => write!(text, "\n- no block can stand here now"),
            (Ok(()), "") => write!(text, "\n- standing here, it cannot roll"),
            (Ok(()), rolls) => write!(text, "\n- standing here, it can roll `{rolls}`"),
        };
    }
    Some(text)
}

/// Returns the first place where a letter is drawn.
fn drawn(model: &Model, letter: &str) -> Option<Coordinate> {
    let &[letter] = letter.as_bytes() else { return None };
    let (row, column) = model
        .rows
        .iter()
        .enumerate()
        .find_map(|(row, drawn)| Some((row, memchr::memchr(letter, drawn)?)))?;
    Some(Coordinate::new(row as i32, column as i32))
}

/// Returns the text about a place.
fn tile(model: &Model, position: &Position, cell: Coordinate) -> String {
    let terrain = &*model.terrain;
    let letter = || {
        let row = usize::try_from(cell.row).ok().and_then(|row| model.rows.get(row));
        let letter = row.and_then(|row| row.get(usize::try_from(cell.column).ok()?));
        code_span(&letter.map_or_else(String::new, |letter| char::from(*letter).to_string()))
    };
    let out = |number: u8| match position.extended >> number & 1 {
        1 => "extended now",
        _ => "retracted now",
    };

    match terrain.tile(cell) {
        Tile::Void => String::from("**void** — nothing can rest here"),
        Tile::Floor if cell == terrain.start() => {
            String::from("**start** — floor; the block stands here at first")
        }
        Tile::Floor => String::from("**floor**"),
        Tile::Fragile => String::from("**fragile tile** — breaks under a standing block"),
        Tile::Target => String::from("**hole** — solved when the block stands here"),
        Tile::Bridge(number) => format!("**bridge {}** — {}", letter(), out(number)),
        Tile::Split(number) => {
            let split = terrain.split(number);
            format!(
                "**split {}** — a block standing here comes apart: cubes at {} and {}",
                letter(),
                split.first,
                split.second
            )
        }
        Tile::Switch(number) => {
            let switch = terrain.switch(number);
            let (kind, by) = match switch.hard {
                true => ("hard", "a standing block"),
                false => ("soft", "any part of a block"),
            };

            let mut effects: Vec<String> = switch
                .effects
                .iter()
                .take(MOST_LISTED)
                .map(|&(effect, bridge)| {
                    let letter = code_span(&model.bridge(bridge).to_string());
                    format!("{} bridge {letter} ({})", effect.word(), out(bridge))
                })
                .collect();
            if switch.effects.len() > MOST_LISTED {
                effects.push(format!("and {} more", switch.effects.len() - MOST_LISTED));
            }
            let effects = effects.join(", ");
            format!("**{kind} switch {}** — under {by}, it {effects}", letter())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::kinds::bloxorz::INFO;

    use crate::puzzle::testing::{body, marked, seen};

    fn marks_of(text: &str) -> Vec<Mark> {
        marked(KINDS.kind("bloxorz").expect("the kind"), text)
    }

    const FULL: &str = "\n oSbpT\n -ofso\n p: bridge retracted\n b: soft toggles p, extends p\n \
                        s: splits to (0,0) and ( 0, 1 )\n";

    #[test]
    fn tiles_and_legends_are_marked_also_where_they_are_broken() {
        let marks = marks_of(FULL);
        assert_eq!(
            seen(FULL, &marks),
            "o:Floor@0,0 S:Goal@0,1 b*:Switch@0,2 p*:Bridge@0,3 T:Goal@0,4 -:Void@1,0 o:Floor@1,1 \
             f:Fragile@1,2 s*:Switch@1,3 o:Floor@1,4 p!:Bridge bridge:Keyword retracted:Keyword \
             b!:Switch soft:Keyword toggles:Keyword p*:Bridge extends:Keyword p*:Bridge s!:Switch \
             splits:Keyword to:Keyword 0:Number@0,0 0:Number@0,0 and:Keyword 0:Number@0,1 \
             1:Number@0,1"
        );
        let broken = "\n  o?é\n o q\n\n o\n q : bridge up\n q: soft toggles x (1,\n";
        assert_eq!(
            seen(broken, &marks_of(broken)),
            "o:Floor@0,1 o:Floor@1,0 q*:Bridge@1,2 q!:Bridge bridge:Keyword q*:Bridge soft:Keyword \
             toggles:Keyword"
        );
        let text = "play RR x_ LuD_";
        let marks = INFO.command_marks(Fragment { text, start: 0 });
        assert_eq!(seen(text, &marks), "RR:Move LuD_:Move");
    }

    #[test]
    fn tiles_are_described() {
        let kind = &INFO;
        let puzzle = kind.open(&body(FULL), KINDS, &mut Sink::new()).expect("a terrain");
        let say = |text, part, cell| {
            puzzle.describe(&Spot { text, part, cell, word: text }).expect("something to say")
        };
        assert_eq!(say("p", Part::Bridge, None), "**bridge `p`** — retracted now");
        assert_eq!(
            say("b", Part::Switch, None),
            "**soft switch `b`** — under any part of a block, it toggles bridge `p` (retracted \
             now), extends bridge `p` (retracted now)"
        );
        assert_eq!(
            say("S", Part::Goal, Some(Coordinate { row: 0, column: 1 })),
            "**start** — floor; the block stands here at first\n\n- place (0,1): the block is on \
             it now\n- standing here, it can roll `R`"
        );
        assert_eq!(
            say("f", Part::Fragile, Some(Coordinate { row: 1, column: 2 })),
            "**fragile tile** — breaks under a standing block\n\n- place (1,2)\n- no block can \
             stand here now"
        );
        assert_eq!(
            say("-", Part::Void, Some(Coordinate { row: 1, column: 0 })),
            "**void** — nothing can rest here\n\n- place (1,0)"
        );
    }
}
