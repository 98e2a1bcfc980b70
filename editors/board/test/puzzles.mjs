// A puzzle of each kind.

/** A tree of this depth whose nodes with children are live. */
const tree = (depth) => (depth === 0 ? "." : `(${tree(depth - 1)} X ${tree(depth - 1)})`);

export const PUZZLES = {
  klotski: "klotski little {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n",
  rush: "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\n",
  bloxorz: "bloxorz first {\n  ooo---\n  oSoooo\n  ooooTo\n}\n",
  sliders: "sliders eight {\n  A B C\n  D . E\n  F G H\n  goal\n  . A C\n  D B E\n  F G H\n}\n",
  matrix: "matrix onion {\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n}\n",
  sudoku: "sudoku four {\n  1 . . .\n  . . 3 .\n  . 4 . .\n  . . . 2\n}\n",
  automaton: "automaton small {\n  rule 23749\n  tree ((X . .) X (. X X))\n}\n",
  deep: `automaton deep {\n  rule 110\n  tree ${tree(8)}\n}\n`,
};
