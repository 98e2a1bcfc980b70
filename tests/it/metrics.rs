//! A kind with a move that costs nothing and a second metric that adds moves: what the contract
//! promises of metrics beyond what the shipped kinds ask for.

use puzzled::diag::{Code, Diagnostic, Sink};
use puzzled::puzzle::moves::verbs::Word;
use puzzled::puzzle::moves::{
    self, Metric, MoveGame, NoKindCommand, Particulars, Positions, Square, View, verbs,
};
use puzzled::puzzle::verdict::{Grade, Optimum, Question};
use puzzled::puzzle::{
    Answer, Board, Body, Depth, Directive, Failure, Info, Out, Prospect, Registry, Table, Unit,
    Verb,
};
use puzzled::scene::Role;
use puzzled::search::{Budget, Explorer, Space, Stop};
use puzzled::syntax::{Arg, Args, Fragment};
use puzzled::table;
use puzzled::text::{Source, Span};

static WRONG: Code = Code::error("lock::wrong", "not a lock", "Write two numbers.");

const VERBS: Table<Word> = table! {
    Word::Solve => Verb {
        args: &[Arg::Optional(&[Arg::Word(&["by"]), Arg::Word(&["strokes"])])],
        example: "solve\n",
        ..verbs::SOLVE
    },
    Word::Moves => Verb { example: "moves\n", ..verbs::MOVES },
    Word::Play => Verb { summary: "presses keys: `kp`", example: "play k\n", ..verbs::PLAY },
    Word::Hint => Verb { example: "hint\n", ..verbs::HINT },
};

static INFO: Info = Info {
    name: "lock",
    summary: "a number that a key unlocks for one push",
    verbs: VERBS.verbs,
    codes: &[&WRONG],
    example: "lock small { 0 3 }\n",
    separator: Some(""),
    states: "numbers",
    ..moves::info::<Lock>()
};

/// The number, and whether it is unlocked.
type At = (u32, bool);

/// `k` unlocks the number and costs nothing, `p` adds 1 to an unlocked one. Among strokes there is
/// also `j`, which adds 2 to a locked one.
#[derive(Clone, Copy, Debug)]
struct Lock {
    start: At,
    goal: u32,
    jumps: bool,
    place: Span,
}

const MOVES: [char; 3] = ['k', 'p', 'j'];

fn after((number, open): At, by: char) -> Option<At> {
    match (by, open) {
        ('k', false) => Some((number, true)),
        ('p', true) => Some((number + 1, false)),
        ('j', false) => Some((number + 2, false)),
        _ => None,
    }
}

impl Space for Lock {
    type State = At;
    type Move = char;

    fn starts(&self, out: &mut Vec<At>) {
        out.push(self.start);
    }

    fn successors(&self, at: &At, out: &mut Vec<(char, At)>) {
        let metric = &Self::METRICS[usize::from(self.jumps)];
        let able = MOVES.into_iter().filter(|by| at.0 <= self.goal && (metric.allows)(by));
        out.extend(able.filter_map(|by| Some((by, after(*at, by)?))));
    }

    fn is_goal(&self, at: &At) -> bool {
        self.is_solved(at)
    }
}

impl Positions for Lock {
    type Position = At;
    type Step = char;

    fn steps(&self, path: &[char]) -> Vec<char> {
        path.to_vec()
    }

    fn position(&self, at: &At, _: &[char]) -> At {
        *at
    }
}

impl MoveGame for Lock {
    type Position = At;
    type Move = char;
    type Typed = (char, Span);
    type Command = NoKindCommand;
    type Engine = Explorer<Self>;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = VERBS;
    const METRICS: &'static [Metric<char>] = &[
        Metric {
            word: "pushes",
            unit: Unit { singular: "push", plural: "pushes" },
            cost: |by| u64::from(*by == 'p'),
            allows: |by| *by != 'j',
        },
        Metric {
            word: "strokes",
            unit: Unit { singular: "stroke", plural: "strokes" },
            ..Metric::MOVES
        },
    ];
    const PARTICULARS: Particulars<Self> = Particulars { letters: "kpj", ..Particulars::PLAIN };

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        let numbers: Vec<u32> =
            body.text().split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [start, goal] = numbers[..] else {
            out.push(Diagnostic::new(&WRONG, body.name, "expected two numbers", "here"));
            return None;
        };
        Some(Self { start: (start, false), goal, jumps: false, place: body.name })
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<(char, Span)>> {
        let word = args.expect_word("keys", sink)?;
        Some(word.text.chars().map(|key| (key, word.span())).collect())
    }

    fn start(&self) -> At {
        self.start
    }

    fn is_solved(&self, at: &At) -> bool {
        *at == (self.goal, false)
    }

    fn legal(&self, at: &At) -> Vec<(char, At)> {
        MOVES.into_iter().filter_map(|by| Some((by, after(*at, by)?))).collect()
    }

    fn make(&self, at: &At, &(by, place): &(char, Span), _: bool) -> Result<(At, char), Failure> {
        let next = after(*at, by).map(|next| (next, by));
        next.ok_or_else(|| Box::new(Diagnostic::new(&WRONG, place, "nothing happens", "illegal")))
    }

    fn move_text(&self, by: &char) -> String {
        by.to_string()
    }

    fn view<'a>(&'a self, (number, open): &'a At) -> View<'a> {
        let text = format!("{number}{}", if *open { " open" } else { "" });
        View::new(vec![1], move |_| Square::new(text.clone(), Role::Piece))
    }

    fn engine(&self, at: &At, metric: usize, _: &Budget) -> Result<Box<Explorer<Self>>, Stop> {
        Ok(Box::new(Explorer::new(Self { start: *at, jumps: metric == 1, ..*self })))
    }

    fn unsolvable(&self, _at: &Self::Position, verb: Option<Span>) -> Option<Diagnostic> {
        let place = verb.unwrap_or(self.place);
        Some(Diagnostic::new(&WRONG, place, "the goal is never reached", "too far"))
    }

    fn declare(&self, _: &At) -> Option<Vec<String>> {
        None
    }
}

const KINDS: Registry = Registry(&[&INFO]);

fn open() -> Board {
    let source = Source::new("lock", "0 3");
    let kind = KINDS.kind("lock").expect("it is registered");
    kind.open(&Body::raw(&source), KINDS, &mut Sink::new()).expect("it is sound")
}

/// Returns the answer of a command, or what is wrong with it.
fn answer(puzzle: &mut Board, text: &str) -> Result<Answer, String> {
    let mut sink = Sink::new();
    let command = Fragment { text, start: 0 };
    let answer = puzzle.run(command, Depth::Run, &Budget::unlimited(), &mut sink);
    answer.ok_or_else(|| sink.diagnostics()[0].message.clone())
}

fn text(puzzle: &mut Board, command: &str) -> String {
    answer(puzzle, command).expect("an answer").to_string()
}

#[test]
fn each_metric_counts_its_own_moves_in_its_own_unit() {
    let mut puzzle = open();
    for (command, solution, summary) in
        [("solve", "3\nkpkpkp", "3 pushes"), ("solve by strokes", "3\nkpj", "3 strokes")]
    {
        let answer = answer(&mut puzzle, command).expect("an answer");
        assert_eq!((answer.to_string().as_str(), &*answer.summary()), (solution, summary));
    }
    assert_eq!(
        answer(&mut puzzle, "solve by stroke"),
        Err("expected `strokes`, found `stroke`".into())
    );
    let complete = |before| puzzle.complete(Fragment { text: before, start: 0 });
    assert_eq!(
        (complete("solve "), complete("solve by ")),
        (vec!["by".into()], vec!["strokes".into()])
    );
}

#[test]
fn another_solution_is_accepted_in_its_metric_alone() {
    let mut puzzle = open();
    for (command, expected, right) in [
        ("solve", "3\nkpj", false),
        ("solve", "3\nkpkpkp", true),
        ("solve by strokes", "3\njkp", true),
        ("solve by strokes", "6\nkpkpkp", false),
    ] {
        let question = Question { answer: expected, optimum: Optimum::Search, draw: None };
        let ruling =
            puzzle.verdict(command, &question, &Budget::unlimited()).expect("it has a goal");
        assert_eq!(ruling.grade == Grade::Right, right, "{command:?} {expected}");
    }
}

#[test]
fn a_move_that_costs_nothing_is_counted_nowhere_and_shown_everywhere() {
    let mut puzzle = open();
    assert_eq!(puzzle.film("x", &Budget::unlimited()).expect("a film").frames.len(), 7);
    let mut prospects = Vec::new();
    let play = puzzle.info().player().expect("it has moves");
    let mut moves = ["k", "p", "k", "p", "k", "p"].iter().map(|key| Directive::new(play).with(key));
    let mut hear = |prospect| {
        prospects.push(prospect);
        true
    };
    let looked = puzzle.prospects(&mut moves, &Budget::unlimited(), &mut hear);
    assert_eq!(looked, Ok(()));
    let near = [3, 2, 2, 1, 1, 0].map(|distance| Prospect::Legal { distance, nearer: true });
    assert_eq!(prospects, near);
    assert_eq!(puzzle.prompt(), "0 pushes");
    for (play, hint, prompt) in
        [("k", "p", "0 pushes"), ("p", "k", "1 push"), ("kpkp", "solved", "3 pushes, solved")]
    {
        text(&mut puzzle, &format!("play {play}"));
        assert_eq!((&*text(&mut puzzle, "hint"), &*puzzle.prompt()), (hint, prompt));
    }
    assert!(text(&mut puzzle, "status").ends_with("\npushes made 3"));
}

#[test]
fn only_letters_of_the_kind_are_offered() {
    let puzzle = open();
    let complete = |before| puzzle.complete(Fragment { text: before, start: 0 });
    assert_eq!(
        (complete("play "), complete("why not ")),
        (vec!["k".into(), "j".into()], vec!["p".to_owned()])
    );
}
