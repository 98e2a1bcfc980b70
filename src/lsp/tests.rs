//! A document of the server without a client.

use super::client::Client;
use super::complete::complete;
use super::document::Document;
use super::protocol::Uri;
use crate::text::Encoding;

/// What the server offers at the end of a text.
pub(crate) fn offered(text: &str) -> Vec<String> {
    let uri = Uri(String::from("file:///x.puzzle"));
    let document = Document::open(uri, 1, text.to_owned(), Encoding::Utf8);
    let client = Client::new(&serde_json::Value::Null);
    let answer = complete(&document, &client, text.len() as u32);
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    items.iter().filter_map(|one| Some(one["label"].as_str()?.to_owned())).collect()
}
