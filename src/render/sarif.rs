//! One SARIF 2.1.0 log for all files.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::diagnostics::{escaped, places};
use crate::diag::{Code, Diagnostic, Severity, with_line_ends};
use crate::text::{Source, Span};

/// A file with what was found in it.
#[derive(Clone, Copy, Debug)]
pub struct SarifFile<'a> {
    /// The file.
    pub source: &'a Source,
    /// Its diagnostics.
    pub diagnostics: &'a [Diagnostic],
}

/// Returns the log as JSON text, with a final line end. Columns count Unicode code points from 1.
pub fn sarif(files: &[SarifFile<'_>]) -> String {
    let mut rules: BTreeMap<&str, &Code> = BTreeMap::new();
    for diagnostic in files.iter().flat_map(|file| file.diagnostics) {
        rules.insert(diagnostic.code.path, diagnostic.code);
    }

    let order: Vec<&str> = rules.keys().copied().collect();
    let results: Vec<Value> = files
        .iter()
        .flat_map(|file| {
            file.diagnostics.iter().map(|diagnostic| result(file.source, diagnostic, &order))
        })
        .collect();
    let rules: Vec<Value> = rules.values().map(|code| rule(code)).collect();

    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "puzzled",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });

    let text = serde_json::to_string_pretty(&log).expect("plain JSON serializes");
    let mut text = escaped(text);
    text.push('\n');
    text
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    }
}

fn rule(code: &Code) -> Value {
    json!({
        "id": code.path,
        "shortDescription": { "text": code.title },
        "help": { "text": code.explain, "markdown": code.explain },
        "defaultConfiguration": { "level": level(code.severity) },
    })
}

fn result(source: &Source, diagnostic: &Diagnostic, rules: &[&str]) -> Value {
    let mut text = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        text.push_str(". ");
        text.push_str(help);
    }

    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .enumerate()
        .map(|(id, label)| {
            let mut place = location(source, label.span);
            place["id"] = json!(id);
            place["message"] = json!({ "text": label.text });
            place
        })
        .collect();

    let fixes: Vec<Value> = diagnostic
        .fixes
        .iter()
        .map(|fix| {
            let replacements: Vec<Value> = with_line_ends(&fix.edits, source.bytes())
                .iter()
                .map(|edit| {
                    json!({
                        "deletedRegion": {
                            "byteOffset": edit.span.start,
                            "byteLength": edit.span.len(),
                        },
                        "insertedContent": { "text": edit.text },
                    })
                })
                .collect();
            json!({
                "description": { "text": fix.title },
                "artifactChanges": [{
                    "artifactLocation": { "uri": uri(source.name()) },
                    "replacements": replacements,
                }],
            })
        })
        .collect();

    let mut result = json!({
        "ruleId": diagnostic.code.path,
        "ruleIndex": rules.binary_search(&diagnostic.code.path).unwrap_or(0),
        "level": level(diagnostic.severity()),
        "message": { "text": text },
        "locations": [place(source, diagnostic)],
    });
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    if !fixes.is_empty() {
        result["fixes"] = Value::Array(fixes);
    }
    result
}

fn place(source: &Source, diagnostic: &Diagnostic) -> Value {
    let (start, end) = places(source, diagnostic.span);
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(source.name()) },
        "region": {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
            "byteOffset": diagnostic.span.start,
            "byteLength": diagnostic.span.len(),
        },
    } })
}

fn location(source: &Source, span: Span) -> Value {
    let (start, end) = (source.place(span.start), source.place(span.end));
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(source.name()) },
        "region": {
            "startLine": start.line + 1,
            "startColumn": start.column + 1,
            "endLine": end.line + 1,
            "endColumn": end.column + 1,
            "byteOffset": span.start,
            "byteLength": span.len(),
        },
    } })
}

/// Returns a file name as a URI reference: everything except unreserved characters and `/` is
/// escaped. A `\` separates folders on Windows only.
fn uri(name: &str) -> String {
    let mut uri = String::new();
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}
