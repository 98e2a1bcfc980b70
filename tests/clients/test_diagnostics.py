"""Diagnostics, and the fixes that are offered."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from conftest import EXAMPLES, change, diagnostics, edited, position, span
from lsprotocol import types
from pytest_lsp import LanguageClient


MISTYPED = "matrix m {\n  1 2\n  3 4\n}\nrotat 1\n"


async def test_a_fault_is_told_where_it_is(client: LanguageClient, document):
    text = f"{MISTYPED}m: dance\n"
    uri = document(text)
    first, second = await diagnostics(client, uri)
    for fault, word in [(first, "rotat"), (second, "dance")]:
        assert fault.code == "command::unknown-verb"
        assert fault.severity == types.DiagnosticSeverity.Error
        assert fault.source == "puzzled"
        assert word in fault.message
    assert first.range.start == position(text, "rotat 1")
    assert first.range.end == position(text, "rotat 1", 5)
    assert second.range.start == position(text, "m: dance", 3)
    assert second.range.end == position(text, "m: dance", 8)


def listed(file: Path) -> list[str]:
    """The codes that such a file is written for; none where it is no document as it stands."""
    try:
        lines = file.read_text().split("\n")
    except UnicodeDecodeError:
        return []  # nothing that an editor could send
    if any(line.startswith("// mode:") for line in lines) or not lines[0].startswith("// codes:"):
        return []
    return [code.strip() for code in lines[0].removeprefix("// codes:").split(",")]


FILES = [file for file in sorted((EXAMPLES / "wrong").glob("*/*.puzzle")) if listed(file)]


@pytest.mark.parametrize("area", sorted({file.parent.name for file in FILES}))
async def test_every_wrong_example_shows_its_codes(client: LanguageClient, document, area: str):
    """And nothing else, but for what the search in the background has found meanwhile."""
    for file in (file for file in FILES if file.parent.name == area):
        uri = document(file.read_text(), f"wrong/{area}/{file.name}")
        found = [fault.code for fault in await diagnostics(client, uri)]
        more = list(found)
        for code in listed(file):
            assert code in more, (file.name, found)
            more.remove(code)
        if more:
            searched = subprocess.run(
                [os.environ["PUZZLED_BIN"], "check", "--solve", "--format", "json", file],
                capture_output=True, text=True, timeout=10,
            )
            known = [json.loads(line)["code"] for line in searched.stdout.splitlines()]
            assert set(more) <= set(known), (file.name, found)


async def test_columns_are_counted_as_agreed(client: LanguageClient, document):
    uri = document("matrix m {\n  1 2\n  3 4\n}\nm: \U0001f9e9\U0001f9e9 1\n")
    (fault,) = await diagnostics(client, uri)
    unit = client.initialized.capabilities.position_encoding or types.PositionEncodingKind.Utf16
    width = {"utf-8": 8, "utf-16": 4, "utf-32": 2}[unit]
    assert fault.range == types.Range(types.Position(4, 3), types.Position(4, 3 + width))


async def test_a_change_is_checked(client: LanguageClient, example):
    # The search in the background has no advice about it, so that it does not matter how far it is.
    uri, text = example("klotski/session.puzzle")
    assert await diagnostics(client, uri) == []
    at = span(text, "solve =>")
    letter = types.Range(at.start, types.Position(at.start.line, 1))
    change(client, uri, 2, types.TextDocumentContentChangePartial(range=letter, text="z"))
    (fault,) = await diagnostics(client, uri)
    assert fault.code == "command::unknown-verb"
    assert fault.range == types.Range(at.start, types.Position(at.start.line, 5))
    change(client, uri, 3, types.TextDocumentContentChangeWholeDocument(text=text))
    assert await diagnostics(client, uri) == []


async def test_a_mend_makes_the_document_clean(client: LanguageClient, document):
    uri = document(MISTYPED)
    (fault,) = await diagnostics(client, uri)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=uri),
            range=fault.range,
            context=types.CodeActionContext(diagnostics=[fault], only=[types.CodeActionKind.QuickFix]),
        )
    )
    (mend,) = actions
    assert mend.title == "Replace by `rotate`"
    assert mend.kind == types.CodeActionKind.QuickFix
    by_version = client.capabilities.workspace.workspace_edit.document_changes
    if by_version:
        (edit,) = mend.edit.document_changes
        assert edit.text_document == types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=1)
        edits = edit.edits
    else:
        edits = mend.edit.changes[uri]
    mended = edited(MISTYPED, edits)
    change(client, uri, 2, types.TextDocumentContentChangeWholeDocument(text=mended))
    assert "\nrotate 1\n" in mended
    assert await diagnostics(client, uri) == []
