//! The loop of the prompt: reads an input and runs it, from an editor, a pipe or a file alike.

use crate::repl::output::Output;
use crate::repl::shell::{Flow, Shell};
use crate::text::Source;

/// The result of reading.
#[derive(Debug)]
pub(crate) enum Read {
    /// An input.
    Input(Source),
    /// No input yet.
    Nothing,
    /// No more inputs.
    End,
}

/// A source of inputs.
pub(crate) trait Reader {
    /// Reads the next input.
    fn read(&mut self, shell: &mut Shell, output: &mut dyn Output) -> Read;
}

/// Runs the inputs of a reader up to the last one, or up to the one that leaves the prompt.
pub(crate) fn run(reader: &mut dyn Reader, shell: &mut Shell, output: &mut dyn Output) {
    loop {
        match reader.read(shell, output) {
            Read::Input(source) if shell.take(&source, output) == Flow::Leave => return,
            Read::Input(_) | Read::Nothing => {}
            Read::End => return,
        }
    }
}
