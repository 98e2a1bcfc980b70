//! Compiles a game: from what was read to values that a turn needs.

mod advice;
mod expand;
mod levels;
mod masks;
mod names;
mod parse;
mod prelude;
mod program;
mod sounds;
mod superfluous;

use super::codes;
use super::game::{Condition, Game, Layer, Name, Object, Quantifier, Term};
use super::palette::Palette;
use super::report::Report;
use super::syntax::{Draft, ObjectDraft};
use crate::text::Span;
use levels::Background;
use names::Names;

/// The most errors of reading with which a game is still compiled: with more, what compiling finds
/// would follow from them.
const MOST_ERRORS: usize = 5;

/// Compiles a game, also one with a few errors, as the engine does: its recorded sessions have such
/// games. Returns `None` if nothing can be played. `place` is where a part that the game lacks is
/// reported.
pub(super) fn lower(draft: &Draft<'_>, place: Span, report: &mut Report<'_>) -> Option<Game> {
    if report.errors() > MOST_ERRORS {
        return None;
    }
    let heading_of = |word: &str| {
        let mut headings = draft.headings.iter();
        headings.find(|heading| heading.section.word() == word).map(|heading| heading.span)
    };
    let heading = |word: &str| heading_of(word).unwrap_or(place);
    let legend = heading("legend");
    let comment = draft.open_comment;
    for (name, is_player) in [("player", true), ("background", false)] {
        if draft.declared(name).is_none() {
            report.push(match is_player {
                true => codes::no_player(legend, comment),
                false => codes::no_background(legend, comment),
            });
        }
    }
    let layers = heading("collisionlayers");
    if draft.layers.is_empty() {
        let has_heading = heading_of("collisionlayers").is_some();
        let fault = codes::no_layers(layers, has_heading, comment);
        // The next heading is reported if this one is missing.
        if !has_heading && heading_of("rules").is_some() {
            report.hide(&fault);
        } else {
            report.push(fault);
        }
        return None;
    }

    let names = Names::of(draft);
    let palette = prelude::palette(draft, report);
    let objects = objects(draft, palette, report);
    names.check_every(draft, report);
    if names.by_id.is_empty() {
        report.push(codes::no_layers(layers, true, None));
    }
    let background = background(draft, &names, report);
    let glyphs = levels::glyphs(draft, &names);
    let stages = levels::stages(draft, &names, &glyphs, &background, report);
    let mut rules = program::rules(draft, &names, report);
    rules.programs.as_ref()?;
    let conditions = conditions(draft, &names, report);
    check_layers(draft, &names, layers, report);
    let prelude = prelude::prelude(draft, palette, report);
    rules.close_loops(report);
    let sounds = sounds::sounds(draft, &names, report);
    if draft.stages.is_empty() {
        let has_heading = heading_of("levels").is_some();
        report.push(codes::no_levels(heading("levels"), has_heading, comment));
    }
    let [normal, late] = rules.programs.take()?;
    if report.errors() > MOST_ERRORS {
        return None;
    }

    let mut by_id: Vec<Object> = Vec::new();
    for &symbol in &names.by_id {
        let placed = names.object(symbol)?;
        by_id.push(Object { layer: placed.layer?, ..objects[placed.object].clone() });
    }
    let game = Game {
        headings: draft.headings.iter().map(|heading| heading.span).collect(),
        prelude,
        objects: by_id,
        layers: game_layers(draft, &names),
        names: game_names(draft, &names),
        glyphs,
        players: players(&names).unwrap_or_default(),
        background: background.object.unwrap_or(0),
        background_layer: background.layer.unwrap_or(0),
        rules: normal,
        late,
        sounds,
        conditions,
        stages,
    };
    prelude::check_title(&game.prelude, draft, report);
    if report.errors() == 0 {
        advice::advise(&game, draft, &rules.written, &names, report);
    }
    Some(game)
}

/// Returns the objects in the order of the text, without their layers; reports what is wrong with
/// their colors and sprites.
fn objects(draft: &Draft<'_>, palette: Palette, report: &mut Report<'_>) -> Vec<Object> {
    let mut objects = Vec::new();
    for object in &draft.objects {
        if let Some(last) = object.colors.get(10) {
            report.push(codes::too_many_colors(*last, object.name));
        }
        if object.colors.is_empty() {
            report.push(codes::no_color(object.name));
        }
        let is_whole = object.rows.len() == 5 && object.rows.iter().all(|row| row.len() == 5);
        if !object.rows.is_empty() && !is_whole {
            report.push(codes::sprite_size(object));
        }
        let colors = object.colors.iter().filter_map(|color| palette.color(color.text));
        objects.push(Object {
            name: String::from(object.name.text),
            written: String::from(object.name.text),
            span: object.name.span(),
            line: object.line,
            layer: 0,
            colors: colors.collect(),
            sprite: sprite(object),
        });
    }
    objects
}

/// Returns the sprite of an object. One that is too small has nothing at its right and bottom.
fn sprite(object: &ObjectDraft<'_>) -> [[Option<u8>; 5]; 5] {
    if object.rows.is_empty() {
        return [[Some(0); 5]; 5];
    }
    let mut sprite = [[None; 5]; 5];
    for (row, written) in sprite.iter_mut().zip(&object.rows) {
        for (pixel, byte) in row.iter_mut().zip(written) {
            *pixel = byte.is_ascii_digit().then(|| byte - b'0');
        }
    }
    sprite
}

/// Returns the object that cells without a background get, and its layer.
fn background(draft: &Draft<'_>, names: &Names<'_>, report: &mut Report<'_>) -> Background {
    let nothing = Background { object: None, layer: None };
    let Some(symbol) = names.symbol("background") else { return nothing };
    let of = |symbol: names::Symbol| {
        names.object(symbol).map_or(Background { object: None, layer: None }, |placed| Background {
            object: placed.id,
            layer: placed.layer,
        })
    };
    if names.object(symbol).is_some() {
        return of(symbol);
    }
    let entry = draft.entries.iter().find(|entry| entry.name.text == "background");
    if let Some(same) = names.same[symbol as usize] {
        return of(same);
    }
    if let Some(parts) = &names.any[symbol as usize] {
        let Some(&first) = parts.first() else { return nothing };
        let background = of(first);
        for &part in &parts[1..] {
            let Some(placed) = names.object(part) else { continue };
            if placed.layer != background.layer
                && let Some(entry) = entry
            {
                let objects = (names.text(first), names.text(part));
                report.push(codes::background_layers(entry.value, objects.0, objects.1));
            }
        }
        return background;
    }
    if names.every[symbol as usize].is_some()
        && let Some(entry) = entry
    {
        report.push(codes::background_of_every(entry.value));
    }
    nothing
}

/// Reports objects without a collision layer.
fn check_layers(draft: &Draft<'_>, names: &Names<'_>, heading: Span, report: &mut Report<'_>) {
    for object in &draft.objects {
        let symbol = names.symbol(object.name.text);
        let placed = symbol.and_then(|symbol| names.object(symbol));
        if placed.is_none_or(|placed| placed.layer.is_none()) {
            report.push(codes::unlayered(object.name, heading));
        }
    }
}

/// Compiles the win conditions.
fn conditions(draft: &Draft<'_>, names: &Names<'_>, report: &mut Report<'_>) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for line in &draft.conditions {
        let (Some(first), Some(last)) = (line.words.first(), line.words.last()) else { continue };
        let span = first.span().to(last.span());
        let Some(subject) = line.words.get(1) else {
            report.push(codes::short_condition(*first));
            continue;
        };
        let quantifier = match first.text {
            "no" => Quantifier::No,
            "all" => Quantifier::All,
            _ => Quantifier::Some,
        };
        let on = if line.words.len() == 4 { line.words.get(3) } else { None };
        let mut terms = Vec::new();
        for word in [Some(subject), on] {
            let Some(word) = word else {
                terms.push(Term { objects: sounds::every_object(names), every: false });
                continue;
            };
            match names.term(word.text) {
                Some((objects, every)) => terms.push(Term { objects, every }),
                None => report.push(codes::undeclared(*word, draft.names())),
            }
        }
        if let [subject, on] = &terms[..] {
            conditions.push(Condition {
                quantifier,
                subject: subject.clone(),
                on: on.clone(),
                line: line.line,
                span,
            });
        }
    }
    conditions
}

/// Returns the objects that a key moves.
fn players(names: &Names<'_>) -> Option<Term> {
    let symbol = names.symbol("player")? as usize;
    let every = names.every[symbol].is_some();
    let mask = if every { &names.every_masks[symbol] } else { &names.masks[symbol] };
    mask.clone().map(|objects| Term { objects, every })
}

/// Returns the collision layers.
fn game_layers(draft: &Draft<'_>, names: &Names<'_>) -> Vec<Layer> {
    let layers = draft.layers.iter().zip(&names.layers);
    layers.map(|(layer, objects)| Layer { objects: objects.clone(), span: layer.span }).collect()
}

/// Returns the names of the legend.
fn game_names(draft: &Draft<'_>, names: &Names<'_>) -> Vec<Name> {
    let mut game_names = Vec::new();
    for entry in &draft.entries {
        let symbol = names.symbol(entry.name.text);
        if let Some(meaning) = symbol.and_then(|symbol| names.meaning(symbol)) {
            game_names.push(Name {
                name: String::from(entry.name.text),
                span: entry.name.span(),
                line: entry.line,
                meaning,
            });
        }
    }
    game_names
}
