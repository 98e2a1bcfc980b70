//! A game in a file of its own: its levels are puzzles, and the comments in it are tests.

use crate::common::puzzled;

/// Three rooms: the last one cannot be won. TESTS stands for the tests.
const ROOMS: &str = "title Three rooms
TESTS
OBJECTS
Background
darkgreen

Target
yellow

Wall
brown

Player
blue

Crate
orange

LEGEND
. = Background
# = Wall
P = Player
* = Crate
o = Target

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS
all Target on Crate

LEVELS

#####
#P*o#
#####

#####
#o*.#
#..P#
#####

message No way

####
#P.#
#o*#
####
";

/// Returns the game with tests in its comments.
fn rooms(tests: &[&str]) -> String {
    let comments = tests.iter().map(|test| format!("(puzzled: {test})\n")).collect::<Vec<_>>();
    ROOMS.replace("TESTS\n", &comments.concat())
}

#[test]
fn each_level_is_a_puzzle() {
    let game = rooms(&[]);
    for (call, code, out) in [
        ("run --as puzzlescript", 1, "1 R\n2 UL\nunsolvable\n"),
        ("run", 1, "1 R\n2 UL\nunsolvable\n"),
        ("run --level 2", 0, "2 UL\n"),
        ("solve --level 1", 0, "1 R\n"),
        ("run --number --level 2", 0, "44 2 UL\n"),
        ("verify --level 2 --answer UL", 0, "right: legal, 2 moves, as few as possible\n"),
        ("verify --level 2 --answer R", 1, "unsolved: legal, 1 move; level 2 is not won\n"),
        ("verify --answer right", 0, "right: legal, 1 move, as few as possible\n"),
        ("verify --level 3 --answer unsolvable", 0, "right: there is no solution\n"),
    ] {
        puzzled(&format!("{call} rooms.ps")).file("rooms.ps", &game).run().code(code).stdout(out);
    }
    let ranked = puzzled("rank --format csv rooms.ps").file("rooms.ps", &game).run().code(1);
    for row in ["rooms.ps,rooms:1,puzzlescript,1,", "rooms:2,puzzlescript,2,", "rooms:3,"] {
        assert!(ranked.out().contains(row), "{row}: {}", ranked.out());
    }
    let solved = puzzled("solve --format json rooms.ps").file("rooms.ps", &game).run().code(1);
    let statuses: Vec<_> = solved.out().lines().map(|line| line.contains("\"solved\"")).collect();
    assert_eq!(statuses, [true, true, false], "{}", solved.out());
    let sheet = puzzled("sheet rooms.ps").file("rooms.ps", &game).run().code(0);
    assert!(sheet.out().contains("rooms:3"), "each level is printed");
}

#[test]
fn a_level_that_is_not_there_is_an_error() {
    let game = rooms(&[]);
    for call in ["run --level 4", "solve --level 0", "verify --level 4 --answer R"] {
        let end = puzzled(&format!("{call} rooms.ps")).file("rooms.ps", &game).run();
        assert!(end.err().contains("the game has 3 levels"), "{call}: {}", end.err());
    }
    let end = puzzled("run --level 1 t.txt").file("t.txt", "SoooT\n").run();
    assert!(end.err().contains("`--level` is for a game"), "{}", end.err());
}

#[test]
fn check_solve_names_every_level_that_cannot_be_won() {
    let document = format!("puzzlescript rooms {{\n{}}}\n", rooms(&[]));
    for (file, text) in [("rooms.ps", &rooms(&[])), ("rooms.puzzle", &document)] {
        let end = puzzled(&format!("check --solve {file}")).file(file, text).run().code(0);
        assert_eq!(end.out().matches("puzzlescript::unwinnable").count(), 1, "{}", end.out());
        assert!(end.out().contains("level 3 cannot be won"), "{file}: {}", end.out());
    }
    let allowed = "check --solve --allow puzzlescript::unwinnable rooms.ps";
    puzzled(allowed).file("rooms.ps", rooms(&[])).run().code(0).stdout("");
}

/// Tests in comments, each with what `test` says of it: the end of the message, or nothing if it holds.
const TESTS: [(&str, &str); 12] = [
    ("solve => 1", ""),
    ("level 2 solve => 2", ""),
    ("level 2 solve => UL", ""),
    ("level 3 solve => unsolvable", ""),
    ("level 1 play R => won", ""),
    ("level 2 play up left => won", ""),
    ("level next hint => U", ""),
    ("level 2 play U => won", "level 2 is not won"),
    ("level 2 solve => 3", "expected `3`, found `2`"),
    ("level 4 solve => 3", "the game has 3 levels"),
    ("levle 2 solve => 2", "unknown command `levle`"),
    ("level 1 play RQ => won", "`Q`"),
];

#[test]
fn a_comment_is_a_test_wherever_it_stands() {
    for (test, fault) in TESTS {
        let at_end = format!("{}\n(puzzled: {test})\n", rooms(&[]));
        for game in [rooms(&[test]), at_end, rooms(&[test]).replace('\n', "\r\n")] {
            let tested = puzzled("test rooms.ps").file("rooms.ps", &game).run();
            let checked = puzzled("check --solve rooms.ps").file("rooms.ps", &game).run();
            let line =
                format!(":{}:", game[..game.find("(puzzled").expect("a test")].lines().count() + 1);
            match fault {
                "" => assert!(
                    tested.out().contains("1 expectation held, 0 wrong; 1 of 1"),
                    "{test}: {}",
                    tested.out()
                ),
                fault => {
                    for end in [&tested, &checked] {
                        assert!(end.out().contains(fault), "{test}: {}", end.out());
                        assert!(end.out().contains(&line), "{test}: {line} {}", end.out());
                    }
                }
            }
            let expected = i32::from(!fault.is_empty());
            tested.code(expected);
        }
    }
}

#[test]
fn bless_rewrites_what_a_test_expects_and_no_claim() {
    let game = rooms(&["level 2 solve => 7", "level 2 play U => won"]);
    let end = puzzled("test --bless rooms.ps").file("rooms.ps", &game).run().code(1);
    let blessed = end.text("rooms.ps");
    assert_eq!(blessed, rooms(&["level 2 solve => 2", "level 2 play U => won"]));
}

#[test]
fn a_document_states_that_moves_solve_a_puzzle() {
    for (puzzle, moves, word) in [
        (format!("puzzlescript rooms {{\n{}}}", rooms(&[])), "R", "won"),
        (String::from("bloxorz b {\n  SoooT\n}"), "R", "solved"),
        (String::from("bloxorz b {\n  SooT\n}"), "RR", "solved"),
    ] {
        let end = puzzled("test a.puzzle")
            .file("a.puzzle", format!("{puzzle}\nplay {moves} => {word}\n"))
            .run();
        let holds = !puzzle.contains("SoooT");
        assert_eq!(
            end.out().contains("1 expectation held"),
            holds,
            "{puzzle}: {}{}",
            end.out(),
            end.err()
        );
    }
}

#[test]
fn a_game_is_opened_at_its_first_level_whatever_its_tests_do() {
    let game = rooms(&["level 2 play U => won"]);
    let shown = puzzled("show --ascii rooms.ps").file("rooms.ps", &game).run().code(0);
    let plain = puzzled("show --ascii rooms.ps").file("rooms.ps", rooms(&[])).run().code(0);
    assert_eq!(shown.out(), plain.out());
}
