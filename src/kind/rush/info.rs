//! What help, completion and the checker know of the kind.

use super::{codes, collection, json};
use crate::kind::{Info, Role, Verb};

pub(super) static INFO: Info = Info {
    name: "rush",
    summary: "Rush Hour: cars that slide along their own axis, one of which must reach the edge",
    verbs: &[
        Verb {
            name: "solve",
            role: Role::Solve,
            usage: "solve [by steps]",
            summary: "finds a solution of the fewest moves (or single cells): their number, then one move per line",
            example: "solve => {\n  2\n  B+2\n  A+2\n}\nsolve by steps => 4\n",
        },
        Verb {
            name: "move",
            role: Role::Change,
            usage: "move LABEL DIRECTION | LABEL+N | LABEL-N",
            summary: "slides a car by one cell, or by N: right and down are `+`",
            example: "move B down => {\n  ....\n  AAB.\n  ..BC\n  ...C\n}\nmove C-1 => ....\n",
        },
        Verb {
            name: "moves",
            role: Role::Ask,
            usage: "moves",
            summary: "lists the legal moves, one per line",
            example: "moves => {\n  B+1\n  B+2\n  C-2\n  C-1\n}\n",
        },
        Verb {
            name: "play",
            role: Role::Play,
            usage: "play MOVE [; MOVE …]",
            summary: "makes moves: `LABEL+N`, `LABEL-N` or `LABEL right`",
            example: "play B+2; A right => {\n  ....\n  .AA.\n  ..BC\n  ..BC\n}\n",
        },
        Verb {
            name: "hint",
            role: Role::Find,
            usage: "hint",
            summary: "answers the first move of a shortest solution",
            example: "hint => B+2\n",
        },
        Verb {
            name: "states",
            role: Role::Find,
            usage: "states",
            summary: "counts the boards that can be reached",
            example: "states => 13\n",
        },
        Verb {
            name: "hardest",
            role: Role::Find,
            usage: "hardest",
            summary: "finds the reachable board farthest from every goal: the distance, then the board",
            example: "hardest => {\n  3\n  ..BC\n  AABC\n  ....\n  ....\n}\n",
        },
        Verb {
            name: "paths",
            role: Role::List,
            usage: "paths [N]",
            summary: "lists the first N (10) paths from here, breadth-first, one per board",
            example: "paths 3 => {\n  B+1\n  B+2\n}\n",
        },
        Verb {
            name: "goals",
            role: Role::List,
            usage: "goals [N]",
            summary: "lists the first N (10) of all shortest solutions",
            example: "goals 1 => B+2; A+2\n",
        },
        Verb {
            name: "frontier",
            role: Role::Progress,
            usage: "frontier [N]",
            summary: "lists the first N (10) boards that the search will expand next",
            example: "step\nfrontier 2 => {\n  .... / AAB. / ..BC / ...C\n  .... / AA.. / ..BC / ..BC\n}\n",
        },
        Verb {
            name: "step",
            role: Role::Progress,
            usage: "step [N]",
            summary: "expands N (1) boards of the search",
            example: "step => expanded 1 frontier 4 depth 1\n\
            step 3 => expanded 4 frontier 7 depth 2\n",
        },
    ],
    query: None,
    codes: codes::CODES,
    deep: codes::DEEP,
    example: "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\n",
    json: Some(&json::FORM),
    forms: &[&collection::FORMAT],
};
