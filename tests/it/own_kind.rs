//! A kind with blank cells, whose search takes more positions together than the plain rules do: what
//! the contract promises beyond what the shipped kinds ask for.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Value, json};

use puzzled::diag::{Code, Diagnostic, Sink};
use puzzled::ide;
use puzzled::lsp::server::{Message, Server, Settings};
use puzzled::puzzle::moves::verbs::{self, Word};
use puzzled::puzzle::moves::{
    self, Call, Engines, KindCommand, KindReply, Metric, MoveGame, Positions, Representative,
    Square, View,
};
use puzzled::puzzle::{
    Answer, Body, Context, Depth, Failure, Info, Out, Registry, Table, Unit, Verb,
};
use puzzled::scene::{Coordinate, Role};
use puzzled::search::{Budget, Explorer, Space, Stop};
use puzzled::session::{self, Mode, Session};
use puzzled::syntax::{Arg, Args, Fragment, Given};
use puzzled::table;
use puzzled::text::{Source, Span};

static BAD_CELL: Code = Code::error("walk::bad-cell", "a cell is none", "Write `#`, `P` or `G`.");
static WALL: Code = Code::error("walk::wall", "a step into a wall", "Go around it.");

/// The verb `far`, and its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Far;

/// `far [from (R,C)]`
#[derive(Debug)]
struct FarFrom(Option<Coordinate>);

impl<const ALIKE: bool> KindCommand<Walk<ALIKE>> for FarFrom {
    type Word = Far;

    fn call(_: Far, given: &mut Given<'_>, _: &mut Sink) -> Option<Call<Walk<ALIKE>>> {
        Some(Call::Kind(Self(given.cells().first().map(|place| place.value))))
    }

    fn reply(
        &self,
        walk: &Walk<ALIKE>,
        engines: &mut Engines<Walk<ALIKE>>,
        _: &mut Context<'_>,
    ) -> Result<KindReply<At>, Failure> {
        let (row, column, _) = engines.state.position;
        let from = self.0.unwrap_or(Coordinate::new(row as i32, column as i32));
        let away = from.row.abs_diff(walk.goal.0 as i32) + from.column.abs_diff(walk.goal.1 as i32);
        Ok(Answer::number(away).into())
    }
}

const VERBS: Table<Word<Far>> = table! {
    Word::Solve => Verb { args: &[], example: "solve\n", ..verbs::SOLVE },
    Word::Kind(Far) => Verb {
        name: "far",
        role: puzzled::puzzle::Role::Ask,
        args: &[Arg::Optional(&[Arg::Word(&["from"]), Arg::Cell])],
        summary: "counts the cells between a place and the goal",
        example: "far => 3\n",
    },
    Word::Moves => Verb { example: "moves\n", ..verbs::MOVES },
    Word::Play => Verb { summary: "walks: `L; D`", example: "play R\n", ..verbs::PLAY },
};

static TURNING: Info = info::<false>();
static ALIKE: Info = info::<true>();

const CODES: &[&Code] = &[&BAD_CELL, &WALL];

const fn info<const ALIKE: bool>() -> Info {
    Info {
        name: "walk",
        summary: "a walker who turns where it goes",
        verbs: VERBS.verbs,
        codes: CODES,
        example: "walk small {\n  P  \n  # G\n}\n",
        separator: Some("; "),
        states: "cells",
        ..moves::info::<Walk<ALIKE>>()
    }
}

/// Where the walker is, and where it looks.
type At = (usize, usize, char);

/// Walls, and a goal that is reached in any direction. `ALIKE` says that directions are the same.
#[derive(Clone, Debug)]
struct Walk<const ALIKE: bool> {
    rows: Vec<Vec<char>>,
    start: At,
    goal: (usize, usize),
    place: Span,
}

impl<const ALIKE: bool> Walk<ALIKE> {
    fn steps(&self, &(row, column, _): &At) -> Vec<(char, At)> {
        let next = [
            ('L', row, column.wrapping_sub(1)),
            ('R', row, column + 1),
            ('U', row.wrapping_sub(1), column),
            ('D', row + 1, column),
        ];
        let free = |row: usize, column: usize| self.rows.get(row)?.get(column).copied();
        let able = |&(_, row, column): &(char, usize, usize)| free(row, column) == Some(' ');
        next.into_iter().filter(able).map(|(by, row, column)| (by, (row, column, by))).collect()
    }
}

/// The search does not care where the walker looks.
impl<const ALIKE: bool> Space for Walk<ALIKE> {
    type State = (usize, usize);
    type Move = char;

    fn starts(&self, out: &mut Vec<(usize, usize)>) {
        out.push((self.start.0, self.start.1));
    }

    fn successors(&self, &(row, column): &(usize, usize), out: &mut Vec<(char, (usize, usize))>) {
        let steps = self.steps(&(row, column, 'R')).into_iter();
        out.extend(steps.map(|(by, (row, column, _))| (by, (row, column))));
    }

    fn is_goal(&self, at: &(usize, usize)) -> bool {
        *at == self.goal
    }
}

impl<const ALIKE: bool> Positions for Walk<ALIKE> {
    type Position = At;
    type Step = char;

    fn steps(&self, path: &[char]) -> Vec<char> {
        path.to_vec()
    }

    fn position(&self, &(row, column): &(usize, usize), _: &[char]) -> At {
        (row, column, 'R')
    }
}

impl<const ALIKE: bool> MoveGame for Walk<ALIKE> {
    type Position = At;
    type Move = char;
    type Typed = (char, Span);
    type Command = FarFrom;
    type Engine = Explorer<Self>;

    const INFO: &'static Info = if ALIKE { &self::ALIKE } else { &TURNING };
    const VERBS: Table<Word<Far>> = VERBS;
    const METRICS: &'static [Metric<char>] = &[Metric {
        word: "steps",
        unit: Unit { singular: "step", plural: "steps" },
        ..Metric::MOVES
    }];

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        let mut rows = Vec::new();
        let mut start = None;
        let mut goal = None;
        for (row, line) in body.lines().into_iter().enumerate() {
            let mut cells = Vec::new();
            for (column, cell) in line.text.chars().enumerate() {
                match cell {
                    'P' => start = Some((row, column, 'R')),
                    'G' => goal = Some((row, column)),
                    ' ' | '#' => {}
                    _ => {
                        let fault = Diagnostic::new(&BAD_CELL, line.span(), "not a cell", "here");
                        out.push(fault);
                        return None;
                    }
                }
                cells.push(if cell == '#' { '#' } else { ' ' });
            }
            rows.push(cells);
        }
        if start.is_none() || goal.is_none() {
            out.push(Diagnostic::new(&BAD_CELL, body.name, "no `P` or no `G`", "here"));
        }
        Some(Self { rows, start: start?, goal: goal?, place: body.name })
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<(char, Span)>> {
        let mut steps = Vec::new();
        while !args.is_empty() || steps.is_empty() {
            let word = args.expect_word("a step", sink)?;
            steps.push((word.text.chars().next()?, word.span()));
        }
        Some(steps)
    }

    fn start(&self) -> At {
        self.start
    }

    fn is_solved(&self, &(row, column, _): &At) -> bool {
        (row, column) == self.goal
    }

    fn legal(&self, at: &At) -> Vec<(char, At)> {
        self.steps(at)
    }

    fn make(&self, at: &At, &(by, place): &(char, Span), _: bool) -> Result<(At, char), Failure> {
        let step = self.steps(at).into_iter().find(|step| step.0 == by);
        let step = step.map(|(by, next)| (next, by));
        step.ok_or_else(|| Box::new(Diagnostic::new(&WALL, place, "a wall is there", "illegal")))
    }

    fn move_text(&self, by: &char) -> String {
        by.to_string()
    }

    fn view<'a>(&'a self, &(row, column, _): &'a At) -> View<'a> {
        let cell = move |at: Coordinate| match at.place().expect("a cell") {
            [down, right] if (down, right) == (row, column) => Square::new("P", Role::Piece),
            [down, right] if (down, right) == self.goal => Square::new("G", Role::Goal),
            [down, right] if self.rows[down][right] == '#' => Square::new("#", Role::Wall),
            _ => Square::new(" ", Role::Floor),
        };
        let rows = self.rows.iter().map(Vec::len).collect();
        View { between: "", apart: "", ..View::new(rows, cell) }
    }

    fn representative(&self) -> Representative<'_, At> {
        Box::new(|&(row, column, looks)| (row, column, if ALIKE { 'R' } else { looks }))
    }

    fn engine(&self, at: &At, _: usize, _: &Budget) -> Result<Box<Explorer<Self>>, Stop> {
        Ok(Box::new(Explorer::new(Self { start: *at, ..self.clone() })))
    }

    fn unsolvable(&self, _at: &Self::Position, verb: Option<Span>) -> Option<Diagnostic> {
        let place = verb.unwrap_or(self.place);
        Some(Diagnostic::new(&WALL, place, "no steps lead to the goal", "never reached"))
    }

    fn declare(&self, at: &At) -> Option<Vec<String>> {
        Some(self.view(at).lines(""))
    }
}

/// One row of the table and one function make a verb, with its usage, help, marks and completion, also
/// in the server.
#[test]
fn a_verb_is_a_row_and_a_function() {
    let kind = PLAIN.kind("walk").expect("it is registered");
    assert!(ide::manual(kind).contains("* `far [from (R,C)]` — counts the cells"));
    let mut puzzle = kind.opened_example().expect("a sound example");
    let complete = |text: &str| puzzle.complete(Fragment { text, start: 0 });
    assert_eq!((complete("far "), complete("far from ")), (vec!["from".into()], Vec::new()));

    let text = "far from (0, 3)";
    let marks = kind.command_marks(Fragment { text, start: 0 });
    let marked: Vec<_> = marks.iter().map(|mark| &text[mark.span.range()]).collect();
    assert_eq!(marked, ["from", "0", "3"]);
    let (verb, is_query) = ide::verb(kind, Fragment { text, start: 0 }).expect("a verb");
    assert_eq!((verb.usage().rest(" from"), is_query), (String::from("(R,C)"), false));

    let mut say = |text: &str| {
        let mut sink = Sink::new();
        let command = Fragment { text, start: 0 };
        let answer = puzzle.run(command, Depth::Run, &Budget::unlimited(), &mut sink);
        answer.map(|answer| answer.to_string()).ok_or_else(|| sink.take()[0].message.clone())
    };
    assert_eq!((say("far"), say("far from (1, 1)")), (Ok("3".into()), Ok("1".into())));
    assert_eq!(say("far from"), Err("expected a place `(ROW,COLUMN)`".into()));
    assert_eq!(say("far near"), Err("expected `from`, found `near`".into()));

    let document = "walk w {\n  P  G\n}\nfar \n";
    let at = json!({ "textDocument": { "uri": "file:///w.puzzle" }, "position": { "line": 3, "character": 4 } });
    let ask = |method: &str, at: &Value| served(document, method, at);
    assert_eq!(ask("textDocument/completion", &at)["items"][0]["label"], "from");
    let signature = ask("textDocument/signatureHelp", &at);
    assert_eq!(signature["signatures"][0]["label"], "far [from (R,C)]");
    let verb =
        json!({ "textDocument": at["textDocument"], "position": { "line": 3, "character": 1 } });
    let hover = ask("textDocument/hover", &verb)["contents"]["value"].to_string();
    assert!(hover.contains("counts the cells between a place and the goal"), "{hover}");
}

const PLAIN: Registry = Registry(&[&TURNING]);

/// Returns what a server of this kind responds to a request about a document.
fn served(document: &str, method: &str, params: &Value) -> Value {
    let mut server = Server::new(Settings { kinds: PLAIN, ..Settings::default() });
    let item = json!({ "uri": "file:///w.puzzle", "languageId": "puzzled", "version": 1, "text": document });
    for message in [
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }),
    ] {
        server.receive(Message::read(message.to_string().as_bytes()).expect("a message"));
    }

    while server.step(Duration::ZERO) {}
    let messages = server.take_messages().into_iter();
    let mut messages =
        messages.map(|message| serde_json::from_slice::<Value>(&message.body).expect("JSON"));
    let response = messages.find(|message| message["id"] == 1).expect("a response");
    response["result"].clone()
}

/// Returns the answer of `show` to a document of a walk.
fn shown(text: &str) -> String {
    let source = Source::new("w.puzzle", format!("{text}\nshow\n"));
    let mut sink = Sink::new();
    let document = session::read_with(PLAIN, &source, true, &mut sink);
    let mut session = Session::with(PLAIN);
    let mut answer = String::new();
    let mode = Mode::Run { solve: false };
    session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |event, _| {
        if let session::Event::Answer { answer: given, .. } = event {
            answer = given.to_string();
        }
    });
    assert!(sink.is_empty(), "{:?} in {text}", sink.diagnostics());
    answer
}

/// Returns a document of a walk in the canonical layout.
fn laid_out(text: &str) -> String {
    let source = Source::new("w.puzzle", text);
    let mut sink = Sink::new();
    let document = session::read_with(PLAIN, &source, true, &mut sink);
    session::format_with(PLAIN, &source, &document, &sink)
}

/// Boards in which spaces at the start of rows are cells. Those that all rows begin with are not.
const BOARDS: [&[&str]; 5] = [
    &["  P", " #G", "#"],
    &["P", " #G", "  "],
    &[" P#", "#  G"],
    &["P G"],
    &["   #P", "G", "  ##"],
];

#[test]
fn a_row_keeps_the_blank_cells_that_it_begins_with_however_it_is_written() {
    let kind = PLAIN.kind("walk").expect("it is registered");
    for rows in BOARDS {
        let expected = rows.join("\n").trim_end().to_owned();
        let lines = |indent: &str, end: &str| {
            rows.iter().flat_map(|row| [indent, row, end]).collect::<String>()
        };
        let trimmed = |text: &str| {
            text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
        };
        let declared = [
            format!("walk w {{\n{}}}", lines("", "\n")),
            format!("walk w {{\n{}}}", lines("    ", "\r\n")),
            format!("walk w {{\n{}}}", lines("  ", " // a cell\n")),
            format!("walk w {{ {} }}", rows.join(" / ")),
            format!("walk w {{    {} }}", rows.join(" /    ")),
        ];
        for text in &declared {
            assert_eq!(trimmed(&shown(text)), expected, "{text}");
            let laid = laid_out(text);
            assert_eq!(trimmed(&shown(laid.trim_end())), expected, "{text}:\n{laid}");
            assert_eq!(laid_out(&laid), laid);
        }
        let raw = [lines("", "\n"), lines("   ", "\r\n"), lines("\t", " // x\n")];
        for text in raw.iter().flat_map(|text| [text.clone(), format!("// raw\n\n{text}")]) {
            let source = Source::new("w.txt", text.as_str());
            let puzzle = kind.open(&Body::raw(&source), PLAIN, &mut Sink::new());
            let piece = puzzle.expect("sound").piece(&Budget::unlimited()).expect("cheap");
            assert_eq!(trimmed(&piece.body.join("\n")), expected, "{text}");
        }
    }
}

/// Returns the positions that the plain rules reach, each made the same as its representative.
fn reached<const ALIKE: bool>(walk: &Walk<ALIKE>) -> HashSet<At> {
    let mut reached = HashSet::new();
    let mut next = vec![walk.start];
    while let Some(at) = next.pop() {
        if reached.insert(walk.representative()(&at)) {
            next.extend(walk.legal(&at).into_iter().map(|(_, at)| at));
        }
    }
    reached
}

#[test]
fn a_graph_has_the_states_of_the_plain_rules_whatever_the_search_takes_together() {
    fn held<const ALIKE: bool>(kind: &'static Info) -> usize {
        let source = Source::new("w.txt", "P  #\n # #\n  G#\n");
        let body = Body::raw(&source);
        let walk = Walk::<ALIKE>::read(&body, &mut Out::new(&mut Sink::new())).expect("sound");
        let puzzle = kind.open(&body, PLAIN, &mut Sink::new()).expect("sound");
        let graph = puzzle.graph(1000, &Budget::unlimited()).expect("a graph");
        assert_eq!(graph.nodes.len(), reached(&walk).len());
        graph.nodes.len()
    }
    // Eight cells around a wall, each entered from two sides; the start looks right at first.
    assert_eq!(held::<false>(&TURNING), 17);
    assert_eq!(held::<true>(&ALIKE), 8);
}
