//! An input on its way through the session, statement by statement.

use crate::diag::{Severity, Sink};
use crate::host::Step;
use crate::puzzle::common::ILLEGAL_NOW;
use crate::puzzle::{Answer, Verdict};
use crate::render::sanitize;
use crate::repl::input::suggest::suggest;
use crate::repl::jobs::{self, Searches};
use crate::repl::output::pages::Pages;
use crate::repl::output::summary::{replaced, resume, summary};
use crate::repl::output::{BESIDE, Output, least_rows};
use crate::repl::shell::{Flow, Shell, first_line, hostile};
use crate::repl::verbs::commands::{self, Own, Word, is_own};
use crate::search::Budget;
use crate::session::{Event, Mode, Revised, Session};
use crate::syntax::{Command, Document, Fragment, Statement};
use crate::text::Source;

/// Diagnostics shown for one input.
const LIMIT: usize = 100;

/// One input on its way through the session.
struct Run<'a> {
    source: &'a Source,
    /// Whether it was typed: the REPL's verbs are understood, and what has an error is not run.
    typed: bool,
    sink: Sink,
    /// Statements that wait to be run together.
    batch: Document,
    begun: usize,
    shown: usize,
}

/// An answer that is to be written.
struct Given {
    puzzle: String,
    command: String,
    answer: Answer,
}

/// A question that is drawn, and its answer.
struct Drawn {
    puzzle: String,
    command: String,
    given: Option<Given>,
}

impl Shell {
    /// Runs a document, with what its parser found.
    pub(super) fn run_document(
        &mut self,
        source: &Source,
        document: &Document,
        sink: Sink,
        typed: bool,
        output: &mut dyn Output,
    ) -> Flow {
        // A command of what is typed may run a part of it (`time`), which is not a separate text.
        if typed && self.running {
            return self.run_text(source, document, sink, typed, output);
        }
        let before = std::mem::replace(&mut self.running, typed);
        self.session.lock().begin(typed);
        let flow = self.run_text(source, document, sink, typed, output);
        self.settle_moves(output);
        self.session.lock().end();
        self.running = before;
        flow
    }

    /// Makes the moves again of the puzzles that a text declared again, and says so.
    fn settle_moves(&mut self, output: &mut dyn Output) {
        let mut runner = self.runner(output);
        let work = |budget: &Budget| self.session.lock().settle(budget);
        let (revised, _) = runner.compute("replay", work);
        for (name, Revised { kept, lost }) in &revised {
            if kept + lost > 0 {
                let told = self.session.lock().told(Some(name));
                self.log.replaced(name, &told, false);
            }
        }
        if !revised.is_empty() {
            output.say(&replaced(&revised));
        }
    }

    fn run_text(
        &mut self,
        source: &Source,
        document: &Document,
        sink: Sink,
        typed: bool,
        output: &mut dyn Output,
    ) -> Flow {
        let before = self.session.lock().tally();
        let batch = Document { bad: document.bad.clone(), ..Document::default() };
        let mut run = Run { source, typed, sink, batch, begun: 0, shown: 0 };
        if !typed {
            let pages = self.run_batch(&mut run, document, output);
            self.turn_to(pages);
            let ((sound, broken), now) = {
                let session = self.session.lock();
                (session.declared(), session.tally())
            };
            output.say(&summary(source.name(), sound, broken, document, before, now));
        } else if self.run_typed(document, &mut run, output) == Flow::Leave {
            return Flow::Leave;
        }
        let left = document.statements.len().saturating_sub(run.begun);
        if self.cancel.is_cancelled() && !self.closed && left > 0 {
            let plural = if left == 1 { "statement was" } else { "statements were" };
            let why = if self.bailed { "stopped at the first error" } else { "interrupted" };
            output.say(&format!("{why}; {left} {plural} not run\n"));
        }
        if run.shown > LIMIT {
            let name = sanitize(source.name()).into_owned();
            output.say(&format!("… and {} more in {name}\n", run.shown - LIMIT));
        }
        if self.closed { Flow::Leave } else { Flow::On }
    }

    /// Runs what was typed: what the parser found comes first of all, and statements wait until one
    /// of the REPL follows.
    fn run_typed(
        &mut self,
        document: &Document,
        run: &mut Run<'_>,
        output: &mut dyn Output,
    ) -> Flow {
        // A comment for the checker goes with its statement.
        let aimless = document.notes.iter().filter(|note| note.target.is_none());
        run.batch.notes = aimless.cloned().collect();
        self.run_waiting(run, output);
        for (at, statement) in document.statements.iter().enumerate() {
            let sound = document.unsound.binary_search(&(at as u32)).is_err();
            let flow = self.statement(statement, sound, run, output);
            if !run.batch.statements.is_empty() {
                run.batch.notes.extend_from_slice(document.notes_of(statement));
            }
            if flow == Flow::Leave {
                return flow;
            }
            if self.cancel.is_cancelled() {
                break;
            }
        }
        self.flush(run, output);
        Flow::On
    }

    /// Runs a statement of the REPL, or lets one of the session wait for those that follow it.
    fn statement(
        &mut self,
        statement: &Statement,
        sound: bool,
        run: &mut Run<'_>,
        output: &mut dyn Output,
    ) -> Flow {
        if let Statement::Command(one) = statement
            && let Some(own) = self.own_of(one, run, output)
        {
            // What waited before it may have been interrupted.
            if self.cancel.is_cancelled() {
                return Flow::On;
            }
            run.begun += 1;
            return self.own(run.source, own, output);
        }
        if let Statement::Command(one) = statement
            && sound
            && let Some(sign) = jobs::background_of(run.source.text(), one)
        {
            self.flush(run, output);
            if self.cancel.is_cancelled() {
                return Flow::On;
            }
            if jobs::start(self, run.source, one, sign, output) {
                run.begun += 1;
                return Flow::On;
            }
        }
        let declares = matches!(statement, Statement::Declaration(_));
        let broken = matches!(statement, Statement::Broken(_));
        if broken || !sound && !declares {
            run.begun += 1;
            return Flow::On;
        }
        if !sound {
            run.batch.unsound.push(run.batch.statements.len() as u32);
        }
        run.batch.statements.push(statement.clone());
        Flow::On
    }

    /// The REPL's verb in a command of a pasted block, if it is one.
    fn own_of(&mut self, one: &Command, run: &mut Run<'_>, output: &mut dyn Output) -> Option<Own> {
        let text = &run.source.text()[one.span.start as usize..];
        let line = first_line(text);
        if !is_own(line) {
            return None;
        }
        self.flush(run, output);
        if hostile(line) {
            return None;
        }
        let mut own = commands::own(line, one.span.start as usize, self.focus())?;
        if own.verb == Word::Time {
            own.rest.end = own.rest.end.max(one.span.end);
        }
        Some(own)
    }

    /// Whether there is a puzzle of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        !name.is_empty() && self.session.lock().puzzle(Some(name)).is_some()
    }

    /// Runs the statements that wait.
    fn flush(&mut self, run: &mut Run<'_>, output: &mut dyn Output) {
        if !run.batch.statements.is_empty() {
            self.run_waiting(run, output);
        }
    }

    /// Runs the statements that wait, and reports what the parser found.
    fn run_waiting(&mut self, run: &mut Run<'_>, output: &mut dyn Output) {
        let bad = run.batch.bad.clone();
        let batch = std::mem::replace(&mut run.batch, Document { bad, ..Document::default() });
        let pages = self.run_batch(run, &batch, output);
        self.turn_to(pages);
    }

    /// Writes an answer, if there is one.
    fn give(&mut self, given: Option<Given>, output: &mut dyn Output) {
        let Some(Given { puzzle, command, answer }) = given else { return };
        if !self.emit(Some(&puzzle), &command, &answer, output) {
            self.closed = true;
            self.cancel.cancel();
        }
    }

    /// Runs statements; answers the page of the last one that gave one.
    fn run_batch(
        &mut self,
        run: &mut Run<'_>,
        document: &Document,
        output: &mut dyn Output,
    ) -> Option<Pages> {
        if run.typed && self.journals.is_some() {
            self.begin_background();
        }
        let mut runner = self.runner(output);
        let session = self.session.clone();
        let mut session = session.lock();
        let mode = Mode::Run { solve: false };
        let (source, typed) = (run.source, run.typed);
        let (begun, shown) = (&mut run.begun, &mut run.shown);
        // What was asked last, and which of these questions are to be drawn.
        let (mut asked, mut drawn) = ((String::new(), String::new()), Vec::new());
        let mut pages = None;
        let shown_answers = typed || self.settings.echo;
        // The words of a question that is drawn come after its picture, so that both are in sight.
        let alone = typed && output.watched() && document.statements.len() == 1;
        let mut waiting: Option<Given> = None;
        let progress = runner.budget().progress.filter(|_| typed);
        let mut searches = Searches::begin(&self.jobs, source, document, &session, progress);
        runner.go_on(&mut session, source, document, mode, &mut run.sink, &mut |step| {
            if let Step::Event { event, .. } = &step {
                self.log.hear(event);
                searches.hear(event, &mut self.log);
            }
            match step {
                Step::Event { event: Event::Begin, .. } => *begun += 1,
                Step::Event {
                    event: Event::Answer { puzzle, command, answer, span, .. },
                    late,
                } => {
                    self.answers.borrow_mut().add(self.number, command, &answer.text());
                    if !shown_answers {
                        return;
                    }
                    self.give(waiting.take(), output);
                    asked = (puzzle.to_owned(), command.to_owned());
                    let verdict = answer.verdict();
                    if let Answer::Page(page) = answer {
                        pages = Pages::of(puzzle, command, page).or(pages.take());
                    }
                    if !typed {
                        output.say(&format!("{}> {}\n", sanitize(puzzle), sanitize(command)));
                    }
                    let given = Given {
                        puzzle: puzzle.to_owned(),
                        command: command.to_owned(),
                        answer: self.paused(answer.clone(), late),
                    };
                    if alone && verdict == Verdict::Fine {
                        waiting = Some(given);
                    } else {
                        self.give(Some(given), output);
                    }
                    if verdict == Verdict::GaveUp && output.watched() {
                        let command = as_typed(source.slice(span), puzzle, command);
                        output.say(&resume(&command, self.cancel.is_cancelled(), late));
                    }
                }
                Step::Event { .. } => {}
                Step::Found(mut found) => {
                    if found.iter().any(|one| one.severity() == Severity::Error) {
                        self.fault();
                    }
                    if typed {
                        let before = found.len();
                        found.retain(|one| *one.code != ILLEGAL_NOW);
                        if found.len() < before && output.watched() {
                            let (puzzle, command) = std::mem::take(&mut asked);
                            drawn.push(Drawn { puzzle, command, given: waiting.take() });
                        }
                        for one in &mut found {
                            suggest(source, one);
                        }
                    }
                    self.give(waiting.take(), output);
                    let room = LIMIT.saturating_sub(*shown);
                    *shown += found.len();
                    found.truncate(room);
                    if !found.is_empty() {
                        output.report(source, &found, room);
                    }
                }
            }
        });
        searches.end(&mut session, &mut self.log);
        self.give(waiting.take(), output);
        self.report_memory(session.is_full(), output);
        let budget = runner.budget();
        for one in drawn {
            self.draw_question(one, &mut session, &budget, output);
        }
        pages
    }

    /// Says that the puzzles alone need more memory than the limit, if they do.
    fn report_memory(&mut self, is_full: bool, output: &mut dyn Output) {
        if is_full {
            self.fault();
            output.say(
                "stopped at the limit of memory: the puzzles alone need more; `forget` some, or `set memory`\n",
            );
        }
    }

    /// Draws a question with its answer.
    fn draw_question(
        &mut self,
        Drawn { puzzle, command, given }: Drawn,
        session: &mut Session,
        budget: &Budget,
        output: &mut dyn Output,
    ) {
        // The declaration was typed long ago: shown again, with what is in the way marked.
        let beside = session.beside(&puzzle, &command, budget);
        let beside = beside.map(|(text, found)| (Source::new(puzzle.clone(), text), found));
        let asked = Fragment { text: &command, start: 0 };
        let state = session.puzzle(Some(&puzzle));
        let scene = state.and_then(|it| it.point(&puzzle, asked, &mut Sink::new()));
        let words = given.as_ref().map_or(0, |given| given.answer.text().lines().count());
        let (source, found) = beside.unwrap_or_else(|| (Source::new("", ""), Vec::new()));
        let rows = words + output.report_rows(&source, &found);
        let least = scene.as_ref().map_or(0, least_rows);
        let crowded = output.window().is_some_and(|one| one.rows < rows + least + BESIDE);
        let helps = || found.iter().filter_map(|one| one.help.as_deref());
        if let Some(scene) = &scene {
            output.picture(scene, if crowded { words + helps().count() } else { rows });
        }
        self.give(given, output);
        if crowded {
            // The answer says what is in the way, and the picture shows where.
            helps().for_each(|help| output.say(&format!("help: {help}\n")));
        } else if !found.is_empty() {
            output.report(&source, &found, LIMIT);
        }
    }
}

/// Returns a command as it was typed in `text`: with the name of its puzzle, if another one is in
/// focus.
fn as_typed(text: &str, puzzle: &str, command: &str) -> String {
    let prefix = format!("{puzzle}: ");
    if text.starts_with(prefix.trim_end()) { prefix + command } else { command.to_owned() }
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
        say(&mut shell, "bail on");
        let input =
            "use a\nmatrix b { 8 8 / 8 8 }\nb: rotate x\nmatrix a { 9 9 / 9 9 }\nmatrix c { 1 }\n";
        let (_, said) = say(&mut shell, input);
        assert!(said.contains("2 statements were not run"), "{said}");
        say(&mut shell, "bail off");
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
