// The messages between the extension and the page of the board.

import type { Board, BoardChanged, BoardParams, Range } from "../../board/protocol";
import type { Edit, Place } from "../../board/src/game";

/** A message to the page. */
export type ToPage =
  | { type: "show"; place: Place | null }
  /** Plays the solution from a place. */
  | { type: "play"; place: Place }
  /** Goes on with a film that ended because the next move was not known yet. */
  | { type: "resume" }
  /** Writes moves from a place into the text. */
  | { type: "writeMoves"; place: Place; moves: string }
  | { type: "changed"; params: BoardChanged }
  /** Asks the page to take the focus. It reports that it has the focus, also if it had it before. */
  | { type: "focus" }
  /** The response to a request or an edit of the page. */
  | { type: "response"; id: number; result: Board | Place | null }
  | { type: "error"; id: number; message: string; code?: number };

/** A message from the page. */
export type FromPage =
  | { type: "ready" }
  | { type: "request"; id: number; params: BoardParams }
  | { type: "write"; id: number; edit: Edit }
  | { type: "select"; range: Range }
  /** The page has the focus. */
  | { type: "focused" }
  | { type: "undo" | "redo" };
