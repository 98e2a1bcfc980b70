// How pointers, keys and buttons of each kind become moves. A control looks moves up in the list that the
// server gave. If none fits, it pushes the text of the move nevertheless: the server says why it is illegal.

import type { Board, BoardCell, BoardMove } from "../protocol";
import type { Point } from "./picture";

export type Direction = "left" | "right" | "up" | "down";

/** The way in which boards of a kind are pushed. */
export type Manner = "pieces" | "roll" | "tiles" | "digits" | "rings" | "tree" | "list";

const MANNERS: Record<string, Manner> = {
  klotski: "pieces",
  rush: "pieces",
  bloxorz: "roll",
  sliders: "tiles",
  sudoku: "digits",
  matrix: "rings",
  automaton: "tree",
};

export const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** Returns the manner of a kind. Of an unknown one, the moves are a list of buttons. */
export function mannerOf(kind: string): Manner {
  return MANNERS[kind] ?? "list";
}

/** Returns a sentence about the keys of a manner. */
export function keys(manner: Manner): string {
  switch (manner) {
    case "pieces":
      return "Drag a block. Keys: a letter or Space chooses one, arrows push it, with Shift as far as it goes.";
    case "roll":
      return "Swipe, or press the arrow keys, to roll the block.";
    case "tiles":
      return "Tap a tile next to the gap, or press an arrow key to slide a tile that way.";
    case "digits":
      return "Choose a cell with the arrow keys and type a digit, with Shift a pencil mark. Space changes between both.";
    case "rings":
      return "Drag around the middle, or press the left or right arrow key, to turn the rings.";
    case "tree":
      return "Arrow keys go to the parent and the children. Enter, or a second tap, flips a node of the declaration.";
    case "list":
      return "Choose a move from the list.";
  }
}

export function cellOf(board: Board, id: string | undefined): BoardCell | undefined {
  return board.cells.find((cell) => cell.id === id);
}

/** Returns the pieces that can move, in the order of the board's cells. */
export function movable(board: Board): string[] {
  const pieces = new Set(board.moves?.map((move) => move.piece));
  const inOrder = board.cells.flatMap((cell) => (cell.piece !== undefined && pieces.has(cell.piece) ? [cell.piece] : []));
  return [...new Set(inOrder)];
}

/** Returns the piece with a label. */
export function labeled(board: Board, label: string): string | undefined {
  const exact = board.cells.find((cell) => cell.piece !== undefined && cell.text === label);
  const folded = (cell: BoardCell) => cell.piece !== undefined && cell.text?.toLowerCase() === label.toLowerCase();
  return (exact ?? board.cells.find(folded))?.piece;
}

/** Returns the label of a piece. */
export function label(board: Board, piece: string): string {
  return board.cells.find((cell) => cell.piece === piece && cell.text !== undefined)?.text ?? "";
}

/** Returns the text of a move in a direction: a legal one if there is one. */
export function straight(board: Board, direction: Direction, piece: string | undefined, far = false): string {
  const fits = (move: BoardMove) => move.direction === direction && (piece === undefined || move.piece === piece);
  const fitting = (board.moves ?? []).filter(fits).sort((a, b) => (a.distance ?? 1) - (b.distance ?? 1));
  const move = fitting.at(far ? -1 : 0);
  if (move) return move.text;
  return piece === undefined ? direction.charAt(0).toUpperCase() : `${label(board, piece)} ${direction}`;
}

/** Returns the pieces with a legal move in a direction. */
export function pushable(board: Board, direction: Direction): string[] {
  const pieces = board.moves?.flatMap(({ piece, direction: d }) =>
    d === direction && piece !== undefined ? [piece] : [],
  );
  return [...new Set(pieces)];
}

/** Returns the direction of a shift. */
export function directionOf({ x, y }: Point): Direction {
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? "left" : "right";
  return y < 0 ? "up" : "down";
}

/** Returns the move of a ring that follows a drag around a middle. */
export function turn(board: Board, middle: Point, from: Point, to: Point): BoardMove | undefined {
  const [ax, ay] = [from.x - middle.x, from.y - middle.y];
  const [bx, by] = [to.x - middle.x, to.y - middle.y];
  const direction = ax * by - ay * bx > 0 ? "clockwise" : "counterclockwise";
  return board.moves?.find((move) => move.direction === direction);
}

/** A legal move and how much of its shift a drag has made, from 0 to 1. */
export interface Dragged {
  move: BoardMove;
  shift: Point;
  made: number;
}

/** Returns the legal move of a piece that is nearest to a drag. */
export function nearest(moves: BoardMove[], shift: (move: BoardMove) => Point, drag: Point): Dragged | undefined {
  let best: (Dragged & { apart: number }) | undefined;
  for (const move of moves) {
    const { x, y } = shift(move);
    const length = x * x + y * y;
    if (length === 0) continue;
    const made = Math.min(1, Math.max(0, (drag.x * x + drag.y * y) / length));
    const apart = Math.hypot(drag.x - made * x, drag.y - made * y);
    // Of moves in the same direction, the one whose end is nearest.
    const isNearer =
      !best || apart < best.apart - 0.5 || (apart < best.apart + 0.5 && off(move, made) < off(best.move, best.made));
    if (isNearer) best = { move, shift: { x: made * x, y: made * y }, made, apart };
  }
  return best;

  function off(move: BoardMove, made: number): number {
    const { x, y } = shift(move);
    return (1 - made) * Math.hypot(x, y);
  }
}

/** Returns the symbols of a sudoku, in the order of their values: those of givens and of moves. */
export function symbols(board: Board): string[] {
  const size = Math.max(0, ...board.cells.map((cell) => Number(cell.id.split(",")[1] ?? 0))) + 1;
  const alphabet = [..."123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return alphabet.slice(0, size);
}

/** Returns the text of a digit put into a cell, or of its pencil mark changed. */
export function digit(board: Board, id: string, symbol: string, isMark: boolean): string {
  const [row = 0, column = 0] = id.split(",").map(Number);
  const name = `r${row + 1}c${column + 1}`;
  const removed = `${name}-${symbol}`;
  if (isMark) return board.moves?.some(({ text }) => text === removed) ? removed : `${name}+${symbol}`;
  return `${name}=${symbol}`;
}

/** Returns the moves for which there are only buttons. */
export function others(board: Board, manner: Manner): BoardMove[] {
  const moves = board.moves ?? [];
  if (manner === "list") return moves.slice(0, 60);
  if (manner === "digits" || manner === "pieces") return [];
  return moves.filter(({ direction }) => !Object.values<string | undefined>(ARROWS).includes(direction));
}

/** Returns the cell or node next to another one; `undefined` at the edge. */
export function neighbor(board: Board, id: string, direction: Direction): string | undefined {
  if (id.startsWith("[")) {
    const inner = id.slice(1, -1);
    if (direction === "up") return inner === "" ? undefined : `[${inner.slice(0, -1)}]`;
    return `[${inner}${direction === "right" ? ">" : "<"}]`;
  }
  const [row = 0, column = 0] = id.split(",").map(Number);
  const [down, right] = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] }[direction] as [number, number];
  const next = `${row + down},${column + right}`;
  return cellOf(board, next)?.id;
}
