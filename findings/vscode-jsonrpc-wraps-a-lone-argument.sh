#!/usr/bin/env bash
# vscode-jsonrpc sends one argument as it is if it is an object, and as a list of one if it is anything else.
#
# Guess: sendRequest(method, argument) puts the argument into `params`, as the client of an editor does with the objects of
#   the protocol. A server's own request that takes one text gets a text, one that takes a list gets a list, null is null.
# What happens: an object is sent as it is, everything else is wrapped: a text becomes a list of one text, a list a list of
#   one list, and null becomes [null]. Between two ends of this library nobody notices, since it unwraps what it gets. A
#   server in another language must read a list of one, and a list of two that it sends arrives as two arguments at the
#   handler. A batch and a request whose id is null, which JSON-RPC allows, get no answer at all, not even an error.
# Seen with: vscode-jsonrpc 10.0.0 (npm, Node 20).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund vscode-jsonrpc@10.0.0

cat > talk.js <<'JS'
const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-jsonrpc/node");
const { PassThrough } = require("stream");

const [incoming, outgoing] = [new PassThrough(), new PassThrough()];
let sent = "";
outgoing.on("data", (part) => (sent += part));
const connection = createMessageConnection(new StreamMessageReader(incoming), new StreamMessageWriter(outgoing));
connection.onRequest("board", (...values) => JSON.stringify(values.slice(0, -1)));
connection.listen();

const receive = (message) => {
  const text = JSON.stringify(message);
  incoming.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
};

async function talk() {
  for (const value of [{ level: 2 }, "crates", ["crates"], 2, null, []]) {
    await connection.sendNotification("board", value);
  }
  receive({ jsonrpc: "2.0", id: 1, method: "board", params: ["crates", 2] });
  receive({ jsonrpc: "2.0", id: 2, method: "board", params: [["crates", 2]] });
  receive([{ jsonrpc: "2.0", id: 3, method: "board", params: {} }]);
  receive({ jsonrpc: "2.0", id: null, method: "board", params: {} });
  receive({ jsonrpc: "2.0", id: 4, method: "board", params: {} });
  for (let wait = 0; wait < 100 && !sent.includes('"id":4'); wait += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const text of sent.split(/Content-Length: \d+\r\n\r\n/).slice(1)) {
    const message = JSON.parse(text);
    if (message.method) {
      console.log("sent params", JSON.stringify(message.params));
    } else {
      console.log("handler of request", message.id, "got", message.result);
    }
  }
  connection.dispose();
}
talk();
JS
node talk.js | tee seen.txt

cat > expected.txt <<'TEXT'
sent params {"level":2}
sent params ["crates"]
sent params [["crates"]]
sent params [2]
sent params [null]
sent params [[]]
handler of request 1 got ["crates",2]
handler of request 2 got [["crates",2]]
handler of request 4 got [{}]
TEXT
if ! diff expected.txt seen.txt; then
    echo "The behavior has changed: vscode-jsonrpc sends or answers other messages." >&2
    exit 1
fi
