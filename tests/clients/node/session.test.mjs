// A session with the client library that Visual Studio Code's extensions are built on. `PUZZLED_BIN`
// names the program; `PUZZLED_LSP_ARGS` its arguments, where they are not `lsp`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import {
  CancellationTokenSource,
  CodeActionRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExecuteCommandRequest,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  InlayHintRequest,
  InlayHintRefreshRequest,
  LSPErrorCodes,
  PublishDiagnosticsNotification,
  SemanticTokensRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkDoneProgress,
  WorkDoneProgressCancelNotification,
  WorkDoneProgressCreateRequest,
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
  const open = (text, name = "/test.puzzle") => {
    const uri = pathToFileURL(name).href;
    const item = { uri, languageId: "puzzled", version: 1, text };
    connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: item });
    return uri;
  };
  const end = async () => {
    assert.equal(await connection.sendRequest(ShutdownRequest.type), null);
    await connection.sendNotification(ExitNotification.type);
    const [code] = await ended;
    connection.dispose();
    return code;
  };
  return { connection, answer, open, end };
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
  const { connection, end } = await session({
    general: { positionEncodings: ["utf-16"] },
    textDocument: { publishDiagnostics: { versionSupport: true } },
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
  const found = await pushed;
  const fault = found.find(({ code }) => code === "command::unknown-verb");
  assert.ok(fault, JSON.stringify(found));
  assert.deepEqual(fault.range, { start: { line: 3, character: 0 }, end: { line: 3, character: 4 } });
  assert.equal(await end(), 0);
});

const PUSHED = {
  general: { positionEncodings: ["utf-16"] },
  textDocument: { publishDiagnostics: { versionSupport: true } },
};

/** Hears diagnostics; gives a function that waits for those of a version of a document. */
function hear(connection) {
  const heard = new Map();
  let wake = () => {};
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
    heard.set(`${uri} ${version}`, diagnostics);
    wake();
  });
  return async (uri, version = 1) => {
    while (!heard.has(`${uri} ${version}`)) await new Promise((resolve) => (wake = resolve));
    return heard.get(`${uri} ${version}`);
  };
}

/** Stays the same over runs: a linear congruential generator. */
function noise(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

/** Where an offset into a text of JavaScript lies: lines end in \n, columns count UTF-16 units. */
function position(text, offset) {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length - 1, character: offset - before.lastIndexOf("\n") - 1 };
}

test("changes between surrogate pairs keep the text", async () => {
  const { connection, answer, open, end } = await session(PUSHED);
  const found = hear(connection);
  assert.equal(answer.capabilities.positionEncoding, "utf-16");
  let text = "matrix m { // 🧩🧩\n  1 2\n  3 4\n}\nm: 🧩 d🐎nce // é🧩\nrotate 1 // 🧩\nshow\n";
  const uri = open(text);
  const pieces = ["🧩", "é", "x", "\n", " ", "1", "rotate 🐎", "ß\n🧩", ""];
  const next = noise(7);
  for (let version = 2; version < 300; version++) {
    // Starts and ends of characters, never the middle of a pair.
    const stops = [0];
    for (const one of text) stops.push(stops.at(-1) + one.length);
    const from = next(stops.length);
    const to = Math.min(from + next(4), stops.length - 1);
    const piece = pieces[next(pieces.length)];
    const range = { start: position(text, stops[from]), end: position(text, stops[to]) };
    text = text.slice(0, stops[from]) + piece + text.slice(stops[to]);
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ range, text: piece }],
    });
    if (version % 10) continue;
    // The same text opened afresh has the same faults at the same places, and the same tokens.
    const fresh = open(text, `/fresh-${version}.puzzle`);
    const told = (items) => items.map(({ code, range, message }) => ({ code, range, message }));
    assert.deepEqual(told(await found(uri, version)), told(await found(fresh)), text);
    const tokens = (of) => connection.sendRequest(SemanticTokensRequest.type, { textDocument: { uri: of } });
    assert.deepEqual((await tokens(uri)).data, (await tokens(fresh)).data, text);
  }
  assert.equal(await end(), 0);
});

test("several changes in one message follow each other", async () => {
  const { connection, open, end } = await session(PUSHED);
  const found = hear(connection);
  const uri = open("matrix m {\n  1 2\n  3 4\n}\n// 🧩\nrotat 1\n");
  const at = (line, from, to) => ({ start: { line, character: from }, end: { line, character: to } });
  assert.equal((await found(uri))[0].code, "command::unknown-verb");
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [
      { range: at(4, 5, 5), text: "\n🐎 gone" }, // a new line behind the comment
      { range: at(5, 0, 3), text: "" }, // 🐎 and its blank, three units
      { range: at(5, 0, 4), text: "use m" },
      { range: at(6, 5, 5), text: "e" },
    ],
  });
  assert.deepEqual(await found(uri, 2), []);
  const hover = await connection.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: 6, character: 1 },
  });
  assert.deepEqual(hover.range, at(6, 0, 6));
  assert.equal(await end(), 0);
});

const HARD = `sliders hard {
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
`;

test("a request that waits for a search is cancelled", async () => {
  const { connection, open, end } = await session({ textDocument: { inlayHint: {} } });
  const uri = open(`${HARD}solve\n`);
  const source = new CancellationTokenSource();
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const asked = connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range }, source.token);
  const begun = performance.now();
  setTimeout(() => source.cancel(), 100);
  await assert.rejects(asked, { code: LSPErrorCodes.RequestCancelled });
  assert.ok(performance.now() - begun < 1500, "the search was waited for");
  assert.equal(await end(), 0);
});

/** So many puzzles that requests about all of them are answered beside other work. */
const LARGE = Array.from(
  { length: 6000 },
  (_, at) => `matrix m${at} { 1 2 / 3 4 }\nrings\nmatrix n${at} { \u22121 }\n`,
).join("");

test("requests about a large text are cancelled, each with one answer", async () => {
  const { connection, open, end } = await session(PUSHED);
  const textDocument = { uri: open(LARGE) };
  const range = { start: { line: 0, character: 0 }, end: { line: 99999, character: 0 } };
  const ask = (token) => [
    connection.sendRequest(SemanticTokensRequest.type, { textDocument }, token),
    connection.sendRequest(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [] } }, token),
  ];
  const source = new CancellationTokenSource();
  const asked = ask(source.token);
  source.cancel();
  for (const one of await Promise.allSettled(asked)) {
    if (one.status === "rejected") assert.equal(one.reason.code, LSPErrorCodes.RequestCancelled);
  }
  // The next ones are answered in full.
  const [tokens, actions] = await Promise.all(ask());
  assert.ok(tokens.data.length > 5 * 6000);
  assert.ok(actions.length > 0);
  assert.equal(await end(), 0);
});

test("a change of the settings holds without a new session", async () => {
  const { connection, open, end } = await session({
    workspace: { configuration: true, inlayHint: { refreshSupport: true } },
    textDocument: { inlayHint: {} },
  });
  const asked = [];
  connection.onRequest(ConfigurationRequest.type, ({ items }) => {
    asked.push(items.map(({ section }) => section));
    return [{ budget: { seconds: 0.05 }, hints: { seconds: 60 } }];
  });
  connection.onRequest(InlayHintRefreshRequest.type, () => {});
  await connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  const uri = open(`${HARD}solve\n`);
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const [hint] = await connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range });
  assert.match(hint.label, /gave up/);
  assert.deepEqual(asked, [["puzzled"]]);
  assert.equal(await end(), 0);
});

test("a command tells its progress and stops when it is told to", async () => {
  const { connection, open, end } = await session({ window: { workDoneProgress: true } });
  const created = [];
  connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => void created.push(token));
  const uri = open(HARD);
  const solve = (workDoneToken, token) =>
    connection.sendRequest(
      ExecuteCommandRequest.type,
      { command: "puzzled.server.solve", arguments: [uri, "hard"], workDoneToken },
      token,
    );

  // With a token of the client, cancelled by it behind the third sign of life.
  const signs = [];
  let third;
  const lively = new Promise((resolve) => (third = resolve));
  connection.onProgress(WorkDoneProgress.type, "mine", (sign) => {
    signs.push(sign);
    if (signs.length === 3) third();
  });
  const running = solve("mine");
  await lively;
  const cancelled = performance.now();
  await connection.sendNotification(WorkDoneProgressCancelNotification.type, { token: "mine" });
  const answer = await running;
  assert.ok(performance.now() - cancelled < 1000, "it went on for long");
  assert.ok(answer === null || answer.answer.startsWith("gave up"), JSON.stringify(answer));
  assert.deepEqual([signs[0].kind, signs[1].kind, signs.at(-1).kind], ["begin", "report", "end"]);
  assert.equal(signs[0].cancellable, true);
  assert.deepEqual(created, [], "a token of the client needs no request");

  // Without one, cancelled as a request.
  const source = new CancellationTokenSource();
  setTimeout(() => source.cancel(), 100);
  const begun = performance.now();
  await solve(undefined, source.token).catch((error) =>
    assert.equal(error.code, LSPErrorCodes.RequestCancelled),
  );
  assert.ok(performance.now() - begun < 1500, "it went on for long");
  assert.equal(created.length, 1);
  assert.equal(await end(), 0);
});
