//! A document in an editor, and questions about places that are named by their text.

use serde_json::{Value, json};

use super::client::{Client, after, list, place};
use super::text::Unit;

/// A document of all six kinds, with an illegal move, a detour, and a character of two units.
pub const SIX: &str = "\
// Six kinds of puzzles in one document, as an editor shows them: 😀.
// The hover of this line shows what klotski::no-way means.

matrix onion {
  1 2 3 4
  5 6 7 8
  9 10 11 12
}
rings
ring of (2,3) => 0 5

automaton tree {
  rule 23749
  tree (((X . .) X (X . X)) X ((. X X) . (. X .)))
}
3 [] => X
2 [><]

klotski little {
  A . B
  C . B
  C D .
  goal A at (2,2)
}
solve => 4
little: play A right; D up; A left; A left

sudoku four {
  1.3.
  .4..
  2..3
  ...1
}
explain
solutions => {
  1234341221434321
}

bloxorz first {
  oooooop---
  oSoooo----
  ooooooooo-
  -oofoooooo
  -----ooToo
  ------ooob
  p: bridge retracted
  b: soft toggles p
}
solve => 7
play RDL

sliders turn {
  AAA
  BBB
  CC.
  goal
  .CC
  BBB
  AAA
}
use little
solve
";

/// A document that is open.
pub struct Doc {
    pub client: Client,
    pub uri: String,
    pub text: String,
}

impl Doc {
    /// Opens a text in a fresh server.
    pub fn new(text: &str) -> Self {
        Self::in_client(Client::new(), text)
    }

    /// Opens a text in a server that runs.
    pub fn in_client(mut client: Client, text: &str) -> Self {
        let uri = String::from("file:///folder/doc.puzzle");
        client.open(&uri, text);
        Self { client, uri, text: text.to_owned() }
    }

    pub fn unit(&self) -> Unit {
        self.client.unit
    }

    /// Returns the offset marked by `|` in a part of the text.
    pub fn offset(&self, part: &str) -> usize {
        let at = part.find('|').expect("a part marks its place with |");
        let whole = part.replacen('|', "", 1);
        assert_eq!(self.text.matches(&whole).count(), 1, "`{whole}` must stand there once");
        after(&self.text, &whole) - whole.len() + at
    }

    /// Sends a request about the place marked by `|` in a part of the text, and returns its result.
    pub fn at(&mut self, method: &str, part: &str) -> Value {
        self.about(method, part, json!({}))
    }

    pub fn about(&mut self, method: &str, part: &str, more: Value) -> Value {
        let offset = self.offset(part);
        let params = place(self.unit(), &self.uri, &self.text, offset, more);
        self.client.ask(&format!("textDocument/{method}"), params)
    }

    pub fn of(&mut self, method: &str) -> Value {
        self.client.of(method, &self.uri)
    }

    /// Returns the text in a range that the server has sent.
    pub fn slice(&self, range: &Value) -> String {
        self.unit().slice(&self.text, range)
    }

    /// Returns the texts in the ranges of a list, each with the line (from 0) that it is on.
    pub fn places(&self, locations: &Value) -> Vec<(u64, String)> {
        let locations = list(locations);
        let of = |location: &Value| {
            let range = location.get("range").unwrap_or(&location["location"]["range"]);
            (range["start"]["line"].as_u64().expect("a line"), self.slice(range))
        };
        locations.iter().map(of).collect()
    }

    /// Returns the line (from 0) on which a part of the text begins.
    pub fn line(&self, part: &str) -> u64 {
        self.text[..after(&self.text, part) - part.len()].matches('\n').count() as u64
    }

    /// Returns a range from the first part to after the second.
    pub fn range(&self, from: &str, to: &str) -> Value {
        let from = after(&self.text, from) - from.len();
        self.unit().range(&self.text, from, after(&self.text, to))
    }

    /// Waits until everything has been run; the hints.
    pub fn settled(&mut self) -> Vec<Value> {
        self.client.settled(&self.uri, &self.text)
    }

    /// Gives the document another text; its version.
    pub fn set(&mut self, text: &str) -> i32 {
        text.clone_into(&mut self.text);
        self.client.change(&self.uri, &json!([{ "text": text }]))
    }

    /// Returns the text after the edits of a `WorkspaceEdit`.
    pub fn applied(&self, edit: &Value) -> String {
        let changes = list(&edit["documentChanges"]);
        assert_eq!(changes.len(), 1);
        assert_eq!(changes[0]["textDocument"]["uri"], self.uri.as_str());
        assert!(changes[0]["textDocument"]["version"].is_i64());
        self.unit().apply(&self.text, &changes[0]["edits"])
    }
}
