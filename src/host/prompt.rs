//! The options of the interactive prompt, and the verbs that only it has, as its help, its completion
//! and `puzzled help` show them.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};

use super::RawOptions;
use crate::kinds::KINDS;
use crate::puzzle::{Role, Verb, words};
use crate::syntax::Arg;

/// The parser of `--goal`, which may be any label of a text. Completion offers the names of goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalParser;

impl TypedValueParser for GoalParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(goals().map(PossibleValue::new)))
    }
}

/// Returns the names of goals that `--goal` can have for raw input of some kind.
pub(crate) fn goals() -> impl Iterator<Item = &'static str> {
    KINDS.iter().filter_map(|kind| kind.raw_goal).flat_map(|goal| goal.known.iter().copied())
}

/// The options for files that are not documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Reading {
    /// Read raw input of this kind, or files of another program
    #[arg(long = "as", value_name = "KIND", requires = "files", value_parser = PossibleValuesParser::new(KINDS.names()))]
    pub kind: Option<String>,
    /// The goal that raw and foreign text leaves open: the car that must leave (rush); `ordered`,
    /// `gap-first` or `snail` (sliders)
    #[arg(long, value_name = "GOAL", requires = "files", value_parser = GoalParser, hide_possible_values = true)]
    pub goal: Option<String>,
}

impl Reading {
    /// Returns these options for opening a file.
    pub(crate) fn raw_options(&self) -> RawOptions<'_> {
        RawOptions {
            kind: self.kind.as_deref(),
            goal: self.goal.as_deref(),
            ..RawOptions::default()
        }
    }
}

/// The options of the start of the prompt.
// Each flag is an option of the command line: no two of them exclude each other.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Start {
    /// Documents, raw inputs or files of other programs to load first
    pub files: Vec<PathBuf>,
    /// The options for the files that are not documents.
    #[command(flatten)]
    pub reading: Reading,
    /// Open only this puzzle of the document, with the commands on it
    #[arg(long, value_name = "NAME", requires = "files")]
    pub puzzle: Option<String>,
    /// Go to that state of it, as `goto` does
    #[arg(long, value_name = "N", requires = "puzzle")]
    pub state: Option<usize>,
    /// Leave the start file out (`init.puzzle` in the folder `puzzled` of the XDG configuration)
    #[arg(long)]
    pub no_init: bool,
    /// End with exit code 1 at the first error
    #[arg(long)]
    pub bail: bool,
    /// Bring back the last session; `recover list` shows the ten before it
    #[arg(long)]
    pub resume: bool,
    /// Keep a journal for `recover` without a terminal, too
    #[arg(long)]
    pub journal: bool,
}

/// Returns a verb of the prompt, which reads its arguments itself.
const fn of_prompt(
    name: &'static str,
    args: &'static [Arg],
    summary: &'static str,
    example: &'static str,
) -> Verb {
    Verb { name, role: Role::Prompt, args, summary, example }
}

words! {
    /// A verb that only the prompt has. An example shows typed lines after `> ` and their answers;
    /// a line `…` matches any answer from there on.
    #[expect(missing_docs, reason = "each has its description beside it")]
    pub enum Word {
        Help => of_prompt(
            "help",
            &[Arg::Optional(&[Arg::Text("VERB")])],
            "explains a verb or a kind; alone, lists what can be typed here",
            "> help list\nlist [NAME]  (at the prompt)\n…\n",
        ),
        Tour => of_prompt(
            "tour",
            &[],
            "shows the first steps: lines to type, one after the other",
            "> tour\n…\n",
        ),
        List => of_prompt(
            "list",
            &[Arg::Optional(&[Arg::Text("NAME")])],
            "lists the puzzles, each with the number of its state; `*` marks the one in focus; with a name, prints its declaration",
            "> sudoku s { 1.343412214343.1 }\n> list\n* s  sudoku  @0  2 cells empty\n\
                      > list s\nsudoku s { 1.343412214343.1 }\n",
        ),
        Load => of_prompt(
            "load",
            &[
                Arg::Optional(&[Arg::Word(&["--as"]), Arg::Text("KIND")]),
                Arg::Optional(&[Arg::Word(&["--goal"]), Arg::Text("GOAL")]),
                Arg::Optional(&[Arg::Text("FILE")]),
            ],
            "runs a document in this session and says what it did; a puzzle of a name that is taken replaces the other one; `set echo on` shows the answers; raw input is read as the kind that its text fits, or as KIND",
            "> load examples/sudoku/small.puzzle\n> list\n…\n",
        ),
        Reload => of_prompt(
            "reload",
            &[],
            "reloads changed files and replays the moves made here",
            "> load examples/sudoku/small.puzzle\n> reload\n",
        ),
        Forget => of_prompt(
            "forget",
            &[Arg::Text("NAME")],
            "removes a puzzle from this session",
            "> sudoku s { 1.343412214343.1 }\n> forget s\n> list\n",
        ),
        Save => of_prompt(
            "save",
            &[Arg::Text("FILE")],
            "writes a document that replays to the state of this session; replaces only files that `save` wrote",
            "> sudoku s { 1.343412214343.1 }\n> save ~/s.puzzle\n",
        ),
        Draw => of_prompt(
            "draw",
            &[Arg::Optional(&[Arg::Text("NAME | QUESTION")])],
            "draws a puzzle; with a question such as `row 3`, `at [<>]` or `why not MOVE`, points at its answer; `draw solve` draws each step of a solution",
            "> sudoku s { 1.343412214343.1 }\n> draw\n…\n",
        ),
        Time => of_prompt(
            "time",
            &[Arg::Text("COMMAND")],
            "runs a command and shows how long it took",
            "> sudoku s { 1.343412214343.1 }\n> time solve\n1234341221434321\n",
        ),
        Edit => of_prompt(
            "edit",
            &[Arg::Optional(&[Arg::Text("NAME")])],
            "opens the last input, or a declaration, in $VISUAL or $EDITOR and runs what is saved",
            "> sudoku s { 1.343412214343.1 }\n> edit s\n",
        ),
        Explain => of_prompt(
            "explain",
            &[Arg::Text("CODE")],
            "explains a diagnostic by its code, such as `command::unknown-verb`",
            "> explain command::unknown-verb\ncommand::unknown-verb (error)\n…\n",
        ),
        Quit => of_prompt("quit", &[], "leaves; so do `exit` and Ctrl-D", "> quit\n"),
        Exit => of_prompt("exit", &[], "leaves; so do `quit` and Ctrl-D", "> exit\n"),
        Set => of_prompt(
            "set",
            &[Arg::Optional(&[Arg::Text("NAME"), Arg::Optional(&[Arg::Text("VALUE")])])],
            "shows or changes time, states, memory, format, pictures, bail, echo or uniqueness",
            "> set states 20000\n> set states\nset states 20000\n",
        ),
        Record => of_prompt(
            "record",
            &[Arg::Text("FILE|off")],
            "writes commands and answers from here on as a document for `puzzled test`",
            "> sudoku s { 1.343412214343.1 }\n> record ~/tour.puzzle\n> count\n1\n\
                      > record off\n",
        ),
        Recover => of_prompt(
            "recover",
            &[Arg::Optional(&[Arg::Text("N|list|drop [N]")])],
            "brings back a session that was cut off, or one of the last ten that were left; lists them, or deletes one",
            "> recover list\n",
        ),
    }
}

/// The name of the program, as it is typed in a shell.
pub(crate) const PROGRAM: &str = "puzzled";

/// The words of the command line that neither a puzzle nor the prompt understands.
pub(crate) const OF_THE_SHELL: &[&str] = &[
    PROGRAM,
    "run",
    "test",
    "verify",
    "grade",
    "fmt",
    "rank",
    "repl",
    "lsp",
    "sheet",
    "make",
    "graph",
    "import",
    "export",
    "completions",
];

/// The descriptions of the verbs that only the prompt has.
pub static VERBS: &[Verb] = Word::TABLE.verbs;

/// The statement that changes the focus, as help and completion show it.
pub static USE: Verb = of_prompt(
    "use",
    &[Arg::Text("NAME")],
    "sends commands without a prefix to a puzzle",
    "> sudoku a { 1.343412214343.1 }\n> sudoku b { 1234341221434321 }\n> use a\n\
              > row 1\n1.34\n",
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::common::OF_THE_PROMPT;

    #[test]
    fn a_document_knows_the_verbs_that_only_the_prompt_has() {
        assert_eq!(VERBS.iter().map(|verb| verb.name).collect::<Vec<_>>(), OF_THE_PROMPT);
    }
}
