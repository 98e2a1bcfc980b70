//! The figures of `rank` about the parts of a puzzle and the course of its solution, counted again.

use std::collections::BTreeSet;

use super::{bloxorz, diagnose, distances, graph, klotski, optimum, rush, sliders};
use crate::common::{Random, json_lines, puzzled, run_document};
use puzzled::diag::Severity;

/// Returns the figures of `rank`, as an object.
fn ranked(text: &str) -> serde_json::Value {
    let end = puzzled("rank --format json p.puzzle").file("p.puzzle", text).run();
    json_lines(&end.out()).swap_remove(0)
}

#[test]
fn the_course_of_a_solution_is_that_of_the_plain_rules() {
    let mut random = Random(5);
    let mut compared = 0;
    for round in 0..80 {
        let board = match round % 4 {
            0 => klotski(&mut random),
            1 => rush(&mut random),
            2 => bloxorz(&mut random),
            _ => sliders(&mut random),
        };
        let text = board.text(&board.rows);
        let sound =
            diagnose(&text).iter().all(|diagnostic| diagnostic.severity() != Severity::Error);
        let Some(graph) = graph(&text).filter(|_| sound) else { continue };
        let from_goal = distances(&graph, true, |node| graph.nodes[node].goal);
        let Some(length) = from_goal[0].filter(|&length| length > 0) else { continue };
        let (_, answers, _) = run_document(&format!("{text}solve\n"));
        let moves: Vec<String> = match board.kind {
            "bloxorz" | "sliders" => {
                let letters = answers[0].lines().nth(1).unwrap_or_default();
                letters.chars().map(String::from).collect()
            }
            _ => answers[0].lines().skip(1).map(str::to_owned).collect(),
        };
        let mut at = 0;
        let mut on_path = vec![0];
        let mut forced = 0;
        let mut divergence = None;

        for (made, by) in moves.iter().enumerate() {
            let leads: Vec<_> = graph.edges.iter().filter(|edge| edge.from == at).collect();
            let nearer = leads
                .iter()
                .filter(|edge| from_goal[edge.to] < from_goal[at] && from_goal[edge.to].is_some());
            forced += usize::from(nearer.count() == 1);
            let away = |to: usize| from_goal[to].is_none_or(|far| Some(far) > from_goal[at]);
            if divergence.is_none() && leads.iter().any(|edge| away(edge.to)) {
                divergence = Some(made + 1);
            }
            at = leads.iter().find(|edge| edge.label == *by).expect("a legal move").to;
            on_path.push(at);
        }

        // Without a bottleneck, no solution of that length is left.
        let is_bottleneck = |&&node: &&usize| {
            let mut less = graph.clone();
            less.edges.retain(|edge| edge.from != node && edge.to != node);
            let far = distances(&less, false, |node| node == 0);
            let goals = (0..far.len()).filter(|&state| less.nodes[state].goal);
            goals.filter_map(|goal| far[goal]).min() != Some(length)
        };

        let inner = &on_path[1..on_path.len() - 1];
        let bottlenecks = inner.iter().filter(is_bottleneck).count();
        let figures = ranked(&text);
        assert_eq!(figures["forced"], forced, "{text}");
        assert_eq!(figures["divergence"].as_u64(), divergence.map(|made| made as u64), "{text}");
        assert_eq!(figures["bottlenecks"], bottlenecks, "{text}");
        if board.kind != "sliders" && !board.has_outline() {
            let idle =
                board.without().values().filter(|text| optimum(text) == Some(length)).count();
            assert_eq!(figures["idle"], idle, "{text}");
        }
        compared += 1;
    }

    assert!(compared > 30, "{compared}");
}

#[test]
fn redundant_givens_are_counted() {
    let grid = "1234341221434321";
    let mut random = Random(3);
    let mut seen = BTreeSet::new();

    for _ in 0..40 {
        let mut cells: Vec<char> = grid.chars().collect();
        let count = |cells: &[char]| {
            let text: String = cells.iter().collect();
            let (_, answers, _) = run_document(&format!("sudoku p {{\n  {text}\n}}\ncount\n"));
            answers[0].clone()
        };

        for _ in 0..6 + random.below(7) {
            let cell = random.below(16);
            let mut fewer = cells.clone();
            fewer[cell] = '.';
            if count(&fewer) == "1" {
                cells = fewer;
            }
        }

        let text: String = cells.iter().collect();
        let without = |&cell: &usize| {
            let mut fewer = cells.clone();
            fewer[cell] = '.';
            cells[cell] != '.' && count(&fewer) == "1"
        };
        let redundant = (0..16).filter(without).count();
        let figures = ranked(&format!("sudoku p {{\n  {text}\n}}\n"));
        assert_eq!(figures["idle"], redundant, "{text}");
        assert_eq!(figures["pieces"], cells.iter().filter(|&&cell| cell != '.').count());
        seen.insert(redundant);
    }

    assert!(seen.len() > 3, "{seen:?}");
}
