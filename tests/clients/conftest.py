"""Starts the language server for each of the editors whose capabilities pytest-lsp has recorded.

`PUZZLED_BIN` names the program; `PUZZLED_LSP_ARGS` its arguments, where they are not `lsp`.
"""

import asyncio
import os
import shlex
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
# A search that takes minutes.
HARD = """sliders hard {
  14 15 8 12
  10 11 9 13
  2 6 5 1
  3 7 4 .
  goal
  1 2 3 4
  5 6 7 8
  9 10 11 12
  13 14 15 .
}
solve
"""


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
    """A client with the capabilities of one editor, behind `initialize`; shut down afterward."""
    params = types.InitializeParams(
        capabilities=client_capabilities(request.param),
        root_uri=ROOT.as_uri(),
        workspace_folders=[types.WorkspaceFolder(uri=ROOT.as_uri(), name="puzzled")],
        initialization_options={"budget": {"seconds": 2}},
    )
    lsp_client.editor = request.param
    # Told to ask again: these tests ask when they want to know.
    for method in ("codeLens", "inlayHint", "semanticTokens"):
        lsp_client.feature(f"workspace/{method}/refresh")(lambda *_: None)
    # Agreed to, as an editor does that offers it; the tests send the notifications themselves.
    lsp_client.registered = []
    lsp_client.feature("client/registerCapability")(
        lambda params: lsp_client.registered.extend(one.method for one in params.registrations)
    )
    lsp_client.initialized = await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def document(client: LanguageClient):
    """Opens a text as a document of this client; gives its address."""
    opened: list[str] = []

    def open_document(text: str, name: str = "test.puzzle") -> str:
        uri = (EXAMPLES / name).as_uri()
        opened.append(uri)
        client.diagnostics.pop(uri, None)
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


@pytest.fixture
def example(document):
    """Opens a shipped example, with lines appended; gives its address and text."""

    def open_example(name: str, more: str = "") -> tuple[str, str]:
        text = (EXAMPLES / name).read_text() + more
        return document(text, name), text

    return open_example


def position(text: str, needle: str, offset: int = 0) -> types.Position:
    """Where a text stands for the first time, so many characters on."""
    before = text[: text.index(needle) + offset]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def span(text: str, needle: str) -> types.Range:
    """The range of the first occurrence, which has to lie on one line."""
    return types.Range(position(text, needle), position(text, needle, len(needle)))


def whole(text: str) -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(text.count("\n") + 1, 0))


def edited(text: str, edits: list[types.TextEdit]) -> str:
    """A text of ASCII characters behind some edits."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def offset(place: types.Position) -> int:
        return min(starts[min(place.line, len(starts) - 1)] + place.character, len(text))

    for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def diagnostics(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    """What the server says about a document."""
    while uri not in client.diagnostics:
        await asyncio.sleep(0.005)
    return list(client.diagnostics[uri])


def change(client: LanguageClient, uri: str, version: int, *changes) -> None:
    """Sends changes; what was pushed before is forgotten."""
    client.diagnostics.pop(uri, None)
    identity = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(text_document=identity, content_changes=list(changes))
    )
