//! The REPL without line editing: a pipe, a file, or a terminal that can do no better.

use std::io::{self, BufRead, BufReader, Read, StdinLock, Write};

use crate::host::has_input;
use crate::repl::input::bare::is_open_tree;
use crate::repl::input::interrupt::{Keys, Place};
use crate::repl::input::view::{is_note, is_open};
use crate::repl::jobs;
use crate::repl::output::Output;
use crate::repl::shell::{Flow, Shell};
use crate::text::Source;

/// Offsets are 32 bits wide.
const LARGEST: usize = u32::MAX as usize - 1;

/// Runs line by line to the end of standard input. `dumb` says that standard output is a terminal
/// that only cannot move its cursor.
pub(in crate::repl) fn run(
    shell: &mut Shell,
    output: &mut dyn Output,
    keys: &Keys,
    place: Place,
    dumb: bool,
) {
    let mut input = BufReader::new(io::stdin().lock());
    let mut prompt = |shell: &Shell, output: &mut dyn Output, open: bool| {
        if place != Place::Terminal {
            return;
        }
        let text = if open { String::from("... ") } else { shell.prompt_within(output.width()) };
        if dumb && io::IsTerminal::is_terminal(&io::stdout()) {
            let mut out = crate::host::output();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        } else {
            // Standard output goes elsewhere, and holds answers only.
            output.say(&text);
        }
    };
    let mut wait = |input: &mut BufReader<StdinLock<'_>>, shell: &Shell| {
        while shell.jobs.is_at_work() && input.buffer().is_empty() && !has_input(jobs::LOOK) {
            if shell.jobs.has_ended() {
                return false;
            }
        }
        true
    };
    let name = (place != Place::Terminal).then_some("<stdin>");
    lines(shell, output, &mut input, name, keys, &mut prompt, &mut wait);
    keys.busy();
    jobs::wait(shell, None, output);
    if place == Place::Terminal {
        output.say("\n");
    }
}

/// Runs the inputs that the lines of `input` make. A `name` is that of a file that holds them;
/// without one they are typed. `wait` waits for the next line, and returns false if a job has ended
/// before it comes.
pub(in crate::repl) fn lines<R: BufRead>(
    shell: &mut Shell,
    output: &mut dyn Output,
    input: &mut R,
    name: Option<&str>,
    keys: &Keys,
    prompt: &mut dyn FnMut(&Shell, &mut dyn Output, bool),
    wait: &mut dyn FnMut(&mut R, &Shell) -> bool,
) -> Flow {
    let mut number = 0_u32;
    let mut first = 0;
    let mut bytes: Vec<u8> = Vec::new();
    let (mut open, mut blank) = (false, 0);
    // Whether it is a comment for the checker that is open.
    let mut waits = false;
    loop {
        prompt(shell, output, open);
        keys.idle();
        if !wait(input, shell) {
            keys.busy();
            jobs::deliver(shell, output);
            continue;
        }
        let start = bytes.len();
        let room = LARGEST.saturating_sub(start) as u64;
        let read = input.by_ref().take(room).read_until(b'\n', &mut bytes);
        keys.busy();
        let more = match read {
            Ok(_) if bytes.len() >= LARGEST => {
                output.say("puzzled: an input of 4 GiB and more is not supported; split it\n");
                return Flow::On;
            }
            Ok(length) => length > 0,
            Err(error) => {
                output.say(&format!("puzzled: cannot read standard input: {error}\n"));
                return Flow::On;
            }
        };
        if name.is_none() && shell.take_interrupt() {
            bytes.drain(..start);
            if open {
                bytes.clear();
                open = false;
                waits = false;
            }
        }
        number += u32::from(more);
        let line = &bytes[start.min(bytes.len())..];
        // A block or a bare tree may continue.
        let tree = bytes.trim_ascii_start().first() == Some(&b'(');
        let braces = memchr::memchr2(b'{', b'}', line).is_some() || tree;
        let comment = line.trim_ascii_start().starts_with(b"//") || line.trim_ascii().is_empty();
        let note = !open && comment && is_note(&String::from_utf8_lossy(line));
        blank = if line.trim_ascii().is_empty() { blank + 1 } else { 0 };
        if more && (open || braces || note) {
            // Only a brace opens or closes a block, and only a statement ends the wait for one; what
            // has none need not be read again.
            if note || if waits { !comment } else { braces } {
                let text = String::from_utf8_lossy(&bytes);
                open = is_open(&text) || is_open_tree(&text);
                waits = open && note;
            }
            let given_up = name.is_none() && blank >= 2;
            if open && !given_up {
                continue;
            }
        }
        open = false;
        waits = false;
        if !bytes.trim_ascii().is_empty() {
            let taken = std::mem::take(&mut bytes);
            let source = match name {
                Some(name) => Source::from_bytes(name, taken).starting_at_line(first),
                None => Source::from_bytes(shell.next(), taken),
            };
            if shell.take(&source, output) == Flow::Leave {
                return Flow::Leave;
            }
            if shell.bailed && name.is_some() {
                return Flow::Leave;
            }
        }
        bytes.clear();
        first = number;
        if !more {
            return Flow::On;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{Ear, shell};

    #[test]
    fn lines_become_inputs() {
        let text = "matrix m {\n1 2\n\n\n3 4\n}\nrotate 1\nm: rotat\n\u{ff}\nlist\nautomaton t { rule 7 tree X }\n((X . X)\nX .)\nmatrix n {\n5";
        let bytes: Vec<u8> = text.chars().map(|char| char as u8).collect();
        let (mut shell, mut ear) = (shell(), Ear::default());
        let keys = Keys::new();
        lines(
            &mut shell,
            &mut ear,
            &mut &bytes[..],
            Some("<stdin>"),
            &keys,
            &mut |_, _, _| {},
            &mut |_, _| true,
        );
        assert!(ear.out.starts_with("2 4\n1 3\n* m  matrix"), "{}", ear.out);
        assert!(ear.err.contains("<stdin>:8:4: error[command::unknown-verb]"), "{}", ear.err);
        assert!(ear.err.contains("<stdin>:9:1: error[syntax::not-utf8]"), "{}", ear.err);
        assert!(ear.err.contains("runs: automaton tree {\n      rule 7\n"), "{}", ear.err);
        assert!(ear.err.contains("<stdin>:14:10: error[syntax::unclosed-brace]"), "{}", ear.err);
        assert!(shell.failed);
    }
}
