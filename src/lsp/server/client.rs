//! The properties of the client.

use super::requests::initialize::ClientCapabilities;
use crate::diag::Code;
use crate::text::Encoding;

/// The properties of the client.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a separate capability
pub(super) struct Client {
    /// The unit of columns that was agreed on.
    pub(super) encoding: Encoding,
    pub(super) refreshes_hints: bool,
    pub(super) refreshes_lenses: bool,
    /// It shows related places.
    pub(super) related: bool,
    /// The function that returns the link to a code's explanation, if the client shows links at
    /// codes.
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
    /// It lets a person choose whether a completion replaces the rest of a word.
    pub(super) inserts_or_replaces: bool,
    /// It shows more beside the label of a completion.
    pub(super) shows_details: bool,
    /// It applies edits that name versions.
    pub(super) document_changes: bool,
    /// It knows symbols within symbols.
    pub(super) nested_symbols: bool,
    /// It takes code actions, not only commands.
    pub(super) action_literals: bool,
    pub(super) preferred: bool,
    /// It reports that its settings change if it is asked to.
    pub(super) reports_settings: bool,
    /// It can be asked for its settings.
    pub(super) has_settings: bool,
    /// It takes edits from the server.
    pub(super) applies: bool,
    /// It shows progress that the server begins.
    pub(super) progress: bool,
    /// It says that it has the command that opens a puzzle at the interactive prompt, which is the
    /// client's own.
    pub(super) opens_repl: bool,
    /// It shows boards.
    pub(super) has_boards: bool,
    /// It folds whole lines only.
    pub(super) folds_lines: bool,
    /// It knows offsets of parameters within a signature.
    pub(super) parameter_offsets: bool,
}

impl Default for Client {
    fn default() -> Self {
        Self::new(&ClientCapabilities::default(), |_| None)
    }
}

impl Client {
    /// Reads what a client says of itself.
    pub(super) fn new(
        capabilities: &ClientCapabilities,
        link: fn(&'static Code) -> Option<String>,
    ) -> Self {
        let ClientCapabilities { general, window, workspace, text_document, experimental } =
            capabilities;
        let has = |list: &[String], word: &str| list.iter().any(|entry| entry == word);

        let encoding = if has(&general.position_encodings, "utf-8") {
            Encoding::Utf8
        } else if has(&general.position_encodings, "utf-32") {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        };

        let pushed = &text_document.publish_diagnostics;
        let signature = &text_document.signature_help.signature_information;
        let item = &text_document.completion.completion_item;
        Self {
            encoding,
            refreshes_hints: workspace.inlay_hint.refresh_support,
            refreshes_lenses: workspace.code_lens.refresh_support,
            related: pushed.related_information,
            link: pushed.code_description_support.then_some(link),
            allow: Vec::new(),
            data: pushed.data_support,
            versions: pushed.version_support,
            markdown: has(&text_document.hover.content_format, "markdown"),
            markdown_items: has(&item.documentation_format, "markdown"),
            markdown_signatures: has(&signature.documentation_format, "markdown"),
            snippets: item.snippet_support,
            inserts_or_replaces: item.insert_replace_support,
            shows_details: item.label_details_support,
            document_changes: workspace.workspace_edit.document_changes,
            nested_symbols: text_document.document_symbol.hierarchical_document_symbol_support,
            action_literals: text_document.code_action.code_action_literal_support.is_some(),
            preferred: text_document.code_action.is_preferred_support,
            reports_settings: workspace.did_change_configuration.dynamic_registration,
            has_settings: workspace.configuration,
            applies: workspace.apply_edit,
            progress: window.work_done_progress,
            opens_repl: has(&experimental.commands.commands, super::run::REPL),
            has_boards: experimental.puzzled_board,
            folds_lines: text_document.folding_range.line_folding_only,
            parameter_offsets: signature.parameter_information.label_offset_support,
        }
    }
}
