// What a board says in words, for everybody and for people who do not see the picture.

import type { Board, BoardCell, IllegalMove } from "../protocol";

/** Returns a number with its noun. */
export function count(number: number, noun: string): string {
  // The first number that is written for a language loads its tables, which takes longer than all else here.
  const digits = number < 1000 ? `${number}` : number.toLocaleString("en");
  return `${digits} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns the line below the picture: the distance, the moves made, and those not in the text. */
export function status(board: Board, shown: number): string {
  const parts = [distance(board)];
  if (board.at.made > 0) parts.push(`${count(board.at.made, "move")} made`);
  if (shown > 0) parts.push(`${shown} not in the text`);
  return parts.filter((part) => part !== "").join(" · ");
}

function distance(board: Board): string {
  if (board.unknown !== undefined) return `state unknown: ${board.unknown}`;
  if (!board.hasGoal) return "";
  if (board.solved) return "solved";
  switch (board.distanceState) {
    case "done":
      if (board.distance === null) return "no moves lead to the goal";
      if (board.puzzle.kind === "sudoku") return `${count(board.distance, "cell")} to fill`;
      return `${count(board.distance, "move")} to the goal`;
    case "running":
      return "searching for a solution …";
    case "gave-up":
      return "the search for a solution stopped at its limit";
    case "withheld":
      return "the distance is not shown, because the document asks an open question";
  }
}

/** Returns the name of a cell with what it holds. */
export function cell(board: Board, cell: BoardCell): string {
  const tree = cell.id.startsWith("[");
  const [row = 0, column = 0] = cell.id.split(",").map(Number);
  const name = tree ? `node ${path(cell.id)}` : `row ${row + 1}, column ${column + 1}`;
  const text = tree ? (cell.text === "X" ? "live" : "dead") : (cell.text ?? "empty");
  const marks = marksOf(board, cell.id);
  return `${name}: ${text}${marks === "" ? "" : `, pencil marks ${marks}`}`;
}

/** Returns the path of a node in words. */
function path(id: string): string {
  const steps = [...id.slice(1, -1)].map((step) => (step === "<" ? "left" : "right"));
  return steps.length === 0 ? "at the root" : steps.join(" ");
}

/** Returns the pencil marks of an empty cell: the digits that can be removed. */
function marksOf(board: Board, id: string): string {
  const moves = board.moves?.filter((move) => move.to[0] === id && /^r\d+c\d+-/.test(move.text)) ?? [];
  return moves.map((move) => move.text.slice(move.text.indexOf("-") + 1)).join(" ");
}

/** Returns why a move is illegal. */
export function refusal({ text, reason }: IllegalMove): string {
  return `${text} is not possible: ${reason.split("\n").join("; ")}`;
}
