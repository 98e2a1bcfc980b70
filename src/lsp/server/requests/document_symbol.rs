//! `textDocument/documentSymbol`: the puzzles of a document.

use serde::Serialize;

use super::Query;
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{Location, Range, SymbolKind, TextDocumentParams};
use crate::syntax::Statement;

pub(super) struct DocumentSymbols;

/// A puzzle, in the form that the client knows.
#[derive(Debug, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub(super) enum Symbol {
    Nested { name: String, detail: String, kind: SymbolKind, range: Range, selection_range: Range },
    Flat { name: String, kind: SymbolKind, location: Location, container_name: String },
}

impl Query for DocumentSymbols {
    const METHOD: &'static str = "textDocument/documentSymbol";
    const IS_SLOW: bool = true;
    type Params = TextDocumentParams;
    type Result = Vec<Symbol>;

    fn answer(
        document: &Document,
        client: &Client,
        _: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let places = document.places();
        let source = document.source();
        let mut cursor = places.cursor();
        let mut symbols = Vec::new();
        for (_, statement) in document.statements() {
            let Statement::Declaration(declaration) = statement else { continue };
            let detail = declaration.kind_word(source).to_owned();
            let name = declaration.name_word(source).to_owned();
            if name.is_empty() {
                continue;
            }

            let kind = SymbolKind::Class;
            let range = cursor.range(declaration.span);
            symbols.push(if client.nested_symbols {
                Symbol::Nested {
                    name,
                    detail,
                    kind,
                    range,
                    selection_range: places.range(declaration.name),
                }
            } else {
                let location = Location { uri: document.uri.clone(), range };
                Symbol::Flat { name, kind, location, container_name: detail }
            });
        }
        Ok(symbols)
    }
}
