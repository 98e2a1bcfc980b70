//! `puzzled verify --kattis`: an output validator of the ICPC problem package format.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::super::args::Verify;
use super::super::lines::goal_of;
use super::call::{self, Text};
use crate::exchange::outside;
use crate::host::{Console, Exit, Links, Runner, create, read_file, shown, write_into};
use crate::kinds::KINDS;
use crate::puzzle::verdict::given::{bare, is_unsolvable};
use crate::puzzle::verdict::{Batch, Grade, Optimum, Ruling};
use crate::render::{svg, verdict_line};

/// Time for a search without `--time`.
const SEARCH: Duration = Duration::from_secs(50);

/// Judges the output of a team.
pub(super) fn verify(console: &Console, args: &Verify) -> Exit {
    let (limits, call) = args.limits.begin(Some(SEARCH), console);
    let mut runner = Runner::of_list(&call, &limits, None);
    let exit = judged(console, args, &mut runner).unwrap_or_else(|exit| exit);
    call.exit(exit, console)
}

/// Judges an answer, or the lack of one, by the shortest length that is known.
type Judge<'a> = dyn FnMut(Result<&str, String>, Optimum) -> Result<Ruling, Exit> + 'a;

fn judged(console: &Console, args: &Verify, runner: &mut Runner) -> Result<Exit, Exit> {
    let (input, right, folder) = match &args.paths[..] {
        [input, right, folder] => (input, right, folder),
        [_, _, folder, more, ..] => {
            let folder = shown(folder);
            let more = shown(more);
            return Err(console.refuse(format!("unexpected argument {more} after {folder}")));
        }
        _ => {
            let expected = "expected INPUT, ANSWER and FEEDBACK_DIR after `--kattis`";
            return Err(console.refuse(expected));
        }
    };

    let kind = args.kind.as_deref().and_then(|name| KINDS.kind(name)).ok_or(Exit::Unusable)?;
    let source = read_file(input).map_err(|error| console.refuse(error))?;
    let goal = goal_of(kind, args.goal.label.as_deref());
    let goal = goal.map_err(|message| console.refuse(message))?;
    let raw = outside::raw_input(source, kind, goal);
    let budget = runner.budget();
    let read = |path: &Path| call::read(path, &budget).map_err(|error| console.refuse(error));

    let mut judge = |answer: Result<&str, String>, optimum| {
        let measure = args.measure_by(optimum, answer.as_ref().copied());
        let judge =
            |budget: &_| Batch::default().judge(kind, KINDS, raw.input(), answer, measure, budget);
        let judged = runner.compute(kind.name, judge).0;
        judged.map_err(|reason| console.refuse(format!("cannot read the puzzle: {reason}")))
    };

    let optimum = optimum(console, args, read(right)?, &mut judge)?;
    let team = read(Path::new("-"))?;
    let team = team.as_ref().map(Text::as_str).map_err(String::clone);
    let claims_none = team.as_ref().is_ok_and(|team| is_unsolvable(team));
    let ruling = judge(team, optimum)?;
    let beats = match optimum {
        Optimum::Judge(Some(length)) => ruling.moves.is_some_and(|moves| moves < length),
        Optimum::Judge(None) => !claims_none,
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

/// Returns what the answer of the judge says about the shortest length.
///
/// # Errors
/// The exit code if that answer is wrong or not decided; the reason has been reported.
fn optimum(
    console: &Console,
    args: &Verify,
    right: Result<Text, String>,
    judge: &mut Judge<'_>,
) -> Result<Optimum, Exit> {
    let wrong = |reason| console.refuse(format!("the answer of the judge is wrong: {reason}"));
    let right = right.map_err(wrong)?;
    Ok(match bare(right.as_str()).trim() {
        "" => args.measure().optimum,
        claim if is_unsolvable(claim) => Optimum::Judge(None),
        claim => match judge(Ok(claim), Optimum::Ignore)? {
            Ruling { grade: Grade::Right, moves: Some(moves), .. } => Optimum::Judge(Some(moves)),
            Ruling { grade: Grade::Right, .. } => args.measure().optimum,
            Ruling { grade: Grade::Unknown, reason, .. } => {
                console.say(&format!("puzzled: the answer of the judge: {reason}\n"));
                return Err(Exit::Failed);
            }
            Ruling { reason, .. } => return Err(wrong(reason)),
        },
    })
}

/// Writes the verdict and the picture into the folder of the judge.
fn write(console: &Console, args: &Verify, folder: &Path, ruling: &Ruling) -> Result<(), Exit> {
    let message = verdict_line(ruling);
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

/// Writes a file, in place of one that is there. A link in its place is not followed, because a
/// submission may have put it there.
fn put(console: &Console, file: &Path, bytes: &[u8]) -> Result<(), Exit> {
    let written = match fs::symlink_metadata(file) {
        Err(_) => create(file, bytes),
        Ok(data) if data.is_file() => {
            let links = Links::of(&[file.to_owned()], false);
            write_into(&links, file, bytes, true)
        }
        Ok(_) => {
            let name = shown(file);
            let advice = format!("cannot write {name}: it is not a regular file; remove it");
            return Err(console.refuse(advice));
        }
    };
    written.map_err(|error| console.refuse(error))
}
