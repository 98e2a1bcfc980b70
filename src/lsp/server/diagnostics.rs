//! Diagnostics as the client gets them: pushed after a change, or asked for.

use serde_json::{Value, json};

use super::client::Client;
use super::document::Document;
use super::message::Outgoing;
use super::place::{Cursor, Places};
use super::protocol as lsp;
use crate::diag::{Diagnostic, Fix, Severity};

/// The most diagnostics of one document that are sent; the last one says how many more there are.
const MOST: usize = 20_000;

/// All diagnostics of a document.
pub(super) fn all(document: &Document, client: &Client) -> Vec<lsp::Diagnostic> {
    let found = document.diagnostics();
    let mut told: Vec<_> = {
        let places = document.places();
        let mut cursor = places.cursor();
        let uri = &document.uri;
        found.iter().take(MOST).map(|one| told(one, uri, client, &places, &mut cursor)).collect()
    };
    if let (Some(last), true) = (told.last_mut(), found.len() > MOST) {
        last.message = format!("… and {} more", found.len() - MOST + 1);
    }
    told
}

/// One diagnostic. The message is the checker's; the help stands beside it as a related place, as
/// compilers' hints do, or after it if the client shows no related places.
pub(super) fn told(
    one: &Diagnostic,
    uri: &str,
    client: &Client,
    places: &Places<'_>,
    cursor: &mut Cursor<'_>,
) -> lsp::Diagnostic {
    let range = cursor.range(one.span);
    let at = |range, message: String| lsp::DiagnosticRelatedInformation {
        location: lsp::Location { uri: uri.to_owned(), range },
        message,
    };
    let mut message = one.message.clone();
    let mut related: Vec<_> =
        one.related.iter().map(|label| at(places.range(label.span), label.text.clone())).collect();
    if let Some(help) = &one.help {
        if client.related {
            related.push(at(range, format!("help: {help}")));
        } else {
            message += &format!("\nhelp: {help}");
        }
    }
    let severity = match one.severity() {
        Severity::Error => lsp::DiagnosticSeverity::Error,
        Severity::Warning => lsp::DiagnosticSeverity::Warning,
        Severity::Advice => lsp::DiagnosticSeverity::Information,
    };
    let link = client.link.and_then(|link| link(one.code));
    let data = (client.data && !one.fixes.is_empty()).then(|| {
        let fixes: Vec<_> = one.fixes.iter().map(|fix| data(fix, places)).collect();
        json!({ "fixes": fixes })
    });
    lsp::Diagnostic {
        range,
        severity,
        code: one.code.path,
        code_description: link.map(|href| lsp::CodeDescription { href }),
        source: "puzzled",
        message,
        tags: one.code.unnecessary.then(|| vec![lsp::DiagnosticTag::Unnecessary]),
        related_information: (client.related && !related.is_empty()).then_some(related),
        data,
    }
}

fn data(fix: &Fix, places: &Places<'_>) -> Value {
    json!({ "title": fix.title, "safe": fix.is_safe(), "edits": places.edits(&fix.edits) })
}

/// The notification that replaces the client's diagnostics of a document, serialized: a value tree
/// in between would double the cost for ten thousand of them.
pub(super) fn publish(uri: &str, version: Option<i32>, diagnostics: &[lsp::Diagnostic]) -> Vec<u8> {
    #[derive(serde::Serialize)]
    struct Params<'a> {
        uri: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<i32>,
        diagnostics: &'a [lsp::Diagnostic],
    }
    let params = Params { uri, version, diagnostics };
    Outgoing::call(None, "textDocument/publishDiagnostics", Some(params))
}
