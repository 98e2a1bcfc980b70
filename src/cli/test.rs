//! `puzzled test`.

use std::collections::HashSet;
use std::io::Write;

use super::args::{Report, Test};
use super::bless::bless;
use super::open::made;
use super::report::{File, Record, Unanswered, frame};
use crate::diag::{Diagnostic, Sink, clip, counted};
use crate::exchange::outside;
use crate::host::{
    Console, Exit, InputError, Invocation, Limits, Links, LiveLine, Opened, Output, Picked,
    RawOptions, ReadAs, Recognized, Runner, Step, full, output, output_lost, recognize, shown,
};
use crate::kinds::KINDS;
use crate::puzzle::{Info, Input, Verdict};
use crate::render::sanitize;
use crate::session::{self, Event, Judgment, Mode, Parts, Secrecy, Session, Tally};
use crate::syntax::{Document, Expected, Statement};
use crate::text::{Source, Span};

/// The number of diagnostics, and of answers without an expectation, that are shown for one file.
const LIMIT: usize = 100;

/// The totals over all files.
#[derive(Default)]
struct Sum {
    held: u64,
    wrong: u64,
    /// Expectations that were not compared.
    skipped: u64,
    /// Open questions.
    open: u64,
    blessed: u64,
    passed: u64,
    failed: u64,
}

/// Runs documents and checks every expectation.
pub(super) fn test(console: &Console, args: &Test) -> Exit {
    let (files, mut exit) = console.walk(&args.paths);
    let (limits, call) = args.limits.begin(None, console);
    let links = Links::of(&args.paths, args.follow);
    let line = console.live_line();
    let mut out = output();
    let mut sum = Sum::default();
    let [head, tail] = frame(args.format);
    let _ = out.write_all(head.as_bytes());

    for file in &files {
        if call.is_interrupted() || output_lost() {
            break;
        }
        let raw = args.goal.raw_options(args.kind.as_deref());
        let recognized = match recognize(file, raw) {
            Ok(recognized) => recognized,
            Err(error) => {
                exit = exit.max(sum.count(console.refuse(error)));
                continue;
            }
        };
        let how = recognized.how;
        let has_statements = recognized.has_statements(&file.path);
        if args.bless && (!has_statements || matches!(how, ReadAs::Json)) {
            exit = exit.max(sum.count(console.refuse(InputError::NotADocument(shown(file)))));
            continue;
        }
        if let ReadAs::Outside(kind) = how
            && !has_statements
        {
            // A text from outside has no expectations, so it is only checked.
            exit = exit.max(sum.count(survey(console, file, recognized, kind, args, &mut out)));
            continue;
        }

        let opened = opened(file, recognized, raw);
        let opened = opened.map_err(|error| console.refuse(error));
        let opened = opened.and_then(|opened| made(console, opened).ok_or(Exit::Failed));
        let (source, unsound) = match opened {
            Ok(opened) => opened,
            Err(end) => {
                exit = exit.max(sum.count(end));
                continue;
            }
        };

        let mut tested = Tested::of(&source, args, &limits, &call, line);
        tested.diagnostics.retain(|diagnostic| !session::is_allowed(diagnostic, &args.allow));
        if call.is_interrupted() {
            // A file that Ctrl-C stopped has not failed.
            tested.unanswered.clear();
            tested.tally.unanswered = 0;
            tested.tally.gave_up = 0;
            tested.records.retain(|record| record.judgment != Judgment::GaveUp);
        }

        if args.bless && tested.tally.wrong > 0 && !call.is_interrupted() {
            match bless(&file.path, &links, &source, &mut tested.diagnostics) {
                Ok(count) => {
                    sum.blessed += count;
                    tested.tally.wrong -= count;
                    tested.tally.held += count;
                    tested.hold();
                    if args.format == Report::Human {
                        let count = counted(count, "expectation");
                        let _ = writeln!(out, "{}: rewrote {count}", shown(file));
                    }
                }
                Err(error) => exit = console.refuse(error),
            }
        }

        sum.held += tested.tally.held;
        sum.wrong += tested.tally.wrong;
        sum.open += tested.tally.open;
        sum.skipped += tested.tally.skipped + tested.tally.gave_up;
        tested.report(console, &source, args.format, &mut out);
        if tested.full {
            exit = exit.max(sum.count(console.refuse(full(file, limits.bytes))));
        } else if unsound || tested.failed() {
            exit = exit.max(sum.count(Exit::Failed));
        } else if !call.is_interrupted() {
            sum.count(Exit::Fine);
        }
    }

    let end = match args.format {
        Report::Human => sum.words(files.len()),
        _ => String::from(tail),
    };
    let _ = out.write_all(end.as_bytes()).and_then(|()| out.flush());
    call.exit(exit, console)
}

/// Opens a file with statements.
///
/// # Errors
/// Fails like [`Recognized::open`].
fn opened(
    file: &Picked,
    recognized: Recognized,
    raw: RawOptions<'_>,
) -> Result<Opened, InputError> {
    match recognized.how {
        ReadAs::Outside(_) => recognized.into_source(file).map(Opened::of),
        ReadAs::Document | ReadAs::Json => recognized.open(file, raw),
    }
}

impl Sum {
    /// Counts a file that ended so.
    fn count(&mut self, end: Exit) -> Exit {
        *(if end == Exit::Fine { &mut self.passed } else { &mut self.failed }) += 1;
        end
    }

    fn words(&self, files: usize) -> String {
        let part = |count: u64, what: &str| match count {
            0 => String::new(),
            count => format!(", {count} {what}"),
        };
        format!(
            "{} held{}, {} wrong{}{}; {} of {} passed{}\n",
            counted(self.held, "expectation"),
            part(self.blessed, "of them rewritten"),
            self.wrong,
            part(self.open, "open"),
            part(self.skipped, "skipped"),
            self.passed,
            counted(files as u64, "file"),
            part(self.failed, "failed"),
        )
    }
}

/// The result of one file.
struct Tested {
    tally: Tally,
    /// Diagnostics in the order of the text.
    diagnostics: Vec<Diagnostic>,
    /// Diagnostics of severity error, before blessing removed any.
    errors: u64,
    /// Diagnostics that say that an expectation is wrong.
    wrong: u64,
    /// Commands without an expectation that were not solved, with what to do.
    unanswered: Vec<Unanswered>,
    /// The result of each expectation.
    records: Vec<Record>,
    /// True if the puzzles need more memory than the limit, so that the rest was not run.
    full: bool,
    /// True if right answers are not shown.
    hides: bool,
}

impl Tested {
    fn of(
        source: &Source,
        args: &Test,
        limits: &Limits,
        call: &Invocation,
        line: Option<&'static LiveLine>,
    ) -> Self {
        let mut runner = Runner::of(call, limits, line);
        let mut sink = Sink::new();
        let document = session::read(source, true, &mut sink);

        let hides = args.hide_answers;
        let secrecy = match (hides, args.bless) {
            (true, _) => Secrecy::Everything,
            (_, true) => Secrecy::Nothing,
            _ => Secrecy::OpenQuestions,
        };
        let mut session = Session::new().dropping().withholding(secrecy);
        let mode = Mode::Run { solve: true };

        let mut diagnostics = Vec::new();
        let mut unanswered = Vec::new();
        let mut records = Vec::new();
        let mut answer = None;
        let open = if args.bless { HashSet::new() } else { open_puzzles(source, &document) };
        let is_hidden = |puzzle: &str| hides || open.contains(puzzle);

        runner.run(&mut session, source, &document, mode, &mut sink, &mut |step| match step {
            Step::Event {
                event: Event::Answer { span, puzzle, command, answer: given, .. },
                ..
            } => {
                // A search that gave up has its own diagnostic.
                if given.verdict() == Verdict::Unsolvable && expected(&document, span).is_none() {
                    let why =
                        missing(command, (!is_hidden(puzzle)).then(|| given.text()).as_deref());
                    unanswered.push(Unanswered { span, why });
                }
                answer = expected(&document, span).map(|expected| match expected {
                    Expected::Block(_) => given.to_string(),
                    Expected::Line(_) | Expected::Open(_) => {
                        given.text().lines().next().unwrap_or_default().to_owned()
                    }
                });
            }
            Step::Event {
                event: Event::Judged { span, puzzle, command, expected, judgment },
                ..
            } => {
                let compared = !matches!(judgment, Judgment::Skipped | Judgment::Open);
                let is_shown = compared && !puzzle.is_some_and(is_hidden);
                let answer = answer.take().filter(|_| is_shown);
                let puzzle = puzzle.map(String::from);
                records.push(Record { span, puzzle, command, expected, judgment, answer });
            }
            Step::Event { event: Event::Begin, .. } => answer = None,
            Step::Event { .. } => {}
            Step::Diagnostics(mut more) => diagnostics.append(&mut more),
        });

        if hides {
            diagnostics.iter_mut().for_each(veil);
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        let wrong = diagnostics.iter().filter(|diagnostic| diagnostic.code.judges).count() as u64;
        let errors = runner.errors;
        let tally = session.tally();
        let full = session.is_full();
        Self { tally, diagnostics, errors, wrong, unanswered, records, full, hides }
    }

    fn failed(&self) -> bool {
        let Tally { wrong, unanswered, skipped, gave_up, .. } = self.tally;
        self.errors > self.wrong || wrong + unanswered + skipped + gave_up > 0
    }

    /// Marks every wrong expectation as held, because it was rewritten.
    fn hold(&mut self) {
        for record in &mut self.records {
            if record.judgment == Judgment::Wrong {
                record.judgment = Judgment::Held;
            }
        }
    }

    fn report(&self, console: &Console, source: &Source, format: Report, out: &mut Output) {
        if format != Report::Human {
            let file = File {
                source,
                records: &self.records,
                diagnostics: &self.diagnostics,
                unanswered: &self.unanswered,
                hides: self.hides,
            };
            return file.print(console, format, out);
        }
        let mut text = console.listing(source, &self.diagnostics, LIMIT, false);
        for unanswered in self.unanswered.iter().take(LIMIT) {
            text += &placed(source, unanswered);
        }
        let more = self.unanswered.len().saturating_sub(LIMIT);
        if more > 0 {
            text += &format!("… and {more} more answers without an expectation\n");
        }
        // A reader waits for the report of a file while the next one runs.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

impl File<'_> {
    /// Prints the report of the file. All else goes to standard error: a reader of JSON gets one
    /// object per expectation and nothing else.
    fn print(&self, console: &Console, format: Report, out: &mut Output) {
        let _ = out.write_all(self.text(format).as_bytes()).and_then(|()| out.flush());
        if format == Report::Json {
            let others: Vec<_> = self.others().cloned().collect();
            console.report(self.source, &others, LIMIT, false);
            for unanswered in self.unanswered.iter().take(LIMIT) {
                console.say(&placed(self.source, unanswered));
            }
        }
    }
}

/// Returns a line about a place: `file:line:column: why`.
fn placed(source: &Source, unanswered: &Unanswered) -> String {
    let at = source.place(unanswered.span.start);
    format!("{}:{}:{}: {}\n", shown(source.name()), at.line + 1, at.column + 1, unanswered.why)
}

/// Returns the puzzles about which a document asks open questions: their answers are not shown.
fn open_puzzles<'a>(source: &'a Source, document: &Document) -> HashSet<&'a str> {
    let statements =
        || document.statements.iter().enumerate().filter(|(_, statement)| statement.is_open());
    if statements().next().is_none() {
        return HashSet::new(); // the common case
    }
    let parts = Parts::of(KINDS, source, document, &mut Sink::new());
    let declared = statements().filter_map(|(at, _)| parts.declaration(at));
    declared.map(|declaration| declaration.name_word(source)).collect()
}

/// Returns the expectation of the command at a place; `None` if it has none.
fn expected(document: &Document, span: Span) -> Option<Expected> {
    let statements = &document.statements;
    let at = statements.partition_point(|statement| statement.span().start < span.start);
    match statements.get(at) {
        Some(Statement::Command(command)) if command.span == span => command.expected,
        _ => None,
    }
}

/// Takes from a fact all that may say a right answer: from one that a search found, everything but
/// the title of its code, from others the advice to state it.
fn veil(diagnostic: &mut Diagnostic) {
    let is_deep = |kind: &&&'static Info| kind.deep.contains(&diagnostic.code);
    let is_stated = |kind: &&&'static Info| {
        let solver = kind.solver();
        solver.is_some_and(|verb| {
            kind.facts_stated(verb.name, "unsolvable").contains(&diagnostic.code)
        })
    };
    let searched = KINDS.iter().find(is_deep);
    let stated = KINDS.iter().find(is_stated);
    if searched.is_some() {
        diagnostic.message = diagnostic.code.title.to_owned();
        diagnostic.label = String::from("a search found this");
        diagnostic.related.clear();
    }
    if searched.or(stated).is_some() {
        diagnostic.help = None;
        diagnostic.fixes.clear();
    }
}

/// Returns the reason why a command without an expectation fails a file. Shows the answer `text`, unless
/// it is withheld.
fn missing(command: &str, text: Option<&str>) -> String {
    let Some(text) = text else {
        return format!("`{}` needs an expectation", sanitize(&clip(command)));
    };
    let first = sanitize(text.lines().next().unwrap_or_default()).into_owned();
    let command = sanitize(&clip(command)).into_owned();
    format!("`{command}` is {first}; if that is right, write `{command} => {first}`")
}

/// Checks raw input, and shows its diagnostics.
fn survey(
    console: &Console,
    file: &Picked,
    recognized: Recognized,
    kind: &'static Info,
    args: &Test,
    out: &mut Output,
) -> Exit {
    console.note(recognized.reading(&file.path).as_deref());
    let source = match recognized.into_source(file) {
        Ok(source) => source,
        Err(error) => return console.refuse(error),
    };
    let mut sink = Sink::new();
    let input = Input { goal: args.goal.label.as_deref(), ..(&source).into() };
    let _ = outside::survey(input, kind, None, &mut sink); // without a search nothing stops
    console.remark(sink.take_remark());
    sink.retain_since(0, |diagnostic| !session::is_allowed(diagnostic, &args.allow));
    let format = args.format;
    if format == Report::Human {
        let _ =
            out.write_all(console.listing(&source, sink.diagnostics(), LIMIT, false).as_bytes());
    } else {
        let source = &source;
        let file = File {
            source,
            records: &[],
            diagnostics: sink.diagnostics(),
            unanswered: &[],
            hides: args.hide_answers,
        };
        file.print(console, format, out);
    }
    if sink.errors_since(0) { Exit::Failed } else { Exit::Fine }
}
