"""The life of a session, as each editor leads it."""

from lsprotocol import types
from pytest_lsp import LanguageClient


async def test_initialize(client: LanguageClient):
    """`initialize` is answered; `shutdown` and `exit` follow when the fixture ends."""
    answer = client.initialized
    assert answer.server_info is not None
    assert answer.capabilities.text_document_sync is not None

    offered = client.capabilities.general and client.capabilities.general.position_encodings
    chosen = answer.capabilities.position_encoding or types.PositionEncodingKind.Utf16
    assert chosen in (offered or [types.PositionEncodingKind.Utf16])
