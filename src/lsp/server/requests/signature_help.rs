//! `textDocument/signatureHelp`: the form of the command that is being typed.

use serde::Serialize;

use super::Query;
use crate::ide;
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{Documentation, TextDocumentPositionParams};
use crate::syntax::{Fragment, Statement};
use crate::text::Span;

pub(super) struct SignatureHelp;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignatureList {
    signatures: [Signature; 1],
    active_signature: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_parameter: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Signature {
    label: String,
    documentation: Documentation,
    parameters: Vec<Parameter>,
}

#[derive(Debug, Serialize)]
struct Parameter {
    label: ParameterLabel,
}

/// A part of the label of a signature: where it starts and ends, or its text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ParameterLabel {
    Offsets(usize, usize),
    Text(String),
}

impl Query for SignatureHelp {
    const METHOD: &'static str = "textDocument/signatureHelp";
    type Params = TextDocumentPositionParams;
    type Result = Option<SignatureList>;

    fn answer(
        document: &Document,
        client: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        Ok(signature(document, client, document.places().offset(params.position)))
    }
}

/// Returns the form of the command at an offset, with the argument that is being typed.
fn signature(document: &Document, client: &Client, offset: u32) -> Option<SignatureList> {
    let look = document.checked.at(offset)?;
    let Statement::Command(command) = &document.checked.document.statements[look.statement] else {
        return None;
    };
    if command.expected.is_some() && offset > command.text.end {
        return None;
    }
    let kind = document.checked.kind(look.script?)?;
    let (verb, query) = ide::verb(kind, Fragment::of(document.source().text(), command.text))?;
    let typed =
        document.source().slice(Span::new(command.text.start, offset.max(command.text.start)));
    let arguments = if query { typed } else { &typed[typed.find([' ', '\t'])?..] };
    let line = verb.usage().line();

    let last = verb.usage().at_end(arguments.trim_start());
    let is_last = |arg| last.iter().any(|last| std::ptr::eq(*last, arg));
    let active = line.parameters.iter().position(|parameter| is_last(parameter.arg));
    let active_parameter = active.or(line.parameters.len().checked_sub(1));

    let parameters = line.parameters.into_iter().map(|parameter| Parameter {
        label: match client.parameter_offsets {
            true => ParameterLabel::Offsets(parameter.place.start, parameter.place.end),
            false => ParameterLabel::Text(line.text[parameter.place].to_owned()),
        },
    });
    let signature = Signature {
        label: line.text.clone(),
        documentation: Documentation::new(verb.summary, client.markdown_signatures),
        parameters: parameters.collect(),
    };
    Some(SignatureList { signatures: [signature], active_signature: 0, active_parameter })
}
