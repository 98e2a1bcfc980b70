//! The parts of an automaton that editors color, explain and convert.

use std::fmt::Write as _;

use super::Moment;
use super::commands::symbol;
use super::layout::{NodeIndex, Shape};
use super::lower::{Automaton, Layout};
use super::rules::Rule;
use super::syntax::{lines_of, parse_path};
use crate::puzzle::markdown::fenced;
use crate::puzzle::marks::number;
use crate::puzzle::{Ask, Body, Converted, Directive, Mark, Marks, Part, Spot};
use crate::scene::Coordinate;
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::Span;

/// The most nodes that are stepped to describe one.
const CHEAP: u64 = 1 << 16;

/// The depth up to which the path of a node is shown.
const TOLD: usize = 64;

/// A bracket that is open while a tree is marked.
struct OpenBracket {
    /// The number of its parts so far.
    parts: u8,
    /// Its place in its level.
    place: u32,
}

/// Marks the symbols of a tree, broken or not. Nodes and brackets have the level and the place in it
/// as their cell. Depth is data: the open brackets are kept as a few bytes per level.
pub(super) fn mark_tree(tree: Fragment<'_>, marks: &mut Marks) {
    let symbols = || {
        lines_of(tree).flat_map(|line| {
            let bytes = line.text.bytes().zip(line.start..);
            bytes.filter(|(byte, _)| matches!(byte, b'(' | b')' | b'X' | b'.'))
        })
    };

    // A bare `tree node tree`: as if one pair of brackets stood around it.
    let mut depth = 0_usize;
    let mut parts = 0_usize;
    for (byte, _) in symbols() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        parts += usize::from(depth == 0);
    }

    let mut open: Vec<OpenBracket> = Vec::new();
    let mut levels: Vec<u32> = Vec::new();
    let mut place_in = |level: usize| {
        if level == levels.len() {
            levels.push(0);
        }
        levels[level] += 1;
        levels[level] - 1
    };
    if parts > 1 {
        open.push(OpenBracket { parts: 0, place: place_in(0) });
    }
    let bottom = open.len();
    let add_part = |open: &mut Vec<OpenBracket>| {
        if let Some(bracket) = open.last_mut() {
            bracket.parts = bracket.parts.saturating_add(1);
        }
    };

    for (byte, at) in symbols() {
        let level = open.len();
        let (part, cell) = match (byte, open.last()) {
            (b'(', _) => {
                let place = place_in(level);
                open.push(OpenBracket { parts: 0, place });
                (Part::Bracket, Some((level, place)))
            }
            (b')', Some(&OpenBracket { place, .. })) if level > bottom => {
                open.pop();
                add_part(&mut open);
                (Part::Bracket, Some((level - 1, place)))
            }
            (b')', _) => (Part::Bracket, None),
            (_, top) => {
                let part = if byte == b'X' { Part::Live } else { Part::Dead };
                let cell = match top {
                    Some(&OpenBracket { parts: 1, place }) => (level - 1, place),
                    _ => (level, place_in(level)),
                };
                add_part(&mut open);
                (part, Some(cell))
            }
        };
        let span = Span::new(at, at + 1);
        let cell = cell.map(|(level, place)| Coordinate::new(level as i32, place as i32));
        marks.push(Mark { cell, ..Mark::new(span, part) });
    }
}

/// Returns the marks of a query or of the arguments of a command with a path.
pub(super) fn query(args: Fragment<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = 0;
    while at < args.text.len() {
        let rest = &args.text[at..];
        if let Some(path) = rest.strip_prefix('[') {
            let steps = path.bytes().take_while(|byte| matches!(byte, b'<' | b'>')).count();
            let length = 1 + steps + usize::from(path[steps..].starts_with(']'));
            for (byte, at) in rest.bytes().zip(args.start + at as u32..).take(length) {
                let step = matches!(byte, b'<' | b'>');
                let part = if step { Part::Step } else { Part::Bracket };
                marks.push(Mark::new(Span::new(at, at + 1), part));
            }
            at += length;
            continue;
        }

        let stop = |char| matches!(char, ' ' | '\t' | '=' | '[');
        let length = rest.find(stop).unwrap_or(rest.len());
        let word = args.part(at..at + length);
        match word.text {
            "X" => marks.push(Mark::new(word.span(), Part::Live)),
            "." => marks.push(Mark::new(word.span(), Part::Dead)),
            _ => marks.extend(number(word)),
        }
        at += length.max(1);
    }
    marks
}

/// Returns the node of a level (the row) and a place in it (the column), if there is one.
fn node_at(shape: &Shape, at: Coordinate) -> Option<NodeIndex> {
    let levels = shape.levels();
    let [level, place] = at.place()?;
    let first = *levels.get(level)?;
    let end = *levels.get(level + 1)?;
    let node = first.checked_add(place as u32)?;
    (node < end).then_some(NodeIndex(node))
}

impl Moment {
    /// Returns the description of a part: see [`crate::puzzle::Game::describe`].
    pub(super) fn describe_part(&self, spot: &Spot<'_>) -> Option<String> {
        let shape = self.model.tree.shape().clone();
        match (spot.part, spot.cell) {
            (Part::Number, _) => {
                let rule = spot.text.parse().ok().map(Rule)?;
                (rule == self.line.rule() || Some(rule) == self.model.rule)
                    .then(|| describe_rule(rule))
            }
            (Part::Step | Part::Bracket, None) => {
                let Ok(("", turns)) = parse_path(spot.word) else { return None };
                self.describe_node(shape.walk(&turns).ok()?)
            }
            (_, Some(cell)) => self.describe_node(node_at(&shape, cell)?),
            _ => None,
        }
    }

    fn describe_node(&self, node: NodeIndex) -> Option<String> {
        let shape = self.model.tree.shape().clone();
        let now = self.line.position();
        let mut path = Vec::new();
        let mut depth = 0;
        let mut at = node;
        while let Some(parent) = shape.parent(at) {
            depth += 1;
            if path.len() <= TOLD {
                path.push(if at.number().is_multiple_of(2) { '<' } else { '>' });
            }
            at = parent;
        }
        let path = match path.len() > TOLD {
            true => String::from("node"),
            false => format!("node `[{}]`", path.into_iter().rev().collect::<String>()),
        };

        let states = self.history().worked() + CHEAP / shape.nodes() as u64;
        let budget = Budget::unlimited().with_states(states);
        let live = |node: Option<NodeIndex>| match node {
            None => Some(None),
            Some(node) => self.history().live(&self.line, now, node, &budget).ok().map(Some),
        };

        let children = shape.children(node);
        let left = children.map(|(left, _)| left);
        let right = children.map(|(_, right)| right);
        let Some(Some(state)) = live(Some(node)) else {
            return Some(format!("**{path}** — depth {depth}\n\ngeneration {now} is not computed"));
        };
        let [parent, left, right] = [live(shape.parent(node))?, live(left)?, live(right)?];

        let next = self.line.rule().next(
            parent.unwrap_or_default(),
            left.unwrap_or_default(),
            state,
            right.unwrap_or_default(),
        );

        let word = |live: Option<bool>| live.map_or("`-`", |live| if live { "`X`" } else { "`.`" });
        Some(format!(
            "**{path}** — `{}` at generation {now}, depth {depth}\n\n\
             - parent {}, left {}, right {}\n- next `{}`",
            symbol(state),
            word(parent),
            word(left),
            word(right),
            symbol(next)
        ))
    }
}

/// Returns a rule: its binary digits and its rows, four per line.
fn describe_rule(rule: Rule) -> String {
    let mut rows = String::new();
    for (at, (parent, left, node, right, new)) in rule.table().enumerate() {
        let [parent, left, node, right, new] = [parent, left, node, right, new].map(symbol);
        let end = if at % 4 == 3 { "\n" } else { "   " };
        let _ = write!(rows, "{parent}{left}{node}{right} → {new}{end}");
    }
    format!(
        "**rule {}** — binary `{:016b}`\n\nparent left self right → new\n{}",
        rule.0,
        rule.0,
        fenced("text", &rows)
    )
}

/// Returns the body in its other form: see [`crate::puzzle::Reading::convert`].
pub(super) fn convert(model: &Automaton, body: &Body<'_>, asks: &[Ask]) -> Option<Converted> {
    let rule = model.rule?.0;
    let tree = &model.tree;
    let (title, lines) = match model.layout {
        Layout::Verbatim => {
            ("Write `rule` and `tree`", vec![format!("rule {rule}"), format!("tree {tree}")])
        }
        Layout::Keyed | Layout::ByHand => {
            let lines = vec![rule.to_string(), tree.to_string(), String::from("0")];
            ("Write the verbatim form", lines)
        }
    };
    let words = |ask: &Ask| match ask {
        Ask::Written(span) => {
            let words = body.source[span.range()].split([' ', '\t']);
            words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        }
        Ask::Implied { verb, args, .. } => Directive::new(verb).with(args).text(),
    };
    let commands = asks.iter().map(words).collect();
    Some(Converted { title, lines, commands })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::kinds::automaton::INFO;
    use crate::puzzle::Depth;
    use crate::puzzle::testing::{body, converted, marked};

    fn marks_of(text: &str) -> Vec<Mark> {
        marked(KINDS.kind("automaton").expect("the kind"), text)
    }

    fn seen(text: &str, marks: &[Mark]) -> String {
        let word = |mark: &Mark| {
            let part = format!("{:?}", mark.part);
            let cell = mark.cell.map(|at| format!("@{},{}", at.row, at.column));
            format!("{}:{}{}", &text[mark.span.range()], &part[..2], cell.unwrap_or_default())
        };
        marks.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn both_forms_are_marked() {
        let text = "\n tree ((X . .) X\n  . // (\n )\n rule 7\n";
        let tree = "(:Br@0,0 (:Br@1,0 X:Li@2,0 .:De@1,0 .:De@2,1 ):Br@1,0 X:Li@0,0 .:De@1,1 \
                    ):Br@0,0";
        let keyed = format!("tree:Ke {tree} rule:Ke 7:Nu");
        assert_eq!(seen(text, &marks_of(text)), keyed);
        let text = "7 ((X . .) X\r\n .)\r\n2\r\n-1 [<>]\r\n 0 []";
        assert_eq!(
            seen(text, &marks_of(text)),
            format!("7:Nu {tree} 2:Nu -1:Nu [:Br <:St >:St ]:Br 0:Nu [:Br ]:Br")
        );
    }

    #[test]
    fn bare_and_broken_trees_are_marked() {
        let text = "7\n(X . .) X .";
        assert_eq!(
            seen(text, &marks_of(text)),
            "7:Nu (:Br@1,0 X:Li@2,0 .:De@1,0 .:De@2,1 ):Br@1,0 X:Li@0,0 .:De@1,1"
        );
        let text = "tree )X?(é\n reel 3\n tree .\n rule x 4";
        assert_eq!(
            seen(text, &marks_of(text)),
            "tree:Ke ):Br X:Li@1,0 (:Br@1,1 tree:Ke rule:Ke 4:Nu"
        );
        let text = "\n rule: 7\n tree = X\n";
        assert_eq!(seen(text, &marks_of(text)), "rule:Ke 7:Nu tree:Ke X:Li@0,0");
        let deep = format!("1\n{}", "(".repeat(1_000_000));
        assert_eq!(marks_of(&deep).len(), 1_000_001);
    }

    #[test]
    fn arguments_are_marked() {
        for (text, wanted) in [
            ("-3 [<x", "-3:Nu [:Br <:St"),
            ("[]=X", "[:Br ]:Br X:Li"),
            ("[>] = .", "[:Br >:St ]:Br .:De"),
            ("12 é", "12:Nu"),
        ] {
            assert_eq!(seen(text, &query(Fragment { text, start: 0 })), wanted);
        }
    }

    #[test]
    fn nodes_and_rules_are_described() {
        let text = "\n rule 23749\n tree (((X . .) X (X . X)) X ((. X X) . (. X .)))\n";
        let kind = &INFO;
        let mut puzzle = kind.open(&body(text), KINDS, &mut Sink::new()).expect("a tree");
        let path = Spot { text: "<", part: Part::Step, cell: None, word: "[<]" };
        let said = "**node `[<]`** — `X` at generation 0, depth 1\n\n\
                    - parent `X`, left `.`, right `.`\n- next `X`";
        assert_eq!(puzzle.describe(&path).as_deref(), Some(said));
        for mark in marks_of(text) {
            let part = mark.part;
            let cell = mark.cell;
            let text = &text[mark.span.range()];
            let said = puzzle.describe(&Spot { text, part, cell, word: text });
            assert_eq!(said.is_some(), part != Part::Keyword, "{mark:?}");
            if matches!(part, Part::Live | Part::Dead) {
                assert!(said.is_some_and(|said| said.contains(&format!("— `{text}` at"))));
            }
        }
        let off = Spot { word: "[<<<<]", ..path };
        assert_eq!(puzzle.describe(&off), None);
        let rule = Spot { text: "23749", part: Part::Number, cell: None, word: "23749" };
        let said = puzzle.describe(&rule).expect("the rule");
        assert!(said.starts_with("**rule 23749** — binary `0101110011000101`\n"), "{said}");
        assert!(said.contains("\n.... → X   ...X → .   ..X. → X   ..XX → .\n"), "{said}");
        let far = Fragment { text: "9223372036854775807 []", start: 0 };
        let check = Depth::Check { answer: false };
        puzzle.run(far, check, &Budget::unlimited(), &mut Sink::new()).expect("it moves");
        assert!(puzzle.describe(&path).is_some(), "the cycle is short");
    }

    #[test]
    fn one_form_becomes_the_other() {
        let other_form = converted("automaton", "7 (X . .)\n 2\n 1  []\n 0 [<]").expect("keyed");
        assert_eq!(other_form.lines, ["rule 7", "tree (X . .)"]);
        assert_eq!(other_form.commands, ["1 []", "0 [<]"]);
        let text = format!("\n{}\n", other_form.lines.join("\n"));
        let back = converted("automaton", &text).expect("verbatim");
        assert_eq!((&back.lines[..], back.commands.len()), (&verbatim_lines()[..], 0));
        assert_eq!(converted("automaton", "7 // x\n (X . .)\n 0"), None);
        assert_eq!(converted("automaton", "7\n (X .)\n 0"), None);
    }

    fn verbatim_lines() -> [String; 3] {
        ["7", "(X . .)", "0"].map(String::from)
    }
}
