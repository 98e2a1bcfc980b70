//! The callbacks of rustyline while a line is typed.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::host::end_change;
use crate::ide::Puzzles;
use crate::kinds::KINDS;
use crate::puzzle::{Board, Info, Registry};
use crate::repl::input::bare::is_open_tree;
use crate::repl::input::complete::{InlineHint, complete, fit, inline_hint};
use crate::repl::input::highlight::{LONG, Seen, marks};
use crate::repl::input::paint::{Styled, has_hidden, paint, painted_prompt, unhidden};
use crate::repl::input::typed::TypedLines;
use crate::repl::input::view::{After, View, after_body, is_open};
use crate::repl::shell::Shell;
use crate::session::Session;
use crate::syntax::Fragment;

/// Completion, hints, highlighting and the end of an input.
pub(crate) struct LineHelper {
    session: Rc<RefCell<Session>>,
    lines: TypedLines,
    view: View,
    color: bool,
    /// Columns of the prompt.
    prompt: usize,
    /// Whether the terminal shows more than ASCII.
    unicode: bool,
    /// The last line that was read, with its marks.
    last: RefCell<Option<(String, Vec<Styled>)>>,
}

impl LineHelper {
    /// Completes and highlights for the session of this shell.
    pub(crate) fn new(shell: &Shell, unicode: bool) -> Self {
        let session = shell.session.clone();
        let lines = TypedLines::new(session.clone());
        let view = View::default();
        let last = RefCell::default();
        Self { session, lines, view, color: false, prompt: 0, unicode, last }
    }

    /// Reads the session again, because an input was run.
    pub(crate) fn refresh(&mut self, prompt: &str, color: bool) {
        self.view.refresh(&self.session.borrow_mut());
        self.last = RefCell::default();
        self.lines.refresh();
        self.prompt = prompt.width();
        self.color = color;
    }

    /// Returns what a puzzle knows for the end of a command.
    pub(super) fn words(&self, name: Option<&str>, before: Fragment<'_>) -> Vec<String> {
        let mut words = Vec::new();
        self.lines.ask(name, &mut |puzzle| words = puzzle.complete(before));
        words
    }

    /// Returns a hint that ends with the row in which the line does.
    fn fitted(&self, hint: InlineHint, line: &str) -> Option<InlineHint> {
        let columns = usize::from(console::Term::stdout().size().1).max(1);
        let used = match line.rsplit_once(['\n', '\r']) {
            Some((_, last)) => last.width(),
            None => self.prompt + line.width(),
        };
        let room = (columns - used % columns).saturating_sub(1);
        if hint.shown.width() <= room {
            return Some(hint);
        }
        let mut shown = String::new();
        let mut width = 1;
        for char in hint.shown.chars() {
            width += char.width().unwrap_or(0);
            if width > room {
                break;
            }
            shown.push(char);
        }
        if shown.trim().is_empty() || hint.taken > shown.len() {
            return None;
        }
        shown.push(if self.unicode { '…' } else { '~' });
        Some(InlineHint { shown, ..hint })
    }
}

impl Helper for LineHelper {}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, mut candidates) = complete(line, pos, self);
        let (rows, columns) = console::Term::stdout().size();
        // The line that is typed stays in sight.
        let used = (self.prompt + line.width()) / usize::from(columns).max(1) + 1;
        let rows = usize::from(rows).saturating_sub(used + line.lines().count());
        fit(&mut candidates, rows, columns.into(), if self.unicode { "…" } else { "..." });
        Ok((start, candidates))
    }
}

impl Puzzles for LineHelper {
    fn kinds(&self) -> Registry {
        KINDS
    }

    fn kind(&self, name: Option<&str>) -> Option<&'static Info> {
        self.view.kind(name)
    }

    fn names(&self) -> Box<dyn Iterator<Item = (&str, &'static str)> + '_> {
        Box::new(self.view.named())
    }

    fn ask(&self, name: Option<&str>, ask: &mut dyn FnMut(&mut Board)) {
        self.lines.ask(name, ask);
    }

    fn withholds(&self, name: Option<&str>) -> bool {
        self.lines.withholds(name)
    }

    fn crosses(&self, name: Option<&str>, command: Fragment<'_>) -> bool {
        self.lines.crosses(name, command)
    }
}

impl Hint for InlineHint {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        (self.taken > 0).then(|| &self.shown[..self.taken])
    }
}

impl Hinter for LineHelper {
    type Hint = InlineHint;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<InlineHint> {
        self.fitted(inline_hint(line, pos, self)?, line)
    }
}

impl Highlighter for LineHelper {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        if line.is_empty() || line.len() > LONG {
            return unhidden(line);
        }
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(text, _)| text != line) {
            let typed = self.lines.look(line, &self.view);
            let seen = Seen { is_bare: typed.is_bare, body: typed.body.as_deref() };
            *last = Some((line.to_owned(), marks(line, &self.view, seen)));
        }
        let marks = last.as_ref().map(|(_, marks)| marks.as_slice()).unwrap_or_default();
        Cow::Owned(paint(line, pos, marks, self.color))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        default: bool,
    ) -> Cow<'b, str> {
        end_change(); // the editor changes the modes before it paints the first prompt
        if default {
            return Cow::Owned(painted_prompt(prompt, self.color));
        }
        // A search in the history shows there what is searched for.
        let shown = unhidden(prompt);
        if self.color { Cow::Owned(format!("\u{1b}[1;32m{shown}\u{1b}[0m")) } else { shown }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\u{1b}[2m{hint}\u{1b}[0m"))
    }

    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        line.len() <= LONG && kind != CmdKind::MoveCursor || has_hidden(line)
    }
}

/// Returns whether Enter ends an input: a block is closed, a statement follows a body without `}`,
/// or the block was given up with an empty line twice. One empty line suffices after a line that may
/// be a statement.
pub(crate) fn ends(input: &str) -> bool {
    let blank = |line: &str| line.trim_matches([' ', '\t']).is_empty();
    let mut last = input.rsplit('\n');
    let is_blank = last.next().is_some_and(blank);
    let given_up = is_blank && last.next().is_some_and(blank) && last.next().is_some();
    if given_up || !is_open(input) && !is_open_tree(input) {
        return true;
    }
    match after_body(input) {
        After::Statement => true,
        After::Perhaps => is_blank,
        After::Nothing => false,
    }
}

impl Validator for LineHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        if ends(context.input()) {
            Ok(ValidationResult::Valid(None))
        } else {
            Ok(ValidationResult::Incomplete)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Sink};
    use crate::kinds::KINDS;
    use crate::puzzle::common;
    use crate::puzzle::testing::bodies_read;
    use crate::repl::tests::{say, shell};
    use crate::repl::verbs::commands::parse_call;
    use crate::syntax::codes::MISSING_ARGUMENT;

    /// A shell with the example of a kind.
    fn shell_of(kind: &'static Info) -> Shell {
        let mut shell = shell();
        say(&mut shell, kind.example);
        assert_eq!(shell.focus().map(|info| info.name), Some(kind.name));
        shell
    }

    /// The words that commands of a kind begin with.
    fn verbs(kind: &'static Info) -> impl Iterator<Item = &'static str> {
        let names = common::verbs(kind).map(|verb| verb.name);
        // A query has no word.
        names.filter(|name| kind.role(Fragment { text: name, start: 0 }).is_some())
    }

    /// Returns the first fault in the form of a command.
    fn fault(kind: &'static Info, text: &str) -> Option<&'static Code> {
        let mut sink = Sink::new();
        kind.lint(Fragment { text, start: 0 }, KINDS, &mut sink);
        sink.diagnostics().first().map(|diagnostic| diagnostic.code)
    }

    #[test]
    fn a_typed_body_is_read_once_for_its_colors_and_to_declare_it() {
        for kind in KINDS {
            let mut shell = shell();
            let text = kind.example.trim_end();
            let mut helper = LineHelper::new(&shell, true);
            helper.refresh("", true);
            let read = bodies_read(|| {
                helper.highlight(text, text.len());
                say(&mut shell, text);
            });
            assert_eq!(shell.focus().map(|info| info.name), Some(kind.name));
            assert_eq!(read, 1, "{}", kind.name);
            // Another text in the same place is another body.
            let other = "matrix m { 1 2 / 3 4 }";
            helper.highlight(other, 0);
            let (answer, _) = say(&mut shell, "matrix m { 5 6 / 7 8 }\nshow");
            assert!(answer.contains("5 6"), "{answer}");
        }
    }

    #[test]
    fn what_is_not_typed_yet_is_not_marked() {
        for kind in KINDS {
            let shell = shell_of(kind);
            let mut helper = LineHelper::new(&shell, true);
            helper.refresh("", true);
            let open = verbs(kind).filter(|verb| fault(kind, verb).is_some());
            let open: Vec<_> =
                open.chain(["why not", "time", "use", "draw why not", "load"]).collect();
            assert!(open.contains(&"goto") && open.contains(&"branch"));
            for verb in open {
                for line in [verb.to_owned(), format!("{verb} "), format!("{verb}  ")] {
                    let shown = helper.highlight(&line, line.len());
                    assert!(!shown.contains("\u{1b}[4;31m"), "{}: {line:?}", kind.name);
                }
            }
        }
    }

    #[test]
    fn what_is_offered_is_a_command_or_begins_one() {
        for kind in KINDS {
            let shell = shell_of(kind);
            let mut helper = LineHelper::new(&shell, true);
            helper.refresh("", true);
            let complete = |line: &str| complete(line, line.len(), &helper);
            for verb in verbs(kind).chain(["why not"]) {
                let line = format!("{verb} ");
                let (start, candidates) = complete(&line);
                let ours = |pair: &Pair| {
                    let line = format!("{line}{}", pair.replacement);
                    parse_call(&line, 0, Some(kind)).is_some()
                };
                for pair in candidates.iter().filter(|pair| !ours(pair)) {
                    let whole = format!("{}{}", &line[..start], pair.replacement.trim_end());
                    let begins = || {
                        let mut more = complete(&whole).1;
                        more.retain(|more| !pair.replacement.starts_with(&more.replacement));
                        fault(kind, &whole) == Some(&MISSING_ARGUMENT) || !more.is_empty()
                    };
                    let name = kind.name;
                    assert!(fault(kind, &whole).is_none() || begins(), "{name}: {whole}");
                }
            }
        }
    }

    #[test]
    fn enter_goes_on_in_an_open_block() {
        for (input, end) in [
            ("rotate 1", true),
            ("", true),
            ("matrix m {", false),
            ("matrix m {\n", false),
            ("matrix m {\n1 2\n", false),
            ("matrix m {\n1 2\n\n", true),
            ("matrix m {\n1 2\n \n\t", true),
            ("matrix m {\n1 2\n\n3 4", false),
            ("matrix m {\n1 2\n}", true),
            ("matrix m {\n1 2\n3 4\nshow", true),
            ("matrix m {\n1 2\n3 4\nshow => {", false),
            ("matrix m {\n1 2\n3 4\nshow => {\n1 2\n3 4\n}", true),
            ("matrix m {\n1 2\n3\nshow", false),
            ("matrix m {\n1 2\n3\nshow\n", true),
            ("matrix m {\n1 2\n3\n", false),
            ("show => {", false),
            ("show => {\n1\n}", true),
            ("(X . X)", true),
            ("((X . X)", false),
            ("((X . X)\n\n", true),
        ] {
            assert_eq!(ends(input), end, "{input:?}");
        }
    }
}
