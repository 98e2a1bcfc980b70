//! `puzzled check`.

use std::io::Write;
use std::time::Duration;

use rayon::prelude::*;

use super::args::Check;
use crate::diag::{Diagnostic, Sink, counted, safe_fixes};
use crate::exchange::outside;
use crate::host::{
    Console, Count, Examined, Exit, InputError, Invocation, Limits, Links, LiveLine, Picked,
    ReadAs, Runner, WriteError, check_watched, full, is_stdin, name, output, output_lost,
    progress_bar, recognize, replace_through, shown,
};
use crate::kinds::KINDS;
use crate::puzzle::{Body, Input, Unfinished};
use crate::render::{Format, SarifFile, github, json, sarif};
use crate::search::Cancel;
use crate::session::{self, Fixed, apply_safe, incremental};
use crate::syntax::Kinds as _;
use crate::text::Source;

/// Time that a puzzle's search gets without `--time`.
const SEARCH: Duration = Duration::from_secs(10);
/// Bytes of text that are checked at most to apply the safe fixes of a file.
const FIXABLE: usize = 1 << 28;
/// Files that are checked and then printed together: bounds memory, keeps the order.
const BATCH: usize = 256;

/// Checks files and folders.
pub(super) fn check(console: &Console, args: &Check) -> Exit {
    let (files, mut exit) = console.walk_texts(&args.paths);
    let (limits, call) = args.limits.begin(Some(SEARCH), console);
    // Searches of several files side by side would overwrite the figures of each other.
    let line = console.live_line().filter(|_| args.solve && files.len() == 1);
    let bar = progress_bar(console.watched() && files.len() > BATCH, files.len() as u64);
    let mut count = Count::default();
    let mut checked = 0;
    let mut fixes = 0;
    let mut log: Vec<(Source, Vec<Diagnostic>)> = Vec::new();
    let links = Links::of(&args.paths, args.follow);
    let mut out = output();

    for batch in files.chunks(BATCH) {
        if call.is_interrupted() || output_lost() {
            break;
        }
        let check = |file: &Picked| {
            (!call.is_interrupted()).then(|| {
                check_file(file, &links, args, &Means { limits: &limits, call: &call, line })
            })
        };
        // Threads are not started for a single file.
        let results: Vec<_> = match batch {
            [file] => vec![check(file)],
            _ => batch.par_iter().map(check).collect(),
        };
        checked += results.iter().flatten().count();
        bar.set_position(checked as u64);
        for (file, result) in batch.iter().zip(results) {
            // Puzzles that do not fit beside those of other threads may fit alone.
            let again = matches!(&result, Some(Ok(Checked { is_full: true, .. })))
                .then(|| on_one_thread(|| check(file)));
            let Some(result) = again.flatten().or(result) else { continue };
            match result {
                Err(error) => exit = console.refuse(error),
                Ok(Checked {
                    source,
                    reading,
                    remark,
                    mut diagnostics,
                    fixes: applied,
                    trouble,
                    is_full,
                }) => {
                    diagnostics.retain(|fault| !session::is_allowed(fault, &args.allow));
                    console.note(reading.as_deref());
                    console.remark(remark);
                    if let Some(trouble) = trouble {
                        exit = console.refuse(trouble);
                    }
                    if is_full {
                        exit = console.refuse(full(file, limits.bytes));
                    }
                    fixes += applied;
                    for fault in &diagnostics {
                        count.add(fault);
                    }
                    let _ = out.write_all(printed(console, args, &source, &diagnostics).as_bytes());
                    if args.format == Format::Sarif {
                        log.push((source, diagnostics));
                    }
                }
            }
        }
    }

    bar.finish_and_clear();
    if args.format == Format::Sarif {
        let files: Vec<_> =
            log.iter().map(|(source, diagnostics)| SarifFile { source, diagnostics }).collect();
        let _ = out.write_all(sarif(&files).as_bytes());
    }
    if args.format == Format::Human && (count != Count::default() || fixes > 0) {
        let _ = writeln!(out, "{}", summary(count, checked, fixes));
    }
    let _ = out.flush();

    let denied = args.deny.is_some() && count.warnings > 0;
    let exit = if count.errors > 0 || denied { exit.max(Exit::Failed) } else { exit };
    call.exit(exit, console)
}

/// Does some work without further threads: then there is only one puzzle in memory at a time.
fn on_one_thread<R: Send>(work: impl FnOnce() -> Option<R> + Send) -> Option<R> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().ok()?;
    pool.install(work)
}

/// Returns the last line of the report: `1 error and 2 warnings in 3 files`, and the fixes applied.
fn summary(count: Count, files: usize, fixes: usize) -> String {
    let files = counted(files as u64, "file");
    let applied = match fixes {
        0 => return format!("{} in {files}", count.words()),
        1 => String::from("applied 1 fix"),
        count => format!("applied {count} fixes"),
    };
    match count.words() {
        words if words.is_empty() => format!("{applied} in {files}"),
        words => format!("{words} left in {files}; {applied}"),
    }
}

/// Formats the diagnostics of a file as the answer of the command. Returns no text for SARIF,
/// because the log of all files is printed as one.
fn printed(console: &Console, args: &Check, source: &Source, diagnostics: &[Diagnostic]) -> String {
    match args.format {
        Format::Human => console.listing(source, diagnostics, args.limit, false),
        Format::Short => console.listing(source, diagnostics, args.limit, true),
        Format::Json => diagnostics.iter().map(|fault| json(source, fault)).collect(),
        Format::Github => diagnostics.iter().map(|fault| github(source, fault)).collect(),
        Format::Sarif => String::new(),
    }
}

/// The result of one file.
struct Checked {
    source: Source,
    /// The message about how the text was read.
    reading: Option<String>,
    /// A remark on how a raw or foreign text was read, if the user should know.
    remark: Option<&'static str>,
    /// The diagnostics, in the order of places.
    diagnostics: Vec<Diagnostic>,
    /// The number of fixes applied.
    fixes: usize,
    /// The reason why the fixes could not be written.
    trouble: Option<String>,
    /// Set if the check stopped early because the puzzles need more memory than the limit.
    is_full: bool,
}

impl Checked {
    fn of(source: Source, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            source,
            reading: None,
            remark: None,
            diagnostics,
            fixes: 0,
            trouble: None,
            is_full: false,
        }
    }
}

/// The limits of a check, and the line that shows its progress.
struct Means<'a> {
    limits: &'a Limits,
    call: &'a Invocation,
    line: Option<&'static LiveLine>,
}

/// Checks one file, and fixes it if that is asked for.
fn check_file(
    file: &Picked,
    links: &Links,
    args: &Check,
    means: &Means<'_>,
) -> Result<Checked, InputError> {
    let raw = args.goal.raw_options(args.kind.as_deref());
    let recognized = recognize(file, raw)?;
    let how = recognized.how;
    let reading = recognized.reading(&file.path);
    let is_document = matches!(how, ReadAs::Document);
    if args.fix && !is_document {
        return Err(InputError::NotADocument(shown(file)));
    }

    let source = match how {
        ReadAs::Outside(_) => recognized.into_source(file)?,
        ReadAs::Document | ReadAs::Json => {
            let opened = recognized.open(file, raw)?;
            let remark = opened.remark;
            match (opened.source, opened.made_of) {
                (Some(made), Some((_, diagnostics))) if diagnostics.is_empty() => made,
                (_, Some((source, diagnostics))) => {
                    return Ok(Checked { reading, remark, ..Checked::of(source, diagnostics) });
                }
                (made, None) => made.unwrap_or_else(|| Source::new(name(file), "")),
            }
        }
    };

    let Examination { diagnostics, remark, is_full } = examine(&source, how, args, means);
    if !args.fix || is_full || safe_fixes(&diagnostics).is_empty() {
        return Ok(Checked { reading, remark, is_full, ..Checked::of(source, diagnostics) });
    }
    if is_stdin(file) {
        let trouble = Some(String::from("cannot fix standard input; name a file"));
        return Ok(Checked { remark, trouble, ..Checked::of(source, diagnostics) });
    }

    let original = Source::from_bytes(source.name(), source.bytes().to_vec());
    let most = FIXABLE.max(4 * source.bytes().len());
    let examine = |source: &Source| examine(source, how, args, means).diagnostics;
    let Fixed { source: new, remaining: left, fixes, .. } =
        apply_safe(KINDS, source, diagnostics.clone(), most, &Cancel::default(), examine);
    if means.call.is_interrupted() || fixes == 0 {
        return Ok(Checked { remark, ..Checked::of(original, diagnostics) });
    }

    let trouble = replace_through(links, file, original.bytes(), new.bytes()).err();
    let checked = match trouble {
        None | Some(WriteError::Unsynced { .. }) => Checked { fixes, ..Checked::of(new, left) },
        Some(_) => Checked::of(original, diagnostics),
    };
    Ok(Checked { trouble: trouble.map(|error| error.to_string()), remark, ..checked })
}

/// The result of examining a text.
struct Examination {
    /// The diagnostics, in the order of places.
    diagnostics: Vec<Diagnostic>,
    /// A remark on how the text was read, if the user should know.
    remark: Option<&'static str>,
    /// Set if the puzzles need more memory than the limit, so that the rest was not examined.
    is_full: bool,
}

/// Returns whether a text is read as a document: one that is a puzzle by itself is.
fn is_document(source: &Source) -> bool {
    KINDS.whole_text(source.name(), source.text()).is_some()
}

/// Examines a text, without the diagnostics that are allowed.
fn examine(source: &Source, how: ReadAs, args: &Check, means: &Means<'_>) -> Examination {
    let mut remark = None;
    let &Means { limits, call, line } = means;
    let limits = Limits { time: args.solve.then_some(limits.time).flatten(), ..limits.clone() };

    let Examined { mut diagnostics, is_full } = match how {
        ReadAs::Document | ReadAs::Json => check_watched(source, args.solve, &limits, call, line),
        ReadAs::Outside(_) if is_document(source) => {
            check_watched(source, args.solve, &limits, call, line)
        }
        ReadAs::Outside(kind) => {
            let mut sink = Sink::new();
            let input = Input { goal: args.goal.label.as_deref(), ..source.into() };
            Runner::of_list(call, &limits, None).compute(kind.name, |budget| {
                let place = Body::raw(source).name;
                match outside::survey(input, kind, args.solve.then_some(budget), &mut sink) {
                    Ok(()) => {}
                    Err(Unfinished::Facts) => {
                        sink.push(session::codes::gave_up(place, "", false, false).advice());
                    }
                    Err(Unfinished::Advice) => {
                        sink.push(session::codes::stopped_advising(place).advice());
                    }
                }
            });
            remark = sink.take_remark();
            Examined { diagnostics: sink.take(), is_full: false }
        }
    };
    // A fix of what is allowed is not wanted.
    diagnostics.retain(|fault| !session::is_allowed(fault, &args.allow));
    incremental::sort(&mut diagnostics);
    Examination { diagnostics, remark, is_full }
}
