//! A game in a file of its own, as the editor of the language reads it.

use super::INFO;
use super::recognize::is_game;
use crate::diag::{Shown, Sink};
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::json::Json;
use crate::puzzle::foreign::{Format, Misfit, Piece, codes, lines};
use crate::puzzle::{Body, Out};
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "ps",
    summary: "a game of PuzzleScript, as its own editor reads it",
    example: "OBJECTS\nBackground\ngreen\nGoal\nyellow\nPlayer\nblue\nLEGEND\n. = Background\nP = Player\n\
              o = Goal\nSOUNDS\nCOLLISIONLAYERS\nBackground\nGoal\nPlayer\nRULES\nWINCONDITIONS\n\
              all Player on Goal\nLEVELS\nP..o\n",
    endings: &["ps", "pzs", "puzzlescript"],
    kinds: &["puzzlescript"],
    many: false,
    headers: Headers::None,
    fits: is_game,
    read: |source, _, sink| read(source, sink),
    write: Some(write),
};

/// Returns the text of a game as the body of a declaration; reports what is wrong with it.
///
/// A line that is `}` alone, which would end the body, is reported: a level that is one cell wide cannot be
/// drawn with it.
fn read(source: &Source, sink: &mut Sink) -> Vec<Piece> {
    if let Some(line) = lines(source.text()).iter().find(|line| line.text.trim() == "}") {
        sink.push(codes::bad_character(line.span(), Shown("}"), "another glyph: `}` ends a game"));
        return Vec::new();
    }
    let input = Body::raw(source);
    if INFO.read(&input, &mut Out::new(sink)).is_none() {
        return Vec::new();
    }
    let body = lines(source.text()).into_iter().map(|line| line.text.trim_end().to_owned());
    vec![Piece { kind: INFO.name.to_owned(), body: body.collect(), ..Piece::default() }]
}

/// Writes the text of a game. The level in which it is played is not a part of it.
fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let [piece] = pieces else { return Err(Misfit(String::from("a file holds one game"))) };
    let field = piece.fields.iter().find(|field| field.name == "source");
    let Some(Json::Text(text)) = field.map(|field| &field.value) else {
        return Err(Misfit::unread());
    };
    Ok(format!("{}\n", text.trim_end()))
}
