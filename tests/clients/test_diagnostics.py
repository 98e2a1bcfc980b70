"""Diagnostics, pushed or pulled, whichever the client can and the server chooses."""

from lsprotocol import types
from pytest_lsp import LanguageClient

BROKEN = "klotski k {\n  A .\n}\nsolv\n"


async def found(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    """What the server says about a document."""
    pulls = client.initialized.capabilities.diagnostic_provider is not None
    can_pull = client.capabilities.text_document.diagnostic is not None
    if pulls and can_pull:
        report = await client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(text_document=types.TextDocumentIdentifier(uri=uri))
        )
        return list(report.items)
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[uri])


async def test_a_fault_is_told_where_it_is(client: LanguageClient, document):
    uri = document(BROKEN)
    codes = {one.code: one for one in await found(client, uri)}
    fault = codes["command::unknown-verb"]
    assert fault.severity == types.DiagnosticSeverity.Error
    assert fault.source == "puzzled"
    assert fault.range == types.Range(types.Position(3, 0), types.Position(3, 4))
