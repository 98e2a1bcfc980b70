//! Automata made to order: a tree with questions, whose answers may determine the rule.

use super::deduce::{Claim, Deduction, Place, Premise};
use super::layout::{NodeIndex, Tree};
use super::rules::{PlainTree, Rule};
use crate::diag::counted;
use crate::puzzle::make::{Draw, Made, Make, Maker, Question, Range, Wishes};
use crate::search::{Budget, Stop};
use crate::text::Span;

/// The nodes of a tree.
const NODES: Range = Range { least: 1, most: 999 };
/// The nodes of a tree whose questions determine the rule: of a smaller one they hardly ever can. On
/// a tree of 13 nodes 200 of the 65,536 rules can be told from all others, on 63 nodes 44,664.
const TOLD_APART: u64 = 31;
/// The bits of a rule: an answer halves the rules at best.
const BITS: u64 = 16;
/// The last generation that a question asks about.
const LAST: usize = 3;
/// The most questions.
const QUESTIONS: Range = Range { least: 1, most: 1000 };

/// The way to make automata.
#[derive(Debug)]
pub(super) struct MakeAutomaton;

/// Makes automata of so many nodes.
struct AutomatonMaker {
    nodes: usize,
    /// The number of questions; `None` for as many as determine the rule.
    questions: Option<u64>,
    /// True if the questions must leave one rule.
    is_determined: bool,
}

/// The state of a node at a time, which a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Observation {
    time: usize,
    node: u32,
}

impl Make for MakeAutomaton {
    fn options(&self) -> &'static [&'static str] {
        &["nodes", "questions", "rule"]
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let is_determined = match wishes.text("rule") {
            None => false,
            Some("determined") => true,
            Some(other) => {
                return Err(format!("expected `determined` after `--rule`, found `{other}`"));
            }
        };

        let usual = if is_determined { 63 } else { 15 };
        let nodes = wishes.number("nodes")?.unwrap_or(usual);
        let questions = wishes.number("questions")?;
        if !NODES.has(nodes) || nodes % 2 == 0 {
            return Err(format!(
                "`--nodes` must be an odd number up to {}, because every node has two children or none",
                NODES.most
            ));
        }
        if questions.is_some_and(|count| !QUESTIONS.has(count)) {
            return Err(format!("`--questions` must be from 1 to {}", QUESTIONS.most));
        }
        if is_determined && nodes < TOLD_APART {
            return Err(format!(
                "a tree of fewer than {TOLD_APART} nodes shows too little of a rule: hardly any rule can be told \
                 from all others there; ask for `--nodes {TOLD_APART}` or more"
            ));
        }
        if is_determined && questions.is_some_and(|count| count < BITS) {
            return Err(format!(
                "{BITS} questions or more are needed to determine a rule, because each answer halves the rules \
                 at best"
            ));
        }

        let questions = questions.or((!is_determined).then_some(8));
        Ok(Box::new(AutomatonMaker { nodes: nodes as usize, questions, is_determined }))
    }
}

/// Returns a random tree of `nodes` nodes, which is an odd number.
fn random_tree(nodes: usize, draw: &mut Draw) -> PlainTree {
    let mut tree = PlainTree::default();
    let mut leaves = vec![tree.leaf(false)];
    while tree.live.len() < nodes {
        let leaf = leaves.swap_remove(draw.index(leaves.len())) as usize;
        let children = [tree.leaf(false), tree.leaf(false)];
        [tree.left[leaf], tree.right[leaf]] = children;
        for child in children {
            tree.parent[child as usize] = leaf as u32;
        }
        leaves.extend(children);
    }
    tree.live.iter_mut().for_each(|live| *live = draw.below(2) == 1);
    tree
}

impl Maker for AutomatonMaker {
    fn attempts(&self) -> u64 {
        1000
    }

    fn attempt(&self, draw: &mut Draw, budget: &Budget) -> Option<Made> {
        let tree = random_tree(self.nodes, draw);
        let rule = draw.below(1 << BITS) as u16;
        let next = |tree: &PlainTree| Some(tree.step(Rule(rule)));
        let run: Vec<Tree> = std::iter::successors(Some(tree), next)
            .take(LAST + 1)
            .map(|tree| tree.pack())
            .collect();
        let mut observations = Vec::new();
        if self.is_determined {
            observations = determining(&run, budget).ok()??;
        }
        let needed = observations.len() as u64;
        while (observations.len() as u64) < self.questions.unwrap_or(needed) {
            let time = 1 + draw.index(LAST);
            let observation = Observation { time, node: 1 + draw.below(self.nodes as u64) as u32 };
            // There may be fewer nodes than questions.
            if !observations.contains(&observation) || observations.len() >= LAST * self.nodes {
                observations.push(observation);
            }
        }
        observations.sort_unstable();
        let fits = self.questions.is_none_or(|count| needed <= count);
        Some(self.made(&run, rule, &observations, fits))
    }
}

impl AutomatonMaker {
    fn made(&self, run: &[Tree], rule: u16, observations: &[Observation], fits: bool) -> Made {
        let shape = run[0].shape();
        let mut now = 0;
        let query = |observation: &Observation| {
            let node = NodeIndex(observation.node);
            let by = observation.time - std::mem::replace(&mut now, observation.time);
            let answer = if run[observation.time].live(node) { "X" } else { "." };
            let command = format!("{by} {}", shape.path_to(node));
            Question { command, answer: String::from(answer) }
        };

        let mut questions: Vec<Question> = observations.iter().map(query).collect();
        let mut word = rule.to_string();
        if self.is_determined {
            // The count of the rules that are left, and the one.
            for (command, answer) in [("rules", 1), ("rules 1", rule)] {
                let command = String::from(command);
                let answer = answer.to_string();
                questions.push(Question { command, answer });
            }
            word = String::from("?");
        }

        Made {
            body: vec![format!("rule {word}"), format!("tree {}", run[0])],
            questions,
            fits,
            distance: observations.len() as u64,
            reached: counted(observations.len() as u64, "question"),
            ..Made::default()
        }
    }
}

/// Returns questions whose answers leave one rule, each the one that leaves the fewest rules in the
/// worst case. `None` if other rules have the same generations.
///
/// # Errors
/// The budget's stop.
fn determining(run: &[Tree], budget: &Budget) -> Result<Option<Vec<Observation>>, Stop> {
    let mut deduction = Deduction::default();
    let mut observations = Vec::new();
    while deduction.rules(&run[0], budget)?.len() > 1 {
        let Some((time, node)) = deduction.question(&run[0], 0, budget)? else { return Ok(None) };
        let claims = vec![Claim::node(time as u32, node, run[time].live(node))];
        deduction.assume(Premise { claims, place: Place { source: 0, span: Span::at(0) } });
        observations.push(Observation { time, node: node.0 });
    }
    Ok(Some(observations))
}
