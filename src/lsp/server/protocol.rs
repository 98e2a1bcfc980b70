//! The structures of the Language Server Protocol 3.17 that several requests share, under the
//! protocol's names; those of one request are declared beside its handler. A crate with all of them
//! takes longer to compile than the server itself.

use serde::{Deserialize, Serialize};

use super::client::Client;
use crate::puzzle::markdown::plain;

/// A place in a document. Both numbers count from 0; a character is a unit of the encoding that
/// client and server agreed upon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) character: u32,
}

/// From one place to another one, which is not included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Range {
    pub(super) start: Position,
    pub(super) end: Position,
}

/// A range in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Location {
    pub(super) uri: String,
    pub(super) range: Range,
}

/// A text that takes the place of a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextEdit {
    pub(super) range: Range,
    pub(super) new_text: String,
}

/// The document that a message is about.
#[derive(Debug, Deserialize)]
pub(super) struct TextDocumentIdentifier {
    pub(super) uri: String,
}

/// Parameters that name a document.
pub(super) trait About {
    /// Returns the document.
    fn uri(&self) -> &str;
}

/// Declares parameters that name a document.
macro_rules! about {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? })+) => { $(
        $(#[$doc])*
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub(in crate::lsp::server) struct $name {
            pub(in crate::lsp::server) text_document:
                $crate::lsp::server::protocol::TextDocumentIdentifier,
            $(pub(in crate::lsp::server) $field: $type,)*
        }

        impl $crate::lsp::server::protocol::About for $name {
            fn uri(&self) -> &str {
                &self.text_document.uri
            }
        }
    )+ };
}
pub(super) use about;

about! {
    /// The parameters of a request about a whole document.
    TextDocumentParams {}
    /// The parameters of a request about a place.
    TextDocumentPositionParams { position: Position }
    /// The parameters of a request about a stretch.
    TextDocumentRangeParams { range: Range }
}

/// Text for people.
#[derive(Debug, Serialize)]
pub(super) struct MarkupContent {
    kind: &'static str,
    pub(super) value: String,
}

impl MarkupContent {
    /// Returns a text in the form that the client renders.
    pub(super) fn new(text: &str, markdown: bool) -> Self {
        if markdown {
            return Self { kind: "markdown", value: text.to_owned() };
        }
        Self { kind: "plaintext", value: plain(text) }
    }
}

/// Text for people where the protocol takes a plain string as well: every client shows that, even
/// one that names no format.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Documentation {
    Markup(MarkupContent),
    Plain(String),
}

impl Documentation {
    pub(super) fn new(text: &str, markdown: bool) -> Self {
        let content = MarkupContent::new(text, markdown);
        if markdown { Self::Markup(content) } else { Self::Plain(content.value) }
    }
}

/// A command that the client has run.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "the names are the protocol's")]
pub(super) struct Command {
    pub(super) title: String,
    pub(super) command: &'static str,
    pub(super) arguments: Arguments,
}

/// The arguments of the commands that the server offers.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Arguments {
    /// An edit to apply.
    Edit([WorkspaceEdit; 1]),
    /// A document, and the name of a puzzle of it.
    Puzzle(String, String),
    /// A document, the name of a puzzle of it, and the number of a state.
    State(String, String, usize),
}

/// Edits of one document, in the form that the client takes.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum WorkspaceEdit {
    /// Edits of a version.
    DocumentChanges([TextDocumentEdit; 1]),
    /// Edits of whatever is there.
    Changes(std::collections::BTreeMap<String, Vec<TextEdit>>),
}

impl WorkspaceEdit {
    pub(super) fn new(
        document: &super::document::Document,
        client: &Client,
        edits: Vec<TextEdit>,
    ) -> Self {
        let uri = document.uri.clone();
        if client.document_changes {
            let text_document = VersionedTextDocumentIdentifier { uri, version: document.version };
            return Self::DocumentChanges([TextDocumentEdit { text_document, edits }]);
        }
        Self::Changes([(uri, edits)].into())
    }
}

/// Edits of a version of a document.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextDocumentEdit {
    text_document: VersionedTextDocumentIdentifier,
    edits: Vec<TextEdit>,
}

/// A document with the number of its text.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct VersionedTextDocumentIdentifier {
    pub(super) uri: String,
    pub(super) version: i32,
}

/// A diagnostic.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Diagnostic {
    pub(super) range: Range,
    pub(super) severity: DiagnosticSeverity,
    pub(super) code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code_description: Option<CodeDescription>,
    pub(super) source: &'static str,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tags: Option<Vec<DiagnosticTag>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) related_information: Option<Vec<DiagnosticRelatedInformation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<DiagnosticData>,
}

/// The place where a code is explained.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CodeDescription {
    pub(super) href: String,
}

/// Another place that a diagnostic is about.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DiagnosticRelatedInformation {
    pub(super) location: Location,
    pub(super) message: String,
}

/// The data of a diagnostic beside the protocol's fields.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DiagnosticData {
    pub(super) fixes: Vec<Fix>,
}

/// A fix of a diagnostic.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fix {
    pub(super) title: String,
    pub(super) safe: bool,
    pub(super) edits: Vec<TextEdit>,
}

/// An enumeration that is a number on the wire.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident {
        $($(#[$of:meta])* $variant:ident = $number:literal),+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(into = "i32")]
        pub(in crate::lsp::server) enum $name { $($(#[$of])* $variant = $number),+ }

        impl From<$name> for i32 {
            fn from(variant: $name) -> Self {
                variant as Self
            }
        }
    };
}
pub(super) use numbered;

numbered! {
    /// The severity of a diagnostic.
    DiagnosticSeverity { Error = 1, Warning = 2, Information = 3 }
}

numbered! {
    /// The style in which a diagnostic's range is drawn, besides its severity.
    DiagnosticTag { Unnecessary = 1 }
}

numbered! {
    /// The kind that editors show for a puzzle: a class, of which commands are the methods.
    SymbolKind { Class = 5 }
}
