// The board beside the text: a webview that follows the cursor and writes moves into the document.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Board, BoardChanged, BoardParams, Range } from "../../board/protocol";
import type { Edit, Place } from "../../board/src/game";
import type { FromPage, ToPage } from "./messages";

export const VIEW = "puzzled.board";

/** How long the board waits for the text and the cursor to come to rest, in milliseconds. */
const CALM = 40;

/**
 * How long an undo waits for the page to get the focus back before it asks in another way, in milliseconds. The page
 * needs a tenth of a second, and never gets the focus if the board was closed or the user went elsewhere.
 */
const FOCUS_WAIT = 250;

/** How often an undo asks the editor, and then the page, for the focus. */
const MOST_REVEALS = 2;

/** How often an undo is tried while the text does not change. */
const MOST_TRIES = 2;

/** While this is set, the keys of the board are valid in the text, too. The manifest names it. */
const UNDOING = "puzzled.undoing";

/** Sends a request to the language server. */
export type Request = (method: "puzzled/board", params: BoardParams) => Promise<Board | null>;

/** The place that a board shows. It outlives the editor's focus, and the editor. */
interface Target {
  document: vscode.TextDocument;
  position: vscode.Position;
}

export class BoardPanel implements vscode.Disposable, vscode.WebviewPanelSerializer {
  private panel: vscode.WebviewPanel | undefined;
  private target: Target | undefined;
  private isReady = false;
  /** Messages for a page that is still being loaded. */
  private waiting: ToPage[] = [];
  private following: ReturnType<typeof setTimeout> | undefined;
  private lastUndo: Promise<void> = Promise.resolve();
  /** The number of undos that are running or waiting for their turn. */
  private pendingUndos = 0;
  /** Ends the wait for the focus of the page. */
  private onFocus: (() => void) | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly language: string,
    private readonly request: Request,
  ) {
    this.subscriptions = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
      vscode.window.onDidChangeVisibleTextEditors((editors) => this.appear(editors)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.target?.document) this.refresh();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document !== this.target?.document) return;
        this.target = undefined;
        this.post({ type: "show", place: null });
      }),
      vscode.window.registerWebviewPanelSerializer(VIEW, this),
    ];
  }

  dispose(): void {
    clearTimeout(this.following);
    this.panel?.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** Shows the board beside the text: at the cursor, or at a position of a document. */
  async open(uri?: vscode.Uri, position?: vscode.Position): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const document = uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
    if (document?.languageId !== this.language) {
      void vscode.window.showInformationMessage("Open a document of puzzled first.");
      return;
    }
    this.aim(document, position);
    if (this.panel) {
      this.panel.reveal(undefined, true);
    } else {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      // A hidden board keeps the moves that are not in the text.
      this.fill(vscode.window.createWebviewPanel(VIEW, "Board", place, { retainContextWhenHidden: true }));
    }
    this.show();
  }

  /** Plays the solution of the puzzle at a position. */
  async play(uri: vscode.Uri, position: vscode.Position): Promise<void> {
    await this.open(uri, position);
    const place = this.place();
    if (place) this.post({ type: "play", place });
  }

  /** Goes on with the film: the solution is known now. */
  resume(): void {
    this.post({ type: "resume" });
  }

  /** Writes moves into the text that lead from the state at a position. */
  async writeMoves(uri: vscode.Uri, position: vscode.Position, moves: string): Promise<void> {
    await this.open(uri, position);
    const place = this.place();
    if (place) this.post({ type: "writeMoves", place, moves });
  }

  /** Takes a notification `puzzled/boardChanged`. */
  changed(params: BoardChanged): void {
    this.post({ type: "changed", params });
  }

  /** Asks again, because the text or the server has changed. */
  refresh(): void {
    clearTimeout(this.following);
    if (this.panel) this.following = setTimeout(() => this.show(), CALM);
  }

  /** Fills the panel of the window before, after the editor was started anew. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.fill(panel);
    const { uri } = (state ?? {}) as { uri?: string };
    const document = (await this.reopen(uri)) ?? vscode.window.activeTextEditor?.document;
    // The cursor may have been moved meanwhile.
    if (!this.target && document?.languageId === this.language) this.aim(document);
    this.show();
  }

  /**
   * Returns the document that the board showed. The editor may not have loaded it yet; without the focus, it would
   * not say later that it has.
   */
  private async reopen(uri: string | undefined): Promise<vscode.TextDocument | undefined> {
    const isOpen = (document: vscode.TextDocument) => document.uri.toString() === uri;
    const document = vscode.workspace.textDocuments.find(isOpen);
    if (document || !uri?.startsWith("file:")) return document;
    try {
      return await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
    } catch {
      // The file was deleted or renamed.
      return undefined;
    }
  }

  private fill(panel: vscode.WebviewPanel): void {
    this.panel?.dispose();
    this.panel = panel;
    this.isReady = false;
    this.waiting = [];
    const { webview } = panel;
    const folder = vscode.Uri.joinPath(this.extension, "out");
    panel.iconPath = vscode.Uri.joinPath(this.extension, "images", "file.svg");
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.onDidReceiveMessage((message: FromPage) => this.receive(message));
    panel.onDidDispose(() => {
      if (this.panel === panel) this.panel = undefined;
    });
    webview.html = page(`${webview.asWebviewUri(vscode.Uri.joinPath(folder, "board.js"))}`);
  }

  private post(message: ToPage): void {
    if (!this.panel) return;
    if (this.isReady) void this.panel.webview.postMessage(message);
    else this.waiting.push(message);
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case "ready": {
        const { waiting } = this;
        this.isReady = true;
        this.waiting = [];
        for (const message of waiting) this.post(message);
        break;
      }
      case "request":
        await this.respond(message.id, this.request("puzzled/board", message.params));
        break;
      case "write":
        await this.respond(message.id, this.write(message.edit));
        break;
      case "select":
        await this.select(message.range);
        break;
      case "focused":
        this.onFocus?.();
        break;
      default:
        await this.undo(message.type);
    }
  }

  private async respond(id: number, result: Promise<Board | Place | null>): Promise<void> {
    try {
      this.post({ type: "response", id, result: await result });
    } catch (error) {
      const { message, code } = error as { message: string; code?: number };
      this.post({ type: "error", id, message, ...(code !== undefined && { code }) });
    }
  }

  // ---- the place that is shown ----

  private follow(editor: vscode.TextEditor): void {
    if (editor.document.languageId !== this.language || editor !== vscode.window.activeTextEditor) return;
    this.aim(editor.document);
    this.refresh();
  }

  /** Looks at editors that appear: one of them may have the cursor of the document, or the only document. */
  private appear(editors: readonly vscode.TextEditor[]): void {
    const first = editors.find(({ document }) => document.languageId === this.language);
    if (!this.target && first) this.aim(first.document);
    this.refresh();
  }

  private get editor(): vscode.TextEditor | undefined {
    const isShown = ({ document }: vscode.TextEditor) => document === this.target?.document;
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return activeTextEditor && isShown(activeTextEditor) ? activeTextEditor : visibleTextEditors.find(isShown);
  }

  /** Aims at a document, with its cursor at a position if there is one. */
  private aim(document: vscode.TextDocument, position?: vscode.Position): void {
    const last = this.target?.document === document ? this.target.position : new vscode.Position(0, 0);
    this.target = { document, position: position ?? last };
    const { editor } = this;
    if (!editor) return;
    if (position && !editor.selection.active.isEqual(position)) {
      editor.selection = new vscode.Selection(position, position);
      editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private place(): Place | null {
    const { target, editor } = this;
    if (!target) return null;
    if (editor) target.position = editor.selection.active;
    const { document, position: { line, character } } = target;
    return { uri: document.uri.toString(), version: document.version, position: { line, character } };
  }

  private show(): void {
    clearTimeout(this.following);
    this.post({ type: "show", place: this.place() });
  }

  // ---- the text ----

  /** Makes an edit of a version as one undo step. The cursor follows it. */
  private async write({ uri, version, range, newText, position }: Edit): Promise<Place | null> {
    const document = this.target?.document;
    if (document?.uri.toString() !== uri || document.version !== version) return null;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, toRange(range), newText);
    // The editor refuses the edit if the document has another version by then.
    if (!(await vscode.workspace.applyEdit(edit))) return null;
    this.aim(document, new vscode.Position(position.line, position.character));
    return { uri, version: document.version, position };
  }

  private async select(range: Range): Promise<void> {
    const { editor } = this;
    if (!editor) return;
    const { start, end } = toRange(range);
    // The board looks at the cursor.
    editor.selection = new vscode.Selection(end, start);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Takes back or repeats the last edit of the text. Calls follow each other: each needs the focus of the text. */
  undo(command: "undo" | "redo"): Promise<void> {
    this.pendingUndos++;
    const next = () => this.undoInText(command);
    this.lastUndo = this.lastUndo.then(next, next);
    return this.lastUndo;
  }

  /**
   * Gives the focus to the text, which the editor's command needs. The last of several returns it to the board. The
   * page can get the focus of an earlier request late, after the text has it. The command does nothing then, and runs
   * again. It also does when there is nothing to undo, which changes nothing.
   */
  private async undoInText(command: "undo" | "redo"): Promise<void> {
    const { editor } = this;
    try {
      if (!editor) return;
      // A key that is pressed while the text has the focus must wait, too. The editor's own undo would run first.
      await vscode.commands.executeCommand("setContext", UNDOING, true);
      const { document, viewColumn } = editor;
      const { version } = document;
      for (let tries = 0; tries < MOST_TRIES && document.version === version; tries++) {
        await vscode.window.showTextDocument(document, viewColumn);
        await vscode.commands.executeCommand(command);
      }
    } finally {
      this.pendingUndos--;
      if (this.pendingUndos === 0) await this.returnFocus();
    }
  }

  /**
   * Returns the focus to the board, and waits until its page has it, also if the next undo is pending. The editor gives
   * the focus to the page late. If the next undo had started by then, its text would lose the focus.
   */
  private async returnFocus(): Promise<void> {
    for (let reveals = 0; reveals < MOST_REVEALS; reveals++) {
      // The editor may ignore a request while it gives the focus to the text.
      if (await this.hasFocusAfter((panel) => panel.reveal())) break;
      // If the editor hears only now that the text had the focus, it leaves the focus in the frame around the page.
      if (await this.hasFocusAfter(() => this.post({ type: "focus" }))) break;
    }
    // A new undo still needs the keys.
    if (this.pendingUndos === 0) await vscode.commands.executeCommand("setContext", UNDOING, false);
  }

  /** Asks for the focus of the page. Returns whether the page got it soon, or there is no board. */
  private async hasFocusAfter(ask: (panel: vscode.WebviewPanel) => void): Promise<boolean> {
    const { panel } = this;
    if (!panel) return true;
    const hasFocus = await new Promise<boolean>((resolve) => {
      const limit = setTimeout(() => resolve(false), FOCUS_WAIT);
      this.onFocus = () => {
        clearTimeout(limit);
        resolve(true);
      };
      ask(panel);
    });
    this.onFocus = undefined;
    return hasFocus;
  }
}

function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Returns the page of the board. It runs one script and loads nothing else. */
export function page(script: string): string {
  const nonce = randomBytes(16).toString("hex");
  // The pictures have styles of their own.
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Board</title>
<style>
body { padding: 12px; }
#board {
  --board-accent: var(--vscode-focusBorder); --board-bad: var(--vscode-errorForeground);
  --board-face: var(--vscode-button-secondaryBackground, transparent); --board-ink: var(--vscode-foreground);
  --board-line: var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-descriptionForeground)));
  --board-on: var(--vscode-editor-background); --board-paper: var(--vscode-editor-background);
  --board-soft: var(--vscode-descriptionForeground);
  font: var(--vscode-font-size)/1.45 var(--vscode-font-family);
}
</style>
</head>
<body>
<div id="board"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
