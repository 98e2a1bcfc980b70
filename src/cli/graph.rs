//! `puzzled graph`.

use super::args::{Graph, GraphFormat};
use super::show::{follow, print};
use crate::diag::Severity;
use crate::host::Limits;
use crate::host::{Console, CtrlC, Exit, LiveLine};
use crate::render::{dot, graph_json};
use crate::search::Cancel;

/// Prints the graph of the states that can be reached.
pub(super) fn graph(console: &Console, args: &Graph) -> Exit {
    let mut followed = match follow(console, &args.file, args.kind.as_deref(), Severity::Advice) {
        Ok(followed) => followed,
        Err(exit) => return exit,
    };
    let failed = followed.failed;
    let (name, puzzle) = match followed.puzzle(console, args.name.as_deref()) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let kind = puzzle.info().name;
    let watch = LiveLine::new(console.watched(), CtrlC::Stops);
    let budget = Limits::default().budget(&Cancel::default(), Some(watch.progress()));
    watch.begin();
    let graph = puzzle.graph(args.states as usize, &budget);
    watch.end();
    let Some(graph) = graph.filter(|graph| !graph.nodes.is_empty()) else {
        console.say(&format!("puzzled: `{name}`, of kind {kind}, has no state graph to print\n"));
        return Exit::Unusable;
    };
    if graph.cut {
        console.say(&format!(
            "puzzled: there are more than these {} states; --states N prints more\n",
            graph.nodes.len()
        ));
    }
    print(
        console,
        &match args.format {
            GraphFormat::Dot => dot(&name, &graph),
            GraphFormat::Json => graph_json(&name, kind, &graph),
        },
    );
    if failed { Exit::Failed } else { Exit::Fine }
}
