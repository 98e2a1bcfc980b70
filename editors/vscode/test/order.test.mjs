// The order in which the messages of the bundled extension reach a server.
import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import Module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { anything, Emitter } from "./stand-in.mjs";

const require = createRequire(import.meta.url);

/** A server that writes down the methods of its messages, one a line. */
const SERVER = `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const { join } = require("node:path");
let text = Buffer.alloc(0);
function answer(id, result) {
  const body = JSON.stringify({ jsonrpc: "2.0", id, result });
  process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
}
process.stdin.on("data", (data) => {
  text = Buffer.concat([text, data]);
  for (;;) {
    const end = text.indexOf("\\r\\n\\r\\n");
    const length = Number(/Content-Length: (\\d+)/i.exec(text.subarray(0, Math.max(end, 0)))?.[1]);
    if (end < 0 || text.length < end + 4 + length) return;
    const { id, method } = JSON.parse(text.subarray(end + 4, end + 4 + length));
    text = text.subarray(end + 4 + length);
    appendFileSync(join(__dirname, "methods"), method + "\\n");
    const capabilities = { textDocumentSync: { openClose: true, change: 2 } };
    if (id !== undefined) answer(id, method === "initialize" ? { capabilities } : []);
    if (method === "exit") process.exit(0);
  }
});
`;

const skip = process.platform === "win32" ? "a script is no program there" : false;

test("a document is asked for its expectations once the server has it", { skip }, async () => {
  const home = mkdtempSync(join(tmpdir(), "puzzled-order-"));
  const program = join(home, "server.cjs");
  writeFileSync(program, SERVER);
  chmodSync(program, 0o755);
  const disposable = { dispose() {} };
  const log = anything({ onDidChangeLogLevel: () => disposable, error: console.error });
  const opened = new Emitter();
  const never = () => disposable;
  const vscode = anything({
    version: "1.91.0",
    EventEmitter: Emitter,
    Disposable: class {
      dispose() {}
    },
    languages: anything({ match: () => 10 }),
    window: anything({
      createOutputChannel: () => log,
      showErrorMessage: async (text) => void console.error(text),
      tabGroups: { all: [], onDidChangeTabs: never, onDidChangeTabGroups: never },
      visibleTextEditors: [],
    }),
    workspace: anything({
      textDocuments: [],
      notebookDocuments: [],
      workspaceFolders: undefined,
      onDidOpenTextDocument: opened.event,
      getConfiguration: () => ({ get: (name, other) => (name === "server.path" ? program : other) }),
    }),
  });
  const module = Object.create(vscode);
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? module : load(name, ...rest));
  let stop = async () => {};
  try {
    cpSync(fileURLToPath(new URL("../out/extension.js", import.meta.url)), join(home, "extension.js"));
    const { activate, deactivate } = require(join(home, "extension.js"));
    stop = deactivate;
    await activate({ subscriptions: [] });
    const uri = { scheme: "file", fsPath: "/a.puzzle", toString: () => "file:///a.puzzle" };
    opened.fire({ uri, languageId: "puzzled", version: 1, getText: () => "", lineCount: 1 });
    const methods = () => readFileSync(join(home, "methods"), "utf8").split("\n");
    while (!existsSync(join(home, "methods")) || !methods().includes("puzzled/tests")) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const isOfDocument = (method) => method === "textDocument/didOpen" || method === "puzzled/tests";
    assert.deepEqual(methods().filter(isOfDocument), ["textDocument/didOpen", "puzzled/tests"]);
  } finally {
    // The server would keep the test from ending.
    await stop();
    Module._load = load;
    rmSync(home, { recursive: true });
  }
});
