//! Boards on which nothing can move: the answer stays, and a warning says why.

use crate::common::puzzled;

#[test]
fn the_judge_s_output_stays_and_standard_error_says_once_that_there_is_no_room() {
    for (kind, text, message) in [
        ("klotski", "2 3\nA 0 B\nA 0 B\nA\n0 1\n", "is `0` an empty cell?"),
        ("klotski", "A_B\nA_B\ngoal A at (0,1)\n", "is `_` an empty cell?"),
        ("klotski", "A.#\nAB#\nAB.\ngoal A at (0,1)\n", ""),
        ("rush", "BBCC\nAADE\nFFDE\nGGHH\n", "no cell is empty"),
        ("rush", "BBCCAADEFFDEGGHH\n", "no cell is empty"),
        ("bloxorz", "oS-T\n", "the block cannot roll"),
    ] {
        let end = puzzled(&format!("run --as {kind} -")).input(text).run();
        if message.is_empty() {
            assert!(!end.err().contains("no-room"), "{text}: {}", end.err());
            continue;
        }
        let err = end.err();
        assert_eq!(err.matches(&format!("{kind}::no-room")).count(), 1, "{text}: {err}");
        assert!(err.contains(message), "{text}: {err}");
        end.code(1).stdout("unsolvable\n");
    }
}

#[test]
fn a_document_that_states_that_it_is_unsolvable_is_not_warned_of() {
    let board = "klotski k { A 0 / A B / goal A at (0,1) }\n";
    let check = |text: &str| puzzled("check --deny warnings k.puzzle").file("k.puzzle", text).run();
    assert!(check(board).code(1).out().contains("klotski::no-room"));
    check(&format!("{board}solve => unsolvable\n")).code(0);
}
