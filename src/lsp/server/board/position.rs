//! The state of a puzzle at a place of a document.

use crate::diag::Sink;
use crate::lsp::server::document::before;
use crate::puzzle::{Answer, Board, Depth, Directive};
use crate::scene::{Drawing, Emphasis};
use crate::search::Budget;
use crate::session::Live;
use crate::session::incremental::{Checked, Play as Written, Script};
use crate::syntax::{Declaration, Fragment, Statement};
use crate::text::Span;

/// A puzzle in the state at a place of a document.
pub(super) struct Position<'a> {
    pub(super) script: &'a Script,
    pub(super) declaration: &'a Declaration,
    pub(super) name: &'a str,
    /// The number of the statement in the document.
    pub(super) statement: usize,
    /// The number of the script's statements that lead to the state, this one included.
    pub(super) count: usize,
    /// The place of the statement or move that leads to the state.
    pub(super) span: Span,
    /// The `play` within which the place is.
    pub(super) play: Option<Play>,
    live: Live,
    /// True if the document asks an open question about the puzzle.
    pub(super) is_withheld: bool,
    /// True if the state must not be changed: moves could answer an open question.
    pub(super) is_fixed: bool,
    /// The moves that are not in the text and were made.
    pub(super) then: Vec<String>,
    /// The first illegal move.
    pub(super) refused: Option<Refused>,
}

/// A `play`, of which the first moves were made.
pub(super) struct Play {
    /// The places of all its moves.
    pub(super) moves: Vec<Span>,
    /// The number of those that were made.
    pub(super) made: usize,
}

impl Play {
    /// Returns whether moves of it were not made.
    pub(super) fn has_rest(&self) -> bool {
        self.made < self.moves.len()
    }
}

/// A move that is illegal.
pub(super) struct Refused {
    /// Its number among the moves of its text, from 1.
    pub(super) number: u32,
    pub(super) text: String,
    /// The reasons, one per line.
    pub(super) reason: String,
    /// The names of the cells that are in the way.
    pub(super) cells: Vec<String>,
}

impl<'a> Position<'a> {
    /// Returns the state at an offset, after moves that are not in the text. `None` if there is no
    /// puzzle there, or if it cannot be opened.
    pub(super) fn find(checked: &'a Checked, offset: u32, then: &str) -> Option<Self> {
        let statement = statement_at(checked, offset)?;
        let script = checked.script(statement)?;
        let (name, _) = checked.name(script)?;
        let info = checked.kind(script)?;

        let is_withheld = checked.withholds(script);
        // Whatever follows the start of such a puzzle is what the question asks for.
        let is_fixed = is_withheld && info.solver().is_none();
        let count = if is_fixed { 1 } else { checked.place(script, statement + 1).max(1) };
        let last = *checked.members(script).get(count - 1)? as usize;
        let play =
            if last == statement { play_at(checked, script, count - 1, offset) } else { None };
        let made = if play.is_some() { count - 1 } else { count };
        let mut live = before(checked, script, made)?;
        live.puzzle()?;

        let mut position = Self {
            script,
            declaration: checked.declaration(script)?,
            name,
            statement,
            count,
            span: checked.document.statements[last].span(),
            play: None,
            live,
            is_withheld,
            is_fixed,
            then: Vec::new(),
            refused: None,
        };
        if let Some(play) = play {
            position.follow(checked, play);
        }
        if !position.is_fixed && position.refused.is_none() && position.unknown().is_none() {
            let text = Fragment { text: then, start: 0 };
            let moves = info.moves(text).into_iter().map(|span| then[span.range()].to_owned());
            let moves: Vec<String> = moves.collect();
            for (at, text) in moves.into_iter().enumerate() {
                if !position.make(at, &text) {
                    break;
                }
                position.then.push(text);
            }
        }
        Some(position)
    }

    /// Makes the moves of a `play` up to the place that is asked about.
    fn follow(&mut self, checked: &Checked, mut play: Play) {
        let wanted = std::mem::take(&mut play.made);
        for (at, &span) in play.moves.iter().take(wanted).enumerate() {
            if !self.make(at, checked.source.slice(span)) {
                break;
            }
            (play.made, self.span) = (at + 1, span);
        }
        self.play = Some(play);
    }

    /// Makes a move, the one with this number (from 0) in its text. Returns whether it is legal.
    fn make(&mut self, at: usize, text: &str) -> bool {
        let name = self.name;
        let puzzle = self.puzzle();
        let Some(verb) = puzzle.info().player() else {
            return false;
        };
        let play = Directive::new(verb).with(text);
        let depth = Depth::Check { answer: false };
        let budget = Budget::unlimited();
        let mut sink = Sink::new();
        if puzzle.direct(play, depth, &budget, &mut sink).is_some() {
            return true;
        }
        let message = sink.diagnostics().first().map(|fault| fault.message.clone());
        let why = play.why_not();
        let reasons = puzzle.direct(why, Depth::Run, &budget, &mut Sink::new());
        let reason = reasons.and_then(Answer::into_text).or(message).unwrap_or_default();
        let cells = pointed(puzzle, name, why);
        let number = at as u32 + 1;
        self.refused = Some(Refused { number, text: text.to_owned(), reason, cells });
        false
    }

    /// Returns the puzzle in this state.
    pub(super) fn puzzle(&mut self) -> &mut Board {
        self.live.puzzle().expect("a position is that of an open puzzle")
    }

    /// Returns why the state is not known, if it is not.
    pub(super) fn unknown(&self) -> Option<&'static str> {
        let why = "a statement above failed, cannot be read, or stopped at its limit";
        self.live.is_unknown().then_some(why)
    }

    /// Returns whether the board shows facts about the state, such as its distance.
    pub(super) fn shows_facts(&self) -> bool {
        !self.is_withheld && self.unknown().is_none()
    }

    /// Returns whether moves can be made.
    pub(super) fn can_move(&self) -> bool {
        !self.is_fixed && self.unknown().is_none()
    }
}

/// Returns the number of the statement at an offset: the declaration whose metadata is there, else the
/// last statement that begins at or before the line of the offset.
fn statement_at(checked: &Checked, offset: u32) -> Option<usize> {
    if let Some(at) = checked.statement(offset) {
        return Some(at);
    }
    let statements = &checked.document.statements;
    let next = statements.partition_point(|statement| statement.span().start <= offset);
    if let Some(Statement::Declaration(declaration)) = statements.get(next)
        && !declaration.meta.is_empty()
        && declaration.meta.start <= offset
    {
        return Some(next);
    }
    next.checked_sub(1)
}

/// Returns the `play` that is statement `at` of a script, made up to the move at or before an offset;
/// to its end, if the offset is not within its moves. `None` if it is no `play`.
fn play_at(checked: &Checked, script: &Script, at: usize, offset: u32) -> Option<Play> {
    let Written { kind, args, .. } = checked.play(script, at)?;
    let moves = kind.moves(args);
    let first = moves.first()?;
    let is_within = first.start <= offset && offset <= args.span().end;
    let made = match is_within {
        true => moves.partition_point(|span| span.start <= offset),
        false => moves.len(),
    };
    Some(Play { moves, made })
}

/// Returns the names of the cells that the picture of a command points at.
fn pointed(puzzle: &mut Board, name: &str, command: Directive<'_>) -> Vec<String> {
    let scene = puzzle.point_directive(name, command, &Budget::unlimited());
    let Some(scene) = scene else { return Vec::new() };
    let is_pointed: Vec<bool> = match &scene.drawing {
        Drawing::Board(board) => {
            board.cells.iter().map(|cell| cell.emphasis != Emphasis::None).collect()
        }
        Drawing::Tree(tree) => {
            tree.nodes.iter().map(|node| node.emphasis != Emphasis::None).collect()
        }
    };
    let named = scene.names().into_iter().zip(is_pointed);
    named.filter_map(|(name, is_pointed)| name.filter(|_| is_pointed)).collect()
}
