//! The searches that began in one state of a puzzle.

use std::any::Any;

/// The searches that began in one state, each under a key of its own. The board owns them, and hands
/// them to the kind with each command: a search that was stopped goes on when the same is asked again.
#[derive(Default)]
pub struct Searches {
    searches: Vec<(&'static str, Box<dyn Any + Send>)>,
    /// True if there were searches that were dropped because memory was short.
    were_dropped: bool,
}

impl std::fmt::Debug for Searches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.searches.iter().map(|(key, _)| key)).finish()
    }
}

impl Searches {
    /// Returns the search under a key, if it has begun.
    pub fn get<T: Any>(&self, key: &'static str) -> Option<&T> {
        let (_, search) = self.searches.iter().find(|(other, _)| *other == key)?;
        search.downcast_ref()
    }

    /// Returns the search under a key to continue it. `begin` makes it if it has not begun.
    ///
    /// # Errors
    /// The error of `begin`.
    pub fn get_or_begin<T: Any + Send, E>(
        &mut self,
        key: &'static str,
        begin: impl FnOnce() -> Result<T, E>,
    ) -> Result<&mut T, E> {
        let at = match self.searches.iter().position(|(other, _)| *other == key) {
            Some(at) => at,
            None => {
                self.searches.push((key, Box::new(begin()?)));
                self.searches.len() - 1
            }
        };
        let search = self.searches[at].1.downcast_mut();
        Ok(search.expect("all searches under a key have one type"))
    }

    /// Returns whether no search has begun.
    pub(super) fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Returns whether no search has begun or was dropped.
    pub(super) fn is_blank(&self) -> bool {
        self.is_empty() && !self.were_dropped
    }

    /// Drops all searches, because memory is short.
    pub(super) fn drop_all(&mut self) {
        self.were_dropped |= !self.searches.is_empty();
        self.searches = Vec::new();
    }

    /// Returns whether there were searches that were dropped, unless that was asked before.
    pub(super) fn were_dropped(&mut self) -> bool {
        std::mem::take(&mut self.were_dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_stays_under_its_key_until_it_is_dropped() {
        let mut searches = Searches::default();
        let begin = |value: u32| move || Ok::<u32, ()>(value);
        assert_eq!(searches.get_or_begin("moves", || Err::<u32, _>("no memory")), Err("no memory"));
        assert!(searches.is_empty());
        *searches.get_or_begin("moves", begin(1)).expect("it begins") += 1;
        assert_eq!(searches.get_or_begin("moves", begin(7)), Ok(&mut 2));
        assert_eq!(searches.get_or_begin("steps", begin(5)), Ok(&mut 5));
        assert_eq!((searches.get::<u32>("moves"), searches.get::<u32>("x")), (Some(&2), None));
        assert!(!searches.were_dropped());
        searches.drop_all();
        assert_eq!((searches.get::<u32>("moves"), searches.is_empty()), (None, true));
        assert_eq!([searches.were_dropped(), searches.were_dropped()], [true, false]);
        assert_eq!(searches.get_or_begin("moves", begin(3)), Ok(&mut 3));
    }
}
