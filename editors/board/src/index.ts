// A board that a person sees and pushes. It knows no rule of any puzzle: the language server sends the
// picture, the legal moves and the reasons why other moves are illegal.

export type * from "../protocol";
export type { Connection, Edit, Place } from "./game";
export { BoardView } from "./view";
export type { BoardOptions } from "./view";
