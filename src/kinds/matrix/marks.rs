//! The parts of a matrix that editors color, explain and convert.

use super::syntax::Shape;
use super::{Matrix, Turn, aligned, begins_like_a_header};
use crate::puzzle::marks::number;
use crate::puzzle::{Ask, Converted, Directive, Marks, Spot};
use crate::syntax::Fragment;

/// Marks the elements of the rows of a body that are asked for; the first row may be a `header`.
pub(super) fn mark_rows(shape: &Shape<'_>, header: bool, marks: &mut Marks) {
    for (at, row) in shape.rows.iter().enumerate() {
        if !marks.touches(row.line.span()) {
            continue;
        }
        let line = Fragment { text: row.line.text, start: row.line.start };
        let mut column = 0;
        let mut from = 0;
        for word in line.text.split([' ', '\t', ',', ';']) {
            let range = from..from + word.len();
            from += word.len() + 1;
            if word.is_empty() {
                continue;
            }
            let mark = number(line.part(range));
            marks.extend(mark.map(|mark| match at.checked_sub(usize::from(header)) {
                Some(row) => mark.cell(row, column),
                None => mark,
            }));
            column += 1;
        }
    }
}

/// Returns where the element at a position of ring `k` is: the inverse of [`Matrix::locate`].
fn place_of(matrix: &Matrix, k: usize, position: usize) -> (usize, usize) {
    let height = matrix.rows() - 1 - 2 * k;
    let width = matrix.cols() - 1 - 2 * k;
    let (down, along) = if position < width {
        (0, position)
    } else if position < width + height {
        (position - width, width)
    } else if position < 2 * width + height {
        (height, 2 * width + height - position)
    } else {
        (2 * (width + height) - position, 0)
    };
    (k + down, k + along)
}

/// Returns the description of a part: see [`crate::puzzle::Game::describe`].
pub(super) fn describe(matrix: &Matrix, turn: Turn, spot: &Spot<'_>) -> Option<String> {
    let [row, column] = spot.cell?.place()?;
    let element = matrix.get(row, column)?;
    let head = format!("**{element}** — declared at ({row},{column})\n\n");
    let Some((k, position)) = matrix.locate(row, column) else {
        return Some(format!("{head}- in no ring: it never moves"));
    };
    let length = matrix.ring_len(k)?;
    // Counterclockwise is toward the corner.
    let now = (position as Turn - turn % length as Turn).rem_euclid(length as Turn) as usize;
    let next = (now + length - 1) % length;
    let place = |position| {
        let (row, column) = place_of(matrix, k, position);
        format!("({row},{column})")
    };
    let here = match turn {
        0 => format!("- ring {k}, position {now} of {length}"),
        _ => format!("- now at {}: ring {k}, position {now} of {length}", place(now)),
    };
    Some(format!("{head}{here}\n- `rotate 1` takes it to {}", place(next)))
}

/// Returns the body in its other form: see [`crate::puzzle::Reading::convert`]. A header always implies
/// a rotation and rows alone do not, so only a body with a header has another form.
pub(super) fn convert(matrix: &Matrix, asks: &[Ask]) -> Option<Converted> {
    let [Ask::Implied { verb, args, .. }] = asks else { return None };
    let lines = aligned(matrix);
    let commands = vec![Directive::new(verb).with(args).text()];
    let title = "Write rows and a command";
    (!begins_like_a_header(matrix)).then_some(Converted { title, lines, commands })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KINDS;
    use crate::puzzle::testing::{converted, marked};
    use crate::puzzle::{Mark, Part};
    use crate::scene::Coordinate;

    fn marks_of(text: &str) -> Vec<Mark> {
        marked(KINDS.kind("matrix").expect("the kind"), text)
    }

    fn seen(text: &str) -> String {
        let word = |mark: &Mark| match mark.cell {
            Some(Coordinate { row, column }) => {
                format!("{}@{row},{column}", &text[mark.span.range()])
            }
            None => text[mark.span.range()].to_owned(),
        };
        marks_of(text).iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn elements_are_cells_and_a_header_is_none() {
        assert_eq!(seen("\n 2 2 7\n\n 1 -2 // x\r\n 3 x"), "2 2 7 1@0,0 -2@0,1 3@1,0");
        assert_eq!(seen("\n 2 2 7\n 1 2 3"), "2@0,0 2@0,1 7@0,2 1@1,0 2@1,1 3@1,2");
        assert_eq!(seen("\n 1, 2;3"), "1@0,0 2@0,1 3@0,2");
        assert_eq!(seen(""), "");
    }

    #[test]
    fn an_element_goes_where_it_is_said_to_go() {
        for (rows, cols) in [(2, 2), (2, 5), (4, 5), (5, 4), (3, 3), (1, 4)] {
            let cells: Vec<i64> = (0..rows as i64 * cols as i64).collect();
            let matrix = Matrix::new(rows, cols, cells).expect("the sizes agree");
            for turn in [0, 1, -3, 1000, i128::MIN] {
                let now = matrix.rotate(turn);
                let next = matrix.rotate(turn).rotate(1);
                for row in 0..rows {
                    for column in 0..cols {
                        let cell = Some(Coordinate::new(row as i32, column as i32));
                        let spot = Spot { text: "", part: Part::Number, cell, word: "" };
                        let text = describe(&matrix, turn, &spot).expect("an element");
                        let element = matrix.get(row, column);
                        let place = |lead: &str, of: &Matrix| {
                            let (_, rest) = text.split_once(lead)?;
                            let (_, at) = crate::syntax::parse_coordinate(rest).ok()?;
                            of.get(at.row as usize, at.column as usize)
                        };
                        if matrix.locate(row, column).is_none() {
                            assert!(text.ends_with("it never moves"));
                            continue;
                        }
                        assert_eq!(place("takes it to ", &next), element, "{text}");
                        if turn != 0 {
                            assert_eq!(place("now at ", &now), element, "{text}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_header_becomes_a_command() {
        let other_form = converted("matrix", "\n 2 2 7\n 1 10\n 3 4").expect("the other form");
        assert_eq!(other_form.lines, ["1 10", "3  4"]);
        assert_eq!(other_form.commands, ["rotate 7"]);
        assert_eq!(converted("matrix", "\n 1 2\n 3 4"), None, "rows imply no command");
        assert_eq!(converted("matrix", "\n 2 2 7 // x\n 1 2\n 3 4"), None);
        // Without its header, the first row would be one.
        assert_eq!(converted("matrix", "\n 3 3 0\n 2 3 1\n 1 2 3\n 4 5 6"), None);
    }
}
