// One example a kind.

import automaton from "../examples/automaton.puzzle";
import bloxorz from "../examples/bloxorz.puzzle";
import klotski from "../examples/klotski.puzzle";
import matrix from "../examples/matrix.puzzle";
import rush from "../examples/rush.puzzle";
import sliders from "../examples/sliders.puzzle";
import sudoku from "../examples/sudoku.puzzle";

export const EXAMPLES = Object.entries({ klotski, rush, sudoku, bloxorz, sliders, matrix, automaton }).map(
  ([kind, text]) => ({ kind, text }),
);
