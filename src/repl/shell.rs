//! The shell behind the prompt: takes an input, runs its statements and the REPL's own verbs.
//!
//! A session keeps every declaration it has met, the faulty ones too, so that a document shows no
//! error twice. At a prompt this would be a trap: a name once misspelt or a body once mistyped
//! could never be typed again. So a faulty declaration, and what refers to it in the same input,
//! goes to a session of its own that only checks, and that is dropped when the input is done.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use super::commands::{self, Own, is_own};
use super::help;
use super::port::Port;
use crate::cli::{Limits, codes, page, read_file, replace};
use crate::diag::{Diagnostic, Fix, Severity, Sink, nearest};
use crate::kind::{Body, Info, common, kind, names};
use crate::render::sanitize;
use crate::search::Cancel;
use crate::session::{self, Event, Mode, Session};
use crate::syntax::{self, Command, Declaration, Document, Statement, parse_document};
use crate::text::{Source, Span};

/// Diagnostics shown for one input.
const LIMIT: usize = 100;

/// Whether the REPL goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next input.
    On,
    /// It is left.
    Leave,
}

/// The session of a REPL and how inputs run in it.
pub(super) struct Shell {
    session: Rc<RefCell<Session>>,
    limits: Limits,
    cancel: Cancel,
    home: Option<PathBuf>,
    /// Whether `use` holds the focus; else the last declaration has it.
    used: bool,
    failed: bool,
    closed: bool,
}

/// One input on its way through the session.
struct Feed<'a> {
    source: &'a Source,
    /// Whether it was typed: the REPL's verbs are understood, and what has an error is not run.
    typed: bool,
    /// The places of bad characters, in order.
    bad: Vec<Span>,
    /// Where the parser found errors, in order.
    faults: Vec<u32>,
    sink: Sink,
    /// Statements that wait to be run together.
    batch: Vec<Statement>,
    /// Whether they are to be checked aside.
    batch_aside: bool,
    /// Faulty declarations and what refers to them.
    aside: Session,
    /// The names of the faulty declarations.
    broken: HashSet<&'a str>,
    /// The names of the sound ones.
    declared: HashMap<&'a str, Span>,
    /// Whether a command without a prefix means a faulty declaration.
    astray: bool,
    begun: usize,
    shown: usize,
}

impl Shell {
    /// A shell without puzzles.
    pub(super) fn new(limits: Limits, cancel: Cancel, home: Option<PathBuf>) -> Self {
        Self {
            session: Rc::default(),
            limits,
            cancel,
            home,
            used: false,
            failed: false,
            closed: false,
        }
    }

    /// The session, for whoever looks at it between two inputs.
    pub(super) fn session(&self) -> Rc<RefCell<Session>> {
        self.session.clone()
    }

    /// Whether anything went wrong so far.
    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    /// Whether Ctrl-C was pressed since the last input; forgets it.
    pub(super) fn take_interrupt(&self) -> bool {
        let pressed = self.cancel.is_cancelled();
        self.cancel.clear();
        pressed
    }

    /// The prompt: the puzzle in focus and where it stands.
    pub(super) fn prompt(&self) -> String {
        let session = self.session.borrow();
        let focus = session.entries().into_iter().find(|entry| entry.focus);
        let Some(focus) = focus else { return String::from("puzzled> ") };
        // A long name must leave room to type in a narrow window.
        let name = match focus.name.char_indices().nth(24) {
            Some((at, _)) => format!("{}…", &focus.name[..at]),
            None => focus.name,
        };
        match focus.prompt.as_deref().map(sanitize).as_deref() {
            None | Some("") => format!("{name}> "),
            Some(at) if at.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                format!("{name} @{at}> ")
            }
            Some(at) => format!("{name} {at}> "),
        }
    }

    /// Takes an input: runs its statements one after the other.
    pub(super) fn take(&mut self, source: &Source, port: &mut dyn Port) -> Flow {
        self.cancel.clear();
        let text = source.text();
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let start = start + (text[start..].len() - text[start..].trim_start().len());
        let line = first_line(&text[start..]);
        let single = text[start..].trim_end().len() <= line.len();
        if let Some(own) = commands::own(line, start, self.focus()) {
            // A line with bad characters goes through the parser, which says so.
            if single && source.broken().is_empty() && !hostile(line) {
                return self.own(source, own, port);
            }
            if own.verb.name == "time" && !own.rest.is_empty() {
                let tail = Span::new(own.rest.start, text.len() as u32);
                let (document, sink) = part(source, tail);
                if document.statements.len() == 1 {
                    return self.timed(port, |shell, port| {
                        shell.feed(source, &document, sink, true, port)
                    });
                }
            }
        }
        let mut sink = Sink::new();
        let document = session::read(source, false, &mut sink);
        self.feed(source, &document, sink, true, port)
    }

    /// Runs a document in this session. A file of the command line may be a pipe, one that is
    /// named at the prompt may not: reading it could not be interrupted.
    pub(super) fn load(&mut self, file: &str, typed: bool, port: &mut dyn Port) -> bool {
        let shown = sanitize(file).into_owned();
        let name = if file == "-" { "./-" } else { file };
        let device =
            std::fs::metadata(name).is_ok_and(|data| !data.is_file() && !data.is_dir() && typed);
        if device {
            port.say(&format!("puzzled: cannot read {shown}: it is no regular file\n"));
            self.failed = true;
            return false;
        }
        match read_file(name) {
            Err(error) => {
                port.say(&format!("puzzled: {}\n", sanitize(&error.to_string())));
                self.failed = true;
                false
            }
            Ok(source) => {
                let mut sink = Sink::new();
                let document = session::read(&source, true, &mut sink);
                self.feed(&source, &document, sink, false, port);
                true
            }
        }
    }

    /// The kind of the puzzle in focus.
    fn focus(&self) -> Option<&'static Info> {
        self.session.borrow_mut().puzzle(None).map(|puzzle| puzzle.info())
    }

    fn feed(
        &mut self,
        source: &Source,
        document: &Document,
        sink: Sink,
        typed: bool,
        port: &mut dyn Port,
    ) -> Flow {
        let mut faults: Vec<u32> = sink
            .found()
            .iter()
            .filter(|found| found.severity() == Severity::Error)
            .map(|found| found.span.start)
            .collect();
        faults.sort_unstable();
        let mut feed = Feed {
            source,
            typed,
            bad: document.bad.clone(),
            faults,
            sink,
            batch: Vec::new(),
            batch_aside: false,
            aside: Session::new(),
            broken: HashSet::new(),
            declared: HashMap::new(),
            astray: false,
            begun: 0,
            shown: 0,
        };
        // What the parser found, first of all and once, without what bad characters brought about.
        let empty = Document { statements: Vec::new(), bad: feed.bad.clone() };
        self.run(&mut feed, &empty, port);
        let statements = &document.statements;
        for (at, statement) in statements.iter().enumerate() {
            let next = statements.get(at + 1).map_or(u32::MAX, |next| next.span().start);
            let faulty = feed.faulty(statement.span().start, next);
            let flow = self.statement(statement, faulty, &mut feed, port);
            if flow == Flow::Leave {
                return flow;
            }
            if self.cancel.is_cancelled() {
                break;
            }
        }
        self.flush(&mut feed, port);
        let left = statements.len().saturating_sub(feed.begun);
        if self.cancel.is_cancelled() && !self.closed && left > 0 {
            let plural = if left == 1 { "statement was" } else { "statements were" };
            port.say(&format!("interrupted; {left} {plural} not run\n"));
        }
        if feed.shown > LIMIT {
            let name = sanitize(source.name()).into_owned();
            port.say(&format!("… and {} more in {name}\n", feed.shown - LIMIT));
        }
        if self.closed { Flow::Leave } else { Flow::On }
    }

    /// Sends a statement to where it belongs.
    fn statement<'a>(
        &mut self,
        statement: &Statement,
        faulty: bool,
        feed: &mut Feed<'a>,
        port: &mut dyn Port,
    ) -> Flow {
        let source: &'a Source = feed.source;
        let aside = match statement {
            Statement::Broken(_) => {
                feed.begun += 1;
                return Flow::On;
            }
            Statement::Declaration(one) => {
                let name = source.slice(one.name);
                let known = feed.declared.contains_key(name) || self.has(name);
                if known && !name.is_empty() {
                    self.flush(feed, port);
                    feed.sink.push(duplicate(one.name, name, feed.declared.get(name).copied()));
                }
                let sound = !faulty && !known && opens(source, one);
                if sound {
                    feed.declared.insert(name, one.name);
                } else {
                    feed.broken.insert(name);
                }
                if !self.used {
                    feed.astray = !sound;
                }
                !sound
            }
            Statement::Use(one) => {
                let name = source.slice(one.name);
                let known = feed.declared.contains_key(name) || self.has(name);
                if faulty && feed.typed {
                    feed.begun += 1;
                    return Flow::On;
                }
                let aside = !known && feed.broken.contains(name);
                if known || aside {
                    feed.astray = aside;
                    self.used |= known;
                }
                aside
            }
            Statement::Command(one) => {
                if let Some(own) = self.own_of(one, feed, port) {
                    feed.begun += 1;
                    return self.own(source, own, port);
                }
                if faulty && feed.typed {
                    feed.begun += 1;
                    return Flow::On;
                }
                match one.target.map(|target| source.slice(target)) {
                    None => feed.astray,
                    Some(name) => {
                        feed.broken.contains(name)
                            && !feed.declared.contains_key(name)
                            && !self.has(name)
                    }
                }
            }
        };
        if feed.batch_aside != aside {
            self.flush(feed, port);
            feed.batch_aside = aside;
        }
        feed.batch.push(statement.clone());
        Flow::On
    }

    /// The REPL's verb in a command of a pasted block, if it is one.
    fn own_of(&mut self, one: &Command, feed: &mut Feed<'_>, port: &mut dyn Port) -> Option<Own> {
        if !feed.typed || one.target.is_some() {
            return None;
        }
        let text = &feed.source.text()[one.span.start as usize..];
        let line = first_line(text);
        if !is_own(line.split([' ', '\t']).next().unwrap_or_default()) {
            return None;
        }
        self.flush(feed, port);
        if hostile(line) {
            return None;
        }
        let mut own = commands::own(line, one.span.start as usize, self.focus())?;
        if own.verb.name == "time" {
            own.rest.end = own.rest.end.max(one.span.end);
        }
        Some(own)
    }

    fn has(&self, name: &str) -> bool {
        !name.is_empty() && self.session.borrow_mut().puzzle(Some(name)).is_some()
    }

    /// Runs the statements that wait.
    fn flush(&mut self, feed: &mut Feed<'_>, port: &mut dyn Port) {
        let statements = std::mem::take(&mut feed.batch);
        let (Some(first), Some(last)) = (statements.first(), statements.last()) else {
            return;
        };
        let from = feed.bad.partition_point(|bad| bad.end <= first.span().start);
        let to = feed.bad.partition_point(|bad| bad.start < last.span().end);
        let bad = feed.bad[from..to.max(from)].to_vec();
        self.run(feed, &Document { statements, bad }, port);
    }

    fn run(&mut self, feed: &mut Feed<'_>, document: &Document, port: &mut dyn Port) {
        let budget = self.limits.budget(&self.cancel, port.progress());
        let session = self.session.clone();
        let mut session = session.borrow_mut();
        let (session, mode) = if feed.batch_aside && !document.statements.is_empty() {
            (&mut feed.aside, Mode::Check { solve: false })
        } else {
            (&mut *session, Mode::Run { solve: false })
        };
        let (source, typed) = (feed.source, feed.typed);
        let (begun, shown) = (&mut feed.begun, &mut feed.shown);
        session.run(
            source,
            document,
            mode,
            &budget,
            &mut feed.sink,
            &mut |event, sink| match event {
                Event::Begin => {
                    *begun += 1;
                    port.begin();
                }
                Event::Answer { text, .. } => {
                    port.end();
                    if !port.answer(text) {
                        self.closed = true;
                        self.cancel.cancel();
                    }
                    port.begin();
                }
                Event::Done => {
                    port.end();
                    let mut found = sink.take();
                    self.failed |= found.iter().any(|one| one.severity() == Severity::Error);
                    if typed {
                        for one in &mut found {
                            suggest(source, one);
                        }
                    }
                    let room = LIMIT.saturating_sub(*shown);
                    *shown += found.len();
                    found.truncate(room);
                    if !found.is_empty() {
                        port.report(source, &found, room);
                    }
                }
            },
        );
    }

    fn timed(
        &mut self,
        port: &mut dyn Port,
        what: impl FnOnce(&mut Self, &mut dyn Port) -> Flow,
    ) -> Flow {
        let begun = Instant::now();
        let flow = what(self, port);
        port.say(&format!("took {}\n", commands::duration(begun.elapsed())));
        flow
    }

    /// Runs a command of the REPL itself.
    fn own(&mut self, source: &Source, mut own: Own, port: &mut dyn Port) -> Flow {
        let mut timed = false;
        while own.verb.name == "time" {
            let rest = source.slice(own.rest);
            let Some(inner) = commands::own(rest, own.rest.start as usize, self.focus()) else {
                break;
            };
            (timed, own) = (true, inner);
        }
        if timed {
            return self.timed(port, |shell, port| shell.act(source, own, port));
        }
        self.act(source, own, port)
    }

    fn act(&mut self, source: &Source, own: Own, port: &mut dyn Port) -> Flow {
        let argument = source.slice(own.rest);
        let plain = matches!(own.verb.name, "list" | "quit" | "exit");
        let needed = matches!(own.verb.name, "load" | "save" | "time");
        let wrong = if plain && !argument.is_empty() {
            Some(syntax::codes::trailing_text(own.rest, "this command"))
        } else if needed && argument.is_empty() {
            let what = if own.verb.name == "time" { "a command" } else { "the name of a file" };
            Some(syntax::codes::missing_argument(own.word, what, own.verb.usage))
        } else if matches!(own.verb.name, "help" | "explain")
            && let Some(at) = argument.find([' ', '\t'])
        {
            let span = Span::new(own.rest.start + at as u32 + 1, own.rest.end);
            Some(syntax::codes::trailing_text(span, "the arguments of this command"))
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.failed = true;
            port.report(source, &[wrong], 1);
            return Flow::On;
        }
        match own.verb.name {
            "quit" | "exit" => return Flow::Leave,
            "help" => self.help(argument, port),
            "list" => {
                let list = self.list();
                self.print(&list, port);
            }
            "load" => {
                let file = commands::path(argument, self.home.clone());
                self.load(&file.to_string_lossy(), true, port);
            }
            "save" => self.save(argument, port),
            "explain" => self.explain(argument, port),
            _ => {
                let (document, sink) = part(source, own.rest);
                return self
                    .timed(port, |shell, port| shell.feed(source, &document, sink, true, port));
            }
        }
        if self.closed { Flow::Leave } else { Flow::On }
    }

    /// Prints lines, the last of which may have a line end.
    fn print(&mut self, text: &str, port: &mut dyn Port) {
        let text = text.strip_suffix('\n').unwrap_or(text);
        if !text.is_empty() && !port.answer(text) {
            self.closed = true;
        }
    }

    fn complain(&mut self, text: &str, port: &mut dyn Port) {
        self.failed = true;
        port.say(text);
    }

    fn help(&mut self, word: &str, port: &mut dyn Port) {
        if word.is_empty() {
            let name = self.session.borrow().focused().map(String::from);
            let focus = name.as_deref().zip(self.focus());
            let text = help::overview(focus, port.width());
            return self.print(&text, port);
        }
        match help::page(word, port.width()) {
            Ok(text) => self.print(&text, port),
            Err(text) => self.complain(&text, port),
        }
    }

    fn list(&self) -> String {
        let entries = self.session.borrow().entries();
        let wide = |part: &dyn Fn(&session::Entry) -> usize| entries.iter().map(part).max();
        let name = wide(&|entry| entry.name.len()).unwrap_or(0);
        let kind = wide(&|entry| entry.kind.len()).unwrap_or(0);
        let mut text = String::new();
        for entry in &entries {
            let mark = if entry.focus { '*' } else { ' ' };
            let at = entry.prompt.as_deref().map(sanitize).unwrap_or_default();
            let line = format!("{mark} {:name$}  {:kind$}  {at}", entry.name, entry.kind);
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn save(&mut self, argument: &str, port: &mut dyn Port) {
        let path = commands::path(argument, self.home.clone());
        let file = path.to_string_lossy().into_owned();
        let shown = sanitize(&file).into_owned();
        if self.session.borrow().entries().is_empty() {
            return self.complain("there is nothing to save yet: no puzzle is declared\n", port);
        }
        // Replacing a device by a file would do more harm than not saving.
        if std::fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
            let text = format!("puzzled: cannot write {shown}: it is no regular file\n");
            return self.complain(&text, port);
        }
        let text = self.session.borrow().save();
        match replace(&file, text.as_bytes()) {
            Ok(()) => port.say(&format!("saved to {shown}\n")),
            Err(error) => self.complain(&format!("puzzled: cannot write {shown}: {error}\n"), port),
        }
    }

    fn explain(&mut self, path: &str, port: &mut dyn Port) {
        let codes = codes();
        if path.is_empty() {
            let lines: Vec<_> = codes
                .iter()
                .map(|code| format!("{:<34} {:<8} {}", code.path, code.severity.word(), code.title))
                .collect();
            return self.print(&lines.join("\n"), port);
        }
        if let Some(code) = codes.iter().find(|code| code.path == path) {
            return self.print(&page(code), port);
        }
        let hint = match nearest(path, codes.iter().map(|code| code.path)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => String::from("`explain` alone lists all codes"),
        };
        let shown = crate::diag::clip(path);
        self.complain(&format!("there is no code `{}`; {hint}\n", sanitize(&shown)), port);
    }
}

impl Feed<'_> {
    /// Whether the parser found an error between these offsets.
    fn faulty(&self, from: u32, to: u32) -> bool {
        let at = self.faults.partition_point(|&fault| fault < from);
        self.faults.get(at).is_some_and(|&fault| fault < to)
    }
}

/// Whether a line holds control characters.
fn hostile(line: &str) -> bool {
    line.chars().any(|char| char != '\t' && char.is_control())
}

/// The text up to its first line end.
fn first_line(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}

/// The document that a part of the text of `source` is, with its places in the whole.
fn part(source: &Source, span: Span) -> (Document, Sink) {
    let mut sink = Sink::new();
    let mut masked = " ".repeat(span.start as usize);
    masked.push_str(source.slice(span));
    let document = parse_document(&masked, &names(), &mut sink);
    (document, sink)
}

/// Whether a declaration yields a puzzle.
fn opens(source: &Source, one: &Declaration) -> bool {
    let Some(kind) = kind(source.slice(one.kind)) else { return false };
    let body = Body { source: source.text(), span: one.body, name: one.name, raw: false };
    one.closed && !one.name.is_empty() && kind.open(&body, &mut Sink::new()).is_some()
}

fn duplicate(span: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let found = Diagnostic::new(
        &session::codes::DUPLICATE,
        span,
        format!("the name `{}` is taken", crate::diag::clip(name)),
        "declared a second time",
    )
    .help("give this puzzle another name; `list` shows those that are taken");
    match first {
        Some(first) => found.also(first, "first declared here"),
        None => found,
    }
}

/// A verb that nothing has may be a slip for one of the REPL's.
fn suggest(source: &Source, found: &mut Diagnostic) {
    if *found.code != common::UNKNOWN_VERB && *found.code != session::codes::NO_PUZZLE {
        return;
    }
    if source.text()[..found.span.start as usize].trim_end_matches([' ', '\t']).ends_with(':') {
        return; // a prefix sends it to a puzzle
    }
    let word = source.slice(found.span).split([' ', '\t']).next().unwrap_or_default();
    let theirs = found.fixes.first().and_then(|fix| fix.edits.first());
    let theirs = theirs.map(|edit| edit.text.clone());
    let near = nearest(
        word,
        theirs.as_deref().into_iter().chain(commands::VERBS.iter().map(|verb| verb.name)),
    );
    if let Some(near) = near.filter(|&near| theirs.as_deref() != Some(near)) {
        let span = Span::new(found.span.start, found.span.start + word.len() as u32);
        found.help = Some(format!("did you mean `{near}`?"));
        found.fixes = vec![Fix::new(format!("Replace by `{near}`"), span, near)];
    } else if *found.code == session::codes::NO_PUZZLE
        && found.help.as_deref().is_some_and(|help| help.contains("KIND NAME"))
    {
        found.help = Some(String::from(
            "declare a puzzle first: `KIND NAME {`, its body, and `}`; `help` shows how",
        ));
    }
}
