//! Slides that were typed, and the commands that only sliders puzzles have.

use super::board::Board;
use super::breadth::Sum;
use super::codes;
use super::finder::Finder;
use super::lower::Model;
use super::rules::{CHECKSUM_MODULUS, Slide, checksum};
use super::syntax::{SlidersCommand, SlidersWord, expect_slides};
use crate::diag::{Sink, clip};
use crate::puzzle::moves::{self, Call, Engine as _, Engines, KindReply, MoveGame as _, State};
use crate::puzzle::rank::Figure;
use crate::puzzle::verdict::given::{bare, trimmed};
use crate::puzzle::verdict::{Blame, Grade, Question, Ruling};
use crate::puzzle::{Answer, Context, Failure};
use crate::search::{Budget, Outcome};
use crate::syntax::Given;
use crate::text::{Span, Spanned};

/// Returns the letters of the legal slides.
pub(super) fn legal(board: &Board) -> String {
    board.slides().map(Slide::letter).collect()
}

/// Slides a tile.
///
/// # Errors
/// There is no tile to slide that way.
pub(super) fn make(board: &Board, slide: Spanned<Slide>) -> Result<Board, Failure> {
    let next = board.after(slide.value);
    next.ok_or_else(|| Box::new(codes::no_tile(slide.span, slide.value.letter(), &legal(board))))
}

impl moves::KindCommand<Model> for SlidersCommand {
    type Word = SlidersWord;

    fn call(word: SlidersWord, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call<Model>> {
        Some(Call::Kind(match word {
            SlidersWord::Checksum => {
                let slides = expect_slides(&mut given.rest, sink)?;
                Self::Checksum(slides.into_iter().map(|slide| slide.value).collect())
            }
            SlidersWord::Count => Self::Count,
            SlidersWord::Sum => Self::Sum,
        }))
    }

    fn reply(
        &self,
        model: &Model,
        engines: &mut Engines<Model>,
        context: &mut Context<'_>,
    ) -> Result<KindReply<Board>, Failure> {
        let answer = match self {
            Self::Checksum(slides) if context.depth.answers() => Answer::number(checksum(slides)),
            Self::Checksum(_) => Answer::NotComputed,
            Self::Sum => engines.answer(model, 0, context, |finder, budget| {
                let sum = finder.sum(budget).map(|sum| match sum {
                    Sum::Exact(sum) => Answer::number(sum),
                    Sum::Modulo(sum) => Answer::Text(format!(
                        "{sum} modulo {CHECKSUM_MODULUS}, the paths are too many for the exact sum"
                    )),
                });
                or_nothing(sum)
            }),
            Self::Count => engines.answer(model, 0, context, |finder, budget| {
                or_nothing(finder.count(budget).map(Answer::Number))
            }),
        };
        Ok(answer.into())
    }
}

/// Returns a figure about all solutions: 0 if there is none.
fn or_nothing(figure: Outcome<Answer>) -> Outcome<Answer> {
    match figure {
        Outcome::Unsolvable => Outcome::Solved(Answer::number(0_u8)),
        figure => figure,
    }
}

/// Judges `LENGTH COUNT SUM`; `None` if an answer has another form.
pub(super) fn figures(
    model: &Model,
    state: &State<Model>,
    question: &Question<'_>,
    budget: &Budget,
) -> Option<Ruling> {
    let answer = question.answer;
    let words: Vec<&str> = bare(answer).split_whitespace().take(FIGURES.len() + 1).collect();
    let is_figure = |word: &&str| *word == "?" || word.bytes().all(|byte| byte.is_ascii_digit());
    if words.len() != FIGURES.len() || !words.iter().all(is_figure) {
        return None;
    }
    let right = right_figures(model, state, budget);
    let scene = question.draw.map(|name| moves::scene(model, name, &state.position, state.made));
    let ruling = match right {
        Outcome::GaveUp(stop) => {
            Ruling::new(Grade::Unknown, format!("the figures are not known: {}", stop.reason()))
        }
        Outcome::Unsolvable => {
            Ruling::new(Grade::Wrong, "there is no solution").at(Blame::of(answer, trimmed(answer)))
        }
        Outcome::Solved(right) => compared(&right, &words, answer),
    };
    Some(Ruling { scene: scene.map(Box::new), ..ruling })
}

/// Compares figures with the right ones, of which `?` is not known.
fn compared(right: &[Figure; 3], words: &[&str], answer: &str) -> Ruling {
    for ((name, right), word) in FIGURES.iter().zip(right).zip(words) {
        if *right == Figure::GaveUp {
            return Ruling::new(Grade::Unknown, format!("the {name} is not known"));
        }
        let right = right.to_string();
        if right.trim_start_matches('0') != word.trim_start_matches('0') {
            let start = word.as_ptr() as usize - answer.as_ptr() as usize;
            let written = clip(word);
            let reason = format!("the {name}: expected `{right}`, found `{written}`");
            let blame = Blame::of(answer, start..start + word.len());
            let veil = format!("the {name}: `{written}` is wrong");
            return Ruling::new(Grade::Wrong, reason).at(blame).or_veiled(veil);
        }
    }
    Ruling::new(Grade::Right, "it is the right answer")
}

/// The names of the figures that raw input is answered with.
const FIGURES: [&str; 3] = ["length", "number of shortest solutions", "sum of their checksums"];

/// Finds the length, the number and the sum of checksums of all shortest solutions, as raw input
/// is answered.
fn right_figures(model: &Model, state: &State<Model>, budget: &Budget) -> Outcome<[Figure; 3]> {
    let mut finder = match model.engine(&state.position, 0, budget) {
        Ok(finder) => finder,
        Err(stop) => return Outcome::GaveUp(stop),
    };
    let spent = finder.effort().expanded;
    let outcome = finder.solve(&budget.beyond(spent));
    outcome.map(|path| path_figures(&path, &mut finder, Span::default(), budget, &mut Sink::new()))
}

/// Returns the answer to raw input: the figures of `path`, a shortest solution.
pub(super) fn judged(
    _model: &Model,
    path: &[Slide],
    finder: &mut Finder,
    place: Span,
    budget: &Budget,
    sink: &mut Sink,
) -> String {
    path_figures(path, finder, place, budget, sink).map(|figure| figure.to_string()).join(" ")
}

/// Returns the length of a shortest solution, the number of all of them, and the sum of their checksums.
fn path_figures(
    path: &[Slide],
    finder: &mut Finder,
    place: Span,
    budget: &Budget,
    sink: &mut Sink,
) -> [Figure; 3] {
    let mut unknown = |what: &str, stop: Option<_>| {
        sink.push(codes::out_of_reach(place, what, stop));
        Figure::GaveUp
    };
    let count = match finder.count(&budget.beyond(finder.effort().expanded)) {
        Outcome::Solved(count) => Figure::count(count),
        Outcome::GaveUp(stop) => unknown("number of shortest paths", Some(stop)),
        Outcome::Unsolvable => Figure::count(0_u8),
    };
    let sum = match finder.sum(&budget.beyond(finder.effort().expanded)) {
        Outcome::Solved(Sum::Exact(sum)) => Figure::count(sum),
        Outcome::Solved(Sum::Modulo(_)) => unknown("sum of checksums", None),
        Outcome::GaveUp(stop) => unknown("sum of checksums", Some(stop)),
        Outcome::Unsolvable => Figure::count(0_u8),
    };
    [Figure::count(path.len()), count, sum]
}
