//! An input on its way through the session, statement by statement.

use crate::diag::Sink;
use crate::host::Step;
use crate::kinds::KINDS;
use crate::render::sanitize;
use crate::repl::output::Output;
use crate::repl::output::show::{LIMIT, Show};
use crate::repl::output::summary::{replaced, summary};
use crate::repl::shell::{Flow, Shell, first_line, hostile};
use crate::repl::verbs;
use crate::repl::verbs::commands::{self, VerbCall, Word, is_call};
use crate::search::Budget;
use crate::session::{Event, Mode, Revised};
use crate::syntax::{Command, Document, Statement, parse_document};
use crate::text::{Source, Span};

/// The run of one input.
struct Run<'a> {
    shell: &'a mut Shell,
    output: &'a mut dyn Output,
    source: &'a Source,
    /// True if the input was typed: verbs of the REPL are understood, and statements with an error are
    /// not run.
    typed: bool,
    sink: Sink,
    /// Statements that will be run together.
    batch: Document,
    /// Statements that were begun.
    begun: usize,
    /// Diagnostics of the input so far, shown or not.
    diagnostic_count: usize,
}

/// Parses a slice of `source`. Spans count from the start of the whole source, because the text
/// before the slice is blanked out.
pub(super) fn document_of_slice(source: &Source, slice: Span) -> (Document, Sink) {
    let mut sink = Sink::new();
    let mut blanked = " ".repeat(slice.start as usize);
    blanked.push_str(source.slice(slice));
    let document = parse_document(&blanked, &KINDS, &mut sink);
    (document, sink)
}

/// Runs a document, with what its parser found.
pub(super) fn run_document(
    shell: &mut Shell,
    source: &Source,
    document: &Document,
    sink: Sink,
    typed: bool,
    output: &mut dyn Output,
) -> Flow {
    let batch = Document { bad: document.bad.clone(), ..Document::default() };
    let mut run = Run { shell, output, source, typed, sink, batch, begun: 0, diagnostic_count: 0 };
    // A command of what is typed may run a part of it (`time`), which is not a separate text.
    if typed && run.shell.running {
        return run.text(document);
    }
    let before = std::mem::replace(&mut run.shell.running, typed);
    run.shell.session.borrow_mut().begin(typed);
    let flow = run.text(document);
    run.replay_moves();
    run.shell.session.borrow_mut().end();
    run.shell.running = before;
    flow
}

impl Run<'_> {
    /// Makes the moves again of the puzzles that a text declared again, and says so.
    fn replay_moves(&mut self) {
        let mut runner = self.shell.runner(self.output);
        let work = |budget: &Budget| self.shell.session.borrow_mut().replay_changes(budget);
        let (revised, _) = runner.compute("replay", work);
        for (name, Revised { kept, lost }) in &revised {
            if kept + lost > 0 {
                let text = self.shell.session.borrow_mut().document_text(Some(name));
                self.shell.log.replaced(name, &text, false);
            }
        }
        if !revised.is_empty() {
            self.output.say(&replaced(&revised));
        }
    }

    fn text(&mut self, document: &Document) -> Flow {
        let before = self.shell.session.borrow_mut().tally();
        if !self.typed {
            self.run_batch(document);
            let ((sound, broken), now) = {
                let session = self.shell.session.borrow_mut();
                (session.declared(), session.tally())
            };
            let name = self.source.name();
            self.output.say(&summary(name, sound, broken, document, before, now));
        } else if self.typed_text(document) == Flow::Leave {
            return Flow::Leave;
        }
        let printer = &self.shell.printer;
        let left = document.statements.len().saturating_sub(self.begun);
        if self.shell.cancel.is_cancelled() && !printer.closed && left > 0 {
            let plural = if left == 1 { "statement was" } else { "statements were" };
            let why = if printer.bailed { "stopped at the first error" } else { "interrupted" };
            self.output.say(&format!("{why}; {left} {plural} not run\n"));
        }
        if self.diagnostic_count > LIMIT {
            let name = sanitize(self.source.name()).into_owned();
            self.output.say(&format!("… and {} more in {name}\n", self.diagnostic_count - LIMIT));
        }
        if printer.closed { Flow::Leave } else { Flow::On }
    }

    /// Runs what was typed: what the parser found comes first of all, and statements wait until one
    /// of the REPL follows.
    fn typed_text(&mut self, document: &Document) -> Flow {
        // A comment for the checker goes with its statement.
        let aimless = document.notes.iter().filter(|note| note.target.is_none());
        self.batch.notes = aimless.cloned().collect();
        self.run_waiting();
        for (at, statement) in document.statements.iter().enumerate() {
            let sound = document.unsound.binary_search(&(at as u32)).is_err();
            let flow = self.statement(statement, sound);
            if !self.batch.statements.is_empty() {
                self.batch.notes.extend_from_slice(document.notes_of(statement));
            }
            if flow == Flow::Leave {
                return flow;
            }
            if self.shell.cancel.is_cancelled() {
                break;
            }
        }
        self.flush();
        Flow::On
    }

    /// Runs a statement of the REPL, or lets one of the session wait for those that follow it.
    fn statement(&mut self, statement: &Statement, sound: bool) -> Flow {
        if let Statement::Command(command) = statement
            && let Some(call) = self.call_of(command)
        {
            // What waited before it may have been interrupted.
            if self.shell.cancel.is_cancelled() {
                return Flow::On;
            }
            self.begun += 1;
            return verbs::run(self.shell, self.source, call, self.output);
        }
        let declares = matches!(statement, Statement::Declaration(_));
        let broken = matches!(statement, Statement::Broken(_));
        if broken || !sound && !declares {
            self.begun += 1;
            return Flow::On;
        }
        if !sound {
            self.batch.unsound.push(self.batch.statements.len() as u32);
        }
        self.batch.statements.push(statement.clone());
        Flow::On
    }

    /// Returns the REPL's verb in a command of a pasted block, if it is one.
    fn call_of(&mut self, command: &Command) -> Option<VerbCall> {
        let text = &self.source.text()[command.span.start as usize..];
        let line = first_line(text);
        if !is_call(line) {
            return None;
        }
        self.flush();
        if hostile(line) {
            return None;
        }
        let mut call = commands::parse_call(line, command.span.start as usize, self.shell.focus())?;
        if call.verb == Word::Time {
            call.rest.end = call.rest.end.max(command.span.end);
        }
        Some(call)
    }

    /// Runs the statements that wait, if there are any.
    fn flush(&mut self) {
        if !self.batch.statements.is_empty() {
            self.run_waiting();
        }
    }

    /// Runs the statements that wait, and reports what the parser found.
    fn run_waiting(&mut self) {
        let bad = self.batch.bad.clone();
        let batch = std::mem::replace(&mut self.batch, Document { bad, ..Document::default() });
        self.run_batch(&batch);
    }

    /// Runs statements. Each event goes to those who listen: the log, the searches, and what shows the
    /// answers.
    fn run_batch(&mut self, document: &Document) {
        let shell = &mut *self.shell;
        let mut runner = shell.runner(self.output);
        let session = shell.session.clone();
        let mut session = session.borrow_mut();
        let log = &mut shell.log;
        let begun = &mut self.begun;
        let alone = self.typed && self.output.watched() && document.statements.len() == 1;
        let cancel = &shell.cancel;
        let printer = &mut shell.printer;

        let mut show = Show::new(
            self.source,
            self.typed,
            alone,
            cancel,
            printer,
            self.output,
            &mut self.diagnostic_count,
        );

        let mode = Mode::Run { solve: false };
        runner.go_on(&mut session, self.source, document, mode, &mut self.sink, &mut |step| {
            match step {
                Step::Event { event, late } => {
                    log.follow_event(&event);
                    match event {
                        Event::Begin => *begun += 1,
                        Event::Answer { puzzle, command, answer, span, .. } => {
                            show.answer([puzzle, command], answer, span, late);
                        }
                        _ => {}
                    }
                }
                Step::Diagnostics(diagnostics) => show.show_diagnostics(diagnostics),
            }
        });

        show.end(&mut session, &runner.budget());
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::testing::bodies_read;
    use crate::repl::tests::{say, shell, stands};

    const A: &str = "matrix a { 1 2 / 3 4 }";
    const B: &str = "matrix b { 5 6 / 7 8 }";

    #[test]
    fn a_typed_declaration_is_read_once() {
        let mut shell = shell();
        assert_eq!(bodies_read(|| drop(say(&mut shell, A))), 1);
        assert_eq!(
            bodies_read(|| drop(say(&mut shell, "matrix b { 1 2 / 3 }"))),
            1,
            "a faulty one"
        );
        assert_eq!(bodies_read(|| drop(say(&mut shell, "rotate 1"))), 0);
    }

    #[test]
    fn a_faulty_declaration_leaves_everything_as_it_was() {
        let mut shell = shell();
        say(&mut shell, A);
        say(&mut shell, B);
        say(&mut shell, "use a");
        let before = stands(&shell);
        let faulty = [
            ("matrix b { 1 2 / 3 }", "b", 2),
            ("matrix c { 1 x / 3 4 }", "c", 2),
            ("klotsky b { A }", "b", 1), // of an unknown kind no verb is wrong
        ];
        for (faulty, name, errors) in faulty {
            // What refers to it in the same input is only checked for its form.
            let (answers, said) =
                say(&mut shell, &format!("{faulty}\nshow\nuse {name}\nrotat 1\n"));
            assert_eq!(said.matches("error[").count(), errors, "{said}");
            assert!(!answers.contains('x') && !answers.contains("1 2 / 3"), "{answers}");
            assert_eq!(stands(&shell), before, "after {faulty}");
        }
        assert_eq!(say(&mut shell, "b: show").0, "5 6\n7 8\n");
        let (_, said) = say(&mut shell, "c: show");
        assert!(said.contains("document::unknown-puzzle"), "{said}");
        assert_eq!(say(&mut shell, "matrix c { 1 2 / 3 4 }").1, "");
    }

    #[test]
    fn a_refused_declaration_gives_the_focus_back() {
        let mut shell = shell();
        say(&mut shell, A);
        say(&mut shell, B);
        let faulty = "matrix a { 1 2 / 3 }";
        for (input, focus) in [
            (format!("{faulty}\nrotate 1\n"), "b"),
            (format!("use a\n{faulty}\nrotate 1\n"), "a"),
            (format!("{faulty}\nuse b\n"), "b"),
            (format!("use a\n{faulty}\nuse a\n"), "b"),
            (format!("{faulty}\nmatrix c {{ 1 2 / 3 4 }}\n{faulty}\n"), "c"),
            (format!("use a\n{faulty}\nmatrix d {{ 1 2 / 3 4 }}\nmatrix e {{ x }}\n"), "d"),
        ] {
            say(&mut shell, "use b");
            say(&mut shell, &input);
            assert!(stands(&shell).starts_with(focus), "{}: {input}", stands(&shell));
            assert_eq!(say(&mut shell, "a: show").0, "1 2\n3 4\n", "{input}");
        }
    }

    #[test]
    fn what_is_not_run_declares_nothing() {
        let mut shell = shell();
        say(&mut shell, A);
        say(&mut shell, B);
        say(&mut shell, "set bail on");
        let input =
            "use a\nmatrix b { 8 8 / 8 8 }\nb: rotate x\nmatrix a { 9 9 / 9 9 }\nmatrix c { 1 }\n";
        let (_, said) = say(&mut shell, input);
        assert!(said.contains("2 statements were not run"), "{said}");
        say(&mut shell, "set bail off");
        assert_eq!(say(&mut shell, "show").0, "8 8\n8 8\n");
        assert_eq!(say(&mut shell, "a: show").0, "1 2\n3 4\n");
        assert!(say(&mut shell, "c: show").1.contains("document::unknown-puzzle"));
        assert_eq!(say(&mut shell, "matrix c { 1 2 / 3 4 }").1, "");
    }

    #[test]
    fn a_name_that_is_typed_alone_changes_nothing() {
        let mut shell = shell();
        say(&mut shell, A);
        say(&mut shell, B);
        let before = stands(&shell);
        let (out, said) = say(&mut shell, "a");
        assert!(out.is_empty() && said.contains("document::misplaced-name"), "{out}{said}");
        assert_eq!(stands(&shell), before);
    }

    #[test]
    fn a_name_twice_in_one_input_keeps_the_first() {
        let mut shell = shell();
        let (_, said) = say(&mut shell, &format!("{A}\nmatrix a {{ 9 9 / 9 9 }}\n"));
        assert!(said.contains("document::duplicate-name"), "{said}");
        assert_eq!(say(&mut shell, "show").0, "1 2\n3 4\n");
        assert_eq!(say(&mut shell, B).1, "");
        assert_eq!(say(&mut shell, "a: show").0, "1 2\n3 4\n");
    }
}
