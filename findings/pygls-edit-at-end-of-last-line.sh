#!/usr/bin/env bash
# pygls puts an edit at the end of a document one character too early if the last line has no line end.
#
# Guess: a position behind the end of a line means the end of that line, as the protocol says. Clients use this to say
#   "until the end of the line" with a huge number, so both libraries below make the same text of the same edit.
# What happens: pygls cuts the position to the length of the line minus one, as if every line had a line end. On a last
#   line without one the edit lands before the last character, and a replacement leaves that character standing. On every
#   other line the result is right, so a test whose texts end with a line end never sees it.
# Seen with: pygls 2.1.1, lsprotocol 2025.0.0 (Python 3.11); vscode-languageserver-textdocument 1.0.16 beside it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    pygls==2.1.1 lsprotocol==2025.0.0
npm install --silent --no-audit --no-fund vscode-languageserver-textdocument@1.0.16

cat > edits.json <<'JSON'
[
  ["append to the last line", "goal A\nplay RD", [1, 999, 1, 999], "L"],
  ["replace the last line", "goal A\nplay RD", [1, 0, 1, 999], "play L"],
  ["replace a text of one line", "play RD", [0, 0, 0, 999], "play L"],
  ["the same with a line end", "goal A\nplay RD\n", [1, 0, 1, 999], "play L"]
]
JSON

cat > edit.py <<'PY'
import json

from lsprotocol import types
from pygls.workspace import TextDocument

for _, text, (from_line, from_column, to_line, to_column), new in json.load(open("edits.json")):
    document = TextDocument("file:///a.puzzle", text, version=1)
    span = types.Range(types.Position(from_line, from_column), types.Position(to_line, to_column))
    document.apply_change(types.TextDocumentContentChangePartial(range=span, text=new))
    print(json.dumps(document.source))
PY

cat > edit.js <<'JS'
const { TextDocument } = require("vscode-languageserver-textdocument");
for (const [, text, [fromLine, fromColumn, toLine, toColumn], newText] of require("./edits.json")) {
  const document = TextDocument.create("file:///a.puzzle", "puzzled", 1, text);
  const range = { start: { line: fromLine, character: fromColumn }, end: { line: toLine, character: toColumn } };
  console.log(JSON.stringify(TextDocument.update(document, [{ range, text: newText }], 2).getText()));
}
JS

python3 edit.py > of-pygls.txt
node edit.js > of-node.txt

cat > compare.py <<'PY'
import json
import sys

names = [edit[0] for edit in json.load(open("edits.json"))]
of_pygls = [json.loads(line) for line in open("of-pygls.txt")]
of_node = [json.loads(line) for line in open("of-node.txt")]
for name, python_text, node_text in zip(names, of_pygls, of_node):
    print(f"{name}: pygls {python_text!r}, vscode-languageserver-textdocument {node_text!r}")

if of_node != ["goal A\nplay RDL", "goal A\nplay L", "play L", "goal A\nplay L\n"]:
    sys.exit("The behavior has changed: vscode-languageserver-textdocument makes other texts.")
if of_pygls != ["goal A\nplay RLD", "goal A\nplay LD", "play LD", "goal A\nplay L\n"]:
    sys.exit("The behavior has changed: pygls no longer edits before the last character.")
PY
python3 compare.py
