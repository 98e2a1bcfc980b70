//! `textDocument/codeAction`: fixes and rewritings at a place.

use serde::{Deserialize, Serialize};

use super::Query;
use crate::diag::{Edit, safe_fixes, with_line_ends};
use crate::ide::expectation;
use crate::lsp::server::client::Client;
use crate::lsp::server::diagnostics;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{self as lsp, Arguments, Range, WorkspaceEdit, about};
use crate::lsp::server::run::APPLY;
use crate::puzzle::{Body, Verdict};
use crate::session::{block_text, indent};
use crate::syntax::Statement;
use crate::text::{Source, Span};

/// The kinds of action that are offered.
const QUICKFIX: &str = "quickfix";
const REWRITE: &str = "refactor.rewrite";
const FIX_ALL: &str = "source.fixAll.puzzled";
pub(super) const KINDS: [&str; 3] = [QUICKFIX, REWRITE, FIX_ALL];

pub(super) struct CodeActions;

about! {
    CodeActionParams { range: Range, context: CodeActionContext }
}

#[derive(Debug, Deserialize)]
pub(in crate::lsp::server) struct CodeActionContext {
    /// The kinds that the client asks for; none for all.
    only: Option<Vec<String>>,
}

impl CodeActionContext {
    /// Returns whether the client asks for a kind of action, or for one that contains it.
    fn wants(&self, kind: &str) -> bool {
        self.only.as_ref().is_none_or(|only| {
            only.is_empty()
                || only.iter().any(|requested| {
                    kind.strip_prefix(requested.as_str())
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                })
        })
    }

    fn is_open(&self) -> bool {
        self.only.as_ref().is_none_or(Vec::is_empty)
    }
}

/// An action, or a command that applies its edit for clients that take nothing else.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Action {
    Literal(CodeAction),
    Command(lsp::Command),
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeAction {
    title: String,
    kind: &'static str,
    edit: WorkspaceEdit,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<[lsp::Diagnostic; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_preferred: Option<bool>,
}

impl Query for CodeActions {
    const METHOD: &'static str = "textDocument/codeAction";
    const IS_SLOW: bool = true;
    type Params = CodeActionParams;
    type Result = Vec<Action>;

    fn answer(
        document: &Document,
        client: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let range = document.places().span(params.range);
        Ok(actions(document, client, range, &params.context))
    }
}

/// Returns the actions for a range.
fn actions(
    document: &Document,
    client: &Client,
    range: Span,
    context: &CodeActionContext,
) -> Vec<Action> {
    let mut actions = Vec::new();
    let diagnostics = document.diagnostics();

    if context.wants(QUICKFIX) {
        let places = document.places();
        let statement = |at| document.statement(at).map(|(number, _)| number);
        let here = statement(range.start);
        for diagnostic in document.until_cancelled(diagnostics.iter()) {
            let touches = diagnostic.span.start <= range.end && range.start <= diagnostic.span.end;
            // The right answer is offered on the whole statement.
            let answers = || {
                diagnostic.code.judges && here.is_some() && statement(diagnostic.span.start) == here
            };
            if !touches && !answers() {
                continue;
            }

            let converted = diagnostics::to_protocol(
                diagnostic,
                &document.uri,
                client,
                &places,
                &mut places.cursor(),
            );
            for (at, fix) in diagnostic.fixes.iter().enumerate() {
                let action = action(document, client, fix.title.clone(), QUICKFIX, &fix.edits);
                let Some(mut action) = action else { continue };
                if let Action::Literal(action) = &mut action {
                    action.diagnostics = Some([converted.clone()]);
                    action.is_preferred =
                        (client.preferred && at == 0 && fix.is_safe()).then_some(true);
                }
                actions.push(action);
            }
        }
    }

    let least = if context.is_open() { 2 } else { 1 };
    if context.wants(FIX_ALL) && safe_fixes(&diagnostics).len() >= least {
        let (edits, count) = document.safe_edits();
        let title = match count {
            1 => String::from("Apply the safe fix"),
            _ => format!("Apply all {count} safe fixes"),
        };
        if *count >= least {
            actions.extend(action(document, client, title, FIX_ALL, edits));
        }
    }

    if context.wants(REWRITE) {
        for (title, edits) in rewritings(document, range) {
            actions.extend(action(document, client, title, REWRITE, &edits));
        }
    }
    actions
}

/// Returns the action that makes these edits; `None` if they change nothing.
fn action(
    document: &Document,
    client: &Client,
    title: String,
    kind: &'static str,
    edits: &[Edit],
) -> Option<Action> {
    if !changes(document.source(), edits) {
        return None;
    }
    let edit = WorkspaceEdit::new(document, client, document.places().edits(edits));
    if client.action_literals {
        let diagnostics = None;
        let is_preferred = None;
        return Some(Action::Literal(CodeAction { title, kind, edit, diagnostics, is_preferred }));
    }
    let arguments = Arguments::Edit([edit]);
    Some(Action::Command(lsp::Command { title, command: APPLY, arguments }))
}

/// Returns whether edits change the text.
fn changes(source: &Source, edits: &[Edit]) -> bool {
    let edits = with_line_ends(edits, source.bytes());
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let Some(start) = edits.first().map(|edit| edit.span.start) else { return false };
    let mut new = String::new();
    let mut from = start;
    for edit in edits {
        new += source.slice(Span::new(from, edit.span.start));
        new += &edit.text;
        from = edit.span.end;
    }
    new != source.slice(Span::new(start, from))
}

/// Returns the other actions on the statement in a range: state the answer, change the form.
fn rewritings(document: &Document, range: Span) -> Vec<(String, Vec<Edit>)> {
    let mut rewritings = Vec::new();
    let Some((at, statement)) = document.statement(range.start) else { return rewritings };
    let source = document.source();
    match statement {
        Statement::Command(command) if command.expected.is_none() => {
            let Some(answer) = document.answer(at).filter(|answer| answer.is_whole) else {
                return rewritings;
            };
            if answer.verdict == Verdict::GaveUp {
                return rewritings;
            }

            let insert = |text: String| vec![Edit { span: Span::at(command.text.end), text }];
            let first = answer.text.lines().next().unwrap_or_default().trim();
            if let Some(first) = expectation(first) {
                let title = format!("Expect the answer: `=> {}`", crate::diag::clip(first));
                rewritings.push((title, insert(format!(" => {first}"))));
            }
            if answer.lines > 1 || first.is_empty() {
                let title = format!("Expect the whole answer, {} lines", answer.lines);
                let block = block_text(source, command.span.start, answer.text.split('\n'));
                rewritings.push((title, insert(format!(" => {{{block}}}"))));
            }
        }
        Statement::Declaration(declaration) => {
            let body = Body::of(source.text(), declaration);
            let model = document.checked.model(at);
            let Some(new) = model.and_then(|model| model.convert(&body)) else { return rewritings };
            let lines = new.lines.iter().map(String::as_str);
            let text = block_text(source, declaration.span.start, lines);
            let mut edits = vec![Edit { span: declaration.body, text }];
            if !new.commands.is_empty() {
                let name = declaration.name_word(source);
                let indent = indent(source, declaration.span.start);
                let lines = new.commands.iter().map(|line| format!("\n{indent}{name}: {line}"));
                edits.push(Edit { span: Span::at(declaration.span.end), text: lines.collect() });
            }
            rewritings.push((new.title.to_owned(), edits));
        }
        _ => {}
    }
    rewritings
}
