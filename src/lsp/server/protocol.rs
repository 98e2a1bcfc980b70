//! The structures of the Language Server Protocol 3.17 that this server reads and writes, under the
//! protocol's names. A crate with all of them takes longer to compile than the server itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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

/// A remark within a line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InlayHint {
    pub(super) position: Position,
    pub(super) label: String,
    pub(super) padding_left: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tooltip: Option<String>,
    /// What accepting it changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text_edits: Option<[TextEdit; 1]>,
}

/// A command beside a line.
#[derive(Debug, Serialize)]
pub(super) struct CodeLens {
    pub(super) range: Range,
    pub(super) command: Command,
}

/// A command that the client has run.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "the names are the protocol's")]
pub(super) struct Command {
    pub(super) title: String,
    pub(super) command: &'static str,
    pub(super) arguments: Vec<Value>,
}

/// `textDocument/semanticTokens/full`: five numbers per token.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SemanticTokens {
    pub(super) result_id: String,
    pub(super) data: Vec<u32>,
}

/// The answer to a request. The large ones are not built as trees of values, which take ten times
/// the memory of the text that is sent.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Reply {
    Value(Value),
    Edits(Vec<TextEdit>),
    Lenses(Vec<CodeLens>),
    Tokens(SemanticTokens),
}

/// The document that a request is about, and its version.
#[derive(Debug, Deserialize)]
pub(super) struct VersionedTextDocumentIdentifier {
    pub(super) uri: String,
    pub(super) version: i32,
}

/// A document with its text.
#[derive(Debug, Deserialize)]
pub(super) struct TextDocumentItem {
    pub(super) uri: String,
    pub(super) version: i32,
    pub(super) text: String,
}

/// `textDocument/didOpen`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidOpenTextDocumentParams {
    pub(super) text_document: TextDocumentItem,
}

/// `textDocument/didChange`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidChangeTextDocumentParams {
    pub(super) text_document: VersionedTextDocumentIdentifier,
    pub(super) content_changes: Vec<TextDocumentContentChangeEvent>,
}

/// A change of a document: of a range, or of all of it.
#[derive(Debug, Deserialize)]
pub(super) struct TextDocumentContentChangeEvent {
    pub(super) range: Option<Range>,
    pub(super) text: String,
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
    pub(super) data: Option<Value>,
}

/// Where a code is explained.
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

/// An enumeration that is a number on the wire.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $number:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(into = "u32")]
        pub(super) enum $name { $($variant = $number),+ }

        impl From<$name> for u32 {
            fn from(one: $name) -> Self {
                one as Self
            }
        }
    };
}

numbered! {
    /// How grave a diagnostic is.
    DiagnosticSeverity { Error = 1, Warning = 2, Information = 3 }
}

numbered! {
    /// How a diagnostic's range is drawn, besides its severity.
    DiagnosticTag { Unnecessary = 1 }
}

numbered! {
    /// The icon of a candidate.
    CompletionItemKind { Function = 3, Variable = 6, Class = 7, Value = 12, Keyword = 14 }
}

numbered! {
    /// How the text of a candidate is read.
    InsertTextFormat { Snippet = 2 }
}
