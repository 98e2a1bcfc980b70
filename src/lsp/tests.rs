//! A document of the server without a client.

use super::client::Client;
use super::complete::complete;
use super::document::Document;
use super::protocol::Uri;
use crate::text::Encoding;

fn open(text: &str) -> Document {
    let uri = Uri(String::from("file:///x.puzzle"));
    Document::open(uri, 1, text.to_owned(), Encoding::Utf8)
}

/// The parts of a text that have a token.
pub(crate) fn coloured(text: &str) -> Vec<&str> {
    let lines: Vec<_> = text.split('\n').collect();
    let (mut line, mut column) = (0, 0);
    let part = |one: &[u32]| {
        column = if one[0] == 0 { column } else { 0 } + one[1] as usize;
        line += one[0] as usize;
        &lines[line][column..column + one[2] as usize]
    };
    super::tokens::tokens(&open(text), None).chunks(5).map(part).collect()
}

/// What the server offers at the end of a text.
pub(crate) fn offered(text: &str) -> Vec<String> {
    let document = open(text);
    let client = Client::new(&serde_json::Value::Null);
    let answer = complete(&document, &client, text.len() as u32);
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    items.iter().filter_map(|one| Some(one["label"].as_str()?.to_owned())).collect()
}
