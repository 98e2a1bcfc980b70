//! The verbs that only the interactive prompt has, as its help, its completion and `puzzled help`
//! show them.

use crate::puzzle::{Role, Verb};

/// The verbs that only the REPL has. An example shows typed lines after `> ` and their answers; a
/// line `…` stands for any answer from there on.
pub static VERBS: &[Verb] = &[
    Verb {
        name: "help",
        role: Role::Prompt,
        usage: "help [VERB]",
        summary: "explains a verb or a kind; alone, lists what can be typed here",
        example: "> help list\nlist [NAME]  (at the prompt)\n…\n",
    },
    Verb {
        name: "list",
        role: Role::Prompt,
        usage: "list [NAME]",
        summary: "lists the puzzles, each with the number of its state; `*` marks the one in focus; with a name, prints its declaration",
        example: "> sudoku s { 1.343412214343.1 }\n> list\n* s  sudoku  @0  2 cells empty\n\
                  > list s\nsudoku s { 1.343412214343.1 }\n",
    },
    Verb {
        name: "load",
        role: Role::Prompt,
        usage: "load FILE",
        summary: "runs a document in this session and says what it did; a puzzle of a name that is taken replaces the other one; `set echo on` shows the answers",
        example: "> load examples/sudoku/small.puzzle\n> list\n…\n",
    },
    Verb {
        name: "reload",
        role: Role::Prompt,
        usage: "reload",
        summary: "loads the files again that have changed since they were loaded; moves made here are made again",
        example: "> load examples/sudoku/small.puzzle\n> reload\n",
    },
    Verb {
        name: "forget",
        role: Role::Prompt,
        usage: "forget NAME",
        summary: "removes a puzzle from this session",
        example: "> sudoku s { 1.343412214343.1 }\n> forget s\n> list\n",
    },
    Verb {
        name: "save",
        role: Role::Prompt,
        usage: "save FILE",
        summary: "writes a document that replays to the state of this session; replaces only files that `save` wrote",
        example: "> sudoku s { 1.343412214343.1 }\n> save ~/s.puzzle\n",
    },
    Verb {
        name: "draw",
        role: Role::Prompt,
        usage: "draw [NAME | QUESTION]",
        summary: "draws a puzzle; with a question such as `row 3`, `at [<>]` or `why not MOVE`, points at its answer",
        example: "> sudoku s { 1.343412214343.1 }\n> draw\n…\n",
    },
    Verb {
        name: "play",
        role: Role::Prompt,
        usage: "play [MOVES]",
        summary: "without moves, steps through a solution from here as a film and changes nothing",
        example: "> sudoku s { 1.343412214343.1 }\n> play\n…\n",
    },
    Verb {
        name: "time",
        role: Role::Prompt,
        usage: "time COMMAND",
        summary: "runs a command and shows how long it took",
        example: "> sudoku s { 1.343412214343.1 }\n> time solve\n1234341221434321\n",
    },
    Verb {
        name: "edit",
        role: Role::Prompt,
        usage: "edit [NAME]",
        summary: "opens the last input, or a declaration, in $VISUAL or $EDITOR and runs what is saved",
        example: "> sudoku s { 1.343412214343.1 }\n> edit s\n",
    },
    Verb {
        name: "more",
        role: Role::Prompt,
        usage: "more [N]",
        summary: "shows the next rows of a long answer, or the next N of the last `paths`, `goals`, `frontier`, `solutions` or `boards`",
        example: "> sudoku s { ................ }\n> solutions 1\n1234341221434321\n\
            > more\n…\n",
    },
    Verb {
        name: "answers",
        role: Role::Prompt,
        usage: "answers [N]",
        summary: "lists the newest answers; in any input, `_` is the newest answer and `%3` the answer of input 3",
        example: "> sudoku s { 1.343412214343.1 }\n> count\n1\n> answers\n…\n",
    },
    Verb {
        name: "explain",
        role: Role::Prompt,
        usage: "explain CODE",
        summary: "explains a diagnostic by its code, such as `command::unknown-verb`",
        example: "> explain command::unknown-verb\ncommand::unknown-verb (error)\n…\n",
    },
    Verb {
        name: "quit",
        role: Role::Prompt,
        usage: "quit",
        summary: "leaves; so do `exit` and Ctrl-D",
        example: "> quit\n",
    },
    Verb {
        name: "exit",
        role: Role::Prompt,
        usage: "exit",
        summary: "leaves; so do `quit` and Ctrl-D",
        example: "> exit\n",
    },
    Verb {
        name: "set",
        role: Role::Prompt,
        usage: "set [NAME [VALUE]]",
        summary: "shows or changes colour, width, time, states, memory, format, pictures, bail, echo or fold",
        example: "> set states 20000\n> set states\nset states 20000\n",
    },
    Verb {
        name: "bail",
        role: Role::Prompt,
        usage: "bail on|off",
        summary: "ends a script, or a document that is loaded, at its first error",
        example: "> bail on\n> set bail\nset bail on\n",
    },
    Verb {
        name: "record",
        role: Role::Prompt,
        usage: "record FILE|off",
        summary: "writes commands and answers from here on as a document for `puzzled test`",
        example: "> sudoku s { 1.343412214343.1 }\n> record ~/tour.puzzle\n> count\n1\n\
                  > record off\n",
    },
    Verb {
        name: "output",
        role: Role::Prompt,
        usage: "output FILE|off",
        summary: "writes answers to a new file instead of showing them",
        example: "> sudoku s { 1.343412214343.1 }\n> output ~/answers.txt\n> count\n> output off\n\
                  > count\n1\n",
    },
    Verb {
        name: "watch",
        role: Role::Prompt,
        usage: "watch FILE|off",
        summary: "loads a document, and again whenever it changes; unchanged puzzles keep their history",
        example: "> watch examples/sudoku/small.puzzle\n> watch off\n",
    },
    Verb {
        name: "recover",
        role: Role::Prompt,
        usage: "recover [N|list|drop [N]]",
        summary: "brings back a session that was cut off, or one of the last ten that were left; lists them, or deletes one",
        example: "> recover list\n",
    },
];

/// The statement that changes the focus, as help and completion show it.
pub static USE: Verb = Verb {
    name: "use",
    role: Role::Prompt,
    usage: "use NAME",
    summary: "sends commands without a prefix to a puzzle",
    example: "> sudoku a { 1.343412214343.1 }\n> sudoku b { 1234341221434321 }\n> use a\n\
              > row 1\n1.34\n",
};
