"""The life of a session, as each editor leads it."""

import asyncio

from conftest import HARD, diagnostics, whole
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

# So many puzzles that requests about all of them are answered beside other work.
LARGE = "".join(
    f"matrix m{at} {{ 1 2 / 3 4 }}\nrings\nmatrix n{at} {{ \u22121 }}\n" for at in range(6000)
)
CANCELLED = -32800


async def test_initialize(client: LanguageClient):
    """`initialize` is answered; `shutdown` and `exit` follow when the fixture ends."""
    answer = client.initialized
    assert answer.server_info is not None
    assert answer.capabilities.text_document_sync is not None

    offered = client.capabilities.general and client.capabilities.general.position_encodings
    chosen = answer.capabilities.position_encoding or types.PositionEncodingKind.Utf16
    assert chosen in (offered or [types.PositionEncodingKind.Utf16])


async def test_cancel(client: LanguageClient, document):
    """Requests about a large text are cancelled, and each gets one answer."""
    identity = types.TextDocumentIdentifier(uri=document(LARGE))
    context = types.CodeActionContext(diagnostics=[])
    requests = {
        "tokens": (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(identity)),
        "actions": (
            types.TEXT_DOCUMENT_CODE_ACTION,
            types.CodeActionParams(identity, whole(LARGE), context),
        ),
    }
    asked = [
        client.protocol.send_request_async(method, params, msg_id=name)
        for name, (method, params) in requests.items()
    ]
    for name in requests:
        client.cancel_request(types.CancelParams(id=name))
    for answer in await asyncio.gather(*asked, return_exceptions=True):
        assert not isinstance(answer, JsonRpcException) or answer.code == CANCELLED
    # The next ones are answered in full.
    tokens, actions = [
        await client.protocol.send_request_async(method, params)
        for method, params in requests.values()
    ]
    assert len(tokens.data) > 5 * 6000
    assert len(actions) > 0


async def test_settings(client: LanguageClient, document):
    """A change of the settings holds without a new session."""
    settings = {"puzzled": {"budget": {"seconds": 0.05}, "hints": {"seconds": 60}}}
    client.set_configuration(settings)
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    uri = document(HARD)
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(types.TextDocumentIdentifier(uri=uri), whole(HARD))
    )
    assert [hint.label for hint in hints if "gave up" in str(hint.label)]
    async with asyncio.timeout(10):
        while not await diagnostics(client, uri):  # the hint may come before the whole run ends
            await asyncio.sleep(0.05)
