//! The properties that a fuzzer tests on any bytes, one function per entrance. The stable fuzz of
//! this folder and the coverage-guided targets of `fuzz/` call the same functions.

use std::collections::BTreeSet;

use puzzled::diag::{Diagnostic, Severity, Sink};
use puzzled::exchange::{self, FORMATS, Options, outside};
use puzzled::kinds::KINDS;
use puzzled::render::{
    Exercise, Human, Look, Paint, Sheet, Worksheet, dot, film, github, growth, json, picture,
    scene_json, short, strip, svg,
};
use puzzled::search::Budget;
use puzzled::session::{self, Event, Mode, Session, format};
use puzzled::syntax::{Document, Meta, Statement, parse_document};
use puzzled::text::Source;

/// Returns the limits of a search here: enough to solve small puzzles, too little to be slow.
fn budget() -> Budget {
    Budget::unlimited().with_states(2_000).with_bytes(64 << 20)
}

/// Holds that every place of these diagnostics lies within the text, that no fix edits a place twice,
/// and that no drawing holds a character that a terminal obeys.
fn within(diagnostics: &[Diagnostic], source: &Source) {
    let text = source.text();
    for diagnostic in diagnostics {
        let related = diagnostic.related.iter().map(|label| label.span);
        let edits = diagnostic.fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
        for span in std::iter::once(diagnostic.span).chain(related).chain(edits) {
            assert!(text.get(span.range()).is_some(), "{} points outside", diagnostic.code.path);
        }
        for fix in &diagnostic.fixes {
            let mut spans: Vec<_> = fix.edits.iter().map(|edit| edit.span).collect();
            spans.sort();
            let is_apart = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
            assert!(is_apart, "`{}` edits a place twice", fix.title);
        }
    }

    let look = Look { color: false, unicode: true, width: 80 };
    let plain = Human::new(look);
    let colored = Human::new(Look { color: true, ..look });
    let harm = |char: char| char.is_control() && !matches!(char, '\n' | '\r' | '\t');

    for diagnostic in diagnostics.iter().take(20) {
        colored.draw(source, diagnostic);
        let human = plain.draw(source, diagnostic);
        for drawn in [human, short(source, diagnostic), github(source, diagnostic)] {
            assert!(!drawn.contains(harm), "{drawn:?}");
        }
        assert_eq!(json(source, diagnostic).lines().count(), 1);
    }
}

/// The codes of the diagnostics of a check.
struct Codes {
    of_errors: BTreeSet<&'static str>,
    of_diagnostics: BTreeSet<&'static str>,
}

/// Returns the codes of the diagnostics of a check.
fn codes(source: &Source) -> Codes {
    let mut sink = Sink::new();
    let document = session::read(source, true, &mut sink);
    let mode = Mode::Check { solve: false };
    Session::new().run(source, &document, mode, &budget(), &mut sink, &mut |_, _| {});
    within(sink.diagnostics(), source);
    let diagnostics = sink.diagnostics().iter();
    let errors = diagnostics.clone().filter(|diagnostic| diagnostic.severity() == Severity::Error);
    Codes {
        of_errors: errors.map(|diagnostic| diagnostic.code.path).collect(),
        of_diagnostics: diagnostics.map(|diagnostic| diagnostic.code.path).collect(),
    }
}

/// Parses and formats. Statements lie one after the other. A layout is parsed without errors, formatted
/// to itself, has the same errors as the text, and no warning that the text does not have.
pub fn layout(bytes: &[u8]) {
    let source = Source::from_bytes("fuzz.puzzle", bytes.to_vec());
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let spans: Vec<_> = document.statements.iter().map(Statement::span).collect();
    let spans = if document.is_whole_text() { &spans[1..] } else { &spans[..] };
    assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start), "{:?}", source.text());
    let layout = format(&source, &document, &sink);
    let before = codes(&source);
    if sink.diagnostics().iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return;
    }
    let text = source.text();
    let again = Source::new("fuzz.puzzle", layout.as_str());
    let mut sink = Sink::new();
    let document = session::read(&again, true, &mut sink);
    assert!(!sink.errors_since(0), "formatting broke\n{text:?}\ninto\n{layout:?}");
    assert_eq!(format(&again, &document, &sink), layout, "not idempotent for\n{text:?}");
    let after = codes(&again);
    assert_eq!(after.of_errors, before.of_errors, "formatting changed the errors of\n{text:?}");
    assert!(
        after.of_diagnostics.is_subset(&before.of_diagnostics),
        "{:?} is new after formatting\n{text:?}",
        after.of_diagnostics
    );
}

/// A document that was run once.
struct Run {
    session: Session,
    answers: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    /// True if a search gave up.
    gave_up: bool,
}

/// Runs a document once.
fn run(source: &Source, document: &Document) -> Run {
    let mut session = Session::new();
    let mut answers = Vec::new();
    let mut gave_up = false;
    let mut sink = Sink::new();
    let mode = Mode::Run { solve: false };
    session.run(source, document, mode, &budget(), &mut sink, &mut |event, _| {
        if let Event::Answer { answer, .. } = event {
            gave_up |= answer.verdict() == puzzled::puzzle::Verdict::GaveUp;
            answers.push(answer.to_string());
        }
    });
    Run { session, answers, diagnostics: sink.take(), gave_up }
}

/// Checks, runs twice, draws and saves. Both runs agree, and what is saved parses, even if the
/// document has errors. If the document uses each name once, the saved one leads to the same states.
pub fn running(bytes: &[u8]) {
    let source = Source::from_bytes("fuzz.puzzle", bytes.to_vec());
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let mut declared: Vec<String> = Vec::new();
    for statement in &document.statements {
        if let Statement::Declaration(declaration) = statement {
            declared.push(source.slice(declaration.name).to_owned());
        }
    }
    let mode = Mode::Check { solve: true };
    Session::new().run(&source, &document, mode, &budget(), &mut sink, &mut |_, _| {});
    within(sink.diagnostics(), &source);
    let mut first = run(&source, &document);
    within(&first.diagnostics, &source);
    let second = run(&source, &document);
    let text = source.text();
    assert_eq!(first.answers, second.answers, "two runs answer differently:\n{text:?}");
    assert_eq!(first.diagnostics, second.diagnostics, "two runs find different faults:\n{text:?}");

    draw(&mut first.session);
    let saved = first.session.save(&budget());
    let expected = stories(&first.session);
    let source = Source::new("saved", saved.as_str());
    let mut sink = Sink::new();
    let document = session::read(&source, false, &mut sink);
    assert!(!sink.errors_since(0), "saving broke the document:\n{saved}");

    // Nothing else is reported for a line that is not UTF-8, not even that its name is taken.
    let entries = first.session.entries();
    let names: BTreeSet<_> = entries.iter().map(|entry| &entry.name).collect();
    let once: BTreeSet<_> = declared.iter().collect();
    let twice = names.len() < entries.len()
        || once.len() < declared.len()
        || first.diagnostics.iter().any(|fault| fault.code.path == "document::duplicate-name");
    if first.gave_up || twice {
        return; // an answer that is missing now may be there next time
    }
    let replayed = run(&source, &document);
    if !replayed.gave_up {
        let session = replayed.session;
        assert_eq!(session.tally().wrong, 0, "the saved document leads elsewhere:\n{saved}");
        assert_eq!(stories(&session), expected, "the saved document replays differently:\n{saved}");
    }
}

/// Returns the puzzles and what led each to its state. They have no order, because a saved document
/// declares the puzzle in focus last; and no focus, because a document can focus only one of the
/// puzzles of one name.
fn stories(session: &Session) -> BTreeSet<String> {
    let entries = session.entries().into_iter().filter(|entry| entry.stands.is_some());
    entries.map(|entry| session.document_text(Some(&entry.name))).collect()
}

/// Draws every puzzle of a session in every way.
fn draw(session: &mut Session) {
    let few = Budget { states: 100, ..budget() };
    for entry in session.entries() {
        let Some(puzzle) = session.puzzle(Some(&entry.name)) else { continue };
        let scene = puzzle.scene(&entry.name);
        picture(&scene, Paint { color: true, width: 80, ..Paint::default() });
        svg(&scene);
        scene_json(&scene);
        if let Ok(frames) = puzzle.film(&entry.name, &few) {
            film(&frames, 5);
            strip(&frames, 4);
        }
        if let Some(generations) = puzzle.growth(&few) {
            growth(&entry.name, &generations);
        }
        if let Some(graph) = puzzle.graph(20, &few) {
            dot(&entry.name, &graph);
        }
        let name = entry.name.clone();
        let task = puzzle.task(&entry.name);
        let meta = Meta::default();
        let puzzle =
            Sheet { name, meta, scene, goal: task.goal, notes: task.notes, table: task.table };
        let title = String::new();
        let page = Worksheet { title, paper: "A4", columns: 2, pencil_marks: true, is_key: false };
        page.exercise(&Exercise::new(puzzle, None));
    }
}

/// Reads every foreign form, and raw input of every kind. The result is a document, and what is
/// written can be read.
pub fn foreign(bytes: &[u8]) {
    let source = Source::from_bytes("fuzz", bytes.to_vec());
    let text = source.text();
    for format in FORMATS.iter() {
        for kind in [None, Some("sudoku"), Some("klotski")] {
            let options = Options { format: Some(format), kind, ..Options::default() };
            let mut sink = Sink::new();
            let pieces = exchange::read(&source, &options, &mut sink);
            within(sink.diagnostics(), &source);
            let written = exchange::document(&pieces, "fuzz", &mut BTreeSet::new());
            let mut sink = Sink::new();
            let document = parse_document(&written, &KINDS, &mut sink);
            let declarations = document
                .statements
                .iter()
                .filter(|statement| matches!(statement, Statement::Declaration(_)))
                .count();
            assert!(
                declarations >= pieces.len(),
                "{} tears\n{text:?}\ninto\n{written:?}",
                format.name
            );
            let _ = exchange::write(format, &pieces);
        }
    }

    let mut sink = Sink::new();
    exchange::read(&source, &Options::default(), &mut sink);
    within(sink.diagnostics(), &source);
    outside::unfit(text);
    if let Some(kind) = outside::kind_of(text) {
        assert!(!outside::boards(&source, kind, &Options::default()).is_empty(), "{text:?}");
    }

    for kind in KINDS {
        kind.precedence(text);
        let mut sink = Sink::new();
        let _ = outside::survey((&source).into(), kind, None, &mut sink); // nothing is searched
        within(sink.diagnostics(), &source);
        let mut sink = Sink::new();
        (kind.judge)((&source).into(), &budget(), &mut sink, &mut |_, _| {});
        within(sink.diagnostics(), &source);
    }
}

/// Ends a record in the inputs of [`journal`] and [`super::server`].
pub const END: u8 = 0x1e;

/// Reads a journal as it stands, then one whose records are these bytes with their sums right:
/// sums cannot be guessed.
pub fn journal(bytes: &[u8]) {
    replay(bytes);
    let mut journal = b"puzzled journal 1\n".to_vec();
    for record in bytes.split(|&byte| byte == END) {
        let Some((&first, text)) = record.split_first() else { continue };
        let sign = if b"=+*".contains(&first) { first } else { b'+' };
        let sum = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        journal.push(sign);
        journal.extend(format!(" {} {sum:016x}\n", text.len()).bytes());
        journal.extend(text);
        journal.push(b'\n');
    }
    replay(&journal);
}

/// Replays a journal twice to the same session.
fn replay(bytes: &[u8]) {
    let mut last = None;
    for _ in 0..2 {
        let replayed = puzzled::repl::replay_journal(bytes, &budget());
        let (session, failed) = replayed.expect("nothing cancels this");
        let outcome = (session.document_text(None), failed);
        assert!(last.is_none_or(|last| last == outcome), "a journal comes back differently");
        last = Some(outcome);
    }
}
