//! Films: the next steps of a game, replayed on copies of a state, one picture per move.

use std::sync::Arc;

use super::{Answer, Effort, Game, Searches};
use crate::scene::{Cell, Drawing, Emphasis, Film, Frame, Link, Scene};
use crate::search::{Budget, Counted, Stop};

/// Pictures of a film at most.
const FRAMES: usize = 10_000;
/// Cells and nodes of all pictures of a film at most: about a hundred megabytes.
const CELLS: usize = 1_000_000;
/// About the bytes of a cell of a picture.
const CELL: usize = 100;

/// One step of a film: to another position, or a remark that only changes pencil marks.
#[derive(Clone, Default)]
pub struct Cue {
    /// The text for the reader.
    pub label: String,
    /// The next position; `None` if the position stays.
    pub position: Option<Arc<dyn Game>>,
    /// Pencil marks that the step removes: the number of the cell, and their characters. They are
    /// struck in the picture of the step, and missing from the next one on.
    pub erased: Vec<(usize, String)>,
    /// The links between pencil marks that the step follows from.
    pub links: Vec<Link>,
}

impl Cue {
    /// Returns a step to a position.
    pub fn new(label: impl Into<String>, position: impl Game) -> Self {
        Self { label: label.into(), position: Some(Arc::new(position)), ..Self::default() }
    }
}

/// Returns the film from a position on, the first picture that of itself.
///
/// # Errors
/// The answer if there is no solution, or the budget is spent before one is found.
pub(super) fn film(
    game: &Arc<dyn Game>,
    name: &str,
    searches: &mut dyn Searches,
    budget: &Budget,
) -> Result<Film, Answer> {
    let cues = searches.script(budget)?;
    let mut frames = vec![Frame { at: 0, label: String::from("start"), scene: game.scene(name) }];
    let mut cells = frames[0].scene.size();
    let mut now = game.clone();
    let mut erased: Vec<(usize, String)> = Vec::new();

    for (at, cue) in cues.iter().enumerate() {
        if frames.len() >= FRAMES || cells >= CELLS {
            let left = cues.len() - at;
            let last = frames.len() - 1;
            let caption = &mut frames[last].scene.caption;
            let part = if caption.is_empty() { "" } else { "; " };
            *caption = format!("{caption}{part}the film ends here, {left} steps before its end");
            break;
        }

        let stopped = |stop: Stop| Answer::gave_up(Effort::Count(at as u64, Counted::Work), stop);
        budget.check(0, (cells * CELL) as u64).map_err(stopped)?;
        if let Some(position) = &cue.position {
            now = position.clone();
        }

        let scene = now.scene(name).linked(cue.links.clone());
        let mut scene = scene.striking(&cue.erased);
        erase(&mut scene, &erased);
        erased.extend(cue.erased.iter().cloned());
        let last = &frames[frames.len() - 1].scene;
        point(last, &mut scene, &cue.erased);

        cells += scene.size();
        frames.push(Frame { at: at + 1, label: cue.label.clone(), scene });
    }
    Ok(Film { name: name.to_owned(), frames })
}

/// Removes pencil marks.
fn erase(scene: &mut Scene, erased: &[(usize, String)]) {
    let Drawing::Board(board) = &mut scene.drawing else { return };
    for (number, signs) in erased {
        if let Some(cell) = board.cells.get_mut(*number) {
            let kept = |mark: char| if signs.contains(mark) { ' ' } else { mark };
            cell.pencil = cell.pencil.chars().map(kept).collect();
        }
    }
}

/// Points at the cells that a move changed, unless they are most of the picture.
fn point(before: &Scene, scene: &mut Scene, erased: &[(usize, String)]) {
    let Some(before) = before.board().map(|board| board.cells.as_slice()) else { return };
    let Drawing::Board(board) = &mut scene.drawing else { return };
    if before.len() != board.cells.len() {
        return;
    }

    let filled = |cell: &Cell| !cell.text.is_empty();
    let changed: Vec<usize> = (0..before.len())
        .filter(|&at| {
            let old = &before[at];
            let new = &board.cells[at];
            filled(new) && (&old.text, old.piece, old.tint) != (&new.text, new.piece, new.tint)
        })
        .chain(erased.iter().map(|&(number, _)| number))
        .collect();

    if changed.len() * 2 > board.cells.iter().filter(|cell| filled(cell)).count().max(2) {
        return;
    }

    let mut pieces: Vec<u32> =
        changed.iter().filter_map(|&at| board.cells.get(at)?.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    for (at, cell) in board.cells.iter_mut().enumerate() {
        let moved = cell.piece.is_some_and(|piece| pieces.binary_search(&piece).is_ok());
        if moved || changed.contains(&at) {
            cell.emphasis = Emphasis::Focus;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::puzzle::testing::open;
    use crate::puzzle::{Board, Depth, Solved};
    use crate::syntax::Fragment;

    fn run(puzzle: &mut Board, text: &str) -> String {
        let budget = Budget::unlimited();
        let fragment = Fragment { text, start: 0 };
        let answer = puzzle.run(fragment, Depth::Run, &budget, &mut Sink::new());
        answer.and_then(Answer::into_text).expect("an answer")
    }

    #[test]
    fn every_kind_films_its_example_and_stays_where_it_is() {
        let budget = Budget::unlimited();
        for kind in KINDS {
            let mut puzzle = kind.opened_example().expect("it is sound");
            let before = (puzzle.scene("x"), puzzle.place());
            let frames = puzzle.film("x", &budget).expect("a film").frames;
            assert!(frames.len() > 1, "{}", kind.name);
            assert_eq!(frames[0].scene, before.0);
            assert_eq!(before, (puzzle.scene("x"), puzzle.place()));
            if let Some(Solved::Moves(solution)) = puzzle.solve(&budget) {
                assert_eq!(solution.moves.len(), frames.len() - 1, "{}", kind.name);
            }
            let again = puzzle.film("x", &budget).expect("a film").frames;
            assert_eq!(frames, again, "{}", kind.name);
        }
    }

    #[test]
    fn the_end_of_a_film_is_the_goal() {
        let budget = Budget::unlimited();
        let mut puzzle = open("klotski", "A . B\nC . B\nC D .\ngoal A at (2,2)");
        let frames = puzzle.film("x", &budget).expect("a film").frames;
        assert_eq!(frames.last().map(|frame| frame.scene.caption.as_str()), Some("solved"));
        let marked = |frame: &Frame| {
            let board = frame.scene.board().expect("a board");
            board.cells.iter().any(|cell| cell.emphasis == Emphasis::Focus)
        };
        assert!(frames.iter().skip(1).all(marked));
        let mut puzzle = open("sudoku", "1...\n..2.\n.3..\n...4");
        let frames = puzzle.film("x", &budget).expect("a film").frames;
        assert_eq!(frames.last().map(|frame| frame.scene.caption.as_str()), Some("full"));
    }

    #[test]
    fn what_has_no_solution_says_so() {
        let budget = Budget::unlimited();
        for (kind, body) in [
            ("klotski", "A B .\ngoal A at (0,2)"),
            ("sliders", "1 2\n. 3\ngoal\n2 1\n. 3"),
            ("bloxorz", "So\n-T"),
            ("sudoku", "1234\n....\n...1\n..1."),
        ] {
            let mut puzzle = open(kind, body);
            assert_eq!(puzzle.film("x", &budget), Err(Answer::Unsolvable), "{kind}");
        }
        let mut puzzle = open("klotski", "A .\n. .");
        let answer = puzzle.film("x", &budget).expect_err("no goal");
        assert!(answer.text().contains("no goal"));
    }

    #[test]
    fn a_film_gives_up_with_its_budget_and_goes_on_later() {
        let mut puzzle = open("sliders", "8 7 6\n5 4 3\n2 1 .\ngoal\n1 2 3\n4 5 6\n7 8 .");
        let small = Budget::unlimited().with_states(10);
        let answer = puzzle.film("x", &small).expect_err("too little");
        assert_eq!(answer.verdict(), crate::puzzle::Verdict::GaveUp);
        assert!(puzzle.film("x", &Budget::unlimited()).is_ok());
    }

    #[test]
    fn the_automaton_stops_once_around_its_cycle() {
        let budget = Budget::unlimited();
        let mut puzzle = open("automaton", "rule 0\ntree (. . .)");
        assert_eq!(puzzle.film("x", &budget).expect("a film").frames.len(), 2);
        run(&mut puzzle, "step 3");
        let frames = puzzle.film("x", &budget).expect("a film").frames;
        assert_eq!(frames[1].label, "generation 4");
    }
}
