//! The REPL without line editing: a pipe, a file, or a terminal that can do no better.

use std::io::{self, BufRead, BufReader, IsTerminal, Read as _, Write};

use crate::repl::input::bare::is_open_tree;
use crate::repl::input::interrupt::{InputKind, Interrupts};
use crate::repl::input::reader::{self, Read, Reader};
use crate::repl::input::view::{After, after_body, begins_statement, is_note, is_open};
use crate::repl::output::Output;
use crate::repl::shell::Shell;
use crate::text::Source;

/// Offsets are 32 bits wide.
const LARGEST: usize = u32::MAX as usize - 1;
/// Lines that are tried as the statement after a body without `}`. Each time the body is read.
const TRIED: u32 = 64;

/// Runs line by line to the end of standard input, and waits for its jobs. `dumb` says that standard
/// output is a terminal that only cannot move its cursor.
pub(crate) fn run(
    shell: &mut Shell,
    output: &mut dyn Output,
    interrupts: &Interrupts,
    kind: InputKind,
    dumb: bool,
) {
    let prompts = match kind {
        InputKind::Terminal if dumb && io::stdout().is_terminal() => Prompts::Output,
        InputKind::Terminal => Prompts::Messages,
        InputKind::Editor | InputKind::Pipe => Prompts::Never,
    };
    let name = (kind != InputKind::Terminal).then_some("<stdin>");
    let input = BufReader::new(io::stdin().lock());
    let mut lines = Lines { prompts, ..Lines::new(input, name, interrupts) };
    reader::run(&mut lines, shell, output);
    interrupts.busy();
    if kind == InputKind::Terminal {
        output.say("\n");
    }
}

/// The stream to which prompts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prompts {
    Never,
    /// On standard output.
    Output,
    /// On standard error: standard output goes elsewhere, and holds answers only.
    Messages,
}

/// Reads lines and joins them to inputs.
pub(super) struct Lines<'a, R> {
    input: R,
    /// The name of the file that holds the lines; `None` if they are typed.
    name: Option<&'a str>,
    interrupts: Interrupts,
    prompts: Prompts,
    /// The lines of the next input so far, and the number of lines before them.
    bytes: Vec<u8>,
    first: u32,
    /// The number of lines so far, and of empty lines since the last one that holds anything.
    number: u32,
    blank: usize,
    /// True if the next input goes on.
    open: bool,
    /// True if it does so because of a comment for the checker.
    waits: bool,
    /// Lines of the next input that were tried as the statement after its body.
    tried: u32,
    /// The empty lines that end it: fewer if one of the lines may be that statement.
    enough: usize,
    /// True if there are no more lines.
    ended: bool,
}

impl<'a, R: BufRead> Lines<'a, R> {
    /// Returns a reader of lines that shows no prompt and never waits.
    pub(super) fn new(input: R, name: Option<&'a str>, interrupts: &Interrupts) -> Self {
        Self {
            input,
            name,
            interrupts: interrupts.clone(),
            prompts: Prompts::Never,
            bytes: Vec::new(),
            first: 0,
            number: 0,
            blank: 0,
            open: false,
            waits: false,
            tried: 0,
            enough: 2,
            ended: false,
        }
    }

    fn prompt(&self, shell: &Shell, output: &mut dyn Output) {
        let text = || match self.open {
            true => String::from("... "),
            false => shell.prompt_within(output.width()),
        };
        match self.prompts {
            Prompts::Never => {}
            Prompts::Output => {
                let text = text();
                let mut out = crate::host::output();
                let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            }
            Prompts::Messages => {
                let text = text();
                output.say(&text);
            }
        }
    }

    /// Returns whether the line that begins at `start` leaves the input open.
    fn goes_on(&mut self, start: usize) -> bool {
        let line = &self.bytes[start.min(self.bytes.len())..];
        // A block or a bare tree may continue.
        let tree = self.bytes.trim_ascii_start().first() == Some(&b'(');
        let braces = memchr::memchr2(b'{', b'}', line).is_some() || tree;
        let is_blank = line.trim_ascii().is_empty();
        let comment = is_blank || line.trim_ascii_start().starts_with(b"//");
        let note = !self.open && comment && is_note(&String::from_utf8_lossy(line));
        self.blank = if is_blank { self.blank + 1 } else { 0 };
        if !(self.open || braces || note) {
            return false;
        }
        // Only a brace opens or closes a block, and only a statement ends the wait for one; what has
        // none need not be read again.
        if note || if self.waits { !comment } else { braces } {
            let text = String::from_utf8_lossy(&self.bytes);
            self.open = is_open(&text) || is_open_tree(&text);
            self.waits = self.open && note;
        }
        if self.open && !self.waits && !tree && !is_blank {
            self.open = !self.ends_body(start);
        }
        self.open && !(self.name.is_none() && self.blank >= self.enough)
    }

    /// Returns whether the line that begins at `start` is a statement after a body without `}`.
    fn ends_body(&mut self, start: usize) -> bool {
        let line = String::from_utf8_lossy(&self.bytes[start..]);
        if self.tried >= TRIED || !begins_statement(&line) {
            return false;
        }
        self.tried += 1;
        let after = after_body(&String::from_utf8_lossy(&self.bytes));
        if after == After::Perhaps {
            self.enough = 1;
        }
        after == After::Statement
    }

    /// Begins the next input.
    fn close(&mut self) {
        self.open = false;
        self.waits = false;
        self.tried = 0;
        self.enough = 2;
    }
}

impl<R: BufRead> Reader for Lines<'_, R> {
    fn read(&mut self, shell: &mut Shell, output: &mut dyn Output) -> Read {
        if self.ended || self.name.is_some() && shell.printer.bailed {
            return Read::End;
        }

        self.prompt(shell, output);
        self.interrupts.idle();
        let start = self.bytes.len();
        let room = LARGEST.saturating_sub(start) as u64;
        let read = self.input.by_ref().take(room).read_until(b'\n', &mut self.bytes);
        self.interrupts.busy();
        let length = match read {
            Ok(_) if self.bytes.len() >= LARGEST => {
                output.say("puzzled: an input of 4 GiB and more is not supported; split it\n");
                return Read::End;
            }
            Ok(length) => length,
            Err(error) => {
                output.say(&format!("puzzled: cannot read standard input: {error}\n"));
                return Read::End;
            }
        };

        self.ended = length == 0;
        if self.name.is_none() && shell.take_interrupt() {
            self.bytes.truncate(if self.open { 0 } else { start });
            self.close();
        }
        self.number += u32::from(!self.ended);
        if !self.ended && self.goes_on(start) {
            return Read::Nothing;
        }

        self.close();
        let first = std::mem::replace(&mut self.first, self.number);
        let bytes = std::mem::take(&mut self.bytes);
        match self.name {
            _ if bytes.trim_ascii().is_empty() => Read::Nothing,
            Some(name) => Read::Input(Source::from_bytes(name, bytes).starting_at_line(first)),
            None => Read::Input(Source::from_bytes(shell.next(), bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{Captured, shell};

    #[test]
    fn lines_become_inputs() {
        let text = "matrix m {\n1 2\n\n\n3 4\n}\nrotate 1\nm: rotat\n\u{ff}\nlist\nautomaton t { rule 7 tree X }\n((X . X)\nX .)\nmatrix n {\n5";
        let bytes: Vec<u8> = text.chars().map(|char| char as u8).collect();
        let mut shell = shell();
        let mut captured = Captured::default();
        let interrupts = Interrupts::new();
        let mut lines = Lines::new(&bytes[..], Some("<stdin>"), &interrupts);
        reader::run(&mut lines, &mut shell, &mut captured);
        assert!(captured.out.starts_with("2 4\n1 3\n* m  matrix"), "{}", captured.out);
        assert!(
            captured.err.contains("<stdin>:8:4: error[command::unknown-verb]"),
            "{}",
            captured.err
        );
        assert!(captured.err.contains("<stdin>:9:1: error[syntax::not-utf8]"), "{}", captured.err);
        assert!(
            captured.err.contains("runs: automaton tree {\n      rule 7\n"),
            "{}",
            captured.err
        );
        assert!(
            captured.err.contains("<stdin>:15:1: error[syntax::unclosed-brace]"),
            "{}",
            captured.err
        );
        assert!(shell.printer.failed);
    }
}
