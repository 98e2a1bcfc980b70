//! The verbs of a matrix.

use crate::puzzle::{Role, Verb, words};
use crate::syntax::Arg;

words! {
    /// A verb of a matrix.
    pub(super) enum Word {
        Rotate => Verb {
            name: "rotate",
            role: Role::Change,
            args: &[Arg::integer("R", "the number of places")],
            summary: "turns every ring R places counterclockwise (clockwise if R is negative) and \
                      answers the matrix",
            example: "rotate 1 => {\n  2 3 4 8\n  1 5 6 7\n}\nrotate -1 => {\n  1 2 3 4\n  \
            5 6 7 8\n}\n",
        },
        Rings => Verb {
            name: "rings",
            role: Role::Ask,
            args: &[],
            summary: "lists the rings from the outside inwards, one per line",
            example: "rings => {\n  1 2 3 4 8 7 6 5\n}\n",
        },
        Ring => Verb {
            name: "ring",
            role: Role::Point,
            args: &[Arg::Either(&[
                &[Arg::integer("K", "the number of a ring")],
                &[Arg::Word(&["of"]), Arg::Cell],
            ])],
            summary: "lists ring K clockwise from its top left corner; or answers the ring of a \
                      cell and its position there",
            example: "ring 0 => 1 2 3 4 8 7 6 5\nring of (1,2) => 0 5\n",
        },
        Play => Verb {
            name: "play",
            role: Role::Play,
            args: &[Arg::Rest {
                form: &[Arg::Repeat(&[Arg::Word(&["rotate"]), Arg::integer("R", "an integer")])],
                rule: "matrix-moves",
            }],
            summary: "makes moves and answers the matrix",
            example: "play rotate 1; rotate 2 => {\n  4 8 7 6\n  3 2 1 5\n}\n",
        },
    }
}
