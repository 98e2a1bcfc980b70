"""Starts the language server for each of the editors whose capabilities pytest-lsp has recorded.

`PUZZLED_BIN` names the program; `PUZZLED_LSP_ARGS` its arguments, where they are not `lsp`.
"""

import os
import shlex
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def command() -> list[str]:
    """The call that starts the server; a missing program is a failure, not a skip."""
    program = os.environ.get("PUZZLED_BIN")
    if not program:
        raise pytest.UsageError("PUZZLED_BIN names no program: set it to the file of `puzzled`")
    return [program, *shlex.split(os.environ.get("PUZZLED_LSP_ARGS", "lsp"))]


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=command()),
    params=["visual-studio-code", "neovim", "emacs"],
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient):
    """A client with the capabilities of one editor, behind `initialize`; shut down afterwards."""
    params = types.InitializeParams(
        capabilities=client_capabilities(request.param),
        root_uri=ROOT.as_uri(),
        workspace_folders=[types.WorkspaceFolder(uri=ROOT.as_uri(), name="puzzled")],
        initialization_options={"budget": {"seconds": 2}},
    )
    lsp_client.editor = request.param
    lsp_client.initialized = await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def document(client: LanguageClient):
    """Opens a text as a document of this client; gives its address."""
    opened: list[str] = []

    def open_document(text: str, name: str = "test.puzzle") -> str:
        uri = (ROOT / name).as_uri()
        opened.append(uri)
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                text_document=types.TextDocumentItem(
                    uri=uri, language_id="puzzled", version=1, text=text
                )
            )
        )
        return uri

    yield open_document
    for uri in opened:
        client.text_document_did_close(
            types.DidCloseTextDocumentParams(
                text_document=types.TextDocumentIdentifier(uri=uri)
            )
        )
