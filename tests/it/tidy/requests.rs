//! The server's requests are typed.

use super::{code, is_test, shipped, sources};

/// Returns a method of the protocol in quotes.
fn method(line: &str) -> Option<&str> {
    let areas = ["textDocument/", "workspace/", "window/", "$/", "client/"];
    let words = ["initialize", "initialized", "shutdown", "exit"];
    let mut quoted = line.split('"').skip(1).step_by(2);
    quoted.find(|word| words.contains(word) || areas.iter().any(|area| word.starts_with(area)))
}

#[test]
fn a_method_is_named_where_its_form_is_declared_and_no_value_is_built_by_hand() {
    let mut faults = Vec::new();
    let mut methods = 0;
    for (name, text) in sources() {
        if !name.starts_with("src/lsp/") || is_test(&name) {
            continue;
        }
        for line in shipped(&text).lines().map(code) {
            if line.contains("json!") {
                faults.push(format!("{name} builds a value without a type: {line}"));
            }
            if let Some(method) = method(line) {
                methods += 1;
                // A constant of a handler, or an entry of the table of calls.
                let declares = line.contains("const METHOD: &'static str = ")
                    || name.ends_with("/calls.rs") && line.contains(" = \"");
                if !declares {
                    faults.push(format!("{name} names `{method}` outside a declaration: {line}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(methods > 30, "the methods are written in another way: {methods}");
}
