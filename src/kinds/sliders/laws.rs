//! Laws of every pair and every session. (Symmetry is tested beside the reference in `tests`.)

use super::typed::{EULER, EXAMPLE};
use crate::laws;
use crate::puzzle::testing::open;

const TURN: &str = "\n AAA\n BBB\n CC.\n goal\n .CC\n BBB\n AAA\n";

#[test]
fn the_laws_of_puzzles_with_moves_hold() {
    let verbs = ["solve", "count", "sum", "goals 99"];
    for pair in [EXAMPLE, TURN] {
        let open = || open("sliders", pair);
        laws::pauses_change_nothing(&open, &verbs);
        laws::travel_brings_searches_back(&open, &verbs);
        laws::solutions_replay(&open);
    }
    for pair in [EXAMPLE, TURN, EULER] {
        let open = || open("sliders", pair);
        laws::nothing_more_is_expanded(&open);
        laws::completion_offers_the_legal_letters(&open);
    }
}
