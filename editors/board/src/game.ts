// The state of a board: the place in the text that it shows, the moves that are not in the text, and the
// server's last answer. Nothing here draws.

import type { Board, BoardChanged, BoardMove, BoardParams, IllegalMove, Position, Range } from "../protocol";

/** Sends requests to the language server. */
export interface Connection {
  request(method: "puzzled/board", params: BoardParams): Promise<Board | null>;
}

/** A place in a version of a document. Positions count UTF-16 code units. */
export interface Place {
  uri: string;
  version: number;
  position: Position;
}

/** An edit of a version of a document, to be made as one undo step. */
export interface Edit {
  uri: string;
  version: number;
  range: Range;
  newText: string;
  /** The place of the cursor after the edit. */
  position: Position;
}

/** The callbacks of a game. */
export interface Hooks {
  /**
   * Makes an edit. Resolves to the place to show in the new text, or to `null` if the edit was not made.
   * Without it, moves are only shown.
   */
  write?: (edit: Edit) => Promise<Place | null>;
  /** Called after each new answer. `by` is the move that led to it, from the board `before`. */
  changed: (by?: BoardMove, before?: Board) => void;
}

/** The code with which the server refuses a request about an old text. */
const CONTENT_MODIFIED = -32801;

export class Game {
  board: Board | null = null;
  place: Place | null = null;
  /** Moves that are shown and not in the text, each with those before it as `play` takes them. */
  then: { before: string; move: string }[] = [];
  /** Moves that were taken back, the next one last. */
  undone: string[] = [];
  /** The node around which a deep tree is drawn. */
  around: string | undefined;
  /** True if the picture points at a hint. */
  hint = false;
  /** Why the last request failed. */
  failure: string | undefined;

  private last: Promise<unknown> = Promise.resolve();
  private requests = 0;
  private isStale = false;
  private isWriting = false;
  /** The place that was to be shown while an edit was made. */
  private missed: Place | null = null;
  /** The place that `show` was given last. */
  private wanted: Place | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly hooks: Hooks,
  ) {}

  /** Runs tasks one after the other, so that each push sees the board that the one before it made. */
  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Shows another place. Moves that are not in the text are forgotten. */
  show(place: Place | null): Promise<void> {
    if (this.isWriting) {
      // The cursor follows our own edit: `write` returns where it ends.
      this.missed = place;
      return this.last.then(() => undefined);
    }
    this.wanted = place;
    // While somebody types, only the newest place is asked for.
    return this.inTurn(async () => {
      if (this.wanted === place) await this.move(place);
    });
  }

  private async move(place: Place | null): Promise<void> {
    if (place && this.place && this.board && isSame(place, this.place)) return;
    this.place = place;
    this.forget();
    await this.refresh();
  }

  private forget(): void {
    this.then = [];
    this.undone = [];
    this.hint = false;
  }

  /** Asks for the board again after the server's notification. */
  changed(params: BoardChanged): void {
    // A text that has changed is shown as soon as `show` has its version.
    const isCurrent = params.uri === this.place?.uri && params.version === this.place.version;
    const isShown = isCurrent && this.board && params.puzzles.includes(this.board.puzzle.name);
    if (!isShown || this.isStale) return;
    this.isStale = true;
    void this.inTurn(async () => {
      this.isStale = false;
      await this.refresh();
    });
  }

  /** Returns the board after moves that are not in the text; `undefined` if the text has changed meanwhile. */
  private async ask(then: string): Promise<Board | null | undefined> {
    const place = this.place;
    if (!place) return null;
    const { uri, version, position } = place;
    const params: BoardParams = { textDocument: { uri, version }, position };
    // A person who pushes on writes the moves with a button, even where later statements use the state.
    if (then !== "") Object.assign(params, { then, write: true });
    if (this.around !== undefined) params.around = this.around;
    if (this.hint) params.hint = true;
    try {
      this.failure = undefined;
      return await this.connection.request("puzzled/board", params);
    } catch (error) {
      if ((error as { code?: number }).code === CONTENT_MODIFIED) return undefined;
      this.failure = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  private async refresh(by?: BoardMove): Promise<Board | null> {
    const request = ++this.requests;
    const before = this.board ?? undefined;
    const board = await this.ask(this.shown);
    if (board === undefined || request !== this.requests) return this.board;
    if (board?.puzzle.kind !== before?.puzzle.kind || board?.puzzle.name !== before?.puzzle.name) {
      this.around = undefined;
    }
    this.board = board;
    this.hooks.changed(by, before);
    return board;
  }

  /** Returns the shown moves as `play` takes them. */
  get shown(): string {
    const last = this.then.at(-1);
    return last ? last.before + last.move : "";
  }

  /** Shows a move that is not in the text. */
  private async append(move: string, by?: BoardMove): Promise<Board | null> {
    this.then.push({ before: this.then.length > 0 ? (this.board?.then ?? "") : "", move });
    return this.refresh(by);
  }

  /**
   * Makes a move: writes it where the server says, or shows it if later statements use the state or
   * moves are shown already. Returns why it is illegal, if it is.
   */
  push(text: string): Promise<IllegalMove | undefined> {
    return this.inTurn(async () => {
      const { board, place } = this;
      if (!board || !place) return undefined;
      const by = board.moves?.find((move) => move.text === text);
      if (!by) {
        const tried = await this.ask((board.then ?? "") + text);
        if (!tried || tried.illegal) return tried?.illegal;
      }
      this.hint = false;
      this.undone = [];
      if (this.then.length === 0 && board.write && this.hooks.write) {
        const { range, prefix, suffix } = board.write;
        await this.edit(range, prefix, text + suffix, by);
        return undefined;
      }
      await this.append(text, by);
      return undefined;
    });
  }

  /** Replaces a range of the text by `before` and `after`; the cursor is then between them. */
  private async edit(range: Range, before: string, after: string, by?: BoardMove): Promise<void> {
    const { place } = this;
    if (!place || !this.hooks.write) return;
    const { uri, version } = place;
    const position = end(range.start, before);
    this.missed = null;
    this.isWriting = true;
    const written = this.hooks.write({ uri, version, range, newText: before + after, position });
    const next = (await written.finally(() => (this.isWriting = false))) ?? this.missed;
    if (!next) return;
    this.place = next;
    this.forget();
    await this.refresh(by);
  }

  /** Replaces the text of a cell of the declaration. */
  rewrite(range: Range, text: string): Promise<void> {
    return this.inTurn(() => this.edit(range, "", text));
  }

  /** Writes the shown moves into the text, also where later statements use the state. */
  writeShown(): Promise<void> {
    return this.inTurn(() => this.writeLast());
  }

  private async writeLast(): Promise<void> {
    const { board, then } = this;
    const last = then.at(-1);
    if (!board?.write || !last) return;
    const { range, prefix, suffix } = board.write;
    // `prefix` ends with the shown moves and with what separates the last one from another.
    const written = prefix.slice(0, prefix.length - (board.then ?? "").length) + last.before + last.move;
    // The cursor is within the last of them.
    await this.edit(range, written.slice(0, -1), written.slice(-1) + suffix);
  }

  /**
   * Makes a move that is only shown: the one that was taken back last, or the next one of a shortest
   * solution. Returns whether there was one.
   */
  forward(): Promise<boolean> {
    return this.inTurn(async () => {
      if (!this.board) return false;
      const text = this.undone.pop() ?? this.board.next;
      this.hint = false;
      if (text === undefined) return false;
      const by = this.board.moves?.find((move) => move.text === text);
      const board = await this.append(text, by);
      if (!board?.illegal) return true;
      this.then.pop();
      await this.refresh();
      return false;
    });
  }

  /** Returns whether `forward` may find a move. */
  get canForward(): boolean {
    return this.undone.length > 0 || this.board?.next !== undefined;
  }

  /** Writes moves into the text that lead from the state at the place. */
  writeMoves(moves: string): Promise<void> {
    return this.inTurn(async () => {
      this.forget();
      const board = await this.append(moves);
      if (!board?.illegal) await this.writeLast();
    });
  }

  /** Takes back the last shown move. Returns whether there was one. */
  back(toStart = false): Promise<boolean> {
    return this.inTurn(async () => {
      if (this.then.length === 0) return false;
      do this.undone.push(this.then.pop()?.move ?? "");
      while (toStart && this.then.length > 0);
      this.hint = false;
      await this.refresh();
      return true;
    });
  }

  /** Points at a hint. */
  askHint(): Promise<void> {
    return this.inTurn(async () => {
      this.hint = true;
      await this.refresh();
    });
  }

  /** Draws a tree around a node. */
  turnTo(node: string): Promise<void> {
    return this.inTurn(async () => {
      this.around = node;
      await this.refresh();
    });
  }
}

/** Returns the place after a text that starts at a place. */
export function end(start: Position, text: string): Position {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? "";
  if (lines.length === 1) return { line: start.line, character: start.character + last.length };
  return { line: start.line + lines.length - 1, character: last.length };
}

function isSame(a: Place, b: Place): boolean {
  const { line, character } = b.position;
  const isThere = a.position.line === line && a.position.character === character;
  return isThere && a.uri === b.uri && a.version === b.version;
}

/** Returns whether a place is within a range. */
export function contains(range: Range | undefined, { line, character }: Position): boolean {
  if (!range) return false;
  const { start, end } = range;
  const isAfterStart = line > start.line || (line === start.line && character >= start.character);
  return isAfterStart && (line < end.line || (line === end.line && character < end.character));
}
