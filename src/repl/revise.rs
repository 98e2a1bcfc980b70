//! `edit`: the last input, or a declaration, in the editor that people like; what is saved runs.

use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitStatus};

use tempfile::{Builder, TempPath};

use super::commands::Own;
use super::port::Port;
use super::shell::{Flow, Shell};
use crate::diag::{Severity, Sink, clip, nearest};
use crate::render::sanitize;
use crate::search::Budget;
use crate::session::{self, Revised};
use crate::syntax::Statement;
use crate::text::Source;

/// A new file with that text, which nobody else can read and which goes away with its owner. Its
/// ending says the language to editors.
fn new_draft(text: &str) -> std::io::Result<TempPath> {
    let mut builder = Builder::new();
    let mut file = builder.prefix("puzzled-").suffix(".puzzle").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file.into_temp_path())
}

/// The editor that the environment names.
fn editor() -> String {
    let var = |name| std::env::var(name).ok().filter(|value: &String| !value.trim().is_empty());
    var("VISUAL").or_else(|| var("EDITOR")).unwrap_or_else(|| String::from("vi"))
}

/// Opens a file in an editor, which may be a command with arguments, and waits for it.
fn open(editor: &str, file: &Path) -> std::io::Result<ExitStatus> {
    if cfg!(unix) {
        // As git does: the shell knows quotes and variables.
        let script = format!("{editor} \"$@\"");
        return Command::new("sh").args(["-c", &script, editor]).arg(file).status();
    }
    let mut words = editor.split_whitespace();
    Command::new(words.next().unwrap_or("vi")).args(words).arg(file).status()
}

impl Shell {
    /// `edit`, `edit NAME`.
    pub(super) fn edit(&mut self, source: &Source, own: Own, port: &mut dyn Port) -> Flow {
        let name = source.slice(own.rest).to_owned();
        let before = if name.is_empty() {
            self.last.clone()
        } else {
            let session = self.session.borrow();
            let Some(text) = session.text(&name) else {
                let names: Vec<_> = session.entries().into_iter().map(|entry| entry.name).collect();
                let hint = match nearest(&name, names.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => String::from("`list` shows those there are"),
                };
                drop(session);
                let shown = clip(&name);
                let text = format!("there is no puzzle `{}`; {hint}\n", sanitize(&shown));
                self.complain(&text, port);
                return Flow::On;
            };
            text.to_owned()
        };
        let Some(after) = self.draft(&before, port) else { return Flow::On };
        if after.trim().is_empty() || after.trim_end() == before.trim_end() {
            let what = if after.trim().is_empty() { "left" } else { "changed" };
            port.say(&format!("nothing was {what}; nothing is run\n"));
            return Flow::On;
        }
        let after = after.trim_end_matches(['\n', '\r', ' ', '\t']).to_owned();
        self.drafts.push(after.clone());
        if !name.is_empty()
            && let Some(flow) = self.revise(&name, &after, port)
        {
            return flow;
        }
        if port.watched() {
            let shown: Vec<_> = after.lines().map(sanitize).collect();
            port.say(&format!("{}{}\n", self.prompt(), shown.join("\n")));
        }
        self.last.clone_from(&after);
        self.input(&Source::new(format!("<repl:{}>", self.number), after), port)
    }

    /// What an editor makes of a text; none where it failed, which was said.
    fn draft(&mut self, text: &str, port: &mut dyn Port) -> Option<String> {
        let editor = self.editor.clone().unwrap_or_else(editor);
        let shown = sanitize(&clip(&editor)).into_owned();
        let text = if text.is_empty() || text.ends_with('\n') {
            text.to_owned()
        } else {
            format!("{text}\n")
        };
        let draft = match new_draft(&text) {
            Ok(draft) => draft,
            Err(error) => {
                self.complain(&format!("puzzled: cannot write a draft: {error}\n"), port);
                return None;
            }
        };
        let ended = open(&editor, &draft);
        // Keys that were intended for the editor stop nothing here.
        self.cancel.clear();
        match ended {
            Ok(status) if status.success() => {}
            Ok(status) => {
                let text = format!("the editor `{shown}` ended with {status}; nothing is run\n");
                self.complain(&text, port);
                return None;
            }
            Err(error) => {
                let text = format!("puzzled: cannot start `{shown}`: {error}; set $EDITOR\n");
                self.complain(&text, port);
                return None;
            }
        }
        match std::fs::read(&draft) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => {
                self.complain(&format!("puzzled: cannot read the draft: {error}\n"), port);
                None
            }
        }
    }

    /// Puts an edited declaration into the place of the one it was. None if the text is
    /// something else, which is an input like any other.
    fn revise(&mut self, name: &str, text: &str, port: &mut dyn Port) -> Option<Flow> {
        let source = Source::new(format!("<repl:{}>", self.number), text);
        let mut sink = Sink::new();
        let document = session::read(&source, false, &mut sink);
        let [Statement::Declaration(one)] = &document.statements[..] else { return None };
        if source.slice(one.name) != name {
            return None;
        }
        let revised = if sink.found().iter().any(|found| found.severity() == Severity::Error) {
            None
        } else {
            let mut session = self.session.borrow_mut();
            let work = |budget: &Budget| session.revise(&source, one, budget, &mut sink);
            self.runner(port).compute("edit", work).0
        };
        if revised.is_some() {
            let told = self.session.borrow().told(Some(name));
            self.log.replaced(name, &told, false);
        }
        if !sink.is_empty() {
            port.report(&source, sink.found(), 100);
        }
        let plural = |count: usize| if count == 1 { "change" } else { "changes" };
        match revised {
            None => {
                self.fault();
                port.say(&format!("`{name}` stays what it was; `edit {name}` tries again\n"));
            }
            Some(Revised { kept: 0, lost: 0 }) => {
                port.say(&format!("`{name}` is declared anew\n"));
            }
            Some(Revised { kept, lost }) => {
                let mut said =
                    format!("`{name}` is declared anew; {kept} {} made again", plural(kept));
                if lost > 0 {
                    said += &format!(", {lost} {} no longer fit", plural(lost));
                }
                port.say(&(said + "\n"));
            }
        }
        Some(Flow::On)
    }
}
