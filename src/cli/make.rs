//! `puzzled make`.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::args::Make;
use super::each::{ELSEWHERE, write_file};
use crate::diag::{Shown, Sink, counted};
use crate::host::{
    Console, Exit, Invocation, Limits, Links, LiveLine, RawOptions, Runner, checksum, in_order,
    open_document, shown,
};
use crate::kinds::KINDS;
use crate::puzzle::make::{Draw, Made, Maker, Wishes, order};
use crate::puzzle::{Answer, Body, Info};
use crate::search::Budget;
use crate::session;
use crate::syntax::{Key, Meta, Statement};
use crate::text::Source;

/// Seeds that are chosen for a call without one: few enough to be typed.
const SEEDS: u64 = 1_000_000;

/// A call that makes puzzles.
struct Making<'a> {
    console: &'a Console,
    args: &'a Make,
    kind: &'static Info,
    seed: u64,
    /// The puzzles of each class, the easiest first.
    batches: Vec<Batch>,
    /// The text of the call that makes the same puzzles.
    call: String,
    /// The forms of the puzzles that must not be made.
    avoided: BTreeSet<Vec<u64>>,
}

/// Puzzles of one difficulty. They are the same as those of a call for them alone.
struct Batch {
    maker: Box<dyn Maker>,
    /// The version and the wishes: they and the seed decide what an attempt does.
    order: String,
    /// The name of its puzzles, without their numbers.
    name: String,
    /// The class, if the call spans several.
    class: Option<String>,
    count: u64,
}

/// A puzzle that an attempt made.
struct Candidate {
    made: Made,
    attempt: u64,
}

/// The puzzles that were made so far.
#[derive(Default)]
struct Harvest {
    /// The number of puzzles that were printed.
    printed: u64,
    /// The forms of these.
    known: BTreeSet<Vec<u64>>,
    exit: Option<Exit>,
}

/// The puzzles of a batch that were made so far.
#[derive(Default)]
struct Progress {
    /// The number of puzzles that were printed.
    printed: u64,
    /// The first attempt for the next puzzle.
    since: u64,
    /// The nearest of the puzzles that do not fit.
    nearest: Option<Candidate>,
    /// The puzzles that would have fit, if they were not to be avoided.
    repeated: u64,
}

/// Makes puzzles and prints them as a document.
pub(super) fn make(console: &Console, args: &Make) -> Exit {
    let Some(kind) = KINDS.kind(&args.kind) else {
        return console.refuse(format!("unknown kind `{}`", Shown(&args.kind)));
    };
    let name = kind.name;
    let wishes = args.wishes();
    let Some(making) = kind.make else {
        return console.refuse(format!("{name} puzzles cannot be made"));
    };
    if let Err(message) = order(name, making, &wishes) {
        return console.refuse(message);
    }

    let mut avoided = BTreeSet::new();
    if let Err(exit) = avoid(console, args, kind, &mut avoided) {
        return exit;
    }

    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % SEEDS);
    let ending = match avoided.is_empty() {
        true => format!("-{seed}"),
        false => format!("-{seed}-avoid-{:04x}", digest(&avoided) >> 48),
    };

    // Of a range of classes, those that cannot be made with the other wishes are left out.
    let orders = wishes.by_class().into_iter();
    let orders: Vec<_> =
        orders.filter_map(|wishes| Some((order(name, making, &wishes).ok()?, wishes))).collect();
    let several = orders.len() as u64;
    let batch = |(at, (maker, wishes)): (u64, (Box<dyn Maker>, Wishes))| Batch {
        maker,
        order: format!("{} make {name} {wishes}", env!("CARGO_PKG_VERSION")),
        name: format!("{name}{}{ending}", wishes.name()),
        class: wishes.text("class").filter(|_| several > 1).map(str::to_owned),
        count: args.count / several + u64::from(at < args.count % several),
    };
    let batches = (0..).zip(orders).map(batch).filter(|batch| batch.count > 0).collect();

    let count = match args.count {
        1 => String::new(),
        count => format!(" --count {count}"),
    };
    let attempts = args.attempts.map_or_else(String::new, |most| format!(" --attempts {most}"));
    let avoid = names(&args.avoid);
    let given = format!("make {name} {wishes}");
    let call = format!("puzzled {} --seed {seed}{count}{attempts}{avoid}", given.trim_end());
    Making { console, args, kind, seed, batches, call, avoided }.run()
}

/// Returns a number that says which puzzles are avoided.
fn digest(avoided: &BTreeSet<Vec<u64>>) -> u64 {
    let forms: Vec<u8> = avoided.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    checksum(&forms)
}

/// Returns the options that avoid the puzzles of some paths, with a space before each. A name is that
/// of the file or folder alone, in one order, so that the spelling of the paths decides nothing.
fn names(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
        let name = shown(whole.file_name().map_or(path.as_path(), Path::new));
        let plain = |sign: char| sign.is_alphanumeric() || "-_.,:@%+=/".contains(sign);
        match name.chars().all(plain) {
            true => format!(" --avoid {name}"),
            // Shells take a text between apostrophes as it is.
            false => format!(" --avoid '{}'", name.replace('\'', r"'\''")),
        }
    };
    paths.iter().map(name).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Collects the forms of the puzzles of the kind that must not be made.
fn avoid(
    console: &Console,
    args: &Make,
    kind: &'static Info,
    avoided: &mut BTreeSet<Vec<u64>>,
) -> Result<(), Exit> {
    if args.avoid.is_empty() {
        return Ok(());
    }
    let (files, exit) = console.walk(&args.avoid);
    if exit != Exit::Fine {
        return Err(exit);
    }
    for file in files {
        let opened = open_document(&file, RawOptions::default());
        let opened = opened.map_err(|error| console.refuse(error))?;
        console.note(opened.reading.as_deref());
        let Some(source) = opened.source else { continue };
        let document = session::read(&source, true, &mut Sink::new());
        for statement in &document.statements {
            let Statement::Declaration(declaration) = statement else { continue };
            if declaration.kind_word(&source) == kind.name {
                let body = Body::of(source.text(), declaration);
                let puzzle = kind.open(&body, KINDS, &mut Sink::new());
                avoided.extend(puzzle.and_then(|puzzle| puzzle.canonical()));
            }
        }
    }
    Ok(())
}

impl Making<'_> {
    /// Makes the puzzles, batch by batch. Attempts run side by side, and their results are taken in
    /// order.
    fn run(&self) -> Exit {
        let console = self.console;
        let call = Invocation::begin(self.args.time, console);
        let line = console.live_line();
        let phase = format!("make {}", self.kind.name);
        let mut harvest = Harvest::default();
        let mut failures = String::new();

        for batch in &self.batches {
            let mut progress = Progress::default();
            // Each batch has a stop flag of its own, which is set when it has enough puzzles.
            let mut runner = Runner::of(&call, &Limits::default(), line);
            let ((), late) = runner.compute(&phase, |budget| {
                self.attempts(batch, budget, line, &mut progress, &mut harvest);
            });
            if let Some(exit) = harvest.exit {
                return exit;
            }
            if call.is_interrupted() && progress.printed < batch.count {
                if let Some(best) = progress.nearest.take().filter(|_| harvest.printed == 0) {
                    self.put(batch, &best, &mut progress, &mut harvest, true);
                }
                return Exit::Interrupted;
            }
            if progress.printed < batch.count {
                failures += &self.failure(batch, &progress, late);
                if late {
                    break;
                }
            }
        }

        if self.args.folder.is_some() && harvest.printed > 0 {
            console.say(&format!("puzzled: wrote {}\n", counted(harvest.printed, "file")));
        }
        console.say(&failures);
        if failures.is_empty() { Exit::Fine } else { Exit::Failed }
    }

    /// Runs attempts until there are enough puzzles, or the limit is reached.
    fn attempts(
        &self,
        batch: &Batch,
        budget: &Budget,
        line: Option<&LiveLine>,
        progress: &mut Progress,
        harvest: &mut Harvest,
    ) {
        let limit = self.args.attempts.unwrap_or_else(|| batch.maker.attempts());
        let enough = AtomicBool::new(false);
        let end = AtomicU64::new(limit);

        let mut next = 0;
        let read = || {
            let more = next < end.load(Ordering::Relaxed) && budget.rest().is_ok();
            more.then(|| {
                next += 1;
                next - 1
            })
        };
        let work = |attempt: u64| {
            let mut draw = Draw::of(&batch.order, self.seed, attempt);
            let silent = Budget { progress: None, ..budget.clone() };
            let mut made = batch.maker.attempt(&mut draw, &silent);
            if let Some(made) = &mut made {
                // Without the stop, the attempt might have ended with another puzzle.
                made.fits &= budget.rest().is_ok();
            }
            (attempt, made)
        };
        let write = |(attempt, made): (u64, Option<Made>)| {
            let more = made.is_none_or(|made| {
                let line = line.filter(|_| made.fits);
                line.inspect(|line| line.end());
                let more = self.take(batch, Candidate { made, attempt }, progress, harvest);
                line.inspect(|line| line.begin());
                end.store(progress.since.saturating_add(limit), Ordering::Relaxed);
                more
            });
            if !more {
                enough.store(true, Ordering::Relaxed);
                // The attempts that still run are not needed.
                budget.cancel.cancel();
            }
            if let Some(shown) = &budget.progress {
                shown.total.store(end.load(Ordering::Relaxed), Ordering::Relaxed);
                shown.done.store(attempt + 1, Ordering::Relaxed);
            }
            more
        };

        in_order(false, read, work, write);
    }

    /// Takes the result of an attempt. Returns whether more are wanted.
    fn take(
        &self,
        batch: &Batch,
        candidate: Candidate,
        progress: &mut Progress,
        harvest: &mut Harvest,
    ) -> bool {
        if !candidate.made.fits {
            let nearer = |best: &Candidate| candidate.made.distance < best.made.distance;
            if progress.nearest.as_ref().is_none_or(nearer) {
                progress.nearest = Some(candidate);
            }
            return true;
        }
        let source = Source::new("", self.text(batch, &candidate, progress, false));
        let document = session::read(&source, true, &mut Sink::new());
        let Some(Statement::Declaration(declaration)) = document.statements.first() else {
            unreachable!("a document that was made begins with a declaration");
        };
        let puzzle = self.kind.open(&Body::of(source.text(), declaration), KINDS, &mut Sink::new());
        let form = puzzle.expect("a puzzle that was made can be read").canonical();
        if let Some(form) = form
            && (self.avoided.contains(&form) || !harvest.known.insert(form))
        {
            progress.repeated += 1;
            return true;
        }
        progress.since = candidate.attempt + 1;
        self.put(batch, &candidate, progress, harvest, false) && progress.printed < batch.count
    }

    /// Prints a puzzle, or writes its file. Returns false if that failed.
    fn put(
        &self,
        batch: &Batch,
        candidate: &Candidate,
        progress: &mut Progress,
        harvest: &mut Harvest,
        interrupted: bool,
    ) -> bool {
        let text = self.text(batch, candidate, progress, interrupted);
        if let Some(folder) = &self.args.folder {
            let links = Links::below(folder, ELSEWHERE);
            let target = folder.join(format!("{}.puzzle", batch.next_name(progress)));
            let written = write_file(self.console, &links, &target, &text, self.args.force);
            if let Err(exit) = written {
                harvest.exit = Some(exit);
                return false;
            }
        } else {
            let between = if harvest.printed > 0 { "\n" } else { "" };
            self.console.print(&format!("{between}{text}"));
        }
        harvest.printed += 1;
        progress.printed += 1;
        true
    }

    /// Returns the document of a puzzle.
    fn text(
        &self,
        batch: &Batch,
        candidate: &Candidate,
        progress: &Progress,
        interrupted: bool,
    ) -> String {
        let Candidate { made, attempt } = candidate;

        let mut meta = Meta::default();
        meta.add(Key::Source, &format!("puzzled {}, attempt {attempt}", env!("CARGO_PKG_VERSION")));
        meta.add(Key::Note, &self.call);
        if !self.avoided.is_empty() {
            // Who runs the call again sees whether the files still hold the same puzzles.
            let avoided = counted(self.avoided.len() as u64, "other puzzle");
            let digest = digest(&self.avoided);
            meta.add(Key::Note, &format!("avoids {avoided} (digest {digest:016x})"));
        }
        for note in &made.notes {
            meta.add(Key::Note, note);
        }
        if interrupted {
            meta.add(Key::Note, "interrupted");
        }

        let mut text = format!("{meta}{} {} {{\n", self.kind.name, batch.next_name(progress));
        for line in &made.body {
            text += &format!("  {line}\n");
        }
        text += "}\n";
        for question in &made.questions {
            let answer = Answer::Text(question.answer.clone());
            text += &(session::stated(&question.command, &answer) + "\n");
        }
        text
    }

    /// Returns the message of a batch without enough puzzles: how far its attempts came.
    fn failure(&self, batch: &Batch, progress: &Progress, late: bool) -> String {
        let limit = self.args.attempts.unwrap_or_else(|| batch.maker.attempts());
        let end = match late {
            true => String::from("the time is over (`--time`)"),
            false => format!("no puzzle in {} (`--attempts`)", counted(limit, "attempt")),
        };
        let some = match (&batch.class, batch.count) {
            (Some(class), count) => {
                format!("; made {} of {count} of class {class}", progress.printed)
            }
            (None, 1) => String::new(),
            (None, count) => format!("; made {} of {count}", progress.printed),
        };
        let nearest = progress
            .nearest
            .as_ref()
            .map_or_else(String::new, |best| format!("; the nearest has {}", best.made.reached));
        let repeated = match progress.repeated {
            0 => String::new(),
            count => format!("; {} came again", counted(count, "puzzle")),
        };
        format!("puzzled: {end}{some}{nearest}{repeated}\n")
    }
}

impl Batch {
    /// Returns the name of the next puzzle. Numbers have as many digits as the last one, so that names
    /// sort in their order everywhere.
    fn next_name(&self, progress: &Progress) -> String {
        let Self { name, count, .. } = self;
        let digits = count.to_string().len();
        match count {
            1 => name.clone(),
            _ => format!("{name}-{:0digits$}", progress.printed + 1),
        }
    }
}
