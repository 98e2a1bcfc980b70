//! The programs of the page on the library.

// ANCHOR: program
use puzzled::{Report, Solved, search::Budget};

/// Solves a puzzle of a document: says how many moves it takes, or why there is no answer.
fn solution(report: &mut Report, name: &str, states: u64) -> String {
    let Some(puzzle) = report.puzzle(name) else {
        return report.to_string();
    };
    let budget = Budget { states, ..Budget::unlimited() };
    match puzzle.solve(&budget) {
        Some(Solved::Moves(path)) => format!("{} moves: {}", path.length, path.moves.join("; ")),
        Some(Solved::Grid { rows, .. }) => format!("the first row is {:?}", rows[0]),
        Some(Solved::Unsolvable) => "it has no solution".to_owned(),
        Some(Solved::GaveUp(stop)) => format!("the search {}", stop.reason()),
        None => "there is nothing to solve".to_owned(),
    }
}
// ANCHOR_END: program

// ANCHOR: session
use puzzled::diag::Sink;
use puzzled::session::{self, Event, Mode, Session};
use puzzled::text::Source;

/// Runs one more document in a session; gives its answers.
fn answers(session: &mut Session, name: &str, text: &str, sink: &mut Sink) -> Vec<String> {
    let source = Source::new(name, text);
    let document = session::read(&source, false, sink);
    let mode = Mode::Run { solve: false };
    let budget = Budget::unlimited();
    let mut answers = Vec::new();
    session.run(&source, &document, mode, &budget, sink, &mut |event, _| {
        if let Event::Answer { answer, .. } = event {
            answers.push(answer.to_string());
        }
    });
    answers
}
// ANCHOR_END: session

#[test]
fn the_programs_of_the_manual_answer() {
    let board = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\n";
    let mut report = puzzled::run(&format!("{board}moev\n"));
    assert!(report.to_string().contains("did you mean `move`?"), "{report}");
    let answer = solution(&mut report, "k", u64::MAX);
    assert!(answer.starts_with("4 moves: A (0,0) (0,1); "), "{answer}");
    assert!(solution(&mut report, "k", 0).starts_with("4 moves"), "the search is kept");
    let answer = solution(&mut puzzled::check(board), "k", 1);
    assert!(answer.starts_with("the search stopped at the limit of states"), "{answer}");
    let tree = "automaton a { rule 0 / tree X }\n";
    assert_eq!(solution(&mut puzzled::check(tree), "a", 1), "there is nothing to solve");
    let mut session = Session::new();
    let mut sink = Sink::new();
    assert_eq!(answers(&mut session, "a.puzzle", board, &mut sink), [""; 0]);
    let answered = answers(&mut session, "b.puzzle", "use k\nstates\n", &mut sink);
    assert_eq!(answered, ["240"], "{:?}", sink.diagnostics());
}
