"""Random edits of a document with many puzzles, while a heavy search runs in it: once the server is quiet, it has
published what `check --solve` prints about the same text, and its memory does not grow.

`PUZZLED_EDITS` is the number of edits (60).
"""

import asyncio
import json
import os
import random
import re
import subprocess
from pathlib import Path

import pytest
import pytest_lsp
from conftest import HARD, change, command
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

EDITS = int(os.environ.get("PUZZLED_EDITS", "60"))
EDITS_COMPARED = max(20, EDITS // 100)
LIMITS = ["--states", "6000000", "--time", "1h", "--total-time", "1h"]
PUZZLES = """klotski k0 { A . B / C . B / C D . / goal A at (2,2) }
solve => 4
play A right
hint
matrix m0 {
  1 2
  3 4
}
rotate 1 => {
  2 4
  1 3
}
rings
bloxorz b0 {
  ooo---
  oSoooo
  ooooTo
}
solve => 3
goals
automaton a0 {
  rule ?
  tree (. X .)
}
1 [<] => X
rules
next-question
sliders s0 { 1 2 / 3 . / goal / 1 2 / . 3 }
solve => 1
step 3
status
rush r0 {
  . . A
  X X A
  . . .
}
states
play A down
goto 0
"""
MANY = "".join(re.sub(r"(?<=[kmbasr])0", str(number), PUZZLES) for number in range(20))
# A search that takes about a second, and gives up. Each number begins it anew.
HEAVY = HARD.replace("{\n", "{{ // {}\n", 1).replace("\n}\n", "\n}}\n")
LETTERS = [*"aAkX.17 \n}{(=>/,", "é", "\U0001f9e9", "// ", "=> 1\n"]


def random_edit(text: str, number: int) -> tuple[int, int, str]:
    """The start and the end of a stretch, and its replacement. Every 20th edit begins the heavy search anew."""
    heavy = text.index("sliders hard {")
    if number % 20 == 0:
        return heavy, len(text), HEAVY.format(number)
    if number % 300 == 0 or heavy > 2 * len(MANY):
        return 0, heavy, MANY
    at = random.randrange(heavy)
    start, end = text.rfind("\n", 0, at) + 1, min(text.index("\n", at) + 1, heavy)
    return random.choice(
        [
            (at, at, random.choice(LETTERS)),
            (at, min(at + random.randrange(1, 4), heavy), ""),
            (at, at + 1, random.choice(LETTERS)),
            (start, end, ""),
            (start, start, text[start:end]),
            (start, start, random.choice(PUZZLES.splitlines(keepends=True))),
        ]
    )


def position(text: str) -> types.Position:
    """The place of the end of a text, in UTF-16."""
    lines = text.split("\n")
    return types.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2)


def published(faults: list[types.Diagnostic]) -> list:
    def helps(fault: types.Diagnostic) -> list[str]:
        texts = [related.message for related in fault.related_information or ()]
        return [text.removeprefix("help: ") for text in texts if text.startswith("help: ")]

    return sorted(
        (fault.range.start, fault.range.end, fault.code, int(fault.severity), fault.message, helps(fault))
        for fault in faults
    )


def printed(text: str) -> list:
    """The diagnostics of `check --solve`, in the form of the protocol."""
    call = [command()[0], "check", "--solve", "--format", "json", *LIMITS, "-"]
    lines = subprocess.run(call, input=text.encode(), capture_output=True, timeout=120).stdout.splitlines()

    def place(offset: int) -> types.Position:
        return position(text.encode()[:offset].decode())

    def fault(start, end, code, severity, message, help=None, **_) -> tuple:
        severity = {"error": 1, "warning": 2, "advice": 3}[severity]
        return place(start), place(end), code, severity, message, [help] if help else []

    return sorted(fault(**json.loads(line)) for line in lines)


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[*command(), *LIMITS]))
async def editor(lsp_client: LanguageClient):
    for method in ("workspace/codeLens/refresh", "workspace/inlayHint/refresh", "client/registerCapability"):
        lsp_client.feature(method)(lambda *_: None)
    capabilities = client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


@pytest.mark.timeout(600 + EDITS)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads figures of a process")
async def test_a_quiet_server_has_published_what_a_check_prints(editor: LanguageClient):
    process = Path("/proc", str(editor._server.pid))

    def time_spent() -> list[str]:
        return (process / "stat").read_text().rsplit(")", 1)[1].split()[11:13]

    uri, text, sizes, count, stopped = "file:///edits.puzzle", MANY + HEAVY.format(0), {}, 0, 0
    item = types.TextDocumentItem(uri=uri, language_id="puzzled", version=0, text=text)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    folding = types.FoldingRangeParams(types.TextDocumentIdentifier(uri))
    random.seed(51)
    for number in range(1, EDITS + 1):
        start, end, new = random_edit(text, number)
        places = types.Range(position(text[:start]), position(text[:end]))
        text = text[:start] + new + text[end:]
        change(editor, uri, number, types.TextDocumentContentChangePartial(range=places, text=new))
        await asyncio.sleep(random.choice([0, 0, 0.002, 0.02]))
        if number % EDITS_COMPARED == EDITS_COMPARED - 1 or number == EDITS:
            await editor.text_document_folding_range_async(folding)
            before = None
            while before != (before := time_spent()):
                await asyncio.sleep(0.5)
            await editor.text_document_folding_range_async(folding)  # after all diagnostics
            diagnostics = published(editor.diagnostics[uri])
            assert diagnostics == printed(text), (number, text)
            count += len(diagnostics)
            stopped += any(code == "search::gave-up" for _, _, code, *_ in diagnostics)
            sizes[number] = int(re.search(r"VmRSS:\s+(\d+)", (process / "status").read_text())[1])
    print(f"\n{EDITS} edits, {len(sizes)} comparisons of {count} diagnostics; KiB after edits: {sizes}")
    assert stopped > len(sizes) // 2, "the heavy search ran"
    early, late = list(sizes.values())[: len(sizes) // 5 + 1], list(sizes.values())[-10:]
    assert max(late) <= 1.25 * max(early) + 8192, sizes
