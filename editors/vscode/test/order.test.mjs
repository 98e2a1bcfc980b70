// The messages between the bundled extension and a server.
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

/** A server that writes down the methods of its messages, one a line. It responds to one of them with an error. */
const SERVER = `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const { join } = require("node:path");
let text = Buffer.alloc(0);
const error = { code: -32603, message: "no highlights" };
const capabilities = { textDocumentSync: { openClose: true, change: 2 }, documentHighlightProvider: true };
function respond(id, method) {
  const result = method === "initialize" ? { capabilities } : [];
  const outcome = method === "textDocument/documentHighlight" ? { error } : { result };
  const body = JSON.stringify({ jsonrpc: "2.0", id, ...outcome });
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
    if (id !== undefined) respond(id, method);
    if (method === "exit") process.exit(0);
  }
});
`;

const skip = process.platform === "win32" ? "a script is no program there" : false;

const document = {
  uri: { scheme: "file", fsPath: "/a.puzzle", toString: () => "file:///a.puzzle" },
  languageId: "puzzled",
  version: 1,
  getText: () => "",
  lineCount: 1,
};

/** Starts the extension with the server, and acts on both. */
async function withServer(act) {
  const home = mkdtempSync(join(tmpdir(), "puzzled-order-"));
  const program = join(home, "server.cjs");
  writeFileSync(program, SERVER);
  chmodSync(program, 0o755);
  const disposable = { dispose() {} };
  const log = anything({ onDidChangeLogLevel: () => disposable, error() {} });
  const opened = new Emitter();
  const never = () => disposable;
  const commands = {};
  const errors = [];
  let highlights;
  const vscode = anything({
    version: "1.91.0",
    EventEmitter: Emitter,
    Disposable: class {
      dispose() {}
    },
    commands: anything({ registerCommand: (name, run) => ((commands[name] = run), disposable) }),
    languages: anything({
      match: () => 10,
      registerDocumentHighlightProvider: (_, provider) => ((highlights = provider), disposable),
    }),
    window: anything({
      createOutputChannel: () => log,
      showErrorMessage: async (text) => void errors.push(text),
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
  const bundle = join(home, "extension.js");
  let stop = async () => {};
  try {
    cpSync(fileURLToPath(new URL("../out/extension.js", import.meta.url)), bundle);
    const { activate, deactivate } = require(bundle);
    stop = deactivate;
    await activate({ subscriptions: [] });
    const isThere = () => existsSync(join(home, "methods"));
    await act({
      open: () => opened.fire(document),
      methods: () => (isThere() ? readFileSync(join(home, "methods"), "utf8").trimEnd().split("\n") : []),
      restart: () => commands["puzzled.restart"](),
      highlight: () => {
        const token = { isCancellationRequested: false, onCancellationRequested: never };
        return highlights.provideDocumentHighlights(document, { line: 0, character: 0 }, token);
      },
      errors,
    });
  } finally {
    // The server would keep the test from ending.
    await stop();
    Module._load = load;
    rmSync(home, { recursive: true });
  }
}

test("a document is asked for its expectations once the server has it", { skip }, async () => {
  await withServer(async ({ open, methods }) => {
    open();
    while (!methods().includes("puzzled/tests")) await new Promise((resolve) => setTimeout(resolve, 20));
    const isOfDocument = (method) => method === "textDocument/didOpen" || method === "puzzled/tests";
    assert.deepEqual(methods().filter(isOfDocument), ["textDocument/didOpen", "puzzled/tests"]);
  });
});

test("a request just before a restart fails without a message, and the errors of a running server are shown", { skip }, async () => {
  await withServer(async ({ methods, restart, highlight, errors }) => {
    const early = highlight();
    await restart();
    assert.equal(await early, null);
    assert.deepEqual(errors, []);
    assert.ok(!methods().includes("textDocument/documentHighlight"));
    assert.equal(methods().filter((method) => method === "initialize").length, 2);
    await assert.rejects(highlight(), /no highlights/);
    assert.equal(errors.length, 1);
    assert.match(errors[0], /Request textDocument\/documentHighlight failed/);
  });
});
