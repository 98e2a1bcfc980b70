//! Games as puzzles: the laws of every kind, and what is theirs alone.

use super::commands::EXAMPLE;
use super::rules::{Input, Options, Position, Search, shortest};
use super::tests::data;
use super::{INFO, Model, solve};
use crate::diag::Sink;
use crate::door::{Report, run_with};
use crate::laws;
use crate::puzzle::moves::{Engine, MoveGame};
use crate::puzzle::testing::body;
use crate::puzzle::{self, Out, Registry, Verdict};
use crate::search::{Budget, Outcome, Stop};
use crate::session::{Mode, format_with};
use crate::syntax::parse_document;
use crate::text::Source;

const GAMES: Registry = Registry(&[&INFO]);

/// Runs a document.
fn run(text: &str) -> Report {
    run_with(
        GAMES,
        Source::new("game.puzzle", text),
        Mode::Run { solve: false },
        &Budget::unlimited(),
    )
}

/// Runs commands after the example, and asserts that they answer as they say.
#[track_caller]
fn answers(commands: &str) {
    let report = run(&format!("{EXAMPLE}{commands}"));
    assert!(report.is_right(), "{report}");
}

/// Returns the text of the game of the example, as a file of its own.
fn game() -> String {
    let (_, text) = EXAMPLE.split_once('\n').expect("a line");
    text.strip_suffix("}\n").expect("a closing brace").to_owned()
}

/// Returns the lines that a game without a document answers.
fn judged(text: &str, budget: &Budget) -> (Vec<String>, Verdict) {
    let source = Source::new("game.ps", text);
    let mut lines = Vec::new();
    let mut sink = Sink::new();
    let verdict = (INFO.judge)(puzzle::Input::from(&source), budget, &mut sink, &mut |at, line| {
        lines.push(format!("{at}: {line}"));
    });
    assert_eq!(sink.take(), []);
    (lines, verdict)
}

#[test]
fn games_hold_the_laws_of_every_kind() {
    laws::hold(GAMES);
}

#[test]
fn a_game_is_read_wherever_its_headings_are() {
    assert!((INFO.begins)(&game()));
    assert_eq!(GAMES.iter().filter(|info| info.precedence(&game()).is_some()).count(), 1);
    assert!(INFO.precedence("%!PS-Adobe-3.0\n/Helvetica findfont\n").is_none());
    assert!(INFO.precedence(&game().replace("LEVELS", "")).is_none());
}

#[test]
fn a_game_without_a_document_answers_a_line_a_level() {
    let (lines, verdict) = judged(&game(), &Budget::unlimited());
    assert_eq!((lines, verdict), (vec!["45: 1 R".into(), "49: 2 RR".into()], Verdict::Fine));
    let locked = game().replace("#P.*o#", "#P.o*#");
    let (lines, verdict) = judged(&locked, &Budget::unlimited());
    assert_eq!((&*lines[1], verdict), ("49: unsolvable", Verdict::Unsolvable));
    let (lines, verdict) = judged(&game(), &Budget::unlimited().with_states(0));
    assert!(lines[0].starts_with("45: gave up: expanded 0"), "{lines:?}");
    assert_eq!(verdict, Verdict::GaveUp);
}

#[test]
fn levels_follow_each_other() {
    answers(
        "play R => {\n  #####\n  #.P@#\n  #####\n}\nsolve => 0\nmoves => { }\n\
         play RR => {\n  ######\n  #..P@#\n  #...@#\n  ######\n}\n",
    );
    answers("level next => {\n  ######\n  #P.*o#\n  #...@#\n  ######\n}\nsolve => 2\n");
    answers("level 2\nplay right\nundo\nshow => {\n  ######\n  #P.*o#\n  #...@#\n  ######\n}\n");
    answers("level 2\nplay R\nplay undo => {\n  ######\n  #P.*o#\n  #...@#\n  ######\n}\n");
    let report = run(&format!("{EXAMPLE}level 3\n"));
    assert!(report.to_string().contains("puzzlescript::no-level"), "{report}");
}

#[test]
fn a_trace_says_what_took_a_turn_back_and_what_could_not_move() {
    answers("trace U => {\n  Player at (1,1) cannot move: Wall is in its way\n}\n");
    answers("trace X => no rule fires\n");
    let text = EXAMPLE.replace("| > Crate ]\n", "| > Crate ]\n  [ right Player ] -> cancel\n");
    let report = run(&format!("{text}trace R\nplay R\nshow\n"));
    assert!(report.to_string().contains("cancelled by line 38"), "{report}");
}

#[test]
fn what_a_message_says_stands_above_the_position() {
    let text = EXAMPLE.replace("| > Crate ]\n", "| > Crate ] message Pushed\n");
    let report =
        run(&format!("{text}play R => {{\n  message Pushed\n  #####\n  #.P@#\n  #####\n}}\n"));
    assert!(report.is_right(), "{report}");
}

#[test]
fn a_search_gives_up_where_chance_decides() {
    let text = EXAMPLE.replace(
        "WINCONDITIONS",
        "random [ Crate ] -> [ Crate ]\n  random [ Wall ] -> [ Wall ]\n\n  WINCONDITIONS",
    );
    let report = run(&format!("{text}solve\n"));
    assert!(report.to_string().contains("decides by chance"), "{report}");
}

#[test]
fn nothing_in_a_game_belongs_to_the_document() {
    let text = EXAMPLE.replace(
        "  title Crates\n",
        "  title Crates { } // => solve\n\n\n    author  A  B   \n  homepage a / b\n",
    );
    let text =
        text.replace("  author An example\n", "").replace("# = Wall", "{ = Wall").replace('#', "{");
    let report = run(&format!("{text}solve => 1\nlevel 2\nsolve => 2\n"));
    assert!(report.is_right(), "{report}");
    let source = Source::new("game.puzzle", &*text);
    let mut sink = Sink::new();
    let document = parse_document(&text, &GAMES, &mut sink);
    assert_eq!(format_with(GAMES, &source, &document, &sink), text);
}

#[test]
fn a_game_without_its_brace_ends_before_the_next_declaration() {
    let open = EXAMPLE.strip_suffix("}\n").expect("a closing brace");
    let report = run(&format!("{open}\n{}", EXAMPLE.replace("crates", "more")));
    let text = report.to_string();
    assert_eq!(text.matches("syntax::unclosed-brace").count(), 1, "{text}");
    assert!(report.diagnostics.len() < 3, "{text}");
    let report = run("puzzlescript g { title A }\nputs\n");
    assert!(report.to_string().contains("syntax::trailing-text"), "{report}");
}

#[test]
fn the_engine_finds_what_a_plain_search_finds() {
    let games = data("hard.json");
    let mut ends = [0; 4];
    for game in games.as_array().expect("a list") {
        let text = game["game"].as_str().expect("a text");
        let body = body(text);
        let Some(model) = Model::read(&body, &mut Out::new(&mut Sink::new())) else { continue };
        // The again-turns of a start can win.
        if model.game.levels().next().is_none() || model.start.won {
            continue;
        }
        let budget = Budget::unlimited().with_states(400);
        let mut finder = solve::finder(&model.game, &model.start, model.above);
        let outcome = Engine::solve(&mut finder, &budget);
        let witness = shortest(&model.game, &model.start, 2000, Options::default());
        let name = &game["name"];
        match (outcome, witness) {
            (Outcome::Solved(path), Search::Found(plain)) => {
                assert_eq!(path.len(), plain.len(), "{name}");
                let turn = |at: Position, &input: &Input| {
                    at.turn(&model.game, input, Options::default()).map(|turn| turn.position)
                };
                let end = path.iter().try_fold(model.start.clone(), turn);
                assert!(end.is_ok_and(|end| end.won), "{name}");
                ends[0] += 1;
            }
            (Outcome::Unsolvable, Search::Unsolvable) => ends[1] += 1,
            // A shorter solution outcome before a draw stands.
            (
                Outcome::Solved(_) | Outcome::GaveUp(Stop::Chance(_) | Stop::Endless(_)),
                Search::Undecided(_),
            ) => {
                ends[2] += 1;
            }
            (Outcome::GaveUp(Stop::States), _) | (_, Search::Limit) => ends[3] += 1,
            (outcome, witness) => panic!("{name}: {outcome:?}, {witness:?}"),
        }
    }
    assert!(ends[..3].iter().all(|&count| count > 0), "{ends:?}");
}
