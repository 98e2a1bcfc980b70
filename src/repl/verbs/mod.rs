//! What the REPL's own verbs do.

pub(in crate::repl) mod commands;
pub(in crate::repl) mod draw;
pub(in crate::repl) mod edit;
pub(in crate::repl) mod recover;
pub(in crate::repl) mod settings;
pub(in crate::repl) mod single;
pub(in crate::repl) mod watch;

use std::fmt::Display;
use std::str::FromStr;
use std::time::Instant;

use crate::codes::{codes, list, page_of};
use crate::diag::{Diagnostic, Sink, clip, did_you_mean};
use crate::host::{help, shown};
use crate::puzzle::Answer;
use crate::render::sanitize;
use crate::repl::jobs;
use crate::repl::log::saved;
use crate::repl::output::Output;
use crate::repl::shell::{Flow, Shell, part};
use crate::session;
use crate::syntax::codes::{missing_argument, trailing_text};
use crate::text::{Source, Span};
use commands::{Own, Word};

/// What is wrong with the number of the arguments of a command.
fn misfit(own: Own, argument: &str) -> Option<Diagnostic> {
    let needed = match own.verb {
        Word::Load | Word::Save => Some("the name of a file"),
        Word::Time => Some("a command"),
        Word::Forget => Some("the name of a puzzle"),
        Word::Output | Word::Record => Some("the name of a new file, or `off`,"),
        Word::Watch => Some("the name of a document, or `off`,"),
        Word::Bail => Some("`on` or `off`"),
        Word::Stop => Some("the number of a job"),
        _ => None,
    };
    let (end, gap) = (own.rest.end, argument.find([' ', '\t']));
    match (own.verb, needed, gap) {
        (_, Some(what), _) if argument.is_empty() => {
            Some(missing_argument(own.word, what, own.usage()))
        }
        (Word::Reload | Word::Tour | Word::Quit | Word::Exit | Word::Jobs, ..)
            if !argument.is_empty() =>
        {
            Some(trailing_text(own.rest, "this command"))
        }
        (
            Word::Help
            | Word::Explain
            | Word::Edit
            | Word::More
            | Word::Answers
            | Word::List
            | Word::Forget
            | Word::Wait
            | Word::Stop,
            _,
            Some(at),
        ) => {
            let span = Span::new(own.rest.start + at as u32 + 1, end);
            Some(trailing_text(span, "the arguments"))
        }
        _ => None,
    }
}

impl Shell {
    /// Does something and says how long it took.
    pub(in crate::repl) fn timed(
        &mut self,
        output: &mut dyn Output,
        what: impl FnOnce(&mut Self, &mut dyn Output) -> Flow,
    ) -> Flow {
        let begun = Instant::now();
        let flow = what(self, output);
        output.say(&format!("took {}\n", commands::duration(begun.elapsed())));
        flow
    }

    /// Runs a command of the REPL itself.
    pub(in crate::repl) fn own(
        &mut self,
        source: &Source,
        mut own: Own,
        output: &mut dyn Output,
    ) -> Flow {
        let mut timed = false;
        while let Some(inner) = own.timed(source.text(), self.focus()) {
            (timed, own) = (true, inner);
        }
        if timed {
            return self.timed(output, |shell, output| shell.act(source, own, output));
        }
        self.act(source, own, output)
    }

    fn act(&mut self, source: &Source, own: Own, output: &mut dyn Output) -> Flow {
        let argument = source.slice(own.rest);
        source.slice(own.word.to(own.rest)).trim_end().clone_into(&mut self.command);
        if let Some(wrong) = misfit(own, argument) {
            self.refuse(source, wrong, output);
            return Flow::On;
        }
        match own.verb {
            Word::Quit | Word::Exit if jobs::may_leave(self, output) => return Flow::Leave,
            Word::Quit | Word::Exit => {}
            Word::Jobs => jobs::list(self, output),
            Word::Wait => jobs::wait_verb(self, source, own, output),
            Word::Stop => jobs::stop(self, source, own, output),
            Word::Help => self.help(argument, output),
            Word::Tour => self.print(&help::tour(output.width()), output),
            Word::List => self.list(argument, output),
            Word::Forget => self.forget(argument, output),
            Word::Reload => self.reload(output),
            Word::Output => self.redirect(source, own, output),
            Word::Load => match commands::load(source, own) {
                Ok((reading, file)) => {
                    let file = commands::path(file, self.home.clone());
                    self.load(&file, &reading, true, output);
                }
                Err(wrong) => self.refuse(source, *wrong, output),
            },
            Word::Save => self.save(argument, output),
            Word::Draw => self.paint(source, own, output),
            Word::Play => self.film(source, own, output),
            Word::Edit => return self.edit(source, own, output),
            Word::More => self.more(source, own, output),
            Word::Answers => self.list_answers(source, own, output),
            Word::Set => self.set(source, own, output),
            Word::Bail => self.bail(source, own, output),
            Word::Explain => self.explain(argument, output),
            Word::Record => self.record(source, own, output),
            Word::Recover => self.recover(source, own, output),
            Word::Watch => self.watch(source, own, output),
            Word::Time => {
                let (document, sink) = part(source, own.rest);
                return self.timed(output, |shell, output| {
                    shell.run_document(source, &document, sink, true, output)
                });
            }
        }
        if self.closed { Flow::Leave } else { Flow::On }
    }

    /// Prints lines, the last of which may have a line end.
    pub(in crate::repl) fn print(&mut self, text: &str, output: &mut dyn Output) {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let command = std::mem::take(&mut self.command);
        let text = text.to_owned();
        if !text.is_empty() {
            let lines = text.contains('\n');
            let answer = if lines { Answer::list(text) } else { Answer::Text(text) };
            self.closed |= !self.emit(None, &command, &answer, output);
        }
        self.command = command;
    }

    /// Says what went wrong.
    pub(in crate::repl) fn complain(&mut self, text: &str, output: &mut dyn Output) {
        self.fault();
        output.complain(text);
    }

    /// Says what an error of the system, or of the process, made impossible.
    pub(in crate::repl) fn trouble(&mut self, error: impl Display, output: &mut dyn Output) {
        self.complain(&format!("puzzled: {error}\n"), output);
    }

    /// The number that is the argument of a command; `None` without an argument.
    ///
    /// # Errors
    /// When it is not a number, which was reported.
    pub(in crate::repl) fn number<N: FromStr>(
        &mut self,
        source: &Source,
        own: Own,
        output: &mut dyn Output,
    ) -> Result<Option<N>, ()> {
        let argument = source.slice(own.rest);
        if argument.is_empty() {
            return Ok(None);
        }
        argument.parse().map(Some).map_err(|_| self.reject(source, own, "a number", output))
    }

    fn help(&mut self, word: &str, output: &mut dyn Output) {
        if word.is_empty() {
            let name = self.session.lock().focused().map(String::from);
            let focus = name.as_deref().zip(self.focus());
            let text = help::overview(focus, output.width());
            return self.print(&text, output);
        }
        match help::page(word, self.focus(), output.width()) {
            Ok(text) => self.print(&text, output),
            Err(text) => self.complain(&text, output),
        }
    }

    /// `list`, `list NAME`.
    fn list(&mut self, name: &str, output: &mut dyn Output) {
        if !name.is_empty() {
            let text = self.session.lock().text(name).map(String::from);
            return match text {
                Some(text) => self.print(&text, output),
                None => self.say_unknown(name, output),
            };
        }
        let entries = self.session.lock().entries();
        let row = |entry: &session::Entry| {
            let (state, figure) = match &entry.stands {
                Some((state, figure)) => (format!("@{state}"), sanitize(figure).into_owned()),
                None => Default::default(),
            };
            let name = format!("{} {}", if entry.focus { '*' } else { ' ' }, entry.name);
            [name, entry.kind.to_owned(), state, figure]
        };
        let rows: Vec<_> = entries.iter().map(row).collect();
        self.print(&help::columns(&rows, |_| false), output);
    }

    /// `forget NAME`.
    fn forget(&mut self, name: &str, output: &mut dyn Output) {
        let focus = self.session.lock().focused().map(String::from);
        if !self.session.lock().forget(name) {
            return self.say_unknown(name, output);
        }
        self.log.forgotten(name);
        let now = self.session.lock().focused().map(String::from);
        let mut text = format!("forgot `{}`", sanitize(name));
        match now {
            None => text += "; no puzzle is left",
            Some(now) if Some(&now) != focus.as_ref() => {
                text += &format!("; `{}` is now in focus", sanitize(&now));
            }
            Some(_) => {}
        }
        output.say(&(text + "\n"));
    }

    /// There is no puzzle of that name.
    pub(in crate::repl) fn say_unknown(&mut self, name: &str, output: &mut dyn Output) {
        let entries = self.session.lock().entries();
        let known = entries.iter().map(|entry| entry.name.as_str());
        let help = did_you_mean(name, known, "`list` shows those there are");
        let shown = clip(name);
        self.complain(&format!("there is no puzzle `{}`; {help}\n", sanitize(&shown)), output);
    }

    fn save(&mut self, argument: &str, output: &mut dyn Output) {
        let path = commands::path(argument, self.home.clone());
        if self.session.lock().entries().is_empty() {
            return self.complain("there is nothing to save yet: no puzzle is declared\n", output);
        }
        let budget = self.budget(output);
        let (text, mut sink) = (self.session.lock().save(&budget), Sink::new());
        let source = Source::new("", text);
        let document = session::read(&source, true, &mut sink);
        let text = session::format(&source, &document, &sink);
        match saved::write(&path, &text) {
            Ok(()) => output.say(&format!("saved to {}\n", shown(&path))),
            Err(error) => self.trouble(error, output),
        }
    }

    fn explain(&mut self, path: &str, output: &mut dyn Output) {
        if path.is_empty() {
            return self.print(&list(), output);
        }
        if let Some(page) = page_of(path) {
            return self.print(&page, output);
        }
        let known = codes().into_iter().map(|code| code.path);
        let hint = did_you_mean(path, known, "`explain` alone lists all codes");
        let shown = clip(path);
        self.complain(&format!("there is no code `{}`; {hint}\n", sanitize(&shown)), output);
    }
}
