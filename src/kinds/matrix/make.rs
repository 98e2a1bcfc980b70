//! Matrices made to order: numbers of one or two digits, and a rotation.

use super::{Matrix, aligned, begins_like_a_header, declared, rows_text};
use crate::puzzle::make::{Draw, Ends, Made, Make, Maker, Question, Range, Size, Wishes};
use crate::search::Budget;

/// The lengths of a side.
const SIDES: Range = Range { least: 2, most: 30 };
/// The numbers in a matrix are below this one.
const NUMBERS: u64 = 100;

/// The way to make matrices.
#[derive(Debug)]
pub(super) struct MakeMatrix;

/// Makes matrices with a rotation by at least and at most so many places.
struct MatrixMaker {
    size: Size,
    least: i64,
    most: i64,
}

impl Make for MakeMatrix {
    fn options(&self) -> &'static [&'static str] {
        &["size", "rotate"]
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let size = wishes.size("size", SIDES)?.unwrap_or(Size { rows: 4, columns: 4 });
        // Once around the outer ring.
        let round = 2 * (size.rows + size.columns) as i64 - 4;
        let maker = |least: i64, most: i64| MatrixMaker { size, least, most };

        let maker = match wishes.text("rotate") {
            None => maker(1, round - 1),
            Some(text) => {
                let Ends { least, most } = Ends::of(text);
                let number = |end: Option<&str>, open| end.map_or(Ok(open), str::parse::<i64>);
                let ends = (number(least, i64::MIN), number(most, i64::MAX));
                let (Ok(first), Ok(last)) = ends else {
                    return Err(format!(
                        "expected places such as `3`, `-4` or `1..9` after `--rotate`, found `{text}`"
                    ));
                };
                if first > last {
                    return Err(format!(
                        "the range `{text}` after `--rotate` is empty; write the smaller number first"
                    ));
                }
                match (least, most) {
                    (Some(_), None) => maker(first, first.saturating_add(round - 1)),
                    (None, _) => maker(last.saturating_sub(round - 1), last),
                    (Some(_), Some(_)) => maker(first, last),
                }
            }
        };

        // Around each ring.
        let mut rounds = (0..size.rows.min(size.columns) as i64 / 2).map(|ring| round - 8 * ring);
        if maker.least == maker.most && rounds.all(|round| maker.least % round == 0) {
            let places = maker.least;
            return Err(format!(
                "a rotation by {places} changes no matrix of this size; ask for another `--rotate`"
            ));
        }
        Ok(Box::new(maker))
    }
}

impl Maker for MatrixMaker {
    fn attempts(&self) -> u64 {
        100
    }

    fn attempt(&self, draw: &mut Draw, _: &Budget) -> Option<Made> {
        let Size { rows, columns } = self.size;
        let cells = (0..self.size.area()).map(|_| draw.below(NUMBERS) as i64).collect();
        let matrix = Matrix::new(rows, columns, cells)?;
        let places =
            self.least.wrapping_add(draw.between(0, self.most.abs_diff(self.least)) as i64);
        let turned = matrix.rotate(i128::from(places));
        let body = match begins_like_a_header(&matrix) {
            true => declared(&matrix),
            false => aligned(&matrix),
        };
        Some(Made {
            body,
            questions: vec![Question {
                command: format!("rotate {places}"),
                answer: rows_text(&turned).trim_end().to_owned(),
            }],
            // A rotation by whole rounds would ask for nothing.
            fits: turned != matrix,
            reached: String::from("a rotation that changes nothing"),
            ..Made::default()
        })
    }
}
