//! Messages on their way to the client, and back-pressure: whatever the client does, what is held
//! for it and what was read from it stays bounded.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, spawn};

use super::Event;
use crate::lsp::server::Outgoing;

/// Bytes that may wait for a client that does not read: then no further request of it is handled.
const MOST: usize = 64 << 20;

/// The messages that wait to be written, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Outbox(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: BTreeMap<u64, Outgoing>,
    /// The message of each topic: a newer one takes its place.
    topics: HashMap<String, u64>,
    /// The number of the next message.
    next: u64,
    bytes: usize,
    /// True if no more messages come.
    is_closed: bool,
    /// True if the client does not read them any more.
    is_broken: bool,
}

impl Waiting {
    fn remove(&mut self, number: u64) -> Option<Vec<u8>> {
        let Outgoing { body, topic } = self.messages.remove(&number)?;
        self.bytes -= body.len();
        if let Some(topic) = topic {
            self.topics.remove(&topic);
        }
        Some(body)
    }
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while `busy` holds.
    fn wait(&self, busy: impl Fn(&Waiting) -> bool) -> MutexGuard<'_, Waiting> {
        let waiting = self.0.changed.wait_while(self.lock(), |waiting| busy(waiting));
        waiting.unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a message, and drops an older one about the same. Never waits.
    pub(super) fn send(&self, message: Outgoing) {
        let mut waiting = self.lock();
        if waiting.is_broken {
            return;
        }
        let number = waiting.next;
        waiting.next += 1;
        if let Some(topic) = &message.topic {
            let old = waiting.topics.get(topic).copied();
            old.and_then(|old| waiting.remove(old));
            waiting.topics.insert(topic.clone(), number);
        }
        waiting.bytes += message.body.len();
        waiting.messages.insert(number, message);
        self.0.changed.notify_all();
    }

    /// Returns whether so much waits that no more answers should be made.
    pub(super) fn is_full(&self) -> bool {
        self.lock().bytes > MOST
    }

    /// Waits until it is not full.
    pub(super) fn wait_for_room(&self) {
        drop(self.wait(|waiting| waiting.bytes > MOST && !waiting.is_broken));
    }

    /// Says that no more messages come.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.0.changed.notify_all();
    }

    /// Waits for the next message; `None` after the last.
    pub(super) fn next(&self) -> Option<Vec<u8>> {
        let mut waiting = self.wait(|waiting| waiting.messages.is_empty() && !waiting.is_closed);
        let number = *waiting.messages.first_key_value()?.0;
        let body = waiting.remove(number);
        self.0.changed.notify_all();
        body
    }

    /// Drops all messages, now and later, because the client does not read them any more.
    fn break_off(&self) {
        let next = self.lock().next;
        *self.lock() = Waiting { next, is_broken: true, is_closed: true, ..Waiting::default() };
        self.0.changed.notify_all();
    }
}

/// The stream to the client, with its thread.
pub(super) struct Writer {
    pub(super) outbox: Outbox,
    thread: JoinHandle<()>,
}

impl Writer {
    /// Writes messages as they come. Says when there is room again.
    pub(super) fn new(mut output: impl Write + Send + 'static, events: Sender<Event>) -> Self {
        let outbox = Outbox::default();
        let outgoing = outbox.clone();
        let thread = spawn(move || {
            loop {
                let was_full = outgoing.is_full();
                let Some(body) = outgoing.next() else { return };
                if was_full && !outgoing.is_full() {
                    let _ = events.send(Event::Room);
                }
                let head = format!("Content-Length: {}\r\n\r\n", body.len());
                // A client that went away reads nothing any more; the reader reports that.
                let sent = output.write_all(head.as_bytes()).and_then(|()| output.write_all(&body));
                if sent.and_then(|()| output.flush()).is_err() {
                    outgoing.break_off();
                    let _ = events.send(Event::Room);
                    return;
                }
            }
        });
        Self { outbox, thread }
    }

    /// Waits until everything is written.
    pub(super) fn close(self) {
        self.outbox.close();
        let _ = self.thread.join();
    }
}

/// Counts the bytes that were read from the client and are not handled yet.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    bytes: Mutex<usize>,
    handled: Condvar,
}

impl Backlog {
    /// Adds a message that was read, once there is room for it.
    pub(super) fn add(&self, bytes: usize) {
        let held = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let held = self.handled.wait_while(held, |held| *held > MOST);
        *held.unwrap_or_else(PoisonError::into_inner) += bytes;
    }

    /// Notes that all that was read has been handled.
    pub(super) fn clear(&self) {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) = 0;
        self.handled.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(topic: Option<&str>, body: &str) -> Outgoing {
        Outgoing { body: body.as_bytes().to_vec(), topic: topic.map(str::to_owned) }
    }

    #[test]
    fn the_newest_message_of_a_topic_wins_and_the_order_stays() {
        let outbox = Outbox::default();
        for (topic, body) in [
            (Some("a"), "a1"),
            (None, "x"),
            (Some("b"), "b1"),
            (Some("a"), "a2"),
            (None, "y"),
            (Some("a"), "a3"),
        ] {
            outbox.send(message(topic, body));
        }
        assert_eq!(outbox.next().as_deref(), Some(&b"x"[..]));
        assert_eq!(outbox.next().as_deref(), Some(&b"b1"[..]));
        outbox.send(message(Some("b"), "b2"));
        outbox.close();
        let rest: Vec<_> = std::iter::from_fn(|| outbox.next()).collect();
        assert_eq!(rest, [&b"y"[..], b"a3", b"b2"]);
    }

    #[test]
    fn it_counts_what_it_holds_and_breaks_off() {
        let outbox = Outbox::default();
        let large = "x".repeat(MOST / 2);
        for _ in 0..10 {
            outbox.send(message(Some("a"), &large));
        }
        assert!(!outbox.is_full(), "only the newest is held");
        outbox.send(message(None, &large));
        outbox.send(message(None, "more"));
        assert!(outbox.is_full());
        outbox.break_off();
        outbox.wait_for_room();
        outbox.send(message(None, &large));
        assert!(!outbox.is_full() && outbox.next().is_none());
    }
}
