//! Inputs from a terminal, on rustyline.

use rustyline::config::{BellStyle, Config};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Editor};

use super::helper::LineHelper;
use super::history::{HistoryFile, default_file};
use super::interrupt::Interrupts;
use super::pressed::InterruptKey;
use super::reader::{Read, Reader};
use crate::host::{begin_change, end_change, hung_up};
use crate::repl::output::Output;
use crate::repl::shell::Shell;
use crate::text::Source;

/// Inputs that the history remembers.
const REMEMBERED: usize = 10_000;
/// Failures to read in a row after which the prompt ends.
const PATIENCE: usize = 16;

/// Reads inputs in an editor of lines.
pub(crate) struct LineEditor {
    editor: Editor<LineHelper, DefaultHistory>,
    history: HistoryFile,
    key: InterruptKey,
    interrupts: Interrupts,
    /// Failures to read since the last input.
    failures: usize,
    /// True if it was said how to leave.
    leave_hint_shown: bool,
}

impl LineEditor {
    /// Opens an editor on the terminal, and says so.
    ///
    /// # Errors
    /// When the terminal does not allow it.
    pub(crate) fn open(
        shell: &Shell,
        unicode: bool,
        interrupts: &Interrupts,
        output: &mut dyn Output,
    ) -> rustyline::Result<Self> {
        let config = Config::builder()
            .max_history_size(REMEMBERED)?
            .history_ignore_dups(true)?
            .history_ignore_space(true)
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            // The list is cut to the window: no question and no pages, which take neither Ctrl-C nor
            // Escape.
            .completion_prompt_limit(usize::MAX)
            .bell_style(BellStyle::None)
            // Underlined and dim are not colors: without colors there is still a style.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(LineHelper::new(shell, unicode)));
        output.say(concat!(
            "puzzled ",
            env!("CARGO_PKG_VERSION"),
            " · `tour` shows the first steps · `help` lists all · Ctrl-D leaves\n"
        ));
        let history = HistoryFile::open(default_file(), REMEMBERED, &mut editor);
        let key = InterruptKey::bind(&mut editor);
        let interrupts = interrupts.clone();
        Ok(Self { editor, history, key, interrupts, failures: 0, leave_hint_shown: false })
    }

    /// Reads a line in the editor.
    fn line(&mut self, shell: &Shell, color: bool) -> rustyline::Result<String> {
        let columns = usize::from(console::Term::stdout().size().1);
        let prompt = shell.prompt_within(columns);
        if let Some(helper) = self.editor.helper_mut() {
            helper.refresh(&prompt, color);
        }
        self.interrupts.idle();
        begin_change(); // until the first prompt is painted
        let read = self.editor.readline(&prompt);
        end_change();
        self.interrupts.busy();
        let is_dropped = self.key.take_interrupt() && read.is_ok();
        if is_dropped { Err(ReadlineError::Interrupted) } else { read }
    }
}

impl LineEditor {
    /// Adds an input to the history, and says if that is not kept.
    fn remember(&mut self, input: &str, output: &mut dyn Output) {
        if let Err(error) = self.history.add(&mut self.editor, input) {
            output.say(&format!("puzzled: no history is kept from here on: {error}\n"));
        }
    }
}

impl Reader for LineEditor {
    fn read(&mut self, shell: &mut Shell, output: &mut dyn Output) -> Read {
        for draft in std::mem::take(&mut shell.drafts.saved) {
            self.remember(&draft, output);
        }

        match self.line(shell, output.paint().color) {
            Ok(text) => {
                self.failures = 0;
                if text.trim().is_empty() {
                    return Read::Nothing;
                }
                self.remember(&text, output);
                return Read::Input(Source::new(shell.next(), text));
            }
            Err(ReadlineError::Interrupted) => {
                if !std::mem::replace(&mut self.leave_hint_shown, true) {
                    output.say("Ctrl-D or `quit` leaves\n");
                }
            }
            Err(ReadlineError::Eof) => return Read::End,
            Err(error) => {
                self.failures += 1;
                if self.failures > PATIENCE || hung_up() {
                    return Read::End;
                }
                if !matches!(error, ReadlineError::Signal(_)) {
                    output.say(&format!("puzzled: this input cannot be read: {error}\n"));
                }
            }
        }
        Read::Nothing
    }
}
