#!/usr/bin/env bash
# The Python types of the language server protocol drop the edit of a code action that also has a command.
#
# Guess: the answer to textDocument/codeAction may mix commands and code actions. They are told apart by the type of
#   `command`, a text in a command and an object in a code action, so a quick fix with an edit and a command arrives whole.
# What happens: lsprotocol looks only whether there is a key `command`. A code action that has one becomes a Command. Its
#   edit, kind and diagnostics are gone, and the command's name is the printed form of a Python dictionary. Nothing is
#   raised. A test that uses pygls or pytest-lsp as its client then sees a server that offers broken fixes.
# Seen with: lsprotocol 2025.0.0, cattrs 26.2.1, attrs 26.1.0 (Python 3.11).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    lsprotocol==2025.0.0 cattrs==26.2.1 attrs==26.1.0

python3 - <<'PY'
import sys

from lsprotocol import converters, types

spot = {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 5}}
edit = {"changes": {"file:///boards/a.puzzle": [{"range": spot, "newText": "7"}]}}
plain = {"title": "Write 7 here", "kind": "quickfix", "edit": edit}
followed = {**plain, "command": {"title": "Show the board", "command": "board.show", "arguments": [1]}}

converter = converters.get_converter()
answer = types.METHOD_TO_TYPES["textDocument/codeAction"][1]
message = {"jsonrpc": "2.0", "id": 1, "result": [plain, followed]}
without, with_command = converter.structure(message, answer).result

print("without a command:", type(without).__name__, "has an edit:", getattr(without, "edit", None) is not None)
print("with a command:   ", type(with_command).__name__, "has an edit:", getattr(with_command, "edit", None) is not None)
print("its command:      ", repr(with_command.command))

as_described = (
    isinstance(without, types.CodeAction)
    and without.edit is not None
    and isinstance(with_command, types.Command)
    and with_command.command == str(followed["command"])
)
if not as_described:
    sys.exit("The behavior has changed: the code action with a command was not read as a command with a dictionary for a name.")
PY
