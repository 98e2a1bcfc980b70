"""What an editor asks for while a document is read and written."""

import asyncio
import json

import pytest
from conftest import EXAMPLES, ROOT, edited, position, span, whole
from lsprotocol import types
from pytest_lsp import LanguageClient

DONKEY = "klotski/red-donkey.puzzle"
MORE = "\ndonkey: states\nuse donkey\nhardest\n"


def identity(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri=uri)


async def test_hover(client: LanguageClient, example):
    uri, text = example(DONKEY)
    at = position(text, "A B B C", 2)
    told = await client.text_document_hover_async(types.HoverParams(identity(uri), at))
    assert told.contents.kind == types.MarkupKind.Markdown
    assert "block B" in told.contents.value
    assert "2×2" in told.contents.value
    assert told.range.start == at
    verb = types.HoverParams(identity(uri), position(text, "states"))
    told = await client.text_document_hover_async(verb)
    assert "counts the boards" in told.contents.value
    assert told.range == span(text, "states")


async def test_completion(client: LanguageClient, example):
    uri, text = example(DONKEY, "\nh")
    at = position(text, "\nh", 2)
    found = await client.text_document_completion_async(types.CompletionParams(identity(uri), at))
    labels = [one.label for one in found.items]
    assert labels and all(label.startswith("h") for label in labels)
    (item,) = (one for one in found.items if one.label == "hardest")
    typed = types.Range(types.Position(at.line, 0), at)
    if isinstance(item.text_edit, types.InsertReplaceEdit):
        assert item.text_edit.insert == item.text_edit.replace == typed  # nothing of the word stands behind
    else:
        assert item.text_edit.range == typed
    assert item.text_edit.new_text.startswith("hardest")


async def test_completion_within_a_word(client: LanguageClient, example):
    uri, text = example(DONKEY, "\nhards")
    at = position(text, "\nhards", 2)
    found = await client.text_document_completion_async(types.CompletionParams(identity(uri), at))
    (item,) = (one for one in found.items if one.label == "hardest")
    word = types.Range(types.Position(at.line, 0), types.Position(at.line, 5))
    if isinstance(item.text_edit, types.InsertReplaceEdit):
        assert item.text_edit.insert.end == at
        assert item.text_edit.replace == word
    else:
        assert item.text_edit.range.start == word.start


async def test_completion_knows_the_legal_moves(client: LanguageClient, example):
    uri, text = example("bloxorz/first-level.puzzle", "\nbloxorz other {\n  oSo\n  oTo\n}\nplay ")
    at = position(text, "\nplay ", 6)  # the first one, in the example itself
    found = await client.text_document_completion_async(types.CompletionParams(identity(uri), at))
    legal = {one.label for one in found.items}
    assert legal and legal <= {"R", "D"}  # upward and to the left there is no floor


async def test_definition_and_references(client: LanguageClient, example):
    uri, text = example(DONKEY, MORE)
    used = position(text, "use donkey", 5)
    declared = types.Range(position(text, "klotski donkey", 8), position(text, "klotski donkey", 14))
    place = await client.text_document_definition_async(types.DefinitionParams(identity(uri), used))
    assert place == types.Location(uri, declared)
    for whole_list, count in [(True, 3), (False, 2)]:
        context = types.ReferenceContext(include_declaration=whole_list)
        found = await client.text_document_references_async(
            types.ReferenceParams(context, identity(uri), used)
        )
        assert len(found) == count
        assert (types.Location(uri, declared) in found) == whole_list


async def test_rename(client: LanguageClient, example):
    uri, text = example(DONKEY, MORE)
    at = position(text, "donkey: states", 2)
    asked = types.PrepareRenameParams(identity(uri), at)
    prepared = await client.text_document_prepare_rename_async(asked)
    assert prepared.placeholder == "donkey"
    edit = await client.text_document_rename_async(types.RenameParams(identity(uri), at, "esel"))
    edits = edit.changes[uri] if edit.changes else edit.document_changes[0].edits
    expected = text.replace("klotski donkey", "klotski esel")
    expected = expected.replace("donkey: states", "esel: states").replace("use donkey", "use esel")
    assert edited(text, edits) == expected
    for wrong in ["exchange", "two words", "1"]:
        with pytest.raises(Exception, match="(?i)name|exchange"):
            await client.text_document_rename_async(types.RenameParams(identity(uri), at, wrong))


async def test_formatting(client: LanguageClient, document):
    text = (EXAMPLES / DONKEY).read_text()
    messy = text.replace("klotski donkey {", "klotski   donkey{").replace(" => 81", "   =>  81  ")
    assert messy != text
    uri = document(messy, DONKEY)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(identity(uri), options)
    )
    assert edits and edited(messy, edits) == text


async def test_inlay_hints(client: LanguageClient, example):
    """Asked at once: the answer waits until the puzzle is searched."""
    uri, text = example(DONKEY, MORE + "klotski lost {\n  AB.\n  goal A at (0,2)\n}\nlost: solve\n")
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(identity(uri), whole(text)))
    by_line = {hint.position.line: hint for hint in hints}
    answer = by_line[position(text, "donkey: states").line]
    assert answer.label == "⟶ 25955"
    assert answer.position == position(text, "donkey: states", len("donkey: states"))
    assert edited(text, answer.text_edits) == text.replace("donkey: states", "donkey: states => 25955")
    assert by_line[position(text, "lost: solve").line].label == "⟶ unsolvable"
    assert position(text, "solve => 81").line not in by_line  # its answer stands there already


async def test_code_lenses(client: LanguageClient, example):
    uri, text = example(DONKEY)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(identity(uri)))
    told = {(one.command.command, one.command.arguments[1]) for one in lenses}
    # A terminal is the editor's: `puzzled.repl` is offered to clients that name it, and these do not.
    commands = ["puzzled.server.solve", "puzzled.server.test"]
    assert told == {(command, name) for command in commands for name in ["donkey", "exchange"]}
    for lens in lenses:
        assert lens.command.arguments[0] == uri
        assert lens.range.start in [position(text, "donkey {"), position(text, "exchange {")]
    ran = set(client.initialized.capabilities.execute_command_provider.commands)
    assert ran >= {"puzzled.server.solve", "puzzled.server.test"}
    assert "puzzled.repl" not in ran


async def test_document_symbols(client: LanguageClient, example):
    uri, text = example(DONKEY)
    found = await client.text_document_document_symbol_async(types.DocumentSymbolParams(identity(uri)))
    assert [one.name for one in found] == ["donkey", "exchange"]
    assert all(isinstance(one, types.DocumentSymbol) for one in found)
    assert found[0].selection_range == types.Range(position(text, "donkey {"), position(text, " {"))
    assert found[0].range.start == position(text, "klotski donkey")
    assert found[0].detail == "klotski"


async def test_folding(client: LanguageClient, example):
    uri, text = example(DONKEY)
    found = await client.text_document_folding_range_async(types.FoldingRangeParams(identity(uri)))
    lines = {(one.start_line, one.end_line) for one in found}
    first = position(text, "klotski donkey").line
    last = text[: text.index("}\n")].count("\n")
    assert any(start == first and end in (last - 1, last) for start, end in lines)
    assert len(lines) == 2


async def test_semantic_tokens(client: LanguageClient, example):
    uri, text = example(DONKEY)
    legend = client.initialized.capabilities.semantic_tokens_provider.legend
    manifest = json.loads((ROOT / "editors/vscode/package.json").read_text())["contributes"]
    own = [one["id"] for one in manifest["semanticTokenTypes"]]
    standard = {one.value for one in types.SemanticTokenTypes}
    assert own == [one for one in legend.token_types if one not in standard]
    unit = client.initialized.capabilities.position_encoding or types.PositionEncodingKind.Utf16
    form, width = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[unit]
    answer = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(identity(uri))
    )
    lines, line, column, seen = [one.encode(form) for one in text.split("\n")], 0, 0, {}
    for delta, start, length, kind, _ in zip(*[iter(answer.data)] * 5):
        line, column = line + delta, start + (0 if delta else column)
        word = lines[line][column * width : (column + length) * width]
        assert len(word) == length * width, "a token goes beyond its line"
        seen.setdefault(legend.token_types[kind], set()).add(word.decode(form))
    assert "klotski" in seen["type"]
    assert {"donkey", "exchange"} <= seen["variable"]
    assert "goal" in seen["keyword"]
    assert "B" in seen["hero"] and "A" in seen["block"]
    assert "#" in seen["wall"]


async def test_solve_is_told_while_it_runs(client: LanguageClient, example):
    uri, _ = example(DONKEY)
    token = "solve-donkey"
    client.progress_reports[token] = []  # the client's own token needs no request
    answer = await client.workspace_execute_command_async(
        types.ExecuteCommandParams("puzzled.server.solve", [uri, "donkey"], work_done_token=token)
    )
    assert answer["answer"].split("\n")[0] == "81"
    assert len(answer["answer"].split("\n")) == 82
    kinds = [one.kind for one in client.progress_reports[token]]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    # Without a token the server asks for one of its own.
    client.progress_reports.clear()
    result = await client.workspace_execute_command_async(
        types.ExecuteCommandParams("puzzled.server.test", [uri, "donkey"])
    )
    message = "donkey: all 3 expectations hold"
    assert result == {"message": message, "held": 3, "wrong": 0, "open": 0, "errors": 0}
    ((_, reports),) = client.progress_reports.items()
    assert (reports[0].kind, reports[-1].kind) == ("begin", "end")


HARD = """sliders hard {
  24 23 22 21 20
  19 18 17 16 15
  14 13 12 11 10
  9 8 7 6 5
  4 3 2 1 .
  goal
  1 2 3 4 5
  6 7 8 9 10
  11 12 13 14 15
  16 17 18 19 20
  21 22 23 24 .
}
"""


async def test_a_search_can_be_cancelled(client: LanguageClient, document):
    uri = document(HARD)
    token = "solve-hard"
    client.progress_reports[token] = []
    running = asyncio.ensure_future(
        client.workspace_execute_command_async(
            types.ExecuteCommandParams("puzzled.server.solve", [uri, "hard"], work_done_token=token)
        )
    )
    while not client.progress_reports.get(token):
        await asyncio.sleep(0.005)
    # It does not stand in the way of anything else.
    asked = types.HoverParams(identity(uri), position(HARD, "24 23"))
    await asyncio.wait_for(client.text_document_hover_async(asked), 1)
    assert not running.done()
    client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    answer = await asyncio.wait_for(running, 1)
    assert answer is None or answer["answer"].startswith("gave up")
    assert client.progress_reports[token][-1].kind == "end"
