// The board's panel and the items of the Test Explorer, with a stand-in for the module `vscode`.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import Module from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "puzzled-parts-"));
after(() => rmSync(folder, { recursive: true }));

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
  isEqual({ line, character }) {
    return this.line === line && this.character === character;
  }
}
class Range {
  constructor(line, character, endLine, endCharacter) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}
class Selection {
  constructor(anchor, active) {
    Object.assign(this, { anchor, active });
  }
}
class Items extends Map {
  add(item) {
    this.set(item.id, item);
  }
  replace(items) {
    this.clear();
    for (const item of items) this.set(item.id, item);
  }
}
class TestMessage {
  constructor(message) {
    this.message = message;
  }
  static diff(message, expected, actual) {
    return Object.assign(new TestMessage(message), { expectedOutput: expected, actualOutput: actual });
  }
}

/** The events that were listened to, by name. */
const heard = {};
const events = (...names) =>
  Object.fromEntries(names.map((name) => [name, (listener) => ((heard[name] = listener), { dispose() {} })]));
const edits = [];
const posted = [];
let panel;
const controller = {
  items: new Items(),
  createTestItem: (id, label, uri) => ({ id, label, uri, children: new Items() }),
  createRunProfile: (_, kind, run) => (controller.run = run),
  createTestRun: () => controller.report,
  invalidated: [],
  invalidateTestResults: (item) => controller.invalidated.push(item?.id),
  dispose() {},
};
const vscode = {
  Position, Range, Selection, TestMessage,
  Location: class {},
  ViewColumn: { Beside: -2 },
  TextEditorRevealType: {},
  TestRunProfileKind: { Run: 1 },
  Uri: { joinPath: (base, ...parts) => [base, ...parts].join("/"), parse: (text) => text },
  WorkspaceEdit: class {
    replace(uri, range, text) {
      Object.assign(this, { uri, range, text });
    }
  },
  window: {
    ...events("onDidChangeTextEditorSelection", "onDidChangeActiveTextEditor", "onDidChangeVisibleTextEditors"),
    visibleTextEditors: [],
    registerWebviewPanelSerializer: () => ({ dispose() {} }),
    createWebviewPanel(...created) {
      const webview = {
        asWebviewUri: (uri) => uri,
        postMessage: async (message) => void posted.push(message),
        onDidReceiveMessage: (listener) => (webview.send = listener),
      };
      return (panel = { created, webview, onDidDispose() {}, reveal() {}, dispose() {} });
    },
  },
  workspace: {
    ...events("onDidChangeTextDocument", "onDidCloseTextDocument"),
    textDocuments: [],
    applyEdit: async (edit) => edits.push(edit),
    asRelativePath: (uri) => `${uri}`.split("/").at(-1),
    createFileSystemWatcher: () => ({ ...events("onDidCreate", "onDidDelete"), dispose() {} }),
    openTextDocument: async () => document,
  },
  tests: { createTestController: () => controller },
  commands: {},
};
const uri = { scheme: "file", toString: () => "file:///a.puzzle" };
const document = { uri, languageId: "puzzled", version: 3 };
const editor = { document, selection: new Selection(new Position(1, 2), new Position(1, 2)), revealRange() {} };

/** Loads a source of the extension. */
async function load(name) {
  const outfile = join(folder, `${name}.cjs`);
  const entryPoints = [fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", external: ["vscode"] });
  const original = Module._load;
  Module._load = (request, ...rest) => (request === "vscode" ? vscode : original(request, ...rest));
  try {
    return require(outfile);
  } finally {
    Module._load = original;
  }
}

test("the page of the board runs one script, which a nonce names, and loads nothing else", async () => {
  const { page } = await load("board");
  const text = page("board.js");
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(text);
  const [, nonce] = /script-src 'nonce-([0-9a-f]{32})'/.exec(policy);
  assert.equal(policy, `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'`);
  assert.deepEqual(text.match(/<script[^>]*>/g), [`<script nonce="${nonce}" src="board.js">`]);
  assert.ok(!page("board.js").includes(nonce), "each page has a nonce of its own");
});

test("the board waits for its page, writes into the version it was made for, and moves the cursor", async () => {
  const { BoardPanel } = await load("board");
  const requests = [];
  const board = new BoardPanel("extension", "puzzled", async (method, params) => {
    requests.push([method, params]);
    if (params.then === "old") throw Object.assign(new Error("another version"), { code: -32801 });
    return null;
  });
  vscode.window.activeTextEditor = editor;
  vscode.window.visibleTextEditors = [editor];
  await board.open();
  assert.deepEqual(panel.created.slice(2), [
    { viewColumn: -2, preserveFocus: true },
    { retainContextWhenHidden: true },
  ]);
  assert.deepEqual(posted, []);
  await panel.webview.send({ type: "ready" });
  const place = { uri: "file:///a.puzzle", version: 3, position: { line: 1, character: 2 } };
  assert.deepEqual(posted.splice(0), [{ type: "show", place }]);

  await panel.webview.send({ type: "request", id: 1, params: { position: place.position } });
  await panel.webview.send({ type: "request", id: 2, params: { then: "old" } });
  assert.deepEqual(requests.map(([method]) => method), ["puzzled/board", "puzzled/board"]);
  assert.deepEqual(posted.splice(0), [
    { type: "response", id: 1, result: null },
    { type: "error", id: 2, message: "another version", code: -32801 },
  ]);

  const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 2 } };
  const edit = { uri: place.uri, range, newText: "\nplay R", position: { line: 2, character: 5 } };
  await panel.webview.send({ type: "write", id: 3, edit: { ...edit, version: 2 } });
  assert.deepEqual([posted.splice(0), edits], [[{ type: "response", id: 3, result: null }], []]);
  await panel.webview.send({ type: "write", id: 4, edit: { ...edit, version: 3 } });
  const result = { uri: place.uri, version: 3, position: edit.position };
  assert.deepEqual(posted.splice(0), [{ type: "response", id: 4, result }]);
  assert.deepEqual(edits.map(({ text }) => text), ["\nplay R"]);
  assert.deepEqual({ ...editor.selection.active }, edit.position);

  heard.onDidCloseTextDocument(document);
  assert.deepEqual(posted.splice(0), [{ type: "show", place: null }]);
  board.dispose();
});

test("a board of the window before shows its document again, also if that is loaded late", async () => {
  const { BoardPanel } = await load("board");
  const opened = [];
  const { openTextDocument } = vscode.workspace;
  vscode.workspace.openTextDocument = async (uri) => {
    opened.push(uri);
    if (uri === "file:///gone.puzzle") throw new Error("no such file");
    return document;
  };
  vscode.window.activeTextEditor = undefined;
  vscode.window.visibleTextEditors = [];
  vscode.workspace.textDocuments = [];
  /** Restores a board, and returns what its page is to show. */
  const restored = async (board, state) => {
    vscode.window.createWebviewPanel();
    await board.deserializeWebviewPanel(panel, state);
    posted.length = 0;
    await panel.webview.send({ type: "ready" });
    return posted.splice(0).map(({ place }) => place);
  };
  const at = (line, character) => ({ uri: "file:///a.puzzle", version: 3, position: { line, character } });
  const board = new BoardPanel("extension", "puzzled", async () => null);
  assert.deepEqual(await restored(board, { uri: "file:///a.puzzle" }), [at(0, 0)]);
  assert.deepEqual(opened, ["file:///a.puzzle"]);
  // Its editor appears without the focus, with a cursor of its own.
  vscode.window.visibleTextEditors = [editor];
  editor.selection = new Selection(new Position(1, 2), new Position(1, 2));
  heard.onDidChangeVisibleTextEditors([editor]);
  await new Promise((resolve) => setTimeout(resolve, 80));
  assert.deepEqual(posted.splice(0), [{ type: "show", place: at(1, 2) }]);
  board.dispose();

  // Without a document to open, the first that appears is shown.
  for (const state of [undefined, {}, { uri: "untitled:Untitled-1" }, { uri: "file:///gone.puzzle" }]) {
    vscode.window.visibleTextEditors = [];
    const empty = new BoardPanel("extension", "puzzled", async () => null);
    assert.deepEqual(await restored(empty, state), [null], JSON.stringify(state));
    vscode.window.visibleTextEditors = [editor];
    heard.onDidChangeVisibleTextEditors([editor]);
    await new Promise((resolve) => setTimeout(resolve, 80));
    assert.deepEqual(posted.splice(0), [{ type: "show", place: at(1, 2) }], JSON.stringify(state));
    empty.dispose();
  }
  assert.deepEqual(opened, ["file:///a.puzzle", "file:///gone.puzzle"]);
  vscode.workspace.openTextDocument = openTextDocument;
});

test("undos run one after the other, and the board has the keys until its page has the focus", async () => {
  const { BoardPanel } = await load("board");
  const board = new BoardPanel("extension", "puzzled", async () => null);
  const changing = { ...document };
  vscode.window.activeTextEditor = { ...editor, document: changing };
  vscode.window.visibleTextEditors = [vscode.window.activeTextEditor];
  await board.open();
  const calls = [];
  // An undo does nothing if the text has lost the focus.
  let undosWithoutFocus = 0;
  let isFailing = false;
  const commands = {
    setContext: (name, value) => calls.push(`${name} ${value}`),
    undo: () => commands.change("undo"),
    redo: () => commands.change("redo"),
    change(name) {
      if (isFailing) throw new Error("no editor");
      calls.push(name);
      if (undosWithoutFocus > 0) undosWithoutFocus--;
      else changing.version++;
    },
  };
  vscode.window.showTextDocument = async () => {
    calls.push("focus");
    await new Promise(setImmediate);
  };
  vscode.commands.executeCommand = async (name, ...values) => {
    commands[name](...values);
    await new Promise(setImmediate);
  };
  // The editor gives the focus to the page after a while.
  let isLate = true;
  panel.reveal = () => {
    calls.push("reveal");
    if (!isLate) void panel.webview.send({ type: "focused" });
  };
  const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
  const one = (command) => ["puzzled.undoing true", "focus", command];
  void panel.webview.send({ type: "undo" });
  void board.undo("undo");
  void panel.webview.send({ type: "redo" });
  await rest();
  assert.deepEqual(calls.splice(0), [...one("undo"), ...one("undo"), ...one("redo"), "reveal"]);
  // An undo that starts before the page has the focus waits: the late focus would take its own from the text.
  const next = board.undo("redo");
  await rest();
  assert.deepEqual(calls.splice(0), []);
  isLate = false;
  void panel.webview.send({ type: "focused" });
  await next;
  const end = ["reveal", "puzzled.undoing false"];
  assert.deepEqual(calls.splice(0), [...one("redo"), ...end]);

  // An undo that changes nothing runs once more. There may be nothing to undo.
  undosWithoutFocus = 1;
  await board.undo("undo");
  assert.deepEqual(calls.splice(0), [...one("undo"), "focus", "undo", ...end]);
  undosWithoutFocus = 2;
  await board.undo("undo");
  assert.deepEqual(calls.splice(0), [...one("undo"), "focus", "undo", ...end]);
  assert.equal(undosWithoutFocus, 0);

  // A command that fails does not block the next one, and the focus returns.
  isFailing = true;
  await assert.rejects(board.undo("undo"), /no editor/);
  assert.deepEqual(calls.splice(0), ["puzzled.undoing true", "focus", ...end]);
  isFailing = false;
  await board.undo("undo");
  assert.deepEqual(calls.splice(0), [...one("undo"), ...end]);

  // If the editor leaves the focus in the frame around the page, the page takes it, before the next undo runs.
  await panel.webview.send({ type: "ready" });
  isLate = true;
  let isLost = false;
  panel.webview.postMessage = async ({ type }) => {
    if (type !== "focus") return;
    calls.push("page");
    if (!isLost) void panel.webview.send({ type: "focused" });
  };
  const first = board.undo("undo");
  await rest();
  await Promise.all([first, board.undo("redo")]);
  assert.deepEqual(calls.splice(0), [
    ...one("undo"), "reveal", "page",
    ...one("redo"), "reveal", "page", "puzzled.undoing false",
  ]);
  // If the page never gets the focus, the board asks both twice and then gives up the keys.
  isLost = true;
  await board.undo("undo");
  assert.deepEqual(calls.splice(0), [...one("undo"), "reveal", "page", "reveal", "page", "puzzled.undoing false"]);
  board.dispose();
});

test("expectations become items, and their results the states of the Test Explorer", async () => {
  const { Tests } = await load("tests");
  const at = (line) => ({ start: { line, character: 0 }, end: { line, character: 9 } });
  const one = (id, line, outcome, more) => ({ id, puzzle: "a", command: id, range: at(line), outcome, ...more });
  let answers = [
    one("held", 1, "held"),
    one("line", 2, "wrong", { expected: "5", found: "4" }),
    one("block", 3, "wrong", { expected: "A\nB", found: "A\nC" }),
    one("stopped", 4, "gave-up"),
    one("after", 5, "skipped"),
    one("open", 6, "open"),
    one("new", 7, null),
  ];
  const runs = [];
  const tests = new Tests("puzzled", { tests: async () => answers, run: async (_, puzzle) => void runs.push(puzzle) });
  vscode.workspace.textDocuments = [document];
  tests.refresh();
  await new Promise(setImmediate);
  const items = () => [...controller.items.get("file:///a.puzzle").children.get("a").children.values()];
  // The fake has no parents.
  const [file] = controller.items.values();
  for (const puzzle of file.children.values()) {
    puzzle.parent = file;
    for (const item of puzzle.children.values()) item.parent = puzzle;
  }
  const shown = items().map(({ label, range }) => [label, range.start.line]);
  assert.deepEqual(shown, answers.map(({ id, range }) => [id, range.start.line]));

  const reported = [];
  const say = (state) => (item, message) => reported.push([item.id, state, message?.message, message?.actualOutput]);
  controller.report = { enqueued() {}, started() {}, end: () => reported.push("end") };
  for (const state of ["passed", "failed", "errored", "skipped"]) controller.report[state] = say(state);
  await controller.run({ include: [file], exclude: [items()[0]] }, { isCancellationRequested: false });
  assert.deepEqual(runs, ["a"]);
  assert.deepEqual(reported, [
    ["line", "failed", "expected 5, found 4", "4"],
    ["block", "failed", "wrong answer", "A\nC"],
    ["stopped", "errored", "the search stopped before it found the answer", undefined],
    ["after", "errored", "not compared, because this command or an earlier statement failed", undefined],
    ["open", "skipped", undefined, undefined],
    ["new", "skipped", undefined, undefined],
    "end",
  ]);

  const kept = items()[1];
  answers = [one("line", 9, "held")];
  tests.refresh();
  await new Promise(setImmediate);
  assert.deepEqual(items(), [kept]);
  assert.equal(kept.range.start.line, 9);

  // A text that rests after an edit: its results are old. Without an item, those of all documents would be.
  const edit = async () => {
    heard.onDidChangeTextDocument({ document });
    await new Promise((resolve) => setTimeout(resolve, 350));
  };
  answers = [];
  await edit();
  assert.equal(controller.items.size, 0);
  await edit();
  assert.deepEqual(controller.invalidated, ["file:///a.puzzle"]);
  tests.dispose();
});
