//! `workspace/didChangeConfiguration`: the settings of the client have changed.

use serde::Deserialize;
use serde_json::Value;

use super::Notification;
use crate::lsp::server::calls::{Configuration, ConfigurationItem};
use crate::lsp::server::message::parse;
use crate::lsp::server::requests::initialize::Options;
use crate::lsp::server::{Awaited, Server};

pub(super) struct DidChangeConfiguration;

/// The name of the part of a client's settings that is for this server.
pub(super) const SECTION: &str = "puzzled";

#[derive(Debug, Deserialize)]
pub(super) struct DidChangeConfigurationParams {
    /// Often empty if the client can be asked.
    #[serde(default)]
    settings: Value,
}

impl Notification for DidChangeConfiguration {
    const METHOD: &'static str = "workspace/didChangeConfiguration";
    type Params = DidChangeConfigurationParams;

    /// Asks a client that can be asked; takes what any other sends, under the name of the server or
    /// without it.
    fn handle(server: &mut Server, params: DidChangeConfigurationParams) {
        if server.client.has_settings {
            let items = [ConfigurationItem { section: SECTION }];
            server.ask_for(Awaited::Configuration, Configuration { items });
            return;
        }
        let mut settings = params.settings;
        let section = settings.get_mut(SECTION).map(Value::take).unwrap_or(settings);
        if let Ok(options) = parse::<Options>(section) {
            server.configure(&options);
        }
    }
}
