//! The pages for `man`: `docs/man/`.

use std::collections::BTreeMap;

/// Every page, by its path from the root of the project.
pub fn made() -> BTreeMap<String, String> {
    let mut command = puzzled::cli::command();
    command.build();
    let mut made = BTreeMap::new();
    let mut page = |name: &str, command: clap::Command| {
        let mut text = Vec::new();
        // Without a date, so that a page changes only with its text.
        let man = clap_mangen::Man::new(command).title(name).date("").source("puzzled").manual("");
        man.render(&mut text).expect("a vector can be written");
        let text = String::from_utf8(text).expect("the page is UTF-8");
        made.insert(format!("docs/man/{name}.1"), text);
    };
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        page(&format!("puzzled-{}", one.get_name()), one.clone());
    }
    page("puzzled", command.clone());
    made
}
