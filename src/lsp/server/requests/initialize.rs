//! `initialize`: the capabilities of the client, and those of the server that depend on them.

use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{Request, code_action, semantic_tokens};
use crate::lsp::server::board::types;
use crate::lsp::server::client::Client;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::{Lifecycle, Server, Trace, run};
use crate::text::Encoding;

pub(in crate::lsp::server) struct Initialize;

impl Request for Initialize {
    const METHOD: &'static str = "initialize";
    type Params = InitializeParams;
    type Result = InitializeResult;

    fn handle(server: &mut Server, params: InitializeParams) -> Result<InitializeResult, Refusal> {
        let allow = server.settings.allow.clone();
        let client = Client::new(&params.capabilities, server.settings.link);
        server.client = Arc::new(Client { allow, ..client });
        server.parent = params.process_id;
        server.configure(&params.initialization_options);
        server.trace = params.trace;
        server.lifecycle = Lifecycle::Running;
        Ok(InitializeResult::new(&server.client))
    }
}

/// Reads a value, or takes the default for one of another form: a field that a client writes in a
/// way of its own must not cost it the server.
pub(in crate::lsp::server) fn lenient<'de, T: DeserializeOwned + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).unwrap_or_default())
}

/// Declares structures of which any part can be missing or of another form.
macro_rules! lenient {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),+ $(,)? })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[allow(clippy::struct_field_names)] // the names are the protocol's
        pub(in crate::lsp::server) struct $name {
            $(#[serde(default, deserialize_with = "lenient")]
            pub(in crate::lsp::server) $field: $type),+
        }
    )+ };
}

lenient! {
    InitializeParams {
        process_id: Option<u32>,
        capabilities: ClientCapabilities,
        initialization_options: Options,
        trace: Trace,
    }
    /// The options that the client may set.
    Options { budget: Seconds, document: Seconds, hints: Seconds }
    /// A stretch of time.
    Seconds { seconds: Option<f64> }

    ClientCapabilities {
        general: General,
        window: Window,
        workspace: Workspace,
        text_document: TextDocument,
        experimental: Experimental,
    }
    General { position_encodings: Vec<String> }
    Window { work_done_progress: bool }
    Workspace {
        apply_edit: bool,
        workspace_edit: WorkspaceEdits,
        configuration: bool,
        did_change_configuration: Registrable,
        inlay_hint: Refresh,
        code_lens: Refresh,
    }
    WorkspaceEdits { document_changes: bool }
    Registrable { dynamic_registration: bool }
    Refresh { refresh_support: bool }
    TextDocument {
        publish_diagnostics: Diagnostics,
        hover: Hover,
        completion: Completion,
        signature_help: SignatureHelp,
        document_symbol: DocumentSymbol,
        code_action: CodeAction,
        folding_range: FoldingRange,
    }
    Diagnostics {
        related_information: bool,
        version_support: bool,
        code_description_support: bool,
        data_support: bool,
    }
    Hover { content_format: Vec<String> }
    Completion { completion_item: CompletionItem }
    CompletionItem {
        snippet_support: bool,
        insert_replace_support: bool,
        label_details_support: bool,
        documentation_format: Vec<String>,
    }
    SignatureHelp { signature_information: SignatureInformation }
    SignatureInformation {
        documentation_format: Vec<String>,
        parameter_information: ParameterInformation,
    }
    ParameterInformation { label_offset_support: bool }
    DocumentSymbol { hierarchical_document_symbol_support: bool }
    CodeAction { code_action_literal_support: Option<Map<String, Value>>, is_preferred_support: bool }
    FoldingRange { line_folding_only: bool }
    Experimental { commands: Commands, puzzled_board: bool }
    /// The commands that a client says it has, as rust-analyzer's clients say it.
    Commands { commands: Vec<String> }
}

impl Seconds {
    /// Returns the time, if it was set.
    pub(in crate::lsp::server) fn duration(&self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.seconds?.max(0.0)).ok()
    }
}

/// Declares structures of capabilities.
macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),+ $(,)? })+) => { $(
        $(#[$doc])*
        #[derive(Debug, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub(in crate::lsp::server) struct $name { $($field: $type),+ }
    )+ };
}

capabilities! {
    InitializeResult { capabilities: ServerCapabilities, server_info: ServerInfo }
    ServerInfo { name: &'static str, version: &'static str }
    SyncOptions { open_close: bool, change: u8, save: SaveOptions }
    SaveOptions { include_text: bool }
    TriggerOptions { trigger_characters: &'static [&'static str] }
    ActionOptions { code_action_kinds: &'static [&'static str] }
    LensOptions { resolve_provider: bool }
    RenameOptions { prepare_provider: bool }
    CommandOptions { commands: &'static [&'static str], work_done_progress: bool }
    TokenOptions { legend: semantic_tokens::Legend, full: bool, range: bool }
    /// The version of the messages about boards.
    ExperimentalCapabilities { puzzled_board: u32 }
}

/// The capabilities of the server.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of the protocol")]
pub(in crate::lsp::server) struct ServerCapabilities {
    position_encoding: &'static str,
    text_document_sync: SyncOptions,
    hover_provider: bool,
    completion_provider: TriggerOptions,
    signature_help_provider: TriggerOptions,
    definition_provider: bool,
    references_provider: bool,
    document_highlight_provider: bool,
    document_symbol_provider: bool,
    code_action_provider: ActionOptions,
    code_lens_provider: LensOptions,
    document_formatting_provider: bool,
    document_range_formatting_provider: bool,
    rename_provider: RenameOptions,
    folding_range_provider: bool,
    selection_range_provider: bool,
    inlay_hint_provider: bool,
    execute_command_provider: CommandOptions,
    semantic_tokens_provider: TokenOptions,
    experimental: ExperimentalCapabilities,
}

impl InitializeResult {
    /// Returns what the server offers a client.
    fn new(client: &Client) -> Self {
        let position_encoding = match client.encoding {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        };

        let legend = semantic_tokens::Legend::new();
        let capabilities = ServerCapabilities {
            position_encoding,
            text_document_sync: SyncOptions {
                open_close: true,
                change: 2, // by ranges
                save: SaveOptions { include_text: false },
            },
            hover_provider: true,
            completion_provider: TriggerOptions {
                trigger_characters: &[" ", "[", "<", ">", ":", "(", ";", "="],
            },
            signature_help_provider: TriggerOptions { trigger_characters: &[" ", ";"] },
            definition_provider: true,
            references_provider: true,
            document_highlight_provider: true,
            document_symbol_provider: true,
            code_action_provider: ActionOptions { code_action_kinds: &code_action::KINDS },
            code_lens_provider: LensOptions { resolve_provider: false },
            document_formatting_provider: true,
            document_range_formatting_provider: true,
            rename_provider: RenameOptions { prepare_provider: true },
            folding_range_provider: true,
            selection_range_provider: true,
            inlay_hint_provider: true,
            execute_command_provider: CommandOptions {
                commands: &run::COMMANDS,
                work_done_progress: true,
            },
            semantic_tokens_provider: TokenOptions { legend, full: true, range: true },
            experimental: ExperimentalCapabilities { puzzled_board: types::VERSION },
        };

        let server_info = ServerInfo { name: "puzzled", version: env!("CARGO_PKG_VERSION") };
        Self { capabilities, server_info }
    }
}
