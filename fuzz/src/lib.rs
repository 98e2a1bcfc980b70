//! What the targets hold; the tests of the main package hold it of the corpora, too.

#[path = "../../tests/it/fuzz/server.rs"]
pub mod server;
#[path = "../../tests/it/fuzz/targets.rs"]
pub mod targets;
