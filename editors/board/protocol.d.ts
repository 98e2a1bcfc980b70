// Generated from `src/lsp/server/board/types.rs`: `BLESS=1 cargo test --test it book` writes this file.

/** A place in a document, in the encoding of positions that client and server agreed upon. */
export interface Position { line: number; character: number }
/** From one place to another one, which is not included. */
export interface Range { start: Position; end: Position }

/** The parameters of the request `puzzled/board`. */
export interface BoardParams {
  /** The document, in the version that the client has. */
  textDocument: BoardDocument;
  /** A place in the document. */
  position: Position;
  /**
   * Moves that are not in the text, as `play` takes them. They are made after the moves at the
   * position, up to the first that is illegal.
   */
  then?: string;
  /** Asks for `write` even where later statements use this state. */
  write?: boolean;
  /** The parts that are wanted; all if it is missing. */
  parts?: Part[];
  /**
   * A node of a tree: the picture shows the way to it and its neighbors, also where it leaves
   * other nodes out.
   */
  around?: string;
  /** Asks for a picture that points at a hint, and for the hint. A hint takes a search. */
  hint?: boolean;
}

/** The document of a request. */
export interface BoardDocument {
  uri: string;
  /**
   * The version that the client has: if the server has another one, it refuses the request with
   * the error -32801.
   */
  version?: number;
}

/**
 * The result of `puzzled/board`: a puzzle in the state at the position, with the moves of `then`.
 * In a declaration, the state is that of the start; on a command, that after the command; within
 * the moves of a `play`, that after the move at or before the cursor; between statements, that
 * after the statement above. `null` if there is no puzzle, or if its declaration has errors.
 */
export interface Board {
  /** The version of the document. */
  version: number;
  /** The puzzle. */
  puzzle: BoardPuzzle;
  /** The statement or move that leads to the state. */
  at: BoardPlace;
  /** Why the state is not known. The board then shows the last state that is known, without moves. */
  unknown?: string;
  /** The state in a sentence, for people who do not see the picture. */
  title: string;
  /** A line below the picture; may be empty. */
  caption: string;
  /**
   * The picture as an SVG document. Each cell has one element with the attribute `data-cell`, the
   * cell's name; what is drawn for a piece is in elements with the attribute `data-piece`.
   */
  svg?: string;
  /** The picture as text. */
  text?: string;
  /** True if the puzzle has a goal. */
  hasGoal: boolean;
  /** True if the goal is reached. */
  solved: boolean;
  /** The number of moves to the goal, of a sudoku that of the empty cells; `null` if it is not known, or if no moves lead there. */
  distance: number | null;
  /** What is known of the distance. */
  distanceState: DistanceState;
  /** The next move of a shortest solution, once a search has found it. */
  next?: string;
  /** The hint that the picture points at, in a line. */
  hint?: string;
  /** The moves of the hint, as `play` takes them, one after the other. */
  hintMoves?: string[];
  /** The moves of the request's `then` that were made, joined so that a move can follow. */
  then?: string;
  /** The cells of the picture, in reading order; of a tree, its nodes, parents first. */
  cells: BoardCell[];
  /** The number of cells that the picture leaves out. */
  hiddenCells: number;
  /** The legal moves. There are none if the state is unknown or something of it is withheld. */
  moves?: BoardMove[];
  /**
   * The place in the text where a move would be written; `null` where later statements use this
   * state, unless the request asks for it.
   */
  write: BoardWrite | null;
  /**
   * The first illegal move of the `play` at the position or of `then`. The board shows the state
   * before it.
   */
  illegal?: IllegalMove;
}

/** A puzzle of a document. */
export interface BoardPuzzle {
  name: string;
  kind: string;
  /** The place of its declaration. */
  range: Range;
  /** Its metadata: `title`, `author`, `source`, `license`, `note`. */
  meta: Record<string, string>;
}

/** The statement or move that leads to a state. */
export interface BoardPlace {
  /** The place of the statement; within a `play`, that of the move. */
  range: Range;
  /** The number of the move within its `play`, from 1; 0 before the first; `null` elsewhere. */
  move: number | null;
  /** The number of moves made since the start, with those of `then`. */
  made: number;
}

/** A cell of a board, or a node of a tree. */
export interface BoardCell {
  /** Its name: row and column from 0 (`0,1`), or the path of a node from the root (`[<]`). */
  id: string;
  /** Its text in the picture. */
  text?: string;
  /** The place in the declaration that draws it. */
  range?: Range;
  /** The piece that covers it: its number in the scene (`puzzled show --format json`). */
  piece?: string;
}

/** A legal move. */
export interface BoardMove {
  /** The move as `play` takes it. */
  text: string;
  /** The piece that moves. */
  piece?: string;
  /** The cells that the piece leaves. */
  from: string[];
  /** The cells on which the piece is after the move, or which the move changes. */
  to: string[];
  /**
   * The direction of a straight move: `left`, `right`, `up`, `down`; of a matrix `clockwise` or
   * `counterclockwise`.
   */
  direction?: string;
  /** The number of cells by which a straight move shifts its piece. */
  distance?: number;
}

/**
 * An edit that writes a move: `prefix`, the move and `suffix` replace the range. It also writes the
 * moves of `then`. The position of the board after it is that of the move in the new text.
 */
export interface BoardWrite {
  range: Range;
  prefix: string;
  suffix: string;
}

/** An illegal move. */
export interface IllegalMove {
  /** Its number, from 1, in the `play` at the position or in `then`. */
  move: number;
  /** The move as it is written. */
  text: string;
  /** Why it is illegal, in the words of `why not`: a line for each reason. */
  reason: string;
  /** The cells that are in the way. */
  cells: string[];
}

/**
 * The parameters of the notification `puzzled/boardChanged`: boards of these puzzles have changed
 * without an edit, because distances or results of tests were found. It comes at most 20 times a
 * second, and only to clients with the capability `experimental.puzzledBoard`.
 */
export interface BoardChanged {
  uri: string;
  version: number;
  /** The names of the puzzles. */
  puzzles: string[];
}

/** The parameters of the request `puzzled/tests`. */
export interface TestsParams {
  textDocument: TestsDocument;
}

/** The document of a request for its tests. */
export interface TestsDocument {
  uri: string;
}

/** An item of the result of `puzzled/tests`: an expectation or an open question. */
export interface Test {
  /**
   * A name that no other item of the document has: `PUZZLE: COMMAND`, with ` #2` for a
   * repetition.
   */
  id: string;
  /** The puzzle; empty if there is none of that name. */
  puzzle: string;
  command: string;
  /** The place of the command with its expectation. */
  range: Range;
  /** Its result; `null` if the statement has not been run yet. */
  outcome: Outcome | null;
  /** Of a wrong one: the answer that was expected. */
  expected?: string;
  /** Of a wrong one: the answer that was found, of a long one the first 4,096 characters. */
  found?: string;
}

/** A part of a board that takes time. */
export type Part = "svg" | "text" | "moves";

/**
 * What is known of the distance to the goal.
 * * `done`: It is known. Without a distance, no moves lead to the goal, or the puzzle has none.
 * * `running`: It is being searched for: `boardChanged` says when it is known.
 * * `gave-up`: The search stopped at a limit, or the state is not known.
 * * `withheld`: The document asks an open question about the puzzle, so the distance is not shown.
 */
export type DistanceState = "done" | "running" | "gave-up" | "withheld";

/**
 * The result of an expectation.
 * * `skipped`: It was not compared, because an earlier statement or its own command failed.
 * * `gave-up`: It was not compared, because its own search stopped at its limit.
 * * `open`: An open question: there is nothing to compare.
 */
export type Outcome = "held" | "wrong" | "skipped" | "gave-up" | "open";
