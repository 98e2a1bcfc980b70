// The text: CodeMirror with the client of the language server, and what that client lacks: fixes, hints
// beside commands, colors.

import { codeFolding, foldGutter, foldKeymap } from "@codemirror/language";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, undo } from "@codemirror/commands";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  renameKeymap,
  serverCompletion,
  signatureHelp,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField, type Text, type TransactionSpec } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  WidgetType,
} from "@codemirror/view";
import type { BoardChanged, Position, Range } from "../../board/protocol";
import type { Edit, Place } from "../../board/src/index";
import type { Server } from "./server";

/** A diagnostic of the protocol. */
export interface Problem {
  range: Range;
  severity?: number;
  code?: string;
  message: string;
}

/** A fix of a problem. */
export interface Fix {
  title: string;
  apply: () => void;
}

/** An answer beside its command. */
export interface Hint {
  position: Position;
  label: string;
  tooltip?: string;
}

interface TextEdit {
  range: Range;
  newText: string;
}

interface CodeAction {
  title: string;
  diagnostics?: Problem[];
  edit?: { changes?: Record<string, TextEdit[]> };
}

/** The events of the editor. */
export interface Events {
  /** The text or the cursor has changed. */
  moved: (isEdit: boolean) => void;
  problems: (problems: Problem[], fixes: Map<Problem, Fix[]>) => void;
  hints: (hints: Hint[]) => void;
  boardChanged: (params: BoardChanged) => void;
  /** The server says something to the person who reads. */
  message: (text: string, isBad: boolean) => void;
}

export const URI = "file:///page.puzzle";
/** Problems whose fixes are requested at most. */
const FIXED = 50;
/** The time without an edit before hints and colors are requested, in milliseconds. */
const CALM = 120;

const setHints = StateEffect.define<DecorationSet>();
const setColors = StateEffect.define<DecorationSet>();

/** Returns a field that holds decorations and moves them with the text. */
function decorations(effect: typeof setHints): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
      const set = transaction.effects.find((change) => change.is(effect));
      return set ? (set.value as DecorationSet) : value.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const hintsField = decorations(setHints);
const colorsField = decorations(setColors);

class HintWidget extends WidgetType {
  constructor(private readonly hint: Hint) {
    super();
  }

  override eq(other: HintWidget): boolean {
    return other.hint.label === this.hint.label && other.hint.tooltip === this.hint.tooltip;
  }

  override toDOM(): HTMLElement {
    const made = document.createElement("span");
    made.className = "hint";
    made.textContent = ` ${this.hint.label}`;
    if (this.hint.tooltip !== undefined) made.title = this.hint.tooltip;
    return made;
  }
}

/** Returns the offset of a place; the nearest one if the text does not have it. */
export function offset(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const { from, length } = doc.line(line + 1);
  return from + Math.min(character, length);
}

/** Elements that the server's Markdown may make. */
const ALLOWED = new Set("P CODE PRE EM STRONG UL OL LI H1 H2 H3 H4 TABLE THEAD TBODY TR TH TD BR HR BLOCKQUOTE SPAN".split(" "));

/** Leaves only plain elements without attributes: a text of a document must stay a text. */
export function sanitize(html: string): string {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...parsed.body.querySelectorAll("*")]) {
    if (ALLOWED.has(element.tagName)) for (const { name } of [...element.attributes]) element.removeAttribute(name);
    else element.replaceWith(parsed.createTextNode(element.textContent ?? ""));
  }
  return parsed.body.innerHTML;
}

export class Editor {
  readonly view: EditorView;
  private readonly client: LSPClient;
  private problems: Problem[] = [];
  private calm: ReturnType<typeof setTimeout> | undefined;
  private listing: ReturnType<typeof setTimeout> | undefined;
  private requests = 0;

  constructor(
    parent: HTMLElement,
    private readonly server: Server,
    private readonly events: Events,
  ) {
    this.client = new LSPClient({
      timeout: 600_000,
      sanitizeHTML: sanitize,
      extensions: [
        {
          clientCapabilities: {
            general: { positionEncodings: ["utf-16"] },
            textDocument: {
              publishDiagnostics: { versionSupport: true, dataSupport: true },
              codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
              inlayHint: {},
              semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
            },
            workspace: { inlayHint: { refreshSupport: true } },
            experimental: { puzzledBoard: true },
          },
          notificationHandlers: {
            "textDocument/publishDiagnostics": (_, params) => this.publish(params),
            "window/showMessage": (_, { type, message }: { type: number; message: string }) => {
              events.message(message, type <= 2);
              return true;
            },
            "puzzled/boardChanged": (_, params: BoardChanged) => {
              events.boardChanged(params);
              return true;
            },
          },
        },
      ],
    });
    server.client = this.client;
    this.view = new EditorView({ parent, state: this.state("") });
  }

  private state(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        codeFolding(),
        foldGutter(),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        closeBrackets(),
        autocompletion(),
        highlightActiveLine(),
        highlightSelectionMatches({ minSelectionLength: 2 }),
        lintGutter(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "The text of the puzzles" }),
        keymap.of([
          ...formatKeymap,
          ...renameKeymap,
          ...jumpToDefinitionKeymap,
          ...findReferencesKeymap,
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        serverCompletion(),
        hoverTooltips(),
        signatureHelp(),
        this.client.plugin(URI, "puzzled"),
        hintsField,
        colorsField,
        // While somebody pushes the board, the text scrolls within its frame, and the page stays where it is.
        EditorView.scrollHandler.of((view, { head }) => {
          if (view.hasFocus) return false;
          const { top, bottom } = view.lineBlockAt(head);
          const { scrollDOM } = view;
          if (top < scrollDOM.scrollTop) scrollDOM.scrollTop = top;
          else scrollDOM.scrollTop = Math.max(scrollDOM.scrollTop, bottom - scrollDOM.clientHeight);
          return true;
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged && !update.selectionSet) return;
          // A view must not be changed while it is being updated.
          queueMicrotask(() => this.moved(update.docChanged));
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows another document; its history begins anew. */
  open(text: string): void {
    this.problems = [];
    clearTimeout(this.listing);
    this.view.setState(this.state(text));
    this.events.problems([], new Map());
    this.moved(false);
    void this.ask();
  }

  private moved(isEdit: boolean): void {
    if (isEdit) {
      this.client.sync();
      this.refresh();
    }
    this.events.moved(isEdit);
  }

  private get version(): number {
    return this.client.workspace.getFile(URI)?.version ?? 0;
  }

  /** The place of the cursor. */
  get place(): Place {
    return { uri: URI, version: this.version, position: this.position(this.view.state.selection.main.head) };
  }

  private position(at: number): Position {
    const { number, from } = this.view.state.doc.lineAt(at);
    return { line: number - 1, character: at - from };
  }

  /** Makes an edit of the board as one undo step. */
  write({ version, range, newText, position }: Edit): Promise<Place | null> {
    if (version !== this.version) return Promise.resolve(null);
    this.apply([{ range, newText }], "input.board");
    const at = offset(this.view.state.doc, position);
    this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.client.sync();
    return Promise.resolve(this.place);
  }

  private apply(edits: TextEdit[], userEvent: string): void {
    const { doc } = this.view.state;
    const changes = edits.map(({ range, newText }) => {
      return { from: offset(doc, range.start), to: offset(doc, range.end), insert: newText };
    });
    this.view.dispatch({ changes, userEvent });
  }

  /** Takes back the last change of the text. */
  undo(): void {
    undo(this.view);
  }

  /** Selects a range of the text, with the cursor at its start: there the board looks. */
  select(range: Range, isFocused = false): void {
    const { doc } = this.view.state;
    const selection = { anchor: offset(doc, range.end), head: offset(doc, range.start) };
    const spec: TransactionSpec = { selection, scrollIntoView: true };
    this.view.dispatch(spec);
    if (isFocused) this.view.focus();
  }

  // ---- problems and their fixes ----

  private publish(params: { uri: string; version?: number; diagnostics: Problem[] }): boolean {
    if (params.uri !== URI || (params.version ?? this.version) !== this.version) return true;
    this.problems = params.diagnostics;
    // What is wrong is for a person who has stopped typing.
    const { version } = this;
    clearTimeout(this.listing);
    this.listing = setTimeout(() => {
      if (version !== this.version) return;
      this.underline(new Map());
      this.events.problems(this.problems, new Map());
      void this.findFixes(this.problems);
    }, CALM);
    return true;
  }

  private underline(fixes: Map<Problem, Fix[]>): void {
    const { doc } = this.view.state;
    const shown = this.problems.map((problem) => {
      const severity = (["error", "error", "warning", "info", "hint"] as const)[problem.severity ?? 1] ?? "error";
      const actions = fixes.get(problem)?.map(({ title, apply }) => ({ name: title, apply }));
      const range = { from: offset(doc, problem.range.start), to: offset(doc, problem.range.end) };
      return { ...range, severity, message: problem.message, ...(actions && { actions }) };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  private async findFixes(problems: Problem[]): Promise<void> {
    const { version } = this;
    const fixes = new Map<Problem, Fix[]>();
    for (const problem of problems.slice(0, FIXED)) {
      const context = { diagnostics: [problem], only: ["quickfix"] };
      const params = { textDocument: { uri: URI }, range: problem.range, context };
      const actions = await this.server.request<CodeAction[] | null>("textDocument/codeAction", params).catch(() => null);
      if (version !== this.version || problems !== this.problems) return;
      const fitting = actions?.filter(({ edit, diagnostics }) => edit && diagnostics?.some((other) => isSame(other, problem)));
      if (fitting?.length) fixes.set(problem, fitting.map((action) => this.fix(action, version)));
    }
    if (fixes.size === 0) return;
    this.underline(fixes);
    this.events.problems(problems, fixes);
  }

  private fix({ title, edit }: CodeAction, version: number): Fix {
    const edits = Object.values(edit?.changes ?? {}).flat();
    const apply = () => {
      if (version === this.version) this.apply(edits, "input.fix");
    };
    return { title, apply };
  }

  // ---- hints and colors ----

  /** Asks for hints and colors, as soon as the text has not changed for a moment. */
  refresh(): void {
    clearTimeout(this.calm);
    this.calm = setTimeout(() => void this.ask(), CALM);
  }

  private async ask(): Promise<void> {
    const request = ++this.requests;
    const { version } = this;
    const textDocument = { uri: URI };
    const isCurrent = () => request === this.requests && version === this.version;
    const end = this.position(this.view.state.doc.length);
    try {
      const tokens = await this.server.request<{ data: number[] } | null>("textDocument/semanticTokens/full", { textDocument });
      if (isCurrent() && tokens) this.color(tokens.data);
      const range = { start: { line: 0, character: 0 }, end };
      const hints = await this.server.request<Hint[] | null>("textDocument/inlayHint", { textDocument, range });
      if (isCurrent() && hints) this.showHints(hints);
    } catch {
      // The text has changed, or the worker has died: the next request follows.
    }
  }

  private color(data: number[]): void {
    const types = this.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
    const { doc } = this.view.state;
    const ranges = [];
    let [line, character] = [0, 0];
    for (let at = 0; at + 4 < data.length; at += 5) {
      const [down = 0, right = 0, length = 0, type = 0] = data.slice(at, at + 4);
      character = down > 0 ? right : character + right;
      line += down;
      const from = offset(doc, { line, character });
      const to = offset(doc, { line, character: character + length });
      if (to > from) ranges.push(Decoration.mark({ class: `t-${types[type]}` }).range(from, to));
    }
    this.view.dispatch({ effects: setColors.of(Decoration.set(ranges, true)) });
  }

  private showHints(hints: Hint[]): void {
    const { doc } = this.view.state;
    const widgets = hints.map((hint) => {
      return Decoration.widget({ widget: new HintWidget(hint), side: 1 }).range(offset(doc, hint.position));
    });
    this.view.dispatch({ effects: setHints.of(Decoration.set(widgets, true)) });
    this.events.hints(hints);
  }
}

function isSame(a: Problem, b: Problem): boolean {
  return a.message === b.message && JSON.stringify(a.range) === JSON.stringify(b.range);
}
