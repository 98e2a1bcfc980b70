//! Facts about a line while it is typed, which are known without running it: whether it is moves, and
//! the body of its declaration.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::{Board, Body, Info};
use crate::repl::input::bare;
use crate::repl::input::view::{View, head};
use crate::repl::verbs::commands;
use crate::session::{ReadBody, Session};
use crate::syntax::{Declaration, Fragment, Statement, parse_document, uncommented};

/// Longer lines are not looked at.
const LONG: usize = 1 << 10;

/// Facts about a line before it runs.
#[derive(Debug, Default)]
pub(crate) struct Typed {
    /// True if the line is a tree or moves, or the beginning of them.
    pub(crate) is_bare: bool,
    /// The body of the line, if the line is a declaration.
    pub(crate) body: Option<Arc<ReadBody>>,
}

/// Reads typed lines, and remembers the last one.
pub(crate) struct TypedLines {
    session: Rc<RefCell<Session>>,
    last: RefCell<Option<(String, Rc<Typed>)>>,
}

impl TypedLines {
    /// Creates a reader of the lines for a session.
    pub(crate) fn new(session: Rc<RefCell<Session>>) -> Self {
        Self { session, last: RefCell::default() }
    }

    /// Forgets the last line: an input was run, and the line may mean another thing now.
    pub(crate) fn refresh(&self) {
        *self.last.borrow_mut() = None;
    }

    /// Hands a puzzle to `ask`.
    pub(crate) fn ask(&self, name: Option<&str>, ask: &mut dyn FnMut(&mut Board)) {
        if let Some(puzzle) = self.session.borrow_mut().puzzle(name) {
            ask(puzzle);
        }
    }

    /// Returns whether a command leads over the replacement of a puzzle.
    pub(crate) fn crosses(&self, name: Option<&str>, command: Fragment<'_>) -> bool {
        self.session.borrow_mut().crosses(name, command)
    }

    /// Returns whether the answers about a puzzle are withheld until they are asked for.
    pub(super) fn withholds(&self, name: Option<&str>) -> bool {
        self.session.borrow_mut().withholds(name)
    }

    /// Returns what is known of a line; the last line is remembered.
    pub(crate) fn look(&self, line: &str, view: &View) -> Rc<Typed> {
        if let Some((text, typed)) = &*self.last.borrow()
            && text == line
        {
            return typed.clone();
        }
        let typed = Rc::new(self.read(line, view));
        *self.last.borrow_mut() = Some((line.to_owned(), typed.clone()));
        typed
    }

    fn read(&self, line: &str, view: &View) -> Typed {
        if line.len() > LONG {
            return Typed::default();
        }
        let mut session = self.session.borrow_mut();
        if let Some((declaration, kind)) = only_declaration(line) {
            let body = Arc::new(ReadBody::of(kind, &Body::of(line, &declaration), true));
            session.keep_body(line, &body);
            return Typed { is_bare: false, body: Some(body) };
        }
        let is_one_line = !line.contains(['\n', '\r']);
        Typed { is_bare: is_one_line && is_bare(line, view, &mut session), body: None }
    }
}

/// Returns whether a line is a tree or moves, or the beginning of them.
fn is_bare(line: &str, view: &View, session: &mut Session) -> bool {
    if bare::is_open_tree(line) || !matches!(bare::written(line, session), Ok(None)) {
        return true;
    }
    let at = head(line, line.len());
    let code = uncommented(at.rest).0.split("=>").next().unwrap_or_default();
    let code = code.trim_end_matches([' ', '\t']);
    let Some(info) = view.info(at.target) else { return false };
    if at.target.is_none() && commands::parse_call(at.rest, 0, Some(info)).is_some() {
        return false;
    }
    let kind = KINDS.kind(info.name);
    if !kind.is_some_and(|kind| bare::may_be_bare(code, at.target.is_none(), kind)) {
        return false;
    }
    let play = format!("{}{code}", bare::PLAY);
    let last = code.rsplit([' ', '\t', ';']).next().unwrap_or_default();
    session.puzzle(at.target).is_some_and(|puzzle| {
        let words = puzzle.complete(Fragment { text: &play, start: 0 });
        words.iter().any(|word| word.starts_with(last))
    })
}

/// Returns the declaration that is all of a text, with its kind.
fn only_declaration(text: &str) -> Option<(Declaration, &'static Info)> {
    let mut statements = parse_document(text, &KINDS, &mut Sink::new()).statements;
    let Some(Statement::Declaration(declaration)) = statements.pop() else { return None };
    let kind = KINDS.kind(text.get(declaration.kind.range())?)?;
    statements.is_empty().then_some((declaration, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{say, shell};

    #[test]
    fn a_line_is_looked_at_once() {
        let mut shell = shell();
        say(&mut shell, "klotski k { A . B / C . B / C D . / goal A at (2,2) }");
        let view = View::of(&shell.session.borrow());
        let lines = TypedLines::new(shell.session.clone());
        for (line, is_bare) in [
            ("A right", true),
            ("A ri", true),
            ("(X . X", true),
            ("solve", false),
            ("moev", false),
            ("matrix m { 1 2 }", false),
        ] {
            let typed = lines.look(line, &view);
            assert_eq!(typed.is_bare, is_bare, "{line}");
            assert_eq!(typed.body.is_some(), line.starts_with("matrix"), "{line}");
            assert!(Rc::ptr_eq(&typed, &lines.look(line, &view)));
        }
        // Lines that are too long to be typed are not looked at.
        assert!(!lines.look(&format!("A right{}", " ".repeat(LONG)), &view).is_bare);
    }
}
