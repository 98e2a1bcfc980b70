//! Reading frames from a stream: no input can stop it.
//!
//! A broken frame must not end a server that holds open documents, and a request must not stay
//! without an answer. So a frame that is not a message ([`Message::read`]) is answered here, and
//! reading continues with the next frame.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::spawn;

use super::Event;
use super::outbox::{Backlog, Outbox};
use crate::lsp::server::Message;

/// A frame larger than this is treated as a broken header: no editor sends documents of that size.
const LARGEST: usize = 1 << 30;
/// The only header that is read.
const HEADER: &[u8] = b"content-length:";

/// Reads a stream on a thread of its own. That thread may block for ever when the client keeps its
/// end open, so it is never joined. It stops reading while the client takes no answers, and while
/// more has been read than handled.
pub(super) fn read(
    input: impl Read + Send + 'static,
    events: Sender<Event>,
    outbox: Outbox,
    backlog: Arc<Backlog>,
) {
    spawn(move || {
        read_all(&mut BufReader::new(input), &events, &outbox, &backlog);
        let _ = events.send(Event::End);
    });
}

fn read_all(input: &mut impl BufRead, events: &Sender<Event>, outbox: &Outbox, backlog: &Backlog) {
    while let Ok(Some(frame)) = read_frame(input) {
        outbox.wait_for_room();
        backlog.add(frame.len());
        match Message::read(&frame) {
            Ok(message) => {
                if events.send(Event::Message(message)).is_err() {
                    return;
                }
            }
            Err(Some(answer)) => {
                let why = String::from_utf8_lossy(&answer);
                let _ = events.send(Event::Note(format!("dropped what is not a message: {why}")));
                outbox.send(answer.into());
            }
            Err(None) => {}
        }
    }
}

/// Reads the next frame; returns `None` at the end of the stream. Lines that are not a header are
/// skipped, so that reading continues at the next header.
fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        // No header line is long; a flood without line ends must not be kept.
        let read = input.by_ref().take(1 << 16).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }

        let text = line.trim_ascii();
        if text.is_empty() {
            if let Some(length) = length {
                let mut frame = Vec::new();
                input.by_ref().take(length as u64).read_to_end(&mut frame)?;
                return Ok((frame.len() == length).then_some(frame));
            }
            continue;
        }

        // After a frame whose length was too short, the rest of its JSON is before the next
        // header on the same line.
        let header = text.windows(HEADER.len()).rposition(|name| name.eq_ignore_ascii_case(HEADER));
        if let Some(at) = header {
            let value = String::from_utf8_lossy(&text[at + HEADER.len()..]);
            length = value.trim().parse().ok().filter(|&length: &usize| length <= LARGEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use serde_json::{Value, json};

    use super::*;

    fn frame(text: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
    }

    /// Returns the methods and ids that come through, and the immediate answers.
    fn exchange(mut input: &[u8]) -> (Vec<String>, Vec<Value>) {
        let (sender, events) = channel();
        let outbox = Outbox::default();
        read_all(&mut input, &sender, &outbox, &Backlog::default());
        drop(sender);
        let seen = events.iter().filter(|event| !matches!(event, Event::Note(_)));
        let seen = seen.map(|event| match event {
            Event::Message(Message::Request(id, method, _)) => format!("{method} {id:?}"),
            Event::Message(Message::Notification(method, _)) => method,
            Event::Message(Message::Response(id, _)) => format!("the answer to {id:?}"),
            _ => String::from("another event"),
        });
        outbox.close();
        let answers = std::iter::from_fn(|| outbox.next());
        let answers = answers.map(|body| serde_json::from_slice(&body).expect("an answer is JSON"));
        (seen.collect(), answers.collect())
    }

    #[test]
    fn reading_goes_on_after_whatever_is_broken() {
        let mut input = frame("{");
        input.extend(frame(r#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#));
        input.extend(frame(r#"{"jsonrpc":"2.0","id":4294967296,"method":"big"}"#));
        input.extend(frame("\"\\ud800\""));
        input.extend(frame("7"));
        input.extend(b"rubbish without a header\n");
        input.extend(b"Content-Length: many\r\n\r\n");
        input.extend(frame(r#"{"jsonrpc":"2.0","id":null,"method":"none"}"#));
        input.extend(frame(r#"{"jsonrpc":"2.0","id":9}"#));
        input.extend(frame(r#"{"jsonrpc":"2.0"}"#));
        input.extend(frame(r#"{"jsonrpc":"2.0","id":"x","method":"good"}"#));
        input.extend(frame(r#"{"jsonrpc":"2.0","method":"told"}"#));
        input.extend(b"Content-Length: 999\r\n\r\n{");
        let (seen, answers) = exchange(&input);
        assert_eq!(seen, ["the answer to Number(9)", "good Text(\"x\")", "told"]);
        let codes: Vec<_> = answers
            .iter()
            .map(|answer| answer["error"]["code"].as_i64().unwrap_or_default())
            .collect();
        assert_eq!(codes, [-32700, -32600, -32600, -32700, -32600, -32600, -32600]);
        assert_eq!(answers[2]["id"], json!(4_294_967_296_i64));
    }

    #[test]
    fn a_length_that_is_too_short_costs_only_its_own_message() {
        for missing in 1..30 {
            let body = r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"text":"b: c"}}"#;
            let mut input = format!("Content-Length: {}\r\n\r\n{body}", body.len() - missing);
            for id in 2..5 {
                let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"b"}}"#);
                input += &format!("Content-Length: {}\r\n\r\n{text}", text.len());
            }
            let (seen, _) = exchange(input.as_bytes());
            assert_eq!(
                seen,
                ["b Number(2)", "b Number(3)", "b Number(4)"],
                "{missing} bytes too short"
            );
        }
    }
}
