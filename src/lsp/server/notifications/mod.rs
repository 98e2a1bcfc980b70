//! The notifications of the client: a handler for each method, in a file of its own.

pub(super) mod cancel;
pub(super) mod did_change;
mod did_change_configuration;
mod did_close;
mod did_open;
pub(super) mod exit;
mod initialized;
mod set_trace;
mod work_done_progress_cancel;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::message::{Refusal, parse};
use super::{Lifecycle, Server};

/// A message that is not answered.
pub(super) trait Notification {
    const METHOD: &'static str;
    type Params: DeserializeOwned;

    /// Does what the client wants.
    fn handle(server: &mut Server, params: Self::Params);
}

/// A method, and what handles it.
struct Route {
    method: &'static str,
    handle: fn(&mut Server, Value) -> Result<(), Refusal>,
}

const fn route<N: Notification>() -> Route {
    let handle: fn(&mut Server, Value) -> _ = |server, params| {
        N::handle(server, parse(params)?);
        Ok(())
    };
    Route { method: N::METHOD, handle }
}

/// All notifications that are known.
static ROUTES: [Route; 9] = [
    route::<cancel::Cancel>(),
    route::<did_change::DidChange>(),
    route::<did_change_configuration::DidChangeConfiguration>(),
    route::<did_close::DidClose>(),
    route::<did_open::DidOpen>(),
    route::<exit::Exit>(),
    route::<initialized::Initialized>(),
    route::<set_trace::SetTrace>(),
    route::<work_done_progress_cancel::WorkDoneProgressCancel>(),
];

/// Handles a notification. Logs why it cannot be read: the text of the client and that of the
/// server may differ from then on.
pub(super) fn handle(server: &mut Server, method: &str, params: Value) {
    let Some(route) = ROUTES.iter().find(|route| route.method == method) else {
        return server.note(format!("dropped `{method}`: it is not known here"));
    };
    if server.lifecycle != Lifecycle::Running && method != exit::Exit::METHOD {
        return server.note(format!("dropped `{method}`: it can only come while the server runs"));
    }
    if let Err(why) = (route.handle)(server, params) {
        server.log(&format!("cannot read `{method}`: {}", why.message));
    }
}
