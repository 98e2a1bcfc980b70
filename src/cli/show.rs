//! `puzzled show`.

use std::io::Write;
use std::path::Path;

use super::args::{Print, Show};
use super::{data, sheet};
use crate::diag::{Severity, Sink, among, nearest};
use crate::host::read_file;
use crate::host::{Console, Exit, LiveLine};
use crate::host::{Limits, Timer};
use crate::kind::{KINDS, Kind, Puzzle, Verdict};
use crate::render::{self, Paint, picture, svg};
use crate::search::{Budget, Cancel};
use crate::session::{self, Mode, Session};

/// Diagnostics shown for a file.
const LIMIT: usize = 100;
/// Pictures of a film and of a strip unless `--frames` tells another number.
const FILM: u64 = 400;
const STRIP: u64 = 24;
/// States of a growth unless `--states` tells another number.
const GROWTH: u64 = 1_000_000;

/// A document that was followed to its end.
pub(super) struct Followed {
    /// Its puzzles.
    pub(super) session: Session,
    /// Whether it has errors.
    pub(super) failed: bool,
}

/// Reads a document and follows it as the checker does: every change of state, no search. Says
/// what is at least so severe.
///
/// # Errors
/// The exit code where it cannot be read; the reason has been said.
pub(super) fn follow(console: &Console, file: &Path, least: Severity) -> Result<Followed, Exit> {
    let source = match read_file(file) {
        Ok(source) => source,
        Err(error) => {
            console.say(&format!("puzzled: {error}\n"));
            return Err(Exit::Unusable);
        }
    };
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let mut session = Session::new();
    let mode = Mode::Check { solve: false };
    session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
    let found: Vec<_> = sink.take().into_iter().filter(|one| one.severity() >= least).collect();
    let failed = found.iter().any(|one| one.severity() == Severity::Error);
    console.report(&source, &found, LIMIT, false);
    Ok(Followed { session, failed })
}

impl Followed {
    /// The puzzle that is asked for, with its name: by default the one that commands would go to.
    ///
    /// # Errors
    /// The exit code where there is none; what there is has been said.
    pub(super) fn puzzle(
        &mut self,
        console: &Console,
        asked: Option<&str>,
    ) -> Result<(String, &mut (dyn Puzzle + 'static)), Exit> {
        let name = asked.or_else(|| self.session.focused()).map(String::from);
        if self.session.puzzle(name.as_deref()).is_none() {
            self.complain(console, asked, name.as_deref());
            return Err(if self.failed { Exit::Failed } else { Exit::Unusable });
        }
        let puzzle = self.session.puzzle(name.as_deref()).ok_or(Exit::Unusable)?;
        Ok((name.unwrap_or_else(|| String::from("puzzle")), puzzle))
    }

    /// Says that there is no such puzzle, and which there are.
    fn complain(&self, console: &Console, asked: Option<&str>, name: Option<&str>) {
        let entries = self.session.entries();
        let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let hint = match name.and_then(|name| nearest(name, names.iter().copied())) {
            Some(near) if asked != Some(near) => format!("did you mean `{near}`?"),
            _ if names.is_empty() => String::from("the file declares none"),
            _ => format!("the puzzles are {}", among(names)),
        };
        let what = asked.map_or_else(
            || String::from("there is no puzzle to show"),
            |name| format!("there is no puzzle `{name}` that could be shown"),
        );
        console.say(&format!("puzzled: {what}; {hint}\n"));
    }
}

/// Draws a puzzle in the state to which its document leads it, or what else is asked for.
pub(super) fn show(console: &Console, args: &Show) -> Exit {
    if args.sheet {
        return sheet::sheet(console, args);
    }
    let mut followed = match follow(console, &args.file, Severity::Advice) {
        Ok(followed) => followed,
        Err(exit) => return exit,
    };
    let failed = followed.failed;
    let asked = args.name.as_ref().map(|name| name.to_string_lossy());
    let drawn = followed
        .puzzle(console, asked.as_deref())
        .and_then(|(name, puzzle)| draw(console, args, &name, puzzle));
    match drawn {
        Err(exit) => exit,
        Ok(text) => {
            print(console, &text);
            if failed { Exit::Failed } else { Exit::Fine }
        }
    }
}

/// Writes to standard output. A reader that went away is no error of ours.
pub(super) fn print(console: &Console, text: &str) {
    let mut out = console.out();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// What is asked for, as it is printed.
fn draw(
    console: &Console,
    args: &Show,
    name: &str,
    puzzle: &mut dyn Puzzle,
) -> Result<String, Exit> {
    let plain = !(args.film || args.strip || args.growth || args.population || args.space_time);
    let format = match args.format {
        Some(format) => format,
        None if args.svg || !plain => Print::Svg,
        None => Print::Text,
    };
    let paint = console.paint();
    let paint = Paint { unicode: paint.unicode && !args.ascii, ..paint };
    if plain {
        let scene = puzzle.scene(name);
        return Ok(match format {
            Print::Text => picture(&scene, paint),
            Print::Svg => svg(&scene),
            Print::Json => render::scene_json(&scene),
        });
    }
    let mut limits = Limits::of(&args.spend, None);
    if args.growth && args.spend.states.is_none() {
        limits.states = GROWTH;
    }
    let cancel = Cancel::default();
    let watch = LiveLine::new(console.watched());
    let timer = Timer::new(limits.time, &cancel);
    let budget = limits.budget(&cancel, Some(watch.progress()));
    timer.begin();
    watch.begin();
    let drawn = if args.film || args.strip {
        solution(console, args, name, puzzle, (format, paint), &budget, &watch)
    } else {
        plotted(console, args, name, puzzle, format, &budget, &watch)
    };
    timer.end();
    drawn
}

/// A film or a strip.
fn solution(
    console: &Console,
    args: &Show,
    name: &str,
    puzzle: &mut dyn Puzzle,
    (format, paint): (Print, Paint),
    budget: &Budget,
    watch: &LiveLine,
) -> Result<String, Exit> {
    let found = puzzle.frames(name, budget);
    watch.end();
    let frames = found.map_err(|answer| {
        let advice = match answer.verdict {
            Verdict::GaveUp => "; --time, --states and --memory allow more",
            _ => "",
        };
        let text = answer.text.unwrap_or_default();
        console.say(&format!("puzzled: no film of `{name}`: {text}{advice}\n"));
        Exit::Failed
    })?;
    let most = args.frames.unwrap_or(if args.film { FILM } else { STRIP }) as usize;
    Ok(match format {
        Print::Svg if args.film => render::film(name, &frames, most),
        Print::Svg => render::strip(name, &frames, most),
        Print::Json => render::frames_json(&frames, most),
        Print::Text => {
            let chosen = render::sample(frames.len(), most);
            let one =
                |at: usize| format!("{}\n{}", frames[at].label, picture(&frames[at].scene, paint));
            chosen.into_iter().map(one).collect::<Vec<_>>().join("\n")
        }
    })
}

/// A growth, a population or a space-time diagram.
fn plotted(
    console: &Console,
    args: &Show,
    name: &str,
    puzzle: &mut dyn Puzzle,
    format: Print,
    budget: &Budget,
    watch: &LiveLine,
) -> Result<String, Exit> {
    let kind = puzzle.info().name;
    let missing = |what: &str, fitting: &[&str], instead: &str| {
        console.say(&format!(
            "puzzled: `{name}` is of kind {kind}, which has no {what}; {} {instead}\n",
            among(fitting.iter().copied())
        ));
        Exit::Unusable
    };
    if args.growth {
        let growth = puzzle.growth(budget);
        watch.end();
        let Some(growth) = growth else {
            let has = |kind: &&dyn Kind| kind.info().verbs.iter().any(|one| one.name == "frontier");
            let kinds: Vec<_> =
                KINDS.iter().copied().filter(has).map(|kind| kind.info().name).collect();
            return Err(missing("search that could grow", &kinds, "have one"));
        };
        if growth.states.is_empty() {
            console.say("puzzled: not even the first depth is within the budget; allow more with --states, --time or --memory\n");
            return Err(Exit::Failed);
        }
        if !growth.complete {
            let depth = growth.states.len() - 1;
            console.say(&format!(
                "puzzled: the budget ended the search behind depth {depth}; --states, --time and --memory allow more\n"
            ));
        }
        return Ok(match format {
            Print::Svg => render::growth(name, &growth),
            Print::Json => data::growth_json(name, &growth),
            Print::Text => data::growth_text(&growth),
        });
    }
    let life = puzzle.life(data::stretch(args), budget);
    watch.end();
    let Some(life) = life else {
        let what = if args.population { "population" } else { "space-time diagram" };
        return Err(missing(what, &["automaton"], "has one; --growth and --film are for others"));
    };
    if life.cut {
        console.say("puzzled: the budget ended before the last generation; --time, --states and --memory allow more\n");
    }
    if life.live.is_empty() {
        return Err(Exit::Failed);
    }
    Ok(match format {
        Print::Svg if args.population => render::population(name, &life),
        Print::Svg => render::space_time(name, &life),
        Print::Json => data::life_json(name, &life),
        Print::Text if args.population => data::population_text(&life),
        Print::Text => data::space_time_text(&life),
    })
}
