//! `puzzled verify --kattis`: an output validator of the ICPC problem package format.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::super::args::Verify;
use crate::host::{Console, Exit, Runner, create, read_file, replace};
use crate::kinds::KINDS;
use crate::puzzle::Input;
use crate::puzzle::verdict::given::is_unsolvable;
use crate::puzzle::verdict::{Grade, Measure, Optimum, Ruling, judge_raw};
use crate::render::svg;

/// Time for a search without `--time`.
const SEARCH: Duration = Duration::from_secs(50);

/// Judges the output of a team.
pub(super) fn verify(console: &Console, args: &Verify) -> Exit {
    let (limits, call) = args.limits.begin(Some(SEARCH), console);
    let mut runner = Runner::of_list(&call, &limits, None);
    let exit = judged(console, args, &mut runner).unwrap_or_else(|exit| exit);
    call.exit(exit, console)
}

fn judged(console: &Console, args: &Verify, runner: &mut Runner) -> Result<Exit, Exit> {
    let [input, right, folder] = &args.paths[..] else {
        return Err(console.refuse("expected INPUT, ANSWER and FEEDBACK_DIR after `--kattis`"));
    };
    let kind = args.kind.as_deref().and_then(|name| KINDS.kind(name)).ok_or(Exit::Unusable)?;
    let read = |path: &Path| read_file(path).map_err(|error| console.refuse(error));
    let (source, right, team) = (read(input)?, read(right)?, read(Path::new("-"))?);
    let input = Input { source: &source, goal: args.goal.label.as_deref() };
    let mut judge = |answer: &str, optimum| {
        let measure = Measure { optimum, ..args.measure() };
        let judge = |budget: &_| judge_raw(kind, KINDS, input, answer, measure, budget);
        let judged = runner.compute(kind.info().name, judge).0;
        judged.map_err(|reason| console.refuse(format!("cannot read the puzzle: {reason}")))
    };
    let optimum = match right.text().trim() {
        "" => args.measure().optimum,
        claim if is_unsolvable(claim) => Optimum::Known(None),
        _ => match judge(right.text(), Optimum::Ignore)? {
            Ruling { grade: Grade::Right, moves: Some(moves), .. } => Optimum::Known(Some(moves)),
            Ruling { grade: Grade::Right, .. } => args.measure().optimum,
            Ruling { grade: Grade::Unknown, reason, .. } => {
                console.say(&format!("puzzled: the answer of the judge: {reason}\n"));
                return Err(Exit::Failed);
            }
            Ruling { reason, .. } => {
                return Err(console.refuse(format!("the answer of the judge is wrong: {reason}")));
            }
        },
    };
    let ruling = judge(team.text(), optimum)?;
    let beats = match optimum {
        Optimum::Known(Some(length)) => ruling.moves.is_some_and(|moves| moves < length),
        Optimum::Known(None) => !is_unsolvable(team.text()),
        _ => false,
    };
    if beats && ruling.grade == Grade::Right {
        return Err(console.refuse(format!("the team beats the judge: {}", ruling.reason)));
    }
    write(console, args, folder, &ruling)?;
    Ok(match ruling.grade {
        Grade::Unknown => Exit::Failed,
        _ if ruling.passes(args.any_length) => Exit::Accepted,
        _ => Exit::Rejected,
    })
}

/// Writes the verdict and the picture into the folder of the judge.
fn write(console: &Console, args: &Verify, folder: &Path, ruling: &Ruling) -> Result<(), Exit> {
    let message = format!("{}: {}\n", ruling.grade.word(), ruling.reason);
    let picture = ruling.scene.as_ref().map(|scene| svg(scene));
    let readers = if args.tell_team { &["judge", "team"][..] } else { &["judge"] };
    for reader in readers {
        let file = |what: &str| -> PathBuf { folder.join(format!("{reader}{what}")) };
        put(console, &file("message.txt"), message.as_bytes())?;
        if let Some(picture) = &picture {
            put(console, &file("image.svg"), picture.as_bytes())?;
        }
    }
    Ok(())
}

/// Writes a file, in place of one that is there.
fn put(console: &Console, file: &Path, bytes: &[u8]) -> Result<(), Exit> {
    let written = match file.exists() {
        true => {
            let old = read_file(file).map_err(|error| console.refuse(error))?;
            replace(file, old.bytes(), bytes)
        }
        false => create(file, bytes),
    };
    written.map_err(|error| console.refuse(error))
}
