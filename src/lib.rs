//! puzzled: a puzzle language with a checker, a runner, a REPL and a language server in one binary,
//! with an engine for each kind of puzzle.
//!
//! # A program
//!
//! It runs a text, prints its answers and its diagnostics, solves a puzzle and draws it as SVG:
//!
//! ```
//! use puzzled::{Solved, render::svg, search::Budget};
//!
//! let mut report = puzzled::run("klotski k { A . B / C . B / C D . / goal A at (2,2) }\nstates\nmoev A\n");
//! println!("{report}");
//! assert_eq!(report.answers[0].answer.text(), "240");
//! assert_eq!(report.diagnostics[0].code.to_string(), "command::unknown-verb");
//! let puzzle = report.puzzle("k").expect("`k` is declared");
//! let Some(Solved::Moves(found)) = puzzle.solve(&Budget::unlimited()) else { panic!("it has a solution") };
//! assert_eq!((found.length, &*found.moves[0]), (4, "A (0,0) (0,1)"));
//! std::fs::write(std::env::temp_dir().join("k.svg"), svg(&puzzle.scene("k")))?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! [`run`] and [`check`] are the short way in ([`Report`]). A program that runs several documents in
//! one session uses [`session`]. One with kinds of its own hands them to [`run_with`]:
//! `examples/embed/pegs` is such a program. [`laws`] hold for its kind as for the shipped ones.
//!
//! # From text to answer
//!
//! ```text
//! text ─parse─▶ Document ─resolve─▶ Scripts ─read─▶ Model ─open─▶ Live ─step─▶ Answer ─▶ text · JSON · hints
//!  │               │                  │       └─▶ Marks ─▶ colors · hover · names
//!  │               │                  │               │            │ (state, history, search)
//!  │               │                  │               │            └─▶ Scene ─▶ text · SVG · JSON
//!  └─ line index   └───────────── diagnostics ────────┴────────────┴─▶ human · short · JSON · SARIF · GitHub · LSP
//! ```
//!
//! [`session::read`] parses a [`text::Source`] into a [`syntax::Document`]: declarations, commands
//! and `use` statements with their spans. One pass resolves the statements: a *script* is a
//! declaration with the commands that go to its puzzle, and each statement has its place in a
//! script. A script is opened as a live puzzle: its declaration hands its body to its kind
//! ([`puzzle::Info::read`]), which reads it once: into a model, diagnostics and, if asked for,
//! marks of its parts ([`puzzle::Out`]). The model opens as a [`puzzle::Board`]. Each command is a
//! step of the board and yields a [`puzzle::Answer`], a value that writes its text and its
//! JSON. [`session::Session::run`] steps through the scripts in the order of the document; the
//! checker runs them one by one, on all processors; the prompt resolves and runs what is typed, one
//! text after the other. They differ in their [`session::Mode`] and in what they do with answers and
//! diagnostics. After an edit the language server parses the whole text, opens the puzzles of the scripts
//! whose text changed, and runs the statements whose outcome is not known ([`session::incremental`]).
//!
//! # Floors
//!
//! A module uses only modules of lower floors; a test holds this.
//!
//! | floor | module | what it is |
//! |---|---|---|
//! | 8 | `cli`, `repl`, [`lsp`] | the front ends: clap, rustyline, the protocol of editors; none imports another; [`lsp::server`] has no transport, threads or clock |
//! | 7 | `host` | what they share: streams, files, limits, clocks, colors, exit codes |
//! | 7 | `door` | [`check`], [`run`] and [`Report`]: from a text to values in one call |
//! | 7 | [`codes`] | the list of all diagnostic codes |
//! | 7 | [`laws`] | what holds for every kind, for the tests of kinds |
//! | 6 | `ide` | what is at an offset and what could be typed there, for the prompt and the server |
//! | 6 | [`exchange`] | puzzles in the forms of other programs, read and written |
//! | 6 | [`render`] | scene → text, SVG; diagnostic → what people and programs read |
//! | 5 | [`session`] | named puzzles, running statements, expectations, formatting, saving; documents under edit |
//! | 4 | [`kinds`] | a folder for each kind, or for what a family of kinds shares (`blocks`), and their registry, [`kinds::KINDS`] |
//! | 3 | [`puzzle`] | the contract of a kind: [`puzzle::Game`], verbs (the first word of a command), moves, answers, the board of positions |
//! | 2 | [`syntax`] | what all bodies share: documents, arguments, lines; nom lives here and in `kinds/*/syntax` |
//! | 2 | [`search`] | resumable searches over implicit graphs, and what they may spend |
//! | 1 | [`scene`] | cells, pieces and tree nodes, each with a role, not a color; where a cell is ([`scene::Coordinate`]) |
//! | 1 | [`diag`] | the one diagnostic: code, place, related places, help, fixes |
//! | 0 | [`text`] | sources, byte spans, the line index |
//!
//! # Where a thing goes
//!
//! Written in the file: `Document`. Fixed while playing: shared by the positions ([`puzzle::Game`]) of a
//! puzzle, behind an `Arc`. Restored by undo: the position. Seen: `Scene`. Typed at the prompt: a command.
//!
//! # The folder of a kind
//!
//! | file or folder in `kinds/KIND` | what it does |
//! |---|---|
//! | `syntax` | reads the lines of a body, also in verbatim form, and finds slips |
//! | `lower.rs` | makes the model from what was read, and finds what contradicts the rules |
//! | `codes.rs`, `codes/` | the diagnostics of the kind, with their messages; their explanations |
//! | `rules.rs` | the plain rules: legal moves, successors, `next`; the witness of everything fast |
//! | `mod.rs`, `game.rs` | the kind in the terms of the contract: its description, and checking a command before it runs |
//! | `verbs.rs`, `commands.rs` | the verbs that only this kind has, and what they return |
//! | `states.rs` | states as keys and as graphs, and which of them are the same |
//! | `marks.rs` | the parts that editors color and explain |
//! | `view.rs`, `scene.rs` | a position as cells, of which text, essence and picture are made; the picture of a kind without moves |
//! | `json.rs`, `import.rs`, `judge.rs`, `packed.rs`, `collection.rs` | JSON, files of other programs, raw input as sites give it |
//! | `engine`, `solve`, `deduce`, `techniques`, … | what is fast: a search or a deduction each |
//!
//! Klotski and rush share `kinds/blocks`: rules, engine, commands, which blocks are interchangeable.
//! What a search finds wrong with a puzzle (`check --solve`) is also said by its kind.
//!
//! # Where to look
//!
//! The front ends decide little: what is said about one puzzle is in its kind or, if all kinds say it,
//! in `puzzle`; what is said about a document and its statements, in `session` and `syntax`; how it is
//! written, in `render`; files and the machine, in `host`.
//!
//! | for | in `src` |
//! |---|---|
//! | the legal moves of Bloxorz, or the rules of another kind | `kinds/bloxorz/rules.rs`; of klotski and rush `kinds/blocks/rules.rs` |
//! | the text of a diagnostic | `codes.rs` (or `faults.rs`) beside the code that finds it; "unknown command" in `puzzle/common/codes.rs`; the macro of these tables in `diag/form.rs` |
//! | the explanation of the code `klotski::no-goal` | `kinds/klotski/codes/no-goal.md`, likewise for the other kinds; of `syntax` and `session` in `syntax/codes/` and `session/codes/` |
//! | a command that every kind has (`solve`, `states`, `hint`, `why not`) | `puzzle/common`, `puzzle/moves`, `puzzle/why.rs` |
//! | the line of `status`, limits of states, going on with a search | `search` |
//! | which statements are a script | `session/resolved.rs` |
//! | running a statement | `session/live.rs` and `session/command.rs`; a whole document in `session/run.rs` |
//! | what is known of a document after an edit | `session/incremental/outcome.rs`; the jobs of the server in `lsp/server/jobs.rs`, their threads in `lsp/stdio/work.rs` |
//! | the text and the JSON of an answer | `puzzle/answer.rs`, `puzzle/answer/json.rs`; the steps of a person as data in `puzzle/answer/steps.rs` |
//! | what is not compared after a statement failed | `session/known.rs` |
//! | the fixes that `check --fix` and editors apply | `session/fixes.rs` |
//! | the rows of a body of any kind: what ends them, indentation, comments | `syntax/body.rs` |
//! | finding puzzle files in folders | `host/input.rs` |
//! | formatting a document; saving a session | `session/format.rs`; `session/save.rs` |
//! | a request of an editor | its file in `lsp/server/requests/`; results that run in the background in `lsp/server/` |
//! | the board of an editor or a web page | `lsp/server/board/`; the places of legal moves in `legal_moves` of the kind |
//! | which puzzle a command means that names none | `session/resolve.rs` |
//! | reading `=>` and what follows it, also `=> ?` | `syntax/statement.rs`; keeping such an answer secret in `session/secrecy.rs` |
//! | reading metadata (`///`) | `syntax/meta.rs` |
//! | comparing an answer with the expectation after `=>` | `session/expect.rs` |
//! | the verdict on an answer that somebody else found | `puzzle/verdict/`; `judge.rs` of the kind |
//! | what Tab and editors offer | `ide/complete.rs`; the commands that only the prompt has (`save`, `load`) in `repl/input/complete.rs` |
//! | a verb of the prompt (`save`, `load`) | its file in `repl/verbs/` |
//! | the loop of the prompt, and what a short input stands for | `repl/input/reader.rs`; `repl/input/expand.rs` |
//! | the journal, `record` and `recover` | `repl/log/` |
//! | making puzzles to order | `puzzle/make/`, and `make.rs` of the kind; attempts side by side in `cli/make.rs` |
//! | drawing a scene as SVG | `render/svg/mod.rs` |
//! | drawing a scene as text | `render/picture/mod.rs` |
//! | writing diagnostics for people and for programs | `render/human.rs`; `render/json.rs`, `render/sarif.rs` |
//! | undo, redo and states with names | `puzzle/board/mod.rs` |
//! | the breadth-first search | `search/breadth/` |
//! | the techniques of a sudoku, and its rating | `kinds/sudoku/techniques/` |
//! | solving a sudoku by search | `kinds/sudoku/solve/` |
//! | the columns of `rank`; its figures, and which boards are the same in a mirror | `cli/rank/table.rs`; `puzzle/rank.rs` |
//! | a command of the command line | its file or folder in `cli`, its options in `cli/args/` |
//! | a form of another program | `exchange/raw.rs`, `exchange/json.rs`; of one kind its `json.rs`, and `kinds/sudoku/import.rs`, `kinds/rush/collection.rs` |
//! | files, streams, signals, limits of memory and time | the file of `host` with that name |
//!
//! # Invariants
//!
//! * Parsing never fails: it yields a document and diagnostics, and one mistake gives one of them.
//!   A kind pushes all faults of a body and gives a model only if it is sound; commands on a puzzle
//!   without a model are checked for their form and stay silent otherwise.
//! * Four failures, four ways: the text is wrong → `Diagnostic`; the program must branch → a small
//!   enum ([`search::Outcome`], [`puzzle::Verdict`]); the world failed → an error of floor 7; our bug
//!   → a panic with a sentence.
//! * A command that fails changes nothing. Every change of state is a text, so that undo, saving
//!   and replaying need no further code ([`session::Session::save`]). A command that the program gives
//!   itself is a value ([`puzzle::Directive`]).
//! * No floor below 7 reads a clock or a file, or decides about colors. Long work takes a
//!   [`search::Budget`] with a cancel flag and can be resumed after it stopped.
//! * Every solution is replayed through the plain rules of its kind before anyone sees it.
//! * Depth is data: nothing recurses on the depth of its input.
//! * A new kind is a folder, a `mod` line and a line of [`kinds::KINDS`]; its forms in JSON and in
//!   other programs (`puzzle::foreign`) lie in its folder too. What it needs outside, its words in the
//!   grammar, the manual and the editors, is listed in `docs/src/adding-a-kind.md`. Kinds with blocks share
//!   `kinds::blocks`, kinds with moves [`puzzle::moves`]. [`kinds::counter`] is the template.
//! * The contract names no kind: its caller hands it a [`puzzle::Registry`].

// Commands are read from texts where people type them, and where undo and save wrote them.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod codes;
pub mod diag;
mod door;
pub mod exchange;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod host;
#[doc(hidden)]
pub mod ide;
pub mod kinds;
#[cfg_attr(
    not(test),
    expect(clippy::disallowed_methods, reason = "laws are tested as a person types")
)]
pub mod laws;
#[cfg(feature = "lsp-core")]
pub mod lsp;
pub mod puzzle;
pub mod render;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod repl;
pub mod scene;
pub mod search;
pub mod session;
pub mod syntax;
pub mod text;

pub use door::{Answered, Report, check, run, run_with, run_within};
pub use puzzle::Solved;
