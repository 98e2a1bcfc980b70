// A session with the client library that Visual Studio Code's extensions are built on. `PUZZLED_BIN`
// names the program; `PUZZLED_LSP_ARGS` its arguments, where they are not `lsp`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import {
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

const program = process.env.PUZZLED_BIN;
assert.ok(program, "PUZZLED_BIN names no program: set it to the file of `puzzled`");
const args = (process.env.PUZZLED_LSP_ARGS ?? "lsp").split(" ").filter(Boolean);

/** Starts a server; gives the connection, what `initialize` answered, and a way to end it all. */
async function session(capabilities) {
  const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(server, "exit");
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const answer = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities,
    initializationOptions: { budget: { seconds: 2 } },
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const end = async () => {
    assert.equal(await connection.sendRequest(ShutdownRequest.type), null);
    await connection.sendNotification(ExitNotification.type);
    const [code] = await ended;
    connection.dispose();
    return code;
  };
  return { connection, answer, end };
}

test("a session begins and ends", async () => {
  const { answer, end } = await session({});
  assert.ok(answer.serverInfo?.name);
  assert.ok(answer.capabilities.textDocumentSync !== undefined);
  // Where the client offers nothing, positions are counted in UTF-16.
  assert.equal(answer.capabilities.positionEncoding ?? "utf-16", "utf-16");
  assert.equal(await end(), 0);
});

test("a fault is told where it is", async () => {
  const { connection, answer, end } = await session({
    general: { positionEncodings: ["utf-16"] },
    textDocument: { publishDiagnostics: { versionSupport: true }, diagnostic: {} },
  });
  const uri = pathToFileURL("/test.puzzle").href;
  const pushed = new Promise((resolve) =>
    connection.onNotification(PublishDiagnosticsNotification.type, (told) => {
      if (told.uri === uri) resolve(told.diagnostics);
    }),
  );
  const text = "klotski k {\n  A .\n}\nsolv\n";
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "puzzled", version: 1, text },
  });
  const pulled = answer.capabilities.diagnosticProvider &&
    (await connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } })).items;
  const found = pulled ?? (await pushed);
  const fault = found.find(({ code }) => code === "command::unknown-verb");
  assert.ok(fault, JSON.stringify(found));
  assert.deepEqual(fault.range, { start: { line: 3, character: 0 }, end: { line: 3, character: 4 } });
  assert.equal(await end(), 0);
});
