//! Holds that Neovim gets the queries of the grammar: it loads its own copies. Those of Helix have
//! scopes of their own.

use std::collections::BTreeMap;

use crate::common::files;

/// Returns the queries in a folder: their names, with their texts.
fn queries(folder: &str) -> BTreeMap<String, String> {
    let queries = files(folder).into_iter().map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("a query can be read"))
    });
    queries.collect()
}

#[test]
fn neovim_has_the_queries_of_the_grammar() {
    let mut grammar = queries("grammar/tree-sitter/queries");
    assert!(grammar.remove("tags.scm").is_some(), "Neovim reads no tags");
    let neovim = queries("editors/neovim/queries/puzzled");
    assert_eq!(neovim.keys().collect::<Vec<_>>(), grammar.keys().collect::<Vec<_>>());
    for (name, query) in &neovim {
        assert!(*query == grammar[name], "{name} is not that of the grammar");
    }
}
