//! The capabilities of the client, and those of the server that depend on them.

use serde_json::{Value, json};

use super::tokens;
use crate::diag::Code;
use crate::text::Encoding;

/// The commands that a client says it has, as rust-analyzer's clients say it.
const COMMANDS: &str = "experimental/commands/commands";

/// The properties of the client.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a separate capability
pub(super) struct Client {
    /// The unit of columns that was agreed on.
    pub(super) encoding: Encoding,
    /// It asks for diagnostics itself, and can be asked to do so again. A client that only pulls
    /// (Neovim 0.11) would see the findings of a search only after its next edit: diagnostics are
    /// pushed to it.
    pub(super) pulls: bool,
    pub(super) refreshes_hints: bool,
    pub(super) refreshes_lenses: bool,
    /// It shows related places.
    pub(super) related: bool,
    /// Where a code is explained, if it shows links at codes.
    pub(super) link: Option<fn(&'static Code) -> Option<String>>,
    /// The codes of warnings and advice that the call of the server allows.
    pub(super) allow: Vec<&'static Code>,
    /// It gives the data of a diagnostic back.
    pub(super) data: bool,
    /// It publishes with versions.
    pub(super) versions: bool,
    /// It renders Markdown in hovers, completions and signatures.
    pub(super) markdown: bool,
    pub(super) markdown_items: bool,
    pub(super) markdown_signatures: bool,
    /// It expands snippets.
    pub(super) snippets: bool,
    /// It applies edits that name versions.
    pub(super) document_changes: bool,
    /// It knows symbols within symbols.
    pub(super) nested_symbols: bool,
    /// It takes code actions, not only commands.
    pub(super) action_literals: bool,
    pub(super) preferred: bool,
    /// It takes edits from the server.
    pub(super) applies: bool,
    /// It shows progress that the server begins.
    pub(super) progress: bool,
    /// It has the command that opens a puzzle at the interactive prompt, which is its own: it says
    /// so, or says nothing of its commands.
    pub(super) opens_repl: bool,
    /// It folds whole lines only.
    pub(super) folds_lines: bool,
    /// It knows offsets of parameters within a signature.
    pub(super) parameter_offsets: bool,
}

impl Default for Client {
    fn default() -> Self {
        Self::new(&Value::Null, |_| None)
    }
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub(super) fn new(params: &Value, link: fn(&'static Code) -> Option<String>) -> Self {
        let at = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let can = |path: &str| at(path).and_then(Value::as_bool).unwrap_or(false);
        let has = |path: &str, word: &str| {
            at(path)
                .and_then(Value::as_array)
                .is_some_and(|all| all.iter().any(|one| one.as_str() == Some(word)))
        };
        let encoding = if has("general/positionEncodings", "utf-8") {
            Encoding::Utf8
        } else if has("general/positionEncodings", "utf-32") {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        };
        let diagnostics = "textDocument/publishDiagnostics";
        let pull = "textDocument/diagnostic";
        let pulls = at(pull).is_some_and(Value::is_object)
            && (can("workspace/diagnostics/refreshSupport")
                || can("workspace/diagnostic/refreshSupport"));
        // A client that pulls declares again what its diagnostics can hold, if it knows the fields.
        let shows =
            |what: &str| can(&format!("{diagnostics}/{what}")) || can(&format!("{pull}/{what}"));
        Self {
            encoding,
            pulls,
            refreshes_hints: can("workspace/inlayHint/refreshSupport"),
            refreshes_lenses: can("workspace/codeLens/refreshSupport"),
            related: shows("relatedInformation"),
            link: shows("codeDescriptionSupport").then_some(link),
            allow: Vec::new(),
            data: shows("dataSupport"),
            versions: can("textDocument/publishDiagnostics/versionSupport"),
            markdown: has("textDocument/hover/contentFormat", "markdown"),
            markdown_items: has(
                "textDocument/completion/completionItem/documentationFormat",
                "markdown",
            ),
            markdown_signatures: has(
                "textDocument/signatureHelp/signatureInformation/documentationFormat",
                "markdown",
            ),
            snippets: can("textDocument/completion/completionItem/snippetSupport"),
            document_changes: can("workspace/workspaceEdit/documentChanges"),
            nested_symbols: can("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            action_literals: at("textDocument/codeAction/codeActionLiteralSupport")
                .is_some_and(Value::is_object),
            preferred: can("textDocument/codeAction/isPreferredSupport"),
            applies: can("workspace/applyEdit"),
            progress: can("window/workDoneProgress"),
            opens_repl: at(COMMANDS).is_none() || has(COMMANDS, super::run::REPL),
            folds_lines: can("textDocument/foldingRange/lineFoldingOnly"),
            parameter_offsets: can(
                "textDocument/signatureHelp/signatureInformation/parameterInformation/labelOffsetSupport",
            ),
        }
    }

    /// The capabilities of the server.
    pub(super) fn answer(&self) -> Value {
        let encoding = match self.encoding {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        };
        let mut capabilities = json!({
            "positionEncoding": encoding,
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": [" ", "[", "<", ">", ":", "(", ";", "="] },
            "signatureHelpProvider": { "triggerCharacters": [" ", ";"] },
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "codeActionProvider": {
                "codeActionKinds": ["quickfix", "refactor.rewrite", super::actions::FIX_ALL],
            },
            "codeLensProvider": { "resolveProvider": false },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "documentOnTypeFormattingProvider": { "firstTriggerCharacter": "}" },
            "renameProvider": { "prepareProvider": true },
            "foldingRangeProvider": true,
            "selectionRangeProvider": true,
            "inlayHintProvider": true,
            "executeCommandProvider": { "commands": super::run::COMMANDS, "workDoneProgress": true },
            "semanticTokensProvider": {
                "legend": tokens::legend(),
                "full": { "delta": true },
                "range": true,
            },
            "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
        });
        if self.pulls {
            capabilities["diagnosticProvider"] = json!({
                "identifier": "puzzled",
                "interFileDependencies": false,
                "workspaceDiagnostics": true,
            });
        }
        json!({
            "capabilities": capabilities,
            "serverInfo": { "name": "puzzled", "version": env!("CARGO_PKG_VERSION") },
        })
    }
}
