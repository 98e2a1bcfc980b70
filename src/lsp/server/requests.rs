//! The requests that are answered at once.

use serde_json::{Value, json};

use super::client::Client;
use super::document::Document;
use super::message::Refusal;
use super::protocol::{self as lsp, Reply};
use super::{Server, actions, code, complete, diagnostics, hover, layout, parse, symbols, tokens};
use crate::ide::{self, Occurrence};
use crate::text::Span;

type Answer = Result<Value, Refusal>;

/// The document and the byte offset that a request is about.
fn at<'a>(server: &'a Server, params: &Value) -> Result<(&'a Document, u32), Refusal> {
    let document = of(server, params)?;
    Ok((document, document.places().offset(parse(params["position"].clone())?)))
}

/// The document and the stretch of text that a request is about.
pub(super) fn within<'a>(
    server: &'a Server,
    params: &Value,
) -> Result<(&'a Document, Span), Refusal> {
    let document = of(server, params)?;
    Ok((document, document.places().span(parse(params["range"].clone())?)))
}

fn of<'a>(server: &'a Server, params: &Value) -> Result<&'a Document, Refusal> {
    let missing = || Refusal::new(code::INVALID_PARAMS, "`textDocument.uri` is missing");
    server.document(params["textDocument"]["uri"].as_str().ok_or_else(missing)?)
}

/// Answers a request.
pub(super) fn handle(server: &mut Server, method: &str, params: &Value) -> Result<Reply, Refusal> {
    Ok(match method {
        "textDocument/formatting" => Reply::Edits(layout::edits(of(server, params)?, None)),
        "textDocument/rangeFormatting" => {
            let (document, within) = within(server, params)?;
            Reply::Edits(layout::edits(document, Some(within)))
        }
        "textDocument/codeLens" => {
            let uri = of(server, params)?.uri.clone();
            Reply::Lenses(server.lenses(&uri))
        }
        "textDocument/semanticTokens/full" => {
            let uri = of(server, params)?.uri.clone();
            let (id, data) = fresh(server, &uri);
            Reply::Tokens(lsp::SemanticTokens { result_id: id.to_string(), data })
        }
        _ => Reply::Value(small(server, method, params)?),
    })
}

/// Responds to a request whose result is small.
fn small(server: &mut Server, method: &str, params: &Value) -> Answer {
    let client = server.client.clone();
    match method {
        "textDocument/hover" => {
            let (document, offset) = at(server, params)?;
            let Some((text, span)) = hover::hover(document, offset) else { return Ok(Value::Null) };
            let contents = complete::markup(&text, client.markdown);
            Ok(json!({ "contents": contents, "range": document.places().range(span) }))
        }
        "textDocument/completion" => {
            let (document, offset) = at(server, params)?;
            Ok(complete::complete(document, &client, offset))
        }
        "textDocument/signatureHelp" => {
            let (document, offset) = at(server, params)?;
            Ok(complete::signature(document, &client, offset).unwrap_or_default())
        }
        "textDocument/definition" => {
            let (document, offset) = at(server, params)?;
            let Some((symbol, _)) = ide::symbol(&document.checked, offset) else {
                return Ok(Value::Null);
            };
            let found = ide::occurrences(&document.checked, &symbol);
            let first = found.iter().find(|one| one.defines).or(found.first());
            Ok(json!(first.map(|one| location(document, one))))
        }
        "textDocument/references" => {
            let (document, offset) = at(server, params)?;
            let Some((symbol, _)) = ide::symbol(&document.checked, offset) else {
                return Ok(json!([]));
            };
            let whole = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
            let found = ide::occurrences(&document.checked, &symbol);
            let kept = found.iter().filter(|one| whole || !one.defines);
            Ok(json!(kept.map(|one| location(document, one)).collect::<Vec<_>>()))
        }
        "textDocument/documentHighlight" => {
            let (document, offset) = at(server, params)?;
            let places = document.places();
            let found = ide::highlights(&document.checked, offset);
            let all = found.iter().map(|one| {
                let kind = if one.defines { 3 } else { 2 };
                json!({ "range": places.range(one.span), "kind": kind })
            });
            Ok(all.collect())
        }
        "textDocument/prepareRename" => {
            let (document, offset) = at(server, params)?;
            let Some((_, span)) = ide::symbol(&document.checked, offset) else {
                return Ok(Value::Null);
            };
            let name = document.source().slice(span);
            Ok(json!({ "range": document.places().range(span), "placeholder": name }))
        }
        "textDocument/rename" => {
            let (document, offset) = at(server, params)?;
            let missing = || Refusal::new(code::INVALID_PARAMS, "expected `newName`, a string");
            let new = params["newName"].as_str().ok_or_else(missing)?;
            let failed = |why: String| Refusal::new(code::REQUEST_FAILED, why);
            let (symbol, _) = ide::symbol(&document.checked, offset)
                .ok_or_else(|| failed(String::from("there is no name here")))?;
            let found = ide::rename(&document.checked, &symbol, new).map_err(failed)?;
            let places = document.places();
            let mut cursor = places.cursor();
            let edit =
                |&span: &_| lsp::TextEdit { range: cursor.range(span), new_text: new.to_owned() };
            Ok(actions::edit_of(document, &client, found.iter().map(edit).collect()))
        }
        "textDocument/documentSymbol" => Ok(symbols::symbols(of(server, params)?, &client)),
        "textDocument/foldingRange" => Ok(symbols::folds(of(server, params)?, &client)),
        "textDocument/selectionRange" => {
            let document = of(server, params)?;
            let positions: Vec<_> = parse(params["positions"].clone())?;
            let all = positions.into_iter().map(|position| {
                let offset = document.places().offset(position);
                symbols::nested(document, &symbols::selection(document, offset))
            });
            Ok(all.collect())
        }
        "textDocument/onTypeFormatting" => {
            let (document, offset) = at(server, params)?;
            // The statement that the brace has closed.
            let Some((_, statement)) = document.statement(offset) else { return Ok(json!([])) };
            let closed = statement.span().end == offset;
            Ok(json!(if closed {
                layout::edits(document, Some(statement.span()))
            } else {
                Vec::new()
            }))
        }
        "textDocument/codeAction" => {
            let (document, within) = within(server, params)?;
            let only: Vec<String> = parse(params["context"]["only"].clone()).unwrap_or_default();
            Ok(Value::Array(actions::actions(document, &client, within, &only)))
        }
        "textDocument/diagnostic" => {
            let document = of(server, params)?;
            let previous = params["previousResultId"].as_str().unwrap_or_default();
            let previous = [(document.uri.clone(), previous.to_owned())];
            let mut report = report(document, &client, &previous);
            if let Some(report) = report.as_object_mut() {
                report.remove("uri");
                report.remove("version");
            }
            Ok(report)
        }
        "textDocument/semanticTokens/full/delta" => {
            let document = of(server, params)?;
            let uri = document.uri.clone();
            let old = document.tokens.clone().filter(|(id, _)| {
                params["previousResultId"].as_str() == Some(id.to_string().as_str())
            });
            let (id, data) = fresh(server, &uri);
            let (what, value) = match old {
                Some((_, old)) => ("edits", tokens::delta(&old, &data)),
                None => ("data", json!(data)),
            };
            Ok(json!({ "resultId": id.to_string(), what: value }))
        }
        "textDocument/semanticTokens/range" => {
            let (document, within) = within(server, params)?;
            Ok(json!({ "data": tokens::tokens(document, Some(within)) }))
        }
        _ => {
            let why = format!("`{method}` is not known here");
            Err(Refusal::new(code::METHOD_NOT_FOUND, why))
        }
    }
}

/// The tokens of a document, kept for the next difference.
fn fresh(server: &mut Server, uri: &str) -> (u64, Vec<u32>) {
    let Some(document) = server.documents.get_mut(uri) else { return (0, Vec::new()) };
    let data = tokens::tokens(document, None);
    let id = document.tokens.as_ref().map_or(1, |(id, _)| id + 1);
    document.tokens = Some((id, data.clone()));
    (id, data)
}

fn location(document: &Document, one: &Occurrence) -> lsp::Location {
    lsp::Location { uri: document.uri.clone(), range: document.places().range(one.span) }
}

/// The diagnostics of an open document, or the report that the client has them already.
pub(super) fn report(document: &Document, client: &Client, previous: &[(String, String)]) -> Value {
    let id = format!("open-{:x}", document.result);
    let (uri, version) = (&document.uri, document.version);
    if previous.iter().any(|(own, old)| own == uri && *old == id) {
        return json!({ "kind": "unchanged", "resultId": id, "uri": uri, "version": version });
    }
    let items = diagnostics::all(document, client);
    json!({ "kind": "full", "resultId": id, "uri": uri, "version": version, "items": items })
}

/// The results that a client says it has, by document.
pub(super) fn previous(params: &Value) -> Vec<(String, String)> {
    let all = params["previousResultIds"].as_array();
    let pair =
        |one: &Value| Some((one["uri"].as_str()?.to_owned(), one["value"].as_str()?.to_owned()));
    all.into_iter().flatten().filter_map(pair).collect()
}
