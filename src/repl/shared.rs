//! A value that the thread which reads lines shares with the thread which searches in the background.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// The time for which a search in the background steps aside while the other thread wants the value.
const ASIDE: Duration = Duration::from_millis(2);

/// A shared value. A search holds it for a slice at a time; the thread that reads lines goes first.
#[derive(Debug)]
pub(crate) struct Shared<T>(Arc<Inner<T>>);

#[derive(Debug)]
struct Inner<T> {
    value: Mutex<T>,
    /// The number of calls of [`Shared::lock`] that wait.
    waiting: AtomicUsize,
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Default> Default for Shared<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> Shared<T> {
    /// Shares a value.
    pub(crate) fn new(value: T) -> Self {
        Self(Arc::new(Inner { value: Mutex::new(value), waiting: AtomicUsize::new(0) }))
    }

    /// Returns the value as soon as the slice at work has ended. The caller must not hold it yet.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.waiting.fetch_add(1, Ordering::SeqCst);
        let value = self.0.value.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
        value
    }

    /// Returns the value if nobody has it, after those who wait for it in [`Shared::lock`]. For
    /// searches in the background.
    pub(crate) fn try_lock_last(&self) -> Option<MutexGuard<'_, T>> {
        while self.0.waiting.load(Ordering::SeqCst) > 0 {
            std::thread::sleep(ASIDE);
        }
        match self.0.value.try_lock() {
            Ok(value) => Some(value),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}
