//! `answers`: the newest answers by their names.

use serde_json::json;

use super::Reply;
use crate::repl::input::answers::Answers;

/// Answers that `answers` lists.
const LISTED: usize = 10;

/// Runs `answers` and `answers N`.
pub(super) fn answers(answers: &Answers, count: Option<usize>) -> Reply {
    let list = answers.newest(count.unwrap_or(LISTED));
    if list.is_empty() {
        return Reply::Empty("nothing has answered yet\n");
    }
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    for [name, command, answer] in list {
        lines.push(format!("{name}  {command}  =>  {answer}"));
        values.push(json!({ "name": name, "command": command, "answer": answer }));
    }
    Reply::Record { text: lines.join("\n"), value: values.into() }
}
