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
  /** Moves that are shown and not in the text. */
  then: string[] = [];
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
  private separators = new Map<string, string>();

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
    const isShown = params.uri === this.place?.uri && this.board && params.puzzles.includes(this.board.puzzle.name);
    if (!isShown || this.isStale) return;
    this.isStale = true;
    void this.inTurn(async () => {
      this.isStale = false;
      await this.refresh();
    });
  }

  /** Returns the answer for moves in place of `then`; `undefined` if the text has changed meanwhile. */
  private async ask(then: string[], more: Partial<BoardParams> = {}): Promise<Board | null | undefined> {
    const place = this.place;
    if (!place) return null;
    const { uri, version, position } = place;
    const params: BoardParams = { textDocument: { uri, version }, position, ...more };
    // Here a forced `write` costs nothing: it shows how moves are joined, and what a later
    // `writeShown` writes.
    if (then.length > 0) Object.assign(params, { then: this.join(then), write: true });
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
    const board = await this.ask(this.then);
    if (board === undefined || request !== this.requests) return this.board;
    if (board?.puzzle.kind !== before?.puzzle.kind || board?.puzzle.name !== before?.puzzle.name) {
      this.around = undefined;
    }
    this.board = board;
    this.learn();
    this.hooks.changed(by, before);
    return board;
  }

  /** Reads from `write` how the moves of the kind are joined. */
  private learn(): void {
    const { board, then } = this;
    const move = then.at(-1);
    const prefix = board?.write?.prefix;
    if (!board || move === undefined || prefix === undefined || board.illegal) return;
    const at = prefix.lastIndexOf(move);
    if (at >= 0) this.separators.set(board.puzzle.kind, prefix.slice(at + move.length));
  }

  private join(moves: string[]): string {
    return moves.join(this.separators.get(this.board?.puzzle.kind ?? "") ?? "; ");
  }

  /** Returns the text of the shown moves. */
  get shown(): string {
    return this.join(this.then);
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
        const tried = await this.ask([...this.then, text]);
        if (!tried || tried.illegal) return tried?.illegal;
      }
      this.hint = false;
      this.undone = [];
      if (this.then.length === 0 && board.write && this.hooks.write) {
        const { range, prefix, suffix } = board.write;
        await this.edit(range, prefix, text + suffix, by);
        return undefined;
      }
      this.then.push(text);
      await this.refresh(by);
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
    return this.inTurn(async () => {
      const { board, then } = this;
      const move = then.at(-1);
      if (!board?.write || move === undefined) return;
      const { range, prefix, suffix } = board.write;
      const at = prefix.lastIndexOf(move);
      await this.edit(range, prefix.slice(0, at), move + suffix);
    });
  }

  /**
   * Makes a move that is only shown: the one that was taken back last, the next one of a shortest
   * solution, or that of a hint. Returns whether there was one.
   */
  forward(): Promise<boolean> {
    return this.inTurn(async () => {
      if (!this.board) return false;
      let text = this.undone.pop() ?? this.board.next;
      if (text === undefined && this.stepsByHints()) {
        const hinted = await this.hinted();
        text = hinted[0];
      }
      if (text === undefined) return false;
      const by = this.board.moves?.find((move) => move.text === text);
      this.then.push(text);
      this.hint = false;
      const board = await this.refresh(by);
      if (!board?.illegal) return true;
      this.then.pop();
      await this.refresh();
      return false;
    });
  }

  /** Returns whether a solution is found hint by hint, because no search finds the next move. */
  private stepsByHints(): boolean {
    const { board } = this;
    if (board?.puzzle.kind !== "sudoku" || board.solved || !board.moves?.length) return false;
    const isLost = board.distanceState === "done" && board.distance === null;
    return !isLost && board.distanceState !== "withheld";
  }

  /** Returns whether `forward` may find a move. */
  get canForward(): boolean {
    return this.undone.length > 0 || this.board?.next !== undefined || this.stepsByHints();
  }

  /** Takes back the last shown move. Returns whether there was one. */
  back(all = false): Promise<boolean> {
    return this.inTurn(async () => {
      if (this.then.length === 0) return false;
      do this.undone.push(this.then.pop() as string);
      while (all && this.then.length > 0);
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

  /** Returns the moves that a hint says. The hint of a sudoku is `TECHNIQUE MOVES: WHY`. */
  async hinted(): Promise<string[]> {
    let hint = this.board?.hint;
    if (hint === undefined) {
      this.hint = true;
      hint = (await this.ask(this.then, { parts: [] }))?.hint;
      this.hint = false;
    }
    if (hint === undefined) return [];
    if (this.board?.moves?.some((move) => move.text === hint)) return [hint];
    return (
      hint
        .split(":")[0]
        ?.split(" ")
        .filter((word) => /^r\d+c\d+[=+-]/.test(word)) ?? []
    );
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

function isSame(one: Place, other: Place): boolean {
  const { line, character } = other.position;
  const isThere = one.position.line === line && one.position.character === character;
  return isThere && one.uri === other.uri && one.version === other.version;
}

/** Returns whether a place is within a range. */
export function contains(range: Range | undefined, { line, character }: Position): boolean {
  if (!range) return false;
  const { start, end } = range;
  const isAfterStart = line > start.line || (line === start.line && character >= start.character);
  return isAfterStart && (line < end.line || (line === end.line && character < end.character));
}
