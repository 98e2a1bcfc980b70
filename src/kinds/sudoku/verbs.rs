//! The verbs of a sudoku.

use crate::puzzle::{Role, Verb, words};
use crate::syntax::{Arg, Name};

use super::techniques;

/// The number of a row, column or box.
const UNIT: &[Arg] = &[Arg::number("N", "a number from 1", 0, u64::MAX as i128)];

/// A technique of the table.
const TECHNIQUE: Arg = Arg::Name(Name {
    name: "TECHNIQUE",
    meaning: "a technique",
    rule: "technique",
    fits: |word| techniques::technique(word).is_some(),
});

words! {
    /// A verb of a sudoku.
    pub(super) enum Word {
        Solve => Verb {
            name: "solve",
            role: Role::Fill,
            args: &[],
            summary: "the digits of the solution, or `unsolvable`",
            example: "solve => 483921657967345821251876493548132976729564138136798245372689514814253769695417382\n",
        },
        Count => Verb {
            name: "count",
            role: Role::Find,
            args: &[Arg::Optional(&[Arg::count("LIMIT")])],
            summary: "the number of solutions, counted no further than LIMIT",
            example: "count => 1\ncount 1 => 1\n",
        },
        Solutions => Verb {
            name: "solutions",
            role: Role::List,
            args: Arg::COUNT,
            summary: "the first N solutions (all without N), one per line, the smallest first",
            example: "solutions 1 => 483921657967345821251876493548132976729564138136798245372689514814253769695417382\n",
        },
        Row => Verb {
            name: "row",
            role: Role::Point,
            args: UNIT,
            summary: "the digits of a row, numbered from 1",
            example: "row 1 => ..3.2.6..\n",
        },
        Column => Verb {
            name: "column",
            role: Role::Point,
            args: UNIT,
            summary: "the digits of a column, numbered from 1",
            example: "column 3 => 3.18.62.5\n",
        },
        Box => Verb {
            name: "box",
            role: Role::Point,
            args: UNIT,
            summary: "the digits of a box, numbered from 1",
            example: "box 9 => 5....93..\n",
        },
        Candidates => Verb {
            name: "candidates",
            role: Role::Point,
            args: &[Arg::Optional(&[Arg::Rest {
                form: &[Arg::Text("CELL")],
                rule: "( cell | coordinate )",
            }])],
            summary: "the pencil marks of a cell, `r1c3` or `(0,2)`, or of the whole grid",
            example: "candidates r1c1 => 45\ncandidates (0,1) => 4578\n",
        },
        Mistakes => Verb {
            name: "mistakes",
            role: Role::Find,
            args: &[],
            summary: "the digits and deleted pencil marks that no solution agrees with, or `none`",
            example: "play r1c1=5 r1c2-4 r1c2-8\nmistakes => {\n  r1c1=5\n  r1c2-8\n}\n",
        },
        Next => Verb {
            name: "next",
            role: Role::Ask,
            args: &[],
            summary: "the boards one step on: the first empty cell with each of its candidates",
            example: "next => {\n  \
            4.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n  \
            5.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n\
            }\n",
        },
        Boards => Verb {
            name: "boards",
            role: Role::List,
            args: Arg::COUNT,
            summary: "the first N boards of the breadth-first stream from here",
            example: "boards 2 => {\n  \
            ..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n  \
            4.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n\
            }\n",
        },
        Explain => Verb {
            name: "explain",
            role: Role::Find,
            args: &[],
            summary: "the steps of a person who solves it",
            example: "sudoku small {\n  1.34\n  3412\n  2143\n  432.\n}\nexplain => {\n  \
            full-house r1c2=2: r1\n  full-house r4c4=1: r4\n}\n",
        },
        Rate => Verb {
            name: "rate",
            role: Role::Rate,
            args: &[],
            summary: "how hard it is: class, score, and the last technique of the table that was used",
            example: "rate => easy 196 naked-single\nrate => easy\n",
        },
        Steps => Verb {
            name: "steps",
            role: Role::Find,
            args: &[Arg::Optional(&[TECHNIQUE]), Arg::Flags(&techniques::OPTIONS)],
            summary: "every step that is possible now, one per line, or those of one technique",
            example: "steps naked-single => {\n  naked-single r5c6=4: r5c6\n  \
            naked-single r5c7=1: r5c7\n  naked-single r9c4=4: r9c4\n}\n",
        },
        Hint => Verb {
            name: "hint",
            role: Role::Hint,
            args: &[Arg::Optional(&[Arg::number("1|2", "1 or 2", 1, 2)])],
            summary: "the next step that a person would take, with 1 its technique alone, with 2 its places too; or `solved`, `impossible`, `no technique`",
            example: "hint => naked-single r5c7=1: r5c7\nhint 1 => naked-single\nhint 2 => naked-single: r5c7\n",
        },
        Moves => Verb {
            name: "moves",
            role: Role::Ask,
            args: &[],
            summary: "the placements that clash with nothing, one per line",
            example: "sudoku small {\n  1.34\n  3412\n  2143\n  432.\n}\nmoves => {\n  r1c2=2\n  \
            r4c4=1\n}\n",
        },
        Play => Verb {
            name: "play",
            role: Role::Play,
            args: &[Arg::Rest { form: &[Arg::Text("MOVES")], rule: "play" }],
            summary: "puts digits into cells, `r1c3=4`, deletes pencil marks, `r1c3-45`, restores them, `r1c3+5`",
            example: "play r1c1=4 r2c2=6 r1c2-5\nrow 1 => 4.3.2.6..\ncandidates r1c2 => 78\n",
        },
    }
}
