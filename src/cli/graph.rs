//! `puzzled graph`.

use super::args::{Graph, GraphFormat};
use super::show::follow;
use crate::diag::Severity;
use crate::host::{Console, Exit, Invocation, Limits, Runner};
use crate::render::{dot, graph_json};
use crate::search::Budget;

/// Prints the graph of the states that can be reached.
pub(super) fn graph(console: &Console, args: &Graph) -> Exit {
    let default = Limits::default();
    let bytes = args.memory.unwrap_or(default.bytes);
    let limits = Limits { time: args.time, bytes, ..default };
    let call = Invocation::begin(args.total.total_time, console);
    let mut runner = Runner::of(&call, &limits, console.live_line());
    let exit = draw(console, args, &mut runner).unwrap_or_else(|exit| exit);
    call.exit(exit, console)
}

fn draw(console: &Console, args: &Graph, runner: &mut Runner) -> Result<Exit, Exit> {
    let asked = args.goal.asked(args.kind.as_deref());
    let mut followed = follow(console, &args.file, asked, Severity::Advice, runner)?;
    let failed = followed.failed;
    followed.refuse_withheld(console, args.name.as_deref())?;
    let (name, puzzle) = followed.puzzle(console, args.name.as_deref())?;
    let kind = puzzle.info().name;
    let work = |budget: &Budget| puzzle.graph(args.states as usize, budget);
    let (graph, late) = runner.compute("graph", work);
    let Some(graph) = graph.filter(|graph| !graph.nodes.is_empty()) else {
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
        GraphFormat::Dot => dot(&name, &graph),
        GraphFormat::Json => graph_json(&name, kind, &graph),
    };
    console.print_painted(&text);
    Ok(if failed || late { Exit::Failed } else { Exit::Fine })
}
