//! `initialized`: the client is ready for requests of the server.

use super::Notification;
use super::did_change_configuration::{DidChangeConfiguration, SECTION};
use crate::lsp::server::Server;
use crate::lsp::server::calls::{ConfigurationItem, RegisterCapability, Registration};
use crate::lsp::server::message::NoParams;

pub(super) struct Initialized;

impl Notification for Initialized {
    const METHOD: &'static str = "initialized";
    type Params = NoParams;

    /// Asks the client to report changes of its settings.
    fn handle(server: &mut Server, _: NoParams) {
        if server.client.reports_settings {
            let registration = Registration {
                id: "settings",
                method: DidChangeConfiguration::METHOD,
                register_options: ConfigurationItem { section: SECTION },
            };
            server.ask(Some(RegisterCapability { registrations: [registration] }));
        }
    }
}
