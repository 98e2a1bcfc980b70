//! Moves that are words.

use crate::diag::Sink;
use crate::puzzle::Info;
use crate::syntax::codes::missing_argument;
use crate::syntax::{Args, Fragment};
use crate::text::Spanned;

/// Reads moves that are words, separated by the sign of [`Info::separator`], each with its place: `add 2;
/// double`. The sign may also follow the last move. `read` reads a single move, which `what` names, and
/// reports what is wrong with it.
pub fn expect_words<'a, T>(
    info: &Info,
    args: &mut Args<'a>,
    what: &str,
    sink: &mut Sink,
    mut read: impl FnMut(Fragment<'a>, &mut Sink) -> Option<T>,
) -> Option<Vec<Spanned<T>>> {
    let usage = args.usage();
    let mut before = args.before();
    let whole = args.take_rest();
    let sign = info.separator.and_then(|separator| separator.trim().chars().next());
    let pieces: Vec<&str> = match sign {
        Some(sign) => whole.text.split(sign).map(|piece| piece.trim_matches([' ', '\t'])).collect(),
        None => whole.text.split_ascii_whitespace().collect(),
    };

    let mut moves = Vec::new();
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        let is_end = piece.is_empty() && pieces.peek().is_none() && !moves.is_empty();
        if is_end {
            break;
        }
        if piece.is_empty() {
            sink.push(missing_argument(before, what, usage));
            return None;
        }
        let word = whole.locate(piece);
        let value = read(word, sink)?;
        before = word.span();
        moves.push(Spanned { value, span: before });
    }
    if moves.is_empty() {
        sink.push(missing_argument(before, what, usage));
        return None;
    }
    Some(moves)
}
