//! Lenses: each command that they offer does something, and they offer all that can.

use serde_json::{Value, json};

use super::{Hand, LONG, examples, mutants};
use crate::kinds::KINDS;
use crate::lsp::server::Settings;
use crate::lsp::server::run::{REPL, SOLVE, TEST};
use crate::search::Budget;

/// A server that gives up soon.
struct Soon {
    hand: Hand,
    /// The number of the last request.
    last: i32,
    /// The last message that the server showed.
    said: String,
}

impl Soon {
    fn new() -> Self {
        let budget = Budget::unlimited().with_states(100);
        let mut hand = Hand::with(Settings { budget, ..Settings::default() });
        let experimental = json!({ "commands": { "commands": [REPL] } });
        let capabilities = json!({ "experimental": experimental });
        hand.send(&[Hand::request(0, "initialize", &json!({ "capabilities": capabilities }))]);
        Self { hand, last: 0, said: String::new() }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let Self { hand, last, said } = self;
        *last += 1;
        hand.send(&[Hand::request(*last, method, params)]);
        hand.work_on_search();
        let answer = hand.answer(*last)["result"].clone();
        let mut shown =
            hand.seen.iter().filter(|message| message["method"] == "window/showMessage");
        if let Some(message) = shown.next_back() {
            *said = message["params"]["message"].to_string();
        }
        hand.seen.clear();
        answer
    }

    /// Returns the commands of the lenses of a text, with their arguments.
    fn lenses(&mut self, text: &str) -> Vec<(String, Vec<Value>)> {
        self.hand.notify("textDocument/didClose", &json!({ "textDocument": { "uri": LONG } }));
        self.hand.open(LONG, text);
        let lenses = self.ask("textDocument/codeLens", &json!({ "textDocument": { "uri": LONG } }));
        let command = |lens: &Value| {
            let command = lens["command"]["command"].as_str().expect("a name");
            let arguments = lens["command"]["arguments"].as_array().expect("a list");
            (command.to_owned(), arguments.clone())
        };
        lenses.as_array().expect("a list").iter().map(command).collect()
    }

    fn run(&mut self, command: &str, name: &str) -> Value {
        let params = json!({ "command": command, "arguments": [LONG, name] });
        self.ask("workspace/executeCommand", &params)
    }
}

#[test]
fn a_lens_is_offered_exactly_where_it_does_something() {
    let mut server = Soon::new();
    let mut solved = 0;
    let mut idle = 0;
    let mut tested = 0;
    for text in examples(3_000).into_iter().chain(mutants(400)) {
        let lenses = server.lenses(&text);
        let checked = server.hand.server.documents[LONG].checked.clone();
        let names: std::collections::BTreeSet<_> = checked
            .scripts
            .iter()
            .filter_map(|script| checked.name(script))
            .map(|(name, _)| name)
            .collect();
        for name in names {
            let offers = |what: &str| {
                let is_offered = |(command, arguments): &&(String, Vec<Value>)| {
                    command == what && arguments[1] == name
                };
                lenses.iter().filter(is_offered).count()
            };
            let works = |answer: &Value| usize::from(!answer.is_null());
            let answer = server.run(SOLVE, name);
            assert_eq!(offers(SOLVE), works(&answer), "solve {name}: {answer} in\n{text}");
            (solved, idle) = (solved + works(&answer), idle + 1 - works(&answer));
            if offers(TEST) > 0 {
                let answer = server.run(TEST, name);
                let compares = works(&answer) > 0 && !server.said.contains("no expectations");
                assert!(compares, "test {name}: {} in\n{text}", server.said);
                tested += 1;
            }
            let script = checked.named(name).expect("it has the name");
            let is_open = checked.state(script).is_some();
            assert_eq!(offers(REPL), usize::from(is_open), "open {name} in\n{text}");
        }
    }
    assert!(solved > 50 && idle > 50 && tested > 50, "{solved} {idle} {tested}");
}

#[test]
fn the_lenses_of_a_kind_are_those_of_its_verbs() {
    let mut server = Soon::new();
    for kind in KINDS {
        let info = kind;
        let names = |lenses: Vec<(String, Vec<Value>)>| -> Vec<String> {
            lenses.into_iter().map(|(command, _)| command).collect()
        };
        let solve = info.solver().map(|_| SOLVE.to_owned());
        let expected: Vec<_> = solve.into_iter().chain([REPL.to_owned()]).collect();
        assert_eq!(names(server.lenses(info.example)), expected, "{}", info.name);
        // A second declaration of the name is refused, and an unsound body has no puzzle.
        let twice = format!("{0}\n{0}", info.example);
        assert_eq!(names(server.lenses(&twice)), expected, "{}", info.name);
        let (head, _) = info.example.split_once('{').expect("a body");
        let unsound = format!("{head}{{\n  \u{1}\n}}\n");
        assert_eq!(names(server.lenses(&unsound)), [""; 0], "{}", info.name);
    }
}
