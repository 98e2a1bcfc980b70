// The client of `puzzled lsp`, and the commands that its code lenses call.

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import {
  type DynamicFeature,
  ExecuteCommandRequest,
  type ExecuteCommandSignature,
  LanguageClient,
  type MessageSignature,
  type StaticFeature,
  TransportKind,
} from "vscode-languageclient/node";
import type { Board, BoardChanged, Test } from "../../board/protocol";
import { BoardPanel } from "./board";
import { Tests } from "./tests";

const LANGUAGE = "puzzled";

/** Commands of this extension, whatever the server offers under the same names. */
const OWN = ["puzzled.run", "puzzled.test", "puzzled.repl", "puzzled.restart", "puzzled.log"];

/** Commands of the server, with a document and a puzzle as arguments. */
const SOLVE = "puzzled.server.solve";
const TEST = "puzzled.server.test";

/**
 * A client that leaves our own commands alone, and shows no failed requests once it is stopped. A server may run the
 * commands for editors that have no terminal; registering them twice would be an error that stops the start.
 */
class Client extends LanguageClient {
  /** Whether the extension stops or has stopped this client. */
  private isDisposed = false;

  public override registerFeature(feature: StaticFeature | DynamicFeature<any>): void {
    if ("registrationType" in feature && feature.registrationType.method === ExecuteCommandRequest.method) {
      const register = feature.register.bind(feature);
      feature.register = (data) => {
        const commands: string[] = data.registerOptions.commands ?? [];
        const others = commands.filter((name) => !OWN.includes(name));
        register({ ...data, registerOptions: { ...data.registerOptions, commands: others } });
      };
    }
    super.registerFeature(feature);
  }

  /** Stops the server for good. A restart makes a new client. */
  public override dispose(timeout?: number): Promise<void> {
    this.isDisposed = true;
    return super.dispose(timeout);
  }

  /**
   * Returns the default result for a request that fails because this client is stopped. A request that starts just
   * before fails with an error that the base class would show, although the next server answers the editor anyway.
   */
  public override handleFailedRequest<T>(
    type: MessageSignature,
    token: vscode.CancellationToken | undefined,
    error: unknown,
    defaultValue: T,
    showNotification?: boolean,
    throwOnCancel?: boolean,
  ): T {
    if (this.isDisposed) return defaultValue;
    return super.handleFailedRequest(type, token, error, defaultValue, showNotification, throwOnCancel);
  }
}

/** Says that this client has boards, and the command of the code lens that opens a puzzle in the REPL. */
const announced: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    const commands = { commands: ["puzzled.repl"] };
    capabilities.experimental = { ...capabilities.experimental, commands, puzzledBoard: true };
  },
  initialize: () => {},
  getState: () => ({ kind: "static" }),
  clear: () => {},
};

let client: Client | undefined;
let log: vscode.LogOutputChannel;
let trace: vscode.LogOutputChannel;
let board: BoardPanel;
let tests: Tests;

/** Starts and stops follow each other, so that a quick restart leaves one server only. */
let turn: Promise<void> = Promise.resolve();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  log = vscode.window.createOutputChannel("puzzled", { log: true });
  trace = vscode.window.createOutputChannel("puzzled (trace)", { log: true });
  board = new BoardPanel(context.extensionUri, LANGUAGE, ask);
  const expectations = (uri: vscode.Uri) => ask<Test[]>("puzzled/tests", { textDocument: { uri: `${uri}` } });
  tests = new Tests(LANGUAGE, { tests: expectations, run: judge });
  context.subscriptions.push(
    log,
    trace,
    board,
    tests,
    // A code lens gives a position; a menu gives the group of the editor.
    vscode.commands.registerCommand("puzzled.board", (target?: unknown, position?: unknown) =>
      board.open(address(target), position instanceof vscode.Position ? position : undefined),
    ),
    vscode.commands.registerCommand("puzzled.undo", () => board.undo("undo")),
    vscode.commands.registerCommand("puzzled.redo", () => board.undo("redo")),
    vscode.commands.registerCommand("puzzled.restart", restart),
    vscode.commands.registerCommand("puzzled.log", () => log.show()),
    vscode.commands.registerCommand("puzzled.run", (target?: unknown) => inTask("run", target)),
    vscode.commands.registerCommand("puzzled.test", (target?: unknown) => inTask("test", target)),
    vscode.commands.registerCommand("puzzled.repl", inRepl),
    vscode.tasks.registerTaskProvider(LANGUAGE, checks),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      // The server asks for the other settings itself.
      if (change.affectsConfiguration("puzzled.server.path")) {
        await restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  await queue(start);
}

export async function deactivate(): Promise<void> {
  await queue(stop);
}

function queue(work: () => Promise<void>): Promise<void> {
  turn = turn.then(work, work);
  return turn;
}

function restart(): Promise<void> {
  return queue(async () => {
    await stop();
    await start();
  });
}

async function start(): Promise<void> {
  const command = program();
  client = new Client(
    LANGUAGE, // also the section of `puzzled.trace.server`
    "puzzled",
    { command, args: ["lsp"], transport: TransportKind.stdio },
    {
      documentSelector: [
        { scheme: "file", language: LANGUAGE },
        { scheme: "untitled", language: LANGUAGE },
      ],
      initializationOptions: { budget: { seconds: settings().get("budget.seconds", 2) } },
      outputChannel: log,
      traceOutputChannel: trace,
      middleware: {
        // A listener of the extension would be called before the client's, and its request sent before the document.
        didOpen: async (document, next) => {
          await next(document);
          tests.opened(document);
        },
        executeCommand: (command, args, next) =>
          command === SOLVE || command === TEST ? inServer(command, args, next) : next(command, args),
        provideCodeLenses: async (document, token, next) => withBoards(document, await next(document, token)),
      },
    },
  );
  client.registerFeature(announced);
  try {
    await client.start();
    client.onNotification("puzzled/boardChanged", (params: BoardChanged) => board.changed(params));
    board.refresh();
    tests.refresh();
  } catch (error) {
    client = undefined;
    log.error(`${command} lsp: ${error instanceof Error ? error.message : String(error)}`);
    const settingsAction = "Open Settings";
    const logAction = "Show Log";
    // Not awaited: the message stays until it is answered.
    void vscode.window
      .showErrorMessage(
        `The server of puzzled did not start: \`${command} lsp\`. Colors and snippets work without it.`,
        settingsAction,
        logAction,
      )
      .then((answer) => {
        if (answer === settingsAction) {
          void vscode.commands.executeCommand("workbench.action.openSettings", "puzzled.server.path");
        } else if (answer === logAction) {
          log.show();
        }
      });
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  try {
    await old?.dispose(2000);
  } catch (error) {
    log.warn(`the server did not stop in time: ${String(error)}`);
  }
}

// ---- what the server is asked ----

function ask<T>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<T> {
  if (!client) return Promise.reject(new Error("the server is not running"));
  return token ? client.sendRequest<T>(method, params, token) : client.sendRequest<T>(method, params);
}

/** Checks the expectations of a puzzle. The Test Explorer shows the progress and the results. */
async function judge(uri: vscode.Uri, puzzle: string, token: vscode.CancellationToken): Promise<void> {
  const params = { command: TEST, arguments: [`${uri}`, puzzle], workDoneToken: randomUUID() };
  await ask("workspace/executeCommand", params, token);
}

/** Returns the place of the declaration of a puzzle. */
async function declaration(uri: vscode.Uri, puzzle: string): Promise<vscode.Position | undefined> {
  const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    uri,
  );
  return symbols?.find(({ name }) => name === puzzle)?.location.range.start;
}

/** The response to a command about a puzzle; `null` if it failed, which the server has told. */
type Outcome = { message: string; moves?: string } | null;

/** Runs a command of the server for a lens, and shows what came of it. A solution is played on the board. */
async function inServer(command: string, args: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
  const [target, puzzle] = args as [string, string];
  const uri = vscode.Uri.parse(target, true);
  if (command === SOLVE) {
    const start = await declaration(uri, puzzle);
    if (start) await board.play(uri, start);
  }
  const outcome: Outcome = await next(command, args);
  if (outcome?.moves !== undefined) board.resume();
  if (outcome) void offer(uri, puzzle, outcome);
  return outcome;
}

/** Returns whether moves from a place can be written without a change to what later statements mean. */
async function isWritable(uri: vscode.Uri, position: vscode.Position): Promise<boolean> {
  const shown = await ask<Board | null>("puzzled/board", { textDocument: { uri: `${uri}` }, position, parts: [] });
  return shown?.write != null;
}

/** Shows the message of a command, and offers to write the moves of a solution into the text. */
async function offer(uri: vscode.Uri, puzzle: string, { message, moves }: NonNullable<Outcome>): Promise<void> {
  const start = await declaration(uri, puzzle);
  const isOffered = moves !== undefined && start !== undefined && (await isWritable(uri, start));
  const chosen = await vscode.window.showInformationMessage(message, ...(isOffered ? ["Write Moves"] : []));
  if (chosen !== undefined && isOffered) await board.writeMoves(uri, start, moves);
}

/** Adds a lens to each puzzle that opens its board. */
function withBoards(document: vscode.TextDocument, lenses: vscode.CodeLens[] | null | undefined): vscode.CodeLens[] {
  const puzzles = new Map(lenses?.map(({ range }) => [range.start.line, range]));
  const boards = [...puzzles.values()].map((range) => {
    return new vscode.CodeLens(range, {
      title: "▶ board",
      command: "puzzled.board",
      arguments: [document.uri, range.start],
    });
  });
  return [...(lenses ?? []), ...boards];
}

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(LANGUAGE);
}

/** The program that the setting names, or else the one inside the extension, or else one on the path. */
function program(): string {
  const name = settings().get("server.path", "").trim();
  if (name === "") {
    const inside = path.join(__dirname, "..", "bin", process.platform === "win32" ? "puzzled.exe" : "puzzled");
    return existsSync(inside) ? inside : "puzzled";
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return name
    .replace(/^~(?=$|[/\\])/, os.homedir())
    .replaceAll("${workspaceFolder}", folder);
}

/** The address that a code lens or a menu gives, as text, address or `{ uri }`. */
function address(target: unknown): vscode.Uri | undefined {
  const named = typeof target === "object" && target !== null && "uri" in target
    ? (target as { uri: unknown }).uri
    : target;
  return typeof named === "string" ? vscode.Uri.parse(named, true) : named instanceof vscode.Uri ? named : undefined;
}

/** The saved file that a command means: that of a code lens or a menu, or that of the active editor. */
async function file(target: unknown): Promise<vscode.Uri | undefined> {
  const uri = address(target) ?? vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) {
    void vscode.window.showInformationMessage("Open a document of puzzled first.");
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  if ((document.isUntitled || document.isDirty) && !(await document.save())) {
    return undefined;
  }
  const saved = document.isUntitled ? vscode.window.activeTextEditor?.document.uri : document.uri;
  if (saved?.scheme !== "file") {
    void vscode.window.showInformationMessage("Only a file on disk can be run: save the document first.");
    return undefined;
  }
  return saved;
}

/** Runs a call of the program as a task: no shell, hence no quoting; the terminal stays. */
async function inTask(verb: "run" | "test", target: unknown): Promise<void> {
  const uri = await file(target);
  if (uri === undefined) {
    return;
  }
  const scope = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.TaskScope.Workspace;
  const task = new vscode.Task(
    { type: LANGUAGE, verb },
    scope,
    `${verb} ${path.basename(uri.fsPath)}`,
    LANGUAGE,
    new vscode.ProcessExecution(program(), [verb, uri.fsPath], { cwd: path.dirname(uri.fsPath) }),
    [], // the server tells the diagnostics already
  );
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    panel: vscode.TaskPanelKind.Dedicated,
    clear: true,
    focus: false,
  };
  await vscode.tasks.executeTask(task);
}

/** The task that checks the documents of a folder, those that are not open, too. */
function check(folder: vscode.WorkspaceFolder): vscode.Task {
  const task = new vscode.Task(
    { type: LANGUAGE, verb: "check" },
    folder,
    "check",
    LANGUAGE,
    new vscode.ProcessExecution(program(), ["check", "--format", "short", "."], { cwd: folder.uri.fsPath }),
    "$puzzled",
  );
  task.group = vscode.TaskGroup.Build;
  return task;
}

const checks: vscode.TaskProvider = {
  provideTasks: () => (vscode.workspace.workspaceFolders ?? []).map(check),
  resolveTask: ({ definition, scope }) => {
    // A task in `tasks.json` of a workspace of one folder has that folder as its scope.
    const isFolder = typeof scope === "object";
    return definition.verb === "check" && isFolder ? check(scope) : undefined;
  },
};

/** Opens a document at the prompt; from a code lens only the puzzle that it names, at its state. */
async function inRepl(target?: unknown, puzzle?: unknown, state?: unknown): Promise<void> {
  const uri = await file(target);
  if (uri === undefined) {
    return;
  }
  const options = typeof puzzle === "string" ? ["--puzzle", puzzle] : [];
  if (options.length > 0 && typeof state === "number") {
    options.push("--state", String(state));
  }
  const terminal = vscode.window.createTerminal({
    name: `puzzled: ${path.basename(uri.fsPath)}`,
    shellPath: program(),
    shellArgs: ["repl", ...options, uri.fsPath],
    cwd: path.dirname(uri.fsPath),
    iconPath: new vscode.ThemeIcon("extensions"),
  });
  terminal.show();
}
