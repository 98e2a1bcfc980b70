//! Real editors' ways to begin: what they say of themselves decides what they get.

use serde_json::{Value, json};

use super::client::{Client, list};
use super::doc::{Doc, SIX};
use crate::common::root;

/// Returns the parameters of each editor.
fn editors() -> Vec<(String, Value)> {
    let folder = root().join("tests/fixtures/initialize");
    let mut editors = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let text = std::fs::read_to_string(&path).expect("a fixture can be read");
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            editors.push((name, serde_json::from_str(&text).expect("a fixture is JSON")));
        }
    }
    editors.sort_by(|a, b| a.0.cmp(&b.0));
    editors
}

#[test]
fn each_editor_gets_what_it_can_take() {
    let editors = editors();
    let names: Vec<_> = editors.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["emacs-29", "helix-25", "neovim-0.11", "vscode-1.87"]);
    for (name, params) in &editors {
        let can = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let yes = |path: &str| can(path) == Some(&json!(true));
        let mut doc = Doc::in_client(Client::initialize(params), &format!("{SIX}soolve\n"));
        let capabilities = doc.client.initialized["capabilities"].clone();

        // The unit of columns is one of theirs.
        let units = list(can("general/positionEncodings").expect("a list"));
        assert!(units.contains(&capabilities["positionEncoding"]), "{name}");

        // Diagnostics are pushed, also to a client that could ask for them.
        let is_pushed = |message: &Value| message["method"] == "textDocument/publishDiagnostics";
        let pushed = doc.client.wait("diagnostics", is_pushed)["params"].clone();
        let report = list(&pushed["diagnostics"]);
        let diagnostic = report.last().expect("a fault");
        assert_eq!(doc.slice(&diagnostic["range"]), "soolve", "{name}");
        let related = yes("textDocument/publishDiagnostics/relatedInformation");
        assert_eq!(diagnostic["relatedInformation"].is_array(), related, "{name}");
        let help = diagnostic["message"].as_str().expect("a text").contains("\nhelp: ");
        assert_eq!(help, !related, "{name}: the help is sent in one way");
        let versions = yes("textDocument/publishDiagnostics/versionSupport");
        assert_eq!(pushed["version"].is_i64(), versions, "{name}");

        // Text is in a form that they render.
        let forms = list(can("textDocument/hover/contentFormat").expect("a list"));
        let hover = doc.at("hover", "mat|rix onion");
        assert!(forms.contains(&hover["contents"]["kind"]), "{name}");
        assert_eq!(hover["contents"]["kind"] == "markdown", forms.contains(&json!("markdown")));
        let snippets = yes("textDocument/completion/completionItem/snippetSupport");
        let text = doc.text.clone();
        let items = doc.client.at("completion", &doc.uri, &text, text.len());
        let has_snippets = list(&items["items"]).iter().any(|item| item["insertTextFormat"] == 2);
        assert_eq!(has_snippets, snippets, "{name}");

        let nested = yes("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport");
        let symbols = doc.of("documentSymbol");
        assert_eq!(symbols[0]["selectionRange"].is_object(), nested, "{name}");
        let lines = yes("textDocument/foldingRange/lineFoldingOnly");
        let folds = doc.of("foldingRange");
        assert_eq!(folds[0]["startCharacter"].is_null(), lines, "{name}");

        // A rename in the form that they apply.
        let edit = doc.about("rename", "use litt|le", json!({ "newName": "small" }));
        let versioned = yes("workspace/workspaceEdit/documentChanges");
        assert_eq!(edit["documentChanges"].is_array(), versioned, "{name}");
        if !versioned {
            let after = doc.unit().apply(&doc.text, &edit["changes"][&doc.uri]);
            assert_eq!(after, doc.text.replace("little", "small"), "{name}");
        }

        let range = doc.range("soolve", "soolve");
        let params = json!({ "textDocument": { "uri": doc.uri }, "range": range,
                             "context": { "diagnostics": report, "only": ["quickfix"] } });
        let actions = list(&doc.client.ask("textDocument/codeAction", params));
        assert!(
            actions.iter().any(|action| action["title"] == "Replace by `solve`"),
            "{name}: {actions:?}"
        );
        assert!(!doc.settled().is_empty(), "{name}");
        doc.client.finish();
    }
}
