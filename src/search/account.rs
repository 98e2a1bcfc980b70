//! The memory account of a process: everything that holds much memory is charged here, and
//! [`Budget::check`] compares the sum with the limit.
//!
//! * A [`Charge`] belongs to the holder of the memory and gives the bytes back when it is dropped.
//! * Data that several searches use, such as tables, is shared through the account
//!   ([`Account::share`]). It is dropped when no search uses it and memory is needed.
//! * The host makes one account per process and puts it into every [`Budget`]. A budget that is
//!   made by hand has its own account.

mod shared;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use shared::Item;

use super::{Budget, Stop};

/// The bytes that are charged. Clones share them.
#[derive(Clone, Default)]
pub struct Account(Arc<Books>);

#[derive(Default)]
struct Books {
    held: AtomicU64,
    /// The part of them that no computation can drop.
    lasting: AtomicU64,
    /// The number of moments that [`Account::moment`] has handed out.
    moments: AtomicU64,
    shared: Mutex<Vec<Item>>,
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Account({} bytes)", self.held())
    }
}

impl Account {
    /// Returns the bytes that are charged now.
    #[inline]
    pub fn held(&self) -> u64 {
        self.0.held.load(Ordering::Relaxed)
    }

    /// Returns the bytes of puzzles and their states, which no computation can drop.
    pub(super) fn lasting(&self) -> u64 {
        self.0.lasting.load(Ordering::Relaxed)
    }

    /// Returns a number that is larger than all before it, to tell what was used later.
    pub(crate) fn moment(&self) -> u64 {
        self.0.moments.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns true if a charge to this account stays here when it is set under `budget`.
    fn stays(&self, budget: &Budget) -> bool {
        budget.bytes == u64::MAX || Arc::ptr_eq(&self.0, &budget.account.0)
    }
}

/// Bytes that are held, charged to an account until this is dropped.
#[derive(Debug, Default)]
pub(crate) struct Charge {
    /// None until something is charged.
    account: Option<Account>,
    bytes: u64,
    /// The bytes of them that last.
    lasting: u64,
}

impl Charge {
    /// Returns the bytes charged.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Sets the number of bytes held to `bytes`, and charges them to the account of `budget`. A
    /// charge to another account moves there, unless the budget has no limit of memory.
    pub(crate) fn set(&mut self, bytes: u64, budget: &Budget) {
        let account = match &mut self.account {
            Some(current) if current.stays(budget) => current,
            _ => {
                self.clear();
                self.account.insert(budget.account.clone())
            }
        };
        if bytes > self.bytes {
            account.0.held.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        } else {
            account.0.held.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        }
        self.bytes = bytes;
    }

    /// Sets and charges the bytes of a puzzle and its states, which no computation can drop.
    pub(crate) fn set_lasting(&mut self, bytes: u64, budget: &Budget) {
        self.set(bytes, budget);
        if let Some(account) = &self.account {
            let more = bytes.wrapping_sub(self.lasting);
            account.0.lasting.fetch_add(more, Ordering::Relaxed); // wraps if it is less
        }
        self.lasting = bytes;
    }

    fn clear(&mut self) {
        if let Some(account) = self.account.take() {
            account.0.held.fetch_sub(self.bytes, Ordering::Relaxed);
            account.0.lasting.fetch_sub(self.lasting, Ordering::Relaxed);
        }
        (self.bytes, self.lasting) = (0, 0);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The lines of a long answer while it is built.
///
/// Twice its bytes are charged: the answer is copied when it is printed.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    text: String,
    count: usize,
    charge: Charge,
}

impl Lines {
    /// Adds a line.
    ///
    /// # Errors
    /// The budget's stop: cancelled, or no memory for more.
    pub(crate) fn push(&mut self, line: &str, budget: &Budget) -> Result<(), Stop> {
        budget.rest()?;
        let needed = self.text.len() + line.len() + 1;
        if needed > self.text.capacity() {
            let room = needed.max(self.text.capacity() / 2 * 3).max(1 << 10);
            let bytes = 2 * room as u64;
            budget.fits(bytes.saturating_sub(self.charge.bytes()))?;
            let more = room - self.text.len();
            self.text.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
            self.charge.set(bytes, budget);
        }
        if self.count > 0 {
            self.text.push('\n');
        }
        self.count += 1;
        self.text.push_str(line);
        Ok(())
    }

    /// Returns how many lines there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the bytes that the lines hold.
    pub(crate) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// Returns the answer. Its bytes are no longer charged, because it is about to be printed.
    pub(crate) fn into_text(mut self) -> String {
        self.text.shrink_to_fit();
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_are_given_back_and_move_with_the_account() {
        let limited = || Budget::unlimited().with_bytes(1000);
        let first = limited();
        let second = limited();
        let mut charge = Charge::default();
        charge.set(50, &first);
        charge.set(30, &first);
        assert_eq!((first.account.held(), second.account.held()), (30, 0));
        charge.set(30, &second);
        assert_eq!((first.account.held(), second.account.held()), (0, 30));
        charge.set(40, &second);
        assert_eq!((first.account.held(), second.account.held()), (0, 40));
        charge.set(50, &Budget::unlimited());
        assert_eq!(second.account.held(), 50);
        drop(charge);
        assert_eq!(second.account.held(), 0);
    }

    #[test]
    fn a_long_answer_ends_at_the_limit() {
        let budget = Budget::unlimited().with_bytes(100_000);
        let mut lines = Lines::default();
        let mut count = 0;
        while lines.push("0123456789", &budget).is_ok() {
            count += 1;
        }
        assert!((2000..=100_000 / 22).contains(&count), "{count}");
        assert!(budget.account.held() <= 100_000);
        let text = lines.into_text();
        assert_eq!(text.lines().count(), count);
        assert_eq!(budget.account.held(), 0);
        budget.cancel.cancel();
        assert_eq!(Lines::default().push("", &budget), Err(Stop::Cancelled));
    }
}
