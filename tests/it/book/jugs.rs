//! A kind of the program that embeds the library: the page on the library shows it.

// ANCHOR: kind
use puzzled::diag::{Code, Diagnostic, Sink};
use puzzled::puzzle::moves::verbs::{self, Word};
use puzzled::puzzle::moves::{Metric, MoveGame, Moves, NoOwn, Positions};
use puzzled::puzzle::{Body, Failure, Info, Of, Out, Registry, Table, Unit, Verb};
use puzzled::scene::{Board, Cell, Drawing, Role, Scene};
use puzzled::search::{Budget, Explorer, Space, Stop};
use puzzled::syntax::Args;
use puzzled::table;
use puzzled::text::Span;

/// Jugs without marks, and the number of liters that one of them must hold. A pour fills the second
/// jug or empties the first.
#[derive(Clone, Debug)]
struct Jugs {
    sizes: Vec<u32>,
    goal: u32,
    place: Span,
    start: Vec<u32>,
}

/// From which jug to which, both from 1; 0 is the tap and the drain.
type Pour = (usize, usize);

static BAD_LINE: Code = Code::error("jugs::bad-line", "a line is not part of it", "Remove it.");
static DRY: Code = Code::error("jugs::dry", "a pour moves no water", "Pour from a full jug.");
static NEVER: Code = Code::warning("jugs::never", "it has no solution", "Change the goal.");

const VERBS: Table<Word> = table! {
    Word::Solve => Verb { usage: "solve", example: "solve\n", ..verbs::SOLVE },
    Word::Moves => Verb { example: "moves\n", ..verbs::MOVES },
    Word::Play => Verb { summary: "pours: `0 to 2; 2 to 1`", example: "play 0 to 1\n", ..verbs::PLAY },
    Word::Hint => Verb { example: "hint\n", ..verbs::HINT },
    Word::Step => Verb { example: "step\n", ..verbs::STEP },
};

static INFO: Info = Info {
    name: "jugs",
    summary: "jugs without marks that measure a number of liters",
    verbs: VERBS.verbs,
    codes: &[&BAD_LINE, &DRY, &NEVER],
    deep: &[&NEVER],
    example: "jugs small {\n  sizes 3 5\n  goal 4\n}\n",
    separator: Some("; "),
    ..Info::PLAIN
};

impl Jugs {
    /// Where a pour leads; `None` if it moves no water.
    fn after(&self, at: &[u32], (from, to): Pour) -> Option<Vec<u32>> {
        let held = |jug: usize| if jug == 0 { u32::MAX } else { at[jug - 1] };
        let room = |jug: usize| if jug == 0 { u32::MAX } else { self.sizes[jug - 1] - at[jug - 1] };
        let water = if from == to { 0 } else { held(from).min(room(to)) };
        let mut next = at.to_vec();
        if from > 0 {
            next[from - 1] -= water;
        }
        if to > 0 {
            next[to - 1] += water;
        }
        (water > 0).then_some(next)
    }

    fn successors_of(&self, at: &[u32]) -> Vec<(Pour, Vec<u32>)> {
        let jugs = self.sizes.len();
        let pours = (0..=jugs).flat_map(|from| (0..=jugs).map(move |to| (from, to)));
        pours.filter_map(|pour| Some((pour, self.after(at, pour)?))).collect()
    }
}

/// What the search of the library asks.
impl Space for Jugs {
    type State = Vec<u32>;
    type Move = Pour;

    fn starts(&self, out: &mut Vec<Vec<u32>>) {
        out.push(self.start.clone());
    }

    fn successors(&self, at: &Vec<u32>, out: &mut Vec<(Pour, Vec<u32>)>) {
        out.extend(self.successors_of(at));
    }

    fn is_goal(&self, at: &Vec<u32>) -> bool {
        at.contains(&self.goal)
    }
}

impl Positions for Jugs {
    type Position = Vec<u32>;
    type Step = Pour;

    fn position(&self, at: &Vec<u32>) -> Vec<u32> {
        at.clone()
    }

    fn step(&self, by: Pour) -> Pour {
        by
    }
}

impl MoveGame for Jugs {
    type Position = Vec<u32>;
    type Move = Pour;
    type Typed = (Pour, Span);
    type Own = NoOwn;
    type Engine = Explorer<Self>;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = VERBS;
    const METRICS: &'static [Metric<Pour>] =
        &[Metric { word: "pours", unit: Unit { one: "pour", many: "pours" }, ..Metric::MOVES }];
    const STATES: &'static str = "fillings";

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        let (mut sizes, mut start, mut goal) = (Vec::new(), Vec::new(), None);
        for line in body.lines() {
            let mut words = line.text.split_ascii_whitespace();
            let word = words.next();
            let numbers: Option<Vec<u32>> = words.map(|word| word.parse().ok()).collect();
            match (word, numbers.as_deref()) {
                (Some("sizes"), Some(all @ [_, ..])) => sizes = all.to_vec(),
                (Some("start"), Some(all @ [_, ..])) => start = all.to_vec(),
                (Some("goal"), Some(&[liters])) => goal = Some(liters),
                _ => {
                    let label = "expected `sizes`, `start` or `goal`, and numbers";
                    let message = "this line is not part of it";
                    out.push(Diagnostic::new(&BAD_LINE, line.span(), message, label));
                    return None;
                }
            }
        }
        start.resize(sizes.len(), 0);
        let fits = start.iter().zip(&sizes).all(|(held, size)| held <= size);
        if goal.is_none() || sizes.is_empty() || !fits {
            let message = "these are not jugs with a goal";
            let label = "expected the lines `sizes` and `goal`, and a `start` that fits";
            out.push(Diagnostic::new(&BAD_LINE, body.name, message, label));
            return None;
        }
        Some(Self { sizes, start, goal: goal?, place: body.name })
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<(Pour, Span)>> {
        let mut pours = Vec::new();
        while !args.is_empty() || pours.is_empty() {
            let from = args.expect_number("a jug", 0, 99, sink)? as usize;
            let place = args.before();
            if args.keyword("to").is_none() {
                args.reject("`to`", sink);
                return None;
            }
            // A semicolon between two pours may be left out.
            let text = args.expect_word("a jug", sink)?.text.trim_end_matches(';');
            let Ok(to) = text.parse() else {
                args.reject("a jug", sink);
                return None;
            };
            pours.push(((from, to), place.to(args.before())));
        }
        Some(pours)
    }

    fn start(&self) -> Vec<u32> {
        self.start.clone()
    }

    fn is_solved(&self, at: &Vec<u32>) -> bool {
        self.is_goal(at)
    }

    fn legal(&self, at: &Vec<u32>) -> Vec<(Pour, Vec<u32>)> {
        self.successors_of(at)
    }

    fn make(
        &self,
        at: &Vec<u32>,
        &((from, to), place): &(Pour, Span),
        _home: bool,
    ) -> Result<(Vec<u32>, Pour), Failure> {
        let there = from.max(to) <= self.sizes.len();
        let next = if there { self.after(at, (from, to)) } else { None };
        let next = next.ok_or_else(|| {
            let message = format!("`{from} to {to}` moves no water");
            Diagnostic::new(&DRY, place, message, "illegal now").help("`moves` lists the pours")
        })?;
        Ok((next, (from, to)))
    }

    fn move_text(&self, (from, to): &Pour) -> String {
        format!("{from} to {to}")
    }

    fn position_text(&self, at: &Vec<u32>) -> String {
        at.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
    }

    fn engine(&self, at: &Vec<u32>, _: usize, _: &Budget) -> Result<Explorer<Self>, Stop> {
        Ok(Explorer::new(Self { start: at.clone(), ..self.clone() }))
    }

    fn unsolvable(&self, verb: Option<Span>) -> Option<Diagnostic> {
        let message = format!("no jug ever holds {} liters", self.goal);
        Some(Diagnostic::new(&NEVER, verb.unwrap_or(self.place), message, "cannot be measured"))
    }

    fn declare(&self, at: &Vec<u32>) -> Option<Vec<String>> {
        let line = |word: &str, liters: &Vec<u32>| format!("{word} {}", self.position_text(liters));
        let goal = format!("goal {}", self.goal);
        Some(vec![line("sizes", &self.sizes), line("start", at), goal])
    }

    fn scene(&self, name: &str, at: &Vec<u32>, made: u64) -> Scene {
        let jug = |liters: &u32| {
            let role = if *liters == self.goal { Role::Goal } else { Role::Piece };
            Cell { text: liters.to_string(), role, ..Cell::default() }
        };
        let cells = at.iter().map(jug).collect();
        Scene {
            title: format!("{name} after {made} pours"),
            caption: format!("goal {} liters", self.goal),
            drawing: Drawing::Board(Board { rows: 1, columns: at.len(), cells, block: 0 }),
        }
    }
}

/// The shipped kinds could be listed beside it.
const KINDS: Registry = Registry(&[&Of::<Moves<Jugs>>::KIND]);
// ANCHOR_END: kind

/// The answers of a document of jugs, and the codes of its diagnostics.
fn run(text: &str) -> (Vec<String>, Vec<&'static str>) {
    use puzzled::session::{self, Event, Mode, Session};
    use puzzled::text::Source;

    let source = Source::new("own.puzzle", text);
    let (mut sink, mut session) = (Sink::new(), Session::with(KINDS));
    let document = session::read_with(KINDS, &source, true, &mut sink);
    let (mode, budget) = (Mode::Run { solve: true }, Budget::unlimited());
    let mut answers = Vec::new();
    session.run(&source, &document, mode, &budget, &mut sink, &mut |event, _| {
        if let Event::Answer { answer, .. } = event {
            answers.push(answer.to_string());
        }
    });
    (answers, sink.found().iter().map(|one| one.code.path).collect())
}

#[test]
fn a_kind_from_outside_answers_every_command_of_kinds_with_moves() {
    let jugs = "jugs j {\n  sizes 3 5\n  goal 4\n}\n";
    let (answers, found) = run(&format!("{jugs}solve\n"));
    let solution = "6\n0 to 2\n2 to 1\n1 to 0\n2 to 1\n0 to 2\n2 to 1";
    assert_eq!((&answers[..], &found[..]), (&[String::from(solution)][..], &[][..]));
    let commands = "play 0 to 1; 1 to 2\nhint\nmoves\nplay 1 to 2\nundo\nstep 3\n";
    let (answers, found) = run(&format!("{jugs}{commands}"));
    assert_eq!(found, ["jugs::dry"]);
    let moves = "0 to 1\n0 to 2\n2 to 0\n2 to 1";
    assert_eq!(answers[..4], ["0 3", "0 to 1", moves, "0 0"]);
    assert!(answers[4].starts_with("expanded 3 "), "{answers:?}");
    let (answers, found) = run("jugs even {\n  sizes 2 4\n  goal 3\n}\nsolve => unsolvable\n");
    assert_eq!((answers.len(), found), (1, Vec::new()));
    let (answers, found) = run("jugs even {\n  sizes 2 4\n  goal 3\n}\nsolve\n");
    assert_eq!((&answers[0][..], &found[..]), ("unsolvable", &["jugs::never"][..]));
    let (_, found) = run("jugs none {\n  size 2 4\n}\nsolve\nmatrix m {\n  1\n}\n");
    assert_eq!(found, ["jugs::bad-line", "document::unknown-kind"]);
}
