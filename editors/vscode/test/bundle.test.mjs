// Loads the bundle as the editor does, with a stand-in for the module `vscode`: what esbuild cannot
// resolve shows here, and a server that does not start must not stop the extension.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import Module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { anything } from "./stand-in.mjs";

const require = createRequire(import.meta.url);

test("the bundle is loaded and registers its commands, server or not", async () => {
  const registered = [];
  const providers = new Map();
  class Task {
    constructor(definition, scope, name, source, execution, matchers) {
      Object.assign(this, { definition, scope, execution, matchers });
    }
  }
  class ProcessExecution {
    constructor(program, args) {
      Object.assign(this, { program, args });
    }
  }
  const errors = [];
  const log = { error: (text) => errors.push(text), warn() {}, info() {}, show() {}, dispose() {} };
  const disposable = { dispose() {} };
  class EventEmitter {
    event = () => disposable;
    fire() {}
    dispose() {}
  }
  const settings = { "server.path": "./no-such-program", "budget.seconds": 2 };
  const vscode = anything({
    version: "1.91.0",
    EventEmitter,
    Task,
    ProcessExecution,
    tasks: anything({ registerTaskProvider: (type, provider) => (providers.set(type, provider), disposable) }),
    commands: anything({
      registerCommand: (name) => (registered.push(name), disposable),
      executeCommand: async () => undefined,
    }),
    window: anything({
      createOutputChannel: () => log,
      showErrorMessage: async (text) => void errors.push(text),
    }),
    workspace: anything({
      workspaceFolders: [{ uri: { fsPath: "puzzles" } }],
      getConfiguration: () => ({ get: (name, other) => settings[name] ?? other }),
      onDidChangeConfiguration: () => disposable,
      onDidGrantWorkspaceTrust: () => disposable,
    }),
  });
  // Behind an object without members, because the bundle copies the members of a module.
  const module = Object.create(vscode);
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? module : load(name, ...rest));
  const home = mkdtempSync(join(tmpdir(), "puzzled-"));
  try {
    cpSync(fileURLToPath(new URL("../out/extension.js", import.meta.url)), join(home, "out", "extension.js"));
    const { activate, deactivate } = require(join(home, "out", "extension.js"));
    const context = { subscriptions: [] };
    await activate(context);
    assert.deepEqual(registered.toSorted(), [
      "puzzled.board", "puzzled.log", "puzzled.redo", "puzzled.repl", "puzzled.restart", "puzzled.run", "puzzled.test",
      "puzzled.undo",
    ]);
    assert.ok(context.subscriptions.length >= registered.length);
    assert.ok(errors.some((text) => text.includes("./no-such-program lsp")), errors.join("\n"));
    const [check] = providers.get("puzzled").provideTasks();
    assert.equal(check.matchers, "$puzzled");
    assert.deepEqual(check.execution.args, ["check", "--format", "short", "."]);
    assert.deepEqual(providers.get("puzzled").resolveTask(check).definition, check.definition);
    assert.equal(providers.get("puzzled").resolveTask({ ...check, definition: { verb: "fmt" } }), undefined);
    await deactivate();

    const started = () => providers.get("puzzled").provideTasks()[0].execution.program;
    const inside = join(home, "bin", process.platform === "win32" ? "puzzled.exe" : "puzzled");
    mkdirSync(join(home, "bin"));
    writeFileSync(inside, "");
    assert.equal(started(), "./no-such-program");
    settings["server.path"] = "";
    assert.equal(started(), inside);
    rmSync(inside);
    assert.equal(started(), "puzzled");
  } finally {
    Module._load = load;
    rmSync(home, { recursive: true });
  }
});
