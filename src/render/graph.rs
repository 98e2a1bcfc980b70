//! A state graph as DOT and as JSON.

use std::fmt::Write;

use serde_json::json;

use super::diagnostics::{escaped, sanitize};
use crate::puzzle::states::StateGraph;

/// Returns the graph of a puzzle called `name` in the language of Graphviz: the start drawn thick,
/// goals doubled and green, states with moves that are not shown dashed.
pub fn dot(name: &str, graph: &StateGraph) -> String {
    let depth = graph.nodes.last().map_or(0, |node| node.depth);
    let mut out = format!(
        "// {} states, {} moves, depth {depth}{}\ndigraph {} {{\n  \
         node [shape=box, style=rounded, fontname=\"monospace\"];\n  \
         edge [fontname=\"monospace\", fontsize=10];\n",
        graph.nodes.len(),
        graph.edges.len(),
        if graph.cut { "; there are more" } else { "" },
        quoted(name)
    );

    for (number, node) in graph.nodes.iter().enumerate() {
        let _ = write!(out, "  {number} [label={}", quoted(&node.text));
        if number == 0 {
            out.push_str(", penwidth=3");
        }
        match (node.goal, node.open) {
            (true, false) => {
                out.push_str(", peripheries=2, style=\"rounded,filled\", fillcolor=\"#9fd8b4\"");
            }
            (true, true) => {
                out.push_str(
                    ", peripheries=2, style=\"rounded,filled,dashed\", fillcolor=\"#9fd8b4\"",
                );
            }
            (false, true) => out.push_str(", style=\"rounded,dashed\""),
            (false, false) => {}
        }
        out.push_str("];\n");
    }

    for edge in &graph.edges {
        let _ = writeln!(out, "  {} -> {} [label={}];", edge.from, edge.to, quoted(&edge.label));
    }
    out.push_str("}\n");
    out
}

/// Returns a text as a string of DOT; lines stay lines.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in sanitize(text).chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => {}
            char => out.push(char),
        }
    }
    out.push('"');
    out
}

/// Returns the graph of a puzzle called `name` as one JSON object: `states` in the order of
/// discovery and `moves` between their numbers.
pub fn graph_json(name: &str, kind: &str, graph: &StateGraph) -> String {
    let mut out = format!(
        "{{\"puzzle\":{},\"kind\":{},\"cut\":{},\"states\":[\n",
        json!(name),
        json!(kind),
        graph.cut
    );
    for (number, node) in graph.nodes.iter().enumerate() {
        let line = json!({
            "id": number, "text": node.text, "depth": node.depth,
            "goal": node.goal, "open": node.open,
        });
        let _ = write!(out, "{}{line}", if number > 0 { ",\n" } else { "" });
    }
    out.push_str("\n],\"moves\":[\n");
    for (number, edge) in graph.edges.iter().enumerate() {
        let line = json!({ "from": edge.from, "to": edge.to, "move": edge.label });
        let _ = write!(out, "{}{line}", if number > 0 { ",\n" } else { "" });
    }
    out.push_str("\n]}\n");
    escaped(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::states::{StateEdge, StateNode};

    #[test]
    fn quotes_and_lines_survive() {
        let node = |text: &str, goal| StateNode { text: text.into(), depth: 0, goal, open: false };
        let graph = StateGraph {
            nodes: vec![node("a\\\n\"b\"", false), node("c", true)],
            edges: vec![StateEdge { from: 0, to: 1, label: String::from("x \u{1b}") }],
            cut: false,
        };
        let text = dot("n", &graph);
        assert!(text.contains("0 [label=\"a\\\\\\n\\\"b\\\"\", penwidth=3];"), "{text}");
        assert!(
            text.contains("1 [label=\"c\", peripheries=2") && text.contains(r#""x \\u{1b}""#),
            "{text}"
        );
        let value: serde_json::Value =
            serde_json::from_str(&graph_json("n", "k", &graph)).expect("JSON");
        assert_eq!(value["states"][0]["text"], "a\\\n\"b\"");
        assert_eq!(value["moves"][0]["to"], 1);
    }
}
