//! Frames on two streams: reading that no input can stop, and writing in order.
//!
//! A broken frame must not end a server that holds open documents, and a request must not stay
//! without an answer. So a frame that [`lsp_server`] cannot read as a message (not JSON, a batch, a
//! request whose number exceeds 32 bits) is answered here, and reading continues with the next
//! frame.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::Message;
use serde_json::{Value, json};

/// A frame larger than this is treated as a broken header: no editor sends documents of that size.
const LARGEST: usize = 1 << 30;
/// The one header that matters.
const HEADER: &[u8] = b"content-length:";
/// JSON-RPC: the frame is not JSON.
const PARSE_ERROR: i32 = -32700;
/// JSON-RPC: the JSON is not a message.
const INVALID_REQUEST: i32 = -32600;

/// An outgoing message: a value, or one that is serialised already (diagnostics of a large
/// document).
#[derive(Debug)]
pub(super) enum Outgoing {
    /// A message as a value.
    Message(Message),
    /// The bytes of one.
    Raw(Vec<u8>),
    /// Nothing more. (The reader may hold its end for ever, so that the channel never closes.)
    End,
}

/// An incoming event.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Message),
    /// The stream has ended.
    End,
}

/// Both directions, each with its thread.
pub(super) struct Transport {
    /// Where to put messages for the client.
    pub(super) out: Sender<Outgoing>,
    /// Messages from the client; [`Incoming::End`] is the last.
    pub(super) incoming: Receiver<Incoming>,
    writer: JoinHandle<()>,
}

impl Transport {
    /// Serves two streams.
    pub(super) fn new(
        input: impl Read + Send + 'static,
        mut output: impl Write + Send + 'static,
    ) -> Self {
        let (out, outgoing) = unbounded::<Outgoing>();
        let (sender, incoming) = unbounded();
        let answers = out.clone();
        // The reader may block in a read for ever when the client keeps its end open, so it is
        // never joined.
        std::thread::spawn(move || {
            let mut input = BufReader::new(input);
            read_all(&mut input, &sender, &answers);
            let _ = sender.send(Incoming::End);
        });
        let writer = std::thread::spawn(move || {
            for message in outgoing {
                let bytes = match message {
                    Outgoing::Raw(bytes) => bytes,
                    Outgoing::Message(message) => with_version(&message),
                    Outgoing::End => break,
                };
                let head = format!("Content-Length: {}\r\n\r\n", bytes.len());
                // A client that went away reads nothing any more; the reader thread reports that to
                // the server.
                let sent =
                    output.write_all(head.as_bytes()).and_then(|()| output.write_all(&bytes));
                if sent.and_then(|()| output.flush()).is_err() {
                    break;
                }
            }
        });
        Self { out, incoming, writer }
    }

    /// Waits until everything is written.
    pub(super) fn close(self) {
        let _ = self.out.send(Outgoing::End);
        let _ = self.writer.join();
    }
}

/// A message as JSON-RPC requires it.
fn with_version(message: &Message) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(message).expect("a message is plain data");
    // Every message is an object with at least one field.
    bytes.splice(1..1, *b"\"jsonrpc\":\"2.0\",");
    bytes
}

fn read_all(input: &mut impl BufRead, sender: &Sender<Incoming>, answers: &Sender<Outgoing>) {
    while let Ok(Some(frame)) = read_frame(input) {
        match understand(&frame) {
            Ok(message) => {
                if sender.send(Incoming::Message(message)).is_err() {
                    return;
                }
            }
            Err(Some(answer)) => {
                let bytes = serde_json::to_vec(&answer).expect("an answer is plain data");
                if answers.send(Outgoing::Raw(bytes)).is_err() {
                    return;
                }
            }
            Err(None) => {}
        }
    }
}

/// The next frame, or `None` at the end of the stream. Lines that are not a header are skipped, so
/// that reading finds its way back to the next header.
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
        // After a frame whose length was too short, the rest of its JSON stands before the next
        // header on the same line.
        let header = text.windows(HEADER.len()).rposition(|name| name.eq_ignore_ascii_case(HEADER));
        if let Some(at) = header {
            let value = String::from_utf8_lossy(&text[at + HEADER.len()..]);
            length = value.trim().parse().ok().filter(|&length: &usize| length <= LARGEST);
        }
    }
}

/// The message in a frame, or the answer if it is not a message.
fn understand(frame: &[u8]) -> Result<Message, Option<Value>> {
    let failed = |id: Value, code: i32, message: String| {
        Err(Some(
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }),
        ))
    };
    let value: Value = match serde_json::from_slice(frame) {
        Ok(value) => value,
        Err(error) => return failed(Value::Null, PARSE_ERROR, format!("not JSON: {error}")),
    };
    let id = value.get("id").cloned();
    let method = value.get("method").is_some_and(Value::is_string);
    if !value.is_object() {
        let what = if value.is_array() {
            "batches are not part of this protocol"
        } else {
            "not an object"
        };
        return failed(Value::Null, INVALID_REQUEST, what.to_owned());
    }
    let Some(id) = id else {
        return match serde_json::from_value(value) {
            Ok(message @ Message::Notification(_)) => Ok(message),
            _ => failed(Value::Null, INVALID_REQUEST, "a notification needs a method".to_owned()),
        };
    };
    let number = id.as_i64().is_some_and(|id| i32::try_from(id).is_ok());
    if method && !number && !id.is_string() {
        let message = "the id of a request is a string or a number of 32 bits".to_owned();
        return failed(id, INVALID_REQUEST, message);
    }
    match serde_json::from_value(value) {
        Ok(message @ (Message::Request(_) | Message::Response(_))) => Ok(message),
        Err(_) if method => failed(id, INVALID_REQUEST, "this is not a request".to_owned()),
        // An answer to a request that was never sent.
        _ => Err(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
    }

    /// The methods and ids that come through, and the immediate answers.
    fn exchange(mut input: &[u8]) -> (Vec<String>, Vec<Value>) {
        let (sender, incoming) = unbounded();
        let (answers, outgoing) = unbounded();
        read_all(&mut input, &sender, &answers);
        drop((sender, answers));
        let seen = incoming.iter().map(|one| match one {
            Incoming::Message(Message::Request(one)) => format!("{} {}", one.method, one.id),
            Incoming::Message(Message::Notification(one)) => one.method,
            Incoming::Message(Message::Response(one)) => format!("response {}", one.id),
            Incoming::End => String::from("end"),
        });
        let answers = outgoing.iter().map(|one| match one {
            Outgoing::Raw(bytes) => serde_json::from_slice(&bytes).expect("an answer is JSON"),
            Outgoing::Message(_) | Outgoing::End => Value::Null,
        });
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
        assert_eq!(seen, ["good \"x\"", "told"]);
        let codes: Vec<_> =
            answers.iter().map(|one| one["error"]["code"].as_i64().unwrap_or_default()).collect();
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
            assert_eq!(seen, ["b 2", "b 3", "b 4"], "{missing} bytes too short");
        }
    }

    #[test]
    fn messages_are_written_as_json_rpc() {
        let message = lsp_server::Notification::new("x".to_owned(), json!({}));
        let bytes = with_version(&Message::Notification(message));
        let value: Value = serde_json::from_slice(&bytes).expect("it is JSON");
        assert_eq!(value["jsonrpc"], "2.0");
    }
}
