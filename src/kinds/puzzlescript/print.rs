//! The compiled rules as text.

use super::game::{Game, Program};

impl Game {
    /// Returns the compiled rules, one a line, in the order in which they are tried: the line of the
    /// text, `+` if the rule belongs to the group of the rule before, and the rule with every word
    /// spelled out. Loops are marked by `startloop` and `endloop`. `above` lines before the first one of
    /// the game are not counted.
    pub fn rules_text(&self, above: u32) -> String {
        let mut text = String::new();
        write_program(&self.rules, above, &mut text);
        write_program(&self.late, above, &mut text);
        text
    }
}

/// Writes the rules of a program.
fn write_program(program: &Program, above: u32, text: &mut String) {
    for (at, group) in program.groups.iter().enumerate() {
        if program.loops.contains(&Some(at)) {
            text.push_str("startloop\n");
        }
        for (number, rule) in group.rules.iter().enumerate() {
            let join = if number > 0 { "+ " } else { "" };
            text.push_str(&format!("{}: {join}{}\n", rule.line - above, rule.text));
        }
        if program.loops.get(at).copied().flatten().is_some() {
            text.push_str("endloop\n");
        }
    }
}
