//! The stepping of a film without a terminal and without a clock: keys and ticks go in, the number
//! of the picture comes out.

/// What a key means to a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// Pauses, or continues; at the end, starts again.
    Pause,
    /// One picture on.
    On,
    /// One picture back.
    Back,
    /// To the first picture.
    First,
    /// To the last picture.
    Last,
    /// Shorter pauses.
    Faster,
    /// Longer pauses.
    Slower,
    /// Leaves.
    Leave,
    /// Nothing.
    Other,
}

/// Milliseconds between two pictures, the slowest first.
const PACES: [u64; 9] = [3000, 2000, 1400, 1000, 600, 400, 250, 120, 50];
const PACE: usize = 4;

/// Where a film stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    /// The number of the last picture, from 0.
    pub(crate) last: usize,
    /// The number of the picture.
    pub(crate) at: usize,
    /// True if the film runs by itself.
    pub(crate) running: bool,
    pace: usize,
}

impl Player {
    /// Returns a running film of that number of pictures (at least one), at the first.
    pub(crate) fn new(count: usize) -> Self {
        let last = count.saturating_sub(1);
        Self { last, at: 0, running: last > 0, pace: PACE }
    }

    /// Milliseconds until the next tick; none while it waits for a key.
    pub(crate) fn delay(self) -> Option<u64> {
        self.running.then_some(PACES[self.pace])
    }

    /// Goes to the next picture, because the time of this one is over.
    pub(crate) fn tick(&mut self) {
        if self.running {
            self.at = (self.at + 1).min(self.last);
            self.running = self.at < self.last;
        }
    }

    /// Reacts to a key. Returns false if the film is left.
    pub(crate) fn key(&mut self, key: Key) -> bool {
        match key {
            Key::Pause if self.at == self.last && !self.running => {
                (self.at, self.running) = (0, self.last > 0);
            }
            Key::Pause => self.running = !self.running,
            Key::On => self.stop_at((self.at + 1).min(self.last)),
            Key::Back => self.stop_at(self.at.saturating_sub(1)),
            Key::First => self.stop_at(0),
            Key::Last => self.stop_at(self.last),
            Key::Faster => self.pace = (self.pace + 1).min(PACES.len() - 1),
            Key::Slower => self.pace = self.pace.saturating_sub(1),
            Key::Leave => return false,
            Key::Other => {}
        }
        true
    }

    fn stop_at(&mut self, at: usize) {
        (self.at, self.running) = (at, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_runs_to_its_end_and_waits_there() {
        let mut player = Player::new(3);
        assert_eq!((player.at, player.last, player.running), (0, 2, true));
        player.tick();
        assert_eq!((player.at, player.delay()), (1, Some(600)));
        player.tick();
        assert_eq!((player.at, player.delay()), (2, None));
        player.tick();
        assert_eq!(player.at, 2);
        assert!(player.key(Key::Pause));
        assert_eq!((player.at, player.running), (0, true));
    }

    #[test]
    fn keys_step_and_pause() {
        let mut player = Player::new(4);
        assert!(player.key(Key::Pause) && !player.running);
        player.tick();
        assert_eq!(player.at, 0, "a pause holds");
        for (key, at) in [
            (Key::Back, 0),
            (Key::On, 1),
            (Key::On, 2),
            (Key::Back, 1),
            (Key::Last, 3),
            (Key::On, 3),
            (Key::First, 0),
            (Key::Other, 0),
        ] {
            assert!(player.key(key));
            assert_eq!((player.at, player.running), (at, false), "{key:?}");
        }
        player.key(Key::Pause);
        assert!(player.running);
        player.key(Key::On);
        assert!(!player.running, "stepping pauses");
        assert!(!player.key(Key::Leave));
    }

    #[test]
    fn the_speed_has_ends() {
        let mut player = Player::new(2);
        let mut paces = Vec::new();
        for _ in 0..20 {
            player.key(Key::Faster);
            paces.extend(player.delay());
        }
        assert!(paces.is_sorted_by(|a, b| a >= b) && paces.last() == Some(&50));
        (0..20).for_each(|_| assert!(player.key(Key::Slower)));
        assert_eq!(player.delay(), Some(3000));
    }

    #[test]
    fn a_film_of_one_picture_waits_at_once() {
        for count in [0, 1] {
            let mut player = Player::new(count);
            assert_eq!(player.delay(), None);
            player.tick();
            assert!(player.key(Key::Pause) && player.key(Key::On));
            assert_eq!((player.at, player.running), (0, false));
        }
    }
}
