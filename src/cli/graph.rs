//! `puzzled graph`.

use super::args::{Graph, GraphFormat};
use super::each::{Each, Files, is_second_file, one_only, paths, say_which};
use super::show::{Names, follow, refuse_withheld};
use crate::diag::{Severity, Shown};
use crate::host::{Console, Exit, Invocation, Limits, RawOptions, Runner};
use crate::puzzle::Board;
use crate::render::{dot, graph_json};
use crate::search::Budget;

/// Prints the graph of the states that can be reached, or those of every puzzle of a folder.
pub(super) fn graph(console: &Console, args: &Graph) -> Exit {
    let default = Limits::default();
    let bytes = args.memory.unwrap_or(default.bytes);
    let limits = Limits { time: args.time, bytes, ..default };
    let call = Invocation::begin(args.total.total_time, console);

    let raw = args.goal.raw_options(args.kind.as_deref());
    let ending = match args.format {
        GraphFormat::Dot => "dot",
        GraphFormat::Json => "json",
    };

    let mut files = Files::of(console, &args.out, ending);
    let exit = if files.is_some() || args.file.is_dir() {
        let paths = paths(&args.file, args.name.clone(), &args.more);
        let each = Each { console, raw, limits: &limits, call: &call };
        let exit = each.treat(&paths, &mut |file, session, entry, runner| {
            refuse_withheld(console, session, Some(&entry.name))?;
            let Some(puzzle) = session.puzzle(Some(&entry.name)) else { return Ok(()) };
            let (text, exit) = drawn(console, args, &entry.name, puzzle, runner)?;
            match &mut files {
                Some(files) => files.write(file, &entry.name, &text)?,
                None => console.print_painted(&text),
            }
            if exit == Exit::Fine { Ok(()) } else { Err(exit) }
        });
        files.map_or(exit, |files| files.finish(exit))
    } else if is_second_file(args.name.as_deref()) {
        one_only(console, &args.file, "the graph", "")
    } else {
        let mut runner = Runner::of(&call, &limits, console.live_line());
        draw(console, args, raw, &mut runner).unwrap_or_else(|exit| exit)
    };
    call.exit(exit, console)
}

/// Prints the graph of one puzzle.
fn draw(
    console: &Console,
    args: &Graph,
    raw: RawOptions<'_>,
    runner: &mut Runner,
) -> Result<Exit, Exit> {
    let mut followed = follow(console, &args.file, raw, Severity::Advice, runner)?;
    let failed = followed.failed;
    let requested = args.name.as_ref().map(|name| name.to_string_lossy());
    refuse_withheld(console, &followed.session, requested.as_deref())?;
    let count = followed.session.entries().len();
    let (Names { name, .. }, puzzle) = followed.puzzle(console, requested.as_deref())?;
    if requested.is_none() {
        say_which(console, &name, count, "--out DIR");
    }
    let (text, exit) = drawn(console, args, &name, puzzle, runner)?;
    console.print_painted(&text);
    Ok(if failed { Exit::Failed } else { exit })
}

/// Returns the graph of a puzzle as text, and the exit code if it could not be completed in time.
fn drawn(
    console: &Console,
    args: &Graph,
    name: &str,
    puzzle: &mut Board,
    runner: &mut Runner,
) -> Result<(String, Exit), Exit> {
    let kind = puzzle.info().name;
    let work = |budget: &Budget| puzzle.graph(args.states as usize, budget);
    let (graph, late) = runner.compute("graph", work);
    let Some(graph) = graph.filter(|graph| !graph.nodes.is_empty()) else {
        let name = Shown(name);
        let why = format!("`{name}`, of kind {kind}, has no state graph to print");
        return Err(console.refuse(why));
    };
    if late {
        console.say(
            "puzzled: the time ended before the graph was complete; --time and --total-time allow \
             more\n",
        );
    } else if graph.cut {
        console.say(&format!(
            "puzzled: there are more than these {} states; --states N prints more\n",
            graph.nodes.len()
        ));
    }
    let text = match args.format {
        GraphFormat::Dot => dot(name, &graph),
        GraphFormat::Json => graph_json(name, kind, &graph),
    };
    Ok((text, if late { Exit::Failed } else { Exit::Fine }))
}
