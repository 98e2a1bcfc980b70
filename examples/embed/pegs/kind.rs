//! Peg solitaire as a kind: reading, messages, texts, JSON and pictures. The rules are in `rules`.

use crate::rules::{Board, Jump, Position, is_peg};
use puzzled::diag::{Applicability, Code, Diagnostic, Fix, Sink};
use puzzled::puzzle::moves::verbs::{self, Word};
use puzzled::puzzle::moves::{
    self, Direction, Followed, Metric, MoveGame, NoKindCommand, PlainRules, Square, View,
};
use puzzled::puzzle::{
    Body, Failure, Field, Fields, Info, Json, JsonForm, Mark, Out, Part, Record, Table, Unit, Verb,
    mark_words,
};
use puzzled::scene::{Coordinate, Emphasis, Pointed, Role};
use puzzled::search::{Budget, Explorer, Stop};
use puzzled::syntax::{Arg, Args, Fragment, Line};
use puzzled::text::{Span, Spanned};

static BAD_BOARD: Code =
    Code::error("pegs::bad-board", "a faulty board", include_str!("codes/bad-board.md"));
static NO_FIELD: Code =
    Code::error("pegs::no-field", "a place outside the board", include_str!("codes/no-field.md"));
static ILLEGAL: Code =
    Code::error("pegs::illegal-jump", "an illegal jump", include_str!("codes/illegal-jump.md"));
static UNSOLVABLE: Code =
    Code::warning("pegs::unsolvable", "it has no solution", include_str!("codes/unsolvable.md"));

const VERBS: Table<Word> = puzzled::table! {
    Word::Solve => Verb {
        args: &[],
        summary: "finds jumps that leave one peg: their number, then the jumps",
        example: "solve => {\n  2\n  (0,0) right\n  (0,3) left\n}\n",
        ..verbs::SOLVE
    },
    Word::Moves => Verb { example: "moves => (0,0) right\n", ..verbs::MOVES },
    Word::Play => Verb {
        args: &[Arg::Rest { form: &[Arg::Repeat(&[Arg::Text("(R,C) DIRECTION")])], rule: "jumps" }],
        summary: "jumps: the place of a peg, and `up`, `left`, `right` or `down`",
        example: "play (0,0) right => ..oo\n",
        ..verbs::PLAY
    },
    Word::Hint => Verb { example: "hint => (0,0) right\n", ..verbs::HINT },
    Word::Paths => Verb { example: "paths 2 => {\n  (0,0) right\n}\n", ..verbs::PATHS },
    Word::Goals => Verb { example: "goals => (0,0) right; (0,3) left\n", ..verbs::GOALS },
    Word::Frontier => Verb { example: "step\nfrontier => (0,0) right ..oo\n", ..verbs::FRONTIER },
    Word::Step => Verb { example: "step => expanded 1 frontier 1 depth 1\n", ..verbs::STEP },
};

/// The kind.
pub static INFO: Info = Info {
    name: "pegs",
    summary: "peg solitaire: pegs that jump over each other until one is left",
    verbs: VERBS.verbs,
    codes: &[&BAD_BOARD, &NO_FIELD, &ILLEGAL, &UNSOLVABLE],
    deep: &[&UNSOLVABLE],
    example: "pegs little {\n  oo.o\n  goal (0,1)\n}\n",
    json: Some(&JsonForm { fields: &["rows", "goal"], read: read_fields }),
    separator: Some("; "),
    states: "positions",
    rest_marks: |_, args| mark_words(args, mark),
    ..moves::info::<Pegs>()
};

/// Returns the lines of a body from its fields in JSON: `"rows": ["oo.o"], "goal": [0, 1]`.
fn read_fields<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let is_cell = |sign| part(sign).is_some();
    let rows = fields.rows(record, "a row of `o`, `.`, `#` and spaces", is_cell)?;
    let mut body: Vec<String> = rows.into_iter().map(str::to_owned).collect();
    if let Some(goal) = fields.field(record, "goal") {
        body.push(format!("goal {}", fields.place(goal)?));
    }
    Some(body)
}

/// Returns the part of a board that a character draws.
fn part(sign: char) -> Option<Part> {
    match sign {
        ' ' | '#' => Some(Part::Void),
        'o' => Some(Part::Piece),
        '.' => Some(Part::Floor),
        _ => None,
    }
}

/// A board as it was declared.
#[derive(Clone, Debug, Default)]
pub struct Pegs {
    /// The rows as they were drawn, for the characters outside the board.
    rows: Vec<String>,
    board: Board,
    start: Position,
    place: Span,
}

/// A jump as it was typed.
type Typed = Spanned<(Spanned<Coordinate>, Direction)>;

/// Returns the message that a place is not on the board.
fn no_field(place: Spanned<Coordinate>) -> Diagnostic {
    let message = format!("there is no field at {}", place.value);
    Diagnostic::new(&NO_FIELD, place.span, message, "outside the board")
        .help("write (ROW,COLUMN), from 0, of a place that is drawn as `o` or `.`")
}

/// Returns the message about the character at `span`, which is not a cell.
fn bad_cell(span: Span, cell: char) -> Diagnostic {
    let message = format!("expected a cell, found `{cell}`");
    let diagnostic = Diagnostic::new(&BAD_BOARD, span, message, "not a cell")
        .help("write `o` for a peg, `.` for a hole, and `#` or a space outside the board");
    match cell {
        'O' | '0' | '*' => diagnostic.fix(Fix::replace(Applicability::Likely, span, "o")),
        _ => diagnostic,
    }
}

/// Reads `goal (R,C)`.
fn expect_goal(line: Line<'_>, sink: &mut Sink) -> Option<Spanned<Coordinate>> {
    let mut args = Args::new(line, line.span(), "goal (R,C)");
    args.word();
    args.expect_coordinate(sink).filter(|_| args.expect_end(sink))
}

/// Returns the mark of a word of a goal or of jumps; numbers and places have theirs already.
fn mark(word: Fragment<'_>) -> Option<Mark> {
    let part = Direction::from_word(word.text).map(|_| Part::Move);
    Some(Mark::new(word.span(), if word.text == "goal" { Part::Keyword } else { part? }))
}

impl Pegs {
    /// Reads a row of the board.
    fn expect_row(&mut self, line: Line<'_>, out: &mut Out<'_>) {
        let row = self.rows.len();
        for (column, (at, cell)) in line.text.char_indices().enumerate() {
            let span = line.part(at..at + cell.len_utf8()).span();
            let Some(part) = part(cell) else { return out.push(bad_cell(span, cell)) };
            out.mark(|marks| marks.push(Mark::new(span, part).cell(row, column)));
            if part != Part::Void {
                let field = self.board.fields.len();
                if field == 64 {
                    let message = "the board has more than 64 fields";
                    return out.push(Diagnostic::new(&BAD_BOARD, span, message, "the 65th field"));
                }
                self.start |= u64::from(part == Part::Piece) << field;
                self.board.fields.push(Coordinate::new(row as i32, column as i32));
            }
        }
        self.rows.push(line.text.to_owned());
    }

    /// Returns the sign that was drawn at a place.
    fn sign(&self, place: Coordinate) -> &str {
        let [row, column] = [place.row, place.column].map(|number| number as usize);
        &self.rows[row][column..=column]
    }

    /// Returns why the peg on a field cannot jump that way.
    fn reason(&self, at: Position, from: usize, direction: Direction) -> String {
        let place = |field: usize| self.board.fields[field];
        match [1, 2].map(|steps| self.board.near(from, direction, steps)) {
            _ if !is_peg(at, from) => format!("there is no peg at {}", place(from)),
            [Some(over), _] if !is_peg(at, over) => {
                format!("there is no peg to jump over at {}", place(over))
            }
            [Some(_), Some(to)] => format!("there is a peg at {} already", place(to)),
            _ => format!("the board ends {} of {}", direction.word(), place(from)),
        }
    }
}

impl MoveGame for Pegs {
    type Position = Position;
    type Move = Jump;
    type Typed = Typed;
    type Command = NoKindCommand;
    type Engine = Explorer<PlainRules<Self>>;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = VERBS;
    const METRICS: &'static [Metric<Jump>] = &[Metric {
        word: "jumps",
        unit: Unit { singular: "jump", plural: "jumps" },
        ..Metric::MOVES
    }];

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        let mut pegs = Self { place: body.name, ..Self::default() };
        let mut goal = None;
        let faults = out.len();
        for line in body.lines().into_iter().filter(|line| !line.is_blank()) {
            if let Some(Spanned { span, .. }) = goal {
                let message = "unexpected line after the goal";
                let fault = Diagnostic::new(&BAD_BOARD, line.span(), message, "unexpected");
                out.push(fault.also(span, "the goal").help("move the line up, or remove it"));
            } else if line.text.split_ascii_whitespace().next() == Some("goal") {
                out.mark(|marks| marks.extend(mark_words(line, mark)));
                goal = Some(expect_goal(line, out)?);
            } else {
                pegs.expect_row(line, out);
            }
        }
        if pegs.start == 0 && out.len() == faults {
            let fault = Diagnostic::new(&BAD_BOARD, body.name, "this board has no peg", "here");
            out.push(fault.help("draw rows of `o` (a peg) and `.` (a hole)"));
        }
        if let Some(goal) = goal.filter(|_| out.len() == faults) {
            (pegs.board.goal, pegs.place) = (pegs.board.field(goal.value), goal.span);
            pegs.board.goal.is_none().then(|| out.push(no_field(goal)));
        }
        pegs.board.find_jumps();
        (out.len() == faults).then_some(pegs)
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
        let usage = args.usage();
        moves::expect_words(&INFO, args, "a jump", sink, |word, sink| {
            let mut args = Args::new(word, word.span(), usage);
            let from = args.expect_coordinate(sink)?;
            let Some(direction) = args.peek().and_then(|word| Direction::from_word(word.text))
            else {
                args.reject("`up`, `left`, `right` or `down`", sink);
                return None;
            };
            args.word();
            args.expect_end(sink).then_some((from, direction))
        })
    }

    fn start(&self) -> Position {
        self.start
    }

    fn is_solved(&self, &at: &Position) -> bool {
        self.board.is_solved(at)
    }

    fn legal(&self, &at: &Position) -> Vec<(Jump, Position)> {
        self.board.legal(at).collect()
    }

    fn make(&self, &at: &Position, typed: &Typed, _: bool) -> Result<(Position, Jump), Failure> {
        let (place, direction) = typed.value;
        let from = self.board.field(place.value).ok_or_else(|| no_field(place))?;
        let mut jumps = self.board.legal(at).filter(|(jump, _)| jump.from == from);
        if let Some((jump, next)) = jumps.clone().find(|(jump, _)| jump.direction == direction) {
            return Ok((next, jump));
        }
        let reason = self.reason(at, from, direction);
        let fault = Diagnostic::new(&ILLEGAL, typed.span, reason, "illegal now")
            .help("`moves` lists the legal jumps");
        Err(Box::new(match (jumps.next(), jumps.next()) {
            (Some((only, _)), None) => fault.did_you_mean(typed.span, &self.move_text(&only)),
            _ => fault,
        }))
    }

    fn move_text(&self, by: &Jump) -> String {
        format!("{} {}", self.board.fields[by.from], by.direction.word())
    }

    fn view<'a>(&'a self, &at: &'a Position) -> View<'a> {
        let goal = self.board.goal.map(|goal| self.board.fields[goal]);
        let cell = move |place: Coordinate| {
            let goal = goal == Some(place);
            match self.board.field(place) {
                Some(field) if is_peg(at, field) => {
                    Square { name: "peg", goal, ..Square::new("o", Role::Piece) }
                }
                Some(_) => Square { name: "hole", goal, ..Square::new(".", Role::Floor) },
                None => Square::unlabeled(self.sign(place), " ", Role::Void),
            }
        };
        View {
            between: "",
            apart: "",
            void: Some(" "),
            title: format!("{} pegs", at.count_ones()),
            ..View::new(self.rows.iter().map(String::len).collect(), cell)
        }
    }

    fn engine(&self, at: &Position, _: usize, _: &Budget) -> Result<Box<Self::Engine>, Stop> {
        Ok(PlainRules::engine(self, at))
    }

    fn unsolvable(&self, _at: &Self::Position, verb: Option<Span>) -> Option<Diagnostic> {
        let goal = self.board.goal.map(|goal| format!(" at {}", self.board.fields[goal]));
        let message = format!("no jumps leave one peg{}", goal.unwrap_or_default());
        Some(Diagnostic::new(&UNSOLVABLE, verb.unwrap_or(self.place), message, "cannot be reached"))
    }

    fn declare(&self, at: &Position) -> Option<Vec<String>> {
        let goal = self.board.goal.map(|goal| format!("goal {}", self.board.fields[goal]));
        Some(self.view(at).lines("").into_iter().chain(goal).collect())
    }

    fn fields(&self, at: &Position) -> Vec<Field> {
        let goal = self.board.goal.map(|goal| self.board.fields[goal]);
        let goal = goal.map(|goal| Field::new("goal", Json::place(goal)));
        let rows = Field::new("rows", Json::texts(self.view(at).lines("")));
        std::iter::once(rows).chain(goal).collect()
    }

    fn point(&self, followed: Followed<'_, Self>) -> Result<Pointed, Failure> {
        let place = |field: usize| self.board.fields[field];
        let pointed = |by: Jump| [(place(by.from), Emphasis::Way), (place(by.to), Emphasis::Focus)];
        Ok(followed.last.into_iter().flat_map(pointed).collect())
    }
}
