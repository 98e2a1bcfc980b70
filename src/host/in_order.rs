//! Work on a stream, piece by piece, on all processors.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::threads::is_alone;

/// The way of pieces from a reader over workers to a writer.
struct Line<R, W> {
    /// The reader, and the number of pieces read.
    reader: Mutex<End<R>>,
    /// The writer, and the number of pieces written.
    writer: Mutex<End<W>>,
    /// Notified when the writer is done with a piece.
    turn: Condvar,
}

/// One end of the way.
struct End<F> {
    act: F,
    /// The number of pieces so far; `None` if no more will come.
    count: Option<usize>,
}

/// Reads pieces, works on several of them at a time, and writes the results in the order of the
/// pieces, until there are no more or `write` returns false. Each thread holds one piece: it reads
/// the piece, works on it, and waits for its turn to write it. So the memory does not grow with the
/// stream, and reading and writing go on during the work.
///
/// On one processor, and for `alone`, the calling thread does all of it: no thread is started.
pub(crate) fn in_order<I, O>(
    alone: bool,
    read: impl FnMut() -> Option<I> + Send,
    work: impl Fn(I) -> O + Sync,
    write: impl FnMut(O) -> bool + Send,
) {
    let reader = Mutex::new(End { act: read, count: Some(0) });
    let writer = Mutex::new(End { act: write, count: Some(0) });
    let line = Line { reader, writer, turn: Condvar::new() };
    if alone || is_alone() {
        line.follow(&work);
    } else {
        rayon::broadcast(|_| line.follow(&work));
    }
}

impl<R, W> Line<R, W> {
    /// Reads, works on and writes pieces, on each thread, until the line ends.
    fn follow<I, O>(&self, work: &impl Fn(I) -> O)
    where
        R: FnMut() -> Option<I>,
        W: FnMut(O) -> bool,
    {
        // A thread that panics writes nothing; those that wait for it must not wait forever.
        let ends = EndsOnPanic(self);
        while let Some((at, piece)) = self.next() {
            let done = work(piece);
            let mut writer = locked(&self.writer);
            while writer.count.is_some_and(|count| count != at) {
                writer = self.turn.wait(writer).unwrap_or_else(PoisonError::into_inner);
            }
            if writer.count.is_some() {
                writer.count = (writer.act)(done).then_some(at + 1);
            }
            drop(writer);
            self.turn.notify_all();
        }
        drop(ends);
    }

    /// Reads the next piece and returns it with its number; `None` if no more will come.
    fn next<I>(&self) -> Option<(usize, I)>
    where
        R: FnMut() -> Option<I>,
    {
        locked(&self.writer).count?;
        let mut reader = locked(&self.reader);
        let at = reader.count.take()?;
        let piece = (reader.act)()?;
        reader.count = Some(at + 1);
        Some((at, piece))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the line when its thread panics.
struct EndsOnPanic<'a, R, W>(&'a Line<R, W>);

impl<R, W> Drop for EndsOnPanic<'_, R, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            locked(&self.0.writer).count = None;
            self.0.turn.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Returns twice its argument, later for some pieces than for others.
    fn slow(at: usize) -> usize {
        for _ in 0..(at * 7919 % 13) * 100 {
            std::hint::spin_loop();
        }
        at * 2
    }

    #[test]
    fn results_come_in_the_order_of_the_pieces_on_one_thread_and_on_several() {
        for alone in [true, false] {
            let mut next = 0..5000;
            let mut results = Vec::new();
            in_order(
                alone,
                || next.next(),
                slow,
                |two| {
                    results.push(two);
                    true
                },
            );
            assert!(results.iter().copied().eq((0..5000).map(|at| 2 * at)), "{alone}");
        }
    }

    #[test]
    fn no_more_is_read_than_each_thread_holds_after_the_writer_has_had_enough() {
        for alone in [true, false] {
            let read = AtomicUsize::new(0);
            let mut written = 0;
            let next = || Some(read.fetch_add(1, Ordering::Relaxed));
            in_order(alone, next, slow, |_| {
                written += 1;
                written < 100
            });
            let read = read.into_inner();
            assert!(written == 100 && read < 101 + rayon::current_num_threads(), "{read}");
        }
    }

    #[test]
    fn a_panic_ends_all_threads() {
        let mut next = 0..1000;
        let work = |at: usize| {
            assert!(at != 500, "a fault");
            slow(at)
        };
        let mut last = 0;
        let fault = catch_unwind(AssertUnwindSafe(|| {
            in_order(
                false,
                || next.next(),
                work,
                |two| {
                    last = two;
                    true
                },
            );
        }));
        assert!(fault.is_err() && last < 1000);
    }
}
