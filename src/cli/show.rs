//! `puzzled show`.

use super::args::{Print, Show};
use super::data;
use super::each::{Each, Files, is_second_file, one_only, paths, say_which};
use super::open::open;
use crate::diag::{Severity, Shown, Sink, among, clip, nearest};
use crate::host::{Console, Exit, InputFile, RawOptions, Runner, Step, full, pasted_dash};
use crate::kinds::{KINDS, automaton};
use crate::puzzle::{Board, Verdict};
use crate::render::{self, Paint, one_line, picture, svg};
use crate::scene::{Frame, Scene};
use crate::search::Budget;
use crate::session::{self, Entry, Event, Mode, Session};
use crate::syntax::Fragment;
use crate::text::Source;

/// Diagnostics shown for a file.
const LIMIT: usize = 100;
/// Pictures of a film and of a strip unless `--frames` says another number.
const FILM: u64 = 400;
const STRIP: u64 = 24;
/// States of a growth unless `--states` says another number.
const GROWTH: u64 = 1_000_000;

/// A document that was followed to its end.
pub(super) struct Followed {
    /// Its puzzles.
    pub(super) session: Session,
    /// True if it has errors.
    pub(super) failed: bool,
}

/// Reads a document and follows it as the checker does: every change of state, no search. Shows
/// diagnostics of severity `least` and above.
///
/// # Errors
/// The exit code if it cannot be read; the reason has been reported.
pub(super) fn follow<'a>(
    console: &Console,
    file: impl Into<InputFile<'a>>,
    raw: RawOptions<'_>,
    least: Severity,
    runner: &mut Runner,
) -> Result<Followed, Exit> {
    let (source, unsound) = open(console, file, raw)?;
    let followed = follow_source(console, &source, Some(least), runner)?;
    Ok(Followed { failed: followed.failed || unsound, ..followed })
}

/// Follows a document that was read before, like [`follow`]. Without `least` no diagnostic is
/// shown.
///
/// # Errors
/// The exit code if its puzzles alone need more memory than the limit.
pub(super) fn follow_source(
    console: &Console,
    source: &Source,
    least: Option<Severity>,
    runner: &mut Runner,
) -> Result<Followed, Exit> {
    let mut sink = Sink::new();
    let document = session::read(source, true, &mut sink);
    let mut session = Session::new();
    let mode = Mode::Check { solve: false };
    let mut diagnostics = Vec::new();
    let mut failed = false;

    runner.run(&mut session, source, &document, mode, &mut sink, &mut |step| match step {
        Step::Diagnostics(mut more) => diagnostics.append(&mut more),
        Step::Event { event: Event::Done, late: true } => failed = true,
        Step::Event { .. } => {}
    });

    if failed {
        console.say(
            "puzzled: stopped at the limit before the end of the document; raise --time or \
             --total-time\n",
        );
    }
    failed |= runner.errors > 0;
    if let Some(least) = least {
        diagnostics.retain(|diagnostic| diagnostic.severity() >= least);
        console.report(source, &diagnostics, LIMIT, false);
    }
    if session.is_full() {
        return Err(console.refuse(full(source.name(), runner.budget().bytes)));
    }
    declared_again(&mut session);
    Ok(Followed { session, failed })
}

/// Takes the puzzles with open questions back to their start: the states after it may answer them.
fn declared_again(session: &mut Session) {
    for Entry { name, .. } in session.entries() {
        if session.withholds(Some(&name))
            && let Some(puzzle) = session.puzzle(Some(&name))
        {
            puzzle.reset();
        }
    }
}

/// Refuses a call whose output would answer an open question about a puzzle (by default the one in
/// focus).
///
/// # Errors
/// The exit code if there is such a question.
pub(super) fn refuse_withheld(
    console: &Console,
    session: &Session,
    name: Option<&str>,
) -> Result<(), Exit> {
    if !session.withholds(name) {
        return Ok(());
    }
    let name = Shown(name.or(session.focused()).unwrap_or_default());
    Err(console.refuse(format!("`{name}` has an open question: its answers are withheld")))
}

/// The names of a puzzle.
#[derive(Debug)]
pub(super) struct Names {
    /// Its name in the document.
    pub(super) name: String,
    /// Its title for readers, if it has one.
    pub(super) title: Option<String>,
}

impl Names {
    /// Returns what pictures call it: the title, or else the name.
    fn heading(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }
}

impl Followed {
    /// Returns the puzzle that is asked for, with its name and its title; by default, the one that
    /// commands would go to.
    ///
    /// # Errors
    /// The exit code if there is none; the existing puzzles have been listed.
    pub(super) fn puzzle(
        &mut self,
        console: &Console,
        requested: Option<&str>,
    ) -> Result<(Names, &mut Board), Exit> {
        let name = requested.or_else(|| self.session.focused()).map(String::from);
        if self.session.puzzle(name.as_deref()).is_none() {
            let entries = &self.session.entries();
            let counts = name.as_deref();
            let act = "show";
            let done = "shown";
            let failed = self.failed;
            return Err(NoPuzzle { entries, requested, counts, act, done, failed }.report(console));
        }
        let title = self.session.meta(name.as_deref()).title();
        let puzzle = self.session.puzzle(name.as_deref()).ok_or(Exit::Unusable)?;
        Ok((Names { name: name.unwrap_or_else(|| String::from("puzzle")), title }, puzzle))
    }
}

/// A document that does not have the puzzle that was asked for.
pub(super) struct NoPuzzle<'a> {
    /// The puzzles that it has.
    pub(super) entries: &'a [Entry],
    /// The name that was asked for, and the one that counts without it.
    pub(super) requested: Option<&'a str>,
    pub(super) counts: Option<&'a str>,
    /// The intended use of the puzzle: a verb, and its participle.
    pub(super) act: &'a str,
    pub(super) done: &'a str,
    /// Set if the document has errors.
    pub(super) failed: bool,
}

impl NoPuzzle<'_> {
    /// Reports it, and which puzzles there are.
    pub(super) fn report(self, console: &Console) -> Exit {
        let Self { entries, requested, counts, act, done, failed } = self;
        let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let dash = requested.and_then(pasted_dash);
        let hint = match counts.and_then(|name| nearest(name, names.iter().copied())) {
            _ if dash.is_some() => dash.unwrap_or_default(),
            Some(near) if requested != Some(near) => format!("did you mean `{near}`?"),
            _ if names.is_empty() => String::from("the file declares none"),
            _ => format!("the puzzles are {}", among(names)),
        };
        let what = match requested {
            None => format!("there is no puzzle to {act}"),
            Some(name) => {
                let is_declared = entries.iter().any(|entry| entry.name == name);
                let tail =
                    if is_declared { format!(" that could be {done}") } else { String::new() };
                format!("there is no puzzle `{}`{tail}", one_line(&clip(name)))
            }
        };
        console.say(&format!("puzzled: {what}; {hint}\n"));
        if failed { Exit::Failed } else { Exit::Unusable }
    }
}

/// Draws a puzzle as its document leaves it, or prints what else is asked for.
pub(super) fn show(console: &Console, args: &Show) -> Exit {
    let (mut limits, call) = args.limits.begin(None, console);
    if args.growth && args.limits.spend.states.is_none() {
        limits.states = GROWTH;
    }

    let ending = match format(args) {
        Print::Text => "txt",
        Print::Svg => "svg",
        Print::Json => "json",
    };
    let exit = match Files::of(console, &args.out, ending) {
        Some(files) => {
            let raw = args.goal.raw_options(args.kind.as_deref());
            write_each(console, args, &Each { console, raw, limits: &limits, call: &call }, files)
        }
        None if args.file.is_dir()
            || !args.more.is_empty()
            || is_second_file(args.name.as_deref()) =>
        {
            let also = ", and `puzzled sheet` prints all of them on pages";
            one_only(console, &args.file, "the picture", also)
        }
        None => {
            let mut runner = Runner::of(&call, &limits, console.live_line());
            shown(console, args, &mut runner).unwrap_or_else(|exit| exit)
        }
    };
    call.exit(exit, console)
}

/// Writes a file for each puzzle of the files and folders.
fn write_each(console: &Console, args: &Show, each: &Each<'_>, mut files: Files<'_>) -> Exit {
    let paths = paths(&args.file, args.name.clone(), &args.more);
    // A file has no colors and no window.
    let paint = Paint { unicode: !args.ascii, ..Paint::default() };
    let exit = each.treat(&paths, &mut |file, session, entry, runner| {
        if args.finds() {
            refuse_withheld(console, session, Some(&entry.name))?;
        }
        let names = Names { name: entry.name.clone(), title: entry.meta.title() };
        let Some(puzzle) = session.puzzle(Some(&entry.name)) else { return Ok(()) };
        let text = draw(console, args, paint, &names, puzzle, runner)?;
        files.write(file, &entry.name, &text)
    });
    files.finish(exit)
}

fn shown(console: &Console, args: &Show, runner: &mut Runner) -> Result<Exit, Exit> {
    let raw = args.goal.raw_options(args.kind.as_deref());
    let mut followed = follow(console, &args.file, raw, Severity::Advice, runner)?;
    let failed = followed.failed;
    let requested = match &args.name {
        Some(name) => Some(name.to_string_lossy().into_owned()),
        None if args.growth => first_growing(&mut followed.session),
        None => None,
    };
    if args.finds() {
        refuse_withheld(console, &followed.session, requested.as_deref())?;
    }
    let count = followed.session.entries().len();
    let (names, puzzle) = followed.puzzle(console, requested.as_deref())?;
    if args.name.is_none() {
        say_which(console, &names.name, count, "--out DIR");
    }
    let paint = console.paint();
    let paint = Paint { unicode: paint.unicode && !args.ascii, ..paint };
    console.print_painted(&draw(console, args, paint, &names, puzzle, runner)?);
    Ok(if failed { Exit::Failed } else { Exit::Fine })
}

/// Returns the name of the first puzzle that has a growth. Documents often end with small special
/// cases, of which a growth shows next to nothing.
fn first_growing(session: &mut Session) -> Option<String> {
    let budget = Budget::unlimited().with_states(1);
    let mut names = session.entries().into_iter().map(|entry| entry.name);
    names.find(|name| {
        session.puzzle(Some(name)).is_some_and(|puzzle| puzzle.growth(&budget).is_some())
    })
}

impl Show {
    /// Returns whether more is asked for than a picture of a state.
    fn solves(&self) -> bool {
        self.film || self.strip || self.growth || self.population || self.space_time
    }

    /// Returns whether the picture can answer an open question.
    fn finds(&self) -> bool {
        self.solves() || self.ask.is_some()
    }
}

/// Returns the format of the output.
fn format(args: &Show) -> Print {
    let default = if args.svg || args.solves() { Print::Svg } else { Print::Text };
    args.format.unwrap_or(default)
}

/// Returns the requested output as text.
fn draw(
    console: &Console,
    args: &Show,
    paint: Paint,
    names: &Names,
    puzzle: &mut Board,
    runner: &mut Runner,
) -> Result<String, Exit> {
    let format = format(args);
    if !args.solves() {
        let scene = match &args.ask {
            Some(question) => pointed(console, question, names, puzzle, runner)?,
            None => puzzle.scene(&names.name),
        };
        let mut scene = scene.titled(names.title.as_deref());
        if args.no_pencil_marks {
            scene = scene.without_pencil_marks();
        }
        return Ok(match format {
            Print::Text => picture(&scene, paint),
            Print::Svg => svg(&scene),
            Print::Json => render::scene_json(&scene),
        });
    }
    if args.film || args.strip {
        solution(console, args, names, puzzle, format, paint, runner)
    } else {
        plotted(console, args, names, puzzle, format, runner)
    }
}

/// Returns the picture that points at the answer to a question.
fn pointed(
    console: &Console,
    question: &str,
    names: &Names,
    puzzle: &mut Board,
    runner: &mut Runner,
) -> Result<Scene, Exit> {
    let source = Source::new("--ask", question);
    let mut sink = Sink::new();
    let text = Fragment { text: source.text(), start: 0 };
    let (scene, _) =
        runner.compute("draw", |budget| puzzle.point(&names.name, text, budget, &mut sink));
    console.report(&source, sink.diagnostics(), LIMIT, false);
    scene.ok_or_else(|| {
        if sink.is_empty() {
            let name = Shown(&names.name);
            console.say(&format!("puzzled: there is nothing to point at in `{name}`\n"));
        }
        Exit::Failed
    })
}

/// Returns a film or a strip.
fn solution(
    console: &Console,
    args: &Show,
    names: &Names,
    puzzle: &mut Board,
    format: Print,
    paint: Paint,
    runner: &mut Runner,
) -> Result<String, Exit> {
    let name = &names.name;
    let (film, _) = runner.compute("solve", |budget| puzzle.film(name, budget));
    let mut film = film.map_err(|answer| {
        let advice = match answer.verdict() {
            Verdict::GaveUp => "; raise --time, --states or --memory",
            _ => "",
        };
        let name = Shown(name);
        console.say(&format!("puzzled: no film of `{name}`: {answer}{advice}\n"));
        Exit::Failed
    })?;
    let most = args.frames.unwrap_or(if args.film { FILM } else { STRIP }) as usize;
    if format == Print::Svg {
        names.heading().clone_into(&mut film.name);
    }
    Ok(match format {
        Print::Svg if args.film => render::film(&film, most),
        Print::Svg => render::strip(&film, most),
        Print::Json => render::film_json(&film, most),
        Print::Text => {
            let drawn = |shown: &Frame| render::frame(&shown.label, shown, paint);
            film.shown(most).into_iter().map(drawn).collect::<Vec<_>>().join("\n")
        }
    })
}

/// Returns the names of the kinds whose example satisfies `has`.
fn kinds_with(has: &mut dyn FnMut(&mut Board, &Budget) -> bool) -> Vec<&'static str> {
    let budget = Budget::unlimited().with_states(1000);
    let kinds = KINDS
        .iter()
        .filter(|kind| kind.opened_example().is_some_and(|mut puzzle| has(&mut puzzle, &budget)));
    kinds.map(|kind| kind.name).collect()
}

/// Returns a growth, a population or a space-time diagram.
fn plotted(
    console: &Console,
    args: &Show,
    names: &Names,
    puzzle: &mut Board,
    format: Print,
    runner: &mut Runner,
) -> Result<String, Exit> {
    let name = names.name.as_str();
    let heading = names.heading();
    let kind = puzzle.info().name;

    let missing = |what: &str, fitting: &[&str], instead: &str| {
        let fitting = among(fitting.iter().copied());
        let name = Shown(name);
        console
            .refuse(format!("`{name}` is of kind {kind}, which has no {what}; {fitting} {instead}"))
    };

    if args.growth {
        let (growth, _) = runner.compute("growth", |budget| puzzle.growth(budget));
        let Some(growth) = growth else {
            let kinds = kinds_with(&mut |puzzle, budget| puzzle.growth(budget).is_some());
            return Err(missing("breadth-first search", &kinds, "have one"));
        };
        if growth.states.is_empty() {
            console.say("puzzled: stopped at the limit before the first depth; raise --states, --time or --memory\n");
            return Err(Exit::Failed);
        }
        if !growth.complete {
            let depth = growth.states.len() - 1;
            console.say(&format!(
                "puzzled: stopped at the limit after depth {depth}; raise --states, --time or --memory\n"
            ));
        }
        return Ok(match format {
            Print::Svg => render::growth(heading, &growth),
            Print::Json => data::growth_json(name, &growth),
            Print::Text => data::growth_text(&growth),
        });
    }

    let (life, _) = runner
        .compute("generations", |budget| automaton::life(puzzle, data::stretch(args), budget));
    let Some(life) = life else {
        let what = if args.population { "population" } else { "space-time diagram" };
        let kinds = kinds_with(&mut |puzzle, budget| {
            automaton::life(puzzle, data::stretch(args), budget).is_some()
        });
        return Err(missing(what, &kinds, "has one; --growth and --film are for others"));
    };

    if life.cut {
        console.say("puzzled: stopped at the limit before the last generation; raise --time, --states or --memory\n");
    }
    if life.live.is_empty() {
        return Err(Exit::Failed);
    }
    Ok(match format {
        Print::Svg if args.population => render::population(heading, &life),
        Print::Svg if args.generations.is_none() => {
            render::space_time(heading, &life.up_to_cycle())
        }
        Print::Svg => render::space_time(heading, &life),
        Print::Json => data::life_json(name, &life),
        Print::Text if args.population => data::population_text(&life),
        Print::Text => data::space_time_text(&life),
    })
}
