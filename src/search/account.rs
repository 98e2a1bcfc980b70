//! The memory account of a process: everything that holds much memory is charged here, and searches
//! that are not in use are dropped before a computation gives up.
//!
//! ```text
//!   search at work   Charge ──┐
//!   answer in making Charge ──┼──▶ Account: bytes charged ──▶ Budget::check compares with the limit
//!   idle searches    Charge ──┘         │                        too much? drop the oldest idle
//!     in a Kept slot each  ◀────────────┘ list of slots          search and look again, else stop
//! ```
//!
//! * A [`Charge`] belongs to the holder of the memory and gives the bytes back when it is dropped.
//! * A [`Kept`] slot holds a search that lives in a state of a puzzle. A thread that works with the
//!   search holds the slot's lock. A slot that is not locked is idle: the account may empty it, the
//!   one that was opened longest ago first. The search starts again when it is needed again. The
//!   slot remembers how far it was ([`Kept::reached`]), for commands that continue from there or
//!   report it.
//! * Data that several searches use, such as tables, is shared through the account
//!   ([`Account::share`]). It is dropped when no search uses it and memory is needed.
//! * The host makes one account per process and puts it into every [`Budget`]. A budget that is
//!   made by hand has its own account.

mod shared;

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

use shared::Item;

use super::{Budget, Stop};

/// The bytes that are charged, and the slots of the searches that may be dropped. Clones share both.
#[derive(Clone, Default)]
pub struct Account(Arc<Books>);

#[derive(Default)]
struct Books {
    held: AtomicU64,
    /// The part of them that no computation can drop.
    lasting: AtomicU64,
    slots: Mutex<Slots>,
    shared: Mutex<Vec<Item>>,
}

/// The slots by the moment when each was opened last.
#[derive(Default)]
struct Slots {
    next: u64,
    by_age: BTreeMap<u64, Weak<dyn Slot>>,
}

/// A slot without the type of what it holds.
trait Slot: Send + Sync {
    /// Empties the slot unless it is in use. Returns true if there was a search in it.
    fn empty(&self) -> bool;
}

/// A search that can be dropped and run again, because it is deterministic.
pub trait Resume {
    /// The progress of a search; the default value is the progress of a new search.
    type Reached: Clone + Default + Send;

    /// Notes how far the search is, unless an earlier one in its place was farther.
    fn note(&self, reached: &mut Self::Reached);
}

/// The content of a slot.
struct Shelf<T: Resume> {
    search: Option<T>,
    /// The farthest point that the dropped searches had reached.
    reached: T::Reached,
}

impl<T: Resume> Shelf<T> {
    fn take(&mut self) -> Option<T> {
        let search = self.search.take()?;
        search.note(&mut self.reached);
        Some(search)
    }
}

impl<T: Resume + Send> Slot for Mutex<Shelf<T>> {
    fn empty(&self) -> bool {
        let value = match self.try_lock() {
            Ok(mut shelf) => shelf.take(),
            Err(TryLockError::Poisoned(shelf)) => shelf.into_inner().take(),
            Err(TryLockError::WouldBlock) => None,
        };
        value.is_some() // dropped here, after the lock is released
    }
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

    /// Returns true if a charge to this account stays here when it is set under `budget`.
    fn stays(&self, budget: &Budget) -> bool {
        budget.bytes == u64::MAX || Arc::ptr_eq(&self.0, &budget.account.0)
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops shared items without users and idle searches, the oldest first, until no more than
    /// `limit` bytes are charged. Returns true if that limit was reached.
    pub(super) fn shrink_to(&self, limit: u64) -> bool {
        let mut after = 0;
        loop {
            if self.held() > limit {
                self.drop_unused(0);
            }
            if self.held() <= limit {
                return true;
            }
            let oldest = {
                let slots = self.slots();
                let found = slots.by_age.range(after..).next();
                found.map(|(&age, slot)| (age, slot.clone()))
            };
            let Some((age, slot)) = oldest else { return false };
            if let Some(slot) = slot.upgrade() {
                slot.empty();
            }
            after = age + 1;
        }
    }

    /// Drops all idle searches when the system is out of memory. Returns true if that freed bytes.
    pub(super) fn drop_idle(&self) -> bool {
        let before = self.held();
        self.shrink_to(0);
        self.held() < before
    }

    /// Adds a slot as the newest, and returns its key in the list.
    fn enter(&self, slot: Weak<dyn Slot>) -> u64 {
        let mut slots = self.slots();
        let age = slots.next;
        slots.next += 1;
        slots.by_age.insert(age, slot);
        age
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
            Some(own) if own.stays(budget) => own,
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

/// A place for a search that may be dropped while it is not in use.
pub(crate) struct Kept<T: Resume> {
    /// The slot, made for the first search, because a search is large and most states have none.
    slot: Option<Arc<Mutex<Shelf<T>>>>,
    /// The account that lists the slot, and the key of the slot in its list.
    place: Option<(Account, u64)>,
}

impl<T: Resume> Default for Kept<T> {
    fn default() -> Self {
        Self { slot: None, place: None }
    }
}

/// A search at work: it is not dropped before this guard is.
pub struct Work<'a, T: Resume>(MutexGuard<'a, Shelf<T>>);

impl<T: Resume<Reached: 'static> + Send + 'static> Kept<T> {
    /// Returns the search to work with; tests make theirs without errors.
    #[cfg(test)]
    pub(crate) fn open(&mut self, budget: &Budget, make: impl FnOnce() -> T) -> Work<'_, T> {
        let work = self.try_open(budget, || Ok::<_, std::convert::Infallible>(make()));
        work.expect("it can be made")
    }

    /// Returns the search to work with, and makes it again if it was dropped. The search counts as
    /// the newest from now on.
    ///
    /// # Errors
    /// Returns the error of `make`.
    pub(crate) fn try_open<E>(
        &mut self,
        budget: &Budget,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Work<'_, T>, E> {
        let account = match self.place.take() {
            Some((own, age)) => {
                own.slots().by_age.remove(&age);
                if own.stays(budget) { own } else { budget.account.clone() }
            }
            None => budget.account.clone(),
        };
        let slot = self.slot.get_or_insert_with(|| {
            let shelf = Shelf { search: None, reached: T::Reached::default() };
            Arc::new(Mutex::new(shelf))
        });
        let weak: Weak<dyn Slot> = Arc::<Mutex<Shelf<T>>>::downgrade(slot);
        let age = account.enter(weak);
        self.place = Some((account, age));
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.search.is_none() {
            slot.search = Some(make()?);
        }
        Ok(Work(slot))
    }
}

impl<T: Resume> Kept<T> {
    fn shelf(&self) -> Option<MutexGuard<'_, Shelf<T>>> {
        let slot = self.slot.as_ref()?;
        Some(slot.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls `look` with the search, or with `None` if there is no search.
    pub(crate) fn look<R>(&self, look: impl FnOnce(Option<&T>) -> R) -> R {
        look(self.shelf().as_ref().and_then(|shelf| shelf.search.as_ref()))
    }

    /// Returns the farthest point that the dropped searches had reached.
    pub(crate) fn reached(&self) -> T::Reached {
        self.shelf().map(|shelf| shelf.reached.clone()).unwrap_or_default()
    }
}

impl<T: Resume> Drop for Kept<T> {
    fn drop(&mut self) {
        if let Some((account, age)) = self.place.take() {
            account.slots().by_age.remove(&age);
        }
    }
}

impl<T: Resume> Deref for Work<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.search.as_ref().expect("a slot at work holds its search")
    }
}

impl<T: Resume> DerefMut for Work<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.search.as_mut().expect("a slot at work holds its search")
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

    impl Resume for Charge {
        type Reached = u64;

        fn note(&self, reached: &mut u64) {
            *reached = (*reached).max(self.bytes);
        }
    }

    fn kept(bytes: u64, budget: &Budget) -> Kept<Charge> {
        let mut kept = Kept::default();
        kept.open(budget, Charge::default).set(bytes, budget);
        kept
    }

    fn held(kept: &Kept<Charge>) -> bool {
        kept.look(|charge| charge.is_some())
    }

    #[test]
    fn charges_are_given_back_and_move_with_the_account() {
        let limited = || Budget::unlimited().with_bytes(1000);
        let (one, other) = (limited(), limited());
        let mut charge = Charge::default();
        charge.set(50, &one);
        charge.set(30, &one);
        assert_eq!((one.account.held(), other.account.held()), (30, 0));
        charge.set(30, &other);
        assert_eq!((one.account.held(), other.account.held()), (0, 30));
        charge.set(40, &other);
        assert_eq!((one.account.held(), other.account.held()), (0, 40));
        charge.set(50, &Budget::unlimited());
        assert_eq!(other.account.held(), 50);
        drop(charge);
        assert_eq!(other.account.held(), 0);
    }

    #[test]
    fn idle_searches_go_oldest_first_and_no_sooner_than_needed() {
        let budget = Budget::unlimited().with_bytes(100);
        let (mut a, b, c) = (kept(30, &budget), kept(30, &budget), kept(30, &budget));
        assert_eq!(budget.fits(9), Ok(()));
        assert!(held(&a) && held(&b) && held(&c));
        // Working with `a` makes it the newest.
        drop(a.open(&budget, Charge::default));
        assert_eq!(budget.fits(39), Ok(()));
        assert!(held(&a) && !held(&b) && held(&c));
        assert_eq!(budget.account.held(), 60);
        // The one in use always stays.
        let work = a.open(&budget, Charge::default);
        assert_eq!(budget.fits(80), Err(Stop::Memory));
        assert!(work.bytes() == 30 && !held(&c));
        drop(work);
        drop((a, b, c));
        assert_eq!(budget.account.held(), 0);
        assert!(budget.account.slots().by_age.is_empty());
    }

    #[test]
    fn a_search_that_was_dropped_is_made_anew() {
        let budget = Budget::unlimited().with_bytes(100);
        let mut old = kept(90, &budget);
        let mut charge = Charge::default();
        budget.fits(50).expect("the idle search goes");
        charge.set(50, &budget);
        assert_eq!(old.open(&budget, Charge::default).bytes(), 0);
        assert_eq!(old.reached(), 90);
        // One that is not as far when it is dropped again changes nothing.
        charge.set(0, &budget);
        old.open(&budget, Charge::default).set(20, &budget);
        budget.fits(90).expect("the idle search goes");
        assert!(!held(&old) && old.reached() == 90);
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
