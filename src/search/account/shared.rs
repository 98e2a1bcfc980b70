//! Data that several searches share and that is charged once.

use std::any::Any;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

use super::Account;

/// Data that several searches use. It holds no charge, which would keep its own account alive.
pub(super) struct Item {
    key: Vec<u32>,
    content: Arc<dyn Any + Send + Sync>,
    bytes: u64,
}

/// The largest number of items that are kept although no search uses them.
const MOST_UNUSED: usize = 4;

impl Account {
    fn items(&self) -> MutexGuard<'_, Vec<Item>> {
        self.0.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the item shared under `key`, or `None` if it was dropped or has another type.
    pub fn shared<T: Any + Send + Sync>(&self, key: &[u32]) -> Option<Arc<T>> {
        let items = self.items();
        let content = items.iter().find(|item| item.key == key)?.content.clone();
        content.downcast().ok()
    }

    /// Shares an item of `bytes` bytes under `key`. The bytes are charged to this account until the
    /// item is dropped.
    pub fn share<T: Any + Send + Sync>(&self, key: Vec<u32>, content: Arc<T>, bytes: u64) {
        self.0.held.fetch_add(bytes, Ordering::Relaxed);
        self.items().push(Item { key, content, bytes });
        self.drop_unused(MOST_UNUSED);
    }

    /// Drops shared items that no search uses, the oldest first, until `most` of them are left.
    pub(in crate::search) fn drop_unused(&self, most: usize) {
        let mut items = self.items();
        let unused = |item: &Item| Arc::strong_count(&item.content) == 1;
        let mut surplus = items.iter().filter(|item| unused(item)).count().saturating_sub(most);
        items.retain(|item| {
            let goes = surplus > 0 && unused(item);
            if goes {
                surplus -= 1;
                self.0.held.fetch_sub(item.bytes, Ordering::Relaxed);
            }
            !goes
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Budget, Stop};

    #[test]
    fn shared_items_are_charged_once_and_go_when_nobody_uses_them() {
        let budget = Budget::unlimited().with_bytes(100);
        let account = &budget.account;
        assert!(account.shared::<u8>(&[1]).is_none());
        account.share(vec![1], Arc::new(7_u8), 60);
        let used = account.shared::<u8>(&[1]).expect("it is there");
        assert_eq!((*used, account.held()), (7, 60));
        // Another type or another key is another item.
        assert!(account.shared::<u16>(&[1]).is_none() && account.shared::<u8>(&[2]).is_none());
        assert_eq!(budget.fits(50), Err(Stop::Memory));
        assert_eq!((budget.fits(30), account.held()), (Ok(()), 60));
        drop(used);
        assert_eq!((budget.fits(50), account.held()), (Ok(()), 0));
        assert!(account.shared::<u8>(&[1]).is_none());
        // A few are kept for those who come later.
        for key in 0..10 {
            account.share(vec![key], Arc::new(key), 1);
        }
        assert_eq!(account.held(), MOST_UNUSED as u64);
        assert!(account.shared::<u32>(&[5]).is_none() && account.shared::<u32>(&[6]).is_some());
    }
}
