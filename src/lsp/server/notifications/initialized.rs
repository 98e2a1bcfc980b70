//! `initialized`: the client is ready for requests of the server.

use super::Notification;
use super::did_change_configuration::{DidChangeConfiguration, SECTION};
use super::did_change_watched_files::DidChangeWatchedFiles;
use crate::lsp::server::calls::{
    ConfigurationItem, FileSystemWatcher, RegisterCapability, RegisterOptions, Registration,
};
use crate::lsp::server::message::NoParams;
use crate::lsp::server::{Asked, Server};

pub(super) struct Initialized;

/// The bits of the events of new files, changed ones, and those that are gone.
const CREATE: u8 = 1;
const CHANGE: u8 = 2;
const DELETE: u8 = 4;

impl Notification for Initialized {
    const METHOD: &'static str = "initialized";
    type Params = NoParams;

    /// Has the client watch the puzzle files and the settings. A folder that comes or goes is one
    /// event of its own in some clients, whatever is in it.
    fn handle(server: &mut Server, _: NoParams) {
        if server.client.watches {
            let watchers = vec![
                FileSystemWatcher { glob_pattern: "**/*.puzzle", kind: CREATE | CHANGE | DELETE },
                FileSystemWatcher { glob_pattern: "**/*", kind: CREATE | DELETE },
            ];
            let registration = Registration {
                id: "files",
                method: DidChangeWatchedFiles::METHOD,
                register_options: RegisterOptions::Files { watchers },
            };
            server.ask_for(Asked::Watch, RegisterCapability { registrations: [registration] });
        }
        if server.client.reports_settings {
            let registration = Registration {
                id: "settings",
                method: DidChangeConfiguration::METHOD,
                register_options: RegisterOptions::Settings(ConfigurationItem { section: SECTION }),
            };
            server.ask(Some(RegisterCapability { registrations: [registration] }));
        }
    }
}
