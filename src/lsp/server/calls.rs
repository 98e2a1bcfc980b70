//! The notifications and the requests of the server.

use serde::Serialize;
use serde_json::Value;

use super::board::types::BoardChanged;
use super::message::RequestId;
use super::protocol as lsp;

/// The parameters of a notification or a request of the server.
pub(super) trait Call: Serialize {
    const METHOD: &'static str;
}

/// Declares the parameters of calls.
macro_rules! calls {
    ($($(#[$meta:meta])* $name:ident $(<$life:lifetime>)? = $method:literal {
        $($(#[$of:meta])* $field:ident: $type:ty),* $(,)?
    })+) => { $(
        $(#[$meta])*
        #[derive(Debug, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub(super) struct $name $(<$life>)? { $($(#[$of])* pub(super) $field: $type),* }

        impl $(<$life>)? Call for $name $(<$life>)? {
            const METHOD: &'static str = $method;
        }
    )+ };
}

calls! {
    /// Replaces the client's diagnostics of a document.
    PublishDiagnostics<'a> = "textDocument/publishDiagnostics" {
        uri: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<i32>,
        diagnostics: &'a [lsp::Diagnostic],
    }
    /// Writes a line into the client's log.
    LogMessage<'a> = "window/logMessage" { r#type: MessageType, message: &'a str }
    /// Writes a line into the client's trace.
    LogTrace<'a> = "$/logTrace" {
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        verbose: Option<&'a str>,
    }
    /// Shows a sentence to a person.
    ShowMessage<'a> = "window/showMessage" { r#type: MessageType, message: &'a str }
    /// Asks for a place to show progress at.
    CreateProgress<'a> = "window/workDoneProgress/create" { token: &'a RequestId }
    /// Shows progress.
    Progress<'a> = "$/progress" { token: &'a RequestId, value: WorkDoneProgress<'a> }
    /// Has the client apply an edit that it got from the server.
    ApplyEdit = "workspace/applyEdit" { edit: Value }
    /// Has the client send notifications of a method.
    RegisterCapability = "client/registerCapability" { registrations: [Registration; 1] }
    /// Asks for the client's settings.
    Configuration = "workspace/configuration" { items: [ConfigurationItem; 1] }
    /// Has the client request hints again.
    InlayHintRefresh = "workspace/inlayHint/refresh" {}
    /// Has the client request lenses again.
    CodeLensRefresh = "workspace/codeLens/refresh" {}
}

impl Call for BoardChanged {
    const METHOD: &'static str = "puzzled/boardChanged";
}

/// A method whose notifications the client is to send.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Registration {
    pub(super) id: &'static str,
    pub(super) method: &'static str,
    pub(super) register_options: ConfigurationItem,
}

/// The part of the client's settings with this name.
#[derive(Debug, Serialize)]
pub(super) struct ConfigurationItem {
    pub(super) section: &'static str,
}

lsp::numbered! {
    /// The severity of a message.
    MessageType { Error = 1, Info = 3 }
}

/// A stage of long work.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(super) enum WorkDoneProgress<'a> {
    Begin { title: &'a str, cancellable: bool },
    Report { message: &'a str, cancellable: bool },
    End { message: &'a str },
}
