// The Test Explorer: an item for each expectation of each document, below its puzzle.

import * as vscode from "vscode";
import type { Test } from "../../board/protocol";

/** How long a text must not change before its items follow, in milliseconds. */
const CALM = 300;

/** The requests to the language server. */
export interface Server {
  /** Returns the expectations of an open document. */
  tests: (uri: vscode.Uri) => Promise<Test[]>;
  /** Checks the expectations of a puzzle without a limit of time. */
  run: (uri: vscode.Uri, puzzle: string, token: vscode.CancellationToken) => Promise<void>;
}

/** The result of an expectation in the words of the Test Explorer. */
export interface Verdict {
  state: "passed" | "failed" | "errored" | "skipped";
  message?: string;
}

/** Returns the verdict on an expectation. */
export function verdict({ outcome, expected, found }: Test): Verdict {
  switch (outcome) {
    case "held":
      return { state: "passed" };
    case "wrong": {
      const [wanted, answer] = [expected, found].map((text) => (text?.includes("\n") ? "another answer" : text));
      if (wanted === "another answer" || answer === undefined) return { state: "failed", message: "wrong answer" };
      return { state: "failed", message: `expected ${wanted}, found ${answer}` };
    }
    case "gave-up":
      return { state: "errored", message: "the search stopped before it found the answer" };
    case "skipped":
      return { state: "errored", message: "not compared, because this command or an earlier statement failed" };
    case "open":
    case null:
      return { state: "skipped" };
  }
}

export class Tests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("puzzled", "puzzled");
  private readonly changes = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly language: string,
    private readonly server: Server,
  ) {
    const { controller } = this;
    controller.resolveHandler = (item) => (item ? this.resolve(item) : this.discover());
    controller.refreshHandler = () => this.discover();
    const run = (request: vscode.TestRunRequest, token: vscode.CancellationToken) => this.run(request, token);
    controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, run, true);
    const watcher = vscode.workspace.createFileSystemWatcher("**/*.puzzle", false, true, false);
    this.subscriptions = [
      controller,
      watcher,
      watcher.onDidCreate((uri) => void this.file(uri)),
      watcher.onDidDelete((uri) => controller.items.delete(`${uri}`)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.changed(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme !== "file") controller.items.delete(`${uri}`);
      }),
    ];
  }

  dispose(): void {
    for (const change of this.changes.values()) clearTimeout(change);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** Renews the items of open documents: the server has started. */
  refresh(): void {
    for (const document of vscode.workspace.textDocuments) void this.update(document);
  }

  /** Renews the items of a document that the server has got. Before that, it would not know the document. */
  opened(document: vscode.TextDocument): void {
    void this.update(document);
  }

  // ---- items ----

  private async discover(): Promise<void> {
    for (const uri of await vscode.workspace.findFiles("**/*.puzzle")) this.file(uri);
    this.refresh();
  }

  /** Returns the item of a document. */
  private file(uri: vscode.Uri): vscode.TestItem {
    const { controller } = this;
    const known = controller.items.get(`${uri}`);
    if (known) return known;
    const item = controller.createTestItem(`${uri}`, vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    controller.items.add(item);
    return item;
  }

  private async resolve(item: vscode.TestItem): Promise<void> {
    if (item.parent || !item.uri) return;
    await this.update(await vscode.workspace.openTextDocument(item.uri));
  }

  private changed(document: vscode.TextDocument): void {
    if (document.languageId !== this.language) return;
    const key = `${document.uri}`;
    clearTimeout(this.changes.get(key));
    const update = () => {
      this.changes.delete(key);
      const item = this.controller.items.get(key);
      if (item) this.controller.invalidateTestResults(item);
      void this.update(document);
    };
    this.changes.set(key, setTimeout(update, CALM));
  }

  /** Gives a document the items of its expectations. Items that stay keep their results. */
  private async update(document: vscode.TextDocument): Promise<Test[]> {
    const { uri, languageId } = document;
    if (languageId !== this.language || (uri.scheme !== "file" && uri.scheme !== "untitled")) return [];
    let tests: Test[];
    try {
      tests = await this.server.tests(uri);
    } catch {
      // The server has not started, or the document was closed meanwhile.
      return [];
    }
    if (tests.length === 0) {
      this.controller.items.delete(`${uri}`);
      return [];
    }
    const file = this.file(uri);
    file.canResolveChildren = false;
    const puzzles = groupBy(tests, ({ puzzle }) => puzzle);
    this.fill(file, [...puzzles.keys()], (name) => this.item(file, name, name === "" ? "unknown puzzle" : name));
    for (const [puzzle, expectations] of puzzles) {
      const parent = file.children.get(puzzle) as vscode.TestItem;
      const items = new Map(expectations.map((test) => [test.id, test]));
      this.fill(parent, [...items.keys()], (id) => {
        const { command, range: { start, end } } = items.get(id) as Test;
        const item = this.item(parent, id, command);
        item.label = command;
        item.range = new vscode.Range(start.line, start.character, end.line, end.character);
        item.sortText = `${start.line}`.padStart(8, "0");
        return item;
      });
    }
    return tests;
  }

  private fill(parent: vscode.TestItem, ids: string[], make: (id: string) => vscode.TestItem): void {
    parent.children.replace(ids.map(make));
  }

  private item(parent: vscode.TestItem, id: string, label: string): vscode.TestItem {
    return parent.children.get(id) ?? this.controller.createTestItem(id, label, parent.uri);
  }

  // ---- runs ----

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const { controller } = this;
    const run = controller.createTestRun(request);
    try {
      const chosen = request.include ?? [...controller.items].map(([, item]) => item);
      for (const item of chosen) await this.resolve(item);
      const expectations = new Set(chosen.flatMap(leaves));
      for (const item of request.exclude?.flatMap(leaves) ?? []) expectations.delete(item);
      for (const item of expectations) run.enqueued(item);
      const puzzles = groupBy(expectations, (item) => item.parent as vscode.TestItem);
      for (const [puzzle, items] of puzzles) {
        if (token.isCancellationRequested) break;
        for (const item of items) run.started(item);
        await this.judge(run, puzzle, items, token);
      }
    } finally {
      run.end();
    }
  }

  /** Checks expectations of a puzzle. */
  private async judge(
    run: vscode.TestRun,
    puzzle: vscode.TestItem,
    items: vscode.TestItem[],
    token: vscode.CancellationToken,
  ): Promise<void> {
    const uri = puzzle.uri as vscode.Uri;
    const from = Date.now();
    let tests: Test[];
    try {
      // A document that was closed meanwhile is opened again.
      await vscode.workspace.openTextDocument(uri);
      if (puzzle.id !== "") await this.server.run(uri, puzzle.id, token);
      tests = await this.server.tests(uri);
    } catch (error) {
      const { message } = error as Error;
      for (const item of items) run.errored(item, new vscode.TestMessage(message));
      return;
    }
    const time = (Date.now() - from) / items.length;
    for (const item of items) {
      const test = tests.find(({ id }) => id === item.id);
      if (test) this.report(run, item, test, time);
      else run.skipped(item);
    }
  }

  private report(run: vscode.TestRun, item: vscode.TestItem, test: Test, time: number): void {
    const { state, message = "" } = verdict(test);
    if (state === "passed") return run.passed(item, time);
    if (state === "skipped") return run.skipped(item);
    const { expected, found } = test;
    const hasDiff = expected !== undefined && found !== undefined;
    const shown = hasDiff ? vscode.TestMessage.diff(message, expected, found) : new vscode.TestMessage(message);
    if (item.uri && item.range) shown.location = new vscode.Location(item.uri, item.range);
    run[state](item, shown, time);
  }
}

/** Returns the items below an item that have no items below them; the item itself if it is one. */
function leaves(item: vscode.TestItem): vscode.TestItem[] {
  if (item.children.size > 0) return [...item.children].flatMap(([, child]) => leaves(child));
  return item.parent?.parent ? [item] : [];
}

function groupBy<K, T>(values: Iterable<T>, key: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}
