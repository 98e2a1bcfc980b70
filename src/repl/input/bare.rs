//! What may be typed bare: moves without `play`, and a tree without a declaration. This is the only
//! place that knows these forms. It writes them out before anything runs, is recorded or goes to
//! the journal, so that files and the parser never see them.
//!
//! ```text
//! A right      →  play A right
//! b: LLUR      →  b: play LLUR
//! (X . X)      →  automaton tree { rule 42354 tree (X . X) }
//! ```

use crate::diag::{Diagnostic, Edit, Sink, clip, edited, is_within, nearest};
use crate::host::prompt::OF_THE_SHELL;
use crate::ide;
use crate::kinds::KINDS;
use crate::puzzle::{Board, Info, Role, common, find};
use crate::repl::verbs::commands::VERBS;
use crate::search::Budget;
use crate::session::Session;
use crate::syntax::codes::MISSING_ARGUMENT;
use crate::syntax::{Command, Declaration, Fragment, Statement, parse_document, uncommented};
use crate::text::Span;

/// The verb that is written before bare moves.
pub(crate) const PLAY: &str = "play ";
/// A word that differs from a verb in so few characters is a slip for the verb.
const SLIPS: usize = 2;
/// Characters of a verb of another kind for which a word may be a slip.
const LONG: usize = 4;
/// The form of the declaration of a tree.
const FORM: &str = "automaton NAME { rule N tree (X . X) }";

/// Returns an input in full; `None` if nothing of it is bare.
///
/// # Errors
/// A tree for which no rule is known, and a line that cannot be a statement.
pub(crate) fn written(
    text: &str,
    session: &mut Session,
) -> Result<Option<String>, Box<Diagnostic>> {
    let bare = text.trim_start_matches('\u{feff}').trim_start();
    if begins_tree(bare) {
        return tree(text, text.len() - bare.len(), session).map(Some);
    }
    let play = |at| Edit { span: Span::at(at), text: String::from(PLAY) };
    if let Some(code) = lone(text) {
        let puzzle = session.puzzle(None);
        let kind = puzzle.as_ref().and_then(|puzzle| KINDS.kind(puzzle.info().name));
        if kind.is_some_and(|kind| is_bare(code.text, true, kind, puzzle)) {
            return Ok(replaced(text, &[play(code.start)]));
        }
        let what = format!("unknown command `{}`", clip(code.text));
        let diagnostic =
            Diagnostic::new(&common::UNKNOWN_VERB, code.span(), what, "unknown command");
        return Err(Box::new(diagnostic.help("`help` lists what can be typed here")));
    }
    let edits: Vec<_> = moves(text, session).into_iter().map(play).collect();
    Ok(replaced(text, &edits))
}

/// Returns the text after these edits; `None` if there are none.
fn replaced(text: &str, edits: &[Edit]) -> Option<String> {
    let new = || String::from_utf8_lossy(&edited(text.as_bytes(), edits)).into_owned();
    (!edits.is_empty()).then(new)
}

/// Returns whether more lines may belong to a bare tree: a bracket is open.
pub(crate) fn is_open_tree(text: &str) -> bool {
    let bare = text.trim_start_matches('\u{feff}').trim_start();
    begins_tree(bare) && end_of_tree(bare).is_none()
}

/// Returns whether a text begins like a tree, and not like a place: `(0,1)`.
pub(super) fn begins_tree(bare: &str) -> bool {
    bare.strip_prefix('(').is_some_and(|rest| {
        !rest.trim_start().starts_with(|char: char| char.is_ascii_digit() || char == '-')
    })
}

/// Returns the line that is all of a text, if the parser reads it as no statement of any kind. In a
/// file it may be the body of a puzzle without its declaration.
fn lone(text: &str) -> Option<Fragment<'_>> {
    let bare = text.trim_start_matches('\u{feff}').trim();
    let code = uncommented(bare).0.trim_end();
    if code.is_empty() || code.contains(['\n', '\r', '{', '}']) {
        return None;
    }
    let escape =
        code.strip_prefix(['%', '!']).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    let place = code.starts_with('(') && !begins_tree(code);
    let nameless = || {
        let statements = parse_document(text, &KINDS, &mut Sink::new()).statements;
        let [Statement::Declaration(Declaration { kind, name, .. })] = &statements[..] else {
            return false;
        };
        kind.is_empty() && name.is_empty()
    };
    (escape || place || nameless())
        .then(|| Fragment::of(text, Fragment { text, start: 0 }.locate(code).span()))
}

/// Returns where the line ends on which the first bracket of a tree is closed; none if it never is.
fn end_of_tree(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let close = text.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })?;
    Some(text[close..].find(['\n', '\r']).map_or(text.len(), |at| close + at))
}

/// Returns the declaration of the tree that begins at `start`, and what follows it.
fn tree(text: &str, start: usize, session: &mut Session) -> Result<String, Box<Diagnostic>> {
    let end = end_of_tree(&text[start..]).map_or(text.len(), |end| start + end);
    let tree = text[start..end].trim_end();
    let rest = &text[end..];

    let rule = session.puzzle(None).filter(|puzzle| puzzle.info().query.is_some());
    let rule = rule.and_then(|puzzle| {
        let rule = Fragment { text: "rule", start: 0 };
        puzzle.preview(rule, &Budget::unlimited(), &mut Sink::new())?.into_text()
    });

    let single = !tree.contains(['\n', '\r']);
    let Some(rule) = rule else {
        let span = Span::new(start as u32, start as u32 + 1);
        let what = "expected `rule N` for this tree: no automaton is in focus";
        let mut diagnostic =
            Diagnostic::new(&MISSING_ARGUMENT, span, what, "a tree without a rule");
        diagnostic = diagnostic.help(format!("the form is `{FORM}`"));
        if single && tree.len() < 60 {
            let tree = uncommented(tree).0.trim_end();
            diagnostic =
                diagnostic.help(format!("write `automaton tree {{ rule N tree {tree} }}`"));
        }
        return Err(Box::new(diagnostic));
    };

    let mut names = std::iter::once(String::from("tree"))
        .chain((2_u32..).map(|number| format!("tree-{number}")));
    let name = names.find(|name| !session.has(name)).unwrap_or_default();

    Ok(if single {
        let code = uncommented(tree).0;
        let tree = code.trim_end();
        let comment = text[start + code.len()..end].trim_end();
        let gap = if comment.is_empty() { "" } else { " " };
        format!("automaton {name} {{ rule {rule} tree {tree} }}{gap}{comment}{rest}")
    } else {
        format!("automaton {name} {{\nrule {rule}\ntree {tree}\n}}{rest}")
    })
}

/// Returns the places of the commands that are only moves.
fn moves(text: &str, session: &mut Session) -> Vec<u32> {
    let document = parse_document(text, &KINDS, &mut Sink::new());
    let mut known = |name: Option<&str>| KINDS.kind(session.puzzle(name)?.info().name);
    let meant = ide::meant(text, &document.statements, KINDS, &mut known);
    let mut starts = Vec::new();
    for (statement, meant) in document.statements.iter().zip(meant) {
        if let Statement::Command(command) = statement {
            let puzzle = if meant.is_new { None } else { session.puzzle(meant.name) };
            starts.extend(bare_at(text, command, meant.kind, puzzle));
        }
    }
    starts
}

/// Returns where the moves begin, if a command is nothing else.
fn bare_at(
    text: &str,
    command: &Command,
    kind: Option<&'static Info>,
    puzzle: Option<&mut Board>,
) -> Option<u32> {
    let mut code = text.get(command.text.range())?;
    let prompt = command.target.is_none();
    while let Some(rest) = code.strip_prefix("time").filter(|_| prompt)
        && rest.starts_with([' ', '\t'])
    {
        code = rest.trim_start_matches([' ', '\t']);
    }
    is_bare(code, prompt, kind?, puzzle).then(|| command.text.end - code.len() as u32)
}

/// Returns whether a line is nothing but moves of the puzzle in focus.
pub(super) fn is_bare_move(line: &str, session: &mut Session) -> bool {
    let kind = session.puzzle(None).and_then(|puzzle| KINDS.kind(puzzle.info().name));
    kind.is_some_and(|kind| {
        let play = format!("{PLAY}{line}");
        let play = Fragment { text: &play, start: 0 };
        may_be_bare(line, true, kind) && kind.lint(play, KINDS, &mut Sink::new())
    })
}

/// Returns whether a command is only moves of a puzzle of that kind.
pub(crate) fn is_bare(
    code: &str,
    prompt: bool,
    kind: &'static Info,
    puzzle: Option<&mut Board>,
) -> bool {
    if !may_be_bare(code, prompt, kind) {
        return false;
    }
    let play = format!("{PLAY}{code}");
    let play = Fragment { text: &play, start: 0 };
    let mut sink = Sink::new();
    if !kind.lint(play, KINDS, &mut sink) {
        let fault =
            sink.diagnostics().first().map_or(0, |diagnostic| diagnostic.span.start as usize);
        return puzzle.is_some_and(|puzzle| begins_moves(code, fault, prompt, kind, puzzle));
    }
    // A misspelled verb can have the form of moves: `moev right`.
    let word = first_word(code);
    let slip = nearest(word, common::verbs(kind).map(|verb| verb.name)).is_some();
    slip.then_some(puzzle).flatten().is_none_or(|puzzle| {
        let mut sink = Sink::new();
        puzzle.preview(play, &Budget::unlimited(), &mut sink);
        !sink.errors_since(0)
    })
}

/// Returns whether a command that cannot be read is moves with a fault: its beginning is a move, a
/// label or a cell of the puzzle, it begins with a place, or all of it is moves of another kind.
/// `fault` is the place of its first fault after `play`.
fn begins_moves(
    code: &str,
    fault: usize,
    prompt: bool,
    kind: &'static Info,
    puzzle: &mut Board,
) -> bool {
    let word = first_word(code);
    let of_prompt = VERBS.iter().map(|verb| verb.name).chain(KINDS.names()).chain(["use"]);
    let of_kinds = KINDS.iter().flat_map(|kind| common::verbs(kind).map(|verb| verb.name));
    let slip = prompt && OF_THE_SHELL.contains(&word)
        || is_within(word, SLIPS, common::verbs(kind).map(|verb| verb.name))
        || prompt && is_within(word, SLIPS, of_prompt)
        || is_within(word, SLIPS, of_kinds.filter(|verb| verb.len() >= LONG));
    if slip {
        return false;
    }
    // The letters before the fault are moves.
    let letters = fault > PLAY.len() && fault < PLAY.len() + word.len();
    let shape = shape(word);
    let mut offered = [PLAY, "why not "]
        .into_iter()
        .flat_map(|text| puzzle.complete(Fragment { text, start: 0 }));
    letters
        || word.starts_with('(')
        || offered.any(|candidate| self::shape(&candidate) == shape)
        || {
            let play = format!("{PLAY}{code}");
            let play = Fragment { text: &play, start: 0 };
            let mut others = KINDS.iter().filter(|other| other.name != kind.name);
            others.any(|other| makes_moves(other) && other.lint(play, KINDS, &mut Sink::new()))
        }
}

/// Returns the part of a move that names the moved piece or cell, with `0` for each number: `r0c0` of
/// `r1c12=3`.
fn shape(word: &str) -> String {
    let head = word.split(['=', '+', '-']).next().filter(|head| !head.is_empty()).unwrap_or(word);
    let mut shape = String::new();
    for char in head.chars() {
        match char {
            '0'..='9' if shape.ends_with('0') => {}
            '0'..='9' => shape.push('0'),
            char => shape.push(char.to_ascii_lowercase()),
        }
    }
    shape
}

/// Returns the first word of a command, or of moves without spaces.
fn first_word(code: &str) -> &str {
    code.split([' ', '\t', ';']).next().unwrap_or_default()
}

fn makes_moves(kind: &'static Info) -> bool {
    kind.verbs.iter().any(|verb| verb.role == Role::Play)
}

/// Returns whether the first word of a command means nothing else, and the kind makes moves.
pub(crate) fn may_be_bare(code: &str, prompt: bool, kind: &'static Info) -> bool {
    let word = code.split([' ', '\t']).next().unwrap_or_default();
    let ours = || find(VERBS, word).is_some() || word == "use";
    let taken = prompt && (ours() || KINDS.names().contains(&word));
    !word.is_empty()
        && !taken
        && makes_moves(kind)
        && kind.role(Fragment { text: code, start: 0 }).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{say, session_text, shell};

    const BLOCKS: &str = "klotski k { A . B / C . B / C D . / goal A at (2,2) }";

    /// Returns the text to which an input is expanded after other inputs.
    fn becomes(before: &[&str], text: &str) -> Option<String> {
        let mut shell = shell();
        for line in before {
            let (_, err) = say(&mut shell, line);
            assert!(!err.contains("error"), "{line}: {err}");
        }
        let session = shell.session.clone();
        let mut session = session.borrow_mut();
        written(text, &mut session).expect("a rule is known")
    }

    #[test]
    fn moves_are_told_from_commands() {
        let room = "bloxorz b { Sooo / oooo / oooT }";
        let tiles = "sliders s { 1 2 / 3 . / goal / 1 2 / . 3 }";
        let small = "sudoku q { 1.343412214343.1 }";
        let cars = "rush c { ...... / ...... / AA.... / ...... / ...... / ...... }";
        for (before, text, play) in [
            (&[BLOCKS][..], "A right", Some("play A right")),
            (&[BLOCKS], " A (0,0) (0,1); C up // on", Some(" play A (0,0) (0,1); C up // on")),
            (&[BLOCKS], "Z left", Some("play Z left")),
            (&[BLOCKS], "A up", Some("play A up")),
            (&[BLOCKS], "moev right", None),
            (&[BLOCKS], "move A right", None),
            (&[BLOCKS], "list", None),
            (&[BLOCKS], "moves right", None),
            (&[BLOCKS], "foo bar", None),
            (&[BLOCKS], "solve;hint", None),
            (&[BLOCKS], "rotate 1", None),
            // A word that is nearly a move is reported as a fault of the move.
            (&[BLOCKS], "A", Some("play A")),
            (&[BLOCKS], "A sideways", Some("play A sideways")),
            (&[BLOCKS], "LLUR", Some("play LLUR")),
            (&[BLOCKS], "A right; B down; nonsense", Some("play A right; B down; nonsense")),
            (&[room], "RRX", Some("play RRX")),
            (&[room], "R;D", Some("play R;D")),
            (&[room], "L L x", Some("play L L x")),
            (&[room], "rotat", None),
            (&[room], "_R", Some("play _R")),
            (&[small], "r1c2=33", Some("play r1c2=33")),
            (&[small], " r1c1", Some(" play r1c1")),
            (&[small], "R1C2=2", Some("play R1C2=2")),
            (&[small], "r1c2 = 2", Some("play r1c2 = 2")),
            (&[small], "rate", None),
            (&[small], "rwo 1", None),
            (&[small], "(0,1)=2", Some("play (0,1)=2")),
            (&[cars], "A+", Some("play A+")),
            (&[cars], "A+x", Some("play A+x")),
            (&[cars], "B", None),
            (&[BLOCKS], "time A right", Some("time play A right")),
            (&[BLOCKS], "A right => X", Some("play A right => X")),
            (&[room], "RRD", Some("play RRD")),
            (&[room], "rrx", Some("play rrx")),
            (&[tiles], "L", Some("play L")),
            (&[small], "r1c2=2", Some("play r1c2=2")),
            (&[small], "r1c2=2 r2c2=3", Some("play r1c2=2 r2c2=3")),
            (&[BLOCKS, small], "k: A right", Some("k: play A right")),
            (&[BLOCKS, small], "A right", Some("play A right")),
            (&[BLOCKS, small], "use k\nA right", Some("use k\nplay A right")),
            (
                &[],
                "sudoku q { 1.343412214343.1 }\nr1c2=2",
                Some("sudoku q { 1.343412214343.1 }\nplay r1c2=2"),
            ),
            (&["matrix m { 1 2 }"], "RRD", Some("play RRD")),
            (&["matrix m { 1 2 }"], "RQD", None),
            (&[], "RRD", None),
            (&[BLOCKS], "", None),
        ] {
            assert_eq!(becomes(before, text).as_deref(), play, "{text}");
        }
    }

    #[test]
    fn a_line_that_is_no_statement_gets_no_advice_for_files() {
        for before in ["", "matrix m { 1 2 / 3 4 }", BLOCKS, "bloxorz b { Sooo / oooo / oooT }"] {
            for line in ["1", "-3", "-[]", "!ls", "%history", "(0,1)=2"] {
                let mut shell = shell();
                say(&mut shell, before);
                let (out, err) = say(&mut shell, line);
                let refusals = [
                    "unknown command",
                    "no command `",
                    "no puzzle is declared",
                    "runs: play (0,1)",
                ];
                let is_refused = refusals.iter().any(|words| err.contains(words));
                assert!(
                    out.is_empty() && is_refused && !err.contains("--as"),
                    "{before} {line}: {err}"
                );
            }
        }
        // More than one line may be a body.
        let mut shell = shell();
        assert!(say(&mut shell, "1 2\n3 4").1.contains("declaration"));
        assert!(say(&mut shell, "RRX").1.contains("no puzzle is declared"));
    }

    #[test]
    fn a_fault_of_a_move_is_told_as_one() {
        let small = "sudoku q { 1.343412214343.1 }";
        for (before, line, code) in [
            (BLOCKS, "A sideways", "klotski::not-a-move"),
            (BLOCKS, "A", "syntax::missing-argument"),
            (small, "r1c2=33", "sudoku::bad-move"),
            (small, "(0,1)=2", "sudoku::bad-move"),
            ("bloxorz b { Sooo / oooo / oooT }", "RRX", "bloxorz::not-a-move"),
            ("bloxorz b { Sooo / oooo / oooT }", "_R", "bloxorz::not-split"),
        ] {
            let mut shell = shell();
            say(&mut shell, before);
            let (out, err) = say(&mut shell, line);
            assert!(out.is_empty() && err.starts_with(&format!("runs: play {line}\n")), "{err}");
            assert!(err.contains(code) && err.lines().count() == 2, "{err}");
        }
    }

    #[test]
    fn a_tree_is_declared_with_the_rule_in_focus() {
        let mut shell = shell();
        let (out, err) = say(&mut shell, "(X . X)");
        assert!(out.is_empty() && err.contains("`rule N`"), "{out}{err}");
        assert_eq!(err.lines().count(), 1, "one error: {err}");
        say(&mut shell, "automaton t { rule 42354 tree (X . X) }");
        let (_, err) = say(&mut shell, "(X X .) // mine");
        assert_eq!(err, "runs: automaton tree { rule 42354 tree (X X .) } // mine\n");
        let (_, err) = say(&mut shell, "rule 7\n\n");
        assert_eq!(err, "");
        let (out, err) = say(&mut shell, "((X . X)\nX .)\nshow");
        assert!(err.starts_with("runs: automaton tree-2 {\n      rule 7\n"), "{err}");
        assert_eq!(out, "((X . X) X .)\n");
        // Diagnostics point into the declaration that was written out.
        let (_, err) = say(&mut shell, "(X . Y)");
        assert!(err.contains("automaton::") && shell.prompt().contains("tree-2"), "{err}");
        assert!(is_open_tree("((X . X)\n") && !is_open_tree("(X . X)") && !is_open_tree("(X))"));
    }

    #[test]
    fn what_was_written_runs_and_is_what_is_kept() {
        let mut shell = shell();
        say(&mut shell, BLOCKS);
        let (out, err) = say(&mut shell, "A right");
        assert_eq!((out.as_str(), err.as_str()), (". A B\nC . B\nC D .\n", "runs: play A right\n"));
        let (out, err) = say(&mut shell, "A up");
        assert!(out.is_empty() && err.starts_with("runs: play A up\n"), "{out}{err}");
        assert!(err.contains("klotski::"), "{err}");
        assert!(session_text(&shell).contains("k: play A right\n"));
        let (_, err) = say(&mut shell, "moev right");
        assert!(err.contains("command::unknown-verb") && !err.contains("runs:"), "{err}");
    }
}
