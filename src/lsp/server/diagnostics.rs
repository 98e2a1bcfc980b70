//! Diagnostics as the client gets them: pushed after a change, or asked for.

use super::client::Client;
use super::document::Document;
use super::place::{Cursor, Places};
use super::protocol as lsp;
use crate::diag::{Diagnostic, Fix, Severity};

/// The most diagnostics of one document that are sent; the last one says how many more there are.
const MOST: usize = 20_000;

/// Returns all diagnostics of a document; if there are too many, the last one says how many more.
pub(super) fn of_document(document: &Document, client: &Client) -> Vec<lsp::Diagnostic> {
    let diagnostics = document.diagnostics();
    let mut converted: Vec<_> = {
        let places = document.places();
        let mut cursor = places.cursor();
        let uri = &document.uri;
        diagnostics
            .iter()
            .take(MOST)
            .map(|diagnostic| to_protocol(diagnostic, uri, client, &places, &mut cursor))
            .collect()
    };
    if let (Some(last), true) = (converted.last_mut(), diagnostics.len() > MOST) {
        last.message = format!("… and {} more", diagnostics.len() - MOST + 1);
    }
    converted
}

/// Converts a diagnostic to the form of the protocol. The message is the checker's. The help is a
/// related place, as compilers' hints are, or follows the message if the client shows no related
/// places.
pub(super) fn to_protocol(
    diagnostic: &Diagnostic,
    uri: &str,
    client: &Client,
    places: &Places<'_>,
    cursor: &mut Cursor<'_>,
) -> lsp::Diagnostic {
    let range = cursor.range(diagnostic.span);
    let at = |range, message: String| lsp::DiagnosticRelatedInformation {
        location: lsp::Location { uri: uri.to_owned(), range },
        message,
    };

    let mut message = diagnostic.message.clone();
    let mut related: Vec<_> = diagnostic
        .related
        .iter()
        .map(|label| at(places.range(label.span), label.text.clone()))
        .collect();
    if let Some(help) = &diagnostic.help {
        if client.related {
            related.push(at(range, format!("help: {help}")));
        } else {
            message += &format!("\nhelp: {help}");
        }
    }

    let severity = match diagnostic.severity() {
        Severity::Error => lsp::DiagnosticSeverity::Error,
        Severity::Warning => lsp::DiagnosticSeverity::Warning,
        Severity::Advice => lsp::DiagnosticSeverity::Information,
    };
    let link = client.link.and_then(|link| link(diagnostic.code));
    let data = (client.data && !diagnostic.fixes.is_empty()).then(|| {
        let fix = |fix: &Fix| lsp::Fix {
            title: fix.title.clone(),
            safe: fix.is_safe(),
            edits: places.edits(&fix.edits),
        };
        lsp::DiagnosticData { fixes: diagnostic.fixes.iter().map(fix).collect() }
    });

    lsp::Diagnostic {
        range,
        severity,
        code: diagnostic.code.path,
        code_description: link.map(|href| lsp::CodeDescription { href }),
        source: "puzzled",
        message,
        tags: diagnostic.code.unnecessary.then(|| vec![lsp::DiagnosticTag::Unnecessary]),
        related_information: (client.related && !related.is_empty()).then_some(related),
        data,
    }
}
