//! The verbs of an automaton.

use crate::puzzle::{Role, Verb, words};
use crate::syntax::Arg;

const fn verb(
    name: &'static str,
    role: Role,
    args: &'static [Arg],
    summary: &'static str,
    example: &'static str,
) -> Verb {
    Verb { name, role, args, summary, example }
}

/// The path of a node.
const PATH: Arg = Arg::Rest { form: &[Arg::Text("PATH")], rule: "path" };

words! {
    /// A verb of an automaton, or its query, which comes last.
    pub(crate) enum Word {
        At => verb(
            "at",
            Role::Point,
            &[PATH],
            "answers the state of a node: `X` or `.`",
            "at [] => X\nat [<>] => .\n",
        ),
        Step => verb(
            "step",
            Role::Change,
            Arg::COUNT,
            "moves N generations forward and answers the generation",
            "step => 1\nstep 10 => 11\n",
        ),
        Play => verb(
            "play",
            Role::Play,
            &[Arg::Rest {
                form: &[Arg::Repeat(&[Arg::Word(&["step"]), Arg::N])],
                rule: "automaton-moves",
            }],
            "makes moves and answers the generation",
            "play step 2; step 3 => 5\n",
        ),
        Rule => verb(
            "rule",
            Role::Change,
            &[Arg::Optional(&[Arg::Rest { form: &[Arg::N], rule: "rule-number" }])],
            "answers the rule, or changes it from here on",
            "rule => 23749\nrule 30 => 30\n",
        ),
        Table => verb(
            "table",
            Role::Ask,
            &[],
            "lists the 16 rows `parent left self right -> new` of the rule",
            "rule 1\ntable => {\n  . . . . -> X\n  . . . X -> .\n  . . X . -> .\n  \
            . . X X -> .\n  . X . . -> .\n  . X . X -> .\n  . X X . -> .\n  \
            . X X X -> .\n  X . . . -> .\n  X . . X -> .\n  X . X . -> .\n  \
            X . X X -> .\n  X X . . -> .\n  X X . X -> .\n  X X X . -> .\n  \
            X X X X -> .\n}\n",
        ),
        Neighbors => verb(
            "neighbours",
            Role::Point,
            &[PATH],
            "answers the states of parent, left and right child",
            "neighbours [<] => X . .\n",
        ),
        History => verb(
            "history",
            Role::List,
            Arg::COUNT,
            "lists the newest N generations",
            "step 2\nhistory 2 => {\n  1 (((X X X) X (X . X)) X ((. . X) . (. X .)))\n  \
            2 (((X . X) X (X . X)) X ((X . X) . (. X .)))\n}\n",
        ),
        Cycle => verb(
            "cycle",
            Role::Find,
            &[],
            "finds the first generation of the cycle, and its period",
            "cycle => 2 1\n",
        ),
        When => verb(
            "when",
            Role::Find,
            &[Arg::Rest {
                form: &[Arg::Text("PATH"), Arg::Word(&["="]), Arg::Text("X")],
                rule: "path blanks \"=\" blanks node",
            }],
            "finds the next generation at which a node has a state",
            "rule 150\nwhen [<] = . => 1\nwhen [><] = X => never\n",
        ),
        Predecessors => verb(
            "predecessors",
            Role::Find,
            &[],
            "counts the trees that step to this one",
            "predecessors => 0\nrule 52428\npredecessors => 1\n",
        ),
        Predecessor => verb(
            "predecessor",
            Role::Find,
            &[],
            "gives a tree that steps to this one, or `none`",
            "rule 52428\npredecessor => {\n  \
            (((X . .) X (X . X)) X ((. X X) . (. X .)))\n}\n",
        ),
        Rules => verb(
            "rules",
            Role::Find,
            Arg::COUNT,
            "counts the rules under which the expectations so far hold, or lists N of them",
            "1 [] => X\n1 [<] => X\nrules => 22528\nrules 2\n",
        ),
        NextQuestion => verb(
            "next-question",
            Role::Find,
            &[],
            "finds the query that leaves the fewest rules in the worst case",
            "next-question => 1 [<<<]\n",
        ),
        Query => verb(
            "query",
            Role::Query,
            &[Arg::Rest { form: &[Arg::Text("t"), Arg::Text("PATH")], rule: "query | path" }],
            "moves t generations forward (or back) and answers the state of a node",
            "3 [] => X\n2 [><] => .\n-1 [<>] => .\n",
        ),
    }
}

/// The query, and the verbs that are typed.
const SPLIT: (&Verb, &[Verb]) = match Word::TABLE.verbs.split_last() {
    Some(split) => split,
    None => panic!("a table has verbs"),
};

/// The query: `t PATH`.
pub(super) const QUERY: &Verb = SPLIT.0;

/// The verbs that are typed.
pub(super) const VERBS: &[Verb] = SPLIT.1;
